"""`sandtable play`: the local table, or the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import sandtable
from sandtable.cli import terminal as here
from sandtable.cli.arguments import Options, Overlay
from sandtable.extras import need

Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on (0: any free one).")]


def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]")] = None,
    port: Port = 8056,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    data: Annotated[Path | None, typer.Option(help="Where games are kept.")] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here in the terminal.")] = False,
    players: Annotated[str, typer.Option(help="In the terminal: who plays, e.g. egypt=greedy.")] = "",
    save: Annotated[Path | None, typer.Option(help="In the terminal: the record to write and resume.")] = None,
    dice: Annotated[str, typer.Option(help="In the terminal: seeded or typed.")] = "seeded",
    options: Options = None,
    overlay: Overlay = None,
) -> None:
    """Start the local table and open the browser."""
    if terminal:
        here.run(game or "across-suez-1980", players, save, dice, options, overlay)
        return
    if game:
        sandtable.load(game)
    need("sandtable.server.run").local(port=port, browser=browser, data=data, game=game)
