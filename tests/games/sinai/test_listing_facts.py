"""5.0: who is offered what in a Movement Phase, verb by verb, in small positions: the options are what `check` allows."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.movement.listing import able, of_verb
from sandtable.games.sinai.movement.map_edge import enters_alone, gates

from .table import moving, options, rules
from .test_1973 import moving as later
from .test_options_twin import agree, allowed
from .test_options_twin import offered as listed

VERBS = ("move", "detruck", "walk", "entruck", "fly", "exit", "enter")


def offered(s: Any) -> dict[str, set[str]]:
    """By verb: the units that are offered something; those found at first sight are the same."""
    found: dict[str, set[str]] = {verb: set() for verb in VERBS}
    for a in s.options():
        if a.verb in found:
            found[a.verb].add(a.args[0])
    for verb in VERBS:
        assert {s.game.roster.names[u] for u in able(s, s.choice, verb)} == found[verb], verb
        assert {str(a) for a in of_verb(s, s.choice, verb)} == options(s, verb)
    return {verb: units for verb, units in found.items() if units}


@pytest.mark.rule("sinai", "5.0", "15.0")
def test_r15_0_who_moves_gets_down_or_boards() -> None:
    s = moving("israel", "2030 Iska Elzr", "2034 Zeev", "2713 Mota", "0125 Eg-inf-1", entrucked=["Zeev"])
    found = offered(s)
    assert found["move"] == {"Iska", "Elzr", "Zeev", "Mota"}
    assert found["detruck"] == {"Zeev"}
    assert "detruck Zeev 2034" in options(s, "detruck")  # where it is
    assert "Iska" not in found.get("entruck", set())
    assert not {"walk", "exit", "enter"} & set(found)


@pytest.mark.rule("sinai", "11.0", "11.11")
def test_r11_0_overruns_are_listed_with_the_others() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-19NG", "0125 Eg-inf-1")
    listed = {str(a) for a in of_verb(s, s.choice, "overrun")}
    assert listed == options(s, "overrun") == {"overrun Iska 2030-2031"}


@pytest.mark.rule("sinai", "5.0", "25.4")
def test_r25_4_who_comes_in_is_offered_that_alone() -> None:
    s = later("arab", "to-come Eg-mech-11", "0225 Eg-arm-1", "3115 Is-mech-2", turn=2)
    found = offered(s)
    assert found["enter"] == {"Eg-mech-11"}
    assert found["move"] == {"Eg-arm-1"}
    assert {str(a) for a in of_verb(s, s.choice, "move", s.game.unit("Eg-mech-11"))} == set()


@pytest.mark.rule("sinai", "7.0", "5.0", "24.32")
def test_r7_0_who_makes_room_in_a_full_hex_is_offered_that_alone() -> None:
    near = ("2424 Is-arm-2 Is-arm-3 Is-mech-4", "2425 Is-arm-1", "2422 Eg-arm-2")
    s = later("israel", *near, "3015 Is-mech-2", turn=3, unsupplied=["Is-arm-2", "Is-arm-3", "Is-mech-4"])
    s = s.play("move Is-arm-1 2425-2424")
    found = offered(s)
    assert found == {"move": {"Is-arm-2", "Is-arm-3", "Is-mech-4"}, "walk": {"Is-arm-2", "Is-arm-3", "Is-mech-4"}}
    assert not options(s, "overrun")
    assert list(of_verb(s, s.choice, "overrun")) == []
    for verb in ("move", "walk"):
        assert agree(s, "Is-arm-2", "Is-mech-4", verb=verb)


@pytest.mark.rule("sinai", "7.0", "15.0", "17.0")
def test_r7_0_who_makes_room_may_get_down_elsewhere_but_not_stay_fly_or_board() -> None:
    s = moving("israel", "2030 Iska Elzr Zeev", "2029 Elhn", "2031 Eg-19NG", "0125 Eg-inf-1", entrucked=["Zeev"])
    assert "detruck Zeev 2030" in options(s, "detruck")
    assert any(a.startswith("overrun Iska") for a in options(s, "overrun"))
    s = s.play("move Elhn 2029-2030")
    assert list(of_verb(s, s.choice, "overrun")) == []
    found = offered(s)
    assert found == {"move": {"Iska", "Elzr", "Zeev"}, "detruck": {"Zeev"}}
    assert "detruck Zeev 2030" not in options(s, "detruck")
    assert gets_down(s, "Zeev")


def gets_down(s: Any, unit: str) -> set[str]:
    """The other hexes in which the unit gets down from its trucks are those in which it may at the end of a move."""
    ways = {a.split()[2] for a in options(s, "move") if a.split()[1] == unit}
    may = {way.split("-")[-1] for way in ways if s.check(f"detruck {unit} {way}") is None}
    assert listed(s, "detruck", unit) - {s.game.hex_name(s.loc[s.game.unit(unit)])} == may, unit
    return may


@pytest.mark.rule("sinai", "15.0", "15.33")
def test_r15_33_two_points_are_left_to_get_down() -> None:
    s = moving("israel", "2030 Zeev", "2031 Eg-19NG", "0125 Eg-inf-1", entrucked=["Zeev"], unsupplied=["Zeev"])
    down, there = gets_down(s, "Zeev"), listed(s, "move", "Zeev")
    assert set() < down < there
    s = moving("arab", "2030 Eg-inf-1", "2713 Iska", entrucked=["Eg-inf-1"])  # four points
    assert set() < gets_down(s, "Eg-inf-1") < listed(s, "move", "Eg-inf-1")
    s = moving("arab", "2030 Eg-inf-1", "2713 Iska", entrucked=["Eg-inf-1"], unsupplied=["Eg-inf-1"])  # two
    assert offered(s)["detruck"] == {"Eg-inf-1"}
    assert gets_down(s, "Eg-inf-1") == set()


@pytest.mark.rule("sinai", "25.31", "24.9", "5.0")
def test_r25_31_who_is_bound_and_who_is_driven_into_jordan_are_asked_hex_by_hex() -> None:
    s = later("israel", "3114 Is-mech-3", "0125 Eg-arm-1", turn=2)
    offered(s)
    assert agree(s, "Is-mech-3")
    s = later("arab", "3709 Sy-arm-1", "3115 Is-mech-2")
    offered(s)
    assert agree(s, "Sy-arm-1")


@pytest.mark.rule("sinai", "5.0", "17.0")
def test_r17_0_only_airborne_units_are_offered_flights() -> None:
    s = moving("israel", "2713 Aw", "2714 Iska", "0125 Eg-inf-1")
    found = offered(s)
    assert found.get("fly") == {"Aw"}
    flights = listed(s, "fly", "Aw")
    assert allowed(s, "fly", "Aw") < flights
    assert all(s.check(f"fly Aw {h}") is None for h in flights)


@pytest.mark.rule("sinai", "15.0", "15.41")
def test_r15_41_who_may_board() -> None:
    s = moving("arab", "2030 Eg-inf-1", "2032 Eg-inf-2 Eg-arm-1", "2713 Iska")
    assert offered(s)["entruck"] == {"Eg-inf-1", "Eg-inf-2"}
    assert "entruck" not in offered(s.play("entruck Eg-inf-1"))


@pytest.mark.rule("sinai", "5.0", "7.0")
def test_r7_0_a_unit_among_full_hexes_is_offered_what_it_may_enter() -> None:
    ring = ("2030 Eg-inf-1", "2029 Eg-inf-2 Eg-inf-3 Eg-inf-4", "2031 Eg-inf-5 Eg-inf-6 Eg-inf-7")
    s = moving("arab", *ring, "2713 Iska", turn=3)
    offered(s)
    agree(s, "Eg-inf-1")
    s = moving("arab", *ring, "2713 Iska", turn=3, detrucked=["Eg-inf-2", "Eg-inf-3", "Eg-inf-4"])
    assert "2029" not in agree(s, "Eg-inf-1")


@pytest.mark.rule("sinai", "25.4", "26.42")
def test_r26_42_who_comes_in_on_foot() -> None:
    s = later(
        "arab", "to-come Sy-arm-1 Eg-mech-11", "0225 Eg-arm-1", "3115 Is-mech-2", turn=2, scenario="mid-1970s-logistics"
    )
    offered(s)


@pytest.mark.rule("sinai", "24.41", "5.0")
def test_r24_41_over_the_canal_and_back_takes_two_of_the_six_crossings() -> None:
    places = ("0527 Is-arm-1", "0627 Eg-arm-2")
    used = ["0424", "0524"] * 2 + ["0423", "0524"] * 2
    s = later("israel", *places, turn=9, crossed_israel=used)
    assert "move Is-arm-1 0527-0427-0528" in options(s, "move")
    s = later("israel", *places, turn=9, crossed_israel=[*used, "0426", "0527"])
    assert "0427" in agree(s, "Is-arm-1")
    assert "0528" not in listed(s, "move", "Is-arm-1")


@pytest.mark.rule("sinai", "7.0", "24.9")
def test_r7_0_a_move_that_does_not_help_the_full_hex_is_not_offered() -> None:
    s = later("arab", "2424 Eg-arm-1 Jo-inf-1", "2425 Sy-arm-1", "2713 Is-mech-2", jordan_at_war=True)
    s = s.play("move Sy-arm-1 2425-2424")
    assert offered(s)["move"] == {"Eg-arm-1", "Jo-inf-1"}
    assert agree(s, "Eg-arm-1", "Jo-inf-1")
    s = s.copy()
    s.detrucked = 1 << s.game.unit("Jo-inf-1")  # now the strangers could not part
    assert "7.0" in rules(s.check("move Eg-arm-1 2424-2425"))
    assert offered(s) == {}


@pytest.mark.rule("sinai", "24.32", "6.2", "7.0")
def test_r24_32_nobody_walks_whose_only_way_out_is_full() -> None:
    stay = ["Is-arm-2", "Is-arm-3", "Is-arm-4"]
    places = ("2425 Is-arm-1", "2426 Eg-arm-1", "2524 Eg-arm-2")
    assert "Is-arm-1" in offered(later("israel", *places))["walk"]
    s = later("israel", *places, "2325 " + " ".join(stay), detrucked=stay)
    assert "walk" not in offered(s)
    assert agree(s, "Is-arm-1", verb="walk") == set()


@pytest.mark.rule("sinai", "25.4", "26.42")
def test_r25_4_who_comes_in_among_friends_is_found_by_the_second_look() -> None:
    s = later("arab", "to-come Eg-mech-11", "3115 Is-mech-2", turn=2)
    u = s.game.unit("Eg-mech-11")
    friends = [v for v in s.game.side_units["arab"] if v != u and s.game.front[v] == "egypt"]
    for v, (h, _) in zip(friends, gates(s, u)):
        s.loc[v] = h
    s = s.copy()
    assert not enters_alone(s, s.choice, u)
    assert u in list(able(s, s.choice, "enter"))
    assert "Eg-mech-11" in {a.args[0] for a in s.options() if a.verb == "enter"}


@pytest.mark.rule("sinai", "26.42", "16.11")
def test_r26_42_out_of_a_hex_under_air_strikes_a_unit_drives_but_does_not_walk() -> None:
    near: dict[str, Any] = {"scenario": "mid-1970s-logistics", "turn": 3}
    assert offered(later("arab", "2424 Eg-arm-1", "2713 Is-mech-2", **near))["walk"] == {"Eg-arm-1"}
    found = offered(later("arab", "2424 Eg-arm-1", "2713 Is-mech-2", strikes=["2424"], **near))
    assert found["move"] == {"Eg-arm-1"}
    assert "walk" not in found
