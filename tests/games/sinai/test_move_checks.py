"""5.0, 24.33: what a Movement Phase takes and refuses word by word, where a neighbouring form of the same words is judged otherwise."""

from __future__ import annotations

import pytest

from sandtable.games.sinai.movement.map_edge import enters_alone, gates

from .table import moving, refused
from .test_1973 import moving as later


@pytest.mark.rule("sinai", "24.33", "6.2")
def test_r24_33_nobody_goes_on_over_the_edge_from_a_hex_the_enemy_controls() -> None:
    s = later("arab", "0225 Eg-arm-1", "0124 Is-mech-2", turn=9)
    stop = "Eg-arm-1 must stop in 0125, which an enemy unit controls."
    assert refused(s, "exit Eg-arm-1 0225-0125-off", "6.2") == stop
    s = later("arab", "0125 Eg-arm-1", "0124 Is-mech-2", turn=9)
    assert s.check("exit Eg-arm-1 0125-off") is None


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_a_first_look_finds_an_empty_gate() -> None:
    s = later("arab", "to-come Eg-mech-11", "3115 Is-mech-2", turn=2)
    u = s.game.unit("Eg-mech-11")
    assert enters_alone(s, s.choice, u)
    friends = [v for v in s.game.side_units["arab"] if v != u]
    for v, (h, _) in zip(friends, gates(s, u)):
        s.loc[v] = h
    s = s.copy()
    assert not enters_alone(s, s.choice, u)


@pytest.mark.rule("sinai", "14.2", "25.4")
def test_r25_4_the_edge_of_another_country_and_the_edge_in_1967() -> None:
    s = later("arab", "to-come Eg-mech-11", "3115 Is-mech-2", turn=2)
    assert s.details("enter Eg-mech-11 3901-3902") == {}
    refused(s, "enter Eg-mech-11 3901-3902", "25.4")
    refused(moving("arab", "0130 Eg-arm-1", "2030 Iska"), "exit Eg-arm-1 0130-off", "14.2")
