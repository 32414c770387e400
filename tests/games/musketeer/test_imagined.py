"""[23.0, 5.3] What is shown and what is imagined: pools, tracks, stacks, and what waiting steps speak of."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.core.chance import Still
from sandtable.games.musketeer import fog
from sandtable.games.musketeer.spoken import spoken_of

from .table import BOOK, moving, play, position

UNITS = ("6017 IS-4", "4012 EG-1", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")
PICKING = 'PickOrPass {"side": "west"}; Activation {"side": "east"}; EndOfTurn'


def pools(frames: str, side: str = "west", **fields: Any) -> list[tuple[str, ...]]:
    """The enemy's pools in many samples."""
    s = position(frames, *UNITS, **fields)
    enemy = s.game.enemy[side]
    return [s.game.sample_hidden(s, side, Random(seed)).pool(enemy) for seed in range(80)]


@pytest.mark.rule(BOOK, "5.3", "23.0")
def test_r5_3_any_markers_may_be_in_the_other_pool_that_may_be_planned_and_were_not_picked() -> None:
    found = pools(PICKING, pool_west=["Israel"], pool_east=["Egypt"], picked=["Egypt"], turn=2)
    names = {name for pool in found for name in pool}
    assert "Egypt-Mobilizes" in names
    assert "Egypt" not in names  # it has been picked
    assert not names & {"Soviet-Union", "Arab-League", "Israel", "United-States"}  # not committed, or of the other side
    assert () in found
    assert len(set(found)) > 1


@pytest.mark.rule(BOOK, "5.3", "5.5", "23.0")
def test_r5_5_a_pool_is_not_empty_when_something_is_picked_from_it_or_the_turn_goes_on_for_it() -> None:
    planned: dict[str, Any] = {"pool_east": ["Egypt"], "turn": 2}
    picks = 'PickMarker {"side": "east"}; Activation {"side": "west"}; EndOfTurn'
    assert () not in pools(picks, pool_west=["Israel"], **planned)
    assert () not in pools(PICKING, **planned)  # the West has nothing left: who else?
    assert () in pools(PICKING, pool_west=["Israel"], **planned)
    west = 'PickMarker {"side": "west"}; Activation {"side": "east"}; EndOfTurn'
    assert () in pools(west, pool_west=["Israel"], **planned)


@pytest.mark.rule(BOOK, "5.1", "5.5", "23.0")
def test_r5_1_how_a_turn_ends_tells_of_the_pools() -> None:
    assert set(pools("EndOfTurn", passes=1, turn=2)) == {()}  # both are empty
    assert set(pools("HappenNow; EndOfTurn", passes=0, turn=2, dice=[5, 3])) == {()}
    assert () not in pools(
        "EndOfTurn", passes=2, pool_east=["Egypt"], turn=2
    )  # two passes, and the West has nothing left
    assert () in pools("EndOfTurn", passes=2, pool_west=["Israel"], pool_east=["Egypt"], turn=2)


@pytest.mark.rule(BOOK, "5.3", "23.0")
def test_r5_3_what_a_side_has_not_decided_about_is_not_in_its_pool() -> None:
    frames = 'Plan {"side": "east", "left": ["Egypt-Mobilizes"]}; Activation {"side": "west"}; EndOfTurn'
    found = pools(frames, pool_east=["Egypt"], turn=2)
    assert {name for pool in found for name in pool} == {"Egypt"}


@pytest.mark.rule(BOOK, "12.4", "23.0")
def test_r12_4_in_a_decision_that_only_the_real_units_allow_they_stay() -> None:
    box = "egypt-box EG-1 EG-2 EG-7 EG-10 EG-11"
    s = position('ReduceStack {"hex": "5414", "contingent": "egypt"}; Activation {"side": "west"}; EndOfTurn', box,
                 "5414 EG-2-Div EG-3-Div", *UNITS[:1], *UNITS[2:], turn=2, pool_west=["Israel"])  # fmt: skip
    found = [s.game.sample_hidden(s, "west", Random(seed)) for seed in range(40)]
    assert all(next(t.options(), None) for t in found)
    assert {t.pool_east for t in found} > {()}
    imagined = [s.game.imagined(s, "west", Random(seed)) for seed in range(40)]
    assert any(t.loc != s.loc for t in imagined)


@pytest.mark.rule(BOOK, "5.3", "5.4", "6.1", "22.2", "28.3")
def test_r5_3_the_tracks_show_what_is_open_and_the_own_pool() -> None:
    s = moving(
        "israel", *UNITS, special=True, escalation=7, turn=3, picked=["Kadesh"], removed=["Revise"], involved=["us", "ussr"],
        barred=["Musketeer"], pool_west=["Israel", "STRAC"],
    )  # fmt: skip

    def shown(side: str, s: Any = s) -> dict[str, tuple[str, object, object]]:
        return {x["id"]: (str(x["name"]), x["value"], x.get("max")) for x in fog.tracks(s.game, s, side)}

    assert shown("west") == {
        "escalation": ("Escalation index", 7, 50),
        "turn": ("Turn", 3, 7),
        "picked": ("Markers picked this turn", "Kadesh", None),
        "removed": ("Special markers played", "Revise", None),
        "involved": ("Late contingents committed", "United States and Soviet Union", None),
        "barred": ("Markers barred by events", "Musketeer", None),
        "impulse": ("Activated contingent", "Israel (special marker)", None),
        "pool": ("Your pool", "Israel, STRAC", None),
    }
    assert shown("east")["pool"][1] == "empty"
    assert "pool" not in shown("nobody")
    plain = shown("west", moving("israel", *UNITS))
    assert [plain[k][1] for k in ("picked", "removed", "involved", "barred", "impulse", "pool")] == [
        "none", "none", "none", "none", "Israel", "empty",
    ]  # fmt: skip
    assert "impulse" not in shown("west", position(PICKING, *UNITS, pool_west=["Israel"]))


@pytest.mark.rule(BOOK, "23.0", "23.2", "25.5")
def test_r23_0_hidden_counters_are_numbered_by_place_and_show_a_zone() -> None:
    s = moving(
        "israel", "5412 IS-4", "5414 EG-7 EG-2-Div", "5613 EG-10", "2210 SU-3-G", "egypt-box EG-11 EG-Guerrilla-1a EG-Guerrilla-0a",
        "egypt-available EG-Guerrilla-2a", *UNITS[2:], disrupted=["EG-10"],
    )  # fmt: skip

    def hidden(side: str) -> list[tuple[object, ...]]:
        units = [u for u in s.view(side)["units"] if u.get("hidden")]
        return [(u["name"], u["side"], u["nation"], u["type"], u["at"], u["status"], u["factors"]) for u in units]

    west = hidden("west")
    assert west == [
        ("?1", "east", "egypt", "", "egypt-box", [], []),
        ("?2", "east", "egypt", "guerrilla", "egypt-box", [], []),
        ("?3", "east", "egypt", "guerrilla", "egypt-box", [], []),
        ("?4", "east", "ussr", "", "2210", ["zone"], []),
        ("?5", "east", "egypt", "", "5414", ["zone"], []),
        ("?6", "east", "egypt", "", "5414", ["zone"], []),
        ("?7", "east", "egypt", "", "5613", [], []),
    ]
    assert hidden("east") == [
        ("?1", "east", "egypt", "guerrilla", "egypt-box", [], []),
        ("?2", "east", "egypt", "guerrilla", "egypt-box", [], []),
        ("?3", "west", "israel", "", "5412", ["zone"], []),
    ]
    assert {x[4] for x in hidden("nobody")} == {"5412", "egypt-box", "2210", "5414", "5613"}


@pytest.mark.rule(BOOK, "13.1", "23.0")
def test_r13_1_what_is_served_keeps_zones_and_the_number_of_the_disrupted() -> None:
    s = moving("israel", "5412 IS-4", "5414 EG-7", "5613 EG-10 EG-1", "4012 EG-2 EG-11", "egypt-box EG-99-R", *UNITS[2:],
               disrupted=["EG-10", "EG-1", "EG-2"])  # fmt: skip
    own = s.game.ground_by["egypt"]
    for t in (*(s.game.sample_hidden(s, "west", Random(seed)) for seed in range(60)), s.game.as_known(s, "west")):
        assert fog.in_force(t, "egypt") == fog.in_force(s, "egypt")
        assert t.disrupted.bit_count() == 3
        assert sorted(t.loc[u] for u in bits(own)) == sorted(s.loc[u] for u in bits(own))
        assert not t.disrupted & ~s.game.two_sided


@pytest.mark.rule(BOOK, "12.1", "23.0")
def test_r12_1_no_more_divisions_are_imagined_in_a_hex_than_may_stand_there() -> None:
    places = ("5414 EG-2-Div EG-7", "5613 EG-3-Div EG-10", "4012 EG-8-PLA EG-1", "1809 EG-2 EG-11")
    s = moving("israel", "5412 IS-4", *places, *UNITS[2:], known=["EG-2-Div"])
    seen = set()
    for seed in range(60):
        t = s.game.sample_hidden(s, "west", Random(seed))
        stacks = [
            [u for u in t.at(t.game.hex(p[:4]), t.game.ground_by["egypt"]) if t.game.divisions >> u & 1] for p in places
        ]
        assert len(stacks[0]) == 1  # the examined one
        assert max(map(len, stacks)) == 1
        seen.add(tuple(len(x) for x in stacks))
    assert len(seen) > 1


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_waiting_steps_speak_of_the_units_that_are_imagined() -> None:
    places = ("anglo-french-box FR-1-REP FR-2-RCP UK-16-Para UK-19", "2306 EG-1", "5702 IS-Gar-Ashkelon", "4209 UK-51")
    s = position(
        "LandingHazards",
        *places,
        "2210 FR-3-RCP",
        "2212 UK-29",
        contingent="anglo-french",
        dropped=["FR-3-RCP", "UK-29"],
    )
    assert s.actor == "chance"
    u = s.game.unit("FR-3-RCP")
    assert spoken_of(s)[s.game.unit("UK-29")] == ((-1, "dropped", 0),)
    assert {n for n, name, _ in spoken_of(s)[u] if name == "unit"} == {1}
    told = set()
    for seed in range(40):
        t = s.game.imagined(s, "east", Random(seed))
        (there,) = t.at(t.game.hex("2210"), t.game.ground)
        assert t.agenda[1].unit == there
        assert t.dropped == tuple(t.at(t.game.hex("2212"), t.game.ground))
        told.add(there)
    assert len(told) > 2


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_without_luck_everything_is_always_the_same() -> None:
    s = play(
        moving("israel", "5412 IS-4", "5414 EG-7", "egypt-box EG-11 EG-1", *UNITS[2:], pool_west=["Israel"]), "end"
    )
    assert s.game.imagined(s, "west", Still()) == s.game.imagined(s, "west", Still())
    assert s.game.as_known(s, "west").view("west") == s.view("west")
