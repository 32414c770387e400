"""24.84: Jordan ceases when the Syrian portion is cleared, at once."""

from __future__ import annotations

import pytest

from .table import attack, play, position, refused
from .test_1973 import fighting, moving


@pytest.mark.rule("sinai", "24.84")
def test_r24_84_no_die_is_rolled_for_jordan_once_syria_is_cleared() -> None:
    s = position("1973", "Participation", "3714 Jo-arm-1", "0424 Eg-arm-1", "3703 Is-mech-2", turn=8)
    assert s.jordan_silent
    assert s.actor is None


@pytest.mark.rule("sinai", "24.84")
def test_r24_84_the_last_syrian_unit_to_fall_silences_jordan_in_that_phase() -> None:
    s = fighting("israel", "3803 Is-arm-1 Is-arm-2 Is-arm-3", "3902 Is-arm-4", "3905 Is-arm-5", "3903 Sy-arm-1", turn=8)
    s = play(attack(s, "3903", "Is-arm-1", "Is-arm-2", "Is-arm-3"), "confirm", "roll 1", "retreat Sy-arm-1 3903-off")
    assert s.jordan_silent


@pytest.mark.rule("sinai", "24.84")
def test_r24_84_a_movement_phase_that_leaves_syria_empty_silences_jordan() -> None:
    s = moving("arab", "3904 Sy-arm-1", "3714 Jo-arm-1", "3115 Is-mech-2", turn=8)
    s = play(s, "exit Sy-arm-1 3904-off", "end")
    assert s.jordan_silent


@pytest.mark.rule("sinai", "24.84")
def test_r24_84_units_in_the_golan_do_not_keep_jordan_going() -> None:
    s = moving("arab", "3504 Sy-arm-1", "3714 Jo-arm-1", "3115 Is-mech-2", turn=8, jordan_silent=True)
    refused(s, "move Jo-arm-1 3714-3713", "24.84")
