"""One game of a study. The same job gives the same game everywhere.

Chance is answered by what is asked, not by how often: a roll depends on the seed, the turn, the decision and how often
exactly this was asked before. So two variations on the same seed keep the same dice where they do the same things,
even after they have parted elsewhere, and their difference is seen through less noise.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from random import Random
from typing import Any

from sandtable import bots
from sandtable.core import CHANCE, Action, Game, State

from .file import Setting, Study
from .watch import Watch

Row = dict[str, Any]
LIMIT = 100_000
"""Decisions after which a game counts as endless."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game: a setting, who plays, and its number."""

    key: str
    setting: int
    players: tuple[tuple[str, str], ...]
    pairing: str
    number: int

    def __str__(self) -> str:
        return f"game {self.number} of {self.pairing}"


class Table:
    """Plays the jobs of one study; this is what is sent to a worker, once."""

    def __init__(self, study: Study, settings: list[Setting]) -> None:
        self.settings, self.seed, self.record, self.paired = settings, study.seed, study.record, study.paired

    def job(self, setting: int, pairing: str, players: dict[str, str], number: int) -> Job:
        """The job with its key: a hash of everything that decides the game and what is written down of it."""
        s = self.settings[setting]
        what = [s.scenario, s.options, s.files, sorted(players.items()), self.record, self._seed(s, number)]
        key = hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]
        return Job(key, setting, tuple(players.items()), pairing, number)

    def _seed(self, s: Setting, number: int) -> str:
        return f"{self.seed}:{number}" if self.paired else f"{self.seed}:{s.variation}:{number}"

    def __call__(self, job: Job) -> Row:
        """Play it."""
        begin = time.perf_counter()
        setting = self.settings[job.setting]
        seed = self._seed(setting, job.number)
        s = setting.game().start()
        players = {side: opponent(level, s.game, side, seed) for side, level in job.players}
        watch = Watch(s, self.record)
        dice = keyed_dice(seed)
        decisions = 0
        while (actor := s.actor) is not None:
            if decisions >= LIMIT:
                raise RuntimeError(f"{setting.scenario}, {job}: the game did not end within {LIMIT} decisions")
            if actor == CHANCE:
                a = dice(s)
            else:
                a = bots.decide(players[actor], s).action
                watch.before(s, a)
            s.apply(a)
            watch.after(s)
            decisions += 1
        o = s.outcome
        if o is None:
            raise RuntimeError(f"{setting.scenario}, {job}: the game ended without an outcome")
        return {
            "key": job.key,
            "scenario": setting.scenario,
            "variation": setting.variation,
            "players": job.pairing,
            "game": job.number,
            "winner": o.winner,
            "level": o.level,
            "score": dict(o.score),
            "turn": s.turn,
            "decisions": decisions,
            "checksum": s.checksum(),
            **watch.end(s),
            "engine": engine(),
            "seconds": round(time.perf_counter() - begin, 3),
        }


def opponent(level: str, game: Game[Any], side: str, seed: str) -> bots.Bot[Any]:
    """The bot of a level without its deadline: it thinks in trials, so that a slow machine plays the same game."""
    row = None if ":" in level else bots.level(level, game)
    return bots.make(level, game, side, seed, replace(row.budget, seconds=0.0) if row and row.budget else None)


def keyed_dice(seed: str) -> Callable[[State], Action]:
    """Answers for chance by what is asked."""
    asked: Counter[str] = Counter()

    def answer(s: State) -> Action:
        what = f"{s.turn}:{s.choice!r}"
        asked[what] += 1
        return s.sample(Random(f"{seed}:{what}:{asked[what]}").randrange)

    return answer


@cache
def engine() -> str:
    """Short hash of the code and data that decide a game: rules, components and opponents."""
    digest = hashlib.sha256()
    for part in ("core", "games", "bots"):
        for path, content in sorted(_contents(files("sandtable") / part, part)):
            digest.update(path.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:12]


def _contents(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            found += _contents(entry, name) if entry.name != "__pycache__" else []
        elif entry.name.endswith((".py", ".toml", ".json")):
            found.append((name, entry.read_bytes().replace(b"\r\n", b"\n")))
    return found
