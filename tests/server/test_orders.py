"""Standing orders: what each kind answers, and when it says nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import State
from sandtable.server.table.orders import answer

SUEZ = "across-suez-1980"
RETREAT = (
    'toy\nat 0301 R-1\nat 0502 B-b\nat 0503 B-a\nat 0102 R-2\n> Retreat {"side": "red", "unit": "R-1"}\n> EndOfTurn\n'
)
COMBAT = 'toy\nat 0101 R-1\nat 0502 B-b\n> Combat {"side": "red"}\n> EndOfTurn\n'


def order(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "verb": "", "hex": "", "unless": [], "value": 0, "turn": None, **more}


def toy(text: str) -> State:
    s: State = sandtable.load("toy").position(text)
    return s


def until(fits: Callable[[State], bool], game: str = SUEZ, seeds: int = 30) -> State:
    """A position that fits, come to by playing at random."""
    for seed in range(seeds):
        s: Any = sandtable.load(game).start()
        rng = Random(seed)
        for _ in range(600):
            if s.actor is None:
                break
            if s.actor != "chance" and fits(s):
                return s
            s.apply(s.sample(rng.randrange))
    raise AssertionError("there is no such position")


def test_an_order_for_the_only_choice_takes_it_and_no_other() -> None:
    assert answer(toy(COMBAT), [order("single")]) == "end"
    assert answer(toy(RETREAT), [order("single")]) == ""


def test_a_retreat_toward_a_hex_ends_as_near_to_it_as_it_can() -> None:
    s = toy(RETREAT)
    grid = s.game.map.grid
    for hex in ("0101", "0503", "0103"):
        found = answer(s, [order("toward", verb="retreat", hex=hex)])
        assert s.check(found) is None
        to = s.game.parts(s.game.parse(s, found)).to
        near = min(grid.distance(s.game.parts(a).to, grid.find(hex)) for a in s.options() if a.verb == "retreat")
        assert grid.distance(to, grid.find(hex)) == near
    assert answer(s, [order("toward", verb="retreat", hex="9999")]) == ""
    assert answer(s, [order("toward", verb="march", hex="0101")]) == ""


def test_an_order_holds_in_its_turn_only() -> None:
    s = toy(COMBAT)
    assert answer(s, [order("single", turn=s.turn)]) == "end"
    assert answer(s, [order("single", turn=s.turn + 1)]) == ""


def test_the_first_order_that_fits_answers() -> None:
    s = toy(RETREAT)
    orders = [order("single"), order("toward", verb="retreat", hex="0101"), order("toward", verb="retreat", hex="0503")]
    assert answer(s, orders) == answer(s, orders[1:2])
    assert answer(s, [*orders[:1], orders[2], orders[1]]) == answer(s, orders[2:])


def test_an_advance_is_declined_unless_it_leads_where_it_matters() -> None:
    s = until(lambda s: "advance" in s.words() and s.actor in s.game.sides)
    refused = answer(s, [order("decline", verb="advance")])
    assert refused.split()[0] in ("decline", "pass", "done", "end")
    ends = {s.game.hex_name(s.game.parts(a).to) for a in s.options() if a.verb == "advance" and s.game.parts(a).to > 0}
    assert ends
    for hex in ends:
        assert answer(s, [order("decline", verb="advance", unless=[hex])]) == ""
    assert answer(s, [order("decline", verb="advance", unless=["0101"])]) == refused


def under_attack() -> State:
    """The defender of Suez '56 may add protective fire."""
    return until(lambda s: type(s.choice).__name__ == "ProtectiveFire", "suez-56")


@pytest.mark.parametrize(("value", "says_no"), [(100, True), (-100, False)])
def test_no_protective_fire_below_the_odds(value: int, says_no: bool) -> None:
    s = under_attack()
    verb = next(v for v in s.words() if v != "confirm")
    assert answer(s, [order("below", verb=verb, value=value)]) == ("confirm" if says_no else "")
    assert answer(s, [order("decline", verb=verb)]) == "confirm"


def test_who_has_begun_to_answer_himself_is_not_interrupted() -> None:
    s = under_attack()
    verb = next(v for v in s.words() if v != "confirm")
    assert answer(s, [order("decline", verb=verb)], just_asked=False) == ""
    assert answer(s, [order("below", verb=verb, value=100)], just_asked=False) == ""


def test_an_attack_of_ones_own_is_not_confirmed_by_saying_no() -> None:
    s = until(lambda s: "confirm" in s.words() and "cancel" in type(s.choice).verbs)
    for verb in s.words():
        assert answer(s, [order("decline", verb=verb), order("below", verb=verb, value=100)]) == ""


def test_nothing_is_answered_that_the_rules_forbid() -> None:
    rng, s = Random(4), sandtable.load(SUEZ).start()
    for _ in range(300):
        if s.actor is None:
            break
        if s.actor != "chance":
            verbs = s.words()
            for kind in ("single", "decline", "toward", "below"):
                found = answer(s, [order(kind, verb=verbs[0], hex="0911", value=5)])
                assert not found or s.check(found) is None
        s.apply(s.sample(rng.randrange))


def test_asking_an_order_writes_nothing_into_the_position() -> None:
    s = toy(RETREAT)
    before = s.to_json()
    answer(s.frozen(), [order("toward", verb="retreat", hex="0101"), order("decline", verb="retreat"), order("single")])
    assert s.to_json() == before
