"""What a player reads beside the map: the goal of each side and where it stands, and what changes a unit's numbers."""

from __future__ import annotations

from typing import Literal

from sandtable.core import Sentence, bits, number, say
from sandtable.core.facts import GoalFacts, GoalPart

from .course.victory import GOAL_TESTS, level, net, totals
from .land.terrain import AIR_STRIKE
from .movement.allowance import allowance
from .state import ARAB, ISRAEL, SinaiState, other

ISRAELI_GOALS = {
    "goals_1967": say("Reach the Suez Crossing Points and clear Syria and the West Bank, the sooner the better [21.1]"),
    "goals_1956": say(
        "Reach the three passes and eliminate the garrison of Sharm el-Sheikh, the sooner the better [23.19]"
    ),
    "points_1973": say("Eliminate Arab units and take land while your own is held [25.71]"),
    "goals_race": say("Be the last on the Canal, at Amman and in cleared lands, and eliminate Arab units [26.93]"),
}
ARAB_GOALS = {
    "goals_1967": say("Delay Israel, destroy Settlements, Cities and Israeli Strength [21.2]"),
    "goals_1956": say("Delay Israel, destroy Settlements, Cities and Israeli Strength [21.2]"),
    "points_1973": say("Eliminate Israeli units and hold captured land until a ceasefire [25.71]"),
    "goals_race": say("Be the last in the Israeli cities and eliminate Israeli units [26.93b]"),
}


GOAL_NAMES = {
    "goals_1967": {
        "A": (say("A: the Crossing Points"), "goal_A_1967"),
        "B": (say("B: Syria cleared"), ""),
        "C": (say("C: the West Bank cleared"), ""),
    },
    "goals_1956": {
        "A": (say("A: the passes and Sharm el-Sheikh"), "goal_A_1956"),
        "C": (say("C: the West Bank cleared"), ""),
    },
}
"""[21.1, 23.19] The Israeli goals, and the set of the map where one has to pass."""


def goal(s: SinaiState, side: str) -> GoalFacts:
    """[21.0, 23.7, 25.7, 26.9] What the side is after, and the level of victory as things stand."""
    points = net(s)
    name = level(s, points)
    now = say("{level} at {points} net {points#point|points}", level=name, points=points)
    text = (ISRAELI_GOALS if side == ISRAEL else ARAB_GOALS)[s.game.rules.victory]
    reached = ("Israeli" if side == ISRAEL else "Arab") in name
    return {"text": text, "now": now, "reached": reached, "parts": [*_goals(s, side), *_points(s, side)]}


def _goals(s: SinaiState, side: str) -> list[GoalPart]:
    """[21.1, 23.19] The Israeli goals of the scenario, one by one; the Arabs keep Israel from them."""
    return [_goal(s, side, name) for name in GOAL_TESTS.get(s.game.rules.victory, ())]


def _goal(s: SinaiState, side: str, name: str) -> GoalPart:
    text, hexes = GOAL_NAMES[s.game.rules.victory][name]
    turn = s.goals["ABC".index(name)]
    state: Literal["done", "open"] = "done" if bool(turn) == (side == ISRAEL) else "open"
    now = say("reached on turn {turn}", turn=turn) if turn else say("not reached")
    left = s.game.map.sets[hexes] & ~s.israeli_last if hexes else 0
    if left and not turn:
        now = say("{n} {n#hex|hexes} to go", n=left.bit_count())
    return {"text": text, "now": now, "state": state, "at": [str(s.game.hex_name(h)) for h in bits(left)]}


def _points(s: SinaiState, side: str) -> list[GoalPart]:
    """[21.0, 25.7, 26.9] The points of both sides, and what gave most of them."""
    points = totals(s)
    mine, theirs = points[side], points[other(side)]
    state: Literal["done", "partly", "open"] = "done" if mine > theirs else "partly" if mine else "open"
    now = say("{mine} to {theirs}", mine=number(f"{mine:g}"), theirs=number(f"{theirs:g}"))
    return [{"text": say("points"), "now": now, "state": state, "at": []}]


def note_on(s: SinaiState, u: int) -> str:
    """[10.32, 10.33, 14.0, 16.11, 24.64] What changes the unit's numbers just now."""
    game = s.game
    if s.loc[u] <= 0:
        return ""
    if s.strayed >> u & 1:
        return say("Out of command: it makes for home and does not attack [14.0]")
    if s.unsupplied >> u & 1:
        return _hungry(s, u)
    strikes = s.strikes.count(s.loc[u])
    if strikes and game.side_of[u] == ARAB:
        return say("Leaving its hex costs {n} more Movement Points: Air Strikes [16.11]", n=AIR_STRIKE * strikes)
    if s.entrucked >> u & 1:
        return say("On trucks: {n} Movement Points, no zone, no attack [15.0]", n=allowance(s, u))
    return ""


def _hungry(s: SinaiState, u: int) -> Sentence:
    """[10.32, 10.33] What an unsupplied unit has left."""
    n = allowance(s, u)
    if s.game.side_of[u] == ISRAEL:
        return say("Unsupplied: {n} Movement {n#Point|Points}, attacks at half Strength [10.33]", n=n)
    return say("Unsupplied: {n} Movement {n#Point|Points}, half Strength [10.32]", n=n)
