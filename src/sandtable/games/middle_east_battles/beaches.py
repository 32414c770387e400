"""[9.13] Anglo-French landings from the sea."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.core import Action, Hexes, Parts, Pick, Refusal, UnitId, bits, nth_bit, refuse

from .arrival import Arrival
from .landing import land
from .marching import no_stopping
from .state import SuezState

FIRST_LANDING, LATER_LANDINGS = 6, 3
"""[9.13] Units that may land from the sea in the first phase with a landing, and in each later one."""
EARLIEST_LANDING: Final = 4


def beach_room(s: SuezState) -> int:
    """[9.13] Units that may still land from the sea in this phase; helicopters fly [ruling ME-45]."""
    if s.turn < EARLIEST_LANDING:
        return 0
    first = s.first_beach in (0, s.turn)
    return (FIRST_LANDING if first else LATER_LANDINGS) - s.beached


def beachings(s: SuezState, side: str, only: UnitId = -1) -> Iterator[Action]:
    """[9.13] Every landing from the sea, or those of one unit."""
    for u, hexes in beaches(s, side):
        if only in (-1, u):
            for h in sorted(bits(hexes)):
                yield Action("beach", (s.game.name_of(u), s.game.hex_name(h)))


def beaches(s: SuezState, side: str) -> Iterator[tuple[UnitId, Hexes]]:
    """[9.13] The units that may land from the sea, and where each may."""
    game = s.game
    if side == game.west and beach_room(s) > 0:
        for u in s.at(game.box("holding"), game.roster.of_side[side] & ~game.helicopters):
            yield u, game.coast & ~s.hexes_of(game.egypt) & ~s.no_room_for(u)


def random_beaching(s: SuezState, side: str, pick: Pick) -> Action | None:
    """One of `beachings`, drawn without listing them."""
    every = list(beaches(s, side))
    n = sum(hexes.bit_count() for _, hexes in every)
    k = pick(n) if n else -1
    for u, hexes in every:
        if 0 <= k < hexes.bit_count():
            h = nth_bit(hexes, hexes.bit_count() - 1 - k)
            return Action("beach", (s.game.name_of(u), s.game.hex_name(h)))
        k -= hexes.bit_count()
    return None


def check_beach(s: SuezState, u: UnitId, a: Action) -> Refusal | None:
    """[9.13] From turn 4 on, a few units a phase, on the coast."""
    game = s.game
    h, name = game.parts(a).to, game.name_of(u)
    if game.side_of[u] != game.west:
        return refuse("9.13", "Only Anglo-French units land from the sea, not {unit}.", unit=name)
    if s.turn < EARLIEST_LANDING:
        return refuse("9.13", "Amphibious landings begin on game turn {turn}.", turn=EARLIEST_LANDING)
    if game.helicopters >> u & 1 or s.loc[u] != game.box("holding"):
        return refuse("9.13", "{unit} is no ground unit waiting in the holding box.", unit=name)
    if beach_room(s) <= 0:
        text = "{n} {n#unit has|units have} landed from the sea in this phase; no more may."
        return refuse("9.13", text, n=s.beached)
    if h <= 0 or not game.coast >> h & 1:
        return refuse("9.13", "{unit} lands on a coastal hex from 2801 to 1632, not there.", unit=name)
    return no_stopping(s, u, h)


def beach(s: SuezState, p: Parts) -> None:
    """[9.13] The unit lands; the first phase with a landing is remembered."""
    s.first_beach = s.first_beach or s.turn
    s.beached += 1
    land(s, p.unit, p.to, "9.13", "{unit} lands from the sea on {hex}.")


BEACH = Arrival(beachings, check_beach, beach)
