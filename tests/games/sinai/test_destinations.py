"""A move that names only its end: the cheapest way is found, or the deciding reason is given, with the numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.games.sinai.movement.allowance import may_move, movable
from sandtable.games.sinai.movement.paths import trace

from .table import moving, refused

SCENARIOS = ["1967", "1956", "1973", "mid-1970s-race-soviet"]


@pytest.mark.rule("sinai", "5.26")
def test_r5_26_an_enemy_stands_there() -> None:
    s = moving("israel", "2030 Iska", "2033 Eg-inf-1")
    assert refused(s, "move Iska 2033", "5.26") == "2033 is occupied by enemy units."


@pytest.mark.rule("sinai", "5.29", "5.28")
def test_r5_29_out_of_reach_with_the_points_that_are_missing() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-inf-1")
    text = refused(s, "move Iska 1722", "5.29")
    assert "1722 is " in text
    assert "Iska has 8" in text
    assert "too few" in text
    s = moving("israel", "2030 Iska", "0125 Eg-inf-1", unsupplied=["Iska"])
    assert "Iska has 4" in refused(s, "move Iska 2035", "5.28")


@pytest.mark.rule("sinai", "6.2")
def test_r6_2_a_zone_on_the_way() -> None:
    s = moving("israel", "2030 Iska", "2031 Eg-inf-1", "2029 Eg-inf-2")
    refused(s, "move Iska 2130", "6.2")  # straight from one controlled hex into another


@pytest.mark.rule("sinai", "5.25", "5.22", "5.24", "13.21", "18.2")
def test_r5_2_ground_that_is_closed() -> None:
    s = moving("israel", "2030 Iska", "2713 Mnhm", "2912 Mtke", "0125 Eg-inf-1")
    refused(s, "move Iska 1019", "5.25")
    refused(s, "move Iska 0424", "5.22")
    refused(s, "move Mnhm 2913", "13.21")
    s = moving("israel", "2519 Iska", "0125 Eg-inf-1")
    refused(s, "move Iska 2418-2319", "5.0")  # a path begins where the unit is


@pytest.mark.rule("sinai", "25.95")
def test_r25_95_the_brigade_at_amman_is_held() -> None:
    fields: dict[str, Any] = {"jordan_at_war": True, "trans_jordan_open": True, "amman_taken": True}
    fields |= {"jordan_silent": True, "behind": ["3813", "3912", "3913"], "scenario": "1973-cooperation", "turn": 9}
    s = moving("israel", "3813 Is-arm-1", "3901 Sy-arm-1", **fields)
    assert "beyond the front" in refused(s, "move Is-arm-1 3814", "25.95")
    assert "must stay next to Amman" in refused(s, "move Is-arm-1 3913", "25.95")


@pytest.mark.rule("sinai", "24.41")
def test_r24_41_says_which_limit_is_reached() -> None:
    two = ["0424", "0524"] * 2
    s = moving("arab", "0424 Eg-mech-1", "3115 Is-mech-2", scenario="1973", destroyed=["0524"], crossed_arab=two)
    assert "between 0424 and 0524" in refused(s, "move Eg-mech-1 0424-0524", "24.41")
    six = ["0424", "0524"] * 2 + ["0423", "0524"] * 2 + ["0426", "0527"] * 2
    s = moving("arab", "0427 Eg-mech-1", "3115 Is-mech-2", scenario="1973", destroyed=["0527"], crossed_arab=six)
    assert "At most 6 units" in refused(s, "move Eg-mech-1 0527", "24.41")


@pytest.mark.rule("sinai", "5.0")
def test_r5_0_short_forms_find_their_way() -> None:
    s = moving("israel", "2030 Iska Elhn", "2032 Eg-19NG", "2425 Ktti")
    assert str(s.game.parse(s, "move Iska+Elhn 2028")).startswith("move Iska+Elhn 2030-")
    assert str(s.game.parse(s, "overrun Iska 2032")) == "overrun Iska 2030-2031-2032"
    s = moving("arab", "0225 Eg-arm-1", "3115 Is-mech-2", scenario="1973")
    assert str(s.game.parse(s, "exit Eg-arm-1 0125")) == "exit Eg-arm-1 0225-0125-off"
    assert "no hex 9999" in refused(s, "move Eg-arm-1 9999", "5.0")
    assert "called Nobody" in refused(s, "move Nobody 0125", "5.0")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_destination_is_legal_or_refused_for_a_reason_that_holds(scenario: str) -> None:
    """No destination is refused for the form of the command, and an announced cost is the true one."""
    rng = Random(scenario)
    s = sandtable.load(f"sinai/{scenario}").start()
    while s.choice.__class__.__name__ != "Movement" or s.turn < 2:
        s = s.play(s.sample(rng.randrange))
    hexes = list(s.game.map.grid.hexes)
    for u in rng.sample(s.choice.movers(s), 6):
        for h in rng.sample(hexes, 60):
            refusal = s.check(f"move {s.game.roster.names[u]} {s.game.map.grid.names[h]}")
            if refusal is not None:
                assert "not adjacent" not in refusal.text
                assert "path must begin" not in refusal.text
                assert refusal.text.endswith(".")
                assert refusal.rules != ("5.0",) or h == s.loc[u]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_units_free_to_move_are_those_of_which_nothing_is_said(scenario: str) -> None:
    rng, s = Random(3), sandtable.load(f"sinai/{scenario}").start()
    seen = 0
    while seen < 40 and s.actor:
        if s.choice.__class__.__name__ == "Movement":
            seen += 1
            slow = sum(1 << u for u in range(len(s.game.roster)) if may_move(s, u, s.choice) is None)
            assert movable(s, s.choice) == slow
        s = s.play(s.sample(rng.randrange))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_words_name_what_the_options_list(scenario: str) -> None:
    """Word by word the same actions are found as in the list, and each that is spelled is legal."""
    rng, s = Random(11), sandtable.load(f"sinai/{scenario}").start()
    vocabulary = set(s.game.words())
    for n in range(160):
        if s.actor not in s.game.sides:
            s = s.play(s.sample(rng.randrange)) if s.actor else s
            continue
        if n % 8 == 0:
            listed = [s.choice.spell(s, a) for a in s.options()]
            assert set(s.words()) == {words[0] for words in listed}, s.choice
            for words in rng.sample(listed, min(4, len(listed))):
                for i in range(len(words)):
                    assert words[i] in s.words(words[:i]), (words, i)
                    assert words[i] in vocabulary
                assert "<end>" in s.words(words)
                assert s.check(s.spelled(words)) is None
            verb = rng.choice(listed)[0]
            assert set(s.words((verb,))) == {(*words, "<end>")[1] for words in listed if words[0] == verb}
        s = s.play(s.sample(rng.randrange))


def test_nobody_writes_into_a_state_he_is_asked_about() -> None:
    rng, s = Random(5), sandtable.load("sinai/1973").start()
    for n in range(300):
        if s.actor is None:
            break
        if n % 10 == 0:
            t = s.frozen()
            for a in list(t.options())[:3]:
                t.check(a)
                t.details(a)
                t.choice.label(t, a)
            t.words()
            for side in t.game.sides:
                t.view(side)
                for name, _ in t.game.overlays:
                    t.game.overlay(t, side, name)
        s = s.play(s.sample(rng.randrange))


def test_a_path_is_followed_as_it_is_told() -> None:
    s = moving("israel", "2030 Iska", "0125 Eg-inf-1")
    steps = trace(s, (s.game.unit("Iska"),), [s.game.hex(h) for h in ("2030", "2029", "2028")])
    assert isinstance(steps, list)
    assert [step.cost for step in steps] == [step["cost"] for step in s.details("move Iska 2030-2029-2028")["steps"]]


@pytest.mark.rule("sinai", "15.0", "15.33")
def test_r15_0_why_a_unit_does_not_get_down_there() -> None:
    s = moving("arab", "1928 Eg-inf-1", "3015 Aw", turn=2)
    assert refused(s, "detruck Eg-inf-1 1827", "15.0") == "Eg-inf-1 is not entrucked."
    s = moving("arab", "1928 Eg-inf-1", "3015 Aw", turn=2, entrucked=["Eg-inf-1"])
    r = [a for a in s.options() if a.verb == "detruck"]
    ends = {a.args[1].split("-")[-1] for a in r}
    assert all(s.check(f"detruck Eg-inf-1 {end}") is None for end in ends)
    moves = {a.args[1].split("-")[-1] for a in s.options() if a.verb == "move"}
    assert moves - ends
    for end in sorted(moves - ends)[:5]:
        assert "detrucking needs 2 more" in refused(s, f"detruck Eg-inf-1 {end}", "15.0")
    assert "Movement Points away" in refused(s, "detruck Eg-inf-1 0125", "5.29")


@pytest.mark.rule("sinai", "14.2", "24.33")
def test_r24_33_why_a_unit_does_not_leave_the_map_there() -> None:
    from .test_1973 import moving as later

    s = moving("arab", "1928 Eg-inf-1", "3015 Aw", turn=2)
    refused(s, "exit Eg-inf-1 0121", "14.2")
    s = later("arab", "3904 Sy-arm-1", "3805 Sy-arm-2", "3115 Is-mech-2", turn=9)
    assert refused(s, "exit Sy-arm-1 3803", "24.33") == "3803 is not at the map edge."
    assert s.check("exit Sy-arm-1 3904") is None
    s = later("arab", "3804 Sy-arm-1", "3903 Is-mech-1", "3115 Is-mech-2", turn=9)
    refused(s, "exit Sy-arm-1 3903", "5.26")
