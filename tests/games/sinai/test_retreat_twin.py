"""9.12 to 9.15, 24.33, 24.9, 25.13: retreats of last resort, displaced units and SAM units in random crowds, every path tried.

The ground (who may step where) and the zones are taken as they are, for they have twins of their own; the order in which the
book prefers one way to another is found here by trying all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.combat.last_ways import MOST_WAYS, last_ways, sam_ways
from sandtable.games.sinai.combat.retreat import Retreat
from sandtable.games.sinai.combat.ways_back import cannot_retreat, forbidden, full_stacks, refuges, ways_back, wedged
from sandtable.games.sinai.land.territory import bridges
from sandtable.games.sinai.movement.stacking import fits

CENTRES = ["3407", "3606", "3707", "3803", "3705", "3908", "3414", "0424", "0425", "2913", "3032", "3602"]
SCENARIOS = ["1973", "mid-1970s", "mid-1970s-full", "mid-1970s-race"]
Path = tuple[int, ...]


def crowd(rng: Random) -> Any:
    """Units of both sides round one hex, some of them where others have retreated in this Combat Phase."""
    game: Any = sandtable.load(f"sinai/{rng.choice(SCENARIOS)}")
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


def packed(rng: Random) -> tuple[Any, int]:
    """A unit with full stacks of its friends round it, enemies here and there, and hexes where it has been [9.15]."""
    game: Any = sandtable.load(f"sinai/{rng.choice(SCENARIOS)}")
    s = game.start()
    s.agenda, s.turn, s.loc = (), 9, [game.LEFT] * len(game.roster)
    side = rng.choice(["israel", "arab"])
    friends = [u for u in bits(game.combat_units & ~game.sam) if game.side_of[u] == side]
    enemies = [u for u in bits(game.combat_units & ~game.sam) if game.side_of[u] != side]
    rng.shuffle(friends)
    u = friends.pop()
    s.loc[u] = game.hex(rng.choice(CENTRES))
    weights = rng.choice([(72, 8, 6, 14, 0), (86, 4, 4, 2, 4), (20, 5, 2, 33, 40)])
    for h in bits(game.map.grid.within(s.loc[u], 4) & game.land & ~(1 << s.loc[u])):
        there = rng.choices((friends[:3], friends[:2], enemies[:1], [], None), weights)[0]
        if there is None:
            s.trod_units += (u,)
            s.trod_hexes += (h,)
        for v in there or ():
            if fits(s, (v,), h) is None:
                s.loc[v] = h
            (friends if v in friends else enemies).remove(v)
    return s, u


class Twin:
    """One unit that has to retreat so many hexes: the attacked hexes are no refuge, and the Canal may be shut to it."""

    def __init__(self, s: Any, u: int, attacked: int = 0, canal: bool = True, waived: int = 0) -> None:
        self.s, self.u, self.game, self.start, self.waived = s, u, s.game, s.loc[u], waived
        self.attacked = set(bits(attacked))
        self.trod = {h for v, h in zip(s.trod_units, s.trod_hexes, strict=True) if v == u} | self.attacked
        self.ground = self.game.ground(s.game.side_of[u], not s.game.mechanized >> u & 1, bridges(s)).edges
        self.shut = set() if canal else self.game.limited_hexsides[self.game.side_of[u]]

    def steps(self, a: int) -> list[tuple[int, int]]:
        return [(b, k) for b, k in self.ground[a] if (a, b) not in self.shut]

    def there(self, h: int) -> list[int]:
        side = self.game.side_of[self.u]
        return [v for v in bits(self.game.combat_units) if self.s.loc[v] == h and self.game.side_of[v] == side]

    def full(self, h: int) -> bool:
        return len(self.there(h)) >= 3

    def paths(self, length: int, opened: int = 0) -> Iterator[tuple[Path, int]]:
        """Every way of so many hexes that enters none twice, with its Movement Points."""
        bad = set(bits(forbidden(self.s, self.u, self.waived, opened))) | self.trod
        ways: list[tuple[Path, int]] = [((self.start,), 0)]
        for _ in range(length):
            ways = [
                ((*way, n), cost + k)
                for way, cost in ways
                for n, k in self.steps(way[-1])
                if n not in bad and n not in way
            ]
        return iter(ways)

    def displaced(self, v: int, h: int) -> set[int]:
        """9.12: where a unit of a full stack can be pushed: next hexes open to its retreat, with room."""
        other = Twin(self.s, v, canal=False)
        bad = set(bits(forbidden(self.s, v, 0))) | other.trod | self.attacked
        steps = other.steps(h)
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

    def off(self, length: int, land: int = -1) -> set[Path]:
        """24.33: the ways over the nearest of these map edges, if it is nearer than the retreat is long; the last place is 0."""
        for k in range(length):
            if found := {(*way, 0) for way, _ in self.paths(k) if self.game.edge_hexes & land & 1 << way[-1]}:
                return found
        return set()


def situation(rng: Random, s: Any, u: int) -> tuple[int, bool, int]:
    """What the combat brings with it: attacked hexes, whether the Canal may be crossed, the stacks whose zones are waived."""
    attacked = 1 << s.loc[u]
    if rng.random() < 0.5:
        attacked |= 1 << rng.choice([h for h in s.game.map.grid.neighbours[s.loc[u]] if h])
    return attacked, rng.random() < 0.5, s.hexes_of("israel") if rng.random() < 0.2 else 0


@pytest.mark.rule("sinai", "9.12", "9.14", "9.15", "12.2", "24.42")
@pytest.mark.parametrize("seed", range(40))
def test_r9_14_every_way_tried(seed: int) -> None:
    rng, n = Random(seed), 0
    s = crowd(rng)
    for u in [u for u in bits(s.game.combat_units & ~s.game.sam) if s.loc[u] > 0][:12]:
        attacked, canal, waived = situation(rng, s, u)
        twin = Twin(s, u, attacked, canal, waived)
        for length in (1, 2, 3) if s.game.mechanized >> u & 1 else (1,):
            best = next(iter(twin.ranked(length)), set())
            listed = {tuple(way) for way in ways_back(s, u, length, waived, canal, attacked)}
            assert listed <= best, (s.position(), s.game.name_of(u), length)
            assert {way[-1] for way in listed} == {way[-1] for way in best}, (s.position(), s.game.name_of(u), length)
            n += 1
        assert set(refuges(s, u, s.loc[u], attacked)) == twin.displaced(u, s.loc[u])
        over_canal = Twin(s, u, attacked, True, waived)
        assert cannot_retreat(s, u, waived, attacked) == (not [*over_canal.paths(1)])
        full, _ = full_stacks(s, u)
        stuck = {h for h in bits(full) if not any(twin.displaced(v, h) for v in twin.there(h))}
        assert set(bits(wedged(s, u, full, attacked))) == stuck
    assert n


@pytest.mark.rule("sinai", "9.12", "9.14", "9.15")
@pytest.mark.parametrize("seed", range(60))
def test_r9_12_through_full_stacks_and_onto_them(seed: int) -> None:
    rng = Random(f"packed{seed}")
    s, u = packed(rng)
    name = s.game.name_of(u)
    for attacked in (0, 1 << s.loc[u]):
        twin = Twin(s, u, attacked)
        for length in (1, 2, 3, 4) if s.game.mechanized >> u & 1 else (1,):
            best, *others = [*twin.ranked(length), set()]
            ends = {way[-1] for way in ways_back(s, u, length, 0, True, attacked)}
            assert ends == {way[-1] for way in best}, (s.position(), name, length)
            s.agenda = (Retreat(s.game.side_of[u], 1 << u, length, 0, attacked),)
            worse = [way for ways in others for way in sorted(ways)] if best else []
            for way in {*sorted(best)[:9], *worse[:9], *rng.sample(worse, min(5, len(worse)))}:
                told = f"retreat {name} " + "-".join(s.game.hex_name(h) for h in way)
                assert (s.check(told) is None) == (way in best), (s.position(), told)


@pytest.mark.rule("sinai", "9.11", "9.12", "9.14", "9.15", "24.42", "24.9", "25.13")
@pytest.mark.parametrize("seed", range(40))
def test_r9_14_the_owner_takes_any_way_that_is_as_good_and_no_other(seed: int) -> None:
    rng, taken, other = Random(f"owner{seed}"), 0, 0
    s = crowd(rng)
    grid = s.game.map.grid
    for u in [u for u in bits(s.game.combat_units) if s.loc[u] > 0][:12]:
        result = rng.randrange(1, 4)
        attacked, canal, waived = situation(rng, s, u)
        twin = Twin(s, u, attacked, canal, waived)
        crossed = 1 << rng.choice(grid.hexes) if canal else 1 << s.loc[u] | 1 << rng.choice(grid.hexes)
        if crossed >> s.loc[u] & 1 == canal:
            continue
        frame = Retreat(s.game.side_of[u], 1 << u, result, waived, attacked, crossed)
        s.agenda = (frame,)
        listed = {tuple(way) for way in frame.ways(s, u)}
        length = result if s.game.mechanized >> u & 1 else 1
        good = set(listed)
        if s.game.sam >> u & 1:
            good = sam_twin(twin, 1)
        elif twin.ranked(length):
            good = twin.ranked(length)[0]
        elif s.game.side_of[u] == "arab" and listed and not twin.off(length):
            good = twin.ranked(length, s.game.home["jordan"])[0]
        walks: list[Path] = [(s.loc[u],)]
        for _ in range(length):
            walks = [(*w, n) for w in walks for n in grid.neighbours[w[-1]] if n]
        walks = [*rng.sample(walks, min(9, len(walks)))]
        open_ground = Twin(s, u).paths(length, s.game.home["jordan"])
        near = sorted(way for way, cost in open_ground if cost <= 6 + length)
        for way in {*walks, *rng.sample(near, min(25, len(near))), *good}:
            word = "-".join(str(s.game.hex_name(h)) if h else "off" for h in way)
            assert (s.check(f"retreat {s.game.name_of(u)} {word}") is None) == (way in good), (s.position(), word)
            taken, other = taken + (way in good), other + (way not in good)
    assert taken + other


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
            for n, _ in twin.steps(h):
                over = game.map.crosses("canal", h, n) and not game.rules.sam_crosses_canal
                shut_out = n in bad or n in way or (not left and n in shut)
                if not (over or shut_out) and (not straight or near[n] < near[h]):
                    longer.add((*way, n))
        ways = longer
    return ways


def sam_twin(twin: Twin, length: int) -> set[Path]:
    """9.12, 25.13: straight to the edge, else anywhere; onto a full stack only when nothing else is left."""
    near = {twin.s.loc[u] for u in twin.game.side_units["arab"]} - {twin.start}
    strangers = {h for h in near if twin.quarrels(h)}
    full = {h for h in near if twin.full(h)}
    stuck = {h for h in full if not any(twin.displaced(v, h) for v in twin.there(h))}
    for shut in (full | strangers, strangers | stuck):
        for straight in (True, False):
            if found := nearer(twin, length, shut, straight):
                return found
    return set()


@pytest.mark.rule("sinai", "9.12", "24.42", "25.13", "25.16", "26.14")
@pytest.mark.parametrize("seed", range(24))
def test_r25_13_every_way_of_a_sam_unit(seed: int) -> None:
    rng, n = Random(f"sam ways{seed}"), 0
    while n < 3:
        s = crowd(rng)
        for u in [u for u in bits(s.game.sam) if s.loc[u] > 0][:3]:
            attacked, canal, _ = situation(rng, s, u)
            twin = Twin(s, u, attacked, canal)
            for length in (1, 2, 3):
                found = {tuple(way) for way in sam_ways(s, u, length, attacked, canal)}
                assert found == sam_twin(twin, length) or len(found) == MOST_WAYS, (s.position(), length)
            n += 1


@pytest.mark.rule("sinai", "24.33", "24.42", "24.52", "24.9", "25.71", "9.15")
@pytest.mark.parametrize("seed", range(30))
def test_r24_9_off_the_map_rather_than_into_jordan(seed: int) -> None:
    rng, n = Random(f"jordan{seed}"), 0
    while n < 3:
        s = crowd(rng)
        game = s.game
        for u in [u for u in bits(game.combat_units & ~game.sam) if s.loc[u] > 0]:
            attacked, canal, waived = situation(rng, s, u)
            twin = Twin(s, u, attacked, canal, waived)
            for length in (1, 2, 3) if game.mechanized >> u & 1 else (1,):
                if not twin.best(length):
                    ways = last_ways(s, u, length, waived, canal, attacked)
                    assert told(ways) == told(last_resort(twin, length)), (s.position(), length)
                    n += 1


def told(ways: Iterable[Sequence[int]]) -> set[tuple[int, int | tuple[int, ...]]]:
    """How long ways are and where they end."""
    return {(len(w), tuple(w[-2:]) if w[-1] == 0 else w[-1]) for w in ways}


def last_resort(twin: Twin, length: int) -> set[Path]:
    """24.33, 24.52, 24.9: off the map, into the hills, or into Jordan."""
    game, side = twin.game, twin.game.side_of[twin.u]
    if found := twin.off(length, game.israel_land if side == "israel" else -1):
        return found
    if side == "arab":
        return next(iter(twin.ranked(length, game.home["jordan"])), set())
    bad = set(bits(forbidden(twin.s, twin.u, twin.waived))) | twin.trod
    near = {n for n, _ in game.ground(side, True, bridges(twin.s)).edges[twin.start]} - bad
    hills = {n for n in near if game.map.terrain_at[n] == "rough" and not (twin.full(n) or twin.quarrels(n))}
    return {(twin.start, n) for n in hills} or twin.off(length)
