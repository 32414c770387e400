"""`sandtable bench`: speed, beside peers."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

import sandtable
from sandtable.cli.arguments import AsJson
from sandtable.cli.screen import out, show
from sandtable.studies import bench as study


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each figure.")] = 3.0,
    as_json: AsJson = False,
) -> None:
    """The benchmarks, beside peers where they are installed."""
    names = game or [t.id for t in sandtable.games()]
    figures = {name: study.measure(name, seconds) for name in names}
    others = dict(study.peers(seconds))
    base = next(iter(figures.values()))["decisions_per_second"]
    ratios = {name: round(base / value, 2) for name, value in others.items() if value}
    data = {"games": figures, "peers": others, "ratio_of_first_game_to": ratios}
    if as_json:
        show(data)
        return
    table = Table("figure", *figures, title="Benchmarks", title_justify="left")
    for key in next(iter(figures.values())):
        table.add_row(key.replace("_", " "), *(str(f[key]) for f in figures.values()))
    out.print(table)
    for name, value in others.items():
        note = f"ratio {ratios[name]}" if value else "not installed: pip install sandtable[bench]"
        out.print(f"{name}: {value or '-'} ({note})", markup=False)
