"""[24.33, 24.52, 24.9, 25.13] The retreats of SAM units, and what is left to a unit that has no ordinary retreat."""

from __future__ import annotations

from ..land.canal import sam_at_canal
from ..movement.entering import friendly_edge
from ..movement.stacking import fits
from ..state import ISRAEL, SinaiState
from .ways_back import been_in, edges_for, forbidden, full_stacks, ways_back, wedged

MOST_WAYS = 200
"""How many roundabout retreats of a SAM unit are listed."""


def sam_ways(s: SinaiState, u: int, length: int, under_attack: int = 0, canal: bool = True) -> list[list[int]]:
    """[25.13, 9.12] A SAM unit retreats straight towards the nearest map edge, and over it; only if enemy zones or full
    stacks block that does it go another way, and onto a full stack only when nothing else is left. A final 0 means
    off the map; without `canal` no way leads over it [24.42]."""
    bad = forbidden(s, u, 0) | under_attack | been_in(s, u)
    full, strangers = full_stacks(s, u)
    for shut in (full | strangers, strangers | wedged(s, u, full, under_attack)):
        if found := _towards_edge(s, u, length, bad, shut, canal) or _anywhere(s, u, length, bad, shut, canal):
            return found
    return []


def _steps(s: SinaiState, u: int, h: int, canal: bool) -> list[int]:
    """[25.16, 24.42] Where the SAM unit may go from a hex, as far as the ground and the Canal are concerned."""
    return [n for n, _ in edges_for(s, u, True, canal)[h] if not sam_at_canal(s, (u,), h, n)]


def _anywhere(s: SinaiState, u: int, length: int, bad: int, shut: int, canal: bool) -> list[list[int]]:
    """[9.15] Ways of the full length in any direction, not ending in `shut` hexes."""
    ways = [[s.loc[u]]]
    for left in range(length - 1, -1, -1):
        ways = [
            [*way, n]
            for way in ways
            for n in _steps(s, u, way[-1], canal)
            if not (bad | (0 if left else shut)) >> n & 1 and n not in way
        ][:MOST_WAYS]
    return ways


def _towards_edge(s: SinaiState, u: int, length: int, bad: int, shut: int, canal: bool) -> list[list[int]]:
    """[25.13] Ways of which every step leads nearer to the map edge, and then off the map."""
    near = s.game.edge_distance
    ways = [[s.loc[u]]]
    for left in range(length - 1, -1, -1):
        longer = []
        for way in ways:
            h = way[-1]
            if h == 0:
                longer.append(way)
            elif near[h] == 0:
                longer.append([*way, 0])
            else:
                walls = bad if left else bad | shut
                steps = (n for n in _steps(s, u, h, canal) if near[n] < near[h] and not walls >> n & 1)
                longer += [[*way, n] for n in steps]
        ways = longer
    return ways


def last_ways(s: SinaiState, u: int, length: int, waived: int, canal: bool, under_attack: int = 0) -> list[list[int]]:
    """[24.33, 24.52, 24.9, 9.15] When no ordinary retreat exists: the unit is forced off the map. An Israeli mechanized
    unit goes one hex into rough as infantry rather than over an edge where it would count as eliminated (ruling
    SN-91); an Arab unit goes into Jordan only when it cannot leave the map at all. Nobody returns to a hex of this phase."""
    game = s.game
    bad = forbidden(s, u, waived) | under_attack | been_in(s, u)
    israeli = game.side_of[u] == ISRAEL
    if not game.rules.leave_map:
        return []
    edge = game.edge_hexes & friendly_edge(s, u) if israeli else game.edge_hexes
    if found := _off_the_map(s, u, length, bad, canal, edge):
        return found
    if israeli:
        return _into_the_hills(s, u, bad, canal) or _off_the_map(s, u, length, bad, canal, game.edge_hexes)
    return ways_back(s, u, length, waived, canal, under_attack, opened=game.home["jordan"])


def _into_the_hills(s: SinaiState, u: int, bad: int, canal: bool) -> list[list[int]]:
    """[24.52] One hex into rough, as infantry."""
    h, rough = s.loc[u], s.game.map.terrain["rough"]
    steps = edges_for(s, u, True, canal)[h]
    return [[h, n] for n, _ in steps if rough >> n & 1 and not bad >> n & 1 and fits(s, (u,), n) is None]


def _off_the_map(s: SinaiState, u: int, length: int, bad: int, canal: bool, edge: int) -> list[list[int]]:
    """[24.33] The shortest ways over these edge hexes. Only mechanized units retreat farther than over the edge of their
    own hex."""
    edges = edges_for(s, u, False, canal)
    ways = {s.loc[u]: [s.loc[u]]}
    for _ in range(length):
        if found := [[*way, 0] for h, way in ways.items() if edge >> h & 1]:
            return found
        onward: dict[int, list[int]] = {}
        for h, way in ways.items():
            for n, _ in edges[h]:
                if not bad >> n & 1:
                    onward.setdefault(n, [*way, n])
        ways = onward
    return []
