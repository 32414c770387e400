"""A pytest process that has everything imported and collected, and forks a copy of itself for every mutant.

What tests run a line is learned in one run of all of them, and remembered for as long as they and the rules stay as they
are (`reached.py`). A mutant is the code of one function, exchanged in a fork; of the tests that reach its line the quickest
come first, and the first that fails ends it. So a mutant costs a few tests, and no start-up. A test that takes far longer
than it should counts as failed (an endless loop is noticed, too).
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import _lru_cache_wrapper
from math import inf
from mmap import mmap
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

import sandtable

from .mutants import Module
from .reached import Reached, Runs, Tracer

KILLED, SURVIVED, NO_TEST, LATE = "killed", "survived", "no test", "too slow"
LONGEST = 1.0
"""Seconds of processor time of a test that mutants are tried with: a rule has a quick test of its own."""
LEAST = 1.0
"""Seconds of processor time that a test may always take under a mutant ..."""
TIMES = 10.0
"""... and how many times its own time beside that."""
PLACE = 4
"""Bytes in which a fork says how far it is."""
Answers = dict[str, str]
"""By hash and name of a mutant: what became of it."""


class Fork(NamedTuple):
    """A process in which mutants are tried."""

    pid: int
    place: mmap

    @property
    def at(self) -> int:
        """The place of the test that it runs, or ran last."""
        return int.from_bytes(self.place[:], "big")


class Warm:
    """The pytest plugin: instead of running the tests it runs `work` with them."""

    def __init__(self, package: Path, titles: Sequence[str], work: Any) -> None:
        self.package, self.titles, self.work = str(package), titles, work
        self.while_loading: set[tuple[str, str]] = set()
        """Functions that have run before any test: what they made is remembered by this process."""

    def pytest_sessionstart(self) -> None:
        _forget(_remembering())
        sys.setprofile(self._note)
        for title in self.titles:
            sandtable.load(title).start()

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self.package):
            self.while_loading.add((code.co_filename, code.co_qualname))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        self.items = session.items
        gc.unfreeze()  # what is set aside is not found
        self.live = _live(self.package)
        self.remembering = _remembering()
        gc.freeze()  # what is here stays: the forks need not look through it
        self.work(self)
        return True

    # forks --------------------------------------------------------------------------------------------------
    def reached(self, known: Runs, stamps: Sequence[str], jobs: int) -> Reached:
        """What the tests run; those whose stamp is not known yet are run for it, in as many forks."""
        wanted = [i for i, stamp in enumerate(stamps) if stamp not in known]
        out = Path(f"/tmp/reached-{os.getpid()}")
        shares = [share for n in range(jobs) if (share := wanted[n::jobs])]
        forks = [self._fork(share, stamps, out.with_suffix(f".{n}")) for n, share in enumerate(shares)]
        if sum(os.waitpid(pid, 0)[1] for pid in forks):
            raise SystemExit("a test has ended the process that ran it")
        for n in range(len(shares)):
            known |= pickle.loads(out.with_suffix(f".{n}").read_bytes())
            out.with_suffix(f".{n}").unlink()
        return Reached([known[stamp] for stamp in stamps])

    def _fork(self, share: Sequence[int], stamps: Sequence[str], out: Path) -> int:
        """A process that measures some tests and writes what it has found; its id."""
        if pid := os.fork():
            return pid
        code = 1
        try:
            out.write_bytes(pickle.dumps({stamps[i]: self._measured(self.items[i]) for i in share}))
            code = 0
        finally:
            os._exit(code)

    def _measured(self, item: pytest.Item) -> tuple[float, dict[str, frozenset[int]]]:
        """Seconds of a test, and the lines of the package that it runs; none of a long one, or of one that fails."""
        with _quiet():
            good, seconds = _timed(item)
            if good and 0.03 < seconds < 3 * LONGEST:  # the first test of a game has waited until it was loaded
                good, seconds = _timed(item)
            tracer = Tracer(self.package)
            if good and seconds < LONGEST:
                with tracer:
                    good = _passes(item)
        return (seconds, tracer.lines()) if good else (inf, {})

    def begin(self, mutants: Sequence[tuple[Module, int]], tests: Sequence[int], seconds: Sequence[float]) -> Fork:
        """Begin to try mutants, all at once; the fork exits with 0 when every test passes."""
        changed = [(module, i, module.code(i)) for module, i in mutants]
        place = mmap(-1, PLACE)
        if pid := os.fork():
            return Fork(pid, place)
        status = 1
        try:
            with _quiet():
                self._exchange(changed)
                for n, t in enumerate(tests):
                    place[:] = n.to_bytes(PLACE, "big")
                    signal.setitimer(signal.ITIMER_PROF, LEAST + TIMES * seconds[t])  # the signal ends this process
                    if not _passes(self.items[t]):
                        break
                else:
                    status = 0
        finally:  # whatever the mutant does to this process, it has been noticed
            os._exit(status)

    def _exchange(self, changed: Sequence[tuple[Module, int, CodeType]]) -> None:
        once = False
        for module, i, code in changed:
            m = module.mutants[i]
            for f in self.live.get((str(module.path), m.function), ()):
                if f.__code__.co_firstlineno == m.first_line:
                    f.__code__ = code
            once |= m.once or (str(module.path), m.function) in self.while_loading
        if once:
            _forget(self.remembering)


def _remembering() -> list[_lru_cache_wrapper[Any]]:
    """Every function of ours that remembers what it has answered."""
    functions = [x for x in gc.get_objects() if isinstance(x, _lru_cache_wrapper)]
    return [f for f in functions if f.__module__.startswith("sandtable")]


def _forget(functions: Iterable[_lru_cache_wrapper[Any]]) -> None:
    """Games and all else that functions remember will be made anew."""
    for f in functions:
        f.cache_clear()


def _live(package: str) -> dict[tuple[str, str], list[FunctionType]]:
    """Every function object of the package, by file and name."""
    found: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
    for x in gc.get_objects():
        if isinstance(x, FunctionType) and x.__code__.co_filename.startswith(package):
            found[x.__code__.co_filename, x.__code__.co_qualname].append(x)
    return found


def _timed(item: pytest.Item) -> tuple[bool, float]:
    """Does the test pass, and its seconds of processor time."""
    begun = time.process_time()
    return _passes(item), time.process_time() - begun


def _passes(item: pytest.Item) -> bool:
    return not any(r.failed for r in runtestprotocol(item, log=False, nextitem=None))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        yield
