"""`sandtable restore`: a server's database from a backup."""

from __future__ import annotations

from pathlib import Path

from sandtable.cli.arguments import AsJson
from sandtable.cli.hosting import Config, Data, Database, database_of, show_counts
from sandtable.server import backup as files


def restore(
    path: Path, config: Config = None, database: Database = None, data: Data = None, as_json: AsJson = False
) -> None:
    """Fill an empty database from a backup."""
    show_counts(files.restore(database_of(config, database, data), path), as_json, "restored")
