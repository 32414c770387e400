"""[7.3, 7.4, 8.7] Building one attack: hexes, attackers and support one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from sandtable.core import (
    Action,
    Hex,
    Hexes,
    Listing,
    Offering,
    Pick,
    Refusal,
    Term,
    UnitId,
    Units,
    bits,
    cite,
    refuse,
    row,
    say,
)
from sandtable.core.facts import ForecastFacts

from .artillery import barraged, guns_within, is_adjacent, put, read_support, shelled_by, why_no_barrage, why_no_strikes
from .city_fire import fired_into
from .divisions import in_one_attack
from .forecast import forecast
from .obligations import Duties, duties_of
from .protective_fire import CallForFire
from .state import BattleState
from .strength import Attack, carry_on
from .wording import Decision, marker, nation_word
from .zones import web_of_contact


def attackable(s: BattleState, side: str) -> Hexes:
    """[7.3] Enemy hexes none of whose units has been attacked in this phase [ruling ME-12]."""
    enemies = s.game.roster.of_side[s.game.enemy_of(side)]
    return s.occupied(enemies) & ~s.occupied(enemies & s.attacked)


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
    if can_fire(s, duties.side, 1 << h) and duties.allows(1 << h, 0):
        return True
    return bool(duties.beside >> h & 1) and drawn_in(s, duties, 1 << h).completable(1 << h, 0, False)


def can_fire(s: BattleState, side: str, targets: Hexes) -> bool:
    """[8.6, 8.7, 8.18, 8.19] Could the hex be attacked from range alone?"""
    game = s.game
    if side == game.west:
        if any(s.air):
            return True
        if any(n and shelled_by(s, nation, targets) for nation, n in zip(game.nations, s.naval)):
            return True
    return bool(barraged(s, side) & targets)


def is_empty(attack: Attack) -> bool:
    """Nobody and nothing takes part yet."""
    return not (attack.attackers or any(attack.air) or any(attack.naval))


CONFIRM: Final = ("confirm",)


@dataclass(frozen=True, slots=True)
class BuildAttack(Attack, Offering[BattleState, tuple[Any, ...]], Decision[BattleState]):
    """[7.3, 7.4, 8.7] Add hexes, attackers and support one by one, then confirm."""

    verbs: ClassVar[tuple[str, ...]] = ("with", "also", "support", "confirm")

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.4",)

    def prompt(self, s: BattleState) -> str:
        where = s.hex_names(self.targets)
        if is_empty(self):
            return say("You attack {hexes}. Choose the first unit or support to attack with [7.3, 8.7].", hexes=where)
        if refusal := self.why_not_confirm(s, duties_of(s, self.side)):
            text = "You attack {hexes}. Add units, support or more hexes [{rules}]. {why}"
            rules = row(", ", [cite(number) for number in refusal.rules])
            return say(text, hexes=where, rules=rules, why=refusal.text)
        text = "You attack {hexes}. Add units, support or more hexes, or fight now [7.4, 8.7]."
        return say(text, hexes=where)

    def offers(self, s: BattleState) -> list[tuple[Any, ...]]:
        """With a unit, also a hex, air or naval support of a nation, or confirm."""
        spread, found = s.game.map.grid.spread, list[tuple[Any, ...]]()
        duties = duties_of(s, self.side)
        close = s.units_in(spread(self.targets), self.side) | guns_within(s, self.side, self.targets)
        for u in sorted(bits(close & ~s.fought & ~self.attackers)):  # nobody else could join [2.9, 7.3, 8.3]
            if not self.why_not_with(s, u, duties):
                found.append(("with", u))
        for h in sorted(bits(attackable(s, self.side) & ~self.targets & spread(spread(self.targets)))):
            if not self.why_not_also(s, h, duties):
                found.append(("also", h))
        found += self.supports(s, duties)
        if not is_empty(self) and duties.allows(self.targets, self.attackers):
            found.append(CONFIRM)
        return found

    def worded(self, s: BattleState, offer: tuple[Any, ...]) -> Action:
        match offer:
            case "with", u:
                return Action("with", (s.game.name_of(u),))
            case "also", h:
                return Action("also", (s.game.hex_name(h),))
            case "air", i, n:
                return Action("support", (f"{s.game.nations[i]}-air", str(n)))
            case "naval", i:
                return Action("support", (f"{s.game.nations[i]}-naval",))
        return Action("confirm")

    def supports(self, s: BattleState, duties: Duties) -> list[tuple[Any, ...]]:
        """[8.18, 8.19] Airstrikes by nation and number, and ships by nation."""
        found = list[tuple[Any, ...]]()
        if not (any(s.air) or any(s.naval)) or self.why_no_support(s, duties):
            return found
        for i in range(len(s.game.nations)):
            if not self.air[i]:
                found += [("air", i, n) for n in range(1, s.air[i] + 1)]
            if self.ships_may_fire(s, i):
                found.append(("naval", i))
        return found

    def sample(self, s: BattleState, pick: Pick) -> Action:
        """Mostly units, sometimes support, then confirm."""
        offers = self.offers(s)
        if offers[-1] is CONFIRM and not pick(2):
            return Action("confirm")
        return self.worded(s, offers[pick(len(offers))])

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game, duties, p = s.game, duties_of(s, self.side), s.game.parts(a)
        match a.verb, a.args:
            case "with", (name,):
                if p.unit < 0 or game.side_of[p.unit] != self.side or s.loc[p.unit] <= 0:
                    return refuse("7.3", "{unit} is not one of your units on the map.", unit=name)
                return self.why_not_with(s, p.unit, duties)
            case "also", (name,):
                if p.to > 0:
                    return self.why_not_also(s, p.to, duties)
                return refuse("7.4", "{hex} is not a hex of the map.", hex=name)
            case "support", _:
                return self.why_not_support(s, a, duties)
            case "confirm", ():
                return self.why_not_confirm(s, duties)
        return self.not_now(s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        p = s.game.parts(a)
        match a.verb:
            case "with":
                if is_adjacent(s, p.unit, self.targets):
                    take_up_duties(s, self.side, self.targets)
                s.then(carry_on(self, BuildAttack, attackers=self.attackers | 1 << p.unit))
            case "also":
                take_up_duties(s, self.side, 1 << p.to)
                s.then(carry_on(self, BuildAttack, targets=self.targets | 1 << p.to))
            case "support":
                support = read_support(s, p)
                assert support is not None
                if support.kind == "air":
                    s.then(carry_on(self, BuildAttack, air=put(self.air, support.nation, support.strikes)))
                else:
                    s.then(carry_on(self, BuildAttack, naval=put(self.naval, support.nation, 1)))
            case "confirm":
                self.launch(s)

    def launch(self, s: BattleState) -> None:
        """[7.2, 7.3, 9.8] The attack is declared: nobody in it fights again this phase, and its support is spent."""
        game = s.game
        defenders = self.defenders(s)
        s.fought |= self.attackers
        s.attacked |= defenders
        s.air = tuple(n - k for n, k in zip(s.air, self.air))
        s.naval = tuple(n - k for n, k in zip(s.naval, self.naval))
        if s.told:
            tell(s, self, defenders)
        if self.side == game.west and self.uses_fire(s):
            fired_into(s, self.targets)
        s.then(carry_on(self, CallForFire, ships=(0,) * len(s.naval)))

    def label(self, s: BattleState, a: Action) -> str:
        return say("Launch the attack") if a.verb == "confirm" else Decision.label(self, s, a)

    # why not ----------------------------------------------------------------------------------------------
    def why_not_with(self, s: BattleState, u: UnitId, duties: Duties) -> Refusal | None:
        """[7.3, 7.4, 7.18, 8.4, 8.8, 8.9] Why this unit may not join, or None [ruling ME-43]."""
        game, name = s.game, s.game.name_of(u)
        if self.attackers >> u & 1:
            return refuse("7.3", "{unit} already takes part.", unit=name)
        if s.fought >> u & 1:
            return refuse("7.3", "{unit} has already attacked in this phase.", unit=name)
        together = in_one_attack(game, self.attackers | 1 << u)
        if together:
            return together
        beside = is_adjacent(s, u, self.targets)
        gun = bool(game.artillery >> u & 1)
        if not beside:
            refusal = why_no_barrage(s, self.side, u, self.targets, self.attackers)
            if refusal:
                return refusal
            if self.targets.bit_count() > 1 and not self.attackers & ~game.artillery:
                text = "{unit} may fire at several hexes only together with adjacent non-artillery."
                return refuse("8.4", text, unit=name)
        elif self.targets & ~game.map.grid.adjacent[s.loc[u]] and not (gun and self.attackers & ~game.artillery):
            text = "{unit} is not adjacent to every hex attacked ({hexes})."
            return refuse("7.4", text, unit=name, hexes=s.hex_names(self.targets))
        if gun and s.displaced >> u & 1:
            return refuse("7.14", "{unit} was displaced in this combat phase and may not fire.", unit=name)
        if beside:
            duties = drawn_in(s, duties, self.targets)
        return self.why_not_go_on(
            duties, self.targets, self.attackers | 1 << u, "With {unit} in this attack", unit=name
        )

    def why_not_also(self, s: BattleState, h: Hex, duties: Duties) -> Refusal | None:
        """[7.4, 8.4] Why this hex may not be attacked in the same combat, or None."""
        game, where = s.game, s.game.hex_name(h)
        if self.targets >> h & 1:
            return refuse("7.4", "{hex} is already attacked.", hex=where)
        if not attackable(s, self.side) >> h & 1:
            text = "{hex} holds no enemy unit that can still be attacked in this phase."
            return refuse("7.3", text, hex=where)
        beside = self.beside(s)
        if not beside:
            return refuse("8.4", "Choose an adjacent attacker first: barrage alone attacks a single hex.")
        infantry = beside & ~game.artillery
        for u in bits(infantry or beside):
            if not game.map.grid.adjacent[s.loc[u]] >> h & 1:
                return refuse("7.4", "{unit} is not adjacent to {hex}.", unit=game.name_of(u), hex=where)
        if not infantry and (self.attackers & ~beside or any(self.air) or any(self.naval)):
            text = "Fire from range goes into several hexes only together with adjacent non-artillery."
            return refuse(("8.4", "8.18"), text)
        duties = drawn_in(s, duties, 1 << h)
        return self.why_not_go_on(duties, self.targets | 1 << h, self.attackers, "With {hex} in this attack", hex=where)

    def why_not_go_on(
        self, duties: Duties, targets: Hexes, attackers: Units, opening: str, support: bool = False, **named: Term
    ) -> Refusal | None:
        """[7.3, 7.4, 7.18] Whom the attack would strand in whatever way it is completed, or None."""
        support = support or any(self.air) or any(self.naval)
        if duties.completable(targets, attackers, support):
            return None
        return duties.refusal(targets, attackers, say(opening, **named), support)

    def why_not_support(self, s: BattleState, a: Action, duties: Duties) -> Refusal | None:
        """[8.4, 8.18, 8.19] Why this support may not be given, or None."""
        support = read_support(s, s.game.parts(a))
        if self.side == s.game.west and support is None:
            return uncounted(s, a) or self.not_now(s, a)
        refusal = self.why_no_support(s, duties)
        if refusal or support is None:
            return refusal
        if support.kind == "air":
            return why_no_strikes(s, support.nation, support.strikes, self.air[support.nation])
        return self.why_no_ships(s, support.nation)

    def why_no_support(self, s: BattleState, duties: Duties) -> Refusal | None:
        """[8.4, 8.18] Why no aircraft or ships may be added to this attack, or None."""
        if self.side != s.game.west:
            return refuse("8.18", "Only the Western player has airstrikes and naval gunfire.")
        if self.targets.bit_count() > 1 and not self.attackers & ~s.game.artillery:
            text = "Airstrikes and ships attack several hexes only together with adjacent non-artillery."
            return refuse(("8.4", "8.18"), text)
        opening = "With support from range"
        stranding = self.why_not_go_on(duties, self.targets, self.attackers, opening, support=True)
        if stranding:  # fire from range keeps guns alone from widening their attack [8.4]
            return Refusal(("7.3", "8.4"), stranding.text)
        return None

    def ships_may_fire(self, s: BattleState, i: int) -> bool:
        """[8.19] The ships of this nation have not fired, and somebody of it stands next to the target."""
        ready = i < len(s.naval) and s.naval[i] and not self.naval[i]
        return bool(ready and shelled_by(s, s.game.nations[i], self.targets))

    def why_no_ships(self, s: BattleState, i: int) -> Refusal | None:
        """[8.19] The ships have fired, or nobody of their nation stands next to the target."""
        if self.ships_may_fire(s, i):
            return None
        nation = nation_word(s.game.nations[i])
        if i >= len(s.naval) or self.naval[i] or not s.naval[i]:
            return refuse("8.19", "The {nation} naval gunfire has been used in this phase.", nation=nation)
        text = "No {nation} unit is adjacent to {hexes}."
        return refuse("8.19", text, nation=nation, hexes=s.hex_names(self.targets))

    def why_not_confirm(self, s: BattleState, duties: Duties) -> Refusal | None:
        """[7.3, 7.4] Why the attack may not be launched as it stands, or None."""
        if is_empty(self):
            return refuse("7.3", "The attack has no attacker yet.")
        if not duties.allows(self.targets, self.attackers):
            return duties.stranding(self.targets, self.attackers, say("As the attack stands"))
        return None

    def forecast(self, s: BattleState) -> ForecastFacts | None:
        return forecast(s, self)


def tell(s: BattleState, attack: Attack, defenders: Units) -> None:
    """[7.2] Who attacks whom, and where."""
    s.tell(
        "7.2",
        "Attack by {attackers} on {defenders}.",
        attackers=Listing(who(s, attack)),
        defenders=s.places(defenders),
        units=s.names(defenders),
        at=bits(attack.targets),
        about="fight",
    )


def who(s: BattleState, attack: Attack) -> list[str]:
    """The attackers with their support, for a list."""
    game = s.game
    found: list[str] = [game.name_of(u) for u in sorted(bits(attack.attackers))]
    for nation, n in zip(game.nations, attack.air):
        if n:
            found.append(say("{n} {nation} {n#airstrike|airstrikes}", n=n, nation=nation_word(nation)))
    for nation, n in zip(game.nations, attack.naval):
        if n:
            found.append(say("{nation} naval gunfire", nation=nation_word(nation)))
    return found


def uncounted(s: BattleState, a: Action) -> Refusal | None:
    """[8.18] Airstrikes without their number."""
    nation, kind = marker(a.args[0]) if a.args else ("", "")
    if nation not in s.game.nations or kind != "air":
        return None
    text = "Say how many {nation} airstrikes: support {marker} 3."
    return refuse("8.18", text, nation=nation_word(nation), marker=a.args[0])
