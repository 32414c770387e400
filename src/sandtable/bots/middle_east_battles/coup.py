"""The coup of Suez '56: paratroops and helicopters come down on both sides of the enemy, so that nobody escapes.

Two units on opposite sides of a hex cover every way out of it with their zones [6.1, 7.11]; whoever must retreat from
there is eliminated. A garrison that was only driven out walks back in its own turn; one that is dead leaves its objective
for good. So all who can appear in this phase are placed together, by what the whole pattern kills and what that denies.
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.core import Action, bits, total
from sandtable.games.middle_east_battles.helicopters import Deliver, why_not_off
from sandtable.games.middle_east_battles.landing import AirborneLanding
from sandtable.games.middle_east_battles.state import SuezState

from .landing import Landings
from .marching import Plan
from .sight import Sight

DRIVEN = ("D1", "D2", "D3", "D4", "DE")
SUPPORT = 14
"""Airstrikes and ships' guns of a turn, shared among all who are touched; more than `MOST` does not help one attack."""
MOST = 9
DENIED = 0.75
"""The chance that an objective whose garrison is dead stays empty for another turn."""
DRIVEN_OFF = 0.8
"""What it is worth to drive a garrison off that walks back."""
NEAR_OBJECTIVE, NEAR = 0.8, 8
"""What the death of an enemy is worth who is so many half points from an objective or nearer."""
STREET = 3.0
"""The price of touching an enemy in the city: he must be stormed [7.1, 7.8]."""
WORTH_IT = 1.5
"""What a pattern must promise for every unit that it takes."""
LAST_DOUBLE = 3
"""[9.9] The last turn on which a helicopter scores double by leaving."""


class Pattern(NamedTuple):
    """Where units come down, and what that promises."""

    value: float
    hexes: tuple[int, ...]


class Coup(Landings):
    """Landings that close rings."""

    def __init__(self, sight: Sight, plan: Plan) -> None:
        super().__init__(sight, plan)
        self.fields: int = self.game.clear & ~sight.foes & ~sight.own
        self._chances: dict[tuple[int, int], float] = {}
        self._worth: dict[int, float] = {}

    # patterns -------------------------------------------------------------------------------------------------------
    def best(self, strengths: list[int]) -> Pattern:
        """The best pattern for these units or fewer, worth its price."""
        sight, grid = self.sight, self.game.map.grid
        targets = sight.foes & ~self.game.cities
        cells = list(bits(grid.spread(targets) & self.fields))
        level = [Pattern(self._value((), []), ())]
        before, best = level[0].value, (0.0, Pattern(0.0, ()))
        for n in range(1, len(strengths) + 1):
            found = {tuple(sorted((*p.hexes, c))): (*p.hexes, c) for p in level for c in cells if c not in p.hexes}
            level = [Pattern(self._value(hexes, strengths), hexes) for hexes in found.values()]
            level = sorted(level, key=lambda p: (-p.value, p.hexes))[: sight.weights.width]
            for p in level[:1]:
                gain = p.value - before - WORTH_IT * n
                best = max(best, (gain, p))
        return best[1]

    def _value(self, hexes: tuple[int, ...], strengths: list[int]) -> float:
        """What all who are touched by the pattern and by those already there promise."""
        sight, grid = self.sight, self.game.map.grid
        cells = sum(1 << h for h in hexes)
        standing = sight.own | cells
        zone = grid.spread(standing) | standing
        touched = list(bits(grid.spread(standing) & sight.foes))
        if not touched:
            return 0.0
        support = min(MOST, SUPPORT // len(touched))
        brought = dict.fromkeys(touched, 0.0)
        for h, n in (*zip(hexes, strengths, strict=False), *self._present()):
            near = grid.adjacent[h] & sight.foes
            for e in bits(near):
                brought[e] += n / near.bit_count()
        return total(self._against(e, int(brought[e]) + support, zone, grid.adjacent[e] & cells) for e in touched)

    def _present(self) -> list[tuple[int, int]]:
        return [(self.s.loc[u], self.game.attack[u]) for u in self.s.units_on_map(self.sight.side)]

    def _against(self, e: int, strength: int, zone: int, fresh: int) -> float:
        """What the attack on one hex promises: the kill if nothing is open, and what the objective stands for."""
        if self.game.cities >> e & 1:
            return -STREET
        p = self._driven_out(e, strength)
        closed = not self.sight.terrain.beside[e] & ~zone
        gain = self._dead(e) if closed else DRIVEN_OFF * bool(self.game.objectives >> e & 1)
        return p * gain - (1 - p) * self.sight.mine * bool(fresh) * 0.7

    def _driven_out(self, e: int, strength: int) -> float:
        if (e, strength) not in self._chances:
            sight, game = self.sight, self.game
            defence = sum(game.defence[u] for u in sight.foes_at[e]) + sight.covering(e)
            column = game.mobile.shifted_beyond(strength - defence, -sight.terrain.shelter(e, True)[0])
            results = [game.mobile.result(die, column) for die in range(1, 7)]
            self._chances[e, strength] = sum(r in DRIVEN for r in results) / 6
        return self._chances[e, strength]

    def _dead(self, e: int) -> float:
        """What the death of those in a hex is worth."""
        if e not in self._worth:
            game, sight = self.game, self.sight
            value = float(len(sight.foes_at[e]))
            if game.objectives >> e & 1:
                value += DENIED * sight.turns_left + 0.5 * sight.weights.final_objective
            elif min(route[e] for route in self.plan.routes.to.values()) <= NEAR:
                value += NEAR_OBJECTIVE
            self._worth[e] = value * (1.0 + sight.weights.taste(e))
        return self._worth[e]

    # decisions --------------------------------------------------------------------------------------------------------
    def _helpers(self) -> list[int]:
        """What comes by helicopter later in this phase: the carrier with the strongest who waits, and the other one."""
        s = self.s
        assert isinstance(s, SuezState)
        game = s.game
        found = []
        waiting = [game.attack[u] for u in bits(game.legs) if s.loc[u] == game.box("holding")]
        if not s.moved >> game.js & 1 and not s.landed >> game.js & 1 and s.loc[game.js] != game.box("eliminated"):
            found += [max(waiting) + 1] if waiting else []
        return found + [1] * len(self._scouts())

    def _scouts(self) -> list[int]:
        """Helicopters that carry nobody and may still fly."""
        s = self.s
        assert isinstance(s, SuezState)
        game = s.game
        idle = game.helicopters & ~s.moved & ~(1 << game.js)
        return [u for u in bits(idle) if s.loc[u] == game.box("holding") or s.loc[u] > 0]

    def parachute(self, frame: AirborneLanding) -> tuple[Action, str]:
        game = self.game
        units = sorted(frame.candidates(self.s), key=lambda u: (-game.attack[u], u))[: frame.left]
        pattern = self.best([game.attack[u] for u in units] + self._helpers())
        if pattern.hexes:
            a = Action("land", (game.name_of(units[0]), game.hex_name(pattern.hexes[0])))
            if self.s.check(a) is None:
                return a, self._why(pattern.hexes[0])
        return super().parachute(frame)

    def fly(self) -> tuple[Action, str] | None:
        """The carrier first; the other closes a ring, or waits until leaving pays double for the last time."""
        s, game = self.s, self.game
        assert isinstance(s, SuezState)
        if (lift := self._lift()) is not None and self.sight.turns_left > 1:
            return lift
        for u in self._scouts():
            pattern = self.best([game.attack[u]]) if not s.moved >> u & 1 else Pattern(0.0, ())
            a = self._flight(u, game.hex_name(pattern.hexes[0])) if pattern.hexes else None
            if a and s.turn < LAST_DOUBLE:
                return a, f"{game.name_of(u)} closes the ring: {self._why(pattern.hexes[0])}"
            if s.turn < LAST_DOUBLE and s.loc[u] < 0:
                continue
            out = self._flight(u, "exited")
            if out and (s.turn == LAST_DOUBLE or self.sight.turns_left == 1):
                return out, "Leaving the map now scores most."
        return super().fly() if s.turn >= LAST_DOUBLE else None

    def _lift(self) -> tuple[Action, str] | None:
        """On the last turn the carrier fetches only whom it can take off the map."""
        found = super()._lift()
        s = self.s
        if found and self.sight.turns_left == 1:
            assert isinstance(s, SuezState)
            return None if why_not_off(s, self.game.unit(found[0].args[0])) else found
        return found

    def deliver(self, frame: Deliver) -> tuple[Action, str]:
        game = self.game
        if self.s.loc[frame.unit] < 0:
            pattern = self.best([game.attack[frame.unit] + 1, *[1] * len(self._scouts())])
            if pattern.hexes:
                a = Action("drop", (game.hex_name(pattern.hexes[0]),))
                if self.s.check(a) is None:
                    return a, self._why(pattern.hexes[0])
        return super().deliver(frame)
