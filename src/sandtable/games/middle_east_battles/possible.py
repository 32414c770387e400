"""[3.2, 3.3, 3.4, 9.8, 9.9, 10.7, 10.8] What both sides can still score at most: who can no longer win, or draw.

Points are never taken back, so nobody ends below what is tallied, and nobody above that and all that is still to be had:
units that can still be lost or leave the map, objectives, entries that cost points. How many turns an Anglo-French player has
written down is a secret: the battle may last to turn 12. Whatever the sum allows counts as possible, reachable or not.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sandtable.core import Frame, Hex, Outcome, Sentence, halves, reason, watching

from .formations import COLUMNS
from .state import BattleState, ElArishState, SuezState, whole
from .victory import WINNING_LEAD

if TYPE_CHECKING:
    from .battle import Battle

LAST_TURN = {"9": 12, "10": 11}
"""[9.2, 10.2] The last turn there can be."""
PRESSURE = (4, 14)
"""[9.2] Half points of a continuation turn for Egypt: at least and at most."""
PHASES = 2
"""[9.8] Combat phases of a turn, in each of which a city hex may be fired into."""


def beaten(s: BattleState) -> dict[str, Sentence]:
    """[3.3, 3.4] Who can no longer lead by five points."""
    game = s.game
    most = {game.west: s.vp[0] + western(s), game.egypt: s.vp[1] + egyptian(s)}
    floor = {game.west: s.vp[0], game.egypt: s.vp[1] + pressure(s)}
    text = "At most {most} points can be reached, the enemy has at least {least}, and a lead of five is needed."
    found = {}
    for side in game.sides:
        other = game.enemy_of(side)
        if most[side] - floor[other] < WINNING_LEAD:
            found[side] = reason(_rule(s), text, most=halves(most[side]), least=halves(floor[other]))
    return found


def foregone(s: BattleState) -> Outcome | None:
    """[3.3, 3.4] The victory of a side that nothing can prevent any more. A draw is never sure before the end: the objectives
    of the last turn alone are worth five points."""
    game, west = s.game, s.vp[0] - s.vp[1]
    egypt = pressure(s) - west
    for side, lead, still in ((game.west, west, egyptian), (game.egypt, egypt, western)):
        if lead >= WINNING_LEAD and lead - still(s) >= WINNING_LEAD:
            text = "The {side} player will lead by {lead} points at least, whatever happens."
            why = reason(_rule(s), text, side=game.adjective(side), lead=halves(lead - still(s)))
            totals = ((game.west, whole(s.vp[0])), (game.egypt, whole(s.vp[1])))
            return Outcome(side, "victory", totals, (why,))
    return None


def western(s: BattleState) -> int:
    """[9.9, 10.8] Half points that the Western player can still score."""
    game, more = s.game, _western_moves_left(s)
    total = 2 * _in_play(s, game.egypt, True) + 2 * game.objective_points * game.objectives.bit_count()
    if more:
        total += _exit_worth(s) * _western_units(s)
    if isinstance(s, ElArishState):
        total += 10 * sum(not s.entered & game.roster.of_formation[x] for x in COLUMNS[1:])
    return total


def egyptian(s: BattleState) -> int:
    """[9.2, 9.8, 10.7] Half points that the Egyptian player can still score, this turn included."""
    game = s.game
    turns = LAST_TURN[game.section] - s.turn + 1
    total = 2 * game.loss_points * _western_units(s) + 2 * turns * game.objectives.bit_count()
    if isinstance(s, SuezState):
        total += 2 * turns * PHASES * s.game.cities.bit_count() + PRESSURE[1] * min(turns, 6)
    if isinstance(s, ElArishState) and _western_moves_left(s):
        matt = s.game.matt
        total += 20 * (not s.entered & matt)
        total += 4 * (not s.matt_special and bool(s.at(game.box("holding"), matt)))
    return total


def movement_is_over(s: BattleState, combat: Frame) -> None:
    """[9.10, 10.9] With the last Western movement phase nobody can land or leave the map any more."""
    if s.turn == LAST_TURN[s.game.section]:
        earlier = s.copy()
        earlier.agenda = (combat, *s.agenda)
        with watching(s, earlier):
            pass


def pressure(s: BattleState) -> int:
    """[9.2] What Egypt gets in any case for a continuation turn that is being played."""
    return PRESSURE[0] if isinstance(s, SuezState) and s.turn > 6 and _pressure_due(s) else 0


def _pressure_due(s: BattleState) -> bool:
    """[4.3] The die of this turn has not been rolled: it is, when the turn ends."""
    return any(type(f).__name__ in ("GameTurn", "PlayerTurn", "EndOfPlayerTurn", "EndOfTurn") for f in s.agenda)


def _western_moves_left(s: BattleState) -> bool:
    """[9.10, 10.9] Is there a Western movement phase still to come, or one going on?"""
    if s.turn < LAST_TURN[s.game.section]:
        return True
    names = {(type(f).__name__, getattr(f, "side", s.game.west)) for f in s.agenda}
    return bool(names & {(name, s.game.west) for name in ("GameTurn", "PlayerTurn", "Movement", "BeginCombat")})


def _exit_worth(s: BattleState) -> int:
    """[9.9, 10.8] Half points of a Western unit that leaves the map now: later it is never more."""
    return next(worth for last, worth in s.game.exit_points if s.turn <= last)


def _western_units(s: BattleState) -> int:
    """The number of Western units on the map, or still to come."""
    return _in_play(s, s.game.west, _western_moves_left(s))


@cache
def waiting_boxes(game: Battle) -> tuple[Hex, ...]:
    """Boxes from which units come onto the map."""
    return tuple(game.box(x) for x in game.boxes if x not in ("eliminated", "exited"))


def _in_play(s: BattleState, side: str, waiting: bool) -> int:
    """The number of the side's units on the map, and of those that still wait to come onto it."""
    own, there = s.game.roster.of_side[side], len(s.units_on_map(side))
    return there + sum(len(s.at(box, own)) for box in waiting_boxes(s.game)) if waiting else there


def _rule(s: BattleState) -> str:
    return "3.3" if s.game.section == "9" else "3.4"
