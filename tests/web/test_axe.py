"""axe-core: no violation of any severity, in every state of the page and in every theme."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .table import Table, open_record
from .test_quality import AXE
from .walk import after_a_turn, play_on, whole_game

pytestmark = pytest.mark.browser
THEMES = {"dark": {"color_scheme": "dark"}, "contrast": {"color_scheme": "light", "contrast": "more"}}


class Inspector:
    """Runs every rule in the light theme, and those about colours in the others."""

    def __init__(self, table: Table) -> None:
        self.t = table
        self.found: list[str] = []
        self.seen: list[str] = []

    def look(self, state: str) -> None:
        page = self.t.page
        self.t.drawn()
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        self.seen.append(state)
        self.note(state, "light", "{ resultTypes: ['violations'] }")
        for theme, media in THEMES.items():
            page.emulate_media(**media)  # type: ignore[arg-type]
            self.wear(theme)
            self.note(
                state, theme, "{ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] }"
            )
        page.emulate_media(color_scheme="light", contrast="no-preference")
        self.wear("light")

    def wear(self, theme: str) -> None:
        self.t.wait_until(lambda: self.t.page.evaluate("document.documentElement.dataset.theme") == theme)
        self.t.drawn()

    def note(self, state: str, theme: str, options: str) -> None:
        for v in self.t.page.evaluate(f"axe.run({options})")["violations"]:
            nodes = [str(n["target"][0]) for n in v["nodes"]]
            self.found.append(f"{state}, {theme}: {v['id']}: {nodes[:3]} ({len(nodes)})")


@pytest.fixture
def eye(new_table: Callable[..., Table]) -> Inspector:
    return Inspector(new_table(color_scheme="light", reduced_motion="reduce", story=True))


def test_outside_the_table(eye: Inspector) -> None:
    t, page = eye.t, eye.t.page
    page.goto(f"{t.server.url}/")
    page.wait_for_selector(".learn ol li")
    page.wait_for_load_state("networkidle")
    page.locator(".learn summary").click()
    eye.look("lobby")
    page.goto(f"{t.server.url}/#/new/sinai")
    page.locator('[data-seat="arab"]').select_option("elsewhere")
    for fold in page.locator("dialog summary").all():
        fold.click()
    eye.look("set-up")
    page.goto(f"{t.server.url}/#/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    eye.look("settings")
    page.goto(f"{t.server.url}/#/me")
    expect(page.get_by_role("heading", level=1, name="Your page")).to_be_visible()
    expect(page.get_by_text("Looking up your games")).to_have_count(0)
    eye.look("my page")
    page.goto(f"{t.server.url}/#/table/nothing/short")
    expect(page.get_by_role("alert")).to_be_visible()
    eye.look("a cut link")
    page.goto(f"{t.server.url}/#/learn/across-suez-2021/3-attack")
    t.ready()
    eye.look("a lesson")
    assert eye.found == []


def test_at_the_table(eye: Inspector) -> None:
    t, page = eye.t, eye.t.page
    t.new_game("across-suez-2021", israel="here", egypt="elsewhere")
    t.wait_until(t.can_act)
    eye.look("somebody is invited")
    t.click_unit("Erez-3")
    t.wait_until(lambda: page.locator('[data-reach="0813"]').count())
    t.page.mouse.move(*t.hex_point("0813"))
    eye.look("a unit picked up")
    t.doing(lambda: t.click_hex("0813"))
    page.keyboard.press("Escape")
    t.click_unit("16/3")
    expect(page.get_by_test_id("why")).to_be_visible()
    eye.look("an answer to a click")
    page.keyboard.press("x")
    expect(page.get_by_test_id("hint").get_by_role("button", name="Do it")).to_be_visible(timeout=60_000)
    eye.look("a hint")
    page.get_by_role("button", name="Close").first.click()
    page.get_by_role("button", name="Keep the map").click()
    page.keyboard.press("/")
    page.get_by_label("Command", exact=True).fill("m")
    eye.look("command line, the map kept")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Keep the map").click()
    page.locator(".overlay-menu select").select_option("attack-threat")
    expect(page.get_by_test_id("legend")).to_be_visible()
    eye.look("a layer")
    page.locator(".overlay-menu select").select_option("")
    t.doing(lambda: t.press_button("end"))
    for unit in ("16/3", "Erez-3"):
        t.doing(lambda unit=unit: t.click_unit(unit))
    page.locator(".figures summary").click()
    eye.look("a fight")
    for tab in ("Log", "Board", "Rules", "Talk"):
        page.get_by_role("tab", name=tab).click()
        eye.look(tab)
    page.get_by_role("button", name="Help").click()
    eye.look("help")
    page.keyboard.press("Escape")
    page.get_by_test_id("players").click()
    eye.look("players")
    assert eye.found == []


def test_what_happened_and_the_end(eye: Inspector) -> None:
    t, page = eye.t, eye.t.page
    session = whole_game()
    play_on(t, session, after_a_turn(session, "egypt", 60), {"israel": "greedy", "egypt": "here"})
    expect(page.get_by_test_id("story")).to_be_visible(timeout=90_000)
    page.get_by_role("button", name="Pause").or_(page.get_by_role("button", name="Play", exact=True)).first.click()
    eye.look("what happened")
    open_record(t, session, "replay")
    eye.look("the end")
    page.get_by_role("button", name="The game in figures").click()
    expect(page.locator("dialog .plot").first).to_be_visible()
    page.locator("dialog details summary").first.click()
    eye.look("the end in figures")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()
    eye.look("looking back")
    assert eye.found == []


def test_secrets(eye: Inspector) -> None:
    t, page = eye.t, eye.t.page
    page.goto(f"{t.server.url}/#/new/musketeer")
    t.all_here()
    page.get_by_role("button", name="Start the game").click()
    page.locator(".curtain .main").or_(page.locator(".prompt")).first.wait_for()
    eye.look("musketeer begins")
    if page.locator(".curtain .main").count():
        page.locator(".curtain .main").click()
    t.ready()
    t.changing(page.locator(".actions [data-action]").first.click)
    eye.look("musketeer, next")
    assert eye.found == []
