"""[2021 11.0, 15.1-15.6] Optional units that are diverted or landed, against a twin written from the book.

The twin reads the printed numbers of hexes and the terrain of the map, and nothing else of the engine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable import Action

from .table import NEW, moving, play, refused, where

ALL = {o.name: True for o in sandtable.load(NEW).title.options if o.default is False}
CLOSED = ("swamp", "lake", "")
COST = {"clear": 1, "sand": 3, "elevated_sand": 3, "chinese_farm": 3}
DIVERTED = ("6-KU", "AJ-PAL", "EG-Cdo-A", "EG-Cdo-B", "I/35", "25/1", "1/130", "2/130", "3/130")
LANDED = ("EG-Abn-1", "EG-Abn-2", "IL-Abn", "I/35")
CANAL = [f"01{row:02d}" for row in range(1, 12)] + ["0717", "0817", "0818", "0819", "0920", "0921"]
ENTRY = {"1609": ("I/35",), "0921": ("6-KU", "AJ-PAL", "EG-Cdo-A", "EG-Cdo-B", "25/1")}


class Board:
    """The position as somebody at the table sees it."""

    def __init__(self, s: Any) -> None:
        game = s.game
        self.night = s.turn in (1, 4, 7)
        self.land = {name: game.map.terrain_at[game.hex(name)] for name in game.map.grid.names if name}
        self.units = {u.name: (u.side, game.hex_name(s.loc[u.id])) for u in game.roster.units if s.loc[u.id] > 0}

    def neighbours(self, hex: str) -> list[str]:
        """Even columns lie half a hex lower: 0412 touches 0312, 0313, 0512 and 0513 (the example of 7.4.2)."""
        c, r = int(hex[:2]), int(hex[2:])
        down = 0 if c % 2 else 1
        around = [(c, r - 1), (c, r + 1)] + [(c + d, r - 1 + down + k) for d in (-1, 1) for k in (0, 1)]
        return [n for x, y in around if (n := f"{x:02d}{y:02d}") in self.land]

    def held_by(self, side: str) -> set[str]:
        return {hex for owner, hex in self.units.values() if owner == side}

    def zone(self, side: str) -> set[str]:
        """6.0: the six hexes around a unit, but not prohibited terrain."""
        return {n for hex in self.held_by(side) for n in self.neighbours(hex) if self.land[n] not in CLOSED}

    def distance(self, a: str, b: str) -> int:
        (x, y), (u, v) = ((int(h[:2]), int(h[2:]) - (int(h[:2]) + 1) // 2) for h in (a, b))
        return max(abs(x - u), abs(y - v), abs(x + y - u - v))


def doors(board: Board, unit: str, side: str) -> set[str]:
    """11.0(3): as scheduled; if the enemy is there, the closest hex of the edge into which the unit may legally move."""
    enemy = "israel" if side == "egypt" else "egypt"
    scheduled = CANAL if unit.endswith("/130") else [next(hex for hex, units in ENTRY.items() if unit in units)]
    allowance = (10 if unit.endswith("/130") or unit == "25/1" else 8) / (2 if board.night else 1)

    def legal(hex: str) -> bool:
        if board.land[hex] in CLOSED or hex in board.held_by(enemy) or COST[board.land[hex]] > allowance:
            return False
        feels = not ("Cdo" in unit and board.night)
        full = any(at == hex for _, at in board.units.values())
        return not (feels and full and hex in board.zone(enemy))

    open_now = {hex for hex in scheduled if legal(hex)}
    if open_now or any(hex not in board.held_by(enemy) for hex in scheduled):
        return open_now
    edge = {hex for hex in board.land if len(board.neighbours(hex)) < 6 and legal(hex)}
    far = {hex: min(board.distance(hex, x) for x in scheduled) for hex in edge}
    return {hex for hex in edge if far[hex] == min(far.values())}


def landings(board: Board, side: str) -> set[str]:
    """15.5.1 [ruling AS-21]: any hex without units that is neither prohibited nor in an enemy zone of control."""
    enemy = "israel" if side == "egypt" else "egypt"
    taken = board.held_by("israel") | board.held_by("egypt") | board.zone(enemy)
    return {hex for hex, land in board.land.items() if land not in CLOSED and hex not in taken}


def crowded(seed: int) -> Any:
    """Units of both sides around the entry hexes, everybody else waiting."""
    rng = random.Random(seed)
    side = rng.choice(("israel", "egypt", "egypt"))
    turn = rng.choice((5, 6, 7))
    game = sandtable.load(NEW).configured(ALL)
    near = ["0921", "0920", "1021", "1020", "0821", "0820", "1609", "1608", "1610", "1509", "1708", "1709", *CANAL]
    enemies = [n for n in game.roster.names if game.side_of[game.unit(n)] != side and game.arrival[game.unit(n)] == 0]
    friends = [n for n in game.roster.names if game.side_of[game.unit(n)] == side and game.arrival[game.unit(n)] == 0]
    hexes = sorted({h for h in near if h in game.map.grid.names and game.terrain.enterable >> game.hex(h) & 1})
    forced = ["0921"] if side == "egypt" else ["1609"]
    spots = [*forced, *rng.sample([h for h in hexes if h not in forced], rng.randint(2, 9))]
    spots = CANAL + spots if rng.random() < 0.2 else spots
    places, used = [], set()
    for i, hex in enumerate(spots):
        pool = enemies if i < len(forced) or rng.random() < 0.7 or hex in CANAL[:11] else friends
        if pool and hex not in used:
            used.add(hex)
            places.append(f"{hex} {pool.pop()}")
    waiting = [n for n in (*DIVERTED, *LANDED) if game.side_of[game.unit(n)] == side]
    return moving(NEW, side, *places, "reinforcements " + " ".join(dict.fromkeys(waiting)), turn=turn, **ALL), rng


def walk(seed: int) -> Iterator[Any]:
    """The positions of a phase in which the waiting units come in one after another, where they may."""
    s, rng = crowded(seed)
    while True:
        yield s
        ways = [a for a in s.options() if a.verb in ("enter", "land")]
        if not ways:
            return
        s = s.play(rng.choice([a for a in ways if "-" not in a.args[1]] or ways))


def compare(s: Any, board: Board, verb: str, unit: str, hexes: set[str], twin: set[str]) -> int:
    """A door in which a friend stays may be passed through, but nobody stops there [5.2]; the rest must agree."""
    ours = {h for h in hexes if s.choice.check(s, Action(verb, (unit, h))) is None}
    assert ours <= twin, (unit, verb, ours - twin)
    for h in twin - ours:
        assert any(side == s.actor and at == h for side, at in board.units.values()), (unit, verb, h)
        assert s.choice.check(s, Action(verb, (unit, h))).rules == ("5.2",)
    return len(hexes)


@pytest.mark.rule("across-suez-2021", "11.0", "15.2", "15.3", "15.4", "15.5.1", "15.6")
def test_r11_0_entries_and_landings_agree_with_the_twin() -> None:
    compared = diverted = 0
    for seed in range(40):
        for s in walk(seed):
            board = Board(s)
            edge = {hex for hex in board.land if len(board.neighbours(hex)) < 6} | {"1609", *CANAL}
            for unit in {*DIVERTED, *LANDED}:
                u = s.game.unit(unit)
                if s.game.side_of[u] != s.actor or s.loc[u] != s.game.box("reinforcements"):
                    continue
                if unit in DIVERTED:
                    twin = doors(board, unit, s.actor)
                    compared += compare(s, board, "enter", unit, edge, twin)
                    diverted += not twin & {"0921", "1609", *CANAL}
                if unit in LANDED:
                    compared += compare(s, board, "land", unit, set(board.land), landings(board, s.actor))
    assert compared > 20_000
    assert diverted > 50


@pytest.mark.rule("across-suez-2021", "11.0", "15.2", "15.4")
def test_r11_0_units_diverted_to_enemy_controlled_hexes_take_one_each() -> None:
    """The Kuwaiti battalion, the Palestinian brigade and commandos want the same few hexes beside 0921."""
    s = moving(NEW, "egypt", "0921 Matt-1", "reinforcements 6-KU AJ-PAL EG-Cdo-A", turn=5, **ALL)

    def entries(unit: str) -> set[str]:
        return {a.args[1][:4] for a in s.options() if a.args[:1] == (unit,)}

    assert entries("6-KU") == entries("AJ-PAL") == entries("EG-Cdo-A") == {"1021"}
    assert refused(s, "enter 6-KU 1021-1121") == ("6.1",)
    s = play(s, "enter 6-KU 1021")
    assert entries("AJ-PAL") == {"1121"}  # the next closest hex of the edge
    assert refused(s, "enter AJ-PAL 1021") == ("5.2",)  # 6-KU stays there
    s = play(s, "enter AJ-PAL 1121")
    assert (where(s, "6-KU"), where(s, "AJ-PAL")) == ("1021", "1121")


@pytest.mark.rule("across-suez-2021", "11.0", "15.6")
def test_r15_6_marines_are_diverted_only_when_every_canal_hex_is_enemy_occupied() -> None:
    game = sandtable.load(NEW).configured(ALL)
    israelis = [n for n in game.roster.names if game.side_of[game.unit(n)] == "israel"]
    full = [f"{hex} {unit}" for hex, unit in zip(CANAL, israelis)]
    s = moving(NEW, "egypt", *full, "reinforcements 1/130 2/130", turn=5, **ALL)
    ways = {a.args[1][:4] for a in s.options() if a.args[:1] == ("1/130",)}
    assert ways
    assert not ways & set(CANAL)
    s = moving(NEW, "egypt", *full[:-1], "reinforcements 1/130 2/130", turn=5, **ALL)
    assert {a.args[1][:4] for a in s.options() if a.args[:1] == ("1/130",)} == {CANAL[len(full) - 1]}
    s = play(s, f"enter 1/130 {CANAL[len(full) - 1]}")  # enemy-controlled: one unit, and 2021 lets the next wait
    assert refused(s, f"enter 2/130 {CANAL[len(full) - 1]}") == ("11.0",)
    assert not [a for a in s.options() if a.args[:1] == ("2/130",)]
