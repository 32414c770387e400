"""A game in figures: luck, and the chance to win as it went."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


class ThrowInfo(BaseModel):
    n: int
    turn: int
    title: str
    dice: list[str]
    name: str
    """What it meant, in words."""
    chance: float
    expected: dict[str, float]
    lost: dict[str, float]
    luck: float


class PointInfo(BaseModel):
    n: int
    turn: int
    chance: float
    low: float
    """The chance lies between these two nine times in ten; without a judged evaluator they are 0 and 1."""
    high: float
    by: str


class JudgedInfo(BaseModel):
    """What the band of the curve rests on."""

    games: int
    scenario: str


class SwingInfo(BaseModel):
    first: int
    last: int
    turn: int
    by: str
    change: float


class ScoredInfo(BaseModel):
    """A line of the log that changed the score."""

    n: int
    turn: int
    text: str


class Analysis(BaseModel):
    """`luck` of a roll and `chance` are those of `side`."""

    side: str
    throws: list[ThrowInfo]
    luck: dict[str, float]
    lost: dict[str, float]
    units: dict[str, int]
    curve: list[PointInfo]
    judged: JudgedInfo | None = None
    """None where nobody has measured how good the estimate is: then there is no band."""
    swings: list[SwingInfo]
    scored: list[ScoredInfo]
    said: dict[str, dict[str, Any]] = {}
    """What its texts are made of."""
