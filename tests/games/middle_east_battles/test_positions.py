"""Texts of positions that leave lines out play on, or are refused with a sentence."""

from __future__ import annotations

import random
import re

import pytest

from .table import ARISH, SUEZ, WEST, load, options, play


@pytest.mark.rule("middle-east-battles", "8.18", "8.19")
@pytest.mark.parametrize("title", [SUEZ, ARISH])
@pytest.mark.parametrize("frame", ["GameTurn", "PlayerTurn", "Movement", "BeginCombat", "CombatPhase", "BuildAttack"])
@pytest.mark.parametrize("western", [True, False])
def test_a_position_without_its_markers_plays_on(title: str, frame: str, western: bool) -> None:
    game = load(title)
    side = WEST[title] if western else "egypt"
    west, egypt = (
        (("4005 1P", "4004 4-Inf"), ("4807 2P", "4806 PS-Armor"))
        if title == SUEZ
        else (("2845 79/7/Tal", "2846 7-AT"), ("2946 9/7/Tal", "2847 7-Art"))
    )
    args = "" if frame == "GameTurn" else f' {{"side": "{side}"}}'
    if frame == "BuildAttack":
        args = f' {{"side": "{side}", "targets": ["{(west[1] if western else west[0])[:4]}"]}}'
    lines = [title, "turn 3", *(f"at {p}" for p in (*west, *egypt)), f"> {frame}{args}"]
    s = game.position("\n".join(lines))
    rng = random.Random(1)
    for _ in range(60):
        if s.actor is None:
            break
        for a in list(s.options())[:40]:
            assert s.check(a) is None
        s.check("support british-air 3")
        s.forecast()
        s = s.play(s.sample(rng.randrange))


def test_an_attack_may_be_given_without_its_support() -> None:
    text = """
    suez-56
    turn 3
    air [7, 5]
    at 4005 1P
    at 4004 4-Inf
    > BuildAttack {"side": "anglo-french", "targets": ["4004"], "attackers": ["1P"]}
    """
    s = load(SUEZ).position(text)
    s = play(s, "support british-air 2")
    assert s.forecast()["attackers"][-1]["strength"] == "2"
    assert "confirm" in options(s)


@pytest.mark.parametrize(
    ("title", "line", "says"),
    [
        (SUEZ, "air [7]", "air needs 2 numbers, for british and french; the position gives [7]."),
        (SUEZ, "naval [1, -1]", "naval needs 2 numbers, for british and french"),
        (ARISH, "air [3, 4]", "air needs one number, for israeli"),
        (ARISH, "naval [1]", "naval needs no number in this battle"),
        (ARISH, "vp [1]", "vp needs 2 values; the position gives 1."),
        (ARISH, "column_hex []", "column_hex needs 3 values"),
        (SUEZ, "at 1704 1P", "1P cannot stand in 1704: it is no land hex."),
        (SUEZ, "flown [1, 2, 3]", "flown needs 2 values"),
    ],
)
def test_wrong_numbers_are_refused_with_a_sentence(title: str, line: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        load(title).position(f'{title}\n{line}\n> Movement {{"side": "egypt"}}')
