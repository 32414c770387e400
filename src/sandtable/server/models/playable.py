"""What can be played."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from .base import OptionValue


class About(BaseModel):
    name: str
    version: str
    local: bool
    components: str = ""


class SideInfo(BaseModel):
    id: str
    name: str


class OptionInfo(BaseModel):
    """An optional rule of a title."""

    name: str
    title: str
    rule: str
    default: OptionValue
    choices: list[OptionValue]


class Measured(BaseModel):
    """Games of the computer against itself: decisions of people in the middle one, and who won (or "draw")."""

    level: str
    games: int
    won: dict[str, int]
    decisions: int


class ScenarioInfo(BaseModel):
    game: str
    id: str
    name: str
    turns: int
    summary: str
    rule: str
    measured: Measured | None = None


class TitleInfo(BaseModel):
    id: str
    name: str
    summary: str
    difficulty: str
    sides: list[SideInfo]
    options: list[OptionInfo]
    scenarios: list[ScenarioInfo]
    bots: list[str]
    """Levels of the opponents, weakest first; programs of the host before them."""
    levels: dict[str, str]
    """What each of them is, in a sentence."""
    hidden: bool
    components: list[str] = []


class ChosenOption(BaseModel):
    name: str
    title: str
    rule: str
    value: OptionValue


class PhaseInfo(BaseModel):
    id: str
    name: str
    short: str
    """Where the side stands beside it: "Movement" for "Israeli movement"."""
    side: str
    rule: str


class TurnInfo(BaseModel):
    turn: int
    name: str
    note: str
    night: bool = False


class OverlayInfo(BaseModel):
    id: str
    name: str


class TableInfo(BaseModel):
    """A chart: combat results, terrain effects ..."""

    id: str
    title: str
    columns: list[str]
    rows: list[str]
    cells: list[list[str]]
    notes: list[str]
    basis: str
    ref: str


class HexInfo(BaseModel):
    id: str
    x: float
    y: float
    terrain: str
    country: str
    features: list[str]
    places: list[str]
    neighbours: list[str]


class MapInfo(BaseModel):
    """Coordinates are those of the map picture."""

    url: str
    width: float
    height: float
    pitch: float
    flat: bool
    hexes: list[HexInfo]


class UnitInfo(BaseModel):
    name: str
    printed: str
    side: str
    nation: str
    formation: str
    type: str
    size: str
    basis: str


class Sheet(BaseModel):
    """Everything about a game that never changes during play."""

    game: str
    title: str
    scenario: str
    sides: list[SideInfo]
    hidden: bool
    options: list[ChosenOption]
    components: str = ""
    boxes: list[str]
    phases: list[PhaseInfo]
    turns: list[TurnInfo]
    overlays: list[OverlayInfo]
    figures: list[list[str]] = []
    """What the figures of a counter mean, in their order; one line for every number of figures."""
    terrain: dict[str, str] = {}
    """By kind of terrain or feature: what it costs and gives."""
    tables: list[TableInfo]
    map: MapInfo
    units: list[UnitInfo]
    look: dict[str, Any]
    said: dict[str, dict[str, Any]] = {}
    """What the sentences among these texts are made of (docs/protocol.md)."""


class RuleInfo(BaseModel):
    id: str
    title: str
    text: str
    status: str
    reason: str


class RulingInfo(BaseModel):
    id: str
    rule: str
    kind: str
    problem: str
    alternatives: list[str]
    ruling: str
    why: str


class RuleBook(BaseModel):
    book: str
    rules: list[RuleInfo]
    rulings: list[RulingInfo]


class BlockInfo(BaseModel):
    file: str
    block: str
    part: Literal["map", "counters", "tables", "set-up"]
    name: str
    """What the block is about, where it has a name."""
    basis: str
    why: str


class Provenance(BaseModel):
    counts: dict[str, int]
    meaning: dict[str, str]
    blocks: list[BlockInfo]
