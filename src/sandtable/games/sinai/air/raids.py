"""[25.13] Attacks on SAM units from the air."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Refusal, Roll, Step, UnitId, Units, refuse, say
from sandtable.core.facts import DetailsFacts

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
class Raids(Choice[SinaiState]):
    """[25.13] At the beginning of the Combat Phase up to three Air Strike markers may attack a SAM unit."""

    raided: Units = 0

    rule = "25.13"
    verbs = ("end", "raid")

    def phase(self) -> str:
        return "israel-raids"

    def actor(self, s: SinaiState) -> str:
        return ISRAEL

    def prompt(self, s: SinaiState) -> str:
        return say(
            "Attack SAM units from the air, with 1 to 3 markers each, or go on. {n} {n#marker is|markers are} free [25.13].",
            n=free_markers(s),
        )

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("end")
        if markers_left(s) < NEEDED_MARKERS:
            return
        for u in s.game.sam_units:
            if s.loc[u] > 0 and not self.raided >> u & 1 and not _at_peace(s, u):
                for n in range(1, min(MOST_RAIDERS, free_markers(s)) + 1):
                    yield Action("raid", (s.game.roster.names[u], str(n)))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb != "raid":
            return self.not_now(s, a)
        left, free, u = markers_left(s), free_markers(s), s.game.parts(a).unit
        if left < NEEDED_MARKERS:
            text = "Only {left} Air Strike {left#marker is|markers are} in the game; {need} are needed to attack a SAM unit."
            return refuse("25.13", text, left=left, need=NEEDED_MARKERS)
        if u in s.game.sam_units and _at_peace(s, u):
            text = "{unit} stands in Jordan, which is not yet at war with Israel."
            return refuse(("13.21", "25.93"), text, unit=s.game.name_of(u))
        text = "Name a SAM unit not yet attacked and one to {most} of the {free} free {free#marker|markers}."
        return refuse("25.13", text, most=MOST_RAIDERS, free=free)

    def details(self, s: SinaiState, a: Action) -> DetailsFacts:
        """The odds of an attack with so many markers."""
        p = s.game.parts(a)
        if not p.amounts:
            return {}
        text = "Drives the SAM unit off with {hits} of 6, else a marker is lost for {turns} Game-Turns [25.13]."
        return {"text": say(text, hits=self._hits(s, p.amounts[0]), turns=ABSENCE)}

    def _hits(self, s: SinaiState, markers: int) -> int:
        """[25.13] Faces of the die that drive the SAM unit off."""
        table = s.game.tables["combat_results"]
        column = table.column(markers - 1)
        return sum(table.result(die, column) != "-" for die in range(1, 7))

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "end":
            return say("Done attacking SAM units")
        p = s.game.parts(a)
        text = "Attack {unit} with {n} {n#marker|markers}: {hits} of 6"
        return say(text, unit=s.game.name_of(p.unit), n=p.amounts[0], hits=self._hits(s, p.amounts[0]))

    def group(self, s: SinaiState, a: Action) -> str:
        if a.verb != "raid":
            return ""
        return say("Attack {unit} from the air", unit=s.game.name_of(s.game.parts(a).unit))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "end":
            return
        p, game = s.game.parts(a), s.game
        u, n = p.unit, p.amounts[0]
        s.raids += n
        text = "{n} {n#Air Strike attacks|Air Strikes attack} {unit} in {hex}."
        where = game.hex_name(s.loc[u])
        s.tell("25.13", text, n=n, unit=game.name_of(u), hex=where, at=(s.loc[u],), about="fight")
        s.then(Roll("attack on a SAM unit"), RaidResult(u, n), Raids(self.raided | 1 << u))


@dataclass(frozen=True, slots=True)
class RaidResult(Step[SinaiState]):
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
            text = "The attack fails; an Air Strike marker is lost until Game-Turn {turn}."
            s.tell("25.13", text, turn=s.turn + ABSENCE, about="result")
        else:
            s.then(SamRetreat(self.unit, int(result)))


@dataclass(frozen=True, slots=True)
class SamRetreat(Choice[SinaiState]):
    """[25.13] The SAM unit retreats the full number of hexes towards the nearest map edge."""

    unit: UnitId
    hexes: int

    rule = "25.13"
    verbs = ("retreat", "lose")
    ways_matter = True

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        text = "Retreat {unit} {n} {n#hex|hexes} towards the nearest map edge: choose the way [25.13]."
        return say(text, unit=s.game.name_of(self.unit), n=self.hexes)

    def options(self, s: SinaiState) -> Iterator[Action]:
        name = s.game.roster.names[self.unit]
        ways = sam_ways(s, self.unit, self.hexes)
        for way in ways:
            yield Action("retreat", (name, path_word(s.game, way)))
        if not ways:
            yield Action("lose", (name,))

    def label(self, s: SinaiState, a: Action) -> str:
        return retreat_words(s, a)

    def apply(self, s: SinaiState, a: Action) -> None:
        p = s.game.parts(a)
        if a.verb == "lose":
            s.eliminate(self.unit, "25.13", "{unit} cannot retreat from {hex} and is eliminated.")
        else:
            step_back(s, self.unit, [*p.path, 0] if p.words else list(p.path))
