"""[23.0] What the log tells of counters: traits, how far they have come, what helped them."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.musketeer import sightings

from .table import BOOK, moving, phase, play

REST = ("5702 IS-Gar-Ashkelon", "2215 UK-19", "3314 EG-Gar-Cairo")


def told(s: Any, unit: str) -> int:
    return sightings.told_of(s, s.game.unit(unit))


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_every_unit_has_the_traits_of_its_kind() -> None:
    game = sandtable.load(BOOK)
    traits = sightings.traits(game)
    have = {
        sightings.NO_GUNS: lambda u: u.type != "aaa",
        sightings.DROPS: lambda u: bool(game.droppable >> u.id & 1),
        sightings.LANDS: lambda u: bool(game.landable >> u.id & 1),
        sightings.INFILTRATES: lambda u: bool(game.infiltrators >> u.id & 1),
        sightings.ON_FOOT: lambda u: not game.mechanized >> u.id & 1,
        sightings.FLIES: lambda u: not game.mechanized >> u.id & 1 or game.contingent_of[u.id] == "ussr",
        sightings.STAGES: lambda u: u.nation in ("uk", "us"),
        sightings.MECHANIZED: lambda u: bool(game.mechanized >> u.id & 1),
        sightings.ENGINEER: lambda u: u.type == "engineer",
        sightings.BRIGADE: lambda u: (u.type, u.size) == ("infantry", "brigade"),
        sightings.GROUP: lambda u: (u.type, u.size) == ("armor", "group"),
    }
    assert len(have) == 11
    for u in game.roster.units:
        if game.ground >> u.id & 1:
            for trait, has in have.items():
                assert bool(traits[u.id] & trait) == has(u), (u.name, trait)
            assert [n for n in range(1, 8) if traits[u.id] & sightings.factor(n)] == [
                *range(1, game.movement[u.id] + 1)
            ]
            assert sightings.identity(traits[u.id]) == u.id
            assert sightings.units_with(game, traits[u.id]) == 1 << u.id
    assert sightings.units_with(game, sightings.ENGINEER) == game.engineers
    everything_else = sum(have) | sightings.factor(1)
    assert sightings.identity(everything_else) == -1


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_what_is_remembered_is_told_again() -> None:
    s = moving("israel", "5412 IS-4", "5414 EG-7", *REST).copy()
    u = s.game.unit("EG-7")
    sightings.remember(s, u, sightings.NO_GUNS | sightings.DROPS | sightings.FLIES)
    assert s.evidence[u] == sightings.NO_GUNS | sightings.DROPS
    assert s.clues[u] == 1
    sightings.has(s, u, sightings.LANDS)
    assert sightings.told_of(s, u) == sightings.NO_GUNS | sightings.DROPS | sightings.FLIES | sightings.LANDS
    s.known |= 1 << u
    sightings.has(s, u, sightings.ON_FOOT)
    assert not sightings.told_of(s, u) & sightings.ON_FOOT  # an examined unit needs no clues


@pytest.mark.rule(BOOK, "9.0", "9.7", "9.8", "23.0")
@pytest.mark.parametrize("start", ["4113", "2210", "5413"])
def test_r9_0_what_the_map_alone_asks_of_a_way(start: str) -> None:
    """The search against one that only looks whether anything gets cheaper."""
    game = sandtable.load(BOOK)
    here = game.hex(start)
    cost, frontier = {here: 0}, [here]
    while frontier:
        following = []
        for h in frontier:
            for step in game.steps[h]:
                total = cost[h] + step.cost + (0 if step.bridgeable else step.crossing)
                if total <= 36 and total < cost.get(step.to, 37):
                    cost[step.to] = total
                    following.append(step.to)
        frontier = following
    assert sightings._cheapest(game, here).cost | {here: 0} == cost


@pytest.mark.rule(BOOK, "9.0", "9.1", "23.0")
def test_r9_1_a_move_tells_of_the_points_that_it_takes_and_no_more() -> None:
    def factors(way: str, *places: str) -> tuple[list[int], list[int]]:
        s = moving("anglo-french", "2209 UK-25-Armd", "2306 EG-1", "0501 IS-Gar-Eilat", *places)
        s = play(s, f"move UK-25-Armd {way}")
        assert not s.claims  # no water
        evidence = told(s, "UK-25-Armd")
        by_map = [n for n in range(1, 9) if evidence >> 5 + n & 1]
        return by_map, [n for n in range(1, 9) if evidence & sightings.factor(n)]

    assert factors("2209-2210-2211-2212") == ([1, 2, 3, 4], [])
    assert factors("2209-2310-2311-2211") == ([1, 2], [])  # there was a shorter way
    assert factors("2209-2310-2311-2211", "2110 EG-7") == ([1, 2], [3])  # there was none
    assert factors("2209-2310-2311", "2110 EG-7") == ([1, 2], [])
    assert factors("2209-2310-2210", "2110 EG-7") == ([1], [])  # a neighbour
    s = play(
        moving("egypt", "4008 EG-1", "4007 EG-2", *REST), "move EG-1 4008-4009-4010"
    )  # a road: two thirds of a point
    assert s.evidence[s.game.unit("EG-1")] == 1 << 6
    assert not s.clues[s.game.unit("EG-1")]
    assert not s.claims


@pytest.mark.rule(BOOK, "9.0", "9.7", "23.0")
def test_r9_7_two_steps_beside_a_road_that_is_held_tell_of_two_points() -> None:
    """Along the road it is two thirds of a point; a disrupted enemy holds the road, without a zone."""
    for held, more in (("0605 EG-7", [2]), ("2306 EG-7", [])):
        s = moving("anglo-french", "0506 UK-25-Armd", held, "2408 EG-1", "0501 IS-Gar-Eilat", disrupted=["EG-7"])
        evidence = told(play(s, "move UK-25-Armd 0506-0606-0706"), "UK-25-Armd")
        assert [n for n in range(1, 9) if evidence >> 5 + n & 1] == [1]
        assert [n for n in range(1, 9) if evidence & sightings.factor(n)] == more


@pytest.mark.rule(BOOK, "24.2", "23.0")
def test_r24_2_who_may_have_helped_over_the_canal() -> None:
    def doubts(*units: str, claims: int = 1, **fields: Any) -> list[int]:
        places = ("4113 EG-2 EG-Eng EG-11", "4012 EG-10", "4212 EG-1-Armd", "3309 EG-1-MFF", *REST)
        s = play(moving("egypt", *places, **fields), "move EG-2 4312")
        assert len(s.claims) == claims
        return [s.doubts[s.game.unit(x)] for x in units]

    assert doubts("EG-2", "EG-Eng", "EG-11", "EG-1-Armd", "EG-10", "EG-1-MFF") == [3, 1, 1, 1, 0, 0]
    assert doubts("EG-2", "EG-11", "EG-1-Armd", moved=["EG-11", "EG-1-Armd"]) == [3, 0, 0]
    assert doubts("EG-2", "EG-11", "EG-1-Armd", assaulting=["EG-1-Armd"]) == [3, 1, 0]
    assert doubts("EG-2", "EG-11", "EG-1-Armd", known=["EG-1-Armd"]) == [3, 1, 0]
    assert doubts("EG-2", "EG-Eng", "EG-11", known=["EG-Eng"], claims=0) == [0, 0, 0]  # everybody sees who helped


@pytest.mark.rule(BOOK, "24.2", "23.0")
def test_r24_2_a_neighbour_tells_nothing_of_engineers() -> None:
    s = moving("egypt", "4113 EG-2 EG-Eng", "4012 EG-10", *REST)
    assert not play(s, "move EG-2 4212").claims
    assert not play(s, "move EG-2 4013").claims
    assert not play(moving("egypt", "4113 EG-2 EG-Eng", *REST, known=["EG-2"]), "move EG-2 4113-4212-4113").claims


@pytest.mark.rule(BOOK, "24.1", "23.0")
def test_r24_1_only_counters_under_the_aircraft_are_told_to_be_no_guns() -> None:
    s = moving("israel", "5412 IS-4", "5414 EG-7 EG-1-AAA", "5613 EG-10", "egypt-box EG-11", *REST).copy()
    sightings.no_guns(s, 1 << s.game.hex("5414"), "east")
    assert [told(s, x) for x in ("EG-7", "EG-10", "EG-11", "EG-1-AAA", "IS-4")] == [sightings.NO_GUNS, 0, 0, 0, 0]


@pytest.mark.rule(BOOK, "8.0", "23.0")
def test_r8_0_of_those_in_the_box_nobody_can_tell_who_has_come() -> None:
    s = phase("Reinforcement", "anglo-french", "anglo-french-box FR-1-REP UK-19", "2306 EG-1", "5702 IS-Gar-Ashkelon")
    s = play(s, "drop FR-1-REP", "place FR-1-REP 2210")
    assert told(s, "FR-1-REP") == sightings.DROPS
    assert told(s, "UK-19") == 0
    assert not s.shuffles
    assert [s.source[u] for u in bits(s.game.ground)] == [0] * s.game.ground.bit_count()
