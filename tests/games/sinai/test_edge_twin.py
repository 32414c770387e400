"""24.33 and 25.4 in random crowds at the map edge: who leaves the map and from where, and who comes in over it, point by point."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.land.territory import closed
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.movement.zones import movement_zone
from sandtable.games.sinai.politics.garrison import garrison_broken
from sandtable.games.sinai.politics.nations import homeward
from sandtable.games.sinai.supply.judgement import judge

from .crowds import land_near, moving, perhaps_war_with_jordan, throw
from .test_ground_twin import chart
from .test_movement_twin import points, reached, step


def edge(game: Any) -> list[int]:
    """The land hexes at the map edge."""
    return [h for h in game.map.grid.hexes if 0 in game.map.grid.neighbours[h] and game.land >> h & 1]


def crowd(rng: Random, scenario: str, side: str) -> Any:
    """Units of both sides at some stretch of the edge, Air Strikes on it."""
    s = moving(scenario, side)
    game = s.game
    middle = rng.choice([h for h in edge(game) if not game.never >> h & 1])
    near = land_near(game, middle, 4)
    for whose in ("israel", "arab"):
        units = [u for u in game.side_units[whose] if u != game.supply_unit]
        throw(rng, s, {*rng.sample(units, 7), *rng.sample(game.sam_units, 1 if whose == "arab" else 0)}, near)
    perhaps_war_with_jordan(rng, s)
    s.strikes = tuple(rng.choice(near) for _ in range(3))
    s.unsupplied = judge(s)
    return s.copy()  # nothing is remembered of it


@pytest.mark.rule("sinai", "24.33", "16.11", "25.17", "25.71", "6.2")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scenario", ["1973", "mid-1970s-race"])
def test_r24_33_who_leaves_the_map_from_where(scenario: str, seed: int) -> None:
    rng = Random(f"leaving:{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = crowd(rng, scenario, side)
    game, offered = s.game, {}
    for a in s.options():
        if a.verb == "exit":
            offered[a.args[0], a.args[1].split("-")[-2]] = a
    stop, there = movement_zone(s, side), edge(game)
    friendly = game.israel_land if side == "israel" else game.arab_land
    for u in [u for u in game.side_units[side] if s.loc[u] > 0]:
        costs = {s.loc[u]: 0, **{h: k for h, k in reached(s, u).items() if not stop >> h & 1}}
        tolls = {h: k + 1 + (3 * s.strikes.count(h) if side == "arab" else 0) for h, k in costs.items() if h in there}
        bound = garrison_broken(s, u, 0, 2) or homeward(s, u, 0)
        good = {h: k for h, k in tolls.items() if k <= points(s, u) and not bound}
        name = game.name_of(u)
        assert {h for who, h in offered if who == name} == {game.hex_name(h) for h in good}, (s.position(), name)
        for h in [h for h in there if game.map.grid.distance(h, s.loc[u]) <= 3]:
            assert (s.check(f"exit {name} {game.hex_name(h)}") is None) == (h in good), (s.position(), name, h)
        assert (s.check(f"exit {name} {game.hex_name(s.loc[u])}-off") is None) == (s.loc[u] in good)
        for h, cost in sorted(good.items())[:3]:
            told = str(offered[name, game.hex_name(h)])
            details = s.details(told)
            assert (details["cost"], details["left"]) == (cost, points(s, u) - cost)
            lost = game.sam >> u & 1 or not friendly >> h & 1
            assert s.play(told).loc[u] == (game.ELIMINATED if lost else game.LEFT)


class Newcomer:
    """An Arab unit that is to come over the map edge."""

    def __init__(self, s: Any, u: int, walking: bool = False) -> None:
        self.s, self.game, self.u, self.walking = s, s.game, u, walking
        self.stop = movement_zone(s, "arab")
        self.points = 1 if walking else points(s, u)
        self.gates = self.doors()

    def doors(self) -> dict[int, int]:
        """[25.4] The open hexes of its edge, with what they cost to enter: the road rate where a road leads off the map."""
        s, game, m = self.s, self.game, self.game.map
        kind = "nonmech" if self.walking or not game.mechanized >> self.u & 1 else "mech"
        cells = chart(game)[f"move_{kind}_{game.rules.arab_movement_column}"]
        country = {"egypt": "edge_egypt", "syria": "edge_syria", "jordan": "edge_jordan"}[game.front[self.u]]
        found = {}
        for h in edge(game):
            row = m.terrain_at[h]
            if game.roads_off_map >> h & 1 and row != "clear":
                row = f"road_{row}"
            mine = m.sets[country] & game.home[game.front[self.u]] & ~closed(s, self.u) & ~s.hexes_of("israel")
            if mine >> h & 1 and cells[row] != "P" and int(cells[row]) <= self.points:
                found[h] = int(cells[row])
        return found

    def reached(self) -> dict[int, int]:
        """Where it comes to, with the fewest points."""
        found: dict[int, int] = {}
        queue = [(cost, h) for h, cost in self.gates.items()]
        while queue:
            cost, a = heappop(queue)
            if a in found:
                continue
            found[a] = cost
            for b in filter(None, self.game.map.grid.neighbours[a] if not self.stop >> a & 1 else ()):
                k = step(self.s, self.u, a, b, self.walking)
                if cost + k <= self.points:
                    heappush(queue, (cost + k, b))
        return found

    def paid(self, path: list[int]) -> int | None:
        """What this way in costs, or nothing where it cannot be gone."""
        if path[0] not in self.gates:
            return None
        spent = self.gates[path[0]]
        for a, b in pairwise(path):
            spent += step(self.s, self.u, a, b, self.walking)
            if self.stop >> a & 1 or spent > self.points:
                return None
        return spent


@pytest.mark.rule("sinai", "25.4", "5.26", "5.29", "6.2", "26.42")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", ["1973", "mid-1970s-logistics", "mid-1970s-soviet"])
def test_r25_4_who_comes_in_where(scenario: str, seed: int) -> None:
    rng = Random(f"coming:{scenario}:{seed}")
    s = crowd(rng, scenario, "arab")
    game, grid, m = s.game, s.game.map.grid, s.game.map
    due = [u for u in game.side_units["arab"] if str(game.roster[u].factors.get("zone", "")).startswith("edge")]
    newcomers = rng.sample(due, min(3, len(due)))
    for u in newcomers:
        s.loc[u] = game.TO_COME
    for u in rng.sample(game.side_units["israel"], 12):  # Israelis at both edges
        h = rng.choice([h for h in edge(game) if (game.home["egypt"] | game.home["syria"]) >> h & 1])
        s.loc[u] = 0 if s.hexes_of("arab") >> h & 1 else h
    s.turn = 30
    s.unsupplied = 0
    s = s.copy()
    offered: dict[tuple[str, str], dict[int, Any]] = {}
    for a in s.options():
        if a.verb == "enter" or (a.verb == "walk" and s.loc[game.unit(a.args[0])] < 0):
            offered.setdefault((a.verb, a.args[0]), {})[game.parts(a).to] = a
    for u in newcomers:
        twin, name = Newcomer(s, u), game.name_of(u)
        costs, said = twin.reached(), offered.get(("enter", name), {})
        room = {h for h in costs if fits(s, (u,), h) is None}
        dry = {h for h in room if not game.canal_banks >> h & 1}
        assert set(said) <= room, (s.position(), name)
        assert dry <= set(said), (s.position(), name)
        for h in rng.sample(sorted(said), min(3, len(said))):
            details = s.details(str(said[h]))
            assert (details["cost"], details["left"]) == (costs[h], twin.points - costs[h]), (
                s.position(),
                str(said[h]),
            )
            assert details["enemy_controlled"] == bool(twin.stop >> h & 1)
            assert s.play(str(said[h])).loc[u] == h
        for h in rng.sample(edge(game), 40):
            way = [h, *rng.choices([n for n in grid.neighbours[h] if n], k=rng.choice([0, 1]))]
            if fits(s, (u,), way[-1]) is None and len({*way} & set(m.grid.hexes)) == len(way):
                told = f"enter {name} {'-'.join(grid.names[x] for x in way)}"
                crosses = any(pair in game.limited_hexsides["arab"] for pair in pairwise(way))
                assert (s.check(told) is None) == (twin.paid(way) is not None) or crosses, (s.position(), told)
        may_walk = "arab" in game.rules.mech_as_infantry and game.mechanized >> u & 1
        on_foot = Newcomer(s, u, walking=True).doors() if may_walk else {}
        wheels = {h for h in edge(game) if chart(game)["move_mech_israeli"].get(m.terrain_at[h]) != "P"}
        only = {h for h in on_foot if fits(s, (u,), h) is None} - wheels
        only = {h for h in only if not (game.roads_off_map >> h & 1)}
        assert set(offered.get(("walk", name), {})) == only, (s.position(), name)
