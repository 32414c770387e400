"""[1980:5.0, 1980:6.0, 2021:7.0] Who may attack whom, and how an attack is evaluated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, NamedTuple

from sandtable.core import (
    Action,
    Hexes,
    Offering,
    Pick,
    Refusal,
    Roll,
    Sentence,
    Step,
    Term,
    UnitId,
    Units,
    bits,
    cite,
    refuse,
    row,
    say,
    signed,
    standing,
    together,
)
from sandtable.core.facts import ForecastFacts

from .artillery import no_support
from .forecast import forecast
from .optional import strength_of
from .results import CombatResult
from .state import SuezState
from .terrain import NAMES
from .zones import enemy_of, zone_against


# Pre-conditions -------------------------------------------------------------------------------------------------
def able_to_attack(s: SuezState, side: str) -> Units:
    """[1980:5.0, 1980:5.3, 2021:7.1, 2021:15.5.1] Units that have not attacked and did not land this turn [ruling AS-35]."""
    return s.game.roster.of_side[side] & ~(s.fought | s.landed)


def attackers_of(s: SuezState, target: UnitId) -> list[UnitId]:
    """[1980:5.0, 1980:5.5, 2021:7.1] Units that may still take part in an attack on this target."""
    able = able_to_attack(s, enemy_of(s.game.side_of[target]))
    return s.units_in(s.game.map.grid.adjacent[s.loc[target]], able)


def targets(s: SuezState, side: str) -> list[UnitId]:
    """[1980:5.0, 1980:5.4, 2021:7.1] Enemy units next to a unit that can attack, not attacked yet in this phase."""
    near = s.game.map.grid.spread(s.occupied(able_to_attack(s, side)))
    return s.units_in(near, s.game.roster.of_side[enemy_of(side)] & ~s.fought)


def obliged(s: SuezState, side: str) -> list[UnitId]:
    """[1980:9.2, 2021:12.1] On Game-Turn 1 every unit in an enemy zone must attack, while it has somebody to attack.

    Only participants move in combat, and nobody is attacked twice, so that no new obligation arises in the phase.
    """
    if s.turn > 1:
        return []
    fresh = _unfought(s, enemy_of(side))
    near = s.game.map.grid.adjacent
    able = standing(s.loc, able_to_attack(s, side))
    return [u for u in able if zone_against(s, u) >> s.loc[u] & 1 and near[s.loc[u]] & fresh]


def stranded(s: SuezState, target: UnitId, attackers: Units) -> list[UnitId]:
    """[1980:9.2, 2021:12.1] Units that could not attack any more after this attack: they have to join it [ruling AS-27]."""
    left = _unfought(s, s.game.side_of[target]) & ~(1 << s.loc[target])
    near = s.game.map.grid.adjacent
    side = enemy_of(s.game.side_of[target])
    return [u for u in obliged(s, side) if not attackers >> u & 1 and not near[s.loc[u]] & left]


def _unfought(s: SuezState, side: str) -> Hexes:
    return s.occupied(s.game.roster.of_side[side] & ~s.fought)


# Evaluation -----------------------------------------------------------------------------------------------------
TERRAIN: Final = {kind: say("{terrain}", terrain=Term("terrain", name)) for kind, name in NAMES.items()}
COMBINED_ARMS, SUPPORT = say("combined arms"), say("artillery support")


class Shift(NamedTuple):
    columns: int
    text: Sentence
    rule: str


class Odds(NamedTuple):
    """An attack before the die is thrown."""

    attack: int
    defence: int
    shifts: tuple[Shift, ...]
    column: int

    @property
    def differential(self) -> int:
        return self.attack - self.defence


def odds(s: SuezState, target: UnitId, attackers: Units, support: bool) -> Odds:
    """[1980:6.0, 1980:6.2, 1980:8.2, 1980:13.3, 2021:7.2] Differential and the net of all shifts give the column.

    A differential beyond the table counts as its end column before the shift [ruling AS-26].
    """
    game, rule = s.game, s.game.edition.rule
    attack, hexes = 0, 0
    for u in bits(attackers):
        attack += strength_of(s, u)
        hexes |= 1 << s.loc[u]
    defence = strength_of(s, target)
    shifts = []
    columns, kind = game.terrain.shift(s.loc[target], hexes)
    if columns:
        paragraph = rule.ridge_shift if kind == "elevated_sand_ridge" else rule.terrain_shift
        shifts.append(Shift(columns, TERRAIN[kind], paragraph))
    if is_combined_arms(s, attackers):
        shifts.append(Shift(game.terrain.combined_arms_shift, COMBINED_ARMS, rule.combined_arms))
    if support:
        shifts.append(Shift(game.terrain.artillery_shift, SUPPORT, rule.support))
    column = game.crt.shifted(attack - defence, sum(x.columns for x in shifts))
    return Odds(attack, defence, tuple(shifts), column)


def is_combined_arms(s: SuezState, attackers: Units) -> bool:
    """[1980:8.0, 1980:8.1, 2021:10.0] Armor together with mechanized or other infantry, by day and by night."""
    return bool(attackers & s.game.armor and attackers & s.game.foot)


@cache
def attack_on(target: Term) -> Sentence:
    """What the die is thrown for."""
    return say("attack on {unit}", unit=target)


# The phase ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CombatPhase(Step[SuezState]):
    """[1980:3.0, 1980:5.0, 2021:4.1, 2021:4.2] Attack after attack, until nobody can or wants to."""

    side: str

    def run(self, s: SuezState) -> None:
        if targets(s, self.side):
            s.then(ChooseAttack(self.side))

    def phase(self) -> str:
        return f"{self.side}-combat"


@dataclass(frozen=True, slots=True)
class ChooseAttack(Offering[SuezState, UnitId | None]):
    """[1980:5.1, 1980:5.2, 1980:6.1, 2021:7.1] Name the next enemy unit to attack, or end the phase."""

    verbs: ClassVar[tuple[str, ...]] = ("attack", "end")
    side: str

    def actor(self, s: SuezState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-combat"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.attack,)

    def prompt(self, s: SuezState) -> str:
        rule, forced = s.game.edition.rule, obliged(s, self.side)
        if forced:
            return say(
                "{units} must attack [{confusion_attack}]. Choose an enemy unit that you want to attack [{attack}].",
                attack=cite(rule.attack),
                units=s.game.names(forced),
                confusion_attack=cite(rule.confusion_attack),
            )
        text = "Choose an enemy unit that you want to attack, or make no more attacks [{rules}]."
        return say(text, rules=row(", ", dict.fromkeys((cite(rule.attack), cite(rule.voluntary)))))

    def label(self, s: SuezState, a: Action) -> str:
        return say("Done fighting, end the turn") if a.verb == "end" else ""

    def offers(self, s: SuezState) -> list[UnitId | None]:
        """Whom to attack, or nobody."""
        found = targets(s, self.side)
        return [*found] if obliged(s, self.side) else [*found, None]

    def worded(self, s: SuezState, offer: UnitId | None) -> Action:
        return Action("end") if offer is None else Action("attack", (s.game.name_of(offer),))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        rule = s.game.edition.rule
        if a == Action("end"):
            forced = obliged(s, self.side)
            if not forced:
                return None
            return refuse(rule.confusion_attack, "{units} must attack on Game-Turn 1.", units=s.game.names(forced))
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        u = s.game.roster.index.get(a.args[0], -1)
        if u < 0 or s.game.side_of[u] == self.side or s.loc[u] <= 0:
            return refuse(rule.attack, "{unit} is not an enemy unit on the map.", unit=a.args[0])
        if s.fought >> u & 1:
            return refuse(rule.attacked_once, "{unit} has been attacked in this phase.", unit=a.args[0])
        return None if attackers_of(s, u) else self._nobody_attacks(s, u)

    def _nobody_attacks(self, s: SuezState, target: UnitId) -> Refusal:
        """[1980:5.0, 1980:5.3, 2021:7.1, 2021:15.5.1] No unit is next to the target, or those that are have attacked or landed."""
        rule, name = s.game.edition.rule, s.game.name_of(target)
        near = s.game.map.grid.adjacent[s.loc[target]]
        beside = [u for u in s.units_of(self.side) if near >> s.loc[u] & 1]
        if not beside:
            return refuse(
                rule.attack,
                "None of your units is next to {unit} in {hex}.",
                unit=name,
                hex=s.game.hex_name(s.loc[target]),
            )
        landed = [u for u in beside if s.landed >> u & 1]
        if len(landed) == len(beside):
            return refuse("15.5.1", "{units} landed this turn and may not attack.", units=s.game.names(landed))
        fought = s.game.names([u for u in beside if s.fought >> u & 1])
        return refuse(
            rule.attack_once,
            "No other unit is next to {unit}: {fought} fought in this phase.",
            unit=name,
            fought=fought,
        )

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "attack":
            s.then(BuildAttack(self.side, s.game.unit(a.args[0])), CombatPhase(self.side))


Part = tuple[str, UnitId | None]
"""What can be done to an attack: a verb, and a unit where it needs one."""


@dataclass(frozen=True, slots=True)
class BuildAttack(Offering[SuezState, Part]):
    """[1980:5.5, 1980:6.1, 1980:13.3, 2021:7.2, 2021:9.1] Name attackers one by one, add support, then throw the die."""

    verbs: ClassVar[tuple[str, ...]] = ("with", "without", "support", "confirm", "cancel")
    side: str
    target: UnitId
    attackers: Units = 0
    support: bool = False

    def actor(self, s: SuezState) -> str:
        return self.side

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.announce,)

    def prompt(self, s: SuezState) -> str:
        rule, game = s.game.edition.rule, s.game
        text = "You attack {target}. Choose the units that attack it [{together}]."
        if self.attackers:
            text = "{units} {units#attacks|attack} {target}. Add more units, or roll the die [{together}, {announce}]."
        units, cited = (
            game.names(sorted(bits(self.attackers))),
            {"together": cite(rule.together), "announce": cite(rule.announce)},
        )
        forced = game.names(stranded(s, self.target, self.attackers))
        return together(
            say(text, units=units, target=game.name_of(self.target), **cited),
            say("{units} must take part [{rule}].", units=forced, rule=cite(rule.confusion_attack)) if forced else "",
        )

    def candidates(self, s: SuezState) -> list[UnitId]:
        """Who may still join."""
        able = able_to_attack(s, self.side) & ~self.attackers
        return s.units_in(s.game.map.grid.adjacent[s.loc[self.target]], able)

    def offers(self, s: SuezState) -> list[Part]:
        less: list[Part] = [("without", u) for u in sorted(bits(self.attackers))]
        return [*(("with", u) for u in self.candidates(s)), *less, *self.steps(s), ("cancel", None)]

    def steps(self, s: SuezState) -> list[Part]:
        """Support and the die."""
        found: list[Part] = []
        if not self.support and not no_support(s, self.side):
            found.append(("support", None))
        if self.attackers and not stranded(s, self.target, self.attackers):
            found.append(("confirm", None))
        return found

    def worded(self, s: SuezState, offer: Part) -> Action:
        verb, u = offer
        return Action(verb) if u is None else Action(verb, (s.game.name_of(u),))

    def sample(self, s: SuezState, pick: Pick) -> Action:
        """Never takes anything back, so that random play gets on."""
        forward = [("with", u) for u in self.candidates(s)] + self.steps(s) or self.offers(s)
        return self.worded(s, forward[pick(len(forward))])

    def label(self, s: SuezState, a: Action) -> str:
        words = {
            "support": say("Add artillery support"),
            "confirm": say("Roll the die"),
            "cancel": say("Cancel this attack"),
        }
        return words.get(a.verb, "")

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        rule = s.game.edition.rule
        if a == Action("cancel"):
            return None
        if a == Action("support"):
            if self.support:
                return refuse(rule.support_limit, "This attack has artillery support already.")
            return no_support(s, self.side)
        if a == Action("confirm"):
            forced = stranded(s, self.target, self.attackers)
            if forced:
                return refuse(
                    rule.confusion_attack,
                    "{units} must join: on Game-Turn 1 every unit attacks if it can, and only {unit} is left.",
                    units=s.game.names(forced),
                    unit=s.game.name_of(self.target),
                )
            return None if self.attackers else refuse(rule.announce, "Name at least one attacking unit first.")
        if a.verb not in ("with", "without") or len(a.args) != 1:
            return self.not_now(s, a)
        u = s.game.roster.index.get(a.args[0], -1)
        if a.verb == "without":
            inside = u >= 0 and self.attackers >> u & 1
            return None if inside else refuse(rule.announce, "{unit} is not in this attack.", unit=a.args[0])
        if u in self.candidates(s):
            return None
        if u < 0 or s.game.side_of[u] != self.side or s.loc[u] <= 0:
            return refuse(rule.attack, "{unit} is not one of your units on the map.", unit=a.args[0])
        if self.attackers >> u & 1:
            return refuse(rule.attack_once, "{unit} is in this attack already.", unit=a.args[0])
        if s.fought >> u & 1:
            return refuse(rule.attack_once, "{unit} has attacked in this phase.", unit=a.args[0])
        if s.landed >> u & 1:
            return refuse("15.5.1", "{unit} landed this turn and may not attack.", unit=a.args[0])
        name, where = s.game.name_of(self.target), s.game.hex_name(s.loc[self.target])
        return refuse(
            rule.attack, "{unit} is not next to {target} in {where}.", unit=a.args[0], target=name, where=where
        )

    def forecast(self, s: SuezState) -> ForecastFacts | None:
        if not self.attackers:
            return None
        return forecast(s, self.target, self.attackers, odds(s, self.target, self.attackers, self.support))

    def apply(self, s: SuezState, a: Action) -> None:
        match a.verb:
            case "with":
                self.go_on(s, self.attackers | 1 << s.game.unit(a.args[0]), self.support)
            case "without":
                self.go_on(s, self.attackers & ~(1 << s.game.unit(a.args[0])), self.support)
            case "support":
                self.go_on(s, self.attackers, True)
            case "confirm":
                self.announce(s)

    def go_on(self, s: SuezState, attackers: Units, support: bool) -> None:
        s.then(BuildAttack(self.side, self.target, attackers, support))

    def announce(self, s: SuezState) -> None:
        """[1980:6.1, 2021:7.2] Once the die is thrown nothing can be changed."""
        s.fought |= self.attackers | 1 << self.target
        s.supported += self.support
        o = odds(s, self.target, self.attackers, self.support)
        if s.told:
            self._tell_odds(s, o)
        s.then(
            Roll(attack_on(s.game.name_of(self.target))),
            CombatResult(self.side, self.target, self.attackers, o.column),
        )

    def _tell_odds(self, s: SuezState, o: Odds) -> None:
        """[1980:6.1, 2021:7.2] Strengths, differential, every shift by name, and the column."""
        game, rule = s.game, s.game.edition.rule
        shifts = row(", ", [say("{shift} {columns}", shift=x.text, columns=signed(x.columns)) for x in o.shifts])
        text = "{units} {units#attacks|attack} {target}: {attack} - {defence} = {value}; column {column}."
        if o.shifts:
            text = "{units} {units#attacks|attack} {target}: {attack} - {defence} = {value}; {shifts}: column {column}."
        s.tell(
            rule.differential,
            text,
            units=game.names(sorted(bits(self.attackers))),
            target=game.name_of(self.target),
            attack=o.attack,
            defence=o.defence,
            value=signed(o.differential),
            shifts=shifts,
            column=game.crt.columns[o.column],
            at=[s.loc[self.target]],
            about="fight",
        )
