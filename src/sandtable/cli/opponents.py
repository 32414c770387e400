"""`sandtable ladder`, `gate` and `train`: how strong the opponents are, and what they learn from."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import sandtable
from sandtable import bots
from sandtable.bots.evaluate import write_weights
from sandtable.studies import ladder as study
from sandtable.studies import pool, training

out = Console()
err = Console(stderr=True)

TitleId = Annotated[str, typer.Argument(metavar="TITLE", help="A game, such as across-suez-1980 or sinai/1967.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Seed = Annotated[int, typer.Option(help="The first seed; every pair takes the next.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes (default: one per core).")]
Results = Annotated[Path | None, typer.Option("--results", help="Where pairs are kept (default: bench/ladder).")]


def bar(quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, disable=quiet)


def log_of(title: str, results: Path | None) -> study.Log:
    return study.Log(results or Path("bench/ladder") / f"{title.replace('/', '-')}.jsonl")


def ladder(
    title: TitleId,
    players: Annotated[str, typer.Option(help="Who plays (default: levels and exploiters).")] = "",
    pairs: Annotated[int, typer.Option("--pairs", "-n", min=1, help="Pairs of games of every couple.")] = 10,
    seed: Seed = 1,
    jobs: Jobs = 0,
    results: Results = None,
    as_json: AsJson = False,
) -> None:
    """Levels and exploiters against each other in seat-swapped pairs: Elo with intervals, and the full matrix."""
    names = [p for p in players.split(",") if p] or study.pool_of(title)
    if len(names) < 2:
        raise ValueError(f"a ladder needs two players; {title} has {', '.join(study.known(title))}")
    for name in names:
        study.seat(title, name, sandtable.load(title).sides[0])
    work = study.round_robin(title, names, pairs, seed)
    found = []
    with bar(as_json) as progress:
        task = progress.add_task("pairs", total=len(work))
        for pair in log_of(title, results).run(work, jobs or pool.cores()):
            found.append(pair)
            progress.advance(task)
    result = study.ladder(names, found)
    if as_json:
        typer.echo(json.dumps(ladder_data(title, result), ensure_ascii=False, indent=2))
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


def gate(
    new: Annotated[str, typer.Argument(help="The player that should be stronger.")],
    old: Annotated[str, typer.Argument(help="The player it is measured against.")],
    title: TitleId,
    bounds: Annotated[str, typer.Option(help="Elo leads: rejected at the first, accepted at the second.")] = "0,50",
    most: Annotated[int, typer.Option(min=2, help="Pairs after which it gives up.")] = 400,
    seed: Seed = 1,
    jobs: Jobs = 0,
    results: Results = None,
    as_json: AsJson = False,
) -> None:
    """The sequential test that every change of strength must pass. Exit codes: 0 stronger, 1 not stronger, 3 undecided."""
    low, _, high = bounds.partition(",")
    try:
        limits = float(low), float(high)
    except ValueError:
        raise ValueError(f"--bounds takes two numbers such as 0,50, not {bounds!r}") from None
    if not limits[0] < limits[1]:
        raise ValueError("the second of --bounds must be greater than the first")
    for name in (new, old):
        study.seat(title, name, sandtable.load(title).sides[0])
    with bar(as_json) as progress:
        task = progress.add_task("pairs", total=most)
        for v in study.gate(title, new, old, limits, most, seed, log_of(title, results), jobs or pool.cores()):
            progress.update(task, completed=v.pairs, description=f"{v.mean:.3f}, LLR {v.ratio:+.2f}")
    word = {True: "stronger", False: "not stronger", None: "undecided"}[v.passed]
    if as_json:
        typer.echo(json.dumps({"title": title, "new": new, "old": old, "verdict": word, **asdict(v)}, indent=2))
    else:
        text = f"{new} against {old}: {word} after {v.pairs} pairs; score {v.mean:.3f} ({v.low:.3f} to {v.high:.3f})"
        out.print(f"{text}, log-likelihood ratio {v.ratio:+.2f}.", markup=False, highlight=False, soft_wrap=True)
    if v.passed is not True:
        raise typer.Exit(1 if v.passed is False else 3)


def train(
    title: TitleId,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games to play and learn from.")] = 450,
    seed: Seed = 1,
    jobs: Jobs = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Weights file (default: the shipped one).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fit the evaluator of a title from games between all its postures; show how well it predicts games it has not seen."""
    game, book = training.learned(title)
    rows = []
    with bar(as_json) as progress:
        task = progress.add_task("games", total=games)
        for some in training.games(title, games, seed, jobs or pool.cores()):
            rows += some
            progress.advance(task)
    fit = training.learn(rows)
    how = {"title": game.id, "games": fit.games, "positions": fit.positions, "seed": seed}
    how |= {"log_loss": round(fit.quality.loss, 4), "constant": round(fit.quality.constant, 4)}
    path = output or book.weights
    write_weights(path, how, book.evaluator.meaning, fit.weights)
    if as_json:
        typer.echo(json.dumps({**how, "quality": asdict(fit.quality), "weights": str(path)}, indent=2))
        return
    show_fit(book, fit)
    out.print(f"Written to {path}", markup=False, highlight=False, soft_wrap=True)


def show_fit(book: bots.Playbook, fit: training.Fit) -> None:
    q = fit.quality
    out.print(f"Log-loss on games not seen: {q.loss:.4f}; of always saying the mean: {q.constant:.4f}", highlight=False)
    table = Table("said", "happened", "positions", title="Calibration", title_justify="left")
    for said, happened, n in q.deciles:
        table.add_row(f"{said:.2f}", f"{happened:.2f}", str(n))
    out.print(table)
    table = Table("turn", "log-loss", "constant", "positions", title="By turn", title_justify="left")
    for turn, loss, constant, n in q.turns:
        table.add_row(str(turn), f"{loss:.3f}", f"{constant:.3f}", str(n))
    out.print(table)
    table = Table("feature", "weight", "fades", "moving", "what it is", title="Weights", title_justify="left")
    for i, (name, text) in enumerate({"": "The constant.", **book.evaluator.meaning}.items()):
        plain, fades, moving = fit.weights[3 * i : 3 * i + 3]
        table.add_row(name, f"{plain:+.2f}", f"{fades:+.2f}", f"{moving:+.2f}", text)
    out.print(table)
