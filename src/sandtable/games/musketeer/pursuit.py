"""[17.0] Pursuit after a won combat."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Hex, Refusal, Sentence, Units, bits, refuse, say
from sandtable.core.facts import DetailsFacts, StepFacts

from . import stacking
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision


def allowance(s: MusketeerState, u: int) -> int:
    """[17.2, 17.5] Hexes of the Pursuit Table: mechanized, non-mechanized or static."""
    game = s.game
    kind = "static" if game.static >> u & 1 else "mechanized" if game.mechanized >> u & 1 else "non-mechanized"
    return game.pursuit_of[kind]


def onward(s: MusketeerState, u: int, here: int) -> list[int]:
    """[17.3, 17.4, 28.1] Next hexes of a pursuit: wherever the unit could move, zones or not."""
    game = s.game
    held = s.occupied(game.ground_of[game.enemy[game.roster[u].side]])
    open_ = game.allowed[game.contingent_of[u]] & ~held
    return [step.to for step in game.steps[here] if open_ >> step.to & 1]


def must_stop(s: MusketeerState, a: int, b: int) -> Sentence | None:
    """[17.3] Why a pursuit from a into b ends there: water behind it, a city or a fortification; None if it may go on."""
    m = s.game.map
    if (s.game.cities | s.game.forts) >> b & 1:
        return say("a city or fortification")
    if m.crosses("canal", a, b) or m.crosses("river", a, b):
        return say("the canal or river it has crossed")
    return None


def paths(s: MusketeerState, u: int, target: int) -> dict[int, list[int]]:
    """A shortest pursuit path to every hex where the unit may stop."""
    start = s.loc[u]
    joint = stacking.joint(s, s.game.contingent_of[u])
    found: dict[int, list[int]] = {}
    ring = [[start, target]]
    seen = {target}
    for _ in range(allowance(s, u)):
        following = []
        for path in ring:
            if not joint >> path[-1] & 1:
                found.setdefault(path[-1], path)
            if not must_stop(s, path[-2], path[-1]):
                for h in onward(s, u, path[-1]):
                    if h not in seen:
                        seen.add(h)
                        following.append([*path, h])
        ring = following
    return found


def why_no_path(s: MusketeerState, u: int, target: int, path: list[int]) -> Refusal | None:
    """[17.2, 17.3, 12.5] The first rule that a pursuit over these hexes breaks, or None."""
    game, name = s.game, s.game.name_of(u)
    if path[:2] != [s.loc[u], target]:
        return refuse("17.3", "The first hex of the pursuit is {hex}.", hex=game.hex_name(target))
    limit = allowance(s, u)
    if len(path) - 1 > limit:
        return refuse("17.2", "{unit} may pursue {n} {n#hex|hexes}.", unit=name, n=limit)
    for i, (x, y) in enumerate(itertools.pairwise(path)):
        if y not in onward(s, u, x):
            text = "{unit} could not move from {here} to {there}."
            return refuse("17.3", text, unit=name, here=game.hex_name(x), there=game.hex_name(y))
        why = must_stop(s, x, y)
        if why and i + 2 < len(path):
            return refuse("17.3", "{unit} must stop in {hex}: {why}.", unit=name, hex=game.hex_name(y), why=why)
    if stacking.joint(s, s.contingent) >> path[-1] & 1:
        return refuse("12.5", "{hex} holds units of another contingent.", hex=game.hex_name(path[-1]))
    return None


def why_no_end(s: MusketeerState, u: int, target: int, end: int) -> Refusal:
    """[17.2, 17.3, 12.5] Why no pursuit of this unit ends in a hex."""
    game, name, where, limit = s.game, s.game.name_of(u), s.game.where(end), allowance(s, u)
    if not game.enterable >> end & 1:
        return refuse("17.3", "Choose a hex that ground units can enter.")
    if s.occupied(game.ground_of[game.enemy[s.side]]) >> end & 1:
        return refuse(("17.3", "9.4"), "{where} is occupied by enemy units.", where=where)
    if not game.allowed[s.contingent] >> end & 1:
        return refuse(("17.3", "28.1"), "{where} is closed to Israelis.", where=where)
    if stacking.joint(s, s.contingent) >> end & 1:
        return refuse("12.5", "{where} holds units of another contingent.", where=where)
    away = 1 + game.map.grid.distance(target, end)
    if away > limit:
        return refuse(
            "17.2",
            "{where} is {n} {n#hex|hexes} away over {hex}; {unit} may pursue {limit}.",
            where=where,
            n=away,
            hex=game.hex_name(target),
            unit=name,
            limit=limit,
        )
    stop = must_stop(s, s.loc[u], target)
    if stop:
        return refuse("17.3", "{unit} must stop in {hex}: {stop}.", unit=name, hex=game.hex_name(target), stop=stop)
    return refuse(
        "17.3",
        "{unit} finds no way of {n} {n#hex|hexes} over {hex} to {where}.",
        unit=name,
        n=limit,
        hex=game.hex_name(target),
        where=where,
    )


@dataclass(frozen=True, slots=True)
class Pursuit(Decision):
    """[17.1, 17.2, 17.6] Some, none or all eligible units pursue; after an asterisk all of that stack must."""

    target: Hex
    units: Units
    must: Units
    rule = "17.2"
    verbs = ("end", "advance")

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def obliged(self, s: MusketeerState) -> list[int]:
        """[17.6] Who must still pursue: units with an end in which they can stand [ruling MU-41]."""
        ways = {u: sum(1 << h for h in paths(s, u, self.target)) for u in sorted(bits(self.must))}
        return [u for u, ends in ways.items() if ends & ~stacking.full_for(s, u)]

    def prompt(self, s: MusketeerState) -> str:
        obliged = self.obliged(s)
        if obliged:
            return say(
                "{where} is empty now: {units} must pursue [17.6].",
                where=s.game.where(self.target),
                units=s.game.names(obliged),
            )
        return say("{where} is empty now: pursue with units, or stay [17.2].", where=s.game.where(self.target))

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb == "advance":
            parts = s.game.parts(a)
            return say("{unit} pursues to {where}", unit=s.game.name_of(parts.unit), where=s.game.where(parts.to))
        return say("Pursue no further")

    def action(self, s: MusketeerState, u: int, path: list[int]) -> Action:
        return Action("advance", (s.game.name_of(u), "-".join(s.game.hex_name(h) for h in path)))

    def options(self, s: MusketeerState) -> Iterator[Action]:
        if not self.obliged(s):
            yield Action("end")
        for u in sorted(bits(self.units)):
            for path in paths(s, u, self.target).values():
                yield self.action(s, u, path)

    def read(self, s: MusketeerState, a: Action) -> Action:
        """`advance UNIT HEX` finds its path."""
        game = s.game
        parts = game.parts(a)
        if a.verb == "advance" and len(parts.units) == len(parts.hexes) == 1:
            u, h = parts.unit, parts.to
            if self.units >> u & 1 and h in (ways := paths(s, u, self.target)):
                return self.action(s, u, ways[h])
        return a

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            obliged = self.obliged(s)
            if not obliged:
                return None
            text = "{units} must pursue at least one hex: the fire had an asterisk."
            return refuse("17.6", text, units=game.names(obliged))
        u, path = game.parts(a).unit, list(game.parts(a).path)
        if a.verb != "advance" or u < 0 or game.parts(a).to <= 0:
            return self.not_now(s, a)
        name = game.name_of(u)
        if game.static >> u & 1:
            return refuse("17.5", "{unit} is static and cannot pursue.", unit=name)
        if s.without_zone >> u & 1:
            return refuse("29.5", "{unit} has made a direct assault and cannot pursue out of its hex.", unit=name)
        if not self.units >> u & 1:
            return refuse(
                "17.1", "{unit} is not in the stack that cleared {hex}.", unit=name, hex=game.hex_name(self.target)
            )
        return why_no_end(s, u, self.target, path[0]) if len(path) == 1 else why_no_path(s, u, self.target, path)

    def details(self, s: MusketeerState, a: Action) -> DetailsFacts:
        if a.verb != "advance":
            return {}
        parts = s.game.parts(a)
        u, path = parts.unit, [str(s.game.hex_name(h)) for h in parts.path]
        n = len(path) - 1
        found: DetailsFacts = {
            "cost": n,
            "left": allowance(s, u) - n,
            "path": path,
            "steps": [StepFacts(to=h, cost=1) for h in path[1:]],
        }
        if stacking.refusal(s, u, parts.to):
            found["warning"] = stacking.WARNING
        return found

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            return
        game, u, h = s.game, s.game.parts(a).unit, s.game.parts(a).to
        s.loc[u] = h
        s.tell(
            "17.2", "{unit} pursues to {where}.", unit=game.name_of(u), where=game.where(h), at=(h,), about="advance"
        )
        keep = ~(1 << u)
        left = self.units & keep
        s.then(Verdict(), *((Pursuit(self.target, left, self.must & keep),) if left else ()))
