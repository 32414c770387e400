"""[9.0] Suez '56: forces, landings, helicopters, engineers, militia, victory points, the written last turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sandtable.core import Action, Hexes, Pick, Refusal, Roll, Step, UnitId, Units, bits

from .battle import Battle
from .deployment import SetUp
from .helicopters import Deliver, check_fly, flight_details, flights, fly, lifts, why_no_lift
from .landing import AirborneLanding, land
from .movement import (
    front,
    march,
    move_details,
    no_stopping,
    read_path,
    trace,
    walk,
    way_texts,
    ways,
    why_pinned,
)
from .sequence import GameTurn
from .state import SuezState
from .victory import award, determine_winner, score_objectives
from .wording import Decision

FIRST_LANDING, LATER_LANDINGS = 6, 3
"""[9.13] Units that may land from the sea in the first phase with a landing, and in each later one."""
EARLIEST_LANDING = 4
HISTORIC_END, LAST_POSSIBLE = 6, 12


class Suez(Battle):
    """[9.1] The Anglo-French landing at Port Said, November 1956."""

    state_class = SuezState
    boxes: ClassVar[tuple[str, ...]] = ("eliminated", "exited", "holding", "militia")
    hidden: ClassVar[bool] = True
    folder: ClassVar[str] = "suez-56"
    section: ClassVar[str] = "9"
    nations: ClassVar[tuple[str, ...]] = ("british", "french")
    naval_each_phase: ClassVar[tuple[int, ...]] = (1, 1)
    airstrikes: ClassVar[tuple[int, ...]] = (7, 5)
    loss_points: ClassVar[int] = 2
    objective_points: ClassVar[int] = 2
    western_vp_rule: ClassVar[str] = "9.9"
    egyptian_vp_rule: ClassVar[str] = "9.8"
    set_up_rule: ClassVar[str] = "9.3"
    gate: ClassVar[str] = "heli_entry"
    shuttles: ClassVar[bool] = True
    flight_rule: ClassVar[str] = "9.12"
    arrival_verbs: ClassVar[frozenset[str]] = frozenset({"fly", "lift", "beach", "cross", "muster"})

    overlays: ClassVar[tuple[tuple[str, str], ...]] = (
        *Battle.overlays,
        ("coastal", "Landing beaches"),
        ("heli_entry", "Helicopter entry"),
        ("exit", "Exit hexes"),
    )
    layers: ClassVar[dict[str, str]] = {
        "coastal": "B: units land here from the sea, from turn 4 on [9.13]",
        "heli_entry": "H: helicopters come and go over this hex [9.12]",
        "exit": "X: Anglo-French units leave the map here for victory points [9.9, 9.10]",
    }

    def in_play(self, block: Mapping[str, Any]) -> bool:
        """[9.5] The what-if units, with nothing but 56 on their backs, join only with the option."""
        return bool(self.option("what_if")) or not (block["side"] == self.egypt and block["back"] == "56")

    def set_up(self, s: SuezState) -> None:
        """[9.3, 9.4, 9.6, 9.7, 9.8] Egypt deploys; militia and all Anglo-French units wait in their boxes [1.4]."""
        for u in range(len(self.roster)):
            if self.side_of[u] == self.west:
                s.loc[u] = self.box("holding")
            elif self.militia >> u & 1:
                s.loc[u] = self.box("militia")
        s.agenda = (SetUp(self.roster.of_side[self.egypt] & ~self.militia), GameTurn())
        if not self.option("what_if"):
            award(s, self.egypt, 2 * 8, "9.8", "World opinion")

    @cached_property
    def militia(self) -> Units:
        return self.roster.where(lambda u: u.factors["zone"] == "militia")

    @cached_property
    def js(self) -> UnitId:
        """[9.12] The helicopter unit that carries others."""
        return next(u.id for u in self.roster.units if u.factors.get("transport"))

    @cached_property
    def coast(self) -> Hexes:
        return self.map.sets["coastal"]

    def zone_for(self, u: UnitId) -> Hexes:
        """[9.3] Anywhere inland [ruling ME-52]; the coastal battery on the Mediterranean coast."""
        return self.coast if self.roster[u].factors["zone"] == "coastal" else self.land & ~self.coast

    def zone_words(self, u: UnitId) -> str:
        return (
            "on a Mediterranean coastal hex" if self.roster[u].factors["zone"] == "coastal" else "inland, off the coast"
        )

    # the turn ---------------------------------------------------------------------------------------------
    def game_turn_starts(self, s: SuezState) -> None:
        """[8.18, 9.6] Seven British and five French airstrikes every game turn."""
        s.air = self.airstrikes

    def player_turn_starts(self, s: SuezState, side: str) -> None:
        """[9.4, 9.11] Paratroops before the Anglo-French movement, militia before the Egyptian."""
        s.helped = 0
        if side == self.west:
            s.beached, s.flown = 0, [0] * len(s.flown)
            landing = AirborneLanding(side, 2 if s.turn == 1 else 1)
            if landing.candidates(s):
                s.then(landing)
        else:
            s.militia_due = 0
            if s.turn >= 2 and not s.militia_over:
                s.then(MilitiaCall())

    def combat_starts(self, s: SuezState) -> None:
        s.shelled = 0

    def game_turn_ends(self, s: SuezState) -> None:
        """[9.2, 9.8] Objectives each turn; turn 6 asks whether to go on; later turns cost a die plus one."""
        score_objectives(s)
        if s.turn == HISTORIC_END:
            s.then(StopOrGoOn())
        elif s.turn > HISTORIC_END:
            s.then(Roll("pressure to end the fighting"), Pressure())

    # victory points ---------------------------------------------------------------------------------------
    def exit_hexes(self, s: SuezState, side: str) -> Hexes:
        """[9.10] 4807 through 4814, for Anglo-French units only."""
        return self.map.sets["exit"] if side == self.west else 0

    def exited(self, s: SuezState, u: UnitId) -> None:
        """[9.9] Two points each up to turn 3 [ruling ME-44], then one; helicopters too [ruling ME-31]."""
        award(s, self.west, 4 if s.turn <= 3 else 2, "9.9", "{} has left the map", self.name_of(u))

    def fired_into(self, s: SuezState, hexes: Hexes) -> None:
        """[9.8] One point for each city hex fired into, once a hex and combat phase [ruling ME-38]."""
        fresh = hexes & self.cities & ~s.shelled
        s.shelled |= fresh
        award(s, self.egypt, 2 * fresh.bit_count(), "9.8", "Fire into the city, {}", s.hex_names(fresh))

    def shelled_from_sea(self, s: SuezState, hexes: Hexes) -> None:
        """[9.8] Ships choose a hex outside the city, or one already shelled, where they can [ruling ME-38]."""
        if not hexes & (~self.cities | s.shelled):
            self.fired_into(s, 1 << min(bits(hexes)))

    def attack_shifts(
        self,
        s: SuezState,
        side: str,
        targets: Hexes,
        attackers: Units,
        air: tuple[int, ...],
        naval: tuple[int, ...],
    ) -> list[tuple[str, str, int]]:
        """[7.18, 9.15] Mixed nations cost a column; an engineer against an adjacent city hex gains one [ruling ME-40]."""
        if side != self.west:
            return []
        shifts = []
        nations = {self.nation_of[u] for u in bits(attackers)}
        nations |= {nation for nation, a, n in zip(self.nations, air, naval) if a or n}
        if len(nations) > 1:
            shifts.append(("British and French together", "7.18", -1))
        engineers = attackers & self.engineers
        city = targets & self.cities
        if any(self.map.grid.adjacent[s.loc[u]] & city for u in bits(engineers)):
            shifts.append(("engineers against a city", "9.15", 1))
        return shifts

    # helicopters, landings, crossings ------------------------------------------------------------------------
    def arrivals(self, s: SuezState, side: str) -> Iterator[Action]:
        if side == self.egypt:
            yield from self.musters(s)
            return
        for u in sorted(bits(self.helicopters)):
            yield from flights(s, u)
        yield from lifts(s)
        yield from self.beachings(s)
        yield from self.crossings(s)

    def complete_arrival(self, s: SuezState, a: Action) -> Action:
        u = self.roster.index.get(a.args[0], -1)
        if a.verb == "fly" and u >= 0:
            return Action("fly", (a.args[0], f"{self.hex_name(s.loc[u])}-{a.args[1]}"))
        if a.verb == "muster":
            for known in self.musters(s):
                if known.args[1].endswith(a.args[1]):
                    return Action("muster", (a.args[0], known.args[1]))
        return a

    def arrival_details(self, s: SuezState, a: Action) -> dict[str, Any]:
        u = self.unit(a.args[0])
        match a.verb:
            case "fly":
                return flight_details(s, u, a.args[1].rpartition("-")[2])
            case "cross":
                near = s.loc[self.unit(a.args[1])]
                steps, why = walk(s, u, (s.loc[u], near))
                places = [self.hex_name(s.loc[u]), self.hex_name(near), a.args[2]]
                return move_details(places, [*steps, 0], [*why, "across the water [9.14]"], march(s, u).budget)
            case "muster":
                steps, why = walk(s, u, read_path(s, a.args[1]) or [])
                return move_details(a.args[1].split("-"), [0, *steps], ["placed [9.4]", *why], march(s, u).budget)
        return {}

    def arrival_note(self, s: SuezState, side: str) -> str:
        if side == self.egypt:
            return f" {s.militia_due} militia may be placed [9.4]." if s.militia_due else ""
        left = self.beach_room(s)
        return f" Up to {left} unit(s) may land from the sea [9.13]." if left else ""

    def sample_arrival(self, s: SuezState, side: str, pick: Pick) -> Action | None:
        if side == self.egypt:
            options = list(self.musters(s))
        else:
            kind = pick(4)
            sources = (
                self.crossings(s),
                lifts(s),
                self.beachings(s),
                flights(s, sorted(bits(self.helicopters))[pick(2)]),
            )
            options = list(sources[kind])
        return options[pick(len(options))] if options else None

    def check_arrival(self, s: SuezState, side: str, a: Action) -> Refusal | None:
        if (a.verb == "muster") != (side == self.egypt):
            rule = "9.4" if a.verb == "muster" else "9.12"
            return Refusal((rule,), f"“{a.verb}” is for the other side.")
        u = self.roster.index.get(a.args[0], -1) if a.args else -1
        if u < 0 or self.side_of[u] != side:
            return Refusal(("5.1",), f"{a.args[0] if a.args else 'Nothing'} is not one of your units.")
        match a.verb:
            case "fly":
                return check_fly(s, u, a)
            case "lift":
                return why_no_lift(s, u)
            case "beach":
                return self.check_beach(s, u, a)
            case "cross":
                return self.check_cross(s, u, a)
        return self.check_muster(s, u, a)

    def apply_arrival(self, s: SuezState, side: str, a: Action) -> None:
        u = self.unit(a.args[0])
        match a.verb:
            case "fly":
                fly(s, u, a.args[1])
            case "lift":
                s.then(Deliver(u))
            case "beach":
                s.first_beach = s.first_beach or s.turn
                s.beached += 1
                land(s, u, self.hex(a.args[1]), "9.13", "{} lands from the sea on {}.")
            case "cross":
                engineer, h = self.unit(a.args[1]), self.hex(a.args[2])
                s.moved |= 1 << u | 1 << engineer
                s.helped |= 1 << engineer
                s.crossed |= 1 << u
                s.loc[u] = h
                s.tell("9.14", "{} crosses to {} with the help of {}.", a.args[0], a.args[2], a.args[1], at=(h,))
            case "muster":
                path = read_path(s, a.args[1]) or []
                s.loc[u] = path[-1]
                s.moved |= 1 << u
                s.militia_due -= 1
                s.tell("9.4", "{} appears in {}.", a.args[0], self.hex_name(path[-1]), at=path)

    # [9.12] helicopters
    def order_of(self, u: UnitId) -> int:
        """The helicopter's place among the helicopters."""
        return (self.helicopters & ((1 << u) - 1)).bit_count()

    def flight_points(self, s: SuezState, u: UnitId) -> int:
        """[9.12] What the flights of this phase have left of the allowance."""
        return self.allowance(s, u) - s.flown[self.order_of(u)]

    def note_flight(self, s: SuezState, u: UnitId, cost: int) -> None:
        s.flown[self.order_of(u)] += cost

    # [9.13] amphibious landings
    def beach_room(self, s: SuezState) -> int:
        """[9.13] Units that may still land from the sea in this phase; helicopters fly [ruling ME-45]."""
        if s.turn < EARLIEST_LANDING:
            return 0
        first = s.first_beach in (0, s.turn)
        return (FIRST_LANDING if first else LATER_LANDINGS) - s.beached

    def beachings(self, s: SuezState) -> Iterator[Action]:
        if self.beach_room(s) <= 0:
            return
        box = self.box("holding")
        for u in self.units_of[self.west]:
            if s.loc[u] == box and not self.helicopters >> u & 1:
                for h in sorted(bits(self.coast & ~s.hexes_of(self.egypt) & ~s.no_room_for(u))):
                    yield Action("beach", (self.name_of(u), self.hex_name(h)))

    def check_beach(self, s: SuezState, u: UnitId, a: Action) -> Refusal | None:
        h = self.map.grid.find(a.args[1]) if len(a.args) == 2 else 0
        if s.turn < EARLIEST_LANDING:
            return Refusal(("9.13",), f"Amphibious landings begin on game turn {EARLIEST_LANDING}.")
        if self.helicopters >> u & 1 or s.loc[u] != self.box("holding"):
            return Refusal(("9.13",), f"{a.args[0]} is no ground unit waiting in the holding box.")
        if self.beach_room(s) <= 0:
            return Refusal(("9.13",), f"{s.beached} units have landed from the sea in this phase; no more may.")
        if not h or not self.coast >> h & 1:
            return Refusal(
                ("9.13",), f"{a.args[1] if len(a.args) > 1 else 'That'} is not a coastal hex from 2801 to 1632."
            )
        return no_stopping(s, u, h)

    # [9.14] water crossings
    def far_banks(self, s: SuezState, engineer: UnitId) -> Hexes:
        """[9.14] Land across a sea, lake or Canal hexside from the engineer's hex."""
        here = s.loc[engineer]
        banks: Hexes = 0
        for h in bits(self.map.grid.adjacent[here] & self.land):
            if any(self.sides_of_hexes[k].get("prohibited") for k in self.hexsides(here, h)):
                banks |= 1 << h
        return banks

    def why_no_help(self, s: SuezState, engineer: UnitId) -> Refusal | None:
        """[9.14] The engineer must have begun the phase on the water and stays there."""
        name = self.name_of(engineer)
        if not self.engineers >> engineer & 1 or self.side_of[engineer] != self.west:
            return Refusal(("9.14",), f"{name} is not an Anglo-French engineer unit.")
        if s.loc[engineer] <= 0 or (s.moved & ~s.helped) >> engineer & 1:
            return Refusal(("9.14",), f"{name} did not begin this phase where it is.")
        if not self.far_banks(s, engineer):
            return Refusal(("9.14",), f"{name} is not next to a sea, lake or Canal hexside with land beyond.")
        return None

    def crossings(self, s: SuezState) -> Iterator[Action]:
        for engineer in sorted(bits(self.engineers)):
            if self.side_of[engineer] == self.west and s.loc[engineer] > 0 and not self.why_no_help(s, engineer):
                for u in s.units_on_map(self.west):
                    for h in bits(self.far_banks(s, engineer)):
                        a = Action("cross", (self.name_of(u), self.name_of(engineer), self.hex_name(h)))
                        if not self.check_cross(s, u, a):
                            yield a

    def check_cross(self, s: SuezState, u: UnitId, a: Action) -> Refusal | None:
        """[9.14, 5.12] Into the engineer's hex, then one hex across the water; that ends the move [ruling ME-32]."""
        name = a.args[0]
        engineer = self.roster.index.get(a.args[1], -1) if len(a.args) == 3 else -1
        h = self.map.grid.find(a.args[2]) if len(a.args) == 3 else 0
        if engineer < 0 or not h:
            return Refusal(("9.14",), "Say who crosses, which engineer helps, and the hex beyond: cross 1P 9-Eng 2804.")
        refusal = self.why_no_help(s, engineer)
        if refusal:
            return refusal
        if s.loc[u] <= 0 or self.helicopters >> u & 1:
            return Refusal(("9.14",), f"{name} is no ground unit on the map.")
        if engineer == u:
            return Refusal(("9.14",), f"{name} cannot help itself across.")
        pinned = why_pinned(s, u)
        if pinned:
            return pinned
        here = s.loc[engineer]
        if not self.map.grid.are_adjacent(s.loc[u], here):
            return Refusal(("9.14",), f"{name} did not begin this phase next to {a.args[1]}.")
        if not self.far_banks(s, engineer) >> h & 1:
            return Refusal(
                ("9.14",), f"{a.args[2]} does not lie across water from {a.args[1]} in {self.hex_name(here)}."
            )
        refusal = trace(s, u, (s.loc[u], here))[1]
        return refusal or no_stopping(s, u, h)

    def why_bound(self, s: SuezState, u: UnitId) -> Refusal | None:
        """[9.14] An engineer that has helped somebody across stays where it is."""
        if s.helped >> u & 1:
            return Refusal(
                ("9.14",), f"{self.name_of(u)} has helped a unit across the water and stays this player turn."
            )
        return None

    def stays_put(self, s: SuezState) -> Units:
        """[9.14] Nor does it advance [ruling ME-32]."""
        return super().stays_put(s) | s.helped

    # [9.4] militia
    def musters(self, s: SuezState) -> Iterator[Action]:
        """[9.4, 5.11] Where the next militia unit can stand at the end of this phase [ruling ME-28]."""
        if s.militia_due <= 0:
            return
        u = next((u for u in sorted(bits(self.militia)) if s.loc[u] == self.box("militia")), -1)
        if u < 0:
            return
        f = front(s, self.egypt)
        seen = f.full
        for start in sorted(bits(s.mustering & ~f.enemies)):
            if not seen >> start & 1:
                seen |= 1 << start
                yield Action("muster", (self.name_of(u), self.hex_name(start)))
            if not f.stop >> start & 1:
                way = ways(s, u, start, f)
                texts = way_texts(s, way)
                for h in way.cost:
                    if not seen >> h & 1:
                        seen |= 1 << h
                        yield Action("muster", (self.name_of(u), texts[h]))

    def check_muster(self, s: SuezState, u: UnitId, a: Action) -> Refusal | None:
        path = read_path(s, a.args[1]) if len(a.args) == 2 else None
        if s.militia_due <= 0 or s.loc[u] != self.box("militia"):
            return Refusal(
                ("9.4",), f"{a.args[0]} is not due: the die leaves {max(s.militia_due, 0)} militia to place."
            )
        if not path or not s.mustering >> path[0] & 1 or s.hexes_of(self.west) >> path[0] & 1:
            return Refusal(
                ("9.4",), "Militia appear in a city hex that held an Egyptian unit at the start of this player turn."
            )
        refusal = trace(s, u, path, entering=True)[1]
        return refusal or no_stopping(s, u, path[-1])

    def why_not_end(self, s: SuezState, side: str) -> Refusal | None:
        """[9.4] Militia that the die has granted are placed at once, as far as there is room [ruling ME-28]."""
        if side == self.egypt and next(self.musters(s), None) is not None:
            return Refusal(("9.4",), f"{s.militia_due} militia must still be placed.")
        return None

    # hidden information -----------------------------------------------------------------------------------
    def sample_hidden(self, s: SuezState, side: str, rng: Any) -> SuezState:
        """[9.2] Egypt does not know the written turn: any number from the current turn to twelve."""
        t: SuezState = s.copy()
        if side == self.egypt and s.last_turn > HISTORIC_END:
            t.last_turn = rng.randint(max(s.turn, HISTORIC_END + 1), LAST_POSSIBLE)
        return t

    def tracks(self, s: SuezState, side: str) -> list[dict[str, Any]]:  # type: ignore[override]
        tracks = super().tracks(s, side)
        if side == self.west and s.last_turn > HISTORIC_END:
            tracks.append({"id": "last-turn", "name": "Written last turn (secret)", "value": s.last_turn})
        return tracks


# Frames of section 9 ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class MilitiaCall(Step):
    """[9.4] While militia are left and a city hex is held, a die says how many come."""

    def run(self, s: SuezState) -> None:
        game = s.game
        s.mustering = s.hexes_of(game.egypt) & game.cities
        if not s.mustering:
            s.militia_over = True
            s.tell("9.4", "No city hex holds an Egyptian unit: no more militia.")
        elif any(s.loc[u] == game.box("militia") for u in bits(game.militia)):
            s.then(Roll("militia"), MilitiaComes())


@dataclass(frozen=True, slots=True)
class MilitiaComes(Step):
    """[9.4] As many as the die says and as are left."""

    def run(self, s: SuezState) -> None:
        game = s.game
        left = sum(s.loc[u] == game.box("militia") for u in bits(game.militia))
        s.militia_due = min(s.die, left)
        s.tell("9.4", "{} militia unit(s) may be placed.", s.militia_due)


@dataclass(frozen=True, slots=True)
class StopOrGoOn(Decision):
    """[9.2] After turn 6 the Anglo-French player ends the battle or goes on, openly [ruling ME-39]."""

    def actor(self, s: SuezState) -> str:
        return s.game.west

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("9.2",)

    def prompt(self, s: SuezState) -> str:
        return "Stop now, or go on at the price of a die plus one in Egyptian victory points each turn [9.2]."

    def options(self, s: SuezState) -> Iterator[Action]:
        yield Action("stop")
        yield Action("continue")

    def apply(self, s: SuezState, a: Action) -> None:
        if a.verb == "stop":
            determine_winner(s)
        else:
            s.tell("9.2", "The Anglo-French player goes on and writes down the last turn.")
            s.then(WriteLastTurn())


@dataclass(frozen=True, slots=True)
class WriteLastTurn(Decision):
    """[9.2] The number of the last turn, 7 to 12, written out of the Egyptian player's sight."""

    def actor(self, s: SuezState) -> str:
        return s.game.west

    def rules(self, s: SuezState) -> tuple[str, ...]:
        return ("9.2",)

    def secret_from(self, s: SuezState) -> tuple[str, ...]:
        return (s.game.egypt,)

    def prompt(self, s: SuezState) -> str:
        return "Write down the last turn, 7 to 12; the Egyptian player does not see it [9.2]."

    def options(self, s: SuezState) -> Iterator[Action]:
        for turn in range(HISTORIC_END + 1, LAST_POSSIBLE + 1):
            yield Action("write", (str(turn),))

    def apply(self, s: SuezState, a: Action) -> None:
        s.last_turn = int(a.args[0])


@dataclass(frozen=True, slots=True)
class Pressure(Step):
    """[9.2, 9.8] Each continuation turn gives Egypt a die plus one; on the written turn the battle ends."""

    def run(self, s: SuezState) -> None:
        award(s, s.game.egypt, 2 * (s.die + 1), "9.2", "World pressure on turn {}", s.turn)
        if s.turn >= s.last_turn:
            s.tell("9.2", "The number written down was {}.", s.last_turn)
            determine_winner(s)
