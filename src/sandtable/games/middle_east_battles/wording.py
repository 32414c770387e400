"""What the buttons say: the options of both battles in a player's words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.core import Action, Choice

FORMS: Final = {
    "deploy": "Take the standard set-up",
    "land": "Land {0} by parachute on {1}",
    "lift": "Load {0} on the helicopter",
    "beach": "Land {0} from the sea on {1}",
    "cross": "{0} crosses to {2} with {1}",
    "muster": "Place {0} in {last}",
    "lose": "Give up {0}",
    "exit": "{0} leaves the map by {last}",
    "also": "Attack {0} too",
    "fire": "{0} fires protective fire",
    "displace": "{0} gives way to {last}",
    "stop": "End the battle now",
    "continue": "Go on and write down a later turn",
    "write": "Write down turn {0}",
    "hold": "Hold the positions",
    "withdraw": "Declare the withdrawal",
}
PLACES: Final = {"holding": "to the holding box", "exited": "off the map"}


class Decision(Choice):
    """A decision of these battles: its options are labelled in words."""

    __slots__ = ()

    def label(self, s: Any, a: Action) -> str:
        last = a.args[-1].rpartition("-")[2] if a.args else ""
        match a.verb, a.args:
            case "fly", (unit, _):
                return f"Fly {unit} {PLACES.get(last, f'to {last}')}"
            case "drop", (place,):
                return "Fly both off the map" if place == "exited" else f"Land on {place}"
            case "advance", (unit, _):
                return f"Advance {unit} to {last}"
            case "support", (kind, *count):
                nation, _, what = kind.rpartition("-")
                fire = f"{count[0]} airstrike{'s' * (count[0] != '1')}" if what == "air" and count else "naval gunfire"
                return f"{nation.capitalize()}: {fire}"
        return FORMS[a.verb].format(*a.args, last=last) if a.verb in FORMS else ""
