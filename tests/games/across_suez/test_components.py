"""The component files against what the two rulebooks print, written down here a second time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable.core import Source
from sandtable.core.ledger import citations
from sandtable.games import across_suez

from .table import BOTH, NEW, OLD, fighting, moving, where

ISRAEL = {
    "Reshef-1": ("0210", 3, 8),
    "Reshef-2": ("0308", 3, 12),
    "Reshef-3": ("0608", 4, 12),
    "Erez-1": ("0615", 4, 12),
    "Erez-2": ("0614", 3, 12),
    "Erez-3": ("0814", 2, 12),
    "Matt-1": ("0613", 3, 8),
    "Matt-2": ("0612", 4, 12),
    "Matt-3": ("0810", 3, 8),
    "Raviv-1": ("1405", 4, 12),
    "Raviv-2": ("1503", 4, 12),
    "Sharon": ("0211", 2, 18),
    "Amir-1": (2, 4, 12),
    "Amir-2": (2, 4, 12),
    "Amir-3": (2, 3, 12),
    "Amir-4": (2, 3, 10),
    "Baram-1": (3, 4, 12),
    "Baram-2": (3, 3, 12),
    "Baram-3": (3, 3, 12),
    "Baram-4": (3, 1, 8),
    "Keren-1": (5, 5, 12),
    "Keren-2": (5, 5, 12),
    "Keren-3": (5, 5, 12),
}
EGYPT = {
    "14/21/1": ("0206", 3, 10),
    "14/21/2": ("0407", 3, 10),
    "14/21/3": ("0708", 4, 10),
    "16/1": ("0512", 3, 8),
    "16/2": ("0610", 2, 8),
    "16/3": ("0812", 2, 8),
    "16/4": ("0910", 2, 10),
    "16/5": ("0908", 2, 10),
    "16/6": ("1004", 4, 10),
    "16/7": ("1110", 2, 10),
    "16/8": ("1207", 2, 10),
    "16/9": ("1205", 2, 10),
    "16/10": ("1203", 2, 10),
    "16/11": ("1401", 2, 10),
    "23/1": (2, 3, 10),
    "23/2": (2, 3, 10),
    "23/3": (2, 3, 10),
    "23/4": (2, 2, 8),
    "25/1": (5, 4, 10),
    "25/2": (5, 4, 10),
    "25/3": (5, 4, 10),
    "25/4": (5, 2, 10),
}
ENTRY = {"23/4": "1301", "23": "0401", "25": "0921"}

CRT = """
Ar Dr Dr Dr Dr De De
Ar Ar Dr Dr Dr Dr De
Ar Ar Dr Dr Dr Dr Dr
Ae Ar Ar Dr Dr Dr Dr
Ae Ar Ar Ee Dr Dr Dr
Ae Ae Ar Ar Ee Ee Ee
"""


@pytest.mark.rule("across-suez-1980", "2.5", "2.6", "2.7", "7.4")
@pytest.mark.rule("across-suez-2021", "3.0", "3.1", "3.2", "11.1")
@pytest.mark.parametrize("book", BOTH)
def test_r2_5_every_counter_as_printed(book: str) -> None:
    game = sandtable.load(book)
    s = game.start()
    assert set(game.roster.names) == {*ISRAEL, *EGYPT}
    for side, units in (("israel", ISRAEL), ("egypt", EGYPT)):
        for name, (place, strength, allowance) in units.items():
            u = game.unit(name)
            assert (game.side_of[u], game.strength[u], game.allowance[u]) == (side, strength, 2 * allowance), name
            if isinstance(place, str):
                assert where(s, name) == place
            else:
                assert where(s, name) == "reinforcements"
                assert game.arrival[u] == place
                entry = ENTRY.get(name) or ENTRY.get(name.partition("/")[0], "1708")
                assert game.entry[u] == 1 << game.hex(entry), name


@pytest.mark.rule("across-suez-1980", "2.3")
@pytest.mark.rule("across-suez-2021", "7.2", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_r2_3_combat_results_table(book: str) -> None:
    table = sandtable.load(book).crt
    assert [list(row) for row in table.cells] == [line.split() for line in CRT.strip().splitlines()]
    columns = {-9: 0, -3: 0, -2: 1, -1: 1, 0: 2, 1: 2, 2: 3, 3: 3, 4: 4, 5: 4, 6: 5, 7: 5, 8: 5, 9: 6, 30: 6}
    assert {d: table.column(d) for d in columns} == columns


@pytest.mark.rule("across-suez-1980", "2.2", "4.2")
@pytest.mark.rule("across-suez-2021", "5.3")
@pytest.mark.parametrize("book", BOTH)
def test_r2_2_terrain_costs(book: str) -> None:
    terrain = sandtable.load(book).terrain
    game = sandtable.load(book)
    halves = {"0810": 2, "0112": 2, "0801": 6, "0306": 6, "0910": 6, "0313": 0, "0118": 0}
    assert {h: terrain.own_cost[game.hex(h)] for h in halves} == halves
    assert (terrain.road_cost, terrain.trail_cost, terrain.ridge_cost) == (1, 4, 4)
    assert (terrain.ferry_cost, terrain.bridge_cost) == (6, 2)


@pytest.mark.rule("across-suez-1980", "2.4", "10.0")
@pytest.mark.rule("across-suez-2021", "4.0", "12.2")
@pytest.mark.parametrize("book", BOTH)
def test_r2_4_seven_turns_three_of_them_night(book: str) -> None:
    game = sandtable.load(book)
    assert game.last_turn == 7
    assert game.night_turns == {1, 4, 7}
    assert (game.turn_name(1), game.turn_name(2)) == ("Game-Turn 1, night", "Game-Turn 2, day")
    assert game.turn_note(1) == ""
    assert game.turn_note(5) == (
        "Israeli reinforcements Keren-1, Keren-2 and Keren-3; Egyptian reinforcements 25/1, 25/2, 25/3 and 25/4"
    )


def test_map_facts_of_the_rulebooks() -> None:
    game = sandtable.load(NEW)
    at = {h: game.map.terrain_at[game.hex(h)] for h in ("0910", "0313", "0413", "0306", "1609", "1317")}
    assert at == {
        "0910": "chinese_farm",
        "0313": "swamp",
        "0413": "swamp",
        "0306": "elevated_sand",
        "1609": "elevated_sand",
        "1317": "elevated_sand",
    }
    assert game.map.terrain["chinese_farm"].bit_count() == 1
    forts = game.map.features["bar_lev"]
    assert forts >> game.hex("0112") & forts >> game.hex("0616") & 1
    assert game.map.crosses("ridge", game.hex("1509"), game.hex("1609"))
    assert game.map.crosses("ridge", game.hex("1316"), game.hex("1317"))
    for name in ("0312", "0512", "0412", "0411", "0513", "0401", "1301", "1708", "0921"):
        assert game.terrain.enterable >> game.hex(name) & 1, name


def test_four_pairs_are_in_contact_at_the_start() -> None:
    game = sandtable.load(OLD)
    s = game.start()
    grid = game.map.grid
    pairs = {
        (a, b) for a in ISRAEL for b in EGYPT if where(s, a)[0].isdigit() and where(s, b)[0].isdigit()
        and grid.are_adjacent(s.loc[game.unit(a)], s.loc[game.unit(b)])
    }  # fmt: skip
    assert pairs == {("Reshef-2", "14/21/2"), ("Reshef-3", "14/21/3"), ("Matt-2", "16/1"), ("Matt-3", "16/4")}


def test_all_enterable_hexes_hang_together() -> None:
    from sandtable.core import flood

    game = sandtable.load(OLD)
    start = 1 << game.matzmed
    assert flood(game.map.grid, start, game.terrain.enterable, game.terrain.open_sides) == game.terrain.enterable


@pytest.mark.parametrize(("book", "count", "last"), [(OLD, 63, "14.2"), (NEW, 58, "16.0")])
def test_ledger_holds_every_numbered_paragraph(book: str, count: int, last: str) -> None:
    ledger = sandtable.load(book).ledger()
    assert len(ledger.rules) == count
    assert ledger.rules[-1].id == last


def _package() -> list[Path]:
    return sorted(Path(across_suez.__file__).parent.rglob("*.*"))


def test_every_ruling_is_cited_and_every_citation_exists() -> None:
    rulings = {r.id for r in sandtable.load(OLD).ledger().rulings}
    cited: set[str] = set()
    for path in _package():
        if path.suffix in (".py", ".toml") and path.name != "rulings.toml":
            cited |= set(re.findall(r"AS-\d\d", path.read_text()))
    assert cited == rulings


def test_code_cites_paragraphs_that_exist() -> None:
    ledgers = {"1980": sandtable.load(OLD).ledger(), "2021": sandtable.load(NEW).ledger()}
    for path in _package():
        if path.suffix == ".py":
            for prefix, number in citations(path.read_text()):
                assert not prefix or number in ledgers[prefix], f"{path.name} cites {prefix}:{number}"


@pytest.mark.parametrize("book", BOTH)
def test_the_editions_name_real_paragraphs(book: str) -> None:
    game = sandtable.load(book)
    ledger = game.ledger()
    for topic in game.edition.rule.__dataclass_fields__:
        assert getattr(game.edition.rule, topic) in ledger, topic


def test_an_overlay_changes_the_map(tmp_path: Path) -> None:
    text = Source(across_suez._source().folder).text("map.toml")
    (tmp_path / "map.toml").write_text(text.replace('pairs = "1316/1317"', 'pairs = "1316/1317 0708/0709"'))
    game = sandtable.load(OLD, overlay=tmp_path)
    assert game.map.crosses("ridge", game.hex("0708"), game.hex("0709"))


def test_optional_units_fill_the_counter_sheet() -> None:
    """2021 2.0: sixty pieces, one of them the turn marker."""
    title = sandtable.load(NEW).title
    everything = {o.name: True for o in title.options if o.default is False}
    assert len(sandtable.load(NEW).configured(everything).roster) == 59


@pytest.mark.parametrize("book", BOTH)
def test_positions_of_the_helpers(book: str) -> None:
    assert moving(book, "egypt", "0910 16/4").actor == "egypt"
    assert fighting(book, "israel", "0910 16/4", "0810 Matt-3").actor == "israel"
