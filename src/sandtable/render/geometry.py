"""Where things are on the sheet, and how straight hexsides become shores and rivers.

Everything is in SVG units; a hex measures PITCH from one flat side to the opposite one. The layout is the one of the
map file, so the drawing needs no rules code.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

PITCH: Final = 64.0
BLEED: Final = 0.30 * PITCH
"""How far the printed area runs past the outermost hexes."""
MARGIN: Final = 0.62 * PITCH
"""Paper around the printed area's hexes: bleed, frame and entry arrows."""
S3: Final = math.sqrt(3.0)

Point = tuple[float, float]
Cell = tuple[int, int]
"""Column and row as printed."""


class Layout:
    """Cells, centres, corners and sides of one map file."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        grid = data["grid"]
        self.cols, self.rows = int(grid["cols"]), int(grid["rows"])
        self.flat = str(grid.get("orientation", "flat")) == "flat"
        self.even_shifted = str(grid.get("lower" if self.flat else "shifted", grid.get("lower", "even"))) == "even"
        first = str(grid.get("first", "0101"))
        self.digits = len(first) // 2
        self.c0, self.r0 = int(first[: self.digits]), int(first[self.digits :])
        w, h = self._extent()
        self.width, self.height = w * PITCH + 2 * MARGIN, h * PITCH + 2 * MARGIN
        self.frame = (MARGIN - BLEED, MARGIN - BLEED, self.width - MARGIN + BLEED, self.height - MARGIN + BLEED)

    def _extent(self) -> Point:
        across, along = (self.cols, self.rows) if self.flat else (self.rows, self.cols)
        a, b = (across - 1) * S3 / 2 + 2 / S3, along + 0.5
        return (a, b) if self.flat else (b, a)

    def name(self, cell: Cell) -> str:
        return f"{cell[0]:0{self.digits}d}{cell[1]:0{self.digits}d}"

    def cell(self, name: str) -> Cell:
        return int(name[: self.digits]), int(name[self.digits :])

    def cells(self, names: str | Sequence[str]) -> list[Cell]:
        return [self.cell(n) for n in (names.split() if isinstance(names, str) else names)]

    def grid(self, text: str, legend: Mapping[str, str]) -> dict[Cell, str]:
        """A letter grid of the map file as terrain (or country) by cell."""
        return {
            (self.c0 + i, self.r0 + j): legend.get(letter, "")
            for j, line in enumerate(line for line in text.split("\n") if line.strip())
            for i, letter in enumerate(line)
        }

    def _shifted(self, n: int) -> bool:
        return (n % 2 == 0) == self.even_shifted

    def centre(self, cell: Cell) -> Point:
        i, j = cell[0] - self.c0, cell[1] - self.r0
        if self.flat:
            x, y = i * S3 / 2 + 1 / S3, j + 0.5 + (0.5 if self._shifted(cell[0]) else 0)
        else:
            x, y = i + 0.5 + (0.5 if self._shifted(cell[1]) else 0), j * S3 / 2 + 1 / S3
        return x * PITCH + MARGIN, y * PITCH + MARGIN

    def corner(self, cell: Cell, i: int, scale: float = 1.0) -> Point:
        x, y = self.centre(cell)
        a = math.radians((0 if self.flat else 30) + 60 * i)
        return x + scale * PITCH / S3 * math.cos(a), y + scale * PITCH / S3 * math.sin(a)

    def corners(self, cell: Cell, scale: float = 1.0) -> list[Point]:
        return [self.corner(cell, i, scale) for i in range(6)]

    def neighbour(self, cell: Cell, i: int) -> Cell:
        """The cell across the side between corners i and i + 1."""
        c, r = cell
        if self.flat:  # sides SE, S, SW, NW, N, NE
            low = 1 if self._shifted(c) else 0
            return (
                (c + 1, r + low),
                (c, r + 1),
                (c - 1, r + low),
                (c - 1, r - 1 + low),
                (c, r - 1),
                (c + 1, r - 1 + low),
            )[i]
        low = 1 if self._shifted(r) else 0  # sides SE, SW, W, NW, NE, E with corners at 30, 90, ...
        return ((c + low, r + 1), (c - 1 + low, r + 1), (c - 1, r), (c - 1 + low, r - 1), (c + low, r - 1), (c + 1, r))[
            i
        ]

    def side(self, a: Cell, b: Cell) -> tuple[Point, Point]:
        """The two ends of the side that a and b share."""
        for i in range(6):
            if self.neighbour(a, i) == b:
                return self.corner(a, i), self.corner(a, (i + 1) % 6)
        raise ValueError(f"{self.name(a)} and {self.name(b)} are not adjacent")

    def side_middle(self, cell: Cell, bearing: str) -> Point:
        angles = {"N": -90, "S": 90, "NE": -30, "SE": 30, "NW": -150, "SW": 150} if self.flat else {
            "E": 0, "W": 180, "NE": -60, "SE": 60, "NW": -120, "SW": 120}  # fmt: skip
        x, y = self.centre(cell)
        a = math.radians(angles[bearing])
        return x + 0.5 * PITCH * math.cos(a), y + 0.5 * PITCH * math.sin(a)

    def is_inside(self, cell: Cell) -> bool:
        return self.c0 <= cell[0] < self.c0 + self.cols and self.r0 <= cell[1] < self.r0 + self.rows

    def ring(self) -> list[Cell]:
        """The cells just outside the grid: they carry terrain on to the frame."""
        inside = [
            (c, r)
            for c in range(self.c0 - 1, self.c0 + self.cols + 1)
            for r in range(self.r0 - 1, self.r0 + self.rows + 1)
        ]
        return [cell for cell in inside if not self.is_inside(cell)]

    def nearest(self, cell: Cell) -> Cell:
        return (
            min(max(cell[0], self.c0), self.c0 + self.cols - 1),
            min(max(cell[1], self.r0), self.r0 + self.rows - 1),
        )


# outlines ---------------------------------------------------------------------------------------------------
def outline(layout: Layout, cells: set[Cell]) -> list[list[Point]]:
    """The closed border lines of a set of cells, corner by corner."""
    after: dict[tuple[int, int], tuple[Point, tuple[int, int]]] = {}

    def key(p: Point) -> tuple[int, int]:
        return round(p[0] * 4), round(p[1] * 4)

    for cell in sorted(cells):
        for i in range(6):
            if layout.neighbour(cell, i) not in cells:
                a, b = layout.corner(cell, i), layout.corner(cell, (i + 1) % 6)
                after[key(a)] = (a, key(b))
    loops = []
    while after:
        start = next(iter(after))
        loop, at = [], start
        while at in after:
            point, following = after.pop(at)
            loop.append(point)
            at = following
        loops.append(loop)
    return loops


def chains(segments: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Single hexsides joined into lines as long as possible."""
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    where: dict[tuple[int, int], Point] = {}
    for a, b in segments:
        ka, kb = (round(a[0] * 4), round(a[1] * 4)), (round(b[0] * 4), round(b[1] * 4))
        where[ka], where[kb] = a, b
        if kb not in links.setdefault(ka, []):
            links[ka].append(kb)
            links.setdefault(kb, []).append(ka)
    out: list[list[Point]] = []
    while True:
        starts = [k for k, v in links.items() if len(v) == 1 or len(v) > 2] or [k for k, v in links.items() if v]
        if not starts:
            return out
        at = starts[0]
        line = [where[at]]
        while links.get(at):
            following = links[at].pop(0)
            links[following].remove(at)
            line.append(where[following])
            at = following
            if len(links[at]) != 1:
                break
        links = {k: v for k, v in links.items() if v}
        out.append(line)


# noise and curves -------------------------------------------------------------------------------------------
def _hash(i: int, j: int, seed: int) -> float:
    n = (i * 374761393 + j * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 0xFFFF - 0.5


def noise(x: float, y: float, seed: int) -> float:
    """Smooth noise in -0.5 .. 0.5; the same point always gives the same value."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a = _hash(i, j, seed) * (1 - u) + _hash(i + 1, j, seed) * u
    b = _hash(i, j + 1, seed) * (1 - u) + _hash(i + 1, j + 1, seed) * u
    return a * (1 - v) + b * v


def waver(p: Point, amount: float = 1.0) -> Point:
    """The point moved a little, always the same way: so neighbours share one crooked border."""
    x, y = p[0] / PITCH, p[1] / PITCH
    dx = noise(x * 1.9, y * 1.9, 1) * 0.26 + noise(x * 4.7, y * 4.7, 2) * 0.11
    dy = noise(x * 1.9, y * 1.9, 3) * 0.26 + noise(x * 4.7, y * 4.7, 4) * 0.11
    return p[0] + dx * PITCH * amount, p[1] + dy * PITCH * amount


def split(points: Sequence[Point], parts: int, closed: bool) -> list[Point]:
    """The same line with every segment cut into parts."""
    out = []
    ends = list(points[1:]) + ([points[0]] if closed else [])
    for a, b in zip(points, ends):
        out += [(a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts) for k in range(parts)]
    return out if closed else [*out, points[-1]]


def number(v: float) -> str:
    text = f"{v:.1f}"
    return text[:-2] if text.endswith(".0") else text


def polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def polyline(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def rounded(points: Sequence[Point], closed: bool) -> str:
    """A path through the middles of the segments, bent at the points: soft corners at little cost."""
    n = len(points)
    if n < 3:
        return polyline(points)

    def mid(a: Point, b: Point) -> Point:
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

    if closed:
        x, y = mid(points[-1], points[0])
        parts = [f"M{number(x)} {number(y)}"]
        for k in range(n):
            p, q = points[k], mid(points[k], points[(k + 1) % n])
            parts.append(f"Q{number(p[0])} {number(p[1])} {number(q[0])} {number(q[1])}")
        return "".join(parts) + "Z"
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for k in range(1, n - 1):
        p, q = points[k], mid(points[k], points[k + 1]) if k < n - 2 else points[-1]
        parts.append(f"Q{number(p[0])} {number(p[1])} {number(q[0])} {number(q[1])}")
    return "".join(parts)


def through(points: Sequence[Point]) -> str:
    """A smooth path through all the points (Catmull-Rom as cubic curves)."""
    if len(points) < 3:
        return polyline(points)
    ext = [points[0], *points, points[-1]]
    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for k in range(1, len(ext) - 2):
        p0, p1, p2, p3 = ext[k - 1 : k + 3]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in (c1, c2, p2)))
    return "".join(parts)


def shore(layout: Layout, cells: set[Cell]) -> tuple[str, list[list[Point]]]:
    """The crooked outline of a set of cells as a path, and its points for the relief."""
    loops = [[waver(p) for p in split(loop, 3, closed=True)] for loop in outline(layout, cells)]
    return "".join(rounded(loop, closed=True) for loop in loops), loops
