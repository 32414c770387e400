"""Sections 13 and 14: Jordanian participation, Arab Command Control."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.politics.command_control import affected, digits

from .table import fighting, moving, names, options, play, position, refused, where


def participation(die: int, turn: int = 1, scenario: str = "1967") -> Any:
    s = position(scenario, "Participation", "2030 Iska", "3714 Jo-RIGd", turn=turn)
    return s.play(f"roll {die}") if s.actor == "chance" else s


@pytest.mark.rule("sinai", "13.0")
@pytest.mark.parametrize(("die", "war"), [(1, True), (4, True), (5, False), (6, False)])
def test_r13_0_one_to_four_brings_jordan_in(die: int, war: bool) -> None:
    assert participation(die).jordan_at_war is war


@pytest.mark.rule("sinai", "13.1")
def test_r13_1_only_through_game_turn_four() -> None:
    assert participation(1, turn=4).jordan_at_war
    assert position("1967", "Participation", "2030 Iska", turn=5).actor is None  # no roll any more


@pytest.mark.rule("sinai", "13.1")
def test_r13_1_no_roll_once_jordan_is_in() -> None:
    assert position("1967", "Participation", "2030 Iska", turn=2, jordan_at_war=True).actor is None


@pytest.mark.rule("sinai", "13.21")
def test_r13_21_no_attack_or_step_over_the_border() -> None:
    s = fighting("israel", "3015 Iska Elhn", "3016 Jo-3")
    refused(s, "attack 3016", "13.21")
    s = fighting("arab", "3015 Arie", "3116 Jo-60")
    refused(s, "attack 3015", "13.21")
    refused(moving("israel", "3015 Elzr", "3714 Jo-60"), "move Elzr 3015-3016", "13.21")
    refused(moving("arab", "2914 Jo-60", "2030 Iska"), "move Jo-60 2914-2813", "13.21")


@pytest.mark.rule("sinai", "13.23")
def test_r13_23_jordanians_move_inside_jordan_before_the_war() -> None:
    s = moving("arab", "3315 Jo-60", "2030 Iska")
    assert s.check("move Jo-60 3315-3215") is None


@pytest.mark.rule("sinai", "13.31", "13.33")
def test_r13_31_after_entry_borders_open_and_bridges_go() -> None:
    assert moving("arab", "2914 Jo-60", "2030 Iska", jordan_at_war=True).check("move Jo-60 2914-2813") is None
    before = moving("arab", "3412 Jo-60", "2030 Iska").details("move Jo-60 3412-3312")
    after = moving("arab", "3412 Jo-60", "2030 Iska", jordan_at_war=True).details("move Jo-60 3412-3312")
    assert after["cost"] == before["cost"] + 4


# 14 ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "14.3", "14.4")
def test_r14_4_example_eleven_points_lost_and_a_four() -> None:
    # 11 points: a 5-5, two 3-4 brigades lost ... here 5 + 3 + 3.
    s = moving("arab", "eliminated Eg-arm-1 Eg-mech-1 Eg-mech-2", "2030 Iska", turn=5)
    assert s.lost_strength(s.game.of_front["egypt"]) == 11
    assert digits(s, 4, "egypt") == (4, 0, 6, 2, 8)
    assert digits(s, 4, "syria") == (4, 0, 6, 2)
    hexes = ("2030", "2031", "2032", "2033", "2034", "2035", "1936", "1937", "1838", "1839")
    units = (
        "Eg-arm-2",
        "Eg-arm-3",
        "Eg-1",
        "Eg-40",
        "Eg-141",
        "Eg-mech-3",
        "Eg-mech-4",
        "Eg-mech-5",
        "Eg-inf-1",
        "Eg-inf-2",
    )
    lost = "eliminated Eg-arm-1 Eg-mech-1 Eg-mech-2"
    s = position("1967", "CommandControl", lost, *(f"{h} {u}" for h, u in zip(hexes, units)), "2713 Iska", turn=5)
    struck = names(s, s.play("roll 4").strayed)
    assert struck == {u for h, u in zip(hexes, units) if h[-1] in "40628"}


@pytest.mark.rule("sinai", "14.4")
def test_r14_4_three_columns_without_losses_and_units_in_jordan_do_not_count() -> None:
    s = moving("arab", "eliminated Eg-inf-6 Eg-inf-7 Jo-60", "2030 Iska")
    assert digits(s, 4, "egypt") == (4, 0, 6)
    s = moving("arab", "left Eg-arm-1 Eg-arm-2", "2030 Iska")
    assert digits(s, 4, "egypt") == (4, 0, 6)  # [14.2] units that left do not count


@pytest.mark.rule("sinai", "14.0", "14.1")
def test_r14_1_who_is_affected() -> None:
    s = moving(
        "arab",
        "1726 Eg-arm-1",
        "1827 Eg-arm-2",
        "3502 Sy-8",
        "3504 Sy-32",
        "3704 Sy-17",
        "3314 Jo-60",
        "2914 Eg-inf-6",
        "2030 Iska",
    )
    # Die 4: digits 4, 0, 6 for Egypt and 4, 0, 6, 2 for Syria.
    assert names(s, affected(s, 4)) == {"Eg-arm-1", "Sy-17"}


def out_of_command(*places: str, die: int = 4, **fields: Any) -> Any:
    """The Arab Player-Turn with this Command Control roll, up to the Movement Phase."""
    s = position("1967", "PlayerTurn arab", *places, **fields)
    return s.play(f"roll {die}")


@pytest.mark.rule("sinai", "14.0", "14.2")
def test_r14_0_units_out_of_command_go_straight_home_along_the_road() -> None:
    s = out_of_command("1726 Eg-arm-1", "2030 Iska")
    assert where(s, "Eg-arm-1") == "1227" or where(s, "Eg-arm-1") == "1327"
    assert names(s, s.strayed) == {"Eg-arm-1"}
    refused(s, f"move Eg-arm-1 {where(s, 'Eg-arm-1')}-1228", "14.2")


@pytest.mark.rule("sinai", "14.0")
def test_r14_0_they_do_not_attack_and_recover_at_the_end_of_the_turn() -> None:
    s = out_of_command("1726 Eg-arm-1 Eg-mech-1", "1827 Eg-arm-2", "2030 Iska")
    s = fighting("arab", "1726 Eg-arm-1", "1727 Arie", "0125 Eg-arm-2", strayed=["Eg-arm-1"])
    refused(s, "attack 1727", "14.0")
    s = position("1967", "EndOfGameTurn", "1726 Eg-arm-1", "2030 Iska", strayed=["Eg-arm-1"])
    assert s.strayed == 0


@pytest.mark.rule("sinai", "14.0")
def test_r14_0_never_into_an_israeli_zone() -> None:
    # The road west of 1726 is controlled by a unit on 1527: the unit goes another way or not at all.
    s = out_of_command(
        "1726 Eg-arm-1", "1426 Iska", "1427 Elhn", "1528 Mtke", "1825 Mnhm", "1728 Albt", "1625 Ktti", "1724 Yona"
    )
    from sandtable.games.sinai.movement.zones import zone

    h = s.loc[s.game.unit("Eg-arm-1")]
    assert h == s.game.hex("1726") or not zone(s, "israel") >> h & 1


@pytest.mark.rule("sinai", "14.2")
def test_r14_2_a_unit_that_cannot_move_stays() -> None:
    s = out_of_command("1124 Eg-inf-1", "1123 Iska", "1225 Elhn", "1025 Mtke", die=4)
    assert where(s, "Eg-inf-1") == "1124"
    assert names(s, s.strayed) == {"Eg-inf-1"}


@pytest.mark.rule("sinai", "14.2", "21.31")
def test_r14_2_with_points_left_at_the_edge_the_unit_leaves_for_good() -> None:
    s = out_of_command("0324 Eg-arm-1", "2030 Iska")
    assert where(s, "Eg-arm-1") == "left"
    assert "Eg-arm-1" not in " ".join(options(s))
    assert not s.lost_strength(s.game.of_front["egypt"])


@pytest.mark.rule("sinai", "14.0", "16.11")
def test_r14_0_air_strikes_hold_them_up() -> None:
    s = out_of_command("1726 Eg-arm-1", "2030 Iska", strikes=["1726"])
    assert s.game.map.grid.distance(s.game.hex("1726"), s.loc[s.game.unit("Eg-arm-1")]) == 2  # 5 points: 4 + 1


@pytest.mark.rule("sinai", "14.0", "4.2")
def test_r14_0_a_die_every_arab_turn() -> None:
    s = position("1967", "PlayerTurn arab", "1726 Eg-arm-1", "2030 Iska")
    assert s.actor == "chance"
    assert "Command Control" in s.prompt


def test_overlay_shows_which_rolls_strike_a_unit() -> None:
    s = moving("arab", "1726 Eg-arm-1", "2030 Iska")
    assert s.game.overlay(s, "arab", "command")["1726"]["text"].startswith("Digit 6: lost on")
    assert any(x["text"] == "Line of supply" for x in s.game.overlay(s, "arab", "supply-arab").values())
    assert play(s, "end").actor is None


def lost(*places: str, **fields: Any) -> Any:
    """Eg-arm-1 out of command, its forced move just made."""
    return position("1967", "Stray", "2030 Eg-arm-1", *places, turn=4, strayed=["Eg-arm-1"], **fields)


@pytest.mark.rule("sinai", "14.0")
def test_r14_0_with_its_way_barred_a_unit_takes_the_open_steps_nearest_home() -> None:
    free = lost("3015 Mshk")
    assert where(free, "Eg-arm-1") == "1530"  # its ordinary way: five points
    wall = "1727 Shml/1729 Iska/1731 Elhn/1733 Mtke/1735 Mnhm/1725 Albt/1723 Mshe/1721 Uri-arm/1720 Yhda/1737 Elzr"
    barred = lost(*wall.split("/"), "1739 Zeev", "1741 Mota")
    assert where(barred, "Eg-arm-1") == "1928"  # westward up to the Israeli zones, not round the Sinai


@pytest.mark.rule("sinai", "14.0", "14.2")
def test_r14_2_a_surrounded_unit_still_goes_as_near_as_it_can() -> None:
    ring = "1628 Shml/1827 Iska/2026 Elhn/2227 Mtke/2428 Mnhm/2430 Albt/2432 Mshe/2233 Uri-arm/2034 Yhda/1833 Elzr"
    s = lost(*ring.split("/"), "1632 Zeev", "1630 Mota")
    assert where(s, "Eg-arm-1") not in ("2030", "eliminated")
    distance = s.game.map.grid.distance
    assert distance(s.loc[s.game.unit("Eg-arm-1")], s.game.hex("1630")) == 2  # the zones begin one hex from the ring
    s = lost("2028 Iska", "1929 Elhn", "1931 Mtke", "2032 Mnhm", "2131 Albt", "2129 Shml")
    assert where(s, "Eg-arm-1") == "2030"  # no step at all: it stays
    refused(moving("arab", "2030 Eg-arm-1", "3015 Mshk", strayed=["Eg-arm-1"]), "move Eg-arm-1 2030-2031", "14.2")


@pytest.mark.rule("sinai", "14.0", "5.23", "18.12")
def test_r14_0_the_way_home_avoids_closed_countries_and_places() -> None:
    # The West Bank is closed to Syrians and the road over Jerusalem too: round by the coastal plain.
    s = position("1967", "Stray", "2916 Sy-40", "2713 Iska", turn=4, strayed=["Sy-40"])
    assert where(s, "Sy-40") == "2814"
    s = position("1967", "Stray", "2810 Sy-40", "2713 Iska", turn=4, strayed=["Sy-40"])
    assert where(s, "Sy-40") == "3207"
