"""The hexagonal grid: hexes are ints, sets of hexes are ints used as bit sets.

Hexes lie on an axial grid with an empty border, so that a step in any of the six directions is the
same addition everywhere and the six neighbours of a whole set are six shifts and a mask:

    zone = grid.spread(enemies)              # every hex next to an enemy
    if zone & grid.bit[hex]: ...             # is this hex one of them?

Hex 0 lies in the border and is never on the map: it means "nowhere".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

DIRECTIONS: Final = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NW", "NE", "E", "SE", "SW", "W"),
}
"""Names of the six directions, clockwise; direction d + 3 is opposite to d."""


class Grid:
    """Geometry only: numbering, neighbours, distance. Terrain is the map's business."""

    def __init__(
        self, cols: int, rows: int, first: str = "0101", orientation: str = "flat", lower: str = "even"
    ) -> None:
        """`lower` says which columns (flat) or rows (pointy) sit half a hex further on: "even" or "odd" numbers."""
        if orientation not in DIRECTIONS:
            raise ValueError(f"orientation must be flat or pointy, not {orientation!r}")
        if lower not in ("even", "odd"):
            raise ValueError(f"lower must be even or odd, not {lower!r}")
        self.cols, self.rows = cols, rows
        self.orientation = orientation
        self.lower = lower
        self.directions: Final = DIRECTIONS[orientation]
        self.first_col, self.first_row = int(first[:2]), int(first[2:])
        # Lines are columns on a flat-topped grid and rows on a pointy one; cells are counted along a line.
        lines, cells = (cols, rows) if orientation == "flat" else (rows, cols)
        first_line = self.first_col if orientation == "flat" else self.first_row
        self._skew: Final = tuple(self._lines_shifted_before(first_line, i) for i in range(lines))
        w = cells + self._skew[-1] + 2
        self.width: Final = w
        flat, pointy = (-1, w - 1, w, 1, 1 - w, -w), (-w, 1 - w, 1, w, w - 1, -1)
        self.step: Final = flat if orientation == "flat" else pointy
        self.size: Final = w * (lines + 2)
        self.bit: Final = tuple(1 << h for h in range(self.size))

        self.names = [""] * self.size
        """names[h] is the printed number of hex h ("" off the map)."""
        self._index: dict[str, int] = {}
        on_map = 0
        for c in range(cols):
            for r in range(rows):
                h = self._at(c, r)
                name = f"{self.first_col + c:02d}{self.first_row + r:02d}"
                self.names[h] = name
                self._index[name] = h
                on_map |= 1 << h
        self.on_map: Final = on_map
        self.hexes: Final = tuple(sorted(self._index.values()))
        """Every hex of the map, in order of their numbers on the grid's lines."""
        self.neighbours: Final = tuple(
            tuple((h + d if self.names[h] and on_map >> (h + d) & 1 else 0) for d in self.step)
            if self.names[h]
            else (0,) * 6
            for h in range(self.size)
        )
        """neighbours[h][d] is the hex in direction d, or 0 off the map."""
        self.adjacent: Final = tuple(sum(1 << n for n in ns if n) for ns in self.neighbours)
        """adjacent[h] is the set of hexes next to h."""
        self._discs: dict[tuple[int, int], int] = {}

    def _lines_shifted_before(self, first_line: int, i: int) -> int:
        """How far line i's origin has slid against line 0 on the axial grid."""
        late = 0 if self.lower == "even" else 1
        # Passing from a lower line to the next one moves the origin by one.
        return sum(1 for k in range(i) if (first_line + k) % 2 == late)

    def _at(self, col: int, row: int) -> int:
        line, cell = (col, row) if self.orientation == "flat" else (row, col)
        return (line + 1) * self.width + cell - self._skew[line] + self._skew[-1] + 1

    # names ------------------------------------------------------------------------------------------------
    def hex(self, name: str) -> int:
        """The hex with this printed number; KeyError when it is not on the map."""
        return self._index[name]

    def find(self, name: str) -> int:
        """The hex with this printed number, or 0."""
        return self._index.get(name, 0)

    def name(self, h: int) -> str:
        return self.names[h]

    def named(self, hexes: Iterable[str]) -> int:
        """The set of the hexes with these numbers."""
        b = 0
        for name in hexes:
            b |= 1 << self._index[name]
        return b

    def column_row(self, h: int) -> tuple[int, int]:
        """Zero-based column and row, for drawing."""
        name = self.names[h]
        return int(name[:2]) - self.first_col, int(name[2:]) - self.first_row

    def centre(self, h: int) -> tuple[float, float]:
        """Centre of the hex for drawing, in hex sizes: the distance between opposite sides is 1."""
        c, r = self.column_row(h)
        number = (self.first_col + c) if self.orientation == "flat" else (self.first_row + r)
        shift = 0.5 if (number % 2 == 0) == (self.lower == "even") else 0.0
        if self.orientation == "flat":
            return c * 0.8660254037844386 + 0.5773502691896258, r + shift + 0.5
        return c + shift + 0.5, r * 0.8660254037844386 + 0.5773502691896258

    # geometry ---------------------------------------------------------------------------------------------
    def spread(self, b: int) -> int:
        """Every hex next to a hex of `b` (members of `b` too, where they touch each other)."""
        w = self.width
        return (b << 1 | b >> 1 | b << w | b >> w | b << (w - 1) | b >> (w - 1)) & self.on_map

    def shift(self, b: int, d: int) -> int:
        """The set moved one hex in direction `d`; what leaves the map is lost."""
        k = self.step[d]
        return (b << k if k > 0 else b >> -k) & self.on_map

    def direction(self, a: int, b: int) -> int:
        """The direction from hex `a` to its neighbour `b`; ValueError when they are not adjacent."""
        return self.step.index(b - a)

    def are_adjacent(self, a: int, b: int) -> bool:
        return bool(self.adjacent[a] >> b & 1)

    def distance(self, a: int, b: int) -> int:
        """Hexes from `a` to `b`, counting `b` but not `a`."""
        w = self.width
        la, ca = divmod(a, w)
        lb, cb = divmod(b, w)
        dl, dc = lb - la, cb - ca
        return max(abs(dl), abs(dc), abs(dl + dc))

    def within(self, h: int, radius: int) -> int:
        """The set of hexes at most `radius` away, `h` included."""
        disc = self._discs.get((h, radius))
        if disc is None:
            disc = self._discs[h, radius] = self.within_any(1 << h, radius)
        return disc

    def within_any(self, b: int, radius: int) -> int:
        """The set of hexes at most `radius` away from some hex of the set, which is included."""
        for _ in range(radius):
            b |= self.spread(b)
        return b
