"""Actions for people: their words sorted by what they are, and a short label."""

from __future__ import annotations

from typing import Any, Final

from sandtable.core import Action, Game, Sentence, State, Term, row, say
from sandtable.core.facts import OptionFacts

_LABELS: Final = {
    "move": "Move {units} to {to}",
    "overrun": "Overrun {to} with {units}",
    "enter": "Bring {units} in at {start}, to {to}",
    "place": "Place {units} in {to}",
    "attack": "Attack {target}",
    "with": "Add {units}",
    "without": "Leave {units} out",
    "support": "Support with {rest}",
    "retreat": "Retreat {units} to {to}",
    "lose": "Lose {units}",
    "advance": "Advance {units} to {to}",
    "end": "End phase",
    "confirm": "Confirm",
    "cancel": "Cancel",
    "decline": "Decline",
    "roll": "Roll {rest}",
    "draw": "Draw {rest}",
}
"""By the verbs all games share (docs/engine.md); a game's own are said by `Choice.label`, others are read as they are written."""


def option(s: State, a: Action) -> OptionFacts:
    """An action of this position as a client needs it (models.Option)."""
    game: Game[Any] = s.game
    p = game.parts(a)
    units = [game.roster.names[u] for u in p.units]
    path = [str(game.hex_name(h)) for h in p.path if h > 0]
    boxes = [str(game.hex_name(h)) for h in p.path if h < 0]
    words = [*(str(n) for n in p.amounts), *p.words]
    choice = s.choice
    facts: OptionFacts = {
        "action": str(a),
        "verb": a.verb,
        "label": (choice and choice.label(s, a)) or label(game, a, [*boxes, *words]),
        "units": units,
        "path": path,
        "to": path[-1] if path else "",
        "boxes": boxes,
        "words": words,
    }
    if choice and (group := choice.group(s, a)):
        facts["group"] = group
    return facts


def label(game: Game[Any], a: Action, words: list[str]) -> Sentence:
    """What a button says of a verb that all games share; others are read as they are written."""
    p = game.parts(a)
    units, path = game.names(p.units), game.hex_names(p.hexes)
    to = path.items[-1] if path.items else ""
    rest = " ".join(words) if units else " ".join(a.args)
    values = {
        "units": units,
        "to": to,
        "target": units or to,
        "rest": rest,
        "start": path.items[0] if path.items else "",
    }
    form = _LABELS.get(a.verb, "")
    if form and all(value for key, value in values.items() if f"{{{key}}}" in form):
        return say(form, **values)
    verb = Term("verb", a.verb.replace("_", " "))
    where = say("to {to}", to=to) if len(path.items) > 1 else say("at {to}", to=to)
    end = (where if units else say("{to}", to=to)) if to else ""
    return say("{text^}", text=row(" ", [verb, units, *words, end]))


def mentions(o: OptionFacts, words: list[str]) -> bool:
    """Do all these words occur in the option, as units, boxes, words, or hexes on the way?"""
    return all(w in o["units"] or w in o["path"] or w in o["boxes"] or w in o["words"] for w in words)


def detailed(s: State, o: OptionFacts) -> OptionFacts:
    """The option with what a player wants to know before taking it."""
    return {**o, "details": s.details(Action.read(o["action"])) or None}
