"""A lesson as a table: it lives for one question, made anew from the learner's story; nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.core import IllegalAction
from sandtable.session import lessons
from sandtable.session.lessons import Exercise, Lesson, Progress

from .. import models
from ..seats import Seat
from ..store import Saved
from . import asked, looking, seen
from .table import Table
from .trouble import Json, Trouble

LEARNER: Final = Seat("", "lesson", "owner")
NO_BOT: Final[Json] = {"sides": {}, "thinking": "", "paused": False, "delay": 0.0, "reason": "", "trouble": ""}


def found(title: str, id: str) -> Lesson:
    lesson = lessons.find(title, id)
    if lesson is None:
        raise Trouble("unknown_game", f"There is no lesson {id!r} for {title!r}.")
    return lesson


def followed(lesson: Lesson, story: Iterable[str]) -> Progress:
    try:
        return lessons.follow(lesson, story)
    except IllegalAction as e:
        raise Trouble("illegal", e.refusal.text, e.refusal.rules, e.action) from None


def table_of(exercise: Exercise) -> Table:
    """The exercise where everything that looks at tables finds it. It is never saved."""
    side = exercise.lesson.side
    players = {x: {"kind": "here" if x == side else "elsewhere", "name": "", "level": ""} for x in exercise.game.sides}
    saved = Saved("lesson", "game", exercise.lesson.name, players, exercise.record)
    saved.version = len(exercise.record.entries) + 1
    return Table(saved, exercise)


def progress(lesson: Lesson, story: Iterable[str]) -> Json:
    """How far the story has come, with the `state` message of its position."""
    p = followed(lesson, story)
    table = table_of(p.exercise)
    hint = p.now.hint if p.now else ""
    if hint and hint.partition(" ")[0] not in ("select", "try"):
        hint = p.exercise.meant(hint)
    state = seen.state(table, LEARNER, lesson.side, 0, NO_BOT, {})
    many = state["options"] is not None and not state["options"]["complete"]
    course = [x.id for x in lessons.lessons(lesson.title)]
    after = course[course.index(lesson.id) + 1 :]
    return {
        "name": lesson.name,
        "goal": lesson.goal,
        "close": lesson.close,
        "rule": lesson.rule,
        "side": lesson.side,
        "spotlight": list(lesson.spotlight),
        "steps": [{"text": x.text} for x in lesson.steps],
        "step": p.step,
        "answer": p.answer,
        "hint": hint,
        "done": p.done,
        "next": after[0] if after else "",
        "state": state,
        "choices": {**seen.choices(table), "version": state["version"]} if many else None,
    }


def answer(lesson: Lesson, story: Iterable[str], m: models.Question) -> Json:
    """A question that changes nothing."""
    table = table_of(followed(lesson, story).exercise)
    match m:
        case models.Options():
            return asked.options(table, LEARNER, m)
        case models.Check():
            return asked.check(table, LEARNER, m)
        case models.Overlay():
            job = looking.layer(table, lesson.side, m)
        case models.Replay():
            job = looking.replay(table, lesson.side, m)
        case _:
            raise Trouble("bad_message", "This cannot be asked in a lesson.")
    return looking.answered(job, job["s"].copy())
