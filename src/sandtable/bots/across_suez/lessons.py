"""What many games taught about the weights of a mood: by how many steps each should be more or less, side by side and stage by stage."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from pathlib import Path

from .mood import Mood

FACTORS = {
    "safety": 0.5,
    "attacks": 0.4,
    "approach": 0.6,
    "ground": 0.4,
    "prize": 0.3,
    "push": 0.6,
    "company": 0.6,
    "line": 0.6,
    "crossing": 0.5,
    "bridge": 0.5,
    "guards": 0.5,
    "escort": 0.5,
    "block": 0.5,
    "harry": 0.5,
}
"""Weights that are multiplied: a step is this power of e."""
ADDED = {"gather": 0.05, "siege": 1.0, "clear": 0.7, "ferry": 1.5, "care": 1.5, "plug": 2.5, "hunt": 0.5}
"""Weights that are added to, and never less than nothing: what a step adds."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """For a side, up to a turn: how many steps each weight of its moods is off."""

    side: str
    until: int
    by: Mapping[str, float]


def strayed(mood: Mood, by: Mapping[str, float]) -> Mood:
    """The mood so many steps off."""
    change = {k: round(getattr(mood, k) * exp(FACTORS[k] * x), 6) for k, x in by.items() if k in FACTORS}
    change |= {k: max(0.0, getattr(mood, k) + ADDED[k] * x) for k, x in by.items() if k in ADDED}
    return replace(mood, **change)


def file_of(edition: str) -> Path:
    return Path(__file__).with_name(f"lessons-{edition}.toml")


@lru_cache
def read_lessons(edition: str) -> tuple[Lesson, ...]:
    """The lessons of an edition, the earlier turns first; none where nobody has learned any."""
    path = file_of(edition)
    if not path.exists():
        return ()
    blocks = tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]
    return tuple(Lesson(b["side"], b["until"], b["by"]) for b in blocks)
