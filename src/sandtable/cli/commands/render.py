"""`sandtable render`: the map and set-up as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import sandtable
from sandtable.cli.arguments import GameId, Overlay
from sandtable.cli.screen import err
from sandtable.render import write_picture


def render(
    game: GameId,
    output: Annotated[Path, typer.Option("-o", "--output", help="An .svg or .png file.")],
    setup: Annotated[bool, typer.Option("--setup/--no-setup", help="With the counters at the start.")] = True,
    width: Annotated[int, typer.Option(min=50, max=20000, help="Width of a PNG in pixels.")] = 2400,
    overlay: Overlay = None,
) -> None:
    """The map and set-up as a picture."""
    write_picture(sandtable.load(game, overlay), output, setup=setup, width=width)
    err.print(f"wrote {output}", markup=False, highlight=False)
