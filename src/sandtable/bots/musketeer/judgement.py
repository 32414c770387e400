"""What things are worth to the greedy player, and where to go."""

from __future__ import annotations

from random import Random

from sandtable.bots.base import Tactician
from sandtable.core import Game, bits
from sandtable.games.musketeer.game import Musketeer
from sandtable.games.musketeer.state import MusketeerState
from sandtable.games.musketeer.victory import points, unit_points

from .weights import (
    DANGER,
    ENOUGH,
    FORCE_LEAST,
    FORCE_PER_SHIFT,
    FORCE_RATIO,
    GATEWAY,
    GREAT,
    GUARD,
    GUARD_GREAT,
    LEFT_EMPTY,
    LEFT_THIN,
    LEFT_TO_GARRISON,
    NEARBY,
    PRICE,
    STRENGTH,
    SUDDEN_DEATH,
    TO_HOLD,
    TO_OCCUPY,
    TO_TAKE,
)


class Judgement(Tactician[MusketeerState]):
    """The position in numbers; knows no decision."""

    game: Musketeer

    def __init__(self, game: Game[MusketeerState], side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.far: dict[int, list[int]] = {}
        """Movement cost from everywhere to an objective, in sixths; worked out when first asked."""
        self.moment: tuple[int | str, ...] = ()
        self.done: set[int] = set()
        """Units that have been looked at in this phase and stay."""
        self.aimed: dict[int, float] = {}
        """Strength on its way to each objective in this impulse."""
        self.plan: list[tuple[str, int, int]] | None = None
        """Landings of this impulse: way, unit, hex; None before they are planned."""

    # what things are worth ----------------------------------------------------------------------------------------
    def worth(self, s: MusketeerState, u: int) -> float:
        """A ground unit in play, in victory points."""
        return STRENGTH * float(s.combat(u)) + PRICE * unit_points(self.game, u)

    def value(self, s: MusketeerState, side: str) -> float:
        """The position for one side: points as they stand, and what is left to fight with."""
        game = s.game
        score = points(s)
        total = float(score[side] - score[game.enemy[side]])
        for u in bits(game.ground):
            if s.loc[u] not in (0, game.dead):
                total += (1 if game.roster[u].side == side else -1) * STRENGTH * s.combat(u)
        if s.outcome is not None and s.outcome.level == "Sudden Death":
            total += SUDDEN_DEATH if s.outcome.winner == side else -SUDDEN_DEATH
        return total

    def lead(self, s: MusketeerState, side: str) -> int:
        score = points(s)
        return int(score[side] - score[s.game.enemy[side]])

    # where to go ------------------------------------------------------------------------------------------------------
    def distance(self, goal: int) -> list[int]:
        """Movement cost from every hex to a goal over open country, in sixths."""
        if goal not in self.far:
            game = self.game
            best = [1 << 20] * game.map.grid.size
            best[goal] = 0
            buckets: dict[int, list[int]] = {0: [goal]}
            cost = 0
            while buckets:
                for h in buckets.pop(cost, ()):
                    if best[h] == cost:
                        for step in game.steps[h]:
                            new = cost + step.cost + step.crossing
                            if new < best[step.to]:
                                best[step.to] = new
                                buckets.setdefault(new, []).append(step.to)
                cost += 1
            self.far[goal] = best
        return self.far[goal]

    def refresh(self, s: MusketeerState) -> None:
        """A new phase or impulse: forget what was looked at."""
        moment = (s.turn, len(s.picked), s.contingent, s.game.phase(s))
        if moment != self.moment:
            if moment[:3] != self.moment[:3]:
                self.aimed, self.plan = {}, None
            self.moment = moment
            self.done = set()

    def objectives(self, s: MusketeerState, side: str, contingent: str) -> list[tuple[int, float, float]]:
        """Places worth going to: hex, how much they attract, how much strength they take."""
        game = s.game
        worth = game.points_west if side == "west" else game.points_east
        enemy = game.enemy[side]
        own, other = s.held(side), s.held(enemy)
        found = []
        for h, p in worth.items():
            if not game.allowed[contingent] >> h & 1:
                continue
            if other >> h & 1:
                units = s.enemies_at(h, side)
                shift, _ = game.terrain_shift(h, game.contingent_of[units[0]])
                need = FORCE_RATIO * sum(s.combat(u) for u in units) + FORCE_PER_SHIFT * shift + FORCE_LEAST
                found.append((h, TO_TAKE * (p + self.gateway(h, side)) + 1, need))
            elif not own >> h & 1:
                found.append((h, TO_OCCUPY * p + 1, 1.0))
            elif self.threatened(s, h, side):
                have = sum(s.combat(u) for u in s.at(h, game.ground_of[side]))
                found.append((h, TO_HOLD * p + 0.5, max(0.0, (GUARD_GREAT if p >= GREAT else GUARD) - have)))
        return found

    def gateway(self, h: int, side: str) -> float:
        """A place near other places opens the way to them."""
        game = self.game
        worth = game.points_west if side == "west" else game.points_east
        near = game.map.grid.within(h, GATEWAY)
        return float(NEARBY * sum(p for x, p in worth.items() if x != h and near >> x & 1))

    def threatened(self, s: MusketeerState, h: int, side: str) -> bool:
        """Could the enemy come here soon?"""
        game = s.game
        enemy = game.enemy[side]
        near = game.map.grid.within(h, 7)
        if s.held(enemy) & near:
            return True
        return side == "east" and bool(game.cities >> h & 1)  # the sea and the sky are open to the West

    def stay(self, s: MusketeerState, u: int, side: str) -> float:
        """What leaving would give away: points of a place that only this unit holds."""
        game, h = s.game, s.loc[u]
        worth = game.points_west if side == "west" else game.points_east
        if h not in worth:
            return 0.0
        others = [v for v in s.at(h, game.ground_of[side]) if v != u]
        if not others:
            return float(LEFT_EMPTY * worth[h] + 2)
        if worth[h] >= GREAT and side == "east" and len(others) < 3:
            return float(LEFT_THIN * worth[h])
        guard = [v for v in others if game.static >> v & 1]
        if len(guard) == len(others) and self.threatened(s, h, side):
            return float(LEFT_TO_GARRISON * worth[h] + 1)
        return 0.0

    def pull(self, s: MusketeerState, u: int, goals: list[tuple[int, float, float]], h: int) -> tuple[float, int]:
        """How attractive a hex is for a unit: the best objective, weakened by distance and by what is going there already."""
        reach = max(1, s.movement(u)) * 6
        best, which = 0.0, 0
        for goal, attraction, need in goals:
            going = self.aimed.get(goal, 0.0)
            if going >= need:
                attraction *= ENOUGH
            v = attraction / (1 + self.distance(goal)[h] / reach)
            if v > best:
                best, which = v, goal
        return best, which

    def safety(self, s: MusketeerState, u: int, h: int, side: str, zone: dict[int, float]) -> float:
        """Enemies next to a hex: a chance to attack with enough strength, a danger without."""
        danger = zone.get(h, 0.0)
        if not danger:
            return 0.0
        game = s.game
        friends = sum(s.combat(v) for v in s.at(h, game.ground_of[side]) if v != u) + s.combat(u)
        shift, _ = game.terrain_shift(h, game.contingent_of[u])
        return float(DANGER * min(0.0, friends + 2 * shift - danger))

    def pressure(self, s: MusketeerState, side: str) -> dict[int, float]:
        """Enemy strength next to each hex."""
        game = s.game
        found: dict[int, float] = {}
        for u in bits(game.ground_of[game.enemy[side]]):
            if s.loc[u] > 0:
                for n in game.map.grid.neighbours[s.loc[u]]:
                    if n:
                        found[n] = found.get(n, 0.0) + s.combat(u)
        return found
