"""21.0, 23.7, 25.7 and 26.9: every line of the score, and when the game is over."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.course.victory import captured, communicating, level, net, score, totals, tracks

from .table import moving, names, position, where
from .test_1973 import moving as moving_1973

ALL = {"turn": 6, "goals": [5, 6, 6], "jordan_at_war": True}
NOBODY = ("2030 Iska", "1726 Eg-arm-1")


def ended(side: str, *places: str, scenario: str = "1967", **fields: Any) -> Any:
    return position(scenario, f"EndOfPlayerTurn {side}", *places, **fields)


def lines(s: Any) -> list[tuple[str, int]]:
    """Side and points of every line that gives any."""
    return [(side, points) for side, points, _ in score(s) if points]


def hexes(s: Any, found: int) -> set[str]:
    return {s.game.hex_name(h) for h in s.game.map.grid.hexes if found >> h & 1}


def told(s: Any, *actions: str) -> list[str]:
    s.log = []
    for a in actions:
        s.apply(a)
    return [str(e.text) for e in s.log if e.about == "score"]


# 21.1 -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "21.1", "21.32", "22.33")
def test_r21_1_goals_a_and_c_are_final_where_they_stop_the_enemy() -> None:
    places = ("3115 Iska", "0424 Eg-arm-1", "3603 Sy-40", "3114 Jo-60")
    fields = {"turn": 7, "goals": [4, 5, 6], "jordan_at_war": True, "israeli_last": []}
    assert ended("arab", *places, **fields).goals == (4, 0, 6)
    assert ended("arab", *places, scenario="1967-cooperation", **fields).goals == (0, 0, 0)
    held = {"turn": 7, "goals": [4, 5, 6], "jordan_at_war": True, "israeli_last": ["0524", "0526", "0732"]}
    s = ended("israel", "3603 Iska", "3714 Jo-60", "0424 Eg-arm-1", scenario="1967-cooperation", **held)
    assert s.goals == (4, 5, 6)  # the turn on which each was reached stays


@pytest.mark.rule("sinai", "21.1")
def test_r21_1_goals_are_told_once() -> None:
    s = position("1967", "Combat arab", "2030 Iska", "0424 Eg-arm-1", "3603 Sy-40", "3114 Jo-60", turn=5)
    frames = position("1967", "EndOfPlayerTurn arab", *NOBODY, turn=5)
    assert frames.goals == (0, 5, 0)
    s = sandtable.load("sinai/1967").position(
        'sinai/1967\nturn 5\nat 2030 Iska\nat 0424 Eg-arm-1\n> Combat {"side": "arab"}\n> EndOfPlayerTurn {"side": "arab"}'
    )
    assert told(s, "end") == ["Israel reaches goal B."]
    s = sandtable.load("sinai/1967").position(
        'sinai/1967\nturn 5\ngoals [0, 4, 0]\nat 2030 Iska\nat 3603 Sy-40\n> Combat {"side": "arab"}\n> EndOfPlayerTurn {"side": "arab"}'
    )
    assert told(s, "end") == ["Israel loses goal B again."]
    s = sandtable.load("sinai/1967").position(
        'sinai/1967\nturn 5\ngoals [0, 4, 0]\nat 2030 Iska\nat 0424 Eg-arm-1\n> Combat {"side": "arab"}\n> EndOfPlayerTurn {"side": "arab"}'
    )
    assert told(s, "end") == []


@pytest.mark.rule("sinai", "23.19", "23.7")
def test_r23_7_goals_a_and_c_of_1956() -> None:
    passes = ["0831", "0626", "0623"]
    war = {"turn": 9, "jordan_at_war": True, "scenario": "1956-jordan"}
    dead = ("3015 Is-7", "1726 Eg-1arm", "3714 Jo-RIGd", "eliminated Eg-21")
    assert ended("israel", *dead, israeli_last=passes, **war).goals == (9, 0, 9)
    assert ended("israel", *dead, israeli_last=passes[:2], **war).goals == (0, 0, 9)
    left = ("3015 Is-7", "1726 Eg-1arm", "3714 Jo-RIGd", "left Eg-21")
    assert ended("israel", *left, israeli_last=passes, **war).goals == (0, 0, 9)
    west_bank = ("3015 Is-7", "3114 Jo-inf-1", "eliminated Eg-21")
    assert ended("israel", *west_bank, israeli_last=passes, **war).goals == (9, 0, 0)


def fortified() -> list[int]:
    game: Any = sandtable.load("sinai/1967")
    return [h for h in game.map.grid.hexes if game.settlements >> h & 1]


# 21.34 ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "21.34", "13.1")
def test_r21_34_the_game_ends_when_nothing_is_left_to_do() -> None:
    def over(side: str, *places: str, scenario: str = "1967", **fields: Any) -> bool:
        return ended(side, *(places or NOBODY), scenario=scenario, **fields).outcome is not None

    assert over("israel", **ALL)
    assert not over("israel", "2030 Iska", "3603 Sy-40", **ALL)
    assert over("israel", "2030 Iska", "eliminated Sy-40", **ALL)
    assert not over("israel", scenario="1967-cooperation", **ALL)  # they fight on through turn 11
    held = {"israeli_last": ["0524", "0526", "0732"], "jordan_at_war": True}
    assert over("israel", "3603 Iska", "3714 Jo-60", turn=7, **held)
    assert not over("israel", "3603 Iska", "3714 Jo-60", turn=7, scenario="1967-cooperation", **held)
    peace = {"goals": [3, 4, 0]}
    assert [over("israel", turn=t, **peace) for t in (3, 4, 5, 6)] == [False, False, True, True]
    assert [over("arab", turn=t, **peace) for t in (3, 4, 5)] == [False, True, True]
    assert [over("israel", scenario="1967-napping", turn=t, **peace) for t in (3, 4, 5)] == [False, True, True]
    at_war = ("2030 Iska", "3114 Jo-60")
    assert not over("israel", *at_war, turn=6, goals=[3, 4, 0], jordan_at_war=True)
    assert not over("israel", turn=6, goals=[0, 4, 0])
    assert over("israel", "2030 Is-7", "1726 Eg-1arm", scenario="1956", turn=2, goals=[2, 0, 0])
    assert not over("arab", "2030 Is-7", "1726 Eg-1arm", scenario="1956-jordan", turn=4, goals=[2, 0, 0])


# 21.2 -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "21.1", "21.2")
def test_r21_2_every_line_of_the_score_of_1967() -> None:
    assert score(moving("arab", *NOBODY)) == []
    city = ("2713 Eg-arm-1", "2030 Iska")
    assert lines(moving("arab", *city, destroyed=["2713"])) == [("arab", 10)]
    assert lines(moving("arab", *city)) == []  # not destroyed
    assert lines(moving("arab", "2715 Eg-arm-1", "2030 Iska", destroyed=["2713"])) == []  # not occupied
    assert lines(moving("arab", *city, "2714 Elhn", destroyed=["2713"])) == []
    settlements = [moving("arab", *NOBODY).game.hex_name(h) for h in fortified()]
    assert lines(moving("arab", *NOBODY, destroyed=[*settlements[:3], "2030"])) == [("arab", 6)]
    assert lines(moving("arab", "eliminated Iska Arie Eg-arm-1", "2030 Elhn")) == [("arab", 9 + 1)]
    s = moving("arab", *NOBODY, goals=[3, 10, 12])
    assert lines(s) == [("israel", 15 + 5 * 9), ("israel", 5 + 2), ("israel", 10)]
    s = moving("arab", "eliminated Iska", "2030 Elhn", goals=[3, 0, 0])
    assert (totals(s), net(s)) == ({"israel": 60, "arab": 9}, 51)


@pytest.mark.rule("sinai", "21.42", "25.72")
def test_r21_42_no_score_is_below_the_lowest_level() -> None:
    assert level(moving("arab", *NOBODY), -5000) == "Decisive Arab"
    assert level(moving_1973("arab", "0125 Eg-arm-1", "3115 Is-mech-2"), -5000) == "Decisive Arab"


@pytest.mark.rule("sinai", "21.42", "4.3")
def test_r21_42_the_winner_and_the_reasons() -> None:
    def end(**fields: Any) -> Any:
        return position("1967", "EndOfGameTurn", *NOBODY, turn=12, jordan_at_war=True, **fields).outcome

    won = end(goals=[2, 3, 11])
    assert (won.winner, won.level, dict(won.score)) == ("israel", "Decisive Israeli", {"israel": 91, "arab": 0})
    assert [str(r) for r in won.reasons] == [
        "[4.3] Game-Turn 12 is over.",
        "[21.1] Goal A on Game-Turn 2: 15 + 10 x 5 (Israel 65)",
        "[21.1] Goal B on Game-Turn 3: 5 + 9 x 1 (Israel 14)",
        "[21.1] Goal C on Game-Turn 11: 10 + 1 x 2 (Israel 12)",
        "[21.42] Net 91: Decisive Israeli",
    ]
    assert (end(goals=[4, 0, 0]).winner, end(goals=[4, 0, 0]).level) == (None, "Draw")
    assert (end(goals=[0, 3, 0]).winner, end(goals=[0, 3, 0]).level) == ("arab", "Decisive Arab")


# 25.71 ------------------------------------------------------------------------------------------------------
EMPTY = ("3115 Is-mech-2", "0125 Eg-arm-1")


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_captured_hexes_are_occupied_covered_or_cut_off() -> None:
    s = moving_1973("israel", *EMPTY, "3703 Is-arm-1")
    assert hexes(s, captured(s, "israel")) == {"3702", "3703", "3704", "3802", "3803"}
    assert captured(s, "arab") == 0
    assert lines(s) == [("israel", 10)]
    corners = ("0437", "0739", "0742", "0443", "0142", "0139")  # three hexes from 0440, and zones between them
    s = moving_1973(
        "israel", *EMPTY[:1], "3901 Sy-arm-1", *(f"{h} Is-arm-{n}" for n, h in enumerate(corners, 1)), turn=2
    )
    assert {"0440", "0439", "0441"} <= hexes(s, captured(s, "israel"))  # no zone reaches them, and no line leads out
    s = moving_1973("israel", "3115 Is-mech-2", "0525 Eg-arm-1", destroyed=["0524", "0525", "0526", "0624"])
    taken = hexes(s, captured(s, "arab"))
    assert {"0525", "0625"} <= taken
    assert lines(s) == [("arab", 5 * len(taken))]
    ring = ("0922", "1223", "1226", "0928", "0626", "0623")  # three hexes from 0925 in the Sinai
    line = ["0521", "0522", "0523", "0524", "0525", "0526", "0527", "0528", "0629", "0730", "0731", "0732"]
    arabs = [f"{h} Eg-arm-{n}" for n, h in enumerate(ring, 1)]
    s = moving_1973("israel", *EMPTY[:1], "0125 Eg-arm-9", *arabs, turn=9, destroyed=line)
    assert {"0925", "0924", "0926"} <= hexes(s, captured(s, "arab"))
    s.destroyed |= s.game.cities_israeli
    assert not hexes(s, captured(s, "arab")) & {"0925", "3015", "2519"}  # without a source nothing was joined to one
    alone = moving_1973("israel", "3115 Is-mech-2", "1931 Eg-arm-1", "0125 Eg-arm-2", turn=9)
    assert captured(alone, "arab") == 0  # out of communication


@pytest.mark.rule("sinai", "25.71")
def test_r25_71_units_linked_by_zones_or_hexes_are_in_communication() -> None:
    ruins = ["0524", "0525", "0526", "0527", "0624"]
    s = moving_1973("israel", "3115 Is-mech-2", "0526 Eg-arm-1", "0625 Eg-arm-2", "0825 Eg-mech-1", destroyed=ruins)
    assert names(s, communicating(s, "arab")) == {"Eg-arm-1", "Eg-arm-2", "Eg-mech-1"}
    s = moving_1973("israel", "3115 Is-mech-2", "0526 Eg-arm-1", "1124 Eg-mech-1", destroyed=ruins)
    assert names(s, communicating(s, "arab")) == {"Eg-arm-1"}  # too far apart


@pytest.mark.rule("sinai", "25.71", "26.92")
def test_r25_71_points_for_every_unit_and_marker() -> None:
    s = moving_1973("israel", *EMPTY, "eliminated Is-arm-1 Is-arm-2 Is-arm-3 Eg-arm-2", strike_losses=4)
    assert sorted(lines(s)) == [("arab", 6), ("arab", 8), ("israel", 1)]


@pytest.mark.rule("sinai", "25.95", "25.71")
def test_r25_95_with_amman_taken_the_front_counts_and_no_more_of_jordan() -> None:
    fields = {"amman_taken": True, "jordan_at_war": True, "trans_jordan_open": True, "front": ["3613", "3513"]}
    s = moving_1973("israel", *EMPTY, "3703 Is-arm-1", "3709 Is-arm-3", scenario="1973-cooperation", **fields)
    outside = captured(s, "israel") & ~s.game.home["jordan"]
    assert captured(s, "israel") & s.game.home["jordan"]
    assert lines(s) == [("israel", 10), ("israel", 2 * (outside.bit_count() + 2))]


@pytest.mark.rule("sinai", "25.71", "4.3")
def test_r25_71_at_the_end_lost_units_are_removed_and_in_1967_they_are_not() -> None:
    ruins = ["0521", "0522", "0523", "0524", "0525", "0526", "0527", "0528", "0629", "0730", "0731", "0732"]
    cut = ("3115 Is-arm-1", "1921 Eg-arm-1", "1124 Eg-arm-2", "0125 Eg-arm-3", "to-come Eg-mech-11")
    s = position("1973", "Ceasefire israel", *cut, turn=9, destroyed=ruins).play("offer").play("accept")
    assert (where(s, "Eg-arm-2"), where(s, "Is-arm-1"), where(s, "Eg-arm-3")) == ("eliminated", "3115", "0125")
    assert where(s, "Eg-mech-11") == "to-come"
    assert all("0 " not in str(r).split("] ")[1][:2] for r in s.outcome.reasons)  # nothing is told that gave no points
    s = position("1967", "EndOfGameTurn", "2030 Iska", "1124 Eg-arm-2", turn=12)
    assert where(s, "Eg-arm-2") == "1124"


# 26.93 ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "26.93", "26.93b")
def test_r26_93_every_line_of_the_race() -> None:
    home = ["3116", "3015", "2906", "2713", "2836"]
    base = ("3115 Is-mech-2", "0125 Eg-arm-1", "3703 Sy-arm-1", "3217 Jo-inf-1")

    def points(*places: str, last: list[str], **fields: Any) -> list[tuple[str, int]]:
        return lines(moving_1973("israel", *places, scenario="mid-1970s-race", israeli_last=last, **fields))

    sets = {x["name"]: x["hexes"].split() for x in sandtable.load("sinai/mid-1970s-race").map.data["set"]}
    assert points(*base, last=home) == []
    assert points(*base, last=[*home, "0420"]) == [("israel", 5)]
    assert points(*base, last=[*home, *sets["canal_west_bank"]]) == [("israel", 20)]  # C and D come with B
    assert points(*base, last=home, amman_taken=True) == [("israel", 10)]
    assert points(*base, last=[*home, "3713"], amman_taken=True) == [("israel", 10)]
    assert points(*base[:3], last=home, jordan_at_war=True) == [("israel", 10)]
    assert points(*base[:3], last=home) == []
    assert points(*base[:2], base[3], last=home) == [("israel", 5)]
    assert points(base[0], "0140 Eg-arm-1", *base[2:], last=home) == [("israel", 15)]
    assert points(*base, last=home[1:]) == [("arab", 15)]
    assert points(*base, "2424 Eg-arm-2", last=home) == [("arab", 5)]


def test_tracks_show_what_the_scenario_counts() -> None:
    def shown(s: Any) -> dict[str, Any]:
        return {t["id"]: t["value"] for t in tracks(s)}

    s = moving("arab", "eliminated Eg-arm-1 Jo-60", *NOBODY[:1], goals=[12, 0, 0])
    assert shown(s) == {"points-israel": 15, "points-arab": 0, "egypt-lost": 5, "strikes": 4, "jordan": 0}
    assert [t.get("max") for t in tracks(s)] == [None, None, None, 4, 1]
    s = moving("arab", "2030 Is-7", "1726 Eg-1arm", scenario="1956")
    assert set(shown(s)) == {"points-israel", "points-arab", "egypt-lost"}
    s = moving_1973("arab", *EMPTY, strikes_away=[11, 12], jordan_at_war=True)
    assert shown(s) == {"points-israel": 0, "points-arab": 0, "strikes": 4, "jordan": 1}


# 4.1 --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "4.1", "15.12", "21.1", "24.2")
def test_r4_1_what_a_player_turn_begins_and_ends_with() -> None:
    places = ("2030 Iska", "0424 Eg-arm-1", "2032 Yhda")
    s = position("1967", "PlayerTurn israel", *places, turn=1, detrucked=["Yhda"])
    assert s.detrucked == 0
    s = s.play("end").play("end")
    assert s.goals == (0, 1, 0)  # nobody is in Syria: judged at the end of the Player-Turn
    s = position("1967", "EndOfGameTurn", *places, turn=3)
    assert (s.turn, s.actor) == (4, "israel")


@pytest.mark.rule("sinai", "25.32", "25.95", "25.62")
def test_r25_32_what_the_end_of_a_player_turn_means_from_1973_on() -> None:
    far = ("3115 Is-mech-2", "3704 Sy-arm-1", "0125 Eg-arm-1")
    for side, kept in (("israel", ["3601"]), ("arab", [])):
        s = position("1973", f"EndOfPlayerTurn {side}", *far, turn=5, garrisoned=["3601"])
        assert hexes(s, s.garrisoned) == set(kept)  # only Arabs can force them back
    war = {"turn": 5, "jordan_at_war": True, "trans_jordan_open": True}
    gates = ("3613 Is-arm-1", "3513 Is-arm-2", "3704 Sy-arm-1", "3815 Jo-arm-1")
    assert position("1973-cooperation", "EndOfPlayerTurn israel", *gates, **war).amman_taken
    assert not position("1973-cooperation", "EndOfPlayerTurn arab", *gates, **war).amman_taken
    for turn, asked in ((1, False), (2, True)):
        s = position("mid-1970s-full", "GameTurn", *far, turn=turn)
        assert (type(s.choice).__name__ == "Ceasefire") is asked


@pytest.mark.rule("sinai", "22.11", "19.0")
def test_r22_11_the_notes_of_the_turns_know_when_the_iraqis_come() -> None:
    late, early = sandtable.load("sinai/1967").turn_note, sandtable.load("sinai/1967-iraqi").turn_note
    assert [t for t in range(1, 13) if "Iraq" in late(t)] == [8]
    assert [t for t in range(1, 13) if "Iraq" in early(t)] == [2]
