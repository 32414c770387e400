"""How often what the evaluators say comes true, measured on games they have not seen: the band round the curve of a game.

    python -m sandtable.studies.calibration src/sandtable/studies/calibration.json GAMES [SCENARIO ...]

The games are those of `sandtable train`, with other seeds; each scenario named stands for the weights file it plays with.
`certainty.py` reads what is written here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from pathlib import Path
from typing import Any

from sandtable.bots.evaluate import Row, sigmoid

from . import training
from .certainty import STAGES, fingerprint, key_of, stage_of

SEED = 700_000
"""The first seed; `sandtable train` begins with 1."""
BINS, LEAST = 8, 25
"""So many cells in a stage at most, and so many different games in a cell at least."""


@dataclass(frozen=True, slots=True)
class Said:
    """One position: what was said about the first side, and what became of it."""

    game: int
    left: float
    chance: float
    result: float


def said(weights: Sequence[float], rows: Iterable[Row]) -> list[Said]:
    """The second number of a vector is the constant's, times the share still to play: that share."""
    return [Said(r.game, r.vector[1], sigmoid(sum(map(mul, r.vector, weights))), r.result) for r in rows]


def cells(of: Sequence[Said]) -> list[list[float]]:
    """Stage, mean of what was said, mean of what happened, different games: by tenths or so of what was said."""
    found = []
    for stage in range(STAGES):
        here = sorted((x for x in of if stage_of(x.left) == stage), key=lambda x: x.chance)
        games = len({x.game for x in here})
        bins = max(1, min(BINS, games // LEAST))
        for k in range(bins):
            cell = here[k * len(here) // bins : (k + 1) * len(here) // bins]
            if cell:
                mean = sum(x.chance for x in cell) / len(cell), sum(x.result for x in cell) / len(cell)
                found.append([stage, round(mean[0], 3), round(mean[1], 3), len({x.game for x in cell})])
    return found


def measure(title: str, games: int) -> tuple[str, dict[str, Any]]:
    """Play games of this scenario and judge what its evaluator said."""
    _, book = training.learned(title)
    if not book.evaluator.weights:
        raise ValueError(f"{title} has no weights yet; `sandtable train {title}` makes them")
    flat = [w for name in ("", *book.evaluator.meaning) for w in book.evaluator.weights[name]]
    rows = [r for some in training.games(title, games, SEED, 1) for r in some]
    of = {"title": title, "weights": fingerprint(book.weights), "games": games, "positions": len(rows)}
    return key_of(book.weights), {**of, "cells": cells(said(flat, rows))}


def write(file: Path, known: dict[str, Any]) -> None:
    """One line for every weights file."""
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(known[key])}" for key in sorted(known))
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main() -> None:
    file, games = Path(sys.argv[1]), int(sys.argv[2])
    for title in sys.argv[3:]:
        key, found = measure(title, games)
        known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        write(file, {**known, key: found})
        print(title, found, flush=True)


if __name__ == "__main__":
    main()
