"""[1980:2.2, 1980:4.2, 1980:12.1, 1980:12.2, 1980:12.3, 2021:5.3, 2021:5.4, 2021:8.0] What terrain does.

Costs are counted in half Movement Points, because a road hex costs half a point.
"""

from __future__ import annotations

from typing import Final

from sandtable.core import Edges, Hex, Hexes, Listing, Map, Sentence, Table, Term, bits, cite, say

from .edition import Edition

PROHIBITED_SIDES: Final = ("lake", "canal")
NAMES: Final = {
    "bar_lev": "Bar Lev fort",
    "chinese_farm": "Chinese Farm",
    "elevated_sand": "elevated sand",
    "elevated_sand_ridge": "elevated sand behind ridges",
}
"""Terrain in words, where its own name is none."""


def half_points(cell: str) -> int:
    """A cost of the chart in half Movement Points: "1/2" is 1, "3" is 6, "+2" is 4."""
    return 1 if cell == "1/2" else 2 * int(cell)


class Terrain:
    """The Terrain Effects Chart laid over the map."""

    def __init__(self, map: Map, tables: dict[str, Table], edition: Edition) -> None:
        self.map, self.edition = map, edition
        chart, shifts = tables["movement_cost"], tables["combat_shift"]
        column = chart.columns.index(edition.id)
        cost = {row: line[column] for row, line in zip(chart.rows, chart.cells)}
        self._shift = {row: int(line[0]) for row, line in zip(shifts.rows, shifts.cells)}
        self.combined_arms_shift = self._shift["combined_arms"]
        self.artillery_shift = self._shift["israeli_artillery"]
        self.road_cost, self.trail_cost = half_points(cost["road"]), half_points(cost["trail"])
        self.ridge_cost = half_points(cost["ridge"])
        self.ferry_cost, self.bridge_cost = half_points(cost["ferry"]), half_points(cost["bridge_crossing"])

        self.roads: Hexes = map.on_path.get("road", 0)
        self.kinds: list[tuple[str, ...]] = [()] * map.grid.size
        """Every kind of terrain in a hex: the base terrain, and a Bar Lev fort over it."""
        self.own_cost: list[int] = [0] * map.grid.size
        """[1980:4.2, 2021:5.3] The dearest terrain of the hex; 0 where entry is prohibited [ruling AS-05]."""
        self.enterable: Hexes = 0
        for h in map.grid.hexes:
            features = tuple(kind for kind, hexes in map.features.items() if kind in cost and hexes >> h & 1)
            self.kinds[h] = (map.terrain_at[h], *features)
            if all(cost[kind] != "prohibited" for kind in self.kinds[h]):
                self.own_cost[h] = max(half_points(cost[kind]) for kind in self.kinds[h])
                self.enterable |= 1 << h
        self.clear_and_road: Hexes = (map.terrain.get("clear", 0) | self.roads) & self.enterable
        """[1980:14.1, 1980:14.2, 2021:14.1] Where a line of communication may run, and the bridge in 1980."""
        self.open_sides = tuple(map.on_map & ~self._prohibited(d) for d in range(6))
        """open_sides[d]: hexes that may be left in direction d."""
        self.exits = [sum(1 << n for n in map.grid.neighbours[h] if self.step_cost(h, n)) for h in range(map.grid.size)]
        """Hexes that a unit may enter from a hex, whatever the cost."""
        self.edges = Edges([(n, self.step_cost(h, n)) for n in bits(self.exits[h])] for h in range(map.grid.size))
        self.bridge_edges = Edges([(n, c) for n, c in ways if self.clear_and_road >> n & 1] for ways in self.edges)

    def _prohibited(self, d: int) -> Hexes:
        b = 0
        for kind in PROHIBITED_SIDES:
            if kind in self.map.sides:
                b |= self.map.sides[kind][d]
        return b

    # movement ---------------------------------------------------------------------------------------------
    def step_cost(self, a: Hex, b: Hex) -> int:
        """[1980:4.2, 2021:5.3, 2021:5.4] Cost of a step to the next hex; 0 when it is prohibited.

        Through a road or trail hexside the road or trail is all that is paid, ridges included [ruling AS-06].
        """
        if not b or not self.own_cost[b] or not self.open_sides[self.map.grid.direction(a, b)] >> a & 1:
            return 0
        across_country = self.own_cost[b] + (self.ridge_cost if self.map.crosses("ridge", a, b) else 0)
        if self.map.follows("road", a, b):
            return self.road_cost
        if self.map.follows("trail", a, b):
            return min(self.trail_cost, across_country) if self.edition.trail_is_optional else self.trail_cost
        return across_country

    def step_reason(self, a: Hex, b: Hex) -> Sentence:
        """What a step is paid for: "road [4.2]", "sand and ridge [4.2]"."""
        rule = self.edition.rule
        for path, cost in (("road", self.road_cost), ("trail", self.trail_cost)):
            if self.map.follows(path, a, b) and self.step_cost(a, b) == cost:
                return say("{path} [{rule}]", path=Term("path", path), rule=cite(rule.roads))
        if self.map.crosses("ridge", a, b):
            return say("{ground} and ridge [{rule}]", ground=self.ground(b), rule=cite(rule.terrain))
        return say("{ground} [{rule}]", ground=self.ground(b), rule=cite(rule.terrain))

    def ground(self, h: Hex) -> Listing:
        """The terrain of a hex in words."""
        return Listing([Term("terrain", NAMES.get(kind, kind)) for kind in self.kinds[h]])

    def entry_cost(self, h: Hex) -> int:
        """[1980:7.1, 2021:11.0] Cost of the hex in which a reinforcement enters the map [ruling AS-07]."""
        if self.edition.entry_by_road and self.roads >> h & 1:
            return self.road_cost
        return self.own_cost[h]

    # combat -----------------------------------------------------------------------------------------------
    def shift(self, h: Hex, attackers: Hexes) -> tuple[int, str]:
        """[1980:12.1, 1980:12.2, 1980:12.3, 2021:8.0] Columns for the defender's terrain, and its name.

        A ridge counts in elevated sand only, and only when every attacker strikes through one.
        """
        best, name = 0, ""
        for kind in self.kinds[h]:
            if kind == "elevated_sand" and all(self.map.crosses("ridge", a, h) for a in bits(attackers)):
                kind = "elevated_sand_ridge"
            if self._shift.get(kind, 0) < best:
                best, name = self._shift[kind], kind
        return best, name
