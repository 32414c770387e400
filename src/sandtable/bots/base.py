"""What every opponent is made of: bots, their decisions, and the book of postures that a title brings."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from sandtable.core import Action, Game, State

from .evaluate import Evaluator
from .network import Foresight

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and why, in a sentence."""

    action: Action
    reason: str = ""
    gives_up: bool = False
    """The game is lost as far as it can see, and was a turn ago: a person may end it here."""


class Bot(Generic[S]):
    """Base of all bots. A bot may keep a plan between decisions; it must cope with any state of its side's. It never
    writes into the state it is asked about."""

    def __init__(self, game: Game[S], side: str, rng: Random) -> None:
        self.game, self.side, self.rng = game, side, rng

    def decide(self, s: S) -> Decision:
        raise NotImplementedError


class Tactician(Bot[S]):
    """A bot that answers with an action and leaves its reason in `reason`."""

    def __init__(self, game: Game[S], side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.reason = ""

    def choose(self, s: S) -> Action:
        raise NotImplementedError

    def decide(self, s: S) -> Decision:
        action = self.choose(s)
        return Decision(action, self.reason)


class RandomBot(Bot[S]):
    """Uniform over the options of every decision, drawn by the rules' fast sampling."""

    def decide(self, s: S) -> Decision:
        return Decision(s.sample(self.rng.randrange), "A random legal action.")


class Beginner(Bot[S]):
    """Plays like the tactician but for a beginner's mistakes: now and then a decision is made without thinking."""

    def __init__(self, tactician: Bot[S], mistakes: float) -> None:
        super().__init__(tactician.game, tactician.side, tactician.rng)
        self.tactician, self.mistakes = tactician, mistakes

    def decide(self, s: S) -> Decision:
        if self.rng.random() >= self.mistakes:
            return self.tactician.decide(s)
        return Decision(s.sample(self.rng.randrange), "It seemed a good idea at the time.")


# What a title brings ------------------------------------------------------------------------------------------------
def always(s: State) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Posture(Generic[S]):
    """A way to fight: what for and when in a sentence, and who carries it out."""

    name: str
    side: str
    purpose: str
    make: Callable[[Game[S], str, Random], Bot[S]]
    fits: Callable[[S], bool] = always
    """Is it worth considering in this position?"""
    light: Callable[[Game[S], str, Random], Bot[S]] | None = None
    """The same, thinking less: who answers in trials."""
    long: bool = False
    """Does it pay only later than a trial looks?"""
    settled: bool = False
    """Was it found by playing it out many times from this very position? Then no glance improves on it."""
    instead: str = ""
    """The posture that takes the place of a long one in the games in which nobody shall be able to count on it."""


@dataclass(frozen=True, slots=True)
class Playbook(Generic[S]):
    """A title's knowledge. The first posture of a side is its default: the `greedy` anchor."""

    postures: tuple[Posture[S], ...]
    doctrine: Callable[[S, str], str]
    """The posture that the rule of thumb picks for a side in a position."""
    stretch: Callable[[S], tuple[Hashable, str]]
    """The stretch of play a position belongs to (a player turn, an impulse), and whose it is: a posture is chosen for it."""
    evaluator: Evaluator[S]
    """What a position is worth."""
    weights: Path
    """The file of the evaluator's weights, written by `sandtable train`."""
    vary: Callable[[str, Random], Posture[S]] | None = None
    """A posture drawn at random near those of a side: the search tries some beside the named ones."""
    opening: Callable[[Posture[S], Random], Posture[S]] | None = None
    """What is played for a posture on the first turn, drawn by lot, so that no two games open alike."""
    styles: Mapping[str, Callable[[Posture[S]], Posture[S]]] = field(default_factory=dict)
    """How a posture is played boldly or cautiously."""
    ruled: bool = True
    """Does the rule of thumb win more than the default posture? Only then it is a level of its own."""
    searched: bool = True
    """Does choosing by search win more than the rule of thumb? Then the strongest level does."""
    endgame: Mapping[str, float] = field(default_factory=dict)
    """The sides that choose by trials, and the share of the game still to play from which on they do: to the end."""
    slips: float = 1.0
    """The share of a beginner's mistakes that is made here: a game of a thousand small decisions forgives fewer."""
    grade: Callable[[S, str], float] | None = None
    """What an end is worth to a side in trials, from 0 to 1; none: won, drawn or lost."""
    practised: Callable[[S, Posture[S]], Posture[S]] | None = None
    """The rule of thumb's posture as many games have taught to play it at this point."""
    near: Callable[[Posture[S], Random], Posture[S]] | None = None
    """A posture drawn at random near this one: what is tried before the endgame."""
    foresight: Foresight[S] | None = None
    """A network that can tell plans of one position apart long before the end; without one the rule of thumb decides there."""
    exploiters: tuple[Posture[S], ...] = field(default=())
    """What a clever human would try; for the ladder only."""

    def of(self, side: str) -> tuple[Posture[S], ...]:
        return tuple(p for p in self.postures if p.side == side)

    def posture(self, side: str, name: str) -> Posture[S]:
        for p in (*self.postures, *self.exploiters):
            if p.side == side and p.name == name:
                return p
        names = ", ".join(p.name for p in (*self.postures, *self.exploiters) if p.side == side)
        raise ValueError(f"{side} has no posture called {name!r}; it has {names}")
