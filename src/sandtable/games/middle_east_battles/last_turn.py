"""[9.2] The end of Suez '56: stop after turn 6, or write down a later turn in secret and pay for every turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import Action, Step, say

from .state import SuezState
from .victory import award, determine_winner
from .wording import Decision

HISTORIC_END, LAST_POSSIBLE = 6, 12


@dataclass(frozen=True, slots=True)
class StopOrGoOn(Decision[SuezState]):
    """[9.2] After turn 6 the Anglo-French player ends the battle or goes on, openly [ruling ME-39]."""

    verbs: ClassVar[tuple[str, ...]] = ("stop", "continue")

    def actor(self, s: SuezState) -> str:
        return s.game.west

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("9.2",)

    def prompt(self, s: SuezState) -> str:
        return say("Stop now, or fight on. Each further turn gives Egypt a die plus 1 in victory points [9.2].")

    def options(self, s: SuezState) -> Iterator[Action]:
        yield Action("stop")
        yield Action("continue")

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "stop":
            determine_winner(s)
        else:
            s.tell("9.2", "The Anglo-French player goes on and writes down the last turn.", about="event")
            s.then(WriteLastTurn())


@dataclass(frozen=True, slots=True)
class WriteLastTurn(Decision[SuezState]):
    """[9.2] The number of the last turn, 7 to 12, written out of the Egyptian player's sight."""

    verbs: ClassVar[tuple[str, ...]] = ("write",)

    def actor(self, s: SuezState) -> str:
        return s.game.west

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("9.2",)

    def secret_from(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.egypt,)

    def prompt(self, s: SuezState) -> str:
        return say("Choose your last turn in secret, 7 to 12. Egypt does not see it [9.2].")

    def options(self, s: SuezState) -> Iterator[Action]:
        for turn in range(HISTORIC_END + 1, LAST_POSSIBLE + 1):
            yield Action("write", (str(turn),))

    def apply(self, s: SuezState, a: Action) -> None:
        s.last_turn = s.game.parts(a).amounts[0]


@dataclass(frozen=True, slots=True)
class Pressure(Step[SuezState]):
    """[9.2, 9.8] Each continuation turn gives Egypt a die plus one; on the written turn the battle ends."""

    def run(self, s: SuezState) -> None:
        award(s, s.game.egypt, 2 * (s.die + 1), "9.2", "World pressure on turn {turn}", turn=s.turn)
        if s.turn >= s.last_turn:
            s.tell("9.2", "The number written down was {turn}.", turn=s.last_turn, about="end")
            determine_winner(s)
