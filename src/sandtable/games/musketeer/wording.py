"""Words that several rooms of this game need: decisions with their usual buttons, numbers that players type."""

from __future__ import annotations

from sandtable.core import Action, Choice, Sentence, Term, row, say, signed
from sandtable.core.facts import ShiftFacts

from .state import MusketeerState


def shots(air: int, guns: int) -> Sentence:
    """Airstrikes, gunfire and rockets of a bombardment: "2 airstrikes and 1 gunfire or rocket unit"."""
    if not guns:
        return say("{air} {air#airstrike|airstrikes}", air=air)
    if not air:
        return say("{guns} gunfire or rocket {guns#unit|units}", guns=guns)
    return say("{air} {air#airstrike|airstrikes} and {guns} gunfire or rocket {guns#unit|units}", air=air, guns=guns)


def ground(name: str) -> Term:
    """A kind of terrain."""
    return Term("terrain", name)


def told(shifts: list[ShiftFacts]) -> Sentence:
    """The column shifts of a fire, by name: ", close air support +1, city -3"."""
    return row("", [say(", {shift} {columns}", shift=x["text"], columns=signed(x["columns"])) for x in shifts])


def plain_number(word: str) -> int | None:
    """A plain number that a player typed, or None."""
    return int(word) if word.isascii() and word.isdecimal() else None


class Decision(Choice[MusketeerState]):
    """A decision of this game. Its buttons say what its verbs do; here are those that several decisions share."""

    __slots__ = ()

    def deploys(self) -> str:
        """[4.3] The contingent that is being set up here, if one is."""
        return ""

    def undecided(self, side: str) -> tuple[str, ...]:
        """[5.3] Markers that this side has not decided about yet."""
        return ()

    def label(self, s: MusketeerState, a: Action) -> str:
        unit = a.args[0] if a.args else ""
        match a.verb:
            case "recon":
                return say("Scout with {unit}", unit=s.game.name_of(s.game.unit(unit)))
            case "lose":
                return say("{unit} takes the loss", unit=s.game.name_of(s.game.unit(unit)))
            case "default":
                return say("Take the historical set-up")
        return ""
