"""[25.6] Ending the game by a ceasefire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Pick, Refusal, Roll, Step, bits, reason, refuse, say

from ..course.victory import finish
from ..state import ARAB, ISRAEL, SinaiState
from ..supply.judgement import fed
from ..terms import SIDES
from .agreement import OFFER, Agreement
from .amman import brigades_at

CEASEFIRE_AFTER = 3
"""[25.61] The same with a supplied brigade, for an Arab request."""
ALWAYS_AFTER = 20
"""[25.61] After this Game-Turn either player may ask."""
DECLARED_ON = 3
"""[25.62] A die of this or less ends the game."""


def may_ask(s: SinaiState, side: str) -> str:
    """[25.61] The reason for which the side may request a ceasefire now, or nothing."""
    game = s.game
    if s.turn > ALWAYS_AFTER:
        return say("after Game-Turn {turn} either player may ask", turn=ALWAYS_AFTER)
    if side == ARAB:
        if s.west_brigade_phases >= CEASEFIRE_AFTER and fed(s, brigades_at(s, game.egypt_west)):
            return say("a supplied Israeli brigade has been west of the Canal for three Movement Phases")
        if s.jordan_at_war and fed(s, s.within(game.of_side[ISRAEL], game.map.sets["amman_adjacent"])):
            return say("a supplied Israeli unit stands next to Amman")
        return ""
    east = bits(s.within(game.of_side[ARAB], game.map.sets["east_of_el_arish"]))
    if fed(s, sum(1 << u for u in east if game.nation[u] == "egypt")):
        return say("a supplied Egyptian unit stands east of El Arish")
    if fed(s, s.within(game.of_side[ARAB], game.map.sets["israel_1967"])):
        return say("a supplied Arab unit stands in pre-1967 Israel")
    return ""


@dataclass(frozen=True, slots=True)
class Ceasefire(Choice[SinaiState]):
    """[25.61, 25.62] At the start of a Game-Turn a player who may may ask for a ceasefire, or offer to end the game."""

    side: str

    rule = "25.62"
    verbs = ("decline", "ask", "offer")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        if why := may_ask(s, self.side):
            text = "You may ask for a ceasefire: {why}. You may also offer to end the game, or play on [25.61, 25.62]."
            return say(text, why=why)
        return say("Play on, or offer to end the game by agreement [25.61, 25.62].")

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("decline")
        if may_ask(s, self.side):
            yield Action("ask")
        yield Action("offer")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if may_ask(s, self.side) and pick(2):
            return Action("ask")
        return Action("offer") if pick(60) == 0 else Action("decline")

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "ask":
            return refuse("25.61", "{side^} may not ask for a ceasefire now.", side=SIDES[self.side])
        return self.not_now(s, a)

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "ask":
            return say("Ask for a ceasefire: declared on a die of 1 to {n}", n=DECLARED_ON)
        return OFFER if a.verb == "offer" else say("Play on")

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "ask":
            s.tell("25.62", "{side^} asks for a ceasefire.", side=SIDES[self.side], about="event")
            s.then(Roll("ceasefire"), Declared())
        elif a.verb == "offer":
            s.then(Agreement(self.side))


@dataclass(frozen=True, slots=True)
class Declared(Step[SinaiState]):
    """[25.62] One to three: the ceasefire is declared and the game ends."""

    def run(self, s: SinaiState) -> None:
        if s.die <= DECLARED_ON:
            finish(s, reason("25.62", "The ceasefire is declared."))
