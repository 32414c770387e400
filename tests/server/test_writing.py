"""What is written down of a change, how it is told, and what stays in memory."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.server import models
from sandtable.server.components import Components
from sandtable.server.hall.memory import FEW, Memory
from sandtable.server.store import Change, Stale, Store
from sandtable.server.table import changes, seen
from sandtable.server.table.loading import load
from sandtable.server.table.opening import new_game
from sandtable.server.table.starting import start, table_rows
from sandtable.server.table.table import Table
from sandtable.session import Session
from sandtable.session.record import Count

from .postgres import cluster
from .table import Server

SUEZ = "across-suez-1980"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str | None]:
    with cluster() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres") or pytest.skip("PostgreSQL is not here")
    with closing(Store(url)) as s:
        yield s


def table_in(store: Store, id: str) -> Table:
    table = start(*new_game(id, models.NewTable(game=SUEZ), Components()))
    store.create(table_rows(table), [])
    table.settle()
    return table


def acted(table: Table, action: str) -> Change:
    """What an action would write down."""
    table.session.play(action)
    changes.commit(table, len(table.session.record.entries) - 1)
    assert table.pending is not None
    return table.pending


def test_one_stale_change_does_not_keep_the_others_from_being_written(store: Store) -> None:
    first, late, other = (table_in(store, f"{store.node}{x}") for x in "abc")
    same = load(store, late.id)
    assert same is not None
    store.write(acted(same, "end")).result(10)
    batch = [acted(first, "end"), acted(late, "move Reshef-1 0210-0211"), acted(other, "end")]
    done = [store.write(c) for c in batch]
    done[0].result(10)
    done[2].result(10)
    with pytest.raises(Stale):
        done[1].result(10)
    held = [load(store, t.id) for t in (first, late, other)]
    assert [[e.action for e in t.session.record.entries if e.actor != "chance"] for t in held if t] == [["end"]] * 3


def test_a_connection_that_died_is_made_anew_and_nothing_is_lost(store: Store) -> None:
    table = table_in(store, f"{store.node}d")
    store.write(acted(table, "move Reshef-1 0210-0211")).result(10)
    table.settle()
    assert store.writer.connection is not None
    driver: Any = store.writer.connection.driver_connection
    driver.close()
    store.write(acted(table, "end")).result(10)
    again = load(store, table.id)
    assert again is not None
    assert [e.action for e in again.session.record.entries][:2] == ["move Reshef-1 0210-0211", "end"]


def test_only_what_has_changed_of_a_table_is_written(store: Store) -> None:
    table = table_in(store, f"{store.node}e")
    store.write(acted(table, "move Reshef-1 0210-0211")).result(10)
    table.settle()
    another = next(a for a in table.session.state.options() if a.verb == "move")
    change = acted(table, str(another))
    assert set(change.columns) == {"updated"}, "nothing else is another one after a second move"
    loaded = load(store, table.id)
    assert loaded is not None
    assert set(acted(loaded, "end").columns) >= {"updated", "summary"}
    assert not {"players", "terms", "name", "header"} & set(loaded.pending.columns if loaded.pending else ())


def test_what_several_are_told_is_worked_out_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.new(SUEZ)
    worked_out: list[str] = []
    state = seen.state

    def counted(table: Table, seat: Any, *rest: Any) -> Any:
        worked_out.append(seat.role)
        return state(table, seat, *rest)

    with (
        server.live(made["table"], made["owner"]) as owner,
        server.live(made["table"], made["spectator"]) as first,
        server.live(made["table"], made["spectator"]) as second,
    ):
        monkeypatch.setattr(seen, "state", counted)
        owner.act("move Reshef-1 0210-0211")
        for watcher in (first, second):
            watcher.until_state(owner.state["version"])
        assert sorted(worked_out) == ["owner", "spectator"]
        assert first.state == second.state


@pytest.mark.parametrize("game", ["toy", "suez-56"])
def test_a_count_goes_on_where_it_was_and_begins_anew_after_a_take_back(game: str) -> None:
    session, rng = Session(sandtable.load(game)), Random(3)
    for _ in range(60):
        if session.actor is None:
            break
        session.play(session.state.sample(rng.randrange))
        if len(session.record.entries) > 5 and rng.random() < 0.2:
            session.take_back(rng.randrange(1, 4))
        for side in (*session.game.sides, "spectator"):
            for busy in (None, "", *session.game.sides):
                assert session.record.told(side, busy) == Count(session.record, side).lines(busy)


class Held:
    """Garbage that holds itself."""

    def __init__(self) -> None:
        self.me = self


def test_what_was_set_aside_is_looked_at_again_when_as_much_has_gone() -> None:
    memory = Memory([])
    memory.begin()
    try:
        at_once, later = Held(), Held()
        gone = [weakref.ref(at_once), weakref.ref(later)]
        del at_once
        memory.tidied()
        assert [x() is None for x in gone] == [True, False]
        del later
        memory.tidied()
        assert gone[1]() is not None, "it was set aside"
        memory.forgotten = FEW + 1
        memory.tidied()
        assert gone[1]() is None
    finally:
        memory.end()
    assert gc.isenabled()
