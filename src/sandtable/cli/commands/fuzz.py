"""`sandtable fuzz`: random play that looks for faults."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

import sandtable
from sandtable.cli.arguments import AsJson, GameId, Jobs, Options, Seed, parse_options
from sandtable.cli.screen import out, progress, show
from sandtable.studies import fuzz as study
from sandtable.studies import pool


def fuzz(
    game: GameId,
    decisions: Annotated[int, typer.Option("--decisions", "-n", min=1, help="How many decisions to take.")] = 20_000,
    seconds: Annotated[float, typer.Option(help="Stop after so long, and say how far it came; 0: never.")] = 0,
    seed: Seed = 1,
    jobs: Jobs = 0,
    options: Options = None,
    all_options: Annotated[bool, typer.Option("--all-options", help="Every optional rule on.")] = False,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Ask everything for everybody twice, with other secrets.")
    ] = False,
    failures: Annotated[Path, typer.Option(help="Where failing games are kept.")] = Path("fuzz-failures"),
    as_json: AsJson = False,
) -> None:
    """Random play that looks for crashes, dead ends and endless games."""
    chosen = parse_options(sandtable.load(game), options, all_options)
    total = study.Report(asked_for_secrets=secrets)
    begin = time.perf_counter()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt), progress(decisions, "decisions", as_json) as bar:  # what was done is told
        for report in study.run(game, chosen, decisions, seed, jobs or pool.cores(), secrets):
            total.add(report)
            bar.update(bar.task_ids[0], completed=total.decisions)
            if seconds and time.perf_counter() - begin > seconds:
                break
    saved = study.save_failures(total, failures, game)
    data = facts(game, chosen, total, saved, time.perf_counter() - begin)
    if as_json:
        show(data)
    else:
        tell(game, total, saved, time.perf_counter() - begin)
    if total.crashes or total.dead_ends or total.overlong:
        raise typer.Exit(1)


def facts(
    game: str, options: Mapping[str, Any], total: study.Report, saved: Sequence[Path], seconds: float
) -> dict[str, Any]:
    data = {
        "game": game,
        "options": options,
        "decisions": total.decisions,
        "games": total.games,
        "crashes": total.crashes,
        "dead_ends": total.dead_ends,
        "overlong": total.overlong,
        "longest_game": total.longest,
        "failures": [what for what, _ in total.failures],
        "saved": [str(p) for p in saved],
        "seconds": round(seconds, 1),
    }
    return data | ({"compared": dict(total.secrets)} if total.asked_for_secrets else {})


def tell(game: str, total: study.Report, saved: Sequence[Path], seconds: float) -> None:
    out.print(
        f"{game}: {total.decisions} decisions in {total.games} games: {total.crashes} crashes, "
        f"{total.dead_ends} dead ends, {total.overlong} overlong games",
        soft_wrap=True,
    )
    if total.asked_for_secrets:
        compared = ", ".join(f"{n} {what}" for what, n in sorted(total.secrets.items()))
        out.print(f"  compared: {compared or 'nothing, for this title hides nothing'}", soft_wrap=True)
    out.print(f"  {total.decisions / max(seconds, 0.01):.0f} decisions a second")
    for what, path in zip((what for what, _ in total.failures), saved):
        out.print(f"  {what}\n    kept as {path}", markup=False)
