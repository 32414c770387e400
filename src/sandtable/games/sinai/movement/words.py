"""[5.0] The words of moves: units joined by +, paths joined by -, "off" for beyond the map edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Refusal

from ..state import SinaiState

if TYPE_CHECKING:
    from ..game import Sinai


def path_word(game: Sinai, path: list[int]) -> str:
    names = game.map.grid.names
    return "-".join([names[h] if h > 0 else "off" for h in path])


def read_unit(s: SinaiState, name: str) -> int | Refusal:
    return (
        s.game.roster.index[name]
        if name in s.game.roster.index
        else Refusal(("5.0",), f"There is no unit called {name}")
    )


def read_units(s: SinaiState, word: str) -> tuple[int, ...] | Refusal:
    units = []
    for name in word.split("+"):
        u = read_unit(s, name)
        if isinstance(u, Refusal):
            return u
        units.append(u)
    if len(set(units)) != len(units):
        return Refusal(("5.13",), "A unit is named twice")
    return tuple(units)


def read_path(s: SinaiState, word: str, off: bool = False) -> list[int] | Refusal:
    path = []
    names = word.split("-")
    for i, name in enumerate(names):
        if off and name == "off" and i == len(names) - 1:
            path.append(0)
            continue
        h = s.game.map.grid.find(name)
        if not h:
            return Refusal(("5.0",), f"There is no hex {name} on the map")
        path.append(h)
    return path
