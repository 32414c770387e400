"""What a position of Operation Musketeer is worth: the points, the index, the places, and what is left to fight with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from sandtable.bots.evaluate import Evaluator, Features, read_weights
from sandtable.core import bits
from sandtable.games.musketeer.escalation import WORLD_WAR
from sandtable.games.musketeer.state import MusketeerState
from sandtable.games.musketeer.victory import LAST_TURN, points

MEANING = {
    "lead": "The lead of the West in victory points.",
    "winning": "The lead of the West is a win.",
    "losing": "The lead of the East is a win.",
    "index": "The Escalation Index.",
    "brink": "The lead of the West times the index: what a war would make of it.",
    "towns": "Points of Israeli towns in Eastern hands.",
    "west": "Western combat factors on the map.",
    "east": "Eastern combat factors on the map.",
    "west-box": "Western combat factors still to come.",
    "east-box": "Eastern combat factors still to come.",
    "great": "Points of the great places (seven and more) that the West holds.",
    "air-west": "Western airstrikes alive.",
    "air-east": "Eastern airstrikes alive.",
}
LEAD, WINNING, FACTORS, TOWNS, GREAT, STRIKES = 40.0, 21, 100.0, 15.0, 39.0, 10.0


def features(s: MusketeerState) -> Features:
    """Everything in MEANING, seen by the West."""
    game, score = s.game, points(s)
    lead = score["west"] - score["east"]
    held = {side: s.held(side) for side in game.sides}
    at_home = sum(p for h, p in game.points_east.items() if h not in game.points_west and held["east"] >> h & 1)

    def factors(side: str, on_map: bool) -> float:
        units = [u for u in bits(game.ground_of[side]) if s.loc[u] != game.dead and (s.loc[u] > 0) == on_map]
        return float(sum(s.combat(u) for u in units) / FACTORS)

    def strikes(side: str) -> float:
        mine = bits(game.airstrikes & game.roster.of_side[side])
        return len([u for u in mine if s.loc[u] != game.dead]) / STRIKES

    return {
        "lead": max(-2.0, min(2.0, lead / LEAD)),
        "winning": float(lead >= WINNING),
        "losing": float(lead <= -WINNING),
        "index": s.escalation / WORLD_WAR,
        "brink": max(-2.0, min(2.0, lead / LEAD)) * s.escalation / WORLD_WAR,
        "towns": at_home / TOWNS,
        "west": factors("west", True),
        "east": factors("east", True),
        "west-box": factors("west", False),
        "east-box": factors("east", False),
        "great": sum(p for h, p in game.points_west.items() if p >= 7 and held["west"] >> h & 1) / GREAT,
        "air-west": strikes("west"),
        "air-east": strikes("east"),
    }


def clock(s: MusketeerState) -> float:
    return float((LAST_TURN - s.turn) / LAST_TURN)


def mover(s: MusketeerState) -> str:
    return str(s.side or "")


@lru_cache
def evaluator(path: Path) -> Evaluator[MusketeerState]:
    return Evaluator(MEANING, features, clock, mover, read_weights(path))
