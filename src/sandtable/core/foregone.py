"""A game that can only end one way: it is said once, and the side that can no longer win may end it there.

A game answers `Game.foregone(s)`: the outcome, when the rules leave only one winner, and `Game.beaten(s)`: who can no longer
win, with the proof, though a draw may still be possible. Where something happens that can make it so, its rule does it
`watching` (or remembers the answer from before and calls `say_if_foregone`). What is so stays so: it is said once,
without anything to remember in the state.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .actions import Action, Outcome, Refusal
from .agenda import Choice, Pick
from .sentences import Term, row, say

if TYPE_CHECKING:
    from .state import State

END, PLAY_ON = Action("end-game"), Action("play-on")


@contextmanager
def watching(s: State, earlier: State | None = None) -> Iterator[None]:
    """Do something that may put the victory out of a side's reach; say so when it does, and offer to end what is decided.

    `earlier` is the position that counts as the one before, where something has already passed.
    """
    before = s.game.beaten(earlier or s) if s.told else {}
    decided = s.game.foregone(earlier or s)
    yield
    if s.outcome is not None or decided is not None:
        return
    for side, proof in s.game.beaten(s).items() if s.told else ():
        if side not in before:
            text = "{side^} can no longer win, and its enemy can no longer lose. {proof}"
            s.tell("", text, side=Term("side", side), proof=proof, about="score")
    outcome: Outcome | None = s.game.foregone(s)
    if outcome is None:
        return
    for reason in outcome.reasons:
        s.tell("", "{reason}", reason=reason, about="score")
    s.then(*(Foregone(side) for side in s.game.sides if side != outcome.winner))


def say_if_foregone(s: State, before: Outcome | None) -> None:
    """Tell that one side can no longer win, and let it end the game, unless it was so `before`."""
    outcome: Outcome | None = s.game.foregone(s)
    if s.outcome is not None or before is not None or outcome is None:
        return
    for loser in s.game.sides:
        if loser != outcome.winner:
            text = "{side^} can no longer win, and its enemy can no longer lose."
            s.tell("", text, side=Term("side", loser), about="score")
            s.then(Foregone(loser))
    for reason in outcome.reasons:
        s.tell("", "{reason}", reason=reason)


@dataclass(frozen=True, slots=True)
class Foregone(Choice["State"]):
    """The side that can no longer win ends the game, or plays on for the fun of it."""

    verbs: ClassVar[tuple[str, ...]] = (END.verb, PLAY_ON.verb)
    loser: str

    def actor(self, s: State) -> str:
        return self.loser

    def prompt(self, s: State) -> str:
        return say(
            "{side^} can no longer win. {reasons} End the game here, or play on to its last turn.",
            side=Term("side", self.loser),
            reasons=row(" ", s.game.foregone(s).reasons),
        )

    def options(self, s: State) -> Iterator[Action]:
        yield END
        yield PLAY_ON

    def sample(self, s: State, pick: Pick) -> Action:
        """Random play goes on, so that the ends of games are tried."""
        return PLAY_ON

    def label(self, s: State, a: Action) -> str:
        return say("End the game here") if a == END else say("Play on")

    def rules(self, s: State) -> tuple[str, ...]:
        return tuple(str(reason.values["cited"]) for reason in s.game.foregone(s).reasons)

    def check(self, s: State, a: Action) -> Refusal | None:
        return None if a in (END, PLAY_ON) else self.not_now(s, a)

    def apply(self, s: State, a: Action) -> None:
        if a == END:
            s.finish(s.game.foregone(s))
