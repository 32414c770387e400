"""The edges of building an attack, found missing by mutation: who may begin, join and support it, by day and by night."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits

from .table import ARISH, SUEZ, attack, fighting, load, options, play, position, refused, vp
from .test_bounds import said

AF = "anglo-french"


def named(s: Any, units: int) -> set[str]:
    return {s.game.name_of(u) for u in bits(units)}


# Beginning ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.3", "7.14", "8.18", "8.19")
def test_r7_3_a_hex_that_nobody_can_attack_any_more() -> None:
    s = position(ARISH, "CombatPhase israel", "2846 1/7", "2845 79/7/Tal", air="[0]", fought='["79/7/Tal"]')
    assert options(s) == ["end"]
    assert said(s, "attack 2846").startswith("[7.3] 79/7/Tal has attacked in this phase, and no other unit")
    silent = position(ARISH, "CombatPhase israel", "2846 1/7", "2845 1-Art/Tal", air="[0]", displaced='["1-Art/Tal"]')
    assert options(silent) == ["end"]
    assert said(silent, "attack 2846") == ("[7.14] 1-Art/Tal was displaced in this combat phase and may not fire.")
    # ships and the strikes of one nation are enough
    places, spent = ("4005 2R", "4004 A/6"), '["A/6"]'
    for air, naval, can in (("[0, 0]", "[1, 1]", True), ("[0, 0]", "[0, 1]", False), ("[0, 3]", "[0, 0]", True)):
        s = position(SUEZ, f"CombatPhase {AF}", *places, air=air, naval=naval, fought=spent)
        assert (s.check("attack 4005") is None) == can


@pytest.mark.rule("middle-east-battles", "7.3", "8.18", "8.19")
@pytest.mark.parametrize(
    ("air", "naval", "offered"),
    [
        ("[0, 0]", "[1, 0]", ["support british-naval"]),
        ("[0, 0]", "[0, 0]", []),
        ("[0, 2]", "[0, 0]", ["support french-air 1", "support french-air 2"]),
        ("[1, 0]", "[0, 1]", ["support british-air 1"]),
    ],
)
def test_r8_18_what_support_is_offered(air: str, naval: str, offered: list[str]) -> None:
    s = position(SUEZ, f"CombatPhase {AF}", "4005 2R", "4004 A/6", air=air, naval=naval)
    assert options(play(s, "attack 4005", "with A/6"), "support") == offered


# Joining --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.3", "7.4")
def test_r7_3_who_is_no_unit_of_the_attacker_on_the_map() -> None:
    s = fighting(ARISH, "israel", "2846 1/7", "2845 79/7/Tal", "2946 SC-Heli", "holding 82/7/Tal", air="[0]")
    s = play(s, "attack 2846")
    for name in ("nobody", "82/7/Tal", "9/7/Tal", "1/7"):
        assert said(s, f"with {name}") == f"[7.3] {name} is not one of your units on the map."
    assert said(s, "also nowhere") == "[7.4] nowhere is not a hex of the map."


@pytest.mark.rule("middle-east-battles", "7.14", "8.9")
def test_r7_14_displacement_silences_guns_only() -> None:
    game: Any = load(ARISH)
    guns, mine = game.artillery, game.units_of["israel"]
    before = next(u for u in mine if not guns >> u & 1 and guns >> u + 1 & 1)
    name = game.name_of(before)
    s = fighting(ARISH, "israel", "2846 1/7", f"2845 {name}", "2946 1-Art/Tal", air="[0]")
    s.displaced = 1 << before | 1 << game.unit("1-Art/Tal")
    s = play(s, "attack 2846")
    assert s.check(f"with {name}") is None
    assert refused(s, "with 1-Art/Tal") == ("7.14",)


@pytest.mark.rule("middle-east-battles", "7.4", "8.8")
def test_r7_4_a_gun_beside_one_hex_of_two_does_not_join_guns() -> None:
    s = fighting(ARISH, "israel", "2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", "2945 2-Art/Tal", "3044 3/7", air="[0]")
    s = play(s, "attack 2845", "with 1-Art/Tal", "also 2847")
    assert said(s, "with 2-Art/Tal") == "[7.4] 2-Art/Tal is not adjacent to every hex attacked (2845 and 2847)."


# By night -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.3", "7.19")
def test_r7_19_by_day_an_attack_brings_no_new_duties() -> None:
    for turn, bound in ((2, set()), (4, {"79/7/Tal"})):
        s = position(ARISH, "CombatPhase israel", "2846 1/7", "2845 79/7/Tal", air="[0]", turn=turn)
        assert named(s, play(s, "attack 2846", "with 79/7/Tal").must_attack) == bound


@pytest.mark.rule("middle-east-battles", "7.3", "7.19")
def test_r7_19_the_first_attacker_of_a_night_attack_must_not_strand_the_others() -> None:
    places = ("2846 79/7/Tal", "2946 82/7/Tal", "2845 7-Tank", "3046 7-AT")
    s = play(fighting(ARISH, "israel", *places, air="[0]", turn=4), "attack 2845")
    assert said(s, "with 82/7/Tal") == (
        "[7.3, 7.4] With 82/7/Tal in this attack nobody would be left to attack 7-AT in 3046."
    )
    assert s.check("with 79/7/Tal") is None


@pytest.mark.rule("middle-east-battles", "7.18", "7.19")
def test_r7_19_by_night_guns_fire_past_another_division() -> None:
    places = ("2846 1/7", "2845 79/7/Tal", "2842 1-Art/Yof")
    by_night = play(fighting(ARISH, "israel", *places, air="[0]", turn=4), "attack 2846")
    assert by_night.check("with 1-Art/Yof") is None
    by_day = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2846")
    assert refused(by_day, "with 1-Art/Yof") == ("7.3", "7.18")


@pytest.mark.rule("middle-east-battles", "7.19", "6.2")
def test_r7_19_from_works_a_second_hex_brings_its_own_duties() -> None:
    """1/2 in works attacks two hexes by night: only the second is next to 2/2, which must now attack too."""
    game = load(ARISH)
    grid, near = game.map.grid, game.map.grid.adjacent
    first, second = game.hex("4644"), game.hex("4643")
    third = next(bits(near[second] & game.land & ~game.forts & ~near[first] & ~near[game.hex("4544")]))
    places = ("4544 1/2", "4644 226/Shr", "4643 1/Zi/Shr", f"{grid.names[third]} 2/2")
    s = play(fighting(ARISH, "egypt", *places, air="[0]", turn=4), "attack 4644", "with 1/2")
    assert named(s, s.must_attack) == set()
    s = play(s, "also 4643")
    assert named(s, s.must_attack) == {"2/2"}


# What is told and paid ------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.2", "8.18", "8.19")
def test_r7_2_the_log_names_the_attackers_and_their_support() -> None:
    s = fighting(SUEZ, AF, "4005 2R", "4004 A/6", air="[7, 5]")
    s = attack(s, "4005", "A/6", support=("british-air 2", "french-air 1", "british-naval")).copy()
    s.log = []
    s.apply("confirm")
    assert str(s.log[0].text) == (
        "Attack by A/6, 2 British airstrikes, 1 French airstrike and British naval gunfire on 2R in 4005."
    )
    s = attack(fighting(SUEZ, AF, "4005 2R", "4004 A/6"), "4005", "A/6").copy()
    s.log = []
    s.apply("confirm")
    assert str(s.log[0].text) == "Attack by A/6 on 2R in 4005."


@pytest.mark.rule("middle-east-battles", "9.8")
def test_r9_8_egyptian_guns_that_fire_into_the_city_cost_nothing() -> None:
    game: Any = load(SUEZ)
    gun = next(game.name_of(u) for u in bits(game.artillery) if game.side_of[u] == "egypt")
    s = fighting(SUEZ, "egypt", "2510 A/6", f"2509 {gun}", "2610 4-Inf", air="[0, 0]")
    assert vp(play(s, "attack 2510", "with 4-Inf", f"with {gun}", "confirm")) == (0, 0)


# Several hexes and support --------------------------------------------------------------------------------------
GUNS = ("2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", "2945 2-Art/Tal", "3044 3/7", "2848 9/7/Tal", "3043 1/Av/Tal")


@pytest.mark.rule("middle-east-battles", "7.3", "7.4", "8.8")
def test_r7_4_who_must_touch_a_further_hex() -> None:
    s = play(fighting(ARISH, "israel", *GUNS, air="[0]"), "attack 2845", "with 1-Art/Tal")
    assert said(s, "also 2844") == "[7.3] 2844 holds no enemy unit that can still be attacked in this phase."
    assert said(play(s, "with 2-Art/Tal"), "also 2847") == "[7.4] 2-Art/Tal is not adjacent to 2847."
    infantry = fighting(ARISH, "israel", "2846 79/7/Tal", *GUNS[1:5], GUNS[6], air="[0]")
    infantry = play(infantry, "attack 2845", "with 79/7/Tal", "with 2-Art/Tal")
    assert infantry.check("also 2847") is None  # a gun beside non-artillery needs only one of them


@pytest.mark.rule("middle-east-battles", "8.4", "8.18", "8.19")
def test_r8_4_support_given_first_keeps_guns_to_one_hex() -> None:
    s = play(fighting(ARISH, "israel", *GUNS[:3], air="[2]"), "attack 2845", "support israeli-air 1")
    assert said(s, "with 1-Art/Tal") == (
        "[7.3, 7.4] With 1-Art/Tal in this attack nobody would be left to attack 7-AT in 2847."
    )
    for support, air in (("british-naval", "[0, 0]"), ("french-air 1", "[0, 1]"), ("british-air 1", "[1, 0]")):
        ships = fighting(SUEZ, AF, "4005 23-Art", "4004 2R", "4006 1R", air=air)
        assert refused(play(ships, "attack 4004", f"support {support}"), "with 23-Art") == ("7.3", "7.4")
        two = fighting(SUEZ, AF, "4005 23-Art", "4004 2R", "4006 1R", "4007 A/6", "4008 3NG", air=air)
        two = play(two, "attack 4004", "with 23-Art", f"support {support}")
        assert refused(two, "also 4006") == ("8.4", "8.18")


@pytest.mark.rule("middle-east-battles", "7.3", "7.19", "6.2")
def test_r7_19_from_works_a_second_hex_must_not_strand_those_it_draws_in() -> None:
    game = load(ARISH)
    grid, near = game.map.grid, game.map.grid.adjacent
    first, second, works = (game.hex(h) for h in ("4644", "4643", "4544"))
    others = [grid.names[h] for h in bits(near[second] & game.land & ~game.forts & ~near[first] & ~near[works])][:2]
    places = ("4544 1/2", "4644 226/Shr", "4643 1/Zi/Shr", f"{others[0]} 2/2", f"{others[1]} 3/2")
    s = play(fighting(ARISH, "egypt", *places, air="[0]", turn=4), "attack 4644", "with 1/2")
    assert said(s, "also 4643") == (
        "[7.3, 7.4] With 4643 in this attack 2/2 and 3/2 would have no enemy left to attack."
    )


@pytest.mark.rule("middle-east-battles", "7.3", "8.18", "8.19")
def test_r8_18_words_that_are_no_support_and_attacks_by_nobody() -> None:
    s = play(fighting(SUEZ, AF, "4005 2R", "4004 A/6", air="[2, 2]"), "attack 4005")
    assert said(s, "support british-air") == "[8.18] Say how many British airstrikes: support british-air 3."
    for text in ("support", "support italian-air 3", "support italian-air", "support british-rocket", "support a b"):
        assert "cannot be done now" in said(s, text)
    assert said(s, "confirm") == "[7.3] The attack has no attacker yet."
    ships = position(SUEZ, f"CombatPhase {AF}", "4005 2R", "4004 A/6", air="[0, 0]", naval="[1, 1]", fought='["A/6"]')
    assert play(ships, "attack 4005", "support british-naval").check("confirm") is None
    egypt = play(fighting(SUEZ, "egypt", "4005 A/6", "4004 2R", air="[2, 2]"), "attack 4005")
    only = "[8.18] Only the Western player has airstrikes and naval gunfire."
    assert said(egypt, "support nonsense") == said(egypt, "support british-air 1") == only
    arish = play(fighting(ARISH, "israel", "2846 1/7", "2845 79/7/Tal"), "attack 2846")
    assert refused(arish, "support israeli-naval") == ("8.19",)
