"""Israel's first turn in Across Suez: many plans of the one position that every game begins with, played out many times each.

    python -m sandtable.studies.openings TITLE [PLANS] [PROCESSES]

Every plan is a mood drawn near the rule of thumb's or near the lessons. All meet the same dice and the same four Egyptians, the
worse half is dropped again and again, and the best is compared with the lessons' own plan on dice that had no part in choosing it.
If it leads by more than its error it becomes the lesson of turn 1.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Any

import sandtable
from sandtable import bots
from sandtable.bots.across_suez.lessons import Lesson, file_of, read_lessons
from sandtable.bots.across_suez.postures import lectured
from sandtable.core import CHANCE, Game
from sandtable.games.across_suez.state import SuezState

from . import pool
from .lessons import WEIGHTS, write

SIDE = "israel"
ENEMIES = ("enter", "ambush", "hunt", "bold")
ROUNDS = (4, 6, 10, 16, 40, 60)
"""How many more trials every plan gets that is left."""
CHOSEN_BY = 36
"""The trials before chose among the many; those from here on are fresh for the few that are left."""
SPREAD, ERRORS, WORTH = 1.0, 1.3, 0.03
"""Steps that weights stray; by how many errors the best must lead, and by how much at least."""

Steps = tuple[float, ...]


@dataclass(slots=True)
class Plan:
    """A way to play the first turn, and how its trials ended."""

    steps: Steps
    scores: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.scores) / max(1, len(self.scores))


def usual(s: SuezState, lessons: Sequence[Lesson]) -> bots.Posture[SuezState]:
    book = bots.playbook(s.game)
    assert book
    return lectured(lessons, s, book.posture(SIDE, book.doctrine(s, SIDE)))


def first_turn(steps: Steps) -> tuple[Lesson, ...]:
    return (Lesson(SIDE, 1, dict(zip(WEIGHTS[SIDE], steps, strict=True))),)


@lru_cache(maxsize=200)
def planned(title: str, steps: Steps) -> SuezState:
    """The position after the first Movement Phase."""
    game: Game[Any] = sandtable.load(title)
    s: SuezState = game.start()
    bot = usual(s, first_turn(steps)).make(s.game, SIDE, Random(5))
    phase = s.game.phase(s)
    while s.actor == SIDE and s.game.phase(s) == phase:
        s.apply(bots.decide(bot, s).action)
    return s


def placed(job: tuple[str, Steps]) -> tuple[Steps, tuple[int, ...]]:
    return job[1], tuple(planned(*job).loc)


def trial(job: tuple[str, Steps, int]) -> tuple[Steps, int, float]:
    """One game from this plan on, thinking lightly after it."""
    title, steps, k = job
    s, dice = planned(title, steps).copy(), Random(f"opening {k}")
    book: Any = bots.playbook(s.game)
    own = usual(s, first_turn(steps)).make(s.game, SIDE, Random(5))
    foe = book.posture("egypt", ENEMIES[k % len(ENEMIES)]).light(s.game, "egypt", Random(k))
    lessons = tuple(x for x in read_lessons(s.game.edition.id) if x.until > 1)
    turn = 1
    while s.actor is not None:
        if s.actor == CHANCE:
            s.apply(s.sample(dice.randrange))
            continue
        if s.actor == SIDE and s.turn != turn:
            turn, own = s.turn, usual(s, lessons).light(s.game, SIDE, Random(k))  # type: ignore[misc]
        s.apply(bots.decide(own if s.actor == SIDE else foe, s).action)
    assert s.outcome
    return steps, k, float(s.outcome.winner == SIDE)


def drawn(title: str, count: int, taught: Steps, processes: int) -> list[Plan]:
    """The rule of thumb's plan, that of the lessons, and others near them that lead to different positions."""
    rng, plain = Random(11), (0.0,) * len(taught)
    middles = [taught if n % 3 else plain for n in range(2, count)]
    strayed = [tuple(round(m + rng.gauss(0.0, SPREAD), 2) for m in middle) for middle in middles]
    jobs = [(title, steps) for steps in dict.fromkeys([plain, taught, *strayed])]
    where = dict(pool.run(placed, jobs, processes))
    first: dict[tuple[int, ...], Steps] = {}
    for _, steps in jobs:
        first.setdefault(where[steps], steps)
    return [Plan(steps) for steps in dict.fromkeys([plain, taught, *first.values()])]


def best(title: str, plans: list[Plan], processes: int) -> Plan:
    """The plan that is left when the worse half has gone again and again; the first two always stay."""
    left, done = list(plans), 0
    for more in ROUNDS:
        by = {p.steps: p for p in left}
        jobs = [(title, p.steps, k) for k in range(done, done + more) for p in left]
        for steps, _, score in sorted(pool.run(trial, jobs, processes), key=lambda x: x[1]):
            by[steps].scores.append(score)
        done += more
        left.sort(key=lambda p: -p.mean)
        print(done, [round(p.mean, 3) for p in left[:6]], "plain and taught", [round(p.mean, 3) for p in plans[:2]])
        some = left[: max(3, len(left) // 2)]
        left = some + [p for p in plans[:2] if p not in some]
    return left[0]


def lead(one: Plan, other: Plan) -> tuple[float, float]:
    """By how much one leads on fresh dice, and the error."""
    leads = [a - b for a, b in zip(one.scores[CHOSEN_BY:], other.scores[CHOSEN_BY:], strict=False)]
    mean = sum(leads) / len(leads)
    return mean, sqrt(sum((x - mean) ** 2 for x in leads)) / len(leads)


def main() -> None:
    title = sys.argv[1]
    count, processes = (int(x) for x in (*sys.argv[2:4], *("110", str(pool.cores()))[len(sys.argv) - 2 :]))
    game: Any = sandtable.load(title)
    lessons = [x for x in read_lessons(game.edition.id) if (x.side, x.until) != (SIDE, 1)]
    by = next(x for x in lessons if x.side == SIDE).by
    taught = tuple(by.get(name, 0.0) for name in WEIGHTS[SIDE])
    plans = drawn(title, count, taught, processes)
    top, rival = best(title, plans, processes), max(plans[:2], key=lambda p: p.mean)
    gain, error = lead(top, rival)
    print(f"the best leads by {gain:+.3f} +- {error:.3f} on fresh dice")
    if top is not rival and gain > max(WORTH, ERRORS * error):
        how: dict[str, str | int] = {"title": title, "plans": len(plans), "lead": f"{gain:.3f} +- {error:.3f}"}
        write(file_of(game.edition.id), how, [*first_turn(top.steps), *lessons])


if __name__ == "__main__":
    main()
