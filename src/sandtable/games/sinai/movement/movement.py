"""[5.0] The Movement Phase: units move one at a time or as stacks, each once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import END, Action, Choice, Hex, Parts, Pick, Refusal, Units, bits, refuse, say
from sandtable.core.facts import DetailsFacts

from ..air.airmobile import flight_details, may_land
from ..air.landing import fly
from ..politics.agreement import OFFER, Agreement
from ..state import SinaiState
from . import trucks
from .allowance import allowance, may_move, may_walk, movable
from .chance_moves import random_action
from .crowding import may_end_move, ways_out
from .entering import leave_over_edge, move_along
from .gaps import uncovered
from .listing import able, ends_of, everything, of_verb
from .map_edge import arriving, check_entry, check_exit, entry_details, exit_toll
from .overrun import begin_overrun, check_overrun
from .paths import move_details, trace
from .phase import EndMovement
from .rest import same_start
from .short_forms import completed
from .stacking import overstacked, too_many
from .unreachable import why_no_detruck, why_no_exit, why_no_overrun, why_unreachable
from .words import read_move
from .zones import movement_zone

MOVES = ("move", "walk", "detruck", "overrun", "exit", "fly", "enter")
"""Verbs that take units and a way."""


@dataclass(frozen=True, slots=True)
class Movement(Choice[SinaiState]):
    """[5.0, 5.1] The Phasing Player moves as many of his units as he likes."""

    side: str
    number: int = 1
    moved: Units = 0
    boarding: Units = 0
    crowded: Hex = 0
    """[7.0] A full hex that was entered and must be relieved at once by a unit that has not moved."""

    rule = "5.0"
    verbs = ("end", "move", "detruck", "walk", "overrun", "entruck", "fly", "exit", "enter", "offer")

    def phase(self) -> str:
        return f"{self.side}-movement" + ("-2" if self.number == 2 else "")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        if self.crowded:
            hex_name = s.game.hex_name(self.crowded)
            return say("Move a unit out of {hex}: it holds more than 3 [7.0].", hex=hex_name)
        return say("Move any of your units, each once, alone or as a stack, then go on [5.0].")

    # listing ----------------------------------------------------------------------------------------------
    def movers(self, s: SinaiState) -> list[int]:
        """The units that may still move."""
        units = sorted(bits(movable(s, self)))
        return [u for u in units if s.loc[u] == self.crowded] if self.crowded else units

    def may_end(self, s: SinaiState) -> Refusal | None:
        """[7.0, 25.31, 25.32] The phase may not end with a stack too high that could still be thinned out, nor with a
        garrison given up."""
        if self.crowded:
            text = "{hex} holds too many units; move one out first."
            return refuse("7.0", text, hex=s.game.hex_name(self.crowded))
        for h in bits(overstacked(s, self.side)):
            if any(s.loc[u] == h and any(ways_out(s, self, u)) for u in self.movers(s)):
                text = "{hex} holds too many units, and one of them can still move."
                return refuse("7.0", text, hex=s.game.hex_name(h))
        return uncovered(s, self)

    def options(self, s: SinaiState) -> Iterator[Action]:
        if self.may_end(s) is None:
            yield Action("end")
        yield from everything(s, self)
        if not self.crowded and s.game.rules.ceasefire:
            yield Action("offer")

    def words(self, s: SinaiState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        if not prefix:
            return tuple(verb for verb in self.verbs if self._possible(s, verb))
        verb, *named = prefix
        if verb in ("end", "offer"):
            return (END,) if not named and self._possible(s, verb) else ()
        if not named and verb != "overrun":
            return tuple(dict.fromkeys(s.game.roster.names[u] for u in able(s, self, verb)))
        unit = -1 if verb == "overrun" else s.game.roster.index.get(named[0], -2)
        if verb == "move" and len(named) == 1 and unit in self.movers(s):
            return tuple(s.game.map.grid.names[h] for h in ends_of(s, self, unit)[1])
        n, spelled = len(prefix), (self.spell(s, a) for a in of_verb(s, self, verb, unit))
        return tuple(dict.fromkeys((*words, END)[n] for words in spelled if words[:n] == prefix))

    def _possible(self, s: SinaiState, verb: str) -> bool:
        """Can anything be done with this verb now?"""
        if verb == "end":
            return self.may_end(s) is None
        if verb == "offer":
            return not self.crowded and s.game.rules.ceasefire
        if verb == "overrun":
            return any(of_verb(s, self, verb))
        return bool(able(s, self, verb))

    def spell(self, s: SinaiState, a: Action) -> tuple[str, ...]:
        """A way off the map is named by its last hex."""
        if a.verb == "exit":
            return (a.verb, a.args[0], str(s.game.hex_name(s.game.parts(a).to)))
        return Choice.spell(self, s, a)

    def spelled(self, s: SinaiState, words: tuple[str, ...]) -> Action:
        if words[0] in ("end", "offer"):
            return Action(words[0])
        unit = -1 if words[0] == "overrun" or len(words) < 2 else s.game.roster.index.get(words[1], -2)
        for a in of_verb(s, self, words[0], unit):
            if self.spell(s, a) == words:
                return a
        raise ValueError(f"no option is spelled {' '.join(words)!r}")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        return random_action(s, self, pick) or Choice.sample(self, s, pick)

    # judging ----------------------------------------------------------------------------------------------
    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "end" and not a.args:
            return self.may_end(s)
        if self.crowded and not (a.verb in ("move", "walk", "detruck") and len(s.game.parts(a).path) > 1):
            return self._first_make_room(s)
        if a.verb == "offer" and not a.args and s.game.rules.ceasefire:
            return None
        if not (a.verb == "entruck" and len(a.args) == 1) and not (a.verb in MOVES and len(a.args) == 2):
            return self.not_now(s, a)
        p = read_move(s, a)
        if isinstance(p, Refusal):
            return p
        if a.verb == "entruck":
            return may_move(s, p.unit, self) or trucks.may_entruck(s, p.unit, self)
        if not p.path or any(h < 0 for h in p.path) or (p.words and a.verb != "exit"):
            return self.not_now(s, a)
        return self._check_move(s, p)

    def _first_make_room(self, s: SinaiState) -> Refusal:
        text = "First move a unit out of {hex}, which holds too many."
        return refuse("7.0", text, hex=s.game.hex_name(self.crowded))

    def _check_move(self, s: SinaiState, p: Parts) -> Refusal | None:
        units, path = p.units, list(p.path)
        if p.verb == "enter" or (p.verb == "walk" and p.unit in arriving(s, self)):
            if len(units) > 1:
                return refuse("25.4", "Units come over the map edge one at a time.")
            return check_entry(s, self, p.unit, path, p.verb == "walk")
        for u in units:
            if self.crowded and s.loc[u] != self.crowded:
                return self._first_make_room(s)
            if refusal := may_move(s, u, self):
                return refusal
        if p.verb == "fly":
            if len(units) != 1 or len(path) != 1:
                return refuse("17.0", "Name one airborne unit and its landing hex.")
            return may_land(s, p.unit, p.to, self)
        named = len({s.loc[u] for u in units}) == 1 and len(path) == 1 and not p.words
        if named and (p.verb != "detruck" or p.to != s.loc[p.unit]):
            return self._check_destination(s, p)
        if p.verb == "exit":
            return same_start(s, units, path) or check_exit(s, self, units, [*path, 0] if p.words else path)
        if refusal := same_start(s, units, path):
            return refusal
        if p.verb == "overrun":
            return check_overrun(s, units, path, number=self.number)
        if p.verb == "detruck":
            return trucks.check_detruck(s, units, path, self)
        walking = p.verb == "walk"
        if walking and (bad := [u for u in units if not may_walk(s, u)]):
            return refuse("24.32", "{unit} may not move as infantry.", unit=s.game.name_of(bad[0]))
        steps = trace(s, units, path, 0, walking)
        return steps if isinstance(steps, Refusal) else may_end_move(s, self, units, path)

    def _check_destination(self, s: SinaiState, p: Parts) -> Refusal:
        """[5.2, 5.29, 6.2] Only the end was named, and no way was found to complete it with (`read`)."""
        if p.verb == "overrun":
            return why_no_overrun(s, p.units, p.to, self.number)
        if p.verb == "detruck":
            return why_no_detruck(s, self, p.units, p.to)
        if p.verb == "exit":
            return why_no_exit(s, self, p.units, p.to)
        if p.verb == "walk" and (bad := [u for u in p.units if not may_walk(s, u)]):
            return refuse("24.32", "{unit} may not move as infantry.", unit=s.game.name_of(bad[0]))
        return why_unreachable(s, p.units, p.to, p.verb == "walk")

    def read(self, s: SinaiState, a: Action) -> Action:
        """Complete `move Iska 2121` (a destination) with the cheapest path."""
        return completed(s, self, a)

    # what a player would like to know -----------------------------------------------------------------------
    def details(self, s: SinaiState, a: Action) -> DetailsFacts:
        """Cost and reason of every step."""
        p = s.game.parts(a)
        if a.verb not in MOVES or not p.units or not p.hexes:
            return {}
        if a.verb == "fly":
            return flight_details(s, p.unit, p.to)
        path, walking = list(p.hexes), a.verb == "walk"
        if a.verb == "enter" or s.loc[p.unit] <= 0:
            return entry_details(s, p.unit, path, walking)
        have = 1 if walking else min(allowance(s, u) for u in p.units)
        walked = trace(s, p.units, path, 0, walking, False, a.verb == "overrun")
        toll = exit_toll(s, self.side, path[-1]) if a.verb == "exit" else trucks.DETRUCK if a.verb == "detruck" else 0
        return move_details(s, path, walked, have, movement_zone(s, self.side), toll)

    def label(self, s: SinaiState, a: Action) -> str:
        """The option as a button says it."""
        if a.verb == "end":
            return say("Done moving") if self.number == 2 else say("Done moving, go to the fights")
        if a.verb == "offer":
            return OFFER
        p = s.game.parts(a)
        units, there = s.game.names(p.units), s.game.hex_name(p.to)
        match a.verb:
            case "entruck":
                return say("Entruck {units} (it stays where it is in this phase)", units=units)
            case "walk":
                return say("Move {units} as infantry to {hex}", units=units, hex=there)
            case "detruck" if len(p.path) > 1:
                return say("Move {units} to {hex} and detruck", units=units, hex=there)
            case "detruck":
                return say("Detruck {units} in {hex}", units=units, hex=there)
            case "overrun":
                return say("Overrun the enemy in {hex} with {units}", units=units, hex=there)
            case "exit":
                return say("Take {units} off the map from {hex}, for good", units=units, hex=there)
            case "fly":
                return say("Fly {units} to {hex}", units=units, hex=there)
        return ""

    # doing ------------------------------------------------------------------------------------------------
    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "end":
            s.then(EndMovement(self.side, self.boarding, self.number))
            return
        if a.verb == "offer":
            s.then(Agreement(self.side), self)
            return
        p = s.game.parts(a)
        units, path, u = p.units, list(p.hexes), p.unit
        if a.verb == "entruck":
            s.then(replace(self, boarding=self.boarding | 1 << u))
            s.tell("15.0", "{unit} begins to board its trucks.", unit=s.game.name_of(u), at=(s.loc[u],), about="move")
            return
        moved = replace(self, moved=self.moved | sum(1 << v for v in units), crowded=0)
        if a.verb == "fly":
            fly(s, u, path[-1])
            s.then(replace(moved, crowded=self._crowd_in(s, s.loc[u])))
        elif a.verb == "overrun":
            s.then(moved)
            begin_overrun(s, units, path, number=self.number)
        elif a.verb == "exit":
            s.then(moved)
            if len(path) > 1:
                move_along(s, units, path)
            leave_over_edge(s, u, path[-1])
        else:
            move_along(s, units, path)
            s.then(replace(moved, crowded=self._crowd_in(s, self.crowded or path[-1])))
            if a.verb == "detruck":
                trucks.detruck(s, units)

    def _crowd_in(self, s: SinaiState, h: int) -> int:
        return h if too_many(s, h, self.side) else 0
