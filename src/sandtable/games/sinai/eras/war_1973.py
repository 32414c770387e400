"""[24.2] The Player-Turn of 1973. Most of 24 and 25 stands with the rules it changes: retreats in combat/, supply in supply/,
Jordan, garrisons and the ceasefire in politics/."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.core import Choice, Step

from ..air.raids import Raids
from ..air.strikes import PlaceStrikes, RemoveStrikes
from ..combat.combat import BeginCombat, Combat
from ..combat.strength import surprise
from ..course.reinforcements import AskAtEdge, Reinforce
from ..movement.movement import Movement
from ..movement.phase import BeginMovement
from ..politics.jordan import Participation, march_to_syria
from ..state import ARAB, ISRAEL, SinaiState
from .mid_1970s import Landing, to_land


def player_turn(s: SinaiState, side: str) -> None:
    """[24.2, 25.82, 26.15] The phases of a Player-Turn in 1973 and later."""
    rules = s.game.rules
    surprised = surprise(s)
    strikes = rules.air_strikes and s.turn >= rules.air_strikes_from_turn
    if surprised and side == ARAB:
        s.then(BeginCombat(ARAB), Combat(ARAB))
        return
    short = rules.opening == "no_second_move" and s.turn == 1 and side == rules.first_player
    frames: list[Step[Any] | Choice[Any]] = [*_movement(side, 1)]
    if not surprised:
        frames.append(BeginCombat(side))
        if side == ISRAEL and strikes:
            frames.append(Raids())
        frames.append(Combat(side))
        if side == ISRAEL and strikes:
            frames.append(PlaceStrikes())
    if side == ARAB:
        frames += [RemoveStrikes(), Participation()]
    if short:
        frames += [Reinforce(side, 2), *([AskAtEdge()] if side == ARAB else [])]
    else:
        frames += _movement(side, 2)
    s.then(*frames)


def _movement(side: str, number: int) -> tuple[Step[Any], ...]:
    return BeginMovement(side, number), Reinforce(side, number), OpenMovement(side, number)


@dataclass(frozen=True, slots=True)
class OpenMovement(Step[SinaiState]):
    """[24.2, 24.81, 26.53] Open the Movement Phase; units on their march to Syria and landed Marines have moved."""

    side: str
    number: int

    def run(self, s: SinaiState) -> None:
        s.then(Movement(self.side, self.number, moved=march_to_syria(s) if self.side == ARAB else 0))
        if self.side == ISRAEL and to_land(s, self.number):
            s.then(Landing(self.number))
