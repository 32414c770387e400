"""`sandtable bench`: speed, beside peers."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import sandtable
from sandtable.cli.arguments import AsJson
from sandtable.cli.screen import err, out, show
from sandtable.studies import bench as study

RESULTS = Path("bench/results")
LARGEST = "sinai/1973"
"""Measured beside the first scenario of every title."""


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Processor time for each figure.")] = 3.0,
    server: Annotated[
        bool, typer.Option("--server/--no-server", help="With the cost of an action on a server.")
    ] = True,
    against: Annotated[
        Path | None, typer.Option(help="An earlier result; else the newest in bench/results.", dir_okay=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The benchmarks, beside peers where they are installed."""
    names = game or [*(t.ids[0] for t in sandtable.games()), LARGEST]
    before = earlier(against)
    data = study.run(names, seconds)
    if server:
        data["server"] = import_module("sandtable.server.load.alone").cost_of_actions(names, seconds)
    data["losses"] = study.losses(data, before) if before else []
    if as_json:
        show(data)
    else:
        tell(data)
    for loss in data["losses"]:
        err.print(f"warning: {loss}", style="bold red", markup=False)


def earlier(against: Path | None) -> dict[str, Any] | None:
    """The run to compare with."""
    stored = sorted(RESULTS.glob("*.json"), key=lambda p: p.stat().st_mtime)
    path = against or (stored[-1] if stored else None)
    text = path.read_text(encoding="utf-8") if path else ""
    found: dict[str, Any] | None = json.loads(text) if text.strip() else None
    return found


def tell(data: dict[str, Any]) -> None:
    """The figures as tables: games, ratios to peers, the server, the curves."""
    games = data["games"]
    keys = dict.fromkeys(key for figures in games.values() for key in figures)
    rows = {key.replace("_", " "): [figures.get(key, "-") for figures in games.values()] for key in keys}
    rows |= {f"times {name}": list(ratio.values()) for name, ratio in data["ratios"].items()}
    for key in ("server_cpu_ms_per_action", "p95_ms"):
        if served := data.get("server"):
            rows[f"server: {key.replace('_', ' ')}"] = [served[name][key] for name in games]
    table = Table("figure", *games, title="Benchmarks, in processor time", title_justify="left")
    for name, values in rows.items():
        table.add_row(name, *map(str, values))
    out.print(table)
    for name, value in data["peers"].items():
        out.print(f"{name}: {value or '- (not installed: pip install sandtable[bench])'}", markup=False)
    for name, curve in data["scaling"].items():
        text = ", ".join(f"{n}: {us} µs" for n, us in curve["us"].items())
        out.print(
            f"{name.replace('_', ' ')}: {text}; growth {curve['growth']}, linear is {curve['linear']}", markup=False
        )
