"""[1980:11.5, 1980:14.0, 2021:14.1] What each side must reach, condition by condition, and where it stands now."""

from __future__ import annotations

from typing import Final, Literal

from sandtable.core import UnitId, fact, say
from sandtable.core.facts import GoalFacts, GoalPart

from .state import SuezState
from .victory import UNITS_ACROSS, line_of_communication

State = Literal["done", "partly", "open"]
DENIED: Final[dict[State, State]] = {"done": "open", "partly": "partly", "open": "done"}


def goal(s: SuezState, side: str) -> GoalFacts:
    """[1980:14.0, 2021:14.0, 2021:14.1] Israel needs all three after the last turn; Egypt has to keep one from it."""
    parts = [_across(s), _bridge(s), _road(s)]
    met = sum(p["state"] == "done" for p in parts)
    text = say("All three after turn {turn}", turn=s.game.last_turn)
    if side == "egypt":
        parts = [_denied(p) for p in parts]
        text = say("Keep one of these from Israel until turn {turn} is over", turn=s.game.last_turn)
    now = say("Israel has {n} of {all}", n=met, all=len(parts))
    return {"text": text, "now": now, "reached": (met == len(parts)) == (side == "israel"), "parts": parts}


def _across(s: SuezState) -> GoalPart:
    """[1980:11.5, 2021:14.1] Six units beyond the canal."""
    across = s.loc.count(s.game.box("across"))
    return {
        "text": say("{n} units across", n=UNITS_ACROSS),
        "now": say("{n} of {all}", n=across, all=UNITS_ACROSS),
        "state": "done" if across >= UNITS_ACROSS else "partly" if across else "open",
        "at": [str(s.game.hex_name(s.game.matzmed))],
    }


def _bridge(s: SuezState) -> GoalPart:
    """[1980:14.2, 2021:14.1] The bridge in Matzmed."""
    game, where = s.game, s.loc[s.game.bridge]
    text, at = say("bridge in Matzmed"), [str(game.hex_name(where if where > 0 else game.matzmed))]
    if s.bridge_in_place():
        return {"text": text, "now": say("in place"), "state": "done", "at": at}
    if where > 0:
        return {"text": text, "now": say("in {hex}", hex=game.hex_name(where)), "state": "partly", "at": at}
    lost = where == game.box("eliminated")
    return {"text": text, "now": say("lost") if lost else say("still to come"), "state": "open", "at": at}


def _road(s: SuezState) -> GoalPart:
    """[1980:14.1, 2021:6.0, 2021:14.1] The line of communication to 1708."""
    game, line = s.game, line_of_communication(s)
    text = say("open road to {hex}", hex=game.hex_name(game.line_end))
    if line:
        return {"text": text, "now": say("open"), "state": "done", "at": [str(game.hex_name(h)) for h in line]}
    unit = cut_alone_by(s)
    if unit is None:
        return {"text": text, "now": say("cut in several places"), "state": "open", "at": []}
    where = game.hex_name(s.loc[unit])
    now = say("cut only by {unit} in {hex}", unit=game.name_of(unit), hex=where)
    return {"text": text, "now": now, "state": "open", "at": [str(where)]}


@fact
def cut_alone_by(s: SuezState) -> UnitId | None:
    """The Egyptian unit without which the road would be open, where it is one alone."""
    return next((u for u in s.units_of("egypt") if _open_without(s, u)), None)


def _open_without(s: SuezState, u: UnitId) -> bool:
    """Would the road be open without this unit?"""
    later: SuezState = s.copy()
    later.loc[u] = s.game.box("eliminated")
    return bool(line_of_communication(later))


def _denied(p: GoalPart) -> GoalPart:
    """The same for Egypt: what Israel has is lost, what it has not is held."""
    return {"text": p["text"], "now": p["now"], "state": DENIED[p["state"]], "at": p["at"]}
