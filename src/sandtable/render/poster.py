"""The wall map: the board with a position on it, a key and a title."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from .board import SANS, SERIF, Board
from .counters import ON_MAP, SIZE, counter
from .geometry import number
from .key import WIDTH, key, lines
from .look import Look


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
    beside, key_height = key(board, look, title, subtitle)
    boxes, boxes_height = _boxes(look, units, WIDTH - 30)
    foot, foot_height = _note(note, board.ink)
    height = key_height + boxes_height + foot_height
    sheet_w, sheet_h = board.layout.width, board.layout.height
    if height <= sheet_h or not boxes:  # everything fits beside the map
        scale = max(1.0, min(1.9, sheet_h / max(height, 900.0), sheet_h / 1300.0))
        parts = [
            (sheet_w, 0.0, scale, beside),
            (sheet_w, key_height * scale, scale, boxes),
            (sheet_w, (key_height + boxes_height) * scale, scale, foot),
        ]
        w, h = sheet_w + WIDTH * scale, max(sheet_h, height * scale)
    else:  # a wide map: the boxes lie under it
        scale = max(1.0, min(1.9, sheet_h / max(key_height + foot_height, 900.0), sheet_h / 1300.0))
        strip, strip_height = _boxes(look, units, (sheet_w + WIDTH * scale - 60) / scale)
        parts = [
            (sheet_w, 0.0, scale, beside),
            (sheet_w, key_height * scale, scale, foot),
            (24.0, sheet_h, scale, strip),
        ]
        w, h = sheet_w + WIDTH * scale, sheet_h + (strip_height + 20) * scale
    placed = "".join(
        f'<g transform="translate({number(x)} {number(y)}) scale({f:.3f})">{part}</g>' for x, y, f, part in parts
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(w)} {number(h)}" width="{number(w)}" height="{number(h)}">'
        f'<rect width="{number(w)}" height="{number(h)}" fill="{board.paper}"/>{board.body()}{stacks(board, units, look)}{placed}</svg>'
    )


def _note(note: str, ink: str) -> tuple[str, float]:
    rows = lines(note, 50)
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
        per_row = min(len(inside), 6) if width < 2 * WIDTH else min(len(inside), 10)
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
