"""13.0, 21.3, 24.8, 24.9 and 25.9: who fights, who has ceased to, who must go home."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.politics.agreement import sometimes_offer
from sandtable.games.sinai.politics.garrison import note_garrisons
from sandtable.games.sinai.politics.nations import jordan_mobilized, note_pushed, syria_lost

from .table import attack, names, options, play, position, refused, where
from .table import moving as moving_1967
from .test_1973 import fighting, moving, started

OPEN = {"jordan_at_war": True, "trans_jordan_open": True}


def told(s: Any, *actions: str) -> list[str]:
    s.log = []
    for a in actions:
        s.apply(a)
    return [str(e.text) for e in s.log]


@pytest.mark.rule("sinai", "22.33", "21.32", "21.33")
def test_r22_33_with_more_cooperation_egypt_and_jordan_act_through_turn_eleven() -> None:
    places = ("1726 Eg-arm-1", "3714 Jo-60", "3603 Sy-40", "2030 Iska")
    fields = {"goals": [3, 0, 3], "scenario": "1967-cooperation", "jordan_at_war": True}
    s = moving_1967("arab", *places, turn=11, **fields)
    assert s.check("move Eg-arm-1 1726-1727") is None
    assert s.check("move Jo-60 3714-3713") is None
    s = moving_1967("arab", *places, turn=12, **fields)
    refused(s, "move Eg-arm-1 1726-1727", "21.32")
    refused(s, "move Jo-60 3714-3713", "21.33")
    assert s.check("move Sy-40 3603-3703") is None
    s = moving_1967("arab", *places, turn=12, goals=[0, 3, 0], scenario="1967-cooperation", jordan_at_war=True)
    assert s.check("move Eg-arm-1 1726-1727") is None
    assert s.check("move Jo-60 3714-3713") is None
    s = moving("arab", "3714 Jo-arm-1", "0225 Eg-arm-1", "3115 Is-mech-2", goals=[3, 3, 3])
    assert s.check("move Jo-arm-1 3714-3713") is None  # in 1973 goals stop nobody


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_soviet_units_keep_out_of_jordan_as_egyptians_do() -> None:
    places = ("3706 Su-arm-1 Sy-arm-1 Iq-arm-1", "3805 Eg-arm-1", "3115 Is-mech-2")
    s = moving("arab", *places, scenario="mid-1970s-soviet", turn=12)
    for unit in ("Su-arm-1", "Sy-arm-1", "Iq-arm-1"):
        refused(s, f"move {unit} 3706-3707", "24.9")
    refused(s, "move Eg-arm-1 3805-3806-3707", "24.9")


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_in_jordan_every_step_leads_nearer_home_and_none_off_the_map() -> None:
    s = moving("arab", "3911 Sy-arm-1", "3115 Is-mech-2")
    refused(s, "exit Sy-arm-1 3911-off", "24.9")
    assert not options(s, "exit")
    s = moving("arab", "3808 Sy-arm-1", "3115 Is-mech-2")
    assert s.check("move Sy-arm-1 3808-3807") is None
    for away in ("3909", "3809", "3708"):
        refused(s, f"move Sy-arm-1 3808-{away}", "24.9")
    assert "back to Syria" in refused(s, "move Sy-arm-1 3808-3809", "24.9")
    s = moving("arab", "3808 Sy-arm-1", "3115 Is-mech-2", scenario="1973-cooperation")
    assert s.check("move Sy-arm-1 3808-3809") is None


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_in_jordan_it_attacks_only_what_stands_between_it_and_its_home() -> None:
    israelis = ("3908 Is-airm-1", "3910 Is-airm-2", "3809 Is-airm-3")
    s = fighting("arab", "3909 Eg-arm-1 Sy-arm-1 Sy-arm-2 Sy-arm-3", *israelis, **OPEN)
    s = play(s, "attack 3908", "with Sy-arm-1")
    refused(s, "with Eg-arm-1", "24.9")  # Syria is not the way back to Egypt
    s = fighting("arab", "3909 Sy-arm-1 Sy-arm-2 Sy-arm-3", *israelis, **OPEN)
    refused(s, "attack 3910", "24.9")
    refused(s, "attack 3809", "24.9")  # as far from Syria as it is itself
    s = fighting("arab", "3032 Sy-arm-1 Sy-arm-2 Sy-arm-3", "3031 Is-airm-1", **OPEN)
    refused(s, "attack 3031", "24.9")  # nearer to Syria, but in Israel
    s = moving("arab", "3910 Sy-arm-1", "3115 Is-mech-2")
    assert s.check("move Sy-arm-1 3910-3909") is None  # in Jordan, but nearer
    refused(s, "move Sy-arm-1 3910-3911", "24.9")


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_the_last_country_on_the_way_is_where_it_came_from() -> None:
    s = fighting("israel", "3706 Sy-arm-1", "3115 Is-mech-2", from_israel=["Sy-arm-1", "Eg-arm-1"])
    u = s.game.unit("Sy-arm-1")
    way = [s.game.hex(h) for h in ("3706", "3707")]
    s.loc[u] = way[-1]
    note_pushed(s, u, way)
    assert names(s, s.from_israel) == {"Eg-arm-1"}  # out of Syria now
    way = [s.game.hex(h) for h in ("3606", "3707", "3708")]
    s.loc[u] = way[-1]
    note_pushed(s, u, way)
    assert names(s, s.from_israel) == {"Eg-arm-1", "Sy-arm-1"}
    note_pushed(s, u, [s.game.hex(h) for h in ("3708", "3709")])
    assert names(s, s.from_israel) == {"Eg-arm-1", "Sy-arm-1"}  # inside Jordan nothing changes
    s.loc[u] = s.game.hex("3605")
    note_pushed(s, u, [s.game.hex(h) for h in ("3606", "3605")])
    assert names(s, s.from_israel) == {"Eg-arm-1"}  # not in Jordan at all
    v = s.game.unit("Jo-arm-1")
    s.loc[v] = s.game.hex("3707")
    note_pushed(s, v, [s.game.hex(h) for h in ("3606", "3707")])
    assert names(s, s.from_israel) == {"Eg-arm-1"}


@pytest.mark.rule("sinai", "24.83", "25.92")
def test_r24_83_the_army_is_mobilized_when_nobody_is_to_come() -> None:
    s = moving("arab", "3714 Jo-arm-1", "eliminated Jo-arm-2", "to-come Eg-mech-11", "3115 Is-mech-2")
    assert jordan_mobilized(s)
    s = moving("arab", "3714 Jo-arm-1", "to-come Jo-inf-3", "3115 Is-mech-2")
    assert not jordan_mobilized(s)


@pytest.mark.rule("sinai", "24.81", "24.83")
def test_r24_83_a_die_from_the_mobilization_on_until_jordan_is_at_war() -> None:
    places = ("3714 Jo-arm-1", "3704 Sy-arm-1", "3115 Is-mech-2")
    assert position("1973", "Participation", *places, turn=5).actor == "chance"
    assert position("1973", "Participation", *places, "to-come Jo-inf-3", turn=5).actor is None
    assert position("1973", "Participation", *places, turn=5, jordan_at_war=True).actor is None
    assert position("1973", "Participation", *places, turn=5, jordan_silent=True).actor is None
    assert position("1973-cooperation", "Participation", *places, turn=5).actor is None
    assert position("1967", "Participation", "2030 Iska", "3714 Jo-RIGd", turn=4).actor == "chance"
    assert position("1956-jordan", "Participation", "2030 Is-7", "3714 Jo-RIGd", turn=4).actor == "chance"
    assert position("1967-cooperation", "Participation", "2030 Iska", "3714 Jo-RIGd", turn=4).actor is None


@pytest.mark.rule("sinai", "13.0", "13.33", "24.82", "25.93")
def test_r13_0_what_is_told_when_jordan_joins_and_what_opens() -> None:
    s = position("1967", "Participation", "2030 Iska", "3714 Jo-RIGd", turn=1)
    assert told(s.copy(), "roll 5")[1:] == ["Jordan stays out of the war for now."]
    assert told(s, "roll 4")[1:] == ["Jordan enters the war.", "The bridges over the Jordan are destroyed."]
    assert not s.trans_jordan_open
    places = ("3714 Jo-arm-1", "3704 Sy-arm-1", "3115 Is-mech-2")
    for scenario, is_open in (("1973", True), ("mid-1970s", False)):
        s = position(scenario, "Participation", *places, turn=5, ones=3).play("roll 1")
        assert (s.jordan_at_war, s.trans_jordan_open) == (True, is_open)
    s = position("mid-1970s-jihad", "GameTurn", "3714 Jo-arm-1", "3704 Sy-arm-1", "3015 Is-mech-2", turn=1)
    assert s.jordan_at_war
    t = position("mid-1970s-jihad", "Opened", "3714 Jo-arm-1", "3015 Is-mech-2", turn=1)
    assert t.jordan_at_war


@pytest.mark.rule("sinai", "13.32", "10.15")
def test_r13_32_zones_over_the_border_push_the_supply_unit_back_at_once() -> None:
    s = position("1967", "Participation", "2914 Is-Supply", "3014 Jo-60", "2713 Iska", turn=1, trail=["2713", "2814"])
    assert where(s.play("roll 6"), "Is-Supply") == "2914"
    assert where(s.play("roll 1"), "Is-Supply") == "2814"


@pytest.mark.rule("sinai", "22.31", "23.42", "23.43", "23.61", "25.92")
def test_r23_42_entry_without_a_die() -> None:
    at_once = position("1967-cooperation", "GameTurn", "2030 Iska", "3714 Jo-RIGd", turn=1)
    assert at_once.jordan_at_war
    assert not position("1967", "GameTurn", "2030 Iska", "3714 Jo-RIGd", turn=5).jordan_at_war
    game = sandtable.load("sinai/1967-fantasy")
    s = game.position('sinai/1967-fantasy\nat 2030 Iska\nat 3714 Jo-60\n> Combat {"side": "arab"}\n> GameTurn')
    assert [x for x in told(s, "end") if "Jordan" in x] == ["Jordan enters the war."]  # all bridges remain [22.65]
    s = game.position(
        'sinai/1967-fantasy\njordan_at_war true\nat 2030 Iska\nat 3714 Jo-60\n> Combat {"side": "arab"}\n> GameTurn'
    )
    assert not [x for x in told(s, "end") if "Jordan" in x]
    silent = position(
        "1973-cooperation", "GameTurn", "3714 Jo-arm-1", "3704 Sy-arm-1", "3115 Is-mech-2", turn=5, jordan_silent=True
    )
    assert not silent.jordan_at_war
    s = position("1973", "GameTurn", "3714 Jo-arm-1", "3704 Sy-arm-1", "3115 Is-mech-2", turn=5)
    assert not s.jordan_at_war


@pytest.mark.rule("sinai", "24.81")
def test_r24_81_the_armored_units_first_then_a_mechanized_one_and_none_twice() -> None:
    def after_a_one(ones: int, *places: str, **fields: Any) -> Any:
        s = position("1973", "Participation", *places, "3704 Sy-arm-1", "3115 Is-mech-2", turn=5, ones=ones, **fields)
        return s.play("roll 1")

    s = after_a_one(1, "3714 Jo-arm-1 Jo-mech-1", "eliminated Jo-arm-2", sent=["Jo-arm-1"])
    assert (s.ones, s.choice) == (2, None)  # nobody is left to send
    s = after_a_one(1, "3714 Jo-arm-1 Jo-arm-2 Jo-mech-1", sent=["Jo-arm-1"])
    assert options(s) == {"send Jo-arm-2"}
    assert "armored" in s.prompt
    assert told(s, "send Jo-arm-2") == ["Jo-arm-2 is sent to Syria."]
    assert names(s, s.sent) == {"Jo-arm-1", "Jo-arm-2"}
    s = after_a_one(2, "3714 Jo-arm-1 Jo-mech-1 Jo-mech-2")
    assert options(s) == {"send Jo-mech-1", "send Jo-mech-2"}
    assert "mechanized" in s.prompt
    refused(s, "send Jo-arm-1", "24.81")
    s = after_a_one(3, "3714 Jo-arm-1 Jo-mech-1")
    assert (s.ones, s.jordan_at_war, s.choice) == (4, True, None)
    s = position("1973", "Participation", "3714 Jo-arm-1", "3704 Sy-arm-1", "3115 Is-mech-2", turn=5, ones=3)
    s = s.play("roll 2")
    assert (s.ones, s.jordan_at_war) == (3, False)


@pytest.mark.rule("sinai", "24.81")
def test_r24_81_the_march_is_the_units_move_and_ends_with_a_war_of_its_own() -> None:
    def opened(*places: str, **fields: Any) -> Any:
        lines = ["sinai/1973", "turn 5", 'sent ["Jo-arm-1", "Jo-arm-2"]', *fields.values()]
        lines += [f"at {p}" for p in (*places, "3704 Sy-arm-1", "3115 Is-mech-2")]
        return started().game.position("\n".join([*lines, '> OpenMovement {"side": "arab", "number": 1}']))

    s = opened("3710 Jo-arm-1", "3705 Jo-arm-2", "3713 Jo-mech-1")
    assert names(s, s.choice.moved) == {"Jo-arm-1"}
    assert where(s, "Jo-arm-2") == "3705"  # it is in Syria and moves as its player likes
    for line in ("jordan_at_war true", "jordan_silent true"):
        s = opened("3710 Jo-arm-1", line=line)
        assert (where(s, "Jo-arm-1"), s.choice.moved) == ("3710", 0)


@pytest.mark.rule("sinai", "25.93", "24.84")
def test_r25_93_only_jordanians_at_war_who_enter_or_attack_israel_open_the_border() -> None:
    war = {"scenario": "1973-cooperation", "jordan_at_war": True}
    s = moving("arab", "3414 Jo-arm-1 Jo-arm-2", "3032 Sy-arm-1", "2519 Is-mech-2", **war)
    t = s.copy()
    t.log = []
    t.apply("move Jo-arm-1 3414-3315")
    assert [str(e.text) for e in t.log][-1].startswith("Jordanian units enter or attack Israel")
    assert t.trans_jordan_open
    t.log = []
    t.apply("move Jo-arm-2 3414-3314")
    assert not any("border" in str(e.text) for e in t.log)  # it is open
    assert not s.play("move Sy-arm-1 3032-2932").trans_jordan_open
    assert not s.play("move Jo-arm-1 3414-3413").trans_jordan_open
    s = fighting("arab", "3032 Sy-arm-1 Sy-arm-2", "2932 Is-airm-1", turn=7, **war)
    assert not play(attack(s, "2932", "Sy-arm-1", "Sy-arm-2"), "confirm").trans_jordan_open
    s = fighting("arab", "3032 Sy-arm-1 Jo-arm-1", "2932 Is-airm-1", turn=7, **war)
    assert play(attack(s, "2932", "Sy-arm-1", "Jo-arm-1"), "confirm").trans_jordan_open
    s = moving_1967("arab", "2914 Jo-60", "2030 Iska", jordan_at_war=True)
    assert not s.play("move Jo-60 2914-2813").trans_jordan_open  # 1967 waits for an attack [5.22]
    sent = {"scenario": "mid-1970s", "turn": 8, "sent": ["Jo-arm-1"], "destroyed": ["3606"]}
    s = moving("arab", "3706 Jo-arm-1", "2519 Is-mech-2", **sent)
    assert not s.play("move Jo-arm-1 3706-3606").trans_jordan_open  # Jordan is at peace [24.82]


@pytest.mark.rule("sinai", "24.84")
def test_r24_84_jordan_is_silent_only_without_arabs_in_syria_and_only_before_the_war() -> None:
    for fields, places, silent in (
        ({}, ("3714 Jo-arm-1",), True),
        ({}, ("3704 Eg-arm-1",), False),
        ({"jordan_at_war": True}, ("3714 Jo-arm-1",), False),
        ({"scenario": "1973-cooperation"}, ("3714 Jo-arm-1",), False),
    ):
        s = moving("arab", *places, "3703 Is-mech-2", **fields)
        s.log = []
        syria_lost(s)
        syria_lost(s)
        assert s.jordan_silent is silent
        assert len(s.log) == silent


@pytest.mark.rule("sinai", "25.32")
def test_r25_32_garrisons_are_noted_where_there_are_garrisons() -> None:
    s = moving_1967("israel", "3601 Iska", "0125 Eg-arm-1")
    note_garrisons(s, "israel")
    assert s.garrisoned == 0
    assert started().garrisoned


@pytest.mark.rule("sinai", "25.5", "26.31")
def test_r25_5_the_reserve_is_called_once_and_only_where_there_is_one() -> None:
    places = ("0426 Is-arm-1", "0130 Eg-arm-1")
    call = "The Egyptian reserve is called."
    assert call in told(moving("israel", *places, west_phases=1), "end")
    assert call not in told(moving("israel", *places, west_phases=1, reserve_called=True), "end")
    assert call not in told(moving("israel", *places, west_phases=0), "end")
    s = moving("israel", *places, west_phases=1, scenario="mid-1970s-full")
    assert call not in told(s, "end")
    assert (s.west_phases, s.reserve_called) == (2, False)


@pytest.mark.rule("sinai", "25.61")
def test_r25_61_random_play_offers_an_end_seldom_and_only_where_there_is_one() -> None:
    old, new = moving_1967("israel", "2030 Iska", "0125 Eg-arm-1"), moving("israel", "3115 Is-mech-2", "0125 Eg-arm-1")
    assert [sometimes_offer(s, lambda n: 0) for s in (old, new)] == [False, True]
    assert not sometimes_offer(new, lambda n: 1)
