"""Sections 24 and 25: 1973."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.combat.strength import basic_defence
from sandtable.games.sinai.course.calendar import phases_of
from sandtable.games.sinai.course.victory import captured, communicating, level, score
from sandtable.games.sinai.land.territory import closed
from sandtable.games.sinai.movement.zones import zone
from sandtable.games.sinai.politics.amman import amman_reached
from sandtable.games.sinai.politics.jordan import march_to_syria
from sandtable.games.sinai.supply.judgement import judge

from .table import attack, destinations, names, options, play, position, refused, superiority, where


def moving(side: str, *places: str, scenario: str = "1973", number: int = 1, **fields: Any) -> Any:
    game = sandtable.load(f"sinai/{scenario}")
    import json

    lines = [game.id, f"turn {fields.pop('turn', 3)}", *(f"{k} {json.dumps(v)}" for k, v in fields.items())]
    lines += [f"at {p}" for p in places]
    lines.append("> Movement " + json.dumps({"side": side, "number": number}))
    return game.position("\n".join(lines))


def fighting(side: str, *places: str, scenario: str = "1973", turn: int = 3, **fields: Any) -> Any:
    return position(scenario, f"Combat {side}", *places, turn=turn, **fields)


def started(scenario: str = "1973") -> Any:
    s = sandtable.load(f"sinai/{scenario}").start()
    while s.choice.__class__.__name__ == "Deploy":
        s = s.play("default")
    return s


# 24 ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "24.1")
def test_r24_1_israel_includes_the_occupied_territories() -> None:
    game = sandtable.load("sinai/1973")
    for h in ("2030", "3114", "3603", "2418", "2713"):
        assert game.israel_land >> game.hex(h) & 1  # type: ignore[attr-defined]
    for h in ("0424", "3703", "3714"):
        assert not game.israel_land >> game.hex(h) & 1  # type: ignore[attr-defined]


@pytest.mark.rule("sinai", "24.2")
def test_r24_2_two_movement_phases_and_one_combat_phase() -> None:
    s = position("1973", "PlayerTurn arab", "0425 Eg-arm-1", "3115 Is-mech-2", "to-come Jo-inf-3", turn=3)
    seen = []
    while s.actor:
        phase = s.game.phase(s)
        if not seen or seen[-1] != phase:
            seen.append(phase)
        s = s.play("roll 6" if s.actor == "chance" else "end")
    assert seen == ["arab-movement", "arab-combat", "arab-movement-2"]


@pytest.mark.rule("sinai", "24.31")
def test_r24_31_arabs_use_the_israeli_figures() -> None:
    s = moving("arab", "1725 Eg-arm-1", "3115 Is-mech-2")
    assert s.details("move Eg-arm-1 1725-1624")["cost"] == 4  # sand, closed to them in 1967


@pytest.mark.rule("sinai", "24.32")
def test_r24_32_mechanized_units_may_walk_and_roads_in_the_hills_are_cheap() -> None:
    s = moving("israel", "2425 Is-arm-1", "0125 Eg-arm-1")
    assert s.check("walk Is-arm-1 2425-2525") is None  # rough
    refused(s, "walk Is-arm-1 2425-2525-2625", "5.29")
    refused(s, "move Is-arm-1 2425-2525", "5.24")
    s = moving("israel", "3114 Is-mech-2", "0125 Eg-arm-1")
    assert s.details("move Is-mech-2 3114-3113")["cost"] == 1
    s = moving("arab", "2425 Eg-arm-1", "3115 Is-mech-2")
    refused(s, "walk Eg-arm-1 2425-2525", "24.32")


@pytest.mark.rule("sinai", "24.33")
def test_r24_33_units_may_leave_the_map() -> None:
    s = moving("arab", "0225 Eg-arm-1", "3115 Is-mech-2")
    s = s.play("exit Eg-arm-1 0225-0125-off")
    assert where(s, "Eg-arm-1") == "left"
    s = fighting("israel", "3803 Is-arm-1 Is-arm-2", "3902 Is-arm-3", "3905 Is-arm-4", "3903 Sy-arm-1")
    s = play(attack(s, "3903", "Is-arm-1", "Is-arm-2"), "confirm", "roll 1")
    assert "retreat Sy-arm-1 3903-off" in options(s)


@pytest.mark.rule("sinai", "24.41")
def test_r24_41_six_units_a_turn_and_two_a_hexside() -> None:
    s = moving("arab", "0424 Eg-mech-1 Eg-mech-2 Eg-mech-3", "3115 Is-mech-2", destroyed=["0524"])
    s = play(s, "move Eg-mech-1 0424-0524", "move Eg-mech-2 0424-0524")
    refused(s, "move Eg-mech-3 0424-0524", "24.41")
    six = ["0424", "0524"] * 2 + ["0423", "0524"] * 2 + ["0426", "0527"] * 2
    s = moving("arab", "0427 Eg-mech-1", "3115 Is-mech-2", destroyed=["0527", "0524"], crossed_arab=six)
    refused(s, "move Eg-mech-1 0427-0527", "24.41")
    s = moving("israel", "0528 Is-arm-1", "0125 Eg-arm-1", crossed_arab=six)
    assert s.check("move Is-arm-1 0528-0428") is None  # each player has his own six


@pytest.mark.rule("sinai", "24.41")
def test_r24_41_the_count_is_by_game_turn() -> None:
    s = position("1973", "EndOfGameTurn", "0424 Eg-mech-1", "3115 Is-mech-2", crossed_arab=["0424", "0524"], turn=3)
    assert s.crossed_arab == ()


@pytest.mark.rule("sinai", "24.42")
def test_r24_42_one_unit_for_each_attacked_hex_advances_over_the_canal() -> None:
    s = fighting(
        "arab", "0423 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0424 Eg-mech-4 Eg-arm-1 Eg-arm-2", "3115 Is-mech-2", turn=1
    )
    s = attack(s, "0524", "Eg-mech-1", "Eg-mech-2", "Eg-mech-3", "Eg-mech-4", "Eg-arm-1", "Eg-arm-2")
    s = play(s, "confirm", "roll 1", "advance Eg-mech-1 0524")
    assert s.choice.__class__.__name__ == "Combat"
    assert s.crossed_arab == ()


@pytest.mark.rule("sinai", "24.42")
def test_r24_42_a_second_unit_cannot_retreat_over_the_canal() -> None:
    # Two brigades on the east bank can only go back over the water.
    s = fighting(
        "israel",
        "0624 Is-arm-1 Is-arm-2 Is-arm-3",
        "0522 Is-arm-4",
        "0526 Is-arm-5",
        "0524 Eg-mech-1 Eg-mech-2",
        destroyed=["0524"],
    )
    s = play(attack(s, "0524", "Is-arm-1", "Is-arm-2", "Is-arm-3"), "confirm", "roll 6")
    ways = {a.args[1].split("-")[1] for a in s.options() if a.verb == "retreat"}
    assert ways <= {"0423", "0424"}
    s = s.play(next(a for a in s.options() if a.verb == "retreat"))
    assert {a.verb for a in s.options()} == {"lose"}


@pytest.mark.rule("sinai", "24.43", "24.44")
def test_r24_43_israel_crosses_for_four_points() -> None:
    s = moving("israel", "0528 Is-arm-1", "0125 Eg-arm-1")
    assert s.details("move Is-arm-1 0528-0428")["cost"] == 4
    s = moving("arab", "0423 Eg-mech-1", "3115 Is-mech-2", destroyed=["0523", "0524"])
    assert s.details("move Eg-mech-1 0423-0523")["cost"] == 4  # no ferry needed
    assert s.details("move Eg-mech-1 0423-0524")["cost"] == 4


@pytest.mark.rule("sinai", "24.51")
def test_r24_51_arabs_defend_doubled() -> None:
    s = attack(fighting("israel", "2029 Is-arm-1 Is-arm-2", "2030 Eg-arm-1"), "2030", "Is-arm-1", "Is-arm-2")
    assert s.forecast()["defenders"][0]["strength"] == "10"
    s = attack(fighting("arab", "2029 Eg-arm-1 Eg-arm-2", "2030 Is-mech-1"), "2030", "Eg-arm-1", "Eg-arm-2")
    assert [a["strength"] for a in s.forecast()["attackers"]] == ["5", "5"]  # attack is not multiplied


@pytest.mark.rule("sinai", "24.52")
def test_r24_52_a_vehicle_unit_may_flee_into_the_hills() -> None:
    from sandtable.games.sinai.combat.last_ways import last_ways

    s = fighting("arab", "2425 Is-arm-1", "2424 Eg-arm-1", "3115 Is-mech-2")
    ways = last_ways(s, s.game.unit("Is-arm-1"), 2, 0, True)
    rough = s.game.map.terrain["rough"]
    assert ways
    assert all(len(w) == 2 and rough >> w[1] & 1 for w in ways)


@pytest.mark.rule("sinai", "24.6", "24.61")
def test_r24_61_israel_needs_a_net_and_no_supply_unit() -> None:
    game = sandtable.load("sinai/1973")
    assert game.supply_unit == -1  # type: ignore[attr-defined]
    s = moving("israel", "1128 Is-arm-1", "0125 Eg-arm-1", turn=9)
    assert not judge(s)  # on a road that leads home
    s = moving("israel", "0827 Is-arm-1", "1227 Eg-arm-1", "1022 Eg-arm-2", "1132 Eg-arm-3", "1038 Eg-arm-4", turn=9)
    assert "Is-arm-1" in names(s, judge(s))
    s = moving("israel", "0827 Is-arm-1", "1227 Eg-arm-1", "1022 Eg-arm-2", "1132 Eg-arm-3", "1038 Eg-arm-4", turn=6)
    assert "Is-arm-1" not in names(s, judge(s))  # automatic for six turns


@pytest.mark.rule("sinai", "24.62", "24.66")
def test_r24_62_arab_lines_use_tracks_and_cross_the_canal_anywhere() -> None:
    # 0829 lies on the Giddi track in the sand; all Crossing Points of 1967 are held by Israel.
    s = moving("arab", "0829 Eg-arm-1", "0730 Eg-arm-2", "0624 Is-arm-1", "0831 Is-arm-2", destroyed=["0730", "0829"])
    assert "Eg-arm-1" not in names(s, judge(s))


@pytest.mark.rule("sinai", "24.63")
def test_r24_63_unsupplied_arabs_attack_at_half() -> None:
    s = fighting("arab", "1124 Eg-arm-1 Eg-arm-2", "1123 Is-airm-1")
    s = attack(s, "1123", "Eg-arm-1", "Eg-arm-2")
    assert superiority(s) == 10 // 2 - 2


@pytest.mark.rule("sinai", "24.64")
def test_r24_64_in_sand_without_a_way_an_arab_unit_has_four_points() -> None:
    from sandtable.games.sinai.movement.allowance import allowance

    s = position("1973", "BeginMovement arab", "0725 Eg-arm-1 Sy-inf-1", "0424 Eg-mech-5", "3115 Is-mech-2", turn=3)
    assert "Eg-arm-1" in names(s, s.unsupplied)
    assert allowance(s, s.game.unit("Eg-arm-1")) == 4
    assert allowance(s, s.game.unit("Eg-mech-5")) == 4  # supplied: its own four
    assert allowance(s, s.game.unit("Sy-inf-1")) == 1


@pytest.mark.rule("sinai", "24.65")
def test_r24_65_airmobile_rest_and_supply_by_movement_phases() -> None:
    for phase, legal in ((5, False), (6, False), (7, True)):
        s = moving("israel", "2712 Is-airm-2", "0125 Eg-arm-1", moves_made=phase, flown=[-9, 4, -9])
        assert bool(options(s, "fly")) is legal
    far = ("0725 Is-airm-2", "1227 Eg-arm-1", "1022 Eg-arm-2", "1132 Eg-arm-3", "1038 Eg-arm-4")
    s = moving("israel", *far, turn=9, moves_made=18, flown=[-9, 16, -9])
    assert "Is-airm-2" not in names(s, judge(s))
    s = moving("israel", *far, turn=9, moves_made=19, flown=[-9, 16, -9])
    assert "Is-airm-2" in names(s, judge(s))


@pytest.mark.rule("sinai", "24.7")
def test_r24_7_neither_fear_nor_command_control() -> None:
    s = fighting(
        "israel",
        "2028 Is-arm-1",
        "2029 Is-arm-5 Is-arm-6",
        "2131 Is-arm-2",
        "2032 Is-arm-3",
        "1932 Is-arm-4",
        "2030 Eg-arm-1",
    )
    s = attack(s, "2030", "Is-arm-5", "Is-arm-6")
    assert "[12.0]" not in s.forecast()["defenders"][0]["why"]
    assert sandtable.load("sinai/1973").rules.command_control == "none"  # type: ignore[attr-defined]


def ones(count: int, die: int = 1, **fields: Any) -> Any:
    s = position(
        "1973",
        "Participation",
        "3714 Jo-arm-1 Jo-arm-2 Jo-mech-1",
        "3704 Sy-arm-1",
        "3115 Is-mech-2",
        turn=5,
        ones=count,
        **fields,
    )
    return s.play(f"roll {die}")


@pytest.mark.rule("sinai", "24.81")
def test_r24_81_ones_send_units_to_syria_and_the_fourth_brings_jordan_in() -> None:
    assert options(ones(0)) == {"send Jo-arm-1", "send Jo-arm-2"}
    s = ones(0).play("send Jo-arm-1")
    assert names(s, s.sent) == {"Jo-arm-1"}
    assert options(ones(1, sent=["Jo-arm-1"])) == {"send Jo-arm-2"}
    assert options(ones(2)) == {"send Jo-mech-1"}
    assert ones(3).jordan_at_war
    assert ones(0, die=2).sent == 0


@pytest.mark.rule("sinai", "24.81")
def test_r24_81_a_sent_unit_goes_to_syria_by_the_quickest_way() -> None:
    game = sandtable.load("sinai/1973")
    s = game.position(
        'sinai/1973\nturn 5\nsent ["Jo-arm-1"]\nat 3710 Jo-arm-1\nat 3704 Sy-arm-1\nat 3115 Is-mech-2\n> OpenMovement {"side": "arab", "number": 1}'
    )
    grid = game.map.grid
    land = game.home["syria"]  # type: ignore[attr-defined]
    now = s.loc[game.unit("Jo-arm-1")]
    assert land >> now & 1 or grid.distance(now, game.hex("3908")) < grid.distance(game.hex("3710"), game.hex("3908"))
    refused(s, f"move Jo-arm-1 {game.hex_name(now)}-{game.hex_name(next(h for h in grid.neighbours[now] if h))}", "5.0")


@pytest.mark.rule("sinai", "24.82")
def test_r24_82_sent_units_fight_from_syria_but_not_from_jordan() -> None:
    fields = {"sent": ["Jo-arm-1"]}
    s = fighting("arab", "3706 Jo-arm-1", "3606 Is-airm-1", **fields)
    assert s.check("attack 3606") is None
    s = fighting("arab", "3707 Jo-arm-1", "3606 Is-airm-1", **fields)
    refused(s, "attack 3606", "24.82")
    s = fighting("arab", "3706 Jo-mech-1", "3606 Is-airm-1", **fields)
    refused(s, "attack 3606", "13.21")
    s = moving("israel", "3315 Is-mech-2", "3714 Jo-arm-1", jordan_at_war=True, trans_jordan_open=True)
    assert s.check("move Is-mech-2 3315-3414") is None


@pytest.mark.rule("sinai", "24.83")
def test_r24_83_no_participation_before_jordan_is_mobilized() -> None:
    s = position("1973", "Participation", "3714 Jo-arm-1", "to-come Jo-inf-3", "3115 Is-mech-2", turn=3)
    assert s.actor is None


@pytest.mark.rule("sinai", "24.84")
def test_r24_84_jordan_stops_when_syria_is_lost() -> None:
    s = position("1973", "EndOfPlayerTurn israel", "3714 Jo-arm-1", "0424 Eg-arm-1", "3703 Is-mech-2", turn=8)
    assert s.jordan_silent
    assert not zone(s, "arab") >> s.game.hex("3713") & 1
    s = moving("arab", "3714 Jo-arm-1", "0424 Eg-arm-1", "3703 Is-mech-2", jordan_silent=True)
    refused(s, "move Jo-arm-1 3714-3713", "24.84")
    s = position("1973", "EndOfPlayerTurn israel", "3714 Jo-arm-1", "3703 Is-mech-2", turn=8, jordan_at_war=True)
    assert not s.jordan_silent


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_out_of_jordan_and_apart_in_stacks_but_together_in_attack() -> None:
    s = moving("arab", "3706 Sy-arm-1", "3805 Iq-arm-1", "3115 Is-mech-2")
    refused(s, "move Sy-arm-1 3706-3707", "24.9")
    s = s.play("move Sy-arm-1 3706-3705")
    refused(s, "move Iq-arm-1 3805-3705", "24.9")  # no stacking
    s = fighting("arab", "3705 Sy-arm-1", "3706 Iq-arm-1", "3605 Is-airm-1")
    s = attack(s, "3605", "Sy-arm-1", "Iq-arm-1")
    assert len(s.forecast()["attackers"]) == 2


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_a_unit_pushed_into_jordan_only_goes_home() -> None:
    s = moving("arab", "3808 Sy-arm-1", "3115 Is-mech-2")
    refused(s, "move Sy-arm-1 3808-3809", "24.9")
    assert s.check("move Sy-arm-1 3808-3807") is None
    s = moving("arab", "3707 Sy-arm-1", "3115 Is-mech-2", destroyed=["3606"])
    refused(s, "move Sy-arm-1 3707-3606", "13.21")  # not into Israel, out of which it did not come
    s = moving("arab", "3707 Sy-arm-1", "3115 Is-mech-2", destroyed=["3606"], from_israel=["Sy-arm-1"])
    assert s.check("move Sy-arm-1 3707-3606") is None
    refused(s, "move Sy-arm-1 3707-3708", "24.9")


# 25.1 SAM ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.11")
def test_r25_11_the_umbrella() -> None:
    s = moving(
        "arab", "0425 Eg-SAM-1", "0425 Eg-mech-1", "0625 Eg-arm-1", "0725 Eg-arm-2", "0826 Eg-arm-3", "3115 Is-mech-2"
    )
    strengths = {n: basic_defence(s, s.game.unit(n))[0] for n in ("Eg-mech-1", "Eg-arm-1", "Eg-arm-2", "Eg-arm-3")}
    assert strengths == {"Eg-mech-1": 16, "Eg-arm-1": 20, "Eg-arm-2": 15, "Eg-arm-3": 10}


@pytest.mark.rule("sinai", "25.11")
def test_r25_11_terrain_and_supply_come_after_the_umbrella() -> None:
    s = attack(
        fighting(
            "israel",
            "0823 Is-arm-1 Is-arm-2 Is-arm-3",
            "0824 Is-arm-4 Is-arm-5 Is-arm-6",
            "0724 Eg-arm-2",
            "0425 Eg-SAM-1",
        ),
        "0724",
        "Is-arm-1",
        "Is-arm-2",
        "Is-arm-3",
        "Is-arm-4",
        "Is-arm-5",
        "Is-arm-6",
    )
    tally = s.forecast()
    assert tally["defenders"][0]["strength"] == "15"
    assert {
        "text": "unsupplied Arab units defend at half Strength -8",
        "rule": "10.32",
        "columns": 0,
    } in tally["shifts"]


@pytest.mark.rule("sinai", "25.12")
def test_r25_12_no_flights_or_markers_under_the_umbrella() -> None:
    s = moving("israel", "1022 Is-airm-3", "0425 Eg-SAM-1")
    refused(s, "fly Is-airm-3 0623", "25.12")
    s = moving("israel", "0623 Is-airm-3", "0425 Eg-SAM-1")
    refused(s, "fly Is-airm-3 1022", "25.12")
    s = position("1973", "PlaceStrikes", "0425 Eg-SAM-1", "3115 Is-mech-2", turn=4)
    refused(s, "strike 0424", "25.12")
    assert s.check("strike 1726") is None


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_air_attack_on_a_sam_unit() -> None:
    s = position("1973", "Raids", "0325 Eg-SAM-2", "3115 Is-mech-2", turn=4)
    assert options(s, "raid") == {"raid Eg-SAM-2 1", "raid Eg-SAM-2 2", "raid Eg-SAM-2 3"}
    s = s.play("raid Eg-SAM-2 3")  # +2
    hit = s.play("roll 1")  # retreat of 2
    assert hit.actor == "arab"
    ways = {a.args[1] for a in hit.options()}
    assert ways
    assert all(len(w.split("-")) == 3 for w in ways)
    near = hit.game.edge_distance
    assert all(near[hit.game.hex(w.split("-")[-1])] == near[hit.game.hex("0325")] - 2 for w in ways)
    missed = s.play("roll 6")
    assert missed.strikes_away == (14,)
    assert missed.strike_losses == 1
    refused(missed, "raid Eg-SAM-2 1", "25.13")  # once attacked


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_three_markers_are_needed_and_lost_ones_return_after_ten_turns() -> None:
    s = position("1973", "Raids", "0325 Eg-SAM-2", "3115 Is-mech-2", turn=4, strikes_away=[9, 9, 10, 11])
    assert "Only 2 Air Strike markers" in refused(s, "raid Eg-SAM-2 1", "25.13")
    s = position("1973", "ReturnMarkers", "0325 Eg-SAM-2", turn=10, strikes_away=[9, 10, 11])
    assert s.strikes_away == (11,)


@pytest.mark.rule("sinai", "25.13", "25.14")
def test_r25_13_on_the_ground_a_lone_sam_has_one_point() -> None:
    s = attack(fighting("israel", "0427 Is-mech-1", "0327 Eg-SAM-3"), "0327", "Is-mech-1")
    assert superiority(s) == 5 - 1
    s = attack(
        fighting("israel", "0427 Is-arm-1 Is-arm-2 Is-arm-3", "0327 Eg-SAM-3 Eg-mech-1"),
        "0327",
        "Is-arm-1",
        "Is-arm-2",
        "Is-arm-3",
    )
    assert [d["unit"] for d in s.forecast()["defenders"]] == ["Eg-mech-1"]  # the SAM adds nothing
    s = play(s, "confirm", "roll 1")
    assert {a.args[0] for a in s.options()} == {"Eg-SAM-3", "Eg-mech-1"}
    refused(fighting("arab", "0327 Eg-SAM-3", "0427 Is-mech-1"), "attack 0427", "25.14")
    s = moving("israel", "0427 Is-mech-1", "0327 Eg-SAM-3")
    assert s.check("overrun Is-mech-1 0427-0327") is None


@pytest.mark.rule("sinai", "25.15")
def test_r25_15_a_sam_moves_in_the_second_movement_phase() -> None:
    s = moving("arab", "0325 Eg-SAM-2", "3115 Is-mech-2")
    refused(s, "move Eg-SAM-2 0325-0326", "25.15")
    s = moving("arab", "0325 Eg-SAM-2", "3115 Is-mech-2", number=2)
    assert s.check("move Eg-SAM-2 0325-0326") is None
    refused(s, "move Eg-SAM-2 0325-0326-0327", "5.29")


@pytest.mark.rule("sinai", "25.16", "26.14")
def test_r25_16_a_sam_does_not_cross_the_canal_before_the_mid_1970s() -> None:
    places = ("0424 Eg-SAM-2", "3115 Is-mech-2")
    refused(moving("arab", *places, number=2, destroyed=["0524"]), "move Eg-SAM-2 0424-0524", "25.16")
    s = moving("arab", *places, number=2, destroyed=["0524"], scenario="mid-1970s")
    assert s.check("move Eg-SAM-2 0424-0524") is None


@pytest.mark.rule("sinai", "25.17", "25.71")
def test_r25_17_a_sam_forced_off_the_map_is_lost() -> None:
    s = position("1973", "Raids", "0225 Eg-SAM-2", "3115 Is-mech-2", turn=4)
    s = play(s, "raid Eg-SAM-2 3", "roll 1")
    off = next(a for a in s.options() if a.args[1].endswith("off"))
    s = s.play(off)
    assert where(s, "Eg-SAM-2") == "eliminated"


@pytest.mark.rule("sinai", "25.18")
def test_r25_18_two_sam_units_do_not_stack() -> None:
    s = moving("arab", "0325 Eg-SAM-2", "0327 Eg-SAM-3", "3115 Is-mech-2", number=2)
    s = s.play("move Eg-SAM-3 0327-0326")
    refused(s, "move Eg-SAM-2 0325-0326", "25.18")


@pytest.mark.rule("sinai", "25.19")
def test_r25_19_a_sam_has_no_zone() -> None:
    assert not zone(moving("israel", "0325 Eg-SAM-2", "3115 Is-mech-2"), "arab")


# 25.2 Bar Lev -----------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.21")
def test_r25_21_fifteen_points_and_the_price_of_a_low_result() -> None:
    places = ("0423 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0424 Eg-mech-4 Eg-arm-1 Eg-arm-2", "3115 Is-mech-2")
    s = attack(
        fighting("arab", *places), "0524", "Eg-mech-1", "Eg-mech-2", "Eg-mech-3", "Eg-mech-4", "Eg-arm-1", "Eg-arm-2"
    )
    assert superiority(s) == 26 - 15 - 3
    low = play(s, "confirm", "roll 6")  # result 1 at +8
    assert {a.verb for a in low.options()} == {"lose"}
    assert low.actor == "arab"
    low = low.play("lose Eg-mech-1")
    assert where(low, "Eg-mech-1") == "eliminated"
    assert low.destroyed >> low.game.hex("0524") & 1
    high = play(s, "confirm", "roll 1")  # result 3
    assert high.choice.__class__.__name__ == "Advance"


@pytest.mark.rule("sinai", "25.21", "25.83")
def test_r25_83_ten_points_on_the_first_turn() -> None:
    places = ("0423 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0424 Eg-mech-4 Eg-arm-1 Eg-arm-2", "3115 Is-mech-2")
    s = attack(
        fighting("arab", *places, turn=1),
        "0524",
        "Eg-mech-1",
        "Eg-mech-2",
        "Eg-mech-3",
        "Eg-mech-4",
        "Eg-arm-1",
        "Eg-arm-2",
    )
    assert superiority(s) == 26 - 10 - 3
    rough = next(h for h in ("3601", "3602", "3604") if s.game.map.terrain_at[s.game.hex(h)] == "rough")
    from sandtable.games.sinai.combat.strength import defence_of_hex

    assert defence_of_hex(s, s.game.hex(rough), [], (), 0, 0).total == 2
    later = fighting("arab", *places, turn=2)
    assert defence_of_hex(later, later.game.hex(rough), [], (), 0, 0).total == 4


@pytest.mark.rule("sinai", "25.22")
def test_r25_22_an_israeli_unit_mans_the_position_again() -> None:
    s = moving("israel", "0624 Is-arm-1", "0125 Eg-arm-1", destroyed=["0525", "0524"])
    s = (
        s.play("move Is-arm-1 0624-0525")
        if s.check("move Is-arm-1 0624-0525") is None
        else s.play("move Is-arm-1 0624-0524")
    )
    assert s.destroyed.bit_count() == 1


@pytest.mark.rule("sinai", "25.23")
def test_r25_23_a_bar_lev_hex_acts_like_a_unit() -> None:
    s = moving("arab", "0424 Eg-mech-1", "0623 Eg-arm-1", "3115 Is-mech-2")
    refused(s, "move Eg-mech-1 0424-0524", "25.23")
    zones = zone(s, "israel")
    assert zones >> s.game.hex("0623") & 1
    assert not zones >> s.game.hex("0424") & 1
    s = moving(
        "arab",
        "0424 Eg-mech-1",
        "3115 Is-mech-2",
        destroyed=["0521", "0522", "0523", "0524", "0525", "0526", "0527", "0528", "0629", "0730", "0731", "0732"],
    )
    assert not zone(s, "israel") >> s.game.hex("0623") & 1


# 25.3 garrisons ---------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.31")
def test_r25_31_one_brigade_stays_in_the_west_bank_through_turn_two() -> None:
    s = moving("israel", "3114 Is-mech-2 Is-mech-3", "0125 Eg-arm-1", turn=2)
    s = s.play("move Is-mech-2 3114-3115-3116-3015")
    refused(s, "move Is-mech-3 3114-3115-3116-3015", "25.31")
    assert (
        moving("israel", "3114 Is-mech-3", "0125 Eg-arm-1", turn=3).check("move Is-mech-3 3114-3115-3116-3015") is None
    )


@pytest.mark.rule("sinai", "25.31")
def test_r25_31_the_jordan_is_covered_from_turn_three() -> None:
    line = ("3308 Is-mech-2", "3311 Is-mech-3", "3314 Is-mech-4", "3316 Is-mech-5")
    s = moving("israel", *line, "0125 Eg-arm-1", turn=4)
    refused(s, "move Is-mech-3 3311-3310", "25.31")
    s = moving("israel", *line, "0125 Eg-arm-1", turn=4, jordan_at_war=True)
    assert s.check("move Is-mech-3 3311-3310") is None
    s = moving(
        "israel",
        "3308 Is-mech-2",
        "3314 Is-mech-4",
        "3316 Is-mech-5",
        "3212 Is-mech-3",
        "0125 Eg-arm-1",
        turn=3,
        number=2,
    )
    assert "Is-mech-3 can do it" in refused(s, "end", "25.31")


@pytest.mark.rule("sinai", "25.32")
def test_r25_32_the_syrian_edge_once_covered_stays_covered() -> None:
    s = moving("israel", "3601 Is-para-1", "0125 Eg-arm-1", garrisoned=["3601"])
    refused(s, "move Is-para-1 3601-3602-3603", "25.32")
    s = moving("israel", "3601 Is-para-1", "3602 Is-arm-1", "0125 Eg-arm-1", garrisoned=["3601"])
    assert s.check("move Is-para-1 3601-3602-3603") is None
    s = position("1973", "EndOfPlayerTurn arab", "3604 Is-para-1", "3703 Sy-arm-1", garrisoned=["3601"], turn=3)
    assert s.garrisoned == 0  # forced back: the duty ends
    s = moving("israel", "3601 Is-para-1", "0125 Eg-arm-1")
    assert s.play("end").garrisoned >> s.game.hex("3601") & 1


# 25.4-25.5 --------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.4", "25.84")
def test_r25_4_israelis_appear_on_their_hexes() -> None:
    game = sandtable.load("sinai/1973")
    text = 'sinai/1973\nturn 2\nat to-come Is-arm-6 Is-arm-8\nat 3115 Is-mech-2\nat 0125 Eg-arm-1\n{}> Reinforce {{"side": "israel", "number": 1}}\n> Movement {{"side": "israel"}}'
    s = game.position(text.format(""))
    assert where(s, "Is-arm-6") == "0924"
    assert where(s, "Is-arm-8") == "to-come"
    assert s.check("move Is-arm-6 0924-0925") is None  # the hex itself was free
    s = game.position(text.format("at 0924 Eg-arm-2\n"))
    assert where(s, "Is-arm-6") not in ("0924", "to-come", "")


@pytest.mark.rule("sinai", "25.4", "25.85", "25.86")
def test_r25_4_arabs_enter_over_their_edge_and_pay_for_it() -> None:
    s = moving("arab", "to-come Eg-mech-11 Sy-inf-7 Eg-arm-7", "3115 Is-mech-2", turn=2)
    entries = options(s, "enter")
    assert "enter Eg-mech-11 0127" in entries
    assert not any("Eg-arm-7" in e for e in entries)
    assert "enter Sy-inf-7 3901" in entries
    assert not any(e.startswith("enter Sy-inf-7 3901-") for e in entries)
    s = s.play(next(e for e in sorted(entries) if e.startswith("enter Eg-mech-11 0127-0226-")))
    refused(s, "move Eg-mech-11 0127-0226", "5.0")


@pytest.mark.rule("sinai", "25.5")
def test_r25_5_the_reserve_comes_one_by_one() -> None:
    s = moving("israel", "0426 Is-arm-1", "0225 Eg-arm-1", west_phases=1)
    s = s.play("end")
    assert s.reserve_called
    game = s.game
    text = 'sinai/1973\nturn 5\nreserve_called true\nat reserve Eg-mech-23 Eg-mech-24\nat 0426 Is-arm-1\nat 0125 Eg-arm-1\n> Reinforce {"side": "arab", "number": 1}\n> Movement {"side": "arab"}'
    s = game.position(text)
    assert where(s, "Eg-mech-23") == "to-come"
    assert where(s, "Eg-mech-24") == "reserve"
    assert any(a.startswith("enter Eg-mech-23") for a in options(s))
    s = moving("israel", "0528 Is-arm-1", "0225 Eg-arm-1", west_phases=1).play("end")
    assert not s.reserve_called
    assert s.west_phases == 0


# 25.6 ceasefire ---------------------------------------------------------------------------------------------
FALLEN = ["0521", "0522", "0523", "0524", "0525", "0526", "0527", "0528", "0629", "0730", "0731", "0732"]
"""The Bar Lev Line, all destroyed: Arab supply can cross the Canal."""


def asked(side: str, *places: str, turn: int = 9, **fields: Any) -> Any:
    fields.setdefault("destroyed", FALLEN)
    return position("1973", f"Ceasefire {side}", *places, turn=turn, **fields)


@pytest.mark.rule("sinai", "25.61")
def test_r25_61_who_may_ask() -> None:
    assert "ask" not in options(asked("arab", "0427 Is-arm-1", "0125 Eg-arm-1", west_brigade_phases=2))
    assert "ask" in options(asked("arab", "0427 Is-arm-1", "0125 Eg-arm-1", west_brigade_phases=3))
    assert "ask" in options(
        asked("arab", "3713 Is-arm-1", "0125 Eg-arm-1", jordan_at_war=True, trans_jordan_open=True, turn=6)
    )
    assert "ask" not in options(asked("israel", "3115 Is-arm-1", "1726 Eg-arm-1"))
    assert "ask" in options(asked("israel", "3115 Is-arm-1", "1921 Eg-arm-1"))
    assert "ask" in options(
        asked("israel", "3115 Is-arm-1", "3404 Sy-arm-1", "3703 Sy-arm-2", destroyed=["3404", "3603", "3604", "3503"])
    )
    assert "ask" in options(asked("israel", "3115 Is-arm-1", "1726 Eg-arm-1", turn=21))
    refused(asked("israel", "3115 Is-arm-1", "1726 Eg-arm-1"), "ask", "25.61")


@pytest.mark.rule("sinai", "25.61")
def test_r25_61_by_agreement_at_any_time() -> None:
    s = asked("israel", "3115 Is-arm-1", "1726 Eg-arm-1").play("offer")
    assert s.actor == "arab"
    assert s.play("accept").outcome is not None
    assert s.play("decline").outcome is None


@pytest.mark.rule("sinai", "25.62")
@pytest.mark.parametrize(("die", "over"), [(3, True), (4, False)])
def test_r25_62_one_to_three_ends_the_game(die: int, over: bool) -> None:
    s = play(asked("israel", "3115 Is-arm-1", "1921 Eg-arm-1"), "ask", f"roll {die}")
    assert (s.outcome is not None) is over
    s = position("1973", "GameTurn", "3115 Is-arm-1", "1921 Eg-arm-1", turn=5)
    assert s.choice.__class__.__name__ == "Ceasefire"  # at the start of every Game-Turn


# 25.7 victory -----------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.71")
def test_r25_71_points_for_units_and_markers() -> None:
    s = moving(
        "israel",
        "3115 Is-mech-2",
        "0125 Eg-arm-1",
        "eliminated Is-arm-1 Eg-arm-2 Eg-arm-3",
        "left Eg-arm-4",
        strike_losses=2,
    )
    lines = {(side, p) for side, p, text in score(s) if "eliminated" in text or "markers" in text}
    assert lines == {("arab", 2), ("arab", 4), ("israel", 2)}


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_captured_territory() -> None:
    s = moving("israel", "3703 Is-arm-1", "0125 Eg-arm-1", "3115 Is-mech-2")
    mine = captured(s, "israel")
    assert mine >> s.game.hex("3703") & 1
    assert mine >> s.game.hex("3704") & 1
    assert not mine >> s.game.hex("3904") & 1
    contested = moving("israel", "3703 Is-arm-1", "3804 Sy-arm-1", "0125 Eg-arm-1", "3115 Is-mech-2")
    assert not captured(contested, "israel") >> s.game.hex("3704") & 1  # overlapped by an enemy zone
    s = moving("israel", "0526 Eg-arm-1", "3115 Is-mech-2", destroyed=["0525", "0526", "0527"])
    taken = captured(s, "arab")
    assert taken >> s.game.hex("0526") & 1
    assert taken >> s.game.hex("0626") & 1


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_units_out_of_communication_are_removed_at_the_end() -> None:
    s = asked("israel", "3115 Is-arm-1", "1921 Eg-arm-1", "1124 Eg-arm-2")
    assert "Eg-arm-2" not in names(s, communicating(s, "arab"))
    s = play(s, "ask", "roll 1")
    assert where(s, "Eg-arm-2") == "eliminated"
    linked = moving(
        "israel", "3115 Is-arm-1", "0526 Eg-arm-1", "0625 Eg-arm-2", destroyed=["0525", "0526", "0527", "0524"]
    )
    assert "Eg-arm-2" in names(linked, communicating(linked, "arab"))


@pytest.mark.rule("sinai", "25.72")
@pytest.mark.parametrize(
    ("points", "name"),
    [
        (50, "Decisive Israeli"),
        (49, "Substantive Israeli"),
        (29, "Marginal Israeli"),
        (14, "Draw"),
        (0, "Draw"),
        (-1, "Marginal Arab"),
        (-15, "Marginal Arab"),
        (-16, "Substantive Arab"),
        (-30, "Substantive Arab"),
        (-31, "Decisive Arab"),
    ],
)
def test_r25_72_levels(points: int, name: str) -> None:
    assert level(moving("israel", "3115 Is-mech-2"), points) == name


# 25.8 -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.81", "25.82")
def test_r25_82_the_first_game_turn() -> None:
    s = started()
    assert s.actor == "arab"
    assert s.choice.__class__.__name__ == "Combat"
    seen = []
    while s.turn == 1:
        phase = s.game.phase(s)
        if not seen or seen[-1] != phase:
            seen.append(phase)
        s = s.play("end")
    assert seen == ["arab-combat", "israel-movement", "israel-movement-2"]


@pytest.mark.rule("sinai", "25.84", "25.85", "25.86", "25.87")
def test_r25_84_orders_of_battle() -> None:
    s = started()
    assert where(s, "Is-arm-1") == "0924"
    assert where(s, "Is-para-1") == "3601"
    assert where(s, "Jo-arm-1") == "3714"
    assert where(s, "Eg-SAM-1") == "0323"
    assert where(s, "Sy-SAM-1") == "3803"
    game = s.game
    assert game.rules.air_strikes == 6
    at_start = [n for u, n in enumerate(game.roster.names) if s.loc[u] > 0]
    assert len([n for n in at_start if n.startswith("Eg")]) == 21
    assert len([n for n in at_start if n.startswith("Sy")]) == 11
    deploy = sandtable.load("sinai/1973").start()
    refused(deploy, "place Eg-arm-1 2030", "25.85")  # the Sinai is Israel's
    refused(deploy, "place Sy-arm-1 3603", "25.85")
    assert deploy.check("place Sy-arm-1 3703") is None


# 25.9 -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.91")
def test_r25_91_full_cooperation() -> None:
    s = moving("arab", "3706 Sy-arm-1", "3805 Iq-arm-1", "3115 Is-mech-2", scenario="1973-cooperation")
    assert s.check("move Sy-arm-1 3706-3707") is None
    assert s.check("move Iq-arm-1 3805-3806-3706") is None


@pytest.mark.rule("sinai", "25.92")
def test_r25_92_jordan_joins_when_mobilized() -> None:
    s = position("1973-cooperation", "GameTurn", "3714 Jo-arm-1", "3115 Is-mech-2", "to-come Jo-inf-3", turn=3)
    assert not s.jordan_at_war
    s = position("1973-cooperation", "GameTurn", "3714 Jo-arm-1", "3115 Is-mech-2", turn=4)
    assert s.jordan_at_war


@pytest.mark.rule("sinai", "25.93", "26.17")
@pytest.mark.parametrize("scenario", ["1973-cooperation", "mid-1970s"])
def test_r25_93_israel_waits_for_jordan_to_move(scenario: str) -> None:
    places = ("3315 Is-mech-2", "3413 Jo-arm-1", "0125 Eg-arm-1")
    s = moving("israel", *places, jordan_at_war=True, scenario=scenario)
    refused(s, "move Is-mech-2 3315-3414", "25.93")
    assert not zone(s, "arab") >> s.game.hex("3314") & 1
    s = moving("arab", "3414 Jo-arm-1", "3216 Is-mech-2", jordan_at_war=True, scenario=scenario)
    s = s.play("move Jo-arm-1 3414-3315")
    assert s.trans_jordan_open
    s = moving(
        "israel", "3315 Is-mech-2", "3714 Jo-arm-1", jordan_at_war=True, trans_jordan_open=True, scenario=scenario
    )
    assert s.check("move Is-mech-2 3315-3414") is None


@pytest.mark.rule("sinai", "25.94")
def test_r25_94_libyans_on_turn_four_second_phase() -> None:
    s = moving("arab", "to-come Ly-arm-1", "3115 Is-mech-2", turn=4, scenario="1973-cooperation")
    assert not options(s, "enter")
    s = moving("arab", "to-come Ly-arm-1", "3115 Is-mech-2", turn=4, number=2, scenario="1973-cooperation")
    assert options(s, "enter")
    assert "Ly-arm-1" not in sandtable.load("sinai/1973").roster.names


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_a_brigade_before_amman_stops_jordan() -> None:
    open_ = {"jordan_at_war": True, "trans_jordan_open": True}
    s = moving(
        "israel",
        "3613 Is-arm-1",
        "3514 Is-arm-2",
        "3712 Jo-arm-1",
        "3114 Jo-mech-1",
        "0125 Eg-arm-1",
        scenario="1973-cooperation",
        **open_,
    )
    s = s.play("end")
    assert s.amman_taken
    assert s.jordan_silent
    assert where(s, "Jo-mech-1") == "left"
    assert where(s, "Jo-arm-1") == "3712"
    assert ("israel", 10) in {(side, p) for side, p, text in score(s) if "25.95" in text}
    after = moving(
        "israel",
        "3613 Is-arm-1",
        "3513 Is-arm-2",
        "3712 Jo-arm-1",
        "0125 Eg-arm-1",
        scenario="1973-cooperation",
        amman_taken=True,
        jordan_silent=True,
        front=["3613", "3513", "3412"],
        destroyed=["3312"],
        **open_,
    )
    refused(after, "move Is-arm-1 3613-3513", "25.95")  # must stay before Amman
    refused(after, "move Is-arm-2 3513-3412-3411", "25.95")  # beyond the front
    refused(after, "move Is-arm-2 3513-3412-3312", "25.95")  # the second brigade stays in Jordan


def test_destinations_exist() -> None:
    assert destinations(moving("israel", "2030 Is-arm-1", "0125 Eg-arm-1"), "Is-arm-1")


# found by review --------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.92", "25.93")
def test_r25_92_jordan_at_war_attacks_into_israel_and_opens_the_border() -> None:
    s = fighting(
        "arab",
        "3032 Jo-arm-1 Jo-arm-2 Jo-mech-1",
        "2932 Is-airm-1",
        scenario="1973-cooperation",
        turn=7,
        jordan_at_war=True,
    )
    s = play(attack(s, "2932", "Jo-arm-1", "Jo-arm-2"), "confirm")
    assert s.trans_jordan_open
    s = fighting("israel", "2932 Is-arm-1", "3032 Jo-arm-1", scenario="1973-cooperation", turn=7, jordan_at_war=True)
    refused(s, "attack 3032", "25.93")


@pytest.mark.rule("sinai", "24.41", "11.0")
def test_r24_41_overruns_count_too() -> None:
    s = moving("israel", "0523 Is-arm-3 Is-arm-4 Is-arm-5", "0423 Eg-SAM-1", turn=4)
    refused(s, "overrun Is-arm-3+Is-arm-4+Is-arm-5 0523-0423", "24.41")
    assert s.check("overrun Is-arm-3+Is-arm-4 0523-0423") is None


@pytest.mark.rule("sinai", "10.11", "10.14", "24.9")
def test_r10_14_jordanians_in_syria_are_supplied_through_syria() -> None:
    s = position(
        "1973", "BeginMovement arab", "3705 Jo-arm-1", "3706 Sy-arm-1", "3115 Is-mech-2", turn=8, sent=["Jo-arm-1"]
    )
    assert "Jo-arm-1" not in names(s, s.unsupplied)


@pytest.mark.rule("sinai", "25.71", "24.33")
def test_r25_71_a_unit_driven_over_an_enemy_edge_is_eliminated() -> None:
    ring = ("0230 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0229 Eg-mech-1", "0231 Eg-mech-2", "0132 Eg-mech-3", "0129 Eg-mech-4")
    s = fighting("arab", *ring, "0130 Is-airm-1", turn=9)
    s = play(attack(s, "0130", "Eg-arm-1", "Eg-arm-2", "Eg-arm-3"), "confirm", "roll 1", "retreat Is-airm-1 0130-off")
    assert where(s, "Is-airm-1") == "eliminated"


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_a_sam_unit_is_no_supply_source() -> None:
    ring = (
        "1526 Is-arm-1",
        "1726 Is-arm-2",
        "1730 Is-arm-3",
        "1530 Is-arm-4",
        "1328 Is-arm-5",
        "1330 Is-arm-6",
        "1327 Is-arm-7",
    )
    s = moving("arab", "1528 Eg-SAM-1 Eg-arm-1", *ring, turn=9, scenario="mid-1970s")
    assert communicating(s, "arab") == 0


@pytest.mark.rule("sinai", "9.13", "25.21")
def test_r25_21_a_retreated_unit_does_not_protect_the_position() -> None:
    s = fighting(
        "arab",
        "0425 Eg-arm-1 Eg-arm-2 Eg-arm-3",
        "0424 Eg-mech-5 Eg-mech-6 Eg-mech-7",
        "0525 Is-airm-1",
        turn=4,
        attacked=["Is-airm-1"],
        shoved=["Is-airm-1"],
    )
    s = attack(s, "0525", "Eg-arm-1", "Eg-arm-2", "Eg-arm-3", "Eg-mech-5", "Eg-mech-6", "Eg-mech-7")
    assert superiority(s) == 30 - 15 - 3
    assert s.forecast()["losses"]


@pytest.mark.rule("sinai", "6.4", "24.9")
def test_r24_9_a_retreat_into_jordan_still_respects_zones() -> None:
    places = (
        "3706 Is-arm-1 Is-arm-2",
        "3806 Is-arm-3 Is-arm-4 Is-arm-5",
        "3809 Is-arm-6",
        "3807 Sy-inf-1",
        "3907 Is-arm-7",
        "3709 Is-arm-8",
    )
    s = fighting("israel", *places, turn=8, jordan_at_war=True, trans_jordan_open=True)
    s = play(attack(s, "3807", "Is-arm-3", "Is-arm-4", "Is-arm-5"), "confirm", "roll 1")
    assert options(s) == {"lose Sy-inf-1"}


@pytest.mark.rule("sinai", "25.32", "11.0")
def test_r25_32_an_overrun_does_not_break_a_garrison() -> None:
    s = moving("israel", "3705 Is-arm-3", "3704 Sy-inf-1", "2519 Is-arm-4", turn=5, garrisoned=["3706"])
    refused(s, "overrun Is-arm-3 3705-3704", "25.32")


@pytest.mark.rule("sinai", "24.82")
def test_r24_82_from_the_border_into_syria_is_allowed() -> None:
    s = fighting("arab", "3707 Jo-arm-1", "3706 Is-airm-1", "3901 Sy-arm-1", turn=8, sent=["Jo-arm-1"])
    assert s.check("attack 3706") is None


@pytest.mark.rule("sinai", "8.14", "25.13")
def test_r25_13_a_raided_sam_is_not_attacked_again() -> None:
    game = sandtable.load("sinai/1973")
    s = game.position(
        'sinai/1973\nturn 4\nat 0423 Is-arm-1\nat 0422 Is-arm-2\nat 0323 Eg-SAM-1\n> Raids\n> Combat {"side": "israel"}'
    )
    s = play(s, "raid Eg-SAM-1 1", "roll 6", "end")
    refused(s, "attack 0323", "8.14")


@pytest.mark.rule("sinai", "16.11", "24.33")
def test_r24_33_air_strikes_hinder_leaving_the_map_too() -> None:
    s = moving("arab", "0130 Eg-mech-5", "3115 Is-mech-2", turn=4, strikes=["0130", "0130"])
    refused(s, "exit Eg-mech-5 0130-off", "24.33")
    s = moving("arab", "0130 Eg-mech-5", "3115 Is-mech-2", turn=4, strikes=["0130"])
    assert s.check("exit Eg-mech-5 0130-off") is None


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_both_sides_are_judged_before_anybody_is_removed() -> None:
    from sandtable.games.sinai.course.victory import remove_lost_units

    places = ("2040 Eg-arm-1", "1939 Is-arm-1", "2036 Eg-arm-2", "1942 Eg-arm-3", "1938 Eg-arm-4")
    s = moving("arab", *places, turn=9, destroyed=FALLEN)
    linked = names(s, communicating(s, "arab") | communicating(s, "israel"))
    remove_lost_units(s)
    assert {n for n in ("Eg-arm-1", "Is-arm-1") if where(s, n) == "eliminated"} == {"Eg-arm-1", "Is-arm-1"} - linked


@pytest.mark.rule("sinai", "24.52", "26.42")
def test_r24_52_only_israelis_flee_into_the_hills() -> None:
    from sandtable.games.sinai.combat.last_ways import last_ways

    s = moving(
        "israel",
        "3107 Eg-mech-1",
        "3207 Is-arm-1",
        "3108 Is-arm-2",
        "3007 Is-arm-3",
        turn=9,
        scenario="mid-1970s-logistics",
    )
    rough = s.game.map.terrain["rough"]
    assert not any(
        len(w) == 2 and w[1] and rough >> w[1] & 1 for w in last_ways(s, s.game.unit("Eg-mech-1"), 1, 0, True)
    )


@pytest.mark.rule("sinai", "25.32", "8.4")
def test_r25_32_an_advance_does_not_break_a_garrison() -> None:
    s = fighting("israel", "3705 Is-arm-3", "3704 Sy-inf-1", turn=5, jordan_at_war=True, garrisoned=["3706"])
    s = play(attack(s, "3704", "Is-arm-3"), "confirm", "roll 1")
    while s.actor == "arab":
        s = s.play(next(iter(s.options())))
    assert s.choice is None or s.choice.__class__.__name__ != "Advance"


@pytest.mark.rule("sinai", "24.41", "17.0")
def test_r24_41_flights_over_the_canal_count() -> None:
    s = moving("israel", "1128 Is-airm-1", "0125 Eg-arm-1", turn=4, moves_made=10)
    s = s.play("fly Is-airm-1 0238")
    assert len(s.crossed_israel) == 2
    six = ["0424", "0524"] * 6
    s = moving("israel", "1128 Is-airm-1", "0125 Eg-arm-1", turn=4, moves_made=10, crossed_israel=six)
    refused(s, "fly Is-airm-1 0238", "24.41")


@pytest.mark.rule("sinai", "24.9", "9.12")
def test_r24_9_no_retreat_onto_another_nation() -> None:
    from sandtable.games.sinai.combat.ways_back import ways_back

    s = fighting("israel", "3703 Is-arm-1", "3804 Iq-arm-1", "3704 Sy-inf-1", turn=6)
    iraqi = s.game.hex("3804")
    assert all(w[-1] != iraqi for w in ways_back(s, s.game.unit("Sy-inf-1"), 1, 0, True))


@pytest.mark.rule("sinai", "25.95", "10.12")
def test_r25_95_the_brigade_before_amman_stays_in_supply() -> None:
    places = ("3613 Is-arm-1", "3114 Is-mech-2", "3901 Sy-arm-1", "3934 Jo-inf-1")
    s = moving("israel", *places, turn=9, scenario="1973-cooperation", jordan_at_war=True, trans_jordan_open=True)
    s = s.play("end")
    assert s.amman_taken
    assert s.front >> s.game.hex("3513") & 1
    assert "Is-arm-1" not in names(s, judge(s))


@pytest.mark.rule("sinai", "25.23", "25.71")
def test_r25_23_an_intact_bar_lev_hex_is_not_captured_by_a_zone() -> None:
    s = moving("arab", "0425 Eg-arm-1", "3115 Is-mech-2", turn=9, destroyed=[h for h in FALLEN if h != "0525"])
    assert not captured(s, "arab") >> s.game.hex("0525") & 1


@pytest.mark.rule("sinai", "25.22")
def test_r25_22_a_retreat_mans_nothing() -> None:
    from sandtable.games.sinai.combat.retreat import step_back

    s = fighting("arab", "0525 Is-airm-1", "0425 Eg-arm-1", destroyed=["0525", "0526"])
    step_back(s, s.game.unit("Is-airm-1"), [s.game.hex("0525"), s.game.hex("0526")])
    assert s.destroyed >> s.game.hex("0526") & 1


@pytest.mark.rule("sinai", "13.23", "24.82")
def test_r13_23_jordanians_stay_in_jordan_before_the_war() -> None:
    refused(moving("arab", "3707 Jo-mech-1", "3901 Sy-arm-1", turn=5), "move Jo-mech-1 3707-3706", "13.23")


@pytest.mark.rule("sinai", "13.21", "25.13", "25.93")
def test_r25_93_no_raid_on_a_sam_unit_of_a_jordan_at_peace() -> None:
    s = position("mid-1970s", "Raids", "3612 Jo-SAM-1", "3115 Is-mech-2", turn=4)
    refused(s, "raid Jo-SAM-1 1", "25.93")
    s = position(
        "mid-1970s", "Raids", "3612 Jo-SAM-1", "3115 Is-mech-2", turn=4, jordan_at_war=True, trans_jordan_open=True
    )
    assert s.check("raid Jo-SAM-1 1") is None


@pytest.mark.rule("sinai", "10.14", "24.32", "5.32")
def test_r24_32_a_brigade_that_walked_into_the_hills_is_supplied_and_may_come_out() -> None:
    s = moving("israel", "3316 Is-arm-1", "3901 Sy-arm-1", turn=9)
    assert not judge(s, 1 << s.game.unit("Is-arm-1"))
    assert s.check("move Is-arm-1 3316-3315") is None


@pytest.mark.rule("sinai", "25.31", "25.32", "23.14")
def test_r25_31_a_stack_does_not_evade_what_binds_its_units() -> None:
    s = moving("israel", "3114 Is-mech-2 Is-mech-3", "0125 Eg-arm-1", turn=2)
    refused(s, "move Is-mech-2+Is-mech-3 3114-3115-3116-3015", "25.31")
    s = moving("israel", "3705 Is-arm-3 Is-arm-5", "2519 Is-arm-4", turn=5, garrisoned=["3706"], jordan_at_war=True)
    refused(s, "move Is-arm-3+Is-arm-5 3705-3604", "25.32")
    nine = ("2028 Is-10 Is-4 Is-7", "2030 Is-inf-1 Is-inf-2 Is-mech-1", "2032 Is-inf-3 Is-11 Is-inf-4")
    s = moving("israel", *nine, "2424 Is-37 Is-mech-2", "0125 Eg-1arm", scenario="1956")
    refused(s, "move Is-37+Is-mech-2 2424-2324", "23.14")


@pytest.mark.rule("sinai", "7.0", "5.27", "24.41")
def test_r7_0_a_full_hex_is_entered_only_if_a_unit_can_still_leave_it_after_the_move() -> None:
    places = (
        "0525 Eg-mech-3 Eg-mech-7 Eg-arm-7",
        "0424 Eg-arm-8",
        "0623 Is-arm-3",
        "0724 Is-arm-1",
        "0628 Is-mech-1",
    )
    ruins = ["0524", "0525", "0527", "0528", "0731"]
    crossings = ["0631", "0731", "0424", "0524", "0424", "0525", "0425", "0525"]
    # Four crossings so far: the fifth brings the fourth unit into 0525, the sixth takes one back over the Canal.
    s = moving("arab", *places, scenario="1973", turn=3, destroyed=ruins, crossed_arab=crossings)
    t = s.play("move Eg-arm-8 0424-0525")
    assert t.choice.crowded
    assert "move Eg-mech-3 0525-0425" in options(t)
    # Five so far: the sixth would bring it in, and nobody could leave.
    s = moving("arab", *places, scenario="1973", turn=3, destroyed=ruins, crossed_arab=[*crossings, "0426", "0527"])
    assert s.check("move Eg-mech-3 0525-0425") is None
    refused(s, "move Eg-arm-8 0424-0525", "7.0")


@pytest.mark.rule("sinai", "24.33", "16.11")
def test_r24_33_refusals_to_leave_the_map_say_why() -> None:
    s = moving("arab", "0130 Eg-mech-5", "3115 Is-mech-2", turn=4, strikes=["0130", "0130"])
    assert "would cost 7; there are 4 Movement Points" in refused(s, "exit Eg-mech-5 0130-off", "16.11")
    refused(s, "exit Eg-mech-5 0130", "24.33")
    s = moving("arab", "0230 Eg-mech-5 Eg-arm-1", "3115 Is-mech-2", turn=4)
    assert "0230 is not at the map edge" in refused(s, "exit Eg-mech-5 0230-off", "24.33")
    refused(s, "exit Eg-mech-5+Eg-arm-1 0230-0130-off", "24.33")
    assert s.check("exit Eg-mech-5 0230-0130-off") is None
    s = moving("arab", "0230 Eg-mech-5", "0132 Is-arm-1", turn=4)
    refused(s, "exit Eg-mech-5 0230-0131-off", "6.2")
    refused(moving("arab", "0130 Eg-arm-1", scenario="1967"), "exit Eg-arm-1 0130-off", "14.2")


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_an_arriving_unit_takes_any_way_it_can_pay() -> None:
    s = moving("arab", "3115 Is-mech-2", "to-come Eg-mech-11", turn=2)
    assert s.check("enter Eg-mech-11 0127-0227-0226") is None
    assert s.check("enter Eg-mech-11 0127-0226") is None
    refused(s, "enter Eg-mech-11 0127-0227-0228-0128-0127-0126", "5.29")
    assert "map edge is that of Egypt" in refused(s, "enter Eg-mech-11 3901", "25.4")
    t = s.play("enter Eg-mech-11 0127-0227-0226")
    assert where(t, "Eg-mech-11") == "0226"
    assert "Eg-mech-11" in names(t, t.choice.moved)
    s = moving("arab", "0228 Is-mech-2", "to-come Eg-mech-11", turn=2)
    refused(s, "enter Eg-mech-11 0128-0127", "6.2")
    s = moving("arab", "0127 Is-mech-2", "to-come Eg-mech-11", turn=2)
    refused(s, "enter Eg-mech-11 0127", "5.26")


@pytest.mark.rule("sinai", "24.82", "24.9")
def test_r24_82_a_jordanian_unit_in_syria_may_retreat_into_its_own_country() -> None:
    places = ("3705 Is-arm-1 Is-arm-2 Is-arm-3", "3805 Is-arm-4", "3706 Jo-arm-1", "3901 Sy-arm-1", "2519 Is-arm-5")
    s = fighting("israel", *places, turn=8, sent=["Jo-arm-1"])
    s = play(attack(s, "3706", "Is-arm-1", "Is-arm-2", "Is-arm-3"), "confirm", "roll 1")
    assert "lose Jo-arm-1" not in options(s)
    assert all(a.startswith(("retreat Jo-arm-1 3706-3707", "retreat Jo-arm-1 3706-3806")) for a in options(s))
    s = moving("arab", "3706 Jo-arm-1", "3901 Sy-arm-1", "3115 Is-mech-2", turn=8, sent=["Jo-arm-1"])
    assert s.check("move Jo-arm-1 3706-3707") is None
    s = moving("arab", "3707 Jo-arm-1", "3115 Is-mech-2", turn=8, sent=["Jo-arm-1"], destroyed=["3606"])
    refused(s, "move Jo-arm-1 3707-3606", "24.82")


@pytest.mark.rule("sinai", "24.9", "13.21")
def test_r24_9_a_unit_driven_out_of_israel_fights_its_way_back() -> None:
    from sandtable.games.sinai.combat.retreat import step_back

    s = fighting("israel", "2831 Is-arm-1", "2932 Eg-arm-1", "3706 Sy-arm-1", turn=9)
    step_back(s, s.game.unit("Eg-arm-1"), [s.game.hex("2932"), s.game.hex("3032")])
    step_back(s, s.game.unit("Sy-arm-1"), [s.game.hex("3706"), s.game.hex("3707")])
    assert names(s, s.from_israel) == {"Eg-arm-1"}
    s = moving("arab", "3032 Eg-arm-1", "2519 Is-arm-5", turn=9, from_israel=["Eg-arm-1"])
    assert s.check("move Eg-arm-1 3032-2932") is None
    s = fighting("arab", "3032 Eg-arm-1", "2932 Is-airm-1", turn=9, from_israel=["Eg-arm-1"])
    assert s.check("attack 2932") is None
    s = fighting("arab", "3032 Eg-arm-1", "2932 Is-airm-1", turn=9)
    refused(s, "attack 2932", "24.9")


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_only_the_three_nations_named_keep_out_of_jordan() -> None:
    s = moving("arab", "3706 Sa-mech-1 Sy-arm-1", "2519 Is-arm-5", turn=9)
    assert s.check("move Sa-mech-1 3706-3707") is None
    refused(s, "move Sy-arm-1 3706-3707", "24.9")


@pytest.mark.rule("sinai", "13.21", "25.91", "25.92")
def test_r13_21_the_border_of_a_jordan_at_peace_is_shut_to_all_arab_movement() -> None:
    peace = {"scenario": "1973-cooperation", "turn": 2}
    s = moving("arab", "3032 Sy-arm-1", "3901 Sy-mech-1", "2519 Is-arm-5", **peace)
    refused(s, "move Sy-arm-1 3032-2932", "13.21")
    assert "2932" not in {a.args[1][-4:] for a in s.options() if a.verb == "move"}
    s = moving("arab", "3032 Iq-arm-1 Iq-arm-2 Iq-mech-1", "2932 Is-airm-1", **peace)
    refused(s, "overrun Iq-arm-1+Iq-arm-2+Iq-mech-1 3032-2932", "13.21")
    s = moving("arab", "3032 Sy-arm-1", "2519 Is-arm-5", scenario="1973-cooperation", turn=5, jordan_at_war=True)
    assert s.check("move Sy-arm-1 3032-2932") is None


@pytest.mark.rule("sinai", "25.61", "25.71")
def test_r25_61_a_sam_unit_that_is_cut_off_is_no_supplied_unit() -> None:
    ring = ("2713 Is-arm-1", "2418 Is-arm-2", "2320 Is-arm-3", "2520 Is-arm-4", "3901 Sy-arm-1")
    s = position("mid-1970s-race", "Ceasefire israel", "2419 Sy-SAM-1", *ring, turn=9)
    refused(s, "ask", "25.61")
    assert not any("P:" in text for _, _, text in score(s))


@pytest.mark.rule("sinai", "8.4", "8.6", "25.22")
def test_r8_6_the_forecast_knows_where_no_attacker_may_go() -> None:
    s = attack(fighting("israel", "0525 Shml Iska", "0425 Eg-19NG", scenario="1967"), "0425", "Shml", "Iska")
    assert s.forecast()["take_hex"] == 0
    s = fighting("israel", "3015 Elzr Mota Zeev", "3116 Jo-inf-1", "2713 Mtke", scenario="1967", jordan_at_war=True)
    assert attack(s, "3116", "Elzr", "Mota", "Zeev").forecast()["take_hex"] == 0  # an intact City
    s = attack(fighting("israel", "2031 Shml Iska", "2030 Eg-inf-1", scenario="1967"), "2030", "Shml", "Iska")
    assert s.forecast()["take_hex"] == 1
    s = fighting("arab", "0425 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0424 Eg-mech-1 Eg-mech-2", "3115 Is-mech-2")
    s = attack(s, "0525", "Eg-arm-1", "Eg-arm-2", "Eg-arm-3", "Eg-mech-1", "Eg-mech-2")
    f = s.forecast()
    assert f["take_hex"] == sum(r["probability"] for r in f["results"] if r["result"] != "-") > 0


@pytest.mark.rule("sinai", "9.14", "9.15", "24.9")
def test_r24_9_the_retreat_into_jordan_follows_the_same_priorities() -> None:
    places = (
        "3409 Is-para-3",
        "3604 Is-arm-5",
        "3605 Is-airm-3",
        "3606 Is-mech-3 Is-arm-7",
        "3610 Is-arm-2",
        "3807 Eg-arm-3",
        "3810 Mo-mech-1",
        "3907 Is-arm-6",
        "3911 Is-arm-9",
        "3806 Is-arm-1 Is-arm-3 Is-arm-4",
    )
    s = fighting("israel", *places, turn=9, jordan_at_war=True, trans_jordan_open=True)
    s = play(attack(s, "3807", "Is-arm-1", "Is-arm-3", "Is-arm-4", "Is-arm-6"), "confirm")
    long = options(s.play("roll 1"))
    assert "retreat Eg-arm-3 3807-3808-3909-3809-3810" in long
    assert not any(a.startswith("lose") for a in long)
    assert options(s.play("roll 6")) == {"retreat Eg-arm-3 3807-3808-3809-3810"}


@pytest.mark.rule("sinai", "24.81")
def test_r24_81_the_march_to_syria_goes_round_israel() -> None:
    for start, end in (("3620", "3616"), ("3711", "3608"), ("3615", "3911")):
        s = moving("arab", f"{start} Jo-arm-1", "3901 Sy-arm-1", "2519 Is-arm-5", turn=8, sent=["Jo-arm-1"])
        march_to_syria(s)
        assert where(s, "Jo-arm-1") == end


@pytest.mark.rule("sinai", "26.64", "24.42")
def test_r26_64_a_ferry_point_serves_retreats_without_limit() -> None:
    places = (
        "0525 Is-arm-1 Is-arm-2",
        "0523 Is-arm-3 Is-arm-4",
        "0524 Eg-arm-1 Eg-arm-2",
        "0424 Eg-mech-1",
        "0624 Is-arm-5",
    )
    s = fighting("israel", *places, scenario="mid-1970s-race", turn=5)
    s = play(attack(s, "0524", "Is-arm-1", "Is-arm-2", "Is-arm-3", "Is-arm-4"), "confirm", "roll 6")
    s = s.play(sorted(options(s, "retreat"))[0])
    assert not options(s, "lose")


@pytest.mark.rule("sinai", "24.2", "22.53", "23.63", "26.33")
@pytest.mark.parametrize(
    ("scenario", "phases"),
    [
        ("1967", "I:supply movement combat air A:command supply movement combat jordan"),
        ("1967-napping", "A:command supply movement combat jordan I:supply movement combat air"),
        ("1967-officers", "I:supply movement combat air A:supply movement combat jordan"),
        ("1967-cooperation", "I:supply movement combat air A:command supply movement combat"),
        ("1967-fantasy", "A:supply movement combat I:supply movement combat"),
        ("1956", "I:supply movement combat A:command supply movement combat"),
        ("1956-jordan", "I:supply movement combat A:command supply movement combat jordan"),
        ("1956-jihad", "A:command supply movement combat I:supply movement combat"),
        (
            "1973",
            "A:supply movement combat jordan supply-2 movement-2 I:supply movement raids combat air supply-2 movement-2",
        ),
        (
            "mid-1970s-full-israeli",
            "I:supply movement raids combat air supply-2 movement-2 A:supply movement combat jordan supply-2 movement-2",
        ),
        (
            "mid-1970s-jihad",
            "A:supply movement combat supply-2 movement-2 I:supply movement combat supply-2 movement-2",
        ),
    ],
)
def test_r24_2_the_strip_shows_the_phases_of_the_scenario_in_order(scenario: str, phases: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    shown = [p.id for p in phases_of(game.rules)]
    assert shown == [p.id for p in game.phases]
    side, wanted = "", []
    for word in phases.split():
        if ":" in word:
            side, word = {"I": "israel", "A": "arab"}[word[0]], word[2:]
        wanted.append(f"{side}-{word}")
    assert shown == wanted


@pytest.mark.rule("sinai", "25.4", "26.16", "26.31")
def test_r26_31_turn_notes_announce_only_what_comes() -> None:
    note = sandtable.load("sinai/1973").turn_note
    assert "Egypt" in note(2)
    assert "Iraq" in note(4)
    assert "Saudi Arabia" in note(5)
    assert "reinforcements" not in note(6)
    full = sandtable.load("sinai/mid-1970s-full").turn_note
    assert not any("reinforcements" in full(t) for t in range(1, 15))
    soviet = sandtable.load("sinai/mid-1970s-soviet").turn_note
    assert "USSR" in soviet(11)
    assert "USA" in soviet(12)
    assert "Egypt" in sandtable.load("sinai/mid-1970s").turn_note(1)  # one phase earlier: [26.16]
    assert "Israel" in sandtable.load("sinai/mid-1970s-jihad").turn_note(2)
    assert "Egypt" not in sandtable.load("sinai/mid-1970s-jihad").turn_note(2)
    assert "Iraq" in sandtable.load("sinai/1967").turn_note(8)
    early = sandtable.load("sinai/1956-jordan").turn_note  # the Iraqis are there at the start
    assert not any("reinforcements" in early(t) for t in range(1, 17))


@pytest.mark.rule("sinai", "25.61", "25.62")
def test_r25_62_the_brigade_west_of_the_canal_must_be_there_when_asked() -> None:
    west = {"turn": 9, "west_brigade_phases": 3, "west_phases": 3}
    s = position("mid-1970s-full-israeli", "Ceasefire arab", "2713 Is-arm-1", "0323 Eg-arm-1", **west)
    refused(s, "ask", "25.61")
    s = position("mid-1970s-full-israeli", "Ceasefire arab", "0528 Is-arm-1", "0428 Is-arm-2", "0130 Eg-arm-1", **west)
    assert s.check("ask") is None


@pytest.mark.rule("sinai", "25.16")
def test_r25_16_the_refusal_names_the_rule_of_sam_units() -> None:
    s = moving("arab", "0423 Eg-SAM-1", "3115 Is-mech-2", turn=4, number=2, destroyed=["0523"])
    refused(s, "move Eg-SAM-1 0423-0523", "25.16")


@pytest.mark.rule("sinai", "24.82")
def test_r24_82_a_sent_unit_does_not_pass_jordan_into_the_golan() -> None:
    s = moving("arab", "3806 Jo-arm-1", "3115 Is-mech-2", turn=8, sent=["Jo-arm-1"], destroyed=["3606"])
    refused(s, "move Jo-arm-1 3806-3707-3606", "13.21")
    assert s.check("move Jo-arm-1 3806-3706-3606") is None  # from Syria


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_the_land_behind_the_front_stays_open_and_only_captured_hexes_count() -> None:
    places = ("3613 Is-arm-1", "3114 Is-mech-2", "3315 Is-arm-2", "3901 Sy-arm-1", "3934 Jo-inf-1")
    war = {"jordan_at_war": True, "trans_jordan_open": True}
    s = position("1973-cooperation", "Movement israel", *places, turn=9, **war)
    amman_reached(s)
    assert s.check("move Is-arm-2 3315-3414") is None
    assert s.game.home["jordan"] & s.behind & ~s.front
    assert s.front == captured(s, "israel") & s.game.home["jordan"]
    shut = closed(s, s.game.unit("Is-arm-1"))
    assert shut >> s.game.hex("3611") & 1
    assert not shut >> s.game.hex("3412") & 1


@pytest.mark.rule("sinai", "26.54", "10.33")
def test_r26_54_soviet_units_suffer_like_israelis_without_supply() -> None:
    ring = ("2028 Is-arm-1", "2032 Is-arm-2", "2229 Is-arm-3", "2231 Is-arm-4", "1829 Is-arm-5", "1831 Is-arm-6")
    s = fighting("israel", "2030 Su-arm-1", *ring, "2031 Is-arm-7 Is-arm-8", scenario="mid-1970s-soviet", turn=12)
    assert judge(s, 1 << s.game.unit("Su-arm-1"))
    forecast = attack(s, "2030", "Is-arm-7", "Is-arm-8").forecast()
    assert forecast["defenders"][0]["strength"] == "14"  # twice seven, not halved
    assert not forecast["shifts"]


@pytest.mark.rule("sinai", "24.44", "26.14", "5.29")
def test_r24_44_units_on_foot_do_not_cross_the_canal_but_for_sam_units_of_the_mid_1970s() -> None:
    s = moving("israel", "0528 Is-airm-1 Is-arm-1", "0125 Eg-arm-1")
    refused(s, "move Is-airm-1 0528-0428", "5.29")
    refused(s, "walk Is-arm-1 0528-0428", "5.29")
    assert s.check("move Is-arm-1 0528-0428") is None
    s = moving("arab", "0428 Eg-SAM-1", "3115 Is-mech-2", number=2, scenario="mid-1970s", destroyed=["0528"])
    assert s.check("move Eg-SAM-1 0428-0528") is None


@pytest.mark.rule("sinai", "15.0", "24.2")
def test_r15_0_boarding_takes_the_whole_player_turn() -> None:
    s = moving("arab", "3714 Jo-inf-1", "3901 Sy-arm-1", "2519 Is-arm-5", turn=5)
    s = play(s, "entruck Jo-inf-1", "end")
    assert names(s, s.entrucked) == {"Jo-inf-1"}
    t = position("1973", "Movement arab", "3714 Jo-inf-1", "2519 Is-arm-5", turn=5, entrucked=["Jo-inf-1"])
    assert t.check("move Jo-inf-1 3714-3814") is None
    t.detrucked = s.detrucked
    refused(t, "move Jo-inf-1 3714-3814", "15.0")


@pytest.mark.rule("sinai", "25.61")
def test_r25_61_the_game_may_be_ended_by_agreement_in_any_phase() -> None:
    for s in (moving("arab", "0125 Eg-arm-1", "2519 Is-arm-5"), fighting("arab", "0125 Eg-arm-1", "2519 Is-arm-5")):
        t = s.play("offer")
        assert t.actor == "israel"
        assert t.play("decline") == s
        assert t.play("accept").outcome is not None
    assert moving("arab", "2030 Eg-arm-1", "2519 Iska", scenario="1967").check("offer") is not None


@pytest.mark.rule("sinai", "10.14", "13.21")
def test_r10_14_no_supply_over_the_shut_border() -> None:
    s = position("1973", "Movement arab", "2932 Sa-mech-1", "2519 Is-arm-5", "3901 Sy-mech-1", turn=5)
    assert judge(s) & 1 << s.game.unit("Sa-mech-1")
    s.jordan_at_war = True
    s.forget()
    assert not judge(s) & 1 << s.game.unit("Sa-mech-1")


@pytest.mark.rule("sinai", "25.13", "9.15")
def test_r25_13_a_sam_unit_finds_no_refuge_in_the_combat_itself() -> None:
    places = ("0222 Is-arm-1 Is-arm-2 Is-arm-3", "0323 Eg-SAM-1", "0223 Sy-inf-1", "3901 Eg-mech-3")
    s = fighting("israel", *places, turn=4)
    s = play(s, "attack 0323", "attack 0223", "with Is-arm-1", "with Is-arm-2", "with Is-arm-3", "confirm", "roll 1")
    assert not any(a.endswith("-0223") for a in options(s))


@pytest.mark.rule("sinai", "17.0", "17.13", "25.12", "5.25", "5.26")
def test_r17_13_refused_landings_say_why() -> None:
    places = ("1228 Is-airm-1", "0626 Eg-SAM-1", "1330 Eg-arm-1", "0130 Eg-arm-2")
    s = moving("israel", *places, turn=4, moves_made=9)
    assert "umbrella" in refused(s, "fly Is-airm-1 0828", "25.12")
    refused(s, "fly Is-airm-1 1331", "17.13")
    refused(s, "fly Is-airm-1 1330", "5.26")
    assert "the range is 15" in refused(s, "fly Is-airm-1 2519", "17.0")
    grid = s.game.map.grid
    sea = min((h for h in grid.hexes if s.game.water >> h & 1), key=lambda h: (grid.distance(h, s.game.hex("1228")), h))
    refused(s, f"fly Is-airm-1 {s.game.hex_name(sea)}", "5.25")


@pytest.mark.rule("sinai", "24.33", "25.71")
def test_r25_71_leaving_over_an_enemy_edge_counts_as_eliminated() -> None:
    s = moving("israel", "0130 Is-arm-1", "3701 Sy-arm-1", turn=9).play("exit Is-arm-1 0130-off")
    assert where(s, "Is-arm-1") == "eliminated"
    s = moving("arab", "0130 Eg-arm-1", "2519 Is-arm-5", turn=9).play("exit Eg-arm-1 0130-off")
    assert where(s, "Eg-arm-1") == "left"


@pytest.mark.rule("sinai", "24.82")
def test_r24_82_a_sent_unit_does_not_attack_the_golan_from_jordan() -> None:
    s = fighting("arab", "3707 Jo-arm-1", "3606 Is-airm-1", turn=8, sent=["Jo-arm-1"], destroyed=["3606"])
    refused(s, "attack 3606", "24.82")
    s = fighting("arab", "3706 Jo-arm-1", "3606 Is-airm-1", turn=8, sent=["Jo-arm-1"], destroyed=["3606"])
    assert s.check("attack 3606") is None


@pytest.mark.rule("sinai", "25.4", "26.42")
def test_r26_42_an_arriving_brigade_may_walk_in() -> None:
    s = moving("arab", "3115 Is-mech-2", "to-come Eg-mech-11", scenario="mid-1970s-logistics", turn=2)
    walks = options(s, "walk")
    rough = s.game.map.terrain["rough"]
    assert walks
    assert all(rough >> s.game.hex(a.split()[2]) & 1 for a in walks)
    a = sorted(walks)[0]
    assert s.details(a)["cost"] == 1
    t = s.play(a)
    assert where(t, "Eg-mech-11") == a.split()[2]
    s = moving("arab", "3115 Is-mech-2", "to-come Eg-mech-11", scenario="mid-1970s", turn=2)
    assert not options(s, "walk")


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_with_exactly_three_markers_left_israel_may_still_attack() -> None:
    s = position("1973", "Raids", "0323 Eg-SAM-1", "3115 Is-mech-2", turn=4, strikes_away=[11, 12, 13])
    assert {"raid Eg-SAM-1 1", "raid Eg-SAM-1 3"} <= options(s)
    refused(s, "raid Eg-SAM-2 1", "25.13")  # not on the map
    s = position("1973", "Raids", "0323 Eg-SAM-1", "3115 Is-mech-2", turn=4, strikes_away=[11, 12, 13, 14])
    assert options(s) == {"end"}


@pytest.mark.rule("sinai", "25.13")
def test_r25_13_a_sam_unit_kept_from_the_edge_goes_another_way_but_not_into_zones() -> None:
    s = fighting("israel", "0222 Is-arm-1", "0223 Is-arm-3", "0323 Eg-SAM-1", turn=4)
    s = play(attack(s, "0323", "Is-arm-1", "Is-arm-3"), "confirm", "roll 1")
    zones = zone(s, "israel")
    ways = [a.split()[2].split("-")[1] for a in options(s, "retreat")]
    assert ways
    assert not any(zones >> s.game.hex(h) & 1 for h in ways)


@pytest.mark.rule("sinai", "24.33", "6.4")
def test_r24_33_a_retreat_off_the_map_does_not_pass_zones_or_closed_ground() -> None:
    from sandtable.games.sinai.combat.last_ways import last_ways

    def off(*places: str, unit: str = "Eg-arm-1") -> list[list[str]]:
        s = fighting("israel", *places, turn=9)
        ways = last_ways(s, s.game.unit(unit), 2, 0, True)
        return [[s.game.hex_name(h) if h else "off" for h in way] for way in ways if not way[-1]]

    assert off("0230 Eg-arm-1", "0129 Is-arm-1", "2519 Is-arm-2") == [["0230", "0131", "off"]]
    assert off("0230 Eg-arm-1", "0129 Is-arm-1", "0132 Is-arm-2") == []  # both edge hexes are controlled


@pytest.mark.rule("sinai", "25.5", "25.61")
def test_r25_5_one_phase_west_of_the_canal_does_not_call_the_reserve() -> None:
    s = moving("israel", "0426 Is-arm-1", "0130 Eg-arm-1").play("end")
    assert (s.west_phases, s.west_brigade_phases, s.reserve_called) == (1, 1, False)
    s = moving("israel", "0426 Is-airm-1", "0130 Eg-arm-1", west_phases=1).play("end")
    assert (s.west_phases, s.west_brigade_phases, s.reserve_called) == (2, 0, True)  # a battalion counts for 25.5 only
