"""[14.3-14.5, 15.0] Fire: who shoots first, each unit on its own, results, and the end of a combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Choice, Roll, Step, UnitId, bits

from . import retreat
from .air import lose_strikes
from .pursuit import Pursuit
from .shifts import RESULT_NAMES, fire_column, fire_forecast, role_side
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision


@dataclass(frozen=True, slots=True)
class OpenFire(Step):
    """[14.3, 14.4] The defender's terrain decides who fires first; one round for each side, then the combat is over."""

    def run(self, s: MusketeerState) -> None:
        contingent = s.game.contingent_of[s.defenders()[0]]
        first, second = "attacker", "defender"
        if s.game.defender_fires_first(s.target, contingent):
            first, second = second, first
        s.tell("14.4", "The {} fires first", first, at=(s.target,))
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
class Fires(Step):
    """[14.3, 14.5, 15.4] All units of one side fire, one by one, as long as there is somebody to hit."""

    role: str

    def run(self, s: MusketeerState) -> None:
        units = shooters(s, self.role)
        if not units or not s.attackers:
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
    return Roll(f"fire of {s.game.name_of(u)}"), Hit(u, role), Verdict(), Fires(role)


@dataclass(frozen=True, slots=True)
class Aim(Decision):
    """[14.4] A force attacked from several hexes fires at one of the attacking stacks [ruling MU-13]."""

    rule = "14.4"

    def actor(self, s: MusketeerState) -> str:
        return role_side(s, "defender")

    def prompt(self, s: MusketeerState) -> str:
        return f"Choose the attacking stack at which the defenders of {s.game.where(s.target)} fire [14.4]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("aim", (s.game.hex_name(h),)) for h in sorted(s.stacks()))

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.aim = s.game.hex(a.args[0])
        s.tell("14.4", "The defenders fire at the stack in {}", a.args[0], at=(s.aim,))


@dataclass(frozen=True, slots=True)
class ChooseFire(Decision):
    """[14.5, 14.6] Which unit fires next."""

    role: str
    rule = "14.6"

    def actor(self, s: MusketeerState) -> str:
        return role_side(s, self.role)

    def prompt(self, s: MusketeerState) -> str:
        return f"Combat at {s.game.where(s.target)}: choose the next {self.role} to fire [14.6]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("fire", (s.game.name_of(u),)) for u in shooters(s, self.role))

    def forecast(self, s: MusketeerState) -> dict[str, Any] | None:
        return fire_forecast(s, max(shooters(s, self.role), key=s.combat))

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        return {"forecast": fire_forecast(s, s.game.unit(a.args[0]))}

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.then(*fire(s, s.game.unit(a.args[0]), self.role))


@dataclass(frozen=True, slots=True)
class Hit(Step):
    """[14.5, 15.1] The result of one unit's fire, applied at once."""

    unit: UnitId
    role: str

    def run(self, s: MusketeerState) -> None:
        game, u, t = s.game, self.unit, s.game.tables["ground_crt"]
        column = fire_column(s, u)
        result = t.result(s.die, column)
        s.fired |= 1 << u
        s.tell(
            "14.5", "{} fires on column {}: {}", game.name_of(u), t.columns[column], RESULT_NAMES[result.rstrip("*")]
        )
        if self.role == "attacker":
            s.last_stack = s.loc[u]
            if "*" in result:
                s.starred |= 1 << s.loc[u]
        match result.rstrip("*"):
            case "-":
                return
            case "A/G":
                s.then(LoseSupport(role_side(s, "defender" if self.role == "attacker" else "attacker")))
            case code:
                s.then(Suffer(code, "defender" if self.role == "attacker" else "attacker"))


@dataclass(frozen=True, slots=True)
class LoseSupport(Step):
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
            s.tell("15.1", "Nothing to hit: no aircraft, special forces or guerrillas", at=(s.target,))


def lose_helper(s: MusketeerState, u: int) -> None:
    s.helpers &= ~(1 << u)
    s.eliminate(u)
    s.tell("25.6", "{} is eliminated", s.game.name_of(u), at=(s.target,))


@dataclass(frozen=True, slots=True)
class ChooseSupportLoss(Decision):
    """[25.6] With both committed, the owner selects one, and only one."""

    side: str
    rule = "25.6"

    def actor(self, s: MusketeerState) -> str:
        return self.side

    def prompt(self, s: MusketeerState) -> str:
        return "A/G: choose an airstrike or the special forces or guerrilla marker to lose [25.6]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("lose", (s.game.name_of(min(bits(s.cas))),))
        yield Action("lose", (s.game.name_of(s.helper(self.side)),))

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        if s.cas >> u & 1:
            s.cas &= ~(1 << u)
            lose_strikes(s, [u], 1, "19.9")
        else:
            lose_helper(s, u)


@dataclass(frozen=True, slots=True)
class Suffer(Step):
    """[15.2] D, DR, E and R hit one unit; its owner picks it where there is a choice."""

    code: str
    role: str

    def run(self, s: MusketeerState) -> None:
        units = targets_of(s, "defender" if self.role == "attacker" else "attacker")
        if len(units) == 1:
            s.then(Apply(self.code, units[0]))
        elif units:
            s.then(ChooseLoss(self.code, self.role))


@dataclass(frozen=True, slots=True)
class ChooseLoss(Decision):
    """[15.2] The player who suffers the result determines which unit is affected."""

    code: str
    role: str
    rule = "15.2"

    def actor(self, s: MusketeerState) -> str:
        return role_side(s, self.role)

    def units(self, s: MusketeerState) -> list[int]:
        return targets_of(s, "defender" if self.role == "attacker" else "attacker")

    def prompt(self, s: MusketeerState) -> str:
        return f"Result {self.code}: choose the unit that suffers it [15.1, 15.2]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("lose", (s.game.name_of(u),)) for u in self.units(s))

    def apply(self, s: MusketeerState, a: Action) -> None:
        s.then(Apply(self.code, s.game.unit(a.args[0])))


@dataclass(frozen=True, slots=True)
class Apply(Step):
    """[15.1, 15.3, 16.0] Disrupt, eliminate or retreat the unit."""

    code: str
    unit: UnitId

    def run(self, s: MusketeerState) -> None:
        u, h, name = self.unit, s.loc[self.unit], s.game.name_of(self.unit)
        if self.code == "E":
            s.eliminate(u)
            s.tell("15.1", "{} is eliminated", name, at=(h,))
            return
        if "D" in self.code:
            alive = s.disrupt(u)
            s.tell("15.3", "{} is {}", name, "disrupted" if alive else "eliminated", at=(h,))
            if not alive:
                return
        if "R" in self.code:
            s.then(retreat.MustRetreat(u))


# The end of a combat ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EndOfCombat(Step):
    """[14.3, 17.1, 18.3, 19.10, 25.1, 29.4, 29.5] Support goes home, failed direct assaults die, winners may pursue."""

    def run(self, s: MusketeerState) -> None:
        game = s.game
        if s.last_stack:
            s.used |= s.cas
        elif s.cas:
            flown = s.supported.count(s.target) - s.cas.bit_count()
            s.supported = (*(h for h in s.supported if h != s.target), *(s.target,) * flown)
            s.tell("19.10", "No attacker came to fire: the close air support is not used", at=(s.target,))
        for u in bits(s.helpers):
            s.loc[u] = game.box_of[game.contingent_of[u]]
        cleared = not s.defenders()
        frames: list[Step | Choice] = [Verdict()]
        if cleared:
            s.tell("17.1", "{} is cleared", game.where(s.target), at=(s.target,))
            stacks = s.stacks()
            winners = stacks if s.concentric else {s.last_stack: stacks.get(s.last_stack, [])}
            units = must = 0
            for h, members in winners.items():
                for u in members:
                    if h != s.target and not (game.static | s.without_zone) >> u & 1:
                        units |= 1 << u
                        if s.starred >> h & 1:
                            must |= 1 << u
            if units:
                frames.append(Pursuit(s.target, units, must))
            s.assaulting &= ~sum(1 << u for u in stacks.get(s.target, []))
        else:
            for u in s.stacks().get(s.target, []):
                if s.assaulting >> u & 1:
                    s.eliminate(u)
                    s.tell("29.5", "{} is eliminated: enemies remain in the hex", game.name_of(u), at=(s.target,))
        s.cas = s.helpers = 0
        s.then(*frames)
