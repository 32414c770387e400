"""The agenda of frames: all the control flow there is.

Every step of a sequence of play is a small frozen dataclass. A `Step` is done by the game; a `Choice` waits
for somebody. The state carries the frames still to come as a tuple; `s.then(A(), B())` puts frames in front.
Sequence: several frames. Loop: a frame that puts itself back. Reaction of the other player: a `Choice` with
the other actor. Game over: an empty agenda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from .actions import END, Action, Refusal, refuse, spelling
from .facts import DetailsFacts, ForecastFacts

if TYPE_CHECKING:
    from .state import State

CHANCE: Final = "chance"
S = TypeVar("S")
"""The state of a game: `class MovementPhase(Choice[SuezState])`."""
T = TypeVar("T")
"""What a decision offers: a unit, a hex, whatever it finds."""
Pick = Callable[[int], int]
"""pick(n) returns an int from 0 to n - 1: how a caller lends its randomness or its wish to `Choice.sample`."""

FRAMES: Final[dict[tuple[str, str], type[Frame]]] = {}
"""Every frame class by (package, name); a saved agenda is read back through it."""


def package_of(cls: type) -> str:
    """The game package (or core) that a class belongs to: `sandtable.games.sinai`, or another distribution's `race`."""
    parts = cls.__module__.split(".")
    if parts[0] != "sandtable":
        return parts[0]
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


class Step(Frame, Generic[S]):
    """Something the game does by itself."""

    __slots__ = ()

    def run(self, s: S) -> None:
        raise NotImplementedError


class Choice(Frame, Generic[S]):
    """Something the game waits for.

    `options` lists enough actions to reach every legal position; `check` may accept more spellings than that and
    explains every refusal; `apply` trusts its caller. The frame has left the agenda when `apply` runs: a frame that
    goes on puts itself back with `s.then(...)`.
    """

    __slots__ = ()

    rule: ClassVar[str] = ""
    """The paragraph this decision comes from."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """Every verb this decision can ever know."""
    unseen_verbs: ClassVar[tuple[str, ...]] = ()
    """Public answers that need no look at what one's own side alone knows: players at one screen give them without changing
    places, as long as the other side sees the units that are named."""
    takes_back_verbs: ClassVar[tuple[str, ...]] = ("cancel", "without")
    """Verbs that only undo something of this decision."""
    ways_matter: ClassVar[bool] = False
    """Is the way itself the choice, so that it is spelled hex by hex and not by its end alone?"""

    def actor(self, s: S) -> str:
        raise NotImplementedError

    def prompt(self, s: S) -> str:
        """What to do now, in one sentence, with rule numbers."""
        raise NotImplementedError

    def options(self, s: S) -> Iterator[Action]:
        raise NotImplementedError

    def apply(self, s: S, a: Action) -> None:
        raise NotImplementedError

    def check(self, s: S, a: Action) -> Refusal | None:
        """None when the action is legal, else the reason. Override it to explain; this fallback only knows the options."""
        if a in self.options(s):
            return None
        return self.not_now(s, a)

    def not_now(self, s: S, a: Action) -> Refusal:
        """The refusal for a verb or word that this decision does not know."""
        return refuse(self.rules(s), "“{action}” cannot be done now. {prompt}", action=str(a), prompt=self.prompt(s))

    def rules(self, s: S) -> tuple[str, ...]:
        return (self.rule,) if self.rule else ()

    def read(self, s: S, a: Action) -> Action:
        """Complete a short form (a destination without its path); unknown forms pass unchanged and are refused by check."""
        return a

    def sample(self, s: S, pick: Pick) -> Action:
        """A random option; override it where drawing one is cheaper than listing all."""
        options = list(self.options(s))
        return options[pick(len(options))]

    # word by word -----------------------------------------------------------------------------------------
    def words(self, s: S, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The words that may follow a prefix of an action's spelling, END where it may stop.

        The verbs that are possible now, then the units that can do it, then where to (`spelling`). This fallback filters
        the options; decisions with many of them answer directly.
        """
        n = len(prefix)
        found: dict[str, None] = {}
        for a in self.options(s):
            spelled = (*self.spell(s, a), END)
            if spelled[:n] == prefix and len(spelled) > n:
                found[spelled[n]] = None
        return tuple(found)

    def spell(self, s: S, a: Action) -> tuple[str, ...]:
        """The words of the game's vocabulary that name this action."""
        return spelling(s.game, a, self.ways_matter)  # type: ignore[attr-defined]

    def spelled(self, s: S, words: tuple[str, ...]) -> Action:
        """The action that these words name, its way found where only the end is said; ValueError when there is none."""
        for a in self.options(s):
            if self.spell(s, a) == words:
                return a
        raise ValueError(f"no option is spelled {' '.join(words)!r}")

    def actors(self, s: S) -> tuple[str, ...]:
        """Every unit that can do something now, whatever the verb."""
        index = s.game.roster.index  # type: ignore[attr-defined]
        able: dict[str, None] = {}
        for verb in self.words(s):
            able |= dict.fromkeys(w for w in self.words(s, (verb,)) if w in index)
        return tuple(able)

    def takes_back(self, s: S, a: Action) -> bool:
        """Does this only undo something of this decision?"""
        return a.verb in self.takes_back_verbs

    # what a player would like to know -----------------------------------------------------------------------
    def details(self, s: S, a: Action) -> DetailsFacts:
        """What a player would like to know before taking this option: costs, steps, odds."""
        return {}

    def label(self, s: S, a: Action) -> str:
        """The option as a button says it; empty where its words speak for themselves."""
        return ""

    def group(self, s: S, a: Action) -> str:
        """The title of the series of buttons this one belongs to; empty when it stands alone."""
        return ""

    def forecast(self, s: S) -> ForecastFacts | None:
        """The exact odds of what is being prepared here (docs/view.md), or None."""
        return None

    def secret_from(self, s: S) -> tuple[str, ...]:
        """Sides that may not see which action was taken here."""
        return ()

    def in_the_open(self, s: S, side: str) -> bool:
        """Does this side, too, know everything that is asked, offered and said here? Then players at one screen answer
        without changing places, as long as it sees the units that are to choose from."""
        return False

    def cuts_undo(self, s: S) -> bool:
        """May this decision no longer be taken back once made? (Chance and reveals of hidden things.)"""
        return self.actor(s) == CHANCE


class Offering(Choice[S], Generic[S, T]):
    """A decision that finds first what it offers, and words it when it is asked to: a random draw words one option only."""

    __slots__ = ()

    def offers(self, s: S) -> Sequence[T]:
        """The options in whatever form they are found: units, pairs of a unit and a hex."""
        raise NotImplementedError

    def worded(self, s: S, offer: T) -> Action:
        """What is offered as an action."""
        raise NotImplementedError

    def options(self, s: S) -> Iterator[Action]:
        return (self.worded(s, offer) for offer in self.offers(s))

    def sample(self, s: S, pick: Pick) -> Action:
        offers = self.offers(s)
        return self.worded(s, offers[pick(len(offers))])


def advance(s: State) -> None:
    """Run steps until somebody must decide or the game is over."""
    while agenda := s.agenda:
        frame = agenda[0]
        if not isinstance(frame, Step):
            return
        s.agenda = agenda[1:]
        frame.run(s)
