"""[1980 11.0-11.6, 14.0-14.2; 2021 13.1-13.3, 14.1, 14.2] Crossing, the bridge, and how the game is won."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.across_suez.victory import line_of_communication

from .table import BOTH, NEW, OLD, attack, cost, destinations, fighting, moving, options, play, position, refused, where


# Ferry ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "11.0", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_the_ferry_costs_three_points_from_matzmed_only(book: str) -> None:
    s = moving(book, "israel", "0112 Sharon", "0211 Reshef-1")
    assert cost(s, "cross Sharon 0112") == 3
    assert cost(s, "cross Reshef-1 0211-0112") == 3.5
    d = s.details("cross Reshef-1")
    assert (d["path"], [x["cost"] for x in d["steps"]]) == (["0211", "0112", "across"], [0.5, 3])
    assert d["steps"][-1]["why"] == f"ferry [{s.game.edition.rule.ferry}]"
    assert refused(s, "cross Reshef-1 0211") == (s.game.edition.rule.crossing,)
    s = play(s, "cross Sharon")
    assert where(s, "Sharon") == "across"


@pytest.mark.rule("across-suez-1980", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_a_unit_needs_the_points(book: str) -> None:
    s = moving(
        book, "israel", "0107 Matt-1", "0106 Matt-3", turn=2
    )  # five or six clear hexes, then three points of eight
    assert s.check("cross Matt-1 0107-0108-0109-0110-0111-0112") is None
    assert refused(s, "cross Matt-3 0106-0107-0108-0109-0110-0111-0112") == (s.game.edition.rule.ferry,)
    assert destinations(s, "Matt-3", "cross") == set()


@pytest.mark.rule("across-suez-1980", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_two_units_a_phase_and_none_on_turn_1(book: str) -> None:
    places = ("0112 Sharon", "0211 Reshef-1", "0111 Reshef-2")
    s = play(moving(book, "israel", *places), "cross Sharon", "cross Reshef-1")
    assert s.game.edition.rule.ferry in refused(s, "cross Reshef-2")
    assert not options(s, "cross")
    s = moving(book, "israel", *places, turn=1)
    assert refused(s, "cross Sharon") == (s.game.edition.rule.ferry,)
    assert not options(s, "cross")


@pytest.mark.rule("across-suez-1980", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_the_ferry_takes_two_again_in_the_next_turn(book: str) -> None:
    s = position(book, "GameTurn", "0112 Sharon", "0211 Reshef-1", "0111 Reshef-2", turn=2)
    s = play(s, "cross Sharon", "cross Reshef-1", "end", "end")
    assert (s.turn, s.actor) == (3, "israel")
    assert s.check("cross Reshef-2") is None


@pytest.mark.rule("across-suez-1980", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_1_zones_of_control_do_not_hinder_a_crossing(book: str) -> None:
    s = moving(book, "israel", "0112 Sharon", "0111 16/4")  # in contact
    assert s.check("cross Sharon 0112") is None
    s = moving(book, "israel", "0212 Sharon", "0110 16/4", "0111 16/5")  # must stop in 0112, and crosses all the same
    assert s.check("cross Sharon 0212-0112") is None
    s = moving(book, "israel", "0310 Sharon", "0210 16/4")  # but on the way zones count
    assert refused(s, "cross Sharon 0310-0311-0211-0112") == (s.game.edition.rule.stop,)


@pytest.mark.rule("across-suez-1980", "11.0")
@pytest.mark.rule("across-suez-2021", "13.1", "13.2")
@pytest.mark.parametrize("book", BOTH)
def test_r11_0_egyptian_units_and_the_bridge_do_not_cross(book: str) -> None:
    s = moving(book, "egypt", "0112 16/4")
    assert refused(s, "cross 16/4 0112") == (s.game.edition.rule.crossing,)
    assert not options(s, "cross")
    s = moving(book, "israel", "0211 Baram-4", turn=3)
    assert refused(s, "cross Baram-4 0211-0112") == (s.game.edition.rule.crossing,)
    assert not options(s, "cross")


@pytest.mark.rule("across-suez-1980", "11.3")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_3_units_across_never_return_and_never_fight(book: str) -> None:
    s = moving(book, "israel", "across Amir-1", "0708 Matt-1", turn=4)
    assert refused(s, "move Amir-1 0112") == (s.game.edition.rule.no_return,)
    assert not options(s, "move Amir-1", "enter Amir-1")
    s = fighting(book, "israel", "across Amir-1", "0112 16/4", "0111 Matt-1", turn=4)
    assert options(play(s, "attack 16/4"), "with") == ["with Matt-1"]
    s = fighting(book, "egypt", "across Amir-1", "0112 16/4", turn=3)
    assert s.actor is None


@pytest.mark.rule("across-suez-1980", "11.6")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_6_nobody_crosses_in_the_combat_phase(book: str) -> None:
    s = fighting(book, "israel", "0112 Sharon", "0111 16/4", turn=3)
    assert s.check("cross Sharon 0112") is not None
    assert all(not str(a).startswith("cross") for a in s.options())
    # a forced retreat does not lead over the canal either
    s = fighting(book, "egypt", "0112 Sharon", "0111 16/6", "0211 16/4", turn=4)
    s = play(attack(s, "Sharon", "16/6", "16/4"), "confirm", "roll 2")
    assert where(s, "Sharon") == "eliminated"


@pytest.mark.rule("across-suez-1980", "11.0")
@pytest.mark.rule("across-suez-2021", "13.1")
def test_r11_0_a_reinforcement_may_cross_at_once_if_the_road_is_open() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-1", turn=2)
    assert cost(s, "cross Amir-1") == 11.5  # ½ for entry, 16 road hexes, 3 for the ferry
    s = moving(NEW, "israel", "reinforcements Amir-1", turn=2)
    assert cost(s, "cross Amir-1") == 12


# Bridge ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "11.2")
@pytest.mark.rule("across-suez-2021", "13.2")
@pytest.mark.parametrize("book", BOTH)
def test_r11_2_over_the_bridge_any_number_for_one_point(book: str) -> None:
    s = moving(book, "israel", "0112 Baram-4", "0211 Sharon", "0111 Reshef-1", "0212 Reshef-2", turn=4)
    assert cost(s, "cross Sharon 0211-0112") == 1.5
    s = play(s, "cross Sharon", "cross Reshef-1", "cross Reshef-2")
    assert {where(s, u) for u in ("Sharon", "Reshef-1", "Reshef-2")} == {"across"}
    assert where(s, "Baram-4") == "0112"


@pytest.mark.rule("across-suez-1980", "11.2")
@pytest.mark.rule("across-suez-2021", "13.2")
@pytest.mark.parametrize("book", BOTH)
def test_r11_2_the_bridge_serves_from_the_next_movement_phase(book: str) -> None:
    s = position(book, "GameTurn", "0211 Baram-4", "0111 Sharon", "0212 Reshef-1", "0311 Reshef-2", turn=3)
    s = play(s, "move Baram-4 0211-0112")
    assert cost(s, "cross Sharon 0111-0112") == 4
    s = play(s, "cross Sharon", "cross Reshef-1")
    assert s.game.edition.rule.bridge in refused(s, "cross Reshef-2")
    s = play(s, "end", "end")
    assert cost(s, "cross Reshef-2 0311-0211-0112") == 2.5
    assert s.bridge_ready


@pytest.mark.rule("across-suez-1980", "14.2")
def test_r14_2_the_bridge_keeps_to_clear_and_road_hexes_1980() -> None:
    s = moving(OLD, "israel", "1307 Baram-4", "1509 Baram-1", turn=3)
    assert refused(s, "move Baram-4 1307-1207") == ("14.2",)  # elevated sand
    assert refused(s, "move Baram-4 1307-1407") == ("14.2",)  # sand
    assert s.check("move Baram-4 1307-1308") is None
    reached = destinations(s, "Baram-4")
    roads = {h for p in s.game.map.paths if p.kind == "road" for h in map(s.game.hex_name, p.chain)}
    assert "0910" in reached  # the Farm is a road hex
    assert {h for h in reached if s.game.map.terrain_at[s.game.hex(h)] != "clear"} <= roads
    s = moving(OLD, "israel", "0307 Baram-4", turn=3)
    assert s.check("move Baram-4 0307-0306") is None  # elevated sand with a road


@pytest.mark.rule("across-suez-2021", "13.2")
def test_r13_2_the_bridge_moves_like_other_units_2021() -> None:
    s = moving(NEW, "israel", "1307 Baram-4", turn=3)
    assert s.check("move Baram-4 1307-1407") is None


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "13.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_a_placed_bridge_that_moves_loses_the_game(book: str) -> None:
    s = moving(book, "israel", "0112 Baram-4", "0708 Matt-1", turn=4)
    assert not options(s, "move Baram-4")  # not suggested
    assert "Egypt wins" in s.details("move Baram-4 0112-0111")["warning"]
    s = play(s, "move Baram-4 0112-0111")
    assert s.outcome.winner == "egypt"
    assert s.actor is None
    assert s.outcome.reasons[0].startswith("[14.2]")


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "13.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_a_placed_bridge_forced_to_retreat_loses_the_game(book: str) -> None:
    s = fighting(book, "egypt", "0112 Baram-4", "0111 16/6", "0708 Matt-1", turn=4)  # 4 - 1 = +3, Bar Lev -1
    s = play(attack(s, "Baram-4", "16/6"), "confirm", "roll 1")
    assert s.outcome.winner == "egypt"
    s = fighting(book, "israel", "0112 Baram-4", "0111 16/6", turn=4)  # its own attack fails
    s = play(attack(s, "16/6", "Baram-4"), "confirm", "roll 1")
    assert s.outcome.winner == "egypt"
    s = fighting(book, "egypt", "0211 Baram-4", "0311 16/6", "0708 Matt-1", turn=4)  # not placed yet
    s = play(attack(s, "Baram-4", "16/6"), "confirm", "roll 1")
    assert s.outcome is None
    assert s.actor == "israel"


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "13.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_a_placed_bridge_does_not_advance_unless_the_player_insists(book: str) -> None:
    s = fighting(book, "egypt", "0112 Baram-4", "0111 16/2", "0708 Matt-1", turn=4)  # 2 - 1, Bar Lev: -2 -1
    s = play(attack(s, "Baram-4", "16/2"), "confirm", "roll 3")
    s = play(s, options(s, "retreat")[0])
    assert options(s) == ["decline"]
    assert play(s, "advance Baram-4 0111").outcome.winner == "egypt"


@pytest.mark.rule("across-suez-2021", "13.2", "14.2", "4.3")
@pytest.mark.parametrize("place", ["0112", "0708"])
def test_r14_2_sudden_death_when_the_bridge_is_eliminated_2021(place: str) -> None:
    near = "0111" if place == "0112" else "0709"
    s = fighting(NEW, "egypt", f"{place} Baram-4", f"{near} 16/6", turn=3)
    s = play(s, "bombard Baram-4", "roll 1")
    assert s.outcome.winner == "egypt"
    assert s.actor is None


@pytest.mark.rule("across-suez-1980", "14.2", "14.0")
def test_r14_2_elimination_of_the_bridge_does_not_end_the_game_1980() -> None:
    s = fighting(OLD, "egypt", "0112 Baram-4", "0111 16/6", "0211 Sharon", turn=3)
    s = play(s, "bombard Baram-4", "roll 1")
    assert s.outcome is None  # [ruling AS-12]
    s = position(OLD, "EndOfTurn", *_winning("eliminated Baram-4"), turn=7)
    assert s.outcome.winner == "egypt"


# Victory --------------------------------------------------------------------------------------------------------
ACROSS = "across Amir-1 Amir-2 Amir-3 Amir-4 Baram-1 Baram-2"


def _winning(bridge: str = "0112 Baram-4", across: str = ACROSS) -> tuple[str, ...]:
    return (bridge, across)


def _end(book: str, *places: str, turn: int = 7) -> Any:
    return position(book, "EndOfTurn", *places, turn=turn)


@pytest.mark.rule("across-suez-1980", "14.0", "11.5", "3.0")
@pytest.mark.rule("across-suez-2021", "14.1", "4.3", "13.3")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_israel_wins_with_bridge_line_and_six_units_across(book: str) -> None:
    s = _end(book, *_winning())
    assert (s.outcome.winner, s.outcome.level) == ("israel", "Israeli victory")
    five = "across Amir-1 Amir-2 Amir-3 Amir-4 Baram-1"
    s = _end(book, *_winning(across=five))
    assert s.outcome.winner == "egypt"
    assert s.outcome.reasons[0].startswith(f"[{s.game.edition.rule.six_across}] 5 Israeli")
    s = _end(book, *_winning(bridge="0211 Baram-4"))
    assert s.outcome.winner == "egypt"
    s = _end(book, *_winning(), "1409 16/4")  # both roads cut
    assert s.outcome.winner == "egypt"
    assert any("cut" in reason for reason in s.outcome.reasons)


@pytest.mark.rule("across-suez-1980", "11.5", "14.0", "14.1")
@pytest.mark.rule("across-suez-2021", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_the_reasons_are_those_that_decide(book: str) -> None:
    """Israel needs all three; Egypt's victory is explained by what Israel lacks, and by nothing else."""
    texts = {
        "six": "6 Israeli units are across the canal; 6 are needed.",
        "bridge": "The bridge Baram-4 is in Matzmed.",
        "no bridge": "The bridge Baram-4 is not in Matzmed.",
        "open": "The line of communication to 1708 is open.",
        "cut": "The line of communication to 1708 is cut.",
    }

    def reasons(*places: str) -> list[str]:
        told = [str(r).partition("] ")[2] for r in _end(book, *places).outcome.reasons]
        return [name for name, text in texts.items() if text in told] + [x for x in told if x not in texts.values()]

    assert reasons(*_winning()) == ["six", "bridge", "open"]
    assert reasons(*_winning(bridge="0211 Baram-4")) == ["no bridge"]
    assert reasons(*_winning(), "1409 16/4") == ["cut"]
    assert reasons(*_winning(bridge="0211 Baram-4"), "1409 16/4") == ["no bridge", "cut"]


@pytest.mark.rule("across-suez-1980", "14.1")
@pytest.mark.rule("across-suez-2021", "6.0", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r14_1_the_line_begins_in_matzmed_itself(book: str) -> None:
    """An Egyptian unit there, or its zone of control, cuts it, unless an Israeli unit stands there."""
    assert line_of_communication(position(book, "EndOfTurn", turn=2))
    assert not line_of_communication(position(book, "EndOfTurn", "0112 16/2", turn=2))
    assert not line_of_communication(position(book, "EndOfTurn", "0211 16/2", "0111 16/4", turn=2))
    assert not line_of_communication(position(book, "EndOfTurn", "1708 16/2", turn=2))
    beside = ("0111 16/2", "0211 Matt-1")  # its zone covers Matzmed; the way on is free
    assert not line_of_communication(position(book, "EndOfTurn", *beside, turn=2))
    assert line_of_communication(position(book, "EndOfTurn", *beside, "0112 Matt-3", turn=2))


@pytest.mark.rule("across-suez-1980", "14.0", "3.0")
@pytest.mark.rule("across-suez-2021", "14.2", "4.3")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_israel_never_wins_before_the_seventh_turn_ends(book: str) -> None:
    s = _end(book, *_winning(), turn=6)
    assert s.outcome is None
    assert s.turn == 7
    s = play(s, "end", "end")
    assert s.outcome.winner == "israel"


def _line(book: str, *places: str) -> list[str]:
    s = moving(book, "israel", "0112 Baram-4", *places, turn=6)
    return [s.game.hex_name(h) for h in line_of_communication(s)]


@pytest.mark.rule("across-suez-1980", "14.1")
@pytest.mark.rule("across-suez-2021", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r14_1_the_line_runs_through_clear_and_road_hexes(book: str) -> None:
    line = _line(book)
    assert (line[0], line[-1], len(line)) == ("0112", "1708", 17)
    game = sandtable.load(book)
    assert all(game.terrain.clear_and_road >> game.hex(h) & 1 for h in line)
    assert not game.terrain.clear_and_road >> game.hex("0801") & 1  # sand
    assert game.terrain.clear_and_road >> game.hex("0306") & 1  # elevated sand with a road


@pytest.mark.rule("across-suez-1980", "14.1")
@pytest.mark.rule("across-suez-2021", "14.1", "6.0")
@pytest.mark.parametrize("book", BOTH)
def test_r14_1_enemy_units_and_zones_cut_the_line_unless_a_friend_stands_there(book: str) -> None:
    assert not _line(book, "1708 16/4")
    assert not _line(book, "1608 16/4")
    assert not _line(book, "1707 16/4")  # its zone covers 1708
    assert _line(book, "1707 16/4", "1708 Amir-1")
    assert not _line(book, "1709 16/4", "1708 Amir-1")  # 1608 is still controlled
    assert _line(book, "1709 16/4", "1708 Amir-1", "1608 Amir-2")
    assert _line(book, "0111 16/4", "0211 Amir-1")  # the bridge cancels the zone in 0112, Amir-1 in 0211
    assert _line(book, "0111 16/4")[1] == "0212"  # 0212 is not next to 0111
    assert not _line(book, "0211 16/4")
    assert not _line(book, "1608 16/4", "1708 Amir-1", "1509 Amir-2", "1508 Amir-3")  # nor through the unit itself


@pytest.mark.rule("across-suez-2021", "6.0", "14.1")
def test_r14_1_zones_do_cut_the_line_in_spite_of_13_1_4_2021() -> None:
    """Ruling AS-15."""
    assert not _line(NEW, "1308 16/4", "1311 16/5")


@pytest.mark.rule("across-suez-1980", "14.2", "14.0")
@pytest.mark.rule("across-suez-2021", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_no_ties(book: str) -> None:
    assert _end(book).outcome.winner == "egypt"
