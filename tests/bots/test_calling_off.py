"""Matches come to an end, also with a player who begins and calls off for ever."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable import bots
from sandtable.core import Action, State
from sandtable.session import calling_off


class Undecided(bots.Bot[State]):
    """Begins an attack and calls it off wherever it can."""

    calls = 0

    def decide(self, s: State) -> bots.Decision:
        if "cancel" in s.words():
            self.calls += 1
            return bots.Decision(Action("cancel"))
        attacks = [a for a in s.options() if a.verb == "attack"]
        return bots.Decision(attacks[0] if attacks else s.sample(self.rng.randrange))


def test_a_player_who_calls_off_for_ever_goes_on_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calling_off, "MOST", 20)
    game = sandtable.load("across-suez-1980")
    undecided = Undecided(game, "israel", Random(1))
    players = {"israel": undecided, "egypt": bots.make("greedy", game, "egypt", 1)}
    s, _ = bots.play_out(game.start(), players, Random(3), limit=20_000)
    assert s.outcome is not None
    assert undecided.calls > 20
