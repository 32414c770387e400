"""What a side sees and can do (docs/view.md)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class ViewUnit(BaseModel):
    model_config = ConfigDict(extra="allow")

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


class Marker(BaseModel):
    model_config = ConfigDict(extra="allow")

    at: str
    kind: str
    text: str = ""


class Track(BaseModel):
    model_config = ConfigDict(extra="allow")

    id: str
    name: str
    value: int | float | str
    max: int | float | None = None


class OutcomeInfo(BaseModel):
    winner: str | None
    level: str
    score: dict[str, int | float]
    reasons: list[str]


class View(BaseModel):
    """What a side may see."""

    model_config = ConfigDict(extra="allow")

    game: str
    side: str
    turn: int
    turn_name: str
    phase: str
    actor: str | None
    prompt: str
    units: list[ViewUnit]
    markers: list[Marker]
    tracks: list[Track]
    outcome: OutcomeInfo | None


class ForecastUnit(BaseModel):
    model_config = ConfigDict(extra="allow")

    unit: str
    strength: str | int | float
    why: str = ""


class ForecastShift(BaseModel):
    model_config = ConfigDict(extra="allow")

    text: str
    rule: str = ""
    columns: int = 0


class ForecastResult(BaseModel):
    model_config = ConfigDict(extra="allow")

    result: str
    name: str = ""
    probability: float
    dice: list[str] = []


class ForecastLoss(BaseModel):
    model_config = ConfigDict(extra="allow")

    unit: str
    probability: float


class ForecastOutlook(BaseModel):
    """The same fight on another table."""

    model_config = ConfigDict(extra="allow")

    table: str
    column: int | None = None
    column_name: str = ""
    results: list[ForecastResult] = []
    losses: list[ForecastLoss] = []
    take_hex: float | None = None


class Forecast(BaseModel):
    """The exact odds of what is being prepared."""

    model_config = ConfigDict(extra="allow")

    kind: str
    title: str = ""
    attackers: list[ForecastUnit] = []
    defenders: list[ForecastUnit] = []
    value: str | int | float = ""
    value_name: str = ""
    shifts: list[ForecastShift] = []
    table: str = ""
    column: int | None = None
    column_name: str = ""
    results: list[ForecastResult] = []
    losses: list[ForecastLoss] = []
    take_hex: float | None = None
    other_tables: list[ForecastOutlook] = []


class MoveDetails(BaseModel):
    model_config = ConfigDict(extra="allow")

    cost: float | None = None
    left: float | None = None
    path: list[str] = []
    steps: list[float] = []
    warning: str = ""


class Option(BaseModel):
    """One thing that can be done, its words sorted by what they are."""

    action: str
    verb: str
    label: str
    units: list[str]
    path: list[str]
    to: str
    boxes: list[str]
    words: list[str]
    details: MoveDetails | None = None
