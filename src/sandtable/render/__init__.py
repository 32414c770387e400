"""Drawing: the map, the counters and the wall map of any game as SVG, and PNG where a picture is wanted.

from sandtable import render
svg = render.picture(game, state)          # wall map with the position, as SVG text
render.save(game, state, "map.png")        # .svg or .png by the name
render.board(game).body()                  # the static map layer that the browser shows
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .board import Board
from .look import Look, LookError
from .look import look as _look
from .poster import poster

__all__ = ["Board", "Look", "LookError", "board", "look_of", "picture", "png", "save"]


def look_of(game: Any) -> Look:
    """The game's look: defaults, then look.toml, then look-<title>.toml."""
    names = ("look.toml", f"look-{game.title.id}.toml")
    return _look(*(game.source.text(n) for n in names if game.source.has(n)))


def board(game: Any) -> Board:
    return Board(game.map.data, look_of(game))


def picture(game: Any, state: Any | None = None, title: str = "", bare: bool = False) -> str:
    """The wall map as SVG text: with a state, its units stand on it; bare leaves the key out."""
    drawn = board(game)
    if bare and state is None:
        return drawn.svg()
    units = game.view(state, game.sides[0])["units"] if state is not None else ()
    head = drawn.look["map"]
    printed = game.map.data
    return poster(
        drawn,
        drawn.look,
        units,
        title or head.get("title") or printed.get("title") or game.title.name,
        head.get("subtitle") or (game.scenario.name if game.scenario.id else ""),
        "Map reconstructed from the rules and real geography; drawn by Sandtable.",
    )


def png(svg: str, zoom: float = 1.0) -> bytes:
    """The picture as PNG."""
    import resvg_py

    fonts = [str(p) for p in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, font_files=fonts or None))


def save(game: Any, state: Any | None, file: str | Path, zoom: float = 1.5) -> Path:
    """Write the wall map to a file; the name's ending says whether as SVG or PNG."""
    path = Path(file)
    svg = picture(game, state)
    if path.suffix.lower() == ".svg":
        path.write_text(svg, encoding="utf-8")
    elif path.suffix.lower() == ".png":
        path.write_bytes(png(svg, zoom))
    else:
        raise ValueError(f"{path.name}: write a .svg or a .png file")
    return path
