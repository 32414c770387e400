"""[5.0] The Movement Phase: units move one at a time or as stacks, each once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.core import Action, Choice, Hex, Pick, Reach, Refusal, Step, Units, bits, reach

from . import airmobile, trucks
from .canal import canal_room, canal_sides_full, note_crossings
from .garrison import bound, garrison_broken, note_garrisons, uncovered
from .nations import ceased, homeward, jordan_enters_israel, pushed_into_jordan
from .stacking import LIMIT, counted, fits, overstacked, quarrel
from .state import ARAB, ISRAEL, SinaiState
from .supply import halved, judge, pull_back_supply_unit, sand_only
from .terrain import CLOSED, EdgeList, Ground
from .territory import bridges, closed, why_closed
from .war_1956 import sinai_limit
from .zones import movement_zone

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
        if game.rules.arab_supply == "clear_road_track" and game.side_of[u] == ARAB and sand_only(s) >> s.loc[u] & 1:
            return 4 if game.mechanized >> u & 1 else points  # [ruling SN-35]
        return halved(points)
    return points


def ground_of(s: SinaiState, u: int, walking: bool = False) -> Ground:
    return s.game.ground(s.game.side_of[u], walking or on_foot(s, u), bridges(s))


def edges_of(s: SinaiState, u: int, walking: bool = False) -> EdgeList:
    """[16.11, 16.12, 16.13, 16.14, 16.15] The steps open to the unit; leaving a hex under Air Strikes costs Arab units more."""
    edges = ground_of(s, u, walking).edges
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
    full = {side_ for u in units for side_ in canal_sides_full(s, u)}
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
        if (a, b) in full or (b, a) in full:
            return Refusal(
                ("24.41",), f"no more units may cross the Canal between {game.hex_name(a)} and {name} this Game-Turn"
            )
        if enemy >> b & 1 and not (overrun and last):
            return Refusal(("5.26",), f"{name} is occupied by enemy units")
        free = (overrun and last) or (overrunning and i == 0)
        if not free and stop >> a & 1:
            if i > 0:
                return Refusal(("6.2",), f"it must stop in {game.hex_name(a)}, which an enemy unit controls")
            if stop >> b & 1:
                return Refusal(
                    ("6.2",), f"it may not go from {game.hex_name(a)} directly to {name}: both are enemy-controlled"
                )
        if max(totals.values()) > budget:
            rules = ("5.29", "5.28") if any(s.unsupplied >> u & 1 for u in units) else ("5.29",)
            if side == ARAB and a in s.strikes:
                rules = (*rules, "16.13")
            return Refusal(
                rules,
                f"entering {name} brings the cost to {max(totals.values())} Movement Points; {budget} are available",
            )
        steps.append((worst, why))
    return canal_room(s, units, path) or steps


def may_rest(s: SinaiState, units: tuple[int, ...], h: int, number: int) -> Refusal | None:
    """[23.14, 24.9, 25.31, 25.32, 25.95] Limits that hold wherever a move may end, an Overrun too; the units of a stack
    are counted one after another."""
    if s.game.rules.geography == "1967" and not s.game.rules.sinai_limit:
        return None
    t = s.copy() if len(units) > 1 else s
    for u in units:
        if refusal := sinai_limit(t, u, h) or homeward(t, u, h) or garrison_broken(t, u, h, number):
            return refusal
        if t is not s:
            t.loc[u] = h
    return None


# the phase --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BeginMovement(Step):
    """[4.2, 10.21, 11.13] The Supply Phase: supply for movement is judged for both sides and holds for the phase."""

    side: str
    number: int = 1

    def phase(self) -> str:
        return f"{self.side}-supply"

    def run(self, s: SinaiState) -> None:
        if self.side == ISRAEL:
            s.moves_made += 1
        s.unsupplied = judge(s)
        mine = s.unsupplied & s.game.of_side[self.side]
        if s.log is not None and mine:
            s.tell(
                "10.21",
                "Unsupplied for movement: {}",
                s.game.names(sorted(bits(mine))),
                at=[s.loc[u] for u in bits(mine)],
            )


@dataclass(frozen=True, slots=True)
class Movement(Choice):
    """[5.0, 5.1] The Phasing Player moves as many of his units as he likes."""

    side: str
    number: int = 1
    moved: Units = 0
    boarding: Units = 0
    crowded: Hex = 0
    """[7.0] A full hex that was entered and must be relieved at once by a unit that has not moved."""

    rule = "5.0"

    def phase(self) -> str:
        return f"{self.side}-movement" + ("-2" if self.number == 2 else "")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        if self.crowded:
            return f"Move a unit out of {s.game.hex_name(self.crowded)}, which holds more than three [7.0]."
        return "Move your units; each moves once, alone or as a stack [5.0]. End the phase when done."

    # listing ----------------------------------------------------------------------------------------------
    def movers(self, s: SinaiState) -> list[int]:
        """The units that may still move."""
        units = [u for u in s.game.side_units[self.side] if may_move(s, u, self) is None]
        return [u for u in units if s.loc[u] == self.crowded] if self.crowded else units

    def may_end(self, s: SinaiState) -> Refusal | None:
        """[7.0, 25.31, 25.32] The phase may not end with a stack too high that could still be thinned out, nor with a
        garrison given up."""
        if self.crowded:
            return Refusal(("7.0",), f"{s.game.hex_name(self.crowded)} holds too many units; move one out first")
        for h in bits(overstacked(s, self.side)):
            if any(s.loc[u] == h and self._ways_out(s, u) for u in self.movers(s)):
                return Refusal(("7.0",), f"{s.game.hex_name(h)} holds too many units, and one of them can still move")
        return uncovered(s, self)

    def _ways_out(self, s: SinaiState, u: int) -> bool:
        return any(self.settles(s, u, h) is None for h in reach_of(s, u).cost)

    def settles(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        """[7.0, 23.14, 24.9, 25.31] May the unit end its move in `h` as things stand there?"""
        refusal = fits(s, (u,), h) or sinai_limit(s, u, h)
        if refusal is None and s.game.rules.geography != "1967":
            refusal = homeward(s, u, h) or garrison_broken(s, u, h, self.number)
        return refusal

    def room(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        """[5.27, 7.0, 7.11] May the unit end its move here? Into a full hex only if a unit there can make room at once."""
        refusal = fits(s, (u,), h)
        if refusal is None:
            return None
        gone = s.copy()
        gone.loc[u] = h
        frame = replace(self, moved=self.moved | 1 << u, crowded=h)
        for v in counted(gone, h, self.side):
            if v != u and may_move(gone, v, frame) is None and frame._ways_out(gone, v) and _stays_legal(gone, v, h):
                return None
        return refusal

    def destinations(self, s: SinaiState, u: int, walking: bool = False) -> tuple[Reach, list[int]]:
        """Where the unit may end its move, with the ways there."""
        r = reach_of(s, u, walking=walking)
        ends = [h for h in r.cost if self.room(s, u, h) is None and sinai_limit(s, u, h) is None]
        if s.game.rules.geography != "1967":
            if bound(s, u, self.number):
                ends = [h for h in ends if garrison_broken(s, u, h, self.number) is None]
            if pushed_into_jordan(s, u):
                ends = [h for h in ends if homeward(s, u, h) is None]
        return r, ends

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        if self.may_end(s) is None:
            yield Action("end")
        movers = self.movers(s)
        for u in movers:
            name = game.name_of(u)
            r, ends = self.destinations(s, u)
            for h in ends:
                path = r.path(h)
                if canal_room(s, (u,), path) is None:
                    yield Action("move", (name, path_word(game, path)))
            if s.entrucked >> u & 1:
                for path in trucks.detruck_paths(s, u, r, ends):
                    yield Action("detruck", (name, path_word(game, path)))
            if may_walk(s, u):
                r, ends = self.destinations(s, u, walking=True)
                for h in ends:
                    yield Action("walk", (name, path_word(game, r.path(h))))
        if not self.crowded:
            yield from self._specials(s, movers)

    def _specials(self, s: SinaiState, movers: list[int]) -> Iterator[Action]:
        from .overrun import overrun_options

        game = s.game
        yield from overrun_options(s, self, movers)
        for u in movers:
            name = game.name_of(u)
            if trucks.may_entruck(s, u, self) is None:
                yield Action("entruck", (name,))
            if game.airborne >> u & 1:
                for h in airmobile.landings(s, u, self):
                    yield Action("fly", (name, game.hex_name(h)))
            for path in exit_places(s, u, self):
                yield Action("exit", (name, path_word(game, path)))
        for u in arriving(s, self):
            for path in entry_paths(s, self, u):
                yield Action("enter", (game.name_of(u), path_word(game, path)))

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        """A random mover, then a random thing it can do."""
        from .overrun import overrun_options

        game = s.game
        movers = self.movers(s)
        newcomers = [] if self.crowded else arriving(s, self)
        if newcomers and pick(3):
            u = newcomers[pick(len(newcomers))]
            paths = list(entry_paths(s, self, u))
            if paths:
                return Action("enter", (game.name_of(u), path_word(game, paths[pick(len(paths))])))
        for _ in range(4):
            if not movers or (not self.crowded and pick(12) == 0):
                break
            u = movers[pick(len(movers))]
            walking = may_walk(s, u) and pick(6) == 0
            if not self.crowded:
                if pick(10) == 0 and (stack := self._stack_move(s, u, movers, pick)):
                    return stack
                if pick(8) == 0:
                    special = list(self._special_of(s, u))
                    if special:
                        return special[pick(len(special))]
                if pick(6) == 0:
                    overruns = list(overrun_options(s, self, [v for v in movers if s.loc[v] == s.loc[u]]))
                    if overruns:
                        return overruns[pick(len(overruns))]
            r = reach_of(s, u, walking=walking)
            ends = list(r.cost)
            for _ in range(3):
                if not ends:
                    break
                h = ends[pick(len(ends))]
                a = Action("walk" if walking else "move", (game.name_of(u), path_word(game, r.path(h))))
                if self._end_check(s, (u,), h) is None and canal_room(s, (u,), r.path(h)) is None:
                    return a
        if self.may_end(s) is None:
            return Action("end")
        return Choice.sample(self, s, pick)

    def _stack_move(self, s: SinaiState, u: int, movers: list[int], pick: Pick) -> Action | None:
        """[5.13] A random move of the unit together with others of its hex, if there is one."""
        game = s.game
        stack = [v for v in movers if s.loc[v] == s.loc[u]][:3]
        if len(stack) < 2:
            return None
        r = reach_of(s, min(stack, key=lambda v: (allowance(s, v), v)))
        ends = list(r.cost)
        for _ in range(3 if ends else 0):
            word = "+".join(game.name_of(v) for v in stack)
            a = Action("move", (word, path_word(game, r.path(ends[pick(len(ends))]))))
            if self.check(s, a) is None:
                return a
        return None

    def _special_of(self, s: SinaiState, u: int) -> Iterator[Action]:
        game, name = s.game, s.game.name_of(u)
        if trucks.may_entruck(s, u, self) is None:
            yield Action("entruck", (name,))
        if s.entrucked >> u & 1:
            r, ends = self.destinations(s, u)
            for path in trucks.detruck_paths(s, u, r, ends):
                yield Action("detruck", (name, path_word(game, path)))
        if game.airborne >> u & 1:
            for h in airmobile.landings(s, u, self):
                yield Action("fly", (name, game.hex_name(h)))

    # judging ----------------------------------------------------------------------------------------------
    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "end" and not a.args:
            return self.may_end(s)
        if a.verb == "entruck" and len(a.args) == 1:
            u = _unit(s, a.args[0])
            return (
                u
                if isinstance(u, Refusal)
                else self._crowd(s, u) or may_move(s, u, self) or trucks.may_entruck(s, u, self)
            )
        if a.verb in ("move", "walk", "detruck", "overrun", "exit", "fly", "enter") and len(a.args) == 2:
            units, path = read_units(s, a.args[0]), read_path(s, a.args[1], off=a.verb == "exit")
            if isinstance(units, Refusal):
                return units
            if isinstance(path, Refusal):
                return path
            return self._check_move(s, a.verb, units, path)
        return self.not_now(s, a)

    def _crowd(self, s: SinaiState, u: int) -> Refusal | None:
        if self.crowded and s.loc[u] != self.crowded:
            return Refusal(("7.0",), f"first move a unit out of {s.game.hex_name(self.crowded)}, which holds too many")
        return None

    def _check_move(self, s: SinaiState, verb: str, units: tuple[int, ...], path: list[int]) -> Refusal | None:
        from .overrun import check_overrun

        game = s.game
        if verb == "enter":
            return check_entry(s, self, units[0], path) if len(units) == 1 else self.not_now(s, Action(verb))
        for u in units:
            if refusal := self._crowd(s, u) or may_move(s, u, self):
                return refusal
        if verb == "fly":
            if len(units) != 1 or len(path) != 1:
                return Refusal(("17.0",), "name one airborne unit and its landing hex")
            return airmobile.may_land(s, units[0], path[0], self)
        if refusal := same_start(s, units, path):
            return refusal
        if verb == "overrun":
            return self._crowd(s, units[0]) or check_overrun(s, units, path, number=self.number)
        if verb == "exit":
            good = len(units) == 1 and path in list(exit_places(s, units[0], self))
            return None if good else Refusal(("24.33",), f"{game.name_of(units[0])} cannot leave the map by that way")
        if verb == "detruck":
            return trucks.check_detruck(s, units, path, self)
        if len(path) < 2:
            return Refusal(("5.0",), "a move needs at least one hex to enter")
        walking = verb == "walk"
        if walking and (bad := [u for u in units if not may_walk(s, u)]):
            return Refusal(("24.32",), f"{game.name_of(bad[0])} may not move as infantry")
        steps = trace(s, units, path, walking=walking)
        if isinstance(steps, Refusal):
            return steps
        return self._end_check(s, units, path[-1])

    def _end_check(self, s: SinaiState, units: tuple[int, ...], h: int) -> Refusal | None:
        refusal = self.room(s, units[0], h) if len(units) == 1 else fits(s, units, h)
        return refusal or may_rest(s, units, h, self.number)

    def read(self, s: SinaiState, a: Action) -> Action:
        """Complete `move Iska 2121` (a destination) with the cheapest path."""
        if a.verb in ("move", "walk") and len(a.args) == 2 and "-" not in a.args[1]:
            units = read_units(s, a.args[0])
            h = s.game.map.grid.find(a.args[1])
            if not isinstance(units, Refusal) and h and s.loc[units[0]] > 0:
                slowest = min(units, key=lambda u: (allowance(s, u), u))
                r = reach_of(s, slowest, walking=a.verb == "walk")
                if h in r.cost:
                    return Action(a.verb, (a.args[0], path_word(s.game, r.path(h))))
                return Action(a.verb, (a.args[0], f"{s.game.hex_name(s.loc[units[0]])}-{a.args[1]}"))
        return a

    def details(self, s: SinaiState, a: Action) -> dict[str, Any]:
        """Cost and reason of every step."""
        if len(a.args) != 2 or a.verb not in ("move", "walk", "detruck", "overrun", "enter", "exit", "fly"):
            return {}
        units, path = read_units(s, a.args[0]), read_path(s, a.args[1], off=a.verb == "exit")
        if isinstance(units, Refusal) or isinstance(path, Refusal):
            return {}
        if a.verb == "fly":
            hexes = s.game.map.grid.distance(s.loc[units[0]], path[0])
            return {"path": [s.game.hex_name(s.loc[units[0]]), a.args[1]], "hexes": hexes}
        if a.verb == "enter":
            return _entry_details(s, units[0], path)
        on_map = [h for h in path if h]
        have = 1 if a.verb == "walk" else min(allowance(s, u) for u in units)
        walked = trace(s, units, on_map, walking=a.verb == "walk", overrun=a.verb == "overrun")
        return move_details(s, on_map, walked, have, movement_zone(s, self.side))

    # doing ------------------------------------------------------------------------------------------------
    def apply(self, s: SinaiState, a: Action) -> None:
        from .overrun import begin_overrun

        if a.verb == "end":
            s.then(EndMovement(self.side, self.boarding, self.number))
            return
        u = s.game.unit(a.args[0].split("+")[0])
        if a.verb == "entruck":
            s.then(replace(self, boarding=self.boarding | 1 << u))
            s.tell("15.0", "{} begins to board its trucks", a.args[0], at=(s.loc[u],))
            return
        units = tuple(s.game.unit(n) for n in a.args[0].split("+"))
        moved = replace(self, moved=self.moved | sum(1 << v for v in units), crowded=0)
        if a.verb == "fly":
            s.then(moved)
            airmobile.fly(s, u, s.game.hex(a.args[1]))
            return
        path = [s.game.hex(h) for h in a.args[1].split("-") if h != "off"]
        if a.verb == "overrun":
            s.then(moved)
            begin_overrun(s, units, path, number=self.number)
            return
        if a.verb == "exit":
            s.then(moved)
            if s.game.sam >> u & 1:
                s.eliminate(u, "25.71")  # [ruling SN-85]
            else:
                s.leave_map(u, "24.33")
            return
        crowded = path[-1] if fits(s, units, path[-1]) else 0
        s.then(replace(moved, crowded=crowded))
        move_along(s, units, path)
        if a.verb == "detruck":
            trucks.detruck(s, units)


@dataclass(frozen=True, slots=True)
class EndMovement(Step):
    """[15.0] At the end of the Movement Phase boarding units are entrucked."""

    side: str
    boarding: Units
    number: int = 1

    def run(self, s: SinaiState) -> None:
        from .war_1973 import note_west_bank

        s.entrucked |= self.boarding
        if self.side == ISRAEL:
            note_garrisons(s, ISRAEL)
            note_west_bank(s)


def move_details(
    s: SinaiState, path: list[int], walked: Refusal | list[tuple[int, str]], have: int, controlled: int
) -> dict[str, Any]:
    """What a player wants to know of a move: points, path, the cost of each step and why."""
    if isinstance(walked, Refusal):
        return {"warning": str(walked)}
    total = sum(cost for cost, _ in walked)
    return {
        "cost": total,
        "left": have - total,
        "path": [s.game.hex_name(h) for h in path],
        "steps": [cost for cost, _ in walked],
        "why": [why for _, why in walked],
        "enemy_controlled": bool(controlled >> path[-1] & 1),
    }


def _entry_details(s: SinaiState, u: int, path: list[int]) -> dict[str, Any]:
    """[25.4] The same for a unit that comes over the map edge: the first step is its entry hex."""
    entry = dict(entry_costs(s, u)).get(path[0])
    here, s = s.loc[u], s.copy()
    s.loc[u] = path[0]
    walked = trace(s, (u,), path, spent=entry or 0)
    s.loc[u] = here
    if entry is None or isinstance(walked, Refusal):
        return {}
    return move_details(
        s, path, [(entry, "over the map edge [25.4]"), *walked], allowance(s, u), movement_zone(s, ARAB)
    )


def _stays_legal(s: SinaiState, v: int, h: int) -> bool:
    """Would hex `h` be in order once `v` has left it?"""
    rest = [u for u in counted(s, h, s.game.side_of[v]) if u != v]
    return len(rest) <= LIMIT and quarrel(s, rest) is None


# moving -----------------------------------------------------------------------------------------------------
def move_along(s: SinaiState, units: tuple[int, ...], path: list[int]) -> None:
    """Put the units at the end of their path and do everything that follows from where they passed."""
    game = s.game
    side = game.side_of[units[0]]
    for u in units:
        s.loc[u] = path[-1]
        if u == game.supply_unit:
            s.trail += tuple(path[1:])
    note_crossings(s, units, path)
    if len(path) > 1 and s.log is not None:
        s.tell(
            "5.0", "{} moves from {} to {}", game.names(units), game.hex_name(path[0]), game.hex_name(path[-1]), at=path
        )
    passed = sum({1 << h for h in path})
    after_entering(s, side, units, passed)


def after_entering(s: SinaiState, side: str, units: tuple[int, ...], passed: int, retreating: bool = False) -> None:
    """[10.15, 20.2, 21.1, 25.22, 25.93] Units have entered hexes, by movement or in combat."""
    from .bar_lev import restore_bar_lev

    s.pass_through(side, passed)
    if side == ARAB:
        if s.dormant:
            wake(s, passed)
        jordan_enters_israel(s, units, passed)
    elif not retreating:
        restore_bar_lev(s, passed)  # [25.22] a retreat mans nothing (ruling SN-93)
    pull_back_supply_unit(s)


def wake(s: SinaiState, passed: int) -> None:
    """[20.2] Face-down units wake as soon as an Arab unit in Israel comes next to them."""
    near = s.game.map.grid.spread(passed & s.game.israel_land)
    for u in bits(s.dormant):
        if near >> max(s.loc[u], 0) & 1:
            s.dormant &= ~(1 << u)
            s.tell(
                "20.2", "{} in {} is mobilized at once", s.game.name_of(u), s.game.hex_name(s.loc[u]), at=(s.loc[u],)
            )


def may_walk(s: SinaiState, u: int) -> bool:
    """[24.32, 26.42] May a mechanized unit move as infantry for this phase?"""
    game = s.game
    return game.side_of[u] in game.rules.mech_as_infantry and bool(game.mechanized >> u & 1)


def exit_places(s: SinaiState, u: int, frame: Movement) -> Iterator[list[int]]:
    """[24.33, 16.11] Ways off the map: leaving an edge hex costs one Movement Point, and three for every Air Strike on it
    (ruling SN-78)."""
    game = s.game
    if not game.rules.leave_map or garrison_broken(s, u, 0, frame.number):
        return
    r, points = reach_of(s, u), allowance(s, u)
    stop = movement_zone(s, frame.side)
    for h, cost in ((r.start, 0), *r.cost.items()):
        toll = 1 + (AIR_STRIKE * s.strikes.count(h) if frame.side == ARAB else 0)
        if game.edge_hexes >> h & 1 and cost + toll <= points and (h == r.start or not stop >> h & 1):
            yield [*(r.path(h) if h != r.start else [h]), 0]


# reinforcements that enter over the map edge --------------------------------------------------------------------
def arriving(s: SinaiState, frame: Movement) -> list[int]:
    """[25.4] Units that may enter over a map edge now."""
    if frame.crowded:
        return []
    from .reinforcements import due_at_edge

    return [u for u in due_at_edge(s, frame.side, frame.number) if not frame.moved >> u & 1]


def entry_costs(s: SinaiState, u: int) -> list[tuple[int, int]]:
    """[25.4] The edge hexes of the unit's front with what they cost to enter from outside: the road rate where a road
    runs off the map, else the plain terrain."""
    game = s.game
    ground = ground_of(s, u)
    found = []
    for h in bits(game.home_edge[game.front[u]]):
        terrain = game.map.terrain_at[h]
        row = f"road_{terrain}" if game.roads_off_map >> h & 1 and terrain != "clear" else terrain
        if ground.chart[row] != "P":
            found.append((h, int(ground.chart[row])))
    return found


def entry_reach(s: SinaiState, u: int) -> dict[int, tuple[int, list[int]]]:
    """[25.4] Where an arriving unit can get to: cost and path, the entry hex paid for."""
    game = s.game
    found: dict[int, tuple[int, list[int]]] = {}
    enemy, stop = s.hexes_of(ISRAEL), movement_zone(s, ARAB)
    points, edges = allowance(s, u), edges_of(s, u)
    for h, cost in entry_costs(s, u):
        if enemy >> h & 1 or closed(s, u) >> h & 1 or cost > points:
            continue
        ways = {h: (cost, [h])}
        if not stop >> h & 1:
            near = game.map.grid.within(h, points)
            r = reach(edges, h, points, blocked=(enemy | closed(s, u)) & near, stop=stop, spent=cost)
            ways.update({x: (c, r.path(x)) for x, c in r.cost.items()})
        for x, way in ways.items():
            if x not in found or way[0] < found[x][0]:
                found[x] = way
    return found


def entry_paths(s: SinaiState, frame: Movement, u: int) -> Iterator[list[int]]:
    for h, (_, path) in entry_reach(s, u).items():
        if fits(s, (u,), h) is None:
            yield path


def check_entry(s: SinaiState, frame: Movement, u: int, path: list[int]) -> Refusal | None:
    game = s.game
    if u not in arriving(s, frame):
        return Refusal(("25.4",), f"{game.name_of(u)} does not arrive now")
    found = entry_reach(s, u)
    if path[-1] not in found or path[0] not in {h for h, _ in entry_costs(s, u)}:
        return Refusal(
            ("25.4",),
            f"{game.name_of(u)} cannot get to {game.hex_name(path[-1])} from its map edge with {allowance(s, u)} Movement Points",
        )
    if path != found[path[-1]][1]:
        return Refusal(("25.4",), f"say the path {path_word(game, found[path[-1]][1])}")
    return fits(s, (u,), path[-1])


# words ------------------------------------------------------------------------------------------------------
def path_word(game: Any, path: list[int]) -> str:
    names = game.map.grid.names
    return "-".join([names[h] if h > 0 else "off" for h in path])


def _unit(s: SinaiState, name: str) -> int | Refusal:
    return (
        s.game.roster.index[name]
        if name in s.game.roster.index
        else Refusal(("5.0",), f"there is no unit called {name}")
    )


def read_units(s: SinaiState, word: str) -> tuple[int, ...] | Refusal:
    units = []
    for name in word.split("+"):
        u = _unit(s, name)
        if isinstance(u, Refusal):
            return u
        units.append(u)
    if len(set(units)) != len(units):
        return Refusal(("5.13",), "a unit is named twice")
    return tuple(units)


def read_path(s: SinaiState, word: str, off: bool = False) -> list[int] | Refusal:
    path = []
    names = word.split("-")
    for i, name in enumerate(names):
        if off and name == "off" and i == len(names) - 1:
            path.append(0)
            continue
        h = s.game.map.grid.find(name)
        if not h:
            return Refusal(("5.0",), f"there is no hex {name} on the map")
        path.append(h)
    return path


def same_start(s: SinaiState, units: tuple[int, ...], path: list[int]) -> Refusal | None:
    """[5.0, 7.12, 11.12] A stack begins in one hex, and the path begins there."""
    game = s.game
    if len({s.loc[u] for u in units}) > 1:
        return Refusal(("7.12",), "units move as a stack only if they begin the Movement Phase in the same hex")
    if path[0] != s.loc[units[0]]:
        return Refusal(
            ("5.0",), f"{game.name_of(units[0])} is in {game.hex_name(s.loc[units[0]])}; the path must begin there"
        )
    return None
