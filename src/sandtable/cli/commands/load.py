"""`sandtable load`: a server on this machine under load."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from rich.table import Table

from sandtable.cli.arguments import AsJson
from sandtable.cli.screen import out, show
from sandtable.server.load import run


def load(
    address: Annotated[list[str] | None, typer.Option(help="A server on this machine; twice for two.")] = None,
    game: Annotated[str, typer.Option(help="What is played.")] = "across-suez-1980",
    tables: Annotated[int, typer.Option(min=0, help="Tables with two seats each, both with a socket.")] = 100,
    seconds: Annotated[float, typer.Option(min=1, help="How long.")] = 20,
    every: Annotated[float, typer.Option(min=0.05, help="Seconds between the actions of a table.")] = 2,
    asleep: Annotated[int, typer.Option(min=0, help="Tables besides that nobody opens.")] = 0,
    thinking: Annotated[int, typer.Option(min=0, help="Tables besides at which the strongest bots play.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the games that are played.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Load a server on this machine and measure how long its answers take."""
    addresses = address or ["http://127.0.0.1:8056"]
    work = run(addresses, game, tables, seconds, every, seed=seed, asleep=asleep, thinking=thinking)
    facts = asyncio.run(work).facts()
    if as_json:
        show(facts)
        return
    shown = Table("figure", "value")
    for name, value in facts.items():
        shown.add_row(name.replace("_", " "), str(value))
    out.print(shown)
