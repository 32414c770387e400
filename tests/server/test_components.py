"""The owner of a printed game plays with corrected files: chosen in the lobby, remembered by their hash."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable

from .table import ON_SQLITE, Server, running

GAME = "across-suez-1980"


@pytest.fixture(scope="module")
def owner_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with one overlay, in which Matt-3 is stronger, and one with a mistake."""
    data = tmp_path_factory.mktemp("owner")
    ours = sandtable.load(GAME).source.text("counters.toml")
    stronger = ours.replace('printed = "Matt 3"', 'printed = "MATT III"', 1)
    assert stronger != ours
    for name, text in (("mine", stronger), ("wrong", ours.replace('basis = "rule"', 'basis = "hearsay"', 1))):
        folder = data / "components" / GAME / name
        folder.mkdir(parents=True)
        (folder / "counters.toml").write_text(text, encoding="utf-8")
    (data / "components" / GAME / "empty").mkdir()
    return data


@pytest.fixture(scope="module")
def table(owner_files: Path) -> Iterator[Server]:
    with running(owner_files) as s:
        yield s


def test_the_lobby_offers_the_folders_of_a_title(table: Server, owner_files: Path) -> None:
    offered = {t["id"]: t["components"] for t in table.get("/api/games")}
    assert offered[GAME] == ["mine", "wrong"]
    assert offered["sinai"] == []
    assert table.get("/api/about")["components"] in ("", str(owner_files / "components"))


@ON_SQLITE
def test_a_table_is_played_watched_and_rebuilt_with_its_own_components(table: Server, owner_files: Path) -> None:
    made = table.new(GAME, components="mine")
    id, owner = made["table"], made["owner"]
    state = table.state(id, owner)
    assert next(u["printed"] for u in state["view"]["units"] if u["name"] == "Matt-3") == "MATT III"
    sheet = table.get(state["sheet"])
    assert sheet["components"] == "mine"
    assert "components=" in sheet["map"]["url"]
    assert table.get(sheet["map"]["url"])
    record = table.get(f"/api/tables/{id}/record", owner)
    assert "overlay: " in record
    watched = table.post("/api/import", {"record": record, "as": "replay"}, status=201)
    assert "components=" in table.state(watched["table"], watched["owner"])["sheet"]
    shutil.copytree(owner_files, owner_files.parent / "again")
    with running(owner_files.parent / "again") as later:
        assert later.state(id, owner)["sheet"] == state["sheet"]
    shutil.rmtree(owner_files.parent / "again" / "components")
    with running(owner_files.parent / "again") as without:
        answer = without.get(f"/api/tables/{id}/state", owner, status=409)
        assert "component files with hash" in answer["text"]


def test_what_is_wrong_with_the_files_is_said(table: Server) -> None:
    answer = table.post("/api/tables", {"game": GAME, "components": "wrong"}, status=400)
    assert "hearsay" in answer["text"]
    for name in ("nobody", "../mine", ".."):
        answer = table.post("/api/tables", {"game": GAME, "components": name}, status=400)
        assert answer["text"].startswith("There are no components")
    assert table.get(f"/api/sheet/{GAME}?components=abc", status=404)["code"] == "unknown_game"
