"""[13.0, 23.42, 24.8, 25.92] Jordanian participation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Roll, Step, bits, say, watching

from ..state import ARAB, SinaiState
from ..supply.supply_unit import pull_back_supply_unit
from .command_control import march
from .nations import jordan_mobilized, syria_lost
from .participation import LAST_TURN

JOINS_ON = 4
"""[13.0] Jordan joins on this die or less."""
FULL_ENTRY = 4
"""[24.81] The number of ones that brings Jordan fully into the war."""


def declare_war(s: SinaiState, rule: str) -> None:
    """[13.31, 13.32, 13.33, 24.82] Jordan is at war: the border opens, zones work, the bridges go."""
    with watching(s):
        s.jordan_at_war = True
    if s.game.rules.trans_jordan == "after_entry":
        s.trans_jordan_open = True
    s.tell(rule, "Jordan enters the war.", about="event")
    if s.game.rules.bridges_blown:
        s.tell("13.33", "The bridges over the Jordan are destroyed.", about="event")
    pull_back_supply_unit(s)  # zones reach across the border now


def enters_by_itself(s: SinaiState) -> None:
    """[22.31, 23.42, 23.43, 23.61, 25.92] Entry that needs no die: from the start, on Game-Turn 5, or when mobilized."""
    entry = s.game.rules.jordan_entry
    if s.jordan_at_war or s.jordan_silent:
        return
    if entry == "start":
        declare_war(s, s.game.rule_of["jordan_entry"])
    elif entry == "die_then_turn_5" and s.turn > LAST_TURN:
        declare_war(s, "23.42")
    elif entry == "when_mobilized" and jordan_mobilized(s):
        declare_war(s, "25.92")


@dataclass(frozen=True, slots=True)
class Participation(Step[SinaiState]):
    """[4.2, 13.0, 13.1, 24.83] The Jordanian Participation Phase, while it is held."""

    def phase(self) -> str:
        return "arab-jordan"

    def run(self, s: SinaiState) -> None:
        entry = s.game.rules.jordan_entry
        syria_lost(s)
        if s.jordan_at_war or s.jordan_silent:
            return
        if entry in ("die", "die_then_turn_5") and s.turn <= LAST_TURN:
            s.then(Roll("Jordanian participation"), Joins())
        elif entry == "ones" and jordan_mobilized(s):
            s.then(Roll("Jordanian participation"), Ones())


@dataclass(frozen=True, slots=True)
class Joins(Step[SinaiState]):
    """[13.0] One to four: Jordan joins the war."""

    def phase(self) -> str:
        return "arab-jordan"

    def run(self, s: SinaiState) -> None:
        if s.die <= JOINS_ON:
            declare_war(s, "13.0")
        else:
            s.tell("13.0", "Jordan stays out of the war for now.", about="event")


@dataclass(frozen=True, slots=True)
class Ones(Step[SinaiState]):
    """[24.81] Every one on the die draws Jordan further in."""

    def phase(self) -> str:
        return "arab-jordan"

    def run(self, s: SinaiState) -> None:
        if s.die != 1:
            return
        s.ones += 1
        if s.ones >= FULL_ENTRY:
            declare_war(s, "24.81")
        elif SendToSyria().candidates(s):
            s.then(SendToSyria())


@dataclass(frozen=True, slots=True)
class SendToSyria(Choice[SinaiState]):
    """[24.81] The Arab Player sends an armored unit (the third time a mechanized one) to Syria."""

    rule = "24.81"
    verbs = ("send",)

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        if s.ones < 3:
            return say("Send a Jordanian armored unit to Syria [24.81].")
        return say("Send a Jordanian mechanized unit to Syria [24.81].")

    def candidates(self, s: SinaiState) -> list[int]:
        game = s.game
        wanted = "arm" if s.ones < 3 else "mech"
        units = game.of_front["jordan"] & s.units_of(ARAB) & ~s.sent
        return [u for u in bits(units) if game.roster[u].type == wanted]

    def options(self, s: SinaiState) -> Iterator[Action]:
        for u in self.candidates(s):
            yield Action("send", (s.game.roster.names[u],))

    def label(self, s: SinaiState, a: Action) -> str:
        return say("Send {unit} to Syria", unit=s.game.name_of(s.game.parts(a).unit))

    def apply(self, s: SinaiState, a: Action) -> None:
        u = s.game.parts(a).unit
        s.sent |= 1 << u
        s.tell("24.81", "{unit} is sent to Syria.", unit=s.game.name_of(u), at=(s.loc[u],), about="event")


def march_to_syria(s: SinaiState) -> int:
    """[24.81] Units sent to Syria go there by the quickest way; that is their move (ruling SN-36). Returns them."""
    game = s.game
    if s.jordan_at_war or s.jordan_silent:
        return 0
    marching = s.within(s.sent, game.home["jordan"])
    for u in bits(marching):
        march(s, u, game.home["syria"], leave=False)
    return marching
