"""The greedy opponent for Sinai.

Movement: it plans a whole phase. Units take their places one after another, the strongest first: a place is worth
the ground it gains towards the goals of the scenario, the attacks it makes possible together with those who have
already chosen, and the retreats it blocks. Combat: attackers lose nothing in this game, so it attacks wherever the
table allows, the most valuable hex first, with as many units as help. The rest is settled by small rules.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Any

from sandtable.bots import Bot
from sandtable.core import Action, bits
from sandtable.games.sinai.combat import able, can_reach, defence, eligible, targets
from sandtable.games.sinai.garrison import gap_filler
from sandtable.games.sinai.movement import allowance, arriving, entry_paths, on_foot, path_word, reach_of
from sandtable.games.sinai.stacking import overstacked
from sandtable.games.sinai.state import ARAB, ISRAEL, other
from sandtable.games.sinai.supply import judge
from sandtable.games.sinai.territory import border_open, intact_forts
from sandtable.games.sinai.victory import level, net
from sandtable.games.sinai.zones import zone

FAR = 90
ZONE_DELAY, UNIT_DELAY = 2, 4
"""Movement Points that an enemy zone and an enemy unit on the way are taken to cost."""
RACE = 21
"""Vehicles within this many hexes of a crossing think of nothing but the Canal."""
ENOUGH = 14
"""Superiority beyond which more attackers do not help."""


REASONS = {
    "Movement": "Towards the goals of the scenario, and next to enemies who can be driven off.",
    "Attack": "Everybody who helps takes part.",
    "Advance": "Ground gained towards the goal.",
    "AfterOverrun": "On with the points that are left.",
    "Retreat": "Away from the strongest enemies, near to what must be held.",
    "Deploy": "The set-up suggested for the scenario.",
    "PlaceStrikes": "The strongest mobile enemies are held fast.",
    "Raids": "The markers are worth more than a SAM unit that steps back.",
    "Ceasefire": "Only a won position is worth a ceasefire.",
    "Agreement": "Only a won position is worth a ceasefire.",
    "LoseAttacker": "The weakest unit pays.",
}


class Greedy(Bot):
    def __init__(self, game: Any, side: str, rng: Random) -> None:
        super().__init__(game, side, rng)
        self.enemy = other(side)
        self.fields: dict[tuple[int, bool], list[int]] = {}
        self.plan: list[Action] = []
        self.moment: tuple[int, int, int] = (0, 0, 0)
        self.force: list[int] = []
        self.hostile = self.enemies = 0
        self.territory = game.rules.victory == "points_1973"

    def decide(self, s: Any) -> Action:
        name = type(s.choice).__name__
        self.reason = REASONS.get(name, "What the position asks for.")
        handler = getattr(self, f"_{name.lower()}", None)
        action = handler(s) if handler else None
        if action is None or s.check(action) is not None:
            action = next(iter(s.options()))
            self.reason = "The first thing that is allowed."
        return action

    # what is worth going to ---------------------------------------------------------------------------------
    def field(self, goal: int, foot: bool) -> list[int]:
        """Movement Points from every hex to the goal; enemies and their zones on the way count as delay."""
        key = goal, foot
        if key not in self.fields:
            delay = dict.fromkeys(bits(self.hostile), ZONE_DELAY) | dict.fromkeys(bits(self.enemies), UNIT_DELAY)
            edges = self.game.ground(self.side, foot, False).edges
            back: list[list[tuple[int, int]]] = [[] for _ in edges]
            for a, steps in enumerate(edges):
                for b, k in steps:
                    back[b].append((a, k + delay.get(b, 0)))
            far = [FAR] * len(edges)
            queue = []
            for h in bits(goal):
                far[h] = 0
                queue.append((0, h))
            while queue:
                cost, h = heappop(queue)
                if cost == far[h]:
                    for n, k in back[h]:
                        if cost + k < far[n]:
                            far[n] = cost + k
                            heappush(queue, (cost + k, n))
            self.fields[key] = far
        return self.fields[key]

    def goals(self, s: Any) -> list[tuple[int, float]]:
        """Sets of hexes the side wants to get to, each with the weight of a step towards it."""
        return self._israeli_goals(s) if self.side == ISRAEL else self._arab_goals(s)

    def _israeli_goals(self, s: Any) -> list[tuple[int, float]]:
        game, sets, arabs = self.game, self.game.map.sets, s.hexes_of(ARAB)
        found: list[tuple[int, float]] = []
        if self.territory:
            intruders = arabs & game.israel_land
            found.append((intruders or arabs & game.home["syria"] or arabs, 1.0))
            found.append((game.home["syria"] & ~game.never, 0.6))
            return found
        if game.rules.victory == "goals_race":
            found.append((sets["bar_lev"] & ~s.israeli_last, 1.2))
            found.append((arabs & game.israel_land, 1.0))
            found.append((arabs & sets["goal_H_egypt_north"], 0.7))
            return [(g, w) for g, w in found if g] or [(arabs, 1.0)]
        if not s.goals[0]:
            for h in bits(
                (sets["goal_A_1956"] if game.rules.victory == "goals_1956" else game.crossing_points) & ~s.israeli_last
            ):
                found.append((1 << h, 1.4))
            if game.rules.victory == "goals_1956" and arabs & sets["goal_A_1956_sharm"]:
                found.append((sets["goal_A_1956_sharm"], 1.2))
        if not s.goals[1] and arabs & sets["syria_all"]:
            found.append((arabs & sets["syria_all"], 1.0))
        if border_open(s) and not s.goals[2] and arabs & sets["west_bank"]:
            found.append((arabs & sets["west_bank"], 1.0))
        elif not border_open(s) and s.turn <= 4 and game.rules.jordan_entry != "unused":
            found.append((arabs & sets["west_bank"], 0.7))  # be ready for Jordan
        inside = arabs & game.israel_land
        if inside:
            found.append((inside, 1.0))
        return found or [(arabs, 0.5)]

    def _arab_goals(self, s: Any) -> list[tuple[int, float]]:
        game, sets = self.game, self.game.map.sets
        israelis = s.hexes_of(ISRAEL)
        if self.territory or game.rules.victory == "goals_race":
            return [(game.israel_land & ~game.never, 0.5), (israelis & (game.israel_land | game.arab_land), 0.2)]
        hold = sets["goal_A_1956"] if game.rules.victory == "goals_1956" else game.crossing_points
        return [(hold, 1.0)]

    # movement -----------------------------------------------------------------------------------------------
    def _movement(self, s: Any) -> Action | None:
        frame = s.choice
        moment = s.turn, frame.number, int(frame.side == self.side)
        if self.moment != moment:
            self.moment = moment
            self.plan = self._plan(s)
        for i, action in enumerate(self.plan):
            if s.check(action) is None:  # others may have to make room first
                del self.plan[i]
                return action
        if frame.crowded:
            return self._forced(s)
        for u in arriving(s, frame):
            paths = list(entry_paths(s, frame, u))
            if paths:
                best = max(paths, key=lambda p: self.worth(s, u, p[-1], {}, 0))
                return Action("enter", (self.game.name_of(u), path_word(self.game, best)))
        if frame.may_end(s) is None:
            self.reason = "Everybody stands where he should."
            return Action("end")
        return self._forced(s)

    def _forced(self, s: Any) -> Action | None:
        """A stack too high or a garrison missing: take the move that helps."""
        if found := gap_filler(s, s.choice):
            _, u, h = found
            self.reason = "The Jordan must be covered."
            return Action("move", (self.game.name_of(u), path_word(self.game, reach_of(s, u).path(h))))
        for u in s.choice.movers(s):
            if overstacked(s, self.side) >> s.loc[u] & 1:
                r, ends = s.choice.destinations(s, u)
                if ends:
                    return Action("move", (self.game.name_of(u), path_word(self.game, r.path(ends[0]))))
        return None

    def _plan(self, s: Any) -> list[Action]:
        """Every unit's move for this phase."""
        game = self.game
        ways: dict[int, dict[int, Action]] = {}
        plan: list[Action] = []
        flights: list[Action] = []
        for a in s.options():
            if a.verb == "move":
                ways.setdefault(game.roster.index[a.args[0]], {})[game.map.grid.find(a.args[1][-4:])] = a
            elif a.verb == "overrun" and not plan:
                plan.append(a)
            elif a.verb == "fly":
                flights.append(a)
        if plan:
            self.moment = (0, 0, 0)  # plan again after the Overrun
            self.reason = "An Overrun costs nothing but points."
            return plan
        self._scan(s)
        flight = self._flight(s, flights)
        if flight:
            ways.pop(game.unit(flight.args[0]), None)
            plan.append(flight)
        planned: dict[int, int] = {}
        crowd: dict[int, int] = {}
        for u in game.side_units[self.side]:
            if s.loc[u] > 0 and u not in ways and u != game.supply_unit:
                crowd[s.loc[u]] = crowd.get(s.loc[u], 0) + 1
                self._count(s, u, s.loc[u], planned)
        moves: list[tuple[int, Action]] = []
        for u in sorted(ways, key=lambda u: (-game.strength[u], -allowance(s, u), u)):
            if game.sam >> u & 1:
                continue
            here = s.loc[u]
            best, goal = self.worth(s, u, here, planned, crowd.get(here, 0)), here
            for h in ways[u]:
                if crowd.get(h, 0) < 3:
                    value = self.worth(s, u, h, planned, crowd.get(h, 0))
                    if value > best + 1e-9:
                        best, goal = value, h
            crowd[goal] = crowd.get(goal, 0) + 1
            self._count(s, u, goal, planned)
            if goal != here:
                moves.append((u, ways[u][goal]))
        self.reason = "Towards the goals of the scenario, and next to enemies who can be driven off."
        # Units that leave first make room for those who come.
        return plan + [a for _, a in sorted(moves, key=lambda m: -allowance(s, m[0]))]

    def _flight(self, s: Any, flights: list[Action]) -> Action | None:
        """On the race to the Canal the airborne battalion flies ahead: onto a crossing, or as near as it can get."""
        goals = [g for i in self.racers for g in bits(self.aims[i][0])]
        if not flights or not goals:
            return None
        grid = self.game.map.grid

        def far(a: Action) -> tuple[int, int]:
            h = self.game.hex(a.args[1])
            return min(grid.distance(h, g) for g in goals), self.threat.get(h, 0)

        best = min(flights, key=far)
        here = s.loc[self.game.unit(best.args[0])]
        # Two rests cost more than a hop that brings nothing.
        return best if far(best)[0] + 6 < min(grid.distance(here, g) for g in goals) or far(best)[0] == 0 else None

    def _scan(self, s: Any) -> None:
        """Look at the position once: enemies, their Strength, the goals."""
        game = self.game
        self.enemies = s.hexes_of(self.enemy)
        self.strength_of: dict[int, int] = {}
        for h in bits(self.enemies):
            units = s.units_in(h, self.enemy)
            self.strength_of[h] = sum(t.total for t in defence(s, (h,), [], self.side, -1)) if units else 0
        forts = intact_forts(s, self.enemy) & ~self.enemies
        self.forts = forts
        for h in bits(forts):
            self.strength_of[h] = defence(s, (h,), [], self.side, 0)[0].total + (0 if game.bar_lev >> h & 1 else 4)
        self.hostile = zone(s, self.enemy)
        self.fields.clear()
        self.aims = self.goals(s)
        self.aim_of: dict[int, int] = {}
        crossings = self.game.crossing_points | self.game.map.sets["goal_A_1956"]
        racing = self.side == ISRAEL and game.rules.victory in ("goals_1967", "goals_1956") and not s.goals[0]
        self.racers = [i for i, (goal, _) in enumerate(self.aims) if racing and not goal & ~crossings]
        self.hungry = judge(s) if self.side == ARAB else 0
        self.held = zone(s, self.side)
        self.start = {u: s.loc[u] for u in game.side_units[self.side]}
        self.threat = {}
        for u in game.side_units[self.enemy]:
            if s.loc[u] > 0:
                for h in (s.loc[u], *bits(game.adjacent[s.loc[u]])):
                    self.threat[h] = self.threat.get(h, 0) + game.strength[u]
        self.mine_covered = 0
        land = game.arab_land if self.side == ISRAEL else game.israel_land
        self.prize = land & game.land

    def _count(self, s: Any, u: int, h: int, planned: dict[int, int]) -> None:
        """Note what the unit in `h` adds to possible attacks."""
        if not self.game.strength[u]:
            return
        for t in bits(self.game.adjacent[h] & (self.enemies | self.forts)):
            planned[t] = planned.get(t, 0) + self.game.strength[u]
        self.mine_covered |= 1 << h | self.game.adjacent[h]

    def worth(self, s: Any, u: int, h: int, planned: dict[int, int], crowd: int) -> float:
        """What it is worth to have the unit in hex `h` at the end of the phase."""
        game = self.game
        if u == game.supply_unit:
            return -float(self.field(game.crossing_points, False)[h]) if game.map.on_path["road"] >> h & 1 else -FAR
        foot = on_foot(s, u)
        strength = game.strength[u]
        value = self._ground(s, u, h, foot)
        for t in bits(game.adjacent[h] & (self.enemies | self.forts)):
            if can_reach_from(s, u, h, t):
                before, now = planned.get(t, 0), planned.get(t, 0) + strength
                value += self.prey(s, t) * (chance(now - self.strength_of[t]) - chance(before - self.strength_of[t]))
        # A zone behind the enemy closes his retreat.
        blocks = (game.adjacent[h] & game.map.grid.spread(self.enemies) & ~self.held).bit_count()
        value += 0.3 * blocks
        if self.side == ARAB:
            value += self._shelter(s, u, h, crowd)
        elif game.crossing_points >> h & 1 and h == s.loc[u] and not crowd and not s.goals[0]:
            value += 12.0  # [21.1] whoever leaves lets the enemy be the last to pass
        return value

    def _ground(self, s: Any, u: int, h: int, foot: bool) -> float:
        """The way to the nearest goal, weighed; in wars for territory the hexes newly covered."""
        game = self.game
        if self.side == ARAB and not self.territory and game.rules.victory != "goals_race":
            return self._arab_ground(s, u, h, foot)
        goal, weight = self._aim(u, foot)
        value = -weight * min(self.field(goal, foot)[h], FAR)
        if self.territory or game.rules.victory == "goals_race":
            fresh = (1 << h | game.adjacent[h]) & self.prize & ~self.mine_covered
            good = game.map.terrain["clear"] | game.map.on_path["road"] | game.map.on_path["track"]
            worth = 2.0 if self.side == ISRAEL else 5.0
            value += 0.35 * worth * fresh.bit_count() * (1.0 if good >> h & 1 else 0.3)
        return value

    def _aim(self, u: int, foot: bool) -> tuple[int, float]:
        """Every unit has its own goal: one near to where it stands, with not too many others on the way to it."""
        if u not in self.aim_of:
            here = self.start[u]
            crowd = [
                sum(self.game.strength[v] for v, x in self.aim_of.items() if x == i) for i in range(len(self.aims))
            ]
            far = [self.field(goal, foot)[here] / weight if here > 0 else 0 for goal, weight in self.aims]
            near = self.game.map.grid.distance
            if (
                self.racers
                and not foot
                and here > 0
                and any(near(here, h) <= RACE for i in self.racers for h in bits(self.aims[i][0]))
            ):
                far = [x if i in self.racers else 99 for i, x in enumerate(far)]
            self.aim_of[u] = min(range(len(self.aims)), key=lambda i: far[i] + 0.25 * crowd[i])
        return self.aims[self.aim_of[u]]

    def _arab_ground(self, s: Any, u: int, h: int, foot: bool) -> float:
        """Delay: Egyptian vehicles fall back to the crossings, everybody else stays in good ground."""
        game = self.game
        if game.front[u] == "egypt" and not foot:
            hold = self.aims[0][0]
            if hold >> h & 1:
                return 6.0
            return 4.0 - 0.35 * self.field(hold, False)[h]
        return 1.5 if h == s.loc[u] else 0.0

    def _shelter(self, s: Any, u: int, h: int, crowd: int) -> float:
        """Strong ground and company for the defender; fear of the stacks next door."""
        game = self.game
        plus = game.defence_plus[game.map.terrain_at[h]]
        plus += 4 if game.cities_arab >> h & 1 else 0
        plus += 3 if game.syrian_positions >> h & 1 and game.nation[u] == "syria" else 0
        danger = max(self.threat.get(h, 0) - game.strength[u] * game.rules.arab_defence - plus - 4 * crowd, 0)
        return 0.4 * plus + 0.3 * min(crowd, 2) - 0.04 * danger

    def prey(self, s: Any, t: int) -> float:
        """What driving the enemy off hex `t` is worth."""
        game = self.game
        racing = self.side == ISRAEL and not self.territory and game.rules.victory != "goals_race" and not s.goals[0]
        if racing and game.sinai >> t & 1 and not any(goal >> t & 1 for goal, _ in self.aims):
            # On the race to the Canal only enemies on the road matter.
            points = sum(game.strength[u] for u in s.units_in(t, self.enemy))
            return (3.0 if game.map.on_path["road"] >> t & 1 else 1.0) + 0.2 * points
        if self.forts >> t & 1:
            return 7.0 if game.bar_lev >> t & 1 else 5.0
        points = sum(game.strength[u] for u in s.units_in(t, self.enemy))
        value = 3.0 + 0.5 * points
        if any(goal >> t & 1 for goal, _ in self.aims):
            value += 4.0
        return value

    # combat -------------------------------------------------------------------------------------------------
    def _combat(self, s: Any) -> Action | None:
        self._scan(s)
        ready = able(s, self.side)
        found: list[tuple[float, int, list[int]]] = []
        for h in bits(targets(s, self.side, ready)):
            force = self._force(s, h, ready)
            if force:
                found.append((self._gain(s, h, force), h, force))
        found = [x for x in found if x[0] > 0.05]
        if not found:
            self.reason = "No attack promises anything."
            return Action("end")
        _, h, self.force = max(found, key=lambda x: (x[0], -x[1]))
        self.reason = "The attack that promises most."
        return Action("attack", (self.game.hex_name(h),))

    def _force(self, s: Any, h: int, ready: int) -> list[int]:
        """The units to use against a hex: the strongest, until more do not help."""
        game = self.game
        pools: dict[str, list[int]] = {}
        apart = game.rules.arab_nations == "apart" and self.side == ARAB
        for u in eligible(s, (h,), self.side, 0, ready):
            pools.setdefault(game.front[u] if apart else "", []).append(u)
        best: list[int] = []
        for pool in pools.values():
            chosen: list[int] = []
            total = 0
            against = self.strength_of.get(h, 0)
            for u in sorted(pool, key=lambda u: (-game.strength[u], u)):
                if total - against >= ENOUGH:
                    break
                chosen.append(u)
                total += game.strength[u]
            if sum(game.strength[u] for u in chosen) > sum(game.strength[u] for u in best):
                best = chosen
        return best

    def _gain(self, s: Any, h: int, force: list[int]) -> float:
        have = sum(self.game.strength[u] for u in force)
        value = self.prey(s, h) * chance(have - self.strength_of.get(h, 0))
        if self.game.bar_lev >> h & 1 and have - self.strength_of.get(h, 0) < 5:
            value *= 0.4
        return value

    def _attack(self, s: Any) -> Action | None:
        frame = s.choice
        for u in self.force:
            if not frame.units >> u & 1:
                a = Action("with", (self.game.name_of(u),))
                if s.check(a) is None:
                    return a
        if frame.strong_enough(s):
            return Action("confirm")
        for a in s.options():
            if a.verb in ("with", "waive"):
                return a
        return None

    def _advance(self, s: Any) -> Action | None:
        """Advance where it brings a unit nearer to its goal or covers new ground."""
        self._scan(s)
        best, value = Action("decline"), 0.0
        for a in s.options():
            if a.verb == "advance":
                u, h = self.game.unit(a.args[0]), self.game.hex(a.args[1])
                foot = on_foot(s, u)
                gain = self._ground(s, u, h, foot) - self._ground(s, u, s.loc[u], foot) + 0.3
                if self.side == ARAB:
                    gain += (
                        self._shelter(s, u, h, 0) - self._shelter(s, u, s.loc[u], 0) + (3.0 if self.territory else 0.0)
                    )
                if gain > value:
                    best, value = a, gain
        return best

    def _afteroverrun(self, s: Any) -> Action | None:
        for a in s.options():
            if a.verb == "overrun":
                return a
        self._scan(s)
        units = s.choice.units
        best, value = Action("stop"), sum(self.worth(s, u, s.loc[u], {}, 0) for u in units)
        for a in s.options():
            if a.verb == "move":
                h = self.game.hex(a.args[1][-4:])
                worth = sum(self.worth(s, u, h, {}, 0) for u in units)
                if worth > value:
                    best, value = a, worth
        return best

    def _retreat(self, s: Any) -> Action | None:
        """Save what can be saved, and stay near the goals."""
        self._scan(s)
        moves = [a for a in s.options() if a.verb == "retreat" and not a.args[1].endswith("off")]
        if not moves:
            return None
        return max(moves, key=lambda a: self._refuge(s, a))

    def _refuge(self, s: Any, a: Action) -> float:
        u, h = self.game.unit(a.args[0]), self.game.hex(a.args[1][-4:])
        safe = -0.05 * self.threat.get(h, 0)
        return safe + self._ground(s, u, h, on_foot(s, u)) * 0.2

    # the rest -----------------------------------------------------------------------------------------------
    def _deploy(self, s: Any) -> Action:
        return Action("default")

    def _placestrikes(self, s: Any) -> Action | None:
        """Hold fast the strongest mobile enemies near the goals."""
        game = self.game
        if s.choice.left(s) <= 0:
            return Action("end")
        goal = game.crossing_points
        far = self.field(goal, False)
        best, value = 0, 0.0
        for h in bits(s.hexes_of(ARAB)):
            if h not in s.strikes:
                mobile = sum(game.strength[u] for u in s.units_in(h, ARAB) if game.mechanized >> u & 1)
                worth = mobile / (1 + 0.05 * far[h])
                if worth > value and s.check(Action("strike", (game.hex_name(h),))) is None:
                    best, value = h, worth
        return Action("strike", (game.hex_name(best),)) if best else Action("end")

    def _raids(self, s: Any) -> Action:
        return Action("end")

    def _ceasefire(self, s: Any) -> Action:
        """Ask when the level of victory is mine and will hardly get better."""
        name = level(s, net(s))
        mine = ("Israeli" if self.side == ISRAEL else "Arab") in name
        if mine and s.check(Action("ask")) is None and ("Decisive" in name or s.turn > 20):
            return Action("ask")
        return Action("decline")

    def _agreement(self, s: Any) -> Action:
        name = level(s, net(s))
        mine = ("Israeli" if self.side == ISRAEL else "Arab") in name
        return Action("accept" if mine else "decline")

    def _loseattacker(self, s: Any) -> Action:
        return min(s.options(), key=lambda a: (self.game.strength[self.game.unit(a.args[0])], a.args))

    def _placeatedge(self, s: Any) -> Action | None:
        for a in s.options():
            if a.verb == "place":
                return a
        return Action("end")

    _landing = _placeatedge


def chance(superiority: int) -> float:
    """How likely an attack at this Superiority drives the defender off, with a premium for long retreats."""
    if superiority < 0:
        return 0.0
    return (0.17, 0.34, 0.5, 0.67, 1.0, 1.05, 1.1, 1.1, 1.1, 1.1, 1.2, 1.2, 1.2, 1.2, 1.3)[min(superiority, 14)]


def can_reach_from(s: Any, u: int, h: int, t: int) -> bool:
    """Could the unit, standing in `h`, attack hex `t`?"""
    if s.loc[u] == h:
        return can_reach(s, u, t) is None
    here, s.loc[u] = s.loc[u], h
    good = can_reach(s, u, t) is None
    s.loc[u] = here
    return good
