"""25.71 and 26.93 counted a second time, slowly and from the book's words, at the end of random games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.movement.zones import zone
from sandtable.games.sinai.supply.judgement import fed

RACES = ["mid-1970s-race", "mid-1970s-jihad", "mid-1970s-race-soviet"]
COUNTED_HEX_BY_HEX = ["1973", "1973-cooperation", "mid-1970s-cooperation"]
POINTS = {"bar_lev": 10, "canal_west_bank": 20, "goal_C_port_said": 5, "goal_D_suez": 5}
CITIES = {
    "goal_J_old_jerusalem": 15,
    "goal_K_new_jerusalem": 15,
    "goal_L_haifa": 10,
    "goal_M_tel_aviv": 15,
    "goal_N_eilat": 10,
}


def last_position(scenario: str, seed: int, decisions: int) -> Any:
    """A random game stopped before the points are counted: the state and what it becomes when the players agree to end it."""
    rng, s = Random(seed), sandtable.load(f"sinai/{scenario}").start()
    n = 0
    while n < decisions or s.choice.__class__.__name__ not in ("Movement", "Combat") or s.check("offer"):
        a = s.sample(rng.randrange)
        if a.verb not in ("offer", "accept", "ask"):
            s = s.play(a)
        n += 1
    return s, s.play("offer").play("accept")


def hexes(s: Any, name: str) -> set[int]:
    return set(bits(s.game.map.sets[name]))


def lost(s: Any, side: str) -> int:
    return sum(1 for u in s.game.side_units[side] if s.loc[u] == s.game.ELIMINATED)


def race(s: Any) -> tuple[int, int]:
    """26.92, 26.93: points of Israel and of the Arabs."""
    mine = set(bits(s.israeli_last))
    arabs = {s.loc[u] for u in s.game.side_units["arab"] if s.loc[u] > 0}
    israel, arab = lost(s, "arab"), 2 * lost(s, "israel") + 2 * s.strike_losses
    won = {name for name in POINTS if hexes(s, name) <= mine}
    if "canal_west_bank" in won:
        won -= {"goal_C_port_said", "goal_D_suez"}
    israel += sum(POINTS[name] for name in won)
    israel += 10 * bool(s.amman_taken or hexes(s, "amman_adjacent") & mine)
    israel += 10 * bool(s.jordan_at_war and not arabs & hexes(s, "west_bank"))
    israel += 5 * (not arabs & (hexes(s, "syria_all") - hexes(s, "golan")))
    israel += 15 * (not arabs & hexes(s, "goal_H_egypt_north"))
    arab += sum(points for name, points in CITIES.items() if not hexes(s, name) & mine)
    inside = [u for u in s.game.side_units["arab"] if s.loc[u] in hexes(s, "israel_1967")]
    arab += 5 * any(fed(s, 1 << u) for u in inside)
    return israel, arab


@pytest.mark.rule("sinai", "26.92", "26.93", "26.93b", "25.61")
@pytest.mark.parametrize("scenario", RACES)
def test_r26_93_the_race_counted_twice(scenario: str) -> None:
    for seed, decisions in ((1, 60), (2, 250), (3, 500)):
        _, over = last_position(scenario, seed, decisions)
        score = dict(over.outcome.score)
        assert (score["israel"], score["arab"]) == race(over)


def reached(start: set[int], open_hexes: set[int], s: Any) -> set[int]:
    """All hexes joined to the start through open ones."""
    found, edge = start & open_hexes, list(start & open_hexes)
    while edge:
        for n in s.game.map.grid.neighbours[edge.pop()]:
            if n in open_hexes and n not in found:
                found.add(n)
                edge.append(n)
    return found


def in_communication(s: Any, side: str) -> set[int]:
    """25.71: units in supply, or linked to one by hexes held or covered by uncontested zones."""
    game, enemy = s.game, "arab" if side == "israel" else "israel"
    units = [u for u in game.side_units[side] if s.loc[u] > 0 and u != game.supply_unit]
    held = {s.loc[u] for u in units} | (set(bits(game.bar_lev & ~s.destroyed)) if side == "israel" else set())
    chain = held | covered(s, side)
    linked = set()
    for u in units:
        if fed(s, 1 << u):
            linked |= reached({s.loc[u]}, chain, s)
    assert enemy != side
    return {u for u in units if s.loc[u] in linked}


def covered(s: Any, side: str) -> set[int]:
    """25.71: zones that no enemy zone, unit or Bar Lev hex overlaps."""
    enemy = "arab" if side == "israel" else "israel"
    works = set(bits(s.game.bar_lev & ~s.destroyed)) if enemy == "israel" else set()
    there = {s.loc[u] for u in s.game.side_units[enemy] if s.loc[u] > 0}
    return set(bits(zone(s, side))) - set(bits(zone(s, enemy))) - there - works


def captured_hexes(s: Any, side: str) -> set[int]:
    """25.71: enemy land occupied or covered by communicating units, or cut off from every enemy source by it."""
    game = s.game
    land = set(bits((game.arab_land if side == "israel" else game.israel_land) & game.land))
    linked = in_communication(s, side)
    t = s.copy()
    for u in game.side_units[side]:
        if u not in linked and u != game.supply_unit:
            t.loc[u] = 0
    taken = ({s.loc[u] for u in linked} | covered(t, side)) & land
    if side == "israel":
        sources = {h for front in ("egypt", "syria", "jordan") for h in bits(game.home_edge[front])}
    else:
        arabs = {s.loc[u] for u in game.side_units["arab"]}
        sources = set(bits(game.cities_israeli & ~s.destroyed)) - arabs
    before, after = reached(sources, land, s), reached(sources - taken, land - taken, s)
    return taken | (before - after)


@pytest.mark.rule("sinai", "25.71", "25.95")
@pytest.mark.parametrize("scenario", COUNTED_HEX_BY_HEX)
def test_r25_71_territory_counted_twice(scenario: str) -> None:
    for seed, decisions in ((1, 60), (2, 250), (3, 500)):
        before, over = last_position(scenario, seed, decisions)
        linked = in_communication(before, "israel") | in_communication(before, "arab")
        gone = {u for u in range(len(before.loc)) if before.loc[u] > 0 >= over.loc[u]}
        everybody = {u for u, h in enumerate(before.loc) if h > 0 and u != before.game.supply_unit}
        assert gone == everybody - linked  # out of communication: eliminated
        ours, theirs = captured_hexes(over, "israel"), captured_hexes(over, "arab")
        israel, arab = 2 * len(ours) + lost(over, "arab"), 5 * len(theirs) + 2 * lost(over, "israel")
        if over.amman_taken:
            continue
        score = dict(over.outcome.score)
        assert (score["israel"], score["arab"]) == (israel, arab + 2 * over.strike_losses)
