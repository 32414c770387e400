"""[7.18] Who fights together."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sandtable.core import Listing, Refusal, Term, UnitId, Units, refuse

if TYPE_CHECKING:
    from .battle import Battle


@cache
def divisions_of(game: Battle) -> dict[str, Units]:
    """[7.18] The units of each Israeli division."""
    names = sorted(set(game.division_of) - {""})
    return {d: sum(1 << u for u, own in enumerate(game.division_of) if own == d) for d in names}


def in_one_attack(game: Battle, units: Units) -> Refusal | None:
    """[7.18] Units of different Israeli divisions never attack together; Southern Command joins any [ruling ME-46]."""
    divisions = [d for d, members in divisions_of(game).items() if members & units]
    if len(divisions) < 2:
        return None
    words = Listing([Term("formation", d) for d in divisions])
    return refuse("7.18", "Units of {divisions} may not take part in one attack.", divisions=words)


def fires_for(game: Battle, gun: UnitId, u: UnitId) -> bool:
    """[7.18] Israeli guns fire protective fire for their own division; Southern Command for any."""
    mine, theirs = game.division_of[gun], game.division_of[u]
    return not mine or not theirs or mine == theirs
