"""Actions for people: their words sorted by what they are, and a short label."""

from __future__ import annotations

from typing import Any, Final

from sandtable.core import Action, Game, State

_LABELS: Final = {
    "move": "Move {units} to {to}",
    "enter": "Bring {units} in at {to}",
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
"""By the verbs all games share (docs/engine.md); other actions are read as they are written."""


def option(game: Game, a: Action) -> dict[str, Any]:
    """The action as a client needs it (models.Option)."""
    units: list[str] = []
    path: list[str] = []
    boxes: list[str] = []
    words: list[str] = []
    find, index = game.map.grid.find, game.roster.index
    for word in a.args:
        if word in index:
            units.append(word)
        elif word in game.boxes:
            boxes.append(word)
        elif find(word):
            path = [word]
        elif "+" in word and all(part in index for part in word.split("+")):
            units += word.split("+")
        elif "-" in word and all(find(part) for part in word.split("-")):
            path = word.split("-")
        else:
            words.append(word)
    return {
        "action": str(a),
        "verb": a.verb,
        "label": label(a, units, path),
        "units": units,
        "path": path,
        "to": path[-1] if path else "",
        "boxes": boxes,
        "words": words,
    }


def label(a: Action, units: list[str], path: list[str]) -> str:
    form = _LABELS.get(a.verb)
    to, names = path[-1] if path else "", ", ".join(units)
    rest = " ".join(a.args)
    if form is None or ("{units}" in form and not units) or ("{to}" in form and not to):
        text = " ".join(
            (a.verb.replace("_", " "), *units, to, *(w for w in a.args if w not in units and "-".join(path) != w))
        )
        return " ".join(text.split()).capitalize() if not units else _first_up(" ".join(text.split()))
    return form.format(units=names, to=to, target=names or rest, rest=rest)


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def mentions(o: dict[str, Any], words: list[str]) -> bool:
    """Do all these words occur in the option, as units, boxes, words, or hexes on the way?"""
    return all(w in o["units"] or w in o["path"] or w in o["boxes"] or w in o["words"] for w in words)


def detailed(s: State, o: dict[str, Any]) -> dict[str, Any]:
    """The option with what a player wants to know before taking it."""
    return {**o, "details": s.details(Action.read(o["action"])) or None}
