"""Israel's counter-stroke of 1973: the fist gathers, waits, crosses together; and the last placing is by the score itself."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.sinai.evaluator import ended
from tests.games.sinai.table import where

GATE = ("0731 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0831 Eg-arm-4 Eg-arm-5 Eg-arm-6", "0932 Eg-mech-5 Eg-mech-6 Eg-mech-7")
MISSILES = ("0631 Eg-SAM-1", "0327 Eg-SAM-2")
BEFORE_THE_GATE = ("1030 Is-arm-1 Is-arm-2 Is-arm-3", "1131 Is-arm-4 Is-mech-1 Is-mech-2", "1132 Is-mech-3 Is-mech-4")
ARMY = tuple(f"Eg-arm-{n}" for n in range(1, 7))
SPARE = ("Is-mech-5", "Is-mech-6", "Is-mech-7", "Is-para-1", "Is-para-2", "Is-para-3")


def war(*places: str, turn: int, number: int = 1) -> Any:
    stacks = (f"at {p}" for p in (*GATE, *MISSILES, *BEFORE_THE_GATE, *places))
    lines = ("sinai/1973", f"turn {turn}", *stacks, f'> Movement {{"side": "israel", "number": {number}}}')
    return sandtable.load("sinai/1973").position("\n".join(lines))


def phase(s: Any, level: str = bots.BEST) -> Any:
    """The Movement Phase of Israel."""
    bot = bots.make(level, s.game, "israel", 1)
    done = ""
    while s.actor == "israel" and done != "end":
        done = str(bots.decide(bot, s).action)
        assert s.check(done) is None, done
        s = s.play(done)
    return s


def across(s: Any) -> set[str]:
    return {n for n in SPARE if s.game.egypt_west >> s.loc[s.game.unit(n)] & 1}


def test_who_is_not_needed_before_the_line_gathers_on_the_bank_where_it_ends() -> None:
    s = phase(war("0822 Is-mech-5 Is-mech-6 Is-mech-7", "0823 Is-para-1 Is-para-2 Is-para-3", turn=14))
    bank = s.game.map.sets["canal_east_bank"]
    assert len([n for n in SPARE if bank >> s.loc[s.game.unit(n)] & 1]) >= 3
    assert not across(s)


@pytest.mark.parametrize(("turn", "units", "crosses"), [(14, 6, True), (14, 3, False), (8, 6, False)])
def test_the_fist_goes_over_together_and_nobody_before(turn: int, units: int, crosses: bool) -> None:
    waiting = [f"{h} {' '.join(SPARE[i : i + 3][: max(0, units - i)])}" for i, h in ((0, "0523"), (3, "0524"))]
    s = phase(war(*(x for x in waiting if " Is" in x), turn=turn))
    assert (len(across(s)) >= 3) is crosses


def test_the_gate_is_still_watched_while_others_cross() -> None:
    s = phase(war("0523 Is-mech-5 Is-mech-6 Is-mech-7", "0524 Is-para-1 Is-para-2 Is-para-3", turn=14))
    assert not any(s.game.egypt_west >> s.loc[s.game.unit(n)] & 1 for n in ("Is-arm-1", "Is-arm-4", "Is-mech-3"))
    assert where(s, "Is-arm-1")


def test_before_the_war_may_end_everybody_stands_where_it_counts() -> None:
    spread = war("0422 Is-mech-5 Is-mech-6 Is-mech-7", "0521 Is-para-1 Is-para-2 Is-para-3", turn=20, number=2)
    assert ended(phase(spread)) > ended(phase(spread, "greedy")) + 20


@pytest.mark.parametrize(("level", "ahead"), [("greedy", True), (bots.BEST, False)])
@pytest.mark.parametrize(
    ("first", "second", "sam", "enemy"), [("0526", "0628", "0424", "0922"), ("0522", "0624", "0624", "1127")]
)
def test_missiles_that_may_cross_stay_behind_the_army(
    level: str, ahead: bool, first: str, second: str, sam: str, enemy: str
) -> None:
    """In the mid-1970s SAM units cross the Canal: after a whole phase none is nearer to the enemy than all of the army."""
    stacks = (f"{first} Eg-arm-1 Eg-arm-2 Eg-arm-3", f"{second} Eg-arm-4 Eg-arm-5 Eg-arm-6", f"{sam} Eg-SAM-1")
    lines = ["sinai/mid-1970s", "turn 6", *(f"at {p}" for p in (*stacks, f"{enemy} Is-arm-1 Is-arm-2 Is-arm-3"))]
    s = sandtable.load("sinai/mid-1970s").position("\n".join((*lines, '> Movement {"side": "arab", "number": 2}')))
    bot, done = bots.make(level, s.game, "arab", 1), ""
    while s.actor == "arab" and done != "end":
        done = str(bots.decide(bot, s).action)
        s = s.play(done)
    near = {u: s.game.map.grid.distance(s.loc[s.game.unit(u)], s.game.hex(enemy)) for u in ("Eg-SAM-1", *ARMY)}
    assert (near.pop("Eg-SAM-1") < min(near.values())) is ahead
