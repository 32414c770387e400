"""What a position is worth: features weighed into a chance to win, and how the weights are fitted and checked.

A title brings an `Evaluator`: features that are about 0 to 1, seen by its first side, each with its meaning. Every feature has three
weights: plain, one that fades with the turns, and one for when the first side is about to move. They are fitted by
logistic regression to who won (a draw counts half) and kept in the title's `weights.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import mul
from pathlib import Path
from typing import Generic, TypeVar

from sandtable.core import State, total

Features = dict[str, float]
Vector = list[float]
EMPTY = (0.0, 0.0, 0.0)
S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Evaluator(Generic[S]):
    """The knowledge of a title: what to look at, and what it weighs."""

    meaning: Mapping[str, str]
    """Every feature and what it says, in a sentence."""
    features: Callable[[S], Features]
    clock: Callable[[S], float]
    """The share of the game still to play."""
    mover: Callable[[S], str]
    """Whose stretch of play it is."""
    weights: Mapping[str, Sequence[float]]

    def value(self, s: S, side: str) -> float:
        """The chance of a side, from 0 to 1."""
        sides = s.game.sides
        o = s.outcome
        if o is not None:
            return 0.5 if o.winner is None else float(o.winner == side)
        p = self.chance(self.features(s), self.clock(s), self.mover(s) == sides[0])
        return p if side == sides[0] else 1.0 - p

    def chance(self, found: Features, clock: float, first: bool) -> float:
        """The chance of the first side."""
        vector = vector_of(("", *self.meaning), found, clock, first)
        flat = [w for name in ("", *self.meaning) for w in self.weights.get(name, EMPTY)]
        return sigmoid(total(map(mul, vector, flat)))


def vector_of(names: Sequence[str], found: Features, clock: float, first: bool) -> Vector:
    """Three numbers for each feature; the empty name is the constant."""
    vector: Vector = []
    for name in names:
        v = found[name] if name else 1.0
        vector += (v, v * clock, v if first else 0.0)
    return vector


def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, x))))


def read_weights(path: Path) -> dict[str, tuple[float, ...]]:
    """The weights of a title, by feature; none before its first fit."""
    if not path.exists():
        return {}
    blocks = tomllib.loads(path.read_text(encoding="utf-8")).get("feature", [])
    return {b["name"]: (b["weight"], b["fades"], b["moving"]) for b in blocks}


def head(by: str, how: Mapping[str, str | int | float]) -> list[str]:
    """The first lines of a file that was fitted: what wrote it, and how."""
    said = [f'{k} = "{v}"' if isinstance(v, str) else f"{k} = {v}" for k, v in how.items()]
    return [f"# Written by {by}.", "[fit]", *said]


def write_weights(path: Path, how: Mapping[str, str | int | float], meaning: Mapping[str, str], flat: Vector) -> None:
    """Write a fit down: how it was made, then every weight with its meaning."""
    lines = head("`sandtable train`. The constant has an empty name", how)
    for i, (name, text) in enumerate({"": "The constant.", **meaning}.items()):
        plain, fades, moving = (round(w, 4) for w in flat[3 * i : 3 * i + 3])
        lines += ["", "[[feature]]", f'name = "{name}"', f'meaning = "{text}"']
        lines += [f"weight = {plain}", f"fades = {fades}", f"moving = {moving}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


# fitting --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Row:
    """A position of a game that was played: its features, and how the first side fared (1, 0.5 or 0)."""

    game: int
    turn: int
    vector: Vector
    result: float


def fit(rows: Sequence[Row], ridge: float = 2.0, steps: int = 300) -> Vector:
    """Logistic regression by accelerated gradient descent; `ridge` keeps the weights small."""
    n, d = len(rows), len(rows[0].vector)
    columns = list(zip(*(r.vector for r in rows), strict=True))
    scale = [max(1e-6, sum(x * x for x in c) / n) ** 0.5 for c in columns]
    scaled = [[x / k for x, k in zip(r.vector, scale, strict=True)] for r in rows]
    columns = list(zip(*scaled, strict=True))
    w, ahead, rate = [0.0] * d, [0.0] * d, 8.0 / d
    for step in range(steps):
        errors = [sigmoid(sum(map(mul, x, ahead))) - r.result for x, r in zip(scaled, rows, strict=True)]
        slope = [(sum(map(mul, c, errors)) + ridge * a) / n for c, a in zip(columns, ahead, strict=True)]
        new = [a - rate * g for a, g in zip(ahead, slope, strict=True)]
        momentum = step / (step + 3)
        ahead = [b + momentum * (b - a) for a, b in zip(w, new, strict=True)]
        w = new
    return [x / k for x, k in zip(w, scale, strict=True)]


def log_loss(chances: Sequence[float], results: Sequence[float]) -> float:
    """The mean surprise; less is better."""
    cut = [min(1 - 1e-6, max(1e-6, p)) for p in chances]
    return -sum(y * log(p) + (1 - y) * log(1 - p) for p, y in zip(cut, results, strict=True)) / len(cut)


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a fit is, on games it has not seen."""

    loss: float
    constant: float
    """The loss of always saying the mean."""
    deciles: tuple[tuple[float, float, int], ...]
    """What was said, what happened, in how many positions; by tenths of what was said."""
    turns: tuple[tuple[int, float, float, int], ...]
    """The same by turn: turn, log-loss, constant, positions."""


def quality(weights: Vector, rows: Sequence[Row], mean: float) -> Quality:
    return judged([sigmoid(sum(map(mul, r.vector, weights))) for r in rows], rows, mean)


def judged(chances: Sequence[float], rows: Sequence[Row], mean: float) -> Quality:
    """How good it was to say this of these positions."""
    results = [r.result for r in rows]
    pairs = list(zip(chances, results, strict=True))
    deciles = []
    for k in range(10):
        here = [(p, y) for p, y in pairs if min(9, int(10 * p)) == k]
        if here:
            deciles.append((sum(p for p, _ in here) / len(here), sum(y for _, y in here) / len(here), len(here)))
    turns = []
    for turn in sorted({r.turn for r in rows}):
        some = [i for i, r in enumerate(rows) if r.turn == turn]
        ys = [results[i] for i in some]
        turns.append((turn, log_loss([chances[i] for i in some], ys), log_loss([mean] * len(ys), ys), len(some)))
    return Quality(log_loss(chances, results), log_loss([mean] * len(results), results), tuple(deciles), tuple(turns))
