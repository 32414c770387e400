"""Which of our reconstructions matter? Every block of a basis is moved a step down and a step up, one at a time.

A table with rising columns is read one column to the left or right; a table of numbers has them raised or lowered where
that leaves them meaningful; the factors of counters are moved formation by formation.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sandtable.core import Game
from sandtable.core.data import BASES

from .patches import Change, component_files

FACTORS: Final = ("combat", "combat_strength", "attack", "defense", "strength", "barrage")
"""The factors of a counter that fighting uses, under the names the files give them."""
GROUPS: Final = ("type", "formation", "side", "none")
"""How reconstructed factors are moved: all of one side and type together, all of a formation, all of a side, or not."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One block, moved a step."""

    name: str
    block: str
    step: int
    why: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """What the analysis is about."""

    basis: tuple[str, ...] = ("invented",)
    step: int = 1
    tables: bool = True
    factors: str = "type"

    def variations(self, game: Game[Any]) -> Iterator[Moved]:
        """Two for every block concerned."""
        for file in component_files(game):
            data = tomllib.loads(game.source.text(file))
            if self.tables:
                for name, table in data.get("table", {}).items():
                    if table.get("basis") in self.basis:
                        yield from self._table(file, name, table)
            if self.factors != "none" and "unit" in data:
                yield from self._groups(game, file, data["unit"])

    def _table(self, file: str, name: str, table: Mapping[str, Any]) -> Iterator[Moved]:
        block, title = f"table.{name}", str(table.get("title", name.replace("_", " ")))
        for step in (-self.step, self.step):
            if table.get("column_min"):
                changes: tuple[Change, ...] = (Change(block, shift=step, file=file),)
                how = f"{abs(step)} column{'s' * (abs(step) > 1)} to the {'right' if step > 0 else 'left'}"
            else:
                cells = [[_moved(str(x), step) for x in line] for line in table["cells"]]
                if cells == table["cells"]:
                    return
                changes = (Change(block, set={"cells": cells}, file=file),)
                how = f"every number {step:+d}"
            yield Moved(f"{title}: {how}", title, step, f"{how}, to see whether this table matters", changes)

    def _groups(self, game: Game[Any], file: str, units: list[dict[str, Any]]) -> Iterator[Moved]:
        """The reconstructed factors, a group at a time; none falls below one."""
        groups: dict[str, dict[str, Mapping[str, int]]] = {}
        for unit in units:
            name, side = str(unit.get("name")), str(unit.get("side"))
            fields = {k: unit[k] for k in FACTORS if isinstance(unit.get(k), int) and unit[k] > 0}
            playing = name in game.roster.index or f"{name}-a" in game.roster.index
            if unit.get("factors_basis", unit.get("basis")) in self.basis and fields and playing:
                word = "" if self.factors == "side" else str(unit.get(self.factors, "")).replace("_", " ")
                groups.setdefault(f"{side} {word}".strip(), {})[name] = fields
        for group, members in groups.items():
            title = f"factors of {group} ({len(members)})"
            for step in (-self.step, self.step):
                changes = tuple(
                    Change(f"unit.{name}", add={k: max(step, 1 - x) for k, x in fields.items()}, file=file)
                    for name, fields in members.items()
                )
                yield Moved(f"{title} {step:+d}", title, step, f"every factor {step:+d}, at least 1", changes)


def _moved(cell: str, step: int) -> str:
    """A whole positive number a step further, never below one; everything else as it is."""
    return str(max(1, int(cell) + step)) if cell.isdigit() and cell != "0" else cell


def read_sensitivity(given: Mapping[str, Any]) -> Sensitivity:
    """The [sensitivity] table of a study file."""
    wanted = Sensitivity(**{**given, "basis": tuple(given.get("basis", ("invented",)))}) if _known(given) else None
    if wanted is None or wanted.factors not in GROUPS or wanted.step < 1:
        raise ValueError(
            f"[sensitivity] has basis (a list), step, tables (true or false) and factors ({', '.join(GROUPS)})"
        )
    if unknown := [x for x in wanted.basis if x not in BASES]:
        raise ValueError(f"sensitivity: {unknown[0]!r} is no basis; choose from {', '.join(BASES)}")
    return wanted


def _known(given: Mapping[str, Any]) -> bool:
    kinds = {"basis": list, "step": int, "tables": bool, "factors": str}
    return all(name in kinds and isinstance(value, kinds[name]) for name, value in given.items())
