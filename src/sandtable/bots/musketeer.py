"""The greedy player of Operation Musketeer.

It plans markers with the Escalation Index in mind, sends units where the victory points are, tries every attack out on
copies of the position before making it, and holds what it has. It knows only what its side knows: the state it is
given has been sampled (`Game.sample_hidden`).
"""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import CHANCE, Action, advance, bits
from sandtable.games.musketeer import stacking
from sandtable.games.musketeer.air import ready, strikes_in
from sandtable.games.musketeer.bombardment import bombardment_forecast, gun_targets
from sandtable.games.musketeer.combat import GroundCombatPhase
from sandtable.games.musketeer.movement import reachable
from sandtable.games.musketeer.retreat import in_stronghold
from sandtable.games.musketeer.victory import LAST_TURN, WORLD_WAR, points, unit_points
from sandtable.games.musketeer.ways import WAYS, open_hexes

from . import Bot

TRIALS = 8
"""How often an attack is tried out before it is made."""
LEAST_GAIN = 0.15
"""What an attack must promise on average, in victory points."""
GREAT = 7
"""Places of this value are held with everything that can be stacked there."""
LANDINGS = ("land", "drop", "helicopter")
"""Ways into play that can end next to the enemy."""
SURE = 6.0
"""A landing that promises less is also judged by what a second impulse would add."""
GATEWAY = 10
"""Places within so many hexes add to each other's value."""
LIBYA_LIMIT = 22
"""Above this index no unit comes through Libya."""

# Weights, in victory points unless said otherwise
STRENGTH = 0.35
"""A combat factor in play."""
PRICE = 0.6
"""A point that the enemy gains when the unit dies."""
TO_TAKE, TO_OCCUPY, TO_HOLD = 2.0, 2.5, 1.2
"""How a point attracts: held by the enemy, by nobody, by ourselves and threatened."""
FORCE_RATIO, FORCE_PER_SHIFT, FORCE_LEAST = 1.5, 3, 2
"""Strength that a place takes: for each enemy factor, for each column of its terrain, and at least."""
GUARD_GREAT, GUARD = 11.0, 5.0
"""Strength that a threatened place should have."""
ENOUGH = 0.25
"""What is left of an attraction when enough is on its way."""
NEARBY = 0.3
"""A point of another place within GATEWAY."""
DANGER = 0.25
"""An enemy factor next to a hex that own strength and terrain do not outweigh."""
SECOND_IMPULSE = 0.6
"""A landing that needs a second impulse, against one that does not."""
PORT = 0.4
"""A port gained brings the rest of the army."""
FLAK = {"west": 1.2, "east": 2.2}
"""An airstrike lost."""
WORTH_BOMBING = 0.2
"""Steps that a bombardment must promise, flak counted."""
OBJECTIVE_BOMBED = 1.5
"""A target on a place worth points, against any other."""
HALF_DEAD = 0.4
"""A disruption, as a share of the unit."""
LEFT_EMPTY, LEFT_THIN, LEFT_TO_GARRISON = 2.0, 1.5, 1.2
"""What a point of a place weighs when a unit leaves it empty, too thin (a great place), or to its garrison alone."""
BROUGHT_IN = 0.6
"""A combat factor that enters the map."""
GATEWAY_LANDING = 0.03
"""What each point of the neighbouring places adds to a landing, as a share."""
INERTIA = 0.05
"""A move must be better than staying by so much."""
RETREATED = 0.5
"""A forced retreat."""
SUDDEN_DEATH = 200
"""A game won at once."""


class Greedy(Bot):
    """One ply deep, by the rulebook's own numbers."""

    def __init__(self, game: Any, side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.far: dict[int, list[int]] = {}
        """Movement cost from everywhere to an objective, in sixths; worked out when first asked."""
        self.moment: tuple[Any, ...] = ()
        self.done: set[int] = set()
        """Units that have been looked at in this phase and stay."""
        self.aimed: dict[int, float] = {}
        """Strength on its way to each objective in this impulse."""
        self.plan: list[tuple[str, int, int]] | None = None
        """Landings of this impulse: way, unit, hex; None before they are planned."""

    def decide(self, s: Any) -> Action:
        self.reason = ""
        frame = type(s.choice).__name__
        decide = getattr(self, f"on_{frame}", None)
        action: Action = decide(s) if decide else next(iter(s.options()))
        self.reason = self.reason or "Nothing else to do."
        return action

    # what things are worth ----------------------------------------------------------------------------------------
    def worth(self, s: Any, u: int) -> float:
        """A ground unit in play, in victory points."""
        return STRENGTH * float(s.combat(u)) + PRICE * unit_points(self.game, u)

    def value(self, s: Any, side: str) -> float:
        """The position for one side: points as they stand, and what is left to fight with."""
        game: Any = s.game
        score = points(s)
        total = float(score[side] - score[game.enemy[side]])
        for u in bits(game.ground):
            if s.loc[u] not in (0, game.dead):
                total += (1 if game.roster[u].side == side else -1) * STRENGTH * s.combat(u)
        if s.outcome is not None and s.outcome.level == "Sudden Death":
            total += SUDDEN_DEATH if s.outcome.winner == side else -SUDDEN_DEATH
        return total

    def lead(self, s: Any, side: str) -> int:
        score = points(s)
        return int(score[side] - score[s.game.enemy[side]])

    # set-up and planning --------------------------------------------------------------------------------------------
    def on_Reserve(self, s: Any) -> Action:
        options = list(s.options())
        self.reason = "The historical set-up."
        return Action("default") if Action("default") in options else options[0]

    on_PlaceUnits = on_Reserve

    def on_Plan(self, s: Any) -> Action:
        """Everything that can be used, as long as the index allows it: a side that is behind must not start the war."""
        game, side = s.game, s.actor
        markers = game.command_markers
        m = markers[s.choice.left[0]]
        room = WORLD_WAR - 1 - s.escalation
        ahead = self.lead(s, side) > 0
        planned = sum(markers[n].escalation for n in s.pool(side))
        turns_left = LAST_TURN - s.turn
        reserve = 0 if ahead else 2 * turns_left + (6 if turns_left else 4)
        fits = planned + m.escalation <= room - reserve or (not m.special and room > 8)
        if self.useful(s, m) and (ahead or m.escalation == 0 or fits):
            self.reason = f"{m.name} is useful, and the index at {s.escalation} leaves room for it."
            return Action("plan", (m.name,))
        self.reason = f"{m.name} is not needed now, or would raise the index from {s.escalation} too far."
        return Action("leave", (m.name,))

    def useful(self, s: Any, m: Any) -> bool:
        """Has the contingent anything to do?"""
        game = s.game
        units = game.by_contingent[m.contingent]
        alive = [u for u in bits(units & game.ground) if s.loc[u] != game.dead]
        if m.name in ("Egypt-Mobilizes", "Kadesh"):
            return s.turn >= 2
        return bool(alive)

    def on_PickOrPass(self, s: Any) -> Action:
        game, side = s.game, s.actor
        worst = max((game.command_markers[n].escalation for n in s.pool(side)), default=0)
        if not s.pool(side):
            self.reason = "The pool is empty."
            return Action("pass")
        if s.escalation + worst >= WORLD_WAR and self.lead(s, side) < 0:
            self.reason = "A pick might start the world war while we are behind."
            return Action("pass")
        self.reason = "Every impulse counts."
        return Action("pick")

    # where to go ------------------------------------------------------------------------------------------------------
    def distance(self, goal: int) -> list[int]:
        """Movement cost from every hex to a goal over open country, in sixths."""
        if goal not in self.far:
            game: Any = self.game
            best = [1 << 20] * game.map.grid.size
            best[goal] = 0
            buckets: dict[int, list[int]] = {0: [goal]}
            cost = 0
            while buckets:
                for h in buckets.pop(cost, ()):
                    if best[h] == cost:
                        for step in game.steps[h]:
                            new = cost + step.cost + step.crossing
                            if new < best[step.to]:
                                best[step.to] = new
                                buckets.setdefault(new, []).append(step.to)
                cost += 1
            self.far[goal] = best
        return self.far[goal]

    def refresh(self, s: Any) -> None:
        """A new phase or impulse: forget what was looked at."""
        moment = (s.turn, len(s.picked), s.contingent, s.game.phase(s))
        if moment != self.moment:
            if moment[:3] != self.moment[:3]:
                self.aimed, self.plan = {}, None
            self.moment = moment
            self.done = set()

    def objectives(self, s: Any, side: str, contingent: str) -> list[tuple[int, float, float]]:
        """Places worth going to: hex, how much they attract, how much strength they take."""
        game = s.game
        worth = game.points_west if side == "west" else game.points_east
        enemy = game.enemy[side]
        own, other = s.held(side), s.held(enemy)
        found = []
        for h, p in worth.items():
            if not game.allowed[contingent] >> h & 1:
                continue
            if other >> h & 1:
                units = s.enemies_at(h, side)
                shift, _ = game.terrain_shift(h, game.contingent_of[units[0]])
                need = FORCE_RATIO * sum(s.combat(u) for u in units) + FORCE_PER_SHIFT * shift + FORCE_LEAST
                found.append((h, TO_TAKE * (p + self.gateway(h, side)) + 1, need))
            elif not own >> h & 1:
                found.append((h, TO_OCCUPY * p + 1, 1.0))
            elif self.threatened(s, h, side):
                have = sum(s.combat(u) for u in s.at(h, game.ground_of[side]))
                found.append((h, TO_HOLD * p + 0.5, max(0.0, (GUARD_GREAT if p >= GREAT else GUARD) - have)))
        return found

    def gateway(self, h: int, side: str) -> float:
        """A place near other places opens the way to them."""
        game: Any = self.game
        worth = game.points_west if side == "west" else game.points_east
        near = game.map.grid.within(h, GATEWAY)
        return NEARBY * sum(p for x, p in worth.items() if x != h and near >> x & 1)

    def threatened(self, s: Any, h: int, side: str) -> bool:
        """Could the enemy come here soon?"""
        game = s.game
        enemy = game.enemy[side]
        near = game.map.grid.within(h, 7)
        if s.held(enemy) & near:
            return True
        return side == "east" and bool(game.cities >> h & 1)  # the sea and the sky are open to the West

    def stay(self, s: Any, u: int, side: str) -> float:
        """What leaving would give away: points of a place that only this unit holds."""
        game, h = s.game, s.loc[u]
        worth = game.points_west if side == "west" else game.points_east
        if h not in worth:
            return 0.0
        others = [v for v in s.at(h, game.ground_of[side]) if v != u]
        if not others:
            return LEFT_EMPTY * worth[h] + 2
        if worth[h] >= GREAT and side == "east" and len(others) < 3:
            return LEFT_THIN * worth[h]
        guard = [v for v in others if game.static >> v & 1]
        if len(guard) == len(others) and self.threatened(s, h, side):
            return LEFT_TO_GARRISON * worth[h] + 1
        return 0.0

    def pull(self, s: Any, u: int, goals: list[tuple[int, float, float]], h: int) -> tuple[float, int]:
        """How attractive a hex is for a unit: the best objective, weakened by distance and by what is going there already."""
        reach = max(1, s.movement(u)) * 6
        best, which = 0.0, 0
        for goal, attraction, need in goals:
            going = self.aimed.get(goal, 0.0)
            if going >= need:
                attraction *= ENOUGH
            v = attraction / (1 + self.distance(goal)[h] / reach)
            if v > best:
                best, which = v, goal
        return best, which

    def safety(self, s: Any, u: int, h: int, side: str, zone: dict[int, float]) -> float:
        """Enemies next to a hex: a chance to attack with enough strength, a danger without."""
        danger = zone.get(h, 0.0)
        if not danger:
            return 0.0
        game = s.game
        friends = sum(s.combat(v) for v in s.at(h, game.ground_of[side]) if v != u) + s.combat(u)
        shift, _ = game.terrain_shift(h, game.contingent_of[u])
        return DANGER * min(0.0, friends + 2 * shift - danger)

    def pressure(self, s: Any, side: str) -> dict[int, float]:
        """Enemy strength next to each hex."""
        game = s.game
        found: dict[int, float] = {}
        for u in bits(game.ground_of[game.enemy[side]]):
            if s.loc[u] > 0:
                for n in game.map.grid.neighbours[s.loc[u]]:
                    if n:
                        found[n] = found.get(n, 0.0) + s.combat(u)
        return found

    # reinforcement ----------------------------------------------------------------------------------------------------
    def on_Reinforce(self, s: Any) -> Action:
        """Aircraft first; then the landing that promises most, tried out beforehand; then whatever else can come."""
        self.refresh(s)
        game, side, c = s.game, s.actor, s.contingent
        options = list(s.options())
        for a in options:
            if a.verb == "deploy":
                self.reason = f"{a.args[0]} is more use in the Available Box."
                return a
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

    def best_landing(self, s: Any, side: str) -> list[tuple[str, int, int]]:
        """Try a landing at every place held by the enemy and fight it out on copies; keep the best one."""
        game = s.game
        held = s.held(game.enemy[side])
        best: list[tuple[str, int, int]] = []
        most = LEAST_GAIN
        for goal, _, _ in self.objectives(s, side, s.contingent):
            if not held >> goal & 1:
                continue
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

    def landing_gain(self, s: Any, goal: int, landing: list[tuple[str, int, int]], side: str) -> float:
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

    def landing(self, s: Any, goal: int, side: str, impulses: int = 1) -> list[tuple[str, int, int]]:
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

    def best_hex(self, s: Any, way: str, u: int, goals: list[tuple[int, float, float]], side: str) -> tuple[int, float]:
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

    def on_Place(self, s: Any) -> Action:
        self.refresh(s)
        game, side, choice = s.game, s.actor, s.choice
        goals = self.objectives(s, side, s.contingent)
        planned = [h for way, u, h in self.plan or () if (way, u) == (choice.way, choice.unit)]
        h = planned[0] if planned else self.best_hex(s, choice.way, choice.unit, goals, side)[0]
        if not h or s.check(Action("place", (game.name_of(choice.unit), game.hex_name(h)))):
            action: Action = next(iter(s.options()))
            return action
        _, goal = self.pull(s, choice.unit, goals, h)
        self.aimed[goal] = self.aimed.get(goal, 0.0) + s.combat(choice.unit)
        self.reason = f"Near {game.where(goal)}." if goal else "The best place open."
        return Action("place", (game.name_of(choice.unit), game.hex_name(h)))

    # air ----------------------------------------------------------------------------------------------------------------
    def on_SendStrikes(self, s: Any) -> Action:
        """Shoot at aircraft while it pays: the West fires first, and an East Bloc airstrike is worth two points."""
        game, side = s.game, s.actor
        options = [a for a in s.options() if a.verb == "strike"]
        if options and (side == "west" or s.special):
            have = len(ready(s, game.airstrikes))
            box = max((a.args[0] for a in options), key=lambda c: len(strikes_in(s, c)))
            foes = len(strikes_in(s, box))
            keep = game.strike_limit[s.contingent] if s.landed or foes < 3 else 0
            number = min(have - keep, 7)
            if number >= max(2, foes - 1):
                self.reason = f"{number} airstrikes against {foes} of the enemy."
                return Action("strike", (box, str(min(number, 7 - s.strikes))))
        self.reason = "The aircraft are needed elsewhere."
        return Action("end")

    def on_Bombard(self, s: Any) -> Action:
        """Gunfire and spare airstrikes on the softest worthwhile target."""
        game = s.game
        best: tuple[float, Action] | None = None
        for a in s.options():
            if a.verb != "bombard":
                continue
            h = game.hex(a.args[0])
            air, guns = self.bomb_load(s, h)
            if not air + guns:
                continue
            v = self.bomb_value(s, h, air, guns)
            if game.points_east.get(h):
                v *= OBJECTIVE_BOMBED
            if v > WORTH_BOMBING and (best is None or v > best[0]):
                best = (v, a)
        if best:
            self.reason = f"Bombs on {game.where(game.hex(best[1].args[0]))} should cost {best[0]:.1f} steps."
            return best[1]
        self.reason = "Nothing worth bombing."
        return Action("end")

    def bomb_load(self, s: Any, h: int) -> tuple[int, int]:
        """Airstrikes are kept for close support while own ground units are in contact."""
        game = s.game
        own = s.occupied(game.ground_by[s.contingent])
        contact = bool(own & game.map.grid.spread(s.held(game.enemy[s.side])))
        air = min(len(ready(s, game.airstrikes)), game.strike_limit[s.contingent], 7 - s.strikes)
        if contact or any(s.loc[u] > 0 for u in bits(game.ground_by[s.contingent] & game.mechanized)):
            air = max(0, min(air, len(ready(s, game.airstrikes)) - game.strike_limit[s.contingent]))
        guns = len(ready(s, game.guns)) if gun_targets(s) >> h & 1 else 0
        return air, guns

    def bomb_value(self, s: Any, h: int, air: int, guns: int) -> float:
        f = bombardment_forecast(s, h, air, guns)
        hits = sum(r["probability"] * int(r["result"]) for r in f["results"] if r["result"] != "AA")
        flak = sum(r["probability"] for r in f["results"] if r["result"] == "AA") if air else 0.0
        return float(hits - FLAK[s.side] * flak)

    def on_LoadBombardment(self, s: Any) -> Action:
        air, guns = self.bomb_load(s, s.choice.hex)
        self.reason = "All that is not kept for close support."
        action = Action("load", (str(air), str(guns)))
        return action if s.check(action) is None else next(iter(s.options()))

    # movement ---------------------------------------------------------------------------------------------------------
    def on_Move(self, s: Any) -> Action:
        self.refresh(s)
        game, side = s.game, s.actor
        goals = self.objectives(s, side, s.contingent)
        zone = self.pressure(s, side)
        units = [u for u in s.choice.units(s) if u not in self.done]
        units.sort(key=lambda u: (-bool(game.mechanized >> u & 1), -s.combat(u)))
        for u in units:
            self.done.add(u)
            action = self.move_of(s, u, goals, zone, side)
            if action:
                return action
        self.reason = "All units stand where they are needed."
        return Action("end")

    def move_of(
        self, s: Any, u: int, goals: list[tuple[int, float, float]], zone: dict[int, float], side: str
    ) -> Action | None:
        """The best move of one unit, or None when it had better stay."""
        game, here = s.game, s.loc[u]
        v, goal = self.pull(s, u, goals, here)
        best, where, towards = v + self.stay(s, u, side) + self.safety(s, u, here, side, zone) + INERTIA, here, goal
        reach = reachable(s, u)
        closed = stacking.full_for(s, u)
        for h in reach.cost:
            if closed >> h & 1:
                continue
            v, goal = self.pull(s, u, goals, h)
            if v <= best - 3:
                continue
            v += self.safety(s, u, h, side, zone)
            if v > best:
                best, where, towards = v, h, goal
        if towards:
            self.aimed[towards] = self.aimed.get(towards, 0.0) + s.combat(u)
        if where == here:
            return None
        self.reason = f"{game.name_of(u)} makes for {game.where(towards)}."
        action: Action = s.choice.action(s, u, reach.path(where))
        return action

    # combat -------------------------------------------------------------------------------------------------------------
    def on_Attack(self, s: Any) -> Action:
        """Try every attack on copies of the position and make the one that promises most."""
        options = list(s.options())
        forced = Action("end") not in options
        before = self.value(s, s.actor)
        best: tuple[float, Action] | None = None
        for a in options:
            if a.verb == "attack":
                gain = self.trial(s, a, s.actor) - before
                if best is None or gain > best[0]:
                    best = (gain, a)
        if best and (forced or best[0] > LEAST_GAIN):
            self.reason = f"The attack promises {best[0]:.1f} points on average."
            return best[1]
        self.reason = "No attack promises a gain."
        return Action("end")

    def trial(self, s: Any, attack: Action, side: str) -> float:
        """The mean value of the position after this attack."""
        total = 0.0
        for _ in range(TRIALS):
            t = s.copy()
            t.apply(attack)
            for _ in range(200):
                if t.actor is None or type(t.choice).__name__ == "Attack" or not t.contingent or t.target == 0:
                    break
                t.apply(t.sample(self.rng.randrange) if t.actor == CHANCE else self.decide(t))
            total += self.value(t, side)
        return total / TRIALS

    def on_DeclareAttack(self, s: Any) -> Action:
        """Everybody who can, but no static unit; concentric where possible."""
        game = s.game
        options = list(s.options())
        for a in options:
            if a.verb == "with":
                u = game.unit(a.args[0])
                if not game.static >> u & 1 and (s.combat(u) > 1 or not s.attackers):
                    self.reason = f"{a.args[0]} adds its fire."
                    return a
        self.reason = "Everybody who can help is in."
        if Action("concentric") in options:
            self.reason = "From two sides every unit gains a column."
            return Action("concentric")
        return Action("confirm") if Action("confirm") in options else options[0]

    def on_CloseAirSupport(self, s: Any) -> Action:
        self.reason = "Every airstrike is a column."
        return max(s.options(), key=lambda a: int(a.args[0]))

    def on_SpecialForces(self, s: Any) -> Action:
        game = s.game
        options = list(s.options())
        found = [a for a in options if a.verb == "commit" and game.shift_of[game.unit(a.args[0])]]
        if found:
            self.reason = "It shifts all our fire."
            return max(found, key=lambda a: game.shift_of[game.unit(a.args[0])])
        self.reason = "No marker would shift our fire."
        return Action("decline")

    def on_Aim(self, s: Any) -> Action:
        stacks = s.stacks()
        self.reason = "The stack that is worth most."
        where = max(stacks, key=lambda h: sum(self.worth(s, u) for u in stacks[h]))
        return Action("aim", (s.game.hex_name(where),))

    def on_ChooseFire(self, s: Any) -> Action:
        self.reason = "The strongest fires first."
        return max(s.options(), key=lambda a: s.combat(s.game.unit(a.args[0])))

    def loss(self, s: Any, u: int, code: str) -> float:
        """What a result costs if this unit takes it."""
        game = s.game
        alive = bool(game.two_sided >> u & 1) and not s.disrupted >> u & 1
        whole = self.worth(s, u)
        if code == "R":
            return 0.0 if in_stronghold(s, u) else whole if game.static >> u & 1 else RETREATED + 0.1 * whole
        if code in ("D", "DR"):
            return HALF_DEAD * whole + (0.0 if code == "D" or in_stronghold(s, u) else RETREATED) if alive else whole
        return whole

    def on_ChooseLoss(self, s: Any) -> Action:
        code = s.choice.code
        self.reason = "The loss that costs least."
        return min(s.options(), key=lambda a: self.loss(s, s.game.unit(a.args[0]), code))

    def on_ChooseBombed(self, s: Any) -> Action:
        self.reason = "The loss that costs least."
        return min(s.options(), key=lambda a: self.loss(s, s.game.unit(a.args[0]), "D"))

    def on_ChooseSupportLoss(self, s: Any) -> Action:
        """Airstrikes are worth points, markers are not."""
        self.reason = "Markers are worth no points, airstrikes are."
        return min(s.options(), key=lambda a: unit_points(s.game, s.game.unit(a.args[0])))

    def on_Stand(self, s: Any) -> Action:
        self.reason = "The walls hold."
        return Action("stand")

    def on_Retreat(self, s: Any) -> Action:
        """Away from the enemy, into good ground, near points."""
        self.reason = "The way that harms least, to the best ground."
        game, u, side = s.game, s.choice.unit, s.actor
        zone = self.pressure(s, side)
        ways = s.choice.ways(s)
        worth = game.points_west if side == "west" else game.points_east

        def score(text: str) -> float:
            w = ways[text]
            h = w.path[-1]
            shift, _ = game.terrain_shift(h, game.contingent_of[u])
            return -3 * w.hits - 0.3 * zone.get(h, 0.0) + 0.5 * shift + 0.3 * worth.get(h, 0)

        return Action("retreat", (game.name_of(u), max(ways, key=score)))

    def on_Pursuit(self, s: Any) -> Action:
        """Take what is worth points; go on only where it is safe."""
        game, side = s.game, s.actor
        worth = game.points_west if side == "west" else game.points_east
        goals = self.objectives(s, side, s.contingent)
        zone = self.pressure(s, side)
        held = s.held(side)
        best: tuple[float, Action] | None = None
        for a in s.options():
            if a.verb != "advance":
                continue
            u = game.unit(a.args[0])
            h, here = game.hex(a.args[1].rpartition("-")[2]), s.loc[u]
            gain = self.pull(s, u, goals, h)[0] - self.pull(s, u, goals, here)[0] - self.stay(s, u, side)
            gain += self.safety(s, u, h, side, zone) - self.safety(s, u, here, side, zone)
            if h in worth and not held >> h & 1:
                gain += 2 * worth[h] - 0.1 * s.combat(u)
            if self.full(s, u, h):
                gain -= 20
            if best is None or gain > best[0]:
                best = (gain, a)
        if best and (best[0] > 0 or s.choice.must):
            where = game.where(game.hex(best[1].args[1].rpartition("-")[2]))
            self.reason = f"{where} is worth going to." if best[0] > 0 else "The pursuit is mandatory."
            return best[1]
        self.reason = "Further on it would be weaker than here."
        return Action("end")

    def full(self, s: Any, u: int, h: int) -> bool:
        return stacking.refusal(s, u, h) is not None

    # the rest -----------------------------------------------------------------------------------------------------------
    def on_ReduceStack(self, s: Any) -> Action:
        self.reason = "The unit that is worth least."
        return min(s.options(), key=lambda a: self.worth(s, s.game.unit(a.args[0])))

    def on_PlaceAirSupply(self, s: Any) -> Action:
        found = [a for a in s.options() if a.verb == "supply"]
        if not found:
            return Action("decline")
        self.reason = "The most valuable disrupted units."

        def weight(a: Action) -> float:
            return sum(self.worth(s, u) for u in s.at(s.game.hex(a.args[0]), s.disrupted))

        return max(found, key=weight)

    def on_ChooseRally(self, s: Any) -> Action:
        self.reason = "The strongest unit."
        return max(s.options(), key=lambda a: s.game.combat[s.game.unit(a.args[0])])

    on_ChooseReserve = on_ChooseRally
