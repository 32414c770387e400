"""A small typed program: how do the dice fall in games between two bots? It passes mypy strict and pyright."""

from __future__ import annotations

from collections import Counter

import sandtable
from sandtable import Game, State, bots
from sandtable.core import CHANCE
from sandtable.core.facts import ForecastFacts
from sandtable.session import SeededDice, Session


def play(game: Game[State], level: str, seed: str) -> Session:
    """A whole game, recorded."""
    session = Session(game, dice=SeededDice(seed))
    players = {side: bots.make(level, game, side, seed) for side in game.sides}
    while session.state.outcome is None:
        s: State = session.state
        assert s.actor, "somebody is to act until there is an outcome"
        session.play(bots.decide(players[s.actor], s).action)
    return session


def best(forecast: ForecastFacts) -> str:
    """The likeliest result of an attack that is being prepared."""
    return max(forecast["results"], key=lambda r: r["probability"])["name"]


def throws(session: Session) -> Counter[str]:
    """What chance answered, in its own words: "roll 4" ..."""
    return Counter(entry.action for entry in session.record.entries if entry.actor == CHANCE)


if __name__ == "__main__":
    total: Counter[str] = Counter()
    for number in range(10):
        total += throws(play(sandtable.load("suez-56"), "greedy", f"game {number}"))
    print(dict(sorted(total.items())))
