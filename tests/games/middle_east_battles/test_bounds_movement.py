"""The edges of the movement phase, found missing by mutation: short forms, words, refusals, what is shown."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import Action
from sandtable.core import END, bits
from sandtable.games.middle_east_battles.marching import front, stops, ways

from .table import ARISH, SUEZ, load, moving, options, refused
from .test_bounds import said

AF = "anglo-french"


# Short forms ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.1")
def test_r5_1_units_move_one_at_a_time() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "2946 82/7/Tal", "2050 9/7/Tal")
    for text in ("move 79/7/Tal+82/7/Tal 2846-2845", "move 79/7/Tal+82/7/Tal 2845", "exit 9/7/Tal+79/7/Tal"):
        assert said(s, text) == f"[5.1] {text.split()[1]} is not one of your units."


@pytest.mark.rule("middle-east-battles", "5.1")
def test_r5_1_other_verbs_and_further_words_are_no_moves() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "2050 9/7/Tal", "holding 82/7/Tal", turn=1)
    for text in ("march 79/7/Tal 2846-2845", "move", "exit", "move 79/7/Tal 2846 2845", "move 79/7/Tal 2846-2845 2844"):
        assert "cannot be done now" in said(s, text)
    assert "“march 79/7/Tal 2845”" in said(s, "march 79/7/Tal 2845")
    assert "“exit”" in said(moving(ARISH, "israel", "2050 SC-Heli"), "exit")  # the last counter
    assert refused(s, "enter 82/7/Tal 4820 now") == ("10.5",)
    assert said(s, "move 9/7/Tal") == "[5.1] Say where 9/7/Tal goes."
    assert said(s, "move 79/7/Tal 2846") == "[5.1] 79/7/Tal would not move."
    assert said(s, "move 79/7/Tal nowhere") == "[5.1] There is no hex nowhere on the map."
    assert said(s, "move 79/7/Tal 2846-holding") == "[5.1] There is no hex holding on the map."
    assert said(s, "move 79/7/Tal 2846-2845-xx") == "[5.1] There is no hex xx on the map."
    assert refused(s, Action("move", ("79/7/Tal", "2845"))) == ("5.1",)  # not read yet: no way is named
    assert refused(s, Action("exit", ("9/7/Tal", "1949"))) == ("5.1",)


@pytest.mark.rule("middle-east-battles", "5.1", "10.9")
def test_r5_1_who_is_not_on_the_map_does_not_march() -> None:
    s = moving(ARISH, "israel", "2846 79/7/Tal", "holding 82/7/Tal", turn=1)
    for unit in ("82/7/Tal", "9/7/Tal"):  # in its box, and out of the game
        for text in (f"move {unit} 2846-2845", f"move {unit} 2845", f"exit {unit}", f"exit {unit} 1949"):
            assert said(s, text) == f"[5.1] {unit} is not on the map."


@pytest.mark.rule("middle-east-battles", "5.1")
@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_r5_1_words_that_name_nobody(side: str) -> None:
    s = moving(ARISH, side, "2846 79/7/Tal", "3549 1/7", turn=2)
    assert said(s, "move Nobody 2846-2845") == "[5.1] Nobody is not one of your units."
    assert said(s, "enter Nobody 4820") == "[5.1] Nobody is not one of your units."
    assert said(s, "enter") == "[5.1] Say which unit: enter UNIT."
    first = s.game.name_of(0)
    rules = ("10.4", "10.5") if side == "egypt" else ("5.1",)
    assert refused(s, f"enter {first} 1935") == rules


@pytest.mark.rule("middle-east-battles", "10.9", "9.10")
def test_r10_9_a_unit_that_just_leaves_takes_the_cheapest_way() -> None:
    for title, side, unit in ((ARISH, "israel", "79/7/Tal"), (SUEZ, AF, "A/6")):
        game: Any = load(title)
        names, grid, doors = game.map.grid.names, game.map.grid, game.map.sets[game.exits]
        for h in bits((doors | grid.spread(doors)) & game.land):
            s = moving(title, side, f"{names[h]} {unit}", turn=2)
            ways = [s.details(a)["cost"] for a in s.options() if a.verb == "exit"]
            if not ways:  # over the Canal
                assert said(s, f"exit {unit}") == f"[9.10] {unit} cannot leave the map in this phase."
                continue
            assert s.details(f"exit {unit}")["cost"] == min(ways)
            for end in [a.args[1][-4:] for a in s.options() if a.verb == "exit"][:3]:
                assert s.details(f"exit {unit} {end}")["path"][-2] == end
            if doors >> h & 1:
                assert s.details(f"exit {unit}")["path"] == [names[h], "exited"]


@pytest.mark.rule("middle-east-battles", "5.10", "5.12", "5.15", "9.4")
def test_r5_10_who_has_nowhere_to_go_is_not_offered_a_move() -> None:
    grid = load(ARISH).map.grid
    friends = ["7-Tank", "7-Arm", "1/2", "2/2", "3/2", "2-Arm"]
    ring = [f"{grid.names[h]} {u}" for h, u in zip(bits(grid.adjacent[load(ARISH).hex("2846")]), friends)]
    s = moving(ARISH, "egypt", "2846 1/7", *ring, turn=4)  # two points by night, three for a friend's hex
    assert "1/7" not in s.words(("move",))
    assert set(friends) <= set(s.words(("move",)))
    s = moving(SUEZ, "egypt", "2510 1R", "militia Militia-1", militia_due="1", mustering='["2510"]')
    assert s.words(("end",)) == ()


# Words ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "5.1", "9.4", "9.12", "9.13", "9.14", "10.4", "10.5")
@pytest.mark.parametrize(
    ("title", "side", "places", "fields"),
    [
        (ARISH, "israel", ("2050 79/7/Tal", "4820 SC-Heli", "holding 82/7/Tal"), {"turn": 1}),
        (ARISH, "egypt", ("1940 7-AT", "1942 1/7", "2041 79/7/Tal", "reserve 3-Art"), {"turn": 5, "withdrawing": "true"}),
        (SUEZ, AF, ("4707 9-Eng", "4708 A/6", "4807 B/6", "4605 2R", "holding 845 WY"), {"turn": 4}),
        (SUEZ, "egypt", ("2510 1R", "2609 A/6", "militia Militia-1"), {"militia_due": "1", "mustering": '["2510"]'}),
    ],
)  # fmt: skip
def test_r5_1_every_option_is_spelled_and_nothing_else(
    title: str, side: str, places: tuple[str, ...], fields: dict[str, Any]
) -> None:
    """Word by word through the phase: what can be spelled to the end is the list of options."""
    s = moving(title, side, *places, **fields)
    spelled = {(*s.choice.spell(s, a), "."): a for a in s.options()}
    ends = set(spelled)
    prefixes = sorted({words[:n] for words in ends for n in range(len(words))}, key=lambda words: (len(words), words))
    few = [words for words in prefixes if len(words) < 3]
    for prefix in few + prefixes[len(few) :: 1 + len(prefixes) // 20]:
        onward = {words[len(prefix)] for words in ends if words[: len(prefix)] == prefix}
        told = s.words(prefix)
        assert {w if w != END else "." for w in told} == onward, prefix
        assert len(told) == len(set(told))
    for prefix in (
        ("end", "now"), ("march",), ("enter", "nobody"), ("fly", "nobody"), ("move", "nobody"), ("move", "79/7/Tal", "xx"),
        ("muster", "1R"), ("cross", "B/6", "9-Eng", "2510"), ("move", "1R", "1R", "1R"),
    ):  # fmt: skip
        assert s.words(prefix) == (), prefix
    for a in list(spelled.values())[:: 1 + len(spelled) // 9]:
        assert s.check(s.spelled(s.choice.spell(s, a))) is None


@pytest.mark.rule("middle-east-battles", "9.13", "6.1")
def test_r9_13_a_landing_has_no_price_and_a_move_says_whether_it_ends_beside_an_enemy() -> None:
    s = moving(SUEZ, AF, "holding A/6", "2204 PS-Coast", turn=4)
    assert s.details("beach A/6 2206") == {}
    for title, side, places in ((ARISH, "israel", ("2846 79/7/Tal", "3047 1/7")), (SUEZ, AF, ("4807 A/6", "4609 2R"))):
        s = moving(title, side, *places)
        game, near = s.game, s.game.map.grid.adjacent
        enemy = game.hex(places[1].split()[0])
        seen = set()
        for a in s.options():
            if a.verb == "move":
                beside = bool(near[enemy] >> game.hex(a.args[1][-4:]) & 1)
                assert s.details(a)["enemy_controlled"] == beside
                seen.add(beside)
            elif a.verb == "exit":
                assert "enemy_controlled" not in s.details(a)
        assert seen == {True, False}


# What binds a unit ------------------------------------------------------------------------------------------------
@pytest.mark.rule("middle-east-battles", "9.11", "9.14")
@pytest.mark.parametrize("field", ["landed", "crossed", "helped", "moved"])
def test_r9_14_who_is_bound_is_offered_nothing(field: str) -> None:
    s = moving(SUEZ, AF, "4005 A/6", "4008 B/6", **{field: '["A/6"]'})
    assert not options(s, "move A/6")
    assert s.words(("move",)) == ("B/6",)
    assert refused(s, "move A/6 4006")


@pytest.mark.rule("middle-east-battles", "6.3", "10.11")
def test_r10_11_a_withdrawal_frees_no_israeli_from_the_works() -> None:
    s = moving(ARISH, "israel", "4544 1/2", "4543 2/Zi/Shr", withdrawing="true")
    assert not options(s, "move 2/Zi/Shr")
    assert refused(s, "move 2/Zi/Shr 4543-4542") == ("6.3",)


@pytest.mark.rule("middle-east-battles", "5.12")
def test_r5_12_a_units_own_hex_holds_a_friend_only_if_another_stands_there() -> None:
    alone = moving(SUEZ, AF, "4005 A/6")
    shared = moving(SUEZ, AF, "4005 A/6 JS")
    forth = alone.details("move A/6 4005-4006")["cost"]
    back = alone.details("move A/6 4005-4006-4005")["cost"] - forth
    assert shared.details("move A/6 4005-4006-4005")["cost"] == forth + back + 1
    egypt = moving(ARISH, "egypt", "2846 14-Arm")
    assert egypt.details("move 14-Arm 2846-2946-2846")["cost"] == 2 * egypt.details("move 14-Arm 2846-2946")["cost"]


@pytest.mark.rule("middle-east-battles", "5.10", "5.15")
def test_r5_15_a_neighbour_that_is_closed_or_too_dear_is_no_move() -> None:
    """All but one neighbour are full; that one lies in a zone by night, or costs more than a unit has."""
    game = load(ARISH)
    grid, names = game.map.grid, game.map.grid.names
    friends = ["7-Tank", "7-Arm", "1/2", "2/2", "3/2", "2-Arm"]

    def hemmed_in(here: int, free: int, *others: str) -> Any:
        near = [h for h in bits(grid.adjacent[here] & game.land) if h != free]
        ring = [f"{names[h]} {u}" for h, u in zip(near, friends)]
        return moving(ARISH, "egypt", f"{names[here]} 1/7", *ring, *others, turn=4)

    here, free, enemy = game.hex("2846"), game.hex("2747"), game.hex("2647")
    assert grid.adjacent[free] >> enemy & 1
    assert not grid.adjacent[here] >> enemy & 1
    assert "1/7" in hemmed_in(here, free).words(("move",))
    assert "1/7" not in hemmed_in(here, free, f"{names[enemy]} 79/7/Tal").words(("move",))
    here, free = next((a, b) for a in bits(game.land) for b, cost in game.edges[a] if cost > 4)
    assert "1/7" not in hemmed_in(here, free).words(("move",))


@pytest.mark.rule("middle-east-battles", "5.7", "5.11")
def test_r5_7_the_sea_of_el_arish_is_closed_and_asking_without_the_front_is_the_same() -> None:
    game = load(ARISH)
    grid = game.map.grid
    coast, sea = next((a, b) for a in bits(game.land) for b in bits(grid.adjacent[a] & game.sky & ~game.land))
    s = moving(ARISH, "israel", f"{grid.names[coast]} 79/7/Tal", "2846 82/7/Tal", "2847 SC-Heli", "2848 9/7/Tal")
    assert refused(s, f"move 79/7/Tal {grid.names[coast]}-{grid.names[sea]}") == ("5.7",)
    u = game.unit("82/7/Tal")
    way = ways(s, u, s.loc[u])
    assert stops(s, u, way) == stops(s, u, way, front(s, "israel"))
    assert game.hex("2848") not in stops(s, u, way)


@pytest.mark.rule("middle-east-battles", "9.4")
def test_r9_4_who_musters_where_and_when() -> None:
    game: Any = load(SUEZ)
    box = "militia " + " ".join(game.name_of(u) for u in bits(game.militia))
    fields = {"militia_due": "1", "mustering": '["2510", "2609"]'}
    s = moving(SUEZ, "egypt", "2609 A/6", "2507 1R", box, **fields)
    for u in game.units_of["egypt"]:
        name = game.name_of(u)
        if game.militia >> u & 1:
            assert s.check(f"muster {name} 2510") is None
        else:
            assert said(s, f"muster {name} 2510") == f"[9.4] {name} is no militia."
    appear = "[9.4] Militia appear in a city hex that held an Egyptian unit at the start of this player turn."
    assert said(s, "muster Militia-1 2609-2610") == appear  # the enemy stands there now
    assert said(s, "muster Militia-1 2507-2508") == appear
    placed = moving(SUEZ, "egypt", "2507 Militia-1", "militia Militia-2", **fields)
    assert said(placed, "muster Militia-1 2510") == "[9.4] Militia-1 is not due: the die leaves 1 militia to place."
    west = moving(SUEZ, AF, "4005 A/6", box, **fields)
    assert west.check("end") is None
    assert not options(west, "muster")


@pytest.mark.rule("middle-east-battles", "10.11", "10.9")
def test_r10_11_at_the_edge_a_unit_slips_off_the_map_out_of_an_enemy_zone() -> None:
    s = moving(ARISH, "egypt", "1933 SF-Inf", "2033 79/7/Tal", turn=5, withdrawing="true")
    assert s.game.map.grid.are_adjacent(s.game.hex("1933"), s.game.hex("2033"))
    assert "exit SF-Inf 1933" in options(s)
    assert s.check("exit SF-Inf 1933") is None


@pytest.mark.rule("middle-east-battles", "9.11", "9.12", "9.13")
def test_r9_12_by_which_rule_a_unit_has_landed() -> None:
    game: Any = load(SUEZ)
    ground = [u for u in game.units_of[AF] if not game.helicopters >> u & 1]

    def rules(u: int, place: str, *others: str, landed: str = "") -> tuple[str, ...]:
        name = game.name_of(u)
        names = f'["{name}"{landed}]'
        return refused(
            moving(SUEZ, AF, f"{place} {name}", *others, landed=names, turn=4), f"move {name} {place}-{place}"
        )

    for u in ground:
        jumps = game.paratroops >> u & 1
        assert rules(u, "4005") == (("9.11",) if jumps else ("9.12",))
        assert rules(u, "2206") == (("9.11", "9.13") if jumps else ("9.13",))
        assert rules(u, "4005", "4005 JS", "4105 845", landed=', "JS"') == ("9.12",)
        assert rules(u, "4005", "4005 845", "4105 JS", landed=', "JS"') == (("9.11",) if jumps else ("9.12",))
