"""[7.12, 7.13, 7.14] Along the way of a retreat: friends in the way are displaced, as few as possible and none twice without need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import ClassVar, Final

from sandtable.core import (
    Action,
    Frame,
    Hex,
    Listing,
    Parts,
    Refusal,
    Step,
    UnitId,
    advance,
    refuse,
    say,
)
from sandtable.core.sentences import Value

from .ground import may_cross, open_ground, steps_back
from .marching import path_text
from .state import BattleState
from .victory import eliminate
from .wording import Decision

Way = tuple[Hex, ...]
Burden = tuple[int, int]
"""How many units must be displaced for the second time in a combat phase, and how many displacements there are in all."""
MOST_TRIES: Final = 400
"""So many positions of a crowd giving way are tried before a retreat through it is called impossible."""


# Who must give way, and where to -----------------------------------------------------------------------------------
def in_the_way(s: BattleState, u: UnitId, h: Hex, last: bool) -> list[UnitId]:
    """[5.11, 7.12] Friends that must leave the hex before this unit comes through; helicopters share it [ruling ME-19]."""
    game = s.game
    friends = s.friends_in(h, game.side_of[u])
    ground = [v for v in friends if not game.helicopters >> v & 1]
    if ground and not game.helicopters >> u & 1:
        return ground
    return friends if last and len(friends) > 1 else []


def candidates(s: BattleState, v: UnitId, chain: tuple[UnitId, ...]) -> list[Hex]:
    """[7.13, 7.14] Where a displaced unit may go: one hex as in a retreat, vacant if possible, else one that has room for it,
    else one whose unit gives way in its turn; nobody waiting in the chain can be asked to move again."""
    game, here = s.game, s.loc[v]
    if game.static >> v & 1:
        return []
    near = [h for h in steps_back(s, v, here, here, open_ground(s, v)) if game.land >> h & 1]
    friends = s.occupied(game.roster.of_side[game.side_of[v]])
    blockers = {h: in_the_way(s, v, h, True) for h in near}
    return (
        [h for h in near if not friends >> h & 1]
        or [h for h in near if not blockers[h]]
        or [h for h in near if blockers[h][0] not in chain]
    )


def least_burden(s: BattleState, frames: tuple[Frame, ...]) -> Burden | None:
    """[7.14] The least displacement with which these frames bring the retreating unit to its end; None when nothing does."""
    heap: list[tuple[Burden, int, BattleState]] = []

    def carry_on(t: BattleState, burden: Burden, after: int) -> None:
        advance(t)
        heappush(heap, (burden, after, t))

    first: BattleState = s.copy()
    first.agenda = frames
    carry_on(first, (0, 0), tried := 0)
    while heap and tried < MOST_TRIES:
        (twice, once), _, t = heappop(heap)
        if not t.agenda:
            return twice, once
        choice = t.agenda[0]
        assert isinstance(choice, Displace)
        for h in candidates(t, choice.unit, choice.chain):
            tried += 1
            again = t.displaced >> choice.unit & 1
            x: BattleState = t.copy()
            x.agenda = x.agenda[1:]
            choice.give_way(x, h)
            carry_on(x, (twice + again, once + 1), tried)
    return None


def displacement_hexes(s: BattleState, displace: Displace, rest: tuple[Frame, ...]) -> list[Hex]:
    """[7.13, 7.14] Of the hexes open to a displaced unit those after which the fewest others have to move, none twice
    without need [ruling ME-54]. `rest` is what waits for the hex: the chain and the retreat itself."""
    hexes = candidates(s, displace.unit, displace.chain)
    if len(hexes) < 2:
        return hexes
    burdens: dict[Hex, Burden] = {}
    for h in hexes:
        after: BattleState = s.copy()
        after.agenda = rest
        displace.give_way(after, h)
        burden = least_burden(after, after.agenda)
        if burden is not None:
            burdens[h] = burden
    best = min(burdens.values(), default=None)
    return [h for h in hexes if burdens.get(h) == best]


def waiting_for(s: BattleState) -> tuple[Frame, ...]:
    """What waits for the displacement being decided: the frames up to the retreat that asked for it."""
    frames = s.agenda[1:]
    end = next((i for i, f in enumerate(frames) if isinstance(f, FallBack)), len(frames))
    return frames[: end + 1]


# The frames -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FallBack(Step[BattleState]):
    """[7.12, 7.13, 7.14] Hex by hex along the chosen path, displacing friends in the way."""

    unit: UnitId
    way: tuple[Hex, ...]
    done: int
    length: int

    def run(self, s: BattleState) -> None:
        u, k = self.unit, self.done
        if k == len(self.way):
            self.arrive(s)
            return
        blockers = in_the_way(s, u, self.way[k], k == len(self.way) - 1)
        if blockers:
            s.then(Displace(blockers[0], (u,)), self)
        else:
            s.loc[u] = self.way[k]
            s.then(FallBack(u, self.way, k + 1, self.length))

    def arrive(self, s: BattleState) -> None:
        """[7.12, 7.15] The path is remembered; a retreat cut short ends in elimination."""
        game, u = s.game, self.unit
        s.paths = (*s.paths, self.way)
        if len(self.way) <= self.length:
            eliminate(s, u, "7.12", say("it cannot retreat as far as it must"))
        else:
            s.tell(
                "7.10",
                "{unit} retreats to {hex}.",
                at=self.way,
                about="retreat",
                unit=game.name_of(u),
                hex=game.hex_name(self.way[-1]),
            )


@dataclass(frozen=True, slots=True)
class Displace(Decision[BattleState]):
    """[7.13, 7.14] The owner moves a displaced unit one hex [ruling ME-24]."""

    verbs: ClassVar[tuple[str, ...]] = ("displace",)
    unit: UnitId
    chain: tuple[UnitId, ...]
    """The units that wait for its hex."""

    def actor(self, s: BattleState) -> str:
        return s.game.side_of[self.unit]

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.13",)

    def prompt(self, s: BattleState) -> str:
        text = "{unit} must make room for {other}: move it 1 hex [7.13]."
        return say(text, unit=s.game.name_of(self.unit), other=s.game.name_of(self.chain[-1]))

    def options(self, s: BattleState) -> Iterator[Action]:
        for h in displacement_hexes(s, self, waiting_for(s)):
            yield Action("displace", (s.game.name_of(self.unit), path_text(s, (s.loc[self.unit], h))))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a in list(self.options(s)):
            return None
        if a.verb != "displace" or len(a.args) != 2:
            return self.not_now(s, a)
        return self.why_not(s, s.game.parts(a))

    def why_not(self, s: BattleState, p: Parts) -> Refusal:
        """[7.11, 7.12, 7.13, 7.14] Why the displaced unit may not go there."""
        game, here, h = s.game, s.loc[self.unit], p.to
        values = {"unit": game.name_of(self.unit), "here": game.hex_name(here), "choices": self.choices(s)}
        if p.unit != self.unit or p.path[:-1] not in ((), (here,)) or h <= 0:
            return refuse("7.13", "{unit} is displaced from {here}, to {choices}.", **values)
        values["hex"] = game.hex_name(h)
        if not game.map.grid.are_adjacent(here, h):
            return refuse("7.13", "A displaced unit moves one hex; {hex} is not next to {here}.", **values)
        if not open_ground(s, self.unit) >> h & 1 or not may_cross(s, self.unit, here, h):
            text = "{unit} may not go back to {hex}: enemies, their zones or the ground bar it."
            return refuse("7.11", text, **values)
        if h not in candidates(s, self.unit, self.chain):
            return refuse("7.12", "{unit} goes to a vacant hex where it can: {choices}.", **values)
        text = "In {hex} {unit} would have more units displaced, or be displaced again, than need be: choose {choices}."
        return refuse("7.14", text, **values)

    def choices(self, s: BattleState) -> Value:
        hexes = sorted(displacement_hexes(s, self, waiting_for(s)))
        return Listing([s.game.hex_name(h) for h in hexes], "or")

    def apply(self, s: BattleState, a: Action) -> None:
        self.give_way(s, s.game.parts(a).to)

    def give_way(self, s: BattleState, h: Hex) -> None:
        s.displaced |= 1 << self.unit
        s.shaken |= 1 << self.unit
        s.then(MakeWay(self.unit, h, self.chain))


@dataclass(frozen=True, slots=True)
class MakeWay(Step[BattleState]):
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
        s.tell(
            "7.13",
            "{unit} is displaced from {start} to {hex}.",
            unit=s.game.name_of(self.unit),
            start=s.game.hex_name(here),
            hex=s.game.hex_name(self.to),
            at=(here, self.to),
            about="retreat",
        )
