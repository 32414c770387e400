"""What games teach about the weights of a mood in Across Suez: all are strayed at once, and who wins says which should be more or less.

    python -m sandtable.studies.lessons TITLE GAMES [SEED] [PROCESSES]

Every game draws, for one side or both and for the first three turns and the later ones apart, how many steps each weight is off
(`bots/across_suez/lessons.py`). The results are laid on these numbers by a ridge regression: a thousand games tell the effect of
thirty weights to about a hundredth of a game each, where thirty games of one change tell nothing. The lesson is a walk of some
length along what was found. It is written to `lessons-EDITION.toml` beside the postures.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import sandtable
from sandtable import bots
from sandtable.bots.across_suez import lessons as taught
from sandtable.bots.across_suez.lessons import ADDED, FACTORS, Lesson
from sandtable.bots.across_suez.postures import lectured
from sandtable.bots.evaluate import head
from sandtable.core import Game
from sandtable.games.across_suez.state import SuezState

from . import pool

Array = Any
SPREAD, PRIOR, WALK, MOST = 0.85, 0.015, 1.8, 1.5
"""Steps that weights stray; the effect of a step that is expected; the length of the walk, and of its part along one weight."""
STAGES = (3, 7)
ISRAEL = ("crossing", "bridge", "guards", "escort", "gather", "siege", "clear", "ferry", "care")
EGYPT = ("block", "harry", "plug", "hunt")
WEIGHTS = {
    side: tuple(w for w in (*FACTORS, *ADDED) if w not in others)
    for side, others in (("israel", EGYPT), ("egypt", ISRAEL))
}
ANCHOR = 0.6
"""The share of the opponents that are the anchor; the others are exploiters."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game."""

    title: str
    seed: int


@dataclass(frozen=True, slots=True)
class Row:
    """One side of a game: against whom, how far its weights had strayed, and how it fared."""

    side: str
    kind: str
    strayed: tuple[float, ...]
    score: float


class Pupil(bots.Bot[SuezState]):
    """Follows the rule of thumb, its weights strayed."""

    def __init__(self, game: Game[SuezState], side: str, rng: Random, lessons: Sequence[Lesson], instead: bool) -> None:
        super().__init__(game, side, rng)
        book = bots.playbook(game)
        assert book
        self.book, self.lessons, self.instead, self.turn = book, lessons, instead, 0
        self.carrier: bots.Bot[SuezState] | None = None

    def decide(self, s: SuezState) -> bots.Decision:
        if self.carrier is None or s.turn != self.turn:
            self.turn = s.turn
            posture = self.book.posture(self.side, self.book.doctrine(s, self.side))
            if self.instead and posture.instead:
                posture = self.book.posture(self.side, posture.instead)
            self.carrier = lectured(self.lessons, s, posture).make(self.game, self.side, self.rng)
        return self.carrier.decide(s)


def play(job: Job) -> list[Row]:
    """One game; a row for every side whose weights had strayed."""
    game: Game[Any] = sandtable.load(job.title)
    book = bots.playbook(game)
    assert book
    rng = Random(f"lessons:{job.title}:{job.seed}")
    pupils = rng.choice((("israel",), ("egypt",), ("israel", "egypt")))
    players: dict[str, bots.Bot[Any]] = {}
    kinds: dict[str, str] = {}
    strayed: dict[str, tuple[float, ...]] = {}
    for side in game.sides:
        if side in pupils:
            strayed[side] = tuple(rng.gauss(0.0, SPREAD) for _ in STAGES for _ in WEIGHTS[side])
            instead = side == "egypt" and rng.random() < 0.5
            players[side] = Pupil(game, side, rng, lessons_of(side, strayed[side]), instead)
            kinds[side] = f"pupil {instead}"
        else:
            names = ["greedy", *(f"posture:{p.name}" for p in book.exploiters if p.side == side)]
            kinds[side] = names[0] if rng.random() < ANCHOR else rng.choice(names)
            players[side] = bots.make(kinds[side], game, side, job.seed)
    s, _ = bots.play_out(game.start(), players, Random(f"{job.seed}:dice"))
    first, second = game.sides
    against = {first: kinds[second], second: kinds[first]}
    return [Row(x, f"{kinds[x]} {against[x]}", strayed[x], float(s.outcome.winner == x)) for x in pupils]


def lessons_of(side: str, steps: Sequence[float]) -> tuple[Lesson, ...]:
    names = WEIGHTS[side]
    return tuple(
        Lesson(side, until, dict(zip(names, steps[i * len(names) :], strict=False))) for i, until in enumerate(STAGES)
    )


def effects(rows: Sequence[Row]) -> tuple[Array, Array]:
    """What a step of each weight brings, and the error of that; the kinds of game are taken out."""
    kinds = sorted({r.kind for r in rows})
    mean = {k: float(np.mean([r.score for r in rows if r.kind == k] + [0.5])) for k in kinds}
    x = np.array([r.strayed for r in rows])
    y = np.array([r.score - mean[r.kind] for r in rows])
    covariance = np.linalg.inv(x.T @ x / max(0.05, float(y.var())) + np.eye(x.shape[1]) / PRIOR**2)
    return covariance @ x.T @ y / max(0.05, float(y.var())), np.sqrt(np.diag(covariance))


def walk(side: str, found: Array) -> tuple[float, ...]:
    """So far along the effects; weights that are nothing as they stand cannot be less."""
    names = WEIGHTS[side] * len(STAGES)
    useful = np.array([0.0 if n in ADDED and n != "gather" and e < 0 else e for n, e in zip(names, found, strict=True)])
    length = float(np.sqrt((useful**2).sum())) or 1.0
    return tuple(round(float(np.clip(WALK * e / length, -MOST, MOST)), 2) for e in useful)


def write(path: Path, how: Mapping[str, str | int], found: Sequence[Lesson]) -> None:
    lines = head("`python -m sandtable.studies.lessons`", how)
    for lesson in found:
        by = ", ".join(f"{k} = {v}" for k, v in lesson.by.items() if abs(v) >= 0.05)
        lines += ["", "[[lesson]]", f'side = "{lesson.side}"', f"until = {lesson.until}", f"by = {{ {by} }}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    title, games = sys.argv[1], int(sys.argv[2])
    seed, processes = (int(x) for x in (*sys.argv[3:5], *("1", str(pool.cores()))[len(sys.argv) - 3 :]))
    rows = [r for some in pool.run(play, [Job(title, seed + k) for k in range(games)], processes) for r in some]
    found: list[Lesson] = []
    for side in WEIGHTS:
        effect, error = effects([r for r in rows if r.side == side])
        for name, e, se in zip(WEIGHTS[side] * len(STAGES), effect, error, strict=True):
            print(f"{side:8}{name:10}{e:+.3f} +- {se:.3f}")
        found += lessons_of(side, walk(side, effect))
    game: Any = sandtable.load(title)
    write(taught.file_of(game.edition.id), {"title": title, "games": games, "seed": seed}, found)


if __name__ == "__main__":
    main()
