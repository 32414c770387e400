"""[22.0] Random events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Listing, Roll, Step, Term, UnitId, Units, bits, say

from .escalation import escalate
from .reinforcement import DrawGuerrilla
from .retreat import MustRetreat
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision

BARS = {
    3: (say("Ike annoyed"), ("United-States",)),
    4: (say("Arab infighting"), ("Arab-League",)),
    5: (say("Run on the pound sterling"), ("Anglo-French",)),
    6: (say("Hungarian uprising"), ("Soviet-Union",)),
    10: (say("Sabotage of the oil pipelines"), ("Musketeer", "Revise", "Kadesh", "STRAC")),
    12: (say("Syrian and Jordanian offensive"), ("Israel",)),
}
"""[22.2] Events that bar command markers on the next turn."""


@dataclass(frozen=True, slots=True)
class EventsSubPhase(Step[MusketeerState]):
    """[22.1] Each player rolls a die, on every turn; the sum is the event."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        s.then(Roll(say("random event"), count=2), HappenNow())


@dataclass(frozen=True, slots=True)
class HappenNow(Step[MusketeerState]):
    """[22.1] The event is applied at once."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        total = sum(s.dice)
        if total in BARS:
            name, markers = BARS[total]
            s.barred = markers
            s.tell(
                "22.2",
                "{event}: {markers} may not be played next turn.",
                event=name,
                markers=Listing(Term("marker", m) for m in markers),
                about="event",
            )
        elif total == 2:
            escalate(s, -1, "6.3", say("UN emergency session"))
        elif total == 7:
            s.then(Roll(say("brinkmanship"), count=2), RaiseByDice(say("Brinkmanship")))
        elif total == 8:
            s.tell("22.1", "Nasser speech: two Egyptian units refit and a guerrilla becomes available.", about="event")
            s.then(NasserSpeech(2), FreeGuerrilla())
        elif total == 9:
            s.tell(
                "22.1", "The Egyptian general staff panics: every Egyptian unit in the Sinai is tested.", about="event"
            )
            s.then(Panic(panicked(s)))
        else:
            s.then(Roll(say("Khrushchev pounds his shoe")), RaiseByDice(say("Khrushchev")), SovietReserves())


@dataclass(frozen=True, slots=True)
class RaiseByDice(Step[MusketeerState]):
    """[6.3, 22.1] The index goes up by the dice."""

    name: str

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        escalate(s, sum(s.dice), "6.3", self.name)
        s.then(Verdict())


# 8: Nasser speech -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NasserSpeech(Step[MusketeerState]):
    """[22.1] Event 8: two disrupted Egyptian units, chosen by the East, refit without support or die."""

    left: int

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        units = sorted(bits(s.disrupted & s.game.ground_by["egypt"]))
        if len(units) <= self.left:
            for u in units:
                rally(s, u)
        elif self.left:
            s.then(ChooseRally(self.left))


def rally(s: MusketeerState, u: int) -> None:
    s.disrupted &= ~(1 << u)
    secret = () if s.known >> u & 1 else ("east",)
    s.tell("22.1", "{unit} is combat effective again.", unit=s.game.name_of(u), to=secret)


@dataclass(frozen=True, slots=True)
class ChooseRally(Decision):
    """[22.1] Event 8: the East selects a unit."""

    left: int
    rule = "22.1"
    verbs = ("rally",)

    def actor(self, s: MusketeerState) -> str:
        return "east"

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "Nasser speaks: choose a disrupted Egyptian unit to refit. {left} left to choose [22.1].", left=self.left
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for u in sorted(bits(s.disrupted & s.game.ground_by["egypt"])):
            yield Action("rally", (s.game.name_of(u),))

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Refit {unit}", unit=s.game.name_of(s.game.parts(a).unit))

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return ("west",)

    def apply(self, s: MusketeerState, a: Action) -> None:
        rally(s, s.game.parts(a).unit)
        s.then(NasserSpeech(self.left - 1))


@dataclass(frozen=True, slots=True)
class FreeGuerrilla(Step[MusketeerState]):
    """[22.1, 25.5] Event 8: a guerrilla, drawn at random, becomes available."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        if s.at(s.game.box_of["egypt"], s.game.guerrillas):
            s.then(DrawGuerrilla())


# 9: panic ---------------------------------------------------------------------------------------------------------
def panicked(s: MusketeerState) -> int:
    """[2.11, 22.1] Event 9: every Egyptian ground unit in the Sinai, strongholds included."""
    game = s.game
    return sum(1 << u for u in bits(game.ground_by["egypt"]) if s.loc[u] > 0 and game.sinai >> s.loc[u] & 1)


@dataclass(frozen=True, slots=True)
class Panic(Step[MusketeerState]):
    """[22.1] Event 9: a die for each unit: 1 disrupted and routed, 2 routed; garrisons are eliminated by either."""

    left: Units

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        units = sorted(bits(self.left), key=lambda u: (s.loc[u], u))
        if units:
            u = units[0]
            left = self.left & ~(1 << u)
            s.then(Roll(say("panic in {where}", where=s.game.where(s.loc[u]))), PanicResult(u), Verdict(), Panic(left))


@dataclass(frozen=True, slots=True)
class PanicResult(Step[MusketeerState]):
    unit: UnitId

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        game, u = s.game, self.unit
        if s.die > 2:
            return
        name, h = game.name_of(u), s.loc[u]
        if game.garrisons >> u & 1:
            s.eliminate(u)
            s.tell("22.1", "{unit} is eliminated in the panic.", unit=name, at=(h,), about="loss")
            return
        s.reveal(1 << u, "22.1")
        if s.die == 1:
            if not s.disrupt(u):
                s.tell("22.1", "{unit} is eliminated in the panic.", unit=name, at=(h,), about="loss")
                return
            s.tell("22.1", "{unit} is disrupted in the panic.", unit=name, at=(h,))
        s.then(MustRetreat(u, True))


# 11: Khrushchev ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SovietReserves(Step[MusketeerState]):
    """[22.1] Event 11: an eliminated Soviet airstrike and an eliminated ground unit return to the Reinforcement Box."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        game = s.game
        strikes = s.at(game.dead, game.airstrikes & game.by_contingent["ussr"])
        if strikes:
            s.loc[strikes[0]] = game.box_of["ussr"]
            s.tell("22.1", "{unit} returns to the Soviet box.", unit=game.name_of(strikes[0]))
        units = s.at(game.dead, game.ground_by["ussr"])
        if len(units) == 1:
            restore(s, units[0])
        elif units:
            s.then(ChooseReserve())


def restore(s: MusketeerState, u: int) -> None:
    s.loc[u] = s.game.box_of["ussr"]
    s.tell("22.1", "{unit} returns to the Soviet box.", unit=s.game.name_of(u))


@dataclass(frozen=True, slots=True)
class ChooseReserve(Decision):
    """[22.1] Event 11: the East chooses the ground unit."""

    rule = "22.1"
    verbs = ("restore",)

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Bring {unit} back", unit=s.game.name_of(s.game.parts(a).unit))

    def actor(self, s: MusketeerState) -> str:
        return "east"

    def prompt(self, s: MusketeerState) -> str:
        return say("Choose a lost Soviet ground unit: it returns to the Reinforcement Box [22.1].")

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for u in s.at(s.game.dead, s.game.ground_by["ussr"]):
            yield Action("restore", (s.game.name_of(u),))

    def apply(self, s: MusketeerState, a: Action) -> None:
        restore(s, s.game.parts(a).unit)
