"""[7.1, 7.3, 7.4] Mandatory combat: which attacks leave every remaining duty possible.

Every enemy in contact must be attacked, every unit in contact must attack, each exactly once, and all attackers of a
combat must be next to all its defenders. Seen as a graph of attackers and enemy hexes, a set of combats that fulfils
everything exists as long as nobody who had a neighbour has lost the last one: any such graph falls apart into stars
(one attacker on several hexes, or several attackers on one hex). So an attack may be declared when it strands nobody.
Israeli divisions never attack together [7.18]: then some units cannot be served at all, and an attack may be declared
when no more units go without than must [ruling ME-13].
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from sandtable.core import (
    Hex,
    Hexes,
    Listing,
    Refusal,
    UnitId,
    Units,
    bits,
    fact,
    on_map,
    refuse,
    say,
    standing,
    units_within,
)

from .divisions import in_one_attack
from .state import BattleState

Attacked = tuple[Hexes, Units]
"""Hexes attacked, and the attackers."""


class LeftOut(NamedTuple):
    """Units that find nobody to attack, hexes that nobody attacks, and how many they are together."""

    units: Units
    hexes: Hexes
    number: int


class Duties:
    """The duties still open in a combat phase, as a graph: each obliged attacker with the obliged enemy hexes next to it."""

    def __init__(self, s: BattleState, side: str) -> None:
        self.s, self.side = s, side
        game = s.game
        self.adjacent = game.map.grid.adjacent
        own, enemies = game.roster.of_side[side], game.roster.of_side[game.enemy_of(side)]
        spent = s.fought | s.displaced & game.artillery  # displaced guns are silent [7.14]
        duty = s.must_attack & ~spent
        self.attackers: list[UnitId] = standing(s.loc, duty)
        open_hexes = s.occupied(enemies & s.must_be_attacked)
        self.targets: Hexes = open_hexes & ~s.occupied(enemies & s.attacked)  # nobody is attacked twice
        self.near: dict[UnitId, Hexes] = {u: self.adjacent[s.loc[u]] & self.targets for u in self.attackers}
        self.free: Units = own & ~(s.must_attack | spent)
        """Units that may attack but need not [6.2, 7.19]."""
        self.obliged: Units = on_map(s.loc, duty)
        self.divided = self._in_dispute()
        self._known: dict[Attacked, LeftOut] = {}
        self.excused = self.left_out(0, 0)
        """Those who can never be served from here; no attack may add to them."""

    def _in_dispute(self) -> bool:
        """[7.18] Do two divisions touch the same hex, so that one may stand in the other's way?"""
        claims: dict[str, Hexes] = {}
        for u, near in self.near.items():
            if division := self.s.game.division_of[u]:
                claims[division] = claims.get(division, 0) | near
        return any(a & b for a, b in combinations(claims.values(), 2))

    @cached_property
    def able(self) -> list[UnitId]:
        """Who can attack: the volunteers in contact, then the obliged."""
        s, game = self.s, self.s.game
        contact = game.map.grid.spread(s.hexes_of(game.enemy_of(self.side)))
        return [*sorted(bits(units_within(s.loc, self.free, contact))), *self.attackers]

    @cached_property
    def beside(self) -> Hexes:
        """The hexes next to a unit of the side."""
        return self.s.game.map.grid.spread(self.s.hexes_of(self.side))

    def any_open(self) -> bool:
        """Is there still somebody who can and so must fight?"""
        return any(self.near.values())

    def open_units(self) -> Listing:
        """The names of the units that still have to attack."""
        return self.s.names(sum(1 << u for u in self.attackers if self.near[u]))

    def allows(self, targets: Hexes, attackers: Units) -> bool:
        """Would this combat leave every duty possible that is possible now?"""
        return self.left_out(targets, attackers).number <= self.excused.number

    def left_out(self, targets: Hexes, attackers: Units) -> LeftOut:
        """The fewest obliged units and hexes that no set of combats can serve after this one."""
        key = (targets & self.targets, attackers & self.obliged)  # nobody else has a duty
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._left_out(*key)
        return found

    def _left_out(self, targets: Hexes, attackers: Units) -> LeftOut:
        rest = [u for u in self.attackers if not attackers >> u & 1]
        open_hexes = self.targets & ~targets
        served: Hexes = 0
        lonely: Units = 0
        for u in rest:
            near = self.near[u] & open_hexes
            served |= near
            if not near:
                lonely |= 1 << u
        if self.divided:
            lonely |= self._without_division(rest, open_hexes)
        deserted = open_hexes & ~served
        return LeftOut(lonely, deserted, lonely.bit_count() + deserted.bit_count())

    def _without_division(self, attackers: list[UnitId], targets: Hexes) -> Units:
        """[7.18] Each hex is attacked by one division; the fewest units that no choice of divisions can use.

        Hex by hex along the front: `found` keeps, for every set of units served so far that still matters later, the
        choice that leaves out fewest.
        """
        division_of = self.s.game.division_of
        wanting = [(u, division_of[u], self.near[u] & targets) for u in attackers if division_of[u]]
        rivals: dict[Hex, set[str]] = {}
        for _, d, near in wanting:
            for h in bits(near):
                rivals.setdefault(h, set()).add(d)
        found: dict[Units, Units] = {0: 0}
        done: Hexes = 0
        for h in sorted(rivals):
            done |= 1 << h
            over = sum(1 << u for u, _, near in wanting if near >> h & 1 and not near & ~done)
            step: dict[Units, Units] = {}
            for served, out in found.items():
                for division in sorted(rivals[h]):
                    now = served | sum(1 << u for u, d, near in wanting if d == division and near >> h & 1)
                    lost = out | over & ~now
                    now &= ~over
                    if now not in step or lost.bit_count() < step[now].bit_count():
                        step[now] = lost
            found = step
        return found[0]  # after the last hex nobody matters any more

    # building an attack step by step ----------------------------------------------------------------------
    def completable(self, targets: Hexes, attackers: Units, support: bool) -> bool:
        """Can this beginning of an attack be carried on to one that is allowed? `support`: strikes or ships take part."""
        if support and self.allows(targets, attackers):
            return True
        return any(self.allows(*end) for end in self._ends(targets, attackers, support))

    def _ends(self, targets: Hexes, attackers: Units, support: bool) -> Iterator[Attacked]:
        """This attack, if anybody makes it, and every larger one that contains it."""
        seen: set[Attacked] = set()
        stack = [(targets, attackers)]
        while stack:
            t, a = stack.pop()
            if (t, a) in seen:
                continue
            seen.add((t, a))
            if a:
                yield t, a
                stack += [(t | 1 << h, a) for h in bits(self.targets & ~t) if self.may_widen(t, a, h, support)]
            stack += [(t, a | 1 << u) for u in self.able if not a >> u & 1 and self.may_join(t, a, u)]

    def may_join(self, targets: Hexes, attackers: Units, u: UnitId) -> bool:
        """[7.4, 7.18, 8.8] An adjacent unit joins if it touches every hex; guns beside non-artillery need touch only one."""
        game = self.s.game
        reached = self.adjacent[self.s.loc[u]]
        combined = game.artillery >> u & 1 and attackers & ~game.artillery
        touches = targets & reached if combined else not targets & ~reached
        return bool(touches) and in_one_attack(self.s.game, attackers | 1 << u) is None

    def may_widen(self, targets: Hexes, attackers: Units, h: Hex, support: bool) -> bool:
        """[7.4, 8.4] Another hex joins if every adjacent attacker touches it; fire from range needs non-artillery beside it."""
        s, guns = self.s, self.s.game.artillery
        beside = s.units_in(s.game.map.grid.spread(targets), self.side) & attackers
        infantry = beside & ~guns
        if not beside or (not infantry and (support or attackers & ~beside)):
            return False
        return all(self.adjacent[s.loc[u]] >> h & 1 for u in bits(infantry or beside))

    # why not ----------------------------------------------------------------------------------------------
    def refusal(self, targets: Hexes, attackers: Units, opening: str, support: bool = False) -> Refusal:
        """[7.3, 7.4, 7.18] Whom this attack would strand, however well it is carried on, and why."""
        ends = [(targets, attackers), *self._ends(targets, attackers, support)]
        return self.stranding(*min(ends, key=lambda end: self.left_out(*end).number), opening)

    def stranding(self, targets: Hexes, attackers: Units, opening: str) -> Refusal:
        """Whom exactly this attack would strand, beyond those who must go without."""
        s, game = self.s, self.s.game
        left = self.left_out(targets, attackers)
        units, hexes = left.units & ~self.excused.units, left.hexes & ~self.excused.hexes
        clauses: list[str] = []
        cited = "7.4"
        if units:
            text = "{units} would have no enemy left to attack"
            if any(self._kept_apart(u, targets, attackers) for u in bits(units)):
                text = "{units} would have no enemy left to attack, for different divisions never attack together"
                cited = "7.18"
            clauses.append(say(text, units=s.names(units)))
        if hexes:
            enemies = s.places(s.units_in(hexes, game.enemy_of(self.side)))
            clauses.append(say("nobody would be left to attack {enemies}", enemies=enemies))
        return refuse(("7.3", cited), "{opening} {clauses}.", opening=opening, clauses=Listing(clauses))

    def _kept_apart(self, u: UnitId, targets: Hexes, attackers: Units) -> bool:
        """[7.18] Could the unit attack, were it not for the others' division?"""
        return bool(self.near[u] & ~targets) or in_one_attack(self.s.game, attackers | 1 << u) is not None


@fact
def duties_of(s: BattleState, side: str) -> Duties:
    """The duties of a side as things stand."""
    return Duties(s, side)
