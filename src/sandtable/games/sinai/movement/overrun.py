"""[11.0] Overrun: movement onto weak enemy units, which are removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from sandtable.core import Action, Choice, Refusal, UnitId, bits

from ..combat.strength import defence_of_hex, halve_unsupplied
from ..land.territory import closed, why_closed
from ..state import ARAB, SinaiState, other
from ..supply.supply_unit import pull_back_supply_unit
from .allowance import OVERRUN, allowance, edges_of
from .entering import move_along
from .paths import move_details, reach_of, trace
from .rest import may_rest
from .stacking import fits
from .words import path_word, read_path, read_units
from .zones import movement_zone

if TYPE_CHECKING:
    from .movement import Movement

NEEDED = {1: 5, 2: 9}
"""[11.11] Overrunning Strength needed by the modified Strength of the hex."""


def attack_points(s: SinaiState, units: tuple[int, ...]) -> int:
    """[11.11, 11.13] The stack's Strength, unsupplied units halved as judged at the beginning of the phase."""
    return halve_unsupplied(s, list(units), s.unsupplied)


def resistance(s: SinaiState, h: int, from_hex: int, side: str) -> int:
    """[11.11, 11.13, 12.12] The hex's Strength with terrain and supply, without Fear."""
    return defence_of_hex(s, h, s.units_in(h, other(side)), (from_hex,), s.unsupplied, fear=0).total


def weak_hexes(s: SinaiState, side: str) -> list[int]:
    """Enemy hexes that might be overrun from some side: cheap first sieve, hexsides left out."""
    game = s.game
    found = []
    for h in bits(s.hexes_of(other(side))):
        units = [u for u in s.units_in(h, other(side)) if u != game.supply_unit]
        if (
            units
            and sum(game.strength[u] for u in units) <= 5
            and defence_of_hex(s, h, units, (), s.unsupplied, fear=0).total <= 2
        ):
            found.append(h)
    return found


def check_overrun(
    s: SinaiState, units: tuple[int, ...], path: list[int], spent: int = 0, overrunning: bool = False, number: int = 1
) -> Refusal | None:
    """[11.11, 11.12, 11.15, 15.13] May this stack overrun the last hex of the path?"""
    game, side = s.game, s.game.side_of[units[0]]
    if len(units) > 3:
        return Refusal(("11.12",), "At most three units overrun together")
    if len(path) < 2 or not s.units_in(path[-1], other(side)):
        return Refusal(("11.0",), "An Overrun ends on an enemy-occupied hex")
    for u in units:
        if s.entrucked >> u & 1:
            return Refusal(("11.15", "15.13"), f"{game.name_of(u)} is entrucked and may not Overrun")
        if not game.strength[u] or game.sam >> u & 1:
            return Refusal(("11.11",), f"{game.name_of(u)} has no Strength to Overrun with")
        if side == ARAB and s.unsupplied >> u & 1 and not game.rules.arab_unsupplied_attack:
            return Refusal(("10.32",), f"{game.name_of(u)} is unsupplied and may not Overrun")  # [ruling SN-74]
        if closed(s, u) >> path[-1] & 1:
            return why_closed(s, u, path[-1])
    steps = trace(s, units, path, spent=spent, overrunning=overrunning, overrun=True)
    if isinstance(steps, Refusal):
        return steps
    target = [u for u in s.units_in(path[-1], other(side)) if u != game.supply_unit]
    have, against = attack_points(s, units), resistance(s, path[-1], path[-2], side)
    name = game.hex_name(path[-1])
    if not target or against not in NEEDED:
        return Refusal(
            ("11.11",), f"{name} defends with {against if target else 0}; only a Strength of one or two can be overrun"
        )
    if have < NEEDED[against]:
        return Refusal(
            ("11.11",), f"{name} defends with {against}: {NEEDED[against]} points are needed, {have} are there"
        )
    return may_rest(s, units, path[-1], number)


def overrun_options(s: SinaiState, frame: Movement, movers: list[int]) -> Iterator[Action]:
    """Every stack that can overrun something, by the cheapest way there."""
    weak = weak_hexes(s, frame.side)
    if not weak:
        return
    by_hex: dict[int, list[int]] = {}
    for u in movers:
        if s.game.strength[u] and not s.entrucked >> u & 1:
            by_hex.setdefault(s.loc[u], []).append(u)
    for start, units in by_hex.items():
        near = [t for t in weak if s.game.map.grid.distance(start, t) <= 8]
        for size in (1, 2, 3) if near else ():
            for stack in combinations(units, size):
                yield from _stack_options(s, stack, near, 0, False, frame.number)


def _stack_options(
    s: SinaiState, stack: tuple[int, ...], targets: list[int], spent: int, overrunning: bool, number: int
) -> Iterator[Action]:
    game = s.game
    if attack_points(s, stack) < NEEDED[1]:
        return
    slowest = min(stack, key=lambda u: (allowance(s, u), not game.mechanized >> u & 1))
    r = reach_of(s, slowest, spent=spent, overrunning=overrunning)
    edges, points = edges_of(s, slowest), min(allowance(s, u) for u in stack)
    for t in targets:
        ways = [(r.cost.get(a, spent), a) for a in bits(game.adjacent[t]) if a in r.cost or a == r.start]
        for cost, a in sorted(ways):
            step = next((k for n, k in edges[a] if n == t), None)
            if step is None or cost + step + OVERRUN > points:
                continue
            path = [*(r.path(a) if a != r.start else [a]), t]
            if check_overrun(s, stack, path, spent, overrunning, number) is None:
                yield Action("overrun", ("+".join(game.name_of(u) for u in stack), path_word(game, path)))
                break


def begin_overrun(
    s: SinaiState, units: tuple[int, ...], path: list[int], spent: int = 0, overrunning: bool = False, number: int = 1
) -> None:
    """[11.0, 11.14] The overrun units are removed at once; the stack may go on."""
    game, side = s.game, s.game.side_of[units[0]]
    steps = trace(s, units, path, spent=spent, overrunning=overrunning, overrun=True)
    assert not isinstance(steps, Refusal)
    target = path[-1]
    s.tell("11.0", "{} overrun {}", game.names(units), game.hex_name(target), at=(target,))
    for u in s.units_in(target, other(side)):
        if u == game.supply_unit:
            pull_back_supply_unit(s, forced=True)
        else:
            s.eliminate(u, "11.0")
    move_along(s, units, path)
    s.then(AfterOverrun(units, spent + sum(cost for cost, _ in steps), number))


@dataclass(frozen=True, slots=True)
class AfterOverrun(Choice):
    """[11.0, 11.2, 11.2a, 11.2b, 11.2c] After an Overrun the stack may stop, or move off ignoring zones for one hex and then go on as usual;
    it stays together (ruling SN-72)."""

    units: tuple[UnitId, ...]
    spent: int
    number: int = 1

    rule = "11.0"

    def actor(self, s: SinaiState) -> str:
        return s.game.side_of[self.units[0]]

    def prompt(self, s: SinaiState) -> str:
        left = min(allowance(s, u) for u in self.units) - self.spent
        return f"Move on from {s.game.hex_name(s.loc[self.units[0]])} with {left} Movement Points left, or stop [11.2]."

    def _word(self, s: SinaiState) -> str:
        return "+".join(s.game.name_of(u) for u in self.units)

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        yield Action("stop")
        slowest = min(self.units, key=lambda u: (allowance(s, u), not game.mechanized >> u & 1))
        r = reach_of(s, slowest, spent=self.spent, overrunning=True)
        for h in r.cost:
            a = Action("move", (self._word(s), path_word(game, r.path(h))))
            if self.check(s, a) is None:
                yield a
        weak = [t for t in weak_hexes(s, self.actor(s)) if game.map.grid.distance(r.start, t) <= 8]
        yield from _stack_options(s, self.units, weak, self.spent, True, self.number)

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "stop" and not a.args:
            return None
        if a.verb not in ("move", "overrun") or len(a.args) != 2:
            return self.not_now(s, a)
        units, path = read_units(s, a.args[0]), read_path(s, a.args[1])
        if isinstance(units, Refusal):
            return units
        if isinstance(path, Refusal):
            return path
        if set(units) != set(self.units):
            return Refusal(("11.0",), f"Only {self._word(s)} moves on now, all together")
        if path[0] != s.loc[units[0]] or len(path) < 2:
            return Refusal(("11.0",), f"The path must begin in {s.game.hex_name(s.loc[units[0]])} and enter a hex")
        if a.verb == "overrun":
            return check_overrun(s, self.units, path, self.spent, True, self.number)
        steps = trace(s, self.units, path, spent=self.spent, overrunning=True)
        if isinstance(steps, Refusal):
            return steps
        return fits(s, self.units, path[-1]) or may_rest(s, self.units, path[-1], self.number)

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "stop":
            return f"Stop in {s.game.hex_name(s.loc[self.units[0]])}"
        return f"Overrun the enemy in {a.args[1].split('-')[-1]} too" if a.verb == "overrun" else ""

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "stop":
            return
        path = [s.game.hex(h) for h in a.args[1].split("-")]
        if a.verb == "overrun":
            begin_overrun(s, self.units, path, self.spent, True, self.number)
        else:
            move_along(s, self.units, path)

    def details(self, s: SinaiState, a: Action) -> dict[str, Any]:
        if len(a.args) != 2:
            return {}
        path = read_path(s, a.args[1])
        steps = (
            path
            if isinstance(path, Refusal)
            else trace(s, self.units, path, spent=self.spent, overrunning=True, overrun=a.verb == "overrun")
        )
        if isinstance(steps, Refusal) or isinstance(path, Refusal):
            return {}
        have = min(allowance(s, u) for u in self.units) - self.spent
        return move_details(s, path, steps, have, movement_zone(s, self.actor(s)))
