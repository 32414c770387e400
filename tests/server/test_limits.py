"""What one caller may ask for, and that his asking is not felt by others."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.server.settings import Limits, Settings, read_settings

from .table import Server, running

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
    for _ in range(2):
        strict.new(SUEZ)
    strict.post("/api/tables", {"game": SUEZ}, status=429)


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
            with server.live(quiet["table"], quiet["owner"]) as live:
                waits = []
                for _ in range(30):
                    begun = time.perf_counter()
                    live.ask("check", action="move Reshef-1 0211")
                    waits.append(time.perf_counter() - begun)
            assert sorted(waits)[15] < 0.5  # a busy machine is allowed for
        finally:
            stop.set()
            for thread in threads:
                thread.join(30)
