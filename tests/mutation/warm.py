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
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

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
MOST = 200
"""The exit status of a fork is the place of the test that has failed, up to this, or more for another end."""
Answers = dict[str, str]
"""By hash and name of a mutant: what became of it."""


class Warm:
    """The pytest plugin: instead of running the tests it runs `work` with them."""

    def __init__(self, package: Path, titles: Sequence[str], work: Any) -> None:
        self.package, self.titles, self.work = str(package), titles, work
        self.while_loading: set[tuple[str, str]] = set()
        """Functions that have run before any test: what they made is remembered by this process."""

    def pytest_sessionstart(self) -> None:
        _forget()
        sys.setprofile(self._note)
        for title in self.titles:
            sandtable.load(title).start()

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self.package):
            self.while_loading.add((code.co_filename, code.co_qualname))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        gc.freeze()
        self.items = session.items
        self.live = _live(self.package)
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
            raise SystemExit("the tests fail without any mutant: run them first")
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
        """Seconds of a test, and the lines of the package that it runs; none of a long one."""
        with _quiet():
            good, seconds = _timed(item)
            if good and 0.03 < seconds < 3 * LONGEST:  # the first test of a game has waited until it was loaded
                good, seconds = _timed(item)
            tracer = Tracer(self.package)
            if good and seconds < LONGEST:
                with tracer:
                    good = _passes(item)
        if not good:
            print(f"{item.nodeid} fails without any mutant", file=sys.__stderr__)
            os._exit(1)
        return seconds, tracer.lines()

    def begin(self, module: Module, i: int, tests: Sequence[int], seconds: Sequence[float]) -> int:
        """Fork a process that tries mutant i; its id. It exits with 0 when every test passes."""
        code = module.code(i)
        if pid := os.fork():
            return pid
        status = MOST + 1
        try:
            with _quiet():
                self._exchange(module, i, code)
                for n, t in enumerate(tests, 1):
                    signal.setitimer(signal.ITIMER_PROF, LEAST + TIMES * seconds[t])  # the signal ends this process
                    if not _passes(self.items[t]):
                        status = min(n, MOST + 1)
                        break
                else:
                    status = 0
        except BaseException:  # whatever the mutant does to this process, it has been noticed
            status = MOST + 1
        finally:
            os._exit(status)

    def _exchange(self, module: Module, i: int, code: CodeType) -> None:
        m = module.mutants[i]
        for f in self.live.get((str(module.path), m.function), ()):
            if f.__code__.co_firstlineno == m.first_line:
                f.__code__ = code
        if m.once or (str(module.path), m.function) in self.while_loading:
            _forget()


def _forget() -> None:
    """Games and all else that functions remember will be made anew."""
    for x in gc.get_objects():
        if isinstance(x, _lru_cache_wrapper) and x.__module__.startswith("sandtable"):
            x.cache_clear()


def _live(package: str) -> dict[tuple[str, str], list[FunctionType]]:
    """Every function object of the package, by file and name."""
    found: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
    gc.unfreeze()
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
