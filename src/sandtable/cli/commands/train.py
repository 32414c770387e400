"""`sandtable train`: the weights of an evaluator, from games."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from sandtable import bots
from sandtable.bots.evaluate import Quality, Row, write_weights
from sandtable.bots.network import write_network
from sandtable.cli.arguments import AsJson, Jobs
from sandtable.cli.opponents import PairSeed, TitleId
from sandtable.cli.screen import out, progress, show
from sandtable.extras import need
from sandtable.studies import pool, training


def train(
    title: TitleId,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games to play and learn from.")] = 450,
    seed: PairSeed = 1,
    jobs: Jobs = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Weights file (default: the shipped one).")
    ] = None,
    network: Annotated[
        bool, typer.Option("--network", help="Fit the title's small network, not its evaluator (needs numpy).")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fit the evaluator of a title from games between all its postures; show how well it predicts games it has not seen."""
    game, book = training.learned(title)
    rows = []
    with progress(games, "games", as_json) as bar:
        for some in training.games(title, games, seed, jobs or pool.cores(), network):
            rows += some
            bar.advance(bar.task_ids[0])
    if network:
        found, path = fit_network(book, rows, {"title": game.id, "seed": seed}, output)
        if as_json:
            show({"quality": asdict(found), "weights": str(path)})
            return
        show_quality(found)
        out.print(f"Written to {path}", markup=False, highlight=False, soft_wrap=True)
        return
    fit = training.learn(rows)
    how: dict[str, str | int | float] = {"title": game.id, "games": fit.games, "positions": fit.positions, "seed": seed}
    how |= {"log_loss": round(fit.quality.loss, 4), "constant": round(fit.quality.constant, 4)}
    path = output or book.weights
    write_weights(path, how, book.evaluator.meaning, fit.weights)
    if as_json:
        show({**how, "quality": asdict(fit.quality), "weights": str(path)})
        return
    show_fit(book, fit)
    out.print(f"Written to {path}", markup=False, highlight=False, soft_wrap=True)


def fit_network(
    book: bots.Playbook[Any], rows: list[Row], how: dict[str, str | int | float], output: Path | None
) -> tuple[Quality, Path]:
    """Fit the title's network and write it down."""
    assert book.foresight
    network, found = need("sandtable.studies.network_training").learn(book.foresight.names, rows)
    path = output or book.foresight.file
    how |= {"games": len({r.game for r in rows}), "positions": len(rows)}
    write_network(path, how | {"log_loss": round(found.loss, 4), "constant": round(found.constant, 4)}, network)
    return found, path


def show_quality(q: Quality) -> None:
    out.print(f"Log-loss on games not seen: {q.loss:.4f}; of always saying the mean: {q.constant:.4f}", highlight=False)
    table = Table("said", "happened", "positions", title="Calibration", title_justify="left")
    for said, happened, n in q.deciles:
        table.add_row(f"{said:.2f}", f"{happened:.2f}", str(n))
    out.print(table)
    table = Table("turn", "log-loss", "constant", "positions", title="By turn", title_justify="left")
    for turn, loss, constant, n in q.turns:
        table.add_row(str(turn), f"{loss:.3f}", f"{constant:.3f}", str(n))
    out.print(table)


def show_fit(book: bots.Playbook[Any], fit: training.Fit) -> None:
    show_quality(fit.quality)
    table = Table("feature", "weight", "fades", "moving", "what it is", title="Weights", title_justify="left")
    for i, (name, text) in enumerate({"": "The constant.", **book.evaluator.meaning}.items()):
        plain, fades, moving = fit.weights[3 * i : 3 * i + 3]
        table.add_row(name, f"{plain:+.2f}", f"{fades:+.2f}", f"{moving:+.2f}", text)
    out.print(table)
