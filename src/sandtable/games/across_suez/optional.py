"""[2021:15.0] The optional rules. Units that only change the order of battle (15.1 to 15.3) are data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Hex, Hexes, Refusal, UnitId, bits

from .state import SuezState
from .zones import enemy_zone


# 15.1 -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SetUpWithReshef(Choice):
    """[2021:15.1] II/23 begins beside a unit of the Reshef brigade, because units never stack [ruling AS-25]."""

    unit: UnitId

    def actor(self, s: SuezState) -> str:
        return "israel"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("15.1",)

    def prompt(self, s: SuezState) -> str:
        return f"Set up {s.game.name_of(self.unit)} next to a unit of the Reshef brigade [15.1]."

    def beside_reshef(self, s: SuezState) -> Hexes:
        reshef = [u.id for u in s.game.roster.units if u.formation == "Reshef"]
        return s.game.map.grid.spread(sum(1 << s.loc[u] for u in reshef))

    def options(self, s: SuezState) -> Iterator[Action]:
        near = self.beside_reshef(s) & s.game.terrain.enterable
        for h in sorted(bits(near & ~s.hexes_of("israel") & ~s.hexes_of("egypt"))):
            yield Action("place", (s.game.name_of(self.unit), s.game.hex_name(h)))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        name = s.game.name_of(self.unit)
        if a.verb != "place" or len(a.args) != 2 or a in self.options(s):
            return super(SetUpWithReshef, self).check(s, a)
        h = s.game.map.grid.find(a.args[1])
        if a.args[0] != name or not h:
            text = f"{a.args[0]} is not set up now: {name} is." if h else f"There is no hex {a.args[1]} on the map."
            return Refusal(("15.1",), text)
        if s.at(h):
            return Refusal(("5.2",), f"{name} may not be set up in {a.args[1]}: {s.game.names(s.at(h))} is there.")
        closed = s.game.closed_to(self.unit, h)
        return closed or Refusal(("15.1",), f"{a.args[1]} is not next to a unit of the Reshef brigade.")

    def apply(self, s: SuezState, a: Action) -> None:
        s.loc[self.unit] = s.game.hex(a.args[1])
        s.tell("15.1", "{} sets up in {}.", *a.args, at=[s.loc[self.unit]])


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
        return Refusal(("15.5.2",), f"{name} may not be landed from the air.")
    where = game.hex_name(path[-1])
    if len(path) > 1:
        return Refusal(("15.5.1",), f"{name} may not move after it has landed.")
    if landing_hexes(s, u) >> path[0] & 1:
        return None
    if not game.terrain.enterable >> path[0] & 1:
        return Refusal(("15.5.1",), f"{name} may not land in {where}: {game.ground(path[0])} is closed to it.")
    if s.at(path[0]):
        return Refusal(("15.5.1",), f"{name} may not land in {where}: {game.names(s.at(path[0]))} is there.")
    return Refusal(("15.5.1",), f"{name} may not land in {where}: it is in an enemy zone of control.")


# 15.4 -----------------------------------------------------------------------------------------------------------
def strength_of(s: SuezState, u: UnitId) -> int:
    """[1980:2.6, 2021:15.4] The unit's Combat Strength; commandos double it at night [ruling AS-20]."""
    doubled = s.game.commandos >> u & 1 and s.is_night
    return s.game.strength[u] * (2 if doubled else 1)
