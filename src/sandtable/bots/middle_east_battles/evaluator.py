"""What a position of Middle East Battles is worth: the lead, the objectives and exits still to come, and the armies."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sandtable.bots.evaluate import Evaluator, Features, read_weights
from sandtable.games.middle_east_battles.state import BattleState

from .weights import weights_for

MEANING = {
    "lead": "The lead of the West in victory points.",
    "winning": "The lead of the West wins.",
    "losing": "The lead of Egypt wins.",
    "held": "Objectives that Egypt holds.",
    "coming": "Objectives that Egypt holds, for all the turns still to come.",
    "taken": "Objectives that the West holds.",
    "west": "Western attack strength on the map.",
    "west-waiting": "Western attack strength still to come.",
    "egypt": "Egyptian attack strength on the map.",
    "west-units": "Western units on the map.",
    "egypt-units": "Egyptian units on the map.",
    "contact": "Western units next to an Egyptian.",
}
LEAD, WINS, OBJECTIVES, STRENGTH, UNITS = 20.0, 5.0, 5.0, 100.0, 30.0


def features(s: BattleState) -> Features:
    """Everything in MEANING, seen by the West."""
    game = s.game
    lead = (s.vp[0] - s.vp[1]) / 2
    west, egypt = s.units_on_map(game.west), s.units_on_map(game.egypt)
    held = (s.hexes_of(game.egypt) & game.objectives).bit_count() / OBJECTIVES
    foes = s.hexes_of(game.egypt)
    near = game.map.grid.spread(foes)
    waiting = [u for u in game.units_of[game.west] if s.loc[u] < 0 and s.loc[u] == game.box("holding")]
    return {
        "lead": max(-3.0, min(3.0, lead / LEAD)),
        "winning": float(lead >= WINS),
        "losing": float(lead <= -WINS),
        "held": held,
        "coming": held * clock(s),
        "taken": (s.hexes_of(game.west) & game.objectives).bit_count() / OBJECTIVES,
        "west": sum(game.attack[u] for u in west) / STRENGTH,
        "west-waiting": sum(game.attack[u] for u in waiting) / STRENGTH,
        "egypt": sum(game.attack[u] for u in egypt) / STRENGTH,
        "west-units": len(west) / UNITS,
        "egypt-units": len(egypt) / UNITS,
        "contact": len([u for u in west if near >> s.loc[u] & 1]) / UNITS,
    }


DECIDED, MARGIN = 0.5, 12.0
"""How much of a result is who won, and the lead at which the rest, how narrowly, is as good as it gets."""


def grade(s: BattleState, side: str) -> float:
    """What an end is worth to a side in trials: few games are decided by much, so a narrow result counts as nearly the next."""
    assert s.outcome is not None
    score = dict(s.outcome.score)
    lead = score[side] - score[s.game.enemy_of(side)]
    winner = s.outcome.winner
    result = 0.5 if winner is None else float(winner == side)
    return DECIDED * result + (1 - DECIDED) * (0.5 + max(-MARGIN, min(MARGIN, float(lead))) / (2 * MARGIN))


def clock(s: BattleState) -> float:
    if s.game.phase(s) == "set-up":
        return 1.0
    last = weights_for(s.game.section, True).last_turn
    return float(max(0, last - s.turn) / last)


def mover(s: BattleState) -> str:
    return str(s.game.phase(s).rpartition("-")[0])


@lru_cache
def evaluator(path: Path) -> Evaluator[BattleState]:
    return Evaluator(MEANING, features, clock, mover, read_weights(path))
