"""[17.0] Pursuit after a won combat."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Hex, Refusal, Units, bits

from . import stacking
from .state import MusketeerState
from .victory import Verdict
from .wording import Decision, counted


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


def must_stop(s: MusketeerState, a: int, b: int) -> str:
    """[17.3] Why a pursuit from a into b ends there: water behind it, a city or a fortification; empty if it may go on."""
    m = s.game.map
    if (s.game.cities | s.game.forts) >> b & 1:
        return "a city or fortification"
    if m.crosses("canal", a, b) or m.crosses("river", a, b):
        return "the canal or river it has crossed"
    return ""


def paths(s: MusketeerState, u: int, target: int) -> dict[int, list[int]]:
    """A shortest pursuit path to every hex where the unit may stop."""
    start = s.loc[u]
    joint = stacking.joint(s, s.game.contingent_of[u])
    found: dict[int, list[int]] = {}
    if target not in onward(s, u, start):
        return found
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
        return Refusal(("17.3",), f"The first hex of the pursuit is {game.hex_name(target)}.")
    limit = allowance(s, u)
    if len(path) - 1 > limit:
        return Refusal(("17.2",), f"{name} may pursue {counted(limit, 'hex')}.")
    for i, (x, y) in enumerate(itertools.pairwise(path)):
        if y not in onward(s, u, x):
            text = f"{name} could not move from {game.hex_name(x)} to {game.hex_name(y) or '?'}."
            return Refusal(("17.3",), text)
        why = must_stop(s, x, y)
        if why and i + 2 < len(path):
            return Refusal(("17.3",), f"{name} must stop in {game.hex_name(y)}: {why}.")
    if stacking.joint(s, s.contingent) >> path[-1] & 1:
        return Refusal(("12.5",), f"{game.hex_name(path[-1])} holds units of another contingent.")
    return None


def why_no_end(s: MusketeerState, u: int, target: int, end: int) -> Refusal:
    """[17.2, 17.3, 12.5] Why no pursuit of this unit ends in a hex."""
    game, name, where, limit = s.game, s.game.name_of(u), s.game.where(end), allowance(s, u)
    if not game.enterable >> end & 1:
        return Refusal(("17.3",), "Choose a hex that ground units can enter.")
    if s.occupied(game.ground_of[game.enemy[s.side]]) >> end & 1:
        return Refusal(("17.3", "9.4"), f"{where} is occupied by enemy units.")
    if not game.allowed[s.contingent] >> end & 1:
        return Refusal(("17.3", "28.1"), f"{where} is closed to Israelis.")
    if stacking.joint(s, s.contingent) >> end & 1:
        return Refusal(("12.5",), f"{where} holds units of another contingent.")
    away = 1 + game.map.grid.distance(target, end)
    if away > limit:
        return Refusal(
            ("17.2",),
            f"{where} is {counted(away, 'hex')} away over {game.hex_name(target)}; {name} may pursue {limit}.",
        )
    stop = must_stop(s, s.loc[u], target)
    if stop:
        return Refusal(("17.3",), f"{name} must stop in {game.hex_name(target)}: {stop}.")
    return Refusal(
        ("17.3",), f"{name} finds no way of {counted(limit, 'hex')} over {game.hex_name(target)} to {where}."
    )


@dataclass(frozen=True, slots=True)
class Pursuit(Decision):
    """[17.1, 17.2, 17.6] Some, none or all eligible units pursue; after an asterisk all of that stack must."""

    target: Hex
    units: Units
    must: Units
    rule = "17.2"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def obliged(self, s: MusketeerState) -> list[int]:
        """[17.6] Who must still pursue: units with an end in which they can stand [ruling MU-41]."""
        ways = {u: sum(1 << h for h in paths(s, u, self.target)) for u in sorted(bits(self.must))}
        return [u for u, ends in ways.items() if ends & ~stacking.full_for(s, u)]

    def prompt(self, s: MusketeerState) -> str:
        obliged = self.obliged(s)
        if obliged:
            return f"{s.game.where(self.target)} is cleared: {s.game.names(obliged)} must pursue [17.6]."
        return f"{s.game.where(self.target)} is cleared: pursue with units, or end [17.2]."

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb == "advance":
            return f"{a.args[0]} pursues to {s.game.where(s.game.hex(a.args[1].split('-')[-1]))}"
        return "Pursue no further"

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
        if a.verb == "advance" and len(a.args) == 2 and "-" not in a.args[1] and a.args[0] in game.roster.index:
            u, h = game.unit(a.args[0]), game.map.grid.find(a.args[1])
            if self.units >> u & 1 and h in (ways := paths(s, u, self.target)):
                return self.action(s, u, ways[h])
        return a

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            obliged = self.obliged(s)
            if not obliged:
                return None
            text = f"{game.names(obliged)} must pursue at least one hex: the fire had an asterisk."
            return Refusal(("17.6",), text)
        if a.verb != "advance" or len(a.args) != 2 or a.args[0] not in game.roster.index:
            return self.not_now(s, a)
        u, name = game.unit(a.args[0]), a.args[0]
        if game.static >> u & 1:
            return Refusal(("17.5",), f"{name} is static and cannot pursue.")
        if s.without_zone >> u & 1:
            return Refusal(("29.5",), f"{name} has made a direct assault and cannot pursue out of its hex.")
        if not self.units >> u & 1:
            return Refusal(("17.1",), f"{name} is not in the stack that cleared {game.hex_name(self.target)}.")
        path = [game.map.grid.find(x) for x in a.args[1].split("-")]
        return why_no_end(s, u, self.target, path[0]) if len(path) == 1 else why_no_path(s, u, self.target, path)

    def details(self, s: MusketeerState, a: Action) -> dict[str, Any]:
        if a.verb != "advance":
            return {}
        u, path = s.game.unit(a.args[0]), a.args[1].split("-")
        n = len(path) - 1
        found: dict[str, Any] = {"cost": n, "left": allowance(s, u) - n, "path": path, "steps": [1] * n}
        if stacking.refusal(s, u, s.game.hex(path[-1])):
            found["warning"] = stacking.WARNING
        return found

    def apply(self, s: MusketeerState, a: Action) -> None:
        if a.verb == "end":
            return
        game, u = s.game, s.game.unit(a.args[0])
        h = game.hex(a.args[1].split("-")[-1])
        s.loc[u] = h
        s.tell("17.2", "{} pursues to {}", a.args[0], game.where(h), at=(h,))
        keep = ~(1 << u)
        left = self.units & keep
        s.then(Verdict(), *((Pursuit(self.target, left, self.must & keep),) if left else ()))
