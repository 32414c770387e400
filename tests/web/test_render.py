"""The drawing code: every title's map, counters and wall map are well-formed, complete and the same every time."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import sandtable
from sandtable import render
from sandtable.render import PITCH
from sandtable.render import look as looks
from sandtable.render.counters import ON_MAP, counter, designation, lettering, symbol
from sandtable.render.geometry import Layout, chains, outline

SVG = "{http://www.w3.org/2000/svg}"
TITLES = [t.id for t in sandtable.games()]


@pytest.mark.parametrize("title", TITLES)
def test_the_wall_map_shows_every_hex_and_every_unit(title: str) -> None:
    game = sandtable.load(title)
    state = game.start()
    root = ET.fromstring(render.picture(game, state))
    words = [t.text or "" for t in root.iter(f"{SVG}text")]
    grid = game.map.grid
    on_map = [name for name in grid.names if name and "off" not in game.map.terrain_at[grid.find(name)]]
    assert set(on_map) <= set(words)
    view = game.view(state, game.sides[0])
    open_units = [u for u in view["units"] if not u.get("hidden") and u["at"] != "eliminated"]
    look = render.look_of(game)
    for unit in open_units:
        assert designation(unit, look) in words, unit


@pytest.mark.parametrize("title", TITLES)
def test_designations_can_be_read_at_the_first_look(title: str) -> None:
    """The page opens with 60 pixels for a hex: no letter of a counter is lower than 7 pixels there."""
    game = sandtable.load(title)
    look = render.look_of(game)
    scale = 60 / PITCH * ON_MAP
    for unit in game.start().view(game.sides[0])["units"]:
        assert lettering(designation(unit, look))[0] * scale >= 7, unit["name"]


@pytest.mark.parametrize("title", TITLES)
def test_the_same_game_gives_the_same_drawing(title: str) -> None:
    game = sandtable.load(title)
    assert render.board(game).svg() == render.board(game).svg()


@pytest.mark.parametrize("title", TITLES)
def test_the_look_has_readable_counters(title: str) -> None:
    """Ink on paper of every counter: contrast of at least 4.5 to 1, as for text."""
    game = sandtable.load(title)
    look = render.look_of(game)
    for unit in game.roster.units:
        paint = render.counters.style(
            {"side": unit.side, "nation": unit.nation, "formation": unit.formation, "name": unit.name}, look
        )
        assert contrast(paint["fill"], paint["ink"]) >= 4.5, (unit.name, paint)


def contrast(a: str, b: str) -> float:
    def light(colour: str) -> float:
        channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_pictures_are_written_by_the_name_of_the_file(tmp_path: Path) -> None:
    game = sandtable.load("across-suez-1980")
    assert render.write_picture(game, tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")
    png = render.write_picture(game, tmp_path / "map.png", width=300).read_bytes()
    assert png.startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"must end in \.svg or \.png"):
        render.write_picture(game, tmp_path / "map.gif")


def test_what_is_drawn_for_pixels_looks_the_same() -> None:
    """It leaves out textures only where other ground covers them: quicker, and nobody sees it."""
    game = sandtable.load("across-suez-1980")
    drawings = (render.picture(game), render.picture(game, for_pixels=True))
    assert drawings[0] != drawings[1]
    one, other = (Image.open(io.BytesIO(render.png(svg, 500))).convert("RGB") for svg in drawings)
    assert max(most for _, most in ImageChops.difference(one, other).getextrema()) <= 24


def test_the_card_is_small() -> None:
    game = sandtable.load("across-suez-1980")
    card = render.card(game, game.start(), 420)
    assert card[8:12] == b"WEBP"
    assert len(card) < 25_000


def test_a_type_without_a_symbol_prints_its_letters() -> None:
    look = looks.look()
    assert ">FK<" in symbol({"type": "field_kitchen"}, look)
    assert "<path" in symbol({"type": "tank"}, look)


def test_a_hidden_unit_shows_nothing_but_a_question_mark() -> None:
    drawn = counter({"name": "?1", "side": "east", "hidden": True, "factors": [], "status": []}, looks.look())
    assert ET.fromstring(drawn).findall("text")[0].text == "?"
    assert drawn.count("<text") == 1


def test_look_files_with_unknown_keys_are_refused() -> None:
    with pytest.raises(looks.LookError, match=r"\[side\.israel\]: 'colour' is not known"):
        looks.look('format = 1\n[side.israel]\ncolour = "#fff"\n')
    with pytest.raises(looks.LookError, match=r"\[sides\] is not known"):
        looks.look("format = 1\n[sides]\n")
    with pytest.raises(looks.LookError, match="is no colour; write #rrggbb"):
        looks.look('format = 1\n[terrain.sand]\nfill = "red\\"/><script>"\n')
    with pytest.raises(looks.LookError, match="write format = 1"):
        looks.look("[map]\n")


def test_a_look_is_laid_over_the_defaults_key_by_key() -> None:
    look = looks.look('format = 1\n[terrain.sand]\nfill = "#123456"\n[[box]]\nid = "dead"\ntitle = "Dead"\n')
    assert look["terrain"]["sand"]["fill"] == "#123456"
    assert look["terrain"]["sand"]["texture"] == "dots"
    assert look["box"] == [{"id": "dead", "title": "Dead"}]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("lower", ["even", "odd"])
def test_outlines_close_and_neighbours_agree(orientation: str, lower: str) -> None:
    """A ring of six around a hex has one outer border of 18 sides and one inner of 6; neighbours are mutual."""
    layout = Layout({"grid": {"cols": 9, "rows": 9, "orientation": orientation, "lower": lower, "shifted": lower}})
    middle = (5, 5)
    ring = {layout.neighbour(middle, i) for i in range(6)}
    assert len(ring) == 6
    assert all(any(layout.neighbour(cell, i) == middle for i in range(6)) for cell in ring)
    assert sorted(len(loop) for loop in outline(layout, ring)) == [6, 18]
    sides = [layout.side(middle, cell) for cell in ring]
    assert [len(line) for line in chains(sides)] == [7]
