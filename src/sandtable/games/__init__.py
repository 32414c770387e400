"""The registry: every title the project holds. Games never import each other."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from sandtable.core import Title

PACKAGES: tuple[str, ...] = ("across_suez", "middle_east_battles", "sinai", "musketeer")
"""Game packages in the order of the lobby; each defines TITLES."""


@cache
def titles() -> dict[str, Title]:
    """Every title by id."""
    found: dict[str, Title] = {}
    for package in PACKAGES:
        for title in import_module(f"sandtable.games.{package}").TITLES:
            found[title.id] = title
    return found
