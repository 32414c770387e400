"""One look at the position: enemies and what they resist with, zones, ways to the aims, dangers."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import product

from sandtable.core import bits, total
from sandtable.games.sinai.air.umbrella import sam_distance
from sandtable.games.sinai.combat.attackers import can_reach, defence
from sandtable.games.sinai.course.victory import net
from sandtable.games.sinai.game import Sinai
from sandtable.games.sinai.land.territory import closed, intact_forts
from sandtable.games.sinai.movement.allowance import allowance, on_foot
from sandtable.games.sinai.movement.zones import zone
from sandtable.games.sinai.politics.nations import ceased
from sandtable.games.sinai.state import ARAB, ISRAEL, SinaiState, other

from . import weights as w
from .aims import Aim, aims_of
from .manners import USUAL, Manner

Back = list[list[tuple[int, int]]]


class Atlas:
    """The roads of a game backwards, worked out once for each kind of mover."""

    def __init__(self, game: Sinai, side: str) -> None:
        self.game, self.side = game, side
        self._back: dict[bool, Back] = {}

    def back(self, foot: bool) -> Back:
        if foot not in self._back:
            edges = self.game.ground(self.side, foot, False).edges
            back: Back = [[] for _ in edges]
            for a, steps in enumerate(edges):
                for b, cost in steps:
                    back[b].append((a, cost))
            self._back[foot] = back
        return self._back[foot]


@lru_cache(maxsize=16)
def atlas_of(game: Sinai, side: str) -> Atlas:
    return Atlas(game, side)


class Tally:
    """Sums for all hexes at once, kept as binary digits: `planes[i]` are the hexes whose sum has the bit i."""

    def __init__(self) -> None:
        self.planes: list[int] = []

    def add(self, hexes: int, points: int) -> None:
        for i in range(points.bit_length()):
            carry, j = hexes if points >> i & 1 else 0, i
            while carry:
                while j >= len(self.planes):
                    self.planes.append(0)
                self.planes[j], carry, j = self.planes[j] ^ carry, self.planes[j] & carry, j + 1

    def __getitem__(self, h: int) -> int:
        return sum((plane >> h & 1) << i for i, plane in enumerate(self.planes))


class Survey:
    """The position as one side sees it. Everything is worked out when first asked for; nothing survives a move, but a
    survey may take aims and ways over from an `elder` one, made when the phase was planned."""

    def __init__(
        self, s: SinaiState, side: str, atlas: Atlas, elder: Survey | None = None, manner: Manner = USUAL
    ) -> None:
        self.manner: Manner = elder.manner if elder else manner
        self.s, self.game, self.side, self.enemy, self.atlas = s, s.game, side, other(side), atlas
        self.elder = elder
        game = self.game
        self.territorial = game.rules.victory == "points_1973"
        self.race = game.rules.victory == "goals_race"
        self.racing = side == ISRAEL and game.rules.victory in ("goals_1967", "goals_1956") and not s.goals[0]
        self.hasty = self.racing and game.rules.victory == "goals_1956"
        """[23.11] In 1956 supply soon fails: who is held up stays behind."""
        self.delaying = side == ARAB and game.rules.victory in ("goals_1967", "goals_1956")
        self.enemies = s.hexes_of(self.enemy)
        self.forts = intact_forts(s, self.enemy) & ~self.enemies
        self.prize = (game.arab_land if side == ISRAEL else game.israel_land) & game.land
        self.rate, self.enemy_rate = (2, 5) if side == ISRAEL else (5, 2)
        self.ways = game.map.terrain["clear"] | game.map.on_path["road"] | game.map.on_path["track"]
        self._shelters: dict[int, tuple[int, int]] = {}
        self._fields: dict[tuple[int, bool, str], list[int]] = {}
        self._resistance: dict[int, int] = {}
        self.memo: dict[str, dict[int, tuple[int, int]]] = elder.memo if elder else {}
        """What the manner of a posture worked out when the phase was planned."""

    # zones and dangers ------------------------------------------------------------------------------------------
    @cached_property
    def hostile(self) -> int:
        """Hexes the enemy controls."""
        return zone(self.s, self.enemy)

    @cached_property
    def held(self) -> int:
        """Hexes this side controls."""
        return zone(self.s, self.side)

    @cached_property
    def around_enemies(self) -> int:
        return int(self.game.map.grid.spread(self.enemies))

    @cached_property
    def next_door(self) -> Tally:
        """For every hex the enemy Strength in it and around it."""
        game, tally = self.game, Tally()
        for u in game.side_units[self.enemy]:
            h = self.s.loc[u]
            if h > 0:
                tally.add(1 << h | game.adjacent[h], game.strength[u])
        return tally

    @cached_property
    def coming(self) -> Tally:
        """For every hex the enemy Strength that could stand next to it after the enemy's next move, roughly."""
        game, s, tally = self.game, self.s, Tally()
        for u in game.side_units[self.enemy]:
            if s.loc[u] > 0 and game.strength[u] and not game.sam >> u & 1 and not ceased(s, u):
                stride = min(game.allowance[u], w.STRIDE) if game.mechanized >> u & 1 else 1
                tally.add(game.map.grid.within(s.loc[u], stride + 1), game.strength[u])
        return tally

    def shelter(self, h: int) -> tuple[int, int]:
        """How often a unit of this side counts its Strength in `h` when it defends, and what the ground adds."""
        if h in self._shelters:
            return self._shelters[h]
        game = self.game
        plus = game.defence_plus[game.map.terrain_at[h]]
        cities = game.cities_israeli if self.side == ISRAEL else game.cities_arab
        plus += 4 if cities >> h & 1 and not self.s.destroyed >> h & 1 else 0
        times = 1
        if self.side == ARAB and game.rules.arab_defence > 1:
            near = sam_distance(self.s, h)
            umbrella = 1 if near is None else game.rules.sam_near if near <= 2 else game.rules.sam_far
            times = max(game.rules.arab_defence, umbrella)
        self._shelters[h] = times, plus
        return times, plus

    # enemies ----------------------------------------------------------------------------------------------------
    def resistance(self, h: int) -> int:
        """The Strength an attack on the hex has to beat; for an empty Settlement or City so much that 0 suffices."""
        if h not in self._resistance:
            total = sum(t.total for t in defence(self.s, (h,), [], self.side, -1))
            if self.forts >> h & 1 and not self.game.bar_lev >> h & 1:
                total += 4
            self._resistance[h] = total
        return self._resistance[h]

    def can_attack_from(self, u: int, h: int, t: int) -> bool:
        """Could the unit, standing in `h`, attack hex `t`?"""
        s = self._scratch
        here, s.loc[u] = s.loc[u], h
        good = can_reach(s, u, t) is None
        s.loc[u] = here
        return good

    @cached_property
    def _scratch(self) -> SinaiState:
        """A copy to try things out on."""
        return self.s.copy()

    def garrison(self, t: int) -> list[int]:
        return [u for u in self.s.units_in(t, self.enemy) if u != self.game.supply_unit]

    def drive_value(self, t: int) -> float:
        """What driving the enemy off hex `t` is worth, in the manner of the posture."""
        return self.manner.drive_value(self, t, self._drive_value(t))

    def _drive_value(self, t: int) -> float:
        game = self.game
        if self.forts >> t & 1:
            if game.bar_lev >> t & 1:
                return w.BAR_LEV
            return w.CITY if (game.cities_israeli | game.cities_arab) >> t & 1 else w.SETTLEMENT
        if self.quarry >> t & 1:
            return 0.0  # chasing it away is of no use
        points = sum(game.strength[u] for u in self.garrison(t))
        on_aim = any(aim.hexes >> t & 1 for aim in self.aims)
        if self.racing and game.sinai >> t & 1 and not on_aim:
            return float((w.ROADBLOCK if game.map.on_path["road"] >> t & 1 else w.OFF_THE_WAY) + w.RACE_POINT * points)
        value = w.DRIVE + w.DRIVE_POINT * points + (w.ON_AIM if on_aim else 0.0)
        if self.territorial:
            own = (1 << t | game.adjacent[t]) & ~self.prize & game.land & ~self.held
            value += w.VP * self.enemy_rate * own.bit_count() * 0.5
        return float(value)

    def kill_value(self, t: int) -> float:
        """What destroying the stack is worth beyond that."""
        game = self.game
        bounty = w.BOUNTY if self.quarry >> t & 1 else 0.0
        usual = float(bounty + total(w.KILL + w.KILL_POINT * game.strength[u] for u in self.garrison(t)))
        return self.manner.kill_value(self, t, usual)

    @cached_property
    def quarry(self) -> int:
        """Hexes whose garrison must be destroyed, not driven off."""
        return sum({aim.hexes for aim in self.aims if aim.kill})

    def exits(self, t: int) -> int:
        """The hexes to which a defender of `t` could step back, as far as terrain goes."""
        game = self.game
        foot = not any(game.mechanized >> u & 1 for u in self.garrison(t))
        return sum(1 << n for n, _ in game.ground(self.enemy, foot, False).edges[t])

    # aims -------------------------------------------------------------------------------------------------------
    @cached_property
    def bold(self) -> bool:
        """[25.61] May Israel cross the Canal, though that lets the Arabs ask for a ceasefire?"""
        if not self.territorial or self.side == ARAB:
            return True
        wish = self.manner.bold(self)
        if wish is not None:
            return wish
        return self.s.turn >= w.BOLD_TURN or net(self.s) >= w.BOLD_NET

    @cached_property
    def aims(self) -> list[Aim]:
        return self.manner.aims(self, aims_of(self.s, self.side, self.bold))

    @cached_property
    def aim_of(self) -> dict[int, Aim]:
        """Every unit has its own aim: near to where it stands, with not too many others on the way to it already."""
        game, s = self.game, self.s
        sent = [0.0] * len(self.aims)
        found: dict[int, Aim] = {}
        units = [u for u in game.side_units[self.side] if s.loc[u] > 0 and game.strength[u] and not game.sam >> u & 1]
        for u, i in self._volunteers(units).items():
            found[u], sent[i] = self.aims[i], self.aims[i].need
        units = [u for u in units if u not in found]
        for u in sorted(units, key=lambda u: (-game.strength[u], u)):
            i = min(range(len(self.aims)), key=lambda i: (self._burden(u, self.aims[i], sent[i]), i))
            sent[i] += game.strength[u]
            found[u] = self.aims[i]
        return found

    def _volunteers(self, units: list[int]) -> dict[int, int]:
        """Units for the aims that choose first, by the number of the aim: the siege before the others, because its way is the
        longest; then in every round each aim that needs more gets one unit, so that the last arrives as soon as possible."""
        strength = self.game.strength
        chosen: dict[int, int] = {}
        while True:
            wanting = [
                i
                for i, aim in enumerate(self.aims)
                if aim.first and sum(strength[u] for u, x in chosen.items() if x == i) < aim.need
            ]
            wanting = [i for i in wanting if self.aims[i].kill] or wanting
            free = [u for u in units if u not in chosen]
            if not wanting or len(free) < len(wanting):
                return chosen
            when = {i: {u: self.arrival(u, self.aims[i]) for u in free} for i in wanting}
            soonest = [sorted(free, key=when[i].__getitem__)[: len(wanting)] for i in wanting]
            teams = [team for team in product(*soonest) if len(set(team)) == len(team)]
            times = {team: [when[i][u] for i, u in zip(wanting, team, strict=True)] for team in teams}
            best = min(teams, key=lambda team: (max(times[team]), total(times[team]), team))
            chosen.update(zip(best, wanting, strict=True))

    def arrival(self, u: int, aim: Aim) -> float:
        """The turns a unit needs to get to its aim, at its pace of today."""
        return float(self.field(aim.hexes, on_foot(self.s, u), u)[self.s.loc[u]] / max(allowance(self.s, u), 1))

    def _burden(self, u: int, aim: Aim, sent: float) -> float:
        """How far the aim seems to the unit: the way, and the Strength already sent."""
        game, here = self.game, self.s.loc[u]
        if (aim.front and aim.front != game.front[u]) or not aim.units >> u & 1:
            return 999.0
        foot = on_foot(self.s, u)
        if self.racing and not foot and not aim.race and self._near_the_canal(here):
            return 500.0
        ratio = sent / aim.need
        surplus = w.SURPLUS * max(ratio - 1.0, 0.0) if aim.capped else 0.0
        return float(self.field(aim.hexes, foot, u)[here] / aim.weight + w.CROWD * ratio + surplus)

    @cached_property
    def crossings(self) -> int:
        """[21.1, 23.19] The hexes of goal A: whoever leaves one lets the enemy be the last to pass."""
        final = self.s.goals[0] and self.game.rules.goal_stop == "at_once"
        if self.side == ARAB or self.territorial or self.race or final:
            return 0
        return self.goal_a

    @cached_property
    def goal_a(self) -> int:
        return int(self.game.map.sets["goal_A_1956" if self.game.rules.victory == "goals_1956" else "goal_A_1967"])

    def _near_the_canal(self, here: int) -> bool:
        near = self.game.map.grid.distance
        return any(aim.race and near(here, h) <= w.RACE for aim in self.aims for h in bits(aim.hexes))

    def aim(self, u: int) -> Aim:
        """The unit's aim; newcomers take the first of their front."""
        if self.elder:
            return self.elder.aim(u)
        fronts = ("", self.game.front[u])
        return self.aim_of.get(u) or next((aim for aim in self.aims if aim.front in fronts), self.aims[0])

    # ways -------------------------------------------------------------------------------------------------------
    def field(self, goal: int, foot: bool, u: int = -1) -> list[int]:
        """Movement Points from every hex to the goal; enemies, their zones and closed land on the way count as delay."""
        if self.elder:
            return self.elder.field(goal, foot, u)
        front = self.game.front[u] if u >= 0 else ""
        key = goal, foot, front
        if key not in self._fields:
            barred = closed(self.s, u) if u >= 0 else 0
            self._fields[key] = self._spread(goal, foot, barred)
        return self._fields[key]

    def _spread(self, goal: int, foot: bool, barred: int) -> list[int]:
        usual = (w.ZONE_HASTE, w.UNIT_HASTE) if self.hasty else (w.ZONE_DELAY, w.UNIT_DELAY)
        in_zone, at_unit = self.manner.pace or usual
        delay = dict.fromkeys(bits(self.hostile), in_zone)
        delay.update(dict.fromkeys(bits(self.enemies | self.forts), at_unit))
        delay.update(dict.fromkeys(bits(barred & ~goal), w.CLOSED_DELAY))
        back = self.atlas.back(foot)
        far = [w.FAR] * len(back)
        rings: list[list[int]] = [[] for _ in range(w.FAR)]
        for h in bits(goal):
            far[h] = 0
            rings[0].append(h)
        for cost, ring in enumerate(rings):
            for h in ring:
                if far[h] == cost:
                    onward = cost + delay.get(h, 0)
                    for n, k in back[h]:
                        if onward + k < far[n]:
                            far[n] = onward + k
                            rings[onward + k].append(n)
        return far
