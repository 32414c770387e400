"""Shares in the dice: everybody commits to his own before anybody hands his in."""

from __future__ import annotations

from sandtable.session import DiceError, SharedDice

from .. import models
from ..seats import Seat
from . import changes
from .table import Table
from .trouble import Json, Trouble


def commit(table: Table, seat: Seat, m: models.Commit) -> Json:
    """A browser promises its share."""
    dice = _dice(table, seat, m)
    return _taken_in(table, dice, lambda: dice.commit(m.side, m.commitment))


def reveal(table: Table, seat: Seat, m: models.Reveal) -> Json:
    """A browser hands its share in."""
    dice = _dice(table, seat, m)
    return _taken_in(table, dice, lambda: dice.hand_over(m.side, m.share))


def _dice(table: Table, seat: Seat, m: models.Commit | models.Reveal) -> SharedDice:
    dice = table.session.dice
    if m.side not in table.sides_of(seat):
        raise Trouble("not_yours", "Only who plays a side has a share in its dice.")
    if not isinstance(dice, SharedDice) or table.session.over or table.saved.kind == "replay":
        raise Trouble("illegal", "These dice have no shares.")
    if m.stream != dice.commitment:
        raise Trouble("stale", "Other dice are in use by now.")
    return dice


def _taken_in(table: Table, dice: SharedDice, do: changes.Do) -> Json:
    before = (dice.description, dice.secret)
    try:
        do()
    except DiceError as e:
        raise Trouble("illegal", f"{str(e)[:1].upper()}{str(e)[1:]}.") from None
    if before != (dice.description, dice.secret):
        with changes.careful(table):
            table.session.record.describe_dice(dice.description)
            changes.commit(table, len(table.session.record.entries), always=True)
    return {}
