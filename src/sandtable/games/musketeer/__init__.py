"""Operation Musketeer: the 1956 war in the Middle East, widened to a confrontation of the blocs.

One file per section group of the rulebook: setup (4), sequence (5-7, 28.3), reinforcement (8, 10, 11, 26.1, 29), movement
(9, 13, 24.2), stacking (12), combat (14, 15, 25, 29.4, 29.5), retreat (16), pursuit (17), air (18-20), refit (21, 26.2),
events (22), fog (23), recon (25.7), victory (3).
"""

from __future__ import annotations

from importlib.resources import files

from sandtable.core import Option, Scenario, Source, Title
from sandtable.core.title import made_in

TITLES = (
    Title(
        id="musketeer",
        name="Operation Musketeer",
        summary=(
            "Suez 1956 as a confrontation of the blocs: secret plans, command markers picked at random, six contingents, "
            "air and sea power, and an index that may end in a world war."
        ),
        sides=("west", "east"),
        scenarios=(
            Scenario(
                "", "The '56 war", 7, "The whole crisis, from the first landings to turn 7 or the world war.", "3.2"
            ),
        ),
        make=made_in(__name__, "game.Musketeer"),
        source=lambda: Source(files(__name__) / "data"),
        options=(
            Option(
                "special_tactics",
                "Special tactics: Libya, Red Sea, infiltration, concentric attacks, direct assaults, landing hazards",
                "29.0",
                True,
            ),
        ),
        difficulty="hard",
    ),
)
