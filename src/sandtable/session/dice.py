"""Where chance comes from: a committed seed, the people at the table, or a list.

A seeded stream is decided before the game: its hash is published at the start and the seed at the end, so that anyone
can verify every roll. Draw number i depends on the seed and i alone, and no number is ever used twice.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Protocol

from sandtable.core import Action, State


class Dice(Protocol):
    """Answers decisions of chance. `used` numbers the answers given so far."""

    used: int

    def answer(self, s: State) -> Action | None:
        """The action chance takes, or None when people must supply it."""
        ...

    @property
    def description(self) -> str:
        """For the record's header."""
        ...


class SeededDice:
    """A stream fixed by a secret seed."""

    def __init__(self, seed: str | None = None, used: int = 0) -> None:
        self.seed = seed if seed is not None else secrets.token_hex(16)
        self.used = used

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def description(self) -> str:
        return f"seeded {self.commitment}"

    def answer(self, s: State) -> Action:
        self.used += 1
        return chance_answer(self.seed, self.used, s)


class TypedDice:
    """Table dice: the players roll and type the result."""

    description = "typed"

    def __init__(self) -> None:
        self.used = 0

    def answer(self, s: State) -> None:
        return None


class ScriptedDice:
    """A list of results for tests: ints for single dice, or whole actions as text."""

    description = "scripted"

    def __init__(self, results: Iterable[int | str]) -> None:
        self.results = [f"roll {r}" if isinstance(r, int) else r for r in results]
        self.used = 0

    def answer(self, s: State) -> Action | None:
        if self.used >= len(self.results):
            return None
        self.used += 1
        return Action.read(self.results[self.used - 1])


def commitment(seed: str) -> str:
    """The published hash of a seed."""
    return "sha256:" + hashlib.sha256(f"sandtable dice {seed}".encode()).hexdigest()


def chance_answer(seed: str, number: int, s: State) -> Action:
    """Draw number `number` of the stream, as an answer to the decision of chance that `s` waits for."""
    tries = 0

    def pick(n: int) -> int:
        nonlocal tries
        limit = (1 << 64) - (1 << 64) % n  # reject the ragged end, so that every face is equally likely
        while True:
            digest = hashlib.sha256(f"{seed}:{number}:{tries}".encode()).digest()
            tries += 1
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % n

    return s.sample(pick)
