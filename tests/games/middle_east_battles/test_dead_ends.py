"""[7.1, 7.3, 7.4, 7.18, 7.19] Mandatory combat never leads into a dead end: small positions, played through exhaustively."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.games.middle_east_battles.obligations import Duties

from .table import ARISH, SUEZ, WEST, load

PATCH = {
    SUEZ: ["4003", "4004", "4005", "4006", "4103", "4104", "4105", "4203", "4204", "4205", "4305", "4304"],
    ARISH: ["2844", "2845", "2846", "2847", "2945", "2946", "2947", "3045", "3046", "3145", "3146", "2746", "2747"],
}
MINE = {
    (SUEZ, "anglo-french"): ["A/6", "1/7", "23-Art", "845", "1P"],
    (SUEZ, "egypt"): ["1R", "2R", "PS-AA", "PS-AT", "4-Inf"],
    (ARISH, "israel"): ["79/7/Tal", "82/7/Tal", "1/Se/Yof", "1-Art/Shr", "SC-Heli", "SC-Art", "1/Ma"],
    (ARISH, "egypt"): ["1/7", "7-Art", "14-Arm", "SF-ATGM", "7-AT"],
}
OUTCOMES = ("roll 1", "roll 4", "roll 6")


def random_position(title: str, side: str, seed: int) -> Any:
    rng = Random(seed)
    other = "egypt" if side != "egypt" else WEST[title]
    mine, theirs = rng.sample(MINE[title, side], 3), rng.sample(MINE[title, other], 3)
    hexes = rng.sample(PATCH[title], 6)
    turn = rng.choice((2, 4)) if title == ARISH else 2
    air = "[1, 0]" if title == SUEZ else "[1]"
    lines = [title, f"turn {turn}", f"air {air}", *(f"at {h} {u}" for h, u in zip(hexes, mine + theirs))]
    return load(title).position("\n".join([*lines, f'> BeginCombat {{"side": "{side}"}}']))


def explore(s: Any, seen: set[str], budget: int) -> int:
    """Follow every decision (and some dice) to the end of the phase; every position must offer something."""
    stack, visited = [s], 0
    while stack and visited < budget:
        t = stack.pop()
        visited += 1
        if t.actor is None:
            continue
        actions = [str(a) for a in t.options()]
        assert actions, f"dead end:\n{t.position()}"
        if t.actor == "chance":
            actions = [a for a in actions if a in OUTCOMES]
        elif type(t.choice).__name__ in ("Retreat", "AdvanceAfterCombat", "ProtectiveFire", "Displace", "ChooseTable"):
            actions = actions[:1] + actions[-1:]
        for a in dict.fromkeys(actions):
            n = t.copy().apply(a)
            key = n.checksum()
            if key not in seen:
                seen.add(key)
                stack.append(n)
    return visited


@pytest.mark.rule("middle-east-battles", "7.1", "7.3", "7.4")
@pytest.mark.parametrize(("title", "side"), list(MINE))
def test_r7_4_no_dead_ends_in_small_positions(title: str, side: str) -> None:
    for seed in range(12):
        assert explore(random_position(title, side, seed), set(), 250) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("title", "side"), list(MINE))
def test_no_dead_ends_in_many_small_positions(title: str, side: str) -> None:
    for seed in range(100, 140):
        explore(random_position(title, side, seed), set(), 500)


@pytest.mark.rule("middle-east-battles", "7.3", "7.18")
def test_r7_3_the_forward_check_agrees_with_trying_every_set_of_combats() -> None:
    """The fewest units left out, found by counting stars, equals the best of all ways to divide the units into combats."""
    for seed in range(150):
        s = random_position(ARISH, "israel", seed)
        s.turn = 2
        s = load(ARISH).position(
            s.position().replace("turn 4", "turn 2").split("> ")[0] + '> BeginCombat {"side": "israel"}'
        )
        duties = Duties(s, "israel")
        assert duties.excused == fewest_left_out(s, duties), s.position()


def fewest_left_out(s: Any, duties: Duties) -> int:
    """The slow obvious twin: every next combat among those that include the first open hex or leave it out."""
    hexes = [h for h in range(s.game.map.grid.size) if duties.targets >> h & 1]

    def best(attackers: frozenset[int], targets: frozenset[int]) -> int:
        if not targets:
            return len(attackers)
        least = len(attackers) + len(targets)
        first = min(targets)
        for n in range(1, len(attackers) + 1):
            for group in combinations(sorted(attackers), n):
                if s.game.in_one_attack(sum(1 << u for u in group)) is not None:
                    continue
                common = [h for h in targets if all(duties.near[u] >> h & 1 for u in group)]
                if first not in common:
                    continue
                others = [h for h in common if h != first]
                for k in range(len(others) + 1):
                    for more in combinations(others, k):
                        rest = best(attackers - set(group), targets - {first, *more})
                        least = min(least, rest)
        return min(least, 1 + best(attackers, targets - {first}))

    return best(frozenset(duties.attackers), frozenset(hexes))
