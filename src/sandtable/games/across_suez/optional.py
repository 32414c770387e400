"""[2021:15.0] The optional rules. Units that only change the order of battle (15.1 to 15.3) are data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import Action, Choice, Hex, Hexes, Refusal, UnitId, bits, refuse, say

from .state import SuezState
from .zones import enemy_zone


# 15.1 -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SetUpWithReshef(Choice[SuezState]):
    """[2021:15.1] II/23 begins beside a unit of the Reshef brigade, because units never stack [ruling AS-25]."""

    verbs: ClassVar[tuple[str, ...]] = ("place",)
    unit: UnitId

    def actor(self, s: SuezState) -> str:
        return "israel"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("15.1",)

    def prompt(self, s: SuezState) -> str:
        return say("Place {unit} next to a unit of the Reshef brigade [15.1].", unit=s.game.name_of(self.unit))

    def beside_reshef(self, s: SuezState) -> Hexes:
        reshef = [u.id for u in s.game.roster.units if u.formation == "Reshef"]
        return s.game.map.grid.spread(sum(1 << s.loc[u] for u in reshef))

    def options(self, s: SuezState) -> Iterator[Action]:
        near = self.beside_reshef(s) & s.game.terrain.enterable
        for h in sorted(bits(near & ~s.hexes_of("israel") & ~s.hexes_of("egypt"))):
            yield Action("place", (s.game.name_of(self.unit), s.game.hex_name(h)))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        name, p = s.game.name_of(self.unit), s.game.parts(a)
        if a.verb != "place" or len(a.args) != 2 or a in self.options(s):
            return super(SetUpWithReshef, self).check(s, a)
        h = p.to
        if h <= 0:
            return refuse("15.1", "There is no hex {hex} on the map.", hex=a.args[1])
        if p.unit != self.unit:
            return refuse("15.1", "{word} is not set up now: {unit} is.", word=a.args[0], unit=name)
        if s.at(h):
            return refuse(
                "5.2",
                "{unit} may not be set up in {hex}: {units} {units#is|are} there.",
                unit=name,
                hex=s.game.hex_name(h),
                units=s.game.names(s.at(h)),
            )
        closed = s.game.closed_to(self.unit, h)
        return closed or refuse("15.1", "{hex} is not next to a unit of the Reshef brigade.", hex=s.game.hex_name(h))

    def apply(self, s: SuezState, a: Action) -> None:
        s.loc[self.unit] = s.game.hex(a.args[1])
        unit, h = s.game.name_of(self.unit), s.loc[self.unit]
        s.tell("15.1", "{unit} sets up in {hex}.", unit=unit, hex=s.game.hex_name(h), at=[h], about="arrival")


# 15.5 -----------------------------------------------------------------------------------------------------------
def landing_hexes(s: SuezState, u: UnitId) -> Hexes:
    """[2021:15.5.1, 2021:15.5.2] Any free hex outside the enemy's zones of control [rulings AS-21, AS-22].

    Only units still off the map land, so each lands once in a game.
    """
    if not s.game.may_land >> u & 1 or s.loc[u] > 0:
        return 0
    side = s.game.side_of[u]
    return s.game.terrain.enterable & ~s.hexes_of("israel") & ~s.hexes_of("egypt") & ~enemy_zone(s, side)


def no_landing(s: SuezState, u: UnitId, path: tuple[Hex, ...]) -> Refusal | None:
    """[2021:15.5, 2021:15.5.1, 2021:15.5.2] Why this unit may not land here."""
    game, name = s.game, s.game.name_of(u)
    if not game.may_land >> u & 1:
        return refuse("15.5.2", "{unit} may not be landed from the air.", unit=name)
    where = game.hex_name(path[-1])
    if len(path) > 1:
        return refuse("15.5.1", "{unit} may not move after it has landed.", unit=name)
    if landing_hexes(s, u) >> path[0] & 1:
        return None
    if not game.terrain.enterable >> path[0] & 1:
        return refuse(
            "15.5.1",
            "{unit} may not land in {where}: {ground} is closed to it.",
            unit=name,
            where=where,
            ground=game.ground(path[0]),
        )
    if s.at(path[0]):
        return refuse(
            "15.5.1",
            "{unit} may not land in {where}: {units} {units#is|are} there.",
            unit=name,
            where=where,
            units=game.names(s.at(path[0])),
        )
    return refuse(
        "15.5.1", "{unit} may not land in {where}: it is in an enemy zone of control.", unit=name, where=where
    )


# 15.4 -----------------------------------------------------------------------------------------------------------
def strength_of(s: SuezState, u: UnitId) -> int:
    """[1980:2.6, 2021:15.4] The unit's Combat Strength; commandos double it at night [ruling AS-20]."""
    doubled = s.game.commandos >> u & 1 and s.is_night
    return s.game.strength[u] * (2 if doubled else 1)
