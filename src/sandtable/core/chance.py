"""Dice and draws: decisions that chance takes.

The state holds no generator. A session answers from a seeded stream, a test from a list, search expands the faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from .actions import Action, Refusal, refuse
from .agenda import CHANCE, Choice, Pick, S
from .sentences import row, say

if TYPE_CHECKING:
    from .state import State


class Chance(Choice[S]):
    """A decision of chance: `outcomes` gives every action with its weight."""

    __slots__ = ()

    def outcomes(self, s: S) -> tuple[tuple[Action, int], ...]:
        raise NotImplementedError

    def actor(self, s: S) -> str:
        return CHANCE

    def roller(self, s: S) -> str:
        """With table dice: the side that may answer and see the outcomes; empty when anybody may."""
        return ""

    def options(self, s: S) -> Iterator[Action]:
        return (a for a, _ in self.outcomes(s))

    def sample(self, s: S, pick: Pick) -> Action:
        outcomes = self.outcomes(s)
        k = pick(sum(w for _, w in outcomes))
        for a, w in outcomes:
            k -= w
            if k < 0:
                return a
        raise AssertionError("pick returned a number out of range")


class Luck(Protocol):
    """A random generator, as far as anybody who imagines hidden things needs one."""

    def random(self) -> float: ...
    def randrange(self, n: int, /) -> int: ...
    def randint(self, low: int, high: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...


class Still:
    """Stands in for a random generator where nothing may be left to chance: always the first of whatever there is."""

    def random(self) -> float:
        return 0.0

    def randrange(self, n: int) -> int:
        return 0

    def randint(self, low: int, high: int) -> int:
        return low

    def shuffle(self, x: list[Any]) -> None:
        pass


def total(values: Iterable[float]) -> float:
    """A sum of chances or worths from left to right. Python's own adds floats with compensation from 3.12 on: it is for ints
    only, so that the same game is played everywhere."""
    t = 0.0
    for x in values:
        t += x
    return t


@cache
def _faces(count: int, faces: int) -> tuple[tuple[Action, int], ...]:
    numbers = [str(n) for n in range(1, faces + 1)]
    return tuple((Action("roll", roll), 1) for roll in product(numbers, repeat=count))


@dataclass(frozen=True, slots=True)
class Roll(Chance["State"]):
    """A roll of one or more dice; the result is in `s.dice` (and the first of them in `s.die`) for the next frame."""

    verbs = ("roll",)
    purpose: str
    count: int = 1
    faces: int = 6

    def outcomes(self, s: State) -> tuple[tuple[Action, int], ...]:
        return _faces(self.count, self.faces)

    def sample(self, s: State, pick: Pick) -> Action:
        rolls = self.outcomes(s)
        return rolls[pick(len(rolls))][0]

    def prompt(self, s: State) -> str:
        if self.count == 1:
            return say("Roll one die: {purpose}.", purpose=self.purpose)
        return say("Roll {count} dice: {purpose}.", count=self.count, purpose=self.purpose)

    def check(self, s: State, a: Action) -> Refusal | None:
        good = a.verb == "roll" and len(a.args) == self.count
        if good and all(n.isascii() and n.isdigit() and 1 <= int(n) <= self.faces for n in a.args):
            return None
        text = "“{action}” is no roll; say roll and {count} {count#number|numbers} from 1 to {faces}."
        return refuse((), text, action=str(a), count=self.count, faces=self.faces)

    def read(self, s: State, a: Action) -> Action:
        """`3` alone is a roll too."""
        return Action("roll", (a.verb, *a.args)) if a.verb.isdigit() else a

    def apply(self, s: State, a: Action) -> None:
        s.dice = tuple(int(n) for n in a.args)
        if s.told:
            s.tell("", "{purpose^}: rolled {dice}", purpose=self.purpose, dice=row(", ", a.args), about="roll")


@dataclass(frozen=True, slots=True)
class Draw(Chance["State"]):
    """A draw of one thing among `names` (a name given twice is twice as likely); the result is in `s.drawn`."""

    verbs = ("draw",)
    purpose: str
    names: tuple[str, ...]

    def outcomes(self, s: State) -> tuple[tuple[Action, int], ...]:
        return tuple((Action("draw", (n,)), self.names.count(n)) for n in dict.fromkeys(self.names))

    def prompt(self, s: State) -> str:
        return say("Draw: {purpose}.", purpose=self.purpose)

    def apply(self, s: State, a: Action) -> None:
        s.drawn = a.args[0]
