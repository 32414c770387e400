"""Lessons: a learner sends the story so far and gets the table as it stands. The server keeps nothing of it."""

from __future__ import annotations

import json

from fastapi import FastAPI
from fastapi.responses import Response

import sandtable
from sandtable.session import lessons

from .. import models
from ..table import lesson
from ..table.trouble import Json


def add_lessons(app: FastAPI) -> None:
    @app.get("/api/lessons")
    def all_lessons() -> list[models.LessonInfo]:
        names = {t.id: t.name for t in sandtable.games()}
        return [
            models.LessonInfo(title=x.title, game=names[x.title], id=x.id, name=x.name, goal=x.goal)
            for x in lessons.every()
        ]

    @app.post("/api/lessons/{title}/{id}", responses={200: {"model": models.LessonProgress}})
    def follow(title: str, id: str, m: models.LessonStory) -> Response:
        return _told(lesson.progress(lesson.found(title, id), m.story))

    @app.post("/api/lessons/{title}/{id}/ask", response_class=Response)
    def ask(title: str, id: str, m: models.LessonQuestion) -> Response:
        return _told(lesson.answer(lesson.found(title, id), m.story, m.question))


def _told(facts: Json) -> Response:
    return Response(json.dumps(facts, ensure_ascii=False), media_type="application/json")
