"""What the buttons say: the options in a player's words; numbers with their nouns."""

from __future__ import annotations

from typing import Any, Final

from sandtable.core import Action, Choice

FORMS: Final = {
    "default": "Take the historical set-up",
    "reserve": "Keep {0} in the Reinforcement Box",
    "plan": "Put {0} into the pool",
    "leave": "Leave {0} out",
    "pick": "Pick a command marker",
    "pass": "Pass",
    "deploy": "Make {0} available",
    "recon": "Scout with {0}",
    "enter": "Bring {0} in over land",
    "transfer": "Fly {0} to an airbase",
    "drop": "Drop {0} by parachute",
    "ship": "Ship {0} to a port",
    "land": "Land {0} on the coast",
    "helicopter": "Carry {0} by helicopter",
    "libya": "Bring {0} through Libya",
    "red-sea": "Land {0} on the Red Sea coast",
    "infiltrate": "Bring {0} to an airbase unseen",
    "bombard": "Bombard {0}",
    "attack": "Attack {0}",
    "concentric": "Confirm as a concentric attack",
    "confirm": "Confirm the attack",
    "cancel": "Give up this attack",
    "commit": "Commit {0}",
    "aim": "Fire at the stack in {0}",
    "fire": "Fire with {0}",
    "lose": "{0} takes the loss",
    "stand": "Stand",
    "rout": "Retreat",
    "supply": "Air supply for {0}",
    "rally": "Refit {0}",
    "restore": "Bring {0} back",
}
"""By verb; what is not here, core and the client can say themselves (move, place, retreat, advance, end ...)."""


def counted(n: int, thing: str = "airstrike") -> str:
    """A number with its noun: 1 airstrike, 2 airstrikes, 3 hexes."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}{'es' if thing.endswith('x') else 's'}"


def shots(air: int, guns: int) -> str:
    """Airstrikes, gunfire and rockets of a bombardment: "2 airstrikes and 1 gunfire or rocket unit"."""
    parts = [counted(air)] * bool(air) + [counted(guns, "gunfire or rocket unit")] * bool(guns)
    return " and ".join(parts)


def number(word: str) -> int | None:
    """A plain number that a player typed, or None."""
    return int(word) if word.isascii() and word.isdecimal() else None


class Decision(Choice):
    """A decision of this game: its options are labelled in words."""

    __slots__ = ()

    def deploys(self) -> str:
        """[4.3] The contingent that is being set up here, if one is."""
        return ""

    def undecided(self, side: str) -> tuple[str, ...]:
        """[5.3] Markers that this side has not decided about yet."""
        return ()

    def label(self, s: Any, a: Action) -> str:
        words = [s.game.where(h) if (h := s.game.map.grid.find(w)) else w for w in a.args]
        match a.verb, words:
            case "place", [unit, box] if box in s.game.boxes:
                return f"Keep {unit} in the Reinforcement Box"
            case "strike", [contingent, n]:
                return f"Send {counted(int(n))} against {s.game.title_of[contingent]}"
            case "load", [air, guns]:
                return f"Bombard with {shots(int(air), int(guns))}"
            case "support", [n]:
                return f"Support with {counted(int(n))}" if int(n) else "No close air support"
            case "place" | "move" | "retreat" | "advance", _:
                return ""
        return FORMS[a.verb].format(*words) if a.verb in FORMS else ""
