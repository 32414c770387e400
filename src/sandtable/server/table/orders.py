"""Standing orders: answers that a player gave beforehand. Given, they look to everybody else like any decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sandtable.core import Action, State
from sandtable.core.actions import END

from .trouble import Json

SAYING_NO: Final = ("decline", "pass", "done", "end")
CONFIRM: Final = "confirm"
"""Says no as well where nothing has been chosen yet and there is nothing to call off: protective fire, for one."""
_MOST: Final = 400
"""So many options are compared at most."""


def answer(s: State, orders: list[Json], just_asked: bool = True) -> str:
    """What the first order that fits says to this decision; empty when none does. `just_asked`: the side has done nothing
    about it yet."""
    for order in orders:
        if order.get("turn") not in (None, s.turn):
            continue
        if order["kind"] in ("decline", "below") and not just_asked:
            continue
        action = _FITS[order["kind"]](s, order)
        if action is not None and s.check(action) is None:
            return str(action)
    return ""


def _single(s: State, _: Json) -> Action | None:
    found = s.options()
    first, second = next(found, None), next(found, None)
    return first if second is None else None


def _decline(s: State, order: Json) -> Action | None:
    if order["verb"] not in s.words():
        return None
    find = s.game.map.grid.find
    wanted = {find(h) for h in order.get("unless", ())} - {0}
    if wanted and any(wanted & set(s.game.parts(a).hexes) for a in _with(s, order["verb"])):
        return None
    return _no(s)


def _toward(s: State, order: Json) -> Action | None:
    if order["verb"] not in s.words():
        return None
    grid = s.game.map.grid
    target = grid.find(order["hex"])
    if not target:
        return None
    ends = [(a, s.game.parts(a).to) for a in _with(s, order["verb"])]
    near = [(grid.distance(h, target), str(a), a) for a, h in ends if h > 0]
    return min(near)[2] if near else None


def _below(s: State, order: Json) -> Action | None:
    if order["verb"] not in s.words():
        return None
    forecast: Any = s.forecast()
    try:
        value = float(str((forecast or {}).get("value", "")).replace("−", "-"))
    except ValueError:
        return None
    return _no(s) if value < order["value"] else None


def _with(s: State, verb: str) -> Iterator[Action]:
    prefixes: list[tuple[str, ...]] = [(verb,)]
    for _ in range(_MOST):
        if not prefixes:
            return
        prefix = prefixes.pop()
        for word in s.words(prefix):
            if word == END:
                yield s.spelled(prefix)
            else:
                prefixes.append((*prefix, word))


def _no(s: State) -> Action | None:
    verbs = s.words()
    calling_off = "cancel" in getattr(s.choice, "verbs", ())
    return next((Action(verb) for verb in (*SAYING_NO, *(() if calling_off else (CONFIRM,))) if verb in verbs), None)


_FITS: Final = {"single": _single, "decline": _decline, "toward": _toward, "below": _below}
