"""[9.1, 9.3, 9.5, 9.6] Suez '56: the facts of the battle that never change during play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from sandtable.core import Hexes, UnitId, Units, entry, say
from sandtable.core.chance import Luck
from sandtable.core.facts import LayerEntry, TrackFacts

from .arrival import Section
from .battle import Battle
from .deployment import SetUp
from .last_turn import HISTORIC_END, LAST_POSSIBLE
from .section_9 import SECTION_9
from .sequence import GameTurn
from .state import SuezState
from .victory import award


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
    special: ClassVar[Section] = SECTION_9
    exits: ClassVar[str] = "exit"
    exit_points: ClassVar[tuple[tuple[int, int], ...]] = ((3, 4), (12, 2))

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

    # victory points ---------------------------------------------------------------------------------------
    # [9.12] helicopters
    @cached_property
    def zones(self) -> dict[str, tuple[Hexes, str]]:
        """[9.3] Anywhere inland [ruling ME-52]; the coastal battery on the Mediterranean coast."""
        inland = self.land & ~self.coast, say("inland, off the coast")
        others = dict.fromkeys({str(u.factors.get("zone")) for u in self.roster.units}, inland)
        return {**others, "coastal": (self.coast, say("on a Mediterranean coastal hex"))}

    # hidden information -----------------------------------------------------------------------------------
    def sample_hidden(self, s: SuezState, side: str, rng: Luck) -> SuezState:
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
