"""Lessons over HTTP: listed, followed to their end by their hints, asked; nothing is kept."""

from __future__ import annotations

import pytest

from sandtable.session import lessons

from .table import Server


@pytest.mark.parametrize("lesson", list(lessons.every()), ids=lambda x: f"{x.title}/{x.id}")
def test_every_lesson_is_followed_to_its_end(server: Server, lesson: lessons.Lesson) -> None:
    address, story = f"/api/lessons/{lesson.title}/{lesson.id}", list[str]()
    told = server.post(address, {"story": story})
    assert told["state"]["yours"]
    for n in range(len(lesson.steps)):
        assert (told["step"], told["done"]) == (n, False)
        story.append(told["hint"])
        told = server.post(address, {"story": story})
    assert told["done"]


def test_the_list_names_every_lesson(server: Server) -> None:
    listed = server.get("/api/lessons")
    assert [(x["title"], x["id"]) for x in listed] == [(x.title, x.id) for x in lessons.every()]


def test_a_lesson_is_asked_like_a_table(server: Server) -> None:
    address = "/api/lessons/across-suez-2021/1-move/ask"
    question = {"type": "options", "id": "1", "mention": ["Amir-1"], "details": True}
    options = server.post(address, {"story": [], "question": question})["options"]
    assert any(o["to"] == "0112" and o["details"]["cost"] == 7 for o in options)
    check = {"type": "check", "id": "2", "action": "move Amir-1 0101"}
    assert server.post(address, {"question": check})["legal"] is False


def test_what_is_refused_says_why(server: Server) -> None:
    answer = server.post("/api/lessons/across-suez-2021/1-move", {"story": ["move Amir-1 0101"]}, status=409)
    assert "Amir-1" in answer["text"]
    server.post("/api/lessons/across-suez-2021/99-none", {}, status=404)
