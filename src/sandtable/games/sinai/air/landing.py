"""[17.0] An airborne unit flies."""

from __future__ import annotations

from ..movement.entering import after_entering
from ..state import ISRAEL, SinaiState
from .flights import flight_of


def crosses_canal(s: SinaiState, u: int, h: int) -> bool:
    west = s.game.egypt_west
    return s.game.rules.canal != "ferry" and (west >> s.loc[u] & 1) != (west >> h & 1)


def fly(s: SinaiState, u: int, h: int) -> None:
    """[17.0, 17.3] The unit flies; it does not walk in this phase."""
    game = s.game
    flight = flight_of(s)
    flown = list(s.flown)
    flown[game.airborne_units.index(u)] = s.moves_made if flight.by_phase else s.turn
    s.flown = tuple(flown)
    s.drops += 1
    s.tell(
        flight.rule,
        "{unit} flies from {origin} to {hex}.",
        unit=game.name_of(u),
        origin=game.hex_name(s.loc[u]),
        hex=game.hex_name(h),
        at=(s.loc[u], h),
        about="move",
    )
    if crosses_canal(s, u, h):
        s.crossed_israel += (s.loc[u], h)
    s.loc[u] = h
    after_entering(s, ISRAEL, (u,), 1 << h)
