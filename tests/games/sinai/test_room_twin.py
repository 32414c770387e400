"""7.0, 7.11, 15.0 and 24.9 in random crowds: who may end his move in a full hex because somebody there can leave it at once, and
who boards and leaves his trucks where."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.movement.rest import may_rest

from .crowds import moving
from .test_movement_twin import crowd, points, reached


def quarrels(s: Any, units: list[int]) -> bool:
    """[24.9, 25.18] Two SAM units; or two of Syria, Iraq and Jordan from 1973 on."""
    game = s.game
    nations = {game.nation[u] for u in units} & {"syria", "iraq", "jordan"}
    apart = game.rules.arab_nations == "not_jordan" and len(nations) > 1
    return apart or sum(game.sam >> u & 1 for u in units) > 1


def bad(s: Any, h: int, side: str) -> bool:
    """[7.0] Does the hex hold too many of the side, or such as may not stand together?"""
    there = [u for u in s.game.side_units[side] if s.loc[u] == h and u != s.game.supply_unit]
    return len(there) > 3 or quarrels(s, there)


def with_moved(s: Any, units: list[int], h: int) -> Any:
    t = s.copy()
    for u in units:
        t.loc[u] = h
    return t


def can_clear(s: Any, h: int, side: str, moved: int) -> bool:
    """Can units of the hex that have not moved put it in order, one after another?"""
    if not bad(s, h, side):
        return True
    for u in [u for u in s.game.side_units[side] if s.loc[u] == h and not moved >> u & 1]:
        for x in reached(s, u):
            t = with_moved(s, [u], x)
            if not bad(t, x, side) and may_rest(s, (u,), x, 2) is None and can_clear(t, h, side, moved | 1 << u):
                return True
    return False


def packed(rng: Random, scenario: str, side: str) -> Any:
    """Full and nearly full hexes of the side close together, some of their units moved already."""
    s = moving(scenario, side)
    game = s.game
    grid = game.map.grid
    banks = [h for h in grid.hexes if game.canal_banks >> h & 1]
    dry = [h for h in grid.hexes if game.land >> h & 1 and min(grid.distance(h, x) for x in banks) > 6]
    middle = rng.choice([h for h in dry if game.map.terrain_at[h] == "clear"])
    near = [h for h in dry if grid.distance(h, middle) <= 2]
    units = [u for u in game.side_units[side] if u != game.supply_unit]
    rng.shuffle(units)
    for h in rng.sample(near, min(5, len(near))):
        for _ in range(rng.choice([1, 2, 3, 3])):
            u = units.pop()
            there = [v for v in game.side_units[side] if s.loc[v] == h]
            if not quarrels(s, [*there, u]):
                s.loc[u] = h
    for u in rng.sample(game.side_units["arab" if side == "israel" else "israel"], 5):
        h = rng.choice(near)
        s.loc[u] = 0 if s.hexes_of(side) >> h & 1 else h
    s.jordan_at_war = s.trans_jordan_open = True
    s.unsupplied = s.units_of(side)  # they do not come far, so that there is less to compare
    moved = [game.roster.names[u] for u in game.side_units[side] if s.loc[u] > 0 and rng.random() < 0.4]
    text = s.position().replace('"number": 2', f'"number": 2, "moved": {str(moved).replace(chr(39), chr(34))}')
    return game.position(text)


@pytest.mark.rule("sinai", "5.27", "7.0", "7.11", "24.9", "25.18")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("scenario", ["1967", "1973", "mid-1970s"])
def test_r7_0_a_full_hex_is_entered_where_room_is_made_at_once(scenario: str, seed: int) -> None:
    rng = Random(f"room:{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = packed(rng, scenario, side)
    game, moved = s.game, s.choice.moved
    free = [u for u in game.side_units[side] if s.loc[u] > 0 and not moved >> u & 1]
    offered: dict[str, set[int]] = {}
    for a in s.options():
        if a.verb == "move":
            offered.setdefault(a.args[0], set()).add(game.parts(a).to)
    checked = 0
    for u in free:
        name = game.name_of(u)
        mates = [v for v in free if v != u and s.loc[v] == s.loc[u] and rng.random() < 0.5]
        for h in reached(s, u):
            if checked > 6 or may_rest(s, (u,), h, 2):
                continue
            after = with_moved(s, [u], h)
            full = bad(after, h, side)
            good = not full or can_clear(after, h, side, moved | 1 << u)
            assert (h in offered.get(name, ())) == good, (s.position(), name, game.hex_name(h))
            checked += full
            if full and good:
                t = s.play(f"move {name} {game.hex_name(h)}")
                assert t.choice.crowded == h
                if checked < 3:
                    relieves(t, h, side)
            both = [u, *mates]
            alike = {points(s, v) for v in both} == {points(s, u)} and game.mechanized >> u & 1
            alike = alike and all((game.mechanized | s.entrucked) >> v & 1 for v in both)
            if mates and alike and may_rest(s, tuple(both), h, 2) is None and set(reached(s, mates[-1])) >= {h}:
                after = with_moved(s, both, h)
                together = can_clear(after, h, side, moved | sum(1 << v for v in both))
                word = "+".join(game.roster.names[v] for v in both)
                assert (s.check(f"move {word} {game.hex_name(h)}") is None) == together, (s.position(), word, h)


def relieves(t: Any, h: int, side: str) -> None:
    """In a crowded hex only such moves are offered after which it is in order, or can still be put in order."""
    game, moved = t.game, t.choice.moved
    assert all(t.loc[game.unit(a.args[0])] == h for a in t.options())
    offered = {(a.args[0], game.parts(a).to) for a in t.options() if a.verb == "move"}
    wanted = set()
    for u in [u for u in game.side_units[side] if t.loc[u] == h and not moved >> u & 1]:
        for x in reached(t, u):
            after = with_moved(t, [u], x)
            rests = not bad(after, x, side) and may_rest(t, (u,), x, 2) is None
            if rests and can_clear(after, h, side, moved | 1 << u):
                wanted.add((game.name_of(u), x))
    assert offered == wanted, t.position()
    assert t.check("end") is not None


@pytest.mark.rule("sinai", "15.0", "15.14", "15.33", "15.41", "17.2")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", ["1967", "1973", "1956"])
def test_r15_0_who_gets_on_and_off_trucks_where(scenario: str, seed: int) -> None:
    side = ("israel", "arab")[seed % 2]
    s = crowd(Random(f"trucks:{scenario}:{seed}"), scenario, side)
    game = s.game
    down: dict[str, set[int]] = {}
    for a in s.options():
        if a.verb == "detruck":
            down.setdefault(a.args[0], set()).add(game.parts(a).to)
    for u in [u for u in game.side_units[side] if s.loc[u] > 0]:
        name, have = game.name_of(u), points(s, u)
        good = (
            {h for h, k in {s.loc[u]: 0, **reached(s, u)}.items() if k + 2 <= have} if s.entrucked >> u & 1 else set()
        )
        good = {h for h in good if h == s.loc[u] or not bad(with_moved(s, [u], h), h, side)}
        good = {h for h in good if h == s.loc[u] or may_rest(s, (u,), h, 2) is None}
        full = {h for h in down.get(name, ()) if bad(with_moved(s, [u], h), h, side)}
        dry = {h for h in good if not game.canal_banks >> h & 1}
        assert dry <= down.get(name, set()) - full <= good, (s.position(), name)
        mates = [v for v in game.side_units[side] if s.entrucked >> v & 1 and game.front[v] == game.front[u]]
        rides = game.truckable >> u & 1 and scenario != "1956" and not s.entrucked >> u & 1
        boards = rides and (side == "israel" or not mates)
        assert (s.check(f"entruck {name}") is None) == boards, (s.position(), name)
        assert (f"entruck {name}" in {str(a) for a in s.options()}) == boards
        for h in sorted(good)[:2]:
            t = s.play(f"detruck {name} {game.hex_name(h)}")
            assert (t.loc[u], t.entrucked >> u & 1, t.detrucked >> u & 1) == (h, 0, 1)
