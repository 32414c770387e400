"""Which way is better: a player's own beside the hint, and what was played beside what the strongest level would have done."""

from __future__ import annotations

from typing import Final

from sandtable.bots import compare
from sandtable.core import CHANCE, State

from .. import models, wording
from ..seats import Seat
from .table import Table
from .trouble import Json, Trouble

SECONDS: Final = 2.5
"""For the trials of both ways together; as long again for the strongest level to think."""


def job(table: Table, seat: Seat, m: models.Compare | models.Instead) -> Json:
    """What is to be worked out elsewhere (questions.py)."""
    if isinstance(m, models.Compare):
        _, s = table.must_act(seat)
        if s.actor == CHANCE:
            raise Trouble("not_yours", "The dice decide now.")
        ways = {"first": _meant(table, s, m.first), "second": _meant(table, s, m.second)}
        return {"ask": "compare", "s": s, "side": s.actor, **ways}
    table.must_be_open("What would have been better would show what is still secret; ask when the game is over.")
    entries = table.session.record.entries
    if not m.first <= m.last <= len(entries):
        raise Trouble(
            "bad_message", f"The record has {len(entries)} entries; {m.first} to {m.last} are not among them."
        )
    actions = [e.action for e in entries[m.first - 1 : m.last] if e.actor == entries[m.first - 1].actor]
    return {
        "ask": "instead",
        "s": table.session.states[m.first - 1],
        "side": entries[m.first - 1].actor,
        "first": actions,
    }


def _meant(table: Table, s: State, actions: list[str]) -> list[str]:
    """The first action as the rules read it, which they must allow; what follows is judged on the way."""
    first = table.game.parse(s, actions[0])
    if refusal := s.check(first):
        raise Trouble("illegal", refusal.text)
    return [str(first), *actions[1:]]


# In the worker --------------------------------------------------------------------------------------------------------
def answer(s: State, job: Json) -> Json:
    """The judgement, in plain figures."""
    side, first = job["side"], compare.played(job["first"])
    if job["ask"] == "compare":
        return _judged(s, side, first, compare.played(job["second"]))
    if side not in s.game.sides:
        raise Trouble("bad_message", "The dice decided this; nobody could have done better.")
    other = compare.instead(s, side, SECONDS)
    same = [str(a) for a in other.way] == job["first"]
    told = {"level": other.level, "labels": _labels(s, other.way), "reason": other.reason, "same": same}
    return {**_judged(s, side, first, other.way), **told}


def _labels(s: State, way: compare.Way) -> list[str]:
    """What the buttons of these actions say, one after the other."""
    t, found = s.copy(), []
    for action in way:
        found.append(wording.option(t, action)["label"])
        t.apply(action)
    return found


def _judged(s: State, side: str, first: compare.Way, second: compare.Way) -> Json:
    found = compare.compare(s, side, first, second, SECONDS)
    if found is None:
        raise Trouble("unknown", "Nobody here knows yet what a position of this game is worth.")
    chances = [round(x, 3) for x in found.chances]
    return {"trials": found.trials, "chances": chances, "error": round(found.error, 3), "sure": found.sure}
