"""The generated page of the pairs that were played: `docs/ladder.md`, from `bench/ladder/`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import sandtable

from .coverage import test_folder
from .ladder import Log, Pair
from .rating import difference, mean_interval

INTRODUCTION = """# Pairs played

Opponents against each other, as `sandtable ladder` left them in `bench/ladder/`: one seed played twice with the seats swapped is a pair; a draw counts half. The
code is the hash of rules, bots and weights that played; only the newest of every couple is shown. *Elo* is the lead over that opponent which the score shows. Few pairs say little: mind the intervals. [Opponents](opponents.md)
says who is who."""


def ladder_page() -> str:
    """Every couple that met, title by title."""
    tests = test_folder()
    folder = tests.parent / "bench" / "ladder" if tests else Path()
    lines = [INTRODUCTION]
    for path in sorted(folder.glob("*.jsonl")):
        pairs = Log(path).pairs.values()
        lines += ["", f"## {next(iter(pairs)).job.title}", "", *table(pairs)]
    return "\n".join(lines) + "\n"


def table(pairs: Iterable[Pair]) -> list[str]:
    """A row for every couple, played by the newest code they met under."""
    met: dict[tuple[str, str], dict[str, list[Pair]]] = {}
    for p in pairs:
        met.setdefault((p.job.first, p.job.second), {}).setdefault(p.identity, []).append(p)
    sides = sandtable.load(next(iter(next(iter(met.values())).values()))[0].job.title).sides
    lines = [
        f"| player | opponent | pairs | seeds | score | 95 % | Elo | 95 % | as {sides[0]} | as {sides[1]} | code |"
    ]
    lines.append("|---|---|---|---|---|---|---|---|---|---|---|")
    for (first, second), by_code in met.items():
        code, some = list(by_code.items())[-1]
        mean, low, high = mean_interval([p.score for p in some])
        seats = [sum(p.scores[i] for p in some) / len(some) for i in range(2)]
        points = f"{mean:.2f} | {low:.2f} to {high:.2f} | {_elo(mean)} | {_elo(low)} to {_elo(high)}"
        figures = f"{len(some)} | {_seeds(some)} | {points} | {seats[0]:.2f} | {seats[1]:.2f}"
        lines.append(f"| `{first}` | `{second}` | {figures} | {code} |")
    return lines


def _seeds(pairs: Iterable[Pair]) -> str:
    """The first and the last."""
    seeds = [p.job.seed for p in pairs]
    return f"{min(seeds)} to {max(seeds)}" if len(seeds) > 1 else f"{seeds[0]}"


def _elo(score: float) -> str:
    """The lead over the opponent that a score shows; all or nothing shows no number."""
    return f"{round(difference(score)):+}" if 0.02 < score < 0.98 else "∞" if score > 0.5 else "-∞"
