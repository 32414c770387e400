"""What a position of Across Suez is worth: the three conditions, who can still bring them about, and the armies."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from pathlib import Path

from sandtable.bots.evaluate import Evaluator, Features, read_weights
from sandtable.core import reach
from sandtable.games.across_suez.game import AcrossSuez
from sandtable.games.across_suez.reinforcements import waiting
from sandtable.games.across_suez.state import SuezState
from sandtable.games.across_suez.victory import UNITS_ACROSS
from sandtable.games.across_suez.zones import zone_of

MEANING = {
    "across": "Units across the canal, of the six needed.",
    "late": "Units that cannot cross in time by ferry alone.",
    "bridge-lives": "The bridge is not lost.",
    "bridge-there": "The bridge stands in Matzmed.",
    "bridge-way": "How far the bridge still has to go.",
    "bridge-met": "An Egyptian stands next to the bridge.",
    "guards": "Israeli units next to Matzmed.",
    "siege": "Egyptian units next to Matzmed.",
    "plug": "An Egyptian stands in Matzmed.",
    "held": "An Israeli stands in Matzmed.",
    "line": "What stands in the way of the line of communication.",
    "line-open": "The line is open.",
    "israel": "Israeli strength on the map.",
    "egypt": "Egyptian strength on the map.",
    "israel-near": "Israeli strength within three hexes of Matzmed.",
    "egypt-near": "Egyptian strength within three hexes of Matzmed.",
    "crossers": "Israeli units that are near enough to cross.",
    "egypt-close": "Egyptian strength within six hexes of Matzmed.",
    "egypt-due": "Egyptian strength still to come.",
    "israel-due": "Israeli strength still to come.",
    "egypt-waiting": "Egyptian strength kept off the map that could come in now.",
    "corks": "Israeli units at the entry hexes of the Egyptian reserves.",
    "garrison": "Israeli units on the places that the line cannot do without.",
    "all-three": "Six across (or in time), the bridge there and the line open: the product.",
    "odds": "Israeli strength against Egyptian, reserves included.",
}
CLOSED, PINNED, FARTHEST = 12, 6, 60
GARRISON = ("0211", "1210", "1310", "1409", "1509", "1608", "1708")
DOORS = ("0401", "0921")


@lru_cache(maxsize=8)
def ground(game: AcrossSuez) -> tuple[dict[int, int], int, int, int, int]:
    """Facts of the map: the bridge's way, hexes within three and six of Matzmed, the doors, the garrison's places."""
    grid = game.map.grid
    way = {game.matzmed: 0, **reach(game.edges(game.bridge), game.matzmed, 120).cost}
    doors = 0
    for name in DOORS:
        doors |= grid.adjacent[game.hex(name)]
    garrison = sum(1 << game.hex(name) for name in GARRISON)
    return way, grid.within(game.matzmed, 3), grid.within(game.matzmed, 6), doors, garrison


def line_cost(game: AcrossSuez, israel: int, egypt: int, zone: int) -> int:
    """The cheapest line: an Egyptian unit in the way costs twelve, his zone six."""
    grid, goal = game.map.grid, 1 << game.line_end
    allowed = game.terrain.clear_and_road | 1 << game.matzmed
    closed, pinned = egypt, zone & ~israel & ~egypt
    start = 1 << game.matzmed
    waves = {CLOSED if closed & start else PINNED if pinned & start else 0: start}
    seen = c = 0
    while c < FARTHEST:
        wave = waves.pop(c, 0) & ~seen
        while wave:
            seen |= wave
            if wave & goal:
                return c
            around = grid.spread(wave) & allowed & ~seen
            for hexes, k in ((closed, CLOSED), (pinned, PINNED)):
                if here := around & hexes:
                    waves[c + k] = waves.get(c + k, 0) | here
                    around &= ~here
            wave = around
        c += 1
    return FARTHEST


def features(s: SuezState) -> Features:
    """Everything in MEANING, seen by Israel."""
    return {**conditions(s), **armies(s)}


def conditions(s: SuezState) -> Features:
    """The six, the bridge and the line, each as far as it has come, and their product."""
    game, loc = s.game, s.loc
    way, _, _, _, garrison = ground(game)
    grid, at, foes = game.map.grid, loc[game.bridge], s.hexes_of("egypt")
    with_bridge = s.hexes_of("israel")
    own = sum({1 << loc[u] for u in game.units_of["israel"] if loc[u] > 0 and u != game.bridge})
    line = sqrt(line_cost(game, with_bridge, foes, zone_of(s, foes)) / FARTHEST)
    across, left = loc.count(game.box("across")), game.last_turn - s.turn
    gone = max(0, UNITS_ACROSS - across - 2 * left) / UNITS_ACROSS
    lives, there, ring = at != game.box("eliminated"), at == game.matzmed, grid.adjacent[game.matzmed]
    return {
        "across": min(across, UNITS_ACROSS) / UNITS_ACROSS,
        "late": gone,
        "bridge-lives": float(lives),
        "bridge-there": float(there),
        "bridge-way": (way.get(at, FARTHEST) if at > 0 else FARTHEST) / FARTHEST if lives else 1.0,
        "bridge-met": float(at > 0 and bool(grid.adjacent[at] & foes)),
        "guards": (ring & own).bit_count() / 3,
        "siege": (ring & foes).bit_count() / 3,
        "plug": float(foes >> game.matzmed & 1),
        "held": float(own >> game.matzmed & 1),
        "line": line,
        "line-open": float(line == 0),
        "garrison": (garrison & with_bridge).bit_count() / 7,
        "all-three": float(lives) * (1.0 if there else 0.4) * (1 - line) * (1 - gone),
    }


def armies(s: SuezState) -> Features:
    """Strength on the map, near Matzmed, and still to come."""
    game, loc, strength = s.game, s.loc, s.game.strength
    _, near, close, doors, _ = ground(game)
    box = game.box("reinforcements")
    israel = [u for u in game.units_of["israel"] if u != game.bridge]
    ours, theirs = [u for u in israel if loc[u] > 0], [u for u in game.units_of["egypt"] if loc[u] > 0]

    def sum_of(units: list[int], hexes: int = -1) -> int:
        return sum(strength[u] for u in units if hexes < 0 or hexes >> loc[u] & 1)

    israel_due = sum(strength[u] for u in israel if loc[u] == box)
    egypt_due = sum(strength[u] for u in game.units_of["egypt"] if loc[u] == box)
    whole = 1.0 + sum_of(ours) + israel_due + sum_of(theirs) + egypt_due
    return {
        "israel": sum_of(ours) / 40,
        "egypt": sum_of(theirs) / 40,
        "israel-near": sum_of(ours, near) / 15,
        "egypt-near": sum_of(theirs, near) / 15,
        "crossers": min(len([u for u in ours if close >> loc[u] & 1]), 8) / 8,
        "egypt-close": sum_of(theirs, close) / 20,
        "egypt-due": egypt_due / 20,
        "israel-due": israel_due / 20,
        "egypt-waiting": sum(strength[u] for u in waiting(s, "egypt")) / 10,
        "corks": len([u for u in ours if doors >> loc[u] & 1]) / 3,
        "odds": (sum_of(ours) + israel_due - sum_of(theirs) - egypt_due) / whole,
    }


def clock(s: SuezState) -> float:
    return float((s.game.last_turn - s.turn) / s.game.last_turn)


def mover(s: SuezState) -> str:
    return str(s.game.phase(s).partition("-")[0])


def weights(edition: str) -> Path:
    """The file of the weights of an edition."""
    return Path(__file__).with_name(f"weights-{edition}.toml")


@lru_cache
def evaluator(path: Path) -> Evaluator[SuezState]:
    return Evaluator(MEANING, features, clock, mover, read_weights(path))
