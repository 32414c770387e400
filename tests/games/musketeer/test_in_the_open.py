"""[23.0] What is asked in the open tells the other side nothing: at one screen nobody changes places for it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import CHANCE

from .table import BOOK, position

REST = ("5702 IS-Gar-Ashkelon",)


def question(s: Any) -> tuple[object, ...]:
    """Everything that is asked, offered and said."""
    offered = [(str(a), str(s.choice.label(s, a)), s.details(a)) for a in s.options()]
    return s.prompt, offered, s.forecast()


def retreat(*places: str) -> Any:
    s = position('StartRetreat {"unit": "EG-7"}', "3613 EG-7", *places, *REST, contingent="anglo-french", dice=[2])
    assert type(s.choice).__name__ == "Retreat"
    assert not s.choice.in_the_open(s, "west")  # nobody knows yet who it is
    s.reveal(1 << s.game.unit("EG-7"), "23.1")
    return s


@pytest.mark.rule("musketeer", "23.0")
def test_the_same_is_asked_in_every_world_that_the_other_side_imagines() -> None:
    asked: Counter[str] = Counter()
    for seed in range(60):
        rng = Random(seed)
        s = sandtable.load(BOOK).start()
        while s.actor is not None:
            other = s.game.enemy.get(s.actor, "")
            if s.actor != CHANCE and s.choice.in_the_open(s, other):
                asked[type(s.choice).__name__] += 1
                for _ in range(3):
                    assert question(s.game.sample_hidden(s, other, rng)) == question(s)
            s = s.copy()
            s.apply(s.sample(rng.randrange))
    assert min(asked[name] for name in ("Retreat", "ChooseFire", "ChooseLoss")) > 10


@pytest.mark.rule("musketeer", "23.0", "12.1")
def test_where_hidden_friends_may_be_in_the_way_a_retreat_is_no_open_question() -> None:
    s = retreat()
    assert s.choice.in_the_open(s, "west")
    ends = {str(a).rpartition("-")[2] for a in s.options()}
    hidden = retreat(f"{min(ends)} EG-10")
    assert not hidden.choice.in_the_open(hidden, "west")
    away = retreat("2210 EG-10")
    assert away.choice.in_the_open(away, "west")


@pytest.mark.rule("musketeer", "16.5")
def test_to_stand_or_to_leave_is_an_open_question_of_a_unit_that_is_known() -> None:
    s = position('MustRetreat {"unit": "EG-7"}', "4005 EG-7", *REST, contingent="anglo-french")
    assert type(s.choice).__name__ == "Stand"
    assert not s.choice.in_the_open(s, "west")
    s.reveal(1 << s.game.unit("EG-7"), "23.1")
    assert s.choice.in_the_open(s, "west")
