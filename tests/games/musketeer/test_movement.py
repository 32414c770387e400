"""[9.0, 12.0, 13.0, 24.2, 28.1] Movement, stacking, zones of control, engineers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import advance, bits
from sandtable.games.musketeer.movement import MovementPhase
from sandtable.games.musketeer.reach import (
    bridging,
    first_hexes,
    helpers,
    least_cost,
    points,
    reachable,
    spread,
    walk,
    why_out_of_reach,
)
from sandtable.games.musketeer.stacking import full_for, refusal

from .table import (
    allowed,
    cost,
    dead,
    destinations,
    disrupted,
    fighting,
    impulse,
    moving,
    options,
    play,
    position,
    refused,
    where,
    why_not,
)


@pytest.mark.rule("musketeer", "9.1", "9.7")
def test_r9_1_costs_by_terrain_up_to_the_movement_factor() -> None:
    s = moving("anglo-french", "2209 UK-19")
    assert cost(s, "move UK-19 2209-2210-2211") == 2
    assert refused(s, "move UK-19 2209-2210-2211-2111-2112") == ("9.1",)
    s = moving("anglo-french", "0611 UK-25-Armd")  # rough west of the Qattara track, desert around
    assert cost(s, "move UK-25-Armd 0611-0610") == 2
    assert cost(s, "move UK-25-Armd 0611-0610-0611") == 5


@pytest.mark.rule("musketeer", "9.1")
def test_r9_1_disrupted_units_use_their_reduced_factor() -> None:
    s = moving("anglo-french", "2209 UK-19", disrupted=["UK-19"])
    assert allowed(s, "move UK-19 2209-2210-2211")
    assert refused(s, "move UK-19 2209-2210-2211-2212") == ("9.1",)


@pytest.mark.rule("musketeer", "9.2")
def test_r9_2_each_unit_moves_once() -> None:
    s = play(moving("anglo-french", "2209 UK-19", "2109 UK-29"), "move UK-19 2209-2210")
    assert refused(s, "move UK-19 2210-2211") == ("9.2",)
    assert not options(s, "move UK-19")
    assert options(s, "move UK-29")


@pytest.mark.rule("musketeer", "9.3")
def test_r9_3_always_one_hex_but_never_against_a_prohibition() -> None:
    s = moving("egypt", "4012 EG-26-NG")  # movement 2; the canal makes 4113-4212 cost 3
    s = moving("egypt", "4113 EG-26-NG")
    assert allowed(s, "move EG-26-NG 4113-4212")
    assert s.details("move EG-26-NG 4113-4212")["left"] == 0
    assert refused(s, "move EG-26-NG 4113-4212-4312") == ("9.1",)
    s = moving("egypt", "4113 EG-26-NG", "4213 IS-4", "4111 IS-9")
    assert refused(s, "move EG-26-NG 4113-4212") == ("13.6",)


@pytest.mark.rule("musketeer", "9.4", "12.5")
def test_r9_4_never_into_enemies() -> None:
    s = moving("egypt", "2209 EG-7", "2210 UK-19")
    assert refused(s, "move EG-7 2209-2210") == ("9.4", "12.5")


@pytest.mark.rule("musketeer", "9.5", "12.2")
def test_r9_5_static_units_never_move_and_do_not_count_for_stacking() -> None:
    s = moving("egypt", "3314 EG-Gar-Cairo EG-7", "3313 EG-10")
    assert refused(s, "move EG-Gar-Cairo 3314-3313") == ("9.5",)
    assert "warning" not in s.details("move EG-10 3313-3314")
    s = moving("egypt", "3314 EG-Gar-Cairo EG-7 EG-11", "3313 EG-10")
    assert "warning" in s.details("move EG-10 3313-3314")


@pytest.mark.rule("musketeer", "12.2")
def test_r12_2_only_one_static_unit_per_hex() -> None:
    s = position("EnforceStacking", "3314 EG-Gar-Cairo EG-7", "6017 IS-9")
    assert s.actor is None
    from sandtable.games.musketeer import stacking

    game = s.game
    assert stacking.excess(s, [game.unit("EG-Gar-Cairo"), game.unit("EG-Gar-Rafah")], "egypt")
    assert not stacking.excess(s, [game.unit("EG-Gar-Cairo"), game.unit("EG-7"), game.unit("EG-11")], "egypt")
    s = position("EnforceStacking", "3314 EG-Gar-Cairo EG-Gar-Rafah EG-7", "6017 IS-9")
    assert s.actor == "east"
    assert sorted(options(s)) == ["lose EG-Gar-Cairo", "lose EG-Gar-Rafah"]


@pytest.mark.rule("musketeer", "9.0", "9.4", "28.0")
def test_r9_4_a_closed_neighbour_is_closed_and_a_far_hex_is_not_adjacent() -> None:
    s = moving("israel", "6115 IS-4", "3314 EG-Gar-Cairo")
    assert refused(s, "move IS-4 6115-6116") == ("9.4", "28.0")
    assert refused(s, "move IS-4 6115-5915") == ("9.0",)


@pytest.mark.rule("musketeer", "9.8")
def test_r9_8_example_the_canal_and_an_open_hex_cost_three() -> None:
    s = moving("anglo-french", "4113 UK-25-Armd")
    assert cost(s, "move UK-25-Armd 4113-4212") == 3
    assert s.details("move UK-25-Armd 4113-4212")["steps"][0]["why"] == "open [9.7], hexside [9.8]"
    s = moving("anglo-french", "2909 UK-25-Armd")  # the Rosetta branch between 2909 and 3009
    assert cost(s, "move UK-25-Armd 2909-3009") == 3
    s = moving("israel", "5213 IS-4")
    assert cost(s, "move IS-4 5213-5212") == 2  # the wadi


@pytest.mark.rule("musketeer", "9.9")
def test_r9_9_the_highest_single_cost_counts() -> None:
    s = moving("israel", "4613 IS-4")
    assert s.game.map.terrain_at[s.game.hex("4612")] == "rough"
    assert cost(s, "move IS-4 4613-4612") == 3  # pass and rough, not six
    s = moving("israel", "5107 IS-4")
    assert cost(s, "move IS-4 5107-5106") == 2  # El Arish: town 1, desert 2


@pytest.mark.rule("musketeer", "9.10")
def test_r9_10_roads_tracks_and_the_change_between_them() -> None:
    s = moving("israel", "5607 IS-7-Armd")
    assert cost(s, "move IS-7-Armd 5607-5508-5408-5309") == pytest.approx(1, abs=0.02)
    assert cost(s, "move IS-7-Armd 5607-5608-5609") == 1  # track
    s = moving("israel", "5509 IS-7-Armd")
    assert cost(s, "move IS-7-Armd 5509-5408-5309") == 1.5  # track 1/2, then 1 for the change to the road
    assert s.details("move IS-7-Armd 5509-5408-5309")["steps"][1]["why"] == "change to the road [9.10]"
    assert cost(s, "move IS-7-Armd 5509-5408-5309-5208") == pytest.approx(1.83, abs=0.01)
    s = moving("egypt", "3214 EG-1-Armd")
    assert cost(s, "move EG-1-Armd 3214-3314") == pytest.approx(0.33, abs=0.01)  # a bridge over the Nile
    s = moving("egypt", "4008 EG-1-Armd")
    assert cost(s, "move EG-1-Armd 4008-4108") == pytest.approx(2.33, abs=0.01)  # the canal costs on the road too


@pytest.mark.rule("musketeer", "9.10", "9.9")
def test_r9_10_a_road_hex_entered_from_the_side_costs_its_terrain() -> None:
    s = moving("israel", "5310 IS-4")
    assert cost(s, "move IS-4 5310-5309") == 4  # rough 3 and a wadi 1: the road does not come this way
    assert cost(s, "move IS-4 5310-5210") == 0.5


@pytest.mark.rule("musketeer", "9.6", "13.0", "13.4")
def test_r13_4_stop_in_an_enemy_zone() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd", "2211 EG-7")
    assert refused(s, "move UK-25-Armd 2209-2210-2110") == ("9.6", "13.4")
    assert allowed(s, "move UK-25-Armd 2209-2210")
    assert {"2210", "2111", "2311"} <= destinations(s, "UK-25-Armd")
    assert "2212" not in destinations(s, "UK-25-Armd") or cost(s, "move UK-25-Armd 2212") > 3


@pytest.mark.rule("musketeer", "13.1")
def test_r13_1_disrupted_units_have_no_zone() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd", "2211 EG-7", disrupted=["EG-7"])
    assert allowed(s, "move UK-25-Armd 2209-2210-2110")
    assert s.zone("east") == 0


@pytest.mark.rule("musketeer", "13.2", "13.3")
def test_r13_2_zones_persist_for_everybody_and_several_do_no_more_than_one() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd", "2210 UK-19", "2211 EG-7 EG-10", "2311 AL-Iraq")
    assert refused(s, "move UK-25-Armd 2209-2210-2110") == ("9.6", "13.4")  # a friendly unit does not help
    assert cost(s, "move UK-25-Armd 2209-2310") == 1
    zone = s.zone("east")
    s2 = moving("anglo-french", "2209 UK-25-Armd", "2210 UK-19", "2211 EG-7", "2311 AL-Iraq")
    assert s2.zone("east") == zone
    assert s.zone("west") & zone


@pytest.mark.rule("musketeer", "13.5", "13.6")
def test_r13_5_leave_a_zone_for_a_free_hex_never_for_another_zone() -> None:
    s = moving("anglo-french", "2210 UK-25-Armd", "2211 EG-7")
    assert refused(s, "move UK-25-Armd 2210-2111") == ("13.6",)
    assert cost(s, "move UK-25-Armd 2210-2209") == 1
    assert allowed(s, "move UK-25-Armd 2210-2110-2111")  # out, and later into a zone again
    assert "2111" in destinations(s, "UK-25-Armd")


@pytest.mark.rule("musketeer", "13.7")
def test_r13_7_units_in_a_zone_need_not_attack() -> None:
    s = fighting("israel", "5413 IS-4", "5414 EG-7")
    assert "end" in options(s)


@pytest.mark.rule("musketeer", "25.9", "27.3")
def test_r25_9_special_forces_have_no_zone() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd", "2211 EG-Res", "2311 EG-Guerrilla-2a")
    assert s.zone("east") == 0
    assert s.held("east") == 0


# Stacking ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "12.1")
@pytest.mark.parametrize(
    ("contingent", "units", "limit"),
    [
        ("anglo-french", "UK-19 UK-29 UK-51 FR-Col FR-MC", 4),
        ("israel", "IS-4 IS-9 IS-10 IS-11", 3),
        ("us", "US-CC-A US-CC-B US-CC-C US-6-PMF US-8-PMF", 4),
        ("egypt", "EG-7 EG-10 EG-11", 2),
        ("arab-league", "AL-Armd AL-Sudan AL-Iraq", 2),
        ("ussr", "SU-VOL SU-KGB SU-3-G SU-108-G", 3),
    ],
)
def test_r12_1_limits_by_contingent(contingent: str, units: str, limit: int) -> None:
    names = units.split()
    s = position("EnforceStacking", f"5413 {' '.join(names[:limit])}", "6017 IS-Gar-Eilat")
    assert s.actor is None
    s = position("EnforceStacking", f"5413 {' '.join(names[: limit + 1])}", "6017 IS-Gar-Eilat")
    assert s.actor == s.game.side_of[contingent]
    assert options(s) == [f"lose {n}" for n in sorted(names[: limit + 1], key=s.game.unit)]


@pytest.mark.rule("musketeer", "12.1", "12.4")
def test_r12_1_one_division_per_hex_for_egypt_and_the_arab_league() -> None:
    s = position("EnforceStacking", "5413 EG-2-Div EG-3-Div", "6017 IS-Gar-Eilat")
    assert options(s) == ["lose EG-2-Div", "lose EG-3-Div"]
    s = play(s, "lose EG-3-Div")
    assert dead(s, "EG-3-Div")
    assert s.actor is None
    s = position("EnforceStacking", "5413 AL-Iraq AL-Saudi", "6017 IS-Gar-Eilat")
    assert len(options(s)) == 2


@pytest.mark.rule("musketeer", "12.4")
def test_r12_4_the_limit_is_enforced_at_the_end_of_the_phase_for_both_sides() -> None:
    s = impulse("israel", "5413 IS-4 IS-9 IS-10", "5513 IS-11", "2209 EG-7 EG-10 EG-11", "6017 IS-Gar-Eilat")
    # the enemy's over-stacked hex is mended at the end of the first phase, whoever is activated
    assert s.actor == "east"
    s = play(s, "lose EG-7", "move IS-11 5513-5413")
    assert s.actor == "west"
    s = play(s, "move IS-4 5413-5412", "end")
    assert not [n for n in ("IS-4", "IS-9", "IS-10", "IS-11") if dead(s, n)]
    s = impulse("israel", "5413 IS-4 IS-9 IS-10", "5513 IS-11")
    s = play(s, "move IS-11 5513-5413", "end", "lose IS-9")
    assert dead(s, "IS-9")


@pytest.mark.rule("musketeer", "12.5")
def test_r12_5_contingents_do_not_end_together_but_pass_through() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd", "2210 US-CC-A", "2109 FR-Col")
    assert refused(s, "move UK-25-Armd 2209-2210") == ("12.5",)
    assert "2210" not in destinations(s, "UK-25-Armd")
    assert allowed(s, "move UK-25-Armd 2209-2210-2211")
    assert allowed(s, "move UK-25-Armd 2209-2109")  # British and French are one contingent


# Engineers ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_engineers_cross_free_and_help_from_the_bank_if_they_do_not_move() -> None:
    s = moving("anglo-french", "4113 UK-RE UK-19", "2909 FR-10")
    assert cost(s, "move UK-RE 4113-4212") == 1
    assert cost(s, "move UK-19 4113-4212-4312") == 3  # open 1, desert 2
    s = play(s, "move UK-19 4113-4212-4312")
    assert refused(s, "move UK-RE 4113-4112") == ("24.2",)
    assert cost(s, "move FR-10 2909-3009") == 3  # no engineer there
    s = play(moving("anglo-french", "4113 UK-RE UK-19"), "move UK-RE 4113-4112")
    assert refused(s, "move UK-19 4113-4212-4312") == ("9.1",)  # it has moved away
    s = play(moving("anglo-french", "4113 UK-RE UK-19"), "move UK-19 4113-4212")
    assert allowed(s, "move UK-RE 4113-4112")  # three points were enough without it


@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_engineers_help_their_own_contingent_only() -> None:
    s = moving("us", "4113 UK-RE", "4012 US-6-PMF")
    s = moving("us", "4112 US-6-PMF", "4113 UK-RE")
    assert cost(s, "move US-6-PMF 4112-4212") == 3
    s = moving("us", "4112 US-6-PMF", "4212 US-7C-Eng")
    assert cost(s, "move US-6-PMF 4112-4212") == 1


# Politics ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "28.1")
def test_r28_1_israelis_stay_in_israel_and_the_sinai_off_the_canal() -> None:
    s = moving("israel", "4210 IS-7-Armd", "4315 IS-4")
    assert refused(s, "move IS-7-Armd 4210-4110") == ("28.1",)
    assert not destinations(s, "IS-7-Armd") & {"4110", "4211", "4212", "4010"}
    s = fighting("israel", "4210 IS-7-Armd", "4110 EG-7", "4209 EG-10")
    assert refused(s, "attack 4110") == ("28.1",)
    assert "attack 4209" in options(s)
    s = position("BombardmentPhase", "israel-available IS-Air-1", "4110 EG-7", "4209 EG-10", contingent="israel")
    assert refused(s, "bombard 4110") == ("28.1",)
    assert "bombard 4209" in options(s)


@pytest.mark.rule("musketeer", "28.1", "16.4")
def test_r28_1_israelis_do_not_retreat_to_the_canal() -> None:
    s = fighting("egypt", "4210 IS-4", "4310 EG-7", "4209 EG-10", "4311 EG-11", "4310 EG-1")
    s = play(s, "attack 4210", "with EG-7", "confirm", "roll 3")  # R on IS-4: only canal hexes and enemies around
    assert dead(s, "IS-4")
    assert not disrupted(s, "IS-4")
    assert where(s, "EG-7") == "4310"


@pytest.mark.rule("musketeer", "9.1", "9.3", "9.10", "13.6")
@pytest.mark.parametrize("contingent", ["israel", "egypt"])
def test_r9_1_every_listed_move_is_legal_and_costs_what_the_search_says(contingent: str) -> None:
    s = play(sandtable.load("musketeer").start(), "default", "default")
    s.new_impulse(contingent, False)
    s.agenda = (MovementPhase(),)
    advance(s)
    reach = {}
    for a in s.options():
        if a.verb == "move":
            assert s.check(a) is None, s.check(a)
            u = s.game.unit(a.args[0])
            if u not in reach:
                reach[u] = reachable(s, u)
            end = s.game.hex(a.args[1].rpartition("-")[2])
            spent = s.details(a)["cost"]
            least = reach[u].cost[end] / 6
            assert spent == pytest.approx(least, abs=0.02) or (
                spent > least == s.movement(u) and a.args[1].count("-") == 1
            )


@pytest.mark.rule("musketeer", "9.3", "13.5", "13.6")
def test_r13_5_listed_paths_respect_zones_and_the_minimum_move() -> None:
    s = moving("anglo-french", "2210 UK-25-Armd", "2211 EG-7")
    assert "move UK-25-Armd 2210-2110-2111" in options(s)
    assert "move UK-25-Armd 2210-2111" not in options(s)
    s = moving("egypt", "4113 EG-26-NG")
    assert "move EG-26-NG 4113-4212" in options(s)


@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_one_engineer_helps_several_units() -> None:
    s = moving("anglo-french", "4009 UK-RE UK-19 UK-29")
    s = play(s, "move UK-19 4009-4110-4210-4311")
    assert allowed(s, "move UK-29 4009-4110-4210-4311")
    assert refused(s, "move UK-RE 4009-4010") == ("24.2",)
    assert not options(s, "move UK-RE")


@pytest.mark.rule("musketeer", "12.4", "12.1")
def test_r12_4_only_losses_that_mend_the_stack_are_offered() -> None:
    s = position("EnforceStacking", "5413 EG-2-Div EG-3-Div EG-1", "6017 IS-Gar-Eilat")
    assert options(s) == ["lose EG-2-Div", "lose EG-3-Div"]
    assert play(s, "lose EG-2-Div").actor is None


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_out_and_back_does_not_conceal() -> None:
    s = moving("egypt", "3910 EG-1", "5413 IS-4", known=["EG-1"])
    s = play(s, "move EG-1 3910-3911-3910")
    assert s.known >> s.game.unit("EG-1") & 1


@pytest.mark.rule("musketeer", "9.0")
def test_r9_0_a_path_begins_where_the_unit_stands_and_stays_on_the_map() -> None:
    s = moving("israel", "5413 IS-4")
    assert refused(s, "move IS-4 5413") == ("9.0",)
    assert refused(s, "move IS-4 5412-5411") == ("9.0",)
    assert refused(s, "move IS-4 5413-9999") == ("9.0",)
    assert refused(s, "move IS-4 5413-5411") == ("9.0",)
    assert refused(s, "move IS-4") == ("9.0",)


@pytest.mark.rule("musketeer", "9.1", "9.3")
def test_r9_3_the_minimum_move_is_one_hex_and_not_the_start_of_a_longer_one() -> None:
    s = moving("anglo-french", "4113 UK-3-Cdo", "5702 IS-Gar-Ashkelon", disrupted=["UK-3-Cdo"])
    assert s.movement(s.game.unit("UK-3-Cdo")) < 3  # the canal costs three
    assert not s.check("move UK-3-Cdo 4113-4212")
    assert refused(s, "move UK-3-Cdo 4113-4212-4213") == ("9.1",)


@pytest.mark.rule("musketeer", "29.5", "8.5", "24.2")
@pytest.mark.parametrize("field", ["assaulting", "landed", "bridged", "moved"])
def test_r29_5_who_may_not_move_is_not_offered(field: str) -> None:
    s = moving("anglo-french", "4012 UK-RE UK-19", "5702 IS-Gar-Ashkelon", **{field: ["UK-RE"]})
    assert {a.args[0] for a in s.options() if a.verb == "move"} == {"UK-19"}
    assert refused(s, "move UK-RE 4011")


@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_only_the_engineer_at_the_crossing_is_bound() -> None:
    s = moving("anglo-french", "4009 UK-RE UK-19 UK-29", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")
    s = play(s, "move UK-19 4009-4110-4210-4311")
    assert s.bridged == 1 << s.game.unit("UK-RE")
    s = moving("anglo-french", "4009 UK-19", "2209 UK-RE", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")
    s = play(s, "move UK-19 4009-4110")
    assert not s.bridged


@pytest.mark.rule("musketeer", "12.1", "12.4")
def test_r12_4_two_too_many_cost_two_units_of_the_owners_choice() -> None:
    s = position("EnforceStacking", "4012 EG-1 EG-7 EG-10 EG-11", "5702 IS-Gar-Ashkelon")
    assert options(s) == ["lose EG-1", "lose EG-7", "lose EG-10", "lose EG-11"]
    s = play(s, "lose EG-7")
    assert options(s) == ["lose EG-1", "lose EG-10", "lose EG-11"]
    assert play(s, "lose EG-11").actor is None
    s = position("EnforceStacking", "4012 EG-2-Div EG-3-Div EG-1", "5702 IS-Gar-Ashkelon")
    assert options(s) == ["lose EG-2-Div", "lose EG-3-Div"]  # two units may stay, but one division only


@pytest.mark.rule("musketeer", "12.1")
def test_r12_1_the_refusal_says_which_limit_it_is() -> None:
    s = position('PlaceUnits {"contingent": "egypt"}', "4012 EG-3-Div", "4010 EG-3-Div EG-1-Armd", "3314 EG-1 EG-7")
    unit = s.game.name_of(s.choice.unit(s))
    assert unit == "EG-2-Div"
    assert s.check(f"place {unit} 4010").text.startswith("4010 already holds a division")
    assert s.check(f"place {unit} 3314").text.startswith("3314 is full")


@pytest.mark.rule("musketeer", "9.1", "9.4", "9.6", "12.5", "13.6", "28.0", "28.1")
def test_r9_a_destination_without_a_way_gets_the_deciding_reason() -> None:
    s = moving("israel", "5413 IS-4", "5314 EG-7", "5512 UK-19", "2306 EG-1", "4009 EG-10")
    assert refused(s, "move IS-4 5314") == ("9.4", "12.5")  # enemies
    assert refused(s, "move IS-4 5413") == ("9.0",)
    assert refused(s, "move IS-4 5101") == ("9.4", "28.0")  # the sea
    assert refused(s, "move IS-4 4010") == ("28.1",)
    assert refused(s, "move IS-4 5420") == ("9.1",)
    text = s.check("move IS-4 5420").text
    assert "needs" in text
    assert f"has {s.movement(s.game.unit('IS-4'))}." in text
    s = moving("israel", "5413 IS-4", "5513 UK-19", "2306 EG-1")
    assert refused(s, "move IS-4 5513") == ("12.5",)
    s = moving("israel", "5414 IS-4", "5413 EG-7", "5415 EG-10", "6017 IS-9")
    assert refused(s, "move IS-4 5514") == ("13.6",)  # from zone to zone
    ring = ("5412 EG-7", "5416 EG-10", "5613 EG-11", "5615 EG-1", "5213 EG-2", "5215 EG-99-R")
    s = moving("israel", "5414 IS-7-Armd", *ring, "6017 IS-9")
    assert refused(s, "move IS-7-Armd 5418") == ("9.6", "13.4")


@pytest.mark.rule("musketeer", "9.0", "7.2", "9.5", "29.5")
def test_r9_0_the_refusal_of_a_move_names_what_is_wrong() -> None:
    places = (
        "2209 UK-29 UK-19 UK-LOC",
        "2306 EG-1",
        "anglo-french-box UK-RE",
        "anglo-french-available UK-Air-1 UK-MI6",
    )
    s = moving("anglo-french", *places, landed=["UK-LOC"])
    for wrong in (
        "move",
        "move UK-19",
        "move 2210 2211",
        "march UK-19 2209-2210",
        "move UK-19 2209-2210 2211",
        "end now",
    ):
        assert refused(s, wrong) == ("9.0",)
        assert "cannot be done now" in why_not(s, wrong), wrong
    for wrong in ("2210-2211", "anglo-french-box", "2209-anglo-french-box", "anglo-french-box-2210"):
        assert "must lead from 2209 over the map" in why_not(s, f"move UK-19 {wrong}"), wrong
    assert "UK-19 stands in 2209" in why_not(s, "move UK-19 2209")
    for unit in ("UK-RE", "UK-Air-1"):
        assert f"{unit} is not a ground unit on the map" in why_not(s, f"move {unit} 2209-2210")
    assert refused(s, "move UK-LOC 2209-2210") == ("8.5",)
    assert allowed(moving("ussr", "2209 SU-GSFE-Eng", "5702 IS-Gar-Ashkelon"), "move SU-GSFE-Eng 2209-2210")
    assert refused(moving("anglo-french", "2209 UK-29 UK-19", without_zone=["UK-29"]), "move UK-29 2210") == ("29.5",)
    assert str(s.game.parse(s, "move UK-19 2210")) == "move UK-19 2209-2210"
    for left in ("move UK-LOC 2210", "recon UK-19 2210"):  # only a move that can be made is completed
        assert str(s.game.parse(s, left)) == left
    assert refused(s, "recon UK-19") == ("25.7",)


@pytest.mark.rule("musketeer", "9.1", "9.10")
def test_r9_1_details_tell_the_cost_of_every_step_and_what_is_left() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd")
    found = s.details("move UK-25-Armd 2209-2210-2211")
    assert (found["cost"], found["left"], found["path"]) == (2, 3, ["2209", "2210", "2211"])
    assert [(x["to"], x["cost"]) for x in found["steps"]] == [("2210", 1), ("2211", 1)]
    assert s.details("end") == {}
    game = s.game
    a, step = next((h, x) for h in bits(game.egypt) for x in game.steps[h] if x.cost == 2 and not x.crossing)
    here, there = game.hex_name(a), game.hex_name(step.to)
    found = moving("anglo-french", f"{here} UK-25-Armd").details(f"move UK-25-Armd {here}-{there}")  # a road
    assert (found["cost"], found["left"], found["steps"][0]["cost"]) == (0.33, 4.67, 0.33)


@pytest.mark.rule("musketeer", "9.0", "12.5")
def test_r9_0_word_by_word_a_unit_is_named_when_it_can_move() -> None:
    ring = ["2110", "2111", "2209", "2211", "2310", "2311"]
    enemies = ["EG-1", "EG-2", "EG-7", "EG-10", "EG-11", "EG-99-R"]
    allies = ["US-CC-A", "US-CC-B", "US-CC-C", "US-2-PMF", "US-6-PMF", "US-8-PMF"]

    def named(units: list[str], unit: str = "UK-19") -> bool:
        s = moving("anglo-french", f"2210 {unit}", *(f"{h} {u}" for h, u in zip(ring, units)), "3018 UK-29")
        assert "UK-29" in s.choice.words(s, ("move",))
        return unit in s.choice.words(s, ("move",))

    assert named([])
    assert not named(enemies)
    assert named(allies)  # through their hexes and on
    desert = ["0617", "0619", "0518", "0519", "0718", "0719"]
    s = moving("anglo-french", "0618 UK-LOC", *(f"{h} {u}" for h, u in zip(desert, allies)), "3018 UK-29")
    found = {a.args[0] for a in s.options() if a.verb == "move"}
    assert set(s.choice.words(s, ("move",))) == found == {"UK-29"}  # two points a hex: it gets no further


@pytest.mark.rule("musketeer", "12.1", "12.2", "12.5")
def test_r12_1_where_a_unit_finds_room() -> None:
    stacks = {
        "2210": "EG-7 EG-10", "2212": "EG-2-Div", "2214": "EG-Gar-Rafah", "2216": "EG-Gar-Gaza EG-1", "2218": "AL-Sudan",
        "2220": "UK-19 UK-29", "2222": "EG-3-Div EG-2", "2224": "IS-4 IS-9 IS-10", "2226": "EG-Gar-Sharm EG-1-Armd EG-11",
    }  # fmt: skip
    room = {
        "EG-99-R": {"2212", "2214", "2216", "2220", "2224"},
        "EG-8-PLA": {"2214", "2216", "2220", "2224"},  # a division: not with another one
        "EG-Gar-Cairo": {"2210", "2212", "2220", "2222", "2224"},  # does not count, but only one in a hex
        "EG-Eng": {"2212", "2214", "2216", "2220", "2224"},
        "EG-Gar-Sharm": {"2210", "2212", "2220", "2222", "2224", "2226"},
        "IS-11": {"2210", "2212", "2214", "2216", "2218", "2222", "2226"},
        "EG-7": {"2210", "2212", "2214", "2216", "2220", "2224"},  # it does not count twice where it stands
    }
    s = position(
        "Turn", *(f"{h} {units}" for h, units in stacks.items()), "6017 IS-12", "2306 EG-99-R EG-8-PLA IS-11 EG-Eng"
    )
    for unit, hexes in room.items():
        u = s.game.unit(unit)
        assert {h for h in stacks if refusal(s, u, s.game.hex(h)) is None} == hexes, unit
        assert {h for h in stacks if not full_for(s, u) >> s.game.hex(h) & 1} == hexes, unit
    assert full_for(s, s.game.unit("EG-2")) >> s.game.hex("2210") & 1
    t = position(
        "Turn", "2210 SU-3-G SU-VOL SU-KGB", "2212 SU-108-G", "2214 IS-4 IS-9 IS-10", "2306 SU-GSFE-Eng IS-Gar-SdeBoker"
    )
    for unit, hex, room in (
        ("SU-GSFE-Eng", "2210", False), ("SU-GSFE-Eng", "2212", True), ("IS-Gar-SdeBoker", "2214", True),
    ):  # fmt: skip
        u, h = t.game.unit(unit), t.game.hex(hex)
        assert (refusal(t, u, h) is None, not full_for(t, u) >> h & 1) == (room, room)
    assert "a division" in refusal(s, s.game.unit("EG-8-PLA"), s.game.hex("2212")).text
    assert "may stack 2 units" in refusal(s, s.game.unit("EG-8-PLA"), s.game.hex("2210")).text
    assert "a division" in refusal(s, s.game.unit("EG-2-Div"), s.game.hex("2306")).text
    t = position("Turn", "2306 EG-Eng EG-1", "2308 EG-2-Div", "6017 IS-12")
    assert "may stack 2 units" in refusal(t, t.game.unit("EG-2-Div"), t.game.hex("2306")).text
    assert "may stack 2 units" in refusal(s, s.game.unit("EG-99-R"), s.game.hex("2222")).text
    assert refusal(s, s.game.unit("EG-7"), s.game.hex("2218")).rules == ("12.5",)


@pytest.mark.rule("musketeer", "12.4", "12.1", "12.2")
def test_r12_4_who_may_be_given_up_in_an_over_stacked_hex() -> None:
    def given(units: str, contingent: str = "egypt") -> list[str]:
        s = position(f'ReduceStack {{"hex": "2210", "contingent": "{contingent}"}}', f"2210 {units}", "6017 IS-12")
        return [a.removeprefix("lose ") for a in options(s)]

    assert given("EG-7 EG-10 EG-11") == ["EG-7", "EG-10", "EG-11"]
    assert given("EG-7 EG-10 EG-11 EG-Gar-Rafah") == ["EG-7", "EG-10", "EG-11"]  # the garrison does not count
    assert given("EG-Gar-Gaza EG-Gar-Rafah") == ["EG-Gar-Gaza", "EG-Gar-Rafah"]
    assert given("EG-2-Div EG-3-Div") == ["EG-2-Div", "EG-3-Div"]
    assert given("EG-8-PLA EG-2-Div EG-1-Armd EG-Gar-Sharm") == ["EG-2-Div", "EG-8-PLA"]
    assert given("EG-Eng EG-3-AAA EG-7 EG-Gar-Sharm") == ["EG-7", "EG-3-AAA", "EG-Eng"]
    assert given("EG-2-Div EG-3-Div EG-7") == ["EG-2-Div", "EG-3-Div"]  # without one of them the rest can stand
    assert given("EG-2-Div EG-3-Div EG-7 EG-10") == ["EG-2-Div", "EG-3-Div"]  # no single loss will do
    assert given("EG-7 EG-10 EG-11 EG-99-R EG-Gar-Sharm") == ["EG-7", "EG-10", "EG-11", "EG-99-R"]  # two of them
    assert given("EG-7 EG-10 EG-Gar-Gaza EG-Gar-Rafah") == ["EG-Gar-Gaza", "EG-Gar-Rafah"]
    assert given("IS-4 IS-Gar-Magen IS-Gar-SdeBoker", "israel") == ["IS-Gar-Magen", "IS-Gar-SdeBoker"]
    crowd = "SU-3-G SU-VOL SU-KGB SU-GSFE-Eng"
    assert given(crowd, "ussr") == crowd.split()
    assert given("EG-7 EG-Gar-Gaza EG-Gar-Rafah") == ["EG-Gar-Gaza", "EG-Gar-Rafah"]
    assert given("EG-2-Div EG-7 EG-10 EG-11") == ["EG-2-Div", "EG-7", "EG-10", "EG-11"]
    assert given("IS-4 IS-9 IS-10 IS-11 IS-Gar-Magen", "israel") == ["IS-4", "IS-9", "IS-10", "IS-11"]


@pytest.mark.rule("musketeer", "9.1", "9.10")
def test_r9_10_thirds_and_halves_of_a_point_are_written_as_such() -> None:
    written = {0: "0", 2: "1/3", 3: "1/2", 6: "1", 8: "1 1/3", 9: "1 1/2", 12: "2"}
    assert {sixths: str(points(sixths)) for sixths in written} == written


@pytest.mark.rule("musketeer", "9.1", "9.5", "9.6", "13.5", "28.1")
@pytest.mark.parametrize(
    "places",
    [
        ("5413 IS-4", "5414 EG-7", "5312 EG-10"),
        ("4311 IS-4", "2306 EG-1"),
        ("5413 IS-4", "5515 EG-7", "2306 EG-1"),
        ("5603 IS-4", "5704 UK-19", "5705 EG-7"),
    ],
)
def test_r9_6_the_first_step_of_a_unit(places: tuple[str, ...]) -> None:
    s = moving("israel", *places, "5604 IS-Gar-Magen")
    u, start = s.game.unit("IS-4"), s.loc[s.game.unit("IS-4")]
    near = {h for h in bits(s.game.map.grid.adjacent[start]) if walk(s, u, [start, h])[1] is None}
    assert set(bits(first_hexes(s, u))) == near
    assert near


@pytest.mark.rule("musketeer", "23.0", "9.1", "24.2", "13.5")
def test_r23_0_what_a_move_tells_of_the_movement_factor() -> None:
    def cost(s: Any, unit: str, way: str, known: int = 0, bridges: int = -1) -> int:
        return least_cost(s, s.game.unit(unit), [s.game.hex(h) for h in way.split("-")], known, bridges)

    def least(unit: str, way: str, known: int, *enemies: str, bridges: int = -1) -> int:
        s = moving("anglo-french", f"{way[:4]} {unit}", *(enemies or ("2306 EG-1",)))
        return cost(s, unit, way, known, bridges)

    assert least("UK-25-Armd", "2209-2210-2211", 0) == 12
    assert least("UK-25-Armd", "2209-2210-2211", 12) == 12
    assert least("UK-25-Armd", "2209-2210-2211", 13) == 13  # nothing new
    assert least("UK-25-Armd", "2209-2310-2210", 0) == 6  # a neighbour: the way round tells nothing
    assert least("UK-25-Armd", "2209-2310-2210", 8) == 6
    assert least("UK-19", "4113-4212", 0) == 6  # engineers might have helped over the canal
    assert least("UK-25-Armd", "2209-2310-2210", 12) == 12
    assert least("UK-25-Armd", "5307-5308", 8) == 8  # a road through the desert: 2
    assert least("UK-25-Armd", "2209-2210", 0, "2211 EG-7") == 6  # straight into a zone
    assert least("UK-25-Armd", "2209-2310-2210", 0, "2110 EG-7") == 12  # the direct step leads from zone to zone
    s = moving("anglo-french", "2209 UK-25-Armd", "2210 EG-7", disrupted=["EG-7"])  # no zone, but in the way
    assert cost(s, "UK-25-Armd", "2209-2110-2111-2211") == 18
    s = moving("israel", "4311 IS-7-Armd", "2306 EG-1")  # the canal bank is closed to Israelis
    assert cost(s, "IS-7-Armd", "4311-4411-4412-4312") == cost(s, "IS-7-Armd", "4311-4312")
    assert least("UK-19", "4113-4212", 0, bridges=0) == 18  # nobody helps
    east, west = (1 << s.game.hex(h) for h in ("4212", "4113"))
    assert least("UK-19", "4113-4212", 0, bridges=east) == least("UK-19", "4113-4212", 0, bridges=west) == 6
    assert least("UK-19", "4113-4212", 7, bridges=east) == least("UK-19", "4113-4212", 7, bridges=west) == 7
    assert least("UK-19", "4113-4212", 17, bridges=0) == 18
    assert least("UK-25-Armd", "5113-5213", 0) == 9  # nobody helps over a wadi: round it is cheaper
    assert least("UK-19", "4113-4212", 18, bridges=0) == 18


@pytest.mark.rule("musketeer", "9.7", "9.8", "9.10", "24.2")
def test_r9_10_every_step_says_why_it_costs_what_it_costs() -> None:
    def why(unit: str, way: str, *more: str) -> list[tuple[float, str]]:
        s = moving("anglo-french", f"{way[:4]} {unit}", "2306 EG-1", *more)
        return [(x["cost"], str(x["why"])) for x in s.details(f"move {unit} {way}")["steps"]]

    assert why("UK-25-Armd", "2209-2210") == [(1, "open [9.7]")]
    assert why("UK-25-Armd", "5508-5607-5606") == [(0.33, "road [9.10]"), (1, "change to the track [9.10]")]
    road = (0.33, "road [9.10]")
    assert why("UK-25-Armd", "4210-4110-4010") == [road, (2.33, "road [9.10], hexside [9.8]")]
    assert why("UK-RE", "4210-4110-4010") == [road, (0.33, "road [9.10], engineers at the water [24.2]")]
    assert why("UK-RE", "4414-4315-4214")[1] == (1, "change to the road [9.10], engineers at the water [24.2]")
    assert why("UK-25-Armd", "4414-4315-4214")[1] == (3, "change to the road [9.10], hexside [9.8]")
    assert why("UK-RE", "4012-4011-4111")[1] == (2, "desert [9.7], engineers at the water [24.2]")
    assert why("UK-25-Armd", "4113-4212") == [(3, "open [9.7], hexside [9.8]")]
    assert why("UK-RE", "4113-4212") == [(1, "open [9.7], engineers at the water [24.2]")]
    assert why("UK-25-Armd", "4113-4212", "4012 UK-RE") == [(3, "open [9.7], hexside [9.8]")]
    assert why("UK-25-Armd", "4113-4212", "4212 UK-RE") == [(1, "open [9.7], engineers at the water [24.2]")]
    assert why("UK-25-Armd", "4110-4010") == [(2.33, "road [9.10], hexside [9.8]")]
    assert why("UK-RE", "4110-4010") == [(0.33, "road [9.10], engineers at the water [24.2]")]
    assert why("UK-RE", "3704-3603") == [(1, "open [9.7], engineers at the water [24.2]")]  # a river
    assert why("UK-RE", "5815-5715") == [(2, "open [9.7], hexside [9.8]")]  # a wadi: nothing to bridge


@pytest.mark.rule("musketeer", "9.4", "28.0", "28.1", "13.6")
def test_r9_4_closed_ground_is_named_wherever_it_is() -> None:
    s = moving("israel", "5413 IS-4", "2306 EG-1")
    game, u = s.game, s.game.unit("IS-4")
    for h in game.map.grid.hexes:
        if not game.enterable >> h & 1:
            assert why_out_of_reach(s, u, h).rules == ("9.4", "28.0")
        elif not game.allowed["israel"] >> h & 1 and h != game.hex("2306"):
            assert why_out_of_reach(s, u, h).rules == ("28.1",)
    s = moving("israel", "5414 IS-4", "5413 EG-7", "5415 EG-10", "5215 EG-1", "5613 EG-2", "6017 IS-9")
    assert refused(s, "move IS-4 5514") == ("13.6",)
    assert refused(s, "move IS-4 5516") == ("9.6", "13.4")  # not a neighbour


@pytest.mark.rule("musketeer", "9.1", "9.7", "9.8", "9.10", "13.4", "24.2")
@pytest.mark.parametrize("seed", range(6))
def test_r9_1_the_search_finds_the_least_cost_a_slow_count_finds(seed: int) -> None:
    """Every way of arrival is relaxed until nothing gets cheaper."""
    rng = Random(seed)
    s = moving("anglo-french", "2209 UK-25-Armd", "2306 EG-1")
    game = s.game
    start = game.hex(rng.choice(["5508", "4010", "4110", "3604", "5815", "4212", "3214"]))
    near = list(bits(game.map.grid.within(start, 5) & game.enterable))
    blocked, zone, bridges = (sum(1 << h for h in rng.sample(near, n)) & ~(1 << start) for n in (3, 8, 25))
    leaving = zone if rng.random() < 0.5 else 0
    budget = 30
    best = {(start, 0): 0}
    changed = True
    while changed:
        changed = False
        for (here, last), spent in list(best.items()):
            if here != start and zone >> here & 1:
                continue
            for step in game.steps[here]:
                if blocked >> step.to & 1 or (here == start and leaving >> step.to & 1):
                    continue
                cost = 6 if step.way and last and step.way != last else step.cost
                helped = step.bridgeable and (bridges >> here & 1 or bridges >> step.to & 1)
                total = spent + cost + (0 if helped else step.crossing)
                if total <= budget and total < best.get((step.to, step.way), 1000):
                    best[step.to, step.way] = total
                    changed = True
    least: dict[int, int] = {}
    for (h, _), total in best.items():
        least[h] = min(total, least.get(h, 1000))
    del least[start]
    found = spread(game, start, budget, blocked, zone, leaving, bridges)
    assert found.cost == least
    for h in least:
        path = found.path(h)
        assert (path[0], path[-1]) == (start, h)


@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_who_helps_whom_over_the_water() -> None:
    places = ("4012 UK-RE", "4212 US-7C-Eng", "4113 UK-19", "2306 EG-1 EG-Eng")

    def helped(unit: str, **fields: Any) -> set[str]:
        s = moving("anglo-french", *places, **fields)
        return {s.game.hex_name(h) for h in bits(bridging(s, s.game.unit(unit)))}

    assert helped("UK-19") == {"4012"}
    assert helped("UK-19", moved=["UK-RE"]) == helped("UK-19", assaulting=["UK-RE"]) == helped("UK-RE") == set()
    assert helped("US-7C-Eng") == set()


@pytest.mark.rule("musketeer", "9.3", "9.4", "13.4", "13.6")
@pytest.mark.parametrize("seed", range(4))
def test_r9_3_one_hex_is_always_in_reach_where_the_first_step_is_allowed(seed: int) -> None:
    rng = Random(seed)
    game = moving("egypt", "4113 EG-26-NG").game
    for start in ("4113", "4012", "4612", "0611", "4010"):
        near = [game.hex_name(h) for h in bits(game.map.grid.within(game.hex(start), 2) & game.enterable)]
        near = rng.sample([h for h in near if h != start], 3)
        enemies = [f"{h} {u}" for h, u in zip(near, ("UK-19", "UK-29", "UK-51"))]
        s = moving("egypt", f"{start} EG-26-NG", *enemies, disrupted=["UK-29", "UK-51"])
        u = s.game.unit("EG-26-NG")
        first, found = first_hexes(s, u), reachable(s, u)
        assert game.hex(start) not in found.cost
        for h in bits(game.map.grid.adjacent[game.hex(start)]):
            if first >> h & 1:
                assert h in found.cost
            else:
                assert h not in found.cost or len(found.path(h)) > 2


@pytest.mark.rule("musketeer", "24.2")
def test_r24_2_engineers_are_bound_by_those_who_need_them() -> None:
    def bound(unit: str, way: str, engineer: str, *weak: str) -> bool:
        s = moving("anglo-french", f"{way[:4]} {unit}", f"{engineer} UK-RE", "2306 EG-1", disrupted=weak)
        used = helpers(s, s.game.unit(unit), [s.game.hex(h) for h in way.split("-")])
        assert used in (0, 1 << s.game.unit("UK-RE"))
        return bool(used)

    assert bound("UK-19", "4012-4113-4212", "4113")  # four points without help, movement three
    assert bound("UK-19", "4012-4113-4212", "4212")
    assert not bound("UK-25-Armd", "4012-4113-4212", "4113")  # it can pay
    assert not bound("UK-19", "4113-4212", "2209", "UK-19")  # its one hex, helped by nobody
    assert not bound("UK-19", "4113-4212", "anglo-french-box", "UK-19")
    assert not bound("UK-19", "4612-4611", "4612", "UK-19")  # rough ground costs three, water is not in the way
