"""Mutation testing of the rules: python -m tests.mutation PACKAGE [FILE ...] (docs/testing.md).

Results are kept in build/mutants and good for as long as the function stays as it is; survivors are tried again with tests
that are new. Tests of more than a second are left out: a rule has a quick test of its own.
Exit code 1: a mutant has survived that nobody has judged (equivalent/PACKAGE.toml), or a judgement speaks of no mutant.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pickle
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sandtable

from .mutants import Module, Mutant
from .reached import Reached, Runs
from .warm import KILLED, LATE, LONGEST, MOST, NO_TEST, SURVIVED, Answers, Warm

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
KEPT = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent")
NOT_RUN = "not run"
Tried = tuple[Mutant, list[int]]
"""A mutant and the tests that it is tried with, in order."""


def judged(package: str) -> dict[str, str]:
    """By name of a mutant: why it changes nothing that a rule says."""
    file = EQUIVALENT / f"{package}.toml"
    blocks = tomllib.loads(file.read_text(encoding="utf-8"))["equivalent"] if file.exists() else []
    return {f"{b['file']} {b['function']}: {b['change']}": b["reason"] for b in blocks}


class Run:
    """One run over some files of a package."""

    def __init__(self, package: str, files: list[str], jobs: int, seconds: float, kept: Path = KEPT) -> None:
        self.package, self.jobs, self.seconds, self.longest = package, jobs, seconds, LONGEST
        self.runs = kept / f"{package}.reached"
        self.reasons = judged(package)
        self.folder = GAMES / package
        paths = sorted(self.folder.rglob("*.py"))
        self.modules = [Module(p, str(p.relative_to(self.folder))) for p in paths]
        self.modules = [m for m in self.modules if m.mutants and (not files or m.file in files)]
        self.store = kept / f"{package}.json"
        self.kept = self._stored()
        self.fresh: Answers = {}
        """What this run has found: another one may write at the same time."""
        self.answers: dict[Mutant, str] = {}
        self.kills: Counter[tuple[str, str, int]] = Counter()
        """How many mutants of a function a test has noticed in this run."""
        self.stamps: list[str] = []
        """By test: a hash of what it says."""
        self.tried = 0
        self.begun = time.monotonic()

    def titles(self) -> list[str]:
        return [t.id for t in sandtable.games() if type(sandtable.load(t.id)).__module__.split(".")[2] == self.package]

    # trying -------------------------------------------------------------------------------------------------
    def work(self, warm: Warm) -> None:
        reached = self._reached(warm)
        running: dict[int, Tried] = {}
        for module in self.modules:
            for i, m in enumerate(module.mutants):
                tests = self._tests(reached, module, m, warm)
                if not tests:
                    continue
                if self.seconds and time.monotonic() - self.begun > self.seconds:
                    continue
                running[warm.begin(module, i, tests, reached.seconds)] = m, tests
                if len(running) >= self.jobs:
                    self._wait(running)
        while running:
            self._wait(running)
        self._keep()

    def _tests(self, reached: Reached, module: Module, m: Mutant, warm: Warm) -> list[int]:
        """The tests to try a mutant with, all of them where the game is made, those first that have noticed others of the
        function; none when its answer is known."""
        before = self.kept.get(_key(m), "")
        if before in (KILLED, LATE) or (before and m.name in self.reasons):  # what is judged is not tried again
            self.answers[m] = before if before in (KILLED, LATE) else SURVIVED
            return []
        tests = reached.by(m)
        if m.once or (str(module.path), m.function) in warm.while_loading:
            tests += [t for t in reached.quick(LONGEST) if t not in tests]
        known = set(before.split()[1:])
        new = [t for t in tests if self.stamps[t] not in known and reached.seconds[t] < self.longest]
        if not new:
            self.answers[m] = SURVIVED if tests else NO_TEST
        return sorted(new, key=lambda t: -self.kills[m.file, m.function, t])

    def _wait(self, running: dict[int, Tried]) -> None:
        pid, status = os.wait()
        m, tests = running.pop(pid)
        code = os.WEXITSTATUS(status)
        answer = LATE if os.WIFSIGNALED(status) else KILLED if code else SURVIVED
        if 0 < code <= min(len(tests), MOST):
            self.kills[m.file, m.function, tests[code - 1]] += 1
        self.answers[m] = answer
        passed = {*self.kept.get(_key(m), "").split()[1:], *(self.stamps[t] for t in tests)}
        self.fresh[_key(m)] = " ".join((answer, *sorted(passed))) if answer == SURVIVED else answer
        self.tried += 1
        if self.tried % 50 == 0:
            print(f"{self.tried} mutants", flush=True)
            self._keep()

    def _stored(self) -> Answers:
        found: Answers = json.loads(self.store.read_text()) if self.store.exists() else {}
        return found

    def _keep(self) -> None:
        """Another run may have written meanwhile: what is new here is added."""
        self.kept = self._stored() | self.fresh
        self.store.parent.mkdir(parents=True, exist_ok=True)
        self.store.write_text(json.dumps(self.kept, indent=0, ensure_ascii=False))

    def _reached(self, warm: Warm) -> Reached:
        """What the tests run; learned again for those that have changed, and for all when the rules have."""
        known: Runs = pickle.loads(self.runs.read_bytes()) if self.runs.exists() else {}
        tests = ROOT / "tests" / "games" / self.package
        helpers = _hash(*(p.read_bytes() for p in sorted(tests.rglob("*.py")) if not p.name.startswith("test_")))
        rules = _hash(*(p.read_bytes() for p in sorted(self.folder.rglob("*")) if p.suffix in (".py", ".toml")))
        files = {p: _hash(p.read_bytes()) for p in {item.path for item in warm.items}}
        self.stamps = [_hash(helpers.encode(), files[i.path].encode(), i.nodeid.encode()) for i in warm.items]
        stamps = [_hash(rules.encode(), stamp.encode()) for stamp in self.stamps]
        found = warm.reached(known, stamps, self.jobs)
        self.runs.parent.mkdir(parents=True, exist_ok=True)
        self.runs.write_bytes(pickle.dumps({stamp: known[stamp] for stamp in stamps}))
        return found

    # telling ------------------------------------------------------------------------------------------------
    def report(self) -> int:
        """Print what was found; the exit code."""
        total: Counter[str] = Counter()
        left = []
        for module in self.modules:
            counts: Counter[str] = Counter()
            for m in module.mutants:
                answer = self.answers.get(m, NOT_RUN)
                if answer in (SURVIVED, NO_TEST) and m.name in self.reasons:
                    answer = "equivalent"
                elif answer in (SURVIVED, NO_TEST) or (answer == KILLED and m.name in self.reasons):
                    left.append((m, answer))
                counts[answer] += 1
            total += counts
            print(f"{module.file}: {len(module.mutants)} mutants, {_told(counts)}")
        for m, answer in left:
            print(f"  {self.package}/{m.file}:{m.line} {m.function}: {m.change}  [{answer}]")
        names = {m.name for module in self.modules for m in module.mutants}
        files = {module.file for module in self.modules}
        stale = [name for name in self.reasons if name.partition(" ")[0] in files and name not in names]
        for name in stale:
            print(f"  {EQUIVALENT.name}/{self.package}.toml judges what is no mutant: {name}")
        seconds = time.monotonic() - self.begun
        print(f"{self.package}: {sum(total.values())} mutants, {_told(total)}; {seconds:.0f} s")
        return 1 if left or stale or total[NOT_RUN] else 0


def _key(m: Mutant) -> str:
    return f"{m.source} {m.name}"


def _hash(*parts: bytes) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:10]


def _told(counts: Counter[str]) -> str:
    order = (KILLED, LATE, SURVIVED, NO_TEST, "equivalent", NOT_RUN)
    return ", ".join(f"{counts[x]} {x}" for x in order if counts[x])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("package", choices=sorted(p.name for p in GAMES.iterdir() if (p / "data").is_dir()))
    parser.add_argument("files", nargs="*", help="files of the package, such as combat.py; all when none is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=0, help="begin no mutant after so long")
    parser.add_argument("--longest", type=float, default=LONGEST, help="leave longer tests (s) to a later run")
    parser.add_argument("--tests", nargs="+", default=[], help="only these tests; survivors may be noticed by others")
    parser.add_argument("--kept", type=Path, default=KEPT, help="folder of what is remembered")
    given = parser.parse_args(arguments)
    run = Run(given.package, given.files, given.jobs, given.seconds, given.kept)
    run.longest = given.longest
    warm = Warm(run.folder, run.titles(), run.work)
    options: list[Any] = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
    options += ["--assert=plain", "--tb=native"]  # nobody reads how a test fails
    tests = given.tests or [str(ROOT / "tests" / "games" / given.package)]
    pytest.main([*options, *tests], plugins=[warm])
    return run.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
