"""The counters of a game. A unit is an int: its place in the roster; sets of units are bit sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .data import Block, DataError, label, need
from .native import bits


@dataclass(frozen=True, slots=True)
class Unit:
    """What is printed on one counter."""

    id: int
    name: str
    """Unique, readable, without spaces: the word used in actions."""
    printed: str
    side: str
    nation: str
    formation: str
    type: str
    size: str
    basis: str
    factors: Mapping[str, Any]
    """Everything else the file says, under the rulebook's own names."""


class Roster:
    """The units in play, in file order."""

    def __init__(self, blocks: Iterable[Block], sides: Iterable[str], file: str = "counters.toml") -> None:
        self.units: list[Unit] = []
        self.index: dict[str, int] = {}
        allowed = tuple(sides)
        for i, block in enumerate(blocks, 1):
            for field in ("name", "side"):
                need(file, label("unit", block, i), block, field)
            for name in _names(block):
                where = f"[[unit]] {name}"
                if " " in name:
                    raise DataError(file, where, "a unit's name may not contain a space; write a hyphen")
                if name in self.index:
                    raise DataError(file, where, "two units have this name")
                if block["side"] not in allowed:
                    raise DataError(file, where, f"side = {block['side']!r} is not one of {', '.join(allowed)}")
                u = Unit(
                    len(self.units),
                    name,
                    str(block.get("printed", name)),
                    block["side"],
                    block.get("nation", block["side"]),
                    block.get("formation", ""),
                    block.get("type", ""),
                    block.get("size", ""),
                    block["basis"],
                    {k: v for k, v in block.items() if k not in _PLAIN},
                )
                self.units.append(u)
                self.index[name] = u.id
        self.names = [u.name for u in self.units]
        self.all = (1 << len(self.units)) - 1
        self.of_side: dict[str, int] = {side: self.where(lambda u, s=side: u.side == s) for side in allowed}  # type: ignore[misc]
        """Units by side, as sets."""
        self.of_formation: dict[str, int] = dict.fromkeys((u.formation for u in self.units), 0)
        """Units by formation, as sets."""
        for u in self.units:
            self.of_formation[u.formation] |= 1 << u.id
        self.members = {side: tuple(sorted(bits(units))) for side, units in self.of_side.items()}
        """Units by side, in roster order."""
        self.by_lower = {name.lower(): i for name, i in self.index.items()}

    def __len__(self) -> int:
        return len(self.units)

    def __getitem__(self, u: int) -> Unit:
        return self.units[u]

    def where(self, test: Callable[[Unit], bool]) -> int:
        """The set of units that pass the test."""
        b = 0
        for u in self.units:
            if test(u):
                b |= 1 << u.id
        return b

    def column(self, factor: str, default: Any = 0) -> list[Any]:
        """One factor of every unit, by unit."""
        return [u.factors.get(factor, default) for u in self.units]

    def named(self, names: Iterable[str]) -> int:
        b = 0
        for name in names:
            b |= 1 << self.index[name]
        return b


_PLAIN = frozenset({"name", "printed", "side", "nation", "formation", "type", "size", "basis", "count"})


def _names(block: Block) -> list[str]:
    """One name per piece: identical pieces (`count = 3`) are told apart as X-a, X-b, X-c."""
    name, count = str(block["name"]), int(block.get("count", 1))
    return [name] if count == 1 else [f"{name}-{chr(97 + i)}" for i in range(count)]
