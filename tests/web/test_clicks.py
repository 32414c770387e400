"""Every click answers: all units and a sample of hexes, in every kind of decision of every title.

Positions come from the reference games. The page's own handlers are called, as a mouse would; a decision they would send is
noted and not sent, so that one position serves for all its clicks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable.core import CHANCE
from sandtable.session import Session

from .table import Table

pytestmark = pytest.mark.browser
RECORDS = Path(__file__).parents[1] / "playthroughs" / "records"
UNITS, HEXES = 30, 8
"""So many of each are clicked in one position: all of them in the smaller titles, a sample in the large ones."""


def kinds(session: Session) -> dict[str, int]:
    """The first position of every kind of decision."""
    found: dict[str, int] = {}
    for n, s in enumerate(session.states):
        if s.actor not in (None, CHANCE):
            found.setdefault(type(s.choice).__name__, n)
    return found


def at_position(t: Table, replay: dict[str, Any], sides: tuple[str, ...], entry: int) -> None:
    """A table that goes on from there, everybody at this screen; the page moves to it without being loaded anew."""
    players = {side: {"kind": "here", "name": "", "level": ""} for side in sides}
    made = t.page.request.post(
        f"{t.server.url}/api/tables/{replay['table']}/fork",
        data={"entry": entry, "players": players, "name": f"at {entry}"},
        headers={"Authorization": f"Bearer {replay['owner']}"},
    )
    assert made.ok, made.text()
    link = made.json()
    t.page.evaluate("x => (location.hash = x)", f"#/table/{link['table']}/{link['owner']}")
    ready = "x => window.sandtable?.table() === x && window.sandtable.mine() && document.querySelector('.sheet > *')"
    shown = f"x => document.querySelector('.curtain .main') || ({ready})(x)"
    t.page.wait_for_function(shown, arg=link["table"], timeout=30_000)
    if t.page.locator(".curtain .main").count():
        t.page.locator(".curtain .main").click()
        t.page.wait_for_function(ready, arg=link["table"], timeout=30_000)


@pytest.mark.parametrize("title", sorted(p.stem for p in RECORDS.glob("*.record")))
def test_no_click_is_dead(new_table: Callable[..., Table], title: str) -> None:
    text = (RECORDS / f"{title}.record").read_text(encoding="utf-8")
    session = Session.from_text(text)
    t = new_table()
    t.page.goto(f"{t.server.url}/")
    made = t.page.request.post(
        f"{t.server.url}/api/import", data={"record": text, "as": "replay", "name": title, "players": {}}
    )
    assert made.ok, made.text()
    rng, dead, clicks = Random(title), [], 0
    for kind, entry in kinds(session).items():
        at_position(t, made.json(), session.game.sides, entry)
        units = t.page.evaluate("window.sandtable.units()")
        hexes = t.page.evaluate("window.sandtable.hexes()")
        some = [rng.sample(units, min(UNITS, len(units))), rng.sample(hexes, HEXES)]
        answers = t.page.evaluate("([u, h]) => window.sandtable.answers(u, h)", some)
        clicks += len(answers)
        dead += [f"{kind} (entry {entry}): {what}" for what, answer in answers.items() if not answer]
    assert clicks > 100
    assert dead == []
