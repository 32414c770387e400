"""[10.14] Lines of supply as they are followed: step by step over sets of hexes."""

from __future__ import annotations

from sandtable.core import bits

from ..land.terrain import CostMasks, Sides
from ..land.territory import barred_to_israel, bridges, closed, shut_border
from ..state import ISRAEL, SinaiState

RANGE = 8
"""[10.12] Mechanized Movement Points from an Israeli unit to its source."""


def beyond_reach(s: SinaiState, units: int, side: str, sources: int, wall: int) -> int:
    """[10.12, 10.14] The units farther than eight mechanized Movement Points from the sources."""
    known: dict[tuple[int, bool, bool], int] = {}
    out = 0
    for u in bits(units):
        key = allowed, _, _ = passable(s, u, side, wall), walks(s, u), bool(shut_border(s, u))
        if key not in known:
            known[key] = within(s, sources & allowed, allowed, steps_of(s, u, side), RANGE)
        if not known[key] >> s.loc[u] & 1:
            out |= 1 << u
    return out


def passable(s: SinaiState, u: int, side: str, wall: int) -> int:
    """[10.14] The hexes through which a line of points may run for this unit."""
    barred = barred_to_israel(s) if side == ISRAEL else closed(s, u)
    return s.game.land & ~wall & ~(barred & ~s.hexes_of(side))


def steps_of(s: SinaiState, u: int, side: str) -> CostMasks:
    """[10.12, 10.14] The steps of a unit's line of points, by cost."""
    ground = s.game.ground(side, False, bridges(s))
    steps = ground.supply_on_foot if walks(s, u) else ground.supply_steps
    return tuple((cost, open_sides(s, u, masks)) for cost, masks in steps)


def walks(s: SinaiState, u: int) -> bool:
    """[24.32, 26.42] Does the unit pass where infantry passes? Then its line may begin on any ground."""
    game = s.game
    return game.side_of[u] in game.rules.mech_as_infantry or not game.mechanized >> u & 1


def layers(s: SinaiState, sources: int, allowed: int, steps: CostMasks, limit: int) -> list[int]:
    """The hexes from which a source is 0, 1, ... `limit` points away: Dijkstra on sets, one set per cost."""
    shift = s.game.map.grid.shift
    at_cost = [sources]
    found = sources
    for total in range(1, limit + 1):
        new = 0
        for cost, masks in steps:
            if cost <= total and (origin := at_cost[total - cost]):
                for d in range(6):
                    new |= shift(origin & masks[d], d)
        at_cost.append(new & allowed & ~found)
        found |= at_cost[total]
    return at_cost


def within(s: SinaiState, sources: int, allowed: int, steps: CostMasks, limit: int) -> int:
    """The hexes from which a source is at most `limit` points away."""
    found = 0
    for ring in layers(s, sources, allowed, steps, limit):
        found |= ring
    return found


def open_sides(s: SinaiState, u: int, masks: Sides) -> Sides:
    if not shut_border(s, u):
        return masks
    return tuple(m & ~border for m, border in zip(masks, s.game.border_sides))


def counts_points(s: SinaiState, u: int) -> bool:
    """[10.12, 26.41, 26.54] Is the unit's line measured in Movement Points?"""
    game = s.game
    return game.side_of[u] == ISRAEL or game.rules.arab_supply == "net" or game.nation[u] == "ussr"


def halved(points: int) -> int:
    """[10.35] Half, fractions dropped, never below one."""
    return max(points // 2, 1)
