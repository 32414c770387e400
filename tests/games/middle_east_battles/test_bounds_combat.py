"""The edges of retreats, advances and exchanges, found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits
from sandtable.core.agenda import advance
from sandtable.games.middle_east_battles.advance import advances
from sandtable.games.middle_east_battles.resolution import ChooseTable
from sandtable.games.middle_east_battles.results import ChooseLosses, all_lost, has_choice
from sandtable.games.middle_east_battles.sequence import EndOfPlayerTurn
from sandtable.games.middle_east_battles.strength import carry_on

from .table import ARISH, SUEZ, attack, fighting, frame, load, options, play, refused, roll
from .test_bounds import said


# Advances -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.15")
def test_r7_15_only_paths_that_begin_next_to_a_unit_are_its_paths() -> None:
    s = fighting(ARISH, "israel", "2845 SC-Heli", "2944 79/7/Tal", "eliminated 9/7/Tal", air="[0]")
    h = s.game.hex
    s.paths = ((h("2848"), h("2849")),)
    for unit in ("SC-Heli", "79/7/Tal", "9/7/Tal"):
        assert advances(s, s.game.unit(unit)) == []


@pytest.mark.rule("middle-east-battles", "7.15", "5.11")
def test_r7_15_an_advance_is_named_by_its_end_or_by_exactly_the_path() -> None:
    places = ("2846 7-AT", "2845 79/7/Tal", "2946 82/7/Tal", "2744 9/7/Tal")
    s = fighting(ARISH, "israel", *places, air="[0]")
    s = roll(attack(s, "2846", "79/7/Tal", "82/7/Tal"), 2, "mobile")  # D4
    s = play(s, options(s, "retreat 7-AT 2846-2747-2748-")[0])
    assert frame(s) == "AdvanceAfterCombat"
    for text in (
        "advance 79/7/Tal 82/7/Tal 2846", "advance 79/7/Tal 2845-2844-2846", "march 79/7/Tal 2845-2846",
        "advance 9/7/Tal 2846", "advance nobody 2846", "advance 79/7/Tal exited",
    ):  # fmt: skip
        assert refused(s, text)
    assert "cannot be done now" in said(s, "march 79/7/Tal 2845-2846")
    s = play(s, "advance 79/7/Tal 2846")
    assert not options(s, "advance 79/7/Tal")  # once
    assert said(s, "advance 82/7/Tal 2846") == "[5.11] 2846 already holds 79/7/Tal."
    assert refused(s, "advance 82/7/Tal 2744") == ("7.15",)  # no hex of the path, whoever stands there
    s.landed = 1 << s.game.unit("82/7/Tal")
    assert said(s, "advance 82/7/Tal exited") == "[7.15] 82/7/Tal does not advance in the player turn of its landing."


@pytest.mark.rule("middle-east-battles", "7.15", "5.11")
def test_r7_15_of_two_paths_each_is_a_way() -> None:
    s = fighting(ARISH, "israel", "2845 79/7/Tal", "2946 82/7/Tal", "2847 9/7/Tal", air="[0]")
    h, u = s.game.hex, s.game.unit
    s.paths = ((h("2846"), h("2847")), (h("2846"), h("2947")))
    from sandtable.games.middle_east_battles.advance import AdvanceAfterCombat

    s.agenda = (AdvanceAfterCombat("israel", 1 << u("79/7/Tal") | 1 << u("82/7/Tal")),)
    assert said(s, "advance 79/7/Tal 2847") == "[5.11] 2847 already holds 9/7/Tal."
    assert s.check("advance 79/7/Tal 2947") is None


@pytest.mark.rule("middle-east-battles", "7.9", "7.15")
def test_r7_15_the_first_counter_advances_like_any_other() -> None:
    s = fighting(ARISH, "egypt", "2846 7-Rec/Tal", "2845 14-Arm", "2747 1/2", air="[0]")
    s = roll(attack(s, "2846", "14-Arm", "1/2"), 1)
    while frame(s) != "AdvanceAfterCombat":
        s = play(s, options(s)[0])
    assert s.check("advance 14-Arm 2846") is None


@pytest.mark.rule("middle-east-battles", "7.15", "7.16")
def test_r7_15_every_path_is_looked_at_and_each_unit_advances_once() -> None:
    from sandtable.games.middle_east_battles.advance import AdvanceAfterCombat

    s = fighting(ARISH, "israel", "2845 79/7/Tal", "2946 82/7/Tal", air="[0]")
    h, u = s.game.hex, s.game.unit
    both = 1 << u("79/7/Tal") | 1 << u("82/7/Tal")
    s.paths = ((h("2850"), h("2851")), (h("2846"),), (h("2847"),))
    assert [s.game.hex_name(way[-1]) for way in advances(s, u("79/7/Tal"))] == ["2846"]
    s.agenda = (AdvanceAfterCombat("israel", both),)
    assert refused(s, "advance 79/7/Tal 2851") == ("7.15",)  # there is room, but no way
    s = play(s, "advance 79/7/Tal 2846")
    assert not options(s, "advance 79/7/Tal")  # though 2847 is next to it now


# The roll -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.2", "7.8", "8.6")
def test_r7_8_words_that_are_no_table_and_a_table_that_is_not_allowed() -> None:
    s = fighting(ARISH, "israel", "2846 7-AT", "2845 79/7/Tal", "4620 7-Tank", "4721 82/7/Tal", air="[0]")
    t = play(attack(s, "2846", "79/7/Tal"), "confirm")
    assert frame(t) == "ChooseTable"
    for text in ("table", "table frontal mobile", "table sideways", "choose frontal"):
        assert "cannot be done now" in said(t, text)
    works = attack(fighting(ARISH, "israel", "4544 7-Tank", "4644 226/Shr", air="[0]"), "4544", "226/Shr")
    works.agenda = (carry_on(works.choice, ChooseTable),)
    assert refused(works, "table mobile") == ("7.8", "8.6")
    assert works.check("table frontal") is None
    t = t.copy()
    t.log = []
    t.apply("table frontal")
    assert str(t.log[0].text).startswith(f"{t.game.attack[t.game.unit('79/7/Tal')]} against 2: differential ")


@pytest.mark.rule("middle-east-battles", "7.15")
def test_r7_15_a_combat_begins_with_no_path_of_another() -> None:
    s = fighting(ARISH, "israel", "2846 7-AT", "2845 79/7/Tal", air="[0]")
    s.paths = ((s.game.hex("2844"), s.game.hex("2744")),)
    for die in range(1, 7):
        assert s.paths[0] not in roll(attack(s, "2846", "79/7/Tal"), die).paths


@pytest.mark.rule("middle-east-battles", "7.9", "10.12")
def test_r7_9_who_is_lost_without_a_choice() -> None:
    """A choice is left only where some would be enough; who has no strength is lost only while the price is not paid."""
    s = fighting(ARISH, "egypt", "2846 7-Tank", "2747 SF-ATGM", "2946 1/7", "2845 79/7/Tal", air="[0]")
    tank, missiles, foot = (1 << s.game.unit(u) for u in ("7-Tank", "SF-ATGM", "1/7"))
    worth = s.game.attack[s.game.unit("7-Tank")]
    assert s.game.attack[s.game.unit("SF-ATGM")] == 0
    assert all_lost(s, tank | missiles, worth) == tank
    assert all_lost(s, tank | missiles, worth + 1) == tank | missiles
    both = worth + s.game.attack[s.game.unit("1/7")]
    assert not has_choice(s, tank | foot, both)
    assert not has_choice(s, tank | foot, both + 1)
    assert has_choice(s, tank | foot, both - 1)
    assert not has_choice(s, tank, worth - 1)


@pytest.mark.rule("middle-east-battles", "7.9")
def test_r7_9_what_a_loss_costs_in_all() -> None:
    s = fighting(ARISH, "egypt", "2846 14-Arm", "2747 1/7", "2946 2/7", "2845 79/7/Tal", air="[0]")
    units = ("14-Arm", "1/7", "2/7")
    arm, foot, other = (s.game.unit(u) for u in units)
    worth = [s.game.attack[u] for u in (arm, foot, other)]
    every = 1 << arm | 1 << foot | 1 << other

    def asked(price: int) -> ChooseLosses:
        s.agenda = (ChooseLosses("egypt", every, price),)
        return s.choice

    assert asked(worth[0]).lost_with(s, arm) == 0  # it pays alone
    assert asked(worth[0] + 1).lost_with(s, arm) == 0  # either of the others will do
    two = ChooseLosses("egypt", 1 << arm | 1 << foot, worth[0] + 1)
    assert two.lost_with(s, arm) == 1 << foot  # one point is still owed
    s.agenda = (two,)
    assert "14-Arm alone does not pay" in s.details("lose 14-Arm")["warning"]  # the first counter
    assert "cannot be done now" in said(s, "give 14-Arm")
    assert said(s, "lose 2/7") == "[7.9] Losses are taken from the adjacent attackers: 14-Arm and 1/7."


@pytest.mark.rule("middle-east-battles", "7.18", "8.18")
def test_r7_18_israeli_strikes_are_of_the_same_nation() -> None:
    s = attack(
        fighting(ARISH, "israel", "2846 7-AT", "2845 79/7/Tal", air="[3]"),
        "2846",
        "79/7/Tal",
        support=("israeli-air 2",),
    )
    assert not [rule for _, rule, _ in s.choice.shifts(s) if rule == "7.18"]


@pytest.mark.rule("middle-east-battles", "4.2", "9.11")
def test_r4_2_a_player_turn_leaves_nothing_behind() -> None:
    everybody = '["14-Arm", "79/7/Tal"]'
    marks = ("moved", "landed", "crossed", "fought", "attacked")
    s = fighting(ARISH, "israel", "2846 14-Arm", "3845 79/7/Tal", air="[0]", **dict.fromkeys(marks, everybody))
    s.agenda = (EndOfPlayerTurn(),)
    advance(s)
    assert [getattr(s, mark) for mark in marks] == [0] * 5


# Works and cities -------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "6.2", "7.6", "7.8", "7.17")
def test_r7_17_works_help_the_egyptians_in_them_and_nobody_else() -> None:
    """Every fortification: who attacks out of it is not halved, who attacks into it is; Israelis gain nothing from it."""
    game: Any = load(ARISH)
    grid, names = game.map.grid, game.map.grid.names
    for works in bits(game.forts):
        for h in bits(grid.adjacent[works] & game.land & ~game.forts):
            out = attack(
                fighting(ARISH, "egypt", f"{names[works]} 1/2", f"{names[h]} 79/7/Tal", air="[0]"), names[h], "1/2"
            )
            assert out.choice.attack_of(out, out.game.unit("1/2"))[0] == game.attack[game.unit("1/2")]
            into = attack(
                fighting(ARISH, "egypt", f"{names[h]} 1/2", f"{names[works]} 79/7/Tal", air="[0]"), names[works], "1/2"
            )
            assert into.choice.attack_of(into, into.game.unit("1/2"))[0] == game.attack[game.unit("1/2")] // 2
            if not {*game.kinds_at[works]} - {"clear", "fortification"} and not game.hexsides(h, works):
                assert into.choice.terrain_shift(into)[0] == 0


@pytest.mark.rule("middle-east-battles", "7.8", "8.6")
def test_r7_8_a_barrage_of_a_city_is_not_converted() -> None:
    s = attack(fighting(SUEZ, "anglo-french", "2510 PS-AT", "2513 23-Art", air="[7, 5]"), "2510", "23-Art")
    s = play(s, "support british-air 7", "support french-air 5")
    printed = [s.game.mobile.result(die, s.choice.column(s)) for die in range(1, 7)]
    assert {*printed} & {"D2", "D3", "D4"}
    assert [s.choice.result(s, die) for die in range(1, 7)] == printed
