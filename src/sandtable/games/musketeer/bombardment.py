"""[19.5-19.7, 20.0, 24.1] Bombardment by airstrikes, naval gunfire and rockets; anti-aircraft units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Hex, Refusal, Roll, Step, Units, bits

from . import sightings
from .air import MOST_STRIKES, SPECIAL_SHIFT, Missions, lose_strikes, ready
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision, counted, number, shots

ROCKET_RANGE = 10


def gun_targets(s: MusketeerState) -> int:
    """[20.3] Gunfire reaches the Mediterranean coast and one hex inland, rockets ten hexes from Soviet mechanized units."""
    game = s.game
    if s.contingent != "ussr":
        return game.gunfire_range
    hexes = s.occupied(game.ground_by["ussr"] & game.mechanized)
    for _ in range(ROCKET_RANGE if hexes else 0):
        hexes |= game.map.grid.spread(hexes)
    return hexes


def aaa_near(s: MusketeerState, h: int, side: str, known_to: str = "") -> list[int]:
    """[24.1] Anti-aircraft units of a side in or next to a hex (with `known_to`: those that side knows of)."""
    game = s.game
    near = game.map.grid.adjacent[h] | 1 << h
    units = game.aaa & game.ground_of[side]
    if known_to:
        units &= s.known
    return [u for u in bits(units) if s.loc[u] > 0 and near >> s.loc[u] & 1]


def show_guns(s: MusketeerState, h: int) -> None:
    """[23.1, 24.1] Anti-aircraft units in or next to a hex attacked from the air are examined; where none shows, there is none."""
    enemy = s.game.enemy[s.side]
    s.reveal(sum(1 << u for u in aaa_near(s, h, enemy)), "23.1")
    sightings.no_guns(s, s.game.map.grid.adjacent[h] | 1 << h, enemy)


def bombardment_shifts(s: MusketeerState, h: int, strikes: int, known_to: str = "") -> list[dict[str, Any]]:
    """[19.5, 20.4, 24.1] Column shifts of a bombardment, with their rules."""
    game = s.game
    enemy = game.enemy[s.side]
    found: list[dict[str, Any]] = []
    units = s.enemies_at(h, s.side)
    if units:
        left, name = game.terrain_shift(h, game.contingent_of[units[0]])
        if left:
            found.append({"text": name, "rule": "19.5", "columns": -left})
    if s.special:
        found.append({"text": "special command marker", "rule": "19.5", "columns": SPECIAL_SHIFT})
    if strikes and aaa_near(s, h, enemy, known_to):
        found.append({"text": "anti-aircraft units", "rule": "24.1", "columns": -1})
    return found


@dataclass(frozen=True, slots=True)
class BombardmentPhase(Step):
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

    def phase(self) -> str:
        return "bombardment"

    def prompt(self, s: MusketeerState) -> str:
        game = s.game
        air, guns = len(ready(s, game.airstrikes)), len(ready(s, game.guns))
        return (
            f"Bombardment: choose hexes ({air} airstrikes, {guns} gunfire or rocket units ready), then end: the bombs "
            "fall [18.3, 19.5]."
        )

    def open(self, s: MusketeerState) -> int:
        """[18.5, 20.3, 28.1] Enemy hexes that something ready can hit."""
        game = s.game
        targets = s.held(game.enemy[s.side]) & ~s.bombed & game.allowed[s.contingent]
        if ready(s, game.airstrikes) and s.strikes < MOST_STRIKES:
            return targets
        return targets & gun_targets(s) if ready(s, game.guns) else 0

    def missions(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("bombard", (s.game.hex_name(h),)) for h in bits(self.open(s)))

    def why_not(self, s: MusketeerState, a: Action) -> Refusal:
        if a.verb != "bombard" or len(a.args) != 1:
            return self.not_now(s, a)
        game, where = s.game, a.args[0]
        h = game.map.grid.find(where)
        if not h or not s.held(game.enemy[s.side]) >> h & 1:
            return Refusal(("19.5",), f"{where} holds no enemy units.")
        if not game.allowed[s.contingent] >> h & 1:
            return Refusal(("28.1",), f"{where} is closed to Israeli airstrikes.")
        if s.bombed >> h & 1:
            return Refusal(("18.4",), f"{where} has its mission in this phase.")
        sent = s.strikes >= MOST_STRIKES
        if ready(s, game.guns) and not gun_targets(s) >> h & 1:
            air = f"{counted(MOST_STRIKES)} have been sent" if sent else "no airstrike is ready"
            return Refusal(
                ("20.3", "19.5") if sent else ("20.3",), f"{where} is out of range of gunfire and rockets, and {air}."
            )
        if sent:
            return Refusal(
                ("19.5",), f"{counted(MOST_STRIKES)} have been sent, and no gunfire or rocket unit is ready."
            )
        return Refusal(("18.1",), "No airstrike, gunfire or rocket unit is ready.")

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """The enemy hears of a target when it has its load, not while it is considered."""
        return (s.game.enemy[s.side],)

    def assign(self, s: MusketeerState, a: Action) -> None:
        s.then(LoadBombardment(s.game.hex(a.args[0]), self.hexes, self.loads))

    def fly(self, s: MusketeerState) -> None:
        s.then(*(Mission(h, load) for h, load in zip(self.hexes, self.loads)))


@dataclass(frozen=True, slots=True)
class LoadBombardment(Decision):
    """[18.4, 19.5, 20.2] How many airstrikes, and how many gunfire or rocket units on top of them."""

    hex: Hex
    hexes: tuple[Hex, ...] = ()
    loads: tuple[Units, ...] = ()
    rule = "19.5"

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
        most = shots(air, guns)
        return f"Bombard {s.game.where(self.hex)} with up to {most} [18.4, 20.2]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        air, guns = self.most(s)
        for n in range(air, -1, -1):
            for m in range(guns, -1, -1):
                if n + m:
                    yield Action("load", (str(n), str(m)))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb != "load" or len(a.args) != 2 or any(number(x) is None for x in a.args):
            return self.not_now(s, a)
        game, air = s.game, int(a.args[0])
        if air > game.strike_limit[s.contingent]:
            limit = game.strike_limit[s.contingent]
            return Refusal(("18.4",), f"{game.title_of[s.contingent]} may use {counted(limit)} against one hex.")
        if air > len(ready(s, game.airstrikes)):
            return Refusal(("18.1", "18.3"), f"Only {counted(len(ready(s, game.airstrikes)))} can be sent.")
        if air > self.most(s)[0]:
            text = f"At most {counted(MOST_STRIKES)} bombard in one phase; {s.strikes} have been sent."
            return Refusal(("19.5",), text)
        if int(a.args[1]) > self.most(s)[1]:
            if not gun_targets(s) >> self.hex & 1:
                return Refusal(("20.3",), f"{game.where(self.hex)} is out of range of gunfire and rockets.")
            have = counted(len(ready(s, game.guns)), "gunfire or rocket unit")
            return Refusal(("18.3", "20.2"), f"{have} can still fire in this phase.")
        return Refusal(("19.5",), "Send at least one unit, and write plain numbers.")

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """With the choice of the hex one decision to the enemy; what comes of it is told to both."""
        return (s.game.enemy[s.side],)

    def forecast(self, s: MusketeerState) -> dict[str, Any] | None:
        return bombardment_forecast(s, self.hex, *self.most(s))

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        return {"forecast": bombardment_forecast(s, self.hex, int(a.args[0]), int(a.args[1]))}

    def apply(self, s: MusketeerState, a: Action) -> None:
        air, guns = int(a.args[0]), int(a.args[1])
        load = load_of(s, air, guns)
        s.used |= load
        s.strikes += air
        s.bombed |= 1 << self.hex
        verb = "is" if air + guns == 1 else "are"
        s.tell("19.5", "{} {} sent against {}", shots(air, guns), verb, s.game.where(self.hex), at=(self.hex,))
        Bombard((*self.hexes, self.hex), (*self.loads, load)).begin(s)


def load_of(s: MusketeerState, air: int, guns: int) -> int:
    """The next ready units of each kind."""
    units = ready(s, s.game.airstrikes)[:air] + ready(s, s.game.guns)[:guns]
    return sum(1 << u for u in units)


def strength_of(s: MusketeerState, load: int) -> int:
    """[19.5, 20.2] The strengths of all units of a bombardment, added."""
    return sum(s.game.strength[u] for u in bits(load))


def result_name(result: str, air: int) -> str:
    """[19.6, 20.4] A result of a bombardment in words; anti-aircraft fire hits airstrikes only."""
    if result == "AA":
        return "anti-aircraft fire: one airstrike is lost" if air else "no effect: anti-aircraft fire harms no guns"
    if result == "0":
        return "no effect"
    return f"{counted(int(result), 'unit')} {'loses' if result == '1' else 'lose'} a step"


def bombardment_forecast(s: MusketeerState, h: int, air: int, guns: int) -> dict[str, Any]:
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
        "title": f"Bombardment of {game.where(h)}",
        "attackers": [{"unit": "airstrikes", "strength": str(air)}, {"unit": "gunfire", "strength": str(guns)}],
        "defenders": [{"unit": game.name_of(u), "strength": "1"} for u in s.enemies_at(h, s.side) if s.known >> u & 1],
        "value": str(strength),
        "value_name": "strength",
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
class Mission(Step):
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
        s.then(Roll(f"bombardment of {game.where(h)}"), Bombs(h, self.load), Verdict())


@dataclass(frozen=True, slots=True)
class Bombs(Step):
    """[19.6, 19.7, 20.4] That many units in the hex lose a step each; AA costs an airstrike, never gunfire or rockets."""

    hex: Hex
    load: Units

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        game, t = s.game, s.game.tables["air_combat"]
        shift = sum(x["columns"] for x in bombardment_shifts(s, self.hex, s.cas.bit_count()))
        column = t.shifted(strength_of(s, self.load), shift)
        result = t.result(s.die, column)
        words = result_name(result, s.cas.bit_count())
        s.tell(
            "19.6", "Bombardment of {} on column {}: {}", game.where(self.hex), t.columns[column], words, at=(self.hex,)
        )
        if result == "AA":
            lose_strikes(s, sorted(bits(s.cas)), 1, "19.6")
        elif int(result):
            targets = sum(1 << u for u in s.enemies_at(self.hex, s.side))
            s.then(BombedUnits(self.hex, int(result), targets))


@dataclass(frozen=True, slots=True)
class BombedUnits(Step):
    """[19.6] Each of so many different units loses one step; a disrupted one is eliminated."""

    hex: Hex
    count: int
    left: Units

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        units = sorted(bits(self.left))
        if self.count <= 0 or not units:
            return
        if self.count >= len(units):
            for u in units:
                bomb(s, u)
        else:
            s.then(ChooseBombed(self.hex, self.count, self.left))


def bomb(s: MusketeerState, u: int) -> None:
    name, h = s.game.name_of(u), s.loc[u]
    alive = s.disrupt(u)
    s.tell("19.6", "{} is {} by bombardment", name, "disrupted" if alive else "eliminated", at=(h,))


@dataclass(frozen=True, slots=True)
class ChooseBombed(Decision):
    """[19.6, 19.11] The defending player chooses which of his units are hit."""

    hex: Hex
    count: int
    left: Units
    rule = "19.6"

    def phase(self) -> str:
        return "bombardment"

    def actor(self, s: MusketeerState) -> str:
        return s.game.enemy[s.side]

    def prompt(self, s: MusketeerState) -> str:
        return f"Choose a unit in {s.game.where(self.hex)} to lose a step ({self.count} to choose) [19.6]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        return (Action("lose", (s.game.name_of(u),)) for u in sorted(bits(self.left)))

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        bomb(s, u)
        s.then(BombedUnits(self.hex, self.count - 1, self.left & ~(1 << u)))
