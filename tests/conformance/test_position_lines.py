"""Positions with a line left out play on, or are refused with a sentence: never an exception later."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import sandtable

TITLES = [*(t.id for t in sandtable.games() if t.id != "sinai"), "sinai/1967", "sinai/mid-1970s-race"]


def some_states(title: str, rng: Random, n: int) -> list[Any]:
    """States of a random game, of different decisions where it can be had."""
    s: Any = sandtable.load(title).start()
    by_kind: dict[str, list[Any]] = {}
    for _ in range(400):
        if s.actor is None:
            break
        by_kind.setdefault(type(s.choice).__name__, []).append(s.copy())
        s.apply(s.sample(rng.randrange))
    kinds = sorted(by_kind)
    rng.shuffle(kinds)
    return [rng.choice(by_kind[kind]) for kind in kinds[:n]]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)])
def test_a_line_left_out_is_no_trouble_later(title: str, seed: int) -> None:
    rng = Random(f"{title}:{seed}")
    loaded = 0
    for s in some_states(title, rng, 4):
        lines = s.position().splitlines()
        for i in range(1, len(lines)):
            try:
                t: Any = s.game.position("\n".join(lines[:i] + lines[i + 1 :]))
            except ValueError:
                continue
            loaded += 1
            for _ in range(10):
                if t.actor is not None:
                    t.apply(t.sample(rng.randrange))
    assert loaded


@pytest.mark.parametrize(
    ("title", "text", "says"),
    [
        (
            "across-suez-1980",
            'at 0909 Matt-1\n> BuildAttack {"side": "israel", "target": "16/4"}',
            "the step BuildAttack speaks of 16/4: say where it is, at HEX 16/4",
        ),
        (
            "el-arish-67",
            'at 2845 82/7/Tal\n> BuildAttack {"side": "israel", "targets": ["2846"]}',
            "an attack on 2846 needs enemies there",
        ),
        (
            "suez-56",
            'at 4005 1P\nat 4004 4-Inf\n> BuildAttack {"side": "anglo-french", "targets": ["4004"], "air": [1, 0]}',
            "the attack uses air [1, 0], and the position has air [0, 0]",
        ),
        (
            "musketeer",
            'contingent "israel"\ntarget "5414"\nat 5413 IS-4\n> DeclareAttack',
            "an attack needs enemies in its hex",
        ),
        (
            "musketeer",
            'contingent "anglo-french"\n> Mission {"hex": "2216", "load": ["UK-Air-2"]}',
            "a bombardment needs enemies in its hex",
        ),
        (
            "musketeer",
            'contingent "anglo-french"\nassaulting ["UK-51"]\nat 2306 EG-1 UK-51\n> Attack',
            "UK-51: who makes a direct assault has no zone of control",
        ),
        (
            "musketeer",
            'contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5414 EG-7\n> DeclareAttack',
            "the attack is made by IS-4: say where it is, at HEX IS-4",
        ),
        (
            "musketeer",
            'contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5414 EG-7\nat 5413 IS-4\n> ChooseFire {"role": "defender"}',
            "the defenders fire at a stack of the attackers",
        ),
        ("musketeer", f"source {[1] + [0] * 145}\n> TurnAdvance", "a line shuffles is missing"),
        ("musketeer", f"doubts {[2] + [0] * 145}\n> TurnAdvance", "a line claims is missing"),
        ("musketeer", "> DrawGuerrilla\n> EndOfImpulse", "a position inside an impulse needs its contingent"),
        (
            "suez-56",
            'at 4005 1P\nat 4004 4-Inf\n> Resolve {"side": "anglo-french", "targets": ["4004"], "attackers": ["1P"]}',
            "the step Resolve needs something that the position does not say",
        ),
    ],
)
def test_what_is_missing_is_said(title: str, text: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        sandtable.load(title).position(f"{title}\n{text}")
