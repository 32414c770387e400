"""`sandtable admin`: tables and people of a server."""

from __future__ import annotations

from typing import Any

import typer
from rich.table import Table

from sandtable.cli.arguments import AsJson
from sandtable.cli.hosting import Config, Data, Database, store_of
from sandtable.cli.screen import out, show
from sandtable.server import admin as host

admin = typer.Typer(
    no_args_is_help=True,
    help="Tables and people of a server: list, close, delete, anonymise, ban. An old id that begins with a dash comes after --.",
)


@admin.command("tables")
def list_tables(config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False) -> None:
    """All tables, the newest first."""
    _rows(host.tables(store_of(config, database, data)), as_json)


@admin.command("persons")
def list_persons(config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False) -> None:
    """All people who made a key; without their addresses."""
    _rows(host.persons(store_of(config, database, data)), as_json)


def _rows(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        show(rows)
        return
    table = Table(*(rows[0] if rows else ["nothing"]))
    for row in rows:
        table.add_row(*(str(x) for x in row.values()))
    out.print(table)


@admin.command("close")
def close(table: str, config: Config = None, database: Database = None, data: Data = None) -> None:
    """End a game; it can still be looked at."""
    host.close(store_of(config, database, data), table)


@admin.command("delete")
def delete(table: str, config: Config = None, database: Database = None, data: Data = None) -> None:
    """Delete a table with everything that belongs to it."""
    host.delete(store_of(config, database, data), table)


@admin.command("anonymise")
def anonymise(person: str, config: Config = None, database: Database = None, data: Data = None) -> None:
    """Forget a person: name, addresses, keys. The games stay."""
    host.anonymise(store_of(config, database, data), person)


@admin.command("ban")
def ban(person: str, config: Config = None, database: Database = None, data: Data = None, lift: bool = False) -> None:
    """A key opens nothing any more; --lift ends that."""
    host.ban(store_of(config, database, data), person, not lift)
