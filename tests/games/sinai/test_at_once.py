"""What is asked for all hexes at once is what would be said of each."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.games.sinai.movement.listing import able, concerned
from sandtable.games.sinai.movement.movement import Movement
from sandtable.games.sinai.movement.stacking import fits, full_hexes
from sandtable.games.sinai.state import SinaiState


def movements(scenario: str) -> list[SinaiState]:
    """Positions of a random game in which somebody moves."""
    s, rng, found = sandtable.load(f"sinai/{scenario}").start(), Random(3), []
    for _ in range(500):
        if not s.agenda:
            break
        s.apply(s.sample(rng.randrange))
        if isinstance(s.choice, Movement):
            found.append(s.copy())
    assert len(found) > 50
    return found[:: len(found) // 12]


@pytest.mark.rule("sinai", "7.0", "24.9", "25.18")
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_full_hexes_are_those_in_which_the_unit_does_not_fit(scenario: str) -> None:
    for s in movements(scenario):
        for u in range(len(s.game.roster)):
            if s.loc[u] > 0:
                every = sum(1 << h for h in s.game.map.grid.hexes if fits(s, (u,), h))
                assert full_hexes(s, u) & s.game.map.on_map == every, s.game.name_of(u)


@pytest.mark.rule("sinai", "5.0")
@pytest.mark.parametrize("scenario", ["1967", "1973"])
def test_the_units_that_can_act_are_those_with_something_to_do(scenario: str) -> None:
    for s in movements(scenario):
        frame = s.choice
        assert isinstance(frame, Movement)
        for verb in ("move", "detruck", "walk", "entruck", "fly", "exit", "enter"):
            doing = [u for u, listing in concerned(s, frame, verb) if any(True for _ in listing(s, frame, u))]
            assert list(able(s, frame, verb)) == doing, verb
