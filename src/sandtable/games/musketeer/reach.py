"""[9.0, 13.0, 24.2] How far a unit gets: costs of steps, zones of control, engineers at the water, and why it gets no further."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

from sandtable.core import Refusal, Sentence, Term, bits, fact, number, refuse, say

from .charts import FAR, MP, ROAD, TRACK, Step6
from .state import MusketeerState
from .wording import ground

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
    parent: dict[int, int]
    """By (hex, way of arrival) coded as hex * 3 + way."""
    best: dict[int, int]

    def path(self, h: int) -> list[int]:
        way = [h]
        key = self.best[h]
        while key in self.parent:
            key = self.parent[key]
            way.append(key // 3)
        way.reverse()
        return way


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
    found = spread(game.steps, start, budget, blocked, zone, leaving, bridges)
    for to, way, *_ in game.steps[start]:
        if to not in found.cost and not blocked >> to & 1 and not leaving >> to & 1:
            found.cost[to], found.best[to] = budget, to * 3 + way
            found.parent[to * 3 + way] = start * 3
    found.cost.pop(start, None)
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
    found = spread(game.steps, start, spent, blocked, zone, leaving, bridges)
    return found.cost[path[-1]]


def first_hexes(s: MusketeerState, u: int) -> int:
    """[9.1, 9.6, 13.4, 13.5] The hexes next to the unit that it can enter: one of them is always in its reach."""
    game, side = s.game, s.game.roster[u].side
    enemy, start = game.enemy[side], s.loc[u]
    zone = s.zone(enemy)
    blocked = s.held(enemy) | ~game.allowed[game.contingent_of[u]] | (zone if zone >> start & 1 else 0)
    return sum({1 << step.to for step in game.steps[start]}) & ~blocked


def spread(
    steps: tuple[tuple[Step6, ...], ...], start: int, budget: int, blocked: int, zone: int, leaving: int, bridges: int
) -> Range:
    """[9.7, 9.8, 9.10, 13.4] Cheapest ways first, by hex and the way of arrival: a change of road costs a whole point."""
    best = {start * 3: 0}
    found = Range(start, {}, {}, {})
    cost, parent, arrival = found.cost, found.parent, found.best
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start * 3)
    for spent, bucket in enumerate(buckets):
        for key in bucket:
            if best[key] != spent:
                continue
            here, last = divmod(key, 3)
            if here not in cost:
                cost[here], arrival[here] = spent, key
            if here != start and zone >> here & 1:
                continue
            for to, way, price, crossing, bridgeable in steps[here]:
                if blocked >> to & 1 or (here == start and leaving >> to & 1):
                    continue
                if way and last and way != last:
                    price = MP
                if not (bridgeable and (bridges >> here & 1 or bridges >> to & 1)):
                    price += crossing
                total = spent + price
                if total <= budget:
                    k = to * 3 + way
                    if total < best.get(k, FAR):
                        best[k] = total
                        parent[k] = key
                        buckets[total].append(k)
    return found


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
