"""5.0, 24.33: what a Movement Phase takes and refuses word by word, where a neighbouring form of the same words is judged otherwise."""

from __future__ import annotations

import pytest

from sandtable.games.sinai.air.airmobile import flight_details
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


# the phase ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "7.0")
def test_r7_0_who_keeps_the_phase_from_its_end() -> None:
    four = "2031 Eg-inf-1 Eg-inf-2 Eg-inf-3 Eg-mech-1"
    others = ("2035 Eg-arm-1", "2713 Iska")
    s = moving("arab", four, *others, turn=3)
    assert refused(s, "end", "7.0") == "2031 holds too many units, and one of them can still move."
    spent = moving("arab", four, *others, turn=3, detrucked=four.split()[1:])
    assert spent.check("end") is None
    assert moving("arab", four, *others, turn=3, strikes=["2031"] * 2).check("end") is None  # too dear to leave
    assert s.game.phase(s) == "arab-movement"
    second = later("arab", "0125 Eg-arm-1", "3115 Is-mech-2", number=2)
    assert second.game.phase(second) == "arab-movement-2"


@pytest.mark.rule("sinai", "7.0", "25.6")
def test_r7_0_first_of_all_the_full_hex_is_relieved() -> None:
    places = ("0327 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0328 Eg-mech-4 Eg-mech-5", "3115 Is-mech-2")
    s = later("arab", *places)
    assert "offer" in s.choice.words(s)
    assert s.check("offer") is None
    assert type(s.play("offer").choice).__name__ == "Agreement"
    assert s.check("offer Eg-mech-1") is not None
    s = s.play("move Eg-mech-4 0328-0327")
    assert "offer" not in s.choice.words(s)
    assert refused(s, "end", "7.0") == "0327 holds too many units; move one out first."
    for action in ("offer", "overrun Eg-mech-1 0327-0326", "move Eg-mech-5 0328-0329"):
        assert refused(s, action, "7.0") == "First move a unit out of 0327, which holds too many."


@pytest.mark.rule("sinai", "5.0", "20.2", "24.32", "25.4")
def test_r5_0_forms_that_are_not_the_one() -> None:
    s = moving("israel", "2030 Iska", "2131 Yhda", "0125 Eg-arm-1", dormant=["Yhda"])
    refused(s, "entruck Yhda", "20.2")
    assert refused(s, "walk Iska 2034", "24.32") == "Iska may not move as infantry."
    for action in ("move Iska left", "move Iska 2030-left", "end 2031", "end Iska"):
        assert f"“{action}” cannot be done now" in str(s.check(action).text)
    assert s.details("end Iska 2031") == {}
    s = later("arab", "to-come Eg-mech-11", "0225 Eg-arm-1", "3115 Is-mech-2", turn=2)
    assert s.check("enter Eg-mech-11 0127") is None
    assert s.check("move Eg-mech-11 0127") is not None
    way = next(a for a in s.options() if a.verb == "exit" and a.args[1] == "0225-0125-off")
    assert s.choice.spell(s, way) == ("exit", "Eg-arm-1", "0125")


@pytest.mark.rule("sinai", "5.1", "5.13", "24.32", "24.33")
def test_r5_13_what_is_told_of_points_and_who_is_gone() -> None:
    s = moving("israel", "2030 Iska Elzr", "0125 Eg-arm-1")
    assert s.details("move 2031") == s.details("move Iska") == {}
    points = {n: s.game.allowance[s.game.unit(n)] for n in ("Iska", "Elzr")}
    assert points["Iska"] > points["Elzr"]
    assert s.details("move Iska 2030-2031")["left"] == points["Iska"] - 1
    assert s.details("move Iska+Elzr 2030-2031")["left"] == points["Elzr"] - 1
    s = later("israel", "2425 Is-arm-1", "0125 Eg-arm-1")
    walk = next(str(a) for a in s.options() if a.verb == "walk")
    assert (s.details(walk)["cost"], s.details(walk)["left"]) == (1, 0)
    for start, word, texts in (("0225", "0225-0125-off", 2), ("0125", "0125-off", 1)):
        s = later("arab", f"{start} Eg-arm-1", "3115 Is-mech-2", turn=9)
        s.log = []
        s.apply(f"exit Eg-arm-1 {word}")
        u = s.game.unit("Eg-arm-1")
        assert (s.loc[u], s.choice.moved, len(s.log)) == (s.game.LEFT, 1 << u, texts)


@pytest.mark.rule("sinai", "6.2", "17.0", "25.4")
def test_r6_2_what_is_told_of_a_step_between_zones_of_flights_and_of_no_entry() -> None:
    s = moving("israel", "2031 Yhda", "2032 Eg-arm-1", "2125 Mtke")
    assert "warning" in s.details("move Yhda 2031-2132")
    s = moving("israel", "2713 Aw", "0125 Eg-arm-1", turn=3)
    flight = next(a for a in s.options() if a.verb == "fly")
    assert s.details(str(flight)) == flight_details(s, s.game.unit("Aw"), s.game.hex(flight.args[1]))
    s = later("arab", "0225 Eg-arm-1", "3115 Is-mech-2", turn=9)
    assert s.details("enter Eg-arm-1 0225") == {}
    assert s.check("move") is not None
