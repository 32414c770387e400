"""What can be printed over a map: values hex by hex, fronts, traffic. Fragments of SVG for a board's layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from .board import SANS
from .geometry import PITCH, Layout, chains, number, polygon, polyline

HEAT = ("#fff3c4", "#fdd776", "#fba23f", "#ef6a2a", "#c93320", "#8a1423")
"""Pale to strong: one hue path that rises evenly in darkness, so that it reads on a grey map and in grey print."""


def shade(share: float, scale: Sequence[str] = HEAT) -> str:
    """The colour of a share from 0 to 1."""
    x = min(max(share, 0.0), 1.0) * (len(scale) - 1)
    i = min(int(x), len(scale) - 2)
    a, b = (tuple(int(c[k : k + 2], 16) for k in (1, 3, 5)) for c in (scale[i], scale[i + 1]))
    return "#" + "".join(f"{round(p + (q - p) * (x - i)):02x}" for p, q in zip(a, b))


def heat(layout: Layout, values: Mapping[str, float], top: float, texts: Mapping[str, str]) -> str:
    """Every hex of `values` in the colour of its share of `top`, with its text."""
    out = []
    for name, value in values.items():
        cell = layout.cell(name)
        dark = value / top > 0.55
        out.append(
            f'<path d="{polygon(layout.corners(cell, 0.94))}" fill="{shade(value / top)}" fill-opacity="{0.78 if dark else 0.72}"/>'
        )
        if texts.get(name):
            x, y = layout.centre(cell)
            out.append(
                f'<text x="{number(x)}" y="{number(y + 0.13 * PITCH)}" font-family="{SANS}" font-size="{number(0.36 * PITCH)}"'
                f' font-weight="700" text-anchor="middle" fill="{"#ffffff" if dark else "#3a1a10"}">{escape(texts[name])}</text>'
            )
    return "".join(out)


def tint(layout: Layout, shares: Mapping[str, float], colour: str) -> str:
    """Every hex in one colour, the stronger the greater its share."""
    return "".join(
        f'<path d="{polygon(layout.corners(layout.cell(name), 0.97))}" fill="{colour}" fill-opacity="{0.12 + 0.76 * share:.2f}"/>'
        for name, share in shares.items()
        if share > 0.005
    )


def border(layout: Layout, inside: Iterable[str], whole: Iterable[str], colour: str, width: float) -> str:
    """The line between a set of hexes and the rest of the map; the map's own edge is not drawn."""
    cells, everything = {layout.cell(n) for n in inside}, {layout.cell(n) for n in whole}
    segments = [
        (layout.corner(cell, i), layout.corner(cell, (i + 1) % 6))
        for cell in sorted(cells)
        for i in range(6)
        if (other := layout.neighbour(cell, i)) in everything and other not in cells
    ]
    d = "".join(polyline(line) for line in chains(segments))
    return (
        f'<path d="{d}" fill="none" stroke="#ffffff" stroke-opacity=".75" stroke-width="{number(width + 5)}" stroke-linejoin="round"/>'
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linejoin="round" stroke-linecap="round"/>'
        if d
        else ""
    )


def traffic(layout: Layout, used: Mapping[tuple[str, str], float], top: float, colour: str) -> str:
    """Stretches from hex to hex, the broader the more they were used."""
    out = []
    for (a, b), n in sorted(used.items(), key=lambda x: x[1]):
        (x1, y1), (x2, y2) = layout.centre(layout.cell(a)), layout.centre(layout.cell(b))
        width = 1.5 + 0.42 * PITCH * min(1.0, n / top)
        out.append(
            f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" stroke="{colour}" stroke-width="{number(width)}"'
            f' stroke-linecap="round" stroke-opacity="{0.35 + 0.5 * min(1.0, n / top):.2f}"/>'
        )
    return "".join(out)
