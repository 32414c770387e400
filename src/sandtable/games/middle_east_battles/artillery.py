"""[8.0] Artillery, air power and naval gunfire: who may fire at what, and how strongly."""

from __future__ import annotations

from sandtable.core import Hex, Hexes, Refusal, UnitId, Units, bits

from .state import BattleState
from .zones import adjacent_enemies, is_exempt


def in_range(s: BattleState, gun: UnitId, hexes: Hexes) -> Hexes:
    """[2.9, 8.3, 8.14] Those of the hexes within range: the target's counts, the gun's own does not; nothing blocks [ruling ME-49]."""
    distance, here, far = s.game.map.grid.distance, s.loc[gun], s.game.range[gun]
    found: Hexes = 0
    for h in bits(hexes):
        if distance(here, h) <= far:
            found |= 1 << h
    return found


def is_adjacent(s: BattleState, u: UnitId, hexes: Hexes) -> bool:
    return bool(s.game.map.grid.adjacent[s.loc[u]] & hexes)


def observed(s: BattleState, gun: UnitId, h: Hex) -> bool:
    """[8.16] Another Egyptian unit stands next to the hex that Egyptian guns fire into [ruling ME-25]."""
    watchers = s.units_in(s.game.map.grid.adjacent[h], s.game.egypt)
    return bool(watchers & ~(1 << gun))


def why_no_barrage(s: BattleState, side: str, gun: UnitId, targets: Hexes, attackers: Units) -> Refusal | None:
    """[6.2, 7.14, 8.2, 8.4, 8.9, 8.16, 8.17, 10.12] Why this artillery unit may not fire at these hexes from range, or None."""
    game, name = s.game, s.game.name_of(gun)
    if not game.artillery >> gun & 1:
        return Refusal(("2.9", "7.3"), f"{name} is not artillery and not adjacent to {s.hex_names(targets)}.")
    if s.displaced >> gun & 1:
        return Refusal(("7.14",), f"{name} was displaced in this combat phase and may not fire.")
    if game.attack[gun] == 0:  # [ruling ME-37]
        return Refusal(("10.12",), f"{name} has no barrage strength.")
    reached = in_range(s, gun, targets)
    if not reached:
        nearest = min(game.map.grid.distance(s.loc[gun], h) for h in bits(targets))
        return Refusal(
            ("8.3",), f"{s.hex_names(targets)} is {nearest} hexes from {name}; its range is {game.range[gun]}."
        )
    if adjacent_enemies(s, gun) and not is_exempt(s, gun):  # by night too [ruling ME-48]
        return Refusal(("8.9",), f"{name} is next to an enemy unit and may only attack an adjacent one.")
    if side == game.egypt:
        if not any(observed(s, gun, h) for h in bits(reached)):
            return Refusal(("8.16",), f"No Egyptian unit stands next to {s.hex_names(reached)} to direct {name}.")
        for u in bits(attackers & game.artillery):
            limited = not (in_range(s, u, targets) | reached) & game.fort_ground
            if limited and not is_adjacent(s, u, targets):
                text = f"{game.name_of(u)} already fires from range; an Egyptian attack has one such unit."
                return Refusal(("8.16",), text)
    return None


def barrage_strength(s: BattleState, gun: UnitId, targets: Hexes) -> tuple[int, str]:
    """[2.7, 8.9, 8.17] Barrage strength in this attack, with a word on why it differs from the printed one."""
    game = s.game
    at_range = game.side_of[gun] == game.egypt and not is_adjacent(s, gun, targets)
    if at_range and in_range(s, gun, targets) & game.fort_ground:
        return 2 * game.attack[gun], "doubled into fortified ground [8.17]"
    return game.attack[gun], ""


# Final protective fire ------------------------------------------------------------------------------------------
def why_no_fpf(s: BattleState, gun: UnitId, targets: Hexes, attackers: Units, guns: Units) -> Refusal | None:
    """[8.10, 8.13, 8.16, 8.17, 7.18, 10.12] Why this unit may not fire protective fire for the units in these hexes."""
    game, name = s.game, s.game.name_of(gun)
    side = game.side_of[gun]
    if not game.artillery >> gun & 1 or s.loc[gun] <= 0:
        return Refusal(("8.10",), f"{name} is no artillery unit on the map.")
    if s.attacked >> gun & 1:
        return Refusal(("8.10", "8.13"), f"{name} has been attacked in this combat phase.")
    if s.shaken_before >> gun & 1:
        return Refusal(("8.10",), f"{name} retreated or was displaced in the combat phase before this one.")
    if s.displaced >> gun & 1:
        return Refusal(("7.14",), f"{name} was displaced in this combat phase and may not fire.")
    if adjacent_enemies(s, gun):
        return Refusal(("8.10",), f"{name} is next to an enemy unit.")
    reached = in_range(s, gun, targets)
    if not reached:
        return Refusal(("8.3",), f"{s.hex_names(targets)} is beyond the range of {name}, {game.range[gun]} hexes.")
    supported = [h for h in bits(reached) if any(game.fires_for(gun, u) for u in s.friends_in(h, side))]
    if not supported:
        return Refusal(("7.18",), f"{name} may not fire for another division.")
    if side == game.egypt:
        if not any(observed(s, gun, h) for h in supported):
            return Refusal(("8.16",), f"No other Egyptian unit stands next to {s.hex_names(reached)}.")
        for u in bits(guns):
            if not (in_range(s, u, targets) | reached) & game.fort_ground:
                return Refusal(("8.16",), f"{game.name_of(u)} already fires; an Egyptian defence has one such unit.")
        if game.roster[gun].type == "atgm":
            return why_no_missile(s, gun, reached, attackers)
    return None


def why_no_missile(s: BattleState, gun: UnitId, reached: Hexes, attackers: Units) -> Refusal | None:
    """[10.12] Missiles only against mechanized units [ruling ME-42], and never through town, city or rough."""
    game, name = s.game, s.game.name_of(gun)
    if not attackers & game.mechanized:
        return Refusal(("10.12",), f"No Israeli mechanized unit takes part, so {name} may not fire.")
    if not any(line_is_open(s, s.loc[gun], h) for h in bits(reached)):
        return Refusal(("10.12",), f"Town, city or rough lies between {name} and {s.hex_names(reached)}.")
    return None


def line_is_open(s: BattleState, a: Hex, b: Hex) -> bool:
    """[10.12] No blocking hex lies between; along a hexside the line is blocked only if both hexes are [ruling ME-36]."""
    grid = s.game.map.grid
    if grid.distance(a, b) < 2:
        return True
    between = grid.adjacent[a] & grid.adjacent[b]
    return bool(between & ~s.game.blocking)


def fpf_strength(s: BattleState, gun: UnitId, targets: Hexes) -> tuple[int, str]:
    """[2.8, 8.11, 8.17] Protective fire strength, doubled for Egyptians firing into fortified ground [ruling ME-26]."""
    game = s.game
    if game.side_of[gun] == game.egypt and in_range(s, gun, targets) & game.fort_ground:
        return 2 * game.fpf[gun], "doubled into fortified ground [8.17]"
    return game.fpf[gun], ""


# Airstrikes and ships ---------------------------------------------------------------------------------------------
def shelled_by(s: BattleState, nation: str, hexes: Hexes) -> Hexes:
    """[8.19] Those of the hexes into which a nation's ships may fire: Egyptians in it, a unit of theirs next to it [ruling ME-27]."""
    game = s.game
    near = s.occupied(sum(1 << u for u in game.units_of[game.west] if game.nation_of[u] == nation))
    return hexes & s.hexes_of(game.egypt) & game.map.grid.spread(near)


def why_no_strikes(s: BattleState, i: int, count: int, already: int) -> Refusal | None:
    """[8.18] Why this many airstrikes of a nation cannot take part, or None."""
    nation = s.game.nations[i].capitalize()
    if already:
        return Refusal(("8.18",), f"This fight already has {strikes(already, nation)}.")
    if count < 1 or count > s.air[i]:
        left = f"Only {strikes(s.air[i], nation)}" if s.air[i] else f"No {nation} airstrike"
        return Refusal(("8.18",), f"{left} {'are' if s.air[i] > 1 else 'is'} left this game turn.")
    return None


def strikes(n: int, nation: str) -> str:
    return f"{n} {nation} airstrike{'s' * (n != 1)}"
