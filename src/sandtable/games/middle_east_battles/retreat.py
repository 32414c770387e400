"""[7.10, 7.11, 7.12] Retreat after combat: the ways among which the owner chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from sandtable.core import Action, Hex, Hexes, Parts, Refusal, Step, UnitId, Units, bits, refuse, row, say
from sandtable.core.sentences import Value

from .displacement import FallBack, Way, in_the_way, least_burden
from .ground import may_cross, open_ground, steps_back
from .marching import path_text
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
    burdens = ((way, least_burden(s, (FallBack(u, way, 1, len(way) - 1),))) for way in ways)
    possible = {way: burden for way, burden in burdens if burden is not None}
    best = min(possible.values(), default=None)
    return [way for way, burden in possible.items() if burden == best]


# The frames -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Retreats(Step[BattleState]):
    """[7.10] The owner retreats his beaten units; those who cannot move at all are eliminated where they stand."""

    side: str
    units: Units
    length: int

    def run(self, s: BattleState) -> None:
        if all(len(way) == 1 for u in bits(self.units) for way in retreat_ways(s, u, self.length)):
            for u in sorted(bits(self.units)):
                s.paths = (*s.paths, (s.loc[u],))
                eliminate(s, u, "7.10", say("no hex is open for its retreat"))
        else:
            s.then(Retreat(self.side, self.units, self.length))


@dataclass(frozen=True, slots=True)
class Retreat(Decision[BattleState]):
    """[7.10, 7.12] The owner picks a unit and its retreat path."""

    verbs: ClassVar[tuple[str, ...]] = ("retreat",)
    ways_matter: ClassVar[bool] = True
    side: str
    units: Units
    length: int

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.10", "7.12")

    def prompt(self, s: BattleState) -> str:
        units = s.names(self.units)
        if self.length == 1:
            return say("Retreat {units} 1 hex: choose where to [7.10, 7.12].", units=units)
        return say("Retreat {units} {n} hexes: choose the way [7.10, 7.12].", units=units, n=self.length)

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            for way in retreat_ways(s, u, self.length):
                yield Action("retreat", (s.game.name_of(u), path_text(s, way)))

    def read(self, s: BattleState, a: Action) -> Action:
        """`retreat 44-Para 2310`: an end hex stands for the way there, when only one leads to it."""
        p = s.game.parts(a)
        if a.verb != "retreat" or len(a.args) != 2 or len(p.path) != 1 or not self.is_beaten(p):
            return a
        ways = [way for way in retreat_ways(s, p.unit, self.length) if way[-1] == p.to]
        return Action("retreat", (a.args[0], path_text(s, ways[0]))) if len(ways) == 1 else a

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a.verb != "retreat" or len(a.args) != 2:
            return self.not_now(s, a)
        p = s.game.parts(a)
        if not self.is_beaten(p):
            return refuse("7.10", "{unit} does not have to retreat.", unit=a.args[0])
        ways = retreat_ways(s, p.unit, self.length)
        return None if p.path in ways else self.why_not(s, p.unit, p.path, ways)

    def is_beaten(self, p: Parts) -> bool:
        """[7.10] One of the beaten units is named."""
        return len(p.units) == 1 and bool(self.units >> p.unit & 1)

    def why_not(self, s: BattleState, u: UnitId, way: Way, ways: list[Way]) -> Refusal:
        """[5.5, 7.9, 7.10, 7.11, 7.12, 7.14, 9.16] The first step that is closed, or what is wrong with the whole way."""
        game, name = s.game, s.game.name_of(u)
        if len(way) == 1 and way[0] > 0:
            return self.why_not_there(s, u, way[0], ways)
        if not way or way[0] != s.loc[u]:
            return refuse("7.10", "The retreat of {unit} begins in {hex}.", unit=name, hex=game.hex_name(s.loc[u]))
        for a, b in pairwise(way):
            closed = self.why_no_step(s, u, a, b)
            if closed:
                return closed
        length = len(ways[0]) - 1
        if len(way) - 1 != length:
            return refuse("7.12", "{unit} must retreat {n} {n#hex|hexes}.", unit=name, n=length)
        if game.map.grid.distance(way[0], way[-1]) < length:
            text = "The retreat must end {n} {n#hex|hexes} away from {hex}."
            return refuse("7.12", text, n=length, hex=game.hex_name(way[0]))
        return self.why_too_crowded(s, u, way, ways[0])

    def why_not_there(self, s: BattleState, u: UnitId, h: Hex, ways: list[Way]) -> Refusal:
        """[5.5, 7.10, 7.11, 7.12] Why a retreat does not end in this hex, or that several ways lead there."""
        game, name, where, n = s.game, s.game.name_of(u), s.game.hex_name(h), self.length
        enemy = game.enemy_of(game.side_of[u])
        several = row(", ", (path_text(s, way) for way in ways if way[-1] == h))
        if several:
            text = "Several ways lead {unit} back to {hex}; name every hex of one of them: {ways}."
            return refuse("7.10", text, unit=name, hex=where, ways=several)
        if s.hexes_of(enemy) >> h & 1:
            return refuse(("5.5", "7.11"), "An enemy unit is in {hex}.", hex=where)
        if zone_of(s, enemy) >> h & 1:
            return refuse("7.11", "{hex} is in an enemy zone of control.", hex=where)
        if game.map.grid.distance(s.loc[u], h) != n:
            text = "The retreat must end {n} {n#hex|hexes} away from {hex}."
            return refuse("7.12", text, n=n, hex=game.hex_name(s.loc[u]))
        ends = s.hex_names(sum({1 << way[-1] for way in ways}))
        text = "No way that is open leads {unit} back to {hex}; it may go to {ends}."
        return refuse(("7.10", "7.12"), text, unit=name, hex=where, ends=ends)

    def why_no_step(self, s: BattleState, u: UnitId, a: Hex, b: Hex) -> Refusal | None:
        """[5.5, 7.9, 7.10, 7.11, 9.16] Why a unit may not go back from a to b."""
        game, where = s.game, s.game.hex_name(b)
        enemy = game.enemy_of(game.side_of[u])
        if not game.map.grid.are_adjacent(a, b):
            return refuse("7.10", "{start} and {hex} are not adjacent.", start=game.hex_name(a), hex=where)
        if s.hexes_of(enemy) >> b & 1:
            return refuse(("5.5", "7.11"), "An enemy unit is in {hex}.", hex=where)
        if zone_of(s, enemy) >> b & 1:
            return refuse("7.11", "{hex} is in an enemy zone of control.", hex=where)
        if not may_cross(s, u, a, b):
            rule = "9.16" if game.step_cost(a, b) is not None else "7.9"
            text = "{unit} may not retreat across the hexside to {hex}."
            return refuse(rule, text, unit=game.name_of(u), hex=where)
        return None

    def why_too_crowded(self, s: BattleState, u: UnitId, way: Way, better: Way) -> Refusal:
        """[7.12, 7.14] Who would be displaced on this way, and who on one that is allowed."""
        game, name = s.game, s.game.name_of(u)
        mine, least = self.displaced_on(s, u, way), self.displaced_on(s, u, better)
        allowed = row("-", (game.hex_name(h) for h in better))
        if not least:
            text = "{unit} must retreat through vacant hexes where it can: {way}."
            return refuse("7.12", text, unit=name, way=allowed)
        values = {"unit": name, "displaced": game.names(mine), "way": allowed}
        if len(mine) <= len(least):
            text = "{displaced} cannot give way, or only again in this phase or by displacing others; {unit} retreats by {way}."
            return refuse("7.14", text, **values)
        text = "{unit} need not displace so many: {displaced} would give way here, {fewer} on {way}."
        return refuse(("7.12", "7.14"), text, fewer=game.names(least), **values)

    def displaced_on(self, s: BattleState, u: UnitId, way: Way) -> list[UnitId]:
        """The friends that must give way: of two helicopters the first."""
        return [v for h in way[1:] for v in in_the_way(s, u, h, h == way[-1])[:1]]

    def label(self, s: BattleState, a: Action) -> str:
        """[7.12, 7.14] Say before the click who dies on the way and who must make room."""
        p = s.game.parts(a)
        values: dict[str, Value] = {"unit": s.game.name_of(p.unit), "hex": s.game.hex_name(p.to)}
        if len(p.path) <= self.length:
            dies = "{unit} falls back to {hex} and is eliminated" if len(p.path) > 1 else "{unit} is eliminated"
            return say(dies, **values)
        text = "Retreat {unit} to {hex}"
        if len(p.path) > 2:
            values["way"] = row("-", (s.game.hex_name(h) for h in p.path[1:-1]))
            text = "Retreat {unit} to {hex} by {way}"
        moved = self.displaced_on(s, p.unit, p.path)
        if not moved:
            return say(text, **values)
        return say("{retreat}, displacing {units}", retreat=say(text, **values), units=s.game.names(moved))

    def apply(self, s: BattleState, a: Action) -> None:
        p = s.game.parts(a)
        s.shaken |= 1 << p.unit
        s.then(FallBack(p.unit, p.path, 1, self.length), Retreats(self.side, self.units & ~(1 << p.unit), self.length))
