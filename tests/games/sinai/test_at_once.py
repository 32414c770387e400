"""What is asked for all hexes at once is what would be said of each."""

from __future__ import annotations

from random import Random

import pytest

import sandtable
from sandtable.games.sinai.combat import attackers
from sandtable.games.sinai.land.territory import intact_forts
from sandtable.games.sinai.movement.listing import able, concerned
from sandtable.games.sinai.movement.movement import Movement
from sandtable.games.sinai.movement.stacking import fits, full_hexes
from sandtable.games.sinai.state import SinaiState

from .test_strength_twin import crowd


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
    for s in movements(scenario)[::2]:
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


@pytest.mark.rule("sinai", "8.11", "8.14", "10.32", "14.0", "15.31", "20.2", "25.14", "18.11")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", ["1967", "1967-officers", "1973"])
def test_who_may_attack_and_what_is_found_for_all_at_once(scenario: str, seed: int) -> None:
    rng = Random(f"{scenario}:{seed}:able")
    side, enemy = [("israel", "arab"), ("arab", "israel")][seed % 2]
    s = crowd(rng, scenario, side)
    game = s.game
    some = [u for u in range(len(s.loc)) if s.loc[u] > 0]
    s.dormant = sum(1 << u for u in some if game.side_of[u] == "israel" and rng.random() < 0.2)
    s.jordan_silent = scenario == "1973" and rng.random() < 0.5
    s.goals = (1, 0, 1) if seed % 3 == 1 else s.goals  # [21.32, 21.33]
    s.attacked = sum(1 << u for u in some if rng.random() < 0.3)
    s.struck = sum(1 << s.loc[u] for u in some[::7])
    near = game.map.grid.spread(s.hexes_of(enemy) | intact_forts(s, enemy))
    found = attackers.able(s, side)
    for u in range(len(s.loc)):
        alone = attackers.may_attack(s, u, side) is None
        assert not alone or s.loc[u] > 0
        assert found >> u & 1 == bool(alone and (near >> max(s.loc[u], 0) & 1 or found >> u & 1)), game.name_of(u)
    hexes = attackers.targets(s, side, found)
    round_about = game.map.grid.spread(s.occupied(found))
    for h in game.map.grid.hexes:
        assert hexes >> h & 1 == bool(round_about >> h & 1 and attackers.may_be_attacked(s, h, side) is None)
