"""[2021 15.0-15.6] The optional rules."""

from __future__ import annotations

import random

import pytest

import sandtable

from .table import NEW, attack, cost, destinations, fighting, moving, options, play, position, refused, where

ALL = {o.name: True for o in sandtable.load(NEW).title.options if o.default is False}


@pytest.mark.rule("across-suez-2021", "15.0", "3.1", "3.2")
def test_r15_0_optional_units_stay_out_unless_their_rule_is_used() -> None:
    basic = set(sandtable.load(NEW).roster.names)
    assert len(basic) == 45
    added = {option: set(sandtable.load(NEW).start({option: True}).game.roster.names) - basic for option in ALL}
    assert added == {
        "airborne_units": {"I/35", "II/23"},
        "kuwaiti_palestinian": {"6-KU", "AJ-PAL"},
        "marines": {"1/130"},
        "commandos": {"EG-Cdo-A", "EG-Cdo-B", "IL-Cdo-A", "IL-Cdo-B"},
        "airborne_operations": {"IL-Abn", "EG-Abn-1", "EG-Abn-2"},
        "amphibious": {"1/130", "2/130", "3/130"},
    }
    with pytest.raises(ValueError, match="no option 'commandos'"):
        sandtable.load("across-suez-1980").start({"commandos": True})


# 15.1 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "15.1")
def test_r15_1_ii_23_sets_up_next_to_a_reshef_unit() -> None:
    s = sandtable.load(NEW).start({"airborne_units": True})
    assert s.actor == "israel"
    assert "[15.1]" in s.prompt
    listed = {a.split()[2] for a in options(s, "place II/23")}
    assert {"0209", "0609", "0309"} <= listed
    assert "0407" not in listed  # 14/21/2
    assert "0210" not in listed  # Reshef-1 itself
    assert refused(s, "place II/23 1708") == ("15.1",)
    s = play(s, "place II/23 0609")
    assert where(s, "II/23") == "0609"
    assert s.game.phase(s) == "israel-movement"


@pytest.mark.rule("across-suez-2021", "15.1")
def test_r15_1_i_35_arrives_on_turn_4_in_1609() -> None:
    s = moving(NEW, "israel", "reinforcements I/35", turn=3, airborne_units=True)
    assert refused(s, "enter I/35 1609") == ("11.1",)
    s = moving(NEW, "israel", "reinforcements I/35", turn=4, airborne_units=True)
    assert cost(s, "enter I/35 1609") == 3
    assert not options(s, "land")  # only with 15.5


# 15.2, 15.3 -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "15.2", "15.3")
@pytest.mark.parametrize(
    ("unit", "option"), [("6-KU", "kuwaiti_palestinian"), ("AJ-PAL", "kuwaiti_palestinian"), ("1/130", "marines")]
)
def test_r15_2_15_3_reinforcements_on_turn_5_at_d(unit: str, option: str) -> None:
    s = moving(NEW, "egypt", f"reinforcements {unit}", turn=4, **{option: True})
    assert not options(s, "enter")
    s = moving(NEW, "egypt", f"reinforcements {unit}", turn=5, **{option: True})
    assert {a.split()[2][:4] for a in options(s, "enter")} == {"0921"}
    assert s.game.side_of[s.game.unit(unit)] == "egypt"


# 15.4 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "15.4")
def test_r15_4_commandos_double_their_strength_at_night() -> None:
    for turn, strength in ((5, "1"), (4, "2")):
        s = fighting(NEW, "egypt", "0708 EG-Cdo-A", "0709 IL-Cdo-A", turn=turn, commandos=True)
        s = play(s, "end") if turn == 5 else s
        f = attack(s, "IL-Cdo-A", "EG-Cdo-A").forecast()
        assert f["attackers"][0]["strength"] == strength
        assert f["defenders"][0]["strength"] == str(2 * int(strength))


@pytest.mark.rule("across-suez-2021", "15.4")
def test_r15_4_commandos_ignore_zones_at_night() -> None:
    places = ("0711 IL-Cdo-A", "0708 16/4", "0713 Matt-1")
    path = "0711-0710-0709-0808"  # through the zone of 16/4
    night = moving(NEW, "israel", *places, turn=4, commandos=True)
    assert night.check(f"move IL-Cdo-A {path}") is None
    day = moving(NEW, "israel", *places, turn=3, commandos=True)
    assert refused(day, f"move IL-Cdo-A {path}") == ("6.1",)
    in_contact = moving(NEW, "israel", "0709 IL-Cdo-A", "0708 16/4", turn=4, commandos=True)
    assert in_contact.check("move IL-Cdo-A 0709-0808") is None  # from contact to contact
    assert refused(in_contact, "move IL-Cdo-A 0709-0708") == ("5.2",)  # but never into an enemy


@pytest.mark.rule("across-suez-2021", "15.4")
def test_r15_4_commandos_retreat_into_zones_at_night() -> None:
    places = ("0708 EG-Cdo-A", "0709 Erez-1", "0806 Erez-2", "0606 Baram-1")
    day = play(
        attack(fighting(NEW, "israel", *places, turn=5, commandos=True), "EG-Cdo-A", "Erez-1"), "confirm", "roll 1"
    )
    assert where(day, "EG-Cdo-A") == "eliminated"
    night = attack(fighting(NEW, "israel", *places, turn=4, commandos=True), "EG-Cdo-A", "Erez-1")
    night = play(night, "confirm", "roll 1")
    assert {a[-4:] for a in options(night, "retreat")} == {"0707", "0607", "0807", "0608", "0808"}  # [ruling AS-32]


@pytest.mark.rule("across-suez-2021", "15.4")
def test_r15_4_arrivals() -> None:
    s = moving(NEW, "egypt", "reinforcements EG-Cdo-A EG-Cdo-B", turn=5, commandos=True)
    assert {a.split()[1] for a in options(s, "enter")} == {"EG-Cdo-A", "EG-Cdo-B"}
    assert {a.split()[2][:4] for a in options(s, "enter")} == {"0921"}
    s = moving(NEW, "israel", "reinforcements IL-Cdo-A", turn=2, commandos=True)  # [ruling AS-19]
    assert {a.split()[2][:4] for a in options(s, "enter")} == {"1708"}


@pytest.mark.rule("across-suez-2021", "15.4", "7.3")
def test_r15_4_losses_count_printed_strength() -> None:
    """Ruling AS-14: a commando worth 1 costs 1, though it fought with 2."""
    s = fighting(NEW, "israel", "0708 EG-Cdo-A", "0709 Erez-3", "0608 Erez-2", turn=4, commandos=True)
    s = play(attack(s, "EG-Cdo-A", "Erez-3", "Erez-2"), "confirm", "roll 5")  # 5 - 2 = +3: Ee
    assert "You still owe 1 strength point" in s.prompt


# 15.5 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "15.5", "15.5.1", "15.5.2")
def test_r15_5_1_a_landing_needs_a_free_hex_outside_enemy_zones() -> None:
    s = moving(NEW, "israel", "reinforcements IL-Abn", "0708 16/4", "0714 Matt-1", turn=4, airborne_operations=True)
    landing = destinations(s, "IL-Abn", "land")
    assert "0711" in landing
    assert not landing & {"0708", "0709", "0707", "0714", "0313", "0118"}
    for where_to in ("0708", "0709", "0714", "0313"):
        assert refused(s, f"land IL-Abn {where_to}") == ("15.5.1",)
    assert refused(s, "land IL-Abn 0711-0712") == ("15.5.1",)
    assert refused(s, "enter IL-Abn 1708")  # it has no entry hex
    s = play(s, "land IL-Abn 0711")
    assert where(s, "IL-Abn") == "0711"


@pytest.mark.rule("across-suez-2021", "15.5.1")
def test_r15_5_1_after_landing_no_move_and_no_attack_that_turn() -> None:
    s = moving(NEW, "israel", "reinforcements IL-Abn", "0708 16/4", turn=5, airborne_operations=True)
    s = play(s, "land IL-Abn 0711")
    assert refused(s, "move IL-Abn 0711-0712") == ("15.5.1",)
    text = """
    across-suez-2021 {"airborne_operations": true}
    turn 5
    landed ["IL-Abn"]
    at 0709 IL-Abn
    at 0808 Matt-1
    at 0708 16/4
    > BeginCombat {"side": "israel"}
    """
    s = play(sandtable.load(NEW).position(text), "attack 16/4")
    assert options(s, "with") == ["with Matt-1"]
    assert refused(s, "with IL-Abn") == ("15.5.1",)
    # it defends normally, and moves in the next turn
    s = fighting(NEW, "egypt", "0709 IL-Abn", "0708 16/4", turn=4, airborne_operations=True)
    assert attack(s, "IL-Abn", "16/4").forecast()["defenders"] == [{"unit": "IL-Abn", "strength": "3"}]
    s = position(NEW, "GameTurn", "0711 IL-Abn", turn=5, airborne_operations=True)
    assert s.check("move IL-Abn 0711-0712") is None


@pytest.mark.rule("across-suez-2021", "15.5.1", "15.5.2")
def test_r15_5_1_each_unit_lands_once_and_only_airborne_units_do() -> None:
    s = moving(NEW, "israel", "0711 IL-Abn", "reinforcements Baram-1", turn=5, airborne_operations=True)
    assert not options(s, "land")
    assert refused(s, "land IL-Abn 0715") == ("11.0",)
    assert refused(s, "land Baram-1 0715") == ("15.5.2",)


@pytest.mark.rule("across-suez-2021", "15.5", "15.5.2")
def test_r15_5_2_who_may_land_and_when() -> None:
    for side, unit in (("israel", "IL-Abn"), ("egypt", "EG-Abn-1"), ("egypt", "EG-Abn-2")):
        early = moving(NEW, side, f"reinforcements {unit}", turn=3, airborne_operations=True)
        assert refused(early, f"land {unit} 0708") == ("11.1",)
        assert (
            moving(NEW, side, f"reinforcements {unit}", turn=4, airborne_operations=True).check(f"land {unit} 0708")
            is None
        )
    s = moving(NEW, "israel", "reinforcements I/35", turn=4, airborne_operations=True, airborne_units=True)
    assert s.check("land I/35 0708") is None
    assert s.check("enter I/35 1609") is None


# 15.6 -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("across-suez-2021", "15.6", "15.3")
def test_r15_6_marines_land_north_of_matzmed_or_south_of_lakekan() -> None:
    places = "reinforcements 1/130 2/130 3/130"
    s = moving(NEW, "egypt", places, turn=5, amphibious=True)
    for unit in ("1/130", "2/130", "3/130"):
        starts = {a.split()[2][:4] for a in options(s, f"enter {unit}")}
        assert starts == {f"01{r:02d}" for r in range(1, 12)} | {"0717", "0817", "0818", "0819", "0920", "0921"}
    assert not options(moving(NEW, "egypt", places, turn=4, amphibious=True), "enter")
    assert cost(s, "enter 1/130 0105-0106") == 2
    s = moving(NEW, "egypt", places, "0717 Erez-1", turn=5, amphibious=True)
    assert s.check("enter 1/130 0717") is not None


@pytest.mark.rule("across-suez-2021", "15.0")
def test_r15_0_all_rules_together_play_to_an_end() -> None:
    for seed in range(3):
        s, rng = sandtable.load(NEW).start(ALL), random.Random(seed)
        for _ in range(5000):
            if not s.actor:
                break
            s.apply(s.sample(rng.randrange))
        assert s.outcome is not None
