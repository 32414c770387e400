"""JSON, fast: one action is written down and told many times.

Texts are plain English in their places. What the sentences among them are made of travels beside them, once, under `said`:
English text to template and values, for who links or translates them (docs/protocol.md).
"""

from __future__ import annotations

import json
from typing import Any

import orjson

from sandtable.core import State
from sandtable.core.sentences import Sentence, said


def state_text(s: State) -> str:
    """A position as it is kept: it may hold sets of hexes as numbers longer than orjson writes."""
    return json.dumps(s.to_json(), ensure_ascii=False, separators=(",", ":"))


_OPTIONS = orjson.OPT_PASSTHROUGH_SUBCLASS


def parts(*texts: str) -> dict[str, Any]:
    """What these sentences are made of, by their English; plain texts are left out."""
    return {
        str(x): {k: v for k, v in said(x).items() if k != "text"} for x in texts if isinstance(x, Sentence) and x.values
    }


def dumps(value: Any) -> str:
    """The value as JSON text."""
    known: dict[str, Any] = {}

    def plain(x: Any) -> Any:
        if isinstance(x, str):
            text = str(x)
            known.update(parts(x))
            return text
        if isinstance(x, dict | list):
            return dict(x) if isinstance(x, dict) else list(x)
        if isinstance(x, int):
            return int(x)
        raise TypeError(f"{type(x).__name__} cannot be told")

    text = orjson.dumps(value, default=plain, option=_OPTIONS).decode()
    if not known or not isinstance(value, dict):
        return text
    return f'{text[:-1]},"said":{orjson.dumps(known).decode()}}}'
