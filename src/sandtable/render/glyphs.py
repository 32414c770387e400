"""Small drawings: ground textures and the things that stand in a hex. All are centred on 0, 0; a hex is 64 wide."""

from __future__ import annotations

import math
import random
from html import escape

INK = "#3a2413"


def textures() -> str:
    """Pattern tiles for the ground. Large tiles with scattered marks, so that the eye finds no rows."""
    rng = random.Random(1956)

    def scatter(n: int, size: float, gap: float) -> list[tuple[float, float]]:
        """Points that keep their distance, also across the edges of the tile."""
        out: list[tuple[float, float]] = []
        for _ in range(n * 30):
            x, y = rng.uniform(0, size), rng.uniform(0, size)
            if all(
                min(abs(x - a), size - abs(x - a)) ** 2 + min(abs(y - b), size - abs(y - b)) ** 2 > gap * gap
                for a, b in out
            ):
                out.append((round(x, 1), round(y, 1)))
            if len(out) == n:
                break
        return out

    def tile(ident: str, size: int, body: str, turn: int = 0) -> str:
        extra = f' patternTransform="rotate({turn})"' if turn else ""
        return f'<pattern id="{ident}" width="{size}" height="{size}" patternUnits="userSpaceOnUse"{extra}>{body}</pattern>'

    def dots(n: int, r: float, colour: str) -> str:
        d = "".join(f"M{x} {y}h0" for x, y in scatter(n, 120, 4.6))
        return f'<path d="{d}" stroke="{colour}" stroke-width="{r}" stroke-linecap="round"/>'

    ticks = "".join(f"M{x - 3:.1f} {y + 1.8:.1f}l3-3.6l3 3.6" for x, y in scatter(26, 120, 17))
    reeds = scatter(20, 110, 17)
    water = "".join(f"M{x - 4.5:.1f} {y}h9" for x, y in reeds)
    grass = "".join(
        f"M{x - 1.4:.1f} {y - 0.6:.1f}l-1.4-3.4M{x} {y - 0.6:.1f}v-4.4M{x + 1.4:.1f} {y - 0.6:.1f}l1.4-3.4"
        for x, y in reeds
    )
    crowns = "".join(f'<circle cx="{x}" cy="{y}" r="3.4"/>' for x, y in scatter(34, 100, 10))

    def houses(n: int, gap: float) -> str:
        out = []
        for x, y in scatter(n, 96, gap):
            w, h = rng.uniform(3, 6.5), rng.uniform(2.6, 5)
            x, y = min(x, 96 - w), min(y, 96 - h)
            out.append(f"M{x:.1f} {y:.1f}h{w:.1f}v{h:.1f}h-{w:.1f}z")
        return f'<path d="{"".join(out)}" fill="#5a4438" fill-opacity=".44"/>'

    return "".join(
        (
            tile("dots", 120, dots(210, 1.15, "#a67c3a99")),
            tile("grains", 120, dots(260, 1.35, "#7c521f88")),
            tile(
                "ticks", 120, f'<path d="{ticks}" fill="none" stroke="#7a5c33" stroke-opacity=".5" stroke-width=".9"/>'
            ),
            tile(
                "marsh",
                110,
                f'<path d="{water}" stroke="#4f7d93" stroke-width="1"/><path d="{grass}" stroke="#5c7340" stroke-width=".9"/>',
            ),
            tile(
                "fields",
                28,
                '<path d="M0 3.5H28M0 10.5H28M0 17.5H28M0 24.5H28" stroke="#5d7a3d" stroke-opacity=".55" stroke-width=".8"/>'
                '<path d="M7 0V28M21 0V28" stroke="#4a7fa0" stroke-opacity=".65" stroke-width="1"/>',
                62,
            ),
            tile("trees", 100, f'<g fill="#5f8048" fill-opacity=".7">{crowns}</g>'),
            tile("houses", 96, houses(26, 14)),
            tile("blocks", 96, houses(52, 10.5)),
        )
    )


def feature(glyph: str, letter: str, colour: str | None, rng: random.Random) -> str:
    """The drawing of one feature, centred on the hex."""
    letter = escape(letter)
    if glyph == "none":
        return ""
    if glyph == "fort":
        points = []
        for i in range(16):
            r = 17.2 if i % 2 == 0 else 13.4
            points.append(_polar(r, -90 + i * 22.5))
        star = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
        return (
            f'<path d="{star}" fill="{colour or "#b98a4a"}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>'
            f'<path d="M-8-8H8V8H-8ZM-8-8L8 8M8-8L-8 8" fill="#ead9a8" stroke="{INK}" stroke-width="1.2"/>'
        )
    if glyph == "redoubt":
        c = colour or "#3c6a97"
        mark = (
            f'<text y="4" font-family="Inter,DejaVu Sans,sans-serif" font-size="11" font-weight="700" text-anchor="middle" fill="{c}">{letter}</text>'
            if len(letter) == 1 and letter.isalnum()
            else ""
        )
        return f'<path d="M-11-11H11V11H-11Z" fill="#f6eed8" fill-opacity=".85" stroke="{c}" stroke-width="1.8"/><path d="M-14-14h6v6h-6zM8-14h6v6h-6zM-14 8h6v6h-6zM8 8h6v6h-6z" fill="{c}"/>{mark}'
    if glyph == "star":
        points = [_polar(9.5 if i % 2 == 0 else 3.9, -90 + i * 36) for i in range(10)]
        star = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
        return f'<path d="{star}" transform="translate(16 12)" fill="{colour or "#b3261e"}" stroke="#fff3d6" stroke-width="1.6" paint-order="stroke"/>'
    if glyph in ("city", "town", "village"):
        count, spread = {"city": (26, 17.5), "town": (12, 12.5), "village": (6, 9.0)}[glyph]
        out: list[str] = []
        spots: list[tuple[float, float]] = []
        for _ in range(count * 12):
            x, y = rng.gauss(0, spread * 0.55), rng.gauss(0, spread * 0.5)
            if abs(x) < spread and abs(y) < spread and all(abs(x - a) > 4.6 or abs(y - b) > 4.0 for a, b in spots):
                spots.append((x, y))
                w, h = rng.uniform(2.8, 5.0), rng.uniform(2.4, 4.0)
                out.append(f"M{x:.1f} {y:.1f}h{w:.1f}v{h:.1f}h-{w:.1f}z")
            if len(out) >= count:
                break
        ground = f'<circle r="{spread + 3:.1f}" fill="#d8c2b0" fill-opacity=".75"/>' if glyph == "city" else ""
        return f'{ground}<path d="{"".join(out)}" transform="translate(-2 -1.5)" fill="{colour or "#5a4438"}"/>'
    if glyph == "airfield":
        c = colour or "#4d4d55"
        return f'<g stroke="{c}" stroke-linecap="round"><path d="M-15 6L15-6" stroke-width="4.4"/><path d="M-11-8L11 8" stroke-width="3.6"/></g><path d="M-13 5.2L13-5.2" stroke="#efe6d0" stroke-width=".8" stroke-dasharray="3 3"/>'
    if glyph == "port":
        return f'<g transform="translate(-17 -2)" fill="none" stroke="{colour or "#1f3f58"}" stroke-width="2.2" stroke-linecap="round"><circle cy="-8.5" r="2.6"/><path d="M0-6V9M-5-2H5M-8 3C-7 8-3 9.500 0 9.500C3 9.500 7 8 8 3"/></g>'
    if glyph == "pass":
        return f'<path d="M-11-9C-5-4-5 4-11 9M11-9C5-4 5 4 11 9" fill="none" stroke="{colour or INK}" stroke-width="3" stroke-linecap="round"/>'
    if glyph == "tanks":
        c = colour or "#6a5a50"
        return "".join(
            f'<circle cx="{x}" cy="{y}" r="5.4" fill="#efe4cf" stroke="{c}" stroke-width="1.6"/><circle cx="{x}" cy="{y}" r="1.2" fill="{c}"/>'
            for x, y in ((-9, -6), (5, -9), (-3, 6), (11, 4))
        )
    if glyph == "well":
        return f'<circle r="5" fill="{colour or "#5b93b5"}" stroke="#223344" stroke-width="1.2"/>'
    return (
        f'<circle r="9.6" fill="#fff7e0" fill-opacity=".9" stroke="{colour or INK}" stroke-width="1.3"/>'
        f'<text y="4.3" font-family="Inter,DejaVu Sans,sans-serif" font-size="12" font-weight="700" text-anchor="middle" fill="{colour or INK}">{letter[:2]}</text>'
    )


def _polar(r: float, degrees: float) -> tuple[float, float]:
    return r * math.cos(math.radians(degrees)), r * math.sin(math.radians(degrees))
