"""The charts as a player of one edition reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sandtable.core import Sentence, Table, number, row, say

EDITIONS = ("1980", "2021")


def charts_of(edition: str, tables: Mapping[str, Table]) -> dict[str, Table]:
    """The tables without the columns and lines of the other edition, and without lines that say nothing in this one."""
    return {name: _of(edition, table) for name, table in tables.items()}


def terrain_notes(tables: Mapping[str, Table]) -> dict[str, str]:
    """[1980:4.2, 1980:12.0, 2021:5.4, 2021:8.0] What every kind of terrain costs, and what it gives a defender."""
    costs, shifts = tables["movement_cost"], tables["combat_shift"]
    given = {kind: line[0].removeprefix("-") for kind, line in zip(shifts.rows, shifts.cells) if line[1] == "defender"}
    found: dict[str, str] = {}
    for kind, line in zip(costs.rows, costs.cells):
        if words := _cost_in_words(line[0]):
            defence = say("the defender gains {n} {n#column|columns}", n=int(given[kind])) if kind in given else ""
            found[kind] = row("; ", [words, defence])
    return found


def _cost_in_words(cost: str) -> Sentence | None:
    """What a cell of the table of costs says; nothing where it points to other ground."""
    match cost:
        case "1":
            return say("1 Movement Point to enter")
        case "prohibited":
            return say("no unit may enter")
        case "prohibited if all lake":
            return say("no unit may cross a side that is all lake")
        case _ if cost.startswith("+"):
            return say("{n} more Movement Points to cross", n=number(cost[1:]))
        case _ if cost[:1].isdigit():
            return say("{n} Movement Points to enter", n=number(cost.replace("1/2", "½")))
    return None


def _of(edition: str, table: Table) -> Table:
    others = tuple(e for e in EDITIONS if e != edition)
    kept = [i for i, column in enumerate(table.columns) if not column.startswith(others)]
    lines = [
        (row, tuple(line[i] for i in kept))
        for row, line in zip(table.rows, table.cells)
        if not any(cell.endswith(f"({other} only)") for cell in line for other in others)
    ]
    said = [(row, line) for row, line in lines if any(line)] if len(kept) < len(table.columns) else lines
    return replace(
        table,
        columns=tuple(table.columns[i] for i in kept),
        rows=tuple(row for row, _ in said),
        cells=tuple(line for _, line in said),
        column_min=table.column_min if len(kept) == len(table.columns) else (),
    )
