"""A table as the database knows it, made live again."""

from __future__ import annotations

import json
from pathlib import Path

from sandtable.core import State
from sandtable.session import RecordError, Session

from ..components import Components
from ..store import Saved, Store
from .table import Table


def load(store: Store, id: str, components: Components | None = None) -> Table | None:
    """From its last saved state; where that is missing or does not fit, by replaying its record, verified line by line."""
    saved = store.load(id)
    if saved is None:
        return None
    overlay = components.of(saved.record.game, saved.record.overlay) if components else None
    if all(saved.facts):
        try:
            session = _resumed(store, saved, overlay)
            return Table(saved, session, [json.loads(f) for f in saved.facts])
        except (RecordError, ValueError, LookupError, TypeError):
            saved = store.load(id) or saved
    return Table(saved, Session.from_record(saved.record, overlay=overlay))


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
