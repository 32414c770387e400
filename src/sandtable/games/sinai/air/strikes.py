"""[16.0] Air Strikes: Israeli markers that make leaving a hex dear for Arab units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import END, Action, Choice, Pick, Refusal, Step, bits, refuse, say

from ..state import ARAB, ISRAEL, SinaiState
from ..terms import no_such_hex
from .umbrella import free_markers, umbrella


@dataclass(frozen=True, slots=True)
class PlaceStrikes(Choice[SinaiState]):
    """[16.0, 16.12, 22.22, 22.54, 25.12] At the end of his Combat Phase the Israeli Player places his markers anywhere,
    several on a hex if he likes, but not under a SAM umbrella."""

    rule = "16.0"
    verbs = ("end", "strike")

    def phase(self) -> str:
        return "israel-air"

    def actor(self, s: SinaiState) -> str:
        return ISRAEL

    def prompt(self, s: SinaiState) -> str:
        return say(
            "Place your Air Strike markers, {n} left. Leaving a marked hex costs 3 more Movement Points [16.11].",
            n=self.left(s),
        )

    def left(self, s: SinaiState) -> int:
        return free_markers(s) - len(s.strikes)

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("end")
        if self.left(s) > 0:
            for h in bits(s.game.land & ~umbrella(s)):
                yield Action("strike", (s.game.map.grid.names[h],))

    def words(self, s: SinaiState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        free = s.game.land & ~umbrella(s) if self.left(s) > 0 else 0
        match prefix:
            case ():
                return ("end", "strike") if free else ("end",)
            case ("strike",):
                return tuple(s.game.map.grid.names[h] for h in bits(free))
            case ("end",) | ("strike", _):
                return (END,)
        return ()

    def spelled(self, s: SinaiState, words: tuple[str, ...]) -> Action:
        a = Action(words[0], words[1:])
        if self.check(s, a):
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        worth = list(bits(s.hexes_of(ARAB) & ~umbrella(s)))
        if self.left(s) <= 0 or not worth or pick(8) == 0:
            return Action("end")
        return Action("strike", (s.game.map.grid.names[worth[pick(len(worth))]],))

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a.verb == "end" and not a.args:
            return None
        if a.verb != "strike" or len(a.args) != 1:
            return self.not_now(s, a)
        p = s.game.parts(a)
        if len(p.path) != 1 or p.to <= 0:
            return no_such_hex(a.args[0])
        where = s.game.hex_name(p.to)
        if not s.game.land >> p.to & 1:
            return refuse("16.0", "{hex} is not a hex where units could be.", hex=where)
        if self.left(s) <= 0:
            return refuse("16.0", "All Air Strike markers are placed.")
        if umbrella(s) >> p.to & 1:
            return refuse("25.12", "{hex} lies under a SAM umbrella.", hex=where)
        return None

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "end":
            return say("Done with Air Strikes")
        return say("Air Strike on {hex}", hex=s.game.hex_name(s.game.parts(a).to))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "strike":
            h = s.game.parts(a).to
            s.strikes += (h,)
            s.tell("16.0", "Air Strike on {hex}.", hex=s.game.hex_name(h), at=(h,), about="event")
            s.then(self)


@dataclass(frozen=True, slots=True)
class RemoveStrikes(Step[SinaiState]):
    """[16.0] The markers leave the map at the end of the Arab Combat Phase."""

    def run(self, s: SinaiState) -> None:
        s.strikes = ()


@dataclass(frozen=True, slots=True)
class ReturnMarkers(Step[SinaiState]):
    """[25.13] Markers lost against SAM units come back after ten Game-Turns."""

    def run(self, s: SinaiState) -> None:
        s.strikes_away = tuple(t for t in s.strikes_away if t > s.turn)
        s.raids = 0
