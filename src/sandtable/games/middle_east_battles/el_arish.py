"""[10.0] El Arish '67: set-up zones, columns, entry spans, airstrikes, the airborne landing, withdrawal, victory points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from sandtable.core import (
    Action,
    Hex,
    Hexes,
    Listing,
    Pick,
    Reach,
    Refusal,
    Roll,
    Step,
    Term,
    UnitId,
    Units,
    bits,
    cite,
    entry,
    halves,
    reach,
    refuse,
    say,
)
from sandtable.core.facts import DetailsFacts, LayerEntry, TrackFacts

from .battle import Battle
from .deployment import SetUp
from .helicopters import check_fly, flight_details, flights, fly
from .landing import AirborneLanding
from .marching import (
    Front,
    front,
    march,
    move_details,
    no_stopping,
    path_text,
    step,
    stops,
    trace,
    walk,
    way_texts,
)
from .out_of_reach import why_out_of_reach
from .sequence import GameTurn
from .state import ElArishState
from .victory import award, determine_winner, score_objectives
from .wording import Decision

COLUMNS = ("3rd Infantry Division", "4th Armored Division", "Shazli Force")
"""[10.4] The Egyptian formations that enter in column, each through one hex."""
LAST_TURN = 11
ZONE_WORDS = {
    "setup_4620_1": say("in Rafiah (4620) or next to it"),
    "setup_C_7": say("within seven hexes of the coast"),
    "setup_3844_8": say("within eight hexes of Abu Aweiqla (3844)"),
    "fortification": say("in a fortification hex"),
    "not_east": say("anywhere but in the easternmost hex row"),
}


class WayIn(Reach):
    """[10.4, 10.5] The search from the box: its ways begin with the entry hex."""

    def path(self, h: Hex) -> list[Hex]:
        return Reach.path(self, h)[1:]


class ElArish(Battle):
    """[10.1] The opening battle of June 1967 in northern Sinai."""

    state_class = ElArishState
    boxes: ClassVar[tuple[str, ...]] = ("eliminated", "exited", "holding", "reserve")
    folder: ClassVar[str] = "el-arish-67"
    section: ClassVar[str] = "10"
    nations: ClassVar[tuple[str, ...]] = ("israeli",)
    night_turns: ClassVar[frozenset[int]] = frozenset({4, 8})
    loss_points: ClassVar[int] = 4
    objective_points: ClassVar[int] = 1
    western_vp_rule: ClassVar[str] = "10.8"
    egyptian_vp_rule: ClassVar[str] = "10.7"
    set_up_rule: ClassVar[str] = "10.3"
    gate: ClassVar[str] = "east_edge"
    arrival_verbs: ClassVar[frozenset[str]] = frozenset({"enter", "fly"})

    overlays: ClassVar[tuple[tuple[str, str], ...]] = (
        *Battle.overlays,
        ("entry_T", say("Entry of Tal and the 202nd")),
        ("entry_Y", say("Entry of Yoffe")),
        ("entry_S", say("Entry of Sharon")),
        ("west_edge", say("Egyptian entry, exits")),
        ("setup_C_7", say("Set-up of the 7th Division")),
        ("setup_3844_8", say("Set-up of the 2nd Division")),
        ("setup_4620_1", say("Set-up at Rafiah")),
    )
    layers: ClassVar[dict[str, LayerEntry]] = {
        "entry_T": entry("T", say("Tal and the 202nd Brigade enter here [10.5, 10.6]")),
        "entry_Y": entry("Y", say("Yoffe enters here [10.5]")),
        "entry_S": entry("S", say("Sharon enters here [10.5]")),
        "west_edge": entry("W", say("Egyptian columns enter and units leave here [10.4, 10.9, 10.11]")),
        "setup_C_7": entry("7", say("within seven hexes of the coast [10.3]")),
        "setup_3844_8": entry("2", say("within eight hexes of Abu Aweiqla [10.3]")),
        "setup_4620_1": entry("R", say("Rafiah and the hexes next to it [10.3]")),
    }

    def set_up(self, s: ElArishState) -> None:
        """[10.3, 10.4, 10.5] Egypt deploys; its reinforcements and all Israeli units wait in their boxes."""
        for u in range(len(self.roster)):
            if self.side_of[u] == self.west:
                s.loc[u] = self.box("holding")
            elif self.in_column >> u & 1:
                s.loc[u] = self.box("reserve")
        s.air = (0,)
        s.agenda = (SetUp(self.roster.of_side[self.egypt] & ~self.in_column), GameTurn())

    @cached_property
    def in_column(self) -> Units:
        return self.roster.where(lambda u: u.factors["zone"] == "column")

    @cached_property
    def matt(self) -> Units:
        """[10.5, 10.7] The Matt Airborne Brigade."""
        return self.roster.where(lambda u: u.factors.get("division") == "Matt")

    @cached_property
    def board_edge(self) -> Hexes:
        """[10.5] Every land hex on the edge of the map."""
        grid = self.map.grid
        return self.land & sum(1 << h for h in grid.hexes if 0 in grid.neighbours[h])

    @cached_property
    def east(self) -> Hexes:
        return self.map.sets["east_edge"]

    @cached_property
    def west_edge(self) -> Hexes:
        return self.map.sets["west_edge"]

    def zone_for(self, u: UnitId) -> Hexes:
        """[10.3] The unit's own zone, never on the eastern edge."""
        zone = str(self.roster[u].factors["zone"])
        hexes = self.land if zone == "not_east" else self.map.sets[zone]
        return hexes & ~self.east

    def zone_words(self, u: UnitId) -> str:
        return ZONE_WORDS[str(self.roster[u].factors["zone"])]

    # the turn ---------------------------------------------------------------------------------------------
    def game_turn_starts(self, s: ElArishState) -> None:
        """[10.6] No airstrikes on turn 1; then two dice by day and one by night."""
        s.air = (0,)
        if s.turn >= 2:
            s.then(Roll("airstrikes", 1 if s.is_night else 2), CallAirstrikes())

    def player_turn_starts(self, s: ElArishState, side: str) -> None:
        """[10.10, 10.11] An airborne landing before Israeli movement; the declaration of withdrawal before Egyptian."""
        s.column_hex, s.column_length, s.queue = [0] * 3, [0] * 3, ()
        if side == self.west:
            if not s.matt_special and AirborneLanding(side, 1).candidates(s):
                s.then(AirborneLanding(side, 1))
        elif not s.withdrawing:
            s.then(DeclareWithdrawal())

    def game_turn_ends(self, s: ElArishState) -> None:
        """[10.2, 10.7, 10.14] Objectives each turn; the battle ends after turn 11, never earlier."""
        score_objectives(s)
        if s.turn >= LAST_TURN:
            s.then(EndOfBattle())

    # victory points ---------------------------------------------------------------------------------------
    def exit_hexes(self, s: ElArishState, side: str) -> Hexes:
        """[10.9, 10.11] The western edge; for Egyptians only once they withdraw."""
        return self.west_edge if side == self.west or s.withdrawing else 0

    def exit_rule(self, side: str) -> str:
        return "10.9" if side == self.west else "10.11"

    def exited(self, s: ElArishState, u: UnitId) -> None:
        """[10.8] Two points on turns 1 to 4, one on 5 to 8, half a point on 9 to 11."""
        if self.side_of[u] == self.west:
            half_points = 4 if s.turn <= 4 else 2 if s.turn <= 8 else 1
            award(s, self.west, half_points, "10.8", "{unit} has left by the western edge", unit=self.name_of(u))

    def first_on_map(self, s: ElArishState, u: UnitId) -> None:
        """[10.4, 10.7, 10.8] The first unit of Matt, the 4th Armored Division or the Shazli Force costs points."""
        before, s.entered = s.entered, s.entered | 1 << u
        formation = self.roster[u].formation
        members = self.roster.where(lambda v: v.formation == formation)
        if before & members:
            return
        if self.matt >> u & 1:
            award(s, self.egypt, 20, "10.7", "The Matt Airborne Brigade enters")
        elif formation in COLUMNS[1:]:
            award(s, self.west, 10, "10.8", "The {formation} enters", formation=Term("formation", formation))

    def dropped(self, s: ElArishState, u: UnitId) -> None:
        """[10.7, 10.10] The airborne drop costs two points, beside those for the brigade."""
        s.matt_special = True
        award(s, self.egypt, 4, "10.7", "An airborne drop")
        self.first_on_map(s, u)

    # combat -------------------------------------------------------------------------------------------------
    def is_withdrawing(self, s: ElArishState) -> bool:
        return s.withdrawing

    def attack_shifts(
        self,
        s: ElArishState,
        side: str,
        targets: Hexes,
        attackers: Units,
        air: tuple[int, ...],
        naval: tuple[int, ...],
    ) -> list[tuple[str, str, int]]:
        """[10.11, 10.13] A withdrawal costs Egyptian attacks a column; engineers gain one against an adjacent fortification."""
        if side == self.egypt:
            return [(say("withdrawal declared"), "10.11", -1)] if s.withdrawing else []
        works = targets & self.forts
        if any(self.map.grid.adjacent[s.loc[u]] & works for u in bits(attackers & self.engineers)):
            return [(say("engineers against a fortification"), "10.13", 1)]
        return []

    def in_one_attack(self, units: Units) -> Refusal | None:
        """[7.18] Units of different Israeli divisions never attack together; Southern Command joins any [ruling ME-46]."""
        divisions = sorted({d for u in bits(units) if (d := self.division_of[u])})
        if len(divisions) < 2:
            return None
        words = Listing([Term("formation", d) for d in divisions])
        return refuse("7.18", "Units of {divisions} may not take part in one attack.", divisions=words)

    def fires_for(self, gun: UnitId, u: UnitId) -> bool:
        """[7.18] Israeli guns fire protective fire for their own division; Southern Command for any."""
        mine, theirs = self.division_of[gun], self.division_of[u]
        return not mine or not theirs or mine == theirs

    # coming onto the map --------------------------------------------------------------------------------------
    def why_not_due(self, s: ElArishState, u: UnitId) -> Refusal | None:
        """[10.4, 10.5, 10.6] Why this unit may not enter the map now, or None."""
        name = self.name_of(u)
        if s.loc[u] not in (self.box("holding"), self.box("reserve")):
            return refuse(("10.4", "10.5"), "{unit} is not waiting in a holding box.", unit=name)
        due = int(self.roster[u].factors.get("from_turn", 1))
        if s.turn < due:
            rule = "10.4" if self.side_of[u] == self.egypt else "10.6"
            return refuse(rule, "{unit} may enter from game turn {turn} on.", unit=name, turn=due)
        return None

    def entry_hexes(self, s: ElArishState, u: UnitId) -> Hexes:
        """[10.4, 10.5, 10.6] The hexes through which this unit may enter [ruling ME-35]."""
        if self.in_column >> u & 1:
            chosen = s.column_hex[COLUMNS.index(self.roster[u].formation)]
            return 1 << chosen if chosen else self.west_edge
        if self.paratroops >> u & 1 and not s.matt_special:
            return self.board_edge
        return self.map.sets[str(self.roster[u].factors["zone"])]

    def place_in_column(self, s: ElArishState, u: UnitId, h: Hex) -> int:
        """[10.4, 10.5] Its place in the column: Egyptians count by formation, Israelis by entry hex [ruling ME-34]."""
        if self.in_column >> u & 1:
            return s.column_length[COLUMNS.index(self.roster[u].formation)] + 1
        return s.queue.count(h) + 1

    def entry_cost(self, s: ElArishState, u: UnitId, h: Hex) -> int:
        """[10.4, 10.5, 5.12] Half points for the entry hex: its cost as many times as the unit's place in the column."""
        m = march(s, u)
        return self.single_cost(h) * self.place_in_column(s, u, h) + (m.extra if m.dear >> h & 1 else 0)

    def single_cost(self, h: Hex) -> int:
        """[10.4] What the first of a column pays: normal costs, the road or trail counting from the very edge."""
        return 1 if self.roads >> h & 1 else 2 if self.trails >> h & 1 else self.hex_cost(h)

    def entry_reason(self, h: Hex) -> str:
        """[10.4] What the ground of an entry hex is."""
        if self.roads >> h & 1:
            return say("road")
        return say("trail") if self.trails >> h & 1 else self.terrain_name(h)

    def ways_in(self, s: ElArishState, u: UnitId, f: Front | None = None) -> dict[Hex, tuple[int, Reach]]:
        """Every hex where the unit can end its entry, with the cost and the cheapest way over all entry hexes.

        Hex 0, which is nowhere, stands for the box: its edges are the entry hexes. An entry hex itself is always entered
        directly: stopping at the edge is worth an option of its own.
        """
        f = f or front(s, self.side_of[u])
        m = march(s, u, f)
        gates = [(h, self.single_cost(h) * self.place_in_column(s, u, h)) for h in bits(self.entry_hexes(s, u))]
        edges = [gates, *self.edges[1:]]
        found = reach(edges, 0, m.budget, blocked=m.blocked, stop=m.stop, dear=m.dear, extra=m.extra)
        way = WayIn(0, found.cost, found.parent)
        best: dict[Hex, tuple[int, Reach]] = {h: (found.cost[h], way) for h in stops(s, u, way, f)}
        for h, cost in gates:
            cost += m.extra if m.dear >> h & 1 else 0
            if h in best and cost <= m.budget:
                best[h] = (cost, Reach(h, {}, {}))
        return best

    def waiting(self, s: ElArishState, side: str) -> list[UnitId]:
        return [u for u in self.units_of[side] if s.loc[u] < -2 and not self.why_not_due(s, u)]

    def entries(self, s: ElArishState, units: list[UnitId], side: str) -> Iterator[Action]:
        """One option for every hex a unit can get to, by the cheapest way; other ways are accepted too."""
        f = front(s, side)
        known: dict[tuple[int, Hexes, int], list[str]] = {}
        for u in units:
            if not self.helicopters >> u & 1:
                column = s.column_length[COLUMNS.index(self.roster[u].formation)] if self.in_column >> u & 1 else -1
                alike = (self.allowance(s, u), self.entry_hexes(s, u), column)  # such units enter alike
                if alike not in known:
                    known[alike] = self.entry_texts(s, self.ways_in(s, u, f))
                name = self.name_of(u)
                for text in known[alike]:
                    yield Action("enter", (name, text))

    def entry_texts(self, s: ElArishState, found: dict[Hex, tuple[int, Reach]]) -> list[str]:
        """The ways in as actions name them."""
        texts: dict[int, dict[Hex, str]] = {}
        for _, way in found.values():
            if way.start not in texts:
                texts[way.start] = way_texts(s, way)
        return [texts[way.start][h] for h, (_, way) in found.items()]

    def complete_arrival(self, s: ElArishState, a: Action) -> Action:
        p = self.parts(a)
        u, h = p.unit, p.to
        if a.verb == "fly" and u >= 0:
            return Action("fly", (a.args[0], f"{self.hex_name(s.loc[u])}-{a.args[1]}"))
        if u < 0 or self.why_not_due(s, u):
            return a
        found = self.ways_in(s, u).get(h)
        return Action("enter", (a.args[0], path_text(s, found[1].path(h)))) if found else a

    def arrivals(self, s: ElArishState, side: str, verb: str, u: UnitId = -1) -> Iterator[Action]:
        if verb == "enter":
            units = self.waiting(s, side)
            yield from self.entries(s, [v for v in units if u in (-1, v)], side)
        elif side == self.west:
            for helicopter in bits(self.helicopters):
                if u in (-1, helicopter):
                    yield from flights(s, helicopter)

    def sample_arrival(self, s: ElArishState, side: str, pick: Pick) -> Action | None:
        units = self.waiting(s, side)
        units += [
            u for u in bits(self.helicopters) if self.side_of[u] == side and s.loc[u] > 0 and not s.moved >> u & 1
        ]
        if not units:
            return None
        u = units[pick(len(units))]
        if self.matt >> u & 1 and pick(4):
            return None  # the brigade is dear; random games should see it sometimes, not always
        options = list(flights(s, u) if self.helicopters >> u & 1 else self.entries(s, [u], side))
        return options[pick(len(options))] if options else None

    def arrival_note(self, s: ElArishState, side: str) -> str:
        n = len(self.waiting(s, side))
        cited = cite("10.5" if side == self.west else "10.4")
        return say("{n} {n#unit|units} may enter the map [{rule}].", n=n, rule=cited) if n else ""

    def check_arrival(self, s: ElArishState, side: str, a: Action) -> Refusal | None:
        u = self.parts(a).unit
        if u < 0 or self.side_of[u] != side or len(a.args) != 2:
            return refuse("5.1", "Name one of your units and its way: {verb} UNIT HEX-HEX.", verb=a.verb)
        return check_fly(s, u, a) if a.verb == "fly" else self.check_enter(s, u, a)

    def check_enter(self, s: ElArishState, u: UnitId, a: Action) -> Refusal | None:
        """[10.4, 10.5, 10.6] Through the right hex, in column, at the right cost; by night into no zone [ruling ME-51]."""
        cited = "10.4" if self.side_of[u] == self.egypt else "10.5"
        refusal = self.why_not_due(s, u)
        if refusal:
            return refusal
        if self.helicopters >> u & 1:
            return refuse("5.14", "{unit} is a helicopter: it flies.", unit=self.name_of(u))
        p = self.parts(a)
        path = p.hexes
        if not path or p.words or p.amounts:
            return refuse(cited, "“{way}” is no path of hexes on the map.", way=a.args[1])
        if len(path) == 1 and not (self.entry_hexes(s, u) | self.board_edge) >> path[0] & 1:
            return self.why_not_reached(s, u, path[0], cited)
        refusal = self.why_no_entry(s, u, path[0], cited)
        if refusal:
            return refusal
        spent = self.entry_cost(s, u, path[0])
        return trace(s, u, path, spent, entering=True)[1] or no_stopping(s, u, path[-1])

    def why_no_entry(self, s: ElArishState, u: UnitId, start: Hex, cited: str) -> Refusal | None:
        """[5.5, 5.10, 5.15, 10.4, 10.5, 10.6] Why the unit may not come onto the map in this hex."""
        m, names = march(s, u), {"unit": self.name_of(u), "hex": self.hex_name(start)}
        if m.enemies >> start & 1:
            return refuse(("5.5", cited), "{hex} is occupied by an enemy unit.", **names)
        if not self.entry_hexes(s, u) >> start & 1:
            return self.wrong_door(s, u, start, cited)
        if m.shunned >> start & 1:
            text = "{unit} may not enter {hex} by night: it lies in an enemy zone of control."
            return refuse("5.15", text, **names)
        spent = self.entry_cost(s, u, start)
        if spent <= m.budget:
            return None
        text = "{unit} is number {place} in column: {hex} costs it {cost} of {have} points."
        place = self.place_in_column(s, u, start)
        return refuse((cited, "5.10"), text, place=place, cost=halves(spent), have=halves(m.budget), **names)

    def wrong_door(self, s: ElArishState, u: UnitId, start: Hex, cited: str) -> Refusal:
        """[10.4, 10.5, 10.6] Whose column or span another hex belongs to."""
        formation = self.roster[u].formation
        names = {"unit": self.name_of(u), "hex": self.hex_name(start), "formation": Term("formation", formation)}
        if self.in_column >> u & 1:
            chosen = s.column_hex[COLUMNS.index(formation)]
            if chosen:
                text = "The {formation} enters in column through {chosen} in this phase, not {hex}."
                return refuse(cited, text, chosen=self.hex_name(chosen), **names)
            return refuse(cited, "{unit} enters along the western edge, from 1928 to 1952, not in {hex}.", **names)
        hexes = sorted(self.hex_name(h) for h in bits(self.map.sets[str(self.roster[u].factors["zone"])]))
        rules = "10.6" if self.roster[u].factors.get("from_turn", 1) != 1 else cited
        text = "{unit} enters between {first} and {last}, not in {hex}."
        return refuse(rules, text, first=hexes[0], last=hexes[-1], **names)

    def why_not_reached(self, s: ElArishState, u: UnitId, h: Hex, cited: str) -> Refusal:
        """[10.4, 10.5] Why an entering unit cannot get to a hex this phase, its place in the column counted."""
        doors = tuple((x, self.entry_cost(s, u, x)) for x in bits(self.entry_hexes(s, u)))
        text = "The path of {unit} to {hex} begins in its entry hex."
        refusal = no_stopping(s, u, h) or why_out_of_reach(s, u, doors, h)
        return refusal or refuse(cited, text, unit=self.name_of(u), hex=self.hex_name(h))

    def arrival_details(self, s: ElArishState, a: Action) -> DetailsFacts:
        p = self.parts(a)
        u, path = p.unit, p.hexes
        if a.verb == "fly":
            return flight_details(s, u, self.hex_name(p.to))
        cited = cite("10.4" if self.in_column >> u & 1 else "10.5")
        place = self.place_in_column(s, u, path[0])
        why = say("{ground}, number {n} in column [{rule}]", ground=self.entry_reason(path[0]), n=place, rule=cited)
        first = step(self.hex_name(path[0]), self.entry_cost(s, u, path[0]), why)
        return move_details((), [first, *walk(s, u, path)], march(s, u).budget)

    def apply_arrival(self, s: ElArishState, side: str, a: Action) -> None:
        p = self.parts(a)
        u, path = p.unit, p.path
        if a.verb == "fly":
            fly(s, u, p.to)
            return
        s.moved |= 1 << u
        if self.in_column >> u & 1:
            i = COLUMNS.index(self.roster[u].formation)
            s.column_hex[i] = path[0]
            s.column_length[i] += 1
        else:
            s.queue = (*s.queue, path[0])
            if not self.map.sets[str(self.roster[u].factors["zone"])] >> path[0] & 1:
                s.matt_special = True
        s.loc[u] = path[-1]
        text = "{unit} enters through {start} and moves to {hex}."
        s.tell(
            "10.4" if side == self.egypt else "10.5",
            text,
            at=path,
            about="arrival",
            unit=self.name_of(u),
            start=self.hex_name(path[0]),
            hex=self.hex_name(path[-1]),
        )
        self.first_on_map(s, u)

    def tracks(self, s: ElArishState, side: str) -> list[TrackFacts]:  # type: ignore[override]
        tracks = super().tracks(s, side)
        if s.withdrawing:
            tracks.append({"id": "withdrawal", "name": say("Egyptian withdrawal declared"), "value": 1})
        return tracks


# Frames of section 10 -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CallAirstrikes(Step[ElArishState]):
    """[10.6] The dice are the airstrikes of this turn."""

    def run(self, s: ElArishState) -> None:
        s.air = (sum(s.dice),)
        text = "{n} {n#airstrike is|airstrikes are} available this turn."
        s.tell("10.6", text, n=s.air[0], about="event")


@dataclass(frozen=True, slots=True)
class DeclareWithdrawal(Decision[ElArishState]):
    """[10.11] At the beginning of his player turn the Egyptian player may declare a withdrawal, once and for good."""

    verbs: ClassVar[tuple[str, ...]] = ("hold", "withdraw")

    def actor(self, s: ElArishState) -> str:
        return s.game.egypt

    def phase(self) -> str:
        return "egypt-movement"

    def rules(self, s: ElArishState) -> tuple[str, ...]:
        return ("10.11",)

    def prompt(self, s: ElArishState) -> str:
        return say(
            "Hold, or declare a withdrawal: units may slip away and leave by the western edge, attacks lose a column [10.11]."
        )

    def options(self, s: ElArishState) -> Iterator[Action]:
        yield Action("hold")
        yield Action("withdraw")

    def sample(self, s: ElArishState, pick: Pick) -> Action:
        return Action("withdraw" if not pick(20) else "hold")

    def apply(self, s: ElArishState, a: Action) -> None:
        if a.verb == "withdraw":
            s.withdrawing = True
            s.tell("10.11", "The Egyptian player declares a withdrawal.", about="event")


@dataclass(frozen=True, slots=True)
class EndOfBattle(Step[ElArishState]):
    """[10.2] After turn 11 the winner is determined."""

    def run(self, s: ElArishState) -> None:
        determine_winner(s)
