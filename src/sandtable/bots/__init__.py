"""Opponents. A bot is given a state as its side knows it and answers with an action."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from sandtable.core import CHANCE, Action, Game, State

LEVELS = ("random", "greedy")


class Bot:
    """Base of all bots. A bot may keep a plan between decisions; it must cope with any state of its side's."""

    def __init__(self, game: Game, side: str, rng: Random) -> None:
        self.game, self.side, self.rng = game, side, rng
        self.reason = ""
        """Why it chose its last action, in one sentence, for the hint button."""

    def decide(self, s: Any) -> Action:
        raise NotImplementedError


class RandomBot(Bot):
    """Uniform over the options of every decision, drawn by the rules' fast sampling."""

    def decide(self, s: Any) -> Action:
        self.reason = "A random legal action."
        action: Action = s.sample(self.rng.randrange)
        return action


def make(level: str, game: Game, side: str, seed: int | str = 0) -> Bot:
    """A bot by level: `random`, or `greedy` where the game has one."""
    if level not in LEVELS:
        raise ValueError(f"there is no bot called {level!r}; the bots are {', '.join(LEVELS)}")
    rng = Random(f"{seed}:{side}")
    if level == "random":
        return RandomBot(game, side, rng)
    package = type(game).__module__.split(".")[2]
    if find_spec(f"sandtable.bots.{package}") is None:
        raise ValueError(f"{game.id} has no greedy bot yet; play random")
    bot: Bot = import_module(f"sandtable.bots.{package}").Greedy(game, side, rng)
    return bot


def decide(bot: Bot, s: State) -> Action:
    """Ask a bot, showing it only what its side knows; an action that the real state refuses is replaced by a random one."""
    if not s.game.hidden:
        return bot.decide(s)
    action = bot.decide(s.game.sample_hidden(s, bot.side, bot.rng))
    return action if s.check(action) is None else s.sample(bot.rng.randrange)


def play_out(s: State, bots: dict[str, Bot], rng: Random, limit: int = 100_000) -> tuple[State, int]:
    """Play a state to its end, changing it; returns it with the number of decisions taken."""
    for n in range(limit):
        actor = s.actor
        if actor is None:
            return s, n
        s.apply(s.sample(rng.randrange) if actor == CHANCE else decide(bots[actor], s))
    raise RuntimeError(f"the game did not end within {limit} decisions")
