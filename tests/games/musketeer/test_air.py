"""[18.0, 19.0, 20.0, 24.1, 27.4] Air superiority, bombardment, gunfire and rockets."""

from __future__ import annotations

from typing import Any

import pytest

from .table import allowed, dead, disrupted, fighting, impulse, log, options, phase, play, position, refused, why_not

AF_AIR = "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3 UK-Air-4 FR-Air-1 FR-Air-2 FR-Air-3"
EG_AIR = "egypt-available EG-Air-1 EG-Air-2 EG-Air-3 EG-Air-4"


def sky(contingent: str, *places: str, **fields: Any) -> Any:
    return phase("AirSuperiority", contingent, *places, **fields)


def bombing(contingent: str, *places: str, **fields: Any) -> Any:
    return phase("Bombardment", contingent, *places, **fields)


def lost(s: Any, prefix: str) -> int:
    return sum(n.startswith(prefix) and dead(s, n) for n in s.game.roster.names)


@pytest.mark.rule("musketeer", "18.1", "18.5", "18.6", "27.4")
def test_r18_1_only_available_airstrikes_of_the_activated_contingent_fly() -> None:
    s = sky(
        "anglo-french",
        "anglo-french-available UK-Air-1 UK-Air-2 UK-Gunfire UK-MI6",
        "anglo-french-box UK-Air-3",
        "eliminated UK-Air-4",
        "israel-available IS-Air-1",
        EG_AIR,
        "ussr-box SU-Air-1",
    )
    assert options(s, "strike") == ["strike egypt 2", "strike egypt 1"]
    assert refused(s, "strike egypt 3") == ("18.1",)
    assert refused(s, "strike ussr 1") == ("19.1", "19.4")
    assert refused(s, "strike egypt-box 1") == ("18.5",)


@pytest.mark.rule("musketeer", "18.2", "18.3")
def test_r18_3_one_mission_per_impulse_then_back() -> None:
    s = impulse(
        "israel", "israel-available IS-Air-1 IS-Air-2", "egypt-available EG-Air-1", "5413 IS-4", "5414 EG-7 EG-1-MFF"
    )
    s = play(s, "strike egypt 2", "roll 4", "roll 4")
    while s.game.phase(s) == "air-superiority":
        s = play(s, "end")
    assert s.game.phase(s) == "movement"  # nobody is left to bombard
    s = play(s, "end", "attack 5414", "with IS-4", "confirm")
    assert "support" not in str(options(s))
    while s.contingent:
        s = s.play("end" if "end" in options(s) else options(s)[0])
    assert s.used == 0


@pytest.mark.rule("musketeer", "18.4", "19.5")
@pytest.mark.parametrize(
    ("contingent", "prefix", "limit"),
    [("anglo-french", "UK-Air", 3), ("israel", "IS-Air", 2), ("us", "US-Air", 4), ("egypt", "EG-Air", 1), ("ussr", "SU-Air", 2), ("arab-league", "AL-Air", 1)],
)  # fmt: skip
def test_r18_4_airstrikes_against_one_hex(contingent: str, prefix: str, limit: int) -> None:
    number = 2 if contingent == "arab-league" else 4
    air = " ".join(f"{prefix}-{i}" for i in range(1, number + 1))
    target = "5414 EG-7" if contingent in ("anglo-french", "israel", "us") else "5414 IS-4"
    s = play(bombing(contingent, f"{contingent}-available {air}", target), "bombard 5414")
    assert options(s)[0] == f"load {limit} 0"
    assert refused(s, f"load {limit + 1} 0") == ("18.4",)


@pytest.mark.rule("musketeer", "18.4")
def test_r18_4_one_mission_against_a_hex_and_no_limit_in_the_air() -> None:
    s = bombing("israel", "israel-available IS-Air-1 IS-Air-2 IS-Air-3", "5414 EG-7", "5513 EG-10")
    s = play(s, "bombard 5414", "load 1 0")
    assert refused(s, "bombard 5414") == ("18.4",)
    assert "strike egypt 7" in options(sky("anglo-french", AF_AIR, EG_AIR))


@pytest.mark.rule("musketeer", "18.5", "18.7")
def test_r18_5_anywhere_on_the_map_whoever_holds_the_airbases() -> None:
    s = bombing(
        "egypt", "egypt-available EG-Air-1", "0104 UK-19", "6017 IS-9", "3314 UK-51", "4010 UK-29", "2306 FR-Col"
    )
    assert {"bombard 0104", "bombard 6017", "bombard 3314"} <= set(options(s))


@pytest.mark.rule("musketeer", "19.1", "19.3", "19.4")
def test_r19_1_first_fire_then_the_survivors_of_the_other_side() -> None:
    s = play(sky("anglo-french", AF_AIR, EG_AIR), "strike egypt 7")
    s, text = log(s, "roll 1")
    assert "7 airstrikes of the West Bloc fire on column 7+: 4 enemy airstrikes are hit." in text
    assert lost(s, "EG-Air") == 4
    assert s.actor is None  # nobody fires back
    s = play(sky("anglo-french", AF_AIR, EG_AIR), "strike egypt 3")
    s, text = log(s, "roll 2")
    assert "3 airstrikes of the West Bloc fire on column 3: 1 enemy airstrike is hit." in text
    s, text = log(s, "roll 1")
    assert "3 airstrikes of the East Bloc fire on column 3: 2 enemy airstrikes are hit." in text  # three survivors
    assert (lost(s, "EG-Air"), lost(s, "UK-Air")) == (1, 2)
    assert s.used.bit_count() == 1  # the survivor is turned over


@pytest.mark.rule("musketeer", "19.1")
def test_r19_1_at_most_seven_in_all_and_seven_fire_back() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR, "ussr-available SU-Air-1")
    s = play(s, "strike egypt 5")
    assert options(s, "strike") == ["strike ussr 2", "strike ussr 1"]
    s = play(s, "strike ussr 2")
    assert s.actor == "chance"
    s = play(s, "roll 4", "roll 4", "roll 4", "roll 4")
    assert s.actor is None
    assert sky("us", "us-available US-Air-1", EG_AIR, strikes=7).actor is None


@pytest.mark.rule("musketeer", "19.2")
def test_r19_2_the_west_fires_first_unless_the_east_attacks_with_a_special_marker() -> None:
    def first(contingent: str, special: bool) -> str:
        target = "anglo-french" if contingent == "egypt" else "egypt"
        s = sky(contingent, AF_AIR, EG_AIR, special=special)
        return str(play(s, f"strike {target} 1").prompt)

    assert "attacker" in first("anglo-french", False)
    assert "defender" in first("egypt", False)
    assert "attacker" in first("egypt", True)


@pytest.mark.rule("musketeer", "19.3")
def test_r19_3_special_marker_two_columns_right_for_the_attacker_only() -> None:
    s = play(sky("anglo-french", AF_AIR, EG_AIR, special=True), "strike egypt 2")
    s, text = log(s, "roll 3")  # column 4: 1; column 2 would give 0
    assert "2 airstrikes of the West Bloc fire on column 4: 1 enemy airstrike is hit." in text
    s, text = log(s, "roll 3")  # three defenders fire on column 3: 1
    assert "3 airstrikes of the East Bloc fire on column 3: 1 enemy airstrike is hit." in text
    f = sky("anglo-french", AF_AIR, EG_AIR, special=True).forecast()
    assert f["column_name"] == "7+"
    assert f["shifts"] == [{"text": "special command marker", "rule": "19.3", "columns": 2}]


@pytest.mark.rule("musketeer", "19.4", "19.11")
def test_r19_4_aa_costs_a_firing_airstrike_and_nothing_but_airstrikes_is_hit() -> None:
    s = sky("anglo-french", AF_AIR, "egypt-available EG-Air-1 EG-Res EG-Guerrilla-2a")
    s = play(s, "strike egypt 2", "roll 6")
    assert lost(s, "UK-Air") + lost(s, "FR-Air") == 1
    s = play(sky("anglo-french", AF_AIR, "egypt-available EG-Air-1 EG-Res EG-Guerrilla-2a"), "strike egypt 7", "roll 1")
    assert dead(s, "EG-Air-1")
    assert not dead(s, "EG-Res")
    assert not dead(s, "EG-Guerrilla-2a")
    assert refused(
        sky("anglo-french", AF_AIR, "egypt-available EG-Air-1", "arab-league-available EG-Res"), "strike arab-league 1"
    )


@pytest.mark.rule("musketeer", "19.5", "19.6")
def test_r19_5_bombardment_terrain_left_special_right() -> None:
    def load(target: str, *places: str, **fields: Any) -> Any:
        s = bombing("anglo-french", "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3", *places, **fields)
        return play(s, f"bombard {target}").forecast()

    assert load("5414", "5414 EG-7")["column_name"] == "3"
    assert load("3314", "3314 EG-7")["column_name"] == "0-"  # city three left
    assert load("3314", "3314 EG-7", special=True)["column_name"] == "2"
    assert load("5408", "5408 EG-7")["column_name"] == "1"  # fortification two left
    f = load("5414", "5414 EG-7")
    assert {r["result"]: r["probability"] for r in f["results"]} == {
        "2": 0.1667,
        "1": 0.3333,
        "0": 0.3333,
        "AA": 0.1667,
    }


@pytest.mark.rule("musketeer", "19.6", "15.3")
def test_r19_6_that_many_units_lose_a_step_each_chosen_by_their_owner() -> None:
    s = bombing(
        "us", "us-available US-Air-1 US-Air-2 US-Air-3 US-Air-4", "5414 EG-7 EG-10 EG-Gar-Gaza", disrupted=["EG-10"]
    )
    s = play(s, "bombard 5414", "load 4 0", "roll 1")  # 2
    assert s.actor == "east"
    assert len(options(s)) == 3
    s = play(s, "lose EG-7")
    assert "lose EG-7" not in options(s)  # [ruling MU-37] two different units
    s = play(s, "lose EG-10")
    assert disrupted(s, "EG-7")
    assert dead(s, "EG-10")
    s = bombing("us", "us-available US-Air-1 US-Air-2 US-Air-3 US-Air-4", "5414 EG-7", "6017 IS-9")
    s = play(s, "bombard 5414", "load 4 0", "roll 1")  # two hits on one unit: one step
    assert disrupted(s, "EG-7")
    assert not dead(s, "EG-7")


@pytest.mark.rule("musketeer", "19.6", "19.7")
def test_r19_7_aa_is_the_only_answer_to_bombers() -> None:
    s = bombing("israel", "israel-available IS-Air-1 IS-Air-2", "5414 EG-7")
    s = play(s, "bombard 5414", "load 2 0", "roll 6")
    assert lost(s, "IS-Air") == 1
    assert s.actor is None  # no return fire
    s = play(bombing("israel", "israel-available IS-Air-1 IS-Air-2", "5414 EG-7"), "bombard 5414", "load 2 0", "roll 5")
    assert lost(s, "IS-Air") == 0
    assert s.actor is None


@pytest.mark.rule("musketeer", "20.1", "20.2", "20.4")
def test_r20_2_gunfire_is_added_to_airstrikes_and_only_bombards() -> None:
    s = bombing("anglo-french", "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3 UK-Gunfire FR-Gunfire", "2206 EG-7")
    s = play(s, "bombard 2206")
    assert options(s)[0] == "load 3 2"
    assert s.forecast()["column_name"] == "5"
    s = play(s, "load 3 2", "roll 6")  # AA
    assert lost(s, "UK-Air") == 1
    assert not dead(s, "UK-Gunfire")
    s = sky("anglo-french", "anglo-french-available UK-Gunfire", EG_AIR)
    assert s.actor is None
    s = phase("GroundCombat", "anglo-french", "anglo-french-available UK-Gunfire", "2206 EG-7", "2306 UK-19")
    s = play(s, "attack 2206", "with UK-19", "confirm")
    assert s.actor == "chance"


@pytest.mark.rule("musketeer", "20.3")
def test_r20_3_gunfire_reaches_the_coast_and_one_hex_inland_rockets_ten_hexes() -> None:
    s = bombing("us", "us-available US-Gunfire-1", "2206 EG-7", "2207 EG-10", "2208 EG-11", "4214 EG-2")
    assert set(options(s, "bombard")) == {"bombard 2206", "bombard 2207"}
    assert refused(s, "bombard 2208") == ("20.3",)
    places = ("2209 SU-KGB", "2219 UK-19", "2221 UK-29", "6017 IS-9")
    assert bombing("ussr", "ussr-available SU-Rocket-1", *places).actor is None  # no mechanized unit
    s = bombing("ussr", "ussr-available SU-Rocket-1", "2210 SU-VOL", "2220 UK-19", "2221 UK-29")
    assert options(s, "bombard") == ["bombard 2220"]
    assert options(play(s, "bombard 2220")) == ["load 0 1"]


@pytest.mark.rule("musketeer", "20.4", "24.1")
def test_r24_1_anti_aircraft_units_shift_once_but_not_against_gunfire_alone() -> None:
    def name(air: int, guns: int, *places: str) -> str:
        s = bombing("anglo-french", "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3 UK-Gunfire FR-Gunfire", *places)
        s = play(s, "bombard 2206", f"load {air} {guns}")
        if s.actor != "chance":
            s = play(s, "end")
        _, text = log(s, "roll 4")
        return next(t for t in text if ": column " in t).split(": column ")[1].split(";")[0]

    assert name(3, 0, "2206 EG-7") == "3"
    assert name(3, 0, "2206 EG-7 EG-1-AAA") == "2"
    assert name(3, 0, "2206 EG-7", "2207 EG-1-AAA", "2107 EG-2-AAA") == "2"
    assert name(3, 0, "2206 EG-7", "2208 EG-1-AAA") == "3"
    assert name(0, 2, "2206 EG-7 EG-1-AAA") == "2"
    assert name(1, 2, "2206 EG-7 EG-1-AAA") == "2"


@pytest.mark.rule("musketeer", "20.4")
def test_r20_4_gunfire_alone_ignores_aa() -> None:
    s = bombing("anglo-french", "anglo-french-available UK-Gunfire", "2206 EG-7")
    s = play(s, "bombard 2206", "load 0 1", "roll 6")
    assert not dead(s, "UK-Gunfire")
    assert not disrupted(s, "EG-7")


@pytest.mark.rule("musketeer", "18.2")
def test_r18_2_each_mission_in_its_phase() -> None:
    s = impulse(
        "israel",
        "israel-available IS-Air-1",
        "egypt-available EG-Air-1",
        "5413 IS-4",
        "5414 EG-7",
        "israel-box IS-Eitan",
    )
    assert not allowed(s, "bombard 5414")
    assert not allowed(s, "strike egypt 1")
    s = play(s, "end")
    assert allowed(s, "strike egypt 1")
    assert not allowed(s, "bombard 5414")
    s = play(s, "end")
    assert allowed(s, "bombard 5414")


@pytest.mark.rule("musketeer", "18.3", "19.5")
def test_r18_3_all_missions_are_assigned_before_the_first_die() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR, "ussr-available SU-Air-1")
    s = play(s, "strike egypt 3")
    assert s.actor == "west"  # no fight yet: the rest is assigned in ignorance
    s = play(s, "strike ussr 2")
    assert "attacker" in s.prompt
    s = bombing("israel", "israel-available IS-Air-1 IS-Air-2 IS-Air-3", "5414 EG-7", "5513 EG-10")
    s = play(s, "bombard 5414", "load 2 0")
    assert s.actor == "west"
    s = play(s, "bombard 5513", "load 1 0")
    assert "5414" in s.prompt
    s = play(s, "roll 1")
    assert disrupted(s, "EG-7")
    assert "5513" in s.prompt


@pytest.mark.rule("musketeer", "19.1", "19.2", "19.3", "19.4")
def test_r19_2_the_forecast_counts_both_fires_in_their_order() -> None:
    for contingent, special in (("egypt", False), ("egypt", True), ("anglo-french", False)):
        target = "israel" if contingent == "egypt" else "egypt"
        places = (
            "egypt-available EG-Air-1 EG-Air-2 EG-Air-3",
            "israel-available IS-Air-1 IS-Air-2 IS-Air-3 IS-Air-4 IS-Air-5",
        )
        places = (*places, "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3")
        s = sky(contingent, *places, special=special)
        found: dict[str, float] = {}
        start = play(s, f"strike {target} 3")
        start = play(start, "end") if start.actor != "chance" else start
        own, foe = ("EG-Air", "IS-Air") if contingent == "egypt" else ("UK-Air", "EG-Air")
        for one in range(1, 7):
            t = play(start, f"roll {one}")
            ends = [play(t, f"roll {two}") for two in range(1, 7)] if t.actor == "chance" else [t] * 6
            for end in ends:
                key = f"{lost(end, foe)} : {lost(end, own)}"
                found[key] = found.get(key, 0.0) + 1 / 36
        shown = {r["result"]: r["probability"] for r in s.details(f"strike {target} 3")["forecast"]["results"]}
        assert shown == pytest.approx(found, abs=0.001)


@pytest.mark.rule("musketeer", "20.2")
def test_r20_2_the_strength_on_the_counter_counts() -> None:
    s = bombing("anglo-french", "anglo-french-available UK-Gunfire FR-Gunfire", "2206 EG-7")
    game = s.game
    u = game.unit("UK-Gunfire")
    before = game.strength[u]
    try:
        game.strength[u] = 3
        assert play(s, "bombard 2206").forecast()["column_name"] == "4"
    finally:
        game.strength[u] = before


def test_odd_digits_are_refused_not_crashed_on() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR)
    for text in ("strike egypt \u00b2", "strike egypt 0", "strike egypt x"):
        assert s.check(text) is not None
    s = play(bombing("israel", "israel-available IS-Air-1", "5414 EG-7"), "bombard 5414")
    for text in ("load \u00b2 0", "load 0 0"):
        assert s.check(text) is not None


@pytest.mark.rule("musketeer", "18.4", "19.10")
def test_r18_4_unused_support_is_not_counted_what_flew_before_is() -> None:
    """[ruling MU-39] One airstrike has flown against 5408; the one of a combat without attacker's fire does not count."""
    places = ("5508 IS-SC", "5409 IS-7-Armd", "5408 EG-3-Div", "6017 IS-Gar-Eilat")
    s = fighting("israel", *places, "israel-available IS-Air-1 IS-Air-2 IS-Air-3 IS-Air-4", supported=["5408"])
    s = play(s, "attack 5408", "with IS-SC", "confirm", "support 1", "roll 1")
    assert [s.game.hex_name(h) for h in s.supported] == ["5408"]
    s = play(s, "attack 5408", "with IS-7-Armd", "confirm")
    assert options(s, "support") == ["support 1", "support 0"]


@pytest.mark.rule("musketeer", "19.1")
def test_r19_1_seven_enemy_airstrikes_in_all_return_fire() -> None:
    """[ruling MU-11] Four of the first box and three of the five in the second."""
    s = phase(
        "AirSuperiority",
        "anglo-french",
        "egypt-available EG-Air-1 EG-Air-2 EG-Air-3 EG-Air-4",
        "ussr-available SU-Air-1 SU-Air-2 SU-Air-3 SU-Air-4 SU-Air-5",
        "anglo-french-available UK-Air-1 UK-Air-2 UK-Air-3 UK-Air-4 FR-Air-1 FR-Air-2 FR-Air-3",
        "5702 IS-Gar-Ashkelon",
        "4010 EG-1",
    )
    s = play(s, "strike egypt 3")
    assert s.choice.returning(s, "ussr") == 3
    expected = s.details("strike ussr 4")["forecast"]["results"]
    s = play(s, "strike ussr 4")
    answers = []
    while s.actor == "chance":
        s, text = log(s, "roll 2")
        answers += [line for line in text if "airstrikes of the East Bloc" in line]
    assert [line.split()[0] for line in answers] == ["3", "3"]  # one of the four is lost to the first fire
    assert sum(r["probability"] for r in expected) == pytest.approx(1, abs=0.001)


@pytest.mark.rule("musketeer", "20.4", "19.6")
def test_r20_4_the_forecast_promises_no_loss_of_gunfire() -> None:
    places = ("4005 EG-98-NG EG-Gar-PortSaid", "anglo-french-available UK-Air-1 UK-Gunfire FR-Gunfire")
    s = play(phase("Bombardment", "anglo-french", *places, "5702 IS-Gar-Ashkelon"), "bombard 4005")

    def names(load: str) -> dict[str, str]:
        return {r["result"]: r["name"] for r in s.details(load)["forecast"]["results"]}

    assert names("load 0 2")["AA"].startswith("no effect")
    assert names("load 1 2")["AA"].endswith("one airstrike is lost")
    assert names("load 0 2")["0"] == "no effect"


@pytest.mark.rule("musketeer", "19.1", "19.4")
def test_r19_1_nobody_fires_at_an_empty_box() -> None:
    s = sky(
        "egypt", "egypt-available EG-Air-1 EG-Air-2", "israel-available IS-Air-1", "5702 IS-Gar-Ashkelon", "4010 EG-1"
    )
    s = play(s, "strike israel 2")
    assert "defender" in s.prompt  # the West fires first
    s = play(s, "roll 6")  # AA: it loses its only airstrike
    assert dead(s, "IS-Air-1")
    assert s.actor != "chance"


@pytest.mark.rule("musketeer", "18.1", "20.3")
def test_r20_3_why_a_hex_cannot_be_bombarded() -> None:
    s = bombing("anglo-french", "2405 EG-1", "3314 EG-7", "anglo-french-available UK-Gunfire", "5702 IS-Gar-Ashkelon")
    assert refused(s, "bombard 3314") == ("20.3",)
    assert allowed(s, "bombard 2405")
    s = bombing("ussr", "2405 UK-19", "3314 SU-2-PVO", "ussr-available SU-Air-1", "5702 IS-Gar-Ashkelon")
    assert refused(play(s, "bombard 2405"), "load 0 1") == ("20.3",)


@pytest.mark.rule("musketeer", "19.6")
def test_r19_6_one_hit_is_one_unit_and_no_more() -> None:
    s = bombing("us", "4010 EG-1 EG-7", "us-available US-Air-1 US-Air-2 US-Air-3 US-Air-4", "5702 IS-Gar-Ashkelon")
    s = play(s, "bombard 4010", "load 4 0")
    s = play(s, "roll 2", "lose EG-1")  # column 3 in the town: one hit
    assert disrupted(s, "EG-1")
    assert not disrupted(s, "EG-7")
    assert s.actor != "east"


@pytest.mark.rule("musketeer", "23.1", "24.1")
def test_r24_1_anti_aircraft_units_that_shift_a_bombardment_are_revealed() -> None:
    places = ("4012 EG-1", "4011 EG-1-AAA", "3314 EG-2-AAA", "israel-available IS-Air-1", "5702 IS-Gar-Ashkelon")
    s = bombing("us", *places, "us-available US-Air-1 US-Gunfire-1")
    s = play(s, "bombard 4012", "load 1 0")
    assert s.known >> s.game.unit("EG-1-AAA") & 1
    assert not s.known >> s.game.unit("EG-2-AAA") & 1


@pytest.mark.rule("musketeer", "24.1", "27.3")
def test_r24_1_anti_aircraft_units_in_a_box_protect_nobody() -> None:
    s = bombing("egypt", "4012 UK-19", "3314 EG-1", "anglo-french-box UK-21-LAA", "egypt-available EG-Air-1")
    s = play(s, "bombard 4012")
    assert not s.forecast()["shifts"]
    s = bombing("egypt", "4012 UK-19 UK-21-LAA", "3314 EG-1", "egypt-available EG-Air-1", known=["UK-21-LAA"])
    assert [x["rule"] for x in play(s, "bombard 4012").forecast()["shifts"]] == ["24.1"]


@pytest.mark.rule("musketeer", "19.1")
def test_r19_1_a_box_that_may_not_answer_is_still_fired_at() -> None:
    """[ruling MU-11] Four and three of the first two boxes return fire; nobody is left for the third."""
    s = sky(
        "anglo-french",
        AF_AIR,
        EG_AIR,
        "ussr-available SU-Air-1 SU-Air-2 SU-Air-3 SU-Air-4 SU-Air-5",
        "arab-league-available AL-Air-1 AL-Air-2",
    )
    s = play(s, "strike egypt 2", "strike ussr 2", "strike arab-league 3")
    told: list[str] = []
    while s.actor == "chance":
        s, text = log(s, "roll 3")
        told += [line for line in text if " airstrikes of the " in line]
    assert [line.split(" fire")[0] for line in told][-3:] == [
        "2 airstrikes of the West Bloc",
        "3 airstrikes of the East Bloc",
        "3 airstrikes of the West Bloc",
    ]


@pytest.mark.rule("musketeer", "18.1", "19.5")
def test_r19_5_no_more_airstrikes_than_are_ready() -> None:
    s = bombing("us", "4012 EG-1", "us-available US-Air-1 US-Air-2", "5702 IS-Gar-Ashkelon")
    s = play(s, "bombard 4012")
    assert refused(s, "load 3 0") == ("18.1", "18.3")
    assert refused(s, "load 5 0") == ("18.4",)
    assert refused(s, "load 0 0") == ("19.5",)


@pytest.mark.rule("musketeer", "19.5")
def test_r19_5_only_hexes_with_enemies_are_bombarded() -> None:
    s = bombing("us", "4012 EG-1", "us-available US-Air-1", "5702 IS-Gar-Ashkelon")
    assert refused(s, "bombard 2210") == ("19.5",)
    assert refused(s, "bombard 5702") == ("19.5",)
    assert refused(s, "bombard 9999") == ("19.5",)
    assert allowed(s, "bombard 4012")


def test_the_phase_is_the_same_from_the_first_order_to_the_last_bomb() -> None:
    s = impulse(
        "us",
        "us-available US-Air-1 US-Air-2 US-Air-3 US-Air-4",
        "egypt-available EG-Air-1",
        "4012 EG-1 EG-7",
        "2209 US-CC-A",
    )
    seen: list[str] = []
    for action in ("strike egypt 1", "end", "roll 5", "roll 5", "bombard 4012", "load 3 0", "roll 2", "lose EG-7"):
        while s.actor == "west" and s.check(action) is not None and s.check("end") is None:
            s = play(s, "end")
        if s.check(action) is not None:
            continue
        seen.append(s.game.phase(s))
        s = play(s, action)
    assert set(seen) == {"air-superiority", "bombardment"}
    assert seen == sorted(seen)


# What is refused, and why -------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "19.1", "18.1", "18.5")
def test_r19_1_the_refusal_of_a_mission_names_what_is_wrong() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR, "us-available US-Air-1", "ussr-available SU-Air-1", "5414 EG-7", strikes=4)
    assert options(s, "strike egypt") == ["strike egypt 3", "strike egypt 2", "strike egypt 1"]  # seven in all
    for wrong in ("strike", "strike egypt", "strike egypt two", "strike egypt 2 3", "bomb egypt 2"):
        assert refused(s, wrong) == ("19.1",)
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert refused(s, "strike us 1") == ("19.1", "19.4")  # a friend
    assert refused(s, "strike arab-league 1") == ("19.1", "19.4")  # an empty box
    assert "at least one" in why_not(s, "strike egypt 0")
    assert refused(s, "strike egypt 8") == ("18.1",)
    assert why_not(s, "strike egypt 7") == "At most 7 airstrikes fly air superiority; 4 have been sent."
    s = play(s, "strike egypt 1")
    assert options(s, "strike ussr") == ["strike ussr 2", "strike ussr 1"]  # five have been sent
    assert "have been sent already" in why_not(s, "strike egypt 1")
    assert "“strike egypt 1” " not in why_not(s, "strike egypt 1")


@pytest.mark.rule("musketeer", "25.7", "18.3")
def test_r25_7_special_forces_scout_while_airstrikes_are_assigned() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR, "anglo-french-available UK-MI6", "5414 EG-7")
    assert "recon UK-MI6" in options(s)
    assert refused(s, "recon UK-Air-1") == ("25.7",)
    s = play(s, "recon UK-MI6", "place UK-MI6 5414")
    assert s.known >> s.game.unit("EG-7") & 1
    assert "strike egypt 1" in options(s)


# Fights ---------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "19.4")
def test_r19_4_the_log_tells_what_every_fire_does() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR)
    _, told = log(s, "strike egypt 2", "roll 5")
    assert told[-1] == "2 airstrikes of the West Bloc fire on column 2: no effect."
    s, told = log(s, "strike egypt 3", "roll 6", "roll 4")
    assert [x for x in told if " on column " in x or "shot" in x] == [
        "3 airstrikes of the West Bloc fire on column 3: one of them is lost.",
        "UK-Air-1 is shot down.",
        "4 airstrikes of the East Bloc fire on column 4: 1 enemy airstrike is hit.",
        "UK-Air-2 is shot down.",
    ]
    assert s.used == 1 << s.game.unit("UK-Air-3")


@pytest.mark.rule("musketeer", "19.1", "19.2")
def test_r19_1_nobody_fires_who_is_shot_down_before() -> None:
    s = play(sky("egypt", "egypt-available EG-Air-1", AF_AIR), "strike anglo-french 1")
    s = play(s, "end") if "end" in options(s) else s
    s = play(s, "roll 1")  # the West fires first
    assert dead(s, "EG-Air-1")
    assert s.actor != "chance"


@pytest.mark.rule("musketeer", "19.1", "19.2", "19.3", "19.4")
@pytest.mark.parametrize(
    ("contingent", "target", "special", "first"),
    [
        ("anglo-french", "egypt", False, "West"),
        ("anglo-french", "egypt", True, "West"),
        ("egypt", "israel", False, "West"),
        ("egypt", "israel", True, "East"),
    ],
)
@pytest.mark.parametrize(("strikes", "foes"), [(2, 3), (1, 1), (1, 3), (2, 1)])
def test_r19_3_the_forecast_of_a_fight_counts_every_pair_of_dice(
    contingent: str, target: str, special: bool, first: str, strikes: int, foes: int
) -> None:
    there = " ".join(AIR[target].split()[:foes])
    s = sky(contingent, f"{contingent}-available {AIR[contingent]}", f"{target}-available {there}", special=special)
    f = s.details(f"strike {target} {strikes}")["forecast"]
    fought = play(s, f"strike {target} {strikes}")
    fought = play(fought, "end") if "end" in options(fought) else fought
    found: dict[str, float] = {}
    for one in range(1, 7):
        t = play(fought, f"roll {one}")
        for two in range(1, 7):
            u = play(t, f"roll {two}") if t.actor == "chance" else t
            both = [lost(u, AIR[c].split("-")[0]) for c in (target, contingent)]
            result = f"{both[0]} : {both[1]}"
            found[result] = found.get(result, 0) + 1 / 36
    assert {r["result"]: r["probability"] for r in f["results"]} == {r: round(p, 4) for r, p in found.items()}
    assert [r["result"] for r in f["results"]] == sorted(found, reverse=True)
    assert f["notes"] == [f"The {first} Bloc fires first [19.2]."]
    assert [x["columns"] for x in f["shifts"]] == ([2] if special else [])


AIR = {
    "anglo-french": "UK-Air-1 UK-Air-2",
    "egypt": "EG-Air-1 EG-Air-2 EG-Air-3",
    "israel": "IS-Air-1 IS-Air-2 IS-Air-3",
}


@pytest.mark.rule("musketeer", "19.1", "19.4")
def test_r19_1_a_box_beyond_the_seven_that_return_fire_costs_only_accidents() -> None:
    us = "us-available US-Air-1 US-Air-2"
    s = sky("egypt", EG_AIR, AF_AIR, us)
    f = play(s, "strike anglo-french 1").details("strike us 1")["forecast"]
    assert {r["result"]: r["probability"] for r in f["results"]} == {
        "1 : 0": 0.1667, "0 : 1": 0.1667, "0 : 0": 0.6667,
    }  # fmt: skip
    s = sky("egypt", EG_AIR, AF_AIR, us, special=True)  # Egypt fires first
    f = play(s, "strike anglo-french 1").details("strike us 2")["forecast"]
    assert sum(r["probability"] for r in f["results"]) == pytest.approx(1, abs=0.001)
    assert {r["result"].split(" : ")[1] for r in f["results"]} == {"0", "1"}


@pytest.mark.rule("musketeer", "19.1")
def test_r19_1_the_forecast_of_the_phase_sends_all_that_may_fly() -> None:
    s = sky("anglo-french", AF_AIR, EG_AIR, strikes=4)
    assert s.forecast()["value"] == "3"
    assert s.forecast()["title"] == "3 airstrikes against 4 of Egypt"
    assert s.details("end") == {}
    assert sky("anglo-french", AF_AIR, EG_AIR, "ussr-available SU-Air-1").forecast()["value"] == "7"
    for places in ((AF_AIR,), (EG_AIR,)):  # nobody to send, or nobody to meet
        assert position("SendStrikes", *places, "5414 EG-7", contingent="anglo-french").forecast() is None


# Bombs -----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "19.5", "18.1", "18.4", "20.3")
def test_r19_5_the_refusal_of_a_target_names_what_is_wrong() -> None:
    near, far = "4006 EG-10", "3314 EG-2-Div"
    guns = "anglo-french-available UK-Gunfire FR-Gunfire"
    s = bombing("anglo-french", guns, AF_AIR, near, far, strikes=6)
    assert {"bombard 4006", "bombard 3314"} <= set(options(s))
    for wrong in ("bombard", "bombard 4006 3314", "strike 4006", "now"):
        assert refused(s, wrong) == ("19.5",)
        assert "cannot be done now" in why_not(s, wrong), wrong
    for empty in ("nowhere", "4007", "3313", "3315"):
        assert f"{empty} holds no enemy units" in why_not(s, f"bombard {empty}")
    s = bombing("anglo-french", guns, AF_AIR, near, far, strikes=7)
    assert options(s, "bombard") == ["bombard 4006"]
    assert refused(s, "bombard 3314") == ("20.3", "19.5")
    s = bombing("anglo-french", guns, near, far)
    assert refused(s, "bombard 3314") == ("20.3",)
    s = bombing("israel", "israel-available IS-Air-1 IS-Air-2", "4315 EG-1", "4312 EG-7", "4210 EG-11")
    assert options(s, "bombard") == ["bombard 4312", "bombard 4210"]
    assert refused(s, "bombard 4315") == ("28.1",)
    s = play(s, "bombard 4312", "load 2 0")
    assert s.actor == "chance"
    s = play(bombing("anglo-french", guns, AF_AIR, near, far), "bombard 4006", "load 1 1")
    assert refused(s, "bombard 4006") == ("18.4",)


@pytest.mark.rule("musketeer", "19.5", "18.4", "18.3", "20.2", "20.3")
def test_r19_5_the_refusal_of_a_load_names_the_limit() -> None:
    guns = "anglo-french-available UK-Gunfire FR-Gunfire"
    s = play(bombing("anglo-french", guns, AF_AIR, "4006 EG-10", "3314 EG-2-Div"), "bombard 4006")
    assert options(s) == [
        "load 3 2", "load 3 1", "load 3 0", "load 2 2", "load 2 1", "load 2 0", "load 1 2", "load 1 1", "load 1 0",
        "load 0 2", "load 0 1",
    ]  # fmt: skip
    for wrong in ("load", "load 1", "load one 1", "load 1 1 1", "drop 1 1"):
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert refused(s, "load 4 0") == ("18.4",)
    assert refused(s, "load 3 3") == ("18.3", "20.2")
    assert "at least one" in why_not(s, "load 0 0")
    inland = play(bombing("anglo-french", guns, AF_AIR, "3314 EG-2-Div"), "bombard 3314")
    assert options(inland) == ["load 3 0", "load 2 0", "load 1 0"]
    assert refused(inland, "load 3 1") == ("20.3",)
    few = play(bombing("anglo-french", guns, "anglo-french-available UK-Air-1 UK-Air-2", "4006 EG-10"), "bombard 4006")
    assert refused(few, "load 3 0") == ("18.1", "18.3")
    assert "write plain numbers" in why_not(few, "load 02 0")
    last = play(bombing("anglo-french", guns, AF_AIR, "4006 EG-10", "4008 EG-1", strikes=5), "bombard 4006")
    assert options(last)[0] == "load 2 2"
    assert why_not(last, "load 3 0") == "At most 7 airstrikes bombard in one phase; 5 have been sent."
    assert play(last, "load 2 0").strikes == 7


@pytest.mark.rule("musketeer", "24.1", "23.1", "20.4")
def test_r24_1_gunfire_alone_does_not_show_the_anti_aircraft_units() -> None:
    def shown(load: str) -> bool:
        guns = "anglo-french-available UK-Gunfire UK-Air-1"
        s = play(bombing("anglo-french", guns, "4006 EG-10", "4007 EG-1-AAA"), "bombard 4006", load)
        s = play(s, "end") if "end" in options(s) else s
        return bool(s.known >> s.game.unit("EG-1-AAA") & 1)

    assert shown("load 1 0")
    assert shown("load 1 1")
    assert not shown("load 0 1")


@pytest.mark.rule("musketeer", "19.6", "20.4", "23.0")
def test_r19_6_the_forecast_of_bombs_names_results_and_known_defenders() -> None:
    guns = "anglo-french-available UK-Gunfire UK-Air-1 UK-Air-2"
    s = play(bombing("anglo-french", guns, "4006 EG-10 EG-Gar-Cairo"), "bombard 4006")
    f = s.details("load 2 0")["forecast"]
    assert [x["unit"] for x in f["defenders"]] == ["EG-Gar-Cairo"]  # garrisons lie open
    assert {r["result"]: r["name"] for r in f["results"]} == {
        "1": "1 unit loses a step", "0": "no effect", "AA": "anti-aircraft fire: one airstrike is lost",
    }  # fmt: skip
    s = play(bombing("anglo-french", guns, "4006 EG-10 EG-11", known=["EG-10"]), "bombard 4006")
    assert [x["unit"] for x in s.details("load 1 0")["forecast"]["defenders"]] == ["EG-10"]
    f = s.details("load 0 1")["forecast"]
    assert "no effect: anti-aircraft fire harms no guns" in {r["name"] for r in f["results"]}


@pytest.mark.rule("musketeer", "19.5", "23.1")
def test_r23_1_a_bombardment_shows_who_stands_in_its_hex_and_nobody_else() -> None:
    places = (
        "5414 EG-7 EG-1",
        "5613 EG-10",
        "5412 IS-4",
        "2306 EG-2",
        "0501 IS-Gar-Eilat",
        "israel-available IS-Air-1",
    )
    s = play(bombing("israel", *places), "bombard 5414")
    assert not s.known & s.game.roster.named(["EG-7", "EG-1", "EG-10", "EG-2"])
    s = play(s, "load 1 0")
    assert s.known & s.game.roster.named(["EG-7", "EG-1", "EG-10", "EG-2"]) == s.game.roster.named(["EG-7", "EG-1"])


@pytest.mark.rule("musketeer", "20.3", "23.0")
def test_r20_3_rockets_tell_of_a_unit_ten_hexes_from_their_target() -> None:
    places = ("4008 SU-3-G", "4018 UK-19", "2306 UK-29", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")
    s = bombing("ussr", *places, "ussr-available SU-Rocket-1", "0304 SU-KGB", "3909 SU-108-G")
    doubts = [s.doubts[s.game.unit(x)] for x in ("SU-3-G", "SU-KGB", "SU-108-G")]
    s = play(s, "bombard 4018", "load 0 1")
    told = [s.doubts[s.game.unit(x)] ^ before for x, before in zip(("SU-3-G", "SU-KGB", "SU-108-G"), doubts)]
    assert told == [4, 0, 4]
