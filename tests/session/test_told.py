"""What a side may know of the record: secret decisions in a row are one line, written when they end."""

from __future__ import annotations

from random import Random

import sandtable
from sandtable.session import SeededDice, Session
from sandtable.session.writing import SECRET

MARKERS = 4
"""Markers that the West may plan on turn 1."""


def planning() -> Session:
    session = Session(sandtable.load("musketeer"), dice=SeededDice("told"))
    session.play("default", "default")
    return session


def test_a_run_of_secrets_is_one_line_when_it_has_ended() -> None:
    session = planning()
    texts = []
    for _ in range(MARKERS):
        texts.append([session.record_text(side) for side in ("east", "anybody")])
        session.play("plan")
    assert all(text == texts[0] for text in texts)
    assert session.told("west") == [0, 1, 2, 3, 4, 5, 6]
    assert session.told("east") == session.told("anybody") == [0, 1, 2, 6]
    assert session.record_text("east").endswith(f"2. west: {SECRET}\n3. west: {SECRET}\n")


def test_undo_within_the_run_is_not_noticed() -> None:
    session = planning()
    before = session.record_text("east"), session.undo_refusal("east")
    session.play("plan", "leave")
    session.undo("west")
    session.undo("west")
    session.redo("west")
    assert (session.record_text("east"), session.undo_refusal("east")) == before


def test_a_take_back_into_a_run_names_the_line_before_it() -> None:
    session = planning()
    session.play(*["plan"] * MARKERS, "plan")
    session.take_back(3)  # the East's plan and two of the West's
    assert session.told("east") == [0, 1, 2]
    assert "; taken back by consent to line 2, dice 0 to 0 discarded" in session.record_text("east")
    assert "; lines 5 to 7 taken back by consent, dice 0 to 0 discarded" in session.record_text()


def test_when_the_game_is_over_everybody_has_every_line() -> None:
    session, rng = planning(), Random(1)
    while session.actor:
        session.play(str(session.state.sample(rng.randrange)))
    assert session.told("east") == list(range(len(session.record.entries) + 1))
    assert session.record_text("east") == session.record_text()
    assert SECRET not in session.record_text("anybody")
