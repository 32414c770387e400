"""24.33, 24.42, 24.52, 24.9, 9.12, 9.15: retreats of last resort, and what a unit driven into Jordan may do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.combat.last_ways import last_ways
from sandtable.games.sinai.combat.retreat import Retreat
from sandtable.games.sinai.combat.ways_back import refuges

from . import table
from .table import options, refused
from .test_1973 import fighting, moving


def word(s: Any, way: list[int]) -> str:
    return "-".join(s.game.hex_name(h) if h else "off" for h in way)


@pytest.mark.rule("sinai", "24.52", "24.33", "25.71")
def test_r24_52_rather_into_the_hills_than_over_a_hostile_edge() -> None:
    s = fighting("arab", "3912 Is-arm-1", "3911 Jo-arm-1", turn=9, jordan_at_war=True, trans_jordan_open=True)
    assert {word(s, w) for w in last_ways(s, s.game.unit("Is-arm-1"), 2, 0, True)} == {"3912-3812"}
    s = fighting("arab", "3917 Is-arm-1", "3911 Jo-arm-1", turn=9, jordan_at_war=True, trans_jordan_open=True)
    assert {word(s, w) for w in last_ways(s, s.game.unit("Is-arm-1"), 2, 0, True)} == {"3917-off"}


@pytest.mark.rule("sinai", "9.15", "24.33", "24.52")
def test_r9_15_no_last_resort_leads_back_to_a_hex_of_this_phase() -> None:
    fields: dict[str, Any] = {"turn": 9, "trod_units": ["Eg-arm-1"], "trod_hexes": ["0125"]}
    s = fighting("israel", "0225 Eg-arm-1", "0424 Is-arm-2", **fields)
    ways = last_ways(s, s.game.unit("Eg-arm-1"), 2, 0, True)
    assert ways
    assert not any(s.game.hex("0125") in w for w in ways)
    s = fighting("arab", "2425 Is-arm-1", "2424 Eg-arm-1", turn=9)
    before = {word(s, w) for w in last_ways(s, s.game.unit("Is-arm-1"), 2, 0, True)}
    trodden = sorted(before)[0].split("-")[1]
    s = fighting("arab", "2425 Is-arm-1", "2424 Eg-arm-1", turn=9, trod_units=["Is-arm-1"], trod_hexes=[trodden])
    after = {word(s, w) for w in last_ways(s, s.game.unit("Is-arm-1"), 2, 0, True)}
    assert after == before - {f"2425-{trodden}"}


@pytest.mark.rule("sinai", "24.42", "26.14", "25.13")
def test_r24_42_the_sam_unit_does_not_follow_another_over_the_canal() -> None:
    s = fighting("israel", "0524 Eg-SAM-1", "0724 Is-arm-1", turn=9, scenario="mid-1970s")
    here = s.game.hex("0524")
    u = s.game.unit("Eg-SAM-1")
    west = s.game.egypt_west
    free = Retreat("arab", 1 << u, 1, 0, 1 << here)
    assert any(west >> w[-1] & 1 for w in free.ways(s, u))
    used = Retreat("arab", 1 << u, 1, 0, 1 << here, canal=1 << here)
    assert not any(west >> w[-1] & 1 for w in used.ways(s, u))


@pytest.mark.rule("sinai", "9.12", "25.13")
def test_r9_12_a_displaced_sam_unit_goes_towards_the_map_edge() -> None:
    s = fighting("israel", "0425 Eg-SAM-1 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0628 Is-arm-1", turn=9)
    near, here = s.game.edge_distance, s.game.hex("0425")
    found = refuges(s, s.game.unit("Eg-SAM-1"), here, 0)
    assert found
    assert all(near[h] < near[here] for h in found)


@pytest.mark.rule("sinai", "9.12", "25.13")
def test_r9_12_a_sam_unit_may_retreat_onto_a_full_stack_when_nothing_else_is_left() -> None:
    s = fighting(
        "israel",
        "0425 Eg-SAM-1",
        "0325 Eg-arm-1 Eg-arm-2 Eg-arm-3",
        "0324 Is-arm-4",
        "0426 Is-arm-5",
        "0524 Is-arm-1",
        turn=9,
    )
    u = s.game.unit("Eg-SAM-1")
    ways = Retreat("arab", 1 << u, 1, 0, 1 << s.game.hex("0425")).ways(s, u)
    assert {word(s, w) for w in ways} == {"0425-0325"}


@pytest.mark.rule("sinai", "24.9")
def test_r24_9_in_jordan_it_fights_only_its_way_back() -> None:
    war: dict[str, Any] = {"turn": 9, "jordan_at_war": True, "trans_jordan_open": True}
    s = fighting("arab", "3414 Sy-arm-1", "3314 Is-airm-1", **war)
    refused(s, "attack 3314", "24.9")  # Israel is not where it came from
    s = fighting("arab", "3707 Sy-arm-1 Sy-arm-2", "3706 Is-airm-1", **war)
    assert s.check("attack 3706") is None
    s = fighting("arab", "3709 Sy-arm-1 Sy-arm-2", "3708 Is-airm-1", "3710 Is-airm-2", **war)
    assert s.check("attack 3708") is None  # on its way
    refused(s, "attack 3710", "24.9")
    s = fighting("arab", "3032 Eg-arm-1", "2932 Is-airm-1", turn=9, from_israel=["Eg-arm-1"])
    assert s.check("attack 2932") is None  # over the border it was driven across


@pytest.mark.rule("sinai", "24.9", "24.33")
def test_r24_9_from_jordan_it_does_not_walk_off_the_map() -> None:
    s = moving("arab", "3912 Sy-arm-1", "3115 Is-mech-2", turn=9)
    refused(s, "exit Sy-arm-1 3912-off", "24.9")
    refused(s, "exit Sy-arm-1 3912", "24.9")
    assert not options(s, "exit")
    s = moving("arab", "3904 Sy-arm-1", "3115 Is-mech-2", turn=9)
    assert options(s, "exit")


@pytest.mark.rule("sinai", "5.22", "18.2", "9.14", "6.4")
def test_r5_22_in_jordan_too_an_israeli_unit_retreats_only_where_it_may_go() -> None:
    # 3216 and 3314 lie in the West Bank; the City in 3116 stands, and Trans-Jordan is closed.
    war: dict[str, Any] = {"turn": 3, "jordan_at_war": True, "scenario": "1967"}
    s = table.fighting("arab", "3216 Rful", "3316 Iq-mech-3", **war)
    s.agenda = (Retreat("israel", 1 << s.game.unit("Rful"), 1, 0, 1 << s.game.hex("3216")),)
    assert options(s) == {"retreat Rful 3216-3217", "retreat Rful 3216-3117"}
    refused(s, "retreat Rful 3216-3116", "18.2")
    s = table.fighting("arab", "3314 5/2", "3213 Jo-27", **war)
    s.agenda = (Retreat("israel", 1 << s.game.unit("5/2"), 1, 0, 1 << s.game.hex("3314")),)
    assert options(s) == {"retreat 5/2 3314-3315"}
    refused(s, "retreat 5/2 3314-3414", "5.22")
