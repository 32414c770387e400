"""Every refusal names the paragraph that decides; here those that other tests do not meet on their way."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import sandtable
from sandtable.core import Action, bits
from sandtable.games.sinai.land.territory import closed
from sandtable.games.sinai.movement.allowance import edges_of, may_walk
from sandtable.games.sinai.movement.map_edge import entry_costs
from sandtable.games.sinai.movement.overrun import resistance, weak_hexes
from sandtable.games.sinai.movement.paths import Walk, closed_by_enemies, first_steps

from .table import attack, fighting, moving, options, play, position, refused, where
from .test_1973 import moving as later


# Movement -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.0", "5.13")
def test_r5_13_units_are_named_once() -> None:
    s = moving("israel", "2030 Iska Elhn", "0125 Eg-inf-1")
    assert refused(s, "move Iska+Iska 2031", "5.13") == "A unit is named twice."
    assert refused(s, "move Iska 9999", "5.0")


@pytest.mark.rule("sinai", "15.0")
def test_r15_0_only_an_entrucked_unit_gets_down_one_at_a_time() -> None:
    s = moving("israel", "2030 Yhda Iska", "0125 Eg-inf-1")
    assert refused(s, "detruck Iska 2030-2031", "15.0") == "Iska is not entrucked."
    assert refused(s, "detruck Iska+Yhda 2030-2031", "15.0") == "Units detruck one at a time."


@pytest.mark.rule("sinai", "17.0")
def test_r17_0_a_landing_names_one_unit_and_one_hex() -> None:
    s = moving("israel", "2030 Iska Elhn", "0125 Eg-inf-1")
    assert refused(s, "fly Iska+Elhn 2032", "17.0") == "Name one airborne unit and its landing hex."


@pytest.mark.rule("sinai", "11.0", "11.11", "11.12", "10.32")
def test_r11_1_who_may_overrun_and_where() -> None:
    four = moving("israel", "2030 Iska Elhn Mnhm Yhda", "2031 Eg-inf-1")
    assert refused(four, "overrun Iska+Elhn+Mnhm+Yhda 2030-2031", "11.12") == "At most three units overrun together."
    assert refused(four, "overrun Iska 2030-2130", "11.0") == "An Overrun ends on an enemy-occupied hex."
    s = moving("arab", "2030 Eg-arm-1", "2031 Iska", unsupplied=["Eg-arm-1"])
    assert refused(s, "overrun Eg-arm-1 2030-2031", "10.32") == "Eg-arm-1 is unsupplied and may not Overrun."


@pytest.mark.rule("sinai", "16.0")
def test_r16_0_air_strikes_lie_on_land() -> None:
    s = position("1967", "PlaceStrikes", "2030 Iska", "0125 Eg-inf-1")
    sea = next(h for h in s.game.map.grid.hexes if not s.game.land >> h & 1)
    name = s.game.hex_name(sea)
    assert refused(s, f"strike {name}", "16.0") == f"{name} is not a hex where units could be."


# Combat ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "8.11", "8.14", "8.23")
def test_r8_1_who_attacks_what() -> None:
    s = fighting("israel", "2030 Iska Elhn", "2031 Eg-inf-1", "2231 Eg-inf-2", "2233 Mnhm")
    assert refused(s, "attack 2231", "8.11") == "No unit that may attack is adjacent to 2231."
    s = play(s, "attack 2031")
    assert refused(s, "confirm", "8.11") == "No unit takes part in the attack yet."
    s = play(s, "with Iska")
    assert refused(s, "with Iska", "8.14") == "Iska takes part already."
    assert refused(s, "attack 2031", "8.23") == "2031 is attacked in this combat already."
    enemy = refused(s, "with Eg-inf-1", "8.11")
    assert enemy == "Eg-inf-1 is not one of the Phasing Player's units on the map."


@pytest.mark.rule("sinai", "9.11", "9.15")
def test_r9_1_who_retreats_and_who_is_not_lost() -> None:
    s = play(attack(fighting("israel", "2029 Iska", "2030 Eg-19NG"), "2030", "Iska"), "confirm", "roll 1")
    assert refused(s, "retreat Iska 2029-2028", "9.11") == "Iska has no retreat to make."
    assert refused(s, "lose Eg-19NG", "9.15").startswith("Eg-19NG can retreat, for example by 2030-")
    assert refused(s, "retreat Eg-19NG 2031-2032", "9.11") == "Eg-19NG retreats from 2030."
    assert refused(s, "retreat Eg-19NG 2030-2031", "9.11") == "Eg-19NG must retreat 2 hexes, not 1."
    assert refused(s, "retreat Eg-19NG 2030-2029-2028", "9.11") == "Eg-19NG may not retreat into or through 2029."


@pytest.mark.rule("sinai", "20.0")
def test_r20_0_one_deploys_ones_own_units() -> None:
    s = sandtable.load("sinai/1956-jihad").start()
    assert type(s.choice).__name__ == "Deploy"
    theirs = next(u for u in s.game.roster.members["israel" if s.actor == "arab" else "arab"])
    name = s.game.name_of(theirs)
    assert refused(s, f"place {name} 2030", "20.0") == f"{name} is not yours to deploy now."


@pytest.mark.rule("sinai", "11.0", "11.2", "11.12")
def test_r11_2_after_an_overrun_only_its_stack_goes_on_and_from_where_it_is() -> None:
    s = moving("israel", "2030 Iska Elhn", "1931 Mtke", "2032 Eg-19NG", "0125 Eg-inf-1")
    s = s.play("overrun Iska+Elhn 2030-2031-2032")
    assert s.actor == "israel"
    assert "with 3 Movement Points left" in s.prompt
    for told in ("move Iska 2032-2033", "move Mtke 1931-1932", "overrun Iska 2032-2033"):
        assert refused(s, told, "11.0") == "Only Iska and Elhn move on now, all together."
    for told in ("move Iska+Elhn 2033-2034", "move Iska+Elhn 2032", "move Iska+Elhn 2033"):
        assert refused(s, told, "11.0") == "The path must begin in 2032 and enter a hex."
    assert "stop" in options(s)
    assert refused(s, "move Iska Elhn", "11.0") == "The path must begin in 2032 and enter a hex."
    for told in (
        "fly Iska+Elhn 2032-2033",
        "walk Iska+Elhn 2032-2033",
        "move Iska+Elhn 2032-2033 2034",
        "end",
        "stop Iska",
        "move Iska+Elhn",
        "move Iska+Elhn 2032-2033-off",
        "fly Iska 2033",
        "detruck Iska 2032",
    ):
        assert s.check(told) is not None
    assert refused(s, "move Iska+Iska 2032-2033", "5.13")
    assert refused(s, "overrun Iska+Elhn 2032-2033", "11.0") == "An Overrun ends on an enemy-occupied hex."
    assert s.check("move Elhn+Iska 2032-2033") is None
    assert refused(s, "move Iska+Elhn 2032-2033-2034-2035-2036", "5.29")
    assert s.details("stop") == {}
    assert s.details("move Iska+Elhn 2033") == {}
    assert s.details("move Iska+Elhn 2032-2034") == {}
    assert s.play("move Elhn+Iska 2032-2033").choice.moved == s.play("stop").choice.moved


@pytest.mark.rule("sinai", "5.0", "7.0")
def test_r5_0_what_is_no_move_at_all() -> None:
    s = moving("israel", "2030 Iska Elhn", "2031 Yhda", "0125 Eg-inf-1")
    for told in (
        "end Iska",
        "offer",
        "offer Iska",
        "move Iska",
        "move Iska 2031 2032",
        "entruck Yhda 2031",
        "attack 2031",
    ):
        assert s.check(told) is not None, told
    for told in (
        "move Iska off",
        "move Iska 2030-off",
        "overrun Iska 2030-off",
        "move Iska 2030-2031-off",
        "exit Iska off",
    ):
        assert s.check(told) is not None, told
    assert s.check("entruck Iska Elhn") is not None
    assert s.details("end") == s.details("entruck Yhda") == {}
    assert s.details("move Iska 2030-2032")["warning"] == "2030 and 2032 are not adjacent."
    assert refused(s, "move 2031 2032", "5.0")
    assert refused(s, "fly Iska 2031-2032", "17.0") == "Name one airborne unit and its landing hex."
    assert refused(s, "enter Iska 2031", "25.4") == "Iska does not arrive now."
    assert refused(s, "enter Iska+Elhn 2031", "25.4") == "Units come over the map edge one at a time."
    assert refused(s, "walk Iska 2031", "24.32") == "Iska may not move as infantry."
    assert refused(s, "walk Iska 2030-2031", "24.32") == "Iska may not move as infantry."
    assert refused(s, "walk Yhda+Iska 2031", "7.12")


@pytest.mark.rule("sinai", "15.0", "17.2", "15.41", "25.86", "23.17")
def test_r15_0_who_may_not_board() -> None:
    s = moving("israel", "2030 Iska Yhda", "2713 Aw", "0125 Eg-inf-1", entrucked=["Yhda"])
    assert refused(s, "entruck Iska", "15.0") == "Iska may not use trucks."
    assert refused(s, "entruck Aw", "17.2") == "Aw may not use trucks."
    assert refused(s, "entruck Yhda", "15.0") == "Yhda is already entrucked."
    s = moving("arab", "1726 Eg-inf-1", "1727 Eg-inf-2", "2030 Iska", entrucked=["Eg-inf-1"])
    assert refused(s, "entruck Eg-inf-2", "15.41") == "Egypt has one truck marker, used by Eg-inf-1."
    places = ("3903 Sy-inf-1", "3710 Jo-inf-1", "3115 Is-mech-2")
    first = moving("arab", *places, scenario="1973", turn=1)
    assert refused(first, "entruck Sy-inf-1", "25.86") == "Syria has its truck marker from Game-Turn 2 on."
    assert first.check("entruck Jo-inf-1") is None
    assert moving("arab", *places, scenario="1973", turn=2).check("entruck Sy-inf-1") is None


@pytest.mark.rule("sinai", "5.0", "5.11", "14.2", "15.0", "15.12", "20.2", "25.15")
def test_r5_11_who_may_not_move_and_why() -> None:
    s = moving("israel", "2030 Iska Yhda", "2031 Elhn", "0125 Eg-inf-1", dormant=["Elhn"], detrucked=["Yhda"])
    assert refused(s, "move Eg-inf-1 0125-0126", "5.11").startswith("Eg-inf-1 belongs to the other player")
    assert refused(s, "move Mtke 2031", "5.0") == "Mtke is not on the map."
    assert refused(s, "move Elhn 2031-2032", "20.2") == "Elhn is not yet mobilized."
    assert refused(s, "move Yhda 2030-2031", "15.12").endswith("has detrucked in this Player-Turn and may not move.")
    aboard = moving("israel", "2030 Yhda", "0125 Eg-inf-1", entrucked=["Yhda"], detrucked=["Yhda"])
    assert refused(aboard, "move Yhda 2030-2031", "15.0").endswith(
        "has boarded its trucks in this Player-Turn and may not move."
    )
    assert refused(s.play("move Iska 2030-2031"), "move Iska 2031-2032", "5.0").startswith("Iska has already moved")
    s = moving("arab", "2030 Eg-arm-1", "2530 Iska", strayed=["Eg-arm-1"])
    assert refused(s, "move Eg-arm-1 2030-2031", "14.2").startswith("Eg-arm-1 has lost Command Control")
    s = moving("arab", "0323 Eg-SAM-1", "0325 Eg-arm-1", "3115 Is-mech-2", scenario="1973", turn=3)
    assert refused(s, "move Eg-SAM-1 0323-0322", "25.15").startswith("Eg-SAM-1 is a SAM unit")
    assert not any("SAM" in str(a) for a in s.options())


# Words that make no sense ---------------------------------------------------------------------------------------
FIGHT = ("2030 Iska Elhn", "2031 Eg-inf-1", "2231 Mtke")
FRAMES = {
    "Combat": ("1967", FIGHT, '{"side": "israel"}'),
    "Combat of 1973": ("1973", ("2030 Is-arm-1 Is-arm-2", "2031 Eg-arm-1", "2231 Is-arm-3"), '{"side": "israel"}'),
    "Attack": ("1967", FIGHT, '{"side": "israel", "hexes": ["2031"], "units": ["Iska"]}'),
    "Advance": ("1967", (FIGHT[0], FIGHT[2]), '{"side": "israel", "hexes": ["2031"], "units": ["Iska"]}'),
    "Retreat": ("1967", FIGHT, '{"side": "arab", "units": ["Eg-inf-1"], "result": 1}'),
    "Displace": ("1967", (FIGHT[0], "2031 Eg-inf-1 Eg-inf-2 Eg-inf-3 Eg-arm-1"), '{"side": "arab", "arrived": "Eg-inf-1", "hex": "2031"}'),
    "LoseAttacker": ("1973", ("0425 Eg-arm-1 Eg-arm-2",), '{"units": ["Eg-arm-1"], "hex": "0525"}'),
    "Deploy": ("1967-free-arab", ("2030 Iska",), '{"side": "arab", "units": ["Eg-inf-1", "Eg-inf-2"]}'),
}  # fmt: skip


@pytest.mark.parametrize("kind", FRAMES)
def test_words_that_make_no_sense_are_refused(kind: str) -> None:
    """Every verb with every mixture of units, hexes, boxes and other words: what is not among the options is refused."""
    scenario, places, arguments = FRAMES[kind]
    s = position(scenario, "Combat israel", *places)
    frame = kind.split()[0]
    s = s.game.position(s.position().replace('> Combat {"side": "israel"}', f"> {frame} {arguments}"))
    options = set(s.options())
    meant = {s.game.parts(a) for a in options}
    one, two = (
        s.game.roster.names[s.game.side_units["israel"][0]],
        "Eg-inf-1" if scenario.startswith("1967") else "Eg-arm-1",
    )
    mine = [u for u in ("Iska", "Elhn") if scenario == "1967"]
    words = [
        one,
        two,
        *mine,
        "2031",
        "2030",
        "left",
        "eliminated",
        "9999",
        "nobody",
        "off",
        "2031-2032-2033",
        "2031-left",
        f"{one}+{two}",
        "7",
    ]
    for verb in (*s.choice.verbs, "decline", "end", "dance"):
        for args in ((), *product(words), *product(words, repeat=2), (two, "2031", "2031"), ("2031", "2032", "2033")):
            a = Action(verb, args)
            if s.check(a) is None:
                assert s.game.parts(a) in meant, str(a)
            else:
                assert a not in options, str(a)
    assert {a.verb for a in options} <= set(s.choice.verbs)


@pytest.mark.rule("sinai", "5.28", "5.29", "16.13")
def test_r5_29_why_the_points_do_not_suffice_on_a_way_that_is_told() -> None:
    def cited(unit: str, *places: str, way: str, side: str = "israel", **fields: list[str]) -> tuple[str, ...]:
        s = moving(side, *places, **fields)
        refusal = s.check(f"move {unit} {way}")
        assert refusal is not None
        return tuple(refusal.rules)

    far = "2030-2031-2032-2033-2034-2033-2032-2031-2030-2031"
    israelis = ("2030 Iska Elhn", "0125 Eg-arm-1")
    assert cited("Iska+Elhn", *israelis, way=far) == ("5.29",)
    for hungry in ("Iska", "Elhn"):
        assert cited("Iska+Elhn", *israelis, way=far, unsupplied=[hungry]) == ("5.29", "5.28")
    assert cited("Iska", *israelis, way=far, unsupplied=["Elhn"]) == ("5.29",)
    assert cited("Iska", *israelis, way=far, strikes=["2030"]) == ("5.29",)
    arabs = ("2030 Eg-arm-1", "2530 Iska")
    assert cited("Eg-arm-1", *arabs, way="2030-2031-2032-2033", side="arab", strikes=["2032"]) == ("5.29", "16.13")
    assert cited("Eg-arm-1", *arabs, way=far, side="arab") == ("5.29",)
    assert cited("Eg-arm-1", *arabs, way="2030-2031-2032-2033", side="arab", strikes=["2030"]) == ("5.29",)


@pytest.mark.rule("sinai", "24.32", "13.33", "24.41")
def test_r24_32_who_walks_has_one_point() -> None:
    s = moving("israel", "2030 Is-arm-1", "0125 Eg-arm-1", scenario="1973", turn=5)
    assert "1 is available" in refused(s, "walk Is-arm-1 2030-2031-2032", "5.29")
    assert "has 1, 1 too few" in refused(s, "walk Is-arm-1 2032", "5.29")
    assert all(a.count("-") == 3 for a in options(s, "walk"))
    assert len(options(s, "walk")) == 6
    s = moving("israel", "0524 Is-arm-1", "0125 Eg-arm-1", scenario="1973", turn=5)
    assert s.game.hex("0424") not in set(first_steps(s, s.game.unit("Is-arm-1")))
    assert s.check("move Is-arm-1 0524-0424") is None


@pytest.mark.rule("sinai", "24.41")
def test_r24_41_no_first_step_is_taken_over_the_canal() -> None:
    """Whether there is room on the Canal is asked apart."""
    s = moving("israel", "0524 Is-arm-1", "0125 Eg-arm-1", scenario="1973", turn=5)
    u, limited = s.game.unit("Is-arm-1"), s.game.limited_hexsides["israel"]
    assert len(limited) > 20
    for a in {a for a, _ in limited}:
        t = s.copy()
        t.loc[u] = a
        assert set(first_steps(t, u)) == set(dict(edges_of(t, u, False)[a])) - {n for h, n in limited if h == a} - set(
            bits(closed(t, u) | closed_by_enemies(t, "israel", a))
        )


@pytest.mark.rule("sinai", "5.29")
def test_r5_29_the_most_burdened_of_a_stack_decides() -> None:
    s = moving("israel", "2030 Is-arm-1 Is-mech-2", "0125 Eg-arm-1", scenario="1973", turn=5)
    a, b = s.game.unit("Is-arm-1"), s.game.unit("Is-mech-2")
    here, there = s.game.hex("2030"), s.game.hex("2031")
    assert Walk(s, (a, b), False, 5, {a: 5, b: 3}, []).too_dear(here, there) is None
    told = Walk(s, (a, b), False, 5, {a: 6, b: 3}, []).too_dear(here, there)
    assert "brings the cost to 6 Movement Points; 5 are available" in str(told)


@pytest.mark.rule("sinai", "24.41", "5.29")
def test_r24_41_the_first_hexside_that_is_full_decides() -> None:
    fields = {"scenario": "1973", "turn": 4, "crossed_arab": ["0424", "0524"] * 2, "destroyed": ["0524"]}
    s = moving("arab", "0424 Eg-mech-1", "3115 Is-mech-2", **fields)
    refused(s, "move Eg-mech-1 0424-0524-0523-0522-0521-0522", "24.41")


@pytest.mark.rule("sinai", "10.15", "11.0", "11.11")
def test_r11_0_the_supply_unit_in_an_overrun() -> None:
    places = ("2030 Eg-arm-1 Eg-arm-2 Eg-arm-3", "2713 Iska")
    s = moving("arab", *places, "2031 Is-Supply Ysrl", turn=8, trail=["2530", "2432", "2031"])
    s = s.play("overrun Eg-arm-1+Eg-arm-2+Eg-arm-3 2030-2031")
    assert where(s, "Is-Supply") == "2432"
    assert where(s, "Ysrl") == "eliminated"
    rough = moving("arab", "1227 Eg-arm-1 Eg-arm-2 Eg-arm-3", "1128 Is-Supply", "2713 Iska", turn=8, trail=["1128"])
    text = refused(rough, "overrun Eg-arm-1+Eg-arm-2+Eg-arm-3 1227-1128", "11.11")
    assert text == "1128 defends with 0; only a Strength of one or two can be overrun."


@pytest.mark.rule("sinai", "11.11", "11.15", "25.14")
def test_r11_11_units_without_strength_overrun_nobody() -> None:
    s = moving("israel", "2030 Is-Supply Yhda", "2031 Eg-19NG", entrucked=["Yhda"])
    assert refused(s, "overrun Is-Supply 2030-2031", "11.11") == "Is-Supply has no Strength to Overrun with."
    assert refused(s, "overrun Yhda 2030-2031", "15.13") == "Yhda is entrucked and may not Overrun."
    s = later("arab", "2030 Eg-SAM-1", "2031 Is-airm-1", scenario="mid-1970s", number=2, turn=5)
    assert refused(s, "overrun Eg-SAM-1 2030-2031", "11.11") == "Eg-SAM-1 has no Strength to Overrun with."


@pytest.mark.rule("sinai", "11.11", "12.12")
@pytest.mark.parametrize("scenario", ["1956", "1967", "1973"])
def test_r12_12_fear_adds_nothing_in_an_overrun(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    one = game.roster.names[game.side_units["israel"][0]]
    s = game.position(f'{game.id}\nturn 9\nat 2713 {one}\n> Movement {{"side": "arab"}}')
    h, a = game.hex("2030"), game.hex("2031")
    for u, unit in enumerate(game.roster.units):
        strength = unit.factors["combat_strength"]
        if strength and unit.type != "sam":
            t = s.copy()
            t.loc[u] = h
            twice = unit.side == "arab" and scenario == "1973"  # [24.51]
            other = "arab" if unit.side == "israel" else "israel"
            assert resistance(t, h, a, other) == strength * (2 if twice else 1)
            assert bool(weak_hexes(t, other, 1 << h)) == (strength * (2 if twice else 1) <= 2)


@pytest.mark.rule("sinai", "11.2", "25.32")
def test_r25_32_a_garrison_binds_after_an_overrun_too() -> None:
    s = later("israel", "3705 Is-arm-3", "3605 Sy-SAM-1", "0125 Eg-arm-1", number=2, turn=4, garrisoned=["3706"])
    s = s.play("overrun Is-arm-3 3705-3605")
    assert {b.args[1].split("-")[-1] for b in s.options() if b.verb == "move"} == {
        "3606",
        "3705",
        "3706",
        "3805",
        "3806",
    }
    assert refused(s, "move Is-arm-3 3605-3506", "25.32") == "Is-arm-3 must keep 3706 covered."


@pytest.mark.rule("sinai", "5.13", "11.2", "11.14")
def test_r11_2_the_slowest_unit_says_what_is_left_after_an_overrun() -> None:
    places = ("2030 Jo-60 Eg-arm-1 Eg-arm-2", "2031 Ysrl", "2713 Iska")
    s = moving("arab", *places, scenario="1967-cooperation", jordan_at_war=True, trans_jordan_open=True, turn=8)
    s = s.play("overrun Jo-60+Eg-arm-1+Eg-arm-2 2030-2031")
    assert "with 1 Movement Point left" in s.prompt
    details = s.details("move Jo-60+Eg-arm-1+Eg-arm-2 2031-2032")
    assert (details["cost"], details["left"]) == (1, 0)
    assert refused(s, "move Jo-60+Eg-arm-1+Eg-arm-2 2031-2032-2033", "5.29")


@pytest.mark.rule("sinai", "14.2", "16.11", "24.33", "25.32")
def test_r24_33_who_does_not_leave_the_map() -> None:
    s = moving("arab", "0130 Eg-19NG Eg-arm-1", "2030 Iska")
    assert not options(s, "exit")
    s = later("israel", "3601 Is-para-1", "0125 Eg-arm-1", number=2, garrisoned=["3601"])
    assert not options(s, "exit")
    refused(s, "exit Is-para-1 3601-off", "25.32")
    refused(s, "exit Is-para-1 3601", "25.32")
    assert options(later("israel", "3601 Is-para-1", "0125 Eg-arm-1", number=2), "exit")
    s = later("arab", "0130 Eg-mech-5 Eg-mech-6", "3115 Is-mech-2", strikes=["0130", "0130"])
    assert not options(s, "exit")
    assert s.check("exit Eg-mech-5 0130-off").rules == ("24.33", "16.11")
    s = later("arab", "0130 Eg-mech-5 Eg-mech-6", "3115 Is-mech-2")
    assert refused(s, "exit Eg-mech-5+Eg-mech-6 0130-off", "24.33").startswith("Units leave the map one at a time")
    assert refused(s, "exit Eg-mech-5 0130-0131", "24.33").startswith("Units leave the map one at a time")
    assert refused(s, "exit Eg-mech-5 0130-0132-off", "5.0") == "0130 and 0132 are not adjacent."
    assert refused(s, "exit Eg-mech-5 0130-0230-off", "24.33") == "0230 is not at the map edge."
    dear = s.check("exit Eg-mech-5 0130-0131-0130-0131-0130-off")
    assert dear.rules == ("24.33",)
    assert "would cost 5; there are 4 Movement Points" in dear.text


@pytest.mark.rule("sinai", "7.0", "25.4", "26.42")
def test_r7_0_nobody_comes_over_the_edge_while_a_hex_is_too_full() -> None:
    places = ("0327 Eg-mech-1 Eg-mech-2 Eg-mech-3", "0328 Eg-mech-4", "to-come Eg-mech-11", "3115 Is-mech-2")
    s = later("arab", *places, scenario="mid-1970s-logistics", turn=2)
    way_in = next(iter(sorted(options(s, "walk") & {a for a in options(s, "walk") if "Eg-mech-11" in a})))
    assert s.check(way_in) is None
    s = s.play("move Eg-mech-4 0328-0327")
    assert s.choice.crowded
    assert not any("Eg-mech-11" in a for a in options(s))
    assert not any("Eg-mech-11" in word for verb in ("walk", "enter") for word in s.words((verb,)))
    refused(s, way_in, "7.0")
    refused(s, "end", "7.0")
    assert "offer" not in options(s)
    assert s.check("offer") is not None
    assert "offer" in options(s.play("move Eg-mech-1 0327-0326"))


@pytest.mark.rule("sinai", "11.0", "11.11", "11.14")
def test_r11_11_why_a_hex_that_is_named_is_not_overrun() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-arm-1", "2033 Eg-19NG", "1722 Eg-inf-1", "0125 Eg-arm-2")
    assert (
        refused(s, "overrun Iska 2031", "11.11") == "2031 defends with 5; only a Strength of one or two can be overrun."
    )
    assert refused(s, "overrun Iska 2030", "11.0").startswith("2030 holds no enemy unit")
    assert refused(s, "overrun Iska 0125", "11.0") == "0125 holds no enemy unit next to which Iska could come."
    assert "points are needed" in refused(moving("israel", "2030 Mnhm", "2031 Eg-19NG"), "overrun Mnhm 2031", "11.11")
    hungry = {"unsupplied": ["Eg-arm-1"]}
    s = moving("israel", "2030 Iska Elhn", "2031 Eg-arm-1", "0125 Eg-arm-2", **hungry)
    assert "overrun Iska+Elhn 2030-2031" in options(s)  # five points halved are two [10.32]


@pytest.mark.rule("sinai", "11.11", "10.33", "24.63", "26.54")
def test_r11_11_from_1973_on_hungry_arabs_overrun_at_half() -> None:
    places = ("2030 Su-mech-1 Su-arm-1", "2031 Is-airm-1", "2713 Is-arm-1")
    s = later("arab", *places, scenario="mid-1970s-soviet", turn=9)
    assert s.check("overrun Su-mech-1+Su-arm-1 2030-2031") is None
    places = ("1524 Eg-arm-1 Eg-arm-2 Eg-arm-3", "1625 Is-airm-1", "2713 Is-arm-1")
    hungry = ["Eg-arm-1", "Eg-arm-2", "Eg-arm-3"]
    s = later("arab", *places, turn=9, unsupplied=hungry)
    refusal = s.check("overrun Eg-arm-1+Eg-arm-2+Eg-arm-3 1524-1625")
    assert refusal is None or "10.32" not in refusal.rules


@pytest.mark.rule("sinai", "11.11", "25.14")
@pytest.mark.parametrize("scenario", ["1967", "mid-1970s"])
def test_r11_11_every_unit_with_strength_may_try_an_overrun(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    weak = {"1967": ("Ysrl", "Eg-19NG"), "mid-1970s": ("Is-airm-1", "Sa-mech-1")}[scenario]
    for u, unit in enumerate(game.roster.units):
        target = weak[unit.side == "israel"]
        if unit.name != target:
            s = game.position(f'{game.id}\nturn 9\nat 2031 {target}\n> Movement {{"side": "{unit.side}", "number": 2}}')
            s.loc[u] = game.hex("2030")
            refusal = s.copy().check(f"overrun {unit.name} 2030-2031")
            able = unit.factors["combat_strength"] and unit.type != "sam"
            assert ("has no Strength" in str(refusal)) != bool(able), unit.name


@pytest.mark.rule("sinai", "25.4", "5.29", "26.42")
def test_r25_4_what_is_told_and_refused_of_newcomers() -> None:
    places = ("to-come Eg-mech-11", "3115 Is-mech-2")
    s = later("arab", *places, turn=2)
    assert s.details("enter Eg-mech-11 0127-0227-0228-0128-0127-0126") == {}  # six points of five
    assert s.details("enter Eg-mech-11 3901") == {}
    assert s.details("enter Eg-mech-11 0127-0226")["cost"] == 2
    assert "only as infantry" in refused(s, "walk Eg-mech-11 0127", "24.32")
    s = later("arab", *places, scenario="mid-1970s-logistics", turn=2)
    rough = next(a.split()[2] for a in sorted(options(s, "walk")))
    n = next(h for h in s.game.map.grid.neighbours[s.game.hex(rough)] if h)
    assert "only as infantry" in refused(s, f"walk Eg-mech-11 {rough}-{s.game.hex_name(n)}", "24.32")
    details = s.details(f"walk Eg-mech-11 {rough}")
    assert (details["cost"], details["left"], details["path"]) == (1, 0, [rough])
    assert s.check(f"walk Eg-mech-11 {rough}") is None


@pytest.mark.rule("sinai", "25.4")
@pytest.mark.parametrize("scenario", [x.id for x in sandtable.load("sinai/1973").title.scenarios if x.id >= "1973"])
def test_r25_4_to_come_over_the_edge_costs_one_point_and_no_gate_is_closed(scenario: str) -> None:
    game: Any = sandtable.load(f"sinai/{scenario}")
    s = game.position(f'{game.id}\nturn 2\nat 3115 Is-mech-2\n> Movement {{"side": "arab"}}')
    for s.jordan_at_war in (False, True):
        for u in game.side_units["arab"]:
            if str(game.roster[u].factors.get("zone", "")).startswith("edge"):
                t = s.copy()
                t.loc[u] = game.TO_COME
                gates = entry_costs(t, u) + (entry_costs(t, u, walking=True) if may_walk(t, u) else [])
                assert {cost for _, cost in gates} == {1}
                assert game.allowance[u] >= 1
                assert not any(closed(t, u) >> h & 1 for h, _ in gates)
