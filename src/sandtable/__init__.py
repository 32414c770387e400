"""Sandtable: hex-and-counter rulebooks about the Sinai and Suez wars, played by rule.

>>> import sandtable
>>> game = sandtable.load("across-suez-1980")
>>> s = game.start()
>>> s.actor
'israel'
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from sandtable.core import Action, DataError, Game, IllegalAction, Outcome, Refusal, Source, State, Title
from sandtable.games import titles as _titles

__version__ = "0.1.0"
__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "Outcome",
    "Refusal",
    "State",
    "Title",
    "UnknownGame",
    "games",
    "load",
    "study",
]


class UnknownGame(ValueError):
    """No title or scenario has this id."""


def games() -> list[Title]:
    """Every title with its scenarios and options."""
    return list(_titles().values())


def load(id: str, overlay: str | Path | None = None) -> Game[State]:
    """The game with this id: "across-suez-1980", "sinai/1967" ... (a title alone means its first scenario).

    `overlay` is a folder with your own component files; they are checked like ours.
    """
    if overlay is None:
        return _load(id, None, "")
    folder = Path(overlay).resolve()
    if not folder.is_dir():
        raise UnknownGame(f"the overlay folder {str(folder)!r} does not exist")
    return _load(id, folder, Source(folder, folder).overlay_hash())


@cache
def _load(id: str, overlay: Path | None, hash: str) -> Game[State]:
    """One game per id and content of the overlay, so that equal states are of the same game."""
    titles = _titles()
    name, _, scenario_id = id.partition("/")
    if name not in titles:
        close = get_close_matches(name, titles, 1)
        hint = f"did you mean {close[0]}?" if close else f"the games are {', '.join(titles)}"
        raise UnknownGame(f"there is no game called {name!r}; {hint}")
    title = titles[name]
    scenario = next((x for x in title.scenarios if x.id == scenario_id), None)
    if scenario is None:
        if scenario_id:
            known = ", ".join(f"{name}/{x.id}" for x in title.scenarios if x.id) or f"only {name} itself"
            raise UnknownGame(f"{name} has no scenario {scenario_id!r}; it has {known}")
        scenario = title.scenarios[0]
    source: Source = title.source()
    if overlay is not None:
        source = replace(source, overlay=overlay, _texts={})
        source.overlay_hash()
    try:
        game = title.make(title, scenario, source, {})
    except (KeyError, StopIteration) as e:
        if overlay is None:
            raise
        missing = f"something called {e} is" if e.args else "something the rules refer to is"
        raise DataError(str(overlay), "", f"{missing} missing; compare your files with ours") from e
    copyreg.pickle(type(game), _by_name)
    return game


def _by_name(game: Game[Any]) -> tuple[Any, ...]:
    """A game is pickled by its name, its options and the hash of its owner's component files."""
    overlay = game.source.overlay
    return _named, (game.id, overlay and str(overlay), game.source.overlay_hash(), game.options)


def _named(id: str, overlay: str | None, hash: str, options: Mapping[str, bool | int | str]) -> Game[Any]:
    game = load(id, overlay)
    if game.source.overlay_hash() != hash:
        raise DataError(str(overlay), "", "these component files have changed since the game was pickled")
    return game.configured(options)


def study(
    what: str | Path | Mapping[str, Any], folder: str | Path | None = None, *, jobs: int = 0, ray: str = ""
) -> Any:
    """Play a study (a TOML file, or its fields as plain data) and return its results: data frames, report, figures."""
    return import_module("sandtable.studies.study").study(what, folder, jobs=jobs, ray=ray)
