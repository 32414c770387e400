"""Section 26: the mid-1970s."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.combat.strength import basic_defence
from sandtable.games.sinai.course.calendar import schedule
from sandtable.games.sinai.course.setup import zone_of
from sandtable.games.sinai.course.victory import level, score
from sandtable.games.sinai.land.territory import bridges
from sandtable.games.sinai.supply.judgement import judge

from .table import names, options, position, refused, where
from .test_1973 import FALLEN, moving, started

HASTY, FULL, RACE = "mid-1970s", "mid-1970s-full", "mid-1970s-race"
MID = [x.id for x in next(t for t in sandtable.games() if t.id == "sinai").scenarios if x.id.startswith("mid")]


@pytest.mark.rule("sinai", "26.11", "26.2")
def test_r26_11_the_rules_of_1973_apply() -> None:
    mid, old = sandtable.load("sinai/mid-1970s").rules, sandtable.load("sinai/1973").rules  # type: ignore[attr-defined]
    changed = {k for k in old.__slots__ if getattr(old, k) != getattr(mid, k)}
    assert changed == {
        "forces",
        "setup_arab",
        "sam_near",
        "sam_crosses_canal",
        "opening",
        "schedule_advance",
        "trans_jordan",
        "amman",
        "air_strikes",
    }
    assert mid.air_strikes == 8  # 25.84


@pytest.mark.rule("sinai", "26.12")
def test_r26_12_sam_units_anywhere_but_on_the_border() -> None:
    s = sandtable.load("sinai/mid-1970s").start()
    assert {"Sy-SAM-1", "Sy-SAM-2", "Jo-SAM-1"} <= set(s.game.roster.names)
    refused(s, "place Eg-SAM-1 0424", "26.12")  # on the Canal
    assert s.check("place Eg-SAM-1 0324") is None
    refused(s, "place Sy-SAM-2 3703", "26.12")


@pytest.mark.rule("sinai", "26.13")
def test_r26_13_three_times_anywhere_under_the_umbrella() -> None:
    s = moving("arab", "0425 Eg-SAM-1 Eg-mech-1", "0725 Eg-arm-2", "0826 Eg-arm-3", "3115 Is-mech-2", scenario=HASTY)
    assert [basic_defence(s, s.game.unit(n))[0] for n in ("Eg-mech-1", "Eg-arm-2", "Eg-arm-3")] == [12, 15, 10]


@pytest.mark.rule("sinai", "26.15")
def test_r26_15_the_first_player_turn_has_no_second_movement() -> None:
    s = started(HASTY)
    assert s.choice.__class__.__name__ == "Movement"  # no surprise Combat Phase
    seen = []
    while s.actor == "arab" or s.actor == "chance":
        name = s.choice.__class__.__name__
        if not seen or seen[-1] != name:
            seen.append(name)
        s = s.play("roll 6" if s.actor == "chance" else "end")
    assert seen == ["Movement", "Combat", "PlaceAtEdge"]
    assert {"place Eg-mech-11 0127", "place Sy-inf-7 3901"} <= options(first_edge())


def first_edge() -> Any:
    s = started(HASTY)
    while s.choice.__class__.__name__ != "PlaceAtEdge":
        s = s.play("end")
    return s


@pytest.mark.rule("sinai", "26.15")
def test_r26_15_full_mobilization_keeps_the_second_movement() -> None:
    s = started(FULL)
    seen = []
    while s.actor in ("arab", "chance"):
        seen.append(s.game.phase(s))
        s = s.play("roll 6" if s.actor == "chance" else "end")
    assert "arab-movement-2" in seen


@pytest.mark.rule("sinai", "26.16")
def test_r26_16_one_movement_phase_earlier() -> None:
    s = started(HASTY)
    due = {n: schedule(s.game, s.game.unit(n)) for n in ("Eg-mech-11", "Eg-mech-17", "Jo-inf-2", "Iq-arm-1")}
    assert due == {"Eg-mech-11": (1, 2), "Eg-mech-17": (2, 1), "Jo-inf-2": (3, 1), "Iq-arm-1": (4, 1)}


@pytest.mark.rule("sinai", "26.31", "26.51", "26.72")
@pytest.mark.parametrize("scenario", [FULL, "mid-1970s-soviet", "mid-1970s-cooperation"])
def test_r26_31_everybody_starts_on_the_map_at_home(scenario: str) -> None:
    s = sandtable.load(f"sinai/{scenario}").start()
    game = s.game
    assert zone_of(s, game.unit("Iq-arm-1")) & ~game.home["syria"] == 0
    assert zone_of(s, game.unit("Eg-mech-17")) & ~game.home["egypt"] == 0
    s = started(scenario)
    off = {n for u, n in enumerate(game.roster.names) if s.loc[u] <= 0}
    assert all(n.startswith(("Su", "Us")) for n in off)


@pytest.mark.rule("sinai", "26.32")
def test_r26_32_libyans_yes_great_powers_no() -> None:
    roster = set(sandtable.load("sinai/mid-1970s-full").roster.names)
    assert "Ly-arm-1" in roster
    assert not [n for n in roster if n.startswith(("Su-", "Us-"))]
    assert "Ly-arm-1" not in sandtable.load("sinai/mid-1970s").roster.names


@pytest.mark.rule("sinai", "26.33")
def test_r26_33_variation_israel_first() -> None:
    assert started("mid-1970s-full-israeli").actor == "israel"
    assert started(FULL).actor == "arab"


@pytest.mark.rule("sinai", "26.41")
def test_r26_41_arabs_use_the_israeli_supply_rule() -> None:
    # Sand two hexes from a road: no line in 1973, within eight points of the net with better logistics.
    places = ("0526 Eg-mech-1", "0625 Eg-arm-1", "3115 Is-mech-2")
    s = moving("arab", *places, destroyed=FALLEN, scenario=HASTY)
    assert "Eg-arm-1" in names(s, judge(s))
    s = moving("arab", *places, destroyed=FALLEN, scenario="mid-1970s-logistics")
    assert "Eg-arm-1" not in names(s, judge(s))


@pytest.mark.rule("sinai", "26.42")
def test_r26_42_arab_vehicles_may_walk() -> None:
    s = moving("arab", "2425 Eg-arm-1", "3115 Is-mech-2", scenario="mid-1970s-logistics")
    assert s.check("walk Eg-arm-1 2425-2525") is None


@pytest.mark.rule("sinai", "26.43", "26.44")
def test_r26_43_mobilization_by_schedule_or_in_full() -> None:
    s = started("mid-1970s-logistics")
    assert where(s, "Eg-mech-17") == "to-come"
    assert schedule(s.game, s.game.unit("Eg-mech-17")) == (2, 1)
    s = started("mid-1970s-logistics-full")
    assert s.loc[s.game.unit("Eg-mech-17")] > 0
    assert s.game.rules.arab_supply == "net"


@pytest.mark.rule("sinai", "26.52", "26.65")
@pytest.mark.parametrize("scenario", ["mid-1970s-soviet", "mid-1970s-race-soviet"])
def test_r26_52_great_powers_arrive_on_turns_eleven_and_twelve(scenario: str) -> None:
    s = moving("arab", "to-come Su-arm-1", "3015 Is-mech-2", turn=10, number=2, scenario=scenario)
    assert not options(s, "enter")
    s = moving("arab", "to-come Su-arm-1", "3015 Is-mech-2", turn=11, scenario=scenario)
    assert options(s, "enter")
    assert schedule(s.game, s.game.unit("Us-mar-1")) == (12, 2)
    assert "Su-arm-1" not in sandtable.load("sinai/mid-1970s-race").roster.names


@pytest.mark.rule("sinai", "26.53")
def test_r26_53_the_marines_land_behind_the_lines_and_do_not_move() -> None:
    game = sandtable.load("sinai/mid-1970s-soviet")
    text = 'sinai/mid-1970s-soviet\nturn 12\nat to-come Us-mar-1 Us-mar-2\nat 3115 Is-mech-2\nat 2418 Eg-arm-1\n> OpenMovement {"side": "israel", "number": 2}'
    s = game.position(text)
    landings = options(s, "place")
    assert "place Us-mar-1 2810" in landings
    assert not any(a.endswith((" 2418", " 2319", " 2720")) for a in landings)  # enemy, enemy zone, inland
    s = s.play("place Us-mar-1 2810").play("end")
    refused(s, "move Us-mar-1 2810-2811", "5.0")
    refused(game.position(text), "place Us-mar-1 2720", "26.53")


@pytest.mark.rule("sinai", "26.54")
def test_r26_54_soviet_units_use_the_israeli_supply_rule() -> None:
    places = ("0526 Eg-mech-1", "0625 Eg-arm-1", "0725 Su-arm-1", "3115 Is-mech-2")
    s = moving("arab", *places, destroyed=FALLEN, scenario="mid-1970s-soviet")
    assert names(s, judge(s)) >= {"Eg-arm-1"}
    assert "Su-arm-1" not in names(s, judge(s))


@pytest.mark.rule("sinai", "26.61", "26.62")
def test_r26_61_nobody_starts_in_the_sinai_or_the_west_bank() -> None:
    s = sandtable.load(f"sinai/{RACE}").start()
    assert s.actor == "arab"  # [26.62] the Arabs deploy first
    game = s.game
    refused(s, "place Eg-arm-1 2030", "26.31")
    israeli = zone_of(s, game.unit("Is-arm-1"))
    assert not israeli & (game.sinai | game.map.country["west_bank"] & ~(1 << game.hex("3116")))
    assert game.israel_land >> game.hex("3116") & 1  # Old Jerusalem is Israel
    jordan = zone_of(s, game.unit("Jo-arm-1"))
    assert not jordan & game.map.country["west_bank"]


@pytest.mark.rule("sinai", "26.62", "26.82")
def test_r26_62_the_sinai_reinforcements_come_to_2723() -> None:
    s = started("mid-1970s-jihad")
    assert where(s, "Is-arm-6") == "to-come"  # by the schedule of 1973
    text = 'sinai/mid-1970s-jihad\nturn 2\nat to-come Is-arm-6\nat 3015 Is-mech-2\n> Reinforce {"side": "israel", "number": 1}\n> Movement {"side": "israel"}'
    assert where(s.game.position(text), "Is-arm-6") == "2723"
    deploy = sandtable.load("sinai/mid-1970s-jihad").start().play("default")
    assert deploy.actor == "israel"
    assert deploy.check("place Is-arm-1 2524") is None


@pytest.mark.rule("sinai", "26.63")
def test_r26_63_no_forts_in_the_returned_lands() -> None:
    game = sandtable.load(f"sinai/{RACE}")
    assert game.bar_lev == 0
    assert not game.settlements & game.map.country["west_bank"]
    assert game.settlements & game.map.country["golan"]  # type: ignore[attr-defined]


@pytest.mark.rule("sinai", "26.64")
def test_r26_64_ferries_as_in_1967_and_the_canal_as_in_1973() -> None:
    s = moving("arab", "0424 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0423 Eg-mech-4", "3015 Is-mech-2", scenario=RACE)
    assert s.details("move Eg-mech-1 0424-0524")["cost"] == 2
    assert s.details("move Eg-mech-4 0423-0523")["cost"] == 4
    for n in ("Eg-mech-1", "Eg-mech-2", "Eg-mech-3"):
        s = s.play(f"move {n} 0424-0524")  # not counted against two a hexside
    assert s.crossed_arab == ()
    s = moving("israel", "0524 Is-arm-1", "0125 Eg-arm-1", scenario=RACE)
    refused(s, "move Is-arm-1 0524-0424", "26.64")  # in 1967 not for Israel
    s = moving("israel", "0523 Is-arm-1", "0125 Eg-arm-1", scenario=RACE)
    assert s.details("move Is-arm-1 0523-0423")["cost"] == 4


@pytest.mark.rule("sinai", "26.71")
def test_r26_71_full_cooperation() -> None:
    s = started("mid-1970s-cooperation")
    assert s.jordan_at_war  # mobilized from the start [25.92]
    s = moving("arab", "3706 Sy-arm-1", "3115 Is-mech-2", scenario="mid-1970s-cooperation")
    assert s.check("move Sy-arm-1 3706-3707") is None


@pytest.mark.rule("sinai", "26.81", "26.83", "26.84")
def test_r26_81_jihad() -> None:
    s = started("mid-1970s-jihad")
    game = s.game
    assert game.rules.geography == "lands_given_back"
    assert s.jordan_at_war
    assert bridges(s)
    assert game.rules.arab_nations == "together"
    s = position("mid-1970s-jihad", "PlayerTurn israel", "3015 Is-mech-2", "0125 Eg-arm-1", turn=4)
    kinds = []
    while s.actor:
        kinds.append(s.choice.__class__.__name__)
        s = s.play("end")
    assert "PlaceStrikes" not in kinds
    assert "Raids" not in kinds


@pytest.mark.rule("sinai", "26.91")
def test_r26_91_with_the_sinai_the_points_of_1973_hold() -> None:
    for scenario in MID:
        rules = sandtable.load(f"sinai/{scenario}").rules  # type: ignore[attr-defined]
        assert rules.victory == ("goals_race" if rules.geography == "lands_given_back" else "points_1973")
    s = moving("israel", "3703 Is-arm-1", "0125 Eg-arm-1", "3115 Is-mech-2", scenario=HASTY)
    assert any("hexes captured" in text for _, p, text in score(s) if p)


def goals(s: Any) -> set[str]:
    return {text.split("] ")[1].split(":")[0] for _, p, text in score(s) if p and text.startswith("[26.93")}


@pytest.mark.rule("sinai", "26.92", "26.93")
def test_r26_93_israeli_goals() -> None:
    sets = sandtable.load(f"sinai/{RACE}").map.data["set"]
    hexes = {x["name"]: x["hexes"].split() for x in sets}
    base = ("3115 Is-mech-2", "0125 Eg-arm-1", "3703 Sy-arm-1", "3217 Jo-inf-1")
    home = ["3116", "3015", "2906", "2713", "2836"]
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=home)) == set()
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=home + hexes["bar_lev"])) == {"A"}
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=home + hexes["canal_west_bank"])) == {"B"}
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=[*home, "0420", "0632"])) == {"C", "D"}
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=[*home, "3713"])) == {"E"}
    war = {"scenario": RACE, "israeli_last": home, "jordan_at_war": True}
    assert goals(moving("israel", "3115 Is-mech-2", "0140 Eg-arm-1", **war)) == {"F", "G", "H"}
    points = {
        text[8:9]: p
        for _, p, text in score(
            moving(
                "israel",
                "3115 Is-mech-2",
                "0140 Eg-arm-1",
                scenario=RACE,
                israeli_last=[*home, "3713", *hexes["bar_lev"]],
                jordan_at_war=True,
            )
        )
    }
    assert {k: points[k] for k in "AEFGH"} == {"A": 10, "E": 10, "F": 10, "G": 5, "H": 15}


@pytest.mark.rule("sinai", "26.93b")
def test_r26_93b_arab_goals() -> None:
    base = ("3115 Is-mech-2", "0125 Eg-arm-1", "3703 Sy-arm-1", "3217 Jo-inf-1")
    s = moving("israel", *base, scenario=RACE, israeli_last=[])
    found = {text[9:10]: p for side, p, text in score(s) if side == "arab" and text.startswith("[26.93b]")}
    assert found == {"J": 15, "K": 15, "L": 10, "M": 15, "N": 10}
    s = moving("israel", *base, "2424 Eg-arm-2", scenario=RACE, israeli_last=["3116", "3015", "2906", "2713", "2836"])
    assert goals(s) == {"P"}


@pytest.mark.rule("sinai", "26.94")
@pytest.mark.parametrize(
    ("points", "name"),
    [
        (31, "Decisive Israeli"),
        (30, "Substantive Israeli"),
        (20, "Marginal Israeli"),
        (10, "Draw"),
        (0, "Draw"),
        (-1, "Marginal Arab"),
        (-10, "Marginal Arab"),
        (-11, "Substantive Arab"),
        (-20, "Substantive Arab"),
        (-21, "Decisive Arab"),
    ],
)
def test_r26_94_levels(points: int, name: str) -> None:
    assert level(moving("israel", "3015 Is-mech-2", scenario=RACE), points) == name


@pytest.mark.rule("sinai", "25.86")
def test_r25_86_the_syrian_truck_comes_on_turn_two() -> None:
    refused(moving("arab", "3804 Sy-inf-1", "3115 Is-mech-2", turn=1, scenario=HASTY), "entruck Sy-inf-1", "25.86")
    assert moving("arab", "3804 Sy-inf-1", "3115 Is-mech-2", turn=2, scenario=HASTY).check("entruck Sy-inf-1") is None
