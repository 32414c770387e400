"""What people do at tables of the server, with real browsers: invitations, seats, clocks, conduct, talk, marks, orders."""

from __future__ import annotations

import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sandtable.session import Film

from .table import ROOT, Table
from .test_quality import violations

pytestmark = pytest.mark.browser
GAME = "across-suez-1980"
FILMS = ROOT / "tests" / "editions" / "films" / "0"


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


# One's own page -----------------------------------------------------------------------------------------------------
def test_games_are_carried_to_another_device_by_words(new_table: Callable[..., Table]) -> None:
    """My games with my turn first; six words make another browser the same person, who goes on playing there."""
    a = new_table().new_game(GAME, israel="here", egypt="greedy")
    expect(a.page).to_have_title("● Your turn · Across Suez (1980) · Sandtable")
    game = a.table
    a.page.goto(f"{a.server.url}/#/me")
    row = a.page.get_by_test_id("my-games").locator(f'[data-table="{game}"]')
    expect(row).to_contain_text("Your turn")
    a.page.get_by_label("Your name").fill("Ada")
    a.page.get_by_label("Your name").press("Tab")
    expect(a.page.get_by_role("heading", name="Ada")).to_be_visible()
    a.page.get_by_role("button", name="Make six words").click()
    words = a.page.get_by_test_id("phrase").locator("b").inner_text()
    assert len(words.split()) == 6
    assert violations(a) == []
    b = new_table(viewport={"width": 390, "height": 844})
    b.page.goto(f"{b.server.url}/#/me")
    b.page.get_by_label("Words from another device").last.fill(words)
    b.page.get_by_role("button", name="That is me").click()
    expect(b.page.get_by_role("heading", name="Ada")).to_be_visible()
    b.page.locator(f'[data-table="{game}"]').get_by_role("button").click()
    b.ready()
    assert b.page.evaluate("window.sandtable.mine()")


def test_addresses_for_messages_are_checked_and_switched_off(new_table: Callable[..., Table]) -> None:
    a = new_table().new_game(GAME, israel="here", egypt="greedy")
    a.page.goto(f"{a.server.url}/#/me")
    mail = a.page.get_by_label("E-mail", exact=False).first
    mail.fill("nonsense")
    mail.press("Tab")
    expect(a.page.get_by_role("alert")).to_have_text("This is no e-mail address.")
    mail.fill("ada@example.org")
    mail.press("Tab")
    expect(a.page.get_by_role("status")).to_have_text("Saved.")
    a.page.get_by_role("switch", name="Messages to the addresses below").click()
    a.page.reload()
    expect(a.page.get_by_label("E-mail", exact=False).first).to_have_value("ada@example.org")
    expect(a.page.get_by_role("switch", name="Messages to the addresses below")).not_to_be_checked()
    a.page.get_by_role("button", name="Make an address").click()
    address = a.page.get_by_label("Link for the feed").input_value()
    assert "<feed" in a.page.request.get(address).text()


# Talk and marks -----------------------------------------------------------------------------------------------------
def test_talk_is_heard_by_the_players_and_notes_by_nobody_else(new_table: Callable[..., Table]) -> None:
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b, watcher = new_table(), new_table()
    b.sit(a.link("egypt"))
    watcher.page.goto(a.link("spectator"))
    watcher.ready()
    a.page.keyboard.press("t")
    a.page.get_by_label("Something to say").fill("<b>Good luck</b>")
    a.page.keyboard.press("Enter")
    expect(b.page.get_by_role("tab", name="Talk")).to_contain_text("1")
    b.page.get_by_role("tab", name="Talk").click()
    expect(b.page.get_by_role("log", name="What was said")).to_contain_text("<b>Good luck</b>")
    assert violations(b) == []
    a.page.get_by_role("radio", name="Note to myself").click()
    a.page.get_by_label("A note to yourself").fill("the bridge is a feint")
    a.page.keyboard.press("Enter")
    expect(a.page.get_by_role("log", name="What was said")).to_contain_text("feint")
    b.page.get_by_role("button", name="Mute Israel").click()
    expect(b.page.get_by_role("log", name="What was said")).not_to_contain_text("Good luck")
    a.page.get_by_role("radio", name="To the table").click()
    a.page.get_by_label("Something to say").fill("Are you there?")
    a.page.keyboard.press("Enter")
    expect(a.page.get_by_role("log", name="What was said")).to_contain_text("Are you there?")
    watcher.page.get_by_role("tab", name="Talk").click()
    b.page.get_by_role("button", name="Listen again").click()
    for other in (b, watcher):
        expect(other.page.locator(".talk")).not_to_contain_text("feint")
        expect(other.page.locator(".talk")).not_to_contain_text("Are you there?")


def test_marks_are_drawn_for_oneself_and_for_the_others(new_table: Callable[..., Table]) -> None:
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b = new_table()
    b.sit(a.link("egypt"))
    a.page.keyboard.press("t")
    a.page.get_by_test_id("mark-tools").locator("summary").click()
    a.page.get_by_role("button", name="Draw", exact=True).click()
    a.click_hex("0911")
    a.click_hex("0512")
    expect(a.page.locator(".marks polyline")).to_have_count(1)
    a.click_hex("0112")
    a.click_hex("0112")
    expect(a.page.locator(".marks [data-marks] polygon")).to_have_count(1)
    assert b.page.locator(".marks polyline").count() == 0
    a.page.get_by_role("radio", name="The players see them").click()
    expect(b.page.locator(".marks polyline")).to_have_count(1)
    a.click_hex("0911")
    a.click_hex("0512")
    expect(b.page.locator(".marks polyline")).to_have_count(0)
    a.page.get_by_role("button", name="Stop drawing").click()
    mover = a.mover()
    a.click_unit(mover)
    expect(a.page.locator("[data-reach]").first).to_be_attached()


# Clocks and conduct -------------------------------------------------------------------------------------------------
def test_clocks_run_beside_the_sides_and_are_paused_by_agreement(new_table: Callable[..., Table]) -> None:
    a, b = new_table(), new_table()
    set_up(a, israel="here", egypt="elsewhere")
    a.page.get_by_role("radio", name="Live").click()
    a.page.get_by_label("Minutes each").fill("10")
    a.page.get_by_label("When time runs out").select_option("lose")
    start(a)
    b.sit(a.link("egypt"))
    clock = b.page.locator('[data-clock="israel"]')
    expect(clock).to_contain_text("9:")
    expect(b.page.get_by_test_id("seats")).to_contain_text("Who runs out of time loses.")
    b.page.get_by_text("Draw, pause, resign").click()
    b.page.get_by_role("button", name="Pause the clocks").click()
    b.page.get_by_role("button", name="Pause the clocks").click()
    a.page.get_by_test_id("offer").get_by_role("button", name="Agree").click()
    for t in (a, b):
        expect(t.page.get_by_test_id("seats")).to_contain_text("The clocks are paused.")
    left = clock.inner_text()
    b.page.wait_for_timeout(1500)
    assert clock.inner_text() == left
    assert violations(b) == []


def test_a_draw_is_agreed_dice_are_verified_and_sides_swapped_in_one_click(new_table: Callable[..., Table]) -> None:
    """Both shares are in the dice, which the page verifies; the rematch opens for both."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b = new_table()
    b.sit(a.link("egypt"))
    expect(a.page.get_by_test_id("dice-line")).to_contain_text("Dice: shares of Israel and Egypt and the server")
    a.doing(lambda: a.press_button("end"))
    a.doing(lambda: a.click_unit(a.mover()))
    a.doing(lambda: a.click_unit(a.mover()))
    a.doing(lambda: a.press_button("confirm"))
    b.page.get_by_text("Draw, pause, resign").click()
    b.page.get_by_role("button", name="Offer a draw").click()
    b.page.get_by_role("button", name="Offer a draw").click()
    a.page.get_by_test_id("offer").get_by_role("button", name="Agree").click()
    for t in (a, b):
        dialog = t.page.locator("dialog")
        expect(dialog.get_by_role("heading", name="A draw")).to_be_visible()
        dialog.get_by_role("button", name="Verify this game").click()
        expect(dialog.locator(".verdict")).to_contain_text("Yes: every roll")
        expect(dialog).to_contain_text("The share that this browser made is in the dice.")
        assert violations(t) == []
    a.page.locator("dialog").get_by_role("button", name="Swap sides").click()
    expect(a.page.get_by_test_id("you")).to_contain_text("Egypt")
    b.page.locator("dialog").get_by_test_id("next-table").click()
    expect(b.page.get_by_test_id("you")).to_contain_text("Israel")
    b.ready()
    assert b.table == a.table


# Standing orders ------------------------------------------------------------------------------------------------------
def test_an_order_answers_where_there_is_one_choice(new_table: Callable[..., Table]) -> None:
    """Given at the table, shown in words, withdrawn again; it is nobody else's business."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b = new_table()
    b.sit(a.link("egypt"))
    orders = b.page.get_by_test_id("orders")
    orders.locator("summary").click()
    orders.locator('[data-order="single"]').click()
    expect(orders.get_by_role("listitem")).to_contain_text("Where I have one choice only, take it")
    b.page.reload()
    b.ready()
    expect(orders.locator(".count")).to_have_text("1")
    assert "one choice" not in a.page.get_by_test_id("orders").inner_text()
    orders.locator("summary").click()
    orders.get_by_role("button", name="Stop").click()
    expect(orders.get_by_role("listitem")).to_have_count(0)


# Films --------------------------------------------------------------------------------------------------------------
def test_a_film_is_watched_without_its_rules(table: Table, tmp_path: Path) -> None:
    """A game of an edition that nobody plays any more: opened in the lobby, walked through, its record saved."""
    text = lzma.decompress((FILMS / "across-suez-1980-0052d72.film.xz").read_bytes()).decode()
    file = tmp_path / "old.film"
    file.write_text(text, encoding="utf-8")
    views = list(Film.read(text).views())
    t = table
    t.page.goto(f"{t.server.url}/#/")
    t.page.get_by_text("Watch a record").locator("input").set_input_files(file)
    t.ready()
    t.page.keyboard.press("b")
    slider = t.page.get_by_label("Decision", exact=True)
    expect(slider).to_be_visible()
    for n in (0, 12, len(views) - 1):
        slider.fill(str(n))
        expect(t.page.locator('[data-testid="replay"] .at')).to_contain_text(f"{n} of {len(views) - 1}")
        there = {u["name"]: u["at"] for u in views[n]["units"] if u["at"].isdigit()}
        t.wait_until(lambda there=there: all(t.at(name) == at for name, at in list(there.items())[:8]))
    expect(t.page.get_by_role("button", name="Play on from here")).to_have_count(0)
    expect(t.page.get_by_test_id("replay")).to_contain_text("it can be watched, not played")
    assert violations(t) == []
    t.page.get_by_role("tab", name="Log").click()
    with t.page.expect_download() as download:
        t.page.get_by_role("button", name="Save record").click()
    assert (
        Path(download.value.path()).read_text(encoding="utf-8").startswith("sandtable record 1\ngame: across-suez-1980")
    )


def test_a_practice_game_takes_dice_back_and_a_serious_one_says_why_not(new_table: Callable[..., Table]) -> None:
    for practice in (True, False):
        t = new_table()
        set_up(t, israel="here", egypt="random")
        if practice:
            t.page.get_by_label("Practice game").check()
        start(t)
        t.doing(lambda t=t: t.press_button("end"))
        t.doing(lambda t=t: t.click_unit(t.mover()))
        t.doing(lambda t=t: t.click_unit(t.mover()))
        t.doing(lambda t=t: t.press_button("confirm"))
        t.wait_until(lambda t=t: t.page.evaluate("window.sandtable.mine()"))
        button = t.page.get_by_role("button", name="Ask to undo").first
        if practice:
            before = t.entries()
            button.click()
            t.wait_until(lambda t=t, before=before: t.entries() < before)
        else:
            expect(button).to_be_disabled()
            expect(button).to_have_attribute("title", re.compile("practice game"))


# "It is your turn" ----------------------------------------------------------------------------------------------------
LISTEN = """
window.heard = []
Object.defineProperty(document, 'hidden', { get: () => true })
window.Tone ??= AudioContext
window.AudioContext = class extends window.Tone { constructor() { super(); window.heard.push('knock') } }
window.Notification = class { static permission = 'granted'; constructor(title, { body }) { window.heard.push(`${title}: ${body}`) } }
if (location.protocol === 'http:') { localStorage.setItem('sandtable.sound', 'on'); localStorage.setItem('sandtable.notify', 'on') }
"""


def test_title_icon_knock_and_message_say_that_it_is_my_turn(new_table: Callable[..., Table]) -> None:
    """Once, when the turn begins, to somebody who looks elsewhere; coming to a table is no news."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b = new_table()
    b.page.context.add_init_script(LISTEN)
    b.sit(a.link("egypt"))
    icon = b.page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", "/icon.svg")
    assert b.page.evaluate("window.heard") == []
    while a.session().state.actor != "egypt":
        a.answer()
    b.wait_until(lambda: b.page.evaluate("window.sandtable.mine()"))
    expect(b.page).to_have_title("● Your turn · Across Suez (1980) · Sandtable")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    assert b.page.evaluate("window.heard") == ["knock", "Your turn: Across Suez (1980): you play Egypt."]
    expect(a.page).to_have_title("Across Suez (1980) · Sandtable")
