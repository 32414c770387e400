"""[5.1, 5.2, 5.3, 6.2] How far a unit comes, and what a path costs step by step."""

from __future__ import annotations

import itertools
from typing import Any

from sandtable.core import Reach, Refusal, reach

from ..eras.war_1956 import sinai_full
from ..land.canal import canal_room, canal_sides_full, sam_at_canal
from ..land.terrain import CLOSED
from ..land.territory import closed, shut_border, why_closed
from ..state import ARAB, ISRAEL, SinaiState
from .allowance import AIR_STRIKE, OVERRUN, allowance, edges_of, ground_of
from .zones import movement_zone


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
