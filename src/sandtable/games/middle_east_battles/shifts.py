"""[7.18, 9.15, 10.11, 10.13] Column shifts of the battles' own: words, rule, columns (left is negative)."""

from __future__ import annotations

from typing import Final

from sandtable.core import Hexes, Units, bits, say

from .state import BattleState, withdrawing

Shift = tuple[str, str, int]
TOGETHER: Final[Shift] = say("British and French together"), "7.18", -1
AGAINST_A_CITY: Final[Shift] = say("engineers against a city"), "9.15", 1
AGAINST_A_FORT: Final[Shift] = say("engineers against a fortification"), "10.13", 1
WITHDRAWAL: Final[Shift] = say("withdrawal declared"), "10.11", -1


def mixed_nations(s: BattleState, attackers: Units, air: tuple[int, ...], naval: tuple[int, ...]) -> list[Shift]:
    """[7.18] British and French in one attack, their airstrikes and ships included, cost it a column."""
    game = s.game
    if len(game.nations) < 2:
        return []
    nations = {game.nation_of[u] for u in bits(attackers)}
    nations |= {nation for nation, a, n in zip(game.nations, air, naval) if a or n}
    return [TOGETHER] if len(nations) > 1 else []


def engineers(s: BattleState, targets: Hexes, attackers: Units) -> list[Shift]:
    """[9.15, 10.13] An engineer against an adjacent city hex, or fortification, gains a column [ruling ME-40]."""
    game = s.game
    city = game.section == "9"
    works = targets & (game.cities if city else game.forts)
    if not any(game.map.grid.adjacent[s.loc[u]] & works for u in bits(attackers & game.engineers)):
        return []
    return [AGAINST_A_CITY if city else AGAINST_A_FORT]


def withdrawal(s: BattleState) -> list[Shift]:
    """[10.11] Once a withdrawal is declared Egyptian attacks lose a column."""
    return [WITHDRAWAL] if withdrawing(s) else []
