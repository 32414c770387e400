"""[10.2] Who is in supply, judged now."""

from __future__ import annotations

from sandtable.core import bits, fact

from ..movement.zones import blocked
from ..state import ARAB, ISRAEL, SinaiState
from .arabs import ARAB_SUPPLY
from .israel import automatic, israeli_sources
from .lines import beyond_reach


@fact
def judge(s: SinaiState, units: int = -1) -> int:
    """[10.0, 10.2] The unsupplied units among `units` on the map, judged now; SAM units need no supply [25.13]."""
    game, out = s.game, 0
    asked = units & game.combat_units & ~game.sam
    if israelis := asked & s.units_of(ISRAEL):
        out |= _unsupplied_israelis(s, israelis)
    if arabs := asked & s.units_of(ARAB):
        out |= ARAB_SUPPLY[game.rules.arab_supply](s, arabs)
    return out


def _unsupplied_israelis(s: SinaiState, units: int) -> int:
    """[10.12] Israeli units without supply."""
    needy = sum(1 << u for u in bits(units) if not automatic(s, u))
    if not needy:
        return 0
    sources = israeli_sources(s)
    return beyond_reach(s, needy, ISRAEL, sources, blocked(s, ISRAEL))


def unsupplied_sam(s: SinaiState) -> int:
    """[25.71] SAM units suffer nothing without supply, but they are cut off like others at the end of the game."""
    return ARAB_SUPPLY[s.game.rules.arab_supply](s, s.game.sam & s.units_of(ARAB))


def fed(s: SinaiState, units: int) -> int:
    """[25.61, 25.71, 26.93b] Those of the units that have supply, SAM units included."""
    fed_units = units & ~judge(s, units)
    return fed_units & ~unsupplied_sam(s) if fed_units & s.game.sam else fed_units


def line_from(s: SinaiState, u: int, h: int) -> bool:
    """[25.4] Would the unit have a line of supply if it stood in `h`, automatic supply apart?"""
    there = s.copy()
    there.loc[u] = h
    return within_reach(there, u) if s.game.side_of[u] == ISRAEL else not judge(there, 1 << u)


def within_reach(s: SinaiState, u: int) -> bool:
    """[10.12] Would an Israeli unit have a line, automatic supply apart?"""
    return not beyond_reach(s, 1 << u, ISRAEL, israeli_sources(s), blocked(s, ISRAEL))
