"""[14.0] Arab Command Control: a die picks last digits of hex numbers, and the units there make for home."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from sandtable.core import Listing, Roll, Step, bits

from ..land.terrain import AIR_STRIKE, CLOSED, FAR, Ground
from ..land.territory import closed, intact_forts
from ..movement.allowance import allowance, ground_of
from ..movement.entering import move_along
from ..movement.stacking import fits
from ..movement.zones import movement_zone
from ..state import ARAB, ISRAEL, SinaiState
from .nations import ceased


def digits(s: SinaiState, die: int, front: str) -> tuple[int, ...]:
    """[14.4] The last digits struck by this die: for Egypt the columns its losses have reached, for Syria the four left."""
    game = s.game
    row = game.tables["command_control"].cells[die - 1]
    if front == "syria":
        return tuple(int(cell) for cell in row[: game.syrian_columns])
    lost = s.lost_strength(game.of_front["egypt"])
    return tuple(int(cell) for cell, header in zip(row, game.command_headers) if lost >= header)


def affected(s: SinaiState, die: int) -> int:
    """[14.1, 14.4] The units that lose Command Control: Egyptian and Syrian ones on hexes with a struck last digit, but
    not Syrians in their fortified positions nor units that began in Jordan."""
    game, struck = s.game, 0
    for front, sheltered in (("egypt", 0), ("syria", game.syrian_positions)):
        for digit in digits(s, die, front):
            struck |= s.within(game.of_front[front], game.last_digit[digit] & ~sheltered)
    return struck


@dataclass(frozen=True, slots=True)
class CommandControl(Step[SinaiState]):
    """[4.2, 14.0, 23.18] The Arab Command Control Phase."""

    def phase(self) -> str:
        return "arab-command"

    def run(self, s: SinaiState) -> None:
        rules = s.game.rules
        if rules.command_control != "none" and s.turn >= rules.command_control_from_turn:
            s.then(Roll("Arab Command Control"), LoseControl())


@dataclass(frozen=True, slots=True)
class LoseControl(Step[SinaiState]):
    """[14.0, 14.4] Turn the affected units over until the end of the Game-Turn."""

    def phase(self) -> str:
        return "arab-command"

    def run(self, s: SinaiState) -> None:
        game = s.game
        s.strayed = affected(s, s.die)
        if s.told:
            lost = s.lost_strength(game.of_front["egypt"])
            text = "Egypt has lost {lost} {lost#point|points}: hexes ending in {egypt}; Syria: {syria}."
            egypt, syria = (Listing(map(str, digits(s, s.die, front))) for front in ("egypt", "syria"))
            s.tell("14.4", text, lost=lost, egypt=egypt, syria=syria, about="event")
            if s.strayed:
                s.tell(
                    "14.0",
                    "Out of command: {units}.",
                    units=game.names(sorted(bits(s.strayed))),
                    at=[s.loc[u] for u in bits(s.strayed)],
                    about="event",
                )


@dataclass(frozen=True, slots=True)
class Stray(Step[SinaiState]):
    """[14.0, 14.2] At the beginning of the Arab Movement Phase units out of command make for their supply source."""

    def run(self, s: SinaiState) -> None:
        edges = s.game.home_edge
        goal = edges["egypt"] | edges["syria"] | edges["jordan"]  # of other countries as far as they are open to it
        for u in nearest_first(s, s.strayed):
            if not ceased(s, u):
                march(s, u, goal, leave=True)


def nearest_first(s: SinaiState, units: int) -> list[int]:
    """Arab units on the map in the order of their distance from its edge, so that those behind find room."""
    near = s.game.edge_distance
    return sorted(bits(units & s.units_of(ARAB)), key=lambda u: (near[s.loc[u]], u))


def way_home(s: SinaiState, u: int, goal: int) -> list[int]:
    """[14.0] As far as the unit's points carry it along the cheapest way to the goal, roads first, never into an Israeli
    zone; where that way is barred it takes the open steps that bring it nearest (ruling SN-58)."""
    walls = s.hexes_of(ISRAEL) | movement_zone(s, s.game.side_of[u]) | closed(s, u)
    ground = ground_of(s, u)
    barred = closed(s, u)
    far = ground.homeward(goal, barred)
    if far[s.loc[u]] == FAR:  # shut in by Settlements: it goes as near as it can
        barred &= ~intact_forts(s, ISRAEL)
        far = ground.homeward(goal, barred)
    way, points = [s.loc[u]], allowance(s, u)
    while n := ground.ahead(far, barred, way[-1]):
        points -= step_cost(s, ground, way[-1], n)
        if points < 0:
            break
        if walls >> n & 1:
            return _open_way(s, ground, [s.loc[u]], far, walls, allowance(s, u))
        way.append(n)
    return way


def _open_way(s: SinaiState, ground: Ground, way: list[int], far: list[int], walls: int, points: int) -> list[int]:
    """[14.0, 14.2] The way of steps that each lead nearer to the goal and avoid the walls, and that ends nearest to it."""
    here, best = way[-1], way
    for n in bits(s.game.adjacent[here] & ~walls):
        cost = step_cost(s, ground, here, n) if far[n] < far[here] else CLOSED
        if CLOSED < cost <= points:
            onward = _open_way(s, ground, [*way, n], far, walls, points - cost)
            if far[onward[-1]] < far[best[-1]]:
                best = onward
    return best


def step_cost(s: SinaiState, ground: Ground, a: int, b: int) -> int:
    """[5.14, 16.11] Movement Points of one step, Air Strikes included; CLOSED where there is no way."""
    cost = ground.costs[a].get(b, CLOSED)
    return cost + AIR_STRIKE * s.strikes.count(a) if cost != CLOSED else CLOSED


def march(s: SinaiState, u: int, goal: int, leave: bool) -> None:
    """[14.0, 14.2, 5.14] Move a unit its full allowance along its way; it stops short of stacks it would overfill and
    leaves the map when points remain at the edge (ruling SN-71)."""
    way = way_home(s, u, goal)
    ground = ground_of(s, u)
    left = allowance(s, u) - sum(step_cost(s, ground, a, b) for a, b in itertools.pairwise(way))
    if leave and goal >> way[-1] & 1 and left > AIR_STRIKE * s.strikes.count(way[-1]):
        s.pass_through(ARAB, sum({1 << h for h in way}))
        s.leave_map(u, "14.2")
        return
    for end in range(len(way), 1, -1):
        if fits(s, (u,), way[end - 1]) is None:
            move_along(s, (u,), way[:end])
            return
