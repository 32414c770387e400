"""[4.2, 15.0] What is done by itself at the beginning and at the end of a Movement Phase."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core import Step, Units, bits

from ..politics.garrison import note_garrisons
from ..politics.nations import syria_lost
from ..politics.west_of_the_canal import note_west_bank
from ..state import ISRAEL, SinaiState
from ..supply.judgement import judge


@dataclass(frozen=True, slots=True)
class BeginMovement(Step[SinaiState]):
    """[4.2, 10.21, 11.13] The Supply Phase: supply for movement is judged for both sides and holds for the phase."""

    side: str
    number: int = 1

    def phase(self) -> str:
        return f"{self.side}-supply" + ("-2" if self.number == 2 else "")

    def run(self, s: SinaiState) -> None:
        if self.side == ISRAEL:
            s.moves_made += 1
        s.unsupplied = judge(s)
        mine = s.unsupplied & s.game.of_side[self.side]
        if s.log is not None and mine:
            s.tell(
                "10.21",
                "Unsupplied for movement: {units}.",
                units=s.game.names(sorted(bits(mine))),
                at=[s.loc[u] for u in bits(mine)],
                about="supply",
            )


@dataclass(frozen=True, slots=True)
class EndMovement(Step[SinaiState]):
    """[15.0, 24.84] At the end of the Movement Phase boarding units are entrucked; Syria may have been left."""

    side: str
    boarding: Units
    number: int = 1

    def run(self, s: SinaiState) -> None:
        s.entrucked |= self.boarding
        s.detrucked |= self.boarding  # no move for the rest of the Player-Turn (ruling SN-101)
        if self.side == ISRAEL:
            note_garrisons(s, ISRAEL)
            note_west_bank(s)
        syria_lost(s)
