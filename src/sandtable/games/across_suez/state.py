"""What can change in a game of Across Suez."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Hexes, State, UnitId, Units, bits, occupied, standing, units_within

if TYPE_CHECKING:
    from .game import AcrossSuez


class SuezState(State):
    """Units stand in a hex or in a box: eliminated, across (the canal), reinforcements."""

    __slots__ = ("bombarded", "bridge_ready", "ferried", "fought", "landed", "moved", "supported")

    game: AcrossSuez
    moved: Units
    """Units that have moved or entered in this Movement Phase."""
    landed: Units
    """[2021:15.5.1] Units that landed from the air in this Movement Phase."""
    ferried: int
    """[1980:11.1, 2021:13.1] Units that crossed by ferry in this Movement Phase."""
    bridge_ready: bool
    """[1980:11.2, 2021:13.2] The bridge stood in Matzmed when this Movement Phase began."""
    fought: Units
    """[1980:5.3, 1980:5.4, 2021:7.1] Units that attacked or were attacked in this Combat Phase."""
    bombarded: Units
    """[1980:13.2, 2021:9.2] Units bombarded in this Combat Phase."""
    supported: int
    """[1980:13.4, 2021:9.1] Attacks supported by artillery in this Combat Phase."""

    def __init__(self, game: AcrossSuez) -> None:
        super().__init__(game)
        self.moved = self.landed = self.fought = self.bombarded = 0
        self.ferried = self.supported = 0
        self.bridge_ready = False

    # who stands where -------------------------------------------------------------------------------------
    def units_of(self, side: str) -> list[UnitId]:
        """The side's units on the map."""
        return standing(self.loc, self.game.roster.of_side[side])

    def units_in(self, hexes: Hexes, units: Units) -> list[UnitId]:
        """Those of the units that stand in one of the hexes, in roster order."""
        return sorted(bits(units_within(self.loc, units, hexes)))

    @property
    def taken(self) -> Hexes:
        """The hexes in which any unit stands."""
        return occupied(self.loc, self.game.roster.all)

    def bridge_in_place(self) -> bool:
        """The bridge unit stands in Matzmed [ruling AS-11]."""
        return self.loc[self.game.bridge] == self.game.matzmed

    @property
    def is_night(self) -> bool:
        """[1980:10.0, 2021:12.2] Game-Turns 1, 4 and 7."""
        return self.turn in self.game.night_turns
