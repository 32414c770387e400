"""[25.13] Attacks on SAM units from the air."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import Action, Choice, Refusal, Roll, Step, UnitId, Units

from ..combat.last_ways import sam_ways
from ..combat.retreat import retreat_words, step_back
from ..land.territory import border_open
from ..movement.words import path_word
from ..state import ARAB, ISRAEL, SinaiState
from .umbrella import free_markers, markers_left

MOST_RAIDERS = 3
NEEDED_MARKERS = 3
ABSENCE = 10
"""[25.13] Game-Turns for which a failed attack costs a marker."""


def _at_peace(s: SinaiState, u: int) -> bool:
    """[13.21, 25.93] Does the SAM unit stand in Jordan while its border is closed to Israeli attacks?"""
    return s.loc[u] > 0 and bool(s.game.home["jordan"] >> s.loc[u] & 1) and not border_open(s)


@dataclass(frozen=True, slots=True)
class Raids(Choice):
    """[25.13] At the beginning of the Combat Phase up to three Air Strike markers may attack a SAM unit."""

    raided: Units = 0

    rule = "25.13"

    def phase(self) -> str:
        return "israel-raids"

    def actor(self, s: SinaiState) -> str:
        return ISRAEL

    def prompt(self, s: SinaiState) -> str:
        return f"Attack SAM units from the air with one to three markers each ({free_markers(s)} free), or end [25.13]."

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("end")
        if markers_left(s) < NEEDED_MARKERS:
            return
        for u in s.game.sam_units:
            if s.loc[u] > 0 and not self.raided >> u & 1 and not _at_peace(s, u):
                for n in range(1, min(MOST_RAIDERS, free_markers(s)) + 1):
                    yield Action("raid", (s.game.name_of(u), str(n)))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "raid" and markers_left(s) < NEEDED_MARKERS:
            return Refusal(
                ("25.13",),
                f"Only {markers_left(s)} Air Strike markers are in the game; {NEEDED_MARKERS} are needed to attack a SAM unit",
            )
        if a.verb == "raid" and a.args and a.args[0] in s.game.roster.index and _at_peace(s, s.game.unit(a.args[0])):
            return Refusal(("13.21", "25.93"), f"{a.args[0]} stands in Jordan, which is not yet at war with Israel")
        if a.verb == "raid":
            return Refusal(
                ("25.13",),
                f"Name a SAM unit not yet attacked and one to {MOST_RAIDERS} of the {free_markers(s)} free markers",
            )
        return self.not_now(s, a)

    def details(self, s: SinaiState, a: Action) -> dict[str, Any]:
        """The odds of an attack with so many markers."""
        if a.verb != "raid" or len(a.args) != 2 or not a.args[1].isdigit():
            return {}
        chance = f"Drives the SAM unit off with {self._hits(s, a)} of 6, else a marker is lost"
        return {"text": f"{chance} for {ABSENCE} Game-Turns [25.13]"}

    def _hits(self, s: SinaiState, a: Action) -> int:
        """[25.13] Faces of the die that drive the SAM unit off."""
        table = s.game.tables["combat_results"]
        column = table.column(int(a.args[1]) - 1)
        return sum(table.result(die, column) != "-" for die in range(1, 7))

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "end":
            return "No (further) attacks on SAM units"
        markers = "1 marker" if a.args[1] == "1" else f"{a.args[1]} markers"
        return f"Attack {a.args[0]} with {markers}: {self._hits(s, a)} of 6"

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "end":
            return
        u, n = s.game.unit(a.args[0]), int(a.args[1])
        s.raids += n
        s.tell("25.13", "{} Air Strikes attack {} in {}", n, a.args[0], s.game.hex_name(s.loc[u]), at=(s.loc[u],))
        s.then(Roll("attack on a SAM unit"), RaidResult(u, n), Raids(self.raided | 1 << u))


@dataclass(frozen=True, slots=True)
class RaidResult(Step):
    """[25.13] Each marker counts one against the SAM's one; a retreat drives it off, a failure costs a marker for ten turns."""

    unit: UnitId
    markers: int

    def run(self, s: SinaiState) -> None:
        table = s.game.tables["combat_results"]
        result = table.result(s.die, table.column(self.markers - 1))
        s.attacked |= 1 << self.unit  # [8.14] an attack of this Combat Phase
        if result == "-":
            s.strikes_away += (s.turn + ABSENCE,)
            s.strike_losses += 1
            s.raids = max(s.raids - 1, 0)
            s.tell("25.13", "The attack fails; an Air Strike marker is lost until Game-Turn {}", s.turn + ABSENCE)
        else:
            s.then(SamRetreat(self.unit, int(result)))


@dataclass(frozen=True, slots=True)
class SamRetreat(Choice):
    """[25.13] The SAM unit retreats the full number of hexes towards the nearest map edge."""

    unit: UnitId
    hexes: int

    rule = "25.13"

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        return f"Retreat {s.game.name_of(self.unit)} {self.hexes} hexes towards the nearest map edge [25.13]."

    def options(self, s: SinaiState) -> Iterator[Action]:
        name = s.game.name_of(self.unit)
        ways = sam_ways(s, self.unit, self.hexes)
        for way in ways:
            yield Action("retreat", (name, path_word(s.game, way)))
        if not ways:
            yield Action("lose", (name,))

    def label(self, s: SinaiState, a: Action) -> str:
        return retreat_words(a)

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "lose":
            s.eliminate(self.unit, "25.13")
        else:
            step_back(s, self.unit, [s.game.hex(h) if h != "off" else 0 for h in a.args[1].split("-")])
