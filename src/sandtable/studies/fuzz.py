"""Random play that looks for trouble: crashes, dead ends, endless games, and answers that contradict each other.

Every decision is sampled and applied. Now and then the engine is questioned more closely: is the sampled option accepted by
check, are all options unique and accepted, does the state survive JSON and position text unchanged, does a copy stay independent?
A failing game is kept as a record that replays up to the failure.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import sandtable
from sandtable.core import Action, Game, State
from sandtable.session import Record, Session
from sandtable.session.dice import TypedDice
from sandtable.session.entries import Entry

from . import pool, secrets

OVERLONG = 50_000
"""Decisions after which a single game counts as endless."""
WATCHED = 500
"""Decisions of one piece of work where everything is compared."""


class Contradiction(AssertionError):
    """The engine contradicted itself."""


@dataclass(frozen=True, slots=True)
class Job:
    game: str
    options: tuple[tuple[str, Any], ...]
    seed: str
    decisions: int
    secrets: bool = False
    """Compare at every decision what a seat can ask with what another hidden part would answer."""


@dataclass
class Report:
    """What a run of games found."""

    decisions: int = 0
    games: int = 0
    crashes: int = 0
    dead_ends: int = 0
    overlong: int = 0
    longest: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)
    """What went wrong, and the record of the game."""
    secrets: Counter[str] = field(default_factory=Counter)
    """What was compared (secrets.py), by name."""
    asked_for_secrets: bool = False

    def add(self, other: Report) -> None:
        self.decisions += other.decisions
        self.games += other.games
        self.crashes += other.crashes
        self.dead_ends += other.dead_ends
        self.overlong += other.overlong
        self.longest = max(self.longest, other.longest)
        self.failures += other.failures
        self.secrets += other.secrets


def question(s: State, rng: Random) -> None:
    """Look at one decision from every side; raises Contradiction."""
    options = list(s.options())
    if len(set(options)) != len(options):
        twice = next(a for a in options if options.count(a) > 1)
        raise Contradiction(f"the option {twice} is listed twice")
    for a in rng.sample(options, min(len(options), 20)):
        if refusal := s.check(a):
            raise Contradiction(f"the option {a} is refused: {refusal}")
        if s.game.parse(s, str(a)) != a:
            raise Contradiction(f"the option {a} reads back as {s.game.parse(s, str(a))}")
    if s.game.from_json(s.to_json()) != s:
        raise Contradiction("the state does not survive to_json and from_json")
    if s.game.position(s.position()) != s:
        raise Contradiction("the state does not survive position text")
    before = s.to_json()
    s.copy().apply(rng.choice(options))
    if s.to_json() != before:
        raise Contradiction("a change to a copy reached the original")


class Play:
    """One random game, questioned on the way."""

    def __init__(self, job: Job, game: Game[Any], rng: Random, report: Report) -> None:
        self.game, self.rng, self.report = game, rng, report
        self.s: State = game.start(dict(job.options))
        self.actions: list[tuple[str, str]] = []
        self.session = Session(game, dict(job.options), dice=TypedDice()) if job.secrets and game.hidden else None

    def to_its_end(self) -> str:
        """Play; what went wrong, or nothing."""
        try:
            while (actor := self.s.actor) is not None:
                if trouble := self.stuck(actor):
                    return trouble
                self.decide(actor)
            if self.s.outcome is None:
                raise Contradiction("the game ended without an outcome")
        except Exception as e:  # whatever it is, the game that led to it is what we are after
            self.report.crashes += 1
            where = traceback.extract_tb(e.__traceback__)[-1]
            return f"{type(e).__name__}: {e} ({Path(where.filename).name}:{where.lineno})"
        return ""

    def stuck(self, actor: str) -> str:
        if len(self.actions) >= OVERLONG:
            self.report.overlong += 1
            return f"overlong: more than {OVERLONG} decisions"
        if next(self.s.options(), None) is None:
            self.report.dead_ends += 1
            return f"dead end: {actor} has no option: {self.s.prompt}"
        return ""

    def decide(self, actor: str) -> None:
        s, rng = self.s, self.rng
        a = s.sample(rng.randrange)
        if len(self.actions) % 16 == 0 and (refusal := s.check(a)):
            raise Contradiction(f"the sampled option {a} is refused: {refusal}")
        if rng.random() < 1 / 300:
            question(s, rng)
        tried = [Action.read(text) for _, text in self.actions[-60:]] if self.session else []
        self.actions.append((actor, str(a)))
        if self.session is None:
            s.apply(a)
        else:
            self.s = secrets.look(self.session, a, Random(rng.random()), tried, self.report.secrets)

    def record(self, options: Mapping[str, Any]) -> str:
        """The game so far."""
        players = dict.fromkeys(self.game.sides, "random")
        record = Record(self.game.id, sandtable.__version__, players, "scripted", dict(options))
        record.entries = [Entry(actor, a, "") for actor, a in self.actions]
        return record.text()


def play(job: Job) -> Report:
    """Random games until the decisions are used up; at least one game, and the last one is played to its end."""
    report = Report()
    game = sandtable.load(job.game)
    while report.decisions < job.decisions or not report.games:
        one = Play(job, game, Random(f"{job.seed}:{report.games}"), report)
        report.games += 1
        trouble = one.to_its_end()
        n = len(one.actions)
        report.decisions += n
        report.longest = max(report.longest, n)
        if trouble:
            what = f"seed {job.seed}:{report.games - 1}, decision {n + 1}: {trouble}"
            report.failures.append((what, one.record(dict(job.options))))
            if len(report.failures) >= 5:
                return report
    return report


def run(
    game: str, options: Mapping[str, Any], decisions: int, seed: int, processes: int, secrets: bool = False
) -> Iterator[Report]:
    """Reports of pieces of the work, as they come."""
    pieces = max(processes, decisions // WATCHED if secrets else min(50, decisions // 5_000))
    size = -(-decisions // max(pieces, 1))
    work = [Job(game, tuple(options.items()), f"{seed}:{i}", size, secrets) for i in range(pieces)]
    return pool.run(play, work, processes)


def save_failures(report: Report, folder: Path, game: str) -> list[Path]:
    """Write the records of failing games; returns where."""
    paths = []
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for i, (trouble, text) in enumerate(report.failures, 1):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{game.replace('/', '-')}-{stamp}-{i}.record"
        path.write_text(text + f"; {trouble}\n", encoding="utf-8")
        paths.append(path)
    return paths
