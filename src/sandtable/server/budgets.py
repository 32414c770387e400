"""What one caller may ask for: expensive questions, imports, new tables, guesses. On one's own machine there is no limit."""

from __future__ import annotations

from typing import Final, Literal

from .edge import Paces
from .settings import Limits
from .table.trouble import Trouble

Kind = Literal["question", "talk", "import", "storage", "table", "person", "guess", "address"]
_TOLD: Final[dict[str, str]] = {
    "question": "Too many expensive questions; wait a moment.",
    "talk": "Too much at once beside the game; wait a moment.",
    "import": "Too many records for this hour; come back later.",
    "storage": "That is too much to keep in one day; come back tomorrow.",
    "table": "Too many tables for one day; come back tomorrow.",
    "person": "Too many new keys for one day; come back tomorrow.",
    "address": "Too many new addresses for one day; come back tomorrow.",
    "guess": "Too many tokens that are not known; come back later.",
}
_HOUR: Final = 3_600
_DAY: Final = 86_400


class Budgets:
    """By kind and caller: an address, and the person whose key came along."""

    def __init__(self, limits: Limits, on: bool = True) -> None:
        self.on, self.limits = on, limits
        self.paces: dict[str, Paces] = {
            "question": Paces(limits.questions_per_second, limits.questions_reserve),
            "talk": Paces(limits.talk_per_second, limits.talk_reserve),
            "import": Paces(limits.imports_per_hour / _HOUR, limits.imports_per_hour),
            "storage": Paces(limits.import_kilobytes_per_day / _DAY, limits.import_kilobytes_per_day),
            "table": Paces(limits.tables_per_day / _DAY, limits.tables_per_day),
            "person": Paces(limits.persons_per_day / _DAY, limits.persons_per_day),
            "address": Paces(limits.addresses_per_day / _DAY, limits.addresses_per_day),
            "guess": Paces(limits.guesses_per_hour / _HOUR, limits.guesses_per_hour),
        }

    def spend(self, kind: Kind, caller: str, person: str = "", amount: float = 1) -> None:
        """So much of these; Trouble when it is not left, to the address or to the person."""
        paces = self.paces[kind]
        if self.on and not (paces.allow(caller, amount) and (not person or paces.allow(f"person {person}", amount))):
            raise Trouble("slow_down", _TOLD[kind])
