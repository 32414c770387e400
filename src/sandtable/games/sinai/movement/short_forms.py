"""[5.0] Short forms of moves: only the end is named, and the cheapest way to it is filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Action, Parts

from ..state import SinaiState
from .listing import of_verb
from .map_edge import exit_places
from .overrun import overrun_options
from .paths import reach_of
from .unreachable import slowest
from .words import path_word

if TYPE_CHECKING:
    from .movement import Movement


def completed(s: SinaiState, frame: Movement, a: Action) -> Action:
    """`move Iska 2121`, `overrun Iska+Elhn 2030`, `detruck Ktti 2421`, `exit Eg-arm-1 0121` with their ways; a form for which
    no way is found stays as it is, and `check` says why."""
    p = s.game.parts(a)
    if len(a.args) != 2 or len(p.path) != 1 or p.words or p.to <= 0 or not p.units or s.loc[p.unit] <= 0:
        return a
    path = _way(s, frame, p)
    return Action(a.verb, (a.args[0], path_word(s.game, path))) if path else a


def _way(s: SinaiState, frame: Movement, p: Parts) -> list[int]:
    """The way to the one hex that was named; empty when there is none."""
    if p.verb in ("move", "walk"):
        r = reach_of(s, slowest(s, p.units), 0, p.verb == "walk")
        return r.path(p.to) if p.to in r.cost else []
    if p.verb == "exit":
        return next((way for way in exit_places(s, p.unit, frame) if way[-2] == p.to), [])
    if p.verb == "overrun":
        listed = (s.game.parts(b) for b in overrun_options(s, frame, list(p.units)))
        return next((list(q.path) for q in listed if q.to == p.to and set(q.units) == set(p.units)), [])
    if p.verb == "detruck":
        listed = (s.game.parts(b) for b in of_verb(s, frame, "detruck", p.unit))
        return next((list(q.path) for q in listed if q.to == p.to), [])
    return []
