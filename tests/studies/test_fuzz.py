"""The fuzzer finds what it looks for: each kind of trouble is planted in the toy game once."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import Action, Refusal
from sandtable.session import Session
from sandtable.studies import fuzz
from tests.core import toy

JOB = fuzz.Job("toy", (), "1", 2000)


def test_a_sound_game_has_no_trouble() -> None:
    report = fuzz.play(JOB)
    assert report.decisions >= 2000
    assert report.games > 1
    assert (report.crashes, report.dead_ends, report.overlong, report.failures) == (0, 0, 0, [])
    assert fuzz.play(JOB) == report, "same job, same report"


def test_pieces_add_up() -> None:
    total = fuzz.Report()
    for report in fuzz.run("toy", {"weather": "never"}, 12_000, 3, 1):
        total.add(report)
    assert total.decisions >= 12_000
    assert total.failures == []


def trouble() -> str:
    report = fuzz.play(JOB)
    assert report.failures
    assert report.crashes + report.dead_ends + report.overlong == len(report.failures) <= 5
    what, record = report.failures[0]
    assert record.startswith("sandtable record 1\n")
    return what


def test_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(frame: Any, s: toy.ToyState) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(toy.Resolve, "run", broken)
    assert "ZeroDivisionError: oops (test_fuzz.py:" in trouble()


def test_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Retreat, "options", lambda frame, s: iter(()))
    assert "dead end: " in trouble()
    report = fuzz.play(JOB)
    assert report.dead_ends > 0
    session = Session.from_text(report.failures[0][1])
    assert isinstance(session.state.choice, toy.Retreat), "the record leads to the dead end"


def test_an_endless_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "OVERLONG", 300)
    monkeypatch.setattr(toy.EndOfTurn, "run", lambda frame, s: s.then(toy.Turn()))
    assert "overlong: more than 300 decisions" in trouble()


def test_an_end_without_an_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.EndOfTurn, "run", lambda frame, s: None)
    assert "the game ended without an outcome" in trouble()


def test_a_sampled_action_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Plan, "check", lambda frame, s, a: Refusal(("1.1",), "No."))
    assert "is refused: [1.1] No." in trouble()


# questions about one decision -----------------------------------------------------------------------------------
def ask() -> None:
    fuzz.question(sandtable.load("toy").start(), Random(1))


def test_a_sound_decision() -> None:
    ask()


def test_an_option_listed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Plan, "options", lambda frame, s: iter([Action("plan", ("push",))] * 2))
    with pytest.raises(fuzz.Contradiction, match="the option plan push is listed twice"):
        ask()


def test_an_option_that_check_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Plan, "check", lambda frame, s, a: Refusal((), "No."))
    with pytest.raises(fuzz.Contradiction, match="is refused: No"):
        ask()


def test_an_option_that_reads_back_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    def options(frame: toy.Plan, s: toy.ToyState) -> Iterator[Action]:
        yield Action("plan", ("two words",))

    monkeypatch.setattr(toy.Plan, "options", options)
    with pytest.raises(fuzz.Contradiction, match="the option plan two words reads back as plan two words"):
        ask()


def test_a_state_that_does_not_survive_being_written() -> None:
    s = sandtable.load("toy").start()
    s.wells = [1, 2]  # a list where a tuple is declared
    with pytest.raises(fuzz.Contradiction, match="the state does not survive to_json and from_json"):
        fuzz.question(s, Random(1))


def test_a_copy_that_is_not_independent(monkeypatch: pytest.MonkeyPatch) -> None:
    s = sandtable.load("toy").start().play("plan hold")
    monkeypatch.setattr(toy.ToyState, "_values", toy.ToyState._values + toy.ToyState._lists)
    monkeypatch.setattr(toy.ToyState, "_lists", ())
    with pytest.raises(fuzz.Contradiction, match="a change to a copy reached the original"):
        fuzz.question(s, Random(1))
