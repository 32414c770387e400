"""Random games of every title and scenario, and the states met on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import sandtable
from sandtable.core import Event, Game, State, Title

STATES, FEWER = 20, 6
"""How many states of a walk are looked at closely: of a title's first scenario, and of the others."""


@dataclass(frozen=True)
class Case:
    """One scenario, with its default options or with every optional rule on."""

    game: str
    all_options: bool = False
    states: int = STATES

    def __str__(self) -> str:
        return self.game + ("+all-options" if self.all_options else "")

    def load(self) -> Game:
        game = sandtable.load(self.game)
        return game.configured(every_option(game.title)) if self.all_options else game


def every_option(title: Title) -> Mapping[str, Any]:
    """Each optional rule at a value that is not its default."""
    return {o.name: next(c for c in o.choices if c != o.default) for o in title.options}


def cases() -> list[Case]:
    found = []
    for title in sandtable.games():
        for i, x in enumerate(title.scenarios):
            found.append(Case(title.id_of(x), states=FEWER if i else STATES))
            if title.options and i == 0:
                found.append(Case(found[-1].game, all_options=True))
    return found


@dataclass
class Walk:
    """A random game: a sample of its states, everything that was told, and how it went."""

    game: Game
    states: list[State]
    events: list[Event]
    decisions: int
    last: State


@cache
def walk(case: Case, seed: int = 1, limit: int = 2500) -> Walk:
    """Play at random for so many decisions; keep a sample of the states, spread over the way."""
    game = case.load()
    rng, keep = Random(f"{case}:{seed}"), Random(f"{case}:{seed}:keep")
    s = game.start()
    s.log = []
    states: list[State] = [s.copy()]
    every = 1
    n = 0
    while s.actor is not None and n < limit:
        s.apply(s.sample(rng.randrange))
        n += 1
        if n % every == 0:
            states.append(s.copy())
            if len(states) > 2 * case.states:
                states = states[:1] + [x for x in states[1:] if keep.random() < 0.5]
                every *= 2
    last = s.copy()
    if last.actor is None:
        states = [x for x in states if x.actor is not None]
    return Walk(game, states, list(s.log), n, last)
