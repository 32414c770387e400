"""The luck ledger: for every roll of a fight the chance of what was thrown, and the strength it cost or saved against the forecast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sandtable.core import CHANCE, State

from .session import Session

BEGINS: Final = frozenset(("attack", "end", "fire", "bombard", "move", "overrun", "pass", "roll"))
"""Verbs that no longer belong to the fight that was rolled before."""


@dataclass(frozen=True)
class Throw:
    """One roll of a fight. Strengths are those on the counters."""

    n: int
    turn: int
    title: str
    dice: tuple[str, ...]
    result: str
    name: str
    """The result in words."""
    chance: float
    """Of this result, before the die fell."""
    expected: Mapping[str, float]
    """By side: the strength the forecast expected it to lose."""
    lost: Mapping[str, float]
    """By side: the strength it lost."""

    def luck(self, side: str) -> float:
        """What came out better for this side than was to be expected, in strength."""
        own = self.expected.get(side, 0.0) - self.lost.get(side, 0.0)
        others = sum(self.lost.get(x, 0.0) - self.expected.get(x, 0.0) for x in self.lost if x != side)
        return own + others


def ledger(session: Session) -> list[Throw]:
    """Every roll for which there was a forecast, in the order of the record."""
    entries = session.record.entries
    found = []
    for i, e in enumerate(entries, 1):
        if e.actor != CHANCE or i < 2:
            continue
        before = session.states[i - 2]
        forecast = before.forecast()
        if forecast and forecast.get("results"):
            found.append(_throw(session, i, before, forecast))
    return found


def _throw(session: Session, i: int, before: State, forecast: Mapping[str, Any]) -> Throw:
    """The roll of entry i, made in the fight that `before` forecasts."""
    game = session.game
    entry = session.record.entries[i - 1]
    dice = tuple(entry.action.split()[1:])
    result = next((r for r in forecast["results"] if set(dice) & set(r.get("dice", ()))), None)
    expected = dict.fromkeys(game.sides, 0.0)
    for loss in forecast.get("losses", ()):
        unit = game.roster.index.get(loss["unit"])
        if unit is not None:
            expected[game.roster[unit].side] += loss["probability"] * _strength(before, unit)
    after = session.states[_end_of_fight(session, i)]
    lost = dict.fromkeys(game.sides, 0.0)
    for unit in range(len(game.roster)):
        if before.loc[unit] > 0 >= after.loc[unit]:
            lost[game.roster[unit].side] += _strength(before, unit)
    return Throw(
        i,
        before.turn,
        forecast.get("title", ""),
        dice,
        str(result["result"]) if result else "",
        result.get("name", "") if result else "",
        float(result["probability"]) if result else 1.0,
        expected,
        lost,
    )


def _end_of_fight(session: Session, i: int) -> int:
    """The last entry that follows from the roll of entry i: retreats, losses, advances."""
    entries = session.record.entries
    last = i
    for e in entries[i:]:
        if e.actor == CHANCE or e.action.partition(" ")[0] in BEGINS:
            break
        last += 1
    return last


def _strength(s: State, unit: int) -> float:
    """The first figure on the counter."""
    factors = s.game.factors(s, unit)
    digits = "".join(c for c in str(factors[0]) if c.isdigit() or c == ".") if factors else ""
    return float(digits) if digits.strip(".") else 0.0


def totals(throws: list[Throw], sides: tuple[str, ...]) -> dict[str, float]:
    return {side: round(sum(t.luck(side) for t in throws), 2) for side in sides}
