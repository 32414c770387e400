"""Facts that leave a game, typed once: what a view, a forecast, an option or a map layer is made of.

Plain data (JSON types). The server's messages, the client's types and docs/view.md are checked against these; a key that
is not here is an error. Texts are `str`; where a rule speaks they are sentences (`core/sentences.py`).
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Number = int | float
"""Scores and strengths may carry halves."""


# The view -----------------------------------------------------------------------------------------------------------
class UnitFacts(TypedDict):
    """A unit as a side sees it. A hidden one has a stand-in for a name and only what the side may know."""

    name: str
    side: str
    at: str
    factors: list[str]
    status: list[str]
    printed: NotRequired[str]
    nation: NotRequired[str]
    formation: NotRequired[str]
    type: NotRequired[str]
    size: NotRequired[str]
    basis: NotRequired[str]
    hidden: NotRequired[bool]
    note: NotRequired[str]
    """What changes the unit's numbers just now: "at night half its Movement Points [10.0]"."""


class MarkerFacts(TypedDict):
    """Something on the map that is no unit."""

    at: str
    kind: str
    text: NotRequired[str]


class TrackFacts(TypedDict):
    """A counter beside the map."""

    id: str
    name: str
    value: Number | str
    max: NotRequired[Number]


class GoalPart(TypedDict):
    """One condition of a goal, where it stands for the side, and where that is on the map."""

    text: str
    now: str
    state: Literal["done", "partly", "open"]
    at: list[str]


class GoalFacts(TypedDict):
    """What a side must reach, in one line, and where it stands now."""

    text: str
    now: str
    reached: bool
    parts: NotRequired[list[GoalPart]]


class OutcomeFacts(TypedDict):
    """How the game ended."""

    winner: str | None
    level: str
    score: dict[str, Number]
    reasons: list[str]
    items: NotRequired[list[ScoreItem]]


class ScoreItem(TypedDict):
    """One line of the final score."""

    text: str
    side: str
    points: Number


class View(TypedDict):
    """What a side may see."""

    game: str
    side: str
    turn: int
    turn_name: str
    night: bool
    phase: str
    actor: str | None
    prompt: str
    goals: dict[str, GoalFacts]
    units: list[UnitFacts]
    markers: list[MarkerFacts]
    tracks: list[TrackFacts]
    outcome: OutcomeFacts | None


# A fight being prepared ---------------------------------------------------------------------------------------------
class StrengthFacts(TypedDict):
    unit: str
    strength: str
    why: NotRequired[str]


class ShiftFacts(TypedDict):
    text: str
    rule: str
    columns: int


class ResultFacts(TypedDict):
    """One result of the table, with the dice that give it."""

    result: str
    name: str
    probability: float
    dice: list[str]


class LossFacts(TypedDict):
    unit: str
    probability: float


class DecidesFacts(TypedDict):
    """A result that would end the game at once."""

    result: str
    winner: str
    rule: str
    probability: float


class OutlookFacts(TypedDict):
    """The same fight on another table that may be chosen."""

    table: str
    column: int | None
    column_name: str
    results: list[ResultFacts]
    losses: list[LossFacts]
    take_hex: NotRequired[float | None]


class ForecastFacts(TypedDict):
    """The odds of what is being prepared: exact, unless `sampled` says how many games they rest on."""

    kind: str
    title: str
    attackers: NotRequired[list[StrengthFacts]]
    defenders: NotRequired[list[StrengthFacts]]
    value: NotRequired[str]
    value_name: NotRequired[str]
    shifts: NotRequired[list[ShiftFacts]]
    table: NotRequired[str]
    column: NotRequired[int | None]
    column_name: NotRequired[str]
    results: list[ResultFacts]
    losses: NotRequired[list[LossFacts]]
    take_hex: NotRequired[float | None]
    other_tables: NotRequired[list[OutlookFacts]]
    decides: NotRequired[list[DecidesFacts]]
    expected: NotRequired[dict[str, float]]
    """By side: the strength it loses on average."""
    notes: NotRequired[list[str]]
    """Assumptions: who fires first, which free choices are taken for granted."""
    sampled: NotRequired[int]


# What can be done ---------------------------------------------------------------------------------------------------
class StepFacts(TypedDict):
    """One step of a way: where to, what it costs, and why."""

    to: str
    cost: Number
    why: NotRequired[str]


class DetailsFacts(TypedDict, total=False):
    """What a player would like to know before taking an option."""

    cost: Number
    left: Number
    path: list[str]
    steps: list[StepFacts]
    warning: str
    enemy_controlled: bool
    text: str
    """What else there is to say, in a sentence."""
    forecast: ForecastFacts


class OptionFacts(TypedDict):
    """One thing that can be done, its words sorted by what they are."""

    action: str
    verb: str
    label: str
    units: list[str]
    path: list[str]
    to: str
    boxes: list[str]
    words: list[str]
    group: NotRequired[str]
    """Buttons of one series ("Bombard with 1, 2, 3 ...") share a group, which is its title."""
    details: NotRequired[DetailsFacts | None]


# Map layers ---------------------------------------------------------------------------------------------------------
Tone = Literal["good", "bad", "plain"]


class LayerEntry(TypedDict):
    """What a map layer says of a hex: a sign of at most six characters printed on it, its tone, and the text for who asks."""

    sign: str
    tone: Tone
    text: str


Layer = dict[str, LayerEntry]
"""Entries by hex number."""


def entry(sign: object = "", text: str = "", tone: Tone = "plain") -> LayerEntry:
    """One hex of a map layer."""
    return {"sign": str(sign), "tone": tone, "text": text}


# The log ------------------------------------------------------------------------------------------------------------
About = Literal[
    "", "turn", "phase", "move", "arrival", "fight", "roll", "result", "retreat", "advance", "loss", "ground", "supply",
    "score", "event", "end",
]  # fmt: skip
"""What a line of the log is about. The value called `unit` or `units` names whom it concerns."""
