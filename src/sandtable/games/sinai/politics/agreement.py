"""[25.61] Ending the game by mutual consent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Pick, reason, say

from ..course.victory import finish
from ..state import SinaiState, other

OFFER = say("Offer to end the game by agreement")
SELDOM = 500
"""Random play offers an agreement about once in so many decisions ..."""
RARELY = 20
"""... and accepts one in so many."""


def sometimes_offer(s: SinaiState, pick: Pick) -> bool:
    return s.game.rules.ceasefire and pick(SELDOM) == 0


@dataclass(frozen=True, slots=True)
class Agreement(Choice[SinaiState]):
    """[25.61] The game may be ended at any time by mutual consent."""

    offered_by: str

    rule = "25.61"
    verbs = ("decline", "accept")

    def actor(self, s: SinaiState) -> str:
        return other(self.offered_by)

    def prompt(self, s: SinaiState) -> str:
        return say("The other side offers to end the game now. Accept, or play on [25.61].")

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("decline")
        yield Action("accept")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        return Action("decline") if pick(RARELY) else Action("accept")

    def label(self, s: SinaiState, a: Action) -> str:
        return say("Agree to end the game") if a.verb == "accept" else say("Play on")

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "accept":
            finish(s, reason("25.61", "The players agree to end the game."))
