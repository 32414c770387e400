"""[7.15, 7.16] Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import Action, Hex, Refusal, Step, UnitId, Units, bits, refuse, say

from .marching import path_text
from .state import BattleState, helped
from .wording import Decision


def stays_put(s: BattleState) -> Units:
    """[2.13, 9.11, 9.12, 9.13, 9.14, 10.10] Units that do not advance: static, just landed, engineers that helped [ruling ME-32]."""
    return s.landed | s.game.static | helped(s)


def advances(s: BattleState, u: UnitId) -> list[tuple[Hex, ...]]:
    """[5.5, 5.11, 7.15, 9.14] Every way along a retreat path that this unit may take: exactly the path, as far as it likes.

    Enemy zones do not matter; enemy units, prohibited hexsides and the stacking limit do [ruling ME-17]. Helicopters
    pass over enemies and water, but do not stop there.
    """
    game = s.game
    if stays_put(s) >> u & 1:
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
class Advances(Step[BattleState]):
    """[7.15, 7.16] The winner is asked at once, while there is somebody who can advance."""

    side: str
    units: Units

    def run(self, s: BattleState) -> None:
        able = sum(1 << u for u in bits(self.units) if s.loc[u] > 0 and advances(s, u))
        if able:
            s.then(AdvanceAfterCombat(self.side, able))


@dataclass(frozen=True, slots=True)
class AdvanceAfterCombat(Decision[BattleState]):
    """[7.15, 7.16] Any, some or all of the units next to the fight may follow the retreat path; nobody has to."""

    verbs: ClassVar[tuple[str, ...]] = ("advance", "decline")
    ways_matter: ClassVar[bool] = True
    side: str
    units: Units

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.15",)

    def prompt(self, s: BattleState) -> str:
        text = "{units} may advance along the path of retreat. Choose how far, or stay [7.15, 7.16]."
        return say(text, units=s.names(self.units))

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in sorted(bits(self.units)):
            for way in advances(s, u):
                yield Action("advance", (s.game.name_of(u), path_text(s, way)))
        yield Action("decline")

    def read(self, s: BattleState, a: Action) -> Action:
        """`advance 44-Para 2310`: an end hex stands for the way along the path of retreat."""
        p = s.game.parts(a)
        if a.verb != "advance" or len(a.args) != 2 or len(p.path) != 1 or p.unit not in bits(self.units):
            return a
        way = next((way for way in advances(s, p.unit) if way[-1] == p.to), None)
        return Action("advance", (a.args[0], path_text(s, way))) if way else a

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a == Action("decline"):
            return None
        if a.verb != "advance" or len(a.args) != 2:
            return self.not_now(s, a)
        p = s.game.parts(a)
        if p.unit not in bits(self.units):
            text = "{unit} may not advance: only adjacent units that took part may."
            return refuse("7.15", text, unit=a.args[0])
        ways = advances(s, p.unit)
        if p.path in ways:
            return None
        name = s.game.name_of(p.unit)
        if stays_put(s) >> p.unit & 1:
            return refuse("7.15", "{unit} does not advance in the player turn of its landing.", unit=name)
        if any(p.to in path for path in s.paths) and s.no_room_for(p.unit) >> p.to & 1:
            others, where = s.game.names(s.friends_in(p.to, self.side)), s.game.hex_name(p.to)
            return refuse("5.11", "{hex} already holds {units}.", hex=where, units=others)
        ends = s.hex_names(sum({1 << way[-1] for way in ways}))
        text = "{unit} must keep exactly to the path of retreat and stop in a hex with room: {hexes}."
        return refuse("7.15", text, unit=name, hexes=ends)

    def label(self, s: BattleState, a: Action) -> str:
        return say("No advance") if a.verb == "decline" else Decision.label(self, s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        if a.verb == "decline":
            return
        p = s.game.parts(a)
        s.loc[p.unit] = p.to
        s.tell(
            "7.15",
            "{unit} advances to {hex}.",
            at=p.path,
            about="advance",
            unit=s.game.name_of(p.unit),
            hex=s.game.hex_name(p.to),
        )
        s.then(Advances(self.side, self.units & ~(1 << p.unit)))
