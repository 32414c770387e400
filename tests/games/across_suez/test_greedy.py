"""The greedy bot: legal everywhere, sensible where the answer is clear."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.bots import make, play_out

from .table import BOTH, NEW, OLD, fighting, moving, where


def _bot(s: Any, side: str) -> Any:
    return make("greedy", s.game, side, 1)


def _phase(s: Any, side: str) -> Any:
    """Let the bot play until it ends the phase or somebody else must decide."""
    bot = _bot(s, side)
    while s.actor == side:
        a = bot.choose(s)
        assert s.check(a) is None, a
        s = s.play(a)
    return s


def test_surrounds_and_attacks_a_lone_battalion() -> None:
    six = "across Amir-1 Amir-2 Amir-3 Amir-4 Sharon Erez-3"
    s = moving(OLD, "israel", "0708 16/4", "0711 Erez-1", "0911 Erez-2", six, turn=3)
    s = _phase(s, "israel")
    assert s.actor == "chance"
    grid, loc = s.game.map.grid, s.loc
    places = [loc[s.game.unit(u)] for u in ("Erez-1", "Erez-2")]
    assert grid.distance(*places) == 2  # on opposite sides, so that a retreat is impossible


def test_does_not_attack_against_the_odds() -> None:
    s = fighting(OLD, "egypt", "0910 Keren-1", "0810 16/3", turn=4)
    assert str(_bot(s, "egypt").choose(s)) == "end"


def test_attacks_against_the_odds_when_it_must() -> None:
    s = fighting(OLD, "egypt", "0910 Keren-1", "0810 16/3", turn=1)
    s = _phase(s, "egypt")
    assert s.actor == "chance"


def test_crosses_when_time_runs_out() -> None:
    places = ("across Amir-1 Amir-2 Amir-3 Amir-4", "0112 Sharon", "0211 Reshef-1", "0512 Baram-4")
    s = _phase(moving(OLD, "israel", *places, turn=7), "israel")
    assert {where(s, "Sharon"), where(s, "Reshef-1")} == {"across"}
    assert where(s, "Baram-4") == "0112"


def test_egypt_bombards_the_bridge() -> None:
    s = fighting(OLD, "egypt", "0112 Baram-4", "0111 16/4", "0211 Sharon", turn=5)
    assert str(_bot(s, "egypt").choose(s)) == "bombard Baram-4"


def test_a_hint_in_the_middle_of_a_phase_is_legal() -> None:
    s = moving(OLD, "israel", "0708 16/4", "0711 Erez-1", "0911 Erez-2", turn=3)
    bot = _bot(s, "israel")
    first = bot.choose(s)
    other = next(a for a in s.options() if a.args and a.args[0] != first.args[0])
    s = s.play(other)  # the player does something else
    assert s.check(bot.choose(s)) is None
    s = fighting(OLD, "israel", "0708 16/4", "0709 Erez-1", "0608 Erez-2", turn=3).play("attack 16/4")
    assert s.check(_bot(s, "israel").choose(s)) is None
    assert bot.reason


@pytest.mark.parametrize("book", BOTH)
def test_greedy_against_greedy_stays_legal(book: str) -> None:
    options = {o.name: True for o in sandtable.load(book).title.options if o.default is False} if book == NEW else {}
    s, rng = sandtable.load(book).start(options), Random(4)
    bots = {side: make("greedy", s.game, side, 4) for side in ("israel", "egypt")}
    while s.actor and s.turn < 3:
        if s.actor == "chance":
            s.apply(s.sample(rng.randrange))
        else:
            a = bots[s.actor].choose(s)
            assert s.check(a) is None, a
            s.apply(a)
    assert s.turn == 3


@pytest.mark.slow
@pytest.mark.parametrize("book", BOTH)
def test_greedy_beats_random(book: str) -> None:
    wins = {"israel": 0, "egypt": 0}
    for side, other in (("israel", "egypt"), ("egypt", "israel")):
        for seed in range(5):
            s = sandtable.load(book).start()
            bots = {side: make("greedy", s.game, side, seed), other: make("random", s.game, other, seed)}
            s, _ = play_out(s, bots, Random(seed))
            wins[side] += s.outcome.winner == side
    assert wins["israel"] >= 4
    assert wins["egypt"] == 5
