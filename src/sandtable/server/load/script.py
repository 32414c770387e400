"""A game played beforehand, so that the load generator itself has little to compute."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import sandtable
from sandtable.core import CHANCE, Chance


class Decision(NamedTuple):
    side: str
    """Who decides, or rolls."""
    action: str


class Script:
    """What was decided, one after another, at random."""

    def __init__(self, game: str, seed: int, length: int) -> None:
        loaded, rng = sandtable.load(game), Random(seed)
        s = loaded.start()
        self.game, self.sides = game, loaded.sides
        self.decisions: list[Decision] = []
        while s.actor and len(self.decisions) < length:
            choice, a = s.choice, s.sample(rng.randrange)
            roller = choice.roller(s) if isinstance(choice, Chance) else ""
            side = s.actor if s.actor != CHANCE else roller or self.sides[0]
            self.decisions.append(Decision(side, str(a)))
            s = s.play(a)
