"""[5.0, 6.0, 7.0, 28.2, 28.3] Planning, picks, passes, escalation, impulses, involvement."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.session import SeededDice, Session

from .table import BOOK, decidable, impulse, log, options, plan, plans, play, position, refused, where, why_not

PHASES = ["reinforcement", "air-superiority", "bombardment", "movement", "ground-combat", "refit"]


def planning(turn: int = 2, **fields: Any) -> Any:
    return position("Turn", "5607 IS-7-Armd IS-37-Mech", "3314 EG-1 EG-Gar-Cairo", turn=turn, **fields)


@pytest.mark.rule("musketeer", "5.3", "4.1")
def test_r5_3_planning_is_secret_and_mutual() -> None:
    s = planning()
    assert (s.actor, s.choice.secret_from(s)) == ("west", ("east",))
    s = plan(s, "Israel", "Kadesh")
    assert (s.actor, s.choice.secret_from(s)) == ("east", ("west",))
    assert refused(s, "plan Israel") == ("5.3",)
    assert refused(s, "plan Egypt-Mobilizes") == ("5.3",)  # Egypt is asked first
    assert s.view("east")["prompt"] != s.view("west")["prompt"]
    s = plan(s, "Egypt")
    assert (s.pool_west, s.pool_east) == (("Israel", "Kadesh"), ("Egypt",))
    assert s.actor == "west"


@pytest.mark.rule("musketeer", "4.1", "4.4", "5.1", "5.2")
def test_r5_2_the_west_picks_first_at_random_from_its_own_pool_then_in_turn() -> None:
    s = plans(planning(), "Israel Kadesh", "Egypt")
    assert s.actor == "west"
    s = play(s, "pick")
    assert s.actor == "chance"
    assert {str(a) for a in s.options()} == {"draw Israel", "draw Kadesh"}
    assert refused(s, "draw Egypt") == ("4.1",)
    s = play(s, "draw Kadesh")
    assert s.contingent == "israel"
    while s.contingent == "israel":
        s = s.play("end" if "end" in options(s) else options(s)[0])
    assert s.actor == "east"
    s = play(s, "pass")
    assert s.actor == "west"


@pytest.mark.rule("musketeer", "5.3", "7.1")
def test_r5_3_the_six_phases_of_an_impulse_in_order() -> None:
    s = impulse(
        "israel",
        "israel-box IS-Eitan",
        "israel-available IS-Air-1 IS-Air-2",
        "egypt-available EG-Air-1",
        "5407 IS-7-Armd",
        "5408 EG-7",
        "5607 IS-Gar-Ketziot",
        "eliminated IS-Air-3",
    )
    seen = []
    while s.actor is not None and s.contingent:
        seen.append(s.game.phase(s))
        s = s.play("end" if "end" in options(s) else options(s)[0])
    assert list(dict.fromkeys(seen)) == PHASES
    assert where(s, "IS-Air-3") == "israel-box"


@pytest.mark.rule("musketeer", "7.2", "7.3")
def test_r7_2_only_the_activated_contingent_acts_the_others_defend() -> None:
    s = position("MovementPhase", "5413 IS-4", "2209 UK-19", "5414 EG-7", contingent="israel")
    assert refused(s, "move UK-19 2209-2210") == ("7.2",)
    assert not options(s, "move UK-19")
    s = position("GroundCombatPhase", "5413 IS-4", "5512 UK-19", "5414 EG-7", contingent="egypt")
    s = play(s, "attack 5413", "with EG-7", "confirm", "roll 6")
    assert s.actor == "chance"  # IS-4 fires back though it is not activated
    assert "IS-4" in s.prompt


@pytest.mark.rule("musketeer", "5.4", "7.6", "7.7", "7.8")
def test_r5_4_regular_markers_return_special_ones_are_removed_when_picked() -> None:
    s = play(plans(planning(turn=1), "Israel Kadesh"), "pick", "draw Kadesh")
    assert (s.picked, s.removed, s.pool_west) == (("Kadesh",), ("Kadesh",), ("Israel",))
    s = position(
        "Turn", "5607 IS-7-Armd", "3314 EG-1", turn=2, removed=["Kadesh"], picked=["Israel"], pool_west=["Musketeer"]
    )
    assert refused(s, "plan Kadesh") == ("7.7",)
    assert "Musketeer" in decidable(s)  # was in the pool, was not picked: available again
    s = play(s, "plan Anglo-French")
    assert refused(s, "plan Anglo-French") == ("7.6",)


@pytest.mark.rule("musketeer", "7.8", "7.1")
def test_r7_8_regular_and_special_marker_give_two_impulses_in_one_turn() -> None:
    s = play(plans(planning(), "Israel Kadesh"), "pick", "draw Israel")
    contingents = []
    while s.picked != ("Israel", "Kadesh"):
        contingents.append(s.contingent)
        s = s.play("pick" if "pick" in options(s) else "end" if "end" in options(s) else options(s)[0])
    assert (s.contingent, s.special) == ("israel", True)


@pytest.mark.rule("musketeer", "7.7")
@pytest.mark.parametrize(
    ("marker", "contingent"),
    [
        ("Musketeer", "anglo-french"),
        ("Revise", "anglo-french"),
        ("Kadesh", "israel"),
        ("STRAC", "us"),
        ("Egypt-Mobilizes", "egypt"),
        ("Operation-Suez", "ussr"),
    ],
)
def test_r7_7_special_markers_activate_their_contingents(marker: str, contingent: str) -> None:
    m = sandtable.load(BOOK).command_markers[marker]
    assert (m.contingent, m.special) == (contingent, True)


@pytest.mark.rule("musketeer", "5.5", "6.5")
def test_r5_5_two_passes_in_a_row_end_the_turn_and_what_is_left_does_not_escalate() -> None:
    s = plans(planning(), "Israel Musketeer", "Egypt")
    s = play(s, "pass")
    assert s.actor == "east"
    s = play(s, "pick", "draw Egypt")
    assert s.escalation == 1  # [6.5] the Egyptian marker costs nothing
    while s.contingent:
        s = s.play("end" if "end" in options(s) else options(s)[0])
    assert s.actor == "west"
    s = play(s, "pass")
    assert options(s) == ["pass"]  # the East has an empty pool
    assert refused(s, "pick") == ("5.5",)
    s = play(s, "pass")
    assert s.game.phase(s) == "end-of-turn"
    assert s.escalation == 1


@pytest.mark.rule("musketeer", "5.5")
def test_r5_5_a_side_may_pass_as_long_as_the_other_picks_and_must_without_markers() -> None:
    s = plans(planning(), "", "Egypt Egypt-Mobilizes")
    assert (s.actor, options(s)) == ("west", ["pass"])  # nothing to pick
    s = play(s, "pass")
    assert set(options(s)) == {"pick", "pass"}


@pytest.mark.rule("musketeer", "5.1")
def test_r5_1_a_turn_ends_when_both_pools_are_empty() -> None:
    s = plans(planning(turn=1))
    assert s.game.phase(s) == "end-of-turn"
    s = play(s, "roll 3 3", "roll 6", "roll 6")
    assert (s.turn, s.actor) == (2, "west")


@pytest.mark.rule("musketeer", "6.1", "6.2")
def test_r6_2_a_pick_raises_the_index_by_the_number_on_the_marker() -> None:
    costs = {m.name: m.escalation for m in sandtable.load(BOOK).command_markers.values()}
    assert costs == {
        "Anglo-French": 1,
        "Israel": 1,
        "United-States": 2,
        "Musketeer": 2,
        "Revise": 2,
        "Kadesh": 2,
        "STRAC": 3,
        "Egypt": 0,
        "Arab-League": 1,
        "Soviet-Union": 2,
        "Egypt-Mobilizes": 1,
        "Operation-Suez": 4,
    }
    s = sandtable.load(BOOK).start()
    assert s.escalation == 1
    s = play(plans(planning(escalation=7), "Kadesh"), "pick", "draw Kadesh")
    assert s.escalation == 9


@pytest.mark.rule("musketeer", "6.4", "3.2")
def test_r6_4_at_fifty_the_world_war_ends_the_game_by_points() -> None:
    s = play(plans(planning(escalation=48), "Israel Kadesh"), "pick")
    t = play(s, "draw Israel")
    assert (t.escalation, t.outcome) == (49, None)
    t = play(s, "draw Kadesh")
    assert t.actor is None
    assert t.outcome.level == "Draw"  # Cairo 15 for the East
    assert t.outcome.reasons[0].startswith("[6.4]")


@pytest.mark.rule("musketeer", "28.2")
def test_r28_2_no_egypt_mobilizes_and_no_revise_on_turn_1() -> None:
    s = planning(turn=1)
    assert refused(s, "plan Revise") == ("28.2",)
    assert refused(plan(s), "plan Egypt-Mobilizes") == ("28.2",)
    s = planning(turn=2)
    assert "Revise" in decidable(s)
    assert "Egypt-Mobilizes" in decidable(plan(s))


@pytest.mark.rule("musketeer", "28.3")
def test_r28_3_late_contingents_need_commitment() -> None:
    s = planning(turn=3)
    assert refused(s, "plan United-States") == ("28.3",)
    assert refused(s, "plan STRAC") == ("28.3",)
    s = plan(s)
    for marker in ("Soviet-Union", "Operation-Suez", "Arab-League"):
        assert refused(s, f"plan {marker}") == ("28.3",)
    s = planning(turn=3, involved=["us"])
    assert {"United-States", "STRAC"} <= set(decidable(s))


@pytest.mark.rule("musketeer", "28.3")
def test_r28_3_the_example_the_ussr_on_turn_2_and_then_the_us_may_roll() -> None:
    s = position("EndOfTurn", "6017 IS-9", turn=1)
    s = play(s, "roll 1 1", "roll 3", "roll 6")
    assert (s.turn, s.involved) == (2, ())
    s = position("EndOfTurn", "6017 IS-9", turn=2)
    s = play(s, "roll 1 1")
    assert "Soviet Union" in s.prompt
    s = play(s, "roll 1")
    assert s.involved == ("ussr",)
    assert "Arab League" in s.prompt
    s = play(s, "roll 3")
    assert "United States" in s.prompt
    s = play(s, "roll 3")  # the US stays out, and rolls again next turn
    assert (s.turn, s.involved) == (3, ("ussr",))
    assert "Soviet-Union" in decidable(plan(s))
    s = position("EndOfTurn", "6017 IS-9", turn=3, involved=["ussr", "arab-league"])
    s = play(s, "roll 1 1")
    assert "United States" in s.prompt
    s = play(s, "roll 3")
    assert "us" in s.involved


@pytest.mark.rule("musketeer", "22.2", "28.3")
def test_r28_3_a_barred_contingent_still_rolls() -> None:
    s = position("EndOfTurn", "6017 IS-9", turn=3)
    s = play(s, "roll 3 3", "roll 1", "roll 6", "roll 6")
    assert s.involved == ("ussr",)
    s = plan(s)
    assert refused(s, "plan Soviet-Union") == ("22.2",)
    assert "Operation-Suez" in decidable(s)


@pytest.mark.rule("musketeer", "5.3", "3.2")
def test_r5_3_seven_turns_then_points() -> None:
    s = position("EndOfTurn", "6017 IS-9", "3314 EG-1", turn=7, involved=["ussr", "arab-league", "us"])
    s = play(s, "roll 1 1")
    assert s.outcome is not None
    assert s.outcome.reasons[0] == "[3.2] Turn 7 is over."
    s = position("EndOfTurn", "6017 IS-9", "3314 EG-1", turn=6, involved=["ussr", "arab-league", "us"])
    s = play(s, "roll 1 1")
    assert (s.turn, s.outcome) == (7, None)


@pytest.mark.rule("musketeer", "5.5")
def test_r5_5_nothing_tells_a_forced_pass_from_a_free_one() -> None:
    free, said = log(play(plans(planning(), "Israel", "Egypt"), "pass"), "pass", side="west")
    forced, also = log(play(plans(planning(), "Israel", ""), "pass"), "pass", side="west")
    assert said == also
    assert (free.turn, free.actor) == (forced.turn, forced.actor)


@pytest.mark.rule("musketeer", "5.3", "4.1")
@pytest.mark.parametrize("markers", ["", "Israel", "Israel Kadesh Musketeer Anglo-French"])
def test_r5_3_the_number_of_planning_decisions_tells_nothing(markers: str) -> None:
    session = Session(sandtable.load(BOOK), dice=SeededDice("1"))
    session.play("default", "default")
    while session.state.actor == "west":
        name = session.state.choice.left[0]
        session.play(f"plan {name}" if name in markers.split() else f"leave {name}")
    assert session.record_text("east").count("west: (secret)") == 2  # the set-up and the plan


@pytest.mark.rule("musketeer", "4.1")
def test_r4_1_only_the_owner_sees_what_may_be_drawn() -> None:
    s = play(plans(planning(), "Israel Kadesh"), "pick")
    assert s.choice.roller(s) == "west"
    assert s.view("east")["prompt"] == "Draw a command marker from the pool of the West Bloc [5.3]."


@pytest.mark.rule("musketeer", "3.1", "5.3")
def test_r3_1_sudden_death_is_asked_when_turn_2_begins() -> None:
    assert position("TurnAdvance", "4010 EG-1", turn=1).outcome.winner == "east"


@pytest.mark.rule("musketeer", "5.4", "7.6")
def test_r5_4_a_new_turn_forgets_what_was_picked() -> None:
    s = position("TurnAdvance", "6017 IS-9", "4010 EG-1", turn=2, picked=["Israel", "Egypt"], passes=2)
    assert (s.turn, s.picked, s.passes) == (3, (), 0)
    assert "Israel" in decidable(s)


@pytest.mark.rule("musketeer", "5.3", "7.6", "28.3")
def test_r5_3_the_refusal_of_a_plan_names_what_is_wrong() -> None:
    s = planning()
    assert s.choice.undecided("west") == decidable(s)
    assert s.choice.undecided("east") == ()
    for wrong in ("plan Nobody", "plan Israel Kadesh", "draw Israel", "pick"):
        assert "cannot be done now" in why_not(s, wrong), wrong
    assert str(s.game.parse(s, "pick")) == "pick"  # only plan and leave are completed
    assert str(s.game.parse(s, "leave")) == f"leave {decidable(s)[0]}"
    assert str(s.game.parse(s, "PLAN israel")) == "plan Israel"
    assert refused(s, "plan United-States") == ("28.3",)
    assert "is to be decided first" in why_not(s, f"plan {decidable(s)[1]}")
    first = decidable(s)[0]
    s = play(s, f"plan {first}")
    assert refused(s, f"plan {first}") == ("7.6",)
    s = play(plans(planning(), "Israel Kadesh", "Egypt"), "pick")
    for wrong in ("draw", "draw Israel Kadesh", "pick Israel"):
        assert refused(s, wrong) == ("4.1",)


@pytest.mark.rule("musketeer", "5.5", "6.5")
def test_r5_5_the_log_tells_the_second_pass_in_a_row() -> None:
    s = plans(planning(), "Israel", "Egypt")
    s, told = log(s, "pass")
    assert told == ["The West Bloc passes."]
    _, told = log(s, "pass")
    assert told[:2] == [
        "The East Bloc passes.",
        "Both sides have passed: the turn ends, and what is left in the pools does not escalate.",
    ]


@pytest.mark.rule("musketeer", "5.4", "6.2", "7.7")
def test_r5_4_what_a_picked_marker_leaves_behind() -> None:
    s = plans(planning(), "Israel", "Egypt")
    s, told = log(play(s, "pick"), "draw Israel")
    assert (s.removed, s.picked) == ((), ("Israel",))  # a regular marker comes back next turn
    assert [x for x in told if "Escalation" in x or "index" in x.lower()]
    while s.actor != "east":
        s = s.play("end" if "end" in options(s) else options(s)[0])
    s, told = log(play(s, "pick"), "draw Egypt")
    assert not [x for x in told if "Escalation" in x or "index" in x.lower()]  # 0 points: nothing to tell


@pytest.mark.rule("musketeer", "12.4", "5.3", "2.5")
def test_r5_3_the_end_of_a_phase_and_of_an_impulse() -> None:
    crowd = ("4012 EG-1 EG-7 EG-10", "5702 IS-Gar-Ashkelon")
    s = position("EndOfPhase", *crowd, contingent="egypt", strikes=5)
    assert s.strikes == 0
    assert options(s) == ["lose EG-1", "lose EG-7", "lose EG-10"]
    s = position("EndOfImpulse", *crowd, contingent="egypt", special=True)
    assert options(s) == ["lose EG-1", "lose EG-7", "lose EG-10"]
    assert (s.contingent, s.special) == ("", False)
    assert position("EndOfImpulse", "4012 EG-1", "2306 UK-19", contingent="us", turn=2).outcome is None
    assert position("EndOfImpulse", "4012 EG-1", contingent="us", turn=2).outcome.winner == "east"
