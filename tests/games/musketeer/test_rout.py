"""[16.3, 16.4, 16.6] The direction of a rout, over-stacked ends, and retreats one after the other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.musketeer.back import LOST, WaysBack, why_lost
from sandtable.games.musketeer.charts import CONTINGENTS

from .table import BOOK, attack, dead, fighting, log, options, play, position, refused, where
from .test_retreat_twin import Twin

WEST = ["UK-19", "UK-29", "UK-1-Guards", "FR-Col", "FR-10"]


def routing(unit: str, die: int, *places: str) -> Any:
    """A unit routs by this die."""
    rest = ("5702 IS-Gar-Ashkelon", *places)
    return position(f'StartRetreat {{"unit": "{unit}"}}', *rest, contingent="anglo-french", dice=[die])


def ends(s: Any) -> set[str]:
    return {str(a).rpartition("-")[2] for a in s.options() if a.verb == "retreat"}


# Direction ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "16.3", "16.4")
def test_r16_3_any_other_city_or_airbase_when_the_way_to_the_nearest_is_too_short() -> None:
    s = routing("EG-7", 6, "4613 EG-7")  # Bir Gifgafa is two hexes away; El Arish lies six hexes off
    assert s.actor == "east"
    assert "4708" in ends(s)


@pytest.mark.rule("musketeer", "16.3", "16.4")
def test_r16_3_any_other_city_or_airbase_when_enemies_bar_the_nearest() -> None:
    s = routing("EG-7", 1, "3613 EG-7", "3512 UK-19", "3513 UK-29")
    assert s.actor == "east"
    assert not dead(s, "EG-7")


@pytest.mark.rule("musketeer", "16.3")
def test_r16_3_the_nearest_is_measured_overland_not_across_the_gulf() -> None:
    game = position("Turn", "5702 IS-Gar-Ashkelon").game
    for goal, far in game.to_goal.items():
        for h, away in enumerate(far):
            if game.enterable >> h & 1 and away:
                assert away == 1 + min(far[x.to] for x in game.steps[h])
                assert away >= game.map.grid.distance(h, goal)
    longer = [
        h for far in [game.to_goal[game.hex("5629")]] for h in range(len(far))
        if game.enterable >> h & 1 and far[h] > game.map.grid.distance(h, game.hex("5629"))
    ]  # fmt: skip
    assert longer  # west of the gulf, Sharm el Sheikh is near only for birds


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_the_log_says_why_a_unit_could_not_retreat() -> None:
    ring = [f"{h} {u}" for h, u in zip(("3313", "3315", "3213", "3413", "3414"), WEST)]
    s = position(
        'MustRetreat {"unit": "EG-7"}', "3314 EG-7", "3214 UK-51", "5702 IS-Gar-Ashkelon", *ring,
        contingent="anglo-french", disrupted=WEST[:3],
    )  # fmt: skip
    s, told = log(s, "rout", "roll 2")
    line = next(x for x in told if "cannot retreat" in x)
    assert dead(s, "EG-7")
    assert "enemy units (" in line
    assert "3313" in line
    assert "3214" in line


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_the_log_says_how_far_a_unit_could_have_gone() -> None:
    s = position(
        'MustRetreat {"unit": "IS-4"}', "5414 IS-4", "5412 EG-7", "5416 EG-10", "5613 EG-11", "5615 EG-1", "5213 EG-2",
        "5215 EG-99-R", "5702 IS-Gar-Ashkelon", contingent="israel",
    )  # fmt: skip
    back = WaysBack(s, s.game.unit("IS-4"), 3)
    assert back.end == LOST
    assert why_lost(back).startswith("it can go 1 hex of 3; beyond: ")
    assert "enemy zone" in why_lost(back)


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_the_log_names_every_kind_of_bar_around_a_lost_unit() -> None:
    weak = ["EG-7", "EG-10", "EG-11", "EG-1", "EG-2"]
    beach = [f"{h} {u}" for h, u in zip(("5602", "5703", "5704", "5604", "5504"), weak)]
    s = position("Turn", "5603 IS-4", *beach, "6017 IS-9", disrupted=weak)
    text = str(why_lost(WaysBack(s, s.game.unit("IS-4"), 1)))
    assert text == (
        "around it enemy units (5504, 5602, 5604, 5703 and 5704); sea, closed ground or the edge of the map (5503)"
    )
    s = position("Turn", "5701 IS-4", "5702 EG-7", "5801 EG-10", "6017 IS-9", disrupted=weak)
    text = str(why_lost(WaysBack(s, s.game.unit("IS-4"), 1)))
    assert text == "around it enemy units (5702 and 5801); sea, closed ground or the edge of the map (5601)"
    south = [f"{h} {u}" for h, u in zip(("2230", "2130", "2131", "2330", "2331"), weak)]
    s = position("Turn", "2231 UK-19", *south, "6017 IS-9", disrupted=weak)
    text = str(why_lost(WaysBack(s, s.game.unit("UK-19"), 1)))
    assert text.endswith("; sea, closed ground or the edge of the map")


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_the_log_tells_how_far_and_what_lies_behind() -> None:
    ring = ["5412 EG-7", "5416 EG-10", "5613 EG-11", "5615 EG-1", "5213 EG-2", "5215 EG-99-R"]
    s = position("Turn", "5414 IS-4", *ring, "6017 IS-9")
    text = str(why_lost(WaysBack(s, s.game.unit("IS-4"), 2)))
    assert text.startswith("it can go 1 hex of 2; beyond: an enemy zone or water that would eliminate it (")
    assert "enemy units (5213, 5215, 5412, 5416, 5613 and 5615)" in text
    assert "no further away" not in text


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_a_crowd_without_end_is_left_for_six_hexes_at_most() -> None:
    s = position("Turn", "2618 UK-19", "6017 IS-9")
    start = s.game.hex("2618")
    back = WaysBack(s, s.game.unit("UK-19"), 1)
    back.full = s.game.map.grid.within(start, 6)
    back.begin(1)
    assert {len(w.path) for w in back.ways()} == {8}  # one hex, and six more out of the crowd
    back.full = s.game.map.grid.within(start, 7)
    back.begin(1)
    assert back.end == LOST
    assert not list(back.ways())
    assert str(why_lost(back)) == "every end of 1 hex is over-stacked"


@pytest.mark.rule("musketeer", "16.3")
def test_r16_3_without_a_city_or_airbase_the_canal_decides_where_a_rout_leads() -> None:
    def leads(hex: str) -> set[str]:
        s = position("Turn", f"{hex} EG-7", "6017 IS-9")
        back = WaysBack(s, s.game.unit("EG-7"), 1)
        back.goals = []
        nearest, other, line = back._directions(s.game.hex(hex))
        assert nearest == other == []
        return {str(s.game.hex_name(h)) for h in line}

    assert leads("1520") == {"1521"}  # to the south edge
    assert leads("4916") == {"4815", "4816"}  # to the canal
    assert leads("4110") == {"4009", "4010"}  # over it, not south along it
    assert leads("4212") == {"4112", "4113", "4213"}  # it lies east, the hex south of it west


# Over-stacked ends [16.4d] -----------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "16.4", "16.1", "16.2", "16.3")
@pytest.mark.parametrize("seed", range(3))
def test_r16_4_carries_of_more_than_one_hex_as_the_twin_finds_them(seed: int) -> None:
    """Stacks filled to the brim around a unit: the twin walks every path, and long carries do occur."""
    rng, longest = Random(seed), 0
    for _ in range(6):
        s, u = brimful(rng)
        twin = Twin(s, u, 1)
        twin.length = 1 if twin.withdraws else rng.randrange(1, 4)
        ways = {w.path for w in WaysBack(s, u, twin.length).ways()}
        assert ways == twin.ways(), (s.position(), s.game.name_of(u))
        longest = max([longest, *(len(w) - 1 - twin.length for w in ways)])
    assert longest > 1


def brimful(rng: Random) -> tuple[Any, int]:
    """A unit in the middle of its own full stacks, two rings deep with a gap here and there."""
    game: Any = sandtable.load(BOOK)
    s = game.start()
    s.agenda, s.loc = (), [game.dead] * len(game.roster)
    contingent = rng.choice(["anglo-french", "us", "israel", "egypt"])
    limit = game.stacking[contingent]
    own = list(bits(game.ground_by[contingent] & ~game.static))
    rng.shuffle(own)
    other = next(c for c in CONTINGENTS if c != contingent and game.side_of[c] == game.side_of[contingent])
    friends = list(bits(game.ground_by[other] & ~game.static))
    while True:
        centre = rng.choice(list(bits(game.allowed[contingent] & ~game.strongholds)))
        rings = [game.map.grid.within(centre, d) & game.allowed[contingent] for d in (1, 2)]
        if rings[0].bit_count() in (5, 6, 7) and rings[1].bit_count() > 10:
            break
    u = own.pop()
    s.loc[u] = centre
    hexes = list(bits(rings[0] & ~(1 << centre))) + [h for h in bits(rings[1] & ~rings[0]) if rng.random() < 0.7]
    for h in hexes:
        if len(own) >= limit and rng.random() < 0.6:
            for _ in range(limit):
                s.loc[own.pop()] = h
        elif friends:
            s.loc[friends.pop()] = h
    return s, u


# One after the other [16.6] ----------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "16.6", "14.4", "14.8")
def test_r16_6_a_unit_driven_from_attack_to_attack_fires_once() -> None:
    s = fighting("israel", "5413 IS-4", "5314 IS-9", "5414 EG-7", "2306 EG-1")
    s = play(attack(s, "5414", "IS-4"), "roll 4", "roll 1", "retreat EG-7 5315")  # R, before it could fire
    s = play(s, "end") if options(s, "end") else s
    again = play(attack(s, "5315", "IS-9"), "roll 6")
    assert again.actor == "chance"  # now it fires
    s = play(again, "roll 6")
    assert s.fired >> s.game.unit("EG-7") & 1
    s = fighting("israel", "5314 IS-9", "5315 EG-7", "2306 EG-1", "6017 IS-4", fired=["EG-7"])
    s, told = log(attack(s, "5315", "IS-9"), "roll 6")
    assert not [x for x in told if x.startswith("EG-7 fires")]
    assert s.actor != "chance"


@pytest.mark.rule("musketeer", "16.6", "14.2")
def test_r16_6_a_retreated_attacker_joins_no_other_attack() -> None:
    s = fighting("israel", "5413 IS-4", "5513 IS-9", "5414 EG-2-Div", "5512 EG-7", "2306 EG-1")
    s = attack(s, "5414", "IS-4")
    s = play(s, "roll 6", "roll 5")
    s = play(s, "retreat IS-4 5413-5513") if "retreat IS-4 5413-5513" in options(s) else s
    assert where(s, "IS-4") == "5513"
    s = play(s, "attack 5512")
    assert "with IS-9" in options(s)
    assert refused(s, "with IS-4") == ("14.8",)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 137))
def test_r16_4_many_carries_of_more_than_one_hex(seed: int) -> None:
    test_r16_4_carries_of_more_than_one_hex_as_the_twin_finds_them(seed)
