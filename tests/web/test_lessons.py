"""Learn to play: every lesson is played to its end in the browser; the first one by hand; progress is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sandtable.session import lessons

from .table import Table

pytestmark = pytest.mark.browser


def open_lesson(t: Table, lesson: lessons.Lesson) -> None:
    t.page.goto("about:blank")
    t.page.goto(f"{t.server.url}/#/learn/{lesson.title}/{lesson.id}")
    t.ready()
    expect(t.page.locator('[data-testid="coach"]')).to_be_visible()


def at_step(t: Table, n: int) -> None:
    expect(t.page.locator('[data-testid="coach"]')).to_have_attribute("data-step", str(n))


def test_every_lesson_can_be_done_for_the_learner(table: Table) -> None:
    for lesson in lessons.every():
        open_lesson(table, lesson)
        for n in range(len(lesson.steps)):
            at_step(table, n)
            expect(table.page.locator(".coach .say")).to_have_text(lesson.steps[n].text)
            table.page.locator('[data-testid="do-it"]').click()
        expect(table.page.locator(".coach .say")).to_have_text(lesson.close)
        expect(table.page.locator("dialog[open]")).to_have_count(
            0
        )  # a lesson that wins the game is no game that is over
    kept = table.page.evaluate("JSON.parse(localStorage.getItem('sandtable.lessons'))")
    assert set(kept) == {f"{x.title}/{x.id}" for x in lessons.every()}


def test_the_first_lesson_by_hand_from_the_lobby(table: Table) -> None:
    t = table
    t.page.goto(f"{t.server.url}/")
    t.page.get_by_role("link", name="Start lesson 1").click()
    t.ready()
    at_step(t, 0)
    t.click_unit("Amir-1")
    at_step(t, 1)
    t.wait_until(lambda: t.page.locator('[data-reach="0112"]').count())
    t.click_hex("0112")
    t.page.get_by_role("menuitem", name="Move Amir-1 to 0112").click()
    expect(t.page.locator(".coach")).to_contain_text("Lesson finished")
    assert t.at("Amir-1") == "0112"
    t.page.get_by_role("link", name="Next lesson").click()
    expect(t.page.locator(".lesson-bar")).to_contain_text("Enemy zones")


def test_a_lesson_shows_the_odds_and_no_seats(table: Table) -> None:
    """Nobody is invited in a lesson; the light falls on what it speaks of, and chips stand without brackets."""
    t = table
    t.page.goto(f"{t.server.url}/#/learn/across-suez-2021/3-attack")
    t.ready()
    for n in range(2):
        t.page.locator(f'.coach[data-step="{n}"]').wait_for()
        t.page.locator('[data-testid="do-it"]').click()
    t.page.locator('.coach[data-step="2"]').wait_for()
    expect(t.page.get_by_test_id("odds")).to_be_in_viewport()
    expect(t.page.get_by_test_id("spotlight")).to_be_attached()
    expect(t.page.locator('[data-testid="seats"], [data-testid="waiting"], [data-testid="orders"]')).to_have_count(0)
    assert "[" not in t.page.locator(".prompt .what").inner_text()


def test_a_wrong_way_is_answered_and_taken_back(table: Table) -> None:
    """By a plain click, as on a phone; then with Shift, where the way that was refused binds no later click."""
    t = table
    lesson = lessons.find("across-suez-2021", "2-zones")
    assert lesson
    open_lesson(t, lesson)
    t.click_unit("Amir-1")
    t.wait_until(lambda: t.page.locator('[data-reach="1010"]').count())
    t.click_hex("1010")
    expect(t.page.locator(".coach .warning")).to_contain_text("Go back one step")
    t.page.get_by_role("button", name="Do it for me").click()  # astray, that is one step back
    t.wait_until(lambda: t.at("Amir-1") == "1110")
    at_step(t, 1)
    t.click_unit("Amir-1")
    t.wait_until(lambda: t.page.locator('[data-reach="1010"]').count())
    t.click_hex("1010", shift=True)
    t.click_hex("0911", shift=True)
    at_step(t, 2)
    t.click_hex("0710")
    expect(t.page.locator(".coach")).to_contain_text("Lesson finished")
    assert t.at("Amir-1") == "0710"


def test_the_ferry_is_offered_where_it_lies(table: Table) -> None:
    t = table
    lesson = lessons.find("across-suez-2021", "6-bridge")
    assert lesson
    open_lesson(t, lesson)
    t.click_unit("Sharon")
    t.wait_until(lambda: t.page.locator('[data-reach="0112"]').count())
    t.click_hex("0112")
    t.page.get_by_role("menuitem", name="Send Sharon across the canal").click()
    at_step(t, 1)


def test_the_place_in_a_lesson_is_kept(table: Table) -> None:
    t = table
    lesson = lessons.find("across-suez-2021", "3-attack")
    assert lesson
    open_lesson(t, lesson)
    t.page.locator('[data-testid="do-it"]').click()
    at_step(t, 1)
    t.page.reload()
    t.ready()
    at_step(t, 1)
