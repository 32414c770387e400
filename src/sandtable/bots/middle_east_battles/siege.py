"""The siege of El Arish '67: works fall to fire from range while units two hexes off close the ways back.

Fire from range costs nothing and turns no result into an exchange [ruling ME-07], and a unit at distance two has no duty
to attack [7.1]. So guns come into range of a few enemy hexes, the field units cover the ground round them with their
zones, and whoever must retreat there is lost [7.11]. An objective beside works that are or may be manned is not held: its
holder would have to storm them every turn. From turn 5 on whoever is not needed marches off the map, first for a point
each, at the end for half of one: there were thirty units left that scored nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core import bits

from .manners import NoStorm, PosturePlan
from .marching import Plan
from .sight import Routes, Sight

DEADLY = ("D2", "D3", "D4", "DE")
"""[8.6] What fire from range needs."""


@dataclass(frozen=True)
class Siege(NoStorm):
    """How the siege is laid; the figures are victory points."""

    targets: int = 3
    """Enemy hexes besieged at a time."""
    least: float = 0.49
    """The chance of driving the enemy out that a target must offer."""
    strikes: float = 0.6
    """The share of the airstrikes that every target may count on."""
    works: float = 0.5
    """What the fall of works is worth beyond the garrison; an objective's is its own."""
    beside: float = 3.0
    """The same for works next to an objective."""
    close: float = 0.3
    """What it is worth to cover one more hex of the two rings round a target."""
    last: float = 1.6
    """How much more the hexes are worth that complete them."""
    most: float = 4.0
    """The most that one unit's place in the rings is worth."""
    in_range: float = 0.5
    """What a target in range is worth to a gun."""
    patience: float = 0.8
    """The share of an objective's worth that is given up while manned works stand beside it."""
    haunted: float = 1.3
    """The same for works beside it that the enemy could man."""
    trains: tuple[tuple[int, int], ...] = ((5, 8), (9, 11))
    """[10.8] From which turn on those who are not needed march off the map, and when the last of them must be gone."""
    far: int = 2
    """Who is farther than this from an enemy objective, from a target and from ..."""
    near: int = 1
    """... who is farther than this from an objective of ours is not needed."""

    def plan(self, sight: Sight, routes: Routes, committed: int) -> Plan:
        return SiegePlan(sight, routes, committed, self)


class SiegePlan(PosturePlan):
    """The plan of a phase of siege."""

    manner: Siege

    def __init__(self, sight: Sight, routes: Routes, committed: int, manner: Siege) -> None:
        super().__init__(sight, routes, committed, manner)
        self.rings = {e: sight.terrain.within(e, 2) & ~(1 << e) & sight.game.land for e in self._targets()}
        """The hexes round each target that must lie in our zones."""
        self._covered: dict[int, int] = {}
        self.haunted: int = self._haunted()
        """The hexes beside works that the enemy could man in his coming turn."""
        self.needed: int = self._needed()
        """The hexes where nobody can be spared."""

    def _haunted(self) -> int:
        sight, game, reached = self.sight, self.sight.game, 0
        for _, hexes in sight.threats():
            reached |= hexes
        return game.map.grid.spread(game.forts & reached & ~sight.own & ~sight.foes)

    def _needed(self) -> int:
        sight, m, needed = self.sight, self.manner, 0
        objectives, within = sight.game.objectives, sight.terrain.within
        fought_for = objectives & sight.foes | sum(1 << e for e in self.rings)
        for h in bits(objectives | fought_for):
            needed |= within(h, m.far if fought_for >> h & 1 else m.near)
        return needed

    def runs(self, u: int) -> bool:
        """Is the unit not needed here, and does it get off the map while that pays?"""
        s, game = self.sight.s, self.sight.game
        here = s.loc[u]
        last = next((last for first, last in self.manner.trains if first <= s.turn <= last), 0)
        if not last or here <= 0 or self.needed >> here & 1 or game.helicopters >> u & 1:
            return False
        pace = sum(game.allowances[u] // (2 if t in game.night_turns else 1) for t in range(s.turn, last + 1))
        return self.way_home()[here] + 2 <= pace

    def _targets(self) -> list[int]:
        """The enemy hexes where fire from range promises most."""
        sight, m, adjacent = self.sight, self.manner, self.sight.game.map.grid.adjacent
        objectives, forts = sight.game.objectives, sight.game.forts
        found = []
        for e in sight.foes_at:
            p = self._driven_out(e)
            if p < m.least:
                continue
            if objectives >> e & 1:
                worth = 0.6 * sight.hex_worth(e)
            elif adjacent[e] & objectives:
                worth = m.beside
            else:
                worth = m.works if forts >> e & 1 else 0.0
            found.append((p * (1.0 + worth), e))
        return [e for _, e in sorted(found, reverse=True)[: m.targets]]

    def _driven_out(self, e: int) -> float:
        """The chance that one division's guns in range, the army's and the aircraft drive the enemy out of a hex."""
        sight, game = self.sight, self.sight.game
        fires: dict[str, int] = {}
        for u, disc in self.batteries:
            if disc >> e & 1:
                fires[game.division_of[u]] = fires.get(game.division_of[u], 0) + game.attack[u]
        if not fires:
            return 0.0
        army = fires.pop("", 0)
        strength = max(fires.values(), default=0) + army + int(self.manner.strikes * sum(sight.s.air))
        defence = sum(game.defence[u] for u in sight.foes_at[e])
        column = game.mobile.shifted_beyond(strength - defence, -sight.terrain.shelter(e, True)[0])
        return sum(game.mobile.result(die, column) in DEADLY for die in range(1, 7)) / 6

    def _moved(self, u: int) -> None:
        super()._moved(u)
        self._covered = {}

    def stand(self, u: int, h: int) -> float:
        value = super().stand(u, h)
        sight, game, m = self.sight, self.sight.game, self.manner
        if game.objectives & sight.fort_zone & 1 << h:
            value -= m.patience * (sight.hex_worth(h) + 1.0)
        elif game.objectives & self.haunted & 1 << h:
            value -= m.haunted * (sight.hex_worth(h) + 1.0)
        if game.map.grid.adjacent[h] & sight.foes:
            return value
        if game.artillery >> u & 1:
            disc = sight.terrain.within(h, game.range[u])
            return value + m.in_range * sum(disc >> e & 1 for e in self.rings)
        return value + min(m.most, self._closing(u, h))

    def _closing(self, u: int, h: int) -> float:
        """What a unit's zone in this hex adds to the rings."""
        adjacent = self.sight.game.map.grid.adjacent
        if u not in self._covered:
            others = sum(1 << at for v, at in self.place.items() if v != u)
            self._covered[u] = self.sight.game.map.grid.spread(others) | others
        zone, gain = adjacent[h] | 1 << h, 0.0
        for ring in self.rings.values():
            open_hexes = ring & ~self._covered[u]
            new = (open_hexes & zone).bit_count()
            gain += self.manner.close * new * (1.0 if open_hexes & ~zone else self.manner.last)
        return gain
