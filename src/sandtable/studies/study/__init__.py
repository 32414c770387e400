"""Studies: many games of scenarios and variations of them, and what they show.

from sandtable.studies.study import study
results = study("balance.toml")          # plays what is missing in balance/
results.games                            # a data frame, one row per game
results.report("balance/report.html")

`file.py` reads a study, `patches.py` and `sensitivity.py` make its variations, `play.py` plays one game and `watch.py`
writes down what happens in it, `journal.py` keeps the results, `run.py` leads, `cluster.py` does the same on Ray,
`frames.py` gives data frames; the report has a package of its own beside this one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandtable import extras
from sandtable.studies import pool

from .file import Study, StudyError, make_study, read_study
from .journal import JournalError
from .play import Row
from .run import Crew, Progress, Run, local

__all__ = ["JournalError", "Progress", "Results", "Run", "Study", "StudyError", "crew_of", "read_study", "study"]


@dataclass(frozen=True)
class Results:
    """The games of a study."""

    study: Study
    rows: list[Row]
    troubles: list[str]
    """Games that could not be played, each with the reason."""

    def frame(self, name: str) -> Any:
        """One of the data frames: games, turns, losses, attacks, roads, rules, positions."""
        frames = extras.need("sandtable.studies.study.frames")
        if name not in frames.FRAMES:
            raise ValueError(f"there is no frame {name!r}; choose from {', '.join(frames.FRAMES)}")
        return frames.FRAMES[name](self.rows)

    @property
    def games(self) -> Any:
        """A data frame with one row per game."""
        return self.frame("games")

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML file that needs no network."""
        page = extras.need("sandtable.studies.report.page")
        written: Path = page.write(self.study, self.rows, Path(path))
        return written

    def export(self, folder: str | Path) -> list[Path]:
        """Write every figure of the report as SVG and PNG."""
        page = extras.need("sandtable.studies.report.page")
        written: list[Path] = page.export(self.study, self.rows, Path(folder))
        return written

    def parquet(self, folder: str | Path) -> list[Path]:
        """Write the data frames as Parquet files."""
        frames = extras.need("sandtable.studies.study.frames")
        written: list[Path] = frames.write_parquet(self.rows, Path(folder))
        return written


def crew_of(processes: int = 0, ray: str = "") -> Crew:
    """Who plays: this machine's cores, or a Ray cluster at an address."""
    processes = processes or pool.cores()
    if ray:
        crew: Crew = extras.need("sandtable.studies.study.cluster").on_ray(ray, processes)
        return crew
    return local(processes)


def study(
    what: str | Path | Mapping[str, Any], folder: str | Path | None = None, *, jobs: int = 0, ray: str = ""
) -> Results:
    """Play a study, from its file or from the same fields as plain data; what the folder already holds is kept.

    Without a folder the results of a file lie beside it, those of plain data only in memory.
    """
    if isinstance(what, Mapping):
        wanted = make_study(what)
        if folder is None:
            with tempfile.TemporaryDirectory(prefix="sandtable-study-") as room:
                return _run(Run(wanted, Path(room)), crew_of(jobs, ray))
    else:
        wanted = read_study(Path(what))
        folder = folder or Path(what).with_suffix("")
    return _run(Run(wanted, Path(folder)), crew_of(jobs, ray))


def _run(run: Run, crew: Crew) -> Results:
    for _ in run.play(crew):
        pass
    return Results(run.study, run.rows(), run.troubles)
