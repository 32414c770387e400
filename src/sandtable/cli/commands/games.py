"""`sandtable games`: what can be played."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.table import Table

import sandtable
from sandtable.cli.arguments import AsJson
from sandtable.cli.screen import out, show


def games(as_json: AsJson = False) -> None:
    """Titles, scenarios and options."""
    if as_json:
        show([facts(t) for t in sandtable.games()])
        return
    table = Table("game", "what it is", "turns", "sides", title="Sandtable", title_justify="left")
    for t in sandtable.games():
        table.add_row(t.id, f"[bold]{t.name}[/bold]: {t.summary}", "", " / ".join(t.sides))
        for x in t.scenarios:
            if x.id:
                table.add_row(f"  {t.id}/{x.id}", x.name, str(x.turns), "")
            else:
                table.columns[2]._cells[-1] = str(x.turns)
        for o in t.options:
            table.add_row("", f"  --option {o.name}: {o.title} [{o.rule}]".replace("[", "\\["), "", "")
    out.print(table)


def facts(t: sandtable.Title) -> dict[str, Any]:
    """A title as data."""
    return {
        "id": t.id,
        "name": t.name,
        "summary": t.summary,
        "sides": t.sides,
        "difficulty": t.difficulty,
        "edition": t.edition,
        "editions": [asdict(e) for e in t.editions],
        "scenarios": [
            {"id": t.id_of(x), "name": x.name, "turns": x.turns, "summary": x.summary, "rule": x.rule}
            for x in t.scenarios
        ],
        "options": [
            {"name": o.name, "title": o.title, "rule": o.rule, "default": o.default, "choices": o.choices}
            for o in t.options
        ],
    }
