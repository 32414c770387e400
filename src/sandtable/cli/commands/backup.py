"""`sandtable backup`: everything that a server keeps, in one file."""

from __future__ import annotations

from pathlib import Path

from sandtable.cli.arguments import AsJson
from sandtable.cli.hosting import Config, Data, Database, database_of, show_counts
from sandtable.server import backup as files


def backup(
    to: Path, config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False
) -> None:
    """Write everything that a server keeps into one file, while it runs."""
    show_counts(files.backup(database_of(config, database, data), to), as_json, f"written to {to}")
