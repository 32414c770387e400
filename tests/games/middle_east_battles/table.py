"""Small positions for the tests: write down the few units that matter and play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sandtable
from sandtable import Action, Game
from sandtable.core import halves

SUEZ, ARISH = "suez-56", "el-arish-67"
WEST = {SUEZ: "anglo-french", ARISH: "israel"}
OVERLAY = Path(__file__).parent / "overlay"


def load(title: str) -> Game:
    """The title with Israeli factors fixed for the tests: a new calibration of invented ones does not touch the rules."""
    return sandtable.load(title, OVERLAY)


def position(title: str, frame: str, *places: str, turn: int = 2, **fields: str) -> Any:
    """A position: `places` are lines such as "2846 1/7"; units not named are out of the game.

    `frame` is a frame with its side ("Movement egypt"); `fields` are further lines of the position (air="[3]").
    """
    name, _, side = frame.partition(" ")
    args = f' {{"side": "{side}"}}' if side else ""
    lines = [title, f"turn {turn}", *(f"at {p}" for p in places)]
    lines += [f"{k} {v}" for k, v in fields.items()]
    return load(title).position("\n".join([*lines, f"> {name}{args}"]))


def moving(title: str, side: str, *places: str, turn: int = 2, **fields: str) -> Any:
    """A side's movement phase."""
    return position(title, f"Movement {side}", *places, turn=turn, **fields)


def fighting(title: str, side: str, *places: str, turn: int = 2, **fields: str) -> Any:
    """The beginning of a side's combat phase."""
    fields.setdefault("air", "[7, 5]" if title == SUEZ else "[12]")
    return position(title, f"BeginCombat {side}", *places, turn=turn, **fields)


def play(s: Any, *actions: str) -> Any:
    for a in actions:
        s = s.play(a)
    return s


def where(s: Any, unit: str) -> str:
    """The hex or box of a unit; empty when it is out of the game."""
    return str(s.game.hex_name(s.loc[s.game.unit(unit)]))


def options(s: Any, start: str = "") -> list[str]:
    """The listed actions whose text begins like this."""
    return [str(a) for a in s.options() if str(a).startswith(start)]


def destinations(s: Any, unit: str, verb: str = "move") -> set[str]:
    return {a.args[1].split("-")[-1] for a in s.options() if a.verb == verb and a.args[0] == unit}


def refused(s: Any, action: str | Action) -> tuple[str, ...]:
    """The paragraphs that forbid an action; fails when it is legal."""
    refusal = s.check(action)
    assert refusal is not None, f"{action} is accepted"
    return tuple(refusal.rules)


def cost(s: Any, action: str) -> str:
    """Movement points of a legal move."""
    assert s.check(action) is None, s.check(action)
    return str(halves(int(2 * s.details(action)["cost"])))


def attack(s: Any, target: str, *attackers: str, also: tuple[str, ...] = (), support: tuple[str, ...] = ()) -> Any:
    """Build an attack up to the moment before it is confirmed."""
    first, *others = target.split("+")
    s = play(s, f"attack {first}")
    if attackers:
        s = play(s, f"with {attackers[0]}")
    s = play(s, *(f"also {h}" for h in (*others, *also)), *(f"with {u}" for u in attackers[1:]))
    return play(s, *(f"support {x}" for x in support))


def roll(s: Any, die: int, table: str = "frontal") -> Any:
    """Confirm an attack without protective fire and roll."""
    s = play(s, "confirm")
    if s.choice and type(s.choice).__name__ == "ProtectiveFire":
        s = play(s, "confirm")
    if s.choice and type(s.choice).__name__ == "ChooseTable":
        s = play(s, f"table {table}")
    return play(s, f"roll {die}")


def frame(s: Any) -> str:
    return type(s.choice).__name__ if s.choice else ""


def tables(f: Any) -> list[str]:
    """The tables a forecast speaks of, the one in use first."""
    return [f["table"], *(other["table"] for other in f["other_tables"])]


def shifts(s: Any) -> dict[str, int]:
    """Column shifts of the attack being built, by rule."""
    return {x["rule"]: x["columns"] for x in s.forecast()["shifts"]}


def column(s: Any) -> str:
    return str(s.forecast()["column_name"])


def vp(s: Any) -> tuple[float, float]:
    """Western and Egyptian victory points."""
    return s.vp[0] / 2, s.vp[1] / 2


def with_result(s: Any, attack_frame: Any, result: str) -> list[int]:
    """The dice that give a result on the column of the attack being built."""
    return [d for d in range(1, 7) if attack_frame.result(s, d) == result]
