"""7.0, 15.14, 24.9, 25.18: who may stand with whom, asked of every unit and every hex near a crowd."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.games.sinai.movement.stacking import fits, full_hexes, overstacked, too_many

from .table import destinations, moving
from .test_room_twin import bad, packed, with_moved


@pytest.mark.rule("sinai", "7.0", "24.9", "25.18")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_r7_0_who_finds_room_where(scenario: str, seed: int) -> None:
    rng = Random(f"stacks:{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = packed(rng, scenario, side)
    game = s.game
    mine = [u for u in game.side_units[side] if s.loc[u] > 0]
    crowds = {s.loc[u] for u in mine}
    for u in mine:
        for h in crowds - {s.loc[u]}:
            full = bad(with_moved(s, [u], h), h, side)
            assert bool(full_hexes(s, u) >> h & 1) == full, (s.position(), game.name_of(u), game.hex_name(h))
            assert (fits(s, (u,), h) is not None) == full
    for h in crowds:
        pair = rng.sample(mine, 2)
        t = with_moved(s, pair, h)
        assert (fits(s, tuple(pair), h) is not None) == bad(t, h, side)
        assert too_many(t, h, side) == bad(t, h, side) == bool(overstacked(t.copy(), side) >> h & 1)
        there = [u for u in mine if t.loc[u] == h]
        assert too_many(t, h, side, gone=(there[0],)) == bad(with_moved(t, there[:1], 0), h, side)


@pytest.mark.rule("sinai", "7.0", "10.12")
def test_r7_0_the_supply_unit_takes_no_room() -> None:
    s = moving("israel", "2030 Is-Supply Iska", "2031 Elhn Mtke", "2130 Mnhm Shml Uri-arm", "0125 Eg-arm-1", turn=8)
    supply = s.game.unit("Is-Supply")
    assert full_hexes(s, supply) == 0
    assert s.check("move Is-Supply 2030-2130") is None
    assert s.check("move Is-Supply+Iska 2030-2031") is None
    assert fits(s, (supply, s.game.unit("Iska")), s.game.hex("2130")) is not None
    s = moving("israel", "2030 Iska", "2031 Is-Supply Elhn Mtke Mnhm", "0125 Eg-arm-1", turn=8)
    assert not too_many(s, s.game.hex("2031"), "israel")
    assert full_hexes(s, s.game.unit("Iska")) == 1 << s.game.hex("2031")
    s = moving("israel", "2030 Iska", "2031 Is-Supply Elhn Mtke", "0125 Eg-arm-1", turn=8)
    assert full_hexes(s, s.game.unit("Iska")) == 0
    assert fits(s, (s.game.unit("Elhn"),), s.game.hex("2031")) is None


@pytest.mark.rule("sinai", "7.0", "10.15")
def test_r7_0_a_supply_unit_that_goes_back_into_the_crowd_makes_no_room() -> None:
    """Three who have moved stand with the Supply unit, which could drive on only to be pulled back to them: it moves once."""
    lines = (
        "sinai/1967",
        "turn 2",
        'trail ["2524", "2424"]',
        'trod_hexes ["2325", "2324", "2323"]',
        'trod_units ["Arie", "Arie", "Arie"]',
        "at 2424 Elhn Mtke Ntke Is-Supply",
        "at 2224 Mnhm",
        "at 2326 Eg-inf-4",
        '> Movement {"side": "israel", "moved": ["Elhn", "Mtke", "Ntke"]}',
    )
    s = sandtable.load("sinai/1967").position("\n".join(lines))
    assert "2424" not in destinations(s, "Mnhm")
