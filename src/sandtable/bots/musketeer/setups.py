"""Set-ups: where everybody stands before the first turn. One is drawn by lot, so that no two games open alike."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sandtable.core import Action
from sandtable.games.musketeer.setup import PlaceUnits, Reserve
from sandtable.games.musketeer.state import MusketeerState

from .tactics import Greedy

SetUp = Mapping[str, str]
"""Units of a side by their names, and the hex where each starts; `box` keeps it in the Reinforcement Box."""


def drawing(text: str) -> SetUp:
    """`HEX UNIT UNIT, HEX UNIT` as a set-up."""
    rows = [part.split() for part in text.split(",")]
    return {unit: row[0] for row in rows for unit in row[1:]}


BOX = "box EG-26-NG EG-97-NG EG-98-NG EG-3-Armd, 3314 EG-1-Armd EG-2-Armd"
CAIRO = "3214 EG-7, 3213 EG-2-MFF, 3313 EG-2-AAA, 3315 EG-Eng, 3413 EG-MinInt-2, 3414 EG-3-AAA"
CANAL = "4106 EG-1-MFF, 4006 EG-75P, 3905 EG-1-AAA, 4214 EG-8-PLA EG-11"
RINGS = (
    drawing(
        f"{BOX}, {CAIRO}, {CANAL}, 2306 EG-2-Div EG-1, 2406 EG-10, 2405 EG-MinInt-1, 2307 EG-99-R, 2206 EG-118-R,"
        " 4005 EG-3-Div EG-2"
    ),
    drawing(
        f"{BOX}, {CAIRO}, {CANAL}, 2306 EG-3-Div EG-10, 2406 EG-118-R, 2405 EG-99-R, 2307 EG-2, 2206 EG-MinInt-1,"
        " 4005 EG-2-Div EG-1"
    ),
)
"""Egypt: strong garrisons in the four great cities, and weak units round three of them; the weakest wait in the box."""


ALIKE = (("2406", "2405", "2307", "2206"), ("3213", "3313", "3315", "3413", "3414"))
"""Hexes whose units change places by lot: round Alexandria, and round Cairo."""


def mixed(setup: SetUp, rng: Random) -> SetUp:
    """A drawing in which it is left to chance who stands where in a ring."""
    found = dict(setup)
    for ring in ALIKE:
        units = [u for u, h in setup.items() if h in ring]
        found.update(zip(units, rng.sample([setup[u] for u in units], len(units)), strict=True))
    return found


class DrawnUp(Greedy):
    """Sets up as one of its drawings says."""

    setups: tuple[SetUp, ...] = ()
    setup: SetUp | None = None

    def on_reserve(self, s: MusketeerState, frame: PlaceUnits | Reserve) -> Action:
        if self.setup is None:
            self.setup = mixed(self.rng.choice(self.setups), self.rng)
        if isinstance(frame, Reserve):
            found = [a for a in s.options() if a.args and self.setup[a.args[0]] == "box"]
        else:
            unit = s.game.name_of(frame.unit(s))
            found = [Action("place", (unit, self.setup.get(unit, "")))]
        if not found or s.check(found[0]) is not None:
            return super().on_reserve(s, frame)
        self.reason = "The set-up that is planned."
        return found[0]
