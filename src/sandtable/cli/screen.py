"""What the commands print on: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

out = Console()
err = Console(stderr=True)


def show(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def progress(total: int, what: str, quiet: bool) -> Progress:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        disable=quiet or not err.is_terminal,
        transient=True,
    )
    bar.add_task(what, total=total)
    return bar
