"""The convoy of Suez '56: the vehicles of the first landing drive through the town and off the map in two turns.

A tank that leaves is a point; a tank that storms a street pays two for one. Egyptian zones stop nobody here, so six
tanks that go ashore on turn 4 can all be out on turn 6, if on turn 5 they stop where the rest of the way is one march.
Nobody storms the city; the garrisons of the objectives outside it are destroyed by paratroops (`coup.py`), who hold these
to the end.
"""

from __future__ import annotations

from sandtable.games.middle_east_battles.beaches import EARLIEST_LANDING
from sandtable.games.middle_east_battles.state import BattleState

from .coup import Coup
from .landing import Landings
from .manners import Manner, PosturePlan
from .marching import Plan
from .sight import Routes, Sight

TURN, STREET, OPEN, DANGER = 30.0, 6.0, 2.0, 2.0
"""What a turn sooner off the map is worth to a vehicle of the convoy, and what an enemy beside it costs in the city and
outside; how much of the danger counts."""
DELAY = 4
"""Half points that friends on the road may cost."""
HELD = 3
"""Turns before the end from which nobody leaves an objective."""


class Convoy(Manner):
    """Vehicles of the first landing leave; the city is left alone."""

    def runs(self, s: BattleState, u: int) -> bool:
        game = s.game
        if game.side_of[u] != game.west or not game.mechanized >> u & 1:
            return False
        return s.turn == EARLIEST_LANDING or (s.turn > EARLIEST_LANDING and s.loc[u] > 0)

    def shuns(self, s: BattleState, h: int) -> bool:
        return bool(s.game.cities >> h & 1)

    def plan(self, sight: Sight, routes: Routes, committed: int) -> Plan:
        return ConvoyPlan(sight, routes, committed, self)

    def landings(self, sight: Sight, plan: Plan) -> Landings:
        return Coup(sight, plan)


class ConvoyPlan(PosturePlan):
    """The plan of a phase in which the convoy rolls."""

    def way_home(self) -> list[int]:
        return self.routes.out

    def _free_units(self) -> set[int]:
        free = super()._free_units()
        if self.sight.turns_left > HELD:
            return free
        return {u for u in free if not self.sight.game.objectives >> self.place.get(u, 0) & 1}

    def stand(self, u: int, h: int) -> float:
        sight, game = self.sight, self.sight.game
        if not self.runs(u):
            return super().stand(u, h)
        pace = max(game.allowances[u], 1)
        turns = -(-(self.routes.out[h] + 2 + DELAY) // pace)
        near = game.map.grid.adjacent[h] & sight.foes
        value = 100.0 - TURN * turns - self.routes.out[h] / pace
        value -= STREET * (near & game.cities).bit_count() + OPEN * (near & ~game.cities).bit_count()
        return value - DANGER * sight.danger(u, h, self.standing, self.batteries)
