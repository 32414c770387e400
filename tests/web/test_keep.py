"""The map to keep: a picture, a drawing, and what a printer gets."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from .table import Table

pytestmark = pytest.mark.browser


def saved(t: Table, button: str) -> Path:
    t.page.get_by_role("button", name="Keep the map").click()
    with t.page.expect_download() as download:
        t.page.get_by_role("button", name=button).click()
    return Path(download.value.path())


def test_the_map_is_saved_as_it_is_shown(new_table: Callable[..., Table]) -> None:
    """In the dark theme too: the drawing is complete in itself, without what belongs to playing."""
    t = new_table(color_scheme="dark").new_game("across-suez-2021", israel="here", egypt="here")
    t.wait_until(t.can_act)
    here = t.page.locator(".counters [data-unit]").count()
    drawing = ElementTree.parse(saved(t, "drawing")).getroot()
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert sum("data-unit" in x.attrib for x in drawing.iter()) == here
    classes = {name for x in drawing.iter() for name in x.get("class", "").split()}
    assert not classes & {"ring", "veil", "dusk", "cursor"}
    picture = saved(t, "picture").read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert width > 1500
    assert height > 1500
    assert len(picture) > 200_000  # nothing is drawn in fewer


def test_paper_shows_the_whole_map_and_no_tools(new_table: Callable[..., Table]) -> None:
    t = new_table(color_scheme="dark").new_game("across-suez-2021", israel="here", egypt="here")
    t.page.emulate_media(media="print")
    expect(t.page.locator(".side")).to_be_hidden()
    expect(t.page.locator(".map-tools")).to_be_hidden()
    expect(t.page.locator(".top h1")).to_be_visible()
    assert t.page.evaluate("document.documentElement.dataset.theme") == "light"
    sheet, map_ = (t.page.locator(x).evaluate("e => e.getBoundingClientRect().toJSON()") for x in ("svg.sheet", ".map"))
    assert sheet["width"] <= map_["width"] + 1
    assert sheet["height"] <= map_["height"] + 1
