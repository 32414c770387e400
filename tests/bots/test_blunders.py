"""The recurring blunders of the anchor: the strongest level does not make them, each on a position of its own."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.across_suez.evaluator import line_cost
from sandtable.bots.across_suez.screens import strike_reach
from sandtable.bots.sinai.manners import Steady
from sandtable.bots.sinai.survey import Survey, atlas_of
from tests.games.across_suez.table import moving as suez_moving
from tests.games.across_suez.table import where as suez_where
from tests.games.middle_east_battles.table import fighting as battle_fighting
from tests.games.middle_east_battles.table import moving as battle_moving
from tests.games.middle_east_battles.table import where as battle_where
from tests.games.musketeer.table import fighting
from tests.games.musketeer.table import moving as musketeer_moving
from tests.games.musketeer.table import phase as musketeer_phase
from tests.games.musketeer.table import position as musketeer
from tests.games.musketeer.table import where as musketeer_where
from tests.games.sinai.table import fighting as fighting_sinai
from tests.games.sinai.table import moving as sinai_moving
from tests.games.sinai.table import position as sinai
from tests.games.sinai.table import where as sinai_where

OLD, NEW = "across-suez-1980", "across-suez-2021"
SOON = bots.Budget(6)


def best(s: Any, side: str, level: str = bots.BEST) -> bots.Bot:
    return bots.make(level, s.game, side, 1, budget=SOON)


def phase(s: Any, side: str, level: str = bots.BEST) -> tuple[Any, list[str]]:
    """Let the bot play until it ends the phase or somebody else must decide; what it did."""
    bot, done = best(s, side, level), []
    while s.actor == side:
        found = bots.decide(bot, s)
        assert s.check(found.action) is None, found
        done.append(str(found.action))
        s = s.play(found.action)
        if found.action.verb == "end":
            break
    return s, done


# Across Suez -----------------------------------------------------------------------------------------------------------
RESERVES = "reinforcements 25/1 25/2 25/3 25/4"


@pytest.mark.parametrize(("book", "turn"), [(OLD, 7), (NEW, 6)])
def test_reserves_do_not_stay_at_home_beyond_the_last_turn_they_can_strike(book: str, turn: int) -> None:
    s = suez_moving(book, "egypt", RESERVES, "0112 Baram-4", "1608 Erez-1", turn=turn)
    _, done = phase(s, "egypt")
    assert any(a.startswith("enter 25") for a in done)


ALL_RESERVES = f"{RESERVES} 23/1 23/2 23/3 23/4"
SIX_ACROSS = "across Sharon Erez-3 Reshef-1 Reshef-2 Amir-1 Amir-2"


def entered_on_turn_5(*places: str) -> int:
    """In how many of 24 games the 25th Brigade comes in."""
    entered = 0
    for seed in range(24):
        s = suez_moving(OLD, "egypt", ALL_RESERVES, *places, "1608 Erez-1", "0211 Erez-2", turn=5)
        bot, done = bots.make("veteran", s.game, "egypt", seed), []
        while s.actor == "egypt" and "end" not in done:
            done.append(str(bots.decide(bot, s).action))
            s = s.play(done[-1])
        entered += any(a.startswith("enter 25") for a in done)
    return entered


def test_egypt_mostly_waits_when_only_the_line_is_left_but_nobody_can_count_on_it() -> None:
    assert 0 < entered_on_turn_5(SIX_ACROSS, "0112 Baram-4") < 12


@pytest.mark.parametrize("places", [("across Sharon", "0112 Baram-4"), (SIX_ACROSS, "1708 Baram-4")])
def test_egypt_does_not_wait_for_a_screen_while_israel_has_more_to_do_than_hold_the_line(
    places: tuple[str, ...],
) -> None:
    assert entered_on_turn_5(*places) == 24


def test_the_screen_stands_on_the_line_and_at_the_doors_before_egypts_last_move() -> None:
    across = "across Sharon Erez-3 Reshef-1 Reshef-2 Amir-1 Amir-2"
    line = ("0112 Baram-4", "0611 Amir-3", "0812 Amir-4", "1011 Erez-1", "1311 Keren-1", "1708 Baram-1", "1211 Baram-3")
    s = suez_moving(OLD, "israel", across, *line, "0910 16/1", "1409 16/2", RESERVES, turn=7)
    before = _cut(s)
    s, _ = phase(s, "israel", "veteran")
    assert suez_where(s, "Baram-4") == "0112"
    assert _cut(s) < before


def _cut(s: Any) -> int:
    """How much the line costs when Egypt has moved wherever it can, as the evaluator counts."""
    own = s.hexes_of("israel")
    threatened = s.game.map.grid.spread(strike_reach(s, own)) & ~own
    return line_cost(s.game, own, 0, threatened)


@pytest.mark.parametrize("level", ["best", "posture:schedule"])
def test_the_bridge_does_not_stop_alone_within_reach_of_the_enemy(level: str) -> None:
    places = ("1708 Baram-4", "1608 Baram-1", "1610 Baram-2", "0910 16/1", "0811 16/3", "0912 16/4")
    s, _ = phase(suez_moving(OLD, "israel", *places, turn=3), "israel", level)
    game, bridge = s.game, s.loc[s.game.unit("Baram-4")]
    assert game.map.grid.adjacent[bridge] & s.hexes_of("israel") & ~(1 << bridge)
    assert not game.map.grid.adjacent[bridge] & s.hexes_of("egypt")


@pytest.mark.parametrize(("level", "turn", "comes"), [("greedy", 3, True), ("best", 3, False), ("best", 4, True)])
def test_the_bridge_comes_by_night_when_nobody_bombards_it(level: str, turn: int, comes: bool) -> None:
    places = ("reinforcements Baram-4", "1011 Baram-1", "0914 Baram-2", "0112 16/1", "0910 16/3")
    _, done = phase(suez_moving(OLD, "israel", *places, turn=turn), "israel", level)
    assert any(a.startswith("enter Baram-4") for a in done) is comes, done


# Sinai -----------------------------------------------------------------------------------------------------------------
def test_no_overrun_hands_over_the_ceasefire() -> None:
    places = ("0730 Is-arm-1 Is-arm-2 Is-mech-1", "0630 Eg-mech-1")
    s = sinai_moving("israel", *places, scenario="1973", turn=2)
    _, greedy = phase(s, "israel", "greedy")
    after, done = phase(s, "israel")
    west = int(s.game.egypt_west)
    assert not after.hexes_of("israel") & west, done
    assert greedy  # the anchor moves here


LOST = "eliminated " + " ".join(f"Is-{kind}-{n}" for kind in ("mech", "arm") for n in range(3, 9))


@pytest.mark.parametrize(("level", "lost", "goes"), [("greedy", LOST, True), ("best", LOST, False), ("best", "", True)])
def test_nobody_stands_before_amman_while_that_would_hand_over_the_ceasefire(level: str, lost: str, goes: bool) -> None:
    """A supplied brigade there lets the Arabs ask at once: only who is ahead goes."""
    places = ("3612 Is-arm-1 Is-arm-2", "3814 Jo-inf-2", "0524 Eg-arm-6", "2519 Is-mech-1", *([lost] if lost else []))
    s = sinai_moving(
        "israel", *places, scenario="mid-1970s-cooperation", turn=3, jordan_at_war=True, trans_jordan_open=True
    )
    s, done = phase(s, "israel", level)
    assert bool(s.game.map.sets["amman_adjacent"] & s.hexes_of("israel")) is goes, done


@pytest.mark.parametrize(("level", "asks"), [("greedy", True), ("best", False)])
def test_a_ceasefire_that_would_cost_what_is_cut_off_is_not_asked_for(level: str, asks: bool) -> None:
    """Israel is ahead, but no city supplies it any more: what is out of communication counts as eliminated."""
    dead = "eliminated " + " ".join(f"Eg-mech-{n}" for n in range(1, 10)) + " Eg-arm-1 Eg-arm-2 Eg-arm-3"
    army = ("2519 Is-arm-1 Is-arm-2 Is-arm-3", "2716 Is-mech-1 Is-mech-2 Is-mech-3")
    cities = ["3116", "3015", "2906", "2713"]
    s = sinai("mid-1970s-race", "Ceasefire israel", "2319 Eg-arm-4", *army, dead, turn=22, destroyed=cities)
    assert (str(bots.decide(best(s, "israel", level), s).action) == "ask") is asks


def test_peaceful_jordan_stays_where_it_is() -> None:
    s = sinai_moving("arab", "3412 Jo-arm-1", "2519 Is-arm-1", scenario="1973", turn=3)
    before = sinai_where(s, "Jo-arm-1")
    s, _ = phase(s, "arab")
    assert sinai_where(s, "Jo-arm-1") == before


def test_missiles_do_not_go_ahead_of_their_army() -> None:
    s = sinai_moving("arab", "0324 Eg-SAM-1", "0424 Eg-mech-1 Eg-mech-2", "0724 Is-arm-1", scenario="1973", turn=3)
    game = s.game
    look = Survey(s, "arab", atlas_of(game, "arab"), manner=Steady())
    barred = Steady().barred(look, game.unit("Eg-SAM-1"))
    assert all(barred >> game.hex(h) & 1 for h in ("0524", "0523", "0623"))
    assert not any(barred >> game.hex(h) & 1 for h in ("0424", "0324", "0323"))
    assert not Steady().barred(look, game.unit("Eg-mech-1"))


GATE = ("0731 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0831 Eg-arm-4 Eg-arm-5 Eg-arm-6", "0932 Eg-mech-5 Eg-mech-6 Eg-mech-7")


def test_nobody_leaves_the_gate_for_a_battle_elsewhere() -> None:
    bait = ("0628 Is-airm-1", "1132 Is-airm-2", "1331 Is-arm-1 Is-arm-2 Is-arm-3")
    s = sinai_moving("arab", *GATE, "0631 Eg-SAM-1", *bait, scenario="1973", turn=6)
    s, done = phase(s, "arab")
    for post in GATE:
        where, *units = post.split()
        assert [sinai_where(s, u) for u in units] == [where] * 3, done


def test_a_gap_in_the_gate_is_filled_before_anything_else() -> None:
    places = ("0831 Eg-arm-4 Eg-arm-5 Eg-arm-6", "0932 Eg-mech-5 Eg-mech-6 Eg-mech-7", "0631 Eg-arm-1 Eg-arm-2")
    s = sinai_moving("arab", *places, "0630 Eg-mech-1", "1331 Is-arm-1", scenario="1973", turn=6, destroyed=["0731"])
    s, done = phase(s, "arab")
    assert {sinai_where(s, "Eg-arm-1"), sinai_where(s, "Eg-arm-2")} == {"0731"}, done


def test_the_south_is_where_egypt_sets_up() -> None:
    s = sandtable.load("sinai/1973").start()
    bot = best(s, "arab")
    while s.actor == "arab" and type(s.choice).__name__ == "Deploy":
        s = s.play(bots.decide(bot, s).action)
    strongest = [u for u in s.game.side_units["arab"] if s.game.strength[u] == 5 and s.loc[u] > 0]
    assert {s.game.hex_name(s.loc[u]) for u in strongest if s.game.front[u] == "egypt"} <= {"0630", "0631", "0632"}


def test_egypt_does_not_split_its_best_brigades_between_the_passes_of_1956() -> None:
    places = ("0428 Eg-1arm", "0424 Eg-1mech", "0630 Eg-2mech", "2251 Eg-21", "2224 Is-7")
    s, done = phase(sinai_moving("arab", *places, scenario="1956", turn=1), "arab")
    s, again = phase(_next_move(s), "arab")
    assert {sinai_where(s, u) for u in ("Eg-1arm", "Eg-1mech", "Eg-2mech")} == {"0623"}, done + again


def _next_move(s: Any) -> Any:
    """The same units, a turn later."""
    game = s.game
    places = [f"{game.hex_name(s.loc[u])} {game.name_of(u)}" for u in range(len(game.roster)) if s.loc[u] > 0]
    return sinai_moving("arab", *places, scenario="1956", turn=2)


@pytest.mark.parametrize(("level", "guarded"), [("greedy", False), ("best", True)])
def test_a_settlement_that_could_be_destroyed_is_not_left_empty(level: str, guarded: bool) -> None:
    raiders = ("2418 Eg-26NG", "2319 Eg-86PAL", "2320 Eg-87PAL")
    s = sinai_moving("israel", *raiders, "2251 Eg-21", "2520 Is-mech-2", scenario="1956", turn=1)
    s, done = phase(s, "israel", level)
    assert (sinai_where(s, "Is-mech-2") in ("2419", "2420")) is guarded, done


@pytest.mark.parametrize(
    ("army", "chases"),
    [
        (("0623 Eg-1arm", "0623 Eg-1mech", "2319 Eg-2mech"), True),
        (("1226 Eg-1arm", "1325 Eg-1mech", "2319 Eg-2mech"), False),
    ],
)
def test_an_army_that_has_left_the_passes_is_passed_by(army: tuple[str, ...], chases: bool) -> None:
    """[23.19] Who comes to meet Israel in 1956 leaves it the passes: nobody is held up by him."""
    s = sinai_moving("israel", *army, "2251 Eg-21", "2520 Is-mech-2", scenario="1956", turn=3)
    reason = bots.decide(best(s, "israel"), s).reason
    assert ("past it to the passes" not in reason) is chases, reason


@pytest.mark.parametrize(("level", "bars"), [("greedy", False), ("best", True)])
def test_a_brigade_bars_the_way_of_a_column(level: str, bars: bool) -> None:
    s = sinai_moving("arab", "1422 Iska Shml Elhn", "0723 Eg-mech-2", scenario="1967", turn=4)
    s, done = phase(s, "arab", level)
    adjacent = s.game.map.grid.adjacent[s.loc[s.game.unit("Eg-mech-2")]]
    assert bool(adjacent & sum(1 << s.game.hex(h) for h in ("1322", "1222", "1123"))) is bars, done


def action(s: Any, side: str, level: str = bots.BEST) -> str:
    """What the bot does first."""
    found = bots.decide(best(s, side, level), s)
    assert s.check(found.action) is None, found
    return str(found.action)


@pytest.mark.parametrize(("level", "storms"), [("greedy", True), ("best", False)])
def test_the_gate_does_not_storm_a_bar_lev_hex_that_would_cost_one_of_its_brigades(level: str, storms: bool) -> None:
    """[25.21] At +0 it falls on a one, and then a brigade of the gate is lost; the neighbouring brigade has no post there."""
    s = fighting_sinai(
        "arab", *GATE, "0631 Eg-SAM-1", "1331 Is-arm-1", scenario="1973", turn=6, destroyed=["0731", "0732"]
    )
    assert (action(s, "arab", level) == "attack 0730") is storms


def test_a_bar_lev_hex_is_stormed_from_the_west_bank() -> None:
    """[25.83] On Game-Turn 1 it has ten points, and three for the Canal."""
    army = ("0631 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0630 Eg-arm-4 Eg-arm-5 Eg-arm-6")
    assert action(fighting_sinai("arab", *army, scenario="1973", turn=1), "arab").startswith("attack 073")


@pytest.mark.parametrize(("fist", "flies"), [("0832", True), ("1331", False)])
def test_missiles_are_attacked_from_the_air_only_before_a_battle(fist: str, flies: bool) -> None:
    """[25.13] A marker that fails is gone for ten turns: without an attack under the umbrella nothing is gained."""
    places = ("0631 Eg-SAM-1", "0831 Eg-arm-1 Eg-arm-2 Eg-arm-3", f"{fist} Is-arm-1 Is-arm-2 Is-arm-3")
    s = sinai("1973", "Raids", *places, turn=6)
    assert action(s, "israel").startswith("raid") is flies


@pytest.mark.parametrize(
    ("arabs", "target"),
    [(("0723 Eg-mech-2", "0524 Eg-19NG"), "strike 0723"), (("0524 Eg-19NG",), "end")],
)
def test_no_air_strike_on_those_who_do_not_drive(arabs: tuple[str, ...], target: str) -> None:
    """[16.11] A marker makes leaving a hex dearer: infantry that stays is not worth one."""
    s = sinai("1967", "PlaceStrikes", *arabs, "1422 Iska Shml", turn=3)
    assert action(s, "israel") == target


@pytest.mark.parametrize(
    ("siege", "attacks"),
    [(("2151 Is-202", "2150 Is-9"), False), (("2250 Is-202", "2151 Is-9", "2352 Is-7"), True)],
)
def test_the_garrison_of_sharm_is_not_chased_away(siege: tuple[str, ...], attacks: bool) -> None:
    """[23.19] It has to be destroyed: an attack that leaves it a way out can have no effect on the goal."""
    s = fighting_sinai("israel", "2251 Eg-21", *siege, scenario="1956", turn=3)
    assert (action(s, "israel") == "attack 2251") is attacks


@pytest.mark.parametrize(("level", "gathers"), [("greedy", False), ("best", True)])
def test_jordans_vehicles_gather_where_the_roads_cross_the_river(level: str, gathers: bool) -> None:
    """[21.1] Goal C asks for the last unit of the West Bank; from the fords they come back into it."""
    places = ("3412 Jo-40", "3310 Jo-60", "3714 Jo-RIGd", "3113 Zeev")
    s, done = phase(sinai_moving("arab", *places, turn=3, jordan_at_war=True), "arab", level)
    assert ({sinai_where(s, "Jo-40"), sinai_where(s, "Jo-60")} <= {"3312", "3315"}) is gathers, done
    assert (sinai_where(s, "Jo-RIGd") != "3714") is gathers, done


@pytest.mark.parametrize(("level", "alone"), [("greedy", True), ("best", False)])
def test_no_lone_assault_of_infantry_on_its_trucks(level: str, alone: bool) -> None:
    """[21.2] Every Israeli Strength Point destroyed is a point, and who is alone among the enemy is soon surrounded."""
    places = ("1829 Eg-1 Eg-141", "1929 Eg-mech-1", "2126 Iska Shml", "2328 Is-6")
    s, done = phase(sinai_moving("israel", *places, turn=2, entrucked=["Is-6"]), "israel", level)
    near = s.game.map.grid.within(s.loc[s.game.unit("Is-6")], 1)
    assert bool(near & s.hexes_of("arab")) is alone, done


def test_israel_does_not_always_open_1967_alike() -> None:
    start = sandtable.load("sinai/1967").start()
    openings = set()
    for seed in range(8):
        s, bot, done = start, bots.make(bots.BEST, start.game, "israel", seed), []
        while "end" not in done:
            done.append(str(bots.decide(bot, s).action))
            s = s.play(done[-1])
        openings.add(tuple(sorted(done)))
    assert len(openings) > 1


def test_the_arabs_take_the_ceasefire_while_they_are_ahead() -> None:
    s = sinai("1973", "Ceasefire arab", "1528 Eg-arm-1", "eliminated Is-arm-1 Is-arm-2", turn=21)
    assert str(bots.decide(best(s, "arab"), s).action) == "ask"


def test_israel_takes_the_ceasefire_of_the_race_while_it_is_a_victory() -> None:
    dead = "eliminated " + " ".join(f"Eg-mech-{n}" for n in range(1, 10)) + " Eg-arm-1 Eg-arm-2 Eg-arm-3"
    s = sinai("mid-1970s-race", "Ceasefire israel", "2319 Eg-arm-4", "2519 Is-arm-1", dead, turn=8)
    assert str(bots.decide(best(s, "israel"), s).action) == "ask"
    assert str(bots.decide(best(s, "israel", "greedy"), s).action) != "ask"


# Musketeer -------------------------------------------------------------------------------------------------------------
def test_the_town_keeps_its_garrison_while_raiders_are_near() -> None:
    units = ("5604 IS-10", "5603 IS-11", "5609 EG-2-MFF", "5414 EG-26-NG", "6017 IS-Gar-Eilat")
    s, _ = phase(musketeer_moving("israel", *units, turn=2), "west")
    assert musketeer_where(s, "IS-10") == "5604"


@pytest.mark.parametrize(("level", "left"), [("greedy", {"UK-29", "UK-51"}), ("best", set())])
def test_mandatory_pursuers_are_not_shut_out(level: str, left: set[str]) -> None:
    """Four brigades find room in Cairo, three of six must go there; the anchor lets volunteers go first."""
    must, others = ["UK-19", "UK-29", "UK-51"], ["UK-1-Guards", "FR-Col", "FR-10"]
    frame = f'Pursuit {{"target": "3314", "units": {json.dumps(must + others)}, "must": {json.dumps(must)}}}'
    stacks = (f"3313 {' '.join(must)}", f"3315 {' '.join(others)}")
    s = musketeer(frame, *stacks, "5702 IS-Gar-Ashkelon", "2306 EG-1", contingent="anglo-french")
    s, done = phase(s, "west", level)
    assert {u for u in must if musketeer_where(s, u) != "3314"} == left, done
    assert len(done) == 5  # the hex is full either way


def _first_marker(s: Any, contingent: str) -> str:
    """The regular marker of a contingent."""
    markers = s.game.command_markers
    return next(n for n, m in markers.items() if m.contingent == contingent and not m.special)


@pytest.mark.parametrize(
    ("level", "index", "does"), [("greedy", 47, "leave"), ("best", 30, "plan"), ("best", 47, "plan")]
)
def test_the_last_safe_index_points_are_spent(level: str, index: int, does: str) -> None:
    """On the last turn nothing must be kept; the anchor keeps four points for nothing."""
    name = _first_marker(musketeer("Turn", turn=7), "anglo-french")
    units = ("3314 EG-Gar-Cairo", "4005 UK-19", "6017 IS-Gar-Eilat")
    s = musketeer(f'Plan {{"side": "west", "left": ["{name}"]}}', *units, turn=7, escalation=index)
    assert str(bots.decide(best(s, "west", level), s).action) == f"{does} {name}"


@pytest.mark.parametrize(("index", "does"), [(48, "pick"), (49, "pass")])
def test_a_marker_is_picked_up_to_the_last_point_that_starts_no_war_for_who_is_behind(index: int, does: str) -> None:
    pool = [_first_marker(musketeer("Turn", turn=7), "anglo-french")]
    units = ("3314 EG-Gar-Cairo", "4005 EG-1", "6017 IS-Gar-Eilat", "0304 UK-19")
    s = musketeer('PickOrPass {"side": "west"}', *units, turn=7, escalation=index, pool_west=pool)
    assert str(bots.decide(best(s, "west"), s).action) == does


def test_units_are_brought_round_the_enemy_before_he_is_attacked() -> None:
    places = (
        "5508 IS-7-Armd",
        "5607 IS-37-Mech IS-4",
        "5606 IS-10",
        "5408 EG-7 EG-Gar-AbuAgheila",
        "5604 IS-Gar-Magen",
    )
    s, done = phase(musketeer_moving("israel", *places, turn=2), "west")
    near = s.game.map.grid.adjacent[s.game.hex("5408")]
    assert len([u for u in s.game.members["israel"] if s.loc[u] > 0 and near >> s.loc[u] & 1]) >= 3, done


def test_no_lone_assault_on_a_city() -> None:
    city = "3314 EG-1-Armd EG-2-Armd EG-Gar-Cairo"
    _, done = phase(fighting("anglo-french", city, "3413 FR-10", "4010 UK-19", turn=3), "west")
    assert done == ["end"]


@pytest.mark.parametrize(("air", "fires"), [("US-Air-1", False), ("US-Air-1 US-Air-2 US-Air-3 US-Air-4", True)])
def test_a_barrage_that_can_hardly_have_an_effect_is_not_flown(air: str, fires: bool) -> None:
    places = (f"us-available {air}", "5414 EG-7 EG-10", "6017 IS-Gar-Eilat")
    _, done = phase(musketeer_phase("Bombardment", "us", *places, turn=2), "west")
    assert (done != ["end"]) is fires, done


def test_no_move_and_no_landing_leaves_a_stack_too_high() -> None:
    places = ("5607 IS-4 IS-9 IS-10", "5606 IS-11 IS-12", "5605 IS-27-Armd IS-Golani IS-7-Armd", "5508 EG-7 EG-10")
    s, done = phase(musketeer_moving("israel", *places, "6017 IS-Gar-Eilat", turn=2), "west")
    stacks = [s.loc[u] for u in s.game.members["israel"] if s.loc[u] > 0]
    assert max(stacks.count(h) for h in stacks) <= s.game.stacking["israel"], done
    assert len(done) > 1


def test_egypt_sets_up_round_its_great_cities_and_not_always_alike() -> None:
    game, seen = sandtable.load("musketeer"), set()
    for seed in range(6):
        s, bot = game.start(), bots.make(bots.BEST, game, "east", seed)
        while s.actor == "east":
            s = s.play(bots.decide(bot, s).action)
        for city, strong in (("3314", 8), ("2306", 7), ("4005", 7), ("4214", 6)):
            h = game.hex(city)
            assert sum(s.combat(u) for u in s.ground_at(h)) >= strong
            assert city == "4214" or not game.map.grid.adjacent[h] & game.enterable & ~s.held("east")
        seen.add(tuple(s.loc))
    assert len(seen) > 1


@pytest.mark.parametrize(("level", "at_home"), [("greedy", False), ("best", True)])
def test_aircraft_of_the_east_stay_where_they_cannot_be_shot_down(level: str, at_home: bool) -> None:
    """The West fires first and each is two points; markers of no worth are deployed."""
    boxed = "ussr-box SU-Air-1 SU-Air-2 SU-Sptznz"
    s = musketeer_phase("Reinforcement", "ussr", boxed, "3314 EG-Gar-Cairo", "6017 IS-Gar-Eilat", turn=4)
    _, done = phase(s, "east", level)
    assert any("Sptznz" in a for a in done), done
    assert any("Air" in a for a in done) is not at_home, done


@pytest.mark.parametrize(("level", "goes"), [("greedy", True), ("best", False)])
def test_the_expedition_leaves_sharm_to_israel(level: str, goes: bool) -> None:
    box = "anglo-french-box UK-16-Para FR-1-REP FR-2-RCP"
    places = ("5629 EG-Gar-Sharm", "3314 EG-1-Armd EG-2-Armd EG-Gar-Cairo", "6017 IS-Gar-Eilat")
    _, done = phase(musketeer_phase("Reinforcement", "anglo-french", box, *places, turn=1), "west", level)
    assert any(a.endswith(("5628", "5529", "5530")) for a in done) is goes, done


@pytest.mark.parametrize(("level", "lands"), [("greedy", False), ("best", True)])
def test_a_landing_opens_the_ring_of_alexandria(level: str, lands: bool) -> None:
    """Nobody can land next to the city while every hex round it is held; the weak units there are attacked first."""
    box = "anglo-french-box UK-16-Para FR-1-REP FR-2-RCP UK-3-Cdo UK-19"
    ring = ("2406 EG-26-NG", "2405 EG-97-NG", "2307 EG-98-NG", "2206 EG-MinInt-1")
    city = ("2306 EG-2-Div EG-1 EG-Gar-Alexandria", "6017 IS-Gar-Eilat")
    s, done = phase(musketeer_phase("Reinforcement", "anglo-french", box, *ring, *city, turn=2), "west", level)
    near = s.game.map.grid.spread(s.held("east"))
    assert bool(near & s.occupied(s.game.ground_by["anglo-french"])) is lands, done


def test_a_unit_does_not_leave_the_ring_of_cairo() -> None:
    units = ("3314 EG-1-Armd EG-Gar-Cairo", "3413 EG-1", "4010 UK-19", "6017 IS-Gar-Eilat")
    s, _ = phase(musketeer_moving("egypt", *units, turn=3), "east")
    assert musketeer_where(s, "EG-1") == "3413"


# Middle East Battles ---------------------------------------------------------------------------------------------------
def test_no_strike_on_a_street_that_can_have_no_effect() -> None:
    """Fire into the city costs a point; the convoy stops where it has nobody to fire at."""
    places = ("2110 A/6", "2108 B/6", "2506 Militia-1", "2607 Militia-2", "2605 4-Inf", "2407 Militia-3")
    s = battle_moving("suez-56", "anglo-french", *places, turn=5, air="[7, 5]")
    s, done = phase(s, "anglo-french", "veteran")
    near = s.game.map.grid.spread(s.hexes_of("anglo-french"))
    assert not near & s.hexes_of("egypt") & s.game.cities, done


def test_a_landing_does_not_only_drive_a_garrison_off_that_walks_back() -> None:
    s = battle_moving("suez-56", "anglo-french", "1825 1NG", "holding JS 845 45-Cdo", turn=1, air="[7, 5]")
    bot = best(s, "anglo-french", "veteran")
    while s.actor == "anglo-french" and s.game.phase(s) == "anglo-french-movement":
        s = s.play(bots.decide(bot, s).action)
    at = [battle_where(s, name) for name in ("45-Cdo", "845")]
    ends = [s.game.hex(h) for h in at]
    assert s.game.map.grid.distance(*ends) == 2  # on opposite sides
    assert all(s.game.map.grid.are_adjacent(h, s.game.hex("1825")) for h in ends)


def test_no_lone_assault_on_a_fort_that_is_no_objective() -> None:
    s = battle_moving("el-arish-67", "israel", "4142 1/2", "4342 79/7/Tal", "4544 2/2", air="[0]", turn=3)
    s, _ = phase(s, "israel")
    target = s.game.hex("4142")
    assert not s.game.map.grid.are_adjacent(s.loc[s.game.unit("79/7/Tal")], target)


@pytest.mark.parametrize(("level", "goes"), [("posture:rusher", True), ("best", False)])
def test_no_lone_assault_on_a_fort_that_is_an_objective(level: str, goes: bool) -> None:
    """Umm Katef is stormed by several or not at all: whoever stands beside it must attack."""
    s = battle_moving("el-arish-67", "israel", "4544 2/2", "4247 79/7/Tal", air="[0]", turn=2)
    s, done = phase(s, "israel", level)
    near = s.game.map.grid.are_adjacent(s.loc[s.game.unit("79/7/Tal")], s.game.hex("4544"))
    assert near is goes, done


@pytest.mark.parametrize(("near", "stays"), [("2430 79/7/Tal", True), ("2430 SC-Art", False)])
def test_the_garrison_of_a_town_stays_while_the_enemy_could_walk_in(near: str, stays: bool) -> None:
    """Guns take no town: against them it may go out."""
    s = battle_moving("el-arish-67", "egypt", "2128 1/7", near, air="[0]", turn=3)
    s, done = phase(s, "egypt")
    assert (battle_where(s, "1/7") == "2128") is stays, done


@pytest.mark.parametrize("level", ["posture:storm", "best"])
@pytest.mark.parametrize("gun", ["SC-Art", "3-Art/Shr"])
def test_guns_take_their_post_and_stay_there(gun: str, level: str) -> None:
    at, ways = "4248", []
    for turn in (2, 3, 4):
        s = battle_moving("el-arish-67", "israel", "4544 2/2", f"{at} {gun}", "4346 79/7/Tal", air="[0]", turn=turn)
        s, _ = phase(s, "israel", level)
        at = battle_where(s, gun)
        ways.append(at)
    assert ways == [ways[0]] * 3
    assert ways[0] != "4248"  # it has been brought up


@pytest.mark.parametrize(
    ("gun", "target", "units", "fires"),
    [
        ("SC-Art", "4346", "ZSU/7", True),
        ("2-Mor/Yof", "4346", "1/2", False),  # too weak for any result
        ("SC-Art", "4142", "7-AT", False),  # a fort shelters too well
    ],
)
def test_every_gun_fires_but_for_barrages_that_can_have_no_effect(
    gun: str, target: str, units: str, fires: bool
) -> None:
    s = battle_fighting("el-arish-67", "israel", f"{target} {units}", f"4248 {gun}", air="[0]", turn=3)
    _, done = phase(s, "israel")
    assert (f"attack {target}" in done) is fires, done


def test_the_tests_look_at_the_strongest_levels() -> None:
    for title in ("across-suez-1980", "sinai/1973", "musketeer", "el-arish-67"):
        game = sandtable.load(title)
        assert bots.levels(game)[-1] in ("veteran", "expert")
