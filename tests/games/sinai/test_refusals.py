"""Every refusal names the paragraph that decides; here those that other tests do not meet on their way."""

from __future__ import annotations

import pytest

import sandtable

from .table import attack, fighting, moving, play, position, refused


# Movement -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "5.0", "5.13")
def test_r5_13_units_are_named_once() -> None:
    s = moving("israel", "2030 Iska Elhn", "0125 Eg-inf-1")
    assert refused(s, "move Iska+Iska 2031", "5.13") == "A unit is named twice."
    assert refused(s, "move Iska 9999", "5.0")


@pytest.mark.rule("sinai", "15.0")
def test_r15_0_only_an_entrucked_unit_gets_down_one_at_a_time() -> None:
    s = moving("israel", "2030 Yhda Iska", "0125 Eg-inf-1")
    assert refused(s, "detruck Iska 2030-2031", "15.0") == "Iska is not entrucked."
    assert refused(s, "detruck Iska+Yhda 2030-2031", "15.0") == "Units detruck one at a time."


@pytest.mark.rule("sinai", "17.0")
def test_r17_0_a_landing_names_one_unit_and_one_hex() -> None:
    s = moving("israel", "2030 Iska Elhn", "0125 Eg-inf-1")
    assert refused(s, "fly Iska+Elhn 2032", "17.0") == "Name one airborne unit and its landing hex."


@pytest.mark.rule("sinai", "11.0", "11.11", "11.12", "10.32")
def test_r11_1_who_may_overrun_and_where() -> None:
    four = moving("israel", "2030 Iska Elhn Mnhm Yhda", "2031 Eg-inf-1")
    assert refused(four, "overrun Iska+Elhn+Mnhm+Yhda 2030-2031", "11.12") == "At most three units overrun together."
    assert refused(four, "overrun Iska 2030-2130", "11.0") == "An Overrun ends on an enemy-occupied hex."
    s = moving("arab", "2030 Eg-arm-1", "2031 Iska", unsupplied=["Eg-arm-1"])
    assert refused(s, "overrun Eg-arm-1 2030-2031", "10.32") == "Eg-arm-1 is unsupplied and may not Overrun."


@pytest.mark.rule("sinai", "16.0")
def test_r16_0_air_strikes_lie_on_land() -> None:
    s = position("1967", "PlaceStrikes", "2030 Iska", "0125 Eg-inf-1")
    sea = next(h for h in s.game.map.grid.hexes if not s.game.land >> h & 1)
    name = s.game.hex_name(sea)
    assert refused(s, f"strike {name}", "16.0") == f"{name} is not a hex where units could be."


# Combat ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "8.11", "8.14", "8.23")
def test_r8_1_who_attacks_what() -> None:
    s = fighting("israel", "2030 Iska Elhn", "2031 Eg-inf-1", "2231 Eg-inf-2", "2233 Mnhm")
    assert refused(s, "attack 2231", "8.11") == "No unit that may attack is adjacent to 2231."
    s = play(s, "attack 2031")
    assert refused(s, "confirm", "8.11") == "No unit takes part in the attack yet."
    s = play(s, "with Iska")
    assert refused(s, "with Iska", "8.14") == "Iska takes part already."
    assert refused(s, "attack 2031", "8.23") == "2031 is attacked in this combat already."
    enemy = refused(s, "with Eg-inf-1", "8.11")
    assert enemy == "Eg-inf-1 is not one of the Phasing Player's units on the map."


@pytest.mark.rule("sinai", "9.11", "9.15")
def test_r9_1_who_retreats_and_who_is_not_lost() -> None:
    s = play(attack(fighting("israel", "2029 Iska", "2030 Eg-19NG"), "2030", "Iska"), "confirm", "roll 1")
    assert refused(s, "retreat Iska 2029-2028", "9.11") == "Iska has no retreat to make."
    assert refused(s, "lose Eg-19NG", "9.15").startswith("Eg-19NG can retreat, for example by 2030-")
    assert refused(s, "retreat Eg-19NG 2031-2032", "9.11") == "Eg-19NG retreats from 2030."
    assert refused(s, "retreat Eg-19NG 2030-2031", "9.11") == "Eg-19NG must retreat 2 hexes, not 1."
    assert refused(s, "retreat Eg-19NG 2030-2029-2028", "9.11") == "Eg-19NG may not retreat into or through 2029."


@pytest.mark.rule("sinai", "20.0")
def test_r20_0_one_deploys_ones_own_units() -> None:
    s = sandtable.load("sinai/1956-jihad").start()
    assert type(s.choice).__name__ == "Deploy"
    theirs = next(u for u in s.game.roster.members["israel" if s.actor == "arab" else "arab"])
    name = s.game.name_of(theirs)
    assert refused(s, f"place {name} 2030", "20.0") == f"{name} is not yours to deploy now."
