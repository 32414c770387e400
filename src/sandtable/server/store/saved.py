"""A table as the database knows it, and how it becomes rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from sandtable.session import Entry, Record
from sandtable.session.entries import Continuation, Note, Stream, TakeBack

Json = dict[str, Any]
KINDS = ("game", "replay")


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@dataclass
class Saved:
    """What stands in the row of a table, and its record."""

    id: str
    kind: str
    name: str
    players: dict[str, dict[str, str]]
    record: Record
    seed: str = ""
    version: int = 1
    bot: Json = field(default_factory=dict)
    summary: Json = field(default_factory=dict)
    """What the lobby shows of it: turn, actor, prompt, result."""
    created: str = field(default_factory=now)
    updated: str = field(default_factory=now)
    terms: Json = field(default_factory=dict)
    """What was agreed at the start: pace, what happens when time runs out, who may watch, who may sit down."""
    conduct: Json = field(default_factory=dict)
    """How it goes beside the game: clocks, a pause, who stands in, the next table."""
    listed: str = ""
    waiting: str = ""
    due: float | None = None
    entries: int = 0
    """How many the database holds."""
    take_backs: list[TakeBack] = field(default_factory=list)
    """Those the database holds."""
    notes: list[Note] = field(default_factory=list)
    requests: frozenset[str] = frozenset()
    columns: Json = field(default_factory=dict)
    """What stands in its row, of what changes during play."""
    facts: list[str] = field(default_factory=list)
    """What the log shows of every entry, as JSON; empty texts for tables older than that."""


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def changing(saved: Saved) -> Json:
    """The columns that change during play."""
    return {
        "name": saved.name,
        "players": _json(saved.players),
        "forked": saved.record.forked,
        "bot": _json(saved.bot),
        "summary": _json(saved.summary),
        "updated": saved.updated,
        "seed": saved.seed,
        "terms": _json(saved.terms),
        "conduct": _json(saved.conduct),
        "ended": saved.record.ended,
        "listed": saved.listed,
        "waiting": saved.waiting,
        "due": saved.due,
        "dice": saved.record.dice,
        "header": _json(_header(saved.record)),
    }


def changed(saved: Saved) -> Json:
    """The columns that are others now than those in the database; they are taken to be written."""
    before, saved.columns = saved.columns, changing(saved)
    return {name: value for name, value in saved.columns.items() if name not in before or value != before[name]}


def _header(r: Record) -> Json:
    return {
        "edition": r.edition,
        "seed": r.seed if r.fresh else "",
        "fresh": [[f.after, f.dice, f.seed] for f in r.fresh],
        "continued": [[c.after, c.edition, c.state] for c in r.continued],
    }


def row_of(saved: Saved) -> Json:
    r = saved.record
    return {
        "id": saved.id,
        "kind": saved.kind,
        "game": r.game,
        "options": json.dumps(dict(r.options)),
        "rules": r.rules,
        "overlay": r.overlay,
        "created": saved.created,
        "version": saved.version,
        **changing(saved),
    }


class Damaged(ValueError):
    """A row that makes no sense: it costs its table, and nothing else."""

    def __init__(self, table: str, why: Exception) -> None:
        super().__init__(f"what is stored of table {table} is damaged ({type(why).__name__}: {why})")


@contextmanager
def needed(table: str) -> Iterator[None]:
    """Damaged where what is read of a table makes no sense."""
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as e:
        raise Damaged(table, e) from None


def saved_of(row: Mapping[str, Any]) -> Saved:
    """The row as a value; Damaged where it makes no sense."""
    with needed(row["id"]):
        return _saved(row)


def _needed(text: str) -> Json:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(f"{text[:20]!r} is no object")
    return found


def spare(text: str) -> Json:
    """What a game can do without."""
    try:
        return _needed(text)
    except (ValueError, TypeError):
        return {}


def _record(row: Mapping[str, Any], players: Json, result: str) -> Record:
    names = {side: player.get("name") or player.get("level") or side for side, player in players.items()}
    record = Record(
        row["game"],
        row["rules"],
        names,
        row["dice"],
        _needed(row["options"]),
        row["overlay"],
        row["name"],
        row["created"][:10],
        result=result,
        forked=int(row["forked"]),
        ended=row["ended"],
    )
    if header := _needed(row["header"]):
        record.edition, record.seed = header["edition"], header.get("seed", "")
        record.fresh = [Stream(*f) for f in header["fresh"]]
        record.continued = [Continuation(*c) for c in header["continued"]]
    return record


def _saved(row: Mapping[str, Any]) -> Saved:
    players, summary = _needed(row["players"]), spare(row["summary"])
    record = _record(row, players, summary.get("result", ""))
    if row["kind"] not in KINDS:
        raise ValueError(f"{row['kind']!r} is no kind of table")
    return Saved(
        row["id"],
        row["kind"],
        row["name"],
        players,
        record,
        row["seed"],
        row["version"],
        spare(row["bot"]),
        summary,
        row["created"],
        row["updated"],
        spare(row["terms"]),
        spare(row["conduct"]),
        row["listed"],
        row["waiting"],
        row["due"],
    )


def entry_row(table: str, n: int, e: Entry, facts: str, at: float) -> Json:
    return {
        "table_id": table,
        "n": n,
        "actor": e.actor,
        "action": e.action,
        "checksum": e.checksum,
        "draw": e.draw,
        "facts": facts,
        "at": at,
    }


def facts_of(row: Mapping[str, Any]) -> str:
    """What the log shows of an entry; empty where that is damaged, so that the rules tell it anew."""
    return row["facts"] if spare(row["facts"]) else ""


def entry_of(row: Mapping[str, Any], sides: Iterable[str]) -> Entry:
    """An entry. Where nobody can tell any more from whom it was secret, it is secret from all."""
    known = spare(row["facts"]) if row["facts"] else {}
    if row["facts"] and not known:
        known = {"secret_from": sides}
    return Entry(
        row["actor"],
        row["action"],
        row["checksum"],
        int(row["draw"]),
        tuple(known.get("secret_from", ())),
        bool(known.get("cut")),
        bool(known.get("silent")),
        known.get("among", ""),
    )


def take_back_row(table: str, n: int, b: TakeBack) -> Json:
    return {"table_id": table, "n": n, "after": b.after, "last": b.last, "first_draw": b.first_draw, "last_draw": b.last_draw}  # fmt: skip


def passed_row(saved: Saved, at: float) -> Json:
    """A turn has passed to somebody: among the messages, until it is known whom to tell (hall/notices.py)."""
    turn = saved.conduct["turn"]
    of = {"person": "", "table_id": saved.id, "turn": turn}
    return {"id": f"{saved.id} {turn}", **of, "way": "turn", "state": "passed", "at": at}


def note_row(table: str, n: int, note: Note) -> Json:
    return {"table_id": table, "n": n, "after": note.after, "text": note.text}


def rows_of(saved: Saved, facts: Sequence[str], snapshots: Sequence[tuple[int, str]]) -> dict[str, list[Json]]:
    """A whole table as rows: by name of the database's table."""
    r, id = saved.record, saved.id
    return {
        "tables": [row_of(saved)],
        "entries": [entry_row(id, n, e, f, 0) for n, (e, f) in enumerate(zip(r.entries, facts), 1)],
        "take_backs": [take_back_row(id, n, b) for n, b in enumerate(r.take_backs, 1)],
        "notes": [note_row(id, n, x) for n, x in enumerate(r.notes, 1)],
        "snapshots": [{"table_id": id, "n": n, "state": state} for n, state in snapshots],
    }
