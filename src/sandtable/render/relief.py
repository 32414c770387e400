"""The soft part of the map: hill shading, grain of the ground, depth of the water, as one small picture.

Shading is smooth by nature, so a few pixels per hex are enough at any zoom; every edge stays vector.
"""

from __future__ import annotations

import base64
import io
import random
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from .geometry import PITCH, Layout, Point

SCALE = 13.0
"""Pixels per hex."""


def shading(layout: Layout, hills: Sequence[tuple[float, list[list[Point]]]], water: list[list[Point]]) -> str:
    """A data URI of the shading: hills as (height, outlines), water as outlines."""
    scale = SCALE if layout.cols * layout.rows < 1000 else SCALE * 0.7
    k = scale / PITCH
    size = (round(layout.width * k), round(layout.height * k))
    rng = random.Random(1973)

    def mask(loops: list[list[Point]], value: int, onto: Image.Image | None = None) -> Image.Image:
        image = onto or Image.new("L", size, 0)
        draw = ImageDraw.Draw(image)
        # outer borders run clockwise, holes the other way: paint the big ones first, then cut the holes
        for loop in sorted(loops, key=lambda q: -abs(_area(q))):
            draw.polygon([(x * k, y * k) for x, y in loop], fill=value if _area(loop) > 0 else 0)
        return image

    def grain(cell: float, low: int, high: int) -> Image.Image:
        w, h = int(size[0] / cell) + 3, int(size[1] / cell) + 3
        small = Image.new("L", (w, h))
        small.putdata([rng.randint(low, high) for _ in range(w * h)])
        big = small.resize((int(w * cell) + 1, int(h * cell) + 1), Image.Resampling.BICUBIC)
        return big.crop((0, 0, *size))

    p = scale
    sea = mask(water, 255)
    land = ImageChops.invert(sea)
    height = Image.new("L", size, 0)
    for value, loops in hills:
        layer = mask(loops, round(min(1.6, value) * 120))
        height = ImageChops.lighter(height, layer)
    blur = ImageFilter.GaussianBlur
    soft = height.filter(blur(p * 0.16))
    rocky = ImageChops.multiply(height, grain(p * 0.30, 25, 255)).filter(blur(p * 0.06))
    ground = Image.blend(soft, rocky, 0.56)
    # light from the north-west: slopes facing it are bright, the others dark
    slope = ground.filter(ImageFilter.Kernel((3, 3), (-2, -2, 0, -2, 0, 2, 0, 2, 2), 3.2, 128)).filter(blur(p * 0.035))
    dark = slope.point(lambda v: min(255, max(0, int((v - 131) * 2.3))))
    light = slope.point(lambda v: min(255, max(0, int((125 - v) * 1.7))))
    dark, light = (ImageChops.multiply(i, land) for i in (dark, light))
    tone = Image.blend(grain(p * 1.9, 96, 160), grain(p * 0.55, 100, 156), 0.4)
    shade = ImageChops.lighter(
        dark.point(lambda v: v * 60 // 100), ImageChops.multiply(tone, land).point(lambda v: max(0, v - 126) * 1)
    )
    shine = ImageChops.lighter(
        light.point(lambda v: v * 44 // 100),
        ImageChops.multiply(ImageChops.invert(tone), land).point(lambda v: max(0, v - 126)),
    )
    depth = ImageChops.multiply(sea.filter(blur(p * 0.6)), sea).point(lambda v: max(0, v - 110) * 30 // 100)
    shallow = ImageChops.multiply(ImageChops.invert(sea.filter(blur(p * 0.35))), sea).point(lambda v: v * 45 // 100)

    out = Image.new("RGBA", size, (0, 0, 0, 0))
    for colour, alpha in (
        ((74, 44, 14), shade),
        ((255, 250, 232), shine),
        ((24, 70, 108), depth),
        ((232, 246, 250), shallow),
    ):
        layer_ = Image.new("RGBA", size, (*colour, 0))
        layer_.putalpha(alpha)
        out = Image.alpha_composite(out, layer_)
    file = io.BytesIO()
    out.save(file, "WEBP", quality=45, alpha_quality=50, method=5)
    return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode()


def _area(loop: Sequence[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, [*loop[1:], loop[0]])) / 2
