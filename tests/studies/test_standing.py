"""The points as the position stands, which studies draw turn by turn and learners are rewarded with."""

from __future__ import annotations

from random import Random

import pytest

import sandtable


@pytest.mark.parametrize("title", ["across-suez-1980", "across-suez-2021", "sinai/1967", "musketeer"])
def test_the_standing_of_a_finished_game_is_its_score(title: str) -> None:
    s = sandtable.load(title).start()
    rng = Random(3)
    while s.actor:
        s.apply(s.sample(rng.randrange))
    assert s.game.standing(s) == dict(s.outcome.score)


@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_western_objectives_count_only_at_the_end(title: str) -> None:
    s = sandtable.load(title).start()
    rng = Random(3)
    while s.actor:
        before = s.game.standing(s)
        s.apply(s.sample(rng.randrange))
    west, egypt = s.game.sides
    score = dict(s.outcome.score)
    assert set(before) == set(score)
    assert score[west] >= before[west]
    assert score[egypt] >= before[egypt]
