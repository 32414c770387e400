"""5.28, 10.3, 15.11, 24.32, 24.64: the Movement Points of every unit of a scenario, fed and hungry, in the sand and on trucks."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.movement.allowance import allowance, ground_of, may_walk

SCENARIOS = ["1956", "1967", "1973", "mid-1970s-logistics", "mid-1970s-soviet"]
SAND, CLEAR = "1124", "2030"


@pytest.mark.rule("sinai", "5.28", "10.32", "10.33", "10.35", "15.11", "24.64", "26.54")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_28_the_points_of_every_unit(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    s = game.position(
        f'{game.id}\nturn 9\nat 2713 {game.roster.names[game.side_units["israel"][0]]}\n> Movement {{"side": "arab"}}'
    )
    for u, unit in enumerate(game.roster.units):
        printed, rides = unit.factors["movement_allowance"], game.truckable >> u & 1
        half = max(1, printed // 2) if printed else 0  # a unit of 1956 that never moves does not begin to
        s.loc[u], s.unsupplied, s.entrucked = game.hex(CLEAR), ~(1 << u), 0
        assert allowance(s, u) == printed
        s.unsupplied = 1 << u
        assert allowance(s, u) == half, unit.name
        s.loc[u] = game.hex(SAND)
        arab_1973 = scenario in ("1973", "mid-1970s-soviet") and unit.side == "arab" and unit.nation != "ussr"
        in_sand = (4 if unit.factors["mechanized"] else printed) if arab_1973 else half
        assert allowance(s, u) == in_sand, unit.name
        if rides:
            s.entrucked, truck = 1 << u, game.truck_allowance[game.front[u]]
            assert allowance(s, u) == (truck if arab_1973 else truck // 2)
            s.unsupplied, s.loc[u] = 0, game.hex(CLEAR)
            assert allowance(s, u) == truck


@pytest.mark.rule("sinai", "3.2.2", "15.11", "24.31", "24.32", "26.14", "26.42")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r24_32_on_what_ground_every_unit_moves(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    s = game.position(
        f'{game.id}\nturn 9\nat 2713 {game.roster.names[game.side_units["israel"][0]]}\n> Movement {{"side": "arab"}}'
    )
    walkers = {"1973": ["israel"], "mid-1970s-soviet": ["israel"], "mid-1970s-logistics": ["israel", "arab"]}
    for u, unit in enumerate(game.roster.units):
        mech = bool(unit.factors["mechanized"])
        assert may_walk(s, u) == (mech and unit.side in walkers.get(scenario, []))
        for riding in (False, True):
            s.entrucked = 1 << u if riding else ~(1 << u)
            for walking in (False, True):
                ground = ground_of(s, u, walking)
                assert (ground.side, ground.sam) == (unit.side, unit.type == "sam")
                assert ground.foot == (walking or not (mech or riding) or unit.type == "sam"), unit.name
