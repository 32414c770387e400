"""`sandtable bot TITLE LEVEL`: one of our opponents on standard input and output (docs/bots.md)."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

import sandtable
from sandtable import bots
from sandtable.bots.external import speak
from sandtable.core import Game


def bot(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="A game, such as across-suez-1980 or sinai/1967.")],
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="How well it plays: greedy, best ...")],
) -> None:
    """A bot that speaks the line protocol: one JSON object per line."""
    game = sandtable.load(title)
    bots.level(level, game)

    def make(game: Game[Any], side: str, seed: int | str) -> bots.Bot[Any]:
        return bots.make(level, game, side, seed)

    speak(make, sandtable.load, game.id, sys.stdin, sys.stdout)
