"""[7.12, 7.13, 7.14] Displacement against a slow twin written from the book: as few as necessary, nobody twice without need."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import bits

from .table import ARISH, SUEZ, load, options, play, refused, where

Men = dict[str, int]
"""Egyptian units and their hexes."""
Count = tuple[int, int]
"""Second displacements, displacements."""
EGYPT = [
    "7-AT",
    "7-Tank",
    "7-Arm",
    "7-Art",
    "7-AA",
    "1/7",
    "2/7",
    "3/7",
    "ZSU/7",
    "14-Arm",
    "PLA",
    "1/2",
    "2/2",
    "3/2",
    "2-Arm",
    "2-Art",
    "2-AT",
    "2-AA",
    "1/3",
    "2/3",
    "3/3",
    "3-Arm",
]
ISRAEL = ["79/7/Tal", "82/7/Tal", "9/7/Tal", "2/Av/Tal", "1/Av/Tal"]


class Field:
    """The open desert round 2846: every hex can be entered from every neighbour there."""

    def __init__(self, s: Any) -> None:
        game = s.game
        self.near = game.map.grid.adjacent
        self.far = game.map.grid.distance
        israelis = [s.loc[u] for u in game.units_of["israel"] if s.loc[u] > 0]
        closed = set(israelis) | {n for h in israelis for n in bits(self.near[h])}
        self.open = {h for h in bits(game.land) if h not in closed}

    def steps(self, origin: int, here: int) -> list[int]:
        return [
            h for h in bits(self.near[here]) if h in self.open and self.far(origin, h) == self.far(origin, here) + 1
        ]

    def ways(self, start: int, length: int) -> list[tuple[int, ...]]:
        found = [(start,)]
        for _ in range(length):
            found = [(*way, h) for way in found for h in self.steps(start, way[-1])]
        return found

    def give_way(
        self, men: Men, spent: frozenset[str], unit: str, asked: tuple[str, ...], to: int = 0
    ) -> Iterator[tuple[Count, Men, frozenset[str]]]:
        """Every way in which a displaced unit goes one hex: vacant hexes first, else a chain of others (7.13, 7.14)."""
        here = men[unit]
        steps = self.steps(here, here)
        vacant = [h for h in steps if h not in men.values()]
        cost = (int(unit in spent), 1)
        for h in [to] if to else vacant or steps:
            friend = next((v for v, at in men.items() if at == h), None)
            if friend is None:
                yield cost, {**men, unit: h}, spent | {unit}
            elif friend not in asked:
                for (twice, once), after, tired in self.give_way(men, spent | {unit}, friend, (*asked, unit)):
                    yield (twice + cost[0], once + 1), {**after, unit: h}, tired

    def burden(self, men: Men, spent: frozenset[str], unit: str, way: tuple[int, ...]) -> Count | None:
        """The fewest displacements that bring the unit along this way; None when somebody cannot give way."""
        if not way:
            return (0, 0)
        friend = next((v for v, at in men.items() if at == way[0] and v != unit), None)
        if friend is None:
            return self.burden({**men, unit: way[0]}, spent, unit, way[1:])
        totals = []
        for (twice, once), after, tired in self.give_way(men, spent, friend, (unit,)):
            rest = self.burden(after, tired, unit, way)
            if rest is not None:
                totals.append((twice + rest[0], once + rest[1]))
        return min(totals, default=None)

    def allowed(self, men: Men, spent: frozenset[str], unit: str, length: int) -> set[tuple[int, ...]]:
        """The ways a unit may retreat: vacant, else the least burden; empty when it cannot go the full length."""
        ways = self.ways(men[unit], length)
        vacant = {way for way in ways if not set(way[1:]) & set(men.values())}
        if vacant:
            return vacant
        burdens = {way: b for way in ways if (b := self.burden(men, spent, unit, way[1:])) is not None}
        return {way for way, b in burdens.items() if b == min(burdens.values())}


def begin(seed: int) -> tuple[Any, random.Random, int]:
    """A beaten unit in 2846 with friends all round it, some of whom have been displaced in this phase."""
    rng = random.Random(seed)
    game = load(ARISH)
    grid = game.map.grid
    centre = game.hex("2846")
    spots = [h for h in grid.hexes if 0 < grid.distance(centre, h) <= 3]
    rng.shuffle(spots)
    # the inner ring is crowded, so that friends have to give way
    spots.sort(key=lambda h: grid.distance(centre, h) > 1 and rng.random() < 0.7)
    friends = spots[: rng.randint(6, 20)]
    enemies = [h for h in spots[20:] if grid.distance(centre, h) == 3][: rng.randint(0, 2)]
    tired = [u for u, _ in zip(EGYPT[1:], friends) if rng.random() < 0.3]
    lines = [ARISH, "turn 2", "at 2846 7-AT"]
    lines += [f"at {grid.names[h]} {u}" for h, u in zip(friends, EGYPT[1:])]
    lines += [f"at {grid.names[h]} {u}" for h, u in zip(enemies, ISRAEL)]
    lines += ["displaced " + str(tired).replace("'", '"')]
    length = rng.randint(1, 3)
    lines.append(f'> Retreats {{"side": "egypt", "units": ["7-AT"], "length": {length}}}')
    return game.position("\n".join(lines)), rng, length


def men_of(s: Any) -> Men:
    return {s.game.name_of(u): s.loc[u] for u in s.game.units_of["egypt"] if s.loc[u] > 0}


def spent_in(s: Any) -> frozenset[str]:
    return frozenset(s.game.name_of(u) for u in bits(s.displaced))


@pytest.mark.rule("middle-east-battles", "7.12", "7.13", "7.14")
@pytest.mark.parametrize("first", range(0, 300, 10))
def test_r7_14_ways_and_displacements_agree_with_the_twin(first: int) -> None:
    compared = crowded = asked = 0
    for seed in range(first, first + 10):
        s, rng, length = begin(seed)
        if s.actor is None:
            continue  # it had nowhere to go at all
        field, men = Field(s), men_of(s)
        ways = {tuple(s.game.hex(n) for n in a.args[1].split("-")) for a in s.options()}
        twin = field.allowed(men, spent_in(s), "7-AT", length)
        compared += 1
        if not twin:
            assert all(len(way) <= length for way in ways), seed
            continue
        assert ways == twin, (seed, [[s.game.hex_name(h) for h in way] for way in ways ^ twin])
        crowded += bool(set(min(ways)[1:]) & set(men.values()))
        # play it out: whoever is displaced has the choices after which the least is left to be displaced
        way = rng.choice(sorted(ways))
        best = field.burden(men, spent_in(s), "7-AT", way[1:])
        s = play(s, f"retreat 7-AT {'-'.join(s.game.hex_name(h) for h in way)}")
        twice = once = 0
        while s.choice is not None:
            unit = s.game.name_of(s.choice.unit)
            twice, once = twice + (unit in spent_in(s)), once + 1
            asked += 1
            s = play(s, rng.choice(options(s, "displace")))
        assert (twice, once) == best, seed
        assert where(s, "7-AT") == s.game.hex_name(way[-1]), seed
    assert compared > 6
    assert crowded or asked


RING = ("2846 7-AT", "2845 79/7/Tal", "2747 1/7", "2847 7-Tank", "2947 2/7")


@pytest.mark.rule("middle-east-battles", "7.12", "7.14")
def test_r7_12_with_one_friend_in_the_way_no_other_is_displaced_needlessly() -> None:
    s = _retreat(2, *RING, "2748 7-Arm")
    ends = {"2646", "2647", "2848", "2948", "3046", "3047"}
    assert {a[-4:] for a in options(s)} == ends
    assert str(s.check("retreat 7-AT 2846-2847-2748")) == (
        "[7.12, 7.14] 7-AT need not displace so many: 7-Tank and 7-Arm would give way here, 1/7 on 2846-2747-2646."
    )


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_a_displaced_unit_does_not_go_where_it_would_be_displaced_again() -> None:
    s = play(_retreat(2, *RING), "retreat 7-AT 2846-2847-2848")
    assert options(s) == ["displace 7-Tank 2847-2948", "displace 7-Tank 2847-2748"]
    assert str(s.check("displace 7-Tank 2847-2848")) == (
        "[7.14] In 2848 7-Tank would have more units displaced, or be displaced again, than need be: choose 2748 or 2948."
    )
    assert s.check("displace 7-Tank 2847-2745").rules == ("7.13",)
    assert s.check("displace 7-Tank 2847-2846").rules == ("7.11",)  # next to the attacker


def _retreat(length: int, *places: str) -> Any:
    lines = [ARISH, "turn 2", *(f"at {p}" for p in places)]
    lines.append(f'> Retreats {{"side": "egypt", "units": ["7-AT"], "length": {length}}}')
    return load(ARISH).position("\n".join(lines))


@pytest.mark.rule("middle-east-battles", "7.14")
def test_r7_14_the_displacement_just_chosen_counts_when_it_would_come_a_second_time() -> None:
    """At the eastern edge everything is full: in 4718 4/Av/Tal would stand in the way again, in 4617 it would not."""
    places = ("4816 7-AT", "4617 1/7", "4717 7-Tank", "4718 2/7", "4817 3/7", "4818 7-Arm")
    s = play(_retreat(2, *places), "retreat 7-AT 4816-4717-4718")
    assert options(s) == ["displace 7-Tank 4717-4617"]
    assert refused(s, "displace 7-Tank 4717-4718") == ("7.14",)
    s = play(_retreat(2, *places), "retreat 7-AT 4816-4817-4718")
    assert options(s) == ["displace 3/7 4817-4818"]


@pytest.mark.rule("middle-east-battles", "7.11", "7.12", "7.13", "7.14")
def test_r7_13_words_that_are_no_displacement() -> None:
    s = play(_retreat(2, *RING), "retreat 7-AT 2846-2847-2848")
    for text in (
        "displace",
        "displace 7-Tank",
        "displace 7-Tank 2847-2748 now",
        "move 7-Tank 2847-2748",
        "displace a b c",
    ):
        assert "cannot be done now" in str(s.check(text))
    where_to = "[7.13] 7-Tank is displaced from 2847, to 2748 or 2948."
    for text in (
        "1/7 2748",
        "1/7 2847-2748",
        "7-Tank 2747-2748",
        "7-Tank exited",
        "7-Tank nowhere",
        "7-Tank 2846-2847-2748",
    ):
        assert str(s.check(f"displace {text}")) == where_to
    assert str(s.check("displace 7-Tank 2750")) == "[7.13] A displaced unit moves one hex; 2750 is not next to 2847."
    crowd = play(_retreat(2, *RING, "2848 7-Arm"), "retreat 7-AT 2846-2847-2948")
    assert str(crowd.check("displace 7-Tank 2848")) == "[7.12] 7-Tank goes to a vacant hex where it can: 2748."


@pytest.mark.rule("middle-east-battles", "7.9", "7.13", "9.16")
def test_r9_16_nobody_is_displaced_over_the_channel() -> None:
    from sandtable.games.middle_east_battles.displacement import Displace

    s: Any = load(SUEZ).position(
        f'{SUEZ}\nturn 2\nat 3508 2R\nat 3408 1R\n> Displace {{"unit": "2R", "chain": ["1R"]}}'
    )
    assert isinstance(s.choice, Displace)
    assert "displace 2R 3508-3607" not in options(s)
    assert str(s.check("displace 2R 3607")) == (
        "[7.11] 2R may not go back to 3607: enemies, their zones or the ground bar it."
    )
    assert options(s)


@pytest.mark.rule("middle-east-battles", "7.10", "7.13")
def test_r7_13_of_two_beaten_units_the_first_displaces_whatever_the_second_does() -> None:
    lines = [ARISH, "turn 2", *(f"at {p}" for p in (*RING, "2843 3/7"))]
    lines.append('> Retreats {"side": "egypt", "units": ["7-AT", "3/7"], "length": 2}')
    s = play(load(ARISH).position("\n".join(lines)), "retreat 7-AT 2846-2847-2848")
    assert options(s) == ["displace 7-Tank 2847-2948", "displace 7-Tank 2847-2748"]
