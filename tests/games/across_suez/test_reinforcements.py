"""[1980 7.0-7.4; 2021 11.0, 11.1] Reinforcements."""

from __future__ import annotations

import pytest

from sandtable import Action

from .table import BOTH, NEW, OLD, cost, destinations, fighting, moving, options, play, refused, where


@pytest.mark.rule("across-suez-1980", "7.0", "7.4")
@pytest.mark.rule("across-suez-2021", "11.0", "11.1")
@pytest.mark.parametrize("book", BOTH)
def test_r7_4_nobody_enters_before_his_turn(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1 Baram-1 Keren-1", turn=3)
    assert destinations(s, "Amir-1", "enter")
    assert destinations(s, "Baram-1", "enter")
    assert refused(s, "enter Keren-1 1708") == (s.game.edition.rule.schedule,)
    assert not options(s, "enter Keren-1")


@pytest.mark.rule("across-suez-1980", "7.4")
@pytest.mark.rule("across-suez-2021", "11.0", "11.1")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize(("unit", "hex", "turn"), [("23/1", "0401", 2), ("23/4", "1301", 2), ("25/4", "0921", 5)])
def test_r7_4_entry_hexes_of_egypt(book: str, unit: str, hex: str, turn: int) -> None:
    s = moving(book, "egypt", f"reinforcements {unit}", turn=turn)
    assert s.check(f"enter {unit} {hex}") is None
    assert s.game.edition.rule.schedule in s.check(Action("enter", (unit, "1401"))).rules
    assert all(a.split()[2].startswith(hex) for a in options(s, "enter"))


@pytest.mark.rule("across-suez-1980", "7.0")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_0_reinforcements_enter_at_any_time_of_the_phase(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1", "0708 Matt-1")
    s = play(s, "move Matt-1 0708-0709", "enter Amir-1 1708-1608", "end")
    assert where(s, "Amir-1") == "1608"


@pytest.mark.rule("across-suez-1980", "7.1")
def test_r7_1_entry_by_road_costs_half_a_point_1980() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-1")
    assert cost(s, "enter Amir-1 1708") == 0.5
    assert cost(s, "enter Amir-1 1708-1608-1509") == 1.5
    s = moving(OLD, "egypt", "reinforcements 23/4")
    assert cost(s, "enter 23/4 1301") == 3  # sand; a trail does not help [ruling AS-07]


@pytest.mark.rule("across-suez-2021", "11.0")
def test_r11_0_entry_costs_the_terrain_of_the_hex_2021() -> None:
    s = moving(NEW, "israel", "reinforcements Amir-1")
    assert cost(s, "enter Amir-1 1708") == 1
    assert cost(s, "enter Amir-1 1708-1608-1509") == 2
    d = s.details("enter Amir-1 1708-1608")
    assert d["steps"] == [
        {"to": "1708", "cost": 1, "why": "entry [11.0]"},
        {"to": "1608", "cost": 0.5, "why": "road [5.4]"},
    ]


@pytest.mark.rule("across-suez-1980", "7.1")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_1_full_allowance_no_more(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-4", turn=2)
    limit = s.game.allowance_of(s, s.game.unit("Amir-4")) / 2
    assert limit == 10
    assert max(s.details(a)["cost"] for a in s.options() if a.verb == "enter") == limit


@pytest.mark.rule("across-suez-1980", "7.1")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_1_they_fight_in_the_turn_of_arrival(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1", "1409 16/7")
    s = play(s, "enter Amir-1 1708-1608-1509", "end")
    assert options(s, "attack") == ["attack 16/7"]
    assert options(play(s, "attack 16/7"), "with") == ["with Amir-1"]


@pytest.mark.rule("across-suez-1980", "7.2")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_2_an_occupied_entry_hex_diverts_to_the_closest_edge_hex(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1 Amir-2", "1708 16/7")
    starts = {a.split()[2][:4] for a in options(s, "enter Amir-1")}
    assert starts == {"1707", "1709"}
    assert s.game.edition.rule.blocked_entry in refused(s, "enter Amir-1 1708")
    assert s.game.edition.rule.blocked_entry in refused(s, "enter Amir-1 1706")
    s = play(s, "enter Amir-1 1707")  # enemy-controlled: it stops, and fills the hex
    assert {a.split()[2][:4] for a in options(s, "enter Amir-2")} == {"1709"}
    s = play(s, "enter Amir-2 1709")
    assert (where(s, "Amir-1"), where(s, "Amir-2")) == ("1707", "1709")


@pytest.mark.rule("across-suez-1980", "7.2")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_2_one_unit_enters_an_enemy_controlled_hex_and_stops(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1 Amir-2", "1608 16/7")
    assert destinations(s, "Amir-1", "enter") == {"1708"}
    assert refused(s, "enter Amir-1 1708-1709") == (s.game.edition.rule.stop,)
    s = play(s, "enter Amir-1 1708")
    assert s.game.edition.rule.blocked_entry in refused(s, "enter Amir-2 1708")


@pytest.mark.rule("across-suez-1980", "7.2")
def test_r7_2_the_others_are_diverted_1980() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-1 Amir-2", "1608 16/7")
    s = play(s, "enter Amir-1 1708")
    assert {a.split()[2][:4] for a in options(s, "enter Amir-2")} == {"1707", "1709"}


@pytest.mark.rule("across-suez-2021", "11.0")
def test_r11_0_the_others_wait_2021() -> None:
    s = moving(NEW, "israel", "reinforcements Amir-1 Amir-2", "1608 16/7")
    s = play(s, "enter Amir-1 1708")
    assert not options(s, "enter")
    assert refused(s, "enter Amir-2 1709") == ("11.0",)


@pytest.mark.rule("across-suez-1980", "7.2")
def test_r7_2_units_must_enter_as_scheduled_if_they_can() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-1", "1608 16/7")
    assert refused(s, "enter Amir-1 1707") == ("7.4", "7.2")


@pytest.mark.rule("across-suez-1980", "7.3")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_3_entry_may_be_delayed(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1", turn=2)
    s = play(s, "end")
    assert where(s, "Amir-1") == "reinforcements"
    s = moving(book, "israel", "reinforcements Amir-1", turn=6)
    assert s.check("enter Amir-1 1708") is None


@pytest.mark.rule("across-suez-1980", "10.0", "7.1")
@pytest.mark.rule("across-suez-2021", "12.2")
def test_r10_0_night_slows_arrivals_too() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-4", turn=4)
    assert s.game.allowance_of(s, s.game.unit("Amir-4")) == 16
    s = moving(NEW, "israel", "reinforcements Amir-4", turn=4)
    assert s.game.allowance_of(s, s.game.unit("Amir-4")) == 10


def test_refusals_about_units_off_the_map() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-1", "across Erez-1", "eliminated Erez-2", "0708 Matt-1")
    assert refused(s, "move Amir-1 1708") == ("7.0",)
    assert refused(s, "move Erez-1 0112") == ("11.3",)
    assert refused(s, "move Erez-2 0112") == ("4.0",)
    assert refused(s, "enter Matt-1 1708") == ("7.0",)


def test_reinforcements_are_no_targets() -> None:
    s = fighting(OLD, "egypt", "1608 16/7", "reinforcements Amir-1")
    assert s.actor is None
