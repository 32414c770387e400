"""Reference games: play has not changed unnoticed, and old records still replay."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

import sandtable
from sandtable.session import Session, verify_dice
from tests.playthroughs.make import GOLDEN, RECORDS, file_name, playthrough, scenarios


@pytest.mark.parametrize("id", scenarios())
def test_play_is_as_it_was(id: str) -> None:
    path = GOLDEN / f"{file_name(id)}.txt"
    assert path.is_file(), f"there is no reference game of {id} yet: run make playthroughs"
    old, new = path.read_text(encoding="utf-8"), playthrough(sandtable.load(id))
    diff = "\n".join(islice(unified_diff(old.splitlines(), new.splitlines(), "as it was", "now", lineterm="", n=2), 25))
    assert old == new, f"play of {id} has changed; if that is meant, run make playthroughs and review the diff:\n{diff}"
    assert len(new) < 60_000


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.record")), ids=lambda p: p.stem)
def test_old_records_still_replay(path: Path) -> None:
    assert verify_dice(Session.load(path)) > 0


def test_there_is_a_record_of_every_title() -> None:
    assert {t.id for t in sandtable.games()} <= {p.stem for p in RECORDS.glob("*.record")}


def test_no_reference_game_is_left_over() -> None:
    assert {p.stem for p in GOLDEN.glob("*.txt")} <= {file_name(id) for id in scenarios()}
