"""Section 22: the 1967 variants."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.course.setup import zone_of
from sandtable.games.sinai.course.victory import level
from sandtable.games.sinai.politics.command_control import digits
from sandtable.games.sinai.rules import rules_of

from .table import moving, names, options, play, position, refused, where

EVERY = [x.id for x in next(t for t in sandtable.games() if t.id == "sinai").scenarios]


def started(scenario: str) -> Any:
    return sandtable.load(f"sinai/{scenario}").start()


def deployed(scenario: str) -> Any:
    """The game with every free set-up done in the default way."""
    s = started(scenario)
    while s.choice.__class__.__name__ == "Deploy":
        s = s.play("default")
    return s


def first_frame(s: Any, name: str) -> Any:
    """Play on, ending phases and rolling sixes, until this kind of decision comes up."""
    for _ in range(60):
        if s.choice is None or s.choice.__class__.__name__ == name:
            break
        s = s.play("roll 6" if s.actor == "chance" else "end" if "end" in options(s) else next(iter(s.options())))
    return s


@pytest.mark.parametrize("scenario", EVERY)
def test_every_change_names_an_existing_paragraph(scenario: str) -> None:
    game = sandtable.load(f"sinai/{scenario}")
    _, cites = rules_of(game.source, scenario)
    ledger = game.ledger()
    assert all(cite in ledger for cite in cites.values())
    assert game.scenario.rule in ledger


@pytest.mark.parametrize("scenario", EVERY)
def test_default_deployments_are_legal(scenario: str) -> None:
    from sandtable.games.sinai.movement.stacking import overstacked

    s = deployed(scenario)
    crowded = {
        s.game.hex_name(h)
        for side in s.game.sides
        for h in range(s.game.map.grid.size)
        if overstacked(s, side) >> h & 1
    }
    assert crowded <= {"3211"}  # ruling SN-20: four units start there in 1956
    assert all(s.loc[u] for u in range(len(s.game.roster)))


@pytest.mark.rule("sinai", "22.11")
def test_r22_11_iraqis_on_turn_two() -> None:
    s = position("1967-iraqi", "PlayerTurn arab", "2030 Iska", "to-come Iq-mech-2 Iq-mech-3 Iq-arm-1", turn=2)
    assert options(s) == {"arrive 3909", "arrive 3912"}


@pytest.mark.rule("sinai", "22.21", "22.23", "20.0")
def test_r22_23_free_set_up_arabs_first() -> None:
    s = started("1967-free-israeli")
    assert s.actor == "arab"
    assert "place Eg-107PAL 2418" in options(s)
    refused(s, "place Eg-107PAL 1821", "22.23")  # Palestinians in the Gaza Strip
    refused(s, "place Eg-arm-1 2713", "22.23")  # not in Israel
    refused(s, "place Eg-arm-1 3714", "22.23")  # nor in Jordan
    s = play(s, "place Eg-107PAL 2418", "place Eg-108PAL 2418", "place Eg-1PAL 2418", "place Eg-arm-1 1227")
    assert where(s, "Eg-arm-1") == "1227"
    s = s.play("default")
    assert s.actor == "israel"
    s = s.play("place Iska 2524").play("default")
    assert s.choice.__class__.__name__ == "Movement"
    assert s.actor == "israel"


@pytest.mark.rule("sinai", "22.23")
def test_r22_23_units_start_in_the_country_of_their_printed_hex() -> None:
    s = started("1967-free-israeli")
    game = s.game
    zone = zone_of(s, game.unit("Eg-inf-6"))  # an Egyptian battalion that starts in Jordan
    assert zone & ~game.home["jordan"] == 0
    assert zone
    assert zone_of(s, game.unit("Sy-40")) & ~game.home["syria"] == 0
    assert where(s, "Iq-arm-1") == "to-come"


@pytest.mark.rule("sinai", "22.22")
def test_r22_22_the_arabs_strike_first() -> None:
    s = deployed("1967-free-arab")
    assert s.actor == "chance"  # Arab Command Control comes first
    assert digits(s, 4, "egypt") == (4,)  # one column instead of three
    assert digits(started("1967-free-israeli"), 4, "egypt") == (4, 0, 6)
    for turn, strikes in ((2, False), (3, True)):
        s = position("1967-free-arab", "PlayerTurn israel", "2030 Iska", "0125 Eg-arm-1", turn=turn)
        assert (first_frame(s, "PlaceStrikes").choice is not None) is strikes


@pytest.mark.rule("sinai", "22.31", "22.62")
@pytest.mark.parametrize("scenario", ["1967-cooperation", "1967-fantasy"])
def test_r22_31_jordan_fights_from_the_start(scenario: str) -> None:
    assert deployed(scenario).jordan_at_war
    assert not deployed("1967").jordan_at_war


@pytest.mark.rule("sinai", "22.32")
def test_r22_32_arabs_enter_each_others_countries() -> None:
    s = moving("arab", "3607 Jo-60", "2030 Iska", jordan_at_war=True, scenario="1967-cooperation")
    assert s.check("move Jo-60 3607-3707") is None
    assert s.check("move Jo-60 3607-3707-3706") is None  # into Syria


@pytest.mark.rule("sinai", "22.33")
def test_r22_33_egypt_acts_through_turn_eleven() -> None:
    places = ("1726 Eg-arm-1", "2030 Iska")
    s = moving("arab", *places, goals=[5, 0, 0], turn=11, scenario="1967-cooperation")
    assert s.check("move Eg-arm-1 1726-1727") is None
    s = moving("arab", *places, goals=[5, 0, 0], turn=12, scenario="1967-cooperation")
    refused(s, "move Eg-arm-1 1726-1727", "21.32")


@pytest.mark.rule("sinai", "22.41", "22.63")
@pytest.mark.parametrize("scenario", ["1967-officers", "1967-fantasy"])
def test_r22_41_no_command_control(scenario: str) -> None:
    s = position(scenario, "PlayerTurn arab", "1726 Eg-arm-1", "2030 Iska", turn=3)
    assert s.actor == "arab"
    assert s.choice.__class__.__name__ == "Movement"


@pytest.mark.rule("sinai", "22.42", "22.63")
@pytest.mark.parametrize("scenario", ["1967-officers", "1967-fantasy"])
def test_r22_42_no_doubled_retreat(scenario: str) -> None:
    from sandtable.games.sinai.combat.ways_back import length_of

    s = moving("arab", "2030 Iska", scenario=scenario)
    assert length_of(s, s.game.unit("Eg-arm-1"), 2) == 2
    assert length_of(s, s.game.unit("Eg-inf-1"), 2) == 1
    s = moving("arab", "2030 Iska")
    assert length_of(s, s.game.unit("Eg-arm-1"), 2) == 4
    assert length_of(s, s.game.unit("Eg-inf-1"), 2) == 2


@pytest.mark.rule("sinai", "22.51", "22.53")
def test_r22_51_napping_the_arabs_start_on_their_hexes_and_move_first() -> None:
    s = started("1967-napping")
    assert s.actor == "israel"  # only Israel deploys
    assert where(s, "Eg-141") == "1726"
    s = s.play("default")
    assert s.actor == "chance"  # the Arab Player-Turn


@pytest.mark.rule("sinai", "22.52", "20.2")
def test_r22_52_the_mobilization_chart() -> None:
    s = deployed("1967-napping")
    assert where(s, "Iska") == "2616"
    assert where(s, "Zeev") == "2810"
    assert where(s, "Aw") == "2713"
    asleep = names(s, s.dormant)
    assert len(asleep) == 18
    assert "Is-Supply" in asleep
    assert "Shml" not in asleep
    refused(started("1967-napping"), "place Shml 2418", "22.52")  # anywhere in Israel only


@pytest.mark.rule("sinai", "22.54", "22.55")
def test_r22_54_napping_air_strikes_and_increments() -> None:
    for turn, strikes in ((2, False), (3, True)):
        s = position("1967-napping", "PlayerTurn israel", "2030 Iska", "0125 Eg-arm-1", turn=turn)
        assert (first_frame(s, "PlaceStrikes").choice is not None) is strikes
    assert digits(deployed("1967-napping"), 4, "egypt") == (4,)


@pytest.mark.rule("sinai", "22.61", "22.64", "22.65")
def test_r22_61_arab_fantasy() -> None:
    s = started("1967-fantasy")
    assert s.actor == "arab"
    assert s.choice.__class__.__name__ == "Deploy"
    zone = zone_of(s, s.game.unit("Iq-arm-1"))
    assert zone
    assert not zone & ~s.game.home["jordan"]
    s = deployed("1967-fantasy")
    assert s.loc[s.game.unit("Iq-arm-1")] > 0
    from sandtable.games.sinai.land.territory import bridges

    assert bridges(s)
    assert s.jordan_at_war
    s = position("1967-fantasy", "PlayerTurn israel", "2030 Iska", "0125 Eg-arm-1", turn=5)
    assert first_frame(s, "PlaceStrikes").choice is None


@pytest.mark.rule("sinai", "22.66")
def test_r22_66_jihad_uses_the_napping_rules() -> None:
    s = started("1967-jihad")
    assert where(s, "Eg-141") == "1726"
    assert where(s, "Iska") == "2616"
    assert names(s, s.dormant)
    refused(s, "place Iq-arm-1 2713", "22.66")


@pytest.mark.rule("sinai", "22.7")
@pytest.mark.parametrize(
    ("scenario", "less"),
    [
        ("1967-iraqi", 5),
        ("1967-free-israeli", 15),
        ("1967-free-arab", 20),
        ("1967-cooperation", 10),
        ("1967-officers", 25),
        ("1967-napping", 25),
        ("1967-fantasy", 45),
        ("1967-jihad", 50),
    ],
)
def test_r22_7_levels_are_lower_in_the_variants(scenario: str, less: int) -> None:
    s = moving("arab", "2030 Iska", jordan_at_war=True, scenario=scenario)
    assert level(s, 75 - less) == "Decisive Israeli"
    assert level(s, 74 - less) == "Substantive Israeli"
