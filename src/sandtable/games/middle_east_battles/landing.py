"""[9.11, 9.12, 9.13, 10.10] Landings: where they may be made, and by parachute at the start of a phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from sandtable.core import END, Action, Hex, Hexes, Pick, Refusal, UnitId, bits, cite, refuse, say

from .formations import dropped
from .marching import no_stopping
from .state import BattleState
from .wording import Decision


def check_landing(s: BattleState, u: UnitId, h: Hex, cited: str) -> Refusal | None:
    """[9.11, 9.12, 10.10] Landings are made on clear hexes without an Egyptian unit; enemy zones do not matter."""
    game, where = s.game, s.game.hex_name(h)
    if not game.clear >> h & 1:
        return refuse((cited, "5.7"), "{hex} is not clear terrain.", hex=where)
    return no_stopping(s, u, h)


def landing_zone(s: BattleState, u: UnitId) -> Hexes:
    """The hexes that `check_landing` accepts."""
    game = s.game
    return game.clear & ~s.hexes_of(game.enemy_of(game.side_of[u])) & ~s.no_room_for(u)


@dataclass(frozen=True, slots=True)
class AirborneLanding(Decision[BattleState]):
    """[9.11, 10.10] At the start of the Western movement phase paratroops may land on clear hexes."""

    verbs: ClassVar[tuple[str, ...]] = ("land", "decline")
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
        text = "Drop up to {n} paratroop {n#unit|units} on clear hexes, or go on [{rule}]."
        return say(text, n=self.left, rule=cite(self.landing_rule(s)))

    def candidates(self, s: BattleState) -> list[UnitId]:
        game = s.game
        return [u for u in sorted(bits(game.paratroops)) if s.loc[u] == game.box("holding")]

    def words(self, s: BattleState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Unit, then hex."""
        game = s.game
        match prefix:
            case ():
                return ("land", "decline")
            case ("decline",):
                return (END,)
            case ("land",):
                return tuple(game.name_of(u) for u in self.candidates(s) if landing_zone(s, u))
            case ("land", name) if name in game.roster.index and game.unit(name) in self.candidates(s):
                return tuple(game.hex_name(h) for h in bits(landing_zone(s, game.unit(name))))
        return (END,) if len(prefix) == 3 and self.check(s, Action(prefix[0], prefix[1:])) is None else ()

    def spelled(self, s: BattleState, words: tuple[str, ...]) -> Action:
        a = Action(words[0], words[1:])
        if self.check(s, a) is not None:
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

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
        cited, p = self.landing_rule(s), s.game.parts(a)
        if p.unit not in self.candidates(s):
            return refuse(cited, "{unit} is not a paratroop unit waiting in the holding box.", unit=a.args[0])
        if p.to <= 0:
            return refuse(cited, "{hex} is not a hex of the map.", hex=a.args[1])
        return check_landing(s, p.unit, p.to, cited)

    def label(self, s: BattleState, a: Action) -> str:
        return say("Done with parachute landings") if a.verb == "decline" else Decision.label(self, s, a)

    def apply(self, s: BattleState, a: Action) -> None:
        if a.verb == "decline":
            return
        p = s.game.parts(a)
        land(s, p.unit, p.to, self.landing_rule(s), "{unit} lands by parachute on {hex}.")
        dropped(s, p.unit)
        if self.left > 1 and self.candidates(s):
            s.then(AirborneLanding(self.side, self.left - 1))


def land(s: BattleState, u: UnitId, h: Hex, cited: str, text: str) -> None:
    """[9.11, 9.12, 9.13, 10.10] Put a unit on the map by landing: it neither moves nor advances this player turn."""
    s.loc[u] = h
    s.moved |= 1 << u
    s.landed |= 1 << u
    s.tell(cited, text, at=(h,), about="arrival", unit=s.game.name_of(u), hex=s.game.hex_name(h))
