"""[8.0] Artillery, air power and naval gunfire: who may fire at what, and how strongly."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core import Hex, Hexes, Parts, Refusal, UnitId, Units, bits, fact, refuse, say, standing

from .divisions import fires_for
from .state import BattleState
from .wording import marker, nation_word
from .zones import adjacent_enemies, is_exempt


def in_range(s: BattleState, gun: UnitId, hexes: Hexes) -> Hexes:
    """[2.9, 8.3, 8.14] Those of the hexes within range: the target's counts, the gun's own does not; nothing blocks [ruling ME-49]."""
    distance, here, far = s.game.map.grid.distance, s.loc[gun], s.game.range[gun]
    found: Hexes = 0
    for h in bits(hexes):
        if distance(here, h) <= far:
            found |= 1 << h
    return found


def guns_within(s: BattleState, side: str, hexes: Hexes) -> Units:
    """[2.9, 8.3] The side's guns on the map that have one of these hexes in range."""
    game, found = s.game, 0
    for gun in standing(s.loc, game.artillery & game.roster.of_side[side]):
        if game.map.grid.within(s.loc[gun], game.range[gun]) & hexes:
            found |= 1 << gun
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
        text = "{unit} is not artillery and not adjacent to {hexes}."
        return refuse(("2.9", "7.3"), text, unit=name, hexes=s.hex_names(targets))
    if s.displaced >> gun & 1:
        return refuse("7.14", "{unit} was displaced in this combat phase and may not fire.", unit=name)
    if game.attack[gun] == 0:  # [ruling ME-37]
        return refuse("10.12", "{unit} has no barrage strength.", unit=name)
    reached = in_range(s, gun, targets)
    if not reached:
        nearest = min(game.map.grid.distance(s.loc[gun], h) for h in bits(targets))
        text = "{hexes} {hexes#is|are} {n} hexes from {unit}; its range is {range}."
        return refuse("8.3", text, hexes=s.hex_names(targets), n=nearest, unit=name, range=game.range[gun])
    if adjacent_enemies(s, gun) and not is_exempt(s, gun):  # by night too [ruling ME-48]
        text = "{unit} is next to an enemy unit and may only attack an adjacent one."
        return refuse("8.9", text, unit=name)
    if side == game.egypt:
        if not any(observed(s, gun, h) for h in bits(reached)):
            text = "No Egyptian unit stands next to {hexes} to direct {unit}."
            return refuse("8.16", text, hexes=s.hex_names(reached), unit=name)
        for u in bits(attackers & game.artillery):
            limited = not (in_range(s, u, targets) | reached) & game.fort_ground
            if limited and not is_adjacent(s, u, targets):
                text = "{unit} already fires from range; an Egyptian attack has one such unit."
                return refuse("8.16", text, unit=game.name_of(u))
    return None


@fact
def barraged(s: BattleState, side: str) -> Hexes:
    """[7.14, 8.3, 8.9, 8.16, 10.12] The hexes into which some gun of the side could fire from range, it alone:
    `why_no_barrage` for all at once."""
    game, grid, own = s.game, s.game.map.grid, s.game.roster.of_side[side]
    hostile, found = s.hexes_of(game.enemy_of(side)), 0
    for gun in bits(game.artillery & own & ~(s.fought | s.displaced)):
        here = s.loc[gun]
        if here <= 0 or game.attack[gun] == 0 or (grid.adjacent[here] & hostile and not is_exempt(s, gun)):
            continue
        reached = grid.within(here, game.range[gun]) & ~grid.adjacent[here]
        found |= reached & grid.spread(s.occupied(own)) if side == game.egypt else reached
    return found


def barrage_strength(s: BattleState, gun: UnitId, targets: Hexes) -> tuple[int, str]:
    """[2.7, 8.9, 8.17] Barrage strength in this attack, with a word on why it differs from the printed one."""
    game = s.game
    at_range = game.side_of[gun] == game.egypt and not is_adjacent(s, gun, targets)
    if at_range and in_range(s, gun, targets) & game.fort_ground:
        return 2 * game.attack[gun], say("doubled into fortified ground [8.17]")
    return game.attack[gun], ""


# Final protective fire ------------------------------------------------------------------------------------------
def why_no_fpf(s: BattleState, gun: UnitId, targets: Hexes, attackers: Units, guns: Units) -> Refusal | None:
    """[8.10, 8.13, 8.16, 8.17, 7.18, 10.12] Why this unit may not fire protective fire for the units in these hexes."""
    game, name = s.game, s.game.name_of(gun)
    side = game.side_of[gun]
    if not game.artillery >> gun & 1 or s.loc[gun] <= 0:
        return refuse("8.10", "{unit} is no artillery unit on the map.", unit=name)
    if s.attacked >> gun & 1:
        return refuse(("8.10", "8.13"), "{unit} has been attacked in this combat phase.", unit=name)
    if s.shaken_before >> gun & 1:
        text = "{unit} retreated or was displaced in the combat phase before this one."
        return refuse("8.10", text, unit=name)
    if s.displaced >> gun & 1:
        return refuse("7.14", "{unit} was displaced in this combat phase and may not fire.", unit=name)
    if adjacent_enemies(s, gun):
        return refuse("8.10", "{unit} is next to an enemy unit.", unit=name)
    reached = in_range(s, gun, targets)
    if not reached:
        text = "{hexes} {hexes#is|are} beyond the range of {unit}, {range} hexes."
        return refuse("8.3", text, hexes=s.hex_names(targets), unit=name, range=game.range[gun])
    supported = [h for h in bits(reached) if any(fires_for(game, gun, u) for u in s.friends_in(h, side))]
    if not supported:
        return refuse("7.18", "{unit} may not fire for another division.", unit=name)
    if side == game.egypt:
        if not any(observed(s, gun, h) for h in supported):
            return refuse("8.16", "No other Egyptian unit stands next to {hexes}.", hexes=s.hex_names(reached))
        for u in bits(guns):
            if not (in_range(s, u, targets) | reached) & game.fort_ground:
                text = "{unit} already fires; an Egyptian defence has one such unit."
                return refuse("8.16", text, unit=game.name_of(u))
        if game.roster[gun].type == "atgm":
            return why_no_missile(s, gun, reached, attackers)
    return None


def why_no_missile(s: BattleState, gun: UnitId, reached: Hexes, attackers: Units) -> Refusal | None:
    """[10.12] Missiles only against mechanized units [ruling ME-42], and never through town, city or rough."""
    game, name = s.game, s.game.name_of(gun)
    if not attackers & game.mechanized:
        return refuse("10.12", "No Israeli mechanized unit takes part, so {unit} may not fire.", unit=name)
    if not any(line_is_open(s, s.loc[gun], h) for h in bits(reached)):
        text = "Town, city or rough lies between {unit} and {hexes}."
        return refuse("10.12", text, unit=name, hexes=s.hex_names(reached))
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
        return 2 * game.fpf[gun], say("doubled into fortified ground [8.17]")
    return game.fpf[gun], ""


# Airstrikes and ships ---------------------------------------------------------------------------------------------
def shelled_by(s: BattleState, nation: str, hexes: Hexes) -> Hexes:
    """[8.19] Those of the hexes into which a nation's ships may fire: Egyptians in it, a unit of theirs next to it [ruling ME-27]."""
    game = s.game
    near = s.occupied(game.of_nation[nation])
    return hexes & s.hexes_of(game.egypt) & game.map.grid.spread(near)


def why_no_strikes(s: BattleState, i: int, count: int, already: int) -> Refusal | None:
    """[8.18] Why this many airstrikes of a nation cannot take part, or None."""
    nation = nation_word(s.game.nations[i])
    if already:
        text = "This fight already has {n} {nation} {n#airstrike|airstrikes}."
        return refuse("8.18", text, n=already, nation=nation)
    if count < 1 or count > s.air[i]:
        if not s.air[i]:
            return refuse("8.18", "No {nation} airstrike is left this game turn.", nation=nation)
        text = "Only {n} {nation} {n#airstrike is|airstrikes are} left this game turn."
        return refuse("8.18", text, n=s.air[i], nation=nation)
    return None


class Support(NamedTuple):
    """Airstrikes or ships of one nation."""

    nation: int
    kind: str
    strikes: int


def read_support(s: BattleState, p: Parts) -> Support | None:
    """`support british-air 3`, `support french-naval`; None when the words say something else."""
    nation, kind = marker(p.words[0] if len(p.words) == 1 else "")
    if nation not in s.game.nations or (kind, len(p.amounts)) not in (("air", 1), ("naval", 0)):
        return None
    return Support(s.game.nations.index(nation), kind, sum(p.amounts))


def put(markers: tuple[int, ...], i: int, n: int) -> tuple[int, ...]:
    """The markers with another number for one nation."""
    return (*markers[:i], n, *markers[i + 1 :])
