"""A table in a real browser: the server as a process of its own, and a page that is clicked like a player would."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from sandtable.session import Session

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--force-device-scale-factor=1",
]  # fmt: skip


class Server:
    """`sandtable play` on a free port; can be killed at any instant and started again on the same games."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-c",
            "from sandtable.cli import main; main()",
            "play",
            "--no-browser",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
        )
        assert self.process.stdout
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found.group(1))
                return
        raise AssertionError("the server did not start:\n" + "".join(lines))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process and self.process.stdout:
            self.process.stdout.close()


class Table:
    """One page at a table, and what a player does with it."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.errors: list[str] = []
        page.on("pageerror", lambda e: self.errors.append(str(e)))

    # the lobby ----------------------------------------------------------------------------------------------
    def new_game(self, title: str, scenario: str = "", **seats: str) -> Table:
        """Start a game from the lobby: seats are here, elsewhere, or a bot's level."""
        self.page.goto(f"{self.server.url}/#/new/{title}")
        if scenario:
            self.page.get_by_label("Scenario").select_option(scenario)
        for side, who in seats.items():
            self.page.locator(f'[data-seat="{side}"]').select_option(who)
        self.page.get_by_role("button", name="Start the game").click()
        return self.ready()

    def all_here(self) -> None:
        """In the set-up dialog: every side is played at this screen."""
        expect(self.page.locator("dialog.setup [data-seat]").first).to_be_visible(timeout=15_000)
        for seat in self.page.locator("[data-seat]").all():
            seat.select_option("here")

    def ready(self) -> Table:
        expect(self.page.locator(".sheet > *").first).to_be_attached(timeout=60_000)
        expect(self.page.locator(".prompt")).to_be_attached()
        return self

    def sit(self, link: str, name: str = "Dana") -> Table:
        """Come by a seat link and take the seat."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_test_id("sit").click()
        return self.ready()

    @property
    def table(self) -> str:
        return self.page.url.split("/table/")[1].split("/")[0]

    def token(self, kind: str = "token") -> str:
        held = self.page.evaluate("id => JSON.parse(localStorage.getItem('sandtable.tables'))[id]", self.table)
        return str(held[kind] if kind in ("token", "spectator") else held["seats"][kind])

    def link(self, kind: str) -> str:
        return f"{self.server.url}/#/table/{self.table}/{self.token(kind)}"

    def record(self) -> str:
        headers = {"Authorization": f"Bearer {self.token()}"}
        return self.page.request.get(f"{self.server.url}/api/tables/{self.table}/record", headers=headers).text()

    def session(self) -> Session:
        """The same game in the engine, from its record: what the browser shows must agree with it."""
        return Session.from_text(self.record())

    # looking --------------------------------------------------------------------------------------------------
    @property
    def prompt(self) -> str:
        return self.page.locator(".prompt").inner_text()

    def unit(self, name: str) -> Locator:
        return self.page.locator(f'[data-unit="{name}"]')

    def at(self, name: str) -> str | None:
        return self.unit(name).get_attribute("data-at")

    def can_act(self) -> list[str]:
        """Counters on the map that can be clicked for something."""
        return list(self.page.evaluate("[...document.querySelectorAll('.unit.can')].map(e => e.dataset.unit)"))

    def mover(self) -> str:
        """The first unit that can act, once the page knows it."""
        self.wait_until(self.can_act)
        return self.can_act()[0]

    def free_goal(self) -> str:
        """A hex that the selected unit can reach and where nobody stands."""
        self.wait_until(lambda: self.page.locator("[data-reach]").count())
        script = """() => { const taken = new Set([...document.querySelectorAll('[data-unit]')].map(e => e.dataset.at));
            return [...document.querySelectorAll('[data-reach]')].map(e => e.dataset.reach).find(h => !taken.has(h)) }"""
        return str(self.page.evaluate(script))

    def entries(self) -> int:
        """Decisions so far, as the page knows them."""
        return int(self.page.evaluate("window.sandtable.entries()"))

    def wait_until(self, true: Callable[[], Any], seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"waited {seconds} s in vain; the page says: {self.prompt}"
            self.page.wait_for_timeout(25)

    # clicking -------------------------------------------------------------------------------------------------
    def hex_point(self, name: str) -> tuple[float, float]:
        """Where a hex is on the screen; it is brought into sight first."""
        point = self.page.evaluate("h => window.sandtable.hexPoint(h)", name)
        return float(point[0]), float(point[1])

    def click_hex(self, name: str, shift: bool = False) -> None:
        x, y = self.hex_point(name)
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(x, y)
        if shift:
            self.page.keyboard.up("Shift")

    def click_unit(self, name: str, shift: bool = False) -> None:
        """Click a counter; in a stack, through its fan."""
        if self.page.locator(f'[data-box-unit="{name}"]').count():
            self.page.locator(f'[data-box-unit="{name}"]').click()
            return
        self.click_hex(str(self.at(name)), shift)
        fan = self.page.locator(f'[data-fan="{name}"]')
        if fan.count():
            fan.click()

    def targets(self) -> list[str]:
        """Hexes that can be clicked for themselves: to be attacked, bombed, landed on."""
        return list(self.page.evaluate("[...document.querySelectorAll('[data-target]')].map(e => e.dataset.target)"))

    def version(self) -> int:
        return int(self.page.evaluate("window.sandtable?.version() ?? 0"))

    def changing(self, what: Callable[[], None]) -> None:
        """Like `doing`, where a curtain may fall afterwards."""
        before = self.version()
        what()
        self.wait_until(lambda: self.page.locator(".curtain").count() or self.version() != before)
        self.drawn()

    def answer(self) -> None:
        """One decision of a fight by clicking whatever is offered: confirm, go on, a hex to retreat to, a unit, a hex."""
        self.wait_until(lambda: self.page.evaluate("window.sandtable.mine()"))
        ready = "[data-reach], .unit.can, [data-box-unit].can, [data-target], .actions [data-action]"
        self.wait_until(lambda: self.page.locator(ready).count())
        for action in ("confirm", "end", "decline"):
            button = self.page.locator(f'[data-action="{action}"]')
            if button.count():
                return self.changing(button.first.click)
        for where, click in (("[data-reach]", self.click_hex), ("[data-target]", self.click_hex)):
            if self.page.locator(where).count():
                name = self.page.locator(where).first.get_attribute(where[1:-1])
                return self.changing(lambda click=click, name=name: click(str(name)))
        units = self.can_act() or self.page.evaluate(
            "[...document.querySelectorAll('[data-box-unit].can')].map(e => e.dataset.boxUnit)"
        )
        if not units:
            return self.changing(self.page.locator(".actions [data-action]").first.click)
        before = self.version()
        shown = "[data-reach], .menu button, .curtain"

        def answered() -> bool:
            return self.version() != before or bool(self.page.locator(shown).count())

        self.click_unit(str(units[0]))
        end = time.monotonic() + 3
        while not answered() and time.monotonic() < end:
            self.page.wait_for_timeout(20)
        if not answered():  # it had come to hand by itself in that moment, and was put down again
            self.click_unit(str(units[0]))
        self.wait_until(answered)
        if self.version() == before and not self.page.locator(".curtain").count():
            if self.page.locator(".menu button").count():
                return self.changing(self.page.locator(".menu button").first.click)
            self.answer()

    def press_button(self, action: str) -> None:
        self.page.locator(f'[data-action="{action}"]').first.click()

    def doing(self, what: Callable[[], None]) -> None:
        """Do something that changes the game and wait until the board shows it."""
        before = self.entries()
        what()
        self.wait_until(lambda: self.entries() != before)
        self.drawn()

    def drawn(self) -> None:
        """Wait until the page has drawn what it knows."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def open_page(browser: Browser, server: Server, **context: Any) -> tuple[BrowserContext, Table]:
    """A page of its own. `story`: what happened in the other side's turn is told by itself and a first game has its notes, as
    people have it."""
    story = context.pop("story", False)
    ctx = browser.new_context(viewport=context.pop("viewport", {"width": 1280, "height": 720}), **context)
    if not story:
        ctx.add_init_script("location.protocol === 'http:' && localStorage.setItem('sandtable.story', 'off')")
        notes = '["selection", "fight", "turn"]'
        ctx.add_init_script(f"location.protocol === 'http:' && localStorage.setItem('sandtable.notes', '{notes}')")
    return ctx, Table(ctx.new_page(), server)


def open_record(table: Table, session: Session, kind: str) -> dict[str, Any]:
    """Put a record on the server and sit down at it; the table it made."""
    players = {side: {"kind": "here"} for side in session.game.sides} if kind == "game" else {}
    body = {"record": session.record_text(), "as": kind, "name": session.game.title.name, "players": players}
    answer = table.page.request.post(f"{table.server.url}/api/import", data=body)
    if not answer.ok:
        raise RuntimeError(f"{session.game.id}: {answer.text()}")
    made = answer.json()
    table.page.goto("about:blank")
    table.page.goto(f"{table.server.url}/#/table/{made['table']}/{made['owner']}")
    table.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=30_000)
    if table.page.locator(".curtain .main").count():
        table.page.locator(".curtain .main").click()
    table.ready()
    table.page.wait_for_timeout(700)
    return dict(made)
