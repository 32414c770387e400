"""Two ways on from one position, judged by the same evaluator over the same dice: how much better is one, and how sure is that?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final, TypeVar

from sandtable.core import CHANCE, Action, State

from .levels import BEST, level, make, playbook
from .search import Rehearsal

MOST: Final = 60
"""Trials that are enough."""
SURE: Final = 2.0
"""Standard errors by which a difference must stand out before it is called one."""
ENOUGH: Final = 6
"""Trials below which nothing is called sure."""
Way = tuple[Action, ...]
S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Judged:
    """The chances to win after either way, the second minus the first, and the standard error of that."""

    trials: int
    chances: tuple[float, float]
    error: float

    @property
    def difference(self) -> float:
        return self.chances[1] - self.chances[0]

    @property
    def sure(self) -> bool:
        return self.trials >= ENOUGH and abs(self.difference) > SURE * self.error


@dataclass(frozen=True)
class Instead:
    """What the strongest level would have decided, up to the next die or the other side's decision."""

    level: str
    way: Way
    reason: str


class Trials(Rehearsal[S]):
    """Trials of ways that are given, instead of postures."""

    def after(self, way: Way, k: int) -> float:
        """The chance after these actions, with trial k of the dice, the guess at what is hidden, and the replies."""
        game = self.s.game
        s = game.sample_hidden(self.s, self.side, Random(f"{self.key}:{k}:hidden")) if game.hidden else self.s.copy()
        for action in way:
            if s.check(action) is None:
                s.apply(action)
        return self._play(s, {x: self._reply(x, k) for x in game.sides}, k)


def compare(s: State, side: str, first: Way, second: Way, seconds: float = 0.0, most: int = MOST) -> Judged | None:
    """Judge both ways for the side; None where nobody knows what a position of this game is worth."""
    book = playbook(s.game)
    if book is None or not book.evaluator.weights:
        return None
    end = time.monotonic() + seconds if seconds else 0.0
    trials = Trials(book, s, side, Random(f"compare {s.turn} {first} {second}"), 0.0)
    pairs: list[tuple[float, float]] = []
    while len(pairs) < most and not (pairs and end and time.monotonic() > end):
        k = len(pairs)
        pairs.append((trials.after(first, k), trials.after(second, k)))
    n = len(pairs)
    means = sum(a for a, _ in pairs) / n, sum(b for _, b in pairs) / n
    spread = sum((b - a - (means[1] - means[0])) ** 2 for a, b in pairs)
    return Judged(n, means, sqrt(spread / (n - 1) / n) if n > 1 else 1.0)


def instead(s: State, side: str, seconds: float = 0.0) -> Instead:
    """What the strongest level does from here on, until somebody else or a die decides."""
    strongest = level(BEST, s.game).name
    bot = make(BEST, s.game, side, "instead", seconds=seconds)
    t = s.copy()
    way: list[Action] = []
    reason = ""
    while t.actor == side and t.actor != CHANCE and len(way) < MOST:
        found = bot.decide(t)
        reason = reason or found.reason
        way.append(found.action)
        t.apply(found.action)
    return Instead(strongest, tuple(way), reason)


def played(actions: Sequence[str]) -> Way:
    """Actions as they stand in a record."""
    return tuple(Action.read(a) for a in actions)
