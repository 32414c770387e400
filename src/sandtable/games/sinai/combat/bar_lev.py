"""[25.21] The price of a Bar Lev hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Hex, Units, bits, say

from ..state import ARAB, SinaiState


@dataclass(frozen=True, slots=True)
class LoseAttacker(Choice[SinaiState]):
    """[25.21] A result of one or two takes the hex at the price of an Egyptian unit that took part (ruling SN-38)."""

    units: Units
    hex: Hex

    rule = "25.21"
    verbs = ("lose",)

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        return say(
            "The Bar Lev position in {hex} fell at a price: choose an Egyptian unit that took part to lose [25.21].",
            hex=s.game.hex_name(self.hex),
        )

    def options(self, s: SinaiState) -> Iterator[Action]:
        took_part = sorted(bits(self.units))
        egyptians = [u for u in took_part if s.game.nation[u] == "egypt"]
        for u in egyptians or took_part:
            yield Action("lose", (s.game.roster.names[u],))

    def label(self, s: SinaiState, a: Action) -> str:
        return say("Remove {unit}", unit=s.game.name_of(s.game.parts(a).unit))

    def apply(self, s: SinaiState, a: Action) -> None:
        s.eliminate(s.game.parts(a).unit, "25.21", "{unit} is eliminated in {hex}: the price of the Bar Lev position.")
