"""[9.1, 6.4, 12.2, 24.42, 24.52, 25.13] Retreats: how far, by which way, and what happens when there is none."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import count, pairwise

from sandtable.core import Action, Choice, Hex, Hexes, Refusal, UnitId, Units, bits

from .canal import limited
from .entering import after_entering, leave_over_edge
from .nations import note_pushed
from .stacking import LIMIT, counted, fits, quarrel
from .state import ARAB, SinaiState, other
from .supply import pull_back_supply_unit
from .terrain import EdgeList
from .territory import bridges, closed
from .words import path_word, read_path
from .zones import held, zone

NEVER = 1 << 20
MOST_NODES = 8000
"""How long to list winding retreats once there is one; any other way as good as these is accepted too."""


def fears(s: SinaiState, u: int, foes: list[int]) -> bool:
    """[12.0, 12.11] Does the Fear rule apply to this unit against these? Between Israel and Egypt or Syria only."""
    game = s.game
    if game.side_of[u] == ARAB:
        return game.front[u] != "jordan"
    return any(game.front[v] != "jordan" for v in foes)


def length_of(s: SinaiState, u: int, result: int) -> int:
    """[9.11, 12.0, 22.42] Hexes to retreat: the result for mechanized units, one for others; twice that for Egyptian
    and Syrian units where they panic."""
    game = s.game
    hexes = result if game.mechanized >> u & 1 else 1
    panic = game.rules.fear_retreat and game.side_of[u] == ARAB and game.front[u] != "jordan"
    return 2 * hexes if panic else hexes


def forbidden(s: SinaiState, u: int, waived: int, opened: int = 0) -> int:
    """[5.26, 6.4, 9.11, 12.2] Hexes the unit may not retreat into or through: enemy units, enemy zones where no friend
    stands, and all that is closed to it but `opened` lands. The zones of the stacks in `waived` hexes are waived by the
    Israeli Player (ruling SN-84)."""
    side = s.game.side_of[u]
    zones = zone(s, other(side), waived) & ~held(s, side)
    return s.hexes_of(other(side)) | zones | closed(s, u) & ~opened


def edges_for(s: SinaiState, u: int, foot: bool, canal: bool) -> EdgeList:
    game = s.game
    edges = game.ground(game.side_of[u], foot, bridges(s)).edges
    if game.rules.canal == "ferry" or canal:
        return edges
    edges = edges[:]
    side = game.side_of[u]
    for a, b in (pair for pair in game.canal_hexsides if limited(s, side, *pair)):
        edges[a] = tuple((n, k) for n, k in edges[a] if n != b)
        edges[b] = tuple((n, k) for n, k in edges[b] if n != a)
    return edges


def been_in(s: SinaiState, u: int) -> int:
    """[9.15] The hexes through which the unit has retreated in this Combat Phase: it enters none of them again."""
    return sum({1 << h for v, h in zip(s.trod_units, s.trod_hexes) if v == u})


def cannot_retreat(s: SinaiState, u: int, waived: int, under_attack: int = 0) -> bool:
    """[12.0, 12.13, 12.13a] Is there not even one hex to retreat to? Full friendly stacks do not count as a wall (ruling
    SN-79), the hexes of the same combat do (ruling SN-94)."""
    bad = forbidden(s, u, waived) | under_attack
    foot = not s.game.mechanized >> u & 1
    return not any(not bad >> n & 1 for n, _ in edges_for(s, u, foot, True)[s.loc[u]])


def ways_back(
    s: SinaiState, u: int, length: int, waived: int, canal: bool, under_attack: int = 0, opened: int = 0
) -> list[list[int]]:
    """[9.12, 9.14, 9.15] The best ways to retreat the full length, all equally good; empty when there is none.
    Never onto a full stack if it can be helped; then to end the full number of hexes away; then the cheapest way. The
    hexes of the combat itself (`under_attack`) are no refuge (ruling SN-94)."""
    game = s.game
    start = s.loc[u]
    foot = not game.mechanized >> u & 1
    edges = edges_for(s, u, foot, canal)
    bad = forbidden(s, u, waived, opened) | been_in(s, u) | 1 << start | under_attack
    full, strangers = full_stacks(s, u)
    for through, ending in ((False, False), (True, False), (True, True)):
        if (through or ending) and not full:
            break
        walls = bad if through else bad | full
        ends_bad = strangers | (wedged(s, u, full, under_attack) if ending else full)
        for search in (_straight, _winding):
            found = search(s, edges, start, length, walls, ends_bad)
            if found:
                return found
    return []


def rank(
    s: SinaiState, u: int, path: list[int], waived: int, canal: bool, under_attack: int, opened: int = 0
) -> tuple[bool, bool, bool, int] | None:
    """[9.14] How good a way is, least first: displacing, passing full stacks, ending short, Movement Points. None when the
    unit may not go there at all."""
    steps = edges_for(s, u, not s.game.mechanized >> u & 1, canal)
    bad = forbidden(s, u, waived, opened) | been_in(s, u) | under_attack
    full, strangers = full_stacks(s, u)
    cost = 0
    for a, b in pairwise(path):
        step = next((k for n, k in steps[a] if n == b), None)
        if step is None or bad >> b & 1:
            return None
        cost += step
    if path[0] != s.loc[u] or len(set(path)) < len(path) or strangers >> path[-1] & 1:
        return None
    displaces = bool(full >> path[-1] & 1)
    if displaces and wedged(s, u, 1 << path[-1], under_attack):
        return None
    short = s.game.map.grid.distance(path[0], path[-1]) != len(path) - 1
    return displaces, any(full >> h & 1 for h in path[1:]), short, cost


def full_stacks(s: SinaiState, u: int) -> tuple[int, int]:
    """[9.12, 24.9, 25.18] Hexes in which the unit would find three friends, and hexes of friends with whom it may not stack."""
    side = s.game.side_of[u]
    full = strangers = 0
    for h in bits(s.hexes_of(side)):
        there = counted(s, h, side)
        if h != s.loc[u] and u != s.game.supply_unit:
            if len(there) >= LIMIT:
                full |= 1 << h
            if quarrel(s, [*there, u]):
                strangers |= 1 << h
    return full, strangers


def wedged(s: SinaiState, u: int, full: int, under_attack: int) -> int:
    """[9.12] Full stacks out of which nobody could be displaced: to end there would be the unit's end."""
    side = s.game.side_of[u]
    return sum(
        1 << h
        for h in bits(full)
        if not any(refuges(s, v, h, under_attack) for v in counted(s, h, side))
    )


def refuges(s: SinaiState, u: int, h: int, under_attack: int) -> list[int]:
    """[9.12, 25.13] Where a unit displaced out of `h` may go: adjacent hexes open to its retreat, with room; those nearer
    to the map edge for a SAM unit."""
    game = s.game
    if len(counted(s, h, game.side_of[u])) > LIMIT + 1:
        return []
    bad = forbidden(s, u, 0) | under_attack | been_in(s, u)
    edges = edges_for(s, u, not game.mechanized >> u & 1, False)
    found = [n for n, _ in edges[h] if not bad >> n & 1 and fits(s, (u,), n) is None and n != h]
    if game.sam >> u & 1:
        near = game.edge_distance
        return [n for n in found if near[n] < near[h]] or found
    return found


def _straight(s: SinaiState, edges: EdgeList, start: int, length: int, walls: int, ends_bad: int) -> list[list[int]]:
    """Ways whose end lies the full number of hexes away: every step leads one hex farther from the start."""
    distance = s.game.map.grid.distance
    layer: dict[int, tuple[int, list[int]]] = {start: (0, [start])}
    for k in range(1, length + 1):
        onward: dict[int, tuple[int, list[int]]] = {}
        for h, (cost, way) in layer.items():
            for n, step in edges[h]:
                if walls >> n & 1 or distance(start, n) != k or (k == length and ends_bad >> n & 1):
                    continue
                if n not in onward or cost + step < onward[n][0]:
                    onward[n] = (cost + step, [*way, n])
        layer = onward
    if not layer:
        return []
    least = min(cost for cost, _ in layer.values())
    return [way for cost, way in layer.values() if cost == least]


def _winding(s: SinaiState, edges: EdgeList, start: int, length: int, walls: int, ends_bad: int) -> list[list[int]]:
    """[9.15] Any way of the right number of hexes that enters none twice: the cheapest, found best first. The bound of an
    unfinished way is the cheapest walk on from its end, so the first way completed is a cheapest one."""

    @cache
    def bound(h: int, left: int) -> int:
        if not left:
            return 0
        steps = [
            k + bound(n, left - 1) for n, k in edges[h] if not walls >> n & 1 and not (left == 1 and ends_bad >> n & 1)
        ]
        return min(steps, default=NEVER)

    found: dict[int, list[int]] = {}
    best = NEVER
    order = count()
    queue = [(bound(start, length), length, next(order), [start])]
    for nodes in count():
        if not queue or queue[0][0] > best or queue[0][0] >= NEVER or (found and nodes > MOST_NODES):
            break
        way = heappop(queue)[-1]
        cost = sum(next(k for n, k in edges[a] if n == b) for a, b in pairwise(way))
        if len(way) > length:
            best = cost
            found.setdefault(way[-1], way)
            continue
        left = length - len(way)
        for n, k in edges[way[-1]]:
            if walls >> n & 1 or n in way or (not left and ends_bad >> n & 1):
                continue
            heappush(queue, (cost + k + bound(n, left), left, next(order), [*way, n]))
    return list(found.values())


# the frames -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Retreat(Choice):
    """[9.11] The owner retreats the defeated units one by one, in the order he likes."""

    side: str
    units: Units
    result: int
    waived: Hexes = 0
    under_attack: Hexes = 0
    canal: Hexes = 0
    """[24.42] Attacked hexes from which a unit has already retreated over the Canal."""

    rule = "9.11"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return f"Retreat {s.game.names(sorted(bits(self.units)))} (result {self.result}) [9.11, 9.14]."

    def ways(self, s: SinaiState, u: int) -> list[list[int]]:
        """The unit's ways, by the rules of its kind and period; a final 0 means off the map."""
        from .sam import sam_ways
        from .war_1973 import last_ways

        game = s.game
        if game.sam >> u & 1:
            return sam_ways(s, u, 1, self.under_attack, not self.canal >> s.loc[u] & 1)
        canal = not self.canal >> s.loc[u] & 1
        length = length_of(s, u, self.result)
        found = ways_back(s, u, length, self.waived, canal, self.under_attack)
        return found or last_ways(s, u, length, self.waived, canal, self.under_attack)

    def options(self, s: SinaiState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            ways = self.ways(s, u)
            for way in ways:
                yield Action("retreat", (s.game.name_of(u), path_word(s.game, way)))
            if not ways:
                yield Action("lose", (s.game.name_of(u),))

    def sample(self, s: SinaiState, pick: object) -> Action:
        units = sorted(bits(self.units))
        u = units[pick(len(units))]  # type: ignore[operator]
        ways = self.ways(s, u)
        if not ways:
            return Action("lose", (s.game.name_of(u),))
        return Action("retreat", (s.game.name_of(u), path_word(s.game, ways[pick(len(ways))])))  # type: ignore[operator]

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb not in ("retreat", "lose") or not a.args or a.args[0] not in game.roster.index:
            return self.not_now(s, a)
        u = game.unit(a.args[0])
        if not self.units >> u & 1:
            return Refusal(("9.11",), f"{a.args[0]} has no retreat to make")
        ways = self.ways(s, u)
        if a.verb == "lose":
            if not ways and len(a.args) == 1:
                return None
            return (
                Refusal(("9.15",), f"{a.args[0]} can retreat, for example by {path_word(game, ways[0])}")
                if ways
                else self.not_now(s, a)
            )
        if len(a.args) != 2:
            return self.not_now(s, a)
        path = read_path(s, a.args[1], off=True)
        if isinstance(path, Refusal):
            return path
        if path in ways or self._as_good(s, u, path, ways):
            return None
        if not ways:
            return Refusal(
                ("9.11",), f"{a.args[0]} has no way to retreat {length_of(s, u, self.result)} hexes and is eliminated"
            )
        return self._why_not(s, u, path, ways)

    def _as_good(self, s: SinaiState, u: int, path: list[int], ways: list[list[int]]) -> bool:
        """[9.11, 9.14] The owner may take any way that serves the priorities as well as those listed."""
        length = length_of(s, u, self.result)
        if (
            s.game.sam >> u & 1
            or 0 in path
            or len(path) != length + 1
            or not ways
            or len(ways[0]) != length + 1
            or 0 in ways[0]
        ):
            return False
        canal = not self.canal >> s.loc[u] & 1
        jordan = s.game.home["jordan"]
        opened = jordan if any(jordan >> h & 1 for h in ways[0]) else 0  # [24.9] the last resort
        mine = rank(s, u, path, self.waived, canal, self.under_attack, opened)
        best = rank(s, u, ways[0], self.waived, canal, self.under_attack, opened)
        return mine is not None and best is not None and mine <= best

    def _why_not(self, s: SinaiState, u: int, path: list[int], ways: list[list[int]]) -> Refusal:
        game = s.game
        length, name = length_of(s, u, self.result), game.name_of(u)
        if path[0] != s.loc[u]:
            return Refusal(("9.11",), f"{name} retreats from {game.hex_name(s.loc[u])}")
        if len(path) - 1 != length and path[-1] > 0:
            return Refusal(("9.11",), f"{name} must retreat {length} hexes, not {len(path) - 1}")
        bad = forbidden(s, u, self.waived)
        for h in path[1:]:
            if h and bad >> h & 1:
                return Refusal(("6.4", "9.11"), f"{name} may not retreat into or through {game.hex_name(h)}")
        return Refusal(
            ("9.14",), f"A better retreat exists for {name}: {' or '.join(path_word(game, w) for w in ways[:3])}"
        )

    def label(self, s: SinaiState, a: Action) -> str:
        return retreat_words(a)

    def apply(self, s: SinaiState, a: Action) -> None:
        game = s.game
        u = game.unit(a.args[0])
        rest = self.units & ~(1 << u)
        start = s.loc[u]
        canal = self.canal
        if a.verb == "retreat":
            path = [game.hex(h) if h != "off" else 0 for h in a.args[1].split("-")]
            if any(x and y and limited(s, self.side, x, y) for x, y in itertools.pairwise(path)):
                canal |= 1 << start
        if rest:
            s.then(replace(self, units=rest, canal=canal))
        if a.verb == "lose":
            s.eliminate(u, "9.11")
            pull_back_supply_unit(s)
        else:
            step_back(s, u, path, self.under_attack)


def retreat_words(a: Action) -> str:
    """A retreat as a button says it."""
    if a.verb == "lose":
        return f"Lose {a.args[0]}, which cannot retreat"
    path = a.args[1].split("-")
    if path[-1] == "off":
        return f"Retreat {a.args[0]} off the map from {path[-2]}"
    return f"Retreat {a.args[0]} to {path[-1]}" + (f" by {', '.join(path[1:-1])}" if len(path) > 2 else "")


def step_back(s: SinaiState, u: int, path: list[int], under_attack: int = 0) -> None:
    """[9.11, 9.12, 9.13] Carry out a retreat; ending on a full stack displaces one of the friends there."""
    game = s.game
    if path[-1] == 0:
        leave_over_edge(s, u, path[-2])
        return
    s.shoved |= 1 << u
    s.trod_units += (u,) * len(path)
    s.trod_hexes += tuple(path)
    s.tell("9.11", "{} retreats to {}", game.name_of(u), game.hex_name(path[-1]), at=path)
    crowd = len(counted(s, path[-1], game.side_of[u])) >= LIMIT
    s.loc[u] = path[-1]
    note_pushed(s, u, path)
    if crowd:
        s.then(Displace(game.side_of[u], u, path[-1], under_attack))
    after_entering(s, game.side_of[u], (u,), sum({1 << h for h in path[1:]}), retreating=True)


@dataclass(frozen=True, slots=True)
class Displace(Choice):
    """[9.12] The retreated unit pushes one of the units in the hex out, to an adjacent hex with room (ruling SN-73)."""

    side: str
    arrived: UnitId
    hex: Hex
    under_attack: Hexes = 0

    rule = "9.12"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return f"{s.game.hex_name(self.hex)} is full: displace one of the units there [9.12]."

    def options(self, s: SinaiState) -> Iterator[Action]:
        none = True
        for u in counted(s, self.hex, self.side):
            if u != self.arrived:
                for h in refuges(s, u, self.hex, self.under_attack):
                    none = False
                    yield Action("displace", (s.game.name_of(u), s.game.hex_name(h)))
        if none:
            yield Action("lose", (s.game.name_of(self.arrived),))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        return Refusal(
            ("9.12",),
            f"Displace a unit of {s.game.hex_name(self.hex)} into an adjacent hex open to its retreat and with room",
        )

    def label(self, s: SinaiState, a: Action) -> str:
        return f"Displace {a.args[0]} to {a.args[1]}" if a.verb == "displace" else ""

    def apply(self, s: SinaiState, a: Action) -> None:
        game = s.game
        u = game.unit(a.args[0])
        if a.verb == "lose":
            s.eliminate(u, "9.12")
            return
        h = game.hex(a.args[1])
        s.shoved |= 1 << u
        s.trod_units += (u, u)
        s.trod_hexes += (self.hex, h)
        s.loc[u] = h
        note_pushed(s, u, [self.hex, h])
        s.tell("9.12", "{} is displaced to {}", game.name_of(u), game.hex_name(h), at=(self.hex, h))
        after_entering(s, self.side, (u,), 1 << h, retreating=True)


def defeated(s: SinaiState, hexes: tuple[int, ...], side: str) -> int:
    """[9.11, 9.13, 10.15] All units in the attacked hexes, arrivals included; the Supply unit goes its own way."""
    game, b = s.game, 0
    for h in hexes:
        for u in s.units_in(h, side):
            if u == game.supply_unit:
                pull_back_supply_unit(s, forced=True)
            else:
                b |= 1 << u
    return b
