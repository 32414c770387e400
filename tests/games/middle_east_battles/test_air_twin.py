"""[5.14, 9.10, 9.12, 10.5] Helicopters in random crowds against a slow twin written from the book: flights, passengers, costs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.core import bits

from .table import ARISH, SUEZ, WEST, load, moving

Costs = dict[int, int]
"""By hex: movement points to get there."""


class Sky:
    """Distances through the air, hex by hex over everything but what lies off the map."""

    def __init__(self, s: Any) -> None:
        self.s, self.game = s, s.game
        self.m = s.game.map
        self.gate = set(bits(self.m.sets[s.game.gate]))
        self.exits = set(bits(self.m.sets[s.game.exits]))
        self.box = s.game.box("holding")

    def spread(self, start: Costs) -> Costs:
        found, ring = dict(start), list(start)
        while ring:
            h = ring.pop(0)
            for n in self.m.grid.neighbours[h]:
                if n and self.game.sky >> n & 1 and found[h] + 1 < found.get(n, 999):
                    found[n] = found[h] + 1
                    ring.append(n)
        return found

    def from_place(self, place: int) -> Costs:
        """[9.12] The first hex over which it comes from the box counts."""
        return self.spread({place: 0} if place > 0 else dict.fromkeys(self.gate, 1))

    def out_of(self, costs: Costs, doors: set[int]) -> int:
        return min(costs[h] for h in doors) + 1

    def friends(self, h: int, *but: int) -> list[int]:
        side = WEST[self.game.title.id]
        return [u for u in self.game.units_of[side] if self.s.loc[u] == h and u not in but]

    def free(self, h: int, *flying: int) -> bool:
        """[5.5, 5.11, 5.14] On land, no enemy, and no more than two units."""
        enemies = [u for u in self.game.units_of["egypt"] if self.s.loc[u] == h]
        return bool(self.game.land >> h & 1) and not enemies and len(self.friends(h, *flying)) + len(flying) <= 2

    def flights(self, u: int) -> dict[str, int]:
        """[5.14, 9.12] From hex to hex once; to and from the box as often as the points last."""
        s, game, here = self.s, self.game, self.s.loc[u]
        suez = game.title.id == SUEZ
        left = game.allowances[u] // 2 // (2 if game.title.id == ARISH and s.turn in (4, 8) else 1)
        if suez:
            left -= s.flown[sorted(bits(game.helicopters)).index(u)] // 2
        if (here <= 0 and here != self.box) or s.landed >> u & 1:
            return {}
        costs, found = self.from_place(here), {}
        if not s.moved >> u & 1 or (suez and here == self.box):
            found = {game.hex_name(h): c for h, c in costs.items() if h != here and self.free(h, u)}
            found["exited"] = self.out_of(costs, self.exits)
        if suez and here > 0:
            found["holding"] = self.out_of(costs, self.gate)
        return {place: c for place, c in found.items() if c <= left}

    def drops(self, u: int) -> dict[str, int]:
        """[9.12, 5.11] JS fetches the unit and lands with it on clear ground; both fill the hex."""
        s, game, js = self.s, self.game, self.game.js
        left = 60 - s.flown[sorted(bits(game.helicopters)).index(js)] // 2
        first, start = s.loc[js], s.loc[u]
        fetch = 0
        if first != start:
            costs = self.from_place(first)
            fetch = costs[start] if start > 0 else self.out_of(costs, self.gate)
        onward = self.from_place(start)
        found = {
            game.hex_name(h): fetch + c
            for h, c in onward.items() if game.clear >> h & 1 and h != start and self.free(h, js, u)
        }  # fmt: skip
        if start > 0:
            found["exited"] = fetch + self.out_of(onward, self.exits)
        return {place: c for place, c in found.items() if c <= left}


def crowd(title: str, seed: int) -> Any:
    """Helicopters anywhere, some having flown; a few friends and enemies."""
    rng = random.Random(f"air {title} {seed}")
    game: Any = load(title)
    side, names = WEST[title], game.map.grid.names
    land = [names[h] for h in bits(game.land)]
    air = [game.name_of(u) for u in bits(game.helicopters)]
    legs = [game.name_of(u) for u in bits(game.legs) if game.side_of[u] == side and game.name_of(u) not in air]
    others = [game.name_of(u) for u in game.units_of[side] if not game.legs >> u & 1 and game.name_of(u) not in air]
    mine = rng.sample(legs, 4) + rng.sample(others, 2)
    theirs = [game.name_of(u) for u in rng.sample(list(game.units_of["egypt"]), 6)]
    places = dict(zip((*mine, *theirs), rng.sample(land, 12)))
    places[mine[0]] = "holding"
    for u in air:
        places[u] = rng.choice(["holding", rng.choice(land), places[mine[1]], places[mine[4]]])
    fields = {"moved": str([u for u in (*air, *mine) if rng.random() < 0.15]).replace("'", '"')}
    if title == SUEZ:
        fields["flown"] = str([rng.choice((0, 0, 0, 20, 50, 90)) for _ in air])
    if rng.random() < 0.15:
        fields["landed"] = f'["{air[0]}"]'
    turn = rng.choice((2, 4)) if title == ARISH else 2
    return moving(title, side, *(f"{h} {u}" for u, h in places.items()), turn=turn, **fields)


@pytest.mark.rule("middle-east-battles", "5.14", "9.10", "9.12", "10.5", "10.9")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r5_14_flights_agree_with_the_twin(title: str, seed: int) -> None:
    s = crowd(title, seed)
    game, sky = s.game, Sky(s)
    offered = [a for a in s.options() if a.verb == "fly"]
    for u in bits(game.helicopters):
        name, wanted = game.name_of(u), sky.flights(u)
        told = [a for a in offered if a.args[0] == name]
        assert {a.args[1].rpartition("-")[2]: s.details(a)["cost"] for a in told} == wanted, s.position()
        assert set(s.words(("fly", name))) == set(wanted)
        here = game.hex_name(s.loc[u])
        for place in (*("holding", "exited"), *(game.map.grid.names[h] for h in list(game.map.grid.hexes)[seed::97])):
            assert (s.check(f"fly {name} {here}-{place}") is None) == (place in wanted), (name, place, s.position())
        for a in told[:: max(1, len(told) // 4)]:
            t = s.play(a)
            assert str(t.game.hex_name(t.loc[u])) == a.args[1].rpartition("-")[2]


@pytest.mark.rule("middle-east-battles", "9.12", "9.10", "5.11")
@pytest.mark.parametrize("seed", range(24))
def test_r9_12_passengers_agree_with_the_twin(seed: int) -> None:
    s = crowd(SUEZ, seed)
    game, sky = s.game, Sky(s)
    lifted = {a.args[0] for a in s.options() if a.verb == "lift"}
    js = game.js
    ready = (s.loc[js] > 0 or s.loc[js] == sky.box) and not (s.moved | s.landed) >> js & 1
    for u in game.units_of[WEST[SUEZ]]:
        name = game.name_of(u)
        there = s.loc[u] > 0 or s.loc[u] == sky.box
        wanted = sky.drops(u) if ready and there and game.legs >> u & 1 and not s.moved >> u & 1 else {}
        assert (name in lifted) == bool(wanted), (name, s.position())
        assert (s.check(f"lift {name}") is None) == bool(wanted), (name, s.position())
        if not wanted:
            continue
        t = s.play(f"lift {name}")
        assert {a.args[0]: t.details(a)["cost"] for a in t.options()} == wanted, (name, s.position())
        assert t.words() == ("drop",)
        assert set(t.words(("drop",))) == set(wanted)
        for h in list(game.map.grid.hexes)[seed::97]:
            place = game.map.grid.names[h]
            assert (t.check(f"drop {place}") is None) == (place in wanted)
