"""Map layers: zones of control, logistics, victory points."""

from __future__ import annotations

from sandtable.core import Layer, Listing, Term, bits, entry, say

from .refit import sources
from .state import MusketeerState

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
    if kind == "zoc":
        zone = say("zone of control [13.0]")
        return {game.hex_name(h): entry("", zone) for h in bits(s.zone(owner) & game.enterable)}
    if kind == "supply":
        whose: dict[int, list[Term]] = {}
        for c, title in game.title_of.items():
            for h in bits(sources(s, c)) if game.side_of[c] == owner else ():
                whose.setdefault(h, []).append(title)
        text = "logistics source of {contingents} [21.4]"
        return {game.hex_name(h): entry("", say(text, contingents=Listing(c)), "good") for h, c in whose.items()}
    text = "{n} victory {n#point|points} [3.3]"
    return {game.hex_name(h): entry(n, say(text, n=n)) for h, n in game.points_east.items()}
