"""17.0, 23.15, 24.65 and 25.12: where airborne units may fly, asked hex by hex; and Air Strikes, placed and lost."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.land.territory import closed
from sandtable.games.sinai.movement.stacking import fits
from sandtable.games.sinai.movement.zones import zone
from sandtable.games.sinai.politics.garrison import garrison_broken
from sandtable.games.sinai.supply.israel import supplied_ground

from .table import moving, options, position, refused, where
from .test_1973 import moving as moving_1973

SCENARIOS = ["1956", "1967", "1973", "mid-1970s"]


def hexes(s: Any, mask: int) -> set[int]:
    return {h for h in s.game.map.grid.hexes if mask >> h & 1}


def takes_off(s: Any, u: int) -> bool:
    """[17.11, 17.12, 17.13, 23.15, 24.65, 25.12]"""
    game, h = s.game, s.loc[u]
    now = s.turn if game.rules.sequence == "1967" else s.moves_made
    if now - s.flown[game.airborne_units.index(u)] <= 2 or zone(s, "arab") >> h & 1 or shaded(s, h):
        return False
    supplied = hexes(s, supplied_ground(s))
    if game.rules.airborne == "paradrop_1956":
        return s.drops < 2 and game.map.terrain_at[h] == "clear" and h in supplied
    found, todo = {h}, [h]
    while todo:
        for n in filter(None, game.map.grid.neighbours[todo.pop()]):
            barred = (zone(s, "arab") | s.hexes_of("arab")) >> n & 1 or (
                game.trans_jordan >> n & 1 and not s.trans_jordan_open
            )
            if n not in found and not barred:
                found.add(n)
                todo.append(n)
    return bool(found & supplied)


def shaded(s: Any, h: int) -> bool:
    """[25.11] Is there a SAM unit within three hexes?"""
    sams = [s.loc[u] for u in range(len(s.loc)) if s.game.sam >> u & 1 and s.loc[u] > 0]
    return any(s.game.map.grid.distance(h, x) <= 3 for x in sams)


def lands(s: Any, u: int, h: int, number: int) -> bool:
    """[17.0, 17.13, 23.14, 24.41, 25.12, 25.31, 25.32]"""
    game = s.game
    barred = closed(s, u) | s.hexes_of("arab") | zone(s, "arab")
    if game.rules.airborne != "paradrop_1956" and game.map.grid.distance(s.loc[u], h) > 15:
        return False
    if barred >> h & 1 or shaded(s, h) or h == s.loc[u] or not game.ground("israel", True, True).enterable >> h & 1:
        return False
    over = game.rules.canal != "ferry" and (game.egypt_west >> h & 1) != (game.egypt_west >> s.loc[u] & 1)
    if over and len(s.crossed_israel) >= 12:
        return False
    return fits(s, (u,), h) is None and garrison_broken(s, u, h, number) is None


def crowd(rng: Random, scenario: str) -> Any:
    game: Any = sandtable.load(f"sinai/{scenario}")
    one = game.roster.names[game.side_units["israel"][0]]
    s = game.position(f'{game.id}\nturn 9\nat 2713 {one}\n> Movement {{"side": "israel", "number": 2}}')
    land = [h for h in game.map.grid.hexes if game.land >> h & 1 and not game.never >> h & 1]
    start = rng.choice([h for h in land if game.israel_land >> h & 1])
    near = [h for h in land if game.map.grid.distance(h, start) <= 8]
    for u in game.airborne_units:
        s.loc[u] = rng.choice(near)
    for u in rng.sample(list(game.side_units["arab"]), 5):
        h = rng.choice(near)
        s.loc[u] = 0 if s.hexes_of("israel") >> h & 1 else h
    for u in rng.sample([u for u in game.side_units["israel"] if not game.airborne >> u & 1], 5):
        h = rng.choice(near)
        s.loc[u] = 0 if s.hexes_of("arab") >> h & 1 else h
    s.moves_made = 9
    s.flown = tuple(rng.choice([-9, 3, 6, 7]) for _ in game.airborne_units)
    s.drops = rng.choice([0, 1, 2])
    s.jordan_at_war = rng.random() < 0.6
    s.trans_jordan_open = s.jordan_at_war and rng.random() < 0.6
    if game.limited_hexsides["israel"]:
        s.crossed_israel = tuple(h for _ in range(rng.choice([0, 5, 6])) for h in game.canal_hexsides[0])
    return s.copy()  # nothing is remembered of it


@pytest.mark.rule("sinai", "17.0", "17.11", "17.12", "17.13", "23.15", "24.41", "24.65", "25.12")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r17_0_flights_hex_by_hex(scenario: str, seed: int) -> None:
    rng = Random(f"{scenario}:{seed}")
    s = crowd(rng, scenario)
    game = s.game
    offered: dict[str, set[int]] = {}
    for a in s.options():
        if a.verb == "fly":
            offered.setdefault(a.args[0], set()).add(game.hex(a.args[1]))
    for u in game.airborne_units:
        ready, name = takes_off(s, u), game.name_of(u)
        said = offered.get(name, set())
        room = {h for h in game.map.grid.hexes if fits(s, (u,), h) is None}
        good = {h for h in room if lands(s, u, h, 2)} if ready else set()
        assert said & room == good, (s.position(), name)
        for h in rng.sample(sorted(room), 25):
            assert (s.check(f"fly {name} {game.hex_name(h)}") is None) == (h in good), (
                s.position(),
                name,
                game.hex_name(h),
            )
        for h in sorted(good)[:2]:
            t = s.play(f"fly {name} {game.hex_name(h)}")
            over = game.rules.canal != "ferry" and (game.egypt_west >> h & 1) != (game.egypt_west >> s.loc[u] & 1)
            assert (t.loc[u], t.drops, len(t.crossed_israel) - len(s.crossed_israel)) == (h, s.drops + 1, 2 * over)
            assert t.flown[game.airborne_units.index(u)] == 9
            far = game.map.grid.distance(s.loc[u], h)
            details = s.details(f"fly {name} {game.hex_name(h)}")
            assert (details["cost"], details["left"]) == ((0, 0) if scenario == "1956" else (far, 15 - far))


@pytest.mark.rule("sinai", "10.12", "17.11")
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_r17_11_the_ground_from_which_a_line_of_supply_runs(scenario: str) -> None:
    from sandtable.games.sinai.land.territory import barred_to_israel

    from .test_supply_twin import Twin

    s = crowd(Random(scenario), scenario)
    u, start = s.game.airborne_units[0], s.loc[s.game.airborne_units[0]]
    s.loc[u] = 0
    twin = Twin(s)
    sources, ground = twin.israeli_sources(), hexes(s, supplied_ground(s))
    for h in [h for h in s.game.map.grid.hexes if s.game.map.grid.distance(h, start) <= 3]:
        t = s.copy()
        t.loc[u] = h
        twin.s = t
        if not barred_to_israel(s) >> h & 1 and s.game.land >> h & 1 and not zone(s, "arab") >> h & 1:
            assert (twin.points(u, "israel", sources, barred_to_israel(s)) <= 8) == (h in ground), s.game.hex_name(h)


# 16.0, 25.13 ------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "16.0", "16.12", "25.12")
def test_r16_0_markers_lie_on_any_land_outside_the_umbrella() -> None:
    s = position("1973", "PlaceStrikes", "0425 Eg-SAM-1", "3115 Is-mech-2", turn=4, strikes_away=[9, 9, 9, 9])
    open_land = {h for h in hexes(s, s.game.land) if not shaded(s, h)}
    assert {s.game.hex(a.split()[1]) for a in options(s, "strike")} == open_land
    s = s.play("strike 2030").play("strike 2030")
    assert [s.game.hex_name(h) for h in s.strikes] == ["2030", "2030"]
    assert options(s) == {"end"}
    refused(s, "strike 2030", "16.0")
    refused(s, "strike 9999", "5.0")
    assert s.play("end").choice is None


@pytest.mark.rule("sinai", "25.13", "16.0")
def test_r25_13_a_marker_is_used_once_and_three_raid_at_most() -> None:
    raid = {"raid Eg-SAM-1 1", "raid Eg-SAM-1 2", "raid Eg-SAM-1 3"}
    s = position("1973", "Raids", "0323 Eg-SAM-1", "0325 Eg-SAM-2", "3115 Is-mech-2", turn=4)
    assert options(s, "raid") == raid | {a.replace("SAM-1", "SAM-2") for a in raid}
    t = s.play("raid Eg-SAM-1 3").play("roll 6")
    assert (t.raids, t.strikes_away, t.strike_losses) == (2, (14,), 1)  # one is lost, two have been used
    assert options(t, "raid") == {a.replace("SAM-1", "SAM-2") for a in raid}  # three are left
    t = t.play("raid Eg-SAM-2 2").play("roll 1")
    assert t.raids == 4
    two = position("1973", "Raids", "0323 Eg-SAM-1", "3115 Is-mech-2", turn=4, raids=4)
    assert options(two, "raid") == {"raid Eg-SAM-1 1", "raid Eg-SAM-1 2"}
    assert options(position("1973", "Raids", "0323 Eg-SAM-1", "3115 Is-mech-2", turn=4, raids=6), "raid") == set()
    done = position("1973", "ReturnMarkers", "0323 Eg-SAM-1", turn=9, raids=4, strikes_away=[9, 10])
    assert (done.raids, done.strikes_away) == (0, (10,))
    strikes = position("1973", "PlaceStrikes", "3115 Is-mech-2", "0323 Eg-SAM-1", turn=4, raids=4)
    assert "2 left" in strikes.prompt


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_the_odds_of_a_raid_are_those_of_the_table() -> None:
    s = position("1973", "Raids", "0323 Eg-SAM-1", "3115 Is-mech-2", turn=4)
    for n, hits in ((1, 1), (2, 2), (3, 3)):
        assert f"{hits} of 6" in s.details(f"raid Eg-SAM-1 {n}")["text"]
        driven = [type(s.play(f"raid Eg-SAM-1 {n}").play(f"roll {d}").choice).__name__ for d in range(1, 7)]
        assert driven.count("SamRetreat") == hits
    assert s.details("end") == {}
    lost = position(
        "1973", "Raids", "0323 Eg-SAM-1", "0222 Is-arm-1", "0224 Is-arm-2", "0423 Is-arm-3", "0122 Is-arm-4", turn=4
    )
    t = lost.play("raid Eg-SAM-1 3").play("roll 1")
    if options(t) == {"lose Eg-SAM-1"}:
        assert where(t.play("lose Eg-SAM-1"), "Eg-SAM-1") == "eliminated"


@pytest.mark.rule("sinai", "17.0", "23.15", "24.65")
def test_r17_0_who_flies_and_why_not() -> None:
    s = moving("israel", "2713 Aw Mota", "0125 Eg-arm-1")
    refused(s, "fly Mota 2714", "17.0")
    refused(s, "fly Aw 2713", "17.0")
    s = moving_1973("israel", "2712 Is-airm-2", "0125 Eg-arm-1", moves_made=5, flown=[-9, 4, -9])
    assert "2 Movement Phases" in refused(s, "fly Is-airm-2 2713", "24.65")
