"""What the network sees beside the evaluator's features: who is in contact, who has no way back, what an attack would kill."""

from __future__ import annotations

from functools import lru_cache

from sandtable.bots.evaluate import Features
from sandtable.core import bits
from sandtable.games.across_suez.game import AcrossSuez
from sandtable.games.across_suez.state import SuezState
from sandtable.games.across_suez.zones import zone_of

from .evaluator import MEANING as EVALUATED
from .evaluator import features
from .sight import field_of, threat_of

SEES = {
    "units": "units on the map",
    "heavy": "units of strength four and more",
    "contact": "strength next to an enemy",
    "pinned": "strength next to an enemy without a way back",
    "kills": "enemy strength that attacks from where they stand would destroy",
    "exposed": "strength within four hexes of more of the enemy",
    "risk": "strength that the enemy's next turn may destroy",
    "way": "mean distance to Matzmed",
}
MEANING = {f"{side}-{name}": text for side in ("israel", "egypt") for name, text in SEES.items()}
WHEN = {
    "left": "the share of the game still to play",
    "israel-turn": "it is Israel's player turn",
    "fighting": "the phasing side has moved",
    "egypt-moves": "Egypt is about to move",
}
NAMES = (*EVALUATED, *MEANING, *WHEN)
"""The inputs of the network."""


def seen(s: SuezState, phase: str = "") -> Features:
    """All the network looks at, in the phase that the position is in, or as if it were another."""
    game, phase = s.game, phase or s.game.phase(s)
    mover, _, kind = phase.partition("-")
    when = ((game.last_turn - s.turn) / game.last_turn, mover == "israel", kind == "combat", phase == "egypt-movement")
    return {**features(s), **battle(s, phase), **dict(zip(WHEN, map(float, when), strict=True))}


@lru_cache(maxsize=8)
def _rings(game: AcrossSuez) -> tuple[list[int], list[int]]:
    """The hexes within four of each, and the distance of each to Matzmed."""
    grid = game.map.grid
    inside = set(grid.hexes)
    rings = [grid.within(h, 4) if h in inside else 0 for h in range(grid.size)]
    return rings, [grid.distance(h, game.matzmed) if h in inside else 0 for h in range(grid.size)]


def battle(s: SuezState, phase: str) -> Features:
    """Everything in MEANING: for both armies what SEES says, as shares."""
    found: Features = {}
    at = {side: {s.loc[u]: u for u in s.units_of(side)} for side in ("israel", "egypt")}
    for side, enemy in (("israel", "egypt"), ("egypt", "israel")):
        found.update({f"{side}-{k}": v for k, v in _army(s, at[side], at[enemy]).items()})
        found[f"{side}-risk"] = _risk(s, side, phase, at[side]) / 10
    return found


def _risk(s: SuezState, side: str, phase: str, at: dict[int, int]) -> float:
    """The strength that falls if whoever can reach a unit attacks it, shared among so many targets."""
    game, odds, threat = s.game, field_of(s.game).odds, threat_of(s, side, phase)
    lost = 0.0
    for h, u in at.items():
        if force := min(threat.get(h, 0), 9):
            p = odds[game.crt.shifted(force - game.strength[u], game.terrain.shift(h, 0)[0])]
            lost += game.strength[u] * (p["De"] + p["Ee"] + 0.3 * p["Dr"])
    return lost / 3


def _army(s: SuezState, at: dict[int, int], foes: dict[int, int]) -> Features:
    game, grid, strength = s.game, s.game.map.grid, s.game.strength
    rings, far = _rings(game)
    own = sum(1 << h for h in at)
    theirs = sum(1 << h for h in foes)
    touched, zone = grid.spread(theirs), zone_of(s, theirs)
    shut = own | theirs | zone
    contact = pinned = heavy = way = whole = 0
    exposed = 0.0
    for h, u in at.items():
        points = strength[u]
        whole += points
        heavy += points >= 4
        way += points * far[h]
        if touched >> h & 1:
            contact += points
            pinned += points if not game.terrain.exits[h] & ~shut else 0
        force = sum(strength[foes[n]] for n in bits(rings[h] & theirs))
        exposed += points * min(8, max(0, force - 2 * points)) / 8
    return {
        "units": len(at) / 22,
        "heavy": heavy / 10,
        "contact": contact / 20,
        "pinned": pinned / 20,
        "kills": _kills(game, at, foes, own, zone_of(s, own)) / 10,
        "exposed": exposed / 30,
        "way": way / max(1, whole) / 15,
    }


def _kills(game: AcrossSuez, at: dict[int, int], foes: dict[int, int], own: int, zone: int) -> float:
    """What the best attack on each, one after another, would destroy; nobody attacks twice."""
    grid, strength, odds = game.map.grid, game.strength, field_of(game).odds
    theirs = sum(1 << h for h in foes)

    def chance(h: int, team: list[int], mask: int) -> float:
        shift = game.terrain.shift(h, mask)[0]
        p = odds[game.crt.shifted(sum(strength[u] for u in team) - strength[foes[h]], shift)]
        back = game.terrain.exits[h] & ~own & ~theirs & ~zone
        return p["De"] + p["Ee"] + (0.0 if back else p["Dr"])

    def team_of(h: int, free: int) -> tuple[list[int], int]:
        mask = grid.adjacent[h] & free
        return [at[n] for n in bits(mask) if at[n] != game.bridge], mask

    wanted = []
    for h, v in foes.items():
        team, mask = team_of(h, own)
        if team:
            wanted.append((-chance(h, team, mask) * strength[v], h))
    free, killed = own, 0.0
    for _, h in sorted(wanted):
        team, mask = team_of(h, free)
        if team:
            gain = chance(h, team, mask) * strength[foes[h]]
            if gain > 0.5:
                killed += gain
                free &= ~mask
    return killed
