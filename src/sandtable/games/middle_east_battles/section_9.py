"""[9.2, 9.4, 9.6, 9.11] The sequence of play of Suez '56: airstrikes, paratroops, militia, the end."""

from __future__ import annotations

from typing import Final

from sandtable.core import Action, Pick, Roll, bits, say

from .arrival import Section
from .beaches import BEACH, beach_room, beaches, random_beaching
from .crossings import CROSSING, crossings
from .helicopters import FLIGHT, LIFT, random_flight, random_lift
from .landing import AirborneLanding
from .last_turn import HISTORIC_END, Pressure, StopOrGoOn
from .militia import MUSTER, MilitiaCall, random_muster
from .state import SuezState
from .victory import score_objectives


def game_turn_starts(s: SuezState) -> None:
    """[8.18, 9.6] Seven British and five French airstrikes every game turn."""
    s.air = s.game.airstrikes


def player_turn_starts(s: SuezState, side: str) -> None:
    """[9.4, 9.11] Paratroops before the Anglo-French movement, militia before the Egyptian."""
    s.helped = 0
    if side == s.game.west:
        s.beached, s.flown = 0, [0] * len(s.flown)
        landing = AirborneLanding(side, 2 if s.turn == 1 else 1)
        if landing.candidates(s):
            s.then(landing)
    else:
        s.militia_due = 0
        if s.turn >= 2 and not s.militia_over:
            s.then(MilitiaCall())


def game_turn_ends(s: SuezState) -> None:
    """[9.2, 9.8] Objectives each turn; turn 6 asks whether to go on; later turns cost a die plus one."""
    score_objectives(s)
    if s.turn > HISTORIC_END:
        s.then(Roll("pressure to end the fighting"), Pressure())
    elif s.turn == HISTORIC_END:
        s.then(StopOrGoOn())


def random_arrival(s: SuezState, side: str, pick: Pick) -> Action | None:
    """One of a kind, if there is one of that kind."""
    game = s.game
    if side == game.egypt:
        return random_muster(s, pick)
    kind, helicopter = pick(4), sorted(bits(game.helicopters))[pick(2)]
    if kind == 1:
        return random_lift(s, pick)
    if kind == 2:
        return random_beaching(s, side, pick)
    if kind == 3:
        return random_flight(s, helicopter, pick)
    options = list(crossings(s))
    return options[pick(len(options))] if options else None


def arrival_note(s: SuezState, side: str) -> str:
    """[9.4, 9.13] Militia that are due, or those that wait for the beaches and find room there."""
    if side == s.game.egypt:
        return say("{n} militia may be placed [9.4].", n=s.militia_due) if s.militia_due else ""
    left = min(beach_room(s), sum(1 for _, hexes in beaches(s, side) if hexes))
    return say("Up to {n} {n#unit|units} may land from the sea [9.13].", n=left) if left else ""


SECTION_9: Final = Section(
    arrivals={"fly": FLIGHT, "lift": LIFT, "beach": BEACH, "cross": CROSSING, "muster": MUSTER},
    sample=random_arrival,
    note=arrival_note,
    game_turn_starts=game_turn_starts,
    player_turn_starts=player_turn_starts,
    game_turn_ends=game_turn_ends,
)
