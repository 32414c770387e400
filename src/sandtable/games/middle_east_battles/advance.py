"""[7.15, 7.16] Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Hex, Refusal, Step, UnitId, Units, bits

from .marching import path_text, read_path
from .state import BattleState
from .wording import Decision


def advances(s: BattleState, u: UnitId) -> list[tuple[Hex, ...]]:
    """[5.5, 5.11, 7.15, 9.14] Every way along a retreat path that this unit may take: exactly the path, as far as it likes.

    Enemy zones do not matter; enemy units, prohibited hexsides and the stacking limit do [ruling ME-17]. Helicopters
    pass over enemies and water, but do not stop there.
    """
    game = s.game
    if game.stays_put(s) >> u & 1:
        return []
    here = s.loc[u]
    enemies = s.hexes_of(game.enemy_of(game.side_of[u]))
    room = game.land & ~enemies & ~s.no_room_for(u)
    flies = game.helicopters >> u & 1
    found: dict[tuple[Hex, ...], None] = {}
    for path in s.paths:
        if not game.map.grid.are_adjacent(here, path[0]):
            continue
        way: tuple[Hex, ...] = (here,)
        for h in path:
            if not flies and (enemies >> h & 1 or game.step_cost(way[-1], h) is None):
                break
            way = (*way, h)
            if room >> h & 1:
                found[way] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class Advances(Step):
    """[7.15, 7.16] The winner is asked at once, while there is somebody who can advance."""

    side: str
    units: Units

    def run(self, s: BattleState) -> None:
        able = sum(1 << u for u in bits(self.units) if s.loc[u] > 0 and advances(s, u))
        if able:
            s.then(AdvanceAfterCombat(self.side, able))


@dataclass(frozen=True, slots=True)
class AdvanceAfterCombat(Decision):
    """[7.15, 7.16] Any, some or all of the units next to the fight may follow the retreat path; nobody has to."""

    side: str
    units: Units

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.15",)

    def prompt(self, s: BattleState) -> str:
        return f"{s.names(self.units)} may advance along the path of retreat; choose, or decline [7.15, 7.16]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            for way in advances(s, u):
                yield Action("advance", (s.game.name_of(u), path_text(s, way)))
        yield Action("decline")

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a == Action("decline"):
            return None
        if a.verb != "advance" or len(a.args) != 2:
            return self.not_now(s, a)
        u = s.game.roster.index.get(a.args[0], -1)
        if u < 0 or not self.units >> u & 1:
            return Refusal(("7.15",), f"{a.args[0]} may not advance: only adjacent units that took part may.")
        way = tuple(read_path(s, a.args[1]) or ())
        if way in advances(s, u):
            return None
        return Refusal(("7.15",), f"{a.args[0]} must keep exactly to the path of retreat and stop in a hex with room.")

    def label(self, s: BattleState, a: Action) -> str:
        return "No advance" if a.verb == "decline" else Decision.label(self, s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        if a.verb == "decline":
            return
        u = s.game.unit(a.args[0])
        way = read_path(s, a.args[1]) or []
        s.loc[u] = way[-1]
        s.tell("7.15", "{} advances to {}.", a.args[0], s.game.hex_name(way[-1]), at=way)
        s.then(Advances(self.side, self.units & ~(1 << u)))
