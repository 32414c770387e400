"""[19.5-19.7, 20.0, 24.1] Bombardment by airstrikes, naval gunfire and rockets; anti-aircraft units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Hex, Refusal, Roll, Sentence, Step, Units, bits, number, refuse, say
from sandtable.core.facts import DetailsFacts, ForecastFacts, ShiftFacts

from . import together
from .air import MOST_STRIKES, SPECIAL_MARKER, SPECIAL_SHIFT, Missions, lose_strikes, ready
from .charts import ROCKET_RANGE
from .flak import ANTI_AIRCRAFT, aaa_near, show_guns
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision, ground, plain_number, shots, told


def gun_targets(s: MusketeerState) -> int:
    """[20.3] Gunfire reaches the Mediterranean coast and one hex inland, rockets ten hexes from Soviet mechanized units."""
    game = s.game
    if s.contingent != "ussr":
        return game.gunfire_range
    hexes = s.occupied(game.ground_by["ussr"] & game.mechanized)
    for _ in range(ROCKET_RANGE):
        hexes |= game.map.grid.spread(hexes)
    return hexes


def bombardment_shifts(s: MusketeerState, h: int, strikes: int, known_to: str = "") -> list[ShiftFacts]:
    """[19.5, 20.4, 24.1] Column shifts of a bombardment, with their rules."""
    game = s.game
    enemy = game.enemy[s.side]
    found: list[ShiftFacts] = []
    left, name = game.terrain_shift(h, game.contingent_of[s.enemies_at(h, s.side)[0]])
    if left:
        found.append({"text": ground(name), "rule": "19.5", "columns": -left})
    if s.special:
        found.append({"text": SPECIAL_MARKER, "rule": "19.5", "columns": SPECIAL_SHIFT})
    if strikes and aaa_near(s, h, enemy, known_to):
        found.append({"text": ANTI_AIRCRAFT, "rule": "24.1", "columns": -1})
    return found


@dataclass(frozen=True, slots=True)
class BombardmentPhase(Step[MusketeerState]):
    """[18.2, 18.3, 19.5] First all missions are assigned, then the bombs fall in the same order."""

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        Bombard().begin(s)


@dataclass(frozen=True, slots=True)
class Bombard(Missions):
    """[18.2, 18.3, 19.5] Name enemy hexes to bombard, each at most once; `end` lets the bombs fall."""

    hexes: tuple[Hex, ...] = ()
    loads: tuple[Units, ...] = ()
    rule = "19.5"
    verbs = ("end", "recon", "bombard")

    def phase(self) -> str:
        return "bombardment"

    def prompt(self, s: MusketeerState) -> str:
        game = s.game
        air, guns = len(ready(s, game.airstrikes)), len(ready(s, game.guns))
        return say(
            "Choose hexes to bombard, then let the bombs fall. Ready: {air} {air#airstrike|airstrikes}, {guns} {guns#gun or rocket unit|guns and rocket units} [18.3, 19.5].",
            air=air,
            guns=guns,
        )

    def begin(self, s: MusketeerState) -> None:
        """When rockets alone go on, the enemy sees that something is in their range."""
        if s.contingent == "ussr" and not self.flies(s) and self.open(s):
            together.shown_range(s, self.targets(s))
        super(Bombard, self).begin(s)

    def flies(self, s: MusketeerState) -> bool:
        """[18.1, 19.5] Is there another airstrike to send?"""
        return bool(ready(s, s.game.airstrikes)) and s.strikes < MOST_STRIKES

    def targets(self, s: MusketeerState) -> int:
        """[18.4, 28.1] Enemy hexes that have no mission yet."""
        return s.held(s.game.enemy[s.side]) & ~s.bombed & s.game.allowed[s.contingent]

    def open(self, s: MusketeerState) -> int:
        """[18.5, 20.3] Those that something ready can hit."""
        if self.flies(s):
            return self.targets(s)
        return self.targets(s) & gun_targets(s) if ready(s, s.game.guns) else 0

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb != "bombard":
            return super(Bombard, self).label(s, a)
        return say("Bombard {where}", where=s.game.where(s.game.parts(a).to))

    def missions(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("bombard", (s.game.hex_name(h),)) for h in bits(self.open(s)))

    def why_not(self, s: MusketeerState, a: Action) -> Refusal:
        if a.verb != "bombard" or len(a.args) != 1:
            return self.not_now(s, a)
        game, where = s.game, a.args[0]
        h = game.map.grid.find(where)
        if not s.held(game.enemy[s.side]) >> h & 1:
            return refuse("19.5", "{where} holds no enemy units.", where=where)
        if not game.allowed[s.contingent] >> h & 1:
            return refuse("28.1", "{where} is closed to Israeli airstrikes.", where=where)
        if s.bombed >> h & 1:
            return refuse("18.4", "{where} has its mission in this phase.", where=where)
        if s.strikes >= MOST_STRIKES:
            text = "{where} is out of range of gunfire and rockets, and {n} airstrikes have been sent."
            return refuse(("20.3", "19.5"), text, where=where, n=MOST_STRIKES)
        return refuse("20.3", "{where} is out of range of gunfire and rockets, and no airstrike is ready.", where=where)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """The enemy hears of a target when it has its load, not while it is considered."""
        return (s.game.enemy[s.side],)

    def assign(self, s: MusketeerState, a: Action) -> None:
        s.then(LoadBombardment(s.game.parts(a).to, self.hexes, self.loads))

    def fly(self, s: MusketeerState) -> None:
        s.then(*(Mission(h, load) for h, load in zip(self.hexes, self.loads)))


@dataclass(frozen=True, slots=True)
class LoadBombardment(Decision):
    """[18.4, 19.5, 20.2] How many airstrikes, and how many gunfire or rocket units on top of them."""

    hex: Hex
    hexes: tuple[Hex, ...] = ()
    loads: tuple[Units, ...] = ()
    rule = "19.5"
    verbs = ("load",)

    def phase(self) -> str:
        return "bombardment"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def most(self, s: MusketeerState) -> tuple[int, int]:
        game = s.game
        air = min(len(ready(s, game.airstrikes)), game.strike_limit[s.contingent], MOST_STRIKES - s.strikes)
        guns = len(ready(s, game.guns)) if gun_targets(s) >> self.hex & 1 else 0
        return air, guns

    def prompt(self, s: MusketeerState) -> str:
        air, guns = self.most(s)
        return say(
            "You bombard {where}: choose up to {shots} [18.4, 20.2].",
            where=s.game.where(self.hex),
            shots=shots(air, guns),
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        air, guns = self.most(s)
        for n in range(air, -1, -1):
            for m in range(guns, -1, -1):
                if n + m:
                    yield Action("load", (str(n), str(m)))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb != "load" or len(a.args) != 2 or any(plain_number(x) is None for x in a.args):
            return self.not_now(s, a)
        game, air = s.game, int(a.args[0])
        if air > game.strike_limit[s.contingent]:
            limit = game.strike_limit[s.contingent]
            return refuse(
                "18.4",
                "{contingent} may use {n} {n#airstrike|airstrikes} against one hex.",
                contingent=game.title_of[s.contingent],
                n=limit,
            )
        if air > len(ready(s, game.airstrikes)):
            return refuse(
                ("18.1", "18.3"), "Only {n} {n#airstrike|airstrikes} can be sent.", n=len(ready(s, game.airstrikes))
            )
        if air > self.most(s)[0]:
            text = "At most {most} airstrikes bombard in one phase; {sent} have been sent."
            return refuse("19.5", text, most=MOST_STRIKES, sent=s.strikes)
        if int(a.args[1]) > self.most(s)[1]:
            if not gun_targets(s) >> self.hex & 1:
                return refuse("20.3", "{where} is out of range of gunfire and rockets.", where=game.where(self.hex))
            text = "{n} gunfire or rocket {n#unit|units} can still fire in this phase."
            return refuse(("18.3", "20.2"), text, n=len(ready(s, game.guns)))
        return refuse("19.5", "Send at least one unit, and write plain numbers.")

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """With the choice of the hex one decision to the enemy; what comes of it is told to both."""
        return (s.game.enemy[s.side],)

    def forecast(self, s: MusketeerState) -> ForecastFacts | None:
        return bombardment_forecast(s, self.hex, *self.most(s))

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        air, guns = s.game.parts(a).amounts
        return {"forecast": bombardment_forecast(s, self.hex, air, guns)}

    def label(self, s: MusketeerState, a: Action) -> str:
        air, guns = s.game.parts(a).amounts
        return say("Bombard with {shots}", shots=shots(air, guns))

    def group(self, s: MusketeerState, a: Action) -> str:
        return say("Bombardment of {where}", where=s.game.where(self.hex))

    def apply(self, s: MusketeerState, a: Action) -> None:
        air, guns = s.game.parts(a).amounts
        load = load_of(s, air, guns)
        s.used |= load
        s.strikes += air
        s.bombed |= 1 << self.hex
        if guns and s.contingent == "ussr":
            together.shown_range(s, 1 << self.hex)
        s.tell(
            "19.5",
            "Sent against {where}: {shots}.",
            shots=shots(air, guns),
            where=s.game.where(self.hex),
            at=(self.hex,),
        )
        Bombard((*self.hexes, self.hex), (*self.loads, load)).begin(s)


def load_of(s: MusketeerState, air: int, guns: int) -> int:
    """The next ready units of each kind."""
    units = ready(s, s.game.airstrikes)[:air] + ready(s, s.game.guns)[:guns]
    return sum(1 << u for u in units)


def strength_of(s: MusketeerState, load: int) -> int:
    """[19.5, 20.2] The strengths of all units of a bombardment, added."""
    return sum(s.game.strength[u] for u in bits(load))


def result_name(result: str, air: int) -> Sentence:
    """[19.6, 20.4] A result of a bombardment in words; anti-aircraft fire hits airstrikes only."""
    if result == "0":
        return say("no effect")
    if result != "AA":
        return say("{n} {n#unit loses|units lose} a step", n=int(result))
    return (
        say("anti-aircraft fire: one airstrike is lost") if air else say("no effect: anti-aircraft fire harms no guns")
    )


def bombardment_forecast(s: MusketeerState, h: int, air: int, guns: int) -> ForecastFacts:
    """What the table says before the bombs fall; unexamined anti-aircraft units are not counted [23.0]."""
    game = s.game
    shifts = bombardment_shifts(s, h, air, known_to=s.side)
    strength = strength_of(s, load_of(s, air, guns))
    t = game.tables["air_combat"]
    column = t.shifted(strength, sum(x["columns"] for x in shifts))
    found: dict[str, list[str]] = {}
    for die in range(1, 7):
        found.setdefault(t.result(die, column), []).append(str(die))
    return {
        "kind": "bombardment",
        "title": say("Bombardment of {where}", where=game.where(h)),
        "attackers": [
            {"unit": say("airstrikes"), "strength": str(air)},
            {"unit": say("gunfire"), "strength": str(guns)},
        ],
        "defenders": [{"unit": game.name_of(u), "strength": "1"} for u in s.enemies_at(h, s.side) if s.known >> u & 1],
        "value": str(strength),
        "value_name": say("strength"),
        "shifts": shifts,
        "table": "air_combat",
        "column": column,
        "column_name": t.columns[column],
        "results": [
            {"result": r, "name": result_name(r, air), "probability": round(len(dice) / 6, 4), "dice": dice}
            for r, dice in found.items()
        ],
    }


@dataclass(frozen=True, slots=True)
class Mission(Step[MusketeerState]):
    """[19.5, 23.1] One bombardment begins: the targets may be examined, and so may the anti-aircraft units around."""

    hex: Hex
    load: Units

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        game, h = s.game, self.hex
        s.cas = self.load & game.airstrikes
        s.reveal(sum(1 << u for u in s.enemies_at(h, s.side)), "23.1")
        if s.cas:
            show_guns(s, h)
        s.then(Roll(say("bombardment of {where}", where=game.where(h))), Bombs(h, self.load), Verdict())


@dataclass(frozen=True, slots=True)
class Bombs(Step[MusketeerState]):
    """[19.6, 19.7, 20.4] That many units in the hex lose a step each; AA costs an airstrike, never gunfire or rockets."""

    hex: Hex
    load: Units

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        t = s.game.tables["air_combat"]
        shifts = bombardment_shifts(s, self.hex, s.cas.bit_count())
        strength = strength_of(s, self.load)
        column = t.shifted(strength, sum(x["columns"] for x in shifts))
        result = t.result(s.die, column)
        s.tell(
            "19.6",
            "Strength {strength}{shifts}: column {column}; {result}.",
            strength=strength,
            shifts=told(shifts),
            column=number(t.columns[column]),
            result=result_name(result, s.cas.bit_count()),
            at=(self.hex,),
            about="result",
        )
        if result == "AA":
            lose_strikes(s, sorted(bits(s.cas)), 1, "19.6")
        else:
            targets = sum(1 << u for u in s.enemies_at(self.hex, s.side))
            s.then(BombedUnits(self.hex, int(result), targets))


@dataclass(frozen=True, slots=True)
class BombedUnits(Step[MusketeerState]):
    """[19.6] Each of so many different units loses one step; a disrupted one is eliminated."""

    hex: Hex
    count: int
    left: Units

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        units = sorted(bits(self.left))
        if self.count <= 0:
            return
        if self.count >= len(units):
            for u in units:
                bomb(s, u)
        else:
            s.then(ChooseBombed(self.hex, self.count, self.left))


def bomb(s: MusketeerState, u: int) -> None:
    name, h = s.game.name_of(u), s.loc[u]
    if s.disrupt(u):
        s.tell("19.6", "{unit} is disrupted by bombardment.", unit=name, at=(h,))
    else:
        s.tell("19.6", "{unit} is eliminated by bombardment.", unit=name, at=(h,), about="loss")


@dataclass(frozen=True, slots=True)
class ChooseBombed(Decision):
    """[19.6, 19.11] The defending player chooses which of his units are hit."""

    hex: Hex
    count: int
    left: Units
    rule = "19.6"
    verbs = ("lose",)

    def phase(self) -> str:
        return "bombardment"

    def actor(self, s: MusketeerState) -> str:
        return s.game.enemy[s.side]

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "Choose a unit in {where} to lose a step. {count} left to choose [19.6].",
            where=s.game.where(self.hex),
            count=self.count,
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("lose", (s.game.name_of(u),)) for u in sorted(bits(self.left)))

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        bomb(s, u)
        s.then(BombedUnits(self.hex, self.count - 1, self.left & ~(1 << u)))
