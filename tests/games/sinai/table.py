"""Small positions for the tests of Sinai.

The clear ground of columns 17 to 24, rows 28 to 34 in the middle of the Sinai is the usual test field: no hexsides, no
hills, so that a number in a test is the number in the rule.
"""

from __future__ import annotations

import json
from typing import Any

import sandtable


def position(scenario: str, frame: str, *places: str, turn: int = 2, **fields: Any) -> Any:
    """A position: `places` are lines such as "2030 Iska Elhn"; units not named are out of the game."""
    game = sandtable.load(f"sinai/{scenario}")
    name, _, side = frame.partition(" ")
    lines = [game.id, f"turn {turn}", *(f"{k} {json.dumps(v)}" for k, v in fields.items())]
    lines += [f"at {p}" for p in places]
    lines.append(f'> {name} {{"side": "{side}"}}' if side else f"> {name}")
    return game.position("\n".join(lines))


def moving(side: str, *places: str, scenario: str = "1967", **fields: Any) -> Any:
    """In the middle of nothing: the side's Movement Phase, supply as given."""
    return position(scenario, f"Movement {side}", *places, **fields)


def fighting(side: str, *places: str, scenario: str = "1967", **fields: Any) -> Any:
    """The beginning of a side's Combat Phase."""
    return position(scenario, f"Combat {side}", *places, **fields)


def play(s: Any, *actions: str) -> Any:
    for a in actions:
        s = s.play(a)
    return s


def where(s: Any, name: str) -> str:
    h = s.loc[s.game.unit(name)]
    return str(s.game.hex_name(h)) if h else ""


def names(s: Any, units: int) -> set[str]:
    return {n for i, n in enumerate(s.game.roster.names) if units >> i & 1}


def rules(refusal: Any) -> tuple[str, ...]:
    """The paragraphs of a refusal; empty when the action is legal."""
    return tuple(refusal.rules) if refusal else ()


def refused(s: Any, action: str, rule: str) -> str:
    """Assert that the action is refused by this paragraph; returns the sentence."""
    refusal = s.check(action)
    assert refusal is not None, f"{action} should be refused by [{rule}]"
    assert rule in refusal.rules, f"{action}: {refusal}"
    return str(refusal.text)


def options(s: Any, verb: str = "") -> set[str]:
    return {str(a) for a in s.options() if not verb or a.verb == verb}


def destinations(s: Any, unit: str) -> set[str]:
    """Hexes the unit can move to."""
    return {a.args[1].split("-")[-1] for a in s.options() if a.verb == "move" and a.args[0] == unit}


def attack(s: Any, target: str, *units: str) -> Any:
    """Build an attack; the caller confirms and rolls."""
    return play(s, f"attack {target}", *(f"with {u}" for u in units))


def superiority(s: Any) -> int:
    return int(s.forecast()["value"])
