"""One server and one browser for all tests of the page; a fresh context (no cookies, no seats) for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from .table import ARGS, CHROMIUM, Server, Table, open_page

expect.set_options(timeout=15_000)  # other work may share the machine


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.fail(f"no browser at {CHROMIUM}: run `make chromium`, or say where it is in CHROMIUM")
    with sync_playwright() as p:
        chromium = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("games"))
    yield running
    running.stop()


@pytest.fixture
def new_table(browser: Browser, server: Server) -> Iterator[Callable[..., Table]]:
    """Pages that are closed after the test; a script error on any of them fails it."""
    opened = []

    def make(on: Server = server, **context: object) -> Table:
        ctx, table = open_page(browser, on, **context)
        opened.append((ctx, table))
        return table

    yield make
    for ctx, table in opened:
        ctx.close()
        assert not table.errors


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    return new_table()
