"""[5.0, 6.2, 6.3] Where units can go: what binds them, ways, costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.core import (
    Hex,
    Hexes,
    Reach,
    Refusal,
    UnitId,
    bits,
    crowded,
    fact,
    halves,
    reach,
    refuse,
    say,
    standing,
    units_within,
)
from sandtable.core.facts import DetailsFacts, StepFacts

from .exits import exit_cost, exit_hexes
from .state import BattleState, helped, withdrawing
from .zones import held_by, stopping_zone

PASSING = {"west": 2, "egypt": 4}
"""[5.12, 5.13] Half points for entering a friendly-occupied hex, as often as one likes [ruling ME-04]."""


# What binds a unit this phase -----------------------------------------------------------------------------------
class Front(NamedTuple):
    """What the moves of all units of a side have in common."""

    side: str
    enemies: Hexes
    stop: Hexes
    """Enemy zones that stop and hold [6.2, 6.3]."""
    friends: Hexes
    pairs: Hexes
    """Hexes with two friendly units."""
    full: Hexes
    """Hexes without room for a non-helicopter unit [5.11]."""


@fact
def front(s: BattleState, side: str) -> Front:
    game, own = s.game, s.game.roster.of_side[side]
    enemies, friends, pairs = s.hexes_of(game.enemy_of(side)), s.occupied(own), crowded(s.loc, own, 2)
    full = pairs | s.occupied(own & ~game.helicopters)
    return Front(side, enemies, held_by(s, side, enemies), friends, pairs, full)


class March(NamedTuple):
    """The limits of one unit's move."""

    budget: int
    enemies: Hexes
    shunned: Hexes
    """Hexes in enemy zones that it may not enter at all [5.15, 10.11]."""
    stop: Hexes
    dear: Hexes
    extra: int

    @property
    def blocked(self) -> Hexes:
        return self.enemies | self.shunned


def march(s: BattleState, u: UnitId, f: Front | None = None) -> March:
    """[5.5, 5.12, 5.15, 6.2, 6.3, 10.11] The limits of this unit's move as things stand."""
    game, side = s.game, s.game.side_of[u]
    f = f or front(s, side)
    here = 1 << s.loc[u] if s.loc[u] > 0 else 0
    shunned = 0
    if side == game.egypt and (s.is_night or f.stop & here):
        shunned = f.stop  # by night nobody enters a zone; by day a unit that slips out of one enters no other
    dear = f.friends & ~(here & ~f.pairs)
    extra = PASSING["west" if side == game.west else "egypt"]
    return March(game.allowance(s, u), f.enemies, shunned, f.stop, dear, extra)


def why_pinned(s: BattleState, u: UnitId) -> Refusal | None:
    """[2.13, 5.6, 5.15, 6.2, 6.3, 10.11] Why this ground unit on the map may not move at all, or None [ruling ME-22]."""
    game, name = s.game, s.game.name_of(u)
    if helped(s) >> u & 1:
        return refuse("9.14", "{unit} has helped a unit across the water and stays this player turn.", unit=name)
    arrived = why_arrived(s, u)
    if arrived:
        return arrived
    if s.moved >> u & 1:
        return refuse("5.6", "{unit} has already moved in this phase.", unit=name)
    if game.static >> u & 1:
        return refuse("2.13", "{unit} is static: it never moves once placed.", unit=name)
    side, h = game.side_of[u], s.loc[u]
    if not stopping_zone(s, side) >> h & 1:
        return None
    where = game.hex_name(h)
    if side == game.west:
        return refuse("6.3", "{unit} is held in {hex} by an Egyptian unit in a fortification.", unit=name, hex=where)
    if s.is_night:
        text = "{unit} begins a night turn in an enemy zone of control and stays in {hex}."
        return refuse("5.15", text, unit=name, hex=where)
    if not withdrawing(s):
        return refuse("6.2", "{unit} is pinned in {hex} by a Western zone of control.", unit=name, hex=where)
    return None


def unpinned(s: BattleState, f: Front) -> list[UnitId]:
    """[2.13, 5.6, 5.15, 6.2, 6.3, 10.11] The ground units on the map of which `why_pinned` says nothing."""
    game, own = s.game, s.game.roster.of_side[f.side]
    free = own & ~(helped(s) | s.crossed | s.landed | s.moved | game.static | game.helicopters)
    if f.side != game.egypt or s.is_night or not withdrawing(s):
        free &= ~units_within(s.loc, free, f.stop)
    return standing(s.loc, free)


def why_arrived(s: BattleState, u: UnitId) -> Refusal | None:
    """[9.11, 9.12, 9.13, 9.14, 10.10] Who has landed or been helped across the water moves no farther this player turn."""
    game, name = s.game, s.game.name_of(u)
    if s.crossed >> u & 1:
        text = "{unit} has crossed the water with an engineer and moves no farther this player turn."
        return refuse("9.14", text, unit=name)
    if not s.landed >> u & 1:
        return None
    if game.section == "10":
        rules: tuple[str, ...] = ("10.10",)
    elif s.landed & game.helicopters & s.units_in(1 << s.loc[u], game.west):
        rules = ("9.12",)
    else:
        beach, jumps = game.map.sets["coastal"] >> s.loc[u] & 1, game.paratroops >> u & 1
        rules = ("9.11", "9.13") if beach and jumps else ("9.13",) if beach else ("9.11",) if jumps else ("9.12",)
    text = "{unit} has landed in {hex} and moves no farther this player turn."
    return refuse(rules, text, unit=name, hex=game.hex_name(s.loc[u]))


@fact
def ways(s: BattleState, u: UnitId, start: Hex) -> Reach:
    """[5.1, 5.7, 5.10] Every hex a non-helicopter unit can enter from here, and the cheapest way there."""
    m = march(s, u)
    return reach(s.game.edges, start, m.budget, blocked=m.blocked, stop=m.stop, dear=m.dear, extra=m.extra)


def steps_aside(s: BattleState, u: UnitId, f: Front) -> bool:
    """[5.1, 5.10, 5.11] Can the unit end its move in the first hex it enters? Of most units this is all that must be asked."""
    m, here = march(s, u, f), s.loc[u]
    barred = m.blocked | f.full | m.dear
    return any(cost <= m.budget and not barred >> h & 1 for h, cost in s.game.edges[here])


def way_texts(s: BattleState, way: Reach) -> dict[Hex, str]:
    """Every hex in reach with the way there as an action names it, the start included."""
    names, parent = s.game.map.grid.names, way.parent
    texts = {way.start: names[way.start]}
    for h in way.cost:  # in order of cost: the hex before is already there
        before = texts[parent[h]]
        texts[h] = f"{before}-{names[h]}" if before else names[h]
    return texts


def stops(s: BattleState, u: UnitId, way: Reach, f: Front | None = None) -> list[Hex]:
    """[5.11] Where along its ways the unit may end its move."""
    return way.outside(f.full if f else s.no_room_for(u))


def trace(
    s: BattleState, u: UnitId, path: Sequence[Hex], spent: int = 0, entering: bool = False
) -> tuple[int, Refusal | None]:
    """Follow a path hex by hex: what it costs in half points, or the first rule it breaks."""
    m, cost = march(s, u), spent
    for i, (a, b) in enumerate(pairwise(path)):
        refusal = why_no_step(s, u, m, a, b, stopped=bool(i or entering))
        if refusal:
            return cost, refusal
        cost += (s.game.step_cost(a, b) or 0) + (m.extra if m.dear >> b & 1 else 0)
        if cost > m.budget:
            text = "{unit} has {have} movement points; {hex} would bring it to {cost}."
            values = {"unit": s.game.name_of(u), "hex": s.game.hex_name(b)}
            return cost, refuse("5.10", text, have=halves(m.budget), cost=halves(cost), **values)
    return cost, None


def why_no_step(s: BattleState, u: UnitId, m: March, a: Hex, b: Hex, stopped: bool) -> Refusal | None:
    """[5.1, 5.5, 5.7, 5.15, 6.2, 6.3, 9.14, 10.11] Why a unit may not go from a to b; `stopped`: it has just entered a."""
    game, egyptian = s.game, s.game.side_of[u] == s.game.egypt
    values = {"unit": game.name_of(u), "here": game.hex_name(a), "hex": game.hex_name(b)}
    if not game.map.grid.are_adjacent(a, b):
        return refuse("5.1", "{here} and {hex} are not adjacent; units move from hex to contiguous hex.", **values)
    if m.stop >> a & 1 and stopped:
        text = "{unit} must stop in {here}: it has entered an enemy zone of control."
        return refuse("6.2" if egyptian else "6.3", text, **values)
    if m.enemies >> b & 1:
        return refuse("5.5", "{unit} may not enter {hex}: an enemy unit is there.", **values)
    if m.shunned >> b & 1:
        text = "{unit} may not enter {hex}: it lies in an enemy zone of control."
        return refuse("5.15" if s.is_night else "10.11", text, **values)
    if game.step_cost(a, b) is None:
        rules = ("5.7", "9.14") if game.section == "9" else ("5.7",)
        return refuse(rules, "{unit} cannot cross from {here} to {hex}.", **values)
    return None


def walk(s: BattleState, u: UnitId, path: Sequence[Hex]) -> list[StepFacts]:
    """[5.7, 5.12] What every step of a legal path costs, and what for."""
    game, m = s.game, march(s, u)
    steps = []
    for here, there in pairwise(path):
        friend, why = m.dear >> there & 1, game.step_reason(here, there)
        cost = (game.step_cost(here, there) or 0) + (m.extra if friend else 0)
        if friend:
            why = say("{ground}, through a friend [5.12]", ground=why)
        steps.append(step(game.hex_name(there), cost, why))
    return steps


def step(to: str, half_points: int, why: str) -> StepFacts:
    """One step of a way as the table shows it."""
    return {"to": to, "cost": half_points / 2, "why": why}


def move_details(start: Sequence[str], steps: list[StepFacts], budget: int, spent: int = 0) -> DetailsFacts:
    """A move as the table shows it (docs/view.md); `start` is where it begins, `budget` and `spent` are half points."""
    total = spent / 2 + sum(x["cost"] for x in steps)
    path = [str(x) for x in (*start, *(x["to"] for x in steps))]
    return {"cost": total, "left": budget / 2 - total, "path": path, "steps": steps}


def no_stopping(s: BattleState, u: UnitId, h: Hex) -> Refusal | None:
    """[5.5, 5.11, 5.14] Why the unit may not end its move in this hex, or None; never on water [ruling ME-03]."""
    game, where = s.game, s.game.hex_name(h)
    if s.hexes_of(game.enemy_of(game.side_of[u])) >> h & 1:
        return refuse("5.5", "{hex} is occupied by an enemy unit.", hex=where)
    if not game.land >> h & 1:
        text = "{unit} may not end its move on the water of {hex}."
        return refuse(("5.7", "5.14"), text, unit=game.name_of(u), hex=where)
    if s.no_room_for(u) >> h & 1:
        others = game.names(s.friends_in(h, game.side_of[u]))
        return refuse("5.11", "{hex} already holds {units}.", hex=where, units=others)
    return None


def ways_out(s: BattleState, u: UnitId, way: Reach, f: Front | None = None) -> list[Hex]:
    """[9.10, 10.9, 10.11] Hexes from which the unit can still pay for leaving the map this phase."""
    game, exits = s.game, exit_hexes(s, s.game.side_of[u])
    found: list[Hex] = []
    if not exits:
        return found
    m = march(s, u, f)
    if game.distance_to(exits)[way.start] > m.budget:  # no step costs less than half a point
        return found
    for h in bits(exits):
        cost = 0 if h == way.start else way.spent_in(h)
        held = h != way.start and m.stop >> h & 1
        if cost is not None and not held and cost + exit_cost(s, h) <= m.budget:
            found.append(h)
    return found


def path_text(s: BattleState, path: Sequence[Hex]) -> str:
    return "-".join(map(s.game.map.grid.names.__getitem__, path))
