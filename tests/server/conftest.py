"""The toy game (which has secrets) is known while these tests run; one server serves each file."""

from collections.abc import Iterator

import pytest

import sandtable
from sandtable.games import titles
from tests.core.toy import TITLE

from .table import Server, running


@pytest.fixture(scope="module", autouse=True)
def _toy() -> Iterator[None]:
    titles()["toy"] = TITLE
    yield
    del titles()["toy"]
    sandtable._load.cache_clear()


@pytest.fixture(scope="module")
def server(_toy: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as s:
        yield s
