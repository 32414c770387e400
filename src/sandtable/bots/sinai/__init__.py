"""Opponents for Sinai: what they know, in one book for each way to win."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from sandtable.bots.base import Playbook
from sandtable.games.sinai.game import Sinai
from sandtable.games.sinai.state import SinaiState

from .evaluator import evaluator, mover
from .postures import EXPLOITERS, POSTURES, doctrine
from .tactics import Greedy

__all__ = ["Greedy", "playbook"]


def stretch(s: SinaiState) -> tuple[Hashable, str]:
    """A player turn."""
    side = mover(s)
    return (s.turn, side), side


@lru_cache
def _book(victory: str) -> Playbook[SinaiState]:
    weights = Path(__file__).with_name(f"weights-{victory.replace('_', '-')}.toml")
    return Playbook(
        POSTURES, doctrine, stretch, evaluator(weights, victory), weights, searched=False, exploiters=EXPLOITERS
    )


def playbook(game: Sinai) -> Playbook[SinaiState]:
    return _book(game.rules.victory)
