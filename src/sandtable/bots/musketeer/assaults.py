"""Assaults: the movement of an impulse is planned round the attacks that it makes possible.

For every enemy stack that can be reached the best team is put round it on a copy of the position, from opposite sides
where that counts, and the attack is fought out a few times. The assault that promises most is ordered; then the units
that are left look for another. Who finds none moves as the tactician thinks best.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from sandtable.core import Action, Game, advance, bits, total
from sandtable.games.musketeer import stacking
from sandtable.games.musketeer.combat import Attack, GroundCombatPhase
from sandtable.games.musketeer.movement import Move
from sandtable.games.musketeer.pursuit import Pursuit
from sandtable.games.musketeer.reach import Range, reachable
from sandtable.games.musketeer.state import MusketeerState

from .tactics import Greedy
from .weights import FIRST_LOOK, HOPELESS, LEAST_ASSAULT, LEAST_GAIN, PER_UNIT, SECOND_LOOK, TEAMS

Team = tuple[tuple[int, int], ...]
"""Units, and the hexes from which they attack."""


@dataclass(frozen=True, slots=True)
class Order:
    """A unit goes somewhere to attack a hex."""

    unit: int
    path: tuple[int, ...]
    goal: int


class Assault(Greedy):
    """Moves to attack, looks twice at every attack, and lets those who must pursue go first."""

    def __init__(self, game: Game[MusketeerState], side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.orders: list[Order] | None = None
        """What is left of the plan of this movement phase; None before it is made."""
        self.rehearsing = False

    def refresh(self, s: MusketeerState) -> None:
        before = self.moment
        super().refresh(s)
        if self.moment != before:
            self.orders = None

    # movement ---------------------------------------------------------------------------------------------------------
    def on_move(self, s: MusketeerState, frame: Move) -> Action:
        self.refresh(s)
        if self.orders is None:
            self.orders = Staff(self, s, frame).orders()
            self.done.update(order.unit for order in self.orders)
            for order in self.orders:
                self.aimed[order.goal] = self.aimed.get(order.goal, 0.0) + s.combat(order.unit)
        while self.orders:
            order = self.orders.pop(0)
            if len(order.path) > 1:
                action = frame.action(s, order.unit, list(order.path))
                if s.check(action) is None:
                    self.reason = f"{s.game.name_of(order.unit)} goes to attack {s.game.where(order.goal)}."
                    return action
        return super().on_move(s, frame)

    # combat -----------------------------------------------------------------------------------------------------------
    def promise(self, s: MusketeerState, attack: Action, side: str, before: float) -> float:
        """What an attack brings on average; one that looks hopeless at once is not looked at again."""
        first = self.trial(s, attack, side, FIRST_LOOK) - before
        if first < HOPELESS:
            return first
        second = self.trial(s, attack, side, SECOND_LOOK) - before
        return (FIRST_LOOK * first + SECOND_LOOK * second) / (FIRST_LOOK + SECOND_LOOK)

    def on_attack(self, s: MusketeerState, frame: Attack) -> Action:
        options, side = list(s.options()), frame.actor(s)
        forced = Action("end") not in options
        before = self.value(s, side)
        best: tuple[float, Action] | None = None
        for a in options:
            if a.verb == "attack":
                gain = self.promise(s, a, side, before)
                if best is None or gain > best[0]:
                    best = gain, a
        if best and (forced or best[0] > LEAST_GAIN):
            self.reason = f"The attack promises {best[0]:.1f} points on average."
            return best[1]
        self.reason = "No attack promises a gain."
        return Action("end")

    def trial(self, s: MusketeerState, attack: Action, side: str, number: int = FIRST_LOOK + SECOND_LOOK) -> float:
        was, self.rehearsing = self.rehearsing, True
        try:
            return super().trial(s, attack, side, number)
        finally:
            self.rehearsing = was

    # pursuit ----------------------------------------------------------------------------------------------------------
    def on_pursuit(self, s: MusketeerState, frame: Pursuit) -> Action:
        if self.rehearsing:
            return self.next_hex(s, frame)
        return self.pursued(s, frame) or super().on_pursuit(s, frame)

    def pursued(self, s: MusketeerState, frame: Pursuit) -> Action | None:
        """[17.6] Units that must pursue do so first and choose their hex; the others follow only where it pays."""
        game, side, must = s.game, frame.actor(s), frame.must
        if not must:
            return None
        worth = game.points_west if side == "west" else game.points_east
        goals, zone, held = self.objectives(s, side, s.contingent), self.pressure(s, side), s.held(side)
        best: tuple[float, Action] | None = None
        for a in s.options():
            u = game.unit(a.args[0]) if a.verb == "advance" else -1
            if u < 0 or not must >> u & 1:
                continue
            h, here = game.parts(a).to, s.loc[u]
            gain = self.pull(s, u, goals, h)[0] - self.pull(s, u, goals, here)[0]
            gain += self.safety(s, u, h, side, zone) - self.safety(s, u, here, side, zone)
            if h in worth and not held >> h & 1:
                gain += 2 * worth[h] - 0.1 * s.combat(u)
            if self.full(s, u, h):
                gain -= 20
            if best is None or gain > best[0]:
                best = gain, a
        self.reason = "The pursuit is mandatory."
        return best[1] if best else None

    def next_hex(self, s: MusketeerState, frame: Pursuit) -> Action:
        """In a trial: who must goes on, and the weakest takes what is worth points."""
        game, side = s.game, frame.actor(s)
        worth = game.points_west if side == "west" else game.points_east
        options: Iterable[Action] = frame.options(s)
        if frame.must:
            must = [a for a in options if a.verb == "advance" and frame.must >> game.unit(a.args[0]) & 1]
            if must:
                return min(must, key=lambda a: game.parts(a).to != frame.target)
        elif worth.get(frame.target, 0) and not s.held(side) >> frame.target & 1:
            for u in sorted(bits(frame.units & ~game.static), key=s.combat):
                a = frame.action(s, u, [s.loc[u], frame.target])
                if not self.full(s, u, frame.target) and s.check(a) is None:
                    return a
        return Action("end") if s.check(Action("end")) is None else next(iter(frame.options(s)))


class Staff:
    """Makes the orders of one movement phase."""

    def __init__(self, bot: Assault, s: MusketeerState, frame: Move) -> None:
        self.bot, self.s, self.game, self.side = bot, s, s.game, frame.actor(s)
        self.mine = [u for u in bits(s.game.ground_by[s.contingent] & ~s.game.static) if s.loc[u] > 0]
        able = set(frame.units(s))
        self.free = [u for u in self.mine if u in able]
        self.reach: dict[int, Range] = {u: reachable(s, u) for u in self.free}
        self.closed = {u: stacking.full_for(s, u) for u in self.free}
        self.placed: dict[int, int] = {}
        """Where the units with orders will stand."""
        self.known: dict[tuple[int, Team], tuple[float, Team]] = {}

    def orders(self) -> list[Order]:
        game, found = self.game, []
        goals = list(bits(self.s.held(game.enemy[self.side]) & game.allowed[self.s.contingent]))
        while goals and self.free:
            gain, goal, team = max(self.best(goal) for goal in goals)
            if gain <= LEAST_ASSAULT:
                break
            for u, h in team:
                self.free.remove(u)
                self.placed[u] = h
                path = self.reach[u].path(h) if h != self.s.loc[u] else [h]
                found.append(Order(u, tuple(path), goal))
            goals.remove(goal)
        return found

    def best(self, goal: int) -> tuple[float, int, Team]:
        """What an assault on a hex promises, with the whole team or the strongest of it."""
        team = self.team(goal)
        if not team:
            return HOPELESS, goal, team
        if (goal, team) not in self.known:
            sizes = sorted({min(n, len(team)) for n in (*TEAMS, len(team))})
            self.known[goal, team] = max((self.gain(goal, team[:n]), team[:n]) for n in sizes)
        return self.known[goal, team][0], goal, self.known[goal, team][1]

    def team(self, goal: int) -> Team:
        """The strongest that can come next to a hex, from opposite sides if possible."""
        game, s, ring = self.game, self.s, self.game.map.grid.adjacent[goal]
        there = {u: self.placed.get(u, s.loc[u]) for u in self.mine if u not in self.free}
        stack: dict[int, int] = {}
        for h in there.values():
            if ring >> h & 1:
                stack[h] = stack.get(h, 0) + 1
        sides, divided = dict(stack), 0
        team = []
        for u in sorted(self.free, key=lambda u: (-s.combat(u), u)):
            division = game.divisions >> u & 1
            barred = self.closed[u] & ~(1 << s.loc[u]) | (divided if division else 0)
            hexes = [h for h in (s.loc[u], *self.reach[u].cost) if ring >> h & 1 and not barred >> h & 1]
            hexes = [h for h in hexes if stack.get(h, 0) < game.stacking[s.contingent]]
            if hexes:
                h = max(hexes, key=lambda x: (self.bot.opposite(goal, x, sides), x == s.loc[u], stack.get(x, 0), -x))
                team.append((u, h))
                stack[h] = stack.get(h, 0) + 1
                sides[h] = 1
                divided |= division << h
        return tuple(team)

    def gain(self, goal: int, team: Team) -> float:
        """Fight it out on copies; what the units leave behind counts against it."""
        game, t = self.game, self.s.copy()
        left = total(self.bot.stay(self.s, u, self.side) for u, h in team if h != self.s.loc[u])
        for u, h in (*self.placed.items(), *team):
            t.loc[u] = h
        t.new_phase()
        before = self.bot.value(t, self.side)
        t.agenda = (GroundCombatPhase(),)
        advance(t)
        attack = Action("attack", (game.hex_name(goal),))
        if t.choice is None or attack not in t.options():
            return HOPELESS
        return self.bot.promise(t, attack, self.side, before) - left - PER_UNIT * len(team)
