"""How sure a chance to win is: the band in which the truth lies nine times in ten, from games that were played out.

`calibration.json` says what the evaluators said and what became of it (`python -m sandtable.studies.calibration`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Final

from sandtable import bots
from sandtable.bots.evaluate import read_weights

FILE: Final = Path(__file__).with_name("calibration.json")
STAGES: Final = 3
"""The game is cut into so many equal parts: the same estimate is worth more near the end."""
NINE_IN_TEN: Final = 1.645


@dataclass(frozen=True, slots=True)
class Cell:
    """What was said about the first side in one part of the game, in the mean; what became of it; in how many games."""

    stage: int
    said: float
    happened: float
    games: int

    @property
    def off(self) -> tuple[float, float]:
        """How far the truth may lie below and above what was said (Wilson's interval)."""
        z, n, p = NINE_IN_TEN, self.games, self.happened
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half - self.said, middle + half - self.said


@dataclass(frozen=True, slots=True)
class Certainty:
    """What is known about the word of an evaluator."""

    title: str
    """The scenario whose games were played."""
    games: int
    cells: tuple[Cell, ...]

    def band(self, left: float, chance: float) -> tuple[float, float]:
        """Where the chance of the first side lies nine times in ten, when so much of the game is left and this was said."""
        here = sorted((c for c in self.cells if c.stage == stage_of(left)), key=lambda c: c.said)
        low, high = between(here, chance) if here else (-1.0, 1.0)
        return max(0.0, chance + min(0.0, low)), min(1.0, chance + max(0.0, high))


def stage_of(left: float) -> int:
    """The part of the game, from the share that is still to play."""
    return max(0, min(STAGES - 1, int((1.0 - left) * STAGES)))


def between(cells: Sequence[Cell], chance: float) -> tuple[float, float]:
    """The deviation at this chance: of the nearest cells, in proportion."""
    if chance <= cells[0].said:
        return cells[0].off
    for a, b in pairwise(cells):
        if chance <= b.said:
            share = (chance - a.said) / (b.said - a.said) if b.said > a.said else 0.0
            low, high = ((1 - share) * x + share * y for x, y in zip(a.off, b.off, strict=True))
            return low, high
    return cells[-1].off


def fingerprint(weights: Path) -> str:
    """Of the weights that were judged, whatever is said beside them in their file; nothing is known about others."""
    return hashlib.sha256(repr(sorted(read_weights(weights).items())).encode()).hexdigest()[:12]


def key_of(weights: Path) -> str:
    return f"{weights.parent.name}/{weights.stem}"


@lru_cache
def known() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def certainty(book: bots.Playbook[Any]) -> Certainty | None:
    """What is known about this playbook's evaluator; None when its weights were not judged as they are now."""
    found = known().get(key_of(book.weights))
    if found is None or not book.weights.is_file() or found["weights"] != fingerprint(book.weights):
        return None
    return Certainty(found["title"], found["games"], tuple(Cell(*c) for c in found["cells"]))
