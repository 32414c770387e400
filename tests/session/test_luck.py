"""The luck ledger agrees with the forecasts, and sums to nothing between two sides."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.session import SeededDice, Session, lessons, luck


def played(game: str, seed: int, decisions: int = 400) -> Session:
    session = Session(sandtable.load(game), dice=SeededDice(f"luck {seed}"))
    rng = Random(seed)
    for _ in range(decisions):
        if session.outcome:
            break
        session.play(str(session.state.sample(rng.randrange)))
    return session


@pytest.mark.parametrize("game", ["across-suez-2021", "sinai/1967", "suez-56", "musketeer"])
def test_what_is_luck_for_one_is_bad_luck_for_the_other(game: str) -> None:
    session = played(game, 1)
    throws = luck.ledger(session)
    one, other = session.game.sides
    for t in throws:
        assert t.luck(one) == pytest.approx(-t.luck(other))
        assert 0 < t.chance <= 1
    assert sum(luck.totals(throws, session.game.sides).values()) == pytest.approx(0, abs=0.02)


def test_what_was_certain_is_no_luck() -> None:
    """[2021:7.4] Between two units opposite each other 16/3, strength 2, is lost for every die: nobody was lucky about it."""
    game = sandtable.load("across-suez-2021")
    lesson = lessons.find("across-suez-2021", "5-retreat")
    assert lesson
    story = ("move Erez-3 0912", "end", "attack 16/3", "with Erez-3", "with Matt-1", "confirm")
    (throw,) = luck.ledger(lessons.follow(lesson, story).exercise)
    assert throw.expected["egypt"] == pytest.approx(2)
    assert throw.lost == {"israel": 0, "egypt": 2}
    assert throw.luck("israel") == pytest.approx(throw.expected["israel"])
    assert game.roster[game.unit("16/3")].side == "egypt"
