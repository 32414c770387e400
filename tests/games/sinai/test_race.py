"""26.6 and 26.8: the Race for the Sinai and the Jihad, the two games with lands that Israel has given back."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.sinai.course.setup import zone_of
from sandtable.games.sinai.movement.zones import zone

from .table import names, options, position, refused, where
from .test_1973 import fighting, moving, started
from .test_mid_1970s import goals

RACE, JIHAD = "mid-1970s-race", "mid-1970s-jihad"
HOME = ["3116", "3015", "2906", "2713", "2836"]


@pytest.mark.rule("sinai", "24.81", "25.93", "26.6", "26.61")
def test_r26_6_a_step_into_the_west_bank_is_a_step_inside_jordan() -> None:
    s = moving("arab", "3414 Jo-arm-1", "3015 Is-mech-2", scenario=RACE)
    s = s.play("move Jo-arm-1 3414-3315")
    assert not s.jordan_at_war  # 24.81: only the die brings Jordan in
    assert not s.trans_jordan_open


@pytest.mark.rule("sinai", "13.21", "26.6")
def test_r26_6_the_jordanians_in_the_west_bank_keep_their_peace() -> None:
    s = fighting("arab", "3014 Jo-arm-1 Jo-mech-1", "2914 Jo-mech-2", "3015 Is-airm-1", scenario=RACE)
    refused(s, "attack 3015", "13.21")
    s = moving("arab", "2913 Jo-arm-1", "3002 Is-mech-2", scenario=RACE)
    refused(s, "move Jo-arm-1 2913-2813", "13.21")


@pytest.mark.rule("sinai", "25.93", "26.6")
def test_r26_6_israel_enters_the_west_bank_once_jordan_at_war_has_entered_israel() -> None:
    s = moving("israel", "2813 Is-arm-1", "2912 Jo-arm-1", scenario=RACE, jordan_at_war=True)
    refused(s, "move Is-arm-1 2813-2913", "25.93")
    assert not zone(s, "israel") >> s.game.hex("2913") & 1
    s = moving("arab", "2913 Jo-arm-1", "3002 Is-mech-2", scenario=RACE, jordan_at_war=True)
    s = s.play("move Jo-arm-1 2913-2813")
    assert s.trans_jordan_open
    s = moving("israel", "2814 Is-arm-1", "3714 Jo-arm-1", scenario=RACE, jordan_at_war=True, trans_jordan_open=True)
    assert s.check("move Is-arm-1 2814-2914") is None


@pytest.mark.rule("sinai", "25.92", "25.93", "26.81")
def test_r26_81_in_the_jihad_too_the_west_bank_is_jordan() -> None:
    s = moving("arab", "3414 Jo-arm-1", "3015 Is-mech-2", scenario=JIHAD, jordan_at_war=True)
    assert not s.play("move Jo-arm-1 3414-3315").trans_jordan_open


@pytest.mark.rule("sinai", "26.93", "21.1")
def test_r26_93_f_needs_a_war_with_jordan() -> None:
    base = ("3115 Is-mech-2", "0125 Eg-arm-1", "3703 Sy-arm-1")
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=HOME)) == set()
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=HOME, jordan_at_war=True)) == {"F"}


@pytest.mark.rule("sinai", "26.93")
def test_r26_93_e_a_hex_next_to_amman_counts_whoever_stands_there_now() -> None:
    base = ("2713 Is-arm-1", "0125 Eg-arm-1", "3703 Sy-arm-1")
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=HOME)) == set()
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=[*HOME, "3713"])) == {"E"}
    assert goals(moving("israel", *base, scenario=RACE, israeli_last=HOME, amman_taken=True)) == {"E"}


@pytest.mark.rule("sinai", "26.93", "24.1")
def test_r26_93_g_the_golan_is_no_part_of_syria() -> None:
    base = ("3115 Is-mech-2", "0125 Eg-arm-1")
    assert goals(moving("israel", *base, "3505 Sy-arm-1", scenario=RACE, israeli_last=HOME)) == {"G"}
    assert goals(moving("israel", *base, "3703 Sy-arm-1", scenario=RACE, israeli_last=HOME)) == set()


@pytest.mark.rule("sinai", "26.53")
def test_r26_53_the_marines_land_behind_the_lines_of_the_war() -> None:
    def landing(*fields: str) -> set[str]:
        text = "sinai/mid-1970s-race-soviet\nturn 12\nat to-come Us-mar-1\nat 2720 Is-mech-2\nat 0125 Eg-arm-1\n"
        game = started("mid-1970s-race-soviet").game
        return options(
            game.position(text + "\n".join(fields) + '\n> OpenMovement {"side": "israel", "number": 2}'), "place"
        )

    held = 'israeli_last ["1821", "1921", "2021", "2121", "2220", "2319", "2320", "2420", "2421", "2519", "2713"]'
    assert "place Us-mar-1 1821" in landing("at 1821 Is-arm-1", held)
    assert "place Us-mar-1 1821" in landing(held)
    assert "place Us-mar-1 1821" not in landing()  # still Egyptian


@pytest.mark.rule("sinai", "26.15")
def test_r26_15_nobody_is_asked_to_place_what_does_not_come() -> None:
    s = started(JIHAD)
    seen = set()
    while s.actor == "arab":
        seen.add(s.choice.__class__.__name__)
        s = s.play("end")
    assert "PlaceAtEdge" not in seen


@pytest.mark.rule("sinai", "15.41", "25.86", "26.31")
@pytest.mark.parametrize("scenario", ["mid-1970s-full", "mid-1970s-logistics-full", RACE, JIHAD])
def test_r15_41_with_everybody_mobilized_syria_has_its_truck_at_once(scenario: str) -> None:
    s = moving("arab", "3804 Sy-inf-1", "3015 Is-mech-2", turn=1, scenario=scenario)
    assert s.check("entruck Sy-inf-1") is None


@pytest.mark.rule("sinai", "26.31", "25.5")
@pytest.mark.parametrize(
    "scenario", ["mid-1970s-full", "mid-1970s-logistics-full", "mid-1970s-cooperation", RACE, JIHAD]
)
def test_r26_31_all_units_start_on_the_map_the_reserve_too(scenario: str) -> None:
    s = started(scenario)
    for n in range(23, 32):
        assert s.loc[s.game.unit(f"Eg-mech-{n}")] > 0
    assert where(started("mid-1970s"), "Eg-mech-23") == "reserve"


@pytest.mark.rule("sinai", "26.12")
def test_r26_12_a_border_is_a_border() -> None:
    s = sandtable.load("sinai/mid-1970s").start()
    syria = zone_of(s, s.game.unit("Sy-SAM-1"))
    assert not syria >> s.game.hex("3706") & 1  # next to Jordan
    assert not syria >> s.game.hex("3702") & 1  # next to the Golan
    assert syria >> s.game.hex("3801") & 1  # the map edge is no border
    jordan = zone_of(s, s.game.unit("Jo-SAM-1"))
    for name in ("3707", "3438", "3414"):  # next to Syria, Saudi Arabia, Israel
        assert not jordan >> s.game.hex(name) & 1


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_the_front_stays_when_the_brigade_before_amman_is_lost() -> None:
    fields = {"jordan_at_war": True, "trans_jordan_open": True, "amman_taken": True, "jordan_silent": True}
    s = moving("israel", "3809 Is-arm-1", "3803 Sy-arm-1", "3934 Jo-inf-1", scenario="mid-1970s-cooperation", **fields)
    refused(s, "move Is-arm-1 3809-3810", "25.95")  # no farther than the front
    s = position(
        "mid-1970s-cooperation", "EndOfPlayerTurn arab", "3803 Sy-arm-1", "3934 Jo-inf-1", "3015 Is-arm-1", **fields
    )
    assert s.jordan_silent
    refused(
        moving("arab", "3934 Jo-inf-1", "3015 Is-arm-1", scenario=RACE, **fields), "move Jo-inf-1 3934-3933", "25.95"
    )


@pytest.mark.rule("sinai", "25.31")
def test_r25_31_whoever_starts_in_the_west_bank_is_bound_to_it() -> None:
    s = sandtable.load("sinai/mid-1970s-full").start().play("default")
    hexes = {"Is-mech-1": "3114", "Is-mech-2": "2519", "Is-mech-3": "2713"}
    while s.actor == "israel" and s.choice.__class__.__name__ == "Deploy":
        name = s.game.name_of(s.choice.next(s))
        s = s.play(f"place {name} {hexes[name]}" if name in hexes else "default" if not hexes else f"place {name} 2720")
        hexes.pop(name, None)
    assert names(s, s.keepers) & {"Is-mech-1", "Is-mech-2", "Is-mech-3"} == {
        "Is-mech-1"
    }  # not the two that 1973 starts there
    fields = {"scenario": "mid-1970s-full", "turn": 2, "keepers": ["Is-mech-1"]}
    t = moving("israel", "3109 Is-mech-1", "2519 Is-mech-2", **fields)
    refused(t, "move Is-mech-1 3109-3108", "25.31")
    t = moving("israel", "3109 Is-mech-1", "2519 Is-mech-2", **{**fields, "keepers": ["Is-mech-2"]})
    assert t.check("move Is-mech-1 3109-3108") is None
