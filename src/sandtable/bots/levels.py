"""The levels: what a player chooses from, weakest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final, TypeVar

from sandtable.core import Game, State
from sandtable.core.agenda import package_of

from .base import Beginner, Bot, Playbook, RandomBot
from .external import PREFIX, external
from .search import Budget, Strategist

BEST: Final = "best"
S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Level:
    """A row of the registry."""

    name: str
    summary: str
    mistakes: float = 0.0
    """Share of decisions made without thinking."""
    budget: Budget | None = None
    """How long it thinks about each stretch; None: it has one posture only."""
    style: str = ""
    """The style of the title in which it plays its postures; none: as they are."""


ROWS: Final = (
    Level("random", "Any legal action: for testing.", mistakes=1.0),
    Level("beginner", "Knows the rules and the aims, and makes a beginner's mistakes.", mistakes=0.25),
    Level("greedy", "A decent tactician that never changes its plan: the anchor of the ladder."),
    Level("veteran-cautious", "Veteran that exposes itself less and attacks less.", budget=Budget(0), style="cautious"),
    Level("veteran-bold", "Veteran that attacks more and minds its safety less.", budget=Budget(0), style="bold"),
    Level("veteran", "Chooses its posture by rules of thumb.", budget=Budget(0)),
    Level(
        "expert",
        "In the last turns it plays its plans out to the end of the game before it chooses.",
        budget=Budget(72, 3.5, variations=6),
    ),
)
LEVELS: Final = tuple(row.name for row in ROWS)


def playbook(game: Game[S]) -> Playbook[S] | None:
    """What the project knows about playing this game well; None where it has not learned it yet."""
    module = game.title.opponents
    if not module:
        module = f"sandtable.bots.{package_of(type(game)).rpartition('.')[2]}"
        if find_spec(module) is None:
            return None
    book: Playbook[S] = import_module(module).playbook(game)
    return book


def levels(game: Game[Any]) -> tuple[str, ...]:
    """The levels a game has, from the simplest to the one that thinks most."""
    book = playbook(game)
    if book is None:
        return ("random",)
    left_out = {name for name, worth in (("veteran", book.ruled), ("expert", book.searched)) if not worth}
    return tuple(row.name for row in ROWS if row.name not in left_out and row.style in ("", *book.styles))


def level(name: str, game: Game[Any]) -> Level:
    """The row of a level; `best` is the strongest of the game."""
    there = levels(game)
    if name == BEST:
        name = there[-1]
    if name not in there:
        known = f"{game.id} has {', '.join(there)}; best is the strongest"
        raise ValueError(f"there is no bot called {name!r} here; {known}")
    return ROWS[LEVELS.index(name)]


def make(
    name: str, game: Game[S], side: str, seed: int | str = 0, budget: Budget | None = None, seconds: float = 0.0
) -> Bot[S]:
    """A bot by level, by level and trials as `expert@24` (without a deadline, so that matches can be repeated), or by posture
    as `posture:NAME`; a budget replaces that of a level that thinks, `seconds` its deadline."""
    rng = Random(f"{seed}:{side}")
    book = playbook(game)
    if name.startswith(PREFIX):
        return external(name, game, side, rng, seed)
    kind, _, posture = name.partition(":")
    if kind == "posture" and book:
        return book.posture(side, posture).make(game, side, rng)
    name, _, trials = name.partition("@")
    if trials:
        if not trials.isdecimal():
            raise ValueError(f"{trials!r} is no number of trials; say for example expert@24")
        budget = Budget(int(trials), variations=6)
    row = level(name, game)
    if book is None or row.mistakes == 1.0:
        return RandomBot(game, side, rng)
    if row.budget is None:
        bot = book.of(side)[0].make(game, side, rng)
        return Beginner(bot, row.mistakes * book.slips) if row.mistakes else bot
    chosen = budget if budget and (row.budget.trials or trials) else row.budget
    return Strategist(
        book, game, side, rng, replace(chosen, seconds=seconds) if seconds else chosen, book.styles.get(row.style)
    )
