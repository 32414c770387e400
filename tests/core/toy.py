"""Dune Patrol: a tiny game that uses every part of the engine, for the tests of core and session.

Two units a side on five by four hexes, three turns. It has a secret plan, a reveal, moves with short forms, attacks built
step by step, a retreat by the other side, dice, a draw, options, and a state with a field of every kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sandtable.core import (
    Action,
    Choice,
    Draw,
    Game,
    Hex,
    Hexes,
    Ledger,
    Map,
    Option,
    Outcome,
    Phase,
    Refusal,
    Roll,
    Roster,
    Scenario,
    Source,
    State,
    Step,
    Title,
    UnitId,
    Units,
    bits,
    read_ledger,
    read_tables,
)
from sandtable.core.title import OptionValue

DATA = Path(__file__).parent / "toy_data"
PLANS = ("hold", "push")


class ToyState(State):
    __slots__ = ("fought", "last", "last_path", "moved", "order", "plan", "scores", "scouted", "seen", "trail", "wells")
    moved: Units
    fought: Units
    plan: str
    scouted: bool
    last: UnitId
    last_path: tuple[Hex, ...]
    order: tuple[UnitId, ...]
    seen: Hexes
    scores: list[int]
    trail: list[Hex]
    wells: tuple[int, ...]

    def __init__(self, game: ToyGame) -> None:
        super().__init__(game)
        self.moved = self.fought = self.seen = 0
        self.plan, self.scouted, self.last = "", False, -1
        self.last_path, self.order, self.wells = (), (), ()
        self.scores, self.trail = [0, 0], []


class ToyGame(Game):
    """One patrol."""

    state_class = ToyState
    boxes: ClassVar[tuple[str, ...]] = ("eliminated", "camp")
    hidden = True
    phases = tuple(
        Phase(f"{side}-{what}", f"{side} {what}", side, "1.1")
        for side in ("red", "blue")
        for what in ("movement", "combat")
    )

    def __init__(self, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> None:
        super().__init__(title, scenario, source, options)
        self.map = Map(source.load("map.toml"))
        self.roster = Roster(source.load("counters.toml")["unit"], title.sides)
        self.tables = read_tables(source.load("tables.toml"))
        self.strength: list[int] = self.roster.column("strength")
        self.well: Hex = next(bits(self.map.features["well"]))

    def set_up(self, s: ToyState) -> None:
        """[1.2] Units start where their counter says; the second of two alike below the first."""
        for u in self.roster.units:
            h = self.hex(u.factors["setup"])
            s.loc[u.id] = h if h not in s.loc else self.map.grid.neighbours[h][0]
        s.agenda = (Turn(),)

    def ledger(self) -> Ledger:
        return read_ledger(self.source)

    def factors(self, s: ToyState, u: int) -> list[str]:
        return [str(self.strength[u])]

    def tracks(self, s: ToyState, side: str) -> list[dict[str, Any]]:
        known = s.plan if side == "red" or s.scouted else ""
        return [{"id": "plan", "name": "Red's plan", "value": known}]

    def revealed(self, before: ToyState, after: ToyState, side: str) -> bool:
        """The result of a red attack shows blue whether red pushes."""
        return side == "blue" and before.actor == "chance" and self.phase(before) == "red-combat"

    def sample_hidden(self, s: ToyState, side: str, rng: Any) -> ToyState:
        """Blue knows the plan only after scouting."""
        new: ToyState = s.copy()
        if side == "blue" and s.plan and not s.scouted:
            new.plan = PLANS[rng.randrange(2)]
        return new


def enemy(side: str) -> str:
    return "blue" if side == "red" else "red"


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """[1.1] One turn."""

    def run(self, s: ToyState) -> None:
        s.moved = s.fought = 0
        s.plan, s.scouted = "", False
        s.tell("1.1", "Turn {} begins.", s.turn)
        s.then(Plan(), Movement("red"), Combat("red"), Movement("blue"), Combat("blue"), Weather(), EndOfTurn())


@dataclass(frozen=True, slots=True)
class Plan(Choice):
    """[1.1] Red decides in secret whether to push."""

    rule = "1.1"

    def actor(self, s: ToyState) -> str:
        return "red"

    def prompt(self, s: ToyState) -> str:
        return "Choose red's plan in secret: hold or push [1.1]."

    def options(self, s: ToyState) -> Iterator[Action]:
        return (Action("plan", (p,)) for p in PLANS)

    def apply(self, s: ToyState, a: Action) -> None:
        s.plan = a.args[0]
        s.tell("1.1", "Red plans to {}.", s.plan, to=("red",))

    def secret_from(self, s: ToyState) -> tuple[str, ...]:
        return ("blue",)


@dataclass(frozen=True, slots=True)
class Movement(Choice):
    """[2.1, 2.2, 2.3] Units move one by one."""

    side: str
    rule = "2.1"

    def phase(self) -> str:
        return f"{self.side}-movement"

    def actor(self, s: ToyState) -> str:
        return self.side

    def prompt(self, s: ToyState) -> str:
        return f"Move {self.side}'s units, or end [2.1]."

    def ways(self, s: ToyState, u: UnitId) -> Iterator[tuple[int, ...]]:
        grid, full = s.game.map.grid, s.occupied(s.game.roster.all)
        dune = s.game.map.terrain["dune"]
        for a in bits(grid.adjacent[s.loc[u]] & ~full):
            yield s.loc[u], a
            if not dune >> a & 1:
                yield from ((s.loc[u], a, b) for b in bits(grid.adjacent[a] & ~full) if grid.distance(s.loc[u], b) == 2)

    def movers(self, s: ToyState) -> list[int]:
        units = s.game.roster.of_side[self.side] & ~s.moved
        return [u for u in sorted(bits(units)) if s.loc[u] > 0]

    def options(self, s: ToyState) -> Iterator[Action]:
        name = s.game.hex_name
        for u in self.movers(s):
            seen = set()
            for way in self.ways(s, u):
                if way[-1] not in seen:
                    seen.add(way[-1])
                    yield Action("move", (s.game.name_of(u), "-".join(map(name, way))))
        if self.side == "blue" and not s.scouted:
            yield Action("scout")
        yield Action("end")

    def read(self, s: ToyState, a: Action) -> Action:
        """`move R-1 0103` finds its path."""
        if a.verb == "move" and len(a.args) == 2 and "-" not in a.args[1]:
            return next((o for o in self.options(s) if o.args[:1] == a.args[:1] and o.args[1].endswith(a.args[1])), a)
        return a

    def check(self, s: ToyState, a: Action) -> Refusal | None:
        game = s.game
        if a == ("end", ()) or (a == ("scout", ()) and self.side == "blue" and not s.scouted):
            return None
        if a.verb != "move" or len(a.args) != 2 or a.args[0] not in game.roster.index:
            return self.not_now(s, a)
        u = game.unit(a.args[0])
        if game.roster[u].side != self.side:
            return Refusal(("2.1",), f"{a.args[0]} is not {self.side}'s.")
        if s.moved >> u & 1:
            return Refusal(("2.1",), f"{a.args[0]} has moved already.")
        way = tuple(game.map.grid.find(n) for n in a.args[1].split("-"))
        if way in self.ways(s, u):
            return None
        return Refusal(("2.1", "2.2"), f"{a.args[0]} cannot move {a.args[1]}: two free hexes at most, a dune ends it.")

    def apply(self, s: ToyState, a: Action) -> None:
        game = s.game
        if a.verb == "end":
            return
        s.then(self)
        if a.verb == "scout":
            s.then(Scouting())
            return
        u = game.unit(a.args[0])
        way = tuple(map(game.hex, a.args[1].split("-")))
        s.loc[u] = way[-1]
        s.moved |= 1 << u
        s.last, s.last_path = u, way
        s.order = (*s.order, u)
        s.trail.append(way[-1])
        s.seen |= sum(1 << h for h in way)
        s.tell("2.1", "{} moves to {}.", a.args[0], game.hex_name(way[-1]), at=way)

    def details(self, s: ToyState, a: Action) -> dict[str, Any]:
        return {"cost": str(a.args[1].count("-"))} if a.verb == "move" else {}


@dataclass(frozen=True, slots=True)
class Scouting(Choice):
    """[2.3] Blue looks at red's plan: what was seen cannot be undone."""

    rule = "2.3"

    def actor(self, s: ToyState) -> str:
        return "blue"

    def prompt(self, s: ToyState) -> str:
        return "Look at red's plan, or cancel [2.3]."

    def options(self, s: ToyState) -> Iterator[Action]:
        return iter((Action("look"), Action("cancel")))

    def apply(self, s: ToyState, a: Action) -> None:
        if a.verb == "look":
            s.scouted = True
            s.tell("2.3", "Blue scouts: red plans to {}.", s.plan)

    def cuts_undo(self, s: ToyState) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Combat(Choice):
    """[4.1] Attack neighbours one by one."""

    side: str
    rule = "4.1"

    def phase(self) -> str:
        return f"{self.side}-combat"

    def actor(self, s: ToyState) -> str:
        return self.side

    def prompt(self, s: ToyState) -> str:
        return f"Attack with {self.side}'s units, or end [4.1]."

    def options(self, s: ToyState) -> Iterator[Action]:
        for t in targets(s, self.side):
            yield Action("attack", (s.game.name_of(t),))
        yield Action("end")

    def apply(self, s: ToyState, a: Action) -> None:
        if a.verb == "attack":
            s.then(Attack(self.side, s.game.unit(a.args[0])), self)


def attackers(s: ToyState, side: str, target: UnitId) -> int:
    """[4.1] Units that may join an attack on the target."""
    near = s.game.map.grid.adjacent[s.loc[target]]
    units = s.game.roster.of_side[side] & ~s.fought
    return sum(1 << u for u in bits(units) if s.loc[u] > 0 and near >> s.loc[u] & 1)


def targets(s: ToyState, side: str) -> list[int]:
    return [t for t in sorted(bits(s.game.roster.of_side[enemy(side)])) if s.loc[t] > 0 and attackers(s, side, t)]


@dataclass(frozen=True, slots=True)
class Attack(Choice):
    """[4.1] Add attackers, then roll."""

    side: str
    target: UnitId
    units: Units = 0
    rule = "4.1"

    def actor(self, s: ToyState) -> str:
        return self.side

    def prompt(self, s: ToyState) -> str:
        return f"Who attacks {s.game.name_of(self.target)}? [4.1]"

    def options(self, s: ToyState) -> Iterator[Action]:
        for u in sorted(bits(attackers(s, self.side, self.target) & ~self.units)):
            yield Action("with", (s.game.name_of(u),))
        if self.units:
            yield Action("confirm")
        yield Action("cancel")

    def apply(self, s: ToyState, a: Action) -> None:
        if a.verb == "with":
            s.then(Attack(self.side, self.target, self.units | 1 << s.game.unit(a.args[0])))
        elif a.verb == "confirm":
            s.fought |= self.units
            s.then(Roll("combat"), Resolve(self.side, self.target, self.units))

    def forecast(self, s: ToyState) -> dict[str, Any]:
        c = column(s, self.side, self.target, self.units)
        cells = [s.game.tables["crt"].result(d, c) for d in range(1, 7)]
        dice = {r: [str(d) for d, cell in enumerate(cells, 1) if cell == r] for r in dict.fromkeys(cells)}
        results = [{"result": r, "name": r, "probability": len(faces) / 6, "dice": faces} for r, faces in dice.items()]
        return {"kind": "combat", "title": s.game.name_of(self.target), "results": results, "shifts": [], "losses": []}


def column(s: ToyState, side: str, target: UnitId, units: Units) -> int:
    """[4.1] Difference of strengths; a plan to push adds a column."""
    difference = sum(s.game.strength[u] for u in bits(units)) - s.game.strength[target]
    return int(s.game.tables["crt"].shifted(difference, 1 if side == "red" and s.plan == "push" else 0))


@dataclass(frozen=True, slots=True)
class Resolve(Step):
    """[4.1, 4.2] The result of an attack."""

    side: str
    target: UnitId
    units: Units

    def run(self, s: ToyState) -> None:
        result = s.game.tables["crt"].result(s.die, column(s, self.side, self.target, self.units))
        s.tell("4.1", "{}: {}.", s.game.name_of(self.target), result)
        if result == "De":
            s.loc[self.target] = s.game.box("eliminated")
        elif result == "Ae":
            for u in bits(self.units):
                s.loc[u] = s.game.box("eliminated")
        elif result == "Dr":
            s.then(Retreat(enemy(self.side), self.target))


@dataclass(frozen=True, slots=True)
class Retreat(Choice):
    """[4.2] By the owner."""

    side: str
    unit: UnitId
    rule = "4.2"

    def actor(self, s: ToyState) -> str:
        return self.side

    def prompt(self, s: ToyState) -> str:
        return f"Retreat {s.game.name_of(self.unit)} one hex, or lose it [4.2]."

    def options(self, s: ToyState) -> Iterator[Action]:
        name, h = s.game.name_of(self.unit), s.loc[self.unit]
        for n in bits(s.game.map.grid.adjacent[h] & ~s.occupied(s.game.roster.all)):
            yield Action("retreat", (name, f"{s.game.hex_name(h)}-{s.game.hex_name(n)}"))
        yield Action("lose", (name,))

    def apply(self, s: ToyState, a: Action) -> None:
        s.loc[self.unit] = s.game.box("eliminated") if a.verb == "lose" else s.game.hex(a.args[1].split("-")[1])


@dataclass(frozen=True, slots=True)
class Weather(Step):
    """[1.1] The weather is drawn when the option says so."""

    def run(self, s: ToyState) -> None:
        if s.game.option("weather") != "never":
            s.then(Draw("weather", ("sun", "sun", "storm")))


@dataclass(frozen=True, slots=True)
class EndOfTurn(Step):
    """[1.1, 3.1] After the last turn the well decides [ruling TY-01]."""

    def run(self, s: ToyState) -> None:
        s.wells = (*s.wells, s.turn)
        if s.turn < s.game.scenario.turns:
            s.turn += 1
            s.then(Turn())
            return
        roster = s.game.roster
        left = {x: sum(s.loc[u] > 0 for u in bits(roster.of_side[x])) for x in s.game.sides}
        holder = next((roster[u].side for u in s.at(s.game.well)), None)
        winner = holder or (None if left["red"] == left["blue"] else max(left, key=left.__getitem__))
        level = f"{winner} wins" if winner else "draw"
        s.finish(Outcome(winner, level, tuple(left.items()), (f"[3.1] {level}: {left} units, well: {holder}",)))


TITLE = Title(
    id="toy",
    name="Dune Patrol",
    summary="Two patrols and a well.",
    sides=("red", "blue"),
    scenarios=(
        Scenario("", "Patrol", 3, "Three turns.", "1.1"),
        Scenario("long", "Long patrol", 6, "Six turns.", "1.1"),
    ),
    make=ToyGame,
    source=lambda: Source(DATA),
    options=(
        Option("sandstorm", "Sandstorms", "1.1"),
        Option("weather", "When the weather is drawn", "1.1", "always", ("always", "never")),
        Option("wells", "Number of wells", "3.1", 1, (1, 2)),
    ),
)


def load(overlay: Path | None = None) -> ToyGame:
    return ToyGame(TITLE, TITLE.scenarios[0], Source(DATA, overlay), {})
