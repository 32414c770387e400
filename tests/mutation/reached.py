"""Which tests run which lines of the rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from .mutants import Module, Mutant

Run = tuple[float, dict[str, frozenset[int]]]
"""Seconds of processor time of a test, and the lines that it runs, by file of the package."""
Runs = dict[str, Run]
"""By the stamp of a test: a hash of what it says."""
Functions = dict[tuple[str, str], frozenset[int]]
"""By file and function: lines, counted from where the function begins."""
Kept = tuple[dict[tuple[str, str], str], dict[str, tuple[float, Functions]]]
"""What every function said when this was learned, and the runs of the tests by function."""


def keep(runs: Runs, modules: Sequence[Module]) -> Kept:
    """Runs of tests, to be remembered even when functions move."""
    begins = {m.file: [(f, span) for f, span in m.spans.items()] for m in modules}

    def by_function(files: dict[str, frozenset[int]]) -> Functions:
        found = {
            (file, f): frozenset(line - span.start for line in lines if line in span)
            for file, lines in files.items()
            for f, span in begins.get(file, ())
        }
        return {place: lines for place, lines in found.items() if lines}

    return _sources(modules), {stamp: (seconds, by_function(files)) for stamp, (seconds, files) in runs.items()}


def remembered(kept: Kept, modules: Sequence[Module]) -> Runs:
    """The runs of those tests for which every function that they run is as it was, with the lines of today."""
    then, runs = kept
    changed = {place for place, source in _sources(modules).items() ^ then.items()}
    begin = {(m.file, f): span.start for m in modules for f, span in m.spans.items()}
    found: Runs = {}
    for stamp, (seconds, functions) in runs.items():
        if changed & functions.keys() or changed & {(file, "") for file, _ in functions}:
            continue
        files: dict[str, set[int]] = {}
        for (file, f), lines in functions.items():
            files.setdefault(file, set()).update(begin[file, f] + line for line in lines)
        found[stamp] = seconds, {file: frozenset(lines) for file, lines in files.items()}
    return found


def _sources(modules: Sequence[Module]) -> dict[tuple[str, str], str]:
    return {(m.file, f): source for m in modules for f, source in m.sources.items()}


class Reached:
    """By file and line: the tests that run it; and how long each takes."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.seconds = [seconds for seconds, _ in runs]
        self._tests: dict[tuple[str, int], list[int]] = {}
        for i, (_, files) in enumerate(runs):
            for path, lines in files.items():
                for line in lines:
                    self._tests.setdefault((path, line), []).append(i)

    def by(self, m: Mutant) -> list[int]:
        """The tests that run the line of a mutant, the quickest first."""
        found = {t for line in range(m.line, m.last_line + 1) for t in self._tests.get((m.file, line), ())}
        return sorted(found, key=lambda t: (self.seconds[t], t))

    def quick(self, longest: float) -> list[int]:
        """All tests that take less than so many seconds, the quickest first."""
        found = [t for t, seconds in enumerate(self.seconds) if seconds < longest]
        return sorted(found, key=lambda t: (self.seconds[t], t))


class Tracer:
    """Notes the lines of a package while it is entered; code of which every line is known runs untraced."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._left: dict[CodeType, set[int]] = {}

    def __enter__(self) -> Tracer:
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, event: str, _: object) -> Any:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            left = self._left[code] = _lines(code) if code.co_filename.startswith(self.package) else set()
        left.discard(code.co_firstlineno)
        return self._line if left else None

    def _line(self, frame: FrameType, event: str, _: object) -> Any:
        self._left[frame.f_code].discard(frame.f_lineno)
        return self._line

    def lines(self) -> dict[str, frozenset[int]]:
        """By file: what has been run."""
        found: dict[str, set[int]] = {}
        for code, left in self._left.items():
            if code.co_filename.startswith(self.package):
                found.setdefault(code.co_filename, set()).update(_lines(code) - left)
        return {str(Path(path).relative_to(self.package)): frozenset(lines) for path, lines in found.items()}


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}
