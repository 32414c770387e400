"""What a side sees in a position: how the greedy planner judges places and whole placements."""

from __future__ import annotations

from functools import cached_property, lru_cache

from sandtable.core import bits, reach
from sandtable.core import total as add
from sandtable.games.across_suez.game import AcrossSuez
from sandtable.games.across_suez.movement import is_confused, ways_of
from sandtable.games.across_suez.optional import strength_of
from sandtable.games.across_suez.reinforcements import waiting
from sandtable.games.across_suez.state import SuezState

from .mood import GREEDY, Mood

BRIDGE_WORTH = 18.0
NEEDED_ACROSS = 6
NEAR = 3
"""Hexes from Matzmed within which a unit is at hand."""

Placement = dict[int, int]
"""Where each own unit on the map stands, by unit."""


class Field:
    """What never changes: how much each hex matters, the bridge's way, the table."""

    def __init__(self, game: AcrossSuez) -> None:
        grid, roads = game.map.grid, game.terrain.roads
        beside_roads = roads | grid.spread(roads)
        near = {0: 1.2, 1: 0.5, 2: 0.2}
        self.ground = [0.0] * grid.size
        """How much a hex matters: Matzmed and the roads to it."""
        for h in grid.hexes:
            self.ground[h] = near.get(grid.distance(h, game.matzmed), 0.0) + 0.5 * (beside_roads >> h & 1)
        self.bridge_way = {game.matzmed: 0, **reach(game.edges(game.bridge), game.matzmed, 120).cost}
        """Half Movement Points from Matzmed to every hex, as the bridge moves."""
        self.way = {game.matzmed: 0, **reach(game.terrain.edges, game.matzmed, 60).cost}
        """The same for everybody else."""
        self.odds: list[dict[str, float]] = []
        """The chance of every result, by column."""
        for column in range(len(game.crt.columns)):
            rows = [row[column] for row in game.crt.cells]
            self.odds.append({r: rows.count(r) / len(rows) for r in ("Ae", "Ar", "Ee", "Dr", "De")})


@lru_cache(maxsize=8)
def field_of(game: AcrossSuez) -> Field:
    return Field(game)


def threat_of(s: SuezState, side: str, phase: str = "") -> dict[int, int]:
    """The enemy strength that can attack each hex in his next turn, reinforcements included, as things stand in this phase."""
    game, enemy = s.game, "egypt" if side == "israel" else "israel"
    later = s.copy()
    later.moved = later.landed = 0
    order, phase = [p.id for p in game.phases], phase or game.phase(s)
    if phase and order.index(phase) > order.index(f"{enemy}-movement"):
        later.turn = min(s.turn + 1, game.last_turn)
    later.forget()
    strength: dict[int, int] = {}
    for u in later.units_of(enemy) + waiting(later, enemy):
        on_map = later.loc[u] > 0
        hexes = 1 << later.loc[u] if on_map else 0
        if not (on_map and is_confused(later, u)):
            hexes |= ways_of(later, u).hexes
        points = strength_of(later, u)
        for h in bits(game.map.grid.spread(hexes) & game.terrain.enterable):
            strength[h] = strength.get(h, 0) + points
    return strength


def cheapest_line(game: AcrossSuez, israel: int, egypt: int, zone: int, threatened: int, price: int) -> int:
    """What stands in the way of the best line from Matzmed to 1708."""
    grid, start, goal = game.map.grid, 1 << game.matzmed, 1 << game.line_end
    allowed = game.terrain.clear_and_road | start
    kinds = ((egypt, 12), (zone & ~israel & ~egypt, 6), (threatened & ~zone & ~israel & ~egypt, price))
    waves = {0: start}
    seen, c = 0, 0
    while c < 60:
        wave = waves.pop(c, 0) & ~seen
        while wave:
            seen |= wave
            if wave & goal:
                return c
            around = grid.spread(wave) & allowed & ~seen
            for hexes, k in kinds:
                here = around & hexes
                if here:
                    waves[c + k] = waves.get(c + k, 0) | here
                    around &= ~here
            wave = around
        c += 1
    return 60


class Sight:
    """What a side sees in a position, prepared once and asked many times."""

    def __init__(self, field: Field, s: SuezState, side: str, mood: Mood = GREEDY) -> None:
        game = s.game
        self.field, self.s, self.game, self.side, self.mood = field, s, game, side, mood
        self.enemy = "egypt" if side == "israel" else "israel"
        self.grid = game.map.grid
        self.odds, self.ground = field.odds, field.ground
        if mood.ground != 1.0:
            self.ground = [mood.ground * g for g in field.ground]
        self.turns_left = game.last_turn - s.turn
        self.foes = {u: s.loc[u] for u in game.units_of[self.enemy] if s.loc[u] > 0}
        self.foe_hexes = sum(1 << h for h in self.foes.values())
        self.foe_at = {h: u for u, h in self.foes.items()}
        self.near_foes = self.grid.spread(self.foe_hexes)
        self.across = s.loc.count(game.box("across"))
        self.support = 0 if s.is_night or side != "israel" else 1 + self.across
        self.line_from, self.line_to = 1 << game.matzmed, 1 << game.line_end
        self.doorstep = self.grid.adjacent[game.matzmed] | self.line_from
        self._fights: dict[tuple[object, ...], float] = {}
        self._dangers: dict[tuple[int, int], float] = {}
        self._lines: dict[tuple[int, ...], int] = {}
        """What has been worked out: a placement differs from the one before by one unit."""

    @cached_property
    def threat(self) -> dict[int, int]:
        """Enemy strength that can attack a hex in the enemy's next turn."""
        return threat_of(self.s, self.side)

    @cached_property
    def threatened(self) -> int:
        return sum(1 << h for h in self.threat)

    @cached_property
    def to_foes(self) -> list[int]:
        """Hexes from everywhere to the nearest enemy; those that matter count as nearer."""
        found, distance = [40] * self.grid.size, 0
        waves = dict.fromkeys(range(5), 0)
        for h in self.foes.values():
            waves[4 - min(4, round(2 * self.ground[h]))] |= 1 << h
        wave = seen = 0
        while distance < 5 or wave:
            wave = (self.grid.spread(wave) | waves.get(distance, 0)) & ~seen
            seen |= wave
            for h in bits(wave):
                found[h] = distance
            distance += 1
        return found

    # worth ----------------------------------------------------------------------------------------------------
    def worth(self, u: int) -> float:
        """What losing a unit costs."""
        if u == self.game.bridge:
            return BRIDGE_WORTH
        return float(self.game.strength[u]) + 0.5

    def interest(self, u: int) -> float:
        """How much an enemy unit is in the way (or, for Egypt, how much Israel needs it)."""
        h = self.s.loc[u]
        return float(1.0 + 0.6 * self.ground[h] + self.mood.clear * (self.doorstep >> h & 1))

    def prize(self, u: int) -> float:
        """What destroying an enemy unit is worth."""
        return self.worth(u) * self.interest(u)

    def attraction(self, u: int, h: int) -> float:
        """A quick guess at a destination, to look closely at the best only."""
        if h < 0:
            return 9.0
        value = 0.0
        if self.near_foes >> h & 1:
            near = [self.foe_at[n] for n in bits(self.grid.adjacent[h] & self.foe_hexes)]
            value += 1.5 + max(self.prize(v) for v in near) - 0.8 * (len(near) - 1)
        value += (1.5 if self.turns_left > 1 else 4.0) * self.ground[h]
        value -= 0.12 * self._to_goal(u, h)
        return value + 0.001 * (h % 7)

    def _to_goal(self, u: int, h: int) -> int:
        """How far the unit is from where it is wanted."""
        return 2 * self.field.bridge_way.get(h, 40) if u == self.game.bridge else self.to_foes[h]

    # the value of a finished position -----------------------------------------------------------------------------
    def value(self, place: Placement, crossing: list[int], attacks: bool = True) -> float:
        own = 0
        for h in place.values():
            own |= 1 << h
        zone = self.grid.spread(own)
        safety, boldness = self.mood.eased(self.s.turn)
        total = safety * self._safety(place, own, zone)
        if attacks:
            total += boldness * self._attacks(place, own, zone)
        total += self._israel(place, own, crossing) if self.side == "israel" else self._egypt(place, own, zone)
        bridge, to_foes = self.game.bridge, self.to_foes
        return total - self.mood.approach * sum([to_foes[h] for u, h in place.items() if u != bridge])

    def _attacks(self, place: Placement, own: int, zone: int) -> float:
        """The expectation of the coming Combat Phase: every enemy attacked by all that stand next to it and are free."""
        at = {h: u for u, h in place.items() if u != self.game.bridge}
        wanted = []
        for v, h in self.foes.items():
            beside = self.grid.adjacent[h] & own
            near = [at[n] for n in bits(beside) if n in at] if beside else []
            if near:
                wanted.append((self._expect(v, h, near, own, zone, True), v, h, near))
        wanted.sort(key=lambda x: -x[0])
        used: set[int] = set()
        support, total = self.support, 0.0
        for _, v, h, near in wanted:
            free = [u for u in near if u not in used]
            if free:
                gain = self._expect(v, h, free, own, zone, support > 0)
                if gain > 0 or self.s.turn == 1:
                    used.update(free)
                    support -= 1
                    total += gain
        return total

    def _expect(self, v: int, h: int, attackers: list[int], own: int, zone: int, support: bool) -> float:
        beside, closed = self.grid.adjacent[h] & own, own | self.foe_hexes | zone
        trapped = not self.game.terrain.exits[h] & ~closed
        key = (v, tuple(attackers), beside, trapped, support)
        found = self._fights.get(key)
        if found is None:
            found = self._fights[key] = self._fight(v, h, attackers, beside, trapped, support)
        return found

    def _fight(self, v: int, h: int, attackers: list[int], beside: int, trapped: bool, support: bool) -> float:
        game = self.game
        mask = sum(1 << u for u in attackers)
        shift = game.terrain.shift(h, beside)[0] + support
        shift += bool(mask & game.armor and mask & game.foot)
        strength = sum(game.strength[u] for u in attackers)
        p = self.odds[game.crt.shifted(strength - game.strength[v], shift)]
        placed_bridge = v == game.bridge and h == game.matzmed
        killed = p["De"] + p["Ee"] + (p["Dr"] if trapped or placed_bridge else 0)
        gain = killed * self.prize(v) * self.mood.prize
        gain += (p["De"] + p["Ee"] + p["Dr"]) * (0.3 + 0.5 * self.ground[h]) * self.mood.push
        worths = [self.worth(u) for u in attackers]
        return float(gain - p["Ae"] * add(worths) - p["Ee"] * min(worths) - 0.12 * p["Ar"] * add(worths))

    def _safety(self, place: Placement, own: int, zone: int) -> float:
        """What the enemy may destroy in his turn, roughly."""
        known, adjacent, total = self._dangers, self.grid.adjacent, 0.0
        for u, h in place.items():
            danger = known.get((u, h))
            if danger is None:
                danger = known[u, h] = self._danger(u, h)
            if danger:
                friends = (adjacent[h] & own).bit_count()
                total -= danger / (1 + 0.5 * friends * self.mood.company)
        return total

    def _danger(self, u: int, h: int) -> float:
        """What a unit alone in a hex may lose."""
        game, force = self.game, min(self.threat.get(h, 0), 9)
        if not force:
            return 0.0
        if not self.grid.adjacent[h] & self.near_foes and u != game.bridge:
            force -= 2
        column = game.crt.shifted(force - game.strength[u], game.terrain.shift(h, 0)[0])
        p = self.odds[column]
        risk = p["De"] + p["Ee"] + 0.3 * p["Dr"]
        return self.worth(u) * risk * (0.16 if u != game.bridge else 0.5 * self.mood.escort)

    # what each side wants -----------------------------------------------------------------------------------------
    def _israel(self, place: Placement, own: int, crossing: list[int]) -> float:
        game = self.game
        mood = self.mood
        urgency = 0.05 if self.turns_left > 3 else 0.12 if self.turns_left > 1 else 0.5 if self.turns_left else 2.0
        urgency *= mood.line if self.turns_left else 1.0
        total = -urgency * self.line_cost(own, self.foe_hexes, self.near_foes, self.threatened)
        across = self.across + len(crossing)
        later = 2 * self.turns_left
        total += 3.3 * mood.crossing * min(across, NEEDED_ACROSS) - 0.45 * sum(game.strength[u] for u in crossing)
        if across + later < NEEDED_ACROSS and not self.s.bridge_ready:
            total -= 10.0
        bridge = place.get(game.bridge)
        if bridge is not None:
            way = 12.0 if bridge == game.matzmed else 5.0 - 0.2 * self.field.bridge_way.get(bridge, 40)
            total += way * mood.bridge
        guards = (self.grid.adjacent[game.matzmed] & own).bit_count()
        total += guards * (1.6 if bridge == game.matzmed else 0.3) * mood.guards
        if own & self.line_from:
            total += 1.0
        return float(total + self._schedule(place, own, across, bridge))

    def _schedule(self, place: Placement, own: int, across: int, bridge: int | None) -> float:
        """The three conditions multiply: keep the line open to the end, the six in time, the bridge in company."""
        game, mood, left, total = self.game, self.mood, self.turns_left, 0.0
        if left < len(mood.closed):
            cost = self.line_cost(own, self.foe_hexes, self.near_foes, self.threatened, 4 if left == 0 else 2)
            total -= mood.closed[left] * cost
        if mood.hurry and left in (1, 2):
            room, way = 18 if left == 1 else 22, self.field.way
            units = [u for u in place if u != game.bridge and game.allowance[u] >= 8]
            near = len([u for u in units if way.get(place[u], 99) <= room])
            cap = 99 if bridge == game.matzmed else 2 * left
            total -= mood.hurry * max(0, NEEDED_ACROSS - across - min(near, cap))
        elif mood.hurry and left == 0:
            total += 2 * mood.hurry * min(NEEDED_ACROSS, across)
        if mood.siege and self.foe_hexes & self.line_from:
            total += mood.siege * (self.grid.adjacent[game.matzmed] & own).bit_count()
        total += mood.ferry * min(NEEDED_ACROSS, across)
        if mood.gather and left:
            far = sum(max(0, self.grid.distance(h, game.matzmed) - NEAR) for u, h in place.items() if u != game.bridge)
            total -= mood.gather * far
        if mood.care and bridge is not None and bridge != game.matzmed:
            force, friends = self.threat.get(bridge, 0), (self.grid.adjacent[bridge] & own).bit_count()
            total -= mood.care * (1 + 0.2 * min(force, 10)) / (1 + friends) * bool(force)
            total -= mood.care * (self.near_foes >> bridge & 1)
        return total

    def _egypt(self, place: Placement, own: int, zone: int) -> float:
        game, s = self.game, self.s
        israel = sum(1 << h for h in self.foes.values())
        urgency = 0.08 * self.mood.line if self.turns_left > 3 else 0.15 * self.mood.line if self.turns_left else 1.5
        total = urgency * self.line_cost(israel, own, zone, 0)
        if own & self.line_from:
            total += 4.0 * self.mood.block
        elif zone & self.line_from:
            total += 1.0 * self.mood.block
        bridge = s.loc[game.bridge]
        if bridge > 0:
            total += 1.5 * self.mood.harry * min(2, (self.grid.adjacent[bridge] & own).bit_count())
        return total + self._sabotage(place, own, israel, zone)

    def _sabotage(self, place: Placement, own: int, israel: int, zone: int) -> float:
        """What Egypt's postures add: the plug of Matzmed, the hunt for the bridge, the last cut of the line."""
        game, mood, total = self.game, self.mood, 0.0
        bridge, around = self.s.loc[game.bridge], self.grid.adjacent[game.matzmed] & own
        if mood.plug and bridge != game.matzmed:
            if own & self.line_from:
                total += mood.plug + 0.3 * mood.plug * around.bit_count()
                total += 0.4 * max(game.strength[u] for u, h in place.items() if h == game.matzmed)
            else:
                total += 0.5 * around.bit_count()
        if mood.hunt:
            total -= 0.05 * mood.hunt * sum(self.grid.distance(h, game.matzmed) for h in place.values())
            if bridge > 0:
                total += 2.0 * mood.hunt * min(3, (self.grid.adjacent[bridge] & own).bit_count())
        if mood.cut and self.turns_left == 0:
            total += mood.cut * self.line_cost(israel, own, zone, 0)
        return total

    def line_cost(self, israel: int, egypt: int, zone: int, threatened: int, price: int = 1) -> int:
        """The cheapest line from Matzmed to 1708: what stands in its way, 0 when it is open and safe."""
        key = (israel & (zone | threatened), egypt, zone, threatened, price)
        cost = self._lines.get(key)
        if cost is None:
            cost = self._lines[key] = cheapest_line(self.game, *key)
        return cost
