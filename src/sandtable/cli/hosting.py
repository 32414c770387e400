"""`sandtable serve`, `backup`, `restore`, `admin` and `load`: for those who run a server for others (docs/hosting.md)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from sandtable.server.store import Store

out = Console()

Config = Annotated[Path | None, typer.Option("--config", "-c", help="The configuration, a TOML file.")]
Database = Annotated[str | None, typer.Option(help="Address of the database (default: SQLite in the data folder).")]
Data = Annotated[Path | None, typer.Option(help="Where games are kept when no database is named.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

admin = typer.Typer(no_args_is_help=True, help="Tables and people of a server: list, close, delete, anonymise, ban.")


def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0: any free one.", min=0, max=65535)] = None,
    database: Database = None,
    data: Data = None,
    check: Annotated[bool, typer.Option("--check", help="Only check the configuration.")] = False,
) -> None:
    """The same table for other people."""
    from sandtable.server.run import serve as run
    from sandtable.server.settings import read_settings

    settings = read_settings(config, host=host, port=port, database=database, data=data)
    if check:
        out.print("The configuration is right.")
        return
    run(settings)


def _database(config: Path | None, database: str | None, data: Path | None) -> str:
    from sandtable.server.run import database_url, made_folder
    from sandtable.server.settings import read_settings

    settings = read_settings(config, database=database, data=data)
    return database_url(settings, made_folder(settings))


def backup(
    to: Path, config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False
) -> None:
    """Write everything that a server keeps into one file, while it runs."""
    from sandtable.server.backup import backup as written

    _counts(written(_database(config, database, data), to), as_json, f"written to {to}")


def restore(
    path: Path, config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False
) -> None:
    """Fill an empty database from a backup."""
    from sandtable.server.backup import restore as restored

    _counts(restored(_database(config, database, data), path), as_json, "restored")


def _counts(counts: dict[str, int], as_json: bool, told: str) -> None:
    if as_json:
        print(json.dumps(counts))
    else:
        out.print(f"{counts['tables']} tables with {counts['entries']} decisions, {counts['persons']} people {told}.")


def _store(config: Path | None, database: str | None, data: Path | None) -> Store:
    from sandtable.server.store import Store

    return Store(_database(config, database, data))


@admin.command("tables")
def list_tables(config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False) -> None:
    """All tables, the newest first."""
    from sandtable.server import admin as host

    _show(host.tables(_store(config, database, data)), as_json)


@admin.command("persons")
def list_persons(config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False) -> None:
    """All people who made a key; without their addresses."""
    from sandtable.server import admin as host

    _show(host.persons(_store(config, database, data)), as_json)


def _show(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(rows))
        return
    table = Table(*(rows[0] if rows else ["nothing"]))
    for row in rows:
        table.add_row(*(str(x) for x in row.values()))
    out.print(table)


@admin.command("close")
def close(table: str, config: Config = None, database: Database = None, data: Data = None) -> None:
    """End a game; it can still be looked at."""
    from sandtable.server import admin as host

    host.close(_store(config, database, data), table)


@admin.command("delete")
def delete(table: str, config: Config = None, database: Database = None, data: Data = None) -> None:
    """Delete a table with everything that belongs to it."""
    from sandtable.server import admin as host

    host.delete(_store(config, database, data), table)


@admin.command("anonymise")
def anonymise(person: str, config: Config = None, database: Database = None, data: Data = None) -> None:
    """Forget a person: name, addresses, keys. The games stay."""
    from sandtable.server import admin as host

    host.anonymise(_store(config, database, data), person)


@admin.command("ban")
def ban(person: str, config: Config = None, database: Database = None, data: Data = None, lift: bool = False) -> None:
    """A key opens nothing any more; --lift ends that."""
    from sandtable.server import admin as host

    host.ban(_store(config, database, data), person, not lift)


def load(
    address: Annotated[list[str] | None, typer.Option(help="A server on this machine; twice for two.")] = None,
    game: Annotated[str, typer.Option(help="What is played.")] = "across-suez-1980",
    tables: Annotated[int, typer.Option(min=1, help="Tables with two sockets each.")] = 100,
    seconds: Annotated[float, typer.Option(min=1, help="How long.")] = 20,
    every: Annotated[float, typer.Option(min=0.05, help="Seconds between the actions of a table.")] = 2,
    seed: Annotated[int, typer.Option(help="Of the games that are played.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Load a server on this machine and measure how long its answers take."""
    addresses = address or ["http://127.0.0.1:8056"]
    from sandtable.server.load import run

    facts = asyncio.run(run(addresses, game, tables, seconds, every, seed)).facts()
    if as_json:
        print(json.dumps(facts))
        return
    shown = Table("figure", "value")
    for name, value in facts.items():
        shown.add_row(name, str(value))
    out.print(shown)
