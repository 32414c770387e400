"""[9.11, 9.12, 9.13] Retreats as the owner makes them, and who is displaced by them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import Action, Choice, Hex, Hexes, Listing, Pick, Refusal, UnitId, Units, bits, refuse, say

from ..land.canal import limited
from ..land.territory import closed, why_closed
from ..movement.entering import after_entering, leave_over_edge
from ..movement.stacking import LIMIT, counted
from ..movement.words import path_word
from ..politics.nations import note_pushed
from ..state import SinaiState
from ..supply.supply_unit import pull_back_supply_unit
from ..terms import unread
from .last_ways import last_ways, sam_ways
from .ways_back import been_in, forbidden, length_of, rank, refuges, ways_back


@dataclass(frozen=True, slots=True)
class Retreat(Choice[SinaiState]):
    """[9.11] The owner retreats the defeated units one by one, in the order he likes."""

    side: str
    units: Units
    result: int
    waived: Hexes = 0
    under_attack: Hexes = 0
    canal: Hexes = 0
    """[24.42] Attacked hexes from which a unit has already retreated over the Canal."""

    rule = "9.11"
    verbs = ("retreat", "lose")
    ways_matter = True

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return say(
            "Retreat {units} after a result of {result}: choose the way [9.11, 9.14].",
            units=s.game.names(sorted(bits(self.units))),
            result=self.result,
        )

    def ways(self, s: SinaiState, u: int) -> list[list[int]]:
        """The unit's ways, by the rules of its kind and period; a final 0 means off the map."""
        game = s.game
        if game.sam >> u & 1:
            return sam_ways(s, u, 1, self.under_attack, not self.canal >> s.loc[u] & 1)
        canal = not self.canal >> s.loc[u] & 1
        length = length_of(s, u, self.result)
        found = ways_back(s, u, length, self.waived, canal, self.under_attack)
        return found or last_ways(s, u, length, self.waived, canal, self.under_attack)

    def options(self, s: SinaiState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            ways = self.ways(s, u)
            for way in ways:
                yield Action("retreat", (s.game.roster.names[u], path_word(s.game, way)))
            if not ways:
                yield Action("lose", (s.game.roster.names[u],))

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        units = sorted(bits(self.units))
        u = units[pick(len(units))]
        ways = self.ways(s, u)
        if not ways:
            return Action("lose", (s.game.roster.names[u],))
        return Action("retreat", (s.game.roster.names[u], path_word(s.game, ways[pick(len(ways))])))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        game, p = s.game, s.game.parts(a)
        u = p.unit
        if a.verb not in ("retreat", "lose") or len(p.units) != 1 or len(a.args) != (1 if a.verb == "lose" else 2):
            return self.not_now(s, a)
        unit = game.name_of(u)
        if not self.units >> u & 1:
            return refuse("9.11", "{unit} has no retreat to make.", unit=unit)
        ways = self.ways(s, u)
        if a.verb == "lose":
            if not ways:
                return None
            return refuse("9.15", "{unit} can retreat, for example by {way}.", unit=unit, way=path_word(game, ways[0]))
        if not p.path or p.path != p.hexes or p.words not in ((), ("off",)):
            return unread(s, a.args[1:])
        if not ways:
            text = "{unit} has no way to retreat {n} {n#hex|hexes} and is eliminated."
            return refuse("9.11", text, unit=unit, n=length_of(s, u, self.result))
        path = [*p.path, 0] if p.words else list(p.path)
        if path in ways or self._as_good(s, u, path, ways[0]):
            return None
        return self._why_not(s, u, path, ways)

    def _as_good(self, s: SinaiState, u: int, path: list[int], listed: list[int]) -> bool:
        """[9.11, 9.14] The owner may take any way that serves the priorities as well as those listed; SAM units have theirs."""
        if s.game.sam >> u & 1 or len(path) != length_of(s, u, self.result) + 1:
            return False
        canal = not self.canal >> s.loc[u] & 1
        last_resort = any(closed(s, u) >> h & 1 for h in listed[1:])
        opened = s.game.home["jordan"] if last_resort else 0  # [24.9]
        mine = rank(s, u, path, self.waived, canal, self.under_attack, opened)
        best = rank(s, u, listed, self.waived, canal, self.under_attack, opened)
        return mine is not None and best is not None and mine <= best

    def _why_not(self, s: SinaiState, u: int, path: list[int], ways: list[list[int]]) -> Refusal:
        game = s.game
        length, unit = length_of(s, u, self.result), game.name_of(u)
        if path[0] != s.loc[u]:
            return refuse("9.11", "{unit} retreats from {hex}.", unit=unit, hex=game.hex_name(s.loc[u]))
        if len(path) - 1 != length and path[-1] > 0:
            text = "{unit} must retreat {n} {n#hex|hexes}, not {named}."
            return refuse("9.11", text, unit=unit, n=length, named=len(path) - 1)
        bad, been = forbidden(s, u, self.waived), been_in(s, u)
        for h in path[1:]:
            if been >> h & 1:
                text = "{unit} has been in {hex} in this Combat Phase and may not return."
                return refuse("9.15", text, unit=unit, hex=game.hex_name(h))
            if bad >> h & 1:
                if closed(s, u) >> h & 1:
                    return why_closed(s, u, h)
                text = "{unit} may not retreat into or through {hex}."
                return refuse(("6.4", "9.11"), text, unit=unit, hex=game.hex_name(h))
        better = Listing([path_word(game, w) for w in ways[:3]], "or")
        return refuse("9.14", "A better retreat exists for {unit}: {ways}.", unit=unit, ways=better)

    def label(self, s: SinaiState, a: Action) -> str:
        return retreat_words(s, a)

    def group(self, s: SinaiState, a: Action) -> str:
        unit = s.game.name_of(s.game.parts(a).unit)
        return say("Retreat {unit}", unit=unit)

    def apply(self, s: SinaiState, a: Action) -> None:
        p = s.game.parts(a)
        u, rest, canal = p.unit, self.units & ~(1 << p.unit), self.canal
        if any(limited(s, self.side, x, y) for x, y in itertools.pairwise(p.path)):
            canal |= 1 << s.loc[u]
        if rest:
            s.then(replace(self, units=rest, canal=canal))
        if a.verb == "lose":
            s.eliminate(u, "9.11", "{unit} cannot retreat from {hex} and is eliminated.")
            pull_back_supply_unit(s)
        else:
            step_back(s, u, [*p.path, 0] if p.words else list(p.path), self.under_attack)


def retreat_words(s: SinaiState, a: Action) -> str:
    """A retreat as a button says it."""
    game, p = s.game, s.game.parts(a)
    unit = game.name_of(p.unit)
    if a.verb == "lose":
        return say("Lose {unit}, which cannot retreat", unit=unit)
    there = game.hex_name(p.to)
    if p.words:
        return say("Retreat {unit} off the map from {hex}", unit=unit, hex=there)
    if len(p.path) > 2:
        text = "Retreat {unit} to {hex} by {hexes}"
        return say(text, unit=unit, hex=there, hexes=game.hex_names(p.path[1:-1]))
    return say("Retreat {unit} to {hex}", unit=unit, hex=there)


def step_back(s: SinaiState, u: int, path: list[int], under_attack: int = 0) -> None:
    """[9.11, 9.12, 9.13] Carry out a retreat; ending on a full stack displaces one of the friends there."""
    game = s.game
    if path[-1] == 0:
        leave_over_edge(s, u, path[-2])
        return
    s.shoved |= 1 << u
    s.trod_units += (u,) * len(path)
    s.trod_hexes += tuple(path)
    there = game.hex_name(path[-1])
    s.tell("9.11", "{unit} retreats to {hex}.", unit=game.name_of(u), hex=there, at=path, about="retreat")
    crowd = len(counted(s, path[-1], game.side_of[u])) >= LIMIT
    s.loc[u] = path[-1]
    note_pushed(s, u, path)
    if crowd:
        s.then(Displace(game.side_of[u], u, path[-1], under_attack))
    after_entering(s, game.side_of[u], (u,), sum({1 << h for h in path[1:]}), retreating=True)


@dataclass(frozen=True, slots=True)
class Displace(Choice[SinaiState]):
    """[9.12] The retreated unit pushes one of the units in the hex out, to an adjacent hex with room (ruling SN-73)."""

    side: str
    arrived: UnitId
    hex: Hex
    under_attack: Hexes = 0

    rule = "9.12"
    verbs = ("displace", "lose")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return say("{hex} is full: choose a unit there to make room [9.12].", hex=s.game.hex_name(self.hex))

    def options(self, s: SinaiState) -> Iterator[Action]:
        none = True
        for u in counted(s, self.hex, self.side):
            if u != self.arrived:
                for h in refuges(s, u, self.hex, self.under_attack):
                    none = False
                    yield Action("displace", (s.game.roster.names[u], s.game.map.grid.names[h]))
        if none:
            yield Action("lose", (s.game.roster.names[self.arrived],))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        return refuse(
            "9.12",
            "Displace a unit of {hex} into an adjacent hex open to its retreat and with room.",
            hex=s.game.hex_name(self.hex),
        )

    def label(self, s: SinaiState, a: Action) -> str:
        p = s.game.parts(a)
        unit = s.game.name_of(p.unit)
        if a.verb == "lose":
            return say("Lose {unit}: nobody can make room for it", unit=unit)
        return say("Displace {unit} to {hex}", unit=unit, hex=s.game.hex_name(p.to))

    def apply(self, s: SinaiState, a: Action) -> None:
        game, p = s.game, s.game.parts(a)
        u, h = p.unit, p.to
        if a.verb == "lose":
            s.eliminate(
                u, "9.12", "{unit} finds no room in {hex}, nobody there can be displaced, and it is eliminated."
            )
            return
        s.shoved |= 1 << u
        s.trod_units += (u, u)
        s.trod_hexes += (self.hex, h)
        s.loc[u] = h
        where = game.hex_name(h)
        s.tell(
            "9.12", "{unit} is displaced to {hex}.", unit=game.name_of(u), hex=where, at=(self.hex, h), about="retreat"
        )
        after_entering(s, self.side, (u,), 1 << h, retreating=True)


def defeated(s: SinaiState, hexes: tuple[int, ...], side: str) -> int:
    """[9.11, 9.13, 10.15] All units in the attacked hexes, arrivals included; the Supply unit goes its own way."""
    game, b = s.game, 0
    for h in hexes:
        for u in s.units_in(h, side):
            if u == game.supply_unit:
                pull_back_supply_unit(s, forced=True)
            else:
                b |= 1 << u
    return b
