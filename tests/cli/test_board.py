"""The board in the terminal can be read: every name whole, every kind of ground its own sign, roads where they run."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.cli.board import DASHED, LINES, WIDE, TextBoard, alike

ONE_OF_EACH = ("across-suez-1980", "across-suez-2021", "suez-56", "el-arish-67", "sinai/1967", "musketeer")


def drawn(game_id: str) -> tuple[str, TextBoard]:
    game = sandtable.load(game_id)
    board = TextBoard(game)
    grid = game.map.grid
    units = game.start().view(game.sides[0])["units"]
    return "\n".join(x.plain for x in board.lines(units, range(grid.cols), range(grid.rows))), board


def test_every_unit_on_the_map_is_named_in_full_with_its_kind() -> None:
    text, board = drawn("across-suez-2021")
    game = board.game
    for u in game.start().view("israel")["units"]:
        if game.map.grid.find(u["at"]):
            assert f"{board.arms[u['type']]}{u['name']}" in text
            assert "-".join(u["factors"]) in text


@pytest.mark.parametrize("game_id", ONE_OF_EACH)
def test_every_kind_of_ground_and_every_hex_can_be_told(game_id: str) -> None:
    text, board = drawn(game_id)
    assert len(set(board.ground.values())) == len(board.ground), board.ground
    grid = board.game.map.grid
    shown = [h for h in grid.hexes if board.map.terrain_at[h]]
    assert all(grid.name(h) in text for h in shown)


def test_swamp_is_not_sand() -> None:
    board = TextBoard(sandtable.load("across-suez-1980"))
    assert board.ground["swamp"] != board.ground["sand"]


def test_roads_are_drawn_the_way_they_run() -> None:
    """Lexicon runs north and south through 0513 and leaves 0312 for the east; a trail is dashed."""
    _, board = drawn("across-suez-2021")
    grid = board.game.map.grid
    lines = [x.plain for x in board.lines([], range(grid.cols), range(grid.rows))]

    def tile(name: str) -> list[str]:
        left, top = board.corner(grid.find(name), range(grid.cols), range(grid.rows))
        return [line[left : left + WIDE] for line in lines[top : top + 4]]

    for name in ("0409", "0613"):
        h = grid.find(name)
        for d, mark in ((0, tile(name)[0][5]), (3, tile(name)[3][5])):
            assert (mark == LINES["road"][1]) == bool(board.map.along["road"][d] >> h & 1), (name, d)
    assert DASHED[1] in tile("1206")[0]
    assert not set("".join(tile("1414"))) & set(LINES["road"] + DASHED)


def test_counters_stand_out_from_the_ground() -> None:
    """Paper and ink change places where a counter has the ground's colour."""
    assert alike("#ead9b5", "#ead9b0")
    assert not alike("#cfdcea", "#ead9b0")
    _, board = drawn("sinai/1967")
    arab = next(u for u in board.game.start().view("arab")["units"] if u["side"] == "arab" and u["nation"] == "egypt")
    (_, style), *_ = board.counter([arab], "#ead9b0")
    assert style.bgcolor
    assert not alike(str(style.bgcolor.name), "#ead9b0")
