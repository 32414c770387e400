"""[7.0] Stacking: three combat units in a hex, and who may not stand together."""

from __future__ import annotations

from sandtable.core import Listing, Refusal, bits, crowded, fact, refuse

from ..state import SinaiState
from ..terms import COUNTRIES

LIMIT = 3


def counted(s: SinaiState, h: int, side: str) -> list[int]:
    """[7.0, 15.14] The units that count for stacking, entrucked or not: all but the Israeli Supply unit (ruling SN-57)."""
    return s.at(h, s.game.of_side[side] & s.game.combat_units)


def quarrel(s: SinaiState, units: list[int]) -> Refusal | None:
    """[24.9, 25.18] Units that may not share a hex: Syrians, Iraqis and Jordanians in 1973, and two SAM units."""
    game, stack = s.game, sum(1 << u for u in units)
    if (game.sam & stack).bit_count() > 1:
        return refuse("25.18", "Two SAM units may not stack.")
    strangers = [nation for nation, its in game.strangers.items() if its & stack]
    if len(strangers) > 1:
        text = "Units of {countries} may not stack."
        return refuse("24.9", text, countries=Listing([COUNTRIES[nation] for nation in strangers]))
    return None


def fits(s: SinaiState, units: tuple[int, ...], h: int) -> Refusal | None:
    """[7.0, 7.11] May these units end a phase in hex `h` together with the friends who are there?"""
    game = s.game
    movers = [u for u in units if u != game.supply_unit]
    if not movers:
        return None
    there = [u for u in counted(s, h, game.side_of[movers[0]]) if u not in movers]
    if len(there) + len(movers) > LIMIT:
        return refuse(
            "7.0",
            "{hex} would hold {n} units; the limit is {limit}.",
            hex=game.hex_name(h),
            n=len(there) + len(movers),
            limit=LIMIT,
        )
    return quarrel(s, there + movers)


@fact
def full_hexes(s: SinaiState, u: int) -> int:
    """[7.0, 24.9, 25.18] The hexes whose friends leave no room for the unit: `fits` for every hex at once."""
    game = s.game
    others = game.of_side[game.side_of[u]] & game.combat_units & ~(1 << u)
    if u == game.supply_unit:
        return 0
    full = crowded(s.loc, others, LIMIT) | crowded(s.loc, others & game.sam, 1 if game.sam >> u & 1 else 2)
    nations_there = 0
    for its in game.strangers.values():
        here = -1 if its >> u & 1 else s.occupied(its & others)  # the unit would be there, wherever it goes
        full |= nations_there & here
        nations_there |= here
    return full


def too_many(s: SinaiState, h: int, side: str, gone: tuple[int, ...] = ()) -> bool:
    """[7.0] Has the side too many units in the hex, or units that may not stand together? `gone` are leaving it."""
    there = [u for u in counted(s, h, side) if u not in gone]
    return len(there) > LIMIT or (len(there) > 1 and quarrel(s, there) is not None)


def overstacked(s: SinaiState, side: str) -> int:
    """[7.0] The hexes in which the side has too many units, or units that may not stand together."""
    crowds = crowded(s.loc, s.game.of_side[side], 2)
    return sum(1 << h for h in bits(crowds) if too_many(s, h, side))
