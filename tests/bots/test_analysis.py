"""The curve of a game: it begins and ends where it should, and swings are the changes between its points."""

from __future__ import annotations

from random import Random

import sandtable
from sandtable.bots import analysis
from sandtable.session import SeededDice, Session


def test_the_curve_ends_with_the_result_and_swings_are_its_changes() -> None:
    session = Session(sandtable.load("across-suez-2021"), dice=SeededDice("curve"))
    rng = Random(2)
    while session.outcome is None:
        session.play(str(session.state.sample(rng.randrange)))
    points = analysis.curve(session)
    assert points[0].n == 0
    assert points[-1].n == len(session.record.entries)
    assert points[-1].chance == (1.0 if session.outcome.winner == "israel" else 0.0)
    assert all(0 <= p.chance <= 1 for p in points)
    by_entry = {p.n: p.chance for p in points}
    for x in analysis.swings(session, points):
        assert abs(by_entry[x.last] - by_entry[x.first - 1] - x.change) < 0.0011
        assert x.by == session.record.entries[x.last - 1].actor
