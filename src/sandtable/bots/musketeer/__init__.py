"""Opponents for Operation Musketeer: what they know, in one book."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from sandtable.bots.base import Playbook
from sandtable.games.musketeer.game import Musketeer
from sandtable.games.musketeer.state import MusketeerState

from .evaluator import evaluator, mover
from .postures import EXPLOITERS, POSTURES, doctrine
from .tactics import Greedy

__all__ = ["Greedy", "playbook"]


def stretch(s: MusketeerState) -> tuple[Hashable, str]:
    """An impulse; before the first of a turn, its planning."""
    return (s.turn, len(s.picked)), mover(s)


WEIGHTS = Path(__file__).with_name("weights.toml")
BOOK = Playbook(
    POSTURES, doctrine, stretch, evaluator(WEIGHTS), WEIGHTS, searched=False, slips=1 / 3, exploiters=EXPLOITERS
)


def playbook(game: Musketeer) -> Playbook[MusketeerState]:
    return BOOK
