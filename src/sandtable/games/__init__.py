"""The registry: every title the project holds, and those of other packages that are installed. Games never import each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from types import ModuleType

from sandtable.core import Title

PACKAGES: tuple[str, ...] = ("across_suez", "middle_east_battles", "sinai", "musketeer")
"""Game packages in the order of the lobby; each defines TITLES."""
GROUP = "sandtable.games"
"""The entry points by which another distribution adds its game: `race = "race"` names a package that defines TITLES."""


@cache
def titles() -> dict[str, Title]:
    """Every title by id. All modules of the games are imported, so that a state can be read before anything was played."""
    found: dict[str, Title] = {}
    for package in packages():
        for module in iter_modules(getattr(package, "__path__", ())):
            import_module(f"{package.__name__}.{module.name}")
        for title in package.TITLES:
            if title.id in found:
                raise ValueError(f"{package.__name__} brings the game {title.id}, which there is already")
            found[title.id] = title
    return found


def packages() -> Iterator[ModuleType]:
    yield from (import_module(f"{__name__}.{name}") for name in PACKAGES)
    yield from (point.load() for point in sorted(entry_points(group=GROUP), key=lambda p: p.name))
