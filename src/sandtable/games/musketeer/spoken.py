"""[23.0] The units that waiting steps speak of: a step may name a counter whose front one side may not see.

Whoever imagines other units under such counters (imagined.py) lets the steps speak of those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

from sandtable.core import Frame, bits

from .events import Panic, PanicResult
from .state import MusketeerState

Role = tuple[int, str, int]
"""The number of a step of the agenda, its field, and the place in a list of units."""
KINDS = ("UnitId", "Units", "tuple[UnitId, ...]")
BY_HEX = Panic, PanicResult
"""[22.1] Panic is told by hex: who of the units there has been rolled for, is now or will be, nobody has seen."""
DROPPED = -1
"""Stands for the number of a step: the units that must check for landing hazards [29.6]."""


def spoken_of(s: MusketeerState) -> dict[int, tuple[Role, ...]]:
    """By unit: where it is spoken of."""
    found: dict[int, tuple[Role, ...]] = {}

    def note(n: int, name: str, kind: str, value: Any) -> None:
        for place, u in enumerate(_units(kind, value)):
            found[u] = (*found.get(u, ()), (n, name, place if kind == KINDS[2] else 0))

    note(DROPPED, "dropped", KINDS[2], s.dropped)
    for n, frame in enumerate(s.agenda):
        for name, kind, value in () if isinstance(frame, BY_HEX) else _named(frame):
            note(n, name, kind, value)
    return found


def speak_of(s: MusketeerState, instead: Mapping[int, int]) -> None:
    """Let the steps speak of other units."""
    s.dropped = _renamed(KINDS[2], s.dropped, instead)
    agenda = []
    for frame in s.agenda:
        changed = {name: _renamed(kind, value, instead) for name, kind, value in _named(frame)}
        agenda.append(replace(frame, **changed))  # type: ignore[type-var]
    s.agenda = tuple(agenda)


def _named(frame: Frame) -> list[tuple[str, str, Any]]:
    """The fields that hold units, their kinds and values."""
    return [(name, kind, getattr(frame, name)) for name, kind in _speaking(type(frame))]  # type: ignore[arg-type]


@cache
def _speaking(kind: type[Frame]) -> tuple[tuple[str, str], ...]:
    return tuple((f.name, str(f.type)) for f in fields(kind) if f.type in KINDS)  # type: ignore[arg-type]


def _units(kind: str, value: Any) -> tuple[int, ...]:
    if kind == "UnitId":
        return (value,)
    return tuple(bits(value)) if kind == "Units" else tuple(value)


def _renamed(kind: str, value: Any, instead: Mapping[int, int]) -> Any:
    units = tuple(instead.get(u, u) for u in _units(kind, value))
    if kind == "UnitId":
        return units[0]
    return sum(1 << u for u in units) if kind == "Units" else units


def panic_by_hex(s: MusketeerState, t: MusketeerState) -> None:
    """In the imagined position as many units of each hex as in the real one wait for their roll: the last ones there that
    are not just leaving it."""
    waiting = Counter(s.loc[u] for frame in s.agenda if isinstance(frame, Panic) for u in bits(frame.left))
    staying = t.game.ground_by["egypt"] & ~sum(1 << u for u in spoken_of(t))
    last = {h: sorted(t.at(h, staying))[-n:] for h, n in waiting.items()}

    def instead(real: Frame, imagined: Frame) -> Frame:
        if isinstance(real, Panic):
            return Panic(sum(1 << u for units in last.values() for u in units))
        if isinstance(real, PanicResult):
            h = s.loc[real.unit]
            return PanicResult(sorted(t.at(h, staying))[-1 - waiting[h]])
        return imagined

    t.agenda = tuple(map(instead, s.agenda, t.agenda))
