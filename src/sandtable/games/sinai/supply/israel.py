"""[10.12, 24.61] The sources of Israeli supply."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import fact

from ..air.flights import flight_of, since_flight
from ..land.territory import barred_to_israel, bridges
from ..movement.zones import blocked
from ..state import ARAB, ISRAEL, SinaiState
from .lines import RANGE, joined, within


def automatic(s: SinaiState, u: int) -> str:
    """[10.12, 17.3, 23.11, 23.13, 24.65] The paragraph by which an Israeli unit is supplied without a line, or nothing."""
    game = s.game
    if s.turn <= game.rules.automatic_supply_turns:
        return "23.11" if game.rules.automatic_supply_turns < 6 else "10.12"
    if game.never_unsupplied >> u & 1:
        return "23.13"
    if game.airborne >> u & 1 and since_flight(s, u) <= flight_of(s).rest:
        return flight_of(s).supply_rule
    return ""


def cities(s: SinaiState) -> int:
    """[10.12, 18.2, 24.61] Israeli cities that supply: not destroyed, not enemy-occupied."""
    return s.game.cities_israeli & ~s.destroyed & ~s.hexes_of(ARAB)


def israeli_sources(s: SinaiState) -> int:
    """[10.12, 24.61] The hexes to which an Israeli line of eight points may run."""
    return ISRAELI_SOURCES[s.game.rules.israeli_supply](s)


def _unit_and_roads(s: SinaiState) -> int:
    """[10.12] Roads in Israel that lead to a city, the cities, and the Supply unit while it works."""
    game = s.game
    open_land = game.israel_land & ~blocked(s, ISRAEL)
    roads = joined(game, cities(s) & ~blocked(s, ISRAEL), open_land, game.map.along["road"])
    return roads | (s.occupied(1 << game.supply_unit & ~s.dormant) & working(s))


@fact
def working(s: SinaiState) -> int:
    """[10.12] The hexes from which clear or road hexes lead to an Israeli city: where the Supply unit works."""
    allowed = s.game.land & ~blocked(s, ISRAEL) & ~barred_to_israel(s)
    return joined(s.game, cities(s) & allowed, allowed, s.game.net_lines[ISRAEL])


def _net(s: SinaiState) -> int:
    """[24.61] Road and clear hexes joined to an Israeli-held Israeli city."""
    m = s.game.map
    return working(s) & (m.terrain["clear"] | m.on_path["road"])


ISRAELI_SOURCES: dict[str, Callable[[SinaiState], int]] = {"unit": _unit_and_roads, "net": _net}


@fact
def supplied_ground(s: SinaiState) -> int:
    """[17.11] The hexes from which an Israeli line of supply may be traced, automatic supply apart."""
    game = s.game
    allowed = game.land & ~blocked(s, ISRAEL) & ~barred_to_israel(s)
    return within(
        game, israeli_sources(s) & allowed, allowed, game.ground(ISRAEL, False, bridges(s)).supply_on_foot, RANGE
    )
