"""Reference games: one random game of every scenario as readable text, and one record of every title that must always replay.

python -m tests.playthroughs.make [GAME ...]    writes them anew (all, or only these); review the change as a diff
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import sandtable
from sandtable.core import Game
from sandtable.session import SeededDice, Session

GOLDEN = Path(__file__).parent / "golden"
RECORDS = Path(__file__).parent / "records"
WHOLE = 400
"""Games that end within so many decisions are told to their end ..."""
PART = 120
"""... and of the others so many are told."""
SIZE = 55_000
"""So are games whose telling would be longer than this."""
COUNTED = 10
"""The options are counted at every so-manieth decision: listing them all takes time."""


def scenarios() -> list[str]:
    return [id for t in sandtable.games() for id in t.ids]


def file_name(game: str) -> str:
    return game.replace("/", "-")


def playthrough(game: Game) -> str:
    """Random play: every decision with its prompt where that is new, and what the log says."""
    rng = Random(game.id)
    s = game.start()
    told: list[list[str]] = []
    prompt = there = ""
    while s.actor is not None and len(told) < WHOLE:
        lines = []
        if s.actor in game.sides and s.prompt != prompt:
            prompt = s.prompt
            lines.append(f"   ({prompt})")
        a = s.sample(rng.randrange)
        counted = len(told) % COUNTED == 0 and s.actor in game.sides
        count = f"  (one of {sum(1 for _ in s.options())})" if counted else ""
        lines.append(f"{len(told) + 1:4}. {s.actor}: {a}{count}")
        s.log = []
        s.apply(a)
        lines += [f"        {e}" + (f"  (only to {', '.join(e.to)})" if e.to else "") for e in s.log]
        told.append(lines)
        if len(told) == PART:
            there = s.position()
    head = f"A random game of {game.id} ({game.title.name}: {game.scenario.name})."
    whole = "\n".join(
        [head, "", *(line for lines in told for line in lines), "", "The last position:", "", s.position()]
    )
    if s.actor is None and len(whole) <= SIZE:
        return whole
    rest = ["", f"... and so on. The position after {PART} decisions:", "", there]
    return "\n".join([head, "", *(line for lines in told[:PART] for line in lines), *rest])


def record(game: Game) -> str:
    """A random game as a record, at most WHOLE decisions of the sides long."""
    rng = Random(f"{game.id} record")
    session = Session(game, dice=SeededDice("a reference game"), players=dict.fromkeys(game.sides, "random"))
    for _ in range(WHOLE):
        if session.actor is None:
            break
        session.play(str(session.state.sample(rng.randrange)))
    text = session.record.text()
    return text if session.outcome else text + "seed: a reference game\n"


def main(wanted: list[str]) -> None:
    GOLDEN.mkdir(exist_ok=True)
    RECORDS.mkdir(exist_ok=True)
    for id in wanted or scenarios():
        path = GOLDEN / f"{file_name(id)}.txt"
        path.write_text(playthrough(sandtable.load(id)), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size // 1000} kB")
    for title in sandtable.games():
        if not wanted or any(id.split("/")[0] == title.id for id in wanted):
            path = RECORDS / f"{title.id}.record"
            path.write_text(record(sandtable.load(title.id)), encoding="utf-8")
            print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
