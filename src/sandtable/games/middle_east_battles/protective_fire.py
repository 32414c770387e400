"""[8.10, 8.11, 8.12, 8.18, 8.19] Final protective fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import Action, Hexes, Refusal, Step, UnitId, bits, refuse, say
from sandtable.core.facts import ForecastFacts

from .artillery import fpf_strength, guns_within, put, read_support, shelled_by, why_no_fpf, why_no_strikes
from .city_fire import fired_into, shelled_from_sea
from .forecast import forecast
from .resolution import FindTable
from .state import BattleState
from .strength import Attack, carry_on
from .wording import Decision, nation_word


@dataclass(frozen=True, slots=True)
class CallForFire(Attack, Step[BattleState]):
    """[8.10, 8.12] The defender is asked for protective fire only when he has some to give, never against pure barrage."""

    def run(self, s: BattleState) -> None:
        fire = carry_on(self, ProtectiveFire)
        if self.is_pure_barrage(s) or next(fire.fires(s), None) is None:
            s.then(carry_on(self, FindTable))
        else:
            s.then(fire)


@dataclass(frozen=True, slots=True)
class ProtectiveFire(Attack, Decision[BattleState]):
    """[8.10, 8.11, 8.18, 8.19] The defender adds protective fire, piece by piece, then confirms."""

    verbs: ClassVar[tuple[str, ...]] = ("fire", "support", "confirm")

    def actor(self, s: BattleState) -> str:
        return s.game.enemy_of(self.side)

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("8.10",)

    def prompt(self, s: BattleState) -> str:
        text = "The enemy attacks {defenders}. Add protective fire, or go on [8.10]."
        return say(text, defenders=s.places(self.defenders(s)))

    def fires(self, s: BattleState) -> Iterator[Action]:
        """[7.18, 8.10, 8.16, 8.18, 8.19, 10.12] Everything that could still be added."""
        game, side = s.game, s.game.enemy_of(self.side)
        for gun in sorted(bits(guns_within(s, side, self.targets))):  # nobody else could fire [2.9, 8.3]
            if not self.why_not_fire(s, gun):
                yield Action("fire", (game.name_of(gun),))
        if side == game.west:
            for i, nation in enumerate(game.nations):
                if not self.cover[i]:
                    for n in range(1, s.air[i] + 1):
                        yield Action("support", (f"{nation}-air", str(n)))
                if not self.why_no_ships(s, i):
                    yield Action("support", (f"{nation}-naval",))

    def why_not_fire(self, s: BattleState, gun: UnitId) -> Refusal | None:
        if self.guns >> gun & 1:
            return refuse("8.11", "{unit} already fires.", unit=s.game.name_of(gun))
        return why_no_fpf(s, gun, self.targets, self.attackers, self.guns)

    def ships_may_fire(self, s: BattleState, nation: str) -> Hexes:
        """[8.19] Some attacker stands next to a unit of the ship's nation."""
        return shelled_by(s, nation, s.occupied(self.beside(s)))

    def options(self, s: BattleState) -> Iterator[Action]:
        yield from self.fires(s)
        yield Action("confirm")

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game, side, p = s.game, s.game.enemy_of(self.side), s.game.parts(a)
        if a == Action("confirm"):
            return None
        if a.verb == "fire" and len(a.args) == 1:
            if len(p.units) != 1 or game.side_of[p.unit] != side:
                return refuse("8.10", "{unit} is not one of your units.", unit=a.args[0])
            return self.why_not_fire(s, p.unit)
        support = read_support(s, p) if a.verb == "support" and side == game.west else None
        if support is None:
            return self.not_now(s, a)
        if support.kind == "air":
            return why_no_strikes(s, support.nation, support.strikes, self.cover[support.nation])
        return self.why_no_ships(s, support.nation)

    def why_no_ships(self, s: BattleState, i: int) -> Refusal | None:
        """[8.19] The ships have fired, or nobody of their nation stands next to an attacker."""
        nation = nation_word(s.game.nations[i])
        if i >= len(s.naval) or not s.naval[i] or self.ships[i]:
            return refuse("8.19", "The {nation} naval gunfire has been used in this phase.", nation=nation)
        if not self.ships_may_fire(s, s.game.nations[i]):
            return refuse("8.19", "No {nation} unit is adjacent to an attacking hex.", nation=nation)
        return None

    def apply(self, s: BattleState, a: Action) -> None:
        p = s.game.parts(a)
        support = read_support(s, p)
        if a.verb == "fire":
            s.then(carry_on(self, ProtectiveFire, guns=self.guns | 1 << p.unit))
        elif support and support.kind == "air":
            s.then(carry_on(self, ProtectiveFire, cover=put(self.cover, support.nation, support.strikes)))
        elif support:
            s.then(carry_on(self, ProtectiveFire, ships=put(self.ships, support.nation, 1)))
        else:
            self.open_fire(s)
            s.then(carry_on(self, FindTable))

    def label(self, s: BattleState, a: Action) -> str:
        if a.verb == "confirm":
            return say("Fire") if self.guns or any(self.cover) or any(self.ships) else say("No protective fire")
        return Decision.label(self, s, a)

    def open_fire(self, s: BattleState) -> None:
        """[8.11, 8.18, 8.19, 9.8] The protective fire is counted; guns may fire again [ruling ME-47]."""
        game = s.game
        s.air = tuple(n - k for n, k in zip(s.air, self.cover))
        s.naval = tuple(n - k for n, k in zip(s.naval, self.ships))
        total = (
            sum(fpf_strength(s, u, self.targets)[0] for u in bits(self.guns))
            + sum(self.cover)
            + game.naval_fpf * sum(self.ships)
        )
        if total:
            guns = say("{units}", units=s.names(self.guns)) if self.guns else say("No gun")
            s.tell(
                "8.11",
                "Protective fire ({guns}, {air} {air#airstrike|airstrikes}, {ships} {ships#ship|ships}) adds {n} to the defence of {units}.",
                guns=guns,
                air=sum(self.cover),
                ships=sum(self.ships),
                n=total,
                units=s.names(self.defenders(s)),
                at=bits(self.targets),
                about="fight",
            )
            if self.side == game.egypt:
                self.note_fire(s)

    def note_fire(self, s: BattleState) -> None:
        """[8.19, 9.8] Guns and airstrikes fire into the defended hexes, ships into the attackers' [ruling ME-38]."""
        game = s.game
        if self.guns or any(self.cover):
            fired_into(s, self.targets)
        for nation, n in zip(game.nations, self.ships):
            if n:
                shelled_from_sea(s, shelled_by(s, nation, s.occupied(self.beside(s))))

    def forecast(self, s: BattleState) -> ForecastFacts | None:
        return forecast(s, self)
