"""The facts of a battle that never change during play: terrain, counters, tables, and what sections 9 and 10 add."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, ClassVar

from sandtable.core import (
    Edges,
    Game,
    Grid,
    Hex,
    Hexes,
    Layer,
    Ledger,
    Map,
    Outcome,
    Phase,
    Roster,
    Scenario,
    Sentence,
    Source,
    Steps,
    Term,
    Title,
    UnitId,
    Units,
    bits,
    entry,
    halves,
    read_ledger,
    read_tables,
    row,
    say,
)
from sandtable.core.facts import GoalFacts, LayerEntry, TrackFacts
from sandtable.core.title import OptionValue

from . import possible
from .arrival import Section
from .goals import goal
from .position import complete
from .state import BattleState, whole
from .terrain_notes import terrain_notes
from .wording import nation_word

Tec = Mapping[str, Any]
CLEAR = frozenset({"clear", "town", "village", "airfield"})
"""[5.7] Terrain that leaves a hex clear."""


def terrain_word(kind: str) -> Term:
    """A kind of terrain in words: "sand dunes"."""
    return Term("terrain", kind.replace("_", " "))


@cache
def distances(grid: Grid, hexes: Hexes) -> dict[Hex, int]:
    """Distance of every hex to the nearest of a set."""
    ring = seen = hexes
    found: dict[Hex, int] = {}
    n = 0
    while ring:
        found.update((h, n) for h in bits(ring))
        ring = grid.spread(ring) & ~seen
        seen |= ring
        n += 1
    return found


class Battle(Game[Any]):
    """[1.2, 1.3] One of the two battles: `west` is the Western player's side, the other side is always egypt."""

    west: str
    egypt: ClassVar[str] = "egypt"
    folder: ClassVar[str]
    section: ClassVar[str]
    """The section of the rulebook with this battle's own rules."""
    nations: ClassVar[tuple[str, ...]]
    """Nations of the Western side that own airstrike markers, in the order of `air` and `naval`."""
    night_turns: ClassVar[frozenset[int]] = frozenset()
    naval_barrage: ClassVar[int] = 4
    naval_fpf: ClassVar[int] = 2
    overlays: ClassVar[tuple[tuple[str, str], ...]] = (
        ("zoc", say("Zones of control")),
        ("objective", say("Objectives")),
    )
    layers: ClassVar[dict[str, LayerEntry]] = {}
    """What the hexes of a set say when players look at it as a layer."""

    def __init__(self, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> None:
        super().__init__(title, scenario, source, options)
        self.west = title.sides[0]
        file = f"{self.folder}/map.toml"
        self.map = Map(source.load(file), file)
        charts = source.load("tables.toml")
        self.tables = read_tables(charts)
        self.frontal, self.mobile = self.tables["frontal"], self.tables["mobile"]
        self.tec: dict[str, Tec] = {row["name"]: row for row in charts["tec"]}
        self.sides_of_hexes = {str(row["hexside"]): row for row in charts["tec"] if "hexside" in row}
        self._read_terrain()
        file = f"{self.folder}/counters.toml"
        self._read_counters([b for b in source.load(file)["unit"] if self.in_play(b)], file)
        track = self.tables[f"turns_{title.id}"]
        self.turn_track = {int(row): cells[0] for row, cells in zip(track.rows, track.cells)}
        player_turns = [
            Phase(f"{side}-{phase}", say(text, side=self.adjective(side)), side, "4.2", short)
            for side in title.sides
            for phase, text, short in (
                ("movement", "{side} movement", say("Movement")),
                ("combat", "{side} combat", say("Combat")),
            )
        ]
        self.phases = (Phase("set-up", say("Set-up"), self.egypt, self.set_up_rule), *player_turns)

    def in_play(self, block: Mapping[str, Any]) -> bool:
        """Does this counter take part with the options chosen?"""
        return True

    def adjective(self, side: str) -> Term:
        """The side in sentences: "the Egyptian player"."""
        return Term("side", {"egypt": "Egyptian", "israel": "Israeli", "anglo-french": "Anglo-French"}[side])

    def enemy_of(self, side: str) -> str:
        return self.egypt if side == self.west else self.west

    # terrain ----------------------------------------------------------------------------------------------
    def _read_terrain(self) -> None:
        """[5.7, 5.8, 5.9, 7.6, 7.8, 11.0] What the Terrain Effects Chart says of every hex and hexside."""
        m, grid = self.map, self.map.grid
        self.kinds_at: list[tuple[str, ...]] = [()] * grid.size
        features = {kind: hexes for kind, hexes in m.features.items() if kind in self.tec}
        for h in grid.hexes:
            base = m.terrain_at[h]
            over = tuple(kind for kind, hexes in features.items() if hexes >> h & 1 and kind != base)
            self.kinds_at[h] = (base, *over)
        self.sky: Hexes = m.on_map & ~m.terrain.get("off_map", 0)
        """Hexes that helicopters may fly over."""
        self.land: Hexes = self._hexes(lambda kinds: not any(self._prohibited(k) for k in kinds)) & self.sky
        """Hexes that a unit may stand in."""
        self.clear: Hexes = self._hexes(lambda kinds: CLEAR.issuperset(kinds))
        self.cities: Hexes = self._hexes(lambda kinds: "city" in kinds)
        self.forts: Hexes = m.features.get("fortification", 0)
        self.fort_ground: Hexes = self.forts | grid.spread(self.forts)
        """[7.17, 8.17] Fortification hexes and the hexes next to them."""
        self.objectives: Hexes = m.sets["objective"]
        self.sky_gate: Hexes = m.sets[self.gate]
        self.roads: Hexes = m.on_path.get("road", 0)
        self.trails: Hexes = m.on_path.get("trail", 0)
        self.blocking: Hexes = self._hexes(lambda kinds: any(self.tec[k].get("blocks") for k in kinds if k in self.tec))
        """[10.12] Town, city and rough."""
        self._sides: dict[tuple[Hex, Hex], list[str]] = {}
        self._steps: dict[tuple[Hex, Hex], int | None] = {}
        for a in bits(self.sky):
            for b in grid.neighbours[a]:
                if b:
                    self._sides[a, b] = [kind for kind in self.sides_of_hexes if m.crosses(kind, a, b)]
                    self._steps[a, b] = self._step_cost(a, b)
        self.edges = Edges(self._steps_out(h) for h in range(grid.size))
        """[5.7, 5.8, 5.9] Neighbours with the cost of entering them, in half movement points."""

    def _steps_out(self, h: Hex) -> Steps:
        if not self.land >> h & 1:
            return ()
        return [(n, cost) for n in self.map.grid.neighbours[h] if n and (cost := self.step_cost(h, n)) is not None]

    def _hexes(self, test: Any) -> Hexes:
        b = 0
        for h in self.map.grid.hexes:
            if test(self.kinds_at[h]):
                b |= 1 << h
        return b

    def _prohibited(self, kind: str) -> bool:
        return kind not in self.tec or bool(self.tec[kind].get("prohibited"))

    def hexsides(self, a: Hex, b: Hex) -> list[str]:
        """The kinds of hexside between two neighbours that the chart knows."""
        return self._sides[a, b]

    def hex_cost(self, h: Hex) -> int:
        """[5.7] Half points to enter the terrain of a hex: the dearest kind counts."""
        return max(int(2 * self.tec[k]["mp"]) for k in self.kinds_at[h])

    def step_cost(self, a: Hex, b: Hex) -> int | None:
        """[5.7, 5.8, 5.9] Half points for a non-helicopter unit to move from a hex to the next; None if it never may."""
        return self._steps[a, b]

    def _step_cost(self, a: Hex, b: Hex) -> int | None:
        if not self.land >> b & 1:
            return None
        if self.map.follows("road", a, b):
            return int(2 * self.tec["road"]["mp"])  # bridges cancel the hexside
        kinds = self.hexsides(a, b)
        if any(self.sides_of_hexes[k].get("prohibited") for k in kinds):
            return None
        cost = self.hex_cost(b) + sum(int(2 * self.sides_of_hexes[k]["mp"]) for k in kinds)
        if self.map.follows("trail", a, b):
            wadi = int(2 * self.sides_of_hexes["wadi"]["mp"]) if "wadi" in kinds else 0
            cost = min(cost, int(2 * self.tec["trail"]["mp"]) + wadi)
        return cost

    def step_reason(self, a: Hex, b: Hex) -> str:
        """What the cost of a step is paid for, with the rule."""
        if self.map.follows("road", a, b):
            return say("road [5.8]")
        trail = self.map.follows("trail", a, b)
        ground = say("trail [5.9]") if trail else say("{terrain} [5.7]", terrain=self.terrain_name(b))
        return row(" across ", [ground, *(terrain_word(k) for k in self.hexsides(a, b))])

    def terrain_name(self, h: Hex) -> Term:
        """The dearest kind of terrain in a hex, in words."""
        kinds = [k for k in self.kinds_at[h] if k in self.tec]
        return terrain_word(max(kinds, key=lambda k: self.tec[k].get("mp", 0), default="water"))

    def is_bridge(self, a: Hex, b: Hex) -> bool:
        """[5.8] Roads bridge every hexside they cross."""
        return self.map.follows("road", a, b)

    def distance_to(self, hexes: Hexes) -> dict[Hex, int]:
        """Distance of every hex to the nearest of a fixed set."""
        return distances(self.map.grid, hexes)

    @cached_property
    def beyond_gate(self) -> list[Hexes]:
        """[9.12, 10.5] By distance: the hexes that lie at most so far from the edge hexes where helicopters come in."""
        discs = [self.sky_gate]
        while (wider := discs[-1] | self.map.grid.spread(discs[-1])) != discs[-1]:
            discs.append(wider)
        return discs

    # counters ---------------------------------------------------------------------------------------------
    def _read_counters(self, blocks: list[Mapping[str, Any]], file: str) -> None:
        """[2.5, 2.6, 2.7, 2.8, 2.9, 2.13, 8.1] The printed values of every unit."""
        self.roster = roster = Roster(blocks, self.title.sides, file)
        self.side_of = [u.side for u in roster.units]
        self.units_of = roster.members
        self.artillery: Units = roster.where(lambda u: "range" in u.factors)
        """[2.5] Units with a number in each corner."""
        self.range: list[int] = roster.column("range")
        self.fpf: list[int] = roster.column("fpf")
        self.attack: list[int] = [u.factors.get("barrage", u.factors.get("combat", 0)) for u in roster.units]
        """Printed strength in attack: combat strength, or barrage strength of artillery [8.9]."""
        self.defence: list[int] = [u.factors.get("defense", u.factors.get("combat", 0)) for u in roster.units]
        """Printed strength in defence: combat strength, or defence strength of artillery [8.13]."""
        mobility = roster.column("mobility")
        self.helicopters: Units = roster.where(lambda u: u.factors["mobility"] == "helicopter")
        self.static: Units = roster.where(lambda u: u.factors["mobility"] == "static")
        self.legs: Units = roster.where(lambda u: u.factors["mobility"] == "leg")
        self.mechanized: Units = roster.where(lambda u: u.factors["mobility"] == "mech")
        self.engineers: Units = roster.where(lambda u: bool(u.factors.get("engineer")))
        self.paratroops: Units = roster.where(lambda u: bool(u.factors.get("airborne")))
        self.nation_of: list[str] = [u.nation for u in roster.units]
        self.of_nation: dict[str, Units] = dict.fromkeys(self.nations, 0)
        for u, nation in enumerate(self.nation_of):
            self.of_nation[nation] = self.of_nation.get(nation, 0) | 1 << u
        self.division_of: list[str] = roster.column("division", "")
        """[7.18] Only Israeli units have one; the two Southern Command units join any."""
        table = self.tables[f"movement_{self.title.id}"]
        rows = {row: dict(zip(table.columns, line)) for row, line in zip(table.rows, table.cells)}
        self.allowances: list[int] = [2 * int(rows[mobility[u.id]][u.side]) for u in roster.units]
        """[5.2, 5.3] Movement allowances in half points."""

    def allowance(self, s: BattleState, u: UnitId) -> int:
        """[5.2, 5.3, 5.15] Half points this turn: at night half."""
        return self.allowances[u] // 2 if s.is_night else self.allowances[u]

    # what the battle's own section adds ---------------------------------------------------------------------
    special: ClassVar[Section]
    gate: ClassVar[str]
    """[9.12, 10.5] The set of edge hexes over which helicopters come from the holding box."""
    shuttles: ClassVar[bool] = False
    """[9.12] Helicopters may return to the holding box."""
    flight_rule: ClassVar[str] = "5.14"
    set_up_rule: ClassVar[str]
    exits: ClassVar[str]
    """[9.10, 10.9] The set of hexes from which units leave the map."""
    exit_points: ClassVar[tuple[tuple[int, int], ...]]
    """[9.9, 10.8] Up to which turn a Western unit that leaves earns how many half points."""
    loss_points: ClassVar[int]
    """[9.8, 10.7] Victory points for each Western unit eliminated."""
    objective_points: ClassVar[int]
    """[9.9, 10.8] Victory points for each objective the Western player occupies at the end."""
    western_vp_rule: ClassVar[str]
    egyptian_vp_rule: ClassVar[str]
    naval_each_phase: ClassVar[tuple[int, ...]] = ()
    """[8.19] Naval gunfire markers in each combat phase, by nation."""

    @cached_property
    def zones(self) -> dict[str, tuple[Hexes, str]]:
        """[9.3, 10.3] The hexes in which Egyptian units may be set up, by the zone of their counters, and where that is."""
        raise NotImplementedError

    def zone_for(self, u: UnitId) -> Hexes:
        """[9.3, 10.3] The hexes in which an Egyptian unit may be set up."""
        return self.zones[str(self.roster[u].factors["zone"])][0]

    def zone_words(self, u: UnitId) -> str:
        """The same in words: "anywhere inland"."""
        return self.zones[str(self.roster[u].factors["zone"])][1]

    def standard_hex(self, u: UnitId) -> Hex:
        """Its hex in the standard set-up."""
        return self.hex(str(self.roster[u].factors["standard"]))

    def complete(self, s: BattleState) -> None:
        complete(s)

    # presentation -------------------------------------------------------------------------------------------
    def ledger(self) -> Ledger:
        """[1.1, 1.3] Sections 1 to 8 and 11 count for both battles."""
        other = "10" if self.section == "9" else "9"
        return read_ledger(self.source, keep=lambda id: id.split(".")[0] != other)

    def turn_name(self, turn: int) -> str:
        when = self.turn_track.get(turn, "")
        return say("Game turn {n}, {when}", n=turn, when=when) if when else say("Game turn {n}", n=turn)

    def factors(self, s: BattleState, u: UnitId) -> list[str]:
        f = self.roster[u].factors
        if not self.artillery >> u & 1:
            return [str(f["combat"])]
        fpf = f"[{f['fpf']}]" if self.roster[u].type == "atgm" else str(f["fpf"])
        return [str(f["barrage"]), fpf, str(f["defense"]), str(f["range"])]

    def status(self, s: BattleState, u: UnitId) -> list[str]:
        marks = {
            "moved": s.moved,
            "landed": s.landed,
            "crossed": s.crossed,
            "attacked": s.fought,
            "was_attacked": s.attacked,
            "displaced": s.displaced,
            "shaken": s.shaken | s.shaken_before,
        }
        return [name for name, units in marks.items() if units >> u & 1]

    def standing(self, s: BattleState) -> dict[str, float]:
        """[3.2] The victory points tallied so far; the Western objectives count at the end only."""
        return {side: whole(vp) for side, vp in zip((self.west, self.egypt), s.vp)}

    def is_night(self, s: BattleState) -> bool:
        return s.is_night

    figures = (
        (say("combat strength"),),
        (say("barrage strength"), say("protective fire"), say("defence strength"), say("range")),
    )

    def terrain_notes(self) -> dict[str, str]:
        return terrain_notes(self.tec)

    def goal(self, s: BattleState, side: str) -> GoalFacts:
        return goal(s, side)

    def beaten(self, s: BattleState) -> dict[str, Sentence]:
        return possible.beaten(s)

    def foregone(self, s: BattleState) -> Outcome | None:
        return possible.foregone(s)

    def note_on(self, s: BattleState, u: UnitId) -> str:
        """[5.15] What changes the unit's numbers now."""
        if s.is_night and s.loc[u] > 0 and not self.static >> u & 1:
            return say("By night {points} movement points [5.15]", points=halves(self.allowance(s, u)))
        return ""

    def tracks(self, s: BattleState, side: str) -> list[TrackFacts]:
        """[2.15] Victory points, airstrikes and naval gunfire beside the map."""
        tracks: list[TrackFacts] = [
            {"id": f"vp-{name}", "name": say("{side} victory points", side=self.adjective(name)), "value": whole(vp)}
            for name, vp in zip((self.west, self.egypt), s.vp)
        ]
        for nation, n in zip(self.nations, s.air):
            name = say("{nation} airstrikes", nation=nation_word(nation))
            tracks.append({"id": f"air-{nation}", "name": name, "value": n})
        for nation, n in zip(self.nations, s.naval):
            name = say("{nation} naval gunfire", nation=nation_word(nation))
            tracks.append({"id": f"naval-{nation}", "name": name, "value": n})
        return tracks

    def overlay(self, s: BattleState, side: str, name: str) -> Layer:
        if name == "objective":
            return {self.hex_name(h): entry("★", say("an objective")) for h in bits(self.objectives)}
        if name in self.layers:
            return {str(self.hex_name(h)): self.layers[name] for h in bits(self.map.sets[name])}
        enemy = self.enemy_of(side)
        zone = self.map.grid.spread(s.hexes_of(enemy)) & self.sky
        text = say("in an enemy zone of control")
        return {str(self.hex_name(h)): entry("zone", text, "bad") for h in bits(zone)}

    @cached_property
    def other_words(self) -> tuple[str, ...]:  # type: ignore[override]
        """[7.8, 8.18, 8.19, 9.3] Markers, tables and the ready set-up."""
        markers = tuple(f"{nation}-{kind}" for nation in self.nations for kind in ("air", "naval"))
        return (*markers, "frontal", "mobile", "standard")
