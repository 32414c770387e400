"""What the commands about the opponents' strength share (docs/opponents.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.studies import ladder as study

TitleId = Annotated[str, typer.Argument(metavar="TITLE", help="A game, such as across-suez-1980 or sinai/1967.")]
PairSeed = Annotated[int, typer.Option("--seed", help="The first seed; every pair takes the next.")]
Results = Annotated[Path | None, typer.Option("--results", help="Where pairs are kept (default: bench/ladder).")]


def log_of(title: str, results: Path | None) -> study.Log:
    return study.Log(results or Path("bench/ladder") / f"{title.replace('/', '-')}.jsonl")
