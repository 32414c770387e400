"""A table as the database knows it, made live again, also when other rules have played it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from sandtable.core import State
from sandtable.session import OtherEdition, RecordError, SeededDice, Session
from sandtable.session.dice import is_committed

from ..backup import RESTORED
from ..components import Components
from ..store import Saved, Store
from .dice import dice_for
from .table import Table


def load(store: Store, id: str, components: Components | None = None) -> Table | None:
    """From its last saved state; where that is missing or does not fit, by replaying its record, verified line by line.

    A game that the present rules do not replay is shown from the last position that can be reached, and stopped
    until its players agree to go on from there.
    """
    saved = store.load(id)
    if saved is None:
        return None
    overlay = components.of(saved.record.game, saved.record.overlay) if components else None
    if all(saved.facts):
        try:
            session = _resumed(store, saved, overlay)
            return _live(Table(saved, session, [json.loads(f) for f in saved.facts]))
        except (RecordError, ValueError, LookupError, TypeError, AttributeError):
            saved = store.load(id) or saved
    try:
        return _live(Table(saved, Session.from_record(saved.record, overlay=overlay)))
    except OtherEdition as e:
        return _stopped(store, saved, overlay, e)


def _live(table: Table) -> Table:
    session, record = table.session, table.session.record
    if not _fresh_dice(table) and record.played_by != session.game.rules_edition and not record.continued:
        record.edition = session.game.rules_edition  # every line of it has just been verified by this edition
    return table


def _fresh_dice(table: Table) -> bool:
    """The game goes on with fresh dice, and says so, where the seed was sealed with a key that is lost, or where the game was
    restored from a backup: the players may have seen what comes next. Does it?"""
    session, record, restored = table.session, table.session.record, table.saved.conduct.pop(RESTORED, False)
    if table.saved.kind != "game" or session.over or not is_committed(record.present_dice):
        return False
    if isinstance(session.dice, SeededDice) and not restored:
        return False
    used = max([e.draw for e in record.entries] + [b.last_draw for b in record.take_backs], default=0)
    old, session.dice = session.dice, dice_for(table.saved.players, used=used)
    if restored:
        session.note("restored from a backup: fresh dice")
    if not record.rolled and isinstance(old, SeededDice):
        record.describe_dice(session.dice.description)
        return True
    if isinstance(old, SeededDice):
        record.reveal(old.secret)
    record.begin_dice(session.dice.description)
    return True


def _stopped(store: Store, saved: Saved, overlay: Path | None, why: OtherEdition) -> Table:
    """The table at the last stored position, as far as the entries after it lead to the same checksums."""
    known = store.kept.position(saved.id, len(saved.record.entries))
    if known is None:
        raise why
    session = _goes_on(saved, overlay, known[0], known[1])
    count = len(session.record.entries)
    lines: list[Any] = [json.loads(f) for f in saved.facts[:count]]
    table = Table(saved, session, lines if all(saved.facts[:count]) else None)
    table.stopped = None if session.over else why
    _fresh_dice(table)
    return table


def _goes_on(saved: Saved, overlay: Path | None, at: int, state: dict[str, Any]) -> Session:
    """From the stored state, with those entries after it that the present rules play in the same way."""
    entries = saved.record.entries
    for count in range(len(entries), at - 1, -1):
        record = replace(
            saved.record, entries=entries[:count], result="" if count < len(entries) else saved.record.result
        )
        try:
            return Session.go_on(record, state, at, overlay=overlay)
        except RecordError as e:
            wrong = e
    raise wrong


def _resumed(store: Store, saved: Saved, overlay: Path | None) -> Session:
    record = saved.record
    game = Session.game_of(record, overlay)
    if record.edition != game.rules_edition:
        raise RecordError("saved by another edition of the rules")

    def fetch(before: int) -> State:
        known = store.snapshot(saved.id, before) if before else None
        if known and known[0] == before:
            state: State = game.from_json(known[1])
            return state
        return Session.from_record(record, overlay=overlay).states[before]

    known = store.snapshot(saved.id, len(record.entries))
    at, state = (known[0], game.from_json(known[1])) if known else (0, game.start())
    return Session.resumed(game, record, [()] * len(record.entries), state, at, fetch)
