"""What happened in the enemy's turn, and the game in figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.session import Session

from .table import Table, open_record
from .test_clicks import RECORDS
from .walk import after_a_turn, play_on, whole_game

pytestmark = pytest.mark.browser


def test_the_enemys_turn_is_told_and_stepped_through(new_table: Callable[..., Table]) -> None:
    """The card opens by itself when the other side is done, names who moved where and what of the goal changed; keys step through it."""
    t = new_table(story=True)
    session = whole_game()
    entry = after_a_turn(session, "egypt", 60)
    play_on(t, session, entry, {"israel": "greedy", "egypt": "here"})
    story = t.page.locator('[data-testid="story"]')
    expect(story).to_be_visible(timeout=90_000)
    expect(story).to_contain_text("Israel, Game-Turn 2")
    expect(story.locator(".happenings")).to_contain_text("moved")
    story.get_by_test_id("note-turn").get_by_role("button").click()
    events = story.locator(".happenings > li")
    assert events.count() >= 2
    t.page.locator(".map").focus()
    t.page.keyboard.press(".")
    expect(events.nth(1)).to_have_attribute("aria-current", "true")
    t.page.keyboard.press(",")
    expect(events.nth(0)).to_have_attribute("aria-current", "true")
    ways = t.page.locator(".story-ways polyline")
    t.wait_until(lambda: ways.count() > 1)
    t.page.keyboard.press(" ")  # one move after the other
    expect(ways).to_have_count(1)
    t.page.keyboard.press(".")
    game, gone = session.game, session.game.box("eliminated")
    before, after = next(s for s in session.states if s.turn == 2), session.states[entry]
    for side in game.sides:
        lost = [u for u in game.roster.members[side] if before.loc[u] != gone == after.loc[u]]
        expect(story).to_contain_text(f"{'You' if side == 'egypt' else 'Israel'} lost {len(lost)}")
    t.page.get_by_role("button", name="Continue to your turn").click()
    expect(story).to_have_count(0)
    t.page.reload()
    expect(story.locator(".happenings")).to_be_visible()
    expect(t.page.get_by_test_id("note-turn")).to_have_count(0)
    t.page.get_by_role("button", name="Continue to your turn").click()
    t.wait_until(lambda: t.page.evaluate("window.sandtable.mine()"))


LINES = "all => all.map(e => Math.round(e.offsetHeight / parseFloat(getComputedStyle(e).lineHeight)))"


@pytest.mark.parametrize(("size", "most"), [((1280, 800), 2), ((390, 844), 3)])
def test_headings_of_the_story_are_short_and_nothing_is_lost(
    new_table: Callable[..., Table], size: tuple[int, int], most: int
) -> None:
    """Nineteen fights of El Arish: two lines on a desktop, three on a phone, the whole line below."""
    session = Session.from_text((RECORDS / "el-arish-67.record").read_text(encoding="utf-8"))
    t = new_table(story=True, viewport={"width": size[0], "height": size[1]})
    play_on(t, session, after_a_turn(session, "egypt", 400), {"israel": "greedy", "egypt": "here"})
    heads = t.page.locator(".happenings b")
    expect(heads.first).to_be_visible(timeout=60_000)
    lines = heads.evaluate_all(LINES)
    assert lines
    assert max(lines) <= most
    told = t.page.locator(".happenings").inner_text()
    for h in heads.all():
        text = h.inner_text()
        cut = h.evaluate("e => e.scrollHeight > e.clientHeight + 1")
        assert not cut or told.count(text) > 1, text


def test_the_end_in_figures(new_table: Callable[..., Table]) -> None:
    """Score, luck of every roll, the curve and its swings; a swing leads to its position."""
    t = new_table()
    open_record(t, whole_game(), "replay")
    t.page.get_by_role("button", name="The game in figures").click()
    dialog = t.page.locator("dialog")
    expect(dialog.locator(".plot")).to_have_count(2)
    expect(dialog).to_contain_text("Units lost")
    expect(dialog.get_by_test_id("how-sure")).to_contain_text("nine times in ten")
    expect(dialog.get_by_test_id("band")).to_be_attached()
    headers = {"Authorization": f"Bearer {t.token()}"}
    told = t.page.request.get(f"{t.server.url}/api/tables/{t.table}/analysis?side=egypt", headers=headers).json()
    assert told["luck"]["israel"] == pytest.approx(-told["luck"]["egypt"])
    dialog.locator("summary").click()
    expect(dialog.locator(".chart tbody tr")).to_have_count(len(told["throws"]))
    dialog.locator(".swings button").first.click()
    expect(t.page.locator('[data-testid="replay"]')).to_be_visible()
