"""[9.14] Water crossings with the help of engineers."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Action, Hexes, Refusal, UnitId, bits

from .marching import no_stopping, trace, why_pinned
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
        return Refusal(("9.14",), f"{name} is not an Anglo-French engineer unit.")
    if s.loc[engineer] <= 0 or (s.moved & ~s.helped) >> engineer & 1:
        return Refusal(("9.14",), f"{name} did not begin this phase where it is.")
    if not far_banks(s, engineer):
        return Refusal(("9.14",), f"{name} is not next to a sea, lake or Canal hexside with land beyond.")
    return None


def crossings(s: SuezState) -> Iterator[Action]:
    game = s.game
    for engineer in sorted(bits(game.engineers)):
        if game.side_of[engineer] == game.west and s.loc[engineer] > 0 and not why_no_help(s, engineer):
            for u in s.units_on_map(game.west):
                for h in bits(far_banks(s, engineer)):
                    a = Action("cross", (game.name_of(u), game.name_of(engineer), game.hex_name(h)))
                    if not check_cross(s, u, a):
                        yield a


def check_cross(s: SuezState, u: UnitId, a: Action) -> Refusal | None:
    """[9.14, 5.12] Into the engineer's hex, then one hex across the water; that ends the move [ruling ME-32]."""
    game = s.game
    name = a.args[0]
    engineer = game.roster.index.get(a.args[1], -1) if len(a.args) == 3 else -1
    h = game.map.grid.find(a.args[2]) if len(a.args) == 3 else 0
    if engineer < 0 or not h:
        return Refusal(("9.14",), "Say who crosses, which engineer helps, and the hex beyond: cross 1P 9-Eng 2804.")
    refusal = why_no_help(s, engineer)
    if refusal:
        return refusal
    if s.loc[u] <= 0 or game.helicopters >> u & 1:
        return Refusal(("9.14",), f"{name} is no ground unit on the map.")
    if engineer == u:
        return Refusal(("9.14",), f"{name} cannot help itself across.")
    pinned = why_pinned(s, u)
    if pinned:
        return pinned
    here = s.loc[engineer]
    if not game.map.grid.are_adjacent(s.loc[u], here):
        return Refusal(("9.14",), f"{name} did not begin this phase next to {a.args[1]}.")
    if not far_banks(s, engineer) >> h & 1:
        return Refusal(("9.14",), f"{a.args[2]} does not lie across water from {a.args[1]} in {game.hex_name(here)}.")
    refusal = trace(s, u, (s.loc[u], here))[1]
    return refusal or no_stopping(s, u, h)
