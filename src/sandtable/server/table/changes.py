"""What changes a table: actions, undo and redo, take-backs, another name, other players."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, TypeVar

from sandtable.core import CHANCE, Action, IllegalAction
from sandtable.session import SeededDice
from sandtable.session.entries import Note, TakeBack
from sandtable.session.history import PAGE

from .. import models
from ..encode import dumps, state_text
from ..seats import SPECTATOR, Seat
from ..store import Change, now
from ..store.saved import changed, entry_row, note_row, passed_row, take_back_row
from ..store.writer import Rest
from . import clocks, practice, seen
from .log import line
from .table import Table
from .trouble import Json, Trouble

Versioned = models.Act | models.Undo | models.Redo | models.Propose | models.Conduct
Do = Callable[[], None]
R = TypeVar("R", TakeBack, Note)
TAKE_BACKS: Final = 1_000
"""So many are kept of one game."""


def act(table: Table, seat: Seat, side: str, m: models.Act) -> Json:
    """Take the actions one after another until the dice roll, somebody else must decide, or one is illegal."""
    must_be_new(table, m, side)
    table.must_act(seat)
    return _play(table, m.actions, side, m.id)


def act_for_bot(table: Table, version: int, action: str) -> None:
    """A bot's decision, if the position is still the one it was made for."""
    if version == table.version and not table.stopped and table.bot_level(table.s.actor):
        instead = table.calling_off.instead(table.session.state, Action.read(action))
        _play(table, [str(instead)], SPECTATOR)


def act_by_order(table: Table, version: int, side: str, action: str) -> None:
    """What a standing order says, if the position is still the one it was asked about."""
    if version == table.version and table.s.actor == side:
        _play(table, [action], side)


def _play(table: Table, actions: list[str], side: str, request: str = "") -> Json:
    session, before, actor = table.session, len(table.session.record.entries), table.session.actor
    done, stopped, refusal = 0, "", None
    with careful(table):
        for text in actions:
            if done and session.actor != actor:
                stopped = f"It is for {session.actor} to decide." if session.actor else "The game is over."
                break
            if done and session.record.entries[-1].actor == CHANCE and actor != CHANCE:
                stopped = "Dice were rolled: look at the result first."
                break
            s, meant = session.state, Action.read(text.lower())
            try:
                table.calling_off.must_be_few(s, meant)
                session.play(text)
            except IllegalAction as e:
                refusal = e
                break
            table.calling_off.count(s, meant)
            done += 1
        if done:
            commit(table, before, request)
    if refusal:
        raise Trouble("illegal", refusal.refusal.text, refusal.refusal.rules, refusal.action, done)
    lines = table.reader(side).lines
    made = [n for n in range(1, len(lines)) if lines[n] > before]
    return {"done": done, "entries": made, "left": actions[done:], "stopped": stopped}


def undo(table: Table, seat: Seat, side: str, m: models.Undo) -> Json:
    must_be_new(table, m, side)
    info = seen.undo_info(table, table.sides_of(seat))
    if not info["can"]:
        raise Trouble("illegal", info["why"])
    with careful(table):
        action = table.session.undo(table.session.record.entries[-1].actor)
        commit(table, len(table.session.record.entries), m.id)
    return {"action": action}


def redo(table: Table, seat: Seat, side: str, m: models.Redo) -> Json:
    must_be_new(table, m, side)
    info = seen.redo_info(table, table.sides_of(seat))
    if not info["can"]:
        raise Trouble("illegal", info["why"])
    before = len(table.session.record.entries)
    with careful(table):
        action = table.session.redo(next(x for x in table.sides_of(seat) if table.session.can_redo(x)))
        commit(table, before, m.id)
    return {"action": action}


def propose(table: Table, seat: Seat, side: str, m: models.Propose) -> Json:
    """Ask to take back; where nobody else has a say, it is done at once."""
    must_be_new(table, m, side)
    mine = table.sides_of(seat)
    if table.saved.kind == "replay" or not mine:
        raise Trouble("not_yours", "Only players take back.")
    table.must_not_be_stopped()
    lines = table.reader(side).lines
    to = practice.last_of(table, mine) if m.to is None else lines[m.to] if m.to < len(lines) - 1 else None
    if to is None:
        raise Trouble("illegal", practice.NOTHING)
    practice.must_be(table, to)
    others = [x for x, p in table.saved.players.items() if p["kind"] != "bot" and x not in mine]
    if others:
        by = side if side in mine else mine[0]
        table.proposal = {"what": "take back", "by": by, "to": to, "waiting_for": others, "request": m.id}
        return {"taken_back": False}
    _take_back(table, to, m.id)
    return {"taken_back": True}


def answer(table: Table, seat: Seat, side: str, m: models.Answer, agree: Callable[[Table, str], None]) -> Json:
    """`agree` does what is offered when it is no take-back (conduct.py)."""
    mine = table.sides_of(seat)
    p = table.proposal
    if p is None:
        raise Trouble("stale", "There is no proposal to answer.")
    if not any(x in mine for x in (p["by"], *p["waiting_for"])):
        raise Trouble("not_yours", "The proposal is not yours to answer.")
    if not m.accept:
        table.proposal = None
        return {"taken_back": False}
    to = table.reader(side).line_of(p["to"])
    if (m.what or p["what"]) != p["what"] or (m.to is not None and m.to != to):
        raise Trouble("stale", "Something else is proposed by now: look at it first.")
    waiting = [x for x in p["waiting_for"] if x not in mine]
    if waiting or p["by"] in mine:
        table.proposal = {**p, "waiting_for": waiting}
        return {"taken_back": False}
    if p["what"] == "take back":
        _take_back(table, p["to"], p["request"])
        return {"taken_back": True}
    with careful(table):
        agree(table, p["what"])
        table.proposal = None
        commit(table, len(table.session.record.entries), p["request"], always=True)
    return {"taken_back": False}


def _take_back(table: Table, to: int, request: str) -> None:
    if len(table.session.record.take_backs) >= TAKE_BACKS:
        raise Trouble("illegal", f"Moves have been taken back {TAKE_BACKS} times in this game, and no more can be.")
    with careful(table):
        table.session.take_back(len(table.session.record.entries) - to)
        commit(table, to, request)


def must_be_new(table: Table, m: Versioned, side: str) -> None:
    if m.id in table.requests:
        raise Trouble("repeated", "This was done already; nothing is done twice.")
    reader = table.reader(side)
    if not reader.since <= m.version <= reader.version:
        raise Trouble("stale", "The position has changed since; look at it first.")


def careful(table: Table) -> Careful:
    return Careful(table)


def commit(table: Table, kept: int, request: str = "", always: bool = False) -> None:
    """Prepare what is to be written down. `kept` entries of the version before still stand; `always`: it concerns everybody."""
    saved, session = table.saved, table.session
    record, was, at = session.record, saved.version, time.time()
    saved.version += 1
    table.kept = min(table.kept, kept)
    passed = clocks.pass_on(table, at)
    fresh = range(kept + 1, len(record.entries) + 1)
    table.lines[kept:] = [line(session, i) for i in fresh]
    news = table.tell(kept, always)
    if table.proposal and (
        session.over or (table.proposal["by"] in news and table.bot_level(table.proposal["by"]) == "")
    ):
        table.proposal = None
    saved.updated = now()
    if isinstance(session.dice, SeededDice):
        saved.seed = session.dice.secret
    saved.summary = seen.summary(table)
    table.pending = Change(
        saved.id,
        was,
        changed(saved),
        kept,
        saved.entries,
        [entry_row(saved.id, i, record.entries[i - 1], dumps(table.lines[i - 1]), at) for i in fresh],
        _rest(saved.take_backs, record.take_backs, partial(take_back_row, saved.id)),
        _rest(saved.notes, record.notes, partial(note_row, saved.id)),
        [{"table_id": saved.id, "n": i, "state": state_text(session.states[i])} for i in fresh if i % PAGE == 0],
        [passed_row(saved, at)] if passed else [],
        request,
    )


def _rest(before: Sequence[R], now: Sequence[R], row: Callable[[int, R], Json]) -> Rest | None:
    """The rows of what has changed, from the first that has."""
    if before == now:
        return None
    kept = next((i for i, (a, b) in enumerate(zip(before, now)) if a != b), min(len(before), len(now)))
    return Rest(kept, [row(n, x) for n, x in enumerate(now[kept:], kept + 1)])


class Careful:
    """While a change is made: should anything unexpected happen, the table must be loaded anew."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> Literal[False]:
        if error is not None and not isinstance(error, Trouble):
            self.table.broken = True
        return False
