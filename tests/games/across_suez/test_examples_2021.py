"""Every worked example of the 2021 book."""

from __future__ import annotations

import pytest

from sandtable.core import bits
from sandtable.games.across_suez.artillery import support_left
from sandtable.games.across_suez.zones import zone_of

from .table import BOTH, NEW, attack, cost, fighting, moving, options, play, where


@pytest.mark.rule("across-suez-2021", "5.3")
def test_r5_3_amir_3_crosses_the_ridge_into_1609() -> None:
    s = moving(NEW, "israel", "1509 Amir-3")
    assert cost(s, "move Amir-3 1509-1609") == 5  # two for the ridge and three for elevated sand


@pytest.mark.rule("across-suez-2021", "5.4")
def test_r5_4_matt_1_enters_0306_along_the_road() -> None:
    s = moving(NEW, "israel", "0307 Matt-1", "0206 Matt-3")
    assert cost(s, "move Matt-1 0307-0306") == 0.5
    assert cost(s, "move Matt-3 0206-0306") == 3


@pytest.mark.rule("across-suez-2021", "6.0")
def test_r6_0_zone_of_16_11() -> None:
    s = moving(NEW, "egypt", "1401 16/11")
    zone = zone_of(s, 1 << s.game.hex("1401"))
    assert {s.game.hex_name(h) for h in bits(zone)} == {"1402", "1501", "1502", "1301", "1302"}


@pytest.mark.rule("across-suez-2021", "7.4.2")
def test_r7_4_2_16_1_cannot_retreat() -> None:
    s = fighting(NEW, "israel", "0412 16/1", "0411 Reshef-1", "0513 Matt-1", turn=4)
    s = play(attack(s, "16/1", "Reshef-1", "Matt-1"), "confirm", "roll 1")
    assert where(s, "16/1") == "eliminated"


@pytest.mark.rule("across-suez-2021", "8.0")
def test_r8_0_16_7_behind_the_ridge() -> None:
    s = attack(fighting(NEW, "israel", "1317 16/7", "1316 Baram-3", turn=4), "16/7", "Baram-3")
    assert [(x["columns"], x["rule"]) for x in s.forecast()["shifts"]] == [(-2, "8.0")]


@pytest.mark.rule("across-suez-2021", "9.1", "13.3")
def test_r9_1_four_units_across_give_five_supported_attacks() -> None:
    s = fighting(NEW, "israel", "across Amir-1 Amir-2 Amir-3 Amir-4", "0708 16/4", "0709 Matt-1", turn=5)
    assert support_left(s) == 5


@pytest.mark.rule("across-suez-2021", "10.0")
def test_r10_0_reshef_1_and_reshef_2_are_combined_arms() -> None:
    s = fighting(NEW, "israel", "0708 14/21/3", "0709 Reshef-1", "0608 Reshef-2", turn=4)
    s = attack(s, "14/21/3", "Reshef-1", "Reshef-2")
    assert [(x["columns"], x["text"]) for x in s.forecast()["shifts"]] == [(1, "combined arms")]


@pytest.mark.rule("across-suez-2021", "11.0", "11.1")
def test_r11_0_entry_hex_a_is_0401() -> None:
    s = moving(NEW, "egypt", "reinforcements 23/1 23/2 23/3")
    assert {a.split()[2][:4] for a in options(s, "enter")} == {"0401"}


@pytest.mark.rule("across-suez-1980", "13.3")
def test_1980_r13_3_support_against_the_farm_leaves_one_column() -> None:
    for book in BOTH:
        s = fighting(book, "israel", "0910 16/4", "0810 Matt-3", turn=3)
        s = attack(s, "16/4", "Matt-3", support=True)
        assert sum(x["columns"] for x in s.forecast()["shifts"]) == -1
