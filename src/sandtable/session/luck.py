"""The luck ledger: what every roll of a fight cost or saved, in strength, against all that the die could have shown.

Every face is tried out on the rules themselves, and what a face makes the sides do is played as cheaply as it can be; nobody
advances. So a roll is compared with its other faces and with nothing else: what a player made of it is not luck, and over many
rolls luck comes to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from sandtable.core import CHANCE, Event, State
from sandtable.core.chance import Roll

from .session import Session

ENDS: Final = frozenset(
    ("attack", "end", "fire", "bombard", "move", "overrun", "pass", "with", "decline", "stay", "stop")
)
"""Where one of these can be said, nothing more follows from the roll."""
MOST_FACES: Final = 36
TRIED: Final = 4
"""Ways that are tried where the first one costs strength."""
FOLLOWS: Final = 40
"""Decisions that one roll can bring about, at most."""


@dataclass(frozen=True)
class Throw:
    """One roll of a fight. Strengths are those on the counters."""

    n: int
    turn: int
    title: str
    dice: tuple[str, ...]
    name: str
    """What it meant, in words."""
    chance: float
    """Of everything that comes to the same, before the die fell."""
    expected: Mapping[str, float]
    """By side: the strength it loses on average, over all faces."""
    lost: Mapping[str, float]
    """By side: the strength that this face costs it."""

    def luck(self, side: str) -> float:
        """What came out better for this side than was to be expected, in strength."""
        own = self.expected.get(side, 0.0) - self.lost.get(side, 0.0)
        others = sum(self.lost.get(x, 0.0) - self.expected.get(x, 0.0) for x in self.lost if x != side)
        return own + others


def ledger(session: Session) -> list[Throw]:
    """Every roll that could have moved or cost somebody, in the order of the record."""
    throws = (_throw(session, i) for i, e in enumerate(session.record.entries, 1) if e.actor == CHANCE)
    return [t for t in throws if t]


def _throw(session: Session, i: int) -> Throw | None:
    """The roll of entry i, beside everything it could have been; None for what is no fight, or comes to the same for every face."""
    before = session.states[i - 1]
    roll = before.choice
    if not isinstance(roll, Roll) or roll.faces**roll.count > MOST_FACES:
        return None
    ends = {str(action): _end(before, str(action)) for action, _ in roll.outcomes(before)}
    actual = session.record.entries[i - 1].action
    costs = {action: _costs(before, end) for action, end in ends.items()}
    marks = {action: (tuple(end.loc), tuple(costs[action].values())) for action, end in ends.items()}
    meant = _meant(session.events[i])
    if len(set(marks.values())) == 1 or not (meant or any(any(cost.values()) for cost in costs.values())):
        return None
    return Throw(
        i,
        before.turn,
        _title(session, i, roll),
        tuple(actual.split()[1:]),
        meant,
        sum(mark == marks[actual] for mark in marks.values()) / len(marks),
        {side: sum(cost[side] for cost in costs.values()) / len(costs) for side in before.game.sides},
        costs[actual],
    )


def _end(before: State, face: str) -> State:
    """Where a face leads, until something new begins or another die falls; every side loses as little as it must."""
    s = before.copy()
    s.apply(s.game.parse(s, face))
    for _ in range(FOLLOWS):
        if s.choice is None or s.actor == CHANCE or ENDS.intersection(s.choice.words(s)):
            break
        s = _cheapest(s)
    return s


def _cheapest(s: State) -> State:
    """The position after the decision that costs its side least, among the first ways."""
    best: tuple[float, State] | None = None
    for action in islice(s.options(), TRIED):
        t = s.copy()
        t.apply(action)
        cost = _costs(s, t)[str(s.actor)]
        if best is None or cost < best[0]:
            best = cost, t
        if not cost:
            break
    assert best is not None
    return best[1]


def _costs(before: State, after: State) -> dict[str, float]:
    """By side: the strength of those eliminated, and what those still there have lost of theirs."""
    game, found = before.game, dict.fromkeys(before.game.sides, 0.0)
    dead = game.box("eliminated")
    for u in range(len(game.roster)):
        if before.loc[u] > 0:
            left = 0.0 if after.loc[u] == dead else strength(after, u)
            found[game.roster[u].side] += max(0.0, strength(before, u) - left)
    return found


def _title(session: Session, i: int, roll: Roll) -> str:
    """The fight as its forecast calls it, or what the die is thrown for."""
    while i > 1 and session.record.entries[i - 1].actor == CHANCE:
        i -= 1
    forecast = session.states[i - 1].forecast()
    return str(forecast["title"]) if forecast and forecast["kind"] == "combat" else roll.purpose


def _meant(events: tuple[Event, ...]) -> str:
    """What the log says of the roll itself."""
    return next((event.text for event in events if event.about == "result"), "")


def strength(s: State, unit: int) -> float:
    """What a unit is counted with: the first figure on the counter."""
    factors = s.game.factors(s, unit)
    digits = "".join(c for c in str(factors[0]) if c.isdigit() or c == ".") if factors else ""
    return float(digits) if digits.strip(".") else 0.0


def totals(throws: list[Throw], sides: tuple[str, ...]) -> dict[str, float]:
    return {side: round(sum(t.luck(side) for t in throws), 2) for side in sides}
