"""[23.0] Fog of war: what a side sees of the table, and how the rest may be imagined."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sandtable.core import Frame, bits

from .state import MusketeerState

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
    from .setup import PlaceUnits, Reserve

    choice = s.choice
    if not isinstance(choice, Reserve | PlaceUnits) or choice.actor(s) == side:
        return 0
    return sum(1 << u for u in bits(game.ground_by[choice.contingent]) if game.suggested[u])


def units_seen(game: Musketeer, s: MusketeerState, side: str) -> list[dict[str, Any]]:
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
    for (where, contingent, kind), count in sorted(places.items()):
        for _ in range(count):
            seen.append(
                {
                    "name": f"?{sum(1 for v in seen if v.get('hidden')) + 1}",
                    "side": game.side_of[contingent],
                    "nation": contingent,
                    "type": kind,
                    "at": game.hex_name(where),
                    "hidden": True,
                    "factors": [],
                    "status": ["zone"] if _in_force(game, s, where, contingent, kind) else [],
                }
            )
    return seen


def _in_force(game: Musketeer, s: MusketeerState, where: int, contingent: str, kind: str) -> bool:
    """[23.2] Whether an unexamined stack has a zone is no secret: every move next to it would tell [ruling MU-23]."""
    return (
        where > 0
        and not kind
        and any(s.loc[u] == where for u in bits(s.zone_units(game.side_of[contingent]) & game.ground_by[contingent]))
    )


def tracks(game: Musketeer, s: MusketeerState, side: str) -> list[dict[str, Any]]:
    """Index, turn, and the open part of the command markers; the own pool for its owner only [5.3]."""
    found: list[dict[str, Any]] = [
        {"id": "escalation", "name": "Escalation index", "value": s.escalation, "max": 50},
        {"id": "turn", "name": "Turn", "value": s.turn, "max": 7},
        {"id": "picked", "name": "Markers picked this turn", "value": ", ".join(s.picked) or "none"},
        {"id": "removed", "name": "Special markers played", "value": ", ".join(s.removed) or "none"},
        {"id": "involved", "name": "Late contingents committed", "value": ", ".join(s.involved) or "none"},
        {"id": "barred", "name": "Markers barred by events", "value": ", ".join(s.barred) or "none"},
    ]
    if s.contingent:
        name = game.title_of[s.contingent] + (" (special marker)" if s.special else "")
        found.append({"id": "impulse", "name": "Activated contingent", "value": name})
    if side in game.sides:
        found.append({"id": "pool", "name": "Your pool", "value": ", ".join(s.pool(side)) or "empty"})
    return found


# imagining the rest -------------------------------------------------------------------------------------------
def sample_hidden(game: Musketeer, s: MusketeerState, side: str, rng: Any) -> MusketeerState:
    """A state that this side cannot tell from the real one: other pools, other units in unexamined stacks."""
    t: MusketeerState = s.copy()
    enemy = game.enemy[side]
    _sample_pool(game, t, enemy, rng)
    fixed = _named_in_agenda(game, s)
    for contingent, units in game.ground_by.items():
        if game.side_of[contingent] == enemy:
            free = hidden_units(game, s, side) & units & ~fixed
            _sample_identities(game, t, contingent, sorted(bits(free)), rng)
    if t.actor == enemy and next(t.options(), None) is None:
        # The enemy is in the middle of a decision that only its real units allow (rockets in range): keep those.
        pools = t.pool_west, t.pool_east
        t = s.copy()
        t.pool_west, t.pool_east = pools
    return t


def _sample_pool(game: Musketeer, t: MusketeerState, enemy: str, rng: Any) -> None:
    """[5.3] Any set of markers that the enemy may have planned and that has not been picked yet."""
    from .sequence import PickMarker, Plan

    names = [m.name for m in game.markers_for(t, enemy) if m.name not in t.picked]
    for frame in t.agenda:
        if isinstance(frame, Plan) and frame.side == enemy:
            names = [n for n in names if n not in frame.left]  # not decided yet
    markers = tuple(n for n in names if rng.random() < 0.5)
    if not markers and names and isinstance(t.choice, PickMarker) and t.choice.side == enemy:
        markers = (names[rng.randrange(len(names))],)
    t.set_pool(enemy, markers)


def _named_in_agenda(game: Musketeer, s: MusketeerState) -> int:
    """Units that a waiting frame or check speaks of; they stay who they are."""
    named = s.attackers | sum(1 << u for u in s.dropped)
    for frame in s.agenda:
        named |= _named(frame)
    return named


def _named(frame: Frame) -> int:
    b = 0
    for f in fields(frame):  # type: ignore[arg-type]
        value = getattr(frame, f.name)
        if f.type == "UnitId" and value >= 0:
            b |= 1 << value
        elif f.type == "Units":
            b |= value
        elif f.type == "tuple[UnitId, ...]":
            b |= sum(1 << u for u in value)
    return b


def _sample_identities(game: Musketeer, t: MusketeerState, contingent: str, units: list[int], rng: Any) -> None:
    """Let these units change places at random.

    Kept: the number per place, which stacks have a zone [ruling MU-23], the number of disrupted units, the
    division limit [12.1], and in the Egyptian box the kinds that 4.3 put there.
    """
    if not units:
        return
    flags = _sample_disruption(game, t, units, rng)
    box = game.box_of[contingent]
    typed = contingent == "egypt"
    for _ in range(50):
        left = units[:]
        rng.shuffle(left)
        order = sorted(range(len(units)), key=lambda i: (t.loc[units[i]] != box or not typed, not flags[i]))
        who: dict[int, int] = {}
        divisions: dict[int, int] = {}
        for u in bits(game.divisions & game.ground_by[contingent]):
            if u not in units and t.loc[u] > 0:
                divisions[t.loc[u]] = divisions.get(t.loc[u], 0) + 1
        for i in order:
            place = t.loc[units[i]]
            for v in left:
                if flags[i] and not game.two_sided >> v & 1:
                    continue
                if typed and place == box and not _same_kind(game, v, units[i]):
                    continue
                if game.divisions >> v & 1 and place > 0 and divisions.get(place, 0) >= game.division_limit[contingent]:
                    continue
                who[i] = v
                left.remove(v)
                if game.divisions >> v & 1:
                    divisions[place] = divisions.get(place, 0) + 1
                break
            else:
                break
        if not left:
            _exchange(t, {units[i]: v for i, v in who.items()}, {who[i] for i in who if flags[i]})
            return


def _same_kind(game: Musketeer, u: int, v: int) -> bool:
    a, b = game.roster[u], game.roster[v]
    return (a.type, a.size) == (b.type, b.size)


def _sample_disruption(game: Musketeer, t: MusketeerState, units: list[int], rng: Any) -> list[bool]:
    """Which of these places hold disrupted units: as many as now, with every zone as it is."""
    now = [bool(t.disrupted >> u & 1) for u in units]
    flags = [False] * len(units)
    free: list[int] = []
    for place in sorted({t.loc[u] for u in units}):
        here = [i for i, u in enumerate(units) if t.loc[u] == place]
        fresh = [u for u in t.at(place, game.ground) if not t.disrupted >> u & 1]
        if not fresh:
            for i in here:
                flags[i] = True
        elif place > 0:
            rng.shuffle(here)
            free += here if any(u not in units for u in fresh) else here[1:]
    count = sum(now) - sum(flags)
    if count > len(free):
        return now
    rng.shuffle(free)
    for i in free[:count]:
        flags[i] = True
    return flags


def _exchange(t: MusketeerState, who: dict[int, int], disrupted: set[int]) -> None:
    """Unit u's counter becomes unit who[u]: place and everything noted about it in this impulse."""
    loc = t.loc[:]
    for u, v in who.items():
        t.loc[v] = loc[u]
    moving = sum(1 << u for u in who)
    for k, kind in t.kinds.items():
        if kind == "Units" and k not in ("known", "disrupted"):
            old = getattr(t, k)
            new = old & ~moving
            for u, v in who.items():
                if old >> u & 1:
                    new |= 1 << v
            setattr(t, k, new)
    t.disrupted = (t.disrupted & ~moving) | sum(1 << v for v in disrupted)
