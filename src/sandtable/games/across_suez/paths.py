"""[1980:4.1, 1980:4.2, 2021:5.2] A journey step by step: what it costs, or the paragraph that forbids it."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from sandtable.core import Hex, Hexes, Refusal, Sentence, UnitId, bits, cite, halves, reach, refuse, say

from .canal import crossing_cost, no_crossing
from .movement import is_confused, settled_hexes
from .reinforcements import entry_hexes, not_due, wrong_entry
from .state import SuezState
from .zones import enemy_of, zone_against

Path = tuple[Hex, ...]
Costs = list[int]
"""What every step costs, in half Movement Points; the first is the entry of a reinforcement, the last may be the crossing."""


def walk(s: SuezState, u: UnitId, verb: str, path: Path) -> Costs | Refusal:
    """What every step of the journey costs, or why it is illegal."""
    refusal = not_available(s, u, verb) or (no_way_over(s, u, path[-1]) if verb == "cross" else None)
    refusal = refusal or _bad_start(s, u, verb, path)
    if refusal:
        return refusal
    entering = s.loc[u] < 0
    costs = [s.game.terrain.entry_cost(path[0])] if entering else []
    for i, (a, b) in enumerate(pairwise(path)):
        refusal = _bad_step(s, u, a, b, stopped=bool(i or entering), spent=sum(costs))
        if refusal:
            return refusal
        costs.append(s.game.terrain.step_cost(a, b))
    if verb == "cross":
        return _crossing(s, u, costs)
    return _bad_end(s, u, path[-1]) or costs


def no_way_over(s: SuezState, u: UnitId, end: Hex) -> Refusal | None:
    """[1980:11.0, 2021:13.1] Why nobody, or not this unit, crosses the canal from the end of this journey."""
    game = s.game
    if refusal := no_crossing(s, u):
        return refusal
    if end == game.matzmed:
        return None
    where = game.hex_name(game.matzmed)
    return refuse(game.edition.rule.crossing, "The canal is crossed in {hex} only.", hex=where)


def not_available(s: SuezState, u: UnitId, verb: str) -> Refusal | None:
    """[1980:4.0, 1980:7.0, 1980:11.3, 2021:5.1, 2021:13.1] The unit has moved, is gone, or must use another verb."""
    game, rule, name = s.game, s.game.edition.rule, s.game.name_of(u)
    here = s.loc[u]
    if here > 0:
        if s.landed >> u & 1:
            return refuse("15.5.1", "{unit} landed in this phase and may not move.", unit=name)
        if s.moved >> u & 1:
            return refuse(rule.movement, "{unit} has moved in this phase.", unit=name)
        if verb in ("enter", "land"):
            return refuse(rule.reinforcements, "{unit} is on the map already.", unit=name)
        return None
    if here == game.box("across"):
        return refuse(rule.no_return, "{unit} is across the canal and does not return.", unit=name)
    if here != game.box("reinforcements"):
        if not here:
            return refuse(rule.movement, "{unit} is not in this game.", unit=name)
        return refuse(rule.movement, "{unit} is {box}.", unit=name, box=game.hex_name(here))
    refusal = not_due(s, u)
    if verb == "move" and not refusal:
        if not game.entry[u]:
            return refuse(rule.reinforcements, "{unit} is not on the map; it may land from the air.", unit=name)
        return refuse(rule.reinforcements, "{unit} is not on the map; it may enter as a reinforcement.", unit=name)
    return refusal


def _bad_start(s: SuezState, u: UnitId, verb: str, path: Path) -> Refusal | None:
    """[1980:7.2, 1980:9.1, 2021:11.0, 2021:12.1] The journey begins in the wrong hex, or the unit may not move at all."""
    game, rule, name, start = s.game, s.game.edition.rule, s.game.name_of(u), path[0]
    if s.loc[u] < 0:
        doors = entry_hexes(s, u)
        meant_to_go_there = len(path) == 1 and doors and (verb == "cross" or not game.edge >> start & 1)
        if meant_to_go_there and not doors >> start & 1:
            return _out_of_reach(s, u, doors, start)
        return wrong_entry(s, u, start)
    if is_confused(s, u):
        return refuse(rule.confusion_move, "{unit} is next to the enemy on Game-Turn 1 and has to stay.", unit=name)
    if start != s.loc[u]:
        if len(path) == 1:
            return _out_of_reach(s, u, 1 << s.loc[u], start)
        return refuse(
            rule.movement,
            "{unit} stands in {here}, not in {start}.",
            unit=name,
            here=game.hex_name(s.loc[u]),
            start=game.hex_name(start),
        )
    if len(path) == 1 and verb == "move":
        return refuse(rule.movement, "{unit} already stands in {hex}.", unit=name, hex=game.hex_name(start))
    return None


def _bad_step(s: SuezState, u: UnitId, a: Hex, b: Hex, stopped: bool, spent: int) -> Refusal | None:
    """[1980:4.1, 1980:4.2, 1980:4.3, 1980:4.5, 1980:14.2, 2021:5.2, 2021:5.3, 2021:6.1] Why a unit may not go from a to b.

    `stopped`: it has entered a in this journey, so that an enemy zone there holds it.
    """
    game, rule = s.game, s.game.edition.rule
    name, here, there = game.name_of(u), game.hex_name(a), game.hex_name(b)
    zone = zone_against(s, u)
    if not game.map.grid.are_adjacent(a, b):
        return refuse(rule.movement, "{here} and {there} are not adjacent.", here=here, there=there)
    if stopped and zone >> a & 1:
        return refuse(
            rule.stop, "{unit} must stop in {here}: {watchers}.", unit=name, here=here, watchers=_watchers(s, u, a)
        )
    if s.hexes_of(enemy_of(game.side_of[u])) >> b & 1:
        return refuse(
            rule.enemy_hex,
            "{there} holds {units}, {units#an enemy unit|enemy units}.",
            there=there,
            units=game.names(s.at(b)),
        )
    closed = game.closed_to(u, b)
    if closed:
        return closed
    if zone >> a & zone >> b & 1:
        return refuse(
            rule.stop,
            "{unit} may not go from {here} straight to {there}: both are enemy-controlled, {there} {watchers}.",
            unit=name,
            here=here,
            there=there,
            watchers=_watchers(s, u, b),
        )
    cost = game.terrain.step_cost(a, b)
    if not cost:
        return refuse(
            rule.terrain,
            "{unit} may not go from {here} to {there}: the hexside is prohibited.",
            unit=name,
            here=here,
            there=there,
        )
    have = game.allowance_of(s, u)
    if cost > have - spent:
        return refuse(
            (rule.allowance, rule.terrain, *_by_night(s)),
            "{unit} has {left} of {have} MP left; {there} costs {cost}.",
            unit=name,
            left=halves(have - spent),
            have=halves(have),
            there=there,
            cost=halves(cost),
        )
    return None


def _by_night(s: SuezState) -> tuple[str, ...]:
    """[1980:10.0, 2021:12.2] The paragraph behind a short allowance, to be cited with it."""
    return (s.game.edition.rule.night,) if s.is_night else ()


def _watchers(s: SuezState, u: UnitId, h: Hex) -> Sentence:
    """Who makes a hex enemy-controlled: "adjacent to 16/4"."""
    near = s.game.map.grid.adjacent[h]
    enemies = [v for v in s.units_of(enemy_of(s.game.side_of[u])) if near >> s.loc[v] & 1]
    return say("adjacent to {units}", units=s.game.names(enemies))


def _bad_end(s: SuezState, u: UnitId, h: Hex) -> Refusal | None:
    """[1980:4.4, 2021:5.2] In 2021 nobody stops where a friend stays; in 1980 he may, at his peril [ruling AS-03]."""
    game = s.game
    others = [v for v in s.at(h) if v != u]
    if game.edition.phase_may_end_stacked or not others or not settled_hexes(s, game.side_of[u]) >> h & 1:
        return None
    return refuse(
        game.edition.rule.stacking,
        "{unit} may not stop in {hex}: {units} {units#stays|stay} there.",
        unit=game.name_of(u),
        hex=game.hex_name(h),
        units=game.names(others),
    )


def _crossing(s: SuezState, u: UnitId, costs: Costs) -> Costs | Refusal:
    """[1980:11.0, 1980:11.1, 1980:11.2, 2021:13.1, 2021:13.2] The last step, from Matzmed over the canal."""
    game, rule, name = s.game, s.game.edition.rule, s.game.name_of(u)
    cost, have = crossing_cost(s), game.allowance_of(s, u)
    left = have - sum(costs)
    if cost > left:
        return refuse(
            (rule.bridge if s.bridge_ready else rule.ferry, *_by_night(s)),
            "{unit} has {left} of {have} MP left; crossing costs {cost}.",
            unit=name,
            left=halves(left),
            have=halves(have),
            cost=halves(cost),
        )
    return [*costs, cost]


FAR: Final = 200
"""Half points that are enough for a way across the whole map."""


def _out_of_reach(s: SuezState, u: UnitId, starts: Hexes, goal: Hex) -> Refusal:
    """[1980:4.1, 1980:4.2, 1980:4.3, 1980:4.5, 2021:5.2, 2021:5.3, 2021:6.1] Why no path leads a unit from its hex, or
    from its entry hexes, to this hex: the ground, the allowance, the enemy units or, last, their zones."""
    game, rule, name, where = s.game, s.game.edition.rule, s.game.name_of(u), s.game.hex_name(goal)
    enemies, have = s.hexes_of(enemy_of(game.side_of[u])), game.allowance_of(s, u)
    if enemies >> goal & 1:
        return refuse(
            rule.enemy_hex,
            "{where} holds {units}, {units#an enemy unit|enemy units}.",
            where=where,
            units=game.names(s.at(goal)),
        )
    closed = game.closed_to(u, goal)
    if closed:
        return closed
    way, need = _way(s, u, starts, goal)
    if not way:
        return refuse(
            rule.bridge_terrain,
            "The bridge {unit} keeps to clear and road hexes, and no way over such leads to {where}.",
            unit=name,
            where=where,
        )
    start = game.hex_name(way[0])
    if need > have:
        return refuse(
            (rule.allowance, *_by_night(s)),
            "{unit} has {have} MP; the way from {start} to {where} costs {cost}.",
            unit=name,
            have=halves(have),
            start=start,
            where=where,
            cost=halves(need),
        )
    around, need = _way(s, u, starts, goal, enemies)
    if not around or need > have:
        bar = game.names([v for h in way if enemies >> h & 1 for v in s.at(h)])
        if not around:
            text = "{units} {units#bars|bar} the way to {where}; there is no way round."
            return refuse(rule.enemy_hex, text, units=bar, where=where)
        cited = tuple(dict.fromkeys((rule.enemy_hex, rule.allowance)))  # 2021 has both in one paragraph
        text = "{units} {units#bars|bar} the way to {where}; a way round costs {cost} of {have} MP."
        return refuse(cited, text, units=bar, where=where, cost=halves(need), have=halves(have))
    entering = s.loc[u] < 0
    steps = (_bad_step(s, u, a, b, bool(i or entering), 0) for i, (a, b) in enumerate(pairwise(around)))
    stop = next((refusal for refusal in steps if refusal), None)
    if stop:
        return refuse(stop.rules, "On the way to {where}: {text}", where=where, text=stop.text)
    return refuse(rule.movement, "A path of {unit} to {where} begins in {start}.", unit=name, where=where, start=start)


def _way(s: SuezState, u: UnitId, starts: Hexes, goal: Hex, blocked: Hexes = 0) -> tuple[list[Hex], int]:
    """The cheapest way over the ground to a hex, zones of control aside, and its cost, entry included; or nothing."""
    game, found = s.game, []
    for start in bits(starts):
        spent = game.terrain.entry_cost(start) if s.loc[u] < 0 else 0
        ways = reach(game.edges(u), start, FAR, blocked=blocked)
        if goal in ways.cost:
            found.append((spent + ways.cost[goal], ways.path(goal)))
    cost, way = min(found, default=(0, []))
    return way, cost


def reasons(s: SuezState, u: UnitId, verb: str, path: Path) -> list[Sentence]:
    """What every step of a journey is paid for: "road [4.2]"."""
    game, rule = s.game, s.game.edition.rule
    why = [say("entry [{rule}]", rule=cite(rule.entry_cost))] if s.loc[u] < 0 else []
    why += [game.terrain.step_reason(a, b) for a, b in pairwise(path)]
    if verb == "cross":
        over = say("bridge [{rule}]", rule=cite(rule.bridge)), say("ferry [{rule}]", rule=cite(rule.ferry))
        why.append(over[0] if s.bridge_ready else over[1])
    return why
