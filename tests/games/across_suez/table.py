"""Small positions for the tests: write down the few units that matter and play on."""

from __future__ import annotations

from typing import Any

import sandtable

OLD, NEW = "across-suez-1980", "across-suez-2021"
BOTH = (OLD, NEW)


def position(book: str, frame: str, *places: str, turn: int = 2, **options: Any) -> Any:
    """A position: `places` are lines such as "0910 16/4" or "across Amir-1"; units not named are out of the game."""
    name, _, side = frame.partition(" ")
    head = book + (" " + str(options).replace("'", '"').replace("True", "true") if options else "")
    lines = [
        head,
        f"turn {turn}",
        *(f"at {p}" for p in places),
        f'> {name} {{"side": "{side}"}}' if side else f"> {name}",
    ]
    return sandtable.load(book).position("\n".join(lines))


def moving(book: str, side: str, *places: str, turn: int = 2, **options: Any) -> Any:
    """The beginning of a side's Movement Phase."""
    return position(book, f"PlayerTurn {side}", *places, turn=turn, **options)


def fighting(book: str, side: str, *places: str, turn: int = 2, **options: Any) -> Any:
    """The beginning of a side's Combat Phase."""
    return position(book, f"BeginCombat {side}", *places, turn=turn, **options)


def play(s: Any, *actions: str) -> Any:
    for a in actions:
        s = s.play(a)
    return s


def where(s: Any, unit: str) -> str:
    """The hex or box of a unit; empty when it is out of the game."""
    return s.game.hex_name(s.loc[s.game.unit(unit)])


def options(s: Any, *start: str) -> list[str]:
    """The listed actions whose text begins like this."""
    return [str(a) for a in s.options() if str(a).startswith(start or "")]


def destinations(s: Any, unit: str, verb: str = "move") -> set[str]:
    return {str(a).rpartition("-")[2].rpartition(" ")[2] for a in s.options() if a.verb == verb and a.args[0] == unit}


def refused(s: Any, action: str) -> tuple[str, ...]:
    """The paragraphs that forbid an action; fails when it is legal."""
    refusal = s.check(action)
    assert refusal is not None, f"{action} is accepted"
    return refusal.rules


def cost(s: Any, action: str) -> float:
    """Movement Points of a legal move."""
    assert s.check(action) is None, s.check(action)
    return float(s.details(action)["cost"])


def attack(s: Any, target: str, *attackers: str, support: bool = False) -> Any:
    """Announce an attack, up to the die."""
    s = play(s, f"attack {target}", *(f"with {u}" for u in attackers))
    return play(s, "support") if support else s


def column(s: Any) -> str:
    """The heading of the column for the attack being built."""
    return str(s.forecast()["column_name"])
