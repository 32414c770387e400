"""The sequence of play and changes of players: the strip shows the phase of now whole at every width, and all phases on request."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.session import Session

from .table import Table
from .test_clicks import RECORDS
from .walk import play_on

pytestmark = pytest.mark.browser
OVERFLOW = "e => e.scrollWidth - e.clientWidth"
CUT = """e => { const box = e.closest('.sequence').getBoundingClientRect(), x = e.getBoundingClientRect();
    return x.left < box.left - 1 || x.right > box.right + 1 || e.scrollWidth > e.clientWidth + 1 }"""


@pytest.mark.parametrize(("title", "entry"), [("el-arish-67", 100), ("sinai", 100), ("musketeer", 107)])
def test_the_strip_shows_the_phase_of_now_and_all_of_them_on_request(
    new_table: Callable[..., Table], title: str, entry: int
) -> None:
    """Nothing scrolls sideways; the phase of now is whole; a click opens the whole sequence, Escape closes it."""
    t = new_table(viewport={"width": 1440, "height": 900})
    session = Session.from_text((RECORDS / f"{title}.record").read_text(encoding="utf-8"))
    play_on(t, session, entry, dict.fromkeys(session.game.sides, "here"))
    if t.page.locator(".curtain .main").count():
        t.page.locator(".curtain .main").click()
    t.ready()
    strip, now = t.page.locator(".phases"), t.page.locator(".phases .now")
    for width in (1440, 1366, 1280, 1100, 820):
        t.page.set_viewport_size({"width": width, "height": 800})
        t.drawn()
        assert strip.evaluate(OVERFLOW) <= 0, width
        assert not now.evaluate(CUT), width
    t.page.set_viewport_size({"width": 1280, "height": 800})
    t.page.get_by_test_id("all-phases").click()
    steps = t.page.locator(".whole-sequence .steps li")
    expect(steps).to_have_count(len(session.game.phases))
    assert [e.is_visible() for e in steps.all()] == [True] * len(session.game.phases)
    expect(t.page.locator(".whole-sequence [aria-current=step]")).to_contain_text("Movement")
    t.page.get_by_test_id("all-phases").press("Escape")
    expect(steps).to_have_count(0)


def test_on_a_phone_the_panel_names_the_phase_and_lists_all(new_table: Callable[..., Table]) -> None:
    t = new_table(viewport={"width": 390, "height": 844}, has_touch=True)
    session = Session.from_text((RECORDS / "sinai.record").read_text(encoding="utf-8"))
    play_on(t, session, 100, dict.fromkeys(session.game.sides, "here"))
    t.ready()
    expect(t.page.locator(".sequence")).to_be_hidden()
    t.page.get_by_role("button", name="phase 7 of 9").click()
    expect(t.page.locator(".prompt .steps li")).to_have_count(9)


def test_who_passes_for_the_rest_of_the_turn_is_not_asked_again(new_table: Callable[..., Table]) -> None:
    """Musketeer at one screen: the pass is given at the curtain, which lifts by itself; the players do not change places."""
    t = new_table()
    session = Session.from_text((RECORDS / "musketeer.record").read_text(encoding="utf-8"))
    play_on(t, session, 31, dict.fromkeys(session.game.sides, "here"))
    if t.page.locator(".curtain .main").count():
        t.page.locator(".curtain .main").click()
    t.ready()
    t.changing(lambda: t.press_button("pass"))
    expect(t.page.locator(".curtain")).to_be_visible()
    before = t.page.evaluate("window.sandtable.entries()")
    t.page.get_by_test_id("pass-on").click()
    t.wait_until(lambda: t.page.evaluate("window.sandtable.entries()") > before)
    t.page.get_by_role("tab", name="Log").click()
    expect(t.page.locator(".log")).to_contain_text(["Both sides have passed"])


def test_only_those_who_must_act_are_counted(new_table: Callable[..., Table]) -> None:
    """An attack is being put together: the unit that must take part is named on the button, the target is not counted."""
    t = new_table()
    session = Session.from_text((RECORDS / "across-suez-2021.record").read_text(encoding="utf-8"))
    play_on(t, session, 5, dict.fromkeys(session.game.sides, "here"))
    t.ready()
    expect(t.page.locator(".prompt")).to_contain_text("must take part")
    expect(t.page.locator(".actions .must")).to_have_text("1 unit still must act: show it")
