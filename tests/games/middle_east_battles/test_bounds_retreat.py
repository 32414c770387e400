"""The edges of retreats, found missing by mutation: what is no retreat, who is told what, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from .table import ARISH, SUEZ, attack, fighting, frame, load, options, play, refused, where
from .test_bounds import said


def beaten(title: str, side: str, units: list[str], length: int, *places: str, **fields: str) -> Any:
    """Units that must retreat so far."""
    names = str(units).replace("'", '"')
    lines = [title, "turn 2", *(f"at {p}" for p in places), *(f"{k} {v}" for k, v in fields.items())]
    return load(title).position(
        "\n".join([*lines, f'> Retreats {{"side": "{side}", "units": {names}, "length": {length}}}'])
    )


@pytest.mark.rule("middle-east-battles", "7.10", "7.12")
def test_r7_10_words_that_are_no_retreat() -> None:
    s = beaten(ARISH, "egypt", ["7-Tank"], 2, "2846 7-Tank", "2845 2/Av/Tal", "2650 1/7")
    for text in (
        "retreat", "retreat 7-Tank", "fall 7-Tank 2646", "fall 7-Tank 2846-2747-2646", "retreat 7-Tank 2646 now",
    ):  # fmt: skip
        assert "cannot be done now" in said(s, text)
    for unit in ("Nobody", "1/7", "3/7", "2/Av/Tal", "7-Tank+1/7"):
        for way in ("2646", "2846-2747-2646"):
            assert said(s, f"retreat {unit} {way}") == f"[7.10] {unit} does not have to retreat."
    for way in ("exited", "2847-2848", "2745-2646", "2747-2646"):
        assert said(s, f"retreat 7-Tank {way}") == "[7.10] The retreat of 7-Tank begins in 2846."
    assert said(s, "retreat 7-Tank 2846-2848") == "[7.10] 2846 and 2848 are not adjacent."
    assert said(s, "retreat 7-Tank 2846-2845-2844") == "[5.5, 7.11] An enemy unit is in 2845."
    assert said(s, "retreat 7-Tank 2846-2745-2646") == "[7.10] 2846 and 2745 are not adjacent."
    assert said(s, "retreat 7-Tank 2846-2847") == "[7.12] 7-Tank must retreat 2 hexes."
    assert said(s, "retreat 7-Tank 2846-2847-2947") == "[7.12] The retreat must end 2 hexes away from 2846."
    assert where(play(s, "retreat 7-Tank 2646"), "7-Tank") == "2646"


@pytest.mark.rule("middle-east-battles", "7.10")
def test_r7_10_the_first_counter_retreats_like_any_other() -> None:
    for title, side, at in ((ARISH, "egypt", "2846"), (SUEZ, "egypt", "4005")):
        unit = load(title).name_of(0)
        s = beaten(title, side, [unit], 1, f"{at} {unit}")
        end = options(s)[0].split("-")[-1]
        assert where(play(s, f"retreat {unit} {end}"), unit) == end


@pytest.mark.rule("middle-east-battles", "7.10", "7.12", "7.9")
def test_r7_12_an_end_at_the_right_distance_that_no_way_reaches() -> None:
    s = beaten(SUEZ, "egypt", ["2R"], 1, "4706 2R")  # the Canal east of it
    assert said(s, "retreat 2R 4707").startswith(
        "[7.10, 7.12] No way that is open leads 2R back to 4707; it may go to "
    )
    ends = [a.split("-")[-1] for a in options(s)]
    named = said(s, "retreat 2R 4707").partition("it may go to ")[2]
    assert all(end in named for end in ends)
    assert "4707" not in named
    assert said(s, "retreat 2R 4706-4707") == "[7.9] 2R may not retreat across the hexside to 4707."
    assert refused(s, "retreat 2R 4704") == ("7.12",)  # two hexes away


@pytest.mark.rule("middle-east-battles", "7.10", "7.12")
def test_r7_12_with_one_way_back_only_another_length_is_refused() -> None:
    s = beaten(ARISH, "egypt", ["7-Tank"], 2, "2846 7-Tank", "2546 79/7/Tal", "2748 82/7/Tal", "2946 9/7/Tal")
    assert options(s) == ["retreat 7-Tank 2846-2746-2745"]
    assert said(s, "retreat 7-Tank 2846-2746") == "[7.12] 7-Tank must retreat 2 hexes."
    assert play(s, "retreat 7-Tank 2745").loc[s.game.unit("7-Tank")] == s.game.hex("2745")


@pytest.mark.rule("middle-east-battles", "7.10", "2.13")
def test_r7_10_of_two_beaten_units_one_that_cannot_move_dies_alone() -> None:
    s = beaten(SUEZ, "egypt", ["PS-AA", "1R"], 1, "4005 PS-AA", "4105 1R")
    assert options(s, "retreat PS-AA") == ["retreat PS-AA 4005"]
    s = play(s, options(s, "retreat 1R")[0])
    assert where(s, "1R") not in ("4105", "eliminated")
    assert where(s, "PS-AA") == "eliminated"


@pytest.mark.rule("middle-east-battles", "7.10", "7.15")
def test_r7_15_the_hex_of_one_who_could_not_retreat_is_open_to_the_victors() -> None:
    places = ("2846 7-Tank", "2845 79/7/Tal", "2747 82/7/Tal", "2947 9/7/Tal")
    s = attack(fighting(ARISH, "israel", *places, air="[0]"), "2846", "79/7/Tal", "82/7/Tal", "9/7/Tal")
    while not s.choice or frame(s) != "ChooseTable":
        s = play(s, "confirm")
    s = play(s, "table mobile")
    for die in range(1, 7):
        t = play(s, f"roll {die}")
        if where(t, "7-Tank") == "eliminated":
            break
    assert "advance 79/7/Tal 2845-2846" in options(t)


@pytest.mark.rule("middle-east-battles", "7.12", "7.14")
def test_r7_14_why_another_way_through_friends_is_better() -> None:
    ring = ("2846 7-AT", "2845 79/7/Tal", "2747 1/7", "2847 7-Tank", "2947 2/7")
    s = beaten(ARISH, "egypt", ["7-AT"], 1, *ring, displaced='["1/7"]')
    assert said(s, "retreat 7-AT 2846-2747") == (
        "[7.14] 1/7 cannot give way, or only again in this phase or by displacing others; 7-AT retreats by 2846-2847."
    )
    s = beaten(ARISH, "egypt", ["7-AT"], 1, *ring[:4])
    assert said(s, "retreat 7-AT 2846-2747") == "[7.12] 7-AT must retreat through vacant hexes where it can: 2846-2947."


@pytest.mark.rule("middle-east-battles", "5.11", "7.12")
def test_r7_12_who_gives_way_to_whom_in_a_hex_with_helicopters() -> None:
    s = beaten(SUEZ, "anglo-french", ["A/6"], 1, "4005 A/6", "4004 JS 845", "4105 JS")
    words = {str(s.choice.label(s, a)) for a in s.options()}
    assert not any("displacing" in text for text in words)
    u, h = s.game.unit, s.game.hex
    s = beaten(SUEZ, "anglo-french", ["A/6"], 2, "4005 A/6", "4004 JS 845")
    through, into = (h("4005"), h("4004"), h("4003")), (h("4005"), h("4004"))
    assert s.choice.displaced_on(s, u("A/6"), into) == [u("JS")]  # one of the two makes room
    assert s.choice.displaced_on(s, u("A/6"), through) == []  # who passes fits beside them
