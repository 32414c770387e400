"""[10.1, 10.3, 10.5] El Arish '67: the facts of the battle that never change during play."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from sandtable.core import Hex, Hexes, Units, bits, entry, say
from sandtable.core.facts import LayerEntry, TrackFacts

from .arrival import Section
from .battle import Battle
from .deployment import SetUp
from .section_10 import SECTION_10
from .sequence import GameTurn
from .state import ElArishState

ZONE_WORDS = {
    "setup_4620_1": say("in Rafiah (4620) or next to it"),
    "setup_C_7": say("within seven hexes of the coast"),
    "setup_3844_8": say("within eight hexes of Abu Aweiqla (3844)"),
    "fortification": say("in a fortification hex"),
    "not_east": say("anywhere but in the easternmost hex row"),
}


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
    special: ClassVar[Section] = SECTION_10
    exits: ClassVar[str] = "west_edge"
    exit_points: ClassVar[tuple[tuple[int, int], ...]] = ((4, 4), (8, 2), (11, 1))

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
    def from_turn(self) -> list[int]:
        """[10.4, 10.6] By unit: the game turn from which on it may enter."""
        return self.roster.column("from_turn", 1)

    @cached_property
    def edge_costs(self) -> dict[Hex, int]:
        """[10.4] Half points for the first of a column: normal costs, the road or trail counting from the very edge."""
        paths = [(h, 1 if self.roads >> h & 1 else 2) for h in bits((self.roads | self.trails) & self.land)]
        return {h: self.hex_cost(h) for h in bits(self.land)} | dict(paths)

    @cached_property
    def matt(self) -> Units:
        """[10.5, 10.7] The Matt Airborne Brigade."""
        return self.roster.where(lambda u: u.factors.get("division") == "Matt")

    @cached_property
    def zones(self) -> dict[str, tuple[Hexes, str]]:
        """[10.3] The set-up zones and their words, never on the eastern edge."""
        hexes = {**self.map.sets, "not_east": self.land, "fortification": self.forts}
        return {zone: (hexes[zone] & ~self.east, words) for zone, words in ZONE_WORDS.items()}

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

    # victory points ---------------------------------------------------------------------------------------
    # coming onto the map --------------------------------------------------------------------------------------
    def tracks(self, s: ElArishState, side: str) -> list[TrackFacts]:  # type: ignore[override]
        tracks = super().tracks(s, side)
        if s.withdrawing:
            tracks.append({"id": "withdrawal", "name": say("Egyptian withdrawal declared"), "value": 1})
        return tracks
