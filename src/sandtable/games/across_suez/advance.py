"""[1980:6.5, 2021:7.4.1] The advance of one unit after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import (
    Action,
    Hex,
    Hexes,
    Listing,
    Offering,
    Refusal,
    Step,
    UnitId,
    Units,
    bits,
    cite,
    refuse,
    say,
)

from .canal import relocate
from .state import SuezState


def advances(s: SuezState, units: Units, hexes: Hexes) -> Iterator[tuple[UnitId, Hex]]:
    """[1980:6.5, 2021:7.4.1] Survivors of the combat and the hexes, emptied by it, that they may enter [rulings AS-33, AS-37]."""
    free = hexes & ~s.taken
    for u in sorted(bits(units)):
        if s.loc[u] > 0:
            for h in bits(free & s.game.terrain.exits[s.loc[u]] & s.game.may_stand(u)):
                yield u, h


@dataclass(frozen=True, slots=True)
class AdvanceInto(Step[SuezState]):
    """[1980:6.5, 2021:7.4.1] Ask for an advance where one is possible."""

    side: str
    units: Units
    hexes: Hexes

    def run(self, s: SuezState) -> None:
        if any(True for _ in advances(s, self.units, self.hexes)):
            s.then(Advance(self.side, self.units, self.hexes))


@dataclass(frozen=True, slots=True)
class Advance(Offering[SuezState, tuple[UnitId, Hex] | None]):
    """[1980:6.3, 1980:6.5, 1980:6.6, 2021:5.5, 2021:7.4.1] One unit may advance, at no cost and whatever the enemy controls."""

    verbs: ClassVar[tuple[str, ...]] = ("advance", "decline")
    side: str
    units: Units
    hexes: Hexes

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.advance,)

    def prompt(self, s: SuezState) -> str:
        return say("Advance one unit into the empty hex, or stay [{rule}].", rule=cite(self.rules(s)[0]))

    def label(self, s: SuezState, a: Action) -> str:
        return say("Stay where you are") if a.verb == "decline" else ""

    def offers(self, s: SuezState) -> list[tuple[UnitId, Hex] | None]:
        """Who advances into which hex, or nobody."""
        bound = s.game.bridge if s.bridge_in_place() else None
        return [*((u, h) for u, h in advances(s, self.units, self.hexes) if u != bound), None]

    def worded(self, s: SuezState, offer: tuple[UnitId, Hex] | None) -> Action:
        return Action("decline") if offer is None else self._advance(s, *offer)

    def _advance(self, s: SuezState, u: UnitId, h: Hex) -> Action:
        return Action("advance", (s.game.name_of(u), f"{s.game.hex_name(s.loc[u])}-{s.game.hex_name(h)}"))

    def read(self, s: SuezState, a: Action) -> Action:
        """`advance Matt-3` or `advance Matt-3 0910` is enough where it is clear."""
        if a.verb != "advance" or not a.args:
            return a
        ways = [self._advance(s, u, h) for u, h in advances(s, self.units, self.hexes)]
        meant = [w for w in ways if w.args[0] == a.args[0] and a.args[1:] in ((), self.spell(s, w)[2:])]
        return meant[0] if len(meant) == 1 else a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a == Action("decline") or any(a == self._advance(s, u, h) for u, h in advances(s, self.units, self.hexes)):
            return None
        if a.verb != "advance":
            return self.not_now(s, a)
        closed = self._closed(s, a)
        if closed:
            return closed
        rule = s.game.edition.rule.advance
        ways = list(advances(s, self.units, self.hexes))
        able = sorted({u for u, _ in ways})
        where = Listing([s.game.hex_name(h) for h in sorted({h for _, h in ways})], "or")
        text = (
            "Only {units} may advance, into {where}."
            if len(able) == 1
            else "Only one of {units} may advance, into {where}."
        )
        return refuse(rule, text, units=s.game.names(able), where=where)

    def _closed(self, s: SuezState, a: Action) -> Refusal | None:
        """[1980:4.2, 1980:14.2, 2021:5.3] The vacated hex is closed to the unit [ruling AS-33]."""
        p = s.game.parts(a)
        if p.unit not in bits(self.units) or p.to not in bits(self.hexes) or s.at(p.to):
            return None
        return s.game.closed_to(p.unit, p.to)

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "advance":
            u, to = s.game.unit_and_end(a)
            unit, way, rule = s.game.name_of(u), [s.loc[u], to], s.game.edition.rule.advance
            text = "{unit} advances to {hex}."
            s.tell(rule, text, unit=unit, hex=s.game.hex_name(to), at=way, about="advance")
            relocate(s, u, to)
