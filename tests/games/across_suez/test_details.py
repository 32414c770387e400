"""What the components give, and what a player is told or warned of; found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable

from .table import BOTH, NEW, OLD, fighting, moving, options, play, refused
from .test_bounds import log
from .test_refusals import said


# Components -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "2.4", "2.7", "7.4", "10.0")
@pytest.mark.rule("across-suez-2021", "11.1", "12.2")
@pytest.mark.parametrize("book", BOTH)
def test_r2_7_what_the_counters_and_the_track_say(book: str) -> None:
    game: Any = sandtable.load(book).start().game  # made anew
    assert (game.last_turn, sorted(game.night_turns)) == (7, [1, 4, 7])
    unit = game.unit
    assert [game.allowance[unit(u)] for u in ("Reshef-1", "Reshef-2", "Baram-4")][:2] == [16, 24]
    assert [game.arrival[unit(u)] for u in ("Reshef-1", "23/1", "25/1", "Baram-1")] == [0, 2, 5, 3]
    entries = {u: game.hex_names([h]) for u in ("23/1", "23/4", "25/1") for h in [game.entry[unit(u)].bit_length() - 1]}
    assert {u: str(x) for u, x in entries.items()} == {"23/1": "0401", "23/4": "1301", "25/1": "0921"}
    assert game.entry[unit("Reshef-1")] == 0
    assert game.name_of(game.bridge) == "Baram-4"
    assert [game.armor >> unit(u) & 1 for u in ("Reshef-1", "Reshef-2", "16/1", "Sharon")] == [0, 1, 0, 0]
    assert [game.foot >> unit(u) & 1 for u in ("Reshef-1", "Reshef-2", "16/1", "Sharon")] == [1, 0, 1, 0]
    corner, inland = game.hex("0101"), game.hex("0909")
    assert (game.edge >> corner & 1, game.edge >> inland & 1) == (1, 0)
    assert [p.id for p in game.phases] == ["israel-movement", "israel-combat", "egypt-movement", "egypt-combat"]


@pytest.mark.rule("across-suez-2021", "10.0", "15.3", "15.5.2", "15.6")
def test_r15_0_what_the_options_make_of_the_counters() -> None:
    def with_options(**options: Any) -> Any:
        return sandtable.load(NEW).start(options).game

    for choice, kinds in (("armor", (1, 0)), ("mech", (0, 1)), ("neither", (0, 0))):
        game = with_options(cavalry=choice)
        u = game.unit("Sharon")
        assert (game.armor >> u & 1, game.foot >> u & 1) == kinds
    game = with_options(airborne_units=True)
    assert game.may_land == 0
    game = with_options(airborne_units=True, airborne_operations=True, marines=True)
    assert game.may_land >> game.unit("I/35") & 1
    assert not game.may_land >> game.unit("Reshef-1") & 1
    marines = game.unit("1/130")
    assert game.entry[marines].bit_count() == 1
    by_sea = with_options(amphibious=True)
    entry = by_sea.entry[by_sea.unit("1/130")]
    sets = by_sea.map.sets
    assert entry == sets["canal_north_of_matzmed"] | sets["shore_south_of_lakekan"]
    assert entry.bit_count() == sets["canal_north_of_matzmed"].bit_count() + sets["shore_south_of_lakekan"].bit_count()


@pytest.mark.rule("across-suez-1980", "4.2", "12.0")
@pytest.mark.rule("across-suez-2021", "5.4", "8.0")
def test_r4_2_the_ground_in_words() -> None:
    old, new = (sandtable.load(b).terrain_notes() for b in BOTH)
    assert old["clear"] == "1 Movement Point to enter"
    assert old["sand"] == "3 Movement Points to enter"
    assert old["road"] == "½ Movement Points to enter"
    assert old["bar_lev"] == "1 Movement Point to enter; the defender gains 1 column"
    assert old["chinese_farm"] == "3 Movement Points to enter; the defender gains 2 columns"
    assert old["ridge"] == "2 more Movement Points to cross"
    assert old["swamp"] == "no unit may enter"
    assert old["lake_hexside"] == "no unit may cross a side that is all lake"
    assert "enter_map" not in old
    assert ("canal_hexside" in old, "canal_hexside" in new) == (False, True)


@pytest.mark.rule("across-suez-1980", "2.2", "2.3")
@pytest.mark.rule("across-suez-2021", "16.0")
def test_r2_3_the_charts_of_one_edition() -> None:
    old, new = (sandtable.load(b).charts() for b in BOTH)
    assert (old["combat_results"].columns, new["combat_results"].columns) == (("1980 6.3",), ("2021 7.3",))
    assert (old["movement_cost"].columns, new["movement_cost"].columns) == (("1980",), ("2021",))
    assert len(old["crt"].rows) == len(new["crt"].rows) == 6
    assert len(old["crt"].column_min) == 7
    assert (len(old["sequence"].rows), len(new["sequence"].rows)) == (4, 5)
    assert (len(old["night"].rows), len(new["night"].rows)) == (4, 5)
    assert "canal_hexside" not in old["movement_cost"].rows
    assert "lake_coast" not in new["movement_cost"].rows


# Marks and layers -----------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "5.3", "13.2")
@pytest.mark.rule("across-suez-2021", "7.1", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r5_3_the_marks_of_a_unit(book: str) -> None:
    s = fighting(book, "egypt", "0610 Matt-1", "0511 Matt-2", "0611 16/4", turn=3)
    u = s.game.unit("Matt-1")
    assert s.game.status(s, u) == []
    s = play(s, "bombard Matt-1", "roll 6")
    assert s.game.status(s, u) == ["bombarded"]
    assert s.game.status(s, s.game.unit("Matt-2")) == []
    assert s.game.status(s, s.game.unit("16/4")) == []
    s = moving(book, "israel", "0610 Matt-1", "0511 Matt-2", "0611 16/4", turn=3)
    s.fought = 1 << u
    assert s.game.status(s, u) == []  # in the Movement Phase nobody has fought yet
    s = play(s, "move Matt-2 0510")
    assert s.game.status(s, s.game.unit("Matt-2")) == ["moved"]


@pytest.mark.rule("across-suez-1980", "13.4")
@pytest.mark.rule("across-suez-2021", "9.1")
@pytest.mark.parametrize("book", BOTH)
def test_r13_4_the_tracks_beside_the_map(book: str) -> None:
    def track(s: Any, name: str) -> Any:
        return next(t["value"] for t in s.game.tracks(s, "israel") if t["id"] == name)

    s = moving(book, "israel", "0610 Matt-1", "across Amir-1", "0611 16/4", turn=3)
    assert (track(s, "support"), track(s, "across"), track(s, "turn")) == (2, 1, 3)
    s.supported = 5
    assert track(s, "support") == 0


@pytest.mark.rule("across-suez-1980", "10.0")
@pytest.mark.rule("across-suez-2021", "12.2")
@pytest.mark.parametrize("book", BOTH)
def test_r10_0_what_the_enemy_can_do_next_is_seen_by_the_light_of_that_turn(book: str) -> None:
    """After Egypt has moved on turn 3, its next move is by night on turn 4; before that it is by day."""

    def reach(side: str, turn: int) -> int:
        s = moving(book, side, "0610 Matt-1", "1409 16/6", turn=turn)
        return len(s.game.overlay(s, "israel", "move-threat"))

    day, night = reach("israel", 3), reach("israel", 4)
    assert night < day
    assert reach("egypt", 3) == day
    s = fighting(book, "egypt", "0610 Matt-1", "0611 16/4", "1409 16/6", turn=3)
    t = fighting(book, "egypt", "0610 Matt-1", "0611 16/4", "1409 16/6", turn=2)
    assert len(s.game.overlay(s, "israel", "move-threat")) < len(t.game.overlay(t, "israel", "move-threat"))
    last = fighting(book, "egypt", "0610 Matt-1", "0611 16/4", "1409 16/6", turn=6)
    end = moving(book, "israel", "0610 Matt-1", "0611 16/4", "1409 16/6", turn=7)
    assert len(last.game.overlay(last, "israel", "move-threat")) == len(end.game.overlay(end, "israel", "move-threat"))


# The movement phase ---------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.0", "4.1")
@pytest.mark.rule("across-suez-2021", "5.1", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_0_what_is_no_move(book: str) -> None:
    s = moving(book, "israel", "0610 Reshef-1", "0909 Matt-2", "0611 16/4", turn=3)
    for text in ("move", "move Reshef-1 0609 0608", "drive Reshef-1 0609", "move nobody 0609", "move 16/4 0609"):
        assert refused(s, text)
    assert said(s, "move nobody 0609").endswith("nobody is not one of your units.")
    assert said(s, "move 16/4 0609").endswith("16/4 is not one of your units.")
    assert said(s, "move Reshef-1").endswith("Say where: move Reshef-1 HEX.")
    assert said(s, "move Reshef-1 9999").endswith("There is no hex 9999 on the map.")
    assert said(s, "move Reshef-1 0610-9999").endswith("There is no hex 9999 on the map.")
    assert said(s, "move Reshef-1 0610-0609-x").endswith("There is no hex x on the map.")
    assert s.details("move nobody 0609") == {}
    assert s.details("move Reshef-1 9999") == {}
    assert s.details("move Reshef-1 0610-1515") == {}


@pytest.mark.rule("across-suez-1980", "4.4", "14.2")
@pytest.mark.rule("across-suez-2021", "5.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_4_a_player_is_warned_before_he_stacks(book: str) -> None:
    s = moving(book, "israel", "0610 Matt-1", "0909 Matt-2", "0910 Matt-3", "0112 Baram-4", "1503 16/4", turn=3)
    onto = s.details("move Matt-2 0910")
    assert onto["warning"] == "Matt-3 must move on in this phase."
    assert onto["enemy_controlled"] is False
    assert "warning" not in s.details("move Matt-2 0908")
    moved = play(s, "move Matt-3 1010")
    if book == OLD:
        stays = "Matt-3 stays there: one of the units will be lost."
        assert moved.details("move Matt-2 1010")["warning"] == stays
    assert moved.details("move Baram-4 0111")["warning"] == "The bridge leaves Matzmed: Egypt wins at once."
    assert "warning" not in moved.details("end")
    near = moving(book, "israel", "0610 Matt-1", "0612 16/4", turn=3)
    assert near.details("move Matt-1 0611")["enemy_controlled"] is True
    if book == OLD:
        both = play(moved, "move Matt-2 1010")
        assert both.details("end")["warning"] == "Matt-2 and Matt-3 stand in 1010: all but one of them will be lost."
    across = moving(book, "israel", "0111 Matt-1", "0511 Baram-4", turn=3)
    d = across.details("cross Matt-1 0111-0112")
    assert d["path"] == ["0111", "0112", "across"]
    assert "enemy_controlled" not in d


@pytest.mark.rule("across-suez-1980", "7.1")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_1_an_entry_is_told_with_its_way(book: str) -> None:
    s = moving(book, "israel", "reinforcements Amir-1 Amir-2", turn=2)
    assert log(s, "enter Amir-1 1708") == ["Amir-1 enters in 1708."]
    assert log(s, "enter Amir-1 1708-1707") == ["Amir-1 enters in 1708 and moves to 1707."]
    assert s.details("enter Amir-1 1707")["path"][0] == "1708"


@pytest.mark.rule("across-suez-2021", "5.2")
def test_r5_2_the_phase_does_not_end_while_one_of_two_can_still_move() -> None:
    s = moving(NEW, "israel", "0910 Matt-1", "0909 Matt-2", "1503 16/4", turn=3)
    s = play(s, "move Matt-2 0910")
    assert refused(s, "end") == ("5.2",)
    assert said(s, "end").endswith("Matt-1 and Matt-2 stand in 0910: move one of them away first.")
    assert "end" not in options(s)
    s = play(s, "move Matt-1 0911")
    assert s.check("end") is None


@pytest.mark.rule("across-suez-1980", "4.4")
def test_r4_4_the_enemy_removes_one_of_two() -> None:
    s = moving(OLD, "israel", "0910 Matt-1", "0909 Matt-2", "1503 16/4", turn=3)
    s = play(s, "move Matt-2 0910", "end")
    assert (s.actor, options(s)) == ("egypt", ["remove Matt-1", "remove Matt-2"])
    assert said(s, "remove 16/4").endswith("16/4 does not stand in 0910: remove Matt-1 or Matt-2.")
    for text in ("remove", "remove Matt-1 Matt-2", "keep Matt-1"):
        assert refused(s, text)


@pytest.mark.rule("across-suez-2021", "15.1")
def test_r15_1_where_ii_23_may_not_be_set_up() -> None:
    s = sandtable.load(NEW).start({"airborne_units": True})
    for text in ("place", "place II/23", "put II/23 0609", "place II/23 0609 0309"):
        assert refused(s, text)
    assert said(s, "place II/23 9999").endswith("There is no hex 9999 on the map.")
    assert said(s, "place Matt-1 0609").endswith("Matt-1 is not set up now: II/23 is.")
    assert said(s, "place II/23 1708").endswith("1708 is not next to a unit of the Reshef brigade.")
    assert "are there" in said(s, "place II/23 0210") or "is there" in said(s, "place II/23 0210")
    lake = next(
        name
        for name in (str(s.game.hex_name(h)) for h in s.game.map.grid.hexes)
        if not s.game.terrain.enterable >> s.game.hex(name) & 1
    )
    assert "prohibited" in said(s, f"place II/23 {lake}")


@pytest.mark.rule("across-suez-2021", "15.4")
def test_r15_4_a_commandos_strength_by_night_is_explained() -> None:
    for turn, why in ((3, False), (4, True)):
        s = fighting(NEW, "israel", "0610 IL-Cdo-A", "0611 16/4", turn=turn, commandos=True)
        s = play(s, "attack 16/4", "with IL-Cdo-A")
        line = s.forecast()["attackers"][0]
        assert ("why" in line) == why


# Exactly enough -------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "11.0", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_0_exactly_enough_points_for_the_ferry(book: str) -> None:
    """Five points to Matzmed and three for the ferry, of eight."""
    game: Any = sandtable.load(book)
    found = 0
    for h, need in type(game).to_matzmed.func(game).items():
        if need not in (10, 11):
            continue
        s = moving(book, "israel", f"{game.hex_name(h)} Matt-1", "1503 16/4", "0511 Baram-4", turn=3)
        assert any(a.verb == "cross" for a in s.options()) == (need == 10), game.hex_name(h)
        found += need == 10
    assert found > 3


@pytest.mark.rule("across-suez-1980", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_how_far_every_hex_is_from_matzmed(book: str) -> None:
    from sandtable.core import reach

    game: Any = sandtable.load(book)
    far = type(game).to_matzmed.func(game)
    assert far[game.matzmed] == 0
    for h in game.map.grid.hexes:
        if game.terrain.enterable >> h & 1 and h != game.matzmed:
            cost = reach(game.terrain.edges, h, max(game.allowance)).cost.get(game.matzmed)
            assert far.get(h) == cost


@pytest.mark.rule("across-suez-1980", "4.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_which_ground_is_closed_to_whom(book: str) -> None:
    game: Any = sandtable.load(book)
    rule, ground = game.edition.rule, game.terrain
    for h in game.map.grid.hexes:
        for u in (game.bridge, game.unit("Matt-1")):
            refusal = game.closed_to(u, h)
            bound = u == game.bridge and game.edition.bridge_keeps_to_clear_and_road
            if not ground.enterable >> h & 1:
                assert refusal.rules == (rule.terrain,)
            elif bound and not ground.clear_and_road >> h & 1:
                assert refusal.rules == (rule.bridge_terrain,)
            else:
                assert refusal is None


@pytest.mark.rule("across-suez-1980", "4.0", "7.1", "14.0")
@pytest.mark.rule("across-suez-2021", "5.1", "11.0", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r7_1_short_forms(book: str) -> None:
    s = moving(book, "israel", "1707 Amir-1", "reinforcements Baram-4 Amir-2", "1503 16/4", turn=3)
    assert s.check("move Amir-1 1708") is None  # a unit on the map moves to the hex where it once came in
    assert play(s, "move Amir-1 1708").loc[s.game.unit("Amir-1")] == s.game.hex("1708")
    assert "enter Baram-4 1708" in options(s)
    assert str(s.game.goal(s, "israel")["parts"][1]["now"]) == "still to come"
    assert "cannot be done now" in said(s, "move Amir-1 1706 1705")
    egypt = moving(book, "egypt", "1707 Amir-1", "1503 16/4", "0909 25/4", turn=3)
    assert said(egypt, "move nobody 0910").endswith("nobody is not one of your units.")


@pytest.mark.rule("across-suez-2021", "6.1", "13.1", "15.4")
def test_r6_1_in_matzmed_the_ferry_is_a_way_out() -> None:
    from sandtable.games.across_suez.movement import is_hemmed_in

    s = moving(NEW, "israel", "0112 Matt-1", "0111 16/1", "0211 16/2", "0212 16/3", turn=3)
    u = s.game.unit("Matt-1")
    assert not is_hemmed_in(s, u)
    s.ferried = 2
    assert is_hemmed_in(s, u)


def test_a_step_that_speaks_of_a_unit_needs_it_somewhere() -> None:
    text = 'across-suez-1980\nturn 3\nat 0909 Matt-1\n> BuildAttack {"side": "israel", "target": "16/4"}'
    with pytest.raises(ValueError, match="speaks of 16/4"):
        sandtable.load(OLD).position(text)


@pytest.mark.rule("across-suez-1980", "4.0", "7.1", "14.2")
@pytest.mark.rule("across-suez-2021", "5.1", "11.0", "14.2", "15.5.1")
@pytest.mark.parametrize("book", BOTH)
def test_r4_0_the_log_tells_where_units_go_and_come_in(book: str) -> None:
    def told(s: Any, action: str) -> list[tuple[str, tuple[str, ...]]]:
        t = s.copy()
        t.log = []
        t.apply(action)
        return [(str(e.text), tuple(map(str, e.at))) for e in t.log]

    s = moving(book, "israel", "1707 Amir-1", "reinforcements Amir-2", "1503 16/4", turn=3)
    assert told(s, "move Amir-1 1707-1706-1606") == [("Amir-1 moves 1707 to 1606.", ("1707", "1606"))]
    assert told(s, "enter Amir-2 1708") == [("Amir-2 enters in 1708.", ("1708",))]
    assert told(s, "enter Amir-2 1708-1608") == [("Amir-2 enters in 1708 and moves to 1608.", ("1608",))]
    if book == NEW:
        air = moving(NEW, "israel", "reinforcements IL-Abn", "1503 16/4", turn=4, airborne_operations=True)
        assert told(air, "land IL-Abn 0810") == [("IL-Abn lands in 0810.", ("0810",))]
        assert air.details("land IL-Abn 0810") == {}
    assert s.details("move 16/4 1503-1504") == s.details("move Amir-1 1706 1606") == s.details("go Amir-1 1706") == {}


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_the_bridge_in_place_holds_nobody_else(book: str) -> None:
    s = moving(book, "israel", "0112 Baram-4", "0610 Matt-1", "1503 16/4", turn=3)
    assert options(s, "move Matt-1")
    assert not options(s, "move Baram-4")
    assert s.words(("move",)) == ("Matt-1",)


@pytest.mark.rule("across-suez-1980", "4.4")
def test_r4_4_a_unit_that_comes_back_to_a_friend_who_stays_is_warned() -> None:
    s = play(moving(OLD, "israel", "0910 Matt-1", "0909 Matt-2", "1503 16/4", turn=3), "move Matt-2 0910")
    warning = "Matt-2 stays there: one of the units will be lost."
    assert s.details("move Matt-1 0910-0911-0910")["warning"] == warning
    assert "warning" not in s.details("move Matt-1 0910-0911")


@pytest.mark.rule("across-suez-2021", "5.2", "12.2", "15.4")
def test_r5_2_a_commando_whose_only_way_is_too_dear_cannot_move() -> None:
    """By night it has four points; the hexes that cost no more are taken by the enemy, whose zones it does not feel."""
    game: Any = sandtable.load(NEW).configured({"commandos": True})
    u = game.unit("EG-Cdo-A")
    h = next(h for h in game.map.grid.hexes if any(cost > 8 for _, cost in game.edges(u)[h]))
    cheap = [game.hex_name(n) for n, cost in game.edges(u)[h] if cost <= 8]
    enemies = [game.name_of(v) for v in game.units_of["israel"] if v != game.bridge]
    taken = [f"{n} {v}" for n, v in zip(cheap, enemies)]
    s = moving(NEW, "egypt", f"{game.hex_name(h)} EG-Cdo-A", "1503 16/4", *taken, turn=4, commandos=True)
    assert not options(s, "move EG-Cdo-A")
    assert "EG-Cdo-A" not in s.words(("move",))
    free = moving(NEW, "egypt", f"{game.hex_name(h)} EG-Cdo-A", "1503 16/4", turn=4, commandos=True)
    assert "EG-Cdo-A" in free.words(("move",))
