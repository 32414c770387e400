"""[4.0, 24.2] The sequence of play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandtable.core import Step, reason, watching

from ..air.strikes import PlaceStrikes, RemoveStrikes, ReturnMarkers
from ..combat.combat import BeginCombat, Combat
from ..eras.war_1973 import player_turn as player_turn_1973
from ..movement.movement import Movement
from ..movement.phase import BeginMovement
from ..politics.amman import amman_reached
from ..politics.ceasefire import Ceasefire
from ..politics.command_control import CommandControl, Stray
from ..politics.garrison import note_garrisons
from ..politics.jordan import Participation, enters_by_itself
from ..politics.nations import syria_lost
from ..state import ARAB, ISRAEL, SinaiState, other
from .reinforcements import ArabArrivals, Mobilize
from .victory import finish, judge_goals, nothing_left


def player_turn_1967(s: SinaiState, side: str) -> None:
    """[4.2] The phases of a Player-Turn in 1956 and 1967."""
    rules = s.game.rules
    if side == ISRAEL:
        strikes = rules.air_strikes and s.turn >= rules.air_strikes_from_turn
        air = (PlaceStrikes(),) if strikes else ()
        s.then(Mobilize(), BeginMovement(ISRAEL), Movement(ISRAEL), BeginCombat(ISRAEL), Combat(ISRAEL), *air)
    else:
        s.then(
            ArabArrivals(),
            CommandControl(),
            BeginMovement(ARAB),
            Stray(),
            Movement(ARAB),
            BeginCombat(ARAB),
            Combat(ARAB),
            RemoveStrikes(),
            Participation(),
        )


PLAYER_TURN: dict[str, Callable[[SinaiState, str], None]] = {
    "1967": player_turn_1967,
    "1973": player_turn_1973,
}


@dataclass(frozen=True, slots=True)
class GameTurn(Step[SinaiState]):
    """[4.1, 22.53, 23.63, 26.33] One Game-Turn: two Player-Turns, in the scenario's order."""

    def run(self, s: SinaiState) -> None:
        first = s.game.rules.first_player
        s.tell("4.1", "{turn} begins.", turn=s.game.turn_name(s.turn), about="turn")
        enters_by_itself(s)
        s.then(ReturnMarkers(), PlayerTurn(first), PlayerTurn(other(first)), EndOfGameTurn())
        if s.game.rules.ceasefire and s.turn > 1:
            s.then(Ceasefire(first), Ceasefire(other(first)))


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step[SinaiState]):
    """[4.1, 24.2] The phases of one player."""

    side: str

    def run(self, s: SinaiState) -> None:
        s.detrucked = 0
        s.then(EndOfPlayerTurn(self.side))
        PLAYER_TURN[s.game.rules.sequence](s, self.side)


@dataclass(frozen=True, slots=True)
class EndOfPlayerTurn(Step[SinaiState]):
    """[21.1, 24.84, 25.32, 25.95] Goals are judged, and what follows for nations and garrisons."""

    side: str

    def run(self, s: SinaiState) -> None:
        END_OF_PLAYER_TURN[s.game.rules.sequence](s, self.side)


def end_of_player_turn_1967(s: SinaiState, side: str) -> None:
    """[21.1, 21.34] Goals are judged; the game may be over."""
    judge_goals(s)
    if nothing_left(s, side):
        finish(s, reason("21.34", "All goals are reached."))


def end_of_player_turn_1973(s: SinaiState, side: str) -> None:
    """[24.84, 25.32, 25.95] Is Syria lost, Amman reached, a garrison forced back?"""
    syria_lost(s)
    if side == ARAB:
        note_garrisons(s, ARAB)
    else:
        amman_reached(s)


END_OF_PLAYER_TURN: dict[str, Callable[[SinaiState, str], None]] = {
    "1967": end_of_player_turn_1967,
    "1973": end_of_player_turn_1973,
}


@dataclass(frozen=True, slots=True)
class EndOfGameTurn(Step[SinaiState]):
    """[4.2, 4.3, 14.0, 23.22] Units out of command recover; the marker moves on; after the last turn the game is judged."""

    def run(self, s: SinaiState) -> None:
        s.strayed = 0
        s.crossed_israel = s.crossed_arab = ()
        if s.turn == s.game.rules.game_turns:
            finish(s, reason("4.3", "Game-Turn {turn} is over.", turn=s.turn))
            return
        with watching(s):
            s.turn += 1
            s.then(GameTurn())
