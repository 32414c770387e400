"""What a seat may ask about its table: options, checks, map layers, earlier positions, the record."""

from __future__ import annotations

from sandtable.core import State

from .. import models, overlays, wording
from ..seats import SPECTATOR, Seat
from . import seen
from .table import Table
from .trouble import Json, Trouble


def choices(table: Table, version: int, s: State) -> Json:
    """The `choices` message for a position whose options were too many for its state."""
    found = listed(table, version, s)
    return {
        "type": "choices",
        "version": version,
        **totals(table, s, found),
        "list": [o for o in found if not o["units"] and not o["path"]],
    }


def totals(table: Table, s: State, listed: list[Json]) -> Json:
    verbs: dict[str, int] = {}
    units: dict[str, None] = {}
    hexes: dict[str, None] = {}
    index, roster, actor = table.game.roster.index, table.game.roster, s.actor
    for o in listed:
        verbs[o["verb"]] = verbs.get(o["verb"], 0) + 1
        units.update((name, None) for name in o["units"] if roster[index[name]].side == actor)
        if not o["units"] and o["to"]:
            hexes[o["to"]] = None
    hand = [index[name] for name in units if not s.loc[index[name]]]
    return {
        "count": len(listed),
        "units": list(units),
        "hexes": list(hexes),
        "verbs": verbs,
        "hand": [v for u in hand if (v := table.game.visible(s, u, actor or ""))],
    }


def listed(table: Table, version: int, s: State) -> list[Json]:
    """Everything that can be done in this position; listed once."""
    with table.options_lock:
        if table.options[0] != version:
            table.options = (version, [wording.option(s, a) for a in s.options()])
        return table.options[1]


def options(table: Table, seat: Seat, m: models.Options) -> Json:
    version, s = table.must_act(seat)
    prefix = " ".join(m.prefix.lower().split())
    found = [
        o
        for o in listed(table, version, s)
        if (not m.verb or o["verb"] == m.verb)
        and wording.mentions(o, m.mention)
        and o["action"].lower().startswith(prefix)
    ]
    shown = found[: m.limit]
    return {"count": len(found), "options": [wording.detailed(s, o) for o in shown] if m.details else shown}


def check(table: Table, seat: Seat, m: models.Check) -> Json:
    _, s = table.must_act(seat)
    a = table.game.parse(s, m.action)
    refusal = s.check(a)
    return {
        "legal": refusal is None,
        "action": str(a),
        "refusal": refusal and {"rules": refusal.rules, "text": refusal.text},
        "option": None if refusal else wording.detailed(s, wording.option(s, a)),
    }


def overlay(table: Table, seat: Seat, side: str, m: models.Overlay) -> Json:
    if m.overlay not in {id for id, _ in overlays.listed(table.game)}:
        raise Trouble("bad_message", f"{table.game.id} has no map layer {m.overlay!r}.")
    s = table.at(m.entry, side)
    if side == SPECTATOR:
        if table.game.hidden and m.overlay not in ("stacking", "reconstructed"):
            raise Trouble("secret", "This map layer shows what one side knows; spectators do not see it.")
        side = SPECTATOR if table.game.hidden else table.game.sides[0]
    return {"hexes": overlays.overlay(s, side, m.overlay)}


def replay(table: Table, seat: Seat, side: str, m: models.Replay) -> Json:
    side = side if m.side is None else table.shown(seat, m.side)
    s = table.at(m.entry, side)
    return {
        "entry": m.entry,
        "of": table.reader(side).count,
        "view": seen.view(table, s, side),
        "prompt": seen.prompt(table, s, side),
        "forecast": seen.forecast(table, s, side),
    }


def position(table: Table, m: models.Position) -> Json:
    table.must_be_open("The position would show what is still secret.")
    return {"text": table.at(m.entry, SPECTATOR).position()}


def record_text(table: Table, side: str) -> str:
    """The record as that side may see it; all of it when there is nothing to hide."""
    if table.saved.kind == "replay" or table.session.outcome:
        return table.session.record_text()
    return table.session.record_text(side)
