"""The edges of landings, flights and first entries, found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.middle_east_battles.displacement import candidates
from sandtable.games.middle_east_battles.formations import first_on_map
from sandtable.games.middle_east_battles.helicopters import leg, stage, way_off

from .table import ARISH, SUEZ, load, moving, options, play, position, refused, vp, where
from .test_bounds import said

AF = "anglo-french"


# Parachutes -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.11", "10.10", "5.5", "5.11", "5.7")
@pytest.mark.parametrize(
    ("title", "side", "unit", "places"),
    [
        (SUEZ, AF, "1P", ("holding 1P", "1825 1NG", "1823 845", "2020 A/6")),
        (ARISH, "israel", "1/Ma", ("holding 1/Ma", "2846 1/7", "2848 79/7/Tal", "2850 SC-Heli")),
    ],
)
def test_r9_11_a_parachute_landing_is_offered_wherever_it_is_allowed(
    title: str, side: str, unit: str, places: tuple[str, ...]
) -> None:
    s = position(title, f"PlayerTurn {side}", *places, turn=1)
    game, names = s.game, s.game.map.grid.names
    taken = {p.split()[0] for p in places if not p.startswith("holding")} - {
        where(s, u) for u in ("845", "SC-Heli")[:0]
    }
    flying = {where(s, game.name_of(u)) for u in bits(game.helicopters)}
    wanted = {names[h] for h in bits(game.clear) if names[h] not in taken or names[h] in flying}
    assert "decline" in options(s)
    assert set(options(s, "land")) == {f"land {unit} {h}" for h in wanted}
    for h in list(game.map.grid.hexes)[::7]:
        assert (s.check(f"land {unit} {names[h]}") is None) == (names[h] in wanted)
    for end in ("holding", "nowhere"):
        assert said(s, f"land {unit} {end}").endswith(f"{end} is not a hex of the map.")
    assert refused(s, "land Nobody 2849") == refused(s, f"land {game.name_of(0)} 2849")


@pytest.mark.rule("middle-east-battles", "9.11")
def test_r9_11_of_two_landings_one_is_left_after_the_first() -> None:
    s = position(SUEZ, f"PlayerTurn {AF}", "holding 1P 2P 3P", turn=1)
    assert "Drop up to 2 paratroop units" in s.prompt
    assert "Drop up to 1 paratroop unit " in play(s, "land 1P 1824").prompt


@pytest.mark.rule("middle-east-battles", "10.4", "10.7", "10.8")
def test_r10_8_the_first_of_a_dear_formation_whoever_it_is() -> None:
    game: Any = load(ARISH)
    for u in range(len(game.roster)):
        s = moving(ARISH, "israel", "2846 SF-Inf", turn=5)
        first_on_map(s, u)
        dear = game.roster[u].formation in ("4th Armored Division", "Shazli Force")
        assert vp(s) == ((0, 10) if game.matt >> u & 1 else (5, 0) if dear else (0, 0)), game.name_of(u)
        assert s.entered >> u & 1


# Helicopters ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.6", "5.14", "10.5")
def test_r10_5_a_helicopter_that_has_come_in_has_moved() -> None:
    s = play(moving(ARISH, "israel", "holding SC-Heli"), "fly SC-Heli 4620")
    assert refused(s, "fly SC-Heli 4621") == ("5.6",)
    assert not options(s, "fly")
    assert s.entered == 1 << s.game.unit("SC-Heli")
    assert play(moving(ARISH, "israel", "4620 SC-Heli"), "fly SC-Heli 4621").entered == 0  # it was there before
    assert refused(moving(ARISH, "israel", "4620 SC-Heli"), "fly SC-Heli holding") == ("5.14",)


@pytest.mark.rule("middle-east-battles", "5.14", "9.12")
def test_r9_12_words_that_are_no_flight() -> None:
    s = moving(SUEZ, AF, "2020 845", "2022 A/6", "eliminated JS")
    text = "Say from where to where: fly 845 holding-1825."
    for words in ("845", "845 2020-2019-2018", "845 2020-2019 2018", "845 nowhere", "845 7", "845 2020-2019 now"):
        assert said(s, f"fly {words}") == f"[9.12] {text}"
    assert said(s, "fly 845 2019-2018") == "[9.12] 845 starts from 2020."
    assert said(s, "fly Nobody 2019") == "[5.1] Nobody is not one of your units."
    assert said(s, "fly A/6 2019") == "[5.14] A/6 is not a helicopter."
    assert said(s, "fly JS holding") == "[9.12] JS is no longer in play."
    assert said(s, "fly 845 2020") == "[9.12] “2020” is no place to fly to."
    game: Any = s.game
    for h in list(game.map.grid.hexes)[::11]:
        if not game.sky >> h & 1:
            assert refused(s, f"fly 845 {game.map.grid.names[h]}") == ("9.12",)
    assert said(s, "fly 845+JS 2019") == "[5.1] 845+JS is not one of your units."


@pytest.mark.rule("middle-east-battles", "5.10", "9.10", "9.12")
def test_r9_12_the_last_point_is_enough_and_the_hex_over_which_it_leaves_is_told() -> None:
    for place in ("4703", "holding"):
        s = moving(SUEZ, AF, f"{place} 845")
        off, home = way_off(s, s.loc[s.game.unit("845")]), leg(s, s.loc[s.game.unit("845")], s.game.box("holding"))
        for to, cost in (("exited", off), ("holding", home)):
            if not cost:
                continue
            just = moving(SUEZ, AF, f"{place} 845", flown=f"[0, {120 - cost}]")
            short = moving(SUEZ, AF, f"{place} 845", flown=f"[0, {121 - cost}]")
            assert f"fly 845 {place}-{to}" in options(just)
            assert just.check(f"fly 845 {to}") is None
            assert f"fly 845 {place}-{to}" not in options(short)
            assert refused(short, f"fly 845 {to}") == ("5.10", "9.12")
        doors = bits(s.game.map.sets[s.game.exits])
        nearest = min(doors, key=lambda x: (leg(s, s.loc[s.game.unit("845")], x), x))
        assert stage(s, s.loc[s.game.unit("845")], "exited")[-2:] == [s.game.hex_name(nearest), "exited"]
        t = s.copy()
        t.log = []
        t.apply(f"fly 845 {place}-exited")
        assert f"845 leaves the map by {s.game.hex_name(nearest)}." in [str(e.text) for e in t.log]


@pytest.mark.rule("middle-east-battles", "9.10", "9.12", "5.11")
def test_r9_12_a_passenger_that_can_only_leave_the_map_is_taken() -> None:
    """One point is left: over the edge, or to a neighbour, and all of those are full."""
    game = load(SUEZ)
    near = bits(game.map.grid.adjacent[game.hex("4808")] & game.land)
    friends = ["A/6", "B/6", "C/6", "A/1", "B/1", "C/1"]
    places = [f"{game.hex_name(h)} {u}" for h, u in zip(near, friends)]
    s = moving(SUEZ, AF, "4808 JS 1P", *places, flown="[118, 0]")
    assert "lift 1P" in options(s)
    t = play(s, "lift 1P")
    assert options(t) == ["drop exited"]
    for text in ("drop", "drop exited exited", "leave exited"):
        assert "cannot be done now" in said(t, text)
    assert t.details("drop 4708") == {}
    t = t.copy()
    t.log = []
    t.apply("drop exited")
    assert [str(e.text) for e in t.log if "leaves" in str(e.text)] == [
        "1P leaves the map by 4808.", "JS leaves the map by 4808.",
    ]  # fmt: skip
    none = moving(SUEZ, AF, "4808 JS 1P", *places, flown="[119, 0]")
    assert said(none, "lift 1P") == "[9.12] JS cannot reach 1P and bring it anywhere."
    assert not options(none, "lift")
    again = play(moving(SUEZ, AF, "4005 JS 1P", "4105 A/6"), "lift 1P")
    assert "cannot be done now" in said(again, "drop 4006 4007")
    assert said(again, "drop holding") == "[9.12] holding is not a hex of the map."


@pytest.mark.rule("middle-east-battles", "5.6", "9.12")
def test_r9_12_who_has_gone_to_the_box_comes_back_in_the_same_phase() -> None:
    s = moving(SUEZ, AF, "holding 845", moved='["845"]')
    assert s.check("fly 845 1922") is None
    assert options(s, "fly 845 holding-1922")


@pytest.mark.rule("middle-east-battles", "5.10", "9.12")
def test_r9_12_a_delivery_that_is_too_far_says_what_the_whole_flight_takes() -> None:
    s = play(moving(SUEZ, AF, "4810 JS", "holding 42-Cdo"), "lift 42-Cdo")
    assert said(s, "drop 4810") == "[5.10, 9.12] JS has 60 movement points left; this flight takes 64."


# Those who cannot give way ------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "2.13", "7.13")
def test_r7_13_static_guns_do_not_give_way() -> None:
    s = moving(SUEZ, "egypt", "4005 PS-AA", "4105 1R")
    assert candidates(s, s.game.unit("PS-AA"), ()) == []
    assert candidates(s, s.game.unit("1R"), ()) != []


@pytest.mark.rule("middle-east-battles", "5.11", "7.12", "7.13")
def test_r7_13_a_displaced_unit_prefers_vacant_land_to_a_helicopters_hex_and_that_to_a_full_one() -> None:
    grid = load(SUEZ).map.grid
    near = [grid.names[h] for h in bits(grid.adjacent[load(SUEZ).hex("4005")])]

    def open_to(unit: str, *places: str) -> set[str]:
        s = moving(SUEZ, AF, *places)
        return {grid.names[h] for h in candidates(s, s.game.unit(unit), ())}

    friends = ["B/6", "C/6", "A/1", "B/1", "C/1", "1P"]
    assert open_to("A/6", "4005 A/6", f"{near[0]} JS") == set(near[1:])
    full = [f"{h} {u}" for h, u in zip(near[1:], friends)]
    assert open_to("A/6", "4005 A/6", f"{near[0]} JS", *full) == {near[0]}
    assert open_to("A/6", "4005 A/6", f"{near[0]} JS 845", *full) == set(near)  # somebody has to give way
    s = moving(SUEZ, AF, "2206 845")
    assert {s.game.land >> h & 1 for h in candidates(s, s.game.unit("845"), ())} == {1}  # though it flies over the sea


@pytest.mark.rule("middle-east-battles", "7.13", "7.14")
def test_r7_14_where_all_is_full_somebody_who_can_gives_way_in_turn() -> None:
    grid = load(SUEZ).map.grid
    near = [grid.names[h] for h in bits(grid.adjacent[load(SUEZ).hex("4005")])]

    def displaced(unit: str, waiting: str, *others: str) -> Any:
        lines = [f"at {h} {u}" for h, u in zip(["4005", *near], [unit, waiting, *others])]
        frame = f'> Displace {{"unit": "{unit}", "chain": ["{waiting}"]}}'
        return load(SUEZ).position("\n".join([SUEZ, "turn 2", *lines, frame]))

    s = displaced("2R", "1R", "PS-AA", "4-Inf", "1NG", "2NG", "3NG")
    ends = {a[-4:] for a in options(s)}
    assert ends
    assert ends <= set(near[2:])  # not the static battery's hex, nor that of the one who waits
    s = displaced("A/6", "B/6", "JS 845", "C/6", "A/1", "B/1", "C/1")
    s = play(s, f"displace A/6 4005-{near[1]}")
    assert s.game.name_of(s.choice.unit) == "JS"  # two helicopters fill a hex
