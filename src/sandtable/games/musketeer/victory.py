"""[3.0] Victory: sudden death, the end of the game, victory points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandtable.core import Outcome, Sentence, Step, Term, fact, reason, row, say

from .escalation import WORLD_WAR
from .names import SIDE_NAMES
from .state import MusketeerState

if TYPE_CHECKING:
    from .game import Musketeer

LAST_TURN = 7


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


@fact
def points(s: MusketeerState) -> dict[str, int]:
    """[3.3] Victory points of both sides as things stand."""
    game = s.game
    score = {side: sum(p for _, p in places) for side, places in place_points(s).items()}
    for u, where in enumerate(s.loc):
        if where == game.dead:
            score[game.enemy[game.roster[u].side]] += unit_points(game, u)
    return score


def end_by_points(s: MusketeerState, why: Sentence) -> None:
    """[3.2, 3.3] Add up, compare, and name the level of victory."""
    game = s.game
    score = points(s)
    difference = abs(score["west"] - score["east"])
    level = max((least, name) for name, least in game.levels.items() if difference >= least)[1]
    winner = None if level == "Draw" else "west" if score["west"] > score["east"] else "east"
    sums = reason(
        "3.3",
        "West Bloc {west}, East Bloc {east}: difference {difference}, {level}.",
        west=score["west"],
        east=score["east"],
        difference=difference,
        level=level,
    )
    s.finish(Outcome(winner, level, tuple(score.items()), (why, sums, *held(s)), items(s)))


def held(s: MusketeerState) -> tuple[Sentence, ...]:
    """[3.3] Which places each side occupies."""
    found = []
    for side, places in place_points(s).items():
        name = SIDE_NAMES[side]
        named = row(", ", [say("{place} {points}", place=Term("place", place), points=n) for place, n in places])
        if places:
            found.append(reason("3.3", "The {side} holds {places}.", side=name, places=named))
        else:
            found.append(reason("3.3", "The {side} holds no place.", side=name))
    return tuple(found)


def items(s: MusketeerState) -> tuple[tuple[str, str, int], ...]:
    """[3.3] The score line by line: places occupied, and enemy units eliminated by kind."""
    game = s.game
    found: list[tuple[str, str, int]] = []
    for side, places in place_points(s).items():
        found += [(say("{place} occupied [3.3]", place=Term("place", name)), side, n) for name, n in places]
        dead = [u for u in s.at(game.dead, game.roster.of_side[game.enemy[side]]) if unit_points(game, u)]
        for worth in sorted({unit_points(game, u) for u in dead}, reverse=True):
            units = [u for u in dead if unit_points(game, u) == worth]
            text = "{units} eliminated, {worth} {worth#point|points} each [3.3]"
            found.append((say(text, units=game.names(units), worth=worth), side, worth * len(units)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Verdict(Step[MusketeerState]):
    """[3.1, 3.2, 6.4] Is the game over? Asked whenever the index, a hex or a unit has changed."""

    def run(self, s: MusketeerState) -> None:
        game = s.game
        s.release_assaults()
        occupied = s.held("west")
        if s.escalation >= WORLD_WAR:
            text = "The Escalation Index stands at {index}: the world war has broken out."
            end_by_points(s, reason("6.4", text, index=s.escalation))
        elif occupied & game.cities == game.cities:
            self.sudden_death(s, "west", reason("3.1", "The West Bloc occupies every city on the map."))
        elif s.turn > 1 and not occupied and not s.assaulting & game.ground_of["west"]:
            self.sudden_death(s, "east", reason("3.1", "No West Bloc ground unit is left on the map."))

    def sudden_death(self, s: MusketeerState, winner: str, why: Sentence) -> None:
        s.finish(Outcome(winner, "Sudden Death", tuple(points(s).items()), (why,), items(s)))
