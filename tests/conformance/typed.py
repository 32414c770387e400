"""Does plain data have the shape that `core/facts.py` gives it? Unknown keys are errors, too."""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict


def conforms(value: Any, kind: Any, where: str = "") -> None:
    """Raise AssertionError with the place of the first thing that is not of its kind."""
    origin = get_origin(kind)
    if origin is NotRequired:
        conforms(value, get_args(kind)[0], where)
    elif is_typeddict(kind):
        _dict(value, kind, where)
    elif origin in (Union, types.UnionType):
        assert any(_fits(value, k, where) for k in get_args(kind)), f"{where}: {value!r} is no {kind}"
    elif origin is Literal:
        assert value in get_args(kind), f"{where}: {value!r} is not one of {get_args(kind)}"
    elif origin is list:
        assert isinstance(value, list), f"{where}: {value!r} is no list"
        for i, x in enumerate(value):
            conforms(x, get_args(kind)[0], f"{where}[{i}]")
    elif origin is dict:
        assert isinstance(value, dict), f"{where}: {value!r} is no dict"
        for k, x in value.items():
            conforms(k, get_args(kind)[0], f"{where} key")
            conforms(x, get_args(kind)[1], f"{where}[{k!r}]")
    elif kind is float:
        assert isinstance(value, int | float), f"{where}: {value!r} is no number"
    elif kind in (None, type(None)):
        assert value is None, f"{where}: {value!r} is not None"
    else:
        assert isinstance(value, kind), f"{where}: {value!r} is no {kind.__name__}"
        assert isinstance(value, bool) == (kind is bool), f"{where}: {value!r} is no {kind.__name__}"


def _dict(value: Any, kind: Any, where: str) -> None:
    assert isinstance(value, dict), f"{where}: {value!r} is no {kind.__name__}"
    hints, required = _keys(kind)
    unknown = value.keys() - hints.keys()
    assert not unknown, f"{where}: {kind.__name__} has no {sorted(unknown)}"
    missing = required - value.keys()
    assert not missing, f"{where}: {sorted(missing)} is missing"
    for k, x in value.items():
        conforms(x, hints[k], f"{where}.{k}")


@cache
def _keys(kind: Any) -> tuple[dict[str, Any], set[str]]:
    """The kind of every key, and the keys that must be there."""
    hints = get_type_hints(kind, include_extras=True)
    return hints, {k for k, hint in hints.items() if kind.__total__ and get_origin(hint) is not NotRequired}


def _fits(value: Any, kind: Any, where: str) -> bool:
    try:
        conforms(value, kind, where)
    except AssertionError:
        return False
    return True
