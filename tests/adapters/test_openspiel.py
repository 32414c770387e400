"""OpenSpiel's own checks on every title; search; explicit chance."""

from __future__ import annotations

import time
from random import Random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.filterwarnings("ignore")

from open_spiel.python.algorithms import generate_playthrough, mcts  # noqa: E402

import sandtable  # noqa: E402
from sandtable.adapters.openspiel import SandtableObserver, short_name, world_of  # noqa: E402

TITLES = [t.id for t in sandtable.games()]
ENDGAME = "across-suez-1980"


def near_the_end(title: str, words: int) -> str:
    """A position of a random game that is nearly over, as the parameter takes it."""
    game = sandtable.load(title)
    rng = Random(1)
    s, line = game.start(), []
    while s.actor:
        line.append(s.copy())
        s.apply(s.sample(rng.randrange))
    return str(line[-words].position()).replace("\n", "|")


@pytest.mark.parametrize("title", TITLES)
def test_openspiels_random_simulation(title: str) -> None:
    game = pyspiel.load_game(short_name(title), {"position": near_the_end(title, 25)})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.slow
def test_a_playthrough_is_written() -> None:
    lines = generate_playthrough.playthrough_lines(short_name(ENDGAME), seed=1)
    assert any("IsTerminal() = True" in line for line in lines)
    assert any("ChanceOutcomes()" in line for line in lines)


def test_monte_carlo_tree_search_plays() -> None:
    game = pyspiel.load_game(short_name(ENDGAME), {"position": near_the_end(ENDGAME, 12)})
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert bot.step(state) in state.legal_actions()


def test_chance_is_explicit_and_adds_up() -> None:
    state = pyspiel.load_game(short_name(ENDGAME)).new_initial_state()
    rng = Random(2)
    seen = 0
    while not state.is_terminal() and seen < 5:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
            seen += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert seen


def test_a_clone_is_independent_and_cheap() -> None:
    state = pyspiel.load_game(short_name(ENDGAME)).new_initial_state()
    clone = state.clone()
    text = str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == text
    begin = time.process_time()
    for _ in range(50):
        state.clone()
    assert (time.process_time() - begin) / 50 < 0.003


def test_the_observer_fills_its_tensor() -> None:
    game = pyspiel.load_game(short_name(ENDGAME))
    observer = SandtableObserver(world_of(game).encoder)
    observer.set_from(game.new_initial_state(), 0)
    assert observer.tensor.any()
    assert observer.dict["units"].base is not None


def test_a_side_is_told_only_what_it_may_know() -> None:
    title = next(t.id for t in sandtable.games() if sandtable.load(t.id).hidden)
    state = pyspiel.load_game(short_name(title)).new_initial_state()
    rng = Random(4)
    for _ in range(60):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        elif not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    for player, side in enumerate(state.of.game.sides):
        other = state.of.game.sample_hidden(state.s, side, Random(9))
        mine = state.observation_text(player)
        state.at.s, kept = other, state.at.s
        assert state.observation_text(player) == mine
        state.at.s = kept
