"""Saved states in the middle of every kind of decision, kept for every edition: what was saved once can always be loaded.

python -m tests.editions.states FOLDER     plays at random and writes the states of every title that FOLDER does not hold yet

Run it with the code of the edition (`git worktree add`); the file names say title and edition.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import sandtable
from sandtable.core import Game, State, Title

STATES = Path(__file__).parent / "states"
GAMES = 40
"""Random games of every scenario ..."""
DECISIONS = 3000
"""... and decisions of each, at most."""
PATIENCE = 6
"""Games of a scenario that may bring no kind of decision that was not met before."""


RARE: dict[str, tuple[str, ...]] = {
    "musketeer": (
        """
        at 5408 EG-7 EG-10 EG-11 EG-1 EG-2
        at 5413 IS-4
        at 2210 EG-3-Div
        > ReduceStack {"hex": "5408", "contingent": "egypt"}
        """,
        """
        contingent "israel"
        target "5414"
        attackers ["IS-4"]
        cas ["IS-Air-1"]
        helpers ["US-SF"]
        at israel-available IS-Air-1
        at us-available US-SF
        at 5413 IS-4
        at 5414 EG-7 EG-10
        at 2210 EG-3-Div
        > ChooseSupportLoss {"side": "west"}
        """,
        """
        disrupted ["EG-7", "EG-10"]
        at 5413 IS-4
        at 5414 EG-7 EG-10 EG-11
        at eliminated SU-VOL
        > ChooseReserve
        """,
    ),
}
"""Decisions that hardly any random game meets, by title."""


def kept(title: str, edition: int, folder: Path = STATES) -> Path:
    return folder / f"{title}-{edition}.jsonl.xz"


def games(title: Title) -> Iterator[Game]:
    """Every scenario, plain and with every optional rule."""
    for x in title.scenarios:
        game = sandtable.load(title.id_of(x))
        yield game
        if title.options:
            yield game.configured({o.name: next(c for c in o.choices if c != o.default) for o in title.options})


def every_kind(title: Title) -> list[dict[str, Any]]:
    """The first state of every kind of decision in every kind of middle: told apart by the next five steps of the agenda."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for game in games(title):
        fruitless = 0
        for n in range(GAMES):
            before = len(found)
            rng = Random(f"{game.id}:{n}:states")
            s = game.start()
            for _ in range(DECISIONS):
                if s.actor is None:
                    break
                kind = tuple(type(f).__name__ for f in s.agenda[:5])
                if kind not in found:
                    found[kind] = written(s)
                s.apply(s.sample(rng.randrange))
            fruitless = 0 if len(found) > before else fruitless + 1
            if fruitless >= PATIENCE:
                break
    return [*found.values(), *map(written, rare(title.id))]


def rare(title: str) -> list[State]:
    return [sandtable.load(title).position(title + text) for text in RARE.get(title, ())]


def written(s: State) -> dict[str, Any]:
    return {"state": s.to_json(), "checksum": s.checksum(), "actor": s.actor}


def write(path: Path, states: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(d, sort_keys=True, separators=(",", ":")) + "\n" for d in states)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.decompress(path.read_bytes()).decode().splitlines()]


def main(folder: Path) -> None:
    for title in sandtable.games():
        path = kept(title.id, getattr(title, "edition", 1), folder)
        if not path.exists():
            write(path, states := every_kind(title))
            print(f"{path.name}: {len(states)} states, {path.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else STATES)
