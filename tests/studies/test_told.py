"""What a side is told is compared with other secrets: each kind of leak is planted in the toy game once."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.session import Session
from sandtable.session.dice import TypedDice
from sandtable.session.record import Record
from sandtable.studies import fuzz, told
from tests.core import toy

JOB = fuzz.Job("toy", (), "1", 300, secrets=True)


def trouble() -> str:
    report = fuzz.play(JOB)
    assert report.failures, "the leak was not found"
    return report.failures[0][0]


def test_a_game_that_keeps_its_secrets() -> None:
    report = fuzz.play(JOB)
    assert report.failures == []
    assert report.secrets["viewers asked"] == 3 * report.decisions
    assert report.secrets["with something hidden"] > 100
    assert report.secrets["decisions told"] > 50
    assert report.secrets["records"] > 3
    assert fuzz.play(JOB) == report, "same job, same report"


def test_pieces_are_small_where_everything_is_compared() -> None:
    assert len(list(fuzz.run("toy", {}, 1_000, 3, 1, secrets=True))) == 2


def test_a_sentence_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    move = toy.Movement.apply

    def telling(frame: Any, s: toy.ToyState, a: Any) -> None:
        s.tell("2.1", "Red thinks of its plan to {}.", s.plan)
        move(frame, s, a)

    monkeypatch.setattr(toy.Movement, "apply", telling)
    assert "the log differs" in trouble()


def test_a_label_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Combat, "label", lambda frame, s, a: s.plan, raising=False)
    assert "the label differs: push | hold" in trouble()


def test_a_move_whose_result_depends_on_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    end = toy.Movement.apply

    def slow(frame: Any, s: toy.ToyState, a: Any) -> None:
        end(frame, s, a)
        if s.plan == "hold":
            s.fought = 1

    monkeypatch.setattr(toy.Movement, "apply", slow)
    assert "told of" in trouble()


def played(*actions: str) -> Session:
    session = Session(sandtable.load("toy"), {"weather": "never"}, dice=TypedDice())
    session.play(*actions)
    return session


def test_a_changed_record_reads_the_same_to_the_side_that_does_not_know() -> None:
    session, rng = played("plan push", "end"), Random(1)
    other = told.changed(session.record, "blue", rng)
    assert [e.action for e in other.entries] != [e.action for e in session.record.entries]
    assert told.of_the_record(session, "blue", rng) == ""
    assert told.changed(session.record, "red", rng).entries[0].action == "plan push"


def test_a_record_that_counts_secrets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(sandtable.load("musketeer"), dice=TypedDice())
    session.play("default", "default", "leave", "leave")
    assert all(told.of_the_record(session, "east", Random(n)) == "" for n in range(9))
    monkeypatch.setattr(Record, "told", lambda self, side, busy=None: list(range(len(self.entries) + 1)))
    assert any("depends on secret" in told.of_the_record(session, "east", Random(n)) for n in range(9))


def test_a_record_with_checksums_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made from the whole position."""
    session = played("plan push", "end")
    plain = Record.text
    monkeypatch.setattr(Record, "text", lambda self, side=None, hidden=False, told=(): plain(self, side, False, told))
    assert told.of_the_record(session, "blue", Random(1)) == "blue: the record depends on secret lines"


def test_decisions_that_reveal_are_counted_not_compared() -> None:
    s = played("plan push", "end", "end", "scout").state
    other = s.copy()
    other.plan = "hold"
    seen: Counter[str] = Counter()
    assert told.of_a_decision(s, other, s.game.parse(s, "look"), "blue", seen) == ""
    assert seen == {"decisions that reveal": 1}
