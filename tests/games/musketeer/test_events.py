"""[22.0] Random events."""

from __future__ import annotations

from typing import Any

import pytest

from .table import dead, disrupted, log, options, plan, play, position, refused, where


def event(roll: str, *places: str, **fields: Any) -> Any:
    return play(position("EventsSubPhase", "6017 IS-9", *places, **fields), f"roll {roll}")


@pytest.mark.rule("musketeer", "22.1")
def test_r22_1_each_player_rolls_on_every_turn() -> None:
    s = position("EndOfTurn", "6017 IS-9", turn=7)
    assert (s.actor, len(list(s.options()))) == ("chance", 36)


@pytest.mark.rule("musketeer", "6.3", "22.1")
def test_r6_3_event_2_lowers_the_index_not_below_one() -> None:
    assert event("1 1", escalation=5).escalation == 4
    assert event("1 1", escalation=1).escalation == 1


@pytest.mark.rule("musketeer", "22.2")
@pytest.mark.parametrize(
    ("roll", "markers"),
    [
        ("1 2", ("United-States",)),
        ("2 2", ("Arab-League",)),
        ("2 3", ("Anglo-French",)),
        ("3 3", ("Soviet-Union",)),
        ("5 5", ("Musketeer", "Revise", "Kadesh", "STRAC")),
        ("6 6", ("Israel",)),
    ],
)
def test_r22_2_events_bar_markers_on_the_next_turn(roll: str, markers: tuple[str, ...]) -> None:
    s = event(roll)
    assert s.barred == markers
    late = ["us", "ussr", "arab-league"]
    s = position("Turn", "6017 IS-9", turn=3, barred=list(markers), involved=late)
    for m in markers:
        t = s if s.game.command_markers[m].side == "west" else plan(s)
        assert refused(t, f"plan {m}") == ("22.2",)
    s = position("EndOfTurn", "6017 IS-9", turn=3, barred=list(markers), involved=late)
    s = play(s, "roll 1 1")
    assert s.barred == ()  # one turn only


@pytest.mark.rule("musketeer", "22.1", "6.3", "6.4")
def test_r22_1_event_7_brinkmanship_adds_two_dice() -> None:
    s = event("3 4", escalation=10)
    assert play(s, "roll 5 6").escalation == 21
    assert play(event("3 4", escalation=40), "roll 5 5").outcome is not None


@pytest.mark.rule("musketeer", "22.1")
def test_r22_1_event_8_two_egyptians_refit_and_a_guerrilla_is_drawn() -> None:
    weak = ["EG-7", "EG-10", "EG-11"]
    s = event("4 4", "2210 EG-7 EG-10", "2212 EG-11", "egypt-box EG-Guerrilla-1a", disrupted=weak)
    assert s.actor == "east"
    assert s.choice.secret_from(s) == ("west",)
    s = play(s, "rally EG-10", "rally EG-11")
    assert [disrupted(s, u) for u in weak] == [True, False, False]
    s = play(s, "draw EG-Guerrilla-1a")
    assert where(s, "EG-Guerrilla-1a") == "egypt-available"
    s = event("4 4", "2210 EG-7", disrupted=["EG-7"])
    assert not disrupted(s, "EG-7")


@pytest.mark.rule("musketeer", "22.1", "2.11")
def test_r22_1_event_9_panic_in_the_sinai_strongholds_included() -> None:
    s = event("4 5", "5505 EG-7 EG-Gar-Rafah", "3314 EG-10", "5106 EG-2-Div")
    s = play(s, "roll 1")  # the first in roster order is EG-2-Div: DR
    assert disrupted(s, "EG-2-Div")
    assert "rout" in s.prompt
    s = play(s, "roll 2")
    s = play(s, options(s)[0])
    s = play(s, "roll 2")  # EG-7 routs out of the fortification, no stand
    assert "rout of EG-7" in s.prompt
    s = play(s, "roll 1")
    s = play(s, options(s)[0])
    assert where(s, "EG-7") != "5505"
    s = play(s, "roll 2")  # the garrison
    assert dead(s, "EG-Gar-Rafah")
    assert s.actor is None  # Cairo is not asked
    s = event("4 5", "5505 EG-Gar-Rafah")
    assert not dead(play(s, "roll 3"), "EG-Gar-Rafah")


@pytest.mark.rule("musketeer", "22.1")
def test_r22_1_event_11_raises_the_index_and_restores_soviets() -> None:
    s = event("5 6", "eliminated SU-VOL SU-KGB SU-Air-1 SU-Air-2 EG-7", escalation=10)
    s = play(s, "roll 4")
    assert s.escalation == 14
    assert options(s) == ["restore SU-VOL", "restore SU-KGB"]
    s = play(s, "restore SU-KGB")
    assert where(s, "SU-KGB") == "ussr-box"
    assert (where(s, "SU-Air-1"), where(s, "SU-Air-2")) == ("ussr-box", "eliminated")
    assert dead(s, "EG-7")


@pytest.mark.rule("musketeer", "22.1")
def test_r22_1_event_8_only_disrupted_units_count() -> None:
    units = ("4010 EG-1 EG-2-Div", "4012 EG-7", "5702 IS-Gar-Ashkelon")
    s = position("HappenNow", *units, dice=[4, 4], disrupted=["EG-1", "EG-7"])
    assert not disrupted(s, "EG-1")  # two of three, without a question
    assert not disrupted(s, "EG-7")
    s = position("HappenNow", *units, "4008 EG-10", dice=[4, 4], disrupted=["EG-1", "EG-7", "EG-10"])
    assert options(s) == ["rally EG-1", "rally EG-7", "rally EG-10"]


@pytest.mark.rule("musketeer", "22.1")
def test_r22_1_event_11_a_single_soviet_unit_returns_without_a_question() -> None:
    s = position("HappenNow", "eliminated SU-VOL SU-Air-1", "5702 IS-Gar-Ashkelon", "4010 EG-1", dice=[5, 6])
    s = play(s, "roll 1")
    assert where(s, "SU-VOL") == where(s, "SU-Air-1") == "ussr-box"
    for lost in ("SU-VOL", "SU-Air-1", "EG-7"):  # only the one kind, or neither, has been lost
        s = position("HappenNow", f"eliminated {lost}", "5702 IS-Gar-Ashkelon", "4010 EG-1", dice=[5, 6])
        s = play(s, "roll 1")
        assert where(s, lost) == ("ussr-box" if lost.startswith("SU") else "eliminated")


@pytest.mark.rule("musketeer", "22.1", "16.0")
def test_r22_1_panic_unit_by_unit() -> None:
    def panicked(unit: str, die: int) -> Any:
        s = position("HappenNow", f"4821 {unit}", "5702 IS-Gar-Ashkelon", dice=[4, 5])
        return log(s, f"roll {die}")

    for die in (1, 2):
        s, told = panicked("EG-Gar-Sharm", die)  # garrisons do not rout
        assert dead(s, "EG-Gar-Sharm")
        assert "EG-Gar-Sharm is eliminated in the panic." in told
    s, _ = panicked("EG-7", 2)
    assert "rout of EG-7" in s.prompt
    assert not disrupted(s, "EG-7")
    s, told = panicked("EG-7", 1)
    assert "rout of EG-7" in s.prompt
    assert disrupted(s, "EG-7")
    assert "EG-7 is disrupted in the panic." in told
    s, told = panicked("EG-Eng", 1)
    assert dead(s, "EG-Eng")  # one side only; its next in the list is a garrison
    assert "EG-Eng is eliminated in the panic." in told
    assert "rout of EG-Eng" in panicked("EG-Eng", 2)[0].prompt
    on_the_gulf = position("HappenNow", "5726 EG-7", "5702 IS-Gar-Ashkelon", dice=[4, 5])
    assert on_the_gulf.actor == "chance"
    assert position("HappenNow", "4010 EG-7", "4214 EG-1", "5702 IS-Gar-Ashkelon", dice=[4, 5]).actor is None  # Egypt


@pytest.mark.rule("musketeer", "22.1", "23.0")
def test_r22_1_whom_nasser_rallies_is_told_to_those_who_may_know() -> None:
    def told(side: str, **fields: Any) -> list[str]:
        s = position(
            "HappenNow", "3314 EG-7", "3221 EG-10 EG-11", "5702 IS-Gar-Ashkelon", dice=[4, 4],
            disrupted=["EG-7", "EG-10", "EG-11"], **fields,
        )  # fmt: skip
        return [x for x in log(s, "rally EG-7", side=side)[1] if "combat effective" in x]

    assert told("east") == ["EG-7 is combat effective again."]
    assert told("west") == []
    assert told("west", known=["EG-7"]) == ["EG-7 is combat effective again."]
