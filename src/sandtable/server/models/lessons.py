"""Lessons: what there is to learn, and how far a learner's story has come."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from .asking import AnyQuestion
from .base import Incoming, Text
from .telling import Choices, State

Story = Annotated[list[Text], Field(max_length=200)]


class LessonInfo(BaseModel):
    """A lesson in the list."""

    title: str
    game: str
    id: str
    name: str
    goal: str


class LessonStory(Incoming):
    """What was done so far: actions, `select UNIT`, `try ACTION`."""

    story: Story = []


class LessonQuestion(Incoming):
    story: Story = []
    question: AnyQuestion


class LessonStep(BaseModel):
    text: str


class LessonProgress(BaseModel):
    """The table as it stands in the lesson, and the step that is due."""

    name: str
    goal: str
    close: str
    rule: str
    side: str
    spotlight: list[str]
    steps: list[LessonStep]
    step: int
    answer: str
    hint: str
    done: bool
    next: str
    state: State
    choices: Choices | None
