"""[16.1-16.4] The ways back: where a unit that must retreat can go, and why it cannot go elsewhere."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sandtable.core import Sentence, bits, row, say

from . import stacking
from .charts import FAR
from .state import MusketeerState

if TYPE_CHECKING:
    from .game import Musketeer

SAFE, OVER_STACKED, LOST = 2, 1, 0
"""How a retreat ends, best first: [16.4] forbids a worse end while a better path is there."""
FURTHEST_CARRY = 6
"""An over-stacked unit goes on hex by hex at most this much further."""
Node = tuple[int, int, int, int]
"""Hex, disruptions so far, hexes still to go, hexes gone beyond the length."""


def withdraws(s: MusketeerState, u: int) -> bool:
    """[16.1] Anglo-French, Israeli, US and Soviet airborne units withdraw; all others rout."""
    game = s.game
    contingent = game.contingent_of[u]
    return game.side_of[contingent] == "west" or (contingent == "ussr" and bool(game.airborne_type >> u & 1))


@dataclass(frozen=True, slots=True)
class Way:
    """One way back: the hexes, and how often the unit is disrupted on it."""

    path: tuple[int, ...]
    hits: int


@cache
def wet(game: Musketeer) -> frozenset[tuple[int, int]]:
    """[16.4] The steps over a canal or river."""
    grid, crosses = game.map.grid, game.map.crosses
    steps = ((h, n) for h in grid.hexes for n in grid.neighbours[h] if n)
    return frozenset((a, b) for a, b in steps if crosses("canal", a, b) or crosses("river", a, b))


@cache
def away_from(game: Musketeer, start: int, h: int) -> list[int]:
    """[16.4] The steps from a hex that lead further away from the start."""
    far = game.map.grid.distance
    away = far(start, h) + 1
    return [step.to for step in game.steps[h] if far(start, step.to) == away]


class WaysBack:
    """[16.2, 16.3, 16.4] The ways back of one unit: the full length, always further away, not into enemies, and the best
    end there is. What a hex leads to does not depend on how it was reached, so that it is judged once."""

    def __init__(self, s: MusketeerState, u: int, length: int) -> None:
        game = s.game
        side, self.contingent = game.roster[u].side, game.contingent_of[u]
        enemy = game.enemy[side]
        self.game, self.unit, self.start, self.wet = game, u, s.loc[u], wet(game)
        self.zone, self.held = s.zone(enemy), s.occupied(game.ground_of[enemy])
        self.open = game.allowed[self.contingent] & ~self.held
        self.full = stacking.full_for(s, u)
        self.routs = not withdraws(s, u)
        self.may_stop = self.contingent == "egypt" and not game.strongholds >> self.start & 1
        self.goals = [game.to_goal[g] for g in bits(game.rout_goals & ~self.held)]
        self.lives = 1 if game.two_sided >> u & 1 and not s.disrupted >> u & 1 else 0
        self.toward: dict[int, list[list[int]]] = {}
        self.begin(length)

    def begin(self, length: int) -> None:
        """Judge the ways of this length."""
        self.length = length
        self.values: dict[Node, int] = {}
        self.reached: dict[Node, set[tuple[int, int]]] = {}
        self.root: Node = (self.start, 0, length, 0)
        self.end = self.value(self.root)

    # one step -----------------------------------------------------------------------------------------------
    def further(self, h: int) -> list[int]:
        """[16.4] The neighbours that are open and further away from where the retreat began."""
        return [n for n in away_from(self.game, self.start, h) if self.open >> n & 1]

    def directions(self, h: int) -> list[list[int]]:
        if h not in self.toward:
            self.toward[h] = self._directions(h)
        return self.toward[h]

    def _directions(self, h: int) -> list[list[int]]:
        """[16.3] The next hexes by priority: a rout leads to the nearest city or airbase, overland; else to any other;
        else to the south edge, or east of the canal to the canal [ruling MU-15]."""
        hexes = self.further(h)
        if not self.routs:
            return [hexes]
        game, goals = self.game, self.goals
        nearest = min((far[h] for far in goals if far[h]), default=FAR)
        first = [n for n in hexes if any(far[n] < far[h] == nearest for far in goals)]
        other = [n for n in hexes if any(far[n] < far[h] for far in goals)]
        line = game.to_south_edge if game.west_of_canal >> h & 1 else game.to_canal
        return [first, other, [n for n in hexes if line[n] < line[h]]]

    def harm(self, here: int, to: int) -> int:
        """[16.4] Disruptions of one step: an enemy zone, a canal or river side [ruling MU-17]."""
        return (self.zone >> to & 1) + ((here, to) in self.wet)

    def hits(self, path: list[int]) -> int:
        return sum(itertools.starmap(self.harm, itertools.pairwise(path)))

    def stops(self, node: Node) -> bool:
        """[16.5] Egyptians may end a rout early in a fortification with room for them."""
        return self.may_stop and bool(self.game.forts & ~self.full & 1 << node[0])

    def looked_at(self) -> int:
        """The hexes that have a say in where the unit may go."""
        return sum(1 << h for h in {node[0] for node in self.values})

    # the whole way ------------------------------------------------------------------------------------------
    def arrived(self, node: Node) -> Node | None:
        """[16.4] At the end of the length: None where the unit may stay; else it is carried one hex further."""
        h, hits, _, carried = node
        return (h, hits, 1, carried + 1) if self.full >> h & 1 else None

    def value(self, node: Node) -> int:
        """The best end that can be had from here."""
        if node not in self.values:
            self.values[node] = self._value(node)
        return self.values[node]

    def _value(self, node: Node) -> int:
        _, _, left, carried = node
        if not left:
            onward = self.arrived(node)
            if onward is None:
                return OVER_STACKED if carried else SAFE
            return LOST if carried == FURTHEST_CARRY else self.value(onward)
        best = max((self.value(n) for tier in self.tiers(node) for n in tier), default=LOST)
        return SAFE if self.stops(node) else best

    def tiers(self, node: Node) -> list[list[Node]]:
        """The steps that the unit survives, by the priority of their direction."""
        h, hits, left, carried = node
        found = []
        for tier in self.directions(h):
            steps = ((n, hits + self.harm(h, n), left - 1, carried) for n in tier)
            found.append([n for n in steps if n[1] <= self.lives])
        return found

    def onward(self, node: Node) -> list[Node]:
        """[16.3, 16.4] The steps allowed: of the first direction that leads to the best end."""
        for tier in self.tiers(node):
            good = [n for n in tier if self.value(n) == self.end]
            if good:
                return good
        return []

    def ways(self, node: Node | None = None, path: tuple[int, ...] = ()) -> Iterator[Way]:
        """Every way allowed; none when the unit is lost."""
        node = node or self.root
        h, hits, left, _ = node
        path = path or (h,)
        if not left:
            carried = self.arrived(node)
            if carried is None:
                yield Way(path, hits)
            else:
                yield from self.ways(carried, path)
            return
        if self.stops(node):
            yield Way(path, hits)
        for n in self.onward(node):
            yield from self.ways(n, (*path, n[0]))

    def best(self) -> list[Way]:
        """One way to each final hex: the one that hurts least."""
        found: dict[int, tuple[tuple[int, list[str]], Way]] = {}
        for w in self.ways():
            end, rank = w.path[-1], (w.hits, [str(self.game.hex_name(h)) for h in w.path])
            if end not in found or rank < found[end][0]:
                found[end] = (rank, w)
        return [w for _, w in found.values()]

    def easiest(self) -> tuple[int, int]:
        """(disruptions, final hex) of the way that hurts least, among equals to the lowest hex number."""
        return min(
            ((hits, end) for hits, end in self.ends_from(self.root)), key=lambda x: (x[0], self.game.hex_name(x[1]))
        )

    def ends_from(self, node: Node) -> set[tuple[int, int]]:
        """(disruptions, final hex) of everything allowed from here."""
        if node not in self.reached:
            h, hits, left, _ = node
            carried = None if left else self.arrived(node)
            found = {(hits, h)} if self.stops(node) or (not left and carried is None) else set()
            following = [carried] if carried else self.onward(node) if left else []
            self.reached[node] = found.union(*(self.ends_from(n) for n in following))
        return self.reached[node]


# Why not ------------------------------------------------------------------------------------------------------
def block(back: WaysBack, here: int, to: int, hits: int) -> tuple[str, Sentence] | None:
    """[16.3, 16.4] What forbids this step to a unit that has been disrupted so often on its way, and the rule."""
    game = back.game
    if not game.enterable >> to & 1:
        return "16.4", say("sea, closed ground or the edge of the map")
    if back.held >> to & 1:
        return "16.4", say("enemy units")
    if not back.open >> to & 1:
        return "28.1", say("ground closed to the contingent")
    if to not in back.further(here):
        return "16.4", say("no further away from where it began")
    if hits + back.harm(here, to) > back.lives:
        return "16.4", say("an enemy zone or water that would eliminate it")
    if not any(to in tier for tier in back.directions(here)):
        return "16.3", say("no city or airbase, nor the south edge or the canal, in that direction")
    return None


def why_not(back: WaysBack, path: list[int]) -> tuple[str, Sentence] | None:
    """[16.3, 16.4] The rule that a path breaks, and how; None when it is allowed."""
    name, node, n = back.game.hex_name, back.root, back.length
    if path[0] != back.start:
        return "16.4", say("the way begins in {hex}", hex=name(back.start))
    for here, to in itertools.pairwise(path):
        if not node[2]:
            carried = back.arrived(node)
            if carried is None:
                return "16.4", say("{n} {n#hex is|hexes are} to be gone, no more", n=n)
            node = carried
        if not back.game.map.grid.are_adjacent(here, to):
            return "16.4", say("{here} and {there} are not adjacent", here=name(here), there=name(to))
        blocked = block(back, here, to, node[1])
        if blocked:
            return blocked[0], say("{hex}: {why}", hex=name(to), why=blocked[1])
        following = (to, node[1] + back.harm(here, to), node[2] - 1, node[3])
        if following not in back.onward(node):
            return why_worse(back, following)
        node = following
    if node[2] and not back.stops(node):
        return "16.4", say("{n} {n#hex is|hexes are} to be gone", n=n)
    if back.arrived(node):
        return "16.4", say("{hex} is full: it must go on", hex=name(path[-1]))
    return None


def why_worse(back: WaysBack, node: Node) -> tuple[str, Sentence]:
    """[16.3, 16.4] Why another step comes before this one."""
    name = back.game.hex_name(node[0])
    if back.value(node) < back.end:
        return "16.4", say("over {hex} it would be lost or over-stacked, and another way is open", hex=name)
    return "16.3", say("a direction that comes first is open, not {hex}", hex=name)


def why_lost(back: WaysBack) -> Sentence:
    """[16.4] Why no way is left: how far the unit can go, and what lies behind that."""
    edge, gone = {(back.start, 0)}, 0
    far = back.game.map.grid.distance
    while gone < back.length:
        onward = {n[:2] for h, hits in edge for tier in back.tiers((h, hits, 1, 0)) for n in tier}
        if not onward:
            break
        edge, gone = onward, gone + 1
    if gone == back.length:
        return say("every end of {n} {n#hex|hexes} is over-stacked", n=gone)
    found: dict[Sentence, set[int]] = {}
    for h, hits in edge:
        for n in back.game.map.grid.neighbours[h]:
            blocked = block(back, h, n, hits) if far(back.start, n) > gone else None
            if blocked:
                found.setdefault(blocked[1], set()).add(n)
    reasons = row("; ", [there(back, why, hexes) for why, hexes in sorted(found.items())])
    if not gone:
        return say("around it {reasons}", reasons=reasons)
    text = "it can go {n} {n#hex|hexes} of {length}; beyond: {reasons}"
    return say(text, n=gone, length=back.length, reasons=reasons)


def there(back: WaysBack, why: Sentence, hexes: set[int]) -> Sentence:
    """A reason with the hexes it holds for."""
    known = sorted((h for h in hexes if h), key=back.game.hex_name)
    return say("{why} ({hexes})", why=why, hexes=back.game.hex_names(known)) if known else why
