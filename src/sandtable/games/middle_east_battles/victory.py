"""[3.0] Victory points and the end of a battle."""

from __future__ import annotations

from typing import Final

from sandtable.core import Outcome, Sentence, UnitId, halves, reason, say, watching
from sandtable.core.sentences import Value

from .state import BattleState, whole

WINNING_LEAD: Final = 10
"""[3.3, 3.4] Five victory points, in halves."""


def award(s: BattleState, side: str, half_points: int, rule: str, template: str, **values: Value) -> None:
    """[3.2] Tally victory points at once; the template says what for."""
    with watching(s):
        tally(s, side, half_points, rule, say(template, **values))


def tally(s: BattleState, side: str, half_points: int, rule: str, what: Sentence) -> None:
    s.vp[0 if side == s.game.west else 1] += half_points
    text = "{what} ({points} VP for the {side} player)"
    s.tell(rule, text, what=what, points=halves(half_points), side=s.game.adjective(side), about="score")


def eliminate(s: BattleState, u: UnitId, rule: str, why: str) -> None:
    """[7.9, 9.8, 9.9, 10.7, 10.8] Remove a unit for good; its enemy scores at once. `why` is a clause: how it came to that."""
    game, where, name = s.game, s.loc[u], s.game.name_of(u)
    s.loc[u] = game.box("eliminated")
    text = "{unit} is eliminated in {hex}: {why}."
    s.tell(rule, text, unit=name, hex=game.hex_name(where), why=why, at=(where,), about="loss")
    if game.side_of[u] == game.west:
        award(s, game.egypt, 2 * game.loss_points, game.egyptian_vp_rule, "The loss of {unit} counts", unit=name)
    else:
        award(s, game.west, 2, game.western_vp_rule, "The loss of {unit} counts", unit=name)


def score_objectives(s: BattleState) -> None:
    """[9.8, 10.7] At the end of each game turn Egypt scores one for each objective hex it occupies."""
    game = s.game
    held = s.hexes_of(game.egypt) & game.objectives
    if held:
        text = "Egyptian units hold {hexes}"
        award(s, game.egypt, 2 * held.bit_count(), game.egyptian_vp_rule, text, hexes=s.hex_names(held))


def determine_winner(s: BattleState) -> None:
    """[3.2, 3.3, 3.4, 9.9, 10.8] Western objectives are counted once; a lead of five or more wins, less is a draw."""
    game = s.game
    tallied = game.standing(s)
    held = s.hexes_of(game.west) & game.objectives
    worth = 2 * game.objective_points * held.bit_count()
    text = "{n} {n#objective|objectives} held at the end: {hexes}"
    if worth:
        what = say(text, n=held.bit_count(), hexes=s.hex_names(held))
        tally(s, game.west, worth, game.western_vp_rule, what)
    west, egypt = s.vp
    rule = "3.3" if game.section == "9" else "3.4"
    numbers = {"lead": halves(abs(west - egypt)), "west": halves(west), "egypt": halves(egypt)}
    totals = ((game.west, whole(west)), (game.egypt, whole(egypt)))
    items = tuple((say("tallied during the battle"), side, n) for side, n in tallied.items())
    items += ((say("objectives held at the end"), game.west, whole(worth)),)
    if abs(west - egypt) < WINNING_LEAD:
        why = reason(rule, "A lead of {lead} victory points ({west} to {egypt}) is a draw.", **numbers)
        s.finish(Outcome(None, "draw", totals, (why,), items))
        return
    winner = game.west if west > egypt else game.egypt
    text = "The {side} player wins with a lead of {lead} victory points ({west} to {egypt})."
    why = reason(rule, text, side=game.adjective(winner), **numbers)
    s.finish(Outcome(winner, "victory", totals, (why,), items))
