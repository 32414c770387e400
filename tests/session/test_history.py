"""Looking back, undoing and resuming without keeping every state; notes beside the entries; ends that the players agree on."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.core import IllegalAction, State
from sandtable.session import Record, RecordError, SeededDice, Session
from sandtable.session.history import PAGE

GAME = "across-suez-1980"


def played(decisions: int, seed: int = 3) -> tuple[Session, list[State]]:
    """A game played at random, and every state it went through."""
    session, rng, seen = Session(sandtable.load(GAME), dice=SeededDice("11")), Random(seed), []
    while len(session.record.entries) < decisions and session.actor:
        session.play(str(session.state.sample(rng.randrange)))
        while len(seen) < len(session.states):
            seen.append(session.states[len(seen)].copy())
    return session, seen


def test_every_state_can_be_looked_at_again() -> None:
    session, seen = played(5 * PAGE)
    assert len(session.states) == len(seen)
    for i in (0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, len(seen) - 1):
        assert session.states[i] == seen[i], i
    assert session.states == seen
    assert session.states[-1] == seen[-1]
    assert session.states[-3:-1] == seen[-3:-1]
    with pytest.raises(IndexError):
        session.states[len(seen)]


def test_a_take_back_over_pages_and_another_game_from_there() -> None:
    session, seen = played(4 * PAGE)
    session.take_back(len(session.record.entries) - PAGE - 5)
    while len(session.states) > PAGE + 6:  # dice that were rolled anew
        session.take_back(1)
    assert session.states == seen[: len(session.states)]
    rng = Random(9)
    for _ in range(2 * PAGE):
        session.play(str(session.state.sample(rng.randrange)))
    again = Session.from_text(session.record.text())
    assert again.states == session.states


def resumed(session: Session, at: int) -> Session:
    record = Record.read(session.record.text())
    record.entries = list(session.record.entries)
    record.seed = session.dice.seed if isinstance(session.dice, SeededDice) else ""
    return Session.resumed(
        session.game, record, session.events[1:], session.states[at].copy(), at, lambda i: session.states[i].copy()
    )


def test_a_game_resumed_from_a_saved_state_goes_on_as_if_nothing_had_happened() -> None:
    session, seen = played(3 * PAGE + 10)
    again = resumed(session, 3 * PAGE)
    assert again.state == session.state
    assert again.states == seen
    rng = Random(1)
    for _ in range(20):
        action = str(session.state.sample(rng.randrange))
        session.play(action)
        again.play(action)
    assert again.record.entries == session.record.entries
    assert again.states == session.states


def test_a_saved_state_of_another_game_is_refused() -> None:
    session, _ = played(2 * PAGE + 3)
    other, _ = played(2 * PAGE + 3, seed=4)
    other.record.entries = session.record.entries
    with pytest.raises(RecordError, match="belong"):
        resumed(other, 2 * PAGE)


def test_notes_stand_where_they_were_made_and_survive() -> None:
    session, _ = played(4)
    session.note("egypt is played by Ben from here on")
    after = len(session.record.entries)
    session.play(str(session.state.sample(Random(0).randrange)))
    text = session.record.text()
    lines = text.split("\n")
    assert lines.index("; note: egypt is played by Ben from here on") > lines.index(
        next(x for x in lines if x.startswith(f"{after}. "))
    )
    again = Session.from_text(text)
    assert again.record.notes == session.record.notes
    assert again.record.text() == text
    session.note("two\nlines")
    assert "; note: two lines" in session.record.text()
    session.take_back(len(session.record.entries))
    assert [n.after for n in session.record.notes] == [0, 0]


def test_a_resignation_ends_the_game_and_reveals_the_seed() -> None:
    session, _ = played(5)
    session.end("egypt", "israel resigned")
    assert session.over
    assert session.outcome is None
    with pytest.raises(IllegalAction, match="over"):
        session.play(str(session.state.sample(Random(0).randrange)))
    with pytest.raises(ValueError, match="over"):
        session.end("israel", "egypt resigned")
    text = session.record.text()
    assert "result: egypt, israel resigned\nended: israel resigned\nseed: 11" in text
    again = Session.from_text(text)
    assert again.over
    assert again.record.text() == text
