"""[14.0] Arab Command Control: a die picks last digits of hex numbers, and the units there make for home."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from sandtable.core import Roll, Step, bits

from .entering import move_along
from .nations import ceased
from .paths import AIR_STRIKE, allowance, ground_of
from .stacking import fits
from .state import ISRAEL, SinaiState
from .territory import closed
from .zones import movement_zone


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
    game, b = s.game, 0
    for front in ("egypt", "syria"):
        hexes = 0
        for digit in digits(s, die, front):
            hexes |= game.last_digit[digit]
        for u in bits(game.of_front[front]):
            h = s.loc[u]
            if h > 0 and hexes >> h & 1 and not (game.nation[u] == "syria" and game.syrian_positions >> h & 1):
                b |= 1 << u
    return b


@dataclass(frozen=True, slots=True)
class CommandControl(Step):
    """[4.2, 14.0, 23.18] The Arab Command Control Phase."""

    def phase(self) -> str:
        return "arab-command"

    def run(self, s: SinaiState) -> None:
        rules = s.game.rules
        if rules.command_control != "none" and s.turn >= rules.command_control_from_turn:
            s.then(Roll("Arab Command Control"), LoseControl())


@dataclass(frozen=True, slots=True)
class LoseControl(Step):
    """[14.0, 14.4] Turn the affected units over until the end of the Game-Turn."""

    def phase(self) -> str:
        return "arab-command"

    def run(self, s: SinaiState) -> None:
        game = s.game
        s.strayed = affected(s, s.die)
        if s.log is not None:
            lost = s.lost_strength(game.of_front["egypt"])
            text = "Egypt has lost {} points: hexes ending in {}; Syria: {}"
            struck = (", ".join(map(str, digits(s, s.die, front))) for front in ("egypt", "syria"))
            s.tell("14.4", text, lost, *struck)
            if s.strayed:
                s.tell(
                    "14.0",
                    "Out of command: {}",
                    game.names(sorted(bits(s.strayed))),
                    at=[s.loc[u] for u in bits(s.strayed)],
                )


@dataclass(frozen=True, slots=True)
class Stray(Step):
    """[14.0, 14.2] At the beginning of the Arab Movement Phase units out of command make for their supply source."""

    def run(self, s: SinaiState) -> None:
        for u in nearest_first(s, s.strayed):
            if ceased(s, u):
                continue
            goal = 0
            for front in (
                ("egypt", "syria", "jordan") if s.game.rules.arab_nations == "together" else (s.game.front[u],)
            ):
                goal |= s.game.home_edge[front]
            march(s, u, goal, leave=True)


def nearest_first(s: SinaiState, units: int) -> Iterator[int]:
    """Units in the order of their distance from the map edge, so that those behind make room."""
    near = s.game.edge_distance
    return iter(sorted(bits(units), key=lambda u: (near[s.loc[u]] if s.loc[u] > 0 else 0, u)))


def way_to(s: SinaiState, u: int, goal: int) -> list[int]:
    """[14.0] The cheapest way to the nearest hex of the goal, along roads where it makes no difference, never into an
    Israeli zone (ruling SN-58)."""
    game = s.game
    walls = s.hexes_of(ISRAEL) | movement_zone(s, game.side_of[u]) | closed(s, u)
    if goal >> s.loc[u] & 1:
        return [s.loc[u]]
    ahead, way = ground_of(s, u).homeward(goal), [s.loc[u]]
    while (n := ahead[way[-1]]) and not walls >> n & 1:
        way.append(n)
        if goal >> n & 1:
            return way
    return _way_round(s, u, goal, walls)


def _way_round(s: SinaiState, u: int, goal: int, walls: int) -> list[int]:
    """The cheapest way when the ordinary one is barred; empty when there is none."""
    edges = ground_of(s, u).roads_first
    best, parent = {s.loc[u]: 0}, {s.loc[u]: 0}
    queue = [(0, s.loc[u])]
    while queue:
        cost, h = heappop(queue)
        if goal >> h & 1:
            way = [h]
            while parent[way[-1]]:
                way.append(parent[way[-1]])
            return way[::-1]
        if cost > best[h]:
            continue
        for n, k in edges[h]:
            if not walls >> n & 1 and cost + k < best.get(n, 1 << 30):
                best[n], parent[n] = cost + k, h
                heappush(queue, (cost + k, n))
    return []


def march(s: SinaiState, u: int, goal: int, leave: bool) -> list[int]:
    """[14.0, 14.2, 5.14] Move a unit its full allowance along its way; it stops short of stacks it would overfill and
    leaves the map when points remain at the edge (ruling SN-71)."""
    game = s.game
    way = way_to(s, u, goal)
    points = allowance(s, u)
    ground = ground_of(s, u)
    ends, spent = 0, 0
    for i, (a, b) in enumerate(itertools.pairwise(way), 1):
        cost = ground.step(a, b).cost + AIR_STRIKE * s.strikes.count(a)
        if spent + cost > points:
            break
        spent += cost
        if fits(s, (u,), b) is None:
            ends = i
        if i == len(way) - 1 and leave and _leaves(s, b, points - spent):
            ends = -1
    if len(way) == 1 and leave and _leaves(s, way[0], points):
        ends = -1
    if ends == -1:
        s.pass_through(game.side_of[u], sum({1 << h for h in way}))
        s.leave_map(u, "14.2")
    elif ends:
        move_along(s, (u,), way[: ends + 1])
    return way


def _leaves(s: SinaiState, h: int, points: int) -> bool:
    return points - AIR_STRIKE * s.strikes.count(h) > 0
