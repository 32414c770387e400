"""The recorded walk of a newcomer: lobby, a lesson, the first turn, a fight, the enemy's turn told, the end in figures.

    make walk                        (or: python -m tests.web.walk FOLDER [SIZE ...])

Every station is photographed at every size and theme; somebody looks at all of them before a change of looks is called done.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import sandtable
from sandtable import bots
from sandtable.core import CHANCE
from sandtable.session import SeededDice, Session

from .table import ARGS, CHROMIUM, ROOT, Server, Table, open_page, open_record

SIZES: dict[str, dict[str, Any]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1440-dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "1280-contrast": {"viewport": {"width": 1280, "height": 800}, "contrast": "more"},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "phone-dark": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "dark"},
    "phone-sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
    "text-200": {"viewport": {"width": 1440, "height": 900}},
}


def whole_game() -> Session:
    """A seeded game between two bots, to its end."""
    game = sandtable.load("across-suez-2021")
    session = Session(game, dice=SeededDice("walk"), title="Across Suez")
    players = {side: bots.make("greedy", game, side, 3) for side in game.sides}
    while (actor := session.actor) is not None:
        assert actor != CHANCE
        session.play(str(bots.decide(players[actor], session.state).action))
    return session


def after_a_turn(session: Session, me: str, least: int) -> int:
    """The first moment after so many decisions at which this side moves again, and the other one's turn is over."""
    phases = {p.id: p.side for p in session.game.phases}
    for n in range(least, len(session.states)):
        before, now = (session.game.phase(s) for s in session.states[n - 1 : n + 1])
        if session.states[n].actor == me and before != now and phases[now] == me and phases[before] != me:
            return n
    raise ValueError(f"{me} has no further turn")


def play_on(t: Table, session: Session, entry: int, players: dict[str, str]) -> None:
    """Sit down at a table that goes on from that moment of a record: sides are here, or a bot's level."""
    made = open_record(t, session, "replay")
    seats = {
        side: {"kind": "here" if who == "here" else "bot", "name": "", "level": "" if who == "here" else who}
        for side, who in players.items()
    }
    forked = t.page.request.post(
        f"{t.server.url}/api/tables/{made['table']}/fork",
        data={"entry": entry, "players": seats, "name": ""},
        headers={"Authorization": f"Bearer {made['owner']}"},
    ).json()
    t.page.goto("about:blank")
    t.page.goto(f"{t.server.url}/#/table/{forked['table']}/{forked['owner']}")
    t.page.wait_for_selector('.prompt, [data-testid="story"]', state="attached", timeout=60_000)


class Walk:
    """One newcomer at one size."""

    def __init__(self, browser: Browser, server: Server, folder: Path, size: str) -> None:
        self.folder, self.size = folder, size
        self.context, self.table = open_page(browser, server, story=True, **SIZES[size])
        if size == "text-200":
            self.context.add_init_script(
                "location.protocol === 'http:' && localStorage.setItem('sandtable.text', '200')"
            )

    def snap(self, name: str) -> None:
        self.table.page.mouse.move(2, 2)
        self.table.page.wait_for_timeout(700)
        self.table.page.screenshot(path=str(self.folder / f"{name}-{self.size}.png"))
        if self.table.errors:
            raise AssertionError(f"{name}, {self.size}: {self.table.errors}")

    def lobby_and_lesson(self) -> None:
        t = self.table
        t.page.goto(f"{t.server.url}/")
        t.page.wait_for_selector(".learn ol li")
        t.page.wait_for_load_state("networkidle")
        self.snap("1-lobby")
        t.page.goto(f"{t.server.url}/#/learn/across-suez-2021/3-attack")
        t.ready()
        for n in range(2):
            t.page.locator(f'.coach[data-step="{n}"]').wait_for()
            t.page.locator('[data-testid="do-it"]').click()
        t.page.locator('.coach[data-step="2"]').wait_for()
        self.snap("2-lesson")
        t.page.goto(f"{t.server.url}/#/settings")
        self.snap("7-settings")

    def first_turn(self) -> None:
        t = self.table
        t.new_game("across-suez-2021", israel="here", egypt="greedy")
        self.snap("3-first-turn")
        t.click_unit("Erez-3")
        t.wait_until(lambda: t.page.locator('[data-reach="0813"]').count())
        self.snap("3-selected")
        t.doing(lambda: t.click_hex("0813"))
        t.click_unit("Matt-1")
        t.wait_until(lambda: t.page.locator('[data-reach="0713"]').count())
        t.doing(lambda: t.click_hex("0713"))
        t.page.keyboard.press("Escape")
        t.doing(lambda: t.press_button("end"))
        for unit in ("16/3", "Erez-3", "Matt-1"):
            t.doing(lambda unit=unit: t.click_unit(unit))
        self.snap("4-fight")

    def records(self, session: Session) -> None:
        t = self.table
        open_record(t, session, "replay")
        self.snap("6-over")
        t.page.get_by_role("button", name="The game in figures").click()
        t.page.locator(".plot").first.wait_for()
        self.snap("6-end")
        t.page.get_by_role("heading", name="Luck").scroll_into_view_if_needed()
        t.page.locator("dialog .panel, dialog").first.evaluate("e => e.scrollBy(0, e.clientHeight * 0.6)")
        self.snap("6-luck")
        t.page.keyboard.press("Escape")
        t.page.get_by_role("tab", name="Log").click()
        self.snap("6-log")
        t.page.get_by_role("tab", name="Board").click()
        self.snap("8-board")

    def enemy_turn(self, session: Session) -> None:
        """Only the other side's turn, told slowly."""
        t = self.table
        play_on(t, session, after_a_turn(session, "egypt", 60), {"israel": "greedy", "egypt": "here"})
        t.page.locator('[data-testid="story"]').wait_for(timeout=90_000)
        t.page.get_by_role("button", name="Next", exact=True).click()
        self.snap("5-what-happened")


def walk(folder: Path, sizes: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    session = whole_game()
    with tempfile.TemporaryDirectory() as games, sync_playwright() as p:
        server = Server(Path(games))
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            for size in sizes or list(SIZES):
                w = Walk(browser, server, folder, size)
                stations: list[Callable[[], None]] = [
                    w.lobby_and_lesson,
                    w.first_turn,
                    lambda w=w: w.enemy_turn(session),
                    lambda w=w: w.records(session),
                ]
                for station in stations:
                    station()
                w.context.close()
                print(f"{size}: done", flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    walk(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "walk"), sys.argv[2:])
