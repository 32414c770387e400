"""`sandtable match`: bots against each other."""

from __future__ import annotations

import time
from typing import Annotated

import typer
from rich.table import Table

import sandtable
from sandtable import bots
from sandtable.bots.external import allow
from sandtable.cli.arguments import AsJson, GameId, Jobs, Options, Seed, parse_options
from sandtable.cli.screen import out, progress, show
from sandtable.studies import match as study
from sandtable.studies import pool


def match(
    game: GameId,
    players: Annotated[str, typer.Option(help="Who plays: israel=greedy,egypt=random.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1)] = 100,
    seed: Seed = 1,
    jobs: Jobs = 0,
    options: Options = None,
    as_json: AsJson = False,
) -> None:
    """Bots against each other: wins, confidence, levels, speed."""
    allow()  # whoever types the name of a program on his own machine may run it
    loaded = sandtable.load(game)
    wanted = dict(item.partition("=")[::2] for item in players.split(",") if item)
    work = study.jobs(game, wanted, games, seed, parse_options(loaded, options))
    for side, level in wanted.items():
        bots.make(level, loaded, side)
    summary = study.Summary(loaded.sides)
    begin = time.perf_counter()
    with progress(games, "games", as_json) as bar:
        for result in study.results(work, jobs or pool.cores()):
            summary.add(result)
            bar.advance(bar.task_ids[0])
    data = {"game": game, "players": wanted, **summary.data(time.perf_counter() - begin)}
    if as_json:
        show(data)
        return
    table = Table("side", "player", "wins", "95 % confidence", title=f"{game}: {games} games", title_justify="left")
    for side in loaded.sides:
        low, high = data["win_rate_95"][side]
        table.add_row(side, wanted[side], str(summary.wins[side]), f"{low:.0%} to {high:.0%}")
    out.print(table)
    out.print("Levels: " + ", ".join(f"{level} {n}" for level, n in summary.levels.most_common()))
    for side, x in data["turn_seconds"].items():
        took = f"{x['p50']:.2f} s, 95 % within {x['p95']:.2f} s, the longest {x['max']:.2f} s ({x['turns']} turns)"
        out.print(f"A turn of {side} ({wanted[side]}): {took}")
    out.print(f"{data['seconds']} s, {data['games_per_second']} games/s, {data['decisions']} decisions")
