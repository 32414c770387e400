"""[7.10, 7.11, 7.12, 7.13, 7.14] Retreat after combat and displacement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from sandtable.core import Action, Hex, Hexes, Refusal, Step, UnitId, Units, bits

from .movement import path_text, read_path
from .state import BattleState
from .victory import eliminate
from .wording import Decision
from .zones import zone_of

Way = tuple[Hex, ...]
MOST_CHAINS = 24
"""So many ways for a crowd to give way are tried before a retreat through it is called impossible."""


# Where a unit may retreat ---------------------------------------------------------------------------------------
def open_ground(s: BattleState, u: UnitId) -> Hexes:
    """[7.9, 7.11] Hexes a retreating unit may enter: no enemy, no enemy zone (friends do not cancel it), on the map.

    Helicopters retreat over water too, but end on land [ruling ME-03].
    """
    game = s.game
    enemy = game.enemy_of(game.side_of[u])
    ground = game.sky if game.helicopters >> u & 1 else game.land
    return ground & ~s.hexes_of(enemy) & ~zone_of(s, enemy)


def may_cross(s: BattleState, u: UnitId, a: Hex, b: Hex) -> bool:
    """[7.9, 9.14, 9.16] No retreat over prohibited hexsides, nor over Raswa Channel and Manzala Canal but by bridge."""
    game = s.game
    if not game.helicopters >> u & 1 and game.step_cost(a, b) is None:
        return False
    barred = [k for k in game.hexsides(a, b) if k in ("raswa_channel", "manzala_canal")]
    return not barred or game.is_bridge(a, b)


def steps_back(s: BattleState, u: UnitId, origin: Hex, here: Hex, ground: Hexes) -> list[Hex]:
    """[7.12] The hexes one step further from the fight that the unit may enter next."""
    grid = s.game.map.grid
    further = grid.distance(origin, here) + 1
    return [
        h
        for h in bits(grid.adjacent[here] & ground)
        if grid.distance(origin, h) == further and may_cross(s, u, here, h)
    ]


def _ways(s: BattleState, u: UnitId, length: int, ground: Hexes) -> list[Way]:
    """Every way of up to `length` hexes straight away from the fight; shorter ones only where they cannot go on."""
    start = s.loc[u]
    found: list[Way] = []
    stack: list[Way] = [(start,)]
    while stack:
        way = stack.pop()
        onward = steps_back(s, u, start, way[-1], ground) if len(way) <= length else []
        if onward:
            stack.extend((*way, h) for h in onward)
        else:
            found.append(way)
    return found


def retreat_ways(s: BattleState, u: UnitId, length: int) -> list[Way]:
    """[7.10, 7.12, 7.14] The ways among which the owner chooses.

    Through vacant hexes if any leads the full length; otherwise through friends who can be displaced; otherwise as far
    as vacant hexes go, and the unit is eliminated there [ruling ME-14]. Static units cannot retreat [ruling ME-02].
    """
    if s.game.static >> u & 1:
        return [(s.loc[u],)]
    land, ground = s.game.land, open_ground(s, u)
    friends = s.occupied(s.game.roster.of_side[s.game.side_of[u]])
    vacant = _ways(s, u, length, ground & ~friends)
    full = [way for way in vacant if len(way) > length and land >> way[-1] & 1]
    if full:
        return full
    crowded = [way for way in _ways(s, u, length, ground) if len(way) > length and land >> way[-1] & 1]
    gentle = [way for way in crowded if not any(in_the_way(s, u, h, h == way[-1]) for h in way[1:])]
    if gentle:
        return gentle  # nobody is displaced while there is another way [7.14]
    for fresh in (True, False):  # nobody twice in a phase while others can give way
        passable = [way for way in crowded if can_displace_along(s, u, way, fresh)]
        if passable:
            return passable
    cut_short = {way[:k] for way in vacant for k in range(1, len(way) + 1) if land >> way[k - 1] & 1}
    farthest = max(map(len, cut_short))
    return sorted(way for way in cut_short if len(way) == farthest)


def in_the_way(s: BattleState, u: UnitId, h: Hex, last: bool) -> list[UnitId]:
    """[5.11, 7.12] Friends that must leave the hex before this unit comes through; helicopters share it [ruling ME-19]."""
    game = s.game
    friends = [v for v in s.friends_in(h, game.side_of[u]) if v != u]
    if game.helicopters >> u & 1:
        return friends if last and len(friends) > 1 else []
    ground = [v for v in friends if not game.helicopters >> v & 1]
    return ground or (friends if last and len(friends) > 1 else [])


def can_displace_along(s: BattleState, u: UnitId, way: Way, fresh: bool) -> bool:
    """[7.13, 7.14] Can everybody in the way be displaced, one after the other, without a loss?

    `fresh`: and without displacing anybody for the second time in this combat phase.
    """
    return _along(s, u, way, 1, fresh)


def _along(s: BattleState, u: UnitId, way: Way, k: int, fresh: bool) -> bool:
    if k == len(way):
        return True
    blockers = in_the_way(s, u, way[k], k == len(way) - 1)
    if blockers:
        return any(_along(t, u, way, k, fresh) for t in _displaced(s, blockers[0], (u,), fresh))
    t: BattleState = s.copy()
    t.loc[u] = way[k]
    return _along(t, u, way, k + 1, fresh)


def _displaced(s: BattleState, v: UnitId, chain: tuple[UnitId, ...], fresh: bool) -> Iterator[BattleState]:
    """Positions after displacing this unit one hex: every vacant hex, or every chain of displacements that works."""
    if fresh and s.displaced >> v & 1:
        return
    for h in displacement_hexes(s, v, chain):
        blockers = in_the_way(s, v, h, True)
        for t in islice(_displaced(s, blockers[0], (*chain, v), fresh), MOST_CHAINS) if blockers else (s,):
            moved: BattleState = t.copy()
            moved.loc[v] = h
            moved.displaced |= 1 << v
            yield moved


def displacement_hexes(s: BattleState, v: UnitId, chain: tuple[UnitId, ...]) -> list[Hex]:
    """[7.13, 7.14] Where a displaced unit may go: one hex as in a retreat, vacant if possible, else into a chain.

    A chain runs from friend to friend until somebody has a vacant hex; nobody waiting in it can be asked to move again,
    and nobody gives way twice in a phase where others can.
    """
    vacant, crowded = _one_hex(s, v)
    if vacant:
        return vacant
    shared = [h for h in crowded if not in_the_way(s, v, h, True)]
    if shared:
        return shared
    waiting = sum(1 << w for w in (*chain, v))
    return [h for h in crowded if _gives_way(s, v, h, waiting | s.displaced)] or [
        h for h in crowded if _gives_way(s, v, h, waiting)
    ]


def _gives_way(s: BattleState, v: UnitId, h: Hex, asked: Units) -> bool:
    """[7.14] Does a chain of displacements that starts in this hex reach a free one without those already asked?"""
    queue = in_the_way(s, v, h, True)
    while queue:
        w = queue.pop(0)
        if asked >> w & 1:
            continue
        asked |= 1 << w
        empty, full = _one_hex(s, w)
        blocked = [in_the_way(s, w, x, True) for x in full]
        if empty or not all(blocked):
            return True
        queue += [x for blockers in blocked for x in blockers]
    return False


def _one_hex(s: BattleState, v: UnitId) -> tuple[list[Hex], list[Hex]]:
    """The hexes a displaced unit could enter: vacant ones, and those with friends."""
    game = s.game
    if game.static >> v & 1:
        return [], []
    here = s.loc[v]
    near = [h for h in steps_back(s, v, here, here, open_ground(s, v)) if game.land >> h & 1]
    friends = s.occupied(game.roster.of_side[game.side_of[v]])
    return [h for h in near if not friends >> h & 1], [h for h in near if friends >> h & 1]


# The frames -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Retreats(Step):
    """[7.10] The owner retreats his beaten units; those who cannot move at all are eliminated where they stand."""

    side: str
    units: Units
    length: int

    def run(self, s: BattleState) -> None:
        if not self.units:
            return
        if all(len(way) == 1 for u in bits(self.units) for way in retreat_ways(s, u, self.length)):
            for u in sorted(bits(self.units)):
                s.paths = (*s.paths, (s.loc[u],))
                eliminate(s, u, "7.10")
        else:
            s.then(Retreat(self.side, self.units, self.length))


@dataclass(frozen=True, slots=True)
class Retreat(Decision):
    """[7.10, 7.12] The owner picks a unit and its retreat path."""

    side: str
    units: Units
    length: int

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.10", "7.12")

    def prompt(self, s: BattleState) -> str:
        hexes = "one hex" if self.length == 1 else f"{self.length} hexes"
        return f"Retreat {s.names(self.units)} {hexes} [7.10, 7.12]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            for way in retreat_ways(s, u, self.length):
                yield Action("retreat", (s.game.name_of(u), path_text(s, way)))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb != "retreat" or len(a.args) != 2:
            return self.not_now(s, a)
        u = game.roster.index.get(a.args[0], -1)
        if u < 0 or not self.units >> u & 1:
            return Refusal(("7.10",), f"{a.args[0]} does not have to retreat.")
        way = tuple(read_path(s, a.args[1]) or ())
        ways = retreat_ways(s, u, self.length)
        return None if way in ways else self.why_not(s, u, way, ways)

    def why_not(self, s: BattleState, u: UnitId, way: Way, ways: list[Way]) -> Refusal:
        game, name = s.game, s.game.name_of(u)
        if not way or way[0] != s.loc[u]:
            return Refusal(("7.10",), f"The retreat of {name} begins in {game.hex_name(s.loc[u])}.")
        enemy = game.enemy_of(game.side_of[u])
        for a, b in pairwise(way):
            where = game.hex_name(b)
            if not game.map.grid.are_adjacent(a, b):
                return Refusal(("7.10",), f"{game.hex_name(a)} and {where} are not adjacent.")
            if s.hexes_of(enemy) >> b & 1:
                return Refusal(("5.5", "7.11"), f"An enemy unit is in {where}.")
            if zone_of(s, enemy) >> b & 1:
                return Refusal(("7.11",), f"{where} is in an enemy zone of control.")
            if not may_cross(s, u, a, b):
                rule = "9.16" if game.step_cost(a, b) is not None else "7.9"
                return Refusal((rule,), f"{name} may not retreat across the hexside to {where}.")
        length = len(ways[0]) - 1
        if len(way) - 1 != length:
            return Refusal(("7.12",), f"{name} must retreat {length} hex{'es' * (length > 1)}.")
        if game.map.grid.distance(way[0], way[-1]) < length:
            return Refusal(("7.12",), f"The retreat must end {length} hexes away from {game.hex_name(way[0])}.")
        return Refusal(("7.12",), f"{name} must retreat through vacant hexes where it can: {path_text(s, ways[0])}.")

    def label(self, s: BattleState, a: Action) -> str:
        """[7.12, 7.14] Say before the click who dies on the way and who must make room."""
        way = tuple(read_path(s, a.args[1]) or ())
        name, last = a.args[0], s.game.hex_name(way[-1])
        if len(way) <= self.length:
            return f"{name} falls back to {last} and is eliminated" if len(way) > 1 else f"{name} is eliminated"
        u = s.game.unit(name)
        moved = [v for h in way[1:] for v in in_the_way(s, u, h, h == way[-1])]
        by = f" by {'-'.join(s.game.hex_name(h) for h in way[1:-1])}" if len(way) > 2 else ""
        return f"Retreat {name} to {last}{by}" + (f", displacing {s.game.names(moved)}" if moved else "")

    def apply(self, s: BattleState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        way = tuple(read_path(s, a.args[1]) or ())
        s.shaken |= 1 << u
        s.then(FallBack(u, way, 1, self.length), Retreats(self.side, self.units & ~(1 << u), self.length))


@dataclass(frozen=True, slots=True)
class FallBack(Step):
    """[7.12, 7.13, 7.14] Hex by hex along the chosen path, displacing friends in the way."""

    unit: UnitId
    way: tuple[Hex, ...]
    done: int
    length: int

    def run(self, s: BattleState) -> None:
        game, u, k = s.game, self.unit, self.done
        if k == len(self.way):
            self.arrive(s)
            return
        blockers = in_the_way(s, u, self.way[k], k == len(self.way) - 1)
        if not blockers:
            s.loc[u] = self.way[k]
            s.then(FallBack(u, self.way, k + 1, self.length))
        elif displacement_hexes(s, blockers[0], (u,)):
            s.then(Displace(blockers[0], (u,)), self)
        else:
            s.paths = (*s.paths, self.way[:k])
            s.tell("7.14", "{} cannot be displaced.", game.name_of(blockers[0]))
            eliminate(s, u, "7.14")

    def arrive(self, s: BattleState) -> None:
        """[7.12, 7.15] The path is remembered; a retreat cut short ends in elimination."""
        game, u = s.game, self.unit
        s.paths = (*s.paths, self.way)
        if len(self.way) <= self.length:
            eliminate(s, u, "7.12")
        else:
            s.tell("7.10", "{} retreats to {}.", game.name_of(u), game.hex_name(self.way[-1]), at=self.way)


@dataclass(frozen=True, slots=True)
class Displace(Decision):
    """[7.13, 7.14] The owner moves a displaced unit one hex [ruling ME-24]."""

    unit: UnitId
    chain: tuple[UnitId, ...]
    """The units that wait for its hex."""

    def actor(self, s: BattleState) -> str:
        return s.game.side_of[self.unit]

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.13",)

    def prompt(self, s: BattleState) -> str:
        return f"{s.game.name_of(self.unit)} is displaced by {s.game.name_of(self.chain[-1])}: move it one hex [7.13]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for h in displacement_hexes(s, self.unit, self.chain):
            yield Action("displace", (s.game.name_of(self.unit), path_text(s, (s.loc[self.unit], h))))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a in list(self.options(s)):
            return None
        if a.verb != "displace":
            return self.not_now(s, a)
        return Refusal(("7.13", "7.14"), f"{s.game.name_of(self.unit)} may be displaced to {self.choices(s)}.")

    def choices(self, s: BattleState) -> str:
        return s.hex_names(sum(1 << h for h in displacement_hexes(s, self.unit, self.chain)))

    def apply(self, s: BattleState, a: Action) -> None:
        u = self.unit
        h = s.game.hex(a.args[1].split("-")[-1])
        s.displaced |= 1 << u
        s.shaken |= 1 << u
        s.then(MakeWay(u, h, self.chain))


@dataclass(frozen=True, slots=True)
class MakeWay(Step):
    """[7.14] A chain of displacements: the last unit moves first."""

    unit: UnitId
    to: Hex
    chain: tuple[UnitId, ...]

    def run(self, s: BattleState) -> None:
        blockers = in_the_way(s, self.unit, self.to, True)
        if blockers:
            s.then(Displace(blockers[0], (*self.chain, self.unit)), self)
            return
        here, s.loc[self.unit] = s.loc[self.unit], self.to
        game = s.game
        s.tell(
            "7.13",
            "{} is displaced from {} to {}.",
            game.name_of(self.unit),
            game.hex_name(here),
            game.hex_name(self.to),
            at=(here, self.to),
        )
