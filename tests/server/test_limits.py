"""What one caller may ask for, and that his asking is not felt by others."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import uvicorn

from sandtable import render
from sandtable.server import questions, run
from sandtable.server.app import create_app
from sandtable.server.budgets import Budgets
from sandtable.server.edge import network_of
from sandtable.server.hall import lobby
from sandtable.server.questions import Questions
from sandtable.server.run import bind
from sandtable.server.settings import Limits, Settings, read_settings
from sandtable.server.table.trouble import Trouble
from tests.session.play import random_session

from .table import Json, Server, bearer, running

ROOT = Path(__file__).parents[2]
SUEZ = "across-suez-1980"


def test_the_documented_configuration_is_the_default() -> None:
    documented = read_settings(ROOT / "deploy" / "sandtable.toml", {})
    assert documented == Settings()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    limits = Limits(
        questions_per_second=0.01, questions_reserve=2, imports_per_hour=1, tables_per_day=4, persons_per_day=1
    )
    with running(
        tmp_path, local=False, settings=Settings(limits=limits.model_copy(update={"guesses_per_hour": 2}))
    ) as s:
        yield s


def test_budgets_run_out_with_a_sentence(strict: Server) -> None:
    made = strict.new(SUEZ)
    for _ in range(2):
        strict.ask(made["table"], made["owner"], "overlay", overlay="stacking")
    told = strict.ask(made["table"], made["owner"], "overlay", 429, overlay="stacking")
    assert "wait" in told["text"]
    strict.act(made["table"], made["owner"], "move Reshef-1 0210-0211")  # playing goes on
    record = strict.get(f"/api/tables/{made['table']}/record", made["owner"])
    strict.post("/api/import", {"record": record}, status=201)
    strict.post("/api/import", {"record": record}, status=429)
    strict.post("/api/people", {}, status=201)
    strict.post("/api/people", {}, status=429)
    for _ in range(2):
        strict.get(f"/api/tables/{made['table']}/state", "x" * 43, status=401)
    strict.get(f"/api/tables/{made['table']}/state", "y" * 43, status=429)
    strict.get("/api/me", "y" * 43, status=429)
    strict.get(f"/api/tables/{made['table']}/invitation", "y" * 43, status=429)
    strict.post(f"/api/tables/{made['table']}/sit", {}, "y" * 43, status=429)
    assert strict.get(f"/api/tables/{made['table']}/film", made["owner"], status=429)["code"] == "slow_down"
    for _ in range(2):
        strict.new(SUEZ)
    strict.post("/api/tables", {"game": SUEZ}, status=429)


def test_reading_is_paced_too_and_nothing_is_kept_of_tables_that_are_none(tmp_path: Path) -> None:
    limits = Limits(requests_reserve=30, requests_per_second=0.01)
    with running(tmp_path, local=False, settings=Settings(limits=limits)) as server:
        answers = [server.http.get(f"/api/tables/no{n}/invitation", headers=bearer("x" * 43)) for n in range(40)]
        assert {r.status_code for r in answers[:20]} == {404}
        assert answers[-1].status_code == 429
        assert server.http.get("/api/map/across-suez-1980").status_code == 429
        assert server.http.get("/api/games").status_code == 200
        assert not server.app.state.hall.loading


def test_an_address_is_its_network_in_ipv6() -> None:
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9") != network_of("2001:db8:1:3::9")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("testclient") == "testclient"


def test_a_bad_import_is_refused_from_its_own_process(strict: Server) -> None:
    told = strict.post("/api/import", {"record": "hello"}, status=400)
    assert "cannot be used" in told["text"]


def test_a_flood_of_layers_on_one_table_is_not_felt_on_another(tmp_path: Path) -> None:
    with running(tmp_path, settings=Settings()) as server:
        flooded, quiet = server.new("sinai/1967"), server.new(SUEZ)
        stop = threading.Event()

        def flood() -> None:
            while not stop.is_set():
                server.http.post(
                    f"/api/tables/{flooded['table']}/ask",
                    json={"type": "overlay", "id": str(time.monotonic()), "overlay": "move-threat"},
                    headers={"authorization": f"Bearer {flooded['owner']}"},
                )

        threads = [threading.Thread(target=flood, daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            assert middle_wait(server, quiet) < 0.5  # a busy machine is allowed for
        finally:
            stop.set()
            for thread in threads:
                thread.join(30)


def test_a_flood_of_imports_is_not_felt_on_another_table(tmp_path: Path) -> None:
    patient = Limits(imports_per_hour=10_000, tables_per_day=10_000, requests_reserve=10_000)
    with running(tmp_path, settings=Settings(limits=patient)) as server:
        quiet, stop = server.new(SUEZ), threading.Event()
        record = random_session(SUEZ, decisions=400).record_text()

        def flood() -> None:
            while not stop.is_set():
                server.http.post("/api/import", json={"record": record})

        threads = [threading.Thread(target=flood, daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            assert middle_wait(server, quiet) < 0.5  # a busy machine is allowed for
        finally:
            stop.set()
            for thread in threads:
                thread.join(60)


def middle_wait(server: Server, made: dict[str, str]) -> float:
    """Seconds that half of some small questions take at most."""
    waits = []
    with server.live(made["table"], made["owner"]) as live:
        for _ in range(30):
            begun = time.perf_counter()
            live.ask("check", action="move Reshef-1 0211")
            waits.append(time.perf_counter() - begun)
    return sorted(waits)[15]


def test_large_records_and_many_tables_use_up_a_quota(tmp_path: Path) -> None:
    limits = Limits(import_kilobytes_per_day=1, tables_per_key=2)
    with running(tmp_path, local=False, settings=Settings(limits=limits)) as server:
        told = server.post("/api/import", {"record": "x" * 2_000}, status=429)
        assert "too much to keep" in told["text"]
        key = server.post("/api/people", {"name": "Ada"}, status=201)["key"]
        made = [server.http.post("/api/tables", json={"game": SUEZ}, headers={"sandtable-key": key}) for _ in range(3)]
        assert [r.status_code for r in made] == [201, 201, 429]
        assert made[2].json()["text"] == "You own 2 tables: delete some before you make another."
        server.new(SUEZ)  # the address may go on


def test_budgets_are_spent_by_the_address_and_by_the_person() -> None:
    budgets = Budgets(Limits(tables_per_day=2))
    budgets.spend("table", "10.0.0.1", "ada")
    budgets.spend("table", "10.0.0.2", "ada")
    with pytest.raises(Trouble, match="Too many tables"):
        budgets.spend("table", "10.0.0.3", "ada")
    budgets.spend("table", "10.0.0.1", "ben")
    with pytest.raises(Trouble, match="Too many tables"):
        budgets.spend("table", "10.0.0.1", "cleo")


def test_a_question_nobody_waits_for_any_more_frees_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "FORGOTTEN", 0.05)
    begun: list[str] = []
    ended: list[str] = []

    class Slow:
        async def ask(self, job: Json) -> Json:
            begun.append(job["name"])
            try:
                await asyncio.sleep(30 if job["name"] == "slow" else 0)
            except asyncio.CancelledError:
                ended.append(job["name"])
                raise
            return {"name": job["name"]}

    async def ask() -> None:
        pool = Questions(1, 10)
        pool.free = [Slow()]  # type: ignore[list-item]
        slow = asyncio.create_task(pool.ask("a", {"name": "slow"}))
        given_up = asyncio.create_task(pool.ask("b", {"name": "never begun"}))
        await asyncio.sleep(0.01)
        slow.cancel()
        given_up.cancel()
        assert await asyncio.wait_for(pool.ask("c", {"name": "quick"}), 5) == {"name": "quick"}

    asyncio.run(ask())
    assert begun == ["slow", "quick"]
    assert ended == ["slow"]


def test_callers_are_served_in_turn() -> None:
    served: list[str] = []

    class Quick:
        async def ask(self, job: Json) -> Json:
            served.append(job["by"])
            return {}

    async def ask() -> None:
        pool = Questions(1, 100)
        pool.free = [Quick()]  # type: ignore[list-item]
        await asyncio.gather(*(pool.ask(by, {"by": by}) for by in ["flood"] * 8 + ["other"] * 2))

    asyncio.run(ask())
    assert served.index("other") <= 2
    assert served[4] != "flood" or served.count("other") == 2


def test_long_work_leaves_a_process_for_short_questions() -> None:
    """Two who import or ask for figures of long games do not keep everybody from map layers."""

    class Busy:
        async def ask(self, job: Json) -> Json:
            await asyncio.sleep(30 if job["ask"] in ("import", "film") else 0)
            return {"by": job["ask"]}

    async def ask() -> None:
        pool = Questions(2, 100)
        pool.free = [Busy(), Busy()]  # type: ignore[list-item]
        long = [asyncio.create_task(pool.ask(by, {"ask": what})) for by, what in (("a", "import"), ("b", "film"))]
        await asyncio.sleep(0.01)
        assert await asyncio.wait_for(pool.ask("c", {"ask": "layer"}), 5) == {"by": "layer"}
        for task in long:
            task.cancel()

    asyncio.run(ask())


def test_a_full_queue_is_full_for_those_who_filled_it() -> None:
    class Quick:
        async def ask(self, job: Json) -> Json:
            await asyncio.sleep(0.01)
            return {"by": job["by"]}

    async def ask() -> None:
        pool = Questions(1, 4)
        pool.free = [Quick()]  # type: ignore[list-item]
        flood = [asyncio.create_task(pool.ask("flood", {"ask": "layer", "by": n})) for n in range(9)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(pool.ask("other", {"ask": "layer", "by": "other"}), 5) == {"by": "other"}
        found = await asyncio.gather(*flood, return_exceptions=True)
        refused = [x for x in found if isinstance(x, Trouble)]
        assert len(refused) == 5
        assert all(x.code == "slow_down" for x in refused)
        assert found[0] == {"by": 0}

    asyncio.run(ask())


def test_one_hint_a_table_at_a_time(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.new(SUEZ)
    server.state(made["table"], made["owner"])
    server.app.state.hall.rooms[made["table"]].opponents.hinting = True
    told = server.ask(made["table"], made["owner"], "hint", 429)
    assert "already" in told["text"]


@pytest.mark.parametrize("game", [SUEZ, "toy"])
def test_looking_back_in_the_processes_shows_what_was_shown_then(server: Server, game: str) -> None:
    """Over the pages of a history, for games with secrets and without."""
    made, rng = server.new(game), Random(4)
    table = server.app.state.hall.rooms[made["table"]].table
    seen = {}
    for _ in range(20):
        if table.s.actor is None:
            break
        server.act(made["table"], made["owner"], str(table.s.sample(rng.randrange)))
        state = server.state(made["table"], made["owner"], table.game.sides[0])
        seen[table.reader(table.game.sides[0]).count] = state["view"]
    for line, view in seen.items():
        shown = server.ask(made["table"], made["owner"], "replay", entry=line, side=table.game.sides[0])
        assert shown["view"] == view


def test_a_server_listens_when_it_can_answer_and_no_sooner(tmp_path: Path) -> None:
    """Who comes while it starts is refused at once, and goes to another server, instead of waiting for this one."""
    bound = bind("127.0.0.1", 0)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(bound.getsockname(), 5)
    told: list[str] = []

    async def serve() -> None:
        server = run.Server(
            uvicorn.Config(create_app(f"sqlite:///{tmp_path / 'x.db'}", tmp_path)), lambda: told.append("ready")
        )
        serving = asyncio.create_task(server.serve([bound]))
        while not told:
            await asyncio.sleep(0.01)
        _, writer = await asyncio.open_connection(*bound.getsockname())
        writer.close()
        server.should_exit = True
        await serving

    asyncio.run(serve())
    bound.close()
    assert told == ["ready"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("say", {"text": "hello"}),
        ("talk", {}),
        ("mute", {"who": "side egypt"}),
        ("mark", {"marks": []}),
        ("orders", {"side": "israel", "orders": []}),
        ("bot", {"delay": 1}),
    ],
)
def test_nobody_writes_beside_the_game_as_fast_as_he_can(tmp_path: Path, kind: str, fields: Json) -> None:
    """A flood of these on one table would be felt on all: they go to the database one by one."""
    limits = Limits(talk_per_second=0.01, talk_reserve=2)
    with running(tmp_path, local=False, settings=Settings(limits=limits)) as server:
        made = server.new(SUEZ)
        for _ in range(2):
            server.ask(made["table"], made["owner"], kind, **fields)
        assert server.ask(made["table"], made["owner"], kind, 429, **fields)["code"] == "slow_down"
        server.act(made["table"], made["owner"], "move Reshef-1 0210-0211")  # playing goes on


def test_open_invitations_cost_no_more_for_being_many(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask for them, without a key."""
    read: list[object] = []
    look_of = render.look_of
    monkeypatch.setattr(render, "look_of", lambda game: read.append(game) or look_of(game))
    monkeypatch.setattr(lobby, "MOST", 3)
    names = [
        server.new(
            SUEZ, sit=False, name=f"invited {n}", players={"egypt": {"kind": "elsewhere"}}, terms={"listed": "public"}
        )
        for n in range(5)
    ]
    for _ in range(2):
        shown = server.get("/api/invitations")["invitations"]
        assert [x["table"] for x in shown] == [x["table"] for x in names[:1:-1]]
    assert len(read) <= 1


def test_what_people_say_counts_as_kept(tmp_path: Path) -> None:
    with running(tmp_path, local=False, settings=Settings(limits=Limits(import_kilobytes_per_day=2))) as server:
        made = server.new(SUEZ)
        for _ in range(2):
            server.ask(made["table"], made["owner"], "say", text="hello")
        told = server.ask(made["table"], made["owner"], "say", 429, text="hello")
        assert "too much to keep" in told["text"]
