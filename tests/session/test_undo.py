"""Undo within one's own run of decisions; take-backs by consent; discarded dice are gone for good."""

from random import Random

import pytest

import sandtable
from sandtable.core import CHANCE, IllegalAction
from sandtable.session import Record, RecordError, ScriptedDice, SeededDice, Session, verify_dice
from tests.session.play import SEED, random_session


def new(*actions: str, dice: list[int | str] | None = None) -> Session:
    chosen = SeededDice(SEED) if dice is None else ScriptedDice(dice)
    session = Session(sandtable.load("toy"), dice=chosen)
    session.play(*actions)
    return session


def no_undo(session: Session, side: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        session.undo(side)
    assert session.undo_refusal(side) == caught.value.refusal
    return caught.value.refusal.text


def test_undo_and_redo_within_a_run() -> None:
    session = new()
    begin = session.state
    session.play("plan push", "move R-1 0301", "move R-2 0103")
    texts = [session.record_text()]
    for expected in ("move R-2 0102-0103", "move R-1 0101-0201-0301", "plan push"):
        assert session.undo("red") == expected
        texts.append(session.record_text())
    assert session.state == begin
    assert session.record.entries == []
    for text in reversed(texts[:-1]):
        assert session.can_redo("red")
        session.redo("red")
        assert session.record_text() == text
    assert not session.can_redo("red")


def test_a_new_decision_forgets_what_was_undone() -> None:
    session = new("plan push")
    session.undo("red")
    session.play("plan hold")
    assert not session.can_redo("red")
    with pytest.raises(IllegalAction, match="nothing to redo"):
        session.redo("red")


def test_only_the_side_that_undid_may_redo() -> None:
    session = new("plan push")
    session.undo("red")
    assert not session.can_redo("blue")
    with pytest.raises(IllegalAction, match="nothing to redo"):
        session.redo("blue")


def test_nothing_to_undo() -> None:
    assert no_undo(new(), "red") == "Nothing has been done yet."


def test_no_undo_across_a_change_of_actor() -> None:
    session = new("plan push", "end", "end")
    assert session.actor == "blue"
    assert "passed the turn" in no_undo(session, "red")
    assert "not blue's" in no_undo(session, "blue")
    session.play("move B-b 0402")
    session.undo("blue")
    assert "not blue's" in no_undo(session, "blue")


ATTACK = ("plan hold", "move R-1 0301", "end", "end", "move B-b 0401", "end", "attack R-1", "with B-b")


def test_no_undo_across_the_dice() -> None:
    session = new(*ATTACK, dice=[4])
    session.undo("blue")
    session.redo("blue")
    session.play("confirm")
    assert session.record.entries[-1].action == "roll 4"
    for side in ("red", "blue"):
        assert "undo never crosses the dice" in no_undo(session, side)


def test_no_undo_while_the_dice_are_waited_for() -> None:
    session = new(*ATTACK, "confirm", dice=[])
    assert session.actor == CHANCE
    assert "passed the turn" in no_undo(session, "blue")


def test_no_undo_across_a_reveal() -> None:
    session = new("plan hold", "end", "end", "scout")
    assert session.undo("blue") == "scout"
    session.play("scout", "look")
    assert "revealed something" in no_undo(session, "blue")
    session.play("move B-b 0402")
    session.undo("blue")
    assert "revealed something" in no_undo(session, "blue")


def test_no_undo_of_a_decision_that_turned_out_to_reveal_something(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new("plan hold")
    monkeypatch.setattr(type(session.game), "revealed", lambda game, before, after, side: after.loc != before.loc)
    session.play("move R-1 0301")
    assert "revealed something" in no_undo(session, "red")


def test_no_undo_after_the_end() -> None:
    session = random_session("toy")
    for side in session.game.sides:
        assert no_undo(session, side) == "The game is over."


def test_cuts_survive_a_save() -> None:
    session = Session.from_text(new("plan hold", "end", "end", "scout", "look").record_text())
    assert "revealed something" in no_undo(session, "blue")


# take-backs -----------------------------------------------------------------------------------------------------
def test_a_take_back_is_recorded_and_its_dice_are_never_used_again() -> None:
    session = random_session("toy", seed=8)
    rolls = [i for i, e in enumerate(session.record.entries) if e.actor == CHANCE]
    n = len(session.record.entries) - rolls[1]
    before = [e.draw for e in session.record.entries if e.draw]
    session.take_back(n)
    assert session.outcome is None
    assert session.record.result == ""
    kept = session.record.entries
    assert len(kept) >= rolls[1]
    after = [e.draw for e in kept if e.draw]
    assert after[0] == 1
    assert after[1] == before[-1] + 1, "the roll is made again at once, with the next number of the stream"
    assert f"taken back by consent, dice 2 to {before[-1]} discarded" in session.record_text()


def play_on(session: Session, seed: int) -> None:
    rng = Random(seed)
    while session.actor:
        session.play(str(session.state.sample(rng.randrange)))


@pytest.mark.parametrize("seed", range(8))
def test_records_with_take_backs_read_back_and_verify(seed: int) -> None:
    """Also a shallow take-back followed by a deeper one."""
    session = random_session("toy/long", seed=seed)
    for count in (1, 7, 3, 20, 2, 2, 11):
        session.take_back(min(count, len(session.record.entries)))
        assert Record.read(session.record_text()).text() == session.record_text()
    play_on(session, seed)
    text = session.record_text()
    assert text.count("taken back") == 7
    again = Session.from_text(text)
    assert again.record_text() == text
    assert again.states == session.states
    draws = [e.draw for e in again.record.entries if e.draw]
    assert len(set(draws)) == len(draws)
    assert draws == sorted(draws)
    assert verify_dice(again) == len(draws)


def test_a_resumed_game_does_not_use_discarded_dice() -> None:
    session = random_session("toy/long", seed=3)
    session.take_back(25)
    used = session.dice.used
    again = Session.from_text(session.record_text() + f"seed 2: {session.dice.seed}\n")
    assert again.dice.used == used


def test_a_record_that_uses_discarded_dice_is_found_out() -> None:
    session = new(*ATTACK, "confirm")
    draw = session.record.entries[-1].draw
    session.take_back(1)
    text = session.record_text() + f"seed: {SEED}\n"
    assert f"@{draw + 1}" in text
    verify_dice(Session.from_text(text))
    first = next(line for line in new(*ATTACK, "confirm").record_text().splitlines() if f"@{draw} " in line)
    second = next(line for line in text.splitlines() if f"@{draw + 1} " in line)
    with pytest.raises(RecordError, match=f"uses draw {draw} of the dice where draw {draw + 1} was due"):
        verify_dice(Session.from_text(text.replace(second, first)))


def test_a_take_back_without_dice_discards_none() -> None:
    session = new("plan hold", "move R-1 0301")
    session.take_back(2)
    assert "; lines 1 to 2 taken back by consent, dice 0 to 0 discarded\n" in session.record_text()
    session.play(*ATTACK, "confirm")
    again = Session.from_text(session.record_text() + f"seed: {SEED}\n")
    assert verify_dice(again) == 1
    assert next(e.draw for e in again.record.entries if e.draw) == 1


def test_a_take_back_may_be_followed_by_no_undo_beyond_it() -> None:
    session = new("plan push", "move R-1 0301")
    session.take_back(1)
    assert not session.can_redo("red")
    assert session.undo("red") == "plan push"
    with pytest.raises(ValueError, match="there are 0 entries to take back, not 1"):
        session.take_back(1)
