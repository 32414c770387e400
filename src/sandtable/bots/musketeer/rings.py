"""Rings: weak Egyptian units round the great cities.

A city is attacked from the hexes round it. A brigade of one factor that stands there is worth no points, but it must be
destroyed first, and that takes an impulse which the West does not have twice.
"""

from __future__ import annotations

from sandtable.core import bits
from sandtable.games.musketeer.state import MusketeerState

from .setups import RINGS, DrawnUp
from .weights import GREAT, LEFT_RING, RING

Goals = list[tuple[int, float, float]]


class Ringed(DrawnUp):
    """Egypt keeps every hex next to its great cities occupied, and the East its aircraft at home."""

    setups = RINGS

    def deployed(self, s: MusketeerState, u: int) -> bool:
        """[18.5, 19.2] Nobody can shoot at a Reinforcement Box; in the Available Box the West fires first, and an airstrike is
        two points."""
        return not s.game.airstrikes >> u & 1

    def ring(self, s: MusketeerState) -> dict[int, int]:
        """The hexes next to a great city of ours, and what the city is worth."""
        game, own, found = s.game, s.held("east"), dict[int, int]()
        for h, p in game.points_east.items():
            if p >= GREAT and own >> h & 1:
                for x in bits(game.map.grid.adjacent[h] & game.enterable):
                    found[x] = max(p, found.get(x, 0))
        return found

    def objectives(self, s: MusketeerState, side: str, contingent: str) -> Goals:
        found = super().objectives(s, side, contingent)
        if contingent == "egypt":
            taken = s.held("east") | s.held("west") | sum(1 << h for h in s.game.points_east)
            found += [(h, RING * p, 1.0) for h, p in self.ring(s).items() if not taken >> h & 1]
        return found

    def stay(self, s: MusketeerState, u: int, side: str) -> float:
        base = super().stay(s, u, side)
        if s.game.contingent_of[u] != "egypt" or len(s.at(s.loc[u], s.game.ground_of[side])) > 1:
            return base
        return base + LEFT_RING * self.ring(s).get(s.loc[u], 0)
