"""Map layers that a player may switch on: zones, the line of communication, and what the enemy can do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sandtable.core import Hex, Hexes, Layer, UnitId, bits, cite, entry, halves, say, threat
from sandtable.core.facts import LayerEntry

from .movement import is_confused, ways_of
from .optional import strength_of
from .reinforcements import waiting
from .state import SuezState
from .victory import line_of_communication
from .zones import enemy_of, zone_of

LAYERS: Final = (
    ("zoc-israel", say("Israeli zones of control")),
    ("zoc-egypt", say("Egyptian zones of control")),
    ("objectives", say("Line of communication and crossing site")),
    ("move-threat", say("Where the enemy can move next, as things stand")),
    ("attack-threat", say("What the enemy can attack next, as things stand")),
)


Entries = Iterable[tuple[Hex, LayerEntry]]


def layer(s: SuezState, side: str, name: str) -> Layer:
    """One layer, by hex number."""
    if name == "attack-threat":
        return _attack_threat(s, side)
    return {str(s.game.hex_name(h)): said for h, said in _LAYERS[name](s, side)}


def _zone(owner: str) -> Callable[[SuezState, str], Entries]:
    return lambda s, side: ((h, entry()) for h in bits(zone_of(s, s.hexes_of(owner))))


def _objectives(s: SuezState, side: str) -> Entries:
    text = say("On the open line of communication [{rule}]", rule=cite(s.game.edition.rule.line))
    yield from ((h, entry(text=text, tone="good")) for h in line_of_communication(s))
    yield s.game.matzmed, entry("★", say("Crossing site [{rule}]", rule=cite(s.game.edition.rule.crossing)))
    yield (
        s.game.line_end,
        entry("★", say("End of the line of communication [{rule}]", rule=cite(s.game.edition.rule.line))),
    )


def _next_turn(s: SuezState, side: str) -> SuezState:
    """The position as the enemy would find it in his next Movement Phase."""
    later: SuezState = s.copy()
    later.moved = later.landed = 0
    order = [phase.id for phase in s.game.phases]
    phase = s.game.phase(s)
    if phase and order.index(phase) > order.index(f"{enemy_of(side)}-movement"):
        later.turn = min(s.turn + 1, s.game.last_turn)
    return later


def _enemy_journeys(s: SuezState, side: str) -> Iterator[tuple[UnitId, Hex, int]]:
    """Every hex that an enemy unit, reinforcements included, can end in, with the half points it has left."""
    enemy = enemy_of(side)
    for u in s.units_of(enemy) + waiting(s, enemy):
        allowance = s.game.allowance_of(s, u)
        if s.loc[u] > 0:
            yield u, s.loc[u], allowance
            if is_confused(s, u):
                continue
        for h, cost in ways_of(s, u).cost.items():
            yield u, h, allowance - cost


def _move_threat(s: SuezState, side: str) -> Entries:
    left: dict[Hex, int] = {}
    for _, h, rest in _enemy_journeys(_next_turn(s, side), side):
        left[h] = max(left.get(h, 0), rest)
    text = "The enemy can come here with {n} Movement {n#Point|Points} left"
    return ((h, entry(halves(n), say(text, n=n / 2), "bad")) for h, n in left.items())


def attack_threat(s: SuezState, side: str) -> dict[Hex, int]:
    """The strength that the enemy could bring against every hex in his next turn, as things stand."""
    later = _next_turn(s, side)
    reached: dict[UnitId, Hexes] = {}
    for u, h, _ in _enemy_journeys(later, side):
        reached[u] = reached.get(u, 0) | 1 << h
    strength: dict[Hex, int] = {}
    for u, hexes in reached.items():
        for h in bits(s.game.map.grid.spread(hexes) & s.game.terrain.enterable):
            strength[h] = strength.get(h, 0) + strength_of(later, u)
    return strength


def _attack_threat(s: SuezState, side: str) -> Layer:
    held: dict[str, float] = {}
    for u in s.units_of(side):
        name = str(s.game.hex_name(s.loc[u]))
        held[name] = held.get(name, 0) + strength_of(s, u)
    return threat({str(s.game.hex_name(h)): n for h, n in attack_threat(s, side).items()}, held)


_LAYERS: Final = {
    "zoc-israel": _zone("israel"),
    "zoc-egypt": _zone("egypt"),
    "objectives": _objectives,
    "move-threat": _move_threat,
}
