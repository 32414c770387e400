"""A game as environments need it: words in, chance and other people's moves answered, rewards out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

import sandtable
from sandtable.core import CHANCE, Action, Game, State
from sandtable.core.title import OptionValue

from .observation import Encoder
from .spelling import Spelling

REWARDS: Final = ("win", "score")
Shaping = Callable[[State, State, str], float]
"""shaping(before, after, side): added to the side's reward whenever a decision has been made."""
MOST_DECISIONS: Final = 20_000
"""Decisions after which a game is cut off; no game needs as many."""


class Settings(TypedDict, total=False):
    """What every environment can be told beside its game and the options of the game."""

    overlay: str | None
    """A folder of corrected component files."""
    position: str
    """Every game starts from this position, as text."""
    reward: str
    """win or score"""
    shaping: Shaping | None
    most: int
    """Decisions after which a game is cut off."""


class Play:
    """One game in progress, spelled word by word."""

    def __init__(
        self, game: str, options: Mapping[str, OptionValue] | None = None, **settings: Unpack[Settings]
    ) -> None:
        self.reward = settings.get("reward", "win")
        if self.reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {self.reward!r}")
        self.game: Game[Any] = sandtable.load(game, settings.get("overlay")).configured(options)
        self.encoder = Encoder(self.game)
        self.position, self.shaping = settings.get("position", ""), settings.get("shaping")
        self.most = settings.get("most", MOST_DECISIONS)
        self.sides = self.game.sides

    def begin(self, seed: int | str | None = None, position: str = "") -> None:
        """A new game, or the position as text."""
        self.rng = Random(seed)
        text = position or self.position
        self.s: State = self.game.position(text) if text else self.game.start()
        self.decisions = 0
        self.gained = dict.fromkeys(self.sides, 0.0)
        """Rewards not yet handed out."""
        self._seen: dict[str, dict[str, NDArray[np.float32]]] = {}
        self._settle()

    def _settle(self) -> None:
        """Answer chance until a side must decide; decisions without an alternative are made at once."""
        self._seen.clear()
        while True:
            while self.s.actor == CHANCE:
                self.s.apply(self.s.sample(self.rng.randrange))
            self.spelling = Spelling(self.s) if self.s.actor else None
            if self.spelling is None or not self.spelling.complete:
                return
            self._apply(self.spelling.action())

    def _apply(self, action: Action) -> None:
        before = self.s.copy() if self.shaping or self.reward == "score" else None
        self.s.apply(action)
        self.decisions += 1
        if before is not None:
            self._pay(before)
        if self.s.outcome and self.reward == "win":
            for side in self.sides:
                winner = self.s.outcome.winner
                self.gained[side] += 0.0 if winner is None else 1.0 if winner == side else -1.0

    def _pay(self, before: State) -> None:
        for side in self.sides:
            if self.reward == "score":
                self.gained[side] += (self._lead(self.s, side) - self._lead(before, side)) / 10
            if self.shaping:
                self.gained[side] += self.shaping(before, self.s, side)

    def _lead(self, s: State, side: str) -> float:
        points: Mapping[str, Any] = dict(s.outcome.score) if s.outcome else self.game.standing(s)
        return float(sum(x if name == side else -x for name, x in points.items()))

    # words ------------------------------------------------------------------------------------------------
    @property
    def actor(self) -> str | None:
        """The side that must say the next word."""
        return self.s.actor

    @property
    def over(self) -> bool:
        return self.s.actor is None

    @property
    def cut_off(self) -> bool:
        return not self.over and self.decisions >= self.most

    def say(self, number: int) -> str:
        """Say the word of this number; the empty text, or why it cannot be said (then nothing happens)."""
        assert self.spelling
        word = self.encoder.words[int(number)]
        if word not in self.spelling.words:
            return self.spelling.refusal(word)
        self.spelling.say(word)
        if self.spelling.complete:
            self._apply(self.spelling.action())
            self._settle()
        return ""

    def decide(self, action: Action) -> None:
        """A whole decision, by somebody who does not spell."""
        self._apply(action)
        self._settle()

    def words(self) -> tuple[str, ...]:
        return self.spelling.words if self.spelling else ()

    # what a side observes ---------------------------------------------------------------------------------
    def observe(self, side: str) -> dict[str, NDArray[np.float32]]:
        """The arrays of a side; between the words of one decision only the prefix changes."""
        if side not in self._seen:
            self._seen[side] = self.encoder.encode(self.s, side)
        seen = {k: x.copy() for k, x in self._seen[side].items()}
        if self.spelling and side == self.actor:
            seen["prefix"] = self.encoder.prefix(self.spelling.prefix)
        return seen

    def mask(self, side: str) -> NDArray[np.int8]:
        return self.encoder.mask(self.words() if side == self.actor else ())

    def info(self) -> dict[str, Any]:
        """What a learner may want to log."""
        o = self.s.outcome
        return {
            "turn": self.s.turn,
            "decisions": self.decisions,
            "points": dict(o.score) if o else ({} if self.game.hidden else self.game.standing(self.s)),
            "level": o.level if o else "",
        }

    def take_reward(self, side: str) -> float:
        """What the side has gained since it was last paid."""
        gained, self.gained[side] = self.gained[side], 0.0
        return gained
