"""[22.0] Random events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Roll, Step, UnitId, Units, bits

from .retreat import MustRetreat
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision

BARS = {
    3: ("Ike annoyed", ("United-States",)),
    4: ("Arab infighting", ("Arab-League",)),
    5: ("Run on the pound sterling", ("Anglo-French",)),
    6: ("Hungarian uprising", ("Soviet-Union",)),
    10: ("Sabotage of the oil pipelines", ("Musketeer", "Revise", "Kadesh", "STRAC")),
    12: ("Syrian and Jordanian offensive", ("Israel",)),
}
"""[22.2] Events that bar command markers on the next turn."""


@dataclass(frozen=True, slots=True)
class EventsSubPhase(Step):
    """[22.1] Each player rolls a die, on every turn; the sum is the event."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        s.then(Roll("random event", count=2), HappenNow())


@dataclass(frozen=True, slots=True)
class HappenNow(Step):
    """[22.1] The event is applied at once."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        from .sequence import escalate

        total = sum(s.dice)
        if total in BARS:
            name, markers = BARS[total]
            s.barred = markers
            s.tell("22.2", "{}: {} may not be played next turn", name, ", ".join(markers))
        elif total == 2:
            escalate(s, -1, "6.3", "UN emergency session")
        elif total == 7:
            s.then(Roll("brinkmanship", count=2), RaiseByDice("Brinkmanship"))
        elif total == 8:
            s.tell("22.1", "Nasser speech: two Egyptian units refit and a guerrilla becomes available")
            s.then(NasserSpeech(2), FreeGuerrilla())
        elif total == 9:
            s.tell("22.1", "The Egyptian general staff panics: every Egyptian unit in the Sinai is tested")
            s.then(Panic(panicked(s)))
        elif total == 11:
            s.then(Roll("Khrushchev pounds his shoe"), RaiseByDice("Khrushchev"), SovietReserves())


@dataclass(frozen=True, slots=True)
class RaiseByDice(Step):
    """[6.3, 22.1] The index goes up by the dice."""

    name: str

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        from .sequence import escalate

        escalate(s, sum(s.dice), "6.3", self.name)
        s.then(Verdict())


# 8: Nasser speech -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NasserSpeech(Step):
    """[22.1] Event 8: two disrupted Egyptian units, chosen by the East, refit without support or die."""

    left: int

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        game = s.game
        units = [u for u in sorted(bits(s.disrupted & game.ground_by["egypt"])) if s.loc[u] > 0]
        if not self.left or not units:
            return
        if len(units) <= self.left:
            for u in units:
                rally(s, u)
        else:
            s.then(ChooseRally(self.left))


def rally(s: MusketeerState, u: int) -> None:
    s.disrupted &= ~(1 << u)
    secret = () if s.known >> u & 1 else ("east",)
    s.tell("22.1", "{} is combat effective again", s.game.name_of(u), to=secret)


@dataclass(frozen=True, slots=True)
class ChooseRally(Decision):
    """[22.1] Event 8: the East selects a unit."""

    left: int
    rule = "22.1"

    def actor(self, s: MusketeerState) -> str:
        return "east"

    def prompt(self, s: MusketeerState) -> str:
        return f"Nasser speech: choose a disrupted Egyptian unit to refit ({self.left} to choose) [22.1]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for u in sorted(bits(s.disrupted & s.game.ground_by["egypt"])):
            if s.loc[u] > 0:
                yield Action("rally", (s.game.name_of(u),))

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return ("west",)

    def apply(self, s: MusketeerState, a: Action) -> None:
        rally(s, s.game.unit(a.args[0]))
        s.then(NasserSpeech(self.left - 1))


@dataclass(frozen=True, slots=True)
class FreeGuerrilla(Step):
    """[22.1, 25.5] Event 8: a guerrilla, drawn at random, becomes available."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        from .reinforcement import DrawGuerrilla

        if s.at(s.game.box_of["egypt"], s.game.guerrillas):
            s.then(DrawGuerrilla())


# 9: panic ---------------------------------------------------------------------------------------------------------
def panicked(s: MusketeerState) -> int:
    """[2.11, 22.1] Event 9: every Egyptian ground unit in the Sinai, strongholds included."""
    game = s.game
    return sum(1 << u for u in bits(game.ground_by["egypt"]) if s.loc[u] > 0 and game.sinai >> s.loc[u] & 1)


@dataclass(frozen=True, slots=True)
class Panic(Step):
    """[22.1] Event 9: a die for each unit: 1 disrupted and routed, 2 routed; garrisons are eliminated by either."""

    left: Units

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        units = sorted(
            (u for u in bits(self.left) if s.loc[u] > 0), key=lambda u: (s.loc[u], u)
        )  # tells not who is who
        if units:
            u = units[0]
            left = self.left & ~(1 << u)
            s.then(Roll(f"panic in {s.game.where(s.loc[u])}"), PanicResult(u), Verdict(), Panic(left))


@dataclass(frozen=True, slots=True)
class PanicResult(Step):
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
            s.tell("22.1", "{} is eliminated in the panic", name, at=(h,))
            return
        s.reveal(1 << u, "22.1")
        if s.die == 1:
            alive = s.disrupt(u)
            s.tell("22.1", "{} is {} in the panic", name, "disrupted" if alive else "eliminated", at=(h,))
            if not alive:
                return
        s.then(MustRetreat(u, True))


# 11: Khrushchev ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SovietReserves(Step):
    """[22.1] Event 11: an eliminated Soviet airstrike and an eliminated ground unit return to the Reinforcement Box."""

    def phase(self) -> str:
        return "end-of-turn"

    def run(self, s: MusketeerState) -> None:
        game = s.game
        strikes = s.at(game.dead, game.airstrikes & game.by_contingent["ussr"])
        if strikes:
            s.loc[strikes[0]] = game.box_of["ussr"]
            s.tell("22.1", "{} returns to the Soviet box", game.name_of(strikes[0]))
        units = s.at(game.dead, game.ground_by["ussr"])
        if len(units) == 1:
            restore(s, units[0])
        elif units:
            s.then(ChooseReserve())


def restore(s: MusketeerState, u: int) -> None:
    s.loc[u] = s.game.box_of["ussr"]
    s.tell("22.1", "{} returns to the Soviet box", s.game.name_of(u))


@dataclass(frozen=True, slots=True)
class ChooseReserve(Decision):
    """[22.1] Event 11: the East chooses the ground unit."""

    rule = "22.1"

    def actor(self, s: MusketeerState) -> str:
        return "east"

    def prompt(self, s: MusketeerState) -> str:
        return "Choose an eliminated Soviet ground unit to return to the Reinforcement Box [22.1]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        for u in s.at(s.game.dead, s.game.ground_by["ussr"]):
            yield Action("restore", (s.game.name_of(u),))

    def apply(self, s: MusketeerState, a: Action) -> None:
        restore(s, s.game.unit(a.args[0]))
