"""[5.0, 6.0] Movement in random crowds against a slow twin written from the book: where to, for how much, and where off the map."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.core import bits, halves

from .table import ARISH, SUEZ, WEST, load, moving

SPOTS = {ARISH: ["4443", "2846", "2030", "3843"], SUEZ: ["4707", "2508", "3508", "4808"]}
"""Works and rough ground, open desert, the western edge, wadis; the Canal and the exits, the city, the channels."""


class Twin:
    """Where one unit may go, hex by hex, from the words of sections 5, 6, 9.10, 10.9 and 10.11."""

    def __init__(self, s: Any, unit: str) -> None:
        self.s, self.game = s, s.game
        game, grid = s.game, s.game.map.grid
        self.u = game.unit(unit)
        self.west = game.side_of[self.u] != "egypt"
        self.here = s.loc[self.u]
        own = game.side_of[self.u]
        self.friends: dict[int, list[int]] = {}
        self.enemies: dict[int, list[int]] = {}
        for v, h in enumerate(s.loc):
            if h > 0 and v != self.u:
                (self.friends if game.side_of[v] == own else self.enemies).setdefault(h, []).append(v)
        holding = [h for h in self.enemies if not self.west or game.forts >> h & 1]
        self.zone = {n for h in holding for n in bits(grid.adjacent[h])}
        self.night = game.title.id == ARISH and s.turn in (4, 8)
        self.budget = game.allowances[self.u] // (2 if self.night else 1)
        self.withdrawing = getattr(s, "withdrawing", False)
        self.known: dict[frozenset[int], dict[int, int]] = {}

    def bound(self) -> bool:
        """[2.13, 5.6, 5.14, 5.15, 6.2, 6.3, 10.11]"""
        game, u, s = self.game, self.u, self.s
        if s.moved >> u & 1 or game.static >> u & 1 or game.helicopters >> u & 1:
            return True
        if self.here not in self.zone:
            return False
        return self.west or self.night or not self.withdrawing

    def costs(self) -> dict[int, int]:
        """Half points to every hex that can be entered; [5.12] a friend in the way costs one point, or two."""
        found = {self.here: 0}
        queue = [self.here]
        shunned = self.shunned()
        while queue:
            a = queue.pop(0)
            if a != self.here and a in self.zone:
                continue  # it must stop there
            for b in self.game.map.grid.neighbours[a]:
                step = self.game.step_cost(a, b) if b else None
                if step is None or b in self.enemies or b in shunned:
                    continue
                total = found[a] + step + ((2 if self.west else 4) if b in self.friends else 0)
                if total <= self.budget and total < found.get(b, 999):
                    found[b] = total
                    queue.append(b)
        return found

    def shunned(self) -> set[int]:
        """[5.15, 10.11] Zones that it may not enter at all."""
        return self.zone if not self.west and (self.night or self.here in self.zone) else set()

    def cheapest(self, closed: set[int]) -> dict[int, int]:
        """What the ground alone costs, wherever one has to stop: no allowance, only these hexes closed."""
        key = frozenset(closed)
        if key in self.known:
            return self.known[key]
        found, queue = {self.here: 0}, [self.here]
        self.known[key] = found
        while queue:
            a = queue.pop(0)
            for b in self.game.map.grid.neighbours[a]:
                step = self.game.step_cost(a, b) if b else None
                if step is None or b in closed:
                    continue
                total = found[a] + step + ((2 if self.west else 4) if b in self.friends else 0)
                if total < found.get(b, 999):
                    found[b] = total
                    queue.append(b)
        return found

    def why_not(self, goal: int, ends: dict[int, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The paragraph that keeps it from ending its move there, and the points the refusal speaks of."""
        there = self.friends.get(goal, [])
        if goal in self.enemies:
            return ("5.5",), ()
        if not self.game.land >> goal & 1:
            return ("5.7", "5.14"), ()
        if goal == self.here:
            return ("5.1",), ()
        if there and goal not in ends and (len(there) > 1 or not self.game.helicopters >> there[0] & 1):
            return ("5.11",), ()
        cost = self.cheapest(set()).get(goal)
        if cost is None:
            return ("5.7",), ()
        if cost > self.budget:
            return ("5.10", "5.15") if self.night else ("5.10",), (f"has {halves(self.budget)} movement points",)
        zones = "5.15" if self.night else "10.11"
        for rule, closed, all_ways, one_way in (
            ("5.5", {*self.enemies}, "every way to", "the way of"),
            (
                zones,
                {*self.enemies, *self.shunned()},
                "leads through enemy zones",
                "may not enter the zone of control in",
            ),
        ):
            cost = self.cheapest(closed).get(goal)
            if cost is None:
                return (rule,), (all_ways,)
            if cost > self.budget:
                return (rule, "5.10"), (one_way, f"costs {halves(cost)} of {halves(self.budget)} movement points")
        return ("6.3",) if self.west else ("6.2",), ("must stop in",)

    def ends(self, costs: dict[int, int]) -> dict[int, int]:
        """[5.11] One unit a hex; two if one of them is a helicopter."""
        room = {}
        for h, cost in costs.items():
            there = self.friends.get(h, [])
            if h != self.here and (not there or (len(there) == 1 and self.game.helicopters >> there[0] & 1)):
                room[h] = cost
        return room

    def ways_off(self, costs: dict[int, int]) -> dict[int, int]:
        """[9.10, 10.9, 10.11] Half a point off the map from a road hex, one elsewhere."""
        game = self.game
        if not (self.west or self.withdrawing):
            return {}
        doors = "exit" if game.title.id == SUEZ else game.exits
        found = {}
        for h in bits(game.map.sets[doors]):
            if h in costs and (h == self.here or h not in self.zone):
                total = costs[h] + (1 if game.roads >> h & 1 else 2)
                if total <= self.budget:
                    found[h] = total
        return found


def crowd(title: str, spot: str, seed: int) -> tuple[Any, list[str]]:
    """A dozen units of either side round a spot, in their movement phase."""
    rng = random.Random(f"{title}{spot}{seed}")
    game: Any = load(title)
    grid = game.map.grid
    side = rng.choice((WEST[title], "egypt"))
    near = [h for h in bits(game.land) if grid.distance(h, game.hex(spot)) <= 4]
    mine = rng.sample(list(game.units_of[side]), 7)
    theirs = rng.sample(list(game.units_of[game.enemy_of(side)]), 3)
    lines = [f"{grid.names[h]} {game.name_of(u)}" for h, u in zip(rng.sample(near, len(near)), mine + theirs)]
    helicopters = [u for u in mine if game.helicopters >> u & 1]
    if helicopters and side == WEST[title]:  # with a friend in its hex
        lines[mine.index(helicopters[0])] = f"{lines[0].split()[0]} {game.name_of(helicopters[0])}"
    fields = {"moved": f'["{game.name_of(mine[1])}"]'}
    if title == ARISH and side == "egypt" and rng.random() < 0.5:
        fields["withdrawing"] = "true"
    turn = rng.choice((2, 4)) if title == ARISH else 2
    return moving(title, side, *lines, turn=turn, **fields), [game.name_of(u) for u in mine]


@pytest.mark.rule(
    "middle-east-battles", "5.1", "5.5", "5.7", "5.10", "5.11", "5.12", "5.15", "6.2", "6.3", "9.10", "10.9"
)
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("title", "spot"), [(t, spot) for t, spots in SPOTS.items() for spot in spots])
def test_r5_1_where_units_move_agrees_with_the_twin(title: str, spot: str, seed: int) -> None:
    s, mine = crowd(title, spot, seed)
    game, names = s.game, s.game.map.grid.names
    offered = [a for a in s.options() if a.verb in ("move", "exit")]
    for unit in mine:
        twin = Twin(s, unit)
        costs = twin.costs()
        for verb, ends in (("move", twin.ends(costs)), ("exit", twin.ways_off(costs))):
            if twin.bound():
                ends = {}
            told = {a.args[1][-4:]: s.details(a)["cost"] for a in offered if (a.verb, a.args[0]) == (verb, unit)}
            assert told == {names[h]: cost / 2 for h, cost in ends.items()}, (unit, s.position())
            assert set(s.words((verb, unit))) == set(told)
            assert (unit in s.words((verb,))) == bool(told)
        ends = {} if twin.bound() else twin.ends(costs)
        for h in [h for h in game.map.grid.hexes if game.map.grid.distance(h, twin.here) <= 3][seed::5]:
            assert (s.check(f"move {unit} {names[h]}") is None) == (h in ends), (unit, names[h], s.position())


@pytest.mark.rule("middle-east-battles", "5.5", "5.7", "5.10", "5.11", "5.15", "6.2", "6.3", "10.11")
@pytest.mark.parametrize("seed", range(10, 16))
@pytest.mark.parametrize(("title", "spot"), [(t, spot) for t, spots in SPOTS.items() for spot in spots])
def test_r5_10_why_a_hex_is_out_of_reach_agrees_with_the_twin(title: str, spot: str, seed: int) -> None:
    s, mine = crowd(title, spot, seed)
    grid, names = s.game.map.grid, s.game.map.grid.names
    for unit in [u for u in mine if not Twin(s, u).bound()][:2]:
        twin = Twin(s, unit)
        ends = twin.ends(twin.costs())
        for h in [h for h in grid.hexes if grid.distance(h, twin.here) <= 5 and h not in ends][seed % 5 :: 5]:
            refusal = s.check(f"move {unit} {names[h]}")
            rules, words = twin.why_not(h, ends)
            assert refusal is not None
            assert refusal.rules == rules, (unit, names[h], str(refusal), s.position())
            assert all(word in str(refusal) for word in words), (words, str(refusal))


@pytest.mark.rule("middle-east-battles", "9.4", "5.11", "6.2")
@pytest.mark.parametrize("seed", range(16))
def test_r9_4_where_militia_appear_agrees_with_the_twin(seed: int) -> None:
    """In a city hex that held a unit when the turn began, or a march away from it while somebody stands there [ME-28]."""
    rng = random.Random(f"militia {seed}")
    game: Any = load(SUEZ)
    names = game.map.grid.names
    city = list(bits(game.cities))
    begun = rng.sample(city, 4)
    near = [h for h in bits(game.land) if any(game.map.grid.distance(h, c) <= 2 for c in begun[:2])]
    spots = [h for h in begun if rng.random() < 0.7] + rng.sample([h for h in near if h not in begun], 8)
    mine = [game.name_of(u) for u in game.units_of["egypt"] if not game.militia >> u & 1]
    theirs = [u for u in game.units_of["anglo-french"] if rng.random() < 0.5]
    units = [*rng.sample(mine, len(spots) - 3), *(game.name_of(u) for u in rng.sample(theirs, 3))]
    rng.shuffle(units)
    mustering = str([names[h] for h in begun]).replace("'", '"')
    lines = [*(f"{names[h]} {u}" for h, u in zip(spots, units)), "militia Militia-2 Militia-3"]
    s = moving(SUEZ, "egypt", *lines, militia_due="1", mustering=mustering)
    wanted: set[int] = set()
    for start in begun:
        s.loc[game.unit("Militia-2")] = start
        twin = Twin(s, "Militia-2")
        s.loc[game.unit("Militia-2")] = game.box("militia")
        if start in twin.enemies:
            continue
        ends = twin.ends(twin.costs()) if start not in twin.zone else {}
        wanted |= {*ends, *(() if start in twin.friends else (start,))}
    told = [a for a in s.options() if a.verb == "muster"]
    assert {game.hex(a.args[1][-4:]) for a in told} == wanted, s.position()
    assert len(told) == len(wanted)
    assert (s.check("end") is None) == ("end" in s.words()) == (not wanted)
    assert ("muster" in s.words()) == bool(wanted)
    for a in told:
        assert s.check(a) is None
        t = s.play(f"muster Militia-2 {a.args[1][-4:]}")  # the short form
        assert game.hex_name(t.loc[game.unit("Militia-2")]) == a.args[1][-4:]
        assert not [x for x in t.options() if x.verb == "muster"]  # the die gave one
    for h in near[seed::7]:
        assert (s.check(f"muster Militia-2 {names[h]}") is None) == (h in wanted), names[h]
