"""What can change in the two battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import (
    Hex,
    Hexes,
    Listing,
    Sentence,
    State,
    UnitId,
    Units,
    bits,
    crowded,
    row,
    say,
    standing,
    units_at,
    units_within,
)

if TYPE_CHECKING:
    from .battle import Battle
    from .el_arish import ElArish
    from .suez import Suez


def whole(half_points: int) -> int | float:
    """Half points as a number: 5 is 2.5, 4 is 2."""
    return half_points / 2 if half_points % 2 else half_points // 2


class BattleState(State):
    """What both battles share. Units stand in a hex or in a box: eliminated, exited, or a holding box [1.4]."""

    __slots__ = (
        "air",
        "attacked",
        "crossed",
        "displaced",
        "fought",
        "landed",
        "moved",
        "must_attack",
        "must_be_attacked",
        "naval",
        "paths",
        "shaken",
        "shaken_before",
        "vp",
    )

    game: Battle
    vp: list[int]
    """[3.2] Victory points of the Western and the Egyptian player, in half points (10.8 knows halves)."""
    moved: Units
    """[5.6] Units that have moved, entered or landed in this movement phase."""
    landed: Units
    """[9.11, 9.12, 9.13, 10.10] Units that landed this player turn: no advance, and A1 eliminates them."""
    crossed: Units
    """[9.14] Units that crossed water with an engineer this player turn: A1 eliminates them."""
    air: tuple[int, ...]
    """[8.18] Airstrike markers still unused this game turn, by nation."""
    naval: tuple[int, ...]
    """[8.19] Naval gunfire still unused in this combat phase, by nation."""
    fought: Units
    """[7.3] Phasing units that have attacked in this combat phase."""
    attacked: Units
    """[7.3] Enemy units that have been attacked in this combat phase."""
    must_attack: Units
    """[6.2, 6.3, 7.3] Phasing units that began the combat phase in contact and have to attack."""
    must_be_attacked: Units
    """[7.3] Enemy units that were in contact with those and have to be attacked."""
    displaced: Units
    """[7.14] Units displaced in this combat phase: their guns are silent."""
    shaken: Units
    """[8.10] Units that retreated or were displaced in this combat phase."""
    shaken_before: Units
    """[8.10] Units that retreated or were displaced in the combat phase before."""
    paths: tuple[tuple[Hex, ...], ...]
    """[7.15] The retreat paths of the combat being carried out, each from the hex that was fought for."""

    def __init__(self, game: Battle) -> None:
        super().__init__(game)
        self.vp = [0, 0]
        self.moved = self.landed = self.crossed = 0
        self.air = self.naval = ()
        self.fought = self.attacked = self.must_attack = self.must_be_attacked = 0
        self.displaced = self.shaken = self.shaken_before = 0
        self.paths = ()

    # who stands where -------------------------------------------------------------------------------------
    def units_on_map(self, side: str) -> list[UnitId]:
        return standing(self.loc, self.game.roster.of_side[side])

    def friends_in(self, h: Hex, side: str) -> list[UnitId]:
        return units_at(self.loc, self.game.roster.of_side[side], h)

    def units_in(self, hexes: Hexes, side: str) -> Units:
        """The side's units in these hexes, as a set."""
        return units_within(self.loc, self.game.roster.of_side[side], hexes)

    def no_room_for(self, u: UnitId) -> Hexes:
        """[5.11, 5.14] Friendly-occupied hexes where this unit may not stop: one unit a hex, two if one is a helicopter."""
        game = self.game
        friends = game.roster.of_side[game.side_of[u]] & ~(1 << u)
        pairs = crowded(self.loc, friends, 2)
        return pairs if game.helicopters >> u & 1 else pairs | self.occupied(friends & ~game.helicopters)

    @property
    def is_night(self) -> bool:
        """[5.15, 10.2] Turns 4 and 8 of El Arish '67."""
        return self.turn in self.game.night_turns

    def names(self, units: Units) -> Listing:
        return self.game.names(sorted(bits(units)))

    def hex_names(self, hexes: Hexes) -> Listing:
        return self.game.hex_names(sorted(bits(hexes)))

    def places(self, units: Units) -> Sentence:
        """Units with their hexes: "4-Inf in 2507, 1R in 2605"."""
        name, where = self.game.name_of, self.game.hex_name
        return row(", ", (say("{unit} in {hex}", unit=name(u), hex=where(self.loc[u])) for u in sorted(bits(units))))


class SuezState(BattleState):
    """Suez '56."""

    __slots__ = (
        "beached",
        "first_beach",
        "flown",
        "helped",
        "last_turn",
        "militia_due",
        "militia_over",
        "mustering",
        "shelled",
    )

    game: Suez
    last_turn: int
    """[9.2] The turn on which the battle ends: 6, or the number written down in secret."""
    first_beach: int
    """[9.13] The turn of the first amphibious landing; 0 before it."""
    beached: int
    """[9.13] Units landed from the sea in this movement phase."""
    flown: list[int]
    """[9.12] Half points that each helicopter has flown in this movement phase."""
    helped: Units
    """[9.14] Engineers that have helped somebody across in this movement phase: they stay, and may help others."""
    militia_due: int
    """[9.4] Militia the die has granted this player turn and that are not yet placed."""
    militia_over: bool
    """[9.4] No more militia: Egypt held no city hex when they were due."""
    mustering: Hexes
    """[9.4] City hexes that held an Egyptian unit at the start of this Egyptian player turn."""
    shelled: Hexes
    """[9.8] City hexes fired into by the Anglo-French in this combat phase."""

    def __init__(self, game: Suez) -> None:
        super().__init__(game)
        self.last_turn = 6
        self.first_beach = self.beached = self.militia_due = 0
        self.militia_over = False
        self.mustering = self.shelled = self.helped = 0
        self.flown = [0] * game.helicopters.bit_count()


class ElArishState(BattleState):
    """El Arish '67."""

    __slots__ = ("column_hex", "column_length", "entered", "matt_special", "queue", "withdrawing")

    game: ElArish
    withdrawing: bool
    """[10.11] The Egyptian withdrawal has been declared."""
    entered: Units
    """[10.4, 10.7, 10.8] Units that have ever come onto the map."""
    matt_special: bool
    """[10.5, 10.10] The one Matt battalion has used its landing or its free choice of edge."""
    column_hex: list[Hex]
    """[10.4] Entry hex chosen this phase by each Egyptian column."""
    column_length: list[int]
    """[10.4] Units each Egyptian column has entered this phase."""
    queue: tuple[Hex, ...]
    """[10.5] Entry hexes used by Israeli units this phase, once for each unit."""

    def __init__(self, game: ElArish) -> None:
        super().__init__(game)
        self.withdrawing = self.matt_special = False
        self.entered = 0
        self.column_hex = [0] * 3
        self.column_length = [0] * 3
        self.queue = ()


# What only one battle knows, asked of either ------------------------------------------------------------------------
def helped(s: BattleState) -> Units:
    """[9.14] Engineers that have helped somebody across in this movement phase."""
    return s.helped if isinstance(s, SuezState) else 0


def withdrawing(s: BattleState) -> bool:
    """[10.11] The Egyptian player has declared a withdrawal."""
    return isinstance(s, ElArishState) and s.withdrawing
