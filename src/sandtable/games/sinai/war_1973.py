"""[24.2, 24.33, 24.52, 24.9, 25.5, 25.6] What 1973 adds: its sequence, last ways to retreat, the reserve, the ceasefire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import Action, Choice, Pick, Refusal, Roll, Step

from .agreement import OFFER, Agreement
from .air import PlaceStrikes, RemoveStrikes
from .amman import amman_reached, brigades_at
from .combat import BeginCombat, Combat
from .entering import friendly_edge
from .jordan import Participation, march_to_syria
from .movement import BeginMovement, Movement
from .nations import kept_out_of_jordan
from .reinforcements import AskAtEdge, Reinforce
from .retreat import been_in, edges_for, forbidden, ways_back
from .sam import Raids
from .stacking import fits
from .state import ARAB, ISRAEL, SinaiState
from .strength import surprise
from .supply import fed

RESERVE_AFTER = 2
"""[25.5] Consecutive Israeli Movement Phases west of the Canal that call the Egyptian reserve."""
CEASEFIRE_AFTER = 3
"""[25.61] The same with a supplied brigade, for an Arab request."""
ALWAYS_AFTER = 20
"""[25.61] After this Game-Turn either player may ask."""
DECLARED_ON = 3
"""[25.62] A die of this or less ends the game."""


def player_turn(s: SinaiState, side: str) -> None:
    """[24.2, 25.82, 26.15] The phases of a Player-Turn in 1973 and later."""
    rules = s.game.rules
    surprised = surprise(s)
    strikes = rules.air_strikes and s.turn >= rules.air_strikes_from_turn
    if surprised and side == ARAB:
        s.then(BeginCombat(ARAB), Combat(ARAB))
        return
    short = rules.opening == "no_second_move" and s.turn == 1 and side == rules.first_player
    frames: list[Step | Choice] = [*_movement(side, 1)]
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


def _movement(side: str, number: int) -> tuple[Step, ...]:
    return BeginMovement(side, number), Reinforce(side, number), OpenMovement(side, number)


@dataclass(frozen=True, slots=True)
class OpenMovement(Step):
    """[24.2, 24.81, 26.53] Open the Movement Phase; units on their march to Syria and landed Marines have moved."""

    side: str
    number: int

    def run(self, s: SinaiState) -> None:
        from .mid_1970s import Landing, to_land

        s.then(Movement(self.side, self.number, moved=march_to_syria(s) if self.side == ARAB else 0))
        if self.side == ISRAEL and to_land(s, self.number):
            s.then(Landing(self.number))


# retreats of last resort ------------------------------------------------------------------------------------
def last_ways(s: SinaiState, u: int, length: int, waived: int, canal: bool, under_attack: int = 0) -> list[list[int]]:
    """[24.33, 24.52, 24.9, 9.15] When no ordinary retreat exists: the unit is forced off the map. An Israeli mechanized
    unit goes one hex into rough as infantry rather than over an edge where it would count as eliminated (ruling
    SN-91); an Arab unit goes into Jordan only when it cannot leave the map at all. Nobody returns to a hex of this phase."""
    game = s.game
    bad = forbidden(s, u, waived) | under_attack | been_in(s, u)
    israeli = game.side_of[u] == ISRAEL
    if not game.rules.leave_map:
        return []
    edge = game.edge_hexes & friendly_edge(s, u) if israeli else game.edge_hexes
    if found := _off_the_map(s, u, length, bad, canal, edge):
        return found
    if israeli:
        return _into_the_hills(s, u, bad, canal) or _off_the_map(s, u, length, bad, canal, game.edge_hexes)
    if kept_out_of_jordan(s, u):
        return ways_back(s, u, length, waived, canal, under_attack, opened=game.home["jordan"])
    return []


def _into_the_hills(s: SinaiState, u: int, bad: int, canal: bool) -> list[list[int]]:
    """[24.52] One hex into rough, as infantry."""
    if ISRAEL not in s.game.rules.mech_as_infantry or not s.game.mechanized >> u & 1:
        return []
    h, rough = s.loc[u], s.game.map.terrain["rough"]
    steps = edges_for(s, u, True, canal)[h]
    return [[h, n] for n, _ in steps if rough >> n & 1 and not bad >> n & 1 and fits(s, (u,), n) is None]


def _rings(s: SinaiState, u: int, length: int, bad: int, canal: bool) -> Iterator[list[list[int]]]:
    """Shortest ways from the unit, ring by ring."""
    edges = edges_for(s, u, not s.game.mechanized >> u & 1, canal)
    ways, seen = [[s.loc[u]]], 1 << s.loc[u]
    yield ways
    for _ in range(length):
        onward: dict[int, list[int]] = {}
        for way in ways:
            for n, _ in edges[way[-1]]:
                if not (bad | seen) >> n & 1 and n not in onward:
                    onward[n] = [*way, n]
        ways = list(onward.values())
        seen |= sum(1 << n for n in onward)
        yield ways


def _off_the_map(s: SinaiState, u: int, length: int, bad: int, canal: bool, edge: int) -> list[list[int]]:
    """[24.33] The shortest ways over these edge hexes."""
    for k, ways in enumerate(_rings(s, u, length - 1, bad, canal)):
        found = [[*way, 0] for way in ways if edge >> way[-1] & 1]
        if found and k < length:
            return found
    return []


# west of the Canal ------------------------------------------------------------------------------------------
def note_west_bank(s: SinaiState) -> None:
    """[25.5, 25.61] After every Israeli Movement Phase: how long have Israelis been west of the Canal? (ruling SN-41)"""
    game = s.game
    if not game.rules.ceasefire:
        return
    west = [u for u in game.side_units[ISRAEL] if s.loc[u] > 0 and game.egypt_west >> s.loc[u] & 1]
    brigades = sum(1 << u for u in west if game.brigades >> u & 1)
    s.west_phases = s.west_phases + 1 if west else 0
    s.west_brigade_phases = s.west_brigade_phases + 1 if fed(s, brigades) else 0
    if game.rules.reserve and s.west_phases >= RESERVE_AFTER and not s.reserve_called:
        s.reserve_called = True
        s.tell("25.5", "The Egyptian reserve is called")
    amman_reached(s)


# the ceasefire ----------------------------------------------------------------------------------------------
def may_ask(s: SinaiState, side: str) -> str:
    """[25.61] The reason for which the side may request a ceasefire now, or nothing."""
    game = s.game
    if s.turn > ALWAYS_AFTER:
        return f"after Game-Turn {ALWAYS_AFTER} either player may ask"
    if side == ARAB:
        if s.west_brigade_phases >= CEASEFIRE_AFTER and fed(s, brigades_at(s, game.egypt_west)):
            return "a supplied Israeli brigade has been west of the Canal for three Movement Phases"
        near = sum(
            1 << u for u in game.side_units[ISRAEL] if s.loc[u] > 0 and game.map.sets["amman_adjacent"] >> s.loc[u] & 1
        )
        if s.jordan_at_war and fed(s, near & game.combat_units):
            return "a supplied Israeli unit stands next to Amman"
        return ""
    egyptians = sum(
        1 << u
        for u in game.side_units[ARAB]
        if s.loc[u] > 0 and game.nation[u] == "egypt" and game.map.sets["east_of_el_arish"] >> s.loc[u] & 1
    )
    if fed(s, egyptians):
        return "a supplied Egyptian unit stands east of El Arish"
    inside = sum(1 << u for u in game.side_units[ARAB] if s.loc[u] > 0 and game.map.sets["israel_1967"] >> s.loc[u] & 1)
    if fed(s, inside):
        return "a supplied Arab unit stands in pre-1967 Israel"
    return ""


@dataclass(frozen=True, slots=True)
class Ceasefire(Choice):
    """[25.61, 25.62] At the start of a Game-Turn a player who may may ask for a ceasefire, or offer to end the game."""

    side: str

    rule = "25.62"

    def actor(self, s: SinaiState) -> str:
        return self.side

    def prompt(self, s: SinaiState) -> str:
        why = may_ask(s, self.side)
        agree = "offer to end the game by agreement, or play on [25.61, 25.62]."
        return f"Ask for a ceasefire ({why}), {agree}" if why else agree.capitalize()

    def options(self, s: SinaiState) -> Iterator[Action]:
        yield Action("decline")
        if may_ask(s, self.side):
            yield Action("ask")
        yield Action("offer")

    def sample(self, s: SinaiState, pick: Pick) -> Action:
        if may_ask(s, self.side) and pick(2):
            return Action("ask")
        return Action("offer") if pick(60) == 0 else Action("decline")

    def check(self, s: SinaiState, a: Action) -> Refusal | None:
        if a in self.options(s):
            return None
        if a.verb == "ask":
            return Refusal(("25.61",), f"{self.side} may not ask for a ceasefire now")
        return self.not_now(s, a)

    def label(self, s: SinaiState, a: Action) -> str:
        ask = f"Ask for a ceasefire: declared on a die of 1 to {DECLARED_ON}"
        return {"decline": "Play on", "ask": ask, "offer": OFFER}[a.verb]

    def apply(self, s: SinaiState, a: Action) -> None:
        if a.verb == "ask":
            s.tell("25.62", "{} asks for a ceasefire", self.side.capitalize())
            s.then(Roll("ceasefire"), Declared())
        elif a.verb == "offer":
            s.then(Agreement(self.side))


@dataclass(frozen=True, slots=True)
class Declared(Step):
    """[25.62] One to three: the ceasefire is declared and the game ends."""

    def run(self, s: SinaiState) -> None:
        from .victory import finish

        if s.die <= DECLARED_ON:
            finish(s, "[25.62] the ceasefire is declared")
