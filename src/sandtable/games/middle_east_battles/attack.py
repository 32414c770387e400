"""[7.3, 7.4, 8.7] Building one attack: hexes, attackers and support one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Hex, Hexes, Pick, Refusal, UnitId, Units, bits

from .artillery import is_adjacent, shelled_by, strikes, why_no_barrage, why_no_strikes
from .forecast import forecast
from .obligations import Duties
from .protective_fire import CallForFire
from .state import BattleState
from .strength import Attack, carry_on
from .wording import Decision
from .zones import web_of_contact


def attackable(s: BattleState, side: str) -> Hexes:
    """[7.3] Enemy hexes none of whose units has been attacked in this phase [ruling ME-12]."""
    game = s.game
    hexes = closed = 0
    for u in game.units_of[game.enemy_of(side)]:
        h = s.loc[u]
        if h > 0:
            hexes |= 1 << h
            if s.attacked >> u & 1:
                closed |= 1 << h
    return hexes & ~closed


def take_up_duties(s: BattleState, side: str, hexes: Hexes) -> None:
    """[7.19] At night an attack by adjacent units brings the daytime duties for everybody in contact, either side [ruling ME-21]."""
    if s.is_night:
        mine, theirs = web_of_contact(s, side, hexes)
        s.must_attack |= mine
        s.must_be_attacked |= theirs


def drawn_in(s: BattleState, duties: Duties, hexes: Hexes) -> Duties:
    """[7.19] The duties as they would be once units next to these hexes attack them: at night they grow."""
    if not s.is_night:
        return duties
    t: BattleState = s.copy()
    take_up_duties(t, duties.side, hexes)
    return Duties(t, duties.side)


def may_begin(s: BattleState, duties: Duties, h: Hex) -> bool:
    """[7.3, 7.4] Can an attack on this hex be built, from range or by units next to it, that leaves every duty possible?"""
    if duties.allows(1 << h, 0) and can_fire(s, duties.side, 1 << h):
        return True
    return drawn_in(s, duties, 1 << h).completable(1 << h, 0, False)


def adjacent_attackers(s: BattleState, side: str, targets: Hexes) -> list[UnitId]:
    """[7.3, 7.4] Units that can still attack and are next to all these hexes."""
    adjacent = s.game.map.grid.adjacent
    return [u for u in s.units_on_map(side) if not s.fought >> u & 1 and not targets & ~adjacent[s.loc[u]]]


def can_fire(s: BattleState, side: str, targets: Hexes) -> bool:
    """[8.6, 8.7, 8.18, 8.19] Could the hex be attacked from range alone?"""
    game = s.game
    if side == game.west:
        if any(s.air):
            return True
        if any(n and shelled_by(s, nation, targets) for nation, n in zip(game.nations, s.naval)):
            return True
    for gun in bits(game.artillery & game.roster.of_side[side] & ~s.fought):
        at_range = s.loc[gun] > 0 and not is_adjacent(s, gun, targets)
        if at_range and not why_no_barrage(s, side, gun, targets, 0):
            return True
    return False


@dataclass(frozen=True, slots=True)
class BuildAttack(Attack, Decision):
    """[7.3, 7.4, 8.7] Add hexes, attackers and support one by one, then confirm."""

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.4",)

    def prompt(self, s: BattleState) -> str:
        where = s.hex_names(self.targets)
        if not self.attackers and not any(self.air) and not any(self.naval):
            return f"Attack on {where}: choose the first attacker or support [7.3, 8.7]."
        if refusal := self.why_not_confirm(s, Duties(s, self.side)):
            return f"Attack on {where}: add attackers, support or further hexes [{', '.join(refusal.rules)}]. {refusal.text}"
        return f"Attack on {where}: add attackers, support or further hexes, or confirm [7.4, 8.7]."

    def options(self, s: BattleState) -> Iterator[Action]:
        game, spread = s.game, s.game.map.grid.spread
        duties = Duties(s, self.side)
        for u in s.units_on_map(self.side):
            if not (s.fought | self.attackers) >> u & 1 and not self.why_not_with(s, u, duties):
                yield Action("with", (game.name_of(u),))
        for h in sorted(bits(attackable(s, self.side) & ~self.targets & spread(spread(self.targets)))):
            if not self.why_not_also(s, h, duties):
                yield Action("also", (game.hex_name(h),))
        yield from self.support_options(s, duties)
        if not self.why_not_confirm(s, duties):
            yield Action("confirm")

    def support_options(self, s: BattleState, duties: Duties) -> Iterator[Action]:
        if self.side != s.game.west:
            return
        for i, nation in enumerate(s.game.nations):
            if not self.air[i]:
                for n in range(1, s.air[i] + 1):
                    a = Action("support", (f"{nation}-air", str(n)))
                    if not self.why_not_support(s, a, duties):
                        yield a
            if i < len(s.naval):
                a = Action("support", (f"{nation}-naval",))
                if not self.why_not_support(s, a, duties):
                    yield a

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """Mostly units, sometimes support, then confirm."""
        options = list(self.options(s))
        if options[-1] == Action("confirm") and not pick(2):
            return options[-1]
        return options[pick(len(options))]

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game, duties = s.game, Duties(s, self.side)
        match a.verb, a.args:
            case "with", (name,):
                u = game.roster.index.get(name, -1)
                if u < 0 or game.side_of[u] != self.side or s.loc[u] <= 0:
                    return Refusal(("7.3",), f"{name} is not one of your units on the map.")
                return self.why_not_with(s, u, duties)
            case "also", (name,):
                h = game.map.grid.find(name)
                return self.why_not_also(s, h, duties) if h else Refusal(("7.4",), f"{name} is not a hex of the map.")
            case "support", _:
                return self.why_not_support(s, a, duties)
            case "confirm", ():
                return self.why_not_confirm(s, duties)
        return self.not_now(s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        match a.verb:
            case "with":
                u = s.game.unit(a.args[0])
                if is_adjacent(s, u, self.targets):
                    take_up_duties(s, self.side, self.targets)
                s.then(carry_on(self, BuildAttack, attackers=self.attackers | 1 << u))
            case "also":
                h = s.game.hex(a.args[0])
                take_up_duties(s, self.side, 1 << h)
                s.then(carry_on(self, BuildAttack, targets=self.targets | 1 << h))
            case "support":
                air, naval = self.supported(s, a)
                s.then(carry_on(self, BuildAttack, air=air, naval=naval))
            case "confirm":
                self.launch(s)

    def supported(self, s: BattleState, a: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
        nation, _, kind = a.args[0].rpartition("-")
        i = s.game.nations.index(nation)
        air, naval = list(self.air), list(self.naval)
        if kind == "air":
            air[i] = int(a.args[1])
        else:
            naval[i] = 1
        return tuple(air), tuple(naval)

    def launch(self, s: BattleState) -> None:
        """[7.2, 7.3, 9.8] The attack is declared: nobody in it fights again this phase, and its support is spent."""
        game = s.game
        defenders = self.defenders(s)
        s.fought |= self.attackers
        s.attacked |= defenders
        s.air = tuple(n - k for n, k in zip(s.air, self.air))
        s.naval = tuple(n - k for n, k in zip(s.naval, self.naval))
        who = [game.name_of(u) for u in sorted(bits(self.attackers))]
        who += [strikes(n, nation.capitalize()) for nation, n in zip(game.nations, self.air) if n]
        who += [f"{nation.capitalize()} naval gunfire" for nation, n in zip(game.nations, self.naval) if n]
        s.tell(
            "7.2",
            "{} attack {} in {}.",
            ", ".join(who),
            s.names(defenders),
            s.hex_names(self.targets),
            at=bits(self.targets),
        )
        if self.side == game.west and self.uses_fire(s):
            game.fired_into(s, self.targets)
        s.then(carry_on(self, CallForFire, ships=(0,) * len(s.naval)))

    def label(self, s: BattleState, a: Action) -> str:
        return "Launch the attack" if a.verb == "confirm" else Decision.label(self, s, a)

    # why not ----------------------------------------------------------------------------------------------
    def why_not_with(self, s: BattleState, u: UnitId, duties: Duties) -> Refusal | None:
        """[7.3, 7.4, 7.18, 8.4, 8.8, 8.9] Why this unit may not join, or None [ruling ME-43]."""
        game, name = s.game, s.game.name_of(u)
        if self.attackers >> u & 1:
            return Refusal(("7.3",), f"{name} already takes part.")
        if s.fought >> u & 1:
            return Refusal(("7.3",), f"{name} has already attacked in this phase.")
        together = game.in_one_attack(self.attackers | 1 << u)
        if together:
            return together
        beside = is_adjacent(s, u, self.targets)
        gun = bool(game.artillery >> u & 1)
        if not beside:
            refusal = why_no_barrage(s, self.side, u, self.targets, self.attackers)
            if refusal:
                return refusal
            if self.targets.bit_count() > 1 and not self.attackers & ~game.artillery:
                return Refusal(("8.4",), f"{name} may fire at several hexes only together with adjacent non-artillery.")
        elif self.targets & ~game.map.grid.adjacent[s.loc[u]] and not (gun and self.attackers & ~game.artillery):
            return Refusal(("7.4",), f"{name} is not adjacent to every hex attacked ({s.hex_names(self.targets)}).")
        if gun and beside and s.displaced >> u & 1:
            return Refusal(("7.14",), f"{name} was displaced in this combat phase and may not fire.")
        if beside:
            duties = drawn_in(s, duties, self.targets)
        return self.why_not_go_on(duties, self.targets, self.attackers | 1 << u, f"With {name} in this attack")

    def why_not_also(self, s: BattleState, h: Hex, duties: Duties) -> Refusal | None:
        """[7.4, 8.4] Why this hex may not be attacked in the same combat, or None."""
        game, where = s.game, s.game.hex_name(h)
        if self.targets >> h & 1:
            return Refusal(("7.4",), f"{where} is already attacked.")
        if not attackable(s, self.side) >> h & 1:
            return Refusal(("7.3",), f"{where} holds no enemy unit that can still be attacked in this phase.")
        beside = self.beside(s)
        if not beside:
            return Refusal(("8.4",), "Choose an adjacent attacker first: barrage alone attacks a single hex.")
        infantry = beside & ~game.artillery
        for u in bits(infantry or beside):
            if not game.map.grid.adjacent[s.loc[u]] >> h & 1:
                return Refusal(("7.4",), f"{game.name_of(u)} is not adjacent to {where}.")
        if not infantry and (self.attackers & ~beside or any(self.air) or any(self.naval)):
            return Refusal(
                ("8.4", "8.18"), "Fire from range goes into several hexes only together with adjacent non-artillery."
            )
        duties = drawn_in(s, duties, 1 << h)
        return self.why_not_go_on(duties, self.targets | 1 << h, self.attackers, f"With {where} in this attack")

    def why_not_go_on(
        self, duties: Duties, targets: Hexes, attackers: Units, opening: str, support: bool = False
    ) -> Refusal | None:
        """[7.3, 7.4, 7.18] Whom the attack would strand in whatever way it is completed, or None."""
        support = support or any(self.air) or any(self.naval)
        if duties.completable(targets, attackers, support):
            return None
        return duties.refusal(targets, attackers, opening, support)

    def why_not_support(self, s: BattleState, a: Action, duties: Duties) -> Refusal | None:
        """[8.4, 8.18, 8.19] Why this support may not be given, or None."""
        game = s.game
        if self.side != game.west:
            return Refusal(("8.18",), "Only the Western player has airstrikes and naval gunfire.")
        nation, _, kind = a.args[0].rpartition("-") if a.args else ("", "", "")
        if nation not in game.nations or kind not in ("air", "naval"):
            return self.not_now(s, a)
        i = game.nations.index(nation)
        if self.targets.bit_count() > 1 and not self.attackers & ~game.artillery:
            return Refusal(
                ("8.4", "8.18"), "Airstrikes and ships attack several hexes only together with adjacent non-artillery."
            )
        stranding = self.why_not_go_on(duties, self.targets, self.attackers, "With support from range", support=True)
        if stranding:  # fire from range keeps guns alone from widening their attack [8.4]
            return Refusal(("7.3", "8.4"), stranding.text)
        if kind == "air":
            count = a.args[1] if len(a.args) == 2 else ""
            if not count.isdecimal() or int(count) < 1:
                return Refusal(("8.18",), f"Say how many {nation.capitalize()} airstrikes: support {nation}-air 3.")
            return why_no_strikes(s, i, int(count), self.air[i])
        if i >= len(s.naval) or len(a.args) != 1:
            return self.not_now(s, a)
        if self.naval[i] or not s.naval[i]:
            return Refusal(("8.19",), f"The {nation.capitalize()} naval gunfire has been used in this phase.")
        if not shelled_by(s, nation, self.targets):
            return Refusal(("8.19",), f"No {nation.capitalize()} unit is adjacent to {s.hex_names(self.targets)}.")
        return None

    def why_not_confirm(self, s: BattleState, duties: Duties) -> Refusal | None:
        """[7.3, 7.4] Why the attack may not be launched as it stands, or None."""
        if not self.attackers and not any(self.air) and not any(self.naval):
            return Refusal(("7.3",), "The attack has no attacker yet.")
        if not duties.allows(self.targets, self.attackers):
            return duties.stranding(self.targets, self.attackers, "As the attack stands")
        return None

    def forecast(self, s: BattleState) -> dict[str, Any] | None:
        return forecast(s, self)
