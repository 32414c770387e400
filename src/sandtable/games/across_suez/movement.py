"""[1980:4.0, 2021:5.0] The movement of units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from sandtable.core import Action, Choice, Hex, Hexes, Pick, Reach, Refusal, Step, UnitId, bits, reach

from .canal import cross, crossing_cost, no_crossing, relocate
from .optional import landing_hexes, no_landing
from .reinforcements import entry_hexes, not_due, waiting, wrong_entry
from .state import SuezState
from .terrain import points
from .victory import eliminate
from .zones import enemy_of, zone_against


# Where a unit can go --------------------------------------------------------------------------------------------
def is_confused(s: SuezState, u: UnitId) -> bool:
    """[1980:9.1, 2021:12.1] On Game-Turn 1 a unit that begins in an enemy-controlled hex may not move."""
    return s.turn == 1 and bool(zone_against(s, u) >> s.loc[u] & 1)


def ways_from(s: SuezState, u: UnitId, start: Hex, spent: int = 0) -> Reach:
    """[1980:4.1, 1980:4.2, 1980:4.3, 1980:4.5, 2021:5.2, 2021:6.1] Every hex this unit can enter, and the way there.

    It never enters enemy units, stops next to them, and leaves their zone only into a hex outside it.
    """
    enemies = s.hexes_of(enemy_of(s.game.side_of[u]))
    zone = zone_against(s, u)
    in_zone = zone >> start & 1
    if in_zone and spent:  # it has just entered the map in an enemy-controlled hex
        return Reach(start, {}, {})
    return reach(
        s.game.edges(u),
        start,
        s.game.allowance_of(s, u),
        blocked=enemies,
        stop=zone,
        first_blocked=zone if in_zone else 0,
        spent=spent,
    )


class Journey(NamedTuple):
    """One way for a unit to spend its Movement Phase."""

    unit: UnitId
    verb: str
    ways: Reach
    to: Hex

    def action(self, s: SuezState) -> Action:
        names = s.game.map.grid.names
        return Action(self.verb, (s.game.name_of(self.unit), "-".join(names[h] for h in self.ways.path(self.to))))


def journeys(s: SuezState, u: UnitId) -> list[Journey]:
    """Everything this unit may do in the Movement Phase, by the cheapest way.

    Left out, though legal: ending in the hex of a friend who has moved already [1980:4.4], and moving the bridge out
    of Matzmed, which loses the game [1980:14.2, 2021:14.2]. Both are accepted when a player insists.
    """
    game = s.game
    if s.loc[u] > 0:
        if is_confused(s, u) or (u == game.bridge and s.bridge_in_place()):
            return []
        found = _journeys_from(s, u, "move", s.loc[u], 0)
    else:
        found = [Journey(u, "land", Reach(h, {}, {}), h) for h in bits(landing_hexes(s, u))]
        for h in bits(entry_hexes(s, u)):
            found += _journeys_from(s, u, "enter", h, game.terrain.entry_cost(h))
    return found


def _journeys_from(s: SuezState, u: UnitId, verb: str, start: Hex, spent: int) -> list[Journey]:
    game = s.game
    ways = ways_from(s, u, start, spent)
    closed = settled_hexes(s, game.side_of[u])
    found = [Journey(u, verb, ways, h) for h in ways.cost if not closed >> h & 1]
    if verb == "enter" and not closed >> start & 1:
        found.append(Journey(u, verb, ways, start))
    at_the_canal = spent if start == game.matzmed else ways.cost.get(game.matzmed)
    if (
        at_the_canal is not None
        and at_the_canal + crossing_cost(s) <= game.allowance_of(s, u)
        and not no_crossing(s, u)
    ):
        found.append(Journey(u, "cross", ways, game.matzmed))
    return found


def settled_hexes(s: SuezState, side: str) -> Hexes:
    """[1980:4.4, 2021:5.2] Hexes of units that have moved: nobody else can end the phase there [ruling AS-03]."""
    b = 0
    for u in s.units_of(side):
        if s.moved >> u & 1:
            b |= 1 << s.loc[u]
    return b


# The phase ------------------------------------------------------------------------------------------------------
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
        due = waiting(s, self.side)
        text = f"Move your units one at a time, or end the Movement Phase [{s.game.edition.rule.movement}]."
        if due:
            text += f" Reinforcements may enter: {s.game.names(due)} [{s.game.edition.rule.reinforcements}]."
        for h in stacked_hexes(s, self.side):
            text += f" Two units stand in {s.game.hex_name(h)} [{s.game.edition.rule.stacking}]."
        return text

    def movers(self, s: SuezState) -> list[UnitId]:
        """Units that have not moved yet, on the map and off it."""
        return [u for u in s.units_of(self.side) if not s.moved >> u & 1] + waiting(s, self.side)

    def options(self, s: SuezState) -> Iterator[Action]:
        names = s.game.map.grid.names
        for u in self.movers(s):
            word = s.game.name_of(u)
            paths: dict[Hex, str] = {}
            ways = None
            for j in journeys(s, u):
                if j.ways is not ways:
                    ways = j.ways
                    paths = {ways.start: names[ways.start]}
                    for h in ways.cost:  # cheapest first, so a hex comes after the hex before it
                        paths[h] = f"{paths[ways.parent[h]]}-{names[h]}"
                yield Action(j.verb, (word, paths[j.to]))
        if not must_unstack(s, self.side):
            yield Action("end")

    def sample(self, s: SuezState, pick: Pick) -> Action:
        """A random unit and a random journey of it: no need to list everybody's."""
        movers = self.movers(s)
        while movers:
            k = pick(len(movers) + 1)
            if k == len(movers):
                if not must_unstack(s, self.side):
                    return Action("end")
                k = pick(len(movers))
            choices = journeys(s, movers[k])
            if choices:
                return choices[pick(len(choices))].action(s)
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
        if s.loc[u] > 0:
            ways = ways_from(s, u, s.loc[u])
            return Journey(u, a.verb, ways, goal).action(s) if goal in ways.cost else a
        found = [j for j in journeys(s, u) if j.verb == a.verb and j.to == goal] if goal else []
        if found:
            return min(found, key=lambda j: j.ways.cost.get(goal, 0)).action(s)
        return a

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        rule = s.game.edition.rule
        if a == Action("end"):
            if not must_unstack(s, self.side):
                return None
            where = ", ".join(s.game.hex_name(h) for h in stacked_hexes(s, self.side))
            return Refusal((rule.stacking,), f"Two units stand in {where}: move one of them away first.")
        if a.verb not in ("move", "enter", "cross", "land") or len(a.args) != 2:
            return self.not_now(s, a)
        u = s.game.roster.index.get(a.args[0], -1)
        if u < 0 or s.game.side_of[u] != self.side:
            return Refusal((rule.movement,), f"{a.args[0]} is not one of your units.")
        path = tuple(s.game.map.grid.find(name) for name in a.args[1].split("-"))
        if 0 in path:
            bad = a.args[1].split("-")[path.index(0)]
            return Refusal((rule.movement,), f"There is no hex {bad} on the map.")
        if a.verb == "land":
            return self._not_available(s, u, a.verb) or no_landing(s, u, path)
        walked = self.walk(s, u, a.verb, path)
        return walked if isinstance(walked, Refusal) else None

    def walk(self, s: SuezState, u: UnitId, verb: str, path: tuple[Hex, ...]) -> list[int] | Refusal:
        """What every step of the journey costs, or why it is illegal."""
        game, rule, name = s.game, s.game.edition.rule, s.game.name_of(u)
        refusal = self._not_available(s, u, verb)
        if refusal:
            return refusal
        entering = s.loc[u] < 0
        start = path[0]
        if entering:
            refusal = wrong_entry(s, u, start)
            if refusal:
                return refusal
        elif start != s.loc[u]:
            if len(path) == 1:
                return self._out_of_reach(s, u, start)
            return Refusal(
                (rule.movement,), f"{name} stands in {game.hex_name(s.loc[u])}, not in {game.hex_name(start)}."
            )
        elif len(path) == 1 and verb == "move":
            return Refusal((rule.movement,), f"{name} already stands in {game.hex_name(start)}.")
        elif is_confused(s, u):
            text = f"{name} begins Game-Turn 1 in an enemy-controlled hex and may not move."
            return Refusal((rule.confusion_move,), text)
        steps = [game.terrain.entry_cost(start)] if entering else []
        zone, enemies = zone_against(s, u), s.hexes_of(enemy_of(self.side))
        have = game.allowance_of(s, u)
        for i, (a, b) in enumerate(pairwise(path)):
            if not game.map.grid.are_adjacent(a, b):
                return Refusal((rule.movement,), f"{game.hex_name(a)} and {game.hex_name(b)} are not adjacent.")
            if zone >> a & 1 and (i or entering):
                return Refusal((rule.stop,), f"{name} must stop in {game.hex_name(a)}: {self._watchers(s, a)}.")
            if zone >> a & zone >> b & 1:
                text = (
                    f"{name} may not go from {game.hex_name(a)} straight to {game.hex_name(b)}: {self._watchers(s, b)}."
                )
                return Refusal((rule.stop,), text)
            if enemies >> b & 1:
                return Refusal((rule.enemy_hex,), f"{game.hex_name(b)} holds {game.names(s.at(b))}, an enemy unit.")
            cost = game.terrain.step_cost(a, b)
            if not cost:
                barrier = (
                    "the hexside is prohibited" if game.terrain.own_cost[b] else f"{game.ground(b)} is closed to it"
                )
                text = f"{name} may not go from {game.hex_name(a)} to {game.hex_name(b)}: {barrier}."
                return Refusal((rule.terrain,), text)
            if not game.may_stand(u) >> b & 1:
                text = f"The bridge {name} keeps to clear and road hexes; {game.hex_name(b)} is {game.ground(b)}."
                return Refusal((rule.bridge_terrain,), text)
            left = have - sum(steps)
            if cost > left:
                text = f"{name} has {points(left)} of {points(have)} MP left; {game.hex_name(b)} costs {points(cost)}."
                return Refusal((rule.allowance, rule.terrain), text)
            steps.append(cost)
        end = path[-1]
        if verb == "cross":
            return self._crossing(s, u, end, steps)
        others = [v for v in s.at(end) if v != u]
        if others and not game.edition.phase_may_end_stacked and settled_hexes(s, self.side) >> end & 1:
            text = f"{name} may not stop in {game.hex_name(end)}: {game.names(others)} stays there."
            return Refusal((rule.stacking,), text)
        return steps

    def _not_available(self, s: SuezState, u: UnitId, verb: str) -> Refusal | None:
        """[1980:4.1, 1980:7.0, 1980:11.3, 2021:5.1] The unit has moved, is gone, or must use another verb."""
        game, rule, name = s.game, s.game.edition.rule, s.game.name_of(u)
        if s.moved >> u & 1 and s.loc[u] > 0:
            return Refusal((rule.movement,), f"{name} has moved in this phase.")
        if s.loc[u] == game.box("across"):
            return Refusal((rule.no_return,), f"{name} is across the canal and does not return.")
        if s.loc[u] == game.box("eliminated"):
            return Refusal((rule.movement,), f"{name} is eliminated.")
        if s.loc[u] > 0:
            if verb in ("enter", "land"):
                return Refusal((rule.reinforcements,), f"{name} is on the map already.")
            return None
        if verb == "move":
            return Refusal((rule.reinforcements,), f"{name} is not on the map; it may enter as a reinforcement.")
        return not_due(s, u)

    def _crossing(self, s: SuezState, u: UnitId, end: Hex, steps: list[int]) -> list[int] | Refusal:
        """[1980:11.0, 1980:11.1, 1980:11.2, 2021:13.1, 2021:13.2] The last step, from Matzmed over the canal."""
        game, rule, name = s.game, s.game.edition.rule, s.game.name_of(u)
        if end != game.matzmed:
            return Refusal((rule.crossing,), f"The canal is crossed in {game.hex_name(game.matzmed)} only.")
        refusal = no_crossing(s, u)
        if refusal:
            return refusal
        cost, have = crossing_cost(s), game.allowance_of(s, u)
        left = have - sum(steps)
        if cost > left:
            text = f"{name} has {points(left)} of {points(have)} MP left; crossing costs {points(cost)}."
            return Refusal((rule.bridge if s.bridge_ready else rule.ferry,), text)
        return [*steps, cost]

    def _watchers(self, s: SuezState, h: Hex) -> str:
        """Who makes a hex enemy-controlled: "adjacent to 16/4"."""
        near = s.game.map.grid.adjacent[h]
        enemies = [v for v in s.units_of(enemy_of(self.side)) if near >> s.loc[v] & 1]
        return f"adjacent to {s.game.names(enemies)}"

    def _out_of_reach(self, s: SuezState, u: UnitId, goal: Hex) -> Refusal:
        """Why no path leads a unit on the map to this hex."""
        game, rule, name, where = s.game, s.game.edition.rule, s.game.name_of(u), s.game.hex_name(goal)
        have = game.allowance_of(s, u)
        if is_confused(s, u):
            text = f"{name} begins Game-Turn 1 in an enemy-controlled hex and may not move."
            return Refusal((rule.confusion_move,), text)
        if s.hexes_of(enemy_of(self.side)) >> goal & 1:
            return Refusal((rule.enemy_hex,), f"{where} holds {game.names(s.at(goal))}, an enemy unit.")
        if not game.may_stand(u) >> goal & 1:
            return Refusal((rule.terrain,), f"{name} may not enter {where}: {game.ground(goal)} is closed to it.")
        alone = reach(game.edges(u), s.loc[u], 4 * have)
        need = alone.cost.get(goal)
        if need is None or need > have:
            far = "more" if need is None else points(need)
            return Refusal((rule.allowance,), f"{name} has {points(have)} MP; the way to {where} costs {far}.")
        return Refusal(
            (rule.stop, rule.enemy_hex), f"{name} cannot reach {where}: enemy units and their zones bar the way."
        )

    # doing ----------------------------------------------------------------------------------------------------
    def details(self, s: SuezState, a: Action) -> dict[str, Any]:
        """Cost of every step, Movement Points left, and what a player should be warned of."""
        if a == Action("end"):
            lost = [s.game.hex_name(h) for h in stacked_hexes(s, self.side)]
            return {"warning": f"Two units stand in {', '.join(lost)}: one will be lost."} if lost else {}
        u = s.game.roster.index.get(a.args[0], -1) if len(a.args) == 2 else -1
        path = tuple(s.game.map.grid.find(name) for name in a.args[1].split("-")) if u >= 0 else ()
        if u < 0 or 0 in path or a.verb not in ("move", "enter", "cross"):
            return {}
        steps = self.walk(s, u, a.verb, path)
        if isinstance(steps, Refusal):
            return {}
        d: dict[str, Any] = {
            "cost": points(sum(steps)),
            "left": points(s.game.allowance_of(s, u) - sum(steps)),
            "steps": self._explain(s, u, path, steps),
        }
        end = path[-1]
        if a.verb != "cross":
            d["enemy_controlled"] = bool(zone_against(s, u) >> end & 1)
            if u == s.game.bridge and s.bridge_in_place() and end != s.game.matzmed:
                d["warning"] = "The bridge leaves Matzmed: Egypt wins at once."
            elif any(v != u for v in s.at(end)):
                d["warning"] = "Another unit stands there: one of the two must move on in this phase."
        return d

    def _explain(self, s: SuezState, u: UnitId, path: tuple[Hex, ...], steps: list[int]) -> list[dict[str, str]]:
        """Every step with its cost and what it is paid for."""
        game, rule = s.game, s.game.edition.rule
        why = [f"entry [{rule.entry_cost}]"] if s.loc[u] < 0 else []
        why += [game.terrain.step_reason(a, b) for a, b in pairwise(path)]
        where = [game.hex_name(h) for h in path[s.loc[u] > 0 :]]
        if len(steps) > len(where):
            where.append("across")
            why.append(f"bridge [{rule.bridge}]" if s.bridge_ready else f"ferry [{rule.ferry}]")
        return [{"hex": h, "cost": points(c), "why": w} for h, c, w in zip(where, steps, why)]

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
            s.tell(rule.reinforcements, "{} enters in {} and moves to {}.", a.args[0], path[0], path[-1], at=[to])
        else:
            s.landed |= 1 << u
            s.tell("15.5.1", "{} lands in {}.", a.args[0], path[-1], at=[to])
        relocate(s, u, to)


# The end of the phase -------------------------------------------------------------------------------------------
def stacked_hexes(s: SuezState, side: str) -> list[Hex]:
    """[1980:4.4, 2021:5.2] Hexes that hold more than one unit of the side."""
    seen, twice = 0, 0
    for u in s.units_of(side):
        here = 1 << s.loc[u]
        twice |= seen & here
        seen |= here
    return sorted(bits(twice))


def must_unstack(s: SuezState, side: str) -> bool:
    """[2021:5.2] The phase may not end while one of two units in a hex can still move to a free one [ruling AS-02]."""
    if s.game.edition.phase_may_end_stacked:
        return False
    occupied = s.hexes_of(side)
    return any(
        j.verb == "cross" or not occupied >> j.to & 1
        for h in stacked_hexes(s, side)
        for u in s.at(h)
        if not s.moved >> u & 1
        for j in journeys(s, u)
    )


@dataclass(frozen=True, slots=True)
class EndOfMovement(Step):
    """[1980:4.4, 2021:5.2] Where two units share a hex the opponent chooses which are lost [ruling AS-02]."""

    side: str

    def run(self, s: SuezState) -> None:
        stacked = stacked_hexes(s, self.side)
        if stacked:
            s.then(RemoveStacked(self.side, stacked[0]), self)


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

    def apply(self, s: SuezState, a: Action) -> None:
        eliminate(s, s.game.unit(a.args[0]), self.rules(s)[0])
