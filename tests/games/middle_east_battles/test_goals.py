"""[3.3, 3.4, 9.8, 9.9, 10.7, 10.8] The goal of both sides, part by part, and where everybody waits at the start."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core.agenda import advance
from sandtable.games.middle_east_battles.sequence import EndOfTurn
from sandtable.games.middle_east_battles.victory import determine_winner

from .table import ARISH, SUEZ, moving, play, position

EVERY = {SUEZ: ["3709", "3509", "3104", "2605", "1825"], ARISH: ["4620", "4544", "3924", "3844", "2128"]}


def told(s: Any, side: str) -> tuple[str, str, bool, list[tuple[str, str, list[str]]]]:
    goal = s.game.goal(s, side)
    parts = [(str(p["now"]), p["state"], p["at"]) for p in goal["parts"]]
    return str(goal["text"]), str(goal["now"]), goal["reached"], parts


@pytest.mark.rule("middle-east-battles", "3.4", "10.7", "10.8")
def test_r3_4_a_lead_of_five_with_the_objectives_held() -> None:
    places = ("4620 79/7/Tal", "3844 1/2", "2128 7-Rec/Tal")
    text = "Lead by five victory points at the end [3.4]."
    s = moving(ARISH, "egypt", *places, turn=3, vp="[12, 4]")
    now = "If the battle ended now: 8 to 2."
    left, mine = ["4544", "3924", "3844"], ["4620", "4544", "3924", "2128"]
    assert told(s, "israel") == (text, now, True, [("6 ahead now", "done", []), ("2 of 5", "partly", left)])
    assert told(s, "egypt") == (text, now, False, [("6 behind now", "open", []), ("1 of 5", "partly", mine)])
    for vp, state, lead in (
        ("[10, 4]", "done", "5 ahead now"),
        ("[9, 4]", "partly", "4½ ahead now"),
        ("[1, 4]", "partly", "½ ahead now"),
        ("[0, 4]", "open", "level now"),
    ):
        s = moving(ARISH, "egypt", *places, turn=3, vp=vp)
        assert told(s, "israel")[2:] == (state == "done", [(lead, state, []), ("2 of 5", "partly", left)])


@pytest.mark.rule("middle-east-battles", "3.3", "9.8", "9.9")
def test_r3_3_western_objectives_count_two_in_suez() -> None:
    s = moving(SUEZ, "egypt", "3509 1P", turn=3, vp="[0, 6]")
    text, now = "Lead by five victory points at the end [3.3].", "If the battle ended now: 2 to 3."
    left = [h for h in EVERY[SUEZ] if h != "3509"]
    assert told(s, "anglo-french") == (text, now, False, [("1 behind now", "open", []), ("1 of 5", "partly", left)])
    assert told(s, "egypt") == (text, now, False, [("1 ahead now", "partly", []), ("0 of 5", "open", EVERY[SUEZ])])
    units = ("1P", "2P", "A/6", "B/6", "C/6")
    s = moving(SUEZ, "egypt", *(f"{h} {u}" for h, u in zip(EVERY[SUEZ], units)), turn=3, vp="[0, 10]")
    assert told(s, "anglo-french")[3] == [("5 ahead now", "done", []), ("5 of 5", "done", EVERY[SUEZ])]


@pytest.mark.rule("middle-east-battles", "3.3", "9.9")
def test_r3_3_objectives_are_not_counted_again_when_the_battle_is_over() -> None:
    s = moving(SUEZ, "egypt", "3509 1P", "3709 2P", turn=3, vp="[10, 6]")
    assert told(s, "anglo-french")[1] == "If the battle ended now: 9 to 3."
    determine_winner(s)
    assert s.outcome is not None
    assert told(s, "anglo-french")[1:3] == ("The battle ended 9 to 3.", True)
    assert told(s, "anglo-french")[3][0] == ("6 ahead now", "done", [])


@pytest.mark.rule("middle-east-battles", "10.3", "10.4", "10.5", "10.6")
def test_r10_5_where_everybody_waits_at_the_start() -> None:
    s: Any = sandtable.load(ARISH).start()
    game = s.game
    columns = ("3rd Infantry Division", "4th Armored Division", "Shazli Force")
    for u in game.roster.units:
        box = "holding" if u.side == "israel" else "reserve" if u.formation in columns else ""
        assert str(game.hex_name(s.loc[u.id])) == box, u
        assert bool(s.choice.waiting >> u.id & 1) == (not box)
    assert s.air == (0,)
    grid = game.map.grid
    edge = {h for h in grid.hexes if 0 in grid.neighbours[h] and game.land >> h & 1}
    assert {h for h in grid.hexes if game.board_edge >> h & 1} == edge


@pytest.mark.rule("middle-east-battles", "3.2", "3.3", "3.4", "9.9", "10.8")
def test_r3_4_the_reason_of_the_end_and_its_items() -> None:
    over = position(ARISH, "EndOfBattle", "4620 79/7/Tal", turn=11, vp="[73, 64]").outcome
    assert over.reasons == ("[3.4] The Israeli player wins with a lead of 5½ victory points (37½ to 32).",)
    assert [(side, n) for _, side, n in over.items] == [("israel", 36.5), ("egypt", 32), ("israel", 1)]
    suez = play(position(SUEZ, "StopOrGoOn", turn=6, vp="[8, 8]"), "stop").outcome
    assert suez.reasons == ("[3.3] A lead of 0 victory points (4 to 4) is a draw.",)


@pytest.mark.rule("middle-east-battles", "10.7", "10.9", "10.10")
def test_r10_10_a_drop_uses_up_the_free_choice_and_who_leaves_has_moved() -> None:
    s = position(ARISH, "PlayerTurn israel", "holding 1/Ma 2/Ma", "1949 79/7/Tal", turn=1)
    s = play(s, "land 1/Ma 2847")
    assert s.matt_special
    s = play(s, "exit 79/7/Tal 1949")
    assert s.moved == s.game.roster.named(["1/Ma", "79/7/Tal"])
    assert s.entered >> s.game.unit("1/Ma") & 1


@pytest.mark.rule("middle-east-battles", "3.2", "3.3", "3.4")
@pytest.mark.parametrize(
    ("west", "egypt", "winner"),
    [(30, 20, "anglo-french"), (29, 20, None), (20, 30, "egypt"), (20, 29, None), (20, 20, None)],
)
def test_r3_3_a_lead_of_exactly_five_wins_for_either_side(west: int, egypt: int, winner: str | None) -> None:
    s = position(SUEZ, "StopOrGoOn", "4005 A/6", vp=f"[{west}, {egypt}]", turn=6).copy()
    s.log = []
    s.apply("stop")
    assert s.outcome.winner == winner
    assert not [e for e in s.log if "VP for" in str(e.text)]  # no objective is held: nothing is scored


@pytest.mark.rule("middle-east-battles", "9.8")
def test_r9_8_nothing_held_is_nothing_scored() -> None:
    s = position(SUEZ, "EndOfTurn", "4005 A/6", turn=2)
    s.agenda, s.log = (EndOfTurn(),), []
    advance(s)
    assert not [e for e in s.log if "VP for" in str(e.text)]
