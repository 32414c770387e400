"""Rules editions: a readable number for every change of play of a title, with what changed.

`data/editions.toml` of a game package lists them, the newest last; records and saved states name the number of the edition
that they were played by. Edition 1 is the first that counts; what was written before names none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .data import DataError, Source

FILE: Final = "editions.toml"
UNNUMBERED: Final = 0
"""The edition of a record or state that names none: it was written before editions were counted."""


@dataclass(frozen=True, slots=True)
class RulesEdition:
    """One edition of our rules of a title, and what it changed for those who play it."""

    number: int
    date: str
    changes: tuple[str, ...]


def read_editions(source: Source, title: str) -> tuple[RulesEdition, ...]:
    """The editions of a title, oldest first. Several entries may add to the same edition."""
    if not source.has(FILE):
        return (RulesEdition(1, "", ("First edition.",)),)
    dates: dict[int, str] = {}
    changes: dict[int, list[str]] = {}
    for i, block in enumerate(source.load(FILE).get("edition", ()), 1):
        where = f"[[edition]] (number {i} in the file)"
        for key, kind in (("number", int), ("date", str), ("titles", list), ("changes", list)):
            if type(block.get(key)) is not kind:
                raise DataError(FILE, where, f"needs {key}, a {kind.__name__}")
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", block["date"]) or not block["changes"] or not block["titles"]:
            raise DataError(FILE, where, "needs a date like 2026-11-18, at least one title and at least one change")
        if title in block["titles"]:
            dates[block["number"]] = block["date"]
            changes.setdefault(block["number"], []).extend(block["changes"])
    if list(changes) != list(range(1, len(changes) + 1)):
        raise DataError(FILE, "", f"the editions of {title} are {list(changes)}; they are counted 1, 2, 3 ... in order")
    if not changes:
        raise DataError(FILE, "", f"has no edition of {title}")
    return tuple(RulesEdition(n, dates[n], tuple(told)) for n, told in changes.items())
