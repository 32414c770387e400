"""[24.1] Anti-aircraft units."""

from __future__ import annotations

from sandtable.core import bits, say

from . import sightings
from .state import MusketeerState

ANTI_AIRCRAFT = say("anti-aircraft units")


def aaa_near(s: MusketeerState, h: int, side: str, known_to: str = "") -> list[int]:
    """[24.1] Anti-aircraft units of a side in or next to a hex (with `known_to`: those that side knows of)."""
    game = s.game
    near = game.map.grid.adjacent[h] | 1 << h
    units = game.aaa & game.ground_of[side]
    if known_to:
        units &= s.known
    return [u for u in bits(units) if s.loc[u] > 0 and near >> s.loc[u] & 1]


def show_guns(s: MusketeerState, h: int) -> None:
    """[23.1, 24.1] Anti-aircraft units in or next to a hex attacked from the air are examined; where none shows, there is none."""
    enemy = s.game.enemy[s.side]
    s.reveal(sum(1 << u for u in aaa_near(s, h, enemy)), "23.1")
    sightings.no_guns(s, s.game.map.grid.adjacent[h], enemy)
