"""Decisions asked word by word agree with their list of options, at every decision of random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.core import END

from .table import ARISH, SUEZ, load


def leaves(s: Any, prefix: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Every spelling that the words lead to."""
    found = set()
    for word in s.choice.words(s, prefix):
        found |= {prefix} if word == END else leaves(s, (*prefix, word))
    return found


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_words_reach_every_option_and_nothing_else(title: str) -> None:
    kinds: dict[str, int] = {}
    rng = random.Random(11)
    for seed in range(2):
        s = load(title).start()
        for _ in range(400):
            if s.actor is None:
                break
            kind = type(s.choice).__name__
            if s.actor in s.game.sides and kinds.get(kind, 0) < (1 if kind == "SetUp" else 3):
                kinds[kind] = kinds.get(kind, 0) + 1
                options = {s.choice.spell(s, a): a for a in s.options()}
                assert leaves(s) == set(options), (seed, kind)
                for words in rng.sample(sorted(options), min(20, len(options))):
                    assert s.choice.spelled(s, words) == options[words], (kind, words)
                    assert set(words) <= set(s.game.words())
            s = s.play(s.sample(rng.randrange))
    assert {"SetUp", "Movement", "CombatPhase", "BuildAttack", "AirborneLanding"} <= kinds.keys()


@pytest.mark.parametrize("title", [SUEZ, ARISH])
def test_spellings_that_are_no_options_are_refused(title: str) -> None:
    s = load(title).start()
    with pytest.raises(ValueError, match="no option is spelled"):
        s.choice.spelled(s, ("place", "nobody", "2846"))
    assert s.choice.words(s, ("fly",)) == ()
