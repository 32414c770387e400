"""How random play draws a move of a Movement Phase: what it asks the dice, and what the answers mean."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.movement.chance_moves import random_action
from sandtable.games.sinai.movement.listing import detrucks, entrucks, exits, flights, moves
from sandtable.games.sinai.movement.overrun import overrun_options
from sandtable.games.sinai.movement.paths import reach_of

from .table import moving, play
from .test_1973 import moving as later

NO = 1
"""An answer that is not 0: nothing special."""


def drawn(s: Any, *answers: int) -> tuple[str, list[int]]:
    """The move for these answers (the last one again and again), and how many answers each question had."""
    asked: list[int] = []

    def pick(n: int) -> int:
        asked.append(n)
        return min(answers[min(len(asked), len(answers)) - 1], n - 1)

    return str(random_action(s, s.choice, pick)), asked


def reachable(s: Any, unit: str, walking: bool = False) -> list[str]:
    u = s.game.unit(unit)
    r = reach_of(s, u, 0, walking)
    return ["-".join(s.game.map.grid.names[h] for h in r.path(h)) for h in r.outside(0)]


def test_a_plain_move_goes_to_any_hex_in_reach() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    ways = reachable(s, "Iska")
    for n in (0, 7, len(ways) - 1):
        assert drawn(s, NO, 0, NO, NO, NO, n) == (f"move Iska {ways[n]}", [12, 1, 10, 8, 6, len(ways)])
    assert drawn(s, 0) == ("end", [12])


def test_a_vehicle_walks_now_and_then() -> None:
    s = later("israel", "2425 Is-arm-1", "0125 Eg-arm-1")
    ways = reachable(s, "Is-arm-1", walking=True)
    answers = (NO, NO, 0, 0, NO, NO, NO, 2)  # no offer, no end, the unit, on foot, nothing rare
    assert drawn(s, *answers) == (f"walk Is-arm-1 {ways[2]}", [500, 12, 1, 6, 10, 8, 6, len(ways)])
    assert drawn(s, 0) == ("offer", [500])


def test_a_unit_that_finds_no_place_four_times_ends_the_phase() -> None:
    s = moving("arab", "2030 Eg-arm-1", "2530 Iska", strikes=["2030", "2030"])
    text, asked = drawn(s, NO)
    assert text == "end"
    assert asked == [12, 1, 10, 8, 6] * 4
    full = moving("arab", "2030 Eg-arm-1", "2031 Eg-inf-1 Eg-inf-2 Eg-inf-3", "2530 Iska", turn=3)
    full = play(full, "move Eg-inf-1 2031-2032", "move Eg-inf-2 2031-2032", "move Eg-inf-3 2031-2032")
    ways = reachable(full, "Eg-arm-1")
    n = next(i for i, way in enumerate(ways) if way.endswith("2032"))
    text, asked = drawn(full, NO, 0, NO, NO, NO, n)  # a full hex is drawn again and again
    assert asked.count(len(ways)) >= 3


def test_stacks_of_up_to_three() -> None:
    s = moving("israel", "2030 Iska Elhn Mtke", "0125 Eg-arm-1")
    text, asked = drawn(s, NO, 2, 0, 3)
    assert text.startswith("move Iska+Elhn+Mtke 2030-")
    assert asked[:3] == [12, 3, 10]
    alone = moving("israel", "2030 Iska", "0125 Eg-arm-1")
    assert drawn(alone, NO, 0, 0, NO)[0].startswith("move Iska ")
    four = moving("israel", "2030 Iska Elhn Mtke Mnhm", "0125 Eg-arm-1")
    assert drawn(four, NO, 3, 0, 3)[0].split()[1].count("+") == 2
    slow = moving("israel", "2030 Iska Elzr", "0125 Eg-arm-1")
    ends = {drawn(slow, NO, 0, 0, n)[0].split()[-1] for n in range(6)}
    assert all(way.count("-") == 1 for way in ends)  # at the pace of the slowest


def test_what_is_special_and_overruns() -> None:
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1", turn=3)
    u = s.game.unit("Aw")
    special = [str(a) for one in (entrucks, flights, exits) for a in one(s, s.choice, u)]
    assert drawn(s, NO, 0, NO, 0, 5) == (special[5], [12, 1, 10, 8, len(special)])
    s = moving("israel", "2030 Yhda", "0125 Eg-arm-1", entrucked=["Yhda"])
    down = [str(a) for a in detrucks(s, s.choice, s.game.unit("Yhda"))]
    assert drawn(s, NO, 0, NO, 0, 2)[0] == down[2]
    s = moving("israel", "2030 Iska Elhn", "2131 Mtke", "2032 Eg-19NG", "0125 Eg-arm-1")
    here = [s.game.unit("Iska"), s.game.unit("Elhn")]
    onto = [str(a) for a in overrun_options(s, s.choice, here)]
    assert len(onto) > 1
    assert drawn(s, NO, 0, NO, NO, 0, 1) == (onto[1], [12, 3, 10, 8, 6, len(onto)])


def test_newcomers_come_first() -> None:
    s = later("arab", "to-come Eg-mech-11 Sy-inf-7", "0225 Eg-arm-1", "3115 Is-mech-2", turn=2)
    entries = [str(a) for a in s.options() if a.verb == "enter" and a.args[0] == "Eg-mech-11"]
    text, asked = drawn(s, NO, NO, 0, 3)
    assert text in entries
    assert asked == [500, 3, 2, len(entries)]
    assert drawn(s, NO, 0, NO)[1][:3] == [500, 3, 12]  # or not


@pytest.mark.rule("sinai", "7.0")
def test_in_a_full_hex_somebody_leaves_it() -> None:
    places = ("2031 Eg-inf-1 Eg-inf-2 Eg-inf-3", "2030 Eg-mech-1", "3115 Mshk")
    s = moving("arab", *places, turn=3).play("move Eg-mech-1 2030-2031")
    ways = reachable(s, "Eg-inf-2")
    assert drawn(s, 1, 0) == (f"move Eg-inf-2 {ways[0]}", [3, len(ways)])


@pytest.mark.rule("sinai", "7.0")
def test_when_all_else_fails_the_units_are_asked_one_after_another() -> None:
    full = [f"move Eg-mech-{n} 2133-2032" for n in (1, 2, 3)]
    places = ("2031 Eg-inf-1 Eg-inf-2 Eg-inf-3", "2133 Eg-mech-1 Eg-mech-2 Eg-mech-3", "2030 Eg-mech-4", "3115 Mshk")
    s = play(moving("arab", *places, turn=3), *full, "move Eg-mech-4 2030-2031")
    ways = reachable(s, "Eg-inf-3")
    n = next(i for i, way in enumerate(ways) if way.endswith("2032"))
    text, asked = drawn(s, *[2, n, n, n] * 4, 1, 4)  # four times the full hex; then from the second on
    home = [str(a) for a in moves(s, s.choice, s.game.unit("Eg-inf-2"))]
    assert (text, asked) == (home[4], [3, *[len(ways)] * 3] * 4 + [3, len(home)])
