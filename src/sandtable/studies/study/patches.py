"""House rules: named changes of component files, written as an overlay of their own.

A change names a block of any file the game reads (`table.crt`, `unit.Amir-1`, `scenario.1967`) and says what becomes of
it: `set` replaces fields (a dotted name reaches inside), `add` adds to numbers, `cell` writes one cell of a table,
`shift` moves the columns of a table. The result is what an owner could have put into a folder by hand.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import sandtable
from sandtable.core import Game

Files = tuple[tuple[str, str], ...]
"""The files of an overlay by name, with their texts."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one block."""

    block: str
    set: Mapping[str, Any] = field(default_factory=dict)
    add: Mapping[str, int | float] = field(default_factory=dict)
    cell: tuple[str, str, str] = ("", "", "")
    """Row, column and what the cell says instead."""
    shift: int = 0
    """Columns to the right that every value is looked up."""
    file: str = ""
    """Which file, where two have a block of this name."""


def read_change(where: str, given: Mapping[str, Any]) -> Change:
    """A change as the study file writes it."""
    known = {"block", "set", "add", "cell", "shift", "file"}
    for name in given:
        if name not in known:
            raise ValueError(f"{where}: a change has no field {name!r}; it has {', '.join(sorted(known))}")
    if "block" not in given:
        raise ValueError(f'{where}: say which block is changed, for example block = "table.crt"')
    if not given.keys() & {"set", "add", "cell", "shift"}:
        raise ValueError(f"{where}: {given['block']}: say what becomes of it: set, add, cell or shift")
    values = dict(given)
    if "cell" in values:
        cell = values["cell"]
        if not isinstance(cell, Mapping) or sorted(cell) != ["column", "row", "to"]:
            raise ValueError(f"{where}: {given['block']}: a cell is written {{ row = ..., column = ..., to = ... }}")
        values["cell"] = tuple(str(cell[k]) for k in ("row", "column", "to"))
    return Change(**values)


def apply_changes(game: Game[Any], changes: tuple[Change, ...], why: str) -> Files:
    """The files of the game that the changes concern, changed; everything else stays as it is."""
    texts = {name: tomllib.loads(game.source.text(name)) for name in component_files(game)}
    touched: dict[str, dict[str, Any]] = {}
    for change in changes:
        found = [
            (name, block)
            for name, data in texts.items()
            if change.file in ("", name)
            for block in matching(data, change.block)
        ]
        if not found:
            raise ValueError(f"{game.id} has no block {change.block!r}; write it like table.crt or unit.Amir-1")
        if len({name for name, _ in found}) > 1:
            files = ", ".join(sorted({name for name, _ in found}))
            raise ValueError(f"{game.id}: several files have a block {change.block!r}; add file = one of {files}")
        for name, block in found:
            _apply(f"{game.id}: {change.block}", block, change)
            if "basis" in block:
                block["basis"], block["why"] = "outside", f"house rule: {why}"
            touched[name] = texts[name]
    return tuple(sorted((name, dump(data)) for name, data in touched.items()))


def component_files(game: Game[Any]) -> list[str]:
    """The files this game reads its facts from."""
    return [name for name in game.source.read if not name.startswith(("look", "rul"))]


def matching(data: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The blocks called `kind.name`: a member of the table `kind`, or of the list `kind` with this name, id or kind."""
    kind, _, wanted = name.partition(".")
    inside = data.get(kind)
    if isinstance(inside, dict):
        block = inside if not wanted else inside.get(wanted)
        if isinstance(block, dict):
            yield block
    elif isinstance(inside, list):
        for block in inside:
            if wanted in (str(block.get(k, "")) for k in ("name", "id", "kind")):
                yield block


def _apply(where: str, block: dict[str, Any], change: Change) -> None:
    for path, value in change.set.items():
        inside, last = _reach(where, block, path)
        inside[last] = value
    for path, more in change.add.items():
        inside, last = _reach(where, block, path)
        if not isinstance(inside.get(last), int | float):
            raise ValueError(f"{where} has no number {path!r} to add to")
        inside[last] += more
    if any(change.cell):
        row, column, to = change.cell
        rows, columns = [str(x) for x in block.get("rows", ())], [str(x) for x in block.get("columns", ())]
        if row not in rows or column not in columns:
            raise ValueError(f"{where}: rows are {', '.join(rows)}; columns are {', '.join(columns)}")
        block["cells"][rows.index(row)][columns.index(column)] = to
    if change.shift:
        if "cells" not in block:
            raise ValueError(f"{where} is no table whose columns could be shifted")
        width = len(block["columns"])
        moved = [min(max(i + change.shift, 0), width - 1) for i in range(width)]
        block["cells"] = [[line[i] for i in moved] for line in block["cells"]]


def _reach(where: str, block: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    *way, last = path.split(".")
    for step in way:
        if not isinstance(block.get(step), dict):
            raise ValueError(f"{where} has nothing called {step!r} inside")
        block = block[step]
    if last not in block:
        close = ", ".join(k for k in block if k not in ("basis", "why", "ref"))
        raise ValueError(f"{where} has no field {last!r}; it has {close}")
    return block, last


# writing ----------------------------------------------------------------------------------------------------------
def dump(data: Mapping[str, Any]) -> str:
    """The data as TOML; comments are lost."""
    lines = [f"{_key(k)} = {_value(v)}" for k, v in data.items() if not _is_section(v)]
    for key, value in data.items():
        if _is_section(value):
            for block in value if isinstance(value, list) else (value,):
                lines += ["", f"[[{_key(key)}]]" if isinstance(value, list) else f"[{_key(key)}]"]
                lines += [f"{_key(k)} = {_value(v)}" for k, v in block.items()]
    return "\n".join(lines) + "\n"


def _is_section(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and all(isinstance(x, dict) for x in value)
    )


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


# using ------------------------------------------------------------------------------------------------------------
@cache
def _room() -> Path:
    """This process's folder for overlays."""
    folder = Path(tempfile.mkdtemp(prefix="sandtable-study-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def load_with(scenario: str, files: Files) -> Game[Any]:
    """The game with these files instead of ours."""
    if not files:
        return sandtable.load(scenario)
    folder = _room() / hashlib.sha256(repr(files).encode()).hexdigest()[:16]
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return sandtable.load(scenario, overlay=folder)
