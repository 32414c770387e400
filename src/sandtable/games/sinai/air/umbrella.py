"""[16.0, 25.1] SAM umbrellas, and the Air Strike markers that Israel has the use of."""

from __future__ import annotations

from sandtable.core import fact

from ..state import SinaiState

RANGE = 3


@fact
def umbrella(s: SinaiState) -> int:
    """[25.11, 25.12] The hexes within three of a SAM unit."""
    b = 0
    for u in s.game.sam_units:
        if s.loc[u] > 0:
            b |= s.game.map.grid.within(s.loc[u], RANGE)
    return b


def markers_left(s: SinaiState) -> int:
    """[16.0, 25.13] Air Strike markers Israel has the use of."""
    return s.game.rules.air_strikes - len(s.strikes_away)


def free_markers(s: SinaiState) -> int:
    """[ruling SN-27] A marker attacks a SAM or is placed, not both."""
    return max(markers_left(s) - s.raids, 0)


@fact
def sam_distance(s: SinaiState, h: int) -> int | None:
    """[25.11] Hexes to the nearest SAM unit, at most three (ruling SN-28)."""
    game = s.game
    best = None
    for u in game.sam_units:
        if s.loc[u] > 0:
            d = game.map.grid.distance(h, s.loc[u])
            if d <= 3 and (best is None or d < best):
                best = d
    return best
