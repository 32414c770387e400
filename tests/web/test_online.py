"""Several people: seat links, spectators, two tabs, lost connections, a server that is killed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import sandtable

from .table import Server, Table, open_page

pytestmark = pytest.mark.browser
GAME = "across-suez-1980"


def test_two_browsers_and_a_spectator(new_table: Callable[..., Table]) -> None:
    """The other side comes by its link, sees every move at once, and may act only when it is up."""
    a = new_table().new_game(GAME, israel="here", egypt="elsewhere")
    b, watcher = new_table(), new_table()
    b.page.goto(a.link("egypt"))
    b.ready()
    watcher.page.goto(a.link("spectator"))
    watcher.ready()
    assert a.token("egypt") not in b.page.url
    assert not b.can_act()
    mover = a.can_act()[0]
    a.click_unit(mover)
    goal = str(a.page.locator("[data-reach]").first.get_attribute("data-reach"))
    a.doing(lambda: a.click_hex(goal))
    for other in (b, watcher):
        other.wait_until(lambda other=other: other.at(mover) == goal)
        assert not other.page.evaluate("window.sandtable.mine()")
    expect(watcher.page.locator(".prompt")).to_contain_text("You are watching")
    assert watcher.page.locator(".actions").count() == 0


def test_a_second_tab_of_the_same_seat(new_table: Callable[..., Table]) -> None:
    a = new_table().new_game(GAME, israel="here", egypt="here")
    second = Table(a.page.context.new_page(), a.server)
    second.page.goto(a.page.url)
    second.ready()
    mover = second.can_act()[0]
    second.click_unit(mover)
    goal = str(second.page.locator("[data-reach]").first.get_attribute("data-reach"))
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
        t.doing(lambda: t.click_unit(t.can_act()[0]))
        t.doing(lambda: t.click_unit(t.can_act()[0]))
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
    for seat in a.page.locator("[data-seat]").all():
        seat.select_option("here")
    a.page.get_by_role("button", name="Start the game").click()
    a.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=20_000)
    watcher = new_table()
    frames: list[str] = []
    watcher.page.on("websocket", lambda ws: ws.on("framereceived", lambda f: frames.append(str(f))))
    watcher.page.goto(a.link("spectator"))
    watcher.ready()
    if a.page.locator(".curtain button").count():
        a.page.locator(".curtain button").click()
    a.ready()
    for _ in range(8):
        if a.page.locator(".curtain button").count():
            a.page.locator(".curtain button").click()
            a.ready()
        a.page.get_by_role("button", name="Hint").click()
        a.doing(a.page.get_by_role("button", name="Do it").click)
    watcher.wait_until(lambda: watcher.entries() >= 8)
    states = [m for m in map(json.loads, frames) if m.get("type") == "state"]
    assert states
    game_now = sandtable.load(game)
    for m in states:
        assert m["side"] not in game_now.sides
        assert m["options"] is None
        assert all(e["action"] is None for e in m["entries"] if e["secret"])
