"""`sandtable restore`: a server's database from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.arguments import AsJson
from sandtable.cli.hosting import Config, Data, Database, database_of, show_counts
from sandtable.server import backup as files


def restore(
    path: Path,
    config: Config = None,
    database: Database = None,
    data: Data = None,
    moved: Annotated[bool, typer.Option("--moved", help="Nobody has played since: games keep their dice.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fill an empty database from a backup. Running games go on with fresh dice, as those of the backup may be known by now."""
    show_counts(files.restore(database_of(config, database, data), path, moved), as_json, "restored")
