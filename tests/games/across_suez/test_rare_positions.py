"""Rare positions, and the words that players read."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Action
from sandtable.server.wording import option

from .table import BOTH, NEW, OLD, attack, fighting, moving, options, play, position, refused


def label(s: Any, action: str) -> str:
    return str(option(s, Action.read(action))["label"])


@pytest.mark.rule("across-suez-1980", "14.2")
@pytest.mark.rule("across-suez-2021", "13.2", "14.2")
@pytest.mark.parametrize("book", BOTH)
def test_a_bridge_in_place_may_not_even_move_out_and_back(book: str) -> None:
    s = moving(book, "israel", "0112 Baram-4", turn=5)
    assert "Egypt wins" in s.details("move Baram-4 0112-0111-0112")["warning"]
    outcome = s.play("move Baram-4 0112-0111-0112").outcome
    assert outcome.winner == "egypt"
    assert "[14.2]" in outcome.reasons[0]


@pytest.mark.rule("across-suez-2021", "5.2", "6.1", "15.4")
def test_a_commando_does_not_join_a_friend_who_cannot_leave() -> None:
    """Ruling AS-03: at night commandos reach units that are hemmed in by enemy zones; 5.2 knows no sacrifice."""
    places = ("0810 Matt-3", "0809 16/4", "0811 16/5", "0711 IL-Cdo-A")
    s = moving(NEW, "israel", *places, turn=4, commandos=True)
    assert not options(s, "move Matt-3")
    assert "move IL-Cdo-A 0711-0810" not in options(s)
    assert refused(s, "move IL-Cdo-A 0810") == ("5.2",)
    s = moving(NEW, "israel", *places[:2], "0711 IL-Cdo-A", turn=4, commandos=True)  # now Matt-3 can leave
    assert "move IL-Cdo-A 0711-0810" in options(s)
    # Matt-3 in Matzmed has no hex to go to, but the canal
    s = moving(NEW, "israel", "0112 Matt-3", "0110 16/4", "0212 16/5", "0211 IL-Cdo-A", turn=4, commandos=True)
    assert options(s, "move Matt-3", "cross Matt-3") == ["cross Matt-3 0112"]
    assert "move IL-Cdo-A 0211-0112" in options(s)
    assert s.check("move IL-Cdo-A 0211-0112") is None


@pytest.mark.rule("across-suez-1980", "11.0", "11.1")
@pytest.mark.rule("across-suez-2021", "13.1")
@pytest.mark.parametrize("book", BOTH)
def test_who_may_never_cross_is_told_so_wherever_it_stands(book: str) -> None:
    crossing, ferry = ("11.0", "11.1") if book == OLD else ("13.1", "13.1")
    assert refused(moving(book, "israel", "1510 Baram-4", turn=4), "cross Baram-4") == (crossing,)
    assert refused(moving(book, "israel", "1510 Matt-1", turn=1), "cross Matt-1") == (ferry,)
    assert refused(moving(book, "egypt", "1510 16/4"), "cross 16/4") == (crossing,)


@pytest.mark.rule("across-suez-1980", "4.1", "10.0", "11.1")
@pytest.mark.rule("across-suez-2021", "5.2", "12.2", "13.1")
@pytest.mark.parametrize(("book", "rules"), [(OLD, ("4.1", "10.0")), (NEW, ("5.2", "12.2"))])
def test_too_far_at_night_cites_the_night(book: str, rules: tuple[str, ...]) -> None:
    assert refused(moving(book, "israel", "1510 Matt-1", turn=4), "move Matt-1 0112") == rules
    assert refused(moving(book, "israel", "1510 Matt-1", turn=5), "move Matt-1 0109") == rules[:1]
    ferry, night = ("11.1" if book == OLD else "13.1"), rules[1]
    assert refused(moving(book, "israel", "0108 Matt-1", turn=4), "cross Matt-1") == (ferry, night)


@pytest.mark.rule("across-suez-1980", "4.0")
@pytest.mark.rule("across-suez-2021", "15.5.1")
def test_landings_are_unknown_without_their_rule() -> None:
    s = moving(OLD, "israel", "reinforcements Amir-1")
    assert refused(s, "land Amir-1 0810") == ("4.0",)  # 1980 has no 15.5.2 to cite
    s = moving(NEW, "israel", "reinforcements IL-Abn Amir-1", turn=4, airborne_operations=True)
    assert "Amir-1 may come in now [11.0] or wait [11.0]. IL-Abn may land now [15.5]" in s.prompt
    assert "land from the air" in s.check("move IL-Abn 0810").text
    assert refused(s.play("land IL-Abn 0810"), "move IL-Abn 0811") == ("15.5.1",)


@pytest.mark.rule("across-suez-1980", "6.3", "6.5")
@pytest.mark.rule("across-suez-2021", "7.3", "7.4.1")
@pytest.mark.parametrize("book", BOTH)
def test_after_equal_elimination_the_advance_goes_to_the_defenders_hex(book: str) -> None:
    """Ruling AS-37: not into the hex of a lost friend."""
    s = fighting(book, "israel", "0708 16/2", "0709 Erez-3", "0608 Erez-2", turn=4)  # 5 - 2 = +3
    s = play(attack(s, "16/2", "Erez-3", "Erez-2"), "confirm", "roll 5", "lose Erez-3")
    assert options(s) == ["advance Erez-2 0608-0708", "decline"]
    assert "into 0708" in s.check("advance Erez-2 0709").text


@pytest.mark.rule("across-suez-1980", "5.3", "13.2")
def test_marks_of_a_combat_phase_go_with_it() -> None:
    s = fighting(OLD, "egypt", "0810 Matt-3", "0910 16/4", "0305 Sharon")
    s = play(s, "bombard Matt-3", "roll 6")
    u = s.game.unit("Matt-3")
    assert s.game.status(s, u) == ["bombarded"]
    s = position(OLD, "EndOfTurn", "0810 Matt-3", "0910 16/4")
    s.bombarded = s.fought = 1 << u
    assert s.game.phase(s) == "israel-movement"
    assert s.game.status(s, u) == []


@pytest.mark.rule("across-suez-1980", "7.0", "11.0", "13.0", "13.3")
def test_buttons_say_what_they_do() -> None:
    s = moving(OLD, "israel", "0211 Sharon", "reinforcements Amir-1")
    assert label(s, "cross Sharon 0211-0112") == "Send Sharon across the canal"
    assert label(s, "enter Amir-1 1708") == "Bring Amir-1 in at 1708"
    assert label(s, "enter Amir-1 1708-1608") == "Bring Amir-1 in at 1708, to 1608"
    s = fighting(OLD, "egypt", "0810 Matt-3", "0910 16/4")
    assert label(s, "end") == "Done bombarding"
    s = play(fighting(OLD, "israel", "0810 Matt-3", "0910 16/4"), "attack 16/4", "with Matt-3")
    assert label(s, "support") == "Add artillery support"
    assert s.forecast()["shifts"] == [{"text": "Chinese Farm", "rule": "12.1", "columns": -2}]
    s = play(s, "confirm", "roll 6")
    s = play(s, *options(s)[:1]) if options(s, "retreat") else s
    assert s.check("advance Matt-3").text == "Only 16/4 may advance, into 0810."


@pytest.mark.rule("across-suez-2021", "7.1", "9.1", "11.0", "15.6")
def test_refusals_name_the_reason_and_the_places() -> None:
    s = moving(NEW, "egypt", "0921 25/1", "0920 Matt-1", "reinforcements 25/2", turn=5)
    assert s.check("enter 25/2 1302").text.endswith("it is enemy-controlled and holds 25/1.")
    s = moving(NEW, "egypt", "reinforcements 3/130", turn=5, amphibious=True)
    assert "0101, 0102," in s.check("enter 3/130 1708-1608").text
    s = fighting(NEW, "israel", "0810 Matt-3", "0910 16/4", "0508 Erez-1", "0507 16/1", turn=3)
    s = play(
        attack(s, "16/4", "Matt-3", support=True), "confirm", "roll 1", "retreat 16/4 1010", "decline", "attack 16/1"
    )
    assert s.check("support").text == "The one supported attack of this phase is used."
    assert refused(play(s, "cancel"), "attack 16/4") == ("7.1",)
    s = fighting(NEW, "israel", "0810 Matt-3", "0910 16/4", "0302 16/1")
    assert refused(s, "attack 16/1") == ("7.1",)  # once, though attacking and attacking once are one paragraph


@pytest.mark.rule("across-suez-2021", "7.3", "7.4.2", "15.4")
def test_a_defending_commando_slips_past_its_attackers_at_night() -> None:
    """Ruling AS-32: 2021 tells attackers to retreat from the defending unit, a defender only to retreat one hex."""
    s = fighting(NEW, "israel", "0708 EG-Cdo-A", "0707 Erez-1", "0709 Erez-2", turn=4, commandos=True)
    s = attack(s, "EG-Cdo-A", "Erez-1", "Erez-2")  # on opposite sides: every hex round 0708 is next to one of them
    assert s.forecast()["losses"][-1] == {"unit": "EG-Cdo-A", "probability": pytest.approx(1 / 6)}  # Ee only
    s = play(s, "confirm", "roll 2")
    assert set(options(s)) == {f"retreat EG-Cdo-A 0708-{h}" for h in ("0607", "0608", "0807", "0808")}
    # the attackers' retreat leads away from the commando, whatever they are
    s = fighting(NEW, "egypt", "0708 EG-Cdo-A", "0709 Erez-1", turn=7, commandos=True)
    s = play(attack(s, "Erez-1", "EG-Cdo-A"), "confirm", "roll 3")
    assert set(options(s)) == {f"retreat EG-Cdo-A 0708-{h}" for h in ("0607", "0707", "0807")}
