"""A new table as the rows of the database."""

from __future__ import annotations

import time

from sandtable.session import Session
from sandtable.session.history import PAGE

from ..encode import dumps, state_text
from ..store import Saved
from ..store.saved import passed_row, rows_of
from . import clocks, seen
from .table import Table
from .trouble import Json


def start(saved: Saved, session: Session) -> Table:
    """The table, with its clocks, as it is before anybody has done anything."""
    table = Table(saved, session)
    clocks.pass_on(table, time.time())
    saved.summary = seen.summary(table)
    return table


def table_rows(table: Table) -> dict[str, list[Json]]:
    states = table.session.states
    kept = [(n, state_text(states[n])) for n in range(PAGE, len(states), PAGE)]
    rows = rows_of(table.saved, [dumps(x) for x in table.lines], kept)
    begun = table.saved.conduct.get("to_move") and not table.saved.waiting
    return {**rows, "notices": [passed_row(table.saved, time.time())] if begun else []}
