"""The layers of threats and supply on open ground, where every figure can be counted on the map."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.sinai.overlays import attack_threat

from .table import moving


def signs(layer: Any) -> dict[str, str]:
    return {h: x["sign"] for h, x in layer.items()}


def around(s: Any, name: str, near: int, far: int) -> set[str]:
    grid, h = s.game.map.grid, s.game.hex(name)
    return {str(s.game.hex_name(x)) for x in grid.hexes if near <= grid.distance(h, x) <= far}


@pytest.mark.rule("sinai", "5.0", "6.2")
def test_where_the_enemy_can_move_on_open_ground() -> None:
    s = moving("israel", "2030 Eg-arm-1", "2713 Iska")
    layer = s.game.overlay(s, "israel", "move-threat")
    assert layer["2030"] == {"sign": "5", "tone": "bad", "text": "Can be reached with 5 Movement Points left"}
    assert layer["2034"] == {"sign": "1", "tone": "bad", "text": "Can be reached with 1 Movement Point left"}
    assert {h for h, sign in signs(layer).items() if sign == "2"} == around(s, "2030", 3, 3)
    assert not set(layer) & around(s, "2030", 6, 9)
    s = moving("israel", "2030 Eg-arm-1", "2031 Iska")  # in the enemy's zone
    layer = signs(s.game.overlay(s, "israel", "move-threat"))
    assert layer["2029"] == "4"
    assert "2031" not in layer
    zone_to_zone = around(s, "2030", 1, 1) & around(s, "2031", 1, 1)
    assert {layer[h] for h in zone_to_zone} == {"3"}  # not directly, but by a hex that is free
    s = moving("israel", "2030 Eg-arm-1", "2032 Iska")
    layer = signs(s.game.overlay(s, "israel", "move-threat"))
    assert layer["2031"] == "4"  # it may enter the zone and stops there
    assert "2032" not in layer


@pytest.mark.rule("sinai", "15.33", "25.14", "10.32", "24.84")
def test_who_moves_and_who_attacks() -> None:
    s = moving("israel", "2030 Eg-inf-1", "2713 Iska", entrucked=["Eg-inf-1"])
    assert signs(s.game.overlay(s, "israel", "move-threat"))["2034"] == "0"  # four points, on trucks to the end
    assert max(distances(s, "2030", attack_threat(s, "israel"))) == 3  # two to get down, one hex of reach
    s = moving("israel", "2030 Eg-arm-1", "2713 Iska")
    assert max(distances(s, "2030", attack_threat(s, "israel"))) == 6
    ring = ("2028 Iska", "2032 Elhn", "2229 Mtke", "2231 Mnhm", "1829 Albt", "1831 Mshe")
    s = moving("israel", "2030 Eg-arm-1", *ring)
    assert s.game.overlay(s, "israel", "move-threat")
    assert attack_threat(s, "israel") == {}
    s = moving("israel", "0323 Eg-SAM-5", "2713 Is-mech-2", scenario="1973", turn=9)
    assert attack_threat(s, "israel") == {}
    assert s.game.overlay(s, "israel", "move-threat")
    s = moving("arab", "1430 Iska", "0125 Eg-arm-1", turn=9)  # unsupplied Israelis may attack
    assert attack_threat(s, "arab")
    silent = {"scenario": "1973", "turn": 9, "jordan_silent": True}
    s = moving("israel", "3712 Jo-arm-1", "2713 Is-mech-2", **silent)
    assert s.game.overlay(s, "israel", "move-threat") == {}
    s = moving("israel", "3712 Jo-arm-1", "3703 Sy-arm-1", "2713 Is-mech-2", **silent)
    assert (
        max(distances(s, "3703", attack_threat(s, "israel"))) <= 9
    )  # the Syrian, whoever stands before him in the list
    both = moving("israel", "0323 Eg-SAM-1", "3703 Sy-arm-1", "2713 Is-mech-2", scenario="1973", turn=9)
    assert attack_threat(both, "israel")


def distances(s: Any, name: str, hexes: Any) -> set[int]:
    return {s.game.map.grid.distance(s.game.hex(name), h) for h in hexes}


@pytest.mark.rule("sinai", "3.2.5")
def test_how_much_comes_against_what_stands_there() -> None:
    s = moving("israel", "2030 Eg-arm-1 Eg-mech-1", "2034 Iska Yhda", "1821 Eg-arm-2", "2713 Ktti")
    layer = s.game.overlay(s, "israel", "attack-threat")
    own = s.game.strength
    held = own[s.game.unit("Iska")] + own[s.game.unit("Yhda")]
    assert layer["2034"]["sign"] == f"{5 + 3}:{held}"
    assert layer["2033"]["sign"] == "8"
    assert set(layer) <= {str(s.game.hex_name(h)) for h in s.game.map.grid.hexes if s.game.land >> h & 1}
    assert "1820" not in layer  # the sea
    assert "1921" in layer
