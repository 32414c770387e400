"""What comes with an extra: parts that need libraries which the engine does without."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ValueError):
    """A part of Sandtable whose libraries are not installed."""


def need(module: str, extra: str) -> Any:
    """The module, or a sentence saying which extra brings what it needs."""
    try:
        return import_module(module)
    except ModuleNotFoundError as e:
        if (e.name or "").startswith("sandtable"):
            raise
        raise MissingExtra(
            f'this needs {e.name}, which is not installed; say: pip install "sandtable[{extra}]"'
        ) from None
