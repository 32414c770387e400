"""Games that outlive a change of the rules: played on from their last position, watched without the rules."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core.state import checksum_of
from sandtable.session import Film, OtherEdition, Record, RecordError, SeededDice, Session, film_of, fork, verify
from tests.core.toy import Movement
from tests.editions import make
from tests.editions.test_editions import ALL_RECORDS, name_of
from tests.session.conftest import _toy  # noqa: F401
from tests.session.play import random_session
from tests.session.test_undo import ATTACK as DECLARED

FILMS = make.HERE / "films"
ATTACK = (*DECLARED, "confirm")
ALL_FILMS = sorted(FILMS.rglob("*.film.xz"))


def film(path: Path) -> Film:
    return Film.read(lzma.decompress(path.read_bytes()).decode())


# films ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ALL_FILMS, ids=name_of)
def test_an_old_game_is_watched_without_any_rules(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every film was made by the commit that wrote the record."""

    def no_rules(*_: object) -> None:
        raise AssertionError("a film needs no rules")

    monkeypatch.setattr(sandtable, "load", no_rules)
    shown = film(path)
    stem = path.name.partition(".")[0]
    record = Record.read((make.RECORDS / path.parent.name / f"{stem}.record").read_text(encoding="utf-8"))
    assert shown.record.entries == record.entries
    for viewer in shown.viewers:
        views = list(shown.views(viewer))
        assert len(views) == len(record.entries) + 1
        assert all(len(v["units"]) > 5 and v["game"] == record.game for v in views)
        assert views[0]["units"] != views[-1]["units"]


def test_every_record_from_before_the_editions_can_be_watched() -> None:
    watched = {name_of(p).partition(".")[0] for p in ALL_FILMS}
    assert {name_of(p) for p in ALL_RECORDS if p.parent.name == "0"} <= watched
    assert len([p for p in ALL_RECORDS if p.parent.name == "0"]) == 14


@pytest.mark.parametrize("game", ["toy", "across-suez-1980"])
def test_a_film_shows_what_the_rules_showed(game: str) -> None:
    session = random_session(game)
    shown = Film.read(film_of(session).text())
    assert shown.record.text() == session.record.text()
    for viewer in shown.viewers:
        side = viewer if session.game.hidden else session.game.sides[0]
        for view, s in zip(shown.views(viewer), session.states, strict=True):
            assert view == json.loads(json.dumps(s.view(side)))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda t: t.replace("film 1", "film 9", 1), "not a film"),
        (lambda t: t[: len(t) // 2], "not a line of a film"),
        (lambda t: "\n".join(t.splitlines()[:-1]) + "\n", "shows .* of .* entries"),
        (lambda t: t.replace('"views"', '"vjews"'), "the film is damaged|shows"),
        (lambda t: t.replace("sandtable record 1", "sandtable record 9"), "the film is damaged"),
    ],
)
def test_a_damaged_film_says_so(spoil: Callable[[str], str], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        Film.read(spoil(film_of(random_session("toy")).text()))


# a planted change of the rules ------------------------------------------------------------------------------------
def play_on(session: Session) -> None:
    rng = Random(1)
    while session.actor:
        legal = [a for a in session.state.options() if session.state.check(a) is None]
        session.play(str(rng.choice(legal)))


@pytest.fixture
def other_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the next call on, red may not move more than one unit, in edition 2 of the toy."""
    game = sandtable.load("toy")

    def change() -> None:
        monkeypatch.setattr(type(game), "rules_edition", 2, raising=False)
        sandtable._load.cache_clear()
        monkeypatch.setattr(type(game), "rules_edition", property(lambda self: 2, lambda self, n: None))
        check = Movement.check

        def stricter(self: Movement, s: Any, a: Any) -> Any:
            if a.verb == "move" and s.moved:
                return self.not_now(s, a)
            return check(self, s, a)

        monkeypatch.setattr(Movement, "check", stricter)

    return change


def running() -> tuple[str, dict[str, Any], str]:
    """A game in the middle in which both have moved two units; its save, last stored position and seed."""
    session = Session(sandtable.load("toy"), dice=SeededDice("planted"), players={"red": "Ada", "blue": "Ben"})
    session.play("plan hold", "move R-1 0301", "move R-2 0103", "end")
    return session.record_text() + "seed: planted\n", json.loads(json.dumps(session.state.to_json())), "planted"


def test_a_running_game_goes_on_from_its_last_position(other_rules: Callable[[], None]) -> None:
    text, state, _ = running()
    other_rules()
    with pytest.raises(OtherEdition, match=r"entry 3: .*played by rules edition 1; here is edition 2"):
        Session.from_text(text)
    session = Session.go_on(Record.read(text), state)
    assert session.base == 4
    play_on(session)
    assert [e.action for e in session.record.entries[:4]] == [
        "plan hold",
        "move R-1 0101-0201-0301",
        "move R-2 0102-0103",
        "end",
    ]
    whole = session.record_text()
    assert "edition: 1\n" in whole
    assert "; from line 5 on rules edition 2, from this position: {" in whole
    again = Session.from_text(whole)
    assert again.record_text() == whole
    assert again.base == 4
    assert all(s.proved for s in verify(again))


def test_what_another_edition_played_stands(other_rules: Callable[[], None]) -> None:
    text, state, _ = running()
    other_rules()
    session = Session.go_on(Record.read(text), state)
    assert session.undo_refusal("red") is not None
    with pytest.raises(ValueError, match="played by another edition of the rules and stand"):
        session.take_back(1)
    session.play(
        "move R-1 0401" if session.state.check("move R-1 0401") is None else str(next(session.state.options()))
    )
    session.take_back(1)
    assert len(session.record.entries) == 4


def test_a_game_that_goes_on_is_forked_from_where_the_present_rules_played_it(other_rules: Callable[[], None]) -> None:
    text, state, _ = running()
    other_rules()
    session = Session.go_on(Record.read(text), state)
    play_on(session)
    with pytest.raises(ValueError, match="entries 1 to 4 were played by another edition of the rules"):
        fork(session, 3)
    for n in (4, len(session.record.entries) - 1):
        other = fork(session, n)
        assert other.states[n] == session.states[n]
        play_on(other)
        again = Session.from_text(other.record_text())
        assert again.record_text() == other.record_text()
        assert [s.source for s in verify(again)] == ["parent", "committed"]


def test_a_position_that_the_older_edition_did_not_reach_is_refused(other_rules: Callable[[], None]) -> None:
    text, state, _ = running()
    other_rules()
    state["turn"] = 2
    with pytest.raises(RecordError, match="is not the one after entry 4"):
        Session.go_on(Record.read(text), state)


def test_rolls_before_the_change_are_verified_without_the_old_rules(other_rules: Callable[[], None]) -> None:
    session = Session(sandtable.load("toy"), dice=SeededDice("planted"))
    session.play(*ATTACK)
    play_on(session)
    n = next(i for i, e in enumerate(session.record.entries) if e.action.startswith("roll")) + 1
    text = session.record_text()
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f"{n + 1}. "))
    state = json.loads(json.dumps(session.states[n].to_json()))
    assert checksum_of(state) == session.record.entries[n - 1].checksum
    other_rules()
    cut = "\n".join(lines[:at]) + f"\nseed: {session.record.seed}\n"
    goes_on = Session.go_on(Record.read(cut), state)
    play_on(goes_on)
    assert all(s.proved for s in verify(goes_on))
    roll = next(line for line in cut.splitlines() if ". chance: roll " in line)
    face = roll.partition("roll ")[2][0]
    forged = cut.replace(roll, roll.replace(f"roll {face}", f"roll {int(face) % 6 + 1}"))
    with pytest.raises(RecordError, match="the committed dice do not say"):
        verify(Session.go_on(Record.read(forged), state))
