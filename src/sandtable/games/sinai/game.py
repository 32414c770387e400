"""Sinai: the facts of one scenario that never change during play, and what the players are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, ClassVar

from sandtable.core import (
    Game,
    Layer,
    Ledger,
    Map,
    Outcome,
    Roster,
    Scenario,
    Sentence,
    Source,
    Title,
    bits,
    read_ledger,
    read_tables,
    say,
)
from sandtable.core.facts import GoalFacts, MarkerFacts, TrackFacts
from sandtable.core.title import OptionValue

from .course import out_of_reach
from .course.calendar import phases_of, turn_note
from .course.setup import set_up
from .course.victory import totals, tracks
from .land.canal import limited_hexsides
from .land.geography import LANDS
from .land.terrain import Ground, Sides, line_back
from .notes import goal, note_on
from .overlays import overlay
from .position import complete
from .rules import rules_of
from .state import ARAB, ISRAEL, SinaiState
from .terrain_notes import terrain_notes

FRONTS = ("egypt", "syria", "jordan")
"""[5.23, 25.4] The three Arab countries on the map; every Arab unit serves one of them."""


MARKS = (
    say("entrucked"), say("face-down"), say("out of command"), say("unsupplied"), say("attacked"), say("defended"),
    say("sent to Syria"),
)  # fmt: skip
"""What is said of a unit, in the order of the fields of the state that `status` looks at."""


class Sinai(Game[SinaiState]):
    state_class = SinaiState
    path_words: ClassVar[tuple[str, ...]] = ("off",)
    boxes: ClassVar[tuple[str, ...]] = ("eliminated", "left", "to-come", "reserve")
    ELIMINATED: ClassVar[int] = -1
    LEFT: ClassVar[int] = -2
    TO_COME: ClassVar[int] = -3
    RESERVE: ClassVar[int] = -4
    overlays: ClassVar[tuple[tuple[str, str], ...]] = (
        ("supply-israel", "Israeli supply"),
        ("supply-arab", "Arab supply"),
        ("zoc-israel", "Israeli Zones of Control"),
        ("zoc-arab", "Arab Zones of Control"),
        ("objectives", "Objectives"),
        ("move-threat", "Where the enemy can move"),
        ("attack-threat", "What the enemy can attack with"),
        ("umbrella", "SAM umbrellas"),
        ("command", "Command Control"),
    )

    def __init__(self, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> None:
        super().__init__(title, scenario, source, options)
        self.rules, self.rule_of = rules_of(source, scenario.id)
        self.map = Map(self._in_play(source.load("map.toml")))
        tables = source.load("tables.toml")
        self.tables = read_tables(tables)
        self.minimum_superiority: int = tables["table"]["combat_results"]["minimum_superiority"]
        control = tables["table"]["command_control"]
        self.syrian_columns: int = control["syrian_columns"]
        self.command_headers: tuple[int, ...] = tuple(control.get(self.rules.command_control, ()))
        chart = self.tables["terrain_effects"]
        plus = chart.columns.index("defender_plus")
        self.defence_plus = {row: int(cells[plus]) for row, cells in zip(chart.rows, chart.cells)}
        self.truck_allowance = {
            k: int(v[0]) for k, v in zip(self.tables["truck_movement"].rows, self.tables["truck_movement"].cells)
        }
        blocks = [b for b in source.load(self.rules.counters)["unit"] if b.get("force", "main") in self.rules.forces]
        self.roster = Roster(blocks, title.sides, self.rules.counters)
        self._number_units()
        self._draw_borders()
        self._line_edges()
        self.phases = phases_of(self.rules)
        self.behind_border = cache(self._behind_border)

    def _in_play(self, data: dict[str, Any]) -> dict[str, Any]:
        """[18.0, 24.1, 26.63] The map sheet without the works and lines of other periods."""
        rules = self.rules
        kinds = {"city_israeli", "city_arab", *rules.settlements}
        kinds |= {"syrian_fortified_position"} if rules.syrian_positions else set()
        kinds |= {"bar_lev"} if rules.bar_lev else set()
        lines = [b for b in data["hexside"] if b["kind"] != "ceasefire_1967" or rules.geography != "lines_of_1949"]
        return {**data, "feature": [b for b in data["feature"] if b["kind"] in kinds], "hexside": lines}

    # units ------------------------------------------------------------------------------------------------
    def _number_units(self) -> None:
        """[3.2.2, 3.2.5] What is printed on the counters, as columns and sets of units."""
        r = self.roster
        self.strength: list[int] = r.column("combat_strength")
        self.allowance: list[int] = r.column("movement_allowance")
        self.front: list[str] = [u.factors.get("serves", u.nation) for u in r.units]
        """[5.23] The country whose rules a unit follows."""
        self.nation: list[str] = [u.nation for u in r.units]
        self.side_of: list[str] = [u.side for u in r.units]
        self.side_units = r.members
        self.of_side = r.of_side
        self.of_front = {
            front: sum(1 << u for u, served in enumerate(self.front) if served == front) for front in (*FRONTS, ISRAEL)
        }
        apart = ("iraq", "jordan", "syria") if self.rules.arab_nations == "not_jordan" else ()
        self.strangers = {nation: sum(1 << u.id for u in r.units if u.nation == nation) for nation in apart}
        """[24.9] Nations whose units may not share a hex."""
        kept_out = ("syria", "iraq", "egypt", "ussr") if self.rules.arab_nations == "not_jordan" else ()
        self.kept_out_of_jordan = r.where(lambda u: u.nation in kept_out)
        """[24.9]"""
        self.armed = r.where(lambda u: bool(self.strength[u.id]) and u.type != "sam")
        """[8.11, 25.14] Who has Strength to attack with."""
        self.mechanized = r.where(lambda u: bool(u.factors["mechanized"]))
        self.brigades = r.where(lambda u: u.size == "brigade")
        self.battalions = r.where(lambda u: u.size == "battalion")
        self.sam = r.where(lambda u: u.type == "sam")
        self.sam_units = tuple(sorted(bits(self.sam)))
        self.airborne = r.where(lambda u: "airmobile_range" in u.factors or bool(u.factors.get("paradrop")))
        self.airborne_units = tuple(sorted(bits(self.airborne)))
        self.never_unsupplied = r.where(lambda u: bool(u.factors.get("never_unsupplied")))
        self.supply_unit = next((u.id for u in r.units if u.type == "supply"), -1)
        self.combat_units = r.all & ~(1 << self.supply_unit if self.supply_unit >= 0 else 0)
        self.mech_5_8 = r.where(
            lambda u: u.side == ISRAEL and u.type == "mech" and (self.strength[u.id], self.allowance[u.id]) == (5, 8)
        )
        """[25.31] The kind of brigades of which one stays in the West Bank if it starts there."""
        self.printed_keepers = r.where(lambda u: bool(self.mech_5_8 >> u.id & 1) and u.factors.get("hex") == "3114")
        self.over_the_edge = r.where(lambda u: u.side == ARAB and str(u.factors.get("zone", "")).startswith("edge"))
        """[25.4] Who arrives over a map edge."""
        self.truckable = r.where(lambda u: u.type in ("inf", "para") and not u.factors.get("paradrop"))
        """[15.0, 17.2] Who may ride: infantry and paratroops without aircraft, not camels, SAM or airborne units."""

    # countries --------------------------------------------------------------------------------------------
    def _draw_borders(self) -> None:
        """[24.1] Political geography: who holds which land when the game begins."""
        m, c = self.map, self.map.country
        old_jerusalem = m.sets["goal_J_old_jerusalem"]
        self.water = m.terrain["sea"] | m.terrain["lake"]
        self.never = m.sets["lebanon"] | m.sets["saudi"]
        """[5.21] Closed to all; Saudi Arabia by ruling SN-12."""
        self.sinai = c["sinai"] | c["gaza"]
        lands = LANDS[self.rules.geography](c, old_jerusalem)
        self.israel_land, self.demilitarized = lands.israel, lands.demilitarized
        self.home = {"egypt": lands.egypt, "syria": lands.syria, "jordan": lands.jordan}
        self.home[ISRAEL] = self.israel_land
        self.arab_land = self.home["egypt"] | self.home["syria"] | self.home["jordan"]
        self.trans_jordan = c["trans_jordan"]
        self.egypt_west = m.sets["egypt_west"]
        self.post_1967_israel = m.sets["israel_1973"]
        self.land = m.on_map & ~self.water & ~self.never
        self.home_edge = {front: m.sets[f"edge_{front}"] & self.home[front] for front in FRONTS}
        """[10.11] Map-edge hexes of each country."""
        self.cities_israeli, self.cities_arab = m.features["city_israeli"], m.features["city_arab"]
        # [24.1, 26.61] Old Jerusalem is an Israeli city where Israel holds it (ruling SN-33).
        self.cities_israeli |= old_jerusalem & self.israel_land
        self.cities_arab &= ~(old_jerusalem & self.israel_land)
        self.jerusalem = m.sets["goal_J_old_jerusalem"] | m.sets["goal_K_new_jerusalem"]
        self.settlements = 0
        for kind in self.rules.settlements:
            self.settlements |= m.features[kind]
        self.bar_lev = m.sets["bar_lev"] if self.rules.bar_lev else 0
        self.syrian_positions = m.features.get("syrian_fortified_position", 0)
        self.crossing_points = m.sets["goal_A_1967"]
        grid = m.grid
        sea = m.sides["all_sea"]
        self.border_sides = border = self._border(self.israel_land, self.home["jordan"])
        self.zone_open: Sides = tuple(~sea[d] for d in range(6))
        self.zone_closed: Sides = tuple(~(sea[d] | border[d]) for d in range(6))
        """[6.12, 6.13] The hexes whose Zones of Control reach out in each direction, border open and closed."""
        self.canal_sides: Sides = m.sides["canal"]
        self.canal_hexsides = tuple(
            (h, grid.neighbours[h][d]) for d in range(3) for h in grid.hexes if self.canal_sides[d] >> h & 1
        )
        self.canal_banks = sum({1 << h for pair in self.canal_hexsides for h in pair})
        self.limited_hexsides = {side: frozenset(limited_hexsides(self, side)) for side in self.sides}
        """[24.41] The Canal hexsides, both ways, whose crossing counts against the limits of a side."""
        self.jordan_border = tuple(
            (h, grid.neighbours[h][d]) for d in range(3) for h in grid.hexes if border[d] >> h & 1
        )
        """[13.21] The hexsides between Israel and Jordan."""
        self.adjacent = grid.adjacent

    def _border(self, one: int, two: int) -> Sides:
        """The hexsides between two lands."""
        grid = self.map.grid
        masks = [0] * 6
        for d in range(6):
            masks[d] = (one & grid.shift(two, (d + 3) % 6)) | (two & grid.shift(one, (d + 3) % 6))
        return tuple(masks)

    def _line_edges(self) -> None:
        """[10.13, 14.2, 24.33] The map edge: for every edge hex the places beyond it, each with the hexes it touches."""
        grid = self.map.grid
        beyond: dict[int, int] = {}
        self.beyond: dict[int, tuple[int, ...]] = {}
        self.edge_hexes = sum(1 << h for h in grid.hexes if not all(grid.neighbours[h])) & self.land
        for h in grid.hexes:
            for k, n in zip(grid.step, grid.neighbours[h]):
                if not n:
                    beyond[h + k] = beyond.get(h + k, 0) | 1 << h
        self.edge_distance = [99] * grid.size
        ring, seen, n = self.edge_hexes, 0, 0
        while ring:
            for h in bits(ring):
                self.edge_distance[h] = n
            seen |= ring
            ring, n = grid.spread(ring) & ~seen, n + 1
        self.roads_off_map = 0
        for path in self.map.data["path"]:
            if path.get("extend"):
                ends = str(path["chain"]).split()
                self.roads_off_map |= grid.named((ends[0], ends[-1])) & self.edge_hexes
        for h in bits(self.edge_hexes):
            self.beyond[h] = tuple(beyond[h + k] for k, n in zip(grid.step, grid.neighbours[h]) if not n)

    # ground -----------------------------------------------------------------------------------------------
    @cached_property
    def _grounds(self) -> dict[tuple[str, bool, bool], Ground]:
        return {
            (side, foot, bridges): Ground(self, side, foot, bridges)
            for side in self.sides
            for foot in (False, True)
            for bridges in (False, True)
        }

    def ground(self, side: str, foot: bool, bridges: bool) -> Ground:
        return self._grounds[side, foot, bridges]

    @cached_property
    def sam_ground(self) -> dict[bool, Ground]:
        """[25.15, 26.14] The ground as SAM units find it, by standing bridges: that of infantry but for the Canal."""
        return {bridges: Ground(self, ARAB, True, bridges, sam=True) for bridges in (False, True)}

    @cached_property
    def arab_lines(self) -> dict[bool, Sides]:
        """[10.11, 24.62] Masks for Arab supply lines, by on foot or not."""
        tracks = self.rules.arab_supply == "clear_road_track"
        ways = ("road", "track") if tracks else ("road",)
        return {foot: line_back(self, self.ground(ARAB, foot, False), ways, tracks) for foot in (False, True)}

    @cached_property
    def net_lines(self) -> dict[str, Sides]:
        """[10.12, 24.61, 26.41] Masks for lines of clear and road hexes, passable to mechanized units of a side."""
        over = self.rules.canal != "ferry"
        return {side: line_back(self, self.ground(side, False, False), ("road",), over) for side in self.sides}

    def _behind_border(self, masks: Sides) -> Sides:
        """[13.21] These masks of lines without the hexsides between Israel and Jordan."""
        return tuple(m & ~border for m, border in zip(masks, self.border_sides))

    @cached_property
    def last_digit(self) -> tuple[int, ...]:
        """[14.4] The hexes by the last digit of their number."""
        masks = [0] * 10
        for h in self.map.grid.hexes:
            masks[int(self.hex_name(h)[-1])] |= 1 << h
        return tuple(masks)

    # the waist --------------------------------------------------------------------------------------------
    def set_up(self, s: SinaiState) -> None:
        set_up(s)

    def complete(self, s: SinaiState) -> None:
        complete(s)

    def ledger(self) -> Ledger:
        return read_ledger(self.source)

    def turn_name(self, turn: int) -> str:
        last = self.rules.game_turns
        if last:
            return say("Game-Turn {turn} of {last}", turn=turn, last=last)
        return say("Game-Turn {turn}", turn=turn)

    def turn_note(self, turn: int) -> str:
        return turn_note(self, turn)

    def factors(self, s: SinaiState, u: int) -> list[str]:
        strength = str(self.strength[u]) if self.strength[u] else "●"
        return [strength, str(self.allowance[u])]

    def status(self, s: SinaiState, u: int) -> list[str]:
        marked = (s.entrucked, s.dormant, s.strayed, s.unsupplied, s.fought, s.attacked, s.sent)
        return [word for units, word in zip(marked, MARKS) if units >> u & 1]

    def note_on(self, s: SinaiState, u: int) -> str:
        return note_on(s, u)

    figures = ((say("Strength"), say("Movement Points")),)

    def terrain_notes(self) -> dict[str, str]:
        return terrain_notes(self.tables["terrain_effects"])

    def goal(self, s: SinaiState, side: str) -> GoalFacts:
        return goal(s, side)

    def beaten(self, s: SinaiState) -> dict[str, Sentence]:
        return out_of_reach.beaten(s)

    def foregone(self, s: SinaiState) -> Outcome | None:
        return out_of_reach.foregone(s)

    def markers(self, s: SinaiState, side: str) -> list[MarkerFacts]:
        struck, fallen = say("Air Strike"), say("Destroyed")
        found: list[MarkerFacts] = [
            {"at": str(self.hex_name(h)), "kind": "airstrike", "text": struck} for h in s.strikes
        ]
        found += [{"at": str(self.hex_name(h)), "kind": "destroyed", "text": fallen} for h in bits(s.destroyed)]
        return found

    def standing(self, s: SinaiState) -> dict[str, float]:
        """[21.0, 23.7, 25.7, 26.9] Points of both sides as things stand."""
        return totals(s)

    def tracks(self, s: SinaiState, side: str) -> list[TrackFacts]:
        return tracks(s)

    def overlay(self, s: SinaiState, side: str, name: str) -> Layer:
        return overlay(s, side, name)
