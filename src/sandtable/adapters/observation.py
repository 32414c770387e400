"""What a side observes, as arrays. Everything comes from `State.view(side)`: what a title hides is not in there.

planes   (6, columns, rows)  what stands where; see PLANES
units    (units, 12)         one row per counter, in roster order; see UNIT
scalars  (n,)                turn, phase, kind of decision, points and tracks; see `Encoder.scalar_names`
prefix   (8,)                numbers of the words said so far in this decision, -1 where there is none yet

docs/adapters.md says the same column by column. Columns and rows are those printed: `0911` is column 9, row 11, less the
first of the map; every other column (flat hexes) or row (pointed) lies half a hex lower: `neighbours` gives the six
neighbours of every cell, for hexagonal convolutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.core import Game, State

PLANES: Final = ("units_mine", "units_theirs", "strength_mine", "strength_theirs", "hidden_theirs", "marker")
UNIT: Final = (
    "mine",
    "theirs",
    "on_map",
    "in_box",
    "column",
    "row",
    "box",
    "factor_1",
    "factor_2",
    "factor_3",
    "moved",
    "other_status",
)
PREFIX: Final = 8
MOST_ROWS: Final = 50_000
"""So many descriptions of counters are remembered: they come back again and again."""
Array = NDArray[np.float32]


class Counter(NamedTuple):
    """One counter as arrays show it."""

    row: tuple[float, ...]
    """Of the unit table."""
    cells: tuple[int, ...]
    """Numbers of cells, all planes counted through; none in a box."""
    heaped: tuple[float, ...]
    """What is heaped up there."""


class Encoder:
    """Encodes the positions of one game for its sides."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.words = game.words()
        self.number = {w: i for i, w in enumerate(self.words)}
        grid = game.map.grid
        self.cols, self.rows = grid.cols, grid.rows
        self._cell = {grid.name(h): grid.column_row(h) for h in grid.hexes}
        self._box = {name: i for i, name in enumerate(game.boxes)}
        self._unit = game.roster.index
        self._size = self.cols * self.rows
        self._all_cells = len(PLANES) * self._size
        self._counters: dict[tuple[object, ...], Counter] = {}
        self._phases = {p.id: i for i, p in enumerate(game.phases)}
        self._kinds = {cls.__name__: i for i, cls in enumerate(game.choices)}
        start = game.start()
        self._tracks = tuple(str(t["id"]) for t in game.tracks(start, game.sides[0]))
        self._turns = max(game.scenario.turns, 1)
        self.scalar_names = (
            "turn",
            "my_decision",
            *(f"phase {p}" for p in self._phases),
            *(f"decision {k}" for k in self._kinds),
            *(f"points of {side}" for side in game.sides),
            *(f"track {t}" for t in self._tracks),
        )

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "planes": (len(PLANES), self.cols, self.rows),
            "units": (len(self.game.roster), len(UNIT)),
            "scalars": (len(self.scalar_names),),
            "prefix": (PREFIX,),
        }

    def encode(self, s: State, side: str) -> dict[str, Array]:
        """The position as that side may see it; the prefix is left empty."""
        shapes, game = self.shapes, self.game
        units = np.zeros(shapes["units"], np.float32)
        numbers: list[int] = []
        rows: list[tuple[float, ...]] = []
        cells: list[int] = []
        heaped: list[float] = []
        known = self._counters
        for u, mine, at, factors, status in self._seen(s, side):
            key = (u < 0, mine, at, *factors, "", *status)
            counter = known.get(key)
            if counter is None:
                if len(known) >= MOST_ROWS:
                    known.clear()
                counter = known[key] = self._describe(u < 0, mine, at, factors, status)
            if u >= 0:
                numbers.append(u)
                rows.append(counter.row)
            cells += counter.cells
            heaped += counter.heaped
        if rows:
            units[numbers] = rows
        flat = np.bincount(cells, heaped, self._all_cells) if cells else np.zeros(self._all_cells)
        planes = flat.astype(np.float32).reshape(shapes["planes"])
        for m in game.markers(s, side):
            if cell_of := self._cell.get(str(m["at"])):
                planes[5][cell_of] = 1.0
        prefix = np.full(PREFIX, -1, np.float32)
        return {"planes": planes, "units": units, "scalars": self._scalars(s, side), "prefix": prefix}

    def _seen(self, s: State, side: str) -> Iterator[tuple[int, bool, str, list[str], list[str]]]:
        """Every counter that the side sees: its number (-1: an unknown unit), whose it is, where, factors and status."""
        game = self.game
        if game.hidden:
            for v in game.units_seen(s, side):
                yield self._unit.get(v["name"], -1), v["side"] == side, v["at"], v["factors"], v["status"]
        else:
            mine, names = game.roster.of_side[side], game.hex_name
            for u, h in enumerate(s.loc):
                if h:
                    yield u, bool(mine >> u & 1), names(h), game.factors(s, u), game.status(s, u)

    def _describe(self, unknown: bool, mine: bool, at: str, factors: list[str], status: list[str]) -> Counter:
        """A counter on the unit table and on the planes: how many, how strong, how many unknown."""
        numbers = [_number(f) for f in factors]
        moved = "moved" in status
        if cell := self._cell.get(at):
            column, line = cell
            place = (1.0, 0.0, column / self.cols, line / self.rows, 0.0)
        else:
            place = (0.0, 1.0, 0.0, 0.0, (1 + self._box.get(at, 0)) / (1 + len(self._box)))
        three = (*numbers[:3], 0.0, 0.0, 0.0)[:3]
        row = (float(mine), float(not mine), *place, *three, float(moved), (len(status) - moved) / 4)
        if not cell:
            return Counter(row, (), ())
        size, here, strength = self._size, cell[0] * self.rows + cell[1], numbers[0] if numbers else 0.0
        first = here + (0 if mine else size)
        if unknown:
            return Counter(row, (first, first + 2 * size, here + 4 * size), (1.0, strength, 1.0))
        return Counter(row, (first, first + 2 * size), (1.0, strength))

    def _scalars(self, s: State, side: str) -> Array:
        out = np.zeros(len(self.scalar_names), np.float32)
        mine = s.actor == side
        out[0], out[1] = s.turn / self._turns, float(mine)
        at = 2
        if (i := self._phases.get(self.game.phase(s))) is not None:
            out[at + i] = 1.0
        at += len(self._phases)
        if mine and (i := self._kinds.get(type(s.choice).__name__)) is not None:
            out[at + i] = 1.0
        at += len(self._kinds)
        tracks = {str(t["id"]): t["value"] for t in self.game.tracks(s, side)}
        points = {} if self.game.hidden else self.game.standing(s)
        values = [points.get(x, 0.0) for x in self.game.sides] + [tracks.get(t, 0.0) for t in self._tracks]
        out[at:] = [float(x) / 10 if isinstance(x, int | float) else 0.0 for x in values]
        return out

    def mask(self, words: tuple[str, ...]) -> NDArray[np.int8]:
        """One for every word that may be said."""
        out = np.zeros(len(self.words), np.int8)
        for w in words:
            out[self.number[w]] = 1
        return out

    def prefix(self, said: tuple[str, ...]) -> Array:
        """The words said so far, the last eight of them."""
        out = np.full(PREFIX, -1, np.float32)
        last = [self.number[w] for w in said[-PREFIX:]]
        out[: len(last)] = last
        return out

    def terrain(self) -> tuple[tuple[str, ...], Array]:
        """The planes that never change: terrain, features and paths, with their names."""
        m = self.game.map
        layers = {**m.terrain, **m.features, **{f"{kind} path": hexes for kind, hexes in m.on_path.items()}}
        out = np.zeros((len(layers), self.cols, self.rows), np.float32)
        for i, hexes in enumerate(layers.values()):
            for h in m.grid.hexes:
                if hexes >> h & 1:
                    out[i][m.grid.column_row(h)] = 1.0
        return tuple(layers), out

    def neighbours(self) -> NDArray[np.int32]:
        """(columns, rows, 6, 2): column and row of the six neighbours of every cell, -1 off the map."""
        grid = self.game.map.grid
        out = np.full((self.cols, self.rows, 6, 2), -1, np.int32)
        for h in grid.hexes:
            for d, n in enumerate(grid.neighbours[h]):
                if n:
                    out[(*grid.column_row(h), d)] = grid.column_row(n)
        return out


@cache
def _number(text: str) -> float:
    """A factor as it is printed, in tens; what is no number counts as nothing."""
    plain = text.lstrip("+").replace("½", ".5")
    try:
        return float(plain) / 10
    except ValueError:
        return 0.0
