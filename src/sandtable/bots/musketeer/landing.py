"""Reinforcements of the greedy player: landings are tried out beforehand."""

from __future__ import annotations

from sandtable.core import Action, advance, bits
from sandtable.games.musketeer import stacking
from sandtable.games.musketeer.combat import GroundCombatPhase
from sandtable.games.musketeer.reinforcement import Place, Reinforce
from sandtable.games.musketeer.state import MusketeerState
from sandtable.games.musketeer.ways import WAYS, open_hexes

from .fighting import Fighting
from .weights import BROUGHT_IN, GATEWAY_LANDING, LANDINGS, LEAST_GAIN, LIBYA_LIMIT, PORT, SECOND_IMPULSE, SURE


class Landing(Fighting):
    """[8.0, 10.0, 11.0] Which units come, how and where."""

    def on_reinforce(self, s: MusketeerState, frame: Reinforce) -> Action:
        """Aircraft first; then the landing that promises most, tried out beforehand; then whatever else can come."""
        self.refresh(s)
        game, side, c = s.game, frame.actor(s), s.contingent
        options = list(s.options())
        for a in options:
            if a.verb == "deploy" and self.deployed(s, game.unit(a.args[0])):
                self.reason = f"{a.args[0]} is more use in the Available Box."
                action: Action = a
                return action
        if self.plan is None:
            self.plan = self.best_landing(s, side)
        while self.plan:
            way, u, _ = self.plan[0]
            a = Action(way, (game.name_of(u),))
            if a in options:
                self.reason = f"{a.args[0]} takes part in the landing."
                return a
            self.plan.pop(0)
        best: tuple[float, Action] | None = None
        goals = self.objectives(s, side, c)
        for a in options:
            if a.verb not in WAYS or a.verb in LANDINGS or a.verb == "red-sea":
                continue
            u = game.unit(a.args[0])
            if a.verb == "libya" and (s.escalation > LIBYA_LIMIT or not game.mechanized >> u & 1):
                continue
            _, value = self.best_hex(s, a.verb, u, goals, side)
            value += BROUGHT_IN * s.combat(u)
            if value > 0 and (best is None or value > best[0]):
                best = (value, a)
        if best:
            self.reason = f"{best[1].args[0]} is needed most."
            return best[1]
        self.reason = "No reinforcement would help."
        return Action("end")

    def deployed(self, s: MusketeerState, u: int) -> bool:
        """Is this special unit more use in the Available Box than in reserve?"""
        return True

    def best_landing(self, s: MusketeerState, side: str) -> list[tuple[str, int, int]]:
        """The landing that promises most of those at the places held by the enemy."""
        held = s.held(s.game.enemy[side])
        return self.likeliest(s, side, [h for h, _, _ in self.objectives(s, side, s.contingent) if held >> h & 1])

    def likeliest(self, s: MusketeerState, side: str, goals: list[int]) -> list[tuple[str, int, int]]:
        """Try a landing at each of these hexes and fight it out on copies; keep the best one."""
        game = s.game
        best: list[tuple[str, int, int]] = []
        most = LEAST_GAIN
        for goal in goals:
            now = self.landing(s, goal, side)
            if not now:
                continue
            gain = self.landing_gain(s, goal, now, side)
            if gain < SURE:
                both = self.landing(s, goal, side, 2)
                if len(both) > len(now):
                    gain = max(gain, SECOND_IMPULSE * self.landing_gain(s, goal, both, side))
            gain *= 1 + GATEWAY_LANDING * self.gateway(goal, side) + (PORT if game.ports >> goal & 1 else 0)
            if gain > most:
                best, most = now, gain
        return best

    def landing_gain(self, s: MusketeerState, goal: int, landing: list[tuple[str, int, int]], side: str) -> float:
        """What an attack by these units, and those that are there already, would bring."""
        t = s.copy()
        for _, u, h in landing:
            t.loc[u] = h
        t.new_phase()
        before = self.value(t, side)
        t.agenda = (GroundCombatPhase(),)
        advance(t)
        attack = Action("attack", (s.game.hex_name(goal),))
        if t.choice is None or attack not in t.options():
            return -1.0
        return self.trial(t, attack, side) - before

    def landing(self, s: MusketeerState, goal: int, side: str, impulses: int = 1) -> list[tuple[str, int, int]]:
        """The strongest units that can come next to a place in one or two impulses, from opposite sides if possible."""
        game, c = s.game, s.contingent
        grid = game.map.grid
        ring = grid.adjacent[goal] & ~s.held(game.enemy[side])
        air = impulses * game.airborne_limit[c] - s.airborne_moves
        sea = impulses * game.sealift_limit[c] - s.sealifts
        left = impulses * game.ground_limit[c] - s.ground_entered
        helicopter = c == "anglo-french" and not s.helicopter
        waiting = s.at(game.box_of[c], game.ground_by[c])
        waiting.sort(key=lambda u: -s.combat(u))
        stack: dict[int, int] = {}
        found: list[tuple[str, int, int]] = []
        for u in waiting:
            if len(found) == left:
                break
            for way in LANDINGS:
                if (
                    (way == "drop" and not air)
                    or (way == "land" and not sea)
                    or (way == "helicopter" and not helicopter)
                ):
                    continue
                hexes = [h for h in bits(WAYS[way][1](s, u) & ring & ~stacking.full_for(s, u)) if stack.get(h, 0) < 3]
                if not hexes:
                    continue
                h = max(hexes, key=lambda x: (self.opposite(goal, x, stack), stack.get(x, 0), x))
                found.append((way, u, h))
                stack[h] = stack.get(h, 0) + 1
                air -= way == "drop"
                sea -= way == "land"
                helicopter = helicopter and way != "helicopter"
                break
        return found

    def opposite(self, goal: int, h: int, stack: dict[int, int]) -> bool:
        """Would a unit here make the attack concentric?"""
        grid = self.game.map.grid
        d = grid.direction(goal, h)
        return any((d - grid.direction(goal, x)) % 6 in (2, 3, 4) for x in stack)

    def best_hex(
        self, s: MusketeerState, way: str, u: int, goals: list[tuple[int, float, float]], side: str
    ) -> tuple[int, float]:
        """Where to put a reinforcement, and what it is worth there; never on enemies."""
        game = s.game
        hexes = open_hexes(s, way, u) & ~s.held(game.enemy[side])
        interesting = 0
        for goal, _, _ in goals:
            interesting |= game.map.grid.within(goal, 1)
        if hexes & interesting:
            hexes &= interesting
        zone = self.pressure(s, side)
        best, value = 0, -1e9
        for h in bits(hexes):
            v = self.pull(s, u, goals, h)[0] + self.safety(s, u, h, side, zone)
            if v > value:
                best, value = h, v
        return best, value

    def on_place(self, s: MusketeerState, frame: Place) -> Action:
        self.refresh(s)
        game, side = s.game, frame.actor(s)
        goals = self.objectives(s, side, s.contingent)
        planned = [h for way, u, h in self.plan or () if (way, u) == (frame.way, frame.unit)]
        h = planned[0] if planned else self.best_hex(s, frame.way, frame.unit, goals, side)[0]
        if not h or s.check(Action("place", (game.name_of(frame.unit), game.hex_name(h)))):
            action: Action = next(iter(s.options()))
            return action
        _, goal = self.pull(s, frame.unit, goals, h)
        self.aimed[goal] = self.aimed.get(goal, 0.0) + s.combat(frame.unit)
        self.reason = f"Near {game.where(goal)}." if goal else "The best place open."
        return Action("place", (game.name_of(frame.unit), game.hex_name(h)))
