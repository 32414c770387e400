"""The board in the terminal: hexes as coloured tiles with their numbers, roads, place names and counters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from rich.style import Style
from rich.text import Text

from sandtable.core import Game, Hex
from sandtable.core.facts import UnitFacts
from sandtable.render import look_of
from sandtable.render.counters import style as colours

WIDE: Final = 10
HIGH: Final = 4
"""A tile: the number; two lines of a counter, or the roads; its strength. The next column lies half a tile lower."""

GROUND: Final = {
    "sand": "∴", "soft_sand": "∴", "desert": "∴", "dunes": "∵", "elevated_sand": "∆", "rough": "^", "hills": "^",
    "mountain": "▲", "swamp": "≋", "marsh": "≋", "chinese_farm": "#", "cultivated": "#", "city": "▦", "town": "▦",
    "sea": "≈", "lake": "~", "harbour": "⌁", "oil_tank": "◍",
}  # fmt: skip
"""Signs of terrain, for eyes and terminals without colours. Others are given a letter of their own."""
PLAIN: Final = ("clear", "open", "flat", "plain", "off_map", "")

ARMS: Final = {
    "armor": "○", "arm": "○", "tank": "○", "mech": "⊗", "armored_infantry": "⊗", "infantry": "×", "inf": "×",
    "armored_cavalry": "⊘", "recce": "/", "artillery": "●", "sp_artillery": "◉", "mortar": "◦", "engineer": "Ш",
    "bridge": "≍", "airborne": "Y", "para": "Y", "mech_para": "Ÿ", "antitank": "∧", "atgm": "∧", "antiaircraft": "∩",
    "aaa": "∩", "sam": "∩", "marine": "⚓", "helicopter": "∞", "airmobile": "∞", "garrison": "⊓", "supply": "$",
}  # fmt: skip
"""Signs of troops, as near to the printed symbols as letters come. Others show their first letter."""

LINES: Final = {"road": "╲│╱", "highway": "╲│╱", "secondary_road": "╲│╱", "railroad": "╲┆╱"}
ALIKE: Final = 60
DASHED: Final = "⋱┊⋰"
NW, N, NE, SE, S, SW = 5, 0, 1, 2, 3, 4
STROKES: Final = {
    NW: ((0, 0, 0), (1, 2, 0)), N: ((0, 5, 1), (1, 5, 1)), NE: ((0, 9, 2), (1, 7, 2)),
    SE: ((3, 9, 0), (2, 7, 0)), S: ((3, 5, 1), (2, 5, 1)), SW: ((3, 0, 2), (2, 2, 2)),
}  # fmt: skip
"""Where a way in each direction is drawn: line, column, which of its three signs. The first of them always, the second where nobody stands."""


class Spot(NamedTuple):
    sign: str
    style: Style


class TextBoard:
    """The drawing of one game's map; what stands on it is said anew each time."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.map, self.look = game, game.map, look_of(game)
        self.flat = self.map.grid.orientation == "flat"
        self.places = {p.hex: p.name for p in self.map.places}
        kinds = sorted({k for k in self.map.terrain_at if k not in PLAIN})
        self.ground = signs(kinds, GROUND)
        self.arms = signs(sorted({game.roster[u].type for u in range(len(game.roster))}), ARMS)

    def lines(self, units: Iterable[UnitFacts], columns: range, rows: range) -> list[Text]:
        """The part of the map in these columns and rows."""
        here: dict[str, list[UnitFacts]] = {}
        for u in units:
            here.setdefault(u["at"], []).append(u)
        width, height = len(columns) * WIDE + WIDE // 2, len(rows) * HIGH + HIGH // 2
        canvas = [[Spot(" ", Style.null())] * width for _ in range(height)]
        for h in self.map.grid.hexes:
            c, r = self.map.grid.column_row(h)
            if c in columns and r in rows and self.map.terrain_at[h]:
                left, top = self.corner(h, columns, rows)
                self.tile(canvas, left, top, h, here.get(self.map.grid.name(h), []))
        return [joined(line) for line in canvas]

    def corner(self, h: Hex, columns: range, rows: range) -> tuple[int, int]:
        c, r = self.map.grid.column_row(h)
        x, y = self.map.grid.centre(h)
        shift = (y - 0.5 - r) if self.flat else (x - 0.5 - c)
        across, down = (0, round(shift * HIGH)) if self.flat else (round(shift * WIDE), 0)
        return (c - columns.start) * WIDE + across, (r - rows.start) * HIGH + down

    def tile(self, canvas: list[list[Spot]], left: int, top: int, h: Hex, stack: Sequence[UnitFacts]) -> None:
        kind = self.map.terrain_at[h]
        paper = self.look["terrain"].get(kind, {}).get("fill", "#ead9b0")
        plain = Style(bgcolor=paper, color="#2a2018")
        faint = Style(bgcolor=paper, color="#6d5c45")

        def write(line: int, at: int, text: str, style: Style) -> None:
            for i, sign in enumerate(text[: WIDE - at]):
                canvas[top + line][left + at + i] = Spot(sign, style)

        for line in range(HIGH):
            write(line, 0, " " * WIDE, plain)
        write(0, 1, self.map.grid.name(h), faint)
        write(0, 7, self.ground.get(kind, " "), faint)
        self.ways(h, bool(stack), write, paper)
        if stack:
            for line, (text, style) in enumerate(self.counter(stack, paper), 1):
                write(line, 0, text, style)
        elif h in self.places:
            write(2, 1, f"{self.places[h]:^8}"[:8], plain + Style(italic=True, bold=True))

    def ways(self, h: Hex, held: bool, write: Any, paper: str) -> None:
        """Roads and trails, in the direction they leave the hex."""
        for kind in sorted(self.map.along, key=lambda k: self.look["path"].get(k, {}).get("rank", 0)):
            ink = self.look["path"].get(kind, {}).get("fill", "#5b4636")
            style = Style(bgcolor=paper, color=ink, bold=True)
            for d, hexes in enumerate(self.map.along[kind]):
                if self.flat and hexes >> h & 1:
                    for line, at, sign in STROKES[d][: 1 if held else 2]:
                        write(line, at, LINES.get(kind, DASHED)[sign], style)

    def counter(self, stack: Sequence[UnitFacts], paper: str) -> list[tuple[str, Style]]:
        """The unit on top, and how many lie under it; where its colour is the ground's, paper and ink change places."""
        u = stack[0]
        paint = colours(u, self.look)
        fill, ink = paint["fill"], paint["ink"]
        if alike(fill, paper):
            fill, ink = ink, fill
        style = Style(bgcolor=fill, color=ink, bold=True)
        sign = "?" if u.get("hidden") else self.arms.get(u.get("type", ""), " ")
        name = sign + ("" if u.get("hidden") else u["name"])
        rows = [name] if len(name) <= WIDE else [name[:WIDE], name[WIDE:]]
        more = f" +{len(stack) - 1}" if len(stack) > 1 else ""
        rows.append(f"{'-'.join(u['factors'])}{more}")
        return [(f"{row:{WIDE}}", style) for row in rows]

    def legend(self, units: Iterable[UnitFacts], columns: range, rows: range) -> list[Text]:
        """What the signs in this part of the map mean."""
        grid = self.map.grid
        shown = [h for h in grid.hexes if grid.column_row(h)[0] in columns and grid.column_row(h)[1] in rows]
        names = {grid.name(h) for h in shown}
        kinds = {self.map.terrain_at[h] for h in shown}
        types = {u.get("type", "") for u in units if u["at"] in names and not u.get("hidden")}
        ground = [f"{s} {said(k)}" for k, s in self.ground.items() if k in kinds]
        arms = [f"{s} {said(k)}" for k, s in self.arms.items() if k in types]
        return [Text("  ".join(x), style="dim") for x in (ground, arms) if x]


def signs(kinds: Sequence[str], known: dict[str, str]) -> dict[str, str]:
    """A sign for every kind; none stands for two things, unless they are drawn alike on the counters."""
    taken = {known[k] for k in kinds if k in known}
    out = {}
    for kind in kinds:
        letters = [x for x in (*kind.upper(), *kind) if x.isalpha() and x not in taken]
        out[kind] = known.get(kind) or (letters or ["?"])[0]
        taken.add(out[kind])
    return out


def alike(a: str, b: str) -> bool:
    """Are two colours too near to be told apart?"""
    return sum(abs(int(a[i : i + 2], 16) - int(b[i : i + 2], 16)) for i in (1, 3, 5)) < ALIKE


def said(kind: str) -> str:
    return kind.replace("_", " ")


def joined(line: Sequence[Spot]) -> Text:
    """One line; neighbours of one style are one piece."""
    text = Text(no_wrap=True)
    start = 0
    for i in range(1, len(line) + 1):
        if i == len(line) or line[i].style != line[start].style:
            text.append("".join(x.sign for x in line[start:i]), line[start].style)
            start = i
    return text
