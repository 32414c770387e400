"""The plan of a movement phase: who leaves, who attacks what, where everybody else goes, each order with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandtable.core import Reach, bits
from sandtable.games.middle_east_battles.beaches import beach_room
from sandtable.games.middle_east_battles.columns import waiting, ways_in
from sandtable.games.middle_east_battles.divisions import fires_for
from sandtable.games.middle_east_battles.marching import stops, ways, ways_out
from sandtable.games.middle_east_battles.movement import Movement
from sandtable.games.middle_east_battles.state import ElArishState, SuezState

from .sight import FAR, Routes, Sight

MOST_TEAM = 4
"""Units that a plan sends against one hex."""
STRIKES_PER_TARGET = 5
"""Airstrikes that the plan counts on for one attack."""
KEPT_BACK = ("Matt Airborne Brigade (80th)", "4th Armored Division", "Shazli Force")
"""[10.4, 10.7] Formations whose entry gives the enemy points."""


class Order(NamedTuple):
    verb: str
    unit: int
    path: tuple[int, ...]
    """The way there, as planned; others may come into it before the order is carried out."""
    reason: str


class Way(NamedTuple):
    """How a unit can get to a hex."""

    verb: str
    reach: Reach | None
    """The search that found it; None for a landing."""

    def path(self, h: int) -> tuple[int, ...]:
        return tuple(self.reach.path(h)) if self.reach else (h,)


class Team(NamedTuple):
    """Units for an attack on a hex and what it promises."""

    value: float
    joining: list[tuple[int, int]]
    strikes: int


class Plan:
    """Orders for one movement phase, made for the whole side at once."""

    def __init__(self, sight: Sight, routes: Routes, committed: int) -> None:
        self.sight, self.routes, self.committed = sight, routes, committed
        s, game = sight.s, sight.game
        self.place: dict[int, int] = {u: s.loc[u] for u in game.units_of[sight.side] if s.loc[u] > 0}
        """Where everybody will stand, as far as it is planned."""
        self.standing: int = sight.own
        """The same as a set of hexes."""
        self.heading: dict[int, int] = {}
        """How many units the plan sends to each objective."""
        self.orders: list[Order] = []
        self.ways: dict[int, dict[int, Way]] = {}
        """Where each unit can go, and how."""
        self.leaving: dict[int, Reach] = {}
        self.batteries: list[tuple[int, int]] = []
        """Our guns with the hexes in their range."""
        self._note_batteries()
        self.goals: list[tuple[float, list[int]]] = []
        """What each objective is worth now, and the way to it from everywhere."""
        self._weigh_goals()

    def make(self) -> list[Order]:
        self._find_ways()
        return self._fight_and_march()

    def _fight_and_march(self) -> list[Order]:
        sight, game = self.sight, self.sight.game
        hurry = sight.exit_points(sight.s.turn) >= 1 or sight.turns_left <= 2 or not sight.west
        if hurry:
            self._leave(set(self.leaving))
        free = self._free_units()
        self._attack(free)
        if not hurry:
            self._leave(free)
            free = self._free_units() & free
        for u in sorted(free, key=lambda u: (game.artillery >> u & 1, -game.attack[u], u)):
            self._march(u)
        return self.orders

    def _order(self, u: int, to: int, reason: str) -> None:
        """Send a unit to a hex."""
        way = self.ways[u][to]
        self.orders.append(Order(way.verb, u, way.path(to), reason))
        self.place[u] = to
        self._moved(u)

    def _moved(self, u: int) -> None:
        self.standing = 0
        for at in self.place.values():
            self.standing |= 1 << at
        if self.sight.game.artillery >> u & 1:
            self._note_batteries()

    def _note_batteries(self) -> None:
        game, within = self.sight.game, self.sight.terrain.within
        guns = [u for u in self.place if game.artillery >> u & 1]
        self.batteries = [(u, within(self.place[u], game.range[u])) for u in guns]

    def _weigh_goals(self) -> None:
        """Objectives that are ours or that others head for pull less."""
        sight, crowd = self.sight, self.sight.weights.crowd
        self.goals = []
        for h, route in self.routes.to.items():
            safe = sight.own >> h & 1 and not sight.foes >> h & 1
            worth = sight.hex_worth(h) * (0.1 if safe else 1.0) / (1 + crowd * self.heading.get(h, 0))
            self.goals.append((worth, route))

    # what is possible -----------------------------------------------------------------------------------------------
    def _find_ways(self) -> None:
        s, game, side = self.sight.s, self.sight.game, self.sight.side
        frame = s.choice
        assert isinstance(frame, Movement)
        for u in frame.movable(s):
            if not game.helicopters >> u & 1:
                found = ways(s, u, s.loc[u])
                self.ways[u] = dict.fromkeys(stops(s, u, found), Way("move", found))
                if ways_out(s, u, found):
                    self.leaving[u] = found
        if isinstance(s, ElArishState):
            self._find_entries(s, list(waiting(s, side)))
        elif isinstance(s, SuezState) and self.sight.west:
            self._find_beaches(s)

    def _find_entries(self, s: ElArishState, waiting: list[int]) -> None:
        """[10.4, 10.5] Units of one kind enter alike; those who turn out to be too late in the column are planned again."""
        game = s.game
        alike: dict[tuple[object, ...], dict[int, Way]] = {}
        for u in waiting:
            r = game.roster[u]
            if game.helicopters >> u & 1 or (r.formation in KEPT_BACK and not self.committed >> u & 1):
                continue
            kind = (r.factors["zone"], r.formation if game.in_column >> u & 1 else "", game.allowances[u])
            if kind not in alike:
                alike[kind] = {h: Way("enter", found) for h, (_, found) in ways_in(s, u).items()}
            self.ways[u] = alike[kind]

    def _find_beaches(self, s: SuezState) -> None:
        """[9.13] The fastest and strongest of those waiting at sea, as many as may land."""
        game = s.game
        room = beach_room(s)
        if room > 0:
            waiting = s.at(game.box("holding"), game.roster.of_side[game.west] & ~game.helicopters)
            waiting.sort(key=lambda u: (game.artillery >> u & 1, -game.allowances[u], -game.attack[u]))
            shore = dict.fromkeys(bits(game.coast & ~self.sight.foes & ~self.sight.own), Way("beach", None))
            self.ways.update((u, shore) for u in waiting[:room])

    # leaving the map ------------------------------------------------------------------------------------------------
    def _leave(self, units: set[int]) -> None:
        """Whoever can leave does, but for those who hold an objective to the end and guns that still have work."""
        sight, game = self.sight, self.sight.game
        points = sight.exit_points(sight.s.turn) if sight.west else 1.0
        for u in sorted(units & set(self.leaving)):
            found = self.leaving[u]
            holds = game.objectives >> self.place[u] & 1
            useful_gun = game.artillery >> u & 1 and sight.turns_left > 3
            if useful_gun or (holds and (sight.turns_left <= 2 or self._wanted(self.place[u]))):
                continue
            what = f"scores {points:g}" if sight.west else "saves it from the enemy"
            edge = min(ways_out(sight.s, u, found), key=lambda h: found.cost.get(h, 0))
            self.orders.append(Order("exit", u, tuple(found.path(edge)), f"Leaving the map now {what}."))
            del self.place[u]
            self._moved(u)

    def _wanted(self, h: int) -> bool:
        """Could the enemy walk into this hex if we left it?"""
        return any(hexes >> h & 1 for _, hexes in self.sight.threats())

    def _free_units(self) -> set[int]:
        """Who may be sent away: not those who hold an objective, or a fortification, that the enemy could take."""
        game, gone = self.sight.game, {o.unit for o in self.orders}
        posts = game.objectives | (0 if self.sight.west else game.forts | self.sight.gates)
        free = set()
        for u in self.ways:
            here = self.place.get(u, 0)
            holds = here and posts >> here & 1 and self._wanted(here)
            if u not in gone and not holds:
                free.add(u)
        return free

    def shunned(self, h: int) -> bool:
        """Does the posture leave the enemy in this hex alone?"""
        return False

    # attacks --------------------------------------------------------------------------------------------------------
    def _attack(self, free: set[int]) -> None:
        """Send units against enemy hexes, the most promising first."""
        sight, name = self.sight, self.sight.game.hex_name
        air = sum(sight.s.air) if sight.west else 0
        targets = set(sight.foes_at)
        while targets:
            found = {h: self._team(h, free, min(air, STRIKES_PER_TARGET)) for h in targets}
            best = max(targets, key=lambda h: (found[h].value, h))
            team = found[best]
            if team.value <= sight.weights.threshold:
                return
            targets = {h for h in targets if h != best and found[h].value > -50}
            air -= team.strikes
            for u, to in team.joining:
                free.discard(u)
                if self.place.get(u) != to:
                    self._order(u, to, f"Takes position for the attack on {name(best)}.")

    def _team(self, h: int, free: set[int], air: int) -> Team:
        """The best few units to attack a hex with; in El Arish '67 only units of one division [7.18]."""
        sight, game = self.sight, self.sight.game
        ring = list(bits(game.map.grid.adjacent[h] & game.land & ~sight.foes))
        taken = {at: u for u, at in self.place.items() if at in ring}
        able = [u for u in free if not game.artillery >> u & 1 and any(a in self.ways[u] for a in ring)]
        if not able and not taken:
            return Team(-99.0, [], 0)
        divisions = {game.division_of[u] for u in (*able, *taken.values())} - {""} if sight.west else set()
        teams = [self._gather(h, ring, taken, able, free, air, division) for division in sorted(divisions) or [""]]
        best = max(teams, key=lambda team: team.value)
        return best._replace(value=best.value + sight.weights.taste(h))

    def _gather(
        self, h: int, ring: list[int], taken: dict[int, int], able: list[int], free: set[int], air: int, division: str
    ) -> Team:
        """Add units one by one where they bring most, closing the defender's ways back [7.11]."""
        sight, game = self.sight, self.sight.game
        reached = game.map.grid.adjacent

        def fits(u: int) -> bool:
            return not division or game.division_of[u] in ("", division)

        there = [(u, a) for a, u in taken.items() if fits(u)]
        strength = sum(sight.attack_of(u, a) for u, a in there) + air + self._guns(h, fits)
        zone = game.map.grid.spread(self.standing) | self.standing
        static = all(game.static >> u & 1 for u in sight.foes_at[h])

        def value(strength: int, zone: int, fresh: bool) -> float:
            return sight.chance(h, strength, fresh, 0 if static else sight.ways_back(h, zone))

        team = [t for t in there if t[0] in free]
        best = Team(value(strength, zone, False) if there else -99.0, team, air)
        spots = [a for a in ring if a not in taken]
        pool = sorted((u for u in able if fits(u) and self.place.get(u) not in ring), key=lambda u: -game.attack[u])
        cost, fresh, most = 0.0, False, len(team) + MOST_TEAM
        while len(team) < most:
            choices = []
            for a in spots:
                u = next((u for u in pool if a in self.ways[u]), -1)
                if u >= 0:
                    lands = fresh or self.ways[u][a].verb == "beach"
                    worth = value(strength + sight.attack_of(u, a), zone | reached[a] | 1 << a, lands)
                    price = self._price(u, a, h)
                    choices.append((worth - price, price, lands, u, a))
            if not choices:
                break
            gain, price, fresh, u, a = max(choices)
            strength += sight.attack_of(u, a)
            zone |= reached[a] | 1 << a
            team = [*team, (u, a)]
            spots.remove(a)
            pool.remove(u)
            if gain - cost > best.value:
                best = Team(gain - cost, team, air)
            cost += price
        return best

    def _price(self, u: int, a: int, h: int) -> float:
        """What it costs to send a unit to a hex for an attack on another: other enemies it touches, and the danger there."""
        sight, game, w = self.sight, self.sight.game, self.sight.weights
        others = game.map.grid.adjacent[a] & sight.foes & ~(1 << h)
        storm = w.pinned if sight.west and others & game.forts else 0.0
        danger = sight.danger(u, a, self.standing, self.batteries)
        return float(w.each + w.spill * others.bit_count() + storm + w.dare * danger)

    def _guns(self, h: int, fits: Callable[[int], bool]) -> int:
        """What our guns in range can add to an attack: one Egyptian gun [8.16], several Western ones."""
        sight, game = self.sight, self.sight.game
        beside = game.map.grid.adjacent[h]
        fires = [
            game.attack[u]
            for u, disc in self.batteries
            if disc >> h & 1 and not beside >> self.place[u] & 1 and fits(u)
        ]
        return min(sum(fires), 6) if sight.west else max(fires, default=0)

    # everybody else -------------------------------------------------------------------------------------------------
    def _march(self, u: int) -> None:
        """The best place for one unit that has no fight to go to."""
        here, taken = self.place.get(u, 0), set(self.place.values())
        options = [(self.stand(u, h), h) for h in self.ways[u] if h not in taken]
        if here:
            options.append((self.stand(u, here) + 0.05, here))
        if not options:
            return
        value, to = max(options)
        if to == here or (not here and value < -2):
            return
        self._order(u, to, self._why(u, to))

    def _why(self, u: int, to: int) -> str:
        """What the unit goes there for; the objective it heads for becomes less attractive to the next."""
        sight, game = self.sight, self.sight.game
        pace = max(game.allowances[u], 1)
        slope = sight.weights.slope
        pulls = [(worth - slope * route[to] / pace, h) for (worth, route), h in zip(self.goals, self.routes.to)]
        pull, goal = max(pulls)
        if pull > 0.3:
            self.heading[goal] = self.heading.get(goal, 0) + 1
            self._weigh_goals()
        if goal == to:
            return f"Occupies the objective {game.hex_name(goal)}."
        if self.way_out(u, to, pace) >= pull:
            return "Marches for the edge of the map." if sight.west else "Falls back to the edge of the map."
        if pull > 0.3:
            return f"Closes up to the objective {game.hex_name(goal)}."
        if game.artillery >> u & 1:
            return "Brings the guns where they can fire."
        return "Takes up a better position."

    def stand(self, u: int, h: int) -> float:
        """What it is worth to have this unit in this hex at the end of the phase."""
        sight, game, w = self.sight, self.sight.game, self.sight.weights
        gun = game.artillery >> u & 1
        value = self.shelter(h)
        holding = sight.hex_worth(h) + 1.0 if game.objectives >> h & 1 else 0.0
        near = game.map.grid.adjacent[h] & sight.foes
        if near and (sight.west or not game.forts >> h & 1):
            strength = self._strength_at(u, h, near)
            value += self._contact(h, near, strength) - (w.gun_contact if gun else 0.0)
            if holding and not sight.west:
                holding *= 1 - min(sight.thrown_back(e, strength) for e in bits(near))
        value += holding - w.care * sight.danger(u, h, self.standing, self.batteries)
        if gun:
            value += self._battery(u, h)
        pace = max(game.allowances[u], 1)
        pull = self.way_out(u, h, pace)
        slope = w.slope / pace
        for worth, route in self.goals:
            pull = max(pull, worth - slope * route[h])
        return value + pull + w.taste(h, u + 1)

    def shelter(self, h: int) -> float:
        """What the ground itself gives an Egyptian unit."""
        game, w = self.sight.game, self.sight.weights
        if self.sight.west:
            return 0.0
        if game.forts >> h & 1:
            return w.works
        if game.cities >> h & 1:
            return w.city
        return w.gate if game.section == "9" and self.sight.gates >> h & 1 else 0.0

    def _strength_at(self, u: int, h: int, near: int) -> int:
        """What this unit and the friends already in contact bring against the enemies next to a hex."""
        sight, adjacent = self.sight, self.sight.game.map.grid.adjacent
        strength = sight.attack_of(u, h)
        for v, at in self.place.items():
            if v != u and adjacent[at] & near:
                strength += sight.attack_of(v, at)
        return strength

    def _contact(self, h: int, near: int, strength: int) -> float:
        """Standing next to the enemy means attacking him: welcome only with help."""
        sight, w = self.sight, self.sight.weights
        chance = max(sight.chance(e, strength) for e in bits(near))
        held = w.pinned if sight.fort_zone >> h & 1 else 0.0
        return min(chance, 0.0) - w.contact * near.bit_count() - held

    def _battery(self, u: int, h: int) -> float:
        """A gun wants enemies and friends in range."""
        sight, game, w = self.sight, self.sight.game, self.sight.weights
        disc = sight.terrain.within(h, game.range[u])
        targets = min((disc & sight.foes).bit_count(), 5)
        friends = sum(
            1
            for v, at in self.place.items()
            if disc >> at & 1 and not game.artillery >> v & 1 and fires_for(game, u, v)
        )
        return w.gun_targets * targets + w.gun_friends * min(friends, 6)

    def way_out(self, u: int, h: int, pace: int) -> float:
        """What the edge of the map is worth to a unit in this hex: its points on the turn it would get there."""
        sight, w = self.sight, self.sight.weights
        if not self.routes.out or (sight.game.artillery >> u & 1 and sight.turns_left > 3):
            return -9.0
        cost = self.routes.out[h] + 2
        turns = -(-cost // pace)
        if cost >= FAR or turns >= sight.turns_left:
            return -9.0
        points = sight.exit_points(sight.s.turn + turns) if sight.west else 0.5
        return points * w.exit_pull - w.haste * cost / pace
