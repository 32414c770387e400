"""[23.0, 5.3] What is shown and what is imagined: pools, tracks, stacks, and what waiting steps speak of."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.core.chance import Still
from sandtable.games.musketeer import fog
from sandtable.games.musketeer.events import Panic, PanicResult
from sandtable.games.musketeer.refit import Refits
from sandtable.games.musketeer.spoken import spoken_of

from .table import BOOK, moving, play, position, seen

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
    passing = 'PickOrPass {"side": "east"}; Activation {"side": "west"}; EndOfTurn'
    assert () in pools(passing, pool_west=["Israel"], **planned)  # it may have to pass
    assert any(len(pool) > 1 for pool in pools(picks, pool_west=["Israel"], **planned))
    assert () in pools("MovementPhase; " + picks, contingent="egypt", **planned)  # what it moves with was the last one


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
    s = moving("israel", "5412 IS-4", "5414 EG-7", "5613 EG-10 EG-1", "4012 EG-2 EG-11", "3309 EG-26-NG EG-97-NG EG-1-AAA", "egypt-box EG-99-R", *UNITS[2:],
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


@pytest.mark.rule(BOOK, "4.3", "23.0")
def test_r4_3_what_the_rules_place_is_seen_while_the_others_set_up() -> None:
    s = sandtable.load(BOOK).start()
    assert {"EG-Gar-Cairo", "EG-Gar-PortSaid", "EG-Air-1"} <= seen(s, "west")
    others = [u for u in play(s, "reserve EG-11").view("west")["units"] if u.get("hidden") and u["nation"] == "egypt"]
    assert {u["type"] for u in others} == {"guerrilla"}


@pytest.mark.rule(BOOK, "25.5", "23.0")
def test_r25_5_guerrillas_are_told_from_other_hidden_counters() -> None:
    game = sandtable.load(BOOK)
    for u in bits(game.guerrillas):
        s = moving("israel", f"egypt-box {game.name_of(u)} EG-11", "5412 IS-4", *UNITS[2:])
        found = [x["type"] for x in s.view("west")["units"] if x.get("hidden")]
        assert found == ["", "guerrilla"]


@pytest.mark.rule(BOOK, "22.1", "23.0")
def test_r22_1_the_owner_knows_who_waits_in_a_panic() -> None:
    s = position("HappenNow", "5009 EG-1 EG-2", "5106 EG-3-Div EG-1-Armd", "5702 IS-Gar-Ashkelon", dice=[4, 5])
    s = play(s, "roll 6", "roll 6")
    assert s.game.as_known(s, "east").agenda == s.agenda
    came = position(
        'Panic {"left": ["EG-1"]}', "5106 EG-1 EG-7", "3314 EG-2", "5702 IS-Gar-Ashkelon"
    )  # EG-7 has come there
    assert came.game.as_known(came, "east").agenda == came.agenda
    three = position('Panic {"left": ["EG-2", "EG-7"]}', "5106 EG-1 EG-2 EG-7", "5702 IS-Gar-Ashkelon")
    (result,) = (f for f in three.game.as_known(three, "west").agenda if isinstance(f, PanicResult))
    assert result.unit == three.game.unit("EG-2")  # in the order of the roster
    one = play(position("HappenNow", "5009 EG-1 EG-2", "3314 EG-7", "5702 IS-Gar-Ashkelon", dice=[4, 5]), "roll 6")
    other = play(position("HappenNow", "5009 EG-1 EG-7", "3314 EG-2", "5702 IS-Gar-Ashkelon", dice=[4, 5]), "roll 6")
    assert one.game.as_known(one, "west") == other.game.as_known(other, "west")
    for n, place in enumerate(("5009", "5009", "5106", "5106")):
        s = play(
            position(
                "HappenNow",
                "5009 EG-1 EG-2",
                "5106 EG-3-Div EG-1-Armd",
                "3314 EG-7 EG-10",
                "5702 IS-Gar-Ashkelon",
                dice=[4, 5],
            ),
            *["roll 6"] * n,
        )
        for seed in range(10):
            t = s.game.imagined(s, "west", Random(seed))
            (result,) = (f for f in t.agenda if isinstance(f, PanicResult))
            (waiting,) = (f for f in t.agenda if isinstance(f, Panic))
            assert t.loc[result.unit] == t.game.hex(place)
            assert not waiting.left >> result.unit & 1
            assert sorted(t.loc[u] for u in bits(waiting.left)) == sorted(
                s.loc[u] for f in s.agenda if isinstance(f, Panic) for u in bits(f.left)
            )


@pytest.mark.rule(BOOK, "21.2", "23.0")
def test_r21_2_who_waits_for_a_refit_is_imagined_anew() -> None:
    places = ("2210 UK-19 UK-29", "2212 UK-51 UK-16-Para", "2306 EG-1", "0501 IS-Gar-Eilat", "2408 UK-1-Guards FR-Col")
    waiting = ["UK-29", "UK-16-Para", "UK-51"]
    s = position('Refit {"unit": "UK-19"}; Refits ' + json.dumps({"units": waiting}), *places, contingent="anglo-french",
                 dice=[6], disrupted=["UK-19", *waiting])  # fmt: skip
    roles = spoken_of(s)
    for u in (x for f in s.agenda if isinstance(f, Refits) for x in bits(f.units)):
        assert [place for _, _, place in roles[u]] == [0] * len(roles[u])  # their order tells nothing
    found = set()
    for seed in range(40):
        t = s.game.imagined(s, "east", Random(seed))
        where = [sorted(x.loc[u] for f in x.agenda if isinstance(f, Refits) for u in bits(f.units)) for x in (s, t)]
        assert where[0] == where[1]
        units = {u for f in t.agenda if isinstance(f, Refits) for u in bits(f.units)}
        assert all(t.disrupted >> u & 1 for u in units)
        found.add(frozenset(units))
    assert len(found) > 3


@pytest.mark.rule(BOOK, "29.6", "23.0")
def test_r29_6_the_order_of_those_who_landed_stays() -> None:
    places = (
        "2210 FR-3-RCP",
        "2212 UK-29",
        "2408 FR-1-REP",
        "anglo-french-box UK-19 UK-51 FR-2-RCP",
        "2306 EG-1",
        "5702 IS-Gar-Ashkelon",
    )
    s = position("LandingHazards", *places, contingent="anglo-french", dropped=["FR-3-RCP", "UK-29", "FR-1-REP"])
    assert [spoken_of(s)[s.game.unit(x)] for x in ("UK-29", "FR-1-REP")] == [
        ((-1, "dropped", 0),),
        ((-1, "dropped", 1),),
    ]
    for seed in range(20):
        t = s.game.imagined(s, "east", Random(seed))
        assert [t.game.hex_name(t.loc[u]) for u in t.dropped] == ["2212", "2408"]
