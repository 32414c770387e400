"""Drawing: the map, the counters and the wall map of any game as SVG, and PNG where a picture is wanted.

from sandtable import render
svg = render.picture(game, state)          # wall map with the position, as SVG text
render.write_picture(game, "map.png")      # .svg or .png by the name
render.board(game).body()                  # the static map layer that the browser shows
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from .board import Board
from .geometry import PITCH
from .look import Look, LookError
from .look import look as _look
from .poster import poster, stacks

__all__ = ["Board", "Look", "LookError", "board", "card", "look_of", "picture", "png", "write_picture"]


def look_of(game: Any) -> Look:
    """The game's look: defaults, then look.toml, then look-<title>.toml."""
    names = ("look.toml", f"look-{game.title.id}.toml")
    return _look(*(game.source.text(n) for n in names if game.source.has(n)))


def board(game: Any, for_pixels: bool = False) -> Board:
    return Board(game.map.data, look_of(game), for_pixels)


def picture(game: Any, state: Any | None = None, title: str = "", bare: bool = False, for_pixels: bool = False) -> str:
    """The wall map as SVG text: with a state, its units stand on it; bare leaves the key out. What is drawn `for_pixels` looks the
    same, is longer, and is made into a PNG in half the time."""
    drawn = board(game, for_pixels)
    units = game.view(state, game.sides[0])["units"] if state is not None else ()
    if bare:
        return drawn.svg(stacks(drawn, units, drawn.look))
    head = drawn.look["map"]
    return poster(
        drawn,
        drawn.look,
        units,
        title or head.get("title") or game.map.data.get("title") or game.title.name,
        head.get("subtitle") or (game.scenario.name if game.scenario.id else ""),
        "Map reconstructed from the rules and real geography; drawn by Sandtable.",
    )


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as PNG, in its own size or at a width in pixels."""
    import resvg_py

    fonts = [str(p) for p in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=fonts))


CARD_HEXES = 11
"""So many hexes are seen across a card."""


def card(game: Any, state: Any | None, width: int = 420) -> bytes:
    """A small picture for the lobby, as WebP: the part of the map where most units stand."""
    from PIL import Image

    layout = Board(game.map.data, look_of(game)).layout
    units = game.view(state, game.sides[0])["units"] if state is not None else ()
    stand = [layout.centre(layout.cell(u["at"])) for u in units if str(u["at"]).isdigit()]
    # nobody has been set up yet: where the names are
    stand = stand or [layout.centre(layout.cell(p["hex"])) for p in game.map.data.get("place", ())]
    across = min(layout.width, CARD_HEXES * PITCH)
    size = round(width * layout.width / across)
    drawn = Image.open(io.BytesIO(png(picture(game, state, bare=True, for_pixels=True), size)))
    high = min(drawn.height, round(width * 4 / 7))
    x, y = _thickest(stand, 0.45 * across)
    left = round(min(max(0, x * size / layout.width - width / 2), drawn.width - width))
    top = round(min(max(0, y * size / layout.width - high / 2), drawn.height - high))
    out = io.BytesIO()
    drawn.convert("RGB").crop((left, top, left + width, top + high)).save(out, "WEBP", quality=72, method=6)
    return out.getvalue()


def _thickest(points: list[tuple[float, float]], reach: float) -> tuple[float, float]:
    """The middle of the places that stand closest together."""
    if not points:
        return 0.0, 0.0
    near = [[q for q in points if abs(q[0] - p[0]) < reach and abs(q[1] - p[1]) < 0.6 * reach] for p in points]
    most = max(near, key=len)
    return sum(p[0] for p in most) / len(most), sum(p[1] for p in most) / len(most)


def write_picture(game: Any, file: str | Path, *, setup: bool = True, width: int = 2400) -> Path:
    """Write the wall map to a file; the name's ending says whether as SVG or PNG."""
    path = Path(file)
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise ValueError(f"{path.name}: the file must end in .svg or .png")
    svg = picture(game, game.start() if setup else None, for_pixels=kind == ".png")
    if kind == ".svg":
        path.write_text(svg, encoding="utf-8")
    else:
        path.write_bytes(png(svg, width))
    return path
