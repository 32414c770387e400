"""Counters as SVG groups, 42 units square, centred on 0, 0. The browser's `counter.tsx` draws the same from the same symbols."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from .board import SANS
from .geometry import number
from .look import Look, symbols

SIZE = 42.0
HALF = SIZE / 2
LARGE, SMALL, ROOM, LINE = 9.4, 7.4, 47, 28
"""Letters of a designation: their sizes, and what room there is beside the size of the unit (the twin is web/src/shared/counter.tsx)."""
ON_MAP = 1.1
"""Counters on the map are drawn this much larger: they just fit their hex."""


def style(unit: Mapping[str, Any], look: Look) -> dict[str, str]:
    """Paper, ink and band of a counter: unit before nation before side."""
    fill, ink, band = "#e6e0d2", "#222222", ""
    for entry in (
        look["side"].get(unit.get("side", ""), {}),
        look["nation"].get(str(unit.get("nation", "")).lower(), {}),
        look["formation"].get(unit.get("formation", ""), {}),
        look["unit"].get(unit.get("name", ""), {}),
    ):
        fill, ink, band = entry.get("fill", fill), entry.get("ink", ink), entry.get("band", band)
    return {"fill": fill, "ink": ink, "band": band}


def symbol(unit: Mapping[str, Any], look: Look) -> str:
    """The fragment inside the NATO frame; a type nobody drew prints its first letters."""
    drawn = symbols()
    kind = str(
        look["unit"].get(unit.get("name", ""), {}).get("symbol")
        or look["symbol"].get(unit.get("type", ""), unit.get("type", ""))
    )
    kind = drawn["aliases"].get(kind, kind)
    if kind in drawn["types"]:
        return str(drawn["types"][kind])
    letters = escape("".join(w[0] for w in kind.split("_"))[:3].upper() or "?")
    return f'<text x="100" y="121" text-anchor="middle" font-size="58" font-weight="700" fill="currentColor">{letters}</text>'


def designation(unit: Mapping[str, Any], look: Look) -> str:
    """What a counter is called; with `designation = "number"` a name of ours, "Eg-mech-7", is told by its symbol and its number."""
    name = str(unit.get("name", ""))
    said = str(look["unit"].get(name, {}).get("label") or unit.get("printed") or name)
    return name.rpartition("-")[2] if said == name and look["counter"].get("designation") == "number" else said


def lettering(label: str) -> tuple[float, str]:
    """Size of a designation: as large as its length leaves room for; a long one is drawn narrower, not smaller."""
    font = min(LARGE, max(SMALL, ROOM / max(1, len(label))))
    narrow = f' textLength="{LINE}" lengthAdjust="spacingAndGlyphs"' if ROOM / max(1, len(label)) < SMALL else ""
    return round(font, 2), narrow


def counter(unit: Mapping[str, Any], look: Look, at: tuple[float, float] = (0.0, 0.0), scale: float = 1.0) -> str:
    """One counter at a place."""
    c = style(unit, look)
    hidden = bool(unit.get("hidden"))
    label = designation(unit, look)
    factors = "-".join(str(f) for f in unit.get("factors", ()))
    band = (
        f'<path d="M{-HALF + 3} {-HALF}H{HALF - 3}a3 3 0 0 1 3 3v2.2H{-HALF}v-2.2a3 3 0 0 1 3-3z" fill="{c["band"]}"/>'
        if c["band"]
        else ""
    )
    size = symbols()["sizes"].get(unit.get("size", ""), "")
    mark = (
        f'<g transform="translate({number(HALF - 22.2)} {number(-HALF + 2.4)}) scale(.16)"><g transform="translate(0 0)">{size}</g></g>'
        if size and not hidden
        else ""
    )
    font, room = lettering(label)
    top = -HALF + (9.6 if band else 9.2)
    parts = [
        f'<g transform="translate({number(at[0])} {number(at[1])}) scale({scale:g})" color="{c["ink"]}" font-family="{SANS}">',
        f'<rect x="{-HALF + 1.6}" y="{-HALF + 2}" width="{SIZE}" height="{SIZE}" rx="3.4" fill="#2b1d0c" fill-opacity=".34"/>',
        f'<rect x="{-HALF}" y="{-HALF}" width="{SIZE}" height="{SIZE}" rx="3" fill="{c["fill"]}" stroke="{c["ink"]}" stroke-opacity=".8" stroke-width=".9"/>',
        band,
    ]
    if hidden:
        parts.append(
            '<text y="9" text-anchor="middle" font-size="26" font-weight="700" fill="currentColor">?</text></g>'
        )
        return "".join(parts)
    parts += [
        f'<text x="{-HALF + 3.2}" y="{number(top)}" font-size="{number(font)}"{room} font-weight="600" fill="currentColor">{escape(label)}</text>',
        mark,
        f'<g transform="translate(-16.5 {"-17.3" if factors else "-14.5"}) scale(.165)"><path d="M25,50h150v100h-150z" fill="#ffffff" fill-opacity=".28" stroke="currentColor" stroke-width="7"/>{symbol(unit, look)}</g>',
        f'<text y="{HALF - 3.1}" text-anchor="middle" font-size="{11.6 if len(factors) <= 5 else 9.4}" font-weight="700" fill="currentColor">{escape(factors)}</text>'
        if factors
        else "",
        "</g>",
    ]
    return "".join(parts)
