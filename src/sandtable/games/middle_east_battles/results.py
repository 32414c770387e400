"""[7.9] Carrying out a combat result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Refusal, Step, Units, bits

from .advance import Advances
from .retreat import Retreats
from .state import BattleState
from .strength import BARRAGE_RESULTS, Attack
from .victory import eliminate
from .wording import Decision

WORDS = {
    "A1": "attacker retreats one hex",
    "D1": "defender retreats one hex",
    "D2": "defender retreats two hexes",
    "D3": "defender retreats three hexes",
    "D4": "defender retreats four hexes",
    "BR": "both retreat one hex",
    "AE": "attacker eliminated",
    "DE": "defender eliminated",
    "EX": "exchange",
    "AX": "defender retreats, attacker loses as much",
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
        s.tell("8.6", "No effect: only DE, D2, D3 and D4 count in a barrage.")
    match result:
        case "D1" | "D2" | "D3" | "D4":
            if not spared:
                s.then(Retreats(enemy, defenders, int(result[1])), Advances(side, beside))
        case "A1":
            s.then(AttackerRetreats(side, beside, True), Advances(enemy, defenders))
        case "BR":
            s.then(Retreats(enemy, 0 if spared else defenders, 1), AttackerRetreats(side, beside, False))
        case "AE":
            remove(s, beside)
            s.then(Advances(enemy, defenders))
        case "DE":
            remove(s, defenders)
            s.then(Advances(side, beside))
        case "EX":
            remove(s, defenders)
            s.then(Exchange(side, beside, price), Advances(side, beside))
        case "AX":
            s.then(Retreats(enemy, defenders, 1), Exchange(side, beside, price), Advances(side, beside))


def remove(s: BattleState, units: Units) -> None:
    """[7.9, 7.15] Eliminate units where they stand; the hexes they leave can be advanced into."""
    for u in sorted(bits(units)):
        s.paths = (*s.paths, (s.loc[u],))
        eliminate(s, u)


@dataclass(frozen=True, slots=True)
class AttackerRetreats(Step):
    """[7.9, 9.11, 9.12, 9.13, 9.14, 10.10] The adjacent attackers retreat; on A1 alone units just landed or crossed die [ruling ME-18]."""

    side: str
    units: Units
    is_a1: bool

    def run(self, s: BattleState) -> None:
        lost = self.units & (s.landed | s.crossed) if self.is_a1 else 0
        remove(s, lost)
        s.then(Retreats(self.side, self.units & ~lost, 1))


@dataclass(frozen=True, slots=True)
class Exchange(Step):
    """[7.9] The attacker gives up adjacent units of at least the defenders' printed strength [ruling ME-01]."""

    side: str
    units: Units
    price: int

    def run(self, s: BattleState) -> None:
        pool = self.units
        if self.price <= 0 or not pool:
            return
        worth = sum(s.game.attack[u] for u in bits(pool))
        if pool.bit_count() == 1 or worth <= self.price:
            for u in sorted(bits(pool)):
                if s.game.attack[u] or worth < self.price:
                    eliminate(s, u)
        else:
            s.then(ChooseLosses(self.side, pool, self.price))


@dataclass(frozen=True, slots=True)
class ChooseLosses(Decision):
    """[7.9] The attacker chooses his losses one by one until the price is paid."""

    side: str
    units: Units
    price: int

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.9",)

    def prompt(self, s: BattleState) -> str:
        return f"Exchange: give up units worth {self.price} strength points or more [7.9]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            if s.game.attack[u] > 0:
                yield Action("lose", (s.game.name_of(u),))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a in list(self.options(s)):
            return None
        if a.verb != "lose":
            return self.not_now(s, a)
        return Refusal(("7.9",), f"Losses are taken from the adjacent attackers: {s.names(self.units)}.")

    def apply(self, s: BattleState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        eliminate(s, u)
        s.then(Exchange(self.side, self.units & ~(1 << u), self.price - s.game.attack[u]))
