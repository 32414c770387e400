"""[7.9] Carrying out a combat result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import Action, Refusal, Step, UnitId, Units, bits, refuse, say
from sandtable.core.facts import DetailsFacts

from .advance import Advances
from .retreat import Retreats
from .state import BattleState
from .strength import BARRAGE_RESULTS, Attack
from .victory import eliminate
from .wording import Decision

WORDS = {
    "A1": say("attacker retreats one hex"),
    "D1": say("defender retreats one hex"),
    "D2": say("defender retreats two hexes"),
    "D3": say("defender retreats three hexes"),
    "D4": say("defender retreats four hexes"),
    "BR": say("both retreat one hex"),
    "AE": say("attacker eliminated"),
    "DE": say("defender eliminated"),
    "EX": say("exchange"),
    "AX": say("defender retreats, attacker loses as much"),
}


def carry_out(s: BattleState, attack: Attack, result: str) -> None:
    """[7.9, 8.5, 8.6] Put the consequences on the agenda, in the order the rule gives them [ruling ME-15] [ruling ME-16]."""
    game = s.game
    defenders, beside = attack.defenders(s), attack.beside(s)
    side, enemy = attack.side, game.enemy_of(attack.side)
    s.paths = ()
    spared = attack.is_pure_barrage(s) and result not in BARRAGE_RESULTS  # the defender feels nothing [8.6]
    price = sum(game.defence[u] for u in bits(defenders))
    if spared and not (beside and result in ("A1", "BR", "AE")):
        s.tell("8.6", "No effect: only DE, D2, D3 and D4 count in a barrage.", about="result")
    match result:
        case "D1" | "D2" | "D3" | "D4":
            if not spared:
                s.then(Retreats(enemy, defenders, int(result[1])), Advances(side, beside))
        case "A1":
            s.then(AttackerRetreats(side, beside, True), Advances(enemy, defenders))
        case "BR":
            s.then(Retreats(enemy, 0 if spared else defenders, 1), AttackerRetreats(side, beside, False))
        case "AE":
            remove(s, beside, say("the attackers are eliminated"))
            s.then(Advances(enemy, defenders))
        case "DE":
            remove(s, defenders, say("the defenders are eliminated"))
            s.then(Advances(side, beside))
        case "EX":
            remove(s, defenders, say("an exchange"))
            s.then(Exchange(side, beside, price), Advances(side, beside))
        case "AX":
            s.then(Retreats(enemy, defenders, 1), Exchange(side, beside, price), Advances(side, beside))


def remove(s: BattleState, units: Units, why: str) -> None:
    """[7.9, 7.15] Eliminate units where they stand; the hexes they leave can be advanced into."""
    for u in sorted(bits(units)):
        s.paths = (*s.paths, (s.loc[u],))
        eliminate(s, u, "7.9", why)


@dataclass(frozen=True, slots=True)
class AttackerRetreats(Step[BattleState]):
    """[7.9, 9.11, 9.12, 9.13, 9.14, 10.10] The adjacent attackers retreat; on A1 alone units just landed or crossed die [ruling ME-18]."""

    side: str
    units: Units
    is_a1: bool

    def run(self, s: BattleState) -> None:
        lost = self.units & (s.landed | s.crossed) if self.is_a1 else 0
        remove(s, lost, say("it has landed or crossed in this player turn and cannot retreat"))
        s.then(Retreats(self.side, self.units & ~lost, 1))


@dataclass(frozen=True, slots=True)
class Exchange(Step[BattleState]):
    """[7.9] The attacker gives up adjacent units of at least the defenders' printed strength [ruling ME-01]."""

    side: str
    units: Units
    price: int

    def run(self, s: BattleState) -> None:
        if self.price <= 0:
            return
        if has_choice(s, self.units, self.price):
            s.then(ChooseLosses(self.side, self.units, self.price))
            return
        for u in sorted(bits(all_lost(s, self.units, self.price))):
            eliminate(s, u, "7.9", say("the price of an exchange"))


def has_choice(s: BattleState, units: Units, price: int) -> bool:
    """[7.9] Some of the units would be enough, so that their owner chooses."""
    return units.bit_count() > 1 and sum(s.game.attack[u] for u in bits(units)) > price


def all_lost(s: BattleState, units: Units, price: int) -> Units:
    """[7.9] Without a choice all are lost; units without strength only while the price is not paid [ruling ME-01]."""
    worth = sum(s.game.attack[u] for u in bits(units))
    return sum(1 << u for u in bits(units) if s.game.attack[u] or worth < price)


@dataclass(frozen=True, slots=True)
class ChooseLosses(Decision[BattleState]):
    """[7.9] The attacker chooses his losses one by one until the price is paid."""

    verbs: ClassVar[tuple[str, ...]] = ("lose",)
    side: str
    units: Units
    price: int

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.9",)

    def prompt(self, s: BattleState) -> str:
        text = "An exchange: choose your units to lose, {n} strength {n#point|points} or more [7.9]."
        return say(text, n=self.price)

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            if s.game.attack[u] > 0:
                yield Action("lose", (s.game.name_of(u),))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a in list(self.options(s)):
            return None
        if a.verb != "lose":
            return self.not_now(s, a)
        return refuse("7.9", "Losses are taken from the adjacent attackers: {units}.", units=s.names(self.units))

    def lost_with(self, s: BattleState, u: UnitId) -> Units:
        """[7.9] The attackers that are lost as well when this one does not pay and no choice is left."""
        rest, price = self.units & ~(1 << u), self.price - s.game.attack[u]
        return 0 if price <= 0 or has_choice(s, rest, price) else all_lost(s, rest, price)

    def label(self, s: BattleState, a: Action) -> str:
        u = s.game.parts(a).unit
        rest = self.lost_with(s, u)
        if not rest:
            return Decision.label(self, s, a)
        lost = rest | 1 << u
        worth = sum(s.game.attack[v] for v in bits(lost))
        return say("Give up {units}: {worth} for the {price} owed", units=s.names(lost), worth=worth, price=self.price)

    def details(self, s: BattleState, a: Action) -> DetailsFacts:
        """What the choice costs in all."""
        u = s.game.parts(a).unit
        rest = self.lost_with(s, u) if u >= 0 else 0
        if not rest:
            return {}
        text = "{unit} alone does not pay {price}: {units} will be lost as well."
        return {"warning": say(text, unit=s.game.name_of(u), price=self.price, units=s.names(rest))}

    def apply(self, s: BattleState, a: Action) -> None:
        u = s.game.parts(a).unit
        eliminate(s, u, "7.9", say("the price of an exchange"))
        s.then(Exchange(self.side, self.units & ~(1 << u), self.price - s.game.attack[u]))
