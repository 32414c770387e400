"""5.0, 10.15, 15.0, 23.17, 24.64, 25.15: who moves and how far, what trucks do to a move, and what cannot be read of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.sinai.movement.allowance import allowance, may_move, movable
from sandtable.games.sinai.movement.entering import leave_over_edge
from sandtable.games.sinai.movement.gaps import gap_filler
from sandtable.games.sinai.movement.paths import reach_of
from sandtable.games.sinai.movement.phase import BeginMovement, EndMovement
from sandtable.games.sinai.supply.arabs import sand_only

from .table import attack, destinations, fighting, moving, names, options, refused, rules, where
from .test_1973 import moving as later
from .test_fights import told


# trucks -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "23.17")
def test_r23_17_no_trucks_in_1956() -> None:
    s = moving("israel", "2030 Is-10", "0125 Eg-5", scenario="1956")
    refused(s, "entruck Is-10", "23.17")


@pytest.mark.rule("sinai", "7.0", "15.0", "15.14")
def test_r15_0_getting_down_asks_for_room_only_where_the_unit_comes_to() -> None:
    others = "2030 Iska Elhn Mtke"
    s = moving("israel", "2029 Iska Elhn Mtke", "2031 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    for u in ("Iska", "Elhn", "Mtke"):
        s = s.play(f"move {u} 2029-2030")
    refused(s, "detruck Yhda 2031-2030", "7.0")
    refused(s, "detruck Yhda 2031-2131-2030", "7.0")
    assert s.check("detruck Yhda 2031-2131") is None
    s = moving("israel", f"{others} Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    assert s.check("detruck Yhda 2030") is None  # four stand there already: it only gets down


@pytest.mark.rule("sinai", "15.0", "15.12")
def test_r15_12_who_has_got_down_is_noted_until_the_player_turn_ends() -> None:
    s = moving("israel", "2030 Yhda", "2031 Elzr", "0125 Eg-arm-1", entrucked=["Yhda", "Elzr"]).play(
        "detruck Yhda 2030"
    )
    assert names(s, s.detrucked) == {"Yhda"}
    assert names(s, s.entrucked) == {"Elzr"}


@pytest.mark.rule("sinai", "15.32", "10.15")
def test_r15_32_only_who_rides_gets_down_under_attack() -> None:
    s = fighting("israel", "2029 Iska", "2030 Eg-inf-1 Eg-inf-2", entrucked=["Eg-inf-1"])
    down = [text for text in told(attack(s, "2030", "Iska"), "confirm") if "detrucks" in text]
    assert down == ["Eg-inf-1 detrucks under attack in 2030."]
    places = ("2333 Eg-inf-1", "2432 Is-Supply", "2334 Iska Elhn", "0125 Eg-arm-1")
    s = fighting("israel", *places, turn=8, entrucked=["Eg-inf-1"], trail=["2530", "2531", "2432"])
    assert where(attack(s, "2333", "Iska"), "Is-Supply") == "2432"
    assert where(attack(s, "2333", "Iska").play("confirm"), "Is-Supply") == "2531"  # it has a zone again


# words ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.0", "24.33")
def test_r5_0_what_cannot_be_read_is_named() -> None:
    s = moving("israel", "2030 Iska Elhn", "0125 Eg-arm-1")
    for action in ("move Iska 9999", "move Iska+Elhn 9999", "move 2030 9999"):
        assert "no hex 9999" in refused(s, action, "5.0")
    assert "called Nobody" in refused(s, "move Nobody 2031", "5.0")
    assert "called Iska+Nobody" in refused(s, "move Iska+Nobody 2031", "5.0")
    s = later("arab", "0125 Eg-arm-1", "3115 Is-mech-2", turn=9)
    assert "exit Eg-arm-1 0125-off" in options(s)


# who moves, and how far -------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.11", "14.2", "15.0", "15.12", "20.2", "21.33", "25.15")
def test_r5_11_each_thing_that_holds_a_unit_holds_it_alone() -> None:
    s = moving("arab", "2030 Eg-arm-1", "3315 Jo-27", "2031 Ysrl", jordan_at_war=True)
    u, jordan = s.game.unit("Eg-arm-1"), s.game.unit("Jo-27")
    free = movable(s, s.choice)
    assert free == 1 << u | 1 << jordan
    for field in ("moved", "boarding"):
        frame = replace(s.choice, **{field: 1 << u})
        assert movable(s, frame) == 1 << jordan
        assert may_move(s, u, frame) is not None
        assert may_move(s, jordan, frame) is None
    for field in ("dormant", "strayed", "detrucked"):
        t = s.copy()
        setattr(t, field, 1 << u)
        assert movable(t, t.choice) == 1 << jordan
        assert may_move(t, u, t.choice) is not None
    t = s.copy()
    t.goals = (0, 0, 1)
    assert movable(t, t.choice) == 1 << u
    assert rules(may_move(t, jordan, t.choice)) == ("21.33",)


@pytest.mark.rule("sinai", "25.15", "24.64")
def test_r24_64_unit_by_unit_in_the_sand() -> None:
    s = later("arab", "1922 Eg-arm-1", "3115 Is-mech-2", turn=9)
    game, here = s.game, s.game.hex("1922")
    assert sand_only(s) >> here & 1
    second = replace(s.choice, number=2)
    for u in game.side_units["arab"]:
        t = s.copy()
        t.loc[u], t.unsupplied = here, 1 << u
        assert allowance(t, u) == (4 if game.mechanized >> u & 1 else game.allowance[u]), game.name_of(u)
        sam = u in game.sam_units
        assert rules(may_move(t, u, t.choice)) == (("25.15",) if sam else ())
        assert bool(movable(t, t.choice) >> u & 1) is not sam
        assert movable(t, second) >> u & 1


# short forms ------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.0", "5.29", "7.12")
def test_r5_0_a_short_form_names_units_and_one_hex() -> None:
    s = moving("israel", "2030 Iska Elhn", "2035 Mtke", "0125 Eg-arm-1")
    refused(s, "move Iska 2031 Elhn", "5.0")
    refused(s, "move Iska+Mtke 2031", "7.12")
    s.loc[-1] = s.game.hex("2040")
    assert "no hex 9999" in refused(s, "move 2030 9999", "5.0")
    s = later("arab", "0225 Eg-arm-1", "3115 Is-mech-2", "to-come Eg-arm-2", turn=9)
    refused(s, "exit Eg-arm-1 0125-off", "5.0")
    assert s.check("exit Eg-arm-1 0125") is None
    refused(s, "move Eg-arm-2 2031", "5.0")


@pytest.mark.rule("sinai", "5.0", "5.29")
def test_r5_29_a_short_form_spends_the_last_point() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    ends = [a.args[1] for a in s.options() if a.verb == "move" and s.details(str(a))["left"] == 0]
    assert ends
    for way in ends[:4]:
        assert str(s.game.parse(s, f"move Iska {way[-4:]}")).endswith(way[-4:])
        assert s.check(f"move Iska {way[-4:]}") is None


@pytest.mark.rule("sinai", "5.0", "11.0")
def test_r11_0_a_short_form_overruns_the_hex_that_was_named() -> None:
    s = moving("israel", "2030 Iska Elhn", "2032 Eg-19NG", "2028 Eg-inf-6", "0125 Eg-arm-1")
    hexes = {a.args[1][-4:] for a in s.options() if a.verb == "overrun" and a.args[0] == "Iska"}
    assert hexes == {"2028", "2032"}
    for h in hexes:
        assert str(s.game.parse(s, f"overrun Iska {h}")).endswith(h)
    assert str(s.game.parse(s, "overrun Iska+Elhn 2032")) == "overrun Iska+Elhn 2030-2031-2032"


# the phase --------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "4.2", "10.21")
def test_r10_21_the_supply_phase_judges_both_sides_and_names_the_hungry_of_one() -> None:
    assert [BeginMovement("arab").phase(), BeginMovement("israel", 2).phase()] == ["arab-supply", "israel-supply-2"]
    s = moving("israel", "1530 Iska", "1124 Eg-inf-1", "0125 Eg-arm-1", turn=8)
    for side, hungry, where_, moves in (("israel", "Iska", "1530", 1), ("arab", "Eg-inf-1", "1124", 0)):
        t = s.copy()
        t.log = []
        BeginMovement(side).run(t)
        assert names(t, t.unsupplied) == {"Iska", "Eg-inf-1"}
        assert t.moves_made == s.moves_made + moves
        assert [str(e.text) for e in t.log] == [f"Unsupplied for movement: {hungry}."]
        assert [list(e.at) for e in t.log] == [[where_]]
    s = moving("israel", "2530 Iska", "0125 Eg-arm-1", turn=2)
    s.log = []
    BeginMovement("israel").run(s)
    assert s.log == []


@pytest.mark.rule("sinai", "15.0", "25.32", "24.84")
def test_r15_0_what_the_end_of_a_movement_phase_does() -> None:
    s = later("israel", "3601 Is-para-1", "0125 Eg-arm-1", "3714 Jo-arm-1", turn=9)
    for side, kept in (("israel", True), ("arab", False)):
        t = s.copy()
        EndMovement(side, 1 << t.game.unit("Is-para-1")).run(t)
        assert names(t, t.entrucked) == names(t, t.detrucked) == {"Is-para-1"}
        assert bool(t.garrisoned >> t.game.hex("3601") & 1) is kept
        assert t.jordan_silent  # no Arab is left in Syria


# gaps at the Jordan -----------------------------------------------------------------------------------------
LINE = ("3308 Is-mech-2", "3314 Is-mech-4", "3316 Is-mech-5")


def filler(*places: str, number: int = 2, turn: int = 4, spent: str = "", **fields: Any) -> tuple[str, str] | None:
    """The unit that could close the gap between 3308 and 3314, and the hex of the gap that is named; those who stand there
    have moved, and so has the `spent` one."""
    moved = ["Is-mech-2", "Is-mech-4", "Is-mech-5", *spent.split()]
    s = later("israel", *LINE, *places, "0125 Eg-arm-1", turn=turn, number=number, detrucked=moved, **fields)
    found = gap_filler(s, s.choice)
    return (s.game.name_of(found[1]), s.game.hex_name(found[0])) if found else None


@pytest.mark.rule("sinai", "25.31")
def test_r25_31_which_brigade_could_cover_the_jordan() -> None:
    assert filler("3212 Is-mech-3") == ("Is-mech-3", "3311")
    assert filler("3212 Is-mech-3", number=1) is None  # there is another Movement Phase
    assert filler("3212 Is-mech-3", turn=2) is None  # not yet owed
    assert filler("3311 Is-mech-3", "3212 Is-arm-1") is None  # no gap
    assert filler("3311 Is-airm-1", "3212 Is-mech-3") == ("Is-mech-3", "3311")  # a battalion covers nothing
    assert filler("3212 Is-airm-1") is None
    assert filler("1530 Is-mech-3") is None  # too far away
    assert filler("2717 Is-arm-1") == filler("2919 Is-arm-1") == ("Is-arm-1", "3312")  # eight and nine hexes
    assert filler("3212 Is-mech-3", entrucked=["Is-mech-3"]) is None
    assert filler("3212 Is-mech-3", spent="Is-mech-3") is None  # it may not move any more
    assert filler("3212 Is-mech-3", entrucked=["Is-mech-4"]) is not None


@pytest.mark.rule("sinai", "25.31")
def test_r25_31_nobody_leaves_his_own_stretch_of_the_jordan_for_another() -> None:
    s = later("israel", *LINE[:2], "0125 Eg-arm-1", turn=4, number=2)
    assert gap_filler(s, s.choice) is None
    assert s.check("end") is None
    s = later("israel", *LINE, "0125 Eg-arm-1", turn=4, number=2)
    assert gap_filler(s, s.choice)  # 3316 covers 3315 for the brigade in 3314


# where units come to ----------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "16.15", "16.11")
def test_r16_15_israelis_leave_a_hex_under_air_strikes_as_any_other() -> None:
    for side, unit, dearer in (("israel", "Iska", 0), ("arab", "Eg-arm-1", 3)):
        free, hit = (moving(side, f"2030 {unit}", "2713 Elhn", strikes=x) for x in ([], ["2030"]))
        u, there = free.game.unit(unit), free.game.hex("2031")
        assert reach_of(hit, u).cost[there] == reach_of(free, u).cost[there] + dearer


@pytest.mark.rule("sinai", "20.2", "10.15", "15.0")
def test_r20_2_who_is_woken_and_what_else_a_move_leaves_behind() -> None:
    asleep: dict[str, Any] = {"dormant": ["Yona", "Mnhm"], "jordan_at_war": True, "destroyed": ["2811"]}
    s = moving("arab", "2912 Jo-60", "2810 Yona", "2723 Mnhm", "2713 Iska", **asleep)
    t = s.play("move Jo-60 2912-2911")  # next to Yona, but in Jordan
    assert names(t, t.dormant) == {"Yona", "Mnhm"}
    s = moving("arab", "2911 Jo-60", "2810 Yona", "2723 Mnhm", "2713 Iska", **asleep)
    t = s.play("move Jo-60 2911-2811")
    assert names(t, t.dormant) == {"Mnhm"}
    assert "Yona in 2810 is mobilized at once." in told(s, "move Jo-60 2911-2811")
    s = moving("israel", "2424 Is-Supply", "2030 Iska Yhda", "0125 Eg-arm-1", entrucked=["Yhda"], trail=["2424"])
    assert told(s, "move Iska 2030-2031") == ["Iska moves from 2030 to 2031."]
    assert not any("moves" in text for text in told(s, "detruck Yhda 2030"))
    for action, trail in (("move Is-Supply 2424-2324", ["2424", "2324"]), ("move Iska 2030-2031", ["2424"])):
        t = s.play(action)
        assert [t.game.hex_name(h) for h in t.trail] == trail


@pytest.mark.rule("sinai", "24.33", "25.17", "25.71")
def test_r25_71_who_counts_as_eliminated_beyond_the_edge() -> None:
    s = later("arab", "0125 Eg-arm-1", "3115 Is-mech-2", turn=9)
    game, home = s.game, s.game.hex("0125")
    for u in game.side_units["arab"]:
        t = s.copy()
        t.loc[u] = home
        leave_over_edge(t, u, home)
        assert t.loc[u] == (game.ELIMINATED if u in game.sam_units else game.LEFT)
    u = game.unit("Is-mech-2")
    for h in bits(game.edge_hexes & game.land):
        t = s.copy()
        t.loc[u] = h
        leave_over_edge(t, u, h)
        assert t.loc[u] == (game.LEFT if game.israel_land >> h & 1 else game.ELIMINATED), game.hex_name(h)
        u_arab = game.unit("Eg-arm-1")
        t.loc[u_arab] = h
        leave_over_edge(t, u_arab, h)
        assert t.loc[u_arab] == (game.LEFT if game.arab_land >> h & 1 else game.ELIMINATED), game.hex_name(h)


# what a step costs ------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.13", "5.31", "11.14", "16.11")
def test_r5_31_a_step_is_told_with_its_reasons() -> None:
    s = moving("arab", "2030 Eg-arm-1", "2713 Iska", strikes=["2030"])
    steps = s.details("move Eg-arm-1 2030-2031-2032")["steps"]
    assert [(x["cost"], "Air Strikes" in x["why"]) for x in steps] == [(4, True), (1, False)]
    assert "+3 for Air Strikes [16.11]" in steps[0]["why"]
    s = moving("israel", "2030 Iska", "2032 Eg-19NG", "0125 Eg-arm-1")
    steps = s.details("overrun Iska 2030-2031-2032")["steps"]
    assert ["+3 for the Overrun [11.14]" in x["why"] for x in steps] == [False, True]
    s = moving("arab", "0723 Eg-2camel Eg-1arm", "2713 Is-10", scenario="1956")
    for word in ("Eg-2camel+Eg-1arm", "Eg-1arm+Eg-2camel"):  # a vehicle pays three points there, a camel one
        assert [x["cost"] for x in s.details(f"move {word} 0723-0823")["steps"]] == [3]


@pytest.mark.rule("sinai", "15.0", "24.33", "24.41")
def test_r24_33_what_is_paid_at_the_end_of_a_move() -> None:
    s = later("arab", "0125 Eg-arm-1", "3115 Is-mech-2", turn=9)
    assert s.details("exit Eg-arm-1 0125-off")["cost"] == 1
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    assert s.details("detruck Yhda 2030-2031")["cost"] == 3
    five = ["0528", "0428", "0527", "0427", "0629", "0530", "0731", "0631", "0732", "0632"]
    s = later("israel", "0525 Is-arm-1", "0625 Eg-arm-1", turn=9, destroyed=["0525", "0526"], crossed_israel=five)
    refused(s, "move Is-arm-1 0525-0425-0526", "24.41")
    assert s.check("move Is-arm-1 0525-0425") is None


@pytest.mark.rule("sinai", "5.26", "6.2")
def test_r6_2_one_step_from_free_ground_into_a_zone() -> None:
    s = moving("israel", "2030 Yhda Iska", "2032 Eg-arm-1", "2125 Mtke")
    assert {"2031", "2029"} <= destinations(s, "Yhda")
    assert "2032" not in destinations(s, "Iska")
    s = moving("israel", "2031 Yhda", "2032 Eg-arm-1", "2125 Mtke")
    assert "2132" not in destinations(s, "Yhda")  # from zone to zone
    assert "2030" in destinations(s, "Yhda")


@pytest.mark.rule("sinai", "11.2", "6.2")
def test_r11_2_after_an_overrun_from_one_zone_into_another() -> None:
    s = moving("israel", "2030 Iska", "2032 Eg-19NG", "2033 Eg-arm-1", "0125 Eg-arm-2")
    s = s.play("overrun Iska 2030-2031-2032")
    assert {"move Iska 2032-2132", "move Iska 2032-2133"} <= options(s)
    assert s.check("move Iska 2032-2133") is None
    refused(s, "move Iska 2032-2133-2134", "6.2")


@pytest.mark.rule("sinai", "23.14")
def test_r23_14_the_eleventh_brigade_at_the_edge_of_the_sinai() -> None:
    deep = ("2028 Is-10 Is-4 Is-37", "2030 Is-inf-1 Is-inf-2 Is-inf-3", "2032 Is-mech-1 Is-mech-2 Is-inf-4")
    places = ("2518 Is-7", "2321 Is-9", "0125 Eg-5")
    nine = moving("israel", *deep, *places, scenario="1956")
    ten = moving("israel", *deep, "2130 Is-11", *places, scenario="1956")
    for action in ("move Is-7 2518-2418", "move Is-9 2321-2320"):
        assert nine.check(action) is None
        refused(ten, action, "23.14")
    two = moving("israel", *deep, "2518 Is-7 Is-1", "2713 Is-9", "0125 Eg-5", scenario="1956")
    assert two.check("move Is-7 2518-2418") is None
    refused(two, "move Is-7+Is-1 2518-2418", "23.14")
