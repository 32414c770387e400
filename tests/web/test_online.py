"""Several people: seat links, spectators, two tabs, lost connections, a server that is killed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

import sandtable
from sandtable.session import SeededDice, Session

from .table import Server, Table, open_page

pytestmark = pytest.mark.browser
GAME = "across-suez-1980"


def test_two_browsers_and_a_spectator(new_table: Callable[..., Table]) -> None:
    """The other side comes by its link, sees every move at once, and may act only when it is up."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b, watcher = new_table(), new_table()
    b.sit(a.link("egypt"))
    watcher.page.goto(a.link("spectator"))
    watcher.ready()
    assert a.token("egypt") not in b.page.url
    assert not b.can_act()
    mover = a.mover()
    a.click_unit(mover)
    goal = a.free_goal()
    a.doing(lambda: a.click_hex(goal))
    for other in (b, watcher):
        other.wait_until(lambda other=other: other.at(mover) == goal)
        assert not other.page.evaluate("window.sandtable.mine()")
    expect(watcher.page.locator(".prompt")).to_contain_text("You are watching")
    assert watcher.page.locator(".actions").count() == 0


def test_take_back_by_consent(new_table: Callable[..., Table]) -> None:
    """Past a cut, a decision comes back only when the other side agrees."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b = new_table()
    b.sit(a.link("egypt"))
    a.doing(lambda: a.press_button("end"))
    a.doing(lambda: a.click_unit(a.mover()))
    a.doing(lambda: a.click_unit(a.mover()))
    if a.page.locator('[data-action="confirm"]').count() == 0:
        a.doing(lambda: a.click_unit(a.can_act()[-1]))
    a.doing(lambda: a.press_button("confirm"))
    rolled = a.entries()
    button = a.page.get_by_role("button", name="Ask to undo")
    button.first.click()
    agree = b.page.get_by_role("button", name="Agree")
    expect(agree).to_be_visible()
    assert a.entries() == rolled
    agree.click()
    a.wait_until(lambda: a.entries() < rolled)
    b.wait_until(lambda: b.entries() == a.entries())
    assert "taken back by consent" in a.record()


def test_a_second_tab_of_the_same_seat(new_table: Callable[..., Table]) -> None:
    a = new_table().new_game(GAME, israel="here", egypt="here")
    second = Table(a.page.context.new_page(), a.server)
    second.page.goto(a.page.url)
    second.ready()
    mover = second.mover()
    second.click_unit(mover)
    goal = second.free_goal()
    second.doing(lambda: second.click_hex(goal))
    a.wait_until(lambda: a.at(mover) == goal)


def test_an_action_sent_twice_or_late_does_no_harm(new_table: Callable[..., Table]) -> None:
    a = new_table().new_game(GAME, israel="here", egypt="here")
    ask = f"{a.server.url}/api/tables/{a.table}/ask"
    headers = {"Authorization": f"Bearer {a.token()}"}
    action = str(next(iter(a.session().state.options())))
    version = a.page.evaluate("window.sandtable.version()")
    message = {"type": "act", "id": "the-same-id", "version": version, "actions": [action]}
    assert a.page.request.post(ask, data=message, headers=headers).json()["type"] == "reply"
    again = a.page.request.post(ask, data=message, headers=headers).json()
    late = a.page.request.post(ask, data={**message, "id": "another"}, headers=headers).json()
    assert again.get("code") == "repeated"
    assert late.get("code") == "stale"
    a.wait_until(lambda: a.entries() == 1)
    assert len(a.session().record.entries) == 1


def test_killed_in_mid_combat_and_resumed(browser: Browser, tmp_path: Path) -> None:
    """SIGKILL between two decisions of a fight; the page reconnects by itself and everything is there."""
    server = Server(tmp_path)
    ctx, t = open_page(browser, server)
    try:
        t.new_game(GAME, israel="here", egypt="here")
        t.doing(lambda: t.press_button("end"))
        t.doing(lambda: t.click_unit(t.mover()))
        t.doing(lambda: t.click_unit(t.mover()))
        before, record = t.prompt, t.record()
        server.kill()
        expect(t.page.locator(".offline")).to_be_visible()
        server.start()
        expect(t.page.locator(".offline")).to_have_count(0, timeout=15_000)
        assert t.record() == record
        t.wait_until(lambda: t.prompt == before)
        expect(t.page.locator('[data-testid="odds"]')).to_be_visible()
        t.doing(lambda: t.press_button("confirm"))
        # and from the lobby, after another kill
        count = t.entries()
        server.kill()
        server.start()
        t.page.goto(f"{server.url}/")
        t.page.locator(".tables .open").first.click()
        t.ready()
        t.wait_until(lambda: t.entries() == count)
        assert not t.errors
    finally:
        ctx.close()
        server.stop()


@pytest.mark.parametrize("game", ["suez-56", "musketeer"])
def test_a_spectator_and_the_other_side_see_no_secrets(new_table: Callable[..., Table], game: str) -> None:
    """Whatever reaches the page of a spectator is what the game says that nobody in particular may know."""
    if game not in {t.id for t in sandtable.games()}:
        pytest.skip(f"{game} is not registered yet")
    if not sandtable.load(game).hidden:
        pytest.skip(f"{game} has no secrets")
    a = new_table()
    a.page.goto(f"{a.server.url}/#/new/{game}")
    a.all_here()
    a.page.get_by_role("button", name="Start the game").click()
    a.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=20_000)
    watcher = new_table()
    frames: list[str] = []
    watcher.page.on("websocket", lambda ws: ws.on("framereceived", lambda f: frames.append(str(f))))
    watcher.page.goto(a.link("spectator"))
    watcher.ready()
    if a.page.locator(".curtain .main").count():
        a.page.locator(".curtain .main").click()
    a.ready()
    for _ in range(8):
        if a.page.locator(".curtain .main").count():
            a.page.locator(".curtain .main").click()
            a.ready()
        if a.page.locator('[data-action="default"]').count():  # the whole set-up at once
            a.changing(lambda: a.press_button("default"))
            continue
        a.page.get_by_role("button", name="Hint").click()
        a.changing(a.page.get_by_role("button", name="Do it").click)
    watcher.wait_until(lambda: watcher.entries() >= 3)  # a run of secret decisions is one line
    states = [m for m in map(json.loads, frames) if m.get("type") == "state"]
    assert states
    game_now = sandtable.load(game)
    for m in states:
        assert m["side"] not in game_now.sides
        assert m["options"] is None
        assert all(e["action"] is None for e in m["entries"] if e["secret"])


def test_a_curtain_falls_between_two_players_at_one_screen(new_table: Callable[..., Table]) -> None:
    """Where a game hides things, the other player's map is covered until its owner says that nobody else is looking."""
    if "musketeer" not in {t.id for t in sandtable.games()}:
        pytest.skip("musketeer is not registered yet")
    session = Session(sandtable.load("musketeer"), dice=SeededDice("curtain"))
    rng = Random(5)
    first = session.actor
    while True:
        action = str(session.state.sample(rng.randrange))
        after = session.state.play(action)
        if after.actor not in (first, "chance"):
            break
        session.play(action)
    t = new_table()
    body = {"record": session.record_text(), "as": "game", "players": {s: {"kind": "here"} for s in session.game.sides}}
    made = t.page.request.post(f"{t.server.url}/api/import", data=body).json()
    t.page.goto(f"{t.server.url}/#/table/{made['table']}/{made['owner']}")
    if t.page.locator(".curtain .main").count():
        t.page.locator(".curtain .main").click()
    t.ready()
    assert t.page.evaluate("window.sandtable.mine()")
    t.page.keyboard.press("/")
    t.page.keyboard.type(action)
    t.page.keyboard.press("Enter")
    curtain = t.page.locator(".curtain")
    expect(curtain).to_be_visible()
    assert t.page.locator(".unit, [data-box-unit], .log, .side").count() == 0
    other = next(s for s in session.game.sides if s != first)
    curtain.get_by_role("button").click()
    t.ready()
    seen = {str(u.get_attribute("data-unit")) for u in t.page.locator("[data-unit]").all()}
    view = after.view(other)
    assert seen <= {u["name"] for u in view["units"]}


def test_a_record_is_saved_watched_and_deleted(new_table: Callable[..., Table], tmp_path: Path) -> None:
    t = new_table().new_game(GAME, israel="here", egypt="here")
    t.click_unit(t.mover())
    expect(t.page.locator("[data-reach]").first).to_be_attached()
    t.doing(lambda: t.click_hex(str(t.page.locator("[data-reach]").first.get_attribute("data-reach"))))
    t.page.get_by_role("tab", name="Log").click()
    with t.page.expect_download() as download:
        t.page.get_by_role("button", name="Save record").click()
    file = tmp_path / "game.sandtable.txt"
    download.value.save_as(file)
    assert Session.from_text(file.read_text(encoding="utf-8")).record.entries
    t.page.goto(f"{t.server.url}/#/")
    t.page.get_by_text("Watch a record").locator("input").set_input_files(file)
    t.ready()
    t.wait_until(lambda: t.entries() == 1)
    assert t.page.locator(".actions").count() == 0
    replay = t.table
    t.page.goto(f"{t.server.url}/#/")
    row, more = t.page.locator(f'[data-table="{replay}"]'), t.page.get_by_role("button", name="Show all")
    expect(row.or_(more).first).to_be_visible()
    if more.count():  # games of earlier tests may stand before it
        more.click()
    row.get_by_role("button", name="Delete").click()
    row.get_by_role("button", name="Really delete?").click()
    expect(row).to_have_count(0)
