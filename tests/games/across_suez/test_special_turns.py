"""[1980 9.0-9.2, 13.0-13.5; 2021 9.1-9.3, 12.1] First-turn confusion and artillery."""

from __future__ import annotations

import pytest

import sandtable

from .table import (
    BOTH,
    attack,
    column,
    destinations,
    fighting,
    moving,
    options,
    play,
    position,
    refused,
    where,
)


# Confusion ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "9.1")
@pytest.mark.rule("across-suez-2021", "12.1")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize(("side", "unit", "free"), [("israel", "Matt-1", "Matt-2"), ("egypt", "16/4", "16/5")])
def test_r9_1_units_in_contact_may_not_move_on_turn_1(book: str, side: str, unit: str, free: str) -> None:
    places = ("0709 Matt-1", "0708 16/4", "0714 Matt-2", "0904 16/5")
    s = moving(book, side, *places, turn=1)
    assert not destinations(s, unit)
    assert destinations(s, free)
    rule = s.game.edition.rule.confusion_move
    start, to = ("0709", "0710") if side == "israel" else ("0708", "0707")
    assert refused(s, f"move {unit} {start}-{to}") == (rule,)
    assert refused(s, f"move {unit} {to}") == (rule,)
    assert moving(book, side, *places, turn=2).check(f"move {unit} {start}-{to}") is None


@pytest.mark.rule("across-suez-1980", "9.2")
@pytest.mark.rule("across-suez-2021", "12.1")
@pytest.mark.parametrize("book", BOTH)
def test_r9_2_units_in_contact_must_attack_on_turn_1(book: str) -> None:
    places = ("0708 16/4", "0709 Matt-1", "0713 16/5", "0714 Matt-2")
    s = fighting(book, "israel", *places, turn=1)
    rule = s.game.edition.rule.confusion_attack
    assert options(s) == ["attack 16/4", "attack 16/5"]
    assert refused(s, "end") == (rule,)
    assert "Matt-2 and Matt-1" in s.prompt or "Matt-1 and Matt-2" in s.prompt
    s = play(attack(s, "16/4", "Matt-1"), "confirm", "roll 1", "retreat 16/4 0707", "decline")
    assert options(s) == ["attack 16/5"]
    s = play(attack(s, "16/5", "Matt-2"), "confirm", "roll 1", "retreat 16/5 0712", "decline")
    assert s.actor is None
    assert "end" in options(fighting(book, "israel", *places, turn=2))


@pytest.mark.rule("across-suez-1980", "9.2")
@pytest.mark.rule("across-suez-2021", "12.1")
@pytest.mark.parametrize("book", BOTH)
def test_r9_2_an_attack_may_not_leave_a_unit_without_a_target(book: str) -> None:
    """16/4 is the only enemy of Matt-1; Matt-2 has another one [ruling AS-27]."""
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "0608 Matt-2", "0607 16/5", turn=1)
    s = attack(s, "16/4", "Matt-2")
    rule = s.game.edition.rule.confusion_attack
    assert refused(s, "confirm") == (rule,)
    assert "confirm" not in options(s)
    assert "Matt-1 must take part" in s.prompt
    assert play(s, "with Matt-1").check("confirm") is None
    s = attack(play(s, "cancel"), "16/4", "Matt-1")
    assert s.check("confirm") is None  # Matt-2 can still attack 16/5


@pytest.mark.rule("across-suez-1980", "9.2")
@pytest.mark.rule("across-suez-2021", "12.1")
@pytest.mark.parametrize("book", BOTH)
def test_r9_2_no_dead_end_on_turn_1(book: str) -> None:
    """From the real set-up every sequence of sampled decisions gets through the first turn."""
    import random

    for seed in range(25):
        s, rng = sandtable.load(book).start(), random.Random(seed)
        while s.turn == 1 and s.actor:
            s.apply(s.sample(rng.randrange))
        assert s.turn == 2


# Egyptian bombardment -------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "13.0", "13.2")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r13_0_two_bombardments_of_different_adjacent_units(book: str) -> None:
    s = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", "0608 Matt-2", "0607 Erez-1", "0714 Erez-2", turn=3)
    assert options(s) == ["bombard Erez-1", "bombard Matt-1", "bombard Matt-2", "end"]
    assert "2 left" in s.prompt
    rule = s.game.edition.rule
    assert refused(s, "bombard Erez-2") == (rule.bombardment,)
    assert refused(s, "bombard 16/4") == (rule.bombardment,)
    s = play(s, "bombard Matt-1", "roll 2")
    assert where(s, "Matt-1") == "0709"
    assert refused(s, "bombard Matt-1") == (rule.bombarded_once,)
    assert options(s) == ["bombard Erez-1", "bombard Matt-2", "end"]
    s = play(s, "bombard Matt-2", "roll 1")
    assert where(s, "Matt-2") == "eliminated"
    assert s.prompt.startswith("Choose an enemy unit that you want to attack")  # no third one


@pytest.mark.rule("across-suez-1980", "13.0", "13.1")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize("die", range(1, 7))
def test_r13_0_only_a_one_eliminates_and_nobody_advances(book: str, die: int) -> None:
    s = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", "0808 16/5", "0909 Erez-1", turn=3)
    s = play(s, "bombard Matt-1", f"roll {die}")
    assert where(s, "Matt-1") == ("eliminated" if die == 1 else "0709")
    assert "dvance" not in s.prompt
    assert where(s, "16/4") == "0708"


@pytest.mark.rule("across-suez-1980", "13.1")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r13_1_target_and_neighbours_may_fight_as_well(book: str) -> None:
    s = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", turn=3)
    s = play(s, "bombard Matt-1", "roll 3")
    assert options(s) == ["attack Matt-1", "end"]  # its only target is used up: no second bombardment
    assert attack(s, "Matt-1", "16/4").check("confirm") is None


@pytest.mark.rule("across-suez-1980", "13.0")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r13_0_bombardment_comes_before_attacks_and_is_egyptian(book: str) -> None:
    s = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", turn=3)
    assert refused(s, "attack Matt-1") == (s.game.edition.rule.bombardment,)
    s = play(s, "end")
    assert refused(s, "bombard Matt-1") == (s.game.edition.rule.attack,)
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", turn=3)
    assert options(s) == ["attack 16/4", "end"]


@pytest.mark.rule("across-suez-1980", "13.2")
@pytest.mark.rule("across-suez-2021", "9.2")
@pytest.mark.parametrize("book", BOTH)
def test_r13_2_unused_bombardments_are_lost(book: str) -> None:
    s = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", "0608 Matt-2", turn=3)
    assert s.bombarded == 0
    later = play(s, "end", "end")
    assert later.actor is None
    again = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", "0608 Matt-2", turn=5)
    assert "2 left" in again.prompt


@pytest.mark.rule("across-suez-1980", "13.5", "10.0")
@pytest.mark.rule("across-suez-2021", "9.3", "12.2")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize("turn", range(1, 8))
def test_r13_5_no_artillery_at_night(book: str, turn: int) -> None:
    night = turn in (1, 4, 7)
    s = fighting(book, "egypt", "0708 16/4", "0709 Matt-1", turn=turn)
    assert s.prompt.startswith("Bombard") != night
    s = attack(fighting(book, "israel", "0708 16/4", "0709 Matt-1", turn=turn), "16/4", "Matt-1")
    if night:
        assert refused(s, "support") == (s.game.edition.rule.artillery_night,)
        assert "support" not in options(s)
    else:
        assert s.check("support") is None


# Israeli support ------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-1980", "13.0", "13.3")
@pytest.mark.rule("across-suez-2021", "9.1")
@pytest.mark.parametrize("book", BOTH)
def test_r13_3_support_shifts_one_column_and_is_netted(book: str) -> None:
    s = fighting(book, "israel", "0910 16/4", "0810 Erez-1", turn=3)  # +2, Farm two left
    plain = attack(s, "16/4", "Erez-1")
    assert column(plain) == "-2 to -1"
    assert column(play(plain, "support")) == "0 to +1"
    assert refused(play(plain, "support"), "support") == (s.game.edition.rule.support_limit,)  # one per attack
    assert refused(play(plain, "support", "confirm"), "support") == ()  # too late: the die decides


@pytest.mark.rule("across-suez-1980", "13.3")
@pytest.mark.rule("across-suez-2021", "9.1")
@pytest.mark.parametrize("book", BOTH)
def test_r13_3_only_israel_has_support(book: str) -> None:
    s = play(fighting(book, "egypt", "0708 16/4", "0709 Matt-1", turn=3), "end")
    assert refused(attack(s, "Matt-1", "16/4"), "support") == (s.game.edition.rule.support,)


@pytest.mark.rule("across-suez-1980", "13.4", "11.4")
@pytest.mark.rule("across-suez-2021", "9.1", "13.3")
@pytest.mark.parametrize("book", BOTH)
@pytest.mark.parametrize("across", [0, 1, 2])
def test_r13_4_one_supported_attack_and_one_more_per_unit_across(book: str, across: int) -> None:
    places = [
        "0308 16/1",
        "0309 Matt-1",
        "0708 16/4",
        "0709 Matt-2",
        "1108 16/5",
        "1109 Matt-3",
        "0712 16/7",
        "0713 Erez-3",
    ]
    if across:
        places.append("across " + " ".join(["Amir-1", "Amir-2"][:across]))
    s = fighting(book, "israel", *places, turn=3)
    supported = 0
    for target, unit in (("16/1", "Matt-1"), ("16/4", "Matt-2"), ("16/5", "Matt-3"), ("16/7", "Erez-3")):
        s = attack(s, target, unit)
        if s.check("support") is None:
            s = play(s, "support")
            supported += 1
        else:
            assert refused(s, "support") == (s.game.edition.rule.support_limit,)
        s = play(s, "confirm", "roll 3")
        while s.actor and not s.prompt.startswith("Choose"):
            s = s.play(list(s.options())[-1])
    assert supported == 1 + across


@pytest.mark.rule("across-suez-1980", "13.4")
@pytest.mark.rule("across-suez-2021", "9.1")
@pytest.mark.parametrize("book", BOTH)
def test_r13_4_unused_support_is_not_saved(book: str) -> None:
    s = position(book, "GameTurn", "0708 16/4", "0709 Matt-1", "0714 16/5", turn=2)
    s = play(s, "end", "attack 16/4", "with Matt-1", "support", "confirm", "roll 1", "retreat 16/4 0707", "decline")
    while s.turn == 2:
        s = play(s, "end")
    s = play(s, "move Matt-1 0709-0708", "end", "attack 16/4", "with Matt-1")
    assert s.check("support") is None  # a new phase, a new supported attack
    s = fighting(book, "israel", "0708 16/4", "0709 Matt-1", "1108 16/5", "1109 Matt-3", turn=3)
    s = play(attack(s, "16/4", "Matt-1", support=True), "confirm", "roll 1")
    while not s.prompt.startswith("Choose"):
        s = s.play(list(s.options())[-1])
    assert refused(attack(s, "16/5", "Matt-3"), "support") == (s.game.edition.rule.support_limit,)
