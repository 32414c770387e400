"""20.0 to 20.2, 22.23, 22.52, 23.52, 25.85, 26.12, 26.31, 26.61: free set-ups, every unit against every hex."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import bits
from sandtable.games.sinai.movement.stacking import fits

ZONES = {
    "1967-free-israeli": "zone_free", "1967-fantasy": "zone_free", "1956-egypt": "zone_free", "1956-jihad": "zone_free",
    "1973": "zone",
}  # fmt: skip
"""Set-ups in which some units have a part of their country for themselves, and the word for it on their counters."""
SCENARIOS = [*ZONES, "1967-napping", "mid-1970s", "mid-1970s-full", "mid-1970s-race", "mid-1970s-jihad"]


def allowed(s: Any, u: int, scenario: str) -> set[int]:
    """Where the unit may be placed, as far as the land goes."""
    game = s.game
    own = game.roster[u].factors.get(ZONES.get(scenario, ""))
    if own:
        found = set(bits(game.map.sets[own]))
    else:
        found = {
            h for h in game.map.grid.hexes if game.home[game.front[u]] >> h & 1 and not game.demilitarized >> h & 1
        }
        if game.sam >> u & 1:
            abroad = (game.israel_land | game.arab_land | game.never) & ~game.home[game.front[u]]
            found = {h for h in found if not any(abroad >> n & 1 for n in game.map.grid.neighbours[h] if n)}
    side = game.side_of[u]
    foot = not game.mechanized >> u & 1 or (scenario.startswith(("1973", "mid")) and side == "israel")
    theirs = game.arab_land if side == "israel" else game.israel_land
    return {h for h in found if game.ground(side, foot, True).enterable >> h & 1 and not theirs >> h & 1}


def bound(s: Any, u: int) -> bool:
    """22.23, 23.52: may the unit stand nowhere else? Such units come first."""
    return "zone_free" in s.game.roster[u].factors


def reserved(s: Any, units: int, u: int) -> set[int]:
    """The hexes kept for units that may stand nowhere else."""
    game = s.game
    if bound(s, u):
        return set()
    return {
        h
        for v in bits(units & ~(1 << u))
        if bound(s, v)
        for h in bits(game.map.sets[game.roster[v].factors["zone_free"]])
    }


@pytest.mark.rule("sinai", "20.0", "22.23", "22.52", "23.52", "25.85", "26.12", "26.31", "26.61", "7.0", "23.14")
@pytest.mark.parametrize(
    ("scenario", "side"),
    [(x, "arab") for x in SCENARIOS if x != "1967-napping"]
    + [(x, "israel") for x in SCENARIOS if x not in ("1973", "mid-1970s")],
)
def test_r20_0_every_unit_against_every_hex(scenario: str, side: str) -> None:
    rng, s, compared = Random(f"{scenario}:{side}"), sandtable.load(f"sinai/{scenario}").start(), 0
    game = s.game
    if side == "israel":
        while s.actor == "arab" and type(s.choice).__name__ == "Deploy":
            s = s.play("default")
    while type(s.choice).__name__ == "Deploy" and s.actor == side:
        for _ in range(6):
            units = list(bits(s.choice.units))
            first = min(units, key=lambda u: (not bound(s, u), u))
            assert {str(a).split()[1] for a in s.options() if a.verb == "place"} == {game.name_of(first)}
            assert "default" in {str(a) for a in s.options()}
            for u in {first, rng.choice(units)}:
                land, kept = allowed(s, u, scenario), reserved(s, s.choice.units, u)
                good = {h for h in land - kept if not fits(s, (u,), h)}
                if u == first:
                    assert {game.hex(a.args[1]) for a in s.options() if a.verb == "place"} == good
                for h in rng.sample(list(game.map.grid.hexes), 60):
                    legal = s.check(f"place {game.name_of(u)} {game.hex_name(h)}") is None
                    assert legal == (h in good), (game.name_of(u), game.hex_name(h))
                    compared += 1
            if len(units) == 1:
                break
            u = rng.choice(units)
            good = allowed(s, u, scenario) - reserved(s, s.choice.units, u)
            h = rng.choice(sorted(x for x in good if not fits(s, (u,), x)))
            s = s.play(f"place {game.name_of(u)} {game.hex_name(h)}")
            assert s.loc[u] == h
            assert s.choice.units == sum(1 << v for v in units if v != u)
        before, s = s, s.play("default")
        for u in bits(before.choice.units):
            as_suggested(before, s, u, scenario)
    assert compared > 200


def as_suggested(before: Any, s: Any, u: int, scenario: str) -> None:
    """Placed as suggested: the printed or named hex, else the nearest with room."""
    game, factors = s.game, s.game.roster[u].factors
    land = allowed(before, u, scenario)
    wish = game.hex(factors.get("default") or factors.get("hex") or game.hex_name(s.loc[u]))
    assert s.loc[u] in land
    distance = game.map.grid.distance
    for x in land:
        if (distance(wish, x), x) < (distance(wish, s.loc[u]), s.loc[u]):
            assert fits(s, (u,), x), (game.name_of(u), game.hex_name(x))
