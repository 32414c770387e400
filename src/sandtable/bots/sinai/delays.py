"""Delay: one brigade in the right hex stops a whole column, since an enemy zone ends a move [6.2]; and the last crossing
counts, because Israel needs all three."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandtable.core import bits, reach, total
from sandtable.games.sinai.land.territory import intact_forts
from sandtable.games.sinai.movement.allowance import on_foot
from sandtable.games.sinai.movement.paths import reach_of
from sandtable.games.sinai.state import ARAB, ISRAEL

from . import weights as w
from .manners import Stack
from .posts import Plan, Posted
from .survey import Survey, atlas_of

PACE = 8
"""Movement Points of a column."""
NEAR = 40
"""Movement Points from the Canal within which a stack is a column on its way there."""
AHEAD = 4
"""Steps of its way that are looked at."""
STAND = 3
"""Strength that is not overrun [11.11]."""
HALF = 12.0
"""So many Movement Points farther from a crossing a column threatens it half as much."""
OTHERS = 0.25
"""What the threat to the other crossings counts, next to that to the one that Israel reaches last."""
WORTH_IT = 0.02
"""The share of the threat for which a brigade is given."""
HOME = 0.7
"""What a Movement Point nearer to the crossings is worth to Egyptian vehicles that bar no way."""
FORDS = ("3312", "3315")
"""[13.33] The hexes of the West Bank into which roads lead over the Jordan."""
AT_FORD = (14.0, 12.0, 10.0, -20.0)
"""What a ford is worth to Jordanian vehicles with so many comrades there already."""


@dataclass(frozen=True, slots=True)
class Temper:
    """What the Arabs of 1967 make of it: how many times the usual it is worth to destroy a stack in the Sinai and elsewhere
    [21.2: every Israeli Strength Point is a point], and to drive one off there; how far the threat reaches; how many brigades
    sit on the crossing that Israel reaches last; whether Jordan's vehicles gather at the fords."""

    kills: float = 3.0
    kills_east: float = 3.0
    blows: float = 1.0
    blows_east: float = 1.0
    half: float = HALF
    plug: int = 0
    fords: bool = True


class Delay(Posted):
    """[21.1, 6.2] 1967: every turn at the Canal is five points and a lost brigade none. Where Israel's columns threaten the
    crossing that they reach last, brigades stand in the way, which they can neither pass nor overrun. Jordan's vehicles
    gather where the roads cross the river: goal C asks for the last of them, and from there they come back."""

    def __init__(self, temper: Temper = Temper()) -> None:
        self.temper = temper

    def plan(self, look: Survey) -> Plan:
        memo = (look.elder or look).memo
        if "posts" not in memo:
            memo["posts"] = Barrier(look, self.temper).plan()
        return memo["posts"]

    def kill_value(self, look: Survey, t: int, usual: float) -> float:
        return (self.temper.kills if look.game.sinai >> t & 1 else self.temper.kills_east) * usual

    def drive_value(self, look: Survey, t: int, usual: float) -> float:
        if look.forts >> t & 1:
            return usual
        return (self.temper.blows if look.game.sinai >> t & 1 else self.temper.blows_east) * usual

    def errand(self, look: Survey, u: int) -> str:
        post = self.plan(look).get(u)
        return f"{look.game.hex_name(post[0])}, to bar the way" if post else super().errand(look, u)

    def worth(self, look: Survey, u: int, h: int, stack: Stack, keep: float) -> float | None:
        game = look.game
        if game.front[u] != "jordan" or on_foot(look.s, u) or not self.temper.fords:
            return super().worth(look, u, h, stack, keep)
        fords = sum(1 << game.hex(name) for name in FORDS)
        near = -float(look.field(fords, False, u)[h])
        return near + AT_FORD[min(stack.units, 3)] if fords >> h & 1 else near

    def extra(self, look: Survey, u: int, h: int, crowd: int) -> float:
        if look.game.front[u] != "egypt" or on_foot(look.s, u):
            return 0.0
        return -(HOME - w.TO_CROSSING_STEP) * look.field(look.aims[0].hexes, False, u)[h]


@dataclass(slots=True)
class Column:
    """A stack of vehicles on its way: where, how strong, and how far from each crossing its next move ends."""

    hex: int
    strength: int
    left: dict[int, int] = field(default_factory=dict)


class Barrier:
    """The brigades are put in the way one by one, where each takes most from the threat."""

    def __init__(self, look: Survey, temper: Temper) -> None:
        self.look, self.game, self.s, self.temper = look, look.game, look.s, temper
        game, s = self.game, self.s
        foe = Survey(s, ISRAEL, atlas_of(game, ISRAEL))
        missing = int(game.crossing_points & ~s.israeli_last) or int(game.crossing_points)
        self.ways = {x: foe.field(1 << x, False) for x in bits(missing)}
        self.edges = game.ground(ISRAEL, False, False).edges
        self.free = [u for u in game.side_units[ARAB] if self._serves(u)]
        self.reach = {u: {*reach_of(s, u).cost, s.loc[u]} for u in self.free}
        others = [u for u in game.side_units[ARAB] if s.loc[u] > 0 and u not in self.reach]
        self.held = int(s.occupied(sum(1 << u for u in others))) | int(intact_forts(s, ARAB))
        self.stops = self._zones(self.held)
        self.columns = self._columns()
        for c in self.columns:
            c.left = self.left(c, self.held, self.stops)
        self.last = min(self.ways, key=lambda x: (self.threat(x), x))

    def _serves(self, u: int) -> bool:
        game = self.game
        return bool(
            self.s.loc[u] > 0
            and game.front[u] == "egypt"
            and game.mechanized >> u & 1
            and game.strength[u] >= STAND
            and not game.sam >> u & 1
        )

    def _zones(self, hexes: int) -> int:
        return hexes | int(self.game.map.grid.spread(hexes))

    def _columns(self) -> list[Column]:
        game, s = self.game, self.s
        stacks: dict[int, int] = {}
        for u in bits(game.mechanized & game.of_side[ISRAEL]):
            if s.loc[u] > 0 and game.strength[u]:
                stacks[s.loc[u]] = stacks.get(s.loc[u], 0) + game.strength[u]
        near = {h for h in stacks if game.sinai >> h & 1 or min(way[h] for way in self.ways.values()) < NEAR}
        return [Column(h, stacks[h]) for h in sorted(near)]

    def left(self, c: Column, held: int, stops: int) -> dict[int, int]:
        """How far from every crossing the column's next move can end, at best."""
        shut = stops & int(self.game.adjacent[c.hex]) if stops >> c.hex & 1 else 0
        ends = reach(self.edges, c.hex, PACE, blocked=held, stop=stops, first_blocked=shut).cost
        return {x: min((way[h] for h in ends), default=way[c.hex]) for x, way in self.ways.items()}

    def threat(self, x: int) -> float:
        """The Strength that comes to a crossing, the less the farther it is."""
        return total(c.strength * 0.5 ** (c.left[x] / self.temper.half) for c in self.columns)

    def saved(self, h: int) -> float:
        """The share of the threat that a brigade in the hex takes away."""
        held, stops = self.held | 1 << h, self.stops | self._zones(1 << h)
        before = after = 0.0
        for c in self.columns:
            near = self.game.map.grid.distance(c.hex, h) <= PACE
            left = self.left(c, held, stops) if near else c.left
            for x in self.ways:
                weight = c.strength * (1.0 if x == self.last else OTHERS)
                before += weight * 0.5 ** (c.left[x] / self.temper.half)
                after += weight * 0.5 ** (left[x] / self.temper.half)
        return (before - after) / before if before else 0.0

    def candidates(self) -> int:
        """Hexes on the next steps of the columns to the nearest crossing, and beside them."""
        found = 0
        for c in self.columns:
            h, way = c.hex, self.ways[min(self.ways, key=lambda x: (self.ways[x][c.hex], x))]
            for _ in range(AHEAD):
                h = min((n for n, _ in self.edges[h]), key=lambda n: (way[n], n), default=h)
                found |= 1 << h | int(self.game.adjacent[h])
        return found & ~int(self.look.enemies)

    def _post(self, u: int, h: int, found: Plan) -> None:
        found[u] = h, len(found)
        self.free.remove(u)

    def _bar(self, h: int) -> None:
        self.held |= 1 << h
        self.stops |= self._zones(1 << h)
        for c in self.columns:
            c.left = self.left(c, self.held, self.stops)

    def plug(self) -> Plan:
        """Those who sit on the crossing that Israel reaches last, the strong and near ones first."""
        found: Plan = {}
        far, strength = self.game.map.grid.distance, self.game.strength
        while len(found) < self.temper.plug and self.free:
            u = min(self.free, key=lambda u: (far(self.s.loc[u], self.last) - strength[u], u))
            self._post(u, self.last, found)
            if self.last in self.reach[u]:
                self._bar(self.last)
        return found

    def plan(self) -> Plan:
        found = self.plug()
        while self.free:
            near = self.candidates() & sum(1 << h for h in set().union(*(self.reach[u] for u in self.free)))
            worth = {h: self.saved(h) for h in bits(near)}
            best = max(worth, key=lambda h: (worth[h], -self.look.next_door[h], h), default=0)
            if not best or worth[best] < WORTH_IT:
                break
            strength = self.game.strength
            u = min((u for u in self.free if best in self.reach[u]), key=lambda u: (strength[u], u))
            self._post(u, best, found)
            self._bar(best)
        return found
