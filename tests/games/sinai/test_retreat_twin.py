"""9.12 to 9.15, 24.33, 24.9, 25.13: retreats of last resort, displaced units and SAM units in random crowds, every path tried.

The ground (who may step where) and the zones are taken as they are, for they have twins of their own; the order in which the
book prefers one way to another is found here by trying all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.combat.last_ways import MOST_WAYS, last_ways, sam_ways
from sandtable.games.sinai.combat.retreat import Retreat
from sandtable.games.sinai.combat.ways_back import edges_for, forbidden, refuges, ways_back
from sandtable.games.sinai.movement.stacking import fits

CENTRES = ["3407", "3606", "3707", "3803", "3705", "3908", "3414", "0424", "0425", "2913", "3032", "3602"]
Path = tuple[int, ...]


def crowd(rng: Random) -> Any:
    """Units of both sides round one hex, some of them where others have retreated in this Combat Phase."""
    game: Any = sandtable.load(f"sinai/{rng.choice(['1973', 'mid-1970s', 'mid-1970s-full'])}")
    s = game.start()
    s.agenda, s.turn = (), 9
    s.loc = [game.LEFT] * len(game.roster)
    s.jordan_at_war = s.trans_jordan_open = rng.random() < 0.3
    near = list(bits(game.map.grid.within(game.hex(rng.choice(CENTRES)), 3) & game.land))
    units = list(bits(game.combat_units))
    rng.shuffle(units)
    units.sort(key=lambda u: not game.sam >> u & 1 or rng.random() < 0.7)
    held: dict[int, str] = {}
    for u in units[: rng.randrange(6, 40)]:
        h = rng.choice(near)
        if held.setdefault(h, game.side_of[u]) == game.side_of[u] and fits(s, (u,), h) is None:
            s.loc[u] = h
    on_map = [u for u in units if s.loc[u] > 0]
    for u in on_map[:4]:
        if rng.random() < 0.5:
            s.trod_units += (u,)
            s.trod_hexes += (rng.choice(near),)
    return s


class Twin:
    """One unit that has to retreat so many hexes."""

    def __init__(self, s: Any, u: int) -> None:
        self.s, self.u, self.game, self.start = s, u, s.game, s.loc[u]
        self.trod = {h for v, h in zip(s.trod_units, s.trod_hexes, strict=True) if v == u}
        self.ground = edges_for(s, u, not s.game.mechanized >> u & 1, True)

    def there(self, h: int) -> list[int]:
        side = self.game.side_of[self.u]
        return [v for v in bits(self.game.combat_units) if self.s.loc[v] == h and self.game.side_of[v] == side]

    def full(self, h: int) -> bool:
        return len(self.there(h)) >= 3

    def paths(self, length: int, opened: int = 0) -> Iterator[tuple[Path, int]]:
        """Every way of so many hexes that enters none twice, with its Movement Points."""
        bad = set(bits(forbidden(self.s, self.u, 0, opened))) | self.trod
        ways: list[tuple[Path, int]] = [((self.start,), 0)]
        for _ in range(length):
            ways = [
                ((*way, n), cost + k)
                for way, cost in ways
                for n, k in self.ground[way[-1]]
                if n not in bad and n not in way
            ]
        return iter(ways)

    def displaced(self, v: int, h: int) -> set[int]:
        """9.12: where a unit of a full stack can be pushed: next hexes open to its retreat, with room."""
        other = Twin(self.s, v)
        bad = set(bits(forbidden(self.s, v, 0))) | other.trod
        steps = edges_for(self.s, v, not self.game.mechanized >> v & 1, False)[h]
        found = {n for n, _ in steps if n not in bad and fits(self.s, (v,), n) is None}
        if self.game.sam >> v & 1:
            nearer = {n for n in found if self.game.edge_distance[n] < self.game.edge_distance[h]}
            return nearer or found
        return found

    def ranked(self, length: int, opened: int = 0) -> list[set[Path]]:
        """9.12, 9.14: all ways on which the unit can go, those that come first first."""
        ranked: dict[tuple[bool, bool, bool, int], set[Path]] = {}
        for way, cost in self.paths(length, opened):
            end = way[-1]
            onto = self.full(end)
            if self.quarrels(end) or (onto and not any(self.displaced(v, end) for v in self.there(end))):
                continue
            short = self.game.map.grid.distance(self.start, end) != length
            rank = onto, any(self.full(h) for h in way[1:]), short, cost
            ranked.setdefault(rank, set()).add(way)
        return [ranked[rank] for rank in sorted(ranked)]

    def best(self, length: int, opened: int = 0) -> set[int]:
        """The ends of the ways that come first."""
        return {way[-1] for ways in self.ranked(length, opened)[:1] for way in ways}

    def quarrels(self, h: int) -> bool:
        """24.9: Syrians, Iraqis and Jordanians do not stack with each other."""
        t = self.s.copy()
        for v in self.there(h)[2:]:
            t.loc[v] = self.game.LEFT  # only the company counts, not the number
        return any(self.stranger(t, v) for v in self.there(h))

    def stranger(self, t: Any, v: int) -> bool:
        one = self.s.copy()
        one.loc = [self.game.LEFT] * len(one.loc)
        one.loc[v] = self.s.loc[v]
        return fits(one, (self.u,), one.loc[v]) is not None

    def off(self, length: int) -> int:
        """24.33: the fewest hexes to a map edge, if that is less than the retreat; else none."""
        for k in range(length):
            for way, _ in self.paths(k):
                if self.game.edge_hexes >> way[-1] & 1:
                    return k + 1
        return 0


@pytest.mark.rule("sinai", "9.12", "9.14", "9.15")
@pytest.mark.parametrize("seed", range(3))
def test_r9_14_every_way_tried(seed: int) -> None:
    rng, n, none, pushed = Random(seed), 0, 0, 0
    for _ in range(8):
        s = crowd(rng)
        for u in bits(s.game.combat_units & ~s.game.sam):
            if s.loc[u] <= 0:
                continue
            twin = Twin(s, u)
            for length in (1, 2, 3) if s.game.mechanized >> u & 1 else (1,):
                found = {way[-1] for way in ways_back(s, u, length, 0, True)}
                assert found == twin.best(length), (s.position(), s.game.name_of(u), length)
                n, none = n + 1, none + (not found)
            for h in {s.loc[v] for v in twin.there(s.loc[u])}:
                assert set(refuges(s, u, h, 0)) == twin.displaced(u, h)
                pushed += 1
    assert n > 100
    assert none > 3
    assert pushed > 50


@pytest.mark.rule("sinai", "9.11", "9.12", "9.14", "9.15", "24.9", "25.13")
@pytest.mark.parametrize("seed", range(4))
def test_r9_14_the_owner_takes_any_way_that_is_as_good_and_no_other(seed: int) -> None:
    rng, taken, other = Random(f"owner{seed}"), 0, 0
    for _ in range(4):
        s = crowd(rng)
        grid = s.game.map.grid
        for u in [u for u in bits(s.game.combat_units) if s.loc[u] > 0][:9]:
            twin, result = Twin(s, u), rng.randrange(1, 4)
            frame = Retreat(s.game.side_of[u], 1 << u, result)
            s.agenda = (frame,)
            listed = {tuple(way) for way in frame.ways(s, u)}
            length = result if s.game.mechanized >> u & 1 else 1
            good = set(listed)
            if not s.game.sam >> u & 1 and twin.ranked(length):
                good = twin.ranked(length)[0]
            elif s.game.side_of[u] == "arab" and not s.game.sam >> u & 1 and listed and not twin.off(length):
                good = twin.ranked(length, s.game.home["jordan"])[0]
            walks = [(s.loc[u],)]
            for _ in range(length):
                walks = [(*w, n) for w in walks for n in grid.neighbours[w[-1]] if n]
            for way in {*rng.sample(walks, min(25, len(walks))), *good}:
                word = "-".join(str(s.game.hex_name(h)) if h else "off" for h in way)
                assert (s.check(f"retreat {s.game.name_of(u)} {word}") is None) == (way in good), (s.position(), word)
                taken, other = taken + (way in good), other + (way not in good)
    assert taken > 20
    assert other > 100


@pytest.mark.rule("sinai", "9.12", "25.13")
@pytest.mark.parametrize("seed", range(3))
def test_r25_13_sam_units_towards_the_edge_else_anywhere(seed: int) -> None:
    rng, n = Random(f"sam{seed}"), 0
    for _ in range(12):
        s = crowd(rng)
        near = s.game.edge_distance
        for u in bits(s.game.sam):
            if s.loc[u] <= 0:
                continue
            twin = Twin(s, u)
            assert set(refuges(s, u, s.loc[u], 0)) == twin.displaced(u, s.loc[u])
            ways = sam_ways(s, u, 1)
            straight = [w for w in ways if w[-1] == 0 or near[w[-1]] < near[s.loc[u]]]
            assert straight == ways or not straight
            n += 1
    assert n > 10


def nearer(twin: Twin, length: int, shut: set[int], straight: bool) -> set[Path]:
    """25.13: the ways of a SAM unit: every step nearer to the map edge and then off the map, or any at all."""
    s, game, near = twin.s, twin.game, twin.game.edge_distance
    bad = set(bits(forbidden(s, twin.u, 0))) | twin.trod
    ways: set[Path] = {(twin.start,)}
    for left in reversed(range(length)):
        longer: set[Path] = set()
        for way in ways:
            h = way[-1]
            if straight and (h == 0 or near[h] == 0):
                longer.add(way if h == 0 else (*way, 0))
                continue
            for n, _ in twin.ground[h]:
                over = game.map.crosses("canal", h, n) and not game.rules.sam_crosses_canal
                shut_out = n in bad or n in way or (not left and n in shut)
                if not (over or shut_out) and (not straight or near[n] < near[h]):
                    longer.add((*way, n))
        ways = longer
    return ways


@pytest.mark.rule("sinai", "9.12", "25.13", "25.16", "26.14")
@pytest.mark.parametrize("seed", range(6))
def test_r25_13_every_way_of_a_sam_unit(seed: int) -> None:
    rng, n = Random(f"sam ways{seed}"), 0
    for _ in range(8):
        s = crowd(rng)
        for u in bits(s.game.sam):
            if s.loc[u] <= 0:
                continue
            twin = Twin(s, u)
            near = [h for h in s.game.map.grid.hexes if twin.there(h) and h != twin.start]
            strangers = {h for h in near if twin.quarrels(h)}
            full = {h for h in near if twin.full(h)}
            stuck = {h for h in full if not any(twin.displaced(v, h) for v in twin.there(h))}
            for length in (1, 2, 3):
                expected: set[Path] = set()
                for shut in (full | strangers, strangers | stuck):
                    for straight in (True, False):
                        expected = expected or nearer(twin, length, shut, straight)
                found = {tuple(way) for way in sam_ways(s, u, length)}
                assert found == expected or len(found) == MOST_WAYS, (s.position(), length)
                n += len(found)
    assert n > 20


@pytest.mark.rule("sinai", "24.9", "24.33", "9.15")
@pytest.mark.parametrize("seed", range(3))
def test_r24_9_off_the_map_rather_than_into_jordan(seed: int) -> None:
    rng, off, jordan, lost = Random(f"jordan{seed}"), 0, 0, 0
    for _ in range(25):
        s = crowd(rng)
        game = s.game
        for u in bits(game.of_side["arab"] & game.combat_units & ~game.sam & ~game.of_front["jordan"]):
            if s.loc[u] <= 0 or game.home["jordan"] >> s.loc[u] & 1:
                continue
            twin = Twin(s, u)
            for length in (1, 2):
                if twin.best(length):
                    continue
                ways = last_ways(s, u, length, 0, True)
                if k := twin.off(length):
                    assert ways
                    assert all(w[-1] == 0 and len(w) == k + 1 for w in ways)
                    off += 1
                else:
                    assert {w[-1] for w in ways} == twin.best(length, game.home["jordan"])
                    jordan, lost = jordan + bool(ways), lost + (not ways)
    assert off + jordan + lost > 15
    assert lost
