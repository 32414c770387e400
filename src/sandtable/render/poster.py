"""The wall map: the board with a position on it, a key and a title."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from random import Random
from typing import Any

from . import glyphs
from .board import SANS, SERIF, Board
from .counters import ON_MAP, SIZE, counter
from .geometry import PITCH, number
from .look import Look

PANEL = 330.0


def stacks(board: Board, units: Sequence[Mapping[str, Any]], look: Look) -> str:
    """The counters that stand on the map, the top of each stack last."""
    by_hex: dict[str, list[Mapping[str, Any]]] = {}
    for unit in units:
        by_hex.setdefault(str(unit["at"]), []).append(unit)
    out = []
    for name, stack in by_hex.items():
        if not name.isdigit() or len(name) != 2 * board.layout.digits:
            continue
        x, y = board.layout.centre(board.layout.cell(name))
        for i, unit in enumerate(stack):
            step = min(3.4, 14 / max(1, len(stack) - 1))
            back = (len(stack) - 1) / 2 - i
            out.append(counter(unit, look, (x - back * step, y + 2 + back * step), ON_MAP))
    return "".join(out)


def poster(
    board: Board,
    look: Look,
    units: Sequence[Mapping[str, Any]] = (),
    title: str = "",
    subtitle: str = "",
    note: str = "",
) -> str:
    """Map, counters and key as one SVG document; the key grows with the sheet, so that it is read from the same distance."""
    key, key_height = _panel(board, look, title, subtitle)
    boxes, boxes_height = _boxes(look, units, PANEL - 30)
    foot, foot_height = _note(note, board.ink)
    height = key_height + boxes_height + foot_height
    sheet_w, sheet_h = board.layout.width, board.layout.height
    if height <= sheet_h or not boxes:  # everything fits beside the map
        scale = max(1.0, min(1.9, sheet_h / max(height, 900.0), sheet_h / 1300.0))
        parts = [
            (sheet_w, 0.0, scale, key),
            (sheet_w, key_height * scale, scale, boxes),
            (sheet_w, (key_height + boxes_height) * scale, scale, foot),
        ]
        w, h = sheet_w + PANEL * scale, max(sheet_h, height * scale)
    else:  # a wide map: the boxes lie under it
        scale = max(1.0, min(1.9, sheet_h / max(key_height + foot_height, 900.0), sheet_h / 1300.0))
        strip, strip_height = _boxes(look, units, (sheet_w + PANEL * scale - 60) / scale)
        parts = [(sheet_w, 0.0, scale, key), (sheet_w, key_height * scale, scale, foot), (24.0, sheet_h, scale, strip)]
        w, h = sheet_w + PANEL * scale, sheet_h + (strip_height + 20) * scale
    placed = "".join(
        f'<g transform="translate({number(x)} {number(y)}) scale({f:.3f})">{part}</g>' for x, y, f, part in parts
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(w)} {number(h)}" width="{number(w)}" height="{number(h)}">'
        f'<rect width="{number(w)}" height="{number(h)}" fill="{board.paper}"/>{board.body()}{stacks(board, units, look)}{placed}</svg>'
    )


def _note(note: str, ink: str) -> tuple[str, float]:
    rows = _lines(note, 50)
    text = "".join(
        f'<text x="8" y="{20 + 17 * i}" font-family="{SERIF}" font-size="12.5" font-style="italic" fill="{ink}">{escape(row)}</text>'
        for i, row in enumerate(rows)
    )
    return text, 17.0 * len(rows) + 34


def _boxes(look: Look, units: Sequence[Mapping[str, Any]], width: float) -> tuple[str, float]:
    """The counters off the map, box by box, side by side as far as the width allows."""
    boxes: dict[str, list[Mapping[str, Any]]] = {}
    for unit in units:
        if not str(unit["at"]).isdigit() and unit["at"] != "eliminated":
            boxes.setdefault(str(unit["at"]), []).append(unit)
    names = {b["id"]: b["title"] for b in look["box"]}
    step = SIZE + 5
    out, x, y, row_height = [], 8.0, 0.0, 0.0
    for box, inside in boxes.items():
        per_row = min(len(inside), 6) if width < 2 * PANEL else min(len(inside), 10)
        name = str(names.get(box, box.replace("-", " ").replace("_", " ")))
        wide = max(per_row * step, len(name) * 9.2) + 16
        if x > 8 and x + wide > width:
            x, y, row_height = 8.0, y + row_height, 0.0
        out.append(
            f'<text x="{number(x)}" y="{number(y + 26)}" font-family="{SANS}" font-size="12.5" font-weight="700" letter-spacing="1" fill="#6a2416">{escape(name.upper())}</text>'
        )
        for i, unit in enumerate(inside):
            out.append(
                counter(unit, look, (x + SIZE / 2 + i % per_row * step, y + 40 + SIZE / 2 + i // per_row * step))
            )
        row_height = max(row_height, 46 + math.ceil(len(inside) / per_row) * step)
        x += wide
    return "".join(out), y + row_height


def _lines(text: str, width: int) -> list[str]:
    rows = [""]
    for word in text.split():
        if len(rows[-1]) + len(word) + 1 > width and rows[-1]:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    return rows


def _panel(board: Board, look: Look, title: str, subtitle: str) -> tuple[str, float]:
    """Title and key."""
    out: list[str] = []
    ink, red = board.ink, "#6a2416"
    y = 58.0

    def text(
        x: float,
        y: float,
        s: str,
        size: float,
        family: str = SANS,
        weight: int = 400,
        colour: str = ink,
        extra: str = "",
    ) -> None:
        out.append(
            f'<text x="{number(x)}" y="{number(y)}" font-family="{family}" font-size="{number(size)}" font-weight="{weight}" fill="{colour}"{extra}>{escape(s)}</text>'
        )

    for line in _lines(title, 17):
        text(8, y, line, 34, SERIF, 700, red)
        y += 38
    for line in _lines(subtitle, 42):
        text(8, y - 8, line, 15, SERIF, 400, ink, ' font-style="italic"')
        y += 20
    out.append(f'<path d="M8 {number(y)}H{PANEL - 30}" stroke="{red}" stroke-width="2"/>')
    y += 26

    def heading(s: str) -> None:
        nonlocal y
        y += 18
        text(8, y, s.upper(), 12.5, SANS, 700, red, ' letter-spacing="1"')
        y += 16

    def label(kind: str, style: Mapping[str, Any]) -> str:
        return str(style.get("label") or kind.replace("_", " ").capitalize())

    def row(drawn: str, name: str, high: float = 32) -> None:
        nonlocal y
        out.append(f'<g transform="translate(34 {number(y + high / 2)})">{drawn}</g>')
        text(70, y + high / 2 + 5, name, 15)
        y += high

    heading("Terrain")
    hexagon = [
        (21 * math.cos(math.radians(a)), 21 * math.sin(math.radians(a)))
        for a in range(0 if board.layout.flat else 30, 360, 60)
    ]
    shape = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in hexagon) + "Z"
    for kind in sorted(set(board.terrain.values()), key=lambda t: look["terrain"].get(t, {}).get("rank", 4)):
        style = look["terrain"].get(kind, {"fill": "#d9cdb0"})
        texture = style.get("texture", "none")
        over = f'<path d="{shape}" fill="url(#{texture})"/>' if texture != "none" else ""
        row(
            f'<path d="{shape}" fill="{style["fill"]}" stroke="{look["map"]["grid"]}" stroke-opacity=".7"/>{over}',
            label(kind, style),
            43,
        )
    heading("On the map")
    seen: set[str] = set()
    for block in board.data.get("path", ()):
        kind = block["kind"]
        if kind in seen:
            continue
        seen.add(kind)
        style = look["path"].get(kind, {"fill": "#6a5a48", "width": 0.03, "dash": [0.1, 0.06]})
        d = "M-24 3C-12-6 2 9 24-2"
        case = (
            f'<path d="{d}" fill="none" stroke="{style["casing"]}" stroke-width="{number(style["casing_width"] * PITCH)}"/>'
            if style.get("casing")
            else ""
        )
        dash = f' stroke-dasharray="{" ".join(number(v * PITCH) for v in style["dash"])}"' if style.get("dash") else ""
        ties = (
            f'<path d="{d}" fill="none" stroke="{style["fill"]}" stroke-width="6" stroke-dasharray="1.4 9"/>'
            if style.get("ties")
            else ""
        )
        row(
            f'{case}<path d="{d}" fill="none" stroke="{style["fill"]}" stroke-width="{number(style["width"] * PITCH)}"{dash}/>{ties}',
            label(kind, style),
            26,
        )
    for kind in dict.fromkeys(b["kind"] for b in board.data.get("hexside", ())):
        style = look["hexside"].get(kind, {"style": "line", "colour": "#6b4a6b", "width": 0.06})
        row(_side_sample(style), label(kind, style), 26)
    for block in board.data.get("feature", ()):
        kind = block["kind"]
        if kind in seen:
            continue
        seen.add(kind)
        style = look["feature"].get(kind, {"glyph": "letter"})
        if block.get("sides"):
            drawn = "".join(
                f'<path d="M-25 0H25" stroke="{c}" stroke-width="{w}"/>'
                for c, w in (("#c9a967", 17), ("#2f5f80", 12), ("#97c0d5", 9))
            )
        else:
            letter = str(style.get("letter") or block.get("glyph") or kind[:1].upper())
            drawn = glyphs.feature(style.get("glyph", "letter"), letter, style.get("colour"), Random(kind))
            if style.get("glyph") == "star":  # on the map it stands in the hex's corner
                drawn = f'<g transform="translate(-16 -12)">{drawn}</g>'
        row(drawn, label(kind, style), 40)
    km = board.data["grid"].get("km_per_hex")
    if km:
        y += 14
        step = next(v for v in (1, 2, 5, 10, 20, 50, 100, 200) if v / km >= 1.2)
        length = step / km * PITCH
        out.append(
            f'<path d="M8 {number(y)}h{number(length)}v6h-{number(length)}z" fill="{board.paper}" stroke="{ink}"/><path d="M8 {number(y)}h{number(length / 2)}v6h-{number(length / 2)}z" fill="{ink}"/>'
        )
        text(8, y + 22, f"{step} km (a hex is {km:.3g} km)", 13)
        y += 34
    y = _north(board, out, y)
    return "".join(out), y + 8


def _side_sample(style: Mapping[str, Any]) -> str:
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


def _north(board: Board, out: list[str], y: float) -> float:
    north = str(board.data["grid"].get("north", ""))
    if not north:
        return y
    bearing = board.data.get("transform", {}).get("bearing_up")
    angle = {"up": 0, "right": 90, "down": 180, "left": 270}.get(north, 0) - (
        float(bearing) if bearing is not None else 0
    )
    out.append(
        f'<g transform="translate(34 {number(y + 36)}) rotate({number(angle)})"><path d="M0-26L8 14L0 8L-8 14Z" fill="#6a2416"/>'
        f'<text y="-30" text-anchor="middle" font-family="{SANS}" font-size="13" font-weight="700" fill="#6a2416">N</text></g>'
    )
    return y + 72
