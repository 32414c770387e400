"""[8.0] The Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Pick, Refusal, Step, bits, refuse, say, signed

from ..politics.agreement import OFFER, Agreement, sometimes_offer
from ..state import SinaiState
from ..terms import no_such_hex
from .attack import Attack, target_words
from .attackers import able, can_reach, eligible, feasible, least, may_attack, may_be_attacked, targets
from .strength import SETTLEMENT_SUPERIORITY


@dataclass(frozen=True, slots=True)
class BeginCombat(Step[SinaiState]):
    """[8.14, 9.15] A new Combat Phase: nobody has attacked, been attacked or retreated."""

    side: str

    def run(self, s: SinaiState) -> None:
        s.fought = s.struck = s.attacked = s.shoved = 0
        s.trod_units = ()
        s.trod_hexes = ()


@dataclass(frozen=True, slots=True)
class Combat(Choice[SinaiState]):
    """[8.0, 8.12, 6.3] The Phasing Player attacks where he likes, or not at all."""

    side: str

    rule = "8.0"
    verbs = ("end", "offer", "attack")

    def phase(self) -> str:
        return f"{self.side}-combat"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        return say("Choose an enemy hex that you want to attack, or make no more attacks [8.0, 8.12].")

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("end")
        if s.game.rules.ceasefire:
            yield Action("offer")
        ready = able(s, self.side)
        for h in sorted(bits(targets(s, self.side, ready))):
            if feasible(s, (h,), self.side, 0, ready):
                yield Action("attack", (s.game.map.grid.names[h],))

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if sometimes_offer(s, pick):
            return Action("offer")
        ready = able(s, self.side)
        hexes = sorted(bits(targets(s, self.side, ready)))
        for _ in range(3):
            if hexes and pick(8):
                h = hexes[pick(len(hexes))]
                if feasible(s, (h,), self.side, 0, ready):
                    return Action("attack", (s.game.map.grid.names[h],))
        return Action("end")

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "end" and not a.args:
            return None
        if a.verb == "offer" and not a.args and s.game.rules.ceasefire:
            return None
        if a.verb != "attack" or len(a.args) != 1:
            return self.not_now(s, a)
        p = s.game.parts(a)
        return self._check_target(s, p.to) if len(p.path) == len(p.hexes) == 1 else no_such_hex(a.args[0])

    def _check_target(self, s: SinaiState, h: int) -> Refusal | None:
        if refusal := may_be_attacked(s, h, self.side):
            return refusal
        ready = able(s, self.side)
        if not eligible(s, (h,), self.side, 0, ready):
            near = [u for u in s.game.side_units[self.side] if s.game.adjacent[s.loc[u]] >> h & 1]
            for u in near:
                if refusal := may_attack(s, u, self.side) or can_reach(s, u, h):
                    return refusal
            return refuse("8.11", "No unit that may attack is adjacent to {hex}.", hex=s.game.hex_name(h))
        if not feasible(s, (h,), self.side, 0, ready):
            need = least(s, (h,), self.side)
            rules = ("18.11",) if need == SETTLEMENT_SUPERIORITY else ("8.0", "15.32")
            text = "All units that could attack {hex} do not reach the Attack Superiority of {need} that is needed."
            return refuse(rules, text, hex=s.game.hex_name(h), need=signed(need))
        return None

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "offer":
            return OFFER
        if a.verb == "end":
            return say("Done fighting")
        return say("Attack {target}", target=target_words(s, s.game.parts(a).to, self.side))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "offer":
            s.then(Agreement(self.side), self)
        elif a.verb == "attack":
            s.then(Attack(self.side, (s.game.parts(a).to,)), self)
