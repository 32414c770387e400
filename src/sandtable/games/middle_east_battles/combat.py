"""[7.1, 7.3] The combat phase: one combat after the other until no duty is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import Action, Hex, Offering, Pick, Refusal, Step, bits, refuse, say, together

from .artillery import in_range, why_no_barrage
from .attack import BuildAttack, attackable, may_begin
from .city_fire import new_combat_phase
from .obligations import duties_of
from .possible import movement_is_over
from .state import BattleState
from .wording import Decision
from .zones import in_contact, neighbours_of


@dataclass(frozen=True, slots=True)
class BeginCombat(Step[BattleState]):
    """[4.2, 6.2, 6.3, 7.1, 7.3, 7.19] Note who must fight: everybody in contact now [ruling ME-11], save at night and in forts."""

    side: str

    def run(self, s: BattleState) -> None:
        game = s.game
        s.fought = s.attacked = s.displaced = 0
        s.shaken_before, s.shaken = s.shaken, 0
        s.naval = game.naval_each_phase
        new_combat_phase(s)
        s.must_attack = s.must_be_attacked = 0
        if not s.is_night:
            s.must_attack = in_contact(s, self.side)
            s.must_be_attacked = neighbours_of(s, s.must_attack, game.enemy_of(self.side))
        s.then(CombatPhase(self.side))
        if self.side == game.west:
            movement_is_over(s, self)


@dataclass(frozen=True, slots=True)
class CombatPhase(Offering[BattleState, Hex | None], Decision[BattleState]):
    """[7.1, 7.2, 7.3] The phasing player fights one combat after the other until no duty is open and he ends the phase."""

    verbs: ClassVar[tuple[str, ...]] = ("attack", "end")
    side: str

    def actor(self, s: BattleState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-combat"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.1",)

    def prompt(self, s: BattleState) -> str:
        duties = duties_of(s, self.side)
        if duties.any_open():
            text = "{units} must still attack. Choose a hex to attack [7.1, 7.3]."
            return say(text, units=duties.open_units())
        text = say("Choose a hex that you want to attack, or make no more attacks [7.1].")
        return together(text, say("At night nobody has to attack [7.19].")) if s.is_night else text

    def offers(self, s: BattleState) -> list[Hex | None]:
        """Which hex to attack, or none."""
        duties = duties_of(s, self.side)
        hexes = [h for h in sorted(bits(attackable(s, self.side))) if may_begin(s, duties, h)]
        return [*hexes] if duties.any_open() else [*hexes, None]

    def worded(self, s: BattleState, offer: Hex | None) -> Action:
        return Action("end") if offer is None else Action("attack", (s.game.hex_name(offer),))

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """As options, but a free phase often ends: long-range fire at every hex would never stop."""
        if not duties_of(s, self.side).any_open() and pick(3):
            return Action("end")
        offers = self.offers(s)
        return self.worded(s, offers[pick(len(offers))])

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a == Action("end"):
            duties = duties_of(s, self.side)
            if duties.any_open():
                text = "{units} must still attack an adjacent enemy."
                return refuse(("7.1", "7.3"), text, units=duties.open_units())
            return None
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        h = s.game.parts(a).to
        if h <= 0:
            return refuse("7.1", "{hex} is not a hex of the map.", hex=a.args[0])
        return why_not_attack(s, self.side, h)

    def label(self, s: BattleState, a: Action) -> str:
        if a.verb == "end":
            return say("Done fighting")
        h = s.game.parts(a).to
        defenders = s.names(s.units_in(1 << h, s.game.enemy_of(self.side)))
        return say("Attack {units} in {hex}", units=defenders, hex=s.game.hex_name(h))

    def apply(self, s: BattleState, a: Action) -> None:
        if a.verb == "end":
            s.must_attack = s.must_be_attacked = 0
            return
        h = s.game.parts(a).to
        zeros = (0,) * len(s.game.nations)
        s.then(BuildAttack(self.side, 1 << h, air=zeros, naval=(0,) * len(s.naval), cover=zeros), self)


def why_not_attack(s: BattleState, side: str, h: Hex) -> Refusal | None:
    """Why no attack on this hex can begin now, or None."""
    game, where = s.game, s.game.hex_name(h)
    if not s.hexes_of(game.enemy_of(side)) >> h & 1:
        return refuse("7.1", "There is no enemy unit in {hex}.", hex=where)
    if not attackable(s, side) >> h & 1:
        return refuse("7.3", "{hex} holds a unit that was already attacked in this phase.", hex=where)
    return None if may_begin(s, duties_of(s, side), h) else why_nobody_reaches(s, side, h)


def why_nobody_reaches(s: BattleState, side: str, h: Hex) -> Refusal:
    """[7.3, 7.14, 8.3, 8.9, 8.16] No unit next to the hex can still attack it, and no gun may fire at it: the nearest reason."""
    game, where = s.game, s.game.hex_name(h)
    near = s.units_in(game.map.grid.adjacent[h], side)
    guns = [u for u in s.units_on_map(side) if game.artillery >> u & 1 and not near >> u & 1]
    in_reach = sum(1 << u for u in guns if in_range(s, u, 1 << h))
    spent = (near | in_reach) & s.fought
    for gun in bits((in_reach | near & game.artillery) & ~s.fought):
        refusal = why_no_barrage(s, side, gun, 1 << h, 0)
        if refusal:
            return refusal
    if spent:
        return refuse(
            ("7.3",),
            "{units} {units#has|have} attacked in this phase, and no other unit of yours reaches {hex}.",
            units=game.names(sorted(bits(spent))),
            hex=where,
        )
    if not guns:
        return refuse(("7.3",), "No unit of yours is next to {hex}.", hex=where)
    far = game.map.grid.distance
    gun = min(guns, key=lambda u: far(s.loc[u], h) - game.range[u])
    return refuse(
        ("7.3", "8.3"),
        "No unit of yours is next to {hex}, and {gun} with its range of {range} is {distance} hexes away.",
        hex=where,
        gun=game.name_of(gun),
        range=game.range[gun],
        distance=far(s.loc[gun], h),
    )
