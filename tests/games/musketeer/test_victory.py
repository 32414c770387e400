"""[3.0] Victory."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.musketeer.goals import goal
from sandtable.games.musketeer.victory import points, unit_points

from .table import BOOK, moving, play, position


def final(*places: str, **fields: Any) -> Any:
    return position("TurnAdvance", *places, turn=7, **fields).outcome


@pytest.mark.rule("musketeer", "3.1")
def test_r3_1_the_west_wins_at_once_with_every_city() -> None:
    s = moving("anglo-french", "3314 UK-19", "2306 UK-29", "4005 UK-51", "4114 UK-25-Armd", "3013 EG-7")
    assert s.outcome is None
    s = play(s, "move UK-25-Armd 4114-4214")
    assert (s.outcome.winner, s.outcome.level) == ("west", "Sudden Death")
    s = moving("us", "3314 UK-19", "2306 UK-29", "4005 IS-4", "4114 US-CC-A")
    assert play(s, "move US-CC-A 4114-4214").outcome.winner == "west"  # any West Bloc units


@pytest.mark.rule("musketeer", "3.1")
def test_r3_1_the_east_wins_at_once_after_turn_1_without_west_units_on_the_map() -> None:
    assert position("Verdict", "3314 EG-7", "anglo-french-box UK-19", turn=2).outcome.winner == "east"
    assert position("Verdict", "3314 EG-7", "anglo-french-box UK-19", turn=1).outcome is None
    assert position("Verdict", "3314 EG-7", "6017 IS-Gar-Eilat", turn=2).outcome is None
    landed = ["UK-3-Cdo"]  # a direct assault occupies nothing, but it is there
    s = position("Verdict", "4005 UK-3-Cdo EG-7", turn=2, assaulting=landed, without_zone=landed)
    assert s.outcome is None


@pytest.mark.rule("musketeer", "3.3")
def test_r3_3_points_for_places() -> None:
    worth = {
        "3314": 15, "2306": 10, "4005": 7, "4214": 7, "5603": 5, "5629": 5, "4010": 3, "4008": 3, "0304": 2, "3214": 2,
        "5106": 2, "4514": 2, "4612": 2, "5505": 1, "5408": 1,
    }  # fmt: skip
    for hex, p in worth.items():
        assert points(position("Move", f"{hex} UK-19", contingent="us"))["west"] == p, hex
        assert points(position("Move", f"{hex} EG-7", contingent="us"))["east"] == p, hex
    for hex, p in {"6017": 5, "5702": 2, "5905": 2, "5604": 2, "5607": 2, "5908": 2}.items():
        assert points(position("Move", f"{hex} EG-7", contingent="us"))["east"] == p
        assert points(position("Move", f"{hex} IS-4", contingent="us"))["west"] == 0  # East Bloc only
    assert points(position("Move", "2210 UK-19", contingent="us")) == {"west": 0, "east": 0}


@pytest.mark.rule("musketeer", "3.3")
def test_r3_3_points_for_eliminated_units() -> None:
    game = sandtable.load(BOOK)
    worth = {
        "EG-2-Div": 2, "EG-7": 0, "EG-1-Armd": 0, "AL-Iraq": 1, "AL-Armd": 0, "SU-3-G": 2, "SU-VOL": 2, "EG-Air-1": 2,
        "SU-Air-1": 2, "EG-Guerrilla-2a": 0, "EG-Res": 0, "EG-Gar-Cairo": 0, "UK-19": 2, "FR-MC": 2, "IS-4": 1,
        "IS-Gar-Magen": 1, "US-CC-A": 3, "UK-Air-1": 1, "IS-Air-1": 1, "UK-MI6": 0, "SU-Rocket-1": 0,
        "FR-10": 2, "FR-Air-3": 1, "FR-REC": 0, "IS-Air-5": 1, "US-CZ": 3, "US-Air-6": 1, "US-SF": 0, "EG-Air-4": 2,
        "SU-Air-5": 2, "AL-Air-2": 2, "AL-Sudan": 0, "EG-Gar-Sharm": 0, "UK-Gunfire": 0, "IS-Gar-SdeBoker": 1,
    }  # fmt: skip
    assert {n: unit_points(game, game.unit(n)) for n in worth} == worth
    s = position("Move", "2210 UK-19", "eliminated EG-2-Div SU-VOL US-CC-A IS-4", contingent="us")
    assert points(s) == {"west": 4, "east": 4}
    s = position("Move", "2210 EG-2-Div", contingent="us", disrupted=["EG-2-Div"])
    assert points(s)["west"] == 0  # reduced units do not count


@pytest.mark.rule("musketeer", "3.2", "3.3")
def test_r3_3_levels_of_victory_by_the_difference() -> None:
    lost = "SU-VOL SU-KGB SU-3-G SU-108-G SU-119-G SU-331-G SU-GSFE-Tank SU-GSFE-Mech SU-1-PVO SU-2-PVO"  # 20 points
    o = final("6017 IS-9", f"eliminated {lost}")
    assert (o.winner, o.level, dict(o.score)) == (None, "Draw", {"west": 20, "east": 0})
    o = final("6017 IS-9", "5505 IS-4", f"eliminated {lost}")
    assert (o.winner, o.level) == ("west", "Regional Victory")
    o = final("6017 IS-9", "3314 UK-19", "5603 IS-4", f"eliminated {lost}")  # 40
    assert o.level == "Regional Victory"
    o = final("6017 IS-9", "3314 UK-19", "5603 IS-4", "5505 IS-10", f"eliminated {lost}")  # 41
    assert o.level == "Theater Victory"
    all_us = "US-CC-A US-CC-B US-CC-C US-187-Abn US-503-Abn US-2-PMF US-6-PMF US-8-PMF US-7C-Eng US-7C-AAA US-CZ"  # 33
    o = final("6017 IS-9", "3314 EG-7", "2306 EG-10", "5505 EG-11", "5106 EG-1", f"eliminated {all_us}")  # 61
    assert (o.winner, o.level) == ("east", "Global Victory")
    o = final("6017 IS-9", "3314 EG-7", "2306 EG-10", "5106 EG-1", f"eliminated {all_us}")  # 60
    assert o.level == "Theater Victory"


@pytest.mark.rule("musketeer", "3.3")
def test_r3_3_the_score_is_told_line_by_line_eliminated_units_included() -> None:
    s = position(
        "TurnAdvance",
        "3314 UK-19",
        "2306 EG-7",
        "eliminated EG-2-Div EG-Air-1 FR-Col EG-1",
        "0501 IS-Gar-Eilat",
        turn=7,
    )
    outcome = s.outcome
    assert outcome is not None
    for side, total in outcome.score:
        assert sum(n for _, owner, n in outcome.items if owner == side) == total
    lines = [str(text) for text, _, _ in outcome.items]
    assert any(line.startswith("Cairo occupied") for line in lines)
    assert any("EG-2-Div" in line and "EG-Air-1" in line and "eliminated, 2 points each" in line for line in lines)
    assert any("FR-Col eliminated" in line for line in lines)
    assert not any("EG-1 " in line for line in lines)  # worth nothing


@pytest.mark.rule("musketeer", "3.1", "3.3")
def test_r3_1_both_victories_stay_open_while_the_west_has_a_unit_for_every_city() -> None:
    """[ruling MU-43] Sudden death knows no points: in random games it is never too late before the end."""
    for seed in range(2):
        rng = Random(seed)
        s = sandtable.load(BOOK).start()
        while s.actor is not None:
            game = s.game
            able = [u for u in bits(game.ground_of["west"]) if s.loc[u] not in (0, game.dead)]
            assert len(able) >= game.cities.bit_count()
            assert (game.beaten(s), game.foregone(s)) == ({}, None)
            s.apply(s.sample(rng.randrange))


@pytest.mark.rule("musketeer", "3.2", "3.3")
def test_r3_3_the_outcome_tells_sums_places_and_units_in_order() -> None:
    o = final("3314 UK-19", "2306 EG-7", "5603 EG-10", "eliminated EG-2-Div EG-3-Div AL-Iraq EG-1", "0501 IS-Gar-Eilat")
    assert (o.winner, o.level, dict(o.score)) == (None, "Draw", {"west": 20, "east": 15})  # the difference counts: 5
    told = [str(x) for x in o.reasons]
    assert "The West Bloc holds Cairo 15." in " ".join(told)
    assert "The East Bloc holds Alexandria 10, Gaza 5." in " ".join(told)
    assert [(str(text), side, n) for text, side, n in o.items if "eliminated" in text] == [
        ("EG-2-Div and EG-3-Div eliminated, 2 points each [3.3]", "west", 4),
        ("AL-Iraq eliminated, 1 point each [3.3]", "west", 1),
    ]
    told = [str(x) for x in final("2210 UK-19", "2220 EG-7").reasons]
    assert "The West Bloc holds no place." in " ".join(told)
    assert "The East Bloc holds no place." in " ".join(told)


@pytest.mark.rule("musketeer", "3.1", "3.3")
def test_r3_1_the_goals_tell_where_each_side_stands() -> None:
    def told(side: str, *places: str, turn: int = 2) -> tuple[Any, ...]:
        g = goal(position("Move", *places, contingent="us", turn=turn), side)
        parts = [(p["text"], p["now"], p["state"], p["at"]) for p in g["parts"]]
        return g["now"], g["reached"], *parts

    three = ("3314 UK-19", "2306 UK-29", "4005 UK-51")
    assert told("west", *three) == (
        "lead +32; the West holds Alexandria, Cairo and Port Said",
        True,
        ("all cities", "3 of 4", "partly", ["4214"]),
        ("or a lead of 21", "+32", "done", []),
    )
    assert told("east", *three) == (
        "lead -32; the West holds Alexandria, Cairo and Port Said",
        False,
        ("no West unit on the map from turn 2", "it has landed", "open", []),
        ("or a lead of 21", "-32", "open", []),
    )
    assert told("west", "0501 EG-7") == (
        "lead 0; the East holds every city",
        False,
        ("all cities", "0 of 4", "open", ["4214", "4005", "3314", "2306"]),
        ("or a lead of 21", "0", "open", []),
    )
    s = position("Move", "0501 EG-7", contingent="us", turn=2)
    assert goal(s, "west")["text"].startswith("Hold all four cities, or lead by 21 points")
    assert goal(s, "east")["text"].startswith("No West unit on the map from turn 2, or a lead of 21 points")
    assert told("west", "5505 UK-19")[3] == ("or a lead of 21", "+1", "partly", [])
    gone = "no West unit on the map from turn 2", "none"
    assert told("east", "0501 EG-7")[2] == (*gone, "done", [])
    assert told("east", "0501 EG-7", turn=1)[2] == (*gone, "partly", [])
    cities = (*three, "4214 US-CC-A")
    assert told("west", *cities)[2] == ("all cities", "4 of 4", "done", ["4214", "4005", "3314", "2306"])
    for places, reached, state in (
        (("3314 UK-19", "5603 IS-4", "5505 IS-9"), True, "done"),  # 21
        (("3314 UK-19", "5603 IS-4"), False, "partly"),  # 20
    ):
        _, done, _, lead = told("west", *places)
        assert (done, lead[2]) == (reached, state)
    setting_up = goal(sandtable.load(BOOK).start(), "west")
    assert (setting_up["now"], setting_up["reached"]) == ("the sides set up", False)
    assert "parts" not in setting_up
