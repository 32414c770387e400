"""Sinai: the Arab-Israeli wars of 1956, 1967 and 1973 and a war that might have come, in one system.

The 1967 rules (sections 4 to 21) are the base; the families of 23, 24-25 and 26 change named decisions of it
(`rules.py`, `data/scenarios.toml`) and add frames of their own (`war_1956.py`, `war_1973.py`, `mid_1970s.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from sandtable.core import Game, Scenario, Source, Title
from sandtable.core.game import OptionValue

from .game import Sinai
from .rules import read_scenarios
from .state import ARAB, ISRAEL


def _source() -> Source:
    return Source(files(__name__) / "data")


def _make(title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> Game:
    return Sinai(title, scenario, source, options)


TITLES = (
    Title(
        id="sinai",
        name="Sinai: the Arab-Israeli wars",
        summary="Brigades on the whole theatre from the Canal to the Golan: 1956, 1967, 1973 and the mid-1970s.",
        sides=(ISRAEL, ARAB),
        scenarios=read_scenarios(_source()),
        make=_make,
        source=_source,
        difficulty="medium",
    ),
)
