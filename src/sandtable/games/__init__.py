"""The registry: every title the project holds. Games never import each other."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from sandtable.core import Title

PACKAGES: tuple[str, ...] = ("across_suez", "middle_east_battles", "sinai", "musketeer")
"""Game packages in the order of the lobby; each defines TITLES."""


@cache
def titles() -> dict[str, Title]:
    """Every title by id. All modules of the games are imported, so that a state can be read before anything was played."""
    found: dict[str, Title] = {}
    for name in PACKAGES:
        package = import_module(f"sandtable.games.{name}")
        for module in iter_modules(package.__path__):
            import_module(f"{package.__name__}.{module.name}")
        found.update((title.id, title) for title in package.TITLES)
    return found
