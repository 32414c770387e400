"""[19.0, 20.2, 25.4, 25.5, 26.16] Units that arrive after the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Step, bits, fact, say

from ..land.territory import closed
from ..movement.allowance import ground_of
from ..movement.entering import after_entering
from ..movement.stacking import fits
from ..politics.jordan import enters_by_itself
from ..state import ARAB, ISRAEL, SinaiState, other
from ..supply.judgement import line_from
from .calendar import PHASES, schedule


@fact
def due_at_edge(s: SinaiState, side: str, number: int) -> list[int]:
    """[25.4, 25.5] Arab units that may enter over their map edge in this Movement Phase."""
    game = s.game
    if side != ARAB:
        return []
    units = s.at(game.TO_COME, game.over_the_edge)
    return [u for u in units if schedule(game, u) <= (s.turn, number)]


@dataclass(frozen=True, slots=True)
class IraqisArrive(Choice[SinaiState]):
    """[19.0, 22.11] The three Iraqi brigades arrive together on 3912 or 3909; they act at once, as Jordanians."""

    rule = "19.0"
    verbs = ("arrive",)

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        return say("The Iraqi brigades arrive: choose their hex [19.0].")

    def hexes(self, s: SinaiState) -> list[int]:
        """The two entry hexes, or the nearest open hex of the Jordanian east edge (ruling SN-63)."""
        game = s.game
        free = ~s.hexes_of(ISRAEL)
        entry = game.map.sets["entry_iraq_1967"]
        found = sorted(bits(entry & free))  # [7.0] the stacking limit is judged at the end of the phase
        if not found:
            others = sorted(
                bits(game.home_edge["jordan"] & free),
                key=lambda h: (min(game.map.grid.distance(h, e) for e in bits(entry)), h),
            )
            found = [h for h in others if fits(s, tuple(arrivals(s)), h) is None][:1]
        return found

    def options(self, s: SinaiState) -> Iterator[Action]:
        for h in self.hexes(s):
            yield Action("arrive", (s.game.map.grid.names[h],))

    def label(self, s: SinaiState, a: Action) -> str:
        return say("The Iraqi brigades arrive in {hex}", hex=s.game.hex_name(s.game.parts(a).to))

    def apply(self, s: SinaiState, a: Action) -> None:
        h = s.game.parts(a).to
        units = tuple(arrivals(s))
        for u in units:
            s.loc[u] = h
        where = s.game.hex_name(h)
        text = "{units} {units#arrives|arrive} in {hex}."
        s.tell("19.0", text, units=s.game.names(units), hex=where, at=(h,), about="arrival")


def arrivals(s: SinaiState) -> list[int]:
    """Iraqi units still to come."""
    return [u for u in s.game.side_units[ARAB] if s.loc[u] == s.game.TO_COME]


@dataclass(frozen=True, slots=True)
class ArabArrivals(Step[SinaiState]):
    """[19.0, 22.11] At the beginning of the Arab Player-Turn."""

    def run(self, s: SinaiState) -> None:
        if arrivals(s) and s.turn >= s.game.rules.iraqi_turn and IraqisArrive().hexes(s):
            s.then(IraqisArrive())


@dataclass(frozen=True, slots=True)
class Mobilize(Step[SinaiState]):
    """[20.2, 22.52] At the beginning of the Israeli Player-Turn the units due this Game-Turn turn face-up (ruling SN-18)."""

    def run(self, s: SinaiState) -> None:
        for u in bits(s.dormant):
            if s.game.roster[u].factors["mobilizes"] <= s.turn:
                s.dormant &= ~(1 << u)
                s.tell(
                    "20.2",
                    "{unit} is mobilized in {hex}.",
                    unit=s.game.name_of(u),
                    hex=s.game.hex_name(s.loc[u]),
                    at=(s.loc[u],),
                    about="arrival",
                )


@dataclass(frozen=True, slots=True)
class Reinforce(Step[SinaiState]):
    """[25.4, 25.5] At the beginning of a Movement Phase: units due on a hex are placed there, and one unit of the
    Egyptian reserve is released once it has been called."""

    side: str
    number: int

    def run(self, s: SinaiState) -> None:
        game = s.game
        for u in game.side_units[self.side]:
            if (
                s.loc[u] == game.TO_COME
                and "hex" in game.roster[u].factors
                and schedule(game, u) <= (s.turn, self.number)
            ):
                appear(s, u)
        if self.side == ARAB:
            if s.reserve_called:
                waiting = [u for u in game.side_units[ARAB] if s.loc[u] == game.RESERVE]
                if waiting:
                    s.loc[waiting[0]] = game.TO_COME
            enters_by_itself(s)


def appear(s: SinaiState, u: int) -> None:
    """[25.4] The unit appears on its hex, or on the closest supplied one if an enemy holds or last held it."""
    game = s.game
    side = game.side_of[u]
    h = game.hex(reinforcement_hex(s, u))
    enemy = s.hexes_of(other(side))
    last = s.israeli_last if side == ISRAEL else ~s.israeli_last
    if enemy >> h & 1 or not last >> h & 1:
        h = _closest_supplied(s, u, h)
    if h:
        s.loc[u] = h
        s.tell("25.4", "{unit} arrives in {hex}.", unit=game.name_of(u), hex=game.hex_name(h), at=(h,), about="arrival")
        after_entering(s, side, (u,), 1 << h)


def reinforcement_hex(s: SinaiState, u: int) -> str:
    """[25.84, 26.62] Where the unit is due; in the Race for the Sinai 2723 instead of hexes in the Sinai."""
    game = s.game
    name: str = game.roster[u].factors["hex"]
    if game.side_of[u] == ISRAEL and not game.israel_land >> game.hex(name) & 1:
        return "2723"
    return name


def _closest_supplied(s: SinaiState, u: int, h: int) -> int:
    """[25.4] The closest other hex of its country from which the unit has a line of supply, with room; 0 while there is
    none: the unit waits for one (ruling SN-77)."""
    game = s.game
    side = game.side_of[u]
    ground = game.home[game.front[u]] & ~(1 << h)
    ground &= ground_of(s, u).enterable & ~s.hexes_of(other(side)) & ~closed(s, u)
    found = sorted(bits(ground), key=lambda x: (game.map.grid.distance(h, x), x))
    return next((x for x in found if fits(s, (u,), x) is None and line_from(s, u, x)), 0)


@dataclass(frozen=True, slots=True)
class AskAtEdge(Step[SinaiState]):
    """[26.15] Ask where to place reinforcements if any are due."""

    def run(self, s: SinaiState) -> None:
        if due_at_edge(s, ARAB, PHASES):
            s.then(PlaceAtEdge())


@dataclass(frozen=True, slots=True)
class PlaceAtEdge(Choice[SinaiState]):
    """[26.15] Where the first Player-Turn has no Second Movement Phase, reinforcements are still placed on their edge."""

    rule = "26.15"
    verbs = ("end", "place")

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        return say("Place your reinforcements on their map edge. There is no Second Movement Phase this turn [26.15].")

    def options(self, s: SinaiState) -> Iterator[Action]:
        game = s.game
        yield Action("end")
        for u in due_at_edge(s, ARAB, PHASES):
            for h in bits(game.home_edge[game.front[u]] & ground_of(s, u).enterable & ~s.hexes_of(ISRAEL)):
                if fits(s, (u,), h) is None:
                    yield Action("place", (game.roster.names[u], game.map.grid.names[h]))

    def label(self, s: SinaiState, a: Action) -> str:
        if a.verb == "end":
            return say("Place no more now")
        p = s.game.parts(a)
        return say("Place {unit} in {hex}", unit=s.game.name_of(p.unit), hex=s.game.hex_name(p.to))

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "place":
            p = s.game.parts(a)
            s.loc[p.unit] = p.to
            if due_at_edge(s, ARAB, PHASES):
                s.then(self)
