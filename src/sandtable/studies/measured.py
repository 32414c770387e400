"""How long a game takes and which side is easier, measured for the lobby: two equal machines play every scenario.

    python -m sandtable.studies.measured src/sandtable/server/measured.json GAMES [TITLE ...]

What is written down is plain: how many decisions people would take in the middle one of so many games, and which side won.
The lobby (`web/src/lobby/measured.ts`) says how many minutes it takes for a decision.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import sandtable
from sandtable import bots
from sandtable.core import CHANCE

LEVEL = bots.BEST
THOUGHT = bots.Budget(48, variations=6)
"""Levels that think do it in trials, so that a busy machine measures the same."""


def measure(scenario: str, games: int) -> dict[str, Any]:
    """Games of a scenario between equals: the winners, and the decisions of a game."""
    game = sandtable.load(scenario)
    won: dict[str, int] = dict.fromkeys((*game.sides, "draw"), 0)
    decisions = []
    for seed in range(games):
        rng = Random(f"measured {scenario} {seed}")
        players = {side: bots.make(LEVEL, game, side, seed, THOUGHT) for side in game.sides}
        s, n = game.start(), 0
        while (actor := s.actor) is not None:
            n += actor != CHANCE
            s.apply(s.sample(rng.randrange) if actor == CHANCE else bots.decide(players[actor], s).action)
        assert s.outcome, "a game ends with an outcome"
        won[s.outcome.winner or "draw"] += 1
        decisions.append(n)
    decisions.sort()
    return {
        "level": bots.level(LEVEL, game).name,
        "games": games,
        "won": won,
        "decisions": decisions[len(decisions) // 2],
    }


def main() -> None:
    file = Path(sys.argv[1])
    games = int(sys.argv[2])
    known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    for title in sandtable.games():
        if sys.argv[3:] and title.id not in sys.argv[3:]:
            continue
        for name in title.ids:
            if known.get(name, {}).get("games", 0) >= games:
                continue
            known[name] = measure(name, games)
            file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            print(name, known[name], flush=True)


if __name__ == "__main__":
    main()
