"""[5.1, 5.2, 5.3, 6.2] How far a unit comes, and what a path costs step by step."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sandtable.core import Reach, Refusal, Sentence, cite, fact, reach, refuse, row, say, signed
from sandtable.core.facts import DetailsFacts

from ..eras.war_1956 import sinai_full
from ..land.canal import canal_full, canal_room, canal_sides_full, sam_at_canal
from ..land.terrain import AIR_STRIKE, CLOSED, StepCost
from ..land.territory import closed, shut_border, why_closed
from ..state import ARAB, SinaiState, other
from .allowance import OVERRUN, allowance, edges_of, ground_of
from .zones import movement_zone


@fact
def reach_of(s: SinaiState, u: int, spent: int = 0, walking: bool = False, overrunning: bool = False) -> Reach:
    """[5.12, 5.26, 6.2] Every hex the unit can reach. It stops in enemy-controlled hexes and never goes straight from
    one into another, except when it has just overrun a hex [11.2]."""
    game = s.game
    enemy = s.hexes_of(other(game.side_of[u]))
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


def first_steps(s: SinaiState, u: int, walking: bool = False) -> Iterator[int]:
    """[5.12, 5.26, 6.2, 24.41] The hexes next to the unit that it can enter with its first step, Canal hexsides apart."""
    game, start, side = s.game, s.loc[u], s.game.side_of[u]
    budget = 1 if walking else allowance(s, u)
    shut = closed_by_enemies(s, side, start) | closed(s, u)
    limited = game.limited_hexsides[side] if game.canal_banks >> start & 1 else ()
    for n, cost in edges_of(s, u, walking)[start]:
        if cost <= budget and not shut >> n & 1 and (start, n) not in limited:
            yield n


def closed_by_enemies(s: SinaiState, side: str, start: int) -> int:
    """[5.26, 6.2] Hexes of enemies, and their zones where the unit stands in one."""
    enemy, stop = s.hexes_of(other(side)), movement_zone(s, side)
    return enemy | stop if stop >> start & 1 else enemy


class Paid(NamedTuple):
    """One step of a way: what it costs, and what makes it so dear."""

    cost: int
    ground: StepCost
    strikes: int = 0
    overrun: bool = False

    @property
    def why(self) -> Sentence:
        why = [say("{ground} [{cited}]", ground=self.ground.why, cited=cite(self.ground.rule))]
        if self.strikes:
            why.append(say("{n} for Air Strikes [16.11]", n=signed(AIR_STRIKE * self.strikes)))
        if self.overrun:
            why.append(say("{n} for the Overrun [11.14]", n=signed(OVERRUN)))
        return row(", ", why)


@dataclass(slots=True)
class Walk:
    """A stack on its way: what each unit has spent, and what every step cost the most burdened of them."""

    s: SinaiState
    units: tuple[int, ...]
    walking: bool
    budget: int
    totals: dict[int, int]
    steps: list[Paid]

    def pay(self, a: int, b: int, overrun: bool) -> Refusal | None:
        """[5.12, 5.31, 11.14, 16.11] The cost of a step for every unit, or the ground that closes it to one of them."""
        s, game = self.s, self.s.game
        strikes = s.strikes.count(a) if game.side_of[self.units[0]] == ARAB else 0
        worst, dearest = 0, None
        for u in self.units:
            step = ground_of(s, u, self.walking).step(a, b)
            if step.cost == CLOSED:
                return refuse(step.rule, "{unit}: {why}.", unit=game.name_of(u), why=step.why)
            if closed(s, u) >> b & 1:
                return why_closed(s, u, b)
            cost = step.cost + AIR_STRIKE * strikes + (OVERRUN if overrun else 0)
            self.totals[u] += cost
            if cost > worst:
                worst, dearest = cost, step
        if dearest is not None:
            self.steps.append(Paid(worst, dearest, strikes, overrun))
        return None

    def too_dear(self, a: int, b: int) -> Refusal | None:
        """[5.29] Do the points suffice for what has been walked so far?"""
        s, spent = self.s, max(self.totals.values())
        if spent <= self.budget:
            return None
        rules = ("5.29", "5.28") if any(s.unsupplied >> u & 1 for u in self.units) else ("5.29",)
        if a in s.strikes and s.game.side_of[self.units[0]] == ARAB:
            rules = (*rules, "16.13")
        text = "Entering {hex} brings the cost to {cost} Movement {cost#Point|Points}; {n} {n#is|are} available."
        return refuse(rules, text, hex=s.game.hex_name(b), cost=spent, n=self.budget)


def trace(
    s: SinaiState,
    units: tuple[int, ...],
    path: list[int],
    spent: int = 0,
    walking: bool = False,
    overrunning: bool = False,
    overrun: bool = False,
) -> Refusal | list[Paid]:
    """[5.13, 5.29] Follow a path hex by hex for all the units of a moving stack: the refusal that stops it, or cost and reason of
    every step as the most burdened unit pays it. `overrun` marks a path whose last hex is an enemy's."""
    game, side = s.game, s.game.side_of[units[0]]
    enemy, stop = s.hexes_of(other(side)), movement_zone(s, side)
    budget = 1 if walking else min(allowance(s, u) for u in units)
    walk = Walk(s, units, walking, budget, dict.fromkeys(units, spent), [])
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        last = overrun and i == len(path) - 2
        if not game.map.grid.are_adjacent(a, b):
            return refuse("5.0", "{origin} and {hex} are not adjacent.", origin=game.hex_name(a), hex=game.hex_name(b))
        if refusal := walk.pay(a, b, last) or _barred(s, units, a, b):
            return refusal
        if enemy >> b & 1 and not last:
            return refuse("5.26", "{hex} is occupied by enemy units.", hex=game.hex_name(b))
        if not last and not (overrunning and i == 0) and (refusal := _held_fast(s, a, b, stop, i > 0)):
            return refusal
        if refusal := walk.too_dear(a, b):
            return refusal
    if any(game.sinai >> h & 1 for h in path) and (refusal := sinai_full(s, units)):
        return refusal
    return canal_room(s, units, path) or walk.steps


def _barred(s: SinaiState, units: tuple[int, ...], a: int, b: int) -> Refusal | None:
    """[13.21, 24.41, 25.16] Hexsides that are closed to one of the units."""
    game = s.game
    if sam_at_canal(s, units, a, b):
        return refuse("25.16", "No SAM unit crosses the Canal to {hex}.", hex=game.hex_name(b))
    for u in units:
        if any(pair in ((a, b), (b, a)) for pair in canal_sides_full(s, u)):
            return canal_full(s, u, a, b)
        if any(pair in ((a, b), (b, a)) for pair in shut_border(s, u)):
            text = "Jordan is not at war: its border with Israel is shut between {origin} and {hex}."
            return refuse("13.21", text, origin=game.hex_name(a), hex=game.hex_name(b))
    return None


def _held_fast(s: SinaiState, a: int, b: int, stop: int, moved: bool) -> Refusal | None:
    """[6.2] Enemy zones end a move, and no unit goes straight from one into another."""
    game = s.game
    if not stop >> a & 1:
        return None
    if moved:
        return refuse("6.2", "It must stop in {hex}, which an enemy unit controls.", hex=game.hex_name(a))
    if stop >> b & 1:
        text = "It may not go from {origin} directly to {hex}: both are enemy-controlled."
        return refuse("6.2", text, origin=game.hex_name(a), hex=game.hex_name(b))
    return None


def move_details(
    s: SinaiState, path: list[int], walked: Refusal | list[Paid], have: int, controlled: int, toll: int = 0
) -> DetailsFacts:
    """What a player wants to know of a move: points, path, the cost of each step and why; `toll` is paid at its end, to
    detruck or to leave the map."""
    if isinstance(walked, Refusal):
        return {"warning": walked.text}
    total = sum(step.cost for step in walked) + toll
    names = [str(s.game.hex_name(h)) for h in path]
    entered = names[len(names) - len(walked) :]
    return {
        "cost": total,
        "left": have - total,
        "path": names,
        "steps": [{"to": to, "cost": step.cost, "why": step.why} for to, step in zip(entered, walked)],
        "enemy_controlled": bool(controlled >> path[-1] & 1),
    }
