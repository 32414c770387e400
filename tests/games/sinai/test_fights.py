"""8.0 to 9.13, 10.15, 12.2, 18.1, 24.8, 25.2, 25.3: one fight at a time, what it changes and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Action
from sandtable.core.agenda import advance
from sandtable.games.sinai.combat.advance import Advance, AfterCombat
from sandtable.games.sinai.combat.retreat import Displace, Retreat
from sandtable.server.wording import option

from .table import attack, fighting, names, options, play, refused, where


def told(s: Any, *actions: str) -> list[str]:
    """What the log says while these are done."""
    s = s.copy()
    s.log = []
    for a in actions:
        s.apply(a)
    return [str(e.text) for e in s.log]


def label(s: Any, action: str) -> str:
    return str(option(s, Action.read(action))["label"])


# the attack -------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "8.14", "15.32", "20.2", "9.13")
def test_r8_14_what_an_attack_leaves_behind() -> None:
    marks: dict[str, Any] = {"dormant": ["Elzr", "Mnhm"], "entrucked": ["Mota"]}
    s = fighting("arab", "2811 Elzr Mota", "2723 Mnhm", "2911 Jo-60 Jo-40", "2912 Jo-3", jordan_at_war=True, **marks)
    s = play(attack(s, "2811", "Jo-60", "Jo-40", "Jo-3"), "without Jo-3")
    assert names(s, s.choice.units) == {"Jo-60", "Jo-40"}
    s = play(s, "with Jo-3", "confirm")
    assert names(s, s.fought) == {"Jo-60", "Jo-40", "Jo-3"}
    assert names(s, s.attacked) == {"Elzr", "Mota"}
    assert s.struck == 1 << s.game.hex("2811")
    assert names(s, s.dormant) == {"Mnhm"}  # attacked, Elzr is mobilized at once
    assert not s.entrucked
    assert s.actor == "chance"


@pytest.mark.rule("sinai", "8.0", "8.3", "9.0")
def test_r8_0_the_log_tells_both_strengths_with_their_reasons() -> None:
    s = attack(fighting("israel", "2126 Iska", "2026 Eg-inf-1"), "2026", "Iska")
    first, die, second = told(s, "confirm", "roll 6")[:3]
    assert die == "Combat: rolled 6"
    assert first == "Iska attacks 2026: 9 against 5, Attack Superiority +4. Rough terrain +2 [8.3]."
    assert second == "Die 6, column +4: the defenders retreat 1."
    assert told(attack(fighting("israel", "2032 Iska", "2033 Eg-19NG"), "2033", "Iska"), "confirm")[0].endswith("+7.")


@pytest.mark.rule("sinai", "9.0")
def test_r9_0_no_effect() -> None:
    s = attack(fighting("israel", "2032 Mnhm", "2033 Eg-arm-1 Eg-19NG", turn=3), "2033", "Mnhm")
    assert s.forecast()["value"] == "0"
    assert told(s, "confirm", "roll 6")[-1] == "Die 6, column 0: no effect."
    s = play(s, "confirm", "roll 6")
    assert type(s.choice).__name__ == "Combat"
    assert where(s, "Eg-arm-1") == "2033"


@pytest.mark.rule("sinai", "18.11", "15.32")
def test_r8_0_what_is_missing_is_told() -> None:
    s = attack(fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2030 Iska"), "2420", "Eg-arm-1")
    text = refused(s, "confirm", "18.11")
    assert text == "The Attack Superiority is +3; a Settlement or City without units falls at +4 or more."
    s = attack(fighting("israel", "2032 Mnhm Elhn", "2033 Eg-arm-1 Eg-mech-1 Eg-mech-2", turn=3), "2033", "Mnhm")
    assert refused(s, "confirm", "15.32").endswith("at least 0 is needed (ruling SN-07).")


@pytest.mark.rule("sinai", "5.22", "25.93")
def test_r5_22_a_jordanian_attack_on_a_settlement_opens_trans_jordan() -> None:
    s = fighting("arab", "2811 Elzr", "2911 Jo-60", "2321 Iska", jordan_at_war=True)
    assert play(attack(s, "2811", "Jo-60"), "confirm").trans_jordan_open
    s = fighting("arab", "3211 Ysrl", "3212 Jo-60", "2321 Iska", jordan_at_war=True)
    assert not play(attack(s, "3211", "Jo-60"), "confirm").trans_jordan_open


# what a button says -----------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "18.11", "18.2", "25.21")
def test_targets_are_named_with_what_stands_there() -> None:
    s = fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2030 Iska")
    assert label(s, "attack 2420") == "Attack 2420 (Settlement)"
    s = fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2420 Arie")
    assert label(s, "attack 2420") == "Attack 2420 (Arie)"
    s = fighting("israel", "3015 Iska", "2030 Eg-arm-1", jordan_at_war=True)
    assert label(s, "attack 3116") == "Attack 3116 (City)"
    s = fighting("israel", "3015 Iska", "3116 Jo-3 Jo-27", jordan_at_war=True)
    assert label(s, "attack 3116") == "Attack 3116 (Jo-3 and Jo-27)"
    s = fighting("arab", "0425 Eg-arm-1", "0525 Is-arm-1", "3115 Is-mech-2", scenario="1973")
    assert label(s, "attack 0525") == "Attack 0525 (Is-arm-1 and Bar Lev Line)"
    s = fighting("arab", "0425 Eg-arm-1", "0525 Is-arm-1", "3115 Is-mech-2", scenario="1973", destroyed=["0525"])
    assert label(s, "attack 0525") == "Attack 0525 (Is-arm-1)"
    s = play(fighting("israel", "2032 Iska Elhn Mtke", "2033 Eg-inf-1", "2132 Eg-inf-2"), "attack 2033")
    assert label(s, "attack 2132") == "Attack also 2132 (Eg-inf-2)"


@pytest.mark.rule("sinai", "8.11", "8.14", "8.23", "18.13", "8.6")
def test_r8_23_why_a_hex_is_not_attacked_with_others() -> None:
    s = fighting("israel", "2032 Iska Elhn", "2033 Eg-inf-1", "2132 Eg-inf-2", "2235 Eg-inf-3", struck=["2132"])
    s = attack(s, "2033", "Iska")
    refused(s, "attack 2132", "8.14")
    assert refused(s, "attack 2031", "8.11") == "There is nothing to attack in 2031."
    assert refused(s, "attack 2235", "8.11") == "Iska is not adjacent to 2235."
    s = play(fighting("israel", "2032 Iska", "2033 Eg-inf-1", "2235 Eg-inf-3"), "attack 2033")
    refused(s, "attack 2235", "8.23")
    s = fighting(
        "arab", "2320 Eg-arm-1 Eg-mech-1 Eg-mech-2", "2319 Eg-inf-1", "2321 Elzr", "2030 Iska", dormant=["Elzr"]
    )
    refused(play(s, "attack 2420"), "attack 2321", "18.13")
    refused(play(s, "attack 2321"), "attack 2420", "18.13")


# after it ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "24.84")
def test_r24_84_a_combat_that_clears_syria_stops_jordan() -> None:
    s = fighting("israel", "3606 Is-arm-1", "3714 Jo-arm-1", "0424 Eg-arm-1", scenario="1973", turn=8)
    assert not s.jordan_silent
    s.agenda = (AfterCombat("israel", (s.game.hex("3605"),), 1 << s.game.unit("Is-arm-1")),)
    advance(s)
    assert s.jordan_silent
    assert type(s.choice).__name__ == "Advance"


@pytest.mark.rule("sinai", "25.31", "8.4")
def test_r25_31_in_the_combat_of_game_turn_three_the_jordan_is_not_yet_owed() -> None:
    for turn, free in ((3, True), (4, False)):
        s = fighting("israel", "3209 Is-mech-3", "0125 Eg-arm-1", scenario="1973", turn=turn)
        s.agenda = (Advance("israel", (s.game.hex("3109"),), 1 << s.game.unit("Is-mech-3")),)
        assert (s.check("advance Is-mech-3 3109") is None) is free


@pytest.mark.rule("sinai", "8.4")
def test_r8_4_why_somebody_does_not_advance() -> None:
    s = fighting("israel", "2032 Iska Elhn", "2034 Mtke", "0125 Eg-inf-1")
    s.agenda = (Advance("israel", (s.game.hex("2033"),), 1 << s.game.unit("Iska")),)
    assert refused(s, "advance Elhn 2033", "8.4") == "Elhn took no part in the attack or stands elsewhere."
    assert refused(s, "advance Iska 2031", "8.4") == "2031 has not been vacated."
    assert refused(s, "advance Iska 9999", "5.0") == "There is no hex 9999 on the map."


# retreats ---------------------------------------------------------------------------------------------------
def beaten(s: Any, result: int, *units: str, canal: int = 0) -> Any:
    """These units have to retreat."""
    those = sum(1 << s.game.unit(u) for u in units)
    here = sum({1 << s.loc[s.game.unit(u)] for u in units})
    side = s.game.side_of[s.game.unit(units[0])]
    s.agenda = (Retreat(side, those, result, 0, here, canal), *s.agenda)
    return s


@pytest.mark.rule("sinai", "9.13", "9.15", "15.42")
def test_r9_15_every_hex_of_a_retreat_is_remembered() -> None:
    s = beaten(fighting("israel", "2031 Shml", "2030 Eg-arm-1 Eg-19NG", turn=3), 1, "Eg-arm-1", "Eg-19NG")
    t = s.play("retreat Eg-arm-1 2030-2130-2129")
    assert names(t, t.shoved) == {"Eg-arm-1"}
    assert [t.game.hex_name(h) for h in t.trod_hexes] == ["2030", "2130", "2129"]
    assert {t.game.name_of(u) for u in t.trod_units} == {"Eg-arm-1"}
    assert names(t, t.choice.units) == {"Eg-19NG"}
    t = t.play(next(a for a in t.options() if a.args[1].endswith("2028")))
    assert type(t.choice).__name__ == "Combat"
    assert len(t.trod_units) == len(t.trod_hexes) == 6


@pytest.mark.rule("sinai", "9.12", "9.13", "9.15")
def test_r9_12_a_displaced_unit_counts_as_retreated() -> None:
    s = fighting("israel", "2033 Shml", "2030 Eg-arm-1 Eg-arm-2 Eg-mech-1 Eg-mech-2", turn=3)
    s.agenda = (Displace("arab", s.game.unit("Eg-mech-2"), s.game.hex("2030")), *s.agenda)
    assert {a.args[0] for a in s.options()} == {"Eg-arm-1", "Eg-arm-2", "Eg-mech-1"}
    refused(s, "displace Eg-mech-2 2029", "9.12")
    assert told(s, "displace Eg-arm-2 2029") == ["Eg-arm-2 is displaced to 2029."]
    s = s.play("displace Eg-arm-2 2029")
    assert where(s, "Eg-arm-2") == "2029"
    assert names(s, s.shoved) == {"Eg-arm-2"}
    assert [s.game.hex_name(h) for h in s.trod_hexes] == ["2030", "2029"]
    assert [s.game.name_of(u) for u in s.trod_units] == ["Eg-arm-2"] * 2


@pytest.mark.rule("sinai", "9.12")
def test_r9_12_nobody_can_make_room() -> None:
    ring = ("2029 Iska", "1930 Elhn", "1931 Mtke", "2031 Mnhm", "2130 Albt", "2131 Mshe")
    s = fighting("israel", *ring, "2030 Eg-arm-1 Eg-arm-2 Eg-mech-1 Eg-mech-2")
    s.agenda = (Displace("arab", s.game.unit("Eg-mech-2"), s.game.hex("2030")), *s.agenda)
    assert options(s) == {"lose Eg-mech-2"}
    assert label(s, "lose Eg-mech-2").startswith("Lose Eg-mech-2")
    assert where(s.play("lose Eg-mech-2"), "Eg-mech-2") == "eliminated"


@pytest.mark.rule("sinai", "24.33", "25.17")
def test_labels_of_retreats() -> None:
    s = beaten(fighting("israel", "2031 Shml", "2030 Eg-inf-1", turn=3), 1, "Eg-inf-1")
    assert label(s, "retreat Eg-inf-1 2030-2130-2129") == "Retreat Eg-inf-1 to 2129 by 2130"
    s = beaten(fighting("arab", "3210 Jo-60", "3211 Albt", jordan_at_war=True), 1, "Albt")
    way = next(a for a in s.options() if a.verb == "retreat")
    assert label(s, str(way)) == f"Retreat Albt to {way.args[1][-4:]}"
    s = fighting(
        "israel", "0130 Eg-mech-5", "0131 Is-arm-1 Is-arm-2", "0230 Is-arm-3", "0129 Is-arm-4", scenario="1973", turn=9
    )
    s = beaten(s, 1, "Eg-mech-5")
    assert options(s) == {"retreat Eg-mech-5 0130-off"}
    assert label(s, "retreat Eg-mech-5 0130-off") == "Retreat Eg-mech-5 off the map from 0130"
    refused(s, "retreat Eg-mech-5 0130", "9.11")
    refused(s, "retreat Eg-mech-5 off", "5.0")
    s = s.play("retreat Eg-mech-5 0130-off")
    assert where(s, "Eg-mech-5") == "left"
    assert not s.shoved


@pytest.mark.rule("sinai", "24.42", "24.41")
def test_r24_42_only_one_unit_of_a_hex_retreats_over_the_canal() -> None:
    s = fighting("israel", "0524 Eg-arm-1 Eg-arm-2", "0624 Is-arm-1", scenario="1973", turn=9, destroyed=["0524"])
    s = beaten(s, 1, "Eg-arm-1", "Eg-arm-2")
    first = sorted(options(s, "retreat"))
    assert first
    s = s.play(first[0])
    assert s.choice.canal == 1 << s.game.hex("0524")
    assert options(s) == {"lose Eg-arm-2"}
    assert where(s.play("lose Eg-arm-2"), "Eg-arm-2") == "eliminated"


@pytest.mark.rule("sinai", "9.11", "6.4", "9.15", "18.2")
def test_r9_11_the_deciding_reason_against_a_retreat() -> None:
    fields: dict[str, Any] = {"turn": 3, "trod_units": ["Eg-inf-1"], "trod_hexes": ["2130"]}
    s = beaten(fighting("israel", "2032 Shml", "2030 Eg-inf-1", **fields), 1, "Eg-inf-1")
    text = "Eg-inf-1 has been in 2130 in this Combat Phase and may not return."
    assert refused(s, "retreat Eg-inf-1 2030-2130-2129", "9.15") == text
    assert refused(s, "retreat Eg-inf-1 2030-2031-2032", "6.4") == "Eg-inf-1 may not retreat into or through 2031."
    assert "for example" not in refused(s, "retreat Eg-inf-1 2030-1929-1930", "9.14")


# the Bar Lev Line -------------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "25.21", "25.22")
@pytest.mark.parametrize(
    ("superiority", "die", "fallen", "price"), [(0, 6, False, False), (0, 1, True, True), (12, 1, True, False)]
)
def test_r25_21_what_a_bar_lev_hex_costs(superiority: int, die: int, fallen: bool, price: bool) -> None:
    from sandtable.games.sinai.combat.attack import Result

    s = fighting("arab", "0424 Eg-arm-1 Eg-arm-2", "3115 Is-mech-2", scenario="1973")
    u = sum(1 << s.game.unit(x) for x in ("Eg-arm-1", "Eg-arm-2"))
    s.agenda, s.dice = (Result("arab", (s.game.hex("0524"),), u, 0, superiority), *s.agenda), (die,)
    s.log = []
    advance(s)
    assert bool(s.destroyed) is fallen
    assert (type(s.choice).__name__ == "LoseAttacker") is price
    assert ("the position falls" in str(s.log[0].text)) is fallen
    if price:
        assert options(s) == {"lose Eg-arm-1", "lose Eg-arm-2"}
        assert where(s.play("lose Eg-arm-2"), "Eg-arm-2") == "eliminated"
