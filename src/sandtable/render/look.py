"""look.toml: presentation only. A game's file is laid over the defaults, key by key (docs/look.md)."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

Look = dict[str, Any]

_TABLES: Final = (
    "map", "terrain", "path", "hexside", "feature", "place", "country", "side", "nation", "formation", "symbol", "unit",
    "counter", "mark", "set",
)  # fmt: skip
_LISTS: Final = ("box", "track", "overlay")
_FREE: Final = {"map", "counter", "symbol"}
_KEYS: Final[dict[str, set[str]]] = {
    "map": {"title", "subtitle", "numbers", "paper", "ink", "grid"},
    "counter": {"factors", "designation", "stacks"},
    "terrain": {"fill", "rank", "height", "texture", "water", "off", "label"},
    "path": {"fill", "width", "casing", "casing_width", "dash", "ties", "offset", "rank", "label"},
    "hexside": {"style", "colour", "inner", "casing", "width", "dash", "smooth", "label"},
    "feature": {"glyph", "letter", "colour", "label"},
    "place": {"size", "font", "weight", "italic", "colour", "spacing", "dy"},
    "country": {"tint", "label"},
    "side": {"name", "fill", "ink", "accent"},
    "nation": {"name", "fill", "ink"},
    "formation": {"name", "band"},
    "unit": {"symbol", "label", "fill", "ink", "band"},
    "mark": {"letter", "text"},
    "set": {"show", "label", "colour"},
    "box": {"id", "title", "side", "hide_empty"},
    "track": {"id", "title"},
    "overlay": {"id", "title", "set"},
}


_COLOURS: Final = {"fill", "ink", "accent", "band", "tint", "colour", "casing", "inner", "paper", "grid"}
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}|none")


class LookError(ValueError):
    """A look.toml that says something nobody understands."""


@cache
def symbols() -> dict[str, Any]:
    """The NATO symbols that web/scripts/symbols.mjs drew with milsymbol."""
    data: dict[str, Any] = json.loads((files(__package__) / "symbols.json").read_text(encoding="utf-8"))
    return data


@cache
def _defaults() -> str:
    return (files(__package__) / "default_look.toml").read_text(encoding="utf-8")


def read(text: str, file: str = "look.toml") -> Look:
    """A look file as data, with unknown keys refused."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise LookError(f"{file}: not valid TOML: {e}") from None
    if data.pop("format", None) != 1:
        raise LookError(f"{file}: says no format this edition reads; write format = 1")
    for key, value in data.items():
        if key not in _TABLES and key not in _LISTS:
            raise LookError(f"{file}: [{key}] is not known; known are {', '.join((*_TABLES, *_LISTS))}")
        entries = [(key, value)] if key in ("map", "counter") else []
        if key in _LISTS:
            entries = [(f"{key} {e.get('id', '?')}", e) for e in value]
        elif key not in _FREE:
            entries = [(f"{key}.{name}", e) for name, e in value.items()]
        for where, entry in entries:
            unknown = set(entry) - _KEYS[key]
            if unknown:
                raise LookError(
                    f"{file}: [{where}]: {min(unknown)!r} is not known; known are {', '.join(sorted(_KEYS[key]))}"
                )
            for name in _COLOURS & set(entry):
                if not _COLOUR.fullmatch(str(entry[name])):
                    raise LookError(f"{file}: [{where}]: {name} = {entry[name]!r} is no colour; write #rrggbb")
    return data


def look(*texts: str) -> Look:
    """The defaults with a game's files laid over them, the last one on top."""
    out: Look = {table: {} for table in _TABLES} | {name: [] for name in _LISTS}
    for text in (_defaults(), *texts):
        for key, value in read(text).items():
            if key in _LISTS:
                ours = {e["id"]: e for e in out[key]}
                out[key] = [*({**ours, **{e["id"]: {**ours.get(e["id"], {}), **e} for e in value}}.values())]
            elif key in _FREE:
                out[key] = {**out[key], **value}
            else:
                out[key] = {**out[key], **{name: {**out[key].get(name, {}), **e} for name, e in value.items()}}
    return out
