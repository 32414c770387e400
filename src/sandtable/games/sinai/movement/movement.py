"""[5.0] The Movement Phase: units move one at a time or as stacks, each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.core import Action, Choice, Hex, Pick, Reach, Refusal, Units, bits

from ..air import airmobile
from ..land.canal import canal_room
from ..politics.agreement import OFFER, Agreement, sometimes_offer
from ..politics.garrison import bound, uncovered
from ..politics.nations import pushed_into_jordan
from ..state import SinaiState
from . import trucks
from .allowance import allowance, may_move, may_walk
from .entering import leave_over_edge, move_along
from .map_edge import arriving, check_entry, check_exit, entry_details, entry_paths, entry_walks, exit_places, exit_toll
from .overrun import begin_overrun, check_overrun, overrun_options
from .paths import move_details, reach_of, trace
from .phase import EndMovement
from .rest import may_rest, same_start
from .stacking import fits, overstacked
from .words import path_word, read_path, read_unit, read_units
from .zones import movement_zone


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
            if any(s.loc[u] == h and any(self.ways_out(s, u)) for u in self.movers(s)):
                return Refusal(("7.0",), f"{s.game.hex_name(h)} holds too many units, and one of them can still move")
        return uncovered(s, self)

    def ways_out(self, s: SinaiState, u: int) -> Iterator[list[int]]:
        """The moves of the unit that end where there is room for it."""
        r = reach_of(s, u)
        for h in r.cost:
            if self.settles(s, u, h) is None and canal_room(s, (u,), r.path(h)) is None:
                yield r.path(h)

    def settles(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        """[7.0, 23.14, 24.9, 25.31] May the unit end its move in `h` as things stand there?"""
        return fits(s, (u,), h) or may_rest(s, (u,), h, self.number)

    def room(self, s: SinaiState, units: tuple[int, ...], path: list[int]) -> Refusal | None:
        """[5.27, 7.0, 7.11] May the units end their move here? Into a full hex only if units there can make room at once,
        after all that the move itself changes (ruling SN-99). A unit on the map with a path of one hex flies."""
        refusal = fits(s, units, path[-1])
        if refusal is None or self.crowded or canal_room(s, units, path):
            return refusal
        gone = s.copy()
        if len(path) == 1 and s.loc[units[0]] > 0:
            airmobile.fly(gone, units[0], path[0])
        else:
            move_along(gone, units, path)
        frame = replace(self, moved=self.moved | sum(1 << u for u in units), crowded=path[-1])
        return None if frame.relievable(gone) else refusal

    def relievable(self, s: SinaiState) -> bool:
        """[7.0] Can the crowded hex be put in order by units that have not moved?"""
        if not overstacked(s, self.side) >> self.crowded & 1:
            return True
        for u in self.movers(s):
            for path in self.ways_out(s, u):
                if self._relieved(s, (u,), path):
                    return True
        return False

    def _relieved(self, s: SinaiState, units: tuple[int, ...], path: list[int]) -> bool:
        """Would the crowded hex be in order after this move, or could it still be put in order?"""
        after = s.copy()
        move_along(after, units, path)
        return replace(self, moved=self.moved | sum(1 << u for u in units)).relievable(after)

    def destinations(self, s: SinaiState, u: int, walking: bool = False) -> tuple[Reach, list[int]]:
        """Where the unit may end its move, with the ways there."""
        r = reach_of(s, u, walking=walking)
        ends = [h for h in r.cost if fits(s, (u,), h) is None or self.room(s, (u,), r.path(h)) is None]
        if s.game.rules.sinai_limit or bound(s, u, self.number) or pushed_into_jordan(s, u):
            ends = [h for h in ends if may_rest(s, (u,), h, self.number) is None]
        if self.crowded:
            ends = [h for h in ends if self._relieved(s, (u,), r.path(h))]
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
                for path in trucks.detruck_paths(s, u, r, ends, staying=not self.crowded):
                    yield Action("detruck", (name, path_word(game, path)))
            if may_walk(s, u):
                r, ends = self.destinations(s, u, walking=True)
                for h in ends:
                    yield Action("walk", (name, path_word(game, r.path(h))))
        if not self.crowded:
            yield from self._specials(s, movers)
            if s.game.rules.ceasefire:
                yield Action("offer")

    def _specials(self, s: SinaiState, movers: list[int]) -> Iterator[Action]:
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
            for path in entry_walks(s, self, u):
                yield Action("walk", (game.name_of(u), path_word(game, path)))

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        """A random mover, then a random thing it can do."""
        game = s.game
        if not self.crowded and sometimes_offer(s, pick):
            return Action("offer")
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
                if self.ends(s, (u,), r.path(h)) is None and canal_room(s, (u,), r.path(h)) is None:
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
            for path in trucks.detruck_paths(s, u, r, ends, staying=True):
                yield Action("detruck", (name, path_word(game, path)))
        if game.airborne >> u & 1:
            for h in airmobile.landings(s, u, self):
                yield Action("fly", (name, game.hex_name(h)))
        for path in exit_places(s, u, self):
            yield Action("exit", (name, path_word(game, path)))

    # judging ----------------------------------------------------------------------------------------------
    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "end" and not a.args:
            return self.may_end(s)
        leaving = a.verb in ("move", "walk", "detruck") and len(a.args) == 2 and "-" in a.args[1]
        if self.crowded and not leaving:
            return self._first_make_room(s)
        if a.verb == "offer" and not a.args and s.game.rules.ceasefire:
            return None
        if a.verb == "entruck" and len(a.args) == 1:
            u = read_unit(s, a.args[0])
            return u if isinstance(u, Refusal) else may_move(s, u, self) or trucks.may_entruck(s, u, self)
        if a.verb in ("move", "walk", "detruck", "overrun", "exit", "fly", "enter") and len(a.args) == 2:
            units, path = read_units(s, a.args[0]), read_path(s, a.args[1], off=a.verb == "exit")
            if isinstance(units, Refusal):
                return units
            if isinstance(path, Refusal):
                return path
            return self._check_move(s, a.verb, units, path)
        return self.not_now(s, a)

    def _first_make_room(self, s: SinaiState) -> Refusal:
        return Refusal(("7.0",), f"First move a unit out of {s.game.hex_name(self.crowded)}, which holds too many")

    def _check_move(self, s: SinaiState, verb: str, units: tuple[int, ...], path: list[int]) -> Refusal | None:
        game = s.game
        if verb == "enter" or (verb == "walk" and units[0] in arriving(s, self)):
            return (
                check_entry(s, self, units[0], path, verb == "walk")
                if len(units) == 1
                else self.not_now(s, Action(verb))
            )
        for u in units:
            if self.crowded and s.loc[u] != self.crowded:
                return self._first_make_room(s)
            if refusal := may_move(s, u, self):
                return refusal
        if verb == "fly":
            if len(units) != 1 or len(path) != 1:
                return Refusal(("17.0",), "Name one airborne unit and its landing hex")
            return airmobile.may_land(s, units[0], path[0], self)
        if refusal := same_start(s, units, path):
            return refusal
        if verb == "overrun":
            return check_overrun(s, units, path, number=self.number)
        if verb == "exit":
            return check_exit(s, self, units, path)
        if verb == "detruck":
            return trucks.check_detruck(s, units, path, self)
        if len(path) < 2:
            return Refusal(("5.0",), "A move needs at least one hex to enter")
        walking = verb == "walk"
        if walking and (bad := [u for u in units if not may_walk(s, u)]):
            return Refusal(("24.32",), f"{game.name_of(bad[0])} may not move as infantry")
        steps = trace(s, units, path, walking=walking)
        if isinstance(steps, Refusal):
            return steps
        return self.ends(s, units, path)

    def ends(self, s: SinaiState, units: tuple[int, ...], path: list[int]) -> Refusal | None:
        """[7.0] May the units end their move there?"""
        refusal = self.room(s, units, path) or may_rest(s, units, path[-1], self.number)
        if refusal is None and self.crowded and not self._relieved(s, units, path):
            return Refusal(("7.0",), f"{s.game.hex_name(self.crowded)} would still hold too many units")
        return refusal

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
            return airmobile.flight_details(s, units[0], path[0])
        if a.verb == "enter" or s.loc[units[0]] <= 0:
            return entry_details(s, units[0], path, a.verb == "walk")
        on_map = [h for h in path if h]
        have = 1 if a.verb == "walk" else min(allowance(s, u) for u in units)
        walked = trace(s, units, on_map, walking=a.verb == "walk", overrun=a.verb == "overrun")
        toll = exit_toll(s, self.side, on_map[-1]) if a.verb == "exit" else trucks.DETRUCK if a.verb == "detruck" else 0
        return move_details(s, on_map, walked, have, movement_zone(s, self.side), toll)

    def label(self, s: SinaiState, a: Action) -> str:
        """The option as a button says it."""
        if a.verb == "end":
            return f"End the {'Second ' if self.number == 2 else ''}Movement Phase"
        if a.verb == "offer":
            return OFFER
        names = a.args[0].replace("+", ", ")
        if a.verb == "entruck":
            return f"Entruck {names} (it stays where it is in this phase)"
        to = a.args[1].removesuffix("-off").split("-")[-1]
        forms = {
            "walk": "Move {} as infantry to {}",
            "detruck": "Move {} to {} and detruck" if "-" in a.args[1] else "Detruck {} in {}",
            "overrun": "Overrun with {} the enemy in {}",
            "exit": "Take {} off the map from {}, for good",
            "fly": "Fly {} to {}",
        }
        return forms[a.verb].format(names, to) if a.verb in forms else ""

    # doing ------------------------------------------------------------------------------------------------
    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "end":
            s.then(EndMovement(self.side, self.boarding, self.number))
            return
        if a.verb == "offer":
            s.then(Agreement(self.side), self)
            return
        u = s.game.unit(a.args[0].split("+")[0])
        if a.verb == "entruck":
            s.then(replace(self, boarding=self.boarding | 1 << u))
            s.tell("15.0", "{} begins to board its trucks", a.args[0], at=(s.loc[u],))
            return
        units = tuple(s.game.unit(n) for n in a.args[0].split("+"))
        moved = replace(self, moved=self.moved | sum(1 << v for v in units), crowded=0)
        if a.verb == "fly":
            airmobile.fly(s, u, s.game.hex(a.args[1]))
            s.then(replace(moved, crowded=self._crowd_in(s, s.loc[u])))
            return
        path = [s.game.hex(h) for h in a.args[1].split("-") if h != "off"]
        if a.verb == "overrun":
            s.then(moved)
            begin_overrun(s, units, path, number=self.number)
            return
        if a.verb == "exit":
            s.then(moved)
            if len(path) > 1:
                move_along(s, units, path)
            leave_over_edge(s, u, path[-1])
            return
        move_along(s, units, path)
        s.then(replace(moved, crowded=self._crowd_in(s, self.crowded or path[-1])))
        if a.verb == "detruck":
            trucks.detruck(s, units)

    def _crowd_in(self, s: SinaiState, h: int) -> int:
        return h if overstacked(s, self.side) >> h & 1 else 0
