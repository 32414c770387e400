"""[21.0, 25.8, 26.2] Lines of support and refit."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.musketeer.refit import has_support

from .table import dead, disrupted, fighting, log, options, phase, play, refused, where, why_not


def refitting(contingent: str, *places: str, **fields: Any) -> Any:
    return phase("Refit", contingent, *places, **fields)


def supported(unit: str, *places: str, **fields: Any) -> bool:
    contingent = {"UK": "anglo-french", "IS": "israel", "US": "us", "EG": "egypt", "SU": "ussr", "AL": "arab-league"}[
        unit[:2]
    ]
    s = refitting(contingent, *places, "6017 IS-Gar-Eilat", disrupted=[unit, *fields.pop("weak", [])])
    return has_support(s, s.game.unit(unit))


@pytest.mark.rule("musketeer", "21.2")
@pytest.mark.parametrize(
    ("contingent", "unit", "hex", "best"),
    [
        ("anglo-french", "UK-19", "2306", 3),
        ("israel", "IS-4", "5607", 3),
        ("us", "US-6-PMF", "2306", 3),
        ("egypt", "EG-7", "3314", 2),
        ("ussr", "SU-VOL", "3314", 2),
        ("arab-league", "AL-Armd", "3314", 1),
    ],
)
def test_r21_2_the_refit_table_for_ground_units(contingent: str, unit: str, hex: str, best: int) -> None:
    for die in range(1, 7):
        s = play(refitting(contingent, f"{hex} {unit}", "6017 IS-Gar-Eilat", disrupted=[unit]), f"roll {die}")
        assert disrupted(s, unit) == (die > best)
        assert s.actor is None


@pytest.mark.rule("musketeer", "21.2", "7.2")
def test_r21_2_only_the_activated_contingent_and_only_with_support() -> None:
    s = refitting("egypt", "3314 EG-7", "2220 EG-10", "5607 IS-4", disrupted=["EG-7", "EG-10", "IS-4"])
    assert s.actor == "chance"
    s = play(s, "roll 1")
    assert s.actor is None
    assert not disrupted(s, "EG-7")
    assert disrupted(s, "EG-10")
    assert disrupted(s, "IS-4")


@pytest.mark.rule("musketeer", "21.9", "21.8")
@pytest.mark.parametrize(
    ("contingent", "unit", "best"),
    [("anglo-french", "UK-Air-1", 3), ("israel", "IS-Air-1", 2), ("us", "US-Air-1", 4), ("egypt", "EG-Air-1", 1), ("ussr", "SU-Air-1", 2), ("arab-league", "AL-Air-1", 1)],
)  # fmt: skip
def test_r21_9_eliminated_airstrikes_return_to_the_reinforcement_box(contingent: str, unit: str, best: int) -> None:
    for die in (best, best + 1):
        s = play(refitting(contingent, f"eliminated {unit}", "6017 IS-Gar-Eilat"), f"roll {die}")
        assert where(s, unit) == (f"{contingent}-box" if die <= best else "eliminated")


@pytest.mark.rule("musketeer", "21.8")
def test_r21_8_eliminated_ground_units_never_return() -> None:
    s = refitting("egypt", "eliminated EG-7 EG-2-Div", "6017 IS-9")
    assert s.actor is None
    assert dead(s, "EG-7")


@pytest.mark.rule("musketeer", "25.8")
@pytest.mark.parametrize(
    ("contingent", "unit", "best"),
    [("anglo-french", "UK-MI6", 2), ("us", "US-SF", 2), ("egypt", "EG-Res", 3), ("egypt", "EG-Guerrilla-2a", 3), ("ussr", "SU-Sptznz", 2)],
)  # fmt: skip
def test_r25_8_special_forces_and_guerrillas_refit_like_airstrikes(contingent: str, unit: str, best: int) -> None:
    for die in (best, best + 1):
        s = play(refitting(contingent, f"eliminated {unit}", "6017 IS-Gar-Eilat"), f"roll {die}")
        assert where(s, unit) == (f"{contingent}-box" if die <= best else "eliminated")


@pytest.mark.rule("musketeer", "21.3", "21.5")
def test_r21_5_as_many_hexes_as_the_movement_factor_whatever_the_terrain() -> None:
    # UK-19 disrupted: movement 2; Alexandria 2306 held by another British unit
    assert supported("UK-19", "2207 UK-19", "2306 UK-29")
    assert not supported("UK-19", "2208 UK-19", "2306 UK-29")
    assert supported("UK-25-Armd", "2209 UK-25-Armd", "2306 UK-29")  # movement 4


@pytest.mark.rule("musketeer", "21.4")
def test_r21_4_sources_by_contingent() -> None:
    assert not supported("UK-19", "2307 UK-19", "2306 US-6-PMF")  # same contingent only
    assert supported("UK-19", "4011 UK-19", "4010 UK-29")  # an airbase
    assert not supported("UK-19", "3108 UK-19", "3109 UK-29")  # a town is none
    assert supported("IS-4", "5608 IS-4", "5607 IS-9")
    assert not supported("IS-4", "5107 IS-4", "5106 IS-9")  # a town, but not in Israel
    assert supported("EG-7", "5506 EG-7", "5505 SU-VOL")  # a fortification held by any East units
    assert not supported("EG-7", "5506 EG-7")  # not held
    assert supported("AL-Armd", "3313 AL-Armd", "3314 EG-7")
    assert supported("SU-VOL", "4011 SU-VOL", "4010 SU-KGB")
    assert not supported("SU-VOL", "4011 SU-VOL", "4010 EG-7")
    assert not supported("SU-VOL", "5604 SU-VOL", "5801 SU-KGB")  # no Egyptian airbase


@pytest.mark.rule("musketeer", "21.6")
def test_r21_6_twice_as_long_along_roads_and_tracks_all_the_way() -> None:
    assert supported("UK-19", "2408 UK-19", "2306 UK-29")  # 2306 2307 2308 2408: three hexes of road, movement 2
    assert supported("UK-19", "2409 UK-19", "2306 UK-29")  # four
    assert not supported("UK-19", "2510 UK-19", "2306 UK-29")  # five
    assert not supported("UK-19", "2309 UK-19", "2306 UK-29")  # three, off the road


@pytest.mark.rule("musketeer", "21.7", "13.2")
def test_r21_7_blocked_by_enemies_zones_and_the_sea() -> None:
    assert not supported("UK-19", "2308 UK-19", "2306 UK-29", "2307 EG-7")
    assert not supported("UK-19", "2308 UK-19", "2306 UK-29", "2207 EG-7")  # its zone covers 2307, 2407 remains
    assert supported("UK-19", "2308 UK-19", "2306 UK-29", "2207 EG-7", weak=["EG-7"])
    assert not supported("UK-19", "2308 UK-19", "2306 UK-29", "2307 UK-51", "2207 EG-7")  # friends do not negate zones
    assert not supported("UK-19", "5701 UK-19", "5306 UK-29")
    assert supported("EG-7", "3314 EG-7", "3313 UK-19")  # in the source itself, in a zone


@pytest.mark.rule("musketeer", "26.2")
def test_r26_2_air_supply_supports_one_hex_only() -> None:
    s = refitting("anglo-french", "2210 UK-19 UK-29", "2212 UK-51", disrupted=["UK-19", "UK-29", "UK-51"])
    assert set(options(s)) == {"decline", "supply 2212", "supply 2210"}
    assert refused(s, "supply 2306") == ("26.2",)
    s = play(s, "supply 2210", "roll 1", "roll 6")
    assert s.actor is None
    assert [disrupted(s, u) for u in ("UK-19", "UK-29", "UK-51")] == [False, True, True]
    s = refitting("egypt", "2210 EG-7", "6017 IS-9", disrupted=["EG-7"])
    assert s.actor is None  # no marker


@pytest.mark.rule("musketeer", "21.2", "23.0")
def test_r23_0_units_the_enemy_knows_are_rolled_for_first() -> None:
    """So that a named roll between two unnamed ones cannot bound who the hidden units are."""
    for known in ("EG-1", "EG-7"):
        s = phase(
            "Refit",
            "egypt",
            "3314 EG-1",
            "4012 EG-7",
            "5702 IS-Gar-Ashkelon",
            disrupted=["EG-1", "EG-7"],
            known=[known],
        )
        s = play(s, "roll 1")
        assert not disrupted(s, known)
        assert disrupted(s, {"EG-1": "EG-7", "EG-7": "EG-1"}[known])


@pytest.mark.rule("musketeer", "21.6", "21.5", "21.7")
def test_r21_6_lengths_at_their_limits_and_no_line_over_water() -> None:
    assert supported("UK-25-Armd", "1509 UK-25-Armd", "2306 UK-29")  # eight hexes of road, movement 4
    assert not supported("UK-25-Armd", "1510 UK-25-Armd", "2306 UK-29")  # nine
    assert not supported("UK-19", "3806 UK-19", "4005 UK-29")  # two hexes off, across Lake Manzala
    assert supported("UK-25-Armd", "3806 UK-25-Armd", "4005 UK-29")


@pytest.mark.rule("musketeer", "23.2", "21.7")
def test_r23_2_zones_that_alone_cut_a_line_are_revealed() -> None:
    def shown(unit: str, hex: str, *more: str) -> bool:
        places = (f"{hex} {unit}", "2306 UK-29", "2406 EG-1", "3314 EG-7", *more)
        s = refitting("anglo-french", *places, "6017 IS-9", disrupted=[unit])
        s = play(s, "decline") if "decline" in options(s) else s
        assert not s.known >> s.game.unit("EG-7") & 1
        return bool(s.known >> s.game.unit("EG-1") & 1)

    assert shown("UK-19", "2308")  # two hexes from Alexandria, which lies in the zone
    assert not shown("UK-19", "2209")  # too far in any case
    assert shown("UK-25-Armd", "1509")  # eight hexes of road
    assert not shown("UK-25-Armd", "1510")
    assert not shown("UK-19", "3806")  # water lies between, not a zone
    assert not shown("UK-19", "2308", "2307 EG-2")  # an enemy stands in the way itself


@pytest.mark.rule("musketeer", "26.2", "25.7", "26.3")
def test_r26_2_air_supply_and_a_last_look_round() -> None:
    s = refitting("us", "2210 US-6-PMF", "us-available US-SF", "2212 EG-7", "2306 EG-1")
    assert options(s) == ["decline", "recon US-SF"]  # nobody to supply
    s = play(s, "recon US-SF", "place US-SF 2212")
    assert s.known >> s.game.unit("EG-7") & 1
    s = refitting("egypt", "2220 EG-7", "egypt-available EG-Res", "2210 UK-19", disrupted=["EG-7"])
    assert options(s) == ["decline", "recon EG-Res"]  # no marker
    s = refitting("us", "2210 US-6-PMF", "2306 US-8-PMF", "2220 EG-7", disrupted=["US-6-PMF", "US-8-PMF"])
    assert options(s) == ["decline", "supply 2210"]  # Alexandria supports its own
    for wrong in ("supply", "supply 2210 2306", "feed 2210"):
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert "2306 holds no disrupted unit" in why_not(s, "supply 2306")
    assert refused(s, "recon US-6-PMF") == ("25.7",)
    assert play(s, "supply 2210").target == 0  # the marker is gone when the dice are thrown
    _, told = log(s, "decline")
    assert not [x for x in told if "Air supply" in x]


@pytest.mark.rule("musketeer", "21.2", "21.9", "25.8")
def test_r21_9_every_kind_has_its_own_column() -> None:
    for contingent, unit, best in (
        ("anglo-french", "FR-Air-3", 3), ("israel", "IS-Air-5", 2), ("us", "US-Air-6", 4), ("egypt", "EG-Air-4", 1),
        ("ussr", "SU-Air-5", 2), ("arab-league", "AL-Air-2", 1),
    ):  # fmt: skip
        for die in (best, best + 1):
            s = play(refitting(contingent, f"eliminated {unit}", "6017 IS-Gar-Eilat"), f"roll {die}")
            assert where(s, unit) == (f"{contingent}-box" if die <= best else "eliminated"), unit


@pytest.mark.rule("musketeer", "21.2", "23.0")
def test_r23_0_the_refit_of_a_hidden_unit_is_told_to_its_owner_only() -> None:
    def told(side: str, die: int, **fields: Any) -> list[str]:
        s = refitting("egypt", "3314 EG-7", "6017 IS-Gar-Eilat", disrupted=["EG-7"], **fields)
        return [x for x in log(s, f"roll {die}", side=side)[1] if x.startswith("EG-7")]

    for die, text in ((1, "EG-7 is combat effective again."), (6, "EG-7 does not refit.")):
        assert told("east", die) == [text]
        assert told("west", die) == []
        assert told("west", die, known=["EG-7"]) == [text]


@pytest.mark.rule("musketeer", "25.7", "23.3")
def test_r25_7_what_may_be_scouted() -> None:
    places = ("2209 US-CC-A", "2212 EG-10", "2220 EG-7", "us-available US-SF", "us-box US-Air-1", "2306 UK-19")
    s = fighting("us", *places, "2210 EG-1", known=["EG-7"])
    s = play(s, "recon US-SF")
    assert options(s) == ["place US-SF 2212", "place US-SF 2210"]
    assert s.choice.cuts_undo(s)  # what has been seen stays seen
    for wrong in ("place", "place US-SF", "place US-CC-A 2212", "place US-SF 2212 2210", "recon US-SF 2212"):
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert "2220 holds no unexamined enemy unit" in why_not(s, "place US-SF 2220")
    s = fighting("us", *places, "2210 EG-1", known=["EG-1", "EG-7", "EG-10"])
    assert not options(s, "recon")
    assert "known already" in why_not(s, "recon US-SF")
    for wrong in ("recon", "recon US-CC-A", "recon US-SF 2212"):
        assert "Only special forces" in why_not(s, wrong)


@pytest.mark.rule("musketeer", "21.9", "25.8", "25.5")
def test_r25_8_what_returns_is_told_by_its_own_paragraph() -> None:
    def told(contingent: str, unit: str) -> tuple[tuple[str, ...], str]:
        s = refitting(contingent, f"eliminated {unit}", "6017 IS-Gar-Eilat").copy()
        s.log = []
        s.apply("roll 1")
        return next((e.rules, str(e.text)) for e in s.log if "Reinforcement Box" in e.text)

    assert told("anglo-french", "FR-Air-3") == (("21.9",), "FR-Air-3 returns to the Reinforcement Box.")
    assert told("anglo-french", "UK-MI6") == (("25.8",), "UK-MI6 returns to the Reinforcement Box.")
    assert told("arab-league", "AL-Air-2") == (("21.9",), "AL-Air-2 returns to the Reinforcement Box.")
    assert told("ussr", "SU-Sptznz") == (("25.8",), "SU-Sptznz returns to the Reinforcement Box.")
    assert told("egypt", "EG-SC") == (("25.8",), "EG-SC returns to the Reinforcement Box.")
    assert told("egypt", "EG-Guerrilla-2b") == (("25.8",), "A guerrilla marker returns to the Reinforcement Box.")
