"""[9.0, 13.0, 24.2] How far a unit gets: costs of steps, zones of control, engineers at the water, and why it gets no further."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sandtable.core import Edges, Reach, Refusal, Sentence, Term, bits, fact, number, reach, refuse, say

from .charts import MP, ROAD, TRACK, Step6
from .state import MusketeerState
from .wording import ground

if TYPE_CHECKING:
    from .game import Musketeer

WAY_NAMES = {ROAD: ground("road"), TRACK: ground("track")}
FAR_ENOUGH = 120
"""Movement points with which a unit could cross the whole map."""


def points(sixths: int) -> Term:
    """A cost for people: 8 sixths are "1 1/3"."""
    whole, rest = divmod(sixths, MP)
    part = str(Fraction(rest, MP)) if rest else ""
    return number(" ".join(x for x in (str(whole) if whole or not rest else "", part) if x))


def bridging(s: MusketeerState, u: int) -> int:
    """[24.2] Hexes of engineers that have not moved and can help this unit across canal and rivers."""
    game = s.game
    own = game.engineers & game.ground_by[game.contingent_of[u]]
    return s.occupied(own & ~s.moved & ~s.assaulting & ~(1 << u))


def step_cost(s: MusketeerState, u: int, here: int, last: int, step: Step6, bridges: int) -> int:
    """[9.7, 9.8, 9.9, 9.10, 24.2] Sixths of a movement point for one step; `last` is the way of the step before."""
    cost = way_cost(last, step)
    if step.bridgeable:
        helped = bridges >> here & 1 or bridges >> step.to & 1
        if s.game.engineers >> u & 1 or helped:
            return cost
    return cost + step.crossing


def way_cost(last: int, step: Step6) -> int:
    """[9.10] The cost of a step but for what it crosses: a change of road costs a whole point."""
    return MP if step.way and last and step.way != last else step.cost


@dataclass(slots=True)
class Range:
    """Where a unit can go: least cost of each hex and the chain of hexes to it."""

    start: int
    cost: dict[int, int]
    arrival: dict[int, int]
    """The place of the search through which each hex is reached; a hex without one is next to the start."""
    found: Reach
    hexes: int

    def path(self, h: int) -> list[int]:
        if h not in self.arrival:
            return [self.start, h]
        return [place % self.hexes for place in self.found.path(self.arrival[h])]


@fact
def reachable(s: MusketeerState, u: int, points: int = 0) -> Range:
    """[9.1, 9.3, 9.4, 9.6, 13.4, 13.5, 13.6, 28.0, 28.1] Every hex the unit can enter, zones and prohibitions observed.

    With `points` it has so many instead of its own.
    """
    game = s.game
    start, side = s.loc[u], game.roster[u].side
    enemy = game.enemy[side]
    blocked = s.held(enemy) | ~game.allowed[game.contingent_of[u]]
    zone = s.zone(enemy)
    leaving = zone if zone >> start & 1 else 0
    budget = (points or s.movement(u)) * MP
    bridges = game.map.grid.on_map if game.engineers >> u & 1 else bridging(s, u)
    found = spread(game, start, budget, blocked, zone, leaving, bridges)
    for step in game.steps[start]:
        if step.to not in found.cost and not (blocked | leaving) >> step.to & 1:
            found.cost[step.to] = budget
    return found


def least_cost(s: MusketeerState, u: int, path: list[int], known: int, bridges: int) -> int:
    """What it took to go where the unit has gone, by any way and with engineers in these hexes: its enemies know no more.
    Nothing is searched for where the way that was gone took no more than is `known`."""
    game, side, start = s.game, s.game.roster[u].side, path[0]
    spent = last = 0
    for a, b in itertools.pairwise(path):
        step = next(x for x in game.steps[a] if x.to == b)
        helped = bridges >> a & 1 or bridges >> b & 1
        spent += way_cost(last, step) + (0 if step.bridgeable and helped else step.crossing)
        last = step.way
    if spent <= known:
        return known
    enemy = game.enemy[side]
    blocked, zone = s.held(enemy) | ~game.allowed[game.contingent_of[u]], s.zone(enemy)
    leaving = zone if zone >> start & 1 else 0
    return spread(game, start, spent, blocked, zone, leaving, bridges).cost.get(path[-1], 0)


def first_hexes(s: MusketeerState, u: int) -> int:
    """[9.1, 9.6, 13.4, 13.5] The hexes next to the unit that it can enter: one of them is always in its reach."""
    game, side = s.game, s.game.roster[u].side
    enemy, start = game.enemy[side], s.loc[u]
    zone = s.zone(enemy)
    blocked = s.held(enemy) | ~game.allowed[game.contingent_of[u]] | (zone if zone >> start & 1 else 0)
    return sum({1 << step.to for step in game.steps[start]}) & ~blocked


def spread(game: Musketeer, start: int, budget: int, blocked: int, zone: int, leaving: int, bridges: int) -> Range:
    """[9.7, 9.8, 9.10, 13.4] Cheapest ways first, by hex and the way of arrival: a change of road costs a whole point. Every hex
    is three places, one for each way (none, road, track): hex h reached by way w is the place w * size + h."""
    n, on_map = game.map.grid.size, game.map.grid.on_map
    back = 1 << n + start | 1 << 2 * n + start
    found = reach(
        places(game, bridges),
        start,
        budget,
        blocked=_thrice(blocked & on_map, n) | back,
        stop=_thrice(zone, n),
        first_blocked=_thrice(leaving, n),
    )
    cost: dict[int, int] = {}
    arrival: dict[int, int] = {}
    for place, spent in found.cost.items():
        h = place % n
        if h not in cost:
            cost[h], arrival[h] = spent, place
    return Range(start, cost, arrival, found, n)


def _thrice(hexes: int, n: int) -> int:
    """The places of these hexes."""
    return hexes | hexes << n | hexes << 2 * n


def places(game: Musketeer, bridges: int) -> Edges:
    """[24.2] The steps between places, with engineers in these hexes."""
    return _with_engineers(game, bridges & waterside(game))


@lru_cache(256)
def _with_engineers(game: Musketeer, bridges: int) -> Edges:
    grid = game.map.grid
    if not bridges:
        plain = [_steps_from(game, h, 0, bridges) for h in range(grid.size)]
        roads = sum(1 << h for h, steps in enumerate(game.steps) if any(step.way for step in steps))
        rows = (
            _steps_from(game, h, last, bridges) if roads >> h & 1 else there
            for last in (1, 2)
            for h, there in enumerate(plain)
        )
        return Edges((*plain, *rows))
    near = (bridges | grid.spread(bridges)) & waterside(game)
    steps = {last * grid.size + h: _steps_from(game, h, last, bridges) for last in range(3) for h in bits(near)}
    return _with_engineers(game, 0).but(steps)


def _steps_from(game: Musketeer, here: int, last: int, bridges: int) -> tuple[tuple[int, int], ...]:
    """[9.7, 9.8, 9.10, 24.2] What the steps out of a place cost."""
    n, found = game.map.grid.size, []
    for step in game.steps[here]:
        helped = step.bridgeable and (bridges >> here | bridges >> step.to) & 1
        found.append((step.way * n + step.to, way_cost(last, step) + (0 if helped else step.crossing)))
    return tuple(found)


@cache
def waterside(game: Musketeer) -> int:
    """[24.2] The hexes at a canal or river, where engineers help."""
    return sum(1 << h for h, steps in enumerate(game.steps) if any(step.bridgeable for step in steps))


def walk(s: MusketeerState, u: int, path: list[int]) -> tuple[list[tuple[int, int, Sentence]], Refusal | None]:
    """[9.0, 13.0] Check a path step by step: (hex, cost, why) for each step, and the first rule broken."""
    game = s.game
    side, contingent, name = game.roster[u].side, game.contingent_of[u], game.name_of(u)
    enemy = game.enemy[side]
    held, zone, bridges = s.held(enemy), s.zone(enemy), bridging(s, u)
    budget, spent, last = s.movement(u) * MP, 0, 0
    done: list[tuple[int, int, Sentence]] = []
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        here, there = game.hex_name(a), game.hex_name(b)
        step = next((x for x in game.steps[a] if x.to == b), None)
        if step is None:
            if game.map.grid.are_adjacent(a, b):
                return done, refuse(("9.4", "28.0"), "{there} is closed to ground units.", there=there)
            return done, refuse("9.0", "{here} and {there} are not adjacent.", here=here, there=there)
        if held >> b & 1:
            return done, refuse(("9.4", "12.5"), "{there} is occupied by enemy units.", there=there)
        if not game.allowed[contingent] >> b & 1:
            return done, refuse(
                "28.1", "{there} is closed to Israelis: only Israel and the Sinai off the canal.", there=there
            )
        if i and zone >> a & 1:
            return done, refuse(
                ("9.6", "13.4"), "{unit} must stop in {here}, an enemy zone of control.", unit=name, here=here
            )
        if zone >> a & 1 and zone >> b & 1:
            return done, refuse(
                "13.6", "{unit} may not go from zone to zone ({here} to {there}).", unit=name, here=here, there=there
            )
        cost = step_cost(s, u, a, last, step, bridges)
        spent += cost
        if spent > budget and len(path) > 2:
            return done, too_far(name, spent, there, budget)
        done.append((b, cost, reason(s, a, last, step, cost)))
        last = step.way
    return done, None


def too_far(unit: str, need: int, where: str, have: int) -> Refusal:
    text = "{unit} needs {need} movement points to reach {where} and has {have}."
    return refuse("9.1", text, unit=unit, need=points(need), where=where, have=points(have))


def reason(s: MusketeerState, here: int, last: int, step: Step6, cost: int) -> Sentence:
    """Why a step costs what it costs, for the player."""
    if step.way:
        way = WAY_NAMES[step.way]
        same = not last or last == step.way
        text = say("{way} [9.10]", way=way) if same else say("change to the {way} [9.10]", way=way)
    else:
        text = say("{terrain} [9.7]", terrain=ground(s.game.map.terrain_at[step.to]))
    if step.crossing:
        changed = step.way and last and last != step.way
        if cost == (MP if changed else step.cost):
            return say("{way}, engineers at the water [24.2]", way=text)
        return say("{way}, hexside [9.8]", way=text)
    return text


def why_out_of_reach(s: MusketeerState, u: int, h: int) -> Refusal:
    """[9.1, 9.4, 9.6, 12.5, 13.6, 28.0, 28.1] Why a unit that may move has no way to a hex."""
    game, name, where, start = s.game, s.game.name_of(u), s.game.where(h), s.loc[u]
    side = game.roster[u].side
    enemy = game.enemy[side]
    if h == start:
        return refuse("9.0", "{unit} stands in {where}.", unit=name, where=where)
    if not game.enterable >> h & 1:
        return refuse(("9.4", "28.0"), "{where} is closed to ground units.", where=where)
    if s.held(enemy) >> h & 1:
        return refuse(("9.4", "12.5"), "{where} is occupied by enemy units.", where=where)
    if not game.allowed[game.contingent_of[u]] >> h & 1:
        return refuse("28.1", "{where} is closed to Israelis: only Israel and the Sinai off the canal.", where=where)
    need = reachable(s, u, FAR_ENOUGH).cost.get(h)
    if need is not None:
        return too_far(name, need, where, s.movement(u) * MP)
    if game.map.grid.are_adjacent(start, h):
        return refuse(
            "13.6",
            "{unit} may not go from zone to zone ({here} to {there}).",
            unit=name,
            here=game.hex_name(start),
            there=game.hex_name(h),
        )
    return refuse(
        ("9.6", "13.4"),
        "Enemy units and their zones of control bar every way of {unit} to {where}.",
        unit=name,
        where=where,
    )


def helpers(s: MusketeerState, u: int, path: list[int]) -> int:
    """[24.2] Engineers that this move needs at the water; they may not move themselves any more."""
    game = s.game
    bridges = bridging(s, u)
    spent = last = 0
    used = 0
    for a, b in itertools.pairwise(path):
        step = next(x for x in game.steps[a] if x.to == b)
        spent += step_cost(s, u, a, last, step, 0)
        if step.bridgeable:
            used |= bridges & (1 << a | 1 << b)
        last = step.way
    if spent <= s.movement(u) * MP:
        return 0
    crew = game.engineers & game.ground_by[game.contingent_of[u]] & ~s.moved
    return sum(1 << e for e in bits(crew) if s.loc[e] > 0 and used >> s.loc[e] & 1)
