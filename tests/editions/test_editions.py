"""Rules editions: no change of play goes unnamed, and what an edition has written can be read for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.core import Choice, DataError, Source
from sandtable.core.agenda import package_of
from sandtable.core.editions import UNNUMBERED, read_editions
from sandtable.session import OtherEdition, Record, Session
from tests.editions import make, states

TITLES = [t.id for t in sandtable.games()]
each_title = pytest.mark.parametrize("title", TITLES)
ALL_RECORDS = sorted(make.RECORDS.rglob("*.record"))
ALL_STATES = sorted(states.STATES.glob("*.jsonl.xz"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


# hashes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("part", make.PARTS)
def test_code_and_data_are_those_whose_play_was_compared(part: str) -> None:
    assert not make.changed(part), (
        f"{', '.join(make.changed(part))} changed. Run `make editions`: it replays the kept records. When play is as it was it "
        "writes the new hashes; when play has changed it says which edition to add to data/editions.toml."
    )


# records and states ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ALL_RECORDS, ids=name_of)
def test_a_kept_record_replays_or_names_the_edition_it_needs(path: Path) -> None:
    record = Record.read(path.read_text(encoding="utf-8"))
    here = sandtable.load(record.game).rules_edition
    played = int(path.parent.name)
    assert record.edition == (played if played > 1 else UNNUMBERED)
    if played == here:
        Session.from_record(record)
        return
    try:
        Session.from_record(record)
    except OtherEdition as e:
        named = e
    else:
        return
    assert (named.needs, named.here) == (record.edition, here), named


def test_records_of_every_title_are_kept_of_every_closed_edition() -> None:
    for title in sandtable.games():
        for edition in range(1, title.edition):
            assert make.records(edition, title.id), f"no records of edition {edition} of {title.id} are kept"


@pytest.mark.parametrize("path", ALL_STATES, ids=lambda p: p.name.partition(".")[0])
def test_states_of_every_edition_load_in_the_middle_of_every_kind_of_decision(path: Path) -> None:
    for d in states.read(path):
        s = sandtable.load(d["state"]["game"]).from_json(d["state"])
        assert s.actor == d["actor"], d["state"]["agenda"]
        assert s.game.from_json(s.to_json()) == s
        options = list(s.options())
        assert options, f"nothing can be done any more: {d['state']['agenda'][0]}"
        s.copy().apply(options[0])
        for side in s.game.sides:
            s.view(side)
        if path.name.endswith(f"-{s.game.rules_edition}.jsonl.xz"):
            assert s.checksum() == d["checksum"]


@each_title
def test_states_are_kept_of_every_title(title: str) -> None:
    assert states.kept(title, 1) in ALL_STATES


@pytest.mark.parametrize("package", make.PARTS[1:])
def test_no_kind_of_decision_has_no_kept_state(package: str) -> None:
    titles = [
        t
        for t in sandtable.games()
        if package_of(type(sandtable.load(t.ids[0]))) == f"sandtable.{package.replace('/', '.')}"
    ]
    kinds = {c.__name__ for c in sandtable.load(titles[0].ids[0]).choices if c.options is not Choice.options}
    kept = [d for p in ALL_STATES for d in states.read(p) if any(p.name.startswith(f"{t.id}-") for t in titles)]
    met = {d["state"]["agenda"][0][0] for d in kept}
    assert kinds - met <= {"Foregone", "Missions"}, sorted(kinds - met)


def test_states_name_their_edition_and_checksums_do_not_depend_on_it() -> None:
    s = sandtable.load("suez-56").start()
    d = s.to_json()
    assert d["edition"] == s.game.title.edition
    old = {k: v for k, v in d.items() if k != "edition"}
    assert s.game.from_json(old) == s
    assert s.game.from_json(old).checksum() == s.checksum()


# editions.toml --------------------------------------------------------------------------------------------------
@each_title
def test_every_edition_says_what_changed(title: str) -> None:
    editions = next(t for t in sandtable.games() if t.id == title).editions
    assert [e.number for e in editions] == list(range(1, len(editions) + 1))
    for e in editions:
        assert all(text == text.strip() and text.endswith(".") for text in e.changes)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("number = 2", "they are counted 1, 2, 3"),
        ('number = "1"', "needs number"),
        ("number = 1\nchanges = []", "at least one change"),
        ('number = 1\ndate = "today"', "a date like"),
        ('number = 1\ntitles = ["another"]', "no edition of"),
    ],
)
def test_a_list_of_editions_that_makes_no_sense_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    lines = {"date": '"2026-11-18"', "titles": '["toy"]', "changes": '["A change."]'}
    lines |= dict(line.split(" = ", 1) for line in text.splitlines())
    body = "\n".join(f"{k} = {v}" for k, v in lines.items())
    (tmp_path / "editions.toml").write_text(f"format = 1\n\n[[edition]]\n{body}\n", encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_editions(Source(tmp_path), "toy")
