"""The edges of the rules of artillery, aircraft and ships, found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.middle_east_battles.artillery import barraged, line_is_open, put

from .table import ARISH, SUEZ, fighting, moving, options, play, position, refused
from .test_bounds import said


@pytest.mark.rule("middle-east-battles", "2.9", "7.3", "8.3")
def test_r2_9_who_is_too_far_away_and_by_how_much() -> None:
    s = fighting(ARISH, "israel", "2846 79/7/Tal", "2845 1/7", "2847 2/7", "2838 1-Art/Tal", "2838 SC-Heli", air="[0]")
    s = play(s, "attack 2845", "with 79/7/Tal", "also 2847")
    assert said(s, "with SC-Heli") == "[2.9, 7.3] SC-Heli is not artillery and not adjacent to 2845 and 2847."
    assert said(s, "with 1-Art/Tal") == "[8.3] 2845 and 2847 are 7 hexes from 1-Art/Tal; its range is 6."


# What a side's guns reach ---------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "6.2", "8.3", "8.9", "10.12")
def test_r8_3_missiles_reach_nothing_guns_in_works_do_and_guns_nowhere_do_not() -> None:
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2848 SF-ATGM", "2845 1/7", air="[0]")
    assert barraged(s, "egypt") == 0
    s = fighting(ARISH, "egypt", "2846 79/7/Tal", "2848 7-AA", "2845 1/7", air="[0]")
    assert barraged(s, "egypt") >> s.game.hex("2846") & 1
    s = fighting(ARISH, "egypt", "4645 79/7/Tal", "4548 82/7/Tal", "4545 SF-Art", "4549 1/2", air="[0]")
    assert barraged(s, "egypt") >> s.game.hex("4548") & 1
    assert barraged(fighting(ARISH, "israel", "2846 1/7", "2845 79/7/Tal", air="[0]"), "israel") == 0


# Protective fire ------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.10")
def test_r8_10_a_gun_that_is_not_in_the_game_does_not_fire() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art", air="[0]")
    s = play(s, "attack 2846", "with 79/7/Tal", "confirm")
    assert said(s, "fire 2-Art") == "[8.10] 2-Art is no artillery unit on the map."


@pytest.mark.rule("middle-east-battles", "7.18", "8.10", "8.16", "8.17")
def test_r8_10_israeli_guns_fire_together_for_whom_they_may_and_are_never_doubled() -> None:
    places = ("2846 82/7/Tal SC-Heli", "2845 14-Arm", "2850 1-Art/Yof", "2851 1-Art/Tal", "2750 SC-Art")
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), "attack 2846", "with 14-Arm", "confirm")
    s = play(s, "fire 1-Art/Tal", "fire SC-Art")  # no limit to one gun, as for Egypt
    assert s.check("fire 1-Art/Yof") is None  # it covers the helicopter, which belongs to no division
    works = fighting(ARISH, "egypt", "4644 226/Shr", "4544 1/2", "4649 1-Art/Shr", air="[0]")
    works = play(works, "attack 4644", "with 1/2", "confirm", "fire 1-Art/Shr")
    gun = works.game.unit("1-Art/Shr")
    assert works.forecast()["defenders"][-1]["strength"] == str(works.game.fpf[gun])


@pytest.mark.rule("middle-east-battles", "8.16", "10.12")
def test_r8_16_one_of_the_hexes_defended_is_enough() -> None:
    # 1/7 in 2845 is watched by SF-Inf, 2/7 in 2847 by nobody
    places = ("2846 79/7/Tal", "2845 1/7", "2847 2/7", "2844 SF-Inf", "2850 7-Art")
    s = fighting(ARISH, "israel", *places, air="[0]")
    s = play(s, "attack 2845", "with 79/7/Tal", "also 2847", "confirm")
    assert options(s, "fire") == ["fire 7-Art"]
    # missiles in 4850 see 4749, but not 4848, behind rough ground
    places = ("4748 79/7/Tal", "4749 1/7", "4848 2/7", "4750 SF-Inf", "4850 SF-ATGM")
    s = fighting(ARISH, "israel", *places, air="[0]")
    s = play(s, "attack 4749", "with 79/7/Tal", "also 4848", "confirm")
    assert "fire SF-ATGM" in options(s)


@pytest.mark.rule("middle-east-battles", "10.12")
def test_r10_12_nothing_lies_between_neighbours() -> None:
    s = moving(ARISH, "egypt", "2846 1/7")
    game: Any = s.game
    grid = game.map.grid
    a, b = next(
        (a, b)
        for a in grid.hexes
        for b in bits(grid.adjacent[a])
        if grid.adjacent[a] & grid.adjacent[b] and not grid.adjacent[a] & grid.adjacent[b] & ~game.blocking
    )
    assert line_is_open(s, a, b)
    assert line_is_open(s, a, a)


# Support --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.17", "8.18", "8.19")
def test_r8_17_what_doubles_and_what_ships_and_strikes_there_are() -> None:
    s = fighting(ARISH, "israel", "4644 226/Shr", "4544 1/2", "4545 3/2", "4340 ShF-Art", air="[3]")
    s = play(s, "attack 4544", "with 226/Shr")
    assert refused(s, "support israeli-air 0") == ("8.18",)
    s = play(s, "also 4545", "confirm", "fire ShF-Art")
    assert s.forecast()["defenders"][-1]["strength"] == "2"  # one, doubled
    assert [put((1, 2, 3), i, 9) for i in range(3)] == [(9, 2, 3), (1, 9, 3), (1, 2, 9)]
    places = ("4005 2R", "4004 A/6", "4010 1R", "4009 1/7")  # the French stand next to another Egyptian
    ships = play(fighting(SUEZ, "anglo-french", *places, air="[0, 0]"), "attack 4005", "with A/6")
    assert said(ships, "support french-naval") == "[8.19] No French unit is adjacent to 4005."


# Why nobody can attack --------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.3", "8.3", "8.16")
def test_r8_3_the_gun_that_comes_nearest_is_named() -> None:
    s = fighting(ARISH, "egypt", "2836 7-Art", "2840 7-AA", "2849 79/7/Tal")
    assert said(s, "attack 2849") == (
        "[7.3, 8.3] No unit of yours is next to 2849, and 7-Art with its range of 7 is 13 hexes away."
    )
    one_short = fighting(ARISH, "israel", "2847 1-Art/Tal", "2840 1/7", air="[0]")
    assert refused(one_short, "attack 2840") == ("7.3", "8.3")
    blind = fighting(ARISH, "egypt", "2846 7-Art", "2849 79/7/Tal")
    assert said(blind, "attack 2849") == "[8.16] No Egyptian unit stands next to 2849 to direct 7-Art."
    far = position(ARISH, "CombatPhase israel", "2846 1/7", "4816 82/7/Tal", air="[0]", fought='["82/7/Tal"]')
    assert said(far, "attack 2846") == "[7.3] No unit of yours is next to 2846."
