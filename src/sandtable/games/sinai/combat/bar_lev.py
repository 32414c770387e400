"""[25.21] The price of a Bar Lev hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Hex, Units, bits

from ..state import ARAB, SinaiState


@dataclass(frozen=True, slots=True)
class LoseAttacker(Choice):
    """[25.21] A result of one or two takes the hex at the price of an Egyptian unit that took part (ruling SN-38)."""

    units: Units
    hex: Hex

    rule = "25.21"

    def actor(self, s: SinaiState) -> str:
        return ARAB

    def prompt(self, s: SinaiState) -> str:
        return f"The Bar Lev position in {s.game.hex_name(self.hex)} fell at a price: remove an Egyptian unit that took part [25.21]."

    def options(self, s: SinaiState) -> Iterator[Action]:
        took_part = sorted(bits(self.units))
        egyptians = [u for u in took_part if s.game.nation[u] == "egypt"]
        for u in egyptians or took_part:
            yield Action("lose", (s.game.name_of(u),))

    def label(self, s: SinaiState, a: Action) -> str:
        return f"Remove {a.args[0]}"

    def apply(self, s: SinaiState, a: Action) -> None:
        s.eliminate(s.game.unit(a.args[0]), "25.21")
