"""[9.11, 9.12, 9.13] Retreats as the owner makes them, and who is displaced by them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import Action, Choice, Hex, Hexes, Refusal, UnitId, Units, bits

from ..land.canal import limited
from ..movement.entering import after_entering, leave_over_edge
from ..movement.stacking import LIMIT, counted
from ..movement.words import path_word, read_path
from ..politics.nations import note_pushed
from ..state import SinaiState
from ..supply.supply_unit import pull_back_supply_unit
from .last_ways import last_ways, sam_ways
from .ways_back import forbidden, length_of, rank, refuges, ways_back


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
