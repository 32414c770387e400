"""The engine: grid, map, roster, state, agenda, actions, chance, kernels, tables, data, ledger, game.

Standard library only; knows nothing of any particular game.
"""

from .actions import END, Action, Event, IllegalAction, Outcome, Parts, Refusal, reason, refuse
from .agenda import CHANCE, Choice, Frame, Offering, Pick, Step, advance
from .chance import Chance, Draw, Roll, total
from .data import DataError, Source
from .editions import RulesEdition
from .facts import Layer, entry
from .foregone import Foregone, say_if_foregone, watching
from .game import Game
from .grid import Grid
from .kernels import Edges, Reach, Steps, Walker, nth_bit, retreat_paths, route
from .ledger import Ledger, Rule, Ruling, read_ledger
from .map import Map
from .native import (
    NATIVE,
    bits,
    crowded,
    flood,
    occupied,
    on_map,
    reach,
    reach_together,
    standing,
    units_at,
    units_within,
)
from .reading import must_be_placed, units_are_placed
from .roster import Roster, Unit
from .sentences import Listing, Sentence, Term, cite, halves, number, row, said, say, signed, together
from .state import Hex, Hexes, State, UnitId, Units, fact
from .tables import Table, read_tables
from .threat import threat
from .title import Option, Phase, Scenario, Title

__all__ = [
    "CHANCE",
    "END",
    "NATIVE",
    "Action",
    "Chance",
    "Choice",
    "DataError",
    "Draw",
    "Edges",
    "Event",
    "Foregone",
    "Frame",
    "Game",
    "Grid",
    "Hex",
    "Hexes",
    "IllegalAction",
    "Layer",
    "Ledger",
    "Listing",
    "Map",
    "Offering",
    "Option",
    "Outcome",
    "Parts",
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
    "Sentence",
    "Source",
    "State",
    "Step",
    "Steps",
    "Table",
    "Term",
    "Title",
    "Unit",
    "UnitId",
    "Units",
    "Walker",
    "advance",
    "bits",
    "cite",
    "crowded",
    "entry",
    "fact",
    "flood",
    "halves",
    "must_be_placed",
    "nth_bit",
    "number",
    "occupied",
    "on_map",
    "reach",
    "reach_together",
    "read_ledger",
    "read_tables",
    "reason",
    "refuse",
    "retreat_paths",
    "route",
    "row",
    "said",
    "say",
    "say_if_foregone",
    "signed",
    "standing",
    "threat",
    "together",
    "total",
    "units_are_placed",
    "units_at",
    "units_within",
    "watching",
]
