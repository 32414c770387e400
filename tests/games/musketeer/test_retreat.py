"""[16.0] Retreat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.musketeer.back import LOST, SAFE, WaysBack

from .table import attack, dead, disrupted, fighting, options, play, position, refused, seen, where, why_not


def retreating(unit: str, *places: str, contingent: str = "israel", panic: bool = False, **fields: Any) -> Any:
    """A unit that must retreat."""
    extra = ', "panic": true' if panic else ""
    return position(f'MustRetreat {{"unit": "{unit}"{extra}}}', *places, contingent=contingent, **fields)


def ends(s: Any) -> set[str]:
    return {str(a).rpartition("-")[2] for a in s.options() if a.verb == "retreat"}


# Who retreats how ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("musketeer", "16.1", "16.2")
@pytest.mark.parametrize("unit", ["UK-19", "FR-Col", "IS-4", "US-CC-A", "SU-108-G", "SU-331-G"])
def test_r16_2_west_units_and_soviet_paratroopers_withdraw_one_hex_anywhere(unit: str) -> None:
    s = retreating(unit, f"5414 {unit}", "6017 IS-9")
    assert ends(s) == {"5413", "5415", "5514", "5515", "5314", "5315"}
    s = play(s, s.options().__next__().__str__())
    assert not disrupted(s, unit)


@pytest.mark.rule("musketeer", "16.1", "16.3")
@pytest.mark.parametrize("unit", ["EG-7", "EG-75P", "AL-Armd", "SU-VOL", "SU-KGB"])
def test_r16_1_egyptians_arab_league_and_other_soviets_rout_by_a_die(unit: str) -> None:
    s = retreating(unit, f"5114 {unit}", "6017 IS-9")
    assert s.actor == "chance"
    s = play(s, "roll 3")
    grid, game = s.game.map.grid, s.game
    for end in ends(s):
        assert grid.distance(game.hex("5114"), game.hex(end)) == 3


@pytest.mark.rule("musketeer", "16.3", "16.4")
def test_r16_3_towards_a_city_or_airbase() -> None:
    s = play(retreating("EG-7", "3620 EG-7", "6017 IS-9"), "roll 2")
    grid, game = s.game.map.grid, s.game
    goals = [game.hex(h) for h in ("3314", "3221", "3412", "4012", "4214")]
    start = game.hex("3620")
    for end in ends(s):
        assert any(grid.distance(game.hex(end), g) <= grid.distance(start, g) for g in goals)
    assert "3622" not in ends(s)  # straight away from everything


@pytest.mark.rule("musketeer", "16.3")
def test_r16_3_without_a_goal_south_west_of_the_canal_and_to_the_canal_east_of_it() -> None:
    bases = ["2306", "3314", "4005", "4214", "3013", "3412", "4010", "4012", "0304", "5106", "4711", "5629", "3221"]
    units = ["UK-19", "UK-29", "UK-51", "UK-1-Guards", "FR-Col", "UK-25-Armd", "UK-6-RTR", "UK-1-RTR", "FR-MC", "UK-RE"]
    units += ["FR-RAP", "FR-10", "FR-7-DMR"]
    held = [f"{h} {u}" for h, u in zip(bases, units)]  # every city and airbase is in enemy hands
    s = play(retreating("EG-7", "1520 EG-7", *held[:3], *held[4:], "3013 UK-1-Guards", "4214 UK-16-Para"), "roll 2")
    rows = {int(h[2:]) for h in ends(s)}
    assert rows
    assert min(rows) > 20
    s = play(retreating("EG-7", "4916 EG-7", *held[:3], *held[4:], "4214 UK-16-Para"), "roll 2")
    assert ends(s)
    assert all(int(h[:2]) < 49 for h in ends(s))


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_not_into_enemies_closed_hexes_or_off_the_map_else_eliminated() -> None:
    around = ["5413 EG-7", "5415 EG-10", "5514 EG-11", "5515 EG-1", "5314 EG-2"]
    s = retreating("IS-4", "5414 IS-4", *around, "6017 IS-9", disrupted=["EG-7", "EG-10", "EG-11", "EG-1", "EG-2"])
    assert ends(s) == {"5315"}
    s = retreating("IS-4", "5414 IS-4", *around, "5315 EG-2-Div", "6017 IS-9")
    assert dead(s, "IS-4")


@pytest.mark.rule("musketeer", "16.4", "13.5")
def test_r16_4_enemy_zones_disrupt_and_kill_what_is_disrupted() -> None:
    around = ["5412 EG-7", "5416 EG-10", "5613 EG-11", "5615 EG-1", "5213 EG-2", "5215 EG-99-R"]
    s = retreating("IS-4", "5414 IS-4", *around, "6017 IS-9")
    zone = s.zone("east")
    assert all(zone >> s.game.hex(h) & 1 for h in ("5413", "5415", "5514", "5515", "5314", "5315"))
    assert len(ends(s)) == 6
    s = play(s, "retreat IS-4 5514")
    assert disrupted(s, "IS-4")
    s = retreating("IS-4", "5414 IS-4", *around, "6017 IS-9", disrupted=["IS-4"])
    assert dead(s, "IS-4")


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_crossing_canal_or_river_disrupts() -> None:
    s = retreating(
        "UK-19",
        "4113 UK-19",
        "4112 EG-7",
        "4013 EG-10",
        "4114 EG-11",
        "6017 IS-9",
        disrupted=["EG-7", "EG-10", "EG-11"],
    )
    assert {"4012", "4212", "4213"} <= ends(s)  # a loss it survives is allowed
    s = retreating(
        "UK-19", "4113 UK-19", "4112 EG-7", "4012 EG-1", "4013 EG-10", "4114 EG-11", "4213 EG-2", "6017 IS-9",
        disrupted=["EG-7", "EG-1", "EG-10", "EG-11", "EG-2"],
    )  # fmt: skip
    assert ends(s) == {"4212"}
    s = play(s, "retreat UK-19 4212")
    assert disrupted(s, "UK-19")
    s = retreating(
        "UK-19", "4113 UK-19", "4112 EG-7", "4012 EG-1", "4013 EG-10", "4114 EG-11", "4213 EG-2", "6017 IS-9",
        disrupted=["EG-7", "EG-1", "EG-10", "EG-11", "EG-2", "UK-19"],
    )  # fmt: skip
    assert dead(s, "UK-19")


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_never_a_losing_way_while_another_is_left() -> None:
    s = retreating("IS-4", "5414 IS-4", "5412 EG-7", "6017 IS-9", disrupted=["IS-4"])
    assert ends(s) == {"5415", "5514", "5515", "5314", "5315"}  # not 5413, a zone that would kill it
    assert refused(s, "retreat IS-4 5414-5413") == ("16.4",)


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_away_from_the_start_and_never_through_a_hex_twice() -> None:
    s = play(retreating("EG-7", "5114 EG-7", "6017 IS-9"), "roll 3")
    assert refused(s, "retreat EG-7 5114-5113-5114-5113") == ("16.4",)
    assert refused(s, "retreat EG-7 5114-5113") == ("16.4",)  # too short
    for a in s.options():
        path = a.args[1].split("-")
        assert len(path) == len(set(path)) == 4


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_an_over_stacked_end_is_avoided_or_carried_on() -> None:
    full = ["5413 IS-9 IS-10 IS-11", "6017 IS-12"]
    s = retreating("IS-4", "5414 IS-4", *full)
    assert "5413" not in ends(s)
    blocked = ["5415 EG-7", "5514 EG-10", "5515 EG-11", "5314 EG-1", "5315 EG-2"]
    weak = ["EG-7", "EG-10", "EG-11", "EG-1", "EG-2"]
    s = retreating("IS-4", "5414 IS-4", *full, *blocked, disrupted=weak)
    assert all(a.args[1].startswith("5414-5413-") for a in s.options())
    assert ends(s)
    assert ends(s) <= {"5412", "5313", "5513"}
    s = retreating("IS-4", "5414 IS-4", "5413 UK-19", *blocked, "6017 IS-12", disrupted=weak)
    assert "5413" not in ends(s)  # another contingent: not an end either


@pytest.mark.rule("musketeer", "16.5", "16.1")
def test_r16_5_egyptians_in_strongholds_may_stand_or_go() -> None:
    s = retreating("EG-7", "3314 EG-7", "6017 IS-9")
    assert ends(play(s, "rout", "roll 2")) == {"3412"}  # out of Cairo to the nearest other goal, Almaza
    assert (s.actor, options(s)) == ("east", ["stand", "rout"])
    assert where(play(s, "stand"), "EG-7") == "3314"
    assert play(s, "rout").actor == "chance"
    assert options(retreating("EG-7", "5505 EG-7", "6017 IS-9")) == ["stand", "rout"]
    assert retreating("EG-7", "3109 EG-7", "6017 IS-9").actor == "chance"  # a town is no stronghold
    assert retreating("SU-VOL", "3314 SU-VOL", "6017 IS-9").actor == "chance"  # not for others
    s = retreating("EG-Gar-Cairo", "3314 EG-Gar-Cairo", "6017 IS-9")
    assert not dead(s, "EG-Gar-Cairo")
    assert s.choice is None  # nothing to choose: it cannot move
    s = retreating("EG-Gar-Sharm", "5629 EG-Gar-Sharm", "6017 IS-9")
    assert not dead(s, "EG-Gar-Sharm")
    assert s.choice is None
    assert options(retreating("EG-Eng", "5629 EG-Eng", "6017 IS-9")) == ["stand", "rout"]


@pytest.mark.rule("musketeer", "16.5", "15.1")
def test_r16_5_dr_is_a_disruption_in_a_stronghold_also_for_attackers() -> None:
    s = fighting("egypt", "3314 EG-2-Div", "3313 UK-25-Armd")
    s = play(attack(s, "3313", "EG-2-Div"), "roll 6", "roll 3")  # column 5: DR on the attacker in Cairo
    assert disrupted(s, "EG-2-Div")
    assert options(s) == ["stand", "rout"]


@pytest.mark.rule("musketeer", "16.5")
def test_r16_5_an_egyptian_rout_may_stop_in_a_fortification() -> None:
    s = play(retreating("EG-7", "5605 EG-7", "6017 IS-9"), "roll 4")
    assert "retreat EG-7 5605-5505" in options(s)
    assert where(play(s, "retreat EG-7 5605-5505"), "EG-7") == "5505"
    s = play(retreating("AL-Armd", "5605 AL-Armd", "6017 IS-9"), "roll 4")
    assert "retreat AL-Armd 5605-5505" not in options(s)
    held = ("5106 UK-19", "6017 IS-9")  # El Arish in enemy hands: the way from Gaza leads over Rafah
    s = play(retreating("EG-7", "5603 EG-7", *held, disrupted=["UK-19"]), "rout", "roll 4")
    assert refused(s, "retreat EG-7 5603-5604-5505") == ("16.4",)  # it comes from a stronghold itself
    assert all(a.args[1].count("-") == 4 for a in s.options())


@pytest.mark.rule("musketeer", "16.3")
def test_r16_3_to_the_nearest_city_or_airbase_not_just_any() -> None:
    s = position('StartRetreat {"unit": "EG-7"}', "5603 EG-7", "6017 IS-Gar-Eilat", contingent="israel", dice=[5])
    assert ends(s)
    assert not ends(s) & {"5608", "5607", "5606"}  # not through Israel towards distant Sharm
    s = position('StartRetreat {"unit": "EG-7"}', "4009 EG-7", "6017 IS-Gar-Eilat", contingent="israel", dice=[1])
    assert ends(s) == {"4010"}  # Ismailia, not over the canal


@pytest.mark.rule("musketeer", "16.4", "29.5")
def test_r16_4_not_into_a_hex_where_enemies_have_landed() -> None:
    s = position(
        'StartRetreat {"unit": "EG-1"}', "4006 EG-1", "4005 EG-Gar-PortSaid UK-3-Cdo", "4007 UK-29", "6017 IS-Gar-Eilat",
        contingent="anglo-french", dice=[1], assaulting=["UK-3-Cdo"], without_zone=["UK-3-Cdo"],
    )  # fmt: skip
    assert "4005" not in (ends(s) if s.actor else set())


@pytest.mark.rule("musketeer", "16.1")
def test_r16_1_static_units_are_eliminated_instead() -> None:
    s = retreating("IS-Gar-Magen", "5604 IS-Gar-Magen", "6017 IS-9")
    assert dead(s, "IS-Gar-Magen")


@pytest.mark.rule("musketeer", "16.6")
def test_r16_6_a_retreated_defender_may_be_attacked_again_by_others_an_attacker_does_not_attack_again() -> None:
    s = fighting("israel", "5413 IS-4", "5314 IS-9", "5414 EG-7")
    s = play(attack(s, "5414", "IS-4"), "roll 4", "roll 1", "retreat EG-7 5315", "end")
    assert "attack 5315" in options(s)  # next to IS-9, which has not attacked
    s = fighting("israel", "5413 IS-4", "5414 EG-2-Div", "5412 EG-10")
    s = play(attack(s, "5414", "IS-4"), "roll 6", "roll 5", "retreat IS-4 5513")  # R on the attacker
    assert s.actor is None  # it may not attack 5412 or anything else


@pytest.mark.rule("musketeer", "16.5", "12.1")
def test_r16_5_no_stop_in_a_fortification_that_is_full() -> None:
    s = play(retreating("EG-7", "5605 EG-7", "5505 EG-10 EG-11", "6017 IS-9"), "roll 4")
    assert "retreat EG-7 5605-5505" not in options(s)
    assert refused(s, "retreat EG-7 5605-5505") == ("16.4",)


@pytest.mark.rule("musketeer", "23.2", "16.4")
def test_r23_2_zones_around_a_unit_that_cannot_retreat_are_revealed() -> None:
    around = ["5413 EG-7", "5415 EG-10", "5514 EG-11", "5515 EG-1", "5314 EG-2", "5315 EG-2-Div"]
    weak = ["EG-7", "EG-10", "EG-11", "EG-1", "EG-2", "EG-2-Div"]
    s = retreating("IS-4", "5414 IS-4", *around, "5412 EG-3-Div", "5211 EG-99-R", "6017 IS-9", disrupted=weak)
    assert dead(s, "IS-4")
    assert seen(s, "west") & {*weak, "EG-3-Div", "EG-99-R"} == {
        "EG-3-Div"
    }  # its zone covers 5413; EG-99-R stands too far off


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_a_way_is_checked_unit_by_unit_and_hex_by_hex() -> None:
    s = retreating("IS-4", "5414 IS-4", "5512 EG-7", "6017 IS-9", disrupted=["EG-7"])
    assert s.check("retreat IS-4 5414-5413") is None
    for wrong in ("retreat IS-9 5414-5413", "stand IS-4 5414-5413", "retreat IS-4", "retreat IS-4 5414-israel-box"):
        assert refused(s, wrong) == ("16.4",), wrong
        assert "cannot be done now" in s.check(wrong).text
    assert refused(s, "retreat IS-4 5412") == ("16.2", "16.4")
    assert "5413" in s.check("retreat IS-4 5412").text  # what is open
    assert "5412" in s.check("retreat IS-4 5412").text
    s = play(retreating("EG-7", "3620 EG-7", "6017 IS-9"), "roll 2")
    assert refused(s, "retreat EG-7 3622") == ("16.3", "16.4")
    assert str(s.game.parse(s, "retreat EG-7 3620-3619")) == "retreat EG-7 3620-3619"  # only a destination is completed
    assert str(s.game.parse(s, "rout EG-7 3420")) == "rout EG-7 3420"
    assert str(s.game.parse(s, "retreat EG-7 3420")) == "retreat EG-7 3620-3520-3420"


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_details_of_a_way_tell_its_hexes_and_the_harm_on_it() -> None:
    s = retreating("IS-4", "5414 IS-4", "5412 EG-7", "6017 IS-9")
    assert s.details("retreat IS-4 5414-5415") == {
        "cost": 1, "left": 0, "path": ["5414", "5415"], "steps": [{"to": "5415", "cost": 1}],
    }  # fmt: skip
    assert "disrupted on the way" in s.details("retreat IS-4 5414-5413")["warning"]


@pytest.mark.rule("musketeer", "23.2", "16.4")
def test_r23_2_only_zones_on_the_way_are_revealed() -> None:
    s = retreating("IS-4", "5414 IS-4", "5412 EG-7", "5416 EG-10", "6017 IS-9")
    assert seen(play(s, "retreat IS-4 5413"), "west") & {"EG-7", "EG-10"} == {"EG-7"}
    assert not seen(play(s, "retreat IS-4 5514"), "west") & {"EG-7", "EG-10"}


@pytest.mark.rule("musketeer", "16.4", "16.3", "28.1")
def test_r16_4_the_refusal_of_a_way_names_what_bars_it() -> None:
    s = retreating("IS-4", "5414 IS-4", "5415 EG-7", "6017 IS-9", disrupted=["EG-7"])
    for way, why in {
        "5413-5412": "the way begins in 5414",
        "5414-5412": "5414 and 5412 are not adjacent",
        "5414-5413-5412": "1 hex is to be gone, no more",
        "5414-5415": "5415: enemy units",
    }.items():
        assert why_not(s, f"retreat IS-4 {way}").endswith(f": {why}."), way
    s = retreating("IS-4", "4210 IS-4", "6017 IS-9")
    assert refused(s, "retreat IS-4 4210-4110") == ("28.1",)
    assert "ground closed to the contingent" in why_not(s, "retreat IS-4 4210-4110")
    s = retreating("IS-4", "5603 IS-4", "6017 IS-9")
    assert "sea, closed ground or the edge" in why_not(s, "retreat IS-4 5603-5503")
    s = retreating("IS-4", "5414 IS-4", "5412 EG-7", "6017 IS-9", disrupted=["IS-4"])
    assert "an enemy zone or water that would eliminate it" in why_not(s, "retreat IS-4 5414-5413")


@pytest.mark.rule("musketeer", "16.3", "16.4")
def test_r16_3_the_refusal_of_a_rout_names_its_direction_and_length() -> None:
    s = play(retreating("EG-7", "3620 EG-7", "6017 IS-9"), "roll 2")
    assert refused(s, "retreat EG-7 3620-3621") == ("16.3",)
    assert "a direction that comes first is open, not 3621" in why_not(s, "retreat EG-7 3620-3621")
    assert "2 hexes are to be gone" in why_not(s, "retreat EG-7 3620-3520")
    s = play(retreating("EG-7", "5114 EG-7", "6017 IS-9"), "roll 3")
    first = options(s)[0].split("-")[-3]
    assert "no further away from where it began" in why_not(s, f"retreat EG-7 5114-{first}-5114-{first}")
    s = play(retreating("EG-7", "0331 EG-7", "6017 IS-9"), "roll 1")  # in the corner of the desert
    assert refused(s, "retreat EG-7 0331-0231") == ("16.3",)
    assert "no city or airbase, nor the south edge" in why_not(s, "retreat EG-7 0331-0231")


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_the_refusal_of_an_over_stacked_end() -> None:
    full = ["5413 IS-9 IS-10 IS-11", "6017 IS-12"]
    s = retreating("IS-4", "5414 IS-4", *full)
    assert refused(s, "retreat IS-4 5414-5413") == ("16.4",)
    assert "lost or over-stacked, and another way is open" in why_not(s, "retreat IS-4 5414-5413")
    around = {"5415": "EG-7", "5514": "EG-10", "5515": "EG-11", "5314": "EG-1", "5315": "EG-2"}
    s = retreating("IS-4", "5414 IS-4", *full, *(f"{h} {u}" for h, u in around.items()), disrupted=[*around.values()])
    assert "5413 is full: it must go on" in why_not(s, "retreat IS-4 5414-5413")
    assert s.check("retreat IS-4 5414-5413-5412") is None
    assert "1 hex is to be gone, no more" in why_not(s, "retreat IS-4 5414-5413-5412-5411")


@pytest.mark.rule("musketeer", "16.5", "16.4")
def test_r16_5_a_fortification_saves_who_has_no_way_beyond_it() -> None:
    ring = {"5604": "UK-19", "5705": "UK-29", "5706": "UK-51", "5606": "FR-Col", "5506": "FR-10"}
    beyond = {"5504": "FR-MC", "5405": "UK-LOC", "5404": "UK-RE"}
    places = [f"{h} {u}" for h, u in (ring | beyond).items()]
    s = retreating("EG-7", "5605 EG-7", *places, "6017 IS-9", disrupted=[*ring.values(), "FR-MC"])
    for die in range(1, 7):
        assert options(play(s, f"roll {die}")) == ["retreat EG-7 5605-5505"]


@pytest.mark.rule("musketeer", "16.4")
def test_r16_4_of_two_ways_to_a_hex_the_one_that_hurts_less_is_offered() -> None:
    def way(*enemies: str) -> str:
        s = play(retreating("AL-Armd", "3620 AL-Armd", *enemies, "6017 IS-9"), "roll 3")
        return next(a for a in options(s) if a.endswith("-3321"))

    assert way() == "retreat AL-Armd 3620-3520-3420-3321"  # no harm on any way: the lowest numbers
    assert way("3519 UK-19") == "retreat AL-Armd 3620-3521-3420-3321"  # round the zone in 3520


@pytest.mark.rule("musketeer", "16.4", "16.5")
@pytest.mark.parametrize(
    ("unit", "length", "places", "fields"),
    [
        ("AL-Armd", 3, ("3620 AL-Armd", "3519 UK-19"), {}),
        ("EG-7", 4, ("5605 EG-7",), {}),
        ("EG-7", 2, ("5605 EG-7", "5505 EG-1 EG-10", "5106 UK-19"), {}),
        ("IS-4", 1, ("5414 IS-4", "5413 IS-9 IS-10 IS-11", "5412 EG-7"), {}),
        (
            "IS-4", 1,
            ("5414 IS-4", "5413 IS-9 IS-10 IS-11", "5415 EG-7", "5514 EG-10", "5515 EG-11", "5314 EG-1", "5315 EG-2"),
            {"disrupted": ["EG-7", "EG-10", "EG-11", "EG-1", "EG-2"]},
        ),
    ],
)  # fmt: skip
def test_r16_4_the_ends_of_all_ways_and_the_easiest(
    unit: str, length: int, places: tuple[str, ...], fields: dict[str, Any]
) -> None:
    s = position("Turn", *places, "6017 IS-12", **fields)
    back = WaysBack(s, s.game.unit(unit), length)
    ends_ = {(w.hits, w.path[-1]) for w in back.ways()}
    assert back.ends_from(back.root) == ends_
    assert back.easiest() == min(ends_, key=lambda x: (x[0], s.game.hex_name(x[1])))
    assert {w.path[-1] for w in back.best()} == {end for _, end in ends_}


@pytest.mark.rule("musketeer", "16.4")
@pytest.mark.parametrize(("disrupted", "ends"), [([], [SAFE, LOST, LOST]), (["EG-7"], [LOST, LOST, LOST])])
def test_r16_4_a_fresh_unit_goes_through_one_zone_and_a_disrupted_one_through_none(
    disrupted: list[str], ends: list[int]
) -> None:
    """Six enemies two hexes away: every hex as far as the third is in a zone."""
    ring = ("5615 IS-12", "5613 IS-11", "5416 IS-10", "5412 IS-9", "5215 IS-4", "5213 IS-Golani")
    s = fighting("israel", "5414 EG-7", *ring, "3314 EG-Gar-Cairo", disrupted=disrupted)
    assert [WaysBack(s, s.game.unit("EG-7"), length).end for length in (1, 2, 3)] == ends


@pytest.mark.rule("musketeer", "16.1")
def test_r16_1_garrisons_in_the_open_are_eliminated_and_their_neighbours_of_the_roster_go_back() -> None:
    """The units before the first garrison and the last garrison themselves."""
    s = retreating("SU-GSFE-Eng", "5414 SU-GSFE-Eng", "5413 IS-4", "3314 EG-Gar-Cairo")
    assert not dead(s, "SU-GSFE-Eng")
    assert "rout of SU-GSFE-Eng" in s.prompt
    s = retreating("IS-Gar-SdeBoker", "5610 IS-Gar-SdeBoker", "5509 EG-7", "6017 IS-4", contingent="egypt")
    assert dead(s, "IS-Gar-SdeBoker")
