"""Component files: TOML in which every block says what it rests on.

A block is any table that states facts. Its `basis` is one of BASES; everything but `rule` says why
(`why`) or where (`ref`), and `rule` names the paragraph (`ref`). The loader refuses a block without one,
and every message names the file, the block and what to do.

An *overlay* is a folder of the owner's own files: a file there replaces the project's file of that name.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

Block = Mapping[str, Any]

BASES: Final = {
    "rule": "printed in the rules",
    "deduced": "follows from the rules",
    "outside": "published elsewhere",
    "geo": "taken from real geography",
    "invented": "our reconstruction",
}
FORMAT: Final = 1


class DataError(ValueError):
    """A component file that cannot be used: says which file, which block, what is wrong and what to do."""

    def __init__(self, file: str, where: str, problem: str) -> None:
        self.file, self.where, self.problem = file, where, problem
        super().__init__(f"{file}: {where}: {problem}" if where else f"{file}: {problem}")


@dataclass(frozen=True)
class Source:
    """Where a game's component files come from: the package's data folder and an optional overlay."""

    folder: Traversable
    overlay: Path | None = None
    _texts: dict[str, str] = field(default_factory=dict, compare=False)

    def text(self, name: str) -> str:
        if name not in self._texts:
            where: Traversable = self.folder.joinpath(name)
            if self.overlay is not None and (self.overlay / name).is_file():
                where = self.overlay / name
            try:
                self._texts[name] = where.read_text(encoding="utf-8")
            except FileNotFoundError:
                raise DataError(name, "", "the file is missing") from None
            except UnicodeDecodeError as e:
                raise DataError(name, "", f"not UTF-8 text ({e.reason} at byte {e.start}); save it as UTF-8") from None
        return self._texts[name]

    def load(self, name: str) -> dict[str, Any]:
        """The parsed file, checked for format and for a basis on every block."""
        try:
            data = tomllib.loads(self.text(name))
        except tomllib.TOMLDecodeError as e:
            raise DataError(name, "", f"not valid TOML: {e}") from None
        if data.get("format") != FORMAT:
            raise DataError(name, "", f"says format = {data.get('format')!r}; this edition reads format = {FORMAT}")
        for where, block in blocks(data):
            _check_basis(name, where, block)
        return data

    @property
    def read(self) -> tuple[str, ...]:
        """The files that were read so far."""
        return tuple(sorted(self._texts))

    def has(self, name: str) -> bool:
        return bool(self.overlay and (self.overlay / name).is_file()) or self.folder.joinpath(name).is_file()

    def overlay_hash(self) -> str:
        """Short hash of the overlay's files as they were when first asked for; empty when there is no overlay."""
        if self.overlay is None:
            return ""
        return self._hash

    @cached_property
    def _hash(self) -> str:
        assert self.overlay is not None
        digest = hashlib.sha256()
        for path in sorted(self.overlay.rglob("*.toml")):
            digest.update(path.relative_to(self.overlay).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:16]


def blocks(data: Block) -> Iterator[tuple[str, Block]]:
    """Every block of a component file that must state its basis, with a name for messages."""
    for key, value in data.items():
        if isinstance(value, list):
            for i, item in enumerate(value, 1):
                if isinstance(item, dict) and key not in _NO_BASIS:
                    yield label(key, item, i), item
        elif isinstance(value, dict) and key not in _NO_BASIS:
            if key == "table":
                for name, table in value.items():
                    yield f"[table.{name}]", table
            else:
                yield f"[{key}]", value


_NO_BASIS: Final = frozenset({"edition", "legend", "meaning", "rule", "ruling", "scenario", "switch"})


def label(key: str, block: Block, number: int) -> str:
    """What messages call a block of a list."""
    name = name_of(block)
    return f"[[{key}]] {name} (number {number})" if name else f"[[{key}]] (number {number})"


def name_of(block: Block) -> str:
    """What a block is about; empty where it does not say."""
    return str(block.get("id") or block.get("name") or block.get("kind") or "")


def need(file: str, where: str, block: Block, key: str) -> Any:
    """A field that a block must have."""
    if key not in block:
        raise DataError(file, where, f"has no {key}")
    return block[key]


def _check_basis(file: str, where: str, block: Block) -> None:
    basis = block.get("basis")
    if basis is None:
        raise DataError(file, where, f"has no basis; add one of {', '.join(BASES)}")
    if basis not in BASES:
        raise DataError(file, where, f"basis = {basis!r} is not one of {', '.join(BASES)}")
    if not (block.get("why") or block.get("ref")):
        raise DataError(file, where, f"basis {basis!r} needs a reason: add ref (a rule number or source) or why")


def provenance(data: Block) -> Counter[str]:
    """How many blocks rest on which basis."""
    return Counter(str(block["basis"]) for _, block in blocks(data))
