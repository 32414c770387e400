"""[23.0] Fog of war: what a side sees of the table, and how the rest may be imagined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import CHANCE, Listing, bits, fact, say
from sandtable.core.chance import Luck
from sandtable.core.facts import TrackFacts, UnitFacts

from . import imagined
from .sequence import Activation
from .spoken import panic_by_hex
from .state import MusketeerState
from .wording import Decision

if TYPE_CHECKING:
    from .game import Musketeer


def hidden_units(game: Musketeer, s: MusketeerState, side: str) -> int:
    """[23.0] The enemy ground units in play that this side may not examine."""
    unknown = game.ground_of[game.enemy[side]] & ~s.known
    return sum(1 << u for u in bits(unknown) if s.loc[u])


def face_down(game: Musketeer, s: MusketeerState) -> int:
    """[25.5] Guerrillas in the Reinforcement Box lie face down for everybody."""
    box = game.box_of["egypt"]
    return sum(1 << u for u in bits(game.guerrillas) if s.loc[u] == box)


def being_deployed(game: Musketeer, s: MusketeerState, side: str) -> int:
    """[4.3, 23.0] Units of a set-up still going on: the others see it when it is complete, for the order would tell who is who."""
    choice = s.choice
    contingent = choice.deploys() if isinstance(choice, Decision) else ""
    if not contingent or s.actor == side:
        return 0
    return sum(1 << u for u in bits(game.ground_by[contingent]) if game.suggested[u])


def units_seen(game: Musketeer, s: MusketeerState, side: str) -> list[UnitFacts]:
    """[23.0] Own units and examined ones by name; of the others only contingent, place and number [ruling MU-21].

    A spectator (a side that does not play) sees what both players see of each other.
    """
    hidden, unseen = face_down(game, s), being_deployed(game, s, side)
    for viewer in (side,) if side in game.sides else game.sides:
        hidden |= hidden_units(game, s, viewer)
    hidden &= ~unseen
    away = hidden | unseen
    seen = [v for u in range(len(game.roster)) if s.loc[u] and not away >> u & 1 and (v := game.visible(s, u, side))]
    places: dict[tuple[int, str, str], int] = {}
    for u in bits(hidden):
        kind = "guerrilla" if game.guerrillas >> u & 1 else ""
        key = (s.loc[u], game.contingent_of[u], kind)
        places[key] = places.get(key, 0) + 1
    named = 0
    for (where, contingent, kind), count in sorted(places.items()):
        status = ["zone"] if where in bits(in_force(s, contingent)) else []
        for _ in range(count):
            named += 1
            seen.append(
                {
                    "name": f"?{named}",
                    "side": game.side_of[contingent],
                    "nation": contingent,
                    "type": kind,
                    "at": str(game.hex_name(where)),
                    "hidden": True,
                    "factors": [],
                    "status": status[:],
                }
            )
    return seen


@fact
def in_force(s: MusketeerState, contingent: str) -> int:
    """[13.1, 23.2] The hexes in which units of a contingent have a zone of control; that an unexamined stack has one is no secret:
    every move next to it would tell [ruling MU-23]."""
    game = s.game
    return s.occupied(s.zone_units(game.side_of[contingent]) & game.ground_by[contingent])


def _named(game: Musketeer, contingents: tuple[str, ...]) -> str:
    """Contingents by their names."""
    return Listing([game.title_of[c] for c in contingents]) if contingents else say("none")


def tracks(game: Musketeer, s: MusketeerState, side: str) -> list[TrackFacts]:
    """Index, turn, and the open part of the command markers; the own pool for its owner only [5.3]."""
    found: list[TrackFacts] = [
        {"id": "escalation", "name": say("Escalation index"), "value": s.escalation, "max": 50},
        {"id": "turn", "name": say("Turn"), "value": s.turn, "max": 7},
        {"id": "picked", "name": say("Markers picked this turn"), "value": ", ".join(s.picked) or say("none")},
        {"id": "removed", "name": say("Special markers played"), "value": ", ".join(s.removed) or say("none")},
        {"id": "involved", "name": say("Late contingents committed"), "value": _named(game, s.involved)},
        {"id": "barred", "name": say("Markers barred by events"), "value": ", ".join(s.barred) or say("none")},
    ]
    if s.contingent:
        name: str = game.title_of[s.contingent]
        if s.special:
            name = say("{contingent} (special marker)", contingent=name)
        found.append({"id": "impulse", "name": say("Activated contingent"), "value": name})
    if side in game.sides:
        found.append({"id": "pool", "name": say("Your pool"), "value": ", ".join(s.pool(side)) or say("empty")})
    return found


# imagining the rest -------------------------------------------------------------------------------------------
def sample_hidden(game: Musketeer, s: MusketeerState, side: str, rng: Luck) -> MusketeerState:
    """A state that this side cannot tell from the real one: other pools, other units in unexamined stacks.

    It is made from what the side knows and from `rng` alone, so that two states the side cannot tell apart give the same.
    """
    t: MusketeerState = s.copy()
    enemy = game.enemy[side]
    _sample_pool(game, t, enemy, rng)
    hidden = hidden_units(game, s, side)
    for contingent, units in game.ground_by.items():
        if hidden & units:
            imagined.deal(game, t, contingent, hidden & units, rng)
    if hidden & game.ground_by["egypt"]:
        panic_by_hex(s, t)
    return t


def playable(game: Musketeer, s: MusketeerState, side: str, rng: Luck) -> MusketeerState:
    """A sample to play on from. In the middle of a decision that only the enemy's real units allow, those stay."""
    t = sample_hidden(game, s, side, rng)
    if next(t.options(), None) is None:
        pools = t.pool_west, t.pool_east
        t = s.copy()
        t.pool_west, t.pool_east = pools
    return t


def _sample_pool(game: Musketeer, t: MusketeerState, enemy: str, rng: Luck) -> None:
    """[5.3] Any set of markers that the enemy may have planned and that has not been picked yet."""
    names = [m.name for m in game.markers_for(t, enemy) if m.name not in t.picked]
    for frame in t.agenda:
        if isinstance(frame, Decision):
            names = [n for n in names if n not in frame.undecided(enemy)]
    markers = tuple(n for n in names if rng.random() < 0.5)
    if not markers and _has_markers(game, t, enemy):
        markers = (names[rng.randrange(len(names))],)
    t.set_pool(enemy, () if _picked_all(t) else markers)


def _has_markers(game: Musketeer, t: MusketeerState, side: str) -> bool:
    """[5.1] It picks one, or the turn has gone on although the other pool is empty."""
    picks = t.actor == CHANCE and getattr(t.choice, "side", "") == side
    other = t.pool(game.enemy[side])
    return picks or (not other and (game.phase(t) == "activation" or t.passes == 2))


def _picked_all(t: MusketeerState) -> bool:
    """[5.1] The turn has ended without two passes: both pools are empty."""
    return t.passes < 2 and not any(isinstance(frame, Activation) for frame in t.agenda)
