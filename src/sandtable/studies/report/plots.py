"""The plots of a report. Each takes the games it is about and gives a figure, or nothing when there is nothing to show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from sandtable.core import Game
from sandtable.studies.study.file import PRINTED, Event, Study, Variation

from . import sums
from .style import FIRST, INK, NEITHER, SECOND, SOFT, figure, side_colour
from .sums import Cell, Effect

ROW = 0.34
"""Inches a line of a plot takes."""
LONGEST = 16
"""Lines a bar chart shows at most."""


def win_rates(cells: Sequence[Cell], name: Callable[[str], str]) -> Figure:
    """The first side's share of wins with its interval, cell by cell, and draws beside it."""
    drawn, (ax,) = figure(0.7 + ROW * len(cells))
    ax.axvline(0.5, color=SOFT, lw=0.9)
    for y, c in enumerate(cells):
        side = c.sides[0]
        e = c.wins(side)
        ax.plot([e.low, e.high], [y, y], color=FIRST[2], lw=5, solid_capstyle="round", alpha=0.55)
        ax.plot([e.value], [y], "o", color=FIRST[0], ms=7)
        draws = f", {c.draws:.0%} drawn" if c.draws else ""
        ax.text(
            1.02, y, f"{sums.side_name(side)} {e.value:.0%} of {e.games}{draws}", va="center", fontsize=9, color=SOFT
        )
    ax.set_yticks(range(len(cells)), [_short(label(c, cells, name), 52) for c in cells])
    ax.set_ylim(len(cells) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(axis="x")
    return drawn


def label(c: Cell, among: Sequence[Cell], name: Callable[[str], str] = str) -> str:
    """What tells a cell from the others; the longest part comes last, where a narrow figure may cut it."""
    parts = [name(c.scenario)] if len({x.scenario for x in among}) > 1 else []
    parts += [getattr(c, field) for field in ("players", "variation") if len({getattr(x, field) for x in among}) > 1]
    return ", ".join(parts) or c.variation


def level_bars(cells: Sequence[Cell]) -> Figure:
    """How often every level of victory came up, stacked from the first side's best to the other's."""
    found = sums.levels(cells)
    sides = cells[0].sides
    drawn, (ax,) = figure(0.55 + 0.22 * -(-len(found) // 4) + ROW * len(cells))
    shades = _shades(found, sides)
    left = np.zeros(len(cells))
    for level, winner in found:
        share = np.array(
            [sum(r["level"] == level and r["winner"] == winner for r in c.rows) / len(c.rows) for c in cells]
        )
        plain = winner is None or winner.lower() in level.lower() or len(found) > 4
        name = level if plain else f"{sums.side_name(winner or '')}: {level}"
        ax.barh(range(len(cells)), share, 0.72, left=left, color=shades[level, winner], label=name, ec="white", lw=1)
        for y, (s, x) in enumerate(zip(share, left)):
            if s >= 0.05:
                dark = shades[level, winner] in (*FIRST[:2], *SECOND[:2])
                ax.text(
                    x + s / 2, y, f"{s:.0%}", ha="center", va="center", fontsize=8.5, color="white" if dark else INK
                )
        left = left + share
    ax.set_yticks(range(len(cells)), [label(c, cells) for c in cells])
    ax.set_ylim(len(cells) - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ax.xaxis.set_visible(False)
    ax.spines["bottom"].set_visible(False)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=min(4, len(found)), borderaxespad=0.2, handlelength=1)
    return drawn


def _shades(found: Sequence[tuple[str, str | None]], sides: tuple[str, ...]) -> dict[tuple[str, str | None], str]:
    first = [k for k in found if k[1] == sides[0]]
    second = [k for k in found if k[1] == sides[1]]
    shades = dict.fromkeys(found, NEITHER)
    shades |= {k: FIRST[min(i + (len(first) < 3), 4)] for i, k in enumerate(first)}
    shades |= {k: SECOND[min(i + (len(second) < 3), 4)] for i, k in enumerate(reversed(second))}
    return shades


def score_fan(c: Cell) -> Figure | None:
    """The score by turn: median, the middle half and nine games in ten."""
    scoring = [side for side in c.sides if any(side in r["score"] for r in c.rows)]
    if not scoring or max(r["turn"] for r in c.rows) < 2:
        return None
    drawn, (ax,) = figure(3.3)
    for side in scoring:
        turns, (low, quarter, middle, three, high) = sums.fan(c.rows, lambda x, side=side: float(x.get(side, 0)))
        colour = side_colour(side, c.sides)
        ax.fill_between(turns, low, high, color=colour, alpha=0.13, lw=0)
        ax.fill_between(turns, quarter, three, color=colour, alpha=0.25, lw=0)
        ax.plot(turns, middle, color=colour, lw=2.2)
        ax.annotate(
            sums.side_name(side), (turns[-1], middle[-1]), (6, 0), textcoords="offset points", color=colour, va="center"
        )
    ax.set_xlabel("turn")
    ax.set_ylabel("points")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.grid(axis="y")
    ax.margins(x=0.02)
    return drawn


def lengths(c: Cell) -> Figure | None:
    """How long the games lasted, by who won."""
    turns = sorted({r["turn"] for r in c.rows})
    if len(turns) < 2:
        return None
    drawn, (ax,) = figure(2.3)
    bottom = np.zeros(len(turns))
    for winner in (c.sides[0], None, c.sides[1]):
        n = np.array([sum(r["turn"] == t and r["winner"] == winner for r in c.rows) for t in turns])
        if n.any():
            name = sums.side_name(winner) if winner else "draw"
            ax.bar(turns, n, 0.8, bottom=bottom, color=side_colour(winner, c.sides), label=name, ec="white")
        bottom = bottom + n
    ax.set_xlabel("last turn of the game")
    ax.set_ylabel("games")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(ncols=3)
    ax.grid(axis="y")
    return drawn


def formations(c: Cell) -> Figure | None:
    """The formations that lost most, in units per game."""
    lost = sorted(sums.losses_by_formation(c.rows).items(), key=lambda x: -x[1])[:LONGEST]
    if not lost:
        return None
    drawn, (ax,) = figure(0.8 + 0.27 * len(lost))
    for y, ((side, _), n) in enumerate(lost):
        ax.barh(y, n, 0.7, color=side_colour(side, c.sides))
        ax.text(n, y, f" {n:.1f}", va="center", fontsize=8.5, color=SOFT)
    ax.set_yticks(range(len(lost)), [_short(formation) for (_, formation), _ in lost], fontsize=9)
    ax.set_ylim(len(lost) - 0.4, -0.6)
    ax.set_xlabel(f"units lost per game; {sums.side_name(c.sides[0])} blue, {sums.side_name(c.sides[1])} rust")
    ax.grid(axis="x")
    return drawn


def odds(c: Cell, game: Game[Any]) -> Figure | None:
    """The columns of the tables on which either side attacked, per game."""
    taken = sums.attacks(c.rows)
    tables = [t for t in game.tables if any(k[1] == t for k in taken)]
    if not tables:
        return None
    drawn, axes = figure(2.6, len(tables))
    for ax, table in zip(axes, tables):
        columns = [x for x in game.tables[table].columns if any((s, table, x) in taken for s in c.sides)]
        for i, side in enumerate(c.sides):
            n = [taken.get((side, table, x), 0.0) for x in columns]
            ax.bar(
                np.arange(len(columns)) + (i - 0.5) * 0.4,
                n,
                0.38,
                color=side_colour(side, c.sides),
                label=sums.side_name(side),
            )
        ax.set_xticks(range(len(columns)), columns, fontsize=8.5)
        ax.set_title(game.tables[table].title)
        ax.grid(axis="y")
    axes[0].set_ylabel("attacks per game")
    axes[0].legend()
    return drawn


def pace(c: Cell, events: Sequence[Event]) -> Figure | None:
    """When a side came to a place, game by game, against the date of history."""
    shown = [(e, sums.arrivals(c.rows, e.side, e.hexes)) for e in events if e.scenario == c.scenario]
    if not shown or not any(turns for _, turns in shown):
        return None
    drawn, (ax,) = figure(0.9 + 0.55 * len(shown))
    last = max(max((max(t, default=1) for _, t in shown)), max(int(e.turn) for e, _ in shown)) + 1
    for y, (e, turns) in enumerate(shown):
        for turn in sorted(set(turns)):
            share = turns.count(turn) / len(c.rows)
            ax.bar(turn, -0.72 * share, 0.86, bottom=y + 0.36, color=side_colour(e.side, c.sides), alpha=0.85)
            if share >= 0.04:
                ax.text(turn, y + 0.47, f"{share:.0%}", ha="center", va="center", fontsize=7.5, color=SOFT)
        ax.plot([e.turn] * 2, [y - 0.42, y + 0.4], color=INK, lw=1.6)
        never = 1 - len(turns) / len(c.rows)
        if never:
            ax.text(last + 0.1, y, f"never in {never:.0%}", va="center", fontsize=8.5, color=SOFT)
    ax.set_yticks(range(len(shown)), [e.name for e, _ in shown])
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.set_xlim(0.4, last)
    ax.set_xlabel("turn; the black line is history")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return drawn


def effects(found: Sequence[Effect], side: str, points: bool) -> Figure | None:
    """What every variation changes, with intervals; right of zero favours the first side."""
    if not found:
        return None
    several = len({e.players for e in found}) > 1
    drawn, axes = figure(1.0 + ROW * len(found), 2 if points else 1, share_y=True)
    names = [f"{e.variation} ({e.players})" if several else e.variation for e in found]
    for ax, field, unit in zip(axes, ("wins", "lead"), ("games won", "lead in points")):
        for y, e in enumerate(found):
            x = getattr(e, field)
            sure = x.low > 0 or x.high < 0
            colour = (FIRST[1] if x.value > 0 else SECOND[1]) if sure else NEITHER
            ax.plot([x.low, x.high], [y, y], color=colour, lw=2.4, solid_capstyle="round")
            ax.plot([x.value], [y], "o", color=colour, ms=6.5)
        ax.axvline(0, color=SOFT, lw=0.9)
        ax.set_xlabel(f"change of {sums.side_name(side)}'s {unit}" if unit == "games won" else f"change of its {unit}")
        ax.grid(axis="x")
        if field == "wins":
            ax.xaxis.set_major_formatter(PercentFormatter(1))
    axes[0].set_yticks(range(len(found)), [_short(n, 46) for n in names])
    axes[0].set_ylim(len(found) - 0.5, -0.5)
    return drawn


def tornado(study: Study, found: Sequence[Effect], side: str, points: bool) -> Figure | None:
    """Every reconstructed block a step down and up: which of them the result hangs on."""
    moved = {v.name: v for v in study.variations if v.block}
    mine = [e for e in found if e.variation in moved]
    if not mine:
        return None
    field = "lead" if points else "wins"
    blocks = sorted({moved[e.variation].block for e in mine}, key=lambda b: -_span(mine, moved, b, field))
    drawn, (ax,) = figure(1.1 + 0.4 * len(blocks))
    for y, block in enumerate(blocks):
        for e in mine:
            v = moved[e.variation]
            if v.block == block:
                x = getattr(e, field)
                up = v.step > 0
                ax.barh(y + (0.19 if up else -0.19), x.value, 0.36, color=FIRST[1] if up else FIRST[3])
                ax.plot([x.low, x.high], [y + (0.19 if up else -0.19)] * 2, color=INK, lw=1)
    ax.axvline(0, color=SOFT, lw=0.9)
    ax.set_yticks(range(len(blocks)), [_short(b, 44) for b in blocks])
    ax.set_ylim(len(blocks) - 0.4, -0.6)
    if not points:
        ax.xaxis.set_major_formatter(PercentFormatter(1))
    what = "lead in points" if points else "share of games won"
    ax.set_xlabel(
        f"change of {sums.side_name(side)}'s {what}; pale: a step down, dark: a step up; lines: 95 % intervals"
    )
    ax.grid(axis="x")
    return drawn


def _span(found: Sequence[Effect], moved: dict[str, Variation], block: str, field: str) -> float:
    values = [getattr(e, field).value for e in found if moved[e.variation].block == block]
    return max(map(abs, values)) if values else 0.0


def _short(text: str, longest: int = 38) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def baselines(cells: Sequence[Cell], scenario: str) -> list[Cell]:
    """The games of a scenario that its own figures show: of every pairing those as printed."""
    mine = [c for c in cells if c.scenario == scenario]
    return [c for c in mine if c.variation == PRINTED] or mine[:1]
