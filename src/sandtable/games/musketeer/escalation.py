"""[6.0] The Escalation Index."""

from __future__ import annotations

from sandtable.core import signed

from .state import MusketeerState

WORLD_WAR = 50


def escalate(s: MusketeerState, points: int, rule: str, why: str) -> None:
    """[6.1, 6.2, 6.3] Move the index; it never falls below one. `Verdict` looks whether the war breaks out."""
    s.escalation = max(1, s.escalation + points)
    s.tell(
        rule,
        "Escalation {change} to {index} of {limit}: {why}.",
        change=signed(points),
        index=s.escalation,
        limit=WORLD_WAR,
        why=why,
        about="score",
    )
