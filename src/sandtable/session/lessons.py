"""Lessons: a real position, a few steps done by hand, and what counts as done. They are data of the games.

A learner's story is a list of texts: actions that were taken, `select UNIT` for a unit picked up, and `try ACTION` for what the
rules refused. How far the lesson has come follows from the story alone, so that nothing of a lesson is kept anywhere but there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final

import sandtable
from sandtable.core import CHANCE, Action, State

from .dice import ScriptedDice
from .history import History
from .record import Record
from .session import Session

PASSING: Final = ("decline", "end", "pass", "confirm")
"""What the other side does in a lesson, where it must decide: as little as it may."""
CONDITIONS: Final = frozenset(
    ("select", "played", "refused", "at", "gone", "track", "winner", "phase", "turn", "actor", "any")
)


class LessonError(ValueError):
    """A lesson's file says something that cannot be."""


@dataclass(frozen=True)
class Step:
    """One thing to do: the words, an action that does it, when it counts as done, and answers to what people do instead."""

    text: str
    hint: str
    done: Mapping[str, Any]
    wrong: tuple[tuple[Mapping[str, Any], str], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A position of one game, and the steps through it."""

    id: str
    game: str
    name: str
    goal: str
    close: str
    rule: str
    side: str
    steps: tuple[Step, ...]
    position: str = ""
    actions: tuple[str, ...] = ()
    dice: tuple[int | str, ...] = ()
    spotlight: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.game.partition("/")[0]


class Exercise(Session):
    """A session that begins in a lesson's position, with the lesson's dice; the other side passes."""

    def __init__(self, lesson: Lesson) -> None:
        game = sandtable.load(lesson.game)
        state: State = game.position(lesson.position) if lesson.position else game.start()
        self.lesson, self.game, self.undone = lesson, state.game, []
        names = {side: side for side in self.game.sides}
        self.record = Record(self.game.id, sandtable.__version__, names, "scripted", self.game.options)
        self.states = History(state, self._again)
        self.events = [()]
        self.dice = ScriptedDice(lesson.dice)
        for text in lesson.actions:
            self.play(text)
        self._answer_others()

    def play(self, *actions: str | Action) -> None:
        for action in actions:
            super().play(action)
            self._answer_others()

    def _answer_others(self) -> None:
        while self.actor not in (self.lesson.side, CHANCE, None):
            s = self.state
            options = [str(a) for a in s.options()]
            super().play(next((a for a in PASSING if a in options), options[0]))

    def meant(self, text: str) -> str:
        """The action a hint stands for: itself, or the first option that begins with it."""
        s = self.state
        if s.check(s.game.parse(s, text)) is None:
            return text
        return next((str(a) for a in s.options() if str(a).startswith(text)), text)


@dataclass
class Progress:
    """How far a story has come."""

    exercise: Exercise
    step: int = 0
    answer: str = ""
    """What to say to what was done last, when it was not what the step asks."""
    picked: set[str] = field(default_factory=set)
    played: list[str] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    @property
    def done(self) -> bool:
        return self.step == len(self.exercise.lesson.steps)

    @property
    def now(self) -> Step | None:
        return None if self.done else self.exercise.lesson.steps[self.step]

    def take(self, text: str) -> None:
        """The next thing the learner does."""
        kind, _, rest = text.partition(" ")
        if kind == "select":
            self.picked.add(rest)
        elif kind == "try":
            s = self.exercise.state
            refusal = s.check(s.game.parse(s, rest))
            self.refused.update(refusal.rules if refusal else ())
        else:
            self.exercise.play(text)
            self.played.append(self.exercise.game.parse(self.exercise.state, text).verb and text)
        while self.now and self.holds(self.now.done):
            self.step += 1
        self.answer = next((words for when, words in self.now.wrong if self.holds(when)), "") if self.now else ""

    def holds(self, condition: Mapping[str, Any]) -> bool:
        return all(self._holds(key, value) for key, value in condition.items())

    def _holds(self, key: str, value: Any) -> bool:
        s = self.exercise.state
        game = s.game
        match key:
            case "any":
                return any(self.holds(c) for c in value)
            case "select":
                return value in self.picked or any(value in a.replace("+", " ").split() for a in self.played)
            case "played":
                return any(a == value or a.startswith(f"{value} ") for a in self.played)
            case "refused":
                return value in self.refused
            case "at":
                return all(str(game.hex_name(s.loc[game.unit(u)])) == where for u, where in value.items())
            case "gone":
                return bool(s.loc[game.unit(value)] <= 0)
            case "track":
                shown = {t["id"]: t["value"] for t in game.tracks(s, self.exercise.lesson.side)}
                return all(shown.get(id) == n for id, n in value.items())
            case "winner":
                return bool(s.outcome is not None and s.outcome.winner == value)
            case "phase":
                return bool(game.phase(s) == value)
            case "turn":
                return bool(s.turn == value)
            case "actor":
                return bool(s.actor == value)
        raise LessonError(f"{self.exercise.lesson.id}: no condition is called {key!r}")


def follow(lesson: Lesson, story: Iterable[str]) -> Progress:
    """Play a story from the beginning; IllegalAction when it does what the rules refuse."""
    progress = Progress(Exercise(lesson))
    for text in story:
        progress.take(text)
    return progress


# reading ------------------------------------------------------------------------------------------------------------
@cache
def lessons(title: str) -> tuple[Lesson, ...]:
    """The lessons of a title, in their order."""
    return tuple(_read(f, title) for f in sorted(_folder(title), key=lambda f: f.name))


def every() -> Iterator[Lesson]:
    for title in sandtable.games():
        yield from lessons(title.id)


def find(title: str, id: str) -> Lesson | None:
    return next((x for x in lessons(title) if x.id == id), None) if title in {t.id for t in sandtable.games()} else None


def _folder(title: str) -> list[Traversable]:
    folder = next(t for t in sandtable.games() if t.id == title).source().folder.joinpath("lessons").joinpath(title)
    return [f for f in folder.iterdir() if f.name.endswith(".toml")] if folder.is_dir() else []


def _read(file: Traversable, title: str) -> Lesson:
    id = file.name.removesuffix(".toml")
    block = tomllib.loads(file.read_text(encoding="utf-8"))
    try:
        steps = tuple(_step(b) for b in block.pop("step"))
        block.setdefault("game", title)
        lists: dict[str, Any] = {k: tuple(block.pop(k, ())) for k in ("actions", "dice", "spotlight")}
        return Lesson(id=id, steps=steps, **lists, **block)
    except (KeyError, TypeError, ValueError) as e:
        raise LessonError(f"lesson {title}/{id}: {e}") from None


def _step(block: dict[str, Any]) -> Step:
    for condition in (block["done"], *(w["when"] for w in block.get("wrong", ()))):
        if unknown := set(condition) - CONDITIONS:
            raise LessonError(f"no condition is called {sorted(unknown)[0]!r}")
    wrong = tuple((w["when"], w["text"]) for w in block.get("wrong", ()))
    return Step(block["text"], block["hint"], block["done"], wrong)
