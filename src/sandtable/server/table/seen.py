"""What a seat sees of its table: the view, the log, the prompt, and the `state` message made of them."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core import State, Term, say
from sandtable.core.facts import OptionFacts

from .. import catalogue
from ..seats import SPECTATOR, Seat
from ..store import now
from ..wording import option
from . import asked, clocks, dice, playing_on, practice
from .names import players
from .readers import Reader
from .table import Table, sees
from .trouble import Json


def view(table: Table, s: State, side: str) -> Json:
    """The view of a side. Nobody in particular sees what is public."""
    if table.game.hidden or s is not table.s:
        return as_before(table, side, view_of(s, side))
    shared: Json = table.cached(
        "shared", lambda: as_before(table, "", dict(s.view(table.game.sides[0])))
    )  # but for whose it is, all see the same
    return {**shared, "side": side, "prompt": prompt_of(s, side)}


def as_before(table: Table, side: str, view: Json) -> Json:
    """Units of which the same is told as last time are the same objects: they are many, and nobody compares them again."""
    known = table.units
    before = {u["name"]: u for u in known.get(side, ())}
    view["units"] = known[side] = [held if (held := before.get(u["name"], u)) == u else u for u in view["units"]]
    return view


def view_of(s: State, side: str) -> Json:
    """The view of any position."""
    if s.game.hidden and side != SPECTATOR:
        return dict(s.view(side))
    viewer = SPECTATOR if s.game.hidden else s.game.sides[0]
    return {**s.view(viewer), "side": side, "prompt": prompt_of(s, side)}


def prompt_of(s: State, side: str) -> str:
    choice = s.choice
    if side == SPECTATOR and choice and choice.secret_from(s):
        return f"Waiting for {choice.actor(s)}."
    text: str = s.game.prompt_for(s, side)
    return text


def forecast(s: State, side: str, open_: bool) -> Json | None:
    known = s.forecast() if open_ or s.actor == side else None
    return dict(known) if known else None


def entry(table: Table, n: int, side: str) -> Json:
    """Line n (from 1) with its events, as that side may know it."""
    first, last = table.reader(side).lines[n - 1 : n + 1]
    e, told = table.session.record.entries[last - 1], table.lines[last - 1]
    known = table.open or table.session.record.may_read(side, e)
    events = [
        (event, table.lines[i - 1].get("said", {}))
        for i in range(first + 1, last + 1)
        for event in table.lines[i - 1]["events"]
        if may_hear(table, side, event["to"], i)
    ]
    label = told["label"] if known else "A secret decision"
    said = {e["text"]: kept[e["text"]] for e, kept in events if e["text"] in kept}
    if known and label in told.get("said", {}):
        said[label] = told["said"][label]
    return {
        "n": n,
        "actor": e.actor,
        "action": e.action if known else None,
        "secret": not known,
        "label": label,
        "draw": e.draw,
        "cut": e.cut,
        "turn": told["turn"],
        "phase": told["phase"],
        "events": [{k: e[k] for k in ("text", "rules", "at", "about", "units") if k in e} for e, _ in events],
        **({"said": said} if said else {}),
    }


def may_hear(table: Table, side: str, to: Sequence[str], i: int) -> bool:
    """Is a sentence about entry i, said to these, for that side? Spectators hear what a secret decision shows to the other."""
    if table.open or not to or side in to:
        return True
    return side == SPECTATOR and set(to) == set(table.session.record.entries[i - 1].secret_from)


def state(table: Table, seat: Seat, wanted: str | None, keep: int, bot: Json, present: Json) -> Json:
    """The `state` message for a seat."""
    side = table.shown(seat, wanted)
    reader, s = table.reader(side), table.told(side)
    mine = table.sides_of(seat)
    behind = table.behind(seat, wanted)
    yours = table.may_act(seat) and not behind
    deciding = s.actor if yours and s.actor in mine else None
    return {
        "type": "state",
        "table": table.id,
        "version": reader.version,
        "kind": table.saved.kind,
        "name": table.saved.name,
        "sheet": table.cached("sheet", lambda: catalogue.sheet_url(table.game)),
        "role": seat.role,
        "sides": mine,
        "side": side,
        "actor": s.actor,
        "yours": yours,
        "curtain": s.actor if behind else None,
        "nothing_hidden": not behind or table.cached("nothing hidden", lambda: nothing_hidden(table)),
        "unseen": unseen(table, side) if behind else [],
        "prompt": prompt_of(s, deciding or side),
        "rules": s.choice.rules(s) if s.choice and (table.open or yours) else (),
        "options": option_summary(table) if yours else None,
        "forecast": table.cached(("forecast", side, deciding), lambda: forecast(s, deciding or side, table.open)),
        "keep": keep,
        "entries": [entry(table, n, side) for n in range(keep + 1, reader.count + 1)],
        **_going_back(table, mine, reader, side),
        "bot": bot,
        "dice": table.cached(("dice", tuple(mine), side), lambda: dice.info(table, mine, reader)),
        "present": present,
        "clock": clocks.info(table, s.actor or ""),
        **_between_people(table, seat, mine),
        "view": table.cached(("view", side), lambda: view(table, s, side)),
    }


def _going_back(table: Table, mine: list[str], reader: Reader, side: str) -> Json:
    """What may be undone, redone or taken back."""
    undoing = mine if table.open else [x for x in mine if x == side]
    key = tuple(undoing)
    return {
        "undo": table.cached(("undo", key), lambda: undo_info(table, undoing)),
        "redo": table.cached(("redo", key), lambda: redo_info(table, undoing)),
        "may_take_back": table.cached(("take back", key), lambda: practice.info(table, undoing)),
        "take_back": _proposal(table, mine, reader),
    }


def _between_people(table: Table, seat: Seat, mine: list[str]) -> Json:
    """Who plays, what they agreed on, and how they ended it."""
    return {
        "players": table.cached("players", lambda: players(table.saved)),
        "play_on": playing_on.allowed(table, seat),
        "terms": table.saved.terms,
        "offer": _offer(table, mine),
        "ended": _ended(table),
        "won": _won(table),
        "next": table.saved.conduct.get("next", ""),
    }


def _proposal(table: Table, mine: list[str], reader: Reader) -> Json | None:
    p = table.proposal
    if p is None or p["what"] != "take back":
        return None
    return {
        "by": p["by"],
        "to": reader.line_of(p["to"]),
        "waiting_for": p["waiting_for"],
        "yours_to_answer": any(x in mine for x in p["waiting_for"]),
    }


def _ended(table: Table) -> str:
    """Why the players ended it, as the record notes it, with the side by its name."""
    ended = table.session.record.ended
    by, _, what = ended.partition(" ")
    if by not in table.game.sides:
        return ended
    side = Term("side", next(x.name for x in catalogue.side_names(table.game) if x.id == by))
    match what:
        case "resigned":
            return say("{side} resigned", side=side)
        case "ran out of time":
            return say("{side} ran out of time", side=side)
        case "abandoned the game":
            return say("{side} abandoned the game", side=side)
    return ended


def _won(table: Table) -> str:
    """Who won when the players ended it."""
    record = table.session.record
    winner = record.result.partition(", ")[0] if record.ended else ""
    return winner if winner in table.game.sides else ""


def _offer(table: Table, mine: list[str]) -> Json | None:
    p = table.proposal
    if p is None or p["what"] == "take back":
        return None
    yours = any(x in mine for x in p["waiting_for"])
    return {"what": p["what"], "by": p["by"], "waiting_for": p["waiting_for"], "yours_to_answer": yours}


def summary(table: Table) -> Json:
    """What the lobby shows: no secrets."""
    reader, before = table.reader(SPECTATOR), table.saved.summary
    versions = {"versions": {side: r.version for side, r in table.readers.items()}} if table.game.hidden else {}
    if versions and not table.open and before.get("versions", {}).get(SPECTATOR) == reader.version:
        return {**before, **versions}
    s = table.told(SPECTATOR)
    found: Json = {
        "turn_name": table.game.turn_name(s.turn),
        "actor": s.actor,
        "prompt": prompt_of(s, SPECTATOR if table.game.hidden else table.game.sides[0]),
        "result": table.session.record.result,
    }
    return {**found, **versions, "entries": reader.count, "updated": now()} if versions else found


def unseen(table: Table, side: str) -> list[OptionFacts]:
    """Answers to the question of the side behind the curtain that can be given without a look, in this side's presence."""
    s = table.deciding()
    if not s.choice or not s.choice.unseen_verbs:
        return []
    public = [a for a in s.options() if a.verb in s.choice.unseen_verbs]
    return [option(s, a) for a, named in zip(public, sees(s, side, public), strict=True) if named]


def nothing_hidden(table: Table) -> bool:
    """Do all sides see the same now, with no secret decision made or asked for? Then players need not change places."""
    if table.open:
        return True
    choice = table.s.choice
    if any(e.secret_from for e in table.session.record.entries) or (choice and choice.secret_from(table.s)):
        return False
    first, *others = ([v[k] for k in ("units", "markers", "tracks")] for v in map(table.s.view, table.game.sides))
    return all(seen == first for seen in others)


def undo_info(table: Table, mine: list[str]) -> Json:
    """May one of these sides undo?"""
    entries = table.session.record.entries
    if not mine or table.saved.kind == "replay":
        return {"can": False, "why": "Only players undo.", "action": ""}
    side = entries[-1].actor if entries and entries[-1].actor in mine else mine[0]
    refusal = table.session.undo_refusal(side)
    if refusal:
        return {"can": False, "why": refusal.text, "action": ""}
    return {"can": True, "why": "", "action": entries[-1].action}


def redo_info(table: Table, mine: list[str]) -> Json:
    side = next((x for x in mine if table.session.can_redo(x)), None)
    if side is None or table.saved.kind == "replay":
        return {"can": False, "why": "There is nothing to redo.", "action": ""}
    return {"can": True, "why": "", "action": table.session.undone[-1].action}


def option_summary(table: Table) -> Json:
    """All options where they are few; otherwise a promise that `choices` follows."""
    found = table.cached("summary", lambda: asked.summary(table.deciding()))
    if not found["complete"]:
        return {"count": 0, "complete": False, "list": [], "units": [], "verbs": {}, "hand": []}
    return {k: found[k] for k in ("count", "complete", "list", "units", "verbs", "hand")}


def choices(table: Table) -> Json:
    """The `choices` message for a position whose options are too many for its state."""
    found = table.cached("summary", lambda: asked.summary(table.deciding()))
    return {"type": "choices", **{k: found[k] for k in ("count", "list", "units", "hexes", "verbs", "hand")}}
