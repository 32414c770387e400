"""A game looked back on: the chance to win after every step, as the opponents judge positions, and where it swung."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sandtable.core import CHANCE, State
from sandtable.core.chance import Chance, total
from sandtable.session import Session

from .evaluate import Evaluator
from .levels import playbook

MOST_FACES = 36
DEEP = 1
"""So many dice after the first are looked through face by face."""


@dataclass(frozen=True)
class Point:
    """The chance of the first side after entry n, which was decided by a side or by chance."""

    n: int
    turn: int
    chance: float
    by: str


@dataclass(frozen=True)
class Swing:
    """How far the chance of the first side moved between two entries, by a die or by the decisions of a side."""

    first: int
    last: int
    turn: int
    by: str
    change: float


def curve(session: Session) -> list[Point]:
    """One point at the start, after every roll, and at the end of every stretch of a side's decisions.

    None for games whose positions nobody has learned to judge.
    """
    book = playbook(session.game)
    if book is None or not book.evaluator.weights:
        return []
    side = session.game.sides[0]
    entries = session.record.entries
    points = []
    for n in range(len(entries) + 1):
        now = entries[n - 1].actor if n else ""
        coming = entries[n].actor if n < len(entries) else ""
        if now == CHANCE or now != coming:
            s = session.states[n]
            points.append(Point(n, s.turn, round(value(book.evaluator, s, side), 3), now))
    return points


def value(evaluator: Evaluator[Any], s: State, side: str, deep: int = DEEP) -> float:
    """The chance of a side; where a die is about to fall, the mean of its faces, so that only the die itself is luck."""
    chance = s.choice
    if not isinstance(chance, Chance) or deep < 0:
        return evaluator.value(s, side)
    outcomes = chance.outcomes(s)
    if len(outcomes) > MOST_FACES:
        return evaluator.value(s, side)
    found = []
    for action, weight in outcomes:
        t = s.copy()
        t.apply(action)
        found.append((weight, value(evaluator, t, side, deep - 1)))
    return total(w * v for w, v in found) / sum(w for w, _ in found)


def swings(session: Session, points: list[Point], most: int = 4) -> list[Swing]:
    """The largest changes between neighbouring points, in their order."""
    entries = session.record.entries
    found = [
        Swing(a.n + 1, b.n, b.turn, entries[b.n - 1].actor, round(b.chance - a.chance, 3)) for a, b in pairwise(points)
    ]
    largest = sorted(found, key=lambda x: -abs(x.change))[:most]
    return sorted((x for x in largest if abs(x.change) >= 0.02), key=lambda x: x.last)
