"""[5.0, 8.0] What every kind of terrain costs the units of either side, and what it gives a defender, in words."""

from __future__ import annotations

from sandtable.core import Sentence, Table, number, row, say

KINDS = {
    "city": ("city_israeli", "city_arab"),
    "settlement": (
        "fortified_settlement_1967",
        "fortified_settlement_west_bank_1970",
        "fortified_settlement_golan_1970",
    ),
    "all_sea": ("sea",),
}
"""Lines of the Terrain Effects Chart that stand for several kinds on the map."""
COLUMNS = (
    ("move_mech_israeli", say("Israeli mechanized")),
    ("move_mech_arab", say("Arab mechanized")),
    ("move_nonmech_israeli", say("Israeli foot")),
    ("move_nonmech_arab", say("Arab foot")),
)


def terrain_notes(chart: Table) -> dict[str, str]:
    """By kind of terrain or feature of the map."""
    found: dict[str, str] = {}
    for kind, cells in zip(chart.rows, chart.cells):
        line = dict(zip(chart.columns, cells))
        costs = [say("{who} {cost}", who=who, cost=_cost(line[name])) for name, who in COLUMNS]
        if len(set(cells[:4])) == 1:
            costs = [say("Movement Points: {cost}", cost=_cost(cells[0]))]
        plus = int(line["defender_plus"])
        defence = say("the defender counts {n} more", n=plus) if plus else ""
        for name in KINDS.get(kind, (kind,)):
            found[name] = row("; ", [row(", ", costs), defence])
    return found


def _cost(cell: str) -> Sentence:
    if cell == "P":
        return say("no entry")
    if cell == "+0":
        return say("no more than the other terrain")
    return say("{n}", n=number(cell.removeprefix("=")))
