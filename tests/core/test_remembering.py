"""Remembered facts, frozen states, pickles: what a state promises to those who only ask it."""

from __future__ import annotations

import copy
import pickle

import pytest

import sandtable
from sandtable.core import State, fact
from sandtable.core.actions import Parts

asked: list[int] = []


@fact
def turn_times(s: State, n: int) -> int:
    asked.append(n)
    return s.turn * n


def test_a_fact_is_asked_once_while_the_state_stands_at_a_decision() -> None:
    s = sandtable.load("across-suez-1980").start()
    asked.clear()
    assert [turn_times(s, 2), turn_times(s, 2), turn_times(s, 3)] == [2, 2, 3]
    assert asked == [2, 3]
    s.apply("end")
    assert turn_times(s, 2) == 2
    assert asked == [2, 3, 2], "an action makes it forget"


def test_a_copy_remembers_nothing_until_an_action_is_applied_to_it() -> None:
    s = sandtable.load("across-suez-1980").start()
    turn_times(s, 2)
    t = s.copy()
    t.turn = 5
    asked.clear()
    assert [turn_times(t, 2), turn_times(t, 2)] == [10, 10]
    assert asked == [2, 2]
    assert turn_times(s, 2) == 2


def test_a_frozen_state_answers_but_cannot_be_written_into() -> None:
    s = sandtable.load("across-suez-1980").start()
    f = s.frozen()
    assert f == s
    assert f.checksum() == s.checksum()
    assert list(f.options()) == list(s.options())
    for write in (lambda: setattr(f, "turn", 2), lambda: f.loc.__setitem__(0, 1), lambda: f.loc.append(1)):
        with pytest.raises(TypeError, match="copy it before changing"):
            write()
    with pytest.raises(TypeError, match="copy it before changing"):
        f.apply("end")
    t = f.play("end")
    assert t == s.play("end")
    t.turn = 3


@pytest.mark.parametrize("options", [{}, {"commandos": True}])
def test_states_and_games_are_pickled_by_name(options: dict[str, bool]) -> None:
    game = sandtable.load("across-suez-2021")
    options = {k: v for k, v in options.items() if any(o.name == k for o in game.title.options)}
    s = game.start(options).play("end")
    assert pickle.loads(pickle.dumps(s)) == s
    assert pickle.loads(pickle.dumps(s)).game is s.game
    assert len(pickle.dumps(s)) < 10_000
    assert copy.deepcopy(s) == s
    assert copy.deepcopy(s.game) is s.game


def test_the_parts_of_an_action() -> None:
    game = sandtable.load("across-suez-1980")
    s = game.start()
    amir, erez = game.unit("Amir-1"), game.unit("Erez-3")
    a, b = game.hex("1708"), game.hex("1608")
    across = game.place("across")

    def parts(text: str) -> Parts:
        return game.parts(sandtable.Action.read(text))

    assert parts("move Amir-1 1708-1608") == Parts("move", (amir,), (a, b))
    assert parts("move Amir-1 1708-1608-across").path == (a, b, across)
    assert parts("move Amir-1 1708-1608-across").hexes == (a, b)
    assert parts("move Amir-1 1708-1608").to == b
    assert parts("with Amir-1+Erez-3").units == (amir, erez)
    assert parts("with Amir-1 Erez-3 3 quickly 1708-nowhere") == Parts(
        "with", (amir, erez), (), (3,), ("quickly", "1708-nowhere")
    )
    assert parts("end") == Parts("end")
    assert parts("end").unit == -1
    assert parts("end").to == 0
    assert s.actor == "israel"
