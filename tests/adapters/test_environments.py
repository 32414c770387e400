"""The environments pass the libraries' own checks, for every title."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")
pytestmark = pytest.mark.filterwarnings("ignore")

import gymnasium as gym  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

with warnings.catch_warnings():  # PettingZoo's tests import its own games by a name it has deprecated
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test

import sandtable  # noqa: E402
from sandtable.adapters import gymnasium as single  # noqa: E402
from sandtable.adapters import pettingzoo as both  # noqa: E402
from sandtable.adapters.play import Play  # noqa: E402
from sandtable.adapters.spelling import Spelling  # noqa: E402
from sandtable.core import CHANCE  # noqa: E402

TITLES = [t.id for t in sandtable.games()]
TITLE = pytest.mark.parametrize("title", TITLES)


@TITLE
def test_pettingzoo_accepts_the_environment(title: str) -> None:
    api_test(both.env(title), num_cycles=60)
    seed_test(lambda: both.env(title), num_cycles=40)


@TITLE
def test_gymnasium_accepts_the_environment(title: str) -> None:
    check_env(gym.make(single.env_id(title)).unwrapped)
    check_env(gym.make(single.env_id(title), flat=True).unwrapped)


def test_vectors_of_environments() -> None:
    envs = gym.make_vec(single.env_id("across-suez-1980"), num_envs=3, vectorization_mode="sync")
    seen, _ = envs.reset(seed=1)
    assert seen["units"].shape[0] == 3
    for _ in range(20):
        actions = np.array([np.flatnonzero(m)[0] if m.any() else 0 for m in seen["action_mask"]])
        seen, rewards, *_ = envs.step(actions)
    assert rewards.shape == (3,)
    envs.close()


def test_every_scenario_is_registered_without_loading_it() -> None:
    code = "import gymnasium; print(gymnasium.spec('sandtable/sinai-1967-v0').kwargs['game'])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sandtable.adapters.registration as r; r.register(); {code}"],
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == "sinai/1967", done.stderr


@TITLE
def test_every_word_of_random_games_is_in_the_vocabulary_and_every_action_is_legal(title: str) -> None:
    game = sandtable.load(title)
    vocabulary, rng, s = set(game.words()), Random(5), game.start()
    for _ in range(120):
        if s.actor is None:
            break
        if s.actor == CHANCE:
            s.apply(s.sample(rng.randrange))
            continue
        spelling = Spelling(s)
        while not spelling.complete:
            assert set(spelling.words) <= vocabulary
            spelling.say(rng.choice(spelling.words))
        action = spelling.action()
        assert s.check(action) is None
        s.apply(action)


@TITLE
def test_nothing_hidden_is_observed(title: str) -> None:
    play = Play(title)
    rng = Random(3)
    play.begin(3)
    for n in range(120):
        if play.over:
            break
        if n % 12 == 0:
            for side in play.sides:
                other = play.game.sample_hidden(play.s, side, Random(n))
                one, two = play.encoder.encode(play.s, side), play.encoder.encode(other, side)
                for name in one:
                    assert np.array_equal(one[name], two[name]), f"{title}, {side}: {name}"
        legal = np.flatnonzero(play.mask(play.actor))
        play.say(int(rng.choice(list(legal))))


def test_a_refused_word_changes_nothing_and_is_explained() -> None:
    env = gym.make(single.env_id("across-suez-1980")).unwrapped
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[3])
    before = env.play.s.checksum()
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (0.0, False)
    assert info["refusal"]
    assert env.play.s.checksum() == before


def test_rewards_are_those_of_the_result_or_of_the_points() -> None:
    for reward in ("win", "score"):
        env = both.raw_env("across-suez-1980", reward=reward)
        env.reset(seed=2)
        rng, gained = Random(2), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter(20_000):
            seen, r, over, cut, _ = env.last()
            gained[agent] += r
            env.step(None if over or cut else int(rng.choice(list(np.flatnonzero(seen["action_mask"])))))
        outcome = env.play.s.outcome
        if reward == "win":
            assert gained[outcome.winner] == 1
            assert sum(gained.values()) == 0
        else:
            assert gained["israel"] == pytest.approx(dict(outcome.score)["israel"] / 10)


def test_shaping_and_positions_are_used() -> None:
    game = sandtable.load("across-suez-1980")
    text = game.start().position().replace("at 0210", "at 0110")
    env = gym.make(single.env_id("across-suez-1980"), position=text, shaping=lambda before, after, side: 0.25).unwrapped
    seen, _ = env.reset(seed=1)
    assert game.hex_name(env.play.s.loc[game.unit("Reshef-1")]) == "0110"
    total = 0.0
    for _ in range(6):
        seen, reward, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        total += reward
    assert total > 0


def test_games_are_cut_off_and_never_stall() -> None:
    env = gym.make(single.env_id("across-suez-1980"), most=5).unwrapped
    seen, _ = env.reset(seed=1)
    cut = over = False
    for _ in range(100):
        seen, _, over, cut, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        if cut or over:
            break
    assert cut
