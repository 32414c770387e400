"""`sandtable ladder`: how strong the players of a title are."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

import sandtable
from sandtable.bots.external import allow
from sandtable.cli.arguments import AsJson, Jobs
from sandtable.cli.opponents import PairSeed, Results, TitleId, log_of
from sandtable.cli.screen import out, progress, show
from sandtable.studies import ladder as study
from sandtable.studies import pool


def ladder(
    title: TitleId,
    players: Annotated[str, typer.Option(help="Who plays (default: levels and exploiters).")] = "",
    of: Annotated[str, typer.Option(help="Only the couples of this player.")] = "",
    pairs: Annotated[int, typer.Option("--pairs", "-n", min=1, help="Pairs of games of every couple.")] = 10,
    seed: PairSeed = 1,
    jobs: Jobs = 0,
    results: Results = None,
    as_json: AsJson = False,
) -> None:
    """Levels and exploiters against each other in seat-swapped pairs: Elo with intervals, and the full matrix."""
    allow()  # whoever types the name of a program on his own machine may run it
    names = [p for p in players.split(",") if p] or study.pool_of(title)
    if of and of not in names:
        names = [of, *names]
    if len(names) < 2:
        raise ValueError(f"a ladder needs two players; {title} has {', '.join(study.known(title))}")
    for name in names:
        study.seat(title, name, sandtable.load(title).sides[0])
    work = study.round_robin(title, names, pairs, seed, of)
    found = []
    with progress(len(work), "pairs", as_json) as bar:
        for pair in log_of(title, results).run(work, jobs or pool.cores()):
            found.append(pair)
            bar.advance(bar.task_ids[0])
    result = study.ladder(names, found)
    if as_json:
        show(ladder_data(title, result))
        return
    show_ladder(title, result)


def ladder_data(title: str, result: study.Ladder) -> dict[str, Any]:
    return {
        "title": title,
        "identity": study.identity(title),
        "standings": [asdict(x) for x in result.standings],
        "matrix": [
            {"first": a, "second": b, "score": m, "low": low, "high": high, "pairs": n}
            for (a, b), (m, low, high, n) in result.matrix.items()
        ],
    }


def show_ladder(title: str, result: study.Ladder) -> None:
    table = Table("player", "Elo", "95 %", "pairs", title=f"{title} ({study.identity(title)})", title_justify="left")
    for x in result.standings:
        table.add_row(x.player, f"{x.elo:+.0f}", f"{x.low:+.0f} to {x.high:+.0f}", str(x.pairs))
    out.print(table)
    names = [x.player for x in result.standings]
    matrix = Table("", *names, title="Score of the row against the column", title_justify="left")
    for a in names:
        row = []
        for b in names:
            if cell := result.matrix.get((a, b)):
                row.append(f"{cell[0]:.2f}")
            elif cell := result.matrix.get((b, a)):
                row.append(f"{1 - cell[0]:.2f}")
            else:
                row.append("")
        matrix.add_row(a, *row)
    out.print(matrix)
