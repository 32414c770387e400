"""[24.4, 25.16, 26.64] Crossing the Suez Canal in 1973 and later: six units a Game-Turn, two a hexside."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.core import Refusal, fact, refuse

from ..state import ARAB, ISRAEL, SinaiState

if TYPE_CHECKING:
    from ..game import Sinai

UNITS_PER_TURN = 6
UNITS_PER_HEXSIDE = 2
SIX = "At most {n} units of a side cross the Canal in a Game-Turn."
TWO = "At most {n} units of a side cross the Canal between {origin} and {hex} in a Game-Turn."


def limited_hexsides(game: Sinai, side: str) -> Iterator[tuple[int, int]]:
    """[24.41, 26.64] The hexsides whose crossing counts against the limits. Arab ferries of 1967 do not (ruling SN-48)."""
    rule = game.rules.canal
    for a, b in game.canal_hexsides if rule != "ferry" else ():
        if not (rule == "ferry_and_any" and side == ARAB and game.map.crosses("canal_ferry", a, b)):
            yield a, b
            yield b, a


def limited(s: SinaiState, side: str, a: int, b: int) -> bool:
    """[24.41, 26.64] Does crossing this hexside count against the limits?"""
    return (a, b) in s.game.limited_hexsides[side]


def crossed(s: SinaiState, side: str) -> list[tuple[int, int]]:
    """The hexsides crossed by the side this Game-Turn, once for every unit."""
    flat = s.crossed_israel if side == ISRAEL else s.crossed_arab
    return list(zip(flat[::2], flat[1::2]))


def canal_sides_full(s: SinaiState, u: int) -> tuple[tuple[int, int], ...]:
    """[24.41, 25.16] The Canal hexsides this unit can no longer cross in this Game-Turn."""
    game = s.game
    barred = game.sam >> u & 1 and not game.rules.sam_crosses_canal
    return _sides_full(s, game.side_of[u], bool(barred))


@fact
def _sides_full(s: SinaiState, side: str, barred: bool) -> tuple[tuple[int, int], ...]:
    """[24.41] The same for all units of a side that may cross the Canal, or are `barred` from it."""
    used = crossed(s, side)
    if not used and not barred:
        return ()
    pairs = [(a, b) for a, b in s.game.canal_hexsides if limited(s, side, a, b)]
    if barred or len(used) >= UNITS_PER_TURN:
        return tuple(pairs)
    return tuple((a, b) for a, b in pairs if used.count((min(a, b), max(a, b))) >= UNITS_PER_HEXSIDE)


def sam_at_canal(s: SinaiState, units: tuple[int, ...], a: int, b: int) -> bool:
    """[25.16, 26.14] Would a SAM unit cross the Canal where it may not?"""
    game = s.game
    some = not game.rules.sam_crosses_canal and any(game.sam >> u & 1 for u in units)
    return some and game.map.crosses("canal", a, b)


def canal_room(s: SinaiState, units: tuple[int, ...], path: list[int]) -> Refusal | None:
    """[24.41] Is there room for the whole stack, and for going to and fro?"""
    game = s.game
    side = game.side_of[units[0]]
    crossings = [pair for pair in itertools.pairwise(path) if pair in game.limited_hexsides[side]]
    used = crossed(s, side)
    for a, b in crossings:
        used += [(min(a, b), max(a, b))] * len(units)
        if len(used) > UNITS_PER_TURN:
            return refuse("24.41", SIX, n=UNITS_PER_TURN)
        if used.count(used[-1]) > UNITS_PER_HEXSIDE:
            return refuse("24.41", TWO, n=UNITS_PER_HEXSIDE, origin=game.hex_name(a), hex=game.hex_name(b))
    return None


def canal_full(s: SinaiState, u: int, a: int, b: int) -> Refusal:
    """[24.41] Which of the two limits keeps the unit from crossing here."""
    game = s.game
    if len(crossed(s, game.side_of[u])) >= UNITS_PER_TURN:
        return refuse("24.41", SIX, n=UNITS_PER_TURN)
    return refuse("24.41", TWO, n=UNITS_PER_HEXSIDE, origin=game.hex_name(a), hex=game.hex_name(b))


def note_crossings(s: SinaiState, units: tuple[int, ...], path: list[int]) -> None:
    """[24.41] Count the crossings of a move."""
    side = s.game.side_of[units[0]]
    for a, b in itertools.pairwise(path):
        if limited(s, side, a, b):
            pair = (min(a, b), max(a, b)) * len(units)
            if side == ISRAEL:
                s.crossed_israel += pair
            else:
                s.crossed_arab += pair
