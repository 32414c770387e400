"""The edges of the rules of artillery, aircraft and ships, found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.middle_east_battles.artillery import barraged, line_is_open, put

from .table import ARISH, SUEZ, fighting, moving, options, play, position, refused, vp
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


# What the defender may add ------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "8.10", "8.18", "8.19")
def test_r8_10_all_that_is_offered_is_accepted_and_nothing_else() -> None:
    suez = fighting(SUEZ, "egypt", "4005 A/6", "4105 2R", "4006 1/7", "4010 23-Art", air="[2, 1]")
    arish = fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 1/7", "2850 1-Art/Yof", "2851 1-Art/Tal", air="[1]")
    west = fighting(
        ARISH, "israel", "2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art", "2841 1-Art/Tal", air="[3]"
    )
    for s, target, unit in ((suez, "4005", "2R"), (arish, "2846", "1/7"), (west, "2846", "79/7/Tal")):
        s = play(s, f"attack {target}", f"with {unit}", "confirm")
        game, seen = s.game, 0
        while s.choice.verbs == ("fire", "support", "confirm"):
            texts = [f"fire {u.name}" for u in game.roster.units]
            texts += [f"support {n}-air {k}" for n in ("british", "french", "israeli") for k in range(4)]
            texts += [f"support {n}-naval" for n in ("british", "french", "israeli")]
            legal = {text for text in texts if s.check(text) is None}
            assert set(options(s)) == legal | {"confirm"}
            more = [a for a in options(s) if a != "confirm"]
            s, seen = play(s, more[-1] if more else "confirm"), seen + 1
        assert seen > 1


@pytest.mark.rule("middle-east-battles", "8.10", "8.18", "8.19")
def test_r8_10_words_that_are_no_protective_fire() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2847 SF-Inf", "2850 7-Art", "2841 1-Art/Tal", "2852 7-Rec/Tal")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    for text in ("fire", "fire 7-Art now", "shoot 7-Art", "support israeli-air 1", "confirm all"):
        assert "cannot be done now" in said(s, text)
    for unit in ("1-Art/Tal", "79/7/Tal", "Nobody", "7-Art+7-AA"):
        assert said(s, f"fire {unit}") == f"[8.10] {unit} is not one of your units."
    s = play(fighting(ARISH, "egypt", *places, air="[2]"), "attack 2845", "with 1/7", "confirm")
    assert said(s, "fire Nobody") == "[8.10] Nobody is not one of your units."
    assert said(s, "fire 7-Art") == "[8.10] 7-Art is not one of your units."
    for unit in ("79/7/Tal", s.game.name_of(0)):
        side = s.game.side_of[s.game.unit(unit)]
        whose = "no artillery unit on the map" if side == "israel" else "not one of your units"
        assert said(s, f"fire {unit}") == f"[8.10] {unit} is {whose}."
    for text in ("shoot israeli-air 1", "support", "support israeli-air"):
        assert "cannot be done now" in said(s, text)
    assert refused(s, "support israeli-naval") == ("8.19",)
    ships = position(
        SUEZ, "CombatPhase egypt", "4005 A/6", "4006 1/7", "4105 2R", air="[1, 0]", naval="[0, 1]",
        must_attack='["2R"]', must_be_attacked='["A/6"]',
    )  # fmt: skip
    ships = play(ships, "attack 4005", "with 2R", "confirm")
    assert said(ships, "support british-naval") == "[8.19] The British naval gunfire has been used in this phase."


@pytest.mark.rule("middle-east-battles", "8.11", "8.18", "8.19")
def test_r8_11_what_protective_fire_adds_is_told_once_and_spent() -> None:
    places = ("4005 A/6", "4105 2R", "4010 23-Art")
    s = play(fighting(SUEZ, "egypt", *places, air="[3, 1]"), "attack 4005", "with 2R", "confirm")

    def lines(*actions: str) -> list[str]:
        t = play(s, *actions).copy()
        t.log = []
        t.apply("confirm")
        return [str(e.text) for e in t.log if "Protective fire" in str(e.text)]

    gun = s.game.fpf[s.game.unit("23-Art")]
    assert lines() == []
    assert lines("fire 23-Art", "support british-air 2", "support british-naval") == [
        f"Protective fire (23-Art, 2 airstrikes, 1 ship) adds {gun + 2 + 2} to the defence of A/6."
    ]
    assert lines("support french-air 1") == [
        "Protective fire (No gun, 1 airstrike, 0 ships) adds 1 to the defence of A/6."
    ]
    done = play(s, "support british-air 2", "support british-naval", "confirm")
    assert (done.air, done.naval) == ((1, 1), (0, 1))


@pytest.mark.rule("middle-east-battles", "9.8", "8.10")
def test_r9_8_protective_fire_into_the_city_costs_the_side_that_brought_the_guns() -> None:
    s = fighting(SUEZ, "egypt", "2510 A/6", "2509 4-Inf", "2512 23-Art", air="[0, 0]")
    s = play(s, "attack 2510", "with 4-Inf", "confirm")
    assert vp(play(s, "fire 23-Art", "confirm")) == (0, 1)
    assert vp(play(s, "confirm")) == (0, 0)
    game: Any = s.game
    gun = next(u for u in bits(game.artillery) if game.side_of[u] == "egypt" and game.range[u] > 3)
    places = ("2510 4-Inf", "2511 A/6", "2509 1R", f"2506 {game.name_of(gun)}")
    s = play(fighting(SUEZ, "anglo-french", *places, air="[0, 0]"), "attack 2510", "with A/6", "confirm")
    assert vp(play(s, f"fire {game.name_of(gun)}", "confirm")) == (0, 0)


@pytest.mark.rule("middle-east-battles", "9.8")
def test_r9_8_a_gun_or_a_ship_alone_is_fire_into_the_city() -> None:
    s = fighting(SUEZ, "anglo-french", "2510 4-Inf", "2509 A/6", "2513 23-Art", air="[1, 1]")
    s = play(s, "attack 2510", "with A/6")
    assert vp(play(s, "confirm")) == (0, 0)
    for fire in ("support british-naval", "support british-air 1", "support french-air 1", "with 23-Art"):
        assert vp(play(s, fire, "confirm")) == (0, 1), fire
