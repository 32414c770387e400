"""Playing: records that replay and verify, committed dice, undo with cuts, resuming and forking."""

from .dice import Dice, ScriptedDice, SeededDice, TypedDice
from .record import Entry, OtherEdition, Record, RecordError
from .session import Session, fork, verify_dice, write_atomically

__all__ = [
    "Dice",
    "Entry",
    "OtherEdition",
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
