"""[15.0] Trucks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.core import Reach, Refusal, bits

from ..state import ARAB, SinaiState
from ..supply.supply_unit import pull_back_supply_unit
from .allowance import allowance
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
        return Refusal(("23.17",), "Units do not entruck in this scenario")
    if not game.truckable >> u & 1:
        rule = "17.2" if game.airborne >> u & 1 else "15.0"
        return Refusal((rule,), f"{name} may not use trucks")
    if s.entrucked >> u & 1:
        return Refusal(("15.0",), f"{name} is already entrucked")
    if game.front[u] == "syria" and s.turn < game.rules.syrian_truck_from_turn:
        return Refusal(("25.86",), f"Syria has its truck marker from Game-Turn {game.rules.syrian_truck_from_turn} on")
    if game.side_of[u] == ARAB:
        taken = list(bits((s.entrucked | frame.boarding) & game.of_front[game.front[u]]))
        if taken:
            return Refusal(
                ("15.41",), f"{game.front[u].capitalize()} has one truck marker, used by {game.name_of(taken[0])}"
            )
    return None


def detruck_paths(s: SinaiState, u: int, r: Reach, ends: list[int], staying: bool) -> Iterator[list[int]]:
    """[15.0, 15.33] Paths at whose end the unit still has two points to get down; staying in its hex may be one of them."""
    points = allowance(s, u) - DETRUCK
    if staying and points >= 0:
        yield [s.loc[u]]
    for h in ends:
        if r.cost[h] <= points:
            yield r.path(h)


def check_detruck(s: SinaiState, units: tuple[int, ...], path: list[int], frame: Movement) -> Refusal | None:
    """[15.0, 15.33] Move, then get down for two Movement Points."""
    game, u = s.game, units[0]
    if len(units) > 1:
        return Refusal(("15.0",), "Units detruck one at a time")
    if not s.entrucked >> u & 1:
        return Refusal(("15.0",), f"{game.name_of(u)} is not entrucked")
    steps = trace(s, units, path)
    if isinstance(steps, Refusal):
        return steps
    spent = sum(cost for cost, _ in steps)
    if spent + DETRUCK > allowance(s, u):
        return Refusal(
            ("15.0",), f"The move costs {spent}; detrucking needs {DETRUCK} more of {allowance(s, u)} Movement Points"
        )
    return frame.ends(s, units, path) if len(path) > 1 else None


def detruck(s: SinaiState, units: tuple[int, ...]) -> None:
    """[15.12] The unit gets down and does not move again in this Player-Turn."""
    for u in units:
        s.entrucked &= ~(1 << u)
        s.detrucked |= 1 << u
        s.tell("15.0", "{} detrucks in {}", s.game.name_of(u), s.game.hex_name(s.loc[u]), at=(s.loc[u],))
    pull_back_supply_unit(s)  # [10.15] the unit has a zone again


def detruck_under_attack(s: SinaiState, units: list[int]) -> None:
    """[15.32] Attacked units get down at once, free of cost, and defend normally."""
    for u in units:
        if s.entrucked >> u & 1:
            s.entrucked &= ~(1 << u)
            s.tell(
                "15.32", "{} detrucks under attack in {}", s.game.name_of(u), s.game.hex_name(s.loc[u]), at=(s.loc[u],)
            )
    pull_back_supply_unit(s)
