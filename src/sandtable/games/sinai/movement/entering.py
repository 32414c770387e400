"""[10.15, 20.2, 21.1, 25.22, 25.93] What follows when units enter hexes, by movement or in combat."""

from __future__ import annotations

from sandtable.core import bits

from ..land.canal import note_crossings
from ..land.forts import restore_bar_lev
from ..politics.nations import jordan_enters_israel
from ..state import ARAB, ISRAEL, SinaiState
from ..supply.supply_unit import pull_back_supply_unit


def move_along(s: SinaiState, units: tuple[int, ...], path: list[int]) -> None:
    """Put the units at the end of their path and do everything that follows from where they passed."""
    game = s.game
    side = game.side_of[units[0]]
    for u in units:
        s.loc[u] = path[-1]
        if u == game.supply_unit:
            s.trail += tuple(path[1:])
    note_crossings(s, units, path)
    if len(path) > 1 and s.log is not None:
        s.tell(
            "5.0",
            "{units} {units#moves|move} from {origin} to {hex}.",
            units=game.names(units),
            origin=game.hex_name(path[0]),
            hex=game.hex_name(path[-1]),
            at=path,
            about="move",
        )
    passed = sum({1 << h for h in path})
    after_entering(s, side, units, passed)


def after_entering(s: SinaiState, side: str, units: tuple[int, ...], passed: int, retreating: bool = False) -> None:
    """[10.15, 20.2, 21.1, 25.22, 25.93] Units have entered hexes, by movement or in combat."""
    s.pass_through(side, passed)
    if side == ARAB:
        if s.dormant:
            wake(s, passed)
        jordan_enters_israel(s, units, passed)
    elif not retreating:
        restore_bar_lev(s, passed)  # [25.22] a retreat mans nothing (ruling SN-93)
    pull_back_supply_unit(s)


def wake(s: SinaiState, passed: int) -> None:
    """[20.2] Face-down units wake as soon as an Arab unit in Israel comes next to them."""
    near = s.game.map.grid.spread(passed & s.game.israel_land)
    for u in bits(s.dormant):
        if near >> max(s.loc[u], 0) & 1:
            s.dormant &= ~(1 << u)
            s.tell(
                "20.2",
                "{unit} in {hex} is mobilized at once.",
                unit=s.game.name_of(u),
                hex=s.game.hex_name(s.loc[u]),
                at=(s.loc[u],),
                about="arrival",
            )


def friendly_edge(s: SinaiState, u: int) -> int:
    """[25.71] The land over whose map edge the unit leaves without being counted as eliminated."""
    return s.game.israel_land if s.game.side_of[u] == ISRAEL else s.game.arab_land


def leave_over_edge(s: SinaiState, u: int, h: int) -> None:
    """[24.33, 25.17, 25.71] The unit leaves the map from hex `h` for good, forced or of its own will. A SAM unit counts as
    eliminated, and so does a unit that goes over an edge that is not friendly (ruling SN-85)."""
    if s.game.sam >> u & 1:
        s.eliminate(u, "25.17", "{unit} is driven off the map from {hex}: a SAM unit counts as eliminated.")
    elif not friendly_edge(s, u) >> h & 1:
        s.eliminate(
            u, "25.71", "{unit} leaves the map from {hex} over an edge that is not friendly and counts as eliminated."
        )
    else:
        s.leave_map(u, "24.33")
