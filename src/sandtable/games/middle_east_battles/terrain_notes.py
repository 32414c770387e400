"""[5.7, 7.6, 7.8, 11.0] What every kind of terrain costs and gives, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import row, say


def terrain_notes(chart: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """By kind of terrain or feature."""
    return {kind: _words(line) for kind, line in chart.items() if "hexside" not in line}


def _words(line: Mapping[str, Any]) -> str:
    if line.get("prohibited"):
        return say("no unit may enter")
    points = line["mp"]
    cost = say("{n} movement {n#point|points} to enter", n=points)
    shift = line["shift"]
    defence = say("{n} {n#column|columns} for the defender", n=shift) if shift > 0 else ""
    if shift < 0:
        defence = say("{n} {n#column|columns} for the attacker", n=-shift)
    return row("; ", [cost, defence, say("fought on the frontal table") if line.get("frontal") else ""])
