"""The facts of Across Suez that never change during play, in either edition."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, partial
from typing import Any, ClassVar

from sandtable.core import (
    Edges,
    Game,
    Hex,
    Hexes,
    Layer,
    Ledger,
    Listing,
    Map,
    Outcome,
    Phase,
    Refusal,
    Roster,
    Scenario,
    Sentence,
    Source,
    Table,
    Term,
    Title,
    Unit,
    UnitId,
    Units,
    bits,
    cite,
    halves,
    reach,
    read_ledger,
    read_tables,
    refuse,
    row,
    say,
    units_are_placed,
)
from sandtable.core.facts import GoalFacts, TrackFacts
from sandtable.core.title import OptionValue

from .artillery import support_left
from .canal import units_across
from .charts import charts_of, terrain_notes
from .edition import EDITION_1980, EDITION_2021, Edition
from .goals import goal
from .optional import SetUpWithReshef
from .overlays import LAYERS, layer
from .sequence import GameTurn
from .state import SuezState
from .terrain import Terrain
from .victory import FERRIES, UNITS_ACROSS, foregone

NATIONAL = {"israel": "Israeli", "egypt": "Egyptian"}
FOOT = ("mech", "infantry", "airborne", "commando")
"""Types that count as infantry in a combined-arms attack [rulings AS-16, AS-20]."""


class AcrossSuez(Game[SuezState]):
    """One edition with its options settled."""

    state_class = SuezState
    boxes: ClassVar[tuple[str, ...]] = ("eliminated", "across", "reinforcements")

    def __init__(
        self, edition: Edition, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]
    ) -> None:
        super().__init__(title, scenario, source, options)
        self.edition = edition
        self.map = Map(source.load("map.toml"))
        self.tables = read_tables(source.load("tables.toml"))
        self.crt = self.tables["crt"]
        self.terrain = Terrain(self.map, self.tables, edition)
        self.roster = Roster([b for b in source.load("counters.toml")["unit"] if self._in_play(b)], title.sides)
        self._read_track()
        self._read_counters()
        self._read_map()
        self.phases = tuple(
            Phase(f"{side}-{phase}", f"{NATIONAL[side]} {phase}", side, edition.rule.sequence, short)
            for side in title.sides
            for phase, short in (("movement", say("Movement")), ("combat", say("Combat")))
        )

    figures = ((say("Combat Strength"), say("Movement Points")),)

    def charts(self) -> dict[str, Table]:
        return charts_of(self.edition.id, self.tables)

    def terrain_notes(self) -> dict[str, str]:
        return terrain_notes(self.charts())

    def _in_play(self, block: Mapping[str, Any]) -> bool:
        """[2021:3.1, 2021:3.2, 2021:15.0] Optional units stay out unless one of their rules is used."""
        if int(self.edition.id) not in block["editions"]:
            return False
        return "options" not in block or any(self.uses(o) for o in block["options"])

    def uses(self, option: str) -> bool:
        """Is this optional rule in use? (An edition without it does not use it.)"""
        return any(o.name == option for o in self.title.options) and bool(self.option(option))

    def _read_track(self) -> None:
        """[1980:2.4, 1980:10.0, 2021:12.2] The turn track: seven turns, some of them night."""
        track = self.tables["turn_track"]
        self.last_turn = len(track.rows)
        self.night_turns = frozenset(int(row) for row, line in zip(track.rows, track.cells) if line[0] == "night")

    def _read_counters(self) -> None:
        """[1980:2.5, 1980:2.6, 1980:2.7] What the counters say."""
        roster = self.roster
        self.units_of = roster.members
        self.side_of = [u.side for u in roster.units]
        self.strength: list[int] = roster.column("combat_strength")
        self.allowance: list[int] = [2 * points for points in roster.column("movement_allowance")]
        """In half Movement Points."""
        self.arrival: list[int] = [a["turn"] if a else 0 for a in roster.column("arrival", None)]
        """[1980:7.4, 2021:11.1] Game-Turn of arrival; 0 for units that begin on the map."""
        self.entry: list[Hexes] = [self._entry(u) for u in roster.units]
        """[1980:7.4, 2021:11.1] Scheduled entry hexes; none for units that only come by air."""
        cavalry = {"armored_cavalry": self.option("cavalry")}
        self.armor: Units = roster.where(lambda u: cavalry.get(u.type, u.type) == "armor")
        self.foot: Units = roster.where(lambda u: cavalry.get(u.type, u.type) in FOOT)
        self.bridge: UnitId = next(u.id for u in roster.units if u.factors.get("bridge"))
        self.commandos: Units = roster.where(lambda u: bool(u.factors.get("commando")))
        self.may_land: Units = roster.where(
            lambda u: bool(u.factors.get("airborne")) and self.uses("airborne_operations")
        )
        """[2021:15.5.2] Units that may be landed from the air [ruling AS-22]."""

    def _entry(self, unit: Unit) -> Hexes:
        """[1980:7.4, 2021:11.1, 2021:15.1, 2021:15.2, 2021:15.3, 2021:15.6] Where a reinforcement is scheduled to enter.

        I/35 comes in 1609 [ruling AS-36]; with 15.6 marines land on the shore [rulings AS-23, AS-24].
        """
        if unit.factors.get("marine") and self.uses("amphibious"):
            return self.map.sets["canal_north_of_matzmed"] | self.map.sets["shore_south_of_lakekan"]
        arrival = unit.factors.get("arrival", {})
        return 1 << self.hex(arrival["hex"]) if "hex" in arrival else 0

    def _read_map(self) -> None:
        self.matzmed: Hex = next(bits(self.map.sets["crossing"]))
        self.line_end: Hex = next(bits(self.map.sets["loc_to"]))
        self.edge: Hexes = sum(1 << h for h in self.map.grid.hexes if 0 in self.map.grid.neighbours[h])
        within = self.edition.zones_stop_at_prohibited
        self.zone_hexes: Hexes = self.terrain.enterable if within else self.map.on_map
        open_everywhere = set(self.terrain.open_sides) == {self.map.on_map}
        self.zone_sides = None if open_everywhere or not within else self.terrain.open_sides

    # set-up -----------------------------------------------------------------------------------------------
    def set_up(self, s: SuezState) -> None:
        """[1980:2.5, 2021:3.0, 2021:3.1, 2021:3.2] Units with a printed hex start there, the others wait."""
        s.agenda = (GameTurn(),)
        for unit in self.roster.units:
            printed = unit.factors.get("setup")
            s.loc[unit.id] = self.hex(printed) if printed else self.box("reinforcements")
            if "setup_zone" in unit.factors:
                s.then(SetUpWithReshef(unit.id))

    def complete(self, s: SuezState) -> None:
        units_are_placed(s)

    def ledger(self) -> Ledger:
        return read_ledger(self.source, f"rules-{self.edition.id}.toml")

    def foregone(self, s: SuezState) -> Outcome | None:
        return foregone(s)

    # questions of movement --------------------------------------------------------------------------------
    def allowance_of(self, s: SuezState, u: UnitId) -> int:
        """[1980:2.7, 1980:4.1, 1980:10.0, 2021:5.1, 2021:12.2] Half points a unit may spend in this Movement Phase."""
        if not s.is_night:
            return self.allowance[u]
        return self.allowance[u] // 2 if self.edition.night_halves_movement else max(0, self.allowance[u] - 4)

    def keeps_to_clear_and_road(self, u: UnitId) -> bool:
        """[1980:14.2] The bridge unit's own limit."""
        return u == self.bridge and self.edition.bridge_keeps_to_clear_and_road

    def may_stand(self, u: UnitId) -> Hexes:
        """Hexes that this unit may enter at all."""
        return self.terrain.clear_and_road if self.keeps_to_clear_and_road(u) else self.terrain.enterable

    def closed_to(self, u: UnitId, h: Hex) -> Refusal | None:
        """[1980:4.2, 1980:14.2, 2021:5.3] Why this unit may never stand in this hex."""
        if self.may_stand(u) >> h & 1:
            return None
        name, where = self.name_of(u), self.hex_name(h)
        if self.terrain.enterable >> h & 1:
            return refuse(
                self.edition.rule.bridge_terrain,
                "The bridge {unit} keeps to clear and road hexes; {where} is {ground}.",
                unit=name,
                where=where,
                ground=self.ground(h),
            )
        return refuse(
            self.edition.rule.terrain,
            "{unit} may not enter {where}: {ground} is prohibited.",
            unit=name,
            where=where,
            ground=self.ground(h),
        )

    def edges(self, u: UnitId) -> Edges:
        """The steps open to this unit, with their cost."""
        return self.terrain.bridge_edges if self.keeps_to_clear_and_road(u) else self.terrain.edges

    @cached_property
    def to_matzmed(self) -> dict[Hex, int]:
        """The fewest half points that take a unit from each hex to Matzmed, were nobody in the way."""
        back: list[list[tuple[Hex, int]]] = [[] for _ in self.terrain.edges]
        for h, steps in enumerate(self.terrain.edges):
            for n, cost in steps:
                back[n].append((h, cost))
        return {self.matzmed: 0, **reach(Edges(back), self.matzmed, max(self.allowance)).cost}

    def ground(self, h: Hex) -> Listing:
        """The terrain of a hex in words."""
        return self.terrain.ground(h)

    @property
    def bridge_name(self) -> str:
        return self.name_of(self.bridge)

    # presentation -----------------------------------------------------------------------------------------
    overlays = LAYERS

    def overlay(self, s: SuezState, side: str, name: str) -> Layer:
        return layer(s, side, name)

    def turn_name(self, turn: int) -> str:
        return (
            say("Game-Turn {turn}, night", turn=turn)
            if turn in self.night_turns
            else say("Game-Turn {turn}, day", turn=turn)
        )

    def turn_note(self, turn: int) -> str:
        """[1980:2.4, 2021:3.1, 2021:3.2] What the turn track says beside day and night: who arrives."""
        notes: list[Sentence] = []
        for side in self.sides:
            arriving = [u for u in self.units_of[side] if self.arrival[u] == turn]
            if arriving:
                side_name, units = Term("side", NATIONAL[side]), self.names(arriving)
                notes.append(say("{side} reinforcements {units}", side=side_name, units=units))
        return row("; ", notes)

    def is_night(self, s: SuezState) -> bool:
        return s.is_night

    def note_on(self, s: SuezState, u: UnitId) -> str:
        """[1980:10.0, 2021:12.2, 2021:15.4] What the night does to a unit."""
        if not s.is_night or s.loc[u] == self.box("eliminated"):
            return ""
        return night_note(self.allowance_of(s, u), self.edition.rule.night, bool(self.commandos >> u & 1))

    def goal(self, s: SuezState, side: str) -> GoalFacts | None:
        return goal(s, side)

    def factors(self, s: SuezState, u: UnitId) -> list[str]:
        return [*self._figures_of[u]]

    @cached_property
    def _figures_of(self) -> list[tuple[str, str]]:
        """[1980:2.6, 1980:2.7] What the counters print."""
        return [(str(n), halves(points)) for n, points in zip(self.strength, self.allowance)]

    def status(self, s: SuezState, u: UnitId) -> list[str]:
        found = [name for name, units in (("moved", s.moved), ("landed", s.landed)) if units >> u & 1]
        if (s.fought | s.bombarded) >> u & 1 and self.phase(s).endswith("-combat"):
            found += [name for name, units in (("fought", s.fought), ("bombarded", s.bombarded)) if units >> u & 1]
        return found

    def standing(self, s: SuezState) -> dict[str, float]:
        """[1980:11.5, 2021:14.1] Israeli units across the canal."""
        return {"israel": units_across(s)}

    def tracks(self, s: SuezState, side: str) -> list[TrackFacts]:
        return [
            {"id": "turn", "name": say("Game-Turn"), "value": s.turn, "max": self.last_turn},
            {"id": "across", "name": say("Israeli units across"), "value": units_across(s), "max": UNITS_ACROSS},
            {"id": "ferry", "name": say("Crossed by ferry this phase"), "value": s.ferried, "max": FERRIES},
            {"id": "support", "name": say("Supported attacks left"), "value": max(0, support_left(s))},
        ]


@cache
def night_note(points: int, rule: str, doubled: bool) -> Sentence:
    """[1980:10.0, 2021:12.2, 2021:15.4] What the night leaves a unit of its half points, and what it gives to commandos."""
    text = say("night: {have} Movement Points [{rule}]", have=halves(points), rule=cite(rule))
    return row("; ", [text, say("double strength, no zones of control [15.4]") if doubled else ""])


of_1980 = partial(AcrossSuez, EDITION_1980)
of_2021 = partial(AcrossSuez, EDITION_2021)
