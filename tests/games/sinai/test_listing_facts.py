"""5.0: who is offered what in a Movement Phase, verb by verb, in small positions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.movement.listing import able, of_verb

from .table import moving, options
from .test_1973 import moving as later

VERBS = ("move", "detruck", "walk", "entruck", "fly", "exit", "enter")


def offered(s: Any) -> dict[str, set[str]]:
    """By verb: the units that are offered something; those found at first sight are the same."""
    found: dict[str, set[str]] = {verb: set() for verb in VERBS}
    for a in s.options():
        if a.verb in found:
            found[a.verb].add(a.args[0])
    for verb in VERBS:
        assert {s.game.roster.names[u] for u in able(s, s.choice, verb)} == found[verb], verb
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
