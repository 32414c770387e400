"""25.95: at the gates of Amman; and 25.61, who may ask for a ceasefire."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.politics.amman import amman_reached

from .table import options, position, refused, where
from .test_1973 import FALLEN, moving

AT_WAR = {"jordan_at_war": True, "trans_jordan_open": True}
TAKEN = {**AT_WAR, "amman_taken": True, "jordan_silent": True}
BEHIND = ["3512", "3513", "3612", "3613", "3712", "3713", "3412", "3413", "3414", "3514"]


def at_amman(*places: str, **fields: Any) -> Any:
    """An Israeli Movement Phase in a game of full cooperation."""
    return moving("israel", *places, "3815 Jo-arm-1", "0125 Eg-arm-1", scenario="1973-cooperation", **fields)


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_only_a_supplied_brigade_takes_amman_and_only_once() -> None:
    s = at_amman("3613 Is-arm-1", "3315 Is-arm-2", "3114 Jo-mech-1", **AT_WAR)
    t = s.copy()
    amman_reached(t)
    assert t.amman_taken
    assert (where(t, "Jo-mech-1"), where(t, "Jo-arm-1"), where(t, "Eg-arm-1")) == ("left", "3815", "0125")
    assert t.front
    assert not t.front & ~t.behind  # what is captured lies behind the front
    front = t.front
    t.loc[t.game.unit("Is-arm-2")] = t.game.hex("3812")
    amman_reached(t)
    assert t.front == front
    ring = ("3512 Jo-arm-2", "3712 Jo-mech-2", "3513 Jo-inf-1", "3514 Jo-inf-2", "3714 Jo-inf-3", "3614 Jo-mech-3")
    s = at_amman("3613 Is-arm-1", *ring, turn=9, **AT_WAR)
    amman_reached(s)
    assert not s.amman_taken  # cut off
    s = at_amman("3613 Is-airm-1", "3315 Is-arm-2", **AT_WAR)
    amman_reached(s)
    assert not s.amman_taken  # a battalion
    s = moving("israel", "3613 Is-arm-1", "3315 Is-arm-2", "3815 Jo-arm-1", **AT_WAR)
    amman_reached(s)
    assert not s.amman_taken  # in 1973 itself there is no such rule


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_a_unit_that_is_cut_off_stands_on_the_front_too() -> None:
    ring = ("3708 Jo-arm-2", "3908 Jo-mech-2", "3710 Jo-inf-1", "3910 Jo-inf-2")
    s = at_amman("3613 Is-arm-1", "3315 Is-arm-2", "3809 Is-airm-1", *ring, turn=9, **AT_WAR)
    amman_reached(s)
    hex_ = s.game.hex("3809")
    assert s.amman_taken
    assert not s.front >> hex_ & 1
    assert s.behind >> hex_ & 1


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_the_last_brigade_before_amman_stays_there() -> None:
    stay = "Is-arm-2 must stay next to Amman."
    s = at_amman("3613 Is-arm-2", "3513 Is-arm-1", "3413 Is-arm-3", "3714 Is-airm-1", behind=BEHIND, **TAKEN)
    assert refused(s, "move Is-arm-2 3613-3513", "25.95") == stay
    assert refused(s, "walk Is-arm-2 3613-3612", "25.95") == stay
    assert s.check("walk Is-arm-2 3613-3713") is None  # next to Amman as well
    assert s.check("move Is-arm-1 3513-3613") is None
    s = at_amman("3613 Is-arm-2 Is-arm-4", "3513 Is-arm-1", behind=BEHIND, **TAKEN)
    assert s.check("move Is-arm-2 3613-3513") is None
    free = at_amman("3613 Is-arm-2", "3513 Is-arm-1", behind=BEHIND, **AT_WAR)
    assert free.check("move Is-arm-2 3613-3513") is None  # before Amman is taken nobody is bound


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_two_brigades_remain_in_jordan() -> None:
    stay = "Is-arm-2 must stay in Jordan: 2 brigades are to remain there."
    places = ("3613 Is-arm-1", "3414 Is-arm-2", "3513 Is-airm-1", "3114 Is-mech-2")
    s = at_amman(*places, behind=BEHIND, **TAKEN)
    assert refused(s, "move Is-arm-2 3414-3315", "25.95") == stay
    assert s.check("move Is-arm-2 3414-3413") is None
    assert s.check("move Is-mech-2 3114-3115") is None  # was not in Jordan
    there = at_amman("3613 Is-arm-1", "3408 Is-arm-2", behind=[*BEHIND, "3408"], **TAKEN)
    assert refused(there, "walk Is-arm-2 3408-3407", "25.95") == stay
    s = at_amman(*places, "3413 Is-arm-3", behind=BEHIND, **TAKEN)
    assert s.check("move Is-arm-2 3414-3315") is None  # a third one is there
    s = at_amman(*places, "3512 Is-airm-2", behind=BEHIND, **TAKEN)
    assert refused(s, "move Is-arm-2 3414-3315", "25.95") == stay  # battalions do not count


# 25.6 -------------------------------------------------------------------------------------------------------
def asked(side: str, *places: str, turn: int = 9, scenario: str = "1973-cooperation", **fields: Any) -> Any:
    fields.setdefault("destroyed", FALLEN)
    return position(scenario, f"Ceasefire {side}", *places, turn=turn, **fields)


@pytest.mark.rule("sinai", "25.61")
def test_r25_61_an_israeli_unit_before_amman_must_be_supplied_and_jordan_at_war() -> None:
    line = ("3613 Is-airm-1", "3315 Is-arm-2", "0125 Eg-arm-1")
    assert options(asked("arab", *line, **AT_WAR)) == {"decline", "ask", "offer"}
    for turn in (6, 9):
        assert options(asked("arab", *line, turn=turn)) == {"decline", "offer"}
    ring = ("3512 Jo-arm-2", "3712 Jo-mech-2", "3513 Jo-inf-1", "3514 Jo-inf-2", "3714 Jo-inf-3", "3614 Jo-mech-3")
    assert "ask" not in options(asked("arab", "3613 Is-arm-1", *ring, **AT_WAR))
    assert "ask" not in options(asked("arab", "3612 Is-arm-1", "3315 Is-arm-2", "0125 Eg-arm-1", **AT_WAR))
    assert "ask" not in options(asked("israel", *line, **AT_WAR))


@pytest.mark.rule("sinai", "25.61")
def test_r25_61_only_egyptians_east_of_el_arish_count_and_only_with_supply() -> None:
    assert "ask" in options(asked("israel", "3115 Is-arm-1", "1921 Eg-arm-1"))
    assert "ask" not in options(asked("israel", "3115 Is-arm-1", "1921 Sy-arm-1"))
    assert "ask" not in options(asked("israel", "3115 Is-arm-1", "2321 Eg-arm-1", destroyed=[]))  # no line home
    inside = asked("israel", "3115 Is-arm-1", "2519 Eg-arm-1", destroyed=[])
    assert "ask" not in options(inside)  # in Israel, but without supply


@pytest.mark.rule("sinai", "25.61", "25.62")
def test_r25_61_after_game_turn_twenty_everybody_may_ask() -> None:
    quiet = ("3115 Is-arm-1", "1726 Eg-arm-1")
    for side in ("israel", "arab"):
        assert "ask" not in options(asked(side, *quiet, turn=20))
        assert "ask" in options(asked(side, *quiet, turn=21))


@pytest.mark.rule("sinai", "25.61", "25.62")
def test_r25_62_declining_goes_on_and_other_words_are_not_read() -> None:
    s = asked("israel", "3115 Is-arm-1", "1726 Eg-arm-1", turn=21)
    assert s.play("decline").choice is None
    assert type(s.play("offer").choice).__name__ == "Agreement"
    assert "may not ask" not in str(s.check("accept"))
