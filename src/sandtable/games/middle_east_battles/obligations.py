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

from sandtable.core import Hex, Hexes, UnitId, Units, bits

from .state import BattleState

Attacked = tuple[Hexes, Units]
"""Hexes attacked, and the attackers."""


class Duties:
    """The duties still open in a combat phase, as a graph: each obliged attacker with the obliged enemy hexes next to it."""

    def __init__(self, s: BattleState, side: str) -> None:
        self.s, self.side = s, side
        game = s.game
        self.adjacent = game.map.grid.adjacent
        self.attackers: list[UnitId] = [u for u in sorted(bits(s.must_attack & ~s.fought)) if s.loc[u] > 0]
        enemy = game.enemy_of(side)
        open_hexes: Hexes = 0
        closed: Hexes = 0
        for v in game.units_of[enemy]:
            h = s.loc[v]
            if h > 0:
                if s.attacked >> v & 1:
                    closed |= 1 << h  # nobody is attacked twice
                elif s.must_be_attacked >> v & 1:
                    open_hexes |= 1 << h
        self.targets: Hexes = open_hexes & ~closed
        self.near: dict[UnitId, Hexes] = {u: self.adjacent[s.loc[u]] & self.targets for u in self.attackers}
        hostile = s.hexes_of(enemy)
        self.volunteers: list[UnitId] = [
            u
            for u in s.units_on_map(side)
            if not (s.must_attack | s.fought) >> u & 1 and self.adjacent[s.loc[u]] & hostile
        ]
        """Units in contact that may attack but need not [6.2, 7.19]."""
        self.divided = bool(game.division_of and side == game.west and any(game.division_of[u] for u in self.attackers))
        self.excused = self._left_out(self.attackers, self.targets)
        """How many can never be served from here; no attack may add to them."""

    def any_open(self) -> bool:
        """Is there still somebody who can and so must fight?"""
        return any(self.near.values())

    def allows(self, targets: Hexes, attackers: Units) -> bool:
        """Would this combat leave every duty possible that is possible now?"""
        rest = [u for u in self.attackers if not attackers >> u & 1]
        return self._left_out(rest, self.targets & ~targets) <= self.excused

    def _left_out(self, attackers: list[UnitId], targets: Hexes) -> int:
        """The least number of obliged units and hexes that no set of combats among these can serve."""
        served: Hexes = 0
        lonely = 0
        for u in attackers:
            near = self.near[u] & targets
            served |= near
            if not near:
                lonely += 1
        lonely += (targets & ~served).bit_count()
        return lonely + (self._divided(attackers, targets) if self.divided else 0)

    def _divided(self, attackers: list[UnitId], targets: Hexes) -> int:
        """[7.18] Each hex is attacked by one division; the least number of units that no choice of divisions can use."""
        division_of = self.s.game.division_of
        wanting = [(division_of[u], self.near[u] & targets) for u in attackers]
        wanting = [(d, near) for d, near in wanting if d and near]
        rivals: dict[Hex, set[str]] = {}
        for d, near in wanting:
            for h in bits(near):
                rivals.setdefault(h, set()).add(d)
        settled = {h: next(iter(ds)) for h, ds in rivals.items() if len(ds) == 1}
        contested = [h for h, ds in rivals.items() if len(ds) > 1]
        if not contested:
            return 0
        open_ones = [(d, near) for d, near in wanting if not any(settled.get(h) == d for h in bits(near))]

        def least(i: int, chosen: dict[Hex, str]) -> int:
            if i == len(contested):
                return sum(not any(chosen.get(h) == d for h in bits(near)) for d, near in open_ones)
            return min(least(i + 1, {**chosen, contested[i]: d}) for d in sorted(rivals[contested[i]]))

        return least(0, {})

    # building an attack step by step ----------------------------------------------------------------------
    def completable(self, targets: Hexes, attackers: Units, barrage: bool, support: bool) -> bool:
        """Can this beginning of an attack be carried on to one that is allowed?

        `barrage`: it could be made from range alone. `support`: airstrikes or ships already take part.
        """
        if (attackers or (barrage and targets.bit_count() == 1)) and self.allows(targets, attackers):
            return True
        return any(self.allows(*end) for end in self._ends(targets, attackers, support))

    def _ends(self, targets: Hexes, attackers: Units, support: bool) -> Iterator[tuple[Hexes, Units]]:
        """Larger attacks that contain this one, most promising first: those that take along everybody it would strand."""
        seen: set[tuple[Hexes, Units]] = set()
        queue = [(targets, attackers)]
        while queue and len(seen) < 400:
            t, a = queue.pop(0)
            if (t, a) in seen:
                continue
            seen.add((t, a))
            if a:
                yield t, a
            stranded, others = self._further(t, a, support)
            queue = stranded + queue + others

    def _further(self, targets: Hexes, attackers: Units, support: bool) -> tuple[list[Attacked], list[Attacked]]:
        """This attack with one more attacker or hex: first those who would be stranded without it, then the rest."""
        rest = self.targets & ~targets
        first: list[Attacked] = []
        then: list[Attacked] = []
        served: Hexes = 0
        for u in self.attackers:
            if not attackers >> u & 1:
                served |= self.near[u]
                if self.may_join(targets, attackers, u):
                    (then if self.near[u] & rest else first).append((targets, attackers | 1 << u))
        for u in self.volunteers:
            if not attackers >> u & 1 and self.may_join(targets, attackers, u):
                then.append((targets, attackers | 1 << u))
        for h in bits(rest):
            if self.may_widen(targets, attackers, h, support):
                (then if served >> h & 1 else first).append((targets | 1 << h, attackers))
        return first, then

    def may_join(self, targets: Hexes, attackers: Units, u: UnitId) -> bool:
        """[7.4, 7.18, 8.8] An adjacent unit joins if it touches every hex; guns beside non-artillery need touch only one."""
        game = self.s.game
        reached = self.adjacent[self.s.loc[u]]
        combined = game.artillery >> u & 1 and attackers & ~game.artillery
        touches = targets & reached if combined else not targets & ~reached
        return bool(touches) and game.in_one_attack(attackers | 1 << u) is None

    def may_widen(self, targets: Hexes, attackers: Units, h: Hex, support: bool) -> bool:
        """[7.4, 8.4] Another hex joins if every adjacent attacker touches it; fire from range needs non-artillery beside it."""
        s, guns = self.s, self.s.game.artillery
        beside = s.units_in(s.game.map.grid.spread(targets), self.side) & attackers
        infantry = beside & ~guns
        if not beside or (not infantry and (support or attackers & ~beside)):
            return False
        return all(self.adjacent[s.loc[u]] >> h & 1 for u in bits(infantry or beside))
