"""What comes with an extra: parts that need libraries which the engine does without."""

from __future__ import annotations

from importlib import import_module
from typing import Any

LIBRARIES = {
    "fastapi": "table",
    "starlette": "table",
    "uvicorn": "table",
    "sqlalchemy": "table",
    "alembic": "table",
    "orjson": "table",
    "prometheus_client": "table",
    "resvg_py": "table",
    "PIL": "table",
    "matplotlib": "study",
    "numpy": "study",
    "polars": "study",
    "ray": "ray",
    "pettingzoo": "adapters",
    "gymnasium": "adapters",
    "pyspiel": "adapters",
    "open_spiel": "adapters",
    "psycopg": "postgresql",
    "chess": "bench",
}
"""The extra that brings a library, by the name it is imported by."""


class MissingExtra(ValueError):
    """A part of Sandtable whose libraries are not installed."""


def missing(error: ModuleNotFoundError) -> MissingExtra:
    """The sentence saying which extra brings the library; what is no extra's is an error of ours."""
    library = (error.name or "").partition(".")[0]
    if library not in LIBRARIES:
        raise error
    extra = LIBRARIES[library]
    return MissingExtra(f'this needs {library}, which is not installed; say: pip install "sandtable[{extra}]"')


def need(module: str) -> Any:
    """The module, or the sentence."""
    try:
        return import_module(module)
    except ModuleNotFoundError as e:
        raise missing(e) from None
