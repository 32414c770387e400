"""16.0, 17.0, 23.15, 24.65, 25.1: what keeps a unit from flying, what a flight changes, and markers that are named badly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.air.airmobile import may_take_off
from sandtable.games.sinai.air.landing import crosses_canal
from sandtable.games.sinai.supply.israel import supplied_ground

from .table import moving, names, options, play, position, refused, rules, where

SIX = ["0423", "0523"] * 2 + ["0422", "0522"] * 2 + ["0425", "0525"] * 2
"""Six units have crossed the Canal."""


def flights(s: Any, unit: str) -> set[str]:
    return {a.args[1] for a in s.options() if a.verb == "fly" and a.args[0] == unit}


def in_1973(*places: str, scenario: str = "1973", **fields: Any) -> Any:
    fields = {"turn": 5, "moves_made": 9} | fields
    return moving("israel", *places, scenario=scenario, **fields)


# taking off -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "17.12", "24.65")
def test_r17_12_the_rest_after_a_flight_is_counted_in_turns_or_in_phases() -> None:
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1", turn=5, flown=[3])
    assert refused(s, "fly Aw 2714", "17.12") == "Aw must rest for 2 Game-Turns after a flight."
    s = in_1973("2713 Is-airm-1", "0125 Eg-arm-1", flown=[7, -9, -9])
    text = refused(s, "fly Is-airm-1 2714", "24.65")
    assert text == "Is-airm-1 must rest for 2 Movement Phases after a flight."
    assert flights(s, "Is-airm-1") == set()


@pytest.mark.rule("sinai", "25.12")
def test_r25_12_no_flight_from_under_an_umbrella() -> None:
    s = in_1973("2030 Is-airm-1", "2034 Eg-SAM-1", "0125 Eg-arm-1")
    u, frame, grid = s.game.unit("Is-airm-1"), s.choice, s.game.map.grid
    near = grid.within(s.game.hex("2034"), 5) & s.game.israel_land & ~s.hexes_of("arab")
    for h in (h for h in grid.hexes if near >> h & 1):
        s.loc[u], s.memory = h, {}
        shaded = grid.distance(h, s.game.hex("2034")) <= 3
        assert rules(may_take_off(s, u, frame)) == (("25.12",) if shaded else ()), s.game.hex_name(h)


@pytest.mark.rule("sinai", "23.15")
def test_r23_15_the_paratroops_take_off_where_a_supply_line_leads() -> None:
    s = moving("israel", "2713 Is-202/2", "0125 Eg-5", scenario="1956", turn=6)
    u, grid, reached = s.game.unit("Is-202/2"), s.game.map.grid, set()
    column = [h for h in grid.hexes if s.game.hex_name(h).startswith("20") and s.game.map.terrain_at[h] == "clear"]
    for h in column:
        s.loc[u], s.memory = h, {}
        refusal = may_take_off(s, u, s.choice)
        assert (refusal is None) == bool(supplied_ground(s) >> h & 1)
        assert refusal is None or "No supply line" in refusal.text
        reached.add(refusal is None)
    assert reached == {True, False}


@pytest.mark.rule("sinai", "17.11", "5.22")
def test_r17_11_the_line_to_supply_runs_through_trans_jordan_only_when_that_is_open() -> None:
    cut_off = ("3312 Aw", "3210 Eg-arm-1", "3213 Eg-arm-2")  # their zones leave only the way over the Jordan
    war: dict[str, Any] = {"turn": 7, "jordan_at_war": True}
    refused(moving("israel", *cut_off, **war), "fly Aw 2713", "17.11")
    assert moving("israel", *cut_off, **war, trans_jordan_open=True).check("fly Aw 2713") is None
    assert moving("israel", "2030 Aw", "2032 Eg-arm-1").check("fly Aw 2427") is None
    ring = (
        "1829 Eg-arm-1",
        "1932 Eg-arm-2",
        "2129 Eg-arm-3",
        "2230 Eg-mech-1",
    )  # every neighbour of 2030 is controlled
    refused(moving("israel", "2030 Aw", *ring), "fly Aw 2427", "17.11")


# landing --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "24.41", "24.65")
def test_r24_41_which_flights_cross_the_canal() -> None:
    def crosses(scenario: str, unit: str, a: str, b: str) -> bool:
        s = moving("israel", f"{a} {unit}", "0133 Eg-arm-1", scenario=scenario)
        return bool(crosses_canal(s, s.game.unit(unit), s.game.hex(b)))

    assert crosses("1973", "Is-airm-1", "0824", "0324")
    assert crosses("1973", "Is-airm-1", "0324", "0824")
    assert not crosses("1973", "Is-airm-1", "0824", "0924")
    assert not crosses("1973", "Is-airm-1", "0324", "0224")
    assert not crosses("1967", "Aw", "0824", "0324")
    # the southernmost hex of Egypt's side in its column, and the land over the water from the last hex of another
    assert not crosses("1973", "Is-airm-1", "0433", "0329")
    assert not crosses("1973", "Is-airm-1", "0722", "0921")


@pytest.mark.rule("sinai", "24.41", "24.65")
def test_r24_41_after_six_crossings_nobody_flies_over_the_canal() -> None:
    s = in_1973("0824 Is-airm-1", "0133 Eg-arm-1", crossed_israel=SIX)
    west = {h for h in flights(s, "Is-airm-1") if s.game.egypt_west >> s.game.hex(h) & 1}
    assert not west
    assert refused(s, "fly Is-airm-1 0324", "24.41") == "At most 6 units of a side cross the Canal in a Game-Turn."
    assert s.check("fly Is-airm-1 0924") is None
    five = in_1973("0824 Is-airm-1", "0133 Eg-arm-1", crossed_israel=SIX[2:])
    assert "0324" in flights(five, "Is-airm-1")
    assert five.check("fly Is-airm-1 0324") is None


@pytest.mark.rule("sinai", "7.0", "17.0")
def test_r7_0_no_flight_into_a_full_hex() -> None:
    s = moving("israel", "2713 Aw", "2715 Iska Elhn Mtke", "2717 Mnhm Albt", "0125 Eg-arm-1")
    moved = replace(s.choice, moved=sum(1 << s.game.unit(u) for u in ("Iska", "Elhn", "Mtke")))
    s.agenda = (moved, *s.agenda[1:])  # nobody there makes room any more
    offered = flights(s, "Aw")
    assert "2715" not in offered
    assert offered > {"2714", "2716", "2717"}
    grid, here = s.game.map.grid, s.game.hex("2713")
    assert max(grid.distance(here, s.game.hex(h)) for h in offered) == 15
    refused(s, "fly Aw 2715", "7.0")
    assert s.check("fly Aw 2717") is None


@pytest.mark.rule("sinai", "25.32", "24.65")
def test_r25_32_a_unit_that_alone_covers_the_edge_does_not_fly_away() -> None:
    s = in_1973("3805 Is-airm-1", "2713 Is-airm-2", "0133 Eg-arm-1", garrisoned=["3806"])
    grid, post = s.game.map.grid, s.game.hex("3806")
    assert flights(s, "Is-airm-1") == {
        str(s.game.hex_name(h))
        for h in (post, *grid.neighbours[post])
        if s.game.israel_land >> h & 1 or s.game.home["syria"] >> h & 1
    } - {"3805"}
    refused(s, "fly Is-airm-1 3604", "25.32")
    assert s.check("fly Is-airm-2 3604") is None
    assert "3604" in flights(s, "Is-airm-2")


@pytest.mark.rule("sinai", "17.13", "23.15", "25.12")
def test_r17_13_what_keeps_a_unit_from_landing_is_named() -> None:
    s = moving("israel", "2713 Is-202/2", "2427 Eg-5", scenario="1956", turn=3)
    assert refused(s, "fly Is-202/2 2613", "5.25") == "2613 is an all-sea hex."  # no range keeps it away
    assert refused(s, "fly Is-202/2 2427", "5.26") == "2427 is occupied by enemy units."
    assert refused(s, "fly Is-202/2 2426", "17.13") == "Is-202/2 may not land in the enemy zone at 2426."
    assert refused(s, "fly Is-202/2 2428", "17.13") == "Is-202/2 may not land in the enemy zone at 2428."
    assert refused(s, "fly Is-202/2 2713", "17.0") == "Is-202/2 is in 2713 already."
    shade = in_1973("2427 Is-airm-1", "2034 Eg-SAM-1", "0125 Eg-arm-1")
    for near in ("2031", "2037", "2034"):
        why = "2034 is occupied by enemy units." if near == "2034" else f"{near} lies under a SAM umbrella."
        assert refused(shade, f"fly Is-airm-1 {near}", "5.26" if near == "2034" else "25.12") == why
    assert shade.check("fly Is-airm-1 2030") is None
    assert shade.check("fly Is-airm-1 2038") is None
    assert s.check("fly Is-202/2 2425") is None
    assert s.check("fly Is-202/2 2429") is None


@pytest.mark.rule("sinai", "17.0", "23.15")
def test_r17_0_a_flight_costs_its_distance_a_drop_nothing() -> None:
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1")
    d = s.details("fly Aw 2723")
    assert (d["cost"], d["left"], d["path"]) == (10, 5, ["2713", "2723"])
    assert d["steps"] == [{"to": "2723", "cost": 10, "why": "10 of 15 hexes by air [17.0]"}]
    s = moving("israel", "2713 Is-202/2", "0125 Eg-5", scenario="1956")
    d = s.details("fly Is-202/2 2723")
    assert (d["cost"], d["left"], d["path"]) == (0, 0, ["2713", "2723"])
    assert d["steps"] == [{"to": "2723", "cost": 0, "why": "any distance [23.15]"}]


@pytest.mark.rule("sinai", "17.12", "24.65", "21.1", "25.22")
def test_r17_0_what_a_flight_leaves_behind() -> None:
    s = in_1973("0824 Is-airm-1", "0133 Eg-arm-1", destroyed=["0526", "0525"], israeli_last=["0824"])
    t = s.play("fly Is-airm-1 0526")
    assert t.flown == (9, -9, -9)  # the ninth Movement Phase of the fifth Game-Turn
    assert t.drops == 1
    assert t.destroyed == 1 << s.game.hex("0525")  # 0526 is manned again
    assert t.israeli_last == sum(1 << s.game.hex(h) for h in ("0824", "0526"))
    assert t.crossed_israel == ()
    assert s.play("fly Is-airm-1 0324").crossed_israel == (s.game.hex("0824"), s.game.hex("0324"))
    assert moving("israel", "2713 Aw", "0125 Eg-arm-1", turn=4).play("fly Aw 2714").flown == (4,)


# attacks on SAM units -------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.13")
def test_r25_13_a_raid_that_is_named_badly() -> None:
    s = position("1973", "Raids", "0323 Eg-SAM-1", "3116 Is-mech-2", turn=4, strikes_away=[9, 9, 9])
    assert options(s, "raid") == {"raid Eg-SAM-1 1", "raid Eg-SAM-1 2", "raid Eg-SAM-1 3"}  # three are left
    name_it = "Name a SAM unit not yet attacked and one to 3 of the 3 free markers."
    for words in ("raid Eg-SAM-1 4", "raid Eg-SAM-1", "raid Eg-SAM-2 1", "raid Is-mech-2 1", "raid 2030 1"):
        assert refused(s, words, "25.13") == name_it
    assert "Name a SAM unit" not in str(s.check("strike 2030"))
    two = position("1973", "Raids", "0323 Eg-SAM-1", "3116 Is-mech-2", turn=4, strikes_away=[9, 9, 9, 9])
    assert refused(two, "raid Eg-SAM-1 1", "25.13").startswith(
        "Only 2 Air Strike markers are in the game; 3 are needed"
    )
    assert s.details("raid Eg-SAM-1") == {}
    assert "1 of 6, else a marker is lost for 10 Game-Turns" in s.details("raid Eg-SAM-1 1")["text"]


@pytest.mark.rule("sinai", "13.21", "25.93")
def test_r25_93_no_raid_on_a_sam_unit_in_jordan_at_peace() -> None:
    s = position("1973", "Raids", "3909 Sy-SAM-1", "0323 Eg-SAM-1", "3116 Is-mech-2", "3413 Is-mech-3", turn=4)
    assert {a.split()[1] for a in options(s, "raid")} == {"Eg-SAM-1"}
    refused(s, "raid Sy-SAM-1 1", "25.93")
    refused(s, "raid Is-mech-3 1", "25.13")  # in Jordan too, but no SAM unit
    s = position("1973", "Raids", "3908 Sy-SAM-1", "3116 Is-mech-2", turn=4)
    assert s.check("raid Sy-SAM-1 1") is None
    refused(s, "raid Eg-SAM-1 1", "25.13")  # not on the map
    lost = position("1973", "Raids", "eliminated Eg-SAM-1", "3116 Is-mech-2", turn=4)
    assert options(lost) == {"end"}
    refused(lost, "raid Eg-SAM-1 1", "25.13")


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_a_marker_that_is_lost_was_used() -> None:
    s = position("1973", "Raids", "0323 Eg-SAM-1", "3116 Is-mech-2", turn=4)
    t = play(s, "raid Eg-SAM-1 1", "roll 6")
    assert (t.raids, t.strikes_away, t.strike_losses) == (0, (14,), 1)
    assert names(t, t.attacked) == {"Eg-SAM-1"}


@pytest.mark.rule("sinai", "25.13", "25.17", "6.4")
def test_r25_13_a_sam_unit_without_a_way_is_lost() -> None:
    def driven(*places: str) -> Any:
        places = tuple(f"at {p}" for p in places)
        lines = ("sinai/1973", "turn 4", *places, '> SamRetreat {"unit": "Eg-SAM-1", "hexes": 1}')
        return sandtable.load("sinai/1973").position("\n".join(lines))

    around = ("2228 Is-arm-1", "2232 Is-arm-2", "2029 Is-mech-1", "2031 Is-mech-2", "2429 Is-mech-3", "2431 Is-mech-4")
    s = driven("2230 Eg-SAM-1", *around)
    assert options(s) == {"lose Eg-SAM-1"}
    assert where(s.play("lose Eg-SAM-1"), "Eg-SAM-1") == "eliminated"
    s = driven("2230 Eg-SAM-1", *around[1:])
    assert options(s)
    assert all(a.startswith("retreat Eg-SAM-1 2230-") for a in options(s))
    retreat = min(options(s))
    assert where(s.play(retreat), "Eg-SAM-1") == retreat[-4:]
    edge = driven("0130 Eg-SAM-1", "2713 Is-arm-1")
    assert options(edge) == {"retreat Eg-SAM-1 0130-off"}
    assert where(edge.play("retreat Eg-SAM-1 0130-off"), "Eg-SAM-1") == "eliminated"


# Air Strikes ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "16.0", "25.12")
def test_r16_0_a_strike_that_is_named_badly() -> None:
    s = position("1973", "PlaceStrikes", "0425 Eg-SAM-1", "3115 Is-mech-2", turn=4)
    assert s.check("end") is None
    assert s.check("strike 2030") is None
    for words in ("end 2030", "strike", "strike 2030 2031", "raid 2030", "raid"):
        assert rules(s.check(words)) == rules(s.check("advance")), words
    for words in (
        "strike off",
        "strike 9999",
        "strike 2030-2031",
        "strike Eg-SAM-1",
        "strike eliminated",
        "strike left",
    ):
        assert rules(s.check(words)) == rules(s.check("strike 9999")), words
    assert refused(s, "strike 2613", "16.0") == "2613 is not a hex where units could be."
    grid, land = s.game.map.grid, s.game.land
    for name in ("2419", "2318", "2219", "2320", "0428", "0429", "0128"):
        h = s.game.hex(name)
        shaded = grid.distance(h, s.game.hex("0425")) <= 3
        wanted = ("16.0",) if not land >> h & 1 else ("25.12",) if shaded else ()
        assert rules(s.check(f"strike {name}")) == wanted, name
