"""[16.0, 25.1] SAM umbrellas, and the Air Strike markers that Israel has the use of."""

from __future__ import annotations

from sandtable.core import fact

from ..state import SinaiState

RANGE = 3


@fact
def rings(s: SinaiState) -> tuple[int, ...]:
    """[25.11] The hexes at most 0, 1, 2 and 3 hexes from a SAM unit."""
    ring = s.occupied(s.game.sam)
    found = [ring]
    for _ in range(RANGE):
        ring |= s.game.map.grid.spread(ring)
        found.append(ring)
    return tuple(found)


def umbrella(s: SinaiState) -> int:
    """[25.11, 25.12] The hexes within three of a SAM unit."""
    return rings(s)[RANGE]


def markers_left(s: SinaiState) -> int:
    """[16.0, 25.13] Air Strike markers Israel has the use of."""
    return s.game.rules.air_strikes - len(s.strikes_away)


def free_markers(s: SinaiState) -> int:
    """[ruling SN-27] A marker attacks a SAM or is placed, not both."""
    return max(markers_left(s) - s.raids, 0)


def sam_distance(s: SinaiState, h: int) -> int | None:
    """[25.11] Hexes to the nearest SAM unit, at most three (ruling SN-28)."""
    return next((n for n, ring in enumerate(rings(s)) if ring >> h & 1), None)
