"""What the log shows of an entry: worked out once, when it happens, and kept beside it in the database."""

from __future__ import annotations

from sandtable.core import Action, Event
from sandtable.core.sentences import whom
from sandtable.session import Session

from .. import wording
from ..encode import parts
from .trouble import Json


def line(session: Session, i: int) -> Json:
    """Everything a viewer needs to show entry i (from 1) without the rules that played it."""
    e = session.record.entries[i - 1]
    after = session.states[i]
    label = wording.option(session.states[i - 1], Action.read(e.action))["label"]
    return {
        "label": str(label),
        "said": parts(label, *(event.text for event in session.events[i])),
        "turn": after.turn,
        "phase": session.game.phase(after),
        "events": [_event(event) for event in session.events[i]],
        "secret_from": e.secret_from,
        "cut": e.cut,
        "silent": e.silent,
        "among": e.among,
    }


def _event(event: Event) -> Json:
    facts = {"text": str(event.text), "rules": event.rules, "at": event.at, "to": event.to}
    return {**facts, "about": event.about, "units": whom(event.text)}
