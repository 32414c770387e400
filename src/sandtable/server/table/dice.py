"""Whose dice a table has: the server's, of all who play together, or typed in.

In a game of several people each browser adds a secret share, so that nobody chooses the dice (shares.py takes them in).
Nothing waits for it: who has no part by the first roll has none, and the record says so. Whoever plays alone, or against
bots, has the server's dice.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.session import Dice, SeededDice, SharedDice, TypedDice
from sandtable.session.dice import LATE, NONE, SERVER

from .readers import Reader
from .table import Table
from .trouble import Json


def hands(players: Mapping[str, Mapping[str, str]]) -> list[str]:
    """One side of everybody who plays: of all sides at the owner's screen the first, and each that is played elsewhere."""
    here = [side for side, p in players.items() if p["kind"] == "here"]
    return [side for side, p in players.items() if p["kind"] == "elsewhere" or side in here[:1]]


def dice_for(players: Mapping[str, Mapping[str, str]], typed: bool = False, used: int = 0) -> Dice:
    """The dice of a game that these play."""
    if typed:
        return TypedDice()
    found = hands(players)
    return SharedDice(found, used=used) if len(found) > 1 else SeededDice(used=used)


def settle(table: Table) -> None:
    """Others play now: until a share is handed in or something is rolled, the dice are of those who play."""
    session, dice = table.session, table.session.dice
    if not isinstance(dice, SeededDice) or session.record.rolled or session.over or table.saved.kind != "game":
        return
    now = hands(table.saved.players)
    if isinstance(dice, SharedDice):
        if len(dice.shares) > 1 or [name for name in dice.commitments if name != SERVER] == now:
            return
    elif len(now) < 2:
        return
    session.dice = fresh = dice_for(table.saved.players, used=dice.used)
    session.record.describe_dice(fresh.description)


def left(table: Table, side: str) -> None:
    """The holder of a seat goes, and his browser with the share it has promised: the dice begin anew if they still can."""
    dice = table.session.dice
    promised = isinstance(dice, SharedDice) and dice.commitments.get(side, NONE) != NONE
    if isinstance(dice, SharedDice) and promised and not dice.sealed and len(dice.shares) == 1:
        table.session.dice = fresh = dice.fresh()
        table.session.record.describe_dice(fresh.description)


def info(table: Table, mine: list[str], reader: Reader) -> Json:
    """Whose the dice are, and what is wanted of a seat's browser."""
    dice, record = table.session.dice, table.session.record
    found: Json = {
        "kind": "typed" if record.present_dice == "typed" else "server",
        "stream": "",
        "commitments": {},
        "handed": [],
        "settled": record.present_dice != "typed" and record.rolled,
        "after": reader.line_of(record.fresh[-1].after) if record.fresh else 0,
        "wanted": [],
    }
    if not isinstance(dice, SeededDice):
        return found
    found |= {"stream": dice.commitment, "commitments": {SERVER: dice.commitment}}
    if not isinstance(dice, SharedDice):
        return found
    wanted = [] if dice.sealed or table.session.over or table.saved.kind == "replay" else _wanted(dice, mine)
    handed = [name for name in dice.shares if name != SERVER]
    return found | {"kind": "shared", "commitments": dice.commitments.copy(), "handed": handed, "wanted": wanted}


def _wanted(dice: SharedDice, mine: list[str]) -> list[Json]:
    missing = [(side, c) for side, c in dice.commitments.items() if side in mine and side not in dice.shares]
    if dice.committed:
        return [{"side": side, "what": "reveal"} for side, c in missing if not c.startswith(LATE)]
    open_ = len(dice.shares) == 1
    return [{"side": side, "what": "commit"} for side, c in missing if c == NONE and open_]
