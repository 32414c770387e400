"""[16.0] Retreat: withdrawal, rout, strongholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Choice, Refusal, Roll, Step, UnitId

from .back import LOST, Way, WaysBack, withdraws
from .state import MusketeerState
from .wording import Decision, counted


def in_stronghold(s: MusketeerState, u: int) -> bool:
    """[16.1, 16.5] An Egyptian unit in a fortification or city in Egypt, attacking or defending."""
    return s.game.contingent_of[u] == "egypt" and bool(s.game.strongholds >> s.loc[u] & 1)


@dataclass(frozen=True, slots=True)
class MustRetreat(Step):
    """[16.1, 29.5] One unit has to retreat; strongholds, static units and direct assaults are special."""

    unit: UnitId
    panic: bool = False
    """In a panic strongholds do not help [22.1]."""

    def run(self, s: MusketeerState) -> None:
        game, u = s.game, self.unit
        h, name = s.loc[u], game.name_of(u)
        if s.assaulting >> u & 1:
            s.eliminate(u)
            s.tell("29.5", "{} is eliminated: a direct assault cannot retreat", name, at=(h,))
        elif in_stronghold(s, u) and not self.panic:
            if game.static >> u & 1:
                s.tell("16.5", "{} holds its stronghold", name, at=(h,))
            else:
                s.then(Stand(u))
        elif game.static >> u & 1:
            s.eliminate(u)
            s.tell("16.1", "{} is static and cannot retreat: eliminated", name, at=(h,))
        else:
            s.then(*retreat_frames(s, u))


def retreat_frames(s: MusketeerState, u: int) -> tuple[Step | Choice, ...]:
    if withdraws(s, u):
        return (StartRetreat(u),)
    return (Roll(f"rout of {s.game.name_of(u)}"), StartRetreat(u))


@dataclass(frozen=True, slots=True)
class Stand(Decision):
    """[16.5] Egyptians in a fortification or city may ignore the retreat, or leave if they like."""

    unit: UnitId
    rule = "16.5"

    def actor(self, s: MusketeerState) -> str:
        return s.game.roster[self.unit].side

    def prompt(self, s: MusketeerState) -> str:
        return f"{s.game.name_of(self.unit)} in {s.game.where(s.loc[self.unit])} may stand or retreat [16.5]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        yield Action("stand")
        yield Action("rout")

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "rout":
            s.then(*retreat_frames(s, self.unit))
        else:
            s.tell("16.5", "{} stands", s.game.name_of(self.unit), at=(s.loc[self.unit],))


# The way back ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class StartRetreat(Step):
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
    s.tell("16.4", "{} cannot retreat and is eliminated: {}", s.game.name_of(u), back.why_lost(), at=(h,))


def reveal_blockers(s: MusketeerState, u: int) -> None:
    """[23.2] Enemies whose zones lie around a retreating unit are revealed."""
    side = s.game.roster[u].side
    zone = s.zone(s.game.enemy[side])
    for n in s.game.map.grid.neighbours[s.loc[u]]:
        if n and zone >> n & 1:
            s.reveal_zone(n, side)


@dataclass(frozen=True, slots=True)
class Retreat(Decision):
    """[16.4] The owner chooses the way back among those allowed."""

    unit: UnitId
    length: int
    rule = "16.4"

    def actor(self, s: MusketeerState) -> str:
        return s.game.roster[self.unit].side

    def back(self, s: MusketeerState) -> WaysBack:
        return WaysBack(s, self.unit, self.length)

    def path(self, s: MusketeerState, a: Action) -> list[int]:
        return [s.game.map.grid.find(x) for x in a.args[1].split("-")]

    def prompt(self, s: MusketeerState) -> str:
        kind = "withdraws" if withdraws(s, self.unit) else "routs"
        rule = "16.2" if withdraws(s, self.unit) else "16.3"
        return f"{s.game.name_of(self.unit)} {kind} {counted(self.length, 'hex')}: choose the way [{rule}, 16.4]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        """One way to each final hex, the one that hurts least."""
        return (self.action(s, w) for w in self.back(s).best())

    def action(self, s: MusketeerState, w: Way) -> Action:
        return Action("retreat", (s.game.name_of(self.unit), "-".join(s.game.hex_name(h) for h in w.path)))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb != "retreat" or len(a.args) != 2 or a.args[0] != s.game.name_of(self.unit):
            return self.not_now(s, a)
        back, path = self.back(s), self.path(s, a)
        if len(path) == 1:
            ends = sorted({s.game.hex_name(w.path[-1]) for w in back.best()})
            rules = ("16.3", "16.4") if back.routs else ("16.2", "16.4")
            return Refusal(rules, f"No way allowed to {a.args[0]} ends in {a.args[1]}; open: {', '.join(ends)}.")
        rule, why = back.why_not(path)
        return Refusal((rule,), f"{a.args[1]} is no way back for {a.args[0]}: {why}.") if rule else None

    def read(self, s: MusketeerState, a: Action) -> Action:
        """`retreat UNIT HEX` finds its way."""
        if a.verb == "retreat" and len(a.args) == 2 and "-" not in a.args[1]:
            return next((o for o in self.options(s) if o.args[1].endswith("-" + a.args[1])), a)
        return a

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        path = a.args[1].split("-")
        found: dict[str, Any] = {"cost": len(path) - 1, "left": 0, "path": path, "steps": [1] * (len(path) - 1)}
        if self.back(s).hits(self.path(s, a)):
            found["warning"] = "disrupted on the way by an enemy zone or by crossing water [16.4]"
        return found

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, u = s.game, self.unit
        path = self.path(s, a)
        hits = self.back(s).hits(path)
        zone = s.zone(game.enemy[game.roster[u].side])
        for h in path[1:]:
            if zone >> h & 1:
                s.reveal_zone(h, game.roster[u].side)
        s.loc[u] = path[-1]
        s.attackers &= ~(1 << u)
        s.tell("16.4", "{} retreats to {}", a.args[0], game.where(path[-1]), at=(path[-1],))
        if hits:
            s.disrupt(u)
            s.tell("16.4", "{} is disrupted on the way", a.args[0])
