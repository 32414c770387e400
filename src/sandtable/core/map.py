"""The map: terrain, features, paths, hexsides and named sets, all as sets of hexes.

Hexside rules (canal, river, ridge, border, road crossings) are six masks, one per direction:
`map.sides["canal"][d]` holds the hexes whose side in direction d is a canal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from .data import Block, DataError, label, need
from .grid import Grid
from .native import bits

Sides = tuple[int, int, int, int, int, int]
NO_SIDES: Final[Sides] = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Place:
    """A name on the map, for the player's eye."""

    hex: int
    name: str
    basis: str


@dataclass(frozen=True)
class Path:
    """A named road, track or trail: a chain of adjacent hexes."""

    kind: str
    name: str
    chain: tuple[int, ...]
    basis: str


class Map:
    """A checked map file. Sets of hexes by name; masks by direction; nothing here ever changes."""

    def __init__(self, data: Block, file: str = "map.toml") -> None:
        self.file = file
        self.data = data
        g: dict[str, Any] = need(file, "", data, "grid")
        cols, rows = (need(file, "[grid]", g, key) for key in ("cols", "rows"))
        try:
            self.grid = Grid(cols, rows, g.get("first", "0101"), g.get("orientation", "flat"), g.get("lower", "even"))
        except (TypeError, ValueError) as e:
            raise DataError(file, "[grid]", f"cannot lay out the grid: {e}") from None
        self.on_map = self.grid.on_map
        self.legend: dict[str, str] = need(file, "", data, "legend")
        self.terrain: dict[str, int] = dict.fromkeys(self.legend.values(), 0)
        """Hexes by base terrain."""
        self.terrain_at: list[str] = [""] * self.grid.size
        letters = need(file, "[terrain]", need(file, "", data, "terrain"), "grid")
        self._read_letters("[terrain]", letters, self.legend, self.terrain, self.terrain_at)
        self.country: dict[str, int] = {}
        """Hexes by country, where the map has political geography."""
        self.country_at: list[str] = [""] * self.grid.size
        if "country" in data:
            legend, letters = (need(file, "[country]", data["country"], key) for key in ("legend", "grid"))
            self.country = {name: 0 for name in legend.values() if name}
            self._read_letters("[country]", letters, legend, self.country, self.country_at)
        self.features: dict[str, int] = {}
        """Hexes by feature laid over the base terrain: city, fort, airfield ..."""
        for where, f in self._blocks("feature", "kind", "hexes"):
            self.features[f["kind"]] = self.features.get(f["kind"], 0) | self.hexes(where, f["hexes"])
        self.sets: dict[str, int] = {}
        """Named sets of hexes that rules refer to."""
        for where, f in self._blocks("set", "name", "hexes"):
            if f["name"] in self.sets:
                raise DataError(file, where, f"the set {f['name']!r} is defined twice")
            self.sets[f["name"]] = self.hexes(where, f["hexes"])
        self.places: list[Place] = [
            Place(self.hex(where, p["hex"]), p["name"], p["basis"]) for where, p in self._blocks("place", "hex", "name")
        ]
        self.paths: list[Path] = []
        self.along: dict[str, Sides] = {}
        """along["road"][d]: hexes that a road leaves in direction d."""
        for where, p in self._blocks("path", "kind", "chain"):
            chain = tuple(self.hex(where, n) for n in str(p["chain"]).split())
            for a, b in pairwise(chain):
                if not self.grid.are_adjacent(a, b):
                    raise DataError(file, where, f"{self.grid.name(a)} and {self.grid.name(b)} are not adjacent")
                self._mark(self.along, p["kind"], a, b)
            self.paths.append(Path(p["kind"], p.get("name", ""), chain, p["basis"]))
        self.on_path: dict[str, int] = {}
        """Hexes that carry a path of this kind."""
        for path in self.paths:
            for h in path.chain:
                self.on_path[path.kind] = self.on_path.get(path.kind, 0) | 1 << h
        self.sides: dict[str, Sides] = {}
        """sides["ridge"][d]: hexes whose side in direction d is a ridge."""
        for where, p in self._blocks("hexside", "kind", "pairs"):
            for pair in str(p["pairs"]).split():
                left, slash, right = pair.partition("/")
                if not slash:
                    raise DataError(file, where, f"{pair} is no pair of hexes; write it like 0101/0102")
                a, b = self.hex(where, left), self.hex(where, right)
                if not self.grid.are_adjacent(a, b):
                    raise DataError(file, where, f"{pair}: the two hexes are not adjacent")
                self._mark(self.sides, p["kind"], a, b)
        for where, o in self._blocks("override", "hexes", "terrain"):
            for h in bits(self.hexes(where, o["hexes"])):
                if self.terrain_at[h] != o["terrain"]:
                    raise DataError(
                        file, where, f"{self.grid.name(h)} is {self.terrain_at[h]} in the grid, not {o['terrain']}"
                    )

    # reading ----------------------------------------------------------------------------------------------
    def _blocks(self, key: str, *fields: str) -> list[tuple[str, dict[str, Any]]]:
        """The blocks of one list, each with its name for messages, checked to have these fields."""
        found = [(label(key, b, i), b) for i, b in enumerate(self.data.get(key, ()), 1)]
        for where, b in found:
            for field in fields:
                need(self.file, where, b, field)
        return found

    def _read_letters(self, where: str, text: str, legend: dict[str, str], sets: dict[str, int], at: list[str]) -> None:
        g = self.grid
        lines = text.strip("\n").split("\n")
        if len(lines) != g.rows:
            raise DataError(self.file, where, f"has {len(lines)} lines; the grid has {g.rows} rows")
        for r, line in enumerate(lines):
            if len(line) != g.cols:
                raise DataError(
                    self.file, where, f"line {r + 1} has {len(line)} characters; the grid has {g.cols} columns"
                )
            for c, letter in enumerate(line):
                if letter not in legend:
                    raise DataError(self.file, where, f"line {r + 1}: {letter!r} is not in the legend")
                h = g.hex(f"{g.first_col + c:02d}{g.first_row + r:02d}")
                name = legend[letter]
                at[h] = name
                if name:
                    sets[name] |= 1 << h

    def hex(self, where: str, name: str) -> int:
        h = self.grid.find(name)
        if not h:
            raise DataError(self.file, where, f"hex {name} is not on the map ({self._extent()})")
        return h

    def hexes(self, where: str, names: str) -> int:
        b = 0
        for name in names.split():
            b |= 1 << self.hex(where, name)
        return b

    def _extent(self) -> str:
        g = self.grid
        return f"{g.first_col:02d}{g.first_row:02d} to {g.first_col + g.cols - 1:02d}{g.first_row + g.rows - 1:02d}"

    def _mark(self, masks: dict[str, Sides], kind: str, a: int, b: int) -> None:
        m = list(masks.get(kind, NO_SIDES))
        d = self.grid.direction(a, b)
        m[d] |= 1 << a
        m[(d + 3) % 6] |= 1 << b
        masks[kind] = (m[0], m[1], m[2], m[3], m[4], m[5])

    # questions --------------------------------------------------------------------------------------------
    def crosses(self, kind: str, a: int, b: int) -> bool:
        """Is the side between the neighbours a and b of this kind?"""
        return bool(self.sides.get(kind, NO_SIDES)[self.grid.direction(a, b)] >> a & 1)

    def follows(self, kind: str, a: int, b: int) -> bool:
        """Does a path of this kind run from a to its neighbour b?"""
        return bool(self.along.get(kind, NO_SIDES)[self.grid.direction(a, b)] >> a & 1)
