"""[13.0, 13.1, 22.31, 23.42] Whether Jordan can still enter the war."""

from __future__ import annotations

from ..state import SinaiState

LAST_TURN = 4
"""[13.1] After this Game-Turn Jordan stays out."""


def may_be_at_war(s: SinaiState) -> tuple[bool, ...]:
    """Jordan's part in the war at the end of the game: in it (True), out of it (False), or both still possible."""
    if s.jordan_at_war:
        return (True,)
    entry = s.game.rules.jordan_entry
    if entry == "unused" or s.jordan_silent or (entry == "die" and s.turn > LAST_TURN):
        return (False,)
    return (True, False)
