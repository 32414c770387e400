"""[21.1, 21.2, 21.42, 23.7, 23.71, 25.71, 25.72, 26.93, 26.94] When a side can no longer win, or no longer even draw.

Proved from the rules: a goal is worth most when it is reached at once, a Settlement that is destroyed and units that are
eliminated stay so, and Jordan enters the war or stays out of it. What the Arab side can still lose of its points (a City
that is retaken, land) is counted as lost. So Israel never comes above `most`, whatever happens, and never below `fewest`.
In 1973 and later, points for units and territory leave nearly every game open to the end.
"""

from __future__ import annotations

from itertools import takewhile

from sandtable.core import Outcome, Sentence, bits, reason

from ..politics.participation import may_be_at_war
from ..state import ARAB, ISRAEL, SinaiState
from .victory import (
    CITY,
    GOAL_TESTS,
    GOALS,
    ISRAELI_GOALS,
    PER_POINT,
    SETTLEMENT,
    level,
    net,
    start_land,
    totals,
)

PER_HEX, AMMAN = 2, 10
"""[25.71, 25.95] Points of Israel for a captured hex, and for Amman."""
PER_UNIT = 2
"""[25.71] Points of the Arabs for an Israeli unit, and for an Air Strike marker."""
RACE = sum(points for name, _, points in ISRAELI_GOALS if name in ("bar_lev", "canal_west_bank")) + AMMAN + 10 + 5 + 15
"""[26.93] All the goals of Israel, A to H; C and D do not count beside B."""


def most(s: SinaiState, jordan: bool) -> int:
    """[21.1, 21.2, 25.71, 26.93] Net points that Israel can have at the end at most, with Jordan in the war or out of it."""
    game = s.game
    if game.rules.victory not in GOAL_TESTS:
        land = PER_HEX * start_land(s, ARAB).bit_count() + AMMAN if game.rules.victory == "points_1973" else RACE
        lost = len(s.eliminated(game.of_side[ISRAEL])) + s.strike_losses
        return len(_not_gone(s, ARAB)) + land - PER_UNIT * lost
    wanted = [name for name in GOAL_TESTS[game.rules.victory] if name != "C" or jordan]
    total = 0
    for name in wanted:
        points, rate = GOALS[name]
        total += points + rate * (game.rules.game_turns - (s.goals["ABC".index(name)] or s.turn))
    fallen = (game.settlements & s.destroyed).bit_count()
    return total - SETTLEMENT * fallen - PER_POINT * s.lost_strength(game.of_side[ISRAEL])


def fewest(s: SinaiState) -> int | None:
    """[21.1, 21.2] Net points that Israel keeps whatever it loses; where territory counts nothing is safe."""
    game, rules = s.game, s.game.rules
    if rules.victory not in GOAL_TESTS:
        return None
    total = 0
    for name in "AC" if rules.goal_stop == "at_once" else "":
        points, rate = GOALS[name]
        turn = s.goals["ABC".index(name)]
        total += points + rate * (rules.game_turns - turn) if turn else 0
    places = CITY * game.cities_israeli.bit_count() + SETTLEMENT * game.settlements.bit_count()
    return total - places - PER_POINT * sum(game.strength[u] for u in _not_gone(s, ISRAEL))


def _not_gone(s: SinaiState, side: str) -> list[int]:
    """Units that are eliminated, or can still be."""
    return [u for u in bits(s.game.of_side[side]) if s.loc[u] not in (0, s.game.LEFT)]


def least(s: SinaiState, jordan: bool, draw: bool) -> int:
    """[21.42, 23.71] Net points that Israel needs to win, or for a draw."""
    rules = s.game.rules
    good = [points for name, points in takewhile(lambda x: "Arab" not in x[0], rules.levels)]
    wins = [points for name, points in rules.levels if "Israeli" in name]
    return (good if draw else wins)[-1] + rules.level_adjust + (0 if jordan else rules.level_adjust_jordan_out)


def beaten(s: SinaiState) -> dict[str, Sentence]:
    """[21.42, 23.71, 25.72, 26.94] Who can no longer win."""
    found = {}
    if all(most(s, jordan) < least(s, jordan, False) for jordan in may_be_at_war(s)):
        found[ISRAEL] = _told(s, "At most {most} points net can be reached, {win} are needed.")
    kept = fewest(s)
    if kept is not None and all(kept >= least(s, jordan, True) for jordan in may_be_at_war(s)):
        found[ARAB] = _told(s, "Israel keeps at least {kept} points net, and {draw} are a draw.")
    return found


def foregone(s: SinaiState) -> Outcome | None:
    """[21.42, 23.71, 25.72, 26.94] The victory that nothing can prevent any more; its level as the position stands."""
    kept, possible = fewest(s), may_be_at_war(s)
    if all(most(s, jordan) < least(s, jordan, True) for jordan in possible):
        winner, text = ARAB, "At most {most} points net can be reached, {draw} are needed for a draw."
    elif kept is not None and all(kept >= least(s, jordan, False) for jordan in possible):
        winner, text = ISRAEL, "Israel keeps at least {kept} points net, and {win} are a victory."
    else:
        return None
    return Outcome(winner, level(s, net(s)), tuple(totals(s).items()), (_told(s, text),))


def _told(s: SinaiState, text: str) -> Sentence:
    jordan = may_be_at_war(s)[0]  # goal C is worth more than a war with Jordan costs, while there is time for both
    needed = {"win": least(s, jordan, False), "draw": least(s, jordan, True)}
    return reason(s.game.rule_of["levels"], text, most=most(s, jordan), kept=fewest(s) or 0, **needed)
