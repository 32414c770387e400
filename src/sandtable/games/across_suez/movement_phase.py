"""[1980:4.0, 2021:5.1] The Movement Phase, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Choice, Hex, Pick, Refusal, Step, UnitId, say_if_foregone

from .canal import cross, relocate
from .movement import journey, journeys, must_unstack, settled_hexes, stacked_hexes, ways_of
from .optional import no_landing
from .paths import not_available, reasons, walk
from .reinforcements import waiting
from .state import SuezState
from .victory import crossings_of_phase, eliminate, foregone
from .zones import enemy_of, zone_against


@dataclass(frozen=True, slots=True)
class MovementPhase(Choice):
    """[1980:4.0, 1980:4.1, 2021:5.1] The player moves units one at a time, as many as he likes, until he ends the phase."""

    side: str

    def actor(self, s: SuezState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.movement,)

    def prompt(self, s: SuezState) -> str:
        rule, due = s.game.edition.rule, waiting(s, self.side)
        text = f"Move your units one at a time, or end the Movement Phase [{rule.movement}]."
        by_land, by_air = [u for u in due if s.game.entry[u]], [u for u in due if not s.game.entry[u]]
        if by_land:
            text += f" {s.game.names(by_land)} may enter [{rule.reinforcements}] or wait [{rule.delay}]."
        if by_air:
            text += f" {s.game.names(by_air)} may land [15.5] or wait [{rule.delay}]."
        for h in stacked_hexes(s, self.side):
            text += f" {s.game.names(s.at(h))} stand in {s.game.hex_name(h)} [{rule.stacking}]."
        return text

    def movers(self, s: SuezState) -> list[UnitId]:
        """Units that have not moved yet, on the map and off it."""
        return [u for u in s.units_of(self.side) if not s.moved >> u & 1] + waiting(s, self.side)

    def options(self, s: SuezState) -> Iterator[Action]:
        names, settled = s.game.map.grid.names, settled_hexes(s, self.side)
        for u in self.movers(s):
            word = s.game.name_of(u)
            ways, ends = journeys(s, u, settled)
            paths = {ways.start: names[ways.start]}
            for h in ways.cost:  # cheapest first, so a hex comes after the hex before it
                before = ways.parent[h]
                paths[h] = f"{paths[before]}-{names[h]}" if before else names[h]
            for verb, to in ends:
                yield Action(verb, (word, names[to] if verb == "land" else paths[to]))
        if not must_unstack(s, self.side):
            yield Action("end")

    def sample(self, s: SuezState, pick: Pick) -> Action:
        """A random unit and a random journey of it: no need to list everybody's."""
        movers, settled = self.movers(s), settled_hexes(s, self.side)
        while movers:
            k = pick(len(movers) + 1)
            if k == len(movers):
                if not must_unstack(s, self.side):
                    return Action("end")
                k = pick(len(movers))
            ways, ends = journeys(s, movers[k], settled)
            if ends:
                verb, to = ends[pick(len(ends))]
                return journey(s, movers[k], verb, ways, to)
            movers[k] = movers[-1]
            movers.pop()
        return Action("end")

    # reading and checking -----------------------------------------------------------------------------------
    def read(self, s: SuezState, a: Action) -> Action:
        """`move Amir-1 0911` means the cheapest way there; `cross Amir-1` the cheapest way to the canal."""
        u = s.game.roster.index.get(a.args[0], -1) if a.args else -1
        if u < 0 or a.verb not in ("move", "enter", "cross") or len(a.args) > 2:
            return a
        if len(a.args) == 1 and a.verb != "cross":
            return a
        goal = s.game.map.grid.find(a.args[1]) if len(a.args) == 2 else s.game.matzmed
        if len(a.args) == 1:
            a = Action(a.verb, (a.args[0], s.game.hex_name(goal)))
        if s.loc[u] < 0 and s.game.entry[u] >> goal & 1:
            return a
        ways = ways_of(s, u)
        return journey(s, u, a.verb, ways, goal) if goal in ways.cost else a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        rule = s.game.edition.rule
        if a == Action("end"):
            if not must_unstack(s, self.side):
                return None
            return Refusal((rule.stacking,), f"{_stacks(s, self.side)}: move one of them away first.")
        verbs = ("move", "enter", "cross", *(("land",) if s.game.may_land else ()))
        if a.verb not in verbs or not 1 <= len(a.args) <= 2:
            return self.not_now(s, a)
        u = s.game.roster.index.get(a.args[0], -1)
        if u < 0 or s.game.side_of[u] != self.side:
            return Refusal((rule.movement,), f"{a.args[0]} is not one of your units.")
        if len(a.args) == 1:
            return not_available(s, u, a.verb) or Refusal((rule.movement,), f"Say where: {a.verb} {a.args[0]} HEX.")
        path = tuple(s.game.map.grid.find(name) for name in a.args[1].split("-"))
        if 0 in path:
            bad = a.args[1].split("-")[path.index(0)]
            return Refusal((rule.movement,), f"There is no hex {bad} on the map.")
        if a.verb == "land":
            return not_available(s, u, a.verb) or no_landing(s, u, path)
        walked = walk(s, u, a.verb, path)
        return walked if isinstance(walked, Refusal) else None

    # doing ----------------------------------------------------------------------------------------------------
    def label(self, s: SuezState, a: Action) -> str:
        if a.verb == "cross":
            return f"Send {a.args[0]} across the canal"
        if a.verb == "enter" and "-" not in a.args[1]:
            return f"Bring {a.args[0]} in at {a.args[1]}"
        return ""

    def details(self, s: SuezState, a: Action) -> dict[str, Any]:
        """Cost of every step, Movement Points left, and what a player should be warned of."""
        if a == Action("end"):
            stacks = _stacks(s, self.side)
            return {"warning": f"{stacks}: all but one of them will be lost."} if stacks else {}
        u = s.game.roster.index.get(a.args[0], -1) if len(a.args) == 2 else -1
        path = tuple(s.game.map.grid.find(name) for name in a.args[1].split("-")) if u >= 0 else ()
        if u < 0 or 0 in path or a.verb not in ("move", "enter", "cross"):
            return {}
        steps = walk(s, u, a.verb, path)
        if isinstance(steps, Refusal):
            return {}
        d: dict[str, Any] = {
            "cost": sum(steps) / 2,
            "left": (s.game.allowance_of(s, u) - sum(steps)) / 2,
            "path": [*a.args[1].split("-"), *(["across"] if a.verb == "cross" else [])],
            "steps": [c / 2 for c in steps],
            "why": reasons(s, u, a.verb, path),
        }
        end = path[-1]
        if a.verb != "cross":
            d["enemy_controlled"] = bool(zone_against(s, u) >> end & 1)
            if u == s.game.bridge and s.bridge_in_place():
                d["warning"] = "The bridge leaves Matzmed: Egypt wins at once."
            elif settled_hexes(s, self.side) >> end & 1 and end != s.loc[u]:
                d["warning"] = f"{s.game.names(s.at(end))} stays there: one of the units will be lost."
            elif any(v != u for v in s.at(end)):
                d["warning"] = f"{s.game.names(s.at(end))} must move on in this phase."
        return d

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "end":
            return
        s.then(self)
        game = s.game
        u = game.unit(a.args[0])
        path = a.args[1].split("-")
        to = game.hex(path[-1])
        s.moved |= 1 << u
        rule = game.edition.rule
        if a.verb == "cross":
            cross(s, u)
            return
        if a.verb == "move":
            s.tell(rule.movement, "{} moves {} to {}.", a.args[0], path[0], path[-1], at=[game.hex(path[0]), to])
        elif a.verb == "enter":
            onward = f" and moves to {path[-1]}" if len(path) > 1 else ""
            s.tell(rule.reinforcements, "{} enters in {}{}.", a.args[0], path[0], onward, at=[to])
        else:
            s.landed |= 1 << u
            s.tell("15.5.1", "{} lands in {}.", a.args[0], path[-1], at=[to])
        relocate(s, u, to)


def _stacks(s: SuezState, side: str) -> str:
    """Who shares a hex: "Matt-1 and Matt-2 stand in 0708, Erez-1 and Erez-2 in 0912"."""
    stacks = [f"{s.game.names(s.at(h))} stand in {s.game.hex_name(h)}" for h in stacked_hexes(s, side)]
    return ", ".join(stacks)


# The end of the phase -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EndOfMovement(Step):
    """[1980:4.4, 2021:5.2] Where two units share a hex the opponent chooses which are lost [ruling AS-02]."""

    side: str

    def run(self, s: SuezState) -> None:
        stacked = stacked_hexes(s, self.side)
        if stacked:
            s.then(RemoveStacked(self.side, stacked[0]), self)
        elif self.side == "israel":
            say_if_foregone(s, foregone(s, crossings_of_phase(s)))


@dataclass(frozen=True, slots=True)
class RemoveStacked(Choice):
    """[1980:4.4, 2021:5.2] The opponent removes one of the units in an overfull hex."""

    side: str
    hex: Hex

    def actor(self, s: SuezState) -> str:
        return enemy_of(self.side)

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.stacking,)

    def prompt(self, s: SuezState) -> str:
        return f"Choose which enemy unit in {s.game.hex_name(self.hex)} is destroyed [{self.rules(s)[0]}]."

    def options(self, s: SuezState) -> Iterator[Action]:
        for u in s.at(self.hex):
            yield Action("remove", (s.game.name_of(u),))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a.verb != "remove" or len(a.args) != 1 or a in self.options(s):
            return super(RemoveStacked, self).check(s, a)
        here = s.game.names(s.at(self.hex))
        return Refusal(self.rules(s), f"{a.args[0]} does not stand in {s.game.hex_name(self.hex)}: remove {here}.")

    def apply(self, s: SuezState, a: Action) -> None:
        eliminate(s, s.game.unit(a.args[0]), self.rules(s)[0])
