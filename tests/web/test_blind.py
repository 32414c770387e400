"""A game played by ear and keyboard: everything is read from the accessibility tree, everything is done by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .table import Table

pytestmark = pytest.mark.browser
STANDING = ("Next unit", "Hint", "Ask to undo")
MOVES, FIGHTS = 1, 2
"""So many are begun in a phase before it is ended: a whole game stays short."""

LISTEN = """() => { window.said = []; const live = document.querySelector('[data-testid=spoken]');
    new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true }) }"""


class Ear:
    """A player who hears what a screen reader says, and has a keyboard."""

    def __init__(self, t: Table) -> None:
        self.t, self.page = t, t.page
        self.phase, self.begun = "", 0

    # hearing --------------------------------------------------------------------------------------------------
    @property
    def spoken(self) -> str:
        return self.page.get_by_test_id("spoken").inner_text()

    def panel(self) -> str:
        """What stands in the panel, as the accessibility tree has it."""
        return self.page.get_by_role("tabpanel").aria_snapshot()

    def over(self) -> bool:
        return bool(re.search(r'heading "(\w+ wins|A draw)"', self.panel()))

    def buttons(self) -> list[str]:
        region = self.page.get_by_role("region", name="Actions")
        found = re.findall(r'- button "([^"]+)"(?! \[disabled)', region.aria_snapshot())
        return [x for x in found if not x.startswith(STANDING)]

    def phase_now(self) -> str:
        """Whose turn it is, and the phase that is current."""
        track = self.page.get_by_role("list", name="Sequence of play")
        return f"{self.page.get_by_test_id('you').inner_text()}: {track.locator('[aria-current]').all_inner_texts()}"

    # doing ----------------------------------------------------------------------------------------------------
    def key(self, name: str) -> None:
        self.page.keyboard.press(name)

    def press(self, button: str) -> None:
        """D leads to the buttons, Tab from one to the next; the focus is never lost when the button goes."""
        self.key("d")
        for _ in range(12):
            if button in self.focused():
                break
            self.key("Tab")
        assert button in self.focused()
        self.changing("Enter")
        self.t.wait_until(lambda: self.page.evaluate("document.activeElement !== document.body"), 5)

    def focused(self) -> str:
        return str(self.page.evaluate("(e => e.getAttribute('aria-label') || e.textContent)(document.activeElement)"))

    def changing(self, key: str) -> None:
        before = self.t.version()
        self.key(key)
        self.t.wait_until(lambda: self.t.version() != before)

    def hear(self, key: str) -> str:
        """Press a key and listen to what is said then."""
        before = self.page.evaluate("window.said.length")
        self.key(key)
        self.t.wait_until(lambda: self.page.evaluate("window.said.length") > before, 5)
        return self.spoken

    def decide(self) -> None:
        self.t.wait_until(lambda: self.over() or self.page.evaluate("window.sandtable.mine()"))
        if self.over():
            return
        now = self.phase_now()
        if now != self.phase:
            self.phase, self.begun = now, 0
        names = self.buttons()
        if "Roll the die" in names:
            return self.roll()
        done = next((x for x in names if x.startswith(("Done", "End the"))), "")
        if done and (self.begun >= (MOVES if "moving" in done else FIGHTS) or not self.unit()):
            return self.press(done)
        if done:
            self.begun += 1
        elif not names or not self.answer(names):
            self.unit()

    def roll(self) -> None:
        """The odds are heard before the die is rolled."""
        self.t.wait_until(lambda: re.search(r"\d%", self.spoken))
        self.press("Roll the die")

    def answer(self, names: list[str]) -> bool:
        """A question that buttons answer."""
        wanted = next((x for x in names if not x.startswith(("Cancel", "Add artillery"))), "")
        if wanted:
            self.press(wanted)
        return bool(wanted)

    def unit(self) -> bool:
        """Pick the next unit, and go to the nearest hex that is said to be open; or name it, where that is all."""
        before = self.t.version()
        self.key("m")
        picked = self.hear("n")
        if not re.search(r"Selected|\bin \d{4}", picked):
            return False
        self.key("Enter")
        self.page.wait_for_timeout(150)
        if self.t.version() != before:
            return True
        if re.search(r"can be (reached|chosen)", self.hear("j")):
            self.changing("Enter")
            return True
        self.key("Escape")
        return False


def begin(new_table: Callable[..., Table]) -> Ear:
    """From the lobby to the table, by keyboard alone."""
    t = new_table(reduced_motion="reduce")
    page = t.page
    page.goto(f"{t.server.url}/")
    play = page.get_by_role("button", name="Play").first
    play.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Across Suez")
    expect(dialog).to_be_visible()
    for seat in ("Israel", "Egypt"):
        dialog.get_by_role("combobox", name=re.compile(f"^{seat}")).focus()
        page.keyboard.type("A person at this")
    dialog.get_by_role("button", name="Start the game").focus()
    page.keyboard.press("Enter")
    t.ready()
    page.evaluate(LISTEN)
    return Ear(t)


def test_a_turn_by_ear(new_table: Callable[..., Table]) -> None:
    """One turn of both sides: units are found, moved, fought with; goal, board and hexes are told in words."""
    ear = begin(new_table)
    t, page = ear.t, ear.page
    goal = page.get_by_role("region", name="Goal").aria_snapshot()
    assert "6 units across" in goal
    page.keyboard.press("g")
    tree = page.get_by_role("tree", name="Units")
    expect(tree).to_be_visible()
    tree.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    told = page.get_by_role("region", name=re.compile(r"Hex \d{4}")).aria_snapshot()
    assert "Next to it" in told
    page.get_by_role("tab", name="Play").focus()
    page.keyboard.press("Enter")
    for _ in range(80):
        if t.session().state.turn == 2:
            break
        ear.decide()
    entries = t.session().record.entries
    assert t.session().state.turn == 2
    assert {e.action.split()[0] for e in entries if e.actor != "chance"} >= {"move", "attack", "with", "confirm", "end"}
    said = page.evaluate("window.said")
    assert any(re.search(r"\d% to ", x) for x in said), "the odds are announced"
    rolled = [e for e in entries if e.actor == "chance"]
    assert sum("rolled" in x for x in said) >= len(rolled), "every result is announced"


@pytest.mark.slow
def test_a_whole_game_by_ear(new_table: Callable[..., Table]) -> None:
    ear = begin(new_table)
    for _ in range(600):
        if ear.over():
            break
        ear.decide()
    assert ear.over()
    assert ear.t.session().outcome is not None
