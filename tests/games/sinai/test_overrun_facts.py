"""11.0: Overruns one at a time, for what random crowds do not show."""

from __future__ import annotations

import pytest

from .table import moving, options, refused


@pytest.mark.rule("sinai", "11.15")
def test_r11_15_trucks_of_others_keep_nobody_from_an_overrun() -> None:
    s = moving("arab", "2030 Eg-arm-1 Eg-arm-3", "2031 Ysrl", "3602 Sy-123", entrucked=["Sy-123"])
    assert options(s, "overrun") == {"overrun Eg-arm-1+Eg-arm-3 2030-2031"}


@pytest.mark.rule("sinai", "10.15", "11.11")
def test_r11_11_the_supply_unit_alone_is_not_overrun() -> None:
    s = moving("arab", "2030 Eg-arm-1 Eg-arm-3", "2031 Is-Supply", "2713 Iska")
    told = refused(s, "overrun Eg-arm-1+Eg-arm-3 2030-2031", "11.11")
    assert told == "2031 defends with 0; only a Strength of one or two can be overrun."


@pytest.mark.rule("sinai", "11.2", "5.29")
def test_r11_2_after_an_overrun_points_not_zones_limit_the_next() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-19NG", "2132 Eg-arm-1", "2033 Eg-107PAL")
    s = s.play("overrun Iska 2030-2031")  # 2031 and 2032 lie in the zone of 2132
    assert s.check("move Iska 2031-2032") is None
    told = refused(s, "overrun Iska 2031-2032-2033", "5.29")
    assert told == "Entering 2033 brings the cost to 9 Movement Points; 8 are available."
