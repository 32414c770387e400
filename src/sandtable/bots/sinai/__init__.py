"""Opponents for Sinai: what they know, in one book for each way to win."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from sandtable.bots.base import Playbook
from sandtable.games.sinai.game import Sinai
from sandtable.games.sinai.state import ARAB, SinaiState

from .evaluator import evaluator, margin, mover
from .postures import EXPLOITERS, POSTURES, doctrine, opening, vary
from .tactics import Greedy

__all__ = ["Greedy", "playbook"]

ENDGAME = 0.6
"""The share of the game still to play from which on plans of 1967 are tried to the end: Game-Turn 5."""


def stretch(s: SinaiState) -> tuple[Hashable, str]:
    """A player turn."""
    side = mover(s)
    return (s.turn, side), side


@lru_cache
def _book(victory: str) -> Playbook[SinaiState]:
    weights = Path(__file__).with_name(f"weights-{victory.replace('_', '-')}.toml")
    tried = victory == "goals_1967"
    return Playbook(
        POSTURES,
        doctrine,
        stretch,
        evaluator(weights, victory),
        weights,
        vary=vary if tried else None,
        opening=opening if tried else None,
        searched=tried,
        endgame={ARAB: ENDGAME} if tried else {},
        grade=margin,
        exploiters=EXPLOITERS,
    )


def playbook(game: Sinai) -> Playbook[SinaiState]:
    return _book(game.rules.victory)
