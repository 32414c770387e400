"""[16.0] Retreat: withdrawal, rout, strongholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Choice, Refusal, Roll, Step, UnitId, bits

from . import stacking
from .game import Musketeer
from .state import MusketeerState
from .wording import Decision, counted

SAFE, OVER_STACKED, LOST = 2, 1, 0
"""How a retreat ends, best first: [16.4] forbids a worse end while a better path is there."""
FURTHEST_CARRY = 6
"""An over-stacked unit goes on hex by hex at most this much further."""


def withdraws(s: MusketeerState, u: int) -> bool:
    """[16.1] Anglo-French, Israeli, US and Soviet airborne units withdraw; all others rout."""
    game = s.game
    contingent = game.contingent_of[u]
    return game.side_of[contingent] == "west" or (contingent == "ussr" and bool(game.airborne_type >> u & 1))


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


# Finding the ways -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Way:
    """One way back: the hexes, how it ends, and how often the unit is disrupted on it."""

    path: tuple[int, ...]
    end: int
    hits: int


def directions(game: Musketeer, goals: list[list[int]], h: int, hexes: list[int]) -> list[list[int]]:
    """[16.3] The next hexes of a rout by priority [ruling MU-15].

    First to the nearest city or airbase (`goals`: how far each is from everywhere); else to the south edge, or east of
    the canal to the canal.
    """
    nearest = min((far[h] for far in goals if far[h]), default=0)
    first = [n for n in hexes if any(far[n] < far[h] == nearest for far in goals)]
    if len(first) == len(hexes):
        return [first]
    far = game.to_south_edge if game.west_of_canal >> h & 1 else game.to_canal
    return [first, [n for n in hexes if n not in first and far[n] < far[h]]]


def ways_back(s: MusketeerState, u: int, length: int) -> list[Way]:
    """[16.4] Every way allowed: the full length, always further away, not into enemies, and the best end there is."""
    game = s.game
    m, grid, steps = game.map, game.map.grid, game.steps
    side, contingent = game.roster[u].side, game.contingent_of[u]
    enemy = game.enemy[side]
    zone, held = s.zone(enemy), s.occupied(game.ground_of[enemy])
    open_ = game.allowed[contingent] & ~held
    full = stacking.full_for(s, u)
    start = s.loc[u]
    withdrawing = withdraws(s, u)
    may_stop = contingent == "egypt" and not game.strongholds >> start & 1
    goals = [game.to_goal[g] for g in bits(game.rout_goals & ~held)]
    steps_left = 1 if game.two_sided >> u & 1 and not s.disrupted >> u & 1 else 0

    def further(path: tuple[int, ...], hits: int, left: int, carried: int) -> list[Way]:
        h = path[-1]
        if left == 0:
            if not full >> h & 1:
                return [Way(path, OVER_STACKED if carried else SAFE, hits)]
            if carried == FURTHEST_CARRY:
                return []
            return further(path, hits, 1, carried + 1)
        found: list[Way] = []
        if len(path) > 1 and may_stop and game.forts >> h & 1 and not full >> h & 1 and not carried:
            found.append(Way(path, SAFE, hits))
        hexes = [x.to for x in steps[h] if open_ >> x.to & 1 and grid.distance(start, x.to) == len(path)]
        tiers = []
        for tier in [hexes] if withdrawing else directions(game, goals, h, hexes):
            ways = []
            for n in tier:
                cost = hits + (zone >> n & 1) + (m.crosses("canal", h, n) or m.crosses("river", h, n))
                if cost <= steps_left:
                    ways += further((*path, n), cost, left - 1, carried)
            tiers.append(ways)
        best = max((w.end for ways in tiers for w in ways), default=LOST)
        for ways in tiers:
            good = [w for w in ways if w.end == best]
            if good:
                return found + good
        return found

    ways = further((start,), 0, length, 0)
    best = max((w.end for w in ways), default=LOST)
    return [w for w in ways if w.end == best]


@dataclass(frozen=True, slots=True)
class StartRetreat(Step):
    """[16.2, 16.3, 16.4] Withdraw one hex or rout a die of hexes; without a way the unit is eliminated."""

    unit: UnitId

    def run(self, s: MusketeerState) -> None:
        length = 1 if withdraws(s, self.unit) else s.die
        ways = ways_back(s, self.unit, length)
        if not ways:
            lost(s, self.unit)
        else:
            s.then(Retreat(self.unit, length))


def lost(s: MusketeerState, u: int) -> None:
    h = s.loc[u]
    reveal_blockers(s, u)
    s.eliminate(u)
    s.tell("16.4", "{} cannot retreat and is eliminated", s.game.name_of(u), at=(h,))


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

    def ways(self, s: MusketeerState) -> dict[str, Way]:
        """Ways by their notation."""
        names = s.game.hex_name
        return {"-".join(names(h) for h in w.path): w for w in ways_back(s, self.unit, self.length)}

    def prompt(self, s: MusketeerState) -> str:
        kind = "withdraws" if withdraws(s, self.unit) else "routs"
        rule = "16.2" if withdraws(s, self.unit) else "16.3"
        return f"{s.game.name_of(self.unit)} {kind} {counted(self.length, 'hex')}: choose the way [{rule}, 16.4]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        """One way to each final hex, the one that hurts least."""
        best: dict[int, tuple[int, str]] = {}
        for text, w in self.ways(s).items():
            end = w.path[-1]
            if end not in best or (w.hits, text) < best[end]:
                best[end] = (w.hits, text)
        for _, text in best.values():
            yield Action("retreat", (s.game.name_of(self.unit), text))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        if a.verb != "retreat" or len(a.args) != 2 or a.args[0] != s.game.name_of(self.unit):
            return self.not_now(s, a)
        if a.args[1] in self.ways(s):
            return None
        rules = ("16.2", "16.4") if withdraws(s, self.unit) else ("16.3", "16.4")
        text = (
            f"{a.args[1]} is no allowed way: {counted(self.length, 'hex')}, always further away, not into enemies, in the best "
            "direction open, and not to its loss while another way is left."
        )
        return Refusal(rules, text)

    def read(self, s: MusketeerState, a: Action) -> Action:
        """`retreat UNIT HEX` finds its way."""
        if a.verb == "retreat" and len(a.args) == 2 and "-" not in a.args[1]:
            return next((o for o in self.options(s) if o.args[1].endswith("-" + a.args[1])), a)
        return a

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        path = a.args[1].split("-")
        w = self.ways(s)[a.args[1]]
        found: dict[str, Any] = {"cost": len(path) - 1, "left": 0, "path": path, "steps": [1] * (len(path) - 1)}
        if w.hits:
            found["warning"] = "disrupted on the way by an enemy zone or by crossing water [16.4]"
        return found

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, u = s.game, self.unit
        w = self.ways(s)[a.args[1]]
        zone = s.zone(game.enemy[game.roster[u].side])
        for h in w.path[1:]:
            if zone >> h & 1:
                s.reveal_zone(h, game.roster[u].side)
        s.loc[u] = w.path[-1]
        s.attackers &= ~(1 << u)
        s.tell("16.4", "{} retreats to {}", a.args[0], game.where(w.path[-1]), at=(w.path[-1],))
        if w.hits:
            s.disrupt(u)
            s.tell("16.4", "{} is disrupted on the way", a.args[0])
