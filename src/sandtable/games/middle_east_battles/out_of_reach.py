"""[5.5, 5.7, 5.10, 5.15, 6.2, 6.3, 10.11] Why no way leads a unit to a hex: the paragraph that decides, with the numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, NamedTuple

from sandtable.core import Hex, Hexes, Refusal, UnitId, halves, reach, refuse

from .marching import march
from .state import BattleState

FAR: Final = 400
"""Half points enough for a way across the whole map."""
Doors = tuple[tuple[Hex, int], ...]
"""Where a unit may begin, with what that costs: its hex for nothing, or entry hexes."""


class Way(NamedTuple):
    path: tuple[Hex, ...]
    cost: int


def why_out_of_reach(s: BattleState, u: UnitId, doors: Doors, goal: Hex) -> Refusal | None:
    """The ground first, then the allowance, enemy units, zones that may not be entered, zones that stop; None if none bars."""
    game, m = s.game, march(s, u)
    name, where = game.name_of(u), game.hex_name(goal)
    ground = _cheapest(s, u, doors, goal, 0)
    if not ground.path:
        return refuse(("5.7",), "No ground that {unit} may enter leads to {hex}.", unit=name, hex=where)
    if ground.cost > m.budget:
        night = ("5.15",) if s.is_night else ()
        text = "{unit} has {have} movement points; the way from {start} to {hex} costs {cost}."
        values = {"unit": name, "hex": where, "start": game.hex_name(ground.path[0])}
        return refuse(("5.10", *night), text, have=halves(m.budget), cost=halves(ground.cost), **values)
    for rule, closed in (("5.5", m.enemies), ("5.15" if s.is_night else "10.11", m.blocked)):
        around = _cheapest(s, u, doors, goal, closed)
        if around.cost > m.budget:
            return _barred(s, u, goal, rule, ground.path, closed, around)
        ground = around
    held = next((a for a, _ in pairwise(ground.path) if m.stop >> a & 1 and a != s.loc[u]), 0)
    if not held:
        return None
    rule = "6.2" if game.side_of[u] == game.egypt else "6.3"
    text = "On the way to {hex} {unit} must stop in {stop}: it enters an enemy zone of control there."
    return refuse((rule,), text, hex=where, unit=name, stop=game.hex_name(held))


def _barred(
    s: BattleState, u: UnitId, goal: Hex, rule: str, path: tuple[Hex, ...], closed: Hexes, around: Way
) -> Refusal:
    """The first closed hex on the cheapest way, and what the way round costs."""
    game, have = s.game, march(s, u).budget
    bar = next(h for h in path if closed >> h & 1 and h != s.loc[u])
    values = {"unit": game.name_of(u), "hex": game.hex_name(goal), "bar": game.hex_name(bar)}
    enemies = game.names(s.friends_in(bar, game.enemy_of(game.side_of[u])))
    if enemies and not around.path:
        return refuse(
            (rule,), "{enemies} in {bar} {enemies#bars|bar} {unit} every way to {hex}.", enemies=enemies, **values
        )
    if enemies:
        text = "{enemies} in {bar} {enemies#bars|bar} the way of {unit} to {hex}; round it costs {cost} of {have} movement points."
        return refuse((rule, "5.10"), text, enemies=enemies, cost=halves(around.cost), have=halves(have), **values)
    if not around.path:
        text = "Every way of {unit} to {hex} leads through enemy zones of control, first in {bar}."
        return refuse((rule,), text, **values)
    text = "{unit} may not enter the zone of control in {bar}; round it {hex} costs {cost} of {have} movement points."
    return refuse((rule, "5.10"), text, cost=halves(around.cost), have=halves(have), **values)


def _cheapest(s: BattleState, u: UnitId, doors: Doors, goal: Hex, closed: Hexes) -> Way:
    """The cheapest way over the ground, friends to be passed through included, whatever stops; an empty path if none."""
    m, game = march(s, u), s.game
    if doors == ((s.loc[u], 0),):
        found = reach(game.edges, s.loc[u], FAR, blocked=closed, dear=m.dear, extra=m.extra)
    else:
        found = reach(game.edges, 0, FAR, blocked=closed, dear=m.dear, extra=m.extra, doors=doors)
    if goal not in found.cost:
        return Way((), FAR)
    return Way(tuple(found.path(goal)), found.cost[goal])
