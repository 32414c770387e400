"""What the buttons say: the options of both battles in a player's words."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeVar

from sandtable.core import Action, Choice, Term, say

from .state import BattleState

FORMS: Final = {
    "deploy": "Take the standard set-up",
    "land": "Land {unit} by parachute on {hex}",
    "lift": "Load {unit} on the helicopter",
    "beach": "Land {unit} from the sea on {hex}",
    "cross": "{unit} crosses to {hex} with {helper}",
    "muster": "Place {unit} in {hex}",
    "lose": "Give up {unit}",
    "exit": "{unit} leaves the map by {hex}",
    "also": "Attack {hex} too",
    "fire": "{unit} fires protective fire",
    "displace": "{unit} gives way to {hex}",
    "advance": "Advance {unit} to {hex}",
    "stop": "End the battle now",
    "continue": "Go on and write down a later turn",
    "write": "Write down turn {n}",
    "hold": "Hold the positions",
    "withdraw": "Declare the withdrawal",
}
"""By verb; the places are filled from the parts of the action."""
OTHER: Final = {
    ("fly", "holding"): "Fly {unit} to the holding box",
    ("fly", "exited"): "Fly {unit} off the map",
    ("drop", "exited"): "Fly both off the map",
    ("fly", ""): "Fly {unit} to {hex}",
    ("drop", ""): "Land on {hex}",
}
S = TypeVar("S", bound=BattleState)


class Decision(Choice[S]):
    """A decision of these battles: its options are labelled in words."""

    __slots__ = ()

    def label(self, s: S, a: Action) -> str:
        form = FORMS.get(a.verb)
        p = s.game.parts(a)
        where = s.game.hex_name(p.to) if p.to else ""
        if form is None and a.verb in ("fly", "drop"):
            form = OTHER.get((a.verb, where)) or OTHER[a.verb, ""]
        if a.verb == "support":
            return support_label(s, p.words[0], p.amounts)
        if form is None:
            return ""
        values: dict[str, Any] = {"hex": where, "n": p.amounts[0] if p.amounts else 0}
        for place, u in zip(("unit", "helper"), p.units):
            values[place] = s.game.name_of(u)
        return say(form, **values)

    def group(self, s: S, a: Action) -> str:
        return support_group(s.game.parts(a).words[0]) if a.verb == "support" else ""


def marker(word: str) -> tuple[str, str]:
    """[8.18, 8.19] `british-air`: whose support a word names, and of which kind."""
    nation, _, kind = word.rpartition("-")
    return nation, kind


def support_group(kind: str) -> str:
    """[8.18] Airstrikes of a nation: how many, side by side."""
    nation, what = marker(kind)
    return say("{nation} airstrikes", nation=nation_word(nation)) if what == "air" else ""


def support_label(s: BattleState, kind: str, amounts: tuple[int, ...]) -> str:
    """[8.18, 8.19] A button for airstrikes or for ships."""
    nation, what = marker(kind)
    if what == "air":
        return say("{nation}: {n} {n#airstrike|airstrikes}", nation=nation_word(nation), n=sum(amounts))
    return say("{nation}: naval gunfire", nation=nation_word(nation))


@cache
def nation_word(nation: str) -> Term:
    """British, French or Israeli."""
    return Term("nation", nation.capitalize())
