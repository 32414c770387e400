"""The siege of El Arish '67: works fall to fire from range while units two hexes off close the ways back.

Fire from range costs nothing and turns no result into an exchange [ruling ME-07], and a unit at distance two has no duty
to attack [7.1]. So guns come into range of a few enemy hexes, the field units cover the ground round them with their
zones, and whoever must retreat there is lost [7.11]. An objective beside manned works is not held while they stand: its
holder would have to storm them every turn.
"""

from __future__ import annotations

from dataclasses import dataclass

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
