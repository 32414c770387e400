"""[9.0] Suez '56: forces, landings, helicopters, engineers, militia, victory points, the written last turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from sandtable.core import Action, Hexes, Pick, Refusal, Roll, UnitId, Units, bits, entry, refuse, say
from sandtable.core.facts import DetailsFacts, LayerEntry, TrackFacts

from .battle import Battle
from .crossings import check_cross, cross, crossing_details, crossings
from .deployment import SetUp
from .helicopters import Deliver, check_fly, flight_details, flights, fly, lifts, why_no_lift
from .landing import AirborneLanding, land
from .last_turn import HISTORIC_END, LAST_POSSIBLE, Pressure, StopOrGoOn
from .marching import no_stopping
from .militia import MilitiaCall, check_muster, muster, muster_details, musters
from .sequence import GameTurn
from .state import SuezState
from .victory import award, score_objectives

FIRST_LANDING, LATER_LANDINGS = 6, 3
"""[9.13] Units that may land from the sea in the first phase with a landing, and in each later one."""
EARLIEST_LANDING = 4


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
        ("coastal", say("Landing beaches")),
        ("heli_entry", say("Helicopter entry")),
        ("exit", say("Exit hexes")),
    )
    layers: ClassVar[dict[str, LayerEntry]] = {
        "coastal": entry("B", say("units land here from the sea, from turn 4 on [9.13]")),
        "heli_entry": entry("H", say("helicopters come and go over this hex [9.12]")),
        "exit": entry("X", say("Anglo-French units leave the map here for victory points [9.9, 9.10]")),
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
        coastal = self.roster[u].factors["zone"] == "coastal"
        return say("on a Mediterranean coastal hex") if coastal else say("inland, off the coast")

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
        award(s, self.west, 4 if s.turn <= 3 else 2, "9.9", "{unit} has left the map", unit=self.name_of(u))

    def fired_into(self, s: SuezState, hexes: Hexes) -> None:
        """[9.8] One point for each city hex fired into, once a hex and combat phase [ruling ME-38]."""
        fresh = hexes & self.cities & ~s.shelled
        s.shelled |= fresh
        award(s, self.egypt, 2 * fresh.bit_count(), "9.8", "Fire into the city, {hexes}", hexes=s.hex_names(fresh))

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
        shifts: list[tuple[str, str, int]] = []
        nations = {self.nation_of[u] for u in bits(attackers)}
        nations |= {nation for nation, a, n in zip(self.nations, air, naval) if a or n}
        if len(nations) > 1:
            shifts.append((say("British and French together"), "7.18", -1))
        engineers = attackers & self.engineers
        city = targets & self.cities
        if any(self.map.grid.adjacent[s.loc[u]] & city for u in bits(engineers)):
            shifts.append((say("engineers against a city"), "9.15", 1))
        return shifts

    # helicopters, landings, crossings ------------------------------------------------------------------------
    def arrivals(self, s: SuezState, side: str, verb: str, u: UnitId = -1) -> Iterator[Action]:
        if (verb == "muster") != (side == self.egypt):
            return
        match verb:
            case "muster":
                found = musters(s)
            case "fly":
                helicopters = [v for v in sorted(bits(self.helicopters)) if u in (-1, v)]
                found = (a for v in helicopters for a in flights(s, v))
            case "lift":
                found = lifts(s)
            case "beach":
                found = self.beachings(s, u)
            case _:
                found = crossings(s, u)
        name = self.name_of(u) if u >= 0 else ""
        yield from (a for a in found if not name or a.args[0] == name)

    def complete_arrival(self, s: SuezState, a: Action) -> Action:
        p = self.parts(a)
        if a.verb == "fly" and p.unit >= 0:
            return Action("fly", (a.args[0], f"{self.hex_name(s.loc[p.unit])}-{a.args[1]}"))
        if a.verb == "muster":
            for known in musters(s):
                if self.parts(known).to == p.to:
                    return Action("muster", (a.args[0], known.args[1]))
        return a

    def arrival_details(self, s: SuezState, a: Action) -> DetailsFacts:
        p = self.parts(a)
        match a.verb:
            case "fly":
                return flight_details(s, p.unit, self.hex_name(p.to))
            case "cross":
                return crossing_details(s, p.unit, p.units[1], p.to)
            case "muster":
                return muster_details(s, p.unit, p.path)
        return {}

    def arrival_note(self, s: SuezState, side: str) -> str:
        if side == self.egypt:
            return say("{n} militia may be placed [9.4].", n=s.militia_due) if s.militia_due else ""
        left = self.beach_room(s)
        return say("Up to {n} {n#unit|units} may land from the sea [9.13].", n=left) if left else ""

    def sample_arrival(self, s: SuezState, side: str, pick: Pick) -> Action | None:
        if side == self.egypt:
            options = list(musters(s))
        else:
            kind = pick(4)
            sources = (
                crossings(s),
                lifts(s),
                self.beachings(s),
                flights(s, sorted(bits(self.helicopters))[pick(2)]),
            )
            options = list(sources[kind])
        return options[pick(len(options))] if options else None

    def check_arrival(self, s: SuezState, side: str, a: Action) -> Refusal | None:
        if (a.verb == "muster") != (side == self.egypt):
            return refuse("9.4" if a.verb == "muster" else "9.12", "“{verb}” is for the other side.", verb=a.verb)
        u = self.parts(a).unit
        if u < 0 or self.side_of[u] != side:
            return refuse("5.1", "Name one of your units first: {verb} UNIT.", verb=a.verb)
        match a.verb:
            case "fly":
                return check_fly(s, u, a)
            case "lift":
                return why_no_lift(s, u)
            case "beach":
                return self.check_beach(s, u, a)
            case "cross":
                return check_cross(s, u, a)
        return check_muster(s, u, a)

    def apply_arrival(self, s: SuezState, side: str, a: Action) -> None:
        p = self.parts(a)
        match a.verb:
            case "fly":
                fly(s, p.unit, p.to)
            case "lift":
                s.then(Deliver(p.unit))
            case "beach":
                s.first_beach = s.first_beach or s.turn
                s.beached += 1
                land(s, p.unit, p.to, "9.13", "{unit} lands from the sea on {hex}.")
            case "cross":
                cross(s, p.unit, p.units[1], p.to)
            case "muster":
                muster(s, p.unit, p.path)

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

    def beachings(self, s: SuezState, only: UnitId = -1) -> Iterator[Action]:
        """[9.13] Every landing from the sea, or those of one unit."""
        if self.beach_room(s) <= 0:
            return
        box = self.box("holding")
        for u in self.units_of[self.west] if only < 0 else (only,):
            if s.loc[u] == box and not self.helicopters >> u & 1:
                for h in sorted(bits(self.coast & ~s.hexes_of(self.egypt) & ~s.no_room_for(u))):
                    yield Action("beach", (self.name_of(u), self.hex_name(h)))

    def check_beach(self, s: SuezState, u: UnitId, a: Action) -> Refusal | None:
        h, name = self.parts(a).to, self.name_of(u)
        if s.turn < EARLIEST_LANDING:
            return refuse("9.13", "Amphibious landings begin on game turn {turn}.", turn=EARLIEST_LANDING)
        if self.helicopters >> u & 1 or s.loc[u] != self.box("holding"):
            return refuse("9.13", "{unit} is no ground unit waiting in the holding box.", unit=name)
        if self.beach_room(s) <= 0:
            text = "{n} {n#unit has|units have} landed from the sea in this phase; no more may."
            return refuse("9.13", text, n=s.beached)
        if h <= 0 or not self.coast >> h & 1:
            text = "{unit} lands on a coastal hex from 2801 to 1632, not there."
            return refuse("9.13", text, unit=name)
        return no_stopping(s, u, h)

    def why_bound(self, s: SuezState, u: UnitId) -> Refusal | None:
        """[9.14] An engineer that has helped somebody across stays where it is."""
        if s.helped >> u & 1:
            text = "{unit} has helped a unit across the water and stays this player turn."
            return refuse("9.14", text, unit=self.name_of(u))
        return None

    def stays_put(self, s: SuezState) -> Units:
        """[9.14] Nor does it advance [ruling ME-32]."""
        return super().stays_put(s) | s.helped

    def musters(self, s: SuezState) -> Iterator[Action]:
        """[9.4] Where the militia that are due can be placed."""
        return musters(s)

    def why_not_end(self, s: SuezState, side: str) -> Refusal | None:
        """[9.4] Militia that the die has granted are placed at once, as far as there is room [ruling ME-28]."""
        if side == self.egypt and next(musters(s), None) is not None:
            return refuse("9.4", "{n} militia must still be placed.", n=s.militia_due)
        return None

    # hidden information -----------------------------------------------------------------------------------
    def sample_hidden(self, s: SuezState, side: str, rng: Any) -> SuezState:
        """[9.2] Egypt does not know the written turn: any number from the current turn to twelve."""
        t: SuezState = s.copy()
        if side == self.egypt and s.last_turn > HISTORIC_END:
            t.last_turn = rng.randint(max(s.turn, HISTORIC_END + 1), LAST_POSSIBLE)
        return t

    def tracks(self, s: SuezState, side: str) -> list[TrackFacts]:  # type: ignore[override]
        tracks = super().tracks(s, side)
        if side == self.west and s.last_turn > HISTORIC_END:
            tracks.append({"id": "last-turn", "name": say("Written last turn (secret)"), "value": s.last_turn})
        return tracks
