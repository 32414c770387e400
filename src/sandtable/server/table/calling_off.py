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

    def count(self, s: State, text: str) -> None:
        """The decision that has been made in this position."""
        if _takes_back(s, text):
            self.counts[s.turn, str(s.actor)] += 1

    def must_be_few(self, s: State, text: str) -> None:
        """IllegalAction when there have been too many, and something else can be done."""
        if self._too_many(s, text):
            told = "{n} choices were called off in this turn, and no more can be: go on with this one, or undo it."
            raise IllegalAction(text, Refusal((), told.format(n=MOST)))

    def instead(self, s: State, text: str) -> str:
        """What a bot does that calls off too often: the first thing that goes on."""
        if not self._too_many(s, text):
            return text
        return next(str(a) for a in s.options() if not s.takes_back(a))

    def _too_many(self, s: State, text: str) -> bool:
        if self.counts[s.turn, str(s.actor)] < MOST or not _takes_back(s, text):
            return False
        return any(not s.takes_back(Action(verb)) for verb in s.words())


def _takes_back(s: State, text: str) -> bool:
    return s.takes_back(Action.read(text.lower()))
