"""Actions for people: their words sorted by what they are, and a short label."""

from __future__ import annotations

from typing import Any, Final

from sandtable.core import Action, Game, State

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


def option(s: State, a: Action) -> dict[str, Any]:
    """An action of this position as a client needs it (models.Option)."""
    game: Game = s.game
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
        elif "-" in word and all(find(part) or part in game.boxes for part in word.split("-")):
            path = [part for part in word.split("-") if find(part)]
            boxes += [part for part in word.split("-") if part in game.boxes]
        else:
            words.append(word)
    return {
        "action": str(a),
        "verb": a.verb,
        "label": (s.choice and s.choice.label(s, a)) or label(a, units, path, [*boxes, *words]),
        "units": units,
        "path": path,
        "to": path[-1] if path else "",
        "boxes": boxes,
        "words": words,
    }


def label(a: Action, units: list[str], path: list[str], words: list[str]) -> str:
    to, names = path[-1] if path else "", ", ".join(units)
    form = _LABELS.get(a.verb, "")
    rest = " ".join(words) if units else " ".join(a.args)
    needs = {"{units}": names, "{to}": to, "{target}": names or to, "{rest}": rest}
    if form and all(value for key, value in needs.items() if key in form):
        return form.format(units=names, to=to, target=names or to, start=path[0] if path else "", rest=rest)
    where = f"{'to' if len(path) > 1 else 'at'} {to}" if units and to else to
    text = " ".join(x for x in (a.verb.replace("_", " "), names, *words, where) if x)
    return text[:1].upper() + text[1:]


def mentions(o: dict[str, Any], words: list[str]) -> bool:
    """Do all these words occur in the option, as units, boxes, words, or hexes on the way?"""
    return all(w in o["units"] or w in o["path"] or w in o["boxes"] or w in o["words"] for w in words)


def detailed(s: State, o: dict[str, Any]) -> dict[str, Any]:
    """The option with what a player wants to know before taking it."""
    return {**o, "details": s.details(Action.read(o["action"])) or None}
