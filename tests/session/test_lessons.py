"""Every lesson can be played to its end by its own hints, answers to wrong ways, and refuses files that say nonsense."""

from __future__ import annotations

import pytest

from sandtable.core import IllegalAction
from sandtable.session import lessons
from sandtable.session.lessons import Exercise, Lesson, LessonError, follow

ALL = list(lessons.every())


def do(progress: lessons.Progress, hint: str) -> None:
    """What "Do it for me" does."""
    kind = hint.split()[0]
    progress.take(hint if kind in ("select", "try") else progress.exercise.meant(hint))


@pytest.mark.parametrize("lesson", ALL, ids=lambda x: f"{x.title}/{x.id}")
def test_every_lesson_is_solved_by_its_hints(lesson: Lesson) -> None:
    progress = follow(lesson, ())
    assert progress.exercise.actor == lesson.side
    for n in range(len(lesson.steps)):
        assert progress.step == n, f"step {n + 1} was done before its turn"
        do(progress, lesson.steps[n].hint)
        assert progress.step == n + 1, f"the hint of step {n + 1} does not do it"
    assert progress.done


@pytest.mark.parametrize("lesson", ALL, ids=lambda x: f"{x.title}/{x.id}")
def test_every_lesson_cites_a_paragraph_and_names_what_exists(lesson: Lesson) -> None:
    game = Exercise(lesson).game
    assert lesson.rule in {r.id for r in game.ledger().rules}
    for hex in lesson.spotlight:
        game.hex(hex)


def test_across_suez_has_its_seven() -> None:
    assert [x.id[0] for x in lessons.lessons("across-suez-2021")] == list("1234567")


def test_the_wrong_way_is_answered() -> None:
    lesson = lessons.find("across-suez-2021", "7-win")
    assert lesson
    progress = follow(lesson, ("end", "attack 16/11", "with Amir-2", "with Amir-4", "confirm"))
    while progress.exercise.outcome is None:
        progress.take(progress.exercise.meant("decline"))
    assert progress.step == 0
    assert "Egypt wins" in progress.answer


def test_the_story_alone_says_how_far_it_is() -> None:
    lesson = lessons.find("across-suez-2021", "3-attack")
    assert lesson
    assert [follow(lesson, story).step for story in ((), ("attack 16/3",), ("attack 16/3", "with Erez-3"))] == [0, 1, 2]


def test_what_the_rules_refuse_is_no_story() -> None:
    lesson = lessons.find("across-suez-2021", "1-move")
    assert lesson
    with pytest.raises(IllegalAction):
        follow(lesson, ("move Amir-1 0101",))


def test_a_condition_that_is_unknown_is_named() -> None:
    with pytest.raises(LessonError, match="dancing"):
        lessons._step({"text": "x", "hint": "end", "done": {"dancing": True}})
