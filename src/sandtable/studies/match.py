"""Matches between bots: who wins how often, how sure we are, and how long it takes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any, TypeVar

import sandtable
from sandtable import bots
from sandtable.core import State

from . import pool

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Job:
    """One game of a match."""

    game: str
    options: tuple[tuple[str, Any], ...]
    players: tuple[tuple[str, str], ...]
    seed: str


@dataclass(frozen=True, slots=True)
class Result:
    winner: str | None
    level: str
    score: tuple[tuple[str, int | float], ...]
    turn: int
    decisions: int
    seconds: float
    thought: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """Seconds that each side thought about each of its stretches of play: a player turn, in Musketeer an impulse."""


class Clocked(bots.Bot[S]):
    """A bot with a clock beside it."""

    def __init__(self, bot: bots.Bot[S], stretch: Callable[[S], Hashable]) -> None:
        super().__init__(bot.game, bot.side, bot.rng)
        self.bot, self.stretch = bot, stretch
        self.spent: dict[Hashable, float] = {}

    def decide(self, s: S) -> bots.Decision:
        begin = time.perf_counter()
        found = self.bot.decide(s)
        here = self.stretch(s)
        self.spent[here] = self.spent.get(here, 0.0) + time.perf_counter() - begin
        return found


def play(job: Job) -> Result:
    """Play one game. Same job, same result."""
    begin = time.perf_counter()
    s = sandtable.load(job.game).start(dict(job.options))
    book = bots.playbook(s.game)
    stretch = book.stretch if book else lambda s: s.turn
    players = {side: Clocked(bots.make(level, s.game, side, job.seed), stretch) for side, level in job.players}
    s, decisions = bots.play_out(s, players, Random(f"{job.seed}:dice"))
    o = s.outcome
    if o is None:
        raise RuntimeError(f"{job.game}, seed {job.seed}: the game ended without an outcome")
    thought = tuple((side, tuple(bot.spent.values())) for side, bot in players.items())
    return Result(o.winner, o.level, o.score, s.turn, decisions, time.perf_counter() - begin, thought)


def jobs(
    game: str, players: Mapping[str, str], games: int, seed: int, options: Mapping[str, Any] | None = None
) -> list[Job]:
    sides = sandtable.load(game).sides
    for side in players:
        if side not in sides:
            raise ValueError(f"{game} has no side {side!r}; its sides are {', '.join(sides)}")
    for side in sides:
        if side not in players:
            raise ValueError(
                f"no player for {side}; say for example --players {','.join(f'{x}=greedy' for x in sides)}"
            )
    fixed = tuple((options or {}).items())
    return [Job(game, fixed, tuple(players.items()), f"{seed}:{i}") for i in range(games)]


def results(work: list[Job], processes: int) -> Iterator[Result]:
    return pool.run(play, work, processes)


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate."""
    if not games:
        return 0.0, 1.0
    p = wins / games
    centre = p + z * z / (2 * games)
    spread = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass
class Summary:
    """What a match showed."""

    sides: tuple[str, ...]
    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    decisions: int = 0
    thinking: float = 0.0
    scores: dict[str, list[int | float]] = field(default_factory=dict)
    thought: dict[str, list[float]] = field(default_factory=dict)

    def add(self, r: Result) -> None:
        self.games += 1
        if r.winner is None:
            self.draws += 1
        else:
            self.wins[r.winner] += 1
        self.levels[r.level] += 1
        self.decisions += r.decisions
        self.thinking += r.seconds
        for side, points in r.score:
            self.scores.setdefault(side, []).append(points)
        for side, seconds in r.thought:
            self.thought.setdefault(side, []).extend(seconds)

    def data(self, seconds: float) -> dict[str, Any]:
        return {
            "games": self.games,
            "wins": {side: self.wins[side] for side in self.sides},
            "draws": self.draws,
            "win_rate_95": {side: [round(x, 4) for x in wilson(self.wins[side], self.games)] for side in self.sides},
            "levels": dict(self.levels.most_common()),
            "mean_score": {side: round(sum(x) / len(x), 2) for side, x in self.scores.items()},
            "turn_seconds": {side: turn_times(x) for side, x in self.thought.items() if x},
            "decisions": self.decisions,
            "seconds": round(seconds, 2),
            "games_per_second": round(self.games / seconds, 3) if seconds else 0.0,
        }


def turn_times(seconds: list[float]) -> dict[str, float]:
    """How long a player turn takes: the middle, the 95th of a hundred, the longest."""
    order = sorted(seconds)
    at = {"p50": len(order) // 2, "p95": len(order) * 95 // 100, "max": len(order) - 1}
    return {"turns": len(order), **{name: round(order[i], 3) for name, i in at.items()}}
