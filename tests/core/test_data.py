"""Component files: every mistake gives one sentence that names the file, the block and what is wrong."""

from pathlib import Path

import pytest

from sandtable.core import DataError, Source
from sandtable.core.data import blocks, provenance
from tests.core.toy import DATA, ToyGame, load


def changed(folder: Path, file: str, old: str, new: str) -> ToyGame:
    """The toy game with one thing changed in one of its files, as an overlay."""
    text = (DATA / file).read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return load(folder)


def refused(folder: Path, file: str, old: str, new: str) -> str:
    with pytest.raises(DataError) as caught:
        changed(folder, file, old, new).ledger()
    message = str(caught.value)
    assert message.startswith(file + ": ")
    assert "\n" not in message
    return message


CASES = [
    # the file as a whole
    ("map.toml", "format = 1", "format = 2", "says format = 2; this edition reads format = 1"),
    ("map.toml", "format = 1", "", "says format = None; this edition reads format = 1"),
    ("map.toml", "[grid]", "[grid", "not valid TOML: "),
    # the basis
    (
        "map.toml",
        'basis = "rule"\nref = "1.2"\n',
        "",
        "[[set]] home (number 1): has no basis; add one of rule, deduced",
    ),
    ("map.toml", 'basis = "invented"', 'basis = "guessed"', "[grid]: basis = 'guessed' is not one of rule, deduced"),
    ("map.toml", 'why = "a dune in the middle"', "", "[terrain]: basis 'invented' needs a reason: add ref"),
    ("tables.toml", 'why = "a short table"', "", "[table.crt]: basis 'invented' needs a reason"),
    ("counters.toml", 'basis = "rule"', "", "[[unit]] R-1 (number 1): has no basis"),
    # the grid and its letters
    ("map.toml", "cols = 5", "", "[grid]: has no cols"),
    ("map.toml", "cols = 5", 'cols = 5\norientation = "round"', "orientation must be flat or pointy, not 'round'"),
    ("map.toml", "cols = 5", 'cols = 5\nlower = "some"', "lower must be even or odd, not 'some'"),
    ("map.toml", ".dd..\n", "", "[terrain]: has 3 lines; the grid has 4 rows"),
    ("map.toml", ".dd..", ".dd.", "[terrain]: line 2 has 4 characters; the grid has 5 columns"),
    ("map.toml", ".dd..", ".dx..", "[terrain]: line 2: 'x' is not in the legend"),
    ("map.toml", "ww ee\n", "ww e\n", "[country]: line 1 has 4 characters; the grid has 5 columns"),
    ("map.toml", "ww ee\n", "ww qe\n", "[country]: line 1: 'q' is not in the legend"),
    (
        "map.toml",
        'terrain = "dune"',
        'terrain = "clear"',
        "[[override]] (number 1): 0302 is dune in the grid, not clear",
    ),
    ("map.toml", "[legend]", "[key]\nbasis = 'rule'\nref = '1'", "map.toml: has no legend"),
    ("map.toml", 'chain = "', 'hexes = "', "[[path]] Camel track (number 1): has no chain"),
    ("map.toml", 'kind = "wadi"\n', "", "[[hexside]] (number 1): has no kind"),
    # hexes, chains, pairs, sets
    (
        "map.toml",
        'hexes = "0303"',
        'hexes = "0306"',
        "[[feature]] well (number 1): hex 0306 is not on the map (0101 to 0504)",
    ),
    ("map.toml", 'hex = "0303"', 'hex = "3030"', "[[place]] The Well (number 1): hex 3030 is not on the map"),
    ("map.toml", "0101 0201", "0101 0301", "[[path]] Camel track (number 1): 0101 and 0301 are not adjacent"),
    ("map.toml", "0101 0201", "0100 0201", "[[path]] Camel track (number 1): hex 0100 is not on the map"),
    ("map.toml", "0203/0303", "0204/0303", "[[hexside]] wadi (number 1): 0204/0303: the two hexes are not adjacent"),
    ("map.toml", "0203/0303", "0203", "[[hexside]] wadi (number 1): 0203 is no pair of hexes; write it like 0101/0102"),
    ("map.toml", '"0101 0102"', '"0101 0909"', "[[set]] home (number 1): hex 0909 is not on the map"),
    (
        "map.toml",
        "[[set]]",
        '[[set]]\nname = "home"\nhexes = "0101"\nbasis = "rule"\nref = "1"\n[[set]]',
        "[[set]] home (number 2): the set 'home' is defined twice",
    ),
    # counters
    ("counters.toml", '"R-2"', '"R-1"', "[[unit]] R-1: two units have this name"),
    ("counters.toml", '"R-2"', '"R 2"', "[[unit]] R 2: a unit's name may not contain a space; write a hyphen"),
    ("counters.toml", '"blue"', '"green"', "[[unit]] B-a: side = 'green' is not one of red, blue"),
    ("counters.toml", 'side = "blue"\n', "", "[[unit]] B (number 3): has no side"),
    ("counters.toml", 'name = "R-1"\n', "", "[[unit]] (number 1): has no name"),
    ("tables.toml", "rows = [1, 2, 3, 4, 5, 6]", "", "[table.crt]: has no rows"),
    # the ledger
    ("rules.toml", 'book = "toy"', "", "rules.toml: has no book"),
    ("rules.toml", 'title = "Sequence"\n', "", "[[rule]] 1.1: has no title"),
    ("rules.toml", 'id = "1.2"', 'id = "1.1"', "[[rule]] 1.1: is listed twice"),
    (
        "rules.toml",
        '"heading"',
        '"ignored"',
        "[[rule]] 1.0: status = 'ignored' is not one of heading, components, example",
    ),
    ("rules.toml", 'reason = "only a title"', "", "[[rule]] 1.0: status 'heading' needs a reason"),
    ("rulings.toml", "why = ", "because = ", "[[ruling]] TY-01: has no why"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), CASES, ids=[c[3][:50] for c in CASES])
def test_a_mistake_is_one_clear_sentence(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    assert message in refused(tmp_path, file, old, new)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^map\.toml: the file is missing$"):
        Source(tmp_path).load("map.toml")


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_bytes('title = "Zürich"'.encode("latin-1"))
    with pytest.raises(DataError, match=r"^map\.toml: not UTF-8 text .* at byte 10\); save it as UTF-8$"):
        Source(tmp_path).load("map.toml")


# overlays -------------------------------------------------------------------------------------------------------
def test_an_overlay_replaces_a_file_and_leaves_the_others(tmp_path: Path) -> None:
    game = changed(tmp_path, "counters.toml", "strength = 3", "strength = 7")
    assert game.strength[game.unit("R-1")] == 7
    assert game.map.grid.cols == load().map.grid.cols


def test_the_hash_of_an_overlay_changes_with_its_content(tmp_path: Path) -> None:
    assert load().source.overlay_hash() == ""
    one = changed(tmp_path, "counters.toml", "strength = 3", "strength = 7").source.overlay_hash()
    assert one == load(tmp_path).source.overlay_hash()
    two = changed(tmp_path, "counters.toml", "strength = 3", "strength = 8").source.overlay_hash()
    (tmp_path / "map.toml").write_bytes((DATA / "map.toml").read_bytes())
    three = load(tmp_path).source.overlay_hash()
    assert len({one, two, three}) == 3


# what a good file gives -----------------------------------------------------------------------------------------
def test_the_map_as_sets_and_masks() -> None:
    m = load().map
    name = m.grid.name
    assert {name(h) for h in m.grid.hexes if m.terrain["dune"] >> h & 1} == {"0202", "0302", "0303"}
    assert m.terrain["dune"] | m.terrain["clear"] == m.on_map
    assert m.country["west"] & m.country["east"] == 0
    assert m.country_at[m.grid.hex("0301")] == ""
    a, b, c = (m.grid.hex(n) for n in ("0203", "0303", "0304"))
    assert m.crosses("wadi", a, b)
    assert m.crosses("wadi", b, a)
    assert not m.crosses("wadi", b, c)
    assert not m.crosses("river", a, b)
    first, second = m.grid.hex("0101"), m.grid.hex("0201")
    assert m.follows("track", first, second)
    assert m.follows("track", second, first)
    assert not m.follows("track", first, m.grid.hex("0102"))
    assert m.on_path["track"] == m.grid.named(("0101", "0201", "0301", "0401", "0501"))


def test_identical_pieces_are_told_apart() -> None:
    roster = load().roster
    assert roster.names == ["R-1", "R-2", "B-a", "B-b"]
    assert roster[roster.index["R-2"]].printed == "R 2"
    assert roster.of_side == {"red": 0b0011, "blue": 0b1100}
    assert roster.of_side["blue"] == roster.named(["B-a", "B-b"]) == roster.where(lambda u: u.nation == "azure")


def test_provenance_counts_the_blocks_by_basis() -> None:
    data = load().source.load("map.toml")
    assert provenance(data) == {"invented": 5, "rule": 4}
    assert [where for where, _ in blocks(data)][:2] == ["[grid]", "[terrain]"]
