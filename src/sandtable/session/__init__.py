"""Playing: records that replay and verify, committed dice, undo with cuts, resuming and forking."""

from .dice import Dice, ScriptedDice, SeededDice, TypedDice
from .record import Entry, Record, RecordError
from .session import Session, fork, verify_dice, write_atomically

__all__ = [
    "Dice",
    "Entry",
    "Record",
    "RecordError",
    "ScriptedDice",
    "SeededDice",
    "Session",
    "TypedDice",
    "fork",
    "verify_dice",
    "write_atomically",
]
