"""The toy game (which has secrets) is known while these tests run; one server serves each file."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest

import sandtable
from sandtable.games import titles
from sandtable.server.bots import Worker
from sandtable.server.hall.memory import Memory
from sandtable.server.questions import answer
from tests.core.toy import TITLE

from .table import Server, running


@pytest.fixture(scope="module", autouse=True)
def _toy() -> Iterator[None]:
    titles()["toy"] = TITLE
    ask = Worker.ask

    async def asked(self: Worker, job: dict[str, Any]) -> dict[str, Any]:
        """The processes for questions do not know the toy."""
        return answer(job) if job.get("game") == "toy" and "ask" in job else await ask(self, job)

    with pytest.MonkeyPatch.context() as m:
        m.setattr(Worker, "ask", asked)
        m.setattr(Memory, "end", lambda self: gc.enable())  # the tests themselves stay set aside: see tests/conftest.py
        yield
    del titles()["toy"]
    sandtable._load.cache_clear()


@pytest.fixture(scope="module")
def server(_toy: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as s:
        yield s
