"""[10.0] El Arish '67."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import Action
from sandtable.games.middle_east_battles.artillery import line_is_open
from sandtable.games.middle_east_battles.columns import entry_cost

from .table import (
    ARISH,
    attack,
    cost,
    destinations,
    fighting,
    frame,
    moving,
    options,
    play,
    position,
    refused,
    roll,
    shifts,
    vp,
    where,
)


@pytest.mark.rule("middle-east-battles", "10.2")
def test_r10_2_eleven_turns_two_by_night() -> None:
    assert position(ARISH, "EndOfTurn", turn=10).outcome is None
    assert position(ARISH, "EndOfTurn", turn=11).outcome is not None
    nights = [t for t in range(1, 12) if position(ARISH, "Movement egypt", turn=t).is_night]
    assert nights == [4, 8]


@pytest.mark.rule("middle-east-battles", "10.3")
def test_r10_3_each_formation_in_its_own_zone() -> None:
    s = sandtable.load(ARISH).start()
    assert refused(s, "place 14-Arm 4522") == ("10.3",)
    assert s.check("place 14-Arm 4720") is None
    assert refused(s, "place 1/7 3844") == ("10.3",)
    assert s.check("place 1/7 4023") is None
    assert refused(s, "place 1/2 2846") == ("10.3",)
    assert s.check("place 1/2 4643") is None
    assert refused(s, "place SF-Art 4620") == ("10.3",)
    assert s.check("place SF-ATGM 3026") is None
    assert refused(s, "place SF-Inf 4820") == ("10.3",)
    assert s.check("place SF-Inf 4720") is None
    assert refused(s, "place 1/3 2128") == ("10.3",)
    game = s.game
    assert not any(game.zone_for(u) & game.east for u in game.units_of["egypt"] if not game.in_column >> u & 1)
    assert {where(s, u) for u in ("1/3", "3-Art", "1/4A", "ShF-SF")} == {"reserve"}


@pytest.mark.rule("middle-east-battles", "10.3")
def test_r10_3_small_zones_cannot_be_blocked_by_others() -> None:
    s = sandtable.load(ARISH).start()
    hexes = ["4520", "4521", "4619", "4621", "4720"]
    for u, h in zip(("1/7", "2/7", "3/7", "7-Arm", "7-Art"), hexes):
        s = play(s, f"place {u} {h}")
    assert refused(s, "place 7-AT 4620") == ("10.3",)  # two hexes are left for the two units of Rafiah
    assert play(s, "deploy standard").actor != "egypt"


# Columns ----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.4")
def test_r10_4_example_of_a_column_through_a_clear_hex() -> None:
    """The first unit pays one point for a clear non-road hex, the second two, the third three."""
    s = moving(ARISH, "egypt", "reserve 1/3 2/3 3/3 3-Arm 3-Art 3-AT 3-AA", turn=1)
    game, edge = s.game, s.game.hex("1945")
    costs = []
    for u in ("3-Arm", "3-Art", "3-AT"):
        costs.append(entry_cost(s, game.unit(u), edge))
        s = play(s, f"enter {u} 1945-{ {'3-Arm': '2045', '3-Art': '2044', '3-AT': '1944'}[u] }")
    assert costs == [2, 4, 6]  # in half points
    assert refused(s, "enter 1/3 1946-2046") == ("10.4",)  # one hex for the whole division
    assert s.check("enter 1/3 1945") is None  # fourth: four points, all its foot has
    s = play(s, "enter 1/3 1945")
    assert refused(s, "enter 2/3 1945-2045") == ("10.4", "5.10")  # a laggard


@pytest.mark.rule("middle-east-battles", "10.4")
def test_r10_4_roads_count_the_column_starts_again_and_zones_do_not_bar() -> None:
    s = moving(ARISH, "egypt", "reserve 3-Arm 3-Art 1/4A", turn=2)
    assert entry_cost(s, s.game.unit("3-Arm"), s.game.hex("1949")) == 1  # half a point by road
    s = play(s, "enter 3-Arm 1949-2048")
    assert entry_cost(s, s.game.unit("3-Art"), s.game.hex("1949")) == 2
    assert entry_cost(s, s.game.unit("1/4A"), s.game.hex("1949")) == 1  # another formation, another column
    s = position(ARISH, "PlayerTurn egypt", "2048 3-Arm", "reserve 3-Art", turn=3)
    s = play(s, "hold")
    assert s.check("enter 3-Art 1945") is None  # a new phase, a new hex
    s = moving(ARISH, "egypt", "reserve 3-Arm", "1944 79/7/Tal", turn=2)
    assert s.check("enter 3-Arm 1945") is None
    assert refused(s, "enter 3-Arm 1945-1946") == ("6.2",)
    assert refused(s, "enter 3-Arm 1944") == ("5.5", "10.4")
    assert refused(s, Action("enter", ("3-Arm", "2045"))) == ("10.4",)


@pytest.mark.rule("middle-east-battles", "10.4", "10.8")
def test_r10_4_fourth_armored_and_shazli_cost_five_points_once() -> None:
    s = moving(ARISH, "egypt", "reserve 1/4A 2/4A 3-Arm", turn=1)
    s = play(s, "enter 3-Arm 1945-2045")
    assert vp(s) == (0, 0)
    s = play(s, "enter 1/4A 1949-2048")
    assert vp(s) == (5, 0)
    assert vp(play(s, "enter 2/4A 1949")) == (5, 0)
    s = moving(ARISH, "egypt", "reserve 1ShF 2ShF", turn=4)
    assert refused(s, "enter 1ShF 1949") == ("10.4",)
    s = moving(ARISH, "egypt", "reserve 1ShF 2ShF", turn=5)
    assert vp(play(s, "enter 1ShF 1949")) == (5, 0)


# Israeli entry ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.5")
@pytest.mark.parametrize(
    ("unit", "inside", "outside"),
    [
        ("79/7/Tal", ("4816", "4824"), "4825"),
        ("1/Se/Yof", ("4825", "4836"), "4837"),
        ("1/Zi/Shr", ("4837", "4848"), "4836"),
        ("SC-Art", ("4816", "4852"), "1945"),
        ("4-Mor/Ma", ("4816", "4852"), "1945"),
    ],
)
def test_r10_5_divisions_enter_through_their_spans(unit: str, inside: tuple[str, str], outside: str) -> None:
    s = moving(ARISH, "israel", f"holding {unit}", turn=1)
    for h in inside:
        assert s.check(f"enter {unit} {h}") is None
    assert refused(s, Action("enter", (unit, outside))) == ("10.5",)


@pytest.mark.rule("middle-east-battles", "10.5")
def test_r10_5_units_that_share_a_hex_enter_in_column() -> None:
    s = moving(ARISH, "israel", "holding 79/7/Tal 82/7/Tal 9/7/Tal", turn=1)
    game = s.game
    s = play(s, "enter 79/7/Tal 4819-4720-4620")
    assert entry_cost(s, game.unit("82/7/Tal"), game.hex("4819")) == 2
    assert entry_cost(s, game.unit("82/7/Tal"), game.hex("4820")) == 2
    s = play(s, "enter 82/7/Tal 4819-4720")
    assert entry_cost(s, game.unit("9/7/Tal"), game.hex("4819")) == 3


@pytest.mark.rule("middle-east-battles", "10.5", "10.7")
def test_r10_5_one_matt_battalion_may_use_any_edge() -> None:
    s = moving(ARISH, "israel", "holding 1/Ma 2/Ma 4-Mor/Ma", turn=1)
    s = play(s, "enter 1/Ma 1945-2045")
    assert vp(s) == (0, 10)
    assert refused(s, Action("enter", ("2/Ma", "1946"))) == ("10.5",)
    s = play(s, "enter 2/Ma 4830")
    assert vp(s) == (0, 10)  # only the first
    s = moving(ARISH, "israel", "holding 1/Ma 2/Ma", turn=1)
    s = play(s, "enter 1/Ma 4830")
    assert s.check("enter 2/Ma 1946") is None  # entering by the east does not use it up


@pytest.mark.rule("middle-east-battles", "10.6")
def test_r10_6_airstrike_dice_and_the_202nd() -> None:
    assert position(ARISH, "GameTurn", turn=1).air == (0,)
    s = position(ARISH, "GameTurn", turn=2)
    assert len(options(s)) == 36
    assert play(s, "roll 3 5").air == (8,)
    s = position(ARISH, "GameTurn", turn=4)
    assert len(options(s)) == 6
    assert play(s, "roll 3").air == (3,)
    s = moving(ARISH, "israel", "holding 50/202", turn=4)
    assert refused(s, "enter 50/202 4820") == ("10.6",)
    s = moving(ARISH, "israel", "holding 50/202", turn=5)
    assert refused(s, Action("enter", ("50/202", "4830"))) == ("10.6",)
    assert vp(play(s, "enter 50/202 4820")) == (0, 0)


# Victory points -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.7", "10.8")
def test_r10_7_four_for_an_israeli_unit_one_for_an_egyptian() -> None:
    s = roll(attack(fighting(ARISH, "israel", "2846 7-Tank", "2845 9/7/Tal", air="[0]"), "2846", "9/7/Tal"), 4)  # EX
    assert vp(s) == (1, 4)


@pytest.mark.rule("middle-east-battles", "10.7", "10.8")
def test_r10_8_objectives_each_turn_for_egypt_at_the_end_for_israel() -> None:
    places = ("4620 79/7/Tal", "3844 1/2", "2128 SF-Inf")
    assert vp(position(ARISH, "EndOfTurn", *places, turn=3)) == (0, 2)
    assert vp(position(ARISH, "EndOfTurn", *places, turn=11)) == (1, 2)


@pytest.mark.rule("middle-east-battles", "10.8", "10.9")
@pytest.mark.parametrize(("turn", "points"), [(1, 2), (4, 2), (5, 1), (8, 1), (9, 0.5), (11, 0.5)])
def test_r10_8_exits_by_turn(turn: int, points: float) -> None:
    s = play(moving(ARISH, "israel", "1949 79/7/Tal", turn=turn), "exit 79/7/Tal 1949")
    assert vp(s) == (points, 0)
    assert where(s, "79/7/Tal") == "exited"


@pytest.mark.rule("middle-east-battles", "10.9")
def test_r10_9_only_by_the_western_edge_half_a_point_from_a_road() -> None:
    s = moving(ARISH, "israel", "1949 79/7/Tal", "1945 82/7/Tal", "2052 9/7/Tal", "3030 SC-Heli")
    assert cost(s, "exit 79/7/Tal 1949") == "½"
    assert cost(s, "exit 82/7/Tal 1945") == "1"
    assert refused(s, "exit 9/7/Tal 2052") == ("10.9",)
    assert s.check("fly SC-Heli 3030-exited") is None
    assert not options(moving(ARISH, "egypt", "1949 7-Tank"), "exit")


@pytest.mark.rule("middle-east-battles", "10.10", "10.7")
def test_r10_10_one_airborne_landing_in_the_game() -> None:
    s = position(ARISH, "PlayerTurn israel", "holding 1/Ma 2/Ma 4-Mor/Ma 79/7/Tal", "2846 1/7", turn=1)
    assert frame(s) == "AirborneLanding"
    assert refused(s, "land 79/7/Tal 2849") == ("10.10",)
    assert refused(s, "land 4-Mor/Ma 2849") == ("10.10",)
    assert refused(s, "land 1/Ma 4544") == ("10.10", "5.7")
    assert refused(s, "land 1/Ma 2846") == ("5.5",)
    s = play(s, "land 1/Ma 2847")
    assert vp(s) == (0, 12)
    assert frame(s) == "Movement"
    assert refused(s, "move 1/Ma 2847-2848") == ("10.10",)
    s = play(s, "end")
    assert refused(s, "end") == ("7.1", "7.3")
    s = position(ARISH, "PlayerTurn israel", "holding 2/Ma", "2846 1/7", turn=2, matt_special="true")
    assert frame(s) == "Movement"
    s = roll(
        attack(fighting(ARISH, "israel", "2846 1/7", "2847 1/Ma", air="[0]", landed='["1/Ma"]'), "2846", "1/Ma"), 6
    )
    assert where(s, "1/Ma") == "eliminated"


# Withdrawal -----------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.11")
def test_r10_11_withdrawal_is_offered_each_turn_and_cannot_be_taken_back() -> None:
    s = position(ARISH, "PlayerTurn egypt", "2846 1/7")
    assert options(s) == ["hold", "withdraw"]
    assert play(s, "withdraw").withdrawing
    s = position(ARISH, "PlayerTurn egypt", "2846 1/7", withdrawing="true")
    assert frame(s) == "Movement"


@pytest.mark.rule("middle-east-battles", "10.11")
def test_r10_11_disengagement() -> None:
    places = ("2846 79/7/Tal", "2847 7-Tank", "2748 9/7/Tal", "3049 7-AT")
    s = moving(ARISH, "egypt", *places, withdrawing="true")
    assert refused(s, "move 7-Tank 2847-2848") == ("10.11",)  # another zone
    assert s.check("move 7-Tank 2847-2948-2949") is None
    assert refused(s, "move 7-Tank 2847-2948-2947") == ("10.11",)  # no zone for the rest of the move
    assert s.check("move 7-AT 3049-2949-2948-2947") is None  # who starts free enters zones normally
    assert refused(moving(ARISH, "egypt", *places), "move 7-Tank 2847-2948") == ("6.2",)
    assert refused(moving(ARISH, "egypt", *places, turn=4, withdrawing="true"), "move 7-Tank 2847-2948") == ("5.15",)


@pytest.mark.rule("middle-east-battles", "10.11")
def test_r10_11_exits_without_points_and_attacks_lose_a_column() -> None:
    s = moving(ARISH, "egypt", "1949 7-Tank", "reserve 3-Arm", withdrawing="true")
    s = play(s, "exit 7-Tank 1949")
    assert vp(s) == (0, 0)
    assert where(s, "7-Tank") == "exited"
    s = play(s, "enter 3-Arm 1945")
    assert not options(s, "exit")  # not on the turn it entered
    places = ("2846 7-Rec/Tal", "2845 14-Arm")
    assert shifts(attack(fighting(ARISH, "egypt", *places, air="[0]"), "2846", "14-Arm")) == {}
    s = attack(fighting(ARISH, "egypt", *places, air="[0]", withdrawing="true"), "2846", "14-Arm")
    assert shifts(s) == {"10.11": -1}
    s = attack(fighting(ARISH, "israel", *places, air="[0]", withdrawing="true"), "2845", "7-Rec/Tal")
    assert shifts(s) == {}


# Missiles, engineers, empty map -----------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "10.12")
def test_r10_12_missiles_against_mechanized_units_only() -> None:
    places = ("2846 1/7", "2847 SF-Inf", "2848 SF-ATGM")
    s = play(fighting(ARISH, "israel", *places, "2845 79/7/Tal", air="[0]"), "attack 2846", "with 79/7/Tal", "confirm")
    assert options(s) == ["fire SF-ATGM", "confirm"]
    assert play(s, "fire SF-ATGM").forecast()["value"] == "-3"
    s = play(fighting(ARISH, "israel", *places, "2845 1/Ad/Shr", air="[0]"), "attack 2846", "with 1/Ad/Shr", "confirm")
    assert frame(s) == "ChooseTable"
    places = ("2846 79/7/Tal", "2845 1/7", "2848 SF-ATGM")  # it never barrages ...
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), "attack 2846", "with 1/7")
    assert refused(s, "with SF-ATGM") == ("10.12",)
    s = attack(fighting(ARISH, "egypt", "2846 79/7/Tal", "2845 SF-ATGM", air="[0]"), "2846", "SF-ATGM")
    assert s.forecast()["attackers"][0]["strength"] == "0"  # ... and attacks with nothing when adjacent


@pytest.mark.rule("middle-east-battles", "10.12")
def test_r10_12_rough_town_and_city_block_the_line() -> None:
    s = moving(ARISH, "egypt", "2846 1/7")
    h = s.game.hex
    assert s.game.kinds_at[h("4343")] == ("rough",)
    assert line_is_open(s, h("4344"), h("4343"))  # into
    assert not line_is_open(s, h("4344"), h("4342"))  # through 4343
    assert not line_is_open(s, h("4619"), h("4621"))  # through Rafiah
    assert not line_is_open(s, h("2127"), h("2129"))  # through El Arish
    assert line_is_open(s, h("2845"), h("2847"))
    # along a hexside: one of the two hexes must be open
    assert line_is_open(s, h("4850"), h("4749"))
    assert not line_is_open(s, h("4848"), h("4750"))
    # and the rule is asked: the same defence with and without rough in the line
    places = ("4342 1/7", "4341 79/7/Tal", "4442 SF-Inf")
    s = play(fighting(ARISH, "israel", *places, "4344 SF-ATGM", air="[0]"), "attack 4342", "with 79/7/Tal")
    s = play(s, "confirm")
    assert frame(s) == "ChooseTable"


@pytest.mark.rule("middle-east-battles", "10.13")
def test_r10_13_engineers_gain_a_column_against_works() -> None:
    s = fighting(ARISH, "israel", "4544 7-AT", "4644 226/Shr", "4643 Shr-Eng", air="[0]")
    s = play(s, "attack 4544", "with 226/Shr")
    assert shifts(s) == {"7.6": -2}
    s = play(s, "with Shr-Eng")
    assert shifts(s) == {"7.6": -2, "10.13": 1}
    s = attack(fighting(ARISH, "israel", "2846 7-AT", "2845 Shr-Eng", air="[0]"), "2846", "Shr-Eng")
    assert shifts(s) == {}


@pytest.mark.rule("middle-east-battles", "10.14")
def test_r10_14_play_goes_on_with_an_empty_map() -> None:
    s = position(ARISH, "EndOfTurn", turn=3)
    assert s.turn == 4
    assert s.outcome is None
    while s.actor:
        quiet = [a for a in options(s) if a in ("end", "hold", "decline")]
        s = s.play(quiet[0]) if quiet else s.play(s.sample(lambda n: 0))
    assert s.turn == 11
    assert s.outcome.winner is None


def test_every_place_of_a_unit_is_reached_by_its_cheapest_entry() -> None:
    s = moving(ARISH, "israel", "holding 79/7/Tal", turn=1)
    assert {"4816", "4824", "4620"} <= destinations(s, "79/7/Tal", "enter")


@pytest.mark.rule("middle-east-battles", "6.2", "10.11")
def test_r10_11_who_enters_a_zone_at_the_edge_stays() -> None:
    s = moving(ARISH, "egypt", "2045 7-Tank", "1944 79/7/Tal", withdrawing="true")
    assert refused(s, "exit 7-Tank 2045-1945") == ("6.2",)
    assert "exit 7-Tank 2045-1945" not in options(s)
    assert s.check("exit 7-Tank 2045-1946") is None
    s = moving(ARISH, "egypt", "1945 7-Tank", "1944 79/7/Tal", withdrawing="true")
    assert s.check("exit 7-Tank 1945") is None  # who begins in a zone at the edge slips away
    s = moving(ARISH, "egypt", "1945 7-Tank", "1944 79/7/Tal", withdrawing="true", turn=4)
    assert refused(s, "exit 7-Tank 1945") == ("5.15",)  # but not by night


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "10.6")
def test_r10_5_entry_options_are_those_that_may_be_played() -> None:
    box = "holding 79/7/Tal 1/Se/Yof 50/202 1/Ma SC-Art"
    s = moving(ARISH, "israel", box, "4820 82/7/Tal", "4818 1/7", turn=4)
    entries = options(s, "enter")
    assert all(s.check(a) is None for a in entries)
    assert not any(a.startswith("enter 50/202") for a in entries)  # not before turn 5
    tal = destinations(s, "79/7/Tal", "enter")
    assert not {"4820", "4818"} & tal  # a friend and an enemy stand there
    assert "enter 79/7/Tal 4821" in entries  # the edge itself, entered directly
    assert len(entries) == len(set(entries))
    s = moving(ARISH, "egypt", "reserve 3-Arm 1/4A 1ShF", turn=4)
    assert {a.split()[1] for a in options(s, "enter")} == {"3-Arm", "1/4A"}


@pytest.mark.rule("middle-east-battles", "10.4", "10.5", "5.1")
def test_r10_5_refused_entries_say_why() -> None:
    s = moving(ARISH, "israel", "4720 79/7/Tal", "holding SC-Heli 1/Se/Yof", "reserve 3-Arm", turn=1)
    assert refused(s, "enter 79/7/Tal 4819") == ("10.4", "10.5")  # already here
    assert refused(s, "enter Nobody 4819") == ("5.1",)
    assert refused(s, "enter 3-Arm 1945") == ("5.1",)  # not his
    assert refused(s, "fly Nobody 4620") == ("5.1",)
    assert refused(s, "fly 79/7/Tal 4720-4620") == ("5.14",)
    assert refused(s, "enter SC-Heli 4820") == ("5.14",)
    assert refused(s, "enter 1/Se/Yof xx") == ("10.5",)
