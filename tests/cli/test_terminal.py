"""The table in the terminal, driven as a player would type."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.cli.terminal import _window
from sandtable.session import Session
from tests.cli.conftest import Result, Run

GAME = "across-suez-1980"


@pytest.fixture
def table(run: Run):
    def play(*lines: str, args: tuple[object, ...] = ()) -> Result:
        return run("play", GAME, "--terminal", *args, typed="\n".join(lines) + "\n")

    return play


def test_a_short_sitting(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    result = table("options", "units", "map", "position", "end", "quit", args=("--save", save))
    assert result.code == 0
    assert "Type an action as the options show it" in result.out
    assert "move " in result.out
    assert "israel> " in result.out
    assert "israel> across-suez-1980\n" in result.out
    assert f"Goodbye (saved in {save})" in result.out
    assert [e.action for e in Session.load(save).record.entries] == ["end"]


def test_leaving_at_once_keeps_the_game_too(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    table("quit", args=("--save", save))
    assert Session.load(save).record.entries == []
    result = table("end", "quit", args=("--save", save / "x"))
    assert result.code == 2, "a place that cannot be written to is found before the game begins"
    assert result.err.startswith("sandtable: ")


def test_a_save_that_fails_does_not_end_the_game(table, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = table(f"save {tmp_path / 'file' / 'x'}", "end", f"save {tmp_path / 'good'}", "quit").out
    assert "Could not save in" in out
    assert len(Session.load(tmp_path / "good").record.entries) == 1


def test_resuming(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    table("end", args=("--save", save))
    result = table("quit", args=("--save", save))
    assert "1 decisions so far" in result.out


def test_why_not(table) -> None:
    out = table("why move Nobody 0101", "why end", "fly", "rule 4.5", "quit").out
    assert "Yes, that is legal." in out
    assert out.count("cannot be done now") + out.count("no unit") + out.count("Nobody") >= 1
    assert "“fly” cannot be done now" in out
    assert "Goodbye (not saved)" in out


def test_undo_and_redo_reach_the_file(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    table("options move", "quit", args=("--save", save))
    move = next(x.strip() for x in table("options move", "quit").out.splitlines() if x.startswith("  move "))
    result = table(move, "undo", args=("--save", save))
    assert f"undo: {move}" in result.out
    assert Session.load(save).record.entries == []
    save.unlink()
    table(move, "undo", "redo", args=("--save", save))
    assert [e.action for e in Session.load(save).record.entries] == [move]
    assert "Nothing has been done yet." in table("undo", "quit").out


def test_save_to_a_file(table, tmp_path: Path) -> None:
    result = table("end", "save", f"save {tmp_path / 'x'}", "quit")
    assert "Say where: save FILE" in result.out
    assert len(Session.load(tmp_path / "x").record.entries) == 1


def test_help_odds_hint_and_nothing(table) -> None:
    out = table("help", "?", "", "odds", "hint", "quit").out
    assert out.count("what the bot would do, and why") == 3
    assert "No attack is being prepared." in out


ATTACK = ("move Erez-3 0813", "move Matt-1 0713", "end", "attack 16/3", "with Erez-3", "with Matt-1")


def test_the_odds_of_an_attack(table) -> None:
    out = table(*ATTACK, "odds", "quit").out
    assert "Erez-3 and Matt-1 against 16/3 in 0812" in out
    assert "83.3%" in out
    assert "[8.0] combined arms: +1" in out
    assert "the hex is vacated: 100.0%" in out


def test_a_hint_is_an_action_with_a_reason(table) -> None:
    line = next(x for x in table("hint", "quit").out.splitlines() if x.startswith("israel> "))
    assert re.fullmatch(r"israel> \w+.*  \(.+\)", line), line


def test_rolling_by_hand(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    result = table(*ATTACK, "confirm", "roll 9", "hint", "2", "quit", args=("--dice", "typed", "--save", save))
    assert "“roll 9” is no roll" in result.out
    assert "Roll the dice." in result.out
    assert Session.load(save).record.entries[-1].action == "roll 2"


def test_typed_dice(table) -> None:
    """Both sides end everything at once; no dice are needed to see that the table accepts the setting."""
    out = table("end", "quit", args=("--dice", "typed")).out
    assert "Goodbye" in out


def test_against_the_machine_to_the_end(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    result = table("quit", args=("--players", "israel=random,egypt=random", "--save", save))
    assert "The end" in result.out
    session = Session.load(save)
    assert session.outcome is not None
    assert session.record.players == {"israel": "random", "egypt": "random"}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--dice", "loaded"), "dice are seeded or typed, not 'loaded'"),
        (("--players", "syria=random"), "across-suez-1980 has no side 'syria'; its sides are israel, egypt"),
    ],
)
def test_mistakes(table, args: tuple[str, ...], message: str) -> None:
    assert table("quit", args=args).complaint == message


def test_a_broken_save_is_not_overwritten(table, tmp_path: Path) -> None:
    save = tmp_path / "game.record"
    save.write_text("my diary\n", encoding="utf-8")
    assert "not a record" in table("end", args=("--save", save)).complaint
    assert save.read_text(encoding="utf-8") == "my diary\n"


def test_the_machines_secrets_stay_secret(run: Run) -> None:
    """Neither its set-up nor its plans nor its hidden moves are printed."""
    args = ("--terminal", "--players", "east=greedy")
    out = run("play", "musketeer", *args, typed="position\ndefault\n" + "leave\n" * 4 + "pass\nquit\n").out
    assert "east: (secret)" in out
    assert "The position would show what is still secret." in out
    assert not re.search(r"east: (default|plan|leave|move)", out)
    assert "Egypt takes the historical set-up" not in out
    assert "goes into the pool" not in out


def test_of_a_large_map_the_part_that_matters_is_shown(run: Run) -> None:
    out = run("play", "sinai/1967", "--terminal", typed="map 0125\nmap 9999\nquit\n").out
    first, round_hex = out.split("israel> ")[:2]
    assert re.search(r"rows \d+ to \d+ of 52; map HEX shows the part round a hex\)", first)
    assert "0125" in round_hex
    assert "0150" not in round_hex
    assert "There is no hex 9999 on this map." in out


def test_the_window_holds_most_places_in_its_middle() -> None:
    assert _window([10, 11, 12, 30], 7, 40) == range(8, 15)
    assert _window([0], 7, 40) == range(7)
    assert _window([39], 7, 40) == range(33, 40)
    assert _window([], 7, 5) == range(5)
