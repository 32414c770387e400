"""The search for ways back against a slow, obvious twin: every path hex by hex, judged when it is complete."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.musketeer.back import WaysBack

from .table import BOOK

LIMITS = {"anglo-french": 4, "israel": 3, "us": 4, "egypt": 2, "arab-league": 2, "ussr": 3}
SAFE, CARRIED = 2, 1
Path = tuple[int, ...]


class Twin:
    """One unit that has to retreat, and the rules of section 16 one by one."""

    def __init__(self, s: Any, u: int, length: int) -> None:
        self.s, self.u, self.length, self.game = s, u, length, s.game
        self.lands: dict[Path, dict[int, int]] = {}
        game, me = s.game, s.game.roster[u]
        self.contingent, self.start = game.contingent_of[u], s.loc[u]
        on_map = [v for v in bits(game.ground) if s.loc[v] > 0 and v != u]
        self.friends = [v for v in on_map if game.roster[v].side == me.side]
        enemies = [v for v in on_map if game.roster[v].side != me.side]
        self.enemies = {s.loc[v] for v in enemies}
        fit = [v for v in enemies if not s.disrupted >> v & 1]
        self.zone = {n for v in fit for n in game.map.grid.neighbours[s.loc[v]] if n}
        self.withdraws = me.side == "west" or (self.contingent == "ussr" and me.type == "airborne")
        self.lives = int(me.factors.get("sides") == 2 and not s.disrupted >> u & 1)
        m = game.map
        egypt = m.country["egypt"] | m.country["sinai"] | m.country["gaza strip"]
        self.goals = [h for h in bits((m.features["city"] | m.features["airbase"]) & egypt) if h not in self.enemies]
        self.south = list(bits(m.sets["south_edge_egypt"]))
        self.bank = [
            h for h in bits(m.country["egypt"]) if any(n and m.crosses("canal", h, n) for n in m.grid.neighbours[h])
        ]
        inside = (m.features["city"] | m.features["fortification"]) & egypt
        self.may_stop = self.contingent == "egypt" and not inside >> self.start & 1

    def room(self, h: int) -> bool:
        """[12.1, 12.2, 12.5]"""
        here = [v for v in self.friends if self.s.loc[v] == h]
        mobile = [v for v in here if self.game.movement[v]]
        divisions = [v for v in mobile if self.game.roster[v].size == "division"]
        return (
            all(self.game.contingent_of[v] == self.contingent for v in here)
            and len(mobile) < LIMITS[self.contingent]
            and not (
                divisions
                and self.game.roster[self.u].size == "division"
                and self.contingent in ("egypt", "arab-league")
            )
        )

    def rank(self, h: int, n: int) -> int:
        """[16.3, ruling MU-15] 1: to the nearest city or airbase; 2: to any other; 3: to the south edge or the canal; 0: none."""
        near = min((self.land(h, (g,)) for g in self.goals if g != h), default=0)
        if any(self.land(h, (g,)) == near and self.land(n, (g,)) == near - 1 for g in self.goals):
            return 1
        if any(self.land(n, (g,)) < self.land(h, (g,)) for g in self.goals):
            return 2
        line = tuple(self.south if self.game.map.country["egypt"] >> h & 1 else self.bank)
        return 3 * (self.land(n, line) < self.land(h, line))

    def land(self, h: int, goals: Path) -> int:
        """Hexes overland to the nearest of these, enemies or not."""
        if goals not in self.lands:
            found, edge = dict.fromkeys(goals, 0), list(goals)
            for x in edge:
                for n in self.game.map.grid.neighbours[x]:
                    if n and n not in found and self.game.enterable >> n & 1:
                        found[n] = found[x] + 1
                        edge.append(n)
            self.lands[goals] = found
        return self.lands[goals].get(h, 10**6)

    def paths(self, path: Path, ranks: Path, hits: int) -> Iterator[tuple[int, Path, Path]]:
        """[16.4, 16.5] (how it ends, rank of each step, path) of everything that leaves the unit alive."""
        m, h, n = self.game.map, path[-1], len(path) - 1
        if 0 < n < self.length and self.may_stop and m.features["fortification"] >> h & 1 and self.room(h):
            yield SAFE, ranks, path
        if n >= self.length and self.room(h):
            yield SAFE if n == self.length else CARRIED, ranks, path
            return
        for x in m.grid.neighbours[h] if n < self.length + 6 else ():
            if not x or x in self.enemies or not self.game.allowed[self.contingent] >> x & 1:
                continue
            rank = 1 if self.withdraws else self.rank(h, x)
            harm = hits + (x in self.zone) + sum(m.crosses(k, h, x) for k in ("canal", "river"))
            if rank and harm <= self.lives and m.grid.distance(self.start, x) == n + 1:
                yield from self.paths((*path, x), (*ranks, rank), harm)

    def ways(self) -> set[Path]:
        """The best end there is, and at every hex the better direction that leads to it."""
        found = list(self.paths((self.start,), (), 0))
        best = max((end for end, *_ in found), default=0)
        good = [(ranks, path) for end, ranks, path in found if end == best]
        return {
            path
            for ranks, path in good
            if not any(
                other[: i + 1] == path[: i + 1] and len(other) > i + 1 and better[i] < ranks[i]
                for better, other in good
                for i in range(len(ranks))
            )
        }


def crowd(rng: Random) -> Any:
    """Units of both sides thrown into one corner of the map, at most one static unit in a hex."""
    game: Any = sandtable.load(BOOK)
    s = game.start()
    s.agenda, s.loc = (), [game.dead] * len(game.roster)
    centre = rng.choice(list(bits(game.enterable)))
    near = list(bits(game.map.grid.within(centre, rng.choice([2, 4, 7])) & game.enterable))
    units = list(bits(game.ground))
    rng.shuffle(units)
    sides: dict[int, str] = {}
    guarded: set[int] = set()
    for u in units[: rng.randrange(4, 45)]:
        h = rng.choice(near)
        if sides.setdefault(h, game.roster[u].side) != game.roster[u].side or (game.static >> u & 1 and h in guarded):
            continue
        guarded |= {h} if game.static >> u & 1 else set()
        s.loc[u] = h
        if rng.random() < 0.3 and game.two_sided >> u & 1:
            s.disrupted |= 1 << u
    return s


@pytest.mark.rule("musketeer", "16.1", "16.2", "16.3", "16.4", "16.5")
@pytest.mark.parametrize("seed", range(4))
def test_r16_4_every_way_back_and_no_other(seed: int) -> None:
    rng = Random(seed)
    for _ in range(7):
        s = crowd(rng)
        for u in bits(s.game.ground & ~s.game.static):
            if s.loc[u] <= 0:
                continue
            twin = Twin(s, u, 1)
            twin.length = 1 if twin.withdraws else rng.randrange(1, 6)
            assert {w.path for w in WaysBack(s, u, twin.length).ways()} == twin.ways(), (
                s.position(),
                s.game.name_of(u),
            )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_r16_4_every_way_back_of_many_crowds(seed: int) -> None:
    test_r16_4_every_way_back_and_no_other(seed)
