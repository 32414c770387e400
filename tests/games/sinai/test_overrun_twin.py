"""11.0 in random crowds of strong stacks and weak enemies: who may overrun whom, at what cost, and where he may go on to, found
a second time hex by hex from the words of the rule."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.land.terrain import CLOSED
from sandtable.games.sinai.land.territory import bridges, closed, shut_border
from sandtable.games.sinai.movement.rest import may_rest
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.movement.zones import movement_zone
from sandtable.games.sinai.supply.judgement import judge

from . import test_strength_twin
from .crowds import moving, perhaps_war_with_jordan
from .test_movement_twin import points, step

SCENARIOS = ["1967", "1967-cooperation", "1973", "mid-1970s", "mid-1970s-logistics"]
SHUT = 99


class Twin:
    """A stack that may overrun; `spent` and `leaving` for one that has just overrun a hex [11.2]."""

    def __init__(self, s: Any, units: list[int], spent: int = 0, leaving: bool = False) -> None:
        self.s, self.game, self.units, self.spent, self.leaving = s, s.game, units, spent, leaving
        self.side = s.game.side_of[units[0]]
        self.enemy = "arab" if self.side == "israel" else "israel"
        self.stop = movement_zone(s, self.side)
        self.points = min(points(s, u) for u in units)
        self.start = s.loc[units[0]]
        self.near = self.reached()

    def reached(self) -> dict[int, int]:
        """The hexes the stack comes to without an Overrun, its own among them, with the points spent till there."""
        found: dict[int, int] = {}
        queue = [(self.spent, self.start)]
        while queue:
            cost, a = heappop(queue)
            if a in found:
                continue
            found[a] = cost
            if self.stop >> a & 1 and a != self.start:
                continue
            for b in filter(None, self.game.map.grid.neighbours[a]):
                k = max(step(self.s, u, a, b, False) for u in self.units)
                free = self.leaving and a == self.start
                if cost + k <= self.points and (free or not (self.stop >> a & 1 and self.stop >> b & 1)):
                    heappush(queue, (cost + k, b))
        return found

    def onto(self, a: int, t: int) -> int:
        """[11.14] The cost of the step onto the enemy, SHUT where there is none."""
        s, game, worst = self.s, self.game, 0
        for u in self.units:
            foot = not (game.mechanized | s.entrucked) >> u & 1
            cost = game.ground(self.side, foot, bridges(s)).step(a, t).cost
            border = shut_border(s, u)
            if cost == CLOSED or closed(s, u) >> t & 1 or (a, t) in border or (t, a) in border:
                return SHUT
            worst = max(worst, cost)
        return worst + 3 + (3 * s.strikes.count(a) if self.side == "arab" else 0)

    def able(self) -> bool:
        """[11.11, 11.15, 10.32]"""
        s, game = self.s, self.game
        if any((s.entrucked | game.sam) >> u & 1 or not game.strength[u] for u in self.units):
            return False
        attack_hungry = game.id.startswith(("sinai/1973", "sinai/mid"))
        return self.side == "israel" or attack_hungry or not any(s.unsupplied >> u & 1 for u in self.units)

    def strong(self, a: int, t: int) -> bool:
        """[11.11, 11.13, 12.12] Five points against one, nine against two; Fear plays no part."""
        there = self.s.copy()
        for u in self.units:
            there.loc[u] = a
        count = test_strength_twin.Twin(there, self.side)
        count.hungry = self.s.unsupplied
        have, against = count.attack(self.units), count.defence(t, self.units)
        return (against == 1 and have >= 5) or (against == 2 and have >= 9)

    def overruns(self) -> dict[int, int]:
        """By enemy hex: the points spent when the cheapest Overrun is done."""
        found: dict[int, int] = {}
        enemies = self.s.hexes_of(self.enemy)
        for t in self.game.map.grid.hexes if self.able() else ():
            if not enemies >> t & 1 or may_rest(self.s, tuple(self.units), t, 2):
                continue
            for a in set(self.game.map.grid.neighbours[t]) & set(self.near):
                total = self.near[a] + self.onto(a, t)
                if total <= min(self.points, found.get(t, SHUT)) and self.strong(a, t):
                    found[t] = total
        return found


def crowd(rng: Random, scenario: str, side: str) -> Any:
    """Stacks of the strongest units among single weak enemies, a strong one here and there; no Canal near."""
    s = moving(scenario, side)
    game = s.game
    grid, enemy = game.map.grid, "arab" if side == "israel" else "israel"
    land = [h for h in grid.hexes if game.land >> h & 1 and not game.never >> h & 1]
    land = [h for h in land if min(grid.distance(h, x) for x in (game.hex("0424"), game.hex("0428"))) > 6]
    middle = rng.choice(land)
    near = [h for h in land if grid.distance(h, middle) <= 4]
    strong = sorted(game.side_units[side], key=lambda u: -game.strength[u])[:14]
    for h in rng.sample(near, 3):
        for u in rng.sample(strong, rng.choice([1, 2, 3, 3, 3])):
            if s.loc[u] <= 0 and fits(s, (u,), h) is None:
                s.loc[u] = h
    weak = [u for u in game.side_units[enemy] if game.strength[u] <= 2]
    others = rng.sample(game.side_units[enemy], 2)
    for u in {*rng.sample(weak, min(len(weak), 7)), *others}:
        free = [h for h in near if not s.hexes_of(side) >> h & 1]
        flat = [h for h in free if game.map.terrain_at[h] == "clear"]
        h = rng.choice(flat if flat and rng.random() < 0.8 else free)
        s.loc[u] = h if fits(s, (u,), h) is None else 0
    perhaps_war_with_jordan(rng, s)
    s.strikes = tuple(rng.choice(near) for _ in range(2))
    s.entrucked = sum(1 << u for u in range(len(s.loc)) if game.truckable >> u & 1 and rng.random() < 0.3)
    s.destroyed = sum(1 << h for h in near if rng.random() < 0.5)
    s.unsupplied = judge(s) if rng.random() < 0.5 else 0
    return s.copy()  # nothing is remembered of it


@pytest.mark.rule("sinai", "11.0", "11.11", "11.12", "11.13", "11.14", "11.15", "11.2", "12.12", "10.32")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r11_0_overruns_found_a_second_time(scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_strength_twin, "fears", lambda *_: False)
    rng = Random(f"overruns:{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = crowd(rng, scenario, side)
    game, offered = s.game, {}
    for a in s.options():
        if a.verb == "overrun":
            p = game.parts(a)
            offered[frozenset(p.units), p.to] = a
    mine = [u for u in game.side_units[side] if s.loc[u] > 0]
    foot = game.mechanized | s.entrucked
    for h in sorted({s.loc[u] for u in mine}):
        here = [u for u in mine if s.loc[u] == h]
        stacks = [list(stack) for n in (1, 2, 3) for stack in combinations(here, n)]
        for units in stacks:
            if len({foot >> u & 1 for u in units}) > 1:
                continue  # the cheapest way of one is not that of the other
            twin = Twin(s, units)
            found = twin.overruns()
            assert {t for us, t in offered if us == frozenset(units)} == set(found), (s.position(), game.names(units))
            for t, spent in found.items():
                gone_on(rng, s, offered[frozenset(units), t], units, spent)
            word = "+".join(game.roster.names[u] for u in units)
            for t in [n for n in game.map.grid.neighbours[h] if n and s.hexes_of(twin.enemy) >> n & 1]:
                told = f"overrun {word} {game.hex_name(h)}-{game.hex_name(t)}"
                good = twin.able() and twin.onto(h, t) <= twin.points and twin.strong(h, t)
                good = good and may_rest(s, tuple(units), t, 2) is None
                assert (s.check(told) is None) == good, (s.position(), told)


def gone_on(rng: Random, s: Any, a: Any, units: list[int], spent: int) -> None:
    """[11.14, 11.2] What the Overrun costs and removes, and what the stack may do next."""
    game, t = s.game, game_hex(s, a)
    enemy = [u for u in range(len(s.loc)) if s.loc[u] == t]
    details = s.details(str(a))
    assert details["cost"] == spent
    after = s.play(str(a))
    assert {after.loc[u] for u in units} == {t}
    assert all(after.loc[u] == game.ELIMINATED for u in enemy if u != game.supply_unit)
    assert game.supply_unit not in enemy or after.loc[game.supply_unit] not in (t, game.ELIMINATED)
    assert (after.choice.units, after.choice.spent) == (tuple(units), spent)
    twin = Twin(after, units, spent, leaving=True)
    moves: dict[int, Any] = {}
    runs: dict[int, Any] = {}
    for b in after.options():
        if b.verb != "stop":
            (moves if b.verb == "move" else runs)[game.parts(b).to] = b
    room = {h for h in twin.near if h != t and fits(after, tuple(units), h) is None}
    assert set(moves) == {h for h in room if may_rest(after, tuple(units), h, 2) is None}, (after.position(), str(a))
    assert set(runs) == set(twin.overruns()), (after.position(), str(a))
    for h, b in rng.sample(sorted(moves.items()), min(2, len(moves))):
        details = after.details(str(b))
        assert (details["cost"], details["left"]) == (twin.near[h] - spent, twin.points - twin.near[h])
        assert {after.play(str(b)).loc[u] for u in units} == {h}
    for h, b in list(runs.items())[:1]:
        assert after.play(str(b)).choice.spent == twin.overruns()[h]
    assert {after.play("stop").loc[u] for u in units} == {t}


def game_hex(s: Any, a: Any) -> int:
    return int(s.game.parts(a).to)
