"""[8.4, 8.6, 24.42] Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.core import Action, Choice, Hex, Hexes, Refusal, Step, Units, bits, refuse, say

from ..land.canal import limited
from ..land.terrain import CLOSED
from ..land.territory import bridges, closed, why_closed
from ..movement.allowance import on_foot
from ..movement.entering import after_entering
from ..movement.stacking import fits
from ..politics.garrison import garrison_broken
from ..politics.nations import syria_lost
from ..state import SinaiState, other
from ..terms import no_such_hex


@dataclass(frozen=True, slots=True)
class AfterCombat(Step[SinaiState]):
    """[8.4, 24.84] Ask about an advance only where somebody could go. The combat may have cleared Syria."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units

    def run(self, s: SinaiState) -> None:
        syria_lost(s)
        frame = Advance(self.side, self.hexes, self.units)
        if any(frame.may_advance(s, u, h) is None for u in bits(self.units) for h in self.hexes):
            s.then(frame)


@dataclass(frozen=True, slots=True)
class Advance(Choice[SinaiState]):
    """[8.4, 8.6, 25.32] Up to three of the attackers may enter each hex the defenders have left, if they could go there at all."""

    side: str
    hexes: tuple[Hex, ...]
    units: Units
    canal: Hexes = 0
    """[24.42] Hexes already entered over the Canal: one unit for each attacked hex."""

    rule = "8.4"
    verbs = ("decline", "advance")

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return say("Advance up to 3 of your attackers into an empty hex, or stay [8.4].")

    def may_advance(self, s: SinaiState, u: int, h: int) -> Refusal | None:
        game, a = s.game, s.loc[u]
        name, where = game.name_of(u), game.hex_name(h)
        if h not in self.hexes or s.units_in(h, other(self.side)):
            return refuse("8.4", "{hex} has not been vacated.", hex=where)
        if not self.units >> u & 1 or not game.adjacent[a] >> h & 1:
            return refuse("8.4", "{unit} took no part in the attack or stands elsewhere.", unit=name)
        step = game.ground(self.side, on_foot(s, u), bridges(s)).step(a, h)
        if step.cost == CLOSED:
            return refuse(("8.6", step.rule), "{unit} cannot enter {hex}: {why}.", unit=name, hex=where, why=step.why)
        if closed(s, u) >> h & 1:
            return why_closed(s, u, h)
        if limited(s, self.side, a, h) and self.canal >> h & 1:
            return refuse("24.42", "One unit has already advanced over the Canal into {hex}.", hex=where)
        return fits(s, (u,), h) or garrison_broken(s, u, h, 1)

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("decline")
        for u in sorted(bits(self.units)):
            for h in self.hexes:
                if self.may_advance(s, u, h) is None:
                    yield Action("advance", (s.game.roster.names[u], s.game.map.grid.names[h]))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "decline" and not a.args:
            return None
        p = s.game.parts(a)
        if a.verb != "advance" or len(a.args) != 2 or len(p.units) != 1:
            return self.not_now(s, a)
        return self.may_advance(s, p.unit, p.to) if len(p.path) == len(p.hexes) == 1 else no_such_hex(a.args[1])

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "decline":
            return say("Done advancing")
        p = s.game.parts(a)
        return say("Advance {unit} to {hex}", unit=s.game.name_of(p.unit), hex=s.game.hex_name(p.to))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "decline":
            return
        game = s.game
        p = game.parts(a)
        u, h = p.unit, p.to
        canal = self.canal | limited(s, self.side, s.loc[u], h) << h
        where = game.hex_name(h)
        s.tell("8.4", "{unit} advances to {hex}.", unit=game.name_of(u), hex=where, at=(h,), about="advance")
        s.loc[u] = h
        rest = replace(self, units=self.units & ~(1 << u), canal=canal)
        if any(rest.may_advance(s, v, x) is None for v in bits(rest.units) for x in rest.hexes):
            s.then(rest)
        after_entering(s, self.side, (u,), 1 << h)
