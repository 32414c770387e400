"""[7.18] Who fights together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Listing, Refusal, Term, UnitId, Units, bits, refuse

if TYPE_CHECKING:
    from .battle import Battle


def in_one_attack(game: Battle, units: Units) -> Refusal | None:
    """[7.18] Units of different Israeli divisions never attack together; Southern Command joins any [ruling ME-46]."""
    divisions = sorted({d for u in bits(units) if (d := game.division_of[u])})
    if len(divisions) < 2:
        return None
    words = Listing([Term("formation", d) for d in divisions])
    return refuse("7.18", "Units of {divisions} may not take part in one attack.", divisions=words)


def fires_for(game: Battle, gun: UnitId, u: UnitId) -> bool:
    """[7.18] Israeli guns fire protective fire for their own division; Southern Command for any."""
    mine, theirs = game.division_of[gun], game.division_of[u]
    return not mine or not theirs or mine == theirs
