"""More edges found missing by mutation: ways back, gates and columns, flights off the map, duties, points."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.middle_east_battles.columns import enters_in, entry_hexes, gates, place_in_column
from sandtable.games.middle_east_battles.deployment import zone_units
from sandtable.games.middle_east_battles.exits import exit_hexes
from sandtable.games.middle_east_battles.ground import may_cross
from sandtable.games.middle_east_battles.helicopters import lifts, random_flight, random_lift, way_off
from sandtable.games.middle_east_battles.obligations import Duties
from sandtable.games.middle_east_battles.section_9 import arrival_note

from .table import ARISH, SUEZ, fighting, load, moving, options, play, position, refused, vp
from .test_bounds import said

AF = "anglo-french"


@pytest.mark.rule("middle-east-battles", "7.9", "9.16")
def test_r7_9_only_helicopters_go_back_over_water() -> None:
    s = moving(SUEZ, AF, "2020 A/6")
    game = s.game
    pairs = [(a, b) for a in bits(game.land) for b in bits(game.map.grid.adjacent[a] & game.sky)]
    for wet in (True, False):
        a, b = next((a, b) for a, b in pairs if (not game.land >> b & 1) == wet and not game.hexsides(a, b))
        crossing = {u for u in range(len(game.roster)) if may_cross(s, u, a, b)}
        assert crossing == (set(bits(game.helicopters)) if wet else set(range(len(game.roster))))


@pytest.mark.rule("middle-east-battles", "10.4", "10.5")
def test_r10_5_the_gates_of_everybody_cost_as_many_times_as_its_place() -> None:
    israel, egypt = moving(ARISH, "israel", "holding 79/7/Tal"), moving(ARISH, "egypt", "reserve 3-Arm")
    game: Any = israel.game
    israel.queue, egypt.column_length = (game.hex("4820"),) * 2, [3, 5, 7]
    for s, units in ((egypt, game.in_column), (israel, game.roster.of_side["israel"] & ~game.helicopters)):
        for u in bits(units):
            wanted = [(h, game.edge_costs[h] * place_in_column(s, u, h)) for h in bits(entry_hexes(s, u))]
            assert list(gates(s, u)) == wanted


@pytest.mark.rule("middle-east-battles", "10.5")
def test_r10_5_a_unit_enters_in_its_entry_hexes_and_no_others() -> None:
    s = moving(ARISH, "israel", "holding 79/7/Tal", turn=1)
    u = s.game.unit("79/7/Tal")
    assert {h for h in s.game.map.grid.hexes if enters_in(s, u, h)} == set(bits(entry_hexes(s, u)))


@pytest.mark.rule("middle-east-battles", "9.3", "10.3")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_r10_3_every_unit_of_a_zone_is_set_up_there_and_nobody_else(title: str) -> None:
    game: Any = load(title)
    for zone, units in zone_units(game).items():
        placed = [u for u in game.units_of[game.egypt] if game.roster[u].factors["zone"] in game.zones]
        assert set(bits(units)) == {u for u in placed if game.zone_for(u) == zone}


# Flights ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.10", "10.9", "5.14")
@pytest.mark.parametrize(("title", "west", "unit"), [(SUEZ, AF, "845"), (ARISH, "israel", "SC-Heli")])
def test_r9_10_off_the_map_from_the_box_is_over_the_nearest_exit(title: str, west: str, unit: str) -> None:
    s = moving(title, west, f"holding {unit}")
    grid, doors, exits = s.game.map.grid, bits(s.game.sky_gate), list(bits(exit_hexes(s, west)))
    hexes = min(grid.distance(a, b) for a in doors for b in exits)
    assert way_off(s, s.game.box("holding")) == 2 * (1 + hexes + 1)  # in, across, out


@pytest.mark.rule("middle-east-battles", "9.12")
def test_r9_12_what_is_drawn_is_what_is_offered() -> None:
    s = moving(SUEZ, AF, "2020 JS", "2019 40-Cdo", "2021 A/6")
    offered = options(s)
    for u in bits(s.game.helicopters):
        drawn = {str(a) for n in range(3) if (a := random_flight(s, u, lambda k, n=n: min(n, k - 1)))}
        assert drawn == set() if s.loc[u] == 0 else drawn and drawn <= set(offered)
    every = [s.game.name_of(u) for u in lifts(s)]
    assert every
    assert str(random_lift(s, lambda k: k - 1)) == f"lift {every[-1]}"
    assert random_lift(moving(SUEZ, AF, "2021 A/6"), lambda k: 0) is None


# Telling ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.1")
def test_r5_1_a_move_is_told_from_where_it_began() -> None:
    s = moving(SUEZ, AF, "2020 A/6")
    way = next(a for a in s.options() if a.verb == "move" and a.args[1].count("-") > 1)
    s.log = []
    s.apply(way)
    assert s.log[0].text.startswith("A/6 moves from 2020 to ")


@pytest.mark.rule("middle-east-battles", "9.13")
def test_r9_13_nobody_is_announced_where_no_beach_has_room() -> None:
    s = moving(SUEZ, AF, "holding 40-Cdo RS", turn=5, first_beach="4")
    assert arrival_note(s, AF)
    coast, box = list(bits(s.game.coast)), s.game.box("holding")
    others = [u for u in range(len(s.game.roster)) if s.loc[u] != box and not s.game.helicopters >> u & 1]
    for u, h in zip(others, coast, strict=False):
        s.loc[u] = h
    assert set(coast) <= set(s.loc)
    s.forget()
    assert arrival_note(s, AF) == ""


# Duties -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.18", "7.4")
def test_r7_18_the_last_of_a_division_joins_its_own() -> None:
    s = fighting(ARISH, "israel", "2845 1/7", "2846 79/7/Tal 1/Shn/Yof", "2844 4-Mor/Tal", air="[0]")
    game, duties = s.game, Duties(s, "israel")
    target, gun = 1 << game.hex("2845"), game.unit("4-Mor/Tal")
    assert duties.may_join(target, 1 << game.unit("79/7/Tal"), gun)
    assert not duties.may_join(target, 1 << game.unit("1/Shn/Yof"), gun)


@pytest.mark.rule("middle-east-battles", "7.3", "7.4")
def test_r7_4_the_last_of_a_division_is_not_kept_apart_from_its_own() -> None:
    s = fighting(ARISH, "israel", "2845 1/7", "2846 79/7/Tal", "2844 4-Mor/Tal", air="[0]")
    s = play(s, "attack 2845", "with 79/7/Tal")
    assert refused(s, "confirm") == ("7.3", "7.4")


@pytest.mark.rule("middle-east-battles", "8.19")
def test_r8_19_ships_fire_once_in_an_attack_and_the_refusal_says_so() -> None:
    s = play(fighting(SUEZ, AF, "4005 2R", "4004 A/6", air="[0, 0]"), "attack 4005", "with A/6")
    s = play(s, "support british-naval")
    assert said(s, "support british-naval") == "[8.19] The British naval gunfire has been used in this phase."


@pytest.mark.rule("middle-east-battles", "10.7")
def test_r10_7_one_objective_is_one_point() -> None:
    assert vp(position(ARISH, "EndOfTurn", "3844 1/2", turn=3)) == (0, 1)
