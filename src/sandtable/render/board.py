"""The map as SVG: everything that never changes during a game.

The same text is written to a file by `sandtable render` and sent to the browser by the server.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping
from html import escape
from typing import Any

from sandtable.extras import need

from . import glyphs
from .geometry import (
    MARGIN,
    PITCH,
    Cell,
    Layout,
    Point,
    number,
    outline,
    polygon,
    polyline,
    shore,
    through,
)
from .lines import Lines
from .look import Look

SERIF = "'Source Serif 4 Variable','Source Serif 4','Source Serif Pro',Georgia,'DejaVu Serif',serif"
SANS = "'Inter Variable',Inter,'DejaVu Sans Condensed','Segoe UI',Arial,sans-serif"


class Board:
    """One map file and its look, ready to be drawn in layers."""

    def __init__(self, data: Mapping[str, Any], look: Look, for_pixels: bool = False) -> None:
        self.data, self.look, self.for_pixels = data, look, for_pixels
        """A drawing that is made into pixels names the ground twice, so that no texture is drawn where another ground covers it."""
        self.layout = layout = Layout(data)
        legend = {k: str(v) for k, v in data["legend"].items()}
        self.terrain = layout.grid(data["terrain"]["grid"], legend)
        inside = dict(self.terrain)
        for cell in layout.ring():
            self.terrain[cell] = self.terrain[layout.nearest(cell)]
        self.terrain = {c: t for c, t in self.terrain.items() if t and not self.kind(t).get("off")}
        self.cells = [c for c in inside if c in self.terrain]
        self.paper, self.ink = look["map"]["paper"], look["map"]["ink"]

    def kind(self, name: str) -> Mapping[str, Any]:
        style = self.look["terrain"].get(name)
        return style if style is not None else {"fill": "#d9cdb0", "rank": 4}

    def svg(self, over: str = "") -> str:
        """A whole document of the map alone, or with something drawn over it."""
        w, h = self.layout.width, self.layout.height
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(w)} {number(h)}" width="{number(w)}" height="{number(h)}">'
            f"{self.body()}{over}</svg>"
        )

    def body(self) -> str:
        """The layers from the ground up."""
        lines = Lines(self)
        x0, y0, _x1, _y1 = (number(v) for v in self.layout.frame)
        w, h = (number(b - a) for a, b in zip(self.layout.frame[:2], self.layout.frame[2:]))
        return "".join(
            (
                f"<defs>{glyphs.textures()}</defs>",
                f'<rect width="{number(self.layout.width)}" height="{number(self.layout.height)}" fill="{self.paper}"/>',
                f"<g>{self.ground()}{self.countries()}{self.grid()}{lines.hexsides()}{self.features(under=True)}{lines.paths()}{self.features(under=False)}</g>",
                self._margin(),
                self.numbers() if self.look["map"].get("numbers", True) else "",
                f'<rect x="{x0}" y="{y0}" width="{w}" height="{h}" fill="none" stroke="#3a2a1a" stroke-width="2.2"/>'
                if not self._has_off()
                else "",
                self.sets(),
                lines.path_names(),
                self.places(),
            )
        )

    def _margin(self) -> str:
        """Paper over all that was drawn beyond the frame: it looks like a clip, at a third of the cost."""
        x0, y0, x1, y1 = self.layout.frame
        far = self.layout.width + PITCH, self.layout.height + PITCH
        sheet = [(-PITCH, -PITCH), (far[0], -PITCH), far, (-PITCH, far[1])]
        edge = polygon(sheet) + polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        return f'<path d="{edge}" fill="{self.paper}" fill-rule="evenodd"/>'

    def _has_off(self) -> bool:
        return len(self.cells) < self.layout.cols * self.layout.rows

    # ground -------------------------------------------------------------------------------------------------
    def ground(self) -> str:
        """Terrain from the lowest rank up: each layer covers the one below, so no gaps can show."""
        kinds = sorted(set(self.terrain.values()), key=lambda t: (self.kind(t).get("rank", 4), t))
        out: list[str] = []
        water: list[list[Point]] = []
        hills: list[tuple[float, list[list[Point]]]] = []
        layers = [shore(self.layout, {c for c, t in self.terrain.items() if t in kinds[i:]}) for i in range(len(kinds))]
        for i, kind in enumerate(kinds):
            style = self.kind(kind)
            wet = bool(style.get("water"))
            path, loops = layers[i]
            stroke = (
                ' stroke="#3d6a85" stroke-width="1.9"'
                if wet and not water
                else ' stroke="#5f93b0" stroke-width="1"'
                if wet
                else ""
            )
            ident = f"t{i}"
            out.append(f'<path id="{ident}" d="{path}" fill="{style["fill"]}"{stroke} fill-rule="evenodd"/>')
            if style.get("texture", "none") != "none":
                covered = layers[i + 1][0] if i + 1 < len(kinds) else ""
                out[-1] = self._textured(ident, style, path, covered)
            if wet and not water:
                water = loops
        for value in sorted({self.kind(t).get("height", 0) for t in kinds} - {0}):
            high = {c for c, t in self.terrain.items() if self.kind(t).get("height", 0) >= value}
            hills.append((float(value), shore(self.layout, high)[1]))
        out.append(self._relief(hills, water))
        out.append(self._edge())
        return "".join(out)

    def _textured(self, ident: str, style: Mapping[str, Any], path: str, covered: str) -> str:
        """The ground with its texture; in pixels that takes long, so that it is left out where other ground covers it."""
        texture = f'fill="url(#{style["texture"]})"'
        return (
            f'<defs><path id="{ident}" d="{path}" fill-rule="evenodd"/></defs><use href="#{ident}" fill="{style["fill"]}"/>'
        ) + (
            f'<path d="{path}{covered}" {texture} fill-rule="evenodd"/>'
            if self.for_pixels
            else f'<use href="#{ident}" {texture}/>'
        )

    def _relief(self, hills: list[tuple[float, list[list[Point]]]], water: list[list[Point]]) -> str:
        # the relief alone needs Pillow: whoever asks for the look only does without
        image = need("sandtable.render.relief").shading(self.layout, hills, water)
        w, h = number(self.layout.width), number(self.layout.height)
        return f'<image href="{image}" width="{w}" height="{h}" preserveAspectRatio="none" style="image-rendering:smooth"/>'

    def _edge(self) -> str:
        """What lies beyond the hexes is veiled; a map of odd shape ends at them."""
        hexes = "".join(polygon(q) for q in outline(self.layout, set(self.cells)))
        x0, y0, x1, y1 = self.layout.frame
        edge = polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) + hexes
        if not self._has_off():
            return f'<path d="{edge}" fill="{self.paper}" fill-opacity=".34" fill-rule="evenodd"/>'
        return (
            f'<path d="{edge}" fill="{self.paper}" fill-rule="evenodd"/>'
            f'<path d="{hexes}" fill="none" stroke="#3a2a1a" stroke-width="2.2"/>'
        )

    def countries(self) -> str:
        block = self.data.get("country")
        if not block or "grid" not in block:
            return ""
        at = self.layout.grid(block["grid"], block.get("legend", {}))
        out = []
        for name in sorted({v for v in at.values() if v}):
            tint = self.look["country"].get(name, {}).get("tint", "none")
            cells = {
                c
                for c, v in at.items()
                if v == name and c in self.terrain and not self.kind(self.terrain[c]).get("water")
            }
            if tint != "none" and cells:
                path = "".join(polygon(q) for q in outline(self.layout, cells))
                out.append(f'<path d="{path}" fill="{tint}" fill-opacity=".17" fill-rule="evenodd"/>')
        return "".join(out)

    def grid(self) -> str:
        """Every hexside once."""
        seen, parts = set(), []
        for cell in self.cells:
            run: list[Point] = []
            for i in range(6):
                key = frozenset((cell, self.layout.neighbour(cell, i)))
                if key in seen:
                    if len(run) > 1:
                        parts.append(polyline(run))
                    run = []
                    continue
                seen.add(key)
                run = run or [self.layout.corner(cell, i)]
                run.append(self.layout.corner(cell, (i + 1) % 6))
            if len(run) > 1:
                parts.append(polyline(run))
        return f'<path class="grid" d="{"".join(parts)}" fill="none" stroke="{self.look["map"]["grid"]}" stroke-opacity=".42" stroke-width=".8"/>'

    def numbers(self) -> str:
        shift = 0.40 if self.layout.flat else 0.42
        wet: list[str] = []
        dry: list[str] = []
        crossed: list[str] = []
        on_path = {c for block in self.data.get("path", ()) for c in self.layout.cells(block["chain"])}
        for cell in self.cells:
            x, y = self.layout.centre(cell)
            text = f'<text x="{number(x)}" y="{number(y - (shift - 0.045) * PITCH)}">{self.layout.name(cell)}</text>'
            (crossed if cell in on_path else wet if self.kind(self.terrain[cell]).get("water") else dry).append(text)
        return (
            f'<g class="numbers" font-family="{SANS}" font-size="{number(0.122 * PITCH)}" text-anchor="middle" letter-spacing=".2">'
            f'<g fill="#5d4a33">{"".join(dry)}</g><g fill="#2f5f7d">{"".join(wet)}</g>'
            f'<g fill="#5d4a33" stroke="{self.paper}" stroke-opacity=".75" stroke-width="2" paint-order="stroke">{"".join(crossed)}</g></g>'
        )

    # features, sets, names ----------------------------------------------------------------------------------
    def features(self, under: bool) -> str:
        """What stands in a hex: houses and waterways under the roads, everything else over them."""
        out = []
        for block in self.data.get("feature", ()):
            style = self.look["feature"].get(block["kind"], {"glyph": "letter"})
            cells = self.layout.cells(block["hexes"])
            if under != (bool(block.get("sides")) or style.get("glyph") in ("city", "town", "village")):
                continue
            if block.get("sides"):
                out.append(
                    self._waterway([self.layout.side_middle(c, d) for c in cells for d in str(block["sides"]).split()])
                )
                continue
            for cell in cells:
                x, y = self.layout.centre(cell)
                letter = str(style.get("letter") or block.get("glyph") or block["kind"][:1].upper())
                drawn = glyphs.feature(
                    style.get("glyph", "letter"), letter, style.get("colour"), random.Random(self.layout.name(cell))
                )
                out.append(f'<g transform="translate({number(x)} {number(y)})">{drawn}</g>')
        return "".join(out)

    def _waterway(self, points: list[Point]) -> str:
        """A canal or river that runs along the sides of its hexes."""
        runs: list[list[Point]] = [[points[0]]]
        for a, b in itertools.pairwise(points):
            if math.dist(a, b) > 1.05 * PITCH:
                runs.append([])
            runs[-1].append(b)
        out = []
        for run in (r for r in runs if len(r) > 1):
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = run[0], run[1], run[-2], run[-1]
            first = (ax + (ax - bx) * 1.1, ay + (ay - by) * 1.1)
            last = (dx + (dx - cx) * 0.5, dy + (dy - cy) * 0.5)
            path = through([first, *run, last])
            for colour, width in (("#c9a967", 0.30), ("#2f5f80", 0.20), ("#97c0d5", 0.155)):
                out.append(
                    f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{number(width * PITCH)}" stroke-linejoin="round"/>'
                )
            out.append(
                f'<path d="{path}" fill="none" stroke="#d6e8f0" stroke-opacity=".8" stroke-width=".8" stroke-dasharray="10 9"/>'
            )
        return "".join(out)

    def sets(self) -> str:
        """Entry letters at the map edge and the zones a game wants shown."""
        out = []
        for block in self.data.get("set", ()):
            name, cells = str(block["name"]), self.layout.cells(block["hexes"])
            style = self.look["set"].get(
                name, {"show": "entry"} if name.lower().startswith("entry_") and len(cells) == 1 else {}
            )
            label = str(style.get("label", name.split("_", 1)[-1]))
            colour = style.get("colour", "#8f2f1f")
            if style.get("show") == "entry":
                out += [self._entry(c, label, colour) for c in cells]
            elif style.get("show") == "zone":
                path = "".join(polygon(q) for q in outline(self.layout, set(cells)))
                out.append(
                    f'<path d="{path}" fill="{colour}" fill-opacity=".07" stroke="{colour}" stroke-width="2" stroke-dasharray="7 5"/>'
                )
        return "".join(out)

    def edge_point(self, cell: Cell) -> Point | None:
        """Where a line leaves the map from a hex at its edge."""
        x, y = self.layout.centre(cell)
        x0, y0, x1, y1 = self.layout.frame
        c, r = cell[0] - self.layout.c0, cell[1] - self.layout.r0
        if r == 0:
            return x, y0
        if r == self.layout.rows - 1:
            return x, y1
        if c == self.layout.cols - 1:
            return x1, y
        return (x0, y) if c == 0 else None

    def _entry(self, cell: Cell, label: str, colour: str) -> str:
        edge = self.edge_point(cell)
        if edge is None:
            return ""
        x, y = self.layout.centre(cell)
        ex, ey = edge
        dx, dy = (0 if ex == x else math.copysign(1, ex - x)), (0 if ey == y else math.copysign(1, ey - y))
        tip, base = (ex - dx * 2, ey - dy * 2), (ex + dx * 0.27 * PITCH, ey + dy * 0.27 * PITCH)
        arrow = polygon([tip, (base[0] + dy * 12, base[1] + dx * 12), (base[0] - dy * 12, base[1] - dx * 12)])
        bx, by = (x - 0.30 * PITCH, y + 0.06 * PITCH) if dy else (x - 0.02 * PITCH, y + 0.30 * PITCH)
        badge = (
            f'<rect x="{number(bx - 9)}" y="{number(by - 9)}" width="18" height="18" rx="3" fill="{colour}" stroke="#f3e6c4" stroke-width="1.4"/>'
            f'<text x="{number(bx)}" y="{number(by + 4.6)}" font-family="{SANS}" font-size="13" font-weight="700" fill="#fbf2d9" text-anchor="middle">{escape(label)}</text>'
        )
        return f'<path d="{arrow}" fill="{colour}"/>{badge if len(label) <= 3 else ""}'

    def places(self) -> str:
        out = []
        glyph_at = {
            c for b in self.data.get("feature", ()) if not b.get("sides") for c in self.layout.cells(b["hexes"])
        }
        for place in self.data.get("place", ()):
            kind = place.get("style", "town")
            style = self.look["place"].get(kind, self.look["place"]["town"])
            cell = self.layout.cell(place["hex"])
            x, y = self.layout.centre(cell)
            dy = place.get("dy", style.get("dy", 0.0) if cell in glyph_at or kind != "town" else 0.16)
            at = (x + place.get("dx", 0.0) * PITCH, y + dy * PITCH)
            out.append(self.text(at, place["name"], style, place.get("size", 1.0), -place.get("angle", 0.0)))
        return f'<g class="places">{"".join(out)}</g>'

    def text(
        self,
        at: Point,
        text: str,
        style: Mapping[str, Any],
        scale: float = 1.0,
        angle: float = 0.0,
        middle: bool = True,
    ) -> str:
        size = style.get("size", 0.16) * scale * PITCH
        family = SERIF if style.get("font", "serif") == "serif" else SANS
        x, y = at[0], at[1] + (size * 0.34 if middle and not angle else 0)
        turn = f' transform="rotate({number(angle)} {number(at[0])} {number(at[1])})"' if angle else ""
        if angle and middle:
            y = at[1] + size * 0.34
        space = f' letter-spacing="{number(style["spacing"] * size)}"' if style.get("spacing") else ""
        italic = ' font-style="italic"' if style.get("italic") else ""
        return (
            f'<text x="{number(x)}" y="{number(y)}"{turn} font-family="{family}" font-size="{number(size)}" font-weight="{style.get("weight", 600)}"{italic}{space}'
            f' text-anchor="middle" fill="{style.get("colour", self.ink)}" stroke="{self.paper}" stroke-opacity=".85" stroke-width="{number(max(2.2, size * 0.2))}"'
            f' stroke-linejoin="round" paint-order="stroke">{escape(str(text))}</text>'
        )


def margin() -> float:
    return MARGIN
