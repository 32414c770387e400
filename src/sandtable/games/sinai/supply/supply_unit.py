"""[10.15] The Israeli Supply unit and the enemy."""

from __future__ import annotations

from sandtable.core import bits

from ..land.territory import closed
from ..state import ISRAEL, SinaiState
from .israel import cities, working
from .lines import joined


def pull_back_supply_unit(s: SinaiState, forced: bool = False) -> None:
    """[10.15] The Supply unit goes back along its own trail to the nearest hex where it works, if it is `forced`
    (attacked alone, or its stack retreats) or an enemy zone keeps it from working. It cannot be destroyed."""
    game = s.game
    u = game.supply_unit
    if u < 0 or s.loc[u] <= 0 or s.dormant >> u & 1:
        return
    good = working(s)
    here = s.loc[u]
    if good >> here & 1 and not forced:
        return
    if not forced and not _ground_allows(s):
        return  # it stands where the ground itself allows no line: no enemy zone is to blame
    for i in reversed(range(len(s.trail))):
        h = s.trail[i]
        if h != here and good >> h & 1:
            s.trail = s.trail[: i + 1]
            break
    else:
        others = cities(s) & ~(1 << here)
        if not others:
            return
        h = min(bits(others), key=lambda x: (game.map.grid.distance(here, x), x))  # [ruling SN-70]
        s.trail = (h,)
    s.loc[u] = h
    s.tell(
        "10.15",
        "The Israeli Supply unit goes back from {origin} to {hex}.",
        origin=game.hex_name(here),
        hex=game.hex_name(h),
        at=(here, h),
        about="retreat",
    )


def _ground_allows(s: SinaiState) -> bool:
    """[10.15] Would the Supply unit work where it stands if there were no enemies?"""
    game = s.game
    allowed = game.land & ~closed(s, game.supply_unit)
    line = joined(game, cities(s), allowed, game.net_lines[ISRAEL])
    return bool(line >> s.loc[game.supply_unit] & 1)
