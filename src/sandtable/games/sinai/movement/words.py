"""[5.0] The words of moves: units joined by +, paths joined by -, "off" for beyond the map edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.core import Action, Parts, Refusal, refuse

from ..state import SinaiState
from ..terms import no_such_hex, unread

if TYPE_CHECKING:
    from ..game import Sinai


def path_word(game: Sinai, path: list[int]) -> str:
    names = game.map.grid.names
    return "-".join([names[h] if h > 0 else "off" for h in path])


def stack_word(game: Sinai, units: Iterable[int]) -> str:
    return "+".join([game.roster.names[u] for u in units])


def read_move(s: SinaiState, a: Action) -> Parts | Refusal:
    """[5.0, 5.13] The units and the way of a move, or what cannot be read of it."""
    p = s.game.parts(a)
    strange = tuple(word for word in p.words if word not in s.game.path_words)
    if p.amounts:
        return no_such_hex(next(word for word in a.args if word.isdigit() and word not in s.game.lexicon))
    if strange:
        return unread(s, strange)
    if len(set(p.units)) != len(p.units):
        return refuse("5.13", "A unit is named twice.")
    if not p.units:
        return refuse("5.0", "Name the units that move.")
    return p
