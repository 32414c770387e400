"""8.0 to 9.13, 10.15, 12.2, 18.1, 24.8, 25.2, 25.3: one fight at a time, what it changes and what is said of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.core import Action, bits
from sandtable.core.agenda import advance
from sandtable.games.sinai.combat.advance import Advance, AfterCombat
from sandtable.games.sinai.combat.attack import Result, target_words
from sandtable.games.sinai.combat.attackers import can_reach, may_attack
from sandtable.games.sinai.combat.bar_lev import LoseAttacker
from sandtable.games.sinai.combat.combat import BeginCombat
from sandtable.games.sinai.combat.retreat import Displace, Retreat
from sandtable.games.sinai.land.territory import intact_forts
from sandtable.server.wording import option

from .table import attack, fighting, names, options, play, refused, rules, where


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
    marks: dict[str, Any] = {"dormant": ["Yona", "Mnhm"], "entrucked": ["Mota"]}
    s = fighting("arab", "2811 Yona Mota", "2723 Mnhm", "2911 Jo-60 Jo-40", "2912 Jo-3", jordan_at_war=True, **marks)
    s = play(attack(s, "2811", "Jo-60", "Jo-40", "Jo-3"), "without Jo-3")
    assert names(s, s.choice.units) == {"Jo-60", "Jo-40"}
    s = play(s, "with Jo-3", "confirm")
    assert names(s, s.fought) == {"Jo-60", "Jo-40", "Jo-3"}
    assert names(s, s.attacked) == {"Yona", "Mota"}
    assert s.struck == 1 << s.game.hex("2811")
    assert names(s, s.dormant) == {"Mnhm"}  # attacked, Yona is mobilized at once
    assert not s.entrucked
    assert s.actor == "chance"


@pytest.mark.rule("sinai", "8.0", "8.3", "9.0")
def test_r8_0_the_log_tells_both_strengths_with_their_reasons() -> None:
    s = attack(fighting("israel", "2126 Iska", "2026 Eg-inf-1"), "2026", "Iska")
    first, die, second = told(s, "confirm", "roll 6")[:3]
    assert die == "Combat: rolled 6"
    assert first == "Iska attacks 2026 (Eg-inf-1): 9 against 5, Attack Superiority +4. Rough terrain +2 [8.3]."
    assert second == "Die 6, column +4: the defenders retreat 1 hex."
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
    s = fighting("arab", "2320 Eg-arm-1 Eg-arm-2 Eg-arm-3", "2319 Eg-inf-1", "2321 Ntke", "2030 Iska", dormant=["Ntke"])
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
    ("superiority", "die", "fallen", "price"),
    [(0, 6, False, False), (0, 1, True, True), (4, 1, True, True), (8, 1, True, False)],
)
def test_r25_21_what_a_bar_lev_hex_costs(superiority: int, die: int, fallen: bool, price: bool) -> None:
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
        s = s.play("lose Eg-arm-2")
        assert where(s, "Eg-arm-2") == "eliminated"
    assert type(s.choice).__name__ == "Combat"


@pytest.mark.rule("sinai", "25.21", "9.11", "8.23")
def test_r25_21_an_empty_position_and_units_attacked_together() -> None:
    s = fighting("arab", "0424 Eg-arm-1 Eg-arm-2", "0525 Is-airm-1", "3115 Is-mech-2", scenario="1973")
    units = sum(1 << s.game.unit(x) for x in ("Eg-arm-1", "Eg-arm-2"))
    hexes = (s.game.hex("0524"), s.game.hex("0525"))
    s.agenda, s.dice, s.log = (Result("arab", hexes, units, 0, 8), *s.agenda), (1,), []
    advance(s)
    assert str(s.log[0].text) == "Die 1, column +7 to +9: the defenders retreat 3 hexes."
    assert s.destroyed == 1 << hexes[0] | 1 << hexes[1]
    assert type(s.choice).__name__ == "Retreat"
    assert names(s, s.choice.units) == {"Is-airm-1"}


@pytest.mark.rule("sinai", "8.0", "25.21")
def test_r8_0_an_attack_on_an_empty_position_names_no_defenders() -> None:
    places = ("0424 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0423 Eg-mech-1 Eg-mech-2 Eg-mech-3", "3115 Is-mech-2")
    s = attack(fighting("arab", *places, scenario="1973", turn=1), "0524", *EGYPTIANS)
    s.log = []
    s.apply(Action("confirm"))
    assert "attack 0524:" in str(s.log[0].text)


@pytest.mark.rule("sinai", "8.0", "9.0", "25.21", "25.83", "8.3")
def test_r9_0_a_forecast_in_words() -> None:
    s = fighting("israel", "2029 Iska", "2030 Eg-arm-1").play("attack 2030")
    assert (s.forecast()["title"], s.forecast()["results"]) == ("Nobody yet against 2030", [])
    f = s.play("with Iska").forecast()
    assert (f["title"], f["value"], f["column"], f["column_name"]) == ("Iska against 2030", "+4", 4, "+4")
    assert [(r["name"], r["dice"]) for r in f["results"]] == [
        ("defenders retreat 2 hexes", ["1", "2", "3"]),
        ("defenders retreat 1 hex", ["4", "5", "6"]),
    ]
    assert f["shifts"] == f["losses"] == []
    s = attack(fighting("israel", "2032 Mnhm", "2033 Eg-arm-1 Eg-19NG", turn=3), "2033", "Mnhm")
    assert {r["name"] for r in s.forecast()["results"]} >= {"no effect"}


EGYPTIANS = ("Eg-arm-1", "Eg-arm-2", "Eg-arm-3", "Eg-mech-1", "Eg-mech-2", "Eg-mech-3")


@pytest.mark.rule("sinai", "25.21", "25.82", "25.83")
def test_r25_21_the_price_of_a_bar_lev_hex_is_foretold() -> None:
    places = ("0424 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0423 Eg-mech-1 Eg-mech-2 Eg-mech-3", "3115 Is-mech-2")
    f = attack(fighting("arab", *places, scenario="1973", turn=1), "0524", *EGYPTIANS).forecast()
    assert [(x["text"], x["rule"]) for x in f["shifts"]] == [
        ("Bar Lev Line +10", "25.83"),
        ("attacked across the Suez Canal +3", "8.3"),
    ]
    assert {r["name"] for r in f["results"]} == {"the position falls [25.21]"}
    assert f["losses"] == []
    f = attack(fighting("arab", *places, scenario="1973", turn=2), "0524", *EGYPTIANS).forecast()
    assert f["shifts"][0]["text"] == "Bar Lev Line +15"
    dear = [r for r in f["results"] if r["name"] == "the position falls at the price of a unit [25.21]"]
    assert f["losses"] == [{"unit": "Eg-mech-1", "probability": sum(r["probability"] for r in dear)}]
    assert {r["result"] for r in dear} <= {"1", "2"}
    assert dear


# who may attack what ----------------------------------------------------------------------------------------
@pytest.mark.rule("sinai", "8.11", "8.14", "10.32", "13.21", "14.0", "15.31", "20.2", "25.14", "21.32")
@pytest.mark.parametrize(
    ("unit", "fields", "rule"),
    [
        ("Eg-inf-1", {"fought": ["Eg-inf-1"], "entrucked": ["Eg-inf-1"]}, "8.14"),
        ("Eg-inf-1", {"entrucked": ["Eg-inf-1"], "strayed": ["Eg-inf-1"]}, "15.31"),
        ("Eg-inf-1", {"strayed": ["Eg-inf-1"]}, "14.0"),
        ("Eg-inf-1", {"goals": [1, 0, 0]}, "21.32"),
        ("Eg-inf-2", {}, "8.11"),
        ("Mnhm", {}, "8.11"),
        ("Eg-inf-3", {}, "8.11"),
    ],
)
def test_r8_11_why_a_unit_does_not_attack(unit: str, fields: dict[str, Any], rule: str) -> None:
    places = ("1930 Eg-inf-1", "1931 Ysrl", "2233 Eg-inf-2", "1932 Eg-arm-1 Eg-arm-2")
    s = fighting("arab", *places, turn=2).play("attack 1931")
    for name, value in fields.items():
        here = s.game.position("\n".join([s.game.id, f"{name} {json.dumps(value)}"]))
        setattr(s, name, getattr(here, name))
    refused(s, f"with {unit}", rule)


@pytest.mark.rule("sinai", "25.14", "20.2", "10.32")
def test_r25_14_sam_face_down_and_hungry_units_do_not_attack() -> None:
    s = fighting("arab", "0323 Eg-SAM-1 Eg-arm-1", "0422 Is-airm-1", scenario="1973", turn=9).play("attack 0422")
    refused(s, "with Eg-SAM-1", "25.14")
    every = bits(s.game.combat_units & s.game.of_side["arab"])
    for u in every:
        s.loc[u] = s.game.hex("0323")
        assert (s.game.sam >> u & 1) == ("25.14" in rules(may_attack(s, u, "arab")))
    s = fighting("israel", "2030 Iska Elhn", "2031 Eg-19NG", dormant=["Elhn"]).play("attack 2031")
    refused(s, "with Elhn", "20.2")
    ring = ("2028 Iska", "2032 Elhn", "2229 Mtke", "2231 Mnhm", "1829 Albt", "1831 Mshe", "2031 Ysrl")
    refused(fighting("arab", "2030 Eg-arm-1", *ring), "attack 2031", "10.32")


@pytest.mark.rule("sinai", "13.21", "24.82", "24.9", "25.93", "8.11")
def test_r13_21_who_attacks_over_the_border_of_jordan() -> None:
    s = fighting("israel", "2811 Iska", "2911 Jo-3")
    assert refused(s, "attack 2911", "13.21").endswith("Jordan has not opened the war against Israel.")
    assert fighting("israel", "2811 Iska", "2911 Jo-3", jordan_at_war=True).check("attack 2911") is None
    s = fighting("arab", "2811 Ysrl", "2911 Jo-60")
    assert refused(s, "attack 2811", "13.21") == "Jo-60 may not attack 2811: Jordan is not at war."
    war: dict[str, Any] = {"scenario": "1973", "turn": 9}
    places = ("3310 Is-arm-1 Is-arm-2 Is-arm-3", "3410 Jo-arm-1")
    refused(fighting("israel", *places, **war), "attack 3410", "13.21")
    assert fighting("israel", *places, jordan_at_war=True, **war).check("attack 3410") is None
    late: dict[str, Any] = {"scenario": "mid-1970s", "turn": 9, "jordan_at_war": True}
    refused(fighting("israel", *places, **late), "attack 3410", "25.93")
    assert fighting("israel", *places, trans_jordan_open=True, **late).check("attack 3410") is None
    places = ("3310 Is-airm-1", "3410 Jo-arm-1")
    refused(fighting("arab", *places, **war), "attack 3310", "13.21")
    assert refused(fighting("arab", *places, sent=["Jo-arm-1"], **war), "attack 3310", "24.82").endswith(
        "in Israel from Jordan."
    )
    assert fighting("arab", *places, jordan_at_war=True, **war).check("attack 3310") is None
    places = ("3606 Is-airm-1", "3605 Jo-arm-1")
    refused(fighting("arab", *places, **war), "attack 3606", "13.21")
    assert fighting("arab", *places, sent=["Jo-arm-1"], **war).check("attack 3606") is None
    places = ("3310 Is-airm-1", "3410 Sy-arm-1 Sy-arm-2")
    refused(fighting("arab", *places, **war), "attack 3310", "24.9")
    s = fighting("arab", *places, from_israel=["Sy-arm-1", "Sy-arm-2"], **war)
    refused(s, "attack 3310", "15.32")  # they may, but are too weak
    places = ("3310 Is-airm-1", "3410 Iq-arm-1")
    refused(fighting("arab", *places, scenario="1973-cooperation", turn=9), "attack 3310", "13.21")


@pytest.mark.rule("sinai", "8.11", "8.14", "9.13", "18.11", "25.21")
def test_r8_11_what_can_be_attacked() -> None:
    s = fighting("israel", "2032 Iska", "2033 Eg-arm-1 Eg-mech-1", attacked=["Eg-arm-1"])
    assert s.check("attack 2033") is None  # one of them has not been attacked
    s = fighting("israel", "2032 Iska", "2033 Eg-arm-1 Eg-mech-1", attacked=["Eg-arm-1", "Eg-mech-1"])
    assert refused(s, "attack 2033", "8.14") == "The units in 2033 have already been attacked in this Combat Phase."
    s = fighting("israel", "2032 Iska", "2033 Eg-arm-1", struck=["2033"])
    assert refused(s, "attack 2033", "8.14") == "2033 has already been attacked in this Combat Phase."
    s = fighting(
        "arab", "0424 Eg-arm-1 Eg-arm-2", "0524 Is-airm-1", attacked=["Is-airm-1"], scenario="1973", destroyed=["0524"]
    )
    refused(s, "attack 0524", "8.14")
    s = fighting("arab", "0424 Eg-arm-1 Eg-arm-2", "0524 Is-airm-1", attacked=["Is-airm-1"], scenario="1973")
    refused(s, "attack 0524", "15.32")  # the position itself is not spent, only too strong (ruling SN-83)
    s = fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2030 Iska", destroyed=["2420"])
    refused(s, "attack 2420", "8.11")
    s = fighting("israel", "3015 Iska", "2030 Eg-arm-1", jordan_at_war=True)
    assert s.check("attack 3116") is None


@pytest.mark.rule("sinai", "9.13", "8.21")
def test_r9_13_only_those_who_stood_there_defend() -> None:
    s = attack(fighting("israel", "2031 Iska", "2032 Eg-inf-1 Eg-mech-1", shoved=["Eg-mech-1"]), "2032", "Iska")
    assert [d["unit"] for d in s.forecast()["defenders"]] == ["Eg-inf-1"]
    s = fighting(
        "israel", "2031 Iska", "2032 Eg-inf-1 Eg-mech-1", shoved=["Eg-mech-1", "Eg-inf-1"], attacked=["Eg-inf-1"]
    )
    assert [d["unit"] for d in attack(s, "2032", "Iska").forecast()["defenders"]] == ["Eg-mech-1"]
    s = fighting("arab", "2031 Eg-arm-1 Eg-arm-2", "2032 Ysrl Is-Supply", "1827 Eg-arm-3")
    assert [d["unit"] for d in attack(s, "2032", "Eg-arm-1").forecast()["defenders"]] == ["Ysrl"]


@pytest.mark.rule("sinai", "10.15", "8.11", "18.13")
def test_r10_15_the_supply_unit_alone_goes_back_without_a_die() -> None:
    s = fighting("arab", "3408 Jo-inf-1", "3407 Is-Supply", "2713 Iska", turn=8, trail=["2713"], jordan_at_war=True)
    s = s.play("attack 3407")
    assert "confirm" not in options(s)
    assert refused(s, "confirm", "8.11") == "No unit takes part in the attack yet."
    s = s.play("with Jo-inf-1")
    f = s.forecast()
    assert [(r["result"], r["name"], r["probability"]) for r in f["results"]] == [
        ("sure", "the Supply unit goes back, without a die [10.15]", 1.0)
    ]
    s = s.play("confirm")
    assert where(s, "Is-Supply") == "2713"
    assert f["take_hex"] == float("advance Jo-inf-1 3407" in options(s)) == 0.0  # the Settlement stands
    s = fighting("arab", "2320 Eg-arm-1 Eg-mech-1", "2030 Iska")
    f = attack(s, "2420", "Eg-arm-1", "Eg-mech-1").forecast()
    assert [r["name"] for r in f["results"]] == ["destroyed without a die [18.11]"]
    assert f["take_hex"] == 1.0


@pytest.mark.rule("sinai", "10.15", "9.11", "9.13")
def test_r10_15_the_supply_unit_goes_its_own_way_when_its_stack_retreats() -> None:
    places = ("2032 Ysrl Is-Supply", "2031 Eg-arm-1 Eg-arm-2", "1827 Eg-arm-3", "2713 Iska")
    s = attack(fighting("arab", *places, turn=8, trail=["2713", "2032"]), "2032", "Eg-arm-1", "Eg-arm-2")
    assert [x["unit"] for x in s.forecast()["losses"]] in ([], ["Ysrl"])
    s = play(s, "confirm", "roll 1")
    assert where(s, "Is-Supply") == "2713"
    assert type(s.choice).__name__ == "Retreat"
    assert names(s, s.choice.units) == {"Ysrl"}


@pytest.mark.rule("sinai", "8.5", "15.32")
def test_r8_5_a_nation_that_is_too_weak_alone_does_not_begin_an_attack() -> None:
    s = fighting(
        "arab", "3407 Arie Elzr", "3507 Sy-123", "3408 Jo-60 Jo-40", jordan_at_war=True, scenario="1967-officers"
    )
    s = s.play("attack 3407")
    assert options(s, "with") == {"with Jo-60", "with Jo-40"}
    assert refused(s, "with Sy-123", "15.32") == "The units of Syria alone are too weak for this attack."


@pytest.mark.rule("sinai", "8.23")
def test_r8_23_further_hexes_are_those_that_all_can_reach() -> None:
    far = ("1731 Mnhm", "1730 Eg-inf-3", "2532 Elhn", "2533 Eg-inf-4")
    s = fighting("israel", "2032 Iska Mtke", "2033 Eg-inf-1", "2132 Eg-inf-2", *far)
    assert options(attack(s, "2033", "Iska"), "attack") == {"attack 2132"}


@pytest.mark.rule("sinai", "12.11", "12.2")
def test_r12_2_no_zone_is_waived_for_jordanians() -> None:
    ring = ("3210 Iska", "3113 Elhn", "3213 Mtke", "3312 Mnhm", "3212 Albt")
    s = fighting("israel", *ring, "3211 Jo-3", jordan_at_war=True)
    assert not options(attack(s, "3211", "Iska"), "waive")


@pytest.mark.rule("sinai", "18.11", "18.2", "25.21")
def test_every_place_has_its_name() -> None:
    for scenario, side in (("1967", "arab"), ("1967", "israel"), ("1973", "arab")):
        s = fighting(side, "2030 " + ("Iska" if scenario == "1967" else "Is-arm-1"), scenario=scenario)
        game = s.game
        for h in bits(intact_forts(s, "israel" if side == "arab" else "arab")):
            name = "Bar Lev Line" if game.bar_lev >> h & 1 else "Settlement" if game.settlements >> h & 1 else "City"
            assert str(target_words(s, h, side)) == f"{game.hex_name(h)} ({name})"


@pytest.mark.rule("sinai", "12.2", "12.13")
def test_r12_2_a_step_that_the_ground_forbids_is_not_opened_by_waiving() -> None:
    # 2121 closes only a hex of sand, which Egyptian vehicles do not enter.
    places = ("2121 Yhda", "2220 Shml", "2422 Iska", "2322 Elhn")
    assert options(play(fighting("israel", *places, "2221 Eg-mech-3"), "attack 2221"), "waive") == {
        "waive 2220",
        "waive 2322",
    }
    assert "waive 2121" in options(play(fighting("israel", *places, "2221 Eg-19NG"), "attack 2221"))


@pytest.mark.rule("sinai", "13.21", "25.93")
def test_r13_21_the_border_of_jordan_from_end_to_end() -> None:
    for scenario, one, two in (("1967", "Iska", "Jo-60"), ("1973", "Is-arm-1", "Jo-arm-1")):
        s = fighting("israel", f"2713 {one}", f"3714 {two}", scenario=scenario, turn=9)
        game = s.game
        for a, h in game.jordan_border:
            inside, outside = (a, h) if game.home["jordan"] >> a & 1 else (h, a)
            sea = game.map.crosses("all_sea", a, h)
            for unit, here, there in ((game.unit(one), outside, inside), (game.unit(two), inside, outside)):
                s.loc[unit] = here
                s.jordan_at_war = s.trans_jordan_open = False
                assert rules(can_reach(s, unit, there)) == (("8.6",) if sea else ("13.21",))
                s.jordan_at_war = s.trans_jordan_open = True
                assert rules(can_reach(s, unit, there)) == (("8.6",) if sea else ())


@pytest.mark.rule("sinai", "8.14", "10.15")
def test_r8_14_the_supply_unit_beside_them_does_not_make_units_fresh() -> None:
    s = fighting("arab", "2031 Eg-arm-1 Eg-arm-2", "2032 Ysrl Is-Supply", "1827 Eg-arm-3", attacked=["Ysrl"])
    refused(s, "attack 2032", "8.14")


@pytest.mark.rule("sinai", "25.21")
def test_r25_21_an_egyptian_unit_pays_if_one_took_part() -> None:
    for payers, units in (("Eg-arm-1", ("Sy-arm-1", "Eg-arm-1")), ("Sy-arm-1", ("Sy-arm-1",))):
        s = fighting("arab", "0424 " + " ".join(units), "3115 Is-mech-2", scenario="1973-cooperation")
        s.agenda = (LoseAttacker(sum(1 << s.game.unit(u) for u in units), s.game.hex("0524")), *s.agenda)
        assert options(s) == {f"lose {payers}"}


@pytest.mark.rule("sinai", "8.14", "9.13", "9.15")
def test_r8_14_a_new_combat_phase_forgets_the_last() -> None:
    marks = {"fought": ["Iska"], "struck": ["2031"], "attacked": ["Eg-inf-1"], "shoved": ["Eg-inf-1"]}
    s = fighting("israel", "2030 Iska", "2031 Eg-inf-1", trod_units=["Eg-inf-1"], trod_hexes=["2032"], **marks)
    s.agenda = (BeginCombat("israel"), *s.agenda)
    advance(s)
    assert (s.fought, s.struck, s.attacked, s.shoved, s.trod_units, s.trod_hexes) == (0, 0, 0, 0, (), ())


@pytest.mark.rule("sinai", "8.0", "15.32", "25.62")
def test_r8_0_what_can_be_done_in_a_combat_phase() -> None:
    weak = fighting("israel", "2032 Ysrl", "2033 Eg-arm-1 Eg-mech-1", turn=3)
    assert options(weak) == {"end"}
    assert weak.play("end").choice is None
    s = fighting("israel", "2030 Is-arm-1", "0125 Eg-arm-1", scenario="1973")
    assert options(s) == {"end", "offer"}
    assert type(s.play("offer").choice).__name__ == "Agreement"
    assert [type(x).__name__ for x in s.play("offer").agenda] == ["Agreement", "Combat"]
