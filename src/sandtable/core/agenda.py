"""The agenda of frames: all the control flow there is.

Every step of a sequence of play is a small frozen dataclass. A `Step` is done by the game; a `Choice` waits
for somebody. The state carries the frames still to come as a tuple; `s.then(A(), B())` puts frames in front.
Sequence: several frames. Loop: a frame that puts itself back. Reaction of the other player: a `Choice` with
the other actor. Game over: an empty agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from .actions import Action, Refusal

if TYPE_CHECKING:
    from .state import State

CHANCE: Final = "chance"
Pick = Callable[[int], int]
"""pick(n) returns an int from 0 to n - 1: how a caller lends its randomness or its wish to `Choice.sample`."""

FRAMES: Final[dict[tuple[str, str], type[Frame]]] = {}
"""Every frame class by (package, name); a saved agenda is read back through it."""


def package_of(cls: type) -> str:
    """The game package (or core) that a class belongs to: `sandtable.games.sinai`."""
    parts = cls.__module__.split(".")
    return ".".join(parts[:3] if len(parts) > 2 and parts[1] == "games" else parts[:2])


class Frame:
    """What steps and choices share. Subclasses are frozen, slotted dataclasses of ints, strings and tuples."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        FRAMES[package_of(cls), cls.__name__] = cls

    def phase(self) -> str:
        """Id of the phase this frame belongs to, for the sequence-of-play strip; frames inside a phase need none."""
        return ""


class Step(Frame):
    """Something the game does by itself."""

    __slots__ = ()

    def run(self, s: Any) -> None:
        raise NotImplementedError


class Choice(Frame):
    """Something the game waits for.

    `options` lists enough actions to reach every legal position; `check` may accept more spellings than that and
    explains every refusal; `apply` trusts its caller. The frame has left the agenda when `apply` runs: a frame that
    goes on puts itself back with `s.then(...)`.
    """

    __slots__ = ()

    rule: ClassVar[str] = ""
    """The paragraph this decision comes from."""

    def actor(self, s: Any) -> str:
        raise NotImplementedError

    def prompt(self, s: Any) -> str:
        """What to do now, in one sentence, with rule numbers."""
        raise NotImplementedError

    def options(self, s: Any) -> Iterator[Action]:
        raise NotImplementedError

    def apply(self, s: Any, a: Action) -> None:
        raise NotImplementedError

    def check(self, s: Any, a: Action) -> Refusal | None:
        """None when the action is legal, else the reason. Override it to explain; this fallback only knows the options."""
        if a in self.options(s):
            return None
        return self.not_now(s, a)

    def not_now(self, s: Any, a: Action) -> Refusal:
        """The refusal for a verb or word that this decision does not know."""
        return Refusal(self.rules(s), f"“{a}” cannot be done now. {self.prompt(s)}")

    def rules(self, s: Any) -> tuple[str, ...]:
        return (self.rule,) if self.rule else ()

    def read(self, s: Any, a: Action) -> Action:
        """Complete a short form (a destination without its path); unknown forms pass unchanged and are refused by check."""
        return a

    def sample(self, s: Any, pick: Pick) -> Action:
        """A random option; override it where drawing one is cheaper than listing all."""
        options = list(self.options(s))
        return options[pick(len(options))]

    def details(self, s: Any, a: Action) -> dict[str, Any]:
        """What a player would like to know before taking this option (costs, steps); plain data."""
        return {}

    def label(self, s: Any, a: Action) -> str:
        """The option as a button says it; empty where its words speak for themselves."""
        return ""

    def forecast(self, s: Any) -> dict[str, Any] | None:
        """The exact odds of what is being prepared here (docs/view.md), or None."""
        return None

    def secret_from(self, s: Any) -> tuple[str, ...]:
        """Sides that may not see which action was taken here."""
        return ()

    def cuts_undo(self, s: Any) -> bool:
        """May this decision no longer be taken back once made? (Chance and reveals of hidden things.)"""
        return self.actor(s) == CHANCE


def advance(s: State) -> None:
    """Run steps until somebody must decide or the game is over."""
    while s.agenda and isinstance(s.agenda[0], Step):
        frame, s.agenda = s.agenda[0], s.agenda[1:]
        frame.run(s)
