"""The toy game, known to `sandtable.load` while these tests run."""

from collections.abc import Iterator

import pytest

import sandtable
from sandtable.games import titles
from tests.core.toy import TITLE


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    titles()["toy"] = TITLE
    yield
    del titles()["toy"]
    sandtable._load.cache_clear()
