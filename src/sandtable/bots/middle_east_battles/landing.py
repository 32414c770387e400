"""Paratroops, helicopters and militia: where units appear that do not march."""

from __future__ import annotations

from sandtable.core import Action, bits
from sandtable.games.middle_east_battles.exits import exit_hexes
from sandtable.games.middle_east_battles.helicopters import Deliver
from sandtable.games.middle_east_battles.landing import AirborneLanding
from sandtable.games.middle_east_battles.militia import musters
from sandtable.games.middle_east_battles.state import ElArishState, SuezState

from .marching import Plan
from .sight import Sight

SPOKEN_FOR = 7
"""Airstrikes and ships' guns that every attack already prepared will want."""
MOST_SUPPORT = 9
"""Support that one landing can count on."""
SHUNNED = -5.0
"""What an attack is worth on an enemy that the posture leaves alone."""


class Landings:
    """The best places to appear, in one position."""

    def __init__(self, sight: Sight, plan: Plan) -> None:
        self.sight, self.plan = sight, plan
        self.s, self.game = sight.s, sight.game

    # what a place is worth ------------------------------------------------------------------------------------------
    def value(self, u: int, h: int) -> float:
        """What it is worth to land a unit in a hex: the attack it must make, an objective, or the way off the map."""
        sight, game = self.sight, self.game
        near = game.map.grid.adjacent[h] & sight.foes
        if near:
            return self._attack_value(u, h, near)
        holding = 0.0
        if game.objectives >> h & 1 and not sight.own >> h & 1:
            holding = 0.5 * sight.hex_worth(h)
        leaving = 0.0
        if sight.turns_left > 1 and self.plan.routes.out[h] + 2 <= game.allowances[u]:
            leaving = sight.exit_points(self.s.turn + 1)
        return max(holding, leaving, 0.05 * self.plan.stand(u, h))

    def _attack_value(self, u: int, h: int, near: int) -> float:
        """[9.11, 9.12] It must attack all its neighbours, with the support that others leave it."""
        sight, grid = self.sight, self.game.map.grid
        if any(self.plan.shunned(e) for e in bits(near)):
            return SHUNNED
        engaged = (grid.spread(sight.own) & sight.foes).bit_count()
        support = min(sum(self.s.air) + 8 - SPOKEN_FOR * engaged, MOST_SUPPORT)
        strength = sight.attack_of(u, h) + max(support, 0) // near.bit_count()
        zone = grid.spread(sight.own | 1 << h) | 1 << h
        worst = min(sight.chance(e, strength, True, sight.ways_back(e, zone)) for e in bits(near))
        helped = sight.own & grid.spread(near)
        return worst * (0.3 if helped else 1.0)

    # decisions --------------------------------------------------------------------------------------------------------
    def parachute(self, frame: AirborneLanding) -> tuple[Action, str]:
        """[9.11] The strongest paratroops, where the attack or the way off the map pays best."""
        game = self.game
        if isinstance(self.s, ElArishState):
            return Action("decline"), "The Matt Brigade costs more points than it gains."
        units = frame.candidates(self.s)
        best = (0.3, Action("decline"))
        if units:
            u = max(units, key=lambda u: (game.attack[u], -u))
            for h in bits(game.clear & ~self.sight.foes):
                a = Action("land", (game.name_of(u), game.hex_name(h)))
                value = self.value(u, h)
                if value > best[0] and self.s.check(a) is None:
                    best = (value, a)
        if best[1].verb == "decline":
            return best[1], "No landing pays now."
        return best[1], self._why(game.hex(best[1].args[1]))

    def _why(self, h: int) -> str:
        game = self.game
        near = game.map.grid.adjacent[h] & self.sight.foes
        if near:
            return f"Lands next to the enemy in {self.s.hex_names(near)} to attack with air support."
        if game.objectives >> h & 1:
            return f"Takes the empty objective {game.hex_name(h)}."
        return "Lands where it can leave the map or act on the next turn."

    def fly(self) -> tuple[Action, str] | None:
        """Helicopters: JS carries the strongest waiting unit; they score by leaving when that pays best."""
        game, s, sight = self.game, self.s, self.sight
        if not sight.west:
            return None
        points = sight.exit_points(s.turn)
        for u in bits(game.helicopters & ~s.moved):
            carrier = isinstance(s, SuezState) and u == s.game.js
            if carrier and (lift := self._lift()):
                return lift
            out = self._flight(u, "exited")
            if out and (sight.turns_left == 1 or (points >= 2 and not carrier)):
                return out, f"Leaving the map now scores {points:g}, and it can do no better."
            if isinstance(s, ElArishState) and s.loc[u] == game.box("holding"):
                return self._fly_in(u)
        return None

    def _flight(self, u: int, to: str) -> Action | None:
        """A flight, if it is allowed."""
        a = Action("fly", (self.game.name_of(u), f"{self.game.hex_name(self.s.loc[u])}-{to}"))
        return a if self.s.check(a) is None else None

    def _fly_in(self, u: int) -> tuple[Action, str] | None:
        """[10.5] Southern Command's helicopter comes in where it can leave next turn, far from the enemy's columns."""
        game, sight = self.game, self.sight
        out = game.distance_to(exit_hexes(self.s, sight.side))
        near = [h for h in bits(game.land & ~sight.own & ~sight.foes) if 2 * out[h] + 2 <= game.allowances[u]]
        for h in sorted(near, key=lambda h: -out[h]):
            if not sight.blow(h)[0] and (a := self._flight(u, game.hex_name(h))):
                return a, "The helicopter waits out of the enemy's reach for its way off the map."
        return None

    def _lift(self) -> tuple[Action, str] | None:
        """[9.12] JS brings the strongest unit that waits; on the last turn it takes one off the map that cannot walk."""
        game, s, out = self.game, self.s, self.plan.routes.out
        last = self.sight.turns_left == 1
        if last:
            away = [u for u in s.units_on_map(game.west) if game.legs >> u & 1 and not game.objectives >> s.loc[u] & 1]
            units = [u for u in away if out[s.loc[u]] + 2 > game.allowances[u]]
        else:
            units = [u for u in bits(game.legs) if s.loc[u] == game.box("holding")]
        for u in sorted(units, key=lambda u: -game.attack[u]):
            a = Action("lift", (game.name_of(u),))
            if s.check(a) is None:
                return (
                    a,
                    f"The helicopter fetches {a.args[0]}, {'far from the edge' if last else 'which waits at sea'}.",
                )
        return None

    def deliver(self, frame: Deliver) -> tuple[Action, str]:
        """[9.12] The best landing place in reach; off the map when that is worth more."""
        game, s, sight = self.game, self.s, self.sight
        best: tuple[float, Action] = (-99.0, Action(""))
        for a in s.options():
            if a.args[0] != "exited":
                value = self.value(frame.unit, game.hex(a.args[0]))
            else:
                value = 2 * sight.exit_points(s.turn) - (0.0 if sight.turns_left == 1 else 99.0)
            best = max(best, (value, a))
        if best[1].args == ("exited",):
            return best[1], "On the last turn both score by flying off the map."
        return best[1], self._why(game.hex(best[1].args[0]))

    def muster(self) -> tuple[Action, str] | None:
        """[9.4] Militia that are due take the best place in reach of the city; None when none is due."""
        s = self.s
        if self.sight.west or not isinstance(s, SuezState) or s.militia_due <= 0:
            return None
        options = list(musters(s))
        if not options:
            return None

        def value(a: Action) -> float:
            p = self.game.parts(a)
            return self.plan.stand(p.unit, p.to)

        best = max(options, key=value)
        return best, f"Militia are wanted in {self.game.hex_name(self.game.parts(best).to)}."
