"""Every refusal names the paragraph that decides, with the numbers."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable

from .table import BOTH, NEW, OLD, attack, fighting, moving, options, play, refused


def said(s: Any, action: str) -> str:
    refusal = s.check(action)
    assert refusal is not None, f"{action} is accepted"
    return str(refusal)


# A destination without a path -----------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.1", "4.3", "4.5")
@pytest.mark.rule("across-suez-2021", "5.2", "6.1")
@pytest.mark.parametrize(
    ("book", "allowance", "enemy", "stop"), [(OLD, "4.1", "4.3", "4.5"), (NEW, "5.2", "5.2", "6.1")]
)
def test_a_destination_that_cannot_be_reached(book: str, allowance: str, enemy: str, stop: str) -> None:
    s = moving(book, "israel", "1510 Matt-1", "0810 16/4", turn=3)
    assert said(s, "move Matt-1 0810") == f"[{enemy}] 0810 holds 16/4, an enemy unit."
    assert said(s, "move Matt-1 0109") == f"[{allowance}] Matt-1 has 8 MP; the way from 1510 to 0109 costs 9½."
    assert said(s, "move Matt-1 1510") == f"[{s.game.edition.rule.movement}] Matt-1 already stands in 1510."
    zoned = moving(book, "israel", "0711 Matt-1", "0709 16/4", "0909 16/5", "0509 16/2", turn=3)
    text = "On the way to 0707: Matt-1 must stop in 0809: adjacent to 16/4 and 16/5."
    assert said(zoned, "move Matt-1 0707") == f"[{stop}] {text}"


@pytest.mark.rule("across-suez-1980", "4.3")
@pytest.mark.rule("across-suez-2021", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_enemy_units_that_bar_the_only_way_are_named_with_the_cost_of_the_way_round(book: str) -> None:
    s = moving(book, "israel", "0112 Matt-1", "0111 16/4", "0211 16/5", "0212 16/6", turn=3)
    rule = s.game.edition.rule
    refusal = s.check("move Matt-1 0310")
    assert refusal.rules == (rule.enemy_hex,)
    assert "16/" in refusal.text
    assert refusal.text.endswith("bars the way to 0310; there is no way round.")


@pytest.mark.rule("across-suez-1980", "4.1", "4.3")
@pytest.mark.rule("across-suez-2021", "5.2")
def test_a_way_round_that_is_too_long_is_cited_once() -> None:
    s = moving(OLD, "israel", "0511 Matt-1", "0811 16/4", "0812 16/5", "0512 16/6", turn=3)
    assert said(s, "move Matt-1 1018") == "[4.3, 4.1] 16/6 bars the way to 1018; a way round costs 9 of 8 MP."
    s = moving(NEW, "israel", "0612 Matt-1", "0810 16/4", "0812 16/5", "0611 16/6", turn=3)
    assert said(s, "move Matt-1 1108") == "[5.2] 16/6 and 16/4 bar the way to 1108; a way round costs 8½ of 8 MP."


@pytest.mark.rule("across-suez-1980", "7.1", "4.1")
@pytest.mark.rule("across-suez-2021", "11.0", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_a_reinforcement_that_cannot_get_that_far_counts_its_entry(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-4", turn=4)
    refusal = s.check("enter Amir-4 0206")
    rule, have = s.game.edition.rule, 8 if book == OLD else 5
    assert refusal.rules == (rule.allowance, rule.night)
    assert refusal.text.startswith(f"Amir-4 has {have} MP; the way from 1708 to 0206 costs ")
    assert refusal.text[:-1].rpartition(" ")[2].rstrip("½").isdigit()


def test_a_unit_without_a_destination_is_asked_for_one() -> None:
    s = moving(OLD, "israel", "0708 Matt-1", "reinforcements Keren-1", turn=3)
    assert said(s, "move Matt-1") == "[4.0] Say where: move Matt-1 HEX."
    assert refused(s, "enter Keren-1") == ("7.4",)


# Combat ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "5.0", "5.3", "5.4")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_a_target_nobody_can_attack(book: str) -> None:
    s = fighting(book, "israel", "0810 Matt-3", "0910 16/4", "0811 16/5", "0302 16/1", "0303 Erez-1", "1503 16/6")
    rule = s.game.edition.rule
    assert said(s, "attack 16/6") == f"[{rule.attack}] None of your units is next to 16/6 in 1503."
    s = play(attack(s, "16/4", "Matt-3", support=True), "confirm", "roll 1", "retreat 16/4 1010", "decline")
    assert said(s, "attack 16/5") == f"[{rule.attack_once}] No other unit is next to 16/5: Matt-3 fought in this phase."


@pytest.mark.rule("across-suez-2021", "15.5.1")
def test_a_target_only_next_to_units_that_have_landed() -> None:
    text = """
    across-suez-2021 {"airborne_operations": true}
    turn 5
    landed ["IL-Abn"]
    at 0709 IL-Abn
    at 0303 Matt-1
    at 0302 16/1
    at 0708 16/4
    > BeginCombat {"side": "israel"}
    """
    s = sandtable.load(NEW).position(text)
    assert said(s, "attack 16/4") == "[15.5.1] IL-Abn landed this turn and may not attack."


@pytest.mark.rule("across-suez-1980", "5.6", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_a_retreat_that_is_not_allowed(book: str) -> None:
    s = fighting(book, "israel", "0709 Erez-1", "0708 16/4", "0607 16/1", "0906 Matt-1", turn=3)
    s = play(attack(s, "16/4", "Erez-1"), "confirm", "roll 1")
    rule = s.game.edition.rule
    assert refused(s, "retreat 16/4 0607") == (rule.retreat,)
    assert "16/1 is there" in said(s, "retreat 16/4 0607")
    assert refused(s, "retreat 16/4 0705") == (rule.results,)
    assert "in the zone of control of Erez-1" in said(s, "retreat 16/4 0808")
    assert "a retreat is one hex" in said(s, "retreat 16/4 0705")
    assert refused(s, "retreat 16/4 9999") == (rule.map_edge,)
    assert refused(s, "retreat 16/1 0606") == (rule.results,)


@pytest.mark.rule("across-suez-2021", "7.3", "15.4")
def test_a_commando_that_attacked_at_night_retreats_away_by_7_3() -> None:
    s = fighting(NEW, "egypt", "0708 EG-Cdo-A", "0709 Erez-1", turn=7, commandos=True)
    s = play(attack(s, "Erez-1", "EG-Cdo-A"), "confirm", "roll 3")
    assert refused(s, "retreat EG-Cdo-A 0808") == ("7.3",)  # no zone holds it at night: the direction does
    assert "next to Erez-1" in said(s, "retreat EG-Cdo-A 0808")


@pytest.mark.rule("across-suez-1980", "6.5", "14.2")
def test_a_bridge_that_may_not_advance_into_the_ground_1980() -> None:
    s = fighting(OLD, "israel", "1307 Baram-4", "1407 16/2", "1408 Keren-1", "1507 Keren-2", turn=5)
    s = play(attack(s, "16/2", "Baram-4", "Keren-1", "Keren-2"), "confirm", "roll 1")
    while "decline" not in options(s):
        s = play(s, options(s)[0])
    assert refused(s, "advance Baram-4 1407") == ("14.2",)


# Losses and stacks ----------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_paying_with_the_weaker_unit_says_that_the_other_goes_too(book: str) -> None:
    s = fighting(book, "israel", "0708 14/21/1", "0709 Keren-1", "0608 Matt-1", turn=5)  # 5 + 3 against 3: +5 +1
    s = play(attack(s, "14/21/1", "Keren-1", "Matt-1"), "confirm", "roll 6")
    assert options(s) == ["lose Matt-1", "lose Keren-1"]
    label = {str(a): s.choice.label(s, a) for a in s.options()}
    assert label == {"lose Matt-1": "", "lose Keren-1": ""}  # either pays for three
    s = fighting(book, "israel", "0708 16/6", "0709 Keren-1", "0608 Matt-1", turn=5)  # owed: 4
    s = play(attack(s, "16/6", "Keren-1", "Matt-1"), "confirm", "roll 6")
    label = {str(a): s.choice.label(s, a) for a in s.options()}
    assert label == {"lose Matt-1": "Lose Matt-1 and Keren-1: 8 for the 4 owed", "lose Keren-1": ""}
    assert s.details("lose Matt-1") == {"warning": "Matt-1 alone does not pay 4: Keren-1 will be lost as well."}
    assert s.details("lose Keren-1") == {}
    assert said(s, "lose Erez-1").endswith("Erez-1 is not a surviving attacker: lose Matt-1 or Keren-1.")
    s = play(s, "lose Matt-1")
    assert s.loc[s.game.unit("Keren-1")] == s.game.box("eliminated")


@pytest.mark.rule("across-suez-1980", "4.4")
def test_three_units_in_a_hex_are_all_named() -> None:
    s = moving(OLD, "israel", "0708 Matt-1 Matt-2 Matt-3")
    assert "Matt-1, Matt-2 and Matt-3 share 0708: only one may end there [4.4]" in s.prompt
    assert s.details("end")["warning"] == "Matt-1, Matt-2 and Matt-3 stand in 0708: all but one of them will be lost."
    s = play(s, "end")
    assert said(s, "remove Erez-1") == "[4.4] Erez-1 does not stand in 0708: remove Matt-1, Matt-2 or Matt-3."


@pytest.mark.rule("across-suez-2021", "15.1", "5.2", "5.3")
def test_the_set_up_of_ii_23_says_why_not() -> None:
    s = sandtable.load(NEW).start({"airborne_units": True})
    assert refused(s, "place II/23 0210") == ("5.2",)
    assert refused(s, "place II/23 1708") == ("15.1",)
    assert refused(s, "place Matt-1 0209") == ("15.1",)
