"""[7.2] The numbers of a combat: strengths, differential, shifts, table and column."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar

from sandtable.core import Frame, Hex, Hexes, Table, Term, UnitId, Units, bits, say

from .artillery import barrage_strength, fpf_strength, is_adjacent
from .shifts import engineers, mixed_nations, withdrawal
from .state import BattleState

CONVERTED = ("D2", "D3", "D4")
"""[7.8] Results that become EX in cities and fortifications."""
BARRAGE_RESULTS = ("DE", "D2", "D3", "D4")
"""[8.6] The only results of a pure barrage that touch the defender."""
NAMED = {"raswa channel": "Raswa Channel", "manzala canal": "Manzala Canal"}
"""[9.16] Hexsides that are a place of their own are called by its name."""


@dataclass(frozen=True, slots=True)
class Attack(Frame):
    """[7.2, 7.5] One combat in the making: who attacks which hexes, with what support; strengths are never divided."""

    side: str
    targets: Hexes = 0
    attackers: Units = 0
    air: tuple[int, ...] = ()
    """Airstrikes in the attack, by nation."""
    naval: tuple[int, ...] = ()
    guns: Units = 0
    """The defender's artillery in protective fire."""
    cover: tuple[int, ...] = ()
    """Airstrikes in protective fire, by nation."""
    ships: tuple[int, ...] = ()
    table: str = ""
    night: int = 0
    """[7.19] Columns to the left by the night die."""

    # who takes part ---------------------------------------------------------------------------------------
    def defenders(self, s: BattleState) -> Units:
        return s.units_in(self.targets, s.game.enemy_of(self.side))

    def beside(self, s: BattleState) -> Units:
        """The attackers next to a defending hex: those who share in the result [7.9, 8.5]."""
        b: Units = 0
        for u in bits(self.attackers):
            if is_adjacent(s, u, self.targets):
                b |= 1 << u
        return b

    def is_pure_barrage(self, s: BattleState) -> bool:
        """[8.6] Made by artillery, aircraft or ships alone."""
        return not self.attackers & ~s.game.artillery

    def uses_fire(self, s: BattleState) -> bool:
        """[9.8] Artillery, airstrikes or naval gunfire take part in the attack."""
        return bool(self.attackers & s.game.artillery) or any(self.air) or any(self.naval)

    # strengths --------------------------------------------------------------------------------------------
    def attack_of(self, s: BattleState, u: UnitId) -> tuple[int, str]:
        """[2.6, 2.7, 7.17, 8.17] What a unit adds to the attack [ruling ME-05], and why that differs from the counter."""
        game = s.game
        if game.artillery >> u & 1:
            return barrage_strength(s, u, self.targets)
        printed = game.attack[u]
        if self.side != game.egypt:
            return printed, ""
        if game.forts >> s.loc[u] & 1 and self.targets & game.fort_ground:  # its own works count [ruling ME-06]
            return printed, say("not halved: from a fortification [7.17]")
        return printed // 2, say("halved [7.17]")

    def attack_strength(self, s: BattleState) -> int:
        """[7.2, 8.7, 8.18, 8.19] Combat and barrage strengths, a point for every airstrike, four for every ship."""
        total = sum(self.attack_of(s, u)[0] for u in bits(self.attackers))
        return total + sum(self.air) + s.game.naval_barrage * sum(self.naval)

    def defence_strength(self, s: BattleState) -> int:
        """[7.2, 8.11, 8.13] Printed strengths in defence, and the protective fire."""
        game = s.game
        total = sum(game.defence[u] for u in bits(self.defenders(s)))
        total += sum(fpf_strength(s, u, self.targets)[0] for u in bits(self.guns))
        return total + sum(self.cover) + game.naval_fpf * sum(self.ships)

    def differential(self, s: BattleState) -> int:
        return self.attack_strength(s) - self.defence_strength(s)

    # shifts -----------------------------------------------------------------------------------------------
    def terrain_shift(self, s: BattleState) -> tuple[int, str]:
        """[7.6, 8.15] Columns to the left for the single terrain that serves the defender best [ruling ME-09]."""
        return max((self._best_terrain(s, h) for h in bits(self.targets)), default=(0, "clear"))

    def _best_terrain(self, s: BattleState, h: Hex) -> tuple[int, str]:
        """The best terrain of one defending hex, counting hexsides that all adjacent non-artillery attacks through."""
        game = s.game
        israeli_in_fort = self.side == game.egypt and game.forts >> h & 1
        kinds = [k for k in game.kinds_at[h] if k in game.tec and not (israeli_in_fort and k == "fortification")]
        best = max((int(game.tec[k]["shift"]), k.replace("_", " ")) for k in kinds)
        across = [self._hexside(s, s.loc[u], h) for u in bits(self.beside(s) & ~game.artillery)]
        if across:
            best = max(best, min(across))
        return best

    def _hexside(self, s: BattleState, a: Hex, b: Hex) -> tuple[int, str]:
        """The best hexside between attacker and defender, -9 where there is none. Bridges do not open it [ruling ME-10]."""
        game = s.game
        kinds = game.hexsides(a, b) if game.map.grid.are_adjacent(a, b) else []
        return max(((int(game.sides_of_hexes[k]["shift"]), k.replace("_", " ")) for k in kinds), default=(-9, ""))

    def shifts(self, s: BattleState) -> list[tuple[str, str, int]]:
        """[7.2] Every shift: words, rule, columns (left is negative). None may be made worse on purpose [7.7]."""
        shift, kind = self.terrain_shift(s)
        found: list[tuple[str, str, int]] = [(Term("terrain", NAMED.get(kind, kind)), "7.6", -shift)] if shift else []
        if self.side == s.game.west:
            found += mixed_nations(s, self.attackers, self.air, self.naval)
            found += engineers(s, self.targets, self.attackers)
        else:
            found += withdrawal(s)
        if self.night:
            found.append((say("night"), "7.19", -self.night))
        return found

    # table ------------------------------------------------------------------------------------------------
    def into_works(self, s: BattleState) -> bool:
        """[7.8] A defending hex is a city, or a fortification held by Egyptians; one is enough [ruling ME-08]."""
        game = s.game
        return bool(self.targets & (game.cities | (game.forts if self.side == game.west else 0)))

    def tables(self, s: BattleState) -> tuple[str, ...]:
        """[7.8, 8.6] The tables the attacker may use; pure barrage always the Mobile one [ruling ME-07]."""
        if self.is_pure_barrage(s):
            return ("mobile",)
        if self.side == s.game.egypt or self.into_works(s):
            return ("frontal",)
        return ("frontal", "mobile")

    def crt(self, s: BattleState) -> Table:
        return s.game.tables[self.table or self.tables(s)[0]]

    def column(self, s: BattleState) -> int:
        """[7.2] All shifts first; beyond the edges every number is a column of its own; then the edge column."""
        return self.crt(s).shifted_beyond(self.differential(s), sum(n for _, _, n in self.shifts(s)))

    def result(self, s: BattleState, die: int) -> str:
        """[7.8, 8.6] The result of a die as it will be carried out."""
        result = self.crt(s).result(die, self.column(s))
        if self.is_pure_barrage(s):
            return result
        return "EX" if result in CONVERTED and self.into_works(s) else result


FIELDS = tuple(f.name for f in fields(Attack))
_values = attrgetter(*FIELDS)
A = TypeVar("A", bound=Attack)


def carry_on(attack: Attack, frame: type[A], **changes: Any) -> A:
    """The same combat in its next step."""
    values = [*_values(attack)]
    for name, value in changes.items():
        values[FIELDS.index(name)] = value
    return frame(*values)


def night_columns(s: BattleState, side: str, die: int) -> int:
    """[7.19] Columns to the left for the night die."""
    if side == s.game.egypt:
        return die - 1
    return 2 if die % 2 else 1
