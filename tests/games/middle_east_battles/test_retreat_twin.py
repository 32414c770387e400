"""[7.9 to 7.14, 9.16] Retreats with helicopters, channels and the sea against a slow twin written from the book."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import bits

from .table import ARISH, SUEZ, WEST, load, options, play, where

SPOTS = {
    SUEZ: ["1825", "2206", "2909", "3508", "3509", "4707", "2804", "3005"],
    ARISH: ["2129", "3925", "4816", "2846"],
}
Way = tuple[int, ...]
Men = dict[int, int]
"""Units of one side and their hexes."""
Count = tuple[int, int]
"""Second displacements, displacements."""
Done = tuple[Count, Men, frozenset[int]]
"""What it has taken, who stands where then, and who has been displaced in this phase."""


CASES = [(t, spot, seed) for t, spots in SPOTS.items() for spot in spots for seed in range(10)]
CASES += [
    (ARISH, "4816", 10),
    (ARISH, "4816", 22),
    (SUEZ, "2804", 45),
    (SUEZ, "2206", 12),
    (SUEZ, "2909", 10),
    (SUEZ, "1825", 11),
]


class Twin:
    """One beaten unit, the ground round it, and who stands there."""

    def __init__(self, s: Any, unit: str, length: int) -> None:
        self.s, self.game, self.length = s, s.game, length
        game, grid = s.game, s.game.map.grid
        self.u, self.grid = game.unit(unit), grid
        side = game.side_of[self.u]
        self.flies = bool(game.helicopters >> self.u & 1)
        self.start = s.loc[self.u]
        enemies = [s.loc[v] for v in game.units_of[game.enemy_of(side)] if s.loc[v] > 0]
        self.closed = set(enemies) | {n for h in enemies for n in bits(grid.adjacent[h])}
        self.friends: dict[int, list[int]] = {}
        for v in game.units_of[side]:
            if s.loc[v] > 0 and v != self.u:
                self.friends.setdefault(s.loc[v], []).append(v)

    def steps(self, flies: bool, origin: int, here: int) -> list[int]:
        """[7.9, 7.11, 7.12, 9.16] One hex farther from the fight, over open hexsides, not next to an enemy."""
        game, found = self.game, []
        for h in bits(self.grid.adjacent[here]):
            if h in self.closed or self.grid.distance(origin, h) != self.grid.distance(origin, here) + 1:
                continue
            sides = [k for k in ("raswa_channel", "manzala_canal") if game.map.crosses(k, here, h)]
            if sides and not game.map.follows("road", here, h):
                continue
            if game.sky >> h & 1 if flies else game.step_cost(here, h) is not None:
                found.append(h)
        return found

    def full(self, vacant: bool) -> set[Way]:
        """Ways of the whole length that end on land, through vacant hexes only or through any."""
        ways = {(self.start,)}
        for _ in range(self.length):
            ways = {
                (*way, h) for way in ways for h in self.steps(self.flies, self.start, way[-1])
                if not (vacant and h in self.friends)
            }  # fmt: skip
        return {way for way in ways if self.game.land >> way[-1] & 1}

    def cut_short(self) -> set[Way]:
        """[ME-14] The longest beginnings that end on land, through vacant hexes."""
        found, ways = {(self.start,)}, {(self.start,)}
        while ways:
            ways = {
                (*way, h) for way in ways if len(way) <= self.length
                for h in self.steps(self.flies, self.start, way[-1]) if h not in self.friends
            }  # fmt: skip
            found |= {way for way in ways if self.game.land >> way[-1] & 1}
        return {way for way in found if len(way) == max(map(len, found))}

    def in_the_way(self, men: Men, u: int, h: int, last: bool) -> list[int]:
        """[5.11, ME-19] Two units fit into a hex when one is a helicopter; those who only pass fit always beside one."""
        helicopters = self.game.helicopters
        there = [v for v, at in men.items() if at == h]
        ground = [v for v in there if not helicopters >> v & 1]
        if not helicopters >> u & 1 and ground:
            return ground
        return there if last and len(there) > 1 else []

    def clear(
        self, men: Men, spent: frozenset[int], u: int, h: int, last: bool, asked: tuple[int, ...]
    ) -> Iterator[Done]:
        """[7.13, 7.14] Every way in which a hex gets room for a unit: one after the other is displaced by one hex."""
        blockers = self.in_the_way(men, u, h, last)
        if not blockers:
            yield (0, 0), men, spent
            return
        v = blockers[0]
        if v in asked or self.game.static >> v & 1:
            return
        cost = (int(v in spent), 1)
        for first, after, tired in self.give_way(men, spent | {v}, v, (*asked, v)):
            for more, end, weary in self.clear(after, tired, u, h, last, asked):
                yield (cost[0] + first[0] + more[0], 1 + first[1] + more[1]), end, weary

    def give_way(self, men: Men, spent: frozenset[int], v: int, asked: tuple[int, ...]) -> Iterator[Done]:
        """[7.13] One hex, as in a retreat: vacant if possible, else one with room, else one whose unit gives way."""
        flies, here = bool(self.game.helicopters >> v & 1), men[v]
        steps = [h for h in self.steps(flies, here, here) if self.game.land >> h & 1]
        vacant = [h for h in steps if h not in men.values()]
        room = [h for h in steps if not self.in_the_way(men, v, h, True)]
        for h in vacant or room or steps:
            for count, after, tired in self.clear(men, spent, v, h, True, asked):
                yield count, {**after, v: h}, tired

    def burden(self, men: Men, spent: frozenset[int], way: Way) -> Count | None:
        """The fewest displacements with which the unit gets along this way; None when somebody cannot give way."""
        if len(way) == 1:
            return (0, 0)
        totals = []
        for count, after, tired in self.clear(men, spent, self.u, way[1], len(way) == 2, (self.u,)):
            rest = self.burden({**after, self.u: way[1]}, tired, way[1:])
            if rest is not None:
                totals.append((count[0] + rest[0], count[1] + rest[1]))
        return min(totals, default=None)


def begin(title: str, spot: str, seed: int) -> tuple[Any, str, int]:
    """A beaten unit, enemies two hexes away and nearer, friends round it."""
    rng = random.Random(f"back {title} {spot} {seed}")
    game: Any = load(title)
    grid, names = game.map.grid, game.map.grid.names
    side = rng.choice((WEST[title], WEST[title], "egypt"))
    flying = [u for u in game.units_of[side] if game.helicopters >> u & 1]
    ground = [u for u in game.units_of[side] if u not in flying and not game.static >> u & 1]
    mine = [*rng.sample(ground, 6), *(u for u in game.units_of[side] if game.static >> u & 1)]
    rng.shuffle(mine)
    mine.sort(key=lambda u: bool(game.static >> u & 1) and u in mine[:1])
    if flying and rng.random() < 0.6:
        rng.shuffle(flying)
        mine.insert(rng.randrange(2), flying[0])
    centre = game.hex(spot)
    near = sorted(h for h in bits(game.land) if 1 <= grid.distance(h, centre) <= 2)
    rng.shuffle(near)
    crowded = rng.choice((0, 3, 5, 6))
    places = {mine[0]: centre} | dict(zip(mine[1 : 1 + crowded], near))
    if len(flying) > 1 and crowded:
        places[flying[1]] = near[0]
    theirs = rng.sample(list(game.units_of[game.enemy_of(side)]), rng.randint(1, 3))
    places |= dict(zip(theirs, near[8:]))
    length = rng.randint(1, 4)
    unit = game.name_of(mine[0])
    lines = [title, "turn 2", *(f"at {names[h]} {game.name_of(u)}" for u, h in places.items())]
    tired = [game.name_of(u) for u in mine[1:] if rng.random() < 0.3]
    lines.append("displaced " + str(tired).replace("'", '"'))
    lines.append(f'> Retreats {{"side": "{side}", "units": ["{unit}"], "length": {length}}}')
    return game.position("\n".join(lines)), unit, length


@pytest.mark.rule("middle-east-battles", "5.11", "7.9", "7.10", "7.11", "7.12", "9.16")
@pytest.mark.parametrize(("title", "spot", "seed"), CASES)
def test_r7_12_ways_back_agree_with_the_twin(title: str, spot: str, seed: int) -> None:
    s, unit, length = begin(title, spot, seed)
    if s.actor is None:
        assert where(s, unit) == "eliminated"
        return
    twin, hexes = Twin(s, unit, length), s.game.hex
    ways = {tuple(hexes(n) for n in a.args[1].split("-")) for a in s.options()}
    vacant = twin.full(vacant=True)
    men = {v: h for h, there in twin.friends.items() for v in sorted(there)} | {s.game.unit(unit): twin.start}
    men = dict(sorted(men.items()))
    spent = frozenset(bits(s.displaced))
    burdens = {} if vacant else {w: b for w in twin.full(vacant=False) if (b := twin.burden(men, spent, w)) is not None}
    least = {way for way, b in burdens.items() if b == min(burdens.values())}
    assert ways == (vacant or least or twin.cut_short()), s.position()
    for way in sorted(ways)[:3]:
        t, twice, once = play(s, f"retreat {unit} {'-'.join(s.game.hex_name(h) for h in way)}"), 0, 0
        while t.choice is not None:
            twice, once = twice + (t.displaced >> t.choice.unit & 1), once + 1
            t = play(t, options(t)[seed % len(options(t))])
        assert (twice, once) == burdens.get(way, (0, 0)), s.position()
        assert where(t, unit) == (s.game.hex_name(way[-1]) if len(way) > length else "eliminated")
        assert t.paths[-1] == way
