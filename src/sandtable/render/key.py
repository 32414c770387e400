"""The key beside a wall map: title, terrain, what else is drawn, scale and north."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from random import Random
from typing import Any

from . import glyphs
from .board import SANS, SERIF, Board
from .geometry import PITCH, number
from .look import Look

WIDTH = 330.0
RED = "#6a2416"
BANKS = (("#c9a967", 17), ("#2f5f80", 12), ("#97c0d5", 9))
"""A waterway seen from above: colour and width of bank, deep and shallow water."""


def key(board: Board, look: Look, title: str, subtitle: str) -> tuple[str, float]:
    """The drawing, and how high it became."""
    made = Key(board, look)
    made.title(title, subtitle)
    made.heading("Terrain")
    for drawn, name in made.terrain():
        made.row(drawn, name, 43)
    made.heading("On the map")
    for drawn, name, high in (*made.paths(), *made.hexsides(), *made.features()):
        made.row(drawn, name, high)
    made.scale()
    made.north()
    return "".join(made.out), made.y + 8


class Key:
    """Written from the top down; `y` is how far it has come."""

    def __init__(self, board: Board, look: Look) -> None:
        self.board, self.look = board, look
        self.out: list[str] = []
        self.y = 58.0

    def text(self, x: float, y: float, words: str, size: float, style: str = "") -> None:
        font = style or f'font-family="{SANS}" font-weight="400" fill="{self.board.ink}"'
        place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
        self.out.append(f"<text {place} {font}>{escape(words)}</text>")

    def title(self, title: str, subtitle: str) -> None:
        for line in lines(title, 17):
            self.text(8, self.y, line, 34, f'font-family="{SERIF}" font-weight="700" fill="{RED}"')
            self.y += 38
        for line in lines(subtitle, 42):
            style = f'font-family="{SERIF}" font-weight="400" fill="{self.board.ink}" font-style="italic"'
            self.text(8, self.y - 8, line, 15, style)
            self.y += 20
        self.out.append(f'<path d="M8 {number(self.y)}H{WIDTH - 30}" stroke="{RED}" stroke-width="2"/>')
        self.y += 26

    def heading(self, words: str) -> None:
        self.y += 18
        self.text(
            8, self.y, words.upper(), 12.5, f'font-family="{SANS}" font-weight="700" fill="{RED}" letter-spacing="1"'
        )
        self.y += 16

    def row(self, drawn: str, name: str, high: float) -> None:
        self.out.append(f'<g transform="translate(34 {number(self.y + high / 2)})">{drawn}</g>')
        self.text(70, self.y + high / 2 + 5, name, 15)
        self.y += high

    def terrain(self) -> Iterator[tuple[str, str]]:
        known = self.look["terrain"]
        turned = 0 if self.board.layout.flat else 30
        corners = [(21 * math.cos(math.radians(a)), 21 * math.sin(math.radians(a))) for a in range(turned, 360, 60)]
        shape = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"
        grid = self.look["map"]["grid"]
        for kind in sorted(set(self.board.terrain.values()), key=lambda t: known.get(t, {}).get("rank", 4)):
            style = known.get(kind, {"fill": "#d9cdb0"})
            texture = style.get("texture", "none")
            over = f'<path d="{shape}" fill="url(#{texture})"/>' if texture != "none" else ""
            yield (
                f'<path d="{shape}" fill="{style["fill"]}" stroke="{grid}" stroke-opacity=".7"/>{over}',
                label(kind, style),
            )

    def paths(self) -> Iterator[tuple[str, str, float]]:
        for kind in dict.fromkeys(b["kind"] for b in self.board.data.get("path", ())):
            style = self.look["path"].get(kind, {"fill": "#6a5a48", "width": 0.03, "dash": [0.1, 0.06]})
            yield path_sample(style), label(kind, style), 26

    def hexsides(self) -> Iterator[tuple[str, str, float]]:
        for kind in dict.fromkeys(b["kind"] for b in self.board.data.get("hexside", ())):
            style = self.look["hexside"].get(kind, {"style": "line", "colour": "#6b4a6b", "width": 0.06})
            yield side_sample(style), label(kind, style), 26

    def features(self) -> Iterator[tuple[str, str, float]]:
        """Features that are no path as well, each kind once."""
        seen = {b["kind"] for b in self.board.data.get("path", ())}
        for block in self.board.data.get("feature", ()):
            kind = block["kind"]
            if kind not in seen:
                seen.add(kind)
                style = self.look["feature"].get(kind, {"glyph": "letter"})
                yield feature_sample(block, style), label(kind, style), 40

    def scale(self) -> None:
        km = self.board.data["grid"].get("km_per_hex")
        if not km:
            return
        self.y += 14
        step = next(v for v in (1, 2, 5, 10, 20, 50, 100, 200) if v / km >= 1.2)
        length = step / km * PITCH
        y, whole, half = number(self.y), number(length), number(length / 2)
        self.out.append(
            f'<path d="M8 {y}h{whole}v6h-{whole}z" fill="{self.board.paper}" stroke="{self.board.ink}"/>'
            f'<path d="M8 {y}h{half}v6h-{half}z" fill="{self.board.ink}"/>'
        )
        self.text(8, self.y + 22, f"{step} km (a hex is {km:.3g} km)", 13)
        self.y += 34

    def north(self) -> None:
        north = str(self.board.data["grid"].get("north", ""))
        if not north:
            return
        bearing = float(self.board.data.get("transform", {}).get("bearing_up") or 0)
        angle = {"up": 0, "right": 90, "down": 180, "left": 270}.get(north, 0) - bearing
        self.out.append(
            f'<g transform="translate(34 {number(self.y + 36)}) rotate({number(angle)})">'
            f'<path d="M0-26L8 14L0 8L-8 14Z" fill="{RED}"/>'
            f'<text y="-30" text-anchor="middle" font-family="{SANS}" font-size="13" font-weight="700" fill="{RED}">N</text></g>'
        )
        self.y += 72


def label(kind: str, style: Mapping[str, Any]) -> str:
    return str(style.get("label") or kind.replace("_", " ").capitalize())


def path_sample(style: Mapping[str, Any]) -> str:
    d = "M-24 3C-12-6 2 9 24-2"
    case = ties = dash = ""
    if style.get("casing"):
        wide = number(style["casing_width"] * PITCH)
        case = f'<path d="{d}" fill="none" stroke="{style["casing"]}" stroke-width="{wide}"/>'
    if style.get("dash"):
        dash = f' stroke-dasharray="{" ".join(number(v * PITCH) for v in style["dash"])}"'
    if style.get("ties"):
        ties = f'<path d="{d}" fill="none" stroke="{style["fill"]}" stroke-width="6" stroke-dasharray="1.4 9"/>'
    wide = number(style["width"] * PITCH)
    return f'{case}<path d="{d}" fill="none" stroke="{style["fill"]}" stroke-width="{wide}"{dash}/>{ties}'


def feature_sample(block: Mapping[str, Any], style: Mapping[str, Any]) -> str:
    if block.get("sides"):
        return "".join(f'<path d="M-25 0H25" stroke="{c}" stroke-width="{w}"/>' for c, w in BANKS)
    kind = block["kind"]
    letter = str(style.get("letter") or block.get("glyph") or kind[:1].upper())
    drawn = glyphs.feature(style.get("glyph", "letter"), letter, style.get("colour"), Random(kind))
    if style.get("glyph") == "star":  # on the map it stands in the hex's corner
        drawn = f'<g transform="translate(-16 -12)">{drawn}</g>'
    return drawn


def side_sample(style: Mapping[str, Any]) -> str:
    form, colour, width = style["style"], style.get("colour", "#333"), style.get("width", 0.06) * PITCH
    if form == "hachure":
        hairs = "".join(f"M{x - 1.4:.1f} 0h2.8l-1.4 {9 if i % 2 else 6}z" for i, x in enumerate(range(-22, 24, 5)))
        return (
            f'<path d="M-25 0H25" stroke="{colour}" stroke-width="{number(width)}"/><path d="{hairs}" fill="{colour}"/>'
        )
    if form == "bar":
        return f'<path d="M-12-6L-9-3H9L12-6M-12 6L-9 3H9L12 6" fill="none" stroke="{colour}" stroke-width="2"/>'
    dash = {"dash": style.get("dash", (0.1, 0.06)), "chain": (0.17, 0.05, 0.03, 0.05)}.get(form)
    dashes = f' stroke-dasharray="{" ".join(number(d * PITCH) for d in dash)}"' if dash else ""
    inner = (
        f'<path d="M-25 0H25" stroke="{style.get("inner", "#a6d0e4")}" stroke-width="{number(width * 0.58)}"/>'
        if form == "double"
        else ""
    )
    return f'<path d="M-25 0H25" stroke="{colour}" stroke-width="{number(width)}"{dashes}/>{inner}'


def lines(text: str, width: int) -> list[str]:
    """A text in lines of at most so many letters."""
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 1 > width and rows[-1]:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows
