"""[16.0] Retreat: withdrawal, rout, strongholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Frame, Refusal, Roll, Step, UnitId, bits, refuse, say
from sandtable.core.facts import DetailsFacts, StepFacts

from .back import LOST, Way, WaysBack, why_lost, why_not, withdraws
from .state import MusketeerState
from .wording import Decision


def in_stronghold(s: MusketeerState, u: int) -> bool:
    """[16.1, 16.5] An Egyptian unit in a fortification or city in Egypt, attacking or defending."""
    return s.game.contingent_of[u] == "egypt" and bool(s.game.strongholds >> s.loc[u] & 1)


@dataclass(frozen=True, slots=True)
class MustRetreat(Step[MusketeerState]):
    """[16.1, 29.5] One unit has to retreat; strongholds, static units and direct assaults are special."""

    unit: UnitId
    panic: bool = False
    """In a panic strongholds do not help [22.1]."""

    def run(self, s: MusketeerState) -> None:
        game, u = s.game, self.unit
        h, name = s.loc[u], game.name_of(u)
        if s.assaulting >> u & 1:
            s.eliminate(u)
            s.tell("29.5", "{unit} is eliminated: a direct assault cannot retreat.", unit=name, at=(h,), about="loss")
        elif in_stronghold(s, u) and not self.panic:
            if game.static >> u & 1:
                s.tell("16.5", "{unit} holds its stronghold.", unit=name, at=(h,), about="retreat")
            else:
                s.then(Stand(u))
        elif game.static >> u & 1:
            s.eliminate(u)
            s.tell("16.1", "{unit} is eliminated: static units cannot retreat.", unit=name, at=(h,), about="loss")
        else:
            s.then(*retreat_frames(s, u))


def retreat_frames(s: MusketeerState, u: int) -> tuple[Frame, ...]:
    if withdraws(s, u):
        return (StartRetreat(u),)
    return (Roll(say("rout of {unit}", unit=s.game.name_of(u))), StartRetreat(u))


@dataclass(frozen=True, slots=True)
class Stand(Decision):
    """[16.5] Egyptians in a fortification or city may ignore the retreat, or leave if they like."""

    unit: UnitId
    rule = "16.5"
    verbs = ("stand", "rout")

    def actor(self, s: MusketeerState) -> str:
        return s.game.roster[self.unit].side

    def in_the_open(self, s: MusketeerState, side: str) -> bool:
        return bool(s.known >> self.unit & 1)

    def prompt(self, s: MusketeerState) -> str:
        return say(
            "{unit} in {where} may stand or retreat: choose [16.5].",
            unit=s.game.name_of(self.unit),
            where=s.game.where(s.loc[self.unit]),
        )

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("stand")
        yield Action("rout")

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "rout":
            s.then(*retreat_frames(s, self.unit))
        else:
            name = s.game.name_of(self.unit)
            s.tell("16.5", "{unit} stands.", unit=name, at=(s.loc[self.unit],), about="retreat")

    def label(self, s: MusketeerState, a: Action) -> str:
        return say("Stand") if a.verb == "stand" else say("Retreat")


# The way back ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class StartRetreat(Step[MusketeerState]):
    """[16.2, 16.3, 16.4] Withdraw one hex or rout a die of hexes; without a way the unit is eliminated."""

    unit: UnitId

    def run(self, s: MusketeerState) -> None:
        length = 1 if withdraws(s, self.unit) else s.die
        back = WaysBack(s, self.unit, length)
        if back.end == LOST:
            lost(s, back)
        else:
            s.then(Retreat(self.unit, length))


def lost(s: MusketeerState, back: WaysBack) -> None:
    """[16.4] No way back is left: the unit is eliminated, and everybody reads why."""
    u = back.unit
    h = s.loc[u]
    reveal_blockers(s, u)
    s.eliminate(u)
    s.tell(
        "16.4",
        "{unit} cannot retreat and is eliminated: {why}.",
        unit=s.game.name_of(u),
        why=why_lost(back),
        at=(h,),
        about="loss",
    )


def reveal_blockers(s: MusketeerState, u: int) -> None:
    """[23.2] Enemies whose zones lie around a retreating unit are revealed."""
    for n in bits(s.game.map.grid.adjacent[s.loc[u]]):
        s.reveal_zone(n, s.game.roster[u].side)


@dataclass(frozen=True, slots=True)
class Retreat(Decision):
    """[16.4] The owner chooses the way back among those allowed."""

    unit: UnitId
    length: int
    rule = "16.4"
    verbs = ("retreat",)

    def actor(self, s: MusketeerState) -> str:
        return s.game.roster[self.unit].side

    def back(self, s: MusketeerState) -> WaysBack:
        return WaysBack(s, self.unit, self.length)

    def in_the_open(self, s: MusketeerState, side: str) -> bool:
        """[23.0] Where unexamined friends stand, they alone know whether there is room for one more."""
        friends = s.game.ground_by[s.game.contingent_of[self.unit]]
        return not s.occupied(friends & ~s.known) & self.back(s).looked_at()

    def path(self, s: MusketeerState, a: Action) -> list[int]:
        return list(s.game.parts(a).path)

    def prompt(self, s: MusketeerState) -> str:
        name, n = s.game.name_of(self.unit), self.length
        if withdraws(s, self.unit):
            return say("{unit} must withdraw {n} {n#hex|hexes}: choose the way [16.2, 16.4].", unit=name, n=n)
        return say("{unit} flees {n} {n#hex|hexes}: choose the way [16.3, 16.4].", unit=name, n=n)

    def options(self, s: MusketeerState) -> Iterator[Action]:
        """One way to each final hex, the one that hurts least."""
        return (self.action(s, w) for w in self.back(s).best())

    def action(self, s: MusketeerState, w: Way) -> Action:
        return Action("retreat", (s.game.name_of(self.unit), "-".join(s.game.hex_name(h) for h in w.path)))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        name, path = s.game.name_of(self.unit), self.path(s, a)
        if a.verb != "retreat" or s.game.parts(a).units != (self.unit,) or s.game.parts(a).to <= 0:
            return self.not_now(s, a)
        back = self.back(s)
        if len(path) == 1:
            ends = sorted({w.path[-1] for w in back.best()}, key=s.game.hex_name)
            rules = ("16.3", "16.4") if back.routs else ("16.2", "16.4")
            text = "No way allowed to {unit} ends in {hex}; open: {hexes}."
            return refuse(rules, text, unit=name, hex=s.game.hex_name(path[0]), hexes=s.game.hex_names(ends))
        broken = why_not(back, path)
        if broken is None:
            return None
        rule, why = broken
        return refuse(rule, "{way} is no way back for {unit}: {why}.", way=a.args[1], unit=name, why=why)

    def read(self, s: MusketeerState, a: Action) -> Action:
        """`retreat UNIT HEX` finds its way."""
        path = s.game.parts(a).path
        if a.verb == "retreat" and len(path) == 1:
            return next((self.action(s, w) for w in self.back(s).best() if w.path[-1] == path[0]), a)
        return a

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        path = [str(s.game.hex_name(h)) for h in self.path(s, a)]
        found: DetailsFacts = {
            "cost": len(path) - 1,
            "left": 0,
            "path": path,
            "steps": [StepFacts(to=h, cost=1) for h in path[1:]],
        }
        if self.back(s).hits(self.path(s, a)):
            found["warning"] = say("disrupted on the way by an enemy zone or by crossing water [16.4]")
        return found

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, u = s.game, self.unit
        path = self.path(s, a)
        hits = self.back(s).hits(path)
        for h in path[1:]:
            s.reveal_zone(h, game.roster[u].side)
        s.loc[u] = path[-1]
        s.attackers &= ~(1 << u)
        s.tell(
            "16.4",
            "{unit} retreats to {where}.",
            unit=game.name_of(u),
            where=game.where(path[-1]),
            at=(path[-1],),
            about="retreat",
        )
        if hits:
            s.disrupt(u)
            s.tell("16.4", "{unit} is disrupted on the way.", unit=game.name_of(u), at=(path[-1],))
