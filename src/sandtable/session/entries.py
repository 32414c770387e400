"""What a record is made of, and what can be wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.core.editions import UNNUMBERED


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay: names the first bad line."""


class OtherEdition(RecordError):
    """A record that another edition of the rules played, and that the present one does not replay."""

    def __init__(self, text: str, needs: int, here: int) -> None:
        self.needs, self.here = needs, here
        if needs == UNNUMBERED:
            told = "It names no rules edition: it was written before edition 1"
        else:
            told = f"It was played by rules edition {needs}"
        super().__init__(f"{text}. {told}; here is edition {here}. What a film of it shows can still be watched")


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision."""

    actor: str
    action: str
    checksum: str
    draw: int = 0
    """Number of the draw in the dice stream, for decisions of chance that a stream answered."""
    secret_from: tuple[str, ...] = ()
    cut: bool = False
    """Whether it can no longer be undone."""
    silent: bool = False
    """Secret, and nothing came of it that the others could see."""
    among: str = ""
    """Which numbers of the draw mean this answer, as "3-5/12"; empty for six-sided dice."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Entries that both sides agreed to withdraw: `first` and `last` number them, as do the discarded draws."""

    after: int
    """How many entries were left when it happened."""
    last: int
    first_draw: int
    last_draw: int


@dataclass(frozen=True, slots=True)
class Note:
    """A fact about the people and their clocks, beside the entries."""

    after: int
    """How many entries stood when it was made."""
    text: str


@dataclass
class Stream:
    """Where the dice come from, from an entry on."""

    after: int
    """How many entries stood before it began."""
    dice: str
    seed: str = ""
    """What was revealed of it."""


@dataclass
class Continuation:
    """Another edition of the rules went on from a position that an older one had reached."""

    after: int
    edition: int
    state: dict[str, Any]
