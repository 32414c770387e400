"""What people do at tables of the server, with real browsers: invitations, seats, clocks, conduct, talk, marks, orders."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .table import Table
from .test_quality import violations

pytestmark = pytest.mark.browser
GAME = "across-suez-1980"


def set_up(t: Table, game: str = GAME, **seats: str) -> None:
    """The set-up dialog with these seats chosen."""
    t.page.goto(f"{t.server.url}/#/new/{game}")
    for side, who in seats.items():
        t.page.locator(f'[data-seat="{side}"]').select_option(who)


def start(t: Table) -> Table:
    t.page.get_by_role("button", name="Start the game").click()
    return t.ready()


# Invitations ------------------------------------------------------------------------------------------------------
def test_the_link_is_on_the_screen_and_the_guest_takes_the_seat(new_table: Callable[..., Table]) -> None:
    """Host: link and QR code at once. Guest: who he is, what it is; a name; the seat is his and the link is dead."""
    a, b, late = new_table(), new_table(viewport={"width": 390, "height": 844}), new_table()
    set_up(a, israel="here", egypt="elsewhere")
    a.page.get_by_label("Your name").fill("Ada")
    start(a)
    waiting = a.page.get_by_test_id("waiting")
    expect(waiting.get_by_role("img", name="QR code")).to_be_visible()
    link = waiting.locator('[data-link="Egypt"]').input_value()
    b.page.goto(link)
    expect(b.page.get_by_role("heading", name="Ada invites you to play Egypt")).to_be_visible()
    expect(b.page.locator(".invited")).to_contain_text("Across Suez")
    assert violations(b) == []
    b.sit(link, "Dana")
    assert "Dana" not in b.page.url
    assert a.token("egypt") not in b.page.url
    expect(a.page.get_by_test_id("seats")).to_contain_text("Dana")
    expect(waiting).to_have_count(0)
    expect(a.page.locator('[data-seat-of="egypt"] .presence')).to_have_text("at the table")
    late.page.goto(link)
    expect(late.page.get_by_role("heading", name="This table cannot be opened")).to_be_visible()
    b.page.reload()
    b.ready()
    expect(b.page.get_by_test_id("you")).to_contain_text("Egypt")


def test_an_open_invitation_is_taken_from_the_lobby(new_table: Callable[..., Table]) -> None:
    a, b = new_table(), new_table()
    set_up(a, israel="elsewhere", egypt="here")
    a.page.get_by_label("Open invitation").check()
    a.page.get_by_label("A line for").fill("Beginners welcome")
    start(a)
    b.page.goto(f"{b.server.url}/#/")
    row = b.page.locator(f'[data-invitation="{a.table}"]')
    expect(row).to_contain_text("Beginners welcome")
    row.get_by_role("link").click()
    b.page.get_by_label("Your name").fill("Eve")
    b.page.get_by_role("button", name="Sit down as Israel").click()
    b.ready()
    assert b.page.evaluate("window.sandtable.mine()")
    expect(a.page.get_by_test_id("seats")).to_contain_text("Eve")


def test_a_seat_is_given_away_by_its_holder_only(new_table: Callable[..., Table]) -> None:
    """The owner has no choice for a taken seat; its holder gives it to a bot, or to whoever gets a new link."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b, c = new_table(), new_table()
    b.sit(a.link("egypt"))
    a.page.get_by_test_id("players").click()
    egypt = a.page.locator('[data-seat-row="egypt"]')
    expect(egypt).to_contain_text("Dana")
    assert egypt.locator("select, summary").count() == 0
    b.page.get_by_test_id("players").click()
    b.page.get_by_text("Give the seat away").click()
    b.page.get_by_label("To whom").select_option("link")
    b.page.get_by_role("button", name="Give Egypt away").click()
    expect(b.page.get_by_role("heading", name="You have given Egypt away")).to_be_visible()
    link = b.page.get_by_label("Link for Egypt").input_value()
    c.sit(link, "Fay")
    expect(egypt).to_contain_text("Fay")
