"""Looking at an earlier position: what is handed to the processes for questions, and what they make of it there."""

from __future__ import annotations

from sandtable.core import State

from .. import models, overlays
from ..seats import SPECTATOR
from . import seen
from .table import Table
from .trouble import Json, Trouble


def back(table: Table, line: int | None, side: str) -> Json:
    """The position after that line of the side's record, as known to it; where nothing is hidden, the nearest one at hand
    and the actions that lead on from there."""
    if not table.open:
        return {"s": table.at(line, side), "actions": [], "side": side, "open": False}
    reader, session = table.reader(side), table.session
    if line is not None and line > reader.count:
        raise Trouble("bad_message", f"The record has {reader.count} entries, not {line}.")
    n = reader.lines[-1 if line is None else line]
    at, s = session.states.nearest(n)
    actions = [e.action for e in session.record.entries[max(at, session.base) : n]]
    return {"s": s, "actions": actions, "side": side, "open": True}


def layer(table: Table, side: str, m: models.Overlay) -> Json:
    """What is to be asked of the rules for a map layer."""
    if m.overlay not in {id for id, _ in overlays.listed(table.game)}:
        raise Trouble("bad_message", f"{table.game.id} has no map layer {m.overlay!r}.")
    if side == SPECTATOR and table.game.hidden and m.overlay not in ("stacking", "reconstructed"):
        raise Trouble("secret", "This map layer shows what one side knows; spectators do not see it.")
    return {"ask": "layer", "layer": m.overlay, **back(table, m.entry, side)}


def replay(table: Table, side: str, m: models.Replay) -> Json:
    return {"ask": "replay", "entry": m.entry, "of": table.reader(side).count, **back(table, m.entry, side)}


def position(table: Table, m: models.Position) -> Json:
    table.must_be_open("The position would show what is still secret.")
    return {"ask": "position", **back(table, m.entry, SPECTATOR)}


def figures(table: Table, side: str) -> Json:
    """What is to be asked for the game in figures: the whole record, as nothing is hidden."""
    overlay = table.game.source.overlay
    return {
        "ask": "figures",
        "record": table.session.record_text(),
        "overlay": str(overlay) if overlay else None,
        "side": side,
    }


# In the worker --------------------------------------------------------------------------------------------------------
def answered(job: Json, s: State) -> Json:
    """What was asked about the position `s`, which is the job's own."""
    for action in job["actions"]:
        s.apply(action)
    side: str = job["side"]
    match job["ask"]:
        case "layer":
            nobody = side == SPECTATOR and not s.game.hidden
            return {"hexes": overlays.overlay(s, s.game.sides[0] if nobody else side, job["layer"])}
        case "position":
            return {"text": s.position()}
    forecast = seen.forecast(s, side, job["open"])
    told = {"view": seen.view_of(s, side), "prompt": seen.prompt_of(s, side), "forecast": forecast}
    return {"entry": job["entry"], "of": job["of"], **told}
