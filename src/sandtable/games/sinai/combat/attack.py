"""[8.2, 9.0] One attack: it is built unit by unit, made, and its result applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.core import Action, Choice, Hex, Hexes, Pick, Refusal, Roll, Step, Units, bits

from ..land.forts import destroy, jordan_attacks_settlement
from ..land.territory import bridges, intact_forts
from ..movement.trucks import detruck_under_attack
from ..movement.zones import exerting, zone
from ..politics.nations import jordan_enters_israel, may_join
from ..state import ARAB, ISRAEL, SinaiState, other
from ..supply.supply_unit import pull_back_supply_unit
from .advance import AfterCombat
from .attackers import (
    able,
    attack_tally,
    can_reach,
    defence,
    defenders,
    eligible,
    empty_fort,
    feasible,
    least,
    may_attack,
    may_be_attacked,
    targets,
)
from .bar_lev import LoseAttacker
from .forecast import forecast
from .retreat import Retreat, defeated
from .strength import SETTLEMENT_SUPERIORITY
from .ways_back import fears, forbidden


def target_words(s: SinaiState, hex_name: str, side: str) -> str:
    """A target with what stands there."""
    game, h = s.game, s.game.hex(hex_name)
    there = [game.name_of(u) for u in s.units_in(h, other(side))]
    if intact_forts(s, other(side)) >> h & 1 and (not there or game.bar_lev >> h & 1):
        works = "Bar Lev Line" if game.bar_lev >> h & 1 else "Settlement" if game.settlements >> h & 1 else "City"
        there.append(works)
    return f"{hex_name} ({', '.join(there)})"


@dataclass(frozen=True, slots=True)
class Attack(Choice):
    """[8.23] An attack in preparation: its hexes, its units, and the Israeli stacks whose zones are waived for it [12.2]."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units = 0
    waived: Hexes = 0

    rule = "8.0"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        where = " and ".join(s.game.hex_name(h) for h in self.hexes)
        waive = " or waive a zone [12.2]" if self.side == ISRAEL and s.game.rules.fear_defence else ""
        return f"Attack on {where}: add units or further hexes [8.23]{waive}, then confirm."

    def superiority(self, s: SinaiState) -> int:
        """[8.0] Attackers' total minus defenders' total."""
        attackers = sorted(bits(self.units))
        against = sum(t.total for t in defence(s, self.hexes, attackers, self.side, self.waived))
        return attack_tally(s, attackers, self.side).total - against

    def strong_enough(self, s: SinaiState) -> bool:
        return bool(self.units) and self.superiority(s) >= least(s, self.hexes, self.side)

    def joiners(self, s: SinaiState) -> list[int]:
        ready = able(s, self.side)
        found = eligible(s, self.hexes, self.side, self.units, ready)
        if self.side == ARAB and (s.game.rules.fear_defence or not self.units):
            # Nobody joins after whom the attack could not be carried: a nation too weak alone, or one that wakes Fear.
            found = [u for u in found if feasible(s, self.hexes, self.side, self.units | 1 << u, ready)]
        return found

    def further(self, s: SinaiState) -> list[int]:
        """[8.23] Other hexes that can be attacked in the same combat by everybody already in it."""
        if empty_fort(s, self.hexes[0], self.side):
            return []  # [ruling SN-75]
        ready = able(s, self.side)
        near = self.units or sum(1 << u for u in eligible(s, self.hexes, self.side, 0, ready))
        found = []
        for h in bits(targets(s, self.side, near)):
            if h in self.hexes or empty_fort(s, h, self.side):
                continue
            if any(can_reach(s, u, h) for u in bits(self.units)):
                continue
            if feasible(s, (*self.hexes, h), self.side, self.units, ready):
                found.append(h)
        return sorted(found)

    def waivable(self, s: SinaiState) -> int:
        """[12.2] Hexes of Israeli stacks whose zone closes a step of retreat that is otherwise open to a defender whom Fear
        concerns. Waiving lifts the whole zone of that stack, for this combat only (ruling SN-84)."""
        game = s.game
        if self.side != ISRAEL or not game.rules.fear_defence:
            return 0
        closed_steps, combat = 0, sum(1 << h for h in self.hexes)
        for h in self.hexes:
            for u in defenders(s, h, ARAB):
                if fears(s, u, []):
                    now, open_ground = forbidden(s, u, self.waived), forbidden(s, u, -1)
                    edges = game.ground(ARAB, not game.mechanized >> u & 1, bridges(s)).edges
                    closed_steps |= sum(1 << n for n, _ in edges[h] if (now & ~open_ground) >> n & 1)
        closed_steps &= ~combat
        stacks = exerting(s, ISRAEL) & ~self.waived & game.map.grid.spread(closed_steps)
        every = exerting(s, ISRAEL)
        return sum(1 << x for x in bits(stacks) if zone(s, ISRAEL, every & ~(1 << x)) & closed_steps)

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        if self.strong_enough(s):
            yield Action("confirm")
        for u in self.joiners(s):
            yield Action("with", (game.name_of(u),))
        for h in self.further(s):
            yield Action("attack", (game.hex_name(h),))
        for h in sorted(bits(self.waivable(s))):
            yield Action("waive", (game.hex_name(h),))
        for u in sorted(bits(self.units)):
            yield Action("without", (game.name_of(u),))
        yield Action("cancel")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if pick(3) == 0 and self.strong_enough(s):
            return Action("confirm")
        if pick(10) == 0:
            extra = [Action("attack", (s.game.hex_name(h),)) for h in self.further(s)]
            extra += [Action("waive", (s.game.hex_name(h),)) for h in bits(self.waivable(s))]
            if extra:
                return extra[pick(len(extra))]
        joiners = self.joiners(s)
        if joiners:
            return Action("with", (s.game.name_of(joiners[pick(len(joiners))]),))
        return Action("confirm") if self.strong_enough(s) else Choice.sample(self, s, pick)

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "confirm" and not a.args:
            if self.strong_enough(s):
                return None
            if not self.units:
                return Refusal(("8.11",), "No unit takes part in the attack yet")
            need, have = least(s, self.hexes, self.side), self.superiority(s)
            rules = ("18.11",) if need == SETTLEMENT_SUPERIORITY else ("8.0", "15.32")
            return Refusal(rules, f"The Attack Superiority is {have:+d}; at least {need:+d} is needed (ruling SN-07)")
        if a.verb == "cancel" and not a.args:
            return None  # [8.12] every attack is voluntary until it is resolved
        if len(a.args) != 1:
            return self.not_now(s, a)
        if a.verb == "with" and a.args[0] in game.roster.index:
            return self._check_unit(s, game.unit(a.args[0]))
        if a.verb == "without" and a.args[0] in game.roster.index:
            taking_part = self.units >> game.unit(a.args[0]) & 1
            return None if taking_part else Refusal(("8.12",), f"{a.args[0]} takes no part in the attack")
        h = game.map.grid.find(a.args[0])
        if a.verb == "attack" and h:
            if h in self.further(s):
                return None
            return may_be_attacked(s, h, self.side) or Refusal(
                ("8.23",),
                f"{a.args[0]} cannot be attacked in the same combat: every attacker must be adjacent to every defender and the Superiority must suffice",
            )
        if a.verb == "waive" and h:
            if self.waivable(s) >> h & 1:
                return None
            return Refusal(("12.2",), f"No Israeli unit in {a.args[0]} has a zone that blocks a retreat Fear concerns")
        return self.not_now(s, a)

    def _check_unit(self, s: SinaiState, u: int) -> Refusal | None:
        name = s.game.name_of(u)
        if self.units >> u & 1:
            return Refusal(("8.14",), f"{name} takes part already")
        refusal = may_attack(s, u, self.side)
        refusal = refusal or next((r for h in self.hexes if (r := can_reach(s, u, h))), None)
        refusal = refusal or may_join(s, u, list(bits(self.units)))
        if refusal is None and u not in self.joiners(s):
            return Refusal(
                ("8.5", "15.32"), f"The units of {s.game.front[u].capitalize()} alone are too weak for this attack"
            )
        return refusal

    def label(self, s: SinaiState, a: Action) -> str:
        game = s.game
        if a.verb == "confirm":
            return f"Make the attack at {self.superiority(s):+d}"
        if a.verb == "cancel":
            return "Call the attack off"
        if a.verb == "attack":
            return f"Attack also {target_words(s, a.args[0], self.side)}"
        if a.verb == "waive":
            return f"Waive the zone of {game.names(s.units_in(game.hex(a.args[0]), ISRAEL))} in {a.args[0]} [12.2]"
        return ""

    def apply(self, s: SinaiState, a: Action) -> None:
        game = s.game
        if a.verb == "with":
            s.then(replace(self, units=self.units | 1 << game.unit(a.args[0])))
        elif a.verb == "without":
            s.then(replace(self, units=self.units & ~(1 << game.unit(a.args[0]))))
        elif a.verb == "cancel":
            return
        elif a.verb == "attack":
            s.then(replace(self, hexes=(*self.hexes, game.hex(a.args[0]))))
        elif a.verb == "waive":
            h = game.hex(a.args[0])
            s.tell("12.2", "Israel waives the zone of its units in {}", a.args[0], at=(h,))
            s.then(replace(self, waived=self.waived | 1 << h))
        else:
            s.then(Resolve(self.side, self.hexes, self.units, self.waived))

    def forecast(self, s: SinaiState) -> dict[str, Any] | None:
        """Strengths with their reasons, the column, and the exact chances."""
        return forecast(s, self)


@dataclass(frozen=True, slots=True)
class Resolve(Step):
    """[8.0, 15.32, 18.11, 20.2] The attack is made: everybody concerned is noted, then the die is rolled or a Settlement
    falls."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    waived: Hexes

    def run(self, s: SinaiState) -> None:
        game = s.game
        attack = Attack(self.side, self.hexes, self.units, self.waived)
        value = attack.superiority(s)
        attackers = sorted(bits(self.units))
        settlement = least(s, self.hexes, self.side) == SETTLEMENT_SUPERIORITY
        s.fought |= self.units
        where = sum(1 << h for h in self.hexes)
        s.struck |= where
        enemies = [u for h in self.hexes for u in s.units_in(h, other(self.side))]
        s.attacked |= sum(1 << u for u in enemies)
        detruck_under_attack(s, enemies)
        s.dormant &= ~sum(1 << u for u in enemies)
        if self.side == ARAB:
            jordan_attacks_settlement(s, attackers, where)
            jordan_enters_israel(s, tuple(attackers), where)
        text = "{} attack {} at {:+d}" if len(attackers) > 1 else "{} attacks {} at {:+d}"
        s.tell("8.0", text, game.names(attackers), " and ".join(map(game.hex_name, self.hexes)), value, at=self.hexes)
        advance = AfterCombat(self.side, self.hexes, self.units)
        if settlement:
            destroy(s, self.hexes[0])
            s.then(advance)
        elif enemies == [game.supply_unit]:
            # [10.15] unless the enemy zone has already driven it back
            pull_back_supply_unit(s, forced=s.loc[game.supply_unit] in self.hexes)
            s.then(advance)
        else:
            s.then(Roll("combat"), Result(self.side, self.hexes, self.units, self.waived, value), advance)


@dataclass(frozen=True, slots=True)
class Result(Step):
    """[9.0, 9.11, 25.21] Read the Combat Results Table and let the defenders retreat."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    waived: Hexes
    superiority: int

    def run(self, s: SinaiState) -> None:
        game = s.game
        table = game.tables["combat_results"]
        result = table.result(s.die, table.column(self.superiority))
        if result == "-":
            s.tell("9.0", "No effect")
            return
        s.tell("9.11", "The defenders retreat: result {}", result)
        retreating = defeated(s, self.hexes, other(self.side))
        fallen = [h for h in self.hexes if game.bar_lev >> h & 1 and not s.destroyed >> h & 1 and self.side == ARAB]
        if retreating:
            s.then(Retreat(other(self.side), retreating, int(result), self.waived, sum(1 << h for h in self.hexes)))
        for h in fallen:
            destroy(s, h)
        if fallen and int(result) <= 2:
            s.then(LoseAttacker(self.units, fallen[0]))
