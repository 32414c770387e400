"""[25.95] At the gates of Amman."""

from __future__ import annotations

from sandtable.core import Refusal, bits, refuse

from ..course.victory import captured
from ..state import ARAB, ISRAEL, SinaiState
from ..supply.judgement import judge
from ..supply.reasons import line_from_city

KEPT_IN_JORDAN = 2
"""[25.95] Israeli brigades that stay in Jordan: the one next to Amman and one more."""


def brigades_at(s: SinaiState, hexes: int) -> int:
    return s.within(s.game.of_side[ISRAEL] & s.game.brigades, hexes)


def _behind(s: SinaiState) -> int:
    """[25.95] Jordan on and behind the front: what Israel has captured, where its units stand, and the lines that feed them
    from Israel (ruling SN-95)."""
    game = s.game
    held = s.front | s.hexes_of(ISRAEL)
    for u in bits(s.within(game.of_side[ISRAEL], game.home["jordan"])):
        held |= sum(1 << h for h in line_from_city(s, u))
    return held & game.home["jordan"]


def amman_reached(s: SinaiState) -> None:
    """[25.95, 26.17] A supplied Israeli brigade next to Amman: Jordan stops, its units abroad are removed, and the front
    in Jordan is frozen."""
    game = s.game
    if not game.rules.amman or s.amman_taken:
        return
    near = brigades_at(s, game.map.sets["amman_adjacent"])
    if not near & ~judge(s, near):
        return
    s.front = captured(s, ISRAEL) & game.home["jordan"]
    s.behind = _behind(s)
    s.amman_taken = s.jordan_silent = True
    s.tell("25.95", "An Israeli brigade stands before Amman: Jordan ceases to act.", about="event")
    jordanians = game.of_front["jordan"] & s.units_of(ARAB)
    for u in bits(jordanians & ~s.within(jordanians, game.home["jordan"])):
        s.leave_map(u, "25.95")


def must_stay(s: SinaiState, u: int, h: int) -> Refusal | None:
    """[25.95] The Israeli brigade next to Amman stays, and one more brigade stays in Jordan; `h` is 0 off the map."""
    if not s.amman_taken:
        return None
    gates, jordan = s.game.map.sets["amman_adjacent"], s.game.home["jordan"]
    there, in_jordan = brigades_at(s, gates), brigades_at(s, jordan)
    name = s.game.name_of(u)
    if there == 1 << u and not gates >> h & 1:
        return refuse("25.95", "{unit} must stay next to Amman.", unit=name)
    if in_jordan >> u & 1 and not jordan >> h & 1 and in_jordan.bit_count() <= KEPT_IN_JORDAN:
        return refuse(
            "25.95", "{unit} must stay in Jordan: {n} brigades are to remain there.", unit=name, n=KEPT_IN_JORDAN
        )
    return None
