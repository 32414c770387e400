"""[3.2, 3.3, 3.4, 9.8, 9.9, 10.7, 10.8] What both sides can still score at most: who can no longer win, or draw.

Points are never taken back, so nobody ends below what is tallied, and nobody above that and all that is still to be had:
units that can still be lost or leave the map, objectives, entries that cost points. How many turns an Anglo-French player has
written down is a secret: the battle may last to turn 12. Whatever the sum allows counts as possible, reachable or not.
"""

from __future__ import annotations

from sandtable.core import Frame, Outcome, Sentence, halves, reason, watching

from .formations import COLUMNS
from .state import BattleState, ElArishState, SuezState, whole
from .victory import WINNING_LEAD

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
    game = s.game
    west = s.vp[0] - (s.vp[1] + egyptian(s))
    egypt = s.vp[1] + pressure(s) - (s.vp[0] + western(s))
    totals = ((game.west, whole(s.vp[0])), (game.egypt, whole(s.vp[1])))
    for side, lead in ((game.west, west), (game.egypt, egypt)):
        if lead >= WINNING_LEAD:
            text = "The {side} player will lead by {lead} points at least, whatever happens."
            why = reason(_rule(s), text, side=game.adjective(side), lead=halves(lead))
            return Outcome(side, "victory", totals, (why,))
    return None


def western(s: BattleState) -> int:
    """[9.9, 10.8] Half points that the Western player can still score."""
    game, more = s.game, _western_moves_left(s)
    waiting = _waiting(s)
    alive = [u for u in game.units_of[game.egypt] if s.loc[u] > 0 or s.loc[u] in waiting]
    total = 2 * len(alive) + 2 * game.objective_points * game.objectives.bit_count()
    if more:
        total += _exit_worth(s) * len(_western_units(s))
    if isinstance(s, ElArishState):
        entered = {game.roster[u].formation for u in game.units_of[game.egypt] if s.entered >> u & 1}
        total += 10 * sum(x not in entered for x in COLUMNS[1:])
    return total


def egyptian(s: BattleState) -> int:
    """[9.2, 9.8, 10.7] Half points that the Egyptian player can still score, this turn included."""
    game = s.game
    turns = LAST_TURN[game.section] - s.turn + 1
    total = 2 * game.loss_points * len(_western_units(s)) + 2 * turns * game.objectives.bit_count()
    if isinstance(s, SuezState):
        total += 2 * turns * PHASES * s.game.cities.bit_count() + PRESSURE[1] * min(turns, 6)
    if isinstance(s, ElArishState) and _western_moves_left(s):
        matt = [u for u in s.game.units_of[game.west] if s.game.matt >> u & 1]
        total += 20 * (not any(s.entered >> u & 1 for u in matt))
        total += 4 * (not s.matt_special and any(s.loc[u] == game.box("holding") for u in matt))
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


def _western_units(s: BattleState) -> list[int]:
    """Western units on the map, or still to come."""
    waiting = _waiting(s) if _western_moves_left(s) else ()
    return [u for u in s.game.units_of[s.game.west] if s.loc[u] > 0 or s.loc[u] in waiting]


def _waiting(s: BattleState) -> tuple[int, ...]:
    """Boxes from which units come onto the map."""
    return tuple(s.game.box(x) for x in s.game.boxes if x not in ("eliminated", "exited"))


def _rule(s: BattleState) -> str:
    return "3.3" if s.game.section == "9" else "3.4"
