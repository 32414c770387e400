"""The words of a decision are those of its options, in positions of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import END


@pytest.mark.rule("sinai", "5.0", "8.1", "24.2")
@pytest.mark.parametrize("title", ["sinai/1967", "sinai/1973", "sinai/1956-jordan"])
@pytest.mark.parametrize("seed", range(3))
def test_the_first_words_are_those_of_the_options(title: str, seed: int) -> None:
    rng = Random(f"{title}:{seed}")
    s: Any = sandtable.load(title).start()
    kinds: dict[str, int] = {}
    while s.actor is not None and sum(kinds.values()) < 16:
        kind = type(s.choice).__name__
        if s.actor in s.game.sides and kinds.get(kind, 0) < 3 and not rng.randrange(5):
            kinds[kind] = kinds.get(kind, 0) + 1
            options = [s.choice.spell(s, a) for a in s.options()]
            verbs = set(s.words())
            assert verbs == {words[0] for words in options}, s.position()
            for verb in verbs:
                second = {words[1] for words in options if words[0] == verb and len(words) > 1}
                assert second == set(s.words((verb,))) - {END}, (verb, s.position())
        s.apply(s.sample(rng.randrange))
    assert len(kinds) > 3
