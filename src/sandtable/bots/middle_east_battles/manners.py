"""How a posture changes the plan of a movement phase in Middle East Battles: who marches off the map, and which enemy
works are left alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.games.middle_east_battles.exits import exit_hexes
from sandtable.games.middle_east_battles.marching import ways_out
from sandtable.games.middle_east_battles.state import BattleState

from .landing import Landings
from .marching import Order, Plan, Team
from .sight import FAR, Routes, Sight

SHUNNED = Team(-99.0, [], 0)
FORT_TOLL, NEAR_TOLL, CONTACT, FORT_CONTACT, RUN = 16, 2, 5.0, 6.0, 4.0
"""Half points that a manned fort and an enemy next door are taken to cost on the way off the map; what standing beside
either costs there; what a whole turn's march nearer is worth."""


class Manner:
    """Where the army is set up, who marches off, and whom it leaves alone."""

    stations: Mapping[str, str] = {}
    """Who is set up elsewhere than in the standard set-up."""

    def runs(self, s: BattleState, u: int) -> bool:
        """Does the unit march off the map, round everything?"""
        return False

    def shuns(self, s: BattleState, h: int) -> bool:
        """Is the enemy in this hex left alone?"""
        return False

    def plan(self, sight: Sight, routes: Routes, committed: int) -> Plan:
        """The plan of a movement phase."""
        return PosturePlan(sight, routes, committed, self)

    def landings(self, sight: Sight, plan: Plan) -> Landings:
        """Who chooses where units appear that do not march."""
        return Landings(sight, plan)


class Usual(Manner):
    """The greedy anchor's, from whatever set-up."""

    def __init__(self, stations: Mapping[str, str] | None = None) -> None:
        self.stations = stations or {}

    def plan(self, sight: Sight, routes: Routes, committed: int) -> Plan:
        return Plan(sight, routes, committed)


USUAL = Usual()


class NoStorm(Manner):
    """Works that are no objective are left alone; guns and aircraft fire at them from range."""

    def shuns(self, s: BattleState, h: int) -> bool:
        game = s.game
        return bool((game.forts & ~game.objectives) >> h & 1)


class Runners(NoStorm):
    """Whole divisions march off the map, the others fight but storm nothing that is no objective."""

    def __init__(self, divisions: Iterable[str], storm: bool = False, everybody_from: int = 99) -> None:
        self.divisions, self.storm, self.everybody_from = frozenset(divisions), storm, everybody_from

    def runs(self, s: BattleState, u: int) -> bool:
        game = s.game
        if game.helicopters >> u & 1:
            return False
        if s.turn >= self.everybody_from and not (s.loc[u] > 0 and game.objectives >> s.loc[u] & 1):
            return True
        return game.division_of[u] in self.divisions

    def shuns(self, s: BattleState, h: int) -> bool:
        return not self.storm and super().shuns(s, h)


class PosturePlan(Plan):
    """The plan of a phase in a manner."""

    def __init__(self, sight: Sight, routes: Routes, committed: int, manner: Manner) -> None:
        super().__init__(sight, routes, committed)
        self.manner = manner
        self._home: list[int] = []

    def make(self) -> list[Order]:
        """First the runners who can leave, then the attacks, then the marches, runners before the others."""
        self._find_ways()
        game = self.sight.game
        runners = {u for u in self.ways if self.runs(u)}
        if not runners:
            return self._fight_and_march()
        self._run_off(runners)
        self._leave(set(self.leaving) - runners)
        free = self._free_units() | runners - {o.unit for o in self.orders}
        fighters = free - runners
        self._attack(fighters)
        home = self.way_home()
        running = sorted(free & runners, key=lambda u: (home[self.place[u]] if self.place.get(u, 0) > 0 else FAR, u))
        for u in running:
            self._march(u)
        for u in sorted(fighters, key=lambda u: (game.artillery >> u & 1, -game.attack[u], u)):
            self._march(u)
        return self.orders

    def runs(self, u: int) -> bool:
        """Does the unit march off the map?"""
        return self.manner.runs(self.sight.s, u)

    def _run_off(self, runners: set[int]) -> None:
        sight = self.sight
        for u in sorted(runners & set(self.leaving)):
            found = self.leaving[u]
            edge = min(ways_out(sight.s, u, found), key=lambda h: found.cost.get(h, 0))
            self.orders.append(Order("exit", u, tuple(found.path(edge)), "Off the map."))
            del self.place[u]
            self._moved(u)

    def _team(self, h: int, free: set[int], air: int) -> Team:
        return SHUNNED if self.shunned(h) else super()._team(h, free, air)

    def shunned(self, h: int) -> bool:
        return self.manner.shuns(self.sight.s, h)

    def stand(self, u: int, h: int) -> float:
        if not self.runs(u):
            return super().stand(u, h)
        sight, game = self.sight, self.sight.game
        near = game.map.grid.adjacent[h] & sight.foes
        value = 100.0 - RUN * self.way_home()[h] / max(game.allowances[u], 1)
        value -= CONTACT * near.bit_count() + FORT_CONTACT * (sight.fort_zone >> h & 1)
        return float(value - sight.danger(u, h, self.standing, self.batteries))

    def way_home(self) -> list[int]:
        """Half points to the edge from everywhere, out of the zones of manned forts and away from enemies if possible."""
        if not self._home:
            sight, game = self.sight, self.sight.game
            exits, near = exit_hexes(sight.s, sight.side) & ~sight.foes, game.map.grid.spread(sight.foes)
            self._home = sight.terrain.routes(exits, sight.fort_zone | sight.foes, FORT_TOLL, near, NEAR_TOLL)
        return self._home
