"""[1980 3.0-4.5, 10.0; 2021 4.0-6.1, 12.2] Sequence, movement, zones of control, night."""

from __future__ import annotations

import pytest

import sandtable

from .table import BOTH, NEW, OLD, cost, destinations, moving, options, play, position, refused, where


# Sequence -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "3.0")
@pytest.mark.rule("across-suez-2021", "4.0", "4.1", "4.2", "4.3")
@pytest.mark.parametrize("book", BOTH)
def test_r3_0_israel_moves_and_fights_then_egypt_seven_times(book: str) -> None:
    s = position(book, "GameTurn", "0608 Reshef-3", "0708 14/21/3", turn=2)
    phases = []
    while s.actor:
        phases.append((s.turn, s.game.phase(s)))
        s = play(s, "end")
    order = ["israel-movement", "israel-combat", "egypt-movement", "egypt-combat"]
    expected = []
    for turn in range(2, 8):
        expected += [(turn, phase) for phase in order]
        if turn not in (4, 7):
            expected.append((turn, "egypt-combat"))  # the bombardment, then the attacks
    assert phases == expected
    assert s.outcome is not None


@pytest.mark.rule("across-suez-1980", "4.0")
@pytest.mark.rule("across-suez-2021", "5.1")
@pytest.mark.parametrize("book", BOTH)
def test_r4_0_only_own_units_each_once_until_the_player_ends(book: str) -> None:
    s = moving(book, "israel", "0608 Reshef-3", "0612 Matt-2", "1004 16/6")
    assert refused(s, "move 16/6 1004-1005") == (s.game.edition.rule.movement,)
    s = play(s, "move Reshef-3 0608-0609")
    assert refused(s, "move Reshef-3 0609-0608") == (s.game.edition.rule.movement,)
    assert not options(s, "move Reshef-3")
    s = play(s, "move Matt-2 0612-0613")
    assert s.actor == "israel"
    s = play(s, "end")
    assert s.actor is None


@pytest.mark.rule("across-suez-1980", "4.0")
@pytest.mark.rule("across-suez-2021", "5.1")
def test_r4_0_hex_by_hex() -> None:
    s = moving(OLD, "israel", "0608 Reshef-3")
    assert refused(s, "move Reshef-3 0608-0610") == ("4.0",)
    assert refused(s, "move Reshef-3 0609-0610") == ("4.0",)
    assert refused(s, "move Reshef-3 0608") == ("4.0",)
    assert refused(s, "move Reshef-3 0608-9999") == ("4.0",)


@pytest.mark.rule("across-suez-1980", "4.1", "2.7")
@pytest.mark.rule("across-suez-2021", "5.1", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_1_a_unit_never_exceeds_its_allowance(book: str) -> None:
    s = moving(book, "israel", "0708 Matt-1")  # allowance 8, open ground
    straight = [f"07{r:02d}" for r in range(8, 17)]
    assert s.check("move Matt-1 " + "-".join(straight)) is None
    assert s.game.edition.rule.allowance in refused(s, "move Matt-1 " + "-".join([*straight, "0717"]))
    assert destinations(s, "Matt-1") >= {"0716", "0709"}
    assert "1401" not in destinations(s, "Matt-1")
    assert s.check("end") is None  # nobody has to move


# Terrain --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.2")
@pytest.mark.rule("across-suez-2021", "5.3", "5.4")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_road_only_through_the_road_hexside(book: str) -> None:
    s = moving(book, "israel", "0307 Matt-1", "0205 Matt-3", "0404 Matt-2")
    assert cost(s, "move Matt-1 0307-0306") == 0.5
    assert cost(s, "move Matt-3 0205-0306") == 3
    assert cost(s, "move Matt-2 0404-0305-0306-0307") == 1.5
    s = moving(book, "israel", "0809 Matt-1", "0810 Matt-3")
    assert cost(s, "move Matt-3 0810-0910") == 0.5  # the Farm by road
    assert cost(s, "move Matt-1 0809-0910") == 3


@pytest.mark.rule("across-suez-1980", "4.2")
@pytest.mark.rule("across-suez-2021", "5.3")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_ridge_cost_is_added(book: str) -> None:
    s = moving(book, "israel", "1405 Raviv-1", "1404 Raviv-2", "1608 Amir-1")
    assert cost(s, "move Raviv-1 1405-1505") == 5
    assert cost(s, "move Raviv-2 1404-1505") == 3
    assert cost(s, "move Amir-1 1608-1609") == 5
    assert cost(s, "move Raviv-1 1405-1305") == 1


@pytest.mark.rule("across-suez-1980", "4.2")
def test_r4_2_a_trail_is_paid_wherever_its_hexside_is_crossed_1980() -> None:
    s = moving(OLD, "egypt", "1208 16/8", "1206 16/9")
    assert cost(s, "move 16/9 1206-1207") == 2
    assert cost(s, "move 16/8 1208-1209") == 2  # the trail, although the hex is clear [ruling AS-04]
    assert cost(s, "move 16/8 1208-1109-1209") == 2  # round it, through clear hexes


@pytest.mark.rule("across-suez-2021", "5.4")
def test_r5_4_a_trail_may_be_used_2021() -> None:
    s = moving(NEW, "egypt", "1208 16/8", "1206 16/9")
    assert cost(s, "move 16/9 1206-1207") == 2
    assert cost(s, "move 16/8 1208-1209") == 1


@pytest.mark.rule("across-suez-1980", "4.2")
@pytest.mark.rule("across-suez-2021", "5.3")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_the_dearer_of_two_terrains(book: str, tmp_path: object) -> None:
    from pathlib import Path

    from sandtable.games import across_suez

    folder = Path(str(tmp_path))
    text = across_suez._source().text("map.toml")
    (folder / "map.toml").write_text(text.replace('hexes = "0102 0107"', 'hexes = "0102 0801"'))  # a fort on sand
    game = sandtable.load(book, overlay=folder)
    assert game.terrain.own_cost[game.hex("0801")] == 6
    assert game.terrain.shift(game.hex("0801"), 0) == (-1, "bar_lev")


@pytest.mark.rule("across-suez-1980", "4.2", "2.2")
@pytest.mark.rule("across-suez-2021", "5.3")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_swamp_and_lake_are_prohibited(book: str) -> None:
    s = moving(book, "israel", "0412 Matt-1", "0112 Sharon")
    rule = s.game.edition.rule.terrain
    assert refused(s, "move Matt-1 0412-0413") == (rule,)
    assert refused(s, "move Sharon 0112-0113") == (rule,)
    assert refused(s, "move Sharon 0118") == (rule,)
    assert not destinations(s, "Matt-1") & {"0413", "0313"}


@pytest.mark.rule("across-suez-1980", "4.2")
@pytest.mark.rule("across-suez-2021", "5.3", "6.0")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_an_all_lake_hexside_cannot_be_crossed(book: str, tmp_path: object) -> None:
    s = _with_lake_hexside(book, tmp_path, "israel", "0708 Matt-1")
    assert refused(s, "move Matt-1 0708-0709") == (s.game.edition.rule.terrain,)
    assert "0709" in destinations(s, "Matt-1")  # the long way round
    assert len(next(a for a in s.options() if a.args[1:] and a.args[1].endswith("-0709")).args[1].split("-")) == 3


def _with_lake_hexside(book: str, tmp_path: object, side: str, *places: str) -> object:
    """The map with an all-lake hexside between 0708 and 0709."""
    from pathlib import Path

    from sandtable.games import across_suez

    folder = Path(str(tmp_path))
    text = across_suez._source().text("map.toml")
    extra = '\n[[hexside]]\nkind = "lake"\npairs = "0708/0709"\nbasis = "invented"\nwhy = "a test"\n'
    (folder / "map.toml").write_text(text + extra)
    game = sandtable.load(book, overlay=folder)
    lines = [book, "turn 2", *(f"at {p}" for p in places), f'> PlayerTurn {{"side": "{side}"}}']
    return game.position("\n".join(lines))


# Other units ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.3")
@pytest.mark.rule("across-suez-2021", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_3_no_unit_enters_an_enemy_unit(book: str) -> None:
    s = moving(book, "israel", "0708 Matt-1", "0709 16/4")
    assert refused(s, "move Matt-1 0708-0709") == (s.game.edition.rule.enemy_hex,)
    assert "0709" not in destinations(s, "Matt-1")


@pytest.mark.rule("across-suez-1980", "4.4")
@pytest.mark.rule("across-suez-2021", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_4_friends_may_be_passed(book: str) -> None:
    s = moving(book, "israel", "0708 Matt-1", "0709 Matt-2")
    assert s.check("move Matt-1 0708-0709-0710") is None


@pytest.mark.rule("across-suez-1980", "4.4")
@pytest.mark.rule("across-suez-2021", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_4_two_units_may_change_places(book: str) -> None:
    s = moving(book, "israel", "0708 Matt-1", "0709 Matt-2")
    s = play(s, "move Matt-1 0708-0709", "move Matt-2 0709-0708", "end")
    assert (where(s, "Matt-1"), where(s, "Matt-2")) == ("0709", "0708")


@pytest.mark.rule("across-suez-1980", "4.4")
def test_r4_4_the_opponent_chooses_who_is_lost_1980() -> None:
    s = moving(OLD, "israel", "0708 Matt-1", "0709 Matt-2", "0710 Matt-3")
    s = play(s, "move Matt-1 0708-0709", "move Matt-3 0710-0709")
    assert "lost" in s.details("end")["warning"]
    s = play(s, "end")
    assert s.actor == "egypt"
    assert options(s) == ["remove Matt-1", "remove Matt-2", "remove Matt-3"]
    s = play(s, "remove Matt-2")
    assert s.actor == "egypt"  # two are left
    s = play(s, "remove Matt-1")
    assert (where(s, "Matt-1"), where(s, "Matt-2"), where(s, "Matt-3")) == ("eliminated", "eliminated", "0709")
    assert s.actor is None


@pytest.mark.rule("across-suez-1980", "4.4")
def test_r4_4_stopping_on_a_friend_who_has_moved_is_accepted_but_not_suggested_1980() -> None:
    s = moving(OLD, "israel", "0708 Matt-1", "0709 Matt-2")
    s = play(s, "move Matt-2 0709-0710")
    assert "0710" not in destinations(s, "Matt-1")
    assert "warning" in s.details("move Matt-1 0708-0709-0710")
    assert s.check("move Matt-1 0708-0709-0710") is None


@pytest.mark.rule("across-suez-2021", "5.2")
def test_r5_2_the_phase_may_not_end_with_two_units_in_a_hex_2021() -> None:
    s = moving(NEW, "israel", "0708 Matt-1", "0709 Matt-2")
    s = play(s, "move Matt-1 0708-0709")
    assert refused(s, "end") == ("5.2",)
    assert "end" not in options(s)
    s = play(s, "move Matt-2 0709-0710")
    assert s.check("end") is None
    s = moving(NEW, "israel", "0708 Matt-1", "0709 Matt-2")
    s = play(s, "move Matt-2 0709-0710")
    assert refused(s, "move Matt-1 0708-0709-0710") == ("5.2",)


@pytest.mark.rule("across-suez-2021", "5.2")
def test_r5_2_no_dead_end_when_they_cannot_be_parted_2021() -> None:
    """Matt-2 cannot leave 0112: all ways lead into zones of control where friends stay [ruling AS-02]."""
    s = sandtable.load(NEW).position(
        """
        across-suez-2021
        turn 1
        moved ["Reshef-1", "Sharon", "Erez-1", "Matt-1"]
        at 0112 Matt-1 Matt-2
        at 0111 Reshef-1
        at 0211 Sharon
        at 0212 Erez-1
        at 0110 16/4
        at 0312 16/5
        > MovementPhase {"side": "israel"}
        > EndOfMovement {"side": "israel"}
        """
    )
    assert options(s) == ["end"]
    s = play(s, "end")
    assert s.actor == "egypt"
    assert options(s) == ["remove Matt-1", "remove Matt-2"]


# Zones of control -----------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.5")
@pytest.mark.rule("across-suez-2021", "5.2", "6.0", "6.1")
@pytest.mark.parametrize("book", BOTH)
def test_r4_5_a_unit_stops_next_to_the_enemy(book: str) -> None:
    s = moving(book, "israel", "0711 Matt-1", "0708 16/4")
    refusal = s.check("move Matt-1 0711-0710-0709-0808")
    assert refusal.rules == (s.game.edition.rule.stop,)
    assert refusal.text == "Matt-1 must stop in 0709: adjacent to 16/4."
    assert s.check("move Matt-1 0711-0710-0709") is None
    ring = {"0707", "0709", "0607", "0608", "0807", "0808"}
    assert ring <= destinations(s, "Matt-1") | {"0707"}  # each is a place to stop


@pytest.mark.rule("across-suez-1980", "4.5")
@pytest.mark.rule("across-suez-2021", "6.1")
@pytest.mark.parametrize("book", BOTH)
def test_r4_5_leaving_contact_the_first_hex_must_be_free(book: str) -> None:
    s = moving(book, "israel", "0709 Matt-1", "0708 16/4")
    stop = s.game.edition.rule.stop
    assert refused(s, "move Matt-1 0709-0808") == (stop,)  # from contact to contact
    assert s.check("move Matt-1 0709-0809") is None
    assert s.check("move Matt-1 0709-0809-0808") is None  # out, and into contact again
    assert refused(s, "move Matt-1 0709-0809-0808-0807") == (stop,)
    assert all(s.check(a) is None for a in s.options())
    ringed = moving(book, "israel", "0709 Matt-1", "0708 16/4", "0710 16/5")
    assert not destinations(ringed, "Matt-1")  # every hex around is controlled


@pytest.mark.rule("across-suez-1980", "4.5")
def test_r4_5_zones_reach_everywhere_1980() -> None:
    s = moving(OLD, "israel", "0412 Matt-1", "0512 16/1")
    game = s.game
    from sandtable.games.across_suez.zones import zone_of

    zone = zone_of(s, 1 << game.hex("0412"))
    assert zone == game.map.grid.adjacent[game.hex("0412")]
    assert zone >> game.hex("0413") & 1


@pytest.mark.rule("across-suez-2021", "6.0")
def test_r6_0_zones_end_at_prohibited_terrain_and_hexsides_2021(tmp_path: object) -> None:
    from sandtable.games.across_suez.zones import zone_of

    s = moving(NEW, "israel", "0412 Matt-1")
    zone = zone_of(s, 1 << s.game.hex("0412"))
    assert {s.game.hex_name(h) for h in _bits(zone)} == {"0411", "0312", "0512", "0513"}
    s = _with_lake_hexside(NEW, tmp_path, "israel", "0711 Matt-1", "0708 16/4")
    # 0709 lies behind the lake: no zone there, so the unit may pass
    assert s.check("move Matt-1 0711-0710-0709-0809") is None  # type: ignore[attr-defined]


def _bits(b: int) -> list[int]:
    from sandtable.core import bits

    return list(bits(b))


# Night ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "10.0")
def test_r10_0_night_takes_two_points_1980() -> None:
    day, night = moving(OLD, "israel", "0708 Matt-1", turn=3), moving(OLD, "israel", "0708 Matt-1", turn=4)
    path = "move Matt-1 0708-0709-0710-0711-0712-0713-0714"
    assert night.check(path) is None
    assert day.check(path + "-0715-0716") is None
    assert night.check(path + "-0715").rules == ("4.1", "4.2", "10.0")


@pytest.mark.rule("across-suez-2021", "12.2")
@pytest.mark.parametrize("turn", [1, 4, 7])
def test_r12_2_night_halves_the_allowance_2021(turn: int) -> None:
    s = moving(NEW, "israel", "0708 Matt-1", "0211 Sharon", turn=turn)
    assert s.check("move Matt-1 0708-0709-0710-0711-0712") is None
    assert s.check("move Matt-1 0708-0709-0710-0711-0712-0713").rules == ("5.2", "5.3", "12.2")
    assert s.game.allowance_of(s, s.game.unit("Sharon")) == 18  # nine points


# Details and short forms ----------------------------------------------------------------------------------------
def test_details_of_a_move() -> None:
    s = moving(OLD, "israel", "0307 Matt-1")
    d = s.details("move Matt-1 0307-0306-0406")
    assert (d["cost"], d["left"]) == (3.5, 4.5)
    assert (d["path"], [x["cost"] for x in d["steps"]]) == (["0307", "0306", "0406"], [0.5, 3])
    assert [x["why"] for x in d["steps"]] == ["road [4.2]", "elevated sand [4.2]"]
    s = moving(OLD, "israel", "1405 Raviv-1")
    assert s.details("move Raviv-1 1405-1505")["steps"][0]["why"] == "elevated sand and ridge [4.2]"


def test_a_destination_is_enough() -> None:
    s = moving(OLD, "israel", "0307 Matt-1")
    assert str(s.game.parse(s, "Move matt-1 0305")) == "move Matt-1 0307-0306-0305"


def test_why_a_hex_is_out_of_reach() -> None:
    s = moving(OLD, "israel", "0711 Matt-1", "0709 16/4", "0909 16/5", "0509 16/2")
    assert s.check("move Matt-1 0709").rules == ("4.3",)
    assert s.check("move Matt-1 0701").rules == ("4.1",)
    assert (
        str(s.check("move Matt-1 0707"))
        == "[4.5] On the way to 0707: Matt-1 must stop in 0809: adjacent to 16/4 and 16/5."
    )
    assert s.check("move Matt-1 0313").rules == ("4.2",)
    assert s.check("move Nobody 0707").rules == ("4.0",)
    assert s.check("fly Matt-1 0707").rules == ("4.0",)


def test_options_are_unique_and_accepted() -> None:
    for book in BOTH:
        s = sandtable.load(book).start()
        listed = list(s.options())
        assert len(listed) == len(set(listed))
        assert all(s.check(a) is None for a in listed)


def test_prompt_names_reinforcements_and_stacks() -> None:
    s = moving(OLD, "israel", "0708 Matt-1", "0709 Matt-2", "reinforcements Amir-1")
    assert "Amir-1 may come in now [7.0] or wait [7.3]" in s.prompt
    s = play(s, "move Matt-1 0708-0709")
    assert "Matt-1 and Matt-2 share 0709: only one may end there [4.4]" in s.prompt
