"""What a side sees and can do: `core/facts.py` as messages. A test holds the two together (docs/view.md)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Number = int | float


class Fact(BaseModel):
    """Plain data of a game; a key that `core/facts.py` does not know is an error."""

    model_config = ConfigDict(extra="forbid")


class ViewUnit(Fact):
    name: str
    printed: str = ""
    side: str
    nation: str = ""
    formation: str = ""
    type: str = ""
    size: str = ""
    at: str
    factors: list[str]
    status: list[str]
    basis: str = ""
    hidden: bool = False
    note: str = ""


class Marker(Fact):
    at: str
    kind: str
    text: str = ""


class Track(Fact):
    id: str
    name: str
    value: Number | str
    max: Number | None = None


class GoalPart(Fact):
    """One condition of a goal, where it stands for the side, and where that is on the map."""

    text: str
    now: str
    state: Literal["done", "partly", "open"]
    at: list[str]


class Goal(Fact):
    """What a side must reach, in one line, and where it stands now."""

    text: str
    now: str
    reached: bool
    parts: list[GoalPart] = []


class ScoreItem(Fact):
    text: str
    side: str
    points: Number


class OutcomeInfo(Fact):
    winner: str | None
    level: str
    score: dict[str, Number]
    reasons: list[str]
    items: list[ScoreItem] = []


class View(Fact):
    """What a side may see."""

    game: str
    side: str
    turn: int
    turn_name: str
    night: bool
    phase: str
    actor: str | None
    prompt: str
    goals: dict[str, Goal]
    units: list[ViewUnit]
    markers: list[Marker]
    tracks: list[Track]
    outcome: OutcomeInfo | None


class ForecastUnit(Fact):
    unit: str
    strength: str
    why: str = ""


class ForecastShift(Fact):
    text: str
    rule: str
    columns: int


class ForecastResult(Fact):
    result: str
    name: str
    probability: float
    dice: list[str]


class ForecastLoss(Fact):
    unit: str
    probability: float


class ForecastDecides(Fact):
    """A result that would end the game at once."""

    result: str
    winner: str
    rule: str
    probability: float


class ForecastOutlook(Fact):
    """The same fight on another table."""

    table: str
    column: int | None
    column_name: str
    results: list[ForecastResult]
    losses: list[ForecastLoss]
    take_hex: float | None = None


class Forecast(Fact):
    """The odds of what is being prepared."""

    kind: str
    title: str
    attackers: list[ForecastUnit] = []
    defenders: list[ForecastUnit] = []
    value: str = ""
    value_name: str = ""
    shifts: list[ForecastShift] = []
    table: str = ""
    column: int | None = None
    column_name: str = ""
    results: list[ForecastResult]
    losses: list[ForecastLoss] = []
    take_hex: float | None = None
    other_tables: list[ForecastOutlook] = []
    decides: list[ForecastDecides] = []
    expected: dict[str, float] = {}
    notes: list[str] = []
    sampled: int = 0


class Step(Fact):
    """One step of a way."""

    to: str
    cost: Number
    why: str = ""


class MoveDetails(Fact):
    """What a player would like to know before taking an option."""

    cost: Number | None = None
    left: Number | None = None
    path: list[str] = []
    steps: list[Step] = []
    warning: str = ""
    enemy_controlled: bool = False
    text: str = ""
    forecast: Forecast | None = None


class Option(Fact):
    """One thing that can be done, its words sorted by what they are."""

    action: str
    verb: str
    label: str
    units: list[str]
    path: list[str]
    to: str
    boxes: list[str]
    words: list[str]
    group: str = ""
    details: MoveDetails | None = None


class LayerEntry(Fact):
    """What a map layer says of a hex."""

    sign: str
    tone: Literal["good", "bad", "plain"]
    text: str
