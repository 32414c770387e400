"""The engine: grid, map, roster, state, agenda, actions, chance, kernels, tables, data, ledger, game.

Standard library only; knows nothing of any particular game.
"""

from .actions import Action, Event, IllegalAction, Outcome, Refusal
from .agenda import CHANCE, Choice, Frame, Pick, Step, advance
from .chance import Chance, Draw, Roll
from .data import DataError, Source
from .editions import RulesEdition
from .game import Game, Option, Phase, Scenario, Title
from .grid import Grid, bits
from .kernels import Reach, flood, reach, retreat_paths, route
from .ledger import Ledger, Rule, Ruling, read_ledger
from .map import Map
from .roster import Roster, Unit
from .state import Hex, Hexes, State, UnitId, Units
from .tables import Table, read_tables

__all__ = [
    "CHANCE",
    "Action",
    "Chance",
    "Choice",
    "DataError",
    "Draw",
    "Event",
    "Frame",
    "Game",
    "Grid",
    "Hex",
    "Hexes",
    "IllegalAction",
    "Ledger",
    "Map",
    "Option",
    "Outcome",
    "Phase",
    "Pick",
    "Reach",
    "Refusal",
    "Roll",
    "Roster",
    "Rule",
    "RulesEdition",
    "Ruling",
    "Scenario",
    "Source",
    "State",
    "Step",
    "Table",
    "Title",
    "Unit",
    "UnitId",
    "Units",
    "advance",
    "bits",
    "flood",
    "reach",
    "read_ledger",
    "read_tables",
    "retreat_paths",
    "route",
]
