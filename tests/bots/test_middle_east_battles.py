"""What the opponents of Middle East Battles know: the siege, the convoy, the set-ups, and their reasons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.middle_east_battles.evaluator import grade
from sandtable.bots.middle_east_battles.postures import EL_ARISH, SUEZ, near
from sandtable.bots.middle_east_battles.siege import Siege, SiegePlan
from sandtable.bots.middle_east_battles.sight import Routes, Sight, terrain_of
from sandtable.bots.middle_east_battles.weights import weights_for
from sandtable.bots.search import in_endgame
from tests.games.middle_east_battles.table import fighting, moving, position, where


def orders(s: sandtable.State, side: str, level: str) -> tuple[sandtable.State, list[bots.Decision]]:
    """Let a bot play its phase to the end; what it decided."""
    bot, made = bots.make(level, s.game, side, 1), []
    while s.actor == side:
        made.append(bots.decide(bot, s))
        s = s.play(made[-1].action)
        if made[-1].action.verb == "end":
            break
    return s, made


def seen(s: sandtable.State) -> tuple[Sight, Routes]:
    terrain = terrain_of(s.game)
    return Sight(s, "israel", weights_for("10", True), terrain), Routes(s, "israel", terrain)


def test_the_siege_covers_the_ways_back_without_touching_the_work() -> None:
    """Three battalions near a lone work, guns in range: afterwards more of the ground round it lies in their zones, and
    nobody has a duty to storm."""
    units = ("4142 2-AT", "3838 79/7/Tal", "4438 82/7/Tal", "4345 1/Av/Tal", "4439 SC-Art", "4437 3-Art/Tal")
    s = moving("el-arish-67", "israel", *units, air="[9]", turn=3)
    grid, target = s.game.map.grid, s.game.hex("4142")
    ring = grid.within(target, 2) & ~(1 << target) & s.game.land

    def open_ways(s: sandtable.State) -> int:
        held = s.hexes_of("israel")
        return (ring & ~(grid.spread(held) | held)).bit_count()

    after, _ = orders(s, "israel", "posture:siege")
    assert open_ways(after) < open_ways(s)
    assert not grid.spread(after.hexes_of("egypt")) & after.hexes_of("israel")


@pytest.mark.parametrize(("posture", "there"), [("storm", True), ("siege", False)])
def test_an_objective_beside_manned_works_is_left_empty_in_a_siege(posture: str, there: bool) -> None:
    s = moving("el-arish-67", "israel", "4521 1/7", "4719 79/7/Tal", air="[0]", turn=3)
    after, _ = orders(s, "israel", f"posture:{posture}")
    assert (where(after, "79/7/Tal") == "4620") is there


def test_an_objective_is_left_empty_beside_works_that_the_enemy_could_man_again() -> None:
    """After 4521 was emptied the winner does not advance into Rafiah while a unit stands ready to return."""
    units = ("4221 14-Arm", "4520 79/7/Tal")
    s = moving("el-arish-67", "israel", *units, air="[0]", turn=3)
    after, _ = orders(s, "israel", "posture:siege")
    assert where(after, "79/7/Tal") != "4620"


@pytest.mark.parametrize(("turn", "there", "leaves"), [(5, "2940", True), (4, "2940", False), (5, "2229", False)])
def test_whoever_is_not_needed_marches_off_the_map_from_turn_5_on(turn: int, there: str, leaves: bool) -> None:
    """Far from the fighting; who stands before El Arish stays."""
    s = moving("el-arish-67", "israel", f"{there} 3/Se/Yof", "2128 7-Tank", air="[0]", turn=turn)
    plan = Siege().plan(*seen(s), 0)
    assert isinstance(plan, SiegePlan)
    assert plan.runs(s.game.unit("3/Se/Yof")) is leaves


def test_tanks_ashore_on_turn_4_stop_on_turn_5_where_the_rest_is_one_march() -> None:
    s = moving("suez-56", "anglo-french", "2206 A/6", "2109 B/6", "2605 4-Inf", turn=5, air="[0, 0]")
    after, _ = orders(s, "anglo-french", "posture:convoy")
    after = moving("suez-56", "anglo-french", f"{where(after, 'A/6')} A/6", f"{where(after, 'B/6')} B/6", turn=6)
    _, made = orders(after, "anglo-french", "posture:convoy")
    assert [d.action.verb for d in made].count("exit") == 2


@pytest.mark.parametrize(
    ("egypt", "near_the_bridges", "lost"), [("greedy", ("2NG", "3NG"), 2), ("posture:stand-off", ("2NG", "4-Inf"), 0)]
)
def test_paratroops_destroy_garrisons_that_stand_on_their_bridges(
    egypt: str, near_the_bridges: tuple[str, ...], lost: int
) -> None:
    """They come down on both sides of a garrison, so that it cannot escape; who stands off is not surrounded."""
    game = sandtable.load("suez-56")
    s, west = game.start(), bots.make("posture:convoy", game, "anglo-french", 1)
    set_up = bots.make(egypt, game, "egypt", 1)
    while s.actor != "egypt" or game.phase(s) == "set-up" or "fire" in str(s.choice):
        bot = west if s.actor == "anglo-french" else set_up if game.phase(s) == "set-up" else None
        s = s.play(bots.decide(bot, s).action if bot else next(iter(s.options())))
    assert [s.loc[game.unit(name)] for name in near_the_bridges].count(game.box("eliminated")) == lost


@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_no_two_games_are_set_up_alike(title: str) -> None:
    game, seen = sandtable.load(title), set()
    for seed in range(12):
        s, bot = game.start(), bots.make(bots.BEST, game, "egypt", seed)
        while game.phase(s) == "set-up":
            s = s.play(bots.decide(bot, s).action)
        seen.add(tuple(s.loc))
    assert len(seen) > 1


@pytest.mark.parametrize(("turn", "leaves"), [(1, False), (3, True)])
def test_a_helicopter_leaves_when_that_pays_double_for_the_last_time(turn: int, leaves: bool) -> None:
    s = moving("suez-56", "anglo-french", "2605 4-Inf", "holding 845", turn=turn, air="[0, 0]")
    after, _ = orders(s, "anglo-french", "posture:convoy")
    assert (after.loc[after.game.unit("845")] == after.game.box("exited")) is leaves


def test_the_convoy_leaves_the_city_alone() -> None:
    s = moving("suez-56", "anglo-french", "2405 45-Cdo", "2505 42-Cdo", "2605 4-Inf", turn=3, air="[7, 5]")
    after, _ = orders(s, "anglo-french", "posture:convoy")
    near = after.game.map.grid.spread(after.hexes_of("egypt"))
    assert not near & after.hexes_of("anglo-french")


def test_the_last_turns_find_the_objectives_held() -> None:
    s = moving("suez-56", "anglo-french", "3509 1P", "3308 3NG", "4807 1REP", turn=6, air="[7, 5]")
    after, _ = orders(s, "anglo-french", "posture:convoy")
    assert where(after, "1P") == "3509"


@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_set_ups_are_legal_to_the_last_unit(title: str) -> None:
    for posture in SUEZ if title == "suez-56" else EL_ARISH:
        s = sandtable.load(title).start()
        if posture.side != "egypt" or not posture.fits(s):
            continue
        bot = posture.make(s.game, "egypt", Random(1))
        wanted = dict(bot.manner.stations)  # type: ignore[attr-defined]
        while s.game.phase(s) == "set-up":
            s = s.play(bot.decide(s).action)
        assert {name: where(s, name) for name in wanted} == wanted


@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_a_set_up_is_no_posture_for_later(title: str) -> None:
    game = sandtable.load(title)
    s = game.start().play("deploy standard")
    book = bots.playbook(game)
    assert book is not None
    assert book.doctrine(game.start(), "egypt") != "defend"
    assert book.doctrine(s, "egypt") == "defend"


def test_an_attack_is_explained_by_the_numbers_of_its_forecast() -> None:
    s = fighting("el-arish-67", "israel", "4142 7-AT", "4242 79/7/Tal", air="[0]", turn=3)
    _, made = orders(s, "israel", "greedy")
    reasons = [d.reason for d in made if d.action.verb == "confirm"]
    assert reasons
    assert all("%" in r and "on average" in r for r in reasons)


# trials ----------------------------------------------------------------------------------------------------------------
def stopping(west: int, egypt: int, *places: str) -> Any:
    """The end of turn 6, victory points as given."""
    s = position("suez-56", "StopOrGoOn", *places, turn=6, vp=f"[{2 * west}, {2 * egypt}]")
    return s.game.position(s.position().replace("> StopOrGoOn", "> StopOrGoOn\n> NextTurn"))


@pytest.mark.parametrize(("posture", "does"), [("stop-6", ["stop"]), ("stop-8", ["continue", "write 8"])])
def test_the_end_of_the_battle_is_a_posture_of_its_own(posture: str, does: list[str]) -> None:
    s, done = stopping(20, 20, "3509 1P", "2605 4-Inf"), list[str]()
    bot = bots.make(f"posture:{posture}", s.game, "anglo-french", 1)
    while s.outcome is None and s.turn == 6 and s.actor == "anglo-french" and len(done) < len(does):
        done.append(str(bots.decide(bot, s).action))
        s = s.play(done[-1])
    assert done == does


def test_the_stopping_postures_are_tried_only_when_that_is_asked() -> None:
    book = bots.playbook(sandtable.load("suez-56"))
    assert book is not None
    asked, otherwise = stopping(20, 20, "3509 1P"), moving("suez-56", "anglo-french", "3509 1P", turn=6)
    for p in book.of("anglo-french"):
        assert not p.name.startswith("stop-") or (p.fits(asked) and not p.fits(otherwise))


TANKS = ("4707 A/6", "4708 B/6", "4608 C/6", "4807 A/1", "4607 42-Cdo", "4508 45-Cdo")
"""Six units a march from the edge: a point each on turn 7, against a die and one."""


@pytest.mark.parametrize(
    ("level", "west", "does"), [("greedy", 17, "stop"), ("veteran", 17, "continue"), ("veteran", 18, "stop")]
)
def test_exactly_five_behind_is_lost_and_worth_another_turn(level: str, west: int, does: str) -> None:
    s = stopping(west, 22, *TANKS)
    assert str(bots.decide(bots.make(level, s.game, "anglo-french", 1), s).action) == does


def test_a_battle_that_is_won_is_stopped_and_one_that_is_lost_goes_on_by_trials() -> None:
    for west, does in ((30, "stop"), (17, "continue")):
        s = stopping(west, 22, *TANKS)
        assert str(bots.decide(bots.make("expert@40", s.game, "anglo-french", 1), s).action) == does


def test_egypts_trials_do_not_know_the_number_on_the_paper() -> None:
    """Two positions that Egypt cannot tell apart give the same orders."""
    made = []
    for number in (7, 12):
        s = moving("suez-56", "egypt", "2605 4-Inf", "3308 3NG", "3509 1P", "4303 A/6", turn=7, last_turn=str(number))
        bot, orders_ = bots.make("expert@8", s.game, "egypt", 3), list[str]()
        while s.actor == "egypt" and not s.game.phase(s).endswith("combat"):
            orders_.append(str(bots.decide(bot, s).action))
            s = s.play(orders_[-1])
        made.append(orders_)
    assert made[0] == made[1]


def test_a_narrow_result_is_graded_as_nearly_the_next() -> None:
    def ended(west: int, egypt: int) -> float:
        return grade(stopping(west, egypt, "2605 4-Inf").play("stop"), "anglo-french")

    grades = [ended(w, 20) for w in (0, 14, 15, 16, 20, 24, 25, 26, 40)]
    assert grades == sorted(grades)
    assert grades[0] == 0.0
    assert grades[-1] == 1.0
    assert grades[4] == 0.5
    assert (
        grades[6] - grades[5] > 5 * (grades[5] - grades[4]) / 4
    )  # the fifth point is worth more than the four before it


@pytest.mark.parametrize("title", ["suez-56", "el-arish-67"])
def test_the_set_up_is_drawn_and_not_tried(title: str) -> None:
    book = bots.playbook(sandtable.load(title))
    assert book is not None
    assert not in_endgame(book, sandtable.load(title).start(), "egypt")


def test_whims_lead_to_other_orders_and_the_same_whim_to_the_same() -> None:
    units = ("2206 A/6", "2109 B/6", "2405 45-Cdo", "2605 4-Inf", "2407 Militia-1", "3308 3NG", "3509 1P")
    usual = next(p for p in SUEZ if p.name == "convoy")

    def order(seed: int | None) -> list[str]:
        s, done = moving("suez-56", "anglo-french", *units, turn=5, air="[7, 5]"), list[str]()
        bot = (usual if seed is None else near(usual, Random(seed))).make(s.game, "anglo-french", Random(1))
        while s.actor == "anglo-french" and "end" not in done:
            done.append(str(bot.decide(s).action))
            s = s.play(done[-1])
        return done

    assert order(3) == order(3)
    assert len({tuple(order(seed)) for seed in (None, 1, 2, 3, 4, 5)}) > 1
