"""A language made by a rule is shown: what stays plain English did not go through the words, and nothing breaks where nobody reads English.

In this language every `a e i o u n c s` of a message has an accent. Names of units, hexes and places stay as they are; the
test knows them from the game's own facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import expect

import sandtable
from sandtable.core import Game
from sandtable.server.catalogue import side_names

from .table import Table, open_record
from .walk import whole_game

pytestmark = pytest.mark.browser
PLAIN = re.compile(r"[A-Za-z]{3,}")
ACCENTED = set("aeiouncsAEIOU")
TEXTS = """() => {
  const found = new Set(), skip = 'svg, noscript, script, style, kbd, code, input, time, .rulebook, .provenance li'
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement
    if (walk.currentNode.textContent.trim() && !e.closest(skip)) found.add(walk.currentNode.textContent.trim())
  }
  for (const e of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!e.closest('.rulebook, .sheet'))
      for (const a of ['aria-label', 'title', 'placeholder']) if (e.getAttribute(a)) found.add(e.getAttribute(a))
  return [...found]
}"""


def names_of(game: Game) -> set[str]:
    """Words that are names: they are the same in every language."""
    texts = [game.title.name, game.scenario.name, game.title.id, "Sandtable"]
    for u in game.roster.units:
        texts += [u.name, u.printed, u.formation]
    texts += [p.name for p in game.map.places]
    texts += [x.name for x in game.title.scenarios]
    return {w for x in texts for w in PLAIN.findall(x)}


def english(texts: Iterable[str], names: set[str]) -> list[str]:
    """Texts with a word in plain English."""
    found = []
    for text in texts:
        words = [w for w in PLAIN.findall(text) if ACCENTED & set(w) and w not in names]
        # a word of a message is split by its accents: what counts is a run of letters with nothing accented beside it
        if any(re.search(rf"(?<![^\W\d_]){re.escape(w)}(?![^\W\d_])", text) for w in words):
            found.append(text)
    return sorted(found)


def pseudo(t: Table) -> Table:
    t.page.add_init_script("location.protocol === 'http:' && localStorage.setItem('sandtable.language', 'pseudo')")
    return t


def start(t: Table, game: str) -> None:
    made = t.page.request.post(
        f"{t.server.url}/api/tables",
        data={"game": game, "players": {s: {"kind": "here"} for s in sandtable.load(game).sides}},
    ).json()
    t.page.goto(f"{t.server.url}/#/table/{made['table']}/{made['owner']}")
    t.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=30_000)
    if t.page.locator(".curtain .main").count():
        t.page.locator(".curtain .main").click()
    t.ready()


def test_the_lobby_and_the_settings_have_no_english_left(table: Table) -> None:
    t = pseudo(table)
    t.page.request.post(f"{t.server.url}/api/tables", data={"game": "suez-56", "players": {"egypt": {"kind": "here"}}})
    names = {w for x in sandtable.games() for w in names_of(sandtable.load(_first(x)))}
    names |= {
        w for x in sandtable.games() for s in x.scenarios for w in PLAIN.findall(f"{s.name} {s.summary} {x.summary}")
    }
    names |= {"greedy", "veteran", "expert", "English"} | set(PLAIN.findall(sandtable.load("suez-56").turn_name(1)))
    sides = (s.name for x in sandtable.games() for s in side_names(sandtable.load(_first(x))))
    names |= {w for side in sides for w in PLAIN.findall(side)}
    t.page.goto(f"{t.server.url}/")
    expect(t.page.locator(".card").first).to_be_visible()
    of_people = t.page.locator(".tables .about b").all_inner_texts()  # tables are called as their owners say
    names |= {w for name in of_people for w in PLAIN.findall(name)}
    assert english(t.page.evaluate(TEXTS), names) == []
    t.page.locator(".first button.main").click()
    expect(t.page.locator("dialog.setup")).to_be_visible()
    for fold in t.page.locator("dialog.setup summary").all():
        fold.click()
    expect(t.page.locator(".provenance table")).to_be_visible(timeout=30_000)
    assert english(t.page.evaluate(TEXTS), names) == []
    t.page.goto(f"{t.server.url}/#/settings")
    expect(t.page.locator(".settings")).to_be_visible()
    assert english(t.page.evaluate(TEXTS), names) == []


def _first(title: sandtable.Title) -> str:
    return f"{title.id}/{title.scenarios[0].id}" if title.scenarios[0].id else title.id


@pytest.mark.parametrize("game", ["across-suez-2021", "suez-56", "sinai/1967", "musketeer"])
def test_a_table_has_no_english_left_and_can_be_played(new_table: Callable[..., Table], game: str) -> None:
    t = pseudo(new_table())
    start(t, game)
    names = names_of(sandtable.load(game))
    left = set(english(t.page.evaluate(TEXTS), names))
    before = t.entries()
    for _ in range(2):
        t.answer()
        if t.page.locator(".curtain .main").count():
            left |= set(english(t.page.evaluate(TEXTS), names))
            t.page.locator(".curtain .main").click()
            t.ready()
        left |= set(english(t.page.evaluate(TEXTS), names))
    assert t.entries() > before
    for step in ("n", "i", "1", "m", "?"):
        t.page.keyboard.press(step)
        t.drawn()
        left |= set(english(t.page.evaluate(TEXTS), names))
    t.page.keyboard.press("Escape")
    for tab in ("log", "board"):
        t.page.locator(f"#tab-{tab}").click()
        left |= set(english(t.page.evaluate(TEXTS), names))
    assert sorted(left) == []


def test_the_end_and_the_people_have_no_english_left(table: Table) -> None:
    """The game in figures, the log of fights, a replay, the players, one's own page."""
    t = pseudo(table)
    session = whole_game()
    open_record(t, session, "replay")
    names = names_of(session.game) | {"greedy", "expert", "English"}
    left = set(english(t.page.evaluate(TEXTS), names))
    t.page.locator(".prompt .small-row button").last.click()  # the game in figures
    expect(t.page.locator("dialog .plot").first).to_be_visible(timeout=60_000)
    left |= set(english(t.page.evaluate(TEXTS), names))
    t.page.keyboard.press("Escape")
    for tab in ("log", "rules"):
        t.page.locator(f"#tab-{tab}").click()
        left |= set(english(t.page.evaluate(TEXTS), names))
    t.page.keyboard.press("b")
    expect(t.page.get_by_test_id("replay")).to_be_visible()
    left |= set(english(t.page.evaluate(TEXTS), names))
    t.page.goto(f"{t.server.url}/#/me")
    t.page.wait_for_load_state("networkidle")
    left |= set(english(t.page.evaluate(TEXTS), names))
    assert sorted(left) == []
