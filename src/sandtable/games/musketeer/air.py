"""[18.0, 19.0, 20.0] Air superiority and bombardment by airstrikes, naval gunfire and rockets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Choice, Hex, Refusal, Roll, Step, Units, bits

from . import recon
from .state import MusketeerState
from .victory import Verdict

MOST_STRIKES = 7
SPECIAL_SHIFT = 2
ROCKET_RANGE = 10


def number(word: str) -> int | None:
    """A plain number that a player typed, or None."""
    return int(word) if word.isascii() and word.isdecimal() else None


def counted(n: int, thing: str = "airstrike") -> str:
    """A number with its noun: 1 airstrike, 2 airstrikes."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def ready(s: MusketeerState, units: int) -> list[int]:
    """[18.1, 18.6, 18.7, 27.4] Units of the activated contingent's Available Box that have not been used.

    The box is all that counts: airbases on the map do not matter.
    """
    game = s.game
    return s.at(game.available_of[s.contingent], units & game.by_contingent[s.contingent] & ~s.used)


def strikes_in(s: MusketeerState, contingent: str) -> list[int]:
    """[19.4, 27.4] The airstrikes in an Available Box; nothing else there can be hit."""
    game = s.game
    return s.at(game.available_of[contingent], game.airstrikes & game.by_contingent[contingent])


def lose_strikes(s: MusketeerState, units: list[int], count: int, rule: str) -> int:
    """[19.4, 19.11] Airstrikes shot down. The owner would choose, but airstrikes of a contingent are all alike."""
    lost = units[:count]
    for u in lost:
        s.eliminate(u)
        s.used &= ~(1 << u)
    if lost:
        s.tell(rule, "{} shot down", s.game.names(lost))
    return len(lost)


def air_odds(s: MusketeerState, strength: int, shift: int) -> tuple[int, list[dict[str, Any]]]:
    """Column of the Air Combat Table and its results with their odds."""
    t = s.game.tables["air_combat"]
    column = t.shifted(strength, shift)
    found: dict[str, list[str]] = {}
    for die in range(1, 7):
        found.setdefault(t.result(die, column), []).append(str(die))
    names = {"AA": "one firing airstrike is lost"}
    return column, [
        {"result": r, "name": names.get(r, f"{r} lost"), "probability": round(len(d) / 6, 4), "dice": d}
        for r, d in found.items()
    ]


# air superiority ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AirSuperiorityPhase(Step):
    """[18.2, 18.3, 19.1] First all airstrikes are assigned to boxes, then the fights follow."""

    boxes: tuple[str, ...] = ()
    wings: tuple[Units, ...] = ()

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        choice = SendStrikes(self.boxes, self.wings)
        if ready(s, s.game.airstrikes) and s.strikes < MOST_STRIKES and choice.targets(s):
            s.then(choice)
        else:
            choice.fly(s)


@dataclass(frozen=True, slots=True)
class SendStrikes(Choice):
    """[18.3, 18.5, 19.1] Place airstrikes in enemy Available Boxes, at most seven in all; `end` begins the fights."""

    boxes: tuple[str, ...] = ()
    wings: tuple[Units, ...] = ()
    rule = "19.1"

    def phase(self) -> str:
        return "air-superiority"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        strikes = len(ready(s, s.game.airstrikes))
        return (
            f"Air superiority: send airstrikes ({strikes} available, {s.strikes} of {MOST_STRIKES} sent) against enemy "
            f"Available Boxes, then end: the fights follow [18.3, 19.1]."
        )

    def targets(self, s: MusketeerState) -> list[str]:
        """Enemy contingents with airstrikes in their Available Box that have not been chosen yet."""
        game = s.game
        return [
            c
            for c in game.title_of
            if game.side_of[c] == game.enemy[s.side] and c not in self.boxes and strikes_in(s, c)
        ]

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("end")
        yield from recon.options(s)
        most = min(len(ready(s, s.game.airstrikes)), MOST_STRIKES - s.strikes)
        for c in self.targets(s):
            for n in range(most, 0, -1):
                yield Action("strike", (c, str(n)))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb == "recon":
            return recon.check(self, s, a)
        if a in self.options(s):
            return None
        if a.verb != "strike" or len(a.args) != 2 or number(a.args[1]) is None:
            return self.not_now(s, a)
        game, box, wanted = s.game, a.args[0], int(a.args[1])
        strikes = len(ready(s, game.airstrikes))
        if box.endswith("-box"):
            return Refusal(("18.5",), "airstrikes cannot attack Reinforcement Boxes")
        if game.side_of.get(box) != game.enemy[s.side] or not strikes_in(s, box):
            return Refusal(("19.1", "19.4"), f"{box} is no enemy Available Box with airstrikes")
        if box in self.boxes:
            return Refusal(("19.1",), f"{box} has its airstrikes already")
        if not wanted:
            return Refusal(("19.1",), "send at least one airstrike")
        if wanted > strikes:
            return Refusal(("18.1",), f"only {strikes} airstrikes are available")
        return Refusal(("19.1",), f"at most {MOST_STRIKES} airstrikes fly air superiority; {s.strikes} have been sent")

    def forecast(self, s: MusketeerState) -> dict[str, Any] | None:
        boxes = self.targets(s)
        strikes = min(len(ready(s, s.game.airstrikes)), MOST_STRIKES - s.strikes)
        if not boxes or not strikes:
            return None
        return superiority_forecast(s, boxes[0], strikes)

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        if a.verb != "strike":
            return {}
        return {"forecast": superiority_forecast(s, a.args[0], int(a.args[1]))}

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            self.fly(s)
        elif a.verb == "recon":
            recon.begin(s, a, self)
        else:
            box, strikes = a.args[0], int(a.args[1])
            wing = sum(1 << u for u in ready(s, s.game.airstrikes)[:strikes])
            s.strikes += strikes
            s.used |= wing
            s.tell("19.1", "{} sent against those of {}", counted(strikes), s.game.title_of[box])
            s.then(AirSuperiorityPhase((*self.boxes, box), (*self.wings, wing)))

    def fly(self, s: MusketeerState) -> None:
        """One fight after the other."""
        first, second = ("attacker", "defender") if attacker_first(s) else ("defender", "attacker")
        frames: list[Step] = []
        for box, wing in zip(self.boxes, self.wings):
            frames += [AirFight(wing), AirFire(first, box), AirFire(second, box), AirOver()]
        s.then(*frames)


@dataclass(frozen=True, slots=True)
class AirFight(Step):
    """[19.1] The airstrikes of one box take the stage."""

    wing: Units

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        s.cas = self.wing


def attacker_first(s: MusketeerState) -> bool:
    """[19.2] The West fires first, unless the East attacks in the impulse of a special marker."""
    return s.side == "west" or s.special


def superiority_odds(s: MusketeerState, own: int, enemy: int) -> dict[tuple[int, int], float]:
    """[19.1-19.4] The exact chance of every (enemy lost, own lost), over both rolls in their order."""
    t = s.game.tables["air_combat"]
    roles = ("attacker", "defender") if attacker_first(s) else ("defender", "attacker")
    odds = {(own, enemy): 1.0}
    for role in roles:
        after: dict[tuple[int, int], float] = {}
        for (a, d), p in odds.items():
            if not a or not d:
                after[a, d] = after.get((a, d), 0.0) + p
                continue
            firing = min(a if role == "attacker" else d, MOST_STRIKES)
            column = t.shifted(firing, SPECIAL_SHIFT if s.special and role == "attacker" else 0)
            for die in range(1, 7):
                result = t.result(die, column)
                hits = 0 if result == "AA" else int(result)
                if role == "attacker":
                    left = (a - (result == "AA"), max(0, d - hits))
                else:
                    left = (max(0, a - hits), d - (result == "AA"))
                after[left] = after.get(left, 0.0) + p / 6
        odds = after
    return {(enemy - d, own - a): p for (a, d), p in odds.items()}


def superiority_forecast(s: MusketeerState, box: str, strikes: int) -> dict[str, Any]:
    """What an air superiority mission brings, both fires counted."""
    shift = SPECIAL_SHIFT if s.special else 0
    foes = len(strikes_in(s, box))
    column, _ = air_odds(s, min(strikes, MOST_STRIKES), shift)
    first = "the attacker" if attacker_first(s) else "the defender"
    return {
        "kind": "air",
        "title": f"{counted(strikes)} against {foes} of {s.game.title_of[box]}; {first} fires first [19.2]",
        "attackers": [{"unit": "airstrikes", "strength": str(strikes)}],
        "defenders": [{"unit": "airstrikes", "strength": str(foes)}],
        "value": str(strikes),
        "value_name": "airstrikes",
        "shifts": [{"text": "special command marker", "rule": "19.3", "columns": shift}] if shift else [],
        "table": "air_combat",
        "column": column,
        "column_name": s.game.tables["air_combat"].columns[column],
        "results": [
            {
                "result": f"{theirs} : {ours}",
                "name": f"{theirs} enemy and {ours} own airstrike(s) lost",
                "probability": round(p, 4),
                "dice": [],
            }
            for (theirs, ours), p in sorted(superiority_odds(s, strikes, foes).items(), reverse=True)
        ],
    }


@dataclass(frozen=True, slots=True)
class AirFire(Step):
    """[19.1, 19.3] One side fires with all its airstrikes as a single number, at most seven."""

    role: str
    box: str

    def phase(self) -> str:
        return "air-superiority"

    def run(self, s: MusketeerState) -> None:
        firing = sorted(bits(s.cas)) if self.role == "attacker" else strikes_in(s, self.box)
        if firing and s.cas and strikes_in(s, self.box):
            s.then(Roll(f"air fire of the {self.role}"), AirHit(self.role, self.box))


@dataclass(frozen=True, slots=True)
class AirHit(Step):
    """[19.4] A number of enemy airstrikes, or one of the firing ones, is lost at once."""

    role: str
    box: str

    def run(self, s: MusketeerState) -> None:
        game = s.game
        attacking, defending = sorted(bits(s.cas)), strikes_in(s, self.box)
        firing, others = (attacking, defending) if self.role == "attacker" else (defending, attacking)
        shift = SPECIAL_SHIFT if s.special and self.role == "attacker" else 0
        t = game.tables["air_combat"]
        result = t.result(s.die, t.shifted(min(len(firing), MOST_STRIKES), shift))
        s.tell("19.3", "{} of the {} fire: {}", counted(min(len(firing), MOST_STRIKES)), self.role, result)
        if result == "AA":
            lose_strikes(s, firing, 1, "19.4")
        else:
            lose_strikes(s, others, int(result), "19.4")
        s.cas = sum(1 << u for u in bits(s.cas) if s.loc[u] != game.dead)


@dataclass(frozen=True, slots=True)
class AirOver(Step):
    """[19.1] The survivors are turned to their used side."""

    def run(self, s: MusketeerState) -> None:
        s.cas = 0


# bombardment ----------------------------------------------------------------------------------------------------
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

    hexes: tuple[Hex, ...] = ()
    loads: tuple[Units, ...] = ()

    def phase(self) -> str:
        return "bombardment"

    def run(self, s: MusketeerState) -> None:
        choice = Bombard(self.hexes, self.loads)
        if choice.open(s):
            s.then(choice)
        else:
            choice.fly(s)


@dataclass(frozen=True, slots=True)
class Bombard(Choice):
    """[18.2, 18.3, 19.5] Name enemy hexes to bombard, each at most once; `end` lets the bombs fall."""

    hexes: tuple[Hex, ...] = ()
    loads: tuple[Units, ...] = ()
    rule = "19.5"

    def phase(self) -> str:
        return "bombardment"

    def actor(self, s: MusketeerState) -> str:
        return s.side

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

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("end")
        yield from recon.options(s)
        for h in bits(self.open(s)):
            yield Action("bombard", (s.game.hex_name(h),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb == "recon":
            return recon.check(self, s, a)
        if a in self.options(s):
            return None
        if a.verb != "bombard" or len(a.args) != 1:
            return self.not_now(s, a)
        game, where = s.game, a.args[0]
        h = game.map.grid.find(where)
        if not h or not s.held(game.enemy[s.side]) >> h & 1:
            return Refusal(("19.5",), f"{where} holds no enemy units")
        if not game.allowed[s.contingent] >> h & 1:
            return Refusal(("28.1",), f"{where} is closed to Israeli airstrikes")
        if s.bombed >> h & 1:
            return Refusal(("18.4",), f"{where} has its mission in this phase")
        if ready(s, game.guns) and not gun_targets(s) >> h & 1:
            return Refusal(("20.3",), f"{where} is out of range of gunfire and rockets, and no airstrike is ready")
        return Refusal(("18.1",), "no airstrike, gunfire or rocket unit is ready")

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        """A target becomes public with its load, not while it is considered."""
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            self.fly(s)
        elif a.verb == "recon":
            recon.begin(s, a, self)
        else:
            s.then(LoadBombardment(s.game.hex(a.args[0]), self.hexes, self.loads))

    def fly(self, s: MusketeerState) -> None:
        s.then(*(Mission(h, load) for h, load in zip(self.hexes, self.loads)))


@dataclass(frozen=True, slots=True)
class LoadBombardment(Choice):
    """[18.4, 19.5, 20.2] How many airstrikes, and how many gunfire or rocket units on top of them."""

    hex: Hex
    hexes: tuple[Hex, ...] = ()
    loads: tuple[Units, ...] = ()
    rule = "19.5"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def most(self, s: MusketeerState) -> tuple[int, int]:
        game = s.game
        air = min(len(ready(s, game.airstrikes)), game.strike_limit[s.contingent], MOST_STRIKES - s.strikes)
        guns = len(ready(s, game.guns)) if gun_targets(s) >> self.hex & 1 else 0
        return air, guns

    def prompt(self, s: MusketeerState) -> str:
        air, guns = self.most(s)
        return f"Bombard {s.game.where(self.hex)} with up to {air} airstrikes and {guns} gunfire or rocket units [18.4, 20.2]."

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
            return Refusal(("18.4",), f"{game.title_of[s.contingent]} may use {limit} airstrike(s) against one hex")
        if air > self.most(s)[0]:
            return Refusal(("18.1", "19.5"), f"only {self.most(s)[0]} airstrike(s) can be sent")
        if int(a.args[1]) > self.most(s)[1]:
            return Refusal(("20.3",), f"{self.most(s)[1]} gunfire or rocket unit(s) can reach the hex")
        return Refusal(("19.5",), "send at least one unit, and write plain numbers")

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
        s.tell(
            "19.5",
            "{} and {} sent against {}",
            counted(air),
            counted(guns, "gunfire or rocket unit"),
            s.game.where(self.hex),
            at=(self.hex,),
        )
        s.then(BombardmentPhase((*self.hexes, self.hex), (*self.loads, load)))


def load_of(s: MusketeerState, air: int, guns: int) -> int:
    """The next ready units of each kind."""
    units = ready(s, s.game.airstrikes)[:air] + ready(s, s.game.guns)[:guns]
    return sum(1 << u for u in units)


def strength_of(s: MusketeerState, load: int) -> int:
    """[19.5, 20.2] The strengths of all units of a bombardment, added."""
    return sum(s.game.strength[u] for u in bits(load))


def bombardment_forecast(s: MusketeerState, h: int, air: int, guns: int) -> dict[str, Any]:
    """What the table says before the bombs fall; unexamined anti-aircraft units are not counted [23.0]."""
    game = s.game
    shifts = bombardment_shifts(s, h, air, known_to=s.side)
    strength = strength_of(s, load_of(s, air, guns))
    column, results = air_odds(s, strength, sum(x["columns"] for x in shifts))
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
        "column_name": game.tables["air_combat"].columns[column],
        "results": results,
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
            s.reveal(sum(1 << u for u in aaa_near(s, h, game.enemy[s.side])), "23.1")
        s.then(Roll(f"bombardment of {game.where(h)}"), Bombs(h, self.load), Verdict(), AirOver())


@dataclass(frozen=True, slots=True)
class Bombs(Step):
    """[19.6, 19.7, 20.4] That many units in the hex lose a step each; AA costs an airstrike, never gunfire or rockets."""

    hex: Hex
    load: Units

    def run(self, s: MusketeerState) -> None:
        game, t = s.game, s.game.tables["air_combat"]
        shift = sum(x["columns"] for x in bombardment_shifts(s, self.hex, s.cas.bit_count()))
        column = t.shifted(strength_of(s, self.load), shift)
        result = t.result(s.die, column)
        s.tell("19.6", "Bombardment on column {}: {}", t.columns[column], result, at=(self.hex,))
        if result == "AA":
            lose_strikes(s, sorted(bits(s.cas)), 1, "19.6")
        elif int(result):
            targets = sum(1 << u for u in s.enemies_at(self.hex, s.side))
            s.then(BombedUnits(self.hex, int(result), targets))
        else:
            s.tell("19.6", "No effect on {}", game.where(self.hex))


@dataclass(frozen=True, slots=True)
class BombedUnits(Step):
    """[19.6] Each of so many different units loses one step; a disrupted one is eliminated."""

    hex: Hex
    count: int
    left: Units

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
class ChooseBombed(Choice):
    """[19.6, 19.11] The defending player chooses which of his units are hit."""

    hex: Hex
    count: int
    left: Units
    rule = "19.6"

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
