"""3.2, 10.1, 14.4, 18.0, 20.0, 24.1, 25.8, 26.1, 26.6: what a game begins with, read from map, counters and scenario."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.course.setup import zone_of

from .table import names, position, refused, where

CITIES = {"city_israeli", "city_arab"}


def game_of(scenario: str) -> Any:
    return sandtable.load(f"sinai/{scenario}")


def named(game: Any, hexes: int) -> set[str]:
    return {str(game.hex_name(h)) for h in bits(hexes)}


# the map of a period --------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "14.1", "18.0", "24.1", "25.21", "26.63")
def test_r18_0_the_works_and_lines_of_each_period() -> None:
    def works(scenario: str) -> tuple[set[str], bool, bool]:
        game = game_of(scenario)
        return set(game.map.features), "ceasefire_1967" in game.map.sides, bool(game.syrian_positions)

    old, golan, west_bank = (f"fortified_settlement_{x}" for x in ("1967", "golan_1970", "west_bank_1970"))
    assert works("1967") == (CITIES | {old, "syrian_fortified_position"}, False, True)
    assert works("1973") == (CITIES | {old, golan, west_bank, "bar_lev"}, True, False)
    assert works("mid-1970s-race") == (CITIES | {old, golan}, True, False)
    assert named(game_of("1973"), game_of("1973").bar_lev) >= {"0521", "0732"}
    assert game_of("mid-1970s-race").bar_lev == 0


@pytest.mark.rule("sinai", "5.22", "13.21", "24.41")
def test_r24_41_the_hexsides_of_the_canal_and_of_the_border() -> None:
    game = game_of("1967")
    m = game.map
    canal = [(a, b) for a in m.grid.hexes for b in m.grid.neighbours[a] if b and m.crosses("canal", a, b)]
    assert len(game.canal_hexsides) == len(canal) // 2
    assert {frozenset(p) for p in game.canal_hexsides} == {frozenset(p) for p in canal}
    assert named(game, game.canal_banks) == {str(game.hex_name(a)) for a, _ in canal}
    land, jordan = game.home["israel"], game.home["jordan"]
    border = [(a, b) for a in bits(land) for b in m.grid.neighbours[a] if b and jordan >> b & 1]
    assert len(game.jordan_border) == len(border)
    assert {frozenset(p) for p in game.jordan_border} == {frozenset(p) for p in border}
    assert len(game.border_sides) == 6


@pytest.mark.rule("sinai", "10.13", "14.2")
def test_r10_13_the_places_beyond_the_edge_and_the_way_to_it() -> None:
    game = game_of("1967")
    grid = game.map.grid
    assert [named(game, touched) for touched in game.beyond[game.hex("3903")]] == [{"3902", "3903"}, {"3903", "3904"}]
    for h in list(grid.hexes)[::29]:
        nearest = min(grid.distance(h, e) for e in bits(game.edge_hexes))
        assert game.edge_distance[h] == nearest, game.hex_name(h)
    assert named(game, game.roads_off_map) == {"0125", "0127", "0131", "1552", "3601", "3901", "3906"}


@pytest.mark.rule("sinai", "10.11", "10.12", "24.66", "14.4")
def test_r24_66_lines_over_the_canal_and_the_last_digits() -> None:
    for scenario, over in (("1967", False), ("1973", True)):
        game = game_of(scenario)
        a, b = game.hex("0423"), game.hex("0523")
        for side in game.sides:
            assert bool(game.net_lines[side][game.map.grid.direction(b, a)] >> b & 1) == over
    game = game_of("1967")
    m, masks = game.map, game.net_lines["israel"]
    off_the_road = [
        (a, b)
        for a in bits(m.on_path["road"] & m.terrain["rough"] & game.land)
        for b in m.grid.neighbours[a]
        if b and m.terrain_at[b] == "clear" and not m.follows("road", a, b) and not m.follows("track", a, b)
        if not m.crosses("all_sea", a, b)
    ]
    assert off_the_road
    for a, b in off_the_road:  # no vehicle leaves a road in the hills
        assert not masks[m.grid.direction(b, a)] >> b & 1
    digits = game_of("1967").last_digit
    assert len(digits) == 10
    game = game_of("1967")
    assert digits[4] >> game.hex("2034") & 1
    assert not digits[0] & 1


# the pieces -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "3.2.2", "15.0", "17.2", "25.31")
def test_r3_2_2_what_is_printed_on_the_pieces() -> None:
    old, new, soviet = game_of("1956-jordan"), game_of("1973"), game_of("mid-1970s-soviet")
    assert names_of(new, new.printed_keepers) == {"Is-mech-2", "Is-mech-3"}
    assert old.printed_keepers == 0  # a Jordanian stands on 3114
    assert old.mech_5_8 == 0  # Is-37 is armor
    assert new.mech_5_8.bit_count() == 6
    assert all(new.roster[u].type == "mech" and new.roster[u].side == "israel" for u in bits(new.mech_5_8))
    assert names_of(soviet, soviet.mech_5_8) == names_of(new, new.mech_5_8)  # the Marines are no mechanized infantry
    assert names_of(old, old.truckable) >= {"Is-10", "Is-4"}
    assert "Is-202/2" not in names_of(old, old.truckable)
    s = position("1967", "Movement israel", "2713 Iska", turn=2)
    supply, tanks = s.game.unit("Is-Supply"), s.game.unit("Iska")
    assert s.game.factors(s, supply)[0] == "●"
    assert s.game.factors(s, tanks) == ["9", "8"]


def names_of(game: Any, units: int) -> set[str]:
    return {game.roster.names[u] for u in bits(units)}


def test_markers_lie_on_their_hexes() -> None:
    s = position("1973", "Movement arab", "2713 Is-arm-1", strikes=["2030"], destroyed=["0524", "2420"], turn=4)
    found = {(x["at"], x["kind"], str(x["text"])) for x in s.game.markers(s, "arab")}
    assert found == {
        ("2030", "airstrike", "Air Strike"),
        ("0524", "destroyed", "Destroyed"),
        ("2420", "destroyed", "Destroyed"),
    }


# setting up -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "10.15", "21.1")
def test_r20_0_what_is_noted_when_all_units_stand() -> None:
    s = position(
        "1967", "Opened", "2030 Iska", "2530 Is-Supply", "2522 Eg-arm-1", trail=["2713"], israeli_last=["0125"]
    )
    game = s.game
    assert [game.hex_name(h) for h in s.trail] == ["2530"]
    held = game.israel_land | 1 << game.hex("2030") | 1 << game.hex("2530")
    assert s.israeli_last == held & ~(1 << game.hex("2522"))
    s = position("1967", "Opened", "2030 Iska", "2522 Eg-arm-1", trail=["2713"])
    assert [game.hex_name(h) for h in s.trail] == ["2713"]  # without a Supply unit no trail begins


@pytest.mark.rule("sinai", "25.61", "4.1")
@pytest.mark.parametrize(("scenario", "turn", "asked"), [("1967", 5, False), ("1973", 1, False), ("1973", 5, True)])
def test_r25_61_when_a_game_turn_begins_with_a_ceasefire(scenario: str, turn: int, asked: bool) -> None:
    unit = "Iska" if scenario == "1967" else "Is-arm-1"
    s = position(scenario, "GameTurn", f"3115 {unit}", "1921 Eg-arm-1", turn=turn)
    assert any(type(frame).__name__ == "Ceasefire" for frame in s.agenda) == asked


@pytest.mark.rule("sinai", "22.23", "26.51")
def test_r26_51_who_waits_is_not_deployed() -> None:
    s = game_of("mid-1970s-soviet").start()
    powers = {u.name for u in s.game.roster.units if u.factors.get("force") == "superpowers"}
    assert powers
    for frame in (s.choice, *s.agenda):
        assert not names(s, getattr(frame, "units", 0)) & powers
    assert {where(s, name) for name in powers} == {"to-come"}
    s = game_of("1967-free-arab").start()
    iraqis = {u.name for u in s.game.roster.units if u.factors.get("arrives")}
    assert len(iraqis) == 3
    assert {where(s, name) for name in iraqis} == {"to-come"}
    for frame in s.agenda:
        assert not names(s, getattr(frame, "units", 0)) & iraqis


@pytest.mark.rule("sinai", "25.85", "25.86", "26.12", "26.31")
def test_r25_85_the_zone_of_1973_and_the_country_later() -> None:
    def zone(scenario: str, unit: str) -> set[str]:
        s = game_of(scenario).start()
        return named(s.game, zone_of(s, s.game.unit(unit)))

    assert "0433" in zone("1973", "Eg-mech-1")
    old = game_of("1973")
    west, edge = old.map.sets["egypt_west"], old.map.sets["edge_egypt"]
    assert zone("1973", "Eg-mech-1") == named(old, west & old.ground("arab", False, True).enterable)
    assert zone("mid-1970s", "Eg-SAM-1") == named(
        old, west & ~old.map.grid.spread(old.israel_land) & old.ground("arab", True, True).enterable & old.home["egypt"]
    )
    full = zone("mid-1970s-full", "Eg-mech-11")
    assert full > named(old, edge & old.ground("arab", False, True).enterable)  # no longer the edge alone
    israeli = zone("mid-1970s-full", "Is-arm-1")
    assert {"0924", "2713", "3314"} <= israeli


@pytest.mark.rule("sinai", "26.12", "26.31")
def test_r26_12_the_paragraph_that_keeps_a_unit_out() -> None:
    s = deploying("mid-1970s", "Eg-SAM-5")
    refused(s, "place Eg-SAM-5 2030", "26.12")
    full = deploying("mid-1970s-full", "Eg-SAM-5", "Eg-mech-1")
    refused(full, "place Eg-SAM-5 2030", "26.12")
    refused(full, "place Eg-mech-1 2030", "26.31")
    refused(deploying("1973", "Eg-mech-1"), "place Eg-mech-1 2030", "25.85")
    refused(deploying("1967-free-arab", "Eg-arm-1"), "place Eg-arm-1 2730", "22.23")


def deploying(scenario: str, *units: str) -> Any:
    listed = ", ".join(f'"{u}"' for u in units)
    text = f'sinai/{scenario}\nturn 1\n> Deploy {{"side": "arab", "units": [{listed}]}}'
    return game_of(scenario).position(text)
