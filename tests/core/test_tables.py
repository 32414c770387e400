"""Tables: columns by value, shifts within and beyond the edges, and what the reader refuses."""

import pytest

from sandtable.core import DataError, Table, read_tables

BLOCK = {
    "columns": ["-2", "-1", "0", "+1", "+2"],
    "rows": [1, 2],
    "column_min": [-2, -1, 0, 1, 2],
    "cells": [["a", "b", "c", "d", "e"], ["v", "w", "x", "y", "z"]],
    "basis": "rule",
    "ref": "6.1",
}
TABLE = Table.read("crt", BLOCK)


@pytest.mark.parametrize(("value", "column"), [(-9, 0), (-2, 0), (-1, 1), (0, 2), (1, 3), (2, 4), (40, 4)])
def test_values_beyond_the_table_use_its_edge_columns(value: int, column: int) -> None:
    assert TABLE.column(value) == column


def test_wide_columns_start_at_their_least_value() -> None:
    odds = Table.read("odds", BLOCK | {"column_min": [-20, -5, 0, 10, 20]})
    assert [odds.column(v) for v in (-30, -6, -5, -1, 0, 9, 10, 19, 20)] == [0, 0, 1, 1, 2, 2, 3, 3, 4]


@pytest.mark.parametrize(
    ("value", "shift", "column"), [(0, 1, 3), (0, -2, 0), (0, -5, 0), (1, 3, 4), (9, -1, 3), (-9, 1, 1)]
)
def test_a_shift_stays_within_the_table(value: int, shift: int, column: int) -> None:
    assert TABLE.shifted(value, shift) == column


@pytest.mark.parametrize(
    ("value", "shift", "column"),
    [
        (0, 1, 3),
        (2, -1, 3),
        (3, -1, 4),  # one column of the shift is spent on an unprinted column
        (5, -3, 4),
        (5, -4, 3),
        (-2, 1, 1),
        (-4, 1, 0),
        (-4, 3, 1),
        (-9, -2, 0),
        (9, 2, 4),
    ],
)
def test_a_shift_beyond_the_edge_is_first_spent_on_unprinted_columns(value: int, shift: int, column: int) -> None:
    assert TABLE.shifted_beyond(value, shift) == column


def test_rows_count_from_one() -> None:
    assert TABLE.result(1, 0) == "a"
    assert TABLE.result(2, 4) == "z"


def test_cells_become_text() -> None:
    table = Table.read("n", BLOCK | {"cells": [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]})
    assert table.result(2, 4) == "10"
    assert table.rows == ("1", "2")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": [["a"] * 5]}, r"t.toml: \[table.crt\]: has 1 lines of cells for 2 rows"),
        ({"cells": [["a"] * 5, ["b"] * 4]}, r"t.toml: \[table.crt\]: row 2 has 4 cells for 5 columns"),
        ({"column_min": [1, 2]}, r"t.toml: \[table.crt\]: has 2 column_min for 5 columns"),
        ({"column_min": [1, 0, 2, 3, 4]}, r"t.toml: \[table.crt\]: column_min must rise from left to right"),
    ],
)
def test_bad_tables_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_tables({"table": {"crt": BLOCK | change}}, "t.toml")
