"""10.0, 22.32, 24.6, 26.4 and 26.54: supply followed hex by hex, from each unit towards its source, in random crowds."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.land.terrain import CLOSED
from sandtable.games.sinai.land.territory import barred_to_israel, bridges, closed, shut_border
from sandtable.games.sinai.movement.zones import blocked, exerting
from sandtable.games.sinai.supply.judgement import fed, judge, line_from
from sandtable.games.sinai.supply.reasons import line_from_city, why_supplied

FOREIGN = {"syria", "iraq", "egypt", "ussr"}


class Twin:
    """The supply of one position."""

    def __init__(self, s: Any) -> None:
        self.s, self.game, self.m = s, s.game, s.game.map
        self.grid, self.rules = s.game.map.grid, s.game.rules

    def shut(self, u: int, a: int, b: int) -> bool:
        pairs = shut_border(self.s, u)
        return (a, b) in pairs or (b, a) in pairs

    def good(self, ground: Any, a: int, b: int, ways: tuple[str, ...], over_canal: bool) -> bool:
        """May a line of clear hexes and roads go from a to b?"""
        m = self.m
        if m.crosses("canal", a, b):
            on_a_way = (m.on_path["road"] | m.on_path["track"]) >> b & 1
            return bool(m.crosses("canal_ferry", a, b) or (over_canal and (m.terrain_at[b] == "clear" or on_a_way)))
        plain = m.terrain_at[b] == "clear" or any(m.follows(w, a, b) for w in ways)
        return bool(plain and ground.step(a, b).cost != CLOSED)

    def spread(self, u: int, start: set[int], allowed: set[int], *how: Any) -> set[int]:
        """All hexes from which such a line leads to the start."""
        found, todo = set(start), list(start)
        while todo:
            b = todo.pop()
            for a in filter(None, self.grid.neighbours[b]):
                if a in allowed and a not in found and self.good(how[0], a, b, *how[1:]) and not self.shut(u, a, b):
                    found.add(a)
                    todo.append(a)
        return found

    def hexes(self, mask: int) -> set[int]:
        return {h for h in self.grid.hexes if mask >> h & 1}

    def edge(self, front: str) -> set[int]:
        """Edge hexes with a place beyond them that no Israeli unit controls."""
        israelis = exerting(self.s, "israel")
        fronts = ("egypt", "syria", "jordan") if self.rules.arab_nations == "together" else (front,)
        edge = {h for f in fronts for h in self.hexes(self.game.home_edge[f])}
        return {h for h in edge if any(not touched & israelis for touched in self.game.beyond[h])}

    def land(self, u: int) -> set[int]:
        game, here = self.game, self.s.loc[u]
        land = game.home[game.front[u]] if self.rules.arab_nations == "apart" else game.arab_land
        in_jordan = game.home["jordan"] >> here & 1
        if self.rules.arab_nations == "not_jordan" and game.nation[u] in FOREIGN and not in_jordan:
            land &= ~game.home["jordan"]
        return self.hexes(land | game.israel_land if game.israel_land >> here & 1 else land)

    def points(self, u: int, side: str, sources: set[int], barred: int) -> int:
        """The fewest mechanized points from the unit to a source, 99 if there is no way."""
        s, game = self.s, self.game
        allowed = self.hexes(game.land & ~blocked(s, side) & ~(barred & ~s.hexes_of(side)))
        foot = side in self.rules.mech_as_infantry or not game.mechanized >> u & 1
        ground, queue, seen = game.ground(side, False, bridges(s)), [(0, s.loc[u])], set()
        while queue:
            cost, a = heappop(queue)
            if a in sources and a in allowed:
                return cost
            if a in seen or a not in allowed:
                continue
            seen.add(a)
            for b in filter(None, self.grid.neighbours[a]):
                k = ground.step(a, b, not foot).cost
                if k != CLOSED and not self.shut(u, a, b):
                    heappush(queue, (cost + k, b))
        return 99

    def arab(self, u: int) -> bool:
        """Is the Arab unit supplied?"""
        s, game, wall = self.s, self.game, self.hexes(blocked(self.s, "arab"))
        kind = self.rules.arab_supply
        if kind == "net" or game.nation[u] == "ussr":
            allowed = (self.land(u) | self.hexes(game.israel_land)) - wall
            ground = game.ground("arab", False, False)
            net = self.spread(u, self.edge(game.front[u]) & allowed, allowed, ground, ("road",), True)
            net &= self.hexes(self.m.terrain["clear"] | self.m.on_path["road"])
            return self.points(u, "arab", net, closed(s, u)) <= 8
        tracks = kind == "clear_road_track"
        here = s.loc[u]
        on_a_way = (self.m.on_path["road"] | self.m.on_path["track"]) >> here & 1
        if tracks and self.m.terrain_at[here] == "sand" and not on_a_way:
            return False
        allowed, ways = self.land(u) - wall, ("road", "track") if tracks else ("road",)
        ground = game.ground("arab", not game.mechanized >> u & 1, False)
        return here in self.spread(u, self.edge(game.front[u]) & allowed, allowed, ground, ways, tracks)

    def israeli_sources(self) -> set[int]:
        s, game, m = self.s, self.game, self.m
        wall = self.hexes(blocked(s, "israel"))
        cities = self.hexes(game.cities_israeli & ~s.destroyed & ~s.hexes_of("arab")) - wall
        allowed = self.hexes(game.land & ~barred_to_israel(s)) - wall
        over = self.rules.canal != "ferry"
        ground = game.ground("israel", False, False)
        working = self.spread(0, cities & allowed, allowed, ground, ("road",), over)
        if self.rules.israeli_supply == "net":
            return working & self.hexes(m.terrain["clear"] | m.on_path["road"])
        found, todo = set(cities), list(cities)
        while todo:
            a = todo.pop()
            for b in filter(None, self.grid.neighbours[a]):
                if b not in found and b not in wall and game.israel_land >> b & 1 and m.follows("road", a, b):
                    found.add(b)
                    todo.append(b)
        unit = game.supply_unit
        return found | ({s.loc[unit]} & working if not s.dormant >> unit & 1 else set())

    def israeli(self, u: int) -> bool:
        s, game = self.s, self.game
        if s.turn <= self.rules.automatic_supply_turns or game.never_unsupplied >> u & 1:
            return True
        return self.points(u, "israel", self.israeli_sources(), barred_to_israel(s)) <= 8


def crowd(rng: Random, scenario: str) -> Any:
    """Units of both sides round some place, the Bar Lev Line and some Cities in ruins, now with Jordan at war."""
    game: Any = sandtable.load(f"sinai/{scenario}")
    s = game.position(
        f'{game.id}\nturn {rng.choice([5, 7, 9])}\nat 2713 {game.roster.names[game.side_units["israel"][0]]}\n> Movement {{"side": "arab"}}'
    )
    middle = rng.choice([h for h in game.map.grid.hexes if game.land >> h & 1])
    near = [h for h in game.map.grid.hexes if game.map.grid.distance(h, middle) <= 6 and game.land >> h & 1]
    for side in ("israel", "arab"):
        units = [u for u in game.side_units[side] if not game.sam >> u & 1]
        for u in rng.sample(units, min(len(units), 9)):
            h = rng.choice(near)
            enemy = "arab" if side == "israel" else "israel"
            if not s.hexes_of(enemy) >> h & 1:
                s.loc[u] = h
    s.destroyed = sum(
        1 << h for h in game.map.grid.hexes if (game.bar_lev | game.cities_israeli) >> h & 1 and rng.random() < 0.4
    )
    s.jordan_at_war = rng.random() < 0.5
    s.trans_jordan_open = s.jordan_at_war and rng.random() < 0.5
    if rng.random() < 0.3:
        s.dormant = 1 << game.supply_unit if game.supply_unit >= 0 else 0
    return s.copy()  # nothing is remembered of it


SCENARIOS = [
    "1967",
    "1967-cooperation",
    "1956-jordan",
    "1973",
    "1973-cooperation",
    "mid-1970s-logistics",
    "mid-1970s-soviet",
]


@pytest.mark.rule(
    "sinai", "10.11", "10.12", "10.13", "10.14", "22.32", "24.61", "24.62", "24.64", "24.66", "26.41", "26.54"
)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r10_1_supply_followed_hex_by_hex(scenario: str, seed: int) -> None:
    rng = Random(f"{scenario}:{seed}")
    s = crowd(rng, scenario)
    twin, game = Twin(s), s.game
    hungry = judge(s)
    for u in range(len(game.roster)):
        if s.loc[u] <= 0 or u == game.supply_unit:
            continue
        supplied = twin.israeli(u) if game.side_of[u] == "israel" else twin.arab(u)
        assert supplied != bool(hungry >> u & 1), (s.position(), game.name_of(u))
        assert fed(s, 1 << u) == (1 << u if supplied else 0)
        assert judge(s, 1 << u) == hungry & 1 << u
        text, way = why_supplied(s, u)
        assert ("is unsupplied" in text) != supplied
        assert not way or way[0] == s.loc[u]
        if game.side_of[u] == "arab":
            assert line_from(s, u, s.loc[u]) == supplied
        else:
            reached = twin.points(u, "israel", twin.israeli_sources(), barred_to_israel(s)) <= 8
            assert line_from(s, u, s.loc[u]) == reached
            assert bool(line_from_city(s, u)) == reached or game.rules.israeli_supply == "unit"
