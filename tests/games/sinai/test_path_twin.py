"""5.13, 5.29, 6.2, 7.12 and 24.41: ways of units and stacks told hex by hex, in random crowds, judged and paid a second time."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.movement.paths import first_steps
from sandtable.games.sinai.movement.rest import may_rest
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.movement.zones import movement_zone

from .test_movement_twin import crowd, points, step

SCENARIOS = ["1967", "1967-cooperation", "1956", "1973", "mid-1970s-logistics", "mid-1970s-race"]
SHUT = 99


def paid(s: Any, units: list[int], path: list[int], walking: bool) -> list[int] | None:
    """What every step costs the most burdened unit; nothing where the way cannot be gone."""
    stop = movement_zone(s, s.game.side_of[units[0]])
    spent, worst = dict.fromkeys(units, 0), []
    for n, (a, b) in enumerate(pairwise(path)):
        if b not in s.game.map.grid.neighbours[a] or (stop >> a & 1 and (n > 0 or stop >> b & 1)):
            return None
        costs = {u: step(s, u, a, b, walking) for u in units}
        if max(costs.values()) >= SHUT:
            return None
        spent = {u: spent[u] + costs[u] for u in units}
        worst.append(max(costs.values()))
        if max(spent.values()) > (1 if walking else min(points(s, u) for u in units)):
            return None
    return worst


def room_at_the_canal(s: Any, side: str, units: list[int], path: list[int]) -> bool:
    """[24.41] Six units of a side, two a hexside."""
    flat = s.crossed_israel if side == "israel" else s.crossed_arab
    used = [frozenset(flat[i : i + 2]) for i in range(0, len(flat), 2)]
    for pair in pairwise(path):
        if pair in s.game.limited_hexsides[side]:
            used += [frozenset(pair)] * len(units)
            if len(used) > 6 or used.count(used[-1]) > 2:
                return False
    return True


def ways(rng: Random, s: Any, units: list[int]) -> list[list[int]]:
    """Short walks from the hex of the units, some of them to and fro; and one with a gap in it."""
    grid, start = s.game.map.grid, s.loc[units[0]]
    found = []
    for _ in range(12):
        path = [start]
        for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
            path.append(rng.choice([h for h in grid.neighbours[path[-1]] if h]))
        found.append(path)
    second = rng.choice([h for h in grid.hexes if grid.distance(start, h) == 2])
    return [*found, [start, second]]


@pytest.mark.rule("sinai", "5.0", "5.12", "5.13", "5.26", "5.29", "6.2", "7.12", "16.11", "24.32", "24.41")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_13_ways_told_hex_by_hex(scenario: str, seed: int) -> None:
    rng = Random(f"paths:{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = crowd(rng, scenario, side)
    game = s.game
    mine = [u for u in game.side_units[side] if s.loc[u] > 0]
    for u in mine:  # some stand together
        h = s.loc[rng.choice(mine)]
        if fits(s, (u,), h) is None:
            s.loc[u] = h
    s = s.copy()
    for h in sorted({s.loc[u] for u in mine}):
        here = [u for u in mine if s.loc[u] == h]
        units = rng.sample(here, rng.randint(1, len(here)))
        word = "+".join(game.roster.names[u] for u in units)
        may_walk = side in game.rules.mech_as_infantry and all(game.mechanized >> u & 1 for u in units)
        for path in ways(rng, s, units):
            walking = may_walk and len(path) == 2
            told = f"{'walk' if walking else 'move'} {word} {'-'.join(game.map.grid.names[x] for x in path)}"
            costs, refusal = paid(s, units, path, walking), s.check(told)
            if costs is None or not room_at_the_canal(s, side, units, path):
                assert refusal is not None, (s.position(), told)
            elif fits(s, tuple(units), path[-1]) is None:
                tied = may_rest(s, tuple(units), path[-1], 2)
                limit = any(game.sinai >> x & 1 for x in path) and game.rules.sinai_limit
                assert (refusal is None) == (tied is None) or limit, (s.position(), told)
            if refusal is None:
                assert costs is not None
                details = s.details(told)
                assert [one["cost"] for one in details["steps"]] == costs
                have = 1 if walking else min(points(s, u) for u in units)
                assert (details["cost"], details["left"]) == (sum(costs), have - sum(costs))
                assert details["path"] == [game.map.grid.names[x] for x in path]
                assert details["enemy_controlled"] == bool(movement_zone(s, side) >> path[-1] & 1)
                after = s.play(told)
                assert {after.loc[u] for u in units} == {path[-1]}
                assert all(after.choice.moved >> u & 1 for u in units)


@pytest.mark.rule("sinai", "5.12", "5.26", "6.2", "24.41")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_12_the_first_step_of_every_unit(scenario: str, seed: int) -> None:
    side = ("israel", "arab")[seed % 2]
    s = crowd(Random(f"first:{scenario}:{seed}"), scenario, side)
    stop = movement_zone(s, side)
    for u in [u for u in s.game.side_units[side] if s.loc[u] > 0]:
        a = s.loc[u]
        for walking in (False, True):
            near = [b for b in s.game.map.grid.neighbours[a] if b and (a, b) not in s.game.limited_hexsides[side]]
            good = {b for b in near if step(s, u, a, b, walking) <= (1 if walking else points(s, u))}
            held = {b for b in good if stop >> a & 1 and stop >> b & 1}
            assert set(first_steps(s, u, walking)) == good - held, (s.position(), s.game.name_of(u))
