"""[5.3] The Terrain Effects Chart at work: what a step from one hex to the next costs, and why it may be closed.

Costs depend on the side's column, on moving as mechanized unit or on foot, and on the bridges. They are worked out
once per game into edge lists for `core.reach` and direction masks for supply.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.core import Edges, Sentence, bits, reach, say, signed
from sandtable.core.sentences import Value

from ..state import ARAB, ISRAEL
from ..terms import COUNTRIES

if TYPE_CHECKING:
    from ..game import Sinai

Sides = tuple[int, ...]
CLOSED: Final = -1
FAR: Final = 1 << 30
FARTHEST: Final = 32 * 999
"""More than any way over the map costs, in the points of `roads_first`."""
MOST_GOALS: Final = 100
MOST_CHANGES: Final = 100
AIR_STRIKE: Final = 3
"""[16.11] Movement Points that each marker adds to leaving its hex."""
CostMasks = tuple[tuple[int, Sides], ...]


class StepCost(NamedTuple):
    """One step: its cost in Movement Points (CLOSED when it cannot be made), the paragraph, and the reason: a template with
    its values, made into a sentence only when somebody asks."""

    cost: int
    rule: str
    template: str
    values: Mapping[str, Value] = {}

    @property
    def why(self) -> Sentence:
        return say(self.template, **self.values)


def shut(rule: str, template: str, **values: Value) -> StepCost:
    """A step that cannot be made."""
    return StepCost(CLOSED, rule, template, values)


GROUND_WORDS: Final = {
    "clear": "clear", "sand": "sand", "rough": "rough", "road_sand": "road in sand", "track_sand": "track in sand",
    "road_rough": "road in rough", "track_rough": "track in rough", "road_clear": "clear", "track_clear": "clear",
}  # fmt: skip


class Ground:
    """The ground as one kind of mover finds it: a side, on foot or mechanized, with bridges standing or not."""

    def __init__(self, game: Sinai, side: str, foot: bool, bridges: bool, sam: bool = False) -> None:
        self.game, self.side, self.foot, self.bridges, self.sam = game, side, foot, bridges, sam
        column = "israeli" if side == ISRAEL else game.rules.arab_movement_column
        chart = game.tables["terrain_effects"]
        self.edges_now = lru_cache(MOST_CHANGES)(self._edges_now)
        self.homeward = lru_cache(MOST_GOALS)(self._homeward)
        c = chart.columns.index(f"move_{'nonmech' if foot else 'mech'}_{column}")
        self.chart = {row: cells[c] for row, cells in zip(chart.rows, chart.cells)}
        # only Arab units use the ferries, at their own rate whatever the column
        ferry = chart.columns.index(f"move_{'nonmech' if foot else 'mech'}_arab")
        self.chart["ferry"] = chart.cells[chart.rows.index("ferry")][ferry]

    def step(self, a: int, b: int, leaving: bool = True) -> StepCost:
        """[5.12, 5.25, 5.31] The cost of going from `a` to its neighbour `b`, terrain only; `leaving` checks [5.32] too."""
        game, m = self.game, self.game.map
        name = game.hex_name(b)
        if game.water >> b & 1:
            return shut("5.25", "{hex} is an all-sea hex", hex=name)
        if m.crosses("all_sea", a, b):
            return shut("5.25", "the hexside to {hex} is all sea", hex=name)
        if game.never >> b & 1:
            country = COUNTRIES[m.country_at[b]]
            return shut("5.21", "{hex} lies in {country}, closed to all units", hex=name, country=country)
        if m.crosses("canal", a, b):
            return self._canal(a, b)
        way = self.way(a, b)
        plain_a, plain_b = m.terrain_at[a], m.terrain_at[b]
        on_a_way = (m.on_path["road"] | m.on_path["track"]) >> a & 1
        origin = game.hex_name(a)
        if leaving and self.chart[plain_a] == "P" and not way and on_a_way:
            text = "it may leave the {ground} of {hex} only along a road or track"
            return shut("5.32", text, ground=plain_a, hex=origin)
        row = plain_b if plain_b == "clear" or not way else f"{way}_{plain_b}"
        if self.chart[row] == "P":
            text = "{hex} is {ground} and no road or track leads in from {origin}"
            return shut("5.24", text, hex=name, ground=plain_b, origin=origin)
        cost, template, values = int(self.chart[row]), "{ground}", {"ground": GROUND_WORDS[row]}
        if self._cheap_road(row, b):
            cost, template, values = 1, "road in rough, post-1967 Israel [24.32]", {}
        if m.crosses("jordan", a, b):
            return self._over_the_jordan(a, b, cost, say(template, **values))
        return StepCost(cost, "5.31", template, values)

    def _over_the_jordan(self, a: int, b: int, cost: int, ground: Sentence) -> StepCost:
        """[13.33] What a Jordan hexside adds to the ground beyond it."""
        extra = self._jordan(a, b)
        if not extra:
            return StepCost(cost, "5.31", "{ground}, bridge or ford", {"ground": ground})
        values = {"ground": ground, "extra": signed(extra)}
        return StepCost(cost + extra, "5.31", "{ground}, {extra} over the Jordan", values)

    def way(self, a: int, b: int) -> str:
        """The road or track that crosses the hexside, as this mover may use it."""
        m = self.game.map
        if m.follows("road", a, b):
            return "road"
        if m.follows("track", a, b):
            # [23.12] In 1956 the Israelis find only sand on a track in the sand.
            if self.game.rules.track_is_sand and self.side == ISRAEL and m.terrain_at[b] == "sand":
                return ""
            return "track"
        return ""

    def _cheap_road(self, row: str, b: int) -> bool:
        """[24.32] Israeli mechanized units pay one for rough with a road in post-1967 Israel."""
        game = self.game
        mover = self.side == ISRAEL and not self.foot
        return game.rules.cheap_roads and mover and row == "road_rough" and bool(game.post_1967_israel >> b & 1)

    def _canal(self, a: int, b: int) -> StepCost:
        """[5.22, 5.33, 24.43, 24.44, 26.64] Over a hexside of the Suez Canal."""
        game = self.game
        rule, ferry = game.rules.canal, game.map.crosses("canal_ferry", a, b)
        if ferry and self.side == ARAB and rule in ("ferry", "ferry_and_any"):
            return StepCost(self._total("ferry"), "5.33", "over a Ferry Point")
        if rule == "ferry":
            if self.side == ISRAEL:
                return shut("5.22", "the Suez Canal is closed to Israel")
            text = "there is no Ferry Point between {origin} and {hex}"
            return shut("5.33", text, origin=game.hex_name(a), hex=game.hex_name(b))
        if ferry and rule == "ferry_and_any":
            text = "the Crossing Point to {hex} works as in 1967: not for Israel"
            return shut("26.64", text, hex=game.hex_name(b))
        cost = 1 if self.sam and game.rules.sam_crosses_canal else self._total("canal_1973")  # [ruling SN-31]
        return StepCost(cost, "24.44", "over the Suez Canal")

    def _total(self, row: str) -> int:
        return int(self.chart[row].lstrip("="))

    def _jordan(self, a: int, b: int) -> int:
        """[13.33] What a Jordan hexside adds: nothing over a standing bridge (ruling SN-22)."""
        standing = self.bridges and self.game.map.crosses("jordan_bridge", a, b)
        return int(self.chart["bridge" if standing else "jordan"])

    @cached_property
    def edges(self) -> Edges:
        """For every hex its neighbours that can be entered, with the cost."""
        return self._edges(leaving=True)

    def _edges(self, leaving: bool) -> Edges:
        grid = self.game.map.grid
        edges: list[tuple[tuple[int, int], ...]] = [()] * grid.size
        for a in bits(grid.on_map & ~self.game.water):
            steps = ((b, self.step(a, b, leaving).cost) for b in grid.neighbours[a] if b)
            edges[a] = tuple((b, cost) for b, cost in steps if cost != CLOSED)
        return Edges(edges)

    @cached_property
    def shut_edges(self) -> Edges:
        """[13.21] The same without the border between Israel and Jordan."""
        shut = {*self.game.jordan_border, *((b, a) for a, b in self.game.jordan_border)}
        return Edges(tuple((b, k) for b, k in steps if (a, b) not in shut) for a, steps in enumerate(self.edges))

    def _edges_now(self, shut: bool, strikes: tuple[int, ...], closed: tuple[tuple[int, int], ...]) -> Edges:
        """[13.21, 16.11, 24.41] The edges as things stand: with or without that border, dearer out of hexes under Air Strikes,
        and not over the `closed` hexsides."""
        plain = self.shut_edges if shut else self.edges
        if not strikes and not closed:
            return plain
        steps = {h: plain[h] for h in (*strikes, *(x for pair in closed for x in pair))}
        for h in strikes:
            steps[h] = tuple((n, cost + AIR_STRIKE) for n, cost in steps[h])
        for a, b in closed:
            steps[a] = tuple((n, cost) for n, cost in steps[a] if n != b)
            steps[b] = tuple((n, cost) for n, cost in steps[b] if n != a)
        return plain.but(steps)

    @cached_property
    def roads_first(self) -> Edges:
        """[14.0] Costs scaled so that of two equal ways the one along roads is cheaper."""
        follows = self.game.map.follows
        return Edges(
            tuple((b, 32 * k + (not follows("road", a, b))) for b, k in steps) for a, steps in enumerate(self.edges)
        )

    @cached_property
    def roads_back(self) -> Edges:
        """[14.0] The same backwards: for every hex those from which it can be entered, with the cost."""
        back: list[list[tuple[int, int]]] = [[] for _ in self.edges]
        for a, steps in enumerate(self.roads_first):
            for b, k in steps:
                back[b].append((a, k))
        return Edges(tuple(steps) for steps in back)

    def _homeward(self, goal: int, barred: int) -> list[int]:
        """[14.0] How far every hex is from the goal, roads first, not through `barred` land but as if nobody stood in the
        way."""
        far = [FAR] * len(self.edges)
        for h, cost in reach(
            self.roads_back, 0, FARTHEST, stop=barred, doors=[(h, 0) for h in bits(goal)]
        ).cost.items():
            far[h] = cost
        return far

    def ahead(self, far: list[int], barred: int, h: int) -> int:
        """[14.0] The next hex on the cheapest way to the goal; 0 in the goal itself, and where there is no way."""
        steps = self.roads_first[h]
        return min(((far[n], n) for n, k in steps if far[n] + k == far[h] and not barred >> n & 1), default=(0, 0))[1]

    @cached_property
    def costs(self) -> list[dict[int, int]]:
        """[5.31] For every hex what a step to each neighbour costs that can be entered."""
        return [dict(steps) for steps in self.edges]

    @cached_property
    def enterable(self) -> int:
        """[5.24] Hexes this mover may stand in at all: those that can be entered from a neighbour."""
        return sum({1 << h for steps in self.edges for h, _ in steps})

    @cached_property
    def supply_steps(self) -> CostMasks:
        """[10.14] For supply counted from the unit to the source: by cost, the hexes from which the line may be followed
        backwards in each direction."""
        return self._back_by_cost(self.edges)

    @cached_property
    def supply_on_foot(self) -> CostMasks:
        """[10.14] The same for units on foot, who count the same points but leave any hex freely."""
        return self._back_by_cost(self._edges(leaving=False))

    def _back_by_cost(self, edges: Edges) -> CostMasks:
        direction = self.game.map.grid.direction
        masks: dict[int, list[int]] = {}
        for a, steps in enumerate(edges):
            for b, cost in steps:
                masks.setdefault(cost, [0] * 6)[direction(b, a)] |= 1 << b
        return tuple((cost, tuple(m)) for cost, m in sorted(masks.items()))


def line_back(game: Sinai, ground: Ground, ways: tuple[str, ...], over_canal: bool) -> Sides:
    """[10.11, 10.12] Masks for following supply lines backwards: the line goes from `a` into `b` when `b` is clear or
    one of the `ways` crosses the hexside, and the unit could pass [10.14]. With `over_canal` Canal hexsides do
    not matter [24.66]."""
    m, grid = game.map, game.map.grid
    masks = [0] * 6
    roads = m.on_path["road"] | m.on_path["track"]
    for a in bits(grid.on_map & ~game.water):
        passable = dict(ground.edges[a])
        for b in filter(None, grid.neighbours[a]):
            if m.crosses("canal", a, b):
                good = m.crosses("canal_ferry", a, b) or (over_canal and bool((m.terrain["clear"] | roads) >> b & 1))
            else:
                good = m.terrain_at[b] == "clear" or any(m.follows(way, a, b) for way in ways)
                good = good and b in passable
            if good:
                masks[grid.direction(b, a)] |= 1 << b
    return tuple(masks)
