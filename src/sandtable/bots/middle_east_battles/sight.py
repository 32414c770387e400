"""A position as one side sees it: who stands where, who can strike where, and what places and fights are worth.

Everything is worked out once for a position and kept as long as it stands.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from sandtable.core import bits, reach, total
from sandtable.games.middle_east_battles.battle import Battle
from sandtable.games.middle_east_battles.divisions import fires_for
from sandtable.games.middle_east_battles.exits import exit_hexes
from sandtable.games.middle_east_battles.state import BattleState

from .weights import Weights

FAR = 400
"""Half movement points beyond which a place does not matter."""
KEPT = 1000
"""Maps of ways that are remembered: trials ask for the same again and again."""
DETOUR = 12
"""Half points added to a route for every enemy unit in the way, and for the zone of a fortification [6.3]."""


class Terrain:
    """What never changes in a battle: ways back, ranges, shelter."""

    def __init__(self, game: Battle) -> None:
        self.game = game
        self.beside: list[int] = [0] * game.map.grid.size
        """For each hex, the neighbours that can be entered from it on foot or wheels."""
        for h, edges in enumerate(game.edges):
            for n, _ in edges:
                self.beside[h] |= 1 << n
        self._discs: dict[tuple[int, int], int] = {}
        self._shelter: dict[tuple[int, bool], tuple[int, bool]] = {}
        self._routes: dict[tuple[int, int, int, int, int], list[int]] = {}

    def within(self, h: int, radius: int) -> int:
        """The hexes at most this far away."""
        if (h, radius) not in self._discs:
            self._discs[h, radius] = self.game.map.grid.within(h, radius)
        return self._discs[h, radius]

    def shelter(self, h: int, egyptian: bool) -> tuple[int, bool]:
        """[7.6, 7.8] Columns the terrain of a hex gives its defender, and whether it must be stormed on the Frontal table."""
        if (h, egyptian) not in self._shelter:
            tec = self.game.tec
            kinds = [k for k in self.game.kinds_at[h] if k in tec and (egyptian or k != "fortification")]
            shift = max(int(tec[k]["shift"]) for k in kinds)
            self._shelter[h, egyptian] = shift, any(tec[k].get("frontal") for k in kinds)
        return self._shelter[h, egyptian]

    def routes(self, goals: int, hindered: int, toll: int = DETOUR, beside: int = 0, toll_beside: int = 0) -> list[int]:
        """Half points from every hex to the nearest of the goals, going round hindered hexes (and those beside them) where
        that is shorter."""
        asked = goals, hindered, toll, beside, toll_beside
        if asked not in self._routes:
            if len(self._routes) >= KEPT:
                self._routes.clear()
            self._routes[asked] = self._find_routes(*asked)
        return self._routes[asked]

    def _find_routes(self, goals: int, hindered: int, toll: int, beside: int, toll_beside: int) -> list[int]:
        cost = [FAR] * len(self.game.edges)
        heap: list[tuple[int, int]] = []
        for h in bits(goals):
            cost[h] = 0
            heappush(heap, (0, h))
        while heap:
            c, h = heappop(heap)
            if c > cost[h]:
                continue
            extra = toll if hindered >> h & 1 else toll_beside if beside >> h & 1 else 0
            for n, k in self.game.edges[h]:
                k += c + extra
                if k < cost[n]:
                    cost[n] = k
                    heappush(heap, (k, n))
        return cost


@lru_cache(maxsize=8)
def terrain_of(game: Battle) -> Terrain:
    return Terrain(game)


class Routes:
    """The ways to the objectives and off the map in one phase, round the enemy as he stands."""

    def __init__(self, s: BattleState, side: str, terrain: Terrain) -> None:
        game = terrain.game
        foes = s.hexes_of(game.enemy_of(side))
        forts = game.map.grid.spread(foes & game.forts) if side == game.west else 0
        self.to = {h: terrain.routes(1 << h, (foes | forts) & ~(1 << h)) for h in bits(game.objectives)}
        exits = exit_hexes(s, side)
        self.out = terrain.routes(exits, foes | forts) if exits else []


class Sight:
    """One position, seen by one side."""

    def __init__(self, s: BattleState, side: str, weights: Weights, terrain: Terrain) -> None:
        self.s, self.side, self.weights, self.terrain = s, side, weights, terrain
        self.game = game = s.game
        self.west = side == game.west
        self.enemy = game.enemy_of(side)
        self.mine = weights.western_loss if self.west else 1.0
        self.theirs = 1.0 if self.west else weights.western_loss
        self.own: int = s.hexes_of(side)
        self.foes: int = s.hexes_of(self.enemy)
        self.fort_zone: int = game.map.grid.spread(self.foes & game.forts) if self.west else 0
        """[6.3] Where fortified Egyptians stop and hold us."""
        self.gates: int = 0 if self.west else exit_hexes(s, self.enemy)
        """Where the Western side leaves the map."""
        self.foes_at: dict[int, list[int]] = {}
        for u in game.units_of[self.enemy]:
            if s.loc[u] > 0:
                self.foes_at.setdefault(s.loc[u], []).append(u)
        self.enemy_guns = [
            (v, s.loc[v], terrain.within(s.loc[v], game.range[v]))
            for v in bits(game.artillery & game.roster.of_side[self.enemy])
            if s.loc[v] > 0
        ]
        self._covering: dict[int, int] = {}
        self._chances: dict[tuple[int, int, bool, bool, int], float] = {}
        self._threats: list[tuple[int, int]] | None = None
        self._blows: dict[int, tuple[int, int]] = {}

    # time and ground ------------------------------------------------------------------------------------------------
    @property
    def turns_left(self) -> int:
        """Turns to come, this one included."""
        last = getattr(self.s, "last_turn", 0) or self.weights.last_turn
        return int(max(last - self.s.turn + 1, 1))

    def exit_points(self, turn: int) -> float:
        """[9.9, 10.8] What leaving the map brings on a turn."""
        return next((points for last, points in self.weights.exit_points if turn <= last), 0.0)

    def hex_worth(self, h: int) -> float:
        """What it is worth to drive the enemy from a hex, or to stand in it."""
        w = self.weights
        if not self.game.objectives >> h & 1:
            return w.ground
        if self.west:
            return self.turns_left * w.hold + 0.3 * w.final_objective
        return 1.0 + w.hold * (self.turns_left - 1)

    # the enemy's fire and counterattacks ------------------------------------------------------------------------------
    def covering(self, h: int) -> int:
        """Protective fire that the enemy may bring to a hex, roughly."""
        if h not in self._covering:
            self._covering[h] = self._find_covering(h)
        return self._covering[h]

    def _find_covering(self, h: int) -> int:
        game, s = self.game, self.s
        spent = s.attacked | s.shaken_before
        if self.west:
            fires = [game.fpf[v] for v, at, disc in self.enemy_guns if at != h and disc >> h & 1 and not spent >> v & 1]
            return 2 * sum(fires) if game.fort_ground >> h & 1 else max(fires, default=0)
        defenders = self.foes_at.get(h, [])
        zone = game.map.grid.spread(self.own)
        guns = [
            game.fpf[v]
            for v, at, disc in self.enemy_guns
            if at != h
            and disc >> h & 1
            and not spent >> v & 1
            and not zone >> at & 1
            and any(fires_for(game, v, u) for u in defenders)
        ]
        return int(sum(guns) + min(sum(s.air), 3) + game.naval_fpf * sum(s.naval))

    def threats(self) -> list[tuple[int, int]]:
        """Every enemy unit's attack strength and the hexes it could attack in its next player turn."""
        if self._threats is None:
            game, s, grid = self.game, self.s, self.game.map.grid
            zone = grid.spread(self.own)
            self._threats = []
            for h, units in self.foes_at.items():
                for v in units:
                    if game.artillery >> v & 1:
                        continue
                    cells = 1 << h
                    if not zone >> h & 1:
                        for x in reach(game.edges, h, game.allowance(s, v), blocked=self.own, stop=zone).cost:
                            cells |= 1 << x
                    full = self.enemy == game.west or game.forts >> h & 1
                    self._threats.append((game.attack[v] if full else game.attack[v] // 2, grid.spread(cells)))
        return self._threats

    def blow(self, h: int) -> tuple[int, int]:
        """The strength of the best four enemy units that can reach a hex, and of the guns that can."""
        if h not in self._blows:
            game = self.game
            units = sorted(n for n, hexes in self.threats() if hexes >> h & 1)
            guns = [game.attack[v] for v, at, disc in self.enemy_guns if disc >> h & 1]
            fire = 2 * sum(guns) if game.fort_ground >> h & 1 else max(guns, default=0)
            self._blows[h] = sum(units[-4:]), fire
        return self._blows[h]

    def danger(self, u: int, h: int, standing: int, batteries: list[tuple[int, int]]) -> float:
        """What the enemy's next combat phase may cost a unit here.

        `standing`: the hexes of its friends; `batteries`: their guns, each with the hexes in range.
        """
        units, guns = self.blow(h)
        if not units:
            return 0.0
        friends = min((self.terrain.within(h, 2) & standing & ~(1 << h)).bit_count(), 4)
        strength = int(units / (1 + 0.35 * friends)) + guns  # who must attack several of us attacks each with less
        return self._counterattack(u, h, strength, batteries) if self.west else self._assault(u, h, strength)

    def _counterattack(self, u: int, h: int, strength: int, batteries: list[tuple[int, int]]) -> float:
        """[7.17, 8.17] Egyptians strike back on the Frontal table; in fortified ground their guns are deadly."""
        game, table = self.game, self.game.frontal
        cover = sum(game.fpf[v] for v, disc in batteries if v != u and disc >> h & 1 and fires_for(game, v, u))
        column = table.shifted_beyond(strength - min(cover, 6) - game.defence[u], 0)
        return self.mine * sum(table.result(die, column) in ("DE", "EX") for die in range(1, 7)) / 6

    def _assault(self, u: int, h: int, strength: int) -> float:
        """[7.8] A Western attack: in works it costs the attacker as much, in the open it surrounds and destroys."""
        shift, works = self.terrain.shelter(h, True)
        table = self.game.frontal if works else self.game.mobile
        column = table.shifted_beyond(strength - self.game.defence[u], -shift)
        results = [table.result(die, column) for die in range(1, 7)]
        if works:
            return float(self.mine * sum(r == "DE" for r in results) / 6)
        return 0.7 * self.mine * sum(r not in ("A1", "AE", "BR") for r in results) / 6

    # fights ------------------------------------------------------------------------------------------------------------
    def attack_of(self, u: int, at: int) -> int:
        """[7.17] What a unit brings to an attack from a hex, roughly."""
        game = self.game
        strength: int = game.attack[u]
        if self.west or game.artillery >> u & 1 or game.forts >> at & 1:
            return strength
        return strength // 2

    def thrown_back(self, h: int, strength: int) -> float:
        """[7.1] The chance that an Egyptian unit loses its place in the attack it has to make on a hex."""
        game = self.game
        defence = sum(game.defence[u] for u in self.foes_at.get(h, [])) + self.covering(h)
        column = game.frontal.shifted_beyond(strength - defence, -self.terrain.shelter(h, False)[0])
        return sum(game.frontal.result(die, column) in ("A1", "AE", "BR") for die in range(1, 7)) / 6

    def ways_back(self, h: int, zone: int) -> int:
        """[7.11] How many neighbouring hexes are open to a unit that must retreat before our units and their zone."""
        ways: int = self.terrain.beside[h] & ~zone & ~self.own
        return ways.bit_count()

    def chance(self, h: int, strength: int, fresh: bool = False, ways_back: int = 3, exact: bool = False) -> float:
        """What an attack of this strength on the units in a hex promises, roughly.

        `fresh`: a unit that has just landed takes part, which A1 eliminates. `ways_back`: open hexes for a retreat.
        `exact`: protective fire is already counted in the strength.
        """
        key = (h, strength, fresh, exact, ways_back)
        if key not in self._chances:
            self._chances[key] = self._find_chance(*key)
        return self._chances[key]

    def _find_chance(self, h: int, strength: int, fresh: bool, exact: bool, ways_back: int) -> float:
        game, w = self.game, self.weights
        units = self.foes_at.get(h, [])
        printed = sum(game.defence[u] for u in units)
        defence = printed + (0 if exact else self.covering(h))
        shift, works = self.terrain.shelter(h, self.west)
        push = self.hex_worth(h)
        kill = self.theirs * len(units)
        price = self.mine * (2 if printed > 7 else 1)
        retreat = kill if not ways_back else w.closing * (3 - min(ways_back, 3)) / 3
        worth = {
            "DE": kill + push,
            "EX": kill + push - price,
            "AX": retreat + push - price,
            "BR": retreat + 0.5 * push - 0.3,
            "A1": -self.mine if fresh else -w.repulse,
            "AE": -2 * self.mine,
        }
        for n in range(1, 5):
            worth[f"D{n}"] = push + (retreat if not ways_back else retreat + w.step_back * n * self.theirs)
        if works:
            worth["D2"] = worth["D3"] = worth["D4"] = worth["EX"]
        best = -99.0
        for table in (game.frontal,) if works or not self.west else (game.frontal, game.mobile):
            column = table.shifted_beyond(strength - defence, -shift)
            best = max(best, total(worth[table.result(die, column)] for die in range(1, 7)) / 6)
        return best
