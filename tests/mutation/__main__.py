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
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Any

import pytest

import sandtable

from .mutants import Module, Mutant
from .reached import Reached, Runs, keep, remembered
from .warm import KILLED, LATE, LONGEST, NO_TEST, SURVIVED, Answers, Fork, Warm

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "sandtable" / "games"
KEPT = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent")
NOT_RUN = "not run"
ENOUGH = 10.0
"""Seconds of the tests with which several mutants are tried together in one fork."""
EVERY = 30.0
"""Seconds between two words about how far it is."""


@dataclass
class Try:
    """Mutants in one fork and the tests that it runs, in order."""

    members: list[Mutant]
    tests: list[int]


def judged(package: str) -> dict[str, str]:
    """By name of a mutant: why it changes nothing that a rule says."""
    file = EQUIVALENT / f"{package}.toml"
    blocks = tomllib.loads(file.read_text(encoding="utf-8"))["equivalent"] if file.exists() else []
    return {f"{b['file']} {b['function']}: {b['change']}": b["reason"] for b in blocks}


class Run:
    """One run over some files of a package."""

    def __init__(self, package: str, files: list[str], jobs: int, seconds: float, kept: Path = KEPT) -> None:
        self.package, self.jobs, self.seconds, self.longest = package, jobs, seconds, LONGEST
        self.runs = kept / f"{package}.runs"
        self.reasons = judged(package)
        self.folder = GAMES / package
        paths = sorted(self.folder.rglob("*.py"))
        self.all = [Module(p, str(p.relative_to(self.folder))) for p in paths]
        self.modules = [m for m in self.all if m.mutants and (not files or m.file in files)]
        self.store = kept / f"{package}.json"
        self.kept = self._stored()
        self.fresh: Answers = {}
        """What this run has found: another one may write at the same time."""
        self.answers: dict[Mutant, str] = {}
        self.kills: Counter[tuple[str, str, int]] = Counter()
        """How many mutants of a function a test has noticed."""
        self.noticed: dict[str, int] = {}
        """By name of a mutant: the test that has noticed it once, perhaps when the function said something else."""
        self.stamps: list[str] = []
        """By test: a hash of what it says."""
        self.tests: list[str] = []
        self.failing: list[str] = []
        self.places = {m: (module, i) for module in self.modules for i, m in enumerate(module.mutants)}
        self.left: dict[Mutant, set[int]] = {}
        """The tests that a mutant has still to be tried with."""
        self.passed: dict[Mutant, set[str]] = {}
        """The stamps of those that have not noticed it."""
        self.begun = self.told = time.monotonic()

    def titles(self) -> list[str]:
        return [t.id for t in sandtable.games() if type(sandtable.load(t.id)).__module__.split(".")[2] == self.package]

    # trying -------------------------------------------------------------------------------------------------
    def work(self, warm: Warm) -> None:
        reached = self._reached(warm)
        todo = self._todo(reached, warm)
        again: deque[Try] = deque()
        running: dict[int, tuple[Try, Fork]] = {}
        while True:
            late = self.seconds and time.monotonic() - self.begun > self.seconds
            one = None if late or len(running) >= self.jobs else again.popleft() if again else next(todo, None)
            if one is not None:
                one = Try([m for m in one.members if m not in self.answers], one.tests)
                fork = warm.begin([self.places[m] for m in one.members], self._in_order(one), reached.seconds)
                running[fork.pid] = one, fork
            elif running:
                pid, status = os.wait()
                again.extend(self._heard(*running.pop(pid), status))
            else:
                break
        self.answers |= {m: SURVIVED for m, left in self.left.items() if not left and m not in self.answers}
        self._keep()

    def _todo(self, reached: Reached, warm: Warm) -> Iterator[Try]:
        """Every mutant with its tests; then those that are judged, one of each function at a time, with the tests of all."""
        rounds: list[list[Mutant]] = []
        same: Counter[tuple[str, str]] = Counter()
        for m in self.places:
            tests = self._tests(reached, m, warm)
            if not tests:
                continue
            if m.name not in self.reasons:
                yield Try([m], tests)
                continue
            self.left[m] = set(tests)
            if same[m.file, m.function] == len(rounds):
                rounds.append([])
            rounds[same[m.file, m.function]].append(m)
            same[m.file, m.function] += 1
        for members in rounds:
            tests = sorted(set().union(*(self.left[m] for m in members)), key=lambda t: reached.seconds[t])
            while tests:
                n = max(1, sum(s < ENOUGH for s in accumulate(reached.seconds[t] for t in tests)))
                yield Try(members, tests[:n])
                del tests[:n]

    def _tests(self, reached: Reached, m: Mutant, warm: Warm) -> list[int]:
        """The tests to try a mutant with, all of them where the game is made; none when its answer is known."""
        before = self.kept.get(_key(m), "")
        if verdict := next((x for x in (KILLED, LATE) if before.startswith(x)), None):
            self.answers[m] = verdict
            return []
        tests = reached.by(m)
        place = str(self.places[m][0].path), m.function
        if not tests:  # perhaps something that is remembered was made with it
            warm.while_loading.add(place)
        if m.once or place in warm.while_loading:
            tests += [t for t in reached.quick(LONGEST) if t not in tests]
        known = self.passed[m] = set(before.split()[1:])
        new = [t for t in tests if self.stamps[t] not in known and reached.seconds[t] < self.longest]
        if not new:
            self.answers[m] = SURVIVED if tests else NO_TEST
        return new

    def _in_order(self, one: Try) -> list[int]:
        """For one mutant those first that have noticed it or others of its function."""
        if len(one.members) == 1:
            (m,) = one.members
            first = self.noticed.get(m.name)
            one.tests.sort(key=lambda t: (t != first, -self.kills[m.file, m.function, t]))
        return one.tests

    def _heard(self, one: Try, fork: Fork, status: int) -> Iterator[Try]:
        """What a fork has found; and what must be tried then: who it was of several that a test has noticed."""
        n = len(one.tests) if status == 0 else fork.at
        for m in one.members:
            self.passed[m].update(self.stamps[t] for t in one.tests[:n])
            if m in self.left:
                self.left[m].difference_update(one.tests[:n])
            elif status == 0:
                self.answers[m] = SURVIVED
        if status and len(one.members) == 1:
            self._noticed(one.members[0], one.tests[n], late=os.WIFSIGNALED(status))
        elif status:
            for m in one.members:
                yield Try([m], [one.tests[n]])
            for half in (one.members[::2], one.members[1::2]):
                yield Try(half, one.tests[n + 1 :])
        if time.monotonic() - self.told > EVERY:
            self.told = time.monotonic()
            print(f"{len(self.answers)} answers", flush=True)
            self._keep()

    def _noticed(self, m: Mutant, test: int, *, late: bool) -> None:
        self.answers[m] = LATE if late else KILLED
        self.fresh[_key(m)] = f"{self.answers[m]} {self.tests[test]}"
        self.kills[m.file, m.function, test] += 1

    def _stored(self) -> Answers:
        found: Answers = json.loads(self.store.read_text()) if self.store.exists() else {}
        return found

    def _keep(self) -> None:
        """Another run may have written meanwhile: what is new here is added."""
        survived = {
            _key(m): " ".join((SURVIVED, *sorted(stamps)))
            for m, stamps in self.passed.items()
            if stamps and self.answers.get(m, SURVIVED) == SURVIVED
        }
        self.kept = self._stored() | survived | self.fresh
        self.store.parent.mkdir(parents=True, exist_ok=True)
        self.store.write_text(json.dumps(self.kept, indent=0, ensure_ascii=False))

    def _reached(self, warm: Warm) -> Reached:
        """What the tests run; learned again for those that have changed, or of which a function has."""
        known: Runs = remembered(pickle.loads(self.runs.read_bytes()), self.all) if self.runs.exists() else {}
        tests = ROOT / "tests" / "games" / self.package
        shared = [p for p in sorted(tests.rglob("*.py")) if not p.name.startswith("test_")]
        helpers = _hash(*(p.read_bytes() for p in [*shared, *sorted(self.folder.rglob("*.toml"))]))
        files = {p: _hash(p.read_bytes()) for p in {item.path for item in warm.items}}
        self.stamps = [_hash(helpers.encode(), files[i.path].encode(), i.nodeid.encode()) for i in warm.items]
        found = warm.reached(known, self.stamps, self.jobs)
        self.runs.parent.mkdir(parents=True, exist_ok=True)
        good = {stamp: known[stamp] for stamp in self.stamps if known[stamp][0] < inf}
        self.runs.write_bytes(pickle.dumps(keep(good, self.all)))
        self.failing = [i.nodeid for i, seconds in zip(warm.items, found.seconds, strict=True) if seconds == inf]
        self._remember_kills(warm)
        return found

    def _remember_kills(self, warm: Warm) -> None:
        """Which tests have noticed what in earlier runs: they are asked first."""
        self.tests = [item.nodeid for item in warm.items]
        number = {name: t for t, name in enumerate(self.tests)}
        for key, answer in self.kept.items():
            test = number.get(answer.removeprefix(KILLED).removeprefix(LATE).strip())
            if test is not None:
                name = key.partition(" ")[2]
                self.noticed[name] = test
                file, _, function = name.partition(":")[0].partition(" ")
                self.kills[file, function, test] += 1

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
        for test in self.failing:
            print(f"  fails without any mutant: {test}")
        seconds = time.monotonic() - self.begun
        print(f"{self.package}: {sum(total.values())} mutants, {_told(total)}; {seconds:.0f} s")
        return 1 if left or stale or self.failing or total[NOT_RUN] else 0


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
