"""Sections 19, 20 and 21: reinforcements, set-up, victory."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.course.victory import level, net, score

from .table import moving, names, options, play, position, refused, where

ALL_CROSSINGS = ["0524", "0526", "0732"]


def ended(scenario: str = "1967", *places: str, turn: int = 12, **fields: Any) -> Any:
    """A game at the very end of a Player-Turn."""
    return position(scenario, "EndOfPlayerTurn arab", *places, turn=turn, **fields)


@pytest.mark.rule("sinai", "19.0")
def test_r19_0_three_iraqi_brigades_on_turn_eight() -> None:
    s = sandtable.load("sinai/1967").start()
    waiting = {n for n in s.game.roster.names if where(s, n) == "to-come"}
    assert waiting == {"Iq-mech-2", "Iq-mech-3", "Iq-arm-1"}
    s = position("1967", "PlayerTurn arab", "2030 Iska", "to-come Iq-mech-2 Iq-mech-3 Iq-arm-1", turn=7)
    assert s.actor == "chance"
    s = position("1967", "PlayerTurn arab", "2030 Iska", "to-come Iq-mech-2 Iq-mech-3 Iq-arm-1", turn=8)
    assert options(s) == {"arrive 3909", "arrive 3912"}
    s = play(s, "arrive 3909", "roll 6")
    assert where(s, "Iq-arm-1") == where(s, "Iq-mech-2") == "3909"
    assert s.check("move Iq-arm-1 3909-3910") is None  # at once


@pytest.mark.rule("sinai", "20.0", "20.1", "25.81")
def test_r20_1_the_historical_set_up() -> None:
    s = sandtable.load("sinai/1967").start()
    assert where(s, "Elzr") == "3015"
    assert where(s, "Eg-141") == "1726"
    assert where(s, "Jo-RIGd") == "3714"
    game = s.game
    egypt = [u for u in game.side_units["arab"] if game.front[u] == "egypt"]
    assert (len(egypt), sum(game.strength[u] for u in egypt)) == (24, 82)
    assert len(game.side_units["israel"]) == 28
    assert s.actor == "israel"  # nothing to deploy


@pytest.mark.rule("sinai", "20.2")
def test_r20_2_face_down_units_neither_move_nor_attack_nor_control() -> None:
    from sandtable.games.sinai.movement.zones import zone

    s = moving("israel", "2616 Iska", "0125 Eg-arm-1", scenario="1967-napping", dormant=["Iska"], turn=1)
    refused(s, "move Iska 2616-2617", "20.2")
    assert not zone(s, "israel")
    s = position("1967-napping", "Combat israel", "2616 Iska", "2617 Eg-arm-1", dormant=["Iska"], turn=1)
    refused(s, "attack 2617", "20.2")


@pytest.mark.rule("sinai", "20.2", "22.52")
def test_r20_2_they_wake_in_their_turn_or_when_an_arab_comes_near() -> None:
    places = ("2717 Elhn", "3108 Ahrn", "0125 Eg-arm-1")
    s = position("1967-napping", "PlayerTurn israel", *places, dormant=["Elhn", "Ahrn"], turn=2)
    assert names(s, s.dormant) == {"Ahrn"}
    s = moving("arab", "2717 Elhn", "2521 Eg-arm-1", scenario="1967-napping", dormant=["Elhn"], turn=1)
    assert names(s.play("move Eg-arm-1 2521-2520").copy(), s.dormant) == {"Elhn"}
    s = (
        s.play("move Eg-arm-1 2521-2620-2619-2618-2617")
        if s.check("move Eg-arm-1 2521-2620-2619-2618-2617") is None
        else s.play("move Eg-arm-1 2521-2620-2619-2718")
    )
    assert not s.dormant


@pytest.mark.rule("sinai", "20.2")
def test_r20_2_a_sleeper_does_not_wake_for_a_unit_outside_israel() -> None:
    s = moving("arab", "3015 Elzr", "3017 Jo-60", scenario="1967-napping", dormant=["Elzr"], turn=1, jordan_at_war=True)
    s = s.play("move Jo-60 3017-3016")
    assert names(s, s.dormant) == {"Elzr"}


@pytest.mark.rule("sinai", "21.0", "21.1")
def test_r21_1_goal_a_with_its_bonus() -> None:
    s = ended("1967", "0524 Iska", "1726 Eg-arm-1", "3603 Sy-40", turn=7, israeli_last=ALL_CROSSINGS)
    assert s.goals == (7, 0, 0)
    assert ("israel", 15 + 5 * 5) in {(side, p) for side, p, _ in score(s)}
    s = ended("1967", "0524 Iska", "1726 Eg-arm-1", "3603 Sy-40", turn=7, israeli_last=ALL_CROSSINGS[:2])
    assert s.goals == (0, 0, 0)


@pytest.mark.rule("sinai", "21.1")
def test_r21_1_passing_through_is_enough_and_the_last_one_counts() -> None:
    s = moving("israel", "0525 Iska", "0425 Eg-inf-1", "0125 Eg-arm-1", israeli_last=["0526", "0732"])
    s = (
        s.play("move Iska 0525-0524-0623")
        if s.check("move Iska 0525-0524-0623") is None
        else s.play("move Iska 0525-0524")
    )
    assert s.israeli_last >> s.game.hex("0524") & 1
    s = moving("arab", "0424 Eg-mech-1", "2030 Iska", israeli_last=ALL_CROSSINGS)
    s = s.play("move Eg-mech-1 0424-0524")
    assert not s.israeli_last >> s.game.hex("0524") & 1


@pytest.mark.rule("sinai", "21.1")
def test_r21_1_goals_b_and_c() -> None:
    s = ended("1967", "3603 Iska", "1726 Eg-arm-1", "3714 Jo-60", turn=6, jordan_at_war=True)
    assert s.goals == (0, 6, 6)
    assert net(s) == 5 + 1 * 6 + 10 + 2 * 6
    s = ended("1967", "3603 Iska", "1726 Eg-arm-1", "3714 Jo-60", turn=6)
    assert s.goals[2] == 0  # C cannot be reached without a war with Jordan


@pytest.mark.rule("sinai", "21.2")
def test_r21_2_arab_goals() -> None:
    fields = {"destroyed": ["2713", "2420", "2419"]}
    s = moving("arab", "2713 Eg-arm-1", "eliminated Iska Arie", "2030 Elhn", **fields)
    points = {text.split(":")[0]: p for side, p, text in score(s) if side == "arab"}
    assert points == {"[21.2] Goal D": 10, "[21.2] Goal E": 4, "[21.2] Goal F": 10}
    s = moving("arab", "2713 Eg-arm-1", "eliminated Iska Arie", "2714 Elhn", **fields)
    assert not any("Goal D" in text for _, _, text in score(s))  # an Israeli unit stands next to it


@pytest.mark.rule("sinai", "21.32")
def test_r21_32_egypt_stops_with_goal_a() -> None:
    s = moving("arab", "1726 Eg-arm-1", "3603 Sy-40", "2030 Iska", goals=[5, 0, 0])
    refused(s, "move Eg-arm-1 1726-1727", "21.32")
    assert s.check("move Sy-40 3603-3703") is None
    s = position("1967", "Combat arab", "1726 Eg-arm-1", "1727 Arie", "0125 Eg-arm-2", goals=[5, 0, 0])
    refused(s, "attack 1727", "21.32")


@pytest.mark.rule("sinai", "21.33")
def test_r21_33_jordan_stops_with_goal_c() -> None:
    s = moving(
        "arab", "3714 Jo-60", "3412 Iq-mech-1", "1726 Eg-arm-1", "2030 Iska", goals=[0, 0, 5], jordan_at_war=True
    )
    refused(s, "move Jo-60 3714-3713", "21.33")
    refused(s, "move Iq-mech-1 3412-3513", "21.33")
    assert s.check("move Eg-arm-1 1726-1727") is None


@pytest.mark.rule("sinai", "21.34")
def test_r21_34_the_game_ends_when_all_three_goals_are_reached() -> None:
    s = ended(
        "1967", "0524 Iska", "1726 Eg-arm-1", "3714 Jo-60", turn=7, jordan_at_war=True, israeli_last=ALL_CROSSINGS
    )
    assert s.outcome is not None
    assert s.outcome.reasons[0].startswith("[21.34]")
    assert dict(s.outcome.score)["israel"] == (15 + 25) + (5 + 5) + (10 + 10)  # as for twelve turns


@pytest.mark.rule("sinai", "21.42")
@pytest.mark.parametrize(
    ("points", "name"),
    [
        (75, "Decisive Israeli"),
        (74, "Substantive Israeli"),
        (69, "Marginal Israeli"),
        (64, "Draw"),
        (55, "Draw"),
        (54, "Marginal Arab"),
        (44, "Substantive Arab"),
        (34, "Decisive Arab"),
        (-20, "Decisive Arab"),
    ],
)
def test_r21_42_levels(points: int, name: str) -> None:
    s = moving("arab", "2030 Iska", jordan_at_war=True)
    assert level(s, points) == name
    s = moving("arab", "2030 Iska")
    assert level(s, points - 16) == name  # Jordan stayed out


@pytest.mark.rule("sinai", "21.31")
def test_r21_31_units_that_left_stay_away() -> None:
    s = moving("arab", "left Eg-arm-1", "0125 Eg-arm-2", "2030 Iska")
    refused(s, "move Eg-arm-1 0125-0225", "5.0")


@pytest.mark.rule("sinai", "13.1", "21.34")
def test_r21_34_not_before_the_last_jordanian_roll() -> None:
    s = position("1967", "EndOfPlayerTurn israel", "2030 Iska", "3312 Jo-40", turn=4, goals=[3, 4, 0])
    assert s.outcome is None
    s = position("1967", "EndOfPlayerTurn arab", "2030 Iska", "3312 Jo-40", turn=4, goals=[3, 4, 0])
    assert s.outcome is not None


@pytest.mark.rule("sinai", "21.34")
def test_r21_34_not_while_syrian_units_can_still_act() -> None:
    s = position("1967", "EndOfPlayerTurn israel", "2030 Iska", "3404 Sy-40", turn=6, goals=[5, 6, 0])
    assert s.outcome is None


@pytest.mark.rule("sinai", "19.0", "7.0")
def test_r19_0_friends_on_the_entry_hex_do_not_take_the_choice_away() -> None:
    iraqis = "to-come Iq-mech-2 Iq-mech-3 Iq-arm-1"
    s = position("1967", "PlayerTurn arab", "2030 Iska", "3912 Jo-60", "3909 Jo-40", iraqis, turn=8)
    assert options(s) == {"arrive 3909", "arrive 3912"}
    s = play(s, "arrive 3912", "roll 6")
    refused(s, "end", "7.0")
    assert s.play("move Jo-60 3912-3911").check("end") is None
    s = position("1967", "PlayerTurn arab", "3909 Iska", "3912 Elhn", iraqis, turn=8)
    assert options(s) == {"arrive 3910"}  # [ruling SN-63]


@pytest.mark.rule("sinai", "21.34", "21.2")
def test_r21_34_the_game_goes_on_while_israel_can_undo_goal_d() -> None:
    places = ("2030 Iska", "2713 Shml", "2906 Jo-40", "3312 Jo-60")
    done = {"turn": 6, "goals": [5, 6, 6], "jordan_at_war": True}
    s = position("1967", "EndOfPlayerTurn israel", *places, destroyed=["2906"], **done)
    assert s.outcome is None
    s = position("1967", "EndOfPlayerTurn israel", *places, "2805 Elhn", destroyed=["2906"], **done)
    assert s.outcome is not None
