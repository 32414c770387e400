"""[19.8, 25.2] Support for an attack: close air support, special forces and guerrillas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Refusal, Step, refuse, say
from sandtable.core.facts import DetailsFacts, ForecastFacts

from .air import ready
from .flak import show_guns
from .names import SIDE_NAMES
from .odds import attack_forecast
from .state import MusketeerState
from .wording import Decision, plain_number


@dataclass(frozen=True, slots=True)
class CommitAir(Step[MusketeerState]):
    """[19.8, 20.1] The attacker may add airstrikes, not gunfire or rockets, before anybody fires [ruling MU-12]."""

    def run(self, s: MusketeerState) -> None:
        if CloseAirSupport().most(s):
            s.then(CloseAirSupport())


@dataclass(frozen=True, slots=True)
class CloseAirSupport(Decision):
    """[18.3, 18.4, 19.8] How many airstrikes support this attack: one column each, within the limit per hex."""

    rule = "19.8"
    verbs = ("support",)

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def most(self, s: MusketeerState) -> int:
        """[18.4] Airstrikes that flew against this hex in an earlier attack of the phase count too [ruling MU-39]."""
        left = s.game.strike_limit[s.contingent] - s.supported.count(s.target)
        return min(len(ready(s, s.game.airstrikes)), left)

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "Air support against {where}: send up to {n} {n#airstrike|airstrikes} [18.4, 19.8].",
            where=s.game.where(s.target),
            n=self.most(s),
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for n in range(self.most(s), -1, -1):
            yield Action("support", (str(n),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "support" and len(a.args) == 1 and plain_number(a.args[0]) is not None:
            limit, have = s.game.strike_limit[s.contingent], len(ready(s, s.game.airstrikes))
            flown = s.supported.count(s.target)
            text = "{contingent} may use {limit} {limit#airstrike|airstrikes} against one hex in a phase, has flown {flown} and has {have} ready."
            rules = ("18.4",) if int(a.args[0]) > limit - flown else ("18.1", "18.3")
            contingent = s.game.title_of[s.contingent]
            return refuse(rules, text, contingent=contingent, limit=limit, flown=flown, have=have)
        return self.not_now(s, a)

    def forecast(self, s: MusketeerState) -> ForecastFacts | None:
        return self.odds(s, self.most(s))

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        return {"forecast": self.odds(s, s.game.parts(a).amounts[0])}

    def label(self, s: MusketeerState, a: Action) -> str:
        n = s.game.parts(a).amounts[0]
        return say("Support with {n} {n#airstrike|airstrikes}", n=n) if n else say("No close air support")

    def group(self, s: MusketeerState, a: Action) -> str:
        return say("Close air support")

    def odds(self, s: MusketeerState, strikes: int) -> ForecastFacts:
        """The attack with so many airstrikes; unexamined anti-aircraft units are not counted [23.0]."""
        t: MusketeerState = s.copy()
        t.cas = sum(1 << u for u in ready(s, s.game.airstrikes)[:strikes])
        return attack_forecast(t, s.side)

    def apply(self, s: MusketeerState, a: Action) -> None:
        strikes = s.game.parts(a).amounts[0]
        s.cas = sum(1 << u for u in ready(s, s.game.airstrikes)[:strikes])
        s.supported += (s.target,) * strikes
        if strikes:
            s.tell("19.8", "{n} {n#airstrike flies|airstrikes fly} close air support.", n=strikes, at=(s.target,))
            show_guns(s, s.target)


@dataclass(frozen=True, slots=True)
class CommitSpecial(Step[MusketeerState]):
    """[25.2] First the attacker, then the defender may commit special forces or guerrillas, if there are any."""

    role: str

    def run(self, s: MusketeerState) -> None:
        if available_helpers(s, self.role):
            s.then(SpecialForces(self.role))


def available_helpers(s: MusketeerState, role: str) -> list[int]:
    """[14.10, 25.2] Markers of the contingent that fights here; guerrillas for Egyptians and in cities and towns only."""
    game = s.game
    defenders = s.defenders()
    contingents = {s.contingent} if role == "attacker" else {game.contingent_of[u] for u in defenders}
    found: list[int] = []
    for c in contingents:
        kinds = game.special_forces
        if game.urban >> s.target & 1:
            kinds |= game.guerrillas
        found += s.at(game.available_of[c], kinds)
    return found


@dataclass(frozen=True, slots=True)
class SpecialForces(Decision):
    """[25.2, 25.3] Commit one special forces or guerrilla marker to this combat, or none."""

    role: str
    rule = "25.2"
    verbs = ("decline", "commit")
    unseen_verbs = ("decline", "commit")

    def actor(self, s: MusketeerState) -> str:
        return s.role_side(self.role)

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "Fight for {where}: use one special forces or guerrilla marker, or none [25.2, 25.3].",
            where=s.game.where(s.target),
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("decline")
        for u in available_helpers(s, self.role):
            yield Action("commit", (s.game.name_of(u),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "commit" and len(a.args) == 1 and a.args[0] in s.game.roster.index:
            u = s.game.unit(a.args[0])
            if s.game.guerrillas >> u & 1 and not s.game.urban >> s.target & 1:
                return refuse(
                    "14.10", "Guerrillas fight in cities and towns only, not in {where}.", where=s.game.where(s.target)
                )
            return refuse("25.2", "{unit} is not available to the contingent that fights here.", unit=a.args[0])
        return self.not_now(s, a)

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        """The attack with this marker."""
        t: MusketeerState = s.copy()
        if a.verb == "commit":
            t.helpers |= 1 << s.game.parts(a).unit
        return {"forecast": attack_forecast(t, self.actor(s))}

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb == "decline":
            return say("Commit nobody")
        return say("Commit {unit}", unit=s.game.name_of(s.game.parts(a).unit))

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "commit":
            u = s.game.parts(a).unit
            s.helpers |= 1 << u
            side = SIDE_NAMES[self.actor(s)]
            s.tell(
                "25.2", "The {side} commits {unit}.", side=side, unit=s.game.name_of(u), at=(s.target,), about="fight"
            )
