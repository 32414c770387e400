"""4.2, 23.14, 24.2, 25.82, 26.15 and 26.53: the steps of a Player-Turn, the limit in the Sinai, the Marines."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.land.territory import closed
from sandtable.games.sinai.movement.zones import zone
from sandtable.games.sinai.supply.israel import working

from .table import moving as moving_1956
from .table import options, position, refused, where

SECOND = ["BeginMovement", "Reinforce", "OpenMovement"]
ARAB = ["Movement", "BeginCombat", "Combat", "RemoveStrikes", "Participation"]


def steps(scenario: str, side: str, turn: int) -> list[str]:
    """What is still to come when the Player-Turn has begun."""
    race = scenario in ("mid-1970s-jihad", "mid-1970s-race")
    places = {"1967": ("2030 Iska", "0125 Eg-arm-1"), "1956": ("2030 Is-7", "0125 Eg-1arm")}
    new = ("3015 Is-mech-2" if race else "3115 Is-mech-2", "0125 Eg-arm-1")
    s = position(scenario, f"PlayerTurn {side}", *places.get(scenario[:4], new), turn=turn)
    assert type(s.agenda[-1]).__name__ == "EndOfPlayerTurn"
    return [type(f).__name__ for f in s.agenda[:-1]]


@pytest.mark.rule("sinai", "4.2", "16.0", "22.22", "23.16", "24.2", "25.82", "26.15", "26.83")
@pytest.mark.parametrize(
    ("scenario", "side", "turn", "expected"),
    [
        ("1967", "israel", 1, ["Movement", "BeginCombat", "Combat"]),
        ("1967", "israel", 2, ["Movement", "BeginCombat", "Combat", "PlaceStrikes"]),
        ("1967", "arab", 2, ["Roll", "LoseControl", "BeginMovement", "Stray", *ARAB]),
        ("1967-free-arab", "israel", 2, ["Movement", "BeginCombat", "Combat"]),
        ("1967-free-arab", "israel", 3, ["Movement", "BeginCombat", "Combat", "PlaceStrikes"]),
        ("1956", "israel", 9, ["Movement", "BeginCombat", "Combat"]),
        ("1973", "arab", 1, ["Combat"]),
        ("1973", "israel", 1, ["Movement", *SECOND]),
        ("1973", "arab", 2, [*ARAB, *SECOND]),
        ("1973", "israel", 2, ["Movement", "BeginCombat", "Raids", "Combat", "PlaceStrikes", *SECOND]),
        ("mid-1970s", "arab", 1, [*ARAB, "Reinforce", "AskAtEdge"]),
        ("mid-1970s", "arab", 2, [*ARAB, *SECOND]),
        ("mid-1970s", "israel", 1, ["Movement", "BeginCombat", "Combat", *SECOND]),
        ("mid-1970s-full-israeli", "israel", 1, ["Movement", "BeginCombat", "Combat", *SECOND]),
        ("mid-1970s-full", "arab", 1, [*ARAB, *SECOND]),
        ("mid-1970s-jihad", "israel", 3, ["Movement", "BeginCombat", "Combat", *SECOND]),
    ],
)
def test_r4_2_the_steps_of_a_player_turn(scenario: str, side: str, turn: int, expected: list[str]) -> None:
    assert steps(scenario, side, turn) == expected


# 23.14 ------------------------------------------------------------------------------------------------------
NINE = ("2028 Is-10 Is-4 Is-37", "2030 Is-inf-1 Is-inf-2 Is-mech-1", "2032 Is-inf-3 Is-mech-2 Is-inf-4")
TEN = (*NINE, "2130 Is-11")


@pytest.mark.rule("sinai", "23.14")
def test_r23_14_who_is_counted_and_who_is_not() -> None:
    far = "0125 Eg-1arm"
    s = moving_1956("israel", *NINE, "2424 Is-7 Is-27", far, scenario="1956")
    assert s.check("move Is-7 2424-2324") is None
    assert "9 Israeli brigades" in refused(s, "move Is-7+Is-27 2424-2324", "23.14")
    s = moving_1956("israel", *TEN, "2424 Is-7", far, scenario="1956")
    assert s.check("move Is-11 2130-2129") is None  # it is inside already
    assert moving_1956("arab", *TEN, "2424 Eg-1arm", scenario="1956").check("move Eg-1arm 2424-2324") is None
    two = ("2130 Is-arm-1 Is-arm-2", "2424 Is-202/2", "2424 Is-7", far)
    s = moving_1956("israel", *two, scenario="1956")
    assert "2 Israeli battalions are in the Sinai already; the limit is 2" in refused(
        s, "move Is-202/2 2424-2324", "23.14"
    )
    assert "the limit is 2" in refused(s, "fly Is-202/2 1031", "23.14")
    assert s.check("move Is-7 2424-2324") is None
    s = moving_1956("israel", *TEN, "2424 Is-Supply", far, scenario="1956", trail=["2424"])
    assert s.check("move Is-Supply 2424-2324") is None  # neither brigade nor battalion


# 26.53 ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "26.53", "26.52")
def test_r26_53_every_coast_hex_behind_the_lines() -> None:
    game: Any = sandtable.load("sinai/mid-1970s-soviet")
    text = "sinai/mid-1970s-soviet\nturn {}\nat to-come Us-mar-1 Us-mar-2\nat 3115 Is-mech-2\nat 2418 Eg-arm-1\nat 1721 Eg-arm-2\n"
    frame = '> OpenMovement {{"side": "israel", "number": {}}}'
    s = game.position((text + frame).format(12, 2))
    m, u = game.map, game.unit("Us-mar-1")
    behind = {h for h in m.grid.hexes if working(s) >> h & 1}
    expected = set()
    for h in m.grid.hexes:
        near = [n for n in m.grid.neighbours[h] if n]
        coast = any(m.terrain_at[n] == "sea" for n in near)
        mine = s.israeli_last >> h & 1 and not (zone(s, "arab") | s.hexes_of("arab") | closed(s, u)) >> h & 1
        ground = game.ground("israel", False, False).enterable >> h & 1
        if coast and mine and ground and (h in behind or behind & set(near)):
            expected.add(h)
    assert {game.hex(a.split()[2]) for a in options(s, "place") if "mar-1" in a} == expected
    assert len(expected) > 5
    for turn, number in ((12, 1), (11, 2)):
        assert not options(game.position((text + frame).format(turn, number)), "place")
    t = s.play("place Us-mar-1 2810")
    assert {a.split()[1] for a in options(t, "place")} == {"Us-mar-2"}
    assert t.check("place Us-mar-2 2810") is None
    t = t.play("place Us-mar-2 2713")
    assert type(t.choice).__name__ == "Movement"
    assert t.choice.moved == 1 << u | 1 << game.unit("Us-mar-2")
    assert (where(t, "Us-mar-1"), where(t, "Us-mar-2")) == ("2810", "2713")
    later = s.play("end")
    assert (where(later, "Us-mar-1"), later.choice.moved) == ("to-come", 0)
    full = game.position((text + "at 2810 Is-arm-1 Is-arm-2 Is-arm-3\n" + frame).format(13, 1))
    assert "place Us-mar-1 2810" not in options(full)
    refused(full, "place Us-mar-1 2810", "26.53")
    s = s.copy()
    s.log = []
    s.apply("place Us-mar-1 2810")
    assert str(s.log[0].text) == "Us-mar-1 lands in 2810."


@pytest.mark.rule("sinai", "26.53", "25.22", "5.24")
def test_r26_53_a_landing_mans_the_line_and_needs_ground_for_wheels() -> None:
    game: Any = sandtable.load("sinai/mid-1970s-soviet")

    def landing(*lines: str) -> Any:
        head = ["sinai/mid-1970s-soviet", "turn 12", "at to-come Us-mar-1 Us-mar-2 Is-arm-6", "at 3115 Is-mech-2"]
        frames = ['> OpenMovement {"side": "israel", "number": 2}', '> EndOfPlayerTurn {"side": "israel"}']
        return game.position("\n".join([*head, *lines, "at 2418 Eg-arm-1", *frames]))

    s = landing('destroyed ["0521"]')
    assert {a.split()[1] for a in options(s, "place")} == {"Us-mar-1", "Us-mar-2"}  # no other unit comes from the sea
    t = s.play("place Us-mar-1 0521")
    assert t.destroyed == 0
    assert [type(f).__name__ for f in t.agenda] == ["Landing", "Movement", "EndOfPlayerTurn"]
    s = landing('israeli_last ["2836", "2937"]', "jordan_at_war true", "trans_jordan_open true")
    assert {a.split()[2] for a in options(s, "place")} == {"2836"}  # 2937 is rough without a way


@pytest.mark.rule("sinai", "24.81", "26.53")
def test_r24_81_marches_and_landings_belong_to_the_phase_of_their_own_side() -> None:
    def opened(scenario: str, side: str, *lines: str) -> Any:
        text = [f"sinai/{scenario}", "turn 12", *lines, "at 3704 Sy-arm-1", "at 3115 Is-mech-2"]
        frame = f'> OpenMovement {{"side": "{side}", "number": 2}}'
        return sandtable.load(f"sinai/{scenario}").position("\n".join([*text, frame]))

    for side, moved in (("israel", False), ("arab", True)):
        s = opened("1973", side, 'sent ["Jo-arm-1"]', "at 3710 Jo-arm-1")
        assert (where(s, "Jo-arm-1") != "3710") is moved
    for side, landing in (("israel", "Landing"), ("arab", "Movement")):
        assert type(opened("mid-1970s-soviet", side, "at to-come Us-mar-1").choice).__name__ == landing
