"""Clocks: whose time runs, and what happens when it has run out. The server's time alone counts.

A live clock is a budget with an increment whenever the decision passes to the other side; a correspondence clock gives so many
days for every turn of deciding. It changes only when the decision passes, so it tells nobody how often a secret was decided.
"""

from __future__ import annotations

import time
from typing import Final

from sandtable.core import Chance

from .. import catalogue
from .table import Table
from .trouble import Json, Trouble

DAY: Final = 86_400.0


def pace(table: Table) -> Json:
    found: Json = table.saved.terms.get("pace", {})
    return found


def to_move(table: Table) -> str:
    """The side that must decide now; empty when nobody must."""
    s, sides = table.session.state, table.game.sides
    if table.session.over or table.saved.kind == "replay":
        return ""
    if s.actor in sides:
        return str(s.actor)
    choice = s.choice
    return choice.roller(s) if isinstance(choice, Chance) else ""


def pass_on(table: Table, at: float) -> bool:
    """After a decision: who is to move now, and with what clock. Called before the change is written down. Has a person's turn
    begun?"""
    saved, side = table.saved, to_move(table)
    conduct = saved.conduct
    passed = conduct.get("to_move", "") != side
    if passed:
        conduct["to_move"], conduct["turn"] = side, conduct.get("turn", 0) + 1
        conduct["since"] = at
    person = bool(side) and not table.bot_level(side)
    saved.waiting = "server" if side and not person else ""
    if pace(table).get("kind", "none") != "none":
        clock = conduct.setdefault("clock", {"left": {}, "running": "", "since": at, "paused": False, "out": []})
        if clock["running"] != (side if person else ""):
            _stop(table, clock, at)
            if person:
                _start(table, clock, side, at)
        saved.due = _due(clock)
    return passed and person


def _start(table: Table, clock: Json, side: str, at: float) -> None:
    terms, left = pace(table), clock["left"]
    if terms["kind"] == "days":
        left[side] = terms["days"] * DAY
    else:
        left.setdefault(side, float(terms["budget"]))
    clock["running"], clock["since"] = side, at


def _stop(table: Table, clock: Json, at: float) -> None:
    side = clock["running"]
    if not side:
        clock["since"] = at
        return
    terms, left = pace(table), clock["left"]
    if not clock["paused"]:
        left[side] = max(0.0, left[side] - max(0.0, at - clock["since"]))
        left[side] += terms["increment"] if terms["kind"] == "live" else 0
    clock["running"], clock["since"] = "", at
    table.session.note(f"clock of {side}: {spelled(left[side])} left")


def _due(clock: Json) -> float | None:
    side = clock["running"]
    if not side or clock["paused"] or side in clock["out"]:
        return None
    due: float = clock["since"] + clock["left"][side]
    return due


def is_out(table: Table, side: str) -> bool:
    """Has the time of this side run out, or is there no clock that could? A vacation prolongs it, a pause stops it."""
    clock = table.saved.conduct.get("clock")
    return clock is None or clock["paused"] or clock["running"] != side or side in clock["out"]


def still_since(table: Table) -> float:
    """When the side to move was asked, or, if that was later, when the clocks were paused."""
    conduct = table.saved.conduct
    clock = conduct.get("clock") or {}
    return float(max(conduct.get("since", time.time()), clock["since"] if clock.get("paused") else 0))


def pause(table: Table, on: bool, at: float) -> None:
    """By agreement."""
    clock = table.saved.conduct.get("clock")
    if clock is None or bool(clock["paused"]) == on:
        raise Trouble("illegal", "The clocks do not run." if on else "The clocks are not paused.")
    side = clock["running"]
    if on and side:
        clock["left"][side] = max(0.0, clock["left"][side] - max(0.0, at - clock["since"]))
    clock["paused"], clock["since"] = on, at
    table.session.note("clocks paused by agreement" if on else "clocks go on")


def vacation(table: Table, side: str, days: int) -> None:
    """Add days to one's own clock, within what was agreed."""
    clock, used = table.saved.conduct.get("clock"), table.saved.conduct.setdefault("vacation", {})
    agreed = pace(table).get("vacation", 0)
    if clock is None or pace(table)["kind"] != "days" or clock["running"] != side:
        raise Trouble("illegal", "A vacation can be taken while one's own clock of days runs.")
    if days < 1 or used.get(side, 0) + days > agreed:
        raise Trouble("illegal", f"{agreed - used.get(side, 0)} days of vacation are left.")
    used[side] = used.get(side, 0) + days
    clock["left"][side] += days * DAY
    table.session.note(f"{side} takes {days} days of vacation")


def run_out(table: Table, at: float) -> bool:
    """If the running clock has run out: what was agreed for that happens. False when it has not."""
    clock = table.saved.conduct.get("clock")
    due = _due(clock) if clock else None
    if clock is None or due is None or due > at or table.session.over:
        return False
    side: str = clock["running"]
    clock["out"].append(side)
    clock["left"][side], clock["since"] = 0.0, at
    table.session.note(f"the time of {side} has run out")
    match pace(table)["time_out"]:
        case "bot":
            level = catalogue.strongest(table.game)
            table.saved.conduct.setdefault("stand_in", {})[side] = level
            table.session.note(f"{level} plays on for {side}")
        case "lose":
            others = [x for x in table.game.sides if x != side]
            table.session.end(others[0] if len(others) == 1 else "", f"{side} ran out of time")
    return True


def info(table: Table, told: str) -> Json | None:
    """The clocks for a reader who has been told that this side decides."""
    clock = table.saved.conduct.get("clock")
    if clock is None:
        return None
    running = clock["running"]
    hidden = not table.open and running and told != running
    return {
        "kind": pace(table)["kind"],
        "left": dict(clock["left"]),
        "running": "" if hidden else running,
        "since": clock["since"],
        "paused": clock["paused"],
        "time_out": pace(table)["time_out"],
        "out": list(clock["out"]),
    }


def spelled(seconds: float) -> str:
    """2d 03:04:05"""
    days, rest = divmod(round(seconds), int(DAY))
    hours, rest = divmod(rest, 3600)
    return f"{f'{days}d ' if days else ''}{hours}:{rest // 60:02}:{rest % 60:02}"
