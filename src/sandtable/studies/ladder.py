"""Opponents against each other: seat-swapped pairs on fixed seeds, kept in a file, and what they say.

A player is a level of the title (`expert`, `greedy`), a level with a budget in trials (`expert@24`), or one of its postures
or exploiters, which plays its own side that way and the other like the anchor.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from random import Random

import sandtable
from sandtable import bots
from sandtable.bots.external import PREFIX

from . import pool
from .rating import BOUND, elo, intervals, likelihood, mean_interval

ANCHOR = "greedy"
SOURCES = Path(sandtable.__file__).parent


@lru_cache
def identity(title: str) -> str:
    """Twelve hex digits that change with the code and the weights that decide how bots play this title."""
    package = type(sandtable.load(title)).__module__.split(".")[2]
    folders = (SOURCES / "core", SOURCES / "bots", SOURCES / "games" / package)
    files = [p for folder in folders for p in sorted(folder.rglob("*")) if p.suffix in (".py", ".toml")]
    total = hashlib.sha256()
    for p in files:
        if p.parent.parent.name != "bots" or p.parent.name == package:
            total.update(p.relative_to(SOURCES).as_posix().encode() + p.read_bytes())
    return total.hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Job:
    """One pair: the same seed twice, with the seats swapped."""

    title: str
    first: str
    second: str
    seed: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair that was played."""

    job: Job
    identity: str
    scores: tuple[float, float]
    """The first player's results, in the title's first seat and in its second."""

    @property
    def score(self) -> float:
        return sum(self.scores) / 2


def seat(title: str, player: str, side: str) -> str:
    """How a player plays a side: as named, or like the anchor where it knows nothing special."""
    game = sandtable.load(title)
    if player.startswith(PREFIX) or player.partition("@")[0] in (*bots.levels(game), bots.BEST):
        return player
    book = bots.playbook(game)
    names = {p.side for p in (*book.postures, *book.exploiters) if p.name == player} if book else set()
    if not names:
        raise ValueError(f"{title} has no player called {player!r}; it has {', '.join(known(title))}")
    return f"posture:{player}" if side in names else ANCHOR


def known(title: str) -> list[str]:
    """Everybody who can play a title: levels, then exploiters, then postures."""
    game = sandtable.load(title)
    book = bots.playbook(game)
    special = (*book.exploiters, *book.postures) if book else ()
    return list(dict.fromkeys([*bots.levels(game), *(p.name for p in special)]))


def pool_of(title: str) -> list[str]:
    """Who is on the ladder: every level and the exploiters."""
    game = sandtable.load(title)
    book = bots.playbook(game)
    return list(dict.fromkeys([*bots.levels(game), *(p.name for p in (book.exploiters if book else ()))]))


def play(job: Job) -> Pair:
    """Both games of a pair. Same job, same result."""
    game = sandtable.load(job.title)
    results = []
    for here in range(2):
        side, other = game.sides[here], game.sides[1 - here]
        players = {
            side: bots.make(seat(job.title, job.first, side), game, side, job.seed),
            other: bots.make(seat(job.title, job.second, other), game, other, job.seed),
        }
        s, _ = bots.play_out(game.start(), players, Random(f"{job.seed}:dice"))
        assert s.outcome
        winner = s.outcome.winner
        results.append(0.5 if winner is None else float(winner == side))
    return Pair(job, identity(job.title), (results[0], results[1]))


class Log:
    """Pairs that were played, one JSON object a line; a ladder that was stopped goes on where it was."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pairs: dict[tuple[Job, str], Pair] = {}
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                d = json.loads(line)
                job = Job(d["title"], d["first"], d["second"], d["seed"])
                self.pairs[job, d["identity"]] = Pair(job, d["identity"], (d["scores"][0], d["scores"][1]))
            except (ValueError, KeyError, TypeError, IndexError) as e:
                raise ValueError(f"{path}, line {number} is no result of a ladder: {e!r}") from None

    def run(self, jobs: Iterable[Job], processes: int) -> Iterator[Pair]:
        """The pairs asked for: those already played as they are, then the others."""
        wanted = list(jobs)
        done = [p for j in wanted if (p := self.pairs.get((j, identity(j.title))))]
        yield from done
        have = {p.job for p in done}
        for pair in pool.run(play, [j for j in wanted if j not in have], processes):
            self.keep(pair)
            yield pair

    def keep(self, pair: Pair) -> None:
        self.pairs[pair.job, pair.identity] = pair
        job = pair.job
        d = {"title": job.title, "first": job.first, "second": job.second, "seed": job.seed}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**d, "identity": pair.identity, "scores": pair.scores}) + "\n")


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on the ladder."""

    player: str
    elo: float
    low: float
    high: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """What the pairs say."""

    standings: tuple[Standing, ...]
    matrix: dict[tuple[str, str], tuple[float, float, float, int]]
    """Mean pair score, its 95 % interval and the number of pairs, for every couple that met."""


def ladder(players: Sequence[str], pairs: Iterable[Pair]) -> Ladder:
    met: dict[tuple[str, str], list[float]] = {}
    for p in pairs:
        met.setdefault((p.job.first, p.job.second), []).append(p.score)
    anchor = ANCHOR if ANCHOR in players else players[0]
    rated, spread = elo(players, met, anchor), intervals(players, met, anchor)
    count = {p: sum(len(x) for couple, x in met.items() if p in couple) for p in players}
    order = sorted(players, key=lambda p: -rated[p])
    standings = tuple(Standing(p, rated[p], *spread[p], count[p]) for p in order)
    return Ladder(standings, {c: (*mean_interval(x), len(x)) for c, x in met.items()})


def round_robin(title: str, players: Sequence[str], pairs: int, seed: int, of: str = "") -> list[Job]:
    """Everybody against everybody (or one player against all), pair by pair, so that a ladder that is stopped is complete
    as far as it goes."""
    couples = [(of, p) for p in players if p != of] if of else list(combinations(players, 2))
    return [Job(title, a, b, seed + k) for k in range(pairs) for a, b in couples]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a gate stands."""

    pairs: int
    mean: float
    low: float
    high: float
    ratio: float

    @property
    def passed(self) -> bool | None:
        """Stronger, not stronger, or not decided yet."""
        return True if self.ratio >= BOUND else False if self.ratio <= -BOUND else None


def gate(
    title: str, new: str, old: str, bounds: tuple[float, float], most: int, seed: int, log: Log, processes: int
) -> Iterator[Verdict]:
    """Play pairs until it is clear whether the new player is stronger by at least the upper bound, or not by the lower."""
    scores: list[float] = []
    at = 0
    while at < most:
        batch = min(most - at, max(1, processes) * 2)
        scores += [p.score for p in log.run([Job(title, new, old, seed + at + k) for k in range(batch)], processes)]
        at += batch
        verdict = Verdict(len(scores), *mean_interval(scores), likelihood(scores, *bounds))
        yield verdict
        if verdict.passed is not None:
            return
