"""[21.1, 21.2, 21.42, 23.7, 23.71] When Israel can no longer win, or no longer even draw: it is said once, when it becomes so.

Proved from the rules: a goal is worth most when it is reached at once, a Settlement that is destroyed and Strength that is
eliminated stay so, and Jordan enters the war or stays out of it. What the Arab side can still lose of its points (a City
that is retaken) is counted as lost. So Israel never comes above `most`, whatever happens. In 1973 and later, points for units
and territory leave the level open to the end. The game asks nothing here, so that records of older editions replay; who has
no hope left may resign at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile

from sandtable.core import Outcome, Sentence, reason

from ..politics.participation import may_be_at_war
from ..state import ARAB, ISRAEL, SinaiState
from .victory import GOAL_TESTS, GOALS, PER_POINT, SETTLEMENT, level, net, totals


def most(s: SinaiState, jordan: bool) -> int:
    """[21.1, 21.2] Net points that Israel can have at the end at most, with Jordan in the war or out of it."""
    game = s.game
    wanted = [name for name in GOAL_TESTS[game.rules.victory] if name != "C" or jordan]
    total = 0
    for name in wanted:
        points, rate = GOALS[name]
        total += points + rate * (game.rules.game_turns - (s.goals["ABC".index(name)] or s.turn))
    fallen = (game.settlements & s.destroyed).bit_count()
    return total - SETTLEMENT * fallen - PER_POINT * s.lost_strength(game.of_side[ISRAEL])


def least(s: SinaiState, jordan: bool, draw: bool) -> int:
    """[21.42, 23.71] Net points that Israel needs to win, or for a draw."""
    rules = s.game.rules
    good = [points for name, points in takewhile(lambda x: "Arab" not in x[0], rules.levels)]
    wins = [points for name, points in rules.levels if "Israeli" in name]
    return (good if draw else wins)[-1] + rules.level_adjust + (0 if jordan else rules.level_adjust_jordan_out)


def reach(s: SinaiState) -> str:
    """What Israel can still reach: "win", "draw" or "nothing"."""
    if s.game.rules.victory not in GOAL_TESTS:
        return "win"
    for name in ("win", "draw"):
        if any(most(s, jordan) >= least(s, jordan, name == "draw") for jordan in may_be_at_war(s)):
            return name
    return "nothing"


def foregone(s: SinaiState) -> Outcome | None:
    """[21.42, 23.71] The Arab victory, once Israel cannot even draw; its level as the position stands."""
    if reach(s) != "nothing":
        return None
    return Outcome(ARAB, level(s, net(s)), tuple(totals(s).items()), (_told(s, "nothing"),))


@contextmanager
def saying(s: SinaiState) -> Iterator[None]:
    """Do something that may take the victory out of Israel's reach, and say so when it does."""
    if s.log is None:
        yield
        return
    before = reach(s)
    yield
    if (now := reach(s)) != before:
        sentence = _told(s, now)
        s.tell("", "{sentence}", sentence=sentence, about="score")


def _told(s: SinaiState, now: str) -> Sentence:
    rule = s.game.rule_of["levels"]
    jordan = may_be_at_war(s)[0]  # goal C is worth more than a war with Jordan costs, while there is time for both
    values = {"most": most(s, jordan), "win": least(s, jordan, False), "draw": least(s, jordan, True)}
    if now == "draw":
        return reason(
            rule, "Israel can no longer win: at most {most} points net can be reached, {win} are needed.", **values
        )
    text = "Israel can no longer win or draw: at most {most} points net can be reached, {draw} are needed for a draw."
    return reason(rule, text, **values)
