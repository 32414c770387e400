"""[1980 11.5, 14.0, 14.2; 2021 14.1] The goal, condition by condition."""

from __future__ import annotations

from typing import Any

import pytest

from .table import NEW, OLD, moving

SIX = [f"across {u}" for u in ("Matt-1", "Matt-2", "Matt-3", "Erez-1", "Erez-2", "Erez-3")]


def _parts(s: Any, side: str) -> list[tuple[str, str, list[str]]]:
    return [(str(p["now"]), p["state"], p["at"]) for p in s.game.goal(s, side)["parts"]]


@pytest.mark.rule("across-suez-2021", "14.1")
def test_r14_1_what_is_reached_of_three_conditions() -> None:
    s = moving(NEW, "israel", "0112 Baram-4", *SIX, turn=5)
    goal = s.game.goal(s, "israel")
    assert goal["reached"]
    assert [p["state"] for p in goal["parts"]] == ["done", "done", "done"]
    assert [p["state"] for p in s.game.goal(s, "egypt")["parts"]] == ["open", "open", "open"]
    assert not s.game.goal(s, "egypt")["reached"]
    assert _parts(s, "israel")[0] == ("6 of 6", "done", ["0112"])
    assert _parts(s, "israel")[2][2][0] == "0112"  # the whole line, from the canal
    assert _parts(s, "israel")[2][2][-1] == "1708"


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_the_one_unit_that_cuts_the_road_is_named(edition: str) -> None:
    s = moving(edition, "israel", "1009 Baram-4", "1509 16/11", turn=5)
    assert _parts(s, "israel")[1] == ("in 1009", "partly", ["1009"])
    assert _parts(s, "israel")[2] == ("cut only by 16/11 in 1509", "open", ["1509"])
    both = moving(edition, "israel", "1509 16/11", "0212 16/4", turn=5)
    assert _parts(both, "israel")[2] == ("cut in several places", "open", [])
    assert _parts(both, "egypt")[2][1] == "done"
