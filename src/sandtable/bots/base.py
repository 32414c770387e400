"""What every opponent is made of: bots, their decisions, and the book of postures that a title brings."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sandtable.core import Action

from .evaluate import Evaluator


@dataclass(frozen=True, slots=True)
class Decision:
    """What a bot does, and why, in a sentence."""

    action: Action
    reason: str = ""
    gives_up: bool = False
    """The game is lost as far as it can see, and was a turn ago: a person may end it here."""


class Bot:
    """Base of all bots. A bot may keep a plan between decisions; it must cope with any state of its side's. It never
    writes into the state it is asked about."""

    def __init__(self, game: Any, side: str, rng: Random) -> None:
        self.game, self.side, self.rng = game, side, rng

    def decide(self, s: Any) -> Decision:
        raise NotImplementedError


class Tactician(Bot):
    """A bot that answers with an action and leaves its reason in `reason`."""

    def __init__(self, game: Any, side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.reason = ""

    def choose(self, s: Any) -> Action:
        raise NotImplementedError

    def decide(self, s: Any) -> Decision:
        action = self.choose(s)
        return Decision(action, self.reason)


class RandomBot(Bot):
    """Uniform over the options of every decision, drawn by the rules' fast sampling."""

    def decide(self, s: Any) -> Decision:
        return Decision(s.sample(self.rng.randrange), "A random legal action.")


class Beginner(Bot):
    """Plays like the tactician but for a beginner's mistakes: now and then a decision is made without thinking."""

    def __init__(self, tactician: Bot, mistakes: float) -> None:
        super().__init__(tactician.game, tactician.side, tactician.rng)
        self.tactician, self.mistakes = tactician, mistakes

    def decide(self, s: Any) -> Decision:
        if self.rng.random() >= self.mistakes:
            return self.tactician.decide(s)
        return Decision(s.sample(self.rng.randrange), "It seemed a good idea at the time.")


# What a title brings ------------------------------------------------------------------------------------------------
def always(s: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Posture:
    """A way to fight: what for and when in a sentence, and who carries it out."""

    name: str
    side: str
    purpose: str
    make: Callable[[Any, str, Random], Bot]
    fits: Callable[[Any], bool] = always
    """Is it worth considering in this position?"""
    light: Callable[[Any, str, Random], Bot] | None = None
    """The same, thinking less: who answers in trials."""
    long: bool = False
    """Does it pay only later than a trial looks?"""


@dataclass(frozen=True, slots=True)
class Playbook:
    """A title's knowledge. The first posture of a side is its default: the `greedy` anchor."""

    postures: tuple[Posture, ...]
    doctrine: Callable[[Any, str], str]
    """The posture that the rule of thumb picks for a side in a position."""
    stretch: Callable[[Any], tuple[Hashable, str]]
    """The stretch of play a position belongs to (a player turn, an impulse), and whose it is: a posture is chosen for it."""
    evaluator: Evaluator
    """What a position is worth."""
    weights: Path
    """The file of the evaluator's weights, written by `sandtable train`."""
    vary: Callable[[str, Random], Posture] | None = None
    """A posture drawn at random near those of a side: the search tries some beside the named ones."""
    ruled: bool = True
    """Does the rule of thumb win more than the default posture? Only then it is a level of its own."""
    searched: bool = True
    """Does choosing by search win more than the rule of thumb? Then the strongest level does."""
    exploiters: tuple[Posture, ...] = field(default=())
    """What a clever human would try; for the ladder only."""

    def of(self, side: str) -> tuple[Posture, ...]:
        return tuple(p for p in self.postures if p.side == side)

    def posture(self, side: str, name: str) -> Posture:
        for p in (*self.postures, *self.exploiters):
            if p.side == side and p.name == name:
                return p
        names = ", ".join(p.name for p in (*self.postures, *self.exploiters) if p.side == side)
        raise ValueError(f"{side} has no posture called {name!r}; it has {names}")
