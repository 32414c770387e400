"""[3.1, 9.3, 10.3] Free set-up of the Egyptian units, unit by unit or by a ready plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from sandtable.core import END, Action, Hexes, Pick, Refusal, UnitId, Units, bits, cite, refuse, say

from .state import BattleState
from .wording import Decision

if TYPE_CHECKING:
    from .battle import Battle


@cache
def zone_units(game: Battle) -> dict[Hexes, Units]:
    """[9.3, 10.3] The Egyptian units by the hexes in which they may be set up."""
    found: dict[Hexes, Units] = {}
    for u in game.units_of[game.egypt]:
        if game.roster[u].factors["zone"] in game.zones:
            zone = game.zone_for(u)
            found[zone] = found.get(zone, 0) | 1 << u
    return found


@dataclass(frozen=True, slots=True)
class SetUp(Decision[BattleState]):
    """[3.1, 9.3, 9.5, 10.3] The Egyptian player sets up completely before anything else happens."""

    verbs: ClassVar[tuple[str, ...]] = ("deploy", "place")
    waiting: Units

    def actor(self, s: BattleState) -> str:
        return s.game.egypt

    def phase(self) -> str:
        return "set-up"

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return (s.game.set_up_rule,)

    def prompt(self, s: BattleState) -> str:
        return say(
            "Place your {n} {n#unit|units}, one at a time. Or take the standard set-up for all that wait [{rule}].",
            n=self.waiting.bit_count(),
            rule=cite(s.game.set_up_rule),
        )

    def free(self, s: BattleState, u: UnitId) -> Hexes:
        """[5.11, 9.3, 10.3] The hexes of the unit's zone that nobody has taken and nobody else needs."""
        return s.game.zone_for(u) & ~s.hexes_of(s.game.egypt) & ~self.reserved(s, u)

    def reserved(self, s: BattleState, u: UnitId) -> Hexes:
        """Zones with no hex to spare: those who can only be set up there come first."""
        taken, others = s.hexes_of(s.game.egypt), self.waiting & ~(1 << u)
        zones = [(zone, n) for zone, units in zone_units(s.game).items() if (n := (units & others).bit_count())]
        full: Hexes = 0
        for zone, _ in zones:
            bound = sum(n for other, n in zones if not other & ~zone)
            if (zone & ~taken).bit_count() <= bound:
                full |= zone
        return full

    def words(self, s: BattleState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Unit, then hex: nobody needs all the thousands at once."""
        game = s.game
        match prefix:
            case ():
                return ("deploy", "place")
            case ("deploy",):
                return ("standard",)
            case ("place",):
                return tuple(game.name_of(u) for u in sorted(bits(self.waiting)) if self.free(s, u))
            case ("place", name) if name in game.roster.index and self.waiting >> game.unit(name) & 1:
                return tuple(game.hex_name(h) for h in sorted(bits(self.free(s, game.unit(name)))))
        return (END,) if len(prefix) > 1 and self.check(s, Action(prefix[0], prefix[1:])) is None else ()

    def spelled(self, s: BattleState, words: tuple[str, ...]) -> Action:
        a = Action(words[0], words[1:])
        if self.check(s, a) is not None:
            raise ValueError(f"no option is spelled {' '.join(words)!r}")
        return a

    def options(self, s: BattleState) -> Iterator[Action]:
        yield Action("deploy", ("standard",))
        for u in sorted(bits(self.waiting)):
            for h in sorted(bits(self.free(s, u))):
                yield Action("place", (s.game.name_of(u), s.game.hex_name(h)))

    def sample(self, s: BattleState, pick: Pick) -> Action:
        units = sorted(bits(self.waiting))
        if not pick(2 * len(units)):
            return Action("deploy", ("standard",))
        u = units[pick(len(units))]
        hexes = list(bits(self.free(s, u)))
        return Action("place", (s.game.name_of(u), s.game.hex_name(hexes[pick(len(hexes))])))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        game, cited = s.game, s.game.set_up_rule
        if a == Action("deploy", ("standard",)):
            return None
        if a.verb != "place" or len(a.args) != 2:
            return self.not_now(s, a)
        u, h = game.roster.index.get(a.args[0], -1), game.map.grid.find(a.args[1])
        unit, where = a.args
        if u < 0 or not self.waiting >> u & 1:
            return refuse(cited, "{unit} is not waiting to be set up.", unit=unit)
        if not game.zone_for(u) >> h & 1 or not h:
            text = "{unit} may not be set up in {hex}: it belongs {zone}."
            return refuse(cited, text, unit=unit, hex=where, zone=game.zone_words(u))
        if s.hexes_of(game.egypt) >> h & 1:
            others = game.names(s.friends_in(h, game.egypt))
            return refuse(("5.11", cited), "{hex} already holds {units}.", hex=where, units=others)
        if self.reserved(s, u) >> h & 1:
            return refuse(cited, "{hex} is needed by units that can only be set up there.", hex=where)
        return None

    def apply(self, s: BattleState, a: Action) -> None:
        game = s.game
        if a.verb == "deploy":
            for u in sorted(bits(self.waiting), key=lambda u: game.zone_for(u).bit_count()):
                free = game.zone_for(u) & ~s.hexes_of(game.egypt)
                planned = game.standard_hex(u)
                s.loc[u] = planned if free >> planned & 1 else min(bits(free))
            s.tell(game.set_up_rule, "The Egyptian units take their standard set-up.", about="arrival")
            return
        p = game.parts(a)
        u, h = p.unit, p.to
        s.loc[u] = h
        text = "{unit} is set up in {hex}."
        s.tell(game.set_up_rule, text, unit=game.name_of(u), hex=game.hex_name(h), at=(h,), about="arrival")
        rest = self.waiting & ~(1 << u)
        if rest:
            s.then(SetUp(rest))
