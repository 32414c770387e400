"""The greedy opponent: legal everywhere, with a reason, and sensible where the answer is clear."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.bots import make
from sandtable.core import CHANCE

from .table import fighting, moving, position, where

IN_SYRIA = ("3904 Is-arm-1", "3906 Is-arm-2", "3803 Is-arm-3")
SCENARIOS = [scenario.id for title in sandtable.games() if title.id == "sinai" for scenario in title.scenarios]


def _bot(s: Any, side: str) -> Any:
    return make("greedy", s.game, side, 1)


def _phase(s: Any, side: str) -> list[str]:
    """Let the bot play until it ends the phase or somebody else must decide; what it did."""
    bot, done = _bot(s, side), []
    while s.actor == side:
        a = bot.choose(s)
        assert s.check(a) is None, a
        done.append(str(a))
        s.apply(a)
        if a.verb == "end":
            break
    return done


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_decision_is_legal_and_has_a_reason(scenario: str) -> None:
    game = sandtable.load(f"sinai/{scenario}")
    s, rng = game.start(), Random(7)
    bots = {side: make("greedy", game, side, 7) for side in game.sides}
    for _ in range(50):
        if s.actor is None:
            break
        if s.actor == CHANCE:
            s.apply(s.sample(rng.randrange))
            continue
        bot = bots[s.actor]
        a = bot.choose(s)
        assert s.check(a) is None, a
        assert re.fullmatch(r"[A-Z].*\.", bot.reason), (a, bot.reason)
        assert bot.reason != "The first thing that is allowed.", a
        s.apply(a)


def test_races_to_an_open_crossing() -> None:
    s = moving("israel", "0823 Iska", "2632 Eg-1", turn=5)
    _phase(s, "israel")
    assert s.israeli_last >> s.game.hex("0524") & 1


def test_stays_on_the_crossing_it_holds() -> None:
    s = moving("israel", "0524 Iska", "0928 Elhn", "2632 Eg-1", turn=5)
    _phase(s, "israel")
    assert where(s, "Iska") == "0524"


def test_attacks_from_both_sides_so_that_nobody_escapes() -> None:
    s = moving("israel", "2029 Iska", "2034 Elhn", "2031 Eg-mech-4", turn=3, goals=[2, 0, 0])
    _phase(s, "israel")
    grid, loc = s.game.map.grid, s.loc
    posts = [loc[s.game.unit(u)] for u in ("Iska", "Elhn")]
    target = s.game.hex("2031")
    assert all(grid.are_adjacent(h, target) for h in posts)
    assert grid.distance(*posts) == 2


def test_overruns_what_is_weak_enough() -> None:
    s = moving("israel", "2029 Iska", "2031 Eg-inf-7", turn=3, goals=[2, 0, 0])
    assert _phase(s, "israel")[0].startswith("overrun Iska")


def test_does_not_attack_what_it_cannot_move() -> None:
    s = fighting("arab", "2030 Iska Elhn", "2031 Eg-mech-4", turn=3)
    assert _phase(s, "arab") == ["end"]


def test_waives_a_zone_rather_than_fight_doubled_defenders() -> None:
    s = fighting("israel", "2030 Uri-arm", "2032 Ysrl", "2031 Eg-141", turn=3)
    done = _phase(s, "israel")
    assert any(a.startswith("waive") for a in done)
    assert done[-1] == "confirm"


def test_infantry_far_from_its_aim_boards_trucks() -> None:
    s = moving("israel", "2519 Yhda", "3116 Jo-3", turn=6, jordan_at_war=True, goals=[5, 5, 0])
    assert "entruck Yhda" in _phase(s, "israel")


def test_paratroops_of_1956_land_behind_sharm_el_sheik() -> None:
    sharm = next(u.name for u in sandtable.load("sinai/1956").roster.units if "zone_free" in u.factors)
    s = moving("israel", "2250 Is-9", "2349 Is-202", "2922 Is-202/2", f"2251 {sharm}", scenario="1956", turn=4)
    done = _phase(s, "israel")
    landing = next(a for a in done if a.startswith("fly Is-202/2"))
    assert s.game.map.grid.distance(s.game.hex(landing[-4:]), s.game.hex("2251")) <= 4


def test_paratroops_of_1956_drop_while_a_supply_line_lets_them_take_off() -> None:
    s = sandtable.load("sinai/1956").start()
    landing = next(a for a in _phase(s, "israel") if a.startswith("fly Is-202/2"))
    assert s.game.map.grid.distance(s.game.hex(landing[-4:]), s.game.hex("2251")) <= 4


def test_besiegers_of_sharm_el_sheik_leave_a_way_out_that_leads_nowhere() -> None:
    """From 2250 its garrison would fight doubled, or get away; from 2351 it has 2151, and the paratroops behind that."""
    s = moving("israel", "2351 Is-9", "2349 Is-202", "2049 Is-202/2", "2251 Eg-21", scenario="1956", turn=7)
    _phase(s, "israel")
    assert where(s, "Is-9") == where(s, "Is-202") == "2351"
    assert where(s, "Is-202/2") == "2049"
    s = fighting("israel", "2351 Is-9 Is-202", "2049 Is-202/2", "2251 Eg-21", scenario="1956", turn=7)
    _phase(s, "israel")
    s.apply("roll 6")
    assert [str(a) for a in s.options()] == ["lose Eg-21"]


def test_every_goal_of_1956_gets_its_own_units_from_the_first_turn() -> None:
    s = sandtable.load("sinai/1956").start()
    aims: dict[str, set[str]] = {}
    for u, aim in _bot(s, "israel").survey(s).aim_of.items():
        aims.setdefault(aim.name[-4:], set()).add(s.game.name_of(u))
    assert {"Is-9", "Is-202"} <= aims["heik"]
    strong = {"Is-7", "Is-27", "Is-37"}
    assert all(len(aims[name] & strong) == 1 for name in ("0623", "0626", "0831"))


def test_egyptian_vehicles_of_1956_gather_at_the_northern_passes() -> None:
    s = moving("arab", "0428 Eg-1arm Eg-1mech Eg-2mech", "2723 Is-7", scenario="1956", turn=1)
    _phase(s, "arab")
    assert where(s, "Eg-1arm") == where(s, "Eg-2mech") == "0626"


def test_no_overrun_off_the_way_to_the_passes_in_1956() -> None:
    places = ("1722 Is-27", "2021 Eg-4/12", "2251 Eg-21")
    s = moving("israel", *places, scenario="1956", turn=4)
    assert any(a.verb == "overrun" for a in s.options())
    assert not any(a.startswith("overrun") for a in _phase(s, "israel"))


@pytest.mark.parametrize("scenario", ["1956", "1956-jordan", "1956-jordan-turn-1"])
def test_israel_beats_an_aimless_enemy_in_1956(scenario: str) -> None:
    game = sandtable.load(f"sinai/{scenario}")
    s, rng = game.start(), Random(3)
    bots = {"israel": make("greedy", game, "israel", 3), "arab": make("random", game, "arab", 3)}
    while s.actor is not None:
        s.apply(s.sample(rng.randrange) if s.actor == CHANCE else bots[s.actor].decide(s).action)
    assert s.outcome.winner == "israel", s.outcome


def test_raids_the_missiles_that_shield_a_target() -> None:
    places = ("0724 Is-arm-1 Is-arm-2", "0623 Is-arm-3", "0624 Eg-arm-1 Eg-arm-2 Eg-arm-3", "0424 Eg-SAM-1")
    s = position("1973", "Raids", *places, turn=5)
    assert str(_bot(s, "israel").choose(s)).startswith("raid Eg-SAM-1 3")


def test_keeps_its_markers_where_no_battle_is_to_come() -> None:
    s = position("1973", "Raids", "2030 Is-arm-1", "0624 Eg-arm-1", "0424 Eg-SAM-1", turn=5)
    assert str(_bot(s, "israel").choose(s)) == "end"


def _west_bank(**fields: Any) -> str:
    """Where an Israeli brigade at the Canal ends its move, with nobody but an Egyptian unit on the far bank."""
    s = moving("israel", "0528 Is-arm-1", "0327 Eg-mech-1", scenario="1973", **fields)
    _phase(s, "israel")
    return where(s, "Is-arm-1")


def test_crosses_the_canal_only_when_a_ceasefire_would_do() -> None:
    game = sandtable.load("sinai/1973")
    early, late = _west_bank(turn=5), _west_bank(turn=16)
    assert not game.egypt_west >> game.hex(early) & 1
    assert game.egypt_west >> game.hex(late) & 1


def test_arabs_take_the_open_land_in_reach() -> None:
    s = moving("arab", "0928 Eg-arm-1", "2519 Is-arm-1", scenario="1973", turn=3)
    before = s.game.map.grid.distance(s.game.hex("0928"), s.game.hex("2519"))
    _phase(s, "arab")
    assert s.game.map.grid.distance(s.loc[s.game.unit("Eg-arm-1")], s.game.hex("2519")) < before


def test_asks_for_a_ceasefire_when_ahead_and_not_when_behind() -> None:
    for side, wanted in (("israel", "ask"), ("arab", "decline")):
        s = position("1973", f"Ceasefire {side}", *IN_SYRIA, turn=21)
        assert str(_bot(s, side).choose(s)) == wanted


def test_ends_by_agreement_only_what_it_has_won() -> None:
    for side, wanted in (("israel", "accept"), ("arab", "decline")):
        offered_by = "arab" if side == "israel" else "israel"
        s = position("1973", f"Ceasefire {offered_by}", *IN_SYRIA, turn=8).play("offer")
        assert str(_bot(s, side).choose(s)) == wanted
