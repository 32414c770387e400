"""The pictures in docs/images: lobby, wall map, table, fight and replay of every title. One command: `make screenshots`."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import sandtable
from sandtable import bots, render
from sandtable.core import State
from sandtable.session import ScriptedDice, SeededDice, Session

from .table import ARGS, CHROMIUM, ROOT, Server, Table, open_page, open_record

IMAGES = ROOT / "docs" / "images"
LEVELS = ("greedy", "random")


def played(game: str, stop: Callable[[Session], bool], limit: int = 2500) -> Session:
    """A seeded game between bots, stopped at the first moment that pleases (or at the limit)."""
    session = Session(sandtable.load(game), dice=SeededDice("pictures"), title="A picture")
    for level in LEVELS:
        try:
            players = {side: bots.make(level, session.game, side, 7) for side in session.game.sides}
            break
        except ValueError:
            continue
    for _ in range(limit):
        if session.outcome or stop(session):
            break
        state: State = session.state
        assert state.actor
        session.play(str(bots.decide(players[state.actor], state).action))
    return session


def has_fight(session: Session) -> bool:
    """A fight with two attackers on the table (or, later in the game, with one)."""
    forecast = session.state.forecast()
    wanted = 2 if len(session.record.entries) < 400 else 1
    return bool(forecast and forecast.get("results") and len(forecast.get("attackers") or ()) >= wanted)


def snap(table: Table, name: str) -> None:
    table.page.mouse.move(2, 2)
    table.page.wait_for_timeout(1700)
    picture = Image.open(io.BytesIO(table.page.screenshot())).convert("RGB")
    picture.save(IMAGES / f"{name}.webp", quality=84, method=6)
    print(f"docs/images/{name}.webp", flush=True)


def shoot(browser: Browser, server: Server, titles: list[str]) -> None:
    every = {t.id: t for t in sandtable.games()}
    ctx, t = open_page(browser, server, viewport={"width": 1600, "height": 900})
    try:
        if not titles:
            t.page.goto(f"{server.url}/")
            t.page.wait_for_selector(".card")
            t.page.wait_for_load_state("networkidle")
            snap(t, "lobby-first-time")
        for title in titles or list(every):
            game = every[title].scenarios[0].id
            ident = f"{title}/{game}" if game else title
            loaded = sandtable.load(ident)
            wall = Image.open(io.BytesIO(render.png(render.picture(loaded, loaded.start()), 1800))).convert("RGB")
            wall.save(IMAGES / f"map-{title}.webp", quality=84, method=6)
            fight = played(ident, has_fight)
            open_record(t, fight, "game")
            snap(t, f"fight-{title}")
            first = Session(loaded, dice=ScriptedDice(()))
            start = played(
                ident, lambda s, first=first: len(s.record.entries) >= min(len(first.record.entries) + 12, 12)
            )
            open_record(t, start, "game")
            t.page.keyboard.press("n")
            snap(t, f"table-{title}")
            open_record(t, fight, "replay")
            t.page.get_by_role("button", name="Replay").click()
            t.page.keyboard.press(",")
            t.page.get_by_role("tab", name="Log").click()
            snap(t, f"replay-{title}")
        if not titles:
            t.page.goto(f"{server.url}/")
            t.page.wait_for_selector(".tables")
            t.page.wait_for_load_state("networkidle")
            snap(t, "lobby")
            for name, size in (("1280x720", (1280, 720)), ("1920x1080", (1920, 1080)), ("tablet", (820, 1180))):
                t.page.set_viewport_size({"width": size[0], "height": size[1]})
                open_record(t, played("across-suez-1980", has_fight), "game")
                snap(t, f"fight-{name}")
    finally:
        ctx.close()


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        server = Server(Path(folder))
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            shoot(browser, server, sys.argv[1:])
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
