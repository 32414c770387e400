"""Everything that changes during a game of Sinai."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Hex, Hexes, State, UnitId, Units, bits, on_map, units_at, units_within, watching

if TYPE_CHECKING:
    from .game import Sinai

ISRAEL, ARAB = "israel", "arab"


def other(side: str) -> str:
    return ARAB if side == ISRAEL else ISRAEL


class SinaiState(State):
    """The position: where units are (`loc`), what they are doing, and what has happened to the countries."""

    __slots__ = (
        "amman_taken",
        "attacked",
        "behind",
        "crossed_arab",
        "crossed_israel",
        "destroyed",
        "detrucked",
        "dormant",
        "drops",
        "entrucked",
        "flown",
        "fought",
        "from_israel",
        "front",
        "garrisoned",
        "goals",
        "israeli_last",
        "jordan_at_war",
        "jordan_silent",
        "keepers",
        "moves_made",
        "ones",
        "raids",
        "reserve_called",
        "sent",
        "shoved",
        "strayed",
        "strike_losses",
        "strikes",
        "strikes_away",
        "struck",
        "trail",
        "trans_jordan_open",
        "trod_hexes",
        "trod_units",
        "unsupplied",
        "west_brigade_phases",
        "west_phases",
    )

    game: Sinai
    entrucked: Units
    detrucked: Units  # detrucked or boarded in this Player-Turn, and so not free to move [15.0, 15.12]
    dormant: Units  # face-down, not yet mobilized [20.2]
    strayed: Units  # lost Command Control this Game-Turn [14.0]
    unsupplied: Units  # as judged at the beginning of this Movement Phase, both sides [10.21, 11.13]
    from_israel: Units  # units pushed into Jordan out of Israel [24.9]
    sent: Units  # Jordanian units ordered to Syria [24.81]
    destroyed: Hexes  # Cities, Settlements and Bar Lev hexes [18.11, 25.22]
    strikes: tuple[Hex, ...]  # Air Strike markers on the map [16.0]
    strikes_away: tuple[int, ...]  # Game-Turns on which lost markers return [25.13]
    strike_losses: int  # [25.71]
    raids: int  # markers used against SAM units in this Player-Turn [25.13]
    israeli_last: Hexes  # hexes that an Israeli unit was the last to occupy or pass [21.1]
    jordan_at_war: bool
    jordan_silent: bool  # Jordan has ceased to act [24.84, 25.95]
    trans_jordan_open: bool  # Israelis may enter Trans-Jordan [5.22, 25.93]
    ones: int  # ones rolled for Jordan [24.81]
    goals: tuple[int, ...]  # Game-Turn on which goals A, B, C were reached, 0 = not [21.1]
    trail: tuple[Hex, ...]  # hexes the Israeli Supply unit has passed [10.15]
    flown: tuple[int, ...]  # when each airborne unit flew last, -9 = never [17.12, 24.65]
    drops: int  # [23.15]
    moves_made: int  # Israeli Movement Phases so far [24.65]
    fought: Units  # attackers of this Combat Phase [8.14]
    struck: Hexes  # hexes attacked in this Combat Phase [8.14]
    attacked: Units  # units attacked in this Combat Phase [8.14]
    shoved: Units  # units retreated or displaced in this Combat Phase [9.13]
    trod_units: tuple[UnitId, ...]  # unit and hex of every step of a retreat in this Combat Phase [9.15]
    trod_hexes: tuple[Hex, ...]
    crossed_israel: tuple[Hex, ...]  # pairs of hexes: Canal hexsides crossed this Game-Turn [24.41]
    crossed_arab: tuple[Hex, ...]
    west_phases: int  # consecutive Israeli Movement Phases with a unit west of the Canal [25.5]
    west_brigade_phases: int  # the same with a supplied brigade [25.61]
    reserve_called: bool  # [25.5]
    keepers: Units  # brigades that started the game in the West Bank [25.31]
    garrisoned: Hexes  # Syrian edge and border hexes once covered [25.32]
    amman_taken: bool  # [25.95]
    front: Hexes  # Jordan held by Israel when Amman was reached [25.95]
    behind: Hexes  # the same with the lines that lead there: where Israelis may still move

    later = frozenset({"keepers"})

    def __init__(self, game: Sinai) -> None:
        super().__init__(game)
        self.entrucked = self.detrucked = self.dormant = self.strayed = self.unsupplied = self.sent = (
            self.from_israel
        ) = 0
        self.destroyed = 0
        self.strikes = ()
        self.strikes_away = ()
        self.strike_losses = self.raids = 0
        self.israeli_last = game.israel_land
        self.jordan_at_war = self.jordan_silent = False
        self.trans_jordan_open = False
        self.ones = 0
        self.goals = (0, 0, 0)
        self.trail = ()
        self.flown = (-9,) * len(game.airborne_units)
        self.drops = self.moves_made = 0
        self.fought = self.struck = self.attacked = self.shoved = 0
        self.trod_units = ()
        self.trod_hexes = ()
        self.crossed_israel = self.crossed_arab = ()
        self.west_phases = self.west_brigade_phases = 0
        self.reserve_called = False
        self.keepers = game.printed_keepers
        self.garrisoned = 0
        self.amman_taken = False
        self.front = self.behind = 0

    # questions every rule asks --------------------------------------------------------------------------------
    def units_of(self, side: str) -> int:
        """The side's units on the map, as a set."""
        return on_map(self.loc, self.game.of_side[side])

    def within(self, units: int, hexes: int) -> int:
        """Those of the units that stand in one of these hexes."""
        return units_within(self.loc, units, hexes)

    def units_in(self, h: int, side: str) -> list[int]:
        return units_at(self.loc, self.game.of_side[side], h)

    def eliminated(self, units: int) -> list[int]:
        """Those of the units that have been eliminated."""
        box = self.game.ELIMINATED
        return [u for u in bits(units) if self.loc[u] == box]

    def lost_strength(self, units: int) -> int:
        """[14.4, 21.2] Combat Strength Points of these units that have been eliminated."""
        return sum(self.game.strength[u] for u in self.eliminated(units))

    def eliminate(self, u: int, rule: str, template: str) -> None:
        """Remove a unit from the map for good, told with the reason; a truck marker it used is free again [15.42]."""
        where = self.loc[u]
        unit, place = self.game.name_of(u), self.game.hex_name(where)
        self.tell(rule, template, unit=unit, hex=place, at=(where,), about="loss")
        with watching(self):
            self.loc[u] = self.game.ELIMINATED
        self.entrucked &= ~(1 << u)

    def leave_map(self, u: int, rule: str) -> None:
        """[14.2, 21.31, 24.33] A unit leaves the map and never returns."""
        self.tell(rule, "{unit} leaves the map.", unit=self.game.name_of(u), about="event")
        self.loc[u] = self.game.LEFT
        self.entrucked &= ~(1 << u)

    def pass_through(self, side: str, hexes: int) -> None:
        """[21.1] Note who was the last to occupy or pass these hexes."""
        if side == ISRAEL:
            self.israeli_last |= hexes
        else:
            self.israeli_last &= ~hexes
