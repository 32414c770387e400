"""[5.0] Movement and stacking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable.core import Action, Hex, Hexes, Pick, Reach, Refusal, UnitId, bits, reach

from .battle import points
from .state import BattleState
from .wording import Decision
from .zones import stopping_zone, zone_of

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


# The phase ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Movement(Decision):
    """[4.2, 5.1, 5.4, 5.6] The phasing player moves his units one at a time, as many as he likes, then ends the phase."""

    side: str

    def actor(self, s: BattleState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("5.1",)

    def prompt(self, s: BattleState) -> str:
        night = " Night: allowances are halved [5.15]." if s.is_night else ""
        return (
            f"Move your units one at a time, or end the movement phase [5.1].{night}{s.game.arrival_note(s, self.side)}"
        )

    def movable(self, s: BattleState, f: Front | None = None) -> list[UnitId]:
        """Ground units that may move; helicopters fly (see helicopters.py)."""
        f = f or front(s, self.side)
        on_foot = (u for u in s.units_on_map(self.side) if not s.game.helicopters >> u & 1)
        return [u for u in on_foot if not why_pinned(s, u, f)]

    def options(self, s: BattleState) -> Iterator[Action]:
        f = front(s, self.side)
        for u in self.movable(s, f):
            yield from self.moves(s, u, f)
        yield from s.game.arrivals(s, self.side)
        if s.game.why_not_end(s, self.side) is None:
            yield Action("end")

    def moves(self, s: BattleState, u: UnitId, f: Front) -> Iterator[Action]:
        """Every place the unit can move to, by the cheapest way, and every way off the map."""
        name, way = s.game.name_of(u), ways(s, u, s.loc[u], f)
        texts = way_texts(s, way)
        for h in stops(s, u, way, f):
            yield Action("move", (name, texts[h]))
        for h in ways_out(s, u, way, f):
            yield Action("exit", (name, texts[h]))

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """A random unit first, then one of its moves; sometimes an arrival; sometimes the end."""
        f = front(s, self.side)
        units = self.movable(s, f)
        k = pick(len(units) + 3)
        if k > len(units):
            action = s.game.sample_arrival(s, self.side, pick)
            if action is not None:
                return action
        if k < len(units):
            moves = list(self.moves(s, units[k], f))
            if moves:
                return moves[pick(len(moves))]
        if s.game.why_not_end(s, self.side):
            return s.game.sample_arrival(s, self.side, pick) or Action("end")
        return Action("end")

    def label(self, s: BattleState, a: Action) -> str:
        return "End the movement phase" if a.verb == "end" else Decision.label(self, s, a)

    def read(self, s: BattleState, a: Action) -> Action:
        """`move 1P 2012`, `enter 1/Ma 4830` and `exit 1P` find the cheapest way themselves."""
        if a.verb in s.game.arrival_verbs and len(a.args) == 2 and "-" not in a.args[1]:
            return s.game.complete_arrival(s, a)
        if a.verb in ("move", "exit") and a.args and a.args[0] in s.game.roster.index:
            u = s.game.unit(a.args[0])
            if s.loc[u] > 0 and (len(a.args) == 1 or "-" not in a.args[1]):
                way = ways(s, u, s.loc[u])
                if a.verb == "exit" and len(a.args) == 1:
                    out = ways_out(s, u, way)
                    if out:
                        return Action(
                            "exit", (a.args[0], path_text(s, way.path(min(out, key=lambda h: way.cost.get(h, 0)))))
                        )
                elif len(a.args) == 2 and (h := s.game.map.grid.find(a.args[1])) and h in way.cost:
                    return Action(a.verb, (a.args[0], path_text(s, way.path(h))))
        return a

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            return game.why_not_end(s, self.side)
        if a.verb in game.arrival_verbs:
            return game.check_arrival(s, self.side, a)
        if a.verb not in ("move", "exit") or len(a.args) != 2:
            return self.not_now(s, a)
        u = game.roster.index.get(a.args[0], -1)
        if u < 0 or game.side_of[u] != self.side:
            return Refusal(("5.1",), f"{a.args[0]} is not one of your units.")
        path = read_path(s, a.args[1])
        if s.loc[u] <= 0:
            return Refusal(("5.1",), f"{a.args[0]} is not on the map.")
        if path is None or path[0] != s.loc[u]:
            return Refusal(
                ("5.1",), f"A path begins where the unit is, {game.hex_name(s.loc[u])}, and names hexes of the map."
            )
        if game.helicopters >> u & 1:
            return Refusal(("5.14",), f"{a.args[0]} is a helicopter: it flies.")
        pinned = why_pinned(s, u)
        if pinned:
            return pinned
        cost, refusal = trace(s, u, path)
        if refusal:
            return refusal
        if a.verb == "exit":
            return self.check_exit(s, u, path, cost)
        if len(path) < 2:
            return Refusal(("5.1",), f"{a.args[0]} would not move.")
        return no_stopping(s, u, path[-1])

    def check_exit(self, s: BattleState, u: UnitId, path: list[Hex], cost: int) -> Refusal | None:
        """[9.10, 10.9, 10.11] Leaving the map at the end of a path."""
        game, h, rule = s.game, path[-1], s.game.exit_rule(self.side)
        if not game.exit_hexes(s, self.side) >> h & 1:
            return Refusal((rule,), f"{game.name_of(u)} may not leave the map from {game.hex_name(h)}.")
        m = march(s, u)
        if len(path) > 1 and m.stop >> h & 1:
            return Refusal(
                ("6.2" if self.side == game.egypt else "6.3",),
                f"{game.name_of(u)} must stop in {game.hex_name(h)}: it has entered an enemy zone of control.",
            )
        cost += exit_cost(s, h)
        if cost > m.budget:
            return Refusal(
                ("5.10", rule),
                f"Leaving would bring {game.name_of(u)} to {points(cost)} of {points(m.budget)} movement points.",
            )
        return None

    def details(self, s: BattleState, a: Action) -> dict[str, Any]:
        """Movement points of every step, what is left, and whether the enemy's zone waits at the end."""
        game = s.game
        if self.check(s, a) is not None:
            return {}
        if a.verb in game.arrival_verbs:
            d = game.arrival_details(s, a)
        elif a.verb in ("move", "exit"):
            u, places = game.unit(a.args[0]), a.args[1].split("-")
            path = read_path(s, a.args[1]) or []
            steps, why = walk(s, u, path)
            if a.verb == "exit":
                places.append("exited")
                steps.append(exit_cost(s, path[-1]))
                why.append(f"leaving the map [{game.exit_rule(self.side)}]")
            d = move_details(places, steps, why, march(s, u).budget)
        else:
            return {}
        end = game.map.grid.find(d["path"][-1]) if d else 0
        if end:
            d["enemy_controlled"] = bool(zone_of(s, game.enemy_of(self.side)) >> end & 1)
        return d

    def apply(self, s: BattleState, a: Action) -> None:
        game = s.game
        if a.verb == "end":
            return
        s.then(self)
        if a.verb in game.arrival_verbs:
            game.apply_arrival(s, self.side, a)
            return
        u = game.unit(a.args[0])
        path = read_path(s, a.args[1]) or []
        s.moved |= 1 << u
        if a.verb == "exit":
            leave_map(s, u, path[-1])
        else:
            s.loc[u] = path[-1]
            s.tell(
                "5.1", "{} moves from {} to {}.", a.args[0], game.hex_name(path[0]), game.hex_name(path[-1]), at=path
            )


def leave_map(s: BattleState, u: UnitId, h: Hex) -> None:
    """[9.10, 10.9, 10.11] The unit leaves for good; it does not count as eliminated."""
    game = s.game
    s.loc[u] = game.box("exited")
    s.moved |= 1 << u
    s.tell(game.exit_rule(game.side_of[u]), "{} leaves the map by {}.", game.name_of(u), game.hex_name(h), at=(h,))
    game.exited(s, u)
