"""The greedy opponent for Middle East Battles.

Movement: it plans the whole phase. Enemy hexes are taken in the order of what attacking them promises, each with the
few units that bring the column and close the ring where it pays; everybody else goes for the nearest goal (objectives,
exits) and keeps away from fights it would be forced into. Combat: attacks are built piece by piece while the exact
expectation grows. The same planner serves both sides; what a unit, a place and a turn are worth is in `weights`.
"""

from __future__ import annotations

from random import Random

from sandtable.bots.base import Tactician
from sandtable.core import Action, Game
from sandtable.games.middle_east_battles.advance import AdvanceAfterCombat
from sandtable.games.middle_east_battles.attack import BuildAttack
from sandtable.games.middle_east_battles.battle import Battle
from sandtable.games.middle_east_battles.combat import CombatPhase
from sandtable.games.middle_east_battles.deployment import SetUp
from sandtable.games.middle_east_battles.displacement import Displace
from sandtable.games.middle_east_battles.helicopters import Deliver
from sandtable.games.middle_east_battles.landing import AirborneLanding
from sandtable.games.middle_east_battles.last_turn import StopOrGoOn, WriteLastTurn
from sandtable.games.middle_east_battles.movement import Movement
from sandtable.games.middle_east_battles.protective_fire import ProtectiveFire
from sandtable.games.middle_east_battles.resolution import ChooseTable
from sandtable.games.middle_east_battles.results import ChooseLosses
from sandtable.games.middle_east_battles.retreat import Retreat
from sandtable.games.middle_east_battles.section_10 import DeclareWithdrawal
from sandtable.games.middle_east_battles.state import BattleState, SuezState

from . import command
from .fighting import Fight
from .landing import Landings
from .manners import USUAL, Manner
from .marching import Order, Plan
from .sight import Routes, Sight, terrain_of
from .weights import weights_for

REPLANS = 3
"""How often a phase is planned again for units whose orders turned out impossible."""


class Greedy(Tactician[BattleState]):
    """Decides by the kind of decision; each kind has its own module."""

    game: Battle

    def __init__(self, game: Game[BattleState], side: str, rng: Random, manner: Manner = USUAL) -> None:
        super().__init__(game, side, rng)
        self.manner = manner
        self.weights = weights_for(self.game.section, side == self.game.west)
        self.terrain = terrain_of(self.game)
        self.orders: list[Order] = []
        self.phase: tuple[int, str] = (0, "")
        """Turn and phase that the orders and routes belong to."""
        self.plans = 0
        self.seen: Sight | None = None
        self.position: tuple[object, ...] = ()
        self.known_routes: Routes | None = None
        self.known_fight: Fight | None = None

    def choose(self, s: BattleState) -> Action:
        self._notice(s)
        action, self.reason = self._answer(s)
        return action

    def _answer(self, s: BattleState) -> tuple[Action, str]:
        match frame := s.choice:
            case SetUp():
                return self._set_up(s)
            case AirborneLanding():
                return self._landings(s).parachute(frame)
            case Movement():
                return self._move(s, frame)
            case Deliver():
                return self._landings(s).deliver(frame)
            case CombatPhase():
                return self._fight(s).choose_target()
            case BuildAttack() | ProtectiveFire():
                return self._fight(s).build(frame)
            case ChooseTable():
                return self._fight(s).table(frame)
            case ChooseLosses():
                return self._fight(s).give_up(frame)
            case Retreat() | Displace():
                return self._retreat(s)
            case AdvanceAfterCombat():
                return self._advance(s)
            case DeclareWithdrawal():
                return command.withdrawal(self._sight(s))
            case StopOrGoOn():
                return command.stop_or_go_on(self._sight(s), self._routes(s))
            case WriteLastTurn():
                return command.last_turn(self._sight(s), self._routes(s))
        return next(iter(s.options())), "There is nothing to weigh here."

    def _set_up(self, s: BattleState) -> tuple[Action, str]:
        """[9.3, 10.3] Whoever the posture wants elsewhere, then the standard set-up."""
        for name, where in self.manner.stations.items():
            a = Action("place", (name, where))
            if s.check(a) is None:
                return a, f"{name} stands better in {where} than where it is usually set up."
        return Action("deploy", ("standard",)), "A standing plan: every objective and every approach is held."

    # what it knows ----------------------------------------------------------------------------------------------------
    def _notice(self, s: BattleState) -> None:
        """A new phase makes old orders and routes worthless."""
        phase = (s.turn, s.game.phase(s))
        if phase != self.phase:
            self.phase, self.plans, self.orders, self.known_routes = phase, 0, [], None

    def _sight(self, s: BattleState) -> Sight:
        position = (s.turn, s.air, s.attacked, *s.loc)
        if self.seen is None or position != self.position:
            self.seen, self.position = Sight(s, self.side, self.weights, self.terrain), position
        self.seen.s = s
        return self.seen

    def _fight(self, s: BattleState) -> Fight:
        sight = self._sight(s)
        if self.known_fight is None or self.known_fight.sight is not sight:
            self.known_fight = Fight(sight)
        return self.known_fight

    def _routes(self, s: BattleState) -> Routes:
        if self.known_routes is None:
            self.known_routes = Routes(s, self.side, self.terrain)
        return self.known_routes

    def _plan(self, s: BattleState) -> Plan:
        sight = self._sight(s)
        return self.manner.plan(sight, self._routes(s), command.committed(sight))

    def _landings(self, s: BattleState) -> Landings:
        return self.manner.landings(self._sight(s), self._plan(s))

    # movement ---------------------------------------------------------------------------------------------------------
    def _move(self, s: BattleState, frame: Movement) -> tuple[Action, str]:
        """Militia, and helicopters on the last turn, first; then the orders of the plan; then helicopters; then the end."""
        first = self._first(s)
        if first:
            return first
        while True:
            order = self._next_order(s, frame)
            if order:
                return order
            if self.plans >= REPLANS or (self.plans and not self.orders):
                break
            self.plans += 1
            self.orders = self._plan(s).make()
        self.plans, self.orders = REPLANS, []
        return self._landings(s).fly() or (Action("end"), "Everybody stands where the plan wants them.")

    def _first(self, s: BattleState) -> tuple[Action, str] | None:
        """What does not wait for the plan."""
        if not isinstance(s, SuezState):
            return None
        if self.side == self.game.egypt:
            return self._landings(s).muster() if s.militia_due else None
        if s.moved >> s.game.js & 1 or self._sight(s).turns_left > 1:
            return None
        return self._landings(s).fly()

    def _next_order(self, s: BattleState, frame: Movement) -> tuple[Action, str] | None:
        """The first order that can be carried out as planned, or else by another way."""
        for planned in (True, False):
            for i, order in enumerate(self.orders):
                action = self._action(s, frame, order, planned)
                if s.check(action) is None:
                    del self.orders[i]
                    return action, order.reason
        return None

    def _action(self, s: BattleState, frame: Movement, order: Order, planned: bool) -> Action:
        path = [self.game.hex_name(h) for h in order.path]
        name = self.game.name_of(order.unit)
        if planned:
            return Action(order.verb, (name, "-".join(path)))
        return frame.read(s, Action(order.verb, (name, path[-1])))

    # after combat -----------------------------------------------------------------------------------------------------
    def _retreat(self, s: BattleState) -> tuple[Action, str]:
        """Retreat or give way to the best hex."""
        plan = self._plan(s)

        def value(a: Action) -> float:
            p = self.game.parts(a)
            return plan.stand(p.unit, p.to)

        best = max(s.options(), key=value)
        return best, f"{self.game.hex_name(self.game.parts(best).to)} is the best place to fall back to."

    def _advance(self, s: BattleState) -> tuple[Action, str]:
        """Advance where it gains ground that matters."""
        plan = self._plan(s)
        best: tuple[float, Action] = (0.0, Action("decline"))
        for a in s.options():
            if a.verb == "advance":
                p = self.game.parts(a)
                u, h = p.unit, p.to
                best = max(best, (plan.stand(u, h) - plan.stand(u, s.loc[u]) - 0.05, a))
        if best[1].verb == "decline":
            return best[1], "The unit stands better where it is."
        return best[1], f"{self.game.hex_name(self.game.parts(best[1]).to)} is the better place to stand."
