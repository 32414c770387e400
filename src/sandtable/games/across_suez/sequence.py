"""[1980:3.0, 2021:4.0] The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.core import Step, say_if_foregone

from .artillery import Bombardments
from .combat import CombatPhase
from .movement_phase import EndOfMovement, MovementPhase
from .state import SuezState
from .victory import ANY_NUMBER, DetermineWinner, foregone


@dataclass(frozen=True, slots=True)
class GameTurn(Step[SuezState]):
    """[1980:3.0, 2021:4.0] Seven Game-Turns, each an Israeli and then an Egyptian Player-Turn."""

    def run(self, s: SuezState) -> None:
        new = s.game.turn_name(s.turn)
        s.tell(s.game.edition.rule.sequence, "{turn_name} begins.", turn_name=new, about="turn")
        s.then(PlayerTurn("israel"), PlayerTurn("egypt"), EndOfTurn())


@dataclass(frozen=True, slots=True)
class PlayerTurn(Step[SuezState]):
    """[1980:3.0, 2021:4.1, 2021:4.2] First movement, then combat."""

    side: str

    def run(self, s: SuezState) -> None:
        s.moved = s.landed = s.ferried = 0
        s.bridge_ready = s.bridge_in_place()
        s.then(MovementPhase(self.side), EndOfMovement(self.side), BeginCombat(self.side))
        if self.side == "israel":
            say_if_foregone(s, foregone(s, ANY_NUMBER))


@dataclass(frozen=True, slots=True)
class BeginCombat(Step[SuezState]):
    """[1980:3.0, 1980:13.0, 2021:4.1, 2021:4.2, 2021:9.2] Egypt's Combat Phases begin with bombardments."""

    side: str

    def run(self, s: SuezState) -> None:
        s.fought = s.bombarded = s.supported = 0
        s.then(CombatPhase(self.side))
        if self.side == "egypt":
            s.then(Bombardments())


@dataclass(frozen=True, slots=True)
class EndOfTurn(Step[SuezState]):
    """[1980:2.4, 1980:3.0, 2021:4.3] The turn marker advances; after the last Game-Turn the winner is determined."""

    def run(self, s: SuezState) -> None:
        over = s.game.turn_name(s.turn)
        s.tell(s.game.edition.rule.end_of_turn, "{turn_name} ends.", turn_name=over, about="turn")
        if s.turn == s.game.last_turn:
            s.then(DetermineWinner())
        else:
            s.turn += 1
            s.then(GameTurn())
