"""Sinai: the Arab-Israeli wars of 1956, 1967 and 1973 and a war that might have come, in one system.

The 1967 rules (sections 4 to 21) are the base; the families of 23, 24-25 and 26 change named decisions of it
(`rules.py`, `data/scenarios.toml`) and add frames of their own. Where to find a paragraph, in reading order:

    rules.py, game.py, state.py     what a scenario decides, what never changes, what changes
    course/     [4, 19-21, 25.4, 25.7]     calendar, sequence of play, set-up, reinforcements, victory
    land/       [3.1, 5.2-5.3, 13.2, 18, 24.1, 24.4]  countries, terrain, closed land, the Canal, Cities and Settlements
    movement/   [5-7, 11, 15, 24.3]        allowances, paths, zones, stacking, the phase, Overruns, trucks, the map edge
    combat/     [8, 9, 12, 24.5, 25.2]     attackers, Strength, one attack, retreats, advances
    supply/     [10, 24.6, 26.4]           lines, sources, the judgement, the Israeli Supply unit
    air/        [16, 17, 25.1]             Air Strikes, airborne units, SAM umbrellas and attacks on SAM units
    politics/   [8.5, 13, 14, 24.8-24.9, 25.3, 25.5-25.6, 25.95]  nations, Jordan, Command Control, garrisons, ceasefires
    eras/       [23, 24.2, 26]             what is left of the periods: their sequence and their own frames
    overlays.py                            layers of the map
"""

from __future__ import annotations

from importlib.resources import files

from sandtable.core import Source, Title
from sandtable.core.title import made_in

from .rules import read_scenarios
from .state import ARAB, ISRAEL


def _source() -> Source:
    return Source(files(__name__) / "data")


TITLES = (
    Title(
        id="sinai",
        name="Sinai: the Arab-Israeli wars",
        summary="Brigades on the whole theatre from the Canal to the Golan: 1956, 1967, 1973 and the mid-1970s.",
        sides=(ISRAEL, ARAB),
        scenarios=read_scenarios(_source()),
        make=made_in(__name__, "game.Sinai"),
        source=_source,
        difficulty="medium",
    ),
)
