"""[14.3-14.5, 15.0] Fire: who shoots first, each unit on its own, results, and the end of a combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Roll, Step, UnitId, Units, bits, number, say
from sandtable.core.facts import DetailsFacts, ForecastFacts

from . import retreat
from .air import lose_strikes
from .names import SIDE_NAMES
from .pursuit import Pursuit
from .shifts import fire_column, fire_forecast, fire_shifts, result_name
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision, told


@dataclass(frozen=True, slots=True)
class OpenFire(Step[MusketeerState]):
    """[14.3, 14.4] The defender's terrain decides who fires first; one round for each side, then the combat is over."""

    def run(self, s: MusketeerState) -> None:
        contingent = s.game.contingent_of[s.defenders()[0]]
        first, second = "attacker", "defender"
        if s.game.defender_fires_first(s.target, contingent):
            first, second = second, first
        side = SIDE_NAMES[s.role_side(first)]
        s.tell("14.4", "The {side} fires first.", side=side, at=(s.target,), about="fight")
        s.then(Fires(first), Fires(second), EndOfCombat())


def shooters(s: MusketeerState, role: str) -> list[int]:
    """[14.4, 14.8] Units of one side of the combat that are still there and have not fired in this phase."""
    units = sorted(bits(s.attackers)) if role == "attacker" else s.defenders()
    return [u for u in units if not s.fired >> u & 1]


def targets_of(s: MusketeerState, role: str) -> list[int]:
    """[14.2, 14.4] The units that the fire of this side can hit."""
    if role == "attacker":
        return s.defenders()
    return s.stacks().get(s.aim, [])


@dataclass(frozen=True, slots=True)
class Fires(Step[MusketeerState]):
    """[14.3, 14.5, 15.4] All units of one side fire, one by one, as long as there is somebody to hit."""

    role: str

    def run(self, s: MusketeerState) -> None:
        units = shooters(s, self.role)
        if not units:
            return
        if self.role == "defender" and not s.aim:
            stacks = sorted(s.stacks())
            if len(stacks) > 1:
                s.then(Aim(), self)
                return
            s.aim = stacks[0]
        if not targets_of(s, self.role):
            return
        if len(units) == 1:
            s.then(*fire(s, units[0], self.role))
        else:
            s.then(ChooseFire(self.role))


def fire(s: MusketeerState, u: int, role: str) -> tuple[Roll, Hit, Verdict, Fires]:
    """[14.5] One unit takes aim: everybody reads its factor, every shift, and the column on which the die will fall."""
    if s.told:
        s.tell(
            "14.5",
            "{unit} fires with combat factor {factor}{shifts}: column {column}.",
            unit=s.game.name_of(u),
            factor=s.combat(u),
            shifts=told(fire_shifts(s, u)),
            column=number(s.game.tables["ground_crt"].columns[fire_column(s, u)]),
            at=(s.loc[u],),
            about="fight",
        )
    return Roll(say("fire of {unit}", unit=s.game.name_of(u))), Hit(u, role), Verdict(), Fires(role)


@dataclass(frozen=True, slots=True)
class Aim(Decision):
    """[14.4] A force attacked from several hexes fires at one of the attacking stacks [ruling MU-13]."""

    rule = "14.4"
    verbs = ("aim",)

    def actor(self, s: MusketeerState) -> str:
        return s.role_side("defender")

    def in_the_open(self, s: MusketeerState, side: str) -> bool:
        return True

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "Choose the attacking stack that your defenders of {where} fire at [14.4].", where=s.game.where(s.target)
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("aim", (s.game.hex_name(h),)) for h in sorted(s.stacks()))

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Fire at the stack in {where}", where=s.game.where(s.game.parts(a).to))

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.aim = s.game.parts(a).to
        s.tell(
            "14.4", "The defenders fire at the stack in {where}.", where=s.game.where(s.aim), at=(s.aim,), about="fight"
        )


@dataclass(frozen=True, slots=True)
class ChooseFire(Decision):
    """[14.5, 14.6] Which unit fires next."""

    role: str
    rule = "14.6"
    verbs = ("fire",)

    def actor(self, s: MusketeerState) -> str:
        return s.role_side(self.role)

    def in_the_open(self, s: MusketeerState, side: str) -> bool:
        return True

    def prompt(self, s: MusketeerState) -> str:
        where = s.game.where(s.target)
        if self.role == "attacker":
            return say("Fight for {where}: choose your next attacker to fire [14.6].", where=where)
        return say("Fight for {where}: choose your next defender to fire [14.6].", where=where)

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Fire with {unit}", unit=s.game.name_of(s.game.parts(a).unit))

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("fire", (s.game.name_of(u),)) for u in shooters(s, self.role))

    def forecast(self, s: MusketeerState) -> ForecastFacts | None:
        return fire_forecast(s, max(shooters(s, self.role), key=s.combat))

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        return {"forecast": fire_forecast(s, s.game.parts(a).unit)}

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.then(*fire(s, s.game.parts(a).unit, self.role))


@dataclass(frozen=True, slots=True)
class Hit(Step[MusketeerState]):
    """[14.5, 15.1] The result of one unit's fire, applied at once."""

    unit: UnitId
    role: str

    def run(self, s: MusketeerState) -> None:
        game, u, t = s.game, self.unit, s.game.tables["ground_crt"]
        column = fire_column(s, u)
        result = t.result(s.die, column)
        s.fired |= 1 << u
        s.tell(
            "14.5",
            "{unit} rolls {die} on column {column}, {code}: {result}.",
            unit=game.name_of(u),
            die=s.die,
            column=number(t.columns[column]),
            code=number(result),
            result=result_name(result),
            at=(s.loc[u],),
            about="result",
        )
        if self.role == "attacker":
            s.last_stack = s.loc[u]
            if "*" in result:
                s.starred |= 1 << s.loc[u]
        match result.rstrip("*"):
            case "-":
                return
            case "A/G":
                s.then(LoseSupport(s.role_side("defender" if self.role == "attacker" else "attacker")))
            case code:
                s.then(Suffer(code, "defender" if self.role == "attacker" else "attacker"))


@dataclass(frozen=True, slots=True)
class LoseSupport(Step[MusketeerState]):
    """[15.1, 19.9, 25.6] A/G: one committed airstrike, special forces or guerrilla marker is lost; ground units are safe."""

    side: str

    def run(self, s: MusketeerState) -> None:
        helper = s.helper(self.side)
        strikes = sorted(bits(s.cas)) if self.side == s.side else []
        if strikes and helper >= 0:
            s.then(ChooseSupportLoss(self.side))
        elif strikes:
            lose_strikes(s, strikes, 1, "19.9")
            s.cas &= ~(1 << strikes[0])
        elif helper >= 0:
            lose_helper(s, helper)
        else:
            s.tell("15.1", "Nothing to hit: no aircraft, special forces or guerrillas.", at=(s.target,))


def lose_helper(s: MusketeerState, u: int) -> None:
    s.helpers &= ~(1 << u)
    s.eliminate(u)
    s.tell("25.6", "{unit} is eliminated: result A/G.", unit=s.game.name_of(u), at=(s.target,), about="loss")


@dataclass(frozen=True, slots=True)
class ChooseSupportLoss(Decision):
    """[25.6] With both committed, the owner selects one, and only one."""

    side: str
    rule = "25.6"
    verbs = ("lose",)

    def actor(self, s: MusketeerState) -> str:
        return self.side

    def in_the_open(self, s: MusketeerState, side: str) -> bool:
        return True

    def prompt(self, s: MusketeerState) -> str:
        return say("Result A/G: choose what is lost, an airstrike or the special forces or guerrilla marker [25.6].")

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("lose", (s.game.name_of(min(bits(s.cas))),))
        yield Action("lose", (s.game.name_of(s.helper(self.side)),))

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.parts(a).unit
        if s.cas >> u & 1:
            s.cas &= ~(1 << u)
            lose_strikes(s, [u], 1, "19.9")
        else:
            lose_helper(s, u)


@dataclass(frozen=True, slots=True)
class Suffer(Step[MusketeerState]):
    """[15.2] D, DR, E and R hit one unit; its owner picks it where there is a choice."""

    code: str
    role: str

    def run(self, s: MusketeerState) -> None:
        units = targets_of(s, "defender" if self.role == "attacker" else "attacker")
        if len(units) == 1:
            s.then(Apply(self.code, units[0]))
        else:
            s.then(ChooseLoss(self.code, self.role))


@dataclass(frozen=True, slots=True)
class ChooseLoss(Decision):
    """[15.2] The player who suffers the result determines which unit is affected."""

    code: str
    role: str
    rule = "15.2"
    verbs = ("lose",)

    def actor(self, s: MusketeerState) -> str:
        return s.role_side(self.role)

    def in_the_open(self, s: MusketeerState, side: str) -> bool:
        return True

    def units(self, s: MusketeerState) -> list[int]:
        return targets_of(s, "defender" if self.role == "attacker" else "attacker")

    def prompt(self, s: MusketeerState) -> str:
        return say("Result {code}: choose the unit that takes it [15.1, 15.2].", code=number(self.code))

    def label(self, s: MusketeerState, a: Action) -> str:
        """What will be lost in all."""
        u = s.game.parts(a).unit
        unit, dies = s.game.name_of(u), not s.survives_disruption(u)
        if self.code == "E" or ("D" in self.code and dies):
            return say("{unit} is eliminated", unit=unit)
        if self.code == "D":
            return say("{unit} is disrupted", unit=unit)
        if self.code == "R":
            return say("{unit} must retreat", unit=unit)
        return say("{unit} is disrupted and must retreat", unit=unit)

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("lose", (s.game.name_of(u),)) for u in self.units(s))

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.then(Apply(self.code, s.game.parts(a).unit))


@dataclass(frozen=True, slots=True)
class Apply(Step[MusketeerState]):
    """[15.1, 15.3, 16.0] Disrupt, eliminate or retreat the unit."""

    code: str
    unit: UnitId

    def run(self, s: MusketeerState) -> None:
        u, h, name = self.unit, s.loc[self.unit], s.game.name_of(self.unit)
        if self.code == "E":
            s.eliminate(u)
            s.tell("15.1", "{unit} is eliminated: result E.", unit=name, at=(h,), about="loss")
            return
        if "D" in self.code:
            code, again = number(self.code), bool(s.disrupted >> u & 1)
            if not s.disrupt(u):
                if again:
                    text = say("{unit} is eliminated: disrupted a second time, result {code}.", unit=name, code=code)
                else:
                    text = say("{unit} is eliminated: it has one side only, result {code}.", unit=name, code=code)
                s.tell("15.3", "{loss}", loss=text, at=(h,), about="loss")
                return
            s.tell("15.3", "{unit} is disrupted: result {code}.", unit=name, code=code, at=(h,))
        if "R" in self.code:
            s.then(retreat.MustRetreat(u))


# The end of a combat ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EndOfCombat(Step[MusketeerState]):
    """[14.3, 17.1, 18.3, 19.10, 25.1, 29.4, 29.5] Support goes home, failed direct assaults die, winners may pursue."""

    def run(self, s: MusketeerState) -> None:
        send_support_home(s)
        frames: list[Step[MusketeerState] | Choice[MusketeerState]] = [Verdict()]
        if not s.defenders():
            s.tell("17.1", "{where} is cleared.", where=s.game.where(s.target), at=(s.target,), about="ground")
            units, must = winners(s)
            if units:
                frames.append(Pursuit(s.target, units, must))
        else:
            for u in s.stacks().get(s.target, []):
                s.eliminate(u)
                name = s.game.name_of(u)
                text = "{unit} is eliminated: enemies remain in the hex of its direct assault."
                s.tell("29.5", text, unit=name, at=(s.target,), about="loss")
        s.cas = s.helpers = 0
        s.then(*frames)


def send_support_home(s: MusketeerState) -> None:
    """[18.3, 19.10, 25.1] Airstrikes have flown if an attacker came to fire; markers go to their Reinforcement Box."""
    if s.last_stack:
        s.used |= s.cas
    elif s.cas:
        flown = s.supported.count(s.target) - s.cas.bit_count()
        s.supported = (*(h for h in s.supported if h != s.target), *(s.target,) * flown)
        s.tell("19.10", "No attacker came to fire: the close air support is not used.", at=(s.target,))
    for u in bits(s.helpers):
        s.loc[u] = s.game.box_of[s.game.contingent_of[u]]


def winners(s: MusketeerState) -> tuple[Units, Units]:
    """[17.1, 17.5, 17.6, 29.4, 29.5] Who may pursue, the last stack to fire or all of a concentric attack; and who must."""
    stacks = s.stacks()
    stay = s.game.static | s.without_zone
    units = must = 0
    for h, members in stacks.items():
        if s.concentric or h == s.last_stack:
            able = sum(1 << u for u in members) & ~stay
            units |= able
            must |= able if s.starred >> h & 1 else 0
    return units, must
