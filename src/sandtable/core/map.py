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
        self.grid = self._read_grid()
        self.on_map = self.grid.on_map
        self.legend: dict[str, str] = need(file, "", data, "legend")
        self.terrain: dict[str, int] = dict.fromkeys(self.legend.values(), 0)
        """Hexes by base terrain."""
        self.terrain_at: list[str] = [""] * self.grid.size
        self.country: dict[str, int] = {}
        """Hexes by country, where the map has political geography."""
        self.country_at: list[str] = [""] * self.grid.size
        self.features: dict[str, int] = {}
        """Hexes by feature laid over the base terrain: city, fort, airfield ..."""
        self.sets: dict[str, int] = {}
        """Named sets of hexes that rules refer to."""
        self.places: list[Place] = []
        self.paths: list[Path] = []
        self.along: dict[str, Sides] = {}
        """along["road"][d]: hexes that a road leaves in direction d."""
        self.on_path: dict[str, int] = {}
        """Hexes that carry a path of this kind."""
        self.sides: dict[str, Sides] = {}
        """sides["ridge"][d]: hexes whose side in direction d is a ridge."""
        self._read_ground()
        self._read_sets()
        self._read_paths()
        self._read_hexsides()
        self._check_overrides()

    # reading ----------------------------------------------------------------------------------------------
    def _read_grid(self) -> Grid:
        g: dict[str, Any] = need(self.file, "", self.data, "grid")
        cols, rows = (need(self.file, "[grid]", g, key) for key in ("cols", "rows"))
        try:
            return Grid(cols, rows, g.get("first", "0101"), g.get("orientation", "flat"), g.get("lower", "even"))
        except (TypeError, ValueError) as e:
            raise DataError(self.file, "[grid]", f"cannot lay out the grid: {e}") from None

    def _read_ground(self) -> None:
        """Terrain, and countries where the map has any."""
        letters = need(self.file, "[terrain]", need(self.file, "", self.data, "terrain"), "grid")
        self._read_letters("[terrain]", letters, self.legend, self.terrain, self.terrain_at)
        if "country" in self.data:
            legend, letters = (need(self.file, "[country]", self.data["country"], key) for key in ("legend", "grid"))
            self.country = {name: 0 for name in legend.values() if name}
            self._read_letters("[country]", letters, legend, self.country, self.country_at)

    def _read_sets(self) -> None:
        """Features, named sets and the names of places."""
        for where, f in self._blocks("feature", "kind", "hexes"):
            self.features[f["kind"]] = self.features.get(f["kind"], 0) | self.hexes(where, f["hexes"])
        for where, f in self._blocks("set", "name", "hexes"):
            if f["name"] in self.sets:
                raise DataError(self.file, where, f"the set {f['name']!r} is defined twice")
            self.sets[f["name"]] = self.hexes(where, f["hexes"])
        for where, p in self._blocks("place", "hex", "name"):
            self.places.append(Place(self.hex(where, p["hex"]), p["name"], p["basis"]))

    def _read_paths(self) -> None:
        for where, p in self._blocks("path", "kind", "chain"):
            chain = tuple(self.hex(where, n) for n in str(p["chain"]).split())
            for a, b in pairwise(chain):
                if not self.grid.are_adjacent(a, b):
                    raise DataError(self.file, where, f"{self.grid.name(a)} and {self.grid.name(b)} are not adjacent")
                self._mark(self.along, p["kind"], a, b)
            self.paths.append(Path(p["kind"], p.get("name", ""), chain, p["basis"]))
            for h in chain:
                self.on_path[p["kind"]] = self.on_path.get(p["kind"], 0) | 1 << h

    def _read_hexsides(self) -> None:
        for where, p in self._blocks("hexside", "kind", "pairs"):
            for pair in str(p["pairs"]).split():
                left, slash, right = pair.partition("/")
                if not slash:
                    raise DataError(self.file, where, f"{pair} is no pair of hexes; write it like 0101/0102")
                a, b = self.hex(where, left), self.hex(where, right)
                if not self.grid.are_adjacent(a, b):
                    raise DataError(self.file, where, f"{pair}: the two hexes are not adjacent")
                self._mark(self.sides, p["kind"], a, b)

    def _check_overrides(self) -> None:
        """What a block says of single hexes is what the letters say."""
        for where, o in self._blocks("override", "hexes", "terrain"):
            for h in bits(self.hexes(where, o["hexes"])):
                if self.terrain_at[h] != o["terrain"]:
                    name, there = self.grid.name(h), self.terrain_at[h]
                    raise DataError(self.file, where, f"{name} is {there} in the grid, not {o['terrain']}")

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
