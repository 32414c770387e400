"""Opponents for Middle East Battles: what they know, in one book for each battle."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path

from sandtable.bots.base import Playbook
from sandtable.games.middle_east_battles.battle import Battle
from sandtable.games.middle_east_battles.state import BattleState

from .evaluator import evaluator, grade, mover
from .postures import (
    EL_ARISH,
    EL_ARISH_EXPLOITERS,
    SUEZ,
    SUEZ_EXPLOITERS,
    bold,
    cautious,
    el_arish_doctrine,
    el_arish_vary,
    opening,
    suez_doctrine,
    suez_vary,
)
from .tactics import Greedy

__all__ = ["Greedy", "playbook"]


def stretch(s: BattleState) -> tuple[Hashable, str]:
    """A player turn; the set-up is its owner's."""
    phase = s.game.phase(s)
    side = s.game.egypt if phase == "set-up" else mover(s)
    return (s.turn, side, phase == "set-up"), side


ENDGAME = {"suez-56": {"anglo-french": 0.9, "egypt": 0.9}, "el-arish-67": {"israel": 0.2, "egypt": 0.2}}


SLIPS = {"suez-56": 1.0, "el-arish-67": 1 / 3}


@lru_cache
def _book(title: str) -> Playbook[BattleState]:
    weights = Path(__file__).with_name(f"weights-{title}.toml")
    postures, doctrine, vary, exploiters = {
        "suez-56": (SUEZ, suez_doctrine, suez_vary, SUEZ_EXPLOITERS),
        "el-arish-67": (EL_ARISH, el_arish_doctrine, el_arish_vary, EL_ARISH_EXPLOITERS),
    }[title]
    # searching has not been measured to win more than the rules of thumb: docs/opponents.md
    return Playbook(
        postures,
        doctrine,
        stretch,
        evaluator(weights),
        weights,
        vary,
        opening,
        styles={"bold": bold, "cautious": cautious},
        searched=True,
        endgame=ENDGAME[title],
        slips=SLIPS[title],
        grade=grade,
        exploiters=exploiters,
    )


def playbook(game: Battle) -> Playbook[BattleState]:
    return _book(game.title.id)
