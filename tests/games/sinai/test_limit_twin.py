"""23.14 in random positions: what ten brigades in the Sinai forbid to others, moves and overruns, counted from outside."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable

from .test_1973 import moving

BORDER = ["2523", "2524", "2525", "2424", "2425", "2426", "2427", "2428", "2429"]
OUTSIDE = ["Is-7", "Is-27", "Is-1", "Is-9", "Is-202"]


def crowd(rng: Random, brigades: int) -> Any:
    """So many brigades deep in the Sinai, others at the border, weak Egyptians before them."""
    game: Any = sandtable.load("sinai/1956")
    sinai = game.map.sets["sinai"]
    known = {game.name_of(u): u for u in game.side_units["israel"]}
    outside = [x for x in OUTSIDE if x in known]
    inside = [x for x, u in known.items() if game.roster[u].size == "brigade" and x not in outside][:brigades]
    deep = [h for h in ("2028", "2030", "2032", "2130", "1930", "1829") if sinai >> game.hex(h) & 1]
    places = [f"{h} {' '.join(inside[3 * i : 3 * i + 3])}" for i, h in enumerate(deep) if inside[3 * i : 3 * i + 3]]
    stacks: dict[str, list[str]] = {}
    for x in outside:
        stacks.setdefault(rng.choice(BORDER), []).append(x)
    taken = set(stacks)
    places += [f"{h} {' '.join(units)}" for h, units in stacks.items() if len(units) <= 3]
    for x in ("Eg-6/x", "Eg-26NG", "Eg-5"):
        h = rng.choice([h for h in (*BORDER, "2323", "2324", "2325", "2326") if h not in taken])
        taken.add(h)
        places.append(f"{h} {x}")
    return moving("israel", *places, scenario="1956")


def hexes_of(s: Any, a: Any) -> list[int]:
    return [s.game.hex(name) for name in a.args[1].split("-")]


@pytest.mark.rule("sinai", "23.14", "11.0")
@pytest.mark.parametrize("seed", range(4))
def test_r23_14_with_ten_brigades_in_the_sinai_no_eleventh_enters_by_any_way(seed: int) -> None:
    rng, closed = Random(seed), 0
    for _ in range(3):
        state = rng.getstate()
        full = crowd(rng, 10)
        rng.setstate(state)
        free = crowd(rng, 3)
        sinai, game = full.game.map.sets["sinai"], full.game
        for a in free.options():
            if a.verb not in ("move", "overrun"):
                continue
            units = [game.unit(x) for x in a.args[0].split("+")]
            if any(free.loc[u] > 0 and sinai >> free.loc[u] & 1 for u in units):
                continue
            enters = any(sinai >> h & 1 for h in hexes_of(free, a)[1:])
            brigade = any(game.roster[u].size == "brigade" for u in units)
            refusal = full.check(a)
            assert (refusal is not None) == (enters and brigade), (str(a), str(refusal))
            if refusal:
                assert refusal.rules == ("23.14",), str(refusal)
                closed += 1
    assert closed > 20
