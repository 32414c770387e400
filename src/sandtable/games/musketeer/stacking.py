"""[12.0] Stacking: limits by contingent, no joint stacking, enforcement at the end of every phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Hex, Refusal, Step, bits, crowded, fact, refuse, say

from .state import MusketeerState
from .wording import Decision

WARNING = say("over-stacked: unless units leave, one will be eliminated at the end of the phase [12.4]")


def contents(s: MusketeerState, h: int, contingent: str) -> list[int]:
    """Ground units of a contingent in a hex."""
    return s.at(h, s.game.ground_by[contingent])


def excess(s: MusketeerState, units: list[int], contingent: str) -> bool:
    """[12.1, 12.2] Are these too many for one hex? Static units do not count, but only one of them may be there."""
    game = s.game
    mobile = [u for u in units if not game.static >> u & 1]
    return (
        len(mobile) > game.stacking[contingent]
        or sum(game.divisions >> u & 1 for u in mobile) > game.division_limit[contingent]
        or len(units) - len(mobile) > 1
    )


def over_stacked(s: MusketeerState, contingent: str) -> int:
    """[12.1, 12.2] The hexes in which units of a contingent are too many (`excess`)."""
    game, loc = s.game, s.loc
    units = game.ground_by[contingent]
    mobile = units & ~game.static
    return (
        crowded(loc, mobile, game.stacking[contingent] + 1)
        | crowded(loc, mobile & game.divisions, game.division_limit[contingent] + 1)
        | crowded(loc, units & game.static, 2)
    )


def refusal(s: MusketeerState, u: int, h: int) -> Refusal | None:
    """[12.1, 12.5] Why a unit may not be added to a hex, or None."""
    game = s.game
    contingent = game.contingent_of[u]
    here = [v for v in s.ground_at(h) if v != u]
    for v in here:
        if game.roster[v].side == game.roster[u].side and game.contingent_of[v] != contingent:
            other = game.title_of[game.contingent_of[v]]
            return refuse(
                "12.5", "{hex} holds units of another contingent ({other}).", hex=game.hex_name(h), other=other
            )
    own = [v for v in here if game.contingent_of[v] == contingent]
    if excess(s, [*own, u], contingent):
        where, title = game.hex_name(h), game.title_of[contingent]
        if game.divisions >> u & 1 and any(game.divisions >> v & 1 for v in own):
            text = "{hex} already holds a division; the limit of {contingent} is {limit}."
            return refuse("12.1", text, hex=where, contingent=title, limit=game.division_limit[contingent])
        text = "{hex} is full: {contingent} may stack {limit} units."
        return refuse("12.1", text, hex=where, contingent=title, limit=game.stacking[contingent])
    return None


def full_for(s: MusketeerState, u: int) -> int:
    """Hexes in which this unit cannot be stacked: other contingents of its side, or its own limit reached."""
    game, loc, contingent = s.game, s.loc, s.game.contingent_of[u]
    others = game.ground_by[contingent] & ~(1 << u)
    static, mobile = game.static >> u & 1, others & ~game.static
    full = joint(s, contingent) | crowded(loc, mobile, game.stacking[contingent] + static)
    if static:
        full |= s.occupied(others & game.static)
    divisions = game.division_limit[contingent] - (game.divisions >> u & 1)
    return full | crowded(loc, mobile & game.divisions, divisions + 1)


@fact
def joint(s: MusketeerState, contingent: str) -> int:
    """[12.5] Hexes held by other contingents of the same side."""
    game, others = s.game, 0
    for other, side in game.side_of.items():
        if other != contingent and side == game.side_of[contingent]:
            others |= game.ground_by[other]
    return s.occupied(others)


@dataclass(frozen=True, slots=True)
class EnforceStacking(Step[MusketeerState]):
    """[12.4] At the end of a phase every over-stacked hex, of either side, loses its excess."""

    def run(self, s: MusketeerState) -> None:
        for contingent in s.game.title_of:
            full = over_stacked(s, contingent)
            if full:
                s.then(ReduceStack(min(bits(full)), contingent), EnforceStacking())
                return


@dataclass(frozen=True, slots=True)
class ReduceStack(Decision):
    """[12.4] The owner of an over-stacked hex eliminates a unit."""

    hex: Hex
    contingent: str
    rule = "12.4"
    verbs = ("lose",)

    def actor(self, s: MusketeerState) -> str:
        return s.game.side_of[self.contingent]

    def units(self, s: MusketeerState) -> list[int]:
        """Units whose loss mends the stack, or at least the limit that is broken: of divisions, of units, of static units."""
        game = s.game
        here = contents(s, self.hex, self.contingent)
        divisions = [u for u in here if game.divisions >> u & 1]
        if len(divisions) > game.division_limit[self.contingent]:
            return divisions
        mobile = [u for u in here if not game.static >> u & 1]
        return mobile if len(mobile) > game.stacking[self.contingent] else [u for u in here if game.static >> u & 1]

    def prompt(self, s: MusketeerState) -> str:
        return say("Too many units are in {where}: choose one to lose [12.4].", where=s.game.where(self.hex))

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("lose", (s.game.name_of(u),)) for u in self.units(s))

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Eliminate {unit}", unit=s.game.name_of(s.game.parts(a).unit))

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.parts(a).unit
        s.eliminate(u)
        s.tell(
            "12.4",
            "{unit} is eliminated: {where} was over-stacked.",
            unit=s.game.name_of(u),
            where=s.game.where(self.hex),
            at=(self.hex,),
            about="loss",
        )
