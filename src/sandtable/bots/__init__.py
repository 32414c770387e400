"""Opponents. A bot is given a state as its side knows it and answers with a decision: an action and its reason."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeVar

from sandtable.core import CHANCE, State
from sandtable.session.calling_off import CallingOff

from .base import Bot, Decision, Playbook, Posture, RandomBot
from .levels import BEST, LEVELS, level, levels, make, playbook
from .search import Budget

__all__ = [
    "BEST",
    "LEVELS",
    "Bot",
    "Budget",
    "Decision",
    "Playbook",
    "Posture",
    "RandomBot",
    "decide",
    "level",
    "levels",
    "make",
    "play_out",
    "playbook",
]

S = TypeVar("S", bound=State)


def decide(bot: Bot[S], s: S) -> Decision:
    """Ask a bot, showing it only what its side knows; an action that the real state refuses is replaced by a random one."""
    if not s.game.hidden:
        return bot.decide(s)
    found = bot.decide(s.game.sample_hidden(s, bot.side, bot.rng))
    if s.check(found.action) is None:
        return found
    return Decision(s.sample(bot.rng.randrange), "What was planned is not possible here.")


def play_out(s: S, bots: Mapping[str, Bot[S]], rng: Random, limit: int = 100_000) -> tuple[S, int]:
    """Play a state to its end, changing it; returns it with the number of decisions taken."""
    calling_off = CallingOff()
    for n in range(limit):
        actor = s.actor
        if actor is None:
            return s, n
        if actor == CHANCE:
            s.apply(s.sample(rng.randrange))
            continue
        action = calling_off.instead(s, decide(bots[actor], s).action)
        calling_off.count(s, action)
        s.apply(action)
    raise RuntimeError(f"the game did not end within {limit} decisions")
