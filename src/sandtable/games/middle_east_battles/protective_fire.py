"""[8.10, 8.11, 8.12, 8.18, 8.19] Final protective fire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Hexes, Refusal, Step, UnitId, bits

from .artillery import fpf_strength, shelled_by, why_no_fpf, why_no_strikes
from .forecast import forecast
from .resolution import FindTable
from .state import BattleState
from .strength import Attack, carry_on
from .wording import Decision


@dataclass(frozen=True, slots=True)
class CallForFire(Attack, Step):
    """[8.10, 8.12] The defender is asked for protective fire only when he has some to give, never against pure barrage."""

    def run(self, s: BattleState) -> None:
        fire = carry_on(self, ProtectiveFire)
        if self.is_pure_barrage(s) or next(fire.fires(s), None) is None:
            s.then(carry_on(self, FindTable))
        else:
            s.then(fire)


@dataclass(frozen=True, slots=True)
class ProtectiveFire(Attack, Decision):
    """[8.10, 8.11, 8.18, 8.19] The defender adds protective fire, piece by piece, then confirms."""

    def actor(self, s: BattleState) -> str:
        return s.game.enemy_of(self.side)

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("8.10",)

    def prompt(self, s: BattleState) -> str:
        return f"{s.names(self.defenders(s))} in {s.hex_names(self.targets)} is attacked: add protective fire, or confirm [8.10]."

    def fires(self, s: BattleState) -> Iterator[Action]:
        """[7.18, 8.10, 8.16, 8.18, 8.19, 10.12] Everything that could still be added."""
        game, side = s.game, s.game.enemy_of(self.side)
        for gun in sorted(bits(game.artillery & ~self.guns)):
            if game.side_of[gun] == side and s.loc[gun] > 0 and not self.why_not_fire(s, gun):
                yield Action("fire", (game.name_of(gun),))
        if side == game.west:
            for i, nation in enumerate(game.nations):
                if not self.cover[i]:
                    for n in range(1, s.air[i] + 1):
                        yield Action("support", (f"{nation}-air", str(n)))
                if i < len(s.naval) and s.naval[i] and not self.ships[i] and self.ships_may_fire(s, nation):
                    yield Action("support", (f"{nation}-naval",))

    def why_not_fire(self, s: BattleState, gun: UnitId) -> Refusal | None:
        if self.guns >> gun & 1:
            return Refusal(("8.11",), f"{s.game.name_of(gun)} already fires.")
        return why_no_fpf(s, gun, self.targets, self.attackers, self.guns)

    def ships_may_fire(self, s: BattleState, nation: str) -> Hexes:
        """[8.19] Some attacker stands next to a unit of the ship's nation."""
        return shelled_by(s, nation, s.occupied(self.beside(s)))

    def options(self, s: BattleState) -> Iterator[Action]:
        yield from self.fires(s)
        yield Action("confirm")

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game, side = s.game, s.game.enemy_of(self.side)
        if a == Action("confirm"):
            return None
        if a.verb == "fire" and len(a.args) == 1:
            gun = game.roster.index.get(a.args[0], -1)
            if gun < 0 or game.side_of[gun] != side:
                return Refusal(("8.10",), f"{a.args[0]} is not one of your units.")
            return self.why_not_fire(s, gun)
        if a.verb == "support" and a.args and side == game.west:
            nation, _, kind = a.args[0].rpartition("-")
            if nation in game.nations and kind == "air" and len(a.args) == 2 and a.args[1].isdecimal():
                i = game.nations.index(nation)
                return why_no_strikes(s, i, int(a.args[1]), self.cover[i])
            if nation in game.nations and kind == "naval" and len(a.args) == 1:
                i = game.nations.index(nation)
                if i < len(s.naval) and s.naval[i] and not self.ships[i]:
                    if self.ships_may_fire(s, nation):
                        return None
                    return Refusal(("8.19",), f"No {nation.capitalize()} unit is adjacent to an attacking hex.")
                return Refusal(("8.19",), f"The {nation.capitalize()} naval gunfire has been used in this phase.")
        return self.not_now(s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        game = s.game
        if a.verb == "fire":
            s.then(carry_on(self, ProtectiveFire, guns=self.guns | 1 << game.unit(a.args[0])))
        elif a.verb == "support":
            nation, _, kind = a.args[0].rpartition("-")
            i = game.nations.index(nation)
            if kind == "air":
                cover = (*self.cover[:i], int(a.args[1]), *self.cover[i + 1 :])
                s.then(carry_on(self, ProtectiveFire, cover=cover))
            else:
                s.then(carry_on(self, ProtectiveFire, ships=(*self.ships[:i], 1, *self.ships[i + 1 :])))
        else:
            self.open_fire(s)
            s.then(carry_on(self, FindTable))

    def label(self, s: BattleState, a: Action) -> str:
        if a.verb == "confirm":
            return "Fire" if self.guns or any(self.cover) or any(self.ships) else "No protective fire"
        return Decision.label(self, s, a)

    def open_fire(self, s: BattleState) -> None:
        """[8.11, 8.18, 8.19, 9.8] The protective fire is counted; guns may fire again [ruling ME-47]."""
        game = s.game
        s.air = tuple(n - k for n, k in zip(s.air, self.cover)) or s.air
        s.naval = tuple(n - k for n, k in zip(s.naval, self.ships)) or s.naval
        total = (
            sum(fpf_strength(s, u, self.targets)[0] for u in bits(self.guns))
            + sum(self.cover)
            + game.naval_fpf * sum(self.ships)
        )
        if total:
            s.tell(
                "8.11",
                "Protective fire adds {} to the defence of {}.",
                total,
                s.hex_names(self.targets),
                at=bits(self.targets),
            )
            if self.side == game.egypt:
                self.note_fire(s)

    def note_fire(self, s: BattleState) -> None:
        """[8.19, 9.8] Guns and airstrikes fire into the defended hexes, ships into the attackers' [ruling ME-38]."""
        game = s.game
        if self.guns or any(self.cover):
            game.fired_into(s, self.targets)
        for nation, n in zip(game.nations, self.ships):
            if n:
                game.shelled_from_sea(s, shelled_by(s, nation, s.occupied(self.beside(s))))

    def forecast(self, s: BattleState) -> dict[str, Any] | None:
        return forecast(s, self)
