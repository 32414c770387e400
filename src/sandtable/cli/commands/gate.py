"""`sandtable gate`: is a new player stronger than the old one?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

import sandtable
from sandtable.bots.external import allow
from sandtable.cli.arguments import AsJson, Jobs
from sandtable.cli.opponents import PairSeed, Results, TitleId, log_of
from sandtable.cli.screen import out, progress, show
from sandtable.studies import ladder as study
from sandtable.studies import pool


def gate(
    new: Annotated[str, typer.Argument(help="The player that should be stronger.")],
    old: Annotated[str, typer.Argument(help="The player it is measured against.")],
    title: TitleId,
    bounds: Annotated[str, typer.Option(help="Elo leads: rejected at the first, accepted at the second.")] = "0,50",
    most: Annotated[int, typer.Option(min=2, help="Pairs after which it gives up.")] = 400,
    seed: PairSeed = 1,
    jobs: Jobs = 0,
    results: Results = None,
    as_json: AsJson = False,
) -> None:
    """The sequential test that every change of strength must pass. Exit codes: 0 stronger, 1 not stronger, 3 undecided."""
    allow()  # whoever types the name of a program on his own machine may run it
    low, _, high = bounds.partition(",")
    try:
        limits = float(low), float(high)
    except ValueError:
        raise ValueError(f"--bounds takes two numbers such as 0,50, not {bounds!r}") from None
    if not limits[0] < limits[1]:
        raise ValueError("the second of --bounds must be greater than the first")
    for name in (new, old):
        study.seat(title, name, sandtable.load(title).sides[0])
    with progress(most, "pairs", as_json) as bar:
        for v in study.gate(title, new, old, limits, most, seed, log_of(title, results), jobs or pool.cores()):
            bar.update(bar.task_ids[0], completed=v.pairs, description=f"{v.mean:.3f}, LLR {v.ratio:+.2f}")
    word = {True: "stronger", False: "not stronger", None: "undecided"}[v.passed]
    if as_json:
        show({"title": title, "new": new, "old": old, "verdict": word, **asdict(v)})
    else:
        text = f"{new} against {old}: {word} after {v.pairs} pairs; score {v.mean:.3f} ({v.low:.3f} to {v.high:.3f})"
        out.print(f"{text}, log-likelihood ratio {v.ratio:+.2f}.", markup=False, highlight=False, soft_wrap=True)
    if v.passed is not True:
        raise typer.Exit(1 if v.passed is False else 3)
