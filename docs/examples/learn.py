"""A masked policy gradient in one file: it learns to win as Israel from the middle of Across Suez against `random`.

    pip install "sandtable[adapters]"; python docs/examples/learn.py

First it imitates `greedy` for a few games (a pure win-or-lose reward gives a beginner nothing to start from: random play never
wins here), then it improves by REINFORCE with a baseline, paid for the result and for units that cross. The network is numpy:
two layers from the counters, the scalars and the words said so far to a score for every word; the mask takes out what the rules
forbid. Prints a learning curve and a match on seeds it never trained on.
"""

import argparse
import json
import time
from pathlib import Path
from random import Random

import numpy as np

import sandtable.adapters
from sandtable import bots
from sandtable.adapters.play import Play
from sandtable.core import END

GAME, SIDE, ENEMY = "across-suez-1980", "israel", "egypt"
MIDDLE = (Path(sandtable.adapters.__file__).parent / "positions" / "across-suez-middle.txt").read_text(encoding="utf-8")


def crossing(before, after, side):
    """Shaping: a tenth for every unit that has crossed the canal."""
    gained = after.game.standing(after)["israel"] - before.game.standing(before)["israel"]
    return 0.1 * gained * (1 if side == SIDE else -1)


class Policy:
    """Scores for words: softmax over W2 tanh(W1 x), with Adam."""

    def __init__(self, inputs, words, hidden=192, seed=1):
        rng = np.random.default_rng(seed)
        self.p = [
            rng.normal(0, inputs**-0.5, (inputs, hidden)).astype(np.float32),
            rng.normal(0, 0.1 * hidden**-0.5, (hidden, words)).astype(np.float32),
        ]
        self.m, self.v, self.t = [0 * w for w in self.p], [0 * w for w in self.p], 0

    def chances(self, x, mask):
        h = np.tanh(x @ self.p[0])
        z = np.where(mask, h @ self.p[1], -1e9)
        e = np.exp(z - z.max(-1, keepdims=True))
        return h, e / e.sum(-1, keepdims=True)

    def learn(self, x, mask, word, weight, rate, entropy=0.0):
        """One step up the gradient of sum(weight * log chance of the word said) + entropy."""
        h, q = self.chances(x, mask)
        d = -q * weight[:, None]
        d[np.arange(len(word)), word] += weight
        if entropy:
            logs = np.log(q + 1e-9)
            d -= entropy * q * (logs - (q * logs).sum(-1, keepdims=True))
        d /= len(word)
        back = (d @ self.p[1].T) * (1 - h * h)
        self.t += 1
        for i, g in enumerate((x.T @ back, h.T @ d)):
            self.m[i] += 0.1 * (g - self.m[i])
            self.v[i] += 0.001 * (g * g - self.v[i])
            step = (self.m[i] / (1 - 0.9**self.t)) / (np.sqrt(self.v[i] / (1 - 0.999**self.t)) + 1e-8)
            self.p[i] += rate * step
        return float(np.log(q[np.arange(len(word)), word] + 1e-9).mean())


class Table:
    """The environment: words of Israel in, those of random Egypt answered."""

    def __init__(self):
        self.play = Play(GAME, position=MIDDLE, shaping=crossing)
        self.n = len(self.play.encoder.words)

    def inputs(self):
        """Counters, scalars, and the words said so far as marks in a row of all words."""
        seen = self.play.observe(SIDE)
        said = np.zeros(self.n, np.float32)
        said[[int(i) for i in seen["prefix"] if i >= 0]] = 1
        return np.concatenate((seen["units"].ravel(), seen["scalars"], said))

    def others(self, egypt):
        while self.play.actor == ENEMY:
            self.play.decide(egypt.decide(self.play.s).action)

    def game(self, seed, choose):
        """One game; `choose(x, mask)` says a word's number. Returns what was seen, said and gained."""
        self.play.begin(f"learn {seed}")
        egypt = bots.make("random", self.play.game, ENEMY, seed)
        seen = []
        self.others(egypt)
        while not self.play.over:
            x, mask = self.inputs(), self.play.mask(SIDE).astype(bool)
            word = choose(x, mask)
            self.play.say(word)
            self.others(egypt)
            seen.append([x, mask, word, self.play.take_reward(SIDE)])
        return seen, self.play.s.outcome.winner == SIDE

    def lesson(self, seed):
        """A game of `greedy` as Israel, spelled out: what was seen and said."""
        self.play.begin(f"lesson {seed}")
        egypt, israel = (
            bots.make(level, self.play.game, side, seed) for level, side in (("random", ENEMY), ("greedy", SIDE))
        )
        seen = []
        self.others(egypt)
        while not self.play.over:
            s = self.play.s
            action = israel.decide(s).action
            spelled = (*s.choice.spell(s, action), END)
            before, number = self.play.decisions, self.play.encoder.number
            while self.play.decisions == before and self.play.spelling:
                prefix = self.play.spelling.prefix
                if spelled[: len(prefix)] != prefix or spelled[len(prefix)] not in self.play.words():
                    self.play.decide(action)  # it takes something back, which learners never do
                    break
                x, mask = self.inputs(), self.play.mask(SIDE).astype(bool)
                seen.append([x, mask, number[spelled[len(prefix)]]])
                self.play.say(seen[-1][2])
            self.others(egypt)
        return seen


def match(table, policy, games, first):
    """Wins of the policy, playing its likeliest word, on seeds from `first`."""
    return sum(
        table.game(first + i, lambda x, m: int(policy.chances(x[None], m[None])[1].argmax()))[1] for i in range(games)
    )


def main(minutes, lessons, held_out):
    begin, rng = time.monotonic(), np.random.default_rng(1)
    table = Table()
    policy = Policy(len(Table.inputs(_begun(table))), table.n)
    curve = []

    def note(phase, wins, games):
        curve.append(
            {"minutes": round((time.monotonic() - begin) / 60, 2), "phase": phase, "wins": wins, "games": games}
        )
        print(json.dumps(curve[-1]), flush=True)

    note("untrained", match(table, policy, 20, 10_000), 20)
    shown = [step for seed in range(lessons) for step in table.lesson(seed)]
    xs, masks, words = (np.array([s[i] for s in shown]) for i in range(3))
    ones = np.ones(128, np.float32)
    for epoch in range(12):
        order = rng.permutation(len(words))
        for k in range(0, len(order) - 127, 128):
            b = order[k : k + 128]
            policy.learn(xs[b], masks[b], words[b], ones, 0.001)
        if epoch % 3 == 2:
            note(f"imitation, epoch {epoch + 1}", match(table, policy, 20, 10_000), 20)

    seed, average = 1000, 0.0
    dice = Random(1)
    while time.monotonic() - begin < 60 * minutes:
        steps, won = [], 0
        for _ in range(8):
            seed += 1
            seen, win = table.game(seed, lambda x, m: _drawn(policy, x, m, dice))
            won += win
            gain = 0.0
            for step in reversed(seen):
                gain += step[3]
                steps.append((*step[:3], gain))
        gains = np.array([s[3] for s in steps], np.float32)
        average += 0.1 * (gains.mean() - average) if average else gains.mean()
        weight = (gains - average) / (gains.std() + 1e-6)
        xs, masks, words = (np.array([s[i] for s in steps]) for i in range(3))
        policy.learn(xs, masks, words, weight, 0.0003, entropy=0.003)
        note("policy gradient", won, 8)
    wins = match(table, policy, held_out, 50_000)
    note("held out", wins, held_out)
    return curve


def _begun(table):
    table.play.begin(1)
    return table


def _drawn(policy, x, mask, dice):
    chances = policy.chances(x[None], mask[None])[1][0]
    return int(np.searchsorted(np.cumsum(chances), dice.random() * 0.999999 * chances.sum()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--lessons", type=int, default=60)
    parser.add_argument("--held-out", type=int, default=100)
    parser.add_argument("--curve", default="")
    given = parser.parse_args()
    found = main(given.minutes, given.lessons, given.held_out)
    if given.curve:
        Path(given.curve).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
