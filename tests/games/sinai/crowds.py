"""Random crowds for the twins: an empty map, and units thrown on the land near some place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import sandtable
from sandtable.games.sinai.movement.stacking import fits


def empty(scenario: str, frame: str, turn: int = 9) -> Any:
    """Nobody is on the map; `frame` is the last line of a position, such as `Combat {"side": "arab"}`."""
    game: Any = sandtable.load(f"sinai/{scenario}")
    one = game.side_units["israel"][0]
    s = game.position(f"{game.id}\nturn {turn}\nat 2713 {game.roster.names[one]}\n> {frame}")
    s.loc[one] = 0
    return s


def moving(scenario: str, side: str) -> Any:
    """The same in the last Movement Phase of a side."""
    return empty(scenario, f'Movement {{"side": "{side}", "number": 2}}')


def land_near(game: Any, middle: int, far: int) -> list[int]:
    grid = game.map.grid
    return [h for h in grid.hexes if grid.distance(h, middle) <= far and game.land >> h & 1]


def throw(rng: Random, s: Any, units: Iterable[int], near: Sequence[int]) -> None:
    """One after another onto hexes where no enemy stands; who finds no room there stays away."""
    for u in units:
        h, enemy = rng.choice(near), "arab" if s.game.side_of[u] == "israel" else "israel"
        if not s.hexes_of(enemy) >> h & 1 and fits(s, (u,), h) is None:
            s.loc[u] = h


def perhaps_war_with_jordan(rng: Random, s: Any, chance: float = 0.7) -> None:
    s.jordan_at_war = rng.random() < chance
    s.trans_jordan_open = s.jordan_at_war and rng.random() < 0.7
