"""[10.14] Lines of supply as they are followed: step by step over sets of hexes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sandtable.core import bits, flood

from ..land.terrain import CostMasks, Sides
from ..land.territory import barred_to_israel, bridges, closed, shut_border
from ..state import ISRAEL, SinaiState

if TYPE_CHECKING:
    from ..game import Sinai

FEW = 4
"""So many units are judged one by one."""
MOST_NETS = 64
"""So many nets are remembered: most moves change none, and an attack in preparation asks again and again."""
RANGE = 8
"""[10.12] Mechanized Movement Points from an Israeli unit to its source."""


def beyond_reach(s: SinaiState, units: int, side: str, sources: int, wall: int) -> int:
    """[10.12, 10.14] The units farther than eight mechanized Movement Points from the sources."""
    known: dict[tuple[int, bool, bool], int] = {}
    out = 0
    for some in alike(s, units):
        u = next(bits(some))
        key = allowed, _, _ = passable(s, u, side, wall), walks(s, u), bool(shut_border(s, u))
        if key not in known:
            known[key] = within(s.game, sources & allowed, allowed, steps_of(s, u, side), RANGE)
        out |= some & ~s.within(some, known[key])
    return out


def alike(s: SinaiState, units: int) -> list[int]:
    """The units in groups whose lines run by the same rules: wheels, the country served, where pushed or sent, the land."""
    if units.bit_count() <= FEW:
        return [1 << u for u in bits(units)]
    game = s.game
    jordan = s.within(units, game.home["jordan"])
    marks = (*game.of_front.values(), game.mechanized, s.within(units, game.israel_land), jordan, s.sent, s.from_israel)
    groups = [units] if units else []
    for marked in (*marks, game.kept_out_of_jordan):
        groups = [part for some in groups for part in (some & marked, some & ~marked) if part]
    return groups


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


def layers(game: Sinai, sources: int, allowed: int, steps: CostMasks, limit: int) -> list[int]:
    """The hexes from which a source is 0, 1, ... `limit` points away: Dijkstra on sets, one set per cost."""
    ways = game.map.grid.step
    at_cost = [sources]
    found = sources
    for total in range(1, limit + 1):
        new = 0
        for cost, masks in steps:
            if cost <= total and (origin := at_cost[total - cost]):
                for k, mask in zip(ways, masks):
                    if part := origin & mask:
                        new |= part << k if k > 0 else part >> -k
        at_cost.append(new & allowed & ~found)
        found |= at_cost[total]
    return at_cost


@lru_cache(MOST_NETS)
def within(game: Sinai, sources: int, allowed: int, steps: CostMasks, limit: int) -> int:
    """The hexes from which a source is at most `limit` points away."""
    found = 0
    for ring in layers(game, sources, allowed, steps, limit):
        found |= ring
    return found


@lru_cache(MOST_NETS)
def joined(game: Sinai, sources: int, allowed: int, masks: Sides) -> int:
    """[10.11, 10.12] The hexes from which lines run to the sources, following the masks backwards."""
    return flood(game.map.grid, sources, allowed, masks)


def open_sides(s: SinaiState, u: int, masks: Sides) -> Sides:
    return s.game.behind_border(masks) if shut_border(s, u) else masks


def counts_points(s: SinaiState, u: int) -> bool:
    """[10.12, 26.41, 26.54] Is the unit's line measured in Movement Points?"""
    game = s.game
    return game.side_of[u] == ISRAEL or game.rules.arab_supply == "net" or game.nation[u] == "ussr"


def halved(points: int) -> int:
    """[10.35] Half, fractions dropped, never below one."""
    return max(points // 2, 1)
