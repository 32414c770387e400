"""[5.0] The words of moves: units joined by +, paths joined by -, "off" for beyond the map edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.core import Action, Parts, Reach, Refusal, refuse

from ..state import SinaiState
from ..terms import no_such_hex, unread

if TYPE_CHECKING:
    from ..game import Sinai


def path_word(game: Sinai, path: list[int]) -> str:
    names = game.map.grid.names
    return "-".join([names[h] if h > 0 else "off" for h in path])


def way_words(game: Sinai, r: Reach) -> dict[int, str]:
    """The word of the cheapest way to every hex in reach; a hex comes after the hex before it."""
    names = game.map.grid.names
    words = {r.start: names[r.start]}
    for h in r.cost:
        words[h] = f"{words[r.parent[h]]}-{names[h]}"
    return words


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
