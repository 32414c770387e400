"""[26.5] Superpowers of the mid-1970s: the US Marines land behind Israeli lines. Soviet units enter Egypt over the map edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import Action, Choice, Refusal, bits, refuse, say

from ..course.calendar import schedule
from ..land.territory import closed
from ..movement.entering import after_entering
from ..movement.movement import Movement
from ..movement.stacking import fits
from ..movement.zones import zone
from ..state import ARAB, ISRAEL, SinaiState
from ..supply.israel import working


def to_land(s: SinaiState, number: int) -> list[int]:
    """[26.52] US units due in this Movement Phase."""
    game = s.game
    units = (u for u in game.side_units[ISRAEL] if s.loc[u] == game.TO_COME and game.nation[u] == "usa")
    return [u for u in units if schedule(game, u) <= (s.turn, number)]


def beaches(s: SinaiState) -> int:
    """[26.53] Coast hexes behind the Israeli lines: in Israeli hands, whoever held them before the war, and joined to an
    Israeli city, outside Arab zones (ruling SN-46)."""
    game = s.game
    coast = game.map.grid.spread(game.map.terrain["sea"])
    ground = game.ground(ISRAEL, False, False).enterable & ~closed(s, game.side_units[ISRAEL][0])
    return coast & ground & s.israeli_last & ~zone(s, ARAB) & ~s.hexes_of(ARAB) & game.map.grid.spread(working(s))


@dataclass(frozen=True, slots=True)
class Landing(Choice[SinaiState]):
    """[26.53] US units may land anywhere behind Israeli lines; they do not move in the phase in which they land."""

    number: int

    rule = "26.53"
    verbs = ("end", "place")

    def actor(self, s: SinaiState) -> str:
        return ISRAEL

    def prompt(self, s: SinaiState) -> str:
        return say("Land US units on the coast behind the Israeli lines, or wait [26.53].")

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("end")
        for u in to_land(s, self.number):
            for h in bits(beaches(s)):
                if fits(s, (u,), h) is None:
                    yield Action("place", (s.game.roster.names[u], s.game.map.grid.names[h]))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        return refuse("26.53", "US units land on a coast hex in Israeli hands, outside Arab zones and with room.")

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "end":
            return say("Land nobody (else) now")
        p = s.game.parts(a)
        return say("Land {unit} in {hex}", unit=s.game.name_of(p.unit), hex=s.game.hex_name(p.to))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "end":
            return
        p = s.game.parts(a)
        u, h = p.unit, p.to
        s.loc[u] = h
        where = s.game.hex_name(h)
        s.tell("26.53", "{unit} lands in {hex}.", unit=s.game.name_of(u), hex=where, at=(h,), about="arrival")
        after_entering(s, ISRAEL, (u,), 1 << h)
        movement = s.agenda[0]
        assert isinstance(movement, Movement)
        s.agenda = (replace(movement, moved=movement.moved | 1 << u), *s.agenda[1:])
        if to_land(s, self.number):
            s.then(self)
