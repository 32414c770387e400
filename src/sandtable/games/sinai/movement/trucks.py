"""[15.0] Trucks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Refusal, bits, refuse

from ..state import ARAB, SinaiState
from ..supply.supply_unit import pull_back_supply_unit
from ..terms import COUNTRIES
from .allowance import allowance
from .crowding import may_end_move
from .paths import trace

if TYPE_CHECKING:
    from .movement import Movement

DETRUCK = 2
"""[15.0] Movement Points to get down from the trucks."""


def may_entruck(s: SinaiState, u: int, frame: Movement) -> Refusal | None:
    """[15.0, 15.2, 15.41, 17.2, 23.17] May the unit board trucks in this phase? It takes the whole phase; enemy zones
    do not matter; each Arab country has one marker."""
    game, name = s.game, s.game.name_of(u)
    if not game.rules.trucks:
        return refuse("23.17", "Units do not entruck in this scenario.")
    if not game.truckable >> u & 1:
        rule = "17.2" if game.airborne >> u & 1 else "15.0"
        return refuse(rule, "{unit} may not use trucks.", unit=name)
    if s.entrucked >> u & 1:
        return refuse("15.0", "{unit} is already entrucked.", unit=name)
    if game.front[u] == "syria" and s.turn < game.rules.syrian_truck_from_turn:
        turn = game.rules.syrian_truck_from_turn
        return refuse("25.86", "Syria has its truck marker from Game-Turn {turn} on.", turn=turn)
    if game.side_of[u] == ARAB:
        taken = list(bits((s.entrucked | frame.boarding) & game.of_front[game.front[u]]))
        if taken:
            return refuse(
                "15.41",
                "{country^} has one truck marker, used by {unit}.",
                country=COUNTRIES[game.front[u]],
                unit=game.name_of(taken[0]),
            )
    return None


def check_detruck(s: SinaiState, units: tuple[int, ...], path: list[int], frame: Movement) -> Refusal | None:
    """[15.0, 15.33] Move, then get down for two Movement Points."""
    game, u = s.game, units[0]
    if len(units) > 1:
        return refuse("15.0", "Units detruck one at a time.")
    if not s.entrucked >> u & 1:
        return refuse("15.0", "{unit} is not entrucked.", unit=game.name_of(u))
    steps = trace(s, units, path)
    if isinstance(steps, Refusal):
        return steps
    spent = sum(step.cost for step in steps)
    if spent + DETRUCK > allowance(s, u):
        return refuse(
            "15.0",
            "The move costs {spent}; detrucking needs {more} more, and there are {n} Movement Points.",
            spent=spent,
            more=DETRUCK,
            n=allowance(s, u),
        )
    return may_end_move(s, frame, units, path) if len(path) > 1 else None


def detruck(s: SinaiState, units: tuple[int, ...]) -> None:
    """[15.12] The unit gets down and does not move again in this Player-Turn."""
    for u in units:
        s.entrucked &= ~(1 << u)
        s.detrucked |= 1 << u
        s.tell(
            "15.0",
            "{unit} detrucks in {hex}.",
            unit=s.game.name_of(u),
            hex=s.game.hex_name(s.loc[u]),
            at=(s.loc[u],),
            about="move",
        )
    pull_back_supply_unit(s)  # [10.15] the unit has a zone again


def detruck_under_attack(s: SinaiState, units: list[int]) -> None:
    """[15.32] Attacked units get down at once, free of cost, and defend normally."""
    for u in units:
        if s.entrucked >> u & 1:
            s.entrucked &= ~(1 << u)
            s.tell(
                "15.32",
                "{unit} detrucks under attack in {hex}.",
                unit=s.game.name_of(u),
                hex=s.game.hex_name(s.loc[u]),
                at=(s.loc[u],),
                about="fight",
            )
    pull_back_supply_unit(s)
