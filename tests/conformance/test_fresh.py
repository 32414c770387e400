"""A state that one process wrote down is read by another that has played nothing yet (the server's bots do)."""

from __future__ import annotations

import json
import subprocess
import sys

import sandtable

READER = """
import json, sys
import sandtable
for game, state in json.load(sys.stdin).items():
    s = sandtable.load(game).from_json(state)
    assert s.to_json() == state, game
    assert s.actor is None or next(iter(s.options())), game
"""


def test_states_are_read_by_a_process_that_has_played_nothing() -> None:
    games = [id for t in sandtable.games() for id in t.ids]
    # those with a free set-up last in the list come first: nothing of their package has been needed by then
    states = {g: json.loads(json.dumps(sandtable.load(g).start().to_json())) for g in reversed(games)}
    done = subprocess.run([sys.executable, "-c", READER], input=json.dumps(states), text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
