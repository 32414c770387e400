"""[8.2, 9.0] One attack: it is built unit by unit, made, and its result applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import (
    Action,
    Choice,
    Hex,
    Hexes,
    Listing,
    Pick,
    Refusal,
    Roll,
    Sentence,
    Step,
    Units,
    bits,
    cite,
    refuse,
    row,
    say,
    signed,
)
from sandtable.core.facts import ForecastFacts

from ..land.forts import destroy, jordan_attacks_settlement
from ..land.territory import bridges, intact_forts
from ..movement.trucks import detruck_under_attack
from ..movement.zones import exerting, zone
from ..politics.nations import jordan_enters_israel, may_join
from ..state import ARAB, ISRAEL, SinaiState, other
from ..supply.supply_unit import pull_back_supply_unit
from ..terms import COUNTRIES
from .advance import AfterCombat
from .attackers import (
    able,
    attack_tally,
    can_reach,
    defence,
    defenders,
    eligible,
    empty_fort,
    feasible,
    least,
    may_attack,
    may_be_attacked,
    position_in,
    targets,
)
from .bar_lev import LoseAttacker
from .forecast import forecast
from .retreat import Retreat, defeated
from .strength import SETTLEMENT_SUPERIORITY
from .ways_back import EVERY_ZONE, fears, forbidden


def target_words(s: SinaiState, h: int, side: str) -> Sentence:
    """A target with what stands there."""
    game = s.game
    there: list[str] = [game.name_of(u) for u in s.units_in(h, other(side))]
    if intact_forts(s, other(side)) >> h & 1:
        if game.bar_lev >> h & 1:
            there.append(say("Bar Lev Line"))
        elif not there:
            there.append(say("Settlement") if game.settlements >> h & 1 else say("City"))
    return say("{hex} ({there})", hex=game.hex_name(h), there=Listing(there))


@dataclass(frozen=True, slots=True)
class Attack(Choice[SinaiState]):
    """[8.23] An attack in preparation: its hexes, its units, and the Israeli stacks whose zones are waived for it [12.2]."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units = 0
    waived: Hexes = 0

    rule = "8.0"
    verbs = ("confirm", "with", "attack", "waive", "without", "cancel")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        where = s.game.hex_names(self.hexes)
        if self.side == ISRAEL and s.game.rules.fear_defence:
            text = "You attack {hexes}. Add units or more hexes, or waive a zone, then roll the die [8.23, 12.2]."
            return say(text, hexes=where)
        return say("You attack {hexes}. Add units or more hexes, then roll the die [8.23].", hexes=where)

    def superiority(self, s: SinaiState) -> int:
        """[8.0] Attackers' total minus defenders' total."""
        attackers = sorted(bits(self.units))
        against = sum(t.total for t in defence(s, self.hexes, attackers, self.side, self.waived))
        return attack_tally(s, attackers, self.side).total - against

    def strong_enough(self, s: SinaiState) -> bool:
        return bool(self.units) and self.superiority(s) >= least(s, self.hexes, self.side)

    def joiners(self, s: SinaiState) -> list[int]:
        ready = able(s, self.side)
        found = eligible(s, self.hexes, self.side, self.units, ready)
        if self.side == ARAB and s.game.rules.fear_defence:
            # Nobody joins after whom the attack could not be carried: a nation too weak alone, or one that wakes Fear.
            found = [u for u in found if feasible(s, self.hexes, self.side, self.units | 1 << u, ready)]
        return found

    def further(self, s: SinaiState) -> list[int]:
        """[8.23] Other hexes that can be attacked in the same combat by everybody already in it."""
        if empty_fort(s, self.hexes[0], self.side):
            return []  # [ruling SN-75]
        ready = able(s, self.side)
        found = []
        for h in bits(targets(s, self.side, ready)):
            if h in self.hexes or empty_fort(s, h, self.side):
                continue
            if any(can_reach(s, u, h) for u in bits(self.units)):
                continue
            if feasible(s, (*self.hexes, h), self.side, self.units, ready):
                found.append(h)
        return sorted(found)

    def waivable(self, s: SinaiState) -> int:
        """[12.2] Hexes of Israeli stacks whose zone closes a step of retreat that is otherwise open to a defender whom Fear
        concerns. Waiving lifts the whole zone of that stack, for this combat only (ruling SN-84)."""
        game = s.game
        if not game.rules.fear_defence:
            return 0
        closed_steps: set[int] = set()
        for h in self.hexes:
            for u in defenders(s, h, ARAB):
                if fears(s, u, []):
                    by_zones = forbidden(s, u, self.waived) & ~forbidden(s, u, EVERY_ZONE)
                    edges = game.ground(ARAB, not game.mechanized >> u & 1, bridges(s)).edges
                    closed_steps |= {n for n, _ in edges[h] if by_zones >> n & 1}
        stacks = exerting(s, ISRAEL) & ~self.waived
        steps = sum(1 << n for n in closed_steps)
        return sum(1 << x for x in bits(stacks) if zone(s, ISRAEL, ~(1 << x)) & steps)

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        if self.strong_enough(s):
            yield Action("confirm")
        for u in self.joiners(s):
            yield Action("with", (game.name_of(u),))
        for h in self.further(s):
            yield Action("attack", (game.hex_name(h),))
        for h in sorted(bits(self.waivable(s))):
            yield Action("waive", (game.hex_name(h),))
        for u in sorted(bits(self.units)):
            yield Action("without", (game.name_of(u),))
        yield Action("cancel")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if pick(3) == 0 and self.strong_enough(s):
            return Action("confirm")
        if pick(10) == 0:
            extra = [Action("attack", (s.game.hex_name(h),)) for h in self.further(s)]
            extra += [Action("waive", (s.game.hex_name(h),)) for h in bits(self.waivable(s))]
            if extra:
                return extra[pick(len(extra))]
        joiners = self.joiners(s)
        if joiners:
            return Action("with", (s.game.name_of(joiners[pick(len(joiners))]),))
        return Action("confirm") if self.strong_enough(s) else Choice.sample(self, s, pick)

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "confirm" and not a.args:
            if self.strong_enough(s):
                return None
            if not self.units:
                return refuse("8.11", "No unit takes part in the attack yet.")
            return too_weak(s, self, self.superiority(s))
        if a.verb == "cancel" and not a.args:
            return None  # [8.12] every attack is voluntary until it is resolved
        p = game.parts(a)
        if len(a.args) != 1 or len(p.units) + len(p.path) != 1:
            return self.not_now(s, a)
        if a.verb == "with" and p.units:
            return self._check_unit(s, p.unit)
        if a.verb == "without" and p.units:
            taking_part = self.units >> p.unit & 1
            return (
                None
                if taking_part
                else refuse("8.12", "{unit} takes no part in the attack.", unit=game.name_of(p.unit))
            )
        if a.verb == "attack" and p.hexes:
            return self._check_further(s, p.to)
        if a.verb == "waive" and p.hexes:
            if self.waivable(s) >> p.to & 1:
                return None
            text = "No Israeli unit in {hex} has a zone that blocks a retreat Fear concerns."
            return refuse("12.2", text, hex=game.hex_name(p.to))
        return self.not_now(s, a)

    def _check_further(self, s: SinaiState, h: int) -> Refusal | None:
        """[8.23, 18.13] May this hex be attacked in the same combat?"""
        if h in self.further(s):
            return None
        where = s.game.hex_name(h)
        if h in self.hexes:
            return refuse("8.23", "{hex} is attacked in this combat already.", hex=where)
        if refusal := may_be_attacked(s, h, self.side):
            return refusal
        if empty_fort(s, h, self.side) or empty_fort(s, self.hexes[0], self.side):
            text = "A Settlement or City without units is attacked by itself (ruling SN-75)."
            return refuse("18.13", text)
        for u in bits(self.units):
            if refusal := can_reach(s, u, h):
                return refusal
        text = "{hex} cannot be attacked in the same combat: nobody is next to all the hexes, or the Superiority does not suffice."
        return refuse("8.23", text, hex=where)

    def _check_unit(self, s: SinaiState, u: int) -> Refusal | None:
        name = s.game.name_of(u)
        if self.units >> u & 1:
            return refuse("8.14", "{unit} takes part already.", unit=name)
        refusal = may_attack(s, u, self.side)
        refusal = refusal or next((r for h in self.hexes if (r := can_reach(s, u, h))), None)
        refusal = refusal or may_join(s, u, list(bits(self.units)))
        if refusal is None and u not in self.joiners(s):
            text = "The units of {country} alone are too weak for this attack."
            return refuse(("8.5", "15.32"), text, country=COUNTRIES[s.game.front[u]])
        return refusal

    def label(self, s: SinaiState, a: Action) -> str:
        game, p = s.game, s.game.parts(a)
        match a.verb:
            case "confirm":
                return say("Make the attack at {value}", value=signed(self.superiority(s)))
            case "cancel":
                return say("Call the attack off")
            case "attack":
                return say("Attack also {target}", target=target_words(s, p.to, self.side))
            case "waive":
                units = game.names(s.units_in(p.to, ISRAEL))
                return say("Waive the zone of {units} in {hex} [12.2]", units=units, hex=game.hex_name(p.to))
        return ""

    def apply(self, s: SinaiState, a: Action) -> None:
        p = s.game.parts(a)
        match a.verb:
            case "with":
                s.then(replace(self, units=self.units | 1 << p.unit))
            case "without":
                s.then(replace(self, units=self.units & ~(1 << p.unit)))
            case "attack":
                s.then(replace(self, hexes=(*self.hexes, p.to)))
            case "waive":
                where = s.game.hex_name(p.to)
                s.tell("12.2", "Israel waives the zone of its units in {hex}.", hex=where, at=(p.to,), about="fight")
                s.then(replace(self, waived=self.waived | 1 << p.to))
            case "confirm":
                s.then(Resolve(self.side, self.hexes, self.units, self.waived))

    def forecast(self, s: SinaiState) -> ForecastFacts | None:
        """Strengths with their reasons, the column, and the exact chances."""
        return forecast(s, self)


@dataclass(frozen=True, slots=True)
class Resolve(Step[SinaiState]):
    """[8.0, 15.32, 18.11, 20.2] The attack is made: everybody concerned is noted, then the die is rolled or a Settlement
    falls."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    waived: Hexes

    def run(self, s: SinaiState) -> None:
        game = s.game
        attack = Attack(self.side, self.hexes, self.units, self.waived)
        value = attack.superiority(s)
        settlement = least(s, self.hexes, self.side) == SETTLEMENT_SUPERIORITY
        if s.told:
            tell_attack(s, attack)
        s.fought |= self.units
        where = sum(1 << h for h in self.hexes)
        s.struck |= where
        enemies = [u for h in self.hexes for u in s.units_in(h, other(self.side))]
        s.attacked |= sum(1 << u for u in enemies)
        detruck_under_attack(s, enemies)
        s.dormant &= ~sum(1 << u for u in enemies)
        attackers = tuple(bits(self.units))
        jordan_attacks_settlement(s, attackers, where)
        jordan_enters_israel(s, attackers, where)
        advance = AfterCombat(self.side, self.hexes, self.units)
        if settlement:
            destroy(s, self.hexes[0])
            s.then(advance)
        elif enemies == [game.supply_unit]:
            # [10.15] unless the enemy zone has already driven it back
            pull_back_supply_unit(s, forced=s.loc[game.supply_unit] in self.hexes)
            s.then(advance)
        else:
            s.then(Roll("combat"), Result(self.side, self.hexes, self.units, self.waived, value), advance)


def tell_attack(s: SinaiState, attack: Attack) -> None:
    """[8.0, 8.3] The attack as the book announces it: both Strengths, every addition by name, the Attack Superiority."""
    game, attackers = s.game, sorted(bits(attack.units))
    mine = attack_tally(s, attackers, attack.side)
    theirs = defence(s, attack.hexes, attackers, attack.side, attack.waived)
    against = sum(t.total for t in theirs)
    enemies = [u for h in attack.hexes for u in s.units_in(h, other(attack.side))]
    whom = say(" ({enemies})", enemies=game.names(enemies)) if enemies else ""
    text = (
        "{units} {units#attacks|attack} {hexes}{whom}: {have} against {against}, Attack Superiority {value}.{reasons}"
    )
    plus = [plus_words(*line) for t in (mine, *theirs) for line in t.plus]
    reasons = say(" {list^}.", list=row("; ", plus)) if plus else ""
    s.tell(
        "8.0",
        text,
        units=game.names(attackers),
        hexes=game.hex_names(attack.hexes),
        whom=whom,
        have=mine.total,
        against=against,
        value=signed(mine.total - against),
        reasons=reasons,
        at=attack.hexes,
        about="fight",
    )


def plus_words(text: str, paragraph: str, points: int) -> Sentence:
    """An addition to a Strength: "rough terrain +2 [8.3]"."""
    return say("{text} {points} [{cited}]", text=text, points=signed(points), cited=cite(paragraph))


def too_weak(s: SinaiState, attack: Attack, have: int) -> Refusal:
    """[15.32, 18.11] The Attack Superiority that is missing."""
    need = least(s, attack.hexes, attack.side)
    if need == SETTLEMENT_SUPERIORITY:
        text = "The Attack Superiority is {have}; a Settlement or City without units falls at {need} or more."
        return refuse("18.11", text, have=signed(have), need=signed(need))
    text = "The Attack Superiority is {have}; at least {need} is needed (ruling SN-07)."
    return refuse(("8.0", "15.32"), text, have=signed(have), need=signed(need))


@dataclass(frozen=True, slots=True)
class Result(Step[SinaiState]):
    """[9.0, 9.11, 25.21] Read the Combat Results Table and let the defenders retreat."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    waived: Hexes
    superiority: int

    def run(self, s: SinaiState) -> None:
        enemy = other(self.side)
        table = s.game.tables["combat_results"]
        result = table.result(s.die, table.column(self.superiority))
        column = table.columns[table.column(self.superiority)]
        if result == "-":
            s.tell("9.0", "Die {die}, column {column}: no effect.", die=s.die, column=column, about="result")
            return
        text = "Die {die}, column {column}: result {result}, the position falls."
        if any(s.units_in(h, enemy) for h in self.hexes):
            text = "Die {die}, column {column}: the defenders retreat {result} {result#hex|hexes}."
        s.tell("9.11", text, die=s.die, column=column, result=int(result), about="result")
        retreating = defeated(s, self.hexes, enemy)
        fallen = [h for h in self.hexes if position_in(s, h, self.side)]
        if retreating:
            s.then(Retreat(enemy, retreating, int(result), self.waived, sum(1 << h for h in self.hexes)))
        for h in fallen:
            destroy(s, h)
        if fallen and int(result) <= 2:
            s.then(LoseAttacker(self.units, fallen[0]))
