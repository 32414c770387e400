"""`sandtable serve`: the table for other people."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.hosting import Config, Data, Database
from sandtable.cli.screen import out
from sandtable.server import run
from sandtable.server.settings import read_settings
from sandtable.server.store import Store


def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0: any free one.", min=0, max=65535)] = None,
    database: Database = None,
    data: Data = None,
    check: Annotated[bool, typer.Option("--check", help="Only check the configuration.")] = False,
) -> None:
    """The same table for other people."""
    settings = read_settings(config, host=host, port=port, database=database, data=data)
    if settings.database:
        Store.check_url(settings.database)
    if check:
        out.print("The configuration is right.")
        return
    run.serve(settings)
