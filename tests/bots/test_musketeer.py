"""Opponents of Operation Musketeer: what they may know, how lightly they answer in trials, how games open."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.core import CHANCE
from tests.games.musketeer.table import fighting

GAME = sandtable.load("musketeer")


def played(seed: int, every: int) -> list[Any]:
    """Positions of a game between two anchors, every so many decisions, in which somebody decides."""
    s, dice, found = GAME.start(), Random(seed), []
    players = {side: bots.make("greedy", GAME, side, seed) for side in GAME.sides}
    for n in range(100_000):
        if s.actor is None:
            return found
        if s.actor != CHANCE and n % every == 0:
            found.append(s.copy())
        s.apply(s.sample(dice.randrange) if s.actor == CHANCE else bots.decide(players[s.actor], s).action)
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("level", ["greedy", "best"])
def test_what_is_hidden_does_not_change_what_a_bot_does(level: str) -> None:
    """The other side's units and pool are dealt anew; the same seed must decide the same, so that no chance can differ."""
    differed = 0
    for n, s in enumerate(played(3, 45)):
        side, asked = s.actor, []
        for k in range(3):
            t = GAME.sample_hidden(s, side, Random(f"{n} {k}")) if k else s
            differed += t.loc != s.loc or t.pool(GAME.enemy[side]) != s.pool(GAME.enemy[side])
            asked.append(bots.decide(bots.make(level, GAME, side, "the same"), t))
        assert len(set(asked)) == 1, (n, side, asked)
    assert differed > 10  # the deals did differ


def test_who_answers_in_trials_tries_attacks_out_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    s = fighting("anglo-french", "3413 EG-26-NG", "3414 UK-1-Guards UK-19", "3513 UK-29 UK-3-Cdo", turn=2)
    book, copies = bots.playbook(GAME), [0]
    assert book is not None
    kind = type(s)
    copy = kind.copy

    def counted(self: Any) -> Any:
        copies[0] += 1
        return copy(self)

    monkeypatch.setattr(kind, "copy", counted)
    for posture in book.of("west"):
        assert posture.light
        spent = []
        for make in (posture.make, posture.light):
            copies[0] = 0
            assert str(make(GAME, "west", Random(1)).decide(s).action) == "attack 3413"
            spent.append(copies[0])
        assert 0 < 3 * spent[1] <= spent[0], (posture.name, spent)


def test_no_two_games_open_alike() -> None:
    """Between equals, with the same dice: what was decided up to the first fight of the second impulse."""
    openings = set()
    for seed in range(6):
        s, dice, done = GAME.start(), Random(1), []
        players = {side: bots.make(bots.BEST, GAME, side, seed) for side in GAME.sides}
        while len(s.picked) < 2:
            a = s.sample(dice.randrange) if s.actor == CHANCE else bots.decide(players[s.actor], s).action
            done.append(str(a))
            s.apply(a)
        openings.add(tuple(done))
    assert len(openings) == 6
