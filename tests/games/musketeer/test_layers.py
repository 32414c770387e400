"""Map layers and the notes on terrain: what the map shows and says."""

from __future__ import annotations

import pytest

import sandtable

from .table import BOOK, moving, position


def shown(s: object, name: str) -> dict[str, tuple[str, str]]:
    """By hex: what a layer writes into it and says of it."""
    return {h: (x["sign"], x["text"]) for h, x in s.game.overlay(s, "west", name).items()}  # type: ignore[attr-defined]


@pytest.mark.rule(BOOK, "13.0", "28.0")
def test_r13_0_the_layers_show_the_zones_of_each_side_where_units_can_go() -> None:
    s = moving("israel", "5412 IS-4", "4005 EG-7", "5702 IS-Gar-Ashkelon", disrupted=["IS-4"])
    assert set(shown(s, "zoc-west")) == {
        "5602",
        "5701",
        "5703",
        "5801",
        "5802",
    }  # not the sea, and not the disrupted unit
    east = shown(s, "zoc-east")
    assert "5602" not in east
    assert east["4006"] == ("", "zone of control [13.0]")


@pytest.mark.rule(BOOK, "21.4")
def test_r21_4_the_layers_show_whose_logistics_sources_they_are() -> None:
    s = moving("israel", "5412 IS-4", "3314 EG-Gar-Cairo", "5702 IS-Gar-Ashkelon", "2306 UK-19", "0304 SU-3-G")
    assert shown(s, "supply-west") == {
        "2306": ("", "logistics source of Anglo-French [21.4]"),
        "5702": ("", "logistics source of Israel [21.4]"),
    }
    assert shown(s, "supply-east") == {
        "3314": ("", "logistics source of Egypt and Arab League [21.4]"),
        "0304": ("", "logistics source of Egypt, Soviet Union and Arab League [21.4]"),
    }


@pytest.mark.rule(BOOK, "3.3")
def test_r3_3_the_layers_show_what_places_are_worth() -> None:
    s = moving("israel", "5412 IS-4", "3314 EG-Gar-Cairo")
    points = shown(s, "objectives")
    assert points["3314"] == ("15", "15 victory points [3.3]")
    assert points["5408"] == ("1", "1 victory point [3.3]")
    assert points["6017"] == ("5", "5 victory points [3.3]")  # for the East only
    assert len(points) == 21


@pytest.mark.rule(BOOK, "9.7", "9.8", "9.10", "14.4", "14.10")
def test_r9_7_terrain_notes_say_what_the_chart_says() -> None:
    notes = sandtable.load(BOOK).terrain_notes()
    assert notes["open"] == "1 Movement Point to enter; the attacker fires first"
    assert notes["desert"] == "2 Movement Points to enter; the attacker fires first"
    assert notes["rough"] == "3 Movement Points to enter; the defender fires first; 1 column for the defender"
    assert notes["city"] == "1 Movement Point to enter; the defender fires first; 3 columns for the defender"
    assert notes["airbase"] == notes["port"] == ""
    assert notes["canal"] == "+2 Movement Points to enter; 2 columns for the defender"
    assert notes["road"] == "⅓ Movement Points to enter"
    assert notes["track"] == "½ Movement Points to enter"
    assert notes["sea"] == notes["lake"] == "no unit may enter"


@pytest.mark.rule(BOOK, "2.5", "9.2", "14.2", "29.5", "23.0")
def test_counters_show_their_factors_and_what_they_have_done() -> None:
    s = position(
        "Move",
        "5412 IS-4 IS-9 IS-10 IS-7-Armd",
        "5414 IS-11",
        "5613 EG-7",
        "egypt-available EG-Guerrilla-2a EG-SC EG-Air-1",
        contingent="israel",
        disrupted=["IS-4"],
        moved=["IS-9"],
        landed=["IS-10"],
        attacked=["IS-7-Armd"],
        assaulting=["IS-11"],
        used=["EG-Air-1"],
    )
    units = {u["name"]: u for u in s.view("west")["units"] if not u.get("hidden")}
    assert {n: u["status"] for n, u in units.items() if u["status"]} == {
        "IS-4": ["disrupted"],
        "IS-9": ["moved"],
        "IS-10": ["moved"],
        "IS-7-Armd": ["attacked"],
        "IS-11": ["assaulting"],
        "EG-Air-1": ["used"],
    }
    u = s.game.unit
    assert units["IS-4"]["factors"] == [str(s.game.reduced_combat[u("IS-4")]), "4"]
    assert units["IS-9"]["factors"] == [str(s.game.combat[u("IS-9")]), "5"]
    assert units["EG-Guerrilla-2a"]["factors"] == [str(s.game.shift_of[u("EG-Guerrilla-2a")])]
    assert units["EG-SC"]["factors"] == units["EG-Air-1"]["factors"] == []


@pytest.mark.rule(BOOK, "2.5")
def test_r2_5_every_counter_shows_the_figures_that_are_printed_on_it() -> None:
    s = moving("israel", "5412 IS-4", "5613 EG-7")
    for u in s.game.roster.units:
        f = u.factors
        shown = [str(f["combat"]), str(f["movement"])] if f["class"] == "ground" else []
        assert s.game.factors(s, u.id) == ([str(f["shift"])] if u.type == "guerrilla" else shown), u.name
