"""10.1, 10.15, 24.6, 26.4, 26.54: whose line runs where, one unit at a time, and where the Supply unit goes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.sinai.movement.zones import blocked
from sandtable.games.sinai.supply import arabs
from sandtable.games.sinai.supply.arabs import arab_net
from sandtable.games.sinai.supply.israel import supplied_ground
from sandtable.games.sinai.supply.judgement import fed, judge, line_from, unsupplied_sam
from sandtable.games.sinai.supply.lines import counts_points, layers, passable, steps_of, walks, within
from sandtable.games.sinai.supply.reasons import line_from_city, why_supplied
from sandtable.games.sinai.supply.supply_unit import _ground_allows, pull_back_supply_unit

from .table import moving, names, where
from .test_1973 import FALLEN


def hungry(s: Any, *units: str) -> set[str]:
    return names(s, judge(s)) & set(units)


@pytest.mark.rule("sinai", "10.11")
def test_r10_11_lines_on_foot_and_on_wheels_are_not_taken_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    s = moving("arab", "0629 Eg-inf-3 Eg-mech-1", "0733 Rful")  # the unit after each of them has wheels
    game = s.game
    assert [game.mechanized >> game.unit(u) + 1 & 1 for u in ("Eg-inf-3", "Eg-mech-1")] == [1, 1]
    monkeypatch.setattr(arabs, "lines_of", lambda s, u, land, wall: 0 if game.mechanized >> u & 1 else 1 << s.loc[u])
    assert names(s, arabs._clear_road(s, s.units_of("arab"))) == {"Eg-mech-1"}


@pytest.mark.rule("sinai", "13.21")
def test_r13_21_behind_the_border_lines_run_everywhere_but_over_it() -> None:
    game = moving("arab", "0629 Eg-inf-3", "0733 Rful").game
    everywhere = (game.map.on_map,) * 6
    assert any(game.border_sides)
    for open_to, border in zip(game._behind_border(everywhere), game.border_sides, strict=True):
        assert not open_to & border
        assert open_to | border == game.map.on_map


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_a_supply_unit_that_is_not_on_the_map_goes_nowhere() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-inf-1")
    before = s.loc[s.game.supply_unit]
    assert before <= 0
    pull_back_supply_unit(s, forced=True)
    assert s.loc[s.game.supply_unit] == before


# who may go where -----------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "10.11", "10.14", "5.32")
def test_r10_14_every_egyptian_on_the_same_road_by_foot_or_wheels() -> None:
    s = moving("arab", "0629 Eg-inf-1", "0728 Albt", "0733 Rful")
    game, here = s.game, s.game.hex("0629")
    for u in bits(game.of_front["egypt"]):
        s.loc[u] = here
    s = s.copy()
    assert judge(s) & game.of_front["egypt"] == game.of_front["egypt"] & game.mechanized


@pytest.mark.rule("sinai", "24.32", "26.42", "10.14")
@pytest.mark.parametrize(
    ("scenario", "freely"), [("1967", ()), ("1973", ("israel",)), ("mid-1970s-logistics", ("israel", "arab"))]
)
def test_r10_14_whose_line_begins_on_any_ground(scenario: str, freely: tuple[str, ...]) -> None:
    s = moving("israel", "2713 " + ("Iska" if scenario == "1967" else "Is-arm-1"), scenario=scenario)
    game = s.game
    for u, unit in enumerate(game.roster.units):
        s.loc[u] = game.hex("2713")
        on_foot = unit.side in freely or not unit.factors["mechanized"]
        assert walks(s, u) == on_foot, unit.name
    ground = game.ground("israel", False, True)
    for u in game.side_units["israel"]:
        wanted = ground.supply_on_foot if walks(s, u) else ground.supply_steps
        assert steps_of(s, u, "israel") == wanted
    assert ground.supply_on_foot != ground.supply_steps


@pytest.mark.rule("sinai", "10.14", "25.23", "25.93", "25.95")
def test_r10_14_the_land_through_which_a_line_of_points_runs() -> None:
    s = moving("israel", "2713 Is-arm-1", "0125 Eg-arm-1", scenario="mid-1970s-logistics", destroyed=["0525"])
    game = s.game
    israel, egypt = (passable(s, game.unit(u), side, 0) for u, side in (("Is-arm-1", "israel"), ("Eg-arm-1", "arab")))
    assert [egypt >> game.hex(h) & 1 for h in ("0424", "0524", "0525", "3714", "2713")] == [1, 0, 1, 0, 0]
    assert [israel >> game.hex(h) & 1 for h in ("0424", "0524", "0525", "3612", "2713")] == [1, 1, 1, 0, 1]
    for land in (israel, egypt):
        assert land & ~game.land == 0
    war: dict[str, Any] = {"jordan_at_war": True, "trans_jordan_open": True, "amman_taken": True}
    amman = moving("israel", "3713 Is-arm-1", scenario="1973", **war)
    land = passable(amman, game.unit("Is-arm-1"), "israel", 0)
    assert land >> game.hex("3612") & 1  # the front before Amman stops units, not lines
    assert passable(amman, game.unit("Is-arm-1"), "israel", game.land) == 0


@pytest.mark.rule("sinai", "10.12", "10.14")
def test_r10_14_points_are_counted_ring_by_ring() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    game, grid = s.game, s.game.map.grid
    start, steps = game.hex("2030"), game.ground("israel", False, True).supply_steps
    rings = layers(s.game, 1 << start, game.land, steps, 3)
    assert len(rings) == 4
    for n, ring in enumerate(rings):
        assert ring == sum(1 << h for h in grid.hexes if grid.distance(h, start) == n), n  # clear all round
    assert within(s.game, 1 << start, game.land, steps, 2) == grid.within(start, 2)
    wall = game.land & ~sum(1 << h for h in grid.neighbours[start] if h)
    assert layers(s.game, 1 << start, wall, steps, 4)[1:] == [0, 0, 0, 0]


# the allies of Egypt --------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "24.62", "24.64", "26.54")
def test_r26_54_soviet_units_count_points_and_egyptians_follow_tracks() -> None:
    def unfed(h: str) -> set[str]:
        s = moving(
            "arab", f"{h} Eg-arm-1 Su-arm-1", "3115 Is-mech-2", scenario="mid-1970s-soviet", turn=9, destroyed=FALLEN
        )
        return hungry(s, "Eg-arm-1", "Su-arm-1")

    assert unfed("1124") == {"Eg-arm-1"}  # sand alone [24.64], eight points from a road
    assert unfed("2044") == {"Su-arm-1"}  # a track far from every road
    assert unfed("1022") == set()
    s = moving(
        "arab",
        "1124 Su-arm-1 Su-mech-1",
        "1022 Eg-arm-1",
        "3115 Is-mech-2",
        scenario="mid-1970s-soviet",
        turn=9,
        destroyed=FALLEN,
    )
    assert judge(s) == 0
    s = moving(
        "arab",
        "2044 Su-arm-1 Su-mech-1 Eg-arm-1 Eg-mech-1",
        "3115 Is-mech-2",
        scenario="mid-1970s-soviet",
        turn=9,
        destroyed=FALLEN,
    )
    assert hungry(s, "Su-arm-1", "Su-mech-1", "Eg-arm-1", "Eg-mech-1") == {"Su-arm-1", "Su-mech-1"}


@pytest.mark.rule("sinai", "26.41")
def test_r26_41_the_net_of_clear_and_road_hexes() -> None:
    s = moving("arab", "0125 Eg-arm-1", "3115 Is-mech-2", scenario="mid-1970s-logistics", turn=9, destroyed=FALLEN)
    m, game = s.game.map, s.game
    net = arab_net(s, game.unit("Eg-arm-1"), blocked(s, "arab"))
    clear, road = m.terrain["clear"], m.on_path["road"]
    assert net & ~(clear | road) == 0
    assert net & clear & ~road
    assert net & road & ~clear


@pytest.mark.rule("sinai", "25.71", "24.64", "25.13")
def test_r25_71_sam_units_are_fed_or_cut_off_like_others() -> None:
    s = moving(
        "arab", "1124 Eg-SAM-1", "0125 Eg-SAM-2 Eg-mech-1", "3115 Is-mech-2", scenario="1973", turn=9, destroyed=FALLEN
    )
    game = s.game
    units = {name: 1 << game.unit(name) for name in ("Eg-SAM-1", "Eg-SAM-2", "Eg-mech-1")}
    assert judge(s) == 0  # they need no supply in the game itself
    assert fed(s, units["Eg-SAM-1"]) == 0
    assert fed(s, sum(units.values())) == units["Eg-SAM-2"] | units["Eg-mech-1"]
    assert fed(s, units["Eg-mech-1"]) == units["Eg-mech-1"]


@pytest.mark.rule("sinai", "25.4", "10.11", "10.12")
def test_r25_4_would_a_unit_have_a_line_elsewhere() -> None:
    s = moving("arab", "1124 Eg-inf-1", "1430 Iska", "0125 Eg-arm-1", turn=9)
    inf, tanks, israeli = (s.game.unit(u) for u in ("Eg-inf-1", "Eg-arm-1", "Iska"))
    hexes = {h: s.game.hex(h) for h in ("1124", "0125", "1430", "2713")}
    assert [line_from(s, inf, hexes[h]) for h in ("1124", "0125")] == [False, True]
    assert [line_from(s, tanks, hexes[h]) for h in ("1124", "0125")] == [False, True]
    assert [line_from(s, israeli, hexes[h]) for h in ("1430", "2713")] == [False, True]
    assert where(s, "Eg-inf-1") == "1124"


# the Supply unit ------------------------------------------------------------------------------------------------
TRAIL = ["2530", "2432", "2331", "2230", "2130", "2131", "2031"]


@pytest.mark.rule("sinai", "10.15", "11.0")
def test_r10_15_overrun_the_supply_unit_goes_back_before_the_stack_moves_in() -> None:
    stack = "Eg-arm-1+Eg-arm-2+Eg-arm-3"
    places = ("2030 Eg-arm-1 Eg-arm-2 Eg-arm-3", "2713 Iska")
    s = moving("arab", *places, "2031 Is-Supply Ysrl", turn=8, trail=TRAIL)
    s.log = []
    t = s.play(f"overrun {stack} 2030-2031")
    # 2130 is next to the hex from which the stack comes, not to the one that it enters (ruling SN-106)
    assert where(t, "Is-Supply") == "2230"
    assert where(t, "Ysrl") == "eliminated"
    # 2132 is next to the hex that the stack enters: from there it goes back once more
    s = moving("arab", *places, "2031 Is-Supply Ysrl", turn=8, trail=["2530", "2432", "2332", "2232", "2132", "2031"])
    t = s.play(f"overrun {stack} 2030-2031")
    assert where(t, "Is-Supply") == "2232"
    assert [t.game.hex_name(h) for h in t.trail] == ["2530", "2432", "2332", "2232"]


def pulled(*places: str, forced: bool = False, **fields: Any) -> tuple[str, list[str], list[str]]:
    """Where the Supply unit is afterwards, its trail, and what was told."""
    s = moving("arab", *places, turn=8, **fields)
    s.log = []
    pull_back_supply_unit(s, forced=forced)
    return where(s, "Is-Supply"), [str(s.game.hex_name(h)) for h in s.trail], [str(e) for e in s.log]


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_along_the_trail_to_the_nearest_hex_where_it_works() -> None:
    trail = ["2530", "2432", "2331", "2230", "2130", "2030"]
    here = ("2030 Is-Supply", "2713 Iska")
    beside = "1930 Eg-arm-1"  # its zone: 2029, 2030 and no hex of the trail but the last
    assert pulled(*here, trail=trail) == ("2030", trail, [])  # no enemy near
    told = "[10.15] The Israeli Supply unit goes back from 2030 to 2130."
    assert pulled(*here, beside, trail=trail) == ("2130", trail[:5], [told])
    assert pulled(*here, trail=trail, forced=True) == ("2130", trail[:5], [told])
    assert pulled(*here, "2030 Elhn", beside, trail=trail) == ("2030", trail, [])  # a friend keeps the zone off
    assert pulled(*here, beside, "2229 Eg-arm-2", trail=trail)[:2] == (
        "2331",
        trail[:3],
    )  # 2230 and 2130 are controlled
    assert pulled(*here, beside, "2130 Eg-arm-2", trail=trail)[:2] == ("2331", trail[:3])
    assert pulled(*here, beside, trail=trail, dormant=["Is-Supply"]) == ("2030", trail, [])
    assert pulled(*here, trail=[*trail, "2130", "2030"], forced=True)[:2] == ("2130", [*trail, "2130"])


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_where_the_ground_forbids_it_to_work_no_enemy_drives_it_away() -> None:
    assert pulled("1124 Is-Supply", "1024 Eg-arm-1", "2713 Iska", trail=["2530", "1124"])[0] == "1124"
    assert pulled("1124 Is-Supply", "2713 Iska", trail=["2530", "1124"], forced=True)[0] == "2530"
    assert pulled("1124 Is-Supply", "2713 Iska", trail=["2530", "1124"])[0] == "1124"


@pytest.mark.rule("sinai", "10.15", "18.2")
def test_r10_15_without_a_trail_it_goes_to_the_nearest_other_city() -> None:
    beside = ("1930 Eg-arm-1", "0125 Iska")
    assert pulled("2030 Is-Supply", *beside, trail=["2030"])[:2] == ("3015", ["3015"])
    assert pulled("2030 Is-Supply", *beside, trail=["2030"], destroyed=["3015"])[:2] == ("2713", ["2713"])
    assert pulled("2030 Is-Supply", *beside, trail=["2030"], destroyed=["3015", "2713"])[:2] == ("2906", ["2906"])
    gone = ["3015", "2713", "2906"]
    assert pulled("2030 Is-Supply", *beside, trail=["2030"], destroyed=gone, forced=True) == ("2030", ["2030"], [])
    assert pulled("2713 Is-Supply", "0125 Iska", trail=["2713"], forced=True)[:2] == ("3015", ["3015"])
    assert pulled("2713 Is-Supply", "3015 Eg-arm-1", trail=["2713"], forced=True)[:2] == ("2906", ["2906"])


@pytest.mark.rule("sinai", "10.15", "13.21")
def test_r10_15_where_the_ground_lets_it_work() -> None:
    def allowed(h: str) -> bool:
        return _ground_allows(moving("arab", f"{h} Is-Supply", "2713 Iska", turn=8))

    assert allowed("2030")
    assert allowed("1739")  # clear, with rough to the south
    assert not allowed("1740")
    assert not allowed("1124")
    assert not allowed("3612")  # Jordan is closed


# what is asked of supply ------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "24.62", "24.64")
def test_r24_62_cut_off_on_clear_ground_and_fed_beside_it() -> None:
    ring = ("2028 Is-arm-1", "2032 Is-arm-2", "2229 Is-mech-1", "2231 Is-mech-2", "1829 Is-mech-3", "1831 Is-para-1")
    s = moving("arab", "2030 Eg-arm-1", "0126 Eg-arm-2", *ring, scenario="1973", turn=9, destroyed=FALLEN)
    assert hungry(s, "Eg-arm-1", "Eg-arm-2") == {"Eg-arm-1"}


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_which_sam_units_are_cut_off() -> None:
    s = moving("arab", "1124 Eg-SAM-1 Eg-mech-1", "0125 Eg-SAM-2", scenario="1973", turn=9, destroyed=FALLEN)
    assert names(s, unsupplied_sam(s)) == {"Eg-SAM-1"}


@pytest.mark.rule("sinai", "10.12", "26.41", "26.54")
def test_r10_12_whose_line_is_counted_in_points() -> None:
    def counted(scenario: str) -> set[str]:
        s = moving("arab", "2713 " + ("Iska" if scenario == "1967" else "Is-arm-1"), scenario=scenario)
        return {s.game.nation[u] for u in range(len(s.game.roster)) if counts_points(s, u)}

    assert counted("1967") == counted("1973") == {"israel"}
    assert counted("mid-1970s-soviet") == {"israel", "usa", "ussr"}
    assert counted("mid-1970s-logistics") > {"israel", "egypt", "syria", "jordan"}


@pytest.mark.rule("sinai", "17.11", "24.61")
def test_r17_11_points_are_counted_as_for_vehicles() -> None:
    s = moving("israel", "2713 Is-arm-1", scenario="1973", turn=9)
    ground = supplied_ground(s)
    assert ground >> s.game.hex("2030") & 1
    assert not ground >> s.game.hex("2443") & 1  # rough on rough: infantry would come there for eight points


# what is told of a line -----------------------------------------------------------------------------------------
def told(s: Any, unit: str) -> tuple[str, list[str]]:
    text, way = why_supplied(s, s.game.unit(unit))
    return str(text), [str(s.game.hex_name(h)) for h in way]


@pytest.mark.rule("sinai", "10.12", "24.61", "26.41", "26.54")
def test_r10_12_where_a_line_of_points_ends() -> None:
    s = moving("israel", "1527 Iska", "1925 Is-Supply", "0125 Eg-arm-1", turn=7, trail=["1925"])
    text, way = told(s, "Iska")
    assert text.endswith("to the Supply unit in 1925 [10.12]")
    assert (way[0], way[-1]) == ("1527", "1925")
    s = moving("israel", "1527 Iska", "1925 Is-Supply", "2713 Mota", "0125 Eg-arm-1", turn=7, trail=["1925"])
    assert told(s, "Mota")[0] == "Mota is supplied: 0 mechanized Movement Points to 2713 [10.12]"
    s = moving("arab", "0126 Eg-arm-1", "2713 Is-arm-1", scenario="mid-1970s-logistics", turn=9)
    last = s.game.roster.names[-1]
    s = moving("arab", f"0126 Eg-arm-1 {last}", "2713 Is-arm-1", scenario="mid-1970s-logistics", turn=9)
    assert told(s, "Eg-arm-1") == ("Eg-arm-1 is supplied: 0 mechanized Movement Points to 0126 [26.41]", ["0126"])
    s = moving("arab", "0126 Su-arm-1", "2713 Is-arm-1", scenario="mid-1970s-soviet", turn=9)
    assert told(s, "Su-arm-1")[0].endswith("to 0126 [26.54]")


@pytest.mark.rule("sinai", "10.14", "24.61")
def test_r24_61_lines_through_the_sand() -> None:
    def line(h: str) -> tuple[str, list[str]]:
        return told(moving("israel", f"{h} Is-arm-1", scenario="1973", turn=9), "Is-arm-1")

    text = "Is-arm-1 is supplied: {} mechanized Movement Points to {} [24.61]"
    assert line("1723") == (text.format(4, "1722"), ["1723", "1722"])
    assert line("1324") == (text.format(8, "1322"), ["1324", "1323", "1322"])


@pytest.mark.rule("sinai", "10.13", "24.61", "25.95")
def test_r24_61_the_whole_line_to_a_city_keeps_clear_of_the_enemy() -> None:
    def whole(*enemies: str) -> list[int]:
        s = moving("israel", "2030 Is-arm-1", *enemies, scenario="1973", turn=9)
        way = line_from_city(s, s.game.unit("Is-arm-1"))
        if way:
            assert way[0] == s.game.hex("2030")
            assert s.game.cities_israeli >> way[-1] & 1
            assert all(a == b or b in s.game.map.grid.neighbours[a] for a, b in pairwise(way))
            assert not sum({1 << h for h in way}) & (blocked(s, "israel") | ~s.game.land)
        return way

    straight = whole()
    middle = str(moving("israel", "2030 Is-arm-1", scenario="1973").game.hex_name(straight[len(straight) // 2]))
    assert straight
    around = whole(f"{middle} Eg-arm-1")
    assert around
    assert around != straight
    ring = ("2028 Eg-arm-1", "2032 Eg-arm-2", "2229 Eg-arm-3", "2231 Eg-arm-4", "1829 Eg-mech-1", "1831 Eg-mech-2")
    assert whole(*ring) == []
