"""[9.14] Water crossings with the help of engineers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.core import Action, Hex, Hexes, Refusal, UnitId, bits, refuse, say
from sandtable.core.facts import DetailsFacts

from .arrival import Arrival
from .marching import march, move_details, no_stopping, step, trace, walk, why_pinned
from .state import SuezState


def far_banks(s: SuezState, engineer: UnitId) -> Hexes:
    """[9.14] Land across a sea, lake or Canal hexside from the engineer's hex."""
    game = s.game
    here = s.loc[engineer]
    banks: Hexes = 0
    for h in bits(game.map.grid.adjacent[here] & game.land):
        if any(game.sides_of_hexes[k].get("prohibited") for k in game.hexsides(here, h)):
            banks |= 1 << h
    return banks


def why_no_help(s: SuezState, engineer: UnitId) -> Refusal | None:
    """[9.14] The engineer must have begun the phase on the water and stays there."""
    game = s.game
    name = game.name_of(engineer)
    if not game.engineers >> engineer & 1 or game.side_of[engineer] != game.west:
        return refuse("9.14", "{unit} is not an Anglo-French engineer unit.", unit=name)
    if s.loc[engineer] <= 0 or (s.moved & ~s.helped) >> engineer & 1:
        return refuse("9.14", "{unit} did not begin this phase where it is.", unit=name)
    if not far_banks(s, engineer):
        text = "{unit} is not next to a sea, lake or Canal hexside with land beyond."
        return refuse("9.14", text, unit=name)
    return None


def crossings(s: SuezState, only: UnitId = -1) -> Iterator[Action]:
    """[9.14] Every crossing, or those of one unit."""
    game = s.game
    for engineer in sorted(bits(game.engineers)):
        if not why_no_help(s, engineer):
            near = s.units_in(game.map.grid.adjacent[s.loc[engineer]], game.west)
            for u in sorted(bits(near)) if only < 0 else (only,):
                for h in bits(far_banks(s, engineer)):
                    a = Action("cross", (game.name_of(u), game.name_of(engineer), game.hex_name(h)))
                    if not check_cross(s, u, a):
                        yield a


def check_cross(s: SuezState, u: UnitId, a: Action) -> Refusal | None:
    """[9.14, 5.12] Into the engineer's hex, then one hex across the water; that ends the move [ruling ME-32]."""
    game, p = s.game, s.game.parts(a)
    if game.side_of[u] != game.west:
        text = "Only Anglo-French units cross water with an engineer, not {unit}."
        return refuse("9.14", text, unit=game.name_of(u))
    if len(p.units) != 2 or p.to <= 0:
        return refuse("9.14", "Say who crosses, which engineer helps, and the hex beyond: cross 1P 9-Eng 2804.")
    engineer, h, here = p.units[1], p.to, s.loc[p.units[1]]
    names = {"unit": game.name_of(u), "engineer": game.name_of(engineer), "hex": game.hex_name(h)}
    refusal = why_no_help(s, engineer)
    if refusal:
        return refusal
    if s.loc[u] <= 0 or game.helicopters >> u & 1:
        return refuse("9.14", "{unit} is no ground unit on the map.", **names)
    if engineer == u:
        return refuse("9.14", "{unit} cannot help itself across.", **names)
    pinned = why_pinned(s, u)
    if pinned:
        return pinned
    if not game.map.grid.are_adjacent(s.loc[u], here):
        return refuse("9.14", "{unit} did not begin this phase next to {engineer}.", **names)
    if not far_banks(s, engineer) >> h & 1:
        text = "{hex} does not lie across water from {engineer} in {here}."
        return refuse("9.14", text, here=game.hex_name(here), **names)
    refusal = trace(s, u, (s.loc[u], here))[1]
    return refusal or no_stopping(s, u, h)


def cross(s: SuezState, u: UnitId, engineer: UnitId, h: Hex) -> None:
    """[9.14] Both have moved; the engineer stays, and may help others."""
    s.moved |= 1 << u | 1 << engineer
    s.helped |= 1 << engineer
    s.crossed |= 1 << u
    s.loc[u] = h
    s.tell(
        "9.14",
        "{unit} crosses to {hex} with the help of {engineer}.",
        at=(h,),
        about="move",
        unit=s.game.name_of(u),
        hex=s.game.hex_name(h),
        engineer=s.game.name_of(engineer),
    )


def crossing_details(s: SuezState, u: UnitId, engineer: UnitId, h: Hex) -> DetailsFacts:
    """[9.14] The step to the engineer, and over the water."""
    steps = walk(s, u, (s.loc[u], s.loc[engineer]))
    steps.append(step(s.game.hex_name(h), 0, say("across the water [9.14]")))
    return move_details([s.game.hex_name(s.loc[u])], steps, march(s, u).budget)


def all_crossings(s: SuezState, side: str, only: UnitId) -> Iterator[Action]:
    return crossings(s, only) if side == s.game.west else iter(())


CROSSING: Final = Arrival(
    all_crossings,
    check_cross,
    lambda s, p: cross(s, p.unit, p.units[1], p.to),
    lambda s, p: crossing_details(s, p.unit, p.units[1], p.to),
)
