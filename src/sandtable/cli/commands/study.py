"""`sandtable study FILE`: runs a study, goes on where it was stopped, and writes the report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from typer.core import TyperCommand

from sandtable.bots.external import allow
from sandtable.cli.arguments import AsJson, Jobs
from sandtable.cli.screen import err, out, show
from sandtable.extras import need
from sandtable.studies import pool
from sandtable.studies.match import wilson
from sandtable.studies.study import Results, Run, Study, crew_of, read_study


class OptionalAddress(TyperCommand):
    """`--ray` alone means a cluster of this machine's own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)
        if "--ray" in given:
            after = given.index("--ray") + 1
            if after == len(given) or given[after].startswith("-") or given[after].endswith(".toml"):
                given.insert(after, "local")
        return super().parse_args(ctx, given)


SHAPE = OptionalAddress


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The study, a TOML file (docs/studies.md).")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder of the results (default: beside the file).")
    ] = None,
    jobs: Jobs = 0,
    ray: Annotated[
        str, typer.Option(metavar="[ADDRESS]", help="On a Ray cluster; without an address on one of its own.")
    ] = "",
    games: Annotated[int, typer.Option(min=0, help="Games per cell instead of what the file says.")] = 0,
    mix: Annotated[bool, typer.Option("--mix", help="Go on with games that another version has played.")] = False,
    export: Annotated[bool, typer.Option("--export", help="Write every figure as SVG and PNG too.")] = False,
    report: Annotated[bool, typer.Option("--report/--no-report", help="Write report.html.")] = True,
    programs: Annotated[
        bool, typer.Option("--allow-programs", help="Let players of the file that are programs (exec:...) run here.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a study: runs, resumes, reports."""
    if programs:
        allow()
    wanted = read_study(file)
    if report:
        need("sandtable.studies.report.page")  # what cannot be written is said before the games are played
    if games:
        wanted = replace(wanted, games=games, precision=0.0)
    folder = output or file.with_suffix("")
    processes = jobs or pool.cores()
    run = Run(wanted, folder, mix)
    try:
        _play(run, crew_of(processes, ray), processes, quiet=as_json)
    except KeyboardInterrupt:
        done = len(run.rows())
        err.print(f"Stopped after {done} games, all of them kept in {folder}. The same command goes on.", markup=False)
        raise typer.Exit(130) from None
    results = Results(wanted, run.rows(), run.troubles)
    data = _written(run, results, folder, report, export)
    if as_json:
        show(data)
    else:
        _tell(wanted, data)
    if results.troubles:
        raise typer.Exit(1)


def _written(run: Run, results: Results, folder: Path, report: bool, export: bool) -> dict[str, Any]:
    """The study as data, with the files that were written."""
    data: dict[str, Any] = {
        "study": results.study.title,
        "folder": str(folder),
        "games": len(results.rows),
        "troubles": results.troubles,
        "cells": _cells(run),
    }
    if report:
        results.parquet(folder)
        data["report"] = str(results.report(folder / "report.html"))
        if export:
            data["figures"] = [str(p) for p in results.export(folder / "figures")]
    return data


def _play(run: Run, crew: Any, processes: int, quiet: bool) -> None:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
        console=err,
        disable=quiet or not err.is_terminal,
        transient=True,
    )
    with bar:
        task = bar.add_task("games", total=None, left="")
        for p in run.play(crew):
            left = time_left(p.left / processes) if p.known else ""
            bar.update(task, total=p.total, completed=p.done, left=left)


def time_left(seconds: float) -> str:
    """An estimate in the words of one."""
    if seconds < 60:
        return "less than a minute left"
    minutes = round(seconds / 60)
    return f"about {minutes} min left" if minutes < 90 else f"about {minutes / 60:.1f} h left"


def _cells(run: Run) -> list[dict[str, Any]]:
    found = []
    for c in run.cells:
        wins = sum(row["winner"] == c.favourite for row in c.done.values())
        found.append(
            {
                "scenario": c.scenario,
                "variation": c.variation,
                "players": c.pairing,
                "games": len(c.done),
                "side": c.favourite,
                "wins": wins,
                "win_rate_95": [round(x, 4) for x in wilson(wins, len(c.done))],
                "seconds_per_game": round(c.seconds / len(c.done), 2) if c.done else None,
            }
        )
    return found


def _tell(wanted: Study, data: dict[str, Any]) -> None:
    out.print(wanted.title, style="bold", markup=False)
    for c in data["cells"]:
        low, high = c["win_rate_95"]
        out.print(
            f"  {c['scenario']}, {c['variation']}, {c['players']}: {c['side']} won {c['wins']} of {c['games']} "
            f"({low:.0%} to {high:.0%})",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    for trouble in data["troubles"]:
        err.print(trouble, style="bold red", markup=False)
    for name in ("report", "folder"):
        if name in data:
            out.print(f"{name}: {data[name]}", markup=False, highlight=False, soft_wrap=True)
