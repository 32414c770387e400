"""The edges of the combat and crossing rules, found missing by mutation: who is named, who is on the map, what is left."""

from __future__ import annotations

from typing import Any

import pytest

from .table import BOTH, NEW, OLD, attack, fighting, moving, options, play, refused
from .test_refusals import said

NIGHT = 4
NOBODY = ["", " Matt-1 Matt-2", " nobody"]


def log(s: Any, *actions: str) -> list[str]:
    """What is told while these are played."""
    t = s.copy()
    t.log = []
    for a in actions:
        t.apply(a)
    return [str(e.text) for e in t.log]


# Bombardment and support ----------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "13.0")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r13_0_only_israeli_units_on_the_map_are_bombarded(book: str) -> None:
    s = fighting(book, "egypt", "0610 Matt-1", "0611 16/4", "0909 Reshef-1", "across Amir-1")
    for text in NOBODY:
        assert refused(s, f"bombard{text}")
    for unit in ("nobody", "16/4", "Amir-1", "Matt-2"):  # nobody's, Egypt's, across, out of the game
        assert said(s, f"bombard {unit}").endswith(f"{unit} is not an Israeli unit on the map.")
    assert said(s, "bombard Reshef-1").endswith("Reshef-1 is not next to an Egyptian unit.")
    two = fighting(book, "egypt", "0610 Matt-1", "0609 Matt-2", "0611 16/4", "0710 16/5")
    two = play(two, "bombard Matt-1", "roll 6")
    assert said(two, "bombard Matt-1").endswith("Matt-1 has been bombarded in this phase.")


@pytest.mark.rule("across-suez-1980", "13.4", "13.5", "11.4")
@pytest.mark.rule("across-suez-2021", "9.1", "9.3", "13.3")
@pytest.mark.parametrize("book", BOTH)
def test_r13_4_how_many_attacks_are_supported(book: str) -> None:
    from sandtable.games.across_suez.artillery import support_left

    places = ("0610 Matt-1", "0611 16/4", "0810 Matt-2", "0811 16/5", "1010 Matt-3", "1011 16/6")
    day, night = fighting(book, "israel", *places, turn=3), fighting(book, "israel", *places, turn=NIGHT)
    assert (support_left(day), support_left(night)) == (1, 0)
    assert support_left(fighting(book, "israel", *places, "across Amir-1", turn=3)) == 2
    one = play(attack(day, "16/4", "Matt-1", support=True), "confirm", "roll 3")
    while one.choice.__class__.__name__ != "ChooseAttack":
        one = play(one, options(one)[0])
    one = attack(one, "16/5", "Matt-2")
    assert "support" not in options(one)
    assert said(one, "support").endswith("The one supported attack of this phase is used.")
    two = fighting(book, "israel", *places, "across Amir-1", turn=3)
    two.supported = 2
    assert said(attack(two, "16/5", "Matt-2"), "support").endswith("All 2 supported attacks of this phase are used.")
    before = attack(day, "16/4", "Matt-1")
    assert "support" in options(before)
    after = play(before, "support")
    assert "support" not in options(after)
    assert said(after, "support").endswith("This attack has artillery support already.")


# Crossing -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "11.1", "11.2")
@pytest.mark.rule("across-suez-2021", "13.1", "13.2")
@pytest.mark.parametrize("book", BOTH)
def test_r11_2_over_the_bridge_any_number_by_ferry_two(book: str) -> None:
    units = ["Matt-1", "Matt-2", "Matt-3"]
    by_bridge = moving(book, "israel", "0112 Baram-4", *(f"0111 {u}" for u in units), turn=3)
    assert log(by_bridge, "cross Matt-1 0111-0112")[-1] == "Matt-1 crosses the canal over the bridge."
    s = play(by_bridge, *(f"cross {u} 0111-0112" for u in units))
    assert s.ferried == 0
    by_ferry = moving(book, "israel", *(f"0111 {u}" for u in units), "0511 Baram-4", turn=3)
    assert log(by_ferry, "cross Matt-1 0111-0112")[-1] == "Matt-1 crosses the canal by ferry."
    s = play(by_ferry, *(f"cross {u} 0111-0112" for u in units[:2]))
    assert s.ferried == 2
    assert refused(s, "cross Matt-3 0111-0112")
    s.bridge_ready = True
    assert s.check("cross Matt-3 0111-0112") is None


@pytest.mark.rule("across-suez-1980", "11.2")
@pytest.mark.rule("across-suez-2021", "13.2")
@pytest.mark.parametrize("book", BOTH)
def test_r11_2_that_the_bridge_is_in_place_is_told_when_it_gets_there(book: str) -> None:
    told = "The bridge is in place in Matzmed."
    s = moving(book, "israel", "0111 Baram-4", "0211 Matt-1", turn=3)
    assert told in log(s, "move Baram-4 0111-0112")
    assert told not in log(s, "move Baram-4 0111-0211") if s.check("move Baram-4 0111-0211") is None else True
    assert told not in log(s, "move Matt-1 0211-0112")


# Attacks --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "5.0", "5.1")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_1_only_enemy_units_on_the_map_are_attacked(book: str) -> None:
    s = fighting(book, "israel", "0610 Matt-1", "0609 Matt-2", "0611 16/4", turn=3)
    for text in NOBODY:
        assert refused(s, f"attack{text}")
    for unit in ("nobody", "Matt-1", "16/5"):
        assert said(s, f"attack {unit}").endswith(f"{unit} is not an enemy unit on the map.")
    s = play(fighting(book, "egypt", "0909 Reshef-1", "0610 Matt-1", "0611 16/4", turn=3), "end")
    assert "not an enemy unit" not in said(s, "attack Reshef-1")
    assert refused(s, "attack Reshef-1") == (s.game.edition.rule.attack,)


@pytest.mark.rule("across-suez-1980", "5.0", "5.2", "6.1")
@pytest.mark.rule("across-suez-2021", "7.1", "7.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_1_who_may_join_an_attack_and_leave_it_again(book: str) -> None:
    s = fighting(book, "israel", "0610 Reshef-1", "0512 Matt-2", "0611 16/4", "0909 Matt-3", turn=3)
    s = play(s, "attack 16/4")
    assert options(s) == ["with Reshef-1", "with Matt-2", "support", "cancel"]
    assert said(s, "without Reshef-1").endswith("Reshef-1 is not in this attack.")
    assert said(s, "without nobody").endswith("nobody is not in this attack.")
    for text in NOBODY[:2]:
        assert refused(s, f"with{text}")
    assert refused(s, "bring Matt-2")
    for unit in ("nobody", "16/4", "Matt-1"):
        assert said(s, f"with {unit}").endswith(f"{unit} is not one of your units on the map.")
    assert said(s, "with Matt-3").endswith("Matt-3 is not next to 16/4 in 0611.")
    assert s.forecast() is None
    s = play(s, "with Reshef-1")
    assert options(s) == ["with Matt-2", "without Reshef-1", "support", "confirm", "cancel"]
    assert said(s, "with Reshef-1").endswith("Reshef-1 is in this attack already.")
    assert options(play(s, "without Reshef-1")) == ["with Reshef-1", "with Matt-2", "support", "cancel"]


@pytest.mark.rule("across-suez-1980", "6.1", "6.2")
@pytest.mark.rule("across-suez-2021", "7.2")
def test_r6_1_an_attack_is_told_with_its_shifts() -> None:
    s = fighting(OLD, "israel", "0610 Matt-1", "0611 16/4", turn=3)
    plain = log(attack(s, "16/4", "Matt-1"), "confirm")
    assert "Matt-1 attacks 16/4: 3 - 2 = +1; column 0 to +1." in plain
    helped = log(attack(s, "16/4", "Matt-1", support=True), "confirm")
    assert any("= +1; artillery support +" in text for text in helped)


@pytest.mark.rule("across-suez-1980", "9.2")
@pytest.mark.rule("across-suez-2021", "12.1")
@pytest.mark.parametrize("book", BOTH)
def test_r9_2_who_has_nobody_fresh_to_attack_is_free_on_turn_1(book: str) -> None:
    from sandtable.games.across_suez.combat import obliged

    s = fighting(book, "israel", "0610 Matt-1", "0611 16/4", "0909 Matt-3", turn=1)
    names = [s.game.name_of(u) for u in obliged(s, "israel")]
    assert names == ["Matt-1"]
    s.fought |= 1 << s.game.unit("16/4")
    assert obliged(s, "israel") == []
    s.fought = 1 << s.game.unit("Matt-3")
    assert [s.game.name_of(u) for u in obliged(s, "israel")] == ["Matt-1"]


# The forecast ---------------------------------------------------------------------------------------------------
def lost(s: Any, unit: str) -> float:
    return float(next(x["probability"] for x in s.forecast()["losses"] if x["unit"] == unit))


@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3", "13.2", "14.2")
def test_r6_3_the_bridge_pays_only_when_nobody_else_can() -> None:
    """Equal elimination against 16/4 (2): Matt-1 (3) pays, not the bridge (1) with somebody else."""
    for book in BOTH:
        s = fighting(book, "israel", "0610 Matt-1", "0512 Baram-4", "0611 16/4", turn=3)
        s = attack(s, "16/4", "Matt-1", "Baram-4")
        ee = sum(r["probability"] for r in s.forecast()["results"] if r["result"] == "Ee")
        ae = sum(r["probability"] for r in s.forecast()["results"] if r["result"] == "Ae")
        assert lost(s, "Baram-4") == pytest.approx(ae)
        assert lost(s, "Matt-1") == pytest.approx(ae + ee)


@pytest.mark.rule("across-suez-2021", "13.2", "14.2")
@pytest.mark.rule("across-suez-1980", "6.3")
def test_r14_2_when_the_bridge_dies_in_2021_nobody_pays_for_it() -> None:
    for book, pays in ((NEW, False), (OLD, True)):
        s = fighting(book, "egypt", "0611 Baram-4", "0610 25/1", "0512 25/2", turn=3)
        s = attack(play(s, "end"), "Baram-4", "25/1", "25/2")
        chance = {r["result"]: r["probability"] for r in s.forecast()["results"]}
        assert chance.get("Ee", 0) > 0
        total = lost(s, "25/1") + lost(s, "25/2")
        assert (total > 2 * chance.get("Ae", 0)) == pays


@pytest.mark.rule("across-suez-1980", "6.5", "14.2")
@pytest.mark.rule("across-suez-2021", "7.4.1", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_the_bridge_in_place_takes_no_hex(book: str) -> None:
    s = attack(fighting(book, "israel", "0112 Baram-4", "0111 16/2", turn=3), "16/2", "Baram-4")
    assert s.forecast()["take_hex"] == 0
    s = attack(fighting(book, "israel", "0110 Baram-4", "0111 16/2", turn=3), "16/2", "Baram-4")
    assert s.forecast()["take_hex"] > 0
    s = attack(
        fighting(book, "israel", "0112 Baram-4", "0110 Matt-1", "0111 16/2", turn=3), "16/2", "Baram-4", "Matt-1"
    )
    assert s.forecast()["take_hex"] > 0


# Goals ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "11.5", "14.0")
@pytest.mark.rule("across-suez-2021", "14.1")
@pytest.mark.parametrize("book", BOTH)
def test_r14_0_the_goal_names_where_each_condition_stands(book: str) -> None:
    def states(*places: str) -> list[tuple[str, list[str]]]:
        s = moving(book, "israel", *places, "1503 Raviv-1", turn=3)
        return [(p["state"], p["at"]) for p in s.game.goal(s, "israel")["parts"][:2]]

    six = "across " + " ".join(["Amir-1", "Amir-2", "Amir-3", "Amir-4", "Matt-1", "Matt-2"])
    assert states("0112 Baram-4")[:2] == [("open", ["0112"]), ("done", ["0112"])]
    assert states("0511 Baram-4", "across Amir-1") == [("partly", ["0112"]), ("partly", ["0511"])]
    assert states("reinforcements Baram-4", six) == [("done", ["0112"]), ("open", ["0112"])]
    s = moving(book, "israel", "eliminated Baram-4", "1503 Raviv-1", turn=3) if book == OLD else None
    if s is not None:
        assert str(s.game.goal(s, "israel")["parts"][1]["now"]) == "lost"


# Who is nobody, who is bound, and where a retreat ends ----------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "5.0", "5.2")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_0_nobody_is_not_the_last_counter(book: str) -> None:
    """25/4 is the last counter: a word that names nobody is not taken for it."""
    s = fighting(book, "israel", "0610 Matt-1", "0611 16/4", "0909 25/4", turn=3)
    assert said(s, "attack nobody").endswith("nobody is not an enemy unit on the map.")
    s = fighting(book, "egypt", "0610 Matt-1", "0611 16/4", "0909 25/4", turn=3)
    s = play(s, "end", "attack Matt-1")
    assert said(s, "with nobody").endswith("nobody is not one of your units on the map.")


@pytest.mark.rule("across-suez-1980", "5.3", "5.4")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_3_who_has_joined_is_not_asked_again(book: str) -> None:
    s = fighting(book, "israel", "0610 Matt-1", "0512 Matt-2", "0611 16/4", turn=3)
    s = play(s, "attack 16/4", "with Matt-2")
    assert options(s)[:2] == ["with Matt-1", "without Matt-2"]
    assert said(s, "with Matt-2").endswith("Matt-2 is in this attack already.")
    s = fighting(book, "israel", "0610 Matt-1", "0512 Matt-2", "0611 16/4", turn=3)
    s.fought, s.landed = 1 << s.game.unit("Matt-1"), 1 << s.game.unit("Matt-2")
    assert said(s, "attack 16/4").endswith("No other unit is next to 16/4: Matt-1 fought in this phase.")


@pytest.mark.rule("across-suez-1980", "12.1", "12.2")
def test_r12_2_a_ridge_is_cited_by_its_own_paragraph() -> None:
    s = fighting(OLD, "israel", "1304 Matt-1", "1203 16/4", turn=3)
    s = play(s, "attack 16/4", "with Matt-1")
    assert [(x["rule"], x["columns"]) for x in s.forecast()["shifts"]] == [("12.2", -2)]


@pytest.mark.rule("across-suez-2021", "12.1", "15.4")
def test_r15_4_commandos_that_feel_no_zone_need_not_attack_on_turn_1() -> None:
    from sandtable.games.across_suez.combat import obliged

    s = fighting(NEW, "israel", "0610 IL-Cdo-A", "0512 Matt-2", "0611 16/4", turn=1, commandos=True)
    assert [s.game.name_of(u) for u in obliged(s, "israel")] == ["Matt-2"]


@pytest.mark.rule("across-suez-2021", "7.4.2", "15.4")
def test_r15_4_commandos_too_retreat_away_from_their_opponent() -> None:
    """By night they feel no zone; a hex next to the defender is no retreat all the same."""
    game: Any = fighting(NEW, "israel", "0610 Matt-1", "0611 16/4", turn=4, commandos=True).game
    near = game.map.grid.adjacent[game.hex("0611")]
    away = [n for n in game.map.grid.neighbours[game.hex("0610")] if not near >> n & 1 and n != game.hex("0611")]
    friends = ["Matt-1", "Matt-2", "Matt-3", "Erez-1", "Erez-2"]
    places = [f"{game.hex_name(h)} {u}" for h, u in zip(away, friends, strict=False)]
    s = fighting(NEW, "israel", "0610 IL-Cdo-A", "0611 16/4", *places, turn=4, commandos=True)
    s = play(s, "attack 16/4", "with IL-Cdo-A")
    chance = {r["result"]: r["probability"] for r in s.forecast()["results"]}
    assert chance["Ar"] > 0
    assert lost(s, "IL-Cdo-A") == pytest.approx(chance["Ar"] + chance.get("Ae", 0) + chance.get("Ee", 0))


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_r14_2_when_the_bridge_must_go_the_game_is_over_before_anybody_is_lost(book: str) -> None:
    s = fighting(book, "israel", "0112 Baram-4", "0110 Reshef-1", "0111 25/1", turn=3)
    s = play(s, "attack 25/1", "with Baram-4", "with Reshef-1")
    chance = {r["result"]: r["probability"] for r in s.forecast()["results"]}
    assert chance["Ar"] > 0
    assert lost(s, "Reshef-1") == pytest.approx(chance.get("Ae", 0) + chance.get("Ee", 0))
    enemies = ("0111 25/1", "0211 25/2", "0212 25/3")
    s = fighting(book, "egypt", "0112 Baram-4", *enemies, turn=3)
    s = play(s, "end", "attack Baram-4", "with 25/1")
    chance = {r["result"]: r["probability"] for r in s.forecast()["results"]}
    assert chance["Dr"] > 0
    assert lost(s, "Baram-4") == pytest.approx(chance.get("De", 0) + chance.get("Ee", 0))


@pytest.mark.rule("across-suez-1980", "6.4")
@pytest.mark.rule("across-suez-2021", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_two_that_retreat_make_room_for_each_other(book: str) -> None:
    """One of two has one way only: the other takes its second."""
    from sandtable.games.across_suez.forecast import cut_off
    from sandtable.games.across_suez.results import safe_hexes

    found = 0
    s = fighting(book, "israel", "0610 Matt-1", "0512 Matt-2", "0611 16/4", turn=3)
    game: Any = s.game
    opponents = 1 << game.hex("0611")
    u, v = game.unit("Matt-1"), game.unit("Matt-2")
    for a in game.map.grid.neighbours[game.hex("0611")]:
        for b in game.map.grid.neighbours[game.hex("0611")]:
            if a == b or not game.terrain.enterable >> a & game.terrain.enterable >> b & 1:
                continue
            t = s.copy()
            t.loc[u], t.loc[v] = a, b
            ways = safe_hexes(t, u, opponents), safe_hexes(t, v, opponents)
            pairs = [
                (x, y) for x in range(4000) if ways[0] >> x & 1 for y in range(4000) if ways[1] >> y & 1 and x != y
            ]
            saved = 2 if pairs else min(1, bool(ways[0]) + bool(ways[1]))
            assert cut_off(t, 1 << u | 1 << v, opponents).bit_count() == 2 - saved
            found += bool(pairs) and (ways[0] & ways[1]) != 0
    assert found


# The night of the commandos, and stacks -----------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "5.2", "15.4")
def test_r15_4_commandos_join_no_friend_who_is_hemmed_in() -> None:
    from sandtable.games.across_suez.movement import is_hemmed_in, settled_hexes

    ring = ("0510 16/1", "0609 16/2", "0711 16/3", "0611 16/4", "0511 16/5")
    for turn, commandos, bound in ((4, True, True), (3, True, False), (4, False, False)):
        s = moving(
            NEW, "israel", "0610 Matt-1", "0909 Matt-2", *ring, turn=turn, **({"commandos": True} if commandos else {})
        )
        game = s.game
        assert is_hemmed_in(s, game.unit("Matt-1"))
        assert not is_hemmed_in(s, game.unit("Matt-2"))
        assert bool(settled_hexes(s, "israel") >> game.hex("0610") & 1) == bound
        assert not settled_hexes(s, "israel") >> game.hex("0909") & 1


@pytest.mark.rule("across-suez-2021", "5.2")
def test_r5_2_two_that_have_both_moved_or_cannot_move_end_the_phase() -> None:
    from sandtable.games.across_suez.movement import must_unstack

    s = moving(NEW, "israel", "0910 Matt-1 Matt-2", "1503 16/4", turn=3)
    a, b = (1 << s.game.unit(u) for u in ("Matt-1", "Matt-2"))
    for moved, must in ((0, True), (a, True), (b, True), (a | b, False)):
        t = s.copy()
        t.moved = moved
        assert must_unstack(t, "israel") == must
    assert not must_unstack(moving(OLD, "israel", "0910 Matt-1 Matt-2", "1503 16/4", turn=3), "israel")


@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_the_cheapest_that_pay_and_all_where_all_are_too_weak(book: str) -> None:
    from sandtable.games.across_suez.forecast import price

    s = fighting(book, "israel", "0610 Matt-1", "0609 Matt-2", "0509 Erez-3", "1503 16/4", turn=3)
    a, b, c = (1 << s.game.unit(u) for u in ("Matt-1", "Matt-2", "Erez-3"))  # worth 3, 4 and 2
    assert price(s, a | b | c, 2) == c
    assert price(s, a | b | c, 3) == a
    assert price(s, a | b | c, 4) == b
    assert price(s, a | b | c, 5) == a | c
    assert price(s, a | b | c, 9) == price(s, a | b | c, 20) == a | b | c
    assert price(s, a, 5) == a
