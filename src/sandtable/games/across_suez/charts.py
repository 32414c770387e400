"""The charts as a player of one edition reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sandtable.core import Table, number, row, say

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
        cost = line[0]
        words = say("no unit may enter")
        if cost[:1].isdigit():
            words = say("1 Movement Point to enter")
            if cost != "1":
                words = say("{n} Movement Points to enter", n=number(cost.replace("1/2", "½")))
        defence = say("the defender gains {n} {n#column|columns}", n=int(given[kind])) if kind in given else ""
        found[kind] = row("; ", [words, defence])
    return found


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
