"""The greedy opponent for Middle East Battles.

Movement: it plans the whole phase. Enemy hexes are taken in the order of what attacking them promises, each with the
few units that bring the column where it pays; everybody else goes for the nearest goal (objectives, exits) and keeps
away from fights it would be forced into. Combat: attacks are built piece by piece while the exact expectation grows.
The same planner serves both sides; what a unit, a place and a turn are worth differs.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from sandtable.bots import Bot
from sandtable.core import Action, bits, reach
from sandtable.games.middle_east_battles.artillery import why_no_fpf

FAR = 400
"""Half movement points beyond which a goal does not matter."""
LOSS = {"suez-56": 2.0, "el-arish-67": 4.0}
"""What a Western unit is worth to Egypt in victory points; an Egyptian unit is worth one."""
EXIT = 6.0
"""How much more a unit off the map is worth than its points: it can no longer be lost."""
CARE, DARE = 0.3, 0.2
"""How much the danger of a place counts for units that go there without a fight, and for those sent to one."""
SLOPE, HASTE = 3.0, 3.0
"""What a turn's march towards an objective, or towards the exit, is worth."""
CROWD, THRESHOLD, STRIKE = 1.0, 0.25, 0.05
"""How fast an objective loses its pull, what a Western attack must promise, what an airstrike is worth for the defence."""
LEFT = ("D1", "D2", "D3", "D4", "DE", "EX", "AX")
"""Results after which the defender has left his hex."""


class Greedy(Bot):
    def __init__(self, game: Any, side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.west = side == game.west
        self.enemy = game.enemy_of(side)
        self.mine = 1.0 if side == game.egypt else LOSS[game.title.id]
        self.theirs = LOSS[game.title.id] if side == game.egypt else 1.0
        self.orders: list[tuple[str, str, str]] = []
        self.planned_for: tuple[int, str] = (0, "")
        self.costs: dict[int, dict[int, int]] = {}
        self.exit_cost: dict[int, int] = {}
        self.threats: tuple[tuple[Any, ...], list[tuple[int, int]]] = ((0, "", ()), [])
        self.heading: dict[int, int] = {}
        """How many units the plan sends to each objective."""

    def decide(self, s: Any) -> Action:
        name = type(s.choice).__name__
        match name:
            case "SetUp":
                self.reason = "A standing plan of defence."
                return Action("deploy", ("standard",))
            case "AirborneLanding":
                return self._land(s)
            case "Movement":
                return self._next_order(s)
            case "Deliver":
                return self._deliver(s)
            case "CombatPhase":
                return self._choose_target(s)
            case "BuildAttack" | "ProtectiveFire":
                return self._build(s)
            case "ChooseTable":
                return self._table(s)
            case "Retreat" | "Displace":
                return self._best_place(s)
            case "AdvanceAfterCombat":
                return self._advance(s)
            case "ChooseLosses":
                return self._losses(s)
            case "DeclareWithdrawal":
                self.reason = "The objectives are worth holding."
                return Action("hold")
            case "StopOrGoOn":
                return self._go_on(s)
            case "WriteLastTurn":
                self.reason = "One more turn is enough for the exits."
                return Action("write", ("7",))
        self.reason = "The first option."
        return next(iter(s.options()))

    # what things are worth --------------------------------------------------------------------------------------
    def _turns_left(self, s: Any) -> int:
        last = 6 if self.game.section == "9" else 11
        return max(last - s.turn + 1, 1)

    def _hex_worth(self, s: Any, h: int) -> float:
        """What it is worth to drive the enemy out of a hex, or to stand in it."""
        if not self.game.objectives >> h & 1:
            return 0.15
        left = self._turns_left(s)
        if self.west:
            return left * (0.8 if self.game.section == "9" else 0.5) + 0.6
        return left * 0.9

    def _cost_to(self, goal: int) -> dict[int, int]:
        if goal not in self.costs:
            self.costs[goal] = {goal: 0, **reach(self.game.edges, goal, FAR).cost}
        return self.costs[goal]

    def _goals(self, s: Any) -> list[tuple[int, float]]:
        """Objectives worth going to, with what they are worth; those that others head for are worth less."""
        foes, own = s.hexes_of(self.enemy), s.hexes_of(self.side)
        return [
            (
                h,
                self._hex_worth(s, h)
                * (1.0 if foes >> h & 1 or not own >> h & 1 else 0.1)
                / (1 + CROWD * self.heading.get(h, 0)),
            )
            for h in bits(self.game.objectives)
        ]

    def _way_out(self, s: Any, h: int, pace: int) -> float:
        """What the exit is worth to a Western unit in this hex: points on the turn it would get there."""
        if not self.exit_cost:
            for goal in bits(self.game.exit_hexes(s, self.side)):
                for x, cost in self._cost_to(goal).items():
                    self.exit_cost[x] = min(cost, self.exit_cost.get(x, FAR))
        cost = self.exit_cost.get(h, FAR) + 2
        turns = -(-cost // pace)
        if cost >= FAR or turns >= self._turns_left(s):
            return -9.0
        return self._exit_points(s, s.turn + turns) * EXIT - HASTE * cost / pace

    def _exit_points(self, s: Any, turn: int) -> float:
        if self.game.section == "9":
            return 2.0 if turn <= 3 else 1.0
        return 2.0 if turn <= 4 else 1.0 if turn <= 8 else 0.5

    def _covering(self, s: Any, h: int) -> int:
        """Protective fire that the enemy may bring to a hex, roughly."""
        game, distance = self.game, self.game.map.grid.distance
        if self.enemy == game.west:
            return min(sum(s.air), 3)
        fires = [
            game.fpf[u]
            for u in bits(game.artillery & game.roster.of_side[self.enemy])
            if s.loc[u] > 0 and s.loc[u] != h and distance(s.loc[u], h) <= game.range[u]
        ]
        return 2 * sum(fires) if game.fort_ground >> h & 1 else max(fires, default=0)

    def _danger(self, s: Any, u: int, h: int, place: dict[int, int]) -> float:
        """What the enemy's next combat phase may cost a Western unit here: in fortified ground Egyptian guns are deadly."""
        game, grid = self.game, self.game.map.grid
        blows = sorted(n for n, hexes in self._threats(s) if hexes >> h & 1)
        if not blows:
            return 0.0
        guns = [
            game.attack[v]
            for v in bits(game.artillery & game.roster.of_side[self.enemy])
            if s.loc[v] > 0 and 1 < grid.distance(s.loc[v], h) <= game.range[v]
        ]
        friends = sum(1 for v, at in place.items() if v != u and grid.distance(at, h) <= 2)
        share = 1 / (1 + 0.35 * min(friends, 4))  # those who must attack several of us attack each of us with less
        strength = int(share * sum(blows[-4:])) + (2 * sum(guns) if game.fort_ground >> h & 1 else max(guns, default=0))
        cover = sum(
            game.fpf[v]
            for v, at in place.items()
            if v != u and game.artillery >> v & 1 and game.fires_for(v, u) and grid.distance(at, h) <= game.range[v]
        )
        strength -= min(cover, 6)
        column = game.frontal.shifted_beyond(strength - game.defence[u], 0)
        cells = [game.frontal.result(die, column) for die in range(1, 7)]
        return self.mine * sum(c in ("DE", "EX") for c in cells) / 6

    def _threats(self, s: Any) -> list[tuple[int, int]]:
        """Every enemy unit's attack strength and the hexes it could attack in its next player turn."""
        key = (s.turn, s.actor or "", tuple(s.loc))
        if self.threats[0][:2] != key[:2] or (s.game.phase(s).endswith("combat") and self.threats[0] != key):
            game, grid = self.game, self.game.map.grid
            zone = grid.spread(s.hexes_of(self.side))
            own, found = s.hexes_of(self.side), []
            for v in game.units_of[self.enemy]:
                h = s.loc[v]
                if h > 0 and not game.artillery >> v & 1:
                    cells = 1 << h
                    if not zone >> h & 1:
                        for x in reach(game.edges, h, game.allowance(s, v), blocked=own, stop=zone).cost:
                            cells |= 1 << x
                    strength = game.attack[v] if game.forts >> h & 1 else game.attack[v] // 2
                    found.append((strength, grid.spread(cells)))
            self.threats = (key, found)
        return self.threats[1]

    def _chance(self, s: Any, strength: int, h: int, fresh: bool) -> float:
        """What an attack of this strength on the units in a hex promises, roughly."""
        game = self.game
        units = [u for u in game.units_of[self.enemy] if s.loc[u] == h]
        defence = sum(game.defence[u] for u in units) + self._covering(s, h)
        kinds = [k for k in game.kinds_at[h] if k in game.tec and not (k == "fortification" and not self.west)]
        shift = -max(int(game.tec[k]["shift"]) for k in kinds)
        works = any(game.tec[k].get("frontal") for k in kinds)
        push = self._hex_worth(s, h)
        price = self.mine * (2 if defence > 6 else 1)
        best = -99.0
        for crt in [game.frontal] if works or not self.west else [game.frontal, game.mobile]:
            column = crt.shifted_beyond(strength - defence, shift)
            total = 0.0
            for die in range(1, 7):
                result = crt.result(die, column)
                if works and result in ("D2", "D3", "D4"):
                    result = "EX"
                match result:
                    case "DE":
                        total += self.theirs * len(units) + push
                    case "EX":
                        total += self.theirs * len(units) + push - price
                    case "AX":
                        total += push - price + 0.1
                    case "BR":
                        total += 0.5 * push - 0.3
                    case "A1":
                        total -= self.mine if fresh else 0.4
                    case "AE":
                        total -= 2 * self.mine
                    case _:
                        total += push + 0.12 * int(result[1]) * self.theirs
            best = max(best, total / 6)
        return best

    # movement -----------------------------------------------------------------------------------------------------
    def _next_order(self, s: Any) -> Action:
        if self.planned_for != (s.turn, self.side):
            self.planned_for = s.turn, self.side
            self.heading = {}
            self.orders = self._plan(s)
        for i, (verb, unit, to) in enumerate(self.orders):
            action = self.game.parse(s, f"{verb} {unit} {to}".strip())
            if s.check(action) is None:
                del self.orders[i]
                self.reason = "Follows the plan of this phase."
                return action
        self.orders = []
        lift = self._lift(s)
        if lift:
            return lift
        self.reason = "Everybody stands where the plan wants them."
        if s.check(Action("end")) is None:
            return Action("end")
        return self._muster(s)

    def _muster(self, s: Any) -> Action:
        """Militia must be placed: the best hex for the next one."""
        place = {u: s.loc[u] for u in s.units_on_map(self.side)}
        goals = self._goals(s)

        def value(a: Action) -> float:
            return self._stand(s, self.game.unit(a.args[0]), self.game.hex(a.args[1].rpartition("-")[2]), place, goals)

        return max((a for a in s.options() if a.verb == "muster"), key=value)

    def _plan(self, s: Any) -> list[tuple[str, str, str]]:
        game = self.game
        ways: dict[int, dict[int, str]] = {}
        leaving: list[int] = []
        for a in s.options():
            if a.verb in ("move", "enter", "beach", "muster"):
                to = game.hex(a.args[1].rpartition("-")[2])
                ways.setdefault(game.unit(a.args[0]), {}).setdefault(to, a.verb)
            elif a.verb == "exit":
                leaving.append(game.unit(a.args[0]))
        if game.section == "9":
            self._militia_ways(s, ways)
        place = {u: s.loc[u] for u in game.units_of[self.side] if s.loc[u] > 0}
        orders: dict[int, tuple[str, str, str]] = {}
        for u in dict.fromkeys(leaving):
            gun = game.artillery >> u & 1 and self._turns_left(s) > 3
            if not gun and (not game.objectives >> s.loc[u] & 1 or self._turns_left(s) > 2):
                orders[u] = ("exit", game.name_of(u), "")
                place.pop(u, None)
        dear = self._kept_back(s)
        free = {u for u in ways if u not in orders and not dear >> u & 1}
        if game.section == "9" and self.west and "beach" in {v for w in ways.values() for v in w.values()}:
            free = self._seaborne(s, ways, free)
        self._attacks(s, ways, place, free, orders)
        for u in sorted(free, key=lambda u: (bool(game.artillery >> u & 1), -game.attack[u], u)):
            self._go(s, u, ways[u], place, orders)
        return list(orders.values())

    def _kept_back(self, s: Any) -> int:
        """Units whose entry costs more than they are worth: Matt, the 4th Armored, the Shazli Force."""
        if self.game.section == "9":
            return 0
        names = ("Matt Airborne Brigade (80th)", "4th Armored Division", "Shazli Force")
        waiting: int = self.game.roster.where(lambda u: u.formation in names and s.loc[u.id] < 0)
        return waiting

    def _militia_ways(self, s: Any, ways: dict[int, dict[int, str]]) -> None:
        """Every militia unit that is due can go where the first can."""
        game = self.game
        due = (
            [u for u in bits(game.militia) if s.loc[u] == game.box("militia")][-s.militia_due :]
            if s.militia_due
            else []
        )
        known = next((w for u, w in ways.items() if game.militia >> u & 1 and "muster" in w.values()), {})
        for u in due:
            ways.setdefault(u, dict(known))

    def _seaborne(self, s: Any, ways: dict[int, dict[int, str]], free: set[int]) -> set[int]:
        """The strongest of those waiting at sea, as many as may land."""
        game = self.game
        waiting = sorted((u for u in free if s.loc[u] < 0), key=lambda u: (-game.allowances[u], -game.attack[u]))
        return {u for u in free if s.loc[u] > 0} | set(waiting[: game.beach_room(s)])

    def _attacks(
        self,
        s: Any,
        ways: dict[int, dict[int, str]],
        place: dict[int, int],
        free: set[int],
        orders: dict[int, tuple[str, str, str]],
    ) -> None:
        """Send units against enemy hexes, the most promising first."""
        game = self.game
        foes = {s.loc[u] for u in game.units_of[self.enemy] if s.loc[u] > 0}
        air = sum(s.air) if self.west else 0
        done: set[int] = set()
        for _ in range(len(foes)):
            best: tuple[float, int, list[tuple[int, int]], int] = (THRESHOLD if self.west else 0.25, 0, [], 0)
            for h in foes - done:
                found = self._team(s, h, ways, place, free, min(air, 6), foes)
                if found[0] > best[0]:
                    best = (found[0], h, found[1], found[2])
            if not best[1]:
                return
            done.add(best[1])
            air -= best[3]
            for u, to in best[2]:
                free.discard(u)
                if place.get(u) != to:
                    orders[u] = (ways[u][to], game.name_of(u), game.hex_name(to))
                    place[u] = to

    def _team(
        self,
        s: Any,
        h: int,
        ways: dict[int, dict[int, str]],
        place: dict[int, int],
        free: set[int],
        air: int,
        foes: set[int],
    ) -> tuple[float, list[tuple[int, int]], int]:
        """The best few units to attack a hex with: expectation, who goes where, airstrikes counted on."""
        game, grid = self.game, self.game.map.grid
        taken = {to: u for u, to in place.items()}
        ring = [a for a in bits(grid.adjacent[h] & game.land) if a not in foes]
        best: tuple[float, list[tuple[int, int]], int] = (-99.0, [], 0)
        divisions = {game.division_of[u] for u in free | set(place)} if self.west else {""}
        for division in sorted(divisions - {""}) or [""]:

            def fits(u: int, division: str = division) -> bool:
                return not division or game.division_of[u] in ("", division)

            team = [(u, a) for a in ring if (u := taken.get(a, -1)) >= 0 and fits(u)]
            strength = sum(self._attack_of(s, u, a) for u, a in team)
            guns = sum(
                game.attack[u]
                for u, at in place.items()
                if game.artillery >> u & 1 and fits(u) and 1 < grid.distance(at, h) <= game.range[u]
            )
            guns = min(guns, 6 if self.west else 4)
            strikes = min(air, 5)
            open_ring = [a for a in ring if a not in taken]
            able = sorted((u for u in free if fits(u) and not game.artillery >> u & 1), key=lambda u: -game.attack[u])
            fresh = any(ways[u].get(a) == "beach" for u, a in team if u in ways)
            joined: list[tuple[int, int]] = []
            value = self._chance(s, strength + guns + strikes, h, fresh) if team else -99.0
            if value > best[0]:
                best = (value, [t for t in team if t[0] in free], strikes)
            for u in able:
                spots = [a for a in open_ring if a in ways[u]]
                if place.get(u) in ring or not spots or len(joined) >= 3:
                    continue
                a = min(spots, key=lambda a: len([f for f in foes if grid.are_adjacent(a, f)]))
                others = len([f for f in foes if f != h and grid.are_adjacent(a, f)])
                fresh = fresh or ways[u][a] == "beach"
                strength += self._attack_of(s, u, a)
                joined.append((u, a))
                open_ring.remove(a)
                value = self._chance(s, strength + guns + strikes, h, fresh) - 0.5 * others - 0.05 * len(joined)
                if self.west:
                    value -= DARE * sum(self._danger(s, v, at, place) for v, at in joined)
                if value > best[0]:
                    best = (value, [t for t in team if t[0] in free] + joined[:], strikes)
        return best

    def _attack_of(self, s: Any, u: int, at: int) -> int:
        game = self.game
        strength: int = game.attack[u]
        if self.west or game.artillery >> u & 1 or game.forts >> at & 1:
            return strength
        return strength // 2

    def _go(
        self,
        s: Any,
        u: int,
        ways: dict[int, str],
        place: dict[int, int],
        orders: dict[int, tuple[str, str, str]],
    ) -> None:
        """The best place for one unit that has no fight to go to."""
        game = self.game
        here = place.get(u, 0)
        taken = set(place.values())
        options: list[tuple[float, int]] = [(self._stand(s, u, here, place) + 0.05, here)] if here else []
        goals = self._goals(s)
        options += [(self._stand(s, u, h, place, goals), h) for h in ways if h not in taken]
        if not options:
            return
        value, to = max(options)
        if to == here or (not here and value < -2):
            return
        orders[u] = (ways[to], game.name_of(u), game.hex_name(to))
        place[u] = to
        self._note_goal(u, to, goals)

    def _note_goal(self, u: int, to: int, goals: list[tuple[int, float]]) -> None:
        """Remember which objective a unit heads for."""
        pace = max(self.game.allowances[u], 1)
        pull, goal = max((self._pull(goal, worth, to, pace), goal) for goal, worth in goals)
        if pull > 0.3:
            self.heading[goal] = self.heading.get(goal, 0) + 1

    def _stand(
        self, s: Any, u: int, h: int, place: dict[int, int], goals: list[tuple[int, float]] | None = None
    ) -> float:
        """What it is worth to have this unit in this hex at the end of the phase."""
        game, grid = self.game, self.game.map.grid
        value = 0.0
        if game.objectives >> h & 1:
            value += self._hex_worth(s, h) + 1.0
        if not self.west:
            value += 0.8 if game.forts >> h & 1 else 0.3 if game.cities >> h & 1 else 0.0
        foes = s.hexes_of(self.enemy)
        near = grid.adjacent[h] & foes
        if near and not (not self.west and game.forts >> h & 1):
            help_ = sum(self._attack_of(s, v, at) for v, at in place.items() if v != u and grid.adjacent[at] & near)
            chance = max(self._chance(s, self._attack_of(s, u, h) + help_, e, False) for e in bits(near))
            value += min(chance, 0.0) - 0.6 * near.bit_count()
            if game.artillery >> u & 1:
                value -= 1.5
        if self.west:
            value -= CARE * self._danger(s, u, h, place)
        if game.artillery >> u & 1:
            far = game.range[u]
            value += 0.1 * min(sum(1 for e in bits(foes) if grid.distance(h, e) <= far), 5)
            ours = (at for v, at in place.items() if not game.artillery >> v & 1 and game.fires_for(u, v))
            value += 0.25 * min(sum(1 for at in ours if grid.distance(h, at) <= far), 6)
        pace = max(game.allowances[u], 1)
        leaves = self.west and (self._turns_left(s) <= 3 or not game.artillery >> u & 1)
        best = self._way_out(s, h, pace) if leaves else -9.0
        for goal, worth in goals if goals is not None else self._goals(s):
            best = max(best, self._pull(goal, worth, h, pace))
        return value + best

    def _pull(self, goal: int, worth: float, h: int, pace: int) -> float:
        return worth - SLOPE * self._cost_to(goal).get(h, FAR) / pace

    # landings and lifts ---------------------------------------------------------------------------------------------
    def _drop_value(self, s: Any, u: int, h: int) -> float:
        game, grid = self.game, self.game.map.grid
        near = grid.adjacent[h] & s.hexes_of(self.enemy)
        if near:
            strikes = min(sum(s.air), 7)
            chances = [self._chance(s, game.attack[u] + strikes // near.bit_count(), e, True) for e in bits(near)]
            busy = s.hexes_of(self.side) & grid.spread(near)
            return min(chances) * (0.3 if busy else 1.0)
        own = s.occupied(game.roster.of_side[self.side])
        holding = 2.0 if game.objectives >> h & 1 and not own >> h & 1 else 0.0
        leaving = 0.0
        exits = game.exit_hexes(s, self.side)
        if exits:
            cost = min(self._cost_to(e).get(h, FAR) for e in bits(exits))
            if cost + 2 <= game.allowances[u]:
                leaving = self._exit_points(s, s.turn + 1)
        return max(holding, leaving, 0.05 * self._stand(s, u, h, {}))

    def _land(self, s: Any) -> Action:
        game = self.game
        if game.section == "10":
            self.reason = "The Matt Brigade costs more than it gains."
            return Action("decline")
        best = (0.3, Action("decline"))
        units = {a.args[0] for a in s.options() if a.verb == "land"}
        if units:
            name = max(units, key=lambda n: (game.attack[game.unit(n)], n))
            for a in s.options():
                if a.verb == "land" and a.args[0] == name:
                    value = self._drop_value(s, game.unit(name), game.hex(a.args[1]))
                    best = max(best, (value, a))
        self.reason = "Lands where the attack or the way off the map pays best."
        return best[1]

    def _lift(self, s: Any) -> Action | None:
        """Bring the strongest waiting unit in by helicopter; let the other one leave while it pays."""
        game = self.game
        if not self.west or game.section != "9":
            return None
        waiting = [u for u in bits(game.legs) if s.loc[u] == game.box("holding")]
        for u in sorted(waiting, key=lambda u: -game.attack[u]):
            action = Action("lift", (game.name_of(u),))
            if s.check(action) is None:
                self.reason = "The helicopter brings the strongest unit that waits."
                return action
        for u in bits(game.helicopters):
            action = Action("fly", (game.name_of(u), f"{game.hex_name(s.loc[u])}-exited"))
            if u != game.js and s.turn <= 3 and s.check(action) is None:
                self.reason = "It can do no more than score by leaving."
                return action
        return None

    def _deliver(self, s: Any) -> Action:
        best = (-99.0, Action(""))
        for a in s.options():
            if a.args[0] != "exited":
                best = max(best, (self._drop_value(s, s.choice.unit, self.game.hex(a.args[0])), a))
        self.reason = "The best landing place it can reach."
        return best[1] if best[1].verb else next(iter(s.options()))

    # combat -----------------------------------------------------------------------------------------------------------
    def _choose_target(self, s: Any) -> Action:
        """The most promising target by a rough count; the attack itself is weighed while it is built."""
        game, grid = self.game, self.game.map.grid
        options = list(s.options())
        best: tuple[float, Action] = (-99.0, options[-1])
        for a in options:
            if a.verb != "attack":
                continue
            h = game.hex(a.args[0])
            beside = [u for u in s.units_on_map(self.side) if not s.fought >> u & 1 and grid.are_adjacent(s.loc[u], h)]
            guns = sum(
                game.attack[u]
                for u in bits(game.artillery & game.roster.of_side[self.side] & ~s.fought)
                if s.loc[u] > 0 and grid.distance(s.loc[u], h) <= game.range[u]
            )
            strength = sum(self._attack_of(s, u, s.loc[u]) for u in beside) + min(guns, 6)
            if self.west:
                strength += min(sum(s.air), 4)
            value = self._chance(s, strength, h, False)
            if not beside:
                value = self._barrage(s, strength, h)
            best = max(best, (value, a))
        if options[-1].verb == "end" and best[0] < 0.12:
            self.reason = "No further attack pays."
            return options[-1]
        self.reason = "The attack that promises most now."
        return best[1]

    def _barrage(self, s: Any, strength: int, h: int) -> float:
        """What fire from range alone promises: it costs nothing but the points for a shelled city."""
        game = self.game
        units = [u for u in game.units_of[self.enemy] if s.loc[u] == h]
        kinds = [k for k in game.kinds_at[h] if k in game.tec and not (k == "fortification" and not self.west)]
        shift = -max(int(game.tec[k]["shift"]) for k in kinds)
        column = game.mobile.shifted_beyond(strength - sum(game.defence[u] for u in units), shift)
        results = [game.mobile.result(d, column) for d in range(1, 7)]
        hits = sum(r in ("D2", "D3", "D4", "DE") for r in results) / 6
        fine = 1.0 if game.section == "9" and self.west and game.cities >> h & 1 and not s.shelled >> h & 1 else 0.0
        return hits * (self._hex_worth(s, h) + 0.3 * self.theirs) - fine

    def _worth_of(self, s: Any, choice: Any) -> float:
        """The exact expectation of an attack as it stands, for its attacker; the better table is taken."""
        return max(self._expect(s, choice, table) for table in choice.tables(s))

    def _expect(self, s: Any, choice: Any, table: str) -> float:
        game = self.game
        attacker = choice.side
        if attacker == self.side and not choice.guns:
            choice = self._covered(s, choice)
        f = replace(choice, table=table).forecast(s)
        mine, theirs = (self.mine, self.theirs) if attacker == self.side else (self.theirs, self.mine)
        value = 0.0
        for loss in f["losses"]:
            own = game.side_of[game.unit(loss["unit"])] == attacker
            value += loss["probability"] * (-mine if own else theirs)
        hexes = list(bits(choice.targets))
        push = sum(self._hex_worth(s, h) for h in hexes)
        pure = choice.is_pure_barrage(s)
        for r in f["results"]:
            result, p = r["result"], r["probability"]
            if result in LEFT and not (pure and result in ("D1", "BR")):
                value += p * push
            elif result == "BR" and not pure:
                value += p * push * 0.5
            elif result == "A1":
                value -= p * 0.25
        if attacker == game.west and game.section == "9" and choice.uses_fire(s):
            value -= (choice.targets & game.cities & ~s.shelled).bit_count()
        value -= (0.03 if game.section == "9" else STRIKE) * sum(choice.air) if attacker == game.west else 0.0
        return value

    def _covered(self, s: Any, choice: Any) -> Any:
        """The attack with the protective fire that its defender will probably give."""
        game = self.game
        if choice.is_pure_barrage(s) or type(choice).__name__ == "ChooseTable":
            return choice
        if self.enemy == game.west:
            first, *others = s.air
            return replace(choice, cover=(min(first, 3), *(0 for _ in others)))
        guns = 0
        for gun in bits(game.artillery & game.roster.of_side[self.enemy]):
            outside = s.loc[gun] > 0 and not choice.targets >> s.loc[gun] & 1
            if outside and why_no_fpf(s, gun, choice.targets, choice.attackers, guns) is None:
                guns |= 1 << gun
        return replace(choice, guns=guns)

    def _build(self, s: Any) -> Action:
        """Add whatever raises the expectation most (or lowers the attacker's); confirm when nothing does."""
        attacking = s.choice.side == self.side
        sign = 1.0 if attacking else -1.0
        confirm = Action("confirm")
        ready = s.check(confirm) is None
        now = sign * self._worth_of(s, s.choice) if ready else -99.0
        best: tuple[float, Action] = (now + 0.02, confirm) if ready else (-99.0, confirm)
        counts = self._useful_counts(s)
        for a in s.options():
            if a.verb == "confirm" or (a.verb == "support" and len(a.args) == 2 and int(a.args[1]) not in counts):
                continue
            t = s.copy().apply(a)
            if type(t.choice) is not type(s.choice):
                continue
            value = sign * self._worth_of(t, t.choice)
            if attacking and not ready and a.verb == "also":
                value -= 0.1
            best = max(best, (value, a))
        self.reason = "Raises the expectation of the attack." if attacking else "Weakens the attack most."
        if best[1] == confirm and not ready:
            return next(iter(s.options()))
        return best[1]

    def _useful_counts(self, s: Any) -> set[int]:
        """Numbers of airstrikes worth trying."""
        most = max(s.air, default=0)
        if s.choice.side != self.side:
            return {most, 1, 2, 4}
        return {1, 2, 3, 4, 6, most} if most <= 7 else {1, 2, 4, 6, 8}

    def _table(self, s: Any) -> Action:
        tables = s.choice.tables(s)
        best = max(tables, key=lambda table: self._expect(s, s.choice, table))
        self.reason = "The table with the better expectation."
        return Action("table", (best,))

    # after combat -------------------------------------------------------------------------------------------------------
    def _best_place(self, s: Any) -> Action:
        """Retreat or give way to the best hex."""
        goals = self._goals(s)

        def value(a: Action) -> float:
            u, h = self.game.unit(a.args[0]), self.game.hex(a.args[1].rpartition("-")[2])
            return self._stand(s, u, h, {}, goals)

        self.reason = "The best place to retreat to."
        return max(s.options(), key=value)

    def _advance(self, s: Any) -> Action:
        goals = self._goals(s)
        best: tuple[float, Action] = (0.0, Action("decline"))
        for a in s.options():
            if a.verb == "advance":
                u, h = self.game.unit(a.args[0]), self.game.hex(a.args[1].rpartition("-")[2])
                gain = self._stand(s, u, h, {}, goals) - self._stand(s, u, s.loc[u], {}, goals)
                best = max(best, (gain - 0.05, a))
        self.reason = "Advances where it gains ground that matters."
        return best[1]

    def _losses(self, s: Any) -> Action:
        """The weakest unit that pays the whole price, or else the strongest."""
        units = [self.game.unit(a.args[0]) for a in s.options()]
        enough = [u for u in units if self.game.attack[u] >= s.choice.price]
        u = min(enough, key=lambda u: self.game.attack[u]) if enough else max(units, key=lambda u: self.game.attack[u])
        self.reason = "As few units as possible are given up."
        return Action("lose", (self.game.name_of(u),))

    def _go_on(self, s: Any) -> Action:
        """Another turn costs four or five points: worth it only to turn a defeat with many units near the exits."""
        game = self.game
        lead = (s.vp[0] - s.vp[1]) / 2 + 2 * (s.hexes_of(self.side) & game.objectives).bit_count()
        soon = 0
        for u in s.units_on_map(self.side):
            cost = min(self._cost_to(e).get(s.loc[u], FAR) for e in bits(game.map.sets["exit"]))
            soon += cost + 2 <= game.allowances[u]
        held = (s.hexes_of(game.egypt) & game.objectives).bit_count()
        gain = soon - 4.5 - held
        self.reason = "Weighs the exits of another turn against its price."
        turns_it = lead < 5 <= lead + gain or lead <= -5 < lead + gain
        return Action("continue" if turns_it else "stop")
