"""[7.1, 7.3, 7.4, 7.18, 7.19] Mandatory combat never leads into a dead end: small positions, played through exhaustively."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.games.middle_east_battles.divisions import in_one_attack
from sandtable.games.middle_east_battles.obligations import Duties

from .table import ARISH, SUEZ, WEST, load

PATCH = {
    SUEZ: ["4003", "4004", "4005", "4006", "4103", "4104", "4105", "4203", "4204", "4205", "4305", "4304"],
    ARISH: ["2844", "2845", "2846", "2847", "2945", "2946", "2947", "3045", "3046", "3145", "3146", "2746", "2747"],
}
WORKS = ["4442", "4443", "4444", "4445", "4446", "4543", "4544", "4545", "4643", "4644", "4645", "4744", "4745"]
"""The ground of Umm Katef: five fortifications and the hexes between them."""
MINE = {
    (SUEZ, "anglo-french"): ["A/6", "1/7", "23-Art", "845", "1P"],
    (SUEZ, "egypt"): ["1R", "2R", "PS-AA", "PS-AT", "4-Inf"],
    (ARISH, "israel"): ["79/7/Tal", "82/7/Tal", "1/Se/Yof", "1-Art/Shr", "SC-Heli", "SC-Art", "1/Ma"],
    (ARISH, "egypt"): ["1/7", "7-Art", "14-Arm", "SF-ATGM", "7-AT"],
}
OUTCOMES = ("roll 1", "roll 4", "roll 6")


def random_position(title: str, side: str, seed: int, patch: list[str] | None = None) -> Any:
    rng = Random(seed)
    other = "egypt" if side != "egypt" else WEST[title]
    mine, theirs = rng.sample(MINE[title, side], 3), rng.sample(MINE[title, other], 3)
    hexes = rng.sample(patch or PATCH[title], 6)
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
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("title", "side"), list(MINE))
def test_r7_4_no_dead_ends_in_small_positions(title: str, side: str, seed: int) -> None:
    assert explore(random_position(title, side, seed), set(), 250) > 0


@pytest.mark.rule("middle-east-battles", "6.2", "7.3", "8.9")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_r6_2_no_dead_ends_among_fortifications(side: str, seed: int) -> None:
    """Units in works may stay out of the fight, and their guns may fire elsewhere."""
    assert explore(random_position(ARISH, side, seed, WORKS), set(), 250) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("title", "side"), list(MINE))
def test_no_dead_ends_in_many_small_positions(title: str, side: str) -> None:
    for seed in range(100, 140):
        explore(random_position(title, side, seed), set(), 500)
        if title == ARISH:
            explore(random_position(title, side, seed, WORKS), set(), 500)


@pytest.mark.rule("middle-east-battles", "7.3", "7.18")
@pytest.mark.parametrize("first", range(0, 150, 10))
def test_r7_3_the_forward_check_agrees_with_trying_every_set_of_combats(first: int) -> None:
    """The fewest units left out, found by counting stars, equals the best of all ways to divide the units into combats."""
    for seed in range(first, first + 10):
        s = random_position(ARISH, "israel", seed)
        s.turn = 2
        s = load(ARISH).position(
            s.position().replace("turn 4", "turn 2").split("> ")[0] + '> BeginCombat {"side": "israel"}'
        )
        duties = Duties(s, "israel")
        assert duties.excused.number == fewest_left_out(s, duties), s.position()


FRONT = ["2745", "2746", "2747", "2844", "2845", "2846", "2847", "2945", "2946", "2947", "3045", "3046", "3047"]
DIVISIONS = ["79/7/Tal", "82/7/Tal", "9/7/Tal", "1/Se/Yof", "2/Se/Yof", "1/Zi/Shr", "2/Zi/Shr", "SC-Heli", "1/Ma"]
DEFENDERS = ["1/7", "7-Tank", "14-Arm", "7-AT", "2-Arm"]


def mixed_front(seed: int, attackers: int, defenders: int) -> Any:
    """Divisions mixed along one front: as crowded as the rules allow."""
    rng = Random(seed)
    hexes = rng.sample(FRONT, attackers + defenders)
    units = rng.sample(DIVISIONS, attackers) + rng.sample(DEFENDERS, defenders)
    lines = [ARISH, "turn 2", "air [0]", *(f"at {h} {u}" for h, u in zip(hexes, units))]
    return load(ARISH).position("\n".join([*lines, '> BeginCombat {"side": "israel"}']))


@pytest.mark.rule("middle-east-battles", "7.3", "7.4", "7.18")
@pytest.mark.parametrize("first", range(0, 40, 4))
def test_r7_18_mixed_divisions_the_forward_check_agrees_with_trying_everything(first: int) -> None:
    """Every first combat that leaves the fewest units out can be built and confirmed, and no other."""
    for seed in range(first, first + 4):
        s = mixed_front(seed, 4 + seed % 2, 3)
        duties = Duties(s, "israel")
        fewest = fewest_left_out(s, duties)
        assert duties.excused.number == fewest, s.position()
        assert first_combats(s) == allowed_combats(s, duties, fewest), s.position()


@pytest.mark.rule("middle-east-battles", "7.18")
def test_r7_18_a_crowd_of_mixed_divisions_is_judged_along_the_front() -> None:
    """Forty units in sixty hexes: trying every choice of divisions for every hex would take minutes."""
    game, rng = load(ARISH), Random(0)
    mine = [game.name_of(u) for u in game.units_of["israel"] if game.division_of[u]]
    theirs = [game.name_of(u) for u in game.units_of["egypt"] if not game.static >> u & 1]
    land = [
        name for name in (f"{x}{y}" for x in range(30, 37) for y in range(36, 42)) if game.land >> game.hex(name) & 1
    ]
    units = rng.sample(mine, 26) + rng.sample(theirs, 14)
    lines = [ARISH, "turn 2", "air [0]", *(f"at {h} {u}" for h, u in zip(rng.sample(land, 40), units))]
    s: Any = game.position("\n".join([*lines, '> BeginCombat {"side": "israel"}']))
    assert Duties(s, "israel").excused.number > 0
    targets = list(s.options())
    assert targets
    assert list(s.play(targets[0]).options())


def first_combats(s: Any) -> set[tuple[int, int]]:
    """Every attack that can be built from here and confirmed, by the listed options alone."""
    found, seen = set(), set()
    stack = [s.play(a) for a in s.options() if a.verb == "attack"]
    while stack:
        t = stack.pop()
        frame = t.choice
        if (frame.targets, frame.attackers) in seen:
            continue
        seen.add((frame.targets, frame.attackers))
        for a in t.options():
            if a.verb == "confirm":
                found.add((frame.targets, frame.attackers))
            else:
                stack.append(t.play(a))
    return found


def allowed_combats(s: Any, duties: Duties, fewest: int) -> set[tuple[int, int]]:
    """The slow obvious twin: every group with every set of hexes it touches, if what follows leaves out no more."""
    hexes = [h for h in range(s.game.map.grid.size) if duties.targets >> h & 1]
    found = set()
    for n in range(1, len(duties.attackers) + 1):
        for group in combinations(duties.attackers, n):
            mask = sum(1 << u for u in group)
            common = [h for h in hexes if all(duties.near[u] >> h & 1 for u in group)]
            if in_one_attack(s.game, mask) is not None:
                continue
            for k in range(1, len(common) + 1):
                for some in combinations(common, k):
                    rest = fewest_left_out(s, duties, set(group), set(some))
                    if rest <= fewest:
                        found.add((sum(1 << h for h in some), mask))
    return found


def fewest_left_out(s: Any, duties: Duties, gone: set[int] = frozenset(), taken: set[int] = frozenset()) -> int:
    """The slow obvious twin: every next combat among those that include the first open hex or leave it out."""
    hexes = [h for h in range(s.game.map.grid.size) if duties.targets >> h & 1]

    def best(attackers: frozenset[int], targets: frozenset[int]) -> int:
        if not targets:
            return len(attackers)
        least = len(attackers) + len(targets)
        first = min(targets)
        for n in range(1, len(attackers) + 1):
            for group in combinations(sorted(attackers), n):
                if in_one_attack(s.game, sum(1 << u for u in group)) is not None:
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

    return best(frozenset(duties.attackers) - gone, frozenset(hexes) - taken)
