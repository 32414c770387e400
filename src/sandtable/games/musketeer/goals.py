"""[3.1, 3.2, 3.3] What each side wants, condition by condition, and where it stands."""

from __future__ import annotations

from sandtable.core import Listing, Term, bits, say, signed
from sandtable.core.facts import GoalFacts, GoalPart

from .setup import PlaceUnits, Reserve
from .state import MusketeerState
from .victory import points

LEAD = 21
"""[3.3] The least difference of points that wins."""


def goal(s: MusketeerState, side: str) -> GoalFacts:
    """[3.1, 3.3] Sudden death, or a lead in points at the end."""
    if side == "west":
        text = say("Hold all four cities, or lead by {points} points at the end [3.1, 3.3]", points=LEAD)
    else:
        text = say(
            "No West unit on the map from turn 2, or a lead of {points} points at the end [3.1, 3.3]", points=LEAD
        )
    if isinstance(s.choice, Reserve | PlaceUnits):
        return {"text": text, "now": say("the sides set up"), "reached": False}  # who stands where is still a secret
    game, score = s.game, points(s)
    lead = score[side] - score[game.enemy[side]]
    held = sorted(bits(s.held("west") & game.cities))
    if held:
        cities = Listing([Term("place", game.place_at[h]) for h in held])
        now = say("lead {lead}; the West holds {cities}", lead=signed(lead), cities=cities)
    else:
        now = say("lead {lead}; the East holds every city", lead=signed(lead))
    parts = [_cities(s) if side == "west" else _driven_out(s), _lead(lead)]
    return {"text": text, "now": now, "reached": lead >= LEAD, "parts": parts}


def _cities(s: MusketeerState) -> GoalPart:
    """[3.1] Every city on the map."""
    game = s.game
    held = s.held("west") & game.cities
    return {
        "text": say("all cities"),
        "now": say("{n} of {all}", n=held.bit_count(), all=game.cities.bit_count()),
        "state": "done" if held == game.cities else "partly" if held else "open",
        "at": [str(game.hex_name(h)) for h in bits(game.cities & ~held or game.cities)],
    }


def _driven_out(s: MusketeerState) -> GoalPart:
    """[3.1] No ground unit of the West on the map, from turn 2 on."""
    landed = bool(s.held("west"))
    return {
        "text": say("no West unit on the map from turn 2"),
        "now": say("it has landed") if landed else say("none"),
        "state": "open" if landed else "done" if s.turn > 1 else "partly",
        "at": [],
    }


def _lead(lead: int) -> GoalPart:
    return {
        "text": say("or a lead of {points}", points=LEAD),
        "now": signed(lead),
        "state": "done" if lead >= LEAD else "partly" if lead > 0 else "open",
        "at": [],
    }
