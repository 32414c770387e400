"""5.0: what is offered in a Movement Phase is what may be done, hex by hex, where moves are limited by more than ground."""

from __future__ import annotations

from typing import Any

import pytest

from .table import moving as moving_1967
from .table import options, rules
from .test_1973 import FALLEN, moving

TAKEN = {"jordan_at_war": True, "trans_jordan_open": True, "amman_taken": True, "jordan_silent": True}
BEHIND = ["3512", "3513", "3612", "3613", "3412", "3413", "3414"]


def allowed(s: Any, verb: str, unit: str) -> set[str]:
    """The hexes to which the unit may go, asked one by one."""
    game = s.game
    here = s.loc[game.unit(unit)]
    near = [h for h in game.map.grid.hexes if 0 < game.map.grid.distance(here, h) <= 8]
    return {game.hex_name(h) for h in near if s.check(f"{verb} {unit} {game.hex_name(h)}") is None}


def offered(s: Any, verb: str, unit: str) -> set[str]:
    return {a.split()[2].split("-")[-1] for a in options(s, verb) if a.split()[1] == unit}


def agree(s: Any, *units: str, verb: str = "move") -> set[str]:
    """Both are the same for each of the units; returns the hexes of the last."""
    for unit in units:
        assert offered(s, verb, unit) == allowed(s, verb, unit), unit
    return offered(s, verb, units[-1])


@pytest.mark.rule("sinai", "25.31", "5.0")
def test_r25_31_a_keeper_of_the_west_bank_is_offered_the_west_bank_only() -> None:
    s = moving("israel", "3114 Is-mech-2", "0125 Eg-arm-1", turn=2)
    west_bank = {s.game.hex_name(h) for h in s.game.map.grid.hexes if s.game.map.sets["west_bank"] >> h & 1}
    assert set() < agree(s, "Is-mech-2") <= west_bank
    s = moving("israel", "3114 Is-mech-3", "0125 Eg-arm-1", turn=2)
    assert set() < agree(s, "Is-mech-3") <= west_bank
    s = moving("israel", "3114 Is-mech-2 Is-mech-3", "0125 Eg-arm-1", turn=2)
    assert not agree(s, "Is-mech-2") <= west_bank


@pytest.mark.rule("sinai", "25.31", "5.0")
def test_r25_31_who_keeps_the_jordan_alone_is_offered_only_what_keeps_it() -> None:
    line = ("3308 Is-mech-2", "3311 Is-mech-3", "3314 Is-mech-4", "3316 Is-mech-5")
    assert len(agree(moving("israel", *line, "0125 Eg-arm-1", turn=4), "Is-mech-2", "Is-mech-3")) <= 2
    assert len(agree(moving("israel", *line, "0125 Eg-arm-1", turn=3), "Is-mech-3")) > 2
    assert len(agree(moving("israel", *line, "3310 Is-airm-1", "0125 Eg-arm-1", turn=4), "Is-mech-3")) <= 2
    assert len(agree(moving("israel", *line, "3311 Is-arm-1", "0125 Eg-arm-1", turn=4), "Is-mech-3")) > 2
    gap = (line[0], *line[2:], "3311 Is-airm-1")
    assert agree(moving("israel", *gap, "0125 Eg-arm-1", turn=4), "Is-airm-1")  # a battalion keeps nothing


@pytest.mark.rule("sinai", "25.32", "5.0")
def test_r25_32_who_keeps_the_golan_alone_is_offered_only_what_keeps_it() -> None:
    s = moving("israel", "3601 Is-para-1", "0125 Eg-arm-1", garrisoned=["3601"])
    edge = agree(s, "Is-para-1")
    s = moving("israel", "3601 Is-para-1 Is-airm-1", "0125 Eg-arm-1", garrisoned=["3601"])
    assert edge < agree(s, "Is-para-1")


@pytest.mark.rule("sinai", "25.95", "5.0")
def test_r25_95_what_is_offered_when_amman_is_taken() -> None:
    places = ("3613 Is-arm-1", "3414 Is-arm-2", "3513 Is-airm-1", "3815 Jo-arm-1", "3601 Is-para-1")
    fields = {"scenario": "1973-cooperation", "behind": BEHIND, "garrisoned": ["3601"], **TAKEN}
    s = moving("israel", *places, **fields)
    assert agree(s, "Is-arm-1") == set()
    assert agree(s, "Is-arm-2") == {"3412", "3413", "3513", "3613"}  # not out of Jordan, not beyond the front
    assert len(agree(s, "Is-para-1")) > 10  # no other duties are left


@pytest.mark.rule("sinai", "24.41", "24.9", "5.0")
def test_r24_41_what_is_offered_at_the_canal_and_in_jordan() -> None:
    three = ["0424", "0524"] * 2 + ["0423", "0524"] * 2 + ["0426", "0527"]
    s = moving("arab", "0425 Eg-arm-1", "0424 Eg-mech-1", "3115 Is-mech-2", destroyed=FALLEN, crossed_arab=three)
    agree(s, "Eg-mech-1", "Eg-arm-1")
    s = moving("arab", "3808 Sy-arm-1", "3901 Sy-inf-1", "3115 Is-mech-2")
    assert agree(s, "Sy-arm-1")


@pytest.mark.rule("sinai", "24.32", "5.0", "7.0")
def test_r24_32_what_is_offered_on_foot_and_beside_full_stacks() -> None:
    s = moving("israel", "2425 Is-arm-1", "2424 Is-arm-2 Is-arm-3 Is-arm-4", "0125 Eg-arm-1")
    agree(s, "Is-arm-1", verb="walk")
    agree(s, "Is-arm-1")
    s = moving_1967("arab", "1726 Eg-arm-1", "1827 Eg-mech-1", "2026 Iska", "1424 Elhn", strikes=["1726"])
    agree(s, "Eg-arm-1", "Eg-mech-1")


@pytest.mark.rule("sinai", "25.31", "26.63")
def test_r26_63_in_the_race_nobody_is_bound_to_the_west_bank() -> None:
    places, way = ("3114 Is-mech-2", "3015 Is-arm-1", "0125 Eg-arm-1"), "move Is-mech-2 3114-3115-3116-3015"
    race = {"scenario": "mid-1970s-race", "jordan_at_war": True, "trans_jordan_open": True}
    assert moving("israel", *places, turn=2, **race).check(way) is None
    assert "25.31" in rules(moving("israel", *places, turn=2).check(way))
