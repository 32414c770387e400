"""[7.10, 7.11, 7.12] Retreat after combat: the ways among which the owner chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sandtable.core import Action, Hexes, Refusal, Step, UnitId, Units, bits

from .displacement import Burden, FallBack, Way, in_the_way, least_burden
from .ground import may_cross, open_ground, steps_back
from .marching import path_text, read_path
from .state import BattleState
from .victory import eliminate
from .wording import Decision
from .zones import zone_of


# Where a unit may retreat ---------------------------------------------------------------------------------------
def _ways(s: BattleState, u: UnitId, length: int, ground: Hexes) -> list[Way]:
    """Every way of up to `length` hexes straight away from the fight; shorter ones only where they cannot go on."""
    start = s.loc[u]
    found: list[Way] = []
    stack: list[Way] = [(start,)]
    while stack:
        way = stack.pop()
        onward = steps_back(s, u, start, way[-1], ground) if len(way) <= length else []
        if onward:
            stack.extend((*way, h) for h in onward)
        else:
            found.append(way)
    return found


def retreat_ways(s: BattleState, u: UnitId, length: int) -> list[Way]:
    """[7.10, 7.12, 7.14] The ways among which the owner chooses.

    Through vacant hexes if any leads the full length; otherwise through friends who can be displaced, as few as possible
    (`least_crowded`); otherwise as far as vacant hexes go, and the unit is eliminated there [ruling ME-14]. Static units
    cannot retreat [ruling ME-02].
    """
    if s.game.static >> u & 1:
        return [(s.loc[u],)]
    land, ground = s.game.land, open_ground(s, u)
    friends = s.occupied(s.game.roster.of_side[s.game.side_of[u]])
    vacant = _ways(s, u, length, ground & ~friends)
    full = [way for way in vacant if len(way) > length and land >> way[-1] & 1]
    if full:
        return full
    crowded = [way for way in _ways(s, u, length, ground) if len(way) > length and land >> way[-1] & 1]
    passable = least_crowded(s, u, crowded)
    if passable:
        return passable
    cut_short = {way[:k] for way in vacant for k in range(1, len(way) + 1) if land >> way[k - 1] & 1}
    farthest = max(map(len, cut_short))
    return sorted(way for way in cut_short if len(way) == farthest)


def least_crowded(s: BattleState, u: UnitId, ways: list[Way]) -> list[Way]:
    """[7.12, 7.13, 7.14] The ways on which nobody needs to be displaced twice, if there are any, and of these those on
    which the fewest units are displaced [ruling ME-54]."""
    crowds = {way: sum(len(in_the_way(s, u, h, h == way[-1])) for h in way[1:]) for way in ways}
    best: Burden = (len(s.loc), len(s.loc))
    found: dict[Way, Burden] = {}
    for way in sorted(ways, key=lambda way: crowds[way]):
        burden = least_burden(s, (FallBack(u, way, 1, len(way) - 1),), u) if crowds[way] else (0, 0)
        if burden is not None and burden <= best:
            found[way], best = burden, burden
    return [way for way in ways if found.get(way) == best]


# The frames -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Retreats(Step):
    """[7.10] The owner retreats his beaten units; those who cannot move at all are eliminated where they stand."""

    side: str
    units: Units
    length: int

    def run(self, s: BattleState) -> None:
        if not self.units:
            return
        if all(len(way) == 1 for u in bits(self.units) for way in retreat_ways(s, u, self.length)):
            for u in sorted(bits(self.units)):
                s.paths = (*s.paths, (s.loc[u],))
                eliminate(s, u, "7.10")
        else:
            s.then(Retreat(self.side, self.units, self.length))


@dataclass(frozen=True, slots=True)
class Retreat(Decision):
    """[7.10, 7.12] The owner picks a unit and its retreat path."""

    side: str
    units: Units
    length: int

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.10", "7.12")

    def prompt(self, s: BattleState) -> str:
        hexes = "one hex" if self.length == 1 else f"{self.length} hexes"
        return f"Retreat {s.names(self.units)} {hexes} [7.10, 7.12]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            for way in retreat_ways(s, u, self.length):
                yield Action("retreat", (s.game.name_of(u), path_text(s, way)))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb != "retreat" or len(a.args) != 2:
            return self.not_now(s, a)
        u = game.roster.index.get(a.args[0], -1)
        if u < 0 or not self.units >> u & 1:
            return Refusal(("7.10",), f"{a.args[0]} does not have to retreat.")
        way = tuple(read_path(s, a.args[1]) or ())
        ways = retreat_ways(s, u, self.length)
        return None if way in ways else self.why_not(s, u, way, ways)

    def why_not(self, s: BattleState, u: UnitId, way: Way, ways: list[Way]) -> Refusal:
        game, name = s.game, s.game.name_of(u)
        if not way or way[0] != s.loc[u]:
            return Refusal(("7.10",), f"The retreat of {name} begins in {game.hex_name(s.loc[u])}.")
        enemy = game.enemy_of(game.side_of[u])
        for a, b in pairwise(way):
            where = game.hex_name(b)
            if not game.map.grid.are_adjacent(a, b):
                return Refusal(("7.10",), f"{game.hex_name(a)} and {where} are not adjacent.")
            if s.hexes_of(enemy) >> b & 1:
                return Refusal(("5.5", "7.11"), f"An enemy unit is in {where}.")
            if zone_of(s, enemy) >> b & 1:
                return Refusal(("7.11",), f"{where} is in an enemy zone of control.")
            if not may_cross(s, u, a, b):
                rule = "9.16" if game.step_cost(a, b) is not None else "7.9"
                return Refusal((rule,), f"{name} may not retreat across the hexside to {where}.")
        length = len(ways[0]) - 1
        if len(way) - 1 != length:
            return Refusal(("7.12",), f"{name} must retreat {length} hex{'es' * (length > 1)}.")
        if game.map.grid.distance(way[0], way[-1]) < length:
            return Refusal(("7.12",), f"The retreat must end {length} hexes away from {game.hex_name(way[0])}.")
        mine, least = self.displaced_on(s, u, way), self.displaced_on(s, u, ways[0])
        if not least:
            return Refusal(
                ("7.12",), f"{name} must retreat through vacant hexes where it can: {path_text(s, ways[0])}."
            )
        if len(mine) <= len(least):
            text = f"{game.names(mine)} cannot give way, or only again in this phase or by displacing others"
            return Refusal(("7.14",), f"{text}; {name} retreats by {path_text(s, ways[0])}.")
        text = f"{name} need not displace so many: {game.names(mine)} would give way here"
        return Refusal(("7.12", "7.14"), f"{text}, {game.names(least)} on {path_text(s, ways[0])}.")

    def displaced_on(self, s: BattleState, u: UnitId, way: Way) -> list[UnitId]:
        """The friends that stand in the way."""
        return [v for h in way[1:] for v in in_the_way(s, u, h, h == way[-1])]

    def label(self, s: BattleState, a: Action) -> str:
        """[7.12, 7.14] Say before the click who dies on the way and who must make room."""
        way = tuple(read_path(s, a.args[1]) or ())
        name, last = a.args[0], s.game.hex_name(way[-1])
        if len(way) <= self.length:
            return f"{name} falls back to {last} and is eliminated" if len(way) > 1 else f"{name} is eliminated"
        u = s.game.unit(name)
        moved = self.displaced_on(s, u, way)
        by = f" by {'-'.join(s.game.hex_name(h) for h in way[1:-1])}" if len(way) > 2 else ""
        return f"Retreat {name} to {last}{by}" + (f", displacing {s.game.names(moved)}" if moved else "")

    def apply(self, s: BattleState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        way = tuple(read_path(s, a.args[1]) or ())
        s.shaken |= 1 << u
        s.then(FallBack(u, way, 1, self.length), Retreats(self.side, self.units & ~(1 << u), self.length))
