"""[5.2, 5.3, 6.2] Why a unit does not get to a hex, where only the hex was named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandtable.core import Edges, Reach, Refusal, reach, refuse

from ..land.territory import closed, why_closed
from ..state import SinaiState, other
from .allowance import allowance, edges_of, ground_of
from .map_edge import check_exit
from .overrun import check_overrun
from .paths import reach_of, trace
from .trucks import check_detruck
from .zones import movement_zone

if TYPE_CHECKING:
    from .movement import Movement

ENDLESS = 999
"""Movement Points enough to cross the whole map."""


def why_unreachable(s: SinaiState, units: tuple[int, ...], h: int, walking: bool = False) -> Refusal:
    """The deciding reason: the hex itself first, then the ways to it, with as few things wished away as possible."""
    game, u = s.game, slowest(s, units)
    unit, where = game.name_of(u), game.hex_name(h)
    if s.loc[u] == h:
        return refuse("5.0", "{unit} is in {hex} already.", unit=unit, hex=where)
    if s.hexes_of(other(game.side_of[u])) >> h & 1:
        return refuse("5.26", "{hex} is occupied by enemy units.", hex=where)
    ground = ground_of(s, u, walking)
    if game.water >> h & 1:
        return refuse("5.25", "{hex} is an all-sea hex.", hex=where)
    if closed(s, u) >> h & 1:
        return why_closed(s, u, h)
    if not ground.enterable >> h & 1:
        text = "{hex} is {ground} without road or track, which {unit} may not enter."
        return refuse("5.24", text, hex=where, ground=game.map.terrain_at[h], unit=unit)
    return _why_no_way(s, units, u, h, walking)


def why_no_detruck(s: SinaiState, frame: Movement, units: tuple[int, ...], h: int) -> Refusal:
    """[15.0] Why the unit does not get down in a hex, where only the hex was named."""
    ways = reach_of(s, units[0])
    path = ways.path(h) if h in ways.cost else [s.loc[units[0]]]
    return check_detruck(s, units, path, frame) or why_unreachable(s, units, h)


def why_no_overrun(s: SinaiState, units: tuple[int, ...], h: int, number: int) -> Refusal:
    """[11.0] Why the stack does not overrun a hex, where only the hex was named: what its cheapest way there says."""
    ways = reach_of(s, slowest(s, units))
    near = [a for a in (ways.start, *ways.cost) if s.game.adjacent[h] >> a & 1]
    if near and s.hexes_of(other(s.game.side_of[units[0]])) >> h & 1:
        refusal = check_overrun(s, units, [*ways.path(near[0]), h], number=number)
        return refusal or why_unreachable(s, units, h)
    text = "{hex} holds no enemy unit next to which {units} could come."
    return refuse("11.0", text, hex=s.game.hex_name(h), units=s.game.names(units))


def why_no_exit(s: SinaiState, frame: Movement, units: tuple[int, ...], h: int) -> Refusal:
    """[24.33] Why the unit does not leave the map from a hex, where only the hex was named."""
    ways = reach_of(s, units[0])
    path = ways.path(h) if h in ways.cost else [h]
    return check_exit(s, frame, units, [*path, 0]) or why_unreachable(s, units, h)


def slowest(s: SinaiState, units: Iterable[int]) -> int:
    """[5.13] The unit that holds a stack back."""
    return min(units, key=lambda u: (allowance(s, u), u))


def _why_no_way(s: SinaiState, units: tuple[int, ...], u: int, h: int, walking: bool) -> Refusal:
    """[5.29, 6.2] No way leads there: how many points it would take, or what stands on the way that could be paid."""
    game = s.game
    have = 1 if walking else allowance(s, u)
    stop, walls = movement_zone(s, game.side_of[u]), closed(s, u)
    enemy = s.hexes_of(other(game.side_of[u]))
    edges = edges_of(s, u, walking)
    open_way = _ways(s, u, edges, enemy | walls, stop)
    if h in open_way.cost:
        return _too_far(s, u, h, open_way.cost[h], have)
    plain = ground_of(s, u, walking).edges
    for ways in (_ways(s, u, edges, enemy | walls), _ways(s, u, edges, walls), _ways(s, u, plain, 0)):
        if h in ways.cost:
            blocked = trace(s, units, ways.path(h), 0, walking)
            if isinstance(blocked, Refusal) and "5.29" not in blocked.rules:
                return blocked
            return _too_far(s, u, h, ways.cost[h], have)
    text = "No way leads {unit} from {origin} to {hex} over ground that it may enter."
    return refuse("5.24", text, unit=game.name_of(u), origin=game.hex_name(s.loc[u]), hex=game.hex_name(h))


def _ways(s: SinaiState, u: int, edges: Edges, blocked: int, stop: int = 0) -> Reach:
    """How far the unit would come with as many points as it likes."""
    start = s.loc[u]
    return reach(edges, start, ENDLESS, blocked=blocked, stop=stop, first_blocked=stop if stop >> start & 1 else 0)


def _too_far(s: SinaiState, u: int, h: int, cost: int, have: int) -> Refusal:
    """[5.28, 5.29] The points that are missing."""
    rules = ("5.29", "5.28") if s.unsupplied >> u & 1 else ("5.29",)
    text = "{hex} is {cost} Movement {cost#Point|Points} away; {unit} has {have}, {missing} too few."
    where, unit = s.game.hex_name(h), s.game.name_of(u)
    return refuse(rules, text, hex=where, cost=cost, unit=unit, have=have, missing=cost - have)
