"""[10.2, 10.6, 10.10, 10.11] The sequence of play of El Arish '67: airstrikes, landing, withdrawal, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from sandtable.core import Action, Pick, Roll, Step, bits, cite, say

from .arrival import Section
from .columns import ENTRY, random_entry, waiting
from .helicopters import FLIGHT, random_flight
from .landing import AirborneLanding
from .state import ElArishState
from .victory import determine_winner, score_objectives
from .wording import Decision

LAST_TURN: Final = 11


def game_turn_starts(s: ElArishState) -> None:
    """[10.6] No airstrikes on turn 1; then two dice by day and one by night."""
    s.air = (0,)
    if s.turn >= 2:
        s.then(Roll("airstrikes", 1 if s.is_night else 2), CallAirstrikes())


def player_turn_starts(s: ElArishState, side: str) -> None:
    """[10.10, 10.11] An airborne landing before Israeli movement; the declaration of withdrawal before Egyptian."""
    s.column_hex, s.column_length, s.queue = [0] * 3, [0] * 3, ()
    if side == s.game.west:
        landing = AirborneLanding(side, 1)
        if not s.matt_special and landing.candidates(s):
            s.then(landing)
    elif not s.withdrawing:
        s.then(DeclareWithdrawal())


def game_turn_ends(s: ElArishState) -> None:
    """[10.2, 10.7, 10.14] Objectives each turn; the battle ends after turn 11, never earlier."""
    score_objectives(s)
    if s.turn >= LAST_TURN:
        s.then(EndOfBattle())


def random_arrival(s: ElArishState, side: str, pick: Pick) -> Action | None:
    """A unit that may come or fly, and one of its ways."""
    game, units = s.game, list(waiting(s, side))
    units += [u for u in bits(game.helicopters) if game.side_of[u] == side and s.loc[u] > 0 and not s.moved >> u & 1]
    if not units:
        return None
    u = units[pick(len(units))]
    if game.matt >> u & 1 and pick(4):
        return None  # the brigade is dear; random games should see it sometimes, not always
    if not game.helicopters >> u & 1:
        return random_entry(s, u, pick)
    return random_flight(s, u, pick)


def arrival_note(s: ElArishState, side: str) -> str:
    """[10.4, 10.5] How many may enter."""
    n = len(waiting(s, side))
    cited = cite("10.5" if side == s.game.west else "10.4")
    return say("{n} {n#unit|units} may enter the map [{rule}].", n=n, rule=cited) if n else ""


SECTION_10: Final = Section(
    arrivals={"enter": ENTRY, "fly": FLIGHT},
    sample=random_arrival,
    note=arrival_note,
    game_turn_starts=game_turn_starts,
    player_turn_starts=player_turn_starts,
    game_turn_ends=game_turn_ends,
)


# Frames ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CallAirstrikes(Step[ElArishState]):
    """[10.6] The dice are the airstrikes of this turn."""

    def run(self, s: ElArishState) -> None:
        s.air = (sum(s.dice),)
        text = "{n} {n#airstrike is|airstrikes are} available this turn."
        s.tell("10.6", text, n=s.air[0], about="event")


@dataclass(frozen=True, slots=True)
class DeclareWithdrawal(Decision[ElArishState]):
    """[10.11] At the beginning of his player turn the Egyptian player may declare a withdrawal, once and for good."""

    verbs: ClassVar[tuple[str, ...]] = ("hold", "withdraw")

    def actor(self, s: ElArishState) -> str:
        return s.game.egypt

    def phase(self) -> str:
        return "egypt-movement"

    def rules(self, s: ElArishState) -> tuple[str, ...]:
        return ("10.11",)

    def prompt(self, s: ElArishState) -> str:
        return say(
            "Hold, or withdraw. A withdrawal lets units slip away and leave in the west, but costs attacks 1 column [10.11]."
        )

    def options(self, s: ElArishState) -> Iterator[Action]:
        yield Action("hold")
        yield Action("withdraw")

    def sample(self, s: ElArishState, pick: Pick) -> Action:
        return Action("withdraw" if not pick(20) else "hold")

    def apply(self, s: ElArishState, a: Action) -> None:
        if a.verb == "withdraw":
            s.withdrawing = True
            s.tell("10.11", "The Egyptian player declares a withdrawal.", about="event")


@dataclass(frozen=True, slots=True)
class EndOfBattle(Step[ElArishState]):
    """[10.2] After turn 11 the winner is determined."""

    def run(self, s: ElArishState) -> None:
        determine_winner(s)
