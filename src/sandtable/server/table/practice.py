"""Taking back against bots: what dice or secrets have told is taken back in practice games only, chosen at the start."""

from __future__ import annotations

from typing import Final

from sandtable.core import CHANCE

from .table import Table
from .trouble import Json, Trouble

NOTHING: Final = "There is nothing to take back."
SERIOUS: Final = (
    "Against a bot nothing is taken back across dice or a secret, unless it was made a practice game at the start."
)


def last_of(table: Table, mine: list[str]) -> int | None:
    """How many entries stood before the last decision of these sides."""
    entries = table.session.record.entries
    return next((i for i in range(len(entries) - 1, -1, -1) if entries[i].actor in mine), None)


def must_be(table: Table, to: int) -> None:
    """Trouble when going back that far would try the dice, or a secret, again."""
    if not _may(table, to):
        raise Trouble("illegal", SERIOUS)


def _may(table: Table, to: int) -> bool:
    if table.saved.terms.get("practice") or all(p["kind"] != "bot" for p in table.saved.players.values()):
        return True
    return not table.game.hidden and all(e.actor != CHANCE for e in table.session.record.entries[to:])


def info(table: Table, mine: list[str]) -> Json:
    """Whether a take-back of the last own decision may be proposed, or is done at once; and why not."""
    if not mine or table.saved.kind == "replay":
        return {"can": False, "why": "Only players take back."}
    to = last_of(table, mine)
    if to is None:
        return {"can": False, "why": NOTHING}
    return {"can": _may(table, to), "why": "" if _may(table, to) else SERIOUS}
