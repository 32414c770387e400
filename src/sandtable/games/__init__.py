"""The registry: every title the project holds, and those of other packages that are installed. Games never import each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType

from sandtable.core import Title
from sandtable.core.title import import_modules

PACKAGES: tuple[str, ...] = ("across_suez", "middle_east_battles", "sinai", "musketeer")
"""Game packages in the order of the lobby; each defines TITLES."""
GROUP = "sandtable.games"
"""The entry points by which another distribution adds its game: `race = "race"` names a package that defines TITLES."""


@cache
def titles() -> dict[str, Title]:
    """Every title by id. Our own games are imported when one of them is made; those of others now."""
    found: dict[str, Title] = {}
    for package in packages():
        for title in package.TITLES:
            if title.id in found:
                raise ValueError(f"{package.__name__} brings the game {title.id}, which there is already")
            found[title.id] = title
    return found


def packages() -> Iterator[ModuleType]:
    yield from (import_module(f"{__name__}.{name}") for name in PACKAGES)
    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        yield point.load()
        import_modules(point.module)
