"""[4.0] The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core import Step, watching

from .combat import BeginCombat
from .movement import Movement
from .state import BattleState


@dataclass(frozen=True, slots=True)
class GameTurn(Step[BattleState]):
    """[4.1, 4.2] Each game turn is a Western and then an Egyptian player turn."""

    def run(self, s: BattleState) -> None:
        s.tell("4.2", "{turn} begins.", turn=s.game.turn_name(s.turn), about="turn")
        s.then(PlayerTurn(s.game.west), PlayerTurn(s.game.egypt), EndOfTurn())
        s.game.special.game_turn_starts(s)


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step[BattleState]):
    """[4.2] First the movement phase, then the combat phase."""

    side: str

    def run(self, s: BattleState) -> None:
        s.moved = s.landed = s.crossed = 0
        s.then(Movement(self.side), BeginCombat(self.side), EndOfPlayerTurn())
        s.game.special.player_turn_starts(s, self.side)


@dataclass(frozen=True, slots=True)
class EndOfPlayerTurn(Step[BattleState]):
    """[9.11, 9.12, 9.13, 10.10] The limits of a landing end with the player turn."""

    def run(self, s: BattleState) -> None:
        s.moved = s.landed = s.crossed = 0
        s.fought = s.attacked = 0


@dataclass(frozen=True, slots=True)
class EndOfTurn(Step[BattleState]):
    """[4.3] Score the turn, end the battle if it is time; the marker moves on as the very last step."""

    def run(self, s: BattleState) -> None:
        s.then(NextTurn())
        s.game.special.game_turn_ends(s)


@dataclass(frozen=True, slots=True)
class NextTurn(Step[BattleState]):
    """[4.3] The turn marker moves on."""

    def run(self, s: BattleState) -> None:
        with watching(s):
            s.turn += 1
            s.then(GameTurn())
