"""Entries, ways that do not lead there, and equal elimination to the last case; found missing by mutation."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.across_suez.movement import bound
from sandtable.games.across_suez.optional import strength_of
from sandtable.games.across_suez.overlays import attack_threat
from sandtable.games.across_suez.reinforcements import entry_hexes
from sandtable.games.across_suez.results import ChooseLoss, Losses

from .table import BOTH, NEW, OLD, fighting, moving, options, play, refused
from .test_refusals import said


def names(s: Any, hexes: int) -> list[str]:
    return sorted(str(s.game.hex_name(h)) for h in s.game.map.grid.hexes if hexes >> h & 1)


# Entries --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "7.2")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_2_a_friend_in_the_entry_hex_is_in_the_way_only_under_enemy_eyes(book: str) -> None:
    s = moving(book, "israel", "1708 Amir-2", "reinforcements Amir-1", turn=2)
    assert s.check("enter Amir-1 1708-1707") is None
    watched = moving(book, "israel", "1708 Amir-2", "1608 16/4", "reinforcements Amir-1", turn=2)
    assert refused(watched, "enter Amir-1 1708")
    if book == OLD:  # it goes to the closest legal hex of the edge
        assert "1708" not in names(watched, entry_hexes(watched, watched.game.unit("Amir-1")))
        assert entry_hexes(watched, watched.game.unit("Amir-1"))
    else:
        assert entry_hexes(watched, watched.game.unit("Amir-1")) == 0
        assert "it is enemy-controlled and holds Amir-2" in said(watched, "enter Amir-1 1708")
    empty = moving(book, "israel", "1608 16/4", "reinforcements Amir-1", turn=2)
    assert empty.check("enter Amir-1 1708") is None


@pytest.mark.rule("across-suez-1980", "7.2")
@pytest.mark.rule("across-suez-2021", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r7_2_an_enemy_in_the_entry_hex_sends_it_elsewhere(book: str) -> None:
    s = moving(book, "israel", "1708 16/4", "reinforcements Amir-1", turn=2)
    u = s.game.unit("Amir-1")
    doors = names(s, entry_hexes(s, u))
    assert doors
    assert "1708" not in doors
    assert said(s, "enter Amir-1 1708").endswith("Amir-1 cannot enter in 1708: it holds an enemy unit.")
    other = next(x for x in names(s, s.game.edge & s.game.terrain.enterable) if x not in [*doors, "1708"])
    assert "Amir-1 enters in" in said(s, f"enter Amir-1 {other}")
    free = moving(book, "israel", "1503 16/4", "reinforcements Amir-1", turn=2)
    assert names(free, entry_hexes(free, u)) == ["1708"]
    assert "Amir-1 enters in 1708, not in" in said(free, f"enter Amir-1 {other}-{other}")


@pytest.mark.rule("across-suez-1980", "4.0", "7.0", "11.3")
@pytest.mark.rule("across-suez-2021", "5.1", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r7_0_why_a_unit_is_not_at_hand(book: str) -> None:
    s = moving(book, "israel", "0610 Matt-1", "across Amir-1", "reinforcements Amir-2", "eliminated Matt-2", turn=2)
    assert said(s, "enter Matt-1 1708").endswith("Matt-1 is on the map already.")
    assert said(s, "move Amir-1 1708").endswith("Amir-1 is across the canal and does not return.")
    assert said(s, "move Amir-2 1708").endswith("Amir-2 is not on the map; it may enter as a reinforcement.")
    assert said(s, "move Matt-3 1708").endswith("Matt-3 is not in this game.")
    assert said(s, "move Matt-2 1708").endswith("Matt-2 is eliminated.")
    assert said(s, "move Matt-1 0611-0612").endswith("Matt-1 stands in 0610, not in 0611.")
    assert said(s, "move Matt-1 0610").endswith("Matt-1 already stands in 0610.")


@pytest.mark.rule("across-suez-2021", "15.5.1", "15.5.2")
def test_r15_5_where_nobody_lands() -> None:
    options = {"airborne_units": True, "airborne_operations": True}
    s = moving(NEW, "israel", "0610 Matt-1", "0811 16/4", "reinforcements I/35", turn=4, **options)
    name = next(u for u in ("I/35", "IL-Abn") if s.game.may_land >> s.game.unit(u) & 1)
    lake = next(n for n in names(s, s.game.map.on_map & ~s.game.terrain.enterable))
    assert f"may not land in {lake}" in said(s, f"land {name} {lake}")
    assert "is closed to it" in said(s, f"land {name} {lake}")
    assert said(s, f"land {name} 0610").endswith("Matt-1 is there.")
    assert said(s, f"land {name} 0810").endswith("it is in an enemy zone of control.")
    assert s.check(f"land {name} 0509") is None
    assert said(s, "land Matt-1 0509")


# Ways -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.1")
@pytest.mark.rule("across-suez-2021", "5.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_1_exactly_enough_points_lead_there(book: str) -> None:
    """Every hex without enemies is reached, or refused with a cost above the allowance."""
    s = moving(book, "israel", "0814 Matt-1", "1603 16/4", turn=3)
    have = s.game.allowance[s.game.unit("Matt-1")]
    seen = set()
    for name in names(s, s.game.terrain.enterable):
        if name == "0814":
            continue
        refusal = s.check(f"move Matt-1 {name}")
        if refusal is None:
            seen.add(s.details(f"move Matt-1 {name}")["left"] == 0)
        elif "the way from 0814" in refusal.text:
            cost = refusal.text.rpartition("costs ")[2].rstrip(".").replace("½", ".5")
            assert float(cost) > have / 2
    assert seen == {True, False}


@pytest.mark.rule("across-suez-1980", "7.1", "4.5")
@pytest.mark.rule("across-suez-2021", "11.0", "6.1")
@pytest.mark.parametrize("book", BOTH)
def test_r7_1_a_reinforcement_stops_in_the_first_zone_it_enters(book: str) -> None:
    s = moving(book, "israel", "1608 16/4", "reinforcements Amir-1", turn=2)
    assert s.check("enter Amir-1 1708") is None
    assert "must stop in 1708" in said(s, "enter Amir-1 1708-1707")
    assert "must stop in 1707" in said(
        moving(book, "israel", "1606 16/4", "reinforcements Amir-1", turn=2), "enter Amir-1 1708-1707-1706"
    )
    bridge = moving(book, "israel", "0112 Baram-4", "0111 Matt-1", turn=3)
    steps = bridge.details("cross Matt-1 0111-0112")["steps"]
    assert str(steps[-1]["why"]).startswith("bridge")
    ferry = moving(book, "israel", "0511 Baram-4", "0111 Matt-1", turn=3)
    assert str(ferry.details("cross Matt-1 0111-0112")["steps"][-1]["why"]).startswith("ferry")
    assert [str(x["why"])[:5] for x in s.details("enter Amir-1 1708")["steps"]] == ["entry"]


@pytest.mark.rule("across-suez-1980", "9.1", "14.2")
@pytest.mark.rule("across-suez-2021", "12.1", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r9_1_who_is_bound_to_its_hex(book: str) -> None:
    places = ("0610 Matt-1", "0909 Matt-2", "0112 Baram-4", "0611 16/4", "1503 16/5")
    for turn, side, expected in (
        (1, "israel", {"Matt-1", "Baram-4"}), (2, "israel", {"Baram-4"}), (1, "egypt", {"16/4"}), (2, "egypt", set()),
    ):  # fmt: skip
        s = moving(book, side, *places, turn=turn)
        units = bound(s, side)
        assert {u for u in ("Matt-1", "Matt-2", "Baram-4", "16/4", "16/5") if units >> s.game.unit(u) & 1} == expected
    s = moving(book, "israel", "0111 Baram-4", "0909 Matt-2", turn=2)
    assert bound(s, "israel") == 0


# Equal elimination ----------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_who_chooses_and_who_does_not(book: str) -> None:
    """Matt-1 and Matt-3 are worth 3 each, Matt-2 4."""

    def paying(owed: int, *gone: str) -> Any:
        s = fighting(book, "israel", "0610 Matt-1", "0609 Matt-2", "0509 Matt-3", "1503 16/4", turn=3)
        units = sum(1 << s.game.unit(u) for u in ("Matt-1", "Matt-2", "Matt-3"))
        for u in gone:
            s.loc[s.game.unit(u)] = s.game.box("eliminated")
        s.agenda = (Losses("israel", units, owed),)
        from sandtable.core.agenda import advance

        advance(s)
        return s

    s = paying(4)
    assert isinstance(s.choice, ChooseLoss)
    assert options(s) == ["lose Matt-1", "lose Matt-2", "lose Matt-3"]
    for text in ("lose", "lose Matt-1 Matt-2", "spare Matt-1"):
        assert refused(s, text)
    assert said(s, "lose 16/4").endswith("16/4 is not a surviving attacker: lose Matt-1, Matt-2 or Matt-3.")
    assert play(s, "lose Matt-2").choice is None  # paid
    again = play(s, "lose Matt-1")
    assert options(again) == ["lose Matt-2", "lose Matt-3"]
    two = paying(6, "Matt-2")
    assert two.choice is None  # six owed, six there: no choice
    assert all(two.loc[two.game.unit(u)] == two.game.box("eliminated") for u in ("Matt-1", "Matt-3"))
    left = paying(5, "Matt-2")
    assert options(left) == ["lose Matt-1", "lose Matt-3"]
    assert left.details("lose Matt-1")["warning"] == "Matt-1 alone does not pay 5: Matt-3 will be lost as well."
    assert paying(7).details("lose Matt-1") == {}  # a choice is left afterwards
    assert "cannot be done now" in said(s, "spare Matt-1")
    assert paying(0).choice is None
    assert paying(3, "Matt-1", "Matt-2", "Matt-3").choice is None
    one = paying(9, "Matt-1", "Matt-2")
    assert one.choice is None
    assert one.loc[one.game.unit("Matt-3")] == one.game.box("eliminated")


# What the enemy can do --------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.1", "5.0")
@pytest.mark.rule("across-suez-2021", "5.2", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_0_what_the_enemy_can_bring_against_a_hex(book: str) -> None:
    s = moving(book, "egypt", "0810 16/4", "0811 16/6", "1503 Matt-1", turn=3)
    strength = attack_threat(s, "israel")
    near = s.game.hex("0911")
    assert strength[near] == s.game.strength[s.game.unit("16/4")] + s.game.strength[s.game.unit("16/6")]
    assert all(s.game.terrain.enterable >> h & 1 for h in strength)
    assert max(strength.values()) == strength[near]
    moves = s.game.overlay(s, "israel", "move-threat")
    allowances = [s.game.allowance[s.game.unit(u)] for u in ("16/4", "16/6")]
    assert moves["0811"]["sign"] == str(allowances[1] // 2)  # it may stay there, with all its points
    assert moves["0810"]["sign"] != "0"
    alone = moving(book, "egypt", "0810 16/4", "1503 Matt-1", "reinforcements 25/1", turn=3)
    assert attack_threat(alone, "israel")[near] == alone.game.strength[alone.game.unit("16/4")]


@pytest.mark.rule("across-suez-1980", "11.0")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r11_0_the_canal_is_crossed_in_one_hex_only(book: str) -> None:
    s = moving(book, "israel", "0111 Matt-1", "1503 16/4", turn=3)
    for text in ("cross Matt-1 0208", "cross Matt-1 0111-0211"):
        assert said(s, text) == f"[{s.game.edition.rule.crossing}] The canal is crossed in 0112 only."


# Found last -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "4.2", "6.4")
@pytest.mark.rule("across-suez-2021", "5.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_no_closed_side_parts_two_hexes_that_may_be_entered(book: str) -> None:
    """What is said of prohibited hexsides stands for other maps: on this one nobody meets them."""
    game = sandtable.load(book)
    grid, ground = game.map.grid, game.terrain  # type: ignore[attr-defined]
    inside = [h for h in grid.hexes if ground.enterable >> h & 1]
    assert all(ground.step_cost(h, n) for h in inside for n in grid.neighbours[h] if n in inside)


@pytest.mark.rule("across-suez-1980", "4.0", "4.4", "7.2")
@pytest.mark.rule("across-suez-2021", "5.1", "5.2", "11.0")
@pytest.mark.parametrize("book", BOTH)
def test_r4_0_details_of_what_is_no_move(book: str) -> None:
    s = moving(book, "egypt", "0610 Matt-1", "1509 16/4", "1011 25/4", "0511 Baram-4", turn=3)
    assert s.details("move 25/4 1011-1012") != {}
    assert s.details("move nobody 1011-1012") == {}
    assert s.details("move 25/4 1011-1012-x") == {}
    assert said(s, "move 25/4 1011-across").endswith("There is no hex across on the map.")
    israel = moving(book, "israel", "0610 Matt-1", "1509 16/4", "0511 Baram-4", turn=3)
    assert "warning" not in israel.details("move Baram-4 0511-0510")
    if israel.check("move Matt-1 0610-0609-0610") is None:
        assert "warning" not in israel.details("move Matt-1 0610-0609-0610")
    lake = next(n for n in names(s, s.game.edge & ~s.game.terrain.enterable))
    entering = moving(book, "israel", "1503 16/4", "reinforcements Amir-1", turn=2)
    assert f"Amir-1 enters in 1708, not in {lake}." in said(entering, f"enter Amir-1 {lake}-{lake}")


@pytest.mark.rule("across-suez-1980", "11.5", "14.0")
@pytest.mark.rule("across-suez-2021", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_the_end_is_not_offered_a_second_time_after_egypt_has_moved(book: str) -> None:
    four = "across Amir-1 Amir-2 Amir-3 Amir-4"
    s = moving(book, "egypt", four, "0211 Baram-4", "0709 Matt-2", "0710 Matt-3", "0607 Erez-1", "1503 16/4", turn=7)
    s = play(s, "end")
    assert "play-on" not in (options(s) if s.actor in s.game.sides else [])


@pytest.mark.rule("across-suez-2021", "15.1", "15.4")
def test_r15_4_all_four_commandos_are_double_by_night() -> None:
    s = fighting(
        NEW, "israel", "0610 IL-Cdo-A", "0509 IL-Cdo-B", "0909 EG-Cdo-A", "1009 EG-Cdo-B", turn=4, commandos=True
    )
    for name in ("IL-Cdo-A", "IL-Cdo-B", "EG-Cdo-A", "EG-Cdo-B"):
        u = s.game.unit(name)
        assert strength_of(s, u) == 2 * s.game.strength[u]
    t = sandtable.load(NEW).start({"airborne_units": True})
    assert "cannot be done now" in said(t, "put II/23 0609")


@pytest.mark.rule("across-suez-1980", "4.4")
def test_r4_4_only_remove_removes() -> None:
    s = moving(OLD, "israel", "0910 Matt-1", "0909 Matt-2", "1503 16/4", turn=3)
    assert "cannot be done now" in said(play(s, "move Matt-2 0910", "end"), "keep Matt-1")


@pytest.mark.rule("across-suez-1980", "4.1", "5.0", "7.4")
@pytest.mark.rule("across-suez-2021", "5.2", "7.1", "11.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_0_the_threat_is_what_the_moves_of_the_enemy_allow(book: str) -> None:
    s = moving(book, "egypt", "0810 16/4", "1503 Matt-1", "reinforcements 25/1", turn=5)
    game: Any = s.game
    expected: dict[int, int] = {}
    for name in ("16/4", "25/1"):
        u = game.unit(name)
        ends = {game.hex(a.args[1].split("-")[-1]) for a in s.options() if a.verb != "end" and a.args[0] == name}
        ends |= {s.loc[u]} if s.loc[u] > 0 else set()
        near = {n for h in ends for n in game.map.grid.neighbours[h] if n and game.terrain.enterable >> n & 1}
        for h in near:
            expected[h] = expected.get(h, 0) + game.strength[u]
    assert attack_threat(s, "israel") == expected
    moves = game.overlay(s, "israel", "move-threat")
    assert all(key.isdigit() for key in moves)
    assert any(entry["sign"] == "0" for entry in moves.values())


@pytest.mark.rule("across-suez-1980", "4.2")
@pytest.mark.rule("across-suez-2021", "5.3", "5.4")
@pytest.mark.parametrize("book", BOTH)
def test_r4_2_what_a_step_is_paid_for(book: str) -> None:
    """The road where one is followed; the trail where it is followed and paid; else the ground."""
    game: Any = sandtable.load(book)
    ground, grid, m = game.terrain, game.map.grid, game.map
    seen = set()
    for h in grid.hexes:
        for n in grid.neighbours[h] if ground.enterable >> h & 1 else ():
            if not n or not ground.enterable >> n & 1:
                continue
            said = str(ground.step_reason(h, n)).split(" [")[0]
            if m.follows("road", h, n):
                expected = "road"
            elif m.follows("trail", h, n) and ground.step_cost(h, n) == ground.trail_cost:
                expected = "trail"
            else:
                expected = str(ground.ground(n)) + (" and ridge" if m.crosses("ridge", h, n) else "")
            assert said == expected
            seen.add(expected)
    assert {"road", "trail"} < seen


@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_the_first_counter_too_is_told_what_goes_with_it(book: str) -> None:
    s = fighting(book, "israel", "0610 Reshef-1", "0609 Matt-2", "1503 16/4", turn=3)
    units = 1 << s.game.unit("Reshef-1") | 1 << s.game.unit("Matt-2")
    s.agenda = (ChooseLoss("israel", units, 4),)
    assert s.details("lose Reshef-1")["warning"] == "Reshef-1 alone does not pay 4: Matt-2 will be lost as well."
    assert s.details("lose Matt-2") == {}


@pytest.mark.rule("across-suez-1980", "4.2", "14.2")
@pytest.mark.rule("across-suez-2021", "5.3")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_only_the_bridge_of_1980_finds_no_way_over_the_ground(book: str) -> None:
    s = moving(book, "israel", "1708 Baram-4", "1503 16/4", turn=3)
    apart = [
        n for n in names(s, s.game.may_stand(s.game.bridge)) if "no way over such" in str(s.check(f"move Baram-4 {n}"))
    ]
    assert bool(apart) == s.game.edition.bridge_keeps_to_clear_and_road
    if apart:
        text = f"[14.2] The bridge Baram-4 keeps to clear and road hexes, and no way over such leads to {apart[0]}."
        assert said(s, f"move Baram-4 {apart[0]}") == text
    tank = moving(book, "israel", "1708 Matt-1", "1503 16/4", turn=3)
    assert not any("no way" in str(tank.check(f"move Matt-1 {n}")) for n in names(tank, tank.game.terrain.enterable))


@pytest.mark.rule("across-suez-1980", "7.1", "7.2", "11.0")
@pytest.mark.rule("across-suez-2021", "11.0", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r7_2_where_a_reinforcement_does_not_come_in_and_how_far_it_gets(book: str) -> None:
    s = moving(book, "israel", "1503 16/4", "reinforcements Amir-4", turn=4)
    assert said(s, "enter Amir-4 0909-0910").endswith("Amir-4 enters in 1708, not in 0909.")
    assert "the way from 1708 to 0112 costs" in said(s, "cross Amir-4 0112")
    watched = moving(book, "israel", "1608 16/4", "reinforcements Amir-1", turn=2)
    assert "Amir-1 must stop in 1708: adjacent to 16/4." in said(watched, "enter Amir-1 1507")


@pytest.mark.rule("across-suez-2021", "11.0", "15.6")
def test_r15_6_the_nearest_of_several_landing_hexes_is_named() -> None:
    s = moving(NEW, "egypt", "reinforcements 3/130", "1503 Matt-1", turn=5, amphibious=True)
    far = said(s, "enter 3/130 1504")
    start = far.partition("the way from ")[2][:4]
    cost = float(far.rpartition("costs ")[2].rstrip(".").replace("½", ".5"))
    game, u = s.game, s.game.unit("3/130")
    from sandtable.core import bits, reach

    every = {
        str(game.hex_name(h)): (reach(game.edges(u), h, 200).cost[game.hex("1504")] + game.terrain.entry_cost(h)) / 2
        for h in bits(entry_hexes(s, u))
    }
    assert len(set(every.values())) > 1
    assert (every[start], cost) == (min(every.values()),) * 2


@pytest.mark.rule("across-suez-1980", "4.1", "4.5")
@pytest.mark.rule("across-suez-2021", "5.2", "6.1")
@pytest.mark.parametrize("book", BOTH)
def test_r4_1_a_way_round_that_costs_all_it_has_is_not_too_long(book: str) -> None:
    """Eight points lead round 16/4, 16/5 and 16/6 to 0906: it is the zones that stop the unit."""
    from sandtable import Action

    s = moving(book, "israel", "0811 Matt-1", "0714 16/4", "0909 16/5", "1113 16/6", turn=3)
    assert said(s, "move Matt-1 0906").endswith("On the way to 0906: Matt-1 must stop in 0809: adjacent to 16/5.")
    assert s.check(Action("move", ("Matt-1", "0812"))).text == "A path of Matt-1 to 0812 begins in 0811."


@pytest.mark.rule("across-suez-2021", "15.5.1")
def test_r15_5_1_ground_that_is_closed_to_a_landing_is_that_hex_alone() -> None:
    s = moving(NEW, "israel", "0610 Matt-1", "1503 16/4", "reinforcements IL-Abn", turn=4, airborne_operations=True)
    assert "is closed to it" in said(s, "land IL-Abn 0413")
    taken = moving(NEW, "israel", "0412 Matt-1", "1503 16/4", "reinforcements IL-Abn", turn=4, airborne_operations=True)
    assert said(taken, "land IL-Abn 0412").endswith("IL-Abn may not land in 0412: Matt-1 is there.")
