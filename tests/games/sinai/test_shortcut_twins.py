"""Answers that are found without trying, against trying: a crowded hex that a move relieves, and what the enemy could bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.movement.allowance import allowance
from sandtable.games.sinai.movement.crowding import relievable, relieved
from sandtable.games.sinai.movement.entering import move_along
from sandtable.games.sinai.movement.paths import reach_of
from sandtable.games.sinai.movement.stacking import too_many
from sandtable.games.sinai.movement.trucks import DETRUCK
from sandtable.games.sinai.overlays import attack_threat
from sandtable.games.sinai.supply.judgement import judge


def play(game: str, seed: int, decisions: int) -> Iterator[Any]:
    rng = Random(seed)
    s: Any = sandtable.load(game).start()
    for _ in range(decisions):
        if s.actor is None:
            return
        s.apply(s.sample(rng.randrange))
        yield s


@pytest.mark.rule("sinai", "7.0")
def test_r7_0_who_leaves_a_crowded_hex_relieves_it_as_moving_him_would() -> None:
    judged = {True: 0, False: 0}
    for s in play("sinai/mid-1970s", 1, 900):
        frame = s.choice
        if not getattr(frame, "crowded", 0):
            continue
        for u in frame.movers(s):
            r = reach_of(s, u)
            for h in list(r.cost)[:12]:
                after = s.copy()
                move_along(after, (u,), r.path(h))
                clear = not too_many(after, frame.crowded, frame.side)
                tried = clear or relievable(after, replace(frame, moved=frame.moved | 1 << u))
                assert relieved(s, frame, (u,), r.path(h)) == tried, (str(s.game.name_of(u)), h)
                judged[tried] += 1
    assert judged[True] > 20, judged


@pytest.mark.parametrize("scenario", ["sinai/1967", "sinai/1973"])
def test_the_threat_is_what_every_israeli_unit_could_bring(scenario: str) -> None:
    compared = 0
    for s in [s.copy() for i, s in enumerate(play(scenario, 2, 500)) if i % 100 == 99]:
        t = s.copy()
        t.unsupplied = judge(t)
        expected: dict[int, int] = {}
        for u in bits(t.units_of("israel") & ~t.dormant & ~t.strayed):
            near, down = 0, DETRUCK if t.entrucked >> u & 1 else 0
            for h, cost in ((t.loc[u], 0), *reach_of(t, u).cost.items()):
                if cost + down <= allowance(t, u):
                    near |= t.game.adjacent[h]
            for h in bits(near & t.game.land):
                expected[h] = expected.get(h, 0) + t.game.strength[u]
        assert attack_threat(s, "arab") == expected
        compared += len(expected)
    assert compared > 100
