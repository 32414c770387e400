"""7.0, 7.11, 24.41, 24.9: full hexes, some of them on the banks of the Suez Canal, which units leave only over it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.games.sinai.movement.crowding import ways_out
from sandtable.games.sinai.movement.stacking import fits, full_hexes, overstacked, quarrel

from .table import fighting, options, play, refused
from .test_1973 import moving

ELSEWHERE = ["0528", "0428", "0527", "0427", "0629", "0530", "0731", "0631", "0732", "0632"]
"""Five hexsides of the Canal, both hexes of each."""


def bridgehead(crossed: int, *more: str) -> Any:
    """Three brigades in 0525 between two positions that stand, a fourth on the other bank; so many have crossed."""
    places = ("0525 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0425 Eg-arm-4", *more)
    return moving("arab", *places, "3115 Is-mech-2", turn=9, destroyed=["0525"], crossed_arab=ELSEWHERE[: 2 * crossed])


@pytest.mark.rule("sinai", "7.0", "7.11", "24.41")
def test_r7_0_nobody_makes_room_over_the_canal_when_six_have_crossed() -> None:
    s = bridgehead(4)
    assert s.check("move Eg-arm-4 0425-0525") is None  # the fifth; the sixth goes back
    s = s.play("move Eg-arm-4 0425-0525")
    assert s.choice.crowded == s.game.hex("0525")
    assert all(s.game.egypt_west >> s.game.hex(a[-4:]) & 1 for a in options(s, "move"))
    s = play(s, sorted(options(s, "move"))[0])
    assert not s.choice.crowded
    refused(bridgehead(5), "move Eg-arm-4 0425-0525", "7.0")


@pytest.mark.rule("sinai", "7.0", "7.11", "24.41")
def test_r7_0_two_who_make_room_count_one_after_the_other() -> None:
    overfull = "0525 Eg-arm-5"
    assert bridgehead(3, overfull).check("move Eg-arm-4 0425-0525") is None  # the fourth; two go back
    refused(bridgehead(4, overfull), "move Eg-arm-4 0425-0525", "7.0")


@pytest.mark.rule("sinai", "7.0", "24.41")
@pytest.mark.parametrize(("crossed", "offered"), [(4, True), (5, False)])
def test_r24_41_who_makes_room_over_the_canal_and_back_crosses_twice(crossed: int, offered: bool) -> None:
    fields: dict[str, Any] = {"destroyed": ["0524", "0525", "0526"], "crossed_israel": ELSEWHERE[: 2 * crossed]}
    s = moving("israel", "0525 Is-arm-1", "0625 Eg-arm-1", turn=9, **fields)
    way = [s.game.hex(h) for h in ("0525", "0425", "0526")]
    assert (way in ways_out(s, s.choice, s.game.unit("Is-arm-1"))) is offered


@pytest.mark.rule("sinai", "7.0", "24.41")
def test_r7_0_a_hex_too_full_is_left_over_the_canal_only_while_that_is_allowed() -> None:
    four = "0525 Eg-arm-5"
    refused(bridgehead(5, four), "end", "7.0")  # one of them can still go
    assert bridgehead(5, four, "0424 Eg-mech-1").check("move Eg-arm-5 0525-0424") is None
    full = moving(
        "arab",
        "0525 Eg-arm-1 Eg-arm-2 Eg-arm-3 Eg-arm-5",
        "3115 Is-mech-2",
        turn=9,
        destroyed=["0525"],
        crossed_arab=[*ELSEWHERE, "0526", "0426"],
    )
    assert full.check("end") is None  # six have crossed: nobody can


@pytest.mark.rule("sinai", "7.0", "17.0", "24.41")
def test_r7_0_a_flight_into_a_full_hex_counts_as_it_is() -> None:
    # At the north end of the Line only the Canal leads out of 0521: the enemy rides in 0522 and has no zone.
    places = ("0521 Is-arm-1 Is-arm-2 Is-arm-3", "0522 Eg-mech-1", "0424 Is-airm-1")
    ruins: dict[str, Any] = {"destroyed": ["0521", "0522"], "entrucked": ["Eg-mech-1"], "turn": 9}
    four, five = (moving("israel", *places, crossed_israel=ELSEWHERE[: 2 * n], **ruins) for n in (4, 5))
    assert four.check("fly Is-airm-1 0521") is None
    refused(five, "fly Is-airm-1 0521", "7.0")  # it is the sixth itself


@pytest.mark.rule("sinai", "7.0", "17.0")
def test_r7_0_one_who_goes_makes_no_room_for_two() -> None:
    s = moving("israel", "2030 Is-arm-1 Is-arm-2 Is-arm-3 Is-arm-4", "2032 Is-airm-1", "0125 Eg-arm-1", turn=9)
    assert s.check("fly Is-airm-1 2030") is None
    moved = sum(1 << s.game.unit(f"Is-arm-{n}") for n in (1, 2, 3))
    s.agenda = (replace(s.choice, moved=moved), *s.agenda[1:])
    refused(s, "fly Is-airm-1 2030", "7.0")


@pytest.mark.rule("sinai", "7.0", "7.11")
def test_r7_0_who_makes_room_does_not_crowd_another_hex() -> None:
    s = moving("israel", "2030 Is-arm-1 Is-arm-2 Is-arm-3", "2031 Is-arm-4 Is-arm-5 Is-arm-6", "2130 Is-arm-7", turn=9)
    s = s.play("move Is-arm-7 2130-2030")
    refused(s, "move Is-arm-1 2030-2031", "7.0")
    assert s.check("move Is-arm-1 2030-2130") is None


@pytest.mark.rule("sinai", "7.0", "24.9")
def test_r24_9_no_room_for_a_stranger_of_any_nation() -> None:
    s = moving("arab", "3803 Sy-inf-1", "3804 Iq-arm-1", "3805 Jo-inf-1", "3806 Eg-arm-1", "3115 Is-mech-2", turn=9)
    game = s.game
    there = {h: s.at(game.hex(h), game.of_side["arab"])[0] for h in ("3803", "3804", "3805", "3806")}
    for u in game.side_units["arab"]:
        s.loc[u], before = game.hex("3908"), s.loc[u]
        t = s.copy()
        for h, v in there.items():
            if u != v:
                assert bool(full_hexes(t, u) >> game.hex(h) & 1) == (quarrel(t, [u, v]) is not None), game.name_of(u)
        s.loc[u] = before


@pytest.mark.rule("sinai", "7.0", "24.9")
def test_r24_9_two_strangers_in_a_hex_are_too_many() -> None:
    s = moving("arab", "3803 Sy-inf-1 Jo-inf-1", "3804 Sy-inf-2 Sy-inf-3", "3115 Is-mech-2", turn=9)
    assert overstacked(s, "arab") == 1 << s.game.hex("3803")


@pytest.mark.rule("sinai", "7.0", "10.12")
def test_r7_0_the_supply_unit_finds_room_everywhere() -> None:
    s = fighting("israel", "2030 Is-Supply Iska", "2130 Mnhm Shml Uri-arm", "0125 Eg-arm-1")
    supply, iska, full = s.game.unit("Is-Supply"), s.game.unit("Iska"), s.game.hex("2130")
    assert fits(s, (supply,), full) is None
    assert fits(s, (supply, iska), s.game.hex("2031")) is None
    assert fits(s, (supply, iska), full) is not None
