"""The facts of Operation Musketeer that never change: contingents, counters, terrain, boxes, markers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from operator import itemgetter, or_
from typing import Any, ClassVar

from sandtable.core import (
    DataError,
    Game,
    Layer,
    Ledger,
    Map,
    Phase,
    Refusal,
    Roster,
    Scenario,
    Sentence,
    Source,
    Term,
    Title,
    bits,
    number,
    read_ledger,
    read_tables,
    refuse,
    say,
)
from sandtable.core.chance import Luck
from sandtable.core.facts import GoalFacts, TrackFacts, UnitFacts
from sandtable.core.title import OptionValue

from . import fog
from .charts import CONTINGENTS, FAR, LATE, MECHANIZED, MP, ROAD, TRACK, Marker, Step6
from .goals import goal
from .layers import LAYERS, layer
from .names import SIDE_NAMES
from .position import complete
from .sequence import Turn
from .setup import Deploy, place_fixed
from .state import MusketeerState
from .terrain_notes import terrain_notes
from .victory import points


class Musketeer(Game[MusketeerState]):
    """Operation Musketeer with its options settled."""

    state_class = MusketeerState
    hidden = True
    boxes: ClassVar[tuple[str, ...]] = (
        "eliminated",
        *(f"{c}-{kind}" for c in CONTINGENTS for kind in ("box", "available")),
    )
    phases = (
        Phase("set-up", say("Initial deployment"), "", "4.0"),
        Phase("planning", say("Mutual planning"), "", "5.3"),
        Phase("activation", say("Activation"), "", "5.3"),
        Phase("reinforcement", say("Reinforcement"), "", "8.0"),
        Phase("air-superiority", say("Air superiority"), "", "19.1"),
        Phase("bombardment", say("Bombardment"), "", "19.5"),
        Phase("movement", say("Movement"), "", "9.0"),
        Phase("ground-combat", say("Ground combat"), "", "14.0"),
        Phase("refit", say("Refit"), "", "21.0"),
        Phase("end-of-turn", say("End of turn"), "", "5.3"),
    )
    overlays = LAYERS

    def __init__(self, title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> None:
        super().__init__(title, scenario, source, options)
        self.map = Map(source.load("map.toml"))
        self.tables = read_tables(source.load("tables.toml"))
        counters: list[dict[str, Any]] = source.load("counters.toml")["unit"]
        self.roster = Roster([b for b in counters if b["class"] in ("ground", "special")], title.sides)
        self.command_markers = {
            b["name"]: Marker(b["name"], b["side"], b["contingent"], b["kind"] == "special", b["escalation"])
            for b in counters
            if b["type"] == "command"
        }
        self.special_tactics: bool = self.option("special_tactics")
        self.enemy = {"west": "east", "east": "west"}
        self.side_of = {"": "", **{c: side for c, (side, _) in CONTINGENTS.items()}}
        self.title_of = {c: name for c, (_, name) in CONTINGENTS.items()}
        self.dead = self.box("eliminated")
        self.box_of = {c: self.box(f"{c}-box") for c in CONTINGENTS}
        self.available_of = {c: self.box(f"{c}-available") for c in CONTINGENTS}
        self._read_counters()
        self._read_limits()
        self._read_places()
        self._read_terrain()
        self._read_points()
        self.other_words = (*self.command_markers, *CONTINGENTS)

    # reading ----------------------------------------------------------------------------------------------
    def _read_counters(self) -> None:
        r = self.roster
        where = r.where
        self.contingent_of: list[str] = r.column("contingent", "")
        for u in r.units:
            if self.contingent_of[u.id] not in CONTINGENTS:
                raise DataError("counters.toml", f"[[unit]] {u.name}", "names no contingent of the game")
        self.combat: list[int] = r.column("combat")
        self.movement: list[int] = r.column("movement")
        self.reduced_combat: list[int] = r.column("disrupted_combat")
        self.reduced_movement: list[int] = r.column("disrupted_movement")
        self.shift_of: list[int] = r.column("shift")
        self.strength: list[int] = r.column("strength")
        self.ground = where(lambda u: u.factors["class"] == "ground")
        self.by_contingent = {c: where(lambda u, c=c: u.factors["contingent"] == c) for c in CONTINGENTS}  # type: ignore[misc]
        self.ground_by = {c: b & self.ground for c, b in self.by_contingent.items()}
        self.ground_of = {side: b & self.ground for side, b in r.of_side.items()}
        self.members = {name: tuple(sorted(bits(b))) for name, b in (self.ground_of | self.ground_by).items()}
        """The ground units of every side and of every contingent."""
        self.specials = {c: tuple(sorted(bits(b & ~self.ground))) for c, b in self.by_contingent.items()}
        self._read_kinds()

    def _read_kinds(self) -> None:
        """The sets of units that rules speak of."""
        r, where = self.roster, self.roster.where
        self.two_sided = where(lambda u: u.factors.get("sides") == 2)
        self.static = where(lambda u: u.factors["class"] == "ground" and u.factors["movement"] == 0)
        self.mechanized = where(lambda u: u.type in MECHANIZED)
        self.divisions = where(lambda u: u.size == "division")
        self.airborne_type = where(lambda u: u.type == "airborne")
        self.droppable = where(lambda u: bool(u.factors.get("airborne")))
        self.landable = where(lambda u: bool(u.factors.get("amphibious")) or u.type in ("airborne", "infantry"))
        self.infiltrators = where(lambda u: bool(u.factors.get("infiltration")))
        self.of_libya = where(lambda u: u.nation in ("uk", "us"))
        """[29.1] Units that may come through Libya."""
        coming = (self.static, self.mechanized, self.divisions, self.droppable, self.landable, self.infiltrators)
        self.kind = [
            sum((units >> u & 1) << i for i, units in enumerate((*coming, self.of_libya))) for u in range(len(r))
        ]
        """By unit a number: those of a contingent that have the same may come into play by the same ways."""
        self.aaa = where(lambda u: u.type == "aaa")
        self.engineers = where(lambda u: u.type == "engineer")
        self.airstrikes = where(lambda u: u.type == "airstrike")
        self.guns = where(lambda u: u.type in ("naval_gunfire", "rocket"))
        self.special_forces = where(lambda u: u.type == "special_forces")
        self.guerrillas = where(lambda u: u.type == "guerrilla")
        self.garrisons = where(lambda u: u.type == "garrison")
        self.brigades = where(lambda u: u.type == "infantry" and u.size == "brigade")
        self.groups = where(lambda u: u.type == "armor" and u.size == "group")
        self.public = self.garrisons | (r.all & ~self.ground)
        """[ruling MU-21] Garrisons stand where 4.3 puts them and special units lie open in their boxes."""
        self.suggested = r.column("suggested", "")

    def _read_limits(self) -> None:
        def column(table: str, name: str) -> dict[str, int]:
            t = self.tables[table]
            i = t.columns.index(name)
            return {row: int(line[i]) for row, line in zip(t.rows, t.cells)}

        self.stacking = column("contingents", "stacking")
        self.division_limit = column("contingents", "divisions")
        self.strike_limit = column("contingents", "airstrikes")
        self.airborne_limit = column("contingents", "airborne")
        self.sealift_limit = column("contingents", "sealift")
        self.air_supply = column("air_supply", "air_supply")
        self.ground_limit = column("reinforcement_limits", "ground")
        self.air_limit = column("reinforcement_limits", "air")
        self.special_limit = column("reinforcement_limits", "special_forces")
        boxes = self.tables["reinforcement_limits"]
        where = boxes.columns.index("facilities")
        self.facilities = {row: tuple(line[where].split()) for row, line in zip(boxes.rows, boxes.cells)}
        """[27.3] Ports and airbases of the Reinforcement Boxes."""
        self.refit = {kind: column("refit", kind) for kind in ("ground", "air", "special")}
        self.pursuit_of = column("pursuit", "hexes")
        self.eliminated_points = column("eliminated_points", "points")
        self.levels = column("victory_levels", "least difference")

    def _read_places(self) -> None:
        """[2.11, 8.3, 11.4, 16.3, 20.3, 28.1] Countries, coasts, edges, cities, and how far everything is from them."""
        m, grid = self.map, self.map.grid
        egypt = m.country["egypt"] | m.country["sinai"] | m.country["gaza strip"]
        self.egypt, self.israel = egypt, m.country["israel"]
        self.sinai = m.sets["sinai"]
        self.enterable = (egypt | self.israel) & ~m.terrain["sea"] & ~m.terrain["lake"]
        self.allowed = dict.fromkeys(CONTINGENTS, self.enterable)
        self.allowed["israel"] &= self.israel | (self.sinai & ~m.sets["canal_east_bank"])
        self.cities = m.features["city"]
        self.forts = m.features["fortification"]
        self.strongholds = (self.cities | self.forts) & egypt
        """[16.1, 16.5] Where Egyptians do not have to retreat."""
        self.urban = m.features["city"] | m.features["town"]
        self.airbases = m.features["airbase"]
        self.ports = m.features["port"]
        self.med_coast = m.sets["mediterranean_coast"]
        self.med_ports = self.ports & self.med_coast
        self.red_sea_coast = m.sets["red_sea_coast"]
        self.south_edge = m.sets["south_edge_egypt"]
        self.east_edge = m.sets["east_edge_israel"]
        self.west_edge = m.sets["west_edge"]
        sea = m.sets["mediterranean_sea"]
        self.gunfire_range = (self.med_coast | grid.spread(self.med_coast)) & self.enterable
        near = sea
        for _ in range(4):
            near |= grid.spread(near)
        self.near_mediterranean = near & self.enterable
        self.settlements = self.israel & (m.features["town"] | m.features["kibbutz"])
        self.rout_goals = egypt & (self.cities | self.airbases)
        self.west_of_canal = m.country["egypt"]
        self.west_bank = reduce(or_, m.sides["canal"]) & self.west_of_canal
        self.to_south_edge = self._distances(self.south_edge)
        self.to_canal = self._distances(self.west_bank)
        self.to_goal = {g: self._distances(1 << g) for g in bits(self.rout_goals)}

    def _read_terrain(self) -> None:
        """[9.7, 9.8, 9.9, 9.10, 14.4, 14.10] The Terrain Effects Chart: shifts, first fire, and the cost of every step."""
        m, grid = self.map, self.map.grid
        t = self.tables["terrain_effects"]
        effects = {row: dict(zip(t.columns, line)) for row, line in zip(t.rows, t.cells)}
        kinds = {**m.terrain, **m.features}
        self.shift_by_kind = {
            k: (b, int(effects[k]["shift"])) for k, b in kinds.items() if effects[k]["shift"] not in ("-", "0")
        }
        self.defender_first = {k: b for k, b in kinds.items() if effects[k]["first_fire"] == "defender"}
        self.only_for = {"fortification": "egypt", "kibbutz": "israel"}
        self.side_shift = {k: int(effects[k]["shift"]) for k in ("canal", "river", "wadi")}

        def sixths(text: str) -> int:
            return int(Fraction(text.lstrip("+")) * MP)

        cost_of = {k: sixths(effects[k]["cost"]) for k in kinds if effects[k]["cost"] not in ("-", "no")}
        side_cost = {k: sixths(effects[k]["cost"]) for k in ("canal", "river", "wadi")}
        way_cost = {ROAD: sixths(effects["road"]["cost"]), TRACK: sixths(effects["track"]["cost"])}
        self.hex_cost = [0] * grid.size
        for k, cost in cost_of.items():
            for h in bits(kinds[k]):
                self.hex_cost[h] = max(self.hex_cost[h], cost)
        steps: list[tuple[Step6, ...]] = [()] * grid.size
        for h in bits(self.enterable):
            out = []
            for n in grid.neighbours[h]:
                if not self.enterable >> n & 1:
                    continue
                way = ROAD if m.follows("road", h, n) else TRACK if m.follows("track", h, n) else 0
                canal, river = m.crosses("canal", h, n), m.crosses("river", h, n)
                if way:
                    out.append(Step6(n, way, way_cost[way], side_cost["canal"] if canal else 0, canal))
                else:
                    extra = "canal" if canal else "river" if river else "wadi" if m.crosses("wadi", h, n) else ""
                    out.append(Step6(n, 0, self.hex_cost[n], side_cost[extra] if extra else 0, canal or river))
            steps[h] = tuple(out)
        self.steps = tuple(steps)

    def _read_points(self) -> None:
        """[3.3] Places by name, and what they are worth to whom."""
        m, grid = self.map, self.map.grid
        self.points_west: dict[int, int] = {}
        self.points_east: dict[int, int] = {}
        self.place_at: dict[int, str] = {}
        for p in m.data["place"]:
            h = grid.hex(p["hex"])
            if p.get("style") not in ("water", "area"):
                self.place_at[h] = p["name"]
            if "vp" in p:
                self.points_west[h] = self.points_east[h] = p["vp"]
            if "vp_east_only" in p:
                self.points_east[h] = p["vp_east_only"]

    def _distances(self, goal: int) -> list[int]:
        """Hexes overland from everywhere to the nearest hex of a set; `FAR` where no way leads there."""
        grid = self.map.grid
        found = [FAR] * grid.size
        seen = frontier = goal
        n = 0
        while frontier:
            for h in bits(frontier):
                found[h] = n
            frontier = grid.spread(frontier) & self.enterable & ~seen
            seen |= frontier
            n += 1
        return found

    # questions --------------------------------------------------------------------------------------------
    def where(self, h: int) -> Sentence | Term:
        """A hex or box for sentences: "Port Said (4005)"."""
        name = self.place_at.get(h)
        return say("{place} ({hex})", place=Term("place", name), hex=self.hex_name(h)) if name else self.hex_name(h)

    def terrain_shift(self, h: int, contingent: str) -> tuple[int, str]:
        """[14.10, 19.5] The best terrain of a hex for defenders of a contingent: columns left, and its name."""
        own = [
            (shift, kind)
            for kind, (hexes, shift) in self.shift_by_kind.items()
            if hexes >> h & 1 and self.only_for.get(kind, contingent) == contingent
        ]
        return max(own, key=itemgetter(0), default=(0, ""))

    def defender_fires_first(self, h: int, contingent: str) -> bool:
        """[14.4] Does any terrain of the hex let these defenders fire first?"""
        return any(
            b >> h & 1 and self.only_for.get(k, contingent) == contingent for k, b in self.defender_first.items()
        )

    def markers_for(self, s: MusketeerState, side: str) -> list[Marker]:
        """[5.3, 7.6, 7.8, 22.2, 28.2, 28.3] The markers a side may put into its pool this turn."""
        return [m for m in self.command_markers.values() if m.side == side and not self.why_not_marker(s, m)]

    def why_not_marker(self, s: MusketeerState, m: Marker) -> Refusal | None:
        """The rule and the reason why a marker may not be planned this turn, or None."""
        if m.name in s.removed:
            return refuse("7.7", "{marker} has been used; a special marker serves once per game.", marker=m.term)
        if s.turn == 1 and m.name in ("Egypt-Mobilizes", "Revise"):
            return refuse("28.2", "{marker} may not be used on turn 1.", marker=m.term)
        if m.contingent in LATE and m.contingent not in s.involved:
            return refuse("28.3", "{contingent} has not been committed yet.", contingent=self.title_of[m.contingent])
        if m.name in s.barred:
            return refuse("22.2", "An event forbids {marker} on this turn.", marker=m.term)
        return None

    def set_up(self, s: MusketeerState) -> None:
        place_fixed(self, s)
        s.then(Deploy("egypt"), Deploy("israel"), Turn())

    def complete(self, s: MusketeerState) -> None:
        complete(s)

    def ledger(self) -> Ledger:
        return read_ledger(self.source)

    # what a player sees -----------------------------------------------------------------------------------
    def factors(self, s: MusketeerState, u: int) -> list[str]:
        if self.ground >> u & 1:
            return [str(s.combat(u)), str(s.movement(u))]
        if self.guerrillas >> u & 1:
            return [str(self.shift_of[u])]
        return []

    def status(self, s: MusketeerState, u: int) -> list[str]:
        if not (s.disrupted | s.moved | s.landed | s.attacked | s.assaulting | s.used) >> u & 1:
            return []
        words = (
            ("disrupted", s.disrupted),
            ("moved", s.moved | s.landed),
            ("attacked", s.attacked),
            ("assaulting", s.assaulting),
            ("used", s.used),
        )
        return [word for word, units in words if units >> u & 1]

    def units_seen(self, s: MusketeerState, side: str) -> list[UnitFacts]:
        return fog.units_seen(self, s, side)

    def prompt_for(self, s: MusketeerState, side: str) -> str:
        """[23.0] The other side's prompts count its hidden units; a player only reads that it is thinking."""
        actor = s.actor
        if actor in self.sides and actor != side:
            return say("Waiting for the {side}.", side=SIDE_NAMES[actor])
        return s.prompt

    def revealed(self, before: MusketeerState, after: MusketeerState, side: str) -> bool:
        """[23.0] Has the side come to know enemy units?"""
        return side in self.enemy and bool(after.known & ~before.known & self.ground_of[self.enemy[side]])

    def standing(self, s: MusketeerState) -> dict[str, float]:
        """[3.3] Victory points of both sides as things stand."""
        return dict(points(s))

    def tracks(self, s: MusketeerState, side: str) -> list[TrackFacts]:
        return fog.tracks(self, s, side)

    def overlay(self, s: MusketeerState, side: str, name: str) -> Layer:
        return layer(s, name)

    figures = ((say("column shift"),), (say("combat factor"), say("Movement Points")))

    def terrain_notes(self) -> dict[str, str]:
        return terrain_notes(self.tables["terrain_effects"])

    def goal(self, s: MusketeerState, side: str) -> GoalFacts:
        return goal(s, side)

    def note_on(self, s: MusketeerState, u: int) -> str:
        """[2.5, 13.1, 21.0] What the side of the counter that is up does to a unit."""
        if not s.disrupted >> u & 1:
            return ""
        full = number(f"{self.combat[u]}-{self.movement[u]}")
        return say("disrupted: no zone of control [13.1]; {factors} when refitted [21.2]", factors=full)

    def imagined(self, s: MusketeerState, side: str, rng: Luck) -> MusketeerState:
        return fog.sample_hidden(self, s, side, rng)

    def sample_hidden(self, s: MusketeerState, side: str, rng: Luck) -> MusketeerState:
        return fog.playable(self, s, side, rng)
