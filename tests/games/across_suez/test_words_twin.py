"""Shortcuts of the movement phase and of the goals against slow, obvious twins in random positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.across_suez.goals import cut_alone_by
from sandtable.games.across_suez.victory import line_of_communication

from .table import BOTH, NEW

ALL_RULES = {
    "airborne_units": True,
    "marines": True,
    "commandos": True,
    "airborne_operations": True,
    "amphibious": True,
}


def states(book: str, seed: int, **options: bool) -> Iterator[Any]:
    """Positions of the movement phases of one random game."""
    rng = Random(f"{book}:{seed}")
    s: Any = sandtable.load(book).start(options)
    while s.actor is not None:
        if "move" in s.choice.verbs and not rng.randrange(6):
            yield s
        s.apply(s.sample(rng.randrange))


@pytest.mark.rule("across-suez-1980", "4.0", "4.5", "11.0")
@pytest.mark.rule("across-suez-2021", "5.1", "6.1", "13.1", "15.5.1")
@pytest.mark.parametrize(("book", "options"), [*((b, {}) for b in BOTH), (NEW, ALL_RULES)])
def test_r4_0_the_words_of_the_phase_are_those_of_its_options(book: str, options: dict[str, bool]) -> None:
    n = 0
    for s in states(book, 1, **options):
        found = {(a.verb, *a.args[:1]) for a in s.options()}
        spelled = {(v, u) for v in s.words() if v != "end" for u in s.words((v,))}
        assert spelled == found - {("end",)}
        assert ("end" in s.words()) == (("end",) in found)
        n += 1
    assert n > 5


@pytest.mark.rule("across-suez-1980", "14.1")
@pytest.mark.rule("across-suez-2021", "6.0", "14.1")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize("seed", range(3))
def test_r14_1_who_cuts_the_road_alone(book: str, seed: int) -> None:
    """A few Egyptians thrown round the road: the first without whom it would be open."""
    rng = Random(seed)
    game: Any = sandtable.load(book)
    road = list(
        line_of_communication(game.position(f'{book}\nturn 3\nat 1503 Raviv-1\n> PlayerTurn {{"side": "israel"}}'))
    )
    near = sorted({n for h in road for n in (h, *game.map.grid.neighbours[h]) if n and game.terrain.enterable >> n & 1})
    seen = set()
    for _ in range(150):
        s = game.start()
        s.loc = [game.box("eliminated")] * len(s.loc)
        for u in rng.sample(list(game.units_of["egypt"]), rng.randrange(1, 4)):
            s.loc[u] = rng.choice(near)
        for u in rng.sample(list(game.units_of["israel"]), 2):
            h = rng.choice(near)
            if h not in s.loc:
                s.loc[u] = h
        s.forget()
        if line_of_communication(s):
            continue
        alone = []
        for u in s.units_of("egypt"):
            t = s.copy()
            t.loc[u] = game.box("eliminated")
            if line_of_communication(t):
                alone.append(u)
        assert cut_alone_by(s) == (alone[0] if alone else None)
        seen.add(bool(alone))
    assert seen == {True, False}
