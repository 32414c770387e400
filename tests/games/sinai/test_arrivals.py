"""25.4: where reinforcements appear when an enemy holds or last held their hex."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable

from .table import where


def arrive(side: str, unit: str, *lines: str, turn: int = 9) -> Any:
    game = sandtable.load("sinai/1973")
    text = ["sinai/1973", f"turn {turn}", f"at to-come {unit}", *lines]
    text += [f'> Reinforce {{"side": "{side}", "number": 2}}', f'> Movement {{"side": "{side}"}}']
    return game.position("\n".join(text))


@pytest.mark.rule("sinai", "25.4")
def test_r25_4_a_hex_the_enemy_was_last_to_occupy_is_no_place_to_appear() -> None:
    s = arrive("israel", "Is-arm-6", "at 2519 Is-mech-2", "at 0125 Eg-arm-1", 'israeli_last ["2519"]')
    assert where(s, "Is-arm-6") not in ("0924", "to-come")
    held = '", "'.join(s.game.hex_name(h) for h in s.game.map.grid.hexes if s.game.israel_land >> h & 1)
    s = arrive("israel", "Is-arm-6", "at 2519 Is-mech-2", "at 0125 Eg-arm-1", f'israeli_last ["{held}"]')
    assert where(s, "Is-arm-6") == "0924"


@pytest.mark.rule("sinai", "25.4", "10.11")
def test_r25_4_a_jordanian_unit_appears_on_the_closest_supplied_hex() -> None:
    ring = ("at 3711 Is-arm-1", "at 3811 Is-arm-2", "at 3610 Is-arm-3", "at 3612 Is-arm-4")
    s = arrive("arab", "Jo-arm-2", *ring, "jordan_at_war true", "trans_jordan_open true")
    from sandtable.games.sinai.supply.judgement import judge

    u = s.game.unit("Jo-arm-2")
    assert s.loc[u] > 0
    assert not judge(s, 1 << u)
    distance = s.game.map.grid.distance
    start = s.game.hex("3711")
    for h in s.game.map.grid.hexes:
        if s.game.home["jordan"] >> h & 1 and distance(h, start) < distance(s.loc[u], start):
            t = s.copy()
            t.loc[u] = h
            assert t.hexes_of("israel") >> h & 1 or judge(t, 1 << u), s.game.hex_name(h)
