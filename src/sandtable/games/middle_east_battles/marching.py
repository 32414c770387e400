"""[5.0, 6.2, 6.3] Where units can go: what binds them, ways, costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable.core import Hex, Hexes, Reach, Refusal, UnitId, bits, reach

from .battle import points
from .state import BattleState
from .zones import stopping_zone

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


def front(s: BattleState, side: str) -> Front:
    game, loc = s.game, s.loc
    once = twice = ground = 0
    for v in game.units_of[side]:
        if loc[v] > 0:
            b = 1 << loc[v]
            twice |= once & b
            once |= b
            if not game.helicopters >> v & 1:
                ground |= b
    return Front(side, s.hexes_of(game.enemy_of(side)), stopping_zone(s, side), once, twice, twice | ground)


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


def why_pinned(s: BattleState, u: UnitId, f: Front | None = None) -> Refusal | None:
    """[2.13, 5.6, 5.15, 6.2, 6.3, 10.11] Why this unit on the map may not move at all, or None [ruling ME-22]."""
    game, name = s.game, s.game.name_of(u)
    bound = game.why_bound(s, u)
    if bound:
        return bound
    arrived = why_arrived(s, u)
    if arrived:
        return arrived
    if s.moved >> u & 1:
        return Refusal(("5.6",), f"{name} has already moved in this phase.")
    if game.static >> u & 1:
        return Refusal(("2.13",), f"{name} is static: it never moves once placed.")
    side, h = game.side_of[u], s.loc[u]
    held = f.stop if f else stopping_zone(s, side)
    if game.helicopters >> u & 1 or not held >> h & 1:
        return None
    where = game.hex_name(h)
    if side == game.west:
        return Refusal(("6.3",), f"{name} is held in {where} by an Egyptian unit in a fortification.")
    if s.is_night:
        return Refusal(("5.15",), f"{name} begins a night turn in an enemy zone of control and stays in {where}.")
    if not game.is_withdrawing(s):
        return Refusal(("6.2",), f"{name} is pinned in {where} by a Western zone of control.")
    return None


def why_arrived(s: BattleState, u: UnitId) -> Refusal | None:
    """[9.11, 9.12, 9.13, 9.14, 10.10] Who has landed or been helped across the water moves no farther this player turn."""
    game, name = s.game, s.game.name_of(u)
    if s.crossed >> u & 1:
        return Refusal(
            ("9.14",), f"{name} has crossed the water with an engineer and moves no farther this player turn."
        )
    if not s.landed >> u & 1:
        return None
    if game.section == "10":
        rules: tuple[str, ...] = ("10.10",)
    elif any(v != u and s.landed & game.helicopters >> v & 1 for v in s.friends_in(s.loc[u], game.west)):
        rules = ("9.12",)
    else:
        beach, jumps = game.map.sets["coastal"] >> s.loc[u] & 1, game.paratroops >> u & 1
        rules = ("9.11", "9.13") if beach and jumps else ("9.13",) if beach else ("9.11",) if jumps else ("9.12",)
    return Refusal(rules, f"{name} has landed in {game.hex_name(s.loc[u])} and moves no farther this player turn.")


def ways(s: BattleState, u: UnitId, start: Hex, f: Front | None = None) -> Reach:
    """[5.1, 5.7, 5.10] Every hex a non-helicopter unit can enter from here, and the cheapest way there."""
    m = march(s, u, f)
    return reach(s.game.edges, start, m.budget, blocked=m.blocked, stop=m.stop, dear=m.dear, extra=m.extra)


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
    full = f.full if f else s.no_room_for(u)
    return [h for h in way.cost if not full >> h & 1]


def trace(
    s: BattleState, u: UnitId, path: Sequence[Hex], spent: int = 0, entering: bool = False
) -> tuple[int, Refusal | None]:
    """Follow a path hex by hex: what it costs in half points, or the first rule it breaks."""
    game, m, cost = s.game, march(s, u), spent
    name, side = game.name_of(u), game.side_of[u]
    for i, (a, b) in enumerate(pairwise(path)):
        here, there = game.hex_name(a), game.hex_name(b)
        if not game.map.grid.are_adjacent(a, b):
            return cost, Refusal(
                ("5.1",), f"{here} and {there} are not adjacent; units move from hex to contiguous hex."
            )
        if m.stop >> a & 1 and (i or entering):
            rule = "6.2" if side == game.egypt else "6.3"
            return cost, Refusal((rule,), f"{name} must stop in {here}: it has entered an enemy zone of control.")
        if m.enemies >> b & 1:
            return cost, Refusal(("5.5",), f"{name} may not enter {there}: an enemy unit is there.")
        if m.shunned >> b & 1:
            rule = "5.15" if s.is_night else "10.11"
            return cost, Refusal((rule,), f"{name} may not enter {there}: it lies in an enemy zone of control.")
        step = game.step_cost(a, b)
        if step is None:
            rules = ("5.7", "9.14") if game.section == "9" else ("5.7",)
            return cost, Refusal(rules, f"{name} cannot cross from {here} to {there}.")
        cost += step + (m.extra if m.dear >> b & 1 else 0)
        if cost > m.budget:
            text = f"{name} has {points(m.budget)} movement points; {there} would bring it to {points(cost)}."
            return cost, Refusal(("5.10",), text)
    return cost, None


def walk(s: BattleState, u: UnitId, path: Sequence[Hex]) -> tuple[list[int], list[str]]:
    """[5.7, 5.12] What every step of a legal path costs in half points, and what for."""
    game, m = s.game, march(s, u)
    steps, why = [], []
    for here, there in pairwise(path):
        friend = m.dear >> there & 1
        steps.append((game.step_cost(here, there) or 0) + (m.extra if friend else 0))
        why.append(game.step_reason(here, there) + (" through a friend [5.12]" if friend else ""))
    return steps, why


def move_details(path: list[str], steps: list[int], why: list[str], budget: int, spent: int = 0) -> dict[str, Any]:
    """A move as the table shows it (docs/engine.md); half points in, movement points out."""
    total = spent + sum(steps)
    return {
        "cost": total / 2,
        "left": (budget - total) / 2,
        "path": path,
        "steps": [n / 2 for n in steps],
        "why": why,
    }


def no_stopping(s: BattleState, u: UnitId, h: Hex) -> Refusal | None:
    """[5.5, 5.11, 5.14] Why the unit may not end its move in this hex, or None; never on water [ruling ME-03]."""
    game, where = s.game, s.game.hex_name(h)
    if s.hexes_of(game.enemy_of(game.side_of[u])) >> h & 1:
        return Refusal(("5.5",), f"{where} is occupied by an enemy unit.")
    if not game.land >> h & 1:
        return Refusal(("5.7", "5.14"), f"{game.name_of(u)} may not end its move on the water of {where}.")
    if s.no_room_for(u) >> h & 1:
        others = game.names(v for v in s.friends_in(h, game.side_of[u]) if v != u)
        return Refusal(("5.11",), f"{where} already holds {others}.")
    return None


def exit_cost(s: BattleState, h: Hex) -> int:
    """[9.10, 10.9] Half points to leave the map from this hex: half a point from a road hex, else one."""
    return 1 if s.game.roads >> h & 1 else 2


def ways_out(s: BattleState, u: UnitId, way: Reach, f: Front | None = None) -> list[Hex]:
    """[9.10, 10.9, 10.11] Hexes from which the unit can still pay for leaving the map this phase."""
    game, m = s.game, march(s, u, f)
    found = []
    for h in bits(game.exit_hexes(s, game.side_of[u])):
        cost = 0 if h == way.start else way.cost.get(h)
        held = h != way.start and m.stop >> h & 1
        if cost is not None and not held and cost + exit_cost(s, h) <= m.budget:
            found.append(h)
    return found


def path_text(s: BattleState, path: Sequence[Hex]) -> str:
    return "-".join(s.game.hex_name(h) for h in path)


def read_path(s: BattleState, text: str) -> list[Hex] | None:
    """The hexes of a path, or None when a word in it is no hex of the map."""
    path = [s.game.map.grid.find(word) for word in text.split("-")]
    return path if all(path) else None
