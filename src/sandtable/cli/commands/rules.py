"""`sandtable rules`: which paragraphs code and tests cite."""

from __future__ import annotations

from rich.table import Table

import sandtable
from sandtable.cli.arguments import AsJson, GameId
from sandtable.cli.screen import out, show
from sandtable.studies.coverage import coverage


def rules(game: GameId, as_json: AsJson = False) -> None:
    """Rule coverage: which paragraphs code and tests cite."""
    loaded = sandtable.load(game)
    c = coverage(loaded)
    data = {"game": game, **c.data(), "rulings": len(loaded.ledger().rulings)}
    if as_json:
        show(data)
        return
    table = Table("paragraph", "title", "code", "tests", title=game, title_justify="left")
    for r in loaded.ledger().rules:
        marks = ("yes" if r.id in by else "[red]no[/red]" for by in (c.cited_by_code, c.cited_by_tests))
        table.add_row(r.id, r.title, *(marks if r.enforceable else (r.status, "")))
    out.print(table)
    out.print(
        f"{data['paragraphs']} paragraphs, {data['enforceable']} enforceable, {data['cited_by_code']} cited by code, "
        f"{data['cited_by_tests']} by tests; missing: {', '.join(c.missing) or 'none'}"
    )
