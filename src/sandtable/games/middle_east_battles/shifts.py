"""[7.18, 9.15, 10.11, 10.13] Column shifts of the battles' own: words, rule, columns (left is negative)."""

from __future__ import annotations

from sandtable.core import Hexes, Units, bits, say

from .state import BattleState, withdrawing

Shift = tuple[str, str, int]


def mixed_nations(s: BattleState, attackers: Units, air: tuple[int, ...], naval: tuple[int, ...]) -> list[Shift]:
    """[7.18] British and French in one attack, their airstrikes and ships included, cost it a column."""
    game = s.game
    if len(game.nations) < 2:
        return []
    nations = {game.nation_of[u] for u in bits(attackers)}
    nations |= {nation for nation, a, n in zip(game.nations, air, naval) if a or n}
    return [(say("British and French together"), "7.18", -1)] if len(nations) > 1 else []


def engineers(s: BattleState, targets: Hexes, attackers: Units) -> list[Shift]:
    """[9.15, 10.13] An engineer against an adjacent city hex, or fortification, gains a column [ruling ME-40]."""
    game = s.game
    city = game.section == "9"
    works = targets & (game.cities if city else game.forts)
    if not any(game.map.grid.adjacent[s.loc[u]] & works for u in bits(attackers & game.engineers)):
        return []
    if city:
        return [(say("engineers against a city"), "9.15", 1)]
    return [(say("engineers against a fortification"), "10.13", 1)]


def withdrawal(s: BattleState) -> list[Shift]:
    """[10.11] Once a withdrawal is declared Egyptian attacks lose a column."""
    return [(say("withdrawal declared"), "10.11", -1)] if withdrawing(s) else []
