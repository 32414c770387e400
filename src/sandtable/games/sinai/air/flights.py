"""[17.0, 23.15, 24.65] How each period flies."""

from __future__ import annotations

from dataclasses import dataclass

from ..state import SinaiState


@dataclass(frozen=True, slots=True)
class Flight:
    """How a period flies: range (0: any), times in all (0: any), rest, and where it may take off."""

    range: int
    times: int
    rest: int
    by_phase: bool
    clear_take_off: bool
    rule: str
    supply_rule: str


FLIGHTS = {
    "airmobile_1967": Flight(15, 0, 2, False, False, "17.0", "17.3"),
    "paradrop_1956": Flight(0, 2, 2, False, True, "23.15", "17.3"),
    "airmobile_1973": Flight(15, 0, 2, True, False, "24.65", "24.65"),
}


def flight_of(s: SinaiState) -> Flight:
    return FLIGHTS[s.game.rules.airborne]


def since_flight(s: SinaiState, u: int) -> int:
    """[17.12, 24.65] Game-Turns, from 1973 Israeli Movement Phases, since the unit flew."""
    now = s.moves_made if flight_of(s).by_phase else s.turn
    return now - s.flown[s.game.airborne_units.index(u)]
