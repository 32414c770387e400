"""[1980 5.0-6.6, 8.0-8.2, 12.1-12.3; 2021 7.1-7.4.2, 8.0, 10.0] Attacks, shifts, results, retreats, advances."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.games import across_suez

from .table import BOTH, NEW, OLD, attack, column, fighting, options, play, refused, where

# In open ground: 16/4 in 0708; its neighbours are 0707 0807 0808 0709 0608 0607.


# Who may attack -------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "5.0", "5.1")
@pytest.mark.rule("across-suez-2021", "7.1", "4.1", "4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r5_0_adjacent_units_may_attack_but_need_not(book: str) -> None:
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "0711 Matt-2", "0713 16/5")
    assert options(s) == ["attack 16/4", "end"]
    assert refused(s, "attack Matt-1") == (s.game.edition.rule.attack,)
    assert s.game.edition.rule.attack in refused(s, "attack 16/5")
    s = play(s, "attack 16/4")
    assert options(s, "with") == ["with Matt-1"]
    assert refused(s, "with Matt-2") == (s.game.edition.rule.attack,)
    assert refused(s, "with 16/5") == (s.game.edition.rule.attack,)
    s = play(fighting(book, "egypt", "0708 16/4", "0709 Matt-1", turn=4), "end")
    assert s.actor is None


@pytest.mark.rule("across-suez-1980", "5.2", "5.5")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_5_several_units_attack_one_hex_others_stay_out(book: str) -> None:
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "0608 Matt-2", "0808 Matt-3", "0710 16/5")
    s = attack(s, "16/4", "Matt-1", "Matt-2")
    assert [d["unit"] for d in s.forecast()["defenders"]] == ["16/4"]
    assert s.forecast()["value"] == "+5"
    assert s.check("confirm") is None  # Matt-3 need not join


@pytest.mark.rule("across-suez-1980", "5.3", "5.4", "5.2")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_3_nobody_attacks_or_is_attacked_twice(book: str) -> None:
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "0608 Matt-2", "0710 16/5", "0510 16/7", "0509 Erez-1")
    s = play(attack(s, "16/4", "Matt-1"), "confirm", "roll 6")  # +1: Ar; Matt-1 is caught between zones and lost
    s = _settle(s)
    assert refused(s, "attack 16/4") == (s.game.edition.rule.attacked_once,)
    assert "attack 16/4" not in options(s)
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "0710 16/5", "0810 Matt-2", "0808 Erez-1")
    s = _settle(play(attack(s, "16/4", "Matt-1", "Erez-1"), "confirm", "roll 1"))
    s = play(s, "attack 16/5")
    assert options(s, "with") == ["with Matt-2"]
    assert refused(s, "with Matt-1") == (s.game.edition.rule.attack_once,)


def _settle(s: Any) -> Any:
    """Take the first option until the next attack is due."""
    while s.actor and "attack" not in s.prompt:
        s = s.play(next(iter(s.options())))
    return s


@pytest.mark.rule("across-suez-1980", "5.4")
@pytest.mark.rule("across-suez-2021", "7.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_4_the_defender_cannot_decline(book: str) -> None:
    s = attack(fighting(book, "israel", "0708 16/4", "0709 Matt-1"), "16/4", "Matt-1")
    assert play(s, "confirm").actor == "chance"


# Announcing -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "6.1")
@pytest.mark.rule("across-suez-2021", "7.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_1_an_attack_is_announced_and_may_be_changed_until_the_die(book: str) -> None:
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "0608 Matt-2")
    s = play(s, "attack 16/4")
    assert refused(s, "confirm") == (s.game.edition.rule.announce,)
    s = play(s, "with Matt-1", "with Matt-2", "without Matt-1")
    assert [d["unit"] for d in s.forecast()["attackers"]] == ["Matt-2"]
    assert refused(s, "without Matt-1") == (s.game.edition.rule.announce,)
    assert options(play(s, "cancel")) == ["attack 16/4", "end"]
    s = play(s, "confirm")
    assert s.actor == "chance"
    assert options(s) == [f"roll {n}" for n in range(1, 7)]


@pytest.mark.rule("across-suez-1980", "6.0", "2.6")
@pytest.mark.rule("across-suez-2021", "7.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_0_differential_is_attack_minus_defence(book: str) -> None:
    s = fighting(book, "israel", "0708 16/4", "0709 Erez-1", "0608 Erez-2", "0607 Reshef-3", "0707 Amir-1")
    found = []
    s = play(s, "attack 16/4")
    for unit in ("Erez-2", "Erez-1", "Reshef-3", "Amir-1"):
        s = play(s, f"with {unit}")
        found.append((s.forecast()["value"], column(s)))
    assert found == [("+1", "0 to +1"), ("+5", "+4 to +5"), ("+9", "+9 or more"), ("+13", "+9 or more")]


@pytest.mark.rule("across-suez-1980", "6.2", "8.2")
@pytest.mark.rule("across-suez-2021", "7.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_2_beyond_the_table_the_end_column_counts_before_shifts(book: str) -> None:
    s = fighting(book, "egypt", "0910 Keren-1", "0810 16/3", turn=4)  # 2 - 5 = -3, two columns left of the first
    assert column(attack(s, "Keren-1", "16/3")) == "-3 or less"
    s = fighting(book, "israel", "0910 16/4", "0810 Keren-1", "0909 Keren-2", "0911 Keren-3", turn=4)
    s = attack(s, "16/4", "Keren-1", "Keren-2", "Keren-3")  # +13, two columns left of the last
    assert column(s) == "+4 to +5"


# Shifts ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "12.1")
@pytest.mark.rule("across-suez-2021", "8.0")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize(
    ("defender", "attacker", "shift"),
    [
        ("0708", "0709", 0),
        ("0801", "0802", 0),
        ("0306", "0307", -1),
        ("0112", "0111", -1),
        ("0616", "0615", -1),
        ("0910", "0810", -2),
    ],
)
def test_r12_1_defensive_terrain(book: str, defender: str, attacker: str, shift: int) -> None:
    s = fighting(book, "israel", f"{defender} 16/4", f"{attacker} Erez-1", turn=4)
    assert sum(x["columns"] for x in attack(s, "16/4", "Erez-1").forecast()["shifts"]) == shift


@pytest.mark.rule("across-suez-1980", "12.2")
@pytest.mark.rule("across-suez-2021", "8.0")
@pytest.mark.parametrize("book", BOTH)
def test_r12_2_ridges_count_only_when_every_attacker_uses_one(book: str) -> None:
    places = ("1317 16/7", "1316 Baram-3", "1216 Baram-2", "1318 Baram-1")
    s = fighting(book, "israel", *places, turn=4)
    assert _shift(attack(s, "16/7", "Baram-3")) == -2
    assert _shift(attack(s, "16/7", "Baram-3", "Baram-2")) == -2
    assert _shift(attack(s, "16/7", "Baram-3", "Baram-1")) == -1
    assert _shift(attack(s, "16/7", "Baram-1")) == -1
    behind = fighting(book, "israel", "1316 16/7", "1317 Baram-3", turn=4)  # not in elevated sand
    assert _shift(attack(behind, "16/7", "Baram-3")) == 0


def _shift(s: Any) -> int:
    return sum(x["columns"] for x in s.forecast()["shifts"])


@pytest.mark.rule("across-suez-1980", "12.3")
@pytest.mark.rule("across-suez-2021", "8.0")
@pytest.mark.parametrize("book", BOTH)
def test_r12_3_the_best_terrain_counts_and_roads_do_not(book: str, tmp_path: Path) -> None:
    text = across_suez._source().text("map.toml")
    (tmp_path / "map.toml").write_text(text.replace('hexes = "0102 0107"', 'hexes = "0910 1317"'))  # forts there too
    game = sandtable.load(book, overlay=tmp_path)
    assert game.terrain.shift(game.hex("0910"), 1 << game.hex("0810")) == (-2, "chinese_farm")
    assert game.terrain.shift(game.hex("1317"), 1 << game.hex("1316")) == (-2, "elevated_sand_ridge")
    assert game.terrain.shift(game.hex("0512"), 1 << game.hex("0612")) == (0, "")


@pytest.mark.rule("across-suez-1980", "8.0", "8.1")
@pytest.mark.rule("across-suez-2021", "10.0")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize("turn", [4, 5])
def test_r8_0_combined_arms_by_day_and_night(book: str, turn: int) -> None:
    places = ("0708 16/4", "0709 Matt-1", "0608 Matt-2", "0808 Matt-3", "0607 Erez-1", "0707 Sharon", "0807 Baram-4")
    s = fighting(book, "israel", *places, turn=turn)
    assert _shift(attack(s, "16/4", "Matt-1", "Matt-2")) == 1  # mechanized and armor
    assert _shift(attack(s, "16/4", "Matt-1", "Matt-3")) == 0  # mechanized only
    assert _shift(attack(s, "16/4", "Matt-2", "Erez-1")) == 0  # armor only
    assert _shift(attack(s, "16/4", "Matt-1", "Matt-2", "Matt-3", "Erez-1")) == 1  # once
    assert _shift(attack(s, "16/4", "Sharon", "Matt-2")) == 0  # cavalry is neither [ruling AS-16]
    assert _shift(attack(s, "16/4", "Sharon", "Matt-1")) == 0
    assert _shift(attack(s, "16/4", "Baram-4", "Matt-2")) == 0  # nor is the bridge
    s = fighting(book, "egypt", "0708 Erez-1", "0709 16/2", "0608 16/6", turn=4)
    assert _shift(attack(s, "Erez-1", "16/2", "16/6")) == 1  # infantry and armor


@pytest.mark.rule("across-suez-1980", "8.1")
@pytest.mark.rule("across-suez-2021", "10.0")
def test_r8_1_every_attack_may_be_combined() -> None:
    s = fighting(OLD, "israel", "0708 16/4", "0709 Matt-1", "0608 Matt-2", "0712 16/5", "0713 Matt-3", "0612 Erez-1")
    assert _shift(attack(s, "16/4", "Matt-1", "Matt-2")) == 1
    s = play(attack(s, "16/4", "Matt-1", "Matt-2"), "confirm", "roll 2", "retreat 16/4 0707", "decline")
    assert _shift(attack(s, "16/5", "Matt-3", "Erez-1")) == 1


@pytest.mark.parametrize(("choice", "with_armor", "with_mech"), [("armor", 0, 1), ("mech", 1, 0)])
def test_option_cavalry(choice: str, with_armor: int, with_mech: int) -> None:
    s = fighting(OLD, "israel", "0708 16/4", "0709 Matt-1", "0608 Matt-2", "0707 Sharon", turn=4, cavalry=choice)
    assert _shift(attack(s, "16/4", "Sharon", "Matt-2")) == with_armor
    assert _shift(attack(s, "16/4", "Sharon", "Matt-1")) == with_mech


@pytest.mark.rule("across-suez-1980", "8.2", "13.3")
@pytest.mark.rule("across-suez-2021", "7.2")
@pytest.mark.parametrize("book", BOTH)
def test_r8_2_all_shifts_are_netted(book: str) -> None:
    s = fighting(book, "israel", "0910 16/4", "0810 Matt-3", "0909 Erez-1", turn=5)
    s = attack(s, "16/4", "Matt-3", "Erez-1", support=True)  # 7 - 2 = +5, Farm -2, combined +1, artillery +1
    assert [x["columns"] for x in s.forecast()["shifts"]] == [-2, 1, 1]
    assert column(s) == "+4 to +5"
    rule = s.game.edition.rule
    assert [x["rule"] for x in s.forecast()["shifts"]] == [rule.terrain_shift, rule.combined_arms, rule.support]


# Results --------------------------------------------------------------------------------------------------------
def _fight(
    book: str, die: int, *places: str, target: str = "16/4", by: tuple[str, ...] = ("Matt-1",), turn: int = 4
) -> Any:
    return play(attack(fighting(book, "israel", *places, turn=turn), target, *by), "confirm", f"roll {die}")


@pytest.mark.rule("across-suez-1980", "6.3", "6.5", "2.3")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_ae_all_attackers_are_eliminated_and_the_defender_may_advance(book: str) -> None:
    places = ("0708 14/21/3", "0709 Erez-3", "0808 Baram-4", "1004 16/6")
    if book == NEW:  # the bridge would end the game
        places = ("0708 14/21/3", "0709 Erez-3", "1004 16/6")
    by = ("Erez-3", "Baram-4") if book == OLD else ("Erez-3",)
    s = _fight(book, 6, *places, target="14/21/3", by=by)  # -1 or -2: Ae on 6
    assert all(where(s, u) == "eliminated" for u in by)
    assert s.actor == "egypt"
    assert "advance 14/21/3 0708-0709" in options(s)
    if book == OLD:
        assert "advance 14/21/3 0708-0808" in options(s)  # either vacated hex
    s = play(s, "advance 14/21/3 0709")
    assert where(s, "14/21/3") == "0709"


@pytest.mark.rule("across-suez-1980", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_ar_all_attackers_retreat_by_their_owner(book: str) -> None:
    s = _fight(book, 4, "0708 16/4", "0709 Matt-1", "0808 Matt-3", "0608 Matt-2", by=("Matt-1",))  # +1: Ar
    assert s.actor == "israel"
    listed = options(s, "retreat")
    assert listed == ["retreat Matt-1 0709-" + h for h in ("0809", "0710", "0609")]
    rule = s.game.edition.rule
    assert refused(s, "retreat Matt-1 0608") == (rule.retreat,)
    assert refused(s, "retreat Matt-3 0909") == (rule.results,)
    s = play(s, "retreat Matt-1 0710")
    assert where(s, "Matt-1") == "0710"
    assert s.actor == "egypt"
    assert options(s) == ["advance 16/4 0708-0709", "decline"]


@pytest.mark.rule("across-suez-1980", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_ar_with_two_attackers_the_owner_chooses_the_order(book: str) -> None:
    places = ("0708 14/21/3", "0709 Matt-1", "0608 Matt-3")
    s = _fight(book, 6, *places, target="14/21/3", by=("Matt-1", "Matt-3"))  # +2: Ar on 6
    assert {a.split()[1] for a in options(s)} == {"Matt-1", "Matt-3"}
    s = play(s, "retreat Matt-3 0609")
    assert options(s) == ["retreat Matt-1 0709-0809", "retreat Matt-1 0709-0710"]  # 0609 is taken now
    s = play(s, "retreat Matt-1 0710")
    assert options(s) == ["advance 14/21/3 0708-0709", "advance 14/21/3 0708-0608", "decline"]


@pytest.mark.rule("across-suez-1980", "6.3", "6.4")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_dr_the_defender_retreats_and_an_attacker_may_advance(book: str) -> None:
    s = _fight(book, 1, "0708 16/4", "0709 Erez-1", "0608 Erez-2", by=("Erez-1", "Erez-2"))
    assert s.actor == "egypt"
    assert options(s) == ["retreat 16/4 0708-0807", "retreat 16/4 0708-0707"]  # away from both
    s = play(s, "retreat 16/4 0707")
    assert s.actor == "israel"
    assert options(s) == ["advance Erez-1 0709-0708", "advance Erez-2 0608-0708", "decline"]
    stay = play(s, "decline")
    assert (where(stay, "Erez-1"), where(stay, "Erez-2")) == ("0709", "0608")
    s = play(s, "advance Erez-2")
    assert where(s, "Erez-2") == "0708"
    assert where(s, "Erez-1") == "0709"  # one unit only


@pytest.mark.rule("across-suez-1980", "6.3", "2.3")
@pytest.mark.rule("across-suez-2021", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_de_the_defender_is_eliminated(book: str) -> None:
    places = ("0708 16/4", "0709 Erez-1", "0608 Matt-2", "1004 16/6")
    s = _fight(book, 1, *places, by=("Erez-1", "Matt-2"))  # +6: De on 1
    assert where(s, "16/4") == "eliminated"
    assert options(s) == ["advance Erez-1 0709-0708", "advance Matt-2 0608-0708", "decline"]


@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_ee_the_attacker_chooses_losses_worth_at_least_the_defender(book: str) -> None:
    places = ("0708 14/21/3", "0709 Matt-1", "0608 Erez-3", "0808 Erez-2", "0707 Baram-1", "1004 16/6")
    s = _fight(book, 6, *places, target="14/21/3", by=("Matt-1", "Erez-3", "Erez-2", "Baram-1"))  # 12 - 4: Ee
    assert where(s, "14/21/3") == "eliminated"
    assert s.actor == "israel"
    assert options(s) == ["lose Erez-2", "lose Erez-3", "lose Matt-1", "lose Baram-1"]
    s = play(s, "lose Erez-3")  # 2 of 4
    assert "2 strength points" in s.prompt
    s = play(s, "lose Erez-2")  # 5 of 4: more than enough
    assert options(s) == ["advance Matt-1 0709-0708", "advance Baram-1 0707-0708", "decline"]
    s = play(_fight(book, 6, *places, target="14/21/3", by=("Matt-1", "Erez-3", "Erez-2", "Baram-1")), "lose Baram-1")
    assert s.prompt.startswith("Advance")  # 4 of 4


@pytest.mark.rule("across-suez-1980", "6.3")
@pytest.mark.rule("across-suez-2021", "7.3")
@pytest.mark.parametrize("book", BOTH)
def test_r6_3_ee_a_single_attacker_pays_whole(book: str) -> None:
    s = _fight(book, 6, "0708 16/4", "0709 Erez-1", "1004 16/6", by=("Erez-1",))  # +2 on 6 is Ar; on 5 Ee
    assert where(s, "16/4") == "0708"
    s = _fight(book, 5, "0708 16/4", "0709 Erez-1", "1004 16/6", by=("Erez-1",))
    assert (where(s, "16/4"), where(s, "Erez-1")) == ("eliminated", "eliminated")
    assert s.actor is None  # nobody is left to advance


# Retreats -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "6.4")
@pytest.mark.rule("across-suez-2021", "7.4.2", "6.0")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_no_safe_hex_means_destroyed(book: str) -> None:
    watched = ("0708 16/4", "0709 Matt-1", "0806 Erez-1", "0606 Erez-2")  # every hex round 0708 is next to one of them
    assert where(_fight(book, 1, *watched, by=("Matt-1",)), "16/4") == "eliminated"
    # a friend does not cancel the zone in a hex for a retreat, not even while it stands there
    assert where(_fight(book, 1, *watched, "0707 16/5", by=("Matt-1",)), "16/4") == "eliminated"
    s = _fight(book, 1, *watched[:3], by=("Matt-1",))
    assert options(s) == ["retreat 16/4 0708-0607"]


@pytest.mark.rule("across-suez-1980", "6.4")
@pytest.mark.rule("across-suez-2021", "7.4.2")
@pytest.mark.parametrize("book", BOTH)
def test_r6_4_a_safe_hex_is_vacant_and_open(book: str) -> None:
    s = _fight(book, 1, "0412 16/4", "0411 Matt-1", "0513 16/5", by=("Matt-1",))
    assert where(s, "16/4") == "eliminated"  # swamp, swamp, a friend, and zones
    s = _fight(book, 1, "0412 16/4", "0411 Matt-1", by=("Matt-1",))
    assert options(s) == ["retreat 16/4 0412-0513"]
    rule = s.game.edition.rule.retreat
    assert "swamp" in s.check("retreat 16/4 0413").text
    assert refused(s, "retreat 16/4 0512") == (rule,)
    assert refused(s, "retreat 16/4 0613") == (s.game.edition.rule.results,)  # one hex


@pytest.mark.rule("across-suez-1980", "5.6")
@pytest.mark.rule("across-suez-2021", "7.4.2", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_r5_6_no_retreat_off_the_map_or_over_the_canal(book: str) -> None:
    # 16/4 on the north edge with every map hex watched or taken
    s = _fight(book, 1, "0701 16/4", "0702 Matt-1", "0501 Erez-1", "0801 16/5", by=("Matt-1",))
    assert where(s, "16/4") == "eliminated"
    s = fighting(book, "egypt", "0112 Sharon", "0111 16/6", "0212 16/2", "0211 16/3", turn=4)
    s = play(attack(s, "Sharon", "16/6", "16/2", "16/3"), "confirm", "roll 3")
    assert where(s, "Sharon") == "eliminated"


@pytest.mark.rule("across-suez-1980", "6.4")
def test_r6_4_traversable_means_the_unit_itself_could_enter_1980() -> None:
    """The bridge unit keeps to clear and road hexes in retreat."""
    s = fighting(OLD, "egypt", "0803 Baram-4", "0903 16/6", turn=4)
    assert s.game.map.terrain_at[s.game.hex("0803")] == "sand"
    s = play(attack(s, "Baram-4", "16/6"), "confirm", "roll 1")
    assert where(s, "Baram-4") == "eliminated"  # sand everywhere
    s = fighting(NEW, "egypt", "0803 Baram-4", "0903 16/6", turn=4)
    s = play(attack(s, "Baram-4", "16/6"), "confirm", "roll 3")
    assert options(s, "retreat")


# Advances -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "6.5", "6.6")
@pytest.mark.rule("across-suez-2021", "7.4.1", "5.5")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_an_advance_ignores_zones_and_costs(book: str) -> None:
    """From contact into contact, into elevated sand over a ridge, by a unit that has spent its points."""
    s = fighting(book, "israel", "1317 16/7", "1316 Keren-1", "1216 Keren-2", "1318 16/8", turn=4)
    s = play(attack(s, "16/7", "Keren-1", "Keren-2"), "confirm", "roll 1")
    while "retreat" in s.prompt.lower():
        s = s.play(next(iter(s.options())))
    s = play(s, "advance Keren-1")
    assert where(s, "Keren-1") == "1317"
    assert s.actor is None  # it has fought, so 16/8 is safe from it


@pytest.mark.rule("across-suez-1980", "6.5")
@pytest.mark.rule("across-suez-2021", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_r6_5_only_participants_advance_and_only_into_the_vacated_hex(book: str) -> None:
    s = _fight(book, 1, "0708 16/4", "0709 Matt-1", "0608 Matt-2", by=("Matt-1",))
    s = play(s, options(s)[0])
    assert options(s) == ["advance Matt-1 0709-0708", "decline"]
    assert refused(s, "advance Matt-2 0608-0708") == (s.game.edition.rule.advance,)
    assert refused(s, "advance Matt-1 0709-0710") == (s.game.edition.rule.advance,)
    assert refused(s, "end") == (s.game.edition.rule.advance,)


# Forecast -------------------------------------------------------------------------------------------------------
def test_forecast_gives_exact_odds() -> None:
    s = attack(fighting(OLD, "israel", "0910 16/4", "0810 Matt-3", turn=4), "16/4", "Matt-3")
    f = s.forecast()
    assert f["title"] == "Matt-3 against 16/4 in 0910"
    assert (f["value"], f["column"], f["column_name"]) == ("+1", 0, "-3 or less")
    assert [(r["result"], r["dice"]) for r in f["results"]] == [("Ar", ["1", "2", "3"]), ("Ae", ["4", "5", "6"])]
    assert {x["unit"]: x["probability"] for x in f["losses"]} == {"Matt-3": 0.5, "16/4": 0}
    assert f["take_hex"] == 0


def test_forecast_knows_blocked_retreats() -> None:
    places = ("0708 16/4", "0709 Matt-1", "0806 Erez-1", "0606 Erez-2")
    s = attack(fighting(OLD, "israel", *places, turn=4), "16/4", "Matt-1")  # +1: Dr 1-3, Ar 4-6
    losses = {x["unit"]: x["probability"] for x in s.forecast()["losses"]}
    assert losses == {"Matt-1": 0, "16/4": pytest.approx(0.5)}  # it could not retreat
    assert s.forecast()["take_hex"] == pytest.approx(0.5)
    places = ("0708 16/4", "0709 Matt-1", "0710 16/5", "0510 16/7")
    s = attack(fighting(OLD, "israel", *places, turn=4), "16/4", "Matt-1")
    assert {x["unit"]: x["probability"] for x in s.forecast()["losses"]}["Matt-1"] == pytest.approx(0.5)


def test_forecast_saves_what_can_be_saved() -> None:
    """Equal elimination costs the cheapest sufficient set; two attackers with one way out lose the weaker."""
    places = ("0708 14/21/3", "0709 Matt-1", "0608 Erez-3", "0808 Erez-2", "0707 Baram-1", "1004 16/6")
    s = attack(fighting(OLD, "israel", *places, turn=5), "14/21/3", "Matt-1", "Erez-3", "Erez-2", "Baram-1")
    losses = {x["unit"]: x["probability"] for x in s.forecast()["losses"]}
    assert losses["Baram-1"] == pytest.approx(1 / 6)
    assert losses["Erez-2"] == losses["Erez-3"] == losses["Matt-1"] == 0


@pytest.mark.parametrize("book", BOTH)
def test_forecast_agrees_with_play(book: str) -> None:
    """Every face of the die, played out: a unit is lost exactly when the forecast says so."""
    places = ("0708 16/6", "0709 Matt-1", "0608 Erez-1", "0610 16/4", "0906 16/5")
    start = attack(fighting(book, "israel", *places, turn=5), "16/6", "Matt-1", "Erez-1")
    f = start.forecast()
    lost: dict[str, float] = {x["unit"]: 0.0 for x in f["losses"]}
    for die in range(1, 7):
        best = _least_loss(play(start, "confirm", f"roll {die}"), list(lost))
        for unit in best:
            lost[unit] += 1 / 6
    assert lost == {x["unit"]: pytest.approx(x["probability"]) for x in f["losses"]}


def _least_loss(s: Any, units: list[str]) -> list[str]:
    """The losses when owners choose well, found by trying everything."""
    if s.actor and ("Retreat" in s.prompt or "lose" in s.prompt):
        outcomes = [_least_loss(s.play(a), units) for a in s.options()]
        return min(outcomes, key=lambda dead: sum(s.game.strength[s.game.unit(u)] for u in dead))
    return [u for u in units if where(s, u) == "eliminated"]
