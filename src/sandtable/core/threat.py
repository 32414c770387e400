"""The layer that says how much the enemy can bring against every hex, beside what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .facts import Layer, LayerEntry, entry
from .sentences import say

NOBODY: Final = "The enemy can bring {n} strength {n#point|points} against this hex."
HELD: Final = "The enemy can bring {n} strength {n#point|points} against this hex, where {held} {held#stands|stand}."


def threat(brought: Mapping[str, float], held: Mapping[str, float]) -> Layer:
    """By hex: the strength the enemy can bring; bad news only where more can come than stands there."""
    return {h: _entry(n, held.get(h)) for h, n in brought.items() if n}


def _entry(n: float, held: float | None) -> LayerEntry:
    if held is None:
        return entry(_figure(n), say(NOBODY, n=n))
    return entry(f"{_figure(n)}:{_figure(held)}", say(HELD, n=n, held=held), "bad" if n > held else "good")


def _figure(n: float) -> str:
    return f"{n:g}"
