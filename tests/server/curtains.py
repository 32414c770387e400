"""How often two players at one screen change places in a game: python -m tests.server.curtains TITLE [LEVEL [SEED [ENTRIES]]]

The level `none` ends every impulse at once: then only what is secret by its nature is left.
"""

from __future__ import annotations

import sys
from collections import Counter

import sandtable
from sandtable import bots
from sandtable.core import CHANCE, Action, State
from sandtable.server.table.table import in_the_open, sees
from sandtable.session import SeededDice, Session


def quickest(s: State) -> Action:
    """Plans whatever can be planned, picks, and ends everything else."""
    offered = list(s.options())
    wanted = ("end", "default", "pick", "confirm")
    return next((a for verb in wanted for a in offered if a.verb == verb), offered[0])


def played(title: str, level: str, seed: int, entries: int) -> Session:
    session = Session(sandtable.load(title), dice=SeededDice(f"{seed:064x}"))
    players = {} if level == "none" else {x: bots.make(level, session.game, x, seed) for x in session.game.sides}
    while not session.over and len(session.record.entries) < entries:
        s = session.state
        session.play(quickest(s) if level == "none" else bots.decide(players[str(s.actor)], s).action)
    return session


def changes(session: Session) -> tuple[Counter[str], int]:
    """Changes of places by the decision that asks for them, and the number of decisions."""
    found: Counter[str] = Counter()
    shown, decisions = "", 0
    for s, e in zip(session.states, session.record.entries, strict=False):
        choice = s.choice
        if choice is None or s.actor in (CHANCE, None):
            continue
        decisions += 1
        shown = shown or str(s.actor)
        action = Action.read(e.action)
        unseen = action.verb in choice.unseen_verbs and all(sees(s, shown, [action]))
        if s.actor != shown and not unseen and not in_the_open(s, shown):
            found[type(choice).__name__] += 1
            shown = str(s.actor)
    return found, decisions


if __name__ == "__main__":
    title, level, seed, entries = [*sys.argv[1:], *["musketeer", "greedy", "1", "100000"][len(sys.argv) - 1 :]]
    found, decisions = changes(played(title, level, int(seed), int(entries)))
    print(f"{found.total()} changes of places in {decisions} decisions:", *(f"{k} {n}" for k, n in found.most_common()))
