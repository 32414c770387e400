"""What is asked for all hexes or units at once is what would be said of each."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.middle_east_battles.artillery import barraged, is_adjacent, why_no_barrage
from sandtable.games.middle_east_battles.helicopters import in_range, leg
from sandtable.games.middle_east_battles.marching import front, unpinned, why_pinned
from sandtable.games.middle_east_battles.state import BattleState


def positions(title: str) -> list[BattleState]:
    """Positions of a random game."""
    s, rng, found = sandtable.load(title).start(), Random(3), []
    for _ in range(400):
        if not s.agenda:
            break
        s.apply(s.sample(rng.randrange))
        found.append(s.copy())
    return [s for s in found if s.agenda][:: len(found) // 12]


@pytest.mark.rule("middle-east-battles", "5.14", "9.12")
@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_the_hexes_in_range_are_those_to_which_a_flight_can_be_paid(title: str) -> None:
    s = positions(title)[0]
    starts = [*s.game.map.grid.hexes[::40], s.game.box("holding")]
    for start in starts:
        for points in (0, 1, 2, 7, 24):
            paid = sum(1 << h for h in s.game.map.grid.hexes if leg(s, start, h) <= points)
            assert in_range(s, start, points) == paid, (start, points)


@pytest.mark.rule("middle-east-battles", "8.3", "8.9", "8.16")
@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_the_hexes_that_guns_reach_are_those_into_which_one_may_fire(title: str) -> None:
    for s in positions(title):
        for side in s.game.sides:
            guns = [u for u in bits(s.game.artillery & s.game.roster.of_side[side] & ~s.fought) if s.loc[u] > 0]
            targets = s.hexes_of(s.game.enemy_of(side))
            reached = sum(
                1 << h
                for h in bits(targets)
                if any(not is_adjacent(s, u, 1 << h) and not why_no_barrage(s, side, u, 1 << h, 0) for u in guns)
            )
            assert barraged(s, side) & targets == reached


@pytest.mark.rule("middle-east-battles", "5.6", "6.2", "6.3")
@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_unpinned_units_are_those_that_nothing_holds(title: str) -> None:
    for s in positions(title):
        for side in s.game.sides:
            on_foot = [u for u in s.units_on_map(side) if not s.game.helicopters >> u & 1]
            assert unpinned(s, front(s, side)) == [u for u in on_foot if not why_pinned(s, u)]
