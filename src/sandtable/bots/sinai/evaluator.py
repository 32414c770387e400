"""What a position of Sinai is worth: goals or land as they stand, the armies, and what is still open; in the wars that end by
ceasefire the score alone, because more says less there (docs/opponents.md)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sandtable.bots.evaluate import Evaluator, Features, read_weights, sigmoid
from sandtable.core import Action, bits
from sandtable.games.sinai.course.setup import Deploy
from sandtable.games.sinai.course.victory import net, remove_lost_units
from sandtable.games.sinai.movement.zones import zone
from sandtable.games.sinai.politics.ceasefire import may_ask
from sandtable.games.sinai.state import ARAB, ISRAEL, SinaiState

MEANING = {
    "net": "The net score as it stands, for Israel.",
    "ended": "The same after units out of communication are lost, as when a ceasefire comes.",
    "ahead": "Israel would be ahead then.",
    "ask-israel": "Israel may ask for a ceasefire.",
    "ask-arab": "The Arabs may ask for a ceasefire.",
    "israel": "Israeli Strength on the map.",
    "arab": "Arab Strength on the map.",
    "sinai-israel": "Israeli Strength in the Sinai.",
    "sinai-arab": "Arab Strength in the Sinai.",
    "west": "Israeli brigades west of the Canal.",
    "goal-a": "Goal A is reached.",
    "goal-b": "Goal B is reached.",
    "goal-c": "Goal C is reached.",
    "crossings": "Hexes of goal A that Israel was last to pass.",
    "way": "How far Israeli vehicles are from those it still needs, in the mean.",
    "syria": "Arab units in Syria.",
    "bank": "Arab units in the West Bank.",
    "sams": "SAM units alive.",
    "zone": "Land of the enemy that Israel controls less the other way round.",
}
LEAD = {"lead": "The net score if the war ended now, from the middle of a draw, for Israel."}
"""All that is looked at in the wars that end by ceasefire."""
RANGE = {"points_1973": 60.0, "goals_race": 30.0}
"""The lead that is as good as any more, by way to win."""
SPREAD = 8.0
"""Points by which a score of 1967 is a little different."""
OPEN_END = 24
"""[25.61] About how many Game-Turns a war lasts that ends by ceasefire."""
SCORE, STRENGTH, UNITS, SAMS, LAND, WAY = 60.0, 100.0, 12.0, 8.0, 100.0, 20.0


def features(s: SinaiState) -> Features:
    """Everything in MEANING, seen by Israel."""
    game, sets = s.game, s.game.map.sets
    now = max(-3.0, min(3.0, net(s) / SCORE))
    then = max(-3.0, min(3.0, ended(s) / SCORE))
    on_map = {side: [u for u in game.side_units[side] if s.loc[u] > 0] for side in (ISRAEL, ARAB)}

    def strength(side: str, hexes: int = -1) -> float:
        return float(sum(game.strength[u] for u in on_map[side] if hexes < 0 or hexes >> s.loc[u] & 1) / STRENGTH)

    def units(side: str, hexes: int) -> float:
        return len([u for u in on_map[side] if hexes >> s.loc[u] & 1]) / UNITS

    goal = int(sets["goal_A_1956"] if game.rules.victory == "goals_1956" else game.crossing_points)
    taken = zone(s, ISRAEL) & game.arab_land & ~zone(s, ARAB)
    lost = zone(s, ARAB) & game.israel_land & ~zone(s, ISRAEL)
    return {
        "net": now,
        "ended": then,
        "ahead": float(then > 0),
        "ask-israel": float(game.rules.ceasefire and bool(may_ask(s, ISRAEL))),
        "ask-arab": float(game.rules.ceasefire and bool(may_ask(s, ARAB))),
        "israel": strength(ISRAEL),
        "arab": strength(ARAB),
        "sinai-israel": strength(ISRAEL, game.sinai),
        "sinai-arab": strength(ARAB, game.sinai),
        "west": units(ISRAEL, game.egypt_west),
        "goal-a": float(bool(s.goals[0])),
        "goal-b": float(bool(s.goals[1])),
        "goal-c": float(bool(s.goals[2])),
        "crossings": (goal & s.israeli_last).bit_count() / max(1, goal.bit_count()),
        "way": way(s, goal & ~s.israeli_last) / WAY,
        "syria": units(ARAB, sets["syria_all"]),
        "bank": units(ARAB, sets["west_bank"]),
        "sams": len([u for u in game.sam_units if s.loc[u] > 0]) / SAMS,
        "zone": (taken.bit_count() - 2.5 * lost.bit_count()) / LAND,
    }


def lead(s: SinaiState) -> Features:
    """The one feature of LEAD, from -1 to 1."""
    while isinstance(s.choice, Deploy):  # an empty land has been cleared by nobody
        s = s.play(Action("default"))
    rules = s.game.rules
    names, least = zip(*rules.levels, strict=True)
    draw = names.index("Draw")
    middle = (least[draw] + least[draw - 1]) / 2
    return {"lead": max(-1.0, min(1.0, (ended(s) - middle) / RANGE[rules.victory]))}


def ended(s: SinaiState) -> int:
    """[25.71] The net score if the war ended now."""
    if s.game.rules.ceasefire:
        s = s.copy()
        remove_lost_units(s)
    return net(s)


def way(s: SinaiState, goal: int) -> float:
    """The mean distance of hexes from the nearest Israeli vehicle; 0 when none is left."""
    game = s.game
    riders = [s.loc[u] for u in bits(game.mechanized & game.of_side[ISRAEL]) if s.loc[u] > 0 and game.strength[u]]
    distance = game.map.grid.distance
    far = [min((distance(h, x) for x in riders), default=int(2 * WAY)) for h in bits(goal)]
    return sum(far) / max(1, len(far))


def margin(s: SinaiState, side: str) -> float:
    """[21.42] A finished game, half by who won and half by how far the score is from the middle of a draw: a plan that scores
    more wins more often than the few trials of it show."""
    rules = s.game.rules
    names, least = zip(*rules.levels, strict=True)
    draw = names.index("Draw")
    shift = rules.level_adjust + (0 if s.jordan_at_war else rules.level_adjust_jordan_out)
    lead = net(s) - (least[draw] + least[draw - 1] - 1) / 2 - shift
    winner = s.outcome.winner if s.outcome else None
    israel = 0.5 * (0.5 if winner is None else float(winner == ISRAEL)) + 0.5 * sigmoid(lead / SPREAD)
    return israel if side == ISRAEL else 1.0 - israel


def clock(s: SinaiState) -> float:
    last = s.game.rules.game_turns or OPEN_END
    return float(max(0, last - s.turn) / last)


def mover(s: SinaiState) -> str:
    return str(s.game.phase(s).partition("-")[0])


@lru_cache
def evaluator(path: Path, victory: str) -> Evaluator[SinaiState]:
    weights = read_weights(path)
    if victory in RANGE:
        return Evaluator(LEAD, lead, clock, mover, weights)
    return Evaluator(MEANING, features, clock, mover, weights)
