"""The luck ledger weighs a roll against its other faces: it agrees with the forecasts, and sums to nothing between two sides."""

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


@pytest.mark.parametrize("game", ["across-suez-2021", "sinai/1967", "suez-56", "el-arish-67", "musketeer"])
def test_what_is_luck_for_one_is_bad_luck_for_the_other(game: str) -> None:
    session = played(game, 1)
    throws = luck.ledger(session)
    one, other = session.game.sides
    assert throws
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


@pytest.mark.parametrize("seed", range(3))
def test_the_mean_of_all_faces_is_what_the_forecast_expected(seed: int) -> None:
    """Two ways to the same number: all faces tried out, and the odds shown before the roll."""
    session = played("across-suez-2021", seed)
    game, compared = session.game, 0
    for t in luck.ledger(session):
        before = session.states[t.n - 2]
        forecast = before.forecast()
        if forecast is None or session.record.entries[t.n - 2].action != "confirm":
            continue
        compared += 1
        for side in game.sides:
            told = [
                x["probability"] * luck.strength(before, game.unit(x["unit"]))
                for x in forecast["losses"]
                if game.roster[game.unit(x["unit"])].side == side
            ]
            assert t.expected[side] == pytest.approx(sum(told)), t.title
    assert compared > 3


def test_a_night_attack_is_one_throw_of_its_last_die() -> None:
    """[MEB:7.19] The night die moves the column and costs nobody anything; the combat die is weighed in the column it left."""
    nights = 0
    for seed in range(3):
        session = played("el-arish-67", seed, 900)
        throws = {t.n: t for t in luck.ledger(session)}
        for i, e in enumerate(session.record.entries, 1):
            if e.actor == "chance" and session.events[i] and str(session.events[i][0].text).startswith("Night attack"):
                nights += 1
                assert i not in throws
                if i + 1 in throws:
                    assert throws[i + 1].title.startswith("Attack on")
    assert nights
