"""What the commands of those who run a server for others ask for (docs/hosting.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.screen import out, show
from sandtable.server.run import database_url, made_folder
from sandtable.server.settings import read_settings
from sandtable.server.store import Store
from sandtable.server.vault import HostKey

Config = Annotated[Path | None, typer.Option("--config", "-c", help="The configuration, a TOML file.")]
Database = Annotated[str | None, typer.Option(help="Address of the database (default: SQLite in the data folder).")]
Data = Annotated[Path | None, typer.Option(help="Where games are kept when no database is named.")]


def database_of(config: Path | None, database: str | None, data: Path | None) -> str:
    """The database that a server with this configuration uses."""
    settings = read_settings(config, database=database, data=data)
    return database_url(settings, made_folder(settings))


def store_of(config: Path | None, database: str | None, data: Path | None) -> Store:
    """The same, opened with the server's key."""
    settings = read_settings(config, database=database, data=data)
    folder = made_folder(settings)
    key = HostKey.kept_at(folder / "host.key", settings.host_key)
    return Store(database_url(settings, folder), key, must_fit=True)


def show_counts(counts: dict[str, int], as_json: bool, told: str) -> None:
    if as_json:
        show(counts)
    else:
        out.print(f"{counts['tables']} tables with {counts['entries']} decisions, {counts['persons']} people {told}.")
