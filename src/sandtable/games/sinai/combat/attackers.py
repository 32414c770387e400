"""[8.1, 8.2, 8.5, 8.6] Which units may attack which hexes, and whether their Strength suffices."""

from __future__ import annotations

from sandtable.core import Refusal, bits, refuse

from ..land.territory import border_open, intact_forts
from ..politics.nations import ceased, homeward, may_join, pushed_into_jordan, stopped
from ..state import ARAB, ISRAEL, SinaiState, other
from ..supply.judgement import judge
from .strength import SETTLEMENT_SUPERIORITY, Tally, attack_strength, defence_of_hex
from .ways_back import EVERY_ZONE, cannot_retreat, fears


def may_attack(s: SinaiState, u: int, side: str) -> Refusal | None:
    """[8.11, 8.14, 10.32, 14.0, 15.31, 20.2, 25.14] Is this unit able to attack at all? Supply is judged at the instant
    of combat [10.22]."""
    game, name = s.game, s.game.name_of(u)
    if game.side_of[u] != side or s.loc[u] <= 0:
        return refuse("8.11", "{unit} is not one of the Phasing Player's units on the map.", unit=name)
    if s.fought >> u & 1:
        return refuse("8.14", "{unit} has already attacked in this Combat Phase.", unit=name)
    if not game.strength[u] or game.sam >> u & 1:
        return refuse(
            ("25.14",) if game.sam >> u & 1 else ("8.11",), "{unit} has no Strength to attack with.", unit=name
        )
    if s.entrucked >> u & 1:
        return refuse("15.31", "{unit} is entrucked and may not attack.", unit=name)
    if s.dormant >> u & 1:
        return refuse("20.2", "{unit} is not yet mobilized.", unit=name)
    if s.strayed >> u & 1:
        return refuse("14.0", "{unit} has lost Command Control and may not attack.", unit=name)
    if rule := ceased(s, u):
        return refuse(rule, "{unit} has ceased all movement and combat.", unit=name)
    if side == ARAB and not game.rules.arab_unsupplied_attack and judge(s, 1 << u):
        return refuse("10.32", "{unit} is unsupplied and may not attack.", unit=name)
    return None


def able(s: SinaiState, side: str) -> int:
    """All units that may attack now."""
    game = s.game
    b = s.units_of(side) & game.armed & ~(s.fought | s.entrucked | s.dormant | s.strayed)
    for front, units in game.of_front.items():
        if stopped(s, front):
            b &= ~units
    if side == ARAB and not game.rules.arab_unsupplied_attack:
        b = s.within(b, game.map.grid.spread(s.hexes_of(ISRAEL) | intact_forts(s, ISRAEL)))
        b &= ~judge(s, b)
    return b


def can_reach(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[8.6, 8.11, 13.21, 24.82, 24.9, 25.92, 25.93] Is the unit next to the hex, with neither sea nor a closed border between?"""
    game, a = s.game, s.loc[u]
    name, where = game.name_of(u), game.hex_name(h)
    if not game.adjacent[a] >> h & 1:
        return refuse("8.11", "{unit} is not adjacent to {hex}.", unit=name, hex=where)
    if game.map.crosses("all_sea", a, h):
        return refuse("8.6", "{unit} may not attack {hex} across an all-sea hexside.", unit=name, hex=where)
    if refusal := homeward(s, u, h):
        return refusal
    jordan, israel = game.home["jordan"], game.israel_land
    if game.side_of[u] == ISRAEL:
        if jordan >> h & 1 and not border_open(s):
            rule = "25.93" if game.rules.trans_jordan == "after_jordan_moves" else "13.21"
            return refuse(
                rule, "{unit} may not attack {hex}: Jordan has not opened the war against Israel.", unit=name, hex=where
            )
        return None
    if s.jordan_at_war or pushed_into_jordan(s, u):
        return None  # [24.9] a unit pushed into Jordan may fight its way back
    if s.sent >> u & 1:
        # [24.82] Free in Syria and on its border, but not into the Golan from Jordan.
        if jordan >> a & 1 and israel >> h & 1:
            return refuse("24.82", "{unit} may not attack {hex} in Israel from Jordan.", unit=name, hex=where)
        return None
    if game.front[u] == "jordan" or (jordan >> a & 1 and israel >> h & 1):
        # Other Arab units in Jordan are bound by its peace as well (ruling SN-82).
        return refuse("13.21", "{unit} may not attack {hex}: Jordan is not at war.", unit=name, hex=where)
    return None


def defenders(s: SinaiState, h: int, side: str) -> list[int]:
    """[8.21, 9.13] The units that add their Strength: not those that retreated or were displaced onto others in this
    phase; units displaced into an empty hex stand for themselves."""
    units = [u for u in s.units_in(h, side) if u != s.game.supply_unit]
    steady = [u for u in units if not s.shoved >> u & 1]
    return steady or [u for u in units if not s.attacked >> u & 1]


def may_be_attacked(s: SinaiState, h: int, side: str) -> Refusal | None:
    """[8.14, 18.11, 18.13] Is there something in the hex that `side` may attack?"""
    where = s.game.hex_name(h)
    if s.struck >> h & 1:
        return refuse("8.14", "{hex} has already been attacked in this Combat Phase.", hex=where)
    if position_in(s, h, side):
        return None  # [9.13, 25.21] the position itself, whoever has fled into it (ruling SN-83)
    units = s.units_in(h, other(side))
    units = [u for u in units if u != s.game.supply_unit] or units
    if units:
        if all(s.attacked >> u & 1 for u in units):
            return refuse("8.14", "The units in {hex} have already been attacked in this Combat Phase.", hex=where)
        return None
    if intact_forts(s, other(side)) >> h & 1:
        return None
    return refuse("8.11", "There is nothing to attack in {hex}.", hex=where)


def position_in(s: SinaiState, h: int, side: str) -> bool:
    """[25.21] Is there a Bar Lev position in the hex that stands against an attack by `side`?"""
    return bool(intact_forts(s, other(side)) & s.game.bar_lev & 1 << h)


def targets(s: SinaiState, side: str, units: int) -> int:
    """Hexes that may be attacked by some of the units, as far as place goes."""
    game = s.game
    near = game.map.grid.spread(s.occupied(units))
    hexes = (s.hexes_of(other(side)) | intact_forts(s, other(side))) & near
    return sum(1 << h for h in bits(hexes) if may_be_attacked(s, h, side) is None)


def defence(s: SinaiState, hexes: tuple[int, ...], attackers: list[int], side: str, waived: int) -> list[Tally]:
    """[8.21, 8.23, 12.0] Strength of every attacked hex, supply judged now."""
    found = []
    stands = tuple({s.loc[u] for u in attackers})
    combat = sum(1 << h for h in hexes)
    for h in hexes:
        units = defenders(s, h, other(side))
        hungry = judge(s, sum(1 << u for u in units)) if side == ISRAEL else 0
        fear = 0
        if s.game.rules.fear_defence:
            fear = sum(1 << u for u in units if fears(s, u, attackers) and cannot_retreat(s, u, waived, combat))
        found.append(defence_of_hex(s, h, units, stands, hungry, fear))
    return found


def attack_tally(s: SinaiState, attackers: list[int], side: str) -> Tally:
    return attack_strength(s, attackers, judge(s, sum(1 << u for u in attackers)))


def eligible(s: SinaiState, hexes: tuple[int, ...], side: str, chosen: int, ready: int) -> list[int]:
    """[7.2, 8.11, 8.13, 8.22, 8.23, 8.5] Units that may (still) join an attack on all these hexes."""
    near = ready & ~chosen
    for h in hexes:
        near = s.within(near, s.game.adjacent[h])
    mates = list(bits(chosen))
    reaching = (u for u in bits(near) if all(can_reach(s, u, h) is None for h in hexes))
    return sorted(u for u in reaching if may_join(s, u, mates) is None)


def empty_fort(s: SinaiState, h: int, side: str) -> bool:
    """[18.11] Is this an intact enemy Settlement or City without units? It is attacked by itself (ruling SN-75)."""
    fort = intact_forts(s, other(side)) & ~s.game.bar_lev
    return bool(fort >> h & 1) and not s.units_in(h, other(side))


def least(s: SinaiState, hexes: tuple[int, ...], side: str) -> int:
    """[18.11, 15.32] The Superiority an attack needs: +4 against an empty Settlement or City, else the table's least."""
    return SETTLEMENT_SUPERIORITY if empty_fort(s, hexes[0], side) else s.game.minimum_superiority


def feasible(s: SinaiState, hexes: tuple[int, ...], side: str, chosen: int, ready: int) -> bool:
    """[8.5, 12.11, 15.32] Can an attack on these hexes by the units chosen and those who may join reach the Superiority
    it needs? Nations that fight apart are tried one by one; and Jordanians alone, whose attack wakes no Fear."""
    game = s.game
    everybody = (*bits(chosen), *eligible(s, hexes, side, chosen, ready))
    fronts = {game.front[u] for u in bits(chosen)} or {game.front[u] for u in everybody}
    apart = game.rules.arab_nations == "apart" and side == ARAB
    jordan_alone = side == ARAB and game.rules.fear_defence and (not chosen or fronts == {"jordan"})
    groups = fronts if apart else {"", "jordan"} if jordan_alone else {""}
    waived = EVERY_ZONE if side == ISRAEL else 0  # [12.2] every zone could be waived
    for front in groups:
        pool = [u for u in everybody if not front or game.front[u] == front]
        if pool:
            have = attack_tally(s, pool, side).total
            if have - sum(t.total for t in defence(s, hexes, pool, side, waived)) >= least(s, hexes, side):
                return True
    return False
