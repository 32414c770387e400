"""[23.0, 25.7] Fog of war: views, log, record, resampling."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import Action
from sandtable.core import bits
from sandtable.games.musketeer import sightings
from sandtable.games.musketeer.events import Panic
from sandtable.games.musketeer.retreat import StartRetreat
from sandtable.session import SeededDice, Session

from .table import BOOK, attack, fighting, impulse, log, moving, phase, plans, play, position, refused, seen, where


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_own_units_by_name_enemy_stacks_by_contingent_and_number() -> None:
    s = moving(
        "israel", "5413 IS-4", "2210 EG-7 EG-2-Div", "3314 EG-Gar-Cairo", "egypt-box EG-11", "egypt-available EG-Air-1"
    )
    assert seen(s, "west") == {"IS-4", "EG-Gar-Cairo", "EG-Air-1"}
    hidden = [u for u in s.view("west")["units"] if u.get("hidden")]
    assert [(u["at"], u["nation"]) for u in hidden] == [("egypt-box", "egypt"), ("2210", "egypt"), ("2210", "egypt")]
    assert "EG-7" not in json.dumps(s.view("west"))
    assert {"EG-7", "EG-2-Div", "EG-11"} <= seen(s, "east")
    assert "IS-4" not in seen(s, "east")
    assert not seen(s, "nobody") & {"IS-4", "EG-7"}


@pytest.mark.rule("musketeer", "23.1")
def test_r23_1_combat_reveals_both_forces_and_bombardment_the_target() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5414 EG-7", "5415 EG-10")
    t = attack(s, "5414", "IS-4")
    assert "EG-7" in seen(t, "west")
    assert "EG-10" not in seen(t, "west")
    assert "IS-4" in seen(t, "east")
    assert "IS-9" not in seen(t, "east")
    s = phase("Bombardment", "israel", "israel-available IS-Air-1", "5414 EG-7", "5415 EG-10")
    assert "EG-7" in seen(play(s, "bombard 5414", "load 1 0"), "west")


@pytest.mark.rule("musketeer", "23.2")
def test_r23_2_a_zone_that_stops_a_move_reveals_who_exerts_it() -> None:
    s = moving("israel", "5412 IS-4", "5514 EG-7", "5515 EG-10", "5413 EG-26-NG", disrupted=["EG-10"])
    s = moving("israel", "5412 IS-4", "5414 EG-7", "5416 EG-10")
    assert "EG-7" not in seen(s, "west")
    s = play(s, "move IS-4 5412-5413")
    assert "EG-7" in seen(s, "west")
    assert "EG-10" not in seen(s, "west")


@pytest.mark.rule("musketeer", "23.2", "21.7")
def test_r23_2_a_blocked_line_of_support_reveals_too() -> None:
    places = ("2308 UK-19", "2306 UK-29", "2207 EG-7", "2508 EG-10")
    s = phase("Refit", "anglo-french", *places, disrupted=["UK-19"])
    s = play(s, "decline")
    assert "EG-7" in seen(s, "west")


@pytest.mark.rule("musketeer", "23.2", "16.4")
def test_r23_2_zones_on_a_retreat_reveal() -> None:
    s = position('MustRetreat {"unit": "IS-4"}', "5414 IS-4", "5412 EG-7", contingent="israel")
    s = play(s, "retreat IS-4 5413")
    assert "EG-7" in seen(s, "west")


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_a_unit_that_moves_is_out_of_sight_again() -> None:
    s = moving("egypt", "2210 EG-7", "5413 IS-4", known=["EG-7"])
    assert "EG-7" in seen(s, "west")
    s, text = log(s, "move EG-7 2210-2211", side="west")
    assert "EG-7" not in seen(s, "west")
    assert text == ["A unit of Egypt moves from 2210 to 2211."]


@pytest.mark.rule("musketeer", "23.3", "25.7", "25.1")
def test_r25_7_recon_at_any_time_of_the_activation() -> None:
    places = (
        "anglo-french-available UK-MI6",
        "2209 UK-19",
        "2210 EG-7",
        "2220 EG-10 EG-2-Div",
        "anglo-french-box UK-29",
    )
    for name in ("Reinforcement", "Movement", "GroundCombat"):
        s = phase(name, "anglo-french", *places)
        assert [a for a in s.options() if a.verb == "recon"] == [Action("recon", ("UK-MI6",))]
        s = play(s, "recon UK-MI6")
        assert refused(s, "place UK-MI6 2221") == ("25.7",)
        s = play(s, "place UK-MI6 2220")
        assert {"EG-10", "EG-2-Div"} <= seen(s, "west")
        assert "EG-7" not in seen(s, "west")
        assert where(s, "UK-MI6") == "anglo-french-box"
    s = phase("Movement", "israel", "anglo-french-available UK-MI6", "5413 IS-4", "2210 EG-7")
    assert refused(s, "recon UK-MI6") == ("25.7",)
    s = phase("Movement", "egypt", "egypt-available EG-Guerrilla-0a", "2210 EG-7", "2220 UK-19")
    s = play(s, "recon EG-Guerrilla-0a", "place EG-Guerrilla-0a 2220")
    assert "UK-19" in seen(s, "east")  # the zero marker scouts too
    assert where(s, "EG-Guerrilla-0a") == "egypt-box"


@pytest.mark.rule("musketeer", "25.5", "23.0")
def test_r25_5_face_down_guerrillas_are_hidden_from_everybody_available_ones_lie_open() -> None:
    s = moving(
        "egypt",
        "2210 EG-7",
        "6017 IS-9",
        "egypt-box EG-Guerrilla-0a EG-Guerrilla-2a",
        "egypt-available EG-Guerrilla-1a",
    )
    for side in ("west", "east"):
        text = json.dumps(s.view(side))
        assert "Guerrilla-0a" not in text
        assert "Guerrilla-2a" not in text
        assert "EG-Guerrilla-1a" in text


@pytest.mark.rule("musketeer", "5.3", "23.0")
def test_r5_3_pools_appear_only_in_the_owners_view() -> None:
    s = plans(position("Turn", "6017 IS-9", "3314 EG-7", turn=2), "Kadesh", "Egypt")
    assert "Kadesh" in json.dumps(s.view("west"))
    assert "Kadesh" not in json.dumps(s.view("east"))
    assert "Kadesh" not in json.dumps(s.view("watcher"))
    assert '"Egypt"' in json.dumps(s.view("east"))
    assert '"Egypt"' not in json.dumps(s.view("west")["tracks"])


def secrets_of(s: Any, side: str) -> set[str]:
    """Names that may not reach `side`: unexamined enemy ground units and enemy markers still in the pool."""
    game = s.game
    enemy = game.enemy[side]
    names = {
        game.name_of(u) for u in range(len(game.roster)) if game.ground_of[enemy] >> u & 1 and not s.known >> u & 1
    }
    return names


@pytest.mark.rule("musketeer", "23.0", "5.3")
@pytest.mark.parametrize("seed", range(6))
def test_r23_0_resampling_what_a_side_cannot_know_never_changes_its_view(seed: int) -> None:
    rng = Random(seed)
    s = sandtable.load(BOOK).start()
    changed = checked = 0
    while s.actor is not None and checked < 120:
        if rng.random() < 0.2:
            checked += 1
            for side in ("west", "east"):
                t = s.game.sample_hidden(s, side, rng)
                assert t.view(side) == s.view(side)
                changed += t != s
                own = s.game.roster.of_side[side]
                assert [h for u, h in enumerate(t.loc) if own >> u & 1] == [
                    h for u, h in enumerate(s.loc) if own >> u & 1
                ]
                u = t.copy()
                for _ in range(3):  # the imagined state can be played on
                    if u.actor is not None:
                        u.apply(u.sample(rng.randrange))
        s.apply(s.sample(rng.randrange))
    assert changed > checked / 2


def test_sampling_keeps_limits_and_really_mixes() -> None:
    s = sandtable.load(BOOK).start()
    s = play(s, "default", "default")
    rng = Random(5)
    places = set()
    for _ in range(40):
        t = s.game.sample_hidden(s, "west", rng)
        places.add(where(t, "EG-3-Div"))
        box = [t.game.roster[u] for u in t.at(t.game.box("egypt-box"), t.game.ground)]
        assert sorted((u.type, u.size) for u in box) == [("armor", "group")] + [("infantry", "brigade")] * 3
        for h in range(1, t.game.map.grid.size):
            assert sum(t.game.divisions >> u & 1 for u in t.at(h)) <= 1
    assert len(places) > 5


@pytest.mark.rule("musketeer", "23.0", "5.3", "5.4")
@pytest.mark.parametrize("seed", range(3))
def test_r23_0_log_and_record_of_a_side_name_no_unit_it_has_not_seen(seed: int) -> None:
    rng = Random(f"fog {seed}")
    session = Session(sandtable.load(BOOK), dice=SeededDice(str(seed)))
    told: dict[str, set[str]] = {"west": set(), "east": set()}
    for _ in range(260):
        s = session.state
        if s.actor is None:
            break
        before = {side: secrets_of(s, side) for side in told}
        n = len(session.record.entries)
        session.play(str(s.sample(rng.randrange)))
        after = session.state
        for side in told:
            unknown = before[side] & secrets_of(after, side)
            text = [e.text for events in session.events[n:] for e in events if not e.to or side in e.to]
            text += [e.action for e in session.record.entries[n:] if session.record.may_read(side, e)]
            words = {w.strip(".,:") for line in text for w in line.replace("+", " ").split()}
            assert not words & unknown, (side, words & unknown, text)
            view = json.dumps(after.view(side))
            assert not [name for name in secrets_of(after, side) if f'"{name}"' in view]
            if not after.outcome:
                assert f"{after.game.enemy[side]}: plan" not in session.record_text(side)


@pytest.mark.rule("musketeer", "23.2")
def test_r23_2_a_revealing_move_cannot_be_undone_a_plain_one_can() -> None:
    session = Session(sandtable.load(BOOK), dice=SeededDice("7"))
    session.play("default", "default", "leave", "leave", "plan Israel", "leave", "leave", "pick")
    s = session.state
    assert s.contingent == "israel"
    while session.state.game.phase(session.state) != "movement":
        session.play("end")
    session.play("move IS-9 6017-5917")
    assert session.undo_refusal("west") is None
    session.play("move IS-7-Armd 5607-5508")
    assert session.undo_refusal("west") is not None


def test_other_prompts_tell_nothing() -> None:
    s = impulse("ussr", "ussr-available SU-Rocket-1", "2210 SU-VOL", "2215 UK-19", "ussr-box SU-KGB")
    assert s.view("west")["prompt"] == "Waiting for the East Bloc."
    assert "Reinforcements" in s.view("east")["prompt"]


@pytest.mark.rule("musketeer", "22.1", "23.0")
def test_r23_0_the_order_of_panic_rolls_does_not_tell_who_stands_where() -> None:
    def rolls(*places: str) -> list[str]:
        s = position("HappenNow", *places, "5702 IS-Gar-Ashkelon", dice=[4, 5])
        found = []
        while s.actor == "chance":
            found.append(s.prompt)
            s = play(s, "roll 6")
        return found

    assert rolls("5106 EG-2-Div EG-1", "5009 EG-3-Div EG-2") == rolls("5106 EG-3-Div EG-1", "5009 EG-2-Div EG-2")


@pytest.mark.rule("musketeer", "23.0", "22.1")
def test_r23_0_who_of_a_hex_panics_next_is_not_known_before_it_does() -> None:
    def after(rolls: int, *places: str, disrupted: list[str]) -> list[object]:
        s = position("HappenNow", *places, "5702 IS-Gar-Ashkelon", dice=[4, 5], disrupted=disrupted)
        found: list[object] = []
        for _ in range(rolls):
            s = play(s, "roll 6")
            found.append(s.game.as_known(s, "west"))
        return found

    one = after(3, "5009 EG-1 EG-2", "5106 EG-3-Div EG-1-Armd", "3314 EG-2-Div", disrupted=["EG-1"])
    other = after(3, "5009 EG-2-Div EG-1-Armd", "5106 EG-1 EG-2", "3314 EG-3-Div", disrupted=["EG-1-Armd"])
    assert one == other


@pytest.mark.rule("musketeer", "23.0", "22.1")
def test_r23_0_who_leaves_a_hex_in_panic_is_imagined_to_wait_there_no_more() -> None:
    s = position("HappenNow", "4821 EG-7 EG-MinInt-1", "5009 EG-1 EG-2", "5702 IS-Gar-Ashkelon", dice=[4, 5])
    s = play(s, "roll 2")
    (routing,) = (frame.unit for frame in s.agenda if isinstance(frame, StartRetreat))
    for seed in range(20):
        t = s.game.sample_hidden(s, "west", Random(seed))
        (waiting,) = (set(bits(frame.left)) for frame in t.agenda if isinstance(frame, Panic))
        assert len(waiting) == 3
        assert routing not in waiting


@pytest.mark.rule("musketeer", "23.2", "21.6")
def test_r23_2_zones_that_cut_a_doubled_line_along_a_road_reveal_too() -> None:
    s = phase(
        "Refit", "egypt", "4008 EG-1", "4012 EG-Gar-Cairo", "3909 UK-19", "5702 IS-Gar-Ashkelon", disrupted=["EG-1"]
    )
    assert "UK-19" in seen(s, "east")


@pytest.mark.rule("musketeer", "4.3", "23.0")
def test_r4_3_a_set_up_is_shown_when_it_is_complete() -> None:
    """The order in which units are placed would tell who is who."""
    s = sandtable.load(BOOK).start()
    for name in ("EG-3-Armd", "EG-11", "EG-99-R", "EG-118-R"):
        s = s.play(f"reserve {name}")
    before = s.view("west")
    s = s.play("place EG-2-Div 4010")
    assert s.view("west") == before
    assert "EG-2-Div" in [u["name"] for u in s.view("east")["units"]]
    s = sandtable.load(BOOK).start().play("default")
    assert sum(bool(u.get("hidden")) and u["at"].isdigit() for u in s.view("west")["units"]) > 10


@pytest.mark.rule("musketeer", "5.3", "23.1")
def test_r23_1_an_attack_that_is_given_up_leaves_no_trace() -> None:
    """What was only considered is not counted in the other side's record."""

    def played(*actions: str) -> str:
        session = Session(sandtable.load(BOOK), dice=SeededDice("1"))
        session.states[-1] = fighting("israel", "5507 IS-7-Armd", "5508 EG-3-Div", "6017 IS-Gar-Eilat", turn=2)
        session.play(*actions)
        return session.record_text("east")

    assert played("end") == played("attack 5508", "with IS-7-Armd", "without IS-7-Armd", "cancel", "end")


@pytest.mark.rule("musketeer", "18.3", "25.7")
def test_r18_3_a_target_or_a_scout_is_told_of_when_it_is_settled() -> None:
    """Choosing a hex, undoing it and choosing another one is one line to the enemy."""
    places = ("4012 EG-1", "4010 EG-7", "israel-available IS-Air-1", "us-available US-Air-1 US-SF", "6017 IS-Gar-Eilat")
    session = Session(sandtable.load(BOOK), dice=SeededDice("1"))
    session.states[-1] = phase("Bombardment", "us", *places, turn=2)
    lines = session.told("east")
    session.play("bombard 4012")
    assert session.told("east") == lines
    session.undo("west")
    session.play("recon US-SF")
    assert session.told("east") == lines
    session.play("place US-SF 4010")
    assert len(session.told("east")) == len(lines) + 1
    session.play("bombard 4012", "load 1 0")
    assert session.record_text("east").count("west: (secret)") == 2


@pytest.mark.rule("musketeer", "23.0", "24.1", "29.6")
def test_r23_0_guns_that_do_not_show_are_none() -> None:
    """Hidden units next to a hex over which aircraft flew are remembered as no anti-aircraft units."""

    def no_guns(s: Any, unit: str) -> bool:
        return bool(s.evidence[s.game.unit(unit)] & sightings.NO_GUNS)

    near, far, rest = "2211 EG-10", "2213 EG-11", "5702 IS-Gar-Ashkelon"
    s = fighting("us", "2209 US-CC-A", "2210 EG-7", near, far, rest, "us-available US-Air-1")
    s = attack(s, "2210", "US-CC-A")
    assert no_guns(play(s, "support 1"), "EG-10")
    assert not no_guns(play(s, "support 1"), "EG-11")
    assert not no_guns(play(s, "support 0"), "EG-10")
    s = phase("Bombardment", "us", "2210 EG-7", near, far, rest, "us-available US-Air-1 US-Gunfire-1")
    s = play(s, "bombard 2210", "load 1 0")
    s = play(s, "end") if "end" in [str(a) for a in s.options()] else s
    assert no_guns(s, "EG-10")
    assert not no_guns(s, "EG-11")
    s = phase("Reinforcement", "anglo-french", "anglo-french-box FR-1-REP", near, far, rest, "2306 EG-1")
    s = play(s, "drop FR-1-REP", "place FR-1-REP 2210")
    s = play(s, "end") if s.actor != "chance" else s
    assert no_guns(play(s, "roll 2"), "EG-10")
    assert not no_guns(play(s, "roll 2"), "EG-11")
    assert not no_guns(play(s, "roll 3"), "EG-10")  # on a 3 guns do not matter


@pytest.mark.rule("musketeer", "23.0", "9.0")
def test_r23_0_how_far_a_hidden_unit_has_come_is_remembered() -> None:
    s = moving("anglo-french", "2209 UK-25-Armd", "2306 EG-1")
    u = s.game.unit("UK-25-Armd")
    assert s.evidence[u] == 0
    t = play(s, "move UK-25-Armd 2209-2210-2211-2212")
    assert t.evidence[u] == sum(1 << 5 + n for n in range(1, 5))  # desert costs two: four points or more
    assert play(s, "move UK-25-Armd 2209-2210").evidence[u] == 1 << 6


@pytest.mark.rule("musketeer", "23.0")
def test_r23_0_the_first_unit_of_the_roster_is_hidden_like_every_other() -> None:
    s = phase("Movement", "anglo-french", "2208 UK-16-Para UK-19", "2306 EG-1", "0501 IS-Gar-Eilat")
    assert s.game.unit("UK-16-Para") == 0
    assert not {"UK-16-Para", "UK-19"} & seen(s, "east")
    assert {"UK-16-Para", "UK-19"} <= seen(s, "west")
