"""[3.0] Victory points and the end of a battle."""

from __future__ import annotations

from sandtable.core import Outcome, UnitId, bits

from .battle import points, whole
from .state import BattleState


def award(s: BattleState, side: str, half_points: int, rule: str, text: str, *values: object) -> None:
    """[3.2] Tally victory points at once."""
    if half_points:
        s.vp[0 if side == s.game.west else 1] += half_points
        s.tell(rule, text + " ({} VP for the {} player)", *values, points(half_points), s.game.adjective(side))


def eliminate(s: BattleState, u: UnitId, rule: str = "7.9") -> None:
    """[7.9, 9.8, 9.9, 10.7, 10.8] Remove a unit for good; its enemy scores at once."""
    game, where = s.game, s.loc[u]
    s.loc[u] = game.box("eliminated")
    s.tell(rule, "{} is eliminated in {}.", game.name_of(u), game.hex_name(where), at=(where,))
    if game.side_of[u] == game.west:
        award(s, game.egypt, 2 * game.loss_points, game.egyptian_vp_rule, "{} eliminated", game.name_of(u))
    else:
        award(s, game.west, 2, game.western_vp_rule, "{} eliminated", game.name_of(u))


def score_objectives(s: BattleState) -> None:
    """[9.8, 10.7] At the end of each game turn Egypt scores one for each objective hex it occupies."""
    game = s.game
    held = s.hexes_of(game.egypt) & game.objectives
    award(
        s,
        game.egypt,
        2 * held.bit_count(),
        game.egyptian_vp_rule,
        "Egyptian units hold {} objective(s)",
        held.bit_count(),
    )


def determine_winner(s: BattleState) -> None:
    """[3.2, 3.3, 3.4, 9.9, 10.8] Western objectives are counted once; a lead of five or more wins, less is a draw."""
    game = s.game
    held = s.hexes_of(game.west) & game.objectives
    award(
        s,
        game.west,
        2 * game.objective_points * held.bit_count(),
        game.western_vp_rule,
        "{} objective(s) held at the end",
        held.bit_count(),
    )
    west, egypt = s.vp
    rule = "3.3" if game.section == "9" else "3.4"
    lead = abs(west - egypt)
    score = f"{points(west)} to {points(egypt)}"
    totals = ((game.west, whole(west)), (game.egypt, whole(egypt)))
    if lead < 10:
        s.finish(
            Outcome(None, "draw", totals, (f"[{rule}] A lead of {points(lead)} victory points ({score}) is a draw.",))
        )
        return
    winner = game.west if west > egypt else game.egypt
    text = f"[{rule}] The {game.adjective(winner)} player wins with a lead of {points(lead)} victory points ({score})."
    s.finish(Outcome(winner, "victory", totals, (text,)))


def occupied_objectives(s: BattleState, side: str) -> list[str]:
    return [s.game.hex_name(h) for h in sorted(bits(s.hexes_of(side) & s.game.objectives))]
