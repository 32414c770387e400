"""Two ways on are judged by the same dice; what stands out is called so, and nothing else."""

from __future__ import annotations

from typing import Any

import sandtable
from sandtable.bots.compare import ENOUGH, Judged, compare, instead, played
from tests.games.across_suez.table import NEW, moving


def _last_turn() -> Any:
    """Israel lacks one unit across on the last turn, and it waits at the bridge."""
    five = [f"across {u}" for u in ("Matt-1", "Matt-2", "Matt-3", "Erez-1", "Erez-2")]
    return moving(NEW, "israel", "0112 Baram-4", *five, "0212 Erez-3", "1403 16/11", turn=7)


def test_a_way_beside_itself_is_no_better() -> None:
    s = sandtable.load("across-suez-2021").start()
    way = played([str(next(iter(s.options())))])
    found = compare(s, "israel", way, way, most=ENOUGH)
    assert found is not None
    assert found.trials == ENOUGH
    assert found.difference == 0
    assert found.error == 0
    assert not found.sure


def test_throwing_the_game_away_stands_out() -> None:
    s = _last_turn()
    away = played(["move Erez-3 0212-0312-0411-0512", "end"])
    found = compare(s, "israel", away, played(["cross Erez-3 0212-0112", "end"]), most=ENOUGH)
    assert found is not None
    assert found.difference > 0.2
    assert found.sure


def test_few_trials_are_never_sure() -> None:
    assert not Judged(ENOUGH - 1, (0.0, 1.0), 0.0).sure
    assert not Judged(50, (0.50, 0.53), 0.02).sure
    assert Judged(50, (0.50, 0.56), 0.02).sure


def test_what_the_strongest_would_have_done_can_be_played() -> None:
    s = sandtable.load("across-suez-2021").start()
    other = instead(s, "israel", seconds=0.2)
    assert other.way
    for action in other.way:
        assert s.actor == "israel"
        s = s.play(str(action))
