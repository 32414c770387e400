"""What a host does to tables and people, beside running servers: the version check of every save keeps both right."""

from __future__ import annotations

from typing import Any

from .store import Store, WrongKey
from .store.people import People, Person
from .table import changes
from .table.forgetting import forget, forget_film
from .table.loading import load


def tables(store: Store) -> list[dict[str, Any]]:
    return [
        {
            "table": s.id,
            "name": s.name,
            "game": s.record.game,
            "entries": s.entries,
            "updated": s.updated,
            "result": s.summary.get("result", ""),
            "players": {side: p.get("name") or p.get("level", "") for side, p in s.players.items()},
        }
        for s in store.lobby()
    ]


def persons(store: Store) -> list[dict[str, Any]]:
    """Without their addresses."""
    return [
        {"person": p.id, "name": p.name, "created": p.created, "banned": p.banned} for p in People(store.engine).all()
    ]


def close(store: Store, table: str) -> None:
    """End a game; it can still be looked at."""
    live = load(store, table)
    if live is None:
        raise ValueError(f"there is no table {table!r}")
    live.session.end("", "closed by the host")
    changes.commit(live, len(live.session.record.entries), always=True)
    assert live.pending is not None
    store.write(live.pending).result()


def delete(store: Store, table: str) -> None:
    if not store.version(table):
        raise ValueError(f"there is no table {table!r}")
    store.delete(table)


def ban(store: Store, person: str, banned: bool) -> None:
    _known(store, person)
    People(store.engine).change(person, banned=int(banned))


def anonymise(store: Store, person: str) -> None:
    """Forget who somebody was, at the tables too."""
    name, seats = _known(store, person).name, store.seats_of(person)
    for table in {s.table for s in seats}:
        try:
            live = load(store, table)
            if live is not None:
                forget(live, [s for s in seats if s.table == table], name)
                if live.pending is not None:
                    store.write(live.pending).result()
                forget_film(store, live)
        except WrongKey:
            raise
        except ValueError:  # a table that cannot be opened
            continue
    People(store.engine).anonymise(person)


def _known(store: Store, person: str) -> Person:
    found = People(store.engine).get(person)
    if found is None:
        raise ValueError(f"there is no person {person!r}; `sandtable admin persons` lists them")
    return found
