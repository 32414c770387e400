"""What is begun and called off again: so often in a turn and no more, so that nobody, bots included, holds a game up for ever."""

from __future__ import annotations

from collections import Counter
from typing import Final

from sandtable.core import Action, IllegalAction, Refusal, State

MOST: Final = 300


class CallingOff:
    """By turn and side: how many decisions have only taken back something of themselves (cancel, without)."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[int, str]] = Counter()

    def count(self, s: State, a: Action) -> None:
        """The decision that is made in this position."""
        if s.takes_back(a):
            self.counts[s.turn, str(s.actor)] += 1

    def must_be_few(self, s: State, a: Action) -> None:
        """IllegalAction when there have been too many, and something else can be done."""
        if self._too_many(s, a):
            told = "{n} choices were called off in this turn, and no more can be: go on with this one, or undo it."
            raise IllegalAction(str(a), Refusal((), told.format(n=MOST)))

    def instead(self, s: State, a: Action) -> Action:
        """What a bot does that calls off too often: the first thing that goes on."""
        return next(x for x in s.options() if not s.takes_back(x)) if self._too_many(s, a) else a

    def _too_many(self, s: State, a: Action) -> bool:
        if self.counts[s.turn, str(s.actor)] < MOST or not s.takes_back(a):
            return False
        return any(not s.takes_back(Action(verb)) for verb in s.words())
