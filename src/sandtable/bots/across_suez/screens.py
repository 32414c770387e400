"""Israel's screen of the last two turns: the placement is improved against everything Egypt can still reach.

Egypt moves and fights last. A unit of its reserve that has not come in yet reaches the line or not, depending on who
stands at the entry hexes and on the roads; so its reach is worked out anew for every placement that is tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from sandtable.core import Action, bits, reach
from sandtable.games.across_suez.reinforcements import entry_hexes, waiting
from sandtable.games.across_suez.state import SuezState
from sandtable.games.across_suez.zones import zone_of

from .sight import Placement, Sight

WEIGHT = {0: 3.0, 1: 0.8}
"""What the line counts on the last turn and the one before."""
STILL_OPEN = 5
"""The price of a line hex that Egypt can still close."""
CANDIDATES, ROUNDS, BETTER = 12, 2, 0.05
DOORS = ("0401", "1301", "0921")
"""Egypt's entry hexes: whoever stands beside one stops what comes in."""
KEY = ("1708", "1608", "1509", "1409", "1408", "1510", "1309", "1210", "1310", "0211", "0212", "0111", "0311", "0312")
"""Places on the line that no garrison can do without, and those that can take their part."""


def strike_reach(s: SuezState, own: int) -> int:
    """The hexes Egypt can reach in its coming move if Israel stands in `own`; reserves enter one after another."""
    game = s.game
    zone = zone_of(s, own)
    later = s.copy()
    later.loc = list(later.loc)
    hexes = list(bits(own))
    for i, u in enumerate(game.units_of["israel"]):
        later.loc[u] = hexes[i] if i < len(hexes) else game.box("eliminated")
    reached = 0
    for u in later.units_of("egypt"):
        here = later.loc[u]
        first = zone if zone >> here & 1 else 0
        ways = reach(game.edges(u), here, game.allowance_of(later, u), blocked=own, stop=zone, first_blocked=first)
        reached |= 1 << here | ways.hexes
    for u in waiting(later, "egypt"):
        doors = entry_hexes(later, u)
        costs = [(h, game.terrain.entry_cost(h)) for h in bits(doors)]
        ways = reach(game.edges(u), 0, game.allowance_of(later, u), blocked=own, stop=zone, doors=costs)
        reached |= ways.hexes
        if doors and not doors & ~zone:
            later.loc[u] = next(bits(doors))  # it is stopped there, and the next must look further
    return reached


class Screen:
    """Improves a planned placement by moving one unit after another."""

    def __init__(self, sight: Sight, moves: dict[int, dict[int, Action]], rng: Random) -> None:
        self.sight, self.moves, self.rng = sight, moves, rng
        game, grid = sight.game, sight.grid
        self.weight = WEIGHT.get(sight.turns_left, 0.0)
        self.doors = 0
        for name in DOORS:
            self.doors |= 1 << game.hex(name) | grid.adjacent[game.hex(name)]
        self.key = sum(1 << game.hex(name) for name in KEY)
        self.crossing: list[int] = []
        self.rounds = 1 if sight.mood.light else ROUNDS

    def value(self, place: Placement) -> float:
        """The placement with the line as it will be after Egypt's move."""
        sight, own = self.sight, 0
        for h in place.values():
            own |= 1 << h
        soft = sight.grid.spread(strike_reach(sight.s, own))
        cost = sight.line_cost(own, sight.foe_hexes, sight.near_foes, soft, STILL_OPEN)
        return sight.value(place, self.crossing) - self.weight * cost

    def improve(self, place: Placement, chosen: dict[int, Action]) -> None:
        """Change the plan wherever that closes a gap or corks an entry."""
        game = self.sight.game
        self.crossing = [u for u, a in chosen.items() if a.verb == "cross"]
        order = [u for u in self.moves if u != game.bridge and u not in self.crossing]
        best = self.value(place)
        for _ in range(self.rounds):
            before = best
            self.rng.shuffle(order)
            for u in order:
                best = self._move(u, place, chosen, best)
            if best == before:
                return

    def _move(self, u: int, place: Placement, chosen: dict[int, Action], best: float) -> float:
        home = self.sight.s.loc[u]
        taken = {h for v, h in place.items() if v != u}
        was = place.get(u)
        top, where = best + BETTER, None
        for h in self._candidates(u, home):
            if h not in taken and h != was and h > 0:
                place[u] = h
                v = self.value(place)
                if v > top:
                    top, where = v, h
        if where is None:
            if was is None:
                place.pop(u, None)
            else:
                place[u] = was
            return best
        place[u] = where
        if where == home:
            chosen.pop(u, None)
        else:
            chosen[u] = self.moves[u][where]
        return top

    def _candidates(self, u: int, home: int) -> Iterable[int]:
        sight, roads = self.sight, self.sight.game.terrain.roads

        def use(h: int) -> float:
            v = 3.0 * (self.doors >> h & 1) + 2.0 * (roads >> h & 1) + 4.0 * (self.key >> h & 1)
            return float(v + sight.ground[h] + self.rng.random())

        ranked = sorted((h for h in self.moves[u] if h > 0), key=lambda h: -use(h))[:CANDIDATES]
        return [*ranked, home] if home > 0 else ranked


def screened(
    sight: Sight, moves: dict[int, dict[int, Action]], place: Placement, chosen: dict[int, Action], rng: Random
) -> None:
    """Improve a plan of the last turns; earlier it stays as it is."""
    if sight.turns_left in WEIGHT:
        Screen(sight, moves, rng).improve(place, chosen)
