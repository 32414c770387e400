"""[21.0, 25.8, 26.2] Refit: lines of support, air supply, and the dice of the Refit Table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Refusal, Roll, Step, UnitId, Units, bits, refuse, route, say

from . import recon
from .state import MusketeerState
from .wording import Decision


def sources(s: MusketeerState, contingent: str) -> int:
    """[21.4] The logistics sources of a contingent as things stand."""
    game = s.game
    own = s.occupied(game.ground_by[contingent])
    match contingent:
        case "anglo-french" | "us":
            return (game.ports | game.airbases) & own
        case "israel":
            return game.settlements & own
        case "ussr":
            return game.airbases & game.egypt & own
    return (game.cities | game.airbases | game.forts) & game.egypt & s.held("east")


def has_support(s: MusketeerState, u: int) -> bool:
    """[21.3, 21.5, 21.6, 21.7] Is there a free chain of hexes to a source, no longer than the movement factor?

    Along roads and tracks all the way it may be twice as long. The unit's own hex does not block it [ruling MU-16].
    """
    game, grid = s.game, s.game.map.grid
    contingent, side = game.contingent_of[u], game.roster[u].side
    goal = sources(s, contingent)
    start = 1 << s.loc[u]
    enemy = game.enemy[side]
    open_ = game.enterable & ~s.held(enemy) & ~s.zone(enemy)
    length = s.movement(u)
    found = frontier = start
    for _ in range(length):
        frontier = grid.spread(frontier) & open_ & ~found
        found |= frontier
        if found & goal:
            return True
    road, track = game.map.along["road"], game.map.along["track"]
    found = frontier = start
    for _ in range(2 * length):
        new = 0
        for d in range(6):
            new |= grid.shift(frontier & (road[d] | track[d]), d)
        frontier = new & open_ & ~found
        found |= frontier
        if found & goal:
            return True
    return False


def reveal_blockers(s: MusketeerState, u: int) -> None:
    """[23.2] Enemies whose zones alone keep a unit from its source are revealed."""
    game = s.game
    side, grid = game.roster[u].side, game.map.grid
    enemy = game.enemy[side]
    open_ = game.enterable & ~s.held(enemy)
    start, goal = 1 << s.loc[u], sources(s, game.contingent_of[u])
    along = [a | b for a, b in zip(game.map.along["road"], game.map.along["track"])]
    for way, length in ((route(grid, start, goal, open_), 1), (route(grid, start, goal, open_, along), 2)):
        if len(way) - 1 <= length * s.movement(u):
            for h in way[1:]:
                s.reveal_zone(h, side)


def disrupted_units(s: MusketeerState) -> list[int]:
    return sorted(bits(s.disrupted & s.game.ground_by[s.contingent]))


@dataclass(frozen=True, slots=True)
class RefitPhase(Step[MusketeerState]):
    """[5.3, 21.2, 21.9, 25.8] Air supply first, then a die for every unit that may recover."""

    def phase(self) -> str:
        return "refit"

    def run(self, s: MusketeerState) -> None:
        s.then(AirSupply(), RollRefits())


@dataclass(frozen=True, slots=True)
class AirSupply(Step[MusketeerState]):
    """[26.2, 26.3] A contingent with an air supply marker may support the units of one hex; the marker is no unit."""

    def run(self, s: MusketeerState) -> None:
        units = [u for u in disrupted_units(s) if not has_support(s, u)]
        if (s.game.air_supply[s.contingent] and units) or any(recon.options(s)):
            s.then(PlaceAirSupply())


@dataclass(frozen=True, slots=True)
class PlaceAirSupply(Decision):
    """[26.2] Choose the hex of the air supply marker, or do without."""

    rule = "26.2"
    verbs = ("decline", "recon", "supply")

    def phase(self) -> str:
        return "refit"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def hexes(self, s: MusketeerState) -> int:
        if not s.game.air_supply[s.contingent]:
            return 0
        return s.occupied(sum(1 << u for u in disrupted_units(s) if not has_support(s, u)))

    def prompt(self, s: MusketeerState) -> str:
        if not self.hexes(s):
            return say("Scout with special forces now, or not in this impulse [25.7].")
        return say("Put the air supply marker on a hex with disrupted units, or keep it back [26.2].")

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("decline")
        yield from recon.options(s)
        for h in bits(self.hexes(s)):
            yield Action("supply", (s.game.hex_name(h),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb == "recon":
            return recon.check(self, s, a)
        if a in self.options(s):
            return None
        if a.verb == "supply" and len(a.args) == 1:
            return refuse("26.2", "{where} holds no disrupted unit of the contingent without support.", where=a.args[0])
        return self.not_now(s, a)

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb == "decline":
            return say("Go on to the refit")
        if a.verb == "supply":
            return say("Air supply for {where}", where=s.game.where(s.game.parts(a).to))
        return super(PlaceAirSupply, self).label(s, a)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "recon":
            recon.begin(s, a, self)
        elif a.verb == "supply":
            h = s.game.parts(a).to
            s.target = h
            s.tell("26.2", "Air supply reaches {where}.", where=s.game.where(h), at=(h,))


@dataclass(frozen=True, slots=True)
class RollRefits(Step[MusketeerState]):
    """[21.2, 21.8, 21.9, 25.8] Disrupted ground units with support, eliminated air units, eliminated special forces."""

    def phase(self) -> str:
        return "refit"

    def run(self, s: MusketeerState) -> None:
        game, c = s.game, s.contingent
        units = 0
        for u in disrupted_units(s):
            if s.loc[u] == s.target or has_support(s, u):
                units |= 1 << u
            else:
                reveal_blockers(s, u)
        dead = game.by_contingent[c] & (game.airstrikes | game.special_forces | game.guerrillas)
        units |= sum(1 << u for u in s.at(game.dead, dead))
        s.target = 0
        s.then(Refits(units))


@dataclass(frozen=True, slots=True)
class Refits(Step[MusketeerState]):
    """A die for each of these units, one after the other."""

    units: Units

    def phase(self) -> str:
        return "refit"

    def run(self, s: MusketeerState) -> None:
        game, c = s.game, s.contingent
        if self.units:  # the order must not tell who is who
            u = min(bits(self.units), key=lambda v: (not s.known >> v & 1, s.loc[v], v))
            roll = Roll(say("{contingent} refit", contingent=game.title_of[c]))
            s.then(roll, Refit(u), Refits(self.units & ~(1 << u)))


def refit_number(s: MusketeerState, u: int) -> int:
    """The highest die of the Refit Table that helps this unit."""
    game = s.game
    kind = "ground" if game.ground >> u & 1 else "air" if game.airstrikes >> u & 1 else "special"
    return game.refit[kind][game.contingent_of[u]]


@dataclass(frozen=True, slots=True)
class Refit(Step[MusketeerState]):
    """[21.2, 21.9, 25.8] On a good die a ground unit is turned to its front; others go to the Reinforcement Box."""

    unit: UnitId

    def run(self, s: MusketeerState) -> None:
        game, u = s.game, self.unit
        name = game.name_of(u)
        secret = () if s.known >> u & 1 else (game.roster[u].side,)
        if s.die > refit_number(s, u):
            s.tell("21.2", "{unit} does not refit.", unit=name, to=secret)
        elif game.ground >> u & 1:
            s.disrupted &= ~(1 << u)
            s.tell("21.2", "{unit} is combat effective again.", unit=name, to=secret)
        else:
            s.loc[u] = game.box_of[game.contingent_of[u]]
            rule = "21.9" if game.airstrikes >> u & 1 else "25.8"
            if game.guerrillas >> u & 1:
                s.tell(rule, "A guerrilla marker returns to the Reinforcement Box.")
            else:
                s.tell(rule, "{unit} returns to the Reinforcement Box.", unit=name)
