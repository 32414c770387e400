"""[9.11, 9.12, 9.13, 10.10] Landings: where they may be made, and by parachute at the start of a phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Hex, Hexes, Pick, Refusal, UnitId, bits

from .marching import no_stopping
from .state import BattleState
from .wording import Decision


def check_landing(s: BattleState, u: UnitId, h: Hex, rule: str) -> Refusal | None:
    """[9.11, 9.12, 10.10] Landings are made on clear hexes without an Egyptian unit; enemy zones do not matter."""
    game, where = s.game, s.game.hex_name(h)
    if not game.clear >> h & 1:
        return Refusal((rule, "5.7"), f"{where} is not clear terrain.")
    return no_stopping(s, u, h)


def landing_zone(s: BattleState, u: UnitId) -> Hexes:
    """The hexes that `check_landing` accepts."""
    game = s.game
    return game.clear & ~s.hexes_of(game.enemy_of(game.side_of[u])) & ~s.no_room_for(u)


@dataclass(frozen=True, slots=True)
class AirborneLanding(Decision):
    """[9.11, 10.10] At the start of the Western movement phase paratroops may land on clear hexes."""

    side: str
    left: int

    def actor(self, s: BattleState) -> str:
        return self.side

    def phase(self) -> str:
        return f"{self.side}-movement"

    def landing_rule(self, s: BattleState) -> str:
        return "9.11" if s.game.section == "9" else "10.10"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return (self.landing_rule(s),)

    def prompt(self, s: BattleState) -> str:
        count = "one paratroop unit" if self.left == 1 else f"{self.left} paratroop units"
        return f"Land up to {count} by parachute on clear hexes, or decline [{self.landing_rule(s)}]."

    def candidates(self, s: BattleState) -> list[UnitId]:
        game = s.game
        return [u for u in sorted(bits(game.paratroops)) if s.loc[u] == game.box("holding")]

    def options(self, s: BattleState) -> Iterator[Action]:
        for u in self.candidates(s):
            for h in bits(landing_zone(s, u)):
                yield Action("land", (s.game.name_of(u), s.game.hex_name(h)))
        yield Action("decline")

    def sample(self, s: BattleState, pick: Pick) -> Action:
        units = self.candidates(s)
        k = pick(len(units) + 1)
        if k < len(units):
            hexes = list(bits(landing_zone(s, units[k])))
            return Action("land", (s.game.name_of(units[k]), s.game.hex_name(hexes[pick(len(hexes))])))
        return Action("decline")

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a == Action("decline"):
            return None
        if a.verb != "land" or len(a.args) != 2:
            return self.not_now(s, a)
        game, rule = s.game, self.landing_rule(s)
        u, h = game.roster.index.get(a.args[0], -1), game.map.grid.find(a.args[1])
        if u < 0 or u not in self.candidates(s):
            return Refusal((rule,), f"{a.args[0]} is not a paratroop unit waiting in the holding box.")
        if not h:
            return Refusal((rule,), f"{a.args[1]} is not a hex of the map.")
        return check_landing(s, u, h, rule)

    def label(self, s: BattleState, a: Action) -> str:
        return "No parachute landing" if a.verb == "decline" else Decision.label(self, s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        if a.verb == "decline":
            return
        game, u, h = s.game, s.game.unit(a.args[0]), s.game.hex(a.args[1])
        land(s, u, h, self.landing_rule(s), "{} lands by parachute on {}.")
        game.dropped(s, u)
        if self.left > 1 and self.candidates(s):
            s.then(AirborneLanding(self.side, self.left - 1))


def land(s: BattleState, u: UnitId, h: Hex, rule: str, text: str) -> None:
    """[9.11, 9.12, 9.13, 10.10] Put a unit on the map by landing: it neither moves nor advances this player turn."""
    s.loc[u] = h
    s.moved |= 1 << u
    s.landed |= 1 << u
    s.tell(rule, text, s.game.name_of(u), s.game.hex_name(h), at=(h,))
