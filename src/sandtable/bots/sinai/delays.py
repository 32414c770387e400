"""Delay: one brigade in the right hex stops a whole column, since an enemy zone ends a move [6.2]."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core import bits, reach
from sandtable.games.sinai.land.territory import intact_forts
from sandtable.games.sinai.movement.paths import reach_of
from sandtable.games.sinai.state import ARAB, ISRAEL

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
WORTH_IT = 20.0
"""Movement Points, times the Strength that loses them, for which a brigade is given."""

KILLS = 3.0
"""[21.2] What destroying a stack is worth next to the usual: every Israeli Strength Point is a point."""


@dataclass(slots=True)
class Column:
    """A stack of vehicles on its way: where, how strong, and how far it would come."""

    hex: int
    strength: int
    gains: int = 0


class Delay(Posted):
    """[21.1, 6.2] 1967 Egypt: every turn at the Canal is five points and a lost brigade none. Each column on its way finds
    a brigade before it, as near as possible, which it can neither pass nor overrun; the others play as usual."""

    def plan(self, look: Survey) -> Plan:
        memo = (look.elder or look).memo
        if "posts" not in memo:
            memo["posts"] = Barrier(look).plan()
        return memo["posts"]

    def kill_value(self, look: Survey, t: int, usual: float) -> float:
        return KILLS * usual

    def errand(self, look: Survey, u: int) -> str:
        post = self.plan(look).get(u)
        return f"{look.game.hex_name(post[0])}, to bar the way" if post else super().errand(look, u)


class Barrier:
    """The brigades are put in the way one by one, where each costs the columns most."""

    def __init__(self, look: Survey) -> None:
        self.look, self.game, self.s = look, look.game, look.s
        game, s = self.game, self.s
        foe = Survey(s, ISRAEL, atlas_of(game, ISRAEL))
        self.way = foe.field(int(game.crossing_points & ~s.israeli_last) or int(game.crossing_points), False)
        self.edges = game.ground(ISRAEL, False, False).edges
        self.free = [u for u in game.side_units[ARAB] if self._serves(u)]
        self.reach = {u: {*reach_of(s, u).cost, s.loc[u]} for u in self.free}
        others = [u for u in game.side_units[ARAB] if s.loc[u] > 0 and u not in self.reach]
        self.held = int(s.occupied(sum(1 << u for u in others))) | int(intact_forts(s, ARAB))
        self.stops = self._zones(self.held)
        stacks: dict[int, int] = {}
        for u in bits(game.mechanized & game.of_side[ISRAEL]):
            if s.loc[u] > 0 and game.strength[u]:
                stacks[s.loc[u]] = stacks.get(s.loc[u], 0) + game.strength[u]
        self.columns = [Column(h, n) for h, n in stacks.items() if self.way[h] < NEAR or game.sinai >> h & 1]

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

    def gain(self, c: Column, held: int, stops: int) -> int:
        """The Movement Points that the column comes nearer to the Canal."""
        shut = stops & int(self.game.adjacent[c.hex]) if stops >> c.hex & 1 else 0
        cost = reach(self.edges, c.hex, PACE, blocked=held, stop=stops, first_blocked=shut).cost
        return self.way[c.hex] - min((self.way[h] for h in cost), default=self.way[c.hex])

    def saved(self, h: int) -> float:
        """What a brigade in the hex costs the columns."""
        held, stops, value = self.held | 1 << h, self.stops | self._zones(1 << h), 0.0
        for c in self.columns:
            if c.gains > 0 and self.game.map.grid.distance(c.hex, h) <= PACE:
                value += c.strength * (c.gains - max(0, self.gain(c, held, stops)))
        return value

    def candidates(self) -> int:
        """Hexes on the next steps of the columns and beside them."""
        found = 0
        for c in self.columns:
            h = c.hex
            for _ in range(AHEAD if c.gains > 0 else 0):
                h = min((n for n, _ in self.edges[h]), key=lambda n: (self.way[n], n), default=h)
                found |= 1 << h | int(self.game.adjacent[h])
        return found & ~int(self.look.enemies)

    def _post(self, u: int, h: int, found: Plan) -> None:
        found[u] = h, len(found)
        self.free.remove(u)
        self.held |= 1 << h
        self.stops |= self._zones(1 << h)

    def plan(self) -> Plan:
        found: Plan = {}
        while self.free:
            for c in self.columns:
                c.gains = self.gain(c, self.held, self.stops)
            near = self.candidates() & sum(1 << h for h in set().union(*(self.reach[u] for u in self.free)))
            worth = {h: self.saved(h) for h in bits(near)}
            best = max(worth, key=lambda h: (worth[h], -self.look.next_door[h], h), default=0)
            if not best or worth[best] < WORTH_IT:
                break
            strength = self.game.strength
            u = min((u for u in self.free if best in self.reach[u]), key=lambda u: (strength[u], u))
            self._post(u, best, found)
        return found
