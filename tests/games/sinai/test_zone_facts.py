"""6.0: whose zones reach where, hex by hex, and who holds a hex against them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.sinai.movement.zones import blocked, held, movement_zone

from .table import moving


def hexes(s: Any, found: int) -> set[str]:
    return {str(s.game.hex_name(h)) for h in bits(found)}


def around(s: Any, name: str) -> set[str]:
    return hexes(s, s.game.adjacent[s.game.hex(name)])


@pytest.mark.rule("sinai", "6.2", "20.2")
def test_r20_2_arabs_stop_in_israel_next_to_sleepers_whom_they_wake() -> None:
    places, scenario = ("2732 Elhn", "2030 Eg-arm-1"), "1967-napping"
    s = moving("arab", *places, scenario=scenario)
    assert hexes(s, movement_zone(s, "arab")) == around(s, "2732")
    s = moving("arab", *places, dormant=["Elhn"], scenario=scenario)
    assert hexes(s, movement_zone(s, "arab")) == {"2831", "2832", "2731"}  # the others lie in Egypt
    assert hexes(s, movement_zone(s, "israel")) == around(s, "2030")


@pytest.mark.rule("sinai", "6.4", "10.13")
def test_r6_4_who_holds_a_hex() -> None:
    s = moving("israel", "2030 Iska", "2033 Is-Supply", "2026 Eg-arm-1", "2024 Eg-arm-2")
    assert hexes(s, held(s, "israel")) == {"2030"}  # the Supply unit does not
    assert hexes(s, held(s, "arab")) == {"2024", "2026"}


@pytest.mark.rule("sinai", "6.4", "25.23")
def test_r25_23_intact_bar_lev_hexes_hold_themselves() -> None:
    s = moving("israel", "2030 Is-mech-1", "2026 Eg-arm-1", scenario="1973", destroyed=["0524", "0629"])
    line = hexes(s, s.game.bar_lev)
    assert {"0524", "0525", "0629"} <= line
    assert hexes(s, held(s, "israel")) == {"2030"} | line - {"0524", "0629"}
    assert hexes(s, held(s, "arab")) == {"2026"}


@pytest.mark.rule("sinai", "6.5", "10.13")
def test_r10_13_lines_run_through_no_enemy_and_no_enemy_place() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-arm-1")
    places = hexes(s, s.game.cities_arab)
    assert len(places) > 1
    assert hexes(s, blocked(s, "israel")) == {"2031"} | places | around(s, "2031") - {"2030"}
