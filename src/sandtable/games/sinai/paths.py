"""[5.1, 5.2, 5.3, 6.2] What a unit has to spend, how far it comes with that, and what a path costs step by step."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from sandtable.core import Reach, Refusal, reach

from .canal import canal_room, canal_sides_full, sam_at_canal
from .nations import ceased
from .state import ARAB, ISRAEL, SinaiState
from .supply import counts_points, halved, sand_only
from .terrain import CLOSED, EdgeList, Ground
from .territory import bridges, closed, shut_border, why_closed
from .war_1956 import sinai_full
from .zones import movement_zone

if TYPE_CHECKING:
    from .movement import Movement

AIR_STRIKE = 3
"""[16.11] Movement Points that each marker adds to leaving its hex."""
OVERRUN = 3
"""[11.14] Extra Movement Points for the overrun hex."""


# what a unit has to spend -----------------------------------------------------------------------------------
def on_foot(s: SinaiState, u: int) -> bool:
    """[15.11] Does the unit move as a non-mechanized unit?"""
    return not (s.game.mechanized | s.entrucked) >> u & 1


def allowance(s: SinaiState, u: int) -> int:
    """[5.28, 10.32, 10.33, 15.11, 24.64] Movement Points of the unit in this phase."""
    game = s.game
    points = game.truck_allowance[game.front[u]] if s.entrucked >> u & 1 else game.allowance[u]
    if s.unsupplied >> u & 1 and points:
        if game.rules.arab_supply == "clear_road_track" and not counts_points(s, u) and sand_only(s) >> s.loc[u] & 1:
            return 4 if game.mechanized >> u & 1 else points  # [ruling SN-35]
        return halved(points)
    return points


def ground_of(s: SinaiState, u: int, walking: bool = False) -> Ground:
    if s.game.sam >> u & 1:
        return s.game.sam_ground[bridges(s)]
    return s.game.ground(s.game.side_of[u], walking or on_foot(s, u), bridges(s))


def edges_of(s: SinaiState, u: int, walking: bool = False) -> EdgeList:
    """[16.11, 16.12, 16.13, 16.14, 16.15] The steps open to the unit; leaving a hex under Air Strikes costs Arab units more."""
    ground = ground_of(s, u, walking)
    edges = ground.shut_edges if shut_border(s, u) else ground.edges
    if s.strikes and s.game.side_of[u] == ARAB:
        edges = edges[:]
        for h in s.strikes:
            edges[h] = tuple((n, cost + AIR_STRIKE) for n, cost in edges[h])
    if full := canal_sides_full(s, u):
        edges = edges[:]
        for a, b in full:
            edges[a] = tuple((n, cost) for n, cost in edges[a] if n != b)
            edges[b] = tuple((n, cost) for n, cost in edges[b] if n != a)
    return edges


def may_walk(s: SinaiState, u: int) -> bool:
    """[24.32, 26.42] May a mechanized unit move as infantry for this phase?"""
    game = s.game
    return game.side_of[u] in game.rules.mech_as_infantry and bool(game.mechanized >> u & 1)


def may_move(s: SinaiState, u: int, frame: Movement) -> Refusal | None:
    """[5.0, 5.11, 14.2, 15.12, 20.2, 21.32, 21.33, 25.15] Is this unit free to move in this phase?"""
    game, name = s.game, s.game.name_of(u)
    if game.side_of[u] != frame.side:
        return Refusal(("5.11",), f"{name} belongs to the other player; only the Phasing Player moves")
    if s.loc[u] <= 0:
        return Refusal(("5.0",), f"{name} is not on the map")
    if frame.moved >> u & 1:
        return Refusal(("5.0",), f"{name} has already moved in this Movement Phase")
    if frame.boarding >> u & 1:
        return Refusal(("15.0",), f"{name} is boarding trucks and does not move in this phase")
    if s.dormant >> u & 1:
        return Refusal(("20.2",), f"{name} is not yet mobilized")
    if s.strayed >> u & 1:
        return Refusal(("14.2",), f"{name} has lost Command Control and makes no other move this Game-Turn")
    if s.detrucked >> u & 1:
        if s.entrucked >> u & 1:
            return Refusal(("15.0",), f"{name} has boarded its trucks in this Player-Turn and may not move")
        return Refusal(("15.12",), f"{name} has detrucked in this Player-Turn and may not move")
    if rule := ceased(s, u):
        return Refusal((rule,), f"{name} has ceased all movement and combat")
    if game.sam >> u & 1 and frame.number != 2:
        return Refusal(("25.15",), f"{name} is a SAM unit; it moves only in the Second Movement Phase")
    return None


def reach_of(s: SinaiState, u: int, spent: int = 0, walking: bool = False, overrunning: bool = False) -> Reach:
    """[5.12, 5.26, 6.2] Every hex the unit can reach. It stops in enemy-controlled hexes and never goes straight from
    one into another, except when it has just overrun a hex [11.2]."""
    game = s.game
    enemy = s.hexes_of(ARAB if game.side_of[u] == ISRAEL else ISRAEL)
    stop = movement_zone(s, game.side_of[u])
    start = s.loc[u]
    budget = 1 if walking else allowance(s, u)
    near = game.map.grid.within(start, budget)
    held_fast = stop & near if stop >> start & 1 and not overrunning else 0
    return reach(
        edges_of(s, u, walking),
        start,
        budget,
        blocked=(enemy | closed(s, u)) & near,
        stop=stop,
        first_blocked=held_fast,
        spent=spent,
    )


def trace(
    s: SinaiState,
    units: tuple[int, ...],
    path: list[int],
    spent: int = 0,
    walking: bool = False,
    overrunning: bool = False,
    overrun: bool = False,
) -> Refusal | list[tuple[int, str]]:
    """[5.13, 5.29] Follow a path hex by hex for all the units of a moving stack: the refusal that stops it, or cost and reason of
    every step as the most burdened unit pays it. `overrun` marks a path whose last hex is an enemy's."""
    game, side = s.game, s.game.side_of[units[0]]
    enemy = s.hexes_of(ARAB if side == ISRAEL else ISRAEL)
    stop = movement_zone(s, side)
    budget = 1 if walking else min(allowance(s, u) for u in units)
    totals = dict.fromkeys(units, spent)
    steps: list[tuple[int, str]] = []
    full = {pair for u in units for pair in canal_sides_full(s, u)}
    shut = {pair for u in units for pair in shut_border(s, u)}
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        last = i == len(path) - 2
        name = game.hex_name(b)
        if not game.map.grid.are_adjacent(a, b):
            return Refusal(("5.0",), f"{game.hex_name(a)} and {name} are not adjacent")
        worst, why = 0, ""
        for u in units:
            step = ground_of(s, u, walking).step(a, b)
            if step.cost == CLOSED:
                return Refusal((step.rule,), f"{game.name_of(u)}: {step.why}")
            if closed(s, u) >> b & 1:
                return why_closed(s, u, b)
            cost = step.cost
            if side == ARAB and a in s.strikes:
                cost += AIR_STRIKE * s.strikes.count(a)
            if overrun and last:
                cost += OVERRUN
            totals[u] += cost
            if cost > worst:
                worst, why = cost, f"{step.why} [{step.rule}]"
                if side == ARAB and a in s.strikes:
                    why += f", +{AIR_STRIKE * s.strikes.count(a)} Air Strikes [16.11]"
                if overrun and last:
                    why += f", +{OVERRUN} Overrun [11.14]"
        if sam_at_canal(s, units, a, b):
            return Refusal(("25.16",), f"No SAM unit crosses the Canal to {name}")
        if (a, b) in full or (b, a) in full:
            return Refusal(
                ("24.41",), f"No more units may cross the Canal between {game.hex_name(a)} and {name} this Game-Turn"
            )
        if (a, b) in shut or (b, a) in shut:
            return Refusal(
                ("13.21",),
                f"Jordan is not at war: its border with Israel is shut between {game.hex_name(a)} and {name}",
            )
        if enemy >> b & 1 and not (overrun and last):
            return Refusal(("5.26",), f"{name} is occupied by enemy units")
        free = (overrun and last) or (overrunning and i == 0)
        if not free and stop >> a & 1:
            if i > 0:
                return Refusal(("6.2",), f"It must stop in {game.hex_name(a)}, which an enemy unit controls")
            if stop >> b & 1:
                return Refusal(
                    ("6.2",), f"It may not go from {game.hex_name(a)} directly to {name}: both are enemy-controlled"
                )
        if max(totals.values()) > budget:
            rules = ("5.29", "5.28") if any(s.unsupplied >> u & 1 for u in units) else ("5.29",)
            if side == ARAB and a in s.strikes:
                rules = (*rules, "16.13")
            return Refusal(
                rules,
                f"Entering {name} brings the cost to {max(totals.values())} Movement Points; {budget} are available",
            )
        steps.append((worst, why))
    if any(game.sinai >> h & 1 for h in path) and (refusal := sinai_full(s, units)):
        return refusal
    return canal_room(s, units, path) or steps


def move_details(
    s: SinaiState, path: list[int], walked: Refusal | list[tuple[int, str]], have: int, controlled: int, toll: int = 0
) -> dict[str, Any]:
    """What a player wants to know of a move: points, path, the cost of each step and why; `toll` is paid at its end, to
    detruck or to leave the map."""
    if isinstance(walked, Refusal):
        return {"warning": str(walked)}
    total = sum(cost for cost, _ in walked) + toll
    return {
        "cost": total,
        "left": have - total,
        "path": [s.game.hex_name(h) for h in path],
        "steps": [cost for cost, _ in walked],
        "why": [why for _, why in walked],
        "enemy_controlled": bool(controlled >> path[-1] & 1),
    }
