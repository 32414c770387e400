"""[7.1, 7.3, 7.4, 7.18, 8.4, 8.8, 8.9] Which attacks may be made, guns among them, against trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sandtable.core import bits

from .table import ARISH, SUEZ, fighting, load, play, position, refused
from .test_bounds import said
from .test_dead_ends import FRONT, PATCH, first_combats

MINE = {
    ARISH: ["79/7/Tal", "82/7/Tal", "9/7/Tal", "1-Art/Tal", "2-Art/Tal", "4-Mor/Tal", "SC-Art", "SC-Heli", "1/Zi/Shr", "1-Art/Shr"],
    SUEZ: ["A/6", "1P", "23-Art", "33-Art", "80-AA", "JS", "1/7", "7/7-Art"],
}  # fmt: skip
THEIRS = {ARISH: ["1/7", "7-Tank", "14-Arm", "7-Art"], SUEZ: ["4-Inf", "1R", "2NG", "PS-AT"]}


class Twin:
    """The Western units, the enemies, and every combat that the paragraphs allow."""

    def __init__(self, s: Any) -> None:
        game, side = s.game, s.choice.side
        grid = self.grid = game.map.grid
        self.game = game
        self.at = {u: s.loc[u] for u in game.units_of[side] if s.loc[u] > 0}
        self.enemies = frozenset(s.loc[u] for u in game.units_of["egypt"] if s.loc[u] > 0)
        self.near = {u: {h for h in self.enemies if grid.adjacent[here] >> h & 1} for u, here in self.at.items()}
        self.obliged = frozenset(u for u, near in self.near.items() if near)
        self.touched = frozenset(h for near in self.near.values() for h in near)
        self.known: dict[Any, int] = {}

    def together(self, group: tuple[int, ...]) -> bool:
        """[7.18] One Israeli division; the Southern Command joins any."""
        return len({self.game.division_of[u] for u in group} - {""}) < 2

    def allowed(self, group: tuple[int, ...], hexes: tuple[int, ...]) -> bool:
        """[7.3, 7.4, 8.4, 8.8, 8.9] Is this one combat?"""
        guns = [u for u in group if self.game.artillery >> u & 1]
        infantry = [u for u in group if u not in guns]
        if not self.together(group) or not all(set(hexes) <= self.near[u] for u in infantry):
            return False
        for u in guns:
            far = [h for h in hexes if self.grid.distance(self.at[u], h) <= self.game.range[u]]
            reached = self.near[u] & set(hexes) if self.near[u] else far
            if not reached or (not infantry and len(hexes) > 1 and set(hexes) > self.near[u] & set(hexes)):
                return False
        return True

    def left_out(self, units: frozenset[int], hexes: frozenset[int]) -> int:
        """The fewest units and hexes that no set of combats can serve."""
        key = units, hexes
        if key not in self.known:
            best = len(units) + len(hexes)
            if units and hexes:
                first = min(hexes)
                best = 1 + self.left_out(units, hexes - {first})
                near = [u for u in units if first in self.near[u]]
                for n in range(1, len(near) + 1):
                    for group in combinations(near, n):
                        for k in range(len(hexes)):
                            for more in combinations(sorted(hexes - {first}), k):
                                if self.allowed(group, (first, *more)):
                                    best = min(best, self.left_out(units - {*group}, hexes - {first, *more}))
            self.known[key] = best
        return self.known[key]

    def first_combats(self) -> set[tuple[int, int]]:
        fewest, found = self.left_out(self.obliged, self.touched), set()
        for n in range(1, len(self.at) + 1):
            for group in combinations(self.at, n):
                for k in range(1, len(self.enemies) + 1):
                    for hexes in combinations(self.enemies, k):
                        if self.allowed(group, hexes):
                            rest = self.left_out(self.obliged - {*group}, self.touched - {*hexes})
                            if rest <= fewest:
                                found.add((sum(1 << h for h in hexes), sum(1 << u for u in group)))
        return found


@pytest.mark.rule("middle-east-battles", "7.1", "7.3", "7.4", "7.5", "7.18", "8.2", "8.4", "8.8", "8.9")
@pytest.mark.parametrize(
    ("title", "seed"), [*((t, n) for t in (ARISH, SUEZ) for n in range(20)), (SUEZ, 26), (SUEZ, 247)]
)
def test_r8_8_attacks_with_guns_agree_with_trying_everything(title: str, seed: int) -> None:
    rng = Random(f"guns {title} {seed}")
    game = load(title)
    patch = FRONT if title == ARISH else PATCH[SUEZ]
    names, grid = game.map.grid.names, game.map.grid
    units = rng.sample(MINE[title], 5) + rng.sample(THEIRS[title], rng.randint(2, 3))
    hexes = rng.sample(patch, len(units))
    if seed % 3 == 0:  # one of the guns stands back
        gun = next(i for i, u in enumerate(units) if game.artillery >> game.unit(u) & 1 or i == 4)
        far = [h for h in bits(game.land) if 3 <= min(grid.distance(h, game.hex(x)) for x in hexes) <= 5]
        hexes[gun] = names[rng.choice(far)]
    air = "[0, 0]" if title == SUEZ else "[0]"
    side = "israel" if title == ARISH else "anglo-french"
    places = [f"{h} {u}" for h, u in zip(hexes, units)]
    s = fighting(title, side, *places, air=air)
    if s.actor is None or type(s.choice).__name__ != "CombatPhase":
        return
    s.naval = (0,) * len(s.naval)
    assert first_combats(s) == Twin(s).first_combats(), s.position()


# Whom an attack strands -------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "6.2", "7.3")
def test_r7_3_an_enemy_that_nobody_has_to_attack_does_not_make_up_for_one_who_is_stranded() -> None:
    """1/2 in its works touches both Israelis, 2/2 outside touches only the first."""
    grid = load(ARISH).map.grid
    game: Any = load(ARISH)
    works = game.hex("4544")
    first, second, third = next(
        (a, b, c)
        for a in bits(grid.adjacent[works] & game.land & ~game.forts)
        for b in bits(grid.adjacent[works] & game.land & ~game.forts)
        for c in bits(grid.adjacent[a] & game.land & ~game.forts & ~grid.adjacent[b] & ~grid.adjacent[works])
        if a != b and c not in (b, works)
    )
    names = grid.names
    places = ("4544 1/2", f"{names[first]} 79/7/Tal", f"{names[second]} 82/7/Tal", f"{names[third]} 2/2")
    s = play(fighting(ARISH, "egypt", *places, air="[0]"), f"attack {names[first]}", "with 1/2")
    assert said(s, f"also {names[second]}") == (
        f"[7.3, 7.4] With {names[second]} in this attack 2/2 would have no enemy left to attack."
    )


@pytest.mark.rule("middle-east-battles", "7.4")
@pytest.mark.parametrize(
    ("title", "middle", "sides"), [(ARISH, "2846", ("2845", "2847")), (SUEZ, "4005", ("4004", "4006"))]
)
def test_r7_4_the_first_counter_has_duties_like_any_other(title: str, middle: str, sides: tuple[str, str]) -> None:
    game = load(title)
    west = {ARISH: ("79/7/Tal", "82/7/Tal"), SUEZ: ("A/6", "B/6")}[title]
    unit = game.name_of(0)
    places = (f"{middle} {unit}", *(f"{h} {u}" for h, u in zip(sides, west)))
    s = fighting(title, "egypt", *places, air="[0]" if title == ARISH else "[0, 0]")
    s = play(s, f"attack {sides[0]}", f"with {unit}")
    assert (
        said(s, "confirm") == f"[7.3, 7.4] As the attack stands nobody would be left to attack {west[1]} in {sides[1]}."
    )


@pytest.mark.rule("middle-east-battles", "7.18", "7.3")
def test_r7_18_one_who_is_kept_apart_among_the_stranded_decides_the_reason() -> None:
    places = ("2846 79/7/Tal", "2845 1/7", "2847 7-Tank", "2844 82/7/Tal", "2848 1/Se/Yof")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2845", "with 79/7/Tal")
    assert said(s, "also 2847") == (
        "[7.3, 7.18] With 2847 in this attack 82/7/Tal and 1/Se/Yof would have no enemy left to attack, "
        "for different divisions never attack together."
    )
    alone = play(fighting(ARISH, "israel", *places[:4], "2848 9/7/Tal", air="[0]"), "attack 2845", "with 79/7/Tal")
    assert refused(alone, "also 2847") == ("7.3", "7.4")


@pytest.mark.rule("middle-east-battles", "7.18", "7.3")
def test_r7_18_a_rival_farther_along_the_front_is_the_reason_too() -> None:
    """1/Se/Yof at 2845 leaves that enemy's 79/7/Tal the one that 2/Se/Yof needs."""
    places = ("2845 1/7", "2843 2/7", "2847 7-Tank", "2844 1/Se/Yof", "2943 3/Se/Yof", "2846 79/7/Tal", "2848 2/Se/Yof")
    s = fighting(ARISH, "israel", *places, air="[0]")
    assert said(play(s, "attack 2845"), "with 1/Se/Yof") == (
        "[7.3, 7.18] With 1/Se/Yof in this attack 2/Se/Yof would have no enemy left to attack, "
        "for different divisions never attack together."
    )


@pytest.mark.rule("middle-east-battles", "7.3")
def test_r7_3_only_those_are_named_who_are_stranded_by_this_attack() -> None:
    """7-AT has nobody left who could attack it: that is not the fault of the attack on 7-Tank."""
    places = ("2846 79/7/Tal", "2845 7-Tank", "2847 1/7", "3349 82/7/Tal", "3348 7-AT", "3043 9/7/Tal")
    fields = {"must_attack": '["79/7/Tal", "82/7/Tal"]', "must_be_attacked": '["7-Tank", "1/7", "7-AT"]'}
    s = position(ARISH, "CombatPhase israel", *places, air="[0]", fought='["82/7/Tal"]', **fields)
    s = play(s, "attack 2845", "with 79/7/Tal")
    assert said(s, "confirm") == "[7.3, 7.4] As the attack stands nobody would be left to attack 1/7 in 2847."


@pytest.mark.rule("middle-east-battles", "7.1", "7.3")
def test_r7_1_the_end_of_the_phase_names_those_who_can_still_fight() -> None:
    places = ("2846 79/7/Tal", "2845 7-Tank", "3348 82/7/Tal", "3347 7-AT")
    fields = {
        "must_attack": '["79/7/Tal", "82/7/Tal"]',
        "must_be_attacked": '["7-Tank", "7-AT"]',
        "attacked": '["7-AT"]',
    }
    s = position(ARISH, "CombatPhase israel", *places, air="[0]", **fields)
    assert "79/7/Tal" in said(s, "end")
    assert "82/7/Tal" not in said(s, "end")


@pytest.mark.rule("middle-east-battles", "7.3", "7.4")
def test_r7_3_an_attack_that_only_one_of_three_neighbours_can_make_may_begin() -> None:
    """The other two have enemies of their own that nobody else reaches: whichever unit stands where."""
    game = load(ARISH)
    first, second, third = sorted(("79/7/Tal", "82/7/Tal", "9/7/Tal"), key=game.unit)
    for mine in ((first, second, third), (second, third, first), (third, first, second)):
        places = [f"{h} {u}" for h, u in zip(("2845", "2747", "2947"), mine)]
        s = fighting(ARISH, "israel", "2846 1/7", "2748 7-Tank", "2948 7-AT", *places, air="[0]")
        assert "attack 2846" in [str(a) for a in s.options()]
        s = play(s, "attack 2846", f"with {mine[0]}")
        assert s.check("confirm") is None
        assert refused(s, f"with {mine[1]}") == refused(s, f"with {mine[2]}") == ("7.3", "7.4")


@pytest.mark.rule("middle-east-battles", "7.18", "8.8", "8.9")
def test_r8_9_a_gun_with_an_enemy_of_its_own_does_not_make_an_attack_elsewhere_possible() -> None:
    """Two divisions meet at 3348, so one unit there goes without; 1-Art/Tal cannot join 79/7/Tal to make up for another."""
    places = (
        "2846 1/7",
        "2847 79/7/Tal",
        "2848 7-Tank",
        "2845 1/Se/Yof",
        "3348 7-AT",
        "3347 1-Art/Tal",
        "3349 2/Se/Yof",
    )
    s = fighting(ARISH, "israel", *places, air="[0]")
    assert s.check("attack 2848") is None
    assert refused(play(s, "attack 2846"), "with 79/7/Tal") == ("7.3", "7.18")


@pytest.mark.rule("middle-east-battles", "7.3", "8.4")
def test_r8_4_fire_from_range_that_would_keep_a_gun_from_its_second_enemy_is_refused() -> None:
    places = ("2846 1-Art/Tal", "2845 7-Tank", "2847 7-AT", "2841 2-Art/Tal")
    s = play(fighting(ARISH, "israel", *places, air="[0]"), "attack 2845", "with 1-Art/Tal")
    assert refused(s, "with 2-Art/Tal") == ("7.3", "7.4")
    assert s.check("also 2847") is None
