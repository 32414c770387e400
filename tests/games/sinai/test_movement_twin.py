"""5.0, 6.2, 10.3, 16.1, 24.3 and 24.4: where units come to in random crowds, walked hex by hex and point by point."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.land.terrain import CLOSED
from sandtable.games.sinai.land.territory import bridges, closed, shut_border
from sandtable.games.sinai.movement.rest import may_rest
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.movement.zones import movement_zone
from sandtable.games.sinai.supply.judgement import judge

from .crowds import land_near, moving, perhaps_war_with_jordan, throw

SCENARIOS = ["1967", "1967-cooperation", "1956", "1973", "mid-1970s-logistics", "mid-1970s-race"]


def points(s: Any, u: int) -> int:
    """[10.3, 15.1, 24.64] What the unit has to spend."""
    game = s.game
    printed = (
        game.truck_allowance[game.front[u]] if s.entrucked >> u & 1 else game.roster[u].factors["movement_allowance"]
    )
    if not s.unsupplied >> u & 1 or not printed:
        return int(printed)
    m, here = game.map, s.loc[u]
    in_sand = m.terrain_at[here] == "sand" and not (m.on_path["road"] | m.on_path["track"]) >> here & 1
    if (
        in_sand
        and game.side_of[u] == "arab"
        and game.rules.arab_supply == "clear_road_track"
        and game.nation[u] != "ussr"
    ):
        return 4 if game.mechanized >> u & 1 else int(printed)
    return max(1, int(printed) // 2)


def step(s: Any, u: int, a: int, b: int, walking: bool) -> int:
    """What the step costs the unit, 99 where there is none."""
    game, side = s.game, s.game.side_of[u]
    foot = walking or not (game.mechanized | s.entrucked) >> u & 1
    ground = game.sam_ground[bridges(s)] if game.sam >> u & 1 else game.ground(side, foot, bridges(s))
    cost = ground.step(a, b).cost
    barred = closed(s, u) | s.hexes_of("arab" if side == "israel" else "israel")
    border = shut_border(s, u)
    if cost == CLOSED or barred >> b & 1 or (a, b) in border or (b, a) in border:
        return 99
    if (a, b) in game.limited_hexsides[side]:
        flat = s.crossed_israel if side == "israel" else s.crossed_arab
        used = [{flat[i], flat[i + 1]} for i in range(0, len(flat), 2)]
        if len(used) >= 6 or used.count({a, b}) >= 2:
            return 99
    return int(cost) + (3 * s.strikes.count(a) if side == "arab" else 0)


def reached(s: Any, u: int, walking: bool = False, endless: bool = False, zones: bool = True) -> dict[int, int]:
    """Every hex the unit can come to, with the fewest points; or could, with points without end, or but for enemy zones."""
    have = 999 if endless else 1 if walking else points(s, u)
    stop = movement_zone(s, s.game.side_of[u]) if zones else 0
    found: dict[int, int] = {}
    queue = [(0, s.loc[u])]
    while queue:
        cost, a = heappop(queue)
        if a in found:
            continue
        found[a] = cost
        if stop >> a & 1 and a != s.loc[u]:
            continue
        for b in filter(None, s.game.map.grid.neighbours[a]):
            k = step(s, u, a, b, walking)
            if k < 99 and cost + k <= have and not (stop >> a & 1 and stop >> b & 1):
                heappush(queue, (cost + k, b))
    del found[s.loc[u]]
    return found


def crowd(rng: Random, scenario: str, side: str) -> Any:
    """Units of both sides round some place, some of them hungry, on trucks or under Air Strikes."""
    s = moving(scenario, side)
    game = s.game
    middle = rng.choice([h for h in game.map.grid.hexes if game.land >> h & 1 and not game.never >> h & 1])
    near = land_near(game, middle, 5)
    for whose in ("israel", "arab"):
        units = [u for u in game.side_units[whose] if u != game.supply_unit]
        throw(rng, s, rng.sample(units, min(len(units), 6)), near)
    perhaps_war_with_jordan(rng, s)
    s.strikes = tuple(rng.choice(near) for _ in range(4))
    s.destroyed = sum(1 << h for h in near if (game.bar_lev | game.settlements) >> h & 1 and rng.random() < 0.5)
    s.entrucked = sum(
        1 << u for u in range(len(s.loc)) if s.loc[u] > 0 and game.truckable >> u & 1 and rng.random() < 0.3
    )
    s.unsupplied = judge(s)
    sides = sorted(game.limited_hexsides[side])
    if sides:
        pairs = [rng.choice(sides) for _ in range(rng.choice([0, 3, 4]))]
        s.crossed_arab = s.crossed_israel = tuple(h for pair in pairs for h in sorted(pair))
    return s.copy()  # nothing is remembered of it


@pytest.mark.rule(
    "sinai", "5.12", "5.26", "5.28", "5.29", "6.2", "10.32", "10.33", "15.11", "16.11", "24.32", "24.41", "24.64"
)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_0_where_units_come_to(scenario: str, seed: int) -> None:
    rng = Random(f"{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = crowd(rng, scenario, side)
    game, offered = s.game, {}
    for a in s.options():
        if a.verb in ("move", "walk"):
            offered.setdefault((a.verb, a.args[0]), set()).add(game.hex(a.args[1].split("-")[-1]))
    near_canal, stop = game.canal_banks, movement_zone(s, side)
    for u in game.side_units[side]:
        if s.loc[u] <= 0:
            continue
        name = game.name_of(u)
        for verb, walking in (("move", False), ("walk", True)):
            may_walk = side in game.rules.mech_as_infantry and game.mechanized >> u & 1
            costs = reached(s, u, walking) if not walking or may_walk else {}
            good = {h for h in costs if fits(s, (u,), h) is None and may_rest(s, (u,), h, 2) is None}
            full = {h for h in costs if fits(s, (u,), h) is not None}
            said = offered.get((verb, name), set()) - full
            assert said - good == set(), (s.position(), verb, name)
            assert not {h for h in good - said if not near_canal >> h & 1}, (s.position(), verb, name)
            for h in sorted(said)[:4]:
                details = s.details(f"{verb} {name} {game.hex_name(h)}")
                assert details["cost"] == costs[h]
                assert details["left"] == (1 if walking else points(s, u)) - costs[h]
                t = s.play(f"{verb} {name} {game.hex_name(h)}")
                assert t.loc[u] == h
            for h in set(filter(None, game.map.grid.neighbours[s.loc[u]])) - full:
                paid = step(s, u, s.loc[u], h, walking) <= (1 if walking else points(s, u))
                held = stop >> s.loc[u] & 1 and stop >> h & 1
                legal = s.check(f"{verb} {name} {game.hex_name(s.loc[u])}-{game.hex_name(h)}") is None
                assert legal == (paid and not held and h in good), (s.position(), verb, name, game.hex_name(h))
