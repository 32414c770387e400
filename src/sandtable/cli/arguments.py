"""What several commands ask for, and how it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.core import Game

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game, such as across-suez-1980 or sinai/1967.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An optional rule, as name=value.")]
Overlay = Annotated[Path | None, typer.Option(help="A folder with your own component files.")]
Seed = Annotated[int, typer.Option(help="Seed of all randomness.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes (default: one per core).")]


def parse_options(game: Game[Any], given: list[str] | None, everything: bool = False) -> dict[str, Any]:
    """`name=value` pairs, typed by the game's option list."""
    known = {o.name: o for o in game.title.options}
    options: dict[str, Any] = {}
    if everything:
        options = {o.name: next(c for c in o.choices if c != o.default) for o in game.title.options if o.name}
    for item in given or []:
        name, _, value = item.partition("=")
        choices = {str(c).lower(): c for c in known[name].choices} if name in known else {}
        choices |= {"on": True, "off": False, "yes": True, "no": False} if True in choices.values() else {}
        options[name] = choices.get(value.lower() or "true", value)
    game.configured(options)
    return options
