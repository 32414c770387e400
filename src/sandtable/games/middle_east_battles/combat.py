"""[7.0] Combat: declaring attacks, building them, protective fire, choice of table, the roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from sandtable.core import Action, Hex, Hexes, Pick, Refusal, Roll, Step, UnitId, Units, bits

from .artillery import fpf_strength, is_adjacent, shelled_by, why_no_barrage, why_no_fpf
from .forecast import forecast, outlook
from .obligations import Duties
from .results import carry_out
from .state import BattleState
from .strength import Attack
from .wording import Decision
from .zones import in_contact, neighbours_of, web_of_contact

A = TypeVar("A", bound=Attack)


def carry_on(attack: Attack, frame: type[A], **changes: Any) -> A:
    """The same combat in its next step."""
    values = {f.name: getattr(attack, f.name) for f in fields(Attack)}
    return frame(**{**values, **changes})


# The phase ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BeginCombat(Step):
    """[4.2, 6.2, 6.3, 7.1, 7.3, 7.19] Note who must fight: everybody in contact now [ruling ME-11], save at night and in forts."""

    side: str

    def run(self, s: BattleState) -> None:
        game = s.game
        s.fought = s.attacked = s.displaced = 0
        s.shaken_before, s.shaken = s.shaken, 0
        s.naval = game.naval_each_phase
        game.combat_starts(s)
        s.must_attack = s.must_be_attacked = 0
        if not s.is_night:
            s.must_attack = in_contact(s, self.side)
            s.must_be_attacked = neighbours_of(s, s.must_attack, game.enemy_of(self.side))
        s.then(CombatPhase(self.side))


@dataclass(frozen=True, slots=True)
class CombatPhase(Decision):
    """[7.1, 7.2, 7.3] The phasing player fights one combat after the other until no duty is open and he ends the phase."""

    side: str

    def actor(self, s: BattleState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-combat"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.1",)

    def prompt(self, s: BattleState) -> str:
        duties = Duties(s, self.side)
        if duties.any_open():
            return f"Choose a hex to attack; these units still have to attack: {duties.open_units()} [7.1, 7.3]."
        night = " Combat is voluntary at night [7.19]." if s.is_night else ""
        return f"Choose a hex to attack, or end the combat phase [7.1].{night}"

    def options(self, s: BattleState) -> Iterator[Action]:
        duties = Duties(s, self.side)
        for h in sorted(bits(attackable(s, self.side))):
            if may_begin(s, duties, h):
                yield Action("attack", (s.game.hex_name(h),))
        if not duties.any_open():
            yield Action("end")

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """As options, but a free phase often ends: long-range fire at every hex would never stop."""
        if not Duties(s, self.side).any_open() and pick(3):
            return Action("end")
        options = list(self.options(s))
        return options[pick(len(options))]

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a == Action("end"):
            duties = Duties(s, self.side)
            if duties.any_open():
                return Refusal(("7.1", "7.3"), f"{duties.open_units()} must still attack an adjacent enemy.")
            return None
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        h = s.game.map.grid.find(a.args[0])
        if not h:
            return Refusal(("7.1",), f"{a.args[0]} is not a hex of the map.")
        return why_not_attack(s, self.side, h)

    def label(self, s: BattleState, a: Action) -> str:
        if a.verb == "end":
            return "End the combat phase"
        defenders = s.names(s.units_in(1 << s.game.hex(a.args[0]), s.game.enemy_of(self.side)))
        return f"Attack {defenders} in {a.args[0]}"

    def apply(self, s: BattleState, a: Action) -> None:
        if a.verb == "end":
            s.must_attack = s.must_be_attacked = 0
            return
        h = s.game.hex(a.args[0])
        zeros = (0,) * len(s.game.nations)
        s.then(BuildAttack(self.side, 1 << h, air=zeros, naval=(0,) * len(s.naval), cover=zeros), self)


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


def why_not_attack(s: BattleState, side: str, h: Hex) -> Refusal | None:
    """Why no attack on this hex can begin now, or None."""
    game, where = s.game, s.game.hex_name(h)
    if not s.hexes_of(game.enemy_of(side)) >> h & 1:
        return Refusal(("7.1",), f"There is no enemy unit in {where}.")
    if not attackable(s, side) >> h & 1:
        return Refusal(("7.3",), f"{where} holds a unit that was already attacked in this phase.")
    duties = Duties(s, side)
    if may_begin(s, duties, h):
        return None
    if not (adjacent_attackers(s, side, 1 << h) or can_fire(s, side, 1 << h)):
        return Refusal(("7.3", "8.3"), f"None of your units that can still attack reaches {where}.")
    return drawn_in(s, duties, 1 << h).refusal(1 << h, 0, f"Were {where} attacked now,")


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
    return drawn_in(s, duties, 1 << h).completable(1 << h, 0, False, False)


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


def why_no_strikes(s: BattleState, i: int, count: int, already: int) -> Refusal | None:
    """[8.18] Why this many airstrikes of a nation cannot take part, or None."""
    nation = s.game.nations[i].capitalize()
    if already:
        return Refusal(("8.18",), f"This fight already has {strikes(already, nation)}.")
    if count < 1 or count > s.air[i]:
        left = f"Only {strikes(s.air[i], nation)}" if s.air[i] else f"No {nation} airstrike"
        return Refusal(("8.18",), f"{left} {'are' if s.air[i] > 1 else 'is'} left this game turn.")
    return None


def strikes(n: int, nation: str) -> str:
    return f"{n} {nation} airstrike{'s' * (n != 1)}"


# Building one attack --------------------------------------------------------------------------------------------
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
            if i < len(s.naval) and s.naval[i] and not self.naval[i]:
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
        fire = support or can_fire(duties.s, self.side, targets)
        if duties.completable(targets, attackers, fire, support):
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
        if self.targets.bit_count() > 1 and not self.beside(s):
            return Refusal(("8.4",), "Barrage alone attacks a single hex.")
        if not duties.allows(self.targets, self.attackers):
            return duties.stranding(self.targets, self.attackers, "As the attack stands")
        return None

    def forecast(self, s: BattleState) -> dict[str, Any] | None:
        return forecast(s, self)


# Protective fire, table, roll -------------------------------------------------------------------------------------
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


@dataclass(frozen=True, slots=True)
class FindTable(Attack, Step):
    """[7.8, 8.6] Ask for the table only where there is a choice."""

    def run(self, s: BattleState) -> None:
        tables = self.tables(s)
        if len(tables) > 1:
            s.then(carry_on(self, ChooseTable))
        else:
            roll(s, self, tables[0])


def roll(s: BattleState, attack: Attack, table: str) -> None:
    """[7.2, 7.19] The night die is the last step but one, the combat die the last."""
    if s.is_night:
        s.then(Roll("night attack"), carry_on(attack, NightShift, table=table))
    else:
        s.then(Roll("combat"), carry_on(attack, Resolve, table=table))


@dataclass(frozen=True, slots=True)
class ChooseTable(Attack, Decision):
    """[7.8] The Western player chooses the table, attack by attack, where he is free to."""

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.8",)

    def prompt(self, s: BattleState) -> str:
        return "Choose the table: Frontal Assault to destroy, Mobile to push back [7.8]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for name in self.tables(s):
            yield Action("table", (name,))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a.verb != "table" or len(a.args) != 1 or a.args[0] not in ("frontal", "mobile"):
            return self.not_now(s, a)
        if a.args[0] in self.tables(s):
            return None
        return Refusal(("7.8", "8.6"), f"This attack is resolved on the {self.crt(s).title} table.")

    def apply(self, s: BattleState, a: Action) -> None:
        roll(s, self, a.args[0])

    def label(self, s: BattleState, a: Action) -> str:
        """[7.8] The table with its odds, which is what the choice is about."""
        odds = outlook(s, replace(self, table=a.args[0]))
        rows = ", ".join(f"{r['result']} {r['probability']:.0%}" for r in odds["results"])
        return f"{odds['table_name']} table: {rows}"

    def forecast(self, s: BattleState) -> dict[str, Any] | None:
        return forecast(s, self)


@dataclass(frozen=True, slots=True)
class NightShift(Attack, Step):
    """[7.19] Egyptian attacks shift a die less one to the left, Israeli ones two on an odd die and one on an even."""

    def run(self, s: BattleState) -> None:
        columns = night_columns(s, self.side, s.die)
        s.tell("7.19", "The night shifts the attack {} column(s) left.", columns)
        s.then(Roll("combat"), carry_on(self, Resolve, night=columns))


def night_columns(s: BattleState, side: str, die: int) -> int:
    """[7.19] Columns to the left for the night die."""
    if side == s.game.egypt:
        return die - 1
    return 2 if die % 2 else 1


@dataclass(frozen=True, slots=True)
class Resolve(Attack, Step):
    """[7.2, 7.9] Find the result of the die and carry it out at once."""

    def run(self, s: BattleState) -> None:
        result = self.result(s, s.die)
        crt = self.crt(s)
        s.tell(
            "7.2",
            "{} against {}: differential {:+d}, column {} of the {} table, die {}: {}.",
            self.attack_strength(s),
            self.defence_strength(s),
            self.differential(s),
            crt.columns[self.column(s)],
            crt.title,
            s.die,
            result,
            at=bits(self.targets),
        )
        carry_out(s, self, result)
