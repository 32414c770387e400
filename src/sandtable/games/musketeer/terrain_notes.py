"""[11.4, 15.0, 18.0] What every kind of terrain costs and gives, in words."""

from __future__ import annotations

from sandtable.core import Table, number, row, say

FRACTIONS = {"1/3": "⅓", "1/2": "½"}


def terrain_notes(chart: Table) -> dict[str, str]:
    """By kind of terrain or feature."""
    return {kind: _words(*line) for kind, line in zip(chart.rows, chart.cells)}


def _words(cost: str, first: str, shift: str) -> str:
    if cost == "no":
        return say("no unit may enter")
    words = [say("{n} Movement Points to enter", n=number(FRACTIONS.get(cost, cost)))] if cost not in "-1" else []
    if cost == "1":
        words = [say("1 Movement Point to enter")]
    if first == "attacker":
        words.append(say("the attacker fires first"))
    elif first == "defender":
        words.append(say("the defender fires first"))
    if int(shift):
        words.append(say("{n} {n#column|columns} for the defender", n=int(shift)))
    return row("; ", words)
