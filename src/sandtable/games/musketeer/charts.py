"""What the charts are made of: contingents, command markers, steps over the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from sandtable.core import Term

CONTINGENTS: Final = {
    "anglo-french": ("west", Term("contingent", "Anglo-French")),
    "israel": ("west", Term("contingent", "Israel")),
    "us": ("west", Term("contingent", "United States")),
    "egypt": ("east", Term("contingent", "Egypt")),
    "ussr": ("east", Term("contingent", "Soviet Union")),
    "arab-league": ("east", Term("contingent", "Arab League")),
}
"""[7.4, 7.5] Side and name of the six contingents."""
LATE: Final = ("ussr", "arab-league", "us")
"""[28.3] Contingents that need commitment."""
MECHANIZED: Final = ("armor", "armored_infantry", "armored_cavalry", "armored_marine")
"""[2.4] The mechanized types; all other ground units are non-mechanized."""
FAR: Final = 1 << 20
"""The distance to what cannot be reached overland."""
ROCKET_RANGE: Final = 10
"""[20.3] Hexes from a mechanized Soviet unit."""
MP: Final = 6
"""Movement costs are counted in sixths of a movement point."""
ROAD: Final = 1
TRACK: Final = 2


@dataclass(frozen=True, slots=True)
class Marker:
    """[7.0] A command marker."""

    name: str
    side: str
    contingent: str
    special: bool
    escalation: int

    @property
    def term(self) -> Term:
        """Its name in a sentence."""
        return Term("marker", self.name)


class Step6(NamedTuple):
    """One step to a neighbour: which way it follows (0, ROAD, TRACK), cost of the hex, extra cost of the side."""

    to: int
    way: int
    cost: int
    crossing: int
    bridgeable: bool
    """The side is canal or river: engineers take its extra cost away [24.2]."""
