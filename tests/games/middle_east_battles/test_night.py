"""[7.19, 8.10] Combat by night: protective fire, two divisions, and the duties a night attack brings, against twins from the book."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.core import bits

from .table import ARISH, attack, fighting, frame, load, options, play, position, refused

ISRAELIS = ("79/7/Tal", "82/7/Tal", "1-Art/Tal", "9/7/Tal", "SC-Art")
EGYPTIANS = ("1/7", "2/7", "7-Tank", "7-Art", "7-AT", "14-Arm", "PLA")


def table(s: Any, frontal: bool, defender_die: int, differential: int, shift: int) -> str:
    """The result on the printed table: every column shift first, then the edges."""
    crt = s.game.frontal if frontal else s.game.mobile
    return str(crt.result(defender_die, crt.shifted_beyond(differential, shift)))


# Protective fire by night ---------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.19", "8.10", "8.11")
@pytest.mark.parametrize("night", [1, 2, 3, 4, 5, 6])
def test_r7_19_protective_fire_counts_before_the_night_shift(night: int) -> None:
    """82/7/Tal attacks 1/7; 7-Art fires for it. Odd dice cost the Israelis two columns, even dice one."""
    s = fighting(ARISH, "israel", "2846 1/7", "2845 82/7/Tal", "2847 SF-Inf", "2850 7-Art", turn=4, air="[0]")
    u = s.game.unit
    strengths = s.game.attack[u("82/7/Tal")], s.game.defence[u("1/7")], s.game.fpf[u("7-Art")]
    s = play(attack(s, "2846", "82/7/Tal"), "confirm")
    assert (frame(s), s.actor) == ("ProtectiveFire", "egypt")
    s = play(s, "fire 7-Art", "confirm", "table frontal", f"roll {night}")
    shift = -2 if night % 2 else -1
    differential = strengths[0] - strengths[1] - strengths[2]
    for die in range(1, 7):
        t = s.copy()
        t.log = []
        t.apply(f"roll {die}")
        expected = table(s, True, die, differential, shift)
        assert any(str(e).endswith(f": {expected}.") or f"{expected}" in str(e) for e in t.log), (die, expected)


@pytest.mark.rule("middle-east-battles", "7.19", "7.17")
@pytest.mark.parametrize("night", [1, 3, 6])
def test_r7_19_an_egyptian_night_attack_shifts_a_die_less_one_with_israeli_protective_fire(night: int) -> None:
    s = fighting(ARISH, "egypt", "2846 82/7/Tal", "2845 7-Tank", "2850 1-Art/Tal", turn=4, air="[0]")
    u = s.game.unit
    half = s.game.attack[u("7-Tank")] // 2
    fpf = s.game.fpf[u("1-Art/Tal")]
    s = play(attack(s, "2846", "7-Tank"), "confirm", "fire 1-Art/Tal", "confirm", f"roll {night}")
    resolve = s.agenda[1]
    assert resolve.night == night - 1
    assert resolve.differential(s) == half - s.game.defence[u("82/7/Tal")] - fpf
    for die in range(1, 7):
        assert resolve.result(s, die) == table(s, True, die, resolve.differential(s), -(night - 1))


@pytest.mark.rule("middle-east-battles", "7.19", "8.10")
def test_r7_19_a_gun_that_must_attack_by_night_may_still_have_fired_before() -> None:
    """A gun in contact fires for nobody, by night as by day; voluntary combat does not free it."""
    s = fighting(ARISH, "israel", "2846 1/7", "2845 82/7/Tal", "2848 7-Art", "2849 9/7/Tal", turn=4, air="[0]")
    s = play(attack(s, "2846", "82/7/Tal"), "confirm")
    assert frame(s) == "ChooseTable"  # 7-Art is next to 9/7/Tal


def of_division(game: Any, division: str, guns: bool) -> str:
    """The first gun, or the first other unit, of an Israeli division."""
    ids = (u for u in range(len(game.roster)) if game.division_of[u] == division)
    return str(next(game.name_of(u) for u in ids if bool(game.artillery >> u & 1) == guns))


# Two divisions ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "7.18", "7.19")
def test_r7_18_by_night_two_divisions_at_one_enemy_need_not_both_attack() -> None:
    """Nobody must attack until somebody does; then the other division's unit is excused, for they never attack together."""
    games = load(ARISH)
    yoffe = of_division(games, "Yoffe", guns=False)
    s = fighting(ARISH, "israel", "2846 1/7", "2845 82/7/Tal", f"2946 {yoffe}", turn=4, air="[0]")
    assert "end" in options(s)
    s = play(s, "attack 2846", "with 82/7/Tal")
    assert refused(s, f"with {yoffe}") == ("7.18",)
    assert s.check("confirm") is None
    # with an enemy of its own the second division has to attack that one
    s = fighting(ARISH, "israel", "2846 1/7", "2845 82/7/Tal", f"2946 {yoffe}", "3046 2/7", turn=4, air="[0]")
    s = play(s, "attack 2846", "with 82/7/Tal", "confirm", "table mobile", "roll 2", "roll 6")
    while frame(s) != "CombatPhase":
        s = play(s, options(s)[-1])
    assert refused(s, "end") == ("7.1", "7.3")
    assert yoffe in s.prompt


@pytest.mark.rule("middle-east-battles", "7.18", "8.10", "7.19")
def test_r7_18_by_night_guns_fire_for_their_own_division_only() -> None:
    games = load(ARISH)
    sharon = of_division(games, "Sharon", guns=True)
    s = fighting(ARISH, "egypt", "2846 82/7/Tal", "2845 7-Tank", f"2850 {sharon}", "2851 1-Art/Tal", turn=4, air="[0]")
    s = play(attack(s, "2846", "7-Tank"), "confirm")
    assert options(s, "fire") == ["fire 1-Art/Tal"]
    assert refused(s, f"fire {sharon}") == ("7.18",)


# The web of contact -----------------------------------------------------------------------------------------------
def web(game: Any, places: dict[str, tuple[str, int]], side: str, target: int) -> tuple[set[str], set[str]]:
    """Rulings ME-20 and ME-21 word by word: from the attacked units to the phasing units next to them, to the enemies next
    to those, and so on; the chain does not pass through Egyptians in fortifications when they are phasing."""
    near = game.map.grid.adjacent
    mine: set[str] = set()
    theirs = {u for u, (owner, h) in places.items() if owner != side and h == target}
    grown = True
    while grown:
        grown = False
        for u, (owner, h) in places.items():
            others = mine if owner == side else theirs
            linked = theirs if owner == side else mine
            exempt = owner == side == "egypt" and game.forts >> h & 1
            if u not in others and not exempt and any(near[h] >> places[v][1] & 1 for v in linked):
                others.add(u)
                grown = True
    return mine, theirs


@pytest.mark.rule("middle-east-battles", "7.19", "6.2")
@pytest.mark.parametrize("part", range(10))
def test_r7_19_the_duties_of_a_night_attack_agree_with_the_twin(part: int) -> None:
    rng = random.Random(719 + part)
    game = load(ARISH)
    grid = game.map.grid
    fort = next(bits(game.forts))
    area = [h for h in bits(game.land) if grid.distance(fort, h) <= 3]
    compared = 0
    for _ in range(25):
        hexes = rng.sample(area, 12)
        units = [*ISRAELIS, *EGYPTIANS]
        rng.shuffle(units)
        side = rng.choice(("israel", "egypt"))
        lines = [f"{grid.names[h]} {u}" for h, u in zip(hexes, units)]
        s = fighting(ARISH, side, *lines, turn=4, air="[0]")
        places = {u: (game.side_of[game.unit(u)], h) for h, u in zip(hexes, units)}
        for a in [a for a in s.options() if a.verb == "attack"]:
            built = s.play(a)
            target = game.hex(a.args[0])
            for join in [x for x in built.options() if x.verb == "with"]:
                if not grid.adjacent[places[join.args[0]][1]] >> target & 1:
                    continue  # fire from range brings no duties
                t = built.play(join)
                mine, theirs = web(game, places, side, target)
                assert {game.name_of(u) for u in bits(t.must_attack)} == mine, (a, join)
                assert {game.name_of(u) for u in bits(t.must_be_attacked)} == theirs, (a, join)
                compared += 1
    assert compared > 30


@pytest.mark.rule("middle-east-battles", "7.19", "6.2")
def test_r7_19_the_chain_stops_at_an_exempt_unit_that_attacks_itself() -> None:
    """Ruling ME-20: 1/7 in a fortification attacks 82/7/Tal; 9/7/Tal, which only touches 1/7, need not be attacked."""
    game = load(ARISH)
    grid = game.map.grid
    for fort in bits(game.forts):
        ring = list(bits(grid.adjacent[fort] & game.land & ~game.forts))
        pairs = [(a, b) for a in ring for b in ring if grid.distance(a, b) == 2]
        if pairs:
            break
    a, b = pairs[0]
    names = grid.names
    s = fighting(ARISH, "egypt", f"{names[fort]} 1/7", f"{names[a]} 82/7/Tal", f"{names[b]} 9/7/Tal", turn=4, air="[0]")
    s = play(s, f"attack {names[a]}", "with 1/7")
    assert {s.game.name_of(u) for u in bits(s.must_be_attacked)} == {"82/7/Tal"}
    assert s.must_attack == 0
    s = position(ARISH, "CombatPhase egypt", f"{names[fort]} 1/7", f"{names[b]} 9/7/Tal", turn=4)
    assert "end" in options(s)
