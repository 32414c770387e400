"""The maps of a report: where units die, who stood where, front lines, roads. Drawn over the title's own map in grey."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from PIL import Image, ImageEnhance

from sandtable import render
from sandtable.core import Game, bits
from sandtable.render import overprint
from sandtable.render.geometry import PITCH, number

from . import sums
from .style import FIRST, INK, SECOND, SOFT
from .sums import Cell

WIDE = 1250
"""Pixels of the grey map under the figures."""
FAR = 40
"""Hexes beyond which a unit counts for nothing."""
AVERAGED = 60
"""Games that are enough for a front line."""
FRONTS = ("#f2c230", "#ee8a2e", "#d94f2a", "#a8255a", "#6b1f7a", "#2f1d6b")
"""Front lines from the first turn to the last."""


@dataclass(frozen=True)
class Sheet:
    """A title's grey map and the part of it that the games were about."""

    game: Game[Any]
    board: render.Board
    image: str
    """A data URI."""
    frame: tuple[float, float, float, float]

    @property
    def ident(self) -> str:
        return "map-" + self.game.id.replace("/", "-")

    def symbol(self) -> str:
        """The map once, for all figures of a page."""
        w, h = number(self.board.layout.width), number(self.board.layout.height)
        return (
            f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><g id="{self.ident}">'
            f'<image href="{self.image}" width="{w}" height="{h}"/></g></defs></svg>'
        )

    def svg(self, over: str, legend: str, what: str, standalone: bool = False) -> str:
        """A figure: the map, something over it, a legend under it."""
        x, y, w, h = self.frame
        strip = 0.055 * w
        w_, h_ = number(self.board.layout.width), number(self.board.layout.height)
        ground = (
            f'<image href="{self.image}" width="{w_}" height="{h_}"/>' if standalone else f'<use href="#{self.ident}"/>'
        )
        size = f' width="1100" height="{1100 * (h + strip) / w:.0f}"' if standalone else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{number(x)} {number(y)} {number(w)} {number(h + strip)}"{size}'
            f' role="img" aria-label="{escape(what)}">'
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h + strip)}" fill="#ffffff"/>'
            f'<svg x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'
            f' viewBox="{number(x)} {number(y)} {number(w)} {number(h)}">{ground}{over}</svg>'
            f'<g transform="translate({number(x)} {number(y + h)}) scale({strip / 40:.3f})">{legend}</g></svg>'
        )


def sheet(game: Game[Any], hexes: Iterable[str]) -> Sheet:
    """The grey map of a game, cut to the hexes that matter and three more on every side."""
    board = render.board(game)
    drawn = Image.open(io.BytesIO(render.png(board.svg(), WIDE))).convert("RGB")
    grey = ImageEnhance.Brightness(
        ImageEnhance.Contrast(ImageEnhance.Color(drawn).enhance(0.22)).enhance(0.78)
    ).enhance(1.12)
    out = io.BytesIO()
    grey.save(out, "WEBP", quality=55, method=5)
    image = "data:image/webp;base64," + base64.b64encode(out.getvalue()).decode()
    return Sheet(game, board, image, _frame(board, list(hexes)))


def _frame(board: render.Board, hexes: list[str]) -> tuple[float, float, float, float]:
    layout = board.layout
    if not hexes:
        return 0.0, 0.0, layout.width, layout.height
    points = [layout.centre(layout.cell(h)) for h in hexes]
    edge = 3 * PITCH
    x0, y0 = (max(0.0, min(p[i] for p in points) - edge) for i in (0, 1))
    x1 = min(layout.width, max(p[0] for p in points) + edge)
    y1 = min(layout.height, max(p[1] for p in points) + edge)
    return x0, y0, x1 - x0, y1 - y0


def places(c: Cell) -> set[str]:
    """Every hex in which something happened."""
    found = {x[4] for r in c.rows for x in r.get("losses", ())}
    for r in c.rows:
        for x in r.get("positions", ()):
            for side in c.sides:
                found.update(x[side].split())
    return found


def deaths(c: Cell, on: Sheet, standalone: bool = False) -> str:
    """Units lost in every hex, per hundred games."""
    lost = {h: 100 * n for h, n in sums.losses_by_hex(c.rows).items()}
    if not lost:
        return ""
    top = max(lost.values())
    small = 0.04 * top
    shown = {h: n for h, n in lost.items() if n >= small}
    over = overprint.heat(on.board.layout, shown, top, {h: f"{n:.0f}" for h, n in shown.items() if n >= 2 * small})
    return on.svg(over, _scale("units lost per 100 games", top), "where units were lost", standalone)


def standing(c: Cell, on: Sheet, turn: int, standalone: bool = False) -> str:
    """Who stood where at the end of a turn."""
    layout, over = on.board.layout, ""
    for side, colour in zip(c.sides, (FIRST[0], SECOND[1])):
        over += overprint.tint(layout, sums.held(c.rows, side, turn), colour)
    legend = _swatches(
        [(FIRST[0], sums.side_name(c.sides[0])), (SECOND[1], sums.side_name(c.sides[1]))],
        "the stronger, the more often",
    )
    return on.svg(over, legend, f"who stood where at the end of turn {turn}", standalone)


WATER = ("sea", "lake", "off_map")
"""Ground over which no front runs."""


def fronts(c: Cell, on: Sheet, turns: list[int], standalone: bool = False) -> str:
    """The line between what is nearer to either side, on the average of all games, turn by turn; over land only."""
    grid, ground = on.game.map.grid, on.game.map.terrain
    wet = sum(ground.get(name, 0) for name in WATER)
    whole = [grid.name(h) for h in bits(on.game.map.on_map & ~wet)]
    dry = set(whole)
    over, legend = "", []
    for i, turn in enumerate(turns):
        colour = overprint.shade(i / max(1, len(turns) - 1), FRONTS)
        nearer = [name for name in _nearer(c, on.game, turn) if name in dry]
        over += overprint.border(on.board.layout, nearer, whole, colour, 5)
        legend.append((colour, f"turn {turn}"))
    return on.svg(over, _swatches(legend, ""), "front lines by turn", standalone)


def _nearer(c: Cell, game: Game[Any], turn: int) -> list[str]:
    """The hexes to which the first side's units are nearer, on the average of the games; ragged edges are smoothed."""
    share = dict.fromkeys(bits(game.map.on_map), 0.0)
    for r in c.rows[:AVERAGED]:
        then = [x for x in r.get("positions", ()) if int(x["turn"]) <= turn]
        if not then:
            continue
        ours, theirs = (_distances(game, then[-1][side].split()) for side in c.sides[:2])
        for h in share:
            d = theirs.get(h, FAR) - ours.get(h, FAR)
            share[h] += (d > 0) - (d < 0)
    for _ in range(2):
        around = {h: [share[n] for n in game.map.grid.neighbours[h] if n in share] for h in share}
        share = {h: (2 * n + sum(around[h])) / (2 + len(around[h])) for h, n in share.items()}
    return [game.map.grid.name(h) for h, n in share.items() if n > 0]


def _distances(game: Game[Any], names: list[str]) -> dict[int, int]:
    """Hexes from the nearest of these places."""
    grid = game.map.grid
    reached = edge = grid.named(names)
    found = dict.fromkeys(bits(edge), 0)
    for distance in range(1, FAR):
        edge = grid.spread(edge) & ~reached
        if not edge:
            break
        reached |= edge
        found |= dict.fromkeys(bits(edge), distance)
    return found


def roads(c: Cell, on: Sheet, standalone: bool = False) -> str:
    """How often every stretch of road was marched along."""
    used = sums.stretches(c.rows)
    if not used:
        return ""
    top = sorted(used.values())[int(0.98 * (len(used) - 1))]
    over = overprint.traffic(on.board.layout, used, top, FIRST[0])
    legend = _swatches([(FIRST[0], f"broadest: {top:.1f} units a game and more")], "")
    return on.svg(over, legend, "roads used", standalone)


# legends: a strip 40 high under the map ------------------------------------------------------------------------------
def _text(x: float, words: str, colour: str = INK) -> str:
    return (
        f'<text x="{x:.0f}" y="26" font-family="Inter,sans-serif" font-size="17" fill="{colour}">{escape(words)}</text>'
    )


def _scale(what: str, top: float) -> str:
    steps = "".join(
        f'<rect x="{8 + 22 * i}" y="12" width="22" height="16" fill="{overprint.shade((i + 0.5) / 8)}"/>'
        for i in range(8)
    )
    return steps + _text(194, f"0 to {top:.0f} {what}")


def _swatches(marks: list[tuple[str, str]], more: str) -> str:
    out, x = "", 8.0
    for colour, words in marks:
        out += f'<rect x="{x:.0f}" y="12" width="22" height="16" rx="3" fill="{colour}"/>' + _text(x + 29, words)
        x += 50 + 9.3 * len(words)
    return out + _text(x, more, SOFT)


def shown_turns(last: int, most: int) -> list[int]:
    """A few turns spread over the game, the last among them."""
    if last <= most:
        return list(range(1, last + 1))
    return sorted({round(1 + (last - 1) * i / (most - 1)) for i in range(most)})


__all__ = ["Sheet", "deaths", "fronts", "places", "roads", "sheet", "shown_turns", "standing"]
