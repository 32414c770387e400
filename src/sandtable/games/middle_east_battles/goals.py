"""[3.3, 3.4, 9.9, 10.8] What each side must reach, and where it stood if the battle ended now."""

from __future__ import annotations

from sandtable.core import Sentence, bits, cite, halves, say
from sandtable.core.facts import GoalFacts, GoalPart

from .state import BattleState
from .victory import WINNING_LEAD


def goal(s: BattleState, side: str) -> GoalFacts:
    """[3.3, 3.4] A lead of five victory points at the end."""
    game = s.game
    west, egypt = s.vp
    if not s.outcome:  # at the end they are tallied already
        west += 2 * game.objective_points * (s.hexes_of(game.west) & game.objectives).bit_count()
    lead = west - egypt if side == game.west else egypt - west
    text = say("Lead by five victory points at the end [{rule}].", rule=cite("3.3" if game.section == "9" else "3.4"))
    score = {"west": halves(west), "egypt": halves(egypt)}
    now = (
        say("The battle ended {west} to {egypt}.", **score)
        if s.outcome
        else say("If the battle ended now: {west} to {egypt}.", **score)
    )
    return {"text": text, "now": now, "reached": lead >= WINNING_LEAD, "parts": [_lead(lead), _objectives(s, side)]}


def _lead(lead: int) -> GoalPart:
    return {
        "text": say("lead of {points} points", points=halves(WINNING_LEAD)),
        "now": _margin(lead),
        "state": "done" if lead >= WINNING_LEAD else "partly" if lead > 0 else "open",
        "at": [],
    }


def _margin(lead: int) -> Sentence:
    """Who leads now, and by how much."""
    if not lead:
        return say("level now")
    points = halves(abs(lead))
    return say("{points} ahead now", points=points) if lead > 0 else say("{points} behind now", points=points)


def _objectives(s: BattleState, side: str) -> GoalPart:
    """[9.8, 9.9, 10.7, 10.8] The objective hexes that the side occupies."""
    game = s.game
    held = s.hexes_of(side) & game.objectives
    return {
        "text": say("objectives occupied"),
        "now": say("{n} of {all}", n=held.bit_count(), all=game.objectives.bit_count()),
        "state": "done" if held == game.objectives else "partly" if held else "open",
        "at": [str(game.hex_name(h)) for h in bits(game.objectives & ~held or game.objectives)],
    }
