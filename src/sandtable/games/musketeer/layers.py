"""Map layers, and the goals of both sides in one line."""

from __future__ import annotations

from sandtable.core import Layer, Listing, Term, bits, entry, say, signed
from sandtable.core.facts import GoalFacts

from .charts import CONTINGENTS
from .refit import sources
from .setup import PlaceUnits, Reserve
from .state import MusketeerState
from .victory import points

LEAD = 21
"""[3.3] The least difference of points that wins."""
LAYERS = (
    ("zoc-west", say("Zones of control of the West Bloc")),
    ("zoc-east", say("Zones of control of the East Bloc")),
    ("supply-west", say("Logistics sources of the West Bloc")),
    ("supply-east", say("Logistics sources of the East Bloc")),
    ("objectives", say("Victory points")),
)


def layer(s: MusketeerState, name: str) -> Layer:
    """[3.3, 13.0, 21.4] Zones of control and logistics sources of a side, and what places are worth."""
    game = s.game
    kind, _, owner = name.partition("-")
    if kind == "zoc" and owner in game.sides:
        return {
            game.hex_name(h): entry("", say("zone of control [13.0]")) for h in bits(s.zone(owner) & game.enterable)
        }
    if kind == "supply" and owner in game.sides:
        own = [c for c in CONTINGENTS if game.side_of[c] == owner]
        return {
            game.hex_name(h): entry(
                "", say("logistics source of {contingent} [21.4]", contingent=game.title_of[c]), "good"
            )
            for c in own
            for h in bits(sources(s, c))
        }
    if name == "objectives":
        text = "{n} victory {n#point|points} [3.3]"
        return {game.hex_name(h): entry(n, say(text, n=n)) for h, n in game.points_east.items()}
    raise KeyError(name)


def goal(s: MusketeerState, side: str) -> GoalFacts:
    """[3.1, 3.3] What the side wants, and where it stands."""
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
    return {"text": text, "now": now, "reached": lead >= LEAD}
