"""5.29, 6.2, 11.0, 24.33: the deciding reason why a hex that was named is not reached."""

from __future__ import annotations

import pytest

from .table import moving, refused
from .test_1973 import moving as later


@pytest.mark.rule("sinai", "11.14", "5.29")
def test_r11_14_too_few_points_for_the_overrun_that_was_named() -> None:
    s = moving("israel", "2030 Elzr", "2031 Eg-19NG")
    told = refused(s, "overrun Elzr 2031", "5.29")
    assert told == "Entering 2031 brings the cost to 4 Movement Points; 1 is available."


@pytest.mark.rule("sinai", "24.33", "6.2")
def test_r24_33_an_enemy_zone_at_the_edge_ends_the_move() -> None:
    s = later("arab", "3804 Sy-arm-1", "3905 Is-mech-1", "3115 Is-mech-2", turn=9)
    assert refused(s, "exit Sy-arm-1 3904", "6.2") == "Sy-arm-1 must stop in 3904, which an enemy unit controls."


@pytest.mark.rule("sinai", "5.13", "5.29")
def test_r5_13_the_slowest_of_a_stack_lacks_the_points() -> None:
    s = moving("israel", "2030 Iska Elzr", "0125 Eg-19NG")
    assert refused(s, "move Iska+Elzr 2033", "5.29") == "2033 is 3 Movement Points away; Elzr has 1, 2 too few."


@pytest.mark.rule("sinai", "5.29", "6.2")
def test_r6_2_a_zone_on_the_way_or_too_few_points_to_come_to_it() -> None:
    """2033 lies between two enemies, and every hex next to it in a zone."""
    enemies = ("2032 Eg-arm-1", "2034 Eg-arm-2")
    near = moving("israel", "1832 Elzr", *enemies)
    assert refused(near, "move Elzr 2033", "6.2") == "It must stop in 1933, which an enemy unit controls."
    far = moving("israel", "1731 Elzr", *enemies)
    assert refused(far, "move Elzr 2033", "5.29") == "2033 is 4 Movement Points away; Elzr has 1, 3 too few."


@pytest.mark.rule("sinai", "5.29", "6.2", "16.11")
def test_r6_2_the_points_into_a_zone_are_counted_straight() -> None:
    s = moving("arab", "1832 Eg-inf-1", "2032 Iska", strikes=["1832"])
    told = refused(s, "move Eg-inf-1 1933", "5.29")
    assert told == "1933 is 4 Movement Points away; Eg-inf-1 has 1, 3 too few."
