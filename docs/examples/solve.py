"""Solve a small battle exactly: who wins with best play on both sides, and how often?

    python docs/examples/solve.py [POSITION.txt]

Expectimax over everything that may happen: the mover takes his best action, dice are averaged over their faces, positions that
are reached by several ways are worked out once. The mini battle is the last turn of Across Suez: six Israeli units are across, the bridge
stands, and one Egyptian unit cuts the line of communication between two Israelis. Then it says what bots make of it.
"""

import sys
from pathlib import Path

import sandtable
from sandtable import bots
from sandtable.core import CHANCE

POSITION = Path(sandtable.__file__).parent / "adapters" / "positions" / "across-suez-last-night.txt"
SIDE = "israel"


def going_on(s):
    """The options without those that only take something back."""
    options = list(s.options())
    return [a for a in options if not s.takes_back(a)] or options


def solve(s, known):
    """The chance that SIDE wins from here with best play."""
    if s.actor is None:
        return float(s.outcome.winner == SIDE)
    key = s.position()
    if key not in known:
        if s.actor == CHANCE:
            outcomes = s.choice.outcomes(s)
            total = sum(weight for _, weight in outcomes)
            known[key] = sum(weight * solve(s.copy().apply(a), known) for a, weight in outcomes) / total
        else:
            mine = s.actor == SIDE
            value = 0.0 if mine else 1.0
            for a in going_on(s):
                value = (max if mine else min)(value, solve(s.copy().apply(a), known))
                if value == (1.0 if mine else 0.0):  # nothing can be better
                    break
            known[key] = value
    return known[key]


def play(s, level, side, known, seed):
    """The chance that SIDE wins when one side is played by a bot and the other by best play; dice are averaged as above."""
    bot = bots.make(level, s.game, side, seed)

    def value(s):
        if s.actor is None:
            return float(s.outcome.winner == SIDE)
        if s.actor == CHANCE:
            outcomes = s.choice.outcomes(s)
            return sum(w * value(s.copy().apply(a)) for a, w in outcomes) / sum(w for _, w in outcomes)
        if s.actor == side:
            return value(s.copy().apply(bots.decide(bot, s).action))
        best = max if s.actor == SIDE else min
        return value(s.copy().apply(best(going_on(s), key=lambda a: solve(s.copy().apply(a), known))))

    return value(s)


def main(path):
    text = Path(path).read_text(encoding="utf-8")
    start = sandtable.load(text.split()[0]).position(text)
    known = {}
    exact = solve(start, known)
    print(f"{SIDE} wins {exact:.4f} with best play of both sides ({len(known)} positions)")
    for side in start.game.sides:
        for level in ("random", "greedy"):
            values = [play(start.copy(), level, side, known, seed) for seed in range(10)]
            print(
                f"{SIDE} wins {sum(values) / len(values):.4f} when {side} is {level} and the other side plays its best"
            )
    return exact


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else POSITION)
