"""Steps per second of the environments beside PettingZoo's chess, in one process and one run: python -m sandtable.adapters.speed"""

from __future__ import annotations

import json
import sys
import time
import warnings
from random import Random
from typing import Any

import numpy as np
from pettingzoo.classic import chess_v6

import sandtable

from . import pettingzoo


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
    """Chess before and after, so that a machine that grows busy is seen."""
    chess = [rate(chess_v6.env(), seconds)]
    found = {title: rate(pettingzoo.env(title), seconds) for title in titles}
    chess.append(rate(chess_v6.env(), seconds))
    base = sum(chess) / 2
    return {
        "PettingZoo chess steps/s": [round(x) for x in chess],
        "games": {t: {"steps/s": round(x), "over chess": round(x / base, 2)} for t, x in found.items()},
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    wanted = sys.argv[1:] or [t.id for t in sandtable.games()]
    json.dump(measure(wanted, 10.0), sys.stdout, indent=2)
