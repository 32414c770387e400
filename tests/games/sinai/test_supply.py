"""Section 10: supply."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.land.territory import intact_forts
from sandtable.games.sinai.supply.israel import working
from sandtable.games.sinai.supply.judgement import judge
from sandtable.games.sinai.supply.reasons import why_supplied

from .table import attack, fighting, moving, names, play, position, refused, superiority, where
from .test_1973 import FALLEN

RING = ("2028 Iska", "2032 Elhn", "2229 Mtke", "2231 Mnhm", "1829 Albt", "1831 Mshe")
"""Six units two hexes away from 2030: every hex next to it is controlled."""


def unsupplied(s: Any) -> set[str]:
    return names(s, judge(s))


@pytest.mark.rule("sinai", "10.0", "10.11")
def test_r10_11_arab_line_of_clear_and_road_hexes_to_the_home_edge() -> None:
    # 1726 lies on the central road, 1624 in the sand beside it.
    s = moving("arab", "1726 Eg-arm-1", "1124 Eg-inf-1", "2030 Iska")
    assert "Eg-arm-1" not in unsupplied(s)
    assert "Eg-inf-1" in unsupplied(s)  # sand all round, no road
    text, way = why_supplied(s, s.game.unit("Eg-arm-1"))
    assert "supplied by a line" in text
    assert way[0] == s.game.hex("1726")
    assert any(s.game.map.crosses("canal_ferry", a, b) for a, b in itertools.pairwise(way))


@pytest.mark.rule("sinai", "10.11")
def test_r10_11_the_canal_is_passed_only_at_crossing_points() -> None:
    # An Israeli stack beside each of the three crossing hexes closes every line over the Canal.
    s = moving("arab", "0926 Iska", "1726 Eg-arm-1", "0524 Elhn", "0526 Mtke", "0732 Mnhm", "0425 Eg-arm-2")
    assert "Eg-arm-1" in unsupplied(s)
    assert "Eg-arm-2" not in unsupplied(s)


@pytest.mark.rule("sinai", "10.11")
def test_r10_11_only_units_in_israel_trace_through_israel() -> None:
    # From the Gaza Strip the way round through Israel is closed; a unit inside Israel may use it.
    s = moving("arab", "2418 Eg-1PAL", "2320 Iska", "2030 Elhn")
    assert "Eg-1PAL" in unsupplied(s)
    s = moving("arab", "2522 Eg-arm-1", "2030 Iska")
    assert "Eg-arm-1" not in unsupplied(s)


@pytest.mark.rule("sinai", "10.11", "13.33")
def test_r10_11_a_destroyed_bridge_still_carries_supply() -> None:
    s = moving("arab", "3315 Jo-60", "2030 Iska", jordan_at_war=True)
    assert "Jo-60" not in unsupplied(s)
    _, way = why_supplied(s, s.game.unit("Jo-60"))
    assert any(s.game.map.crosses("jordan_bridge", a, b) for a, b in itertools.pairwise(way))


@pytest.mark.rule("sinai", "10.11", "10.14", "22.32")
def test_r10_11_only_the_own_map_edge_unless_the_arabs_cooperate() -> None:
    # A Syrian cut off from Syria beside the Jordanian border.
    ring = ("3805 Iska", "3604 Elhn")
    s = moving("arab", "3706 Sy-40", *ring, jordan_at_war=True)
    assert "Sy-40" in unsupplied(s)
    s = moving("arab", "3706 Sy-40", *ring, jordan_at_war=True, scenario="1967-cooperation")
    assert "Sy-40" not in unsupplied(s)


@pytest.mark.rule("sinai", "10.12")
def test_r10_12_israel_is_supplied_automatically_for_six_turns() -> None:
    places = ("1430 Iska", "0125 Eg-arm-1")
    assert unsupplied(moving("israel", *places, turn=6)) == set()
    assert unsupplied(moving("israel", *places, turn=7)) == {"Iska"}


@pytest.mark.rule("sinai", "10.12")
def test_r10_12_range_is_eight_and_not_nine() -> None:
    # On the Nakhl road every hex costs one point: from 2736 in the Sinai the road enters Israel at 2835.
    s = moving("israel", "2135 Iska", "2034 Elhn", "0125 Eg-arm-1", turn=7)
    assert "Iska" not in unsupplied(s)
    assert "Elhn" in unsupplied(s)


@pytest.mark.rule("sinai", "10.12")
def test_r10_12_the_supply_unit_is_a_source_while_a_line_leads_to_a_city() -> None:
    s = moving("israel", "1527 Iska", "1925 Is-Supply", "0125 Eg-arm-1", turn=7, trail=["1925"])
    assert "Iska" not in unsupplied(s)
    s = moving("israel", "1527 Iska", "0125 Eg-arm-1", turn=7)
    assert "Iska" in unsupplied(s)


@pytest.mark.rule("sinai", "10.12", "18.2")
def test_r10_12_destroyed_or_enemy_held_cities_do_not_supply() -> None:
    s = moving("israel", "2713 Mota", "0125 Eg-arm-1", turn=7)
    assert unsupplied(s) == set()
    s = moving("israel", "2713 Mota", "0125 Eg-arm-1", turn=7, destroyed=["2713", "2906", "3015"])
    assert unsupplied(s) == {"Mota"}


@pytest.mark.rule("sinai", "10.13", "6.5")
def test_r10_13_enemy_units_and_zones_block_a_line_unless_a_friend_stands_there() -> None:
    s = moving("arab", "2030 Eg-arm-1", *RING)
    assert "Eg-arm-1" in unsupplied(s)
    s = moving("arab", "2030 Eg-arm-1", "1930 Eg-mech-1", "1830 Eg-mech-2", "1730 Eg-mech-3", *RING)
    assert "Eg-arm-1" not in unsupplied(s)  # a chain of friends through the zones


@pytest.mark.rule("sinai", "10.13")
def test_r10_13_two_units_on_the_edge_cut_off_the_one_between() -> None:
    s = moving("arab", "0125 Eg-inf-1", "0225 Eg-inf-2", "2030 Iska")
    assert "Eg-inf-1" not in unsupplied(s)
    from sandtable.games.sinai.supply.arabs import open_edge

    s = moving("arab", "3903 Sy-40", "3902 Iska", "3904 Elhn")
    assert not open_edge(s, "syria") >> s.game.hex("3903") & 1
    assert "Sy-40" in unsupplied(s)
    s = moving("arab", "3903 Sy-40", "3902 Iska", "3803 Elhn")
    assert open_edge(s, "syria") >> s.game.hex("3903") & 1


@pytest.mark.rule("sinai", "10.14", "5.32")
def test_r10_14_the_line_must_be_passable_for_the_unit() -> None:
    # From a road in the sand infantry steps aside onto clear ground, a vehicle may not (5.32).
    game = moving("arab", "1725 Eg-arm-1", "2030 Iska").game
    m, grid = game.map, game.map.grid
    roads = m.on_path["road"] & m.terrain["sand"] & game.sinai
    pairs = [
        (a, b)
        for a in grid.hexes
        if roads >> a & 1
        for b in grid.neighbours[a]
        if b and m.terrain_at[b] == "clear" and not m.follows("road", a, b) and not m.follows("track", a, b)
        if not m.crosses("canal", a, b) and not m.crosses("all_sea", a, b)
    ]
    assert pairs
    for a, b in pairs:
        back = grid.direction(b, a)
        assert game.arab_lines[True][back] >> b & 1
        assert not game.arab_lines[False][back] >> b & 1


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_the_supply_unit_goes_back_along_its_trail() -> None:
    trail = ["2424", "2324", "2224", "2124"]
    s = fighting("arab", "2124 Is-Supply", "2024 Eg-arm-1", "0125 Eg-arm-2", trail=trail)
    s = play(attack(s, "2124", "Eg-arm-1"), "confirm")
    assert where(s, "Is-Supply") in ("2224", "2324")
    assert s.actor == "arab"  # no die; the attackers may advance


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_an_enemy_zone_sends_it_back_at_once() -> None:
    s = moving("arab", "1726 Eg-arm-1", "2024 Is-Supply", "2030 Iska", trail=["2424", "2224", "2024"])
    s = s.play("move Eg-arm-1 1726-1825-1925")
    assert where(s, "Is-Supply") == "2224"


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_it_goes_back_when_its_cover_leaves() -> None:
    s = moving("israel", "2432 Is-Supply Iska", "2332 Eg-arm-1", turn=8, trail=["2530", "2531", "2432"])
    s = s.play("move Iska 2531")
    assert where(s, "Is-Supply") == "2531"


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_it_goes_back_when_its_stack_retreats() -> None:
    s = fighting(
        "arab", "2124 Is-Supply Arie", "2024 Eg-arm-1 Eg-arm-2", "0125 Eg-arm-3", trail=["2424", "2324", "2224", "2124"]
    )
    s = play(attack(s, "2124", "Eg-arm-1", "Eg-arm-2"), "confirm", "roll 1")
    assert where(s, "Is-Supply") != "2124"
    assert where(s, "Is-Supply") != "eliminated"


@pytest.mark.rule("sinai", "10.21", "11.13")
def test_r10_21_supply_for_movement_is_judged_once_for_both_sides() -> None:
    s = position("1967", "GameTurn", "1530 Iska", "1124 Eg-inf-1", "0125 Eg-arm-1", turn=8)
    assert names(s, s.unsupplied) == {"Iska", "Eg-inf-1"}
    s = s.play("end")
    assert names(s, s.unsupplied) >= {"Iska"}  # unchanged until the next Movement Phase


@pytest.mark.rule("sinai", "10.22")
def test_r10_22_supply_for_combat_is_judged_at_the_instant() -> None:
    s = attack(fighting("israel", "1123 Iska", "1124 Eg-inf-5", unsupplied=[]), "1124", "Iska")
    assert superiority(s) == 9 - 2  # cut off by now
    s = attack(fighting("israel", "2029 Iska", "2030 Eg-arm-1", unsupplied=["Eg-arm-1"]), "2030", "Iska")
    assert superiority(s) == 9 - 5  # a line again


@pytest.mark.rule("sinai", "10.32")
def test_r10_32_unsupplied_arabs_do_not_attack_and_defend_at_half() -> None:
    s = fighting("arab", "1124 Eg-inf-5", "1123 Arie")
    assert "unsupplied" in refused(s, "attack 1123", "10.32")
    s = attack(fighting("israel", "1123 Iska", "1124 Eg-inf-5"), "1124", "Iska")
    assert superiority(s) == 9 - 2


@pytest.mark.rule("sinai", "10.33", "10.34", "10.35")
def test_r10_33_unsupplied_israelis_attack_at_half_the_total() -> None:
    s = fighting("israel", "1430 Mnhm Uri-arm", "1531 Eg-arm-1", turn=8)
    s = attack(s, "1531", "Mnhm", "Uri-arm")
    assert superiority(s) == (7 + 7) // 2 - 5  # the total is halved, not 3 + 3
    s = fighting("israel", "1430 Mnhm Ysrl Ntke", "1531 Eg-19NG", turn=8)
    s = attack(s, "1531", "Mnhm", "Ysrl", "Ntke")
    assert superiority(s) == 11 // 2 - 2  # five: fractions are dropped


@pytest.mark.rule("sinai", "10.33")
def test_r10_33_israeli_defence_does_not_need_supply() -> None:
    s = fighting("arab", "1430 Arie", "1431 Eg-arm-1", "0125 Eg-arm-2", turn=9)
    s = attack(s, "1430", "Eg-arm-1")
    assert s.forecast()["defenders"][0]["strength"] == "1"


@pytest.mark.rule("sinai", "10.35")
def test_r10_35_never_less_than_one() -> None:
    from sandtable.games.sinai.movement.allowance import allowance

    s = moving("israel", "1430 Elzr", "0125 Eg-arm-1", unsupplied=["Elzr"])
    assert allowance(s, s.game.unit("Elzr")) == 1
    s = fighting("israel", "1430 Arie", "1431 Eg-inf-6", turn=8)
    assert superiority(attack(s, "1431", "Arie")) == 0


def test_the_supply_unit_works_only_where_a_line_leads_home() -> None:
    s = moving("israel", "1925 Is-Supply", "0125 Eg-arm-1", turn=7)
    good = working(s)
    assert good >> s.game.hex("1925") & 1
    assert not good >> s.game.hex("1124") & 1


@pytest.mark.rule("sinai", "10.12", "22.65")
def test_r22_65_supply_counts_the_bridges_that_stand() -> None:
    fields = {"turn": 8, "jordan_at_war": True, "trans_jordan_open": True}
    s = moving("israel", "3709 Shml", "0130 Eg-arm-1", scenario="1967-fantasy", **fields)
    assert "Shml" not in unsupplied(s)
    s = moving("israel", "3709 Shml", "0130 Eg-arm-1", scenario="1967", **fields)
    assert "Shml" in unsupplied(s)


@pytest.mark.rule("sinai", "10.12", "10.14", "24.61")
@pytest.mark.parametrize(
    ("scenario", "unit", "others"),
    [("1967", "Iska", ("2524 Is-Supply", "0130 Eg-19NG")), ("1973", "Is-arm-1", ("0130 Eg-arm-1",))],
)
def test_r10_14_the_line_shown_is_one_the_unit_could_pass(scenario: str, unit: str, others: tuple[str, ...]) -> None:
    s = position(scenario, "Movement israel", f"2030 {unit}", *others, turn=9)
    game, u = s.game, s.game.unit(unit)
    ground = game.ground("israel", False, True)
    lines = 0
    for h in bits(ground.enterable & ~s.hexes_of("arab")):
        s.loc[u] = h
        s.forget()
        if judge(s, 1 << u):
            continue
        text, way = why_supplied(s, u)
        walks = "israel" in game.rules.mech_as_infantry
        costs = [ground.step(a, b, not walks).cost for a, b in itertools.pairwise(way)]
        assert way[0] == h
        assert min(costs, default=0) >= 0
        assert sum(costs) <= 8
        assert f"{sum(costs)} mechanized" in text
        assert not sum(1 << x for x in way[1:]) & (game.water | game.never)
        lines += len(way) > 1
    assert lines > 50


@pytest.mark.rule("sinai", "10.2", "24.9")
def test_r10_2_the_judgement_tells_whence_a_unit_was_driven() -> None:
    """Only units driven out of Israel trace their line back over the border that is shut to others."""
    places = ("3032 Eg-arm-1", "2519 Is-arm-1")
    fields = {"scenario": "mid-1970s-logistics", "turn": 9, "destroyed": FALLEN}
    s = moving("arab", *places, **fields)
    t = moving("arab", *places, **fields, from_israel=["Eg-arm-1"])
    apart: list[int] = []
    for x in (s, t):
        apart.append(judge(x))
    assert [judge(x) for x in (s, t, s)] == [*apart, apart[0]]
    assert apart[0] != apart[1]


@pytest.mark.rule("sinai", "10.2", "10.14", "24.9")
@pytest.mark.parametrize("scenario", ["1967", "mid-1970s", "mid-1970s-logistics"])
def test_r10_2_units_judged_together_are_judged_as_one_by_one(scenario: str) -> None:
    """Whatever makes a unit's line run otherwise sets it apart from the others of its group."""
    game, rng = sandtable.load(f"sinai/{scenario}"), Random(scenario)
    land = [h for h in game.map.grid.hexes if game.land >> h & 1]  # type: ignore[attr-defined]
    border = [*bits(game.home["jordan"] & game.map.grid.spread(game.israel_land))]  # type: ignore[attr-defined]
    for _ in range(60):
        s: Any = game.start().copy()
        s.turn, s.jordan_at_war = rng.randint(1, 12), rng.random() < 0.2
        s.destroyed = int(intact_forts(s, "israel")) if rng.random() < 0.7 else 0
        s.sent, s.from_israel = (rng.getrandbits(len(game.roster)) for _ in range(2))
        for u, unit in enumerate(game.roster.units):
            if unit.side == "arab":
                s.loc[u] = rng.choice(border if rng.random() < 0.5 else land)
            elif s.loc[u] > 0:
                s.loc[u] = rng.choice(land) if rng.random() < 0.1 else 0
        one_by_one = [judge(s, 1 << u) for u in range(len(game.roster)) if s.loc[u] > 0]
        assert names(s, judge(s)) == names(s, sum(one_by_one))


@pytest.mark.rule("sinai", "10.15")
def test_r10_15_one_attack_pulls_the_supply_unit_back_once() -> None:
    s = fighting(
        "arab",
        "2424 Is-Supply",
        "2324 Eg-1",
        "2323 Eg-141",
        "2720 Iska",
        trail=["2720", "2721", "2722", "2523", "2524", "2424"],
        entrucked=["Is-Supply"],
        turn=9,
    )
    s = play(s, "attack 2424", "with Eg-1", "confirm")
    once = where(s, "Is-Supply")
    assert once == "2524" or s.trail[-1] == s.loc[s.game.unit("Is-Supply")]
    assert len(s.trail) >= 4


@pytest.mark.rule("sinai", "10.11", "10.14", "5.32")
def test_r10_14_infantry_has_a_line_where_vehicles_on_the_same_road_have_none() -> None:
    def hungry(*units: str) -> set[str]:
        return unsupplied(moving("arab", f"0629 {' '.join(units)}", "0728 Albt", "0733 Rful")) & set(units)

    assert hungry("Eg-inf-1", "Eg-mech-1") == {"Eg-mech-1"}
    for unit in ("Eg-19NG", "Eg-inf-1", "Eg-inf-3", "Eg-107PAL"):
        assert hungry(unit) == set()
    for unit in ("Eg-mech-1", "Eg-mech-6", "Eg-arm-1", "Eg-arm-3"):
        assert hungry(unit) == {unit}
