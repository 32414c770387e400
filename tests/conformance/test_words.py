"""Word by word: `words`, `spelled`, `options`, `sample` and `check` of every decision agree, within a closed vocabulary."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from sandtable.core import CHANCE, END, Action, State
from tests.conformance.walk import STATES, Case, cases, walk

CASES = cases()
each_case = pytest.mark.parametrize("case", CASES, ids=str)
LONG = 60
"""More options than this are not sent with a position; a player is told who can act."""
MOST = 40
"""So many options of a decision are spelled; of more a few."""


def decisions(case: Case) -> list[State]:
    states = [s for s in walk(case).states if s.actor not in (None, CHANCE)]
    return states[:: max(1, len(states) * 3 // case.states)] if case.states < STATES else states


@each_case
def test_every_option_is_spelled_with_words_of_the_vocabulary(case: Case) -> None:
    vocabulary = set(walk(case).game.words())
    for s in decisions(case):
        assert s.choice is not None
        for a in some(list(s.options())):
            assert a.verb in s.choice.verbs, f"{type(s.choice).__name__}.verbs lacks {a.verb}"
            assert set(s.choice.spell(s, a)) <= vocabulary, a


@each_case
def test_words_lead_to_every_option_and_every_spelling_is_legal(case: Case) -> None:
    rng = Random(8)
    for s in decisions(case):
        assert s.choice is not None
        options = list(s.options())
        for a in some(options):
            spelled = s.choice.spell(s, a)
            for n, word in enumerate((*spelled, END)):
                assert word in s.words(spelled[:n]), f"{a}: {word!r} does not follow {spelled[:n]}"
            meant = s.spelled(spelled)
            assert s.check(meant) is None, f"{spelled} means {meant}: {s.check(meant)}"
            assert s.choice.spell(s, meant) == spelled
        for _ in range(4):
            words: tuple[str, ...] = ()
            while (word := rng.choice(s.words(words))) != END:
                words = (*words, word)
            a = s.spelled(words)
            assert s.check(a) is None, f"{words} means {a}: {s.check(a)}"
        assert set(s.words()) == {a.verb for a in options}


@each_case
def test_long_lists_are_not_listed_to_know_the_first_words(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs, and who can act: where there is much to do, this is asked after every action, so nothing is listed for it."""
    for s in decisions(case):
        assert s.choice is not None
        kind = type(s.choice)
        if sum(1 for _ in s.options()) > LONG:
            with monkeypatch.context() as watched:
                watched.setattr(
                    kind, "options", lambda self, s: pytest.fail(f"{type(self).__name__} lists its options")
                )
                for verb in s.words():
                    s.words((verb,))


@each_case
def test_some_option_does_not_take_back(case: Case) -> None:
    """Search and learners may leave out what only undoes and still always find something to do."""
    for s in decisions(case):
        assert any(not s.takes_back(a) for a in s.options()), s.choice


@each_case
def test_states_travel_as_pickles_and_copies_and_are_never_written_into(case: Case) -> None:
    for s in walk(case).states:
        assert pickle.loads(pickle.dumps(s)) == s
        assert copy.deepcopy(s) == s
        f = s.frozen()
        assert list(f.options()) == list(s.options())
        assert f.forecast() == s.forecast()
        for side in s.game.sides:
            assert f.view(side) == s.view(side)
        a = s.sample(Random(9).randrange)
        assert f.check(a) == s.check(a)
        assert f.details(a) == s.details(a)


def some(options: list[Action]) -> list[Action]:
    return options if len(options) <= MOST else Random(6).sample(options, 6)
