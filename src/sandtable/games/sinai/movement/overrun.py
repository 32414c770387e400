"""[11.0] Overrun: movement onto weak enemy units, which are removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from sandtable.core import Action, Choice, Refusal, UnitId, bits, refuse, say
from sandtable.core.facts import DetailsFacts

from ..combat.strength import defence_of_hex, halve_unsupplied
from ..state import ARAB, SinaiState, other
from ..supply.supply_unit import pull_back_supply_unit
from .allowance import allowance
from .entering import move_along
from .paths import move_details, reach_of, trace
from .rest import may_rest
from .stacking import fits
from .words import path_word, read_move, stack_word
from .zones import movement_zone

if TYPE_CHECKING:
    from .movement import Movement

NEEDED = {1: 5, 2: 9}
"""[11.11] Overrunning Strength needed by the modified Strength of the hex."""

FARTHEST = 8
"""No unit overruns a hex farther away than this."""


def attack_points(s: SinaiState, units: tuple[int, ...]) -> int:
    """[11.11, 11.13] The stack's Strength, unsupplied units halved as judged at the beginning of the phase."""
    return halve_unsupplied(s, list(units), s.unsupplied)


def resistance(s: SinaiState, h: int, from_hex: int, side: str) -> int:
    """[11.11, 11.13, 12.12] The hex's Strength with terrain and supply, without Fear."""
    return defence_of_hex(s, h, s.units_in(h, other(side)), (from_hex,), s.unsupplied, fear=0).total


def weak_hexes(s: SinaiState, side: str, near: int) -> list[int]:
    """Enemy hexes among those `near` that might be overrun from some side: cheap first sieve, hexsides left out."""
    game = s.game
    found = []
    for h in bits(s.hexes_of(other(side)) & near):
        units = [u for u in s.units_in(h, other(side)) if u != game.supply_unit]
        if (
            units
            and sum(game.strength[u] for u in units) <= 5
            and defence_of_hex(s, h, units, (), s.unsupplied, fear=0).total <= 2
        ):
            found.append(h)
    return found


def _unable(s: SinaiState, u: int) -> Refusal | None:
    """[11.11, 11.15, 15.13] Why this unit can overrun nobody."""
    game, name = s.game, s.game.name_of(u)
    if s.entrucked >> u & 1:
        return refuse(("11.15", "15.13"), "{unit} is entrucked and may not Overrun.", unit=name)
    if not game.strength[u] or game.sam >> u & 1:
        return refuse("11.11", "{unit} has no Strength to Overrun with.", unit=name)
    if game.side_of[u] == ARAB and s.unsupplied >> u & 1 and not game.rules.arab_unsupplied_attack:
        return refuse("10.32", "{unit} is unsupplied and may not Overrun.", unit=name)  # [ruling SN-74]
    return None


def check_overrun(
    s: SinaiState, units: tuple[int, ...], path: list[int], spent: int = 0, overrunning: bool = False, number: int = 1
) -> Refusal | None:
    """[11.11, 11.12, 11.15, 15.13] May this stack overrun the last hex of the path?"""
    game, side = s.game, s.game.side_of[units[0]]
    if len(units) > 3:
        return refuse("11.12", "At most three units overrun together.")
    if not s.units_in(path[-1], other(side)):
        return refuse("11.0", "An Overrun ends on an enemy-occupied hex.")
    if unable := next((no for u in units if (no := _unable(s, u))), None):
        return unable
    steps = trace(s, units, path, spent=spent, overrunning=overrunning, overrun=True)
    if isinstance(steps, Refusal):
        return steps
    have, against = attack_points(s, units), resistance(s, path[-1], path[-2], side)
    name = game.hex_name(path[-1])
    if against not in NEEDED:
        return refuse(
            "11.11",
            "{hex} defends with {n}; only a Strength of one or two can be overrun.",
            hex=name,
            n=against,
        )
    if have < NEEDED[against]:
        return refuse(
            "11.11",
            "{hex} defends with {against}: {need} points are needed, {have} {have#is|are} there.",
            hex=name,
            against=against,
            need=NEEDED[against],
            have=have,
        )
    return may_rest(s, units, path[-1], number)


def overrun_options(s: SinaiState, frame: Movement, movers: list[int]) -> Iterator[Action]:
    """Every stack that can overrun something, by the cheapest way there."""
    by_hex: dict[int, list[int]] = {}
    for u in movers:
        if s.game.strength[u] and not s.entrucked >> u & 1:
            by_hex.setdefault(s.loc[u], []).append(u)
    grid = s.game.map.grid
    weak = weak_hexes(s, frame.side, grid.within_any(sum(1 << h for h in by_hex), FARTHEST))
    for start, units in by_hex.items() if weak else ():
        near = [t for t in weak if grid.distance(start, t) <= FARTHEST]
        for size in (1, 2, 3) if near else ():
            for stack in combinations(units, size):
                yield from _stack_options(s, stack, near, 0, False, frame.number)


def _stack_options(
    s: SinaiState, stack: tuple[int, ...], targets: list[int], spent: int, overrunning: bool, number: int
) -> Iterator[Action]:
    game = s.game
    if attack_points(s, stack) < NEEDED[1]:
        return
    r = reach_of(s, stack[0], spent, False, overrunning)  # whether all may go this way is checked
    for t in targets:
        ways = [(r.cost.get(a, spent), a) for a in bits(game.adjacent[t]) if a in r.cost or a == r.start]
        for _, a in sorted(ways):
            path = [*r.path(a), t]
            if check_overrun(s, stack, path, spent, overrunning, number) is None:
                yield Action("overrun", (stack_word(game, stack), path_word(game, path)))
                break


def begin_overrun(
    s: SinaiState, units: tuple[int, ...], path: list[int], spent: int = 0, overrunning: bool = False, number: int = 1
) -> None:
    """[11.0, 11.14] The overrun units are removed at once; the stack may go on."""
    game, side = s.game, s.game.side_of[units[0]]
    steps = trace(s, units, path, spent=spent, overrunning=overrunning, overrun=True)
    assert not isinstance(steps, Refusal)
    target = path[-1]
    text = "{units} {units#overruns|overrun} {hex}."
    s.tell("11.0", text, units=game.names(units), hex=game.hex_name(target), at=(target,), about="fight")
    for u in s.units_in(target, other(side)):
        if u == game.supply_unit:
            pull_back_supply_unit(s, forced=True)
        else:
            s.eliminate(u, "11.0", "{unit} is overrun in {hex} and eliminated.")
    move_along(s, units, path)
    s.then(AfterOverrun(units, spent + sum(step.cost for step in steps), number))


@dataclass(frozen=True, slots=True)
class AfterOverrun(Choice[SinaiState]):
    """[11.0, 11.2, 11.2a, 11.2b, 11.2c] After an Overrun the stack may stop, or move off ignoring zones for one hex and then go on as usual;
    it stays together (ruling SN-72)."""

    units: tuple[UnitId, ...]
    spent: int
    number: int = 1

    rule = "11.0"
    verbs = ("stop", "move", "overrun")

    def actor(self, s: SinaiState) -> str:
        return s.game.side_of[self.units[0]]

    def prompt(self, s: SinaiState) -> str:
        left = min(allowance(s, u) for u in self.units) - self.spent
        return say(
            "Move on from {hex} with {left} Movement {left#Point|Points} left, or stop there [11.2].",
            hex=s.game.hex_name(s.loc[self.units[0]]),
            left=left,
        )

    def _word(self, s: SinaiState) -> str:
        return stack_word(s.game, self.units)

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        yield Action("stop")
        r = reach_of(s, self.units[0], self.spent, False, True)
        for h in r.cost:
            a = Action("move", (self._word(s), path_word(game, r.path(h))))
            if self.check(s, a) is None:
                yield a
        weak = weak_hexes(s, self.actor(s), game.map.grid.within(r.start, FARTHEST))
        yield from _stack_options(s, self.units, weak, self.spent, True, self.number)

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "stop" and not a.args:
            return None
        if a.verb not in ("move", "overrun") or len(a.args) != 2:
            return self.not_now(s, a)
        p = read_move(s, a)
        if isinstance(p, Refusal):
            return p
        if p.words:
            return self.not_now(s, a)
        path, here = list(p.hexes), s.loc[self.units[0]]
        if set(p.units) != set(self.units):
            units = s.game.names(self.units)
            return refuse("11.0", "Only {units} {units#moves|move} on now, all together.", units=units)
        if not path or path[0] != here or len(path) < 2:
            return refuse("11.0", "The path must begin in {hex} and enter a hex.", hex=s.game.hex_name(here))
        if a.verb == "overrun":
            return check_overrun(s, self.units, path, self.spent, True, self.number)
        steps = trace(s, self.units, path, spent=self.spent, overrunning=True)
        if isinstance(steps, Refusal):
            return steps
        return fits(s, self.units, path[-1]) or may_rest(s, self.units, path[-1], self.number)

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "stop":
            return say("Stop in {hex}", hex=s.game.hex_name(s.loc[self.units[0]]))
        there = s.game.hex_name(s.game.parts(a).to)
        if a.verb == "overrun":
            return say("Overrun the enemy in {hex} too", hex=there)
        return say("Move {units} on to {hex}", units=s.game.names(self.units), hex=there)

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "stop":
            return
        path = list(s.game.parts(a).hexes)
        if a.verb == "overrun":
            begin_overrun(s, self.units, path, self.spent, True, self.number)
        else:
            move_along(s, self.units, path)

    def details(self, s: SinaiState, a: Action) -> DetailsFacts:
        path = list(s.game.parts(a).hexes)
        if len(path) < 2:
            return {}
        steps = trace(s, self.units, path, self.spent, False, True, a.verb == "overrun")
        if isinstance(steps, Refusal):
            return {}
        have = min(allowance(s, u) for u in self.units) - self.spent
        return move_details(s, path, steps, have, movement_zone(s, self.actor(s)))
