"""Steps per second of the environments beside PettingZoo's chess, in one process and one run: python -m sandtable.adapters.speed"""

from __future__ import annotations

import json
import sys
import time
import warnings
from random import Random
from statistics import median
from typing import Any

import numpy as np
from pettingzoo.classic import chess_v6

import sandtable

from . import pettingzoo

ROUNDS = 5


def rate(env: Any, seconds: float) -> float:
    """Random legal steps per second of processor time, observations and masks included."""
    rng = Random(1)
    env.reset(seed=1)
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.reset(seed=steps)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[rng.randrange(len(legal))]))
        steps += 1
    return steps / (time.process_time() - begin)


def measure(titles: list[str], seconds: float) -> dict[str, Any]:
    """Chess and the games by turns, so that a machine that grows busy is busy for all; medians of the ratios."""
    chess, found = [], {title: list[tuple[float, float]]() for title in titles}
    for _ in range(ROUNDS):
        chess.append(rate(chess_v6.env(), seconds / ROUNDS))
        for title, rates in found.items():
            steps = rate(pettingzoo.env(title), seconds / ROUNDS)
            rates.append((steps, steps / chess[-1]))
    return {
        "PettingZoo chess steps/s": [round(x) for x in chess],
        "games": {
            title: {"steps/s": round(median(x for x, _ in rates)), "over chess": round(median(x for _, x in rates), 2)}
            for title, rates in found.items()
        },
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    wanted = sys.argv[1:] or [t.id for t in sandtable.games()]
    json.dump(measure(wanted, 10.0), sys.stdout, indent=2)
