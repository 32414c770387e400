"""[1980:4.0, 2021:5.1] The Movement Phase, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import (
    END,
    Action,
    Choice,
    Hex,
    Listing,
    Parts,
    Pick,
    Refusal,
    Sentence,
    Step,
    UnitId,
    cite,
    refuse,
    row,
    say,
    say_if_foregone,
    together,
)
from sandtable.core.facts import DetailsFacts

from .canal import cross, relocate
from .movement import able, journey, journeys, movers, must_unstack, settled_hexes, stacked_hexes, ways_of
from .optional import no_landing
from .paths import not_available, reasons, walk
from .reinforcements import waiting
from .state import SuezState
from .victory import crossings_of_phase, eliminate, foregone
from .zones import enemy_of, zone_against


@dataclass(frozen=True, slots=True)
class MovementPhase(Choice[SuezState]):
    """[1980:4.0, 1980:4.1, 2021:5.1] The player moves units one at a time, as many as he likes, until he ends the phase."""

    verbs: ClassVar[tuple[str, ...]] = ("move", "enter", "cross", "land", "end")
    side: str

    def actor(self, s: SuezState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.movement,)

    def prompt(self, s: SuezState) -> str:
        rule, due = s.game.edition.rule, waiting(s, self.side)
        lines = [
            say("Move any of your units, one at a time, then go on to the fights [{rule}].", rule=cite(rule.movement)),
        ]
        by_land, by_air = [u for u in due if s.game.entry[u]], [u for u in due if not s.game.entry[u]]
        if by_land:
            text, how = "{units} may come in now [{rule}] or wait [{delay}].", cite(rule.reinforcements)
            lines.append(say(text, units=s.game.names(by_land), rule=how, delay=cite(rule.delay)))
        if by_air:
            text = "{units} may land now [15.5] or wait [{delay}]."
            lines.append(say(text, units=s.game.names(by_air), delay=cite(rule.delay)))
        for h in stacked_hexes(s, self.side):
            text, units, where = (
                "{units} share {where}: only one may end there [{rule}].",
                s.game.names(s.at(h)),
                s.game.hex_name(h),
            )
            lines.append(say(text, units=units, where=where, rule=cite(rule.stacking)))
        return together(*lines)

    def options(self, s: SuezState) -> Iterator[Action]:
        names, settled = s.game.map.grid.names, settled_hexes(s, self.side)
        for u in movers(s, self.side):
            word = s.game.roster.names[u]
            found = journeys(s, u, settled)
            ways = found.ways
            paths = {ways.start: names[ways.start]}
            for h in ways.cost:  # cheapest first, so a hex comes after the hex before it
                before = ways.parent[h]
                paths[h] = f"{paths[before]}-{names[h]}" if before else names[h]
            for verb, to in found.ends:
                yield Action(verb, (word, names[to] if verb == "land" else paths[to]))
        if not must_unstack(s, self.side):
            yield Action("end")

    def words(self, s: SuezState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """[1980:4.0, 2021:5.1] Verbs of the units that can move, then those units, then where each can end."""
        if prefix == ("end",) or len(prefix) == 3:
            return (END,)
        if len(prefix) == 1:
            return tuple(s.game.roster.names[u] for u, verbs in able(s, self.side) if prefix[0] in verbs)
        if not prefix:
            every = set[str]().union(*(verbs for _, verbs in able(s, self.side)))
            return (*(v for v in self.verbs if v in every), *(() if must_unstack(s, self.side) else ("end",)))
        found = journeys(s, s.game.unit(prefix[1]), settled_hexes(s, self.side))
        return tuple(str(s.game.hex_name(h)) for verb, h in found.ends if verb == prefix[0])

    def spelled(self, s: SuezState, words: tuple[str, ...]) -> Action:
        """The cheapest way there."""
        if words == ("end",):
            return Action("end")
        if len(words) != 3 or words[2] not in self.words(s, words[:2]):
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        verb, u, to = words[0], s.game.unit(words[1]), s.game.hex(words[2])
        return Action(verb, words[1:]) if verb == "land" else journey(s, u, verb, ways_of(s, u), to)

    def sample(self, s: SuezState, pick: Pick) -> Action:
        """A random unit and a random journey of it: no need to list everybody's."""
        left, settled = movers(s, self.side), settled_hexes(s, self.side)
        while left:
            k = pick(len(left) + 1)
            if k == len(left):
                if not must_unstack(s, self.side):
                    return Action("end")
                k = pick(len(left))
            ways, verb, hexes, others = journeys(s, left[k], settled)
            if n := len(hexes) + len(others):
                i = pick(n) - len(hexes)
                verb, to = (verb, hexes[i]) if i < 0 else others[i]
                return journey(s, left[k], verb, ways, to)
            left[k] = left[-1]
            left.pop()
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
            return refuse(rule.stacking, "{stacks}: move one of them away first.", stacks=_stacks(s, self.side))
        verbs = ("move", "enter", "cross", *(("land",) if s.game.may_land else ()))
        if a.verb not in verbs or not 1 <= len(a.args) <= 2:
            return self.not_now(s, a)
        p, word = s.game.parts(a), a.args[0]
        if word not in s.game.roster.index or s.game.side_of[p.unit] != self.side:
            return refuse(rule.movement, "{unit} is not one of your units.", unit=word)
        if len(a.args) == 1:
            where = refuse(rule.movement, "Say where: {verb} {unit} HEX.", verb=a.verb, unit=word)
            return not_available(s, p.unit, a.verb) or where
        if not p.hexes or len(p.hexes) < len(p.path) or p.words:
            return refuse(rule.movement, "There is no hex {hex} on the map.", hex=first_unknown(s, a.args[1]))
        if a.verb == "land":
            return not_available(s, p.unit, a.verb) or no_landing(s, p.unit, p.hexes)
        walked = walk(s, p.unit, a.verb, p.hexes)
        return walked if isinstance(walked, Refusal) else None

    # doing ----------------------------------------------------------------------------------------------------
    def label(self, s: SuezState, a: Action) -> str:
        if a.verb == "end":
            return say("Done moving, go to the fights")
        p = s.game.parts(a)
        if a.verb == "cross":
            return say("Send {unit} across the canal", unit=s.game.name_of(p.unit))
        if a.verb == "enter" and len(p.path) == 1:
            return say("Bring {unit} in at {hex}", unit=s.game.name_of(p.unit), hex=s.game.hex_name(p.to))
        return ""

    def details(self, s: SuezState, a: Action) -> DetailsFacts:
        """Cost and reason of every step, Movement Points left, and what a player should be warned of."""
        if a == Action("end"):
            text = say("{stacks}: all but one of them will be lost.", stacks=_stacks(s, self.side))
            return {"warning": text} if stacked_hexes(s, self.side) else {}
        if a.verb == "land" or self.check(s, a):
            return {}
        p = s.game.parts(a)
        costs = walk(s, p.unit, a.verb, p.hexes)
        assert not isinstance(costs, Refusal)
        path = [str(s.game.hex_name(h)) for h in p.hexes] + (["across"] if a.verb == "cross" else [])
        paid = path[len(path) - len(costs) :]
        d: DetailsFacts = {
            "cost": sum(costs) / 2,
            "left": (s.game.allowance_of(s, p.unit) - sum(costs)) / 2,
            "path": path,
            "steps": [
                {"to": to, "cost": cost / 2, "why": why}
                for to, cost, why in zip(paid, costs, reasons(s, p.unit, a.verb, p.hexes))
            ],
        }
        if a.verb != "cross":
            d["enemy_controlled"] = bool(zone_against(s, p.unit) >> p.to & 1)
            if warning := self._warning(s, p.unit, p.to):
                d["warning"] = warning
        return d

    def _warning(self, s: SuezState, u: UnitId, end: Hex) -> str:
        """[1980:4.4, 1980:14.2, 2021:14.2] What ending there would bring about."""
        others = s.game.names(v for v in s.at(end) if v != u)
        if u == s.game.bridge and s.bridge_in_place():
            return say("The bridge leaves Matzmed: Egypt wins at once.")
        if settled_hexes(s, self.side) >> end & 1:
            return say("{units} {units#stays|stay} there: one of the units will be lost.", units=others)
        return say("{units} must move on in this phase.", units=others) if others else ""

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "end":
            return
        s.then(self)
        u, end = s.game.unit_and_end(a)
        s.moved |= 1 << u
        if a.verb == "cross":
            cross(s, u)
            return
        if a.verb == "land":
            s.landed |= 1 << u
        if s.told:
            tell_journey(s, s.game.parts(a))
        relocate(s, u, end)


def tell_journey(s: SuezState, p: Parts) -> None:
    """[1980:4.0, 1980:7.0, 2021:5.1, 2021:11.0, 2021:15.5.1] Who goes, or comes in, from where to where."""
    rule, unit = s.game.edition.rule, s.game.name_of(p.unit)
    start, end = s.game.hex_name(p.path[0]), s.game.hex_name(p.to)
    if p.verb == "move":
        text = "{unit} moves {start} to {end}."
        s.tell(rule.movement, text, unit=unit, start=start, end=end, at=(p.path[0], p.to), about="move")
    elif p.verb == "land":
        s.tell("15.5.1", "{unit} lands in {end}.", unit=unit, end=end, at=[p.to], about="arrival")
    elif len(p.path) == 1:
        s.tell(rule.reinforcements, "{unit} enters in {end}.", unit=unit, end=end, at=[p.to], about="arrival")
    else:
        text = "{unit} enters in {start} and moves to {end}."
        s.tell(rule.reinforcements, text, unit=unit, start=start, end=end, at=[p.to], about="arrival")


def first_unknown(s: SuezState, way: str) -> str:
    """The first word of a way that is no hex of the map."""
    return next((word for word in way.split("-") if not s.game.map.grid.find(word)), way)


def _stacks(s: SuezState, side: str) -> Sentence:
    """Who shares a hex: "Matt-1 and Matt-2 stand in 0708, Erez-1 and Erez-2 stand in 0912"."""
    text, game = "{units} stand in {where}", s.game
    stacks = stacked_hexes(s, side)
    return row(", ", [say(text, units=game.names(s.at(h)), where=game.hex_name(h)) for h in stacks])


# The end of the phase -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EndOfMovement(Step[SuezState]):
    """[1980:4.4, 2021:5.2] Where two units share a hex the opponent chooses which are lost [ruling AS-02]."""

    side: str

    def run(self, s: SuezState) -> None:
        stacked = stacked_hexes(s, self.side)
        if stacked:
            s.then(RemoveStacked(self.side, stacked[0]), self)
        elif self.side == "israel":
            say_if_foregone(s, foregone(s, crossings_of_phase(s)))


@dataclass(frozen=True, slots=True)
class RemoveStacked(Choice[SuezState]):
    """[1980:4.4, 2021:5.2] The opponent removes one of the units in an overfull hex."""

    verbs: ClassVar[tuple[str, ...]] = ("remove",)
    side: str
    hex: Hex

    def actor(self, s: SuezState) -> str:
        return enemy_of(self.side)

    def phase(self) -> str:
        return f"{self.side}-movement"

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.edition.rule.stacking,)

    def prompt(self, s: SuezState) -> str:
        return say(
            "Choose which enemy unit in {hex} is destroyed [{rule}].",
            hex=s.game.hex_name(self.hex),
            rule=cite(self.rules(s)[0]),
        )

    def options(self, s: SuezState) -> Iterator[Action]:
        for u in s.at(self.hex):
            yield Action("remove", (s.game.name_of(u),))

    def check(self, s: SuezState, a: Action) -> Refusal | None:
        if a.verb != "remove" or len(a.args) != 1 or a in self.options(s):
            return super(RemoveStacked, self).check(s, a)
        here = Listing(s.game.names(s.at(self.hex)).items, "or")
        return refuse(
            self.rules(s),
            "{unit} does not stand in {hex}: remove {here}.",
            unit=a.args[0],
            hex=s.game.hex_name(self.hex),
            here=here,
        )

    def apply(self, s: SuezState, a: Action) -> None:
        eliminate(s, s.game.unit(a.args[0]), self.rules(s)[0], "{unit} is eliminated: two units may not share a hex.")
