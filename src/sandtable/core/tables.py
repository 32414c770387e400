"""Result tables with numbered columns and column shifts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .data import Block, DataError, need


@dataclass(frozen=True, slots=True)
class Table:
    """Cells by die row and column; columns are found by the least value they stand for."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    column_min: tuple[int, ...]
    basis: str

    @classmethod
    def read(cls, name: str, block: Block, file: str = "tables.toml") -> Table:
        where = f"[table.{name}]"
        columns, rows, cells = (need(file, where, block, key) for key in ("columns", "rows", "cells"))
        if len(cells) != len(rows):
            raise DataError(file, where, f"has {len(cells)} lines of cells for {len(rows)} rows")
        for row, line in zip(rows, cells):
            if len(line) != len(columns):
                raise DataError(file, where, f"row {row} has {len(line)} cells for {len(columns)} columns")
        minima: Sequence[int] = block.get("column_min", ())
        if minima and len(minima) != len(columns):
            raise DataError(file, where, f"has {len(minima)} column_min for {len(columns)} columns")
        if list(minima) != sorted(minima):
            raise DataError(file, where, "column_min must rise from left to right")
        return cls(
            name,
            block.get("title", name),
            tuple(map(str, columns)),
            tuple(map(str, rows)),
            tuple(tuple(map(str, line)) for line in cells),
            tuple(minima),
            block["basis"],
        )

    def column(self, value: int) -> int:
        """The column for a value; values beyond the table count as its first or last column."""
        c = 0
        for i, least in enumerate(self.column_min):
            if value >= least:
                c = i
        return c

    def shifted(self, value: int, shift: int) -> int:
        """The column after a shift, held within the table."""
        return min(max(self.column(value) + shift, 0), len(self.columns) - 1)

    def shifted_beyond(self, value: int, shift: int) -> int:
        """As `shifted`, where the table continues past its edges in columns one number wide before the shift counts.

        The first column stands for `column_min[1] - 1` and the last for `column_min[-1]`; values further out
        lie in unprinted columns, so that a shift is first spent on those.
        """
        first, last = self.column_min[1] - 1, self.column_min[-1]
        c = self.column(value)
        if value < first:
            c = value - first
        elif value > last:
            c = len(self.columns) - 1 + value - last
        return min(max(c + shift, 0), len(self.columns) - 1)

    def result(self, die: int, column: int) -> str:
        """The cell in the row of this die (rows count from one)."""
        return self.cells[die - 1][column]


def read_tables(data: Block, file: str = "tables.toml") -> dict[str, Table]:
    tables: dict[str, Any] = need(file, "", data, "table")
    return {name: Table.read(name, block, file) for name, block in tables.items()}
