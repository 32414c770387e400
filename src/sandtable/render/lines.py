"""What runs along and across the hexes of a map: rivers and ridges on the sides, roads and tracks over them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .geometry import (
    PITCH,
    Cell,
    Point,
    chains,
    noise,
    number,
    polygon,
    polyline,
    rounded,
    split,
    through,
    waver,
)

if TYPE_CHECKING:
    from .board import Board


class Lines:
    """The lines of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.data, self.look, self.layout = board.data, board.look, board.layout

    # hexsides -----------------------------------------------------------------------------------------------
    def hexsides(self) -> str:
        kinds: dict[str, list[tuple[Cell, Cell]]] = {}
        for block in self.data.get("hexside", ()):
            for pair in str(block["pairs"]).split():
                a, _, b = pair.partition("/")
                kinds.setdefault(block["kind"], []).append((self.layout.cell(a), self.layout.cell(b)))
        styles = self.look["hexside"]
        unknown = {"style": "line", "colour": "#6b4a6b", "width": 0.06}
        order = {"bar": 2, "hachure": 1}
        out = []
        for kind in sorted(kinds, key=lambda k: order.get(styles.get(k, unknown)["style"], 0)):
            out.append(self.hexside(styles.get(kind, unknown), kinds[kind]))
        return "".join(out)

    def hexside(self, style: Mapping[str, Any], pairs: list[tuple[Cell, Cell]]) -> str:
        form, colour, width = style["style"], style.get("colour", self.board.ink), style.get("width", 0.06) * PITCH
        if form == "none":
            return ""
        if form == "bar":
            return "".join(self._bar(a, b, colour, width) for a, b in pairs)
        if form == "hachure":
            return "".join(self._hachure(a, b, colour, width) for a, b in pairs)
        lines = chains(self.layout.side(a, b) for a, b in pairs)
        if style.get("smooth"):
            path = "".join(
                rounded([waver(p, 0.28) for p in split(line, 2, closed=False)], closed=False) for line in lines
            )
        else:
            path = "".join(polyline(line) for line in lines)
        common = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        dash = {"dash": style.get("dash", (0.1, 0.06)), "chain": (0.17, 0.05, 0.03, 0.05)}.get(form)
        dashes = f' stroke-dasharray="{" ".join(number(d * PITCH) for d in dash)}"' if dash else ""
        if dash:
            common = 'fill="none" stroke-linejoin="round"'
        out = ""
        if form == "double":
            out += f'<path d="{path}" {common} stroke="#c9a967" stroke-opacity=".75" stroke-width="{number(width * 1.55)}"/>'
        if form == "chain":
            out += (
                f'<path d="{path}" {common} stroke="{colour}" stroke-opacity=".16" stroke-width="{number(width * 3)}"/>'
            )
        if style.get("casing"):
            out += f'<path d="{path}" {common} stroke="{style["casing"]}" stroke-width="{number(width * 1.35)}"/>'
        out += f'<path d="{path}" {common} stroke="{colour}" stroke-width="{number(width)}"{dashes}/>'
        if form == "double":
            out += f'<path d="{path}" {common} stroke="{style.get("inner", "#a6d0e4")}" stroke-width="{number(width * 0.58)}"/>'
        return out

    def _bar(self, a: Cell, b: Cell, colour: str, width: float) -> str:
        """A bridge: a deck with rails across the middle of the side."""
        (ax, ay), (bx, by) = self.layout.centre(a), self.layout.centre(b)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        angle = math.degrees(math.atan2(by - ay, bx - ax))
        half, deck = 0.14 * PITCH, width * 0.75
        rail = "".join(
            f"M{number(-half - 2)} {number(s * (deck + 3))}L{number(-half)} {number(s * deck)}H{number(half)}L{number(half + 2)} {number(s * (deck + 3))}"
            for s in (-1, 1)
        )
        return (
            f'<g transform="translate({number(mx)} {number(my)}) rotate({number(angle)})">'
            f'<rect x="{number(-half)}" y="{number(-deck)}" width="{number(2 * half)}" height="{number(2 * deck)}" fill="#e9dfc4"/>'
            f'<path d="{rail}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/></g>'
        )

    def _hachure(self, a: Cell, b: Cell, colour: str, width: float) -> str:
        """A steep edge: hairs run down to the lower hex."""
        heights = [self.board.kind(self.board.terrain.get(c, "")).get("height", 0) for c in (a, b)]
        low = self.layout.centre(b if heights[0] >= heights[1] else a)
        p, q = self.layout.side(a, b)
        mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
        run = math.hypot(low[0] - mx, low[1] - my)
        nx, ny = (low[0] - mx) / run, (low[1] - my) / run
        length = math.hypot(q[0] - p[0], q[1] - p[1])
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
        hairs = []
        for i in range(9):
            t = (i + 0.5) / 9
            x, y = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
            reach, base = (0.155 if i % 2 == 0 else 0.105) * PITCH, 0.021 * PITCH
            hairs.append(
                polygon(
                    [(x - ux * base, y - uy * base), (x + ux * base, y + uy * base), (x + nx * reach, y + ny * reach)]
                )
            )
        return f'<path d="{"".join(hairs)}" fill="{colour}"/><path d="{polyline([p, q])}" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"/>'

    # paths --------------------------------------------------------------------------------------------------
    def _curve(
        self, chain: list[Cell], junctions: set[Cell], ends: set[Cell], extend: bool, aside: float
    ) -> list[Point]:
        """The points a path runs through: hexside middles, crossings, and on to the map edge at an entry."""
        centres = [self.layout.centre(c) for c in chain]
        points = [centres[0]]
        for i in range(len(chain) - 1):
            (ax, ay), (bx, by) = centres[i], centres[i + 1]
            if i and chain[i] in junctions:
                points.append(centres[i])
            k = noise((ax + bx) * 0.37, (ay + by) * 0.41, 7) * 0.17
            points.append(((ax + bx) / 2 + (by - ay) * k, (ay + by) / 2 - (bx - ax) * k))
        points.append(centres[-1])
        if aside:
            points = [(x + aside * PITCH * 0.7, y + aside * PITCH) for x, y in points]
        for at, cell in ((0, chain[0]), (len(points), chain[-1])):
            out = self.board.edge_point(cell)
            if out and (extend or cell in ends):
                points.insert(at if at == 0 else len(points), out)
        return points

    def _paths(self) -> list[tuple[Mapping[str, Any], Mapping[str, Any], list[Point]]]:
        blocks = list(self.data.get("path", ()))
        links: dict[Cell, set[Cell]] = {}
        for block in blocks:
            chain = self.layout.cells(block["chain"])
            for a, b in itertools.pairwise(chain):
                links.setdefault(a, set()).add(b)
                links.setdefault(b, set()).add(a)
        junctions = {c for c, n in links.items() if len(n) > 2}
        ends = {
            c
            for z in self.data.get("set", ())
            if str(z["name"]).lower().startswith("entry")
            for c in self.layout.cells(z["hexes"])
        }
        plain = {"fill": "#6a5a48", "width": 0.03, "dash": [0.1, 0.06], "rank": 2}
        out = []
        for block in blocks:
            style = self.look["path"].get(block["kind"], plain)
            chain = self.layout.cells(block["chain"])
            out.append(
                (block, style, self._curve(chain, junctions, ends, bool(block.get("extend")), style.get("offset", 0.0)))
            )
        return sorted(out, key=lambda p: p[1].get("rank", 2))

    def paths(self) -> str:
        curves = self._paths()
        out = []
        common = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        for _, style, points in curves:
            if style.get("casing"):
                out.append(
                    f'<path d="{through(points)}" {common} stroke="{style["casing"]}" stroke-width="{number(style["casing_width"] * PITCH)}"/>'
                )
        for _, style, points in curves:
            dash = style.get("dash")
            extra = f' stroke-dasharray="{" ".join(number(d * PITCH) for d in dash)}"' if dash else ""
            form = common.replace("round", "butt", 1) if dash else common
            path = through(points)
            out.append(
                f'<path d="{path}" {form} stroke="{style["fill"]}" stroke-width="{number(style["width"] * PITCH)}"{extra}/>'
            )
            if style.get("ties"):
                gap = style["ties"] * PITCH
                out.append(
                    f'<path d="{path}" fill="none" stroke="{style["fill"]}" stroke-width="{number(0.09 * PITCH)}" stroke-dasharray="1.4 {number(gap - 1.4)}"/>'
                )
        return "".join(out)

    def path_names(self) -> str:
        out = []
        for block, _style, points in self._paths():
            for at in str(block.get("label", "")).split() if block.get("name") else ():
                x, y = self.layout.centre(self.layout.cell(at))
                i = min(range(len(points)), key=lambda k: (points[k][0] - x) ** 2 + (points[k][1] - y) ** 2)
                i = min(max(i, 1), len(points) - 2)
                (ax, ay), (bx, by) = points[i - 1], points[i + 1]
                angle = math.degrees(math.atan2(by - ay, bx - ax))
                angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
                px, py = points[i]
                a = math.radians(angle)
                off = -0.12 * PITCH
                out.append(
                    self.board.text(
                        (px - math.sin(a) * off, py + math.cos(a) * off),
                        block["name"],
                        self.look["place"]["road"],
                        angle=angle,
                        middle=False,
                    )
                )
        return "".join(out)
