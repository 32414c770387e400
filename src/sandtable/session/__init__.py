"""Playing: records that replay and verify, committed dice, undo with cuts, resuming and forking."""

from .dice import Dice, DiceError, ScriptedDice, SeededDice, SharedDice, TypedDice
from .entries import Entry, OtherEdition, RecordError
from .film import Film, film_of
from .record import Record
from .session import Session, fork, write_atomically
from .verify import Stretch, verify, verify_dice

__all__ = [
    "Dice",
    "DiceError",
    "Entry",
    "Film",
    "OtherEdition",
    "Record",
    "RecordError",
    "ScriptedDice",
    "SeededDice",
    "Session",
    "SharedDice",
    "Stretch",
    "TypedDice",
    "film_of",
    "fork",
    "verify",
    "verify_dice",
    "write_atomically",
]
