"""The greedy player: legal everywhere, sensible where the answer is clear, and able to say why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.bots import decide, make, play_out

from .table import ARISH, SUEZ, fighting, moving, position, where

BATTLES = ((SUEZ, {}), (SUEZ, {"what_if": True}), (ARISH, {}))


def _bot(s: Any, side: str) -> Any:
    return make("greedy", s.game, side, 1)


def _phase(s: Any, side: str) -> Any:
    """Let the bot play until it ends the phase or somebody else must decide."""
    bot, phase = _bot(s, side), s.game.phase(s)
    while s.actor == side and s.game.phase(s) == phase:
        a = bot.choose(s)
        assert s.check(a) is None, a
        s = s.play(a)
    return s


# movement -------------------------------------------------------------------------------------------------------------
def test_attackers_close_the_ring_round_a_brigade_in_the_open() -> None:
    s = moving(ARISH, "israel", "2544 1/3", "2844 79/7/Tal", "2944 82/7/Tal", air="[0]", turn=9)
    s = _phase(s, "israel")
    grid, target = s.game.map.grid, s.game.hex("2544")
    places = [s.loc[s.game.unit(u)] for u in ("79/7/Tal", "82/7/Tal")]
    assert all(grid.are_adjacent(h, target) for h in places)
    taken = 1 << places[0] | 1 << places[1]
    assert not grid.adjacent[target] & ~grid.spread(taken) & ~taken  # no way back is open


def test_a_garrison_stays_in_its_works() -> None:
    s = moving(ARISH, "egypt", "4544 1/2", "4543 2/2", "4745 2/Ba/Shr", "4620 82/7/Tal", turn=3)
    s = _phase(s, "egypt")
    assert (where(s, "1/2"), where(s, "2/2")) == ("4544", "4543")


def test_a_unit_at_the_edge_leaves_while_it_pays() -> None:
    s = _phase(moving(ARISH, "israel", "2048 79/7/Tal", "4023 3/7", air="[0]", turn=4), "israel")
    assert where(s, "79/7/Tal") == "exited"


def test_the_holder_of_an_objective_stays_while_the_enemy_could_take_it() -> None:
    s = _phase(moving(SUEZ, "anglo-french", "3709 1P", "4008 2NG", air="[7, 5]", turn=5), "anglo-french")
    assert where(s, "1P") == "3709"


def test_the_helicopter_takes_a_passenger_off_the_map_on_the_last_turn() -> None:
    held = ("1825 2P", "3509 3P", "3709 1RCP", "3104 2RCP", "2605 3RCP")
    s = moving(SUEZ, "anglo-french", *held, "2206 JS", "2206 1P", "2510 1R", air="[7, 5]", turn=6)
    s = _phase(s, "anglo-french")
    assert (where(s, "JS"), where(s, "1P")) == ("exited", "exited")


def test_militia_appear_in_the_city() -> None:
    s = moving(
        SUEZ, "egypt", "2605 4-Inf", "militia Militia-1", "3709 1P", militia_due="1", mustering='["2605"]', turn=3
    )
    s = _phase(s, "egypt")
    assert s.game.cities >> s.loc[s.game.unit("Militia-1")] & 1


def test_paratroops_land_beside_a_defended_objective_first() -> None:
    s = position(SUEZ, "PlayerTurn anglo-french", "1825 1NG", "2605 4-Inf", "holding 1P", air="[7, 5]", turn=1)
    action = _bot(s, "anglo-french").choose(s)
    assert action.verb == "land"
    assert s.game.map.grid.are_adjacent(s.game.hex(action.args[1]), s.game.hex("1825"))


def test_the_matt_brigade_stays_out() -> None:
    s = position(ARISH, "PlayerTurn israel", "4023 3/7", "holding 1/Ma", turn=1)
    assert str(_bot(s, "israel").choose(s)) == "decline"


# combat ---------------------------------------------------------------------------------------------------------------
def test_no_city_is_shelled_for_nothing() -> None:
    s = fighting(SUEZ, "anglo-french", "2510 1R", "3709 1P", turn=3)
    assert str(_bot(s, "anglo-french").choose(s)) == "end"


def test_an_airstrike_silences_the_guns_before_the_assault() -> None:
    s = fighting(
        ARISH, "israel", "4544 1/2", "4543 2/2", "4344 2-Art", "4644 226/Shr", "4643 1/Zi/Shr", air="[6]", turn=2
    )
    bot = _bot(s, "israel")
    assert str(bot.choose(s)) == "attack 4344"
    assert "silences" in bot.reason


def test_whole_support_is_used_where_only_all_of_it_helps() -> None:
    s = fighting(SUEZ, "anglo-french", "3509 2NG", "3510 1P", air="[1, 0]", turn=1)
    s = _phase(s, "anglo-french")
    assert s.actor == "chance" or s.choice.naval[0] == 1


def test_protective_fire_answers_an_attack_that_could_succeed() -> None:
    s = fighting(ARISH, "egypt", "2846 7-Rec/Tal", "2946 1/3", "2945 2/3", "2845 3/3", air="[5]", turn=3)
    s = _phase(s, "egypt")
    assert s.actor == "israel"
    assert _bot(s, "israel").choose(s).verb == "support"


# the big decisions ----------------------------------------------------------------------------------------------------
def test_a_won_battle_is_stopped() -> None:
    s = position(SUEZ, "StopOrGoOn", "3709 1P", vp="[60, 40]", turn=6)
    assert str(_bot(s, "anglo-french").choose(s)) == "stop"


def test_a_lost_battle_goes_on_while_units_can_still_leave() -> None:
    south = ("4507 1P", "4508 2P", "4509 3P", "4607 A/6", "4608 B/6", "4609 C/6", "4707 A/1", "4708 B/1", "4709 C/1")
    s = position(SUEZ, "StopOrGoOn", *south, vp="[40, 52]", turn=6)
    bot = _bot(s, "anglo-french")
    assert str(bot.choose(s)) == "continue"
    assert str(bot.choose(s.play("continue"))) in ("write 7", "write 8")


def test_reserves_that_cost_points_come_only_when_nothing_else_can_help() -> None:
    places = ("4544 1/2", "3844 226/Shr", "reserve 1/4A", "reserve 2/4A")
    level = _phase(moving(ARISH, "egypt", *places, turn=5, vp="[20, 20]"), "egypt")
    assert where(level, "1/4A") == "reserve"
    behind = _phase(moving(ARISH, "egypt", *places, turn=5, vp="[60, 20]"), "egypt")
    assert where(behind, "1/4A") != "reserve"


def test_what_can_be_saved_withdraws_at_the_end() -> None:
    places = ("2147 1/3", "2247 2/3", "2148 3-Art", "3844 226/Shr")
    s = position(ARISH, "DeclareWithdrawal", *places, turn=9)
    assert str(_bot(s, "egypt").choose(s)) == "withdraw"


# whole games ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("title", "options"), BATTLES)
def test_greedy_against_greedy_stays_legal_and_gives_its_reasons(title: str, options: dict[str, bool]) -> None:
    s, rng = sandtable.load(title).start(options), Random(4)
    bots = {side: make("greedy", s.game, side, 4) for side in s.game.title.sides}
    while s.actor and s.turn < 4:
        if s.actor == "chance":
            s.apply(s.sample(rng.randrange))
        else:
            bot = bots[s.actor]
            a = bot.choose(s)
            assert s.check(a) is None, a
            assert bot.reason[0].isupper() or bot.reason[0].isdigit(), bot.reason
            assert bot.reason.endswith("."), bot.reason
            s.apply(a)
    assert s.turn == 4


def test_a_hint_in_the_middle_of_a_phase_is_legal() -> None:
    s = moving(ARISH, "israel", "2544 1/3", "2844 79/7/Tal", "2944 82/7/Tal", air="[0]", turn=9)
    bot = _bot(s, "israel")
    first = bot.choose(s)
    s = s.play(next(a for a in s.options() if a.args and a.args[0] != first.args[0]))  # the player does something else
    assert s.check(bot.choose(s)) is None


@pytest.mark.slow
@pytest.mark.parametrize(("title", "options"), BATTLES)
def test_greedy_beats_random(title: str, options: dict[str, bool]) -> None:
    sides = sandtable.load(title).title.sides
    for side, other in (sides, sides[::-1]):
        for seed in range(5):
            s = sandtable.load(title).start(options)
            bots = {side: make("greedy", s.game, side, seed), other: make("random", s.game, other, seed)}
            s, _ = play_out(s, bots, Random(seed))
            assert s.outcome.winner == side


def test_hidden_last_turn_is_not_seen_by_the_egyptian_player() -> None:
    s = moving(SUEZ, "egypt", "2605 4-Inf", "3709 1P", last_turn="9", turn=7)
    assert s.check(decide(_bot(s, "egypt"), s).action) is None
