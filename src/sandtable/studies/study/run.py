"""Running a study: which games are still to be played, who plays them, and when enough is known."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sandtable
from sandtable.studies import pool
from sandtable.studies.match import wilson

from .file import Study
from .journal import Journal, JournalError
from .play import Job, Row, Table, engine

ROUND = 40
"""With a precision to reach, games of a cell are added in rounds of this many, so that stopping does not depend on speed."""

Crew = Callable[[Table, Iterable[Job]], Iterator[pool.Done[Job, Row]]]
"""Does jobs somewhere and gives them back as they come."""


@dataclass
class Cell:
    """One scenario, one variation, one pairing."""

    setting: int
    scenario: str
    variation: str
    pairing: str
    players: dict[str, str]
    favourite: str
    """The side whose win rate is to be known."""
    done: dict[int, Row] = field(default_factory=dict)
    seconds: float = 0.0

    def half_width(self) -> float:
        """Half the 95 % interval of the favourite's win rate."""
        low, high = wilson(sum(r["winner"] == self.favourite for r in self.done.values()), len(self.done))
        return (high - low) / 2


@dataclass
class Progress:
    """How far a run is, for whoever shows it."""

    done: int
    total: int
    left: float
    """Seconds of one process that the games still to be played will take, judged by those played."""
    row: Row | None = None
    known: bool = True
    """False as long as nothing is known about how long a game takes."""


def local(processes: int) -> Crew:
    """All on this machine."""

    def crew(table: Table, jobs: Iterable[Job]) -> Iterator[pool.Done[Job, Row]]:
        if processes > 1:
            return pool.each(table, jobs, processes)
        return (pool.Done(job, table(job)) for job in jobs)

    return crew


class Run:
    """One study and its folder of results."""

    def __init__(self, study: Study, folder: Path, mix: bool = False) -> None:
        self.study, self.folder, self.mix = study, folder, mix
        self.table = Table(study, study.settings())
        self.cells = list(self._cells())
        self.troubles: list[str] = []

    def _cells(self) -> Iterator[Cell]:
        for i, setting in enumerate(self.table.settings):
            sides = setting.game().sides
            for pairing in self.study.pairings:
                players = pairing.players(sides)
                if players:
                    yield Cell(i, setting.scenario, setting.variation, pairing.name, players, sides[0])

    def jobs_of(self, cell: Cell, games: int) -> list[Job]:
        """Its games up to this number that have not been played yet."""
        return [
            self.table.job(cell.setting, cell.pairing, cell.players, n)
            for n in range(1, games + 1)
            if n not in cell.done
        ]

    def play(self, crew: Crew) -> Iterator[Progress]:
        """Play what is missing. Can be stopped at any point and begun again."""
        with Journal(self.folder) as journal:
            self._resume(journal)
            head = {"title": self.study.title, "sandtable": sandtable.__version__, "engine": engine()}
            (self.folder / "study.json").write_text(json.dumps(head, indent=2) + "\n", encoding="utf-8")
            if self.study.text:
                (self.folder / "study.toml").write_text(self.study.text, encoding="utf-8")
            yield self._progress()
            while jobs := self._wanted():
                yield from self._round(journal, crew, jobs)
                if self.troubles:
                    break
        self._write_results()

    def _resume(self, journal: Journal) -> None:
        """Take what was played before; nothing of another version unless that is wished."""
        mine = {
            self.table.job(c.setting, c.pairing, c.players, n).key: (c, n)
            for c in self.cells
            for n in range(1, self._most() + 1)
        }
        for row in journal.rows():
            if row["key"] not in mine:
                continue
            if row.get("engine") != engine() and not self.mix:
                raise JournalError(
                    f"{self.folder} holds games played by other rules or opponents (engine {row.get('engine')}, "
                    f"now {engine()}); name another folder with -o, or say --mix to go on with both"
                )
            cell, number = mine[row["key"]]
            self._take(cell, number, row)

    def _take(self, cell: Cell, number: int, row: Row) -> None:
        cell.done[number] = row
        cell.seconds += row["seconds"]

    def _most(self) -> int:
        return self.study.at_most if self.study.precision else self.study.games

    def _wanted(self) -> list[Job]:
        """The games to play next: all of them, or a round for every group that is not known well enough."""
        if not self.study.precision:
            return self._mixed([self.jobs_of(c, self.study.games) for c in self.cells])
        lists: list[list[Job]] = []
        for cells in self._groups():
            reached = min(len(c.done) for c in cells)
            full = reached - reached % ROUND
            enough = reached >= self.study.at_most or (
                full and all(_first(c, full).half_width() <= self.study.precision for c in cells)
            )
            if not enough:
                lists += [self.jobs_of(c, min(full + ROUND, self.study.at_most)) for c in cells]
        return self._mixed(lists)

    def _groups(self) -> list[list[Cell]]:
        """Cells that are compared with each other get equally many games."""
        groups: dict[tuple[str, str], list[Cell]] = {}
        for c in self.cells:
            groups.setdefault((c.scenario, c.pairing), []).append(c)
        return list(groups.values())

    @staticmethod
    def _mixed(lists: list[list[Job]]) -> list[Job]:
        """In turn, so that every cell is known about equally well whenever the run is stopped."""
        ordered = [(job.number, i, job) for i, jobs in enumerate(lists) for job in jobs]
        return [job for _, _, job in sorted(ordered, key=lambda x: x[:2])]

    def _round(self, journal: Journal, crew: Crew, jobs: list[Job]) -> Iterator[Progress]:
        cell_of = {(c.setting, c.pairing): c for c in self.cells}
        for done in crew(self.table, jobs):
            if done.trouble or done.result is None:
                self.troubles.append(done.trouble)
                continue
            row = done.result
            if row["engine"] != engine():
                raise JournalError(
                    f"a worker plays by other rules or opponents (engine {row['engine']}, here {engine()})"
                )
            journal.add(row)
            self._take(cell_of[done.job.setting, done.job.pairing], done.job.number, row)
            yield self._progress(row)

    def _progress(self, row: Row | None = None) -> Progress:
        """Cells that nothing is known of are judged by the others."""
        done = sum(len(c.done) for c in self.cells)
        mean = sum(c.seconds for c in self.cells) / done if done else 0.0
        total, left = 0, 0.0
        for c in self.cells:
            games = max(self._games_expected(c), len(c.done))
            each = c.seconds / len(c.done) if c.done else mean
            total += games
            left += (games - len(c.done)) * each
        return Progress(done, total, left, row, bool(done))

    def _games_expected(self, c: Cell) -> int:
        """How many games this cell will need, judged by its win rate so far."""
        if not self.study.precision:
            return self.study.games
        wins = sum(r["winner"] == c.favourite for r in c.done.values())
        p = (wins + 2) / (len(c.done) + 4)
        need = 1.96**2 * p * (1 - p) / self.study.precision**2
        return min(self.study.at_most, -(-int(need + 1) // ROUND) * ROUND)

    def rows(self) -> list[Row]:
        """Every game of the study, in the order of the file: scenario, variation, pairing, number."""
        return [c.done[n] for c in self.cells for n in sorted(c.done)]

    def _write_results(self) -> None:
        """The games in order and without clocks: the same study gives the same file, however it was run."""
        temporary = self.folder / "results.jsonl.new"
        with temporary.open("w", encoding="utf-8") as file:
            for row in self.rows():
                kept = {k: v for k, v in row.items() if k != "seconds"}
                file.write(json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n")
        temporary.replace(self.folder / "results.jsonl")

    def meta(self) -> dict[str, Any]:
        return {"sandtable": sandtable.__version__, "engine": engine(), "games": len(self.rows())}


def _first(cell: Cell, games: int) -> Cell:
    """The cell as it stood after its first games."""
    part = Cell(cell.setting, cell.scenario, cell.variation, cell.pairing, cell.players, cell.favourite)
    part.done = {n: row for n, row in cell.done.items() if n <= games}
    return part
