"""What a player says, and what the game answers when it may not be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Action(NamedTuple):
    """One decision in words: a verb and its arguments. Units and hexes appear by name, a path as `1708-1608-1509`."""

    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))

    @classmethod
    def read(cls, text: str) -> Action:
        """The words as they stand; `Game.parse` also forgives case and short forms."""
        words = text.split()
        return cls(words[0], tuple(words[1:])) if words else cls("")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action may not be taken: the paragraphs that forbid it and a sentence with the numbers filled in."""

    rules: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"[{', '.join(self.rules)}] {self.text}" if self.rules else self.text


class IllegalAction(ValueError):
    """Raised by `State.play` with the refusal that `State.check` gives."""

    def __init__(self, action: object, refusal: Refusal) -> None:
        self.action, self.refusal = str(action), refusal
        super().__init__(f"{action}: {refusal}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended. `winner` is None for a draw; each reason starts with its rule, like a refusal."""

    winner: str | None
    level: str
    score: tuple[tuple[str, int], ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """A sentence of the log: what happened, by which rule, where, and who may read it (`to` empty: everybody)."""

    rules: tuple[str, ...]
    text: str
    at: tuple[str, ...] = ()
    to: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"[{', '.join(self.rules)}] {self.text}" if self.rules else self.text
