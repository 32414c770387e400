"""Sections 4 to 7: sequence, movement, zones, stacking."""

from __future__ import annotations

import json

import pytest

import sandtable

from .table import destinations, fighting, moving, names, options, play, position, refused, where


def phases(s: object, count: int) -> list[str]:
    """The next phases of a game in which everybody ends his phases at once and every die is a 6."""
    seen: list[str] = []
    for _ in range(400):
        phase = s.game.phase(s)  # type: ignore[attr-defined]
        if phase and (not seen or seen[-1] != phase):
            seen.append(phase)
        if len(seen) >= count:
            break
        s.apply("roll 6" if s.actor == "chance" else "end")  # type: ignore[attr-defined]
    return seen


@pytest.mark.rule("sinai", "4.1", "4.2")
def test_r4_2_phases_in_order() -> None:
    s = sandtable.load("sinai/1967").start()
    s.turn = 2  # Air Strikes are available
    s = position("1967", "GameTurn", "2030 Iska", "1730 Eg-arm-1", turn=2)
    assert phases(s, 6) == [
        "israel-movement",
        "israel-combat",
        "israel-air",
        "arab-command",
        "arab-movement",
        "arab-combat",
    ]


@pytest.mark.rule("sinai", "4.2", "13.0")
def test_r4_2_jordanian_participation_ends_the_arab_turn() -> None:
    s = position("1967", "GameTurn", "2030 Iska", "1730 Eg-arm-1", turn=1)
    rolls = []
    while s.turn == 1:
        if s.actor == "chance":
            rolls.append(s.prompt)
        s.apply("roll 6" if s.actor == "chance" else "end")
    assert rolls == ["Roll one die: Arab Command Control.", "Roll one die: Jordanian participation."]


@pytest.mark.rule("sinai", "4.3")
def test_r4_3_twelve_game_turns() -> None:
    s = position("1967", "GameTurn", "2030 Iska", "1730 Eg-arm-1", turn=12)
    while s.actor:
        assert s.turn == 12
        s.apply("roll 6" if s.actor == "chance" else "end")
    assert s.outcome is not None
    assert s.outcome.reasons[0].startswith("[4.3]")


@pytest.mark.rule("sinai", "5.0", "5.12", "3.2.5")
def test_r5_0_a_unit_moves_once_and_no_farther_than_its_allowance() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    assert "2022" not in destinations(s, "Iska")  # 8 hexes north lies sand
    assert "2034" in destinations(s, "Iska")
    s = s.play("move Iska 2030-2031-2032")
    assert "already moved" in refused(s, "move Iska 2032-2033", "5.0")


@pytest.mark.rule("sinai", "5.0")
def test_r5_0_a_move_is_traced_through_adjacent_hexes() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    refused(s, "move Iska 2030-2032", "5.0")
    refused(s, "move Iska 2031-2032", "5.0")


@pytest.mark.rule("sinai", "5.11")
def test_r5_11_only_the_phasing_player_moves() -> None:
    s = moving("israel", "2030 Iska", "1730 Eg-arm-1")
    refused(s, "move Eg-arm-1 1730-1731", "5.11")
    assert "attack 1730" not in options(s)


@pytest.mark.rule("sinai", "5.13", "7.12")
def test_r5_13_a_stack_goes_at_the_pace_of_its_slowest_unit() -> None:
    s = moving("israel", "2030 Iska Elzr", "2033 Elhn", "0125 Eg-arm-1")
    assert s.check("move Iska+Elzr 2030-2031") is None
    refused(s, "move Iska+Elzr 2030-2031-2032", "5.29")
    assert s.check("move Iska 2030-2031-2032") is None
    refused(s, "move Iska+Elhn 2030-2031", "7.12")


@pytest.mark.rule("sinai", "5.13", "5.24")
def test_r5_13_a_stack_does_not_enter_terrain_closed_to_one_unit() -> None:
    s = moving("israel", "2425 Iska Elzr", "0125 Eg-arm-1")  # 2525 is rough
    assert s.check("move Elzr 2425-2525") is None
    refused(s, "move Iska+Elzr 2425-2525", "5.24")


@pytest.mark.rule("sinai", "5.14", "16.12", "10.32")
def test_r5_14_effects_are_cumulative() -> None:
    # An unsupplied MA-5 unit has 2; one Air Strike makes the first hex cost 4.
    s = moving("arab", "2030 Eg-arm-1", "0125 Eg-arm-2", unsupplied=["Eg-arm-1"])
    assert destinations(s, "Eg-arm-1")
    s = moving("arab", "2030 Eg-arm-1", "0125 Eg-arm-2", unsupplied=["Eg-arm-1"], strikes=["2030"])
    assert not destinations(s, "Eg-arm-1")


@pytest.mark.rule("sinai", "5.21")
def test_r5_21_nobody_enters_lebanon() -> None:
    s = moving("israel", "3402 Yona", "0125 Eg-arm-1")
    refused(s, "move Yona 3402-3302", "5.21")


@pytest.mark.rule("sinai", "5.22")
def test_r5_22_israel_does_not_cross_the_canal() -> None:
    s = moving("israel", "0524 Iska", "0125 Eg-arm-1")
    refused(s, "move Iska 0524-0424", "5.22")


@pytest.mark.rule("sinai", "5.22", "13.31")
def test_r5_22_trans_jordan_opens_when_jordan_attacks_a_settlement() -> None:
    s = moving("israel", "3314 Elzr", "3714 Jo-RIGd", jordan_at_war=True)
    refused(s, "move Elzr 3314-3414", "5.22")
    s = fighting("arab", "2811 Arie", "2911 Jo-60 Jo-25", jordan_at_war=True)
    s = attack_and_see(s, "2811", "Jo-60", "Jo-25")
    assert s.trans_jordan_open
    s = moving("israel", "3314 Elzr", "3714 Jo-RIGd", jordan_at_war=True, trans_jordan_open=True)
    assert s.check("move Elzr 3314-3414") is None


def attack_and_see(s: object, target: str, *units: str) -> object:
    return play(s, f"attack {target}", *(f"with {u}" for u in units), "confirm")


@pytest.mark.rule("sinai", "5.22")
def test_r5_22_an_attack_on_jerusalem_does_not_open_trans_jordan() -> None:
    s = fighting("arab", "3015 Arie", "3116 Jo-60", "3115 Jo-40", jordan_at_war=True)
    s = attack_and_see(s, "3015", "Jo-60", "Jo-40")
    assert not s.trans_jordan_open  # type: ignore[attr-defined]


@pytest.mark.rule("sinai", "5.23")
def test_r5_23_arab_units_keep_to_their_own_country() -> None:
    s = moving("arab", "3507 Sy-123", "3607 Jo-60", "2030 Iska")
    assert "another Arab country" in refused(s, "move Jo-60 3607-3606", "5.23")
    s = moving("arab", "3706 Sy-40", "3607 Jo-60", "2030 Iska", jordan_at_war=True)
    refused(s, "move Sy-40 3706-3707", "5.23")
    refused(s, "move Jo-60 3607-3606", "5.23")


@pytest.mark.rule("sinai", "5.23", "19.0")
def test_r5_23_units_that_begin_in_jordan_count_as_jordanian() -> None:
    s = moving("arab", "3412 Iq-mech-1", "2915 Eg-inf-6", "2030 Iska")
    game = s.game
    assert game.front[game.unit("Iq-mech-1")] == game.front[game.unit("Eg-inf-6")] == "jordan"
    assert "3512" in destinations(s, "Iq-mech-1") or "3411" in destinations(s, "Iq-mech-1")


@pytest.mark.rule("sinai", "5.24", "5.31", "3.2.2")
def test_r5_24_terrain_by_kind_of_unit_and_side() -> None:
    s = moving("israel", "2125 Iska Elzr", "0125 Eg-arm-1")  # 2025 is rough without a way
    assert "2025" not in destinations(s, "Iska")
    assert s.game.map.terrain_at[s.game.hex("2025")] == "rough"
    s = moving("israel", "2125 Iska", "2025 Elzr", "0125 Eg-arm-1")
    assert "2125" in destinations(s, "Elzr")
    s = moving("arab", "2125 Eg-inf-1", "2030 Iska")
    refused(s, "move Eg-inf-1 2125-2025", "5.24")


@pytest.mark.rule("sinai", "5.31")
def test_r5_31_sand_costs_israeli_armour_four_and_is_closed_to_arab_armour() -> None:
    s = moving("israel", "1725 Iska", "0125 Eg-arm-1")  # 1624 is sand
    assert s.details("move Iska 1725-1624")["cost"] == 4
    s = moving("arab", "1725 Eg-arm-1", "2030 Iska")
    refused(s, "move Eg-arm-1 1725-1624", "5.24")


@pytest.mark.rule("sinai", "5.25")
def test_r5_25_no_sea_hexes_or_hexsides() -> None:
    s = moving("israel", "2713 Mota", "0125 Eg-arm-1")
    refused(s, "move Mota 2713-2613", "5.25")
    s = moving("arab", "0632 Eg-inf-1", "2030 Iska")
    refused(s, "move Eg-inf-1 0632-0733", "5.25")


@pytest.mark.rule("sinai", "5.26")
def test_r5_26_no_entry_into_enemy_hexes() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-arm-1")
    refused(s, "move Iska 2030-2031", "5.26")


@pytest.mark.rule("sinai", "5.27", "7.11")
def test_r5_27_friends_are_passed_freely() -> None:
    s = moving("israel", "2030 Iska", "2031 Elhn Mtke Mnhm", "0125 Eg-arm-1")
    assert s.details("move Iska 2030-2031-2032")["cost"] == 2
    assert s.check("move Iska 2030-2031-2032") is None


@pytest.mark.rule("sinai", "5.28", "10.33", "10.21")
def test_r5_28_unsupplied_units_have_half_their_allowance() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1", unsupplied=["Iska"])
    assert "2034" in destinations(s, "Iska")
    text = refused(s, "move Iska 2030-2031-2032-2033-2034-2033", "5.28")
    assert "5 Movement Points; 4 are available" in text


@pytest.mark.rule("sinai", "5.29")
def test_r5_29_some_units_cannot_move_at_all() -> None:
    s = moving("israel", "1725 Iska", "1724 Elzr", "0125 Eg-arm-1", unsupplied=["Iska"])
    assert "1624" in destinations(s, "Iska")  # four points for sand: just enough
    s = moving("arab", "2030 Eg-inf-1", "2034 Iska", strikes=["2030"])
    assert not destinations(s, "Eg-inf-1")


@pytest.mark.rule("sinai", "5.32")
def test_r5_32_prohibited_terrain_is_left_along_its_road() -> None:
    # 1927-2026-2126: a track through the rough of 2026.
    s = moving("arab", "2026 Eg-mech-1", "2034 Iska")
    assert s.check("move Eg-mech-1 2026-2126") is None
    refused(s, "move Eg-mech-1 2026-2027", "5.32")
    s = moving("israel", "2026 Elzr", "0125 Eg-arm-1")
    assert s.check("move Elzr 2026-2027") is None  # infantry may stand in rough


@pytest.mark.rule("sinai", "5.33")
def test_r5_33_over_a_ferry_point_into_the_sand() -> None:
    s = moving("arab", "0424 Eg-mech-1", "0423 Eg-mech-2", "2034 Iska")
    assert s.check("move Eg-mech-1 0424-0524") is None
    refused(s, "move Eg-mech-2 0423-0523", "5.33")
    s = s.play("move Eg-mech-1 0424-0524")
    assert where(s, "Eg-mech-1") == "0524"


@pytest.mark.rule("sinai", "6.0", "6.2")
def test_r6_2_stop_in_an_enemy_zone() -> None:
    s = moving("israel", "2030 Iska", "2033 Eg-arm-1")
    assert s.check("move Iska 2030-2031-2032") is None
    assert "must stop in 2032" in refused(s, "move Iska 2030-2031-2032-1933", "6.2")
    assert {"2032", "1933", "2133", "2034"} & destinations(s, "Iska") >= {"2032"}


@pytest.mark.rule("sinai", "6.2")
def test_r6_2_not_directly_from_zone_to_zone() -> None:
    s = moving("israel", "2032 Iska", "2033 Eg-arm-1")
    refused(s, "move Iska 2032-2133", "6.2")
    assert s.check("move Iska 2032-2031") is None  # leaving is free
    assert "2133" in destinations(s, "Iska")  # by a way round
    assert "move Iska 2032-2133" not in options(s)


@pytest.mark.rule("sinai", "6.2", "6.6")
def test_r6_2_friends_do_not_cancel_zones_for_movement() -> None:
    s = moving("israel", "2030 Iska", "2032 Elhn", "2033 Eg-arm-1")
    refused(s, "move Iska 2030-2031-2032-1933", "6.2")


@pytest.mark.rule("sinai", "6.11", "15.2")
def test_r6_11_entrucked_units_have_no_zone() -> None:
    s = moving("israel", "2030 Iska", "2032 Eg-inf-1", entrucked=["Eg-inf-1"])
    assert "2034" in destinations(s, "Iska")
    assert s.check("move Iska 2030-2031-2131-2132") is None
    s = moving("israel", "2030 Iska", "2032 Eg-inf-1")
    refused(s, "move Iska 2030-2031-2131-2132", "6.2")


@pytest.mark.rule("sinai", "6.12", "13.22", "13.32")
def test_r6_12_no_zones_over_the_jordanian_border_before_the_war() -> None:
    from sandtable.games.sinai.movement.zones import zone

    s = moving("israel", "2714 Elzr", "2914 Jo-60", "2034 Iska")
    h = s.game.hex("2813")  # Israel, next to 2914
    assert not zone(s, "arab") >> h & 1
    s = moving("israel", "2714 Elzr", "2914 Jo-60", "2034 Iska", jordan_at_war=True)
    assert zone(s, "arab") >> h & 1


@pytest.mark.rule("sinai", "6.13", "18.2")
def test_r6_13_no_zones_into_enemy_cities_and_settlements_or_over_the_sea() -> None:
    from sandtable.games.sinai.movement.zones import zone

    s = moving("israel", "2034 Iska", "2519 Eg-arm-1")  # next to the settlements 2419 and 2518? only 2419
    game = s.game
    assert game.settlements >> game.hex("2419") & 1
    assert not zone(s, "arab") >> game.hex("2419") & 1
    s = moving("israel", "2034 Iska", "2519 Eg-arm-1", destroyed=["2419"])
    assert zone(s, "arab") >> game.hex("2419") & 1
    s = moving("israel", "2034 Iska", "0632 Eg-arm-1")
    assert not zone(s, "arab") >> game.hex("0733") & 1
    assert zone(s, "arab") >> game.hex("0732") & 1


@pytest.mark.rule("sinai", "6.3", "8.12")
def test_r6_3_zones_never_force_an_attack() -> None:
    s = fighting("israel", "2032 Iska", "2033 Eg-inf-1")
    assert "end" in options(s)


@pytest.mark.rule("sinai", "7.0", "7.11")
def test_r7_0_three_units_at_the_end_of_the_phase() -> None:
    s = moving("israel", "2030 Iska", "2031 Elhn Mtke Mnhm", "0125 Eg-arm-1")
    s = s.play("move Iska 2030-2031")  # allowed for the moment: a unit there can still leave
    refused(s, "end", "7.0")
    assert all(a.startswith(("move Elhn", "move Mtke", "move Mnhm")) for a in options(s))
    s = s.play("move Elhn 2031-2032")
    assert s.check("end") is None


@pytest.mark.rule("sinai", "7.0")
def test_r7_0_a_full_hex_of_units_that_have_moved_stays_closed() -> None:
    s = moving("israel", "2030 Iska", "2031 Elhn", "2032 Mtke", "2131 Mnhm", "0125 Eg-arm-1")
    s = play(s, "move Elhn 2031-1931", "move Mtke 2032-1932-1931", "move Mnhm 2131-2031-1931")
    assert "would hold 4 units; the limit is 3" in refused(s, "move Iska 2030-1931", "7.0")


@pytest.mark.rule("sinai", "7.2", "8.21")
def test_r7_2_all_units_in_a_hex_defend_together() -> None:
    s = fighting("israel", "2032 Iska Elhn", "2033 Eg-inf-1 Eg-19NG", "0125 Eg-arm-1")
    s = play(s, "attack 2033", "with Iska")
    assert [d["unit"] for d in s.forecast()["defenders"]] == ["Eg-19NG", "Eg-inf-1"]


def test_a_destination_alone_is_read_as_the_cheapest_path() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    assert str(s.game.parse(s, "move iska 2032")).startswith("move Iska 2030-")


def test_the_supply_phase_tells_who_is_unsupplied() -> None:
    s = position("1967", "GameTurn", "1530 Iska", "0125 Eg-arm-1", turn=9)
    assert names(s, s.unsupplied) == {"Iska"}


@pytest.mark.rule("sinai", "5.27", "7.0", "7.11")
def test_r7_11_a_stack_or_a_flight_enters_a_full_hex_that_is_cleared_at_once() -> None:
    s = moving("israel", "2030 Shml Iska", "2031 Elhn Mtke", "0130 Eg-19NG", turn=3)
    s = s.play("move Shml+Iska 2030-2031")
    assert s.choice.crowded == s.game.hex("2031")
    refused(s, "end", "7.0")
    refused(s, "move Shml 2031-2032", "5.0")
    s = s.play("move Elhn 2031-2032")
    assert not s.choice.crowded
    assert s.check("end") is None
    # Five would be there and only one can leave: Mtke has moved already.
    s = moving("israel", "2030 Shml Iska", "2031 Elhn Mtke", "2033 Uri-arm", "0130 Eg-19NG", turn=3)
    s = s.play("move Uri-arm 2033-2032-2031")
    assert s.check("move Shml+Iska 2030-2031") is None
    t = s.play("move Shml+Iska 2030-2031")
    assert refused(t, "move Elhn 2031-2131-2031", "7.0") == "2031 would hold 5 units; the limit is 3."
    t = t.play("move Elhn 2031-2131")
    assert t.choice.crowded
    assert not t.play("move Mtke 2031-2131").choice.crowded
    s = moving("israel", "2713 Aw", "2714 Elhn Mtke Shml", "0130 Eg-19NG", turn=3)
    s = s.play("fly Aw 2714")
    assert s.choice.crowded == s.game.hex("2714")
    assert {a.args[0] for a in s.options()} == {"Elhn", "Mtke", "Shml"}


@pytest.mark.rule("sinai", "7.0")
def test_r7_0_units_that_make_room_do_not_take_each_other_the_last_place() -> None:
    s = moving("arab", "2251 Eg-mech-7", "2250 Eg-inf-1", "3115 Mshk", turn=3)
    assert not s.choice.crowded
    places = ("2031 Eg-inf-1 Eg-inf-2 Eg-inf-3", "2030 Eg-mech-1 Eg-mech-2", "3115 Mshk")
    s = moving("arab", *places, turn=3).play("move Eg-mech-1+Eg-mech-2 2030-2031")
    s = s.play("move Eg-inf-1 2031-2032")
    assert all(a.args[0] in ("Eg-inf-2", "Eg-inf-3") for a in s.options())
    assert not s.play("move Eg-inf-2 2031-2032").choice.crowded


@pytest.mark.rule("sinai", "7.0")
def test_r7_0_in_a_full_hex_only_leaving_it_helps() -> None:
    places = ("2031 Eg-inf-1 Eg-inf-2 Eg-inf-3", "2030 Eg-mech-1", "3115 Mshk")
    s = moving("arab", *places, turn=3, entrucked=["Eg-inf-1"]).play("move Eg-mech-1 2030-2031")
    assert s.choice.crowded
    refused(s, "detruck Eg-inf-1 2031", "7.0")
    refused(s, "entruck Eg-inf-2", "7.0")
    assert all("-" in a.args[1] for a in s.options())
    assert s.check("detruck Eg-inf-1 2031-2032") is None


@pytest.mark.rule("sinai", "6.0", "6.2")
def test_r6_0_the_supply_unit_has_a_zone_like_every_unit() -> None:
    s = moving("arab", "2030 Eg-arm-1", "2032 Is-Supply", "2713 Iska", turn=3, trail=["2032"])
    refused(s, "move Eg-arm-1 2030-2031-2131", "6.2")


@pytest.mark.rule("sinai", "7.0", "25.18")
def test_r7_0_who_leaves_a_full_hex_leaves_the_others_their_way_out() -> None:
    """Two must leave 2031. The SAM unit finds room in 2030 only, and so nobody else may go there."""
    full = (
        "2032 Eg-arm-1 Eg-arm-2 Eg-arm-3",
        "1932 Eg-mech-5 Eg-mech-6 Eg-mech-7",
        "1931 Eg-mech-8 Eg-mech-9 Eg-mech-10",
    )
    places = (*full, "2132 Eg-mech-11 Eg-mech-12 Eg-mech-13", "2030 Eg-mech-1 Eg-mech-2", "2131 Eg-mech-3 Eg-SAM-1")
    moved = [unit for place in places for unit in place.split()[1:]]
    text = [
        "sinai/1973",
        "turn 5",
        *(f"at {p}" for p in places),
        "at 2031 Sy-inf-1 Sy-SAM-1 Sy-inf-2",
        "at 3115 Is-mech-2",
    ]
    text += [
        "at 2033 Eg-arm-4 Eg-arm-5",
        '> Movement {"side": "arab", "number": 2, "moved": ' + json.dumps(["Sy-inf-2", *moved]) + "}",
    ]
    s = sandtable.load("sinai/1973").position("\n".join(text))
    s = s.play("move Eg-arm-4+Eg-arm-5 2033-2032-2031")
    assert s.choice.crowded == s.game.hex("2031")
    assert options(s) == {"move Sy-inf-1 2031-2131", "move Sy-SAM-1 2031-2030"}
    assert refused(s, "move Sy-inf-1 2031-2030", "7.0") == "2031 would still hold too many units."
    refused(s, "move Sy-SAM-1 2031-2131", "25.18")
    assert play(s, "move Sy-inf-1 2031-2131", "move Sy-SAM-1 2031-2030").choice.crowded == 0


@pytest.mark.rule("sinai", "7.0", "25.4")
def test_r25_4_a_newcomer_enters_a_full_hex_that_is_cleared_at_once() -> None:
    places = ("0127 Eg-arm-1 Eg-arm-2 Eg-arm-3", "to-come Eg-mech-11", "3115 Is-mech-2")
    s = moving("arab", *places, scenario="1973", turn=2).play("enter Eg-mech-11 0127")
    assert s.choice.crowded == s.game.hex("0127")
    assert s.play("move Eg-arm-1 0127-0126").choice.crowded == 0
