"""What changes a table: actions, undo and redo, take-backs, another name, other players."""

from __future__ import annotations

import time
from typing import Literal

from sandtable.core import CHANCE, IllegalAction
from sandtable.session import Session
from sandtable.session import fork as forked
from sandtable.session.history import PAGE

from .. import models
from ..encode import dumps
from ..seats import SPECTATOR, Seat
from ..store import Change, now
from ..store.saved import changing, entry_row, note_row, take_back_row
from . import seen
from .log import line
from .names import names_of, one_line
from .opening import players_of, settle_players
from .table import Table
from .trouble import Json, Trouble


def act(table: Table, seat: Seat, side: str, m: models.Act) -> Json:
    """Take the actions one after another until the dice roll, somebody else must decide, or one is illegal."""
    _must_be_new(table, m, side)
    table.must_act(seat)
    return _play(table, m.actions, side, m.id)


def act_for_bot(table: Table, version: int, action: str) -> None:
    """A bot's decision, if the position is still the one it was made for."""
    if version == table.version and table.bot_level(table.s.actor):
        _play(table, [action], SPECTATOR)


def _play(table: Table, actions: list[str], side: str, request: str = "") -> Json:
    session, before, actor = table.session, len(table.session.record.entries), table.session.actor
    done, stopped, refusal = 0, "", None
    with _careful(table):
        for text in actions:
            if done and session.actor != actor:
                stopped = f"It is for {session.actor} to decide." if session.actor else "The game is over."
                break
            if done and session.record.entries[-1].actor == CHANCE and actor != CHANCE:
                stopped = "Dice were rolled: look at the result first."
                break
            try:
                session.play(text)
            except IllegalAction as e:
                refusal = e
                break
            done += 1
        if done:
            commit(table, before, request)
    if refusal:
        raise Trouble("illegal", refusal.refusal.text, refusal.refusal.rules, refusal.action, done)
    lines = table.reader(side).lines
    made = [n for n in range(1, len(lines)) if lines[n] > before]
    return {"done": done, "entries": made, "left": actions[done:], "stopped": stopped}


def undo(table: Table, seat: Seat, side: str, m: models.Undo) -> Json:
    _must_be_new(table, m, side)
    info = seen.undo_info(table, table.sides_of(seat))
    if not info["can"]:
        raise Trouble("illegal", info["why"])
    with _careful(table):
        action = table.session.undo(table.session.record.entries[-1].actor)
        commit(table, len(table.session.record.entries), m.id)
    return {"action": action}


def redo(table: Table, seat: Seat, side: str, m: models.Redo) -> Json:
    _must_be_new(table, m, side)
    info = seen.redo_info(table, table.sides_of(seat))
    if not info["can"]:
        raise Trouble("illegal", info["why"])
    before = len(table.session.record.entries)
    with _careful(table):
        action = table.session.redo(next(x for x in table.sides_of(seat) if table.session.can_redo(x)))
        commit(table, before, m.id)
    return {"action": action}


def propose(table: Table, seat: Seat, side: str, m: models.Propose) -> Json:
    """Ask to take back; where nobody else has a say, it is done at once."""
    _must_be_new(table, m, side)
    mine = table.sides_of(seat)
    if table.saved.kind == "replay" or not mine:
        raise Trouble("not_yours", "Only players take back.")
    entries = table.session.record.entries
    reader = table.reader(side)
    if m.to is None:
        to = next((i for i in range(len(entries) - 1, -1, -1) if entries[i].actor in mine), None)
    else:
        to = reader.lines[m.to] if m.to < reader.count else None
    if to is None:
        raise Trouble("illegal", "There is nothing to take back.")
    others = [x for x, p in table.saved.players.items() if p["kind"] != "bot" and x not in mine]
    if others:
        by = side if side in mine else mine[0]
        table.proposal = {"by": by, "to": to, "waiting_for": others, "request": m.id}
        return {"taken_back": False}
    _take_back(table, to, m.id)
    return {"taken_back": True}


def answer(table: Table, seat: Seat, m: models.Answer) -> Json:
    mine = table.sides_of(seat)
    p = table.proposal
    if p is None:
        raise Trouble("stale", "There is no proposal to answer.")
    if not any(x in mine for x in (p["by"], *p["waiting_for"])):
        raise Trouble("not_yours", "The proposal is not yours to answer.")
    if not m.accept:
        table.proposal = None
        return {"taken_back": False}
    p["waiting_for"] = [x for x in p["waiting_for"] if x not in mine]
    if p["waiting_for"]:
        return {"taken_back": False}
    _take_back(table, p["to"], p["request"])
    return {"taken_back": True}


def _take_back(table: Table, to: int, request: str) -> None:
    with _careful(table):
        table.session.take_back(len(table.session.record.entries) - to)
        commit(table, to, request)


def _must_be_new(table: Table, m: models.Act | models.Undo | models.Redo | models.Propose, side: str) -> None:
    if m.id in table.requests:
        raise Trouble("repeated", "This was done already; nothing is done twice.")
    if m.version != table.reader(side).version:
        raise Trouble("stale", "The position has changed since; look at it first.")


def _careful(table: Table) -> _Careful:
    return _Careful(table)


def commit(table: Table, kept: int, request: str = "", always: bool = False) -> None:
    """Prepare what is to be written down. `kept` entries of the version before still stand; `always`: it concerns everybody."""
    saved, session = table.saved, table.session
    record, was, at = session.record, saved.version, time.time()
    saved.version += 1
    fresh = range(kept + 1, len(record.entries) + 1)
    table.lines[kept:] = [line(session, i) for i in fresh]
    news = table.tell(kept, always)
    if table.proposal and table.proposal["by"] in news:
        table.proposal = None
    saved.updated = now()
    saved.summary = seen.summary(table)
    table.pending = Change(
        saved.id,
        was,
        changing(saved),
        kept,
        saved.entries,
        [entry_row(saved.id, i, record.entries[i - 1], dumps(table.lines[i - 1]), at) for i in fresh],
        [take_back_row(saved.id, n, b) for n, b in enumerate(record.take_backs, 1)]
        if record.take_backs != saved.take_backs
        else None,
        [note_row(saved.id, n, x) for n, x in enumerate(record.notes, 1)] if record.notes != saved.notes else None,
        [{"table_id": saved.id, "n": i, "state": dumps(session.states[i].to_json())} for i in fresh if i % PAGE == 0],
        request,
    )


def change(table: Table, name: str | None, players: dict[str, models.Player]) -> None:
    """A new name, other opponents."""
    for side, player in players.items():
        if side not in table.game.sides:
            raise Trouble("bad_message", f"{table.game.id} has no side {side!r}.")
        if not table.open and player.kind != "bot" and player.kind != table.saved.players[side]["kind"]:
            raise Trouble("secret", f"{table.game.title.name} has secrets: {side} can only be given to a bot.")
    settled = settle_players(table.game, {**players_of(table.saved.players), **players})
    with _careful(table):
        if name is not None:
            table.saved.name = table.session.record.title = one_line(name)
        table.saved.players = settled
        table.session.record.players = names_of(settled)
        commit(table, len(table.session.record.entries), always=True)


def fork(table: Table, entry: int) -> Session:
    table.must_be_open("A running game with secrets cannot be forked.")
    table.at(entry, SPECTATOR)
    return forked(table.session, entry)


class _Careful:
    """While a change is made: should anything unexpected happen, the table must be loaded anew."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> Literal[False]:
        if error is not None:
            self.table.broken = True
        return False
