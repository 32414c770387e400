"""The guard against changes of play that nobody named: hashes of the code and data that matter, and records of every edition.

python -m tests.editions.make            after a change: replays the kept records and writes the hashes anew (`make editions`)
python -m tests.editions.make --close    keeps records and states of editions that have none yet: from then on they are public

An edition is *open* until records of it are kept: further changes of play only need a line in its `changes`. When it is
closed, a change after which one of its records replays differently needs the next number in `data/editions.toml`.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import sandtable
from sandtable.core import Title
from sandtable.games import PACKAGES
from sandtable.session import RecordError, Session
from tests.editions import states
from tests.playthroughs.make import file_name, record

HERE = Path(__file__).parent
RECORDS, LOCKS = HERE / "records", HERE / "locks"
CODE = Path(sandtable.__file__).parent
PARTS = ("core", *(f"games/{name}" for name in PACKAGES))
NO_RULES = ("rules", "rulings", "look", "editions")
"""Data files that say nothing of how a game is played."""


def title_of(path: Path) -> str:
    """A record's title, from its header."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(x for x in lines if x.startswith("game: "))[6:].partition("/")[0]


def records(edition: int, title: str = "") -> list[Path]:
    """The kept records of an edition."""
    found = sorted((RECORDS / str(edition)).glob("*.record"))
    return [p for p in found if not title or title_of(p) == title]


def is_open(title: Title) -> bool:
    """May play still change without a new number?"""
    return not records(title.edition, title.id)


# hashes ---------------------------------------------------------------------------------------------------------
def lock_file(part: str) -> Path:
    return LOCKS / f"{part.rpartition('/')[2]}.txt"


def hashes(part: str) -> list[str]:
    """One line for every file of the core or of a game package that can change play."""
    found = []
    for path in sorted((CODE / part).rglob("*")):
        data = path.suffix == ".toml" and not path.name.startswith(NO_RULES)
        if data or path.suffix == ".py":
            digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
            found.append(f"{digest} {path.relative_to(CODE).as_posix()}")
    return found


def changed(part: str) -> list[str]:
    """Files that are not as they were when the hashes were written."""
    path = lock_file(part)
    old = set(path.read_text(encoding="utf-8").splitlines()) if path.exists() else set()
    return sorted({line.partition(" ")[2] for line in old ^ set(hashes(part))})


# the command ----------------------------------------------------------------------------------------------------
def play_differs(title: Title) -> str:
    """The first kept record of the present edition that does not replay any more, and why; empty when all do."""
    for path in records(title.edition, title.id):
        try:
            Session.load(path)
        except RecordError as e:
            return f"{path.name}: {e}"
    return ""


def close(title: Title) -> None:
    """Keep records of every scenario and states of every kind of decision of the present edition."""
    folder = RECORDS / str(title.edition)
    folder.mkdir(parents=True, exist_ok=True)
    for x in title.scenarios:
        id = title.id_of(x)
        (folder / f"{file_name(id)}.record").write_text(record(sandtable.load(id)), encoding="utf-8")
    states.write(states.kept(title.id, title.edition), states.every_kind(title))
    print(f"{title.id}: edition {title.edition} is closed; its records and states are kept")


def main(args: list[str]) -> int:
    trouble = 0
    for title in sandtable.games():
        if different := play_differs(title):
            trouble = 1
            print(
                f"{title.id}: play has changed, but edition {title.edition} is public ({different}).\n"
                f"  Either undo the change of play, or add [[edition]] number = {title.edition + 1} with titles = "
                f'["{title.id}"] and what has changed to data/editions.toml of its package, and run this again.'
            )
        elif "--close" in args and is_open(title):
            close(title)
    if trouble:
        return 1
    LOCKS.mkdir(exist_ok=True)
    for part in PARTS:
        print(f"{part}: {len(changed(part))} changed files, play as it was or in an open edition")
        lock_file(part).write_text("\n".join(hashes(part)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
