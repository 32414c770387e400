"""The game in figures: who is lost, and how the score came about."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable import bots
from sandtable.bots import analysis
from sandtable.server.table.analysis import worked_out
from sandtable.session import SeededDice, Session


def played(game: str, decisions: int = 700) -> Session:
    session = Session(sandtable.load(game), dice=SeededDice("figures"))
    rng = Random(3)
    for _ in range(decisions):
        if session.outcome:
            break
        session.play(str(session.state.sample(rng.randrange)))
    return session


@pytest.mark.parametrize("title", ["across-suez-2021", "suez-56", "el-arish-67", "sinai/1967", "musketeer"])
def test_units_lost_are_those_eliminated(title: str) -> None:
    """Whoever crosses the canal, leaves the map or still waits is not lost; reinforcements that die are."""
    session = played(title)
    game, now = session.game, session.state
    told = worked_out(session, game.sides[0])
    dead = [game.roster[u].side for u in range(len(game.roster)) if now.loc[u] == game.box("eliminated")]
    at_start = sum(x == game.box("eliminated") for x in session.states[0].loc[: len(game.roster)])
    assert sum(told.units.values()) == len(dead) - at_start
    assert all(told.units[side] <= dead.count(side) for side in game.sides)
    assert all(bool(told.units[side]) >= bool(told.lost[side]) for side in game.sides)


def test_the_curve_comes_with_a_band_that_holds_it_and_closes_at_the_end() -> None:
    """Seen by the other side it is the same band upside down."""
    session = played("across-suez-2021", 3000)
    assert session.outcome
    mine, theirs = (worked_out(session, side) for side in session.game.sides)
    if mine.judged is None:
        pytest.skip("the weights are newer than their calibration: python -m sandtable.studies.calibration")
    assert mine.judged.games >= 100
    assert "2021" in mine.judged.scenario
    assert all(p.low <= p.chance <= p.high for p in mine.curve)
    assert mine.curve[0].high - mine.curve[0].low > 0.05
    assert mine.curve[-1].low == mine.curve[-1].chance == mine.curve[-1].high
    for a, b in zip(mine.curve, theirs.curve, strict=True):
        assert (a.low, a.high) == (pytest.approx(1 - b.high), pytest.approx(1 - b.low))


def test_where_nobody_measured_the_estimate_there_is_no_band(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.studies.certainty.known", dict)
    told = worked_out(played("across-suez-2021", 100), "israel")
    assert told.judged is None
    assert told.curve
    assert {(p.low, p.high) for p in told.curve} == {(0.0, 1.0)}


def test_every_line_that_changed_the_score_is_listed_with_its_turn() -> None:
    session = played("suez-56")
    told = worked_out(session, "egypt")
    lines = [(i, str(e.text)) for i, events in enumerate(session.events) for e in events if e.about == "score"]
    assert lines
    assert [(x.n, x.text) for x in told.scored] == lines
    assert [x.turn for x in told.scored] == sorted(x.turn for x in told.scored)


def test_before_a_die_the_chance_is_the_mean_of_its_faces() -> None:
    """What the attack as such was worth is a matter of decisions; only what the die added is luck."""
    session = played("across-suez-2021", 300)
    book = bots.playbook(session.game)
    assert book
    points = {p.n: p.chance for p in analysis.curve(session)}
    weighed = 0
    for n, s in enumerate(session.states):
        if s.actor == "chance" and n in points and len(list(s.options())) == 6:
            faces = []
            for a in s.options():
                t = s.copy()
                t.apply(a)
                if t.actor == "chance":
                    break
                faces.append(book.evaluator.value(t, session.game.sides[0]))
            else:
                weighed += 1
                assert points[n] == pytest.approx(sum(faces) / 6, abs=0.001)
    assert weighed > 3
