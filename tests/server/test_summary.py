"""What is told of a long list of options: who can act, where, and every button that needs nobody."""

from __future__ import annotations

import sandtable
from sandtable.server.table.asked import FEW, summary


def test_a_button_of_two_words_is_told_beside_the_units_that_can_act() -> None:
    s = sandtable.load("suez-56").start()
    told = summary(s)
    assert not told["complete"]
    assert told["count"] < FEW or told["units"]
    assert [o["action"] for o in told["list"]] == ["deploy standard"]
    assert set(told["units"]) == set(s.words(("place",)))
    assert set(told["verbs"]) == set(s.words())
