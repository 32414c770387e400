"""5.29, 5.28, 6.2: what is said of a hex that a unit does not come to, in random crowds: the ground itself, the points that are
missing, or the zone on the way, found a second time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.games.sinai.land.territory import bridges, closed

from .test_movement_twin import crowd, points, reached

SCENARIOS = ["1967", "1956", "1973", "mid-1970s-race"]


def expected(s: Any, u: int, h: int, walking: bool, ways: dict[int, int], free: dict[int, int]) -> tuple[set[str], str]:
    """The paragraphs of which one must be named, and words of the reason."""
    game, m = s.game, s.game.map
    side, name, where = game.side_of[u], game.name_of(u), game.hex_name(h)
    enemy = "arab" if side == "israel" else "israel"
    foot = walking or not (game.mechanized | s.entrucked) >> u & 1
    ground = game.sam_ground[bridges(s)] if game.sam >> u & 1 else game.ground(side, foot, bridges(s))
    if h == s.loc[u]:
        return {"5.0"}, f"{name} is in {where} already."
    if s.hexes_of(enemy) >> h & 1:
        return {"5.26"}, f"{where} is occupied by enemy units."
    if game.water >> h & 1:
        return {"5.25"}, f"{where} is an all-sea hex."
    if closed(s, u) >> h & 1:
        return {"5.21", "5.22", "5.23", "13.21", "13.23", "18.12", "18.2", "23.14", "23.19", "23.21"} | {
            "24.82", "24.9", "25.23", "25.93"}, where  # fmt: skip
    if not ground.enterable >> h & 1:
        return {"5.24"}, f"{where} is {m.terrain_at[h]} without road or track, which {name} may not enter."
    if h in ways:
        have, cost = 1 if walking else points(s, u), ways[h]
        plural = "Movement Point away" if cost == 1 else "Movement Points away"
        return {"5.29"}, f"{where} is {cost} {plural}; {name} has {have}, {cost - have} too few."
    return ({"6.2", "5.29"} if h in free else set()), ""


@pytest.mark.rule("sinai", "5.24", "5.25", "5.26", "5.28", "5.29", "6.2")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_r5_29_why_a_unit_does_not_come_there(scenario: str, seed: int) -> None:
    rng = Random(f"reasons:{scenario}:{seed}")
    side = ("israel", "arab")[seed % 2]
    s = crowd(rng, scenario, side)
    game, grid = s.game, s.game.map.grid
    mine = [u for u in game.side_units[side] if s.loc[u] > 0]
    for u in rng.sample(mine, min(2, len(mine))):
        name, near = game.name_of(u), [h for h in grid.hexes if 0 < grid.distance(h, s.loc[u]) <= 9]
        walking = side in game.rules.mech_as_infantry and bool(game.mechanized >> u & 1) and rng.random() < 0.4
        ways, free = reached(s, u, walking, endless=True), reached(s, u, walking, endless=True, zones=False)
        close = reached(s, u, walking)
        for h in [s.loc[u], *rng.sample(near, 40)]:
            refusal = s.check(f"{'walk' if walking else 'move'} {name} {game.hex_name(h)}")
            if h in close:
                continue  # it may come there, if it may stay there
            paragraphs, words = expected(s, u, h, walking, ways, free)
            assert refusal is not None
            assert words in refusal.text, (s.position(), name, game.hex_name(h))
            assert not paragraphs or paragraphs & set(refusal.rules), (s.position(), name, game.hex_name(h), refusal)
            if paragraphs == {"5.29"}:
                assert ("5.28" in refusal.rules) == bool(s.unsupplied >> u & 1)
