"""[3.0] Victory: sudden death, the end of the game, victory points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.core import Outcome, Step

from .state import MusketeerState

if TYPE_CHECKING:
    from .game import Musketeer

WORLD_WAR = 50
LAST_TURN = 7
SIDE_NAMES = {"west": "West Bloc", "east": "East Bloc"}


def place_points(s: MusketeerState) -> dict[str, list[tuple[str, int]]]:
    """[3.3] Who occupies which place worth points."""
    game = s.game
    found: dict[str, list[tuple[str, int]]] = {"west": [], "east": []}
    held = {side: s.held(side) for side in game.sides}
    for h, points in game.points_west.items():
        if held["west"] >> h & 1:
            found["west"].append((game.place_at[h], points))
    for h, points in game.points_east.items():
        if held["east"] >> h & 1:
            found["east"].append((game.place_at[h], points))
    return found


def unit_points(game: Musketeer, u: int) -> int:
    """[3.3] What the enemy gains for eliminating this unit."""
    unit, contingent, worth = game.roster[u], game.contingent_of[u], game.eliminated_points
    if game.airstrikes >> u & 1:
        return worth[f"{unit.side} airstrike"]
    if not game.ground >> u & 1:
        return 0
    return worth.get(f"{contingent} ground", worth.get(f"{contingent} {unit.size}", 0))


def points(s: MusketeerState) -> dict[str, int]:
    """[3.3] Victory points of both sides as things stand."""
    game = s.game
    score = {side: sum(p for _, p in places) for side, places in place_points(s).items()}
    for u, where in enumerate(s.loc):
        if where == game.dead:
            score[game.enemy[game.roster[u].side]] += unit_points(game, u)
    return score


def end_by_points(s: MusketeerState, why: str) -> None:
    """[3.2, 3.3] Add up, compare, and name the level of victory."""
    game = s.game
    score = points(s)
    difference = abs(score["west"] - score["east"])
    level = max((least, name) for name, least in game.levels.items() if difference >= least)[1]
    winner = None if level == "Draw" else "west" if score["west"] > score["east"] else "east"
    places = {side: ", ".join(f"{n} {p}" for n, p in found) or "no place" for side, found in place_points(s).items()}
    reasons = (
        why,
        f"[3.3] West Bloc {score['west']}, East Bloc {score['east']}: difference {difference}, {level}.",
        f"[3.3] The West Bloc holds {places['west']}.",
        f"[3.3] The East Bloc holds {places['east']}.",
    )
    s.finish(Outcome(winner, level, tuple(score.items()), reasons))


@dataclass(frozen=True, slots=True)
class Verdict(Step):
    """[3.1, 3.2, 6.4] Is the game over? Asked whenever the index, a hex or a unit has changed."""

    def run(self, s: MusketeerState) -> None:
        game = s.game
        if s.assaulting:
            s.release_assaults()
        held = s.held("west")
        if s.escalation >= WORLD_WAR:
            end_by_points(s, f"[6.4] The Escalation Index stands at {s.escalation}: the world war has broken out.")
        elif held & game.cities == game.cities:
            self.sudden_death(s, "west", "[3.1] The West Bloc occupies every city on the map.")
        elif s.turn > 1 and not held and not s.assaulting & game.ground_of["west"]:
            self.sudden_death(s, "east", "[3.1] No West Bloc ground unit is left on the map.")

    def sudden_death(self, s: MusketeerState, winner: str, why: str) -> None:
        s.finish(Outcome(winner, "Sudden Death", tuple(points(s).items()), (why,)))
